"""A scenario's map and units as plain text, for `rasputitsa show`: no terminal needed.

The map is the screen's normal zoom in ASCII, with the columns and rows of the printed hex
numbers along its edges.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from engine.core.board import NOWHERE
from engine.core.hexes import DIRECTIONS
from tui.map.glyphs import ASCII
from tui.map.view import Force, HexLook, MapView
from tui.map.zooms import NORMAL

MARGIN = 3
"""Columns at the left edge, for the row numbers."""

def board(world: Any, state: Any) -> str:
    """The whole map; a stack shows how many units it has."""
    stacks: dict[int, list[str]] = {}
    for unit in state.units.values():
        if unit.on_map:
            stacks.setdefault(unit.hex, []).append(unit.id)
    looks = {
        hex_: HexLook(force=Force(world.counters[ids[0]].side, str(len(ids))))
        for hex_, ids in stacks.items()
    }
    view = MapView(world.board, looks, getattr(state, "bridges", frozenset()))
    points = world.board.xy
    left, top = min(x for x, _ in points), min(y for _, y in points)
    rows: dict[int, dict[int, str]] = {-1: {}}
    for hex_, (x, y) in enumerate(points):
        column, line = NORMAL.corner((x - left, y - top))
        number = world.board.id(hex_)
        for below, runs in enumerate(NORMAL.tile(view, hex_, ASCII)):
            rows.setdefault(line + below, {})[MARGIN + column] = "".join(text for text, _ in runs)
        sheet, dot, _ = number.partition(".")
        rows[-1][MARGIN + column + 1] = sheet[-2:] if dot else number[-4:-2]
        if x == left:
            rows[line][0] = number[-2:]
    return "\n".join(_join(rows[line]) for line in sorted(rows))


def places(world: Any) -> str:
    """Every named place with its hex and its stars."""
    named = [cell for cell in world.board.hexes if cell.place]
    named.sort(key=lambda cell: cell.place)
    return ", ".join(f"{cell.place}{'*' * cell.stars} {cell.id}" for cell in named)


def _join(cells: dict[int, str]) -> str:
    text = ""
    for column in sorted(cells):
        text = text.ljust(column) + cells[column]
    return text.rstrip()


def hex_words(world: Any, state: Any, hex_: int) -> str:
    """One hex in words: land, hexsides, who holds it, units."""
    cell = world.board.hexes[hex_]
    lines = [world.board.label(hex_) + (f", {cell.stars} stars" if cell.stars else "")]
    lines.append(f"  terrain: {', '.join(sorted(cell.terrain))} ({cell.source})")
    control = state.control.get(hex_)
    if control:
        lines.append(f"  controlled by: {control.capitalize()}")
    for direction, name in enumerate(DIRECTIONS):
        other = world.board.around[6 * hex_ + direction]
        features = world.board.sides[6 * hex_ + direction]
        if other != NOWHERE:
            told = ", ".join(sorted(word.replace(".", " ") for word in features)) or "plain"
            lines.append(f"  {name:<2} {world.board.label(other)}: {told}")
    lines += [f"  {line}" for line in own(world).stack(world, state, hex_)]
    return "\n".join(lines)


def own(world: Any) -> Any:
    """The module with the words of the world's series: LEGEND, turns, stack, roster."""
    return import_module(f"tui.{world.series}.plain")


def turns(world: Any) -> str:
    """The turns of a scenario, as "1-10"."""
    words: str = own(world).turns(world)
    return words


def legend(world: Any) -> str:
    """What the signs of the map mean."""
    words: str = own(world).LEGEND
    return words


def roster(world: Any, state: Any) -> Iterator[str]:
    """Every unit of the scenario, a line each."""
    lines: Iterator[str] = own(world).roster(world, state)
    return lines
