"""Move each river to one unbroken chain of hexsides, close to its course (BSR 10.76, TTW 1.4).

The course is matched to the corners of the grid as a whole: of all chains of hexsides that
keep up with the river, the one that stays nearest to it (a shortest path in two dimensions,
along the river and across it). Towns stay on their bank: where a course would pass on the
wrong side of a town's hex, it is pushed to the right one first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import exp, hypot

from attrs import evolve, field

from engine.cartography.atlas import Atlas, Line
from engine.cartography.cover import Ground
from engine.cartography.grid import (
    UV,
    Corner,
    Side,
    bounds,
    centre,
    corner_steps,
    corner_uv,
    corners_near,
    corners_of,
    ends_of,
    hexes_of,
    length,
    nearest_on,
    sampled,
    side_between,
)
from engine.cartography.registration import Registration
from engine.core.hexes import Point
from engine.core.values import frozen

STEP = 0.4
"""Hexes between two looks at a river's course; a hexside is 0.58 long."""
SEARCH = 1.3
"""Corners further from the course than this are not tried."""
JOIN = 1.6
"""A river that ends this near to another flows into it."""
ASIDE = 0.56
"""How far a course must pass from the middle of a town's hex to leave it whole."""
_RANK = {"volga": 3, "major": 2, "minor": 1}


@frozen
class Bank:
    """A town that stands on one side of a river."""

    hex: Point
    river: str
    left: bool
    """True on the left bank, looking downstream."""


@frozen
class River:
    """A river as it is drawn."""

    name: str
    rank: str
    chain: tuple[Corner, ...]
    source: str

    @property
    def sides(self) -> list[Side]:
        """Its hexsides, downstream."""
        return [side_between(a, b) for a, b in zip(self.chain, self.chain[1:], strict=False)]


@frozen
class Wish:
    """What a rulebook says of a river: it runs along a hex, or on one hexside of it."""

    river: str
    hex: Point
    other: Point | None = None


