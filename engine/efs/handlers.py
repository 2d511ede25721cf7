"""The form in which each chapter hands its rules to `flow`: what answers what, and when."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import frozen

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.state import Decision
from engine.efs.state import EfsState
from engine.efs.world import Draft, World

Check = Callable[[World, EfsState, Any], Refusal | None]
"""One predicate for enumeration, checking, the greyed entry and its explanation."""
Apply = Callable[[Draft, Any], None]


@frozen
class Handler:
    """How one kind of command is judged and carried out."""

    check: Check
    apply: Apply
    steps: frozenset[str] = frozenset()
    """Keys of the steps in which it is a free choice (no decision waiting)."""
    decisions: tuple[type[Decision], ...] = ()
    """Decisions that it answers."""


def always(world: World, state: EfsState, command: Any) -> None:
    """A check that forbids nothing."""
    return None


def never_waits(draft: Draft) -> bool:
    """A step with nothing in it."""
    return False


def nothing(draft: Draft) -> None:
    """A step that leaves nothing to do when it closes."""


@frozen
class StepRule:
    """What happens in one step of the sequence of play."""

    run: Callable[[Draft], bool] = never_waits
    """Does the step's automatic work; True while a player has something to decide.
    For an automatic step it is called again after each answered decision."""
    automatic: bool = True
    """False for a step that a player closes with `end`."""
    may_end: Callable[[World, EfsState], Refusal | None] = lambda world, state: None
    close: Callable[[Draft], None] = nothing
    """Tidies up as the step ends; may ask a decision (overstacking)."""
    prompt: str = ""
    """What the player does here, one line."""


Offers = Callable[[World, EfsState, str], Iterator[Command]]
"""Legal commands for one actor (a unit, air unit or hex name; "" for all), in a stable order."""
