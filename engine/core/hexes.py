"""Geometry of flat-topped hexes in vertical columns.

Hexes are worked out in *doubled* coordinates (x, y): x is the column, y counts
half hexes southward, so that neighbours differ by one of `STEPS` and distance is
arithmetic. Printed numbers (column, row) exist only at the edges of the program.
On every map of the three games the even columns stand half a hex further north.
"""

from __future__ import annotations

Point = tuple[int, int]

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""Names of the six hexsides, clockwise; the index is used everywhere."""

STEPS: tuple[Point, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""What each direction adds to a doubled coordinate."""


def doubled(column: int, row: int, *, from_north: bool = True) -> Point:
    """The doubled coordinate of a printed hex number; rows count from the north or the south."""
    return column, (2 * row if from_north else -2 * row) + (column & 1)


def opposite(direction: int) -> int:
    """The same hexside seen from the other hex."""
    return (direction + 3) % 6


def distance(a: Point, b: Point) -> int:
    """Hexes from `a` to `b` without regard to terrain (BSR 22.11 counts so)."""
    across = abs(a[0] - b[0])
    along = abs(a[1] - b[1])
    return across + max(0, (along - across) // 2)
