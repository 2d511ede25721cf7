"""A game of Korsun for the screen."""

from __future__ import annotations

from engine import catalog
from engine.game import Game


def korsun(*commands: str, seed: int = 1) -> Game:
    """A game of Korsun after these commands."""
    game = Game.start(catalog.load("korsun"), seed)
    for command in commands:
        game.execute(command)
    return game
