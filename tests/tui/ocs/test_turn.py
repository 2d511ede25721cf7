"""Korsun by keys: mode, fuel and a move; an attack with its odds; a whole turn of both sides."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine import catalog
from engine.game import Game
from engine.ocs.sequence import key
from tests.tui.ocs.support import SIZE, answer, end_until, go, korsun
from tests.tui.screens.support import app, desk, text


async def test_brigades_change_mode_buy_fuel_and_move_by_keys() -> None:
    running = app(korsun())
    async with running.run_test(size=SIZE) as pilot:
        await end_until(pilot, running, "Movement C2")
        await go(pilot, "B1.07")
        await pilot.press("space")
        assert "no fuel" in text(running, "inspector")
        await pilot.press("t", "1")  # Move Mode
        await pilot.press("f")
        assert "233 Tank Bde: 3T" in text(running, "inspector")
        assert "formation 5 Mech Corps" in text(running, "inspector")
        await pilot.press("1")
        assert "14 MP" in text(running, "inspector")
        await go(pilot, "A62.08")
        await pilot.press("enter")
        state, world = desk(running).state, desk(running).world
        for name in ("2 Mech Bde", "9 Mech Bde", "233 Tank Bde"):
            assert state.units[world.unit_id(name)].hex == world.board.at("A62.08")


async def test_an_attack_shows_odds_price_and_chances_before_it_is_made() -> None:
    running = app(korsun())
    async with running.run_test(size=SIZE) as pilot:
        here = desk(running)
        await end_until(pilot, running, "Combat F2")
        assert here.task.stops(), "some Axis unit stands beside Soviet ones that can attack it"
        await pilot.press("tab", "enter")
        shown = text(running, "inspector") + "\n".join(
            "".join(part for part, _ in one) for one in here.task.lines(29)
        )
        for words in ("odds ", "combat DRM", "surprise: you", "you pay", "results"):
            assert words in shown
        await pilot.press("enter")
        assert here.ask is not None
        assert (here.side, here.ask.kind) == ("axis", "defendersupply")
        shown = text(running, "inspector")
        assert "pay nothing" in shown
        assert "odds if paid" in shown


@pytest.mark.slow
async def test_a_whole_turn_of_both_sides_is_played_by_keys() -> None:
    running = app(korsun())
    async with running.run_test(size=SIZE) as pilot:
        game = desk(running)
        attacked: dict[str, int] = {}
        for _ in range(900):
            if game.state.turn > 1 or game.ask is None:
                break
            step, side = key(game.state), game.side
            if game.state.asks or step not in ("combat", "artillery"):
                await answer(pilot, running)
            elif attacked.get(f"{side} {step}", 0) < 2 and game.task.stops():
                attacked[f"{side} {step}"] = attacked.get(f"{side} {step}", 0) + 1
                await pilot.press("tab", "enter", "enter")
                if not game.state.asks:
                    await pilot.press("escape")
            else:
                await pilot.press("E")
        assert game.state.turn == 2
        assert {"soviet combat", "axis combat"} <= set(attacked)
        assert not any("fault in the program" in note.text for note in game.notes)


@pytest.mark.rule("OCS 2.4a")
async def test_a_simulcast_turn_is_agreed_to_by_keys() -> None:
    """The first player finds the proposal among the other orders; the question goes over."""
    running = app(korsun())
    async with running.run_test(size=SIZE) as pilot:
        game = desk(running)
        await end_until(pilot, running, "Movement C2")
        proposer = game.side
        await pilot.press("e")
        for _ in range(30):
            shown = text(running, "inspector").splitlines()
            found = [row.strip() for row in shown if "propose a simulcast turn" in row]
            if found:
                await pilot.press(found[0][0])
                break
            await pilot.press("right_square_bracket")
        assert game.side != proposer
        assert (game.ask.kind if game.ask else "") == "agreement"
        assert "agree" in text(running, "inspector")
        await pilot.press("1")
        assert game.state.simulcast == "C2"


@pytest.mark.rule("OCS 0.4.1")
async def test_units_are_set_up_by_keys_where_players_choose_how_they_begin() -> None:
    """The second player first; the orders of a hex are numbered, the last of them is to be done."""
    world = catalog.load("korsun")
    free = evolve(world, options=evolve(world.options, free_set_up=True))
    running = app(Game.start(free, 3))
    async with running.run_test(size=SIZE) as pilot:
        game = desk(running)
        assert (game.side, game.ask.kind if game.ask else "") == ("axis", "setup")
        await pilot.press("tab")
        assert "800 Arty Rgt: move" in text(running, "inspector")
        await pilot.press("1")
        assert not game.state.units[world.unit_id("800 Arty Rgt")].front
        for side in ("soviet", ""):
            rows = text(running, "inspector").splitlines()
            await pilot.press(next(row for row in rows if "done: all begin so" in row)[0])
            asked = game.ask.kind if game.ask else ""
            assert (game.side if asked == "setup" else "") == side
