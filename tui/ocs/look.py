"""The look of the Operational Combat Series."""

from __future__ import annotations

from engine.ocs.sequence import MOVING
from engine.ocs.state import at
from tui.looks import Look
from tui.ocs.mapview import OVERLAYS, map_view
from tui.ocs.tasks import task_for
from tui.ocs.tracker import tracker
from tui.ocs.units import land, stack

KEYS = {
    "infiltrate": "", "step": "load, unload or blow up supply", "march": "change mode",
    "enter": "every other order", "activate": "release Reserves; who pays for a barrage",
    "join": "more supply or strength", "cancel": "end the move of the selected units",
    "flag": "buy fuel; who leads, what is aimed at, which mission, which mode",
    "air": "air bases and aircraft, with the price of their refit",
}
"""What keys of the table do here, where it is something else than elsewhere."""

LOOK = Look(
    keys=KEYS,
    at=at, map_view=map_view, tracker=tracker, stack=stack, land=land, task_for=task_for,
    overlays=OVERLAYS, asked_twice=MOVING, lists="tui.ocs.lists",
)
