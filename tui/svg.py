"""A board as a picture with hexes, for `rasputitsa show GAME --svg`: plain SVG, good to print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import sqrt

from engine.core.board import NOWHERE, Board

ROW = 30.0
"""Height of a hex; everything else follows."""
RADIUS = ROW / sqrt(3)
COLUMN = 1.5 * RADIUS
MARGIN = 18.0

GROUND = (
    ("sea", "#a9cfe6"), ("shallow_sea", "#c4dfe9"), ("lake", "#b5d9ee"), ("alpine", "#bfa58a"),
    ("mountain", "#cdb393"), ("swamp", "#c3dbd0"), ("marsh", "#dbe7d3"), ("hill", "#e9d5a3"),
    ("hills", "#e9d5a3"), ("heavy_woods", "#b3cf95"), ("woods", "#cfe2b1"),
    ("light_woods", "#cfe2b1"),
)  # fmt: skip
CLEAR = "#f7f2df"
PATTERNS = (
    ("swamp", "swamp"), ("marsh", "marsh"), ("mountain", "mountain"), ("hill", "hill"),
    ("hills", "hill"), ("heavy_woods", "heavy"), ("woods", "woods"), ("light_woods", "woods"),
)  # fmt: skip
RIVERS = (("volga", 6.5), ("major_river", 4.6), ("minor_river", 2.0), ("river", 2.0),
          ("canal", 2.0))  # fmt: skip
MAIN = ("road.motorway", "road.main", "road")
MINOR = ("road.minor", "track", "trail")
WATER = ("sea", "shallow_sea", "lake")
BORDER = "#8a4f9e"
CITIES = ("major_city", "city", "minor_city")
_SMALL = 'font-family="sans-serif" text-anchor="middle"'

DEFS = """<defs>
<pattern id="woods" width="9" height="9" patternUnits="userSpaceOnUse">
<path d="M4.5 1.5 L7 6.5 H2 Z" fill="#5d8a3c" opacity="0.75"/></pattern>
<pattern id="heavy" width="6" height="6" patternUnits="userSpaceOnUse">
<path d="M3 0.5 L5.2 5 H0.8 Z" fill="#3f6e2a" opacity="0.85"/></pattern>
<pattern id="marsh" width="10" height="8" patternUnits="userSpaceOnUse">
<path d="M1 3 H6 M5 7 H9" stroke="#4d8aa3" stroke-width="0.8"/></pattern>
<pattern id="swamp" width="7" height="5" patternUnits="userSpaceOnUse">
<path d="M0.5 1.5 H4.5 M3 4 H6.5" stroke="#2f7089" stroke-width="0.9"/></pattern>
<pattern id="hill" width="11" height="9" patternUnits="userSpaceOnUse">
<path d="M1 6 Q4 1 7 6" fill="none" stroke="#a5813f" stroke-width="0.9"/></pattern>
<pattern id="mountain" width="10" height="9" patternUnits="userSpaceOnUse">
<path d="M1 7.5 L5 1 L9 7.5" fill="none" stroke="#7a5c3a" stroke-width="1"/></pattern>
</defs>"""


def picture(
    board: Board, hexes: Sequence[int], title: str, notes: Iterable[str],
    countries: Iterable[str] = (),
) -> str:  # fmt: skip
    """The SVG text of these hexes of a board, with a legend and the notes below.

    Borders run between hexes that are not in the same `countries` (marks of the board).
    """
    return "\n".join(_Picture(board, hexes, countries).lines(title, tuple(notes))) + "\n"


class _Picture:
    def __init__(self, board: Board, hexes: Sequence[int], countries: Iterable[str]) -> None:
        self.board = board
        self.inside = [board.marks[name] for name in sorted(countries)]
        self.hexes = hexes
        self.shown = set(hexes)
        self.left = min(board.xy[h][0] for h in hexes)
        self.top = min(board.xy[h][1] for h in hexes)
        self.width = (max(board.xy[h][0] for h in hexes) - self.left) * COLUMN + 2 * RADIUS
        self.height = (max(board.xy[h][1] for h in hexes) - self.top) * ROW / 2 + ROW

    def middle(self, hex_: int) -> tuple[float, float]:
        x, y = self.board.xy[hex_]
        return (
            MARGIN + RADIUS + (x - self.left) * COLUMN,
            MARGIN + 24 + ROW / 2 + (y - self.top) * ROW / 2,
        )

    def corner(self, hex_: int, n: int) -> tuple[float, float]:
        """Corner n, clockwise from the upper right."""
        x, y = self.middle(hex_)
        dx = (0.5, 1, 0.5, -0.5, -1, -0.5)[n] * RADIUS
        dy = (-0.5, 0, 0.5, 0.5, 0, -0.5)[n] * ROW
        return x + dx, y + dy

    def face(self, hex_: int, direction: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """The two ends of a hexside; direction 0 is the upper one."""
        return self.corner(hex_, (direction + 5) % 6), self.corner(hex_, direction)

    def lines(self, title: str, notes: tuple[str, ...]) -> Iterator[str]:
        """The whole picture."""
        width = max(self.width + 2 * MARGIN, 460)
        height = self.height + 2 * MARGIN + 24 + 46 + 11 * len(notes)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}">'
        )
        yield DEFS
        yield '<rect width="100%" height="100%" fill="#ffffff"/>'
        yield (
            f'<text x="{MARGIN}" y="{MARGIN + 8}" font-family="sans-serif" font-size="15" '
            f'font-weight="bold">{escape(title)}</text>'
        )
        yield from self._ground()
        yield from self._water_sides()
        yield from self._borders()
        yield from self._rivers()
        yield from self._ways()
        yield from self._places()
        yield from self._numbers()
        yield from self._legend(self.height + MARGIN + 24 + 14, notes)
        yield "</svg>"

    def _outline(self, hex_: int) -> str:
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in (self.corner(hex_, n) for n in range(6)))

    def _ground(self) -> Iterator[str]:
        yield '<g stroke="#b9b29a" stroke-width="0.5">'
        for hex_ in self.hexes:
            terrain = self.board.hexes[hex_].terrain
            fill = next((colour for word, colour in GROUND if word in terrain), CLEAR)
            yield f'<polygon points="{self._outline(hex_)}" fill="{fill}"/>'
        yield "</g>"
        for hex_ in self.hexes:
            terrain = self.board.hexes[hex_].terrain
            for word, name in PATTERNS:
                if word in terrain:
                    yield f'<polygon points="{self._outline(hex_)}" fill="url(#{name})"/>'

    def _faces(self, words: Sequence[str]) -> Iterator[tuple[int, int]]:
        for hex_ in self.hexes:
            for direction in (0, 1, 2):
                other = self.board.around[6 * hex_ + direction]
                side = self.board.sides[6 * hex_ + direction]
                if other != NOWHERE and other in self.shown and not side.isdisjoint(words):
                    yield hex_, direction
            for direction in (3, 4, 5):  # those of neighbours that are not shown
                other = self.board.around[6 * hex_ + direction]
                side = self.board.sides[6 * hex_ + direction]
                if other != NOWHERE and other not in self.shown and not side.isdisjoint(words):
                    yield hex_, direction

    def _stroke(self, faces: Iterable[tuple[int, int]], colour: str, width: float) -> str:
        path = []
        for hex_, direction in faces:
            (ax, ay), (bx, by) = self.face(hex_, direction)
            path.append(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}")
        if not path:
            return ""
        return (
            f'<path d="{"".join(path)}" stroke="{colour}" stroke-width="{width}" fill="none" '
            'stroke-linecap="round"/>'
        )

    def _water_sides(self) -> Iterator[str]:
        yield self._stroke(self._faces(("sea", "lake")), "#7fb4d6", 5.5)

    def _borders(self) -> Iterator[str]:
        home = {
            hex_: [n for n, held in enumerate(self.inside) if hex_ in held] for hex_ in self.hexes
            if self.board.hexes[hex_].terrain.isdisjoint(WATER)
        }  # fmt: skip
        path = []
        for hex_, mine in home.items():
            for direction in (0, 1, 2):
                other = self.board.around[6 * hex_ + direction]
                if home.get(other, mine) != mine:
                    (ax, ay), (bx, by) = self.face(hex_, direction)
                    path.append(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}")
        if path:
            yield (
                f'<path d="{"".join(path)}" stroke="{BORDER}" stroke-width="5" fill="none" '
                'opacity="0.35" stroke-linecap="round"/>'
            )

    def _rivers(self) -> Iterator[str]:
        greater: set[tuple[int, int]] = set()
        for word, width in RIVERS:
            faces = [face for face in self._faces((word,)) if face not in greater]
            greater.update(faces)
            yield self._stroke(faces, "#2f78b7" if width > 3 else "#4a90c8", width)

    def _links(self, words: Sequence[str], without: Sequence[str] = ()) -> str:
        path = []
        for hex_ in self.hexes:
            for direction in range(6):
                other = self.board.around[6 * hex_ + direction]
                side = self.board.sides[6 * hex_ + direction]
                if other == NOWHERE or side.isdisjoint(words) or not side.isdisjoint(without):
                    continue
                x, y = self.middle(hex_)
                (ax, ay), (bx, by) = self.face(hex_, direction)
                path.append(f"M{x:.1f} {y:.1f}L{(ax + bx) / 2:.1f} {(ay + by) / 2:.1f}")
        return "".join(path)

    def _ways(self) -> Iterator[str]:
        minor = self._links(MINOR, MAIN)
        main = self._links(MAIN)
        rail = self._links(("rail",))
        double = self._links(("rail.double",))
        yield f'<path d="{minor}" stroke="#a0763c" stroke-width="1.1" fill="none"/>'
        yield (
            f'<path d="{main}" stroke="#c2452d" stroke-width="2.2" fill="none" '
            'stroke-linecap="round"/>'
        )
        yield f'<path d="{rail}" stroke="#222" stroke-width="1.2" fill="none"/>'
        yield (
            f'<path d="{rail}" stroke="#222" stroke-width="4" fill="none" '
            'stroke-dasharray="0.9 4.2"/>'
        )
        yield f'<path d="{double}" stroke="#222" stroke-width="2.1" fill="none"/>'

    def _places(self) -> Iterator[str]:
        for hex_ in self.hexes:
            here = self.board.hexes[hex_]
            if not here.place:
                continue
            x, y = self.middle(hex_)
            city = next((word for word in CITIES if word in here.terrain), "")
            if city:
                size = 9.0 if city == "major_city" else 6.5
                yield (
                    f'<rect x="{x - size:.1f}" y="{y - size + 1:.1f}" width="{2 * size}" '
                    f'height="{2 * size - 2}" fill="#9a3b2e" fill-opacity="0.55" stroke="#5b1f17" '
                    'stroke-width="0.8"/>'
                )
            else:
                yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.2" fill="#fff" stroke="#333"/>'
        named: set[str] = set()
        for hex_ in self.hexes:
            here = self.board.hexes[hex_]
            if not here.place or (here.place in named and "major_city" in here.terrain):
                continue
            named.add(here.place)
            x, y = self.middle(hex_)
            big = any(word in here.terrain for word in CITIES)
            size = 7.5 if "major_city" in here.terrain else 6.4 if big else 5.2
            weight = ' font-weight="bold"' if big else ""
            text = escape(here.place + "*" * here.stars)
            yield (
                f'<text x="{x:.1f}" y="{y + 12.6:.1f}" font-size="{size}" {_SMALL}{weight} '
                f'stroke="#fffdf3" stroke-width="1.6" paint-order="stroke">{text}</text>'
            )

    def _numbers(self) -> Iterator[str]:
        yield f'<g font-size="4.2" fill="#77705a" {_SMALL}>'
        for hex_ in self.hexes:
            x, y = self.middle(hex_)
            yield f'<text x="{x:.1f}" y="{y - 10.4:.1f}">{self.board.id(hex_)}</text>'
        yield "</g>"

    def _legend(self, y: float, notes: tuple[str, ...]) -> Iterator[str]:
        x = MARGIN
        words = {word for h in self.hexes for word in self.board.hexes[h].terrain}
        for word, colour in GROUND:
            if word not in words:
                continue
            name = next((n for w, n in PATTERNS if w == word), "")
            yield f'<rect x="{x}" y="{y}" width="16" height="11" fill="{colour}" stroke="#999"/>'
            if name:
                yield f'<rect x="{x}" y="{y}" width="16" height="11" fill="url(#{name})"/>'
            text = word.replace("_", " ")
            yield _word(x + 19, y + 9, text)
            x += 26 + 4.6 * len(text)
        border = [("border", BORDER, 3.0)] if self.inside else []
        for text, colour, width in (
            *border, ("main road", "#c2452d", 2.2), ("minor road", "#a0763c", 1.1),
            ("railroad (thick: double)", "#222", 1.6), ("river", "#4a90c8", 2.0),
            ("great river", "#2f78b7", 5.0),
        ):  # fmt: skip
            yield (
                f'<path d="M{x} {y + 6}H{x + 16}" stroke="{colour}" stroke-width="{width}"/>'
                + _word(x + 19, y + 9, text)
            )
            x += 26 + 4.6 * len(text)
        for n, note in enumerate(notes):
            yield _word(MARGIN, y + 26 + 11 * n, note)


def _word(x: float, y: float, text: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="8" font-family="sans-serif">{escape(text)}'
        "</text>"
    )
