"""The canonical dump of a state: every field, as a plain dict and as text, and back again.

Hexes stand as printed numbers, pieces as one line each that names only what differs from
a counter just set up. Equal states have equal dumps, on every machine, so the hash of the
dump is the hash of the state.

A series says what is in its state (`Dumper`): fields are found by their types, so that a new
one is picked up, or is refused where its type says too little: at import, or for the fields
of values in the state (`Record`) at their first line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

from engine.core.dice import SEEDS, Dice
from engine.core.errors import DataError
from engine.core.plain import Block, Value, plain, toml, word
from engine.core.records import HEX, INT, MOST, PIECE, WORD, Kind, Record, World
from engine.core.sequence import Step
from engine.core.state import Decision, Outcome
from engine.core.values import fields

Table = dict[str, Value]


class BadDump(DataError):
    """A dump that is none of ours: the key, the line within its block, and the reason."""

    def __init__(self, key: str, line: int, why: str) -> None:
        super().__init__(key if line < 0 else f"{key}, line {line + 1}", why)
        self.key = key
        self.line = line
        """Place in the block, or -1."""


# ---------------------------------------------------------------- fields of the state


class Field(NamedTuple):
    """How one field of the state stands in the table: a number, a text, a list or a block."""

    write: Callable[[World, Any], Value]
    read: Callable[[World, Any], Any]


class At(ValueError):
    """A fault in a line of a block."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line


def block(
    write: Callable[[World, Any], Iterable[str]], read: Callable[[World, list[str]], Any]
) -> Field:
    """A field that is written as lines."""

    def to_text(world: World, value: Any) -> str:
        return Block("".join(f"{item}\n" for item in write(world, value)))

    def from_text(world: World, value: Any) -> Any:
        return read(world, _expect(value, str, "a block of lines").split("\n")[:-1])

    return Field(to_text, from_text)


def each(lines: list[str], read: Callable[[str], Any]) -> list[Any]:
    """Every line read; a fault says in which."""
    found = []
    for number, text in enumerate(lines):
        try:
            found.append(read(text))
        except ValueError as error:
            raise At(number, str(error)) from None
    return found


def _expect(value: Any, kind: type[Any], what: str) -> Any:
    if not isinstance(value, kind):
        raise ValueError(f"should be {what}")
    return value


def rows(*kinds: Kind, build: Callable[[list[Any]], Any] = tuple, sort: bool = False) -> Field:
    """Lines of as many words as there are kinds; a mapping is written as its items."""

    def write(world: World, value: Any) -> Iterable[str]:
        rows = value.items() if isinstance(value, Mapping) else value
        for row in sorted(rows) if sort else rows:
            yield " ".join(kind.write(world, item) for kind, item in zip(kinds, row, strict=True))

    def read_row(world: World, text: str) -> tuple[Any, ...]:
        parts = text.split(" ")
        if len(parts) != len(kinds):
            raise ValueError(f"'{text[:40]}' should be {len(kinds)} words")
        return tuple(kind.read(world, part) for kind, part in zip(kinds, parts, strict=True))

    def read(world: World, lines: list[str]) -> Any:
        rows = each(lines, lambda text: read_row(world, text))
        found = build(rows)
        if len(found) != len(rows):
            raise ValueError("says something twice")
        return found

    return block(write, read)


def members(kind: Kind) -> Field:
    """A set, one member a line, sorted."""

    def read(world: World, lines: list[str]) -> frozenset[Any]:
        found = frozenset(each(lines, lambda text: kind.read(world, text)))
        if len(found) != len(lines):
            raise ValueError("says something twice")
        return found

    return block(
        lambda world, value: [kind.write(world, item) for item in sorted(value)], read
    )


def pieces(record: Record) -> Field:
    """Units or air units by their ids, in the order of the set-up, which is part of the state."""

    def read(world: World, lines: list[str]) -> dict[str, Any]:
        found: dict[str, Any] = {}

        def add(text: str) -> None:
            piece = record.read(world, text)
            if piece.id in found:
                raise ValueError(f"{piece.id} stands twice")
            found[piece.id] = piece

        each(lines, add)
        return found

    return block(
        lambda world, value: [record.write(world, piece) for piece in value.values()], read
    )


def records(record: Record) -> Field:
    return block(
        lambda world, value: [record.write(world, item) for item in value],
        lambda world, lines: tuple(each(lines, lambda text: record.read(world, text))),
    )


ROW = 16
"""Hexes on one line of the control block."""


def _write_control(world: World, value: Mapping[int, str]) -> Iterable[str]:
    """`side hex hex ...`, in board order."""
    by_side: dict[str, list[str]] = {}
    for hex_ in sorted(value):
        by_side.setdefault(value[hex_], []).append(HEX.write(world, hex_))
    for side in sorted(by_side):
        hexes = by_side[side]
        for start in range(0, len(hexes), ROW):
            yield f"{word(side)} {' '.join(hexes[start : start + ROW])}"


