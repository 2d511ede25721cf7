"""Attacks and barrages: a target under the cursor, units by number, odds before the dice."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.ocs import artillery, combat
from engine.ocs.commands import Attack, Barrage
from engine.ocs.sequence import other
from engine.ocs.sizes import combat_units, holder
from tui.desk.picks import PickTask
from tui.ocs.odds import attack_lines, barrage_lines
from tui.ocs.units import short
from tui.panels.lines import Line


class AttackTask(PickTask):
    """Enter on an enemy hex gathers everyone who can attack it."""

    verb = "attack"
    invite, deed = "attack this hex", "attack"

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
        return Attack(self.desk.world.board.id(self.target), self.names(self.taken))

    def closed_hint(self) -> str:
        """What to do first."""
        return "Enter on an enemy hex: odds, then attack"

    def preview(self, width: int) -> Sequence[Line]:
        """Odds, cost and chances."""
        return attack_lines(self.desk, self.target, tuple(self.taken), width)


class GunsTask(PickTask):
    """Enter on a target hex gathers the artillery in range."""

    verb = "barrage"
    invite, deed = "barrage this hex", "fire"

    def targets(self) -> Sequence[int]:
        """Hexes that some gun can fire at."""
        return sorted(artillery.targets(self.desk.world, self.desk.state))

    def stops(self) -> Sequence[int]:
        """The same."""
        return self.targets()

    def candidates(self) -> Sequence[str]:
        """Guns in range."""
        return artillery.targets(self.desk.world, self.desk.state).get(self.target, [])

    def first_picks(self) -> Sequence[str]:
        """The first gun: supply is dear."""
        return self.candidates()[:1]

    def text(self, id_: str) -> str:
        """The gun and where it stands."""
        unit = self.desk.state.units[id_]
        return f"{short(self.desk.world, unit)} {self.desk.world.board.id(unit.hex)}"

    def build(self) -> Command:
        """The command of the picks."""
        return self._command()

    def _command(self) -> Barrage:
        return Barrage(self.desk.world.board.id(self.target), self.names(self.taken))

    def closed_hint(self) -> str:
        """What to do first."""
        return "Enter on a target: points and odds before it fires"

    def preview(self, width: int) -> Sequence[Line]:
        """Points, shifts, cost and chances."""
        return barrage_lines(self.desk, self._command(), width)
