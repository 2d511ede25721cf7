"""Transport Points (OCS 13.2): loading and unloading."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs import dumps, movement
from engine.ocs.commands import Load, Unload
from engine.ocs.losses import put
from engine.ocs.modes import left
from engine.ocs.pieces import MP, ORGANIC, SP, Unit
from engine.ocs.sequence import MOVING, acting
from engine.ocs.sizes import combat_units, face, round_half_up
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World


def handling(world: World, unit: Unit) -> int:
    """Eighths of an MP to load or unload: a tenth of the printed MA, rounded (OCS 13.2f)."""
    return round_half_up(Fraction(face(world, unit).ma, 10)) * MP


def capacity(world: World, unit: Unit) -> int:
    """Tokens that the unit can still take aboard (OCS 13.2c)."""
    return world.counters[unit.id].points * SP - unit.load


def _unit_problem(world: World, state: OcsState, unit: Unit, tokens: str) -> Refusal | None:
    counter = world.counters[unit.id]
    if not counter.transport:
        return Refusal("OCS 13.2", f"{counter.name} carries no supply")
    if not tokens.isdigit() or int(tokens) < 1:
        return Refusal("OCS 12.1a", "say how many tokens")
    problem = movement.may_move(world, state, unit)
    if problem is not None:
        return problem
    if left(world, state, unit) < handling(world, unit):
        return Refusal("OCS 13.2f", f"{counter.name} has too few MPs left to load or unload")
    return None


def check_load(world: World, state: OcsState, command: Load) -> Refusal | None:
    """From the ground of its own hex, tokens not unloaded in this phase (OCS 13.2f, 12.2a)."""
    unit = state.units[world.unit_id(command.unit)]
    problem = _unit_problem(world, state, unit, command.tokens)
    if problem is not None:
        return problem
    tokens = int(command.tokens)
    if tokens > capacity(world, unit):
        return Refusal("OCS 13.2c", f"only {dumps.show(capacity(world, unit))} more fit")
    dump = state.dumps.get(unit.hex)
    if dump is None or dump.owner != world.counters[unit.id].side:
        return Refusal("OCS 13.2f", "there is no dump in its hex")
    if dump.tokens - dump.moved < tokens:
        return Refusal("OCS 12.2a", f"only {dumps.show(dump.tokens - dump.moved)} may be loaded")
    return None


def do_load(draft: Draft, command: Load) -> None:
    """Pay a tenth of the MA and take the tokens aboard (OCS 13.2f)."""
    unit, tokens = draft.state.units[draft.world.unit_id(command.unit)], int(command.tokens)
    side = draft.world.counters[unit.id].side
    _handle(draft, unit, unit.load + tokens)
    dumps.remove(draft, unit.hex, tokens)
    draft.log("supply", f"{command.unit} loads {dumps.show(tokens)}", rule="OCS 13.2f", side=side,
              hex=draft.world.board.id(unit.hex))


def check_unload(world: World, state: OcsState, command: Unload) -> Refusal | None:
    """Where a combat unit, base, port or dump is; never Organic Trucks (13.2f, g)."""
    unit = state.units[world.unit_id(command.unit)]
    problem = _unit_problem(world, state, unit, command.tokens)
    if problem is not None:
        return problem
    counter = world.counters[unit.id]
    if counter.type == ORGANIC:
        return Refusal("OCS 13.2g", "Organic Trucks never unload on the map")
    if int(command.tokens) > unit.load:
        return Refusal("OCS 13.2f", f"only {dumps.show(unit.load)} are aboard")
    dump = state.dumps.get(unit.hex)
    here = (
        any(world.counters[u.id].side == counter.side for u in combat_units(world, state, unit.hex))
        or unit.hex in state.bases or "port" in world.board.hexes[unit.hex].terrain
        or (dump is not None and dump.owner == counter.side)
    )
    return None if here else Refusal("OCS 13.2f", "nobody is there to leave supply with")


def do_unload(draft: Draft, command: Unload) -> None:
    """Pay a tenth of the MA and put the tokens on the ground (OCS 13.2f)."""
    unit, tokens = draft.state.units[draft.world.unit_id(command.unit)], int(command.tokens)
    side = draft.world.counters[unit.id].side
    _handle(draft, unit, unit.load - tokens)
    dumps.add(draft, unit.hex, side, tokens, moved=True)
    draft.log("supply", f"{command.unit} unloads {dumps.show(tokens)}", rule="OCS 13.2f",
              side=side, hex=draft.world.board.id(unit.hex))


def _handle(draft: Draft, unit: Unit, load: int) -> None:
    movement.begin(draft, (unit.id,))
    now = draft.state.units[unit.id]
    put(draft, evolve(now, load=load, spent=now.spent + handling(draft.world, now)))


def offer_handling(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Load as much as fits, unload everything."""
    for unit in state.units.values():
        counter = world.counters[unit.id]
        if not counter.transport or counter.side != acting(state) or not unit.on_map:
            continue
        if actor not in ("", counter.name):
            continue
        dump = state.dumps.get(unit.hex)
        there = dump.tokens - dump.moved if dump is not None else 0
        load = Load(counter.name, str(min(there, capacity(world, unit))))
        if check_load(world, state, load) is None:
            yield load
        unload = Unload(counter.name, str(unit.load))
        if check_unload(world, state, unload) is None:
            yield unload


HANDLERS = {
    Load: Handler(check_load, do_load, steps=MOVING),
    Unload: Handler(check_unload, do_unload, steps=MOVING),
}
