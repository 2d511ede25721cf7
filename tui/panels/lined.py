"""A widget drawn by line that keeps its lines. Without border, padding or any other style."""

from __future__ import annotations

from typing import Self

from textual.geometry import Region, Size
from textual.screen import Screen, ScreenResultType
from textual.strip import Strip
from textual.widget import Widget


class Stage(Screen[ScreenResultType], inherit_css=False):
    """A screen of panes one below the other, in the terminal's own colours."""

    AUTO_FOCUS = None
    DEFAULT_CSS = """
    Stage { overflow: hidden; background: ansi_default; color: ansi_default; }
    """


def sized(widget: Widget, width: int, height: int) -> None:
    """Give a widget the size that it will be laid out in.

    The library takes a size that it finds by laying out for news, and lays all out again.
    """
    widget.styles.width, widget.styles.height = width, height
    widget.set_reactive(Widget.virtual_size, Size(width, height))


class Lined(Widget, inherit_css=False):
    """Passes by the library's drawing of styles, which costs more than the lines themselves.

    For every refresh of any widget the library asks all of them for all their lines.
    """

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._kept: dict[int, Strip] = {}
        self._kept_size = Size(0, 0)

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Draw again, only the lines of these regions if any are given."""
        if not regions:
            self._kept.clear()
        for region in regions:
            for y in region.line_range:
                self._kept.pop(y, None)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of a region, as they were drawn last unless refreshed since."""
        size, kept = self.outer_size, self._kept
        if size != self._kept_size:
            self._kept_size = size
            kept.clear()
        out = [kept.get(y) or self._draw_line(y) for y in crop.line_range]
        if crop.column_span != (0, size.width):
            out = [strip.crop(*crop.column_span) for strip in out]
        return out

    def _draw_line(self, y: int) -> Strip:
        strip = self.render_line(y)
        for filter_ in self.get_line_filters():
            strip = strip.apply_filter(filter_, self.background_colors[1])
        self._kept[y] = strip
        return strip


def ground(crop: Region) -> list[Strip]:
    """What stands behind panes that cover it."""
    return [Strip.blank(crop.width)] * crop.height


class Beside(Widget, inherit_css=False):
    """A pane with another at its right, that fill it."""

    DEFAULT_CSS = "Beside { overflow: hidden; }"

    def __init__(self, main: Widget, aside: Widget, *, id: str) -> None:
        super().__init__(main, aside, id=id)
        aside.styles.dock = "right"

    def render_lines(self, crop: Region) -> list[Strip]:
        """Nothing of its own."""
        return ground(crop)
