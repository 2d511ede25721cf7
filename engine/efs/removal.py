"""Units leaving play (BSR 16.24): which box they go to, and what their steps count for (16.25)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from engine.core.board import NOWHERE
from engine.efs.pieces import (
    AXIS,
    CADRE,
    CANNOT_REBUILD,
    ELIMINATED,
    SET_ASIDE,
    SOVIET,
    SUPER_HEAVY_TYPES,
    Counter,
    Unit,
)
from engine.efs.steps import steps_left
from engine.efs.victory import gain
from engine.efs.world import Draft

GUARD_ARTILLERY_VP = 1
"""Victory Points for each step of Soviet Guards artillery (BSR 16.25 note)."""


def put(draft: Draft, *units: Unit) -> None:
    """Replace units in the state."""
    draft.update(units={**draft.state.units, **{u.id: u for u in units}})


def box_for(counter: Counter, box: str) -> str:
    """Where a lost unit goes instead of `box`: exceptions of BSR 16.24 and the note to 16.21."""
    if counter.type in ("bridge", "supply", "rsc"):
        return SET_ASIDE  # 16.24 Exception Two, 16.42a
    if counter.type in ("armored_train", "zap"):
        return CADRE  # 16.24 Exception One
    if counter.rebuild == "none" or counter.militia or counter.type in SUPER_HEAVY_TYPES:
        return CANNOT_REBUILD  # 16.24 Exception Three, 22.63, 23.44
    return box


def remove(draft: Draft, id_: str, box: str, why: str, rule: str) -> None:
    """Take a unit off the map with all its remaining steps (BSR 16.24).

    `box` is where the loss sends it: the Cadre Box, or the Eliminated Box for an "e"
    result or a unit that cannot retreat.
    """
    unit = draft.state.units[id_]
    count_steps(draft, id_, steps_left(draft.world, unit))
    _leave(draft, unit, box, why, rule)


def _leave(draft: Draft, unit: Unit, box: str, why: str, rule: str) -> None:
    counter = draft.world.counters[unit.id]
    target = box_for(counter, box)
    hex_ = draft.world.board.id(unit.hex) if unit.hex >= 0 else ""
    put(draft, evolve(unit, hex=NOWHERE, box=target, marks=frozenset(), lost=counter.steps))
    draft.update(
        moving=tuple(i for i in draft.state.moving if i != unit.id),
        split=tuple(i for i in draft.state.split if i != unit.id),
    )
    shown = {CADRE: "Cadre Box", ELIMINATED: "Eliminated Box", CANNOT_REBUILD: "Cannot Rebuild Box",
             SET_ASIDE: "set aside"}[target]
    draft.log(
        "loss", f"{counter.name} {why}: {shown}", hex=hex_, rule=rule, side=counter.side
    )


def lose_step(draft: Draft, id_: str, box: str, rule: str) -> None:
    """Take one step from a unit; its last step takes it off the map (BSR 16.23, 16.24)."""
    unit = draft.state.units[id_]
    counter = draft.world.counters[id_]
    count_steps(draft, id_, 1)
    if steps_left(draft.world, unit) <= 1:
        _leave(draft, unit, box, "loses its last step", rule)
        return
    put(draft, evolve(unit, lost=unit.lost + 1))
    hex_ = draft.world.board.id(unit.hex) if unit.hex >= 0 else ""
    left = steps_left(draft.world, draft.state.units[id_])
    draft.log(
        "loss", f"{counter.name} loses a step, {left} left", hex=hex_, rule=rule, side=counter.side
    )


def count_steps(draft: Draft, id_: str, steps: int) -> None:
    """Score lost steps: scenario totals, the step loss tracks and Victory Points (BSR 16.25)."""
    counter = draft.world.counters[id_]
    if steps <= 0 or not counter.combat:
        return
    lost: Mapping[str, int] = draft.state.lost
    draft.update(lost={**lost, counter.side: lost.get(counter.side, 0) + steps})
    if counter.guards and counter.artillery and counter.side == SOVIET:
        gain(draft, GUARD_ARTILLERY_VP * steps)
        return
    if not (counter.armor or counter.artillery):
        return
    place = draft.state.track.get(counter.side, 0) + steps
    turns, place = divmod(place, draft.world.charts.loss_track[counter.side])
    draft.update(track={**draft.state.track, counter.side: place})
    gain(draft, -turns if counter.side == AXIS else turns)
