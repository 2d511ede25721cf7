"""The board: hexes as small ints, neighbours and hexsides as flat tuples. Immutable, shared.

A board holds words, not rules: terrain words in a hex ("hill", "woods"), feature
words on a hexside ("river", "road.minor"). What a word costs is the series' business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import field

from engine.core import hexes as geometry
from engine.core.errors import BadCommand
from engine.core.hexes import Point
from engine.core.values import frozen

NOWHERE = -1
"""The hex of a unit that is not on the board."""


@frozen(slots=True)
class Hex:
    """One hex as printed."""

    id: str
    """Printed number, with the sheet's letters where a game has several sheets."""
    terrain: frozenset[str]
    """Terrain words, "clear" included."""
    place: str = ""
    """Name of the town or other place, or empty."""
    stars: int = 0
    """Victory stars or points printed in the hex."""
    edge: bool = False
    """True where the map ends beside it."""
    source: str = "reconstructed"
    """rulebook, published or reconstructed."""
    modern: str = ""
    """Present spelling of the place where it differs."""


@frozen(eq=False)
class Board:
    """All hexes of a game in play. Built once by `build`; compared by identity."""

    hexes: tuple[Hex, ...]
    xy: tuple[Point, ...]
    index: Mapping[str, int]
    """Printed number to int."""
    around: tuple[int, ...]
    """`around[6 * hex + direction]`: the neighbour or NOWHERE."""
    sides: tuple[frozenset[str], ...]
    """`sides[6 * hex + direction]`: features of that hexside, the same seen from both hexes."""
    marks: Mapping[str, frozenset[int]] = field(factory=dict, repr=False)
    """Words that rules or the country put on some hexes: entry hexes, ports, a country."""
    beside: tuple[tuple[int, ...], ...] = field(init=False, repr=False)
    """For each hex its neighbours, clockwise from the north."""
    faces: Mapping[tuple[int, int], int] = field(init=False, repr=False)
    """Two adjacent hexes to the index of their hexside in `sides`, seen from the first."""

    @beside.default
    def _beside(self) -> tuple[tuple[int, ...], ...]:
        rows = (self.around[i : i + 6] for i in range(0, len(self.around), 6))
        return tuple(tuple(other for other in row if other >= 0) for row in rows)

    @faces.default
    def _faces(self) -> Mapping[tuple[int, int], int]:
        return {(i // 6, other): i for i, other in enumerate(self.around) if other >= 0}

    def __len__(self) -> int:
        return len(self.hexes)

    def at(self, number: str) -> int:
        """The hex of a printed number. Raises BadCommand for a number that is not on the board."""
        found = self.index.get(number)
        if found is None:
            raise BadCommand(f"no hex {number[:20]} on this map")
        return found

    def id(self, hex_: int) -> str:
        """The printed number of a hex."""
        return self.hexes[hex_].id

    def label(self, hex_: int) -> str:
        """The printed number with the place name, as the log shows it."""
        here = self.hexes[hex_]
        return f"{here.id} {here.place}" if here.place else here.id

    def neighbors(self, hex_: int) -> tuple[int, ...]:
        """The hexes beside this one, clockwise from the north."""
        return self.beside[hex_]

    def direction(self, start: int, end: int) -> int | None:
        """The hexside of `start` that faces the adjacent hex `end`, or None."""
        face = self.faces.get((start, end))
        return None if face is None else face % 6

    def side(self, start: int, end: int) -> frozenset[str]:
        """Features of the hexside between two adjacent hexes (empty where they do not touch)."""
        face = self.faces.get((start, end))
        return frozenset() if face is None else self.sides[face]

    def adjacent(self, a: int, b: int) -> bool:
        """True for two different hexes that share a hexside."""
        return self.distance(a, b) == 1

    def distance(self, a: int, b: int) -> int:
        """Hexes from one to the other, terrain ignored."""
        return geometry.distance(self.xy[a], self.xy[b])

    def within(self, hex_: int, radius: int) -> Iterator[int]:
        """Every hex at most `radius` away, this one included, in board order."""
        here = self.xy[hex_]
        for other, point in enumerate(self.xy):
            if geometry.distance(here, point) <= radius:
                yield other


def build(
    grid: Iterable[tuple[Hex, Point]],
    features: Mapping[tuple[str, str], Iterable[str]],
    aliases: Mapping[str, str] | None = None,
    marks: Mapping[str, Iterable[str]] | None = None,
) -> Board:
    """A board from hexes with their doubled coordinates and features between named hexes.

    `aliases` are further numbers of hexes where sheets overlap; every number may be used for a
    hex. Raises ValueError for a number or a point used twice, an alias of no hex, or a feature
    between hexes that do not touch.
    """
    cells = list(grid)
    index: dict[str, int] = {}
    where: dict[Point, int] = {}
    for i, (cell, point) in enumerate(cells):
        if cell.id in index or point in where:
            raise ValueError(f"hex {cell.id} stands twice on the map")
        index[cell.id] = i
        where[point] = i
    for alias, id_ in (aliases or {}).items():
        if alias in index or id_ not in index:
            raise ValueError(f"{alias} cannot be another number of {id_}")
        index[alias] = index[id_]
    around = [
        where.get((x + dx, y + dy), NOWHERE)
        for _, (x, y) in cells
        for dx, dy in geometry.STEPS
    ]
    return Board(
        tuple(cell for cell, _ in cells),
        tuple(point for _, point in cells),
        index,
        tuple(around),
        _sides(index, around, features),
        {word: frozenset(index[id_] for id_ in ids) for word, ids in (marks or {}).items()},
    )


def _sides(
    index: Mapping[str, int], around: list[int], features: Mapping[tuple[str, str], Iterable[str]]
) -> tuple[frozenset[str], ...]:
    """The features of every hexside, from both of its hexes; equal ones are one object."""
    plain: frozenset[str] = frozenset()
    kinds: dict[frozenset[str], frozenset[str]] = {plain: plain}
    sides = [plain] * len(around)
    for (a, b), words in features.items():
        if a not in index or b not in index:
            raise ValueError(f"hexside {a}-{b}: no such hex")
        i, j = index[a], index[b]
        try:
            face = around.index(j, 6 * i, 6 * i + 6)
        except ValueError:
            raise ValueError(f"hexside {a}-{b}: the two hexes do not touch") from None
        both = sides[face].union(words)
        both = kinds.setdefault(both, both)
        sides[face] = both
        sides[6 * j + geometry.opposite(face - 6 * i)] = both
    return tuple(sides)
