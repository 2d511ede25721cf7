"""Things without strength that the enemy enters (OCS 9.14): capture and flight."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.ocs import rail
from engine.ocs.decisions import Captured, Displace, Landing
from engine.ocs.pieces import (
    AXIS,
    DEAD,
    POOL,
    SOVIET,
    Aircraft,
    AirUnit,
    Base,
    Dump,
    Face,
    Hog,
    Unit,
)
from engine.ocs.validate import validate
from engine.ocs.world import Draft
from tests.ocs.yard import (
    along,
    make_board,
    make_draft,
    make_world,
    offered,
    organic,
    play,
    refusal,
    regiment,
    tokens,
    trucks,
    unit_at,
    wagons,
)

SOURCES = {AXIS: ("0101",), SOVIET: ("1206",)}


# ---------------------------------------------------------------- dumps (9.14b)


@pytest.mark.rule("OCS 9.14b")
@pytest.mark.parametrize(("roll", "taken"), [(1, 0), (2, 9), (3, 9), (4, 18), (5, 18), (6, 27)])
def test_a_dump_changes_hands_in_part_and_the_rest_is_lost(roll: int, taken: int) -> None:
    """9 SP are 36 tokens."""
    world = make_world([regiment("A")])
    draft = make_draft(world, {"A": "0203"}, dumps={"0303": (SOVIET, 36)}, rolls=(roll,))
    play(draft, "move A to 0303")
    here = draft.state.dumps.get(world.board.at("0303"))
    assert here == (Dump(AXIS, taken) if taken else None)


@pytest.mark.rule("OCS 9.14b", "OCS 4.1")
def test_captured_tokens_are_rounded() -> None:
    """A quarter of 6 tokens is 1 1/2: two."""
    world = make_world([regiment("A")])
    draft = make_draft(world, {"A": "0203"}, dumps={"0303": (SOVIET, 6)}, rolls=(2,))
    play(draft, "move A to 0303")
    assert tokens(draft, "0303") == 2


# ---------------------------------------------------------------- transport (9.14c)


@pytest.mark.rule("OCS 9.14b", "OCS 9.14c", "OCS 9.14c.1", "OCS 9.14c.2")
def test_capture_vector_trucks_roll_three_and_dump_roll_five() -> None:
    """Appendix 1, Capture.

    3 trucks with 3 SP: 1 truck and 3T, 2 trucks and 9T get away; 9 SP: 4 SP 2T, half.
    """
    own = [trucks("T1"), trucks("T2"), trucks("T3")]
    counters = [regiment("A", SOVIET), *own, trucks("S", SOVIET)]
    world = make_world(counters)
    units: dict[str, str | Unit] = {c.id: unit_at(world, c.id, "0303", load=4) for c in own}
    units |= {"A": "0203", "S": Unit("S", box=DEAD, front=False)}
    draft = make_draft(world, units, step="C2'", dumps={"0303": (AXIS, 36)}, rolls=(3, 5))
    play(draft, "move A to 0303")
    hex_ = world.board.at("0303")
    assert draft.state.units["T1"].box == DEAD
    captured = draft.state.units["S"]  # a like counter of the captor
    assert (captured.hex, captured.load) == (hex_, 3)
    assert draft.state.asks == (Displace(AXIS, ("T2", "T3"), hex_, 10, "OCS 9.14c"),)
    play(draft, "displace T2, T3 to 0803")
    aboard = sum(draft.state.units[i].load for i in ("T2", "T3"))
    assert aboard + tokens(draft, "0803") == 9
    assert all(draft.state.units[i].load <= 4 for i in ("T2", "T3"))
    assert draft.state.dumps[hex_] == Dump(SOVIET, 18)


@pytest.mark.rule("OCS 9.14c", "OCS 9.14c.1")
@pytest.mark.parametrize(("roll", "truck", "wagon"), [
    (1, False, False), (3, False, False), (4, True, True), (5, True, True), (6, True, True),
])
def test_trucks_and_wagons_are_rolled_apart_and_rounded_to_whole_points(
    roll: int, truck: bool, wagon: bool
) -> None:
    """A single point of each: a quarter rounds to none, a half to the whole."""
    world = make_world([regiment("A"), trucks("T", SOVIET), wagons("W", SOVIET)])
    draft = make_draft(world, {"A": "0203", "T": "0303", "W": "0303"}, rolls=(roll, roll))
    play(draft, "move A to 0303")
    assert (draft.state.units["T"].box == DEAD) is truck
    assert (draft.state.units["W"].box == DEAD) is wagon
    fleeing = [(d.units, d.radius) for d in draft.state.asks if isinstance(d, Displace)]
    assert fleeing == [u for u, gone in (((("T",), 10), truck), ((("W",), 5), wagon)) if not gone]


@pytest.mark.rule("OCS 9.14c", "OCS 9.14c.2")
def test_a_quarter_of_one_loaded_truck_is_one_token_and_the_truck_gets_away() -> None:
    world = make_world([regiment("A"), trucks("T", SOVIET)])
    draft = make_draft(world, {"A": "0203", "T": unit_at(world, "T", "0303", load=4)}, rolls=(3,))
    play(draft, "move A to 0303", "displace T to 0603")
    assert (draft.state.units["T"].load, tokens(draft, "0303")) == (3, 1)


@pytest.mark.rule("OCS 9.14c", "OCS 9.14c.3")
def test_transport_flees_past_enemies_over_any_terrain_to_a_hex_without_them() -> None:
    board = make_board(terrain={f"05{r:02}": "mountain" for r in range(1, 7)})
    world = make_world([regiment("A"), regiment("B"), wagons("W", SOVIET)], board)
    draft = make_draft(world, {"A": "0203", "B": "0603", "W": "0303"}, rolls=(1,))
    play(draft, "move A to 0303")
    assert refusal(draft, "displace W to 0803") == ""
    assert refusal(draft, "displace W to 0903") == "OCS 9.14c"
    assert refusal(draft, "displace W to 0603") == "OCS 9.14c"
    assert refusal(draft, "displace W to 0303") == "OCS 9.14c"
    assert refusal(draft, "pass") == "OCS 9.14c"


@pytest.mark.rule("OCS 9.14c", "OCS 13.2i")
def test_captured_trucks_move_at_once_if_taken_in_a_movement_segment() -> None:
    world = make_world([regiment("A"), trucks("T", SOVIET), trucks("S")])
    draft = make_draft(world, {"A": "0203", "T": "0303", "S": Unit("S", box=DEAD, front=False)},
                       rolls=(4,))
    play(draft, "move A to 0303")
    assert refusal(draft, "move S to 0403") == ""


@pytest.mark.rule("OCS 9.14c", "OCS 13.2g", "OCS 13.2g.F")
def test_the_owner_says_which_points_are_captured_where_types_are_mixed() -> None:
    """Half of two points on a 4, and of the 6T aboard: 3T go with the one, 3T with the other."""
    own = [trucks("T", SOVIET), organic("O", "57", SOVIET)]
    world = make_world([regiment("A"), *own, trucks("S")])
    units = {"A": "0203", "T": unit_at(world, "T", "0303", load=4), "O": unit_at(
        world, "O", "0303", load=2), "S": Unit("S", box=DEAD, front=False)}
    draft = make_draft(world, units, rolls=(4,))
    play(draft, "move A to 0303")
    assert draft.state.asks == (Captured(SOVIET, ("T", "O"), 1, 3),)
    assert offered(draft) == ["surrender T", "surrender O"]
    assert not validate(world, draft.state)
    assert refusal(draft, "surrender T, O") == "OCS 9.14c"
    play(draft, "surrender O")
    found = {i: (u.box, u.load) for i, u in draft.state.units.items() if i != "A"}
    assert found == {"T": ("map", 3), "O": (DEAD, 0), "S": ("map", 3)}
    assert draft.state.asks == (Displace(SOVIET, ("T",), world.board.at("0303"), 10, "OCS 9.14c"),)


@pytest.mark.rule("OCS 9.14c")
@pytest.mark.parametrize(("roll", "kind"), [(1, "Displace"), (6, "Captured")])
def test_nobody_is_asked_where_all_or_none_are_captured(roll: int, kind: str) -> None:
    """Three quarters of two points are two: a 6 takes both, a 1 none; of four a 6 takes three."""
    own = [trucks("T", SOVIET), organic("O", "57", SOVIET)]
    world = make_world([regiment("A"), *own])
    draft = make_draft(world, {"A": "0203", "T": "0303", "O": "0303"}, rolls=(roll,))
    play(draft, "move A to 0303")
    assert [type(d).__name__ for d in draft.state.asks] == (["Displace"] if roll == 1 else [])
    more = [*own, trucks("T2", SOVIET), trucks("T3", SOVIET)]
    world = make_world([regiment("A"), *more])
    draft = make_draft(world, {"A": "0203", **{c.id: "0303" for c in more}}, rolls=(roll,))
    play(draft, "move A to 0303")
    assert [type(d).__name__ for d in draft.state.asks] == [kind]


# ---------------------------------------------------------------- Extenders (9.14d)


def overtaken(source: str, *rolls: int) -> Draft:
    """A Soviet Extender of one counter, and a truck beside it, in a hex that A enters."""
    world = make_world([regiment("A"), trucks("E", SOVIET, points=5), trucks("T", SOVIET)],
                       sources={SOVIET: (source,)})
    units = {"A": "0203", "T": "0303", "E": Unit("E", box=POOL, front=False)}
    draft = make_draft(world, units, extenders={"0303": "soviet truck"}, rolls=rolls)
    play(draft, "move A to 0303")
    return draft


@pytest.mark.rule("OCS 9.14d")
def test_a_collapsed_extender_goes_to_a_hex_in_trace_supply_without_loss() -> None:
    """No roll for it, only the 1 for the truck beside it; trace is to be had around 1203."""
    draft = overtaken("1203", 1)
    assert refusal(draft, "displace E to 0403") == "OCS 9.14d"
    play(draft, "displace E to 1003", "displace T to 0403")
    assert draft.state.units["E"].hex == draft.world.board.at("1003")
    assert draft.state.dice.named == ()


@pytest.mark.rule("OCS 9.14d", "OCS 9.14c")
@pytest.mark.parametrize(("roll", "box"), [(1, "map"), (6, DEAD)])
def test_its_owner_may_leave_it_where_it_is_to_be_rolled_for_by_itself(
    roll: int, box: str
) -> None:
    """The truck beside it, which has been rolled for, is not rolled for again."""
    draft = overtaken("1203", 1, roll)
    assert "pass" in offered(draft)
    play(draft, "pass")
    assert draft.state.units["E"].box == box
    assert draft.state.dice.named == ()
    fleeing = [d.units for d in draft.state.asks if isinstance(d, Displace)]
    assert fleeing == [("T",), ("E",)][: 2 if roll == 1 else 1]


# ---------------------------------------------------------------- hedgehogs, bases (9.14e, f)


@pytest.mark.rule("OCS 9.14e")
@pytest.mark.parametrize(("level", "after"), [(3, Hog(AXIS, 2)), (1, None)])
def test_a_captured_hedgehog_drops_a_level_in_these_games(level: int, after: Hog | None) -> None:
    world = make_world([regiment("A")])
    draft = make_draft(world, {"A": "0203"}, hogs={"0303": (SOVIET, level)})
    play(draft, "move A to 0303")
    assert draft.state.hogs.get(world.board.at("0303")) == after


def at_the_base(step: str, rolls: tuple[int, ...], *, active: bool = True, home: bool = True,
                far: str = "0803") -> Draft:
    """A Soviet base of Level 2 in 0303 with one aircraft of range 5, and perhaps another base."""
    world = make_world([regiment("A"), regiment("X", SOVIET)],
                       planes=[Aircraft("P", "P", SOVIET, "F", 2, True, 2, 3)], sources=SOURCES)
    bases = {"0303": (SOVIET, 2)} | ({far: (SOVIET, 1)} if home else {})
    hex_ = world.board.at("0303")
    units: dict[str, str | Unit] = {"A": "0203", "X": "1106"}
    if step == "F2":
        weak = Face(1, True, 3, 3)
        world = make_world([regiment("A"), regiment("X", SOVIET, combat=weak)],
                           planes=[Aircraft("P", "P", SOVIET, "F", 2, True, 2, 3)],
                           sources=SOURCES)
        units["X"] = "0303"
    return make_draft(world, units, step=step, bases=bases, rolls=rolls,
                      dumps={"0203": (AXIS, 4)}, air={"P": AirUnit("P", hex_, active=active)})


@pytest.mark.rule("OCS 9.14f", "OCS 9.14f.1")
@pytest.mark.parametrize(("dice", "active", "lost"), [
    ((3, 3), False, 1), ((3, 4), False, 0), ((2, 2), True, 1), ((2, 3), True, 0),
])
def test_aircraft_on_a_captured_base_may_lose_a_step_and_flee_inactive(
    dice: tuple[int, int], active: bool, lost: int
) -> None:
    """6 or less costs a step; 2 more if Active. Five hexes are within twice the range of 3."""
    draft = at_the_base("C2", dice, active=active)
    play(draft, "move A to 0303")
    plane = draft.state.air["P"]
    assert draft.state.bases[draft.world.board.at("0303")] == Base(AXIS, 2)
    assert (plane.hex, plane.lost, plane.active) == (draft.world.board.at("0803"), lost, False)


@pytest.mark.rule("OCS 9.14f", "OCS 9.14f.2")
@pytest.mark.parametrize(("home", "far"), [(False, "0803"), (True, "1003")])
def test_aircraft_without_a_base_within_twice_their_range_are_destroyed(
    home: bool, far: str
) -> None:
    draft = at_the_base("C2", (6, 6), home=home, far=far)
    play(draft, "move A to 0303")
    assert draft.state.air["P"].box == DEAD


@pytest.mark.rule("OCS 9.14f", "OCS 9.12g", "OCS 9.14f.1", "OCS 9.12g.C")
@pytest.mark.parametrize(("dice", "lost"), [((1, 2), 0), ((1, 1), 1)])
def test_an_advance_after_combat_finds_them_two_better_off(
    dice: tuple[int, int], lost: int
) -> None:
    """Active and by advance: +4. 8 to 1/2 is 16:1, the 13:1 column, a 7: Ae3 DL2o2DG."""
    draft = at_the_base("F2", (3, 4, 3, 4, *dice))
    play(draft, "attack 0303 with A", "pass", "advance A to 0303")
    assert draft.state.air["P"].lost == lost


@pytest.mark.rule("OCS 9.14f", "OCS 9.12g", "OCS 9.14f.1", "OCS 9.12g.C")
@pytest.mark.parametrize(("dice", "lost"), [((1, 2), 0), ((1, 1), 1)])
def test_so_does_the_advance_that_an_overrun_makes(dice: tuple[int, int], lost: int) -> None:
    """As above; an Overrun ends with an advance too, a compulsory one."""
    weak = Face(1, True, 3, 3)
    world = make_world([regiment("A"), regiment("X", SOVIET, combat=weak)],
                       planes=[Aircraft("P", "P", SOVIET, "F", 2, True, 2, 3)])
    draft = make_draft(world, {"A": "0203", "X": "0303"}, rolls=(3, 4, 3, 4, *dice),
                       bases={"0303": (SOVIET, 2), "0803": (SOVIET, 1)},
                       dumps={"0203": (AXIS, 4)}, air={"P": "0303"})
    play(draft, "overrun 0303 with A", "pass")
    assert draft.state.air["P"].lost == lost


@pytest.mark.rule("OCS 9.14f", "OCS 9.14f.2")
def test_the_owner_chooses_among_the_bases_within_twice_the_range() -> None:
    """Range 3: 0803 and 0903 are five and six hexes away, 1003 is too far."""
    world = make_world([regiment("A")],
                       planes=[Aircraft("P", "P", SOVIET, "F", 2, True, 2, 3)], sources=SOURCES)
    bases = dict.fromkeys(("0303", "0803", "0903", "1003"), (SOVIET, 1))
    draft = make_draft(world, {"A": "0203"}, bases=bases, air={"P": "0303"}, rolls=(6, 6))
    play(draft, "move A to 0303")
    assert draft.state.asks == (
        Landing(SOVIET, "P", (world.board.at("0803"), world.board.at("0903")), "OCS 9.14f"),
    )
    assert not list(validate(world, draft.state))
    assert sorted(offered(draft)) == ["land P at 0803", "land P at 0903"]
    assert refusal(draft, "land P at 1003") == "OCS 9.14f"
    play(draft, "land P at 0903")
    plane = draft.state.air["P"]
    assert (plane.hex, plane.lost, plane.active) == (world.board.at("0903"), 0, False)


@pytest.mark.rule("OCS 9.14f", "OCS 9.14f.2")
@pytest.mark.parametrize(("last", "home"), [("0803", "0803"), ("0503", "")])
def test_a_base_that_falls_in_the_same_move_is_no_refuge(last: str, home: str) -> None:
    """A takes 0303 and goes on to 0403 and 0503; P flees to what is left then, or is lost."""
    world = make_world([regiment("A")],
                       planes=[Aircraft("P", "P", SOVIET, "F", 2, True, 2, 3)], sources=SOURCES)
    bases = dict.fromkeys(("0303", "0403", "0503", last), (SOVIET, 1))
    draft = make_draft(world, {"A": "0203"}, bases=bases, air={"P": "0303"}, rolls=(6, 6))
    play(draft, "move A via 0303 0403 0503")
    waits = tuple(d.hexes for d in draft.state.asks if isinstance(d, Landing))
    assert waits == (((world.board.at(home),),) if home else ())
    assert (draft.state.air["P"].box == DEAD) is (not home)
    assert not list(validate(world, draft.state))


@pytest.mark.rule("OCS 9.14f", "OCS 14.1b")
def test_a_reduced_aircraft_that_loses_a_step_on_a_captured_base_is_destroyed() -> None:
    draft = at_the_base("C2", (1, 1))
    draft.update(air={"P": evolve(draft.state.air["P"], lost=1)})
    play(draft, "move A to 0303")
    assert draft.state.air["P"].box == DEAD


@pytest.mark.rule("OCS 9.14f", "OCS 15.2")
def test_an_air_strip_is_gone_once_the_enemy_enters() -> None:
    world = make_world([regiment("A")])
    draft = make_draft(world, {"A": "0203"}, bases={"0303": (SOVIET, 0)})
    play(draft, "move A to 0303")
    assert draft.state.bases == {}


@pytest.mark.rule("OCS 9.14a", "OCS 8.0")
def test_a_retreat_and_an_overrun_capture_as_a_move_does() -> None:
    """The dump is rolled for as the winners enter: half of 8 tokens."""
    weak = Face(1, True, 0, 3)
    world = make_world([regiment("A"), regiment("X", SOVIET, combat=weak)])
    draft = make_draft(world, {"A": "0203", "X": "0303"}, rolls=(3, 2, 6, 6, 4),
                       dumps={"0203": (AXIS, 4), "0303": (SOVIET, 8)})
    play(draft, "overrun 0303 with A", "pass")
    assert draft.state.dumps[world.board.at("0303")] == Dump(AXIS, 4)
    assert offered(draft)


# ---------------------------------------------------------------- ports (9.14h, 19.0)


@pytest.mark.rule("OCS 9.14h", "OCS 19.0", "OCS 13.3c")
def test_a_port_goes_with_its_hex_and_is_a_station_of_its_new_owner() -> None:
    """0303 is a port on a railroad of the Axis gauge, taken back from the Soviets."""
    board = make_board(terrain={"0303": "port"}, sides=along(3, 2, 5, "rail"))
    world = make_world([regiment("A")], board, sources={AXIS: ("0203",)})
    draft = make_draft(world, {"A": "0203"}, control={"0303": SOVIET},
                       gauge=dict.fromkeys(("0203", "0303", "0403", "0503"), AXIS))
    hex_ = board.at("0303")
    assert hex_ not in rail.detrainable(world, draft.state, AXIS, cargo=False)
    play(draft, "move A to 0303")
    assert draft.state.control[hex_] == AXIS
    assert hex_ in rail.detrainable(world, draft.state, AXIS, cargo=False)
