"""The Supply Phase: who eats, and in which order internal stocks recover (OCS 12.6, 12.10)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.ocs import combat_supply, dumps, hunger, supply
from engine.ocs.commands import Eat, Recover
from engine.ocs.pieces import RE
from engine.ocs.sizes import re4
from tui.ocs.who import WhoTask
from tui.panels.lines import Line, line, wrap


class FeedTask(WhoTask):
    """Who eats; everybody else goes Out of Supply and rolls for attrition."""

    deed, others = "they eat", "nobody else: OOS"

    def first_picks(self) -> Sequence[str]:
        """As many as there is supply for, in order."""
        taken: tuple[str, ...] = ()
        for id_ in self.candidates():
            more = (*taken, id_)
            if not isinstance(self._bill(more), Refusal):
                taken = more
        return taken

    def _bill(self, ids: tuple[str, ...]) -> tuple[hunger.Meal, ...] | Refusal:
        return hunger.eat_bill(self.desk.world, self.desk.state, ids)

    def build(self) -> Command:
        """Those named."""
        return Eat(self.names(self.taken))

    def text(self, id_: str) -> str:
        """The name: strengths do not matter here."""
        return self.name(id_)

    def note(self, id_: str) -> str:
        """Where it is and its size: one token feeds up to 2 RE together."""
        world, unit = self.desk.world, self.desk.state.units[id_]
        return f"{world.board.id(unit.hex)} {re4(world, unit) / RE:g} RE"

    def lines(self, width: int) -> Sequence[Line]:
        """What each dump gives, and who is left hungry."""
        if not self.taken:
            return ()
        board, bill = self.desk.world.board, self._bill(tuple(self.taken))
        if isinstance(bill, Refusal):
            return wrap(str(bill), width, "refusal")
        paid: Tally[int] = Tally()
        for meal in bill:
            for hex_, tokens in meal.tokens:
                paid[hex_] += tokens
        out = [line(f"they eat {dumps.show(paid.total())}", "bold")]
        hungry = [i for i in self.candidates() if i not in self.taken]
        if hungry:
            out += wrap(f"{len(hungry)} go Out of Supply and roll for attrition", width, "bad")
        for hex_, tokens in sorted(paid.items()):
            out += wrap(f"  {dumps.show(tokens)} from {board.label(hex_)}", width, "dim")
        return out


class RecoverTask(WhoTask):
    """The order in which scarce supply restores internal stocks: 1-9 in that order (12.10e).

    What Organic Trucks carry may be kept back (13.2g G).
    """

    deed, others = "recover in this order", "Organic Trucks keep it"

    def first_picks(self) -> Sequence[str]:
        """All who must; as many as Organic Trucks can pay for."""
        if not self.decision.aboard:
            return self.candidates()
        taken: tuple[str, ...] = ()
        for id_ in self.candidates():
            if not combat_supply.short_aboard(self.desk.world, self.desk.state, (*taken, id_)):
                taken = (*taken, id_)
        return taken

    def build(self) -> Command:
        """All, in the order in which they were taken."""
        return Recover(self.names(self.taken))

    def note(self, id_: str) -> str:
        """Its place in the order, and its price."""
        world, unit = self.desk.world, self.desk.state.units[id_]
        at = f"{self.taken.index(id_) + 1}." if id_ in self.taken else "-"
        return f"{at} {dumps.show(combat_supply.recovery_cost(world, unit))}"

    def lines(self, width: int) -> Sequence[Line]:
        """What is in reach of those named first."""
        if not self.taken:
            return ()
        world, state = self.desk.world, self.desk.state
        first = state.units[self.taken[0]]
        there = supply.reachable_tokens(world, state, first, organic=self.decision.aboard)
        name = world.name(self.taken[0])
        return wrap(f"{dumps.show(there)} in reach of {name}", width, "dim")
