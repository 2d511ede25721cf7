"""Positions to compare on: random games of Korsun, as played and shaken up."""

from __future__ import annotations

from functools import cache
from random import Random

from attrs import evolve

from engine import catalog
from engine.game import Game
from engine.ocs.pieces import DG, EXPLOIT, MOVE, RESERVE, SIDES, STRAT, Unit
from engine.ocs.sequence import key
from engine.ocs.state import OcsState
from engine.ocs.world import World
from engine.players.random_player import RandomPlayer

WEATHERS = ("dry", "mud", "freeze", "thaw")
SEEDS = (3, 8)
MARKERS = ("", "", "", MOVE, RESERVE, STRAT, DG, EXPLOIT)


@cache
def korsun() -> World:
    world = catalog.load("korsun", overlays=())
    assert isinstance(world, World)
    return world


@cache
def played() -> tuple[OcsState, ...]:
    """States of two random games, the steps of the first turns well mixed."""
    found = []
    for seed in SEEDS:
        game, player = Game.start(korsun(), seed), RandomPlayer(seed)
        for n in range(360):
            if game.outcome is not None:
                break
            game.execute(player(game))
            if n % 12 == 0 and not game.state.simulcast:
                found.append(game.state)
    return tuple(found)


def positions(seed: int, count: int, *keys: str) -> list[OcsState]:
    """So many states: of these steps with nothing to decide, or any; every other one shaken."""
    dice = Random(seed)
    fit = [s for s in played() if not keys or (key(s) in keys and not s.asks)]
    assert len(fit) > 5, "the games pass through these steps"
    chosen = [dice.choice(fit) for _ in range(count)]
    return [shaken(s, dice) if n % 2 else evolve(s) for n, s in enumerate(chosen)]


def shaken(state: OcsState, dice: Random) -> OcsState:
    """The position with other weather, modes, losses and stocks, and some stacks a hex away."""
    world, board = korsun(), korsun().board
    units = {u.id: _shaken(world, u, dice) if u.on_map else u for u in state.units.values()}
    taken = {u.hex for u in units.values() if u.on_map}
    for hex_ in dice.sample(sorted(taken), 6):
        free = [n for n in board.neighbors(hex_) if n not in taken]
        if free:
            goal = dice.choice(free)
            taken.add(goal)
            for unit in list(units.values()):
                if unit.hex == hex_:
                    units[unit.id] = evolve(unit, hex=goal, began=goal)
    busts = {dice.randrange(len(board)): dice.choice(SIDES) for _ in range(dice.choice((0, 3)))}
    return evolve(state, units=units, ground=dice.choice(WEATHERS), busts=busts)


def _shaken(world: World, unit: Unit, dice: Random) -> Unit:
    counter = world.counters[unit.id]
    if not counter.fighting:
        return unit
    if dice.random() < 0.3:
        mark = dice.choice(MARKERS)
        front = mark not in (MOVE, STRAT) and dice.random() < 0.7
        unit = evolve(unit, marker="" if mark == MOVE else mark, front=front,
                      had_zoc=dice.random() < 0.5)
    if counter.steps > 1 and dice.random() < 0.3:
        unit = evolve(unit, lost=dice.randrange(counter.steps))
    return evolve(unit, fuel="turn", oos=unit.oos ^ (dice.random() < 0.1),
                  stock=dice.choice((0, 0, 0, 1, 2)))
