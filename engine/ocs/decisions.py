"""Decisions that a side may owe. They wait in the state, never in a dialog."""

from __future__ import annotations

from engine.core.state import Decision
from engine.core.values import frozen


class GoFirst(Decision):
    """The winner of the roll chooses to be first or second (2.3-P2): `first` or `second`."""


class SetUp(Decision):
    """Choose how the units of the set-up begin (0.4): `begin UNITS as WORD`, `pass` when done."""


class Agreement(Decision):
    """Agree to a simulcast turn that the opponent proposes (2.4a): `agree` or `decline`."""


@frozen
class DefenderSupply(Decision):
    """Which defenders are paid combat supply (9.5, 12.4): `pay UNITS`, or `pass` for none."""

    units: tuple[str, ...] = ()
    cost: int = 0
    """Tokens for the whole hex from supply on the map."""


@frozen
class Lead(Decision):
    """Name the Action Rating unit (9.6): `lead UNIT`."""

    units: tuple[str, ...] = ()
    attacking: bool = False


@frozen
class Losses(Decision):
    """Take step losses (9.11): `lose UNITS`, one name a step; the lead unit first in combat."""

    units: tuple[str, ...] = ()
    steps: int = 0
    first: str = ""
    """Unit that must take the first step, or empty."""
    spread: bool = True
    """Every unit loses one before any loses a second (9.11c)."""
    hurt: tuple[str, ...] = ()
    """Units that have lost a step in this combat already: the others come first (9.11c)."""
    rule: str = "OCS 9.11"
    how: str = "combat"
    """combat, barrage, retreat, attrition or capture: told to `hooks.unit_lost`."""


@frozen
class OptionChoice(Decision):
    """Split an option between steps and hexes of retreat (9.10a): `option STEPS`, the rest back.

    `pass` ignores it where that is allowed (9.10c).
    """

    units: tuple[str, ...] = ()
    points: int = 0
    attacking: bool = False
    may_ignore: bool = False


@frozen
class Retreat(Decision):
    """Move beaten units back (9.12): `retreat UNITS via HEXES`."""

    units: tuple[str, ...] = ()
    length: int = 1
    origin: int = -1
    attacking: bool = False


@frozen
class Advance(Decision):
    """May enter the hex that was won (9.12g): `advance UNITS to HEX`, then `pass`."""

    units: tuple[str, ...] = ()
    hex: int = -1


@frozen
class Captured(Decision):
    """Which Transport Points the enemy gets, where types are mixed (9.14c): `surrender UNITS`."""

    units: tuple[str, ...] = ()
    points: int = 0
    """Points that are captured."""
    tokens: int = 0
    """Tokens aboard all of them that are captured too."""
    rule: str = "OCS 9.14c"


@frozen
class Displace(Decision):
    """Move captured-from transport or aircraft away (9.14): `displace UNITS to HEX`."""

    units: tuple[str, ...] = ()
    origin: int = -1
    radius: int = 10
    rule: str = "OCS 9.14"


@frozen
class Overstacked(Decision):
    """More than 10 RE in a hex at the end of a segment (4.8a): `remove UNITS`."""

    hex: int = -1
    excess: int = 0
    """Quarters of an RE above the limit."""


@frozen
class Feed(Decision):
    """Units without trace may eat (12.6c): `eat UNITS`, `pass` to leave the rest Out of Supply."""

    units: tuple[str, ...] = ()
    eaten: tuple[str, ...] = ()
    """Units that have eaten in this phase."""
    hungry: tuple[str, ...] = ()
    """All units without trace, those included that nothing can feed."""


@frozen
class Tracing(Decision):
    """Which part of a formation traces free (12.6f): `trace by HQ`, source hex or `game`."""

    units: tuple[str, ...] = ()
    """Its units on the map."""
    formation: str = ""
    choices: tuple[str, ...] = ()
    traced: tuple[str, ...] = ()
    """Units of other formations by choices made before."""


@frozen
class Recovery(Decision):
    """Scarce supply for recovery of internal stocks (12.10e): `recover UNITS` in order."""

    units: tuple[str, ...] = ()
    aboard: bool = False
    """Organic Trucks may pay, or `pass` (13.2g G): any of the units, in order."""


@frozen
class InTheAir(Decision):
    """A decision about aircraft over a hex."""

    aircraft: tuple[str, ...] = ()
    hex: int = -1


class Intercept(InTheAir):
    """May intercept a mission (14.5): `intercept AIR`, or `pass`."""


@frozen
class MayAbort(InTheAir):
    """May abort aircraft before or after an Air Combat (14.3d): `abort AIR`, or `pass`."""

    keep: int = 0
    """Aircraft that must stay: one before a combat, none after it."""


@frozen
class Dogfight(InTheAir):
    """Pick the next aircraft of a round of Air Combat (14.3e): `pick AIR`."""

    against: str = ""
    """The attacker's aircraft, once picked."""


@frozen
class Landing(Decision):
    """Choose a base to return to (14.1c), or to flee to (9.14f): `land AIR at HEX`."""

    aircraft: str = ""
    hexes: tuple[int, ...] = ()
    rule: str = "OCS 14.1c"


@frozen
class Placement(Decision):
    """Put an arriving or rebuilt unit on the map (13.5, 13.6): `place UNITS at HEX [as WORD]`."""

    units: tuple[str, ...] = ()
    hexes: tuple[int, ...] = ()
    """Where it may stand."""
    rule: str = "OCS 13.6"


@frozen
class Delivery(Decision):
    """Put arriving supply on the map (2.3-B): `place-supply TOKENS at HEX` until none is left."""

    tokens: int = 0
    hexes: tuple[int, ...] = ()
    most: tuple[int, ...] = ()
    """Tokens that each of the hexes still takes; empty for no limits."""
    rule: str = "OCS 2.3-B"


@frozen
class Absorption(Decision):
    """Which parents take their Breakdowns back (20.0d): `absorb PARENT with BREAKDOWN`."""

    hex: int = -1


@frozen
class GameChoice(Decision):
    """A choice of the game's own rules: `choose WORD`, told apart by its topic."""

    topic: str = ""
    choices: tuple[str, ...] = ()
    prompt: str = ""
    rule: str = ""
    hex: int = -1
    units: tuple[str, ...] = ()
