"""Minor roads between neighbouring towns that the atlas leaves unconnected.

The atlas has the great roads. A town of the time had its earth roads to the towns around it;
which ones is not known here, so each pair of *relative neighbours* (no third town is nearer to
both) is joined unless the roads that there are join it nearly as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot

from engine.cartography.games import Style
from engine.cartography.grid import Side, around, centre, side
from engine.cartography.settlements import Settlement
from engine.cartography.ways import Network, Way
from engine.core.hexes import Point, distance

LINK = "link"
"""The id of every such road."""
DETOUR = 1.55
"""Towns whose way by road is no longer than this many times the straight one need no other."""


def joined(
    towns: Sequence[Settlement], network: Network, laid: Mapping[Side, str], style: Style
) -> list[Way]:
    """Minor roads between neighbouring towns, the shortest first."""
    roads: dict[Side, str] = dict(laid)
    links = _graph(roads)
    out = []
    for _, a, b in _neighbours(towns, style.farthest_link):
        direct = distance(a.hex, b.hex)
        if _by_road(links, a.hex, b.hex, int(direct * DETOUR + 1)):
            continue
        way = network.route(a.hex, b.hex, roads)
        if not _fit(way, network, roads):
            continue
        new = Way(LINK, f"{a.name} - {b.name}", style.minor_road, tuple(way))
        out.append(new)
        for one in new.sides:
            roads.setdefault(one, style.minor_road)
            links.setdefault(one[0], set()).add(one[1])
            links.setdefault(one[1], set()).add(one[0])
    return out


def _neighbours(
    towns: Sequence[Settlement], farthest: float
) -> list[tuple[float, Settlement, Settlement]]:
    """Pairs of relative neighbours by distance."""
    spots = sorted(towns, key=lambda town: town.hex)
    found = []
    for i, a in enumerate(spots):
        au, av = centre(a.hex)
        near = []
        for j, b in enumerate(spots):
            bu, bv = centre(b.hex)
            if abs(bu - au) <= farthest and (far := hypot(bu - au, bv - av)) <= farthest and far:
                near.append((far, j, bu, bv))
        for far, j, bu, bv in near:
            if j < i:
                continue
            if not any(
                d < far - 1e-9 and hypot(cu - bu, cv - bv) < far - 1e-9 for d, _, cu, cv in near
            ):
                found.append((round(far, 6), a, spots[j]))
    found.sort(key=lambda pair: (pair[0], pair[1].hex, pair[2].hex))
    return found


def _graph(roads: Iterable[Side]) -> dict[Point, set[Point]]:
    links: dict[Point, set[Point]] = {}
    for a, b in roads:
        links.setdefault(a, set()).add(b)
        links.setdefault(b, set()).add(a)
    return links


def _by_road(links: Mapping[Point, set[Point]], start: Point, goal: Point, limit: int) -> bool:
    """True where roads lead from one to the other within so many hexes."""
    edge, seen = {start}, {start}
    for _ in range(limit):
        edge = {there for here in edge for there in links.get(here, ())} - seen
        if goal in edge:
            return True
        seen |= edge
    return False


def _fit(way: Sequence[Point], network: Network, roads: Mapping[Side, str]) -> bool:
    """False for a way over water, over a great river without a bridge, or into a fixed sheet."""
    if any(network.ground.is_water(hex_) for hex_ in way):
        return False
    for a, b in zip(way, way[1:], strict=False):
        between = side(a, b)
        if between in roads:
            continue
        if network.rivers.get(between) in ("major", "volga"):
            return False
        if a in network.fixed and b in network.fixed:
            return False
    return True


def lonely(towns: Iterable[Settlement], roads: Iterable[Side]) -> list[Settlement]:
    """Towns that no road reaches."""
    reached = {hex_ for pair in roads for hex_ in pair}
    return [t for t in towns if t.hex not in reached and not reached & set(around(t.hex))]
