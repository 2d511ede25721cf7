"""The stack inspector: units under the cursor, the hex, and what may be done here."""

from __future__ import annotations

from collections.abc import Sequence

from tui.desk.desk import Desk
from tui.desk.task import Choice, Row, Task
from tui.panels.lines import Line, cut, length, line, noted, wrap

_BROWSED = 4
"""Lines that choices of the hex have at least, where there is room, so that the next hex with a
choice more or less shows them in the same place."""


def inspector(
    desk: Desk, width: int, height: int, rule: str = "-", scroll: int = 0, *,
    watched: bool = False,
) -> tuple[list[Line], int]:
    """Every line that fits, and how far it is scrolled; of a `watched` decision no key of it.

    What is there in every hex stands at the top in as many lines, keys stand at the bottom, so
    that moving about changes few cells.
    """
    task = Task(desk) if watched else desk.task
    rows = task.rows()
    own = _numbered(desk, rows, width)
    stack = desk.look.stack(desk, rows, width)
    if own and {row.id for row in rows} >= {u.id for u in desk.units_at(desk.cursor)}:
        stack = []  # its units have their numbers above
    here, more = desk.look.land(desk, width), list(task.lines(width))
    bar, choices = line(rule * width, "rule"), task.choices()
    whole = _keys(choices, width)
    foot: list[Line] = []
    if task.browsing and len(own) <= height // 3:
        top = [*here, bar, *stack]
        foot = [bar, *more, *own]
        spare = height - len(top) - len(foot) - 1 - len(whole)
        foot += [()] * min(spare, _BROWSED - len(foot))
    elif own:
        top = _ruled((own, more, stack, here), bar)
    else:
        top = [*here, bar, *_ruled((stack, more), bar)]
    keys = _fitted(
        whole, choices, width, max(height // 2 - len(foot), height - len(top) - len(foot) - 1))
    if keys:
        foot += [bar, *(cut(one, width) for one in keys)]
    room = max(0, height - len(foot))
    scroll = max(0, min(scroll, len(top) - room))
    out = [cut(one, width) for one in top[scroll : scroll + room]]
    if len(top) - scroll > room and out:
        out[-1] = cut((("] more", "key"),), width)
    out += [()] * (room - len(out))
    return [*out, *foot], scroll


def _ruled(sections: Sequence[Sequence[Line]], bar: Line) -> list[Line]:
    """Those that have lines, with rules between them."""
    out: list[Line] = []
    for section in sections:
        if section:
            out += [bar, *section] if out else section
    return out


def _fitted(
    keys: list[Line], choices: Sequence[Choice], width: int, height: int
) -> list[Line]:
    """The keys that fit; where not all do, what is possible comes before what is refused."""
    if len(keys) <= height:
        return keys
    keys = _keys(sorted(choices, key=lambda choice: choice.refusal is not None), width)
    return [*keys[: height - 1], (("?", "key"), (" shows the rest", "dim"))]


def _keys(choices: Sequence[Choice], width: int) -> list[Line]:
    """Keys with what they do, short ones side by side, greyed ones with their reason."""
    out: list[Line] = []
    for choice in choices:
        lines = _choice(choice, width)
        gap: Line = (("  ", ""),)
        if (
            out and choice.refusal is None and len(lines) == 1 and "key" in (k for _, k in out[-1])
            and length(out[-1]) + 2 + length(lines[0]) <= width
        ):
            out[-1] = (*out[-1], *gap, *lines[0])
        else:
            out += lines
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
        return noted((*head, (row.text, look)), row.note, width)
    first, *rest = wrap(row.text, width - 2, look, "")
    return [(*head, *first), *((("  ", ""), *part) for part in rest)]


def _choice(choice: Choice, width: int) -> list[Line]:
    if choice.refusal is None:
        return [cut(((choice.key, "key"), (f" {choice.label}", "")), width)]
    out: list[Line] = [cut(((choice.key, "dim"), (f" {choice.label}", "dim")), width)]
    return out + wrap("  " + str(choice.refusal), width, "dim", "  ")
