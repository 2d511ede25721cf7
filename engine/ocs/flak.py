"""Flak and Patrol Zones (OCS 14.4)."""

from __future__ import annotations

from engine.core.values import frozen
from engine.ocs import air
from engine.ocs.pieces import COMBAT, MAP
from engine.ocs.sequence import other
from engine.ocs.sizes import combat_units
from engine.ocs.state import Mission, OcsState
from engine.ocs.world import Draft, World

PATROL = 10
"""Hexes that a Patrol Zone reaches (OCS 14.4c)."""
MANY = 3
"""Mission aircraft from which flak gets its modifier for numbers (OCS 14.4e)."""
WEAKEST, STRONGEST = "W", "S"


@frozen
class Modifier:
    """One modifier of a flak roll."""

    name: str
    drm: int


# ---------------------------------------------------------------- Patrol Zones (14.4c)


def patrols(world: World, state: OcsState, side: str, hex_: int) -> tuple[str, ...]:
    """Active Fighters of a side whose own Patrol Zone covers a hex (OCS 14.4c, 14.5)."""
    return tuple(
        unit.id for unit in state.air.values()
        if unit.active and unit.hex >= 0 and unit.box == MAP
        and world.aircraft[unit.id].side == side and world.aircraft[unit.id].can("F")
        and world.board.distance(unit.hex, hex_) <= PATROL
    )


def in_patrol_zone(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """Whether a hex lies in a Patrol Zone of the side (OCS 14.4c)."""
    return bool(patrols(world, state, side, hex_))


# ---------------------------------------------------------------- the roll (14.4e)


def modifiers(
    world: World, state: OcsState, mission: Mission, ids: tuple[str, ...]
) -> tuple[Modifier, ...]:
    """Everything that helps or hinders the flak that a mission meets (OCS 14.4e)."""
    foe = other(mission.side)
    base = state.bases.get(mission.hex)
    found = [
        Modifier("three or more aircraft", 1 if len(ids) >= MANY else 0),
        Modifier("headquarters", _headquarters(world, state, foe, mission.hex)),
        Modifier("air base", base.level if base is not None and base.owner == foe else 0),
        Modifier("flak units", _printed(world, state, foe, mission.hex)),
        Modifier("the game", world.hooks.flak(world, state, mission.hex, mission.side)),
    ]
    if in_patrol_zone(world, state, foe, mission.hex):
        fighter = any(world.aircraft[i].can("F") for i in ids)
        found.append(Modifier("Patrol Zone", 1 if fighter else 2))
        found.append(Modifier("Trainbusting", 1 if mission.kind == air.TRAIN else 0))
    return tuple(m for m in found if m.drm)


def _headquarters(world: World, state: OcsState, foe: str, hex_: int) -> int:
    """HQs give +1 once; one with a printed value gives that instead (OCS 14.4e, U42)."""
    values = [
        world.counters[u.id].flak or 1 for u in combat_units(world, state, hex_)
        if world.counters[u.id].hq and world.counters[u.id].side == foe
    ]
    return max(values, default=0)


def _printed(world: World, state: OcsState, foe: str, hex_: int) -> int:
    """The best flak or AA unit in Combat Mode; one counts in a hex (OCS 14.4e; TTW 1.6a)."""
    values = [
        world.counters[u.id].flak for u in combat_units(world, state, hex_)
        if not world.counters[u.id].hq and u.mode == COMBAT and world.counters[u.id].side == foe
    ]
    return max(values, default=0)


def fire(draft: Draft, mission: Mission, ids: tuple[str, ...]) -> None:
    """Roll for flak at a mission; on 11 or more one step of it is lost (OCS 14.4e)."""
    if not ids:
        return
    world = draft.world
    found = modifiers(world, draft.state, mission, ids)
    drm = sum(m.drm for m in found)
    roll = draft.roll(6) + draft.roll(6)
    hit = roll + drm >= world.charts.tables["flak"]["hit_min"]
    listed = ", ".join(f"{m.drm:+d} {m.name}" for m in found)
    draft.log("air", f"flak over {world.board.label(mission.hex)}: roll {roll}"
              f"{f' ({listed})' if listed else ''}: {'a hit' if hit else 'nothing'}",
              hex=world.board.id(mission.hex), rule="OCS 14.4e", roll=roll,
              side=other(mission.side))
    if hit:
        air.lose_step(draft, victim(draft, ids), "OCS 14.4f")


def victim(draft: Draft, ids: tuple[str, ...]) -> str:
    """The aircraft that the Mission Loss table picks (OCS 14.4f).

    Places count in the order in which the aircraft were named; between equals the first one,
    so that the owner breaks ties. Tank-Busters take the loss of their missions (TTW 2.2f).
    """
    world = draft.world
    ids = tuple(i for i in ids if world.aircraft[i].tank_buster) or ids
    if len(ids) == 1:
        return ids[0]
    die = draft.roll(6)
    place = world.charts.mission_loss[len(ids)][die - 1]
    if place in (WEAKEST, STRONGEST):
        choose = min if place == WEAKEST else max
        return choose(ids, key=lambda i: air.barrage_value(world, draft.state, i))
    return ids[int(place) - 1]
