"""Where stacks can go, and ZOCs, against a naive search (OCS 4.5, 5.2b, 6.1-6.3, 8.1)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from heapq import heappop, heappush
from random import Random

import pytest

from engine.core.errors import Refusal
from engine.ocs import movement, zoc
from engine.ocs.commands import Overrun
from engine.ocs.overrun import check_overrun
from engine.ocs.pieces import MP, SIDES, Unit
from engine.ocs.reach import reach
from engine.ocs.sequence import acting, key
from tests.ocs.oracles.ground import (
    ALL,
    NO,
    Position,
    allowance,
    attack_capable,
    face,
    foe,
    side_of,
)
from tests.ocs.oracles.positions import korsun, positions

Left = tuple[Fraction, ...]


def walk(place: Position, units: list[Unit]) -> dict[int, Fraction]:
    """Each hex that the stack can enter, with the most that its poorest unit may have left."""
    world, side, ids = korsun(), side_of(units[0]), tuple(u.id for u in units)
    kinds = [face(u).mobility for u in units]
    able = all(attack_capable(u) for u in units)
    strat = any(u.mode == "strat" for u in units)
    zone, start = place.zone(foe(side)), units[0].hex
    halts = {h for h in zone if "truck" in kinds and not place.negated(h, side)}
    first = tuple(allowance(place.state, u) - Fraction(u.spent, MP) for u in units)
    fresh = [u.spent == 0 and not u.moved for u in units]
    best: dict[int, list[Left]] = defaultdict(list)
    todo: list[tuple[Fraction, int, Left, bool]] = [(-min(first), start, first, True)]
    while todo:
        _, a, left, begins = heappop(todo)
        if not begins and a in halts:
            continue
        for b in place.board.neighbors(a):
            if place.army(b, foe(side)) or (place.prizes(b, side) and not able):
                continue
            if strat and b in zone:
                continue
            after = pay(place, kinds, left, [begins and f for f in fresh], (a, b), side)
            if after is None or any(no_worse(old, after) for old in best[b]):
                continue
            if world.hooks.may_enter(world, place.state, ids, a, b) is not None:
                continue
            best[b] = [old for old in best[b] if not no_worse(after, old)] + [after]
            heappush(todo, (-min(after), b, after, False))
    return {h: max(min(one) for one in ways) for h, ways in best.items()
            if ways and h != start}


def no_worse(one: Left, two: Left) -> bool:
    return all(x >= y for x, y in zip(one, two, strict=True))


def pay(
    place: Position, kinds: list[str], left: Left, whole: list[bool], step: tuple[int, int],
    side: str,
) -> Left | None:
    """What each has left; a unit that has spent nothing may always enter one hex (6.1c)."""
    after = []
    for kind, have, unspent in zip(kinds, left, whole, strict=True):
        cost = place.price(*step, kind, side)
        if isinstance(cost, Fraction) and cost <= have:
            after.append(have - cost)
        elif cost != NO and unspent:
            after.append(Fraction(0))
        else:
            return None
    return tuple(after)


@pytest.mark.rule("OCS 6.1", "OCS 6.1c", "OCS 6.1d", "OCS 6.1e", "OCS 6.2", "OCS 6.2a", "OCS 6.2d",
                  "OCS 13.8b", "OCS 14.8c", "OCS 4.5a", "OCS 4.8c", "OCS 5.8a")
def test_every_hex_within_reach_and_what_is_left_there() -> None:
    """Single units and stacks of any mobility, in all weathers and modes."""
    dice, stacks = Random(1), 0
    for state in positions(1, 20, "movement", "exploit"):
        place = Position(state)
        own = [s for s in place.stacks.values() if side_of(s[0]) == acting(state)]
        for stack in dice.sample(own, min(6, len(own))):
            chosen = dice.sample(stack, dice.randint(1, min(4, len(stack))))
            if any(u.mode == "exploit" for u in chosen) and key(state) == "movement":
                continue  # only shaking puts them there
            party = movement.party(korsun(), state, tuple(u.id for u in chosen))
            if isinstance(party, Refusal):
                continue
            stacks += 1
            left = reach(korsun(), state, party).left
            found = {h: Fraction(n, MP) for h, n in left.items() if h != party.hex}
            assert found == walk(place, chosen), [u.id for u in chosen]
    assert stacks > 10


@pytest.mark.rule("OCS 4.5", "OCS 4.5b", "OCS 5.9c")
def test_zones_of_control_and_who_cancels_them() -> None:
    for state in positions(2, 60):
        place = Position(state)
        for side in SIDES:
            assert zoc.zone(korsun(), state, side) == place.zone(side)
            for hex_ in place.zone(foe(side)):
                assert zoc.negated(korsun(), state, side, hex_) == place.negated(hex_, side)


@pytest.mark.rule("OCS 8.1", "OCS 8.1a", "OCS 8.1b", "OCS 8.1c")
def test_who_may_overrun_a_hex() -> None:
    """Supply and fuel aside: 3 MPs left, and no more than 3 to enter without roads."""
    dice, tried = Random(3), 0
    for state in positions(3, 60, "movement", "exploit"):
        place, side = Position(state), acting(state)
        pairs = [(u, h) for u in place.units if side_of(u) == side and u.began == u.hex
                 for h in place.board.neighbors(u.hex) if place.army(h, foe(side))]
        for unit, hex_ in dice.sample(pairs, min(12, len(pairs))):
            if unit.mode == "exploit" and key(state) == "movement":
                continue
            command = Overrun(place.board.id(hex_), (korsun().name(unit.id),))
            problem = check_overrun(korsun(), state, command)
            if problem is not None and problem.rule.startswith(("OCS 8.1i", "OCS 9.5", "OCS 12")):
                continue
            cost = place.price(unit.hex, hex_, face(unit).mobility, side, roads=False)
            left = allowance(state, unit) - Fraction(unit.spent, MP)
            may = (
                attack_capable(unit) and unit.mode in ("combat", "move", "exploit") and left >= 3
                and cost not in (NO, ALL) and Fraction(cost) <= 3
                and (not place.still(unit) or (key(state) == "movement" and not unit.finished
                                               and not unit.moved and not unit.working))
            )
            tried += 1
            assert may == (problem is None), (unit.id, place.board.id(hex_), problem)
    assert tried > 50
