"""Stacks and hexes of the series in the inspector."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.hexes import DIRECTIONS
from engine.efs.control import controlled
from engine.efs.pieces import Unit
from engine.efs.stacking import LIMIT, points
from engine.efs.steps import face, steps_left
from tui.desk.desk import Desk
from tui.desk.task import Row
from tui.desk.units import condition, strengths
from tui.map.glyphs import OPEN, road, water
from tui.panels.lines import Line, cut, length, line, spread, wrap


def stack(desk: Desk, rows: Sequence[Row], width: int) -> list[Line]:
    """The units in the hex, numbered where they can be taken."""
    world, hex_ = desk.world, desk.cursor
    units = desk.units_at(hex_)
    if not units:
        return []
    side = world.counters[units[0].id].side
    total = points(world, (u.id for u in units))
    head = spread(
        ((f"{OPEN[side]} ", side), (f"STACK {world.board.id(hex_)}", "title")),
        ((f"{total:g} of {LIMIT} pts", "dim"),), width,
    )
    numbers = {} if any(row.taken for row in rows) else {r.id: i for i, r in enumerate(rows)}
    out = [head]
    for unit in units:
        row = rows[numbers[unit.id]] if unit.id in numbers else None
        out += _unit(desk, unit, row, numbers.get(unit.id, -1), width)
    attack = sum(face(world, u).attack for u in units if not u.untried)
    defense = sum(face(world, u).defense for u in units if not u.untried)
    support = sum(world.counters[u.id].support for u in units)
    steps = sum(steps_left(world, u) for u in units)
    text = f"total {attack}-{defense}" + (f" +{support}" if support else "")
    out.append(line(f"{text}, {steps} step{'s' * (steps != 1)}", "dim"))
    return out


def _unit(desk: Desk, unit: Unit, row: Row | None, index: int, width: int) -> list[Line]:
    name, numbers = desk.world.name(unit.id), strengths(desk.world, unit)
    side = desk.world.counters[unit.id].side
    ready = row is not None and not row.why_not
    head: Line = (("  ", ""),)
    if row is not None:
        head = ((str((index + 1) % 10), "key"), ("*" if row.taken else " ", "picked"))
    look = "picked" if row is not None and row.taken else side + (".ready" if ready else "")
    left: Line = (*head, (name, look), (" " + numbers, ""))
    extra = condition(desk.world, unit)
    note = row.note or row.why_not.partition(":")[0] if row is not None else ""
    right = ", ".join(part for part in (extra, note) if part)
    if length(left) + len(right) + 1 <= width:
        return [spread(left, ((right, "dim"),), width)]
    lines = [cut(left, width)]
    if note:
        lines = [spread(left, ((note, "dim"),), width)]
    if extra:
        lines.append(line("   " + extra, "dim"))
    return lines


def land(desk: Desk, width: int) -> list[Line]:
    """The land under the cursor in words: four lines as a rule, so that what follows stays put."""
    board, hex_ = desk.world.board, desk.cursor
    here = board.hexes[hex_]
    head = " ".join(part for part in (here.id, here.place, "*" * here.stars) if part)
    words = sorted(here.terrain - {"clear"}) or ["clear"]
    holds = controlled(desk.world, desk.state, hex_)
    if holds:
        words.append(f"{holds.capitalize()} holds it")
    level = desk.state.interdicted.get(hex_)
    marks = [line(f"Interdiction Level {level}", "mark")] if level else []
    ways: dict[str, list[str]] = {}
    edges: dict[str, list[str]] = {}
    for direction, name in enumerate(DIRECTIONS):
        side = board.sides[6 * hex_ + direction]
        if not side:
            continue
        kind = road(side)
        if kind:
            ways.setdefault("rail" if kind == "rail" else f"{kind} road", []).append(name)
        if water(side):
            edges.setdefault(_WATER[water(side)], []).append(name)
        if "fortified_line" in side:
            edges.setdefault("fortified", []).append(name)
    return [
        cut(((head, "title"),), width), *wrap(", ".join(words).replace("_", " "), width),
        *_sides(ways, width), *_sides(edges, width), *marks,
    ]


_WATER = {"big": "wide water", "small": "river"}


def _sides(found: dict[str, list[str]], width: int) -> list[Line]:
    text = ", ".join(f"{word} {' '.join(names)}" for word, names in found.items())
    return wrap(text, width, "dim") if text else [()]