@frozen
class Courses:
    """The rivers of a game on its plane, ready to be drawn."""

    ground: Ground
    banks: tuple[Bank, ...]
    wishes: tuple[Wish, ...] = field(factory=tuple)

    def draw(self, source: Atlas, grid: Registration) -> list[River]:
        """Every river that touches the country of the game."""
        drawn: list[River] = []
        taken: dict[Corner, str] = {}
        links: dict[Corner, set[Corner]] = {}
        ends = {line.points[-1] for line in source.rivers}
        lines = [(line, course) for line in _joined(source.rivers)
                 if (course := self._inside(grid.line(line.points)))]  # fmt: skip
        lines.sort(key=lambda pair: (-_RANK[pair[0].kind], -length(pair[1]), pair[0].id))
        for line, course in lines:
            goes_on = line.points[0] in ends
            chain = self._chain(line, self._on_its_banks(line, course), taken, goes_on)
            if len(chain) > 1 and not _known(chain, links):
                drawn.append(River(line.name, line.kind, tuple(chain), line.source))
                for corner in chain:
                    taken.setdefault(corner, line.name)
                for a, b in zip(chain, chain[1:], strict=False):
                    links.setdefault(a, set()).add(b)
                    links.setdefault(b, set()).add(a)
        return _apart(drawn)

    def _inside(self, course: list[UV]) -> list[UV]:
        """The part of a course over the raster, the longest if it comes and goes."""
        raster = self.ground.raster
        right = raster.left + raster.width * 0.2 - 1
        top = raster.bottom + raster.height * 0.2 - 1
        runs: list[list[UV]] = [[]]
        for u, v in sampled(course, 0.3):
            if raster.left + 1 < u < right and raster.bottom + 1 < v < top:
                runs[-1].append((u, v))
            elif runs[-1]:
                runs.append([])
        best = max(runs, key=len)
        return best if len(best) > 1 else []

    # ---------------------------------------------------------------- banks

    def _on_its_banks(self, line: Line, course: list[UV]) -> list[UV]:
        """The course pushed off every town of its banks that it would cut."""
        points = sampled(course, 0.25)
        for _ in range(3):
            for bank in self.banks:
                if bank.river == line.name:
                    points = _pushed(points, centre(bank.hex), bank.left)
        return points

    # ---------------------------------------------------------------- the chain

    def _chain(
        self, line: Line, course: Sequence[UV], taken: Mapping[Corner, str], goes_on: bool
    ) -> list[Corner]:
        """The chain of corners of one river, joined to what is drawn already."""
        points = sampled(course, STEP)
        if len(points) < 3:
            points = sampled(course, max(0.1, length(course) / 3))
        chain = _untangled(_matched(points, self._favour(line, points)))
        chain = _straightened(chain, {b.hex for b in self.banks} | {w.hex for w in self.wishes})
        chain = self._mouth(chain, points, taken, line.name)
        chain = self._spring(chain, taken, line.name, goes_on)
        return self._on_land(chain)

    def _favour(self, line: Line, points: Sequence[UV]) -> dict[int, frozenset[Corner]]:
        """For some points of a course the corners that a rulebook wants it to touch."""
        out: dict[int, frozenset[Corner]] = {}
        for wish in self.wishes:
            if wish.river != line.name:
                continue
            corners = frozenset(
                corners_of(wish.hex) if wish.other is None
                else ends_of(tuple(sorted((wish.hex, wish.other))))  # type: ignore[arg-type]
            )
            us = [corner_uv(c) for c in corners]
            middle = sum(u for u, _ in us) / len(us), sum(v for _, v in us) / len(us)
            away, k = min((hypot(p[0] - middle[0], p[1] - middle[1]), k)
                          for k, p in enumerate(points))  # fmt: skip
            if away < 2.5:
                for i in (k, k + 1) if wish.other is not None else (k - 1, k, k + 1):
                    if 0 <= i < len(points):
                        out[i] = corners
        return out

    def _mouth(
        self, chain: list[Corner], points: Sequence[UV], taken: Mapping[Corner, str], name: str
    ) -> list[Corner]:
        """End a chain in the river it flows into, or in the sea.

        It ends where it first touches the other river, if it then only runs along beside it.
        """
        beside = {c for corner in taken for near in corner_steps(corner)
                  for c in (corner, near, *corner_steps(near))}  # fmt: skip
        for i in range(3, len(chain)):
            rest = chain[i + 1 :]
            if chain[i] in taken and (len(rest) < 5 or len(rest) < 14 and beside.issuperset(rest)):
                return chain[: i + 1]
        return _led_on(chain, taken, JOIN) or self._to_water(chain)

    def _to_water(self, chain: list[Corner]) -> list[Corner]:
        """Lead the last corner to a water hex close by, if it ends there."""
        goals = {
            corner: "" for corner in corners_near(*corner_uv(chain[-1]), 2.0)
            if any(self.ground.is_water(h) for h in hexes_of(corner))
        }  # fmt: skip
        return _led_on(chain, goals, 2.0) or chain

    def _spring(
        self, chain: list[Corner], taken: Mapping[Corner, str], name: str, goes_on: bool
    ) -> list[Corner]:
        """Begin a chain in its upper course, if that is drawn; else keep clear of other rivers.

        `goes_on` tells that another line of the atlas ends where this one begins.
        """
        upper = {corner: other for corner, other in taken.items() if goes_on or other == name}
        met = [i for i in range(min(7, len(chain) - 1)) if chain[i] in upper]
        if met:
            return chain[met[-1] :]
        led = _led_on(chain[::-1], upper, JOIN)
        if led:
            return led[::-1]
        cut = 0
        while cut < min(4, len(chain) - 2) and chain[cut] in taken:
            cut += 1
        return chain[cut:] if chain[cut] not in taken else chain

    def _on_land(self, chain: list[Corner]) -> list[Corner]:
        """Without the ends that run between two water hexes."""
        def afloat(a: Corner, b: Corner) -> bool:
            return all(self.ground.is_water(h) for h in side_between(a, b))

        while len(chain) > 1 and afloat(chain[-2], chain[-1]):
            chain = chain[:-1]
        while len(chain) > 1 and afloat(chain[0], chain[1]):
            chain = chain[1:]
        return chain


