"""The Textual app: opens what was asked for, and moves between chooser and game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import field, frozen
from textual.app import App

from engine.core.errors import DataError
from engine.game import Game
from tui.desk.desk import Desk
from tui.screens.chooser import Choice, ChooserScreen
from tui.screens.game import GameScreen
from tui.store import Store
from tui.terminal.driver import driver_class
from tui.theme import theme


@frozen
class Request:
    """What the command line asks for. Neither scenario nor save: the chooser."""

    scenario: str = ""
    save: str = ""
    seed: int | None = None
    players: Mapping[str, str] = field(factory=dict)
    dummies: str = "open"
    ascii: bool | None = None
    saves: str | None = None


class Rasputitsa(App[int]):
    """One game at a time. Nothing blinks, slides or follows the mouse."""

    ENABLE_COMMAND_PALETTE = False
    CSS = "Screen { background: ansi_default; color: ansi_default; }"
    TITLE = "Rasputitsa"

    def __init__(self, request: Request, game: Game | None = None, store: Store | None = None):
        super().__init__(driver_class=driver_class(), ansi_color=True)
        self.animation_level = "none"
        self.request = request
        self.store = store if store is not None else Store(request.saves)
        self.looks = theme(ascii=bool(request.ascii))
        self._first = game

    def on_mount(self) -> None:
        """Open the game asked for, or the chooser."""
        self.theme = "ansi-dark"
        if self._first is not None:
            self.play(self._first, self.request.players)
        else:
            self.choose()

    def choose(self) -> None:
        """The chooser."""
        self.push_screen(ChooserScreen(self.looks, self.store), self._chosen)

    def _chosen(self, choice: Choice | None) -> None:
        if choice is None:
            self.exit(0)
            return
        try:
            game, players = self.store.open(choice)
        except (DataError, OSError) as error:
            screen = ChooserScreen(self.looks, self.store, trouble=str(error))
            self.push_screen(screen, self._chosen)
            return
        self.play(game, players)

    def play(self, game: Game, players: Mapping[str, str]) -> None:
        """Sit down at a game."""
        desk = Desk(game, self.store.saver(game, players))
        bots: dict[str, Callable[[Game], Any]] = self.store.bots(game, players)
        self.push_screen(GameScreen(self.looks, desk, bots), self._left)

    def _left(self, how: str | None) -> None:
        if how == "new":
            self.choose()
        else:
            self.exit(0)

    async def action_quit(self) -> None:
        """Ctrl+Q: every command has been saved, so nothing is asked."""
        self.exit(0)

    def action_help_quit(self) -> None:
        """Ctrl+C is no way out by accident; the log says what is."""


def run(request: Request) -> int:
    """Play in this terminal. A bad scenario or save raises DataError before the screen opens."""
    store = Store(request.saves)
    game, players = store.first(request)
    app = Rasputitsa(
        Request(players=players, ascii=request.ascii, saves=request.saves), game, store
    )
    code = app.run(mouse=False)
    return app.return_code or code or 0
