"""Hedgehogs (OCS 16): building and reducing; what they do in combat stands where it is used."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.ocs.pieces import SP, Hog
from engine.ocs.state import OcsState
from engine.ocs.works import Task
from engine.ocs.world import Draft, World

COST = 2 * SP
"""Tokens for a level (OCS 16.0b)."""
HIGHEST = 2
"""Level above which players may not build in these games (TTW 1.1b, OCS 16.0a)."""


def task(world: World, state: OcsState, side: str, hex_: int, *, down: bool) -> Task | Refusal:
    """Raise or lower the hedgehog of a hex by a level, once a turn (OCS 16.0b, c)."""
    hog, number = state.hogs.get(hex_), world.board.id(hex_)
    if hog is not None and hog.owner != side:
        return Refusal("OCS 16.0c", f"the hedgehog in {number} is not yours")
    if hog is not None and hog.worked:
        return Refusal("OCS 16.0b", f"the hedgehog in {number} was worked on this turn")
    level = hog.level if hog is not None else 0
    if down:
        if not level:
            return Refusal("OCS 16.0c", f"there is no hedgehog in {number}")
        return Task(f"hedgehog lowered to level {level - 1}", by_hand="OCS 16.0c")
    if level >= HIGHEST:
        return Refusal("TTW 1.1b", f"no hedgehog is built above level {HIGHEST}")
    return Task(f"hedgehog of level {level + 1}", COST, by_hand="OCS 16.0b")


def carry_out(draft: Draft, side: str, hex_: int, *, down: bool) -> None:
    """The new level counts at once; below level 1 the hedgehog is removed (OCS 16.0c, 13.8d)."""
    hog = draft.state.hogs.get(hex_)
    level = (hog.level if hog is not None else 0) + (-1 if down else 1)
    hogs = dict(draft.state.hogs)
    if level < 1:
        del hogs[hex_]
    else:
        hogs[hex_] = Hog(side, level, worked=True)
    draft.update(hogs=hogs)
