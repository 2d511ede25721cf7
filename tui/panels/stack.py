"""The stack inspector: units under the cursor, the hex, and what may be done here."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.hexes import DIRECTIONS
from engine.efs.pieces import Unit
from engine.efs.stacking import LIMIT, points
from engine.efs.steps import face, steps_left
from tui.desk.desk import Desk
from tui.desk.task import Choice, Row
from tui.desk.units import condition, strengths
from tui.map.glyphs import OPEN, road, water
from tui.panels.lines import Line, cut, length, line, spread, wrap


def inspector(desk: Desk, width: int, height: int, rule: str = "-") -> list[Line]:
    """Every line that fits. Keys stand at the bottom, so that moving about changes few cells."""
    task = desk.task
    rows = task.rows()
    own = _numbered(desk, rows, width)
    more = list(task.lines(width))
    here = _hex(desk, width, full=height > 24)
    stack = _stack(desk, rows, width)
    if own and {row.id for row in rows} >= {u.id for u in desk.units_at(desk.cursor)}:
        stack = []  # its units have their numbers above
    top = [own, more, stack, here] if own else [here, stack, more]
    keys = [y for choice in task.choices() for y in _choice(choice, width)]
    keys = keys[: max(height // 2, height - sum(map(len, top)) - len(top))]
    bar = line(rule * width, "rule")
    room = height - len(keys) - (1 if keys else 0)
    out = _fit(top, bar, room)
    if keys:
        out += [()] * (room - len(out)) + [bar, *keys]
    return out[:height]


def _fit(sections: list[list[Line]], bar: Line, height: int) -> list[Line]:
    """Sections with rules between them; the last ones give way where room is short."""
    out: list[Line] = []
    for section in sections:
        room = height - len(out) - (1 if out else 0)
        if not section or room <= 0:
            continue
        if out:
            out.append(bar)
        out += section[:room]
    return out


def _numbered(desk: Desk, rows: Sequence[Row], width: int) -> list[Line]:
    """The task's own rows, where they are not simply the stack under the cursor."""
    here = {u.id for u in desk.units_at(desk.cursor)}
    idle = not any(row.taken for row in rows)
    if not rows or (idle and all(row.id in here for row in rows)):
        return []
    return [part for i, row in enumerate(rows) for part in _row(i, row, width)]


def _row(index: int, row: Row, width: int) -> list[Line]:
    number = str((index + 1) % 10) if index < 10 else " "
    sign = ("*" if row.taken == 1 else str(row.taken)) if row.taken else " "
    look = "picked" if row.taken else ("dim" if row.why_not else "")
    head = ((number, "key"), (sign, "picked"))
    if row.note:
        return [spread((*head, (row.text, look)), ((row.note, "dim"),), width)]
    first, *rest = wrap(row.text, width - 2, look, "")
    return [(*head, *first), *((("  ", ""), *part) for part in rest)]


def _stack(desk: Desk, rows: Sequence[Row], width: int) -> list[Line]:
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
    text = f"total {attack}-{defense}" + (f" support {support}" if support else "")
    out.append(line(f"{text}, {steps} steps", "dim"))
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
    note = row.note if row is not None else ""
    right = ", ".join(part for part in (extra, note) if part)
    if length(left) + len(right) + 1 <= width:
        return [spread(left, ((right, "dim"),), width)]
    lines = [cut(left, width)]
    if note:
        lines = [spread(left, ((note, "dim"),), width)]
    if extra:
        lines.append(line("   " + extra, "dim"))
    return lines


def _hex(desk: Desk, width: int, *, full: bool) -> list[Line]:
    """The land under the cursor in words."""
    board, hex_ = desk.world.board, desk.cursor
    here = board.hexes[hex_]
    stars = f" {'*' * here.stars}" if here.stars else ""
    head = f"{here.id} {here.place}{stars}" if here.place else f"{here.id}{stars}"
    words = [", ".join(sorted(here.terrain))]
    control = desk.state.control.get(hex_)
    if control:
        words.append(f"{control.capitalize()} holds it")
    level = desk.state.interdicted.get(hex_)
    if level:
        words.append(f"interdicted, level {level}")
    out: list[Line] = [line(head, "title"), *wrap("; ".join(words), width)]
    ways: dict[str, list[str]] = {}
    for direction, name in enumerate(DIRECTIONS):
        side = board.sides[6 * hex_ + direction]
        kind = road(side)
        for word in ([f"{kind} road" if kind != "rail" else "rail"] if kind else []) + (
            [{"big": "wide water", "small": "river"}[water(side)]] if water(side) else []
        ) + (["fortified line"] if "fortified_line" in side else []):
            ways.setdefault(word, []).append(name)
    for word, names in ways.items():
        out += wrap(f"{word} {' '.join(names)}", width, "dim")
    if full and here.source:
        out.append(line(f"({here.source})", "dim"))
    return out


def _choice(choice: Choice, width: int) -> list[Line]:
    if choice.refusal is None:
        return [cut(((choice.key, "key"), (f" {choice.label}", "")), width)]
    out: list[Line] = [cut(((choice.key, "dim"), (f" {choice.label}", "dim")), width)]
    return out + wrap("  " + str(choice.refusal), width, "dim", "  ")
