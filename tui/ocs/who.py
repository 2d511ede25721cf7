"""Decisions about who and where, answered on the map: units by number, places under the cursor.

Before Enter the price stands in the inspector, and what comes of it for those left out.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.core.commands import Command, Pass
from tui.desk.paging import Pages
from tui.desk.task import Choice, Row, Task
from tui.map.view import Label
from tui.ocs.menu import fight_lines
from tui.ocs.units import short
from tui.panels.lines import Line


class WhoTask(Task):
    """A decision that names some of its units, and perhaps a hex under the cursor."""

    deed: ClassVar[str] = ""
    """What Enter does."""
    others: ClassVar[str] = ""
    """What `w` does, where the decision may be declined."""

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.decision: Any = desk.state.asks[-1] if desk.state.asks else None
        self.pages = Pages()
        self.taken: list[str] = list(self.first_picks())
        stops = self.stops()
        if stops and desk.cursor not in stops:
            desk.cursor = stops[0]

    # ---- what a decision says

    def candidates(self) -> Sequence[str]:
        """The units that may be named."""
        return tuple(self.decision.units)

    def first_picks(self) -> Sequence[str]:
        """Those that are named at first."""
        return self.candidates()

    def build(self) -> Command:
        """The answer of the picks and the cursor."""
        raise NotImplementedError

    def places(self) -> Sequence[int]:
        """Hexes to which the answer may point."""
        return ()

    def note(self, id_: str) -> str:
        """What a unit would cost or mean, at the right of its row."""
        return ""

    def text(self, id_: str) -> str:
        """A candidate as its row reads."""
        return short(self.desk.world, self.desk.state.units[id_])

    # ---- what the screen shows

    def prompt(self) -> str:
        """The command so far."""
        if not self.taken:
            return f"{super().prompt()}: take by number"
        return self.desk.game.render(self.build())

    def rows(self) -> Sequence[Row]:
        """The units, those named with a sign."""
        tally = Tally(self.taken)
        return tuple(
            Row(i, self.text(i), tally[i], note=self.note(i))
            for i in self.pages.of(self.candidates())
        )

    def choices(self) -> Sequence[Choice]:
        """Enter with the engine's opinion of the answer, and the way out."""
        refusal = self.why_not(self.build()) if self.taken else None
        out = [Choice("Enter", self.deed, refusal)] if self.taken else []
        if len(self.candidates()) > 1:
            out += [Choice("1-9", "pick"), Choice("Space", "all")]
        out += self.pages.choice(self.candidates())
        if self.places():
            out.append(Choice("Tab", "next place"))
        if self.others and self.why_not(Pass()) is None:
            out.append(Choice("w", self.others))
        return out

    def lines(self, width: int) -> Sequence[Line]:
        """The combat in hand."""
        fight = self.desk.state.fighting
        return fight_lines(self.desk, fight, width) if fight is not None else ()

    def labels(self) -> Mapping[int, Label]:
        """Where it may go."""
        return {h: Label("in", "reach") for h in self.places()}

    def picked(self) -> Sequence[str]:
        """The units named."""
        return tuple(self.taken)

    def stops(self) -> Sequence[int]:
        """Where it may go, else where the units are."""
        units = self.desk.state.units
        return self.places() or sorted(
            {units[i].hex for i in self.candidates() if i in units and units[i].on_map}
        )

    # ---- what the player does

    def digit(self, index: int) -> None:
        """Take a unit in or out; the order is that in which they were taken."""
        id_ = self.pages.take(self.candidates(), index)
        if id_ is None:
            return
        if id_ in self.taken:
            self.taken.remove(id_)
        else:
            self.taken.append(id_)

    def act(self, action: str) -> bool:
        """Enter answers, Space takes all, then none, Esc lets go."""
        if action == "accept":
            if self.taken:
                self.desk.execute(self.build())
            else:
                self.desk.note("take at least one by its number", "dim")
            return True
        if action == "pick":
            every = set(self.taken) == set(self.candidates())
            self.taken = [] if every else list(self.candidates())
            return True
        if action == "back" and self.taken:
            self.taken = []
            return True
        return False
