"""What each step over the board costs, as nets for floods: of moving units and of supply paths.

The charts' prices are worked out once a weather. Those that engineers, Trainbusting and the
game change now are put in; most states change them as the state before did, so the last nets
of each kind are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import cycle
from typing import TypeVar

from engine.core import hexes as geometry
from engine.core.board import NOWHERE
from engine.core.memo import kept
from engine.core.paths import CLOSED, Net, net
from engine.core.values import frozen
from engine.ocs.charts import PROHIBITED
from engine.ocs.sequence import other
from engine.ocs.sizes import engineer_capable
from engine.ocs.state import OcsState
from engine.ocs.terrain import WATER, alike, cheaper, move_cost, path_cost, prices, under
from engine.ocs.world import World

N = TypeVar("N")
DRY = "dry"
Faces = frozenset[tuple[int, int]]
"""Pairs of adjacent hexes, from and to."""


@frozen(eq=False)
class Ways:
    """Every step that a moving unit of a mobility type may take, whoever stands in the way."""

    move: Net
    """Out of each hex (6.2); steps that cost a whole allowance are left out."""
    passable: tuple[tuple[int, ...], ...]
    """From each hex those that it could ever enter, whatever it costs (9.1f)."""


@frozen(eq=False)
class Lines:
    """Every step of a supply path of a mobility type (12.3d), whoever stands in the way."""

    draw: Net
    """Out of each hex."""
    back: Net
    """Into each hex: from where, and what the step from there costs."""


def ways(world: World, state: OcsState, side: str, mobility: str) -> Ways:
    """The ways of moving units of a side now."""
    return _now(world, state, side, mobility, Ways, _ways, _mended_ways)


def lines(world: World, state: OcsState, side: str, mobility: str) -> Lines:
    """The ways of supply of a side now."""
    return _now(world, state, side, mobility, Lines, _lines, _mended_lines)


def _now(
    world: World, state: OcsState, side: str, mobility: str, kind: type[N],
    plain: Callable[[World, str, str], N],
    mended: Callable[[World, OcsState, str, str, Faces, N], N],
) -> N:
    """Nets of a kind by the charts, mended where something changes the price of a face."""
    memo_key = (kind, side, mobility)
    found: N | None = state.memo.get(memo_key)
    if found is None:
        faces = _changed(world, state, side)
        reason = (state.ground, faces, _own_prices(world, state, side, mobility),
                  tuple(state.busts.items()))
        found = state.memo[memo_key] = kept(
            world.memo, memo_key, reason,
            lambda: mended(world, state, side, mobility, faces,
                           _once(world, kind, mobility, state.ground, plain)),
        )
    return found


# ---------------------------------------------------------------- by the charts


def _once(
    world: World, kind: type[N], mobility: str, ground: str,
    plain: Callable[[World, str, str], N],
) -> N:
    """Nets by the charts alone; worked out once a weather."""
    memo_key = ("chart nets", kind, mobility, ground)
    found: N | None = world.memo.get(memo_key)
    if found is None:
        found = world.memo[memo_key] = plain(world, mobility, ground)
    return found


def _ways(world: World, mobility: str, ground: str) -> Ways:
    """A step counts where the way back is not prohibited either (6.1d)."""
    around, now = world.board.around, _plain(world, mobility, ground)
    shut = {face for face, cost in now.items() if cost == PROHIBITED}
    move = [
        CLOSED if back in shut or face in shut else now[face]
        for face, back in zip(alike(world), _turned(world), strict=True)
    ]
    return Ways(_net(around, move), tuple(
        tuple(around[face] for face in range(first, first + 6) if move[face] != CLOSED)
        for first in range(0, len(around), 6)
    ))


def _lines(world: World, mobility: str, ground: str) -> Lines:
    """Each step at today's price or that of fair weather, the cheaper (12.3d)."""
    around, first, turned = world.board.around, alike(world), _turned(world)
    now, fair = _plain(world, mobility, ground), _plain(world, mobility, DRY)
    cost = {face: cheaper(now[face], fair[face]) for face in now}
    shut = {face for face in now if now[face] == fair[face] == PROHIBITED}
    draw, back = (
        [CLOSED if there in shut else cost[here] for here, there in zip(*both, strict=True)]
        for both in ((first, turned), (turned, first))
    )
    return Lines(_net(around, draw), _net(around, back))


