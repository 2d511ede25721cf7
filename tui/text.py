"""Plain text for standard output: columns, paragraphs, and bold where a terminal shows it."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence


def width() -> int:
    """Columns to write for: the terminal's, at most 100; 80 where there is none."""
    return min(100, shutil.get_terminal_size((80, 24)).columns)


def bold(text: str) -> str:
    """The text in bold on a terminal that can, plain elsewhere or with NO_COLOR."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb"
    return text if plain or not sys.stdout.isatty() else f"\x1b[1m{text}\x1b[0m"


def say(text: str, first: str = "", rest: str = "") -> None:
    """Print a paragraph, wrapped, with the indents of its first line and of the rest."""
    print(textwrap.fill(text, width(), initial_indent=first, subsequent_indent=rest))


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows in columns; numbers stand right."""
    body = list(rows)
    text = [[str(cell) for cell in row] for row in body]
    widths = [max(map(len, column)) for column in zip(head, *text, strict=True)]
    right = [
        bool(body) and all(isinstance(row[i], int | float) for row in body)
        for i in range(len(head))
    ]
    print(bold(_line(head, widths, right)))
    for row in text:
        print(_line(row, widths, right))


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    parts = [
        cell.rjust(wide) if flush else cell.ljust(wide)
        for cell, wide, flush in zip(cells, widths, right, strict=True)
    ]
    return "  ".join(parts).rstrip()
