"""Sending air units: close air support, interdiction, and fighters against it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.efs.air_units import known_to, picks_on_offer
from engine.efs.commands import Cas, Intercept, Interdict
from engine.efs.sequence import SEQUENCE
from tui.desk.picks import PickTask
from tui.map.glyphs import OPEN
from tui.panels.lines import Line, spread

if TYPE_CHECKING:
    from tui.desk.desk import Desk


class AirTask(PickTask):
    """Air units of the side that decides, sent to the hex under the cursor."""

    nobody = "no air unit is left to send"
    command: type[Cas] | type[Interdict] | type[Intercept] = Cas

    def candidates(self) -> Sequence[str]:
        """Units, or in blind play the two groups, that can still be sent."""
        side = SEQUENCE[self.desk.state.step].side
        return [pick for pick, _ in picks_on_offer(self.desk.world, self.desk.state, side)]

    def refusal_of(self, id_: str) -> Refusal | None:
        """The engine's reason against this unit here."""
        return self.why_not(self._command((id_,)))

    def text(self, id_: str) -> str:
        """Name and ratings."""
        craft = self.desk.world.aircraft.get(id_)
        if craft is None:
            return id_
        parts = [craft.name]
        if craft.dummy:
            return f"{craft.name} (dummy)"
        parts.append(f"air {craft.acr}")
        if craft.cas:
            parts.append(f"CAS {craft.cas}")
        if craft.interdiction:
            parts.append(f"int {craft.interdiction}")
        return " ".join(parts)

    def build(self) -> Command:
        """The command of the picks."""
        return self._command(tuple(self.taken))

    def _command(self, ids: tuple[str, ...]) -> Command:
        world = self.desk.world
        names = tuple(world.name(i) if i in world.aircraft else i for i in ids)
        return self.command(world.board.id(self.target), names)

    def picked(self) -> Sequence[str]:
        """Air units stand in no hex."""
        return ()

    def lines(self, width: int) -> Sequence[Line]:
        """Who flies where already, as far as the side may know."""
        return missions(self.desk, width)


def missions(desk: Desk, width: int, hex_: int = -1) -> list[Line]:
    """Air units out on missions, or over one hex; face-down enemies without their names."""
    out: list[Line] = []
    for unit in desk.state.air.values():
        if unit.hex < 0 or hex_ not in (-1, unit.hex):
            continue
        side = desk.world.aircraft[unit.id].side
        known = known_to(desk.world, desk.state, unit.id, desk.side)
        name = desk.world.name(unit.id) if known else "an air unit"
        where = desk.world.board.id(unit.hex)
        note = unit.role or where
        left: Line = ((f"{OPEN[side]} ", side), (name, ""))
        out.append(spread(left, ((note, "dim"),), width))
    return out


class CasTask(AirTask):
    """Air units to hexes under a Declared Attack."""

    verb = "cas"
    invite, deed = "send air units here", "send"
    command = Cas

    def targets(self) -> Sequence[int]:
        """Hexes under a Declared Attack."""
        return sorted({h for attack in self.desk.state.attacks for h in attack.hexes})

    def closed_hint(self) -> str:
        """What to do first."""
        return "Enter on an attacked hex sends air units there"


class InterdictTask(AirTask):
    """Axis air units to any hex."""

    verb = "interdict"
    invite, deed = "interdict this hex", "send"
    command = Interdict

    def targets(self) -> Sequence[int]:
        """Hexes that the engine offers, for Tab."""
        at = self.desk.world.board.at
        found = {at(c.hex) for c in self.desk.game.legal() if isinstance(c, Interdict)}
        return sorted(found) if len(found) < 40 else self.desk.actor_hexes()

    def can_open(self, hex_: int) -> bool:
        """Any hex: the engine says where it is of no use."""
        return True

    def closed_hint(self) -> str:
        """What to do first."""
        return "Enter on a hex sends air units to interdict it"


class InterceptTask(AirTask):
    """Soviet fighters against interdiction missions."""

    verb = "intercept"
    invite, deed = "send fighters here", "send"
    command = Intercept

    def targets(self) -> Sequence[int]:
        """Mission hexes."""
        return sorted({u.hex for u in self.desk.state.air.values() if u.hex >= 0})

    def closed_hint(self) -> str:
        """What to do first."""
        return "Enter on a mission hex sends fighters against it"
