"""What the staff officer plans before he moves: the ring, the attacks, who stands where."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.ocs import combat, modes
from engine.ocs.odds import hex_terrains
from engine.ocs.pieces import COMBAT, MOVE, Unit
from engine.ocs.sizes import re4, steps_left
from engine.ocs.zoc import in_ezoc
from engine.players.ocs.chances import Value, best_attack
from engine.players.ocs.marches import Going, Plan
from engine.players.ocs.ring import ring
from engine.players.ocs.sense import NEAR, Sense

WORTHWHILE = 0.4
"""Least value of an attack that is planned or made."""
ENOUGH = 5.0
"""Odds beyond which more units add nothing."""
TARGETS = 14
"""Hexes that are looked at for attacks, the dearest first."""
STANDING, WALKING, DRIVING = 2, 6, 9
"""What closing a hex costs: with a unit there, with one in reach in Combat or in Move Mode."""
SHELTER = {"open": 0.0, "close": 0.3, "very_close": 0.6, "extremely_close": 0.9}


# ---------------------------------------------------------------- the ring


def close_ring(plan: Plan) -> None:
    """Put a unit into each of the fewest hexes that shut the enemy's pocket in."""
    sense = plan.sense
    inside = {u.hex for u in sense.enemy().cut_off()}
    if not inside or sense.turns_left < 1:
        return
    able = {id_ for id_ in plan.places if _may_close(sense, plan.unit(id_))}
    prices: dict[int, int] = {}
    for price, reach in ((DRIVING, plan.march), (WALKING, plan.combat)):
        for id_ in able:
            prices.update(dict.fromkeys(reach(id_).hexes, price))
    prices.update({plan.unit(i).hex: STANDING for i in able})
    _man(plan, able, sorted(ring(sense, prices, inside)))


def _may_close(sense: Sense, unit: Unit) -> bool:
    counter = sense.world.counters[unit.id]
    return not counter.hq and not counter.artillery and sense.strength(unit) >= 2


def _man(plan: Plan, able: set[str], hexes: list[int]) -> None:
    """A unit for each hex, the hexes with the fewest candidates first."""
    def candidates(hex_: int) -> list[tuple[int, float, str, str]]:
        found = []
        for id_ in able:
            unit = plan.unit(id_)
            if not plan.free(id_) or not plan.fits(id_, hex_):
                continue
            if unit.hex == hex_:
                found.append((0, -plan.sense.strength(unit), id_, COMBAT))
            elif hex_ in plan.combat(id_).hexes:
                found.append((1, abs(plan.sense.strength(unit) - 10), id_, COMBAT))
            elif hex_ in plan.march(id_).hexes:
                found.append((2, abs(plan.sense.strength(unit) - 10), id_, MOVE))
        return sorted(found)

    for hex_ in sorted(hexes, key=lambda h: (len(candidates(h)), h)):
        found = candidates(hex_)
        if found:
            _, _, id_, mode = found[0]
            plan.send(plan.going(id_, hex_, mode))


# ---------------------------------------------------------------- attacks


def plan_attacks(plan: Plan, least: float) -> None:
    """Bring units to where they attack, the most valuable targets first; those that promise less
    than the least are left alone."""
    sense = plan.sense
    targets = sorted(sense.foe_hexes(), key=lambda h: (-sense.stake(h), h))
    fighting: set[str] = set()
    for hex_ in [h for h in targets if _touchable(plan, h)][:TARGETS]:
        attack = _assemble(plan, hex_, fighting)
        if attack is None:
            continue
        value, spots = attack
        fuel = sum(plan.thirsty(i, spots[i], COMBAT) for i in value.units)
        cost = value.seen.cost.total + fuel
        if value.worth - fuel * sense.token_price() < least or cost > plan.budget:
            continue
        plan.budget -= value.seen.cost.total
        fighting.update(value.units)
        for id_ in value.units:
            if plan.free(id_):
                plan.send(plan.going(id_, spots[id_], COMBAT))


def _touchable(plan: Plan, hex_: int) -> bool:
    beside = set(plan.sense.world.board.neighbors(hex_))
    return any(h in beside or beside & plan.combat(i).hexes for i, h in plan.places.items())


