"""A scenario's map and units as plain text, for `rasputitsa show`: no terminal needed.

Each hex is five columns wide and two lines deep: its printed number above, forces or land
below. Brackets tell the side: [3] is Axis, (3) Soviet, each with the number of units.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import NOWHERE
from engine.core.hexes import DIRECTIONS
from engine.efs.pieces import AXIS, SIDES, Unit
from engine.efs.state import EfsState, at, occupied
from engine.efs.steps import face, steps_left
from engine.efs.world import World

COLUMN, LINES = 5, 2
COVER = {
    "major_city": "##", "city": "##", "town": "o", "alpine": "AA", "mountain": "MM", "swamp": "~~",
    "marsh": "::", "hill": "^^", "woods": "ww", "lake": "==", "shallow_sea": "==", "sea": "==",
}  # fmt: skip
"""Terrain words to what stands for them, the most telling first."""
LEGEND = "[n] Axis units  (n) Soviet units  ## city  o town  ^^ hill  ww woods  :: marsh  ~~ swamp"


def board(world: World, state: EfsState) -> str:
    """The whole map."""
    points = world.board.xy
    left, top = min(x for x, _ in points), min(y for _, y in points)
    lines: dict[int, dict[int, str]] = {}
    for hex_, (x, y) in enumerate(points):
        column, line = (x - left) * COLUMN, y - top
        lines.setdefault(line, {})[column] = world.board.id(hex_)
        lines.setdefault(line + 1, {})[column] = _content(world, state, hex_)
    return "\n".join(_join(lines[line]) for line in sorted(lines))


def _join(cells: dict[int, str]) -> str:
    text = ""
    for column in sorted(cells):
        text = text.ljust(column) + cells[column]
    return text.rstrip()


def _content(world: World, state: EfsState, hex_: int) -> str:
    units = at(state, hex_)
    if units:
        opening, closing = "[]" if world.counters[units[0].id].side == AXIS else "()"
        return f"{opening}{len(units)}{closing}"
    cell = world.board.hexes[hex_]
    words = cell.terrain | ({"town"} if cell.place else set())
    cover = next((sign for word, sign in COVER.items() if word in words), ".")
    return cover + ("*" if cell.stars else "")


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
