"""Ground movement (BSR 10.0 to 10.5): who moves when, how far, alone or in a stack."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import board as core_board
from engine.core import hexes
from engine.core.board import NOWHERE, Hex
from engine.core.errors import BadCommand, Refusal
from engine.efs import (
    advance,
    allowance,
    fortifications,
    headquarters,
    interphase,
    movement,
    one_hex,
    phases,
    reinforcements,
    retreat,
)
from engine.efs.decisions import Advance, Retreat
from engine.efs.pieces import (
    ACTIVATED,
    AXIS,
    CADRE,
    CANNOT_REBUILD,
    GARRISON,
    OUT_OF_SUPPLY,
    REINFORCEMENT,
    REPLACEMENTS,
    SET_ASIDE,
    SOVIET,
    Counter,
    Unit,
)
from engine.efs.sequence import ENGINEERING, INTERPHASE, SEQUENCE, place
from engine.efs.world import Arrival, Draft, Hooks
from tests.efs.moves import (
    CAVALRY,
    FOOT,
    GREEN,
    MOTORIZED,
    MUD,
    ORANGE,
    SOVIET_ARMOR,
    cost,
    foe,
    kind,
    left,
    lone,
    reached,
    where,
)
from tests.efs.support import (
    go_to,
    make_board,
    make_draft,
    make_state,
    make_world,
    plain_hooks,
    play,
    refusal,
)
from tests.efs.support import headquarters as hq

PHASES = {
    (AXIS, "move"): "B.1", (AXIS, "motorized"): "B.5", (AXIS, "react"): "C.3a",
    (SOVIET, "motorized"): "C.1", (SOVIET, "move"): "C.5", (SOVIET, "react"): "B.3a",
}


def share(of: str, side: str, phase: str, **fields: Any) -> float:
    """What part of an MA of 8 a unit of the class has in a phase; 0 where it does not move."""
    counter = kind("A", of, **{"side": side, "ma": 8, **fields})
    world = make_world(counters=[counter])
    state = make_state(world, {"A": "0303"}, step=PHASES[side, phase])
    return allowance.allowance(world, state, state.units["A"]) / 16


# ---------------------------------------------------------------- 10.0 to 10.3: the phase chart

CHART = {
    # class: Axis movement, motorized, reaction; Soviet motorized, movement, reaction
    FOOT: (1, 0, 0, 0, 1, 0),
    MOTORIZED: (1, 0.5, 0.5, 1, 0.5, 0.5),
    CAVALRY: (1, 0.5, 0, 0.5, 1, 0),
    ORANGE: (1, 0, 0, 0, 1, 0),
    GREEN: (1, 0, 0, 0, 1, 0),
}
COLUMNS = (
    ((AXIS, "move"), ("BSR 10.11", "ESP B.1c")),
    ((AXIS, "motorized"), ("BSR 10.21", "ESP B.5a", "ESP B.5a.1", "ESP B.5a.2")),
    ((AXIS, "react"), ("BSR 10.3",)),
    ((SOVIET, "motorized"), ("BSR 10.21", "ESP C.1b.1", "ESP C.1b.1.1", "ESP C.1b.1.2")),
    ((SOVIET, "move"), ("BSR 10.11", "ESP C.5b.1", "ESP C.5b.1.n1")),
    ((SOVIET, "react"), ("BSR 10.3",)),
)


@pytest.mark.parametrize(
    ("of", "side", "phase", "part"),
    [
        pytest.param(of, side, phase, part,
                     marks=pytest.mark.rule("BSR 10.0", "BSR 10.0.s1", *rules))
        for of, parts in CHART.items()
        for ((side, phase), rules), part in zip(COLUMNS, parts, strict=True)
    ],
)
def test_each_class_moves_in_its_phases_at_its_rate(
    of: str, side: str, phase: str, part: float
) -> None:
    assert share(of, side, phase) == part


@pytest.mark.parametrize(
    ("of", "step", "rule"),
    [
        pytest.param(FOOT, "B.5", "BSR 10.21", marks=pytest.mark.rule("BSR 10.21", "ESP B.5a")),
        pytest.param(MOTORIZED, "B.5", "", marks=pytest.mark.rule("BSR 10.21", "ESP B.5a.1")),
        pytest.param(CAVALRY, "B.5", "", marks=pytest.mark.rule("BSR 10.21", "ESP B.5a.2")),
        pytest.param(FOOT, "B.1", "", marks=pytest.mark.rule("BSR 10.11", "ESP B.1c")),
        pytest.param(FOOT, "C.3a", "BSR 10.3", marks=pytest.mark.rule("BSR 10.3")),
        pytest.param(FOOT, "C.1", "BSR 10.0", marks=pytest.mark.rule("BSR 10.0")),
        pytest.param(FOOT, "C.5", "BSR 10.0", marks=pytest.mark.rule("BSR 10.0")),
    ],
)
def test_a_unit_that_has_no_part_in_a_phase_is_refused(of: str, step: str, rule: str) -> None:
    """Axis units, in phases of their own side and of the other."""
    assert refusal(lone(of, step=step), "move A to 0304", movement) == rule


@pytest.mark.rule("BSR 10.0", "BSR 10.52.s1")
def test_a_side_moves_any_all_or_none_of_its_units() -> None:
    world = make_world(counters=[kind("A"), kind("B"), kind("M", MOTORIZED), foe()])
    spots = {"A": "0101", "B": "0303", "M": "0303", "Foe": "0606"}
    draft = make_draft(world, spots)
    assert [u.id for u in allowance.movers(world, draft.state)] == ["A", "B", "M"]
    assert phases.may_end(world, draft.state) is None
    motorized = make_draft(world, spots, step="B.5")
    assert [u.id for u in allowance.movers(world, motorized.state)] == ["M"]


@pytest.mark.rule("BSR 10.0.n1")
@pytest.mark.parametrize("step", ["B.1", "B.5"])
def test_an_out_of_supply_unit_still_moves_two_points_less(step: str) -> None:
    """MA 8 becomes 6, before it is halved (BSR 6.71)."""
    full = 8 if step == "B.1" else 4
    draft = lone(MOTORIZED, step=step, fields={"ma": 8})
    assert left(draft, "A") == full
    unit = draft.state.units["A"]
    draft.update(units={"A": Unit("A", unit.hex, marks=frozenset({OUT_OF_SUPPLY}))})
    assert left(draft, "A") == (6 if step == "B.1" else 3)
    assert refusal(draft, "move A to 0304", movement) == ""


@pytest.mark.rule("BSR 10.0.n2")
def test_the_fraction_of_a_halved_ma_is_kept_and_can_be_used_on_a_road() -> None:
    """Half of 7 is 3 1/2: three clear hexes and a road hex for the last half point."""
    sides = {("0304", "0305"): "road.minor"}
    draft = lone(MOTORIZED, "0301", None, sides, step="B.5", fields={"ma": 7})
    assert left(draft, "A") == 3.5
    assert cost(draft, "A", "0302 0303 0304 0305") == 3.5
    assert cost(lone(MOTORIZED, "0301", step="B.5", fields={"ma": 7}), "A",
                "0302 0303 0304 0305") == "BSR 10.52"


# ---------------------------------------------------------------- 10.12, 10.22 replacements


@pytest.mark.parametrize(
    ("side", "steps", "rule"),
    [
        pytest.param(AXIS, ("B.1", "B.5"), "BSR 10.12", marks=pytest.mark.rule("BSR 10.12")),
        pytest.param(SOVIET, ("C.1", "C.5"), "BSR 10.22",
                     marks=pytest.mark.rule("BSR 10.22", "ESP C.5b.1.2")),
    ],
)
def test_a_unit_that_receives_replacements_does_not_move_in_its_segment(
    side: str, steps: tuple[str, str], rule: str
) -> None:
    for step in steps:
        draft = lone(MOTORIZED, step=step, fields={"side": side})
        assert refusal(draft, "move A to 0304", movement) == ""
        hex_ = draft.state.units["A"].hex
        draft.update(units={"A": Unit("A", hex_, marks=frozenset({REPLACEMENTS}))})
        assert refusal(draft, "move A to 0304", movement) == rule


@pytest.mark.rule("BSR 10.12.s1")
@pytest.mark.parametrize("step", ["B.6", "D"])
def test_receiving_replacements_markers_come_off_at_the_end_of_the_segment_or_turn(
    step: str,
) -> None:
    """As the sequence has it in Engineering, and what is left of them in the Interphase."""
    world = make_world(counters=[kind("A"), kind("B")])
    at = world.board.at("0303")
    marked = {i: Unit(i, at, marks=frozenset({REPLACEMENTS})) for i in "AB"}
    draft = make_draft(world, marked, step=step)
    rule = {"B.6": fortifications.STEPS[ENGINEERING], "D": interphase.STEPS[INTERPHASE]}[step]
    rule.run(draft)
    rule.close(draft)
    assert all(not unit.marks for unit in draft.state.units.values())


# ---------------------------------------------------------------- 10.13g, 10.23 reinforcements


def entering(counter: Counter, step: str) -> Draft:
    """A reinforcement of turn 50 that waits to enter at 0303."""
    group = Arrival(50, counter.side, (counter.id,), hexes=("0101",))
    world = make_world(make_board(6, 6), [counter], arrivals=(group,))
    waiting = Unit(counter.id, NOWHERE, box=REINFORCEMENT)
    return make_draft(world, {counter.id: waiting}, step=step)


@pytest.mark.rule("BSR 10.13g", "BSR 10.23.2")
@pytest.mark.parametrize(
    ("of", "side", "movement_phase", "motorized_phase"),
    [
        (FOOT, AXIS, "", "BSR 8.21.s1"), (ORANGE, AXIS, "", "BSR 8.21.s1"),
        (MOTORIZED, AXIS, "", ""), (CAVALRY, AXIS, "", ""),
        (FOOT, SOVIET, "", "BSR 8.21.s1"), (SOVIET_ARMOR, SOVIET, "", ""),
    ],
)
def test_reinforcements_on_foot_and_guns_enter_in_the_movement_phase_only(
    of: str, side: str, movement_phase: str, motorized_phase: str
) -> None:
    steps = ("B.1", "B.5") if side == AXIS else ("C.5", "C.1")
    for step, rule in zip(steps, (movement_phase, motorized_phase), strict=True):
        draft = entering(kind("R", of, side=side), step)
        assert refusal(draft, "enter R at 0101", reinforcements) == rule


@pytest.mark.rule("BSR 10.13g")
def test_a_reinforcement_moves_on_in_the_phase_in_which_it_enters() -> None:
    draft = entering(kind("R", ma=3), "B.1")
    play(draft, "enter R at 0101", reinforcements)
    play(draft, "move R to 0103", movement)
    assert (where(draft, "R"), left(draft, "R")) == ("0103", 0)


# ---------------------------------------------------------------- 10.24c activation


def command_post(*units: Counter, value: int = 1, step: str = "C.1", **state: Any) -> Draft:
    """An HQ in 0101 and Soviet units in 0303."""
    world = make_world(make_board(8, 8), [hq(command=value), *units])
    spots = {"HQ": "0101", **{u.id: "0303" for u in units}}
    return make_draft(world, spots, step=step, **state)


@pytest.mark.rule("BSR 10.24c", "ESP C.1b.1.4", "BSR 10.58c")
@pytest.mark.parametrize("of", [FOOT, ORANGE, GREEN])
def test_a_headquarters_lets_units_move_in_the_motorized_phase_at_full_ma(of: str) -> None:
    a, b = (kind(n, of, side=SOVIET, ma=8) for n in "AB")
    draft = command_post(a, b)
    assert refusal(draft, "move A to 0304", movement) == "BSR 10.21"
    play(draft, "activate A by HQ", headquarters)
    assert left(draft, "A") == 8
    assert refusal(draft, "activate B by HQ", headquarters) == "BSR 22.12a"


@pytest.mark.rule("BSR 10.24c")
def test_interdiction_takes_the_points_that_activation_needs() -> None:
    unit = kind("A", side=SOVIET)
    draft = command_post(unit)
    draft.update(interdicted={draft.world.board.at("0101"): 1})
    assert refusal(draft, "activate A by HQ", headquarters) == "BSR 22.12a"
    assert refusal(command_post(unit), "activate A by HQ", headquarters) == ""


@pytest.mark.rule("BSR 10.24c.s1")
def test_each_headquarters_also_activates_a_guards_unit_for_no_point() -> None:
    """Its value of 0 does not matter; a second Guards unit would need a point."""
    guards = [kind(n, side=SOVIET, guards=True) for n in "AB"]
    draft = command_post(*guards, value=0)
    play(draft, "activate A by HQ", headquarters)
    assert ACTIVATED in draft.state.units["A"].marks
    assert refusal(draft, "activate B by HQ", headquarters) == "BSR 22.12a"
    other = command_post(kind("A", side=SOVIET), value=0)
    assert refusal(other, "activate A by HQ", headquarters) == "BSR 22.12a"


@pytest.mark.rule("BSR 10.24c.s1")
def test_a_non_op_headquarters_activates_no_guards() -> None:
    draft = command_post(kind("A", side=SOVIET, guards=True))
    units = dict(draft.state.units)
    units["HQ"] = Unit("HQ", units["HQ"].hex, nonop=True)
    draft.update(units=units)
    assert refusal(draft, "activate A by HQ", headquarters) == "BSR 22.24b"


@pytest.mark.rule("BSR 10.24c.s2", "ESP C.5b.1.1", "ESP D.1")
def test_an_activated_unit_does_not_move_again_until_the_marker_comes_off() -> None:
    draft = command_post(kind("A", side=SOVIET), kind("B", side=SOVIET))
    play(draft, "activate A by HQ", headquarters)
    go_to(draft, "C.5")
    assert refusal(draft, "move A to 0304", movement) == "BSR 10.24c"
    assert refusal(draft, "move B to 0304", movement) == ""
    go_to(draft, "D")
    interphase.run(draft)
    assert ACTIVATED not in draft.state.units["A"].marks
    go_to(draft, "C.5")
    assert refusal(draft, "move A to 0304", movement) == ""


# ---------------------------------------------------------------- 10.4 how to move


@pytest.mark.rule("BSR 10.4")
def test_a_unit_moves_through_adjacent_hexes_without_leaving_one_out() -> None:
    draft = lone(at="0303")
    assert refusal(draft, "move A via 0304 0306", movement) == "BSR 10.4"
    assert refusal(draft, "move A via 0304 0305 0306", movement) == ""
    assert refusal(draft, "move A to 0303", movement) == "BSR 10.4"


@pytest.mark.rule("BSR 10.4")
def test_each_hex_and_hexside_takes_its_points_from_the_allowance() -> None:
    """Clear 1, a river hexside 1 more, a hill 2: four of six."""
    sides = {("0303", "0304"): "river"}
    draft = lone(at="0303", terrain={"0305": "hill"}, sides=sides, fields={"ma": 6})
    play(draft, "move A via 0304", movement)
    assert left(draft, "A") == 4
    play(draft, "move A to 0305", movement)
    assert left(draft, "A") == 2
    assert draft.events[-1].rule == "BSR 10.4"


@pytest.mark.rule("BSR 10.4")
def test_the_cheapest_way_is_taken_where_none_is_named() -> None:
    """0303 to 0305: over the hill of 0304 for 3, by road through 0404 and 0405 for 1 1/2."""
    sides = {("0303", "0404"): "road.main", ("0404", "0405"): "road.main",
             ("0405", "0305"): "road.main"}
    draft = lone(at="0303", terrain={"0304": "hill"}, sides=sides)
    play(draft, "move A to 0305", movement)
    assert left(draft, "A") == 28.5


@pytest.mark.rule("BSR 10.4.n2")
def test_retreats_and_advances_cost_no_movement_points() -> None:
    world = make_world(counters=[foe(ma=1), kind("A", ma=1)])
    draft = make_draft(world, {"Foe": "0303", "A": "0302"}, step="B.4c")
    at = world.board.at
    retreat.demand(draft, Retreat(SOVIET, SOVIET, ("Foe",), 2, at("0303")))
    play(draft, "retreat Foe via 0304 0305", retreat)
    draft.ask(Advance(AXIS, ("A",), (at("0303"),)))
    play(draft, "advance A to 0303", advance)
    assert (where(draft, "Foe"), where(draft, "A")) == ("0305", "0303")
    assert {u.spent for u in draft.state.units.values()} == {0}


# ---------------------------------------------------------------- 10.52


@pytest.mark.rule("BSR 10.52")
def test_a_unit_moves_once_in_a_phase() -> None:
    """It may go on while nobody else has moved; then its move is over."""
    world = make_world(counters=[kind("A"), kind("B")])
    draft = make_draft(world, {"A": "0101", "B": "0303"})
    play(draft, "move A to 0102", movement)
    play(draft, "move A to 0103", movement)
    play(draft, "move B to 0304", movement)
    assert refusal(draft, "move A to 0104", movement) == "BSR 10.52"
    assert refusal(draft, "move B to 0305", movement) == ""


@pytest.mark.rule("BSR 10.52", "BSR 10.13f")
def test_a_unit_spends_no_more_than_its_ma_except_by_one_hex_movement() -> None:
    """A hill costs 2 to a unit with MA 1."""
    draft = lone(at="0303", terrain={"0304": "hill"}, fields={"ma": 1})
    assert refusal(draft, "move A to 0304", movement) == "BSR 10.52"
    assert refusal(draft, "move A to 0302", movement) == ""
    assert refusal(draft, "step A to 0304", one_hex) == ""


@pytest.mark.rule("BSR 10.52")
def test_a_unit_without_an_allowance_stays() -> None:
    assert refusal(lone(fields={"ma": 0}), "move A to 0304", movement) == "BSR 10.52"


@pytest.mark.rule("BSR 10.52.s1")
def test_unused_points_are_neither_kept_nor_passed_on() -> None:
    """A unit that stood still has its printed MA in the next phase, and so has its neighbour."""
    world = make_world(counters=[kind("A", ma=4), kind("B", ma=4)])
    draft = make_draft(world, {"A": "0303", "B": "0303"})
    play(draft, "move A to 0304", movement)
    assert left(draft, "B") == 4
    phases.close_phase(draft)
    assert (left(draft, "A"), left(draft, "B")) == (4, 4)


# ---------------------------------------------------------------- 10.53 stacks


def stack(*mas: int, at: str = "0101", rows: int = 10) -> Draft:
    """Units "A", "B", ... of these allowances in one hex."""
    units = [kind(name, ma=ma) for name, ma in zip("ABCD", mas, strict=False)]
    world = make_world(make_board(4, rows), units)
    return make_draft(world, {u.id: at for u in units})


@pytest.mark.rule("BSR 10.53")
def test_a_stack_has_the_allowance_of_its_slowest_unit() -> None:
    draft = stack(3, 7)
    assert refusal(draft, "move A, B to 0105", movement) == "BSR 10.52"
    assert refusal(draft, "move A, B to 0104", movement) == ""
    assert refusal(draft, "move B to 0105", movement) == ""
    assert reached(draft, "A", "B") == reached(draft, "A")


@pytest.mark.rule("BSR 10.53")
def test_units_that_move_together_start_in_one_hex() -> None:
    world = make_world(counters=[kind("A"), kind("B")])
    draft = make_draft(world, {"A": "0101", "B": "0303"})
    assert refusal(draft, "move A, B to 0304", movement) == "BSR 10.53"
    assert refusal(draft, "move A, A to 0102", movement) == "BSR 10.53"


@pytest.mark.rule("BSR 10.53.s1")
def test_a_stack_splits_and_the_rest_goes_on_at_its_own_pace() -> None:
    """MAs 3, 7 and 7. After two hexes C turns aside; then B goes on for its other five."""
    draft = stack(3, 7, 7)
    play(draft, "move A, B, C to 0103", movement)
    play(draft, "move C to 0203", movement)
    play(draft, "move C to 0303", movement)
    play(draft, "move B to 0108", movement)
    assert [where(draft, n) for n in "ABC"] == ["0103", "0108", "0303"]
    assert [left(draft, n) for n in "ABC"] == [1, 0, 3]


@pytest.mark.rule("BSR 10.53.s1")
def test_what_split_off_has_finished_once_the_rest_goes_on() -> None:
    draft = stack(7, 7, 7)
    play(draft, "move A, B, C to 0103", movement)
    play(draft, "move C to 0203", movement)
    play(draft, "move A, B to 0104", movement)
    assert refusal(draft, "move C to 0303", movement) == "BSR 10.52"
    assert refusal(draft, "move A, B to 0105", movement) == ""


@pytest.mark.rule("BSR 10.53.s1")
def test_a_stack_splits_more_than_once() -> None:
    draft = stack(7, 7, 7, 7)
    play(draft, "move A, B, C, D to 0102", movement)
    play(draft, "move D to 0202", movement)
    play(draft, "move A, B, C to 0103", movement)
    play(draft, "move C to 0203", movement)
    play(draft, "move A, B to 0104", movement)
    assert refusal(draft, "move D to 0302", movement) == "BSR 10.52"
    assert refusal(draft, "move C to 0303", movement) == "BSR 10.52"
    assert refusal(draft, "move A to 0105", movement) == ""


@pytest.mark.rule("BSR 10.53.s1")
def test_a_part_that_split_off_splits_again() -> None:
    """C and D leave A and B, then D leaves C. Going back to C ends D, going back to A and B all."""
    draft = stack(7, 7, 7, 7)
    play(draft, "move A, B, C, D to 0102", movement)
    play(draft, "move C, D to 0202", movement)
    play(draft, "move D to 0302", movement)
    before = draft.state
    play(draft, "move C to 0203", movement)
    assert refusal(draft, "move D to 0303", movement) == "BSR 10.52"
    assert refusal(draft, "move C to 0204", movement) == ""
    draft.state = before
    play(draft, "move A, B to 0103", movement)
    assert refusal(draft, "move D to 0303", movement) == "BSR 10.52"
    assert refusal(draft, "move C to 0203", movement) == "BSR 10.52"
    assert refusal(draft, "move B to 0104", movement) == ""


@pytest.mark.rule("BSR 10.53.s3")
def test_the_parts_of_a_part_do_not_meet_again() -> None:
    draft = stack(7, 7, 7)
    play(draft, "move A, B, C to 0102", movement)
    play(draft, "move B, C to 0202", movement)
    play(draft, "move C to 0203", movement)
    play(draft, "move C to 0202", movement)
    assert refusal(draft, "move B, C to 0302", movement) == "BSR 10.53.s3"


@pytest.mark.rule("BSR 10.53.s2")
def test_a_slow_unit_is_dropped_off_so_that_the_others_get_farther() -> None:
    """MAs 2 and 5: together two hexes, then three more for the fast one."""
    draft = stack(2, 5)
    play(draft, "move A, B to 0103", movement)
    assert refusal(draft, "move A, B to 0104", movement) == "BSR 10.52"
    play(draft, "move B to 0106", movement)
    assert [where(draft, n) for n in "AB"] == ["0103", "0106"]


@pytest.mark.rule("BSR 10.53.s3")
def test_a_moving_stack_picks_nobody_up() -> None:
    """Neither a unit that stands on its way, nor a part of its own that went ahead."""
    world = make_world(counters=[kind(n) for n in "ABC"])
    draft = make_draft(world, {"A": "0101", "B": "0101", "C": "0102"})
    play(draft, "move A, B to 0102", movement)
    assert refusal(draft, "move A, B, C to 0103", movement) == "BSR 10.53.s3"
    play(draft, "move A to 0103", movement)
    play(draft, "move A to 0102", movement)
    assert refusal(draft, "move A, B to 0202", movement) == "BSR 10.53.s3"
    assert refusal(draft, "move B to 0202", movement) == ""


@pytest.mark.rule("BSR 10.53.s3")
def test_others_move_into_the_hex_of_a_stack_that_has_finished() -> None:
    world = make_world(counters=[kind(n) for n in "AB"])
    draft = make_draft(world, {"A": "0101", "B": "0103"})
    play(draft, "move A to 0102", movement)
    play(draft, "move B to 0102", movement)
    assert (where(draft, "A"), where(draft, "B")) == ("0102", "0102")
    assert refusal(draft, "move A, B to 0101", movement) == "BSR 10.52"


@pytest.mark.rule("BSR 10.53")
def test_a_stack_of_different_classes_finds_the_way_that_all_of_it_can_pay() -> None:
    """In Mud, MA 7 each: through the marsh 3 and 2 on foot, 4 and 3 on wheels; the way round it
    takes three clear hexes, 6 on foot but 9 on wheels."""
    world = make_world(
        make_board(4, 6, {"0102": "marsh"}), [kind("A", ma=7), kind("M", MOTORIZED, ma=7)]
    )
    draft = make_draft(world, {"A": "0101", "M": "0101"}, weather=MUD)
    assert cost(draft, "A, M", "0102 0103") == 7
    play(draft, "move A, M to 0103", movement)
    assert (left(draft, "A"), left(draft, "M")) == (2, 0)


# ---------------------------------------------------------------- 10.54, 10.55


@pytest.mark.rule("BSR 10.54")
def test_no_unit_enters_a_hex_with_an_enemy_combat_unit() -> None:
    """Not even one without defense or ZOC; a lone supply counter is no combat unit."""
    world = make_world(counters=[kind("A"), foe(zoc=False, defense=0),
                                 foe("MSU", type="supply", attack=0)])
    draft = make_draft(world, {"A": "0303", "Foe": "0304", "MSU": "0302"})
    assert refusal(draft, "move A to 0304", movement) == "BSR 10.54"
    assert refusal(draft, "move A via 0304", movement) == "BSR 10.54"
    assert "0304" not in reached(draft, "A")
    play(draft, "move A to 0302", movement)
    assert where(draft, "MSU") == SET_ASIDE


@pytest.mark.rule("BSR 10.55")
def test_units_move_from_one_map_to_the_next_as_if_they_were_one() -> None:
    """Column 2 of sheet A and column 3 of sheet B touch: 1 MP for the clear hex beyond."""
    grid = [
        (Hex(f"{sheet}{column:02}{row:02}", frozenset({"clear"})), hexes.doubled(column, row))
        for sheet, columns in (("A", (1, 2)), ("B", (3, 4)))
        for column in columns for row in (1, 2, 3)
    ]
    world = make_world(core_board.build(grid, {}), [kind("A")])
    draft = make_draft(world, {"A": "A0202"})
    assert cost(draft, "A", "B0302") == 1


@pytest.mark.rule("BSR 10.55.s1")
def test_nobody_moves_off_the_edge_of_the_map() -> None:
    """0101 is a corner: three hexes lie around it, and no other can be named."""
    draft = lone(at="0101")
    assert {"0102", "0201", "0202"} <= reached(draft, "A") <= set(draft.world.board.index)
    with pytest.raises(BadCommand, match="no hex 0100"):
        refusal(draft, "move A via 0100", movement)
    assert refusal(draft, "move A via 0102", movement) == ""


def driven_off(unit: Counter) -> str:
    """The box of a Soviet unit in the corner 0101, driven back by a unit in 0202."""
    world = make_world(make_board(4, 4), [unit, kind("Ax")])
    draft = make_draft(world, {unit.id: "0101", "Ax": "0202"}, step="B.4c")
    origin = world.board.at("0202")
    retreat.demand(draft, Retreat(unit.side, unit.side, (unit.id,), 2, origin))
    return where(draft, unit.id)


@pytest.mark.rule("BSR 10.55.s2")
def test_a_unit_that_must_retreat_off_the_map_goes_to_the_cadre_or_cannot_rebuild_box() -> None:
    assert driven_off(foe()) == CADRE
    assert driven_off(foe(rebuild="none")) == CANNOT_REBUILD


@pytest.mark.rule("BSR 10.55.x1")
def test_supply_and_substitute_counters_driven_off_the_map_are_set_aside() -> None:
    assert driven_off(foe("MSU", type="supply", attack=0)) == SET_ASIDE
    assert driven_off(foe("RSC", type="rsc")) == SET_ASIDE


# ---------------------------------------------------------------- 10.56, 10.57


@pytest.mark.rule("BSR 10.56")
def test_a_scenario_can_close_hexes_to_units() -> None:
    """A game's rule that foot units end no move in row 4: the phase does not close on it."""
    def closed(world: Any, state: Any, unit: Unit, hex_: int) -> Refusal | None:
        shut = world.board.id(hex_).endswith("04")
        return Refusal("BSR 10.56", "closed by the scenario") if shut else None

    plain = plain_hooks()
    hooks = Hooks(plain.victory, plain.score, plain.stars, closed)
    world = make_world(make_board(6, 6), [kind("A")], hooks=hooks)
    draft = make_draft(world, {"A": "0303"})
    play(draft, "move A to 0304", movement)
    problem = phases.may_end(world, draft.state)
    assert problem is not None and problem.rule == "BSR 10.56"
    play(draft, "move A to 0305", movement)
    assert phases.may_end(world, draft.state) is None


