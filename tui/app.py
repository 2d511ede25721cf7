"""The Textual app: opens what was asked for, and moves between chooser and game."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from attrs import evolve, field, frozen
from textual.app import App

from engine.core.errors import DataError
from engine.game import Game
from engine.saves.session import Session
from tui.desk.desk import Desk
from tui.screens.chooser import Choice, ChooserScreen
from tui.screens.game import DEBUG, GameScreen
from tui.store import Store, forcible
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

    def __init__(
        self, request: Request, playing: Session | Game | None = None, store: Store | None = None
    ) -> None:
        super().__init__(driver_class=driver_class(), ansi_color=True)
        self.animation_level = "none"
        self.store = store if store is not None else Store(request.saves)
        self.looks = theme(ascii=bool(request.ascii))
        self._playing = playing
        self.fault: BaseException | None = None
        """What ended the app, if the program is to blame."""

    def on_mount(self) -> None:
        """Open the game asked for, or the chooser."""
        self.theme = "ansi-dark"
        if self._playing is not None:
            self.play(self._playing)
        else:
            self.choose()

    def choose(self, trouble: str = "", again: Choice | None = None) -> None:
        """The chooser, with what went wrong and what to try again."""
        self.push_screen(ChooserScreen(self.looks, self.store, trouble, again), self._chosen)

    def _chosen(self, choice: Choice | None) -> None:
        if choice is None:
            self.exit(0)
            return
        try:
            session = self.store.open(choice)
        except DataError as error:
            if forcible(error):
                self.choose(f"{error}. Enter opens it all the same.", evolve(choice, force=True))
            else:
                self.choose(str(error))
            return
        self.play(session)

    def play(self, playing: Session | Game) -> None:
        """Sit down at a game."""
        self._playing = playing
        desk = Desk(playing)
        robots = self.store.robots(playing) if isinstance(playing, Session) else {}
        self.push_screen(GameScreen(self.looks, desk, robots), self._left)

    def _left(self, how: str | None) -> None:
        self.close_game()
        if how == "new":
            self.choose()
        else:
            self.exit(0)

    def close_game(self) -> None:
        """Write what is not yet written, and let others play it."""
        playing, self._playing = self._playing, None
        if isinstance(playing, Session):
            playing.close()

    def _fatal_error(self) -> None:
        """Leave the screen in order; `run` then raises the fault, and one line tells it."""
        if os.environ.get(DEBUG, "") not in ("", "0"):
            super()._fatal_error()
            return
        self.fault = sys.exc_info()[1]
        self.panic()

    async def action_quit(self) -> None:
        """Ctrl+Q: every command has been saved, so nothing is asked."""
        self.exit(0)

    def action_help_quit(self) -> None:
        """Ctrl+C is no way out by accident; the help says what is."""


def run(request: Request) -> int:
    """Play in this terminal. A bad scenario or save raises DataError before the screen opens."""
    store = Store(request.saves)
    app = Rasputitsa(request, store.first(request), store)
    try:
        app.run(mouse=False)
    finally:
        app.close_game()
    if app.fault is not None:
        raise app.fault
    return app.return_code or 0
