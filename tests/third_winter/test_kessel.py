"""Kessel HQs, with the example at Korsun (TTW 2.3a)."""

from __future__ import annotations

import pytest

from engine.catalog import boards
from engine.core.board import Board
from engine.ocs import flak, trace
from engine.ocs.pieces import AXIS, COMBAT, DG, MP, POOL, SOVIET
from engine.ocs.sizes import engineer_capable, printed_strength
from engine.ocs.state import Mission
from engine.ocs.terrain import bridging
from engine.ocs.world import Draft
from engine.ocs.zoc import in_ezoc
from engine.third_winter import kessel, kessel_moves, replacement_tables
from tests.ocs.yard import change, go_to, play, refusal
from tests.third_winter.ground import (
    board,
    counters,
    german,
    hq,
    in_box,
    river,
    soviet,
    tanks,
    where,
)
from tests.third_winter.ground import kessel as kessel_hq
from tests.third_winter.steppe import drafted, now, winter

FIELD = board("B", 12, 12)


def pocket(*counters: object, units: dict[str, object] | None = None, field: Board = FIELD,
           **fields: object) -> Draft:
    """A Kessel HQ in the pool and what else is named; the Axis is first."""
    stand = {"Kessel": in_box("Kessel"), **(units or {})}
    fields.setdefault("first", AXIS)
    return drafted(winter((kessel_hq(), *counters), field), stand, **fields)  # type: ignore[arg-type]


# ---------------------------------------------------------------- placing


@pytest.mark.rule("TTW 2.3a")
def test_it_is_placed_in_the_reinforcement_phase_with_an_axis_combat_unit_anywhere() -> None:
    draft = pocket(german("G"), soviet("R"), units={"G": "B5.05", "R": "B6.05"}, step="B")
    assert refusal(draft, "act kessel B8.08 with Kessel") == "TTW 2.3a"
    play(draft, "act kessel B5.05 with Kessel")  # in an enemy ZOC
    assert where(draft, "Kessel") == "B5.05"
    go_to(draft, "C2")
    assert refusal(draft, "act remove-kessel B5.05 with Kessel") == "TTW 2.3a"
    draft = pocket(german("G"), units={"G": "B5.05"}, step="B'")
    assert refusal(draft, "act kessel B5.05 with Kessel") == "TTW 2.3a"


@pytest.mark.rule("TTW 2.3a.s1")
def test_a_removed_or_destroyed_one_returns_three_turns_later() -> None:
    draft = pocket(german("G"), units={"G": "B5.05", "Kessel": "B5.05"}, step="B", turn=2)
    play(draft, "act remove-kessel B5.05 with Kessel")
    assert where(draft, "Kessel") == POOL
    draft.update(turn=4)
    assert refusal(draft, "act kessel B5.05 with Kessel") == "TTW 2.3a"
    draft.update(turn=5)
    assert refusal(draft, "act kessel B5.05 with Kessel") == ""
    draft = pocket(units={"Kessel": "B5.05"}, turn=3)
    kessel.unit_lost(draft, "Kessel", "combat")
    assert (where(draft, "Kessel"), now(draft).kessel_back) == (POOL, {"Kessel": 6})


# ---------------------------------------------------------------- what it is


@pytest.mark.rule("TTW 2.3a.1")
def test_its_defense_is_two_in_combat_mode_and_one_in_move_mode() -> None:
    draft = pocket(units={"Kessel": "B5.05"})
    unit = draft.state.units["Kessel"]
    assert printed_strength(draft.world, unit, attacking=False) == 2
    change(draft, "Kessel", front=False)
    assert printed_strength(draft.world, draft.state.units["Kessel"], attacking=False) == 1


@pytest.mark.rule("TTW 2.3a.1", "TTW 2.3a.2")
def test_the_counters_of_the_game_say_so_too() -> None:
    for id_ in ("hq-kessel-1", "hq-kessel-2"):
        counter = counters()[id_]
        assert (counter.combat.strength, counter.move.strength) == (2, 1)
        assert (counter.engineer, counter.flak, counter.combat.throw) == (False, 0, 1)


@pytest.mark.rule("TTW 2.3a.2")
def test_it_has_no_engineer_functions() -> None:
    field = board("B", 6, 6, sides=river("B2.02-B3.03", word="minor_river"))
    draft = pocket(units={"Kessel": "B2.02"}, field=field)
    assert not engineer_capable(draft.world, draft.state.units["Kessel"])
    assert not bridging(draft.world, draft.state, AXIS, field.at("B2.02"), field.at("B3.03"))


@pytest.mark.rule("TTW 2.3a.3")
def test_its_flak_modifier_is_zero() -> None:
    mission = Mission("barrage", SOVIET, FIELD.at("B5.05"))
    draft = pocket(hq("Corps"), units={"Kessel": "B5.05"})
    assert sum(m.drm for m in flak.modifiers(draft.world, draft.state, mission, ())) == 0
    draft = pocket(hq("Corps"), units={"Kessel": "B5.05", "Corps": "B5.05"})
    assert sum(m.drm for m in flak.modifiers(draft.world, draft.state, mission, ())) == 1


