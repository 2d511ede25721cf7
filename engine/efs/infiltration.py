"""Infiltration Movement (BSR 11.5): straight from one enemy ZOC to another, for the whole MA."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.efs import movement
from engine.efs.allowance import left
from engine.efs.commands import Infiltrate
from engine.efs.handlers import Handler
from engine.efs.pieces import SOVIET, Counter, Unit
from engine.efs.sequence import MOTORIZED, MOVE, SEQUENCE, other
from engine.efs.state import EfsState
from engine.efs.steps import face
from engine.efs.supply import out_of_supply
from engine.efs.terrain import crosses_major_river, fortified_line, is_clear, prices, profile
from engine.efs.weather import column_at
from engine.efs.world import Draft, World
from engine.efs.zoc import holder, in_zoc

MOTORIZED_MA = 7
"""The MA that a motorized unit needs (BSR 11.52a)."""


def may_ever_infiltrate(world: World, unit: Unit) -> bool:
    """True for a unit that qualifies by its counter: yellow MA, 7 if motorized (BSR 11.52)."""
    counter = world.counters[unit.id]
    if not counter.yellow:
        return False
    return not counter.motorized or face(world, unit).ma >= MOTORIZED_MA


def unit_problem(world: World, state: EfsState, unit: Unit) -> Refusal | None:
    """Why a unit may not infiltrate in this step, wherever it goes (BSR 11.52-11.55)."""
    counter = world.counters[unit.id]
    if not may_ever_infiltrate(world, unit):
        rule = "BSR 11.52a" if counter.yellow else "BSR 11.52"
        return Refusal(rule, f"{counter.name} does not qualify for infiltration")
    problem = _phase_problem(state, counter)
    if problem is not None:
        return problem
    if out_of_supply(unit):
        return Refusal("BSR 11.54", f"{counter.name} is Out of Supply")
    if unit.spent or unit.started:
        return Refusal("BSR 11.54", f"{counter.name} has begun to move and has no whole MA left")
    foe = other(counter.side)
    beside = any(holder(world, state, n) == foe for n in world.board.neighbors(unit.hex))
    if not beside or not in_zoc(world, state, unit.hex, foe):
        return Refusal("BSR 11.55", f"{counter.name} does not begin beside an enemy and in its ZOC")
    return None


def _phase_problem(state: EfsState, counter: Counter) -> Refusal | None:
    """Each kind infiltrates only in the phase in which it has its whole MA (BSR 11.53)."""
    step = SEQUENCE[state.step]
    if counter.ski and not counter.motorized:
        if step.key != MOVE or state.weather not in ("snow", "arctic"):
            return Refusal("BSR 11.53c", "ski units infiltrate in their Movement phase, in Snow")
        return None
    if counter.motorized and counter.side == SOVIET:
        if step.key != MOTORIZED:
            return Refusal(
                "BSR 11.53b", "Soviet motorized units infiltrate in their Motorized phase"
            )
        return None
    if step.key != MOVE:
        return Refusal("BSR 11.53a", "this unit infiltrates in its Movement phase")
    return None


def hex_problem(world: World, state: EfsState, unit: Unit, target: int) -> Refusal | None:
    """Why a unit may not infiltrate into this hex (BSR 11.52b, 11.56)."""
    counter = world.counters[unit.id]
    board, foe = world.board, other(counter.side)
    if not board.adjacent(unit.hex, target):
        return Refusal("BSR 11.51", "infiltration goes to an adjacent hex")
    if holder(world, state, target) == foe:
        return Refusal("BSR 10.54", f"{board.id(target)} holds an enemy combat unit")
    if not in_zoc(world, state, target, foe):
        return Refusal("BSR 11.51", f"{board.id(target)} is in no enemy ZOC: just move there")
    if column_at(world, state, target) == "mud":
        return Refusal("BSR 11.56.1", "no infiltration in Mud")
    fort = state.forts.get(target)
    if fort is not None and fort.complete and fort.side == foe:
        return Refusal("BSR 11.56.2", "an enemy Strongpoint bars infiltration")
    if counter.side != SOVIET and fortified_line(
        state, board.side(unit.hex, target), unit.hex, target
    ):
        return Refusal("BSR 11.56.3", "an intact fortified line bars infiltration")
    if counter.cavalry and any(is_clear(board.hexes[h].terrain) for h in (unit.hex, target)):
        return Refusal("BSR 11.52b", "cavalry infiltrates only between non-clear hexes")
    kind = profile(counter)
    if not prices(world, state, kind, unit.hex, target) and not (
        SEQUENCE[state.step].key == MOVE
        and crosses_major_river(world, state, counter, unit.hex, target)
    ):
        return movement.prohibited(world, state, counter, unit.hex, target)
    return None


def check_infiltrate(world: World, state: EfsState, command: Infiltrate) -> Refusal | None:
    """Every unit qualifies and the hex is open to infiltration (BSR 11.5)."""
    ids = movement.ids_of(world, command.units)
    who = movement.party(world, state, ids)
    if isinstance(who, Refusal):
        return who
    target = world.board.at(command.to)
    for id_ in ids:
        unit = state.units[id_]
        problem = unit_problem(world, state, unit) or hex_problem(world, state, unit, target)
        if problem is not None:
            return problem
    return None


def do_infiltrate(draft: Draft, command: Infiltrate) -> None:
    """Spend the whole MA and move into the hex (BSR 11.54)."""
    ids = movement.ids_of(draft.world, command.units)
    spend_all(draft, ids, draft.world.board.at(command.to), "infiltrate to", "BSR 11.54")


def spend_all(draft: Draft, ids: tuple[str, ...], target: int, verb: str, rule: str) -> None:
    """Move units one hex for everything they have, terrain and ZOC costs included (10.64.x2)."""
    world = draft.world
    side = world.counters[ids[0]].side
    start = draft.state.units[ids[0]].hex
    movement.begin(draft, ids)
    costs = tuple(left(world, draft.state, draft.state.units[i]) for i in ids)
    movement.arrive(draft, ids, side, (target,), costs, (0,) * len(ids), True)
    names = ", ".join(world.name(i) for i in ids)
    draft.log(
        "move", f"{names}: {world.board.id(start)} {verb} {world.board.label(target)}, whole MA",
        hex=world.board.id(target), rule=rule, side=side,
    )


def offer_infiltrations(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Every infiltration of a unit or whole stack."""
    for ids in movement.stacks(world, state, actor):
        names = tuple(world.name(i) for i in ids)
        for target in world.board.neighbors(state.units[ids[0]].hex):
            command = Infiltrate(names, world.board.id(target))
            if check_infiltrate(world, state, command) is None:
                yield command


HANDLERS = {
    Infiltrate: Handler(check_infiltrate, do_infiltrate, steps=frozenset({MOVE, MOTORIZED}))
}
