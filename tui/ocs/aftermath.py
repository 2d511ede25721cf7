"""What a combat leaves to decide: who pays, who is lost, who advances (OCS 9, 4.8a)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.commands import Command
from engine.ocs import combat_supply, losses
from engine.ocs.commands import AdvanceTo, Lose, Pay, Remove
from engine.ocs.pieces import RE
from engine.ocs.sizes import hex_re4, re4, steps_left
from engine.ocs.stacking import LIMIT
from tui.desk.task import Choice
from tui.ocs.menu import supply_lines
from tui.ocs.who import WhoTask
from tui.panels.lines import Line, line


class AdvanceTask(WhoTask):
    """Who enters the hex that was won; it costs neither MPs nor fuel."""

    deed, others = "advance", "no (further) advance"

    def build(self) -> Command:
        """Into the hex that was won."""
        return AdvanceTo(self.names(self.taken), self.desk.world.board.id(self.decision.hex))

    def places(self) -> Sequence[int]:
        """That hex."""
        return (self.decision.hex,)

    def note(self, id_: str) -> str:
        """Where the unit stands."""
        world, state = self.desk.world, self.desk.state
        return str(world.board.id(state.units[id_].hex))

    def lines(self, width: int) -> Sequence[Line]:
        """The combat, the price, and the stack that would stand there."""
        world, state = self.desk.world, self.desk.state
        size = hex_re4(world, state, self.decision.hex) + sum(
            re4(world, state.units[i]) for i in self.taken)
        look = "bad" if size > LIMIT else "dim"
        return [*super().lines(width), line("no MPs, no fuel", "dim"),
                line(f"then {size / RE:g} of {LIMIT // RE} RE there", look)]


class LossTask(WhoTask):
    """Steps to lose, one press a step, where there are many ways to take them."""

    deed = "lose them"

    def first_picks(self) -> Sequence[str]:
        """The first way that satisfies the rule."""
        return next(losses.offers(self.desk.world, self.desk.state, self.decision), ())

    def build(self) -> Command:
        """One name a step."""
        return Lose(self.names(sorted(self.taken, key=self.decision.units.index)))

    def note(self, id_: str) -> str:
        """Steps that it has left."""
        return f"{steps_left(self.desk.world, self.desk.state.units[id_])} steps"

    def digit(self, index: int) -> None:
        """One step more of a unit, and after its last none."""
        id_ = self.pages.take(self.candidates(), index)
        if id_ is None:
            return
        if self.taken.count(id_) < steps_left(self.desk.world, self.desk.state.units[id_]):
            self.taken.append(id_)
        else:
            self.taken = [i for i in self.taken if i != id_]

    def lines(self, width: int) -> Sequence[Line]:
        """How many are owed."""
        owed = f"{len(self.taken)} of {self.decision.steps} steps named"
        return [*super().lines(width), line(owed, "bold")]


class RemoveTask(WhoTask):
    """Units that leave an overstacked hex for good (4.8a)."""

    deed = "eliminate them"

    def candidates(self) -> Sequence[str]:
        """Combat units of the hex."""
        world, side = self.desk.world, self.decision.side
        return [u.id for u in self.desk.units_at(self.decision.hex, side)
                if world.counters[u.id].fighting]

    def first_picks(self) -> Sequence[str]:
        """Nobody."""
        return ()

    def build(self) -> Command:
        """Those named."""
        return Remove(self.names(self.taken))

    def note(self, id_: str) -> str:
        """Its size."""
        return f"{re4(self.desk.world, self.desk.state.units[id_]) / RE:g} RE"

    def lines(self, width: int) -> Sequence[Line]:
        """How much must go."""
        return [line(f"{self.decision.excess / RE:g} RE above {LIMIT // RE} must go", "bad")]


class PayTask(WhoTask):
    """Which defenders are supplied, where there is not enough for all (12.4)."""

    deed, others = "pay", "pay nothing: they defend at half"
    sparing = False
    """Organic Trucks keep what they carry (13.2g G)."""

    def first_picks(self) -> Sequence[str]:
        """All that can be supplied."""
        bill = self._bill(self.candidates())
        return [i for i in self.candidates() if i not in bill.unpaid]

    def _bill(self, ids: Sequence[str]) -> combat_supply.Bill:
        return combat_supply.defense_bill(
            self.desk.world, self.desk.state, tuple(ids), sparing=self.sparing
        )

    def build(self) -> Command:
        """Those named."""
        return Pay(self.names(self.taken), self.sparing)

    def choices(self) -> Sequence[Choice]:
        """Whether Organic Trucks pay besides."""
        out = list(super().choices())
        if self.sparing or self._bill(self.taken).organic:
            word = "let Organic Trucks pay" if self.sparing else "spare Organic Trucks"
            out.append(Choice("s", word))
        return out

    def act(self, action: str) -> bool:
        """`s` spares Organic Trucks, or lets them pay again."""
        if action == "step":
            self.sparing = not self.sparing
            return True
        return super().act(action)

    def lines(self, width: int) -> Sequence[Line]:
        """Odds with and without, and the price."""
        fight = self.desk.state.fighting
        assert fight is not None
        return supply_lines(self.desk, fight, tuple(self.taken), width)
