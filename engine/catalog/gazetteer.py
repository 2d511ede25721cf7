"""Find a hex of a board by what a player types: its number, or a place by either of its names.

Wartime and present spelling, with or without accents, a part of a name, or a name nearly right.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator

from engine.core.board import Board

_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "ß": "ss", "æ": "ae", "’": "",
                          "'": "", "`": "", "ʹ": "", "-": " ", ".": " "})  # fmt: skip
NEAR = 0.72
"""How alike a name must be to be taken for a slip of the finger."""
_RANK = ("major_city", "city", "minor_city", "town", "village", "point_of_interest")


def fold(text: str) -> str:
    """A name without accents, case and marks."""
    plain = unicodedata.normalize("NFKD", text)
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    return " ".join(plain.lower().translate(_LETTERS).split())


def names(place: str, modern: str) -> Iterator[str]:
    """Every way to call a place: wartime and present name, and what stands in brackets."""
    for name in (place, modern):
        if name:
            yield name
            parts = re.split(r"[()/]", name)
            yield from (part.strip() for part in parts if len(parts) > 1 and part.strip())


def find(board: Board, text: str, limit: int = 12) -> list[int]:
    """The hexes that a text may mean, the likeliest first: one hex for each place.

    A number is a hex and nothing else; a name finds exact hits, then beginnings, then parts, then
    names that are nearly so.
    """
    number = _number(board, text)
    if number is not None:
        return [number]
    wanted = fold(text)
    if not wanted:
        return []
    scored: list[tuple[tuple[float, int, int], int]] = []
    seen: set[str] = set()
    for hex_, cell in enumerate(board.hexes):
        if not cell.place:
            continue
        score = min(_score(wanted, fold(name)) for name in names(cell.place, cell.modern))
        if score < 9:
            weight = next((n for n, word in enumerate(_RANK) if word in cell.terrain), len(_RANK))
            scored.append(((score, weight, hex_), hex_))
    scored.sort()
    out = []
    for _, hex_ in scored:
        name = board.hexes[hex_].place
        if "major_city" in board.hexes[hex_].terrain or "minor_city" in board.hexes[hex_].terrain:
            if name in seen:
                continue
            seen.add(name)
        out.append(hex_)
    return out[:limit]


def _number(board: Board, text: str) -> int | None:
    """The hex of a number, whatever its case and blanks; leading zeros of a row may be missing."""
    key = re.sub(r"\s", "", text)
    for candidate in (key, key.upper()):
        if candidate in board.index:
            return board.index[candidate]
    match = re.fullmatch(r"([A-Za-z:]*?)(\d+)\.(\d)", key)
    if match:
        return board.index.get(f"{match[1].upper()}{match[2]}.0{match[3]}")
    return None


def _score(wanted: str, name: str) -> float:
    """How badly a name fits: 0 exactly, 1 from its start, 2 a word of it, then parts and slips."""
    if name == wanted:
        return 0.0
    if name.startswith(wanted):
        return 1.0
    if f" {wanted}" in name:
        return 2.0
    if len(wanted) > 2 and wanted in name:
        return 2.5
    alike = difflib.SequenceMatcher(None, wanted, name)
    if alike.real_quick_ratio() < NEAR or alike.quick_ratio() < NEAR:
        return 9.0
    ratio = alike.ratio()
    return 2.0 + 4 * (1 - ratio) if ratio >= NEAR else 9.0
