"""How a state of this series is dumped; see `core.dumping`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.core import dumping
from engine.core.dice import SEEDS
from engine.core.dumping import BadDump, Dumper, each
from engine.core.records import HEX, INTS, PIECE, WORD, Kind, Record
from engine.efs import decisions
from engine.efs.pieces import AirUnit, Unit
from engine.efs.sequence import SEQUENCE
from engine.efs.state import Attack, Combat, EfsState, Fort, Overrunning
from engine.efs.world import World

__all__ = ["DUMPER", "RECORDS", "SEEDS", "BadDump", "digest", "dump", "load", "text"]

BY_NAME: dict[str, Kind] = {
    "hex": HEX, "origin": HEX, "id": PIECE, "unit": PIECE, "engaged": PIECE, "costs": INTS,
    "surcharges": INTS,
}
_UNIT = Record(Unit, "hex", by_name=BY_NAME)
_AIR = Record(AirUnit, by_name=BY_NAME)
_FORT = Record(Fort, by_name=BY_NAME)
_ATTACK = Record(Attack, by_name=BY_NAME)
_COMBAT = Record(Combat, by_name=BY_NAME, leave_out="attack")
_OVERRUNNING = Record(Overrunning, by_name=BY_NAME)
_DECISIONS = dumping.decision_records(decisions, BY_NAME)

RECORDS: dict[type[Any], Record] = {
    record.cls: record
    for record in (_UNIT, _AIR, _ATTACK, _COMBAT, _OVERRUNNING, *_DECISIONS.values())
}
"""How the values that a state holds stand in a line, by their class."""


def _write_combat(world: World, value: Combat) -> Iterable[str]:
    """Two lines: the Declared Attack, then the combat."""
    return _ATTACK.write(world, value.attack), _COMBAT.write(world, value)


def _read_combat(world: World, lines: list[str]) -> Combat:
    if len(lines) != 2:
        raise ValueError("should be two lines, the attack and the combat")
    (attack,) = each(lines[:1], lambda text: _ATTACK.read(world, text))
    try:
        combat: Combat = (
            _COMBAT.read(world, lines[1], attack=attack) if lines[1] else Combat(attack)
        )
    except ValueError as error:
        raise dumping.At(1, str(error)) from None
    return combat


_TYPES = {
    **dumping.TYPES,
    "Mapping[int, Fort]": dumping.by_hex(_FORT),
    "Mapping[str, Unit]": dumping.pieces(_UNIT),
    "Mapping[str, AirUnit]": dumping.pieces(_AIR),
    "tuple[Decision, ...]": dumping.decisions(_DECISIONS),
    "tuple[Attack, ...]": dumping.records(_ATTACK),
    "Combat | None": dumping.block(_write_combat, _read_combat),
    "Overrunning | None": dumping.one(_OVERRUNNING),
}
DUMPER = Dumper(
    EfsState, _TYPES,
    {"step": dumping.step_of(SEQUENCE), "rolled": dumping.texts(WORD), "control": dumping.CONTROL},
    last=("units", "air", "control"),
)
dump, load, digest, text = DUMPER.dump, DUMPER.load, DUMPER.digest, DUMPER.text


def dumper() -> Dumper:
    """What writes and reads the states of the series."""
    return DUMPER
