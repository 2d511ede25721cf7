"""The players of the program, by the names that the command line uses."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.errors import DataError
from engine.players.kits import Player, kit_of
from engine.players.random_player import RandomPlayer

PLAYERS: dict[str, Callable[[str, str], Player]] = {
    "random": lambda series, seed: RandomPlayer(seed),
    "staff": lambda series, seed: kit_of(series).officer(seed),
}
"""Name to (series, seed) to a player: each series has a staff officer of its own."""


def check(side: str, name: str) -> None:
    """Raise DataError where a side is given to a player that there is not."""
    if name not in PLAYERS:
        raise DataError(side, f"no player '{name}'; there are {', '.join(sorted(PLAYERS))}")


def player(name: str, series: str, seed: int | str = 0) -> Player:
    """A player by name, drawing from its own seed. Raises KeyError for an unknown name."""
    return PLAYERS[name](series, str(seed))
