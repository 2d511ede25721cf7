"""Air Transport and Air Drop (OCS 14.9, 14.10): what fits, what arrives, where it comes from.

Weights and capacities are in half tokens (14.9b): a token is two, an RE eight (4.7a).
Cargo stands in its base until it is delivered; what is lost on the way is taken from there.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.core.values import frozen
from engine.ocs import air, drop_plans, drops, dumps, modes, movement
from engine.ocs.commands import Fly
from engine.ocs.losses import eliminate, put
from engine.ocs.movement import ids_of
from engine.ocs.pieces import LEG, MOVE, SP, Base, Unit
from engine.ocs.sequence import MOVEMENT, acting, key
from engine.ocs.sizes import CARGO, cargo16
from engine.ocs.state import Mission, OcsState
from engine.ocs.world import Draft, World

TOKEN = 2
"""Half tokens in a token."""
LIGHT_MA = 10
"""Leg units fly up to this MA in Move Mode (OCS 14.9c)."""
UNLOADS = 2
"""Tokens that a base takes in for each level, and a strip in all, in a segment (14.9f, 15.2)."""


# ---------------------------------------------------------------- weights (4.7, 14.9b)


def weight(world: World, unit: Unit) -> int:
    """Half tokens that a combat unit weighs (OCS 4.7a, b)."""
    return cargo16(world, unit) * SP * TOKEN // CARGO


def capacity(world: World, state: OcsState, ids: tuple[str, ...]) -> Fraction:
    """Half tokens that aircraft carry together; reduced ones half (OCS 14.1b, 14.9a)."""
    return sum(
        (Fraction(world.aircraft[i].capacity, 2 if state.air[i].lost else 1) for i in ids),
        Fraction(0),
    )


@frozen
class Plan:
    """How a load flies."""

    source: int
    units: tuple[str, ...]
    tokens: int
    doubled: bool
    stays: tuple[str, ...]
    """Transports that must land where they unload (14.9f)."""


def plan(
    world: World, state: OcsState, command: Fly, ids: tuple[str, ...], hex_: int
) -> Plan | Refusal:
    """What a transport or drop carries from where, or the first reason why not (OCS 14.9)."""
    carriers = tuple(i for i in ids if world.aircraft[i].capacity > 0)
    source = _source(world, state, command, carriers)
    if isinstance(source, Refusal):
        return source
    units = ids_of(world, command.cargo)
    if command.tokens and not command.tokens.isdigit():
        return Refusal("OCS 12.1a", "say how many tokens go")
    tokens = int(command.tokens or "0")
    problem = _cargo_problem(world, state, units, tokens, carriers)
    if problem is not None:
        return problem
    load = tokens * TOKEN + sum(weight(world, state.units[i]) for i in units)
    most = capacity(world, state, carriers)
    doubled = load > most
    if doubled and not near(world, state, carriers, hex_):
        return Refusal("OCS 14.9a", f"they carry {float(most) / TOKEN:g}T, this is "
                       f"{load / TOKEN:g}T")
    if load > 2 * most:
        return Refusal("OCS 14.9e", f"even at short range they carry {float(most):g}T")
    stays = _staying(world, state, command, hex_, carriers, load, doubled=doubled)
    if stays and source == NOWHERE:
        return Refusal("OCS 14.9f", f"{command.hex} takes in no more this segment, and they "
                       "return to their base off the map")
    return Plan(source, units, tokens, doubled, stays)


def near(world: World, state: OcsState, ids: tuple[str, ...], hex_: int) -> bool:
    """Within half their range, where capacity is doubled (OCS 14.9e C)."""
    return all(2 * air.distance(world, state, i, hex_) <= world.aircraft[i].range for i in ids)


def _source(
    world: World, state: OcsState, command: Fly, carriers: tuple[str, ...]
) -> int | Refusal:
    """The base that the transports come from: one for the whole load (OCS 14.9a)."""
    if not carriers:
        return Refusal("OCS 14.9a", "none of these aircraft carries anything")
    bases = {state.air[i].hex for i in carriers}
    source = min(bases)
    if len(bases) > 1:
        return Refusal("OCS 14.9a", "transports pool capacity from one base")
    if command.source and world.board.at(command.source) != source:
        return Refusal("OCS 14.9", "they load at their own base")
    return source


def stored(world: World, state: OcsState, id_: str) -> int:
    """Tokens that may be loaded at the base of a transport, on the map or off it (OCS 14.9d)."""
    source = state.air[id_].hex
    if source == NOWHERE:
        return world.hooks.off_map_supply(world, state, id_)
    dump = state.dumps.get(source)
    own = dump is not None and dump.owner == world.aircraft[id_].side
    return dump.tokens - dump.moved if dump is not None and own else 0


def _cargo_problem(
    world: World, state: OcsState, units: tuple[str, ...], tokens: int, carriers: tuple[str, ...]
) -> Refusal | None:
    if not units and not tokens:
        return Refusal("OCS 14.9", "name what is carried")
    source, there = state.air[carriers[0]].hex, min(stored(world, state, i) for i in carriers)
    if tokens > there:
        return Refusal("OCS 12.2a", f"only {dumps.show(there)} may be loaded there")
    if len(set(units)) != len(units):
        return Refusal("OCS 14.9c", "a unit is named twice")
    for id_ in units:
        problem = rider_problem(world, state, state.units[id_], source)
        if problem is not None:
            return problem
    return None


def rider_problem(world: World, state: OcsState, unit: Unit, source: int) -> Refusal | None:
    """Combat units in Move Mode with a Leg MA of 10 or less, in the base (OCS 14.9c, d)."""
    counter = world.counters[unit.id]
    name = counter.name
    if counter.side != acting(state) or unit.hex != source:
        return Refusal("OCS 14.9", f"{name} is not at the base of the transports")
    if not counter.fighting or counter.move.mobility != LEG or counter.move.ma > LIGHT_MA:
        return Refusal("OCS 14.9c", f"{name} cannot be carried by air")
    if unit.mode != MOVE:
        return Refusal("OCS 14.9c", f"{name} is not in Move Mode")
    if unit.finished or unit.working or (unit.moved and unit.id not in state.moving):
        return Refusal("OCS 6.1g", f"{name} has finished its move in this phase")
    if unit.carried == "rail":
        return Refusal("OCS 4.7d", f"{name} came by rail in this phase")
    if 2 * unit.spent > modes.allowance(world, state, unit):
        return Refusal("OCS 14.9d", f"{name} has spent more than half of its allowance")
    return world.hooks.may_move(world, state, unit)


def _staying(
    world: World, state: OcsState, command: Fly, hex_: int, carriers: tuple[str, ...], load: int,
    *, doubled: bool,
) -> tuple[str, ...]:
    """Transports of what a base does not take in in a segment: they stay there (OCS 14.9f).

    As few of those named last as lift the excess; the others may go home.
    """
    base = state.bases.get(hex_)
    if command.mission != air.TRANSPORT or base is None:
        return ()
    excess = ceil(Fraction(load, TOKEN)) - (takes_in(base) - base.unloaded)
    for count in range(len(carriers) + 1):
        last = carriers[len(carriers) - count:]
        if capacity(world, state, last) * (2 if doubled else 1) >= excess * TOKEN:
            return last
    return carriers


def takes_in(base: Base) -> int:
    """Tokens that a base unloads in a segment (OCS 14.9f, 15.0b C, 15.2 C)."""
    return UNLOADS * max(1, base.level)


# ---------------------------------------------------------------- flying out


def flight_problem(
    world: World, state: OcsState, command: Fly, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """Why a transport or drop may not be flown (OCS 14.9, 14.10)."""
    found = plan(world, state, command, ids, hex_)
    if isinstance(found, Refusal):
        return found
    side = acting(state)
    if command.mission == air.TRANSPORT:
        base = state.bases.get(hex_)
        if base is None or base.owner != side or hex_ == found.source:
            return Refusal("OCS 14.9", f"{command.hex} is no other friendly base")
    else:
        problem = _drop_problem(world, state, found, hex_)
        if problem is not None:
            return problem
    if not found.units:
        return None
    return world.hooks.may_enter(world, state, found.units, found.source, hex_)


def _drop_problem(world: World, state: OcsState, found: Plan, hex_: int) -> Refusal | None:
    """Supply drops freely; units need the Para symbol, a plan and all their MPs (14.10a, b)."""
    dump = state.dumps.get(hex_)
    if found.tokens and dump is not None and dump.owner != acting(state):
        return Refusal("OCS 14.10", "the enemy has supply there")
    for id_ in found.units:
        name = world.name(id_)
        if key(state) != MOVEMENT:
            return Refusal("OCS 14.10b", "units drop in the Movement Phase only")
        if state.units[id_].spent:
            return Refusal("OCS 4.7d", f"{name} has spent MPs in this phase")
        problem = drop_plans.drop_problem(world, state, id_, hex_)
        if problem is not None:
            return problem
    return None


def load(draft: Draft, command: Fly, ids: tuple[str, ...], hex_: int) -> Mission | None:
    """The mission with its load, or None for one that carries nothing; its units move now."""
    if command.mission not in air.CARRYING:
        return None
    found = plan(draft.world, draft.state, command, ids, hex_)
    assert isinstance(found, Plan)
    if found.units:
        movement.begin(draft, found.units)
    return Mission(
        command.mission, acting(draft.state), hex_, ids, found.units, found.tokens,
        source=found.source, doubled=found.doubled, stays=found.stays,
    )


# ---------------------------------------------------------------- arriving (14.4g, 14.9, 14.10d)


def deliver(draft: Draft, mission: Mission, ids: tuple[str, ...]) -> None:
    """Land or drop what the remaining aircraft carry; losses of capacity come first (14.4g)."""
    units, tokens = survivors(draft, mission, ids)
    _take_away(draft, mission, tokens)
    if mission.kind == air.TRANSPORT:
        _unload(draft, mission, units, tokens)
    else:
        down, landed = drops.drop(draft, mission, units, tokens)
        tell(draft, mission, down, landed, "OCS 14.10d")


def survivors(
    draft: Draft, mission: Mission, ids: tuple[str, ...]
) -> tuple[tuple[str, ...], int]:
    """Cargo that still arrives: what aborted aircraft carry goes back, the rest is destroyed.

    Fractions count in favour of survival. Supply goes first, then the units named last, so that
    the owner chooses by the order in which he names them (14.4g).
    """
    times = 2 if mission.doubled else 1
    alive = tuple(i for i in mission.aircraft if draft.state.air[i].box == "map")
    kept, kept_tokens = _fit(draft, mission, capacity(draft.world, draft.state, alive) * times)
    for id_ in mission.cargo:
        if id_ not in kept:
            eliminate(draft, id_, "air", "OCS 14.4g")
    gone = mission.tokens - kept_tokens
    if gone:
        _take_away(draft, mission, gone)
        draft.log("air", f"{dumps.show(gone)} of cargo are lost", rule="OCS 14.4g",
                  side=mission.side)
    arriving = evolve(mission, cargo=kept, tokens=kept_tokens)
    return _fit(draft, arriving, capacity(draft.world, draft.state, ids) * times)


def _fit(
    draft: Draft, mission: Mission, most: Fraction
) -> tuple[tuple[str, ...], int]:
    """The part of a load that fits: units in order, then tokens, rounded up (OCS 14.4g)."""
    left = Fraction(ceil(most / TOKEN) * TOKEN)
    kept = []
    for id_ in mission.cargo:
        size = weight(draft.world, draft.state.units[id_])
        if size <= left:
            kept.append(id_)
            left -= size
    return tuple(kept), min(mission.tokens, floor(left / TOKEN))


def _take_away(draft: Draft, mission: Mission, tokens: int) -> None:
    """Take tokens from the base where they were loaded: those that arrive, or are lost."""
    if tokens and mission.source == NOWHERE:
        draft.world.hooks.spend_off_map(draft, mission.aircraft, tokens)
    elif tokens:
        dump = draft.state.dumps[mission.source]
        dumps.set_ground(draft, mission.source, dump.owner, dump.tokens - tokens)


def _unload(draft: Draft, mission: Mission, units: tuple[str, ...], tokens: int) -> None:
    """Put the cargo down at the other base (OCS 14.9); it counts against what that takes in."""
    if tokens:
        dumps.add(draft, mission.hex, mission.side, tokens, moved=True)
    size = ceil(Fraction(sum(weight(draft.world, draft.state.units[i]) for i in units), TOKEN))
    for id_ in units:
        _set_down(draft, id_, mission.hex)
    base = draft.state.bases[mission.hex]
    unloaded = min(takes_in(base), base.unloaded + tokens + size)
    changed = evolve(base, unloaded=max(base.unloaded, unloaded))
    draft.update(bases={**draft.state.bases, mission.hex: changed})
    tell(draft, mission, units, tokens, "OCS 14.9")


def _set_down(draft: Draft, id_: str, hex_: int) -> None:
    """A carried unit keeps half of its allowance, less what it has spent (OCS 14.9d)."""
    unit = draft.state.units[id_]
    whole = modes.allowance(draft.world, draft.state, unit)
    put(draft, evolve(unit, spent=unit.spent + whole - whole // 2, carried="air"))
    movement.step_into(draft, (id_,), hex_)


def tell(
    draft: Draft, mission: Mission, units: tuple[str, ...], tokens: int, rule: str
) -> None:
    """Say what has arrived."""
    parts = [draft.world.name(i) for i in units] + ([dumps.show(tokens)] if tokens else [])
    if parts:
        draft.log("air", f"{', '.join(parts)} arrive at {draft.world.board.label(mission.hex)}",
                  hex=draft.world.board.id(mission.hex), rule=rule, side=mission.side)
