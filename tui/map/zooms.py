"""The three zooms: how large a hex is, and where it stands."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.hexes import Point
from engine.core.values import frozen
from tui.map import close, normal, strategic
from tui.map.glyphs import Glyphs
from tui.map.tile import Lines
from tui.map.view import MapView


@frozen
class Zoom:
    """One size of drawing. A board point (x, y) in doubled coordinates starts at `corner`."""

    name: str
    width: int
    height: int
    tile: Callable[[MapView, int, Glyphs], Lines]

    def corner(self, point: Point) -> tuple[int, int]:
        """Column and line of the hex's first cell."""
        return point[0] * self.width, point[1] * self.height // 2

    def point(self, column: int, line: int) -> tuple[Point, int]:
        """The board point that owns a line of a column of hexes, and which of its lines that is."""
        if self.height == 1:
            return (column, 2 * line + (column & 1)), 0
        half = self.height // 2
        y = line // half
        if (y - column) % 2:
            y -= 1
        return (column, y), line - y * half


STRATEGIC = Zoom("strategic", strategic.WIDTH, strategic.HEIGHT, strategic.tile)
NORMAL = Zoom("normal", normal.WIDTH, normal.HEIGHT, normal.tile)
CLOSE = Zoom("close", close.WIDTH, close.HEIGHT, close.tile)
ZOOMS = (STRATEGIC, NORMAL, CLOSE)
