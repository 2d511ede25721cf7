"""The Luftwaffe: Luftflotte HQ, mission limits, Tank-Busters, boxes off the map (TTW 1.3, 2.2)."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.catalog.fields import Faults
from engine.catalog.files import read
from engine.catalog.ocs_pieces import Register, read_aircraft
from engine.folders import SCENARIOS
from engine.ocs import air, barrage, flak, missions
from engine.ocs.decisions import GameChoice
from engine.ocs.pieces import AXIS, GONE, MAP, NOWHERE, SOVIET, Aircraft, AirUnit
from engine.ocs.state import Bombardment
from engine.ocs.world import Draft
from engine.third_winter import boxes, luftflotte, tank_busters
from tests.ocs.yard import change, go_to, offered, play, refusal, tokens
from tests.third_winter.ground import board, german, soviet, tanks, where
from tests.third_winter.steppe import drafted, now, plane, winter

LONG = board("D", 70, 4, terrain={"D5.02": "village", "D20.02": "minor_city",
                                  "D25.02": "village"})
SOURCES = {SOVIET: ("D70.01",)}


def planes(*names: str, side: str = AXIS, **fields: object) -> tuple[Aircraft, ...]:
    fields.setdefault("range", 99)
    return tuple(plane(n, side=side, **fields) for n in names)


def fleet(*counters: object, units: dict[str, str] | None = None, hex_: str = "D5.02",
          craft: tuple[Aircraft, ...] = (), **fields: object) -> Draft:
    """Luftflotte 4 in a village; the Axis controls all."""
    world = winter(counters, LONG, planes=craft, sources=SOURCES)  # type: ignore[arg-type]
    game = {"markers": {"luftflotte-4": LONG.at(hex_)}, **fields.pop("game", {})}  # type: ignore[dict-item]
    control = {LONG.id(h): AXIS for h in range(len(LONG))}
    fields.setdefault("first", AXIS)
    return drafted(world, units, game=game, control=control, **fields)  # type: ignore[arg-type]


# ---------------------------------------------------------------- the marker (2.2b)


@pytest.mark.rule("TTW 2.2b", "TTW 2.2b.1")
def test_it_stands_in_a_village_city_or_base_ten_hexes_from_supplied_soviets() -> None:
    draft = fleet(soviet("R"), units={"R": "D35.02"}, bases={"D15.02": (AXIS, 1)},
                  dumps={"D35.02": (SOVIET, 4)})
    assert refusal(draft, "act luftflotte D6.02") == "TTW 2.2b"  # open ground
    assert refusal(draft, "act luftflotte D20.02") == ""
    assert refusal(draft, "act luftflotte D15.02") == ""
    near = fleet(soviet("R"), units={"R": "D66.02"})  # traces from the east edge
    assert luftflotte.safe(near.world, near.state, LONG.at("D56.02"))
    assert not luftflotte.safe(near.world, near.state, LONG.at("D57.02"))


@pytest.mark.rule("TTW 2.2b.1")
def test_soviets_out_of_supply_do_not_count() -> None:
    draft = fleet(soviet("R"), units={"R": "D8.02"})
    assert luftflotte.safe(draft.world, draft.state, LONG.at("D5.02"))


@pytest.mark.rule("TTW 2.2b.2")
def test_it_moves_in_the_movement_phase_and_must_when_soviets_come_near() -> None:
    edge = board("D", 70, 4, terrain={"D62.02": "village", "D30.02": "village"})
    world = winter((soviet("R"),), edge, sources=SOURCES)
    control = {edge.id(h): AXIS for h in range(len(edge))}
    draft = drafted(world, {"R": "D68.02"}, first=AXIS, control=control,
                    game={"markers": {"luftflotte-4": edge.at("D62.02")}})
    assert refusal(draft, "act luftflotte D62.02") == "TTW 2.2b"
    assert refusal(draft, "act luftflotte D30.02") == ""
    go_to(draft, "C3")
    luftflotte.step_begins(draft)
    assert now(draft).markers["luftflotte-4"] == edge.at("D30.02")
    go_to(draft, "F2")
    assert refusal(draft, "act luftflotte D62.02") == "TTW 2.2b"


@pytest.mark.rule("TTW 2.2b.3")
def test_alone_in_a_hex_that_soviets_enter_it_is_displaced_and_it_has_no_strength() -> None:
    draft = fleet(soviet("R"), german("G"), units={"R": "D5.02", "G": "D1.01"})
    assert flak._printed(draft.world, draft.state, AXIS, LONG.at("D5.02")) == 0
    luftflotte.hex_entered(draft, ("R",), LONG.at("D5.02"))
    assert draft.state.asks[-1].side == AXIS
    assert {"choose D20.02", "choose D25.02"} <= set(offered(draft))
    play(draft, "choose D25.02")
    assert now(draft).markers["luftflotte-4"] == LONG.at("D25.02")
    held = fleet(soviet("R"), german("G"), units={"R": "D6.02", "G": "D5.02"})
    luftflotte.hex_entered(held, ("R",), LONG.at("D6.02"))
    assert now(held).markers["luftflotte-4"] == LONG.at("D5.02")


@pytest.mark.rule("TTW 2.2b.4")
def test_once_a_game_it_places_two_sp_at_a_base_or_one_elsewhere_within_sixty() -> None:
    draft = fleet(bases={"D20.02": (AXIS, 1)})
    assert refusal(draft, "act airlift D66.02") == "TTW 2.2b"  # 61 hexes
    assert refusal(draft, "act airlift D65.02") == ""
    play(draft, "act airlift D20.02")
    assert tokens(draft, "D20.02") == 8
    assert refusal(draft, "act airlift D9.02") == "TTW 2.2b"
    other = fleet(soviet("R"), german("G"), units={"R": "D10.02", "G": "D9.02"})
    play(other, "act airlift D9.02")  # in an enemy ZOC
    assert tokens(other, "D9.02") == 4


# ---------------------------------------------------------------- limits (2.2a, c, d, e, h)


@pytest.mark.rule("TTW 2.2c")
def test_barrage_sweep_and_trainbusting_stay_within_sixty_hexes_of_it() -> None:
    draft = fleet(craft=planes("Ju.88"), air={"Ju.88": "D5.02"})

    def limit(kind: str, goal: str) -> str:
        found = luftflotte.mission_limit(draft.world, draft.state, kind, ("Ju.88",), LONG.at(goal))
        return found.rule if found else ""

    for kind in (air.BARRAGE, air.HIP, air.SWEEP, air.TRAIN):
        assert (limit(kind, "D65.02"), limit(kind, "D66.02")) == ("", "TTW 2.2c")
    assert limit(air.TRANSPORT, "D66.02") == ""


@pytest.mark.rule("TTW 2.2a", "TTW 2.2e", "TTW 2.2f", "TTW 2.2g")
def test_the_air_counters_say_who_hip_shoots_who_is_a_tank_buster_and_what_jg_52_is() -> None:
    register, faults = Register(), Faults()
    document = read(SCENARIOS / "third_winter" / "aircraft.toml")
    read_aircraft(document, register, faults)  # type: ignore[arg-type]
    found = register.aircraft.values()
    assert {a.name[:6] for a in found if a.hip_shoot} == {"Ju.87D", "Ju.87G", "Hs.129"}
    assert all(a.side == AXIS for a in found if a.hip_shoot)
    assert {a.name.replace("Rum ", "")[:6] for a in found if a.tank_buster} == {"Hs.129", "Ju.87G"}
    jg = register.aircraft["ax-jg52"]
    assert (jg.combat, jg.type) == (6, "F")


@pytest.mark.rule("TTW 2.2d")
def test_no_axis_combat_unit_is_dropped() -> None:
    draft = fleet(german("FJ", para=True), units={"FJ": "D5.02"})
    found = draft.world.hooks.may_drop(draft.world, draft.state, "FJ")
    assert found is not None and found.rule == "TTW 2.2d"


@pytest.mark.rule("TTW 2.2h")
def test_the_axis_has_air_strips_and_loses_one_that_soviets_enter() -> None:
    draft = fleet(soviet("R"), units={"R": "D10.02"}, bases={"D9.02": (AXIS, 0)}, first=SOVIET)
    assert luftflotte.strips(draft.world, draft.state, AXIS) == luftflotte.STRIPS
    assert luftflotte.strips(draft.world, draft.state, SOVIET) == 0
    play(draft, "move R to D9.02")
    assert draft.state.bases == {}


# ---------------------------------------------------------------- Tank-Busters (2.2f)


def hunting(*foes: object, at: str = "D9.02", spotter: bool = True, step: str = "C3",
            rolls: tuple[int, ...] = (), escorts: tuple[str, ...] = ()) -> Draft:
    craft = (*planes("Hs.129", tank_buster=True, hip_shoot=True, barrage=8),
             *planes(*escorts, barrage=14))
    units = {f.id: at for f in foes}  # type: ignore[attr-defined]
    if spotter:
        units["Spy"] = "D8.02"
    return fleet(german("Spy"), *foes, units=units, craft=craft, step=step, rolls=rolls,
                 air=dict.fromkeys((c.id for c in craft), "D5.02"),
                 bases={"D5.02": (AXIS, 2)})


@pytest.mark.rule("TTW 2.2f.A1")
def test_they_fly_barrages_and_hip_shoots_only() -> None:
    draft = hunting(tanks("T"))
    assert refusal(draft, "fly barrage D9.02 with Hs.129") == ""
    assert refusal(draft, "fly trainbust D9.02 with Hs.129") == "TTW 2.2f"
    draft = hunting(tanks("T"), step="C2")
    assert refusal(draft, "fly hip-shoot D9.02 with Hs.129") == ""
    assert refusal(draft, "fly sweep D9.02 with Hs.129") == "TTW 2.2f"


@pytest.mark.rule("TTW 2.2f.A2", "TTW 2.2f.A3")
def test_they_need_a_yellow_or_red_symbol_and_a_spotter() -> None:
    assert refusal(hunting(soviet("R")), "fly barrage D9.02 with Hs.129") == "TTW 2.2f"
    red = soviet("Red", symbol="red")
    assert refusal(hunting(red), "fly barrage D9.02 with Hs.129") == ""
    assert refusal(hunting(tanks("T"), spotter=False), "fly barrage D9.02 with Hs.129") == (
        "TTW 2.2f")


@pytest.mark.rule("TTW 2.2f.A4")
def test_others_with_them_add_no_strength() -> None:
    draft = hunting(tanks("T"), escorts=("Ju.87D", "Bf.109G"))
    ids = ("Hs.129", "Ju.87D", "Bf.109G")
    assert missions.points_of(draft.world, draft.state, ids) == 8
    assert missions.points_of(draft.world, draft.state, ids[1:]) == 28


@pytest.mark.rule("TTW 2.2f.B1", "TTW 2.2f.B2", "TTW 2.2f.C")
def test_one_is_added_to_the_roll_and_halves_twos_and_threes_are_read_as_one() -> None:
    draft = hunting(tanks("T"))
    world, state, ids = draft.world, draft.state, ("Hs.129",)
    assert world.hooks.barrage_drm(world, state, ids, 0) == 1
    assert world.hooks.barrage_drm(world, state, (), 0) == 0
    read = {c: world.hooks.barrage_code(world, state, ids, c)
            for c in ("-", "DG", "[1/2]", "1/2", "1", "2", "3")}
    assert read == {"-": "-", "DG": "DG", "[1/2]": "1", "1/2": "1", "1": "1", "2": "1", "3": "1"}
    assert world.hooks.barrage_code(world, state, (), "3") == "3"


@pytest.mark.rule("TTW 2.2f.B3", "TTW 2.2f.B2")
def test_the_strongest_yellow_or_red_unit_takes_the_loss_and_the_others_are_disorganized() -> None:
    draft = hunting(tanks("T"), soviet("Red", symbol="red"), soviet("R"))
    first = tank_busters.barrage_first(draft.world, draft.state, ("Hs.129",), LONG.at("D9.02"))
    assert first == ("Red",)  # 8 against 6
    shot = Bombardment(LONG.at("D9.02"), "units", (), ("Hs.129",), 8)
    barrage.apply_code(draft, AXIS, shot, "1", unspotted=False)
    assert where(draft, "Red") == "dead"
    assert draft.state.units["T"].marker == draft.state.units["R"].marker == "dg"


@pytest.mark.rule("TTW 2.2f.B3")
def test_of_two_equally_strong_the_soviet_player_says_which_is_lost() -> None:
    draft = hunting(tanks("T"), soviet("Red", symbol="red"), soviet("Red 2", symbol="red"))
    shot = Bombardment(LONG.at("D9.02"), "units", (), ("Hs.129",), 8)
    barrage.apply_code(draft, AXIS, shot, "1", unspotted=False)
    assert draft.state.asks[-1].side == SOVIET
    assert offered(draft) == ["lose Red", "lose Red 2"]
    play(draft, "lose Red 2")
    assert (where(draft, "Red"), where(draft, "Red 2")) == ("D9.02", "dead")


@pytest.mark.rule("TTW 2.2f.D")
def test_flak_hits_a_tank_buster_first() -> None:
    draft = hunting(tanks("T"), escorts=("Ju.87D",))
    assert flak.victim(draft, ("Ju.87D", "Hs.129")) == "Hs.129"


# ---------------------------------------------------------------- the Rumania Air Box (1.3)

COAST = board("C", 30, 6, marks={"rumania": tuple(f"C{c}.{r:02}" for c in range(1, 11)
                                                  for r in range(1, 7))})


def rumania(*names: str, **fields: object) -> Draft:
    craft = planes(*(names or ("Ju.88",)), range=20)
    world = winter((soviet("R"), soviet("S")), COAST, planes=craft)
    fields.setdefault("air", {c.id: "C4.03" for c in craft})
    return drafted(world, {"R": "C8.03", "S": "C20.03"}, first=AXIS,
                   bases={"C4.03": (AXIS, 2)}, **fields)  # type: ignore[arg-type]


@pytest.mark.rule("TTW 1.3")
def test_four_axis_air_units_at_most_are_based_in_the_box() -> None:
    names = ("A", "B", "C", "D", "E")
    draft = rumania(*names)
    for name in names[:4]:
        assert f"act rumania-box C1.01 as {name}" in offered(draft)
        play(draft, f"act rumania-box C1.03 as {name}")
    assert refusal(draft, "act rumania-box C1.03 as E") == "TTW 1.3"
    assert now(draft).rumania_box == set(names[:4])


@pytest.mark.rule("TTW 1.3.4")
def test_it_is_ten_hexes_from_each_hex_of_the_west_edge_of_map_c() -> None:
    draft = rumania(game={"rumania_box": frozenset({"Ju.88"})},
                    air={"Ju.88": AirUnit("Ju.88", NOWHERE)})
    for number, away in (("C1.03", 10), ("C1.06", 10), ("C5.03", 14)):
        assert air.distance(draft.world, draft.state, "Ju.88", COAST.at(number)) == away


@pytest.mark.rule("TTW 1.3.2", "TTW 2.5a.1")
def test_from_the_box_they_fly_within_rumania_only() -> None:
    draft = rumania(game={"rumania_box": frozenset({"Ju.88"})}, step="C3",
                    air={"Ju.88": AirUnit("Ju.88", NOWHERE)})
    assert refusal(draft, "fly barrage C8.03 with Ju.88") == ""
    change(draft, "R", hex="C11.03")
    assert refusal(draft, "fly barrage C11.03 with Ju.88") == "TTW 1.3"  # 20 hexes, in range


@pytest.mark.rule("TTW 1.3.3")
def test_they_return_to_it_for_good() -> None:
    draft = rumania(game={"rumania_box": frozenset({"Ju.88"})}, step="C3", rolls=(1, 1, 1, 1, 1, 1),
                    air={"Ju.88": AirUnit("Ju.88", NOWHERE)})
    play(draft, "fly barrage C8.03 with Ju.88")
    unit = draft.state.air["Ju.88"]
    assert (unit.hex, unit.box, unit.active) == (NOWHERE, MAP, False)
    go_to(draft, "C2")
    draft.update(air={"Ju.88": AirUnit("Ju.88", NOWHERE)})
    assert refusal(draft, "fly transfer C4.03 with Ju.88") == "TTW 1.3"


@pytest.mark.rule("TTW 1.3.1")
def test_they_refit_there_for_free() -> None:
    draft = rumania(game={"rumania_box": frozenset({"Ju.88"})}, step="A",
                    air={"Ju.88": AirUnit("Ju.88", NOWHERE, active=False)})
    boxes.step_begins(draft)
    assert draft.state.air["Ju.88"].active
    assert draft.state.dumps == {}
    assert draft.state.air["Ju.88"].box != GONE


def boxed(tokens: int = 9, reach: int = 20, **fields: object) -> Draft:
    """A transport of 2T in the box with supply, a base in Rumania 14 hexes off, one beyond."""
    ju = plane("Ju.52", "Tpt", AXIS, range=reach, capacity=4)
    world = winter((soviet("R"),), COAST, planes=(ju,))
    game = {"rumania_box": frozenset({"Ju.52"}), "rumania_tokens": tokens}
    return drafted(world, {"R": "C28.05"}, first=AXIS, step="C2", game=game,
                   air={"Ju.52": AirUnit("Ju.52", NOWHERE)},
                   bases={"C5.03": (AXIS, 1), "C20.03": (AXIS, 1)}, **fields)  # type: ignore[arg-type]


@pytest.mark.rule("TTW 1.3", "TTW 1.3.2", "TTW 1.3.3", "OCS 14.9")
def test_transports_of_the_box_fly_its_supply_to_bases_in_rumania_and_return() -> None:
    draft = boxed()
    assert [t for t in offered(draft) if "transport" in t] == [
        "fly transport C5.03 with Ju.52 tokens 2"]
    assert refusal(draft, "fly transport C20.03 with Ju.52 tokens 2") == "TTW 1.3"
    play(draft, "fly transport C5.03 with Ju.52 tokens 2")
    assert (tokens(draft, "C5.03"), now(draft).rumania_tokens) == (2, 7)
    unit = draft.state.air["Ju.52"]
    assert (unit.hex, unit.box, unit.active) == (NOWHERE, MAP, False)
    assert refusal(boxed(tokens=1), "fly transport C5.03 with Ju.52 tokens 2") == "OCS 12.2a"
    assert refusal(boxed(reach=13), "fly transport C5.03 with Ju.52 tokens 2") == "TTW 1.3"


@pytest.mark.rule("TTW 1.3.3", "OCS 14.9f")
def test_they_do_not_stay_with_what_a_base_takes_in_no_more() -> None:
    """Level 1 takes 2T; at short range 4T would fit aboard, but then it would have to stay."""
    draft = boxed(reach=28)
    assert refusal(draft, "fly transport C5.03 with Ju.52 tokens 4") == "OCS 14.9f"
    assert refusal(draft, "fly transport C5.03 with Ju.52 tokens 2") == ""


@pytest.mark.rule("TTW 1.3", "OCS 14.9e")
@pytest.mark.parametrize(("reach", "home", "carried"), [(14, "C5.03", 2), (28, "C5.03", 4),
                                                        (13, "", 2)])
def test_supply_is_flown_into_the_box_too(reach: int, home: str, carried: int) -> None:
    """14 hexes: within range it comes back, within half of it with double, beyond it stays."""
    draft = boxed(reach=reach, dumps={"C5.03": (AXIS, 9)})
    draft.update(air={"Ju.52": AirUnit("Ju.52", COAST.at("C5.03"))})
    own_part = evolve(now(draft), rumania_box=frozenset(), rumania_tokens=0)
    draft.update(game=own_part)
    assert "act rumania-cargo C5.03 as Ju.52" in offered(draft)
    play(draft, "act rumania-cargo C5.03 as Ju.52")
    unit = draft.state.air["Ju.52"]
    assert unit.hex == (COAST.at(home) if home else NOWHERE)
    assert not unit.active
    assert now(draft).rumania_tokens == carried
    assert tokens(draft, "C5.03") == 9 - carried
    assert now(draft).rumania_box == (frozenset() if home else frozenset({"Ju.52"}))
    assert refusal(draft, "act rumania-cargo C5.03 as Ju.52") != ""


@pytest.mark.rule("TTW 1.7c.3", "TTW 1.3")
def test_up_to_two_tokens_of_a_turns_supply_go_to_the_box() -> None:
    """Asked while somebody is based there; the rest is placed on the map."""
    draft = boxed(tokens=0)
    draft.ask(GameChoice(AXIS, f"{boxes.SUPPLY} 6", ("0", "1", "2"), "", "TTW 1.7c"))
    draft.update(air={"Ju.52": AirUnit("Ju.52", NOWHERE)})
    assert offered(draft) == ["choose 0", "choose 1", "choose 2"]
    play(draft, "choose 2")
    assert now(draft).rumania_tokens == 2
    assert boxes.takes_supply(draft.state)
    draft.update(game=evolve(now(draft), rumania_box=frozenset()))
    assert not boxes.takes_supply(draft.state)


def test_an_off_map_base_of_a_scenario_counts_its_distance() -> None:
    rows = {"off_map_base": [{"side": SOVIET, "counts_as": "C10.03", "distance": 12,
                              "air": ["Pe-2"]}]}
    world = winter((), COAST, planes=planes("Pe-2", side=SOVIET), game_data=rows)
    draft = drafted(world, air={"Pe-2": AirUnit("Pe-2", NOWHERE)})
    assert air.distance(world, draft.state, "Pe-2", COAST.at("C10.03")) == 12
    assert air.distance(world, draft.state, "Pe-2", COAST.at("C6.03")) == 16