@pytest.mark.rule("TTW 2.3a.4")
def test_replacements_do_not_appear_with_it() -> None:
    draft = pocket(german("Dead"), units={"Kessel": "B5.05", "Dead": in_box("Dead", "dead")})
    assert replacement_tables.arrival_hexes(draft.world, draft.state, "Dead") == ()


@pytest.mark.rule("TTW 2.3a.A")
def test_axis_combat_units_in_its_throw_range_trace_through_it() -> None:
    draft = pocket(german("G"), german("H"),
                   units={"Kessel": "B5.05", "G": "B5.07", "H": "B5.08"})
    assert trace.traces(draft.world, draft.state, draft.state.units["G"])  # 1 MP and a hex
    assert not trace.traces(draft.world, draft.state, draft.state.units["H"])
    assert kessel.only_by_kessel(draft.world, draft.state, draft.state.units["G"])


# ---------------------------------------------------------------- free moves


def marching(**fields: object) -> Draft:
    units = {"Kessel": "B6.06", "G": "B6.08", **fields.pop("units", {})}  # type: ignore[dict-item]
    return pocket(german("G", ma=1), *fields.pop("more", ()), units=units, **fields)  # type: ignore[misc]


@pytest.mark.rule("TTW 2.3a.B", "TTW 2.3a.B1", "TTW 2.3a.B2")
def test_a_leg_unit_enters_hexes_within_two_of_it_free_up_to_four_and_moves_no_more() -> None:
    draft = marching()
    assert refusal(draft, "act kessel-move B6.03 with G") == "TTW 2.3a"  # three from the HQ
    play(draft, "act kessel-move B6.04 with G")
    unit = draft.state.units["G"]
    assert (where(draft, "G"), unit.spent, unit.finished) == ("B6.04", 0, True)
    assert refusal(draft, "move G to B6.03") == "OCS 6.1g"
    draft = marching(units={"G": "B6.09"})
    assert refusal(draft, "act kessel-move B6.08 with G") == ""
    assert refusal(draft, "act kessel-move B6.04 with G") == "TTW 2.3a"  # five hexes


@pytest.mark.rule("TTW 2.3a.B", "TTW 2.3a.B2")
def test_track_units_dg_units_and_units_that_have_moved_do_not() -> None:
    draft = marching(more=(tanks("T", AXIS),), units={"T": "B6.08"})
    change(draft, "T", fuel="phase")
    assert refusal(draft, "act kessel-move B6.07 with T") == "TTW 2.3a"
    change(draft, "G", marker=DG)
    assert refusal(draft, "act kessel-move B6.07 with G") == "TTW 2.3a"
    draft = marching()
    play(draft, "move G to B5.08")
    assert refusal(draft, "act kessel-move B6.07 with G") == "TTW 2.3a"


@pytest.mark.rule("TTW 2.3a.B3")
def test_a_cost_of_all_ends_the_move_and_the_dnepr_stays_closed() -> None:
    wall = river("B6.07-B6.08", "B5.08-B6.08", "B7.08-B6.08", "B5.09-B6.08", "B7.09-B6.08",
                 "B6.09-B6.08", word="major_river")
    draft = marching(field=board("B", 12, 12, sides=wall))
    ways = kessel_moves.ways(draft.world, draft.state, draft.state.units["G"],
                             draft.state.units["Kessel"])
    names = {draft.world.board.id(h) for h in ways}
    assert "B6.07" in names and "B6.06" not in names
    volga = river("B6.07-B6.08 road", "B5.08-B6.08", "B7.08-B6.08", "B5.09-B6.08",
                  "B7.09-B6.08", "B6.09-B6.08")
    draft = marching(field=board("B", 12, 12, sides=volga))
    assert refusal(draft, "act kessel-move B6.07 with G") == "TTW 2.3a"


@pytest.mark.rule("TTW 2.3a.B4")
def test_an_enemy_zone_that_nobody_negates_ends_the_move() -> None:
    draft = marching(more=(soviet("R"), german("H")), units={"R": "B7.07", "H": "B1.01"})
    goal = "act kessel-move B6.05 with G"  # by B6.07 and B6.06, both beside R, or around
    ways = kessel_moves.ways(draft.world, draft.state, draft.state.units["G"],
                             draft.state.units["Kessel"])
    assert all(FIELD.at("B6.07") not in way[:-1] for way in ways.values())
    change(draft, "H", hex="B6.07", moved=True, finished=True)
    assert refusal(draft, goal) == ""
    assert kessel_moves.ways(draft.world, draft.state, draft.state.units["G"],
                             draft.state.units["Kessel"])[FIELD.at("B6.05")]


@pytest.mark.rule("TTW 2.3a.B5")
def test_a_unit_is_moved_by_one_kessel_hq_in_a_turn() -> None:
    draft = marching()
    play(draft, "act kessel-move B6.07 with G")
    change(draft, "G", moved=False, finished=False)
    draft.update(moving=())
    assert refusal(draft, "act kessel-move B6.06 with G") == "TTW 2.3a"
    kessel_moves.turn_begins(draft)
    assert refusal(draft, "act kessel-move B6.06 with G") == ""


