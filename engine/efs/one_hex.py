"""One-Hex Movement (BSR 11.9): one hex for the whole MA, whatever it costs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.efs import infiltration, movement
from engine.efs.allowance import MOVING_STEPS
from engine.efs.commands import OneHex
from engine.efs.handlers import Handler
from engine.efs.state import EfsState
from engine.efs.supply import out_of_supply
from engine.efs.terrain import open_to, profile
from engine.efs.world import Draft, World


def check_one_hex(world: World, state: EfsState, command: OneHex) -> Refusal | None:
    """The units have spent nothing and the adjacent hex is not prohibited to them (BSR 11.91)."""
    ids = movement.ids_of(world, command.units)
    who = movement.party(world, state, ids)
    if isinstance(who, Refusal):
        return who
    if not who.fresh:
        return Refusal("BSR 11.91", "a unit that has spent movement points has no one-hex move")
    target = world.board.at(command.to)
    if not world.board.adjacent(who.hex, target):
        return Refusal("BSR 11.91", f"{command.to} is not adjacent")
    problem = movement.step_problem(world, state, who, who.hex, target)
    if problem is not None and problem.rule == "BSR 10.66":
        problem = _zoc_to_zoc(world, state, ids, target)
    if problem is not None:
        return problem
    for id_ in ids:
        counter = world.counters[id_]
        if counter.motorized and out_of_supply(state.units[id_]):
            return Refusal("BSR 11.94", f"{counter.name} is motorized and Out of Supply")
        if not open_to(world, state, profile(counter), who.hex, target):
            return movement.prohibited(world, state, counter, who.hex, target)
    return None


def _zoc_to_zoc(
    world: World, state: EfsState, ids: tuple[str, ...], target: int
) -> Refusal | None:
    """From ZOC to ZOC only units that qualify for infiltration (BSR 11.92)."""
    for id_ in ids:
        unit = state.units[id_]
        why = infiltration.unit_problem(world, state, unit) or infiltration.hex_problem(
            world, state, unit, target
        )
        if why is not None:
            return Refusal("BSR 11.92", "from one enemy ZOC to another only by infiltration")
    return None


def do_one_hex(draft: Draft, command: OneHex) -> None:
    """Spend the whole MA and move into the hex (BSR 11.9)."""
    ids = movement.ids_of(draft.world, command.units)
    target = draft.world.board.at(command.to)
    infiltration.spend_all(draft, ids, target, "one hex to", "BSR 11.91")


def offer_one_hex(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """One-hex moves into hexes that the stack cannot afford otherwise."""
    for ids in movement.stacks(world, state, actor):
        who = movement.party(world, state, ids)
        if isinstance(who, Refusal) or not who.fresh:
            continue
        names = tuple(world.name(i) for i in ids)
        reached = movement.reach(world, state, who).left
        for target in world.board.neighbors(who.hex):
            command = OneHex(names, world.board.id(target))
            if target not in reached and check_one_hex(world, state, command) is None:
                yield command


HANDLERS = {OneHex: Handler(check_one_hex, do_one_hex, steps=MOVING_STEPS)}
