"""Which part of the board the map shows: jumps half a screen instead of following the cursor."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from engine.core.hexes import Point
from tui.map.zooms import Zoom


@frozen
class Camera:
    """A window of cells on the board. `left` and `top` are the board cell in its first corner."""

    zoom: Zoom
    width: int = 0
    height: int = 0
    left: int = 0
    top: int = 0
    bounds: tuple[int, int, int, int] = (0, 0, 0, 0)
    """First and last cell of the board: left, top, right, bottom (the last two just outside)."""

    def over(self, points: Iterable[Point]) -> Camera:
        """The same window with the bounds of these hexes."""
        corners = [self.zoom.corner(point) for point in points]
        if not corners:
            return self
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        bounds = (min(xs), min(ys), max(xs) + self.zoom.width, max(ys) + self.zoom.height)
        return evolve(self, bounds=bounds)

    def cell(self, point: Point) -> tuple[int, int]:
        """Where a hex's first cell is in the window; it may lie outside."""
        x, y = self.zoom.corner(point)
        return x - self.left, y - self.top

    def shows(self, point: Point) -> bool:
        """True where the whole hex is inside the window."""
        x, y = self.cell(point)
        inside = x >= 0 and x + self.zoom.width <= self.width
        return inside and y >= 0 and y + self.zoom.height <= self.height

    def centred(self, point: Point) -> Camera:
        """The window with this hex in its middle, as far as the board allows."""
        x, y = self.zoom.corner(point)
        left, top, right, bottom = self.bounds
        step_x, step_y = 2 * self.zoom.width, self.zoom.height
        new_left = _placed(x - self.width // 2, left, right, self.width, step_x)
        new_top = _placed(y - self.height // 2, top, bottom, self.height, step_y)
        return evolve(self, left=new_left, top=new_top)

    def following(self, point: Point) -> Camera:
        """The window unmoved while the hex is well inside, else moved by half its size."""
        x, y = self.cell(point)
        centre = self.centred(point)
        margin_x = min(self.zoom.width, max(0, (self.width - self.zoom.width) // 2))
        margin_y = min(self.zoom.height, max(0, (self.height - self.zoom.height) // 2))
        left, top = self.left, self.top
        if not margin_x <= x <= self.width - self.zoom.width - margin_x:
            left = centre.left
        if not margin_y <= y <= self.height - self.zoom.height - margin_y:
            top = centre.top
        return evolve(self, left=left, top=top)


def _placed(wish: int, first: int, last: int, size: int, step: int) -> int:
    """A window's start: the whole board in the middle if it fits, else inside its bounds.

    Moves are whole multiples of `step`, so that columns of hexes fall on each other and
    most cells stay as they were.
    """
    if last - first <= size:
        return first - (size - (last - first)) // 2
    start = first + round((wish - first) / step) * step
    return max(first, min(start, last - size))
