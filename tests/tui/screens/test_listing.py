"""Lists: every line can be reached, whether or not it can be chosen."""

from __future__ import annotations

import pytest

from engine import catalog
from engine.game import Game
from tests.tui.screens.support import app, sumy, text

SIZE = (80, 24)


@pytest.mark.parametrize("keys", [("end",), ("pagedown",) * 3, ("down",) * 40])
async def test_lines_behind_the_last_that_can_be_chosen_are_reached(keys: tuple[str, ...]) -> None:
    # Reinforcements and air units stand in no hex, so that their lines cannot be chosen.
    running = app(sumy())
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press("d")
        assert "He111" not in text(running, "listing")
        await pilot.press(*keys)
        assert "He111" in text(running, "listing")
        await pilot.press("enter", "home")
        assert text(running, "listing").startswith("Units\n227 Rifle")


async def test_help_at_80_columns_cuts_no_word() -> None:
    running = app(sumy())
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press("question_mark", *"march")
        shown = text(running, "listing")
        assert "march UNITS to HEX" in shown
        assert "strategic movement" in shown


@pytest.mark.parametrize("key", ["d", "question_mark"])
async def test_a_list_that_grows_shows_its_first_lines_again(key: str) -> None:
    running = app(sumy())
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press(key, *["pagedown"] * 9)
        await pilot.resize_terminal(80, 200)
        await pilot.pause()
        shown = text(running, "listing").splitlines()
        assert shown[1].startswith(("227 Rifle", "Axis: "))


async def test_help_is_wrapped_anew_when_the_terminal_narrows_and_widens() -> None:
    running = app(sumy())
    async with running.run_test(size=(200, 40)) as pilot:
        await pilot.press("question_mark", *"victory")
        before = text(running, "listing")
        await pilot.resize_terminal(60, 24)
        await pilot.pause()
        narrow = text(running, "listing").splitlines()
        assert all(len(row) < 60 and not row.endswith("~") for row in narrow[:-1])
        await pilot.resize_terminal(200, 40)
        await pilot.pause()
        assert text(running, "listing") == before


async def test_a_list_wrapped_anew_stays_at_its_last_line() -> None:
    running = app(sumy("end"))
    async with running.run_test(size=(120, 24)) as pilot:
        await pilot.press("L")
        assert "Axis Movement (B.1)" in text(running, "listing")
        await pilot.resize_terminal(60, 18)
        await pilot.pause()
        assert "Axis Movement (B.1)" in text(running, "listing")


async def test_help_explains_the_signs_of_the_far_view() -> None:
    running = app(sumy())
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press("question_mark", *"far view")
        assert "Signs of the far view (Z)" in text(running, "listing")
        await pilot.press("ctrl+u", *"A S >")
        assert "an Axis stack, a Soviet stack" in text(running, "listing")


async def test_the_air_card_tells_boxes_ratings_and_missions() -> None:
    # Set-up of PB 10.4: He111 (2, CAS 1) and I-16 (1) Ready; the MiG-3 comes later.
    running = app(sumy())
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press("A")
        rows = text(running, "listing").splitlines()
        assert "  Ready Box       He111: air combat 2; close air support 1, interdiction 1" in rows
        mig = next(row for row in rows if "MiG-3" in row)
        assert mig.startswith("  Reinforcements ")
        assert "Dummy" not in text(running, "listing")  # open play leaves them out
        await pilot.press("escape", "colon", *"interdict 1510 with He111", "enter", "A")
        assert any("over 1510" in row and "He111" in row
                   for row in text(running, "listing").splitlines())  # fmt: skip


async def test_the_log_screen_tells_the_story_and_refusals_but_no_passing_remarks() -> None:
    running = app(sumy("end"))
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press("f6", "enter", "colon", *"move 619 Art to 2204", "enter")
        assert "victory hexes" in text(running, "log")
        await pilot.press("L")
        shown = text(running, "listing")
        assert "victory hexes" not in shown
        assert "Axis Movement (B.1)" in shown
        refusal = next(row for row in shown.splitlines() if row.startswith("! BSR"))
        assert refusal.count("BSR") == 1


async def test_blind_play_does_not_tell_by_its_lists_which_unit_was_drawn() -> None:
    # PB 10.4: of the mission group the Axis has the He111 and a Dummy Ready; one goes.
    game = Game.start(catalog.load("sumy", "blind"), 1)
    game.execute("interdict 1510 with mission group")
    running = app(game)
    async with running.run_test(size=SIZE) as pilot:
        for key in ("A", "d"):
            await pilot.press(key, "end")
            shown = text(running, "listing")
            assert "He111" not in shown and "Axis Dummy" not in shown
            assert "face down" in shown
            await pilot.press("escape")
        await pilot.press("slash", *"He111", "enter")
        assert "He111 is face down, on a mission or in the Ready Box" in text(running, "log")


async def test_the_list_of_units_tells_when_reinforcements_enter() -> None:
    # PB 10.4: the Guards on GT50; 126 and 205 AA by the tutorial on GT51.
    running = app(sumy())
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press("d", "end")
        rows = text(running, "listing").splitlines()
        assert "(enters GT50)" in next(row for row in rows if row.startswith("6/1GdM"))
        assert "(enters GT51)" in next(row for row in rows if row.startswith("126+205 AA"))
