"""What must hold on a map beyond its form: ways lead on, rivers do not break, names are true.

Roads that end in open country, rivers with gaps or without a mouth, railroads cut off from every
edge, places under water, hexes that are not what a rule calls them, and sheets that disagree where
they overlap: each is reported with its file and place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from engine.catalog.boards import Layout, read_board
from engine.catalog.faults import Key
from engine.catalog.fields import Faults, Table
from engine.catalog.files import Document
from engine.catalog.maps import Pair, Sheet, read_map
from engine.core.hexes import STEPS, Point

ROADS = ("road", "track", "trail")
RIVERS = ("river", "minor_river", "major_river", "volga", "canal")
WATER = ("sea", "lake", "shallow_sea")
CITIES = ("city", "major_city", "minor_city")

T = TypeVar("T")
Corner = tuple[int, int]
"""The end of a hexside: three to a column, two to a row."""


def check_sheet(document: Document, faults: Faults) -> None:
    """Every fault of a map file."""
    sheet = read_map(document, faults)
    if sheet is not None:
        _Check(document, sheet, faults).run()


def check_board(document: Document, faults: Faults) -> None:
    """Every fault of a board file, and where its sheets disagree."""
    found = read_board(document, faults)
    if found is not None:
        _agree(document, found, faults)


class _Check:
    def __init__(self, document: Document, sheet: Sheet, faults: Faults) -> None:
        self.document = document
        self.sheet = sheet
        self.faults = faults
        self.edge = {
            id_ for id_, (x, y) in sheet.points.items()
            if any((x + dx, y + dy) not in sheet.here for dx, dy in STEPS)
        }  # fmt: skip

    def run(self) -> None:
        roads = self._having(ROADS)
        self._dead_ends("road", roads, ROADS)
        rails = self._having(("rail",))
        self._dead_ends("railroad", rails, ("rail",))
        self._cut_off(rails)
        self._rivers(self._having(RIVERS))
        self._places()
        self._named(roads, rails)

    def _having(self, kinds: Iterable[str]) -> list[Pair]:
        """Hexsides with a feature of one of these kinds."""
        return [
            pair for pair, words in self.sheet.features.items()
            if any(word.partition(".")[0] in kinds for word in words)
        ]  # fmt: skip

    def fault(self, id_: str, why: str, kinds: Iterable[str] = ()) -> None:
        """Report a fault of a hex, at the line that speaks of it.

        `kinds` are the features that it is about; without them it is a place or a mark.
        """
        key = self._feature(id_, tuple(kinds)) if kinds else self._entry(id_, why)
        self.faults.add(self.document.fault(key, f"hex {id_}: {why}"))

    def _feature(self, id_: str, kinds: tuple[str, ...]) -> Key:
        """The line of a feature of these kinds that holds the number."""
        short = id_.removeprefix(self.sheet.letters)
        word = re.compile(rf"(?<![\d.]){re.escape(short)}(?![\d.])")
        for n, row in enumerate(self.document.data.get("feature", [])):
            if str(row.get("kind", "")).partition(".")[0] in kinds:
                for part in ("path", "sides"):
                    for m, line in enumerate(row.get(part, [])):
                        if word.search(line):
                            return ("feature", n, part, m)
        return ("feature",)

    def _entry(self, id_: str, why: str) -> Key:
        """The place or the mark of a hex."""
        short = id_.removeprefix(self.sheet.letters)
        data = self.document.data
        listed = data.get("places", {}).get("list", [])
        lists: list[tuple[Key, list[dict[str, Any]]]] = [
            (("place",), data.get("place", [])), (("places", "list"), listed),
        ]  # fmt: skip
        if "a rule names" in why:
            lists = [(("mark",), data.get("mark", []))]
        for key, rows in lists:
            for n, row in enumerate(rows):
                if row.get("hex") in (short, id_):
                    return (*key, n, "hex")
        return ("terrain",)

    # ---------------------------------------------------------------- ways

    def _dead_ends(self, what: str, ways: list[Pair], kinds: tuple[str, ...]) -> None:
        """A way must lead on, end at a place, or leave the map."""
        links: dict[str, int] = {}
        for pair in ways:
            for id_ in pair:
                links[id_] = links.get(id_, 0) + 1
        ferries = {id_ for pair in self._having(("rail_ferry",)) for id_ in pair}
        for id_, count in links.items():
            here = self.sheet.hexes[id_]
            if count == 1 and not here.place and id_ not in self.edge and id_ not in ferries:
                self.fault(id_, f"a {what} ends here, at no place and not at the edge", kinds)

    def _cut_off(self, rails: list[Pair]) -> None:
        """Each piece of the railroad net must reach the edge of the map.

        Cities are railroad hexes (note to BSR 6.4).
        """
        links: dict[str, set[str]] = {}
        for a, b in rails:
            links.setdefault(a, set()).add(b)
            links.setdefault(b, set()).add(a)
        cities = {i for i, cell in self.sheet.hexes.items() if cell.terrain & set(CITIES)}
        for id_ in cities:
            for other in self._beside(id_):
                if other in cities or other in links:
                    links.setdefault(id_, set()).add(other)
                    links.setdefault(other, set()).add(id_)
        for a, b in self._having(("rail_ferry",)):
            links.setdefault(a, set()).add(b)
            links.setdefault(b, set()).add(a)
        railed = {id_ for pair in rails for id_ in pair}
        for piece in _pieces(links):
            if piece & railed and not piece & self.edge:
                why = "this railroad reaches no edge of the map"
                self.fault(min(piece & railed), why, ("rail",))

    def _beside(self, id_: str) -> list[str]:
        x, y = self.sheet.points[id_]
        found = (self.sheet.here.get((x + dx, y + dy)) for dx, dy in STEPS)
        return [other for other in found if other is not None]

    # ---------------------------------------------------------------- rivers

    def _rivers(self, rivers: list[Pair]) -> None:
        """A river must not break, and must flow into something."""
        links: dict[Corner, set[Corner]] = {}
        pair_at: dict[Corner, Pair] = {}
        for pair in rivers:
            a, b = _ends(self.sheet.points[pair[0]], self.sheet.points[pair[1]])
            links.setdefault(a, set()).add(b)
            links.setdefault(b, set()).add(a)
            pair_at[a] = pair_at[b] = pair
        loose = [c for c, near in links.items() if len(near) == 1 and self._inland(c)]
        for corner in loose:
            for other in _two_away(corner) & set(loose):
                if corner < other and not _near_by(links, corner, other):
                    why = "a river breaks off here and goes on close by"
                    self.fault(pair_at[corner][0], why, RIVERS)
        for piece in _pieces(links):
            if all(self._inland(corner) for corner in piece):
                why = "this river flows neither off the map, nor into water, nor into another river"
                self.fault(pair_at[min(piece)][0], why, RIVERS)
        for pair in rivers:
            if sum(word in RIVERS for word in self.sheet.features[pair]) > 1:
                why = f"two kinds of river on hexside {pair[0]}-{pair[1]}"
                self.fault(pair[0], why, RIVERS)

    def _inland(self, corner: Corner) -> bool:
        """True for a corner with land of the map on all sides."""
        for hex_ in _hexes(corner):
            id_ = self.sheet.here.get(hex_)
            if id_ is None or self.sheet.hexes[id_].terrain & set(WATER):
                return False
        a, b, c = (self.sheet.here[hex_] for hex_ in _hexes(corner))
        return all(
            not self.sheet.features.get((min(pair), max(pair)), frozenset()) & set(WATER)
            for pair in ((a, b), (b, c), (a, c))
        )

    # ---------------------------------------------------------------- places and names

    def _places(self) -> None:
        for id_, cell in self.sheet.hexes.items():
            if cell.place and cell.terrain & set(WATER):
                self.fault(id_, f"{cell.place} lies under water")

    def _named(self, roads: list[Pair], rails: list[Pair]) -> None:
        """A hex must be what a rule says of it."""
        lists = {
            "road": {i for pair in roads for i in pair},
            "rail": {i for pair in rails for i in pair},
            "river": {i for pair in self._having(RIVERS) for i in pair},
            "edge": self.edge,
        }
        lists["rail"] |= {i for i, c in self.sheet.hexes.items() if c.terrain & set(CITIES)}
        for word, holds in lists.items():
            for id_ in sorted(self.sheet.marks.get(word, set()) - holds):
                self.fault(id_, f"a rule names {word} here, and there is none")
        for word in ("city", "town", "village"):
            for id_ in sorted(self.sheet.marks.get(word, ())):
                if not self.sheet.hexes[id_].place:
                    self.fault(id_, f"a rule names a {word} here, and there is none")


def _agree(document: Document, found: Layout, faults: Faults) -> None:
    """Sheets of one game must show the same country where they overlap.

    Those of two games may differ: there the uppermost counts (TFB 4.1).
    """
    seen: dict[Point, tuple[Sheet, str]] = {}
    for sheet in found.sheets:
        for id_, point in sheet.points.items():
            if point in seen:
                other, before = seen[point]
                one, two = sheet.hexes[id_], other.hexes[before]
                if _game(sheet) != _game(other):
                    continue
                if one.terrain != two.terrain or one.place != two.place:
                    why = f"hexes {before} and {id_} are one, but the sheets differ on it"
                    faults.add(document.fault(("sheets",), why))
            seen[point] = (sheet, id_)


def _game(sheet: Sheet) -> str:
    """What a board of two games puts before the numbers of one of them."""
    return sheet.prefix


# ---------------------------------------------------------------- corrections


def correction_rows(document: Document, faults: Faults) -> Iterator[dict[str, Any]]:
    """The corrections of a file; one without a reason is a fault."""
    root = Table(document, document.data, (), faults)
    root.text("corrections")
    root.remarks()
    for row in root.tables("correction"):
        row.text("reason")
        change = [key for key in ("terrain", "place", "remove_place", "add", "remove")
                  if row.has(key)]  # fmt: skip
        if len(change) != 1:
            row.fault("should make one change: terrain, place, remove_place, add or remove")
        for key in ("terrain", "place", "add", "remove", "hex", "kind", "name", "modern", "source"):
            if row.has(key):
                row.text(key)
        row.flag("remove_place")
        row.flag("firm")
        row.number("stars", 0, 0, 9)
        for key in ("hexes", "sides", "path"):
            row.texts(key)
        row.close()
        if row.sound:
            yield row.data
    root.close()


# ---------------------------------------------------------------- corners and pieces


def _ends(a: Point, b: Point) -> tuple[Corner, Corner]:
    """The two corners of the hexside between two hexes."""
    one, two = sorted(_corners(a) & _corners(b))
    return one, two


def _corners(hex_: Point) -> set[Corner]:
    x, y = 3 * hex_[0], hex_[1]
    return {(x + 2, y), (x - 2, y), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y - 1), (x - 1, y + 1)}


def _steps(corner: Corner) -> set[Corner]:
    x, y = corner
    if x % 3 == 2:
        return {(x - 1, y - 1), (x - 1, y + 1), (x + 2, y)}
    return {(x + 1, y - 1), (x + 1, y + 1), (x - 2, y)}


def _hexes(corner: Corner) -> tuple[Point, Point, Point]:
    x, y = corner
    if x % 3 == 2:
        own = (x - 2) // 3
        return (own, y), (own + 1, y - 1), (own + 1, y + 1)
    own = (x + 2) // 3
    return (own, y), (own - 1, y - 1), (own - 1, y + 1)


def _two_away(corner: Corner) -> set[Corner]:
    """Corners one or two hexsides away."""
    near = _steps(corner)
    return (near | {far for one in near for far in _steps(one)}) - {corner}


def _near_by(links: Mapping[Corner, set[Corner]], a: Corner, b: Corner) -> bool:
    """True where a few hexsides of river lead from one corner to the other."""
    reached = {a}
    for _ in range(6):
        reached |= {other for corner in reached for other in links[corner]}
    return b in reached


def _pieces(links: Mapping[T, set[T]]) -> list[set[T]]:
    """The connected pieces of a net."""
    left = set(links)
    out = []
    while left:
        todo = [left.pop()]
        piece = set(todo)
        while todo:
            for other in links[todo.pop()] - piece:
                piece.add(other)
                todo.append(other)
        left -= piece
        out.append(piece)
    return out
