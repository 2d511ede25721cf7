"""Advance after combat: which units go into which vacated hex."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.commands import Command, Pass
from engine.core.errors import Refusal
from engine.efs.commands import AdvanceTo
from engine.efs.decisions import Advance
from tui.desk.picks import PickTask
from tui.desk.task import Choice
from tui.desk.units import short
from tui.map.view import Label


class AdvanceTask(PickTask):
    """Open on the vacated hex at once when there is only one."""

    verb = "advance to"
    invite, deed = "advance here", "advance"

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        decision = desk.state.asks[-1]
        assert isinstance(decision, Advance)
        self.decision = decision
        if desk.cursor not in decision.hexes:
            desk.cursor = decision.hexes[0]
        if len(decision.hexes) == 1:
            self.open_on(decision.hexes[0])

    def targets(self) -> Sequence[int]:
        """The vacated hexes."""
        return self.decision.hexes

    def candidates(self) -> Sequence[str]:
        """Units that may advance."""
        return self.decision.units

    def first_picks(self) -> Sequence[str]:
        """Nobody: the player names who goes."""
        return ()

    def refusal_of(self, id_: str) -> Refusal | None:
        """The engine's reason against this unit alone."""
        return self.why_not(self._command((id_,)))

    def text(self, id_: str) -> str:
        """The unit and where it stands."""
        unit = self.desk.state.units[id_]
        return f"{short(self.desk.world, unit)} {self.desk.world.board.id(unit.hex)}"

    def build(self) -> Command:
        """The command of the picks."""
        return self._command(tuple(self.taken))

    def _command(self, ids: tuple[str, ...]) -> AdvanceTo:
        return AdvanceTo(self.names(ids), self.desk.world.board.id(self.target))

    def labels(self) -> Mapping[int, Label]:
        """The vacated hexes."""
        return {h: Label("adv", "reach") for h in self.decision.hexes}

    def closed_hint(self) -> str:
        """What to do first."""
        return "Enter on a vacated hex advances into it; w ends the advance"

    def choices(self) -> Sequence[Choice]:
        """The way out as well."""
        return [*super().choices(), Choice("w", "no (further) advance", self.why_not(Pass()))]

    def give(self) -> None:
        """Give the command; the task goes on with what is left."""
        if self.desk.execute(self.build()):
            self.taken = []
