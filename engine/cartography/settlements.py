"""Which places stand on the grid of a game, and in which hex."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot

from attrs import evolve

from engine.cartography.atlas import Atlas, Place
from engine.cartography.games import Style
from engine.cartography.grid import UV, centre, disc, hex_at
from engine.cartography.registration import Registration
from engine.core.hexes import Point, distance
from engine.core.values import frozen

RANKS = {"major_city": 4, "city": 3, "town": 2, "village": 1}
MOVED = 0.95
"""A town may give way to a greater one by this many hexes, measured from where it really is."""


@frozen
class Settlement:
    """A place in its hex."""

    name: str
    modern: str
    kind: str
    """Word of the series: town, city, village, minor_city ..."""
    rank: int
    hex: Point
    at: UV
    """Where it really lies on the plane."""
    source: str
    port: bool = False
    named: bool = False
    """A rulebook gives the hex."""


@frozen
class Settlements:
    """The places of a game by hex."""

    at: Mapping[Point, Settlement]
    where: Mapping[tuple[float, float], Point]
    """The hex of each place that is on the grid, by its longitude and latitude."""
    names: Mapping[str, tuple[tuple[float, float], ...]]
    """Longitude and latitude of the places of a name."""

    def home(self, name: str, near: tuple[float, float]) -> Point | None:
        """The hex of a place by its name and about where it is; None for no place on the grid."""
        if near in self.where:
            return self.where[near]
        for spot in self.names.get(name, ()):
            if abs(spot[0] - near[0]) < 0.15 and abs(spot[1] - near[1]) < 0.1:
                return self.where[spot]
        return None

    def entrance(self, home: Point, beyond: UV) -> Point:
        """The hex of a city of several hexes that is nearest to a point outside."""
        here = self.at.get(home)
        if here is None or here.rank < 3:
            return home
        same = [h for h in disc(home, 2) if h in self.at and self.at[h].name == here.name]
        return min(same, key=lambda h: (round(_far(h, beyond), 6), h))

    def towns(self) -> list[tuple[Point, UV]]:
        """Hex and true position of everything from a town up."""
        return [(hex_, s.at) for hex_, s in sorted(self.at.items()) if s.rank > 1]


def settle(
    source: Atlas, grid: Registration, style: Style, more: Mapping[str, Iterable[str]]
) -> Settlements:
    """Every place gets its hex; of two in a hex the greater stays, a lesser town moves aside.

    `more` gives the hexes of cities of several hexes, by name, beside those of the rulebook.
    """
    left, bottom, right, top = grid.extent
    wanted: list[tuple[tuple[int, ...], Place, list[Point], UV]] = []
    for place in source.places:
        uv = grid.uv(place.at)
        if not (left - 4 < uv[0] < right + 4 and bottom - 4 < uv[1] < top + 4):
            continue
        labels = [*place.hexes.get(style.short, ()), *more.get(place.name, ())]
        hexes = [grid.hex(label) for label in dict.fromkeys(labels)] or [hex_at(*uv)]
        kind = source.weights.get((style.atlas, place.name), place.kind)
        place = evolve(place, kind=kind)
        named = bool(place.hexes.get(style.short))
        weight = (-RANKS[place.kind], -named, -place.people)
        wanted.append((weight, place, hexes, uv))
    wanted.sort(key=lambda entry: (entry[0], entry[1].name, entry[1].at))
    taken: dict[Point, Settlement] = {}
    where: dict[tuple[float, float], Point] = {}
    for _, place, hexes, uv in wanted:
        if len(hexes) == 1 and hexes[0] in taken:
            hexes = _aside(hexes[0], uv, taken, place)
        nearest = sorted(hexes, key=lambda h: (_far(h, uv), h))
        for hex_ in nearest:
            taken[hex_] = _settlement(place, hex_, uv, source, style)
        if nearest:
            where[place.at] = nearest[0]
        else:
            where[place.at] = hex_at(*uv)
    stops = frozenset(name for line in (*source.roads, *source.railways) for name in line.stops)
    names: dict[str, tuple[tuple[float, float], ...]] = {}
    for _, place, _, _ in wanted:
        names[place.name] = (*names.get(place.name, ()), place.at)
    return Settlements(_thinned(taken, style, stops), where, names)


def _far(hex_: Point, uv: UV) -> float:
    u, v = centre(hex_)
    return hypot(u - uv[0], v - uv[1])


def _aside(
    hex_: Point, uv: UV, taken: Mapping[Point, Settlement], place: Place
) -> list[Point]:
    """The nearest free hex for a town whose own is taken, or none."""
    if RANKS[place.kind] < 2:
        return []
    free = [h for h in disc(hex_, 1) if h not in taken and _far(h, uv) <= MOVED]
    return sorted(free, key=lambda h: (_far(h, uv), h))[:1]


def _settlement(
    place: Place, hex_: Point, uv: UV, source: Atlas, style: Style
) -> Settlement:
    rank = RANKS[place.kind]
    word = {4: "major_city", 3: style.city, 2: style.town, 1: style.town}[rank]
    named = bool(place.hexes.get(style.short))
    return Settlement(
        place.name, place.modern, word, rank, hex_, uv, "rulebook" if named else "reconstructed",
        place.name in source.ports, named,
    )


def _suburb(hex_: Point, cities: Iterable[Point]) -> bool:
    """True for a place close to a great city: what is there now was mostly not there then."""
    return any(distance(hex_, city) <= 2 for city in cities if abs(city[0] - hex_[0]) <= 2)


def _thinned(
    taken: Mapping[Point, Settlement], style: Style, stops: frozenset[str]
) -> dict[Point, Settlement]:
    """Villages only where there is nothing else for some hexes around.

    Close to a great city only what a road or railroad is led through.
    """
    room = 2 if style.series == "ocs" else 3
    great = [hex_ for hex_, s in taken.items() if s.kind == "major_city"]
    taken = {
        hex_: s for hex_, s in taken.items()
        if s.rank > 2 or s.named or s.name in stops or not _suburb(hex_, great)
    }  # fmt: skip
    kept = {hex_: s for hex_, s in taken.items() if s.rank > 1 or s.named}
    for hex_, one in sorted(taken.items(), key=lambda item: (item[1].name, item[0])):
        if hex_ not in kept and all(distance(hex_, other) >= room for other in kept
                                    if abs(other[0] - hex_[0]) < room):  # fmt: skip
            kept[hex_] = one
    return kept
