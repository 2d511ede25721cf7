"""The Command Radius of a Front HQ, and what its Army HQs draw from it (TTW 3.3a E)."""

from __future__ import annotations

from engine.core.board import NOWHERE
from engine.core.paths import flood
from engine.ocs import supply
from engine.ocs.nets import ways
from engine.ocs.pieces import SOVIET, TRUCK, Unit
from engine.ocs.state import OcsState
from engine.ocs.world import World
from engine.third_winter.fronts import front_of, in_play
from engine.third_winter.state import own

RADIUS = 10
"""Hexes in all directions (TTW 3.3a E)."""


def radius(world: World, state: OcsState, front: str) -> frozenset[int]:
    """Every hex in the Command Radius of a Front HQ, counted in hexes (TTW 3.3a E).

    It does not go on into enemy combat units, an EZOC that nobody negates, or where Truck
    movement could not go in the weather of this turn.
    """
    memo_key = ("command radius", front)
    found: frozenset[int] | None = state.memo.get(memo_key)
    if found is not None:
        return found
    start = own(state).fronts[front].hex
    if start == NOWHERE:
        return frozenset()

    steps = ways(world, state, SOVIET, TRUCK).passable
    closed = supply.shut(world, state, SOVIET, TRUCK)
    reached = flood({start: 0}, lambda a, _: ((b, 1) for b in steps[a]), RADIUS, closed).spent
    found = state.memo[memo_key] = frozenset(reached)
    return found


def within(world: World, state: OcsState, hq: Unit) -> bool:
    """Whether an Army HQ is within the Command Radius of the Front it is Assigned to."""
    front = front_of(state, hq.id)
    return bool(front) and hq.on_map and hq.hex in radius(world, state, front)


def hq_draws(world: World, state: OcsState, hq: Unit, hex_: int) -> bool:
    """An Assigned Army HQ within the radius draws from its Front HQ's hex (3.3a E, OCS 12.3a)."""
    front = front_of(state, hq.id)
    return bool(front) and own(state).fronts[front].hex == hex_ and within(world, state, hq)


def commanded(world: World, state: OcsState, front: str) -> tuple[Unit, ...]:
    """Army HQs that are Assigned to a Front and within its Command Radius."""
    return tuple(
        state.units[i] for i in in_play(state)[front].armies
        if i in state.units and within(world, state, state.units[i])
    )
