"""Transport Points change their counters (OCS 13.2c): they combine and divide in a hex."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import NOWHERE
from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs.commands import Exchange
from engine.ocs.extender_points import spare, sum_to
from engine.ocs.losses import put
from engine.ocs.movement import ids_of
from engine.ocs.pieces import MAP, ORGANIC, POOL, SP, Unit
from engine.ocs.sequence import MOVEMENT, acting
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World


def check_exchange(world: World, state: OcsState, command: Exchange) -> Refusal | None:
    """Points of one kind in one hex for as many in the counter mix, never Organic (13.2c)."""
    ids, into = ids_of(world, command.units), ids_of(world, command.into)
    if len({*ids, *into}) != len(ids) + len(into):
        return Refusal("OCS 13.2c", "a counter is named twice")
    units = [state.units[i] for i in ids]
    first = world.counters[ids[0]]
    for unit in units:
        counter = world.counters[unit.id]
        if not counter.transport or counter.side != acting(state) or not unit.on_map:
            return Refusal("OCS 13.2c", f"{counter.name} is no transport of yours on the map")
        if counter.type == ORGANIC or counter.type != first.type:
            return Refusal("OCS 13.2c", "points of one kind combine, Organic Trucks never")
        if unit.hex != units[0].hex:
            return Refusal("OCS 13.2c", "they combine and divide in one hex")
    mix = {u.id for u in spare(world, state, units[0].id)}
    for id_ in into:
        if id_ not in mix:
            return Refusal("OCS 13.2c", f"{world.name(id_)} is not in the counter mix")
    have, get = (sum(world.counters[i].points for i in some) for some in (ids, into))
    if have != get:
        return Refusal("OCS 13.2c", f"{have} points are not {get}")
    return None


def do_exchange(draft: Draft, command: Exchange) -> None:
    """Free of MPs; the new counters have what the poorest of the old ones has left (6.1f, g)."""
    world = draft.world
    ids, into = ids_of(world, command.units), ids_of(world, command.into)
    units = [draft.state.units[i] for i in ids]
    change(draft, units, into)
    if set(ids) & set(draft.state.moving):
        kept = tuple(i for i in draft.state.moving if i not in ids)
        draft.update(moving=(*kept, *into) if not any(u.finished for u in units) else kept)
    draft.log("supply", f"{', '.join(command.units)} become {', '.join(command.into)}",
              hex=world.board.id(units[0].hex), rule="OCS 13.2c", side=acting(draft.state))


def change(draft: Draft, units: list[Unit], into: tuple[str, ...]) -> None:
    """Put other counters where these stand, their load spread over them in order (13.2c)."""
    world, load = draft.world, sum(u.load for u in units)
    put(draft, *(Unit(u.id, NOWHERE, POOL, front=False) for u in units))
    worn = max(units, key=lambda u: (u.finished, u.spent))
    for id_ in into:
        part = min(load, world.counters[id_].points * SP)
        load -= part
        put(draft, Unit(
            id_, worn.hex, MAP, front=False, began=worn.began, load=part,
            spent=max(u.spent for u in units), moved=any(u.moved for u in units),
            finished=worn.finished, unsupplied=max(u.unsupplied for u in units),
        ))


def parted(
    world: World, state: OcsState, unit: Unit, points: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Counters of the mix for so many points of a bigger one, and for the rest of them.

    Where the mix does not have them so, they are as many fewer as it has; none at worst.
    """
    mix, size = list(spare(world, state, unit.id)), world.counters[unit.id].points
    for goal in range(points, 0, -1):
        some = sum_to(world, mix, goal)
        rest = sum_to(world, [u for u in mix if u.id not in some], size - goal)
        if some and rest:
            return some, rest
    return (), ()


def offer_exchanges(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Each big counter for the smallest of the mix, and two of a hex for one."""
    own = [
        u for u in state.units.values()
        if u.on_map and world.counters[u.id].transport and world.counters[u.id].side
        == acting(state) and world.counters[u.id].type != ORGANIC
    ]
    for unit in own:
        mix = sorted(spare(world, state, unit.id), key=lambda u: world.counters[u.id].points)
        size = world.counters[unit.id].points
        parts = sum_to(world, [u for u in mix if world.counters[u.id].points < size], size)
        if parts:
            yield from _named(world, actor, (unit.id,), parts)
        for other in own:
            whole = sum_to(world, list(reversed(mix)), size + world.counters[other.id].points)
            if other.id > unit.id and other.hex == unit.hex and len(whole) == 1 and (
                world.counters[other.id].type == world.counters[unit.id].type
            ):
                yield from _named(world, actor, (unit.id, other.id), whole)


def _named(
    world: World, actor: str, ids: tuple[str, ...], into: tuple[str, ...]
) -> Iterator[Command]:
    names = tuple(world.name(i) for i in ids)
    if not actor or actor in names:
        yield Exchange(names, tuple(world.name(i) for i in into))


HANDLERS = {Exchange: Handler(check_exchange, do_exchange, steps=frozenset({MOVEMENT}))}
