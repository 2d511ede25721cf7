"""What every game's state has, and who must decide. Frozen values only.

A series adds its own fields in a subclass. States share what did not change, so a
snapshot per command is a reference; two states compare equal field by field.
"""

from __future__ import annotations

from typing import Any

from attrs import field

from engine.core.dice import Dice
from engine.core.values import frozen


@frozen
class Decision:
    """Something that one side owes before play goes on. Series define the kinds."""

    side: str


@frozen
class Outcome:
    """How a game ended."""

    winner: str
    """A side, or "draw"."""
    reason: str
    rule: str


@frozen
class State:
    """The part of a game's state that knows no series."""

    turn: int = 0
    step: int = 0
    """Place in the series' sequence of play."""
    dice: Dice = field(factory=Dice)
    asks: tuple[Decision, ...] = ()
    """Decisions that wait, the next one last. Empty: the step's own choices are open."""
    over: Outcome | None = None
    closing: bool = False
    """The step has ended and the next one follows once nothing waits."""
    memo: dict[Any, Any] = field(init=False, factory=dict, eq=False, repr=False)
    """Facts derived from this state, worked out at most once; never saved, never compared."""


@frozen
class Ask:
    """Who must decide what, in words: what `game.asks` gives."""

    side: str
    kind: str
    """Step key or decision kind; the screen chooses its panel by it."""
    prompt: str
    rule: str
    can_end: bool = False
    """True where the `end` command closes it: a step. A decision is answered, or declined."""
