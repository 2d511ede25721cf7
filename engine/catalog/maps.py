"""Map files: terrain as a drawing, places, and features of hexsides (BSR 2.1, TTW 1.1, TFB 1.1).

The sheets of a whole game have the same form with a few keys more: the series whose words they
use, the letters before each number, and where the sheet lies on the plane of its game.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import Any

from attrs import evolve, field

from engine.catalog.fields import Faults, Table, like
from engine.catalog.files import Document
from engine.core import hexes as geometry
from engine.core.board import Board, Hex, build
from engine.core.values import frozen

TERRAIN = (
    "clear", "hill", "marsh", "swamp", "woods", "mountain", "alpine", "lake", "sea", "shallow_sea",
)
PLACES = ("town", "city", "major_city")
FEATURES = (
    "river", "major_river", "canal", "lake", "road.main", "road.minor", "road.motorway", "rail",
    "fortified_line", "bridge", "sea",
)
OCS_TERRAIN = (
    "open", "light_woods", "heavy_woods", "hills", "mountain", "swamp", "lake", "sea",
)
OCS_PLACES = ("village", "minor_city", "major_city", "point_of_interest")
OCS_FEATURES = (
    "minor_river", "major_river", "volga", "lake", "sea", "road", "track", "trail", "rail",
    "blocked", "rail_ferry", "bridge",
)


@frozen
class Words:
    """What the maps of a series may hold."""

    terrain: tuple[str, ...]
    places: tuple[str, ...]
    features: tuple[str, ...]
    clear: str
    names: tuple[str, ...]
    """Kinds of place that are no terrain worth marking: their hex stays as firm as it was."""


WORDS = {
    "efs": Words(TERRAIN, PLACES, FEATURES, "clear", ("town",)),
    "ocs": Words(OCS_TERRAIN, OCS_PLACES, OCS_FEATURES, "open", ("point_of_interest",)),
}
"""Terrain, places and features by series."""
_NUMBER = re.compile(r"([A-Z]*)(\d\d)(\d\d)|([A-Z])(\d?\d)\.(\d\d)")
_ROW = re.compile(r"(\d\d):(.*)")

Pair = tuple[str, str]


@frozen
class Placing:
    """Where a sheet lies on the plane of its game."""

    letters: str
    """Letters of the sheet before each of its numbers, prefix included."""
    offset: tuple[int, ...]
    from_north: bool
    shift: geometry.Point

    def point(self, column: int, row: int) -> geometry.Point:
        """The doubled coordinate of a number of the sheet."""
        x, y = geometry.doubled(
            column + self.offset[0], row + self.offset[1], from_north=self.from_north
        )
        return x + self.shift[0], y + self.shift[1]

    def tops(self, columns: tuple[int, ...]) -> dict[int, geometry.Point]:
        """Where the number 00 of each column would lie; its rows follow `down` by `down`."""
        first, last = columns
        return {column: self.point(column, 0) for column in range(first, last + 1)}

    @property
    def down(self) -> int:
        """From a row to the next, on the plane."""
        return 2 if self.from_north else -2

    def reaches(
        self, columns: tuple[int, ...], rows: tuple[int, ...], points: Iterable[geometry.Point]
    ) -> bool:
        """True where these columns and rows, from the first to the last, have one of the points."""
        tops, down = dict(self.tops(columns).values()), self.down
        return any(
            x in tops and rows[0] <= (y - tops[x]) // down <= rows[1] for x, y in points
        )


@frozen
class Sheet:
    """A map that was read: its hexes, the features between them and where each is from."""

    name: str
    hexes: dict[str, Hex] = field(factory=dict)
    points: dict[str, geometry.Point] = field(factory=dict)
    """Doubled coordinates on the plane of the game."""
    features: dict[Pair, frozenset[str]] = field(factory=dict)
    side_sources: dict[Pair, dict[str, str]] = field(factory=dict)
    place_sources: dict[str, str] = field(factory=dict)
    series: str = "efs"
    letters: str = ""
    """Letters of the sheet before each of its numbers, prefix included."""
    prefix: str = ""
    """What stands before every number where the sheet's board is part of a larger one."""
    marks: dict[str, set[str]] = field(factory=dict)
    """What a rulebook or the country says of some hexes: a word and the hexes it holds for."""
    cut: bool = False
    """True where only hexes of an area are read: what is said of any other is passed over."""
    countries: set[str] = field(factory=set)
    """The words of `marks` that are countries and regions: what borders run between."""

    @cached_property
    def here(self) -> dict[geometry.Point, str]:
        """The hex at each point. Not to be asked before the sheet is whole."""
        return {point: id_ for id_, point in self.points.items()}

    @property
    def words(self) -> Words:
        """The words of its series."""
        return WORDS[self.series]

    def full(self, id_: str) -> str:
        """A number as the file writes it, with the sheet's letters."""
        return (self.letters if id_[:1].isdigit() else self.prefix) + id_

    @cached_property
    def written(self) -> frozenset[str]:
        """Its hexes as the file may write them. Not to be asked before the sheet is whole."""
        return frozenset(
            id_.removeprefix(start) for id_ in self.hexes for start in (self.letters, self.prefix)
        )

    def wants(self, row: dict[str, Any]) -> bool:
        """False for a row of the file about a hex that was cut off."""
        return not self.cut or str(row.get("hex")) in self.written

    def touches(self, a: str, b: str) -> bool:
        """True for two hexes that share a hexside."""
        return geometry.distance(self.points[a], self.points[b]) == 1

    def add(self, pair: Pair, words: frozenset[str], source: str) -> None:
        """Put features on a hexside."""
        pair = (min(pair), max(pair))
        self.features[pair] = self.features.get(pair, frozenset()) | words
        self.side_sources.setdefault(pair, {}).update(dict.fromkeys(words, source))

    def board(self) -> Board:
        """The board of the sheet; a hex with fewer than six neighbours lies at the edge."""
        points = set(self.points.values())
        cells = []
        for id_, cell in self.hexes.items():
            x, y = self.points[id_]
            edge = any((x + dx, y + dy) not in points for dx, dy in geometry.STEPS)
            cells.append((evolve(cell, edge=True) if edge else cell, (x, y)))
        return build(cells, self.features, marks=self.marks)


