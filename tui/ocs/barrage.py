"""The barrage segments: artillery and aircraft, one at a time in hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.ocs.air import BOMBING_STEPS
from engine.ocs.sequence import AIR_BARRAGE, key
from tui.desk.task import Choice, Row, Task
from tui.map.view import Label
from tui.ocs.air import AirTask
from tui.ocs.attack import GunsTask
from tui.ocs.menu import OrdersTask
from tui.panels.lines import Line

NAMES = ("artillery", "air missions", "a list of all")


class BarrageTask(Task):
    """Artillery, air missions, or the list of every order; `e` goes from one to the next."""

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.parts: tuple[Task, ...] = (GunsTask(desk), AirTask(desk), OrdersTask(desk))
        self.open = 1 if key(desk.state) == AIR_BARRAGE else 0
        if key(desk.state) not in BOMBING_STEPS:
            self.parts = (self.parts[0], self.parts[2])

    @property
    def part(self) -> Task:
        """The one in hand."""
        return self.parts[self.open]

    def _name(self, index: int) -> str:
        return NAMES[index] if len(self.parts) == len(NAMES) else NAMES[2 * index]

    def prompt(self) -> str:
        """That of the part."""
        return self.part.prompt()

    def rows(self) -> Sequence[Row]:
        """Those of the part."""
        return self.part.rows()

    def choices(self) -> Sequence[Choice]:
        """Those of the part, and the way to the next."""
        own = [c for c in self.part.choices() if c.key != "e"]
        return [*own, Choice("e", self._name((self.open + 1) % len(self.parts)))]

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
        """`e` goes to the next part; all else is the part's."""
        if action == "enter":
            self.open = (self.open + 1) % len(self.parts)
            return True
        return self.part.act(action)

    def digit(self, index: int) -> None:
        """The part's."""
        self.part.digit(index)

    def moved(self) -> None:
        """The part's."""
        self.part.moved()

    def changed(self) -> None:
        """Every part hears of it."""
        for part in self.parts:
            part.changed()
