"""The random player and the staff officer: legal, repeatable, and one better than the other."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from engine.core.commands import Command, End
from engine.efs.commands import Declare
from engine.efs.state import EfsState
from engine.game import Game
from engine.players import roster
from engine.players.efs.staff import StaffOfficer
from engine.players.random_player import RandomPlayer, some_temper
from engine.players.simulate import Plan, Played, play
from engine.players.variants import Variants
from tests.players.support import small_game, sumy


def commands_of(name: str, seed: int, count: int) -> list[str]:
    """The first commands of a game that one player plays for both sides."""
    game, chooser = Game.start(sumy(), seed), roster.player(name, "efs", seed)
    for _ in range(count):
        game.execute(chooser(game))
    return [entry.text for entry in game.journal]


@pytest.mark.parametrize("name", ["random", "staff"])
def test_the_same_seed_gives_the_same_commands(name: str) -> None:
    """And what a player chooses is always allowed, or the game would have refused it."""
    assert commands_of(name, 5, 60) == commands_of(name, 5, 60)


def test_another_seed_gives_the_random_player_other_commands() -> None:
    """On the same game."""
    game = Game.start(sumy(), 1)
    chosen = {game.render(RandomPlayer(seed)(game)) for seed in range(8)}
    assert len(chosen) > 1


@pytest.mark.parametrize("name", ["random", "staff"])
def test_a_player_only_reads_the_game(name: str) -> None:
    """Choosing a command changes nothing; it plays through the same door as everybody."""
    game = Game.start(sumy(), 2)
    state, log = game.state, list(game.log)
    roster.player(name, "efs", 2)(game)
    assert game.state is state and game.log == log


@pytest.mark.parametrize("name", ["random", "staff"])
def test_nobody_plays_on_after_the_end(name: str) -> None:
    """There is nothing to choose."""
    _, game = play(Plan("sumy", name, name), 3, world=sumy())
    with pytest.raises(LookupError, match="over"):
        roster.player(name, "efs", 3)(game)


def test_the_staff_officer_does_not_see_the_dice_to_come() -> None:
    """Its choices are the same whatever is rolled next: 40 of them, under other dice."""
    game, officer = Game.start(sumy(), 4), StaffOfficer(4)
    for _ in range(40):
        other = Game.resume(game.world, blessed(game), 4, [], [])
        command = officer(game)
        assert StaffOfficer(4)(other) == StaffOfficer(4)(game)
        game.execute(command)


def blessed(game: Game) -> EfsState:
    """The state with nothing but ones to come."""
    return evolve(game.state, dice=game.state.dice.name(*[1] * 50))


def test_the_staff_officer_attacks_where_it_is_sure_to_win() -> None:
    """Twelve against two, in the clear: 6-1."""
    game = small_game({"Panzer": "0403", "Grenadier": "0403", "Rifle": "0503"}, step="B.2")
    command = StaffOfficer()(game)
    assert isinstance(command, Declare) and command.hexes == ("0503",)


def test_the_staff_officer_leaves_hopeless_attacks_alone() -> None:
    """Four against eight, where nothing can be won."""
    game = small_game({"Rifle": "0403", "Panzer": "0503", "Grenadier": "0503"}, step="C.2")
    assert StaffOfficer()(game) == End()


def test_the_staff_officer_beats_the_random_player_on_either_side() -> None:
    """Six games each: the Axis win most, where they win next to none by chance; as Soviets it
    gives away fewer stars."""
    chance = [play(Plan("sumy"), seed, world=sumy())[0] for seed in range(6)]
    axis = [play(Plan("sumy", axis="staff"), seed, world=sumy())[0] for seed in range(6)]
    soviet = [play(Plan("sumy", soviet="staff"), seed, world=sumy())[0] for seed in range(6)]
    assert sum(game.winner == "axis" for game in axis) >= 4
    assert sum(game.winner == "axis" for game in chance) <= 1
    assert stars_of(soviet) < stars_of(chance)
    assert sum(game.winner == "soviet" for game in soviet) >= 5


def stars_of(games: list[Played]) -> int:
    """Axis stars of all games together."""
    return sum(game.figures.stars or 0 for game in games)


def test_variants_differ_in_what_they_name() -> None:
    """Other groups, other hexes, other ways: many, and all of them text that can be read."""
    game = Game.start(sumy(), 1)
    game.execute("end")
    command: Command = game.parse("move 33/9Pz, 10/9Pz to 1309")
    variants = Variants(Random(1))
    texts = {game.render(variants.of(game, command)) for _ in range(60)}
    assert len(texts) > 30
    assert all(game.render(game.parse(text)) == text for text in texts)
    assert any(" via " in text for text in texts)


def test_tempers_differ() -> None:
    """So that many games reach far corners."""
    assert len({some_temper(Random(seed)) for seed in range(40)}) > 10
