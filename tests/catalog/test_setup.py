"""The Sumy scenario as loaded: rules in force, set-up, arrivals, victory (PB 10.41-10.45)."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from engine import catalog
from engine.catalog.faults import BadFiles
from engine.core.board import NOWHERE
from engine.efs.pieces import AXIS, MAP, READY, REINFORCEMENT, SOVIET
from tests.catalog.support import HOOKS, edited, line_with, only, scenario_faults, sumy

WORLD = sumy()
SCENARIO = WORLD.scenario


def where(id_: str) -> str:
    return WORLD.board.id(SCENARIO.units[id_].hex)


# ---------------------------------------------------------------- the scenario's rules
@pytest.mark.rule("PB 10.4")
def test_it_is_the_fourth_scenario_and_starts_with_the_strategic_segment() -> None:
    head = next(h for h in catalog.find() if h.id == "sumy")
    assert head.number == 4
    assert SCENARIO.first_segment == "strategic"


@pytest.mark.rule("PB 10.41")
def test_four_turns_from_50_to_53_all_dry_without_storm() -> None:
    assert (SCENARIO.first_turn, SCENARIO.last_turn) == (50, 53)
    assert SCENARIO.weather == {50: "dry", 51: "dry", 52: "dry", 53: "dry"}


@pytest.mark.rule("PB 10.42")
def test_only_the_sumy_sheet_is_used() -> None:
    assert len(WORLD.board) == 180
    assert WORLD.board.label(WORLD.board.at("2204")) == "2204 Sumy"


@pytest.mark.rule("PB 10.43a")
def test_the_soviets_set_up_first() -> None:
    sides = [WORLD.counters[id_].side for id_, unit in SCENARIO.units.items() if unit.box == MAP]
    assert sides == [SOVIET] * 9 + [AXIS] * 11


@pytest.mark.rule("PB 10.43b")
def test_air_readiness_is_resolved_from_turn_51() -> None:
    assert SCENARIO.readiness_from == 51


@pytest.mark.parametrize(
    "switch",
    [
        pytest.param("general_supply", marks=pytest.mark.rule("PB 10.44a")),
        pytest.param("attack_supply", marks=pytest.mark.rule("PB 10.44a")),
        pytest.param("surrender", marks=pytest.mark.rule("PB 10.44a")),
        pytest.param("railroads", marks=pytest.mark.rule("PB 10.44b")),
        pytest.param("replacements", marks=pytest.mark.rule("PB 10.44c")),
        pytest.param("strongpoints", marks=pytest.mark.rule("PB 10.44d")),
        pytest.param("air_transport", marks=pytest.mark.rule("PB 10.44e")),
        "mandated_attacks", "victory_points",
    ],
)
def test_rules_that_the_scenario_leaves_out(switch: str, tmp_path: Path) -> None:
    assert getattr(SCENARIO.switches, switch) is False
    path = edited(tmp_path, "sumy.toml", f"{switch} = false\n", "")
    normal = catalog.load(path, hooks=HOOKS, overlays=())
    assert getattr(normal.scenario.switches, switch) is True  # what is not named is in force


@pytest.mark.rule("PB 10.44a")
def test_there_are_no_supply_sources() -> None:
    assert SCENARIO.supply_sources == {}


@pytest.mark.rule("PB 10.44f")
def test_every_hex_is_in_range_of_every_air_unit() -> None:
    assert SCENARIO.unlimited_air_range is True


def test_the_figures_of_the_victory_conditions() -> None:
    assert SCENARIO.victory == {
        "rule": "sumy", "stars": 7, "axis_stars": 5, "axis_steps_lost": 6
    }


@pytest.mark.rule("BSR 3.21a")
def test_every_hex_has_an_owner_at_the_start_and_the_axis_hold_the_west() -> None:
    assert set(SCENARIO.control) == set(range(len(WORLD.board)))
    at = WORLD.board.at
    assert SCENARIO.control[at("1208")] == AXIS and SCENARIO.control[at("1306")] == AXIS
    for star in ("2204", "2009", "1806", "1703", "1404"):  # five places screened by the Soviets
        assert SCENARIO.control[at(star)] == SOVIET


# ---------------------------------------------------------------- units
@pytest.mark.parametrize(
    ("unit", "hex_", "lost"),
    [
        ("su-227rd", "1503", 0), ("su-129tkb", "1703", 0), ("su-72+108-9", "1605", 0),
        ("su-5+136-9", "1506", 0), ("su-1tkb", "1806", 0), ("su-131+160-5", "1508", 0),
        ("su-11+96-5", "1510", 1), ("su-295rd", "1612", 0), ("su-hq40", "1904", 0),
        ("de-33-9pz", "1208", 1), ("de-10-9pz", "1208", 0), ("de-11-9pz", "1209", 0),
        ("de-9-9pz", "1209", 0), ("de-60-16m", "1210", 1), ("de-156-16m", "1210", 1),
        ("de-341-16m", "1210", 0), ("de-35-25m", "1211", 0), ("de-119-25m", "1211", 1),
        ("de-art619", "1110", 0), ("de-20-10m", "1407", 0),
    ],
)
def test_each_unit_stands_where_it_should_with_its_losses(unit: str, hex_: str, lost: int) -> None:
    assert where(unit) == hex_
    assert SCENARIO.units[unit].lost == lost
    assert SCENARIO.units[unit].box == MAP


def test_no_other_unit_is_in_play() -> None:
    assert len(SCENARIO.units) == 25 and list(WORLD.counters) == list(SCENARIO.units)


@pytest.mark.rule("BSR 16.22", "PB 10.4.ex2")
def test_the_reduced_panzer_regiment_has_two_steps_left_and_the_cavalry_one() -> None:
    def left(id_: str) -> int:
        return WORLD.counters[id_].steps - SCENARIO.units[id_].lost

    assert left("de-33-9pz") == 2 and left("su-11+96-5") == 1 and left("su-131+160-5") == 2


@pytest.mark.rule("PB 10.4.ex4")
def test_no_axis_stack_is_five_times_as_strong_as_a_defender_before_it() -> None:
    stacks: dict[int, int] = {}
    for id_, unit in SCENARIO.units.items():
        counter = WORLD.counters[id_]
        if unit.hex == NOWHERE or counter.side != AXIS:
            continue
        face = counter.reduced if unit.lost else counter.full
        assert face is not None
        stacks[unit.hex] = stacks.get(unit.hex, 0) + face.attack
    weakest = 2  # 11+96 in 1510 and the tank brigades
    assert max(stacks.values()) < 5 * weakest


@pytest.mark.rule("BSR 8.11a", "PB 10.4.ex3")
def test_the_guards_enter_at_2202_on_turn_50() -> None:
    group = SCENARIO.arrivals[0]
    assert (group.turn, group.side, group.hexes) == (50, SOVIET, ("2202",))
    assert group.units == ("su-6-1gdm", "su-175-1gdm", "su-12-1gdm", "su-2-4gdrkt")
    for id_ in group.units:
        assert SCENARIO.units[id_].box == REINFORCEMENT and SCENARIO.units[id_].hex == NOWHERE


@pytest.mark.rule("BSR 8.23", "PB 10.4.ex27")
def test_turn_51_brings_the_anti_aircraft_unit_and_three_air_units() -> None:
    later = [group for group in SCENARIO.arrivals if group.turn == 51]
    assert [group.units for group in later if group.units] == [("su-aa126+205",)]
    air = {group.side: (group.air, group.box) for group in later if group.air}
    assert air == {
        SOVIET: (("su-mig3", "su-sb.2"), READY), AXIS: (("ax-bf109f",), READY)
    }


@pytest.mark.rule("PB 10.4.ex6")
def test_the_air_units_at_start_are_ready_and_named_apart() -> None:
    ready = {id_ for id_, plane in SCENARIO.air.items() if plane.box == READY}
    assert ready == {"su-i16", "su-sb", "ax-he111", "ax-dummy"}
    assert WORLD.aircraft["su-sb"].name == "SB" and WORLD.aircraft["su-sb.2"].name == "SB 2"
    assert WORLD.air_id("sb 2") == "su-sb.2"


@pytest.mark.parametrize(("dummies", "there"), [("open", False), ("seen", True), ("blind", True)])
def test_dummies_stay_in_the_box_when_all_plays_open(dummies: str, there: bool) -> None:
    world = sumy(dummies)
    assert any(plane.dummy for plane in world.aircraft.values()) is there
    assert world.options.dummies == dummies
    assert set(world.scenario.air) == set(world.aircraft)


# ---------------------------------------------------------------- what other scenarios need
@pytest.mark.rule("BSR 22.23a")
def test_an_hq_is_non_operational_when_the_set_up_says_so(tmp_path: Path) -> None:
    path = edited(tmp_path, "sumy.toml", 'hex = "1904"', 'hex = "1904", nonop = true')
    world = catalog.load(path, hooks=HOOKS, overlays=())
    assert world.scenario.units["su-hq40"].nonop is True
    assert SCENARIO.units["su-hq40"].nonop is False


@pytest.mark.rule("BSR 8.61")
def test_a_fortified_region_at_start_is_set_up_untried(tmp_path: Path) -> None:
    path = edited(tmp_path, "sumy.toml", 'unit = "su-295rd"', 'unit = "su-12mg"')
    world = catalog.load(path, hooks=HOOKS, overlays=())
    assert world.scenario.units["su-12mg"].untried is True
    assert where("su-295rd") == world.board.id(world.scenario.units["su-12mg"].hex) == "1612"


def test_copies_of_a_counter_get_numbers(tmp_path: Path) -> None:
    path = edited(
        tmp_path, "sumy.toml", '  { unit = "de-341-16m"',
        '  { unit = "de-rsc", hex = "1212", source = "rulebook" },\n'
        '  { unit = "de-rsc", hex = "1212", source = "rulebook" },\n  { unit = "de-341-16m"',
    )
    world = catalog.load(path, hooks=HOOKS, overlays=())
    assert world.counters["de-rsc"].name == "RSC" and world.counters["de-rsc.2"].name == "RSC 2"
    assert world.unit_id("RSC 2") == "de-rsc.2"


def test_a_scenario_that_loads_twice_gives_equal_states() -> None:
    again = sumy().scenario
    assert attrs.asdict(again) == attrs.asdict(SCENARIO)


# ---------------------------------------------------------------- scenarios with something wrong
BAD_SCENARIOS = [
    ('unit = "su-227rd"', 'unit = "su-227"', "setup[0].units[0].unit", "did you mean su-227rd?"),
    ('unit = "su-227rd"', "unit = 227", "setup[0].units[0].unit", "should be text"),
    ('unit = "su-227rd"', 'unit = "de-9id"', "setup[0].units[0].unit", "belongs to the axis side"),
    ('unit = "su-227rd"', 'unit = "su-295rd"', "setup[0].units[7].unit", "is in play already"),
    ('unit = "su-227rd"', 'unti = "su-227rd"', "setup[0].units[0]", "unit is missing"),
    ('hex = "1503"', 'hex = "2503"', "setup[0].units[0].hex", "hex 2503 is not on the map"),
    ('hex = "1503"', 'hex = "1407"', "setup", "hex 1407 holds both sides (BSR 10.54)"),
    ('hex = "1503"', 'hex = "1508", garisson = true', "units[0].garisson", "did you mean garrison"),
    ('hex = "1211", steps_lost = 1', 'hex = "1211", steps_lost = 2', "steps_lost", "has 2 steps"),
    ('hex = "1211", steps_lost = 1', 'hex = "1211", steps_lost = -1', "steps_lost", "from 0 to 3"),
    ('hex = "1503"', 'hex = "1503", nonop = true', "units[0].nonop", "has no Non-Op side"),
    ('hex = "1503", source = "reconstructed"', 'hex = "1503"', "units[0]", "source is missing"),
    ('hex = "1503", source = "reconstructed"', 'hex = "1503", source = "book"', "units[0].source",
     "should be one of rulebook, published, reconstructed"),
    ('type = "su-i16"', 'type = "su-i61"', "setup[0].air[0].type", "did you mean su-i16?"),
    ('type = "su-i16"', 'type = "ax-do17"', "setup[0].air[0].type", "belongs to the axis side"),
    ('type = "su-i16", box', 'type = "su-i16", count = 7, box', "air[0].type", "only 6 of su-i16"),
    ('box = "ready"', 'box = "redy"', "setup[0].air[0].box", "did you mean ready?"),
    ('hexes = ["2202"]', 'hexes = ["2202", "2203"]', "arrival[0].hexes[1]", "not at the edge"),
    ('hexes = ["2202"]', 'hexes = ["2201"]', "arrival[0].hexes[0]", "is not on the map"),
    ('hexes = ["2202"]\n', "", "arrival[0]", "units need the hexes"),
    ('road = "main"', 'road = "broad"', "arrival[0].road", "should be one of"),
    ("]]\nturn = 50", "]]\nturn = 54", "arrival[0].turn", "should be from 50 to 53"),
    ('air = ["su-mig3", "su-sb"]\n', "", "arrival[2]", "nothing arrives"),
    ('"su-6-1gdm", "su-175', '"su-1tkb", "su-175', "arrival[0].units[0]", "is in play already"),
    ("last_turn = 53", "last_turn = 49", "last_turn", "comes before first_turn"),
    ('"50-53" = "dry"', '"50-54" = "dry"', "rules.weather.50-54", "turns from 50 to 53"),
    ('"50-53" = "dry"', '"50-53" = "wet"', "rules.weather.50-53", "should be one of dry"),
    ('"50-53" = "dry"', '"later" = "dry"', "rules.weather.later", "turns from 50 to 53"),
    ("general_supply = false", "general_suply = false", "switches.general_suply", "unknown key"),
    ("general_supply = false", 'general_supply = "no"', "switches.general_supply", "true or false"),
    ("stars = 7", "stars = 6", "victory.stars", "the map has 7 stars"),
    ("axis_stars = 5", 'axis_stars = "5"', "victory.axis_stars", "whole number, not text"),
    ("[victory]", "[victry]", "", "victory is missing"),
    ('conditions = "sumy"', 'conditions = "somme"', "victory.conditions", "no victory rule"),
    ('conditions = "sumy"\n', "", "victory", "conditions is missing"),
    ("[control]", "[controll]", "controll", "unknown key; did you mean control?"),
    ('default = "soviet"', 'default = "red"', "control.default", "axis, soviet"),
    ('"1106-1113"', '"1106-1206"', "control.axis[1]", "a stretch of one column"),
    ('"1106-1113"', '"1113-1106"', "control.axis[1]", "a stretch of one column"),
    ('"1106-1113"', '"1106-1120"', "control.axis[1]", "a hex of the map, or two"),
    ('series = "efs"', 'series = "gcs"', "series", "should be one of efs"),
    ('game = "kiev_to_rostov"', 'game = "typhoon"', "game", "should be one of kiev_to_rostov"),
    ('map = "sumy-map.toml"', 'map = "../secret.toml"', "files.map", "the bare name of a .toml"),
    ('map = "sumy-map.toml"', 'map = "/etc/passwd"', "files.map", "the bare name of a .toml"),
    ('map = "sumy-map.toml"', 'map = "no-map.toml"', "files.map", "there is no file no-map.toml"),
    ('"charts-air.toml", ', "", "files.charts", "none of them has the table air_combat"),
    ("format = 1", "format = 2", "format", "should be from 0 to 1"),
]


@pytest.mark.parametrize(("old", "new", "key", "why"), BAD_SCENARIOS)
def test_a_fault_of_a_scenario_is_named_with_its_key(
    old: str, new: str, key: str, why: str, tmp_path: Path
) -> None:
    path = edited(tmp_path, "sumy.toml", old, new)
    faults = scenario_faults(tmp_path)
    assert any(f.key.endswith(key) and why in f.why for f in faults), [str(f) for f in faults]
    assert all(f.file == path for f in faults)


@pytest.mark.rule("BSR 3.32")
def test_a_set_up_hex_over_ten_stacking_points_is_a_fault(tmp_path: Path) -> None:
    # 16th Motorized in 1210 has 2 + 2 + 1; 9th Panzer's four units add 2 + 2 + 2 + 1 = 12.
    for hex_ in ('hex = "1208", steps', 'hex = "1208", source', 'hex = "1209"', 'hex = "1209"'):
        edited(tmp_path, "sumy.toml", hex_, hex_.replace("1208", "1210").replace("1209", "1210"))
    fault = only(scenario_faults(tmp_path))
    assert "hex 1210 holds 12 stacking points, 10 may stand there (BSR 3.32)" in fault.why


@pytest.mark.rule("BSR 3.32")
def test_a_set_up_hex_with_exactly_ten_stacking_points_is_allowed(tmp_path: Path) -> None:
    # 1210 has five; 33/9Pz and 10/9Pz add two each and 9/9Pz one.
    for hex_ in ('hex = "1208", steps', 'hex = "1208", source'):
        edited(tmp_path, "sumy.toml", hex_, hex_.replace("1208", "1210"))
    edited(tmp_path, "sumy.toml", 'de-9-9pz", hex = "1209"', 'de-9-9pz", hex = "1210"')
    assert scenario_faults(tmp_path) == []


def test_load_tells_the_first_fault_and_how_many_more(tmp_path: Path) -> None:
    edited(tmp_path, "sumy.toml", 'hex = "1503"', 'hex = "9903"')
    edited(tmp_path, "sumy.toml", 'hex = "1703"', 'hex = "9903"')
    path = edited(tmp_path, "sumy.toml", 'hex = "1806"', 'hex = "9903"')
    with pytest.raises(BadFiles) as caught:
        catalog.load(path, hooks=HOOKS, overlays=())
    line = line_with(path, "su-227rd")
    assert str(caught.value) == (
        f"{path}:{line}: setup[0].units[0].hex: hex 9903 is not on the map (and 2 more faults)"
    )
    assert [fault.line for fault in caught.value.faults] == [line, line + 1, line + 4]
