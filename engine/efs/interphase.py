"""The Game Turn Interphase (ESP D): markers off, HQ recovery, victory, the next turn."""

from __future__ import annotations

from attrs import evolve

from engine.efs import headquarters, interdiction
from engine.efs.decisions import Recover
from engine.efs.handlers import StepRule
from engine.efs.pieces import ACTIVATED, ARRIVED, REPLACEMENTS, SOVIET
from engine.efs.sequence import INTERPHASE
from engine.efs.world import Draft

_DONE = "/recovered"


def run(draft: Draft) -> bool:
    """Work through the Interphase; waits where a Non-Op HQ must roll or be disbanded (D.1-D.4)."""
    state = draft.state
    if not state.used.get(_DONE, 0):
        _clear(draft)
        draft.update(used={_DONE: 1})
    done = frozenset(
        k.rsplit("/", 1)[0] for k in draft.state.used if k.endswith("/rolled")
    )
    hq = headquarters.next_recovery(draft, done)
    if hq is not None:
        draft.update(used={**draft.state.used, f"{hq.id}/rolled": 1})
        draft.ask(Recover(SOVIET, hq.id))
        return True
    _finish(draft)
    return False


def _clear(draft: Draft) -> None:
    """Activated, arrival and interdiction markers come off (10.24c, 13.16, D.1)."""
    gone = {ACTIVATED, ARRIVED, REPLACEMENTS}
    draft.update(
        units={
            i: evolve(u, marks=u.marks - gone) if u.marks & gone else u
            for i, u in draft.state.units.items()
        },
    )
    interdiction.clear(draft)


def _finish(draft: Draft) -> None:
    """Judge victory, then move the Game-Turn marker ahead (D.4, BSR 25)."""
    draft.update(used={})
    outcome = draft.world.hooks.victory(draft.world, draft.state)
    if outcome is not None:
        draft.update(over=outcome)
        draft.log("victory", f"{outcome.winner.capitalize()} victory: {outcome.reason}",
                  rule=outcome.rule, side=outcome.winner)
        return
    draft.update(turn=draft.state.turn + 1)
    draft.log("phase", f"Game-Turn {draft.state.turn}", rule="ESP D.4")


STEPS = {INTERPHASE: StepRule(run=run)}
