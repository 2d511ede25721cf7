"""The movement segments: select, change mode, buy fuel, move, overrun, and every other order.

Released Reserves and Exploitation units move by the same keys as everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.ocs import fuel, modes, movement, phases, view
from engine.ocs.commands import Fuel, Halt, Mode, Move, MoveVia, Overrun, Release
from engine.ocs.pieces import MOVE, MP, RESERVE
from engine.ocs.reach import reach
from engine.ocs.sequence import MOVEMENT, key
from tui.desk.mover import MoverTask
from tui.desk.task import Choice, Row
from tui.ocs.bills import trucks_choice
from tui.ocs.fuelling import fuel_lines, fuel_offers, fuel_words
from tui.ocs.hauling import supply_offers, supply_words
from tui.ocs.leads import best_lead, next_lead, rated
from tui.ocs.odds import attack_lines
from tui.ocs.units import mode_words, short
from tui.ocs.wording import about, by_kind, words
from tui.panels.lines import Line, line


class MoveTask(MoverTask):
    """Besides what moving has in all series: modes, fuel, Reserves, supply, other orders."""

    MOVE, VIA, OVERRUN = Move, MoveVia, Overrun

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.lead = ""
        """The Action Rating unit of an Overrun, where the player named one."""
        self.sparing = False
        """Organic Trucks keep what they carry in an Overrun (13.2g G)."""

    # ------------------------------------------------------------------ what is in hand

    def problem(self, id_: str) -> Refusal | None:
        """None: a unit that cannot move may still change its mode, build, or buy fuel."""
        return None

    def still(self, id_: str) -> Refusal | None:
        """Why a unit does not move now, fuel and mode aside."""
        world, state = self.desk.world, self.desk.state
        unit = state.units[id_]
        if unit.marker == RESERVE and key(state) != MOVEMENT:
            return modes.release_problem(world, state, unit)
        return movement.may_move(world, state, unit)

    def first_picks(self, here: Sequence[str]) -> Sequence[str]:
        """Those that can move; else those that could in another mode; else everybody."""
        world, state = self.desk.world, self.desk.state
        able = [i for i in here if self.still(i) is None]
        return able or [
            i for i in here if modes.mode_problem(world, state, state.units[i], MOVE) is None
        ] or here

    def stays(self, id_: str) -> bool:
        """What has finished its move is let go."""
        return not self.desk.state.units[id_].finished

    def thirsty(self) -> bool:
        """Whether a selected unit lacks fuel."""
        world, state = self.desk.world, self.desk.state
        return any(fuel.problem(world, state, state.units[i]) is not None for i in self.taken)

    def overrun_of(self, hex_: int) -> Command:
        """With the unit that leads, where the player named one, and who pays."""
        lead = self.name(self.lead) if self.lead in self.taken else ""
        number = self.desk.world.board.id(hex_)
        return Overrun(number, self.names(self.taken), lead, self.sparing and self.over >= 0)

    def fights(self, unit: Any) -> bool:
        """Only combat units are overrun; transport alone is run into."""
        return bool(self.desk.world.counters[unit.id].fighting)

    # ------------------------------------------------------------------ what the screen shows

    def words(self, command: Command) -> str:
        """An order, with what it costs and what it buys."""
        told = _WORDS.get(type(command))
        if told is not None:
            return told(self.desk, command)
        return supply_words(self.desk, command) or words(self.desk, command)

    def row(self, id_: str) -> Row:
        """A unit with what it has left to move, or that it stays where it is."""
        world, state = self.desk.world, self.desk.state
        unit = state.units[id_]
        problem = self.still(id_)
        dry = fuel.problem(world, state, unit) is not None
        note = f"{movement.show(modes.left(world, state, unit))} MP"
        if problem is not None:
            note = "done" if unit.finished else "stays"
        elif dry:
            note = "no fuel"
        counter, text = world.counters[id_], short(world, unit)
        if counter.transport:
            text = world.name(id_)
        elif not (counter.hq or counter.artillery):  # the name is cut, not the figures
            text, note = world.name(id_), f"{view.values(world, unit)} {note}"
        return Row(id_, text, 1 if id_ in self.taken else 0, "", note)

    def idle(self) -> Sequence[Choice]:
        """Select, or what else is to be done in the hex."""
        out = [Choice("Space", "select")] if self.stack() else []
        supply = [Choice("s", "supply")] if self._supply() else []
        return [*out, *supply, Choice("e", "other orders")]

    def orders(self) -> Sequence[Choice]:
        """What the selected stack may do where it stands."""
        state = self.desk.state
        out = []
        if key(state) == MOVEMENT:
            out.append(Choice("t", "mode"))
        elif any(state.units[i].marker == RESERVE for i in self.taken):
            out.append(Choice("a", "release from Reserve"))
        if self.thirsty() or self._hqs():
            out.append(Choice("f", "fuel"))
        if self._supply():
            out.append(Choice("s", "supply"))
        return [*out, Choice("x", "end their move"), Choice("e", "other orders")]

    def elsewhere(self) -> Sequence[Choice]:
        """Overrun or move to the cursor."""
        if self.foes():
            return [Choice("o", "overrun", self.why_not(self.overrun_of(self.desk.cursor)))]
        rest = self.reach().get(self.desk.cursor)
        label = "move" + (f", {movement.show(rest)} MP left" if rest is not None else "")
        return [Choice("m", label, self.why_not(Move(self.names(self.taken), self.here())))]

    def over_choices(self) -> Sequence[Choice]:
        """Who leads, and whether Organic Trucks pay."""
        return [Choice("f", f"lead: {rated(self.desk, self._lead(), self.over)}"),
                *trucks_choice(self.desk, tuple(self.taken), self.sparing)]

    def _lead(self) -> str:
        """The Action Rating unit as it would be."""
        if self.lead in self.taken:
            return self.lead
        return best_lead(self.desk, tuple(self.taken), self.over)

    def lines(self, width: int) -> Sequence[Line]:
        """The odds of an Overrun, the price of a path, what fuel is to be had, why none moves."""
        if self.over >= 0:
            return attack_lines(self.desk, self.over, tuple(self.taken), width, overrun=True,
                                lead=self._lead(), sparing=self.sparing)
        if not self.taken or self.menu:
            return ()
        if self.path:
            return self._path_lines(width)
        if self.desk.cursor == self.origin and self.thirsty():
            return fuel_lines(self.desk, self.taken, width)
        return ()

    def _path_lines(self, width: int) -> Sequence[Line]:
        """What the path in hand leaves to the poorest unit."""
        world, state = self.desk.world, self.desk.state
        who = movement.party(world, state, tuple(self.taken))
        if isinstance(who, Refusal) or not self.path:
            return ()
        rest = movement.bill(world, state, who, tuple(self.path))
        if isinstance(rest, Refusal):
            return ()
        return [line(f"{len(self.path)} hexes, {movement.show(min(rest))} MP left")]

    def reach(self) -> Mapping[int, int]:
        """Eighths of an MP left in each hex that can be reached."""
        if not self.taken:
            return {}
        who = movement.party(self.desk.world, self.desk.state, tuple(self.taken))
        if isinstance(who, Refusal):
            return {}
        return reach(self.desk.world, self.desk.state, who).left

    def points(self, rest: int) -> str:
        """Whole MPs: fractions do not fit the map."""
        return str(rest // MP)

    # ------------------------------------------------------------------ what the player does

    def do_march(self) -> None:
        """Change the mode of the selected units."""
        if self.selected():
            names = self.names(self.taken)
            units = [self.desk.state.units[i] for i in self.taken]
            ways = modes.voluntary(self.desk.world, units)
            self.open([Mode(names, mode, side) for mode, side in ways])

    def do_activate(self) -> None:
        """Release the selected Reserves."""
        if self.selected():
            names = [i for i in self.taken if self.desk.state.units[i].marker == RESERVE]
            self.give(Release(self.names(names or self.taken)))

    def do_flag(self) -> None:
        """Buy fuel for the selected units; in an Overrun the next of them leads."""
        if self.over >= 0:
            self.lead = next_lead(self.taken, self._lead())
        elif self.selected():
            self.open(fuel_offers(self.desk, self.taken))

    def do_step(self) -> None:
        """Load, unload, send by rail, destroy: supply in the hex, or of the selected transport.

        In an Overrun: spare Organic Trucks, or let them pay again.
        """
        if self.over >= 0:
            self.sparing = not self.sparing
            return
        offers = self._supply()
        if offers:
            self.open(offers)
        else:
            self.desk.note("no supply to load, unload, send or destroy here", "dim")

    def do_cancel(self) -> None:
        """The selected units will not move on: they negate ZOCs (4.5b)."""
        if self.selected():
            self.give(Halt(self.names(self.taken)))

    def do_enter(self) -> None:
        """Every other order: building, Extenders, air missions, abilities of the game."""
        names, here = self.names(self.taken), self.desk.cursor
        world, state = self.desk.world, self.desk.state
        if names:
            every = [c for name in names for c in phases.orders(world, state, name)]
        else:
            every = [c for c in phases.orders(world, state, "") if about(self.desk, c, here)]
            every += phases.orders(world, state, world.board.id(here))
        found = by_kind(dict.fromkeys(every))
        if found:
            self.menu = found
            self.pages.first()
        else:
            who = "these units" if names else "units, bases or targets in this hex"
            self.desk.note(f"no other order for {who} now", "dim")

    def _supply(self) -> Sequence[Command]:
        """Orders for supply: of the selected transport, else of the dump under the cursor."""
        return supply_offers(self.desk, self.taken, self.desk.cursor)

    def _hqs(self) -> bool:
        counters = self.desk.world.counters
        return any(counters[i].hq for i in self.taken)

    def changed(self) -> None:
        """A lead that is gone leads no more; trucks are asked anew."""
        super().changed()
        self.sparing = self.sparing and self.over >= 0
        if self.lead not in self.taken:
            self.lead = ""


def _mode_words(desk: Any, command: Any) -> str:
    """The mode, and what the first unit is worth in it."""
    return mode_words(desk, desk.world.unit_id(command.units[0]), command.mode, command.side)


_WORDS: dict[type[Command], Callable[[Any, Any], str]] = {Fuel: fuel_words, Mode: _mode_words}
