"""The phase tracker: turn, date, weather, phase, who decides, score, in one line."""

from __future__ import annotations

from datetime import date, timedelta

from engine.efs.sequence import SEQUENCE
from engine.efs.state import EfsState
from engine.efs.world import World
from tui.panels.lines import Line
from tui.panels.tracking import joined

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def day(world: World, turn: int) -> str:
    """The first day of a turn; each turn is two days."""
    first = date.fromisoformat(world.scenario.date)
    that = first + timedelta(days=2 * (turn - 1))
    return f"{that.day} {_MONTHS[that.month - 1]} {that.year % 100:02}"


def weather(state: EfsState) -> str:
    """The weather in a word or two."""
    return state.weather.capitalize() + (" storm" if state.storm else "")


def tracker(world: World, state: EfsState, who: str, width: int, bar: str) -> Line:
    """The line, leaving out the last parts where they do not fit. `who` decides, or is empty."""
    step = SEQUENCE[state.step]
    look = f"{who}.ready" if who else "title"
    name, when = who.capitalize() or "over", day(world, state.turn)
    score = world.hooks.score(world, state)
    short = score.partition("  ")[0]
    for date_, decides, gap, told in (
        (when, f"{name} decides", " ", score), (when, name, " ", score), (when, name, "", score),
        (when[:-3], name, "", score), (when[:-3], name, "", short),
    ):  # fmt: skip
        end = [(told, ""), (world.scenario.title, "dim")]
        start = (f"GT{state.turn} {date_} {weather(state)}", "")
        parts = [start, (f"{step.id} {step.title}", "title"),
                 (decides if who else name, look), *end]  # fmt: skip
        runs = joined(parts, f"{gap}{bar}{gap}", width)
        if any(text == told for text, _ in runs):
            break
    return runs
