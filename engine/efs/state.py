"""Everything that changes in a game of the East Front Series. Frozen values in plain dicts."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field

from engine.core.board import NOWHERE
from engine.core.state import State
from engine.core.values import frozen
from engine.efs.pieces import AirUnit, Unit


@frozen
class Attack:
    """A Declared Attack (BSR 12). Several hexes make one multiple-hex attack (12.8)."""

    hexes: tuple[int, ...]
    """Defender hexes, ascending."""
    units: tuple[str, ...] = ()
    """Units designated at declaration, ascending; the final choice comes later (15.2)."""
    mandated: bool = False
    """A Soviet Mandated Attack (12.4)."""


@frozen
class Combat:
    """A Declared Attack being resolved (BSR 15.2-15.8)."""

    attack: Attack
    units: tuple[str, ...] = ()
    support: tuple[str, ...] = ()
    supplied: bool = True
    """In Attack Supply, or Attack Supply is switched off."""
    engineers: bool = False
    """Engineer effects declared (15.63)."""
    order: str = ""
    """The attacker's retreat order (15.58)."""
    defender_order: str = ""
    """The defender's order, revealed (15.59), or given by NKVD (22.42)."""
    odds: str = ""
    result: tuple[str, str] = ("", "")
    """Attacker's and defender's result."""
    drm: int = 0
    stage: str = "order"
    """What comes next: order, attacker, defender, attacker_retreat, defender_retreat,
    advance (see `combat.proceed`)."""
    vacated: tuple[int, ...] = ()
    """Defender hexes that prove empty without a fight (15.54 note)."""
    attrition: bool = False
    """The attacker lost an armor step to armor attrition (16.32c)."""


@frozen
class Overrunning:
    """An Overrun that has succeeded, until the stack moves in (BSR 11.43j, k, l)."""

    hex: int
    units: tuple[str, ...]
    costs: tuple[int, ...]
    surcharges: tuple[int, ...]
    stage: str = "retreat"


@frozen
class Fort:
    """A Strongpoint (BSR 18.3)."""

    side: str
    complete: bool = True
    emergency: bool = False
    """Carries an Emergency Supply marker (6.76)."""


@frozen
class EfsState(State):
    """The state of one game."""

    units: Mapping[str, Unit] = field(factory=dict)
    air: Mapping[str, AirUnit] = field(factory=dict)
    # ---- weather (5)
    weather: str = "dry"
    """dry, mud, frost, snow or arctic: what holds this turn, lingering snow included."""
    storm: bool = False
    rolled: tuple[str, ...] = ()
    """Weather results of the turns so far, newest last, before lingering."""
    frozen: bool = False
    """Rivers, lakes and seas are frozen (5.15b)."""
    arctic: bool = False
    """Arctic weather has occurred (5.15b.2)."""
    # ---- the map
    control: Mapping[int, str] = field(factory=dict)
    """Hex to the side that controls it (3.21)."""
    forts: Mapping[int, Fort] = field(factory=dict)
    """Strongpoints by hex."""
    strongpoints: Mapping[str, int] = field(factory=dict)
    """"regular" and "emergency" Strongpoints that the Soviet player may still begin (7.21)."""
    lines_destroyed: frozenset[tuple[int, int]] = frozenset()
    """Fortified line hexsides that are destroyed, each as (lower hex, higher hex) (18.24)."""
    bridges: frozenset[tuple[int, int]] = frozenset()
    """Hexsides with an active bridge unit, each as (lower hex, higher hex) (23.2)."""
    interdicted: Mapping[int, int] = field(factory=dict)
    """Mission hex to Interdiction Level (13.14)."""
    # ---- movement in hand
    moving: tuple[str, ...] = ()
    """Units that began to move together and may still go on (10.53)."""
    split: tuple[str, ...] = ()
    """Those of `moving` that split off and went on; they have finished once the rest goes on.

    A unit stands here once for each time that it split off, the parts of a part after it.
    """
    # ---- command (22.1)
    used: Mapping[str, int] = field(factory=dict)
    """Command points used: "unit id/activate", "/guards", "/react", "/order"; "/nonop" moves."""
    # ---- attacks
    attacks: tuple[Attack, ...] = ()
    obliged: tuple[tuple[str, int], ...] = ()
    """(unit, hex): it must attack that hex after a cancelled Overrun (11.42a)."""
    support: tuple[tuple[str, int], ...] = ()
    """(artillery unit, defender hex): support committed by the defender (14.21)."""
    orders: tuple[tuple[int, str], ...] = ()
    """(defender hex, order): face down until the combat (14.32)."""
    cas: tuple[tuple[int, int], ...] = ()
    """(defender hex, net CAS points in the attacker's favour), missions resolved (15.13)."""
    combat: Combat | None = None
    overrunning: Overrunning | None = None
    missions: tuple[int, ...] = ()
    """Hexes whose air missions still wait to be resolved, in order."""
    air_round: str = ""
    """Progress of the air mission being resolved, see `air`."""
    # ---- the score
    lost: Mapping[str, int] = field(factory=dict)
    """Side to steps lost in the scenario."""
    track: Mapping[str, int] = field(factory=dict)
    """Side to the step loss track of armor and artillery (16.25)."""
    vp: int = 0
    """Axis Victory Points (25.1)."""


def at(state: EfsState, hex_: int) -> tuple[Unit, ...]:
    """The units in a hex, in the order of the set-up."""
    where: dict[int, list[Unit]] | None = state.memo.get("at")
    if where is None:
        where = {}
        for unit in state.units.values():
            if unit.hex != NOWHERE:
                where.setdefault(unit.hex, []).append(unit)
        state.memo["at"] = where
    return tuple(where.get(hex_, ()))


def occupied(state: EfsState) -> tuple[int, ...]:
    """Every hex with a unit in it, ascending."""
    at(state, NOWHERE)
    return tuple(sorted(state.memo["at"]))
