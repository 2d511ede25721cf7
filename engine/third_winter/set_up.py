"""The game's own part of the opening state: pools, markers, Fronts (TTW 1.4a, 2.2b, 2.3a, 3.3)."""

from __future__ import annotations

from engine.ocs.pieces import POOL, AirUnit, Unit
from engine.ocs.world import World
from engine.third_winter import dnepr, fronts, rvgk, truck_extenders
from engine.third_winter.state import BLOWN, TtwState, edge

RESERVE_AIR = ("ax-fw190a-res",)
"""Air units that only a random event brings (event 23)."""


def pieces(world: World) -> tuple[tuple[Unit, ...], tuple[AirUnit, ...]]:
    """Counters of the pools that the scenario does not set up (TTW 2.3a, 2.4a, 2.4b, 2.4d)."""
    units = tuple(
        Unit(c.id, box=POOL, lost=0) for c in world.counters.values()
        if c.pool and c.id not in world.scenario.units
    )
    air = tuple(AirUnit(i, box=POOL) for i in RESERVE_AIR if i in world.aircraft)
    return units, air


def markers(world: World) -> dict[str, int]:
    """Luftflotte, Air Army and RVGK markers of the scenario (TTW 2.2b, 3.2b, 3.5a)."""
    rows = world.scenario.game_data.get("marker", ())
    return {row["marker"]: world.board.at(row["hex"]) for row in rows}


def opening(world: World) -> TtwState:
    """The game's state before the first turn, as the scenario's data have it."""
    data = world.scenario.game_data
    bridges = dnepr.settled_at_start(world)
    for pair in data.get("blown", ()):
        a, b = (world.board.at(h) for h in pair)
        bridges[edge(a, b)] = BLOWN
    return TtwState(
        ice=bool(data.get("ice", False)), bridges=bridges, markers=markers(world),
        fronts=fronts.opening(world), rvgk=rvgk.opening(world),
        truck_extenders=truck_extenders.opening(),
    )
