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
    units, fog = desk.units_at(hex_), covered(desk, hex_)
    if not units:
        return []
    side = world.counters[units[0].id].side
    size = "fog of war" if fog else f"{hex_re4(world, state, hex_) / RE:g} of {LIMIT // RE} RE"
    out = [spread(((f"{OPEN[side]} ", side), ("STACK", "title")), ((size, "dim"),), width)]
    if fog:
        return out + [line(text) for text in sight.words(world, state, hex_)]
    numbers = {} if any(row.taken for row in rows) else {r.id: i for i, r in enumerate(rows)}
    traces = {u.id: view.supply_line(world, state, u.id) for u in units
              if not world.counters[u.id].transport}
    if len(set(traces.values())) == 1:  # said once for all of them
        out += wrap(next(iter(traces.values())), width, "dim")
        traces = {}
    for unit in units:
        row = rows[numbers[unit.id]] if unit.id in numbers else None
        out += _unit(desk, unit, row, numbers.get(unit.id, -1), width)
        if unit.id in traces:
            out += [((("  ", ""), *part)) for part in wrap(traces[unit.id], width - 2, "dim")]
    return out


def _unit(desk: Desk, unit: Unit, row: Row | None, index: int, width: int) -> list[Line]:
    world, state = desk.world, desk.state
    side = world.counters[unit.id].side
    head: Line = (("  ", ""),)
    if row is not None:
        head = ((str((index + 1) % 10), "key"), ("*" if row.taken else " ", "picked"))
    look = "picked" if row is not None and row.taken else side
    note = (row.note or row.why_not.partition(":")[0]) if row is not None else ""
    note = note.removeprefix(f"{view.values(world, unit)} ")
    left: Line = (*head, (world.name(unit.id), look), (f" {view.values(world, unit)}", ""))
    lines = [spread(left, ((note, "dim"),), width) if note else cut(left, width)]
    words = f"{view.condition(world, state, unit)}; {view.belongs(world, state, unit)}"
    return lines + [((("  ", ""), *part)) for part in wrap(words, width - 2, "dim")]


def land(desk: Desk, width: int) -> list[Line]:
    """The land under the cursor, who holds it, and what lies in it: a line at least of each."""
    board, hex_ = desk.world.board, desk.cursor
    here = board.hexes[hex_]
    words = ", ".join(sorted(here.terrain - {"open"}) or ["open"]).replace("_", " ")
    holds = desk.state.control.get(hex_, "")
    if holds:
        words = f"{holds.capitalize()} holds it: {words}"
    ways: dict[str, list[str]] = {}
    for direction, name in enumerate(DIRECTIONS):
        side = board.sides[6 * hex_ + direction]
        if road(side):
            ways.setdefault(road(side) or "", []).append(name)
        if water(side):
            ways.setdefault("wide water" if water(side) == "big" else "river", []).append(name)
    text = ", ".join(f"{word} {' '.join(names)}" for word, names in ways.items())
    marked = [] if covered(desk, hex_) else view.works(desk.state, hex_)
    return [
        cut(((f"{here.id} {here.place}".strip(), "title"),), width),
        *wrap(words, width),
        *wrap(text, width),
        *wrap(", ".join(marked), width),
    ]


def supply_total(desk: Desk, side: str) -> str:
    """All supply of a side on the map, for the end and the unit list."""
    return dumps.show(dumps.total(desk.world, desk.state, side))
