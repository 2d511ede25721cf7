"""The movement segments: select, change mode, buy fuel, move, overrun, and every other order.

Released Reserves and Exploitation units move by the same keys as everything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.ocs import dumps, fuel, modes, movement, phases
from engine.ocs.commands import (
    Fuel,
    Halt,
    Mode,
    Move,
    MoveVia,
    Overrun,
    Release,
)
from engine.ocs.pieces import MP, RESERVE
from engine.ocs.sequence import MOVEMENT, key
from tui.desk.task import Choice, Row, Task
from tui.map.view import Label
from tui.ocs.menu import place_of, words
from tui.ocs.odds import attack_lines
from tui.ocs.units import short
from tui.panels.lines import Line, line, wrap

PAGE = 9
MOST = 200
"""Other orders that are listed; `:` takes any."""


class MoveTask(Task):
    """The selection, a path in hand, an Overrun in preview, or a menu of orders."""

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.taken: list[str] = []
        self.path: list[int] | None = None
        self.over = -1
        """The hex of an Overrun in preview."""
        self.menu: tuple[Command, ...] = ()
        self.page = 0

    # ------------------------------------------------------------------ what is in hand

    @property
    def origin(self) -> int:
        """Where the selected units stand, or -1."""
        return self.desk.state.units[self.taken[0]].hex if self.taken else -1

    def stack(self) -> Sequence[str]:
        """The units that have numbers: the selected stack, or the one under the cursor."""
        hex_ = self.origin if self.taken else self.desk.cursor
        return [u.id for u in self.desk.units_at(hex_, self.desk.side)]

    def problem(self, id_: str) -> Refusal | None:
        """Why a unit can do nothing here: it can neither move nor be released nor buy fuel."""
        world, state = self.desk.world, self.desk.state
        unit = state.units[id_]
        if unit.marker == RESERVE and key(state) != MOVEMENT:
            return modes.release_problem(world, state, unit)
        return movement.may_move(world, state, unit)

    def thirsty(self) -> bool:
        """Whether a selected unit lacks fuel."""
        world, state = self.desk.world, self.desk.state
        return any(fuel.problem(world, state, state.units[i]) is not None for i in self.taken)

    def target(self) -> Command:
        """The command of the selection and the cursor."""
        board = self.desk.world.board
        names, here = self.names(self.taken), board.id(self.desk.cursor)
        if self.over >= 0:
            return Overrun(board.id(self.over), names)
        if self.path is not None:
            return MoveVia(names, tuple(board.id(h) for h in self.path) or (here,))
        return Move(names, here)

    # ------------------------------------------------------------------ what the screen shows

    def prompt(self) -> str:
        """The command so far."""
        if self.menu:
            return "which order? its number gives it"
        if not self.taken:
            return super().prompt()
        if self.origin == self.desk.cursor and self.path is None and self.over < 0:
            return f"move {', '.join(self.names(self.taken))} to ..."
        return self.desk.game.render(self.target())

    def rows(self) -> Sequence[Row]:
        """Units with numbers and what they have left; or the orders of the menu."""
        if self.menu:
            shown = self.menu[self.page * PAGE : (self.page + 1) * PAGE]
            return tuple(Row(str(i), self.words(c)) for i, c in enumerate(shown))
        return tuple(self._row(i) for i in self.stack())

    def words(self, command: Command) -> str:
        """An order, with what it costs."""
        if isinstance(command, Fuel):
            return self._fuel_words(command)
        if isinstance(command, Mode):
            showing = f", {command.side.capitalize()} side up" if command.side else ""
            return f"{command.mode.capitalize()} Mode{showing}"
        return words(self.desk, command)

    def _fuel_words(self, command: Fuel) -> str:
        """Who is fuelled, and the price."""
        price = fuel.COST[command.method]
        if command.method == fuel.SINGLE:
            return f"{', '.join(command.units)}: {dumps.show(price * len(command.units))}"
        unit = self.desk.state.units[self.desk.world.unit_id(command.units[0])]
        name = self.desk.world.hooks.formation(self.desk.world, self.desk.state, unit)
        who = f"formation {name}" if command.method == fuel.FORMATION else command.units[0]
        return f"{who}: {dumps.show(price)}"

    def _row(self, id_: str) -> Row:
        world, state = self.desk.world, self.desk.state
        unit = state.units[id_]
        problem = self.problem(id_)
        dry = fuel.problem(world, state, unit) is not None
        note = "" if problem else f"{movement.show(modes.left(world, state, unit))} MP"
        return Row(id_, short(world, unit), 1 if id_ in self.taken else 0,
                   str(problem) if problem else "", note + (" no fuel" if dry and note else ""))

    def choices(self) -> Sequence[Choice]:
        """What the selected units may do at the cursor."""
        if self.menu:
            more = [Choice("0", "more")] if len(self.menu) > PAGE else []
            return [Choice("1-9", "choose"), *more, Choice("Esc", "let go")]
        if not self.taken:
            return self._idle()
        if self.over >= 0:
            return [Choice("Enter", "overrun", self.why_not(self.target())),
                    Choice("Esc", "let go")]
        if self.path is not None:
            refusal = self.why_not(self.target()) if self.path else None
            return [Choice("Enter", "move along the path", refusal), Choice("Esc", "let go")]
        if self.desk.cursor == self.origin:
            return [*self._orders(), Choice("p", "lay a path"), Choice("Esc", "let go")]
        return self._at_cursor()

    def _idle(self) -> Sequence[Choice]:
        if not self.stack():
            return [Choice("e", "other orders")]
        problems = [self.problem(i) for i in self.stack()]
        refusal = None if None in problems else problems[0]
        return [Choice("Space", "select", refusal), Choice("e", "other orders")]

    def _orders(self) -> Sequence[Choice]:
        state = self.desk.state
        out = []
        if key(state) == MOVEMENT:
            out.append(Choice("t", "change mode"))
        elif any(state.units[i].marker == RESERVE for i in self.taken):
            out.append(Choice("a", "release from Reserve"))
        if self.thirsty():
            out.append(Choice("f", "buy fuel"))
        return [*out, Choice("x", "end their move"), Choice("e", "other orders")]

    def _at_cursor(self) -> Sequence[Choice]:
        names, here = self.names(self.taken), self.desk.world.board.id(self.desk.cursor)
        if self._foes():
            return [Choice("o", "overrun", self.why_not(Overrun(here, names)))]
        rest = self._reach().get(self.desk.cursor)
        label = "move" + (f", {movement.show(rest)} MP left" if rest is not None else "")
        return [Choice("m", label, self.why_not(Move(names, here)))]

    def lines(self, width: int) -> Sequence[Line]:
        """The odds of an Overrun in preview, or what fuel is to be had."""
        if self.over >= 0:
            return attack_lines(self.desk, self.over, tuple(self.taken), width, overrun=True)
        if self.taken and not self.menu and self.thirsty():
            return self._fuel_lines(width)
        return ()

    def _fuel_lines(self, width: int) -> list[Line]:
        """What each way of fuelling costs, and why one is not open."""
        name = self.names(self.taken[:1])
        out: list[Line] = [line("no fuel: f buys it", "warn")]
        for method in fuel.COST:
            refusal = self.why_not(Fuel(name, method))
            if refusal is None:
                out.append(line(f"{method}: {dumps.show(fuel.COST[method])}"))
            else:
                out += wrap(f"{method}: {refusal}", width, "dim")
        return out

    def _reach(self) -> Mapping[int, int]:
        if not self.taken:
            return {}
        who = movement.party(self.desk.world, self.desk.state, tuple(self.taken))
        if not isinstance(who, movement.Party):
            return {}
        return movement.reach(self.desk.world, self.desk.state, who).left

    def labels(self) -> Mapping[int, Label]:
        """Movement points left in each hex, those of the poorest unit."""
        if self.desk.overlay != "reach":
            return {}
        return {
            hex_: Label(str(rest // MP), "reach" if rest else "reach.last")
            for hex_, rest in self._reach().items()
        }

    def trail(self) -> Iterable[int]:
        """The path in hand."""
        return self.path or ()

    def picked(self) -> Sequence[str]:
        """The selection."""
        return tuple(self.taken)

    # ------------------------------------------------------------------ what the player does

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
            self._choose(index)
            return
        ids = self.stack()
        if index >= len(ids):
            return
        id_ = ids[index]
        problem = self.problem(id_)
        if id_ in self.taken:
            self.taken.remove(id_)
        elif problem is not None:
            self.desk.refuse(problem)
        else:
            self.taken.append(id_)

    def _choose(self, index: int) -> None:
        if index == PAGE:
            self.page = (self.page + 1) % ((len(self.menu) - 1) // PAGE + 1)
            return
        at = self.page * PAGE + index
        if at < len(self.menu):
            command, self.menu = self.menu[at], ()
            self._give(command)

    def do_pick(self) -> None:
        """Select every unit of the stack that can do something, or let it go."""
        self.menu = ()
        if self.taken and self.origin == self.desk.cursor:
            self.do_back()
            return
        self.path, self.over = None, -1
        self.taken = [i for i in self.stack_here() if self.problem(i) is None]
        if not self.taken:
            problems = [self.problem(i) for i in self.stack_here()]
            if problems and problems[0] is not None:
                self.desk.refuse(problems[0])
            else:
                self.desk.note("no unit of yours stands here; Tab finds one that can act", "dim")

    def stack_here(self) -> Sequence[str]:
        """Own units under the cursor."""
        return [u.id for u in self.desk.units_at(self.desk.cursor, self.desk.side)]

    def do_accept(self) -> None:
        """Carry out what is in hand."""
        if self.menu:
            return
        if not self.taken:
            self.do_pick()
        elif self.over >= 0 or self.path:
            self._give(self.target())
        elif self.desk.cursor == self.origin:
            self.do_back()
        elif self._foes():
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
        if self._selected():
            self._give(Move(self.names(self.taken), self.desk.world.board.id(self.desk.cursor)))

    def do_path(self) -> None:
        """Begin to lay a path from the stack."""
        if self._selected():
            self.path = []
            self.desk.cursor = self.origin

    def do_overrun(self) -> None:
        """Show the odds of an Overrun; Enter makes it."""
        if not self._selected():
            return
        here = self.desk.world.board.id(self.desk.cursor)
        refusal = self.why_not(Overrun(here, self.names(self.taken)))
        if refusal is not None:
            self.desk.refuse(refusal)
        else:
            self.over = self.desk.cursor

    def do_march(self) -> None:
        """Change the mode of the selected units."""
        if self._selected():
            names = self.names(self.taken)
            units = [self.desk.state.units[i] for i in self.taken]
            ways = modes.voluntary(self.desk.world, units)
            self._open([Mode(names, mode, side) for mode, side in ways])

    def do_activate(self) -> None:
        """Release the selected Reserves."""
        if self._selected():
            self._give(Release(self.names(self.taken)))

    def do_flag(self) -> None:
        """Buy fuel for the selected units."""
        if not self._selected():
            return
        names = self.names(self.taken)
        world, state = self.desk.world, self.desk.state
        offers: list[Command] = [Fuel(names, fuel.SINGLE)]
        formations: set[str] = set()
        for id_, name in zip(self.taken, names, strict=True):
            of = world.hooks.formation(world, state, state.units[id_])
            if of not in formations:
                formations.add(of)
                offers.append(Fuel((name,), fuel.FORMATION))
            offers += [Fuel((name,), fuel.HQ), Fuel((name,), fuel.SINGLE)]
        self._open(list(dict.fromkeys(offers)))

    def do_cancel(self) -> None:
        """The selected units will not move on: they negate ZOCs (4.5b)."""
        if self._selected():
            self._give(Halt(self.names(self.taken)))

    def do_enter(self) -> None:
        """Every other order: transport, rail, building, air missions, abilities of the game."""
        names, here = self.names(self.taken), self.desk.cursor
        world, state = self.desk.world, self.desk.state
        if names:
            every = (c for name in names for c in phases.orders(world, state, name))
        else:
            every = (c for c in phases.orders(world, state, "") if self._about(c, here))
        found = tuple(dict.fromkeys(islice(every, MOST)))
        if found:
            self.menu, self.page = found, 0
        else:
            who = "these units" if names else "units, bases or targets in this hex"
            self.desk.note(f"no other order for {who} now; : takes any command", "dim")

    def _about(self, command: Command, hex_: int) -> bool:
        """Whether an order is about a hex, or about none: then it is always listed."""
        places = place_of(self.desk, command)
        return not places or hex_ in places

    def _open(self, offers: Sequence[Command]) -> None:
        """A menu of those that the engine allows; the reason where none is."""
        good = [c for c in offers if self.why_not(c) is None]
        if good:
            self.menu, self.page = tuple(good), 0
        elif offers:
            refusal = self.why_not(offers[0])
            if refusal is not None:
                self.desk.refuse(refusal)

    def _foes(self) -> bool:
        """Whether enemy units stand under the cursor: there Enter overruns."""
        counters, side = self.desk.world.counters, self.desk.side
        return any(
            counters[u.id].side != side and counters[u.id].fighting
            for u in self.desk.units_at(self.desk.cursor)
        )

    def _selected(self) -> bool:
        if not self.taken:
            self.desk.note("select a stack first: Space takes the one under the cursor", "dim")
        return bool(self.taken)

    def _give(self, command: Command) -> None:
        """Give an order; the selection stays while its units can go on."""
        if self.desk.execute(command):
            self.path, self.over, self.menu = None, -1, ()

    def moved(self) -> None:
        """The cursor extends a path in hand."""
        if self.path is None:
            return
        here = self.desk.cursor
        if here in self.path:
            self.path = self.path[: self.path.index(here) + 1]
        elif here == self.origin:
            self.path = []
        else:
            last = self.path[-1] if self.path else self.origin
            if self.desk.world.board.adjacent(last, here):
                self.path.append(here)

    def changed(self) -> None:
        """Let go of units that are gone, and of what they were about to do."""
        state = self.desk.state
        self.taken = [i for i in self.taken if state.units[i].on_map]
        if self.taken:
            self.taken = [i for i in self.taken if state.units[i].hex == self.origin]
        self.menu, self.over = (), -1
