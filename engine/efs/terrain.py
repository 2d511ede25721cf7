"""The Terrain Effects Chart in movement (BSR 10.7): what crossing a hexside into a hex costs.

Costs are half movement points. A step may offer several prices, by road and off it; a
price by road carries the *surcharge* that falls due if the unit leaves the hex by a
hexside without a road (BSR 10.74 Example Four).
"""

from __future__ import annotations

from engine.core.values import frozen
from engine.efs.charts import PROHIBITED
from engine.efs.pieces import AXIS, SOVIET, Counter
from engine.efs.state import EfsState
from engine.efs.weather import column_at, lingers_in, table
from engine.efs.world import World

MP = 2
"""One movement point in half points."""

ROADS = ("road.motorway", "road.main", "road.minor")
UNCLEAR = frozenset({"hill", "woods", "marsh", "swamp", "mountain", "alpine", "city", "major_city"})
"""Terrain that makes a hex a non-clear one; towns do not."""
_SEAS = frozenset({"sea", "shallow_sea"})
_CHANNELS = frozenset({"major_river", "canal"})
FOOT, MOTORIZED, SOVIET_ARMOR, GREEN = "foot", "motorized", "soviet_armor", "green"


@frozen
class Price:
    """One way to pay for a step."""

    cost: int
    surcharge: int = 0


def profile(counter: Counter) -> str:
    """The column of the chart that a unit pays by (BSR 10.58, 23.41)."""
    if counter.ma_class == "green":
        return GREEN
    if counter.ma_class in ("motorized", "orange"):
        return SOVIET_ARMOR if counter.side == SOVIET and counter.armor else MOTORIZED
    return FOOT


def is_clear(terrain: frozenset[str]) -> bool:
    """True for a clear terrain hex; a town in it changes nothing."""
    return not terrain & UNCLEAR


def on_road(side: frozenset[str]) -> bool:
    """True for a hexside that a road of any kind crosses (BSR 10.74)."""
    return any(road in side for road in ROADS)


def bridged(state: EfsState, start: int, end: int, side: frozenset[str]) -> bool:
    """True for a hexside crossed by a road, a railroad, a printed bridge or a bridge unit."""
    return (
        on_road(side) or "rail" in side or "bridge" in side
        or (min(start, end), max(start, end)) in state.bridges
    )


def off_road(
    world: World, state: EfsState, kind: str, hex_: int, *, rail: bool = False,
    minor: bool = False,
) -> int:
    """Half points to occupy a hex off the road: the highest hex terrain plus woods (BSR 10.72).

    `rail` takes the benefits of moving along a railroad (10.73b). `minor` follows a minor
    road in Mud, which leaves woods out (10.75c2). Either leads into a swamp (10.78).
    PROHIBITED where the unit may not enter.
    """
    if kind == GREEN:
        return PROHIBITED  # 23.41: roads only
    terrain = world.board.hexes[hex_].terrain
    weather = column_at(world, state, hex_)
    charts = world.charts
    if terrain & {"sea", "shallow_sea"} or ("lake" in terrain and not state.frozen):
        return PROHIBITED  # 10.77
    if "major_city" in terrain or "city" in terrain:
        return charts.hex_costs["city"][kind][weather]
    path, worst = rail or minor, 0
    for word in _ground(world, terrain):
        cost = charts.hex_costs[word][kind]["snow" if "lake" in terrain else weather]
        if cost == PROHIBITED:
            if not (path and word == "swamp"):
                return PROHIBITED
            cost = charts.swamp_by_rail  # 10.73b3, 10.78
        worst = max(worst, cost)
    if "woods" in terrain and not minor:
        worst += charts.woods[kind][weather] - (MP if rail else 0)  # 10.73b1
    return worst


def _ground(world: World, terrain: frozenset[str]) -> list[str]:
    """The rows of the chart that a hex pays by; woods or a town alone stand on clear ground."""
    rows = ["lake_or_shallow_sea" if word == "lake" else word for word in sorted(terrain)]
    return [row for row in rows if row in world.charts.hex_costs] or ["clear"]


