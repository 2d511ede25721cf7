"""Commands have a text form, the same in the log, the save, scripts and the prompt.

A series lists its commands as frozen attrs classes and gives each a `Form`: the verb
and the parts that follow it. `Grammar` reads and writes them, so that
`parse(render(c)) == c` holds for every command by construction.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from engine.core.errors import BadCommand
from engine.core.values import frozen


@frozen
class Command:
    """One order of a player. Subclasses hold names and hex numbers as text."""


class End(Command):
    """Close the step in hand."""


class Pass(Command):
    """Decline the decision in hand where it may be declined."""


@frozen
class Part:
    """One part of a command's text: an optional keyword, then a field of one kind.

    Kinds: `names` (comma list), `name`, `hexes` (space list), `hex`, `word`, `flag`
    (the keyword alone), `pairs` (comma list of "A at B").
    """

    field: str
    kind: str
    keyword: str = ""
    optional: bool = False


@frozen
class Form:
    """How one command class reads: `verb part part ...`."""

    verb: str
    cls: type[Command]
    parts: tuple[Part, ...] = ()
    help: str = ""

    def syntax(self) -> str:
        """The form as the help shows it, such as `move UNITS to HEX`."""
        words = [self.verb]
        for part in self.parts:
            body = [] if part.kind == "flag" else [_SHOWN[part.kind]]
            text = " ".join(([part.keyword] if part.keyword else []) + body)
            words.append(f"[{text}]" if part.optional else text)
        return " ".join(words)


_SHOWN = {
    "names": "UNITS",
    "name": "UNIT",
    "hexes": "HEXES",
    "hex": "HEX",
    "word": "WORD",
    "pairs": "A at B, ...",
}
_EMPTY: dict[str, Any] = {
    "names": (), "name": "", "hexes": (), "hex": "", "word": "", "flag": False, "pairs": (),
}


def _write(kind: str, value: Any) -> str:
    if kind == "names":
        return ", ".join(value)
    if kind == "hexes":
        return " ".join(value)
    if kind == "pairs":
        return ", ".join(f"{a} at {b}" for a, b in value)
    return str(value)


def _read(kind: str, text: str, verb: str) -> Any:
    if not text:
        raise BadCommand(f"{verb}: something is missing after the verb or a keyword")
    if kind == "names":
        names = tuple(name.strip() for name in text.split(","))
        if not all(names):
            raise BadCommand(f"{verb}: an empty name in '{text}'")
        return names
    if kind == "hexes":
        return tuple(text.split())
    if kind == "pairs":
        pairs = [tuple(p.strip() for p in pair.split(" at ")) for pair in text.split(",")]
        if any(len(pair) != 2 or not all(pair) for pair in pairs):
            raise BadCommand(f"{verb}: write A at B, C at D")
        return tuple(pairs)
    if kind in ("hex", "word") and " " in text:
        raise BadCommand(f"{verb}: '{text}' should be one word")
    return text


class Grammar:
    """The commands of one series, read and written as text."""

    def __init__(self, forms: Iterable[Form]) -> None:
        self.forms = tuple(forms)
        self._by_class = {form.cls: form for form in self.forms}
        self._by_verb: dict[str, list[Form]] = {}
        for form in self.forms:
            self._by_verb.setdefault(form.verb, []).append(form)

    @property
    def verbs(self) -> tuple[str, ...]:
        """Every verb, in the order of the forms."""
        return tuple(self._by_verb)

    def render(self, command: Command) -> str:
        """The text of a command."""
        form = self._by_class[type(command)]
        words = [form.verb]
        for part in form.parts:
            value = getattr(command, part.field)
            if part.optional and value == _EMPTY[part.kind]:
                continue
            if part.keyword:
                words.append(part.keyword)
            if part.kind != "flag":
                words.append(_write(part.kind, value))
        return " ".join(words)

    def parse(self, text: str) -> Command:
        """The command of a text. Raises BadCommand, saying what is wrong and what was expected."""
        words = text.split()
        if not words:
            raise BadCommand("an empty command")
        verb, rest = words[0], " ".join(words[1:])
        forms = self._by_verb.get(verb)
        if forms is None:
            raise BadCommand(f"no command '{verb}'; commands are {', '.join(self.verbs)}")
        for form in forms:
            values = _split(form, rest)
            if values is not None:
                return form.cls(**values)
        expected = " or ".join(form.syntax() for form in forms)
        raise BadCommand(f"cannot read '{text}'; expected {expected}")


def _split(form: Form, rest: str) -> dict[str, Any] | None:
    """The fields of `rest` under a form, or None where its keywords do not fit.

    Parts without a keyword come first; all but the last of them are one word.
    """
    plain = [part for part in form.parts if not part.keyword]
    keyed: list[tuple[Part, int, int]] = []
    values: dict[str, Any] = {}
    at = 0
    for part in form.parts[len(plain) :]:
        found = re.compile(rf"(?:^|(?<= )){re.escape(part.keyword)}(?= |$)").search(rest, at)
        if found is not None:
            keyed.append((part, found.start(), found.end()))
            at = found.end()
        elif part.optional:
            values[part.field] = _EMPTY[part.kind]
        else:
            return None
    stops = [start for _, start, _ in keyed] + [len(rest)]
    head = rest[: stops[0]].strip()
    for part in plain[:-1]:
        word, _, head = head.partition(" ")
        values[part.field] = _read(part.kind, word, form.verb)
    if plain:
        values[plain[-1].field] = _read(plain[-1].kind, head.strip(), form.verb)
    elif head:
        return None
    for (part, _, end), stop in zip(keyed, stops[1:], strict=True):
        text = rest[end:stop].strip()
        if part.kind == "flag":
            if text:
                return None
            values[part.field] = True
        else:
            values[part.field] = _read(part.kind, text, form.verb)
    return values
