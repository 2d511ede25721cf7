"""Pieces by the names that commands give them: a whole name, an id, or what fits only one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.core.errors import BadCommand

SHOWN = 6
"""How many of several that fit are told."""


def by_name(pieces: Iterable[Any]) -> dict[str, str]:
    """Name and id of each piece, in lower case, to its id."""
    table: dict[str, str] = {}
    for piece in pieces:
        table[piece.id.lower()] = piece.id
        table[piece.name.lower()] = piece.id
    return table


def find(names: Mapping[str, str], wanted: str, called: Callable[[str], str]) -> str:
    """The id of a piece, `called` its name. Raises BadCommand where none fits, or several."""
    key = wanted.lower()
    if key in names:
        return names[key]
    near = sorted({id_ for text, id_ in names.items() if key and key in text})
    if len(near) == 1:
        return near[0]
    if near:
        raise BadCommand(f"'{wanted}' may mean {', '.join(map(called, near[:SHOWN]))}")
    raise BadCommand(f"no unit is called '{wanted}'")
