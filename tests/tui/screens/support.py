"""The app in the test's own process, on a game of Sumy, without a terminal."""

from __future__ import annotations

from engine import catalog
from engine.game import Game
from tui.app import Rasputitsa, Request
from tui.desk.desk import Desk
from tui.map.widget import MapPane
from tui.panels.pane import Pane
from tui.screens.game import GameScreen


def sumy(*commands: str, seed: int = 1) -> Game:
    """A game of Sumy after these commands."""
    game = Game.start(catalog.load("sumy"), seed)
    for command in commands:
        game.execute(command)
    return game


def app(game: Game) -> Rasputitsa:
    """The app on a game that nobody saves."""
    return Rasputitsa(Request(ascii=True), game)


def desk(running: Rasputitsa) -> Desk:
    """The desk of the game screen."""
    screen = running.screen
    assert isinstance(screen, GameScreen)
    return screen.desk


FOOT = {"rule": slice(0, 1), "log": slice(1, -1), "prompt": slice(-1, None), "small": slice(None)}
"""Which lines of the game screen's pane at the foot are which part of it."""


def text(running: Rasputitsa, pane: str) -> str:
    """What a pane shows, or a part of the one at the foot."""
    part = FOOT.get(pane) if isinstance(running.screen, GameScreen) else None
    lines = running.screen.query_one("#foot" if part else f"#{pane}", Pane).lines
    told = "\n".join("".join(run for run, _ in one) for one in lines[part or slice(None)])
    return told.rstrip("\n") if part else told


def map_text(running: Rasputitsa) -> str:
    """What the map shows."""
    pane = running.screen.query_one(MapPane)
    return "\n".join(pane.render_line(y).text for y in range(pane.size.height))
