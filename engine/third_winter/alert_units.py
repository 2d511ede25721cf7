"""Alert units: a pool, drawn at random, back to the pool when destroyed (TTW 2.4b, 1.7b)."""

from __future__ import annotations

from engine.core.board import NOWHERE
from engine.ocs import trace
from engine.ocs.decisions import Placement
from engine.ocs.losses import put
from engine.ocs.pieces import ARRIVING, AXIS, POOL, Unit
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter.allies import german
from engine.third_winter.kessel import is_kessel

ALERT = "alert"
RULE = "TTW 2.4b"


def pool(world: World, state: OcsState) -> tuple[str, ...]:
    """Alert units that are available."""
    return tuple(
        u.id for u in state.units.values()
        if u.box == POOL and world.counters[u.id].pool == ALERT
    )


def homes(world: World, state: OcsState) -> tuple[int, ...]:
    """German HQs in trace supply, and every Kessel HQ (TTW 1.7a, 2.4b)."""
    return tuple(dict.fromkeys(
        u.hex for u in state.units.values()
        if u.on_map and world.counters[u.id].hq and german(world, u.id)
        and (is_kessel(world, u.id) or trace.traces(world, state, u))
    ))


def draw(draft: Draft) -> None:
    """One random unit of the pool, if any; the Axis player places it (TTW 1.7b, 2.4b)."""
    found = pool(draft.world, draft.state)
    hexes = homes(draft.world, draft.state)
    if not found or not hexes:
        return
    id_ = found[draft.roll(len(found)) - 1]
    put(draft, Unit(id_, NOWHERE, ARRIVING))
    draft.log("reinforcement", f"{draft.world.name(id_)} is raised", rule=RULE, side=AXIS)
    draft.ask(Placement(AXIS, (id_,), hexes, RULE))


def unit_lost(draft: Draft, id_: str, how: str) -> None:
    """Destroyed Alert units go back to the pool (TTW 2.4b)."""
    if draft.world.counters[id_].pool == ALERT:
        put(draft, Unit(id_, NOWHERE, POOL))
