"""The log: events and refusals, newest last, each line with its hex."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.core.events import Event
from engine.core.values import frozen
from tui.desk.desk import Desk, Note
from tui.panels.lines import Line, cut, wrap

_LOOKS = {"phase": "title", "turn": "title", "victory": "title", "undo": "dim", "note": "dim",
          "passed": "dim"}  # fmt: skip


@frozen
class Entry:
    """One remark of the log."""

    text: str
    look: str
    hex: str = ""
    rule: str = ""


def entry(event: Event) -> Entry:
    """How an event reads."""
    told = re.search(rf"\broll {event.roll}\b", event.text)
    roll = f" (roll {event.roll})" if event.roll and not told else ""
    return Entry(event.text + roll, _LOOKS.get(event.kind, ""), event.hex, event.rule)


def entries(desk: Desk, last: int) -> list[Entry]:
    """The newest entries, remarks of the screen among the events."""
    return _told(desk, desk.notes, max(0, len(desk.game.log) - last))[-last:]


def story(desk: Desk) -> list[Entry]:
    """All that happened, and what was refused; other remarks of the screen were for the moment."""
    return _told(desk, [note for note in desk.notes if note.look == "refusal"], 0)


def _told(desk: Desk, remarks: Sequence[Note], start: int) -> list[Entry]:
    """The events from one on, with remarks in their places."""
    events = desk.game.log
    size = len(events)
    notes = [n for n in remarks if start <= n.after <= size]
    out: list[Entry] = []
    at = 0
    for index in range(start, size + 1):
        while at < len(notes) and notes[at].after <= index:
            out.append(_noted(notes[at]))
            at += 1
        if index < size:
            out.append(entry(events[index]))
    return out


def _noted(note: Note) -> Entry:
    return Entry(note.text, note.look, "", note.rule)


def log_lines(found: Sequence[Entry], width: int, height: int) -> tuple[list[Line], int]:
    """The last lines that fit, long entries wrapped; and how many entries stand there whole."""
    out: list[Line] = []
    whole = 0
    for one in reversed(found):
        out[:0] = wrap(one.text, width, one.look)
        whole += len(out) <= height
        if len(out) >= height:
            break
    return (out[-height:] if height else []), whole


def log_head(missing: int, width: int, dash: str, trouble: str = "") -> Line:
    """The line above the log: how much is new and has no room below, and that nothing is saved."""
    alarm = f" {trouble} " if trouble else ""
    hint = f" {missing} more above: L shows the log " if missing > 0 else ""
    rest = max(0, width - len(alarm) - len(hint) - 4)
    parts = (
        (dash * 2, "rule"), (alarm, "refusal"), (dash * rest, "rule"), (hint, "key"),
        (dash * 2, "rule"),
    )  # fmt: skip
    return cut(tuple(part for part in parts if part[0]), width)
