"""A full-screen list: read it, type to filter it, choose a line with Enter, leave with Esc."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset

from engine.core.values import frozen
from tui.keys import presses
from tui.panels.lined import Stage
from tui.panels.lines import Line, line
from tui.panels.pane import Pane
from tui.theme import Theme


@frozen
class Item:
    """One line of a list. `value` is what choosing it gives; an item without one is only read."""

    line: Line
    value: object = None
    words: str = ""
    """What the filter looks at besides the line."""

    def matches(self, words: Sequence[str]) -> bool:
        """True where every word of the filter occurs."""
        text = ("".join(t for t, _ in self.line) + " " + self.words).lower()
        return all(word in text for word in words)


def item(text: str, look: str = "", value: object = None, words: str = "") -> Item:
    """An item of one look."""
    return Item(line(text, look), value, words)


Maker = Callable[[int], Sequence[Item]]
"""Items wrapped for a width."""


class Listing(Stage[object]):
    """Items under a title. Gives the chosen item's value, or None.

    Items may come as a maker: they are then wrapped anew when the terminal's width changes.
    """

    def __init__(
        self, theme: Theme, title: str, items: Sequence[Item] | Maker, *, width: int = 80,
        at: int = 0, hint: str = "type to filter, Enter chooses, Esc leaves",
    ) -> None:
        super().__init__()
        self._theme = theme
        self._title = title
        self._make = items if callable(items) else None
        self._width = width
        self._items = tuple(items(width) if callable(items) else items)
        self._hint = hint
        self._filter = ""
        self._shown = list(self._items)
        self._at = at if at >= 0 else len(self._items) - 1
        self._top = 0
        self._choosing = any(i.value is not None for i in self._items)

    def compose(self) -> ComposeResult:
        """One pane over the whole screen."""
        yield Pane(self._theme, "listing")

    @property
    def _pane(self) -> Pane:
        return self.query_one("#listing", Pane)

    def on_mount(self) -> None:
        """Begin with an item that can be chosen."""
        self._land(1)
        self._draw()

    def on_resize(self) -> None:
        """Wrap and draw for the new size."""
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        if self._make is not None and self.size.width != self._width:
            self._width = self.size.width
            self._items = tuple(self._make(self._width))
            self._wrapped(self._shown)
        self._draw()

    def _wrapped(self, before: Sequence[Item]) -> None:
        """Stay at the same place, as nearly as can be told, in lines wrapped anew."""
        at, top = self._at / max(1, len(before)), self._top / max(1, len(before))
        last = self._at >= len(before) - 1
        self._filtered(self._filter)
        count = len(self._shown)
        self._at = max(0, count - 1 if last else int(at * count))
        self._top = int(top * count)
        self._land(1)

    def on_key(self, event: events.Key) -> None:
        """Move, filter, choose, leave."""
        event.stop()
        event.prevent_default()
        for key, character in presses(event.key, event.character):
            if self._press(key, character):
                return
        self._draw()

    def _press(self, key: str, character: str | None) -> bool:
        """One key; True when the list is left."""
        page = max(1, self._room() - 1)
        steps = {"up": -1, "down": 1, "ctrl+p": -1, "ctrl+n": 1, "pageup": -page,
                 "pagedown": page, "home": -len(self._items), "end": len(self._items)}  # fmt: skip
        if key in ("escape", "ctrl+c", "ctrl+q"):
            self.dismiss(None)
            return True
        if key == "enter":
            chosen = self._shown[self._at] if self._at < len(self._shown) else None
            if chosen is not None and chosen.value is not None:
                self.dismiss(chosen.value)
                return True
        elif key in steps:
            self._move(steps[key])
        elif key == "backspace":
            self._filtered(self._filter[:-1])
        elif key == "ctrl+u":
            self._filtered("")
        elif character and character.isprintable():
            self._filtered(self._filter + character)
        return False

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text filters too."""
        self._filtered(self._filter + "".join(c for c in event.text if c.isprintable()))
        self._draw()

    def _filtered(self, text: str) -> None:
        self._filter = text
        words = text.lower().split()
        self._shown = [i for i in self._items if i.matches(words)]
        self._at = self._top = 0
        self._land(1)

    def _move(self, step: int) -> None:
        if not self._choosing:
            self._top = max(0, min(self._top + step, len(self._shown) - self._room()))
            return
        self._at = max(0, min(self._at + step, len(self._shown) - 1))
        if abs(step) == 1:
            self._land(step)

    def _land(self, way: int) -> None:
        """Pass over lines that only head others; where none that can be chosen follows, stay.

        So the lines before the first and behind the last one that can be chosen are reached too.
        """
        at = self._at
        while 0 <= at < len(self._shown):
            if self._shown[at].value is not None:
                self._at = at
                return
            at += way

    def _room(self) -> int:
        return max(1, self.size.height - 2)

    def _draw(self) -> None:
        room = self._room()
        if self._choosing:
            self._top = max(min(self._top, self._at), self._at - room + 1)
        self._top = max(0, min(self._top, len(self._shown) - room))
        lines: list[Line] = [((self._title, "title"),)]
        for index in range(self._top, min(self._top + room, len(self._shown))):
            one = self._shown[index]
            chosen = self._choosing and index == self._at
            lines.append(tuple((t, "chosen" if chosen else k) for t, k in one.line))
        lines += [()] * (room + 1 - len(lines))
        more = len(self._shown) > room
        place = f"  {self._top + 1}-{min(self._top + room, len(self._shown))} of {len(self._shown)}"
        filtered = ((f"filter: {self._filter}  ", "prompt"),) if self._filter else ()
        lines.append((*filtered, (self._hint + (place if more else ""), "dim")))
        self._pane.show(lines)
        row = 1 + self._at - self._top if self._choosing else self.size.height - 1
        self.app.cursor_position = Offset(0, max(0, min(row, self.size.height - 1)))
