"""Fog of war (OCS 4.8b, 4.9): what a side sees of the other's stacks.

Its own hexes a side knows in full. Of an enemy hex it sees what lies on top: the hedgehog, one
combat unit with the markers above it, one Active air unit. Internal stocks and step losses are
never seen, and a number of units is not told either.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.values import frozen
from engine.ocs.pieces import COMBAT, DG, STRAT, AirUnit, Unit
from engine.ocs.sequence import other
from engine.ocs.sizes import attack_capable, combat_units, face, holder
from engine.ocs.state import OcsState, at
from engine.ocs.world import World
from engine.ocs.zoc import has_zoc


@frozen
class Glimpse:
    """What an enemy hex shows (4.9a)."""

    unit: str = ""
    """The top combat unit, or where there is none the top unit of any kind."""
    marker: str = ""
    """strat or dg, if the top unit is under such a marker."""
    oos: bool = False
    zoc: bool = False
    """Whether the hex has a ZOC: to be told where an HQ lies on top (4.8b D)."""
    air: str = ""
    """The top Active air unit."""
    hog: int = 0
    base: bool = False
    """An air base, where nothing lies on it."""
    dump: bool = False
    """Supply, where nothing lies on it."""


def hidden(world: World, state: OcsState, viewer: str, hex_: int) -> bool:
    """Whether a hex is seen from outside only: fog of war is on and an enemy unit is there."""
    if not world.options.fog_of_war or viewer == "":
        return False
    return any(world.side(u.id) == other(viewer) for u in at(state, hex_)) or any(
        world.side(a.id) == other(viewer) for a in planes(state, hex_)
    )


def glimpse(world: World, state: OcsState, hex_: int) -> Glimpse:
    """What the enemy of those who stand in a hex sees of it (OCS 4.9a)."""
    unit, hog = top(world, state, hex_), state.hogs.get(hex_)
    plane = top_plane(world, state, hex_)
    covered = unit is not None or hog is not None
    return Glimpse(
        unit.id if unit else "",
        unit.marker if unit is not None and unit.marker in (STRAT, DG) else "",
        unit is not None and unit.oos,
        any(has_zoc(world, u) for u in combat_units(world, state, hex_)),
        plane.id if plane else "", hog.level if hog else 0,
        hex_ in state.bases and not covered, hex_ in state.dumps and not covered,
    )


# ---------------------------------------------------------------- the order of a stack (4.8b)


def top(world: World, state: OcsState, hex_: int) -> Unit | None:
    """The unit that lies on top of a stack, or None (OCS 4.8b C, D).

    One with a ZOC if there is one, else a combat unit in Combat Mode that is no HQ, else any;
    among equals the owner would show the strongest.
    """
    here = combat_units(world, state, hex_) or at(state, hex_)
    return max(here, key=lambda u: _rank(world, state, u), default=None)


def _rank(world: World, state: OcsState, unit: Unit) -> tuple[bool, bool, bool, bool, int]:
    counter = world.counters[unit.id]
    return (
        has_zoc(world, unit), not (counter.hq and _enemy_near(world, state, unit)), not counter.hq,
        attack_capable(world, unit) and unit.mode == COMBAT, face(world, unit).strength,
    )


def _enemy_near(world: World, state: OcsState, unit: Unit) -> bool:
    """Whether an enemy ground unit is adjacent: then no HQ is shown on top (OCS 4.8b D)."""
    foe = other(world.side(unit.id))
    return any(
        world.side(u.id) == foe for n in world.board.neighbors(unit.hex) for u in at(state, n)
    )


def planes(state: OcsState, hex_: int) -> Iterator[AirUnit]:
    """The air units on a hex, in the order of the set-up."""
    return (a for a in state.air.values() if a.hex == hex_)


def top_plane(world: World, state: OcsState, hex_: int) -> AirUnit | None:
    """The Active air unit on top: a Fighter if there is one (OCS 4.8b E)."""
    active = [a for a in planes(state, hex_) if a.active]
    return max(active, key=lambda a: world.aircraft[a.id].can("F"), default=None)


# ---------------------------------------------------------------- in words


def words(world: World, state: OcsState, hex_: int) -> list[str]:
    """A glimpse of a hex line by line, as the enemy would tell it (OCS 4.9a)."""
    seen = glimpse(world, state, hex_)
    out = []
    if seen.hog:
        out.append(f"hedgehog {seen.hog}")
    if seen.air:
        out.append(f"{world.name(seen.air)} on top of the aircraft")
    if seen.unit:
        marks = [{DG: "DG", STRAT: "Strat"}[seen.marker]] if seen.marker else []
        marks += ["OOS"] if seen.oos else []
        out.append(", ".join([f"{world.name(seen.unit)} on top", *marks]))
        if holder(world, state, hex_):
            out.append("it has a ZOC" if seen.zoc else "it has no ZOC")
    out += ["an air base"] if seen.base else []
    out += ["supply"] if seen.dump else []
    return out


def may_look(world: World, state: OcsState, viewer: str, id_: str) -> bool:
    """Whether a side may read a unit or air unit: its own, and all that lies open (OCS 4.9a)."""
    if not world.options.fog_of_war or viewer in ("", world.side(id_)):
        return True
    piece = state.units.get(id_) or state.air[id_]
    if piece.hex < 0:
        return True  # the schedule, the Dead Pile and the boxes lie open
    seen = glimpse(world, state, piece.hex)
    return id_ in (seen.unit, seen.air)
