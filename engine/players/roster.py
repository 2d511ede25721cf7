"""The players of the program, by the names that the command line uses."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.commands import Command
from engine.game import Game
from engine.players.random_player import RandomPlayer
from engine.players.staff import StaffOfficer

Player = Callable[[Game], Command]
"""Gives the next command of the side that must decide."""

PLAYERS: dict[str, Callable[[str], Player]] = {"random": RandomPlayer, "staff": StaffOfficer}


def player(name: str, seed: int | str = 0) -> Player:
    """A player by name, drawing from its own seed. Raises KeyError for an unknown name."""
    return PLAYERS[name](str(seed))
