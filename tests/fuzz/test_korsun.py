"""Random games of the Korsun pocket, with what must hold at every command.

Sound states, saves, undo, and the ledger of supply: each token of a side is accounted for by what
the log says was spent, lost, captured or arrived.
"""

from __future__ import annotations

import tomllib
from functools import cache
from heapq import heappop, heappush
from pathlib import Path
from random import Random

import pytest
from attrs import field, frozen

from engine import catalog
from engine.catalog import agreed
from engine.core.commands import Command, End
from engine.core.errors import Refusal
from engine.core.paths import flood
from engine.game import Game
from engine.ocs import movement, supply
from engine.ocs.charts import PROHIBITED
from engine.ocs.ledger import audit
from engine.ocs.pieces import LEG, MP, SIDES, TRACK, TRUCK
from engine.ocs.reach import Party, costs, pay, reach, step_problem
from engine.ocs.sequence import MOVING, key, other
from engine.ocs.sizes import holder
from engine.ocs.state import OcsState
from engine.ocs.terrain import path_cost
from engine.ocs.validate import validate
from engine.ocs.world import World
from engine.ocs.zoc import stopped

FILE = Path(__file__).resolve().parents[2] / "scenarios" / "third_winter" / "korsun.toml"
LIMIT = 4000
"""Commands after which a game counts as endless."""


@cache
def korsun() -> World:
    world = catalog.load(FILE)
    assert isinstance(world, World)
    return world


# ---------------------------------------------------------------- one game


@frozen
class Played:
    """One random game."""

    commands: int
    turn: int
    fault: str = ""
    log: tuple[str, ...] = field(factory=tuple, repr=False)


def choose(game: Game, dice: Random) -> Command | None:
    """One of the first offers at random; now and then the end of the step."""
    if dice.random() < 0.1 and game.check(End()) is None:
        return End()
    stop, pick = dice.randint(0, 60), None
    for i, command in enumerate(game.legal()):
        pick = command
        if i >= stop:
            break
    return pick


def play(seed: int) -> Played:
    """A game with every promise checked at every command, to its end or first fault."""
    world = korsun()
    game, dice = Game.start(world, seed), Random(seed)
    commands, log = 0, list[str]()
    try:
        while game.outcome is None and commands < LIMIT:
            command = choose(game, dice)
            assert command is not None, "nothing is legal"
            log.append(game.render(command))
            before = game.state
            events = game.execute(command)
            commands += 1
            problems = validate(world, game.state)
            assert not problems, problems[0]
            told = audit(world, before, game.state, events)
            assert not told, told[0]
            if commands & (commands - 1) == 0:
                keeps(game, before)
        assert game.outcome is not None, "no end"
    except Exception as error:  # whatever broke is what this is for
        fault = f"{type(error).__name__}: {error}".splitlines()[0]
        return Played(commands, game.state.turn, fault, tuple(log))
    return Played(commands, game.state.turn)


def keeps(game: Game, before: object) -> None:
    """A save reads back as the state; undo gives the state of before, redo that of now."""
    world, now = game.world, game.state
    dumper = game.series.dumper()
    assert dumper.load(world, tomllib.loads(dumper.text(world, now))) == now, "a save differs"
    if game.can_undo:
        game.undo()
        assert game.state == before, "undo differs"
        game.redo()
        assert game.state == now, "redo differs"


@pytest.mark.rule("OCS 12.1")
@pytest.mark.parametrize("seed", range(3))
def test_a_random_game_keeps_every_promise_to_its_end(seed: int) -> None:
    played = play(seed)
    assert not played.fault, f"{played.fault}\n" + "\n".join(played.log)
    assert played.turn == len(korsun().scenario.turns)


