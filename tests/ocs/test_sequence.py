"""The sequence of play (OCS 2.1, 2.2): the printed order, and what each phase begins with."""

from __future__ import annotations

import pytest

from engine.ocs.pieces import AXIS, DG, EXPLOIT, RESERVE, SOVIET, STRAT, Aircraft
from engine.ocs.sequence import SEQUENCE, acting, phasing, place
from tests.ocs.yard import (
    battalion,
    change,
    go_to,
    make_draft,
    make_world,
    play,
    refusal,
    regiment,
    unit_at,
)

PLAYER_TURN = [
    "A", "B", "C1", "C2", "C3", "D", "E1", "E2", "F1", "F2", "G1", "G2", "G3", "H",
]


@pytest.mark.rule("OCS 2.1", "OCS 2.2")
def test_a_turn_is_weather_order_two_player_turns_and_its_end() -> None:
    ids = [step.id for step in SEQUENCE]
    assert ids == ["P1", "P2", *PLAYER_TURN, *(f"{i}'" for i in PLAYER_TURN), "T"]


@pytest.mark.rule("OCS 2.1", "OCS 2.2")
@pytest.mark.parametrize("first", [AXIS, SOVIET])
def test_only_reaction_belongs_to_the_other_side(first: str) -> None:
    world = make_world()
    second = SOVIET if first == AXIS else AXIS
    for tick, own, foe in (("", first, second), ("'", second, first)):
        for step in PLAYER_TURN:
            state = make_draft(world, step=f"{step}{tick}", first=first).state
            assert acting(state) == (foe if step in ("E1", "E2") else own)
            assert phasing(state) == own


@pytest.mark.rule("OCS 2.1", "OCS 2.2")
def test_a_whole_player_turn_is_played_in_its_printed_order() -> None:
    """Each segment in which somebody can act is entered, in order; H and the next A follow."""
    world = make_world(
        [regiment("A"), regiment("X", SOVIET), regiment("R"), regiment("S", SOVIET),
         regiment("Far")],
        planes=[Aircraft("P", "P", AXIS, "T", 2, True, 6, 20),
                Aircraft("Q", "Q", SOVIET, "T", 2, True, 6, 20)],
        sources={AXIS: ("0101",), SOVIET: ("1206",)},
    )
    units = {
        "A": "0503", "X": "0603", "Far": "0101", "R": unit_at(world, "R", "0304", marker=RESERVE),
        "S": unit_at(world, "S", "0804", marker=RESERVE),
    }
    draft = make_draft(
        world, units, step="C2", dumps={"0503": (AXIS, 9), "0603": (SOVIET, 9)},
        bases={"0101": (AXIS, 1), "1206": (SOVIET, 1)}, air={"P": "0101", "Q": "1206"},
    )
    seen = [SEQUENCE[draft.state.step].id]
    for _ in range(12):
        play(draft, "end")
        seen.append(SEQUENCE[draft.state.step].id)
        if seen[-1] == "C2'":
            break
    order = [place(i) for i in seen]
    assert order == sorted(order)
    assert seen == ["C2", "C3", "E1", "E2", "F2", "G1", "G2", "C2'"]


@pytest.mark.rule("OCS 2.2")
def test_a_step_in_which_nobody_can_act_is_passed_over() -> None:
    """No Reserve, no aircraft, no gun, no attack: from the movement of one to that of the other."""
    world = make_world([regiment("A"), regiment("X", SOVIET)],
                       sources={AXIS: ("0101",), SOVIET: ("1206",)})
    draft = make_draft(world, {"A": "0203", "X": "0903"})
    play(draft, "end")
    assert SEQUENCE[draft.state.step].id == "C2'"
    assert acting(draft.state) == SOVIET


@pytest.mark.rule("OCS 2.1")
def test_no_step_is_taken_early_or_twice() -> None:
    world = make_world([regiment("A"), regiment("X", SOVIET)])
    draft = make_draft(world, {"A": "0203", "X": "0303"}, step="C2", dumps={"0203": (AXIS, 4)})
    assert refusal(draft, "attack 0303 with A") == "OCS 2.3-C"
    assert refusal(draft, "move A to 0202") == ""
    go_to(draft, "F2")
    assert refusal(draft, "attack 0303 with A") == ""
    assert refusal(draft, "move A to 0202") == "OCS 9.0"


@pytest.mark.rule("OCS 2.3-T")
def test_a_new_phase_finds_every_unit_with_its_movement_anew() -> None:
    """What a unit did in a phase is forgotten; markers and losses are not."""
    world = make_world([battalion("A"), regiment("R"), regiment("X", SOVIET)],
                       sources={AXIS: ("0101",), SOVIET: ("1206",)})
    units = {
        "A": unit_at(world, "A", "0203", spent=16, moved=True, finished=True, fuel="phase",
                     changed=True, overran=True),
        "R": unit_at(world, "R", "0204", marker=RESERVE), "X": "0903",
    }
    draft = make_draft(world, units, dumps={"0203": (AXIS, 8)})
    play(draft, "end")
    unit = draft.state.units["A"]
    assert SEQUENCE[draft.state.step].id == "G1"
    assert (unit.spent, unit.moved, unit.finished, unit.fuel) == (0, False, False, "")
    assert (unit.changed, unit.overran) == (False, False)
    assert draft.state.units["R"].marker == RESERVE


@pytest.mark.rule("OCS 2.3-H")
@pytest.mark.parametrize(("marker", "after"), [
    (DG, ""), (EXPLOIT, ""), (RESERVE, RESERVE), (STRAT, STRAT),
])
def test_clean_up_takes_the_involuntary_markers_of_the_phasing_side(
    marker: str, after: str
) -> None:
    world = make_world([regiment("A"), regiment("X", SOVIET)],
                       sources={AXIS: ("0101",), SOVIET: ("1206",)})
    units = {
        "A": unit_at(world, "A", "0203", front=False, marker=marker),
        "X": unit_at(world, "X", "0903", marker=DG),
    }
    draft = make_draft(world, units, step="G3")
    change(draft, "A", marker=marker)
    play(draft, "end")
    assert draft.state.units["A"].marker == after
    assert draft.state.units["X"].marker == DG
