"""Awarding Victory Points (TTW 5.0a), and sudden death (5.0b)."""

from __future__ import annotations

from engine.core.state import Outcome
from engine.ocs.pieces import AXIS, SOVIET
from engine.ocs.world import Draft
from engine.third_winter.state import change, own

AXIS_SUDDEN, SOVIET_SUDDEN = -2, 16
"""Scores at which a campaign ends at once (TTW 5.0b)."""


def award(draft: Draft, line: str, points: int, why: str, *, again: bool = False) -> None:
    """Give the points of a line to the Soviet score: once, unless it says otherwise (TTW 5.0a)."""
    awarded = own(draft.state).awarded
    if line in awarded and not again:
        return
    change(draft, awarded={**awarded, line: awarded.get(line, 0) + points})
    draft.update(vp=draft.state.vp + points)
    draft.log("victory", f"{points:+d} VP: {why}", rule="TTW 5.0a", side=SOVIET)
    if draft.world.scenario.victory.get("rule", "campaign") == "campaign":
        sudden_death(draft)


def sudden_death(draft: Draft) -> None:
    """At -2 the Axis has won, at 16 the Soviets (TTW 5.0b)."""
    points = draft.state.vp
    if AXIS_SUDDEN < points < SOVIET_SUDDEN or draft.state.over is not None:
        return
    winner = AXIS if points <= AXIS_SUDDEN else SOVIET
    draft.update(over=Outcome(winner, f"{points} VP", "TTW 5.0b"))
    draft.log("victory", f"sudden death at {points} VP", rule="TTW 5.0b", side=winner)
