"""Retreats hex by hex: the map marks where the next hex may be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.efs.commands import Abandon, RetreatVia
from engine.efs.decisions import Retreat
from engine.efs.retreat import LOST, RISK, SAFE, Way, ways
from tui.desk.task import Choice, Row, Task
from tui.desk.units import short
from tui.map.view import Label
from tui.panels.lines import Line, line, wrap

_FATES = (SAFE, RISK, LOST)


class RetreatTask(Task):
    """Which units go together, and the path so far."""

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        decision = desk.state.asks[-1]
        assert isinstance(decision, Retreat)
        self.decision = decision
        self.taken: list[str] = []
        self.path: list[int] = []
        self._take_first()
        self.desk.cursor = self.origin

    def _take_first(self) -> None:
        units = self.desk.state.units
        first = units[self.decision.units[0]].hex
        self.taken = [i for i in self.decision.units if units[i].hex == first]

    @property
    def origin(self) -> int:
        """Where the units in hand stand."""
        id_ = (self.taken or list(self.decision.units))[0]
        return int(self.desk.state.units[id_].hex)

    def ways(self) -> list[Way]:
        """The engine's ways that begin with the path so far."""
        if not self.taken:
            return []
        found = ways(self.desk.world, self.desk.state, self.decision, tuple(self.taken))
        size = len(self.path)
        return [w for w in found if list(w.hexes[:size]) == self.path]

    def nexts(self) -> Mapping[int, str]:
        """Hexes that may come next, with the best fate of the ways over them."""
        out: dict[int, str] = {}
        for way in self.ways():
            if len(way.hexes) > len(self.path):
                hex_ = way.hexes[len(self.path)]
                out[hex_] = min(out.get(hex_, LOST), way.fate, key=_FATES.index)
        return out

    # ---- the screen

    def prompt(self) -> str:
        """The command so far."""
        board = self.desk.world.board
        names = ", ".join(self.names(self.taken))
        via = " ".join(board.id(h) for h in self.path)
        path = f" via {via}" if via else ""
        return f"retreat {names}{path} ..." if names else "take units by number"

    def rows(self) -> Sequence[Row]:
        """The units that still retreat."""
        world, state = self.desk.world, self.desk.state
        return tuple(
            Row(i, short(world, state.units[i]), 1 if i in self.taken else 0)
            for i in self.decision.units
        )

    def choices(self) -> Sequence[Choice]:
        """How to go on."""
        if not self.taken:
            return [Choice("1-9", "take units that go together")]
        out = [Choice("Enter", "go here"), Choice("Tab", "next hex")]
        out.append(Choice("Esc", "back a hex" if self.path else "why it must be done"))
        abandon = Abandon(self.names(self.taken))
        if self.taken and self.why_not(abandon) is None:
            out.append(Choice("x", "give the units up"))
        return out

    def lines(self, width: int) -> Sequence[Line]:
        """Who chooses, and how far."""
        decision = self.decision
        kind = "additional retreat" if decision.additional else "retreat"
        if decision.overrun:
            kind = "retreat from an overrun"
        out = [line(f"{kind}, {decision.length} hexes", "bold")]
        if decision.side != decision.owner:
            out.append(line(f"the {decision.side.capitalize()} side chooses the way"))
        fates = set(self.nexts().values())
        if RISK in fates:
            risk = "? through an enemy ZOC: a step, and a roll for the rest (BSR 16.46)"
            out += wrap(risk, width, "bad")
        if fates == {LOST}:
            out.append(line("every way open loses the units", "bad"))
        elif LOST in fates:
            out.append(line("x no way on: the units are lost", "bad"))
        return out

    def labels(self) -> Mapping[int, Label]:
        """Next hexes: the number of the step, with ? for a risk, or a cross where all is lost."""
        step = str(len(self.path) + 1)
        shown = {
            SAFE: Label(step, "reach"), RISK: Label(step + "?", "bad"), LOST: Label("x", "bad"),
        }
        return {hex_: shown[fate] for hex_, fate in self.nexts().items()}

    def trail(self) -> Iterable[int]:
        """The path so far."""
        return self.path

    def picked(self) -> Sequence[str]:
        """The units in hand."""
        return tuple(self.taken)

    def stops(self) -> Sequence[int]:
        """The hexes that may come next."""
        return sorted(self.nexts())

    # ---- the player

    def digit(self, index: int) -> None:
        """Take a unit in or out; the path begins again."""
        if index >= len(self.decision.units):
            return
        id_ = self.decision.units[index]
        self.path = []
        if id_ in self.taken:
            self.taken.remove(id_)
        else:
            self.taken = [
                i for i in (*self.taken, id_)
                if self.desk.state.units[i].hex == self.desk.state.units[id_].hex
            ]

    def act(self, action: str) -> bool:
        """Enter goes to the cursor, Esc goes back a hex."""
        if action == "accept":
            if self.taken:
                self._go()
            else:
                self.desk.note("take the units that go together by number first", "dim")
            return True
        if action == "back":
            if self.path:
                self.path.pop()
                self.desk.cursor = self.path[-1] if self.path else self.origin
                return True
            return False
        if action == "cancel" and self.taken:
            self.desk.execute(Abandon(self.names(self.taken)))
            return True
        return False

    def _go(self) -> None:
        """Extend the path to the cursor; give the command when the way is complete."""
        here = self.desk.cursor
        size = len(self.path)
        if here in self.nexts():
            self.path.append(here)
            size += 1
            complete = [w for w in self.ways() if len(w.hexes) == size]
            longer = [w for w in self.ways() if len(w.hexes) > size]
            if complete and not longer:
                self._give(tuple(self.path))
            return
        if self.path and here == self.path[-1]:
            if any(len(w.hexes) == size for w in self.ways()):
                self._give(tuple(self.path))
            else:
                self.desk.note("Tab goes to the hexes that may come next", "dim")
            return
        if here == self.origin:
            self.desk.note("Tab goes to the hexes that may come next", "dim")
            return
        ending = [w for w in self.ways() if w.hexes and w.hexes[-1] == here]
        if len(ending) == 1:
            self._give(ending[0].hexes)
            return
        self._give((*self.path, here))  # the engine says why not

    def _give(self, path: tuple[int, ...]) -> None:
        board = self.desk.world.board
        command = RetreatVia(self.names(self.taken), tuple(board.id(h) for h in path))
        if not self.desk.execute(command):
            self.path = list(path[:-1]) if list(path[:-1]) == self.path else self.path
