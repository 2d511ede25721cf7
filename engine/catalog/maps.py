"""Map files: terrain as a drawing, places, and features of hexsides (BSR 2.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve, field, frozen

from engine.catalog.fields import Faults, Table, like
from engine.catalog.files import Document
from engine.core import hexes as geometry
from engine.core.board import Board, Hex, build

TERRAIN = (
    "clear", "hill", "marsh", "swamp", "woods", "mountain", "alpine", "lake", "sea", "shallow_sea",
)
PLACES = ("town", "city", "major_city")
FEATURES = (
    "river", "major_river", "canal", "lake", "road.main", "road.minor", "road.motorway", "rail",
    "fortified_line", "bridge",
)
_NUMBER = re.compile(r"([A-Z]*)(\d\d)(\d\d)")
_ROW = re.compile(r"(\d\d):(.*)")

Pair = tuple[str, str]


@frozen
class Sheet:
    """A map that was read: its hexes, the features between them and where each is from."""

    name: str
    hexes: dict[str, Hex] = field(factory=dict)
    points: dict[str, geometry.Point] = field(factory=dict)
    features: dict[Pair, frozenset[str]] = field(factory=dict)
    side_sources: dict[Pair, dict[str, str]] = field(factory=dict)
    place_sources: dict[str, str] = field(factory=dict)

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
            cells.append((evolve(cell, edge=edge), (x, y)))
        return build(cells, self.features)


def read_map(document: Document, faults: Faults) -> Sheet | None:
    """The sheet of a map file, or None where its frame is broken."""
    root = Table(document, document.data, (), faults)
    head, ground = root.table("map"), root.table("terrain")
    if head is None or ground is None:
        return None
    sheet = _frame(head, ground)
    if sheet is not None:
        for row in root.tables("place"):
            _place(row, sheet)
        for row in root.tables("feature"):
            _feature(row, sheet)
        root.close()
    return sheet


def _frame(head: Table, ground: Table) -> Sheet | None:
    """The hexes of the drawing."""
    name = head.text("id")
    head.text("title", "")
    source = head.source()
    prefix = head.text("prefix", "")
    columns, rows = head.numbers("columns", 2), head.numbers("rows", 2)
    north = head.text("rows_from", "north", among=("north", "south")) != "south"
    head.remarks()
    head.close()
    ground.source()
    ground.remarks()
    letters = _legend(ground)
    firm = set(ground.texts("rulebook"))
    drawing = ground.texts("rows", None)
    ground.close()
    if columns is None or rows is None or columns[0] > columns[1] or rows[0] > rows[1]:
        head.fault("columns and rows should each be the first and the last number")
        return None
    sheet = Sheet(name)
    seen = set()
    for n, line in enumerate(drawing):
        match = _ROW.fullmatch(line)
        if match is None or not rows[0] <= int(match[1]) <= rows[1]:
            ground.fault("should begin with the number of a row of the map and a colon", "rows", n)
            continue
        row, cells = int(match[1]), match[2].split()
        if row in seen:
            ground.fault(f"row {row:02d} is drawn twice", "rows", n)
            continue
        seen.add(row)
        wanted = columns[1] - columns[0] + 1
        if len(cells) != wanted:
            ground.fault(f"has {len(cells)} letters for {wanted} columns", "rows", n)
            continue
        for column, letter in enumerate(cells, columns[0]):
            if letter == "-":
                continue  # no hex of the map here
            words = letters.get(letter)
            if words is None:
                ground.fault(f"column {column}: no letter '{letter}' in the legend", "rows", n)
                words = frozenset({"clear"})
            id_ = f"{prefix}{column:02d}{row:02d}"
            sheet.hexes[id_] = Hex(id_, words, source="rulebook" if id_ in firm else source)
            sheet.points[id_] = geometry.doubled(column, row, from_north=north)
    for row in range(rows[0], rows[1] + 1):
        if row not in seen:
            ground.fault(f"row {row:02d} is not drawn", "rows")
    for id_ in sorted(firm):
        _known(ground, sheet, id_, "rulebook")
    return sheet


def _legend(ground: Table) -> dict[str, frozenset[str]]:
    legend = ground.table("legend")
    letters: dict[str, frozenset[str]] = {}
    for letter in legend.data if legend is not None else ():
        assert legend is not None
        words = legend.text(letter).split()
        if len(letter) != 1 or letter == "-":
            legend.fault("should be one letter, and not -", letter)
        for word in words:
            if word not in TERRAIN:
                legend.fault(f"no terrain '{word}'{like(word, TERRAIN)}", letter)
        if not words:
            legend.fault("names no terrain", letter)
        letters[letter] = frozenset(words) & frozenset(TERRAIN) or frozenset({"clear"})
    return letters


def _known(row: Table, sheet: Sheet, id_: str, *keys: str | int) -> bool:
    if id_ in sheet.hexes:
        return True
    why = "is not on the map" if _NUMBER.fullmatch(id_) else "is no hex number"
    row.fault(f"hex {id_} {why}", *keys)
    return False


def _place(row: Table, sheet: Sheet) -> None:
    id_, name = row.text("hex"), row.text("name")
    kind = row.text("kind", among=PLACES)
    stars = row.number("stars", 0, 0, 9)
    source = row.source()
    row.remarks()
    row.close()
    if not row.has("hex") or not _known(row, sheet, id_, "hex"):
        return
    here = sheet.hexes[id_]
    if here.place:
        row.fault(f"hex {id_} already holds {here.place}", "hex")
        return
    if any(other.place == name for other in sheet.hexes.values()) and kind != "major_city":
        row.fault(f"there are two places called {name}", "name")
        return
    sheet.place_sources[id_] = source
    weakest = max(source, here.source, key=("rulebook", "published", "reconstructed").index)
    sheet.hexes[id_] = evolve(
        here, terrain=here.terrain | {kind} - {""}, place=name, stars=stars,
        source=weakest if kind != "town" else here.source,
    )


def _feature(row: Table, sheet: Sheet) -> None:
    kind = row.text("kind", among=FEATURES)
    row.remarks()
    source = row.source()
    for key, pairs in (("path", _paths(row)), ("sides", _sides(row))):
        for n, a, b in pairs:
            if not (_known(row, sheet, a, key, n) and _known(row, sheet, b, key, n)):
                continue
            if not sheet.touches(a, b):
                row.fault(f"hexes {a} and {b} do not touch", key, n)
            elif kind in sheet.features.get((min(a, b), max(a, b)), ()):
                row.fault(f"hexside {a}-{b} already has {kind}", key, n)
            elif kind:
                sheet.add((a, b), frozenset({kind}), source)
    if not row.has("path") and not row.has("sides"):
        row.fault("has neither path nor sides")
    row.close()


def _paths(row: Table) -> Iterator[tuple[int, str, str]]:
    """The hexsides of chains of hexes."""
    for n, chain in enumerate(row.texts("path")):
        ids = chain.split()
        if len(ids) < 2:
            row.fault("a path needs two hexes or more", "path", n)
        for a, b in zip(ids, ids[1:], strict=False):
            yield n, a, b


def _sides(row: Table) -> Iterator[tuple[int, str, str]]:
    """Hexsides named by the two hexes that share them."""
    for n, pair in enumerate(row.texts("sides")):
        ids = pair.split("-")
        if len(ids) != 2:
            row.fault("should be two hexes with a dash between", "sides", n)
            continue
        yield n, ids[0], ids[1]
