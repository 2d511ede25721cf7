"""Units, stacks and hexes of the series in the inspector."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.hexes import DIRECTIONS
from engine.ocs import dumps, modes, movement, sight, view
from engine.ocs.pieces import RE, RESERVE, Unit
from engine.ocs.sizes import hex_re4
from engine.ocs.stacking import LIMIT
from engine.ocs.state import OcsState
from engine.ocs.world import World
from tui.desk.desk import Desk
from tui.desk.task import Row
from tui.map.glyphs import OPEN, road, water
from tui.ocs.fog import covered
from tui.panels.lines import Line, cut, line, spread, wrap


def short(world: World, unit: Unit) -> str:
    """Name and values."""
    return f"{world.name(unit.id)} {view.values(world, unit)}"


def plane_values(world: World, state: OcsState, id_: str) -> str:
    """Type, air combat and barrage of an air unit: "F 4-2"; an asterisk where a step is lost."""
    plane = world.aircraft[id_]
    worn = "*" if state.air[id_].lost else ""
    values = f"{plane.type} {plane.combat}-{plane.barrage}{worn}"
    return f"{values} {plane.capacity / 2:g}T" if plane.capacity else values


def plane_words(world: World, id_: str) -> str:
    """Name and values of an aircraft."""
    plane = world.aircraft[id_]
    parts = [plane.name, plane.type]
    if plane.combat:
        parts.append(f"air {plane.combat}")
    if plane.barrage:
        parts.append(f"bomb {plane.barrage}")
    return " ".join(parts)


def mode_words(desk: Desk, id_: str, mode: str, side: str = "") -> str:
    """A mode, and the values and MPs that a unit would have in it (OCS 5.2b)."""
    world, state = desk.world, desk.state
    unit = modes.turned(state.units[id_], mode, side)
    mps = movement.show(modes.allowance(world, state, unit))
    name = mode.capitalize()
    if mode == RESERVE:
        most = world.scenario.reserve_markers.get(desk.side, 0)
        out = len(modes.reserve_hexes(world, state, desk.side))
        name = f"Reserve ({out} of {most} out), {side.capitalize()} side"
    return f"{name}: {view.values(world, unit)}, {mps} MP"


def stack(desk: Desk, rows: Sequence[Row], width: int) -> list[Line]:
    """The units in the hex, numbered where they can be taken, each with its condition."""
    world, state, hex_ = desk.world, desk.state, desk.cursor
    units = desk.units_at(hex_)
    if not units:
        return []
    side = world.counters[units[0].id].side
    size = f"{hex_re4(world, state, hex_) / RE:g} of {LIMIT // RE} RE"
    if covered(desk, hex_):
        size = "fog of war"
    out = [spread(((f"{OPEN[side]} ", side), (f"STACK {world.board.id(hex_)}", "title")),
                  ((size, "dim"),), width)]
    if covered(desk, hex_):
        return out + [line(text) for text in sight.words(world, state, hex_)]
    numbers = {} if any(row.taken for row in rows) else {r.id: i for i, r in enumerate(rows)}
    for unit in units:
        row = rows[numbers[unit.id]] if unit.id in numbers else None
        out += _unit(desk, unit, row, numbers.get(unit.id, -1), width)
    return out


def _unit(desk: Desk, unit: Unit, row: Row | None, index: int, width: int) -> list[Line]:
    world, state = desk.world, desk.state
    side = world.counters[unit.id].side
    head: Line = (("  ", ""),)
    if row is not None:
        head = ((str((index + 1) % 10), "key"), ("*" if row.taken else " ", "picked"))
    look = "picked" if row is not None and row.taken else side
    note = (row.note or row.why_not.partition(":")[0]) if row is not None else ""
    left: Line = (*head, (world.name(unit.id), look), (f" {view.values(world, unit)}", ""))
    lines = [spread(left, ((note, "dim"),), width) if note else cut(left, width)]
    words = f"{view.condition(world, state, unit)}; {view.belongs(world, state, unit)}"
    lines += [((("  ", ""), *part)) for part in wrap(words, width - 2, "dim")]
    if not world.counters[unit.id].transport:
        lines += [((("  ", ""), *part)) for part in
                  wrap(view.supply_line(world, state, unit.id), width - 2, "dim")]
    return lines


def land(desk: Desk, width: int) -> list[Line]:
    """The land under the cursor, who holds it, and what stands in it."""
    board, hex_ = desk.world.board, desk.cursor
    here = board.hexes[hex_]
    words = sorted(here.terrain - {"open"}) or ["open"]
    holds = desk.state.control.get(hex_, "")
    if holds:
        words.append(f"{holds.capitalize()} holds it")
    ways: dict[str, list[str]] = {}
    for direction, name in enumerate(DIRECTIONS):
        side = board.sides[6 * hex_ + direction]
        if road(side):
            ways.setdefault(road(side) or "", []).append(name)
        if water(side):
            ways.setdefault("wide water" if water(side) == "big" else "river", []).append(name)
    text = ", ".join(f"{word} {' '.join(names)}" for word, names in ways.items())
    return [
        cut(((f"{here.id} {here.place}".strip(), "title"),), width),
        *wrap(", ".join(words).replace("_", " "), width),
        *(wrap(text, width, "dim") if text else [()]),
        *([] if covered(desk, hex_) else
          [line(words) for words in view.markers(desk.world, desk.state, hex_)]),
    ]


def supply_total(desk: Desk, side: str) -> str:
    """All supply of a side on the map, for the end and the unit list."""
    return dumps.show(dumps.total(desk.world, desk.state, side))
