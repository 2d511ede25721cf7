"""The canonical dump of a state: every field, as a plain dict and as text, and back again.

Hexes stand as printed numbers, pieces as one line each that names only what differs from
a counter just set up. Equal states have equal dumps, on every machine, so the hash of the
dump is the hash of the state.

A new field of the state or of a value in it is picked up by its type, if that says what it
holds; `tests/saves` proves that every field of every value survives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

import attrs

from engine.core.dice import Dice
from engine.core.errors import DataError
from engine.core.plain import Block, Value, plain, toml, word
from engine.core.state import Decision, Outcome
from engine.efs import decisions
from engine.efs.pieces import AirUnit, Unit
from engine.efs.records import HEX, INT, MOST, PIECE, WORD, Kind, Record
from engine.efs.sequence import SEQUENCE, place
from engine.efs.state import Attack, Combat, EfsState, Fort, Overrunning
from engine.efs.world import World

Table = dict[str, Value]
SEEDS = 10**40
"""A seed may be any whole number below it."""


class BadDump(DataError):
    """A dump that is none of ours: the key, the line within its block, and the reason."""

    def __init__(self, key: str, line: int, why: str) -> None:
        super().__init__(key if line < 0 else f"{key}, line {line + 1}", why)
        self.key = key
        self.line = line
        """Place in the block, or -1."""


def digest(world: World, state: EfsState) -> str:
    """A hash of the state, the same on every machine for equal states of one scenario."""
    return blake2b(text(world, state).encode(), digest_size=16).hexdigest()


def text(world: World, state: EfsState) -> str:
    """The canonical dump as TOML."""
    return toml(dump(world, state))


_UNIT = Record(Unit, "hex")
_AIR = Record(AirUnit)
_FORT = Record(Fort)
_ATTACK = Record(Attack)
_COMBAT = Record(Combat, leave_out="attack")
_OVERRUNNING = Record(Overrunning)
_DECISIONS: dict[str, Record] = {
    name.lower(): Record(cls)
    for name, cls in vars(decisions).items()
    if isinstance(cls, type) and issubclass(cls, Decision) and cls is not Decision
}


RECORDS: dict[type[Any], Record] = {
    record.cls: record
    for record in (_UNIT, _AIR, _ATTACK, _COMBAT, _OVERRUNNING, *_DECISIONS.values())
}
"""How the values that a state holds stand in a line, by their class."""


# ---------------------------------------------------------------- fields of the state


class Field(NamedTuple):
    """How one field of the state stands in the table: a number, a text, a list or a block."""

    write: Callable[[World, Any], Value]
    read: Callable[[World, Any], Any]


class _At(ValueError):
    """A fault in a line of a block."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line


def _block(
    write: Callable[[World, Any], Iterable[str]], read: Callable[[World, list[str]], Any]
) -> Field:
    """A field that is written as lines."""

    def to_text(world: World, value: Any) -> str:
        return Block("".join(f"{item}\n" for item in write(world, value)))

    def from_text(world: World, value: Any) -> Any:
        return read(world, _expect(value, str, "a block of lines").split("\n")[:-1])

    return Field(to_text, from_text)


def _each(lines: list[str], read: Callable[[str], Any]) -> list[Any]:
    """Every line read; a fault says in which."""
    found = []
    for number, text in enumerate(lines):
        try:
            found.append(read(text))
        except ValueError as error:
            raise _At(number, str(error)) from None
    return found


def _expect(value: Any, kind: type[Any], what: str) -> Any:
    if not isinstance(value, kind):
        raise ValueError(f"should be {what}")
    return value


def _rows(*kinds: Kind, build: Callable[[list[Any]], Any] = tuple, sort: bool = False) -> Field:
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
        rows = _each(lines, lambda text: read_row(world, text))
        found = build(rows)
        if len(found) != len(rows):
            raise ValueError("says something twice")
        return found

    return _block(write, read)


def _pieces(record: Record) -> Field:
    """Units or air units by their ids, in the order of the set-up, which is part of the state."""

    def read(world: World, lines: list[str]) -> dict[str, Any]:
        found: dict[str, Any] = {}

        def add(text: str) -> None:
            piece = record.read(world, text)
            if piece.id in found:
                raise ValueError(f"{piece.id} stands twice")
            found[piece.id] = piece

        _each(lines, add)
        return found

    return _block(
        lambda world, value: [record.write(world, piece) for piece in value.values()], read
    )


