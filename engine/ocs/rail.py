"""Railroads (OCS 13.3): detrainable hexes, rail movement of units and supply."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.core.paths import flood
from engine.ocs import dumps, modes
from engine.ocs.commands import Rail, RailSupply
from engine.ocs.gauge import on_rail, own_gauge, rails
from engine.ocs.losses import put
from engine.ocs.movement import begin, ids_of, step_into
from engine.ocs.pieces import MOVE, RE, SP, Unit
from engine.ocs.sequence import MOVEMENT, acting, other
from engine.ocs.sizes import engineer_capable, holder, transport_re4
from engine.ocs.state import OcsState, Side, at
from engine.ocs.world import Draft, World
from engine.ocs.zoc import in_ezoc, stopped

STATIONS = frozenset({"village", "town", "minor_city", "major_city", "city", "port",
                      "point_of_interest"})
"""Places that make a rail hex detrainable (OCS 13.3c; TTW 1.2b)."""


def station(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """A place where trains stop: a town, or an Engineer-Capable HQ of the side (13.3c)."""
    if not on_rail(world, hex_):
        return False
    if world.board.hexes[hex_].terrain & STATIONS:
        return True
    return any(
        world.counters[u.id].hq and world.counters[u.id].side == side
        and engineer_capable(world, u)
        for u in at(state, hex_)
    )


def controlled(state: OcsState, side: str, hex_: int) -> bool:
    """Detrainable hexes are passed only under control (OCS 13.3h)."""
    return state.control.get(hex_, side) == side


def track_open(
    world: World, state: OcsState, side: str, a: int, b: int, *, cargo: bool
) -> bool:
    """Whether a train, or a trace, goes from `a` to `b` (OCS 13.3c, e, 4.5a C-D)."""
    if not rails(world, a, b) or not own_gauge(world, state, side, b):
        return False
    if holder(world, state, b) == other(side):
        return False
    if in_ezoc(world, state, side, b) if cargo else stopped(world, state, side, b):
        return False
    return not station(world, state, side, b) or controlled(state, side, b)


def network(world: World, state: OcsState, side: str, *, cargo: bool) -> frozenset[int]:
    """Rail hexes joined to a supply source of the side (OCS 13.3c)."""
    memo_key = ("network", side, cargo)
    found: frozenset[int] | None = state.memo.get(memo_key)
    if found is None:
        starts = [
            world.board.at(h) for h in world.scenario.sources.get(side, ())
            if h in world.board.index
        ]
        starts += world.hooks.trace_sources(world, state, side)
        ends = {
            h: 0 for h in starts
            if on_rail(world, h) and own_gauge(world, state, side, h)
            and holder(world, state, h) != other(side)
            and not (in_ezoc(world, state, side, h) if cargo else stopped(world, state, side, h))
        }

        def edges(a: int, spent: int) -> Iterator[tuple[int, int]]:
            for b in world.board.neighbors(a):
                if track_open(world, state, side, a, b, cargo=cargo):
                    yield b, 1

        found = frozenset(flood(ends, edges, len(world.board)).spent)
        state.memo[memo_key] = found
    return found


def detrainable(world: World, state: OcsState, side: str, *, cargo: bool) -> frozenset[int]:
    """Detrainable hexes: stations under control on the network (OCS 13.3c)."""
    return frozenset(
        h for h in network(world, state, side, cargo=cargo)
        if station(world, state, side, h) and controlled(state, side, h)
    )


# ---------------------------------------------------------------- rail movement (13.3e)


def route(world: World, state: OcsState, side: str, start: int, end: int) -> tuple[int, ...]:
    """Rail hexes from one to the other for cargo, or none (OCS 13.3e 2)."""

    def edges(a: int, spent: int) -> Iterator[tuple[int, int]]:
        for b in world.board.neighbors(a):
            if b not in state.converted and track_open(world, state, side, a, b, cargo=True):
                yield b, 1

    found = flood({start: 0}, edges, len(world.board))
    return tuple(found.way(end)) if end in found.spent else ()


def rail_cost(world: World, state: OcsState, side: str, way: tuple[int, ...], size4: int) -> int:
    """Rail Capacity in eighths: doubled by a TZ, halved on multi-track all the way (13.3a, U34)."""
    cost = size4 * 2
    foe = other(side)
    near = {n for h, s in state.busts.items() if s == foe for n in (h, *world.board.neighbors(h))}
    if any(h in near for h in way):
        cost *= 2
    pairs = list(zip(way, way[1:], strict=False))
    if pairs and all("rail.double" in world.board.side(a, b) for a, b in pairs):
        cost //= 2
    return cost


def capacity(state: OcsState, side: str) -> int:
    """Rail Capacity left, in eighths."""
    return state.sides.get(side, Side()).rail * 2


def check_rail(world: World, state: OcsState, command: Rail) -> Refusal | None:
    """Units entrain, run and detrain in one phase (OCS 13.3e, 13.3g)."""
    ids = ids_of(world, command.units)
    end = world.board.at(command.to)
    total = 0
    for id_ in ids:
        unit = state.units[id_]
        problem = _rail_problem(world, state, unit, end)
        if problem is not None:
            return problem
        side = world.counters[id_].side
        way = route(world, state, side, unit.hex, end)
        if not world.counters[id_].rail_only:
            total += rail_cost(world, state, side, way, transport_re4(world, unit))
    if total > capacity(state, acting(state)):
        return Refusal("OCS 13.3b", f"that takes {total / 8:g} points of Rail Capacity, "
                       f"{capacity(state, acting(state)) / 8:g} are left")
    return None


def _rail_problem(world: World, state: OcsState, unit: Unit, end: int) -> Refusal | None:
    counter = world.counters[unit.id]
    name, side = counter.name, counter.side
    if side != acting(state) or not unit.on_map:
        return Refusal("OCS 13.3b", f"{name} is not yours to move now")
    if unit.finished or (unit.moved and unit.id not in state.moving):
        return Refusal("OCS 6.1g", f"{name} has finished its move")
    if unit.mode != MOVE and not counter.rail_repair:
        return Refusal("OCS 13.3e", f"{name} is not in Move Mode")
    if unit.spent * 2 > modes.allowance(world, state, unit):
        return Refusal("OCS 13.3e", f"{name} has spent more than half of its allowance")
    free = counter.rail_repair or counter.rail_only or counter.hq
    stations = detrainable(world, state, side, cargo=True)
    if unit.hex not in stations and not free:
        return Refusal("OCS 13.3e", f"{world.board.id(unit.hex)} is not detrainable")
    if end not in stations and not free:
        return Refusal("OCS 13.3e", f"{world.board.id(end)} is not detrainable")
    if in_ezoc(world, state, side, unit.hex):
        return Refusal("OCS 4.5a", f"{name} is in an enemy ZOC")
    if not route(world, state, side, unit.hex, end):
        return Refusal("OCS 13.3e", f"no railroad of your gauge is open to {world.board.id(end)}")
    return None


def do_rail(draft: Draft, command: Rail) -> None:
    """Ride, and move no more (OCS 13.3e 3); Rail Repair units may go on (13.3g B)."""
    world = draft.world
    ids = ids_of(world, command.units)
    end = world.board.at(command.to)
    begin(draft, ids)
    for id_ in ids:
        counter = world.counters[id_]
        unit = draft.state.units[id_]
        way = route(world, draft.state, counter.side, unit.hex, end)
        cost = 0 if counter.rail_only else rail_cost(
            world, draft.state, counter.side, way, transport_re4(world, unit)
        )
        _spend(draft, counter.side, cost)
        step_into(draft, (id_,), end)
        put(draft, evolve(draft.state.units[id_], finished=not counter.rail_repair))
    names = ", ".join(world.name(i) for i in ids)
    draft.log("rail", f"{names} by rail to {world.board.label(end)}", hex=command.to,
              rule="OCS 13.3e", side=acting(draft.state))


def _spend(draft: Draft, side: str, eighths: int) -> None:
    account = draft.state.sides.get(side, Side())
    left = evolve(account, rail=account.rail - -(-eighths // 2))
    draft.update(sides={**draft.state.sides, side: left})


def check_rail_supply(world: World, state: OcsState, command: RailSupply) -> Refusal | None:
    """Supply goes by rail between detrainable hexes (OCS 13.3a, e)."""
    if not command.tokens.isdigit() or int(command.tokens) < 1:
        return Refusal("OCS 12.1a", "say how many tokens go")
    side = acting(state)
    start, end = world.board.at(command.source), world.board.at(command.to)
    dump = state.dumps.get(start)
    tokens = int(command.tokens)
    if dump is None or dump.owner != side or dump.tokens - dump.moved < tokens:
        return Refusal("OCS 12.2a", f"{command.source} has not {tokens} tokens that may move")
    stations = detrainable(world, state, side, cargo=True)
    for hex_ in (start, end):
        if hex_ not in stations:
            return Refusal("OCS 13.3e", f"{world.board.id(hex_)} is not detrainable")
        if in_ezoc(world, state, side, hex_):
            return Refusal("OCS 4.5a", f"{world.board.id(hex_)} is in an enemy ZOC")
    way = route(world, state, side, start, end)
    if not way:
        return Refusal("OCS 13.3e", f"no railroad of your gauge is open to {command.to}")
    cost = rail_cost(world, state, side, way, tokens * RE // SP)
    if cost > capacity(state, side):
        return Refusal("OCS 13.3b", "not enough Rail Capacity is left")
    return None


def do_rail_supply(draft: Draft, command: RailSupply) -> None:
    """Move the tokens; they move no more in this phase (OCS 12.2a)."""
    side = acting(draft.state)
    board = draft.world.board
    start, end, tokens = board.at(command.source), board.at(command.to), int(command.tokens)
    way = route(draft.world, draft.state, side, start, end)
    _spend(draft, side, rail_cost(draft.world, draft.state, side, way, tokens * RE // SP))
    dump = draft.state.dumps[start]
    dumps.set_ground(draft, start, side, dump.tokens - tokens)
    dumps.add(draft, end, side, tokens, moved=True)
    draft.log("rail", f"{dumps.show(tokens)} by rail from {command.source} to {command.to}",
              hex=command.to, rule="OCS 13.3a", side=side)


def offer_rail(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Rail moves of single units between detrainable hexes."""
    side = acting(state)
    if capacity(state, side) <= 0:
        return
    stations = sorted(detrainable(world, state, side, cargo=True))
    for unit in state.units.values():
        name = world.name(unit.id)
        if not unit.on_map or world.counters[unit.id].side != side or actor not in ("", name):
            continue
        if unit.hex not in stations:
            continue
        for end in stations:
            command = Rail((name,), world.board.id(end))
            if end != unit.hex and check_rail(world, state, command) is None:
                yield command


HANDLERS = {
    Rail: Handler(check_rail, do_rail, steps=frozenset({MOVEMENT})),
    RailSupply: Handler(check_rail_supply, do_rail_supply, steps=frozenset({MOVEMENT})),
}
