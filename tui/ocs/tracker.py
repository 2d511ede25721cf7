"""The phase tracker of the series: turn, date, weather, step, who decides, score."""

from __future__ import annotations

from engine.ocs import view
from engine.ocs.state import OcsState
from engine.ocs.world import World
from tui.panels.lines import Line
from tui.panels.tracking import joined

GROUNDS = {"normal": "flight", "limited": "ltd flight", "none": "no flight"}


def tracker(world: World, state: OcsState, who: str, width: int, bar: str) -> Line:
    """The line, leaving out the last parts where they do not fit. `who` decides, or is empty."""
    found = view.summary(world, state)
    look = f"{who}.ready" if who else "title"
    name = who.capitalize() or "over"
    weather = f"{state.ground.capitalize()}, {GROUNDS.get(state.flight, state.flight)}"
    score = found.score.partition(":")[0].partition(".")[0]
    runs: Line = ()
    for date, sky, decides, gap in (
        (found.date, weather, f"{name} decides", " "), (found.date, weather, name, " "),
        (found.date[:-3], weather, name, " "),
        (found.date[:-3], state.ground.capitalize(), name, ""),
    ):
        parts = [(f"{found.turn} {date} {sky}", ""), (found.step, "title"), (decides, look),
                 (score, ""), (world.scenario.title, "dim")]
        runs = joined(parts, f"{gap}{bar}{gap}", width)
        if not score or any(text == score for text, _ in runs):
            break
    return runs
