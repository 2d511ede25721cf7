"""From longitude and latitude to the plane of a game, so that named hexes are where rules say.

Three steps: a conic projection with an affine transform; a correction by control points
(inverse distance, as the atlas describes it); and *bends*: where a named hex still lies off the
feature that it names, the country around it is pulled over, smoothly and only near by.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import atan, atan2, ceil, cos, hypot, pi, radians, sin, tan
from typing import Any

from attrs import field

from engine.cartography.grid import UV, bounds, centre
from engine.core.hexes import Point, doubled
from engine.core.values import frozen

LonLat = tuple[float, float]

SPACING = 0.05
"""Degrees between the points of a line."""
REACH = 6.0
"""Hexes from a small bend at which nothing moves any more."""


@frozen
class Bend:
    """A point that has to move, and where to."""

    name: str
    start: UV
    end: UV

    @property
    def size(self) -> float:
        """How far it moves, in hexes."""
        return hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])

    @property
    def reach(self) -> float:
        """How far off it is felt: the further it moves, the wider the country gives way."""
        return REACH + 3 * self.size


@frozen
class SheetFrame:
    """Which hexes of the plane a printed sheet shows, and how it numbers them."""

    name: str
    columns: tuple[int, int]
    rows_even: tuple[int, int]
    rows_odd: tuple[int, int]
    offset: tuple[int, int]
    """What is added to column and row of the sheet for the plane's."""
    dotted: bool
    from_north: bool

    def point(self, column: int, row: int) -> Point:
        """The hex of a number of the sheet."""
        x, y = column + self.offset[0], row + self.offset[1]
        return doubled(x, y, from_north=self.from_north)

    def number(self, hex_: Point) -> tuple[int, int] | None:
        """Column and row of a hex on this sheet; None if it is not on it."""
        x, y = hex_
        row = ((y - (x & 1)) // 2) * (1 if self.from_north else -1) - self.offset[1]
        column = x - self.offset[0]
        rows = self.rows_odd if column & 1 else self.rows_even
        if self.columns[0] <= column <= self.columns[1] and rows[0] <= row <= rows[1]:
            return column, row
        return None

    def label(self, column: int, row: int) -> str:
        """The number as printed, with the sheet's letters."""
        if self.dotted:
            return f"{self.name}{column}.{row:02d}"
        return f"{self.name}{column:02d}{row:02d}"

    def hexes(self) -> list[Point]:
        """All hexes of the sheet."""
        return [
            self.point(column, row)
            for column in range(self.columns[0], self.columns[1] + 1)
            for rows in [self.rows_odd if column & 1 else self.rows_even]
            for row in range(rows[0], rows[1] + 1)
        ]


@frozen
class Registration:
    """The grid of one game laid on the country."""

    game: str
    projection: dict[str, float]
    transform: dict[str, float]
    controls: tuple[tuple[UV, UV], ...]
    """Control points: where the transform puts them, and how far they must move."""
    sheets: tuple[SheetFrame, ...]
    bends: tuple[Bend, ...] = ()
    pulls: tuple[UV, ...] = field(factory=tuple)
    """Strength of each bend, worked out so that all of them are met at once."""

    @classmethod
    def read(cls, data: dict[str, Any], better: Sequence[dict[str, Any]] = ()) -> Registration:
        """One game of `registration.toml`; `better` are control points with other hexes."""
        dotted, north = "." in data["id_format"], data["row_sign"] < 0
        frames = tuple(
            SheetFrame(
                sheet["id"], tuple(sheet["columns"]),
                tuple(sheet.get("rows_even", sheet.get("rows"))),
                tuple(sheet.get("rows_odd", sheet.get("rows"))),
                (sheet["column_offset"], sheet["row_offset"]), dotted, north,
            )
            for sheet in data["sheet"]
        )
        plain = cls(data["id"], data["projection"], data["transform"], (), frames)
        other = {row["name"]: row["hexes"] for row in better if row["game"] == data["id"]}
        controls = []
        for c in data["control"]:
            if c["use"] in data["correction"]["uses"]:
                target = plain.middle(other[c["name"]]) if c["name"] in other else c["target"]
                here = c["plane"][0], c["plane"][1]
                controls.append((here, (target[0] - here[0], target[1] - here[1])))
        return cls(plain.game, plain.projection, plain.transform, tuple(controls), frames)

    # ---------------------------------------------------------------- there

    def flat(self, at: LonLat) -> UV:
        """The plane by projection and transform alone."""
        p, t = self.projection, self.transform
        rho = p["radius_km"] * p["F"] / tan(pi / 4 + radians(at[1]) / 2) ** p["n"]
        theta = p["n"] * radians(at[0] - p["lon_0"])
        x, y = rho * sin(theta), p["rho_0"] - rho * cos(theta)
        return t["a"] * x + t["b"] * y + t["c"], t["d"] * x + t["e"] * y + t["f"]

    def corrected(self, at: LonLat) -> UV:
        """The plane with the control points on their hexes, before any bend."""
        u, v = self.flat(at)
        du, dv = self._correction((u, v))
        return u + du, v + dv

    def uv(self, at: LonLat) -> UV:
        """The plane of the game."""
        u, v = self.corrected(at)
        du, dv = self._bent((u, v))
        return u + du, v + dv

    def line(self, points: Sequence[LonLat]) -> list[UV]:
        """A line of the country on the plane, with enough points to follow every bend."""
        return [self.uv(point) for point in dense(points)]

    def _correction(self, flat: UV) -> UV:
        total, du, dv = 0.01, 0.0, 0.0  # 0.01: the pull of the unmoved country, 10 hexes away
        for (pu, pv), (mu, mv) in self.controls:
            weight = 1 / ((flat[0] - pu) ** 2 + (flat[1] - pv) ** 2 + 0.01)
            total += weight
            du += weight * mu
            dv += weight * mv
        return du / total, dv / total

    def _bent(self, here: UV) -> UV:
        du, dv = 0.0, 0.0
        for bend, (pu, pv) in zip(self.bends, self.pulls, strict=True):
            share = _falloff(hypot(here[0] - bend.start[0], here[1] - bend.start[1]) / bend.reach)
            du += share * pu
            dv += share * pv
        return du, dv

    # ---------------------------------------------------------------- back

    def lonlat(self, uv: UV) -> LonLat:
        """Longitude and latitude of a point of the plane."""
        here = uv
        for _ in range(30):
            du, dv = self._bent(here)
            here = uv[0] - du, uv[1] - dv
        flat = here
        for _ in range(30):
            du, dv = self._correction(flat)
            flat = here[0] - du, here[1] - dv
        p, t = self.projection, self.transform
        u, v = flat[0] - t["c"], flat[1] - t["f"]
        det = t["a"] * t["e"] - t["b"] * t["d"]
        x, y = (t["e"] * u - t["b"] * v) / det, (t["a"] * v - t["d"] * u) / det
        rho, theta = hypot(x, p["rho_0"] - y), atan2(x, p["rho_0"] - y)
        lat = 2 * atan((p["radius_km"] * p["F"] / rho) ** (1 / p["n"])) - pi / 2
        return p["lon_0"] + theta / p["n"] * 180 / pi, lat * 180 / pi

    # ---------------------------------------------------------------- hexes and bends

    def hex(self, label: str) -> Point:
        """The hex of a printed number with its sheet's letters. Raises KeyError."""
        for frame in sorted(self.sheets, key=lambda sheet: -len(sheet.name)):
            if label.startswith(frame.name):
                rest = label[len(frame.name) :]
                column, row = rest.split(".") if frame.dotted else (rest[:2], rest[2:])
                return frame.point(int(column), int(row))
        raise KeyError(label)

    def middle(self, labels: Sequence[str]) -> UV:
        """The middle of some hexes."""
        spots = [centre(self.hex(label)) for label in labels]
        return sum(u for u, _ in spots) / len(spots), sum(v for _, v in spots) / len(spots)

    def labels(self, hex_: Point) -> list[str]:
        """Every printed number of a hex, one for each sheet that shows it."""
        numbers = [(frame, frame.number(hex_)) for frame in self.sheets]
        return [frame.label(*number) for frame, number in numbers if number is not None]

    def bent(self, bends: Sequence[Bend]) -> Registration:
        """The same grid with these bends, all of them met exactly."""
        kept = tuple(bends)
        pulls = _solve(kept)
        return Registration(
            self.game, self.projection, self.transform, self.controls, self.sheets, kept, pulls
        )

    def window(self, margin: float) -> tuple[float, float, float, float]:
        """West, south, east and north of the sheets with so many hexes around them."""
        left, bottom, right, top = self.extent
        steps = [i / 8 for i in range(9)]
        rim = [
            self.lonlat((left - margin + t * (right - left + 2 * margin), v))
            for t in steps for v in (bottom - margin, top + margin)
        ] + [
            self.lonlat((u, bottom - margin + t * (top - bottom + 2 * margin)))
            for t in steps for u in (left - margin, right + margin)
        ]  # fmt: skip
        return bounds(rim)

    @cached_property
    def extent(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top of all sheets on the plane."""
        return bounds(centre(hex_) for frame in self.sheets for hex_ in frame.hexes())


def dense(points: Sequence[LonLat]) -> list[LonLat]:
    """The same line with points no further apart than half a hex."""
    out = [points[0]]
    for (a, b), (c, d) in zip(points, points[1:], strict=False):
        pieces = max(1, ceil(max(abs(c - a), abs(d - b)) / SPACING))
        out += [(a + (c - a) * i / pieces, b + (d - b) * i / pieces) for i in range(1, pieces + 1)]
    return out


def _falloff(r: float) -> float:
    """How much of a bend is felt at a share of its reach: 1 in the middle, 0 at the end."""
    if r >= 1.0:
        return 0.0
    rest = 1.0 - r
    return rest * rest * rest * rest * (4.0 * r + 1.0)


def _solve(bends: Sequence[Bend]) -> tuple[UV, ...]:
    """The pulls that move every start to its end although the bends overlap."""
    n = len(bends)
    rows = []
    for one in bends:
        row = [
            _falloff(hypot(one.start[0] - other.start[0], one.start[1] - other.start[1])
                     / other.reach)
            for other in bends
        ]  # fmt: skip
        rows.append([*row, one.end[0] - one.start[0], one.end[1] - one.start[1]])
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(n):
            if k != i and rows[k][i]:
                factor = rows[k][i] / rows[i][i]
                for j in range(i, n + 2):
                    rows[k][j] -= factor * rows[i][j]
    return tuple((rows[i][n] / rows[i][i], rows[i][n + 1] / rows[i][i]) for i in range(n))
