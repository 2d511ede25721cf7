"""Lines of Communications and Attack Supply (BSR 6.12, 6.2, 15.3).

General Supply itself is switched off by every scenario that the program has so far; its
markers and their effects (6.7) are in force wherever a unit carries one.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.paths import flood
from engine.efs.charts import column
from engine.efs.pieces import OUT_OF_SUPPLY, SET_ASIDE, Unit
from engine.efs.removal import put
from engine.efs.sequence import other
from engine.efs.state import EfsState
from engine.efs.steps import steps_left
from engine.efs.terrain import bridged, fortified_line, on_road
from engine.efs.weather import column_at, lingers_in
from engine.efs.world import Draft, World
from engine.efs.zoc import holder, in_zoc


def out_of_supply(unit: Unit) -> bool:
    """True for a unit with an Out of Supply marker (BSR 6.64)."""
    return OUT_OF_SUPPLY in unit.marks


def loc_length(world: World, state: EfsState) -> int:
    """Hexes of a Line of Communications in this weather (BSR 6.22)."""
    return int(world.charts.effects["loc_hexes"][column(state.weather)])


def short_length(world: World) -> int:
    """Hexes of a line through swamp, marsh or lingering mud (BSR 6.22a to 6.22c)."""
    return int(world.charts.distances["loc_hexes_swamp_road_or_marsh_dry"])


def may_trace(world: World, state: EfsState, side: str, a: int, b: int) -> bool:
    """Whether a supply line goes from `a` into `b` (BSR 6.12, 6.21, 18.11)."""
    foe = other(side)
    if holder(world, state, b) == foe:
        return False
    if in_zoc(world, state, b, foe) and holder(world, state, b) != side:
        return False
    words = world.board.side(a, b)
    if not state.frozen and not bridged(state, a, b, words) and words & {"major_river", "lake"}:
        return False
    fort = state.forts.get(b)
    if fort is not None and fort.complete and fort.side == foe:
        return False
    if side == "axis" and fortified_line(state, words, a, b):
        return False
    swamp = "swamp" in world.board.hexes[b].terrain
    wet = column_at(world, state, b) in ("dry", "mud")
    return not (swamp and wet and not on_road(words) and "rail" not in words)


def shortens(world: World, state: EfsState, b: int) -> bool:
    """Whether a hex on the line cuts it to five hexes (BSR 6.22a to 6.22c)."""
    terrain = world.board.hexes[b].terrain
    if lingers_in(world, state, b):
        return True
    return state.weather == "dry" and bool(terrain & {"swamp", "marsh"})


def loc_reaches(world: World, state: EfsState, side: str, start: int, end: int) -> bool:
    """Whether a Line of Communications runs from a unit's hex to another hex (BSR 6.2)."""
    return end in _traced(world, state, side, start)


def _traced(world: World, state: EfsState, side: str, start: int) -> frozenset[int]:
    """Every hex that a Line of Communications from `start` reaches (BSR 6.22)."""

    def every(a: int, spent: int) -> Iterator[tuple[int, int]]:
        return ((b, 1) for b in world.board.neighbors(a) if may_trace(world, state, side, a, b))

    def firm(a: int, spent: int) -> Iterator[tuple[int, int]]:
        return ((b, cost) for b, cost in every(a, spent) if not shortens(world, state, b))

    full, short = loc_length(world, state), short_length(world)
    reached = set(flood({start: 0}, firm, full).spent)
    reached |= set(flood({start: 0}, every, min(full, short)).spent)
    return frozenset(reached)


def in_general_supply(world: World, state: EfsState, side: str, hex_: int) -> bool:
    """Whether a hex traces a Supply Route (BSR 6.62): a line to a Supply Source.

    Always where the scenario disregards General Supply. Road and railroad nets (6.3, 6.4)
    belong to General Supply, which no scenario has yet.
    """
    if not world.scenario.switches.general_supply:
        return True
    sources = {world.board.at(h) for h in world.scenario.supply_sources.get(side, ())}
    return hex_ in sources or bool(sources & _traced(world, state, side, hex_))


def points(world: World, unit: Unit) -> int:
    """Attack Supply Points in a supply counter: two in a Dump, one in an MSU (BSR 6.82)."""
    return steps_left(world, unit)


def counters_for(
    world: World, state: EfsState, side: str, hexes: tuple[int, ...]
) -> tuple[str, ...]:
    """Supply counters that can put units in these hexes in Attack Supply alone (BSR 15.31)."""
    return tuple(
        u.id for u in state.units.values()
        if u.on_map and world.counters[u.id].type == "supply"
        and world.counters[u.id].side == side
        and all(loc_reaches(world, state, side, h, u.hex) for h in hexes)
    )


def supplied_by(
    world: World, state: EfsState, side: str, hexes: tuple[int, ...], ids: tuple[str, ...]
) -> bool:
    """Whether every attacking hex traces a line to one of the designated counters (BSR 15.31)."""
    ends = [state.units[i].hex for i in ids if state.units[i].on_map]
    return bool(ends) and all(
        any(loc_reaches(world, state, side, h, end) for end in ends) for h in hexes
    )


def expend(draft: Draft, ids: tuple[str, ...]) -> None:
    """Use one point of each designated counter: a Dump becomes an MSU, an MSU goes (BSR 15.56)."""
    for id_ in ids:
        unit = draft.state.units[id_]
        if points(draft.world, unit) > 1:
            put(draft, evolve(unit, lost=unit.lost + 1))
        else:
            steps = draft.world.counters[id_].steps
            put(draft, evolve(unit, hex=NOWHERE, box=SET_ASIDE, lost=steps))
        draft.log("supply", f"{draft.world.name(id_)} gives an Attack Supply Point",
                  rule="BSR 15.56", side=draft.world.counters[id_].side)
