"""Counters as printed and units as they stand in play (OCS 3, 5, 9.11).

Amounts are whole numbers: movement in eighths of an MP, sizes in quarters of an RE, supply
in tokens (four to a Supply Point). Strengths are exact fractions until odds are rounded.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.values import frozen

AXIS = "axis"
SOVIET = "soviet"
SIDES = (AXIS, SOVIET)

MP = 8
"""One movement point in the eighths that units count in (OCS 4.2: never rounded)."""
RE = 4
"""One Regimental Equivalent in quarters (OCS 4.6)."""
SP = 4
"""One Supply Point in tokens (OCS 12.1a)."""

LEG, TRUCK, TRACK = "leg", "truck", "track"

# ---------------------------------------------------------------- modes (5.0)

COMBAT, MOVE, RESERVE, STRAT, EXPLOIT, DG = "combat", "move", "reserve", "strat", "exploit", "dg"
VOLUNTARY = (COMBAT, MOVE, RESERVE, STRAT)

# ---------------------------------------------------------------- boxes

MAP = "map"
DEAD = "dead"
"""The Dead Pile: may be rebuilt (OCS 9.11)."""
GONE = "gone"
"""Out of play for good."""
ARRIVING = "arriving"
"""On the arrival schedule, or waiting to be placed (OCS 13.6)."""
POOL = "pool"
"""A pool of its game: Kessel HQs, fortresses, alert units, breakdowns."""
AWAY = "away"
"""Broken out; returns as a reinforcement (OCS 12.8e)."""
BOXES = (MAP, DEAD, GONE, ARRIVING, POOL, AWAY)

TRUCKS = "truck points"
WAGONS = "wagon points"
ORGANIC = "organic truck"
TRANSPORT_TYPES = frozenset({TRUCKS, WAGONS, ORGANIC})


@frozen(slots=True)
class Face:
    """The numbers on one side of a counter (OCS 3.1)."""

    strength: int = 0
    attack: bool = True
    """False for a strength in parentheses, or one not printed (3.2b, 13.1c, 13.4b)."""
    ar: int = 0
    ma: int = 0
    mobility: str = LEG
    barrage: int = 0
    throw: int = 0
    """Throw range of an HQ in MPs of this side's mobility."""


@frozen(slots=True)
class Counter:
    """A playing piece as printed."""

    id: str
    name: str
    side: str
    type: str
    combat: Face
    move: Face
    nationality: str = ""
    """Wehrmacht, Waffen-SS, Luftwaffe, Rumanian, Red Army, Guards ..."""
    formation: str = ""
    """Multi-unit formation it belongs to, or empty (3.1c)."""
    size: str = ""
    re4: int = RE
    """Printed size in quarters of an RE."""
    steps: int = 1
    symbol: str = "other"
    """yellow (Armor), red (Mech) or other (3.2a)."""
    tank_symbol: bool = False
    at_level: str = "none"
    """heavy, light or none (9.4e)."""
    printed: bool = True
    """Its strength is printed; HQs' and artillery's is not (4.4)."""
    range: int = 0
    """Barrage range in hexes."""
    flak: int = 0
    engineer: bool = False
    """Has engineer functions while Engineer-Capable (13.8a)."""
    rail_repair: bool = False
    rail_only: bool = False
    special_assault: bool = False
    no_rebuild: bool = False
    para: bool = False
    points: int = 0
    """Transport Points: size and capacity in SP (3.3b)."""
    pool: str = ""
    """The pool of its game that it stands in off the map, and returns to: kessel, alert ..."""
    source: str = "reconstructed"
    note: str = ""

    @property
    def hq(self) -> bool:
        return self.type == "hq"

    @property
    def artillery(self) -> bool:
        """True for a unit with a barrage strength (13.4)."""
        return self.combat.barrage > 0 or self.move.barrage > 0

    @property
    def transport(self) -> bool:
        """True for Transport Points of any kind (3.3b)."""
        return self.type in TRANSPORT_TYPES

    @property
    def fighting(self) -> bool:
        """True for a combat unit (3.2)."""
        return not self.transport

    @property
    def multi_step(self) -> bool:
        """True for a unit with a step for each RE (3.2d)."""
        return self.steps > 1

    @property
    def independent(self) -> bool:
        """Neither in a formation nor multi-step (3.2f)."""
        return self.fighting and not self.formation and not self.multi_step

    @property
    def category(self) -> str:
        """Column of the combat chart: armor, mech or other (OCS 3.2a)."""
        return {"yellow": "armor", "red": "mech"}.get(self.symbol, "other")


FULL, LOW, EXHAUSTED = 0, 1, 2
"""Internal stocks (12.10)."""

PHASE_FUEL = "phase"
"""Fueled for this phase only (12.5c C)."""
TURN_FUEL = "turn"
"""Fueled to its side's next Clean Up, through its formation or HQ (12.5c A, B)."""
JANSEN_FUEL = "jansen"
"""Fueled for this phase at 1T for the formation, away from the enemy (TTW 4.2)."""


