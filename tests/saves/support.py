"""Games played at random as far as a test needs, and saves written in a folder."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from engine import catalog, saves
from engine.core.commands import End
from engine.efs.world import World
from engine.game import Game
from engine.saves.session import Session

PATIENCE = 3
"""How often the random hand thinks again before it ends a step."""


@cache
def sumy(dummies: str = "seen") -> World:
    """The world of the Battle of Sumy."""
    return catalog.load("sumy", dummies, overlays=())


def choose(game: Game, hand: random.Random, patience: int = PATIENCE) -> str:
    """One legal command as text; `end` less often than others."""
    offers = list(game.legal())
    chosen = hand.choice(offers)
    for _ in range(patience):
        if isinstance(chosen, End):
            chosen = hand.choice(offers)
    return game.render(chosen)


def play(
    game: Game | Session, count: int, seed: int = 0, patience: int = PATIENCE
) -> None:
    """Carry out so many random commands, or as many as the game lasts."""
    hand = random.Random(seed)
    board = game.game if isinstance(game, Session) else game
    for _ in range(count):
        if board.outcome is not None:
            return
        game.execute(choose(board, hand, patience))


def played(count: int, seed: int = 0, dummies: str = "seen") -> Game:
    """A game of Sumy after so many random commands."""
    game = Game.start(sumy(dummies), seed)
    play(game, count, seed)
    return game


def begin(folder: Path, count: int = 0, seed: int = 0, dummies: str = "seen") -> Session:
    """A session for a new game of Sumy with so many random commands played in it."""
    world = sumy(dummies)
    session = saves.new_session(
        world, Game.start(world, seed), folder, {"axis": "human", "soviet": "random"}
    )
    play(session, count, seed)
    return session


def written(folder: Path, count: int = 30, seed: int = 0) -> Path:
    """The file of a saved and closed game."""
    with begin(folder, count, seed) as session:
        path = session.path
    return path


def reload(path: Path) -> Session:
    """The session of a save, its world not read again."""
    return saves.load(path, world=sumy())
