"""The scenario of the Korsun pocket as its file gives it: weather, the ring, arrivals."""

from __future__ import annotations

from functools import cache

import pytest

from engine import catalog
from engine.core.errors import Refusal
from engine.game import Game
from engine.ocs import breakout
from engine.ocs.pieces import AXIS, Unit
from engine.ocs.sequence import key
from engine.ocs.transport_capture import kind_of
from engine.ocs.world import World


@cache
def korsun() -> World:
    world = catalog.load("korsun", overlays=())
    assert isinstance(world, World)
    return world


POCKET = frozenset({
    "B8.08", "B9.07", "B5.11", "B6.09", "B9.08", "B7.06", "B10.07", "B10.08", "B12.08", "B12.05",
    "B10.05", "B8.06", "B9.12",
})
"""Where the two corps stand."""


@pytest.mark.rule("OCS 17.0")
def test_the_weather_is_that_of_its_days() -> None:
    """Three turns of mud, the second without flights, then frost; nothing is rolled for it."""
    fixed = [korsun().scenario.weather[turn] for turn in range(1, 6)]
    assert fixed == [("mud", "limited"), ("mud", "none"), ("mud", "limited"),
                     ("freeze", "limited"), ("freeze", "limited")]
    for seed in range(3):
        state = Game.start(korsun(), seed).state
        assert (state.ground, state.flight) == ("mud", "limited")


@pytest.mark.rule("OCS 12.8e")
def test_the_first_turn_out_of_trace_of_the_pocket_is_past() -> None:
    """It was closed before play opens: no +1 to a Breakout, and a way to friends must be open."""
    world = korsun()
    begun = {u.id: u for u in Game.start(world, 1).state.units.values() if u.on_map}
    inside = {i for i, u in begun.items()
              if world.counters[i].side == AXIS and world.board.id(u.hex) in POCKET}
    assert len(inside) == 20
    assert all(begun[i].unsupplied == (i in inside) for i in begun)


@pytest.mark.rule("OCS 12.8e")
def test_the_axis_breaks_out_without_the_first_turn_rule() -> None:
    """No unit has its first turn in his first Breakout Segment; a wagon may not even try."""
    game = Game.start(korsun(), 1)
    while not (game.asks and game.asks.side == AXIS and key(game.state) == "breakout"):
        game.execute("end" if not game.state.asks else game.render(next(game.legal())))
    for id_ in ("de-57-div", "hq-xi", "ss-wall"):
        assert not breakout.first_time(game.state.units[id_])
    wagon = next(u for u in game.state.units.values() if u.on_map and u.unsupplied > 1
                 and korsun().counters[u.id].transport)
    refused = breakout.breakout_problem(korsun(), game.state, wagon)
    assert isinstance(refused, Refusal) and refused.rule == "OCS 12.8e"


@pytest.mark.rule("OCS 13.2g", "OCS 13.2f")
def test_the_truck_of_a_division_moves_and_is_captured_as_a_truck() -> None:
    """It is a Transport Point like any other: 45 Truck MPs, one SP aboard."""
    world = korsun()
    truck, other = world.counters["1-pz-div-truck"], world.counters["axis-truck-1"]
    assert (truck.move.ma, truck.move.mobility, truck.points) == (45, "truck", 1)
    assert other.move == truck.move
    assert kind_of(world, Unit(truck.id)) == "truck"
