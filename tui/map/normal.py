"""Normal zoom: a hex in 5 columns by 2 lines. Land above, forces below, sides at the left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.core.board import Hex
from tui.map.glyphs import (
    NE,
    NW,
    SE,
    SW,
    Glyphs,
    N,
    S,
    cover,
    edge,
    force_text,
    road,
    road_look,
    water,
)
from tui.map.tile import Lines, Tile
from tui.map.view import BARE, MapView

WIDTH, HEIGHT = 5, 2
_MIDDLE = 2


def tile(view: MapView, hex_: int, glyphs: Glyphs) -> Lines:
    """The cells of one hex."""
    board = view.board
    here = board.hexes[hex_]
    sides = board.sides[6 * hex_ : 6 * hex_ + 6]
    look = view.look(hex_)
    if look is BARE and not (here.place or here.stars or view.bridges):
        return _bare(here.terrain, sides, glyphs)
    block = Tile(WIDTH, HEIGHT)
    _roads(block, sides, glyphs)
    _land(block, here, glyphs)
    _west(block, sides, glyphs, [_bridge(view, hex_, way) for way in (NW, SW)])
    force = look.force
    if force is not None:
        text = force_text(force.side, force.text, force.mark, look.picked, WIDTH - 1)
        name = "picked" if look.picked else force.side + (".ready" if force.ready else "")
        block.put(1, 1, text, name)
        if force.mark:
            block.put(len(text), 1, force.mark, "mark")
    if look.fort:
        block.put(WIDTH - 1, 0, "#", "fort")
    if look.mark:
        block.put(1, 0, look.mark, "mark")
    _south(block, sides[S], glyphs, _bridge(view, hex_, S))
    if look.trail and force is None:
        block.put(_MIDDLE, 0, "o", "trail")
    if look.label is not None:
        row = 0 if force is not None else 1
        start = WIDTH - len(look.label.text)
        if start > 1 and block.chars[row][start - 1].isalnum():
            block.put(start - 1, row, " ", "")  # apart from the name of a place
        block.put(start, row, look.label.text, look.label.look)
    return block.lines()


@cache  # half of the hexes of a board look like another one
def _bare(terrain: frozenset[str], sides: tuple[frozenset[str], ...], glyphs: Glyphs) -> Lines:
    """A hex with nothing in it but its land and what runs along and over its sides."""
    block = Tile(WIDTH, HEIGHT)
    _roads(block, sides, glyphs)
    _cover(block, terrain, glyphs)
    _west(block, sides, glyphs, (False, False))
    _south(block, sides[S], glyphs, False)
    return block.lines()


def _bridge(view: MapView, hex_: int, direction: int) -> bool:
    other = view.board.around[6 * hex_ + direction]
    return (min(hex_, other), max(hex_, other)) in view.bridges


def _roads(block: Tile, sides: tuple[frozenset[str], ...], glyphs: Glyphs) -> None:
    """Each road runs from its hexside to the middle of the hex."""
    for direction, row, start, stop in (
        (NW, 0, 1, 3), (NE, 0, 3, 5), (SW, 1, 1, 3), (SE, 1, 3, 5),
    ):  # fmt: skip
        way = road(sides[direction])
        if way:
            block.fill(start, stop, row, glyphs.along(way), road_look(way))
    for direction, row in ((N, 0), (S, 1)):
        way = road(sides[direction])
        if way:
            block.put(_MIDDLE, row, glyphs.upward(way), road_look(way))


def _land(block: Tile, here: Hex, glyphs: Glyphs) -> None:
    stars = "*" * here.stars
    if here.place or stars:
        name = here.place[: WIDTH - 1 - len(stars)]
        block.put(1, 0, " " * (WIDTH - 1), "")
        block.put(1, 0, name, "place")
        block.put(1 + len(name), 0, stars, "star")
        return
    _cover(block, here.terrain, glyphs)


def _cover(block: Tile, terrain: frozenset[str], glyphs: Glyphs) -> None:
    text, look = cover(terrain)
    if text:
        block.put(_MIDDLE, 0, text, look)
    elif block.blank(1, WIDTH, 0):
        block.put(_MIDDLE, 0, glyphs.dot, "land")


def _west(
    block: Tile, sides: tuple[frozenset[str], ...], glyphs: Glyphs, bridges: Sequence[bool]
) -> None:
    """What runs along the two slanted hexsides at the left."""
    for row, (direction, slash) in enumerate(((NW, "/"), (SW, "\\"))):
        char, name = edge(sides[direction], slash, glyphs, bridges[row])
        if char:
            block.put(0, row, char, name)


def _south(block: Tile, side: frozenset[str], glyphs: Glyphs, bridge: bool) -> None:
    wet, way = water(side), road(side)
    if not wet:
        return
    if way and block.chars[1][_MIDDLE] == glyphs.upward(way):
        block.looks[1][_MIDDLE] = "bridge"
    elif bridge or "bridge" in side:
        block.fill(_MIDDLE, _MIDDLE + 1, 1, "x", "bridge")
    block.fill(1, WIDTH, 1, "~" if wet == "big" else "_", "river")
