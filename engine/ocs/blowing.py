"""Destroying one's own supply (OCS 12.11a): the Dump Blowing table."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs import dumps
from engine.ocs.commands import Blow
from engine.ocs.losses import put
from engine.ocs.sequence import MOVING, acting
from engine.ocs.sizes import round_half_up
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World


def supply_in(world: World, state: OcsState, side: str, hex_: int) -> int:
    """All tokens of a side in a hex, on the ground and loaded, Organic Trucks too (12.11a)."""
    dump = state.dumps.get(hex_)
    ground = dump.tokens if dump is not None and dump.owner == side else 0
    return ground + sum(u.load for u in dumps.carriers(world, state, side, hex_))


def check_blow(world: World, state: OcsState, command: Blow) -> Refusal | None:
    """Once a dump and phase, in the owner's own movement segments (OCS 12.11a)."""
    if not command.tokens.isdigit() or int(command.tokens) < 1:
        return Refusal("OCS 12.1a", "say how many tokens")
    hex_ = world.board.at(command.hex)
    there = supply_in(world, state, acting(state), hex_)
    if int(command.tokens) > there:
        return Refusal("OCS 12.11a", f"{command.hex} has {dumps.show(there)} of yours")
    if hex_ in state.blown:
        return Refusal("OCS 12.11a", f"an attempt was made at {command.hex} in this phase")
    return None


def destroyed(world: World, tokens: int, roll: int) -> int:
    """Tokens lost of those attempted, to the nearest token (OCS 12.11a)."""
    return round_half_up(Fraction(tokens * world.charts.blowing[roll - 1], 100))


def do_blow(draft: Draft, command: Blow) -> None:
    """Roll, and take the tokens away: the ground first; transport is unharmed (OCS 12.11a)."""
    hex_, side = draft.world.board.at(command.hex), acting(draft.state)
    roll = draft.roll(6)
    lost = destroyed(draft.world, int(command.tokens), roll)
    draft.update(blown=draft.state.blown | {hex_})
    rest = lost - dumps.take(draft, side, hex_, lost)
    for unit in dumps.carriers(draft.world, draft.state, side, hex_):
        part = min(rest, unit.load)
        put(draft, evolve(unit, load=unit.load - part))
        rest -= part
    draft.log("supply", f"supply blown up in {draft.world.board.label(hex_)}: roll {roll}, "
              f"{dumps.show(lost)} of {dumps.show(int(command.tokens))} destroyed",
              hex=command.hex, rule="OCS 12.11a", roll=roll, side=side)


def offer_blows(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Everything in each hex."""
    if actor:
        return
    for hex_ in dumps.places(world, state, acting(state)):
        command = Blow(world.board.id(hex_), str(supply_in(world, state, acting(state), hex_)))
        if check_blow(world, state, command) is None:
            yield command


HANDLERS = {Blow: Handler(check_blow, do_blow, steps=MOVING)}
