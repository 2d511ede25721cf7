"""Movement allowances and who may move (BSR 10.0-10.3, 10.5)."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.efs import headquarters, reaction
from engine.efs.pieces import (
    ACTIVATED,
    AXIS,
    GARRISON,
    REPLACEMENTS,
    STRATEGIC,
    Unit,
)
from engine.efs.sequence import MOTORIZED, MOVE, REACT, SEQUENCE, other
from engine.efs.state import EfsState
from engine.efs.steps import face
from engine.efs.supply import out_of_supply
from engine.efs.terrain import FOOT, MP
from engine.efs.world import World
from engine.efs.zoc import in_zoc

MOVING_STEPS = frozenset({MOVE, MOTORIZED, REACT})
NOT_OVERLAND = {"rail": ("BSR 22.31", "along railroads"), "blue": ("BSR 11.21", "on water")}
"""Classes that ground movement is closed to; no scenario so far has railroads or flotillas."""
_PHASES = {MOVE: "movement", MOTORIZED: "motorized", REACT: "reaction"}
_CLASSES = {"nonmot": FOOT, "blue": "flotilla", "rail": "armored_train", "none": FOOT}


# ---------------------------------------------------------------- allowances (10.0, 10.1, 10.2)


def printed_allowance(world: World, unit: Unit) -> int:
    """Movement allowance in MPs, two less when Out of Supply; cavalry is spared (BSR 6.71)."""
    counter = world.counters[unit.id]
    ma = face(world, unit).ma
    if out_of_supply(unit) and counter.combat and not counter.cavalry:
        ma = max(0, ma - 2)
    return ma


def factor(world: World, state: EfsState, unit: Unit) -> float:
    """What part of its MA the unit has in this step (BSR 10.11, 10.21, Movement Phase Chart)."""
    step = SEQUENCE[state.step]
    counter = world.counters[unit.id]
    row = world.charts.phase_factor[f"{step.side}_{_PHASES[step.key]}"]
    if step.key == MOTORIZED and ACTIVATED in unit.marks:
        return row.get("hq_activated", 1.0)
    return row.get(_CLASSES.get(counter.ma_class, counter.ma_class), 0.0)


def allowance(world: World, state: EfsState, unit: Unit) -> int:
    """Half movement points of the unit in this phase; fractions are kept (BSR 10.0.n2).

    A quarter point, half of a half MA on the march, buys nothing.
    """
    half = printed_allowance(world, unit) * factor(world, state, unit) * MP
    return int(half * 1.5) if STRATEGIC in unit.marks else int(half)  # 11.31


def left(world: World, state: EfsState, unit: Unit) -> int:
    """Half points that the unit has not spent in this phase."""
    return max(0, allowance(world, state, unit) - unit.spent)


# ---------------------------------------------------------------- who may move (10.1-10.5)


def may_move(world: World, state: EfsState, unit: Unit) -> Refusal | None:
    """Why the unit cannot move now, or None."""
    return _may_begin(world, state, unit) or _may_go_on(world, state, unit)


def _may_begin(world: World, state: EfsState, unit: Unit) -> Refusal | None:
    step = SEQUENCE[state.step]
    counter = world.counters[unit.id]
    name = counter.name
    if step.key not in MOVING_STEPS:
        return Refusal("BSR 10.0", "this is not a movement phase")
    if counter.side != step.side:
        return Refusal("BSR 10.0", f"{name} does not move in the {step.title} phase")
    if not unit.on_map:
        return Refusal("BSR 10.4", f"{name} is not on the map")
    if counter.ma_class in NOT_OVERLAND:
        rule, where = NOT_OVERLAND[counter.ma_class]
        return Refusal(rule, f"{name} moves {where} only")
    if GARRISON in unit.marks:
        return Refusal("BSR 22.81", f"{name} is a garrison and not released")
    if REPLACEMENTS in unit.marks:
        rule = "BSR 10.12" if counter.side == AXIS else "BSR 10.22"
        return Refusal(rule, f"{name} receives replacements and does not move")
    if step.key == MOVE and ACTIVATED in unit.marks:
        return Refusal("BSR 10.24c", f"{name} was activated and moved in the Motorized phase")
    if factor(world, state, unit) == 0:
        rule = {MOTORIZED: "BSR 10.21", REACT: "BSR 10.3"}.get(step.key, "BSR 10.11")
        return Refusal(rule, f"{name} does not move in the {step.title} phase")
    if face(world, unit).ma == 0:  # Out of Supply stops no unit: one hex is left (10.0.n1, 11.9)
        return Refusal("BSR 10.52", f"{name} has no movement allowance")
    if step.key == REACT:
        return reaction.eligible(world, state, unit)
    return None


def _may_go_on(world: World, state: EfsState, unit: Unit) -> Refusal | None:
    name = world.name(unit.id)
    if not unit.started:
        hq = headquarters.restricted_by(world, state, unit)
        if hq is not None:
            return Refusal(
                "BSR 22.25g", f"{world.name(hq.id)} is Non-Op: no more units near it may move"
            )
        return None
    if unit.id not in state.moving:
        return Refusal("BSR 10.52", f"{name} has finished its move in this phase")
    if unit.done:
        if in_zoc(world, state, unit.hex, other(world.counters[unit.id].side)):
            return Refusal("BSR 10.65", f"{name} is in an enemy ZOC, its movement has ended")
        return Refusal("BSR 10.52", f"{name} has spent its whole allowance")
    return None


def movers(world: World, state: EfsState) -> tuple[Unit, ...]:
    """Units that may move now."""
    found: tuple[Unit, ...] | None = state.memo.get("movers")
    if found is None:
        found = tuple(
            unit for unit in state.units.values()
            if unit.on_map and may_move(world, state, unit) is None
        )
        state.memo["movers"] = found
    return found
