"""Dates and game turns (TTW 1.8, 3.1a, 3.3): the turn record of the game, and of a scenario."""

from __future__ import annotations

import datetime

from engine.ocs.state import OcsState
from engine.ocs.world import World

DAYS = (1, 5, 8, 12, 15, 19, 22, 26, 29)
"""Days of a month on which a game turn begins."""
SKIPPED = (datetime.date(1944, 2, 29),)
"""Days on which no turn begins all the same."""


def ordinal(day: datetime.date) -> int:
    """Turns from the beginning of the calendar to the one that holds a day."""
    before = sum(1 for first in SKIPPED if first <= day)
    place = sum(1 for first in DAYS if first <= day.day)
    return (day.year * 12 + day.month - 1) * len(DAYS) + place - before


def turn_of(world: World, text: str) -> int:
    """The game turn of a date; turns before the scenario count down from 0."""
    first = datetime.date.fromisoformat(world.scenario.turns[0])
    return ordinal(datetime.date.fromisoformat(text)) - ordinal(first) + 1


def today(world: World, state: OcsState) -> str:
    """The date of the turn in hand, as the scenario writes it."""
    turns = world.scenario.turns
    return turns[max(1, min(state.turn, len(turns))) - 1]


def reached(world: World, state: OcsState, text: str) -> bool:
    """Whether the turn of a date has come."""
    return state.turn >= turn_of(world, text)