@pytest.mark.rule("BSR 10.56")
def test_a_garrison_stays_until_it_is_released() -> None:
    draft = lone()
    assert refusal(draft, "move A to 0304", movement) == ""
    hex_ = draft.state.units["A"].hex
    draft.update(units={"A": Unit("A", hex_, marks=frozenset({GARRISON}))})
    assert refusal(draft, "move A to 0304", movement) == "BSR 22.81"


def under_a_non_op(recovery: int = 3, hq_at: str = "0101", step: str = "C.5") -> Draft:
    """Three Soviet units in 0303, an MSU with them, and a Non-Op HQ."""
    units = [kind(n, side=SOVIET) for n in "ABC"]
    units.append(kind("MSU", side=SOVIET, type="supply", attack=0))
    world = make_world(make_board(9, 9), [*units, hq(recovery=recovery)])
    spots: dict[str, str | Unit] = {u.id: "0303" for u in units}
    spots["HQ"] = Unit("HQ", world.board.at(hq_at), nonop=True)
    return make_draft(world, spots, step=step)


@pytest.mark.rule("BSR 10.57")
def test_a_non_op_headquarters_lets_fewer_units_near_it_begin_to_move() -> None:
    """Recovery 3: two combat units may begin; the HQ itself and supply may always."""
    draft = under_a_non_op()
    assert refusal(draft, "move A, B, C to 0304", movement) == "BSR 22.25g"
    play(draft, "move A to 0304", movement)
    play(draft, "move B to 0304", movement)
    assert refusal(draft, "move C to 0304", movement) == "BSR 22.25g"
    assert refusal(draft, "move MSU to 0304", movement) == ""
    assert refusal(draft, "move HQ to 0102", movement) == ""
    phases.close_phase(draft)
    assert refusal(draft, "move C to 0304", movement) == ""