def read_map(
    document: Document, faults: Faults, prefix: str = "", shift: geometry.Point = (0, 0),
    keep: Collection[geometry.Point] | None = None,
) -> Sheet | None:
    """The sheet of a map file, or None where its frame is broken.

    In a board within a board its numbers get a `prefix`, and it lies `shift` columns further
    east and half rows further south. Hexes at other points than those to `keep` are left out,
    with everything that the file says of them.
    """
    root = Table(document, document.data, (), faults)
    head, ground = root.table("map"), root.table("terrain")
    if head is None or ground is None:
        return None
    sheet = _frame(head, ground, prefix, shift, keep)
    if sheet is not None and (sheet.hexes or keep is None):
        for row in root.tables("place", sheet.wants):
            _place(row, sheet)
        _settlements(root, sheet)
        read_features(root, sheet)
        _marks(root, sheet)
        root.close()
    return sheet


def placing(head: Table, prefix: str = "", shift: geometry.Point = (0, 0)) -> Placing:
    """Where a sheet lies, by the head of its file."""
    return Placing(
        prefix + head.text("prefix", ""), head.numbers("offset", 2, 200, -200) or (0, 0),
        head.text("rows_from", "north", among=("north", "south")) != "south", shift,
    )


def _frame(
    head: Table, ground: Table, prefix: str, shift: geometry.Point,
    keep: Collection[geometry.Point] | None,
) -> Sheet | None:
    """The hexes of the drawing."""
    name = head.text("id")
    head.text("title", "")
    source = head.source()
    where = placing(head, prefix, shift)
    letters = where.letters
    series = head.text("series", "efs", among=tuple(WORDS)) or "efs"
    columns, rows = head.numbers("columns", 2), head.numbers("rows", 2)
    head.remarks()
    head.close()
    if columns is None or rows is None or columns[0] > columns[1] or rows[0] > rows[1]:
        head.fault("columns and rows should each be the first and the last number")
        return None
    if where.offset[0] & 1:
        head.fault("the first number should be even, so that columns keep their place", "offset")
    sheet = Sheet(name, series=series, letters=letters, prefix=prefix, cut=keep is not None)
    ground.source()
    ground.remarks()
    legend = _legend(ground, sheet.words)
    firm = {sheet.full(id_) for id_ in ground.texts("rulebook")}
    tops, down = where.tops(columns), where.down
    if keep is not None:
        across = {x for x, _ in keep}
        tops = {column: top for column, top in tops.items() if top[0] in across}
    for column, row, words in _drawing(ground, columns, rows, legend, tops):
        x, top = tops[column]
        point = x, top + row * down
        if keep is None or point in keep:
            number = f"{column}.{row:02d}" if series == "ocs" else f"{column:02d}{row:02d}"
            id_ = letters + number
            sheet.points[id_] = point
            sheet.hexes[id_] = Hex(id_, words, source="rulebook" if id_ in firm else source)
    ground.close()
    for id_ in sorted(firm):
        _known(ground, sheet, id_, "rulebook")
    return sheet


