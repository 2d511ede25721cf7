"""Multi-unit formations (OCS 3.1c, 13.7): who belongs to one, where it is, what it shares."""

from __future__ import annotations

from engine.core.values import frozen
from engine.ocs import trace
from engine.ocs.pieces import TURN_FUEL, Unit
from engine.ocs.state import OcsState
from engine.ocs.world import World


@frozen
class Formation:
    """A formation as its marker would show it (OCS 13.7)."""

    name: str
    side: str
    units: tuple[str, ...]
    """Its units on the map, Organic Trucks included, in set-up order."""
    hexes: tuple[int, ...]
    """Hexes with units of it: its marker may stand in any of them (13.7 A)."""
    fueled: tuple[str, ...]
    """Units that formation fuel serves (13.7 D, 12.5c A)."""


def members(world: World, name: str, side: str) -> tuple[str, ...]:
    """Every counter of a formation, wherever it is (OCS 3.1c)."""
    return tuple(c.id for c in world.counters.values() if c.side == side and c.formation == name)


def formations(world: World, state: OcsState, side: str) -> tuple[Formation, ...]:
    """The formations of a side with units on the map, in set-up order (OCS 13.7)."""
    groups: dict[str, list[Unit]] = {}
    for unit in state.units.values():
        counter = world.counters[unit.id]
        if unit.on_map and counter.side == side and counter.formation:
            groups.setdefault(counter.formation, []).append(unit)
    return tuple(_of(name, side, units) for name, units in groups.items())


def _of(name: str, side: str, units: list[Unit]) -> Formation:
    return Formation(
        name, side, tuple(u.id for u in units),
        tuple(dict.fromkeys(u.hex for u in units)),
        tuple(u.id for u in units if u.fuel == TURN_FUEL),
    )


def supplied(world: World, state: OcsState, name: str, side: str) -> dict[str, str]:
    """Units of a formation that trace through its common source, and through what (13.7a, 12.6f).

    The others must eat or are Out of Supply.
    """
    found = trace.supplied_in_formations(world, state, side)
    ids = members(world, name, side)
    return {i: found[i] for i in ids if i in found}
