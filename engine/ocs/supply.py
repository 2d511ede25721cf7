"""Draw and throw (OCS 12.3): how any supply, on the map or traced, gets to a unit.

Paths are worked out forwards from a unit for all that it can draw or throw to, and backwards,
one flood for all hexes from which one of many things can be drawn.
"""

from __future__ import annotations

from collections.abc import Collection

from attrs import field

from engine.core.board import NOWHERE
from engine.core.memo import kept
from engine.core.paths import Net, flood
from engine.core.values import frozen
from engine.ocs import dumps
from engine.ocs.nets import Lines, lines
from engine.ocs.pieces import MP, STRAT, TRUCK, Unit
from engine.ocs.sequence import other
from engine.ocs.sizes import face, held_by
from engine.ocs.state import OcsState
from engine.ocs.world import World
from engine.ocs.zoc import stopping

DRAW = 5 * MP
"""How far a unit draws (OCS 12.3a)."""


def shut(world: World, state: OcsState, side: str, mobility: str) -> frozenset[int]:
    """Hexes that supply paths neither enter nor leave: of the enemy, and zones for Trucks (12.3d).

    An enemy combat unit shuts a hex to all, an enemy ZOC that nobody negates to Trucks.
    """
    memo_key = ("shut", side, mobility == TRUCK)
    found: frozenset[int] | None = state.memo.get(memo_key)
    if found is None:
        found = frozenset(held_by(world, state, other(side)))
        if mobility == TRUCK:
            found |= stopping(world, state, side)
        state.memo[memo_key] = found
    return found


def field_of(
    world: World, state: OcsState, side: str, mobility: str, targets: frozenset[int],
    budget: int = DRAW,
) -> frozenset[int]:
    """Every hex from which one of the target hexes can be drawn (OCS 12.3a, c).

    The path counts from the drawing hex to the target, or to a hex beside it.
    """
    paths = _paths(world, state, side, mobility)
    found = paths.fields.get((targets, budget))
    if found is None:
        starts = targets.union(*(world.board.beside[t] for t in targets))
        found = _spread(paths.lines.back, starts, budget, paths.closed)
        paths.fields[targets, budget] = found
    return found


@frozen(eq=False)
class _Paths:
    """Where supply paths of a side and mobility type may go, with those worked out so far."""

    lines: Lines
    closed: frozenset[int]
    fields: dict[tuple[frozenset[int], int], frozenset[int]] = field(factory=dict)
    """Targets and budget to the hexes from which one of them is drawn."""
    carried: dict[tuple[int, int], frozenset[int]] = field(factory=dict)
    """Start and budget to the hexes that can be supplied from it."""


def _paths(world: World, state: OcsState, side: str, mobility: str) -> _Paths:
    """The paths of a moment; the same as long as neither prices nor closed hexes change."""
    memo_key = ("paths", side, mobility)
    found: _Paths | None = state.memo.get(memo_key)
    if found is None:
        reason = (lines(world, state, side, mobility), shut(world, state, side, mobility))
        found = kept(world.memo, memo_key, reason, lambda: _Paths(*reason))
        state.memo[memo_key] = found
    return found


def _spread(
    steps: Net, starts: Collection[int], budget: int, closed: Collection[int]
) -> frozenset[int]:
    """Every hex within a budget over a net; starts count even where they are closed."""
    open_ = {h: 0 for h in starts if h not in closed}
    return frozenset(flood(open_, lambda h, _: steps[h], budget, closed).spent).union(starts)


def carried(
    world: World, state: OcsState, side: str, mobility: str, start: int, budget: int = DRAW
) -> frozenset[int]:
    """Every hex to which supply paths of a budget lead from a hex, and those beside (12.3a-c).

    None from off the map: what is in a box draws nothing from the map (12.3e).
    """
    if start == NOWHERE:
        return frozenset()
    paths = _paths(world, state, side, mobility)
    found = paths.carried.get((start, budget))
    if found is None:
        reached = _spread(paths.lines.draw, (start,), budget, paths.closed)
        found = reached.union(*(world.board.beside[h] for h in reached))
        paths.carried[start, budget] = found
    return found


def draws(world: World, state: OcsState, side: str, mobility: str, start: int, target: int) -> bool:
    """Whether a unit in one hex can draw from another (OCS 12.3a)."""
    return target in carried(world, state, side, mobility, start)


def draw_mobility(world: World, unit: Unit) -> str:
    """Truck MPs, but an HQ with a Leg or Track throw range counts in those (OCS 12.3a)."""
    counter = world.counters[unit.id]
    if counter.hq:
        return face(world, unit).mobility
    return TRUCK


