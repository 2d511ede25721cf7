"""Draw whole games: the drawing, its corrections, and the files of its sheets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.cartography import atlas, corrections
from engine.cartography.atlas import Atlas
from engine.cartography.drawing import Drawing, draw, registered
from engine.cartography.games import GAMES, KTR, TFB, TTW, Style
from engine.cartography.grid import COLUMN, centre
from engine.cartography.registration import Bend, SheetFrame
from engine.cartography.sheets import board_text, sheet_text
from engine.cartography.tracks import LINK
from engine.core.hexes import Point
from engine.folders import SCENARIOS

SEAM = (0, 68)
"""What is added to column and row of a hex of The Forgotten Battles for that of The Third Winter:
row 01 of its maps C and D is row 35 of maps A and B there, column on column (TFB 4.1). So the
Dnepr leaves the one at D7.01 (TFB 2.5b) and enters the other at B7.35, where the country has it."""

ROSTOV = SheetFrame("R", (26, 48), (18, 36), (18, 35), (78, 23), False, True)
"""The Rostov scenario sheet: this part of map R, with its numbers. Its extent is reconstructed
from the set-up of scenario 1 and from what a half sheet holds."""


def seam_bends(source: Atlas) -> list[Bend]:
    """Bends that make the two OCS games meet along their common row.

    Where they were laid on the country apart, one point of it has two places on the common row.
    Every fourth hex of The Forgotten Battles there is pulled over its fellow in The Third Winter.
    """
    _, north = registered(TFB, source)
    _, south = registered(TTW, source)
    out = []
    for column in range(1, 123, 4):
        hex_ = (column, 2 * 33 + (column & 1))  # row -33 of the plane: row 01 of C and D
        end = centre(hex_)
        there = (end[0] + SEAM[0] * COLUMN, end[1] + SEAM[1])
        start = north.corrected(south.lonlat(there))
        if all(abs(start[0] - bend.start[0]) > 2 for bend in north.bends if bend.start[1] < -28):
            out.append(Bend(f"seam at column {column}", start, end))
    return out


def seam_hexes(south: Drawing) -> dict[str, list[Point]]:
    """Where lines of The Third Winter cross the common row: there the others must go on."""
    out: dict[str, list[Point]] = {}
    for way in south.ways:
        kind = "rail" if way.kind == "rail" else "road"
        for a, b in zip(way.hexes, way.hexes[1:], strict=False):
            inner, outer = sorted((a, b), key=lambda hex_: -hex_[1])
            if way.id != LINK and _row(inner) == 35 and _row(outer) == 36:
                out[f"{kind}:{way.id}"] = [(inner[0] - SEAM[0], inner[1] + 2 * SEAM[1])]
    return out


def _row(hex_: Point) -> int:
    """The row of a hex of The Third Winter, counted from the south."""
    return -((hex_[1] - (hex_[0] & 1)) // 2)


def drawing(style: Style, folder: Path = SCENARIOS) -> Drawing:
    """The corrected drawing of a game."""
    return _drawing(style, folder)


@cache
def _drawing(style: Style, folder: Path) -> Drawing:
    source = atlas.read()
    if style is TFB:
        drawn = draw(style, source, seam_bends(source), seam_hexes(drawing(TTW, folder)))
    else:
        drawn = draw(style, source)
    return corrections.apply(drawn, folder / style.game / "sheets")


def files(style: Style, folder: Path = SCENARIOS) -> Iterator[tuple[Path, str]]:
    """Every file of a game's board with its text."""
    drawn = drawing(style, folder)
    home = folder / style.game
    for frame in drawn.grid.sheets:
        title = f"{style.title}, map {frame.name}"
        yield home / "sheets" / f"{frame.name.lower()}.toml", sheet_text(drawn, frame, title)
    if style is KTR:
        text = sheet_text(drawn, ROSTOV, "Rostov Redeemed")
        text = text.replace('id = "kiev-to-rostov-r"', 'id = "rostov"').replace(
            'prefix = "R"', 'prefix = ""'
        )
        yield home / "sheets" / "rostov.toml", text
    yield home / "board.toml", board_text(drawn)


__all__ = ["GAMES", "drawing", "files", "seam_bends", "seam_hexes"]
