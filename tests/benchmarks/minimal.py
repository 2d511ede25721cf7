"""The smallest Textual app, the measure that the game's screen is held against.

One full-screen widget drawn by line. Any key refreshes one cell.
"""

from __future__ import annotations

from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.events import Key
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Field(Widget):
    """A field of dots with one digit in it that a key changes."""

    DEFAULT_CSS = "Field { width: 100%; height: 100%; }"
    count = 0

    def render_line(self, y: int) -> Strip:
        """One line of dots; the first cell of line 5 is the digit."""
        width = self.size.width
        if y != 5:
            return Strip([Segment("." * width)], width)
        return Strip([Segment(str(self.count % 10)), Segment("." * (width - 1))], width)


class Minimal(App[None]):
    """The app around the field."""

    def compose(self) -> ComposeResult:
        yield Field()

    def on_key(self, event: Key) -> None:
        """Count the key and refresh its one cell."""
        if event.key == "q":
            self.exit()
            return
        field = self.query_one(Field)
        field.count += 1
        field.refresh(Region(0, 5, 1, 1))


if __name__ == "__main__":
    Minimal().run()