@pytest.mark.rule("TTW 2.3a.B6")
def test_the_move_ends_no_further_east_than_it_began() -> None:
    draft = marching()
    assert refusal(draft, "act kessel-move B7.07 with G") == "TTW 2.3a"
    assert refusal(draft, "act kessel-move B5.07 with G") == ""


# ---------------------------------------------------------------- the example


@pytest.fixture(scope="module")
def maps() -> Board:
    return boards.load("third_winter")


def korsun(maps: Board) -> Draft:
    """The pocket east of Gorodishche; the illustration's stacks as the text needs them."""
    leg = [german(n) for n in ("Wall", "Brkdwn A", "Brkdwn B", "9 Mot", "10 SS", "Narwa",
                               "800 Arty", "5 SS Arty")]
    foes = [soviet(n) for n in ("R1", "R2", "R3")]
    units = {
        "Wall": "B12.06", "Brkdwn A": "B12.05", "Brkdwn B": "B13.07", "9 Mot": "B13.08",
        "10 SS": "B14.07", "Narwa": "B15.07", "800 Arty": "B11.09", "5 SS Arty": "B12.07",
        "5 SS Aufk": "B13.06", "R1": "B15.06", "R2": "B10.05", "R3": "B13.04",
    }
    return pocket(*leg, *foes, tanks("5 SS Aufk", AXIS), units=units, field=maps, step="B")


@pytest.mark.rule(
    "TTW 2.3a.ex1", "TTW 2.3a.ex1.1", "TTW 2.3a.ex1.2", "TTW 2.3a.ex1.3", "TTW 2.3a.ex1.4",
    "TTW 2.3a.ex1.5", "TTW 2.3a.ex1.6", "TTW 2.3a.ex1.7", "TTW 2.3a.ex1.8",
)
def test_the_kessel_example_at_korsun(maps: Board) -> None:
    draft = korsun(maps)
    play(draft, "act kessel B13.07 with Kessel")
    go_to(draft, "C2")
    # B12.04 and B11.04 are more than two hexes from the HQ: regular movement.
    assert refusal(draft, "act kessel-move B12.04 with Wall") == "TTW 2.3a"
    assert refusal(draft, "act kessel-move B11.04 with Brkdwn A") == "TTW 2.3a"
    change(draft, "Wall", front=False)  # 6 MPs through swamp and woods
    play(draft, "move Wall to B12.04", "move Brkdwn A to B11.04")
    for name in ("9 Mot", "10 SS", "Narwa"):
        helper, unit = draft.state.units["Kessel"], draft.state.units[name]
        way = kessel_moves.ways(draft.world, draft.state, unit, helper)[maps.at("B12.05")]
        assert maps.at("B14.06") not in way  # its EZOC would stop them
        play(draft, f"act kessel-move B12.05 with {name}")
        assert draft.state.units[name].spent == 0
    # 800 Arty goes no further east, and stops in the EZOC of B11.06.
    for goal in ("B12.05", "B12.06"):
        assert refusal(draft, f"act kessel-move {goal} with 800 Arty") == "TTW 2.3a"
    normally = Draft(draft.world, draft.state)
    play(normally, "move 800 Arty to B11.06")
    assert normally.state.units["800 Arty"].spent == 3 * MP
    play(draft, "act kessel-move B11.06 with 800 Arty")
    assert draft.state.units["800 Arty"].spent == 0
    assert in_ezoc(draft.world, draft.state, AXIS, maps.at("B11.06"))
    # The HQ itself moves on; it serves in Move Mode too.
    play(draft, "mode Kessel as move", "move Kessel to B12.05")
    assert draft.state.units["Kessel"].mode != COMBAT
    play(draft, "act kessel-move B11.04 with 5 SS Arty")
    # The EZOC in B12.04 is negated by Wall: on to B12.03.
    play(draft, "act kessel-move B12.03 with Brkdwn B")
    assert refusal(draft, "act kessel-move B12.05 with 5 SS Aufk") == "TTW 2.3a"
    assert refusal(draft, "move 5 SS Aufk to B12.05") == "OCS 12.5a"
    # In the Supply Phase all of them are within 1 MP and a hex of the HQ.
    go_to(draft, "D")
    axis = [u for u in draft.state.units.values() if draft.world.counters[u.id].side == AXIS]
    assert all(kessel.traces(draft.world, draft.state, u) for u in axis)


@pytest.mark.rule("TTW 2.3a.ex1.6")
def test_without_wall_in_b1204_the_breakdown_stops_there(maps: Board) -> None:
    draft = korsun(maps)
    play(draft, "act kessel B12.05 with Kessel")
    go_to(draft, "C2")
    assert refusal(draft, "act kessel-move B12.03 with Brkdwn B") == "TTW 2.3a"
    assert refusal(draft, "act kessel-move B12.04 with Brkdwn B") == ""
