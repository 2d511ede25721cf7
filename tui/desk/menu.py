"""Questions with a list of answers: the engine's legal commands, numbered."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence

from engine.core.commands import Command, Pass
from engine.efs import decisions
from engine.efs.commands import LoseSteps, Order, Role
from tui.desk.air import missions
from tui.desk.question import QuestionTask
from tui.desk.task import Choice
from tui.panels.lines import Line, line
from tui.panels.odds import combat_lines

_PASS = {
    "attackorder": "no order: roll the die",
    "recover": "roll for recovery",
    "advance": "no advance",
}
_ORDERS = {
    "no-retreat": "No Retreat: steps instead of a retreat",
    "additional-retreat": "Additional Retreat: one step less, three hexes",
    "none": "no order",
}
_ROLES = {"mission": "flies the mission", "firing": "fires at enemy air units"}


class MenuTask(QuestionTask):
    """Pick one of the legal commands with its number, or with Enter when it is the only one."""

    def words(self, command: Command) -> str:
        """An answer as a player would say it; its command where that says it best."""
        if isinstance(command, Pass):
            return _PASS.get(self.desk.ask.kind if self.desk.ask else "", "pass: go on")
        if isinstance(command, Order):
            by = f" by {command.by}" if command.by else ""
            return _ORDERS.get(command.order, command.order) + by
        if isinstance(command, Role):
            return f"{command.air} {_ROLES.get(command.role, command.role)}"
        if isinstance(command, LoseSteps):
            tally = Tally(command.units)
            parts = [name + (f" ({n} steps)" if n > 1 else "") for name, n in tally.items()]
            return f"lose {', '.join(parts)}"
        return self.desk.game.render(command)

    def lines(self, width: int) -> Sequence[Line]:
        """Over a mission hex who flies there; before a roll the odds of the combat in hand."""
        asks = self.desk.state.asks
        if not asks:
            return ()
        if isinstance(asks[-1], decisions.Roles | decisions.Engage):
            return missions(self.desk, width, asks[-1].hex)
        if isinstance(asks[-1], decisions.AttackOrder):
            return combat_lines(self.desk, width)
        return ()


class OrdersTask(MenuTask):
    """Retreat orders of the defender: those for the attack under the cursor."""

    def commands(self) -> Sequence[Command]:
        """Orders that may be given here."""
        here = self.desk.world.board.id(self.desk.cursor)
        return tuple(
            c for c in super().commands() if not isinstance(c, Order) or c.hex == here
        )

    def moved(self) -> None:
        """Another hex, other orders."""
        self.pages.first()

    def choices(self) -> Sequence[Choice]:
        """Where orders can be given."""
        if self.commands():
            return super().choices()
        return [Choice("Tab", "go to a declared attack")]

    def lines(self, width: int) -> Sequence[Line]:
        """Orders given so far: they lie face down for the other side only."""
        board = self.desk.world.board
        return [
            line(f"{board.label(hex_)}: {order}", "dim") for hex_, order in self.desk.state.orders
        ]

    def stops(self) -> Sequence[int]:
        """Hexes under a declared attack that may still get an order."""
        at = self.desk.world.board.at
        return sorted({at(c.hex) for c in super().commands() if isinstance(c, Order)})