def _known(chain: Sequence[Corner], links: Mapping[Corner, set[Corner]]) -> bool:
    """True for a short piece between two corners that the rivers so far join nearly as well."""
    if len(chain) > 7 or chain[0] not in links:
        return False
    reached = {chain[0]}
    for _ in range(8):
        reached |= {other for corner in reached for other in links.get(corner, ())}
    return chain[-1] in reached


def _apart(rivers: list[River]) -> list[River]:
    """Springs of two rivers kept three hexsides apart, lest they look like one with a gap."""
    out = list(rivers)
    for _ in range(4):
        counts = Counter(corner for river in out for corner in set(river.chain))
        springs = {r.chain[0]: n for n, r in enumerate(out) if counts[r.chain[0]] == 1}
        shorter: set[int] = set()
        for corner, n in sorted(springs.items()):
            near = {far for one in corner_steps(corner) for far in (one, *corner_steps(one))}
            for other in sorted(near & set(springs) - {corner}):
                pair = sorted((n, springs[other]), key=lambda i: len(out[i].chain))
                if not shorter & set(pair) and len(out[pair[1]].chain) > 4:
                    shorter.add(pair[1])
        if not shorter:
            break
        out = [
            evolve(river, chain=river.chain[1:]) if n in shorter else river
            for n, river in enumerate(out)
        ]
    return out


def _pushed(points: Sequence[UV], town: UV, left: bool) -> list[UV]:
    """The course moved aside near a town, so that the town is on this bank of it."""
    k = min(range(len(points)), key=lambda i: hypot(points[i][0] - town[0], points[i][1] - town[1]))
    here = points[k]
    if hypot(here[0] - town[0], here[1] - town[1]) > 2.0:
        return list(points)
    a, b = points[max(0, k - 3)], points[min(len(points) - 1, k + 3)]
    far = hypot(b[0] - a[0], b[1] - a[1])
    if far == 0:
        return list(points)
    normal = (-(b[1] - a[1]) / far, (b[0] - a[0]) / far)  # to the left
    offset = (town[0] - here[0]) * normal[0] + (town[1] - here[1]) * normal[1]
    short = ASIDE - offset if left else ASIDE + offset
    if short <= 0:
        return list(points)
    shift = -short if left else short
    out = []
    for i, (u, v) in enumerate(points):
        share = exp(-(((i - k) * 0.25 / 1.1) ** 2))
        out.append((u + normal[0] * shift * share, v + normal[1] * shift * share))
    return out


def _matched(points: Sequence[UV], favour: Mapping[int, frozenset[Corner]]) -> list[Corner]:
    """The corners of the chain that keeps nearest to the points, one step a point at most."""
    before: list[dict[Corner, Corner]] = []
    costs: dict[Corner, float] = {}
    for i, (u, v) in enumerate(points):
        wanted = favour.get(i)
        here: dict[Corner, float] = {}
        came: dict[Corner, Corner] = {}
        for corner in corners_near(u, v, SEARCH):
            cu, cv = corner_uv(corner)
            off = (cu - u) ** 2 + (cv - v) ** 2
            if wanted is not None and corner not in wanted:
                off += 2.0
            if i == 0:
                here[corner] = off
                continue
            best = costs.get(corner, 1e9)
            origin = corner
            for other in corner_steps(corner):
                total = costs.get(other, 1e9) + 0.04
                if total < best:
                    best, origin = total, other
            if best < 1e9:
                here[corner] = best + off
                came[corner] = origin
        costs = here
        before.append(came)
    if not costs:
        return []
    chain = [min(costs, key=lambda corner: (costs[corner], corner))]
    for came in reversed(before[1:]):
        chain.append(came[chain[-1]])
    chain.reverse()
    return chain


