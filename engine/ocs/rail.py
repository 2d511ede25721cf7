"""Railroads (OCS 13.3): detrainable hexes, rail movement of units and supply."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import BadCommand, Refusal
from engine.core.flow import Handler
from engine.core.paths import Reach, flood
from engine.ocs import dumps, modes, simulcast
from engine.ocs.commands import Rail, RailSupply
from engine.ocs.gauge import on_rail, own_gauge, rails, tracks
from engine.ocs.losses import put
from engine.ocs.movement import begin, ids_of, step_into
from engine.ocs.pieces import COMBAT, MOVE, RE, SP, Unit
from engine.ocs.sequence import MOVEMENT, acting, other
from engine.ocs.sizes import CARGO, cargo16, engineer_capable, holder, mine
from engine.ocs.state import OcsState, Side, at
from engine.ocs.world import Draft, World
from engine.ocs.zoc import in_ezoc, stopped

STATIONS = frozenset({"village", "town", "minor_city", "major_city", "city", "port",
                      "point_of_interest"})
"""Places that make a rail hex detrainable (OCS 13.3c; TTW 1.2b)."""
POINT = CARGO
"""A point of Rail Capacity in sixteenths: a slow company on multi-track costs one of them."""


def station(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """A place where trains stop: a town, or an Engineer-Capable HQ of the side (13.3c)."""
    if not on_rail(world, hex_):
        return False
    if world.board.hexes[hex_].terrain & STATIONS:
        return True
    if world.hooks.station(world, state, side, hex_):
        return True
    return any(
        world.counters[u.id].hq and world.counters[u.id].side == side
        and engineer_capable(world, u)
        for u in at(state, hex_)
    )


def controlled(state: OcsState, side: str, hex_: int) -> bool:
    """Detrainable hexes are passed only under control: by entry or front line (OCS 13.3h)."""
    return (state.rail_control.get(hex_) or state.control.get(hex_, side)) == side


def track_open(
    world: World, state: OcsState, side: str, a: int, b: int, *, cargo: bool
) -> bool:
    """Whether a train, or a trace, goes from `a` to `b` (OCS 13.3c, e, 4.5a C-D)."""
    if not rails(world, a, b) or not world.hooks.may_rail(world, state, side, a, b, cargo):
        return False
    return hex_open(world, state, side, b, cargo=cargo)


def hex_open(world: World, state: OcsState, side: str, b: int, *, cargo: bool) -> bool:
    """Whether a train, or a trace, enters a rail hex (OCS 13.3c, e, 4.5a C-D)."""
    if not own_gauge(world, state, side, b):
        return False
    if holder(world, state, b) == other(side):
        return False
    if in_ezoc(world, state, side, b) if cargo else stopped(world, state, side, b):
        return False
    return not station(world, state, side, b) or controlled(state, side, b)


def sources(world: World, state: OcsState, side: str) -> tuple[int, ...]:
    """Supply source hexes of a side, those of its game included (OCS 12.6a)."""
    printed = [
        world.board.at(h) for h in world.scenario.sources.get(side, ()) if h in world.board.index
    ]
    return (*printed, *world.hooks.trace_sources(world, state, side))


def network(
    world: World, state: OcsState, side: str, *, cargo: bool, more: frozenset[int] = frozenset()
) -> frozenset[int]:
    """Rail hexes joined to a supply source of the side, or for trace to `more` (13.3c, 12.7a)."""
    memo_key = ("network", side, cargo, more)
    found: frozenset[int] | None = state.memo.get(memo_key)
    if found is None:
        ends = {
            h: 0 for h in (*sources(world, state, side), *sorted(more))
            if on_rail(world, h) and own_gauge(world, state, side, h)
            and holder(world, state, h) != other(side)
            and not (in_ezoc(world, state, side, h) if cargo else stopped(world, state, side, h))
        }

        lines = tracks(world)

        def edges(a: int, spent: int) -> Iterator[tuple[int, int]]:
            for b in lines[a]:
                if track_open(world, state, side, a, b, cargo=cargo):
                    yield b, 1

        found = frozenset(flood(ends, edges, len(world.board)).spent)
        state.memo[memo_key] = found
    return found


def detrainable(
    world: World, state: OcsState, side: str, *, cargo: bool, more: frozenset[int] = frozenset()
) -> frozenset[int]:
    """Detrainable hexes: stations under control on the network (OCS 13.3c)."""
    memo_key = ("detrainable", side, cargo, more)
    found: frozenset[int] | None = state.memo.get(memo_key)
    if found is None:
        found = frozenset(
            h for h in network(world, state, side, cargo=cargo, more=more)
            if station(world, state, side, h) and controlled(state, side, h)
        )
        state.memo[memo_key] = found
    return found


# ---------------------------------------------------------------- rail movement (13.3e)


def ways(world: World, state: OcsState, side: str, start: int) -> Reach:
    """Where cargo can be railed from a hex, and how (OCS 13.3e 2, 13.3g A)."""
    memo_key = ("rail ways", side, start)
    found: Reach | None = state.memo.get(memo_key)
    if found is None:

        def edges(a: int, spent: int) -> Iterator[tuple[int, int]]:
            for b in world.board.neighbors(a):
                if b not in state.converted and track_open(world, state, side, a, b, cargo=True):
                    yield b, 1
            for b in world.hooks.rail_links(world, state, side, a):
                if b not in state.converted and hex_open(world, state, side, b, cargo=True):
                    yield b, 1

        usable = own_gauge(world, state, side, start) and start not in state.converted
        found = flood({start: 0} if usable else {}, edges, len(world.board))
        state.memo[memo_key] = found
    return found


def route(world: World, state: OcsState, side: str, start: int, end: int) -> tuple[int, ...]:
    """Rail hexes from one to the other for cargo, or none (OCS 13.3e 2)."""
    found = ways(world, state, side, start)
    return tuple(found.way(end)) if end in found.spent else ()


def rail_cost(world: World, state: OcsState, side: str, way: tuple[int, ...], size16: int) -> int:
    """Rail Capacity in sixteenths: doubled by a TZ, halved on multi-track all the way (13.3a)."""
    cost = size16
    foe = other(side)
    near = {n for h, s in state.busts.items() if s == foe for n in (h, *world.board.neighbors(h))}
    if any(h in near for h in way):
        cost *= 2
    pairs = list(zip(way, way[1:], strict=False))
    if pairs and all("rail.double" in world.board.side(a, b) for a, b in pairs):
        cost //= 2
    return cost


def capacity(state: OcsState, side: str) -> int:
    """Rail Capacity left this turn, in sixteenths of a point (OCS 13.3b)."""
    account = state.sides.get(side, Side())
    return account.rail * POINT // RE - account.railed


def show(sixteenths: int) -> str:
    """Points of Rail Capacity as players write them."""
    return f"{sixteenths / POINT:g}"


def price(world: World, state: OcsState, unit: Unit, end: int) -> int:
    """Rail Capacity for one unit; rail artillery rides on its own account (TTW 1.6b)."""
    counter = world.counters[unit.id]
    if counter.rail_only and counter.artillery:
        return 0
    way = route(world, state, counter.side, unit.hex, end)
    return rail_cost(world, state, counter.side, way, cargo16(world, unit))


def check_rail(world: World, state: OcsState, command: Rail) -> Refusal | None:
    """Units entrain, run and detrain in one phase (OCS 13.3e, 13.3g)."""
    ids = ids_of(world, command.units)
    if len(set(ids)) != len(ids):
        raise BadCommand("rail: a unit is named twice")
    end = world.board.at(command.to)
    for id_ in ids:
        unit = state.units[id_]
        problem = (
            _unit_problem(world, state, unit)
            or _entrain_problem(world, state, unit)
            or _detrain_problem(world, state, unit, end)
        )
        if problem is not None:
            return problem
    total = sum(price(world, state, state.units[i], end) for i in ids)
    left = capacity(state, acting(state))
    if total > left:
        return Refusal("OCS 13.3b", f"that takes {show(total)} points of Rail Capacity, "
                       f"{show(left)} are left")
    return None


def _unit_problem(world: World, state: OcsState, unit: Unit) -> Refusal | None:
    counter = world.counters[unit.id]
    name = counter.name
    if counter.side != acting(state) or not unit.on_map:
        return Refusal("OCS 13.3b", f"{name} is not yours to move now")
    if unit.finished or (unit.moved and unit.id not in state.moving):
        return Refusal("OCS 6.1g", f"{name} has finished its move")
    if unit.carried == "air":
        return Refusal("OCS 4.7d", f"{name} was flown in this phase")
    any_side = counter.rail_repair and not unit.marker
    if unit.mode != MOVE and not any_side and not turns_over(world, state, unit):
        return Refusal("OCS 13.3e", f"{name} is not in Move Mode")
    if unit.spent * 2 > modes.allowance(world, state, unit):
        return Refusal("OCS 13.3e", f"{name} has spent more than half of its allowance")
    return world.hooks.may_move(world, state, unit)


def turns_over(world: World, state: OcsState, unit: Unit) -> bool:
    """An HQ in Combat Mode entrains where it makes the hex detrainable, then turns (OCS 13.8c)."""
    return (
        world.counters[unit.id].hq and unit.mode == COMBAT and engineer_capable(world, unit)
        and modes.mode_problem(world, state, unit, MOVE) is None
    )


def _entrain_problem(world: World, state: OcsState, unit: Unit) -> Refusal | None:
    """In a detrainable hex outside enemy ZOCs (OCS 13.3e 1).

    Any rail hex serves Rail Repair units (13.3g C), units that move by rail only (TTW 1.6b,
    2.3b) and units that arrived there in this turn (13.6b).
    """
    counter, number = world.counters[unit.id], world.board.id(unit.hex)
    anywhere = (
        counter.rail_repair or counter.rail_only or unit.id in state.arrived
    ) and on_rail(world, unit.hex)
    if not anywhere and unit.hex not in detrainable(world, state, counter.side, cargo=True):
        return Refusal("OCS 13.3e", f"{number} is not detrainable")
    if in_ezoc(world, state, counter.side, unit.hex):
        return Refusal("OCS 4.5a", f"{counter.name} is in an enemy ZOC")
    return None


def _detrain_problem(world: World, state: OcsState, unit: Unit, end: int) -> Refusal | None:
    """In a detrainable hex that an open railroad of the right gauge leads to (13.3e 2, 3)."""
    counter, number = world.counters[unit.id], world.board.id(end)
    anywhere = counter.rail_repair or counter.rail_only
    if not anywhere and end not in detrainable(world, state, counter.side, cargo=True):
        return Refusal("OCS 13.3e", f"{number} is not detrainable")
    if end == unit.hex or not route(world, state, counter.side, unit.hex, end):
        return Refusal("OCS 13.3e", f"no railroad of your gauge is open to {number}")
    return simulcast.stop_problem(world, state, (unit.id,), end) or world.hooks.may_enter(
        world, state, (unit.id,), unit.hex, end)


def do_rail(draft: Draft, command: Rail) -> None:
    """Ride, and move no more (OCS 13.3e 3); Rail Repair units may go on (13.3g B)."""
    world = draft.world
    ids = ids_of(world, command.units)
    end = world.board.at(command.to)
    put(draft, *(
        evolve(modes.turned(unit, MOVE), changed=True)
        for unit in map(draft.state.units.__getitem__, ids) if turns_over(world, draft.state, unit)
    ))
    begin(draft, ids)
    for id_ in ids:
        counter = world.counters[id_]
        spend(draft, counter.side, price(world, draft.state, draft.state.units[id_], end))
        step_into(draft, (id_,), end)
        put(draft, evolve(
            draft.state.units[id_], finished=not counter.rail_repair, carried="rail"
        ))
    names = ", ".join(world.name(i) for i in ids)
    draft.log("rail", f"{names} by rail to {world.board.label(end)}", hex=command.to,
              rule="OCS 13.3e", side=acting(draft.state))


def spend(draft: Draft, side: str, sixteenths: int) -> None:
    account = draft.state.sides.get(side, Side())
    used = evolve(account, railed=account.railed + sixteenths)
    draft.update(sides={**draft.state.sides, side: used})


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
    arrived = tokens <= dump.arrived and on_rail(world, start)  # 13.6b
    if start not in stations and not arrived:
        return Refusal("OCS 13.3e", f"{command.source} is not detrainable")
    if end not in stations:
        return Refusal("OCS 13.3e", f"{command.to} is not detrainable")
    if in_ezoc(world, state, side, start):
        return Refusal("OCS 4.5a", f"{command.source} is in an enemy ZOC")
    own = world.hooks.may_carry(world, state, side, start, end)
    if own is not None:
        return own
    way = route(world, state, side, start, end)
    if start == end or not way:
        return Refusal("OCS 13.3e", f"no railroad of your gauge is open to {command.to}")
    cost = rail_cost(world, state, side, way, tokens * POINT // SP)
    if cost > capacity(state, side):
        return Refusal("OCS 13.3b", f"that takes {show(cost)} points of Rail Capacity, "
                       f"{show(capacity(state, side))} are left")
    return None


def do_rail_supply(draft: Draft, command: RailSupply) -> None:
    """Move the tokens; they move no more in this phase (OCS 12.2a)."""
    side = acting(draft.state)
    board = draft.world.board
    start, end, tokens = board.at(command.source), board.at(command.to), int(command.tokens)
    way = route(draft.world, draft.state, side, start, end)
    spend(draft, side, rail_cost(draft.world, draft.state, side, way, tokens * POINT // SP))
    dumps.remove(draft, start, tokens)
    dumps.add(draft, end, side, tokens, moved=True)
    draft.log("rail", f"{dumps.show(tokens)} by rail from {command.source} to {command.to}",
              hex=command.to, rule="OCS 13.3a", side=side)


def offer_rail(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Rail moves of single units, and of all that a dump may send, between detrainable hexes."""
    side = acting(state)
    stations = sorted(detrainable(world, state, side, cargo=True))
    for unit in mine(world, state, actor):
        name = world.name(unit.id)
        if _unit_problem(world, state, unit) or _entrain_problem(world, state, unit):
            continue
        for end in stations:
            command = Rail((name,), world.board.id(end))
            if check_rail(world, state, command) is None:
                yield command
    if not actor:
        yield from _offer_supply(world, state, stations)


def _offer_supply(world: World, state: OcsState, stations: list[int]) -> Iterator[Command]:
    for start, dump in sorted(state.dumps.items()):
        tokens = dump.tokens - dump.moved
        if dump.owner != acting(state) or tokens < 1 or not on_rail(world, start):
            continue
        for end in stations:
            command = RailSupply(str(tokens), world.board.id(start), world.board.id(end))
            if check_rail_supply(world, state, command) is None:
                yield command


HANDLERS = {
    Rail: Handler(check_rail, do_rail, steps=frozenset({MOVEMENT})),
    RailSupply: Handler(check_rail_supply, do_rail_supply, steps=frozenset({MOVEMENT})),
}