def _by_road(
    world: World, state: EfsState, kind: str, hex_: int, side: frozenset[str]
) -> int | None:
    """Half points for entering along the best road over the hexside, or None (10.74-10.75)."""
    charts, weather = world.charts, column_at(world, state, hex_)
    if kind == GREEN:
        if "road.motorway" in side or "road.main" in side:
            return charts.green_main
        fair = state.weather == "dry" and not lingers_in(world, state, hex_)
        return charts.green_main if "road.minor" in side and fair else None  # 23.41, 5.14.x1
    costs = []
    if "road.motorway" in side:
        costs.append(charts.road_costs["motorway"][weather])
    if "road.main" in side:
        costs.append(charts.road_costs["main"][weather])
    if "road.minor" in side:
        clear = is_clear(world.board.hexes[hex_].terrain)
        if weather != "mud":
            costs.append((charts.minor_clear if clear else charts.minor_other)[weather])
        elif clear or lingers_in(world, state, hex_) and _bare(world, hex_):
            costs.append(charts.minor_mud_clear[kind])
        else:
            cost = off_road(world, state, kind, hex_, minor=True)
            if cost != PROHIBITED:
                costs.append(cost)
    return min(costs) if costs else None


def _bare(world: World, hex_: int) -> bool:
    """True for a hex that is clear but for its woods."""
    return is_clear(world.board.hexes[hex_].terrain - {"woods"})


def prices(world: World, state: EfsState, kind: str, start: int, end: int) -> tuple[Price, ...]:
    """Every way to pay for moving from `start` into the adjacent hex `end` (BSR 10.7).

    Zones of control and fortifications are not in it; an unfrozen major river without a
    bridge gives no price (see `crosses_major_river`). Empty where the step is prohibited.
    """
    known = table(world, state)
    key = ("prices", kind, start, end)
    found: tuple[Price, ...] | None = known.get(key)
    if found is None:
        found = known[key] = _prices(world, state, kind, start, end)
    return found


def _prices(
    world: World, state: EfsState, kind: str, start: int, end: int
) -> tuple[Price, ...]:
    if leaves_swamp_badly(world, state, kind, start, world.board.side(start, end)):
        return ()
    return _entries(world, state, kind, start, end)


def open_to(world: World, state: EfsState, kind: str, start: int, end: int) -> bool:
    """True where hexside and hex are not prohibited, whatever they cost (BSR 11.91).

    A unit stuck in a thawed swamp may leave it so for a hex that is none (note to 10.78).
    """
    out = "swamp" not in world.board.hexes[end].terrain
    return bool(prices(world, state, kind, start, end)) or (
        out and bool(_entries(world, state, kind, start, end))
    )


def _entries(
    world: World, state: EfsState, kind: str, start: int, end: int
) -> tuple[Price, ...]:
    """The prices of a step but for what keeps a unit in the hex that it leaves."""
    side = world.board.side(start, end)
    bridge = bridged(state, start, end, side)
    if not state.frozen and not bridge and ("major_river" in side or "lake" in side):
        return ()
    if "sea" in side:
        return ()
    offers = []
    plain = off_road(world, state, kind, end, rail="rail" in side)
    if plain != PROHIBITED:
        offers.append(Price(plain + _hexside(world, state, kind, end, side, bridge)))
    road = _by_road(world, state, kind, end, side)
    if road is not None:
        offers.append(Price(road, _surcharge(world, state, kind, end, road)))
    return tuple(offers)


def _hexside(
    world: World, state: EfsState, kind: str, end: int, side: frozenset[str], bridge: bool
) -> int:
    if bridge:
        return 0  # 10.73b2, 10.74 exception
    if "major_river" in side or "lake" in side:
        return MP  # frozen, 10.76d
    if ("river" in side or "canal" in side) and not state.frozen:
        return world.charts.river[kind][column_at(world, state, end)]
    return 0


