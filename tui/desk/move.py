"""Moving: select units, then a hex. Overruns, infiltration, entries and activations too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.core.commands import Command
from engine.efs import headquarters, movement, reinforcements
from engine.efs.allowance import left, may_move
from engine.efs.commands import (
    Activate,
    Enter,
    Infiltrate,
    March,
    Move,
    MoveVia,
    OneHex,
    Overrun,
    Place,
)
from engine.efs.terrain import show
from tui.desk.task import Choice, Row, Task
from tui.desk.units import short
from tui.map.view import Label
from tui.panels.lines import Line, line
from tui.panels.odds import overrun_lines


class MoveTask(Task):
    """The selection, a path in hand, an overrun in preview, or reinforcements to bring on."""

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.taken: list[str] = []
        self.path: list[int] | None = None
        self.over = -1
        """The hex of an overrun in preview."""
        self.entering = False
        self.menu: tuple[Command, ...] = ()
        """Activations to choose from."""

    # ------------------------------------------------------------------ what is in hand

    @property
    def origin(self) -> int:
        """Where the selected units stand, or -1."""
        if not self.taken or self.entering:
            return -1
        return self.desk.state.units[self.taken[0]].hex

    def stack(self) -> Sequence[str]:
        """The units that have numbers: the selected stack, or the one under the cursor."""
        hex_ = self.origin if self.taken else self.desk.cursor
        return [u.id for u in self.desk.units_at(hex_, self.desk.side)]

    def waiting(self) -> Sequence[str]:
        """Reinforcements that may come on now."""
        return [u.id for u in reinforcements.waiting(self.desk.world, self.desk.state)]

    def doors(self) -> Mapping[int, Label]:
        """Hexes where they come on."""
        world, state = self.desk.world, self.desk.state
        groups = (reinforcements.available(world, state, state.units[i]) for i in self.waiting())
        hexes = {number for group in groups if group is not None for number in group.hexes}
        return {world.board.at(number): Label("in", "reach") for number in hexes}

    def target(self) -> Command:
        """The command of the selection and the cursor."""
        desk = self.desk
        names, here = self.names(self.taken), desk.world.board.id(desk.cursor)
        if self.over >= 0:
            return Overrun(desk.world.board.id(self.over), names)
        if self.path is not None:
            return MoveVia(names, tuple(desk.world.board.id(h) for h in self.path) or (here,))
        if self.entering:
            return self._entry(names, here)
        return Move(names, here)

    def _entry(self, names: tuple[str, ...], here: str) -> Command:
        place = Place(names, here)
        return place if self.why_not(place) is None else Enter(names, here)

    # ------------------------------------------------------------------ what the screen shows

    def prompt(self) -> str:
        """The command so far."""
        if self.menu:
            return "activate: which headquarters?"
        if not self.taken:
            return "take reinforcements by number" if self.entering else super().prompt()
        if self.origin == self.desk.cursor and self.path is None and self.over < 0:
            return f"move {', '.join(self.names(self.taken))} to ..."
        if self.path is None and not self.entering and self._foes():
            return self.desk.game.render(Overrun(self._here(), self.names(self.taken)))
        return self.desk.game.render(self.target())

    def rows(self) -> Sequence[Row]:
        """Units with numbers, with what they have left to move."""
        if self.menu:
            return tuple(
                Row(str(i), self.desk.game.render(c)) for i, c in enumerate(self.menu)
            )
        ids = self.waiting() if self.entering else self.stack()
        return tuple(self._row(i) for i in ids)

    def _row(self, id_: str) -> Row:
        world, state = self.desk.world, self.desk.state
        unit = state.units[id_]
        taken = 1 if id_ in self.taken else 0
        if self.entering:
            return Row(id_, short(world, unit), taken)
        problem = may_move(world, state, unit)
        note = f"{show(left(world, state, unit))} MP" if problem is None else ""
        return Row(id_, short(world, unit), taken, str(problem) if problem else "", note)

    def choices(self) -> Sequence[Choice]:
        """What the selected units may do at the cursor."""
        desk = self.desk
        if self.menu:
            return [Choice("1-9", "choose"), Choice("Esc", "let go")]
        if self.entering:
            refusal = self.why_not(self.target()) if self.taken else None
            return [Choice("Enter", "bring on here", refusal), Choice("Esc", "let go")]
        if not self.taken:
            return self._idle()
        if self.over >= 0:
            return [Choice("Enter", "overrun", self.why_not(self.target())),
                    Choice("Esc", "let go")]  # fmt: skip
        if self.path is not None:
            refusal = self.why_not(self.target()) if self.path else None
            return [Choice("Enter", "move along the path", refusal), Choice("Esc", "let go")]
        if desk.cursor == self.origin:
            return [Choice("p", "lay a path"), *self._activation(), Choice("Esc", "let go")]
        return self._at_cursor()

    def _idle(self) -> Sequence[Choice]:
        out = []
        if self.stack():
            world, state = self.desk.world, self.desk.state
            problems = [may_move(world, state, state.units[i]) for i in self.stack()]
            out.append(Choice("Space", "select", None if None in problems else problems[0]))
            out += self._activation()
        if self.waiting():
            out.append(Choice("e", "bring on reinforcements"))
        return out

    def _at_cursor(self) -> Sequence[Choice]:
        desk = self.desk
        names, here = self.names(self.taken), desk.world.board.id(desk.cursor)
        out = []
        foes = self._foes()
        if foes:
            out.append(Choice("o", "overrun", self.why_not(Overrun(here, names))))
        else:
            refusal = self.why_not(Move(names, here))
            rest = self._reach().get(desk.cursor)
            label = "move" + (f", {show(rest)} MP left" if rest is not None else "")
            out.append(Choice("m", label, refusal))
        for key, label, command in (
            ("i", "infiltrate", Infiltrate(names, here)),
            ("s", "one-hex move, whole MA", OneHex(names, here)),
            ("t", "strategic move", March(names, here)),
        ):
            refusal = self.why_not(command)
            near = desk.world.board.adjacent(self.origin, desk.cursor)
            if refusal is None or (near and key != "t" and not foes):
                out.append(Choice(key, label, refusal))
        return out

    def _activation(self) -> Sequence[Choice]:
        return [Choice("a", "let an HQ activate it")] if self._activations() else []

    def _activations(self) -> tuple[Command, ...]:
        world, state = self.desk.world, self.desk.state
        return tuple(
            command
            for name in self.names(self.taken or self.stack())
            for command in headquarters.offer_activations(world, state, name)
        )

    def lines(self, width: int) -> Sequence[Line]:
        """The odds of an overrun in preview, or of one that could be made here."""
        if self.over >= 0:
            return overrun_lines(self.desk, self.over, tuple(self.taken), width)
        if self.entering and not self.waiting():
            return [line("no reinforcements may enter now", "dim")]
        return ()

    def _reach(self) -> Mapping[int, int]:
        if not self.taken or self.entering:
            return {}
        who = movement.party(self.desk.world, self.desk.state, tuple(self.taken))
        if not isinstance(who, movement.Party):
            return {}
        return movement.reach(self.desk.world, self.desk.state, who).left

    def labels(self) -> Mapping[int, Label]:
        """Movement points left in each hex, and where reinforcements enter."""
        if self.entering:
            return self.doors()
        if self.desk.overlay != "reach":
            return {}
        return {
            hex_: Label(points(rest, self.desk.half), "reach" if rest else "reach.last")
            for hex_, rest in self._reach().items()
        }

    def trail(self) -> Iterable[int]:
        """The path in hand, or the cheapest way to the cursor."""
        return self.path or ()

    def picked(self) -> Sequence[str]:
        """The selection."""
        return tuple(self.taken)

    # ------------------------------------------------------------------ what the player does

    def act(self, action: str) -> bool:
        """Select, move, and the special moves."""
        done = getattr(self, f"do_{action}", None)
        if done is None:
            return False
        done()
        return True

    def digit(self, index: int) -> None:
        """Take a unit of the stack in or out, or choose from a list."""
        if self.menu:
            if index < len(self.menu):
                command, self.menu = self.menu[index], ()
                self.desk.execute(command)
            return
        ids = self.waiting() if self.entering else self.stack()
        if index >= len(ids):
            return
        id_ = ids[index]
        if id_ in self.taken:
            self.taken.remove(id_)
            return
        problem = None if self.entering else may_move(
            self.desk.world, self.desk.state, self.desk.state.units[id_]
        )
        if problem is not None:
            self.desk.refuse(problem)
        else:
            self.taken.append(id_)

    def do_pick(self) -> None:
        """Select every unit of the stack that can move, or let it go."""
        self.menu = ()
        if self.entering:
            self.taken = [] if self.taken else list(self.waiting())
            return
        if self.taken and self.origin == self.desk.cursor:
            self.do_back()
            return
        self.path, self.over = None, -1
        self.taken = []
        world, state = self.desk.world, self.desk.state
        problems = []
        for id_ in self.stack():
            problem = may_move(world, state, state.units[id_])
            if problem is None:
                self.taken.append(id_)
            else:
                problems.append(problem)
        if not self.taken and problems:
            self.desk.refuse(problems[0])
        elif not self.taken:
            self.desk.note("no unit of yours stands here; Tab finds one that can act", "dim")

    def do_accept(self) -> None:
        """Carry out what is in hand."""
        if self.menu:
            return
        if not self.taken and not self.entering:
            self.do_pick()
            return
        if not self._selected():
            return
        if self.over >= 0 or self.entering or self.path:
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
            self.taken, self.entering = [], False

    def do_move(self) -> None:
        """Move by the cheapest way."""
        if self._selected():
            self._give(Move(self.names(self.taken), self._here()))

    def do_path(self) -> None:
        """Begin to lay a path from the stack."""
        if self._selected() and not self.entering:
            self.path = []
            self.desk.cursor = self.origin

    def do_overrun(self) -> None:
        """Show the odds of an overrun; Enter makes it."""
        if not self._selected():
            return
        refusal = self.why_not(Overrun(self._here(), self.names(self.taken)))
        if refusal is not None:
            self.desk.refuse(refusal)
        else:
            self.over = self.desk.cursor

    def do_infiltrate(self) -> None:
        """Infiltrate to the cursor."""
        if self._selected():
            self._give(Infiltrate(self.names(self.taken), self._here()))

    def do_step(self) -> None:
        """One-hex movement to the cursor."""
        if self._selected():
            self._give(OneHex(self.names(self.taken), self._here()))

    def do_march(self) -> None:
        """Strategic movement to the cursor."""
        if self._selected():
            self._give(March(self.names(self.taken), self._here()))

    def _foes(self) -> bool:
        """Whether enemy units stand under the cursor: there Enter overruns."""
        counters, side = self.desk.world.counters, self.desk.side
        return any(counters[u.id].side != side for u in self.desk.units_at(self.desk.cursor))

    def _selected(self) -> bool:
        """Whether there is something to give an order to; says so where there is not."""
        if not self.taken and self.entering:
            self.desk.note("take reinforcements by number first, or Esc lets go", "dim")
        elif not self.taken:
            self.desk.note("select a stack first: Space takes the one under the cursor", "dim")
        return bool(self.taken)

    def do_enter(self) -> None:
        """Bring on reinforcements: the cursor goes to where they may enter."""
        waiting = self.waiting()
        if not waiting:
            self.desk.note("no reinforcements may enter now", "dim")
            return
        self.entering, self.taken, self.path, self.over = True, list(waiting[:1]), None, -1
        hexes = sorted(self.doors())
        if hexes and self.desk.cursor not in hexes:
            self.desk.cursor = hexes[0]

    def do_activate(self) -> None:
        """Let an HQ activate a unit of the selection or of the stack here."""
        found = self._activations()
        if len(found) == 1:
            self.desk.execute(found[0])
        elif found:
            self.menu = found[:9]
        else:
            self._why_no_activation()

    def _why_no_activation(self) -> None:
        world = self.desk.world
        hqs = [c.name for c in world.counters.values() if c.hq and c.side == self.desk.side]
        names = self.names(self.taken or self.stack())
        for name in names:
            for hq in hqs:
                refusal = self.why_not(Activate(name, hq))
                if refusal is not None:
                    self.desk.refuse(refusal)
                    return
        if not names:
            self.desk.note("an HQ activates a unit: put the cursor on one of yours", "dim")

    def changed(self) -> None:
        """Units that have left the map or come on are let go."""
        units = self.desk.state.units
        if self.entering:
            left = set(self.waiting())
            self.taken = [i for i in self.taken if i in left]
        else:
            self.taken = [i for i in self.taken if units[i].on_map]
        stands = {units[i].hex for i in self.taken}
        if len(stands) > 1:
            self.taken = []
        self.menu, self.over = (), -1
        if not self.taken:
            self.path = None

    def moved(self) -> None:
        """The cursor has moved: a path grows, an overrun in preview is let go."""
        if self.over >= 0 and self.desk.cursor != self.over:
            self.over = -1
        if self.path is None:
            return
        here, board = self.desk.cursor, self.desk.world.board
        way = [self.origin, *self.path]
        if here in way:
            self.path = way[1 : way.index(here) + 1]
        elif board.adjacent(way[-1], here):
            self.path.append(here)

    def _here(self) -> str:
        return self.desk.world.board.id(self.desk.cursor)

    def _give(self, command: Command) -> None:
        """Give a command; units that can still move stay selected."""
        ids = list(self.taken)
        if not self.desk.execute(command) or self.desk.task is not self:
            return
        world, state = self.desk.world, self.desk.state
        self.path, self.over, self.entering = None, -1, False
        self.taken = [
            i for i in ids
            if state.units[i].on_map and may_move(world, state, state.units[i]) is None
        ]
        if self.taken:
            self.desk.cursor = self.origin


def points(half: int, sign: str) -> str:
    """Half points in at most three characters: 5 is 2 and a sign for the half."""
    whole, rest = divmod(half, 2)
    if not rest:
        return str(whole)
    return sign if not whole and sign == "½" else f"{whole}{sign}"
