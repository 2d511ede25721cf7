"""Boards of several sheets: laid over each other as the rulebooks say (PB 2.22, PB 2.23, TFB 4.1).

A board file names its sheets in the order in which they are laid; a later one covers the
earlier where they overlap. A hex keeps the number of the uppermost sheet; its numbers on the
sheets below are further names of it. What crosses from sheet to sheet where they only touch
stands in the board file itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from attrs import evolve, field

from engine.catalog.faults import BadFiles, Fault
from engine.catalog.fields import Faults, Table
from engine.catalog.files import Document, read
from engine.catalog.finding import toml_files
from engine.catalog.maps import Pair, Placing, Sheet, placing, read_features, read_map
from engine.core.board import Board, build
from engine.core.errors import DataError
from engine.core.hexes import STEPS, Point
from engine.core.values import frozen
from engine.folders import SCENARIOS

_NUMBER = re.compile(r"(.*?)(\d+)\.(\d\d)")
"""Letters of a sheet, column and row."""


@frozen
class Layout:
    """A board file that was read: its sheets on one plane, in the order in which they are laid."""

    name: str
    title: str
    sheets: tuple[Sheet, ...]
    seams: Sheet
    """What crosses between hexes of two sheets; it holds no hexes of its own."""
    documents: tuple[Document, ...] = field(default=(), repr=False)

    def sheet(self, letters: str) -> Sheet | None:
        """The sheet with these letters, or None."""
        return next((s for s in self.sheets if s.letters == letters), None)

    @property
    def countries(self) -> frozenset[str]:
        """The marks that are countries and regions."""
        return frozenset(name for sheet in self.sheets for name in sheet.countries)


def boards() -> dict[str, Path]:
    """The board files that come with the program, by name."""
    return dict(_board_files())


def _board_files() -> Iterator[tuple[str, Path]]:
    for path in toml_files(SCENARIOS):
        with open(path, "rb", buffering=0) as file:
            head = file.read(600).partition(b"[")[0]
        line = next((row for row in head.splitlines() if row.startswith(b"board = ")), b"")
        if line:
            yield line[8:].strip().strip(b'"').decode(), Path(path)


def titles() -> dict[str, str]:
    """The titles of the boards, by name, without reading their sheets."""
    out = {}
    for name, path in boards().items():
        with open(path, encoding="utf-8") as file:
            line = next((row for row in file if row.startswith("title = ")), "")
        out[name] = line[8:].strip().strip('"') or name
    return out


def locate(name: str) -> Path:
    """The board file of a game. Raises DataError for a name that is none."""
    plain = name.lower().replace("-", "_").replace(" ", "_")
    for known, path in _board_files():
        if known == plain:
            return path
    raise DataError(name, f"no such board; there are {', '.join(boards())}")


def load(name: str) -> Board:
    """The board of a game. Raises DataError listing every fault of its files."""
    return join(layout(name))


def layout(name: str, area: Collection[str] | None = None) -> Layout:
    """The sheets of a game on one plane, or what they have of the hexes of an area.

    Raises DataError listing every fault of its files.
    """
    path = locate(name)
    faults = Faults()
    document = read(path)
    if isinstance(document, Fault):
        raise BadFiles([document])
    keep = None if area is None else _points(document, area)
    found = read_board(document, faults, keep=keep)
    if faults or found is None:
        raise BadFiles(faults.found)
    return found


def _points(document: Document, ids: Iterable[str]) -> frozenset[Point]:
    """Where hexes lie on the plane of a board file; numbers of no sheet of it are passed over."""
    sheets = {found.letters: found for found in _placings(document, "", (0, 0))}
    found = set()
    for id_ in ids:
        number = _NUMBER.fullmatch(id_)
        if number is not None and number[1] in sheets:
            found.add(sheets[number[1]].point(int(number[2]), int(number[3])))
    return frozenset(found)


def _placings(document: Document, prefix: str, shift: Point) -> Iterator[Placing]:
    """Where each sheet of a board file lies; its faults are told as it is read."""
    faults = Faults()
    root = Table(document, document.data, (), faults)
    for n, file in enumerate(root.texts("sheets")):
        sheet = _used(document, file, ("sheets", n), faults)
        head = Table(sheet, sheet.data, (), faults).table("map") if sheet is not None else None
        if head is not None:
            yield placing(head, prefix, shift)
    for row in root.tables("part"):
        other = _used(document, row.text("board"), (*row.key, "board"), faults)
        if other is not None:
            yield from _placings(other, row.text("prefix", ""), _shift(row))


def read_board(
    document: Document, faults: Faults, prefix: str = "", shift: Point = (0, 0),
    keep: Collection[Point] | None = None,
) -> Layout | None:
    """The layout of a board file; faults of its sheets are reported with their own files.

    Hexes at other points than those to `keep` are left out.
    """
    root = Table(document, document.data, (), faults)
    name, title = root.text("board"), root.text("title")
    series = root.text("series", among=("efs", "ocs")) or "efs"
    root.text("attribution", "")
    root.remarks()
    sheets: list[Sheet] = []
    used = [document]
    seams = Sheet(name, series=series, prefix=prefix, cut=keep is not None)
    for n, file in enumerate(root.texts("sheets")):
        other = _used(document, file, ("sheets", n), faults)
        if other is None or (keep is not None and _apart(other, prefix, shift, keep)):
            continue
        sheet = read_map(other, faults, prefix, shift, keep)
        if sheet is not None:
            sheets.append(sheet)
            used.append(other)
    for row in root.tables("part"):
        part = _part(row, document, faults, keep)
        if part is not None:
            sheets += part.sheets
            seams.features.update(part.seams.features)
            seams.side_sources.update(part.seams.side_sources)
            used += part.documents
    for sheet in sheets:
        seams.points.update(sheet.points)
        seams.hexes.update(sheet.hexes)
    read_features(root, seams)
    root.close()
    return Layout(name, title, tuple(sheets), seams, tuple(used)) if sheets or seams.cut else None


def _apart(document: Document, prefix: str, shift: Point, keep: Collection[Point]) -> bool:
    """True for a sheet that has no hex at the points to keep."""
    head = Table(document, document.data, (), Faults()).table("map")
    columns, rows = (head.numbers(key, 2) for key in ("columns", "rows")) if head else (None, None)
    if head is None or columns is None or rows is None:
        return False
    return not placing(head, prefix, shift).reaches(columns, rows, keep)


def _used(
    document: Document, file: str, key: tuple[str | int, ...], faults: Faults
) -> Document | None:
    found = read(document.path.parent / file)
    if isinstance(found, Fault):
        faults.add(document.fault(key, f"there is no file {file}") if found.line == 0 else found)
        return None
    return found


def _part(
    row: Table, document: Document, faults: Faults, keep: Collection[Point] | None
) -> Layout | None:
    """A board within a board: its sheets moved over the plane, its letters told apart."""
    file, prefix, shift = row.text("board"), row.text("prefix", ""), _shift(row)
    row.remarks()
    row.close()
    other = _used(document, file, (*row.key, "board"), faults)
    return read_board(other, faults, prefix, shift, keep) if other is not None else None


def _shift(row: Table) -> Point:
    across, down = row.numbers("shift", 2, 400, -400) or (0, 0)
    return across, down


def join(found: Layout) -> Board:
    """One board of all sheets: later sheets cover earlier ones, every number stays a name."""
    top: dict[Point, str] = {}
    over: dict[Point, int] = {}
    aliases: dict[str, str] = {}
    for level, sheet in enumerate(found.sheets):
        for id_ in sheet.hexes:
            top[sheet.points[id_]] = id_
            over[sheet.points[id_]] = level
    cells = []
    for level, sheet in enumerate(found.sheets):
        for id_, cell in sheet.hexes.items():
            x, y = point = sheet.points[id_]
            if over[point] != level:
                aliases[id_] = top[point]
                continue
            if any((x + dx, y + dy) not in top for dx, dy in STEPS):
                cell = evolve(cell, edge=True)
            cells.append((cell, point))
    return build(cells, _features(found, top, over), aliases, _marks(found.sheets, top, over))


def _features(
    found: Layout, top: dict[Point, str], over: dict[Point, int]
) -> dict[Pair, frozenset[str]]:
    """The features of each hexside from the uppermost sheet that shows both of its hexes."""
    where = found.seams.points
    out: dict[Pair, frozenset[str]] = {}
    for level, sheet in enumerate(found.sheets):
        for (a, b), words in sheet.features.items():
            at, beyond = where[a], where[b]
            if over[at] == level or over[beyond] == level or not _shown(
                found.sheets[level + 1 :], at, beyond
            ):
                out[top[at], top[beyond]] = words
    for (a, b), words in found.seams.features.items():
        out.setdefault((top[where[a]], top[where[b]]), words)
    return out


def _shown(sheets: Iterable[Sheet], a: Point, b: Point) -> bool:
    """True where one of these sheets shows both hexes."""
    return any(a in sheet.here and b in sheet.here for sheet in sheets)


def _marks(
    sheets: Iterable[Sheet], top: dict[Point, str], over: dict[Point, int]
) -> dict[str, set[str]]:
    """What is said of hexes on any sheet, whatever number it uses for them."""
    out: dict[str, set[str]] = {}
    for sheet in sheets:
        for word, ids in sheet.marks.items():
            here = (sheet.points[id_] for id_ in ids)
            out.setdefault(word, set()).update(top[point] for point in here if point in top)
    return out
