"""Questions with a list of answers: the engine's legal commands, numbered."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.commands import Command, End
from tui.desk.paging import Pages
from tui.desk.task import Choice, Row, Task

LIMIT = 200
"""More answers than this are not listed; the `:` prompt takes them."""


class QuestionTask(Task):
    """Pick one of the legal commands with its number, or with Enter when it is the only one."""

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.pages = Pages()
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
                if len(found) >= LIMIT:
                    break
            self._commands = tuple(found)
        return self._commands

    def changed(self) -> None:
        """Other answers may be legal now."""
        self._commands = None
        self.pages.first()

    def rows(self) -> Sequence[Row]:
        """Each answer in the words of its command."""
        shown = self.pages.of(self.commands())
        return tuple(Row(str(i), self.words(c)) for i, c in enumerate(shown))

    def words(self, command: Command) -> str:
        """An answer as a player would say it."""
        return self.desk.game.render(command)

    def choices(self) -> Sequence[Choice]:
        """How to answer."""
        out = [Choice("1-9", "choose"), *self.pages.choice(self.commands())]
        if len(self.commands()) == 1:
            out.append(Choice("Enter", "the only answer"))
        return out

    def digit(self, index: int) -> None:
        """Give the numbered answer; 0 turns the page."""
        command = self.pages.take(self.commands(), index)
        if command is not None:
            self.desk.execute(command)

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


def question_hexes(task: Task) -> Sequence[int]:
    """The hexes that the waiting decision names."""
    state = task.desk.state
    if not state.asks:
        return task.desk.actor_hexes()
    decision = state.asks[-1]
    hexes = {getattr(decision, "hex", -1)} | set(getattr(decision, "hexes", ()))
    for id_ in (*getattr(decision, "units", ()), getattr(decision, "unit", "")):
        if id_ in state.units:
            hexes.add(state.units[id_].hex)
    return sorted(h for h in hexes if h >= 0)