def _read_control(world: World, lines: list[str]) -> dict[int, str]:
    found: dict[int, str] = {}

    def add(text: str) -> None:
        side, *hexes = text.split(" ")
        for number in hexes:
            hex_ = HEX.read(world, number)
            if hex_ in found:
                raise ValueError(f"hex {number} stands twice")
            found[hex_] = plain(side)

    each(lines, add)
    return dict(sorted(found.items()))



def by_hex(record: Record) -> Field:
    """A value a hex: `hex value`, in board order."""

    def write(world: World, value: Mapping[int, Any]) -> Iterable[str]:
        for hex_ in sorted(value):
            yield f"{HEX.write(world, hex_)} {record.write(world, value[hex_])}".rstrip()

    return block(write, _keyed(HEX, record))


def by_word(record: Record) -> Field:
    """A value for a word: `word value`, sorted."""

    def write(world: World, value: Mapping[str, Any]) -> Iterable[str]:
        for key in sorted(value):
            yield f"{WORD.write(world, key)} {record.write(world, value[key])}".rstrip()

    return block(write, _keyed(WORD, record))


def _keyed(key: Kind, record: Record) -> Callable[[World, list[str]], Any]:
    def read(world: World, lines: list[str]) -> dict[Any, Any]:
        def one(text: str) -> tuple[Any, Any]:
            first, _, rest = text.partition(" ")
            return key.read(world, first), record.read(world, rest)

        found = dict(each(lines, one))
        if len(found) != len(lines):
            raise ValueError("says something twice")
        return found

    return read


def one(record: Record) -> Field:
    """A value that may be None, on one line."""

    def read(world: World, lines: list[str]) -> Any:
        if len(lines) != 1:
            raise ValueError("should be one line")
        return each(lines, lambda text: record.read(world, text))[0]

    return block(lambda world, value: [record.write(world, value)], read)


def nested(parts: Callable[[World], tuple[type[Any], Mapping[str, Field]]]) -> Field:
    """A value whose class and fields the world knows: its entries as lines, `field words`.

    Each of its fields must be a block, or stand as one number, text or truth.
    """

    def write(world: World, value: Any) -> Iterable[str]:
        cls, fields = parts(world)
        nothing = cls()
        for name, field in fields.items():
            own = getattr(value, name)
            if own == getattr(nothing, name):
                continue
            found = field.write(world, own)
            if isinstance(found, Block):
                yield from (f"{name} {text}" for text in found.split("\n")[:-1])
            else:
                yield f"{name} {word(str(found))}"

    def read(world: World, lines: list[str]) -> Any:
        cls, fields = parts(world)
        found: dict[str, list[str]] = {}
        for number, text in enumerate(lines):
            name, _, rest = text.partition(" ")
            if name not in fields:
                raise At(number, f"'{name[:40]}' is not known here")
            found.setdefault(name, []).append(rest)
        return cls(**{name: _entry(world, fields[name], own) for name, own in found.items()})

    return block(write, read)


def _entry(world: World, field: Field, lines: list[str]) -> Any:
    """A field of a nested value from its lines."""
    if field is NUMBER:
        return INT.read(world, lines[-1])
    if field is SWITCH:
        return lines[-1] == "True"
    if field is TEXT:
        return plain(lines[-1])
    return field.read(world, Block("".join(f"{text}\n" for text in lines)))


CONTROL = block(_write_control, _read_control)
"""Hexes by a word, as their controller."""


def decisions(records: Mapping[str, Record]) -> Field:
    """The decisions that wait, the name of each first."""

    def write(world: World, value: tuple[Decision, ...]) -> Iterable[str]:
        for decision in value:
            name = type(decision).__name__.lower()
            yield f"{name} {records[name].write(world, decision)}"

    def read(world: World, lines: list[str]) -> tuple[Decision, ...]:
        def single(text: str) -> Decision:
            name, _, rest = text.partition(" ")
            record = records.get(name)
            if record is None:
                raise ValueError(f"no decision is called '{name[:40]}'")
            decision: Decision = record.read(world, rest)
            return decision

        return tuple(each(lines, single))

    return block(write, read)


def decision_records(module: Any, by_name: Mapping[str, Kind]) -> dict[str, Record]:
    """The records of every decision of a module."""
    return {
        name.lower(): Record(cls, by_name=by_name)
        for name, cls in vars(module).items()
        if isinstance(cls, type) and issubclass(cls, Decision) and cls is not Decision
    }


def texts(kind: Kind) -> Field:
    """A short list of texts."""

    def read(world: World, value: Any) -> tuple[Any, ...]:
        items = _expect(value, list, "a list")
        return tuple(kind.read(world, _expect(item, str, "a list of texts")) for item in items)

    return Field(lambda world, value: [kind.write(world, item) for item in value], read)


def _read_over(world: World, value: Any) -> Outcome:
    items = _expect(value, list, "a list")
    if len(items) != 3 or not all(type(item) is str for item in items):
        raise ValueError("should be three texts: winner, reason and rule")
    return Outcome(*items)


def _read_number(world: World, value: Any) -> int:
    if type(value) is not int or not -MOST <= value <= MOST:
        raise ValueError("should be a whole number")
    return value