def _assemble(
    plan: Plan, target: int, fighting: set[str]
) -> tuple[Value, dict[str, int]] | None:
    """The units against one hex where they would stand, and what the attack is worth."""
    sense = plan.sense
    guard = sense.enemy().guard(target)
    spots: dict[str, int] = {}
    load: dict[int, int] = {}
    total = 0.0
    order = sorted(plan.places, key=lambda i: (
        -sense.strength(plan.unit(i), attacking=True), i))
    for id_ in order:
        power = sense.strength(plan.unit(id_), attacking=True)
        if not power or id_ in fighting or total > ENOUGH * guard:
            continue
        spot = _spot(plan, id_, target, load)
        if spot is not None:
            spots[id_] = spot
            if spot != plan.places[id_]:
                load[spot] = load.get(spot, 0) + re4(sense.world, plan.unit(id_))
            total += power
    if total < 0.6 * guard or not spots:
        return None
    field = sense.imagined(_there(plan, id_, spot) for id_, spot in spots.items())
    ids = tuple(i for i in spots if combat.attacker_problem(
        sense.world, field.state, i, target) is None)
    value = best_attack(field, target, ids, sense.stake(target)) if ids else None
    return (value, spots) if value is not None else None


def _there(plan: Plan, id_: str, spot: int) -> Unit:
    """A unit in Combat Mode where it is to stand."""
    unit = plan.unit(id_)
    if modes.mode_problem(plan.sense.world, plan.sense.state, unit, COMBAT) is None:
        unit = modes.turned(unit, COMBAT)
    return evolve(unit, hex=spot)


def _spot(plan: Plan, id_: str, target: int, load: dict[int, int]) -> int | None:
    """The best hex beside a target from which a unit attacks: where it is, on dry ground."""
    board, world = plan.sense.world.board, plan.sense.world
    here = plan.places[id_]
    if not plan.free(id_):
        return here if board.adjacent(here, target) else None
    reach = plan.combat(id_).hexes
    size = re4(world, plan.unit(id_))
    choices = [
        h for h in board.neighbors(target)
        if h == here or (h in reach and plan.fits(id_, h) and load.get(h, 0) + size <= 24)
    ]

    def cost(hex_: int) -> tuple[int, int, int]:
        wet = bool(board.side(hex_, target) & {"river", "minor_river", "major_river"})
        return int(wet), int(hex_ != here), hex_

    return min(choices, key=cost, default=None)


# ---------------------------------------------------------------- where the others stand


