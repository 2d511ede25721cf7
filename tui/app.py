"""The Textual app: opens what was asked for, and moves between chooser and game."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import sys

from textual.app import App
from textual.screen import Screen

from engine.core.errors import DataError
from engine.game import Game
from engine.saves.faults import BadSave
from engine.saves.session import Session
from tui.choice import Choice, Request
from tui.desk.desk import Desk
from tui.screens.game import DEBUG, GameScreen
from tui.store import Store, forcible
from tui.terminal.driver import driver_class
from tui.theme import theme


class Rasputitsa(App[int], inherit_css=False):
    """One game at a time. Nothing blinks, slides or follows the mouse.

    The library's own styles are left out here, in screens and in panes, with the palette that
    they are made of: reading them takes longer than drawing.
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = "Rasputitsa { background: ansi_default; color: ansi_default; }"
    TITLE = "Rasputitsa"

    def __init__(
        self, request: Request, playing: Session | Game | None = None, store: Store | None = None
    ) -> None:
        super().__init__(driver_class=driver_class(), ansi_color=True)
        self.animation_level = "none"
        self._disable_tooltips = self._disable_notifications = True  # no widgets for them
        self.set_reactive(App.theme, "ansi-dark")
        self.store = store if store is not None else Store(request.saves)
        self.looks = theme(ascii=bool(request.ascii))
        self._playing = playing
        self.fault: BaseException | None = None
        """What ended the app, or kept the game from being saved at the end."""

    def get_css_variables(self) -> dict[str, str]:
        """None: styles here name no colours."""
        return {}

    def get_default_screen(self) -> Screen[None]:
        """The game asked for, or the chooser: the first screen, with none beneath it."""
        return self._game_screen(self._playing) if self._playing is not None else self._chooser()

    def on_mount(self) -> None:
        """Look for garbage again once the first frame is out."""
        self.call_after_refresh(self._settle)
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._ended)

    def _ended(self) -> None:
        """Told to stop: leave the terminal in order. Told again, stop at once."""
        asyncio.get_running_loop().remove_signal_handler(signal.SIGTERM)
        self.exit(return_code=128 + signal.SIGTERM)

    def _settle(self) -> None:
        gc.freeze()  # what was loaded stays, and is not looked through again
        gc.enable()

    def _chooser(
        self, trouble: str = "", again: Choice | None = None, failed: Choice | None = None
    ) -> Screen[None]:
        """The chooser, with what went wrong and what to try again."""
        from tui.screens.chooser import ChooserScreen

        return ChooserScreen(self.looks, self.store, self._chosen, trouble, again, failed)

    def _chosen(self, choice: Choice | None) -> None:
        if choice is None:
            self.exit(0)
            return
        if choice.map:
            self._look_at(choice.map)
            return
        try:
            session = self.store.open(choice)
        except DataError as error:
            trouble, again = str(error), None
            if forcible(error):
                trouble, again = f"{error}. Enter opens it all the same.", choice.forced()
            self._turn_to(self._chooser(trouble, again, choice))
            return
        self._playing = session
        self._turn_to(self._game_screen(session))

    def _look_at(self, name: str) -> None:
        """The board of a game, with no game on it; leaving it leads back to the chooser."""
        from engine.catalog import boards
        from tui.screens.atlas import AtlasScreen

        try:
            layout = boards.layout(name)
        except DataError as error:
            self._turn_to(self._chooser(str(error)))
            return
        board = boards.join(layout)
        self._turn_to(AtlasScreen(self.looks, board, layout.title, self._looked))

    def _looked(self) -> None:
        self._turn_to(self._chooser())

    def _turn_to(self, screen: Screen[None]) -> None:
        """Show another screen; the first one stays beneath, as the library wants it."""
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def _game_screen(self, playing: Session | Game) -> Screen[None]:
        """Sit down at a game."""
        robots = self.store.robots(playing) if isinstance(playing, Session) else {}
        return GameScreen(self.looks, Desk(playing), self._left, robots)

    def _left(self, how: str) -> None:
        lost: BadSave | None = None
        try:
            self.close_game()
        except BadSave as error:
            lost = error
        if how == "new":
            self._turn_to(self._chooser(str(lost or "")))
        else:
            self.fault = lost
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


def run(request: Request, playing: Session | None, store: Store) -> int:
    """Play in this terminal: the game, or what the player chooses."""
    app = Rasputitsa(request, playing, store)
    try:
        app.run(mouse=False)
    finally:
        app.close_game()
    if app.fault is not None:
        raise app.fault
    return app.return_code or 0