def _drawing(
    ground: Table, columns: tuple[int, ...], rows: tuple[int, ...],
    legend: dict[str, frozenset[str]], wanted: Collection[int],
) -> Iterator[tuple[int, int, frozenset[str]]]:  # fmt: skip
    """Column, row and words of each letter of a drawing; what is wrong with it is reported.

    Columns that are not `wanted` are passed over.
    """
    seen = set()
    count = columns[1] - columns[0] + 1
    for n, line in enumerate(ground.texts("rows", None)):
        match = _ROW.fullmatch(line)
        if match is None or not rows[0] <= int(match[1]) <= rows[1]:
            ground.fault("should begin with the number of a row of the map and a colon", "rows", n)
            continue
        row, cells = int(match[1]), match[2].split()
        if row in seen:
            ground.fault(f"row {row:02d} is drawn twice", "rows", n)
            continue
        seen.add(row)
        if len(cells) != count:
            ground.fault(f"has {len(cells)} letters for {count} columns", "rows", n)
            continue
        for column in wanted:
            letter = cells[column - columns[0]]
            if letter == "-":
                continue  # no hex of the map here
            words = legend.get(letter)
            if words is None:
                ground.fault(f"column {column}: no letter '{letter}' in the legend", "rows", n)
                words = next(iter(legend.values()), frozenset())
            yield column, row, words
    for row in range(rows[0], rows[1] + 1):
        if row not in seen:
            ground.fault(f"row {row:02d} is not drawn", "rows")


def _legend(ground: Table, known: Words) -> dict[str, frozenset[str]]:
    legend = ground.table("legend")
    letters: dict[str, frozenset[str]] = {}
    for letter in legend.data if legend is not None else ():
        assert legend is not None
        words = legend.text(letter).split()
        if len(letter) != 1 or letter == "-":
            legend.fault("should be one letter, and not -", letter)
        for word in words:
            if word not in known.terrain:
                legend.fault(f"no terrain '{word}'{like(word, known.terrain)}", letter)
        if not words:
            legend.fault("names no terrain", letter)
        letters[letter] = frozenset(words) & frozenset(known.terrain) or frozenset({known.clear})
    return letters


def _known(row: Table, sheet: Sheet, id_: str, *keys: str | int) -> bool:
    """Whether a hex is there to put something in; one that is not on the map is a fault."""
    if id_ in sheet.hexes:
        return True
    if not sheet.cut:
        why = "is not on the map" if _NUMBER.fullmatch(id_) else "is no hex number"
        row.fault(f"hex {id_} {why}", *keys)
    return False


def _place(row: Table, sheet: Sheet, weakest: str = "") -> None:
    id_, name = sheet.full(row.text("hex")), row.text("name")
    modern = row.text("modern", "")
    kind = row.text("kind", among=sheet.words.places)
    stars = row.number("stars", 0, 0, 9)
    source = row.source() if row.has("source") or not weakest else weakest
    port = row.flag("port")
    row.remarks()
    row.close()
    if not row.has("hex") or not _known(row, sheet, id_, "hex"):
        return
    if port:
        sheet.marks.setdefault("port", set()).add(id_)
    here = sheet.hexes[id_]
    if here.place:
        row.fault(f"hex {id_} already holds {here.place}", "hex")
        return
    if kind != "major_city" and not weakest and any(
        other.place == name for other in sheet.hexes.values()
    ):
        row.fault(f"there are two places called {name}", "name")
        return
    sheet.place_sources[id_] = source
    weaker = max(source, here.source, key=("rulebook", "published", "reconstructed").index)
    sheet.hexes[id_] = evolve(
        here, terrain=here.terrain | {kind} - {""}, place=name, modern=modern, stars=stars,
        source=here.source if kind in sheet.words.names else weaker,
    )


def _settlements(root: Table, sheet: Sheet) -> None:
    """The places of a sheet of many: one line each, with what they share written once."""
    places = root.table("places", required=False)
    if places is None:
        return
    source = places.source()
    places.remarks()
    for row in places.tables("list", sheet.wants):
        _place(row, sheet, source)
    places.close()


