"""A sheet that was drawn by hand and that the drawing must agree with: the Battle of Sumy.

Inside it nothing is drawn anew. Rivers of the country around are led to where its rivers end,
and roads and railroads find their way through on its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from engine.cartography.atlas import toml
from engine.cartography.grid import (
    Corner,
    Side,
    corner_steps,
    ends_of,
    hexes_of,
    side,
    side_between,
)
from engine.cartography.registration import Registration
from engine.cartography.rivers import River
from engine.cartography.settlements import Settlement, Settlements
from engine.catalog.fields import Faults
from engine.catalog.files import Document, read
from engine.catalog.maps import Sheet, read_map
from engine.core.hexes import Point
from engine.core.values import frozen
from engine.folders import SCENARIOS

_RANK = {"town": 2, "city": 3, "major_city": 4}


@frozen
class Handmade:
    """The hexes of a hand-drawn sheet on the plane of its game."""

    terrain: Mapping[Point, frozenset[str]]
    places: Mapping[Point, Settlement]
    rivers: Mapping[Side, str]
    """Name by hexside."""
    roads: Mapping[Side, str]
    """road.main or road.minor by hexside."""
    rails: frozenset[Side]
    stars: Mapping[Point, int]

    @property
    def hexes(self) -> frozenset[Point]:
        """All its hexes."""
        return frozenset(self.terrain)

    def inside(self, one: Side) -> bool:
        """True for a hexside between two of its hexes."""
        return one[0] in self.terrain and one[1] in self.terrain


NOTHING = Handmade({}, {}, {}, {}, frozenset(), {})


def sumy(grid: Registration) -> Handmade:
    """The Sumy sheet in the place of map KK's north-west corner, with the ways that leave it."""
    path = SCENARIOS / "kiev_to_rostov" / "sumy-map.toml"
    document = read(path)
    assert isinstance(document, Document), document
    sheet = read_map(document, Faults())
    assert sheet is not None
    frame = next(frame for frame in grid.sheets if frame.name == "KK")
    point = {
        id_: frame.point(int(id_[:2]), int(id_[2:])) for id_ in sheet.hexes
    }
    rivers, roads, rails = {}, {}, set()
    names = _river_names(document)
    for (a, b), words in sheet.features.items():
        between = side(point[a], point[b])
        if "river" in words:
            rivers[between] = names.get(frozenset((a, b)), "")
        if "rail" in words:
            rails.add(between)
        for word in ("road.minor", "road.main"):
            if word in words:
                roads[between] = word
    for row in toml("additions.toml").get("outlet", []):
        ids = row["path"].split()
        for a, b in zip(ids, ids[1:], strict=False):
            between = side(point[a], point[b])
            if row["kind"] == "rail":
                rails.add(between)
            else:
                roads.setdefault(between, row["kind"])
    return Handmade(
        {point[id_]: _ground(cell.terrain) for id_, cell in sheet.hexes.items()},
        _places(sheet, point, grid), rivers, roads, frozenset(rails),
        {point[id_]: cell.stars for id_, cell in sheet.hexes.items() if cell.stars},
    )


def _ground(terrain: frozenset[str]) -> frozenset[str]:
    return terrain - {"town", "city", "major_city"}


def _places(
    sheet: Sheet, point: Mapping[str, Point], grid: Registration
) -> dict[Point, Settlement]:
    from engine.cartography.grid import centre

    out = {}
    for id_, cell in sheet.hexes.items():
        kind = next((k for k in _RANK if k in cell.terrain), "")
        if cell.place and kind:
            hex_ = point[id_]
            out[hex_] = Settlement(
                cell.place, "", kind, _RANK[kind], hex_, centre(hex_),
                sheet.place_sources.get(id_, "reconstructed"), named=True,
            )
    return out


def _river_names(document: Document) -> dict[frozenset[str], str]:
    names = {}
    for feature in document.data.get("feature", []):
        if feature.get("kind") == "river":
            for pair in feature.get("sides", []):
                names[frozenset(pair.split("-"))] = feature.get("name", "")
    return names


# ---------------------------------------------------------------- joining it to the country