def _surcharge(world: World, state: EfsState, kind: str, end: int, road: int) -> int:
    """What leaving off the road adds to a hex entered by road (BSR 10.74 Example Four).

    Only in non-clear hexes: the printed tutorial moves 1 Tank 1406-1505-1605 without it.
    """
    if is_clear(world.board.hexes[end].terrain):
        return 0
    full = off_road(world, state, kind, end)
    return max(0, full - road) if full != PROHIBITED else 0


def entry_price(world: World, state: EfsState, kind: str, hex_: int, road: str) -> Price | None:
    """The price of coming on at a map-edge hex, by the road that enters there if any (BSR 8.12)."""
    side = frozenset({f"road.{road}"}) if road else frozenset()
    cost = _by_road(world, state, kind, hex_, side)
    if cost is not None:
        return Price(cost, _surcharge(world, state, kind, hex_, cost))
    plain = off_road(world, state, kind, hex_)
    return None if plain == PROHIBITED else Price(plain)


def leaves_swamp_badly(
    world: World, state: EfsState, kind: str, start: int, side: frozenset[str]
) -> bool:
    """True for a motorized or orange unit leaving a swamp off road in Dry or Mud (10.78)."""
    if kind == FOOT or "swamp" not in world.board.hexes[start].terrain:
        return False
    unfrozen = column_at(world, state, start) in ("dry", "mud")
    return unfrozen and not on_road(side) and "rail" not in side


def only_by_bridge(counter: Counter) -> bool:
    """True for armor, artillery and trucks, which an unfrozen major river stops (BSR 10.76c.x1)."""
    truck = counter.type == "supply" and counter.ma_class == "orange"
    return counter.armor or counter.artillery or truck


def crosses_major_river(world: World, state: EfsState, counter: Counter, a: int, b: int) -> bool:
    """True where a unit may cross an unbridged, unfrozen major river for its whole MA (10.76c)."""
    side = world.board.side(a, b)
    if "major_river" not in side or state.frozen or bridged(state, a, b, side):
        return False
    if only_by_bridge(counter):
        return False
    kind = profile(counter)
    if leaves_swamp_badly(world, state, kind, a, side):
        return False
    return off_road(world, state, kind, b) != PROHIBITED


def sails(world: World, state: EfsState, a: int, b: int) -> bool:
    """True where a flotilla gets from a hex into the next (BSR 11.23 to 11.25).

    Over a major river, or along a river, canal or shore that another hex shares with both.
    """
    board = world.board
    if state.frozen:
        return False  # 10.76d, 10.77
    if board.side(a, b) & {"major_river", "lake", "sea"}:
        return True
    if any(board.hexes[h].terrain & _SEAS for h in (a, b)):
        return True
    return any(
        board.hexes[c].terrain & _SEAS
        or (board.side(a, c) & _CHANNELS and board.side(b, c) & _CHANNELS)
        for c in board.neighbors(a) if board.adjacent(b, c)
    )


def fortified_line(state: EfsState, board_side: frozenset[str], a: int, b: int) -> bool:
    """True for an intact fortified line on the hexside (BSR 18.2)."""
    line = (min(a, b), max(a, b))
    return "fortified_line" in board_side and line not in state.lines_destroyed


def has_works(world: World, state: EfsState) -> bool:
    """True if there is a fortification anywhere on the board."""
    lines = world.memo.get("lines")
    if lines is None:
        lines = world.memo["lines"] = any("fortified_line" in side for side in world.board.sides)
    return bool(lines or state.forts)


def fort_cost(world: World, state: EfsState, side: str, start: int, end: int) -> int:
    """One MP for entering a hex with an intact enemy fortification; roads do not help (18.12)."""
    fort = state.forts.get(end)
    if fort is not None and fort.complete and fort.side != side:
        return MP
    line = side == AXIS and fortified_line(state, world.board.side(start, end), start, end)
    return MP if line else 0


def show(half: int) -> str:
    """Half points as players write them: 5 is "2 1/2"."""
    whole, rest = divmod(half, 2)
    if not rest:
        return str(whole)
    return f"{whole} 1/2" if whole else "1/2"
