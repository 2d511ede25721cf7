"""The opening state of a scenario (BSR 4.1, PB 9)."""

from __future__ import annotations

from attrs import asdict, evolve

from engine.core.dice import Dice
from engine.core.draft import Draft as _Draft
from engine.core.errors import DataError
from engine.efs import control, weather
from engine.efs.pieces import AirUnit
from engine.efs.sequence import FIRST_STEP, place
from engine.efs.state import EfsState
from engine.efs.world import World

BUILT = frozenset({
    "attack_supply", "axis_strongpoints", "hq_recovery", "mandated_attacks", "victory_points",
})
"""Switches whose rules the program has; a scenario must switch the others off."""


def unsupported(world: World) -> tuple[str, ...]:
    """Rules that the scenario leaves on and the program does not have yet."""
    switches = asdict(world.scenario.switches)
    return tuple(name for name, on in switches.items() if on and name not in BUILT)


def opening(world: World, seed: int = 0) -> EfsState:
    """The state before the first step of the first turn.

    Raises DataError for a scenario that needs rules which the program does not have yet.
    """
    missing = unsupported(world)
    if missing:
        words = ", ".join(missing)
        raise DataError(world.scenario.id, f"this scenario needs rules not built yet: {words}")
    scenario = world.scenario
    state = EfsState(
        turn=scenario.first_turn,
        step=place(FIRST_STEP[scenario.first_segment]),
        dice=Dice(seed),
        units=dict(scenario.units),
        air=_air(world),
        control=dict(scenario.control),
        forts=dict(scenario.forts),
        vp=scenario.vp,
        lost={"axis": 0, "soviet": 0},
        track={"axis": 0, "soviet": 0},
    )
    draft = _Draft(world, state)
    control.claim_all(draft)
    if scenario.first_segment != "strategic":
        weather.begin_after(draft)
    return evolve(draft.state, vp=scenario.vp)  # what is held at the start is in the marker's place


def _air(world: World) -> dict[str, AirUnit]:
    """Air units in play; with open air units there are no dummies (note after BSR 17.33)."""
    if world.options.dummies != "open":
        return dict(world.scenario.air)
    return {i: a for i, a in world.scenario.air.items() if not world.aircraft[i].dummy}
