"""Fog of war on the screen (OCS 4.9): the inspector, the map, the lists and the previews."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine import catalog
from engine.game import Game
from engine.ocs import sight
from engine.ocs.pieces import SOVIET
from engine.ocs.state import at, occupied
from tests.tui.ocs.support import SIZE, end_until, go
from tests.tui.screens.support import app, desk, text
from tui.ocs import lists
from tui.ocs.mapview import map_view


def foggy() -> Game:
    """Korsun with fog of war."""
    world = catalog.load("korsun")
    return Game.start(evolve(world, options=evolve(world.options, fog_of_war=True)), 3)


def crowded(game: Game) -> int:
    """The hex of an Axis stack with units under its top one."""
    world, state = game.world, game.state
    return next(h for h in occupied(state) if h >= 0 and len(at(state, h)) > 2
                and world.side(at(state, h)[0].id) != SOVIET)


@pytest.mark.rule("OCS 4.9a", "OCS 4.9f")
async def test_of_an_enemy_stack_only_the_top_is_shown() -> None:
    """The Soviets look at an Axis stack: one name in the inspector, one in the map's stack."""
    running = app(foggy())
    async with running.run_test(size=(120, 40)) as pilot:
        await end_until(pilot, running, "Movement C2")
        game = desk(running)
        assert game.side == SOVIET
        hex_ = crowded(game.game)
        await go(pilot, game.world.board.id(hex_))
        shown = text(running, "inspector")
        top = sight.glimpse(game.world, game.state, hex_).unit
        beneath = [u.id for u in at(game.state, hex_) if u.id != top]
        assert game.world.name(top) in shown
        assert "fog of war" in shown
        assert not any(game.world.name(i) in shown for i in beneath)
        assert map_view(game).looks[hex_].force.names == (game.world.name(top),)
        listed = "\n".join(str(entry) for entry in lists.units(game))
        assert not any(game.world.name(i) in listed for i in beneath)


@pytest.mark.rule("OCS 4.9b")
async def test_the_preview_of_an_attack_tells_only_what_the_attacker_knows() -> None:
    running = app(foggy())
    async with running.run_test(size=SIZE) as pilot:
        await end_until(pilot, running, "Combat F2")
        await pilot.press("tab", "enter")
        shown = text(running, "inspector") + "\n".join(
            "".join(part for part, _ in one) for one in desk(running).task.lines(29))
        assert "strength " in shown
        assert "you pay" in shown
        assert "odds " not in shown and "results" not in shown
