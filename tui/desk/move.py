"""Moving: select units, then a hex. Overruns, infiltration, entries and activations too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.commands import Command
from engine.core.errors import Refusal
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
from tui.desk.mover import MoverTask
from tui.desk.task import Choice, Row
from tui.desk.units import short
from tui.map.view import Label
from tui.panels.lines import Line, line
from tui.panels.odds import overrun_lines


class MoveTask(MoverTask):
    """Besides what moving has in all series: infiltration, entries and activations."""

    MOVE, VIA, OVERRUN = Move, MoveVia, Overrun

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.entering = False

    # ------------------------------------------------------------------ what is in hand

    def problem(self, id_: str) -> Refusal | None:
        """Why a unit cannot move; a reinforcement may always be taken."""
        if self.entering:
            return None
        return may_move(self.desk.world, self.desk.state, self.desk.state.units[id_])

    @property
    def origin(self) -> int:
        """Where the selected units stand, or -1."""
        return -1 if self.entering else super().origin

    def stack(self) -> Sequence[str]:
        """The units that have numbers: reinforcements, the selected stack, or that of the hex."""
        return self.waiting() if self.entering else super().stack()

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
        if self.over < 0 and self.path is None and self.entering:
            names = self.names(self.taken)
            place = Place(names, self.here())
            return place if self.why_not(place) is None else Enter(names, self.here())
        return super().target()

    # ------------------------------------------------------------------ what the screen shows

    def prompt(self) -> str:
        """The command so far."""
        if self.menu:
            return "activate: which headquarters?"
        if self.entering:
            if not self.taken:
                return "take reinforcements by number"
            return self.desk.game.render(self.target())
        return super().prompt()

    def row(self, id_: str) -> Row:
        """A unit with what it has left to move, or why it does not."""
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
        if self.entering and not self.menu:
            refusal = self.why_not(self.target()) if self.taken else None
            more = self.pages.choice(self.stack())
            return [Choice("Enter", "bring on here", refusal), *more, Choice("Esc", "let go")]
        return super().choices()

    def idle(self) -> Sequence[Choice]:
        """Select, activate, bring on."""
        out = []
        if self.stack():
            problems = [self.problem(i) for i in self.stack()]
            out.append(Choice("Space", "select", None if None in problems else problems[0]))
            out += self.orders()
        if self.waiting():
            out.append(Choice("e", "bring on reinforcements"))
        return out

    def orders(self) -> Sequence[Choice]:
        """Activation by a headquarters."""
        return [Choice("a", "let an HQ activate it")] if self._activations() else []

    def elsewhere(self) -> Sequence[Choice]:
        """Every way of moving that leads to the cursor."""
        desk = self.desk
        names, here = self.names(self.taken), self.here()
        out = []
        foes = self.foes()
        if foes:
            out.append(Choice("o", "overrun", self.why_not(Overrun(here, names))))
        else:
            refusal = self.why_not(Move(names, here))
            rest = self.reach().get(desk.cursor)
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

    def reach(self) -> Mapping[int, int]:
        """Half movement points left in each hex that can be reached."""
        if not self.taken or self.entering:
            return {}
        who = movement.party(self.desk.world, self.desk.state, tuple(self.taken))
        if not isinstance(who, movement.Party):
            return {}
        return movement.reach(self.desk.world, self.desk.state, who).left

    def points(self, rest: int) -> str:
        """Half points with a sign for the half."""
        return points(rest, self.desk.half)

    def labels(self) -> Mapping[int, Label]:
        """Movement points left in each hex, or where reinforcements enter."""
        return self.doors() if self.entering else super().labels()

    # ------------------------------------------------------------------ what the player does

    def do_pick(self) -> None:
        """Select every unit of the stack that can move, or let it go."""
        if self.entering:
            self.menu = ()
            self.taken = [] if self.taken else list(self.waiting())
            return
        super().do_pick()

    def do_accept(self) -> None:
        """Carry out what is in hand."""
        if self.entering and not self.menu:
            if self.selected():
                self.give(self.target())
            return
        super().do_accept()

    def do_back(self) -> None:
        """Let go of the last thing taken in hand."""
        held = bool(self.menu) or self.over >= 0 or self.path is not None
        super().do_back()
        if not held:
            self.entering = False

    def do_path(self) -> None:
        """Begin to lay a path from the stack."""
        if not self.entering:
            super().do_path()

    def do_infiltrate(self) -> None:
        """Infiltrate to the cursor."""
        if self.selected():
            self.give(Infiltrate(self.names(self.taken), self.here()))

    def do_step(self) -> None:
        """One-hex movement to the cursor."""
        if self.selected():
            self.give(OneHex(self.names(self.taken), self.here()))

    def do_march(self) -> None:
        """Strategic movement to the cursor."""
        if self.selected():
            self.give(March(self.names(self.taken), self.here()))

    def selected(self) -> bool:
        """Whether there is something to give an order to; says so where there is not."""
        if not self.taken and self.entering:
            self.desk.note("take reinforcements by number first, or Esc lets go", "dim")
            return False
        return super().selected()

    def do_enter(self) -> None:
        """Bring on reinforcements: the cursor goes to where they may enter."""
        waiting = self.waiting()
        if not waiting:
            self.desk.note("no reinforcements may enter now", "dim")
            return
        self.entering, self.taken, self.path, self.over = True, list(waiting[:1]), None, -1
        self.pages.first()
        hexes = sorted(self.doors())
        if hexes and self.desk.cursor not in hexes:
            self.desk.cursor = hexes[0]

    def do_activate(self) -> None:
        """Let an HQ activate a unit of the selection or of the stack here."""
        found = self._activations()
        if len(found) == 1:
            self.desk.execute(found[0])
        elif found:
            self.open(found)
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

    def give(self, command: Command) -> None:
        """Give an order; after an entry the task goes on with what came on."""
        if self.entering and self.desk.execute(command):
            self.entering = False
            self.taken = [i for i in self.taken if self.desk.state.units[i].on_map
                          and self.problem(i) is None]
            if self.taken:
                self.desk.cursor = self.origin
        elif not self.entering:
            super().give(command)

    def changed(self) -> None:
        """Units that have left the map or come on are let go."""
        if self.entering:
            left_ = set(self.waiting())
            self.taken = [i for i in self.taken if i in left_]
            self.menu, self.over = (), -1
            return
        super().changed()


def points(half: int, sign: str) -> str:
    """Half points in at most three characters: 5 is 2 and a sign for the half."""
    whole, rest = divmod(half, 2)
    if not rest:
        return str(whole)
    return sign if not whole and sign == "½" else f"{whole}{sign}"
