"""Fuel (OCS 12.5): what needs it, the three ways to buy it, and how long it lasts."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.commands import Command
from engine.core.errors import BadCommand, Refusal
from engine.core.flow import Handler
from engine.ocs import dumps, supply
from engine.ocs.commands import Fuel
from engine.ocs.losses import put
from engine.ocs.pieces import PHASE_FUEL, SP, TRACK, TRUCK, TURN_FUEL, Unit
from engine.ocs.sequence import MOVING, acting
from engine.ocs.state import OcsState
from engine.ocs.terrain import mobility_of
from engine.ocs.world import Draft, World

SINGLE, FORMATION, HQ = "single", "formation", "hq"
COST = {SINGLE: 1, FORMATION: SP, HQ: SP}
"""Tokens (OCS 12.5c)."""


def needs(world: World, unit: Unit) -> bool:
    """Combat units that show a Truck or Track MA need fuel to spend MPs (OCS 12.5a)."""
    return world.counters[unit.id].fighting and mobility_of(world, unit) in (TRUCK, TRACK)


def fueled(world: World, state: OcsState, unit: Unit) -> bool:
    """Whether a unit has fuel now: its own, its formation's, or a fueled HQ's in range (12.5c)."""
    if unit.fuel in (PHASE_FUEL, TURN_FUEL):
        return True
    return world.counters[unit.id].independent and any(
        _hq_reaches(world, state, id_, where, unit) for id_, where in state.hq_fuel.items()
    )


def _hq_reaches(world: World, state: OcsState, id_: str, where: int, unit: Unit) -> bool:
    """A fueled HQ serves independent units in throw range of one location a phase (12.5e)."""
    hq = state.units[id_]
    if unit.id == id_:
        return True
    if not supply.may_throw(world, hq) or not world.hooks.may_supply(world, state, hq, unit):
        return False
    return unit.hex in supply.thrown_to(world, state, hq, where)


def problem(world: World, state: OcsState, unit: Unit) -> Refusal | None:
    """Why a unit cannot spend MPs for want of fuel, or None (OCS 12.5a)."""
    if not needs(world, unit) or fueled(world, state, unit):
        return None
    return Refusal("OCS 12.5a", f"{world.name(unit.id)} has no fuel: buy it with fuel")


# ---------------------------------------------------------------- buying (12.5c)


def source_hexes(
    world: World, state: OcsState, unit: Unit, by: str
) -> tuple[int, ...]:
    """Dump hexes that give to a unit: through the HQ or from the hex named, or any (12.3).

    Raises BadCommand where `by` is neither.
    """
    taps = supply.taps(world, state, unit)
    if not by:
        return tuple(dict.fromkeys(t.hex for t in taps))
    if by in world.board.index:
        hex_ = world.board.at(by)
        return (hex_,) if any(t.hex == hex_ for t in taps) else ()
    hq = world.unit_id(by)
    if not world.counters[hq].hq:
        raise BadCommand(f"fuel: {by} is neither an HQ nor a hex")
    return tuple(t.hex for t in taps if t.hq == hq)


def common_sources(
    world: World, state: OcsState, units: tuple[Unit, ...]
) -> tuple[tuple[str, int], ...]:
    """(HQ or "", dump hex) that serve every unit, for the Formation Method (OCS 12.5c A)."""
    sets = [
        {(t.hq, t.hex if not t.hq else NOWHERE) for t in supply.taps(world, state, u)}
        for u in units
    ]
    both = set.intersection(*sets) if sets else set()
    return tuple(sorted(both))


def formation_units(world: World, state: OcsState, name: str, side: str) -> tuple[Unit, ...]:
    """Units of a formation on the map that need fuel (OCS 12.5c A)."""
    return tuple(
        u for u in state.units.values()
        if u.on_map and world.counters[u.id].side == side and needs(world, u)
        and world.hooks.formation(world, state, u) == name
    )


def _served(
    world: World, state: OcsState, command: Fuel, unit: Unit
) -> tuple[Unit, ...]:
    """Units of the formation that the payment fuels: those the common source reaches (U26)."""
    name = world.hooks.formation(world, state, unit)
    members = formation_units(world, state, name, world.counters[unit.id].side)
    by = command.by or _default_source(world, state, unit, members)
    return tuple(u for u in members if source_hexes(world, state, u, by))


def _default_source(
    world: World, state: OcsState, unit: Unit, members: tuple[Unit, ...]
) -> str:
    """The HQ or dump that reaches most of a formation, the named unit included."""
    best, most = "", 0
    for tap in supply.taps(world, state, unit):
        by = tap.hq or world.board.id(tap.hex)
        reach = sum(bool(source_hexes(world, state, u, by)) for u in members)
        if reach > most:
            best, most = by, reach
    return best


def check_fuel(world: World, state: OcsState, command: Fuel) -> Refusal | None:
    """The units need fuel and a source in reach can pay for the method (OCS 12.5)."""
    if command.method not in COST:
        return Refusal("OCS 12.5c", f"methods are {', '.join(COST)}")
    units = [state.units[world.unit_id(n)] for n in command.units]
    for unit in units:
        counter = world.counters[unit.id]
        if counter.side != acting(state) or not unit.on_map:
            return Refusal("OCS 12.5c", f"{counter.name} is not yours to fuel now")
        if command.method == HQ and not counter.hq:
            return Refusal("OCS 12.5c", f"{counter.name} is no HQ")
        if command.method == SINGLE and not needs(world, unit):
            return Refusal("OCS 12.5a", f"{counter.name} needs no fuel")
        if command.method == SINGLE and fueled(world, state, unit):
            return Refusal("OCS 12.5c", f"{counter.name} is fueled already")
    if command.method == FORMATION:
        return _formation_problem(world, state, command, units[0])
    if command.method == HQ and any(u.id in state.hq_fuel for u in units):
        return Refusal("OCS 12.5c", "the HQ is fueled already")
    return _payment_problem(world, state, command, units)


def _formation_problem(
    world: World, state: OcsState, command: Fuel, unit: Unit
) -> Refusal | None:
    name = world.hooks.formation(world, state, unit)
    if not name:
        return Refusal("OCS 12.5c", f"{world.name(unit.id)} belongs to no formation")
    if name in state.fueled:
        return Refusal("OCS 12.5c", f"{name} is fueled already")
    return _payment_problem(world, state, command, [unit])


def _payment_problem(
    world: World, state: OcsState, command: Fuel, units: list[Unit]
) -> Refusal | None:
    """Tokens in reach of each unit, counted down as they are used."""
    spent: dict[int, int] = {}
    for unit in units:
        counter = world.counters[unit.id]
        left = COST[command.method]
        for hex_ in source_hexes(world, state, unit, command.by):
            there = dumps.tokens_at(world, state, counter.side, hex_, counter.formation)
            part = min(left, there - spent.get(hex_, 0))
            if part > 0:
                spent[hex_] = spent.get(hex_, 0) + part
                left -= part
        if left > 0:
            return Refusal("OCS 12.5", f"{counter.name} is {dumps.show(left)} short of supply")
    return None


def do_fuel(draft: Draft, command: Fuel) -> None:
    """Pay and mark (OCS 12.5c)."""
    world = draft.world
    for name in command.units:
        unit = draft.state.units[world.unit_id(name)]
        counter = world.counters[unit.id]
        served = _served(world, draft.state, command, unit) if command.method == FORMATION else ()
        hexes = source_hexes(world, draft.state, unit, command.by)
        cost = COST[command.method]
        dumps.take_from(draft, counter.side, hexes, cost, counter.formation)
        if command.method == SINGLE:
            put(draft, evolve(draft.state.units[unit.id], fuel=PHASE_FUEL))
            what = counter.name
        elif command.method == HQ:
            draft.update(hq_fuel={**draft.state.hq_fuel, unit.id: NOWHERE})
            what = f"{counter.name} and independent units in its range"
        else:
            what = world.hooks.formation(world, draft.state, unit)
            put(draft, *(evolve(draft.state.units[u.id], fuel=TURN_FUEL) for u in served))
            draft.update(fueled=draft.state.fueled | {what})
        draft.log("supply", f"fuel for {what}: {dumps.show(cost)}", rule="OCS 12.5c",
                  side=counter.side)
        if command.method == FORMATION:
            return


def freeze_location(draft: Draft, id_: str) -> None:
    """A fueled HQ that moves keeps throwing fuel from where it began, in this phase (12.5e)."""
    if draft.state.hq_fuel.get(id_) == NOWHERE:
        where = draft.state.units[id_].hex
        draft.update(hq_fuel={**draft.state.hq_fuel, id_: where})


def new_phase(draft: Draft) -> None:
    """In a new phase a fueled HQ may throw from its hex again (OCS 12.5e)."""
    if any(where != NOWHERE for where in draft.state.hq_fuel.values()):
        draft.update(hq_fuel=dict.fromkeys(draft.state.hq_fuel, NOWHERE))


def clean_up(draft: Draft, side: str) -> None:
    """The phasing player's fuel markers come off (OCS 12.5d)."""
    world = draft.world
    put(draft, *(
        evolve(u, fuel="") for u in draft.state.units.values()
        if u.fuel and world.counters[u.id].side == side
    ))
    sides = {c.formation: c.side for c in world.counters.values() if c.formation}
    draft.update(
        fueled=frozenset(f for f in draft.state.fueled if sides.get(f, side) != side),
        hq_fuel={i: h for i, h in draft.state.hq_fuel.items() if world.counters[i].side != side},
    )


def offer_fuel(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Single-unit fuel for each thirsty unit, formation and HQ fuel once each."""
    seen: set[str] = set()
    for unit in state.units.values():
        counter = world.counters[unit.id]
        if not unit.on_map or counter.side != acting(state) or actor not in ("", counter.name):
            continue
        offers = [Fuel((counter.name,), SINGLE)]
        if counter.hq:
            offers.append(Fuel((counter.name,), HQ))
        name = world.hooks.formation(world, state, unit)
        if name and name not in seen and needs(world, unit):
            seen.add(name)
            offers.append(Fuel((counter.name,), FORMATION))
        for command in offers:
            if check_fuel(world, state, command) is None:
                yield command


HANDLERS = {Fuel: Handler(check_fuel, do_fuel, steps=MOVING)}