@pytest.mark.rule("BSR 10.57")
def test_a_non_op_headquarters_five_hexes_away_restricts_nobody() -> None:
    """0303 to 0808: five columns and more."""
    far = under_a_non_op(recovery=1, hq_at="0808")
    assert refusal(far, "move A, B, C to 0304", movement) == ""
    near = under_a_non_op(recovery=1)
    assert refusal(near, "move A to 0304", movement) == "BSR 22.25g"


@pytest.mark.rule("BSR 10.57")
def test_a_non_op_headquarters_may_move_under_another_that_binds_its_neighbours() -> None:
    world = make_world(counters=[hq("HQ 1", recovery=1), hq("HQ 2", recovery=1)])
    at = world.board.at
    units: dict[str, str | Unit] = {
        "HQ 1": Unit("HQ 1", at("0101"), nonop=True), "HQ 2": Unit("HQ 2", at("0303"), nonop=True)
    }
    draft = make_draft(world, units, step="C.5")
    assert refusal(draft, "move HQ 1 to 0102", movement) == ""
    units["HQ 2"] = Unit("HQ 2", at("0303"))
    assert refusal(make_draft(world, units, step="C.5"), "move HQ 2 to 0304", movement) == (
        "BSR 22.25g"
    )


@pytest.mark.rule("BSR 10.57", "BSR 10.13g")
def test_a_reinforcement_begins_outside_every_command_range() -> None:
    """Recovery 2 lets one unit near the HQ begin to move: the one that enters is not it."""
    unit = kind("R", side=SOVIET)
    group = Arrival(50, SOVIET, ("R",), hexes=("0101",))
    world = make_world(make_board(6, 6), [unit, hq(recovery=2), kind("A", side=SOVIET)],
                       arrivals=(group,))
    at = world.board.at
    draft = make_draft(world, {
        "R": Unit("R", NOWHERE, box=REINFORCEMENT), "A": "0606",
        "HQ": Unit("HQ", at("0505"), nonop=True),
    }, step="C.5")
    play(draft, "enter R at 0101", reinforcements)
    assert refusal(draft, "move A to 0605", movement) == ""


