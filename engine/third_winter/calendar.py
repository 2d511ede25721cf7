"""Dates and game turns (TTW 1.8, 3.1a, 3.3): the turn record of the game, and of a scenario."""

from __future__ import annotations

from datetime import date

from engine.ocs.state import OcsState
from engine.ocs.weather import day
from engine.ocs.world import World

DAYS = (1, 5, 8, 12, 15, 19, 22, 26, 29)
"""Days of a month on which a game turn begins."""
SKIPPED = (date(1944, 2, 29),)
"""Days on which no turn begins all the same."""


def ordinal(on: date) -> int:
    """Turns from the beginning of the calendar to the one that holds a day."""
    before = sum(1 for first in SKIPPED if first <= on)
    place = sum(1 for first in DAYS if first <= on.day)
    return (on.year * 12 + on.month - 1) * len(DAYS) + place - before


def turn_of(world: World, text: str) -> int:
    """The game turn of a date; turns before the scenario count down from 0."""
    first = date.fromisoformat(world.scenario.turns[0])
    return ordinal(date.fromisoformat(text)) - ordinal(first) + 1


def reached(world: World, state: OcsState, text: str) -> bool:
    """Whether a date has come."""
    return day(world, state.turn) >= date.fromisoformat(text)
