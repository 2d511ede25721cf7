"""Stacking (BSR 3.3): ten points a hex, judged when a phase ends."""

from __future__ import annotations

import pytest

from engine.efs import combat, movement, phases, stacking
from engine.efs.decisions import Overstacked
from engine.efs.pieces import CADRE, OVERRUN, SOVIET, Counter, Unit
from engine.efs.world import Draft
from tests.efs.moves import MOTORIZED, cost, kind, where
from tests.efs.support import (
    counter,
    headquarters,
    make_board,
    make_draft,
    make_world,
    play,
    refusal,
)


def crowd(*units: Counter, step: str = "B.1") -> Draft:
    """All these units in 0303."""
    world = make_world(make_board(6, 6), units)
    return make_draft(world, {u.id: "0303" for u in units}, step=step)


def excess(draft: Draft) -> int:
    return stacking.excess(draft.world, draft.state, draft.world.board.at("0303"))


# ---------------------------------------------------------------- 3.3, 3.31, 3.33


@pytest.mark.rule("BSR 3.3")
def test_the_place_of_a_unit_in_its_stack_changes_nothing() -> None:
    """Named in either order the units go to the same hex for the same price."""
    ends = []
    for names in ("A, B", "B, A"):
        draft = crowd(kind("A"), kind("B"))
        assert cost(draft, names, "0302 0301") == 2
        play(draft, f"move {names} to 0301", movement)
        ends.append({i: (u.hex, u.spent, u.done) for i, u in draft.state.units.items()})
    assert ends[0] == ends[1]


@pytest.mark.rule("BSR 3.31")
def test_a_stack_counts_the_printed_points_of_its_units() -> None:
    world = make_world(counters=[counter("Div", stack=3), counter("Rgt", stack=1),
                                 counter("Btn", stack=0)])
    assert stacking.points(world, ["Div", "Rgt", "Btn"]) == 4


@pytest.mark.rule("BSR 3.31", "BSR 3.33")
def test_headquarters_and_non_combat_units_count_nothing() -> None:
    """Ten points beside them are still ten."""
    extras = [headquarters(), counter("MSU", type="supply", side=SOVIET),
              counter("Bridge", type="bridge", side=SOVIET)]
    draft = crowd(counter("Div", stack=10, side=SOVIET), *extras)
    assert excess(draft) == 0
    phases.close_phase(draft)
    assert draft.state.asks == ()


@pytest.mark.rule("BSR 3.33")
def test_markers_count_nothing() -> None:
    world = make_world(counters=[counter("Div", stack=10)])
    marked = Unit("Div", world.board.at("0303"), marks=frozenset({OVERRUN}))
    draft = make_draft(world, {"Div": marked})
    assert excess(draft) == 0


# ---------------------------------------------------------------- 3.32


@pytest.mark.rule("BSR 3.32", "BSR 10.51")
@pytest.mark.parametrize(
    ("step", "close"),
    [("B.1", phases.close_phase), ("B.5", phases.close_phase), ("C.3a", phases.close_phase),
     ("B.4c", combat.close_step)],
)
@pytest.mark.parametrize(("second", "over"), [(5, 0), (6, 1)])
def test_ten_points_stand_and_eleven_do_not_when_a_phase_ends(
    step: str, close: object, second: int, over: int
) -> None:
    """Movement, Motorized Movement, Reaction and Combat phases."""
    draft = crowd(counter("A", stack=5), counter("B", stack=second), step=step)
    assert callable(close)
    close(draft)
    expected = (Overstacked("axis", draft.world.board.at("0303"), 1),) if over else ()
    assert draft.state.asks == expected


@pytest.mark.rule("BSR 3.32.s1", "BSR 10.51")
def test_units_enter_and_pass_a_full_hex_while_the_phase_lasts() -> None:
    """Ten points stand in 0302; a stack of eight passes, and another stops there for now."""
    units = [counter("Full", stack=10), *(kind(n, MOTORIZED, stack=4) for n in "ABC")]
    world = make_world(make_board(6, 6), units)
    draft = make_draft(world, {"Full": "0302", "A": "0301", "B": "0301", "C": "0301"})
    assert refusal(draft, "move A, B via 0302 0303", movement) == ""
    play(draft, "move A, B via 0302 0303", movement)
    play(draft, "move C to 0302", movement)
    assert where(draft, "C") == "0302"
    assert draft.state.asks == ()
    phases.close_phase(draft)
    assert isinstance(draft.state.asks[-1], Overstacked)


@pytest.mark.rule("BSR 3.32.s2")
def test_the_owner_chooses_what_goes_to_the_cadre_box() -> None:
    """Four, four and three points: one of the units covers the excess of one."""
    draft = crowd(counter("A", stack=4), counter("B", stack=4), counter("C", stack=3))
    phases.close_phase(draft)
    assert {c.units for c in stacking.offer_remove(draft.world, draft.state, "")} == {
        ("A",), ("B",), ("C",)
    }
    play(draft, "remove C", stacking)
    assert (where(draft, "C"), where(draft, "A"), draft.state.asks) == (CADRE, "0303", ())


@pytest.mark.rule("BSR 3.32.s2")
@pytest.mark.parametrize(
    ("names", "rule"),
    [("A", ""), ("B", "BSR 3.32"), ("A, B", "BSR 3.32"), ("B, C", ""), ("Far", "BSR 3.32"),
     ("A, A", "BSR 3.32")],
)
def test_enough_goes_and_nothing_needlessly(names: str, rule: str) -> None:
    """Nine, two and two points are three too many: A alone goes, or both the others."""
    units = [counter("A", stack=9), counter("B", stack=2), counter("C", stack=2),
             counter("Far", stack=3)]
    world = make_world(make_board(6, 6), units)
    draft = make_draft(world, {"A": "0303", "B": "0303", "C": "0303", "Far": "0101"})
    phases.close_phase(draft)
    assert draft.state.asks[-1] == Overstacked("axis", world.board.at("0303"), 3)
    assert refusal(draft, f"remove {names}", stacking) == rule


@pytest.mark.rule("BSR 3.32.s2")
def test_each_overstacked_hex_is_settled_in_its_turn() -> None:
    units = [counter(n, stack=6) for n in "ABCD"]
    world = make_world(make_board(6, 6), units)
    draft = make_draft(world, {"A": "0303", "B": "0303", "C": "0505", "D": "0505"})
    phases.close_phase(draft)
    play(draft, "remove D", stacking)
    play(draft, "remove A", stacking)
    assert (where(draft, "A"), where(draft, "B")) == (CADRE, "0303")
    assert (where(draft, "C"), where(draft, "D")) == ("0505", CADRE)
