"""The series' units in plain words, for `rasputitsa show`."""

from __future__ import annotations

from collections.abc import Iterator

from engine.efs.pieces import SIDES, Unit
from engine.efs.state import EfsState, at, occupied
from engine.efs.steps import face, steps_left
from engine.efs.world import World
from tui.map.glyphs import WORDS

LEGEND = (
    "[n] Axis units   (n) Soviet units   * victory star   - minor road   = main road   + rail   "
    + "/ \\ _ river   " + "   ".join(f"{sign} {word}" for sign, word in WORDS.items())
)  # fmt: skip


def turns(world: World) -> str:
    """First and last turn."""
    return f"{world.scenario.first_turn}-{world.scenario.last_turn}"


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