class Posture:
    """Where units without another part in the plan should stand."""

    def __init__(self, plan: Plan, kessel: dict[str, list[int]]) -> None:
        self.plan, self.sense = plan, plan.sense
        self.kessel = kessel
        sense = plan.sense
        self.threat = sense.threat()
        self.cut = {u.id for u in sense.cut_off()}
        self.penned = {u.hex for u in sense.enemy().cut_off()}
        self.relief = [h for h in sense.foe_hexes() if h not in self.penned]
        self.barred = sense.enemy().corridor() if self.penned else {}
        self.guards: dict[int, int] = {}

    def settle(self) -> None:
        """A place for every unit that has none, strongest first; HQs come last."""
        sense, plan = self.sense, self.plan
        hqs = sense.world.counters
        for unit in sorted(sense.units(), key=lambda u: (
            hqs[u.id].hq, -sense.strength(u), u.id
        )):
            if plan.free(unit.id):
                going = self._best(unit)
                if going is not None:
                    plan.send(going)

    def _choices(self, unit: Unit) -> Iterator[tuple[int, str]]:
        """Hexes in reach with the mode of the unit there; no mode is a free move."""
        yield from ((h, COMBAT) for h in sorted(self.plan.combat(unit.id).hexes))
        yield from ((h, "") for h in self.kessel.get(unit.id, ()))
        yield from ((h, MOVE) for h in sorted(self.plan.march(unit.id).hexes))

    def _best(self, unit: Unit) -> Going | None:
        """The best place for a unit; None to leave it as it is."""
        best: tuple[int, str] | None = None
        top = self.score(unit, unit.hex, COMBAT) + 0.15
        for hex_, mode in self._choices(unit):
            if not self.plan.fits(unit.id, hex_):
                continue
            score = self.score(unit, hex_, mode or COMBAT)
            if mode and self.plan.thirsty(unit.id, hex_, mode):
                if self.plan.budget <= 0 and unit.id not in self.cut:
                    continue
                score -= 1.5 * self.sense.token_price()
            if score > top:
                best, top = (hex_, mode), score
        if best is None:
            return self.plan.going(unit.id, unit.hex, COMBAT) if unit.mode == MOVE else None
        if not best[1]:
            return Going(unit.id, best[0], free=True)
        return self.plan.going(unit.id, *best)

    def score(self, unit: Unit, hex_: int, mode: str) -> float:
        """How good a hex is for a unit that stands there in a mode."""
        counter = self.sense.world.counters[unit.id]
        if counter.hq:
            return self._headquarters(unit, hex_)
        total = self._cut_off(unit, hex_) if unit.id in self.cut else self._line(unit, hex_)
        total -= self._risk(unit, hex_, mode)
        if counter.artillery:
            total -= 2.0 if self.sense.gap(hex_) <= 1 and not self.plan.guard(hex_, unit.id) else 0
        if mode == MOVE and in_ezoc(self.sense.world, self.sense.state, self.sense.side, hex_):
            total -= 0.8
        return total

    def _cut_off(self, unit: Unit, hex_: int) -> float:
        """Home, by the shortest way; units of no account hold the towns instead."""
        sense = self.sense
        if unit.id not in sense.marked():
            for town, value in sense.towns().items():
                if not sense.lacks(town) and sense.way_home().get(town, 0):
                    gap = sense.world.board.distance(hex_, town)
                    if gap <= 6:
                        return value - 0.8 * gap
        way = sense.way_home().get(hex_)
        if way is None:
            return 0.0
        return 4.0 * (way == 0) - 0.5 * way

    def _line(self, unit: Unit, hex_: int) -> float:
        """Towards the own pocket, around the enemy's, between it and its relief."""
        sense, board = self.sense, self.sense.world.board
        total = self._towns(unit, hex_)
        if self.cut and sense.way_to_cut_off():
            pull = 0.35 if sense.mobile(unit) else 0.2
            total -= pull * sense.way_to_cut_off().get(hex_, 60) / 2
            total -= 3.0 * (hex_ not in sense.home())
        if self.penned:
            inner = min(board.distance(hex_, h) for h in self.penned)
            outer = min((board.distance(hex_, h) for h in self.relief), default=20)
            total += 2.5 / (1 + self.barred.get(hex_, 40) / 3) - 0.25 * min(inner, outer)
        if not self.cut and not self.penned:
            total -= 0.2 * sense.gap(hex_)
        return total

    def _towns(self, unit: Unit, hex_: int) -> float:
        """The pull of victory hexes that the enemy has, and of those that he may take."""
        sense, total = self.sense, 0.0
        for town, value in sense.towns().items():
            gap = sense.world.board.distance(hex_, town)
            if sense.lacks(town):
                total += value * (0.8 / (1 + gap) + (1.0 if gap == 0 else 0.0))
            elif gap == 0 and self.threat.get(town) and not self.plan.guard(town, unit.id):
                total += value
        return total

    def _risk(self, unit: Unit, hex_: int, mode: str) -> float:
        """What may come at it, against what will stand there."""
        sense = self.sense
        mine = sense.strength(unit) * (1.0 if mode == COMBAT else 0.5)
        shelter = min(SHELTER[row.category] for row in hex_terrains(
            sense.world, sense.state, hex_).values())
        hog = sense.state.hogs.get(hex_)
        shelter += 0.3 * hog.level if hog is not None and hog.owner == sense.side else 0.0
        held = max(1.0, (self.plan.guard(hex_, unit.id) + mine) * (1 + shelter))
        return 0.5 * max(0.0, min(5.0, self.threat.get(hex_, 0.0) / held) - 1.0) * min(
            2.0, sense.worth(unit) * steps_left(sense.world, unit))

    def _headquarters(self, unit: Unit, hex_: int) -> float:
        """Near many units and away from the enemy; in a pocket with those that it keeps alive."""
        sense, board = self.sense, self.sense.world.board
        near = 2 if unit.id in self.cut else NEAR + 1
        served = sum(1 for i, h in self.plan.places.items()
                     if i != unit.id and board.distance(h, hex_) <= near)
        total = 0.3 * served - (0.5 if hex_ == unit.hex else 1.0)
        if unit.id in self.cut:
            return total + self._cut_off(unit, hex_) * (unit.id in sense.marked())
        gap = sense.gap(hex_)
        total -= 3.0 if gap <= 1 else 1.5 if gap == 2 else 0.0
        return total - 6.0 * (hex_ not in sense.home())


