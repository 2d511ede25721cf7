"""Decisions that a side may owe. They wait in the state, never in a dialog."""

from __future__ import annotations

from engine.core.state import Decision
from engine.core.values import frozen


@frozen
class Lose(Decision):
    """Choose which units lose steps (BSR 16.21): `lose UNITS`, one name a step.

    `first` steps must come from `first_from`, the rest from any of `units`; a unit of
    `last` may only lose a step once no other step is left (22.42).
    """

    units: tuple[str, ...] = ()
    steps: int = 0
    first: int = 0
    first_from: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    rule: str = "BSR 16.21"
    box: str = "cadre"
    """Where a unit goes that loses its last step."""
    gauntlet: tuple[str, ...] = ()
    """Units that retreated through an enemy ZOC and roll once the step is lost (16.46)."""


@frozen
class Retreat(Decision):
    """Move these units back (BSR 16.4, 11.43j): `retreat UNITS via HEXES`, stack by stack.

    `side` is who chooses the way: the owner, or the enemy for an Additional Retreat
    (16.41b) or an Overrun.
    """

    owner: str = ""
    units: tuple[str, ...] = ()
    length: int = 2
    origin: int = -1
    """The Defender Hex: each hex of the way lies farther from it."""
    away: tuple[int, ...] = ()
    """Further Defender Hexes of a multiple-hex combat, left behind in the same way."""
    additional: bool = False
    overrun: bool = False


@frozen
class Advance(Decision):
    """May move into vacated defender hexes (BSR 16.5): `advance UNITS to HEX`, then `pass`."""

    units: tuple[str, ...] = ()
    hexes: tuple[int, ...] = ()


@frozen
class AttackOrder(Decision):
    """The attacker may give a retreat order before the roll (BSR 15.58): `order` or `pass`."""

    hex: int = -1


@frozen
class Overstacked(Decision):
    """Too many stacking points in a hex at the end of a phase (BSR 3.32): `remove UNITS`."""

    hex: int = -1
    points: int = 0
    """Points above the limit."""


@frozen
class Recover(Decision):
    """A Non-Op HQ rolls for recovery or is disbanded (BSR 22.26): `pass` rolls, `disband HQ`."""

    unit: str = ""


@frozen
class Roles(Decision):
    """Declare which fighters fly the mission and which fire (BSR 17.31b): `role AIR WORD`."""

    hex: int = -1
    units: tuple[str, ...] = ()


@frozen
class Engage(Decision):
    """Match firing units with targets (BSR 17.33a, e): `engage A at B, ...`."""

    hex: int = -1
    local: bool = False
    """Local Tactical Advantage fire: unengaged units of one side, no fire in return."""


@frozen
class Suppress(Decision):
    """The Axis chooses the Soviet artillery that interdiction silences (BSR 13.24d)."""

    units: tuple[str, ...] = ()
    count: int = 0
