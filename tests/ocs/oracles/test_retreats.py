"""Where beaten stacks can go, against a naive search (OCS 9.12)."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from engine.ocs.decisions import Retreat
from engine.ocs.pieces import Unit
from engine.ocs.retreat import DETOUR, ways
from tests.ocs.oracles.ground import (
    NO,
    Position,
    attack_capable,
    counter,
    face,
    fights,
    foe,
    side_of,
)
from tests.ocs.oracles.positions import korsun, positions


def kind_of(unit: Unit) -> str:
    """HQs, and units whose side has no allowance, retreat on their Move side (9.12b)."""
    turned = counter(unit).hq or not face(unit).ma
    return counter(unit).move.mobility if turned else face(unit).mobility


def open_to(place: Position, unit: Unit, a: int, b: int, zone: set[int]) -> bool:
    """No enemy, no water that cannot be crossed; prizes and ZOCs as in moves (9.12, f, 5.8a)."""
    world, side = korsun(), side_of(unit)
    return not (
        place.army(b, foe(side)) or place.one_way(a, b, kind_of(unit), side) == NO
        or (place.prizes(b, side) and not attack_capable(unit))
        or (unit.mode == "strat" and b in zone)
        or world.hooks.may_retreat(world, place.state, unit, a, b)
        or world.hooks.may_enter(world, place.state, (unit.id,), a, b)
    )


def goals(place: Position, units: list[Unit], length: int, most: int) -> set[int]:
    """Hexes at exactly this distance, by ways of so many hexes at most."""
    start, zone = units[0].hex, place.zone(foe(side_of(units[0])))
    seen = edge = {start}
    for _ in range(most):
        edge = {
            b for a in edge for b in place.board.neighbors(a)
            if b not in seen and all(open_to(place, u, a, b, zone) for u in units)
        }
        seen = seen | edge
    return {h for h in seen if place.board.distance(start, h) == length}


@pytest.mark.rule("OCS 9.12", "OCS 9.12b", "OCS 9.12f", "OCS 5.8a", "OCS 4.8c")
def test_every_hex_at_the_exact_distance_that_can_be_reached() -> None:
    dice, offered = Random(41), 0
    for state in positions(41, 50):
        place = Position(evolve(state, fighting=None, asks=()))
        stacks = [[u for u in s if fights(u) and counter(u).move.ma]
                  for s in place.stacks.values()]
        for stack in dice.sample([s for s in stacks if s], 6):
            units = dice.sample(stack, dice.randint(1, min(3, len(stack))))
            ids, length = tuple(u.id for u in units), dice.randint(1, 3)
            asked = Retreat(side_of(units[0]), ids, length, units[0].hex)
            found = {w.hexes[-1] for w in ways(korsun(), place.state, asked, ids)}
            near = goals(place, units, length, length + DETOUR)
            assert found == (near or goals(place, units, length, len(place.board)))
            offered += len(found)
    assert offered > 100
