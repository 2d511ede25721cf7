"""Reinforcements (BSR 8.1, 8.2): arrival, entry at the map edge, placement, delay."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.efs import control, movement
from engine.efs.allowance import left
from engine.efs.commands import Enter, Place
from engine.efs.handlers import Handler, StepRule
from engine.efs.infiltration import may_ever_infiltrate
from engine.efs.pieces import ARRIVED, MAP, REINFORCEMENT, Unit, marked
from engine.efs.removal import put
from engine.efs.sequence import MOTORIZED, MOVE, REINFORCEMENTS, SEQUENCE, other
from engine.efs.state import EfsState
from engine.efs.terrain import MP, entry_price, profile, show
from engine.efs.world import Arrival, Draft, World
from engine.efs.zoc import holder, in_zoc

ENTRY_STEPS = frozenset({MOVE, MOTORIZED})


def arrival_of(world: World, id_: str) -> Arrival | None:
    """The reinforcement group of a unit, or None."""
    for group in world.scenario.arrivals:
        if id_ in group.units or id_ in group.air:
            return group
    return None


def available(world: World, state: EfsState, unit: Unit) -> Arrival | None:
    """The group of a unit that waits off the map with its turn come, else None (BSR 8.21)."""
    if unit.box != REINFORCEMENT:
        return None
    group = arrival_of(world, unit.id)
    return group if group is not None and group.turn <= state.turn else None


def receive(draft: Draft) -> bool:
    """Reinforcement Phase: air units go to their boxes, ground units wait to enter (8.23, A.4b)."""
    for group in draft.world.scenario.arrivals:
        if group.turn != draft.state.turn:
            continue
        for id_ in group.air:
            air = draft.state.air[id_]
            if air.box == REINFORCEMENT:
                draft.update(air={**draft.state.air, id_: evolve(air, box=group.box)})
                draft.log("reinforcement", f"{draft.world.name(id_)} arrives, {group.box}",
                          rule="BSR 8.23", side=group.side)
        if group.units:
            names = ", ".join(draft.world.name(i) for i in group.units)
            draft.log("reinforcement", f"{names} may enter at {' or '.join(group.hexes)}",
                      rule="BSR 8.21", side=group.side)
    return False


def waiting(world: World, state: EfsState) -> Iterator[Unit]:
    """Units of the moving side that may come on in this step (BSR 8.21, 10.23)."""
    for unit in state.units.values():
        if unit.box == REINFORCEMENT and phase_problem(world, state, unit) is None:
            yield unit


def phase_problem(world: World, state: EfsState, unit: Unit) -> Refusal | None:
    """Why a reinforcement cannot come on in this step at all (BSR 8.21, see notes)."""
    step, counter = SEQUENCE[state.step], world.counters[unit.id]
    if step.key not in ENTRY_STEPS or counter.side != step.side:
        return Refusal("BSR 8.21", f"{counter.name} enters in a movement phase of its own side")
    if available(world, state, unit) is None:
        group = arrival_of(world, unit.id)
        when = f"not before turn {group.turn}" if group else "never"
        return Refusal("BSR 8.21", f"{counter.name} enters {when}")
    if step.key == MOTORIZED and not (counter.motorized or counter.cavalry):
        return Refusal("BSR 8.21.s1", f"{counter.name} enters in the Movement phase")
    return None


def entry_problem(world: World, state: EfsState, unit: Unit, hex_: int) -> Refusal | None:
    """Why a unit may not come on at this edge hex (BSR 8.13)."""
    counter = world.counters[unit.id]
    group = available(world, state, unit)
    assert group is not None
    number = world.board.id(hex_)
    foe = other(counter.side)
    if number not in group.hexes:
        return Refusal("BSR 8.11a", f"{counter.name} enters at {' or '.join(group.hexes)}")
    if holder(world, state, hex_) == foe:
        return Refusal("BSR 8.13", f"an enemy unit occupies {number}")
    ways = [world.board.at(h) for h in group.hexes]
    held = [h for h in ways if holder(world, state, h) == foe]
    shut = all(h in held or in_zoc(world, state, h, foe) for h in ways)
    if held and shut and not may_ever_infiltrate(world, unit):
        return Refusal("BSR 8.13", "enemy units and their ZOCs close every entry hex")
    return None


def check_enter(world: World, state: EfsState, command: Enter) -> Refusal | None:
    """The units may come on here, together, and can pay for the hex (BSR 8.12, 8.13)."""
    hex_ = world.board.at(command.at)
    ids = movement.ids_of(world, command.units)
    if len(set(ids)) != len(ids):
        return Refusal("BSR 10.53", "a unit is named twice")
    for id_ in ids:
        unit = state.units[id_]
        if unit.box != REINFORCEMENT:
            return Refusal("BSR 8.11", f"{world.name(id_)} is not a reinforcement")
        problem = phase_problem(world, state, unit) or entry_problem(world, state, unit, hex_)
        if problem is not None:
            return problem
        group = available(world, state, unit)
        if group is not None and group.placed:
            return Refusal("BSR 8.14", f"{world.name(id_)} is placed on the map: use place")
        assert group is not None
        cost = _entry_cost(world, state, group, id_, hex_)
        if cost is None or cost[0] > left(world, state, unit):
            return Refusal("BSR 8.12", f"{world.name(id_)} cannot pay to enter {command.at}")
    return None


def _entry_cost(
    world: World, state: EfsState, group: Arrival, id_: str, hex_: int
) -> tuple[int, int] | None:
    """(half points, surcharge) of coming on at the hex: its terrain or road, and a ZOC (8.12)."""
    counter = world.counters[id_]
    price = entry_price(world, state, profile(counter), hex_, group.road)
    if price is None:
        return None
    zoc = MP if in_zoc(world, state, hex_, other(counter.side)) else 0
    return price.cost + zoc, price.surcharge


def just_entered(world: World, state: EfsState, unit: Unit) -> bool:
    """True where a reinforcement came on by road and has paid for nothing else (BSR 8.12).

    It may still make its entry part of strategic movement.
    """
    group = arrival_of(world, unit.id)
    if group is None or not group.road or not unit.started or ARRIVED not in unit.marks:
        return False
    if world.board.id(unit.hex) not in group.hexes:
        return False
    cost = _entry_cost(world, state, group, unit.id, unit.hex)
    return cost is not None and unit.spent == cost[0]


def do_enter(draft: Draft, command: Enter) -> None:
    """Put the units on the entry hex; they may move on from there (BSR 8.12, 8.15)."""
    world = draft.world
    hex_ = world.board.at(command.at)
    ids = movement.ids_of(world, command.units)
    side = world.counters[ids[0]].side
    groups = [(i, available(world, draft.state, draft.state.units[i])) for i in ids]
    bills = [_entry_cost(world, draft.state, g, i, hex_) for i, g in groups if g is not None]
    stops = in_zoc(world, draft.state, hex_, other(side))
    put(draft, *(marked(evolve(draft.state.units[i], box=MAP), ARRIVED) for i in ids))
    movement.begin(draft, ids)
    movement.arrive(draft, ids, side, (hex_,), tuple(b[0] for b in bills if b),
                    tuple(b[1] for b in bills if b), stops)
    names = ", ".join(world.name(i) for i in ids)
    paid = " or ".join(show(c) for c in sorted({b[0] for b in bills if b}))
    draft.log("reinforcement", f"{names} enter at {world.board.label(hex_)}, {paid} MP",
              hex=command.at, rule="BSR 8.12", side=side)


def check_place(world: World, state: EfsState, command: Place) -> Refusal | None:
    """A placed reinforcement needs its hex friendly and out of enemy ZOC (BSR 8.14)."""
    hex_ = world.board.at(command.at)
    for id_ in movement.ids_of(world, command.units):
        unit, counter = state.units[id_], world.counters[id_]
        problem = phase_problem(world, state, unit)
        if problem is not None:
            return problem
        group = available(world, state, unit)
        if group is None or not group.placed or command.at not in group.hexes:
            return Refusal("BSR 8.14", f"{counter.name} is not placed on {command.at}")
        if not control.friendly(world, state, hex_, counter.side):
            return Refusal("BSR 8.14", f"{command.at} is not friendly")
        if in_zoc(world, state, hex_, other(counter.side)):
            return Refusal("BSR 8.14", f"{command.at} is in an enemy ZOC")
    return None


def do_place(draft: Draft, command: Place) -> None:
    """Put the units on their hex; they may move in this phase (BSR 8.14)."""
    hex_ = draft.world.board.at(command.at)
    ids = movement.ids_of(draft.world, command.units)
    put(draft, *(
        marked(evolve(draft.state.units[i], box=MAP, hex=hex_), ARRIVED) for i in ids
    ))
    control.claim_around(draft, hex_)
    side = draft.world.counters[ids[0]].side
    names = ", ".join(draft.world.name(i) for i in ids)
    draft.log("reinforcement", f"{names} placed in {draft.world.board.label(hex_)}",
              hex=command.at, rule="BSR 8.14", side=side)


def offer_entries(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Every entry of one unit or of all that can come on together at a hex."""
    together: dict[tuple[str, bool], list[str]] = {}
    for unit in waiting(world, state):
        group = available(world, state, unit)
        if group is None:
            continue
        for number in group.hexes:
            name = world.name(unit.id)
            command: Enter | Place = (Place if group.placed else Enter)((name,), number)
            check = check_place if group.placed else check_enter
            if check(world, state, command) is None:  # type: ignore[arg-type]
                together.setdefault((number, group.placed), []).append(name)
                if not actor or actor == name:
                    yield command
    for (number, placed), names in together.items():
        if len(names) > 1 and (not actor or actor in names):
            yield (Place if placed else Enter)(tuple(names), number)


HANDLERS = {
    Enter: Handler(check_enter, do_enter, steps=ENTRY_STEPS),
    Place: Handler(check_place, do_place, steps=ENTRY_STEPS),
}
STEPS = {REINFORCEMENTS: StepRule(run=receive)}
