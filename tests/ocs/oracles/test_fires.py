"""Barrages, flak and attrition against the charts (OCS 10.0, 12.8b, 14.4e)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from engine.ocs import attrition, barrage, flak
from engine.ocs.pieces import SIDES, Unit
from engine.ocs.state import Mission
from tests.ocs.oracles.fights import terrains
from tests.ocs.oracles.ground import Position, counter, fights, foe, series, side_of, size
from tests.ocs.oracles.positions import korsun, positions

TERRAIN = {"open": 0, "close": -1, "very_close": -1, "extremely_close": -2}


def density(army: list[Unit]) -> Fraction:
    """REs of the hex, no formation or division above three."""
    groups: dict[str, Fraction] = {}
    for unit in army:
        name = counter(unit).formation or unit.id
        groups[name] = groups.get(name, Fraction(0)) + size(unit)
    return sum((min(n, Fraction(3)) for n in groups.values()), Fraction(0))


def shift(place: Position, hex_: int, side: str) -> int:
    """Columns to the right for a target of the side (10.0a)."""
    army = place.army(hex_, side)
    found = next(r["shift"] for r in series("barrage_density_shifts")["rows"]
                 if r["over_re"] < density(army) <= r["up_to_re"])
    found -= hex_ in place.state.hogs
    found += min(TERRAIN[row["category"]] for row in terrains(place, hex_).values())
    if not any(place.army(n, foe(side)) for n in place.board.neighbors(hex_)):
        found -= 3
    return found + (3 if any(u.mode == "strat" for u in army) else 0)


@pytest.mark.rule("OCS 10.0a", "OCS 10.0b", "OCS 10.0d", "OCS 10.1b")
def test_column_price_and_results_of_a_barrage() -> None:
    dice, table = Random(31), series("barrage_table")
    for state in positions(31, 60):
        if state.game.kampfgruppen:
            continue
        place = Position(state)
        for hex_, side in product(sorted(place.stacks), SIDES):
            if not place.army(hex_, side) or dice.random() < 0.5:
                continue
            points = dice.choice((1, 2, 4, 5, 11, 16, 17, 40, 41, 68, 69, 116, 117, 150))
            start = sum(points >= least for least in table["column_min"]) - 1
            want = max(0, min(10, start + shift(place, hex_, side)))
            column, price = barrage.initial_column(korsun(), "units", points)
            assert (column, price) == (start, table["cost_t"][start])
            found = barrage.shifts(korsun(), state, foe(side), hex_)
            assert barrage.shifted(korsun(), column, found) == want
            for roll in range(2, 13):
                code = barrage.result(korsun(), state, (), want, roll)
                assert code == table["rows"][roll - 2][want]


@pytest.mark.rule("OCS 14.4e", "OCS 14.4c", "TTW 1.6a", "TTW 2.3a", "TTW 3.3a.C")
def test_what_helps_flak() -> None:
    dice, world, sums = Random(32), korsun(), set()
    for state in positions(32, 60):
        place = Position(state)
        for hex_, side in product(sorted(place.stacks), SIDES):
            planes = [a.id for a in state.air.values()
                      if world.side(a.id) == foe(side) and a.hex >= 0]
            if not place.army(hex_, side) or not planes or dice.random() < 0.7:
                continue
            chosen = tuple(dice.sample(planes, dice.randint(1, min(4, len(planes)))))
            kind = dice.choice(("barrage", "trainbust"))
            found = flak.modifiers(world, state, Mission(kind, foe(side), hex_, chosen), chosen)
            want = helped(place, hex_, side, chosen, kind)
            assert sum(m.drm for m in found) == want, place.board.id(hex_)
            sums.add(want)
    assert len(sums) > 2


def helped(place: Position, hex_: int, side: str, planes: tuple[str, ...], kind: str) -> int:
    """A Front HQ counts 2 in the place of other HQs, a Kessel HQ nothing."""
    world, state, army = korsun(), place.state, place.army(hex_, side)
    hqs = [u for u in army if counter(u).hq and counter(u).size != "kessel"]
    front = side == "soviet" and any(f.hex == hex_ for f in state.game.fronts.values())
    base = state.bases.get(hex_)
    guns = [counter(u).flak for u in army if not counter(u).hq and u.mode == "combat"]
    total = (len(planes) >= 3) + (2 if front else min(1, len(hqs))) + max(guns, default=0)
    total += base.level if base is not None and base.owner == side else 0
    if any(world.side(a.id) == side and "F" in world.aircraft[a.id].type.split("/") and a.active
           and a.box == "map" and a.hex >= 0 and place.board.distance(a.hex, hex_) <= 10
           for a in state.air.values()):
        escorted = any("F" in world.aircraft[i].type.split("/") for i in planes)
        total += (1 if escorted else 2) + (kind == "trainbust")
    return total


@pytest.mark.rule("OCS 12.8b")
def test_every_box_of_the_attrition_table() -> None:
    words = {"none": 0, "minus_1": 1, "minus_2": 2, "minus_4": 4}
    for rating, row in series("attrition")["rows"].items():
        for roll in range(2, 16):
            lost = [99] if roll >= row["all_min"] else [
                steps for word, steps in words.items()
                if row[word] and row[word][0] <= roll <= row[word][1]
            ]
            assert [attrition.steps_lost(korsun(), int(rating), roll)] == lost


def test_the_positions_hold_what_these_oracles_are_about() -> None:
    """Modes, losses, stocks and rivers enough, and units of both sides."""
    units = [u for s in positions(33, 40) for u in Position(s).units if fights(u)]
    assert {u.mode for u in units} == {"combat", "move", "reserve", "strat", "dg", "exploit"}
    assert {side_of(u) for u in units} == set(SIDES)
    assert {u.stock for u in units} == {0, 1, 2} and any(u.lost for u in units)
