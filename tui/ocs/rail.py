"""Rail movement: what entrains under the cursor, then where it goes (OCS 13.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.ocs import dumps, rail
from engine.ocs.commands import Rail, RailSupply
from engine.ocs.pieces import SP
from tui.desk.picks import PickTask
from tui.desk.task import Choice
from tui.map.view import Label
from tui.ocs.units import short
from tui.ocs.wording import words
from tui.panels.lines import Line, wrap

SUPPLY = "supply"
"""The row that stands for the dump of the hex."""


class RailTask(PickTask):
    """Enter on a hex takes its units or supply in hand, Enter elsewhere sends them there."""

    verb = "rail"
    invite, deed = "entrain here", "go by rail to here"
    nobody = "nothing of yours is here"

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.less = 0
        """Tokens less than the dump has."""

    def can_open(self, hex_: int) -> bool:
        """Where there are own units or supply."""
        return bool(self._here(hex_))

    def targets(self) -> Sequence[int]:
        """Hexes with something that a train may take, for Tab."""
        memo, world = self.desk.state.memo, self.desk.world
        if "tui rail" not in memo:
            found = set()
            for command in rail.offer_rail(world, self.desk.state, ""):
                if isinstance(command, RailSupply):
                    found.add(world.board.at(command.source))
                elif isinstance(command, Rail):
                    found.add(self.desk.state.units[world.unit_id(command.units[0])].hex)
            memo["tui rail"] = sorted(found)
        hexes: Sequence[int] = memo["tui rail"]
        return hexes

    def stops(self) -> Sequence[int]:
        """Where something entrains, then where it may go."""
        return sorted(self.labels()) if self.open else self.targets()

    def candidates(self) -> Sequence[str]:
        """Units of the hex, then its supply."""
        return self._here(self.target)

    def _here(self, hex_: int) -> Sequence[str]:
        units = [u.id for u in self.desk.units_at(hex_, self.desk.side)]
        dump = self.desk.state.dumps.get(hex_)
        return [*units, *([SUPPLY] if dump is not None and dump.owner == self.desk.side else [])]

    def opened(self) -> None:
        """All of the supply."""
        self.less = 0

    def first_picks(self) -> Sequence[str]:
        """Supply alone is taken at once; units by number."""
        here = self.candidates()
        return here if len(here) == 1 else ()

    def text(self, id_: str) -> str:
        """A unit, or how much supply."""
        if id_ != SUPPLY:
            return short(self.desk.world, self.desk.state.units[id_])
        return f"supply: {dumps.show(self._tokens())}"

    def _tokens(self) -> int:
        dump = self.desk.state.dumps[self.target]
        there: int = dump.tokens - dump.moved
        return max(min(1, there), there - self.less)

    def digit(self, index: int) -> None:
        """Supply goes apart from units."""
        super().digit(index)
        if self.taken and SUPPLY in self.taken and len(self.taken) > 1:
            self.taken = [self.taken[-1]] if self.taken[-1] == SUPPLY else [
                i for i in self.taken if i != SUPPLY]

    def build(self) -> Command:
        """To the cursor."""
        board = self.desk.world.board
        here = board.id(self.desk.cursor)
        if self.taken == [SUPPLY]:
            return RailSupply(str(self._tokens()), board.id(self.target), here)
        return Rail(self.names(self.taken), here)

    def labels(self) -> Mapping[int, Label]:
        """Detrainable hexes that an open railroad leads to."""
        if not self.open:
            return {}
        world, state, side = self.desk.world, self.desk.state, self.desk.side
        ends = rail.detrainable(world, state, side, cargo=True)
        found = rail.ways(world, state, side, self.target).spent
        return {h: Label("in", "reach") for h in ends if h in found and h != self.target}

    def picked(self) -> Sequence[str]:
        """The units in hand."""
        return [i for i in self.taken if i != SUPPLY]

    def closed_hint(self) -> str:
        """What to do first."""
        return "by rail: Enter on the units or supply that entrain"

    def choices(self) -> Sequence[Choice]:
        """How much, besides."""
        out = list(super().choices())
        return [*out, Choice("+ -", "how much")] if SUPPLY in self.taken else out

    def preview(self, width: int) -> Sequence[Line]:
        """What it takes of the Rail Capacity, or what is left of that."""
        state, side = self.desk.state, self.desk.side
        left = f"{rail.show(rail.capacity(state, side))} points of Rail Capacity left"
        command = self.build()
        refusal: Refusal | None = self.why_not(command)
        if refusal is not None:
            size = f"{dumps.show(SP)} a point" if self.taken == [SUPPLY] else "by size"
            return wrap(f"{left} ({size})", width, "dim")
        return wrap(words(self.desk, command), width)

    def act(self, action: str) -> bool:
        """`+` and `-` change how much supply goes."""
        if action in ("join", "fewer") and SUPPLY in self.taken:
            dump = self.desk.state.dumps[self.target]
            step = -1 if action == "join" else 1
            self.less = max(0, min(dump.tokens - dump.moved - 1, self.less + step))
            return True
        if action == "accept" and self.open and self.taken and self.desk.cursor == self.target:
            self.desk.note("go to a marked hex first; Tab goes from one to the next", "dim")
            return True
        return super().act(action)

    def still(self) -> bool:
        """While there is something left to send."""
        return bool(self.candidates())
