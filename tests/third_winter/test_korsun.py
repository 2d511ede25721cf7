"""The scenario of the Korsun pocket as its file gives it: weather, the ring, arrivals."""

from __future__ import annotations

from functools import cache

import pytest

from engine import catalog
from engine.core.errors import Refusal
from engine.game import Game
from engine.ocs import breakout, weather
from engine.ocs.pieces import AXIS, Unit
from engine.ocs.sequence import key
from engine.ocs.transport_capture import kind_of
from engine.ocs.world import World
from tests.ocs import yard


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


def roads(options: dict[str, str]) -> list[tuple[str, str]]:
    """Ground and flight of the five turns as they are determined for each."""
    world = catalog.load("korsun", options=options)
    found = []
    for turn in range(1, 6):
        draft = yard.make_draft(world, turn=turn, step="P1")
        weather.determine(draft)
        found.append((draft.state.ground, draft.state.flight))
    return found


@pytest.mark.rule("OCS 17.0", "TTW 1.8", "TTW 1.8.1")
def test_the_first_turn_is_mud_and_the_others_roll_for_the_february_row() -> None:
    """Freeze on 1 to 5 and thaw on a 6, which grounds everybody; mud only where it is given."""
    found = roads({})
    assert found[0] == ("mud", "limited")
    assert {ground for ground, _ in found[1:]} <= {"freeze", "thaw"}
    assert all(flight == "none" for ground, flight in found if ground == "thaw")


@pytest.mark.rule("OCS 17.0")
def test_the_weather_of_those_days_is_an_option() -> None:
    """Three turns of mud, the second without flights, then frost; nothing is rolled for it."""
    found = roads({"historical_weather": "on"})
    assert found == [("mud", "limited"), ("mud", "none"), ("mud", "limited"),
                     ("freeze", "limited"), ("freeze", "limited")]


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
