"""The chooser by keys."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from engine import catalog, saves
from tests.saves.support import written
from tests.tui.screens.support import desk, text
from tui.app import Rasputitsa, Request
from tui.panels.pane import Pane
from tui.screens.chooser import ChooserScreen
from tui.screens.game import GameScreen

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


async def on_scenario(running: Rasputitsa, pilot: Pilot[int], scenario: str) -> str:
    """The chooser's text with the cursor on a scenario."""
    ids = [head.id for head in catalog.find()]
    await pilot.press("home", *["down"] * ids.index(scenario))
    return text(running, "chooser")


async def test_dummies_are_offered_for_their_series_and_the_staff_officer_for_every_one(
    tmp_path: Path,
) -> None:
    running = Rasputitsa(Request(ascii=True, saves=str(tmp_path)))
    async with running.run_test(size=SIZE) as pilot:
        for scenario in ("sumy", "korsun"):
            shown = await on_scenario(running, pilot, scenario)
            assert ("dummies" in shown) == (scenario == "sumy")
            chooser = running.screen
            assert isinstance(chooser, ChooserScreen)
            seen = set()
            for _ in range(3):
                chooser._turn("axis", 1)
                seen.add(chooser._choice.players["axis"])
            assert seen == {"human", "random", "staff"}


async def test_the_optional_rules_of_the_series_are_offered_and_go_into_the_game(
    tmp_path: Path,
) -> None:
    running = Rasputitsa(Request(ascii=True, saves=str(tmp_path)))
    async with running.run_test(size=SIZE) as pilot:
        assert "Jansen fuel" not in await on_scenario(running, pilot, "sumy")
        assert "Jansen fuel          < off >" in await on_scenario(running, pilot, "korsun")
        for _ in range(40):
            if "Jansen fuel" in chosen(running):
                break
            await pilot.press("down")
        assert "(TTW 4.2)" in text(running, "chooser")
        await pilot.press("right")
        assert "< on >, not as the game recommends" in chosen(running)
        await on_scenario(running, pilot, "korsun")
        await pilot.press("enter")
        for _ in range(100):
            if isinstance(running.screen, GameScreen):
                break
            await pilot.pause(0.05)
        options = desk(running).world.options
        assert (options.jansen_fuel, options.proportional_loss) == (True, True)
