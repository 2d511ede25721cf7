"""Awarding Victory Points (TTW 5.0a): each line once, unless it says otherwise."""

from __future__ import annotations

from engine.ocs.pieces import SOVIET
from engine.ocs.world import Draft
from engine.third_winter.state import change, own


def award(draft: Draft, line: str, points: int, why: str, *, again: bool = False) -> None:
    """Give the points of a line of the schedule to the Soviet score (TTW 5.0a)."""
    awarded = own(draft.state).awarded
    if line in awarded and not again:
        return
    change(draft, awarded={**awarded, line: awarded.get(line, 0) + points})
    draft.update(vp=draft.state.vp + points)
    draft.log("victory", f"{points:+d} VP: {why}", rule="TTW 5.0a", side=SOVIET)