# ---------------------------------------------------------------- 10.58

SLOW_GUNS = {
    "BSR 10.58a": (GREEN, AXIS, {}), "BSR 10.58b": (ORANGE, AXIS, {"type": "antitank"}),
    "BSR 10.58c": (ORANGE, SOVIET, {"type": "antiair"}),
    "BSR 10.58d": (ORANGE, AXIS, {"type": "supply", "ma": 8}),
}


@pytest.mark.parametrize(
    ("of", "side", "fields"),
    [pytest.param(*case, marks=pytest.mark.rule("BSR 10.58", rule))
     for rule, case in SLOW_GUNS.items()],
)
def test_guns_and_trucks_pay_as_motorized_but_move_only_in_the_movement_phase(
    of: str, side: str, fields: dict[str, Any]
) -> None:
    """In Mud a clear hex off the road costs 3 MPs to wheels; super-heavies have no way there."""
    assert [share(of, side, phase, **{"ma": 8, **fields})
            for phase in ("move", "motorized", "react")] == [1, 0, 0]
    draft = lone(of, weather=MUD, fields={"side": side, **fields})
    assert cost(draft, "A", "0304") == (3 if of == ORANGE else "BSR 23.41")
    assert cost(lone(weather=MUD, fields={"side": side}), "A", "0304") == 2


