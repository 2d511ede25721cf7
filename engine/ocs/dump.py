"""How a state of this series is dumped; see `core.dumping`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core import dumping
from engine.core.dumping import Dumper, Field
from engine.core.records import (
    HEX,
    INT,
    INTS,
    PIECE,
    WORD,
    WORDS,
    Kind,
    Record,
)
from engine.ocs import decisions
from engine.ocs.pieces import AirUnit, Base, Dump, Hog, Unit
from engine.ocs.sequence import SEQUENCE
from engine.ocs.state import AirFight, Bombardment, Fighting, Mission, OcsState, Side
from engine.ocs.world import World


def _write_bases(world: World, value: tuple[tuple[str, int], ...]) -> str:
    return ",".join(f"{PIECE.write(world, id_)}:{HEX.write(world, hex_)}" for id_, hex_ in value)


def _read_bases(world: World, text: str) -> tuple[tuple[str, int], ...]:
    found = []
    for item in text.split(",") if text else ():
        id_, _, hex_ = item.rpartition(":")
        found.append((PIECE.read(world, id_), HEX.read(world, hex_)))
    return tuple(found)


BY_NAME: dict[str, Kind] = {
    "hex": HEX, "origin": HEX, "began": HEX, "source": HEX, "id": PIECE, "most": INTS,
    "choices": WORDS, "repls": WORDS, "bases": Kind(_write_bases, _read_bases),
}
"""Fields whose type does not say that they hold a hex or a piece, or that they hold none."""
_UNIT = Record(Unit, "hex", by_name=BY_NAME)
_AIR = Record(AirUnit, "hex", by_name=BY_NAME)
_DECISIONS = dumping.decision_records(decisions, BY_NAME)
_VALUES = {cls: Record(cls, by_name=BY_NAME) for cls in (Fighting, Bombardment, Mission, AirFight)}
RECORDS: dict[type[Any], Record] = {
    record.cls: record for record in (_UNIT, _AIR, *_VALUES.values(), *_DECISIONS.values())
}
"""How the values that a state holds stand in a line, by their class."""


class NoGame:
    """The part of a game that keeps nothing of its own in the state."""


def _game(world: World) -> tuple[type[Any], Mapping[str, Field]]:
    return world.hooks.state_class or NoGame, world.hooks.state_fields()


_TYPES = {
    **dumping.TYPES,
    "Mapping[str, Unit]": dumping.pieces(_UNIT),
    "Mapping[str, AirUnit]": dumping.pieces(_AIR),
    "Mapping[int, Dump]": dumping.by_hex(Record(Dump, by_name=BY_NAME)),
    "Mapping[int, Base]": dumping.by_hex(Record(Base, by_name=BY_NAME)),
    "Mapping[int, Hog]": dumping.by_hex(Record(Hog, by_name=BY_NAME)),
    "Mapping[str, Side]": dumping.by_word(Record(Side, by_name=BY_NAME)),
    "tuple[Decision, ...]": dumping.decisions(_DECISIONS),
    **{f"{cls.__name__} | None": dumping.one(record) for cls, record in _VALUES.items()},
}
DUMPER = Dumper(
    OcsState, _TYPES,
    {
        "step": dumping.step_of(SEQUENCE),
        "rolled": dumping.texts(WORD),
        "grounds": dumping.texts(WORD),
        "control": dumping.CONTROL,
        "rail_control": dumping.CONTROL,
        "gauge": dumping.CONTROL,
        "hq_fuel": dumping.rows(WORD, HEX, build=dict, sort=True),
        "returning": dumping.rows(INT, PIECE),
        "drop_plans": dumping.rows(PIECE, INT, HEX),
        "game": dumping.nested(_game),
    },
    last=("units", "air", "control"),
)


def dumper() -> Dumper:
    """What writes and reads the states of the series."""
    return DUMPER
