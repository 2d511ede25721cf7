"""A pane of text lines. Shows what it is given and refreshes the lines that differ."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip

from tui.panels.lined import Lined, sized
from tui.panels.lines import Line, cut
from tui.theme import Theme


class Pane(Lined):
    """Lines of text from the top, cut to the width."""

    def __init__(self, theme: Theme, id: str, *, margin: int = 0) -> None:
        super().__init__(id)
        self._theme = theme
        self._margin = margin
        """Columns at the left taken by a rule."""
        self._lines: tuple[Line, ...] = ()
        self._fitted = (0, 0)

    def fit(self, width: int, height: int) -> None:
        """Take this size, known before the library lays out."""
        if (width, height) != self._fitted:
            self._fitted = (width, height)
            sized(self, width, height)
            self.refresh()

    @property
    def room(self) -> tuple[int, int]:
        """Columns and rows that text may fill."""
        width, height = self._fitted if self._fitted != (0, 0) else tuple(self.size)
        return max(0, width - 2 * bool(self._margin)), height

    @property
    def lines(self) -> tuple[Line, ...]:
        """What it shows."""
        return self._lines

    def show(self, lines: Sequence[Line]) -> None:
        """Show these lines."""
        new, old = tuple(lines), self._lines
        if new == old:
            return
        self._lines = new
        width, height = self.outer_size
        regions = [
            Region(0, y, width, 1)
            for y in range(min(max(len(new), len(old)), height))
            if new[y : y + 1] != old[y : y + 1]
        ]
        if regions:
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        """One line, with the rule at its left if there is one."""
        width = self.outer_size.width
        segments: list[Segment] = []
        if self._margin:
            bar = "│" if self._theme.unicode else "|"
            segments.append(Segment(bar, self._theme["rule"]))
        if y < len(self._lines):
            for text, look in cut(self._lines[y], self.room[0]):
                segments.append(Segment(text, self._theme[look] if look else None))
        spare = width - sum(segment.cell_length for segment in segments)
        if spare < 0:
            return Strip(segments).adjust_cell_length(width)
        if spare:
            segments.append(Segment(" " * spare))
        return Strip(segments, width)
