"""Taking units in and out of a command, one number a unit."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.commands import Command
from engine.core.errors import Refusal
from tui.desk.paging import Pages
from tui.desk.task import Choice, Row, Task
from tui.panels.lines import Line, wrap


class PickTask(Task):
    """A target hex under the cursor, candidates with numbers, one command when Enter is pressed.

    The task is *open* on a hex once Enter has chosen it; then digits take candidates in
    and out, and Enter gives the command.
    """

    verb = ""
    """What the command does, as its text begins."""
    invite = ""
    """What Enter does on a target."""
    deed = ""
    """What Enter does once the task is open."""
    nobody = "nobody can do that here"
    """What is said where there is nothing to take."""

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.target = -1
        self.taken: list[str] = []
        self.pages = Pages()

    # ---- what subclasses say

    def targets(self) -> Sequence[int]:
        """Hexes on which the task can be opened."""
        return ()

    def can_open(self, hex_: int) -> bool:
        """Whether Enter opens the task on this hex."""
        return hex_ in self.targets()

    def candidates(self) -> Sequence[str]:
        """What may be taken, for the open target."""
        return ()

    def first_picks(self) -> Sequence[str]:
        """What is taken when the task opens."""
        return ()

    def build(self) -> Command:
        """The command of the picks."""
        raise NotImplementedError

    def refusal_of(self, id_: str) -> Refusal | None:
        """Why a candidate may not be taken by itself."""
        return None

    def text(self, id_: str) -> str:
        """A candidate as its row reads."""
        return self.name(id_)

    def closed_hint(self) -> str:
        """What to do before a target is open."""
        return super().prompt()

    def preview(self, width: int) -> Sequence[Line]:
        """What would come of it."""
        return ()

    def opened(self) -> None:
        """A target has been opened."""

    def why_nobody(self, hex_: int) -> Refusal | None:
        """Why there is nothing to take for this hex, where a rule says it."""
        return None

    def still(self) -> bool:
        """Whether the open target still makes sense in a changed state."""
        return True

    # ---- the common part

    def changed(self) -> None:
        """Keep the picks that can still be picked."""
        if not self.open:
            return
        if not self.still():
            self.close()
            return
        left = set(self.candidates())
        self.taken = [i for i in self.taken if i in left]

    @property
    def open(self) -> bool:
        """True while a command is being built."""
        return self.target >= 0

    @property
    def held(self) -> bool:
        """While open."""
        return self.open

    def close(self) -> None:
        """Let the command go."""
        self.target = -1
        self.taken = []

    def open_on(self, hex_: int) -> None:
        """Begin a command on this hex."""
        self.target = hex_
        self.taken = []
        self.pages.first()
        self.opened()
        self.taken = list(self.first_picks())

    def prompt(self) -> str:
        """The command so far, or what to do."""
        if not self.open:
            return self.closed_hint()
        if not self.taken:
            return f"{self.verb} {self.desk.world.board.label(self.target)}: take units by number"
        return self.desk.game.render(self.build())

    def rows(self) -> Sequence[Row]:
        """The candidates."""
        if not self.open:
            return ()
        rows = []
        for id_ in self.pages.of(self.candidates()):
            taken = self.taken.count(id_)
            refusal = None if taken else self.refusal_of(id_)
            rows.append(Row(id_, self.text(id_), taken, str(refusal) if refusal else ""))
        return rows

    def choices(self) -> Sequence[Choice]:
        """Enter with the engine's opinion of the command, and Esc."""
        if not self.open:
            here = self.desk.cursor
            able = self.can_open(here)
            return [Choice("Enter", self.invite, self.why_nobody(here))] if able else []
        refusal = self.why_not(self.build()) if self.taken else None
        more = self.pages.choice(self.candidates())
        return [Choice("Enter", self.deed, refusal), *more, Choice("Esc", "let go")]

    def lines(self, width: int) -> Sequence[Line]:
        """The preview of an open command."""
        return self.preview(width) if self.open and self.taken else ()

    def digit(self, index: int) -> None:
        """Take a candidate in, or out."""
        id_ = self.pages.take(self.candidates(), index) if self.open else None
        if id_ is None:
            return
        if id_ in self.taken:
            self.taken.remove(id_)
        else:
            refusal = self.refusal_of(id_)
            if refusal is not None:
                self.desk.refuse(refusal)
            else:
                self.taken.append(id_)

    def act(self, action: str) -> bool:
        """Enter opens or gives the command, Esc lets go."""
        if action == "accept":
            if not self.open:
                if not self.can_open(self.desk.cursor):
                    return False
                refusal = self.why_nobody(self.desk.cursor)
                if refusal is not None:
                    self.desk.refuse(refusal)
                    return True
                self.open_on(self.desk.cursor)
                if not self.candidates():
                    self.close()
                    self.desk.note(self.nobody, "dim")
            elif self.taken:
                self.give()
            else:
                self.desk.note("take at least one by its number, or Esc lets go", "dim")
            return True
        if action == "back" and self.open:
            self.close()
            return True
        return False

    def give(self) -> None:
        """Give the command; it is let go only if the engine took it."""
        command = self.build()
        if self.desk.execute(command):
            self.close()

    def picked(self) -> Sequence[str]:
        """The units taken in."""
        return tuple(self.taken) if self.open else ()

    def stops(self) -> Sequence[int]:
        """The targets."""
        return self.targets()


def said(text: str, width: int, look: str = "dim") -> list[Line]:
    """A remark in the inspector."""
    return wrap(text, width, look)
