"""Sending aircraft: a mission over the hex under the cursor, aircraft by number."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.ocs import air, flights, missions, preview
from engine.ocs.commands import Fly
from engine.ocs.pieces import Aircraft
from engine.ocs.sequence import key, other
from engine.ocs.sizes import held_by
from tui.desk.picks import PickTask
from tui.desk.task import Choice
from tui.ocs.odds import bombing_lines
from tui.panels.lines import Line, line, wrap

BOMBING = (air.BARRAGE, air.TRAIN)
FLYING = (air.SWEEP, air.HIP, air.TRANSFER)
"""Missions without cargo; those with it stand in the list of other orders."""


class AirTask(PickTask):
    """Enter on a hex opens a mission over it; `f` changes its kind."""

    verb = "fly"
    invite, deed = "send aircraft here", "fly"
    nobody = "no aircraft can fly there now"

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.kind = self.kinds()[0]

    def kinds(self) -> Sequence[str]:
        """Missions of this segment."""
        return BOMBING if key(self.desk.state) in air.BOMBING_STEPS else FLYING

    def targets(self) -> Sequence[int]:
        """Enemy hexes for bombs, enemy bases for Sweeps, own bases for Transfers."""
        world, state, foe = self.desk.world, self.desk.state, other(self.desk.side)
        if self.kind in (air.BARRAGE, air.HIP):
            return sorted(held_by(world, state, foe))
        if self.kind == air.TRAIN:
            return sorted(flights.rail_places(world, state, foe))
        owner = foe if self.kind == air.SWEEP else self.desk.side
        return sorted(h for h, b in state.bases.items() if b.owner == owner)

    def can_open(self, hex_: int) -> bool:
        """Any hex: the engine says where it is of no use."""
        return True

    def candidates(self) -> Sequence[str]:
        """Own aircraft that can fly at all in this segment."""
        world, state = self.desk.world, self.desk.state
        return [
            i for i in state.air
            if world.aircraft[i].side == self.desk.side
            and flights.plane_problem(world, state, i) is None
            and flights.range_problem(world, state, i, self.kind, self.target) is None
        ]

    def why_nobody(self, hex_: int) -> Refusal | None:
        """The weather, where it grounds everything."""
        return flights.weather_problem(self.desk.world, self.desk.state)

    def refusal_of(self, id_: str) -> Refusal | None:
        """The engine's reason against this aircraft alone."""
        return self.why_not(self._command((id_,)))

    def text(self, id_: str) -> str:
        """Name and values."""
        return plane_words(self.desk.world.aircraft[id_])

    def build(self) -> Command:
        """The command of the picks."""
        return self._command(tuple(self.taken))

    def _command(self, ids: tuple[str, ...]) -> Fly:
        return Fly(self.kind, self.desk.world.board.id(self.target), self.names(ids))

    def picked(self) -> Sequence[str]:
        """Aircraft stand in no hex of their own."""
        return ()

    def closed_hint(self) -> str:
        """What to do first."""
        return f"Enter on a hex: {self.kind} mission there"

    def choices(self) -> Sequence[Choice]:
        """Changing the kind besides."""
        return [*super().choices(), Choice("f", f"kind: {self.kind}")]

    def preview(self, width: int) -> Sequence[Line]:
        """The chances of a barrage from the air."""
        world, state, ids = self.desk.world, self.desk.state, tuple(self.taken)
        if self.kind not in (air.BARRAGE, air.HIP):
            return ()
        points = missions.points_of(world, state, ids)
        if points < 1:
            return [line("no barrage points", "dim")]
        found = preview.bombing_of(world, state, self.target, points)
        out = bombing_lines(self.desk, found, width)
        return [*out, *wrap("before interception, Air Combat and flak", width, "dim")]

    def act(self, action: str) -> bool:
        """`f` takes the next kind of mission."""
        if action == "flag":
            kinds = self.kinds()
            self.kind = kinds[(kinds.index(self.kind) + 1) % len(kinds)]
            self.changed()
            return True
        return super().act(action)


def plane_words(plane: Aircraft) -> str:
    """Name and values of an aircraft."""
    parts = [plane.name, plane.type]
    if plane.combat:
        parts.append(f"air {plane.combat}")
    if plane.barrage:
        parts.append(f"bomb {plane.barrage}")
    return " ".join(parts)
