"""Values of a state as words and lines of text: `first second flag name=value`.

Hexes stand as printed numbers. A line names only what differs from the default, so that it
reads well and parses fast. `dumping` puts the lines together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from attrs import NOTHING

from engine.core.board import NOWHERE
from engine.core.plain import plain, word
from engine.core.soundness import off_board, unknown
from engine.core.values import fields

World = Any
"""A world of any series: it has a board, counters and aircraft."""
MOST = 999_999_999
"""No number of a state comes near it."""


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
    found: int | None = world.board.index.get(plain(text))
    if found is None:
        raise ValueError(f"no hex {text[:20]} on this map")
    return found


def _read_piece(world: World, text: str) -> str:
    id_ = plain(text)
    if id_ not in world.counters and id_ not in world.aircraft:
        raise ValueError(f"no unit '{id_[:40]}' in this scenario")
    return id_


def list_of(kind: Kind, count: int = 0) -> Kind:
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
WORDS, HEXES, INTS, PIECES = list_of(WORD), list_of(HEX), list_of(INT), list_of(PIECE)
PAIR = list_of(WORD, 2)


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(f"'{text[:20]}' should be yes or no")
    return text == "yes"


BY_TYPE = {
    "int": INT, "str": WORD, "bool": FLAG, "tuple[str, ...]": PIECES, "tuple[int, ...]": HEXES,
    "frozenset[str]": MARKS, "tuple[str, str]": PAIR,
}
"""How a field stands in a line, by its type as its class declares it."""


# ---------------------------------------------------------------- records: one line each


class Record:
    """How the values of one class stand in a line: `first second flag name=value`.

    Fields that have no default, and those named in `lead`, come first without their name;
    the others only where they differ from the default. `by_name` are fields whose type does
    not say enough: that they hold a hex or a piece, or that they hold none.

    Which is which is worked out at the first line, which raises KeyError for a field whose type
    is not known: most decisions of a series never stand in a save.
    """

    def __init__(
        self, cls: type[Any], *lead: str, by_name: Mapping[str, Kind], leave_out: str = ""
    ) -> None:
        self.cls = cls
        self._first = lead
        self._by_name = by_name
        self._leave_out = leave_out

    @cached_property
    def _parts(self) -> tuple[list[tuple[str, Kind]], dict[str, tuple[Kind, Any]]]:
        """The fields that come first, and the others with their defaults."""
        lead: list[tuple[str, Kind]] = []
        rest: dict[str, tuple[Kind, Any]] = {}
        for field in fields(self.cls):
            if field.name == self._leave_out:
                continue
            kind = self._by_name.get(field.name) or BY_TYPE[str(field.type)]
            if field.default is NOTHING or field.name in self._first:
                lead.append((field.name, kind))
            else:
                rest[field.name] = kind, field.default
        return lead, rest

    def kinds(self) -> Iterator[tuple[str, Kind]]:
        """Every field with its kind."""
        lead, rest = self._parts
        yield from lead
        for name, (kind, _) in rest.items():
            yield name, kind

    def write(self, world: World, value: Any) -> str:
        """The line of a value."""
        lead, rest = self._parts
        parts = [kind.write(world, getattr(value, name)) for name, kind in lead]
        for name, (kind, default) in rest.items():
            own = getattr(value, name)
            if own != default:
                parts.append(name if own is True else f"{name}={kind.write(world, own)}")
        return " ".join(parts)

    def read(self, world: World, text: str, **more: Any) -> Any:
        """The value of a line. Raises ValueError."""
        lead, rest = self._parts
        parts = text.split(" ") if text else []
        if len(parts) < len(lead):
            raise ValueError(f"{len(lead)} words should come first in '{text[:40]}'")
        values = more
        for (name, kind), part in zip(lead, parts, strict=False):
            values[name] = kind.read(world, part)
        for part in parts[len(lead) :]:
            name, equals, own = part.partition("=")
            known = rest.get(name)
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


# ---------------------------------------------------------------- what a value refers to


def astray(
    record: Record, value: Any, pieces: Mapping[str, Any], hexes: int
) -> Iterator[str]:
    """What a value names that is not there: pieces not in play, hexes beyond the board's."""
    for name, kind in record.kinds():
        own = getattr(value, name)
        if kind is HEX:
            if own != NOWHERE:
                yield from off_board((own,), hexes)
        elif kind is HEXES:
            yield from off_board(own, hexes)
        elif kind is PIECE and own:
            yield from unknown((own,), pieces)
        elif kind is PIECES:
            yield from unknown(own, pieces)
