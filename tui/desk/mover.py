"""Moving in any series: a selected stack, a path in hand, an overrun in preview, a menu."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from engine.core.commands import Command
from engine.core.errors import Refusal
from tui.desk.paging import Pages
from tui.desk.task import Choice, Row, Task
from tui.map.view import Label


class MoverTask(Task):
    """What the two series' movement has in common; each says who can move, where, at what price."""

    MOVE: ClassVar[Any]
    """The command (names, hex)."""
    VIA: ClassVar[Any]
    """The command (names, hexes)."""
    OVERRUN: ClassVar[Any]
    """The command (hex, names)."""

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.taken: list[str] = []
        self.path: list[int] | None = None
        self.over = -1
        """The hex of an overrun in preview."""
        self.menu: tuple[Command, ...] = ()
        """Orders to choose from."""
        self.pages = Pages()

    # ---- what a series says

    def problem(self, id_: str) -> Refusal | None:
        """Why a unit cannot be selected, or None."""
        raise NotImplementedError

    def reach(self) -> Mapping[int, int]:
        """Hex to what the poorest selected unit would have left there, in the series' measure."""
        raise NotImplementedError

    def points(self, rest: int) -> str:
        """So much of an allowance, in at most three characters for the map."""
        raise NotImplementedError

    def row(self, id_: str) -> Row:
        """A unit with what it has left to move."""
        raise NotImplementedError

    def words(self, command: Command) -> str:
        """An order of the menu as a player would say it."""
        return self.desk.game.render(command)

    def idle(self) -> Sequence[Choice]:
        """What may be done before a stack is selected."""
        raise NotImplementedError

    def orders(self) -> Sequence[Choice]:
        """What the selected stack may do where it stands."""
        raise NotImplementedError

    def elsewhere(self) -> Sequence[Choice]:
        """What the selected stack may do at the cursor."""
        raise NotImplementedError

    def over_choices(self) -> Sequence[Choice]:
        """What else may be chosen while an overrun is in preview."""
        return ()

    def fights(self, unit: Any) -> bool:
        """Whether an enemy unit is one that is overrun rather than moved to."""
        return True

    # ---- what is in hand

    @property
    def origin(self) -> int:
        """Where the selected units stand, or -1."""
        return self.desk.state.units[self.taken[0]].hex if self.taken else -1

    @property
    def held(self) -> bool:
        """While a stack is selected or a menu open."""
        return bool(self.taken or self.menu)

    def here(self) -> str:
        """The number of the hex under the cursor."""
        number: str = self.desk.world.board.id(self.desk.cursor)
        return number

    def stack(self) -> Sequence[str]:
        """The units that have numbers: the selected stack, or the one under the cursor."""
        hex_ = self.origin if self.taken else self.desk.cursor
        return self.own_at(hex_)

    def own_at(self, hex_: int) -> Sequence[str]:
        """Own units in a hex."""
        return [u.id for u in self.desk.units_at(hex_, self.desk.side)]

    def target(self) -> Command:
        """The command of the selection and the cursor."""
        board, names = self.desk.world.board, self.names(self.taken)
        if self.over >= 0:
            return self.overrun_of(self.over)
        if self.path is not None:
            way = tuple(board.id(h) for h in self.path) or (self.here(),)
            return self.VIA(names, way)  # type: ignore[no-any-return]
        return self.MOVE(names, self.here())  # type: ignore[no-any-return]

    def overrun_of(self, hex_: int) -> Command:
        """The overrun of a hex by the selection."""
        number = self.desk.world.board.id(hex_)
        return self.OVERRUN(number, self.names(self.taken))  # type: ignore[no-any-return]

    # ---- what the screen shows

    def prompt(self) -> str:
        """The command so far."""
        if self.menu:
            return "which order? its number gives it"
        if not self.taken:
            return super().prompt()
        if self.origin == self.desk.cursor and self.path is None and self.over < 0:
            return f"move {', '.join(self.names(self.taken))} to ..."
        if self.path is None and self.over < 0 and self.foes():
            return self.desk.game.render(self.overrun_of(self.desk.cursor))
        return self.desk.game.render(self.target())

    def rows(self) -> Sequence[Row]:
        """Units with numbers and what they have left; or the orders of the menu."""
        if self.menu:
            return tuple(Row(str(i), self.words(c)) for i, c in enumerate(self.pages.of(self.menu)))
        return tuple(self.row(i) for i in self.pages.of(self.stack()))

    def choices(self) -> Sequence[Choice]:
        """What the selected units may do at the cursor."""
        esc = Choice("Esc", "let go")
        if self.menu:
            return [Choice("1-9", "choose"), *self.pages.choice(self.menu), esc]
        more = self.pages.choice(self.stack())
        if not self.taken:
            return [*self.idle(), *more]
        if self.over >= 0:
            refusal = self.why_not(self.target())
            return [Choice("Enter", "overrun", refusal), *self.over_choices(), *more, esc]
        if self.path is not None:
            refusal = self.why_not(self.target()) if self.path else None
            return [Choice("Enter", "move along the path", refusal), esc]
        if self.desk.cursor == self.origin:
            return [*self.orders(), Choice("p", "lay a path"), *more, esc]
        return self.elsewhere()

    def labels(self) -> Mapping[int, Label]:
        """Movement points left in each hex, those of the poorest unit."""
        if self.desk.overlay != "reach":
            return {}
        return {
            hex_: Label(self.points(rest), "reach" if rest else "reach.last")
            for hex_, rest in self.reach().items()
        }

    def trail(self) -> Iterable[int]:
        """The path in hand."""
        return self.path or ()

    def picked(self) -> Sequence[str]:
        """The selection."""
        return tuple(self.taken)

    # ---- what the player does

    def act(self, action: str) -> bool:
        """Select, move, and the other orders."""
        done = getattr(self, f"do_{action}", None)
        if done is None:
            return False
        done()
        return True

    def digit(self, index: int) -> None:
        """Give an order of the menu, or take a unit of the stack in or out."""
        if self.menu:
            found = self.pages.take(self.menu, index)
            if found is not None:
                self.menu = ()
                self.give(found)
            return
        id_ = self.pages.take(self.stack(), index)
        if id_ is not None:
            self.toggle(id_)

    def toggle(self, id_: str) -> None:
        """Take a unit in or out."""
        if id_ in self.taken:
            self.taken.remove(id_)
            return
        problem = self.problem(id_)
        if problem is not None:
            self.desk.refuse(problem)
        else:
            self.taken.append(id_)

    def do_pick(self) -> None:
        """Select every unit of the stack that can move, or let it go."""
        self.menu = ()
        if self.taken and self.origin == self.desk.cursor:
            self.do_back()
            return
        self.path, self.over = None, -1
        here = self.own_at(self.desk.cursor)
        self.taken = list(self.first_picks(here))
        self.pages.first()
        if self.taken:
            return
        problem = next((p for p in map(self.problem, here) if p is not None), None)
        if problem is not None:
            self.desk.refuse(problem)
        else:
            self.desk.note("no unit of yours stands here; Tab finds one that can act", "dim")

    def first_picks(self, here: Sequence[str]) -> Sequence[str]:
        """Which units of a stack are selected at once."""
        return [i for i in here if self.problem(i) is None]

    def do_accept(self) -> None:
        """Carry out what is in hand."""
        if self.menu:
            return
        if not self.taken:
            self.do_pick()
        elif self.over >= 0 or self.path:
            self.give(self.target())
        elif self.desk.cursor == self.origin:
            self.do_back()
        elif self.foes():
            self.do_overrun()
        else:
            self.do_move()

    def do_back(self) -> None:
        """Let go of the last thing taken in hand."""
        if self.menu:
            self.menu = ()
        elif self.over >= 0:
            self.over = -1
        elif self.path is not None:
            self.path = None
        else:
            self.taken = []

    def do_move(self) -> None:
        """Move by the cheapest way."""
        if self.selected():
            self.give(self.MOVE(self.names(self.taken), self.here()))

    def do_path(self) -> None:
        """Begin to lay a path from the stack."""
        if self.selected():
            self.path = []
            self.desk.cursor = self.origin

    def do_overrun(self) -> None:
        """Show the odds of an overrun; Enter makes it."""
        if not self.selected():
            return
        refusal = self.why_not(self.overrun_of(self.desk.cursor))
        if refusal is not None:
            self.desk.refuse(refusal)
        else:
            self.over = self.desk.cursor

    def foes(self) -> bool:
        """Whether enemy units stand under the cursor: there Enter overruns."""
        counters, side = self.desk.world.counters, self.desk.side
        return any(
            counters[u.id].side != side and self.fights(u)
            for u in self.desk.units_at(self.desk.cursor)
        )

    def selected(self) -> bool:
        """Whether there is something to give an order to; says so where there is not."""
        if not self.taken:
            self.desk.note("select a stack first: Space takes the one under the cursor", "dim")
        return bool(self.taken)

    def open(self, offers: Sequence[Command]) -> None:
        """A menu of those that the engine allows; the reason where none is."""
        good = [c for c in offers if self.why_not(c) is None]
        if good:
            self.menu = tuple(good)
            self.pages.first()
        elif offers:
            refusal = self.why_not(offers[0])
            if refusal is not None:
                self.desk.refuse(refusal)

    def give(self, command: Command) -> None:
        """Give an order; units that can still do something stay selected."""
        ids = list(self.taken)
        if not self.desk.execute(command) or self.desk.task is not self:
            return
        self.path, self.over, self.menu = None, -1, ()
        units = self.desk.state.units
        self.taken = [i for i in ids if units[i].on_map and self.stays(i)]
        if self.taken and isinstance(command, self.MOVE | self.VIA | self.OVERRUN):
            self.desk.cursor = self.origin

    def stays(self, id_: str) -> bool:
        """Whether a unit stays selected after an order."""
        return self.problem(id_) is None

    def moved(self) -> None:
        """The cursor has moved: a path grows, an overrun in preview is let go."""
        if self.over >= 0 and self.desk.cursor != self.over:
            self.over = -1
        if not self.taken:
            self.pages.first()
        if self.path is None:
            return
        here, board = self.desk.cursor, self.desk.world.board
        way = [self.origin, *self.path]
        if here in way:
            self.path = way[1 : way.index(here) + 1]
        elif board.adjacent(way[-1], here):
            self.path.append(here)

    def changed(self) -> None:
        """Let go of units that are gone, and of what they were about to do."""
        units = self.desk.state.units
        self.taken = [i for i in self.taken if units[i].on_map]
        if len({units[i].hex for i in self.taken}) > 1:
            self.taken = []
        self.menu, self.over = (), -1
        if not self.taken:
            self.path = None
