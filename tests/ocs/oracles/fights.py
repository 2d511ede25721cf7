"""Strengths, columns, chances and prices of a combat: OCS 9.4-9.9, 12.4, 21.2."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

from engine.ocs.pieces import Unit
from tests.ocs.oracles.ground import (
    RIVERS,
    Position,
    counter,
    face,
    foe,
    rows,
    series,
    side_of,
    size,
)
from tests.ocs.oracles.positions import korsun

DIE = range(1, 7)
CATEGORY = {"yellow": 0, "red": 1}
MODES = {"reserve": Fraction(1, 2), "dg": Fraction(1, 2), "strat": Fraction(0)}


def half_up(value: Fraction) -> int:
    return int(value + Fraction(1, 2))


def multiplier(row: dict[str, Any], part: str, unit: Unit) -> Fraction:
    value = row[part][CATEGORY.get(counter(unit).symbol, 2)]
    return Fraction(1, 3) if value == 0.333 else Fraction(str(value))


def terrains(place: Position, hex_: int) -> dict[str, dict[str, Any]]:
    """What the defender may choose from: every terrain in his hex (9.3b)."""
    table, found = rows("terrain_combat", "hex"), {}
    for word in place.board.hexes[hex_].terrain:
        frozen = word == "swamp" and place.weather == "freeze"
        found[word] = table["swamp_frozen" if frozen else word]
    return found


def strength(unit: Unit) -> Fraction:
    """As printed, in proportion to losses and rounded at once; guns by RE (21.2, TTW 1.6d)."""
    own = counter(unit)
    if own.steps == 1:
        return Fraction(face(unit).strength)
    if own.artillery:
        return size(unit)
    return Fraction(half_up(Fraction(face(unit).strength * (own.steps - unit.lost), own.steps)))


def at_level(unit: Unit) -> int:
    """2 heavy, 1 light (9.4e)."""
    own = counter(unit)
    if own.symbol == "yellow" or own.type in ("antitank", "antiair"):
        return 2
    return (2 if own.type == "armor" else 1) if own.symbol == "red" else 0


def at_of(place: Position, hex_: int, side: str) -> int:
    army, hog = place.army(hex_, side), place.state.hogs.get(hex_)
    return 2 if army and hog is not None else max(map(at_level, army), default=0)


def attack(place: Position, units: list[Unit], hex_: int) -> Fraction:
    """Each stack over the terrain of the hex or the river that hurts it most (9.4b)."""
    total = Fraction(0)
    for start in {u.hex for u in units}:
        stack = [u for u in units if u.hex == start]
        total += min(
            sum((once(place, u, name, row, hex_) for u in stack), Fraction(0))
            for name, row in choices(place, start, hex_)
        )
    return total


def choices(place: Position, start: int, hex_: int) -> list[tuple[str, dict[str, Any]]]:
    sides = rows("terrain_combat", "hexside")
    ice = "_frozen" if place.weather == "freeze" else ""
    rivers = [(r, sides[r + ice]) for r in RIVERS if r in place.board.side(start, hex_)]
    return [*terrains(place, hex_).items(), *rivers]


def once(place: Position, unit: Unit, name: str, row: dict[str, Any], hex_: int) -> Fraction:
    """A unit's part of an attack; Open doubles nobody in mud, and AT halves the gain (9.4e)."""
    times = multiplier(row, "attack", unit)
    if times == 2 and place.weather in ("mud", "thaw"):
        times = Fraction(1)
    elif times == 2 and at_of(place, hex_, foe(side_of(unit))) >= at_level(unit):
        times = Fraction(3, 2)
    return strength(unit) * times * MODES.get(unit.mode, 1) * (Fraction(1, 2) if unit.oos else 1)


def defense(place: Position, army: list[Unit], row: dict[str, Any], paid: set[str]) -> Fraction:
    """Halved for mode, for OOS and for want of combat supply, each by itself (9.5a)."""
    return sum((
        strength(u) * multiplier(row, "defend", u) * MODES.get(u.mode, 1)
        * (Fraction(1, 2) if u.oos else 1) * (1 if u.id in paid else Fraction(1, 2))
        for u in army
    ), Fraction(0))


def column(attack_: Fraction, defense_: Fraction, category: str) -> int:
    """Highest column not above the rounded odds; zeroes take the ends (9.7, 9.14a)."""
    if attack_ and not defense_:
        return 12
    if defense_ and not attack_:
        return 0
    odds = Fraction(1)
    if attack_ >= defense_ > 0:
        odds = Fraction(half_up(attack_ / defense_))
    elif attack_:
        odds = Fraction(1, half_up(defense_ / attack_))
    heads = [Fraction(*map(int, t.split(":"))) for t in series("combat_table")["odds"][category]]
    return max([i for i, head in enumerate(heads) if head <= odds], default=0)


def rating(place: Position, unit: Unit, *, attacking: bool) -> int:
    """DG takes one, Strat all; Regrouping Fronts change their leaders' (9.6a, TTW 3.3d)."""
    own = face(unit).ar - (unit.mode == "dg")
    return (0 if unit.mode == "strat" else own) + korsun().hooks.lead_ar(
        korsun(), place.state, unit.id, attacking)


def chances(start: int, drm: int, hog: int, kind: str) -> dict[str, Fraction]:
    """All 36 x 6 x 36 rolls: surprise, its columns, the combat (9.8, 9.9)."""
    low, high = series("surprise")[kind]["defender_max"], series("surprise")[kind]["attacker_min"]
    columns: Counter[int] = Counter()
    for a, b, move in product(DIE, DIE, DIE):
        roll = a + b + drm - (1 if hog else 0)
        by = move if roll >= high else -move if roll <= low else 0
        columns[max(0, min(12, start + by))] += 1
    tally: Counter[str] = Counter()
    for (where, count), a, b in product(columns.items(), DIE, DIE):
        row = max(1, min(15, a + b + drm - hog)) - 1
        tally[series("combat_table")["rows"][row][where]] += count
    return {code: Fraction(count, 36 * 6 * 36) for code, count in tally.items()}


def payable(need: dict[str, tuple[int, set[Any]]], stock: dict[Any, int]) -> bool:
    """Whether all can be paid in full from the stores that each reaches, token by token."""
    given: dict[Any, list[str]] = {store: [] for store in stock}

    def serve(unit: str, seen: set[Any]) -> bool:
        for store in need[unit][1] - seen:
            seen.add(store)
            if len(given[store]) < stock[store]:
                given[store].append(unit)
                return True
            for i, other in enumerate(given[store]):
                if serve(other, seen):
                    given[store][i] = unit
                    return True
        return False

    return all(serve(unit, set()) for unit, (tokens, _) in need.items() for _ in range(tokens))