@frozen(slots=True)
class Unit:
    """A counter in play."""

    id: str
    hex: int = NOWHERE
    box: str = MAP
    front: bool = True
    """The Combat side shows; else the Move side: what it is oriented toward (5.2a)."""
    marker: str = ""
    """reserve, strat, exploit or dg; empty for plain Combat or Move Mode (5.2a)."""
    lost: int = 0
    stock: int = FULL
    oos: bool = False
    """Marked Out of Supply (12.8)."""
    unsupplied: int = 0
    """Breakout Segments in a row without trace (12.8e)."""
    fed: bool = False
    """Has eaten or used a substitute since it lost trace (12.8e)."""
    fuel: str = ""
    began: int = NOWHERE
    """Hex in which it began the phase (8.1)."""
    spent: int = 0
    """Eighths of an MP spent in this phase."""
    moved: bool = False
    """Has begun to move in this phase; its mode is fixed (5.4)."""
    changed: bool = False
    """Has changed its mode in this phase: once is all (5.4)."""
    overran: bool = False
    """Has overrun since it entered its hex: enemy ZOCs there hold it no longer (4.5a A)."""
    finished: bool = False
    """Will spend no more MPs in this phase: it negates enemy ZOCs in its hex (4.5b)."""
    attacked: bool = False
    """Has attacked in this segment (9.1c)."""
    barraged: bool = False
    """Has barraged in this phase (10.0e B)."""
    fired: int = 0
    """Shares of an artillery division that have fired in this phase (TTW 1.6d)."""
    released: bool = False
    """A Reserve released in this phase (5.7b)."""
    had_zoc: bool = False
    """Kept its ZOC when it was marked Exploitation (5.9c)."""
    load: int = 0
    """Tokens aboard, for Transport Points."""
    converted: int = 0
    """Rail hexes that it has converted in this phase (13.3g D)."""
    carried: str = ""
    """How it has been carried in this phase, `rail` or `air`: in one way only (4.7d)."""
    working: bool = False
    """Has used its engineer function, or is building, in this phase (13.8d)."""

    @property
    def on_map(self) -> bool:
        return self.box == MAP and self.hex >= 0

    @property
    def mode(self) -> str:
        """The one mode that it is in (5.2a)."""
        return self.marker or (COMBAT if self.front else MOVE)

    @property
    def dg(self) -> bool:
        return self.marker == DG


_RESTED: dict[str, Any] = {
    "spent": 0, "moved": False, "changed": False, "overran": False, "finished": False,
    "attacked": False, "barraged": False, "fired": 0, "released": False, "working": False,
    "converted": 0, "carried": "",
}
"""What a unit has done in a phase, before it has done anything."""
_DONE = attrgetter(*_RESTED)
_NOTHING = tuple(_RESTED.values())


def fresh(unit: Unit) -> Unit:
    """The unit as a new phase finds it: itself, where the last phase has left nothing on it."""
    fuel = "" if unit.fuel in (PHASE_FUEL, JANSEN_FUEL) else unit.fuel
    if _DONE(unit) == _NOTHING and (unit.began, unit.fuel) == (unit.hex, fuel):
        return unit
    return evolve(unit, **_RESTED, began=unit.hex, fuel=fuel)


@frozen
class Aircraft:
    """An air counter as printed (OCS 3.5)."""

    id: str
    name: str
    side: str
    type: str
    """F, T, S, Tpt or a combination such as "T/Tpt" (14.1)."""
    combat: int = 0
    offensive: bool = True
    """False for a parenthesized Air Combat Rating."""
    barrage: int = 0
    range: int = 0
    capacity: int = 0
    """Transport capacity in half tokens (14.9b)."""
    assigned: str = ""
    """Air fleet or air army whose stripe it bears."""
    hip_shoot: bool = False
    tank_buster: bool = False
    source: str = "reconstructed"

    def can(self, kind: str) -> bool:
        """True if it acts as this type: F, T, S or Tpt."""
        return kind in self.type.split("/")


@frozen(slots=True)
class AirUnit:
    """An air counter in play: on a base, or out on a mission."""

    id: str
    hex: int = NOWHERE
    """Its base's hex, or NOWHERE in an off-map box."""
    box: str = MAP
    active: bool = True
    lost: int = 0
    """Steps lost of two (14.1b)."""
    flown: bool = False
    """Has flown in this phase (14.2e)."""


@frozen(slots=True)
class Dump:
    """Supply in a hex, on the ground (12.1b)."""

    owner: str
    tokens: int
    moved: int = 0
    """Tokens unloaded or carried here in this phase: not to be loaded again (12.2a)."""
    arrived: int = 0
    """Tokens that arrived here in this player turn: they may entrain here (13.6b)."""


@frozen
class Base:
    """An air base; level 0 is an air strip (15.0, 15.2)."""

    owner: str
    level: int
    refitted: bool = False
    unloaded: int = 0
    """Tokens unloaded by air in this segment (14.9f)."""
    raised: bool = False
    """Built or improved this turn (15.3)."""
    lowered: bool = False
    """Reduced in this phase (15.4)."""


@frozen
class Hog:
    """A hedgehog (16.0)."""

    owner: str
    level: int
    worked: bool = False
