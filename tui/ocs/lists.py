"""The series' part of the lists: signs of the map, units, the end."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ocs import dumps, view
from engine.ocs.formations import Formation, formations, supplied
from engine.ocs.pieces import MAP, SIDES
from tui.desk.desk import Desk
from tui.map.glyphs import WORDS
from tui.ocs.aircard import air_card
from tui.ocs.fog import covered, may_look
from tui.ocs.units import plane_words, short
from tui.screens.listing import Item, item

__all__ = ["LEGEND", "air_card", "aircraft", "ending", "units"]

LEGEND = (
    ("[16] (9)", "Axis and Soviet stacks: attack strength of all units in the hex"),
    ("[H] [+2] [T]", "headquarters alone, artillery alone with its REs, transport alone"),
    (">16]", "the selected units"),
    ("d r t e o", "beside a stack: DG, Reserve, Strat Mode, Exploitation, Out of Supply"),
    ("$ @ %", "supply dump, air base, Extender"),
    ("# at the right", "a hedgehog"),
    ("12", "movement points left, those of the poorest unit"),
    ("F 4-2* 3T", "aircraft: type, air combat, bombs, a step lost, what it carries"),
    ("r r?", "where a retreat may end; with a question mark past enemy ZOCs"),
    ("/ \\ __", "rivers on the sides of hexes; ~ major river; a road across it is a bridge"),
    ("- = +", "track, road, railroad"),
    *((sign, word) for sign, word in WORDS.items()),
)


def units(desk: Desk) -> list[Item]:
    """Every unit on the map or on its way, then aircraft, dumps and formations."""
    items: list[Item] = []
    world, state = desk.world, desk.state
    for unit in state.units.values():
        counter = world.counters[unit.id]
        if unit.box in ("pool", "gone") or not may_look(desk, unit.id):
            continue
        where = world.board.label(unit.hex) if unit.on_map else f"({unit.box})"
        text = f"{short(world, unit):<32} {where:<18} {view.condition(world, state, unit)}"
        items.append(item(text.rstrip(), counter.side if unit.on_map else "dim",
                          unit.hex if unit.on_map else None, counter.side))
    for plane in state.air.values():
        craft = world.aircraft[plane.id]
        if plane.box in ("pool", "gone") or not may_look(desk, plane.id):
            continue
        where = world.board.label(plane.hex) if plane.hex >= 0 else f"({plane.box})"
        how = "active" if plane.active else "inactive"
        lost = ", a step lost" if plane.lost else ""
        items.append(item(f"{plane_words(world, plane.id):<32} {where:<18} {how}{lost}", craft.side,
                          plane.hex if plane.hex >= 0 else None, craft.side))
    for hex_, dump in state.dumps.items():
        if covered(desk, hex_):
            continue
        text = f"{'supply ' + dumps.show(dump.tokens):<32} {world.board.label(hex_)}"
        items.append(item(text, dump.owner, hex_, f"{dump.owner} dump"))
    return items + [_formation(desk, found, side) for side in SIDES for found in _seen(desk, side)]


def _seen(desk: Desk, side: str) -> list[Formation]:
    """The formations of a side that the player may look into."""
    found = formations(desk.world, desk.state, side)
    return [f for f in found if all(may_look(desk, i) for i in f.units)]


def _formation(desk: Desk, found: Formation, side: str) -> Item:
    """Where a formation is, how many of its units are fueled, and how many share its trace."""
    world, state = desk.world, desk.state
    fighting = [i for i in found.units if world.counters[i].fighting]
    places = " ".join(world.board.id(h) for h in found.hexes)
    traced = len(supplied(world, state, found.name, side))
    text = (f"{found.name:<32} {places:<18} {len(fighting)} units, {len(found.fueled)} fueled, "
            f"{traced} in trace")
    return item(text, side, found.hexes[0], f"{side} formation")


def aircraft(desk: Desk) -> Iterator[tuple[str, int, str]]:
    """What `/` finds besides units: formations where they begin, aircraft on bases or in boxes."""
    for side in SIDES:
        for found in _seen(desk, side):
            yield found.name, found.hexes[0], ""
    for plane in desk.state.air.values():
        box = f" ({plane.box})" if plane.box != MAP else ""
        yield desk.world.aircraft[plane.id].name, plane.hex, f"is not on the map{box}"


def ending(desk: Desk) -> list[Item]:
    """The score line by line, and what supply is left."""
    world, state = desk.world, desk.state
    total, _, rest = world.hooks.score(world, state).partition(": ")
    items = [item(total)] + [item(f"  {part}") for part in rest.split("; ") if part]
    for side in SIDES:
        items.append(item(f"  {side.capitalize()} supply left: "
                          f"{dumps.show(dumps.total(world, state, side))}"))
    return items