def _plain(world: World, mobility: str, ground: str) -> dict[int, int]:
    """The charts' price of each face that is the first of its kind, none beyond the edge."""
    found = {face: price.plain for face, price in prices(world, mobility, ground).items()}
    return {**found, NOWHERE: PROHIBITED}


def _turned(world: World) -> tuple[int, ...]:
    """For each face the kind of the same hexside seen from its other hex (see `alike`)."""
    found: tuple[int, ...] | None = world.memo.get("turned faces")
    if found is None:
        first, away = alike(world), [geometry.opposite(way) for way in range(6)]
        found = world.memo["turned faces"] = tuple(
            first[6 * beyond + way] if beyond >= 0 else NOWHERE
            for beyond, way in zip(world.board.around, cycle(away))
        )
    return found


def _net(around: tuple[int, ...], costs: list[int]) -> Net:
    """Only steps with a number for a cost are in it."""
    return net(around, [cost if cost >= 0 else CLOSED for cost in costs])


# ---------------------------------------------------------------- with what changes them now


def _mended_ways(
    world: World, state: OcsState, side: str, mobility: str, faces: Faces, plain: Ways
) -> Ways:
    """The ways, with the row of every changed face worked out anew."""
    move, passable = list(plain.move), list(plain.passable)
    for a in {a for a, _ in faces}:
        row = [
            (b, move_cost(world, state, side, mobility, a, b)) for b in world.board.neighbors(a)
        ]
        move[a] = _row(row)
        passable[a] = tuple(b for b, cost in row if cost != PROHIBITED)
    return Ways(tuple(move), tuple(passable))


def _mended_lines(
    world: World, state: OcsState, side: str, mobility: str, faces: Faces, plain: Lines
) -> Lines:
    """The lines, with every changed face priced anew, out of both hexes and into them."""
    draw, back, near = list(plain.draw), list(plain.back), world.board.neighbors
    cost = {
        (a, b): path_cost(world, state, side, mobility, a, b)
        for a, b in faces.union((b, a) for a, b in faces)
    }
    for a in {a for a, _ in cost}:
        out, into = dict(draw[a]), dict(back[a])
        draw[a] = _row((b, cost.get((a, b), out.get(b, CLOSED))) for b in near(a))
        back[a] = _row((b, cost.get((b, a), into.get(b, CLOSED))) for b in near(a))
    return Lines(tuple(draw), tuple(back))


def _row(steps: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple((hex_, cost) for hex_, cost in steps if cost >= 0)


def _changed(world: World, state: OcsState, side: str) -> Faces:
    """Faces whose price engineers of a side, Trainbusting or the game may change now."""
    memo_key = ("changed faces", side)
    found: Faces | None = state.memo.get(memo_key)
    if found is None:
        found = frozenset().union(
            _eased(world, state, side), _slowed(world, state, side),
            world.hooks.priced(world, state, side),
        )
        state.memo[memo_key] = found
    return found


def _eased(world: World, state: OcsState, side: str) -> set[tuple[int, int]]:
    """Water beside Engineer-Capable friends, both ways (OCS 13.8b)."""
    engineers = world.memo.get(("engineers", side))
    if engineers is None:
        engineers = tuple(c.id for c in world.counters.values() if c.engineer and c.side == side)
        world.memo["engineers", side] = engineers
    found: set[tuple[int, int]] = set()
    for id_ in engineers:
        unit = state.units.get(id_)
        if unit is None or not unit.on_map or not engineer_capable(world, unit):
            continue
        for n in world.board.neighbors(unit.hex):
            if world.board.side(unit.hex, n) & WATER:
                found |= {(unit.hex, n), (n, unit.hex)}
    return found


def _slowed(world: World, state: OcsState, side: str) -> set[tuple[int, int]]:
    """Steps into the enemy's Trainbusting Zones (OCS 14.8b, c)."""
    near, foe = world.board.neighbors, other(side)
    zones = {z for h, owner in state.busts.items() if owner == foe for z in (h, *near(h))}
    return {(n, z) for z in zones for n in near(z)}


def _own_prices(
    world: World, state: OcsState, side: str, mobility: str
) -> tuple[int | None, ...]:
    """The game's own prices of the faces for which it has some, now and in fair weather."""
    return tuple(
        world.hooks.edge_cost(world, now, side, mobility, a, b)
        for a, b in sorted(world.hooks.priced(world, state, side))
        for now in (state, under(state, DRY))
        if world.board.side(a, b) & WATER
    )