def joined_places(places: Settlements, sheet: Handmade) -> Settlements:
    """The places of the country with those of the sheet in its hexes, spelled as there."""
    at = {hex_: s for hex_, s in places.at.items() if hex_ not in sheet.terrain}
    by_name = {s.name: s for s in places.at.values() if s.hex in sheet.terrain}
    for hex_, settlement in sheet.places.items():
        known = by_name.get(settlement.name)
        at[hex_] = evolve(settlement, modern=known.modern) if known else settlement
    homes = {s.name: hex_ for hex_, s in sheet.places.items()}
    where = dict(places.where)
    for spot, hex_ in places.where.items():
        before = places.at.get(hex_)
        if before is not None and before.name in homes:
            where[spot] = homes[before.name]
    return Settlements(at, where, places.names)


def joined_rivers(rivers: Sequence[River], sheet: Handmade) -> list[River]:
    """The rivers with those of the sheet inside it, every course led to where its own goes on."""
    if not sheet.terrain:
        return list(rivers)
    own = _network(sheet.rivers)
    loose = {corner for corner, near in own.items() if len(near) == 1 and _at_rim(corner, sheet)}
    out: list[River] = []
    own_corners = set(own)
    for river in rivers:
        runs = _outside(river, sheet)
        if len(runs) > 1 and not any(own_corners & set(run) for run in runs):
            runs = _led_round(runs, sheet)
        for run in runs:
            out.append(evolve(river, chain=tuple(run)))
    out = [river for river in out if len(river.chain) > 5 or _flows(river, out, own_corners)]
    found: list[River] = []
    for corner in sorted(loose):
        ends = {c for river in out for c in (river.chain[0], river.chain[-1])}
        way = _way(corner, ends, sheet)
        if way:
            name = sheet.rivers[_side_at(corner, own)]
            found.append(River(name, "minor", tuple(way), "reconstructed"))
    inner = [
        River(name, "minor", ends_of(one), "rulebook") for one, name in sorted(sheet.rivers.items())
    ]
    return [*out, *found, *inner]


def _network(sides: Mapping[Side, str]) -> dict[Corner, set[Corner]]:
    out: dict[Corner, set[Corner]] = {}
    for one in sides:
        a, b = ends_of(one)
        out.setdefault(a, set()).add(b)
        out.setdefault(b, set()).add(a)
    return out


def _side_at(corner: Corner, own: Mapping[Corner, set[Corner]]) -> Side:
    (other,) = own[corner]
    return side_between(corner, other)


def _at_rim(corner: Corner, sheet: Handmade) -> bool:
    return any(hex_ not in sheet.terrain for hex_ in hexes_of(corner))


def _outside(river: River, sheet: Handmade) -> list[list[Corner]]:
    """The runs of a chain that are not inside the sheet, longer than one hexside."""
    runs: list[list[Corner]] = [[]]
    for a, b in zip(river.chain, river.chain[1:], strict=False):
        if sheet.inside(side_between(a, b)):
            if runs[-1]:
                runs.append([])
            continue
        if not runs[-1]:
            runs[-1].append(a)
        runs[-1].append(b)
    return [run for run in runs if len(run) > 2 or run == list(river.chain)]


def _led_round(runs: Sequence[list[Corner]], sheet: Handmade) -> list[list[Corner]]:
    """Runs of a river that only cuts a corner of the sheet, joined along the sheet's rim."""
    out = [runs[0]]
    for run in runs[1:]:
        way = _way(out[-1][-1], {run[0]}, sheet)
        if way:
            out[-1] = [*out[-1], *way[1:], *run[1:]]
        else:
            out.append(run)
    return out


def _flows(river: River, rivers: Sequence[River], own: set[Corner]) -> bool:
    """False for a scrap of a river that was cut off by the sheet on both sides."""
    ends = {river.chain[0], river.chain[-1]}
    others = {c for other in rivers if other is not river for c in other.chain} | own
    return bool(ends & others)


def _way(start: Corner, goals: set[Corner], sheet: Handmade) -> list[Corner]:
    """From a loose end of the sheet's rivers to the nearest end outside; at most six sides."""
    ways, seen = [[start]], {start}
    for _ in range(7):
        longer = []
        for way in ways:
            if way[-1] in goals:
                return way
            for corner in sorted(corner_steps(way[-1])):
                if corner not in seen and not sheet.inside(side_between(way[-1], corner)):
                    seen.add(corner)
                    longer.append([*way, corner])
        ways = longer
    return []
