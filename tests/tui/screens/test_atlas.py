"""The boards on the screen: from the chooser, by keys."""

from __future__ import annotations

from pathlib import Path

from tests.boards.support import board
from tests.tui.screens.support import text
from tui.app import Rasputitsa, Request
from tui.map.widget import MapPane
from tui.screens.atlas import AtlasScreen, OverviewPane
from tui.screens.chooser import ChooserScreen
from tui.theme import theme

SIZE = (80, 24)


def opened(saves: Path, name: str = "third_winter", at: str = "") -> Rasputitsa:
    """The app with the board of a game in front."""
    app = Rasputitsa(Request(ascii=True, saves=str(saves)))

    class Opened(AtlasScreen):
        def __init__(self) -> None:
            super().__init__(theme(ascii=True), board(name), "A board", app._looked, at)

    app._chooser = lambda *args: ChooserScreen(app.looks, app.store, app._chosen)  # type: ignore
    app.get_default_screen = Opened  # type: ignore[method-assign]
    return app


def here(app: Rasputitsa) -> str:
    """The hex under the cursor."""
    return board("third_winter").label(app.screen.query_one("#map", MapPane).cursor)


async def test_a_board_is_opened_from_the_chooser_and_left_again(tmp_path: Path) -> None:
    """Maps stand below the options of a game; Esc leads back."""
    app = Rasputitsa(Request(ascii=True, saves=str(tmp_path)))
    async with app.run_test(size=SIZE) as pilot:
        shown = text(app, "chooser")
        assert "Maps" in shown and "The Third Winter" in shown
        await pilot.press("end", "enter")
        assert isinstance(app.screen, AtlasScreen)
        assert "The Third Winter" in text(app, "head")
        await pilot.press("escape")
        assert isinstance(app.screen, ChooserScreen)


async def test_go_to_a_hex_or_a_place_by_either_name(tmp_path: Path) -> None:
    """The prompt takes a number or a name; Tab goes on to the next that is like it."""
    app = opened(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("g", *"kharkiv", "enter")
        assert here(app) == "B59.10 Kharkov"
        assert "now Kharkiv" in text(app, "words")
        await pilot.press("g", *"d44", "full_stop", *"24", "enter")
        assert here(app) == "D44.24 Dnepropetrovsk"
        await pilot.press("slash", *"novom", "enter")
        assert "more like it: Tab" in text(app, "prompt")
        first = here(app)
        await pilot.press("tab")
        assert here(app) != first
        await pilot.press("g", *"qqqq", "enter")
        assert "no hex and no place 'qqqq'" in text(app, "prompt")
        await pilot.press("g", *"kiev", "escape")
        assert here(app) != "B4.23 Kiev"


async def test_the_cursor_moves_and_the_map_zooms(tmp_path: Path) -> None:
    """Arrows along the hexes, z and Z through the zooms, and the window follows."""
    app = opened(tmp_path, at="Kiev")
    async with app.run_test(size=SIZE) as pilot:
        start = here(app)
        await pilot.press("down")
        assert here(app) != start
        await pilot.press("up")
        assert here(app) == start
        assert "normal zoom" in text(app, "head")
        await pilot.press("Z")
        assert "strategic zoom" in text(app, "head")
        await pilot.press("z", "z")
        assert "close zoom" in text(app, "head")
        for _ in range(40):
            await pilot.press("right")
        pane = app.screen.query_one("#map", MapPane)
        assert pane._camera.shows(board("third_winter").xy[pane.cursor])


async def test_the_overview_shows_the_whole_board_and_leads_back_into_it(tmp_path: Path) -> None:
    """o opens it over the cursor; arrows move by characters; Enter goes to the hex there."""
    app = opened(tmp_path, at="Odessa")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("o")
        wide = app.screen.query_one("#overview", OverviewPane)
        assert wide.display and not app.screen.query_one("#map", MapPane).display
        assert wide.scaled.height <= 21
        start = here(app)
        await pilot.press("up", "up", "up", "right")
        assert here(app) != start
        await pilot.press("enter")
        assert app.screen.query_one("#map", MapPane).display
        await pilot.press("o", "escape")
        assert isinstance(app.screen, AtlasScreen) and not wide.display


async def test_a_small_terminal_shows_it_too(tmp_path: Path) -> None:
    """Sixty columns by eighteen lines, and a size that changes."""
    app = opened(tmp_path, at="Kiev")
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.press("right", "o", "down", "escape")
        await pilot.resize_terminal(132, 50)
        assert text(app, "words").startswith("B")
