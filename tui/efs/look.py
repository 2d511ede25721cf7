"""The look of the East Front Series."""

from __future__ import annotations

from engine.efs.sequence import MOTORIZED, MOVE
from engine.efs.state import at
from tui.desk.mapview import map_view
from tui.desk.overlays import NAMES
from tui.desk.tasks import task_for
from tui.efs.stack import land, stack
from tui.looks import Look
from tui.panels.tracker import tracker

LOOK = Look(
    at=at, map_view=map_view, tracker=tracker, stack=stack, land=land, task_for=task_for,
    keys={"fewer": "", "fly": "", "rail": "", "air": "the Air Unit Status Card"},
    overlays=NAMES, asked_twice=frozenset({MOVE, MOTORIZED}), lists="tui.efs.lists",
)
