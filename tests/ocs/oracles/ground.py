"""What the terrain costs, who has a ZOC, who cancels it: OCS 4.4, 4.5, 5.2b, 6.2, 13.8b."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from engine.ocs.pieces import Counter, Face, Unit
from engine.ocs.sequence import acting, key
from engine.ocs.state import OcsState
from tests.ocs.oracles.positions import korsun

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"
NO, ALL = "P", "all"
LINES = {"road": "road", "track": "track", "rail": "railroad", "rail.double": "railroad"}
RIVERS = ("minor_river", "major_river")
Price = Fraction | str


@cache
def chart(folder: str) -> dict[str, Any]:
    return tomllib.loads((SCENARIOS / folder / "charts.toml").read_text(encoding="utf-8"))


def series(name: str) -> Any:
    return chart("operational_combat_series")[name]


@cache
def rows(table: str, part: str) -> dict[str, Any]:
    """The rows of a part of a Terrain Effects Chart by their ids."""
    return {row["id"]: row for row in chart("third_winter")[table][part]}


@cache
def printed(part: str, name: str, weather: str, mobility: str) -> Price:
    order = chart("third_winter")["terrain_movement"]["order"]
    value = rows("terrain_movement", part)[name][weather][order.index(mobility)]
    return value if value in (NO, ALL, "ot") else Fraction(str(value))


def dearest(prices: list[Price]) -> Price:
    for word in (NO, ALL):
        if word in prices:
            return word
    return max(p for p in prices if isinstance(p, Fraction))


def counter(unit: Unit) -> Counter:
    return korsun().counters[unit.id]


def side_of(unit: Unit) -> str:
    return counter(unit).side


def face(unit: Unit) -> Face:
    return counter(unit).combat if unit.front else counter(unit).move


def foe(side: str) -> str:
    return "soviet" if side == "axis" else "axis"


def fights(unit: Unit) -> bool:
    """A combat unit is any but Transport Points (3.2)."""
    return "truck" not in counter(unit).type and "wagon" not in counter(unit).type


def attack_capable(unit: Unit) -> bool:
    """Printed, without parentheses, not Strat, not Reserve; no HQ, no artillery (4.4)."""
    own = counter(unit)
    return (fights(unit) and own.type != "hq" and own.printed and not own.artillery
            and face(unit).attack and unit.mode not in ("strat", "reserve"))


def engineers(unit: Unit) -> bool:
    return counter(unit).engineer and unit.front and unit.mode in ("combat", "dg")


def size(unit: Unit) -> Fraction:
    """REs (4.6)."""
    own = counter(unit)
    return Fraction(own.re4, 4) - (unit.lost if own.steps > 1 else 0)


def allowance(state: OcsState, unit: Unit) -> Fraction:
    """MPs of the phase by mode (5.2b)."""
    share = {
        "movement": {"combat": 1, "move": 1, "strat": 2, "dg": 0.5, "reserve": 0.25},
        "react": {"combat": 0.5, "move": 0.5} if unit.released else {},
        "exploit": {"combat": 1, "move": 1, "exploit": 0.5} if unit.released else {"exploit": 0.5},
    }[key(state)]
    return Fraction(face(unit).ma) * Fraction(share.get(unit.mode, 0))


class Position:
    """A state as somebody at the table looks at it."""

    def __init__(self, state: OcsState) -> None:
        self.state, self.board, self.weather = state, korsun().board, state.ground
        self.units = [u for u in state.units.values() if u.box == "map" and u.hex >= 0]
        self.stacks: dict[int, list[Unit]] = defaultdict(list)
        for unit in self.units:
            self.stacks[unit.hex].append(unit)
        self.memo: dict[Any, Any] = {}

    def army(self, hex_: int, side: str) -> list[Unit]:
        """The combat units of a side in a hex."""
        return [u for u in self.stacks.get(hex_, ()) if fights(u) and side_of(u) == side]

    def zone(self, side: str) -> set[int]:
        """Hexes in a ZOC of the side (4.5)."""
        found: set[int] = set()
        for unit in self.units:
            zoc = unit.mode == "combat" or (unit.mode == "exploit" and unit.had_zoc)
            if side_of(unit) == side and attack_capable(unit) and zoc and not unit.oos:
                found.update(self.board.neighbors(unit.hex))
        return found

    def still(self, unit: Unit) -> bool:
        """Will spend no more MPs in this phase (4.5b)."""
        state, step = self.state, key(self.state)
        if step not in ("movement", "react", "exploit") or acting(state) != side_of(unit):
            return True
        if unit.finished or unit.working or (unit.moved and unit.id not in state.moving):
            return True
        if step == "movement":  # it may yet turn to its other side
            return counter(unit).combat.ma == counter(unit).move.ma == 0
        may_be_released = unit.mode == "reserve" and face(unit).ma > 0
        return allowance(state, unit) == 0 and not may_be_released

    def negated(self, hex_: int, side: str) -> bool:
        return any(self.still(u) for u in self.army(hex_, side))

    def prizes(self, hex_: int, side: str) -> bool:
        """Enemy non-combat units in a hex (3.3)."""
        state, enemy = self.state, foe(side)
        dump, base, hog = (t.get(hex_) for t in (state.dumps, state.bases, state.hogs))
        return (
            any(not fights(u) and side_of(u) == enemy for u in self.stacks.get(hex_, ()))
            or (dump is not None and dump.owner == enemy and dump.tokens > 0)
            or any(thing is not None and thing.owner == enemy for thing in (base, hog))
            or state.extenders.get(hex_, "").startswith(enemy)
        )

    # ------------------------------------------------------------ the price of a step

    def hex_price(self, hex_: int, weather: str, kind: str) -> Price:
        """The most costly terrain in the hex (6.2d); a village is as the rest of it."""
        found = [printed("hex", t, weather, kind) for t in self.board.hexes[hex_].terrain]
        return dearest([p for p in found if p != "ot"] or [printed("hex", "open", weather, kind)])

    def water_price(self, a: int, b: int, weather: str, kind: str, side: str, *,
                    bridges: bool = True) -> Price:
        """The river crossed, one kind cheaper beside an Engineer-Capable unit (6.2b, 13.8b)."""
        here = [r for r in RIVERS if r in self.board.side(a, b)]
        if not here:
            return Fraction(0)
        if bridges and any(engineers(u) for h in (a, b) for u in self.army(h, side)):
            return printed("hexside_added", "minor_river", weather, kind) \
                if here == ["major_river"] else Fraction(0)
        return printed("hexside_added", here[0], weather, kind)

    def road_price(self, a: int, b: int, weather: str, kind: str) -> Fraction | None:
        """The cheapest road, track or railroad over the hexside (6.2a)."""
        found = [printed("line", LINES[f], weather, kind)
                 for f in self.board.side(a, b) if f in LINES]
        return min(p for p in found if isinstance(p, Fraction)) if found else None

    def one_way(self, a: int, b: int, kind: str, side: str, *, roads: bool = True) -> Price:
        memo_key = (a, b, kind, side, roads)
        if memo_key not in self.memo:
            reach = 0 if kind == "leg" else 1  # 14.8b
            busted = any(s == foe(side) and self.board.distance(h, b) <= reach
                         for h, s in self.state.busts.items())
            road = self.road_price(a, b, self.weather, kind) if roads else None
            parts: list[Price] = [road] if road is not None else [
                self.hex_price(b, self.weather, kind),
                self.water_price(a, b, self.weather, kind, side, bridges=roads),
            ]
            whole = dearest(parts)
            if isinstance(whole, Fraction):
                whole = sum((p for p in parts if isinstance(p, Fraction)), Fraction(int(busted)))
            self.memo[memo_key] = whole
        return self.memo[memo_key]

    def price(self, a: int, b: int, kind: str, side: str, *, roads: bool = True) -> Price:
        """What a step costs; none is made that could not be made back (6.1d)."""
        back = self.one_way(b, a, kind, side, roads=roads)
        return NO if back == NO else self.one_way(a, b, kind, side, roads=roads)
