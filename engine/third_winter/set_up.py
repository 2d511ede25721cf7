"""The game's own part of the opening state, from the scenario's data: pools, markers, Fronts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.ocs.pieces import POOL, RE, SIDES, SOVIET, AirUnit, Unit
from engine.ocs.world import World
from engine.third_winter import (
    army_hqs,
    boundaries,
    dnepr,
    fronts,
    rvgk,
    supply_sources,
    truck_extenders,
)
from engine.third_winter.state import LOYAL, Kampfgruppe, TtwState, edge

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


def opening(world: World) -> TtwState:
    """The game's state before the first turn, as the scenario's data have it.

    The catalog has checked the data: every word is known, every hex is on the board.
    """
    data = world.scenario.game_data
    return TtwState(
        **_river(world, data), **_markers(world, data), **_axis(world, data),
        **_allies(data), **_past(world, data), **_soviets(world, data),
    )


def _river(world: World, data: Mapping[str, Any]) -> dict[str, Any]:
    """Ice, bridges that are blown, kept, repaired or under repair, and Ferries (TTW 1.4, 1.5)."""
    bridges, repairs, repairers = dnepr.settled_at_start(world), {}, {}
    for row in data.get("bridge", ()):
        a, b = (world.board.at(h) for h in row["sides"])
        bridges[edge(a, b)] = row["state"]
        if row.get("repaired", 0):
            repairs[edge(a, b)] = row["repaired"]
            repairers[edge(a, b)] = row.get("by", SOVIET)
    ferries = {world.board.at(row["hex"]): row["unit"] for row in data.get("ferry", ())}
    ice = bool(data.get("dnepr", {}).get("ice", False))
    return {"ice": ice, "bridges": bridges, "repairs": repairs, "repairers": repairers,
            "ferries": ferries}


def _markers(world: World, data: Mapping[str, Any]) -> dict[str, Any]:
    """Luftflotte, Air Army and RVGK markers (TTW 2.2b, 3.2b, 3.5a)."""
    rows = data.get("marker", ())
    return {
        "markers": {row["marker"]: world.board.at(row["hex"]) for row in rows},
        "airlifted": frozenset(row["marker"] for row in rows if row.get("airlifted", False)),
    }


def _axis(world: World, data: Mapping[str, Any]) -> dict[str, Any]:
    """Kessel HQs and other HQs on their way back, Fortresses, Kampfgruppen (TTW 2.3, 2.4)."""
    returning = [id_ for row in data.get("hq_returns", ()) for id_ in row["units"]]
    groups = {
        row["marker"]: Kampfgruppe(world.scenario.units[row["units"][0]].hex, tuple(row["units"]))
        for row in data.get("kampfgruppe", ())
    }
    return {
        "kessel_back": {row["unit"]: row["back"] for row in data.get("kessel", ())},
        "rebuilt": tuple((0, id_) for id_ in returning),
        "group_hq_gone": frozenset(
            id_ for id_ in returning if army_hqs.size_of(world, id_) == army_hqs.GROUP
        ),
        "fortresses": frozenset(data.get("fortresses", {}).get("cities", ())),
        "kampfgruppen": groups,
        "withdrawn": tuple((row["turn"], tuple(row["units"])) for row in data.get("away", ())),
    }


def _allies(data: Mapping[str, Any]) -> dict[str, Any]:
    """Rumania's standing, its Air Box, and whether the Hungarians are free (TTW 1.3, 2.5)."""
    rumania = data.get("rumania", {})
    return {
        "rumania": rumania.get("standing", LOYAL),
        "rumania_exits": rumania.get("exited", 0) * RE,
        "rumania_box": frozenset(rumania.get("air", ())),
        "rumania_tokens": rumania.get("tokens", 0),
        "hungary_free": bool(data.get("hungary", {}).get("free", False)),
    }


def _past(world: World, data: Mapping[str, Any]) -> dict[str, Any]:
    """Events, points, debts and changes of gauge of the turns before (TTW 1.7c, 1.9, 3.1a, 5)."""
    events = data.get("events", {})
    return {
        "happened": frozenset(events.get("happened", ())),
        "no_offensive_until": events.get("no_offensive_until", 0),
        "last_first": events.get("last_first", ""),
        "initiative_next": bool(events.get("initiative_next", False)),
        "owed": {side: data["owed"][side] for side in SIDES if side in data.get("owed", {})},
        "awarded": dict(world.scenario.victory.get("awarded", {})),
        "lost_sources": frozenset(data.get("sources", {}).get("lost", ())),
        "dated": supply_sources.done_before(world) if "gauge" in data else frozenset(),
    }


def _soviets(world: World, data: Mapping[str, Any]) -> dict[str, Any]:
    """Fronts and their boundaries, RVGK boxes, Truck Extenders (TTW 3)."""
    at = world.board.at
    return {
        "fronts": fronts.opening(world), "rvgk": rvgk.opening(world),
        "boundaries": boundaries.in_order(fronts.opening(world), [
            (row["left"], row["right"], at(row["hex"]), at(row["toward"]), 0)
            for row in data.get("boundary", ())
        ]),
        "truck_extenders": truck_extenders.opening(world),
    }
