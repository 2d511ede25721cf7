"""Axis garrisons of captured cities (PB 7.2): what a city needs, what it has, what it costs.

Pure functions of a state. A scenario that counts stars instead of Victory Points asks for no
garrison: in the Battle of Sumy a star is friendly or it is not (PB 10.45a).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.values import frozen
from engine.efs.control import controlled
from engine.efs.pieces import AXIS
from engine.efs.state import EfsState, at
from engine.efs.steps import steps_left
from engine.efs.victory import worth
from engine.efs.world import World

CITY = frozenset({"city", "major_city"})
LARGE_FROM = 59
"""Game-turn from which the two largest cities need a step more (PB 7.22)."""
LARGE = frozenset({"Kiev", "Kharkov"})


@frozen
class City:
    """A city: its hexes, which touch, and the name that one of them bears."""

    name: str
    hexes: tuple[int, ...]


def cities(world: World) -> tuple[City, ...]:
    """Every city of the map (PB 7.21)."""
    found: tuple[City, ...] | None = world.memo.get("cities")
    if found is None:
        found = world.memo["cities"] = tuple(_find(world))
    return found


def _find(world: World) -> Iterator[City]:
    seen: set[int] = set()
    for start, cell in enumerate(world.board.hexes):
        if start in seen or not cell.terrain & CITY:
            continue
        hexes = [start]
        for hex_ in hexes:  # grows while we read it
            hexes += [
                n for n in world.board.neighbors(hex_)
                if n not in hexes and world.board.hexes[n].terrain & CITY
            ]
        seen.update(hexes)
        names = [world.board.hexes[h].place for h in sorted(hexes)]
        yield City(next(filter(None, names), world.board.id(start)), tuple(sorted(hexes)))


def held(world: World, state: EfsState, city: City) -> tuple[int, ...]:
    """Hexes of the city that are friendly to the Axis."""
    return tuple(h for h in city.hexes if controlled(world, state, h) == AXIS)


def vps(world: World, state: EfsState, city: City) -> int:
    """What the Axis hexes of a city are worth now, and cost without a garrison (PB 7.21)."""
    return sum(worth(world, state, h) for h in held(world, state, city))


def required(world: World, state: EfsState, city: City) -> int:
    """Steps that the city needs: one a captured hex, one more for the largest (PB 7.21, 7.22).

    The further step is for the whole city, while a hex of it is friendly and scores.
    """
    steps = len(held(world, state, city))
    large = city.name in LARGE and state.turn >= LARGE_FROM
    return steps + int(large and vps(world, state, city) > 0)


def garrison(world: World, state: EfsState, city: City) -> int:
    """Steps of Axis combat units in the city, in whichever of its hexes (PB 7.21)."""
    return sum(
        steps_left(world, unit)
        for hex_ in city.hexes for unit in at(state, hex_)
        if world.counters[unit.id].side == AXIS and world.counters[unit.id].combat
    )


def satisfied(world: World, state: EfsState, city: City) -> bool:
    """Whether the city has its garrison (PB 7.21)."""
    return garrison(world, state, city) >= required(world, state, city)


def forfeit(world: World, state: EfsState) -> tuple[tuple[City, int], ...]:
    """Cities that lack a garrison, each with the VPs that it costs at once (PB 7.21)."""
    return tuple(
        (city, vps(world, state, city)) for city in cities(world)
        if not satisfied(world, state, city) and vps(world, state, city)
    )
