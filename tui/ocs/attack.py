"""Attacks: a target under the cursor, units by number, who leads, odds before the dice."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.ocs import combat
from engine.ocs.commands import Attack
from engine.ocs.sequence import other
from engine.ocs.sizes import combat_units, holder
from tui.desk.picks import PickTask
from tui.desk.task import Choice
from tui.ocs.bills import trucks_choice
from tui.ocs.leads import best_lead, next_lead, rated
from tui.ocs.odds import attack_lines
from tui.ocs.units import short
from tui.panels.lines import Line


class AttackTask(PickTask):
    """Enter on an enemy hex gathers everyone who can attack it."""

    verb = "attack"
    invite, deed = "attack this hex", "attack"

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.lead = ""
        """The Action Rating unit, where the player named one."""
        self.sparing = False
        """Organic Trucks keep what they carry (13.2g G)."""

    def opened(self) -> None:
        """The best leads and Organic Trucks pay, until the player says otherwise."""
        self.lead, self.sparing = "", False

    def targets(self) -> Sequence[int]:
        """Enemy hexes beside units that can attack."""
        world, state = self.desk.world, self.desk.state
        key = ("tui targets", self.desk.side)
        found: Sequence[int] | None = state.memo.get(key)
        if found is None:
            found = state.memo[key] = sorted(
                h for h in {u.hex for u in state.units.values() if u.on_map}
                if holder(world, state, h) == other(self.desk.side) and h not in state.attacked
                and combat.able(world, state, h)
            )
        return found

    def stops(self) -> Sequence[int]:
        """Where an attack can be made."""
        return self.targets()

    def candidates(self) -> Sequence[str]:
        """Every unit that can attack the hex."""
        return combat.able(self.desk.world, self.desk.state, self.target)

    def first_picks(self) -> Sequence[str]:
        """All of them."""
        return self.candidates()

    def why_nobody(self, hex_: int) -> Refusal | None:
        """Why the hex cannot be attacked."""
        world, state = self.desk.world, self.desk.state
        if not combat_units(world, state, hex_):
            return Refusal("OCS 9.1", "no enemy combat unit is here")
        if combat.able(world, state, hex_):
            return None
        for near in world.board.neighbors(hex_):
            for unit in self.desk.units_at(near, self.desk.side):
                problem = combat.attacker_problem(world, state, unit.id, hex_)
                if problem is not None:
                    return problem
        return Refusal("OCS 9.1", "no unit of yours is beside it")

    def text(self, id_: str) -> str:
        """The unit and where it stands."""
        unit = self.desk.state.units[id_]
        return f"{short(self.desk.world, unit)} {self.desk.world.board.id(unit.hex)}"

    def build(self) -> Command:
        """The command of the picks."""
        lead = self.name(self.lead) if self.lead in self.taken else ""
        number = self.desk.world.board.id(self.target)
        return Attack(number, self.names(self.taken), lead, self.sparing)

    def _lead(self) -> str:
        """The Action Rating unit as it would be (9.6)."""
        if self.lead in self.taken:
            return self.lead
        return best_lead(self.desk, tuple(self.taken), self.target)

    def choices(self) -> Sequence[Choice]:
        """Who leads besides, and whether Organic Trucks pay."""
        out = list(super().choices())
        if self.open and self.taken:
            out.append(Choice("f", f"lead: {rated(self.desk, self._lead(), self.target)}"))
            out += trucks_choice(self.desk, tuple(self.taken), self.sparing)
        return out

    def act(self, action: str) -> bool:
        """`f` lets the next unit lead, `s` spares Organic Trucks or lets them pay again."""
        if action == "flag" and self.open and self.taken:
            self.lead = next_lead(self.taken, self._lead())
            return True
        if action == "step" and self.open:
            self.sparing = not self.sparing
            return True
        return super().act(action)

    def closed_hint(self) -> str:
        """What to do first."""
        return "Enter on an enemy hex: odds, then attack"

    def preview(self, width: int) -> Sequence[Line]:
        """Odds, cost and chances."""
        return attack_lines(self.desk, self.target, tuple(self.taken), width,
                            lead=self._lead(), sparing=self.sparing)
