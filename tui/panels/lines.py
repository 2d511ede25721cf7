"""Lines of styled text, and fitting them to a width. No widget in it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

Run = tuple[str, str]
"""Text and the name of its look."""
Line = tuple[Run, ...]


def line(text: str, look: str = "") -> Line:
    """A line of one look."""
    return ((text, look),)


def length(runs: Line) -> int:
    """Characters in a line."""
    return sum(len(text) for text, _ in runs)


def cut(runs: Line, width: int) -> Line:
    """The line cut to a width; what is cut off ends in a tilde."""
    if length(runs) <= width:
        return runs
    out: list[Run] = []
    room = max(0, width - 1)
    for text, look in runs:
        if len(text) >= room:
            out.append((text[:room] + "~"[:width], look))
            break
        out.append((text, look))
        room -= len(text)
    return tuple(out)


def wrap(text: str, width: int, look: str = "", indent: str = "  ") -> list[Line]:
    """A paragraph as lines; all but the first are indented."""
    if text.isprintable() and len(text) <= max(8, width) and text == text.strip():
        return [line(text, look)]
    rows = textwrap.wrap(
        text, max(8, width), subsequent_indent=indent, break_on_hyphens=False
    ) or [""]  # fmt: skip
    return [line(row, look) for row in rows]


def spread(left: Line, right: Line, width: int) -> Line:
    """Two parts at the ends of a line; the right one is dropped where there is no room."""
    gap = width - length(left) - length(right)
    if gap < 1:
        return cut(left, width)
    return (*left, (" " * gap, ""), *right)


def noted(left: Line, note: str, width: int) -> list[Line]:
    """A line with a note at its end; a long note has a line of its own, so that both are read."""
    room = width - len(note) - 1
    if room < width // 3:
        return [cut(left, width), cut((("  ", ""), (note, "dim")), width)]
    return [spread(cut(left, room), ((note, "dim"),), width)]


def table(rows: Sequence[tuple[str, str]], width: int, look: str = "dim") -> list[Line]:
    """Two columns, the second wrapped under itself; a long name has a line of its own."""
    longest = width // 2
    first = max((len(a) for a, _ in rows if len(a) <= longest), default=0) + 2
    first = min(first, longest)
    out: list[Line] = []
    for name, text in rows:
        parts = textwrap.wrap(text, max(8, width - first))
        if len(name) > first - 2:
            out += wrap(name, width, look, "    ")
        else:
            out.append(((name.ljust(first), look), (parts[0] if parts else "", "")))
            parts = parts[1:]
        out += [((" " * first, ""), (part, "")) for part in parts]
    return out


def joined(parts: Iterable[Line], between: Run) -> Line:
    """Lines joined into one."""
    out: list[Run] = []
    for part in parts:
        if out:
            out.append(between)
        out += part
    return tuple(out)
