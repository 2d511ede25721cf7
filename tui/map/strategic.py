"""Strategic zoom: a hex in 2 columns by 1 line. Sides as letters, land dim."""

from __future__ import annotations

from tui.map.glyphs import LETTER, NW, SW, Glyphs, S, cover, road, road_look, water
from tui.map.tile import Lines, Tile
from tui.map.view import MapView

WIDTH, HEIGHT = 2, 1


def tile(view: MapView, hex_: int, glyphs: Glyphs) -> Lines:
    """The cells of one hex."""
    here = view.board.hexes[hex_]
    sides = view.board.sides[6 * hex_ : 6 * hex_ + 6]
    look = view.look(hex_)
    block = Tile(WIDTH, HEIGHT)
    if "big" in (water(sides[NW]), water(sides[SW]), water(sides[S])):
        block.put(0, 0, "~", "river")
    elif water(sides[NW]):
        block.put(0, 0, "/", "river")
    elif water(sides[SW]):
        block.put(0, 0, "\\", "river")
    if look.force is not None:
        ready = ".ready" if look.force.ready else ""
        name = "picked" if look.picked else look.force.side + ready
        if look.force.mark:
            block.put(0, 0, look.force.mark, "mark")
        elif here.stars:
            block.put(0, 0, "*", "star")
        block.put(1, 0, ">" if look.picked else LETTER[look.force.side], name)
    elif look.label is not None:
        block.put(WIDTH - len(look.label.text[:2]), 0, look.label.text[:2], look.label.look)
    elif look.trail:
        block.put(1, 0, "o", "trail")
    elif here.stars:
        block.put(1, 0, "*", "star")
    elif here.place:
        block.put(1, 0, "#" if cover(here.terrain)[1] == "city" else "o", "place")
    else:
        _land(block, here.terrain, sides, glyphs)
    return block.lines()


def _land(
    block: Tile, terrain: frozenset[str], sides: tuple[frozenset[str], ...], glyphs: Glyphs
) -> None:
    text, name = cover(terrain)
    if text:
        block.put(1, 0, text[0], name)
        return
    ways = [road(side) for side in sides]
    for way in ("main", "minor", "rail"):
        if way in ways:
            block.put(1, 0, glyphs.along(way), road_look(way))
            return
    block.put(1, 0, glyphs.dot, "land")
