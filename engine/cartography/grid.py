"""The plane of a game: hexes, their corners and sides, and lines on it.

A point of the plane is (u, v): a column step is 0.866 in u, a row step is 1 in v, north is up,
so the distance between two neighbouring centres is 1. Hexes are doubled coordinates as in
`engine.core.hexes`. Corners are whole numbers too (three to a column, two to a row), so that
two hexes that share a corner name it alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot, sqrt

from engine.core.hexes import STEPS, Point

UV = tuple[float, float]
Corner = tuple[int, int]
Side = tuple[Point, Point]
"""A hexside by the two hexes that share it, the smaller first."""

COLUMN = sqrt(3) / 2
"""Width of a column in hexes."""


def centre(hex_: Point) -> UV:
    """The middle of a hex."""
    return hex_[0] * COLUMN, (1 - hex_[1]) / 2


def hex_at(u: float, v: float) -> Point:
    """The hex whose middle is nearest to a point."""
    near = round(u / COLUMN)
    best: tuple[float, Point] | None = None
    for x in (near - 1, near, near + 1):
        middle = round((1 - 2 * v - (x & 1)) / 2) * 2 + (x & 1)
        for y in (middle - 2, middle, middle + 2):
            cu, cv = centre((x, y))
            far = (cu - u) * (cu - u) + (cv - v) * (cv - v)
            if best is None or (far, (x, y)) < best:
                best = (far, (x, y))
    assert best is not None
    return best[1]


def around(hex_: Point) -> list[Point]:
    """The six neighbours, clockwise from the north."""
    x, y = hex_
    return [(x + dx, y + dy) for dx, dy in STEPS]


def side(a: Point, b: Point) -> Side:
    """The hexside of two neighbours, the same from both."""
    return (a, b) if a < b else (b, a)


# ---------------------------------------------------------------- corners


def corner_uv(corner: Corner) -> UV:
    """Where a corner lies."""
    return corner[0] * COLUMN / 3, (1 - corner[1]) / 2


def corners_of(hex_: Point) -> list[Corner]:
    """The six corners of a hex, clockwise from the upper right."""
    x, y = 3 * hex_[0], hex_[1]
    return [(x + 1, y - 1), (x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y), (x - 1, y - 1)]


def corner_steps(corner: Corner) -> tuple[Corner, Corner, Corner]:
    """The three corners joined to this one by a hexside."""
    x, y = corner
    if x % 3 == 2:
        return (x - 1, y - 1), (x - 1, y + 1), (x + 2, y)
    return (x + 1, y - 1), (x + 1, y + 1), (x - 2, y)


def hexes_of(corner: Corner) -> tuple[Point, Point, Point]:
    """The three hexes that meet in a corner."""
    x, y = corner
    if x % 3 == 2:  # the right corner of a hex
        own = (x - 2) // 3
        return (own, y), (own + 1, y - 1), (own + 1, y + 1)
    own = (x + 2) // 3  # the left corner
    return (own, y), (own - 1, y - 1), (own - 1, y + 1)


def side_between(a: Corner, b: Corner) -> Side:
    """The hexside that joins two corners."""
    one, two = sorted(set(hexes_of(a)) & set(hexes_of(b)))
    return one, two


def ends_of(one: Side) -> tuple[Corner, Corner]:
    """The two corners of a hexside."""
    a, b = sorted(set(corners_of(one[0])) & set(corners_of(one[1])))
    return a, b


def corners_near(u: float, v: float, reach: float) -> list[Corner]:
    """The corners within a distance of a point, in order."""
    found = set()
    middle = hex_at(u, v)
    for hex_ in disc(middle, int(reach) + 1):
        for corner in corners_of(hex_):
            cu, cv = corner_uv(corner)
            if hypot(cu - u, cv - v) <= reach:
                found.add(corner)
    return sorted(found)


def disc(middle: Point, radius: int) -> Iterator[Point]:
    """Every hex at most `radius` away."""
    x, y = middle
    for dx in range(-radius, radius + 1):
        for dy in range(abs(dx) - 2 * radius, 2 * radius - abs(dx) + 1, 2):
            yield x + dx, y + dy


# ---------------------------------------------------------------- lines


def length(line: Sequence[UV]) -> float:
    """How long a line is, in hexes."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(line, line[1:], strict=False))


def sampled(line: Sequence[UV], step: float) -> list[UV]:
    """Points along a line, `step` apart, both ends included."""
    out = [line[0]]
    left = step
    for (au, av), (bu, bv) in zip(line, line[1:], strict=False):
        far = hypot(bu - au, bv - av)
        at = left
        while at < far:
            out.append((au + (bu - au) * at / far, av + (bv - av) * at / far))
            at += step
        left = at - far
    if out[-1] != line[-1]:
        out.append(line[-1])
    return out


def nearest_on(line: Sequence[UV], point: UV) -> tuple[float, UV, float]:
    """Distance to the nearest point of a line, that point, and how far along the line it is."""
    best = (hypot(point[0] - line[0][0], point[1] - line[0][1]), line[0], 0.0)
    along = 0.0
    for (au, av), (bu, bv) in zip(line, line[1:], strict=False):
        du, dv = bu - au, bv - av
        far = hypot(du, dv)
        if far == 0.0:
            continue
        t = ((point[0] - au) * du + (point[1] - av) * dv) / (far * far)
        t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
        here = (au + t * du, av + t * dv)
        away = hypot(point[0] - here[0], point[1] - here[1])
        if away < best[0]:
            best = (away, here, along + t * far)
        along += far
    return best


def bounds(points: Iterable[UV]) -> tuple[float, float, float, float]:
    """Left, bottom, right, top of some points."""
    us, vs = zip(*points, strict=True)
    return min(us), min(vs), max(us), max(vs)
