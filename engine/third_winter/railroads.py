"""Gauge and trains: automatic conversion, off-map rail, detrainable hexes (TTW 1.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.paths import flood
from engine.ocs import rail
from engine.ocs.gauge import on_rail, rails
from engine.ocs.pieces import AXIS, SOVIET
from engine.ocs.sequence import phasing
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter.kessel import only_by_kessel

DISTANCE = 20
"""Hexes from Axis combat units beyond which railroads turn Soviet (TTW 1.2)."""
DETRAINABLE = "detrainable"
POINT = "point_of_interest"


def near_axis(world: World, state: OcsState) -> frozenset[int]:
    """Hexes at most 20 from an Axis combat unit that no Kessel HQ supplies (TTW 1.2)."""
    starts = {
        u.hex: 0 for u in state.units.values()
        if u.on_map and world.counters[u.id].side == AXIS and world.counters[u.id].fighting
        and not only_by_kessel(world, state, u)
    }
    found = flood(starts, lambda a, n: ((b, 1) for b in world.board.neighbors(a)), DISTANCE)
    return frozenset(found.spent)


def convertible(world: World, state: OcsState) -> tuple[int, ...]:
    """Rail hexes that turn Soviet now: far from the Axis and joined to the network (TTW 1.2).

    A blown bridge joins nothing, and the Kherson Rail Ferry for trace only (TTW 1.4d).
    """
    near = near_axis(world, state)

    def edges(a: int, spent: int) -> Iterator[tuple[int, int]]:
        for b in world.board.neighbors(a):
            whole = world.hooks.may_rail(world, state, SOVIET, a, b, True)
            if b not in near and rails(world, a, b) and whole:
                yield b, 1

    network = rail.network(world, state, SOVIET, cargo=False)
    joined = flood(dict.fromkeys(sorted(network), 0), edges, len(world.board)).spent
    return tuple(sorted(
        h for h in joined
        if h not in near and on_rail(world, h) and state.gauge.get(h) != SOVIET
    ))


def clean_up(draft: Draft) -> None:
    """The conversion of the Soviet Clean Up Phase (TTW 1.2)."""
    if phasing(draft.state) != SOVIET:
        return
    hexes = convertible(draft.world, draft.state)
    if hexes:
        draft.update(gauge={**draft.state.gauge, **dict.fromkeys(hexes, SOVIET)})
        draft.log("rail", f"{len(hexes)} rail hexes far behind the front take the Soviet gauge",
                  rule="TTW 1.2", side=SOVIET)


def station(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """Points of Interest, and hexes marked so, are detrainable (TTW 1.2b, 1.4d)."""
    marked = hex_ in world.board.marks.get(DETRAINABLE, frozenset())
    return marked or POINT in world.board.hexes[hex_].terrain
