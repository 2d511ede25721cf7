"""The series' part of the lists: signs of the map, units, the end."""

from __future__ import annotations

from engine.efs.air_units import in_play, known_to
from tui.desk.desk import Desk
from tui.desk.units import condition, short
from tui.map.glyphs import WORDS
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
        where = world.board.label(unit.hex) if unit.on_map else f"({unit.box.replace('_', ' ')})"
        more = condition(world, unit)
        text = f"{short(world, unit):<28} {where:<18} {more}"
        items.append(item(text.rstrip(), counter.side if unit.on_map else "dim",
                          unit.hex if unit.on_map else None, counter.side))  # fmt: skip
    for air in state.air.values():
        craft = world.aircraft[air.id]
        if not in_play(world, air.id):
            continue
        where = world.board.label(air.hex) if air.hex >= 0 else f"({air.box})"
        known = known_to(world, state, air.id, desk.side)
        name = craft.name if known else "an air unit"
        text = f"air {craft.acr} CAS {craft.cas}" if known else "face down"
        items.append(item(f"{name:<28} {where:<18} {text}", craft.side,
                          air.hex if air.hex >= 0 else None, craft.side))  # fmt: skip
    return items


def ending(desk: Desk) -> list[Item]:
    """The score, who holds the victory hexes, losses."""
    items: list[Item] = []
    items.append(item(desk.world.hooks.score(desk.world, desk.state)))
    for hex_, side in desk.world.hooks.stars(desk.world, desk.state):
        items.append(item(f"  {desk.world.board.label(hex_)}: {side.capitalize() or 'nobody'}",
                          side))  # fmt: skip
    for side, steps in sorted(desk.state.lost.items()):
        items.append(item(f"  {side.capitalize()} lost {steps} steps"))
    return items
