"""The opening state of a scenario (OCS 2.2)."""

from __future__ import annotations

from engine.core.dice import Dice
from engine.ocs.pieces import SIDES
from engine.ocs.sequence import SEQUENCE, WEATHER
from engine.ocs.state import OcsState, Side
from engine.ocs.world import World


def opening(world: World, seed: int = 0) -> OcsState:
    """The state before the weather of the first turn is known."""
    scenario = world.scenario
    units, air = world.hooks.pieces(world)
    return OcsState(
        turn=1,
        step=next(i for i, step in enumerate(SEQUENCE) if step.key == WEATHER),
        dice=Dice(seed),
        units={**scenario.units, **{u.id: u for u in units if u.id not in scenario.units}},
        air={**scenario.air, **{a.id: a for a in air if a.id not in scenario.air}},
        grounds=scenario.grounds,
        control=dict(scenario.control),
        dumps=dict(scenario.dumps),
        bases=dict(scenario.bases),
        hogs=dict(scenario.hogs),
        gauge=dict(scenario.gauge),
        sides={side: scenario.sides.get(side, Side()) for side in SIDES},
        vp=scenario.vp,
        game=world.hooks.opening(world),
    )
