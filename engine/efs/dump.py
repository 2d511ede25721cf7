"""The canonical dump of a state: every field, as a plain dict and as text, and back again.

Hexes stand as printed numbers, pieces as one line each that names only what differs from
a counter just set up. Equal states have equal dumps, on every machine, so the hash of the
dump is the hash of the state.

`tests/saves` proves that every field of every value survives. A new field of a value here
is picked up by its type; a new field of `EfsState` needs a line in `_FIELDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

import attrs

from engine.core.board import NOWHERE
from engine.core.dice import Dice
from engine.core.errors import DataError
from engine.core.plain import Value, plain, toml, word
from engine.core.state import Decision, Outcome
from engine.efs import decisions
from engine.efs.pieces import AirUnit, Unit
from engine.efs.sequence import SEQUENCE, place
from engine.efs.state import Attack, Combat, EfsState, Fort, Overrunning
from engine.efs.world import World

Table = dict[str, Value]
MOST = 999_999_999
"""No number of a state comes near it."""


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


# ---------------------------------------------------------------- single values


class Kind(NamedTuple):
    """How one value stands in a line, as a word."""

    write: Callable[[World, Any], str]
    read: Callable[[World, str], Any]


def _read_int(world: World, text: str) -> int:
    if len(text) < 11 and text.removeprefix("-").isdigit():
        number = int(text)
        if str(number) == text and -MOST <= number <= MOST:
            return number
    raise ValueError(f"'{text[:20]}' should be a whole number")


def _write_hex(world: World, hex_: int) -> str:
    return "-" if hex_ == NOWHERE else word(world.board.hexes[hex_].id)


def _read_hex(world: World, text: str) -> int:
    if text == "-":
        return NOWHERE
    found = world.board.index.get(plain(text))
    if found is None:
        raise ValueError(f"no hex {text[:20]} on this map")
    return found


def _read_piece(world: World, text: str) -> str:
    id_ = plain(text)
    if id_ not in world.counters and id_ not in world.aircraft:
        raise ValueError(f"no unit '{id_[:40]}' in this scenario")
    return id_


def _list(kind: Kind, count: int = 0) -> Kind:
    """A comma list of a kind, of a fixed length where one is given."""

    def write(world: World, value: Iterable[Any]) -> str:
        return ",".join(kind.write(world, item) for item in value)

    def read(world: World, text: str) -> tuple[Any, ...]:
        items = tuple(kind.read(world, item) for item in text.split(",")) if text else ()
        if count and len(items) != count:
            raise ValueError(f"'{text[:40]}' should be {count} words")
        return items

    return Kind(write, read)


INT = Kind(lambda world, value: str(value), _read_int)
WORD = Kind(lambda world, value: word(value), lambda world, text: plain(text))
HEX = Kind(_write_hex, _read_hex)
PIECE = Kind(lambda world, value: word(value), _read_piece)
FLAG = Kind(lambda world, value: "yes" if value else "no", lambda world, text: _yes(text))
MARKS = Kind(
    lambda world, value: ",".join(sorted(word(item) for item in value)),
    lambda world, text: frozenset(plain(item) for item in text.split(",")),
)
WORDS, HEXES, INTS, PIECES = _list(WORD), _list(HEX), _list(INT), _list(PIECE)
PAIR = _list(WORD, 2)


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(f"'{text[:20]}' should be yes or no")
    return text == "yes"


_BY_NAME = {
    "hex": HEX, "origin": HEX, "hexes": HEXES, "vacated": HEXES, "id": PIECE, "unit": PIECE,
    "engaged": PIECE,
}
"""Fields whose type does not say that they hold hexes or pieces."""
_BY_TYPE = {
    "int": INT, "str": WORD, "bool": FLAG, "tuple[str, ...]": PIECES, "tuple[int, ...]": INTS,
    "frozenset[str]": MARKS, "tuple[str, str]": PAIR,
}


# ---------------------------------------------------------------- records: one line each


class Record:
    """How the values of one class stand in a line: `first second flag name=value`.

    Fields that have no default, and those named in `lead`, come first without their name;
    the others only where they differ from the default.
    """

    def __init__(self, cls: type[Any], *lead: str, leave_out: str = "") -> None:
        self.cls = cls
        self.lead: list[tuple[str, Kind]] = []
        self.rest: dict[str, tuple[Kind, Any]] = {}
        for field in attrs.fields(cls):
            if field.name == leave_out:
                continue
            kind = _BY_NAME.get(field.name) or _BY_TYPE[field.type]
            if field.default is attrs.NOTHING or field.name in lead:
                self.lead.append((field.name, kind))
            else:
                self.rest[field.name] = kind, field.default

    def write(self, world: World, value: Any) -> str:
        """The line of a value."""
        parts = [kind.write(world, getattr(value, name)) for name, kind in self.lead]
        for name, (kind, default) in self.rest.items():
            own = getattr(value, name)
            if own != default:
                parts.append(name if own is True else f"{name}={kind.write(world, own)}")
        return " ".join(parts)

    def read(self, world: World, text: str, **more: Any) -> Any:
        """The value of a line. Raises ValueError."""
        parts = text.split(" ")
        if len(parts) < len(self.lead):
            raise ValueError(f"{len(self.lead)} words should come first in '{text[:40]}'")
        values = more
        for (name, kind), part in zip(self.lead, parts, strict=False):
            values[name] = kind.read(world, part)
        for part in parts[len(self.lead) :]:
            name, equals, own = part.partition("=")
            known = self.rest.get(name)
            if known is None:
                raise ValueError(f"'{name[:40]}' is not known here")
            if name in values:
                raise ValueError(f"'{name}' stands twice")
            if equals:
                values[name] = known[0].read(world, own)
            elif known[0] is FLAG:
                values[name] = True
            else:
                raise ValueError(f"'{name}' needs a value")
        return self.cls(**values)


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
        return "".join(f"{item}\n" for item in write(world, value))

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
    if type(value) is not kind:
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
        by_side.setdefault(value[hex_], []).append(_write_hex(world, hex_))
    for side in sorted(by_side):
        hexes = by_side[side]
        for start in range(0, len(hexes), ROW):
            yield f"{word(side)} {' '.join(hexes[start : start + ROW])}"


def _read_control(world: World, lines: list[str]) -> dict[int, str]:
    found: dict[int, str] = {}

    def add(text: str) -> None:
        side, *hexes = text.split(" ")
        for number in hexes:
            hex_ = _read_hex(world, number)
            if hex_ in found:
                raise ValueError(f"hex {number} stands twice")
            found[hex_] = plain(side)

    _each(lines, add)
    return dict(sorted(found.items()))


def _write_forts(world: World, value: Mapping[int, Fort]) -> Iterable[str]:
    for hex_ in sorted(value):
        yield f"{_write_hex(world, hex_)} {_FORT.write(world, value[hex_])}"


def _read_forts(world: World, lines: list[str]) -> dict[int, Fort]:
    def one(text: str) -> tuple[int, Fort]:
        number, _, rest = text.partition(" ")
        return _read_hex(world, number), _FORT.read(world, rest)

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
_FIELDS: dict[str, Field] = {
    "turn": _NUMBER,
    "step": Field(lambda world, value: SEQUENCE[value].id, _read_step),
    "closing": _SWITCH,
    "over": Field(lambda world, value: [value.winner, value.reason, value.rule], _read_over),
    "weather": _TEXT,
    "storm": _SWITCH,
    "rolled": _texts(WORD),
    "frozen": _SWITCH,
    "arctic": _SWITCH,
    "vp": _NUMBER,
    "lost": _rows(WORD, INT, build=dict, sort=True),
    "track": _rows(WORD, INT, build=dict, sort=True),
    "used": _rows(WORD, INT, build=dict, sort=True),
    "asks": _block(_write_asks, _read_asks),
    "moving": _texts(PIECE),
    "attacks": _records(_ATTACK),
    "obliged": _rows(PIECE, HEX),
    "support": _rows(PIECE, HEX),
    "orders": _rows(HEX, WORD),
    "cas": _rows(HEX, INT),
    "combat": _block(_write_combat, _read_combat),
    "overrunning": _block(
        lambda world, value: [_OVERRUNNING.write(world, value)], _read_overrunning
    ),
    "missions": _texts(HEX),
    "air_round": _TEXT,
    "interdicted": _rows(HEX, INT, build=dict, sort=True),
    "forts": _block(_write_forts, _read_forts),
    "lines_destroyed": _rows(HEX, HEX, build=frozenset, sort=True),
    "bridges": _rows(HEX, HEX, build=frozenset, sort=True),
    "units": _pieces(_UNIT),
    "air": _pieces(_AIR),
    "control": _block(_write_control, _read_control),
}
"""Every field of the state but the dice, in the order of the dump."""
_ROLLS = Field(lambda world, value: list(value), _read_rolls)
_DICE: dict[str, Field] = {"seed": _NUMBER, "drawn": _NUMBER, "named": _ROLLS, "record": _ROLLS}
_NO_DICE = Dice()
_NOTHING = EfsState()


def dump(world: World, state: EfsState) -> Table:
    """The state as a dict of numbers, texts, lists and blocks of lines; defaults are left out."""
    table: Table = {}
    for name, field in _FIELDS.items():
        value = getattr(state, name)
        if name in ("turn", "step") or value != getattr(_NOTHING, name):
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
