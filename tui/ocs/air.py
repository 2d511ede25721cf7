"""Sending aircraft: a mission over the hex under the cursor, aircraft and cargo by number."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.core.board import NOWHERE
from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.ocs import (
    air,
    barrage,
    cargo,
    drops,
    dumps,
    flak,
    flights,
    missions,
    odds,
    preview,
)
from engine.ocs.commands import Fly
from engine.ocs.sequence import key, other
from engine.ocs.sizes import held_by
from tui.desk.picks import PickTask
from tui.desk.task import Choice, Row
from tui.ocs.odds import bombing_lines
from tui.ocs.units import plane_values, short
from tui.panels.lines import Line, line, wrap

BOMBING = ((air.BARRAGE, barrage.UNITS), (air.BARRAGE, barrage.BASE), (air.TRAIN, barrage.TRAIN))
FLYING = tuple((kind, "") for kind in (
    air.HIP, air.SWEEP, air.TRANSPORT, air.DROP, air.TRANSFER))
"""Missions with their targets, those of barrage segments and those of movement segments."""


class AirTask(PickTask):
    """Enter on a hex opens a mission over it; `f` changes its kind."""

    verb = "fly"
    invite, deed = "send aircraft here", "fly"
    nobody = "no aircraft can fly there now"

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.kind, self.goal = self.kinds()[0]
        self.less = 0
        """Tokens less than would fit."""

    def kinds(self) -> Sequence[tuple[str, str]]:
        """Missions of this segment with their targets."""
        return BOMBING if key(self.desk.state) in air.BOMBING_STEPS else FLYING

    def title(self) -> str:
        """The mission in words."""
        return "base barrage" if self.goal == barrage.BASE else self.kind

    # ---- where

    def targets(self) -> Sequence[int]:
        """Where Tab goes: enemy hexes for bombs, enemy bases for Sweeps, own ones to land on."""
        world, state, side = self.desk.world, self.desk.state, self.desk.side
        foe = other(side)
        if self.kind == air.TRAIN:
            return sorted(flights.rail_places(world, state, foe))
        if self.goal == barrage.BASE or self.kind == air.SWEEP:
            return sorted(h for h, b in state.bases.items() if b.owner == foe)
        if self.kind in air.BOMBING:
            return sorted(held_by(world, state, foe))
        if self.kind == air.DROP:
            return sorted(held_by(world, state, side))
        return sorted(h for h, b in state.bases.items() if b.owner == side)

    def can_open(self, hex_: int) -> bool:
        """Any hex: the engine says where it is of no use."""
        return True

    def opened(self) -> None:
        """A fresh mission."""
        self.less = 0

    # ---- who, and what they carry

    def candidates(self) -> Sequence[str]:
        """Own aircraft that can fly there now, then what those taken may carry."""
        return [*self.planes(), *self.riders()]

    def planes(self) -> Sequence[str]:
        """Own aircraft in range that can fly in this segment."""
        world, state = self.desk.world, self.desk.state
        carry = self.kind in air.CARRYING
        return [
            i for i in state.air
            if world.aircraft[i].side == self.desk.side
            and (not carry or self.kind == air.DROP or state.air[i].hex != self.target)
            and flights.plane_problem(world, state, i) is None
            and flights.range_problem(world, state, i, self.kind, self.target) is None
        ]

    def riders(self) -> Sequence[str]:
        """Units in the base of the aircraft taken that may be carried (14.9c)."""
        world, state, source = self.desk.world, self.desk.state, self._source()
        if self.kind not in air.CARRYING or source < 0:
            return ()
        return [
            u.id for u in self.desk.units_at(source, self.desk.side)
            if cargo.rider_problem(world, state, u, source) is None
        ]

    def _flying(self) -> tuple[str, ...]:
        return tuple(i for i in self.taken if i in self.desk.world.aircraft)

    def _carried(self) -> tuple[str, ...]:
        return tuple(i for i in self.taken if i not in self.desk.world.aircraft)

    def _source(self) -> int:
        """The base of the first transport taken, or -1."""
        world, state = self.desk.world, self.desk.state
        return next((state.air[i].hex for i in self._flying() if world.aircraft[i].capacity), -1)

    def room(self) -> int:
        """Tokens that fit beside the units taken, of those that may be loaded there."""
        world, state = self.desk.world, self.desk.state
        carriers = [i for i in self._flying() if world.aircraft[i].capacity]
        if self.kind not in air.CARRYING or not carriers:
            return 0
        most = cargo.capacity(world, state, self._flying())
        if cargo.near(world, state, self._flying(), self.target):
            most *= 2
        rest = most - sum(cargo.weight(world, state.units[i]) for i in self._carried())
        there = cargo.stored(world, state, carriers[0])
        return max(0, min(there, int(Fraction(rest, cargo.TOKEN))))

    def tokens(self) -> int:
        """Tokens that fly."""
        return max(0, self.room() - self.less)

    def why_nobody(self, hex_: int) -> Refusal | None:
        """The weather, where it grounds everything."""
        return flights.weather_problem(self.desk.world, self.desk.state)

    def refusal_of(self, id_: str) -> Refusal | None:
        """The engine's reason against this aircraft alone; cargo is judged with it."""
        if self.kind in air.CARRYING or id_ not in self.desk.world.aircraft:
            return None
        return self.why_not(self._command((id_,)))

    def build(self) -> Command:
        """The command of the picks."""
        return self._command(self._flying())

    def _command(self, ids: tuple[str, ...]) -> Fly:
        goal = self.goal if self.goal == barrage.BASE else ""
        load = str(self.tokens()) if self.tokens() else ""
        return Fly(self.kind, self.desk.world.board.id(self.target), self.names(ids), goal,
                   self.names(self._carried()), load)

    # ---- the screen

    def rows(self) -> Sequence[Row]:
        """Aircraft with their values at the right, and cargo with its weight."""
        return [
            Row(r.id, self.name(r.id), r.taken, r.why_not, self._note(r.id, r.why_not))
            for r in super().rows()
        ]

    def _note(self, id_: str, why_not: str) -> str:
        world, state = self.desk.world, self.desk.state
        if id_ not in world.aircraft:
            return f"{cargo.weight(world, state.units[id_]) / cargo.TOKEN:g}T"
        return why_not.partition(":")[0] if why_not else plane_values(world, state, id_)

    def text(self, id_: str) -> str:
        """Name and values."""
        world = self.desk.world
        return self.name(id_) if id_ in world.aircraft else short(world, self.desk.state.units[id_])

    def picked(self) -> Sequence[str]:
        """Cargo: aircraft stand in no hex of their own."""
        return self._carried()

    def prompt(self) -> str:
        """The command so far, or what to do."""
        if self.open and self.taken and not self._flying():
            return "take an aircraft by number"
        return super().prompt()

    def closed_hint(self) -> str:
        """What to do first."""
        return f"Enter on a hex: {self.title()} there"

    def choices(self) -> Sequence[Choice]:
        """Changing the kind, and the load, besides."""
        out = [*super().choices(), Choice("f", f"mission: {self.title()}")]
        if self.open and self.room():
            out.append(Choice("+ -", "supply aboard"))
        return out

    def lines(self, width: int) -> Sequence[Line]:
        """The preview; before anybody is taken, why those in range may not fly this mission."""
        if not self.open or self.taken:
            return super().lines(width)
        told = dict.fromkeys(row.why_not for row in self.rows() if row.why_not)
        return [part for text in told for part in wrap(text, width, "refusal")]

    def hopeless(self) -> bool:
        """Whether nobody may fly the mission over this hex, whatever else goes with him."""
        rows = self.rows()
        return self.open and bool(rows) and all(row.why_not for row in rows)

    def preview(self, width: int) -> Sequence[Line]:
        """The chances of a barrage from the air, or what is carried; who may intercept."""
        ids = self._flying()
        if not ids:
            return ()
        world, state = self.desk.world, self.desk.state
        out: list[Line] = []
        if self.kind in air.BOMBING and missions.points_of(world, state, ids) < 1:
            return [line("no barrage points", "dim")]
        if self.kind in air.BOMBING:
            goal = self.goal or barrage.UNITS
            found = preview.bombing_of(world, state, self.target, ids, goal)
            out += bombing_lines(self.desk, found, width)
        elif self.kind in air.CARRYING:
            out += self._load_lines(width)
        return [*out, *self._danger_lines(width)]

    def _load_lines(self, width: int) -> list[Line]:
        """What is aboard, what comes of it, and the chance of a drop."""
        world, state, ids = self.desk.world, self.desk.state, self._flying()
        found = cargo.plan(world, state, self._command(ids), ids, self.target)
        if isinstance(found, Refusal):
            return wrap(str(found), width, "refusal")
        load = found.tokens * cargo.TOKEN + sum(
            cargo.weight(world, state.units[i]) for i in found.units)
        most = cargo.capacity(world, state, ids) * (2 if found.doubled else 1)
        out = wrap(f"{load / cargo.TOKEN:g}T of {float(most) / cargo.TOKEN:g}T aboard", width)
        if found.tokens:
            on_map = found.source != NOWHERE
            source = world.board.label(found.source) if on_map else "their base off the map"
            out += wrap(f"{dumps.show(found.tokens)} from {source}", width, "dim")
        if found.doubled:
            out += wrap("doubled: they land within half their range", width, "dim")
        if found.stays:
            names = ", ".join(self.names(found.stays))
            out += wrap(f"too much for the base: {names} must stay there", width, "warn")
        if self.kind == air.DROP:
            least = drops.success_at(world, state, self.desk.side, self.target)
            share = sum((s for n, s in preview.TWO_DICE if n >= least), Fraction(0))
            out += wrap(f"each drop needs {least}: {odds.percent(share)}", width)
        return out

    def _danger_lines(self, width: int) -> list[Line]:
        """Enemy Fighters that could meet the mission."""
        if self.kind == air.TRANSFER:
            return []
        world, state = self.desk.world, self.desk.state
        fighters = flak.patrols(world, state, other(self.desk.side), self.target)
        count = len(fighters)
        text = f"{count} Fighter{'s' * (count != 1)} may intercept" if count else "no interception"
        return wrap(f"{text}; before Air Combat, flak", width, "dim")

    # ---- the keys

    def digit(self, index: int) -> None:
        """Take in or out; cargo without its aircraft is let go."""
        super().digit(index)
        riders = self.riders()
        self.taken = [i for i in self.taken if i in self.desk.world.aircraft or i in riders]

    def act(self, action: str) -> bool:
        """`f` takes the next kind of mission, `+` and `-` change the load."""
        if action == "flag":
            kinds = self.kinds()
            for _ in kinds:  # over a hex those that nobody can fly there are passed over
                self.kind, self.goal = kinds[(kinds.index((self.kind, self.goal)) + 1) % len(kinds)]
                self.changed()
                if not self.hopeless():
                    break
            return True
        if action in ("join", "fewer") and self.open and self.room():
            self.less = max(0, min(self.room(), self.less + (-1 if action == "join" else 1)))
            return True
        if action == "accept" and self.open and self.taken and not self._flying():
            self.desk.note("take an aircraft by its number", "dim")
            return True
        return super().act(action)