@pytest.mark.parametrize("options", [
    {"simulcast": "off", "free_set_up": "on", "artillery_factors": "off"},
    {"reactive_artillery": "on", "proportional_loss": "off", "fog_of_war": "on"},
], ids=str)
def test_undo_and_redo_walk_a_game_under_other_options(options: dict[str, str]) -> None:
    """To the start and back, dice and log too; the journal alone leads there again."""
    world = agreed.under(korsun(), options)
    game, dice = Game.start(world, 5), Random(5)
    states = [game.state]
    for _ in range(250):
        command = choose(game, dice)
        assert command is not None
        game.execute(command)
        states.append(game.state)
    log = list(game.log)
    for state in reversed(states[:-1]):
        game.undo()
        assert game.state == state and game.state.dice == state.dice
    assert not game.can_undo
    while game.can_redo:
        game.redo()
    assert game.state == states[-1] and game.log == log
    again = Game.start(world, 5)
    for entry in game.journal:
        again.execute(entry.text)
    assert again.state == game.state and again.journal == game.journal


# ---------------------------------------------------------------- paths


@pytest.mark.rule("OCS 12.3a", "OCS 12.3d", "OCS 4.5a")
@pytest.mark.parametrize("seed", [11, 12])
def test_the_nets_of_supply_paths_give_what_step_by_step_prices_do(seed: int) -> None:
    """Every field and throw, for both sides and all mobility types, in the midst of games."""
    world = korsun()
    game, dice = Game.start(world, seed), Random(seed)
    for n in range(120):
        command = choose(game, dice)
        if command is None or game.outcome is not None:
            break
        game.execute(command)
        if n % 40 == 0:
            for side in SIDES:
                for mobility in (LEG, TRACK, TRUCK):
                    compare(world, game.state, side, mobility)


def compare(world: World, state: OcsState, side: str, mobility: str) -> None:
    board = world.board

    def cost(a: int, b: int) -> int:
        if holder(world, state, b) == other(side):
            return PROHIBITED
        if mobility == TRUCK and any(stopped(world, state, side, h) for h in (a, b)):
            return PROHIBITED
        return path_cost(world, state, side, mobility, a, b)

    for target in range(0, len(board), 37):
        starts = dict.fromkeys((target, *board.neighbors(target)), 0)
        plain = flood(
            starts,
            lambda b, _: [(a, c) for a in board.neighbors(b) if (c := cost(a, b)) >= 0], 5 * MP,
        )
        found = supply.field_of(world, state, side, mobility, frozenset({target}))
        free = {h for h in plain.spent if holder(world, state, h) != other(side)}
        assert {h for h in found if holder(world, state, h) != other(side)} == free


@pytest.mark.rule("OCS 6.1", "OCS 6.1c", "OCS 6.1e", "OCS 4.5a")
@pytest.mark.parametrize("seed", [21, 22])
def test_the_reach_of_a_stack_is_what_its_steps_one_by_one_give(seed: int) -> None:
    """Units and whole stacks, of one mobility type and of several, in the midst of games."""
    world = korsun()
    game, dice = Game.start(world, seed), Random(seed)
    for n in range(160):
        command = choose(game, dice)
        if command is None or game.outcome is not None:
            break
        game.execute(command)
        if n % 20 == 0 and key(game.state) in MOVING and not game.state.asks:
            found = list(movement.stacks(world, game.state))
            for ids in dice.sample(found, min(8, len(found))):
                who = movement.party(world, game.state, ids)
                assert isinstance(who, Party)
                walk_about(world, game.state, who)


def walk_about(world: World, state: OcsState, who: Party) -> None:
    """Every step from every hex with every rest that no other beats for all units."""
    kept: dict[int, list[tuple[int, ...]]] = {}
    queue = [(0, who.hex, who.left)]
    while queue:
        _, a, rest = heappop(queue)
        for b in world.board.neighbors(a):
            if b == who.hex or step_problem(world, state, who, a, b) is not None:
                continue
            after = pay(who, rest, costs(world, state, who, a, b), first=a == who.hex)
            if after is None or any(
                all(x >= y for x, y in zip(old, after, strict=True)) for old in kept.get(b, ())
            ):
                continue
            kept.setdefault(b, []).append(after)
            heappush(queue, (-sum(after), b, after))
    found = reach(world, state, who)
    assert dict(found.left) == {h: max(map(min, rests)) for h, rests in kept.items()}
    for hex_, left in found.left.items():
        rest = movement.bill(world, state, who, found.way(hex_))
        assert not isinstance(rest, Refusal) and min(rest) == left
