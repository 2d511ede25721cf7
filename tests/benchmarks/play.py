"""Figures of the engine: commands a second in random play, and saving and loading."""

from __future__ import annotations

import tempfile
import time

from attrs import evolve

from engine import catalog, saves
from engine.efs.pieces import AXIS
from engine.efs.world import World
from engine.game import Game
from engine.players.random_player import RandomPlayer
from tests.benchmarks.measure import Figure, median

GAMES = 6
ROUNDS = 15
COPIES = 16
"""How many times the units of Sumy stand on the board of the large game: a campaign's worth."""


def commands_a_second() -> list[Figure]:
    """Whole games of the random player against itself, validation off."""
    world = catalog.load("sumy")
    commands, began = 0, time.perf_counter()
    for seed in range(GAMES):
        game, player = Game.start(world, seed), RandomPlayer(seed)
        while game.outcome is None:
            game.execute(player(game))
        commands += len(game.journal)
    took = time.perf_counter() - began
    detail = f"{commands} commands of {GAMES} games"
    return [
        Figure("random play", commands / took, "commands/s", 1000, at_least=True, detail=detail)
    ]


def save_and_load() -> list[Figure]:
    """Write a whole save and read it again: a large game, and Sumy in the middle of its play."""
    sumy = catalog.load("sumy")
    played, player = Game.start(sumy, 1), RandomPlayer(1)
    while played.outcome is None and len(played.journal) < 100:
        played.execute(player(played))
    small = _seconds(sumy, played)
    world, game = _large(sumy)
    large = _seconds(world, game)
    count = len(game.state.units)
    detail = (
        f"{1000 * large:.1f} ms for {count} units; Sumy after 100 commands {1000 * small:.1f} ms"
    )
    return [
        Figure("save plus load", 1000 * large * 100 / count, "ms/100 units", 5.0, detail=detail)
    ]


def _large(world: World) -> tuple[World, Game]:
    """A game with many copies of every unit, the sides on their own halves of the board."""
    counters = {
        f"{id_}-{n}": evolve(counter, id=f"{id_}-{n}", name=f"{counter.name} {n}")
        for n in range(COPIES)
        for id_, counter in world.counters.items()
    }
    half = len(world.board) // 2
    state = Game.start(world, 1).state
    units = {}
    for n, (id_, counter) in enumerate(counters.items()):
        hex_ = n % half + (0 if counter.side == AXIS else half)
        units[id_] = evolve(state.units[id_.rpartition("-")[0]], id=id_, hex=hex_, box="map")
    world = evolve(world, counters={**world.counters, **counters})
    state = evolve(state, units={**state.units, **units})
    return world, Game.resume(world, state, 1, [], [])


def _seconds(world: World, game: Game) -> float:
    """Median time to write a save of a game, and to read it."""
    saving: list[float] = []
    loading: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        session = saves.new_session(world, game, folder)
        for _ in range(ROUNDS):
            began = time.perf_counter()
            session.save()
            saving.append(time.perf_counter() - began)
        session.close()
        for _ in range(ROUNDS):
            began = time.perf_counter()
            loaded = saves.load(session.path, world=world, force=True)
            loading.append(time.perf_counter() - began)
            loaded.close()
    return median(saving) + median(loading)
