"""The pieces of a scenario: set-up, transport, arrivals, dead pile, supply, bases, hedgehogs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from attrs import evolve

from engine.catalog.fields import Table, like
from engine.catalog.ocs_area import numbers, part
from engine.catalog.ocs_pieces import TRANSPORT_FACES, Register
from engine.core.board import NOWHERE, Board
from engine.ocs.extender_points import KINDS, POINTS
from engine.ocs.modes import turned
from engine.ocs.pieces import (
    ARRIVING,
    COMBAT,
    DEAD,
    DG,
    MAP,
    MOVE,
    ORGANIC,
    POOL,
    RESERVE,
    SIDES,
    SOVIET,
    SP,
    STRAT,
    TRUCKS,
    WAGONS,
    AirUnit,
    Base,
    Counter,
    Dump,
    Hog,
    Unit,
)
from engine.ocs.world import Arrival
from engine.third_winter.names import FRONTS, RVGK

PLACES = FRONTS + RVGK
"""Places by which reinforcements arrive, beside HQs (TTW 3.1b)."""
MODES = (COMBAT, MOVE, RESERVE, STRAT, DG)
"""Modes in which a unit may begin (OCS 5.0)."""


class SetUp:
    """Reads the pieces of one scenario file against its board and counters.

    Faults go to the list of the root table; what is faulty is left out or has its default.
    """

    def __init__(self, root: Table, board: Board, register: Register) -> None:
        self.root = root
        self.register = register
        self.sources: dict[str, str] = {}
        self.board = self._area(board)
        self.units: dict[str, Unit] = {}
        self.air: dict[str, AirUnit] = {}
        self.within: dict[str, int] = {}
        self.counters: dict[str, Counter] = {}
        self.made: dict[tuple[str, str], int] = {}
        """Transport Points made so far, by side and kind."""

    def hexes(self, table: Table, key: str, board: Board | None = None) -> tuple[str, ...]:
        """Hex numbers of a list; numbers that are not on the board are faults."""
        board = board or self.board
        found: list[str] = []
        for n, text in enumerate(table.texts(key)):
            try:
                ids = list(numbers([text]))
            except ValueError as error:
                table.fault(str(error), key, n)
                continue
            for id_ in ids:
                if id_ in board.index:
                    found.append(id_)
                elif len(ids) == 1:
                    table.fault(f"there is no hex {id_[:20]} on this map", key, n)
        return tuple(found)

    def hex(self, table: Table, key: str = "hex") -> int:
        """The hex of a key, or NOWHERE for one that is not on the board, which is a fault."""
        text = table.text(key)
        if text and text not in self.board.index:
            table.fault(f"there is no hex {text[:20]} on this map", key)
        return self.board.index.get(text, NOWHERE)

    def day(self, table: Table, key: str) -> None:
        """Note where a key holds no day."""
        text = table.text(key)
        try:
            date.fromisoformat(text)
        except ValueError:
            table.fault(f"'{text}' is no day, such as 1943-10-26", key)

    def _area(self, board: Board) -> Board:
        area = self.root.table("area", required=False)
        if area is None:
            return board
        area.source()
        ids = self.hexes(area, "parts", board)
        area.remarks()
        area.close()
        return part(board, ids) if ids else board

    # ------------------------------------------------------------ units

    def _known(self, row: Table, key: str, side: str) -> Iterator[str]:
        for n, id_ in enumerate(row.texts(key)):
            counter = self.register.counters.get(id_)
            if counter is None:
                row.fault(f"no counter '{id_}'{like(id_, self.register.counters)}", key, n)
            elif counter.side != side:
                row.fault(f"{id_} is not on the side {side}", key, n)
            elif id_ in self.units:
                row.fault(f"{id_} is in play already", key, n)
            else:
                yield id_

    def set_up(self) -> None:
        """Units on the map, with what they have lost and the mode in which they begin.

        Those `cut_off` were without trace before play opens: their first turn of it, which eases
        a Breakout, is past (OCS 12.8e).
        """
        for row in self.root.tables("set_up"):
            row.source()
            side, hex_ = row.text("side", among=SIDES), self.hex(row)
            mode, within = row.text("mode", "", among=MODES), row.number("within", 0, 0, 20)
            unsupplied = int(row.flag("cut_off"))
            for key in ("where", "army", "note"):
                row.text(key, "")
            at = {"hex": hex_, "box": MAP, "unsupplied": unsupplied}
            for unit in self._group(row, "units", side, at):
                if mode and self.counters[unit.id].fighting:
                    begun = evolve(unit, marker=DG) if mode == DG else turned(unit, mode)
                    self.units[unit.id] = begun
                if within:
                    self.within[unit.id] = within
            row.close()

    def boxed(self, row: Table, key: str, side: str, box: str) -> None:
        """Units that begin in a box off the map, with what they have lost."""
        self._group(row, key, side, {"box": box})

    def _group(self, row: Table, key: str, side: str, at: Mapping[str, Any]) -> list[Unit]:
        """Enter the units of a list, with what `at` says of all of them.

        `lost` has the steps lost by id, `empty` the Organic Trucks without SP: they are full
        where the file does not say otherwise.
        """
        lost = self._lost(row)
        empty = row.texts("empty")
        named = row.data.get(key, [])
        for word, ids in (("lost", lost), ("empty", empty)):
            for id_ in ids:
                if id_ not in named:
                    row.fault(f"{id_} is not one of these units", word)
        found = []
        for id_ in self._known(row, key, side):
            counter = self.register.counters[id_]
            gone = lost.get(id_, 0)
            if not 0 <= gone < max(1, counter.steps):
                row.fault(f"{id_} cannot have lost {gone} steps", "lost")
                gone = 0
            full = counter.type == ORGANIC and id_ not in empty
            unit = Unit(id_, front=counter.fighting, lost=gone, load=SP if full else 0, **at)
            self._enter(counter, unit)
            found.append(unit)
        return found

    def _lost(self, row: Table) -> dict[str, int]:
        table = row.table("lost", required=False)
        if table is None:
            return {}
        found = {id_: n for id_, n in table.data.items() if type(n) is int}
        for id_ in table.data.keys() - found.keys():
            table.fault("should be a whole number", id_)
        return found

    def _enter(self, counter: Counter, unit: Unit) -> None:
        self.units[counter.id] = unit
        self.counters[counter.id] = counter

    def dead(self) -> None:
        """Units and aircraft that are in the Dead Pile when play opens (OCS 9.11)."""
        for row in self.root.tables("dead"):
            row.source()
            side = row.text("side", among=SIDES)
            for id_ in self._known(row, "units", side):
                counter = self.register.counters[id_]
                self._enter(counter, Unit(id_, box=DEAD, lost=counter.steps))
            for id_ in self.fly(row, "air", side):
                self.air[id_] = AirUnit(id_, box=DEAD)
            row.remarks()
            row.close()

    def transport(self) -> None:
        """Transport Points, a counter each: Truck 1, Wagon 2 ... Those without a hex are spare
        counters, for points that come into play later."""
        for row in self.root.tables("transport"):
            row.source()
            side, kind = row.text("side", among=SIDES), row.text("kind", among=("truck", "wagon"))
            hex_ = self.hex(row) if row.has("hex") else NOWHERE
            loaded, unsupplied = row.flag("loaded"), int(row.flag("cut_off"))
            for _ in range(row.number("points", low=1, high=40)):
                counter = self._point(side, kind)
                self._enter(counter, Unit(
                    counter.id, hex_, MAP if hex_ != NOWHERE else POOL, front=False,
                    unsupplied=unsupplied, load=SP if loaded else 0,
                ))
            row.close()

    def _point(self, side: str, kind: str) -> Counter:
        """The next Transport Point of a kind."""
        number = self.made[side, kind] = self.made.get((side, kind), 0) + 1
        return _points(side, kind, number)

    def standing(self, mix: Mapping[str, int]) -> dict[int, str]:
        """Extenders that stand when play opens, five points set aside for each (OCS 12.7, 12.7d).

        No more than there are counters; Soviet truck Extenders are Special ones (TTW 3.6).
        """
        found: dict[int, str] = {}
        for row in self.root.tables("extender"):
            row.source()
            side, kind = row.text("side", among=SIDES), row.text("kind", among=tuple(KINDS))
            hex_, mark = self.hex(row), f"{side} {kind}"
            if (side, kind) == (SOVIET, "truck"):
                row.fault("the Soviets have Special Truck Extenders: [truck_extenders]", "kind")
            elif hex_ in found:
                row.fault("has an Extender already", "hex")
            elif sum(m == mark for m in found.values()) >= mix.get(mark, 0):
                row.fault(f"there are {mix.get(mark, 0)} counters in [extenders]", "kind")
            else:
                found[hex_] = mark
                for _ in range(POINTS if row.sound else 0):
                    counter = self._point(side, kind)
                    self._enter(counter, Unit(counter.id, box=POOL, front=False, began=hex_))
            row.remarks()
            row.close()
        return found

    # ------------------------------------------------------------ arrivals

    def arrivals(self) -> Iterator[Arrival]:
        """The groups of the arrival schedule; their pieces wait off the map (OCS 13.6)."""
        for row in self.root.tables("arrival"):
            row.source()
            side = row.text("side", among=SIDES)
            units = tuple(u.id for u in self._group(row, "units", side, {"box": ARRIVING}))
            planes = tuple(self.fly(row, "air", side))
            for id_ in planes:
                self.air[id_] = AirUnit(id_, box=ARRIVING)
            yield Arrival(
                row.number("turn", low=1, high=99), side, units, planes,
                self.hexes(row, "hexes"), self._near(row), row.number("within", 0, 0, 40),
                row.number("tokens", 0),
            )
            row.text("note", "")
            row.close()

    def _near(self, row: Table) -> tuple[str, ...]:
        """HQs by id, or places of the game's own, such as a Front HQ."""
        found = row.texts("near")
        for n, id_ in enumerate(found):
            counter = self.register.counters.get(id_)
            if id_ not in PLACES and (counter is None or not counter.hq):
                row.fault(f"'{id_}' is no HQ{like(id_, self.register.counters)}", "near", n)
            elif counter is not None and id_ not in self.units:
                row.fault(f"{id_} is not in play", "near", n)
        return found

    def fly(self, row: Table, key: str, side: str) -> Iterator[str]:
        """Aircraft of a list that belong to the side and are in play nowhere else."""
        for n, id_ in enumerate(row.texts(key)):
            plane = self.register.aircraft.get(id_)
            if plane is None or plane.side != side or id_ in self.air:
                row.fault(f"no such aircraft of this side is left: '{id_}'"
                          f"{like(id_, self.register.aircraft)}", key, n)
            else:
                yield id_

    # ------------------------------------------------------------ on the map

    def dumps(self) -> dict[int, Dump]:
        """Supply on the ground."""
        found: dict[int, Dump] = {}
        for row in self.root.tables("dump"):
            row.source()
            hex_ = self.hex(row)
            side, tokens = row.text("side", among=SIDES), round(row.decimal("sp") * SP)
            if hex_ in found:
                row.fault("there is a dump in this hex already", "hex")
            found[hex_] = Dump(side, tokens)
            row.close()
        return found

    def hogs(self) -> dict[int, Hog]:
        """Hedgehogs."""
        found: dict[int, Hog] = {}
        for row in self.root.tables("hog"):
            row.source()
            found[self.hex(row)] = Hog(row.text("side", among=SIDES), row.number("level", 1, 1, 4))
            row.close()
        return found

    def bases(self) -> dict[int, Base]:
        """Air bases with the aircraft on them; `lost` has the steps lost by id."""
        found: dict[int, Base] = {}
        for row in self.root.tables("base"):
            row.source()
            side, hex_ = row.text("side", among=SIDES), self.hex(row)
            if hex_ in found:
                row.fault("there is a base in this hex already", "hex")
            found[hex_] = Base(side, row.number("level", 1, 0, 3))
            lost = self._lost(row)
            for id_ in self.fly(row, "air", side):
                if lost.get(id_, 0) not in (0, 1):
                    row.fault(f"{id_} cannot have lost {lost[id_]} steps", "lost")
                self.air[id_] = AirUnit(id_, hex_, lost=lost.get(id_, 0))
            row.close()
        return found


def _points(side: str, kind: str, number: int) -> Counter:
    """The counter of one Transport Point."""
    type_ = TRUCKS if kind == "truck" else WAGONS
    face = TRANSPORT_FACES[type_]
    name = f"{side.capitalize()} {kind} {number}"
    return Counter(f"{side}-{kind}-{number}", name, side, type_, face, face,
                   re4=0, steps=1, points=1)
