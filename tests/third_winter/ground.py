"""Lettered boards with named places and marks, and a few counters, for tests of TTW 1, 2 and 5."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from engine.catalog.faults import Fault
from engine.catalog.fields import Faults
from engine.catalog.files import read
from engine.catalog.ocs_pieces import Register, read_counters
from engine.core import board as core_board
from engine.core import hexes
from engine.core.board import NOWHERE, Board, Hex
from engine.folders import SCENARIOS
from engine.ocs.pieces import AXIS, LEG, POOL, RE, SOVIET, TRUCK, Counter, Face, Unit
from engine.ocs.world import Draft
from tests.ocs import yard

GERMAN = "Wehrmacht"


@cache
def counters() -> dict[str, Counter]:
    """Every counter of the game, as its data have them."""
    found = read(SCENARIOS / "third_winter" / "counters.toml")
    assert not isinstance(found, Fault)
    register, faults = Register(), Faults()
    read_counters(found, register, faults)
    assert not faults
    return register.counters


def board(
    letter: str = "D", columns: int = 12, rows: int = 12, *,
    first: tuple[int, int] = (1, 1),
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[tuple[str, str], str] | None = None,
    places: Mapping[str, str] | None = None,
    marks: Mapping[str, Iterable[str]] | None = None,
) -> Board:
    """Open hexes "D1.01" ... of one sheet; rows count from the south."""
    terrain, places = terrain or {}, places or {}
    grid = []
    for column in range(first[0], first[0] + columns):
        for row in range(first[1], first[1] + rows):
            number = f"{letter}{column}.{row:02}"
            words = frozenset(terrain.get(number, "open").split())
            grid.append((
                Hex(number, words, place=places.get(number, "")),
                hexes.doubled(column, row, from_north=False),
            ))
    features = {pair: text.split() for pair, text in (sides or {}).items()}
    return core_board.build(grid, features, marks=marks)


def german(name: str, **fields: Any) -> Counter:
    """A German Leg regiment of 1 RE."""
    fields.setdefault("nationality", GERMAN)
    return yard.regiment(name, AXIS, **fields)


def soviet(name: str, **fields: Any) -> Counter:
    """A Soviet Leg regiment of 1 RE."""
    return yard.regiment(name, SOVIET, **fields)


def tanks(name: str, side: str = SOVIET, **fields: Any) -> Counter:
    """A Track battalion with the yellow symbol."""
    fields.setdefault("nationality", GERMAN if side == AXIS else "Red Army")
    return yard.battalion(name, side, **fields)


def pontoon(name: str, side: str = SOVIET) -> Counter:
    """A Pontoon unit of 1 RE, with engineer functions."""
    return Counter(
        name, name, side, "pontoon", combat=Face(1, False, 2, 3, TRUCK),
        move=Face(1, False, 1, 12, TRUCK), engineer=True, re4=RE,
    )


def kessel(name: str = "Kessel") -> Counter:
    """A Kessel HQ: throw 1 on both sides, no engineer, Flak 0."""
    return Counter(
        name, name, AXIS, "hq", nationality=GERMAN, size="kessel", pool="kessel", printed=False,
        combat=Face(2, False, 0, 0, LEG, throw=1), move=Face(1, False, 0, 6, LEG, throw=1),
    )


def hq(name: str, size: str = "corps", side: str = AXIS, **fields: Any) -> Counter:
    """A German HQ of a size; Army and Army Group HQs move by rail only."""
    fields.setdefault("nationality", GERMAN if side == AXIS else "Red Army")
    if size in ("army", "army group"):
        fields.setdefault("rail_only", True)
    return yard.headquarters(name, side, size=size, **fields)


def pool_unit(name: str, pool: str, type_: str = "infantry", **fields: Any) -> Counter:
    """A unit of a pool: fortress, alert, remnant, breakdown."""
    fields.setdefault("nationality", GERMAN)
    face = Face(5, type_ != "fortress", 3, 0 if type_ == "fortress" else 3, LEG)
    return Counter(name, name, AXIS, type_, combat=face, move=face, pool=pool, **fields)


def in_box(name: str, box: str = POOL, **fields: Any) -> Unit:
    """A unit off the map."""
    return Unit(name, NOWHERE, box, **fields)


def where(draft: Draft, name: str) -> str:
    """The printed number of a unit's hex, or its box."""
    unit = draft.state.units[name]
    return draft.world.board.id(unit.hex) if unit.on_map else unit.box


def river(*pairs: str, word: str = "volga") -> dict[tuple[str, str], str]:
    """Hexsides from "D2.02-D3.02" or, with more words, "D2.02-D3.02 road"."""
    found = {}
    for pair in pairs:
        sides, _, more = pair.partition(" ")
        a, b = sides.split("-")
        found[a, b] = f"{word} {more}".strip()
    return found