def read_features(root: Table, sheet: Sheet) -> None:
    """The features of a file on the hexsides of a sheet."""
    for row in root.tables("feature"):
        _feature(row, sheet)


def _feature(row: Table, sheet: Sheet) -> None:
    path, sides = _lines(row, "path", sheet), _lines(row, "sides", sheet)
    if sheet.cut and not path and not sides:
        return
    kind = row.text("kind", among=sheet.words.features)
    row.remarks()
    source = row.source()
    words = _feature_words(row, kind)
    for key, pairs in (("path", _paths(row, path)), ("sides", _sides(row, sides))):
        for n, one, two in pairs:
            if sheet.cut and not (one in sheet.written and two in sheet.written):
                continue
            a, b = sheet.full(one), sheet.full(two)
            if a not in sheet.hexes or b not in sheet.hexes:
                _known(row, sheet, a if a not in sheet.hexes else b, key, n)
            elif not sheet.touches(a, b):
                row.fault(f"hexes {a} and {b} do not touch", key, n)
            elif kind in sheet.features.get((min(a, b), max(a, b)), ()):
                row.fault(f"hexside {a}-{b} already has {kind}", key, n)
            elif kind:
                sheet.add((a, b), words, source)
    if not row.has("path") and not row.has("sides"):
        row.fault("has neither path nor sides")
    row.close()


def _feature_words(row: Table, kind: str) -> frozenset[str]:
    """The words of a feature: its kind, and for a railroad its tracks and its gauge."""
    words = {kind}
    if kind == "rail":
        if row.number("tracks", 1, 1, 2) == 2:
            words.add("rail.double")
        if row.text("gauge", "broad", among=("broad", "standard")) == "standard":
            words.add("rail.standard")
    return frozenset(words)


def _lines(row: Table, key: str, sheet: Sheet) -> list[tuple[int, str]]:
    """The lines of a list, with their places in it; of a cut sheet those that name a hex of it."""
    return [
        (n, line) for n, line in enumerate(row.texts(key))
        if not sheet.cut or not sheet.written.isdisjoint(line.replace("-", " ").split())
    ]


def _paths(row: Table, lines: list[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """The hexsides of chains of hexes."""
    for n, chain in lines:
        ids = chain.split()
        if len(ids) < 2:
            row.fault("a path needs two hexes or more", "path", n)
        for a, b in zip(ids, ids[1:], strict=False):
            yield n, a, b


def _sides(row: Table, lines: list[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """Hexsides named by the two hexes that share them, one or several to a line."""
    for n, line in lines:
        for pair in line.split():
            ids = pair.split("-")
            if len(ids) != 2:
                row.fault("should be two hexes with a dash between", "sides", n)
                break
            yield n, ids[0], ids[1]


def _marks(root: Table, sheet: Sheet) -> None:
    """What is said of some hexes: by a rule, or as the country they lie in."""
    for row in root.tables("mark", sheet.wants):
        id_ = sheet.full(row.text("hex"))
        words = row.text("what").split()
        row.remarks()
        row.close()
        if _known(row, sheet, id_, "hex"):
            for word in words:
                sheet.marks.setdefault(word, set()).add(id_)
    for row in root.tables("country"):
        name = row.text("name")
        row.source()
        sheet.countries.add(name)
        for n, line in enumerate(row.texts("hexes")):
            for one in line.split():
                for id_ in _range(row, sheet, one, n):
                    sheet.marks.setdefault(name, set()).add(id_)
        row.remarks()
        row.close()


def _range(row: Table, sheet: Sheet, text: str, n: int) -> Iterator[str]:
    """A hex, or the hexes of a column from one to another (`1001-1012`)."""
    first, _, last = text.partition("-")
    ends = [sheet.full(first), sheet.full(last or first)]
    for id_ in ends if not sheet.cut else ():
        if not _known(row, sheet, id_, "hexes", n):
            return
    (column, a), (other, b) = [(id_[:-2], id_[-2:]) for id_ in ends]
    if column != other:
        row.fault(f"hexes {ends[0]} and {ends[1]} are in different columns", "hexes", n)
    elif (a + b).isdecimal():
        for number in range(min(int(a), int(b)), max(int(a), int(b)) + 1):
            if f"{column}{number:02d}" in sheet.hexes:
                yield f"{column}{number:02d}"
