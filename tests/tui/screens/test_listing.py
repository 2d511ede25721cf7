"""Lists: every line can be reached, whether or not it can be chosen."""

from __future__ import annotations

import pytest

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
