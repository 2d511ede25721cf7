"""The staff officer's sense of the field: who is cut off, which way home leads, what hexes and
steps are worth. Figures in rough "step" units: 1 is about what one lost step is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from attrs import evolve

from engine.core.paths import flood
from engine.core.values import frozen
from engine.ocs import dumps, supply, trace
from engine.ocs.pieces import LEG, TRUCK, Unit
from engine.ocs.sequence import other
from engine.ocs.sizes import (
    attack_capable,
    combat_units,
    face,
    held_by,
    holder,
    mode_factor,
    printed_strength,
    steps_left,
)
from engine.ocs.state import OcsState, at
from engine.ocs.world import World
from engine.ocs.zoc import zone

STEP, IN_ZONE, HELD = 2, 1, 10
"""Cost of a hex on the way to friends, in half hexes: plain, more in an enemy ZOC, enemy-held."""
FAR = 400
"""Half hexes beyond which nothing is looked for."""
NEAR = 3
"""Hexes from which an enemy is felt."""

KESSEL = "kessel"
"""The pool of HQs by which only a pocket lives (TTW 2.3a)."""

T = TypeVar("T")


@frozen(eq=False)
class Sense:
    """One side's view of one state. Cheap to make; works out things once a state."""

    world: World
    state: OcsState
    side: str
    floor: int = 0
    """Tokens that are kept for the turns to come."""

    @property
    def foe(self) -> str:
        """The other side."""
        return other(self.side)

    @property
    def turns_left(self) -> int:
        """Turns with the one in hand."""
        return self.world.scenario.last_turn - self.state.turn + 1

    def _once(self, name: str, make: Callable[[], T]) -> T:
        key = ("staff", name, self.side)
        if key not in self.state.memo:
            self.state.memo[key] = make()
        found: T = self.state.memo[key]
        return found

    def enemy(self) -> Sense:
        """The same field as the other side sees it."""
        return Sense(self.world, self.state, self.foe)

    def imagined(self, units: Iterable[Unit]) -> Sense:
        """The view of a state in which these units stand otherwise."""
        changed = {u.id: u for u in units}
        state = evolve(self.state, units={**self.state.units, **changed})
        return Sense(self.world, state, self.side, self.floor)

    # ------------------------------------------------------------ units

    def units(self) -> tuple[Unit, ...]:
        """The side's combat units on the map, in set-up order."""
        return self._once("units", lambda: tuple(
            trace.combatants(self.world, self.state, self.side)))

    def strength(self, unit: Unit, *, attacking: bool = False) -> float:
        """What a unit would fight with from its Combat side."""
        turned = evolve(unit, front=True)
        if attacking and not attack_capable(self.world, turned):
            return 0.0
        factor = mode_factor(unit, attacking=attacking) / (2 if unit.oos else 1)
        return float(printed_strength(self.world, turned, attacking=attacking) * factor)

    def mobile(self, unit: Unit) -> bool:
        """Whether a unit drives."""
        return self.world.counters[unit.id].combat.mobility != LEG

    def marked(self) -> Mapping[str, float]:
        """Unit to the Victory Points that depend on its fate, by the scenario's own list."""
        found: dict[str, float] = self.world.memo.get("staff marked") or {}
        if not found:
            for row in _rows(self.world):
                for id_ in self.world.counters:
                    named = id_ in row.get("units", ())
                    if named or self.world.counters[id_].formation in row.get("formations", ()):
                        found[id_] = abs(row["vp"]) / row.get("each", 1)
            self.world.memo["staff marked"] = found
        return found

    def worth(self, unit: Unit) -> float:
        """What a step of a unit is worth to its owner, and to his enemy."""
        steps = max(1, steps_left(self.world, unit))
        value = 0.6 + 0.1 * self.strength(unit) / steps
        return value + 3.0 * self.marked().get(unit.id, 0.0) / steps

    # ------------------------------------------------------------ home and the way there

    def home(self) -> frozenset[int]:
        """Hexes where the side's units have trace, whatever a pocket lives on (OCS 12.6)."""
        return self._once("home", self._home)

    def _home(self) -> frozenset[int]:
        found = set(trace.drawn_field(self.world, self.state, self.side, TRUCK))
        for hq in trace.tracing_hqs(self.world, self.state, self.side):
            if self.world.counters[hq.id].pool != KESSEL:
                found |= supply.thrown_to(self.world, self.state, hq)
        return frozenset(found - set(held_by(self.world, self.state, self.foe)))

    def cut_off(self) -> tuple[Unit, ...]:
        """The side's combat units outside of it."""
        return self._once("cut off", lambda: tuple(
            u for u in self.units() if u.hex not in self.home()))

    def way_home(self) -> Mapping[int, int]:
        """Half hexes from each hex to the nearest with trace, dearer past the enemy."""
        return self._once("way home", lambda: self._field(self.home()))

    def way_to_cut_off(self) -> Mapping[int, int]:
        """Half hexes from each hex to the nearest unit that is cut off."""
        return self._once("way out", lambda: self._field({u.hex for u in self.cut_off()}))

    def _field(self, starts: Iterable[int]) -> Mapping[int, int]:
        held = set(held_by(self.world, self.state, self.foe))
        zones = zone(self.world, self.state, self.foe)
        board = self.world.board

        def price(hex_: int) -> int:
            return STEP + (HELD if hex_ in held else IN_ZONE if hex_ in zones else 0)

        shut = self._impassable()
        return flood(
            dict.fromkeys(starts, 0),
            lambda a, spent: [(b, price(a)) for b in board.neighbors(a) if b not in shut],
            FAR,
        ).spent

    def _impassable(self) -> frozenset[int]:
        """Water, which no unit enters."""
        found: frozenset[int] | None = self.world.memo.get("staff water")
        if found is None:
            wet = {"sea", "lake", "shallow_sea"}
            cells = self.world.board.hexes
            found = frozenset(h for h, cell in enumerate(cells) if cell.terrain & wet)
            self.world.memo["staff water"] = found
        return found

    def corridor(self) -> Mapping[int, int]:
        """Hex to how much longer than the shortest a way from the cut-off units through it is;
        empty where nobody is cut off, or nobody has trace."""
        return self._once("corridor", self._corridor)

    def _corridor(self) -> Mapping[int, int]:
        home, out = self.way_home(), self.way_to_cut_off()
        both = {h: home[h] + out[h] for h in home if h in out}
        least = min(both.values(), default=0)
        return {h: n - least for h, n in both.items()}

    # ------------------------------------------------------------ hexes

    def foe_hexes(self) -> tuple[int, ...]:
        """Hexes with enemy combat units."""
        return held_by(self.world, self.state, self.foe)

    def towns(self) -> Mapping[int, float]:
        """Victory hexes to what holding them is worth to the side, above zero."""
        return self._once("towns", lambda: {
            self.world.board.at(row["hex"]): abs(row["vp"]) * 1.5
            for row in _rows(self.world) if "hex" in row
        })

    def lacks(self, hex_: int) -> bool:
        """Whether the side does not hold a hex."""
        held = holder(self.world, self.state, hex_)
        return (held or self.state.control.get(hex_, "")) != self.side

    def guard(self, hex_: int) -> float:
        """Defense strength of the side in a hex."""
        return sum(self.strength(u) for u in combat_units(self.world, self.state, hex_)
                   if self.world.counters[u.id].side == self.side)

    def threat(self) -> Mapping[int, float]:
        """Hex to the enemy strength that can come at it: all of it from near."""
        return self._once("threat", self._threat)

    def _threat(self) -> Mapping[int, float]:
        found: dict[int, float] = {}
        enemy = self.enemy()
        for hex_ in self.foe_hexes():
            force = sum(enemy.strength(u, attacking=True) for u in at(self.state, hex_)
                        if face(self.world, u).ma)
            if force:
                for near in self.world.board.within(hex_, NEAR):
                    gap = self.world.board.distance(hex_, near)
                    found[near] = found.get(near, 0.0) + force * (1.0 if gap <= 1 else 0.5)
        return found

    def gap(self, hex_: int) -> int:
        """Hexes to the nearest enemy combat unit."""
        board = self.world.board
        return min((board.distance(hex_, h) for h in self.foe_hexes()), default=99)

    # ------------------------------------------------------------ what to attack, what to pay

    def stake(self, hex_: int) -> float:
        """What it is worth to clear an enemy-held hex: the way that it bars, the town in it, the
        enemies that can be finished there."""
        total = 0.4
        barred = self.corridor().get(hex_)
        if barred is not None and self.cut_off():
            total += 5.0 / (1 + barred / 4)
        if hex_ in self.towns():
            total += 1.5 * self.towns()[hex_]
        lost = {u.id for u in self.enemy().cut_off()}
        total += sum(0.5 + 1.5 * self.marked().get(u.id, 0.0)
                     for u in at(self.state, hex_) if u.id in lost)
        return total

    def tokens(self) -> int:
        """Tokens that the side has on the map."""
        return self._once("tokens", lambda: dumps.total(self.world, self.state, self.side))

    def spare(self) -> int:
        """Tokens that may be spent in this turn."""
        return self.tokens() - self.floor

    def token_price(self) -> float:
        """What a token is worth: dearer as fewer are left to spend."""
        if self.turns_left <= 1:
            return 0.02
        return min(0.5, 1.5 / max(1, self.spare()) + 0.04)


def _rows(world: World) -> list[Mapping[str, Any]]:
    """The lines of the scenario's victory table that name hexes or units."""
    return [row for row in world.scenario.victory.values()
            if isinstance(row, Mapping) and row.get("vp")]
