"""What this game adds to airpower: area anti-aircraft units that only trains move (PB 6.12)."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.efs.pieces import ANTI_AIR_TYPES, SOVIET, Unit
from engine.efs.state import EfsState
from engine.efs.world import World

POSTS = frozenset({"town", "city", "major_city"})


def area_defense(world: World, unit: Unit) -> bool:
    """True for a Soviet anti-aircraft unit without a movement allowance (PB 6.12)."""
    counter = world.counters[unit.id]
    return counter.side == SOVIET and counter.type in ANTI_AIR_TYPES and counter.full.ma == 0


def may_stop(world: World, state: EfsState, unit: Unit, hex_: int) -> Refusal | None:
    """Its railroad movement ends in a town, city or major city (PB 6.12)."""
    if not area_defense(world, unit) or world.board.hexes[hex_].terrain & POSTS:
        return None
    name = world.name(unit.id)
    return Refusal("PB 6.12", f"{name} ends its movement in a town, city or major city")
