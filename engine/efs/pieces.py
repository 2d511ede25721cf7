"""Counters as printed, and units as they stand in play (BSR 2.3, 2.4, 16.2).

A Counter never changes; a Unit is the frozen value that the state holds for it.
"""

from __future__ import annotations

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.values import frozen

AXIS = "axis"
SOVIET = "soviet"
SIDES = (AXIS, SOVIET)

MAP = "map"
CADRE = "cadre"
ELIMINATED = "eliminated"
CANNOT_REBUILD = "cannot_rebuild"
SET_ASIDE = "set_aside"
"""Bridge units, supply counters and substitute counters wait here for re-use."""
REINFORCEMENT = "reinforcement"
"""Not yet arrived, or arrived and waiting to enter."""

BOXES = (MAP, CADRE, ELIMINATED, CANNOT_REBUILD, SET_ASIDE, REINFORCEMENT)

ARTILLERY_TYPES = frozenset(
    {"artillery", "rocket_artillery", "superheavy_artillery", "coast_artillery",
     "railroad_artillery"}
)
"""Types that support combats and never attack themselves. Anti-aircraft units, which have an
ordinary attack strength and no range, are artillery only for BSR 11.42f (see `overrun`)."""
SUPER_HEAVY_TYPES = frozenset({"superheavy_artillery", "railroad_artillery"})
"""Railroad artillery is super-heavy in all respects (BSR 23.42 Note Two, 23.43)."""
ANTI_TANK_TYPES = frozenset({"antitank", "motorized_antitank"})
ANTI_AIR_TYPES = frozenset({"antiair", "motorized_antiair"})
ENGINEER_TYPES = frozenset({"engineer", "motorized_engineer"})
COMBINED_ARMS_TYPES = frozenset(
    {"recon", "motorized_infantry", "motorcycle", "engineer", "motorized_engineer"}
)
"""Partners of armor for the Combined Arms Bonus (BSR 15.67a)."""
NON_COMBAT_TYPES = frozenset({"bridge", "supply"})
"""Bridge units and supply counters; two steps are a Dump, one an MSU (BSR 2.33b, 6.82)."""


@frozen(slots=True)
class Face:
    """The numbers on one side of a counter. Artillery has attack 0: it never attacks alone."""

    attack: int
    defense: int
    ma: int


@frozen(slots=True)
class Counter:
    """A playing piece as printed (BSR 2.4)."""

    id: str
    name: str
    """Unique within a game; commands and the log use it."""
    side: str
    type: str
    full: Face
    steps: int
    """BSR 16.22: by the printed defense of the full side."""
    ma_class: str = "nonmot"
    """motorized (red box), nonmot, cavalry, orange, green, blue (flotilla), rail, none."""
    nationality: str = "german"
    size: str = ""
    formation: str = ""
    reduced: Face | None = None
    stack: int = 0
    zoc: bool = True
    """False for a full side with a No ZOC band (BSR 3.42)."""
    zoc_reduced: bool = True
    armor: bool = False
    """Red attack factor."""
    yellow: bool = False
    """Yellow movement allowance: may infiltrate (BSR 11.52)."""
    support: int = 0
    range: int = 0
    attack_only: bool = False
    """Support marked "A": supports attacks, never a defense."""
    guards: bool = False
    nkvd: bool = False
    militia: bool = False
    ss: bool = False
    ski: bool = False
    command: int = 0
    recovery: int = 0
    nonop: Face | None = None
    untried: bool = False
    """Enters play with its strength hidden: an untried UR/MG or militia unit."""
    rebuild: str = "I1"
    source: str = "reconstructed"
    value_source: str = "estimated"
    note: str = ""

    @property
    def combat(self) -> bool:
        """True for a combat unit (BSR 2.33a); an MA of zero counts as printed (see notes)."""
        return self.type not in NON_COMBAT_TYPES

    @property
    def artillery(self) -> bool:
        """True for a unit with a support strength, or of an artillery type."""
        return self.support > 0 or self.type in ARTILLERY_TYPES

    @property
    def hq(self) -> bool:
        return self.type == "hq"

    @property
    def cavalry(self) -> bool:
        return self.ma_class == "cavalry"

    @property
    def motorized(self) -> bool:
        """True for a red box around the movement allowance."""
        return self.ma_class == "motorized"

    @property
    def division(self) -> bool:
        return self.size == "XX"


