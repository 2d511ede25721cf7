"""What supply reaches whom, against a naive search (OCS 12.3, 12.5, 12.6)."""

from __future__ import annotations

from random import Random

import pytest

from engine.ocs import fuel, supply, trace
from engine.ocs.commands import Fuel
from engine.ocs.pieces import SIDES, Unit
from engine.ocs.sequence import acting
from engine.ocs.series import SERIES
from engine.ocs.state import OcsState
from tests.ocs.oracles.ground import Position, counter, face, fights, side_of
from tests.ocs.oracles.lines import (
    drawn,
    headquarters,
    sources,
    stores,
    throws,
    trace_ways,
    usable,
)
from tests.ocs.oracles.positions import korsun, positions


def some(place: Position, side: str, dice: Random, count: int) -> list[Unit]:
    army = [u for u in place.units if fights(u) and side_of(u) == side]
    return dice.sample(army, min(count, len(army)))


@pytest.mark.rule("OCS 12.6", "OCS 12.6a", "OCS 12.6b", "OCS 12.3d", "OCS 13.3c")
def test_sources_and_who_traces_to_them() -> None:
    dice, cut_off = Random(11), 0
    for state in positions(11, 12):
        place = Position(state)
        for side in SIDES:
            assert trace.sources(korsun(), state, side) == sources(place, side)
            for unit in some(place, side, dice, 5):
                ways = set(trace.trace_ways(korsun(), state, unit)) - {"game", unit.id}
                assert ways == trace_ways(place, unit), unit.id
                cut_off += not ways
    assert cut_off


@pytest.mark.rule("OCS 12.3a", "OCS 12.3b", "OCS 12.3c", "OCS 12.3d", "OCS 13.2g.B",
                  "TTW 3.3b.E")
def test_the_dumps_that_a_unit_can_use() -> None:
    dice, fed = Random(12), 0
    for state in positions(12, 12):
        place = Position(state)
        for side in SIDES:
            for unit in some(place, side, dice, 5):
                hexes = set(supply.dump_hexes(korsun(), state, unit))
                assert hexes == {h for h, _ in usable(place, unit)}, unit.id
                fed += bool(hexes)
    assert fed


# ---------------------------------------------------------------- fuel


def fueled(state: OcsState, side: str) -> set[str]:
    """Units that need fuel and have it."""
    return {
        u.id for u in Position(state).units if fights(u) and side_of(u) == side
        and face(u).mobility != "leg" and face(u).ma and fuel.fueled(korsun(), state, u)
    }


def expected(place: Position, unit: Unit, method: str, by: str) -> set[str]:
    """Whom a payment fuels, as far as they need it (12.5c, e)."""
    world, state, side = korsun(), place.state, side_of(unit)
    army = [u for u in place.units if fights(u) and side_of(u) == side
            and face(u).mobility != "leg" and face(u).ma]

    def given(hq: Unit, one: Unit) -> bool:
        return throws(place, hq, one) and not world.hooks.closed(world, state, hq, one.hex)

    if method == "single":
        return {unit.id}
    if method == "hq":
        return {u.id for u in army if counter(u).independent and (u == unit or given(unit, u))}
    mates = [u for u in army if counter(u).formation == counter(unit).formation]
    if by in place.board.index:
        return {u.id for u in mates if place.board.at(by) in drawn(place, u)}
    hq = next(h for h in headquarters(place, side) if world.name(h.id) == by)
    return {u.id for u in mates if given(hq, u)}


@pytest.mark.rule("OCS 12.5c", "OCS 12.5c.A", "OCS 12.5c.B", "OCS 12.5c.C", "OCS 12.5e")
def test_what_fuel_costs_and_who_gets_it() -> None:
    """1T for a unit; 4T for a formation through one source, or for an HQ and the independents."""
    dice, methods = Random(13), set()
    for state in positions(13, 60, "movement", "exploit"):
        if state.game.kampfgruppen:  # they are formations of their own: tests/third_winter
            continue
        offers = [c for c in fuel.offer_fuel(korsun(), state, "") if isinstance(c, Fuel)]
        side = acting(state)
        for command in dice.sample(offers, min(3, len(offers))):
            place, unit = Position(state), state.units[korsun().unit_id(command.units[0])]
            if command.method == "formation" and not command.by:
                continue
            after, _ = SERIES.flow.execute(korsun(), state, command)
            spent = sum(stores(place, side).values()) - sum(stores(Position(after), side).values())
            assert spent == (1 if command.method == "single" else 4)
            had = fueled(state, side)
            want = expected(place, unit, command.method, command.by) - had
            if face(unit).ma or command.method != "single":
                assert fueled(after, side) - had == want, command
            methods.add(command.method)
    assert methods
