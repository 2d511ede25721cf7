"""Trace supply (OCS 12.6, 12.7): sources and Extenders, and which units trace how."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.ocs import rail, supply
from engine.ocs.pieces import LEG, MP, TRUCK, Unit
from engine.ocs.sequence import other
from engine.ocs.sizes import holder, re4
from engine.ocs.state import OcsState
from engine.ocs.world import World
from engine.ocs.zoc import stopped

EXTENDERS = {"truck": (20 * MP, TRUCK), "wagon": (10 * MP, LEG)}
"""Range back from an Extender, and the mobility that it counts in (OCS 12.7b)."""
DRAW, GAME = "draw", "game"
"""Ways to trace besides an HQ that throws: by draw, by a rule of the game such as a Kessel HQ."""


# ---------------------------------------------------------------- sources (12.6a, b)


def sources(world: World, state: OcsState, side: str) -> frozenset[int]:
    """Every hex from which the side draws trace: sources, detrainable hexes, Extenders (12.6a)."""
    memo_key = ("trace sources", side)
    found: frozenset[int] | None = state.memo.get(memo_key)
    if found is None:
        named = edge_sources(world, state, side)
        open_ = {h for h in named if not stopped(world, state, side, h)}
        base = railheads(world, state, side).union(open_)
        found = _with_extenders(world, state, side, base)
        state.memo[memo_key] = found
    return found


def railheads(
    world: World, state: OcsState, side: str, more: frozenset[int] = frozenset()
) -> frozenset[int]:
    """Detrainable hexes for trace outside enemy ZOCs, joined to a source or to `more` (12.6b)."""
    found = rail.detrainable(world, state, side, cargo=False, more=more)
    return frozenset(h for h in found if not stopped(world, state, side, h))


def edge_sources(world: World, state: OcsState, side: str) -> tuple[int, ...]:
    """Supply source hexes of the scenario and its game, not held by the enemy (OCS 12.6a)."""
    named = rail.sources(world, state, side)
    return tuple(dict.fromkeys(h for h in named if holder(world, state, h) != other(side)))


def _with_extenders(
    world: World, state: OcsState, side: str, base: frozenset[int]
) -> frozenset[int]:
    """Extenders that link back to a source, or to another Extender that does (OCS 12.7a, c).

    One beside railroads makes their hexes detrainable for trace (12.7a B, C; 12.7g).
    """
    found = base
    waiting = {
        h: w.split()[1] for h, w in state.extenders.items()
        if w.split()[0] == side and not stopped(world, state, side, h)
    }
    grown = True
    while grown and waiting:
        grown = False
        for hex_, kind in list(waiting.items()):
            if linked(world, state, side, kind, hex_, found):
                del waiting[hex_]
                near = frozenset({hex_, *world.board.neighbors(hex_)})
                found = found | {hex_} | railheads(world, state, side, near)
                grown = True
    return found


def linked(
    world: World, state: OcsState, side: str, kind: str, hex_: int, goals: frozenset[int]
) -> bool:
    """Whether an Extender of a kind in a hex reaches back to a source (OCS 12.7b, g)."""
    reach, mobility = EXTENDERS[kind]
    return hex_ in supply.field_of(world, state, side, mobility, goals, reach)


# ---------------------------------------------------------------- who traces (12.6)


def drawn_field(world: World, state: OcsState, side: str, mobility: str) -> frozenset[int]:
    """Every hex from which a source can be drawn (OCS 12.3a)."""
    return supply.field_of(world, state, side, mobility, sources(world, state, side))


def tracing_hqs(world: World, state: OcsState, side: str) -> tuple[Unit, ...]:
    """HQs that draw trace themselves and so can throw it on; no chains (OCS 12.6, U28)."""
    memo_key = ("tracing hqs", side)
    found: tuple[Unit, ...] | None = state.memo.get(memo_key)
    if found is None:
        found = tuple(
            hq for hq in supply.throwers(world, state, side)
            if hq.hex in drawn_field(world, state, side, supply.draw_mobility(world, hq))
            or any(world.hooks.hq_draws(world, state, hq, h) for h in sources(world, state, side))
        )
        state.memo[memo_key] = found
    return found


def traces(world: World, state: OcsState, unit: Unit) -> bool:
    """Whether a combat unit can trace supply now (OCS 12.6)."""
    memo_key = ("traces", unit.id)
    found: bool | None = state.memo.get(memo_key)
    if found is None:
        found = state.memo[memo_key] = any(True for _ in _trace_ways(world, state, unit))
    return found


def trace_ways(world: World, state: OcsState, unit: Unit) -> tuple[str, ...]:
    """How a unit traces: "draw", the names of HQs that throw, or "game"; empty for not at all."""
    memo_key = ("trace ways", unit.id)
    found: tuple[str, ...] | None = state.memo.get(memo_key)
    if found is None:
        found = state.memo[memo_key] = tuple(dict.fromkeys(_trace_ways(world, state, unit)))
    return found


def _trace_ways(world: World, state: OcsState, unit: Unit) -> Iterator[str]:
    side = world.counters[unit.id].side
    if unit.hex in drawn_field(world, state, side, supply.draw_mobility(world, unit)):
        yield DRAW
    for hq in tracing_hqs(world, state, side):
        if hq.id == unit.id or supply.serves(world, state, hq, unit):
            yield hq.id
    if world.hooks.traces(world, state, unit):
        yield GAME


def supplied_in_formations(world: World, state: OcsState, side: str) -> dict[str, str]:
    """Unit to its trace: each formation traces through one HQ or by direct draw (OCS 12.6f).

    The largest group traces free, unless its owner names another; the rest must eat (U30).
    """
    found = {}
    for unit in combatants(world, state, side):
        if not tied(world, state, unit):
            ways = trace_ways(world, state, unit)
            if ways:
                found[unit.id] = ways[0]
    for members in tied_units(world, state, side).values():
        best = _largest(world, state, members)
        found.update(dict.fromkeys(best[1], best[0]))
    return found


def tied(world: World, state: OcsState, unit: Unit) -> bool:
    """Whether a unit is to trace as its formation does: not in a Kampfgruppe (12.6f, TTW 2.4b)."""
    name = world.hooks.formation(world, state, unit)
    return bool(name) and name == world.counters[unit.id].formation


def tied_units(world: World, state: OcsState, side: str) -> dict[str, list[Unit]]:
    """Formation to those of its units that are to trace through one source (OCS 12.6f)."""
    groups: dict[str, list[Unit]] = {}
    for unit in combatants(world, state, side):
        if tied(world, state, unit):
            groups.setdefault(world.counters[unit.id].formation, []).append(unit)
    return groups


def groups_of(
    world: World, state: OcsState, members: Collection[Unit]
) -> dict[str, tuple[str, ...]]:
    """The groups of a formation of which one may trace free, the largest by RE first (12.6f, U30).

    By the HQ that throws to all of it, the number of the source hex that all of it draws from,
    or "game". A group that is part of another is left out.
    """
    ways = {u.id: trace_ways(world, state, u) for u in members}
    found = {
        way: tuple(u for u in members if way in ways[u.id])
        for way in sorted({w for some in ways.values() for w in some} - {DRAW})
    }
    drawing = [u for u in members if DRAW in ways[u.id]]
    if drawing and not any(len(group) == len(members) for group in found.values()):
        found.update(_by_source(world, state, drawing))
    sizes = {way: sum(re4(world, u) for u in group) for way, group in found.items()}
    groups: dict[str, tuple[str, ...]] = {}
    for way in sorted(found, key=lambda w: -sizes[w]):
        ids = tuple(u.id for u in found[way])
        if not any(set(ids) <= set(other_) for other_ in groups.values()):
            groups[way] = ids
    return groups


def _largest(
    world: World, state: OcsState, members: Collection[Unit]
) -> tuple[str, tuple[str, ...]]:
    """The way and the units of the first group, or nothing."""
    return next(iter(groups_of(world, state, members).items()), ("", ()))


def _by_source(
    world: World, state: OcsState, units: Collection[Unit]
) -> dict[str, tuple[Unit, ...]]:
    """The part of a formation that draws from each source hex (OCS 12.6f)."""
    side = world.counters[next(iter(units)).id].side
    groups: dict[int, list[Unit]] = {}
    for unit in units:
        kind = supply.draw_mobility(world, unit)
        near = supply.carried(world, state, side, kind, unit.hex)
        for source in near & sources(world, state, side):
            groups.setdefault(source, []).append(unit)
    return {world.board.id(source): tuple(groups[source]) for source in sorted(groups)}


def combatants(world: World, state: OcsState, side: str) -> Iterator[Unit]:
    """Combat units of a side on the map."""
    for unit in state.units.values():
        counter = world.counters[unit.id]
        if unit.on_map and counter.fighting and counter.side == side:
            yield unit


def trace_note(world: World, state: OcsState, unit: Unit) -> str:
    """How a unit traces, or why not, in words for the screen."""
    ways = trace_ways(world, state, unit)
    if not ways:
        return "no trace: no draw, no HQ throws"
    words = {DRAW: "draw", GAME: "rule of the game"}
    return "trace: " + ", ".join(words.get(w) or world.name(w) for w in ways)
