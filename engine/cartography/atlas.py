"""Read the atlas: places, rivers, coasts, cover, roads and railroads in longitude and latitude."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve, field

from engine.core.values import frozen
from engine.folders import SCENARIOS

FOLDER = SCENARIOS / "atlas"

ATTRIBUTION = "Contains place data from GeoNames (geonames.org), CC BY 4.0"
"""Goes with every copy of the place data, whole or in part."""

LonLat = tuple[float, float]


@frozen
class Place:
    """A town or village."""

    name: str
    modern: str
    at: LonLat
    kind: str
    """major_city, city, town or village: a judgement of its weight in the war."""
    people: int
    """Present population; only a hint."""
    hexes: dict[str, tuple[str, ...]]
    """Hexes that a rulebook gives it, by the short name of the game."""
    source: str = "GeoNames"


@frozen
class Line:
    """A river, road or railroad."""

    id: str
    name: str
    kind: str
    points: tuple[LonLat, ...]
    stops: tuple[str, ...] = ()
    """Names of its points, of roads and railroads."""
    tracks: int = 1
    source: str = "authored"


@frozen
class Region:
    """A polygon of land, lake, woods, marsh, hills or a country."""

    name: str
    kind: str
    density: str
    rings: tuple[tuple[LonLat, ...], ...]
    source: str


@frozen
class Atlas:
    """Everything that is drawn."""

    places: tuple[Place, ...]
    rivers: tuple[Line, ...]
    roads: tuple[Line, ...]
    railways: tuple[Line, ...]
    land: tuple[Region, ...]
    lakes: tuple[Region, ...]
    cover: tuple[Region, ...]
    countries: tuple[Region, ...]
    banks: tuple[dict[str, Any], ...] = field(factory=tuple)
    """Places that stand on a known bank of a river."""
    ports: frozenset[str] = frozenset()
    weights: Mapping[tuple[str, str], str] = field(factory=dict)
    """Game and name of a place that is more or less in it than the atlas thinks."""

    def near(self, window: tuple[float, float, float, float]) -> Atlas:
        """Only what may touch a window: west, south, east, north. The land stays whole."""
        def touches(points: Iterable[LonLat]) -> bool:
            lons, lats = zip(*points, strict=True)
            west, south, east, north = window
            across = bool(min(lons) <= east and max(lons) >= west)
            return across and bool(min(lats) <= north and max(lats) >= south)

        def lines(some: Iterable[Line]) -> tuple[Line, ...]:
            return tuple(line for line in some if touches(line.points))

        def regions(some: Iterable[Region]) -> tuple[Region, ...]:
            return tuple(region for region in some if touches(region.rings[0]))

        return evolve(
            self, places=tuple(p for p in self.places if touches([p.at])),
            rivers=lines(self.rivers), roads=lines(self.roads), railways=lines(self.railways),
            lakes=regions(self.lakes), cover=regions(self.cover),
            countries=regions(self.countries),
        )  # fmt: skip

    def place(self, name: str) -> Place:
        """The place of a wartime name. Raises KeyError."""
        for place in self.places:
            if place.name == name:
                return place
        raise KeyError(name)


def toml(name: str, folder: Path = FOLDER) -> dict[str, Any]:
    """One TOML file of the atlas."""
    return tomllib.loads((folder / name).read_text(encoding="utf-8"))


@cache
def read(folder: Path = FOLDER) -> Atlas:
    """The atlas with its additions."""
    more = toml("additions.toml", folder)
    gone = set(more.get("leave_out", {}).get("lines", ()))
    return Atlas(
        places=_places(toml("places.toml", folder)["place"], more.get("place", [])),
        rivers=tuple(
            river for river in (*_rivers(folder), *_lines([], more.get("river", []), gone))
            if river.id not in gone
        ),
        roads=_lines(toml("roads.toml", folder)["road"], more.get("road", []), gone),
        railways=_lines(toml("railways.toml", folder)["railway"], more.get("railway", []), gone),
        land=_regions("coast.geojson", folder),
        lakes=_regions("lakes.geojson", folder),
        cover=(*_regions("cover.geojson", folder), *(_region(r) for r in more.get("cover", []))),
        countries=tuple(_region(row) for row in more.get("country", [])),
        banks=tuple(more.get("bank", [])),
        ports=frozenset(more.get("ports", {}).get("names", ())),
        weights={
            (row["game"], name): row["kind"]
            for row in more.get("weight", []) for name in row["names"]
        },
    )


def _places(rows: list[dict[str, Any]], more: list[dict[str, Any]]) -> tuple[Place, ...]:
    changed = {row["name"]: row for row in more}
    out = []
    for row in [*rows, *(r for r in more if "lon" in r)]:
        row = {**row, **changed.pop(row["name"], {})}
        if row.get("kind") == "none":
            continue
        hexes = {game: tuple(ids) for game, ids in row.get("rulebook_hexes", {}).items()}
        out.append(
            Place(
                row["name"], row.get("modern", ""), (row["lon"], row["lat"]), row["kind"],
                row.get("pop_now", 0), hexes, row.get("source", "GeoNames"),
            )
        )
    return tuple(out)


def _line(row: dict[str, Any], kind: str = "") -> Line:
    return Line(
        row["id"], row.get("name", row["id"]), row.get("class", kind),
        tuple((lon, lat) for lon, lat in row["points"]), tuple(row.get("towns", ())),
        row.get("tracks", 1), row.get("source", "authored"),
    )


def _lines(
    rows: list[dict[str, Any]], more: list[dict[str, Any]], gone: set[str]
) -> tuple[Line, ...]:
    """The lines of the atlas; an addition with the id of one takes its place."""
    new = {row["id"]: row for row in more}
    kept = [new.pop(row["id"], row) for row in rows if row["id"] not in gone]
    return tuple(_line(row) for row in [*kept, *new.values()])


def _rivers(folder: Path) -> tuple[Line, ...]:
    out = []
    features = json.loads((folder / "rivers.geojson").read_text(encoding="utf-8"))["features"]
    for n, feature in enumerate(features):
        about, shape = feature["properties"], feature["geometry"]
        points = tuple((lon, lat) for lon, lat in shape["coordinates"])
        out.append(
            Line(f"river-{n}", about["name"], about["class"], points, source=about["source"])
        )
    return tuple(out)


def _regions(name: str, folder: Path) -> tuple[Region, ...]:
    out = []
    for feature in json.loads((folder / name).read_text(encoding="utf-8"))["features"]:
        about, shape = feature["properties"], feature["geometry"]
        rings = tuple(tuple((lon, lat) for lon, lat in ring) for ring in shape["coordinates"])
        kind = about["kind"]
        out.append(
            Region(
                about.get("name", ""), kind, about.get("density", kind), rings, about["source"]
            )
        )
    return tuple(out)


def _region(row: dict[str, Any]) -> Region:
    ring = tuple((lon, lat) for lon, lat in row["points"])
    return Region(row["name"], row["kind"], row.get("density", row["kind"]), (ring,),
                  row.get("source", "authored"))  # fmt: skip