def _read_seed(world: World, value: Any) -> int:
    if type(value) is not int or not -SEEDS < value < SEEDS:
        raise ValueError("should be a whole number")
    return value


def _read_rolls(world: World, value: Any) -> tuple[int, ...]:
    items = _expect(value, list, "a list")
    if not all(type(item) is int and 1 <= item <= 100 for item in items):
        raise ValueError("should be a list of die rolls")
    return tuple(items)


def step_of(sequence: tuple[Step, ...]) -> Field:
    """A step by its printed id."""
    places = {step.id: i for i, step in enumerate(sequence)}

    def read(world: World, value: Any) -> int:
        found = places.get(_expect(value, str, "the number of a step"))
        if found is None:
            raise ValueError(f"no step {value[:20]} in the sequence of play")
        return found

    return Field(lambda world, value: sequence[value].id, read)


NUMBER = Field(lambda world, value: value, _read_number)
SWITCH = Field(
    lambda world, value: value, lambda world, value: _expect(value, bool, "true or false")
)
TEXT = Field(lambda world, value: value, lambda world, value: _expect(value, str, "a text"))
TYPES: dict[str, Field] = {
    "int": NUMBER,
    "bool": SWITCH,
    "str": TEXT,
    "tuple[str, ...]": texts(PIECE),
    "tuple[int, ...]": texts(HEX),
    "tuple[tuple[str, int], ...]": rows(PIECE, HEX),
    "tuple[tuple[int, str], ...]": rows(HEX, WORD),
    "tuple[tuple[int, int], ...]": rows(HEX, INT),
    "frozenset[int]": members(HEX),
    "frozenset[str]": members(WORD),
    "frozenset[tuple[int, int]]": rows(HEX, HEX, build=frozenset, sort=True),
    "Mapping[str, int]": rows(WORD, INT, build=dict, sort=True),
    "Mapping[int, int]": rows(HEX, INT, build=dict, sort=True),
    "Mapping[int, str]": rows(HEX, WORD, build=dict, sort=True),
    "Outcome | None": Field(
        lambda world, value: [value.winner, value.reason, value.rule], _read_over
    ),
}
"""How a field stands in the dump, by its type as its class declares it; a series adds its own."""
_ROLLS = Field(lambda world, value: list(value), _read_rolls)
_SEED = Field(lambda world, value: value, _read_seed)
_DICE: dict[str, Field] = {"seed": _SEED, "drawn": NUMBER, "named": _ROLLS, "record": _ROLLS}
_NO_DICE = Dice()


def fields_of(cls: type[Any], types: Mapping[str, Field], special: Mapping[str, Field]) -> dict[
    str, Field
]:
    """Every field of a class. Raises KeyError, at import, for one whose type is not known."""
    return {
        f.name: special.get(f.name) or types[str(f.type)] for f in fields(cls) if f.init
    }


class Dumper:
    """How the states of one series are dumped."""

    def __init__(
        self, cls: type[Any], types: Mapping[str, Field], special: Mapping[str, Field],
        last: tuple[str, ...],
    ) -> None:
        found = fields_of(cls, types, {"dice": NUMBER, **special})
        del found["dice"]
        first = ("turn", "step")
        middle = [name for name in found if name not in (*first, *last)]
        self.cls = cls
        self.fields = {name: found[name] for name in (*first, *middle, *last)}
        self._nothing = cls()

    def dump(self, world: World, state: Any) -> Table:
        """The state as a dict of numbers, texts, lists and blocks of lines; defaults left out."""
        table: Table = {}
        for name, field in self.fields.items():
            value = getattr(state, name)
            if name in ("turn", "step") or value != getattr(self._nothing, name):
                table[name] = field.write(world, value)
        for name, field in _DICE.items():
            value = getattr(state.dice, name)
            if value != getattr(_NO_DICE, name):
                table[name] = field.write(world, value)
        return table

    def load(self, world: World, table: Mapping[str, Any]) -> Any:
        """The state of a dump. Raises BadDump for anything that `dump` does not write.

        What a state may hold together is judged by the series' `validate`.
        """
        values: dict[str, Any] = {}
        dice: dict[str, Any] = {}
        for key, value in table.items():
            field = self.fields.get(key)
            into = values
            if field is None:
                field, into = _DICE.get(key), dice
            if field is None:
                raise BadDump(key, -1, "is not known here")
            try:
                into[key] = field.read(world, value)
            except At as error:
                raise BadDump(key, error.line, str(error)) from None
            except ValueError as error:
                raise BadDump(key, -1, str(error)) from None
        for key in ("turn", "step", "units"):
            if key not in values:
                raise BadDump(key, -1, "is missing")
        return self.cls(dice=Dice(**dice), **values)

    def digest(self, world: World, state: Any) -> str:
        """A hash of the state, the same on every machine for equal states of one scenario."""
        return blake2b(self.text(world, state).encode(), digest_size=16).hexdigest()

    def text(self, world: World, state: Any) -> str:
        """The canonical dump as TOML."""
        return toml(self.dump(world, state))
