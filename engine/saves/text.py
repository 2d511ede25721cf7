"""A save as text: what stands in it, in which order, and how it is read back.

    format = 1
    digest = "..."              of every line below this one
    scenario, title, data, ...  what is played
    [options] [players]         what was agreed on, and who plays
    [state]                     the dump of the state
    [past]                      journal, undone commands, the end of the log
    # end

Journal lines are commands with their die rolls behind them as a comment, so they can be
pasted into a script.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from attrs import field

from engine.core.dice import SEEDS
from engine.core.events import Event
from engine.core.plain import Block, Value, line, plain, toml
from engine.core.values import frozen
from engine.game import Entry
from engine.saves.faults import BadSave

FORMAT = 1
TITLE = "# A saved game of Rasputitsa. The digest covers every line below it."
END = "# end"
TEXT_LIMIT = 10_000
"""Characters in one text; a path has at most four thousand."""
LOG_LINES = 200
"""How much of the log a save keeps."""

T = TypeVar("T")
_HEAD = re.compile(
    r'(?:#[^\n]*\n|[ \t]*\n)*format = (\d{1,9})[ \t]*\n(?:digest = "([0-9a-f]{32})"[ \t]*\n)?'
)
_AT = re.compile(r" ?\(at (?:line (\d+), column (\d+)|end of document)\)$")
_BLOCK = re.compile(r"[a-z_]+ = '''")
_ARRAY = r"(?!.*\"\"\")\[(?:[^\[\]{}\"'#]|\"(?:[^\"\\]|\\.)*\")*\]\s*$"
_PLAIN = re.compile(rf"[a-z_\d]+ = (?:\"(?!\"\")|[-\d]|true|false|'(?!'')|{_ARRAY})")
_TABLE = re.compile(r"\[[a-z]+\]")
_WIDTH = 100_000
"""Characters in a line outside blocks."""
_ROLLS = re.compile(r"# \d{1,3}(?: \d{1,3}){0,999}")


@frozen
class Save:
    """What a save holds. Texts are as written; only `state` is read later, against its world."""

    scenario: str
    title: str
    seed: int
    data: int
    """engine.DATA_VERSION of the program that wrote it."""
    files: str = ""
    """Hash of the scenario's files, or empty."""
    source: str = ""
    """The scenario's own file, where it is none that the program finds by its name."""
    written: str = ""
    """Date and time, in UTC."""
    summary: Mapping[str, Value] = field(factory=dict)
    """turn, step, commands, over: what a list of saves shows."""
    options: Mapping[str, Value] = field(factory=dict)
    players: Mapping[str, str] = field(factory=dict)
    state: Mapping[str, Any] = field(factory=dict)
    journal: tuple[Entry, ...] = ()
    undone: tuple[Entry, ...] = ()
    log: tuple[Event, ...] = ()
    digest: str = ""
    edited: bool = field(default=False, eq=False)
    """True where the digest does not fit."""


# ---------------------------------------------------------------- writing


def write(save: Save) -> tuple[str, str]:
    """The text of a save, and its digest."""
    head: dict[str, Value] = {
        "scenario": save.scenario, "title": save.title, "data": save.data, "files": save.files,
        "source": save.source, "seed": save.seed, "written": save.written, **save.summary,
    }
    past = {
        "journal": _block(map(entry_line, save.journal)),
        "undone": _block(map(entry_line, save.undone)),
        "log": _block(map(_event_line, save.log)),
    }
    tables: list[tuple[str, Mapping[str, Value]]] = [
        ("options", save.options), ("players", save.players), ("state", save.state),
        ("past", {key: block for key, block in past.items() if block}),
    ]
    head = {key: value for key, value in head.items() if value != ""}
    body = toml(head) + "".join(f"\n[{name}]\n{toml(table)}" for name, table in tables)
    body += f"{END}\n"
    digest = digest_of(body)
    return f'{TITLE}\nformat = {FORMAT}\ndigest = "{digest}"\n{body}', digest


