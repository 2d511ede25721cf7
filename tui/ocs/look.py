"""The look of the Operational Combat Series."""

from __future__ import annotations

from engine.ocs.sequence import MOVING
from engine.ocs.state import at
from tui.looks import Look
from tui.ocs.mapview import OVERLAYS, map_view
from tui.ocs.tasks import task_for
from tui.ocs.tracker import tracker
from tui.ocs.units import land, stack

LOOK = Look(
    at=at, map_view=map_view, tracker=tracker, stack=stack, land=land, task_for=task_for,
    overlays=OVERLAYS, asked_twice=MOVING, lists="tui.ocs.lists",
)
