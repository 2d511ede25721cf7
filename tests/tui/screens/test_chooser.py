"""The chooser by keys."""

from __future__ import annotations

from pathlib import Path

from engine import catalog, saves
from tests.saves.support import written
from tests.tui.screens.support import text
from tui.app import Rasputitsa, Request
from tui.panels.pane import Pane
from tui.screens.chooser import ChooserScreen

SIZE = (80, 24)


def chosen(running: Rasputitsa) -> str:
    """The line under the cursor."""
    pane = running.screen.query_one("#chooser", Pane)
    return next(
        "".join(part for part, _ in one) for one in pane.lines
        if any(look == "chosen" for _, look in one)
    )  # fmt: skip


TO_SAVES = ["down"] * len(catalog.find())
"""From the first scenario to the newest save."""


async def test_after_a_save_that_cannot_be_opened_the_cursor_stays_on_it(tmp_path: Path) -> None:
    path = written(tmp_path)
    running = Rasputitsa(Request(ascii=True, saves=str(tmp_path)))
    with saves.load(path):  # it is being played
        async with running.run_test(size=SIZE) as pilot:
            await pilot.press(*TO_SAVES)
            save = chosen(running)
            assert "turn 50" in save
            for _ in range(2):  # a second Enter must not begin a new game
                await pilot.press("enter")
                assert isinstance(running.screen, ChooserScreen)
                assert "is being played" in " ".join(text(running, "chooser").split())
                assert chosen(running) == save
    assert [p.name for p in tmp_path.glob("*.toml")] == [path.name]


async def test_a_killed_game_does_not_pretend_to_know_where_it_stands(tmp_path: Path) -> None:
    path = written(tmp_path)
    with saves.load(path) as session:
        session.save()
        session.undo()  # in the autosave only
        running = Rasputitsa(Request(ascii=True, saves=str(tmp_path)))
        async with running.run_test(size=SIZE) as pilot:
            await pilot.press(*TO_SAVES)
            assert " or later  " in chosen(running)
            assert "1 autosaved since" in text(running, "chooser")
    running = Rasputitsa(Request(ascii=True, saves=str(tmp_path)))
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press(*TO_SAVES)
        assert "or later" not in chosen(running)
        assert "autosaved" not in text(running, "chooser")
