"""Drop Plans (OCS 14.10b, c)."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.core.errors import Refusal
from engine.ocs import bases, drop_plans
from engine.ocs.dump import DUMPER
from engine.ocs.pieces import AXIS, DEAD, SOVIET, Aircraft, Unit
from engine.ocs.validate import validate
from engine.ocs.world import Draft, Hooks
from tests.ocs.yard import (
    change,
    go_to,
    make_board,
    make_draft,
    make_world,
    offered,
    play,
    refusal,
    regiment,
)

HOME = "0103"


def field(step: str = "A", turn: int = 1, hooks: Hooks | None = None) -> Draft:
    """Paratroops and others in Move Mode at the base of a transport that reaches three hexes."""
    counters = [regiment("Jgr", para=True), regiment("Jgr 2", para=True), regiment("Rgt"),
                regiment("Vdv", SOVIET, para=True)]
    transport = Aircraft("Ju 52", "Ju 52", AXIS, "Tpt", range=3, capacity=8)
    world = make_world(counters, make_board(8, 6), planes=[transport], hooks=hooks)
    units = dict.fromkeys(("Jgr", "Jgr 2", "Rgt"), HOME) | {"Vdv": "0803"}
    draft = make_draft(world, units, step=step, turn=turn, bases={HOME: (AXIS, 2)},
                       air={"Ju 52": HOME})
    for id_ in ("Jgr", "Jgr 2", "Rgt"):
        change(draft, id_, front=False)
    return draft


@pytest.mark.rule("OCS 14.10b")
@pytest.mark.parametrize(("turn", "rule"), [
    (1, "OCS 14.10b"), (2, "OCS 14.10b"), (3, ""), (5, ""), (6, "OCS 14.10b"),
])
def test_a_drop_is_planned_two_turns_ahead_or_more(turn: int, rule: str) -> None:
    """Written in turn 1 of five."""
    assert refusal(field(), f"plan-drop Jgr at 0403 turn {turn}") == rule


@pytest.mark.rule("OCS 14.10b", "OCS 2.3-A")
def test_plans_are_written_in_ones_own_refit_phase() -> None:
    plan = "plan-drop Jgr at 0403 turn 4"
    assert refusal(field("A"), plan) == ""
    assert refusal(field("A'"), plan) == "OCS 14.10b"
    assert refusal(field("C2"), plan) != ""
    assert refusal(field("A"), "plan-drop Vdv at 0403 turn 4") == "OCS 14.10b"


@pytest.mark.rule("OCS 14.10b")
def test_one_plan_for_a_unit_that_is_in_play() -> None:
    draft = field()
    play(draft, "plan-drop Jgr at 0403 turn 3")
    assert draft.state.drop_plans == (("Jgr", 3, draft.world.board.at("0403")),)
    assert refusal(draft, "plan-drop Jgr at 0503 turn 4") == "OCS 14.10b"
    assert refusal(draft, "plan-drop Jgr 2 at 0403 turn 3") == ""
    dead = Unit("Jgr 2", box=DEAD, lost=1)
    draft.update(units={**draft.state.units, "Jgr 2": dead})
    assert refusal(draft, "plan-drop Jgr 2 at 0403 turn 3") == "OCS 14.10b"


@pytest.mark.rule("OCS 14.10a")
def test_only_paratroops_drop_and_the_game_may_forbid_them() -> None:
    assert refusal(field(), "plan-drop Rgt at 0403 turn 3") == "OCS 14.10a"
    never = Hooks(may_drop=lambda world, state, unit: Refusal("TTW 2.2d", "not in this game"))
    assert refusal(field(hooks=never), "plan-drop Jgr at 0403 turn 3") == "TTW 2.2d"


@pytest.mark.rule("OCS 14.10c")
def test_a_plan_is_put_off_by_a_turn_or_cancelled_in_a_refit_phase() -> None:
    """The same hex; then it is gone, and a new one may be written."""
    draft = field()
    for text in ("delay-drop Jgr", "cancel-drop Jgr"):
        assert refusal(draft, text) == "OCS 14.10c", "there is no plan"
    play(draft, "plan-drop Jgr at 0403 turn 3", "plan-drop Jgr 2 at 0403 turn 3")
    draft.update(turn=3)
    play(draft, "delay-drop Jgr")
    at = draft.world.board.at("0403")
    assert set(draft.state.drop_plans) == {("Jgr", 4, at), ("Jgr 2", 3, at)}, "part of the plan"
    play(draft, "delay-drop Jgr")
    assert refusal(draft, "delay-drop Jgr") == "OCS 14.10c", "turn 5 is the last"
    play(draft, "cancel-drop Jgr")
    assert draft.state.drop_plans == (("Jgr 2", 3, at),)
    assert refusal(draft, "plan-drop Jgr at 0503 turn 5") == ""
    go_to(draft, "C2")
    assert refusal(draft, "cancel-drop Jgr 2") != ""


@pytest.mark.rule("OCS 14.10b")
def test_a_plan_lasts_to_the_end_of_its_turn() -> None:
    draft = field(turn=3)
    at = draft.world.board.at("0403")
    draft.update(drop_plans=(("Jgr", 3, at), ("Jgr 2", 4, at)))
    drop_plans.expire(draft)
    assert draft.state.drop_plans == (("Jgr 2", 4, at),)


@pytest.mark.rule("OCS 14.10b", "OCS 14.10c")
def test_plans_and_changes_are_offered_where_a_transport_reaches() -> None:
    """Three hexes around the base: 0403 but not 0503; for the first turn that may be."""
    draft = field()
    found = offered(draft)
    assert "plan-drop Jgr at 0403 turn 3" in found
    assert not any("at 0503" in text or "turn 4" in text or "Rgt" in text for text in found)
    assert all(refusal(draft, text) == "" for text in found if text != "end")
    play(draft, "plan-drop Jgr at 0403 turn 3")
    found = offered(draft)
    assert {"delay-drop Jgr", "cancel-drop Jgr", "plan-drop Jgr 2 at 0403 turn 3"} <= set(found)
    assert "plan-drop Jgr at 0403 turn 3" not in found


@pytest.mark.rule("OCS 14.10b", "OCS 2.3-A")
def test_the_refit_phase_stays_open_for_plans_alone() -> None:
    """Nothing is there to refit; without transports there is nothing to do at all."""
    draft = field()
    assert bases.open_refit(draft)
    draft.update(air={})
    assert not bases.open_refit(draft)


@pytest.mark.rule("OCS 14.10b", "OCS 14.10")
def test_the_planned_drop_is_offered_in_its_turn() -> None:
    draft = field("C2", turn=3)
    draft.update(drop_plans=(("Jgr", 3, draft.world.board.at("0403")),))
    drops = [text for text in offered(draft) if "drop" in text]
    assert drops == ["fly drop 0403 with Ju 52 carrying Jgr"]
    play(draft, drops[0])
    assert draft.state.drop_plans == ()
    draft.update(drop_plans=(("Jgr 2", 4, draft.world.board.at("0403")),))
    assert not any("drop" in text for text in offered(draft))


def test_plans_survive_a_save_and_are_checked() -> None:
    draft = field()
    play(draft, "plan-drop Jgr at 0403 turn 3")
    text = DUMPER.dump(draft.world, draft.state)
    assert DUMPER.load(draft.world, text).drop_plans == draft.state.drop_plans
    assert validate(draft.world, draft.state) == []
    wrong = evolve(draft.state, drop_plans=(("Nobody", 3, 9999),))
    assert len(validate(draft.world, wrong)) == 2
