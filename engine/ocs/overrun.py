"""Overrun (OCS 8): combat in the middle of a move."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs import combat, combat_supply, fuel, movement
from engine.ocs.charts import ALL, PROHIBITED
from engine.ocs.commands import Overrun
from engine.ocs.losses import put
from engine.ocs.modes import left
from engine.ocs.movement import ids_of
from engine.ocs.pieces import MP
from engine.ocs.sequence import MOVING, acting, other
from engine.ocs.sizes import attack_capable, holder, may_fight_on, mine
from engine.ocs.stacking import excess
from engine.ocs.state import OcsState
from engine.ocs.terrain import mobility_of, move_cost
from engine.ocs.world import Draft, World

COST = 3 * MP
"""What each unit pays for an Overrun (OCS 8.1a)."""
MOST = 3 * MP
"""The most that the target hex may cost each unit, roads and bridges apart (OCS 8.1b)."""


def unit_problem(world: World, state: OcsState, id_: str, hex_: int) -> Refusal | None:
    """Why a unit may not take part in an Overrun of a hex (OCS 8.1, 8.1a-c)."""
    unit, counter = state.units[id_], world.counters[id_]
    name = counter.name
    problem = movement.may_move(world, state, evolve(unit, overran=True))  # 4.5a A
    if problem is not None:
        return problem
    if not may_fight_on(unit) or not attack_capable(world, unit):
        return Refusal("OCS 8.1", f"{name} is not Attack-Capable in a mode that overruns")
    if left(world, state, unit) < COST:
        return Refusal("OCS 8.1a", f"{name} has not 3 MP left")
    problem = fuel.problem(world, state, unit)
    if problem is not None:
        return Refusal("OCS 8.1i", problem.why)
    kind = mobility_of(world, unit)
    price = move_cost(world, state, counter.side, kind, unit.hex, hex_, roads=False)
    if price in (PROHIBITED, ALL):
        return Refusal("OCS 8.1c", f"{name} cannot enter {world.board.id(hex_)} without a road")
    if price > MOST:
        return Refusal("OCS 8.1b", f"{world.board.id(hex_)} costs {name} more than 3 MP")
    return world.hooks.may_enter(world, state, (id_,), unit.hex, hex_)


def check_overrun(world: World, state: OcsState, command: Overrun) -> Refusal | None:
    """One stack that began the phase together, against one adjacent hex (OCS 8.1)."""
    hex_ = world.board.at(command.hex)
    ids = ids_of(world, command.units)
    units = [state.units[i] for i in ids]
    if state.simulcast:
        return Refusal("OCS 2.4b", "a simulcast turn has no Overruns")
    if len(set(ids)) != len(ids):
        return Refusal("OCS 8.1", "a unit is named twice")
    if holder(world, state, hex_) != other(acting(state)):
        return Refusal("OCS 8.0", f"{command.hex} holds no enemy combat unit")
    for unit in units:
        if world.counters[unit.id].side != acting(state) or not unit.on_map:
            return Refusal("OCS 8.0", f"{world.name(unit.id)} is not yours to move now")
    if len({u.hex for u in units}) != 1 or not world.board.adjacent(units[0].hex, hex_):
        return Refusal("OCS 8.1d", "an Overrun is made from one hex into an adjacent one")
    if len({u.began if u.moved else u.hex for u in units}) != 1:
        return Refusal("OCS 8.1", "overrunning units began the phase in one hex")
    for id_ in ids:
        problem = unit_problem(world, state, id_, hex_)
        if problem is not None:
            return problem
    if excess(world, state, units[0].hex):
        return Refusal("OCS 4.8a", "the hex it is made from is overstacked")
    if command.lead and world.unit_id(command.lead) not in ids:
        return Refusal("OCS 9.6", f"{command.lead} does not take part")
    return combat.supply_problem(world, state, ids, hex_, sparing=command.sparing)


def do_overrun(draft: Draft, command: Overrun) -> None:
    """Pay the MPs and open the combat (OCS 8.0)."""
    ids = ids_of(draft.world, command.units)
    movement.begin(draft, ids)
    put(draft, *(
        evolve(draft.state.units[i], spent=draft.state.units[i].spent + COST, overran=True)
        for i in ids
    ))
    combat.open_fight(
        draft, draft.world.board.at(command.hex), ids, command.lead, overrun=True,
        sparing=command.sparing,
    )


def offer_overruns(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """All of a stack that may overrun together, and single units of it."""
    foe = other(acting(state))
    seen: set[tuple[int, tuple[str, ...]]] = set()
    for stack in _stacks(world, state):
        for hex_ in world.board.neighbors(state.units[stack[0]].hex):
            if holder(world, state, hex_) != foe:
                continue
            ids = tuple(i for i in stack if unit_problem(world, state, i, hex_) is None)
            names = tuple(world.name(i) for i in ids)
            if not ids or (hex_, ids) in seen or (actor and actor not in names):
                continue
            seen.add((hex_, ids))
            command = Overrun(world.board.id(hex_), names)
            if check_overrun(world, state, command) is None:
                yield command
            spared = evolve(command, sparing=True)
            if combat_supply.attack_bill(world, state, ids).organic and (
                check_overrun(world, state, spared) is None
            ):
                yield spared


def _stacks(world: World, state: OcsState) -> Iterator[tuple[str, ...]]:
    by_hex: dict[tuple[int, int], list[str]] = {}
    for unit in mine(world, state):
        if not attack_capable(world, unit):
            continue
        if left(world, state, unit) >= COST:
            began = unit.began if unit.moved else unit.hex
            by_hex.setdefault((unit.hex, began), []).append(unit.id)
    for ids in by_hex.values():
        yield tuple(ids)
        if len(ids) > 1:
            for id_ in ids:
                yield (id_,)


HANDLERS = {Overrun: Handler(check_overrun, do_overrun, steps=MOVING)}