def digest_of(body: str) -> str:
    """The hash that a save carries of what follows it."""
    return blake2b(body.encode(), digest_size=16).hexdigest()


def _block(lines: Iterable[str]) -> Block:
    return Block("".join(f"{text}\n" for text in lines))


def entry_line(entry: Entry) -> str:
    """A journal line: the command, and its rolls behind a tab."""
    text = line(entry.text)
    return f"{text}\t# {' '.join(map(str, entry.rolls))}" if entry.rolls else text


def _event_line(event: Event) -> str:
    """A log line: text, kind, hex, rule, roll, side, as far as they are not empty."""
    fields = (event.text, event.kind, event.hex, event.rule, str(event.roll or ""), event.side)
    return "\t".join(map(line, fields)).rstrip("\t")


# ---------------------------------------------------------------- reading


def read_entry(text: str) -> Entry:
    """The entry of a journal line. Raises ValueError."""
    command, tab, rolls = text.partition("\t")
    if not command.strip():
        raise ValueError("an empty command")
    if not tab:
        return Entry(plain(command))
    if not _ROLLS.fullmatch(rolls):
        raise ValueError(f"'{rolls[:40]}' should be die rolls")
    return Entry(plain(command), tuple(map(int, rolls[2:].split(" "))))


def _read_event(text: str) -> Event:
    fields = text.split("\t")
    if "\\" in text:
        fields = [plain(part) for part in fields]
    if len(fields) > 6:
        raise ValueError("has more than six parts")
    text, kind, hex_, rule, roll, side = fields + [""] * (6 - len(fields))
    if roll and not (roll.isdigit() and len(roll) < 4):
        raise ValueError(f"'{roll[:20]}' should be a die roll")
    return Event(kind, text, hex_, rule, int(roll or 0), side)


class Text(NamedTuple):
    """A file's text, to find lines in."""

    path: Path
    whole: str

    def bad(self, why: str, *, line: int = 0, key: str = "", forcible: bool = False) -> BadSave:
        """A fault of this file."""
        return BadSave(self.path, why, line=line, key=key, forcible=forcible)

    def line_of(self, table: str, key: str, within: int = -1) -> int:
        """The line of a key, or of a line of its block; 0 where it is not found."""
        start = self.whole.find(f"\n[{table}]\n") if table else 0
        found = self.whole.find(f"\n{key} = ", max(start, 0))
        return self.whole.count("\n", 0, found + 1) + within + 2 if found >= 0 <= start else 0


