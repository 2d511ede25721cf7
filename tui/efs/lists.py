"""The series' part of the lists: signs of the map, units, the end."""

from __future__ import annotations

from collections.abc import Iterator

from engine.efs.air_units import BOX_NAMES, concealed, in_play
from engine.efs.pieces import AIR_BOXES, AXIS, REINFORCEMENT, SOVIET, AirUnit, Unit
from engine.efs.reinforcements import arrival_of
from tui.desk.desk import Desk
from tui.desk.units import condition, short
from tui.looks import SIDES
from tui.map.glyphs import WORDS
from tui.panels.lines import wrap
from tui.screens.listing import Item, item

LEGEND = (
    ("[7] (3)", "Axis and Soviet stacks: attack of the side in turn, defence of the other"),
    ("H N ? +2", "headquarters, Non-Op headquarters, strength unknown, artillery support"),
    (">7]", "the selected units"),
    ("2 2+", "movement points left: with a plus or a half sign, half a point more"),
    ("! o @", "declared attack, Out of Supply, air mission or interdiction"),
    ("Sumy**", "a place; each star counts for victory"),
    ("/ \\ __", "rivers on the sides of hexes; ~ wide water; x a bridge; # fortified"),
    ("- = +", "minor road, main road, railroad"),
    *((sign, word) for sign, word in WORDS.items()),
)


def units(desk: Desk) -> list[Item]:
    """Every unit and air unit with its condition; choosing one goes to its hex."""
    items: list[Item] = []
    world, state = desk.world, desk.state
    for unit in state.units.values():
        counter = world.counters[unit.id]
        where = world.board.label(unit.hex) if unit.on_map else _off_map(desk, unit)
        more = condition(world, unit)
        text = f"{short(world, unit):<28} {where:<18} {more}"
        items.append(item(text.rstrip(), counter.side if unit.on_map else "dim",
                          unit.hex if unit.on_map else None, counter.side))  # fmt: skip
    for air in sorted(state.air.values(), key=lambda unit: _secret(desk, unit)):
        craft = world.aircraft[air.id]
        if not in_play(world, air.id):
            continue
        where = world.board.label(air.hex) if air.hex >= 0 else f"({air.box})"
        hidden = concealed(world, state, air.id, desk.side)
        name = "an air unit" if hidden else craft.name
        text = "face down" if hidden else f"air {craft.acr} CAS {craft.cas}"
        items.append(item(f"{name:<28} {where:<18} {text}", craft.side,
                          air.hex if air.hex >= 0 else None, craft.side))  # fmt: skip
    return items


def _off_map(desk: Desk, unit: Unit) -> str:
    group = arrival_of(desk.world, unit.id) if unit.box == REINFORCEMENT else None
    if group is None:
        return f"({unit.box.replace('_', ' ')})"
    return f"(enters GT{group.turn})"


def _secret(desk: Desk, air: AirUnit) -> tuple[bool, str, bool]:
    """Sorts air units so that the place of one that is not told from others tells nothing."""
    if not concealed(desk.world, desk.state, air.id, desk.side):
        return False, "", False
    return True, desk.world.aircraft[air.id].side, air.hex < 0


def air_card(desk: Desk, width: int) -> list[Item]:
    """Each side's air units by box, with what they may do (BSR 17.11, 17.12)."""
    items: list[Item] = []
    world, state = desk.world, desk.state
    for side in SIDES:
        items.append(item(f"{side.capitalize()} air units", "title"))
        own = [u for u in sorted(state.air.values(), key=lambda unit: _secret(desk, unit))
               if world.aircraft[u.id].side == side and in_play(world, u.id)]  # fmt: skip
        out = [u for u in own if u.hex >= 0]
        for unit in out:
            where = f"over {world.board.id(unit.hex)}"
            items += _rows(where, _ratings(desk, unit), side, unit.hex, width)
        for box in AIR_BOXES:
            for unit in own:
                if unit.box == box and unit not in out:
                    items += _rows(BOXES[box], _ratings(desk, unit), "", None, width)
    return items


BOXES = {box: BOX_NAMES.get(box, "Reinforcements") for box in AIR_BOXES}


def _rows(where: str, text: str, look: str, hex_: int | None, width: int) -> list[Item]:
    rows = wrap(f"  {where:<15} {text}", width - 1, look, " " * 18)
    return [Item(row, hex_) for row in rows]


def _ratings(desk: Desk, unit: AirUnit) -> str:
    """Name, ratings and missions of an air unit; nothing of one that is face down."""
    if concealed(desk.world, desk.state, unit.id, desk.side):
        return "an air unit, face down"
    craft = desk.world.aircraft[unit.id]
    if craft.dummy:
        return f"{craft.name}: may fly any mission, without effect"
    can = [f"close air support {craft.cas}"] if craft.cas else []
    if craft.interdiction and craft.side == AXIS:
        can.append(f"interdiction {craft.interdiction}")
    if craft.kind == "F":
        can.append("escort or oppose close air support")
        can += ["oppose interdiction"] if craft.side == SOVIET else []
    flown = ", has flown this turn" if unit.used and unit.hex < 0 else ""
    return f"{craft.name}: air combat {craft.acr}; {', '.join(can)}{flown}"


def aircraft(desk: Desk) -> Iterator[tuple[str, int, str]]:
    """What `/` finds besides units: air units, where they are, and the words for it.

    An air unit that lies face down is not told from the others.
    """
    for unit in desk.state.air.values():
        if not in_play(desk.world, unit.id):
            continue
        where = f"is in the {BOX_NAMES[unit.box]}" if unit.box in BOX_NAMES else "is to come"
        hex_ = unit.hex
        if concealed(desk.world, desk.state, unit.id, desk.side):
            hex_, where = -1, "is face down, on a mission or in the Ready Box"
        yield desk.world.name(unit.id), hex_, where


def ending(desk: Desk) -> list[Item]:
    """The score, who holds the victory hexes, losses."""
    items: list[Item] = []
    items.append(item(desk.world.hooks.score(desk.world, desk.state)))
    for hex_, side in desk.world.hooks.stars(desk.world, desk.state):
        stars = "*" * desk.world.board.hexes[hex_].stars
        where = desk.world.board.label(hex_) + stars
        items.append(item(f"  {where}: {side.capitalize() or 'nobody'}", side))
    for side, steps in sorted(desk.state.lost.items()):
        items.append(item(f"  {side.capitalize()} lost {steps} steps"))
    return items
