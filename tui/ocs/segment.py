"""Segments with several kinds of orders: attacks or guns, air missions, the list of all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.ocs.air import BOMBING_STEPS
from engine.ocs.sequence import AIR_BARRAGE, key
from tui.desk.task import Choice, Row, Task
from tui.map.view import Label
from tui.ocs.air import AirTask
from tui.ocs.attack import AttackTask, GunsTask
from tui.ocs.menu import OrdersTask
from tui.panels.lines import Line


class SegmentTask(Task):
    """One kind of order in hand; `e` goes to the next."""

    def __init__(self, desk, parts: Mapping[str, Task], first: str) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.titles = tuple(parts)
        self.parts = tuple(parts.values())
        self.open = self.titles.index(first)

    @property
    def part(self) -> Task:
        """The one in hand."""
        return self.parts[self.open]

    def prompt(self) -> str:
        """That of the part."""
        return self.part.prompt()

    def rows(self) -> Sequence[Row]:
        """Those of the part."""
        return self.part.rows()

    def choices(self) -> Sequence[Choice]:
        """Those of the part, and the way to the next."""
        own = [c for c in self.part.choices() if c.key != "e"]
        return [*own, Choice("e", self.titles[(self.open + 1) % len(self.parts)])]

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


GUNS, AIR, ATTACKS, ALL = "artillery", "air missions", "attacks", "every order"


def barrage_task(desk) -> Task:  # type: ignore[no-untyped-def]
    """Artillery, and aircraft where they fly: the Air Barrage Segment begins with them."""
    flying = key(desk.state) in BOMBING_STEPS
    parts = {GUNS: GunsTask(desk), **({AIR: AirTask(desk)} if flying else {}),
             ALL: OrdersTask(desk)}
    return SegmentTask(desk, parts, AIR if key(desk.state) == AIR_BARRAGE else GUNS)


def attack_task(desk) -> Task:  # type: ignore[no-untyped-def]
    """Attacks, and the abilities of the game."""
    return SegmentTask(desk, {ATTACKS: AttackTask(desk), ALL: OrdersTask(desk)}, ATTACKS)
