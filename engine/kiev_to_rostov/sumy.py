"""Scenario 4, the Battle of Sumy (PB 10.4): how it is won."""

from __future__ import annotations

from engine.core.state import Outcome
from engine.efs.control import controlled, stars
from engine.efs.pieces import AXIS, SOVIET
from engine.efs.state import EfsState
from engine.efs.world import Hooks, World
from engine.kiev_to_rostov import air


def needed(world: World) -> tuple[int, int]:
    """Stars that the Axis needs, and Axis steps lost that give the Soviets the game (PB 10.45)."""
    data = world.scenario.victory
    return int(data["axis_stars"]), int(data["axis_steps_lost"])


def victory(world: World, state: EfsState) -> Outcome | None:
    """The outcome after the last turn (PB 10.45a, b): six lost Axis steps outweigh any stars."""
    if state.turn < world.scenario.last_turn:
        return None
    goal, limit = needed(world)
    held, lost = stars(world, state, AXIS), state.lost.get(AXIS, 0)
    if lost >= limit:
        return Outcome(SOVIET, f"the Axis lost {lost} steps, {limit} are too many", "PB 10.45b.2")
    if held >= goal:
        return Outcome(AXIS, f"{held} stars are in Axis hands, {goal} were needed", "PB 10.45a")
    return Outcome(SOVIET, f"the Axis holds {held} of the {goal} stars it needs", "PB 10.45b.1")


def score(world: World, state: EfsState) -> str:
    """Stars of both sides and Axis steps lost, for the phase tracker."""
    _, limit = needed(world)
    return (
        f"stars A{stars(world, state, AXIS)} S{stars(world, state, SOVIET)}"
        f"  Axis lost {state.lost.get(AXIS, 0)}/{limit}"
    )


def star_hexes(world: World, state: EfsState) -> tuple[tuple[int, str], ...]:
    """Every star hex with the side that controls it."""
    return tuple(
        (i, controlled(world, state, i)) for i, h in enumerate(world.board.hexes) if h.stars
    )


HOOKS = Hooks(victory, score, star_hexes, air.may_stop)
