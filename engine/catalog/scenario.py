"""Scenario files: what they use, rules, set-up, arrivals (BSR 8.2, PB 10)."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve, field

from engine.catalog.counters import Register, known
from engine.catalog.fields import Faults, Table
from engine.catalog.maps import Sheet
from engine.core.board import NOWHERE, Board
from engine.core.values import fields, frozen
from engine.efs.pieces import (
    AIR_BOXES,
    GARRISON,
    MAP,
    READY,
    REINFORCEMENT,
    SIDES,
    Aircraft,
    AirUnit,
    Counter,
    Unit,
)
from engine.efs.world import Arrival, Location, Scenario, Switches

WEATHERS = tuple(w + s for w in ("dry", "mud", "frost", "snow", "arctic") for s in ("", " storm"))
SEGMENTS = ("strategic", "axis", "soviet")
GAMES = ("kiev_to_rostov",)
FORMAT = 1
STACKING = 10
"""BSR 3.32."""
_BARE = re.compile(r"\w[\w.-]*\.toml")
_SPAN = re.compile(r"(\d+)(?:-(\d+))?")


@frozen
class Pieces:
    """The counters that a scenario puts into play, with their state at the start."""

    units: dict[str, Unit] = field(factory=dict)
    counters: dict[str, Counter] = field(factory=dict)
    air: dict[str, AirUnit] = field(factory=dict)
    aircraft: dict[str, Aircraft] = field(factory=dict)
    used: Tally[str] = field(factory=Tally)
    """How many copies of a counter are in play."""


@frozen
class Files:
    """The names of the files that a scenario uses."""

    map: str
    counters: tuple[str, ...]
    aircraft: tuple[str, ...]
    charts: tuple[str, ...]

    def names(self) -> Iterator[tuple[str, str]]:
        """(key, file name) of each."""
        yield "map", self.map
        for key in ("counters", "aircraft", "charts"):
            yield from ((key, name) for name in getattr(self, key))


def read_files(root: Table) -> Files:
    """The file names of a scenario: bare names, so that none leads out of its folder."""
    table = root.table("files")
    if table is None:
        return Files("", (), (), ())

    def bare(key: str, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if name and not _BARE.fullmatch(name):
                table.fault(f"'{name}' should be the bare name of a .toml file", key)
        return tuple(name for name in names if _BARE.fullmatch(name))

    lists = [bare(key, table.texts(key, None)) for key in ("counters", "aircraft", "charts")]
    files = Files("".join(bare("map", (table.text("map"),))), *lists)
    table.close()
    return files


def known_kind(root: Table) -> bool:
    """True for a scenario of a game and in a format that this program plays."""
    root.text("game", among=GAMES)
    root.text("series", among=("efs", "ocs"))
    root.number("format", high=FORMAT)
    return root.sound


class Reader:
    """Reads one scenario file against its map and counters."""

    def __init__(self, root: Table, sheet: Sheet, register: Register, dummies: str) -> None:
        self.root = root
        self.sheet = sheet
        self.board: Board = sheet.board()
        self.register = register
        self.dummies = dummies
        self.pieces = Pieces()
        self.sources: dict[str, str] = {}

    def scenario(self) -> Scenario:
        """The scenario; faults are noted in the table's list."""
        root = self.root
        id_, title, game = root.text("scenario"), root.text("title"), root.text("game")
        for key in ("summary", "dates"):
            root.text(key, "")
        root.number("number", 0)
        first = root.number("first_turn", low=1, high=99)
        last = root.number("last_turn", low=1, high=99)
        if last < first:
            root.fault("comes before first_turn", "last_turn")
            last = first
        rules = self._table("rules")
        scenario = Scenario(
            id=id_, game=game, title=title, first_turn=first, last_turn=last,
            first_segment=rules.text("first_segment", "strategic", among=SEGMENTS),
            date=rules.text("date", "1941-06-22"),
            weather=self._weather(rules, first, last),
            switches=self._switches(),
            readiness_from=rules.number("readiness_from", 0),
            unlimited_air_range=rules.flag("unlimited_air_range"),
            victory=self._victory(),
            control=self._control(),
            locations=tuple(self._locations(last)),
            vp=rules.number("vp", 0, -99, 999),
        )
        self._close(rules)
        self._setup(rules.text("sets_up_first", "soviet", among=SIDES))
        arrivals = tuple(self._arrivals(first, last))
        self._crowding()
        return evolve(
            scenario, units=self.pieces.units, air=self.pieces.air, arrivals=arrivals,
            sources=self.sources, notes=root.texts("notes"),
        )

    # ------------------------------------------------------------------ rules
    def _table(self, key: str) -> Table:
        """A table that must be there, its source noted."""
        table = self.root.table(key)
        if table is None:
            return Table(self.root.document, {}, (key,), Faults())
        self.sources[key] = table.source()
        table.remarks()
        return table

    def _close(self, table: Table) -> None:
        table.text("sets_up_first", "", among=SIDES)
        table.close()

    def _weather(self, rules: Table, first: int, last: int) -> dict[int, str]:
        """Turns whose weather is fixed, written as "50" or "50-53"."""
        table = rules.table("weather", required=False)
        turns: dict[int, str] = {}
        for span in table.data if table is not None else ():
            assert table is not None
            word = table.text(span, among=WEATHERS)
            match = _SPAN.fullmatch(span)
            start, end = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
            if not first <= start <= end <= last:
                table.fault(f"should be turns from {first} to {last}", span)
                continue
            turns.update(dict.fromkeys(range(start, end + 1), word))
        return turns

    def _switches(self) -> Switches:
        table = self.root.table("switches", required=False)
        if table is None:
            return Switches()
        self.sources["switches"] = table.source()
        table.remarks()
        switches = Switches(
            **{a.name: table.flag(a.name, bool(a.default)) for a in fields(Switches)}
        )
        table.close()
        return switches

    def _victory(self) -> dict[str, Any]:
        """The name of the victory conditions and their figures; the game knows what they mean."""
        table = self._table("victory")
        figures: dict[str, Any] = {
            key: table.number(key, high=999)
            for key in table.data if key not in ("source", "rule", "note", "notes", "conditions")
        }
        stars = sum(cell.stars for cell in self.sheet.hexes.values())
        if "stars" in figures and figures["stars"] != stars:
            table.fault(f"the map has {stars} stars", "stars")
        figures["rule"] = table.text("conditions")
        table.close()
        return figures

    def _control(self) -> dict[int, str]:
        """The side that holds each hex before anything stands on the map (BSR 3.21)."""
        table = self._table("control")
        default = table.text("default", among=SIDES)
        held = dict.fromkeys(range(len(self.board)), default) if default else {}
        for side in SIDES:
            for n, span in enumerate(table.texts(side)):
                for id_ in self._span(table, span, side, n):
                    held[self.board.index[id_]] = side
        table.close()
        return held

    def _locations(self, last: int) -> Iterator[Location]:
        """The places of the Victory Point Schedule (BSR 25.1), each line to its last turn."""
        for row in self.root.tables("location"):
            name, hexes = row.text("name"), row.texts("hexes", None)
            for n, id_ in enumerate(hexes):
                if id_ not in self.board.index:
                    row.fault(f"hex {id_} is not on the map", "hexes", n)
            values = []
            for line in row.tables("values"):
                values.append((line.number("to", low=1, high=99), line.number("vp", high=99)))
                line.close()
            if [to for to, _ in values] != sorted({to for to, _ in values}):
                row.fault("should go from turn to later turn", "values")
            if values and values[-1][0] < last:
                row.fault(f"should reach turn {last}", "values")
            self.sources[f"location {name}"] = row.source()
            row.remarks()
            row.close()
            yield Location(name, tuple(self.board.index.get(h, NOWHERE) for h in hexes),
                           tuple(values))

    def _span(self, table: Table, span: str, *key: str | int) -> list[str]:
        """The hexes of "1006" or of a stretch of a column, "1006-1013"."""
        a, _, b = span.partition("-")
        ends = [a, b or a]
        if any(end not in self.sheet.hexes for end in ends):
            table.fault(f"'{span}' should be a hex of the map, or two with a dash between", *key)
            return []
        if a[:-2] != ends[1][:-2] or a > ends[1]:
            table.fault(f"'{span}' should be the ends of a stretch of one column", *key)
            return []
        rows = range(int(a[-2:]), int(ends[1][-2:]) + 1)
        return [id_ for row in rows if (id_ := f"{a[:-2]}{row:02d}") in self.sheet.hexes]

    # ------------------------------------------------------------------ pieces
    def _setup(self, first_side: str) -> None:
        """Set up both sides, in the order in which they do so."""
        tables = list(self.root.tables("setup"))
        if not tables:
            self.root.fault("setup is missing")
        sides = [table.text("side", among=SIDES) for table in tables]
        for n in sorted(range(len(tables)), key=lambda n: sides[n] != first_side):
            table = tables[n]
            for row in table.tables("units"):
                self._unit(row, sides[n])
            for row in table.tables("air"):
                self._air(row, sides[n])
            table.remarks()
            table.close()

    def _copy(self, id_: str, name: str) -> tuple[str, str]:
        """Id and name of the next copy of a counter: "SB", then "SB 2"."""
        self.pieces.used[id_] += 1
        n = self.pieces.used[id_]
        return (id_, name) if n == 1 else (f"{id_}.{n}", f"{name} {n}")

    def _draw(self, row: Table, id_: str, side: str, *key: str | int) -> Counter | None:
        """The next copy of a ground counter."""
        counter = self.register.counters.get(id_)
        if counter is None:
            row.fault(known(id_, self.register.counters), *key)
        elif side and counter.side != side:
            row.fault(f"{id_} belongs to the {counter.side} side", *key)
        elif self.pieces.used[id_] >= self.register.copies[id_]:
            row.fault(f"{id_} is in play already", *key)
        else:
            new_id, name = self._copy(id_, counter.name)
            counter = evolve(counter, id=new_id, name=name)
            self.pieces.counters[new_id] = counter
            return counter
        return None

    def _unit(self, row: Table, side: str) -> None:
        id_, hex_ = row.text("unit"), row.text("hex")
        lost = row.number("steps_lost", 0, 0, 3)
        nonop, garrison = row.flag("nonop"), row.flag("garrison")
        source = row.source()
        row.remarks()
        row.close()
        if hex_ and hex_ not in self.board.index:
            row.fault(f"hex {hex_} is not on the map", "hex")
        counter = self._draw(row, id_, side, "unit") if id_ else None
        if counter is None:
            return
        if lost >= counter.steps:
            row.fault(f"{id_} has {counter.steps} steps", "steps_lost")
        if nonop and counter.nonop is None:
            row.fault(f"{id_} has no Non-Op side", "nonop")
        self.sources[f"setup {counter.id}"] = source
        self.pieces.units[counter.id] = Unit(
            counter.id, hex=self.board.index.get(hex_, NOWHERE), box=MAP, lost=lost, nonop=nonop,
            untried=counter.untried, marks=frozenset({GARRISON} if garrison else ()),
        )

    def _plane(self, row: Table, id_: str, side: str, box: str, *key: str | int) -> str:
        """The next copy of an air counter, put into a box; its id, or nothing."""
        plane = self.register.aircraft.get(id_)
        if plane is None:
            row.fault(known(id_, self.register.aircraft), *key)
        elif side and plane.side != side:
            row.fault(f"{id_} belongs to the {plane.side} side", *key)
        elif self.pieces.used[id_] >= self.register.copies[id_]:
            row.fault(f"there are only {self.register.copies[id_]} of {id_}", *key)
        elif not plane.dummy or self.dummies != "open":
            new_id, name = self._copy(id_, plane.name)
            self.pieces.aircraft[new_id] = evolve(plane, id=new_id, name=name)
            self.pieces.air[new_id] = AirUnit(new_id, box=box)
            return new_id
        return ""

    def _air(self, row: Table, side: str) -> None:
        id_ = row.text("type")
        box = row.text("box", READY, among=AIR_BOXES)
        source = row.source()
        copies = row.number("count", 1, 1, 20)
        row.remarks()
        row.close()
        for _ in range(copies if id_ else 0):
            new_id = self._plane(row, id_, side, box, "type")
            if new_id:
                self.sources[f"setup {new_id}"] = source

    def _arrivals(self, first: int, last: int) -> Iterator[Arrival]:
        for row in self.root.tables("arrival"):
            turn = row.number("turn", low=first, high=last)
            side = row.text("side", among=SIDES)
            hexes = row.texts("hexes")
            road = row.text("road", "", among=("", "main", "minor", "motorway"))
            placed = row.flag("placed")
            box = row.text("box", READY, among=AIR_BOXES)
            units, planes = row.texts("units"), row.texts("air")
            source = row.source()
            row.remarks()
            row.close()
            for n, id_ in enumerate(hexes):
                if id_ not in self.board.index:
                    row.fault(f"hex {id_} is not on the map", "hexes", n)
                elif not placed and not self.board.hexes[self.board.index[id_]].edge:
                    row.fault(f"hex {id_} is not at the edge of the map", "hexes", n)
            if units and not hexes:
                row.fault("units need the hexes at which they may enter")
            if not units and not planes:
                row.fault("nothing arrives")
            ids = []
            for n, id_ in enumerate(units):
                counter = self._draw(row, id_, side, "units", n)
                if counter is not None:
                    ids.append(counter.id)
                    self.pieces.units[counter.id] = Unit(
                        counter.id, box=REINFORCEMENT, untried=counter.untried
                    )
            air = [self._plane(row, id_, side, REINFORCEMENT, "air", n)
                   for n, id_ in enumerate(planes)]
            for id_ in (*ids, *air):
                self.sources[f"arrival {id_}"] = source
            yield Arrival(
                turn, side, tuple(ids), tuple(id_ for id_ in air if id_), hexes, road, placed, box
            )

    def _crowding(self) -> None:
        """No hex holds both sides (BSR 10.54) or too many stacking points (BSR 3.32)."""
        points: Tally[int] = Tally()
        sides: dict[int, set[str]] = {}
        for unit in self.pieces.units.values():
            if unit.hex != NOWHERE:
                counter = self.pieces.counters[unit.id]
                points[unit.hex] += counter.stack
                sides.setdefault(unit.hex, set()).add(counter.side)
        for hex_, load in points.items():
            if load > STACKING:
                self.root.fault(
                    f"hex {self.board.id(hex_)} holds {load} stacking points, {STACKING} may stand"
                    " there (BSR 3.32)", "setup",
                )
            if len(sides[hex_]) > 1:
                self.root.fault(f"hex {self.board.id(hex_)} holds both sides (BSR 10.54)", "setup")


def mapped(pieces: Pieces) -> Mapping[str, Counter]:
    """The counters in play, in the order of the set-up."""
    return {id_: pieces.counters[id_] for id_ in pieces.units}
