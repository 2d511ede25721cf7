"""The series' units in plain words, for `rasputitsa show`."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ocs import dumps, view
from engine.ocs.pieces import SIDES
from engine.ocs.state import OcsState, at, occupied
from engine.ocs.world import World
from tui.map.glyphs import WORDS

LEGEND = (
    "[n] Axis units   (n) Soviet units   - track   = road   + rail   / \\ _ river   "
    + "   ".join(f"{sign} {word}" for sign, word in WORDS.items())
)


def turns(world: World) -> str:
    """First and last turn."""
    return f"1-{len(world.scenario.turns)}"


def stack(world: World, state: OcsState, hex_: int) -> list[str]:
    """A line for each unit in a hex, then what else stands there."""
    units = [view.unit_line(world, state, u.id) for u in at(state, hex_)]
    return [*units, *view.markers(world, state, hex_)]


def roster(world: World, state: OcsState) -> Iterator[str]:
    """Every unit on the map by hex, then those to come, aircraft and supply, side by side."""
    for side in SIDES:
        yield side.capitalize()
        for hex_ in occupied(state):
            here = at(state, hex_)
            if world.counters[here[0].id].side == side:
                yield f"  {world.board.label(hex_)}"
                yield from (f"    {view.unit_line(world, state, u.id)}" for u in here)
        for arrival in world.scenario.arrivals:
            if arrival.side == side:
                names = ", ".join(world.name(i) for i in (*arrival.units, *arrival.air))
                yield f"  turn {arrival.turn}: {names}"
        for hex_, dump in state.dumps.items():
            if dump.owner == side:
                yield f"  supply: {dumps.show(dump.tokens)} at {world.board.label(hex_)}"
        for plane in state.air.values():
            if world.aircraft[plane.id].side == side and plane.hex >= 0:
                yield f"  air: {world.name(plane.id)} at {world.board.label(plane.hex)}"
