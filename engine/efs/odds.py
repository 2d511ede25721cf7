"""Basic odds (BSR 15.5): strengths, halving, support, and the odds column."""

from __future__ import annotations

from engine.core.values import frozen
from engine.efs.pieces import AXIS, Unit
from engine.efs.state import EfsState
from engine.efs.steps import face
from engine.efs.weather import column_at
from engine.efs.world import World
from engine.efs.zoc import combat_units

BELOW = "below"
"""Odds worse than the lowest column: the attackers are eliminated (BSR 15.57)."""


@frozen
class Strengths:
    """Both totals of a combat, with how they came about."""

    attack: float
    support: float
    defense: float
    defense_support: float
    notes: tuple[tuple[str, str], ...] = ()
    """(what was changed, rule) for the preview."""

    @property
    def for_attack(self) -> float:
        return self.attack + self.support

    @property
    def for_defense(self) -> float:
        return self.defense + self.defense_support


def across_major_river(world: World, state: EfsState, unit: Unit, hexes: tuple[int, ...]) -> bool:
    """True for a unit attacking over an unfrozen major river, bridge or not (15.52b)."""
    if state.frozen:
        return False
    return any("major_river" in world.board.side(unit.hex, h) for h in hexes)


def attack_strength(world: World, state: EfsState, unit: Unit, hexes: tuple[int, ...]) -> float:
    """A unit's attack strength after terrain; halving is cumulative (BSR 15.51, 15.52)."""
    power = float(face(world, unit).attack)
    swamp = "swamp" in world.board.hexes[unit.hex].terrain
    if swamp:
        power /= 2  # 15.52a; frost is no exception there
    if across_major_river(world, state, unit, hexes):
        power /= 2  # 15.52b
    city = any(world.board.hexes[h].terrain & {"city", "major_city"} for h in hexes)
    if city and world.counters[unit.id].armor:
        power /= 2  # 15.52c
    return power


def _support_factor(world: World, state: EfsState, hexes: tuple[int, ...]) -> float:
    """What weather and swamp leave of support into these hexes (BSR 15.52a, 15.53a, 15.53b)."""
    factor = 1.0
    if any(column_at(world, state, h) == "mud" for h in hexes):
        factor *= world.charts.effects["artillery_factor"]["mud"]
    swamp = any("swamp" in world.board.hexes[h].terrain for h in hexes)
    if swamp:
        factor /= 2
    return factor


def strengths(
    world: World, state: EfsState, units: tuple[str, ...], guns: tuple[str, ...],
    hexes: tuple[int, ...], defending_guns: tuple[str, ...],
) -> Strengths:
    """Total attack and defense of a combat (BSR 15.51-15.55).

    Support is capped at the strength it supports before anything is halved (15.4, 15.55b).
    Untried defenders count nothing until they are turned over (12.34, 15.54).
    """
    notes: list[tuple[str, str]] = []
    plain = float(sum(face(world, state.units[i]).attack for i in units))
    attack = sum(attack_strength(world, state, state.units[i], hexes) for i in units)
    if attack != plain:
        notes.append((f"attack {plain:g} halved in part to {attack:g}", "BSR 15.52"))
    factor = _support_factor(world, state, hexes)
    support = _capped(world, guns, plain, notes, "attack", "BSR 15.4.s1") * factor
    defenders = [u for h in hexes for u in combat_units(world, state, h)]
    defense = float(
        sum(
            face(world, u).defense for u in defenders
            if u.id not in defending_guns and not u.untried
        )
    )
    backing = _capped(world, defending_guns, defense, notes, "defense", "BSR 15.55b",
                      hexes=hexes, state=state) * factor
    if factor != 1.0 and (guns or defending_guns):
        notes.append((f"support times {factor:g}", "BSR 15.53"))
    if units and attack + support < 1:
        attack = 1.0 - support  # 15.51.n1: never less than one
    if defense + backing < 1:
        defense = 1.0 - backing
    return Strengths(attack, support, defense, backing, tuple(notes))


def _capped(
    world: World, guns: tuple[str, ...], most: float, notes: list[tuple[str, str]],
    what: str, rule: str, *, hexes: tuple[int, ...] = (), state: EfsState | None = None,
) -> float:
    """The support of guns, no more than the strength it supports; the excess is ignored."""
    total = 0.0
    for id_ in guns:
        counter = world.counters[id_]
        power = float(counter.support)
        away = state is not None and state.units[id_].hex not in hexes
        if counter.nationality == "romanian" and counter.side == AXIS and away:
            power = float(counter.support // 2)  # PB 7.3: half, fractions dropped
        total += power
    if total > most:
        notes.append((f"support {total:g} capped at the {what} strength {most:g}", rule))
    return min(total, most)


def column_for(world: World, attack: float, defense: float) -> str:
    """The odds column, rounded in the defender's favour (BSR 15.57); BELOW under the lowest."""
    found = BELOW
    for name in world.charts.crt_columns:
        a, d = (int(n) for n in name.split("-"))
        if attack * d >= defense * a:  # exact: no ratio is ever rounded
            found = name
    return found
