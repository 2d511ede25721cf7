"""Actions that look and change nothing: zooms, overlays, lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tui.desk.desk import OVERLAYS, Desk
from tui.map.widget import MapPane
from tui.theme import Theme


def lists() -> Any:
    """The lists are loaded when the first one is opened."""
    from tui.screens import lists as module

    return module


class Looking:
    """The part of the game screen that answers the keys of looking."""

    desk: Desk
    map: MapPane
    _theme: Theme
    if TYPE_CHECKING:
        app: Any
        size: Any
        refresh: Any
        _jump: Any
        _chosen: Any
        _leave: Any

    def action_do_centre(self) -> None:
        """Bring the cursor to the middle."""
        self.map.centre()

    def action_do_closer(self) -> None:
        """Zoom in."""
        self.map.zoom_by(1)

    def action_do_further(self) -> None:
        """Zoom out."""
        self.map.zoom_by(-1)

    def _overlay(self, name: str) -> None:
        self.desk.overlay = "" if self.desk.overlay == name else name
        self.desk.note(self.desk.look.overlays[self.desk.overlay], "dim")

    def action_do_reach(self) -> None:
        """Reach overlay."""
        self._overlay("reach")

    def action_do_zoc(self) -> None:
        """Zones of control."""
        self._overlay("zoc")

    def action_do_supply(self) -> None:
        """Supply."""
        self._overlay("supply")

    def action_do_command(self) -> None:
        """Command range."""
        self._overlay("command")

    def action_do_victory(self) -> None:
        """Victory hexes."""
        self._overlay("victory")

    def action_do_overlay(self) -> None:
        """The next overlay."""
        at = OVERLAYS.index(self.desk.overlay) + 1
        self.desk.overlay = OVERLAYS[at % len(OVERLAYS)]
        self.desk.note(self.desk.look.overlays[self.desk.overlay], "dim")

    def action_do_why(self) -> None:
        """The rule behind the last refusal."""
        rule = self.desk.refused.rule if self.desk.refused is not None else ""
        if not rule and self.desk.ask is not None:
            rule = self.desk.ask.rule
        self.app.push_screen(lists().rule_screen(self._theme, rule, self.size.width))

    def action_do_units(self) -> None:
        """Every unit, to look up or to go to."""
        self.app.push_screen(lists().units_screen(self._theme, self.desk), self._jump)

    def action_do_air(self) -> None:
        """The air units by where they are."""
        card = lists().air_screen(self._theme, self.desk, self.size.width)
        self.app.push_screen(card, self._jump)

    def action_do_log(self) -> None:
        """The whole log."""
        width = self.size.width
        self.app.push_screen(lists().log_screen(self._theme, self.desk, width), self._jump)

    def action_do_sequence(self) -> None:
        """The sequence of play."""
        self.app.push_screen(lists().sequence_screen(self._theme, self.desk))

    def action_do_help(self) -> None:
        """Help for where the player is."""
        self.app.push_screen(lists().help_screen(self._theme, self.desk, self.size.width))

    def action_do_palette(self) -> None:
        """Every key and command that applies now."""
        self.app.push_screen(lists().palette_screen(self._theme, self.desk), self._chosen)

    def action_do_repaint(self) -> None:
        """Send the whole screen again."""
        repaint = getattr(self.app._driver, "repaint", None)
        if repaint is not None:
            repaint()
        else:
            self.refresh()

    def action_do_quit(self) -> None:
        """Leave; every command has been saved. Where the disk refuses, ask first."""
        memo, key = self.desk.state.memo, "tui quit"
        if not self.desk.save_again() and key not in memo:
            memo[key] = True
            lost = "Q again leaves, and what is not saved is lost"
            self.desk.note(f"! {self.desk.trouble}; {lost}", "refusal")
            return
        self._leave("quit")
