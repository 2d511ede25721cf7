"""Weather (OCS 17; step P1): ground and flight conditions of a whole game turn.

A game's tables come as data: a die on the row of the date for the ground, two dice on the
row of that ground condition for flying.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from attrs import evolve

from engine.core.flow import StepRule
from engine.ocs.sequence import WEATHER
from engine.ocs.world import Draft, World


def day(world: World, turn: int) -> date:
    """The date of a game turn."""
    return date.fromisoformat(world.scenario.turns[turn - 1])


def row_of(world: World, turn: int) -> Mapping[str, Any]:
    """The row of the ground table for the date of a turn (OCS 17.0a)."""
    today = day(world, turn)
    rows = world.charts.tables["weather_ground"]["rows"]
    return next(row for row in rows if row["from"] <= today <= row["to"])


def ground_for(world: World, turn: int, roll: int) -> str:
    """The ground condition of one die (OCS 17.0a)."""
    row = row_of(world, turn)
    states = world.charts.tables["weather_ground"]["states"]
    return next(str(state) for state in states if roll in row[state])


def flight_for(world: World, ground: str, roll: int) -> str:
    """The flight condition of two dice under a ground condition (OCS 17.0a)."""
    row = world.charts.tables["weather_flight"]["rows"][ground]
    return next(
        str(state) for state, reach in row.items() if reach and reach[0] <= roll <= reach[1]
    )


def given(world: World, turn: int) -> tuple[str, str] | None:
    """Ground and flight that nobody rolls for: the scenario's own, or history's where agreed."""
    told = world.scenario.history if world.options.historical_weather else {}
    return told.get(turn) or world.scenario.weather.get(turn)


def determine(draft: Draft) -> bool:
    """Roll once for both players and the whole turn, then what the game does (2.3-P1, 17.0b)."""
    world, turn = draft.world, draft.state.turn
    fixed = given(world, turn)
    first = second = 0
    if fixed is None:
        first = draft.roll(6)
        ground = ground_for(world, turn, first)
        second = draft.roll(6) + draft.roll(6)
        fixed = ground, flight_for(world, ground, second)
    ground, flight = fixed
    draft.update(ground=ground, flight=flight, grounds=(*draft.state.grounds, ground))
    draft.log("weather", f"Ground: {ground.replace('_', ' ')}", rule="OCS 17.0", roll=first)
    draft.log("weather", f"Flight: {flight}", rule="OCS 17.0", roll=second)
    renew_rail(draft)
    draft.update(closing=True)  # what the game asks now must not bring a second roll
    world.hooks.turn_begins(draft)
    return False


def renew_rail(draft: Draft) -> None:
    """Rail Capacity is per turn and never saved (OCS 13.3b)."""
    capacity = draft.world.scenario.rail_capacity
    draft.update(sides={
        side: evolve(account, rail=capacity.get(side, 0), railed=0)
        for side, account in draft.state.sides.items()
    })


STEPS = {WEATHER: StepRule(run=determine)}
