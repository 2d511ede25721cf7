"""Setting up (OCS 0.1-0.4): board, boxes, what must hold at the start, what may be chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import catalog, folders
from engine.core.hexes import DIRECTIONS
from engine.ocs import retreat, setup
from engine.ocs.decisions import Retreat, SetUp
from engine.ocs.pieces import (
    ARRIVING,
    AXIS,
    COMBAT,
    MOVE,
    PHASE_FUEL,
    RESERVE,
    SOVIET,
    STRAT,
    Aircraft,
    AirUnit,
    Unit,
)
from engine.ocs.sequence import SEQUENCE
from engine.ocs.validate import validate
from engine.ocs.world import Draft, Options, World
from tests.ocs.yard import (
    battalion,
    division,
    make_board,
    make_draft,
    make_world,
    offered,
    organic,
    play,
    refusal,
    regiment,
    settle,
    tokens,
    trucks,
    unit_at,
)

FREE = Options(free_set_up=True)


# ---------------------------------------------------------------- hex numbers (0.1)


@pytest.mark.rule("OCS 0.1")
def test_columns_run_east_and_rows_north() -> None:
    """From B10.10 the hex above is B10.11, and B11 lies to the east of B10."""
    board = catalog.load("korsun").board
    here = board.at("B10.10")
    north = board.around[6 * here + DIRECTIONS.index("N")]
    assert board.id(north) == "B10.11"
    assert board.xy[board.at("B11.10")][0] > board.xy[here][0]
    assert board.adjacent(here, board.at("B11.10"))


# ---------------------------------------------------------------- leaving the map, boxes (0.2, 0.3)


@pytest.mark.rule("OCS 0.2")
def test_a_unit_at_the_edge_moves_nowhere_but_onto_hexes_of_the_map() -> None:
    """The corner 0101 has two neighbours on the map."""
    draft = make_draft(make_world([regiment("A", ma=1)]), {"A": "0101"})
    moves = {o.rsplit(" ", 1)[1] for o in offered(draft) if o.startswith("move A")}
    corner = draft.world.board.at("0101")
    assert moves == {draft.world.board.id(n) for n in draft.world.board.neighbors(corner)}


@pytest.mark.rule("OCS 0.2")
def test_a_unit_that_can_only_retreat_off_the_map_is_destroyed() -> None:
    """In the corner, with enemies on the three hexes beside it."""
    world = make_world([regiment("A"), regiment("B"), regiment("C"), regiment("X", SOVIET)])
    corner = world.board.at("0101")
    beside = [world.board.id(n) for n in world.board.neighbors(corner)]
    draft = make_draft(world, {**dict(zip("ABC", beside, strict=True)), "X": "0101"}, step="F2")
    draft.ask(Retreat(SOVIET, ("X",), 1, corner))
    retreat.refresh(draft)
    assert not draft.state.units["X"].on_map
    assert draft.state.asks == ()


@pytest.mark.rule("OCS 0.3")
def test_a_box_holds_any_number_of_units_and_nobody_fights_there() -> None:
    """Fifteen RE wait in a box; nothing is overstacked, and nobody there is moved or attacked."""
    world = make_world([*(regiment(f"R{n}") for n in range(15)), regiment("X", SOVIET)])
    units: dict[str, str | Unit] = {f"R{n}": Unit(f"R{n}", box=ARRIVING) for n in range(15)}
    draft = make_draft(world, {**units, "X": "0603"})
    assert validate(world, draft.state) == []
    assert refusal(draft, "move R0 to 0203") == "OCS 6.3a"
    play(draft, "end")
    assert not draft.state.asks


# ---------------------------------------------------------------- what must hold (0.4)


def faults(world: World, units: dict[str, str | Unit], **fields: object) -> list[str]:
    """The rules that a set-up breaks."""
    draft = make_draft(world, units, **fields)  # type: ignore[arg-type]
    return [p.rule for p in setup.problems(world, draft.state)]


@pytest.mark.rule("OCS 0.4", "OCS 0.4.1")
@pytest.mark.parametrize(("marker", "enemy", "broken"), [
    (RESERVE, COMBAT, ["OCS 0.4.1"]), (STRAT, COMBAT, ["OCS 0.4.1"]), ("", COMBAT, []),
    (RESERVE, MOVE, ["OCS 0.4.1"]), (RESERVE, RESERVE, []),
])
def test_nobody_begins_in_reserve_or_strat_next_to_those_who_can_attack(
    marker: str, enemy: str, broken: list[str]
) -> None:
    """A unit in Move Mode has no ZOC, but it can attack; one in Reserve cannot."""
    world = make_world([regiment("A"), regiment("X", SOVIET)])
    foe = unit_at(world, "X", "0603", front=enemy != MOVE, marker=RESERVE * (enemy == RESERVE))
    found = faults(world, {"A": unit_at(world, "A", "0503", marker=marker), "X": foe})
    own = [rule for rule in found if rule]
    assert own == broken


@pytest.mark.rule("OCS 0.4", "OCS 0.4.3")
def test_nothing_begins_fuelled_and_no_aircraft_inactive() -> None:
    world = make_world([battalion("A")], planes=[Aircraft("P", "P", AXIS, "F", 3)])
    fueled = unit_at(world, "A", "0503", fuel=PHASE_FUEL)
    resting = AirUnit("P", world.board.at("0203"), active=False)
    assert faults(world, {"A": fueled}, bases={"0203": (AXIS, 1)}, air={"P": resting}) == [
        "OCS 0.4.3", "OCS 0.4.3"
    ]
    assert faults(world, {"A": "0503"}, bases={"0203": (AXIS, 1)}, air={"P": "0203"}) == []


@pytest.mark.rule("OCS 0.4", "OCS 0.4.4")
def test_no_hex_is_overstacked_and_nobody_stands_where_he_could_not_have_come() -> None:
    """Four divisions of three RE are twelve; a Track battalion does not get into a lake."""
    world = make_world([division(f"D{n}") for n in range(4)])
    assert faults(world, {f"D{n}": "0503" for n in range(3)}) == []
    assert faults(world, {f"D{n}": "0503" for n in range(4)}) == ["OCS 0.4.4"]
    wet = make_world([battalion("A")], make_board(terrain={"0503": "lake"}))
    assert faults(wet, {"A": "0503"}) == ["OCS 0.4.4"]


@pytest.mark.rule("OCS 0.4", "OCS 0.4.4")
def test_korsun_is_set_up_by_the_rules_and_a_broken_copy_is_told(tmp_path: Path) -> None:
    """A stack of the Axis next to Soviet units that can attack begins in Reserve."""
    world = catalog.load("korsun")
    assert list(setup.problems(world, setup.opening(world))) == []
    state = setup.opening(world)
    unit = next(u for u in state.units.values() if u.on_map and world.side(u.id) == AXIS
                and world.counters[u.id].fighting and setup.near_attackers(world, state, u))
    copy = tmp_path / "korsun.toml"
    text = (folders.SCENARIOS / "third_winter" / "korsun.toml").read_text(encoding="utf-8")
    head = '[[set_up]]\nsource = "reconstructed"\nside = "axis"\n'
    head += f'hex = "{world.board.id(unit.hex)}"\n'
    assert head in text
    copy.write_text(text.replace(head, head + 'mode = "reserve"\n'), encoding="utf-8")
    faults = [str(fault) for fault in catalog.check([copy])]
    assert any("OCS 0.4.1" in fault and world.name(unit.id) in fault for fault in faults)


@pytest.mark.rule("OCS 0.4.2")
def test_organic_trucks_of_korsun_are_full_as_the_scenario_says_and_other_transport_as_listed(
) -> None:
    world = catalog.load("korsun")
    for unit in world.scenario.units.values():
        counter = world.counters[unit.id]
        if counter.type == "organic truck" and unit.on_map:
            assert unit.load == 4 * counter.points


# ---------------------------------------------------------------- what is chosen (0.4)


def beginning(**units: str) -> Draft:
    """A game about to begin, with regiments, a truck on supply, and an enemy in 0603."""
    world = make_world(
        [regiment("A"), regiment("B"), regiment("X", SOVIET), trucks("T"), organic("O", "57")],
        options=FREE, reserve_markers={AXIS: 1, SOVIET: 0}, first_player=SOVIET,
        weather={1: ("dry", "normal")},
    )
    places = {"A": "0203", "B": "0503", "X": "0603", "T": "0203", "O": "0203", **units}
    draft = make_draft(world, places, step="P1", first="", dumps={"0203": (AXIS, 3)})
    draft.update(asks=setup.opening(world).asks)
    return draft


@pytest.mark.rule("OCS 0.4")
def test_the_second_player_sets_up_first_and_then_the_other_before_any_dice() -> None:
    draft = beginning()
    settle(draft)
    assert draft.state.asks == (SetUp(SOVIET), SetUp(AXIS))
    assert refusal(draft, "begin X as move") == "OCS 0.4"
    play(draft, "pass")
    assert draft.state.asks == (SetUp(SOVIET),)
    assert refusal(draft, "begin X as move") == ""
    play(draft, "pass")
    assert SEQUENCE[draft.state.step].id not in ("P1", "P2")


@pytest.mark.rule("OCS 0.4")
def test_without_the_option_the_scenario_says_how_units_begin() -> None:
    assert setup.opening(make_world([regiment("A")])).asks == ()


@pytest.mark.rule("OCS 0.4.1")
def test_units_begin_in_any_mode_but_reserve_and_strat_away_from_the_enemy() -> None:
    draft = beginning()
    for how in ("move", "strat", "reserve showing move"):
        assert refusal(draft, f"begin A as {how}") == ""
    assert refusal(draft, "begin B as move") == ""
    assert refusal(draft, "begin B as reserve") == "OCS 0.4.1"
    assert refusal(draft, "begin B as strat") == "OCS 0.4.1"
    assert refusal(draft, "begin A as dg") == "OCS 0.4.1"
    assert refusal(draft, "begin T as combat") == "OCS 5.5c"
    assert refusal(draft, "begin A as move showing combat") == "OCS 5.7a"
    play(draft, "begin A as reserve showing move")
    unit = draft.state.units["A"]
    assert (unit.marker, unit.front, unit.changed) == (RESERVE, False, False)


@pytest.mark.rule("OCS 0.4.1", "OCS 5.4a")
def test_reserve_markers_limit_the_set_up_too() -> None:
    """One marker covers both in 0203; B in 0202 needs a second."""
    draft = beginning(B="0202")
    play(draft, "begin A as reserve", "begin O as reserve")
    assert refusal(draft, "pass") == ""
    play(draft, "begin B as reserve")
    assert refusal(draft, "pass") == "OCS 5.4a"
    assert "pass" not in offered(draft)


@pytest.mark.rule("OCS 0.4.2")
def test_transport_on_supply_begins_loaded_or_empty() -> None:
    """Three tokens lie there: the truck takes them and may put them down again."""
    draft = beginning()
    assert refusal(draft, "begin T as empty") == "OCS 0.4.2"
    play(draft, "begin T as loaded")
    assert (draft.state.units["T"].load, tokens(draft, "0203")) == (3, 0)
    assert refusal(draft, "begin O as loaded") == "OCS 0.4.2", "nothing is left"
    play(draft, "begin T as empty")
    assert (draft.state.units["T"].load, tokens(draft, "0203")) == (0, 3)
    assert refusal(draft, "begin A as loaded") == "OCS 13.2"
    play(draft, "begin O as loaded")
    assert draft.state.units["O"].load == 3


@pytest.mark.rule("OCS 0.4.5", "OCS 0.4.4")
def test_a_group_within_a_radius_is_spread_over_it() -> None:
    """D and B belong around 0403, at most a hex away; A is listed in a hex."""
    world = make_world(
        [regiment("A"), division("D"), regiment("B"), regiment("X", SOVIET)], options=FREE,
        units={i: unit_at(make_world([regiment(i)]), i, "0403") for i in "ADB"},
        within={"D": 1, "B": 1}, reserve_markers={AXIS: 9, SOVIET: 0},
    )
    draft = make_draft(world, {"A": "0403", "D": "0403", "B": "0403", "X": "0604"}, step="P1",
                       control={"0404": SOVIET})
    draft.update(asks=(SetUp(AXIS),))
    assert refusal(draft, "spread A to 0402") == "OCS 0.4.5"
    assert refusal(draft, "spread D to 0401") == "OCS 0.4.5", "two hexes away"
    assert refusal(draft, "spread D to 0404") == "OCS 0.4.5", "the enemy holds it"
    play(draft, "spread D, B to 0503")
    assert draft.state.units["D"].hex == world.board.at("0503")
    assert draft.state.control[world.board.at("0503")] == AXIS
    assert refusal(draft, "begin B as reserve") == "OCS 0.4.1", "0604 is next to it now"
    assert "spread B to 0402" in offered(draft)
    assert refusal(draft, "pass") == ""


@pytest.mark.rule("OCS 0.4.5", "OCS 20.0a")
def test_a_group_may_be_spread_with_breakdowns() -> None:
    world = make_world(
        [division("D"), regiment("B", type="breakdown")], options=FREE, within={"D": 1},
        units={"D": unit_at(make_world([division("D")]), "D", "0403")},
    )
    draft = make_draft(world, {"D": "0403", "B": Unit("B", box="pool")}, step="P1")
    draft.update(asks=(SetUp(AXIS),))
    assert "detach D as B" in offered(draft)
    play(draft, "detach D as B", "spread B to 0402")
    assert (draft.state.units["D"].lost, draft.state.units["B"].hex) == (1, world.board.at("0402"))


@pytest.mark.rule("OCS 0.4")
def test_every_choice_of_the_set_up_is_offered() -> None:
    draft = beginning()
    assert offered(draft) == [
        "begin A as move", "begin A as reserve showing combat", "begin A as reserve showing move",
        "begin A as strat", "begin B as move", "begin T as loaded", "begin O as reserve",
        "begin O as loaded", "pass",
    ]