def may_throw(world: World, unit: Unit) -> bool:
    """An HQ on the map with a throw range, not in Strat Mode (OCS 12.3b C, 13.1a)."""
    return (
        world.counters[unit.id].hq and unit.on_map and unit.marker != STRAT
        and face(world, unit).throw > 0
    )


def thrown_to(world: World, state: OcsState, hq: Unit, start: int = NOWHERE) -> frozenset[int]:
    """Every hex that an HQ can throw to, from its hex or a named one (OCS 12.3b, c)."""
    now = face(world, hq)
    return carried(
        world, state, world.counters[hq.id].side, now.mobility,
        hq.hex if start == NOWHERE else start, now.throw * MP,
    )


def throwers(world: World, state: OcsState, side: str) -> tuple[Unit, ...]:
    """HQs of a side that may throw, in set-up order."""
    return tuple(
        u for u in state.units.values()
        if may_throw(world, u) and world.counters[u.id].side == side
    )


def may_supply(world: World, state: OcsState, hq: Unit, unit: Unit) -> bool:
    """Whether an HQ supplies such a unit at all (OCS 13.1d).

    A divisional one serves its own formation and independent units of its nation; games add
    limits of their own.
    """
    own, other_ = world.counters[hq.id], world.counters[unit.id]
    if own.formation and own.formation != other_.formation and not (
        other_.independent and other_.nationality == own.nationality
    ):
        return False
    return world.hooks.may_supply(world, state, hq, unit)


def serves(world: World, state: OcsState, hq: Unit, unit: Unit) -> bool:
    """Whether an HQ may and can throw to a unit; never to itself (OCS 12.3b, 13.1d)."""
    if hq.id == unit.id or not may_supply(world, state, hq, unit):
        return False
    return unit.hex in thrown_to(world, state, hq)


def gives(world: World, state: OcsState, hq: Unit, unit: Unit) -> bool:
    """Whether an HQ may and can throw supply, not only trace, to a unit (OCS 12.3b)."""
    return serves(world, state, hq, unit) and not world.hooks.closed(world, state, hq, unit.hex)


@frozen
class Tap:
    """One way for a unit to get supply from a dump."""

    hex: int
    hq: str = ""
    """The HQ that throws it, or empty for a direct draw."""


def hq_dumps(world: World, state: OcsState, hq: Unit) -> tuple[int, ...]:
    """Dump hexes that an HQ can draw from, nearest first (12.3a, and its game's own reaches)."""
    side = world.counters[hq.id].side
    kind = draw_mobility(world, hq)
    found = [
        h for h in dumps.places(world, state, side)
        if (draws(world, state, side, kind, hq.hex, h)
            or world.hooks.hq_draws(world, state, hq, h))
        and not world.hooks.closed(world, state, hq, h)
    ]
    return tuple(sorted(found, key=lambda h: (world.board.distance(hq.hex, h), h)))


def taps(world: World, state: OcsState, unit: Unit) -> tuple[Tap, ...]:
    """Every dump that a unit can use and how: direct draws first, the nearest first (12.3)."""
    memo_key = ("taps", unit.id)
    found: tuple[Tap, ...] | None = state.memo.get(memo_key)
    if found is not None:
        return found
    side = world.counters[unit.id].side
    formation = world.counters[unit.id].formation
    kind = draw_mobility(world, unit)
    own: list[Tap] = []
    for hex_ in dumps.places(world, state, side):
        near = draws(world, state, side, kind, unit.hex, hex_)
        if world.counters[unit.id].hq:
            near = near or world.hooks.hq_draws(world, state, unit, hex_)
            near = near and not world.hooks.closed(world, state, unit, hex_)
        if near and dumps.tokens_at(world, state, side, hex_, formation):
            own.append(Tap(hex_))
    own.sort(key=lambda t: (world.board.distance(unit.hex, t.hex), t.hex))
    for hq in throwers(world, state, side):
        if gives(world, state, hq, unit):
            own += [
                Tap(h, hq.id) for h in hq_dumps(world, state, hq)
                if dumps.tokens_at(world, state, side, h, formation)
            ]
    found = tuple(own)
    state.memo[memo_key] = found
    return found


def dump_hexes(world: World, state: OcsState, unit: Unit) -> tuple[int, ...]:
    """Dump hexes that a unit can use, in the order of `taps`, each once."""
    return tuple(dict.fromkeys(tap.hex for tap in taps(world, state, unit)))


def reachable_tokens(
    world: World, state: OcsState, unit: Unit, *, organic: bool = True
) -> int:
    """Tokens that can reach a unit (OCS 12.3); Organic Trucks may be left out (12.10a)."""
    counter = world.counters[unit.id]
    return sum(
        dumps.tokens_at(world, state, counter.side, h, counter.formation, organic=organic)
        for h in dump_hexes(world, state, unit)
    )
