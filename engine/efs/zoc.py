"""Zones of control (BSR 3.4): who projects one into which hex, in this weather and terrain."""

from __future__ import annotations

from collections.abc import Iterable

from engine.efs.pieces import OVERRUN, Unit
from engine.efs.state import EfsState, at, occupied
from engine.efs.steps import on_reduced_side
from engine.efs.weather import column_at, table
from engine.efs.world import World

_ROADS_AND_RAIL = frozenset({"road.motorway", "road.main", "road.minor", "rail"})


def holds_zoc(world: World, unit: Unit) -> bool:
    """True for a combat unit without a No ZOC band or Overrun marker (BSR 3.42, 3.47)."""
    counter = world.counters[unit.id]
    if not counter.combat or OVERRUN in unit.marks:
        return False
    if counter.reduced is not None and on_reduced_side(world, counter, unit.lost):
        return counter.zoc_reduced
    return counter.zoc


def combat_units(world: World, state: EfsState, hex_: int) -> tuple[Unit, ...]:
    """The combat units in a hex (BSR 2.33a)."""
    return tuple(u for u in at(state, hex_) if world.counters[u.id].combat)


def holder(world: World, state: EfsState, hex_: int) -> str:
    """The side with a combat unit in the hex, or empty (BSR 3.41)."""
    return _holders(world, state).get(hex_, "")


def _holders(world: World, state: EfsState) -> dict[int, str]:
    held: dict[int, str] | None = state.memo.get("holders")
    if held is None:
        held = {}
        for hex_ in occupied(state):
            for unit in at(state, hex_):
                counter = world.counters[unit.id]
                if counter.combat:
                    held[hex_] = counter.side
                    break
        state.memo["holders"] = held
    return held


def held_by(world: World, state: EfsState, side: str) -> tuple[int, ...]:
    """Every hex with a combat unit of the side, ascending."""
    return tuple(sorted(h for h, s in _holders(world, state).items() if s == side))


def extends(world: World, state: EfsState, unit: Unit, start: int, end: int) -> bool:
    """Whether this unit's ZOC reaches from its hex into an adjacent one (BSR 3.43, 3.44)."""
    return end in reached(world, state, world.counters[unit.id].motorized, start)


def reached(world: World, state: EfsState, motorized: bool, start: int) -> tuple[int, ...]:
    """The hexes around `start` into which a ZOC reaches (BSR 3.43, 3.44)."""
    known = table(world, state)
    key = ("zoc", motorized, start)
    found: tuple[int, ...] | None = known.get(key)
    if found is None:
        found = known[key] = tuple(
            end for end in world.board.neighbors(start)
            if _lets_through(world, state, motorized, start, end)
        )
    return found


def _lets_through(
    world: World, state: EfsState, motorized: bool, start: int, end: int
) -> bool:
    """Never into a major city (10.79), across an unfrozen major river or lake, or across the
    sea; in Mud a motorized unit's only into towns and cities and along roads and railroads.
    """
    terrain = world.board.hexes[end].terrain
    side = world.board.side(start, end)
    if "major_city" in terrain or "sea" in side:
        return False
    if not state.frozen and ("major_river" in side or "lake" in side):
        return False
    if column_at(world, state, end) == "mud" and motorized:
        return bool(terrain & {"town", "city"}) or bool(side & _ROADS_AND_RAIL)
    return True


def projects(world: World, state: EfsState, start: int, end: int) -> bool:
    """Whether the units in `start` project a ZOC into the adjacent hex `end` (BSR 3.42)."""
    return any(
        extends(world, state, unit, start, end) for unit in exerting(world, at(state, start))
    )


def exerting(world: World, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Those of a stack that exert a ZOC (BSR 3.42, 3.47).

    One unit without a No ZOC band is enough for every combat unit with it, so that in Mud
    guns on foot carry the ZOC of a motorized regiment off the roads.
    """
    stack = tuple(units)
    if not any(holds_zoc(world, unit) for unit in stack):
        return ()
    return tuple(
        unit for unit in stack if world.counters[unit.id].combat and OVERRUN not in unit.marks
    )


def _projected(world: World, state: EfsState, start: int) -> set[int]:
    """Every hex into which the units in `start` project a ZOC (BSR 3.42)."""
    kinds = {world.counters[u.id].motorized for u in exerting(world, at(state, start))}
    return {end for motorized in kinds for end in reached(world, state, motorized, start)}


def sources(world: World, state: EfsState, side: str) -> dict[int, tuple[int, ...]]:
    """Every hex in the side's ZOC, with the hexes that project it there (BSR 3.4).

    Hexes that the side occupies are not listed for that reason alone (see `holder`).
    """
    key = ("zoc", side)
    found: dict[int, tuple[int, ...]] | None = state.memo.get(key)
    if found is None:
        gathered: dict[int, list[int]] = {}
        for hex_ in held_by(world, state, side):
            for end in _projected(world, state, hex_):
                gathered.setdefault(end, []).append(hex_)
        found = {hex_: tuple(starts) for hex_, starts in gathered.items()}
        state.memo[key] = found
    return found


def in_zoc(world: World, state: EfsState, hex_: int, side: str) -> bool:
    """True for a hex in the ZOC of that side's units (BSR 3.4)."""
    return hex_ in sources(world, state, side)


def presence(world: World, state: EfsState, side: str) -> frozenset[int]:
    """Every hex that the side holds or has in its ZOC: where a mover must mind it."""
    key = ("presence", side)
    found: frozenset[int] | None = state.memo.get(key)
    if found is None:
        found = frozenset(held_by(world, state, side)) | frozenset(sources(world, state, side))
        state.memo[key] = found
    return found