def _records(record: Record) -> Field:
    return _block(
        lambda world, value: [record.write(world, item) for item in value],
        lambda world, lines: tuple(_each(lines, lambda text: record.read(world, text))),
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

    _each(lines, add)
    return dict(sorted(found.items()))


def _write_forts(world: World, value: Mapping[int, Fort]) -> Iterable[str]:
    for hex_ in sorted(value):
        yield f"{HEX.write(world, hex_)} {_FORT.write(world, value[hex_])}"


def _read_forts(world: World, lines: list[str]) -> dict[int, Fort]:
    def one(text: str) -> tuple[int, Fort]:
        number, _, rest = text.partition(" ")
        return HEX.read(world, number), _FORT.read(world, rest)

    found = dict(_each(lines, one))
    if len(found) != len(lines):
        raise ValueError("says something twice")
    return found


def _write_asks(world: World, value: tuple[Decision, ...]) -> Iterable[str]:
    for decision in value:
        name = type(decision).__name__.lower()
        yield f"{name} {_DECISIONS[name].write(world, decision)}"


def _read_asks(world: World, lines: list[str]) -> tuple[Decision, ...]:
    def one(text: str) -> Decision:
        name, _, rest = text.partition(" ")
        record = _DECISIONS.get(name)
        if record is None:
            raise ValueError(f"no decision is called '{name[:40]}'")
        decision: Decision = record.read(world, rest)
        return decision

    return tuple(_each(lines, one))


def _write_combat(world: World, value: Combat) -> Iterable[str]:
    """Two lines: the Declared Attack, then the combat."""
    return _ATTACK.write(world, value.attack), _COMBAT.write(world, value)


def _read_combat(world: World, lines: list[str]) -> Combat:
    if len(lines) != 2:
        raise ValueError("should be two lines, the attack and the combat")
    (attack,) = _each(lines[:1], lambda text: _ATTACK.read(world, text))
    try:
        combat: Combat = (
            _COMBAT.read(world, lines[1], attack=attack) if lines[1] else Combat(attack)
        )
    except ValueError as error:
        raise _At(1, str(error)) from None
    return combat


def _read_overrunning(world: World, lines: list[str]) -> Overrunning:
    if len(lines) != 1:
        raise ValueError("should be one line")
    overrunning: Overrunning = _each(lines, lambda text: _OVERRUNNING.read(world, text))[0]
    return overrunning


def _texts(kind: Kind) -> Field:
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


def _read_step(world: World, value: Any) -> int:
    try:
        return place(_expect(value, str, "the number of a step"))
    except StopIteration:
        raise ValueError(f"no step {value[:20]} in the sequence of play") from None


_NUMBER = Field(lambda world, value: value, _read_number)
_SWITCH = Field(
    lambda world, value: value, lambda world, value: _expect(value, bool, "true or false")
)
_TEXT = Field(lambda world, value: value, lambda world, value: _expect(value, str, "a text"))
_SPECIAL: dict[str, Field] = {
    "step": Field(lambda world, value: SEQUENCE[value].id, _read_step),
    "rolled": _texts(WORD),
    "control": _block(_write_control, _read_control),
}
"""Fields whose type does not say enough."""
_COUNTS = _rows(WORD, INT, build=dict, sort=True)
_TYPES: dict[str, Field] = {
    "int": _NUMBER,
    "bool": _SWITCH,
    "str": _TEXT,
    "tuple[str, ...]": _texts(PIECE),
    "tuple[int, ...]": _texts(HEX),
    "tuple[tuple[str, int], ...]": _rows(PIECE, HEX),
    "tuple[tuple[int, str], ...]": _rows(HEX, WORD),
    "tuple[tuple[int, int], ...]": _rows(HEX, INT),
    "frozenset[tuple[int, int]]": _rows(HEX, HEX, build=frozenset, sort=True),
    "Mapping[str, int]": _COUNTS,
    "Mapping[int, int]": _rows(HEX, INT, build=dict, sort=True),
    "Mapping[int, Fort]": _block(_write_forts, _read_forts),
    "Mapping[str, Unit]": _pieces(_UNIT),
    "Mapping[str, AirUnit]": _pieces(_AIR),
    "tuple[Decision, ...]": _block(_write_asks, _read_asks),
    "tuple[Attack, ...]": _records(_ATTACK),
    "Combat | None": _block(_write_combat, _read_combat),
    "Overrunning | None": _block(
        lambda world, value: [_OVERRUNNING.write(world, value)], _read_overrunning
    ),
    "Outcome | None": Field(
        lambda world, value: [value.winner, value.reason, value.rule], _read_over
    ),
}
"""How a field stands in the dump, by its type as `EfsState` declares it."""
_FIRST = ("turn", "step")
_LAST = ("units", "air", "control")
"""Long blocks, after all that is short."""


def _all_fields() -> dict[str, Field]:
    """Every field of the state but the dice, in the order of the dump.

    Raises KeyError, at import, for one whose type is not known here.
    """
    names = {f.name: f.type for f in attrs.fields(EfsState) if f.init and f.name != "dice"}
    middle = [name for name in names if name not in (*_FIRST, *_LAST)]
    return {n: _SPECIAL.get(n) or _TYPES[str(names[n])] for n in (*_FIRST, *middle, *_LAST)}


_FIELDS = _all_fields()
_ROLLS = Field(lambda world, value: list(value), _read_rolls)
_SEED = Field(lambda world, value: value, _read_seed)
_DICE: dict[str, Field] = {"seed": _SEED, "drawn": _NUMBER, "named": _ROLLS, "record": _ROLLS}
_NO_DICE = Dice()
_NOTHING = EfsState()


def dump(world: World, state: EfsState) -> Table:
    """The state as a dict of numbers, texts, lists and blocks of lines; defaults are left out."""
    table: Table = {}
    for name, field in _FIELDS.items():
        value = getattr(state, name)
        if name in _FIRST or value != getattr(_NOTHING, name):
            table[name] = field.write(world, value)
    for name, field in _DICE.items():
        value = getattr(state.dice, name)
        if value != getattr(_NO_DICE, name):
            table[name] = field.write(world, value)
    return table


def load(world: World, table: Mapping[str, Any]) -> EfsState:
    """The state of a dump. Raises BadDump for anything that `dump` does not write.

    What a state may hold together is judged by `validate`.
    """
    values: dict[str, Any] = {}
    dice: dict[str, Any] = {}
    for key, value in table.items():
        field = _FIELDS.get(key)
        into = values
        if field is None:
            field, into = _DICE.get(key), dice
        if field is None:
            raise BadDump(key, -1, "is not known here")
        try:
            into[key] = field.read(world, value)
        except _At as error:
            raise BadDump(key, error.line, str(error)) from None
        except ValueError as error:
            raise BadDump(key, -1, str(error)) from None
    for key in ("turn", "step", "units"):
        if key not in values:
            raise BadDump(key, -1, "is missing")
    return EfsState(dice=Dice(**dice), **values)
