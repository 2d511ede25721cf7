"""Who is first player this turn (OCS 2.3-P2)."""

from __future__ import annotations

from engine.core.flow import StepRule
from engine.ocs.decisions import GoFirst
from engine.ocs.pieces import AXIS, SOVIET
from engine.ocs.sequence import FIRST, other
from engine.ocs.world import Draft

FIRST_OR_SECOND = ("first", "second")


def determine(draft: Draft) -> bool:
    """As the scenario fixes it, or two dice a side: the higher roll chooses (OCS 2.3-P2)."""
    scenario = draft.world.scenario
    if scenario.first_player and (scenario.always_first or draft.state.turn == 1):
        decide(draft, scenario.first_player, "first")
        return False
    winner = draft.world.hooks.initiative(draft.world, draft.state) or _roll_off(draft)
    draft.update(closing=True)
    draft.ask(GoFirst(winner))
    return True


def _roll_off(draft: Draft) -> str:
    """The side with the higher roll; ties are rolled again (OCS 2.3-P2)."""
    while True:
        axis = draft.roll(6) + draft.roll(6)
        soviet = draft.roll(6) + draft.roll(6)
        draft.log("roll", f"First player: Axis {axis}, Soviet {soviet}", rule="OCS 2.3-P2",
                  roll=max(axis, soviet))
        if axis != soviet:
            return AXIS if axis > soviet else SOVIET


def decide(draft: Draft, side: str, word: str) -> None:
    """The side plays first or second this turn."""
    first = side if word == "first" else other(side)
    draft.update(first=first, closing=True)
    draft.log("phase", f"{first.capitalize()} is first player", rule="OCS 2.3-P2", side=first)


STEPS = {FIRST: StepRule(run=determine)}
