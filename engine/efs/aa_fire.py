"""Anti-aircraft fire (BSR 17.4): who may fire, with which modifiers, and what it does."""

from __future__ import annotations

from collections.abc import Iterator

from engine.efs.air_units import MISSION, report_home, there
from engine.efs.charts import Modifier, find
from engine.efs.pieces import (
    ANTI_AIR_TYPES,
    AXIS,
    DAMAGED,
    DESTROYED,
    FLOWN,
    SIDES,
    SOVIET,
    Unit,
)
from engine.efs.sequence import other
from engine.efs.state import EfsState, at
from engine.efs.steps import on_reduced_side
from engine.efs.world import Draft, World

RESULT_BOXES = {"A": FLOWN, "D": DAMAGED, "X": DESTROYED}
RESULT_WORDS = {"-": "no effect", "A": "aborted", "D": "damaged", "X": "destroyed"}
WATER_TYPES = frozenset({"flotilla", "naval"})
DIE = range(1, 11)


def _banded(world: World, unit: Unit) -> bool:
    """True for a unit whose upper side carries a No ZOC band (BSR 3.42)."""
    counter = world.counters[unit.id]
    reduced = on_reduced_side(world, counter, unit.lost)
    return not (counter.zoc_reduced if reduced else counter.zoc)


def may_fire(world: World, unit: Unit) -> bool:
    """Whether a ground unit can fire at aircraft (BSR 17.42).

    Axis: every combat unit but cavalry and units with a No ZOC band; anti-aircraft,
    flotillas and naval units even with one. Soviet: divisions but not cavalry, HQs,
    naval units, and anti-aircraft of any size.
    """
    counter = world.counters[unit.id]
    if not counter.combat:
        return False
    if counter.type in ANTI_AIR_TYPES:
        return True
    cavalry = counter.cavalry or counter.type == "cavalry"
    if counter.side == AXIS:
        return counter.type in WATER_TYPES or not (cavalry or _banded(world, unit))
    if counter.hq or counter.type == "naval":
        return True
    return counter.division and not cavalry and counter.type not in WATER_TYPES


def guns(world: World, state: EfsState, hex_: int, side: str) -> tuple[Unit, ...]:
    """A side's units that reach a mission hex: in it and in the six around it (BSR 17.41)."""
    return tuple(
        unit
        for place in (hex_, *world.board.neighbors(hex_))
        for unit in at(state, place)
        if world.counters[unit.id].side == side and may_fire(world, unit)
    )


def gun_modifiers(world: World, state: EfsState, hex_: int, side: str) -> tuple[Modifier, ...]:
    """What the guns of a side add to its die roll over a hex, each by itself (BSR 17.43)."""
    values = world.charts.aa_drm
    firing = guns(world, state, hex_, side)
    found: list[Modifier] = []
    if side == SOVIET and any(world.counters[unit.id].hq for unit in firing):
        found.append(Modifier("headquarters", values["soviet_hq"], "BSR 17.43"))
    each = values[f"{side}_aa_unit_each"]
    for unit in firing:
        if world.counters[unit.id].type in ANTI_AIR_TYPES:
            found.append(Modifier(world.name(unit.id), each, "BSR 17.43"))
    return tuple(found)


def held(world: World, value: int) -> int:
    """One side's modifiers, never beyond two either way (note to BSR 17.43)."""
    return max(-world.charts.aa_limit, min(world.charts.aa_limit, value))


def drm(world: World, state: EfsState, hex_: int, side: str, aircraft: str) -> int:
    """The net modifier of a side's guns at one aircraft: each side is held to 2 first (17.43)."""
    total = sum(modifier.value for modifier in gun_modifiers(world, state, hex_, side))
    return held(world, total) + held(world, world.aircraft[aircraft].aa_drm)


def result(world: World, roll: int) -> str:
    """What a modified roll does: "-", A, D or X (AA Fire Table, BSR 17.43)."""
    return str(find(world.charts.aa_bands, roll)["result"])


def chances(world: World, modifier: int) -> dict[str, int]:
    """Each result with its chance in tenths."""
    odds = dict.fromkeys(RESULT_WORDS, 0)
    for roll in DIE:
        odds[result(world, roll + modifier)] += 1
    return odds


def fire(draft: Draft, hex_: int, first: str) -> None:
    """Each side with a gun in reach fires once at every enemy mission unit (BSR 17.41, 17.43)."""
    for side in (first, *(s for s in SIDES if s != first)):
        if guns(draft.world, draft.state, hex_, side):
            for target in there(draft.world, draft.state, hex_, other(side), MISSION):
                _fire_at(draft, hex_, side, target)


def _fire_at(draft: Draft, hex_: int, side: str, target: str) -> None:
    world = draft.world
    modifier = drm(world, draft.state, hex_, side, target)
    roll = draft.roll()
    effect = result(world, roll + modifier)
    name = world.name(target)
    draft.log(
        "air",
        f"{side.capitalize()} AA fire at {name}: {roll}{modifier:+d} is {roll + modifier}, "
        f"{RESULT_WORDS[effect]}",
        hex=world.board.id(hex_), rule="BSR 17.43", roll=roll, side=side,
    )
    if effect in RESULT_BOXES:
        report_home(draft, (target,), hex_, RESULT_BOXES[effect], "BSR 17.43")


def sides_with_guns(world: World, state: EfsState, hex_: int) -> Iterator[str]:
    """The sides that could fire over a hex, for a preview."""
    for side in SIDES:
        if guns(world, state, hex_, side):
            yield side
