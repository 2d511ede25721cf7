"""Construction (OCS 13.8d): who works where, and what it costs; the command Build."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import BadCommand, Refusal
from engine.core.flow import Handler
from engine.core.paths import flood
from engine.ocs import bases, capture, dumps, hedgehogs, supply
from engine.ocs.commands import Build
from engine.ocs.losses import put
from engine.ocs.movement import ids_of
from engine.ocs.pieces import COMBAT, LEG, RE, Unit
from engine.ocs.sequence import MOVEMENT, acting, other
from engine.ocs.sizes import combat_units, engineer_capable, holder, re4
from engine.ocs.state import OcsState
from engine.ocs.terrain import passable
from engine.ocs.works import Task
from engine.ocs.world import Draft, World

HOG = "hog"
KINDS = (HOG, bases.BASE, bases.STRIP)
RADIUS = 2
"""Hexes from an Engineer-Capable unit in which it works (OCS 13.8d)."""
HANDS = RE
"""Quarters of an RE of ordinary units that do an engineer's work (OCS 15.4, 16.0b)."""


# ---------------------------------------------------------------- who works (13.8d, 16.0b)


def reach(world: World, state: OcsState, unit: Unit) -> tuple[int, ...]:
    """Hexes within two of an engineer by Leg through terrain; EZOCs do not count (13.8d, U39)."""
    side = world.counters[unit.id].side

    def edges(a: int, spent: int) -> Iterator[tuple[int, int]]:
        for b in world.board.neighbors(a):
            if holder(world, state, b) != other(side) and passable(world, state, side, LEG, a, b):
                yield b, 1

    return tuple(sorted(flood({unit.hex: 0}, edges, RADIUS).spent))


def still_problem(world: World, state: OcsState, unit: Unit) -> Refusal | None:
    """A worker is on the map, its owner's turn is on, and it spends no MP (OCS 13.8d)."""
    counter = world.counters[unit.id]
    if counter.side != acting(state) or not unit.on_map:
        return Refusal("OCS 13.8d", f"{counter.name} is not yours to order now")
    if unit.working:
        return Refusal("OCS 13.8d", f"{counter.name} has worked in this phase")
    if unit.moved and (unit.spent or unit.hex != unit.began):
        return Refusal("OCS 13.8d", f"{counter.name} has moved in this phase")
    return None


def workers_problem(
    world: World, state: OcsState, units: tuple[Unit, ...], hex_: int, task: Task
) -> Refusal | None:
    """One Engineer-Capable unit in reach, or 1 RE in the hex for what hands can do."""
    for unit in units:
        problem = still_problem(world, state, unit)
        if problem is not None:
            return problem
    if len(units) == 1 and engineer_capable(world, units[0]):
        if hex_ not in reach(world, state, units[0]):
            return Refusal("OCS 13.8d", f"{world.board.id(hex_)} is not within two hexes")
        return None
    if not task.by_hand:
        return Refusal("OCS 13.8d", "one Engineer-Capable unit does this work")
    return _hands_problem(world, units, hex_, task.by_hand)


def _hands_problem(
    world: World, units: tuple[Unit, ...], hex_: int, rule: str
) -> Refusal | None:
    """Combat Mode units in the hex, not DG, of at least 1 RE together (16.0b, 15.4, 5.10e, U44)."""
    for unit in units:
        if unit.hex != hex_ or unit.mode != COMBAT or not world.counters[unit.id].fighting:
            return Refusal(rule, f"{world.name(unit.id)} is not there in Combat Mode")
    if sum(re4(world, unit) for unit in units) < HANDS:
        return Refusal(rule, "it takes 1 RE of units")
    return None


# ---------------------------------------------------------------- what it costs


def price(world: World, state: OcsState, command: Build, task: Task) -> int:
    """Tokens, as the game changes them."""
    ids = ids_of(world, command.units)
    return world.hooks.build_cost(world, state, command.what, ids, task.tokens)


def payers(world: World, state: OcsState, units: tuple[Unit, ...]) -> tuple[int, ...]:
    """Dump hexes that reach every worker by draw or throw (OCS 13.8d, 16.0b)."""
    first, *rest = (supply.dump_hexes(world, state, unit) for unit in units)
    return tuple(h for h in first if all(h in hexes for hexes in rest))


def supply_problem(
    world: World, state: OcsState, units: tuple[Unit, ...], tokens: int
) -> Refusal | None:
    """Whether what they need reaches them."""
    side = world.counters[units[0].id].side
    there = sum(
        dumps.tokens_at(world, state, side, h) for h in payers(world, state, units)
    ) if tokens else 0
    if there < tokens:
        return Refusal("OCS 13.8d", f"the work takes {dumps.show(tokens)}, {dumps.show(there)} "
                       "are in reach")
    return None


# ---------------------------------------------------------------- the command


