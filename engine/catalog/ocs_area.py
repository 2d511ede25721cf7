"""Hex numbers and rectangles of hexes, and the part of a board that a scenario uses."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator

from attrs import evolve

from engine.catalog.fields import Faults, Table
from engine.core.board import Board, build

_SPAN = re.compile(r"([A-Z])(\d+)\.(\d\d)(?:-([A-Z])(\d+)\.(\d\d))?")


def numbers(texts: Iterable[str]) -> Iterator[str]:
    """Hex numbers of a list of numbers and rectangles, as "B1.01-B17.17". Raises ValueError."""
    for text in texts:
        found = _SPAN.fullmatch(text)
        if found is None:
            raise ValueError(f"'{text}' is no hex nor a range of hexes")
        sheet, column, row, sheet2, column2, row2 = found.groups()
        if sheet2 is None:
            yield text
            continue
        if sheet2 != sheet or int(column2) < int(column) or int(row2) < int(row):
            raise ValueError(f"'{text}' should run up one sheet")
        for c in range(int(column), int(column2) + 1):
            for r in range(int(row), int(row2) + 1):
                yield f"{sheet}{c}.{r:02d}"


def part(board: Board, ids: Iterable[str]) -> Board:
    """The board of some hexes of another, under one number each; where hexes are left out, it ends.

    Raises BadCommand for a number that is not on the whole board.
    """
    keep = sorted({board.at(i) for i in ids})
    if len(keep) == len(board) == len(board.index):
        return board
    kept = set(keep)
    cells = [
        (evolve(board.hexes[h], edge=board.hexes[h].edge or not kept.issuperset(board.beside[h])),
         board.xy[h])
        for h in keep
    ]
    features = {
        (board.id(a), board.id(b)): board.side(a, b)
        for a in keep for b in board.beside[a] if a < b and b in kept and board.side(a, b)
    }
    marks = {w: [board.id(h) for h in hs if h in kept] for w, hs in board.marks.items()}
    return build(cells, features, marks=marks)


def area_of(root: Table) -> frozenset[str] | None:
    """The numbers of the hexes that a scenario plays on, or None for its whole board.

    What is wrong with them is told where the area is read.
    """
    area = Table(root.document, root.data, root.key, Faults()).table("area", required=False)
    if area is None:
        return None
    with contextlib.suppress(ValueError):
        return frozenset(numbers(area.texts("parts"))) or None
    return None
