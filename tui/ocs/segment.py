"""Steps with several kinds of orders: each is a task of its own, with a key that leads to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from engine.core.values import frozen
from engine.ocs.air import BOMBING_STEPS
from engine.ocs.sequence import AIR_BARRAGE, MOVEMENT, key
from tui.desk.task import Choice, Row, Task
from tui.map.view import Label
from tui.panels.lines import Line

if TYPE_CHECKING:
    from tui.desk.desk import Desk


def task_at(name: str, desk: Desk) -> Task:
    """The task of a module and class beside this one, such as "move.MoveTask"."""
    module, _, cls = name.partition(".")
    task: Task = getattr(import_module(f"tui.ocs.{module}"), cls)(desk)
    return task


@frozen(eq=False)
class Part:
    """One kind of order in a step."""

    title: str
    task: str
    """Its module and class, found when it is first opened: the first screen needs one of them."""
    key: str
    """The key that opens it, and leads back from it."""
    action: str
    """That key's name in the key table."""

    def opened(self, desk: Desk) -> Task:
        """The task at a desk."""
        return task_at(self.task, desk)


MOVING = Part("movement", "move.MoveTask", "", "")
RAIL = Part("rail", "rail.RailTask", "I", "rail")
FLYING = Part("air missions", "air.AirTask", "F", "fly")
GUNS = Part("artillery", "guns.GunsTask", "", "")
ATTACKS = Part("attacks", "attack.AttackTask", "", "")
RETREAT = Part("retreat", "retreat.RetreatTask", "", "")
ADVANCE = Part("advance", "aftermath.AdvanceTask", "", "")
ARRIVALS = Part("arrivals", "placing.ArrivalsTask", "", "")
ALL = Part("every order", "menu.OrdersTask", "e", "enter")


class SegmentTask(Task):
    """The task in hand, and the ways to the others. The first part is the one to come back to."""

    def __init__(self, desk: Desk, parts: Sequence[Part], first: Part | None = None) -> None:
        super().__init__(desk)
        self.parts = tuple(parts)
        self.open = first or self.parts[0]
        self._tasks: dict[str, Task] = {}

    @property
    def part(self) -> Task:
        """The task in hand; each is made when it is first wanted."""
        if self.open.title not in self._tasks:
            self._tasks[self.open.title] = self.open.opened(self.desk)
        return self._tasks[self.open.title]

    def prompt(self) -> str:
        """That of the part."""
        return self.part.prompt()

    def rows(self) -> Sequence[Row]:
        """Those of the part."""
        return self.part.rows()

    def choices(self) -> Sequence[Choice]:
        """Those of the part, and the ways to the others."""
        if self.part.held:
            return self.part.choices()
        ways = [Choice(p.key, p.title) for p in self.parts if p.key and p is not self.open]
        if self.open is not self.parts[0] and self.open.key:
            ways.append(Choice(self._back(), self.parts[0].title))
        return [*self.part.choices(), *ways]

    def _back(self) -> str:
        """The key that leads to the first part; the list of all has another use for its own."""
        return "Esc" if self.open is ALL else self.open.key

    @property
    def held(self) -> bool:
        """As the part."""
        return self.part.held

    @property
    def browsing(self) -> bool:
        """As the part."""
        return self.part.browsing

    def lines(self, width: int) -> Sequence[Line]:
        """Those of the part."""
        return self.part.lines(width)

    def labels(self) -> Mapping[int, Label]:
        """Those of the part."""
        return self.part.labels()

    def trail(self) -> Iterable[int]:
        """That of the part."""
        return self.part.trail()

    def picked(self) -> Iterable[str]:
        """Those of the part."""
        return self.part.picked()

    def stops(self) -> Sequence[int]:
        """Those of the part."""
        return self.part.stops()

    def act(self, action: str) -> bool:
        """A part's key opens it, and again or Esc leads back; all else is the part's."""
        for part in self.parts:
            if part.action == action and part is not self.open:
                self.open = part
                return True
        if self.part.act(action):
            return True
        if action == self.open.action or (action == "back" and self.open is not self.parts[0]):
            self.open = self.parts[0]
            return True
        return False

    def digit(self, index: int) -> None:
        """The part's."""
        self.part.digit(index)

    def moved(self) -> None:
        """Every part hears of it."""
        for task in self._tasks.values():
            task.moved()

    def changed(self) -> None:
        """Every part hears of it."""
        for task in self._tasks.values():
            task.changed()


def movement_task(desk: Desk) -> Task:
    """Moving, air missions, and in the Movement Segment rail movement."""
    rail = (RAIL,) if key(desk.state) == MOVEMENT else ()
    return SegmentTask(desk, (MOVING, FLYING, *rail))


def barrage_task(desk: Desk) -> Task:
    """Artillery, and aircraft where they fly: the Air Barrage Segment begins with them."""
    flying = (FLYING,) if key(desk.state) in BOMBING_STEPS else ()
    first = FLYING if key(desk.state) == AIR_BARRAGE else GUNS
    return SegmentTask(desk, (GUNS, *flying, ALL), first)


def attack_task(desk: Desk) -> Task:
    """Attacks, and the abilities of the game."""
    return SegmentTask(desk, (ATTACKS, ALL))


def retreat_task(desk: Desk) -> Task:
    """Retreats over the map; Breakdowns that form first stand in the list (OCS 20.0a)."""
    return SegmentTask(desk, (RETREAT, ALL))


def advance_task(desk: Desk) -> Task:
    """Who advances; Breakdowns that form first stand in the list (OCS 20.0a)."""
    return SegmentTask(desk, (ADVANCE, ALL))


def arrival_task(desk: Desk) -> Task:
    """Arrivals while there are any, and everything else of the Reinforcement Phase."""
    due = bool(ARRIVALS.opened(desk).rows())
    return SegmentTask(desk, (ARRIVALS, ALL)) if due else ALL.opened(desk)
