"""Everything that changes in a game of the Operational Combat Series."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field

from engine.core.board import NOWHERE
from engine.core.state import State
from engine.core.values import frozen
from engine.ocs.pieces import AirUnit, Base, Dump, Hog, Unit


@frozen
class Side:
    """What one side has off the map or left this turn."""

    rail: int = 0
    """Rail Capacity left this turn, in quarters of a point (13.3a, b)."""
    railed: int = 0
    """Rail Capacity used this turn, in sixteenths of a point (13.3a, b)."""
    repls: tuple[str, ...] = ()
    """Replacements in hand, one word each: "pax", "eq 4" (up to that AR), "air" ... (13.5)."""


@frozen
class Fighting:
    """A combat or Overrun being resolved (9.2). The stage says what comes next."""

    hex: int
    units: tuple[str, ...]
    overrun: bool = False
    sparing: bool = False
    """The attacker's Organic Trucks withhold what they carry (13.2g G)."""
    lead: str = ""
    """The attacker's Action Rating unit (9.6)."""
    defender_lead: str = ""
    paid: tuple[str, ...] = ()
    """Defending units with combat supply (9.5)."""
    column: int = 0
    odds: str = ""
    surprise: int = 0
    """Columns that surprise shifts, to the right if above zero (9.8)."""
    result: str = ""
    stage: str = "supply"
    """supply, regroup, muster, lead, roll, attacker_loss, attacker_option, defender_loss,
    defender_option, exploit, advance, done."""
    attacker_hexes: tuple[int, ...] = ()
    """Hexes from which it is made, as they were at the start."""
    enemy_hexes: tuple[int, ...] = ()
    """Hexes that held enemies of the defender when it began (9.12f)."""
    retreated: bool = False
    """The attacker took an option as a retreat (9.10c)."""
    short: bool = False
    """The attacker could not take all his options (9.10c)."""
    hurt: tuple[str, ...] = ()
    """Units that have lost a step to the result (9.11c)."""
    touched: bool = False
    """The defender received a result: his Reserve markers come off (5.7d)."""


@frozen
class Bombardment:
    """A barrage being resolved (10.0)."""

    hex: int
    target: str = "units"
    """units, base, port or train."""
    guns: tuple[str, ...] = ()
    aircraft: tuple[str, ...] = ()
    points: int = 0
    stage: str = "roll"


@frozen
class Mission:
    """Aircraft in the air (14.2f)."""

    kind: str
    """sweep, barrage, hip-shoot, trainbust, transport, drop or transfer."""
    side: str
    hex: int
    aircraft: tuple[str, ...] = ()
    cargo: tuple[str, ...] = ()
    tokens: int = 0
    target: str = "units"
    bases: tuple[tuple[str, int], ...] = ()
    """(aircraft, landing base) once chosen."""
    stage: str = "combat"
    """combat, intercept, fight, flak, resolve, return."""
    interceptor: str = ""
    source: int = NOWHERE
    """Base whose supply or units it carries (14.9)."""
    doubled: bool = False
    """Loaded to twice its capacity: it comes home within half its range (14.9e C)."""
    stays: tuple[str, ...] = ()
    """Transports that land where they unload, above what the base takes in (14.9f)."""


@frozen
class AirFight:
    """An Air Combat in hand (14.3): who has been asked to abort, and the picks of the round."""

    hex: int
    attacker: str
    """The side of the mission or of the interceptor (14.3c)."""
    stage: str = "attacker"
    """attacker, defender (may abort), then round."""
    picked: str = ""
    """The aircraft that attacks in this round."""
    target: str = ""
    """The aircraft that it meets."""


@frozen
class OcsState(State):
    """The state of one game."""

    first: str = ""
    """The side that plays first this turn (2.3-P2)."""
    units: Mapping[str, Unit] = field(factory=dict)
    air: Mapping[str, AirUnit] = field(factory=dict)
    # ---- weather (17)
    ground: str = "dry"
    flight: str = "normal"
    grounds: tuple[str, ...] = ()
    """Ground conditions of the turns so far, newest last."""
    # ---- the map
    control: Mapping[int, str] = field(factory=dict)
    """Hex to the last side that moved a combat unit through it (4.x, 13.3h)."""
    rail_control: Mapping[int, str] = field(factory=dict)
    """Detrainable hex to the side that the front line gives it, until a unit enters (13.3h)."""
    dumps: Mapping[int, Dump] = field(factory=dict)
    bases: Mapping[int, Base] = field(factory=dict)
    hogs: Mapping[int, Hog] = field(factory=dict)
    gauge: Mapping[int, str] = field(factory=dict)
    """Rail hex to the side whose gauge it has (13.3d, f)."""
    busts: Mapping[int, str] = field(factory=dict)
    """Trainbusting marker to the side that placed it (14.8)."""
    extenders: Mapping[int, str] = field(factory=dict)
    """Extender hex to "side kind", as "axis truck" (12.7)."""
    converted: frozenset[int] = frozenset()
    """Rail hexes converted in this phase (13.3g A)."""
    blown: frozenset[int] = frozenset()
    """Hexes whose supply its owner has tried to destroy in this phase (12.11a)."""
    # ---- sides
    sides: Mapping[str, Side] = field(factory=dict)
    fueled: frozenset[str] = frozenset()
    """Formations with fuel in force, by name (12.5c A)."""
    hq_fuel: Mapping[str, int] = field(factory=dict)
    """Fueled HQ to the hex that it throws from in this phase, NOWHERE until it moves (12.5e)."""
    # ---- in hand
    moving: tuple[str, ...] = ()
    fighting: Fighting | None = None
    bombardment: Bombardment | None = None
    mission: Mission | None = None
    dogfight: AirFight | None = None
    barraged: frozenset[int] = frozenset()
    """Hexes barraged in this phase (10.0e A)."""
    attacked: frozenset[int] = frozenset()
    """Hexes attacked in this segment (9.1c)."""
    returning: tuple[tuple[int, str], ...] = ()
    """(turn, unit) of units that broke out (12.8e)."""
    drop_plans: tuple[tuple[str, int, int], ...] = ()
    """(unit, turn, hex) of the Drop Plans of both sides (14.10b)."""
    arrived: frozenset[str] = frozenset()
    """Units placed in this player turn's Reinforcement Phase: they may entrain there (13.6b)."""
    simulcast: str = ""
    """Id of the step in which this turn became a simulcast turn, or empty (2.4)."""
    declined: bool = False
    """A simulcast turn has been proposed and declined in this turn (2.4a)."""
    dropped: frozenset[str] = frozenset()
    """Units dropped from the air in this player turn: they need no trace (12.6h)."""
    vp: int = 0
    game: object = None
    """The game's own part of the state: a frozen value of its package."""


def at(state: OcsState, hex_: int) -> tuple[Unit, ...]:
    """The units in a hex, in the order of the set-up."""
    where: dict[int, list[Unit]] | None = state.memo.get("at")
    if where is None:
        where = {}
        for unit in state.units.values():
            if unit.hex != NOWHERE:
                where.setdefault(unit.hex, []).append(unit)
        state.memo["at"] = where
    return tuple(where.get(hex_, ()))


def occupied(state: OcsState) -> tuple[int, ...]:
    """Every hex with a unit in it, ascending."""
    at(state, NOWHERE)
    return tuple(sorted(state.memo["at"]))
