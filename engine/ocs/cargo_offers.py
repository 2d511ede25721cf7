"""What transports may carry and where (OCS 14.9, 14.10), for the listing of legal orders."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from engine.core.board import NOWHERE
from engine.ocs import air, cargo, drop_plans
from engine.ocs.cargo import TOKEN
from engine.ocs.commands import Fly
from engine.ocs.pieces import MAP, Unit
from engine.ocs.state import OcsState, at
from engine.ocs.world import World


def offers(world: World, state: OcsState, id_: str) -> Iterator[Fly]:
    """What a transport carries, alone or with others of its base, and where to.

    As much supply as fits to every base, and dropped on every hex with a friend; each unit at
    the base with as few transports as carry it, to every base and to the hex of its plan.
    """
    plane, home = world.aircraft[id_], state.air[id_].hex
    if not plane.capacity:
        return
    goals = [h for h, b in sorted(state.bases.items()) if b.owner == plane.side and h != home]
    held = {u.hex for u in state.units.values()
            if u.on_map and world.counters[u.id].side == plane.side}
    drops = sorted(held - set(state.bases))
    for team in _teams(world, state, id_):
        for kind, hexes in ((air.TRANSPORT, goals), (air.DROP, drops)):
            for hex_ in hexes:
                yield from _supply_ideas(world, state, kind, team, hex_)
    for unit in at(state, home):
        if cargo.rider_problem(world, state, unit, home) is not None:
            continue
        team = _carriers(world, state, id_, cargo.weight(world, unit))
        yield from (_unit_idea(world, air.TRANSPORT, h, team, unit) for h in goals if team)
        plan = drop_plans.plan_of(state, unit.id)
        if team and plan is not None and plan[0] == state.turn:
            yield _unit_idea(world, air.DROP, plan[1], team, unit)


def _mates(world: World, state: OcsState, id_: str) -> list[str]:
    """A transport and the others of its base that can fly with it, in set-up order."""
    home, side = state.air[id_].hex, world.aircraft[id_].side
    return [id_, *(
        a.id for a in state.air.values()
        if a.id != id_ and a.hex == home and a.box == MAP and a.active and not a.flown
        and world.aircraft[a.id].side == side and world.aircraft[a.id].capacity
        and (home != NOWHERE or cargo.stored(world, state, a.id))
    )]


def _teams(world: World, state: OcsState, id_: str) -> Iterator[tuple[str, ...]]:
    """The transport alone; with the others too, where it is the first of its base."""
    yield (id_,)
    mates = _mates(world, state, id_)
    if len(mates) > 1 and id_ == next(i for i in state.air if i in mates):
        yield tuple(mates[: air.MOST])


def _carriers(world: World, state: OcsState, id_: str, load: int) -> tuple[str, ...]:
    """The fewest transports of the base that lift a load: at usual capacity, else doubled."""
    mates = _mates(world, state, id_)[: air.MOST]
    for times in (1, 2):
        for count in range(1, len(mates) + 1):
            if cargo.capacity(world, state, tuple(mates[:count])) * times >= load:
                return tuple(mates[:count])
    return ()


def _supply_ideas(
    world: World, state: OcsState, kind: str, ids: tuple[str, ...], hex_: int
) -> Iterator[Fly]:
    """As much as they lift, and twice that at short range (OCS 14.9e C)."""
    there = cargo.stored(world, state, ids[0])
    names = tuple(map(world.name, ids))
    loads = [cargo.capacity(world, state, ids)]
    if cargo.near(world, state, ids, hex_):
        loads.append(2 * loads[0])
    for tokens in dict.fromkeys(min(there, floor(load / TOKEN)) for load in loads):
        if tokens:
            yield Fly(kind, world.board.id(hex_), names, tokens=str(tokens))


def _unit_idea(world: World, kind: str, hex_: int, ids: tuple[str, ...], unit: Unit) -> Fly:
    return Fly(kind, world.board.id(hex_), tuple(map(world.name, ids)),
               cargo=(world.name(unit.id),))