def decode(path: Path, raw: bytes) -> Text:
    """The text of a file. Raises BadSave for bytes that are no text."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BadSave(path, "is not UTF-8 text", line=line) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise BadSave(path, "holds a null byte", line=line)
    return Text(path, text.replace("\r\n", "\n"))


def read(text: Text) -> Save:
    """The save of a text. Raises BadSave naming the line."""
    head = _HEAD.match(text.whole)
    if head is None:
        raise text.bad("is not a saved game: it should begin with its format")
    if int(head[1]) != FORMAT:
        newer = "a newer" if int(head[1]) > FORMAT else "another"
        raise text.bad(
            f"is a save of format {head[1]} by {newer} version; this one reads format {FORMAT}"
        )
    if not text.whole.rstrip().endswith(f"\n{END}"):
        count = text.whole.count("\n") + 1
        raise text.bad(f"is cut off: its last line should be '{END}'", line=count)
    _scan(text)
    data = _parse(text)
    body = text.whole[head.end() :]
    return _build(text, data, edited=head[2] is None or digest_of(body) != head[2])


def _scan(text: Text) -> None:
    """Let only what a save looks like near the parser: hostile nesting costs it too much time."""
    whole, start, number = text.whole, 0, 0
    while start < len(whole):
        end = whole.find("\n", start)
        end = len(whole) if end < 0 else end
        number += 1
        row = whole[start:end].rstrip()
        if end - start > _WIDTH:
            raise text.bad("is too long a line for a save", line=number)
        if _BLOCK.fullmatch(row):
            close = whole.find("\n'''\n", end - 1)
            if close < 0:
                raise text.bad("opens a block that is not closed", line=number)
            number += whole.count("\n", end, close) + 1
            end = close + 4
        elif row and row[0] != "#" and not (_PLAIN.match(row) or _TABLE.fullmatch(row)):
            raise text.bad(f"has no place in a save: '{row[:40]}'", line=number)
        start = end + 1


def _parse(text: Text) -> dict[str, Any]:
    import tomllib  # not for a new game

    try:
        return tomllib.loads(text.whole)
    except tomllib.TOMLDecodeError as error:
        at = _AT.search(str(error))
        line = int(at[1]) if at and at[1] else text.whole.count("\n") + 1
        why = _AT.sub("", str(error)).lower()
        raise text.bad(f"is not TOML: {why}", line=line) from None
    except RecursionError:
        raise text.bad("is nested too deeply") from None
    except ValueError as error:  # a number too long to be read
        raise text.bad(f"is not TOML: {error}") from None


class _Reader:
    """Takes keys out of the tables by type; what is left over is a fault."""

    def __init__(self, text: Text, table: str, data: Any) -> None:
        if type(data) is not dict:
            raise text.bad("should be a table", key=table)
        self.text = text
        self.table = table
        self.data: dict[str, Any] = dict(data)

    def bad(self, key: str, why: str, within: int = -1) -> BadSave:
        line = self.text.line_of(self.table, key, within)
        return self.text.bad(why, line=line, key=f"{self.table}.{key}" if self.table else key)

    def take(self, key: str, kind: type[Any], default: Any = None) -> Any:
        value = self.data.pop(key, default)
        if value is None:
            raise self.bad(key, "is missing")
        if type(value) is not kind:
            raise self.bad(key, f"should be {_WORDS[kind]}")
        if kind is int and not -SEEDS < value < SEEDS:
            raise self.bad(key, "is too large a number")
        if kind is str and len(value) > TEXT_LIMIT:
            raise self.bad(key, "is too long a text")
        return value

    def lines(self, key: str, read: Callable[[str], T]) -> tuple[T, ...]:
        block = self.data.pop(key, "")
        if type(block) is not str:
            raise self.bad(key, "should be a block of lines")
        found: list[T] = []
        try:
            for row in block.split("\n")[:-1]:
                found.append(read(row))
        except ValueError as error:
            raise self.bad(key, str(error), len(found)) from None
        return tuple(found)

    def texts(self) -> dict[str, str]:
        """All that is left, as short texts."""
        return {key: self.take(key, str) for key in list(self.data)}

    def close(self) -> None:
        for key in self.data:
            raise self.bad(key, "is not known here")


_WORDS = {str: "a text", int: "a whole number", dict: "a table"}


def _build(text: Text, data: dict[str, Any], *, edited: bool) -> Save:
    root = _Reader(text, "", data)
    root.take("format", int)
    tables = {name: root.take(name, dict, {}) for name in ("options", "players", "state", "past")}
    summary: dict[str, Value] = {
        "turn": root.take("turn", int, 0), "step": root.take("step", str, ""),
        "commands": root.take("commands", int, 0), "over": root.take("over", str, ""),
    }
    past = _Reader(text, "past", tables["past"])
    save = Save(
        scenario=root.take("scenario", str), title=root.take("title", str, ""),
        seed=root.take("seed", int), data=root.take("data", int),
        files=root.take("files", str, ""), source=root.take("source", str, ""),
        written=root.take("written", str, ""), summary=summary,
        options=_Reader(text, "options", tables["options"]).texts(),
        players=_Reader(text, "players", tables["players"]).texts(),
        state=tables["state"],
        journal=past.lines("journal", read_entry),
        undone=past.lines("undone", read_entry),
        log=past.lines("log", _read_event),
        digest=root.take("digest", str, ""), edited=edited,
    )
    past.close()
    root.close()
    return save


