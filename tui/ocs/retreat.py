"""Retreats: which units go together, and to which of the hexes at the right distance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.ocs.commands import RetreatVia
from engine.ocs.decisions import Retreat
from engine.ocs.retreat import Way, tagalongs, toll, ways
from tui.desk.task import Choice, Row, Task
from tui.map.view import Label
from tui.ocs.menu import fight_lines
from tui.ocs.units import short
from tui.panels.lines import Line, line, wrap


class RetreatTask(Task):
    """The map marks every hex where the retreat may end; the way to it shows as a trail."""

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        decision = desk.state.asks[-1]
        assert isinstance(decision, Retreat)
        self.decision = decision
        self.others = tagalongs(desk.world, desk.state, decision)
        """Bystanders and Organic Trucks that may come along (OCS 9.12d)."""
        self.path: list[int] | None = None
        """A way laid by hand."""
        units = desk.state.units
        first = units[decision.units[0]].hex
        self.taken = [i for i in decision.units if units[i].hex == first]
        desk.cursor = first
        self._aim()

    def _aim(self) -> None:
        """Go to where the retreat costs least; Tab goes to the others."""
        ways = self.ways()
        if ways and self.desk.cursor not in ways:
            self.desk.cursor = min(ways, key=lambda h: (
                self._toll(ways[h].hexes), ways[h].zocs, len(ways[h].hexes), h))

    def _toll(self, way: Sequence[int]) -> int:
        """Steps that a way costs the units in hand."""
        return toll(self.desk.world, self.desk.state, self.decision.side, tuple(self.taken), way)

    @property
    def origin(self) -> int:
        """Where the units in hand stand."""
        return int(self.desk.state.units[(self.taken or list(self.decision.units))[0]].hex)

    def ways(self) -> Mapping[int, Way]:
        """The best way to each hex where the units in hand may end."""
        if not self.taken:
            return {}
        key = ("tui ways", tuple(self.taken))
        memo = self.desk.state.memo
        if key not in memo:
            found = ways(self.desk.world, self.desk.state, self.decision, tuple(self.taken))
            memo[key] = {way.hexes[-1]: way for way in found}
        here: Mapping[int, Way] = memo[key]
        return here

    # ---- the screen

    def prompt(self) -> str:
        """The command so far."""
        if not self.taken:
            return "take units that retreat together by number"
        way = self._way()
        names = self.names(self.taken)
        if not way:
            return f"retreat {', '.join(names)}: go to a marked hex"
        return self.desk.game.render(self._command(way))

    def _way(self) -> tuple[int, ...]:
        if self.path is not None:
            return tuple(self.path)
        way = self.ways().get(self.desk.cursor)
        return way.hexes if way is not None else ()

    def _command(self, way: Sequence[int]) -> RetreatVia:
        board = self.desk.world.board
        return RetreatVia(self.names(self.taken), tuple(board.id(h) for h in way))

    def _all(self) -> tuple[str, ...]:
        return (*self.decision.units, *self.others)

    def rows(self) -> Sequence[Row]:
        """The units that still retreat, then those that may join them."""
        world, state = self.desk.world, self.desk.state
        return tuple(
            Row(i, short(world, state.units[i]) + (" (may come along)" * (i in self.others)),
                1 if i in self.taken else 0)
            for i in self._all()
        )

    def choices(self) -> Sequence[Choice]:
        """How to go on."""
        if not self.taken:
            return [Choice("1-9", "take units that go together")]
        way = self._way()
        refusal = self.why_not(self._command(way)) if way else None
        out = [Choice("Enter", "retreat here", refusal)] if way else []
        out += [Choice("Tab", "next hex"), Choice("p", "lay the way hex by hex")]
        return [*out, Choice("Esc", "the cheapest ways again")] if self.path is not None else out

    def lines(self, width: int) -> Sequence[Line]:
        """What the combat was, how far, and what the way costs."""
        out: list[Line] = []
        if self.desk.state.fighting is not None:
            out += fight_lines(self.desk, self.desk.state.fighting, width)
        size = self.decision.length
        out.append(line(f"retreat {size} hex{'es' * (size != 1)}", "bold"))
        if size > 1:
            out += wrap("the second hex disorganizes (OCS 9.12a)", width, "dim")
        way = self.ways().get(self.desk.cursor)
        if way is not None and way.zocs and self.path is None:
            zones = f"{way.zocs} enemy ZOC{'s' * (way.zocs != 1)}"
            steps = self._toll(way.hexes)
            cost = f"DG, and {steps} step{'s' * (steps != 1)} lost" if steps else "DG"
            out += wrap(f"the way enters {zones}: {cost} (OCS 9.12e)", width, "bad")
        return out

    def labels(self) -> Mapping[int, Label]:
        """Where it may end; with a question mark where the way crosses enemy ZOCs."""
        if self.path is not None:
            return {}
        return {h: Label("r?", "bad") if w.zocs else Label("r", "reach")
                for h, w in self.ways().items()}

    def trail(self) -> Iterable[int]:
        """The way to the cursor."""
        return self._way()

    def picked(self) -> Sequence[str]:
        """The units in hand."""
        return tuple(self.taken)

    def stops(self) -> Sequence[int]:
        """Where the retreat may end."""
        return sorted(self.ways())

    # ---- the player

    def digit(self, index: int) -> None:
        """Take a unit in or out; those of another hex go on their own."""
        if index >= len(self._all()):
            return
        id_ = self._all()[index]
        self.path = None
        if id_ in self.taken:
            self.taken.remove(id_)
        else:
            units = self.desk.state.units
            self.taken = [i for i in (*self.taken, id_) if units[i].hex == units[id_].hex]

    def act(self, action: str) -> bool:
        """Enter retreats, p lays a way."""
        if action == "accept":
            way = self._way()
            if not self.taken:
                self.desk.note("take the units that go together by number first", "dim")
            elif not way:
                self.desk.note("Tab goes to the hexes where the retreat may end", "dim")
            else:
                self.desk.execute(self._command(way))
            return True
        if action == "path" and self.taken:
            self.path, self.desk.cursor = [], self.origin
            return True
        if action == "back" and self.path is not None:
            self.path = None
            return True
        return False

    def moved(self) -> None:
        """The cursor extends a way laid by hand."""
        if self.path is None:
            return
        here = self.desk.cursor
        if here == self.origin:
            self.path = []
        elif here in self.path:
            self.path = self.path[: self.path.index(here) + 1]
        elif self.desk.world.board.adjacent(self.path[-1] if self.path else self.origin, here):
            self.path.append(here)

    def changed(self) -> None:
        """Units that are gone are let go."""
        self.taken = [i for i in self.taken if self.desk.state.units[i].on_map]
        self._aim()