def _untangled(chain: Sequence[Corner]) -> list[Corner]:
    """The chain without pauses, spurs and loops."""
    out: list[Corner] = []
    at: dict[Corner, int] = {}
    for corner in chain:
        if corner in at:
            for gone in out[at[corner] + 1 :]:
                del at[gone]
            del out[at[corner] + 1 :]
            continue
        at[corner] = len(out)
        out.append(corner)
    return out


def _straightened(chain: Sequence[Corner], keep: set[Point]) -> list[Corner]:
    """The chain without loops almost around one hex; hexes of `keep` may need theirs."""
    out = list(chain)
    i = 0
    while i + 5 < len(out):
        window = out[i : i + 6]
        common = set(hexes_of(window[0]))
        for corner in window[1:]:
            common &= set(hexes_of(corner))
        if common and not common & keep:
            del out[i + 1 : i + 5]
            i = max(0, i - 5)
        else:
            i += 1
    return out


def _led_on(
    chain: list[Corner], goals: Mapping[Corner, str], reach: float
) -> list[Corner] | None:
    """The chain led on from its end to the nearest goal, if one is in reach."""
    if not chain:
        return None
    start = chain[-1]
    if start in goals:
        return chain
    own = set(chain)
    u, v = corner_uv(start)
    ways: list[list[Corner]] = [[start]]
    seen = {start}
    for _ in range(round(reach / 0.58) + 1):
        longer = []
        for way in ways:
            for corner in sorted(corner_steps(way[-1])):
                cu, cv = corner_uv(corner)
                if corner in seen or corner in own or hypot(cu - u, cv - v) > reach:
                    continue
                seen.add(corner)
                if corner in goals:
                    return [*chain, *way[1:], corner]
                longer.append([*way, corner])
        ways = longer
    return None


def _joined(rivers: Iterable[Line]) -> list[Line]:
    """The pieces of each river put together where one ends and another of its name begins."""
    pieces = [line for line in rivers if len(line.points) > 1]
    merged = True
    while merged:
        merged = False
        starts: dict[tuple[str, str, tuple[float, float]], list[Line]] = {}
        for line in pieces:
            starts.setdefault((line.name, line.kind, line.points[0]), []).append(line)
        for line in pieces:
            nexts = starts.get((line.name, line.kind, line.points[-1]), [])
            if line.name and len(nexts) == 1 and nexts[0] is not line:
                after = nexts[0]
                whole = Line(line.id, line.name, line.kind, line.points + after.points[1:],
                             source=line.source)  # fmt: skip
                pieces = [p for p in pieces if p is not line and p is not after] + [whole]
                merged = True
                break
    return pieces


def banks_of(
    source: Atlas, grid: Registration, towns: Iterable[tuple[Point, UV]], fixed: Iterable[Bank]
) -> list[Bank]:
    """On which bank each town stands: as told, else as it lies by the course of the river."""
    told = list(fixed)
    known = {(bank.hex, bank.river) for bank in told}
    lines = []
    for line in source.rivers:
        if line.name:
            course = grid.line(line.points)
            lines.append((line.name, course, bounds(course)))
    for hex_, at in towns:
        for name, course, (left, bottom, right, top) in lines:
            if not (left - 1.1 < at[0] < right + 1.1 and bottom - 1.1 < at[1] < top + 1.1):
                continue
            if (hex_, name) in known:
                continue
            away, point, along = nearest_on(course, at)
            if 0 < along < length(course) and away < 1.1:
                told.append(Bank(hex_, name, _on_the_left(course, point, at)))
                known.add((hex_, name))
    return told


def _on_the_left(course: Sequence[UV], point: UV, at: UV) -> bool:
    """True where a town lies to the left of its nearest point of a course, looking downstream."""
    ahead = sampled(course, 0.3)
    k = min(range(len(ahead)), key=lambda i: hypot(ahead[i][0] - point[0], ahead[i][1] - point[1]))
    a, b = ahead[max(0, k - 1)], ahead[min(len(ahead) - 1, k + 1)]
    return (b[0] - a[0]) * (at[1] - point[1]) - (b[1] - a[1]) * (at[0] - point[0]) > 0