def task_of(
    world: World, state: OcsState, what: str, hex_: int, *, down: bool
) -> Task | Refusal:
    """The work that is asked for, as its chapter allows it (OCS 15, 16)."""
    side = acting(state)
    if what == HOG:
        return hedgehogs.task(world, state, side, hex_, down=down)
    return bases.task(world, state, side, what, hex_, down=down)


def check_build(world: World, state: OcsState, command: Build) -> Refusal | None:
    """The work is possible, its workers can do it, and it can be paid for (OCS 13.8d)."""
    if command.what not in KINDS:
        raise BadCommand(f"build: what is one of {', '.join(KINDS)}")
    hex_ = world.board.at(command.hex)
    ids = ids_of(world, command.units)
    if len(set(ids)) != len(ids):
        raise BadCommand("build: a unit is named twice")
    foe = other(acting(state))
    if holder(world, state, hex_) == foe or capture.holds_prizes(world, state, hex_, foe):
        return Refusal("OCS 13.8d", f"the enemy is in {command.hex}")
    task = task_of(world, state, command.what, hex_, down=command.down)
    if isinstance(task, Refusal):
        return task
    units = tuple(state.units[i] for i in ids)
    return (
        world.hooks.may_build(world, state, command.what, ids, hex_)
        or workers_problem(world, state, units, hex_, task)
        or supply_problem(world, state, units, price(world, state, command, task))
    )


def do_build(draft: Draft, command: Build) -> None:
    """Pay and build; the workers do nothing else in this phase (OCS 13.8d)."""
    world, side = draft.world, acting(draft.state)
    hex_ = world.board.at(command.hex)
    units = tuple(draft.state.units[i] for i in ids_of(world, command.units))
    task = task_of(world, draft.state, command.what, hex_, down=command.down)
    assert isinstance(task, Task)
    tokens = price(world, draft.state, command, task)
    if tokens:
        dumps.take_from(draft, side, payers(world, draft.state, units), tokens)
    put(draft, *(evolve(unit, working=True, finished=True) for unit in units))
    if command.what == HOG:
        hedgehogs.carry_out(draft, side, hex_, down=command.down)
    else:
        bases.carry_out(draft, side, command.what, hex_, down=command.down)
    cost = f", {dumps.show(tokens)}" if tokens else ""
    draft.log("build", f"{task.text} in {world.board.label(hex_)}{cost}", hex=command.hex,
              rule="OCS 13.8d", side=side)


def new_turn(draft: Draft) -> None:
    """Every base and hedgehog may be worked on again (OCS 15.3, 16.0b, c)."""
    state = draft.state
    draft.update(
        bases={h: evolve(b, raised=False) if b.raised else b for h, b in state.bases.items()},
        hogs={h: evolve(g, worked=False) if g.worked else g for h, g in state.hogs.items()},
    )


# ---------------------------------------------------------------- enumeration


def offer_builds(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Engineers' work on what is in reach, and work by hand; new bases where friends stand.

    For an engineer that is named, every work in every hex that it reaches.
    """
    for command in _ideas(world, state, actor):
        if check_build(world, state, command) is None:
            yield command


def _ideas(world: World, state: OcsState, actor: str) -> Iterator[Build]:
    side = acting(state)
    seen: set[int] = set()
    for unit in state.units.values():
        counter = world.counters[unit.id]
        if counter.side != side or not unit.on_map or actor not in ("", counter.name):
            continue
        if still_problem(world, state, unit) is not None:
            continue
        if engineer_capable(world, unit):
            yield from _engineer_ideas(world, state, unit, everywhere=bool(actor))
        elif unit.mode == COMBAT and unit.hex not in seen:
            seen.add(unit.hex)
            yield from _hand_ideas(world, state, unit.hex)


def _engineer_ideas(
    world: World, state: OcsState, unit: Unit, *, everywhere: bool
) -> Iterator[Build]:
    names = (world.name(unit.id),)
    for hex_ in reach(world, state, unit):
        number = world.board.id(hex_)
        held = bool(holder(world, state, hex_))
        if held or everywhere:
            yield Build(HOG, number, names)
        if hex_ in state.hogs:
            yield Build(HOG, number, names, down=True)
        if hex_ in state.bases:
            yield Build(bases.BASE, number, names, down=True)
        if hex_ in state.bases or held or everywhere:
            yield Build(bases.BASE, number, names)
            yield Build(bases.STRIP, number, names)


def _hand_ideas(world: World, state: OcsState, hex_: int) -> Iterator[Build]:
    units = [
        u for u in combat_units(world, state, hex_)
        if u.mode == COMBAT and still_problem(world, state, u) is None
    ]
    names, number = tuple(world.name(u.id) for u in units), world.board.id(hex_)
    yield Build(HOG, number, names)
    yield Build(HOG, number, names, down=True)
    yield Build(bases.BASE, number, names, down=True)


HANDLERS = {Build: Handler(check_build, do_build, steps=frozenset({MOVEMENT}))}
