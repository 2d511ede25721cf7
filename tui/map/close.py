"""Close zoom: a hex in 9 columns by 4 lines, with its number, its borders and units by name."""

from __future__ import annotations

from string import ascii_uppercase

from tui.map.glyphs import (
    CLOSE,
    NE,
    NW,
    OPEN,
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
from tui.map.view import HexLook, MapView

WIDTH, HEIGHT = 9, 4


def tile(view: MapView, hex_: int, glyphs: Glyphs) -> Lines:
    """The cells of one hex."""
    board = view.board
    here = board.hexes[hex_]
    sides = board.sides[6 * hex_ : 6 * hex_ + 6]
    look = view.look(hex_)
    block = Tile(WIDTH, HEIGHT)
    _borders(view, block, hex_, sides, glyphs)
    block.put(2, 0, here.id.rpartition(":")[2].lstrip(ascii_uppercase), "dim")
    text, name = cover(here.terrain)
    block.put(WIDTH - 2, 0, text, name)
    if look.mark:
        block.put(WIDTH - 3, 0, look.mark, "mark")
    if look.fort:
        block.put(WIDTH - 1, 0, "#", "fort")
    if look.label is not None:
        block.put(WIDTH - len(look.label.text), 0, look.label.text, look.label.look)
    row = 1
    if here.place or here.stars:
        stars = "*" * here.stars
        place = here.place[: WIDTH - 1 - len(stars)]
        block.put(1, 1, place, "place")
        block.put(1 + len(place), 1, stars, "star")
        row = 2
    _units(block, look, row)
    if look.force is None:
        _roads(block, sides, glyphs, row)
        if look.trail:
            block.put(4, row, "o", "trail")
    _south(block, sides[S], glyphs)
    return block.lines()


def _borders(
    view: MapView, block: Tile, hex_: int, sides: tuple[frozenset[str], ...], glyphs: Glyphs
) -> None:
    """Slanted sides on the left; the right ones belong to the neighbours. Plain ones are dots."""
    places = ((NW, "/", ((1, 0), (0, 1))), (SW, "\\", ((0, 2), (1, 3))))
    for direction, slash, cells in places:
        other = view.board.around[6 * hex_ + direction]
        bridge = (min(hex_, other), max(hex_, other)) in view.bridges
        char, name = edge(sides[direction], slash, glyphs, bridge)
        wet = water(sides[direction])
        inner, outer = cells if direction == SW else cells[::-1]
        for x, y in cells:
            block.put(x, y, slash if wet == "small" else "~" if wet else glyphs.dot,
                      "river" if wet else "land")
        if char and (road(sides[direction]) or not wet or bridge):
            block.put(*inner, char, name)
        elif char:
            block.put(*outer, char, name)


def _units(block: Tile, look: HexLook, row: int) -> None:
    force = look.force
    if force is None:
        return
    name = "picked" if look.picked else force.side + (".ready" if force.ready else "")
    rows = HEIGHT - row
    names = force.names
    if len(names) > rows or not names:
        text = force_text(force.side, force.text, force.mark, look.picked, WIDTH - 2)
        more = f" {len(names)}u" if names else ""
        block.put(1, row, text + more, name)
        row, rows = row + 1, rows - 1
        names = names[: rows - 1] + (f"+{len(names) - rows + 1} more",) if names else ()
    for y, unit in enumerate(names[:rows], row):
        left = 2 if y in (0, HEIGHT - 1) else 1
        if unit.startswith("+"):
            block.put(left, y, unit, "dim")
            continue
        shape = ">" if look.picked else OPEN[force.side]
        block.put(left, y, (shape + unit)[: WIDTH - left], name)
        end = min(WIDTH - 1, left + 1 + len(unit))
        closing = force.mark if force.mark and y == row else CLOSE[force.side]
        block.put(end, y, closing, "mark" if closing == force.mark else name)


def _roads(
    block: Tile, sides: tuple[frozenset[str], ...], glyphs: Glyphs, row: int
) -> None:
    """Arms of road inside an empty hex, from each side to the middle."""
    for direction, y, start, stop in (
        (NW, 1, 1, 5), (SW, 2, 1, 5), (NE, 1, 5, 9), (SE, 2, 5, 9),
    ):  # fmt: skip
        way = road(sides[direction])
        if way and y >= row:
            block.fill(start, stop, y, glyphs.along(way), road_look(way))
    for direction, rows in ((N, (1,)), (S, (2, 3))):
        way = road(sides[direction])
        for y in rows:
            if way and y >= row:
                block.put(5, y, glyphs.upward(way), road_look(way))


def _south(block: Tile, side: frozenset[str], glyphs: Glyphs) -> None:
    wet, way = water(side), road(side)
    if way:
        block.put(5, HEIGHT - 1, glyphs.upward(way), "bridge" if wet else road_look(way))
    if wet:
        block.fill(2, WIDTH, HEIGHT - 1, "~" if wet == "big" else "_", "river")
    else:
        for x in (3, 7):
            block.fill(x, x + 1, HEIGHT - 1, glyphs.dot, "land")
