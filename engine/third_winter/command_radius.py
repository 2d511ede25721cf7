"""The Command Radius of a Front HQ, and what its Army HQs draw from it (TTW 3.3a E)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import NOWHERE
from engine.core.paths import flood
from engine.ocs.charts import PROHIBITED
from engine.ocs.pieces import AXIS, SOVIET, TRUCK, Unit
from engine.ocs.sizes import holder
from engine.ocs.state import OcsState
from engine.ocs.terrain import move_cost
from engine.ocs.world import World
from engine.ocs.zoc import stopped
from engine.third_winter.fronts import front_of, in_play
from engine.third_winter.state import own

RADIUS = 10
"""Hexes in all directions (TTW 3.3a E)."""


def radius(world: World, state: OcsState, front: str) -> frozenset[int]:
    """Every hex in the Command Radius of a Front HQ, counted in hexes (TTW 3.3a E)."""
    memo_key = ("command radius", front)
    found: frozenset[int] | None = state.memo.get(memo_key)
    if found is not None:
        return found
    start = own(state).fronts[front].hex
    if start == NOWHERE:
        return frozenset()

    def edges(a: int, spent: int) -> Iterator[tuple[int, int]]:
        for b in world.board.neighbors(a):
            if extends(world, state, a, b):
                yield b, 1

    found = frozenset(flood({start: 0}, edges, RADIUS).spent)
    state.memo[memo_key] = found
    return found


def extends(world: World, state: OcsState, a: int, b: int) -> bool:
    """Whether it goes on from one hex into the next (TTW 3.3a E).

    Not with enemy combat units, in an EZOC that nobody negates, or where Truck movement could
    not go in the weather of this turn.
    """
    if holder(world, state, b) == AXIS or stopped(world, state, SOVIET, b):
        return False
    return move_cost(world, state, SOVIET, TRUCK, a, b) != PROHIBITED


def within(world: World, state: OcsState, hq: Unit) -> bool:
    """Whether an Army HQ is within the Command Radius of the Front it is Assigned to."""
    front = front_of(state, hq.id)
    return bool(front) and hq.on_map and hq.hex in radius(world, state, front)


def hq_draws(world: World, state: OcsState, hq: Unit, hex_: int) -> bool:
    """An Assigned Army HQ within the radius draws from its Front HQ's hex (TTW 3.3a E)."""
    front = front_of(state, hq.id)
    return bool(front) and own(state).fronts[front].hex == hex_ and within(world, state, hq)


def commanded(world: World, state: OcsState, front: str) -> tuple[Unit, ...]:
    """Army HQs that are Assigned to a Front and within its Command Radius."""
    return tuple(
        state.units[i] for i in in_play(state)[front].armies
        if i in state.units and within(world, state, state.units[i])
    )
