"""The Retreat Table (BSR 16.46): the fate of units that retreated through an enemy ZOC."""

from __future__ import annotations

from engine.efs.charts import column
from engine.efs.pieces import CADRE, OUT_OF_SUPPLY
from engine.efs.removal import remove
from engine.efs.state import EfsState
from engine.efs.world import Draft, World


def retreat_drm(world: World, state: EfsState, ids: tuple[str, ...]) -> int:
    """The DRM for a retreat through an enemy ZOC (BSR 16.46.2, Retreat Table)."""
    table = world.charts.retreat_drm
    counters = [world.counters[i] for i in ids]
    drm = 0
    if any(c.artillery for c in counters):
        drm += table["any_artillery_retreating"]
    if all(c.motorized or c.cavalry for c in counters):
        drm += table["all_units_motorized_or_cavalry"]
    if any(OUT_OF_SUPPLY in state.units[i].marks for i in ids):
        drm += table["any_unit_out_of_supply"]
    if column(state.weather) == "mud":
        drm += table["mud_conditions"]
    return drm


def run(draft: Draft, ids: tuple[str, ...], owner: str) -> None:
    """Roll for what is left of a unit or stack once it has lost its step (BSR 16.46.2, 16.46.3)."""
    world = draft.world
    left = tuple(i for i in ids if draft.state.units[i].on_map)
    if not any(world.counters[i].combat for i in left):
        return  # no step is left to roll for
    drm = retreat_drm(world, draft.state, left)
    roll = draft.roll()
    success = roll + drm <= world.charts.retreat_success
    shown = f"{roll}{drm:+d}" if drm else str(roll)
    draft.log("retreat", f"through an enemy ZOC, roll {shown}: "
              + ("it succeeds" if success else "it fails"), rule="BSR 16.46.3", roll=roll,
              side=owner)
    if success:
        return
    for id_ in left:
        remove(draft, id_, CADRE, "is caught in its retreat", "BSR 16.46.3")
