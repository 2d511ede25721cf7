"""Attrition (OCS 12.8b, c): what units that are Out of Supply lose."""

from __future__ import annotations

from engine.core.board import NOWHERE
from engine.ocs.decisions import Losses
from engine.ocs.losses import demand
from engine.ocs.pieces import STRAT, Unit
from engine.ocs.sizes import face, steps_left
from engine.ocs.state import OcsState
from engine.ocs.trace import combatants
from engine.ocs.world import Draft, World

MANY_STEPS, MANY_DRM = 5, 3
"""Out of Supply steps in a hex that make attrition worse, and by how much (12.8b)."""


def check(draft: Draft, side: str, hex_: int) -> None:
    """One roll a hex on the column of the best AR, DG ignored (OCS 12.8b, c)."""
    world = draft.world
    units = [u for u in combatants(world, draft.state, side) if u.hex == hex_ and u.oos]
    if not units:
        return
    rating = max(0, max(_unmodified_ar(world, draft.state, u) for u in units))
    steps = sum(steps_left(world, u) for u in units)
    drm = MANY_DRM if steps >= MANY_STEPS else 0
    roll = draft.roll(6) + draft.roll(6)
    lost = steps_lost(world, rating, roll + drm)
    number = world.board.id(hex_)
    told = "all steps" if lost >= 99 else f"{lost} step{'s' * (lost != 1)}"
    draft.log("supply", f"attrition in {number}: AR {rating}, roll {roll}{f'+{drm}' if drm else ''}"
              f": {told}", hex=number, rule="OCS 12.8b", roll=roll, side=side)
    if lost:
        demand(draft, Losses(side, tuple(u.id for u in units), min(lost, steps), spread=False,
                             rule="OCS 12.8b", how="attrition"))


def _unmodified_ar(world: World, state: OcsState, unit: Unit) -> int:
    """AR without DG; Strat gives 0 (OCS 12.8c). The game may change it (TTW 1.6c)."""
    if unit.marker == STRAT:
        return 0
    return face(world, unit).ar + world.hooks.unit_ar(world, state, unit.id, NOWHERE)


def steps_lost(world: World, rating: int, roll: int) -> int:
    """Steps lost for a modified roll in the column of an AR; 99 for all (OCS 12.8b)."""
    lost = 0
    for least, steps in world.charts.attrition[min(5, max(0, rating))]:
        if roll >= least:
            lost = steps
    return lost
