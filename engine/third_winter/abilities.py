"""Abilities of the game's own: what a player may do with the `act` command, and when."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.core.errors import Refusal
from engine.core.values import frozen
from engine.ocs.commands import Act
from engine.ocs.sequence import acting, key
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World


def none(world: World, state: OcsState) -> Iterator[Act]:
    """An ability that is not offered by itself."""
    return iter(())


@frozen
class Ability:
    """One topic of the `act` command."""

    check: Callable[[World, OcsState, Act], Refusal | None]
    apply: Callable[[Draft, Act], None]
    steps: frozenset[str]
    """Keys of the steps in which it is used."""
    side: str
    """Who has it; empty for both."""
    rule: str
    offers: Callable[[World, OcsState], Iterator[Act]] = none
    """Its uses now; where any hex would do, the usual ones."""
    there: Callable[[World, OcsState, int], Iterator[Act]] | None = None
    """Every use in one hex, where `offers` names the usual ones only."""


def problem(
    abilities: dict[str, Ability], world: World, state: OcsState, command: Act
) -> Refusal | None:
    """Why an ability cannot be used now, or None."""
    found = abilities.get(command.topic)
    if found is None:
        return Refusal("TTW 1.0", f"no ability is called '{command.topic}'")
    if key(state) not in found.steps:
        return Refusal(found.rule, f"'{command.topic}' is not used in this step")
    if found.side and acting(state) != found.side:
        return Refusal(found.rule, f"this is the {found.side} player's")
    try:
        return found.check(world, state, command)
    except Refusal as refusal:
        return refusal


def offered(
    abilities: dict[str, Ability], world: World, state: OcsState, actor: str
) -> Iterator[Act]:
    """Every use of every ability that is offered and allowed now.

    The actor is empty, a unit's name, or the number of a hex: then every use in that hex.
    """
    here = world.board.index.get(actor)
    for ability in abilities.values():
        if key(state) not in ability.steps or ability.side not in ("", acting(state)):
            continue
        for command in _uses(ability, world, state, here):
            wanted = actor in ("", command.hex, *command.units)
            if wanted and ability.check(world, state, command) is None:
                yield command


def _uses(
    ability: Ability, world: World, state: OcsState, here: int | None
) -> Iterator[Act]:
    if here is None or ability.there is None:
        return ability.offers(world, state)
    return ability.there(world, state, here)


def one_unit(world: World, command: Act) -> str:
    """The id of the only unit that a command names. Raises Refusal for none or several."""
    if len(command.units) != 1:
        raise Refusal("TTW 1.0", f"'{command.topic}' names one unit")
    return world.unit_id(command.units[0])


def table(modules: tuple[Any, ...], name: str) -> dict[str, Any]:
    """One table from those of all modules. Raises ValueError where two claim a topic."""
    found: dict[str, Any] = {}
    for module in modules:
        for topic, value in getattr(module, name, {}).items():
            if topic in found:
                raise ValueError(f"{module.__name__}.{name} claims '{topic}' a second time")
            found[topic] = value
    return found
