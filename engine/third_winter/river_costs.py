"""The game's own prices of hexsides: Volga-Class water and Pontoon Track Bridges (TTW 1.4, 1.5).

Asked for every hexside of every flood, so the hexsides without water are known beforehand.
"""

from __future__ import annotations

from engine.ocs.state import OcsState
from engine.ocs.world import World
from engine.third_winter import dnepr, pontoons


def water(world: World) -> dict[tuple[int, int], str]:
    """Adjacent hexes with a river between them to its kind: Volga-Class, or any other."""
    found: dict[tuple[int, int], str] | None = world.memo.get("ttw water")
    if found is None:
        sides = world.board.sides
        kinds = {words: kind for words in frozenset(sides) if (kind := _kind(words))}
        found = world.memo["ttw water"] = {
            pair: kinds[sides[face]]
            for pair, face in world.board.faces.items() if sides[face] in kinds
        }
    return found


def _kind(words: frozenset[str]) -> str:
    """The kind of water on a hexside, or empty."""
    if dnepr.VOLGA in words:
        return dnepr.VOLGA
    return "river" if words & pontoons.RIVERS else ""


def edge_cost(
    world: World, state: OcsState, side: str, mobility: str, a: int, b: int
) -> int | None:
    """Eighths of an MP for a step over water, or None for the chart (TTW 1.4b, 1.5)."""
    kind = water(world).get((a, b))
    if kind is None:
        return None
    if kind == dnepr.VOLGA:
        return dnepr.price(world, state, side, mobility, a, b)
    return pontoons.price(world, state, side, mobility, a, b)


def priced(world: World, state: OcsState, side: str) -> frozenset[tuple[int, int]]:
    """Volga-Class hexsides, and rivers that a Pontoon unit bridges: others keep to the chart."""
    found: frozenset[tuple[int, int]] | None = world.memo.get("ttw volga")
    if found is None:
        found = frozenset(pair for pair, kind in water(world).items() if kind == dnepr.VOLGA)
        world.memo["ttw volga"] = found
    heads = pontoons.bridgeheads(world, state).get(side, frozenset())
    near = ((h, n) for h in heads for n in world.board.neighbors(h))
    return found.union(p for a, b in near for p in ((a, b), (b, a)) if p in water(world))
