"""Who has something to do now."""

from __future__ import annotations

from engine.ocs import phases
from engine.ocs.flow import FLOW
from engine.ocs.sequence import MOVING, key
from engine.ocs.state import OcsState
from engine.ocs.world import World


def actors(world: World, state: OcsState) -> tuple[str, ...]:
    """Names of units that have something to do in this step (none while a decision waits)."""
    if state.over is not None or state.asks:
        return ()
    if key(state) in MOVING:
        return phases.actors(world, state)
    found: dict[str, None] = {}
    for command in FLOW.orders(world, state):
        for name in getattr(command, "units", ()) or getattr(command, "air", ()):
            found.setdefault(name)
    return tuple(found)
