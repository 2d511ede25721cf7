"""A state being worked out. Rules write on a Draft; only `Game.execute` puts the result in place.

A Draft lives for one command. It carries the new state, the events so far and nothing
else, so from outside a rule stays a function from a state to a state and events.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from attrs import evolve

from engine.core.events import Event
from engine.core.state import Decision, State

S = TypeVar("S", bound=State)
W = TypeVar("W")


class Draft(Generic[W, S]):
    """The next state in the making, with what happened on the way."""

    def __init__(self, world: W, state: S) -> None:
        self.world = world
        self.state = state
        self.events: list[Event] = []

    def update(self, **changes: Any) -> None:
        """Replace fields of the state."""
        self.state = evolve(self.state, **changes)

    def log(
        self, kind: str, text: str, *, hex: str = "", rule: str = "", roll: int = 0, side: str = ""
    ) -> None:
        """Record what happened."""
        self.events.append(Event(kind, text, hex, rule, roll, side))

    def roll(self, sides: int = 10) -> int:
        """The next die roll (BSR 2.51: a 0 on the ten-sided die reads as 10)."""
        value, dice = self.state.dice.roll(sides)
        self.update(dice=dice)
        return value

    def ask(self, decision: Decision) -> None:
        """Put a decision on top of those that wait."""
        self.update(asks=(*self.state.asks, decision))

    def answered(self) -> Decision:
        """Take the top decision away and give it back."""
        *rest, top = self.state.asks
        self.update(asks=tuple(rest))
        return top
