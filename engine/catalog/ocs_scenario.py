"""Scenario files of the Operational Combat Series: area, set-up, arrivals, supply, victory."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from attrs import evolve

from engine.catalog.fields import Faults, Table, like
from engine.catalog.ocs_pieces import Register
from engine.catalog.ocs_setup import SetUp
from engine.catalog.third_winter import read_game, read_victory
from engine.core.board import Board
from engine.core.values import frozen
from engine.ocs.extender_points import KINDS
from engine.ocs.gauge import railed
from engine.ocs.pieces import RE, SIDES
from engine.ocs.state import Side
from engine.ocs.world import Scenario
from engine.third_winter.truck_extenders import MARK

GAMES = ("third_winter", "forgotten_battles")
FORMAT = 1


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


def _is_pair(row: Any) -> bool:
    return isinstance(row, list) and [type(word) for word in row] == [str, str]


class Reader(SetUp):
    """Reads one scenario file against its board, counters and charts."""

    def __init__(
        self, root: Table, board: Board, register: Register, tables: Mapping[str, Any]
    ) -> None:
        super().__init__(root, board, register)
        self.tables = tables

    def scenario(self) -> Scenario:
        """The scenario; faults are noted in the table's list."""
        root = self.root
        for key in ("summary", "dates"):
            root.text(key, "")
        root.number("number", 0)
        last = root.number("last_turn", low=1, high=99)
        root.number("first_turn", low=1, high=1)
        rules = self.part("rules")
        turns = rules.texts("turns", None)
        if len(turns) != last:
            rules.fault(f"should name {last} dates, one for each turn", "turns")
        self._dates(rules, turns)
        control = self._control()
        self.set_up()
        self.transport()
        mix = self._extenders()
        standing = self.standing(mix)
        self.dead()
        arrivals = tuple(self.arrivals())
        dumps, bases, hogs = self.dumps(), self.bases(), self.hogs()
        game = read_game(self)
        hand, victory = game.get("hand", {}), read_victory(self)
        scenario = Scenario(
            id=root.text("scenario"), game=root.text("game"), title=root.text("title"),
            turns=turns,
            first_player=rules.text("first_player", "", among=SIDES),
            always_first=rules.flag("always_first"),
            weather=self._weather(last, "turns"),
            history=self._weather(last, "history"),
            grounds=self._before(),
            dumps=dumps, bases=bases, hogs=hogs,
            gauge=self._gauge(control),
            control=control,
            sides={side: Side(rail=cap, repls=tuple(hand.get(side, ())))
                   for side, cap in self._sided(rules, "rail_capacity", RE)},
            rail_capacity=dict(self._sided(rules, "rail_capacity", RE)),
            reserve_markers=dict(self._sided(rules, "reserve_markers", 1)),
            extenders=mix,
            linked=standing | {
                self.board.index[place]: MARK
                for place in game.get("truck_extenders", {}).get("places", ())
                if place in self.board.index
            },
            arrivals=arrivals,
            within=dict(self.within),
            sources=self._supply(),
            switches={k: v for k, v in game.get("switches", {}).items() if isinstance(v, bool)},
            victory=victory,
            vp=sum(victory.get("awarded", {}).values()) if not root.faults else 0,
            game_data=game,
            notes=root.texts("notes"),
            units={}, air={},
        )
        rules.remarks()
        rules.close()
        return evolve(
            scenario, units=self.units, air=self.air, table_sources=dict(self.sources)
        )

    def part(self, key: str) -> Table:
        """A table that every scenario has; where it is missing, one without keys."""
        found = self.root.table(key)
        if found is None:
            return Table(self.root.document, {}, (key,), Faults())
        self.sources[key] = found.source()
        return found

    def _sided(self, table: Table, key: str, unit: int) -> Iterator[tuple[str, int]]:
        found = table.table(key, required=False)
        for side in SIDES:
            yield side, (found.number(side, 0) if found is not None else 0) * unit

    def _weather(self, last: int, key: str) -> Mapping[int, tuple[str, str]]:
        """The weather of turns that is given, by `turns` always, by `history` where agreed.

        That of the others comes by the tables (TTW 1.8).
        """
        table = self.root.table("weather", required=False)
        if table is None:
            return {}
        self.sources["weather"] = table.source()
        table.allow(("turns", "history", "before"))
        table.remarks()
        table.close()
        rows = table.data.get(key, [])
        if not isinstance(rows, list) or len(rows) > last:
            table.fault(f"should be a list of at most {last} pairs, one for each turn", key)
            return {}
        found: dict[int, tuple[str, str]] = {}
        for n, row in enumerate(rows):
            if not _is_pair(row):
                table.fault("should be a pair: ground and flight", key, n)
                continue
            for place, chart in enumerate(("weather_ground", "weather_flight")):
                self._one_of(table, row[place], chart, key, n, place)
            found[n + 1] = (row[0], row[1])
        return found

    def _before(self) -> tuple[str, ...]:
        """Ground conditions of the turns before the first, the oldest first (TTW 1.4b)."""
        table = self.root.table("weather", required=False)
        if table is None:
            return ()
        found = table.texts("before")
        for n, word in enumerate(found):
            self._one_of(table, word, "weather_ground", "before", n)
        return found

    def _one_of(self, table: Table, word: str, chart: str, *keys: str | int) -> None:
        """A word that a chart of the weather knows."""
        known = self.tables.get(chart, {}).get("states", ())
        if word not in known:
            table.fault(f"'{word}' should be one of {', '.join(known)}{like(word, known)}", *keys)

    def _dates(self, rules: Table, turns: tuple[str, ...]) -> None:
        """Each turn has a date, later than that of the turn before."""
        last = date.min
        for n, text in enumerate(turns):
            try:
                found = date.fromisoformat(text)
            except ValueError:
                rules.fault(f"'{text}' is no day, such as 1944-02-01", "turns", n)
                return
            if found <= last:
                rules.fault("should be later than the turn before", "turns", n)
            last = found

    def _extenders(self) -> dict[str, int]:
        """How many Extender counters a side has of each kind (OCS 12.7)."""
        table = self.root.table("extenders", required=False)
        if table is None:
            return {}
        self.sources["extenders"] = table.source()
        found = {f"{s} {k}": table.number(f"{s}_{k}", 0, 0, 20) for s in SIDES for k in KINDS}
        table.remarks()
        table.close()
        return found

    def _supply(self) -> Mapping[str, tuple[str, ...]]:
        table = self.part("supply")
        found = {side: self.hexes(table, side) for side in SIDES}
        table.remarks()
        table.close()
        return found

    def _control(self) -> dict[int, str]:
        """Every hex to its holder at the start: those named for a side, all others the other's."""
        table = self.part("control")
        found = dict.fromkeys(range(len(self.board)), "soviet")
        for id_ in self.hexes(table, "axis"):
            found[self.board.at(id_)] = "axis"
        table.remarks()
        table.close()
        return found

    def _gauge(self, control: Mapping[int, str]) -> dict[int, str]:
        """Rail hexes have the gauge of their holder, but for those that the file names (13.3d)."""
        found = {h: control[h] for h in railed(self.board)}
        table = self.root.table("gauge", required=False)
        if table is None:
            return found
        self.sources["gauge"] = table.source()
        for side in SIDES:
            for id_ in self.hexes(table, side):
                if self.board.at(id_) in found:
                    found[self.board.at(id_)] = side
                else:
                    table.fault(f"{id_} has no railroad", side)
        table.remarks()
        table.close()
        return found
