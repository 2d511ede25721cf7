"""What every task offers to the screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.core.commands import Command
from engine.core.errors import BadCommand, Refusal
from engine.core.values import frozen
from tui.map.view import Label
from tui.panels.lines import Line

if TYPE_CHECKING:
    from tui.desk.desk import Desk


@frozen
class Row:
    """A numbered choice of the inspector."""

    id: str
    text: str
    taken: int = 0
    """How often it is taken: 1 for in, 0 for out, more for steps."""
    why_not: str = ""
    """Why it cannot be taken, or empty."""
    note: str = ""


@frozen
class Choice:
    """A key with what it does here, greyed with the reason where it may not."""

    key: str
    label: str
    refusal: Refusal | None = None


class Task:
    """What the player is about. Made for one step or decision, and dropped with it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    # ---- what the screen shows

    def prompt(self) -> str:
        """The command being built, or what to do here."""
        ask = self.desk.game.asks
        return ask.prompt if ask is not None else ""

    def rows(self) -> Sequence[Row]:
        """Numbered choices."""
        return ()

    def choices(self) -> Sequence[Choice]:
        """Keys that do something here."""
        return ()

    def lines(self, width: int) -> Sequence[Line]:
        """More for the inspector: a preview, what is declared, what waits."""
        return ()

    def labels(self) -> Mapping[int, Label]:
        """What the map writes in hexes."""
        return {}

    def trail(self) -> Iterable[int]:
        """Hexes of a path in hand."""
        return ()

    def picked(self) -> Iterable[str]:
        """Ids of the units that the map shows as selected."""
        return ()

    def stops(self) -> Sequence[int]:
        """Hexes that Tab visits."""
        return self.desk.actor_hexes()

    @property
    def held(self) -> bool:
        """Whether a command is half built: then other things to do are not listed beside it."""
        return False

    @property
    def browsing(self) -> bool:
        """Whether the numbered choices are those of whatever hex is under the cursor.

        They then stand beside the keys, below the stack, which stays where it is.
        """
        return False

    # ---- what the player does

    def act(self, action: str) -> bool:
        """Carry out an action of the key table; False where it means nothing here."""
        return False

    def digit(self, index: int) -> None:
        """A numbered choice is taken."""

    def moved(self) -> None:
        """The cursor has come to another hex."""

    def changed(self) -> None:
        """The state is another one: let go of what no longer holds."""

    # ---- helpers

    def why_not(self, command: Command) -> Refusal | None:
        """The engine's reason against a command, or None."""
        try:
            return self.desk.game.check(command)
        except BadCommand as error:
            return Refusal("", str(error))

    def name(self, id_: str) -> str:
        """The name of a unit or air unit."""
        name: str = self.desk.game.world.name(id_)
        return name

    def names(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Names, in the order given."""
        return tuple(self.name(i) for i in ids)
