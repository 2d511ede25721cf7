"""Figures of the engine: commands a second in random play, and saving and loading.

They count the time of the processor: these run in one process that waits for nothing but the
disk, and what the machine does beside them is not theirs. The detail of a save tells the time
that passes too, most of which goes by until the disk has what was written.
"""

from __future__ import annotations

import tempfile
import time
from typing import Any

from attrs import evolve

from engine import catalog, saves
from engine.efs.pieces import AXIS
from engine.efs.world import World
from engine.game import Game
from engine.players.random_player import RandomPlayer
from tests.benchmarks.measure import Figure, median

GAMES = {"sumy": 6, "korsun": 3}
LIMITS = {"sumy": 1000, "korsun": 100}
"""Commands a second. An OCS player turn has far more that could be done at any moment, and the
random player asks for all of it."""
ROUNDS = 15
COPIES = 16
"""How many times the units of Sumy stand on the board of the large game: a campaign's worth."""


def commands_a_second(scenario: str) -> list[Figure]:
    """Whole games of the random player against itself, validation off."""
    world = catalog.load(scenario)
    commands, began = 0, time.process_time()
    for seed in range(GAMES[scenario]):
        game, player = Game.start(world, seed), RandomPlayer(seed)
        while game.outcome is None:
            game.execute(player(game))
        commands += len(game.journal)
    took = time.process_time() - began
    detail = f"{commands} commands of {GAMES[scenario]} games"
    return [
        Figure(f"{scenario}: random play", commands / took, "commands/s", LIMITS[scenario],
               at_least=True, detail=detail)
    ]


def save_and_load(scenario: str) -> list[Figure]:
    """Write a whole save and read it again in the middle of the play.

    Most of what a small save costs does not depend on its size, so a scenario of less than a
    hundred units as a whole must stay below what a hundred may cost.
    """
    world = catalog.load(scenario)
    played, player = Game.start(world, 1), RandomPlayer(1)
    while played.outcome is None and len(played.journal) < 100:
        played.execute(player(played))
    hundreds = max(1.0, len(played.state.units) / 100)
    return [_figure(f"{scenario}: save plus load", world, played, hundreds)]


def save_and_load_large() -> list[Figure]:
    """The same with a large game, whose size counts."""
    world, large = _large(catalog.load("sumy"))
    return [_figure("campaign: save plus load", world, large, len(large.state.units) / 100)]


def _figure(name: str, world: Any, game: Game, hundreds: float) -> Figure:
    busy, passed = _seconds(world, game)
    detail = (
        f"{1000 * busy:.1f} ms for {len(game.state.units)} units and "
        f"{len(game.journal)} commands; {1000 * passed:.1f} ms pass"
    )
    return Figure(name, 1000 * busy / hundreds, "ms/100 units", 5.0, detail=detail)


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


def _seconds(world: Any, game: Game) -> tuple[float, float]:
    """Median time to write a save of a game and to read it: of the processor, and in all."""
    saving: list[tuple[float, float]] = []
    loading: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        session = saves.new_session(world, game, folder)
        for _ in range(ROUNDS):
            began = _now()
            session.save()
            saving.append(_since(began))
        session.close()
        for _ in range(ROUNDS):
            began = _now()
            loaded = saves.load(session.path, world=world, force=True)
            loading.append(_since(began))
            loaded.close()
    busy, passed = (
        median([times[n] for times in saving]) + median([times[n] for times in loading])
        for n in (0, 1)
    )
    return busy, passed


def _now() -> tuple[float, float]:
    return time.process_time(), time.perf_counter()


def _since(began: tuple[float, float]) -> tuple[float, float]:
    busy, passed = _now()
    return busy - began[0], passed - began[1]
