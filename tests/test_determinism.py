"""Same scenario, same seed, same commands: the same state to the last bit, in any process."""

from __future__ import annotations

import os
import subprocess
import sys

from engine import catalog
from engine.efs import dump
from engine.game import Game
from tests.support.terminal import ROOT

PLAY = """
from engine import catalog
from engine.efs import dump
from engine.game import Game
from engine.players.random_player import RandomPlayer

world = catalog.load("sumy")
game, player = Game.start(world, 11), RandomPlayer(11)
while game.outcome is None:
    game.execute(player(game))
for entry in game.journal:
    print(entry.text, entry.rolls)
print(dump.digest(world, game.state))
"""


def played(hash_seed: str) -> list[str]:
    """A whole random game in a process whose sets and dicts of text are ordered its own way."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )  # fmt: skip
    return done.stdout.splitlines()


def test_a_game_is_the_same_whatever_the_order_of_sets() -> None:
    """Two processes with different hash seeds list, choose and resolve alike."""
    first, second = played("1"), played("2")
    assert len(first) > 50
    assert first == second


def test_commands_and_seed_alone_give_the_state_again() -> None:
    """The journal of one process, carried out in another, ends in the same state."""
    *journal, digest = played("3")
    world = catalog.load("sumy")
    game = Game.start(world, 11)
    for line in journal:
        game.execute(line.rpartition(" (")[0])
    assert dump.digest(world, game.state) == digest


def test_another_seed_gives_another_game() -> None:
    """The dice do depend on the seed."""
    world = catalog.load("sumy")
    states = {dump.digest(world, Game.start(world, seed).state) for seed in (1, 2)}
    assert len(states) == 2
