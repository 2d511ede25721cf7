"""Air Readiness (BSR 9): storms, readiness rolls, Dummies."""

from __future__ import annotations

from attrs import evolve

from engine.core.commands import Command
from engine.core.state import Decision
from engine.efs.air_units import BOX_NAMES, in_play, new_turn, put, side_of
from engine.efs.charts import Modifier
from engine.efs.handlers import Handler, Offers, StepRule
from engine.efs.pieces import AXIS, DAMAGED, FLOWN, READY, SOVIET
from engine.efs.sequence import READINESS
from engine.efs.state import EfsState
from engine.efs.world import Draft, World

STORM = "storm"
LIMITS = {FLOWN: "flown_to_ready_max", DAMAGED: "damaged_to_flown_max"}
NEXT = {FLOWN: READY, DAMAGED: FLOWN}


def modifiers(world: World, state: EfsState, side: str) -> tuple[Modifier, ...]:
    """Weather modifiers of the Flown Box, which add up (BSR 9.11).

    The Damaged Box lists none. Rows of the chart that a game or scenario brings in are
    theirs to apply.
    """
    now = {state.weather} | ({STORM} if state.storm else set())
    return tuple(
        Modifier(row["id"], row["value"], "BSR 9.11")
        for row in world.charts.readiness_drm
        if row["id"] in now and row["side"] in (side, "both")
    )


def limit(world: World, side: str, box: str) -> int:
    """The highest modified roll with which an air unit leaves a box (BSR 9.11)."""
    return world.charts.readiness[side][LIMITS[box]]


def to_roll(world: World, state: EfsState, box: str) -> tuple[str, ...]:
    """Air units of a box that roll: all but Dummies, the Soviet ones first (BSR 9.11)."""
    return tuple(
        unit.id
        for side in (SOVIET, AXIS)
        for unit in state.air.values()
        if unit.box == box and side_of(world, unit.id) == side
        and not world.aircraft[unit.id].dummy
    )


def ground(draft: Draft) -> None:
    """A Storm empties both Ready Boxes into the Flown Boxes before any roll (BSR 9.12)."""
    grounded = [u for u in draft.state.air.values() if u.box == READY]
    if grounded:
        put(draft, *(evolve(unit, box=FLOWN) for unit in grounded))
        draft.log("air", "Storm: all Ready air units to the Flown Boxes", rule="BSR 9.12")


def check_readiness(draft: Draft, id_: str, box: str) -> None:
    """Roll for one air unit to leave its box for the next better one (BSR 9.11)."""
    world = draft.world
    side = side_of(world, id_)
    drm = sum(m.value for m in modifiers(world, draft.state, side)) if box == FLOWN else 0
    most = limit(world, side, box)
    roll = draft.roll()
    passes = roll + drm <= most
    if passes:
        put(draft, evolve(draft.state.air[id_], box=NEXT[box]))
    where = f"to the {BOX_NAMES[NEXT[box]]}" if passes else f"stays in the {BOX_NAMES[box]}"
    shown = f"{roll}{drm:+d}" if drm else f"{roll}"
    draft.log(
        "air", f"{world.name(id_)} {where} ({shown}, needs {most} or less)",
        rule="BSR 9.11", roll=roll, side=side,
    )


def run(draft: Draft) -> bool:
    """The Air Readiness Phase: storm, Flown Boxes, Damaged Boxes, Dummies (BSR 9.11, 9.12)."""
    new_turn(draft)
    world = draft.world
    if draft.state.turn < world.scenario.readiness_from:
        return False
    if draft.state.storm:
        ground(draft)
    flown = to_roll(world, draft.state, FLOWN)
    damaged = to_roll(world, draft.state, DAMAGED)
    for id_ in flown:
        check_readiness(draft, id_, FLOWN)
    for id_ in damaged:
        check_readiness(draft, id_, DAMAGED)
    for unit in tuple(draft.state.air.values()):
        if unit.box == FLOWN and world.aircraft[unit.id].dummy and in_play(world, unit.id):
            put(draft, evolve(unit, box=READY))
    return False


HANDLERS: dict[type[Command], Handler] = {}
PASSES: dict[type[Decision], Handler] = {}
STEPS: dict[str, StepRule] = {READINESS: StepRule(run=run)}
OFFERS: dict[str | type[Decision], Offers] = {}
