"""Abilities of one game (`act`): the series knows when a player acts, the game all the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.core.commands import Command
from engine.core.errors import BadCommand, Refusal
from engine.core.flow import Handler
from engine.ocs import simulcast
from engine.ocs.commands import Act
from engine.ocs.sequence import BARRAGING, BREAKOUT, FIGHTING, MOVING, REFIT, REINFORCE
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World

Offers = Callable[[Any, Any, str], Iterator[Command]]

STEPS_OF_ACTS = MOVING | FIGHTING | BARRAGING | {REINFORCE, BREAKOUT, REFIT}
"""Keys of the steps that a player closes himself."""


def check_act(world: World, state: OcsState, command: Act) -> Refusal | None:
    """Whether the game lets the player use the ability now."""
    if command.hex:
        world.board.at(command.hex)
    ids = [world.unit_id(name) for name in command.units]
    if len(set(ids)) != len(ids):
        raise BadCommand(f"act {command.topic}: a unit is named twice")
    return world.hooks.act_problem(world, state, command)


def do_act(draft: Draft, command: Act) -> None:
    """Use it."""
    draft.world.hooks.act(draft, command)


def added(table: Mapping[Any, Offers]) -> dict[Any, Offers]:
    """A table of offers in which the steps of free choice offer the game's abilities too.

    And, where it can still be made, the proposal of a simulcast turn (2.4a).
    """
    found = dict(table)
    for step in STEPS_OF_ACTS:
        found[step] = _with_acts(table.get(step))
    return found


def _with_acts(offers: Offers | None) -> Offers:
    def both(world: World, state: OcsState, actor: str) -> Iterator[Command]:
        if offers is not None:
            yield from offers(world, state, actor)
        yield from world.hooks.offer_acts(world, state, actor)
        yield from simulcast.offer_proposal(world, state, actor)

    return both


HANDLERS = {Act: Handler(check_act, do_act, steps=frozenset(STEPS_OF_ACTS))}