@pytest.mark.rule("BSR 10.58c", "BSR 10.58a")
@pytest.mark.parametrize("of", [ORANGE, GREEN])
def test_soviet_guns_move_in_the_motorized_phase_when_activated(of: str) -> None:
    gun = kind("A", of, side=SOVIET, ma=8)
    idle = lone(of, step="C.1", fields={"side": SOVIET, "ma": 8})
    assert left(idle, "A") == 0
    active = command_post(gun)
    play(active, "activate A by HQ", headquarters)
    assert left(active, "A") == 8


@pytest.mark.rule("BSR 10.58d")
def test_a_wagon_pays_as_foot() -> None:
    wagon = {"type": "supply", "ma": 4, "attack": 0}
    assert cost(lone(weather=MUD, fields=wagon), "A", "0304") == 2


def test_the_phases_of_these_tests_are_those_of_the_sequence() -> None:
    for (side, phase), step in PHASES.items():
        assert (SEQUENCE[place(step)].side, SEQUENCE[place(step)].key) == (side, phase)


@pytest.mark.parametrize(("ma_class", "rule"), [("rail", "BSR 22.31"), ("blue", "BSR 11.21")])
def test_trains_and_flotillas_do_not_move_overland(ma_class: str, rule: str) -> None:
    boat = {"ma_class": ma_class, "side": SOVIET, "ma": 16}
    assert refusal(lone(fields=boat), "move A to 0304", movement) == rule
    assert refusal(lone(fields=boat), "step A to 0304", one_hex) == rule
