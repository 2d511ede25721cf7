"""Weather (BSR 5): determination, lingering mud and snow, freezing."""

from __future__ import annotations

from typing import Any

from engine.efs.charts import column
from engine.efs.handlers import StepRule
from engine.efs.sequence import WEATHER
from engine.efs.state import EfsState
from engine.efs.world import Draft, World

MUD_IN_A_ROW = 2
"""Mud turns in a row that a Dry climate allows (PB 3.12)."""


def lingering_mud(state: EfsState) -> bool:
    """True on a Dry turn straight after a Mud turn: Mud effects hold in woods (BSR 5.14)."""
    return state.weather == "dry" and state.rolled[-2:-1] == ("mud",)


def lingers_in(world: World, state: EfsState, hex_: int) -> bool:
    """True for a hex affected by Lingering Mud (BSR 5.14)."""
    return lingering_mud(state) and "woods" in world.board.hexes[hex_].terrain


def column_at(world: World, state: EfsState, hex_: int) -> str:
    """The weather column of the charts for a hex, lingering mud included (BSR 5.14)."""
    return "mud" if lingers_in(world, state, hex_) else column(state.weather)


def table(world: World, state: EfsState) -> dict[Any, Any]:
    """Facts of terrain that hold as long as the weather and the bridges do.

    One table a condition, kept with the world: worked out at most once in all its games.
    """
    condition = (state.weather, state.rolled[-2:-1], state.frozen, state.bridges)
    found: dict[Any, Any] | None = world.memo.get(condition)
    return world.memo.setdefault(condition, {}) if found is None else found


def determine(draft: Draft) -> bool:
    """The Weather Determination Phase (BSR 5.11-5.13, ESP A.1)."""
    world, state = draft.world, draft.state
    fixed = world.scenario.weather.get(state.turn)
    roll = 0
    climate = world.charts.turn_track.get(state.turn, ("Dry", 0))[0]
    if fixed is None:
        drm = world.charts.turn_track[state.turn][1]  # BSR 5.11b
        roll = draft.roll()
        table = world.charts.weather_table[climate]
        fixed = table[min(len(table), max(1, roll + drm)) - 1].lower()
    condition, _, storm = fixed.partition(" ")
    if condition == "mud" and climate == "Dry" and state.rolled[-2:] == ("mud",) * MUD_IN_A_ROW:
        condition, storm = "dry", ""  # PB 3.12: a third Mud in a row is Dry without Storm
    apply_result(draft, condition, storm == "storm", roll)
    return False


def begin_after(draft: Draft) -> None:
    """The weather of a first turn that starts after its Weather Phase: as the scenario says."""
    fixed = draft.world.scenario.weather.get(draft.state.turn, "dry")
    condition, _, storm = fixed.partition(" ")
    apply_result(draft, condition, storm == "storm")


def apply_result(draft: Draft, condition: str, storm: bool, roll: int = 0) -> None:
    """Put a weather result into force for the whole turn and all maps (BSR 5.13, 5.15)."""
    state = draft.state
    before = state.rolled[-1] if state.rolled else ""
    holds = condition
    if condition == "frost" and before in ("snow", "arctic"):
        holds = "snow"  # BSR 5.15a: the first Frost after Snow still counts as Snow
    arctic = state.arctic or condition == "arctic"
    frozen = state.frozen
    if condition in ("snow", "arctic"):
        frozen = True  # BSR 5.15b
    elif condition == "mud" or (condition == "frost" and before == "frost"):
        frozen = arctic  # BSR 5.15b.1 thaw, never after Arctic (5.15b.2)
    draft.update(
        weather=holds, storm=storm, rolled=(*state.rolled, condition), frozen=frozen, arctic=arctic
    )
    words = holds.capitalize() + (" with Storm" if storm else "")
    if lingering_mud(draft.state):
        words += ", mud lingers in the woods"
    draft.log("weather", f"Weather: {words}", rule="BSR 5.13a", roll=roll)


def describe(state: EfsState) -> str:
    """The weather in one or two words, for the phase tracker."""
    return state.weather.capitalize() + ("+Storm" if state.storm else "")


STEPS = {WEATHER: StepRule(run=determine)}
