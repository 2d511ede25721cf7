"""The staff officer of the Operational Combat Series: legal, repeatable, better than chance."""

from __future__ import annotations

from functools import cache

import pytest
from attrs import evolve

from engine import catalog
from engine.game import Game
from engine.ocs.breakdowns import may_split
from engine.ocs.commands import Detach, RetreatVia
from engine.ocs.decisions import Retreat
from engine.ocs.pieces import SIDES
from engine.ocs.sizes import steps_left
from engine.ocs.validate import validate
from engine.ocs.world import World
from engine.players import roster
from engine.players.ocs.staff import StaffOfficer
from engine.players.simulate import Plan, play


@cache
def korsun() -> World:
    """The world of the scenario; worlds never change, so tests share it."""
    world = catalog.load("korsun", overlays=())
    assert isinstance(world, World)
    return world


def commands_of(seed: int, count: int) -> list[str]:
    """The first commands of a game that it plays for both sides, an officer each."""
    game = Game.start(korsun(), seed)
    officers = {side: roster.player("staff", "ocs", f"{seed} {side}") for side in SIDES}
    for _ in range(count):
        assert game.asks is not None
        game.execute(officers[game.asks.side](game))
    return [entry.text for entry in game.journal]


def test_the_same_seed_gives_the_same_commands() -> None:
    """And what it chooses is always allowed, or the game would have refused it."""
    assert commands_of(5, 80) == commands_of(5, 80)


def test_it_only_reads_the_game_and_not_the_dice_to_come() -> None:
    """30 of its choices are the same under other dice, and choosing changes nothing."""
    game, officer, twin = Game.start(korsun(), 4), StaffOfficer(4), StaffOfficer(4)
    for _ in range(30):
        state, log = game.state, list(game.log)
        fixed = evolve(state, dice=state.dice.name(*[1] * 50))
        command = officer(game)
        assert twin(Game.resume(game.world, fixed, 4, [], [])) == command
        assert game.state is state and game.log == log
        game.execute(command)


def test_a_whole_game_keeps_every_promise_to_its_end() -> None:
    """Every command legal, sound states, no dead ends, saves, undo and replay; it ends by rule."""
    played, game = play(
        Plan("korsun", "staff", "staff", checked=True), 1, check=validate, world=korsun())
    assert not played.fault, played.fault
    assert played.turn == korsun().scenario.last_turn and game.outcome is not None
    with pytest.raises(LookupError, match="over"):
        StaffOfficer(1)(game)


@pytest.mark.parametrize("seed", [1])
def test_it_beats_chance_on_either_side(seed: int) -> None:
    """Chance against chance scores about 10 points for the Soviets: as Axis it keeps them far
    below, as Soviets it takes nearly all."""
    axis, _ = play(Plan("korsun", axis="staff"), seed, world=korsun())
    soviet, _ = play(Plan("korsun", soviet="staff"), seed, world=korsun())
    assert not axis.fault and not soviet.fault
    assert axis.figures.points is not None and axis.figures.points <= 6
    assert soviet.winner == "soviet" and soviet.figures.points is not None
    assert soviet.figures.points >= 11


def test_it_does_not_break_up_a_division_that_is_beaten() -> None:
    """Breakdowns stand among the answers to a retreat; the officer keeps his divisions whole."""
    world, state = korsun(), Game.start(korsun(), 1).state
    unit = next(
        u for u in state.units.values()
        if u.on_map and may_split(world.counters[u.id]) and steps_left(world, u) > 1
    )
    asked = evolve(state, asks=(Retreat(world.side(unit.id), (unit.id,), 1),))
    game = Game.resume(world, asked, 1, [], [])
    assert any(isinstance(command, Detach) for command in game.legal())
    assert isinstance(StaffOfficer(1)(game), RetreatVia)
