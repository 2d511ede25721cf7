"""A scenario's map and units as plain text, for `rasputitsa show`: no terminal needed.

The map is the screen's normal zoom in ASCII, with the columns and rows of the printed hex
numbers along its edges.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import NOWHERE
from engine.core.hexes import DIRECTIONS
from engine.efs.pieces import SIDES, Unit
from engine.efs.state import EfsState, at, occupied
from engine.efs.steps import face, steps_left
from engine.efs.world import World
from tui.map.glyphs import ASCII, WORDS
from tui.map.view import Force, HexLook, MapView
from tui.map.zooms import NORMAL

MARGIN = 3
"""Columns at the left edge, for the row numbers."""
LEGEND = (
    "[n] Axis units   (n) Soviet units   * victory star   - minor road   = main road   + rail   "
    + "/ \\ _ river   " + "   ".join(f"{sign} {word}" for sign, word in WORDS.items())
)  # fmt: skip


def board(world: World, state: EfsState) -> str:
    """The whole map; a stack shows how many units it has."""
    looks = {}
    for hex_ in occupied(state):
        units = at(state, hex_)
        force = Force(world.counters[units[0].id].side, str(len(units)))
        looks[hex_] = HexLook(force=force)
    view = MapView(world.board, looks, state.bridges)
    points = world.board.xy
    left, top = min(x for x, _ in points), min(y for _, y in points)
    rows: dict[int, dict[int, str]] = {-1: {}}
    for hex_, (x, y) in enumerate(points):
        column, line = NORMAL.corner((x - left, y - top))
        number = world.board.id(hex_)
        for below, runs in enumerate(NORMAL.tile(view, hex_, ASCII)):
            rows.setdefault(line + below, {})[MARGIN + column] = "".join(text for text, _ in runs)
        rows[-1][MARGIN + column + 1] = number[-4:-2]
        if x == left:
            rows[line][0] = number[-2:]
    return "\n".join(_join(rows[line]) for line in sorted(rows))


def places(world: World) -> str:
    """Every named place with its hex and its stars."""
    named = [cell for cell in world.board.hexes if cell.place]
    named.sort(key=lambda cell: cell.place)
    return ", ".join(f"{cell.place}{'*' * cell.stars} {cell.id}" for cell in named)


def _join(cells: dict[int, str]) -> str:
    text = ""
    for column in sorted(cells):
        text = text.ljust(column) + cells[column]
    return text.rstrip()


def hex_words(world: World, state: EfsState, hex_: int) -> str:
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
    lines += [f"  {line}" for line in stack(world, state, hex_)]
    return "\n".join(lines)


def stack(world: World, state: EfsState, hex_: int) -> list[str]:
    """A line for each unit in a hex."""
    return [unit_words(world, unit) for unit in at(state, hex_)]


def unit_words(world: World, unit: Unit) -> str:
    """A unit's name, strengths and steps."""
    counter = world.counters[unit.id]
    now = face(world, unit)
    numbers = f"{now.attack}-{now.defense}-{now.ma}"
    if counter.support:
        numbers += f", support {counter.support} at {counter.range}"
    steps = steps_left(world, unit)
    return f"{counter.name}  {numbers}  {steps} of {counter.steps} step{'s' * (counter.steps != 1)}"


def roster(world: World, state: EfsState) -> Iterator[str]:
    """Every unit on the map by hex, then those to come, then the air units, side by side."""
    for side in SIDES:
        yield side.capitalize()
        for hex_ in occupied(state):
            here = at(state, hex_)
            if world.counters[here[0].id].side == side:
                yield f"  {world.board.label(hex_)}"
                yield from (f"    {line}" for line in stack(world, state, hex_))
        for arrival in world.scenario.arrivals:
            if arrival.side == side:
                names = ", ".join(world.name(id_) for id_ in (*arrival.units, *arrival.air))
                where = f" at {' or '.join(arrival.hexes)}" if arrival.hexes else ""
                yield f"  turn {arrival.turn}{where}: {names}"
        planes = [unit for unit in state.air.values() if world.aircraft[unit.id].side == side]
        for unit in planes:
            yield f"  air: {world.name(unit.id)}, {unit.box}"
