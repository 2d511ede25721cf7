"""Lead roads and railroads from hex to hex through the places that they serve."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from math import hypot

from engine.cartography.atlas import Line
from engine.cartography.cover import Ground
from engine.cartography.grid import UV, Side, around, centre, hex_at, nearest_on, sampled, side
from engine.cartography.registration import Registration
from engine.cartography.settlements import Settlements
from engine.core.hexes import Point, distance
from engine.core.values import frozen

CROSSING = {"minor": 0.3, "major": 4.0, "volga": 7.0}
"""What it costs a way, in hexes, to cross a river without a bridge of its kind."""
GROUND = {"swamp": 0.5, "marsh": 0.25, "mountain": 0.6, "hills": 0.08, "hill": 0.08}
AFLOAT = 40.0
"""A way over water is taken only where there is no other."""
BENT = 0.55
"""What a hex costs more for each square of its distance from the true line."""
SHARED = 0.6
"""A hexside that has such a way already costs this much of a hex."""


@frozen
class Way:
    """A road or railroad as it is drawn."""

    id: str
    name: str
    kind: str
    """rail, or the word of the series for a main or a minor road."""
    hexes: tuple[Point, ...]
    tracks: int = 1
    source: str = "reconstructed"

    @property
    def sides(self) -> list[Side]:
        """The hexsides it crosses."""
        return [side(a, b) for a, b in zip(self.hexes, self.hexes[1:], strict=False)]


@frozen
class Stop:
    """A point that a way leads through."""

    hex: Point
    at: UV


@frozen
class Network:
    """What lies on the grid when ways are led over it."""

    ground: Ground
    rivers: Mapping[Side, str]
    """Rank of the river on each hexside."""
    fixed: frozenset[Point] = frozenset()
    """Hexes of a sheet that was drawn by hand: between two of them only its own ways run."""
    rails: frozenset[Side] = frozenset()
    """Its railroads."""
    roads: frozenset[Side] = frozenset()
    """Its roads."""
    bridges: frozenset[Side] = frozenset()
    """Hexsides where a great river is known to have been bridged."""

    def lead(
        self, line: Line, stops: Sequence[Stop], course: Sequence[UV], laid: Mapping[Side, str]
    ) -> list[Point]:
        """The hexes of a way through its stops. `laid` are the ways of its kind so far."""
        out = [stops[0].hex]
        for a, b in zip(stops, stops[1:], strict=False):
            if a.hex != b.hex:
                piece = _between(course, a.at, b.at)
                out += self._route(a.hex, b.hex, piece, laid, line.kind == "rail")[1:]
        return out

    def route(
        self, start: Point, goal: Point, laid: Mapping[Side, str]
    ) -> list[Point]:
        """The hexes of a road straight from one to the other."""
        return self._route(start, goal, [centre(start), centre(goal)], laid, False)

    def _route(
        self, start: Point, goal: Point, course: Sequence[UV], laid: Mapping[Side, str], rail: bool
    ) -> list[Point]:
        direct = distance(start, goal)
        limit = direct + 3 + direct // 3
        best: dict[Point, float] = {start: 0.0}
        came: dict[Point, Point] = {}
        queue: list[tuple[float, Point]] = [(0.0, start)]
        off: dict[Point, float] = {}
        while queue:
            spent, here = heapq.heappop(queue)
            if here == goal:
                break
            if spent > best[here]:
                continue
            for there in around(here):
                if distance(start, there) + distance(there, goal) > limit:
                    continue
                if there not in off:
                    off[there] = BENT * nearest_on(course, centre(there))[0] ** 2
                total = spent + off[there] + self._step(here, there, laid, rail)
                if total < best.get(there, 1e9) - 1e-9:
                    best[there] = total
                    came[there] = here
                    heapq.heappush(queue, (total, there))
        way = [goal]
        while way[-1] != start:
            way.append(came[way[-1]])
        way.reverse()
        return way

    def _step(self, here: Point, there: Point, laid: Mapping[Side, str], rail: bool) -> float:
        between = side(here, there)
        if here in self.fixed and there in self.fixed:
            return 0.4 if between in (self.rails if rail else self.roads) else 30.0
        if between in laid:
            return SHARED
        cost = 1.0
        words = self.ground.terrain.get(there, frozenset())
        if words & {"sea", "lake", "shallow_sea"}:
            cost += AFLOAT
        if between in self.bridges:
            return cost
        cost += max((GROUND[word] for word in words if word in GROUND), default=0.0)
        return cost + CROSSING.get(self.rivers.get(between, ""), 0.0)


def _between(course: Sequence[UV], start: UV, end: UV) -> list[UV]:
    """The piece of a course from one point to another."""
    first, last = nearest_on(course, start)[2], nearest_on(course, end)[2]
    low, high = min(first, last), max(first, last)
    out, along = [start], 0.0
    for a, b in zip(course, course[1:], strict=False):
        along += hypot(b[0] - a[0], b[1] - a[1])
        if low < along < high:
            out.append(b)
    if first > last:
        out[1:] = out[:0:-1]
    return [*out, end]


def stops_of(
    line: Line,
    grid: Registration,
    places: Settlements,
    through: Iterable[Point],
    inside: tuple[float, float, float, float],
) -> list[tuple[list[Stop], list[UV]]]:
    """The stops of a line with its course: towns in their hexes, and the hexes it must pass.

    A line that leaves the drawn country and comes back is given in pieces.
    """
    course = grid.line(line.points)
    marks: list[tuple[float, Stop]] = []
    names = line.stops if len(line.stops) == len(line.points) else [""] * len(line.points)
    spots = [grid.uv(point) for point in line.points]
    for n, (point, name) in enumerate(zip(line.points, names, strict=True)):
        along = nearest_on(course, spots[n])[2]
        home = places.home(name, point)
        if home is None:
            marks.append((along, Stop(hex_at(*spots[n]), spots[n])))
            continue
        nearby = [spots[i] for i in (n - 1, n + 1) if 0 <= i < len(spots)]
        for hex_ in dict.fromkeys(places.entrance(home, spot) for spot in nearby):
            marks.append((along, Stop(hex_, spots[n])))
    marks = _in_order(marks)
    for hex_ in through:
        _, spot, along = nearest_on(course, centre(hex_))
        if all(stop.hex != hex_ for _, stop in marks):
            marks.append((along, Stop(hex_, spot)))
    marks.sort(key=lambda mark: mark[0])
    return _pieces([stop for _, stop in marks], course, inside)


def _in_order(marks: list[tuple[float, Stop]]) -> list[tuple[float, Stop]]:
    """Distances along the line that never go back (a line may pass near itself)."""
    out: list[tuple[float, Stop]] = []
    for along, stop in marks:
        out.append((max(along, out[-1][0] + 1e-6) if out else along, stop))
    return out


def _pieces(
    stops: Sequence[Stop], course: Sequence[UV], inside: tuple[float, float, float, float]
) -> list[tuple[list[Stop], list[UV]]]:
    """Runs of stops inside the country, each led on to where the line leaves it."""
    left, bottom, right, top = inside

    def holds(uv: UV) -> bool:
        return left <= uv[0] <= right and bottom <= uv[1] <= top

    runs: list[list[Stop]] = [[]]
    for n, stop in enumerate(stops):
        if holds(stop.at) and holds(centre(stop.hex)):
            if not runs[-1] and n:
                runs[-1] += _leg(stops[n - 1].at, stop.at, course, holds, last=True)
            runs[-1].append(stop)
            continue
        if runs[-1]:
            runs[-1] += _leg(runs[-1][-1].at, stop.at, course, holds, last=False)
            runs.append([])
        elif n:
            passing = _leg(stops[n - 1].at, stop.at, course, holds, last=None)
            if len(passing) == 2:
                runs[-1] += passing
                runs.append([])
    return [(run, list(course)) for run in runs if len(run) > 1]


def _leg(
    a: UV, b: UV, course: Sequence[UV], holds: object, last: bool | None
) -> list[Stop]:
    """Where a leg with an end outside enters (`last`) or leaves the country, or both (None)."""
    assert callable(holds)
    points = [p for p in sampled(_between(course, a, b), 0.3) if holds(p)]
    if not points:
        return []
    if last is None:
        return [Stop(hex_at(*points[0]), points[0]), Stop(hex_at(*points[-1]), points[-1])]
    point = points[0] if last else points[-1]
    return [Stop(hex_at(*point), point)]
