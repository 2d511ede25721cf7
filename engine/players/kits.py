"""What players and simulations need of a series: its staff officer, its zones, its figures.

A world says to which series it belongs; the kit of that series is found by the name, and
only it is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module

from engine.core.commands import Command
from engine.core.series import AnyState, AnyWorld
from engine.core.values import frozen
from engine.game import Game

Player = Callable[[Game], Command]
"""Gives the next command of the side that must decide."""


@frozen
class Figures:
    """What a game is told by besides its winner; None for what its series does not have."""

    stars: int | None = None
    """Victory stars of the Axis."""
    points: int | None = None
    """Victory Points as they stand."""
    lost: tuple[int, int] | None = None
    """Steps lost by the Axis and the Soviets."""


@frozen(eq=False)
class Kit:
    """One series, as its players see it."""

    officer: Callable[[str], Player]
    """A staff officer that draws from a seed of its own."""
    zones: Callable[[AnyWorld, AnyState, str], Collection[int]]
    """(world, state, side): the hexes in a side's zones of control."""
    figures: Callable[[AnyWorld, AnyState], Figures]


def kit_of(series: str) -> Kit:
    """The kit of a series by its name, as worlds bear it."""
    found: Kit = import_module(f"engine.players.{series}.kit").KIT
    return found
