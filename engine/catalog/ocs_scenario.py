"""Scenario files of the Operational Combat Series: area, set-up, arrivals, supply, victory."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from engine.catalog.fields import Faults, Table, like
from engine.catalog.ocs_pieces import Register
from engine.core.board import NOWHERE, Board, build
from engine.ocs.gauge import has_rail
from engine.ocs.pieces import (
    ARRIVING,
    ORGANIC,
    RE,
    SIDES,
    SP,
    TRUCK,
    TRUCKS,
    WAGONS,
    AirUnit,
    Base,
    Counter,
    Dump,
    Face,
    Hog,
    Unit,
)
from engine.ocs.state import Side
from engine.ocs.world import Arrival, Scenario

GAMES = ("third_winter", "forgotten_battles")
FORMAT = 1
TRANSPORT_FACES = {TRUCKS: Face(ma=45, mobility=TRUCK), WAGONS: Face(ma=10)}
"""A Truck moves 45 by truck, a wagon 10 by leg (OCS 13.2f, 9.14b)."""
_SPAN = re.compile(r"([A-Z])(\d+)\.(\d\d)(?:-([A-Z])(\d+)\.(\d\d))?")


@frozen
class Files:
    """The names of what a scenario uses."""

    board: str
    counters: tuple[str, ...]
    aircraft: tuple[str, ...]
    charts: tuple[str, ...]


def read_files(root: Table) -> Files:
    """The files that a scenario names."""
    table = root.table("files")
    if table is None:
        return Files("", (), (), ())
    files = Files(
        table.text("board"), *(table.texts(k, None) for k in ("counters", "aircraft", "charts"))
    )
    for key in ("counters", "aircraft", "charts"):
        for name in getattr(files, key):
            if not re.fullmatch(r"\w[\w.-]*\.toml", name):
                table.fault(f"'{name}' should be the bare name of a .toml file", key)
    table.close()
    return files


def numbers(texts: Iterable[str]) -> Iterator[str]:
    """Hex numbers of a list of numbers and rectangles, as "B1.01-B17.17". Raises ValueError."""
    for text in texts:
        found = _SPAN.fullmatch(text)
        if found is None:
            raise ValueError(f"'{text}' is no hex nor a range of hexes")
        sheet, column, row, sheet2, column2, row2 = found.groups()
        if sheet2 is None:
            yield text
            continue
        if sheet2 != sheet or int(column2) < int(column) or int(row2) < int(row):
            raise ValueError(f"'{text}' should run up one sheet")
        for c in range(int(column), int(column2) + 1):
            for r in range(int(row), int(row2) + 1):
                yield f"{sheet}{c}.{r:02d}"


def part(board: Board, ids: Iterable[str]) -> Board:
    """The board of some hexes of another; where hexes are left out, it ends.

    Raises BadCommand for a number that is not on the whole board.
    """
    keep = sorted({board.at(i) for i in ids})
    kept = set(keep)
    cells = [
        (evolve(board.hexes[h], edge=board.hexes[h].edge or not kept.issuperset(board.beside[h])),
         board.xy[h])
        for h in keep
    ]
    features = {
        (board.id(a), board.id(b)): board.side(a, b)
        for a in keep for b in board.beside[a] if a < b and b in kept and board.side(a, b)
    }
    marks = {w: [board.id(h) for h in hs if h in kept] for w, hs in board.marks.items()}
    return build(cells, features, marks=marks)


def _is_pair(row: Any) -> bool:
    return isinstance(row, list) and [type(word) for word in row] == [str, str]


class Reader:
    """Reads one scenario file against its board and counters."""

    def __init__(self, root: Table, board: Board, register: Register) -> None:
        self.root = root
        self.register = register
        self.board = self._area(board)
        self.sources: dict[str, str] = {}
        self.units: dict[str, Unit] = {}
        self.air: dict[str, AirUnit] = {}
        self.counters: dict[str, Counter] = {}

    # ------------------------------------------------------------ parts of the file

    def scenario(self) -> Scenario:
        """The scenario; faults are noted in the table's list."""
        root = self.root
        for key in ("summary", "dates"):
            root.text(key, "")
        root.number("number", 0)
        last = root.number("last_turn", low=1, high=99)
        root.number("first_turn", low=1, high=1)
        rules = self._part("rules")
        turns = rules.texts("turns", None)
        if len(turns) != last:
            rules.fault(f"should name {last} dates, one for each turn", "turns")
        control = self._control()
        self._set_up()
        self._transport()
        scenario = Scenario(
            id=root.text("scenario"), game=root.text("game"), title=root.text("title"),
            turns=turns,
            first_player=rules.text("first_player", "", among=SIDES),
            always_first=rules.flag("always_first"),
            weather=self._weather(last),
            dumps=self._dumps(), bases=self._bases(), hogs=self._hogs(),
            gauge={h: control[h] for h in range(len(self.board)) if has_rail(self.board, h)},
            control=control,
            sides={side: Side(rail=cap) for side, cap in self._sided(rules, "rail_capacity", RE)},
            rail_capacity=dict(self._sided(rules, "rail_capacity", RE)),
            reserve_markers=dict(self._sided(rules, "reserve_markers", 1)),
            arrivals=tuple(self._arrivals()),
            sources=self._supply(),
            victory=self._plain("victory"),
            game_data=self._game(),
            notes=root.texts("notes"),
            units={}, air={},
        )
        rules.remarks()
        rules.close()
        return evolve(
            scenario, units=self.units, air=self.air, table_sources=dict(self.sources)
        )

    def _part(self, key: str) -> Table:
        found = self.root.table(key)
        if found is None:
            return Table(self.root.document, {}, (key,), Faults())
        self.sources[key] = found.source()
        return found

    def _area(self, board: Board) -> Board:
        area = self.root.table("area", required=False)
        if area is None:
            return board
        area.source()
        ids = self._hexes(area, "parts", board)
        area.remarks()
        area.close()
        return part(board, ids) if ids else board

    def _hexes(self, table: Table, key: str, board: Board | None = None) -> tuple[str, ...]:
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
                    table.fault(f"there is no hex {id_} on this map", key, n)
        return tuple(found)

    def _hex(self, table: Table, key: str = "hex") -> int:
        text = table.text(key)
        if text and text not in self.board.index:
            table.fault(f"there is no hex {text} on this map", key)
        return self.board.index.get(text, NOWHERE)

    def _sided(self, table: Table, key: str, unit: int) -> Iterator[tuple[str, int]]:
        found = table.table(key, required=False)
        for side in SIDES:
            yield side, (found.number(side, 0) if found is not None else 0) * unit

    def _weather(self, last: int) -> Mapping[int, tuple[str, str]]:
        table = self.root.table("weather", required=False)
        if table is None:
            return {}
        self.sources["weather"] = table.source()
        by_table = table.flag("by_table", True)
        rows = table.data.get("turns", [])
        found: dict[int, tuple[str, str]] = {}
        for n, row in enumerate(rows if isinstance(rows, list) else []):
            if not _is_pair(row):
                table.fault("should be a pair: ground and flight", "turns", n)
                continue
            found[n + 1] = (row[0], row[1])
        return {} if by_table else found

    def _supply(self) -> Mapping[str, tuple[str, ...]]:
        table = self._part("supply")
        found = {side: self._hexes(table, side) for side in SIDES}
        table.remarks()
        table.close()
        return found

    def _control(self) -> dict[int, str]:
        """Every hex to its holder at the start: those named for a side, all others the other's."""
        table = self._part("control")
        found = dict.fromkeys(range(len(self.board)), "soviet")
        for id_ in self._hexes(table, "axis"):
            found[self.board.at(id_)] = "axis"
        table.remarks()
        table.close()
        return found

    # ------------------------------------------------------------ pieces

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

    def _set_up(self) -> None:
        for row in self.root.tables("set_up"):
            row.source()
            side, hex_ = row.text("side", among=SIDES), self._hex(row)
            for key in ("where", "army", "note"):
                row.text(key, "")
            lost = row.data.get("lost", {})
            row.table("lost", required=False)
            for id_ in self._known(row, "units", side):
                counter = self.register.counters[id_]
                gone = lost.get(id_, 0) if isinstance(lost, dict) else 0
                if type(gone) is not int or not 0 <= gone < max(1, counter.steps):
                    row.fault(f"{id_} cannot have lost {gone} steps", "lost")
                    gone = 0
                self._enter(counter, Unit(id_, hex_, front=counter.fighting, lost=gone,
                                          load=SP if counter.type == ORGANIC else 0))
            row.close()

    def _enter(self, counter: Counter, unit: Unit) -> None:
        self.units[counter.id] = unit
        self.counters[counter.id] = counter

    def _transport(self) -> None:
        """Transport Points, a counter each: Truck 1, Wagon 2 ..."""
        count: dict[tuple[str, str], int] = {}
        for row in self.root.tables("transport"):
            row.source()
            side, hex_ = row.text("side", among=SIDES), self._hex(row)
            kind = row.text("kind", among=("truck", "wagon"))
            loaded = row.flag("loaded")
            for _ in range(row.number("points", low=1, high=40)):
                number = count[side, kind] = count.get((side, kind), 0) + 1
                type_ = TRUCKS if kind == "truck" else WAGONS
                id_ = f"{side}-{kind}-{number}"
                face = TRANSPORT_FACES[type_]
                counter = Counter(
                    id_, f"{side.capitalize()} {kind} {number}", side, type_, face, face,
                    re4=0, steps=1, points=1,
                )
                self._enter(counter, Unit(id_, hex_, front=False, load=SP if loaded else 0))
            row.close()

    def _arrivals(self) -> Iterator[Arrival]:
        for row in self.root.tables("arrival"):
            row.source()
            side = row.text("side", among=SIDES)
            units = tuple(self._known(row, "units", side))
            for id_ in units:
                counter = self.register.counters[id_]
                self._enter(counter, Unit(id_, NOWHERE, ARRIVING, front=counter.fighting,
                                          load=SP if counter.type == ORGANIC else 0))
            yield Arrival(
                row.number("turn", low=1, high=99), side, units, (),
                self._hexes(row, "hexes"), row.texts("near"), row.number("within", 0, 0, 40),
                row.number("tokens", 0),
            )
            row.text("note", "")
            row.close()

    def _dumps(self) -> dict[int, Dump]:
        found: dict[int, Dump] = {}
        for row in self.root.tables("dump"):
            row.source()
            hex_ = self._hex(row)
            side, tokens = row.text("side", among=SIDES), round(row.decimal("sp") * SP)
            if hex_ in found:
                row.fault("there is a dump in this hex already", "hex")
            found[hex_] = Dump(side, tokens)
            row.close()
        return found

    def _hogs(self) -> dict[int, Hog]:
        found: dict[int, Hog] = {}
        for row in self.root.tables("hog"):
            row.source()
            found[self._hex(row)] = Hog(row.text("side", among=SIDES), row.number("level", 1, 1, 4))
            row.close()
        return found

    def _bases(self) -> dict[int, Base]:
        found: dict[int, Base] = {}
        for row in self.root.tables("base"):
            row.source()
            side, hex_ = row.text("side", among=SIDES), self._hex(row)
            found[hex_] = Base(side, row.number("level", 1, 0, 3))
            for n, id_ in enumerate(row.texts("air")):
                plane = self.register.aircraft.get(id_)
                if plane is None or plane.side != side or id_ in self.air:
                    row.fault(f"no such aircraft of this side is left: '{id_}'", "air", n)
                else:
                    self.air[id_] = AirUnit(id_, hex_)
            row.close()
        return found

    # ------------------------------------------------------------ the game's own tables

    def _plain(self, key: str) -> Mapping[str, Any]:
        table = self._part(key)
        return table.data

    def _game(self) -> Mapping[str, Any]:
        """Tables that only the game's own package reads, as they stand in the file."""
        found: dict[str, Any] = {}
        for key in ("front", "marker", "off_map_base"):
            found[key] = [row.data for row in self.root.tables(key)]
        airlift = self.root.table("airlift", required=False)
        found["airlift"] = airlift.data if airlift is not None else {}
        return found


