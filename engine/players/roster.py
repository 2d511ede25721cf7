"""The players of the program, by the names that the command line uses."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.commands import Command
from engine.core.errors import DataError
from engine.game import Game
from engine.players.random_player import RandomPlayer
from engine.players.staff import StaffOfficer

Player = Callable[[Game], Command]
"""Gives the next command of the side that must decide."""

PLAYERS: dict[str, Callable[[str], Player]] = {"random": RandomPlayer, "staff": StaffOfficer}

SERIES: dict[str, tuple[str, str]] = {"staff": ("efs", "the staff officer knows only the East "
                                                       "Front Series")}
"""The one series that a player knows, and how to say so; the others play any."""


def playing(series: str) -> tuple[str, ...]:
    """Names of the players that know a series."""
    return tuple(name for name in PLAYERS if name not in SERIES or SERIES[name][0] == series)


def check(side: str, name: str, series: str) -> None:
    """Raise DataError where a side is given to a player who does not know the series."""
    if name in PLAYERS and name not in playing(series):
        raise DataError(side, SERIES[name][1])


def player(name: str, seed: int | str = 0) -> Player:
    """A player by name, drawing from its own seed. Raises KeyError for an unknown name."""
    return PLAYERS[name](str(seed))
