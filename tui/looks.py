"""What the terminal shows of a series: one record each, found by the series of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.core.values import frozen
from engine.game import Game

if TYPE_CHECKING:
    from tui.desk.desk import Desk
    from tui.desk.task import Row, Task
    from tui.map.view import MapView
    from tui.panels.lines import Line

SIDES = ("axis", "soviet")
_MODULES = {"efs": "tui.efs.look", "ocs": "tui.ocs.look"}


@frozen(eq=False)
class Look:
    """How the games of one series appear."""

    at: Callable[[Any, int], tuple[Any, ...]]
    """(state, hex): the units there."""
    map_view: Callable[[Desk], MapView]
    tracker: Callable[[Any, Any, str, int, str], Line]
    """(world, state, who decides, width, bar): the line above the map."""
    stack: Callable[[Desk, Sequence[Row], int], list[Line]]
    """The units under the cursor."""
    land: Callable[[Desk, int], list[Line]]
    """The hex under the cursor."""
    task_for: Callable[[Desk], Task]
    overlays: Mapping[str, str]
    """Overlay to what it shows; "" is none."""
    asked_twice: frozenset[str]
    """Keys of the steps whose end is asked for again while units could still move."""
    keys: Mapping[str, str]
    """Action of the key table to what it does in this series, where that is something else;
    empty for one that it has no use for."""
    lists: str
    """The module with the series' part of the lists: LEGEND, units, ending, aircraft and
    air_card."""


def look_of(game: Game) -> Look:
    """The look of a game's series; only that one is loaded."""
    look: Look = import_module(_MODULES[game.series.id]).LOOK
    return look
