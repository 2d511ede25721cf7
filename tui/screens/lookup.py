"""Finding hexes, places and units by a few typed letters."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from tui.desk.desk import Desk


def places(desk: Desk, text: str) -> Iterator[tuple[str, int]]:
    """(label, hex): the exact number first, then names and numbers that begin so, then contain."""
    want = text.strip().lower()
    if not want:
        return
    board = desk.world.board
    ranked = []
    for index, here in enumerate(board.hexes):
        names = (here.id.lower(), here.place.lower())
        if want in names:
            ranked.append((0, index))
        elif any(name.startswith(want) for name in names):
            ranked.append((1, index))
        elif any(want in name for name in names):
            ranked.append((2, index))
    for _, index in sorted(ranked):
        yield board.label(index), index


def units(desk: Desk, text: str) -> Iterator[tuple[str, int, str]]:
    """(name, hex or -1, where it is): an exact name first, then names that begin so, then contain.

    Units, then what else the series lets be found, such as air units.
    """
    want = text.strip().lower()
    if not want:
        return
    ranked = []
    for order, (name, hex_, where) in enumerate(_all(desk)):
        low = name.lower()
        if want not in low:
            continue
        rank = 0 if low == want else 1 if low.startswith(want) else 2
        ranked.append((rank, hex_ < 0, order, name, hex_, where))
    for _, _, _, name, hex_, where in sorted(ranked):
        yield name, hex_, where


def _all(desk: Desk) -> Iterator[tuple[str, int, str]]:
    for unit in desk.state.units.values():
        name = desk.world.name(unit.id)
        yield name, unit.hex if unit.on_map else -1, "is not on the map"
    more = getattr(import_module(desk.look.lists), "aircraft", None)
    if more is not None:
        yield from more(desk)