@frozen(slots=True)
class Unit:
    """A counter in play."""

    id: str
    hex: int = NOWHERE
    box: str = MAP
    lost: int = 0
    """Steps lost so far."""
    nonop: bool = False
    """A Soviet HQ on its Non-Op side (BSR 22.2)."""
    untried: bool = False
    """Strength still hidden."""
    started: bool = False
    """Has begun its movement in this phase."""
    done: bool = False
    """Can move no further in this phase."""
    spent: int = 0
    """Half movement points spent in this phase."""
    surcharge: int = 0
    """Half points added if it leaves this hex off the road (BSR 10.74 Example Four)."""
    marks: frozenset[str] = frozenset()
    """Markers on it: see `MARKS`."""

    @property
    def on_map(self) -> bool:
        return self.box == MAP and self.hex >= 0


ACTIVATED = "activated"
OVERRUN = "overrun"
EMERGENCY = "emergency"
OUT_OF_SUPPLY = "out_of_supply"
GARRISON = "garrison"
REPLACEMENTS = "replacements"
FOUGHT = "fought"
"""Has attacked or been attacked in this combat phase (BSR 15.23)."""
STRATEGIC = "strategic"
"""Moves by strategic movement in this phase (BSR 11.3)."""
ARRIVED = "arrived"
"""Came as a reinforcement this turn (BSR 8.15)."""
SILENCED = "silenced"
"""Soviet artillery that interdiction keeps from supporting in this segment (BSR 13.24d)."""

BUSY = "busy"
"""An engineer that fought or marched in this segment: it builds no Strongpoint (BSR 23.11)."""

MARKS = (
    ACTIVATED, OVERRUN, EMERGENCY, OUT_OF_SUPPLY, GARRISON, REPLACEMENTS, FOUGHT, STRATEGIC,
    ARRIVED, SILENCED, BUSY,
)


@frozen
class Aircraft:
    """An air counter as printed (BSR 17.11)."""

    id: str
    name: str
    """Unique in the scenario, such as "SB" or "SB 2"."""
    side: str
    kind: str
    """F fighter, B bomber, D dummy."""
    acr: int = 0
    """Air Combat Rating."""
    cas: int = 0
    interdiction: int = 0
    aa_drm: int = 0
    range_limited: bool = True
    source: str = "reconstructed"

    @property
    def dummy(self) -> bool:
        return self.kind == "D"


READY = "ready"
FLOWN = "flown"
DAMAGED = "damaged"
DESTROYED = "destroyed"
AIR_BOXES = (READY, FLOWN, DAMAGED, DESTROYED, REINFORCEMENT)


@frozen(slots=True)
class AirUnit:
    """An air counter in play: in a box, or out on a mission hex."""

    id: str
    box: str = READY
    hex: int = NOWHERE
    """Mission hex while it is out; its box then stays READY until the mission ends."""
    role: str = ""
    """"mission" or "firing" once declared (BSR 17.31b)."""
    revealed: bool = False
    used: bool = False
    """Has flown its one mission of the turn (BSR 17.21a)."""
    engaged: str = ""
    """Enemy air unit it fires at, while an air combat is being worked out."""


def marked(unit: Unit, *marks: str) -> Unit:
    """The unit with these markers added."""
    return evolve(unit, marks=unit.marks | set(marks))


def unmarked(unit: Unit, *marks: str) -> Unit:
    """The unit without these markers."""
    return evolve(unit, marks=unit.marks - set(marks))
