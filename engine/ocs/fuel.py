"""Fuel (OCS 12.5): what needs it, the three ways to buy it, and how long it lasts."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.commands import Command
from engine.core.errors import BadCommand, Refusal
from engine.core.flow import Handler
from engine.core.values import frozen
from engine.ocs import dumps, supply
from engine.ocs.commands import Fuel
from engine.ocs.losses import put
from engine.ocs.pieces import JANSEN_FUEL, PHASE_FUEL, SP, TRACK, TRUCK, TURN_FUEL, Counter, Unit
from engine.ocs.sequence import MOVING, acting
from engine.ocs.sizes import mine
from engine.ocs.state import OcsState
from engine.ocs.terrain import mobility_of
from engine.ocs.world import Draft, World

SINGLE, FORMATION, HQ = "single", "formation", "hq"
COST = {SINGLE: 1, FORMATION: SP, HQ: SP}
"""Tokens (OCS 12.5c)."""


def needs(world: World, unit: Unit) -> bool:
    """Combat units that show a Truck or Track MA need fuel to spend MPs (OCS 12.5a)."""
    return world.counters[unit.id].fighting and mobility_of(world, unit) in (TRUCK, TRACK)


def thirsty(counter: Counter) -> bool:
    """Whether a combat unit needs fuel on one of its sides at least (OCS 12.5a)."""
    return counter.fighting and any(
        f.mobility in (TRUCK, TRACK) for f in (counter.combat, counter.move)
    )


def fueled(world: World, state: OcsState, unit: Unit) -> bool:
    """Whether a unit has fuel now: its own, its formation's, or a fueled HQ's in range (12.5c)."""
    own = unit.fuel in (PHASE_FUEL, TURN_FUEL, JANSEN_FUEL)
    return own or _giver(world, state, unit) != ""


def _giver(world: World, state: OcsState, unit: Unit) -> str:
    """A fueled HQ that fuels a unit which begins to move, first one that has thrown (12.5e)."""
    if unit.id in state.hq_fuel:
        return unit.id
    if not world.counters[unit.id].independent:
        return ""
    found = [i for i, where in state.hq_fuel.items() if _hq_reaches(world, state, i, where, unit)]
    found.sort(key=lambda i: state.hq_fuel[i] == NOWHERE)
    return found[0] if found else ""


def _hq_reaches(world: World, state: OcsState, id_: str, where: int, unit: Unit) -> bool:
    """A fueled HQ serves independent units in throw range of one location a phase (12.5e)."""
    hq = state.units[id_]
    if world.counters[id_].side != world.counters[unit.id].side:
        return False
    if not supply.may_throw(world, hq) or not supply.may_supply(world, state, hq, unit):
        return False
    if world.hooks.closed(world, state, hq, unit.hex):
        return False
    return unit.hex in supply.thrown_to(world, state, hq, where)


def problem(world: World, state: OcsState, unit: Unit) -> Refusal | None:
    """Why a unit cannot spend MPs for want of fuel, or None (OCS 12.5a)."""
    if not needs(world, unit) or fueled(world, state, unit):
        return None
    return Refusal("OCS 12.5a", f"{world.name(unit.id)} has no fuel: buy it with fuel")


# ---------------------------------------------------------------- buying (12.5c)


def source_hexes(
    world: World, state: OcsState, unit: Unit, by: str, *, common: bool = False
) -> tuple[int, ...]:
    """Dump hexes that give to a unit: through the HQ or from the hex named, or any (12.3).

    A common source of a formation is an HQ or a dump drawn directly (12.5c A). Raises
    BadCommand where `by` is neither an HQ nor a hex.
    """
    taps = supply.taps(world, state, unit)
    if not by:
        return tuple(dict.fromkeys(t.hex for t in taps))
    if by in world.board.index:
        hex_ = world.board.at(by)
        near = any(t.hex == hex_ and not (common and t.hq) for t in taps)
        return (hex_,) if near else ()
    hq = world.unit_id(by)
    if not world.counters[hq].hq:
        raise BadCommand(f"fuel: {by} is neither an HQ nor a hex")
    return tuple(t.hex for t in taps if t.hq == hq)


def formation_units(world: World, state: OcsState, name: str, side: str) -> tuple[Unit, ...]:
    """Units of a formation on the map that need fuel, on either side (OCS 12.5c A).

    The fuel lasts to Clean Up, so that one on foot now may turn over and drive (12.5a).
    """
    return tuple(
        u for u in state.units.values()
        if u.on_map and world.counters[u.id].side == side
        and thirsty(world.counters[u.id])
        and world.hooks.formation(world, state, u) == name
    )


def _served(world: World, state: OcsState, unit: Unit, by: str) -> tuple[Unit, ...]:
    """Units of the formation that the payment fuels: those the common source reaches (U26)."""
    name = world.hooks.formation(world, state, unit)
    return tuple(
        u for u in formation_units(world, state, name, world.counters[unit.id].side)
        if source_hexes(world, state, u, by, common=True)
    )


def _common(world: World, state: OcsState, unit: Unit) -> str:
    """The HQ or dump that can pay and reaches most of a formation, the unit included (12.5c A)."""
    counter = world.counters[unit.id]
    best, most = "", 0
    for tap in supply.taps(world, state, unit):
        by = tap.hq or world.board.id(tap.hex)
        hexes = source_hexes(world, state, unit, by, common=True)
        there = sum(
            dumps.tokens_at(world, state, counter.side, h, counter.formation) for h in hexes
        )
        served = len(_served(world, state, unit, by))
        if there >= COST[FORMATION] and served > most:
            best, most = by, served
    return best


def check_fuel(world: World, state: OcsState, command: Fuel) -> Refusal | None:
    """The units need fuel and a source in reach can pay for the method (OCS 12.5)."""
    if command.method not in COST:
        return Refusal("OCS 12.5c", f"methods are {', '.join(COST)}")
    units = [state.units[world.unit_id(n)] for n in command.units]
    if len({u.id for u in units}) != len(units):
        return Refusal("OCS 12.5c", "a unit is named twice")
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
        return _formation_problem(world, state, command, units)
    if command.method == HQ and any(u.id in state.hq_fuel for u in units):
        return Refusal("OCS 12.5c", "the HQ is fueled already")
    return _payment_problem(world, state, command, units)


def _formation_problem(
    world: World, state: OcsState, command: Fuel, units: list[Unit]
) -> Refusal | None:
    unit, name = units[0], world.hooks.formation(world, state, units[0])
    if not name:
        return Refusal("OCS 12.5c", f"{world.name(unit.id)} belongs to no formation")
    if len(units) > 1:
        return Refusal("OCS 12.5c", "one unit stands for its formation")
    if name in state.fueled:
        return Refusal("OCS 12.5c", f"{name} is fueled already")
    by = command.by or _common(world, state, unit)
    if not by or not _served(world, state, unit, by):
        return Refusal("OCS 12.5c", f"no source in reach of {name} has {dumps.show(SP)}")
    return _payment_problem(world, state, evolve(command, by=by), units)


def _payment_problem(
    world: World, state: OcsState, command: Fuel, units: list[Unit]
) -> Refusal | None:
    """Tokens in reach of each unit, counted down as they are used."""
    spent: dict[int, int] = {}
    for unit in units:
        left = _draw(world, state, unit, command.method, command.by, spent)
        if left > 0:
            name = world.name(unit.id)
            return Refusal("OCS 12.5", f"{name} is {dumps.show(left)} short of supply")
    return None


@frozen
class Terms:
    """What a purchase of fuel costs and whom it moves."""

    tokens: tuple[tuple[int, int], ...]
    """(dump hex, tokens) that pay."""
    units: tuple[str, ...]
    """Units that lack fuel now and have it then."""

    @property
    def total(self) -> int:
        """Tokens in all."""
        return sum(n for _, n in self.tokens)


def terms(world: World, state: OcsState, command: Fuel) -> Terms | Refusal:
    """What fuel would cost, from which dumps, and who could move by it (OCS 12.5c)."""
    refusal = check_fuel(world, state, command)
    if refusal is not None:
        return refusal
    paid: dict[int, int] = {}
    served: list[Unit] = []
    for name in command.units:
        unit = state.units[world.unit_id(name)]
        by = _payer(world, state, command, unit)
        if command.method == FORMATION:
            served += _served(world, state, unit, by)
        elif command.method == HQ:
            served += _independent(world, state, unit)
        else:
            served.append(unit)
        _draw(world, state, unit, command.method, by, paid)
    thirsty = (u.id for u in served if problem(world, state, u) is not None)
    return Terms(tuple(sorted(paid.items())), tuple(dict.fromkeys(thirsty)))


def _independent(world: World, state: OcsState, hq: Unit) -> list[Unit]:
    """The HQ, and independent units that it would fuel from where it stands (12.5c B, 12.5e)."""
    return [hq, *(
        u for u in state.units.values()
        if u.on_map and world.counters[u.id].independent and needs(world, u)
        and _hq_reaches(world, state, hq.id, NOWHERE, u)
    )]


def _draw(
    world: World, state: OcsState, unit: Unit, method: str, by: str, paid: dict[int, int]
) -> int:
    """Add to `paid` what each dump gives for one purchase; gives the tokens that are missing."""
    counter, left = world.counters[unit.id], COST[method]
    for hex_ in source_hexes(world, state, unit, by, common=method == FORMATION):
        there = dumps.tokens_at(world, state, counter.side, hex_, counter.formation)
        part = min(left, there - paid.get(hex_, 0))
        if part > 0:
            paid[hex_] = paid.get(hex_, 0) + part
            left -= part
    return left


def _payer(world: World, state: OcsState, command: Fuel, unit: Unit) -> str:
    """Through whom fuel comes: as ordered; for a formation the source that serves most of it."""
    if command.method == FORMATION and not command.by:
        return _common(world, state, unit)
    return command.by


def do_fuel(draft: Draft, command: Fuel) -> None:
    """Pay and mark (OCS 12.5c)."""
    world = draft.world
    for name in command.units:
        unit = draft.state.units[world.unit_id(name)]
        counter = world.counters[unit.id]
        paid: dict[int, int] = {}
        _draw(world, draft.state, unit, command.method, _payer(world, draft.state, command, unit),
              paid)
        if command.method == FORMATION:
            what = _fuel_formation(draft, unit, _payer(world, draft.state, command, unit))
        else:
            hexes = source_hexes(world, draft.state, unit, command.by)
            dumps.take_from(draft, counter.side, hexes, COST[command.method], counter.formation)
            what = _fuel_one(draft, unit, command.method)
        draft.log("supply", f"fuel for {what}: {dumps.paid(world, paid.items())}",
                  rule="OCS 12.5c", side=counter.side)


def _fuel_one(draft: Draft, unit: Unit, method: str) -> str:
    name = draft.world.name(unit.id)
    if method == SINGLE:
        put(draft, evolve(draft.state.units[unit.id], fuel=PHASE_FUEL))
        return name
    draft.update(hq_fuel={**draft.state.hq_fuel, unit.id: NOWHERE})
    return f"{name} and independent units in its range"


def _fuel_formation(draft: Draft, unit: Unit, by: str) -> str:
    """Every unit that the source reaches is fueled to Clean Up (OCS 12.5c A)."""
    world, counter = draft.world, draft.world.counters[unit.id]
    name = world.hooks.formation(world, draft.state, unit)
    served = _served(world, draft.state, unit, by)
    hexes = source_hexes(world, draft.state, unit, by, common=True)
    dumps.take_from(draft, counter.side, hexes, COST[FORMATION], counter.formation)
    put(draft, *(evolve(draft.state.units[u.id], fuel=TURN_FUEL) for u in served))
    draft.update(fueled=draft.state.fueled | {name})
    return name


def begin_move(draft: Draft, ids: tuple[str, ...]) -> None:
    """Range to a fueled HQ is measured now, and the HQ has thrown from where it stands (12.5e).

    The units keep that fuel in this phase, wherever they go; the HQ throws fuel from no other
    hex in this phase.
    """
    for id_ in ids:
        unit = draft.state.units[id_]
        if unit.moved or unit.fuel or not needs(draft.world, unit):
            continue
        hq = _giver(draft.world, draft.state, unit)
        if not hq:
            continue
        put(draft, evolve(unit, fuel=PHASE_FUEL))
        if hq != id_ and draft.state.hq_fuel[hq] == NOWHERE:
            where = draft.state.units[hq].hex
            draft.update(hq_fuel={**draft.state.hq_fuel, hq: where})


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
    kept = {
        world.hooks.formation(world, draft.state, u) for u in draft.state.units.values()
        if u.fuel == TURN_FUEL
    }
    draft.update(
        fueled=draft.state.fueled & kept,
        hq_fuel={i: h for i, h in draft.state.hq_fuel.items() if world.counters[i].side != side},
    )


def offer_fuel(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Single-unit fuel for each thirsty unit, formation and HQ fuel once each."""
    seen: set[str] = set()
    for unit in mine(world, state, actor):
        counter = world.counters[unit.id]
        offers = [Fuel((counter.name,), SINGLE)]
        if counter.hq:
            offers.append(Fuel((counter.name,), HQ))
        name = world.hooks.formation(world, state, unit)
        if name and name not in seen and thirsty(counter):
            seen.add(name)
            offers.append(Fuel((counter.name,), FORMATION))
        for command in offers:
            if check_fuel(world, state, command) is None:
                yield command


HANDLERS = {Fuel: Handler(check_fuel, do_fuel, steps=MOVING)}
