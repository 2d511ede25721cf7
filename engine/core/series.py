"""What a game needs to know of the series that it is played by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from engine.core.commands import Grammar
from engine.core.events import Event
from engine.core.flow import Flow
from engine.core.values import frozen

if TYPE_CHECKING:
    from engine.core.dumping import Dumper

AnyWorld = Any
"""The world of a game of whatever series."""
AnyState = Any
"""The state of one."""


@frozen(eq=False)
class Series:
    """One series of games: its sequence and rules, its language, how its games open."""

    id: str
    flow: Flow
    grammar: Grammar
    opening: Callable[[Any, int], Any]
    """(world, seed) to the state before the first step; raises DataError."""
    actors: Callable[[Any, Any], tuple[str, ...]]
    """Names of units that have something to do now."""
    dumper: Callable[[], Dumper]
    """How a state stands in a save."""
    validate: Callable[[Any, Any], list[str]]
    """(world, state) to what cannot be in it, in words; nothing for a sound one."""
    audit: Callable[[Any, Any, Any, Iterable[Event]], list[str]] = lambda world, a, b, events: []
    """(world, state before, state after, events) to what a command did without a word of it."""
