"""A fine raster over the plane: which share of a hex a polygon takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor

from engine.cartography.grid import UV, hex_at
from engine.core.hexes import Point

CELL = 0.2
"""Side of a cell in hexes: 22 cells to a hex."""


class Raster:
    """Cells over the country of a game, each in one hex."""

    def __init__(self, extent: tuple[float, float, float, float], margin: float) -> None:
        left, bottom, right, top = extent
        self.left, self.bottom = left - margin, bottom - margin
        self.width = ceil((right - left + 2 * margin) / CELL)
        self.height = ceil((top - bottom + 2 * margin) / CELL)
        self.hexes: list[Point] = [
            hex_at(*self.middle(column, row))
            for row in range(self.height) for column in range(self.width)
        ]  # fmt: skip

    def middle(self, column: int, row: int) -> UV:
        """The middle of a cell."""
        return self.left + (column + 0.5) * CELL, self.bottom + (row + 0.5) * CELL

    def layer(self) -> bytearray:
        """A value for each cell, all zero."""
        return bytearray(self.width * self.height)

    def fill(self, layer: bytearray, rings: Iterable[Sequence[UV]], value: int) -> None:
        """Set the cells whose middle lies inside the rings (a ring in a ring is a hole)."""
        crossings: dict[int, list[float]] = {}
        for ring in rings:
            for (au, av), (bu, bv) in zip(ring, (*ring[1:], ring[0]), strict=True):
                if av == bv:
                    continue
                low, high = (av, bv) if av < bv else (bv, av)
                first = max(0, ceil((low - self.bottom) / CELL - 0.5))
                last = min(self.height - 1, ceil((high - self.bottom) / CELL - 0.5) - 1)
                slope = (bu - au) / (bv - av)
                for row in range(first, last + 1):
                    v = self.bottom + (row + 0.5) * CELL
                    crossings.setdefault(row, []).append(au + (v - av) * slope)
        for row, places in crossings.items():
            places.sort()
            for start, end in zip(places[::2], places[1::2], strict=False):
                first = max(0, ceil((start - self.left) / CELL - 0.5))
                last = min(self.width - 1, floor((end - self.left) / CELL - 0.5))
                if first <= last:
                    at = row * self.width
                    layer[at + first : at + last + 1] = bytes([value]) * (last - first + 1)

    def at(self, layer: bytearray, uv: UV) -> int:
        """The value of the cell of a point; zero outside."""
        column, row = int((uv[0] - self.left) / CELL), int((uv[1] - self.bottom) / CELL)
        if 0 <= column < self.width and 0 <= row < self.height:
            return layer[row * self.width + column]
        return 0

    def shares(self, layer: bytearray) -> dict[Point, dict[int, float]]:
        """For each hex the share of every value in it, zero left out."""
        counts: dict[Point, dict[int, int]] = {}
        sizes: dict[Point, int] = {}
        for hex_, value in zip(self.hexes, layer, strict=True):
            sizes[hex_] = sizes.get(hex_, 0) + 1
            if value:
                here = counts.setdefault(hex_, {})
                here[value] = here.get(value, 0) + 1
        return {
            hex_: {value: count / sizes[hex_] for value, count in here.items()}
            for hex_, here in counts.items()
        }
