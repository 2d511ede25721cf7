"""Previews of attacks and Overruns against the charts (OCS 9.3-9.9, 12.4)."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from engine.ocs import preview
from engine.ocs.pieces import SIDES, Unit
from tests.ocs.oracles import fights
from tests.ocs.oracles.ground import Position, attack_capable, counter, foe, size
from tests.ocs.oracles.lines import stores, usable
from tests.ocs.oracles.positions import korsun, positions

Fight = tuple[Position, int, list[Unit], list[Unit]]


def battles(seed: int, count: int, each: int) -> list[Fight]:
    """Attackers picked at random, against hexes beside them: (position, hex, ours, theirs)."""
    dice, found = Random(seed), list[Fight]()
    for state in positions(seed, count):
        place = Position(evolve(state, fighting=None, asks=()))
        board = place.board
        fronts = [
            (hex_, [u for n in board.neighbors(hex_) for u in place.army(n, foe(side))
                    if attack_capable(u)], place.army(hex_, side))
            for hex_ in sorted(place.stacks) for side in SIDES
        ]
        fronts = [f for f in fronts if f[1] and f[2]]
        for hex_, able, army in dice.sample(fronts, min(each, len(fronts))):
            ours = dice.sample(able, dice.randint(1, min(6, len(able))))
            found.append((place, hex_, ours, army))
    return found


@pytest.mark.rule("OCS 9.4", "OCS 9.4a", "OCS 9.4b", "OCS 9.4c", "OCS 9.4d", "OCS 9.4e",
                  "OCS 9.5a", "OCS 9.7", "OCS 9.14a", "OCS 21.2", "TTW 1.6d")
def test_strengths_and_column() -> None:
    for place, hex_, ours, army in battles(21, 60, 6):
        found = preview.attack(korsun(), place.state, hex_, tuple(u.id for u in ours))
        paid = {u.id for u in army} - set(found.defense.unpaid)
        total = fights.attack(place, ours, hex_)
        assert found.odds.attack == total
        best = min(
            (fights.column(total, strength, row["category"]), -strength)
            for row in fights.terrains(place, hex_).values()
            for strength in [fights.defense(place, army, row, paid)]
        )
        assert (found.odds.column, -found.odds.defense) == best


@pytest.mark.rule("OCS 9.6", "OCS 9.6a", "OCS 9.8", "OCS 9.9", "OCS 16.0d")
@pytest.mark.parametrize("overrun", [False, True])
def test_leaders_and_the_chance_of_each_result(overrun: bool) -> None:
    for place, hex_, ours, army in battles(22, 30, 4):
        found = preview.attack(
            korsun(), place.state, hex_, tuple(u.id for u in ours), overrun=overrun)
        drm = max(fights.rating(place, u, attacking=True) for u in ours) - max(
            fights.rating(place, u, attacking=False) for u in army)
        hog = place.state.hogs.get(hex_)
        want = fights.chances(found.odds.column, drm, hog.level if hog else 0,
                              "overrun" if overrun else "regular")
        assert {c.result: c.share for c in found.chances} == want


@pytest.mark.rule("OCS 12.4", "OCS 12.10a", "OCS 12.10c")
def test_who_is_paid_for_and_at_what_price() -> None:
    """A token a step; stocks where none can be had; 2T for the defenders, 1T for 1 RE or less."""
    kinds = set()
    for place, hex_, ours, army in battles(23, 12, 5):
        side = foe(korsun().side(army[0].id))
        stock = stores(place, side)
        need = {u.id: (counter(u).steps - u.lost, usable(place, u)) for u in ours}
        bill = preview.attack(korsun(), place.state, hex_, tuple(need)).cost
        full = fights.payable(need, stock)
        assert full == (not bill.stocks and not bill.unpaid)
        if full:
            assert bill.total == sum(steps for steps, _ in need.values())
        for unit in ours:
            alone = preview.attack(korsun(), place.state, hex_, (unit.id,)).cost
            dry = not fights.payable({unit.id: need[unit.id]}, stock)
            assert alone.stocks == ((unit.id,) if dry and unit.stock < 2 else ())
            assert alone.unpaid == ((unit.id,) if dry and unit.stock == 2 else ())
        kinds.add(("attack", full))
        check_defense(place, hex_, ours, army, kinds)
    assert len(kinds) > 1


def check_defense(
    place: Position, hex_: int, ours: list[Unit], army: list[Unit], kinds: set[tuple[str, bool]]
) -> None:
    """The two clear cases: one store that serves all, and none that serves anybody."""
    world = korsun()
    if any(world.hooks.free_defense(world, place.state, u.id) for u in army):
        return  # Regrouping Fronts
    bill = preview.attack(world, place.state, hex_, tuple(u.id for u in ours)).defense
    stock, reach = stores(place, world.side(army[0].id)), [usable(place, u) for u in army]
    price = 2 if sum(map(size, army)) > 1 else 1
    if any(stock[store] >= price for store in set.intersection(*reach)):
        assert (bill.total, bill.stocks, bill.unpaid) == (price, (), ())
        kinds.add(("defense", True))
    elif not any(reach):
        assert set(bill.unpaid) == {u.id for u in army if u.stock == 2}
        assert set(bill.stocks) == {u.id for u in army if u.stock < 2}
        kinds.add(("defense", False))
