"""The boards of the games as plain text and as pictures, for `rasputitsa show GAME`."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence

from engine.catalog import boards, gazetteer
from engine.core.board import NOWHERE, Board
from engine.core.hexes import DIRECTIONS
from tui.map.glyphs import ASCII, WORDS
from tui.map.overview import Overview
from tui.map.view import MapView
from tui.map.zooms import ZOOMS, Zoom
from tui.problem import Problem
from tui.text import bold, say, width

ATTRIBUTION = "Contains place data from GeoNames (geonames.org), CC BY 4.0."
LEGEND = (
    "- minor road or track   = main road   + railroad   / \\ _ river   ~ great river or water   "
    + "   ".join(f"{sign} {word}" for sign, word in WORDS.items()) + "   o place"
)  # fmt: skip
OVERVIEW = (
    "~ great river or water   # great city   o city   + double-track railroad   w woods   "
    "W heavy woods   ^ hills   M mountains   : marsh   ; swamp"
)
MARGIN = 7
"""Columns at the left edge, for the numbers of the first hexes."""
PART = (40, 22)
"""Columns of hexes and rows of a part around a hex."""


def is_board(name: str) -> bool:
    """True for the name of a board."""
    return name.lower().replace("-", "_") in boards.boards()


def show(args: Namespace) -> int:
    """Print a board, a sheet of it, or the part around a hex or place; or draw it as a picture."""
    layout = boards.layout(args.scenario)
    board = boards.join(layout)
    hexes, title = _chosen(args, layout, board)
    if args.svg:
        return _picture(board, hexes, title, args.svg, layout.countries)
    if args.hex:
        print("\n".join(words(board, place(board, args.hex), layout.countries)))
        return 0
    print(bold(title))
    if args.zoom == "overview":
        view = Overview(board, width(), 44)
        for line in view.lines(MapView(board), ASCII):
            print("".join(text for text, _ in line).rstrip())
        say(OVERVIEW)
    else:
        zoom = next(z for z in ZOOMS if z.name == args.zoom)
        for text in drawn(board, hexes, zoom):
            print(text)
        say(LEGEND)
    say(ATTRIBUTION)
    return 0


def _chosen(
    args: Namespace, layout: boards.Layout, board: Board
) -> tuple[Sequence[int], str]:
    """The hexes to show and what they are called."""
    if args.sheet:
        sheet = layout.sheet(args.sheet) or layout.sheet(args.sheet.upper())
        if sheet is None:
            known = ", ".join(s.letters for s in layout.sheets)
            raise Problem(f"no sheet {args.sheet} in {layout.title}; there is {known}")
        return [board.index[id_] for id_ in sheet.hexes], f"{layout.title}, map {sheet.letters}"
    if args.at:
        middle = place(board, args.at)
        return around(board, middle, *PART), f"{layout.title}, about {board.label(middle)}"
    return range(len(board)), layout.title


def place(board: Board, text: str) -> int:
    """The hex of a number or name. Raises a Problem that tells what is like it."""
    found = gazetteer.find(board, text)
    if not found:
        raise Problem(f"no hex and no place '{text}' on this board")
    return found[0]


def around(board: Board, middle: int, columns: int, rows: int) -> list[int]:
    """The hexes of a window with one in its middle."""
    x, y = board.xy[middle]
    return [
        hex_ for hex_, (a, b) in enumerate(board.xy)
        if abs(a - x) <= columns // 2 and abs(b - y) <= rows
    ]  # fmt: skip


def drawn(board: Board, hexes: Sequence[int], zoom: Zoom) -> Iterator[str]:
    """Hexes in a zoom of the screen, with their numbers along the top and the left edge."""
    view = MapView(board)
    left = min(board.xy[h][0] for h in hexes)
    top = min(board.xy[h][1] for h in hexes)
    top -= (top - left) & 1  # keep the columns as they lie on the board
    rows: dict[int, dict[int, str]] = {}
    heads: dict[int, str] = {}
    for hex_ in hexes:
        x, y = board.xy[hex_]
        column, line = zoom.corner((x - left, y - top))
        if zoom.height == 1:
            line = (y - top - (x - left & 1)) // 2
        for below, runs in enumerate(zoom.tile(view, hex_, ASCII)):
            text = "".join(text for text, _ in runs)
            rows.setdefault(line + below, {})[MARGIN + column] = text
        if zoom.width > 2 or (x - left) % 2 == 0:
            heads.setdefault(MARGIN + column, _column(board.id(hex_)))
        if x == left:
            rows[line][0] = board.id(hex_)[: MARGIN - 1]
    yield _join({at: text.rjust(2) for at, text in heads.items()})
    for line in range(min(rows), max(rows) + 1):
        yield _join(rows.get(line, {}))


def _column(number: str) -> str:
    """The column of a printed number."""
    plain = number.rpartition(":")[2].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return plain.partition(".")[0] if "." in plain else plain[:2]


def _join(cells: dict[int, str]) -> str:
    text = ""
    for column in sorted(cells):
        text = text.ljust(column) + cells[column]
    return text.rstrip()


def words(board: Board, hex_: int, countries: Iterable[str] = ()) -> list[str]:
    """One hex in words: its names, land, what rules say of it, and its hexsides."""
    cell = board.hexes[hex_]
    others = sorted(id_ for id_, at in board.index.items() if at == hex_ and id_ != cell.id)
    head = board.label(hex_)
    if cell.modern:
        head += f" (now {cell.modern})"
    if others:
        head += f", also {', '.join(others)}"
    lines = [head, f"  terrain: {', '.join(sorted(cell.terrain))} ({cell.source})"]
    said = sorted(word for word, held in board.marks.items() if hex_ in held)
    for head, some in (
        ("in", [name.title() for name in said if name in countries]),
        ("marked:", [word.replace("-", " ") for word in said if word not in countries]),
    ):
        if some:
            lines.append(f"  {head} {', '.join(some)}")
    for direction, name in enumerate(DIRECTIONS):
        other = board.around[6 * hex_ + direction]
        if other != NOWHERE:
            lines.append(f"  {name:<2} {board.label(other)}: {side_words(board, hex_, direction)}")
    return lines


def side_words(board: Board, hex_: int, direction: int) -> str:
    """The features of a hexside in words."""
    features = board.sides[6 * hex_ + direction]
    return ", ".join(sorted(_feature(word) for word in features)) or "plain"


def _feature(word: str) -> str:
    names = {
        "road.main": "main road", "road.minor": "minor road", "rail": "railroad",
        "rail.double": "double track", "volga": "Volga-class river",
    }  # fmt: skip
    return names.get(word, word.replace("_", " ").replace(".", " "))


def _picture(
    board: Board, hexes: Sequence[int], title: str, path: str, countries: Iterable[str]
) -> int:
    """Write an SVG file; "-" is standard output."""
    from tui.svg import picture

    text = picture(board, hexes, title, _notes(), countries)
    if path == "-":
        sys.stdout.write(text)
    else:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return 0


def _notes() -> Iterable[str]:
    yield "Drawn from an atlas of the real country; unofficial, not the printed map."
    yield ATTRIBUTION
