"""Turn End (OCS 2.3-T): the turn marker, and the end of the game."""

from __future__ import annotations

from engine.core.flow import StepRule
from engine.core.state import Outcome
from engine.ocs import simulcast
from engine.ocs.sequence import TURN_END
from engine.ocs.world import Draft


def run(draft: Draft) -> bool:
    """Judge victory; else the next turn begins (OCS 2.3-T)."""
    outcome = draft.world.hooks.victory(draft.world, draft.state)
    last = draft.state.turn >= len(draft.world.scenario.turns)
    if outcome is None and last:
        outcome = Outcome("draw", "the last turn has ended", "OCS 2.3-T")
    if outcome is not None:
        draft.update(over=outcome)
        who = "A draw" if outcome.winner == "draw" else f"{outcome.winner.capitalize()} victory"
        side = "" if outcome.winner == "draw" else outcome.winner
        draft.log("victory", f"{who}: {outcome.reason}", rule=outcome.rule, side=side)
        return False
    draft.update(turn=draft.state.turn + 1)
    simulcast.new_turn(draft)
    date = draft.world.scenario.turns[draft.state.turn - 1]
    draft.log("phase", f"Turn {draft.state.turn}, {date}", rule="OCS 2.3-T")
    return False


STEPS = {TURN_END: StepRule(run=run)}
