"""Airpower in Kiev to Rostov (PB 6): area anti-aircraft units, air transport by scenario."""

from __future__ import annotations

import pytest

from engine import catalog
from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.efs import allowance, retreat
from engine.efs.commands import GRAMMAR
from engine.efs.pieces import SOVIET, Counter, Unit
from engine.efs.world import Switches
from engine.kiev_to_rostov import air
from tests.efs.support import counter, make_board, make_draft, make_world, plain_hooks


def aa(name: str, ma: int) -> Counter:
    return counter(name, 1, 1, ma, side=SOVIET, type="antiair", size="III", zoc=False)


@pytest.mark.rule("PB 6.12")
def test_an_area_anti_aircraft_unit_does_not_move_and_a_mobile_one_does() -> None:
    world = make_world(counters=[aa("Area", 0), aa("Mobile", 3)])
    state = make_draft(world, {"Area": "0303", "Mobile": "0303"}, step="C.5").state
    refused = allowance.may_move(world, state, state.units["Area"])
    assert isinstance(refused, Refusal)
    assert allowance.may_move(world, state, state.units["Mobile"]) is None


@pytest.mark.rule("PB 6.12")
def test_an_area_anti_aircraft_unit_does_not_retreat() -> None:
    world = make_world(counters=[aa("Area", 0), aa("Mobile", 3)])
    assert retreat.cannot_retreat(world, Unit("Area"))
    assert not retreat.cannot_retreat(world, Unit("Mobile"))


@pytest.mark.rule("PB 6.12")
@pytest.mark.parametrize(
    ("terrain", "allowed"),
    [("clear town", True), ("city", True), ("major_city", True), ("clear", False)],
)
def test_its_train_stops_only_in_a_town_or_city(terrain: str, allowed: bool) -> None:
    world = make_world(make_board(3, 3, terrain={"0202": terrain}), [aa("Area", 0), aa("M", 3)])
    state = make_draft(world).state
    hex_ = world.board.at("0202")
    refused = air.may_stop(world, state, Unit("Area", hex_), hex_)
    assert (refused is None) is allowed
    assert refused is None or refused.rule == "PB 6.12"
    assert air.may_stop(world, state, Unit("M", hex_), hex_) is None


@pytest.mark.rule("PB 6.13")
def test_the_battle_of_sumy_lists_no_air_transport() -> None:
    """PB 10.44e; a scenario has the rule in force unless it says otherwise."""
    assert Switches().air_transport
    assert not catalog.load("sumy", hooks=plain_hooks()).scenario.switches.air_transport


def test_the_sumy_air_units_are_those_of_the_tutorial() -> None:
    """He111 and a Dummy against I-16 and SB; on GT51 a Bf109F, a MiG-3 and an SB come."""
    world = catalog.load("sumy", dummies="seen", hooks=plain_hooks())
    start = sorted(world.name(i) for i, u in world.scenario.air.items() if u.box == "ready")
    assert start == ["Axis Dummy", "He111", "I-16", "SB"]
    coming = sorted(world.name(i) for a in world.scenario.arrivals for i in a.air)
    assert coming == ["Bf109F", "MiG-3", "SB 2"]
    command: Command = GRAMMAR.parse("cas 1510 with SB 2, I-16")
    assert GRAMMAR.render(command) == "cas 1510 with SB 2, I-16"
