"""The overview: a whole campaign board in one screen, many hexes to a character."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.board import Board
from engine.core.hexes import Point
from tui.map.glyphs import LETTER, Glyphs, cover
from tui.map.tile import Run
from tui.map.view import MapView

GREAT = frozenset({"major_river", "volga"})
WATER = frozenset({"sea", "shallow_sea", "lake"})
ASPECT = 2.0
"""How much higher than wide a character is."""
COLUMN = 0.866
"""Width of a column of hexes against their height."""


class Overview:
    """A board scaled to so many characters."""

    def __init__(self, board: Board, width: int, height: int) -> None:
        xs, ys = [x for x, _ in board.xy], [y for _, y in board.xy]
        self._left, self._top = min(xs), min(ys)
        across = (max(xs) - self._left + 1) * COLUMN
        down = (max(ys) - self._top + 2) / 2
        self._scale = max(across / width, down / (height * ASPECT), COLUMN / 2)
        self.width = min(width, int(across / self._scale) + 1)
        self.height = min(height, int(down / (self._scale * ASPECT)) + 1)
        self._board = board
        self._blocks: dict[tuple[int, int], list[int]] = {}
        for hex_, point in enumerate(board.xy):
            self._blocks.setdefault(self.cell(point), []).append(hex_)

    def cell(self, point: Point) -> tuple[int, int]:
        """Column and line of the character in which a hex lies."""
        column = int((point[0] - self._left) * COLUMN / self._scale)
        line = int((point[1] - self._top) / 2 / (self._scale * ASPECT))
        return min(column, self.width - 1), min(line, self.height - 1)

    def hex_at(self, column: int, line: int) -> int | None:
        """A hex in the middle of a character, or None where there is no board."""
        block = self._blocks.get((column, line))
        return block[len(block) // 2] if block else None

    def lines(self, view: MapView, glyphs: Glyphs) -> list[tuple[Run, ...]]:
        """The picture, line by line, in runs of one look."""
        out = []
        for line in range(self.height):
            runs: list[Run] = []
            for column in range(self.width):
                char, look = self._sign(view, self._blocks.get((column, line), ()), glyphs)
                if runs and runs[-1][1] == look:
                    runs[-1] = (runs[-1][0] + char, look)
                else:
                    runs.append((char, look))
            out.append(tuple(runs))
        return out

    def _sign(self, view: MapView, hexes: Sequence[int], glyphs: Glyphs) -> Run:
        """What stands for some hexes: forces, then cities, great rivers, railroads, the land."""
        if not hexes:
            return " ", ""
        sides = [view.look(h).force for h in hexes]
        forces = [force.side for force in sides if force is not None]
        if forces:
            side = max(sorted(set(forces)), key=forces.count)
            return LETTER[side], side
        cells = [self._board.hexes[h] for h in hexes]
        if sum(bool(cell.terrain & WATER) for cell in cells) * 2 > len(cells):
            return "~", "river"
        if any("major_city" in cell.terrain for cell in cells):
            return "#", "city"
        if any(self._has(h, GREAT) for h in hexes):
            return "~", "river"
        if any("city" in cell.terrain or "minor_city" in cell.terrain for cell in cells):
            return "o", "place"
        if any(self._has(h, frozenset({"rail.double"})) for h in hexes):
            return glyphs.rail, "rail"
        return _land(cell.terrain for cell in cells) or (glyphs.dot, "land")

    def _has(self, hex_: int, words: frozenset[str]) -> bool:
        sides = self._board.sides[6 * hex_ : 6 * hex_ + 6]
        return any(not side.isdisjoint(words) for side in sides)


def _land(terrain: Iterable[frozenset[str]]) -> Run | None:
    """The cover of most of the hexes, or None for open land."""
    signs = [cover(words) for words in terrain]
    best = max(sorted(set(signs)), key=signs.count)
    if best[0] and signs.count(best) * 2 >= len(signs):
        return best[0][0], best[1]
    return None
