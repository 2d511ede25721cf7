"""Which part of the board the map shows: jumps half a screen instead of following the cursor."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from engine.core.hexes import Point
from engine.core.values import frozen
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
        found = evolve(self, left=self._left(point, 1, 2), top=self._top(point, 1, 2))
        if found.shows(point):
            return found
        x, y = self.zoom.corner(point)  # a window hardly larger than a hex
        spare_x, spare_y = self.width - self.zoom.width, self.height - self.zoom.height
        return evolve(self, left=x - spare_x // 2, top=y - spare_y // 2)

    def following(self, point: Point) -> Camera:
        """The window unmoved while the hex is well inside.

        Else it jumps by more than half its size, so that the hex stands a quarter from the
        side it came from and the player sees where he is going.
        """
        x, y = self.cell(point)
        margin_x = min(self.zoom.width, max(0, (self.width - self.zoom.width) // 2))
        margin_y = min(self.zoom.height, max(0, (self.height - self.zoom.height) // 2))
        left, top = self.left, self.top
        if x < margin_x:
            left = self._left(point, 3, 4)
        elif x > self.width - self.zoom.width - margin_x:
            left = self._left(point, 1, 4)
        if y < margin_y:
            top = self._top(point, 3, 4)
        elif y > self.height - self.zoom.height - margin_y:
            top = self._top(point, 1, 4)
        moved = evolve(self, left=left, top=top)
        return moved if moved.shows(point) else self.centred(point)

    def _left(self, point: Point, part: int, of: int) -> int:
        """A left edge that puts the hex at this part of the width."""
        wish = self.zoom.corner(point)[0] - self.width * part // of
        return _placed(wish, self.bounds[0], self.bounds[2], self.width, 2 * self.zoom.width)

    def _top(self, point: Point, part: int, of: int) -> int:
        """A top edge that puts the hex at this part of the height."""
        wish = self.zoom.corner(point)[1] - self.height * part // of
        return _placed(wish, self.bounds[1], self.bounds[3], self.height, self.zoom.height)


def _placed(wish: int, first: int, last: int, size: int, step: int) -> int:
    """A window's start: the whole board in the middle if it fits, else inside its bounds.

    It stands a whole multiple of `step` from the board's edge, also at the far end, so that
    after a jump hexes fall on hexes and most cells stay as they were.
    """
    if last - first <= size:
        return first - (size - (last - first)) // 2
    most = -((first + size - last) // step)
    return first + max(0, min(round((wish - first) / step), most)) * step
