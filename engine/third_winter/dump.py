"""How the game's own part of a state stands in a save; see `core.dumping`."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core import dumping
from engine.core.dumping import Field, block, by_word, each, members, rows
from engine.core.records import HEX, INT, PIECE, WORD, Kind, Record, list_of
from engine.third_winter.state import Front, Kampfgruppe, TtwState

EDGE = list_of(HEX, 2)
"""A hexside by its two hexes."""
_HEXES, _PIECES = list_of(HEX), list_of(PIECE)


def _set_of(kind: Kind) -> Kind:
    """A comma list of a kind that is kept as a set."""
    many = list_of(kind)
    return Kind(
        lambda world, value: many.write(world, sorted(value)),
        lambda world, text: frozenset(many.read(world, text)),
    )


def _listed(kind: Kind) -> Field:
    """A tuple, one member a line."""
    return block(
        lambda world, value: [kind.write(world, item) for item in value],
        lambda world, lines: tuple(each(lines, lambda text: kind.read(world, text))),
    )


def _table(key: Kind, value: Kind) -> Field:
    return rows(key, value, build=dict, sort=True)


_FRONT = Record(Front, by_name={
    "hex": HEX, "target": HEX, "armies": _PIECES, "shots": _HEXES, "guns": _set_of(HEX),
})
_GROUP = Record(Kampfgruppe, by_name={"hex": HEX, "units": _PIECES})
_TYPES: dict[str, Field] = {
    **dumping.TYPES,
    "Mapping[str, str]": _table(WORD, WORD),
    "Mapping[str, int]": _table(WORD, INT),
    "Mapping[Edge, str]": _table(EDGE, WORD),
    "Mapping[Edge, int]": _table(EDGE, INT),
    "Mapping[str, Edge]": _table(WORD, EDGE),
    "Mapping[str, Front]": by_word(_FRONT),
    "Mapping[str, Kampfgruppe]": by_word(_GROUP),
    "frozenset[Edge]": members(EDGE),
    "tuple[int, ...]": _listed(INT),
    "tuple[tuple[int, str], ...]": rows(INT, PIECE),
    "tuple[tuple[int, tuple[str, ...]], ...]": rows(INT, _PIECES),
    "tuple[tuple[str, str, int], ...]": rows(WORD, WORD, INT),
    "tuple[Line, ...]": rows(WORD, WORD, HEX, HEX, INT),
}
_BY_NAME: dict[str, Field] = {
    "markers": _table(WORD, HEX),
    "gone": members(INT),
}
FIELDS = dumping.fields_of(TtwState, _TYPES, _BY_NAME)
"""How each field of the game's state stands in a save."""


def fields() -> Mapping[str, Field]:
    """`FIELDS`, for the hook of the series."""
    return FIELDS
