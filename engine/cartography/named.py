"""The hexes that the rulebooks name, and the bends that bring the country to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from pathlib import Path
from typing import Any

from engine.cartography import atlas
from engine.cartography.atlas import Atlas, Line
from engine.cartography.grid import UV, centre, nearest_on
from engine.cartography.registration import Bend, Registration, dense
from engine.core.hexes import Point
from engine.core.values import frozen

NEAR = 0.5
"""A road or railroad no further than this from the middle of its hex runs through it."""
BESIDE = 0.62
"""A river no further than this from the middle runs along the hex."""
CLOSE_ENOUGH = {"road": 0.3, "rail": 0.3, "river": 0.5}
"""How near a bend brings a feature to the middle of its hex."""


@frozen
class Named:
    """A hex with a meaning in a rulebook."""

    game: str
    label: str
    hex: Point
    kinds: tuple[str, ...]
    place: str
    meaning: str
    rules: tuple[str, ...]
    anchors: tuple[str, ...]
    """Features of the atlas that run through it, `rail:ID`, `road:ID` or `river:NAME`."""
    same_as: tuple[str, ...] = ()


@frozen
class Residual:
    """How far a feature lies from its hex before and after bending."""

    label: str
    feature: str
    before: float
    after: float


def read(game: str, grid: Registration, folder: Path = atlas.FOLDER) -> list[Named]:
    """The named hexes of a game that are on its sheets."""
    out = []
    more: dict[str, list[str]] = {}
    for row in atlas.toml("additions.toml", folder).get("anchor", []):
        if row["game"] == game:
            for label in row["hexes"]:
                more.setdefault(label, []).extend(row["anchors"])
    for row in atlas.toml("hexrefs.toml", folder)["hex"]:
        if row["game"] != game or "xx" in row["id"]:
            continue
        try:
            hex_ = grid.hex(row["id"])
        except KeyError:
            continue  # on a sheet of another game (PB 3.5h)
        out.append(
            Named(
                game, row["id"], hex_, tuple(row["kind"]), row.get("place", ""),
                row.get("meaning", ""), tuple(row["rules"]),
                (*row.get("anchors", ()), *more.get(row["id"], ())),
                tuple(row.get("same_as", ())),
            )
        )
    return out


def sides(game: str, grid: Registration, folder: Path = atlas.FOLDER) -> list[dict[str, Any]]:
    """The facts about hexsides: `a` and `b`, the two hexes, and `kind`."""
    return [
        {"a": grid.hex(row["hexes"][0]), "b": grid.hex(row["hexes"][1]), **row}
        for row in atlas.toml("hexrefs.toml", folder)["hexside"]
        if row["game"] == game
    ]


def features(source: Atlas) -> dict[str, list[Line]]:
    """Every line of the atlas under the name that anchors use for it."""
    found: dict[str, list[Line]] = {}
    for line in source.railways:
        found.setdefault(f"rail:{line.id}", []).append(line)
    for line in source.roads:
        found.setdefault(f"road:{line.id}", []).append(line)
    for line in source.rivers:
        if line.name:
            found.setdefault(f"river:{line.name.replace(' ', '-')}", []).append(line)
    return found


def _nearest(
    lines: Iterable[Line], hex_: Point, line_on: Mapping[str, Sequence[UV]]
) -> tuple[float, UV]:
    """Distance and nearest point of a feature, on the plane."""
    found = [nearest_on(line_on[line.id], centre(hex_)) for line in lines]
    return min(found)[:2]


def bends(
    named: Sequence[Named], source: Atlas, grid: Registration, unbent: Sequence[str] = ()
) -> list[Bend]:
    """A bend for each named hex that lies off what it names, one a hex at most.

    A bend moves the nearest point of the feature just into the hex, not to its middle, so that
    the country keeps its shape as far as the rulebook lets it. Hexes of `unbent` are left to
    the drawing of roads and rivers, which always leads them through their named hexes.
    """
    used = {anchor for one in named for anchor in one.anchors}
    known = {name: lines for name, lines in features(source).items() if name in used}
    drawn = {
        line.id: [grid.corrected(p) for p in dense(line.points)]
        for lines in known.values() for line in lines
    }  # fmt: skip
    out: list[Bend] = []
    for one in named:
        if one.label in unbent:
            continue
        bend = _place_bend(one, source, grid) or _anchor_bend(one, known, drawn)
        if bend is not None and not any(_apart(bend.start, other.start) < 0.8 for other in out):
            out.append(bend)
    return out


def _apart(a: UV, b: UV) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _place_bend(one: Named, source: Atlas, grid: Registration) -> Bend | None:
    """A bend for a town that falls outside all of its hexes."""
    short = {"kiev-to-rostov": "ktr", "third-winter": "ttw", "forgotten-battles": "tfb"}[one.game]
    for place in source.places:
        if one.label not in place.hexes.get(short, ()):
            continue
        here = grid.corrected(place.at)
        middles = [centre(grid.hex(label)) for label in place.hexes[short]]
        away, target = min((hypot(here[0] - m[0], here[1] - m[1]), m) for m in middles)
        if away > NEAR:
            return Bend(f"{one.label} {place.name}", here, _toward(here, target, 0.3))
    return None


def _anchor_bend(
    one: Named, known: Mapping[str, list[Line]], drawn: Mapping[str, Sequence[UV]]
) -> Bend | None:
    """A bend for the roads, railroads and rivers that miss their hex; of several, by their mean."""
    middle = centre(one.hex)
    starts, ends = [], []
    for anchor in one.anchors:
        kind = anchor.partition(":")[0]
        away, point = _nearest(known[anchor], one.hex, drawn)
        limit = BESIDE if kind == "river" else NEAR
        starts.append(point)
        ends.append(_toward(point, middle, CLOSE_ENOUGH[kind]) if away > limit else point)
    if starts == ends:
        return None
    return Bend(f"{one.label} {one.place}", _mean(starts), _mean(ends))


def _mean(points: Sequence[UV]) -> UV:
    return sum(u for u, _ in points) / len(points), sum(v for _, v in points) / len(points)


def _toward(start: UV, target: UV, stop: float) -> UV:
    """The point on the way to a target at which it is only `stop` away."""
    far = hypot(target[0] - start[0], target[1] - start[1])
    share = max(0.0, 1 - stop / far) if far else 0.0
    return start[0] + share * (target[0] - start[0]), start[1] + share * (target[1] - start[1])


def residuals(
    named: Sequence[Named], source: Atlas, before: Registration, after: Registration
) -> list[Residual]:
    """How far each anchored feature lies from its hex, before and after the bends."""
    known = features(source)
    out = []
    for one in named:
        for anchor in one.anchors:
            away = []
            for grid in (before, after):
                lines = [grid.line(line.points) for line in known[anchor]]
                away.append(min(nearest_on(line, centre(one.hex))[0] for line in lines))
            out.append(Residual(one.label, anchor, away[0], away[1]))
    return out
