"""Draws, throws and trace, hex by hex: OCS 12.3, 12.6a, 13.1, 13.3c; TTW 3.3."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from heapq import heappop, heappush

from engine.ocs.pieces import Unit
from tests.ocs.oracles.ground import (
    ALL,
    NO,
    Position,
    Price,
    counter,
    dearest,
    engineers,
    face,
    fights,
    foe,
    side_of,
)
from tests.ocs.oracles.positions import korsun

DRAW = 5
RAILS = {"rail", "rail.double"}
STATIONS = {"village", "minor_city", "major_city", "point_of_interest"}
Store = tuple[int, str]
"""A hex, and the formation to which an Organic Truck in it belongs or empty for everybody."""


def fair(place: Position, a: int, b: int, kind: str, side: str) -> Price:
    """A step of a supply path: each part in dry weather, or as now where that is cheaper."""
    memo_key = ("fair", a, b, kind, side)
    if memo_key not in place.memo:
        place.memo[memo_key] = _fair(place, a, b, kind, side)
    return place.memo[memo_key]


def _fair(place: Position, a: int, b: int, kind: str, side: str) -> Price:
    weathers = ("dry", place.weather)
    roads = [place.road_price(a, b, w, kind) for w in weathers]
    if roads[0] is not None:
        return min(r for r in roads if r is not None)

    def low(prices: list[Price]) -> Price:
        numbers = [p for p in prices if isinstance(p, Fraction)]
        return min(numbers) if numbers else ALL if ALL in prices else NO

    parts = [low([place.hex_price(b, w, kind) for w in weathers]),
             low([place.water_price(a, b, w, kind, side) for w in weathers])]
    whole = dearest(parts)
    return sum((p for p in parts if isinstance(p, Fraction)), Fraction(0)) \
        if isinstance(whole, Fraction) else whole


def shut(place: Position, side: str) -> set[int]:
    """Hexes whose EZOC nobody cancels."""
    found = place.memo.get(("shut", side))
    if found is None:
        found = {h for h in place.zone(foe(side)) if not place.negated(h, side)}
        place.memo["shut", side] = found
    return found


def carried(place: Position, side: str, kind: str, start: int, limit: int) -> set[int]:
    """Hexes that a path reaches, and those beside them (12.3a-d)."""
    memo_key = ("carried", side, kind, start, limit)
    if memo_key in place.memo:
        return place.memo[memo_key]
    closed = shut(place, side) if kind == "truck" else set()
    best, todo = {start: Fraction(0)}, [(Fraction(0), start)]
    while todo:
        spent, a = heappop(todo)
        for b in place.board.neighbors(a) if a not in closed else ():
            if b in closed or place.army(b, foe(side)) or fair(place, b, a, kind, side) == NO:
                continue
            cost = fair(place, a, b, kind, side)
            if isinstance(cost, Fraction) and spent + cost <= limit \
                    and spent + cost < best.get(b, Fraction(limit + 1)):
                best[b] = spent + cost
                heappush(todo, (best[b], b))
    found = {n for h in best for n in (h, *place.board.neighbors(h))}
    place.memo[memo_key] = found
    return found


def drawn(place: Position, unit: Unit) -> set[int]:
    """Truck MPs, an HQ those of its throw range (12.3a)."""
    kind = face(unit).mobility if counter(unit).hq else "truck"
    return carried(place, side_of(unit), kind, unit.hex, DRAW)


def headquarters(place: Position, side: str) -> list[Unit]:
    return [u for u in place.units if side_of(u) == side and counter(u).hq
            and face(u).throw > 0 and u.mode != "strat"]


def throws(place: Position, hq: Unit, unit: Unit) -> bool:
    """In throw range or beside it, of a nation that the HQ serves, and never to itself (12.3b)."""
    now = face(hq)
    return (
        hq.id != unit.id and korsun().hooks.may_supply(korsun(), place.state, hq, unit)
        and unit.hex in carried(place, side_of(hq), now.mobility, hq.hex, now.throw)
    )


# ---------------------------------------------------------------- on-map supply


def stores(place: Position, side: str) -> dict[Store, int]:
    """Tokens on the ground and aboard (12.1b, 13.2g B)."""
    found: dict[Store, int] = {}
    for hex_, dump in place.state.dumps.items():
        if dump.owner == side and dump.tokens:
            found[hex_, ""] = dump.tokens
    for unit in place.units:
        if side_of(unit) == side and not fights(unit) and unit.load:
            where = (unit.hex, counter(unit).formation)
            found[where] = found.get(where, 0) + unit.load
    return found


def usable(place: Position, unit: Unit) -> set[Store]:
    """Stores that a unit can draw from or be thrown from.

    Fronts keep an HQ that is assigned to them from supply over their boundary (TTW 3.3b E).
    """
    world, state, side = korsun(), place.state, side_of(unit)

    def takes(hq: Unit, hex_: int) -> bool:
        near = hex_ in drawn(place, hq) or world.hooks.hq_draws(world, state, hq, hex_)
        return near and not world.hooks.closed(world, state, hq, hex_)

    givers = [h for h in headquarters(place, side)
              if throws(place, h, unit) and not world.hooks.closed(world, state, h, unit.hex)]
    return {
        (hex_, whose) for hex_, whose in stores(place, side)
        if whose in ("", counter(unit).formation)
        and ((takes(unit, hex_) if counter(unit).hq else hex_ in drawn(place, unit))
             or any(takes(h, hex_) for h in givers))
    }


# ---------------------------------------------------------------- trace


def sources(place: Position, side: str) -> set[int]:
    """Open edge hexes, and detrainable hexes on rails of the side back to one (12.6a, 13.3c)."""
    board, state = place.board, place.state

    def rails(hex_: int) -> Iterable[int]:
        return (n for n in board.neighbors(hex_) if RAILS & board.side(hex_, n))

    def station(hex_: int) -> bool:
        return bool(STATIONS & board.hexes[hex_].terrain) or any(
            counter(u).hq and engineers(u) for u in place.army(hex_, side))

    def runs(hex_: int) -> bool:
        holder = state.rail_control.get(hex_) or state.control.get(hex_)
        return (
            hex_ not in shut(place, side) and not place.army(hex_, foe(side))
            and state.gauge.get(hex_) == side and (holder == side or not station(hex_))
        )

    edge = {board.at(str(n)) if isinstance(n, str) else n for n in korsun().scenario.sources[side]}
    edge = {h for h in edge if h not in shut(place, side) and not place.army(h, foe(side))}
    seen = {h for h in edge if any(rails(h)) and runs(h)}
    todo = list(seen)
    while todo:
        for n in rails(todo.pop()):
            if n not in seen and runs(n):
                seen.add(n)
                todo.append(n)
    return edge | {h for h in seen if station(h)}


def trace_ways(place: Position, unit: Unit) -> set[str]:
    """`draw`, and the HQs that draw trace and throw it to the unit (12.6)."""
    side = side_of(unit)
    goals = place.memo.get(("sources", side))
    if goals is None:
        goals = place.memo["sources", side] = sources(place, side)
    found = {"draw"} if drawn(place, unit) & goals else set()
    for hq in headquarters(place, side):
        if throws(place, hq, unit) and drawn(place, hq) & goals:
            found.add(hq.id)
    return found
