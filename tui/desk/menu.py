"""Questions with a list of answers: the engine's legal commands, numbered."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence

from engine.core.commands import Command, End, Pass
from engine.efs import decisions
from engine.efs.commands import LoseSteps, Order, Role
from tui.desk.air import missions
from tui.desk.task import Choice, Row, Task
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
_LIMIT = 200
"""More answers than this are not listed; the `:` prompt takes them."""
PAGE = 9


class MenuTask(Task):
    """Pick one of the legal commands with its number, or with Enter when it is the only one."""

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.page = 0
        self._commands: tuple[Command, ...] | None = None
        where = question_hexes(self) if desk.state.asks else ()
        if where and desk.cursor not in where:
            desk.cursor = where[0]

    def commands(self) -> Sequence[Command]:
        """The answers, in the engine's order."""
        if self._commands is None:
            found: list[Command] = []
            for command in self.desk.game.legal():
                if not isinstance(command, End):
                    found.append(command)
                if len(found) >= _LIMIT:
                    break
            self._commands = tuple(found)
        return self._commands

    def changed(self) -> None:
        """Other answers may be legal now."""
        self._commands, self.page = None, 0

    def page_of(self) -> Sequence[Command]:
        """The answers that are numbered now."""
        commands = self.commands()
        return commands[self.page * PAGE : (self.page + 1) * PAGE]

    def rows(self) -> Sequence[Row]:
        """Each answer in the words of its command."""
        return tuple(Row(str(i), self.words(c)) for i, c in enumerate(self.page_of()))

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

    def choices(self) -> Sequence[Choice]:
        """How to answer."""
        out = [Choice("1-9", "choose")]
        if len(self.commands()) > PAGE:
            pages = (len(self.commands()) - 1) // PAGE + 1
            out.append(Choice("0", f"more (page {self.page + 1} of {pages})"))
        if len(self.commands()) == 1:
            out.append(Choice("Enter", "the only answer"))
        return out

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

    def digit(self, index: int) -> None:
        """Give the numbered answer; 0 turns the page."""
        if index == PAGE:
            pages = (len(self.commands()) - 1) // PAGE + 1
            self.page = (self.page + 1) % max(1, pages)
            return
        shown = self.page_of()
        if index < len(shown):
            self.desk.execute(shown[index])

    def act(self, action: str) -> bool:
        """Enter gives the only answer."""
        if action == "accept" and len(self.commands()) == 1:
            self.desk.execute(self.commands()[0])
            return True
        return action == "accept"

    def picked(self) -> Sequence[str]:
        """Units that the question is about."""
        asks = self.desk.state.asks
        return tuple(getattr(asks[-1], "units", ())) if asks else ()

    def stops(self) -> Sequence[int]:
        """Where the question is."""
        return question_hexes(self)


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
        self.page = 0

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


def question_hexes(task: Task) -> Sequence[int]:
    """The hexes that the waiting decision names."""
    state = task.desk.state
    if not state.asks:
        return task.desk.actor_hexes()
    decision = state.asks[-1]
    hexes = {getattr(decision, "hex", -1)} | set(getattr(decision, "hexes", ()))
    for id_ in getattr(decision, "units", ()):
        if id_ in state.units:
            hexes.add(state.units[id_].hex)
    if isinstance(decision, decisions.Recover):
        hexes.add(state.units[decision.unit].hex)
    return sorted(h for h in hexes if h >= 0)
