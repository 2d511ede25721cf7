"""The Terrain Effects Chart in movement (OCS 6.2): what a step costs, in eighths of an MP."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.values import frozen
from engine.ocs.charts import ALL, OTHER, PROHIBITED
from engine.ocs.pieces import MP, Unit
from engine.ocs.sequence import other
from engine.ocs.sizes import engineer_capable
from engine.ocs.state import OcsState, at
from engine.ocs.world import World

LINES = {
    "road": "road", "road.motorway": "road", "road.main": "road", "road.minor": "track",
    "track": "track", "rail": "railroad", "rail.double": "railroad",
    "pontoon": "pontoon_track_bridge",
}
"""Feature words of a hexside to the lines of the chart; all link inside a hex (6.2a)."""
RIVERS = {
    "river": "minor_river", "minor_river": "minor_river", "major_river": "major_river",
    "volga": "volga", "lake": "sea_or_lake", "sea": "sea_or_lake",
}
WATER = frozenset(RIVERS)
HEXES = {
    "clear": "open", "woods": "light_woods", "hill": "hills", "marsh": "swamp",
    "sea": "sea_or_lake", "lake": "sea_or_lake", "shallow_sea": "sea_or_lake",
    "city": "minor_city",
}
"""Terrain words to the rows of the chart that have another name."""
FREE_HEXES = frozenset({"village", "point_of_interest", "port"})
"""Terrain words that cost as the other terrain in the hex."""


def hex_cost(world: World, mobility: str, weather: str, hex_: int) -> int:
    """The costliest terrain of a hex for a mobility type (OCS 6.2d)."""
    worst = 0
    for word in world.board.hexes[hex_].terrain:
        row = world.charts.hexes.get(HEXES.get(word, word))
        if row is None or word in FREE_HEXES:
            continue
        cost = row[weather][mobility]
        if cost == PROHIBITED:
            return PROHIBITED
        if cost != OTHER:
            worst = max(worst, cost)
    return worst or MP


def road_cost(world: World, mobility: str, weather: str, side: frozenset[str]) -> int | None:
    """The cheapest road, track or railroad that crosses the hexside, or None (OCS 6.2a)."""
    costs = [
        world.charts.lines[LINES[word]][weather][mobility] for word in side if word in LINES
    ]
    return min(costs) if costs else None


def hexside_cost(world: World, mobility: str, weather: str, side: frozenset[str]) -> int:
    """What the water on a hexside adds: the cheaper kind where there are two (OCS 6.2b, d)."""
    rows = [
        row for word in side
        if (row := world.charts.hexsides.get(RIVERS.get(word, ""))) is not None
    ]
    return min((row[weather][mobility] for row in rows), key=_hardness, default=0)


def _hardness(cost: int) -> int:
    """The order of costs: numbers, the whole allowance, never."""
    return {ALL: 10**6, PROHIBITED: 10**7}.get(cost, cost)


def bridging(world: World, state: OcsState, side: str, a: int, b: int) -> bool:
    """Whether an Engineer-Capable friend in either hex eases its rivers (OCS 13.8b)."""
    return any(
        world.counters[u.id].side == side and engineer_capable(world, u)
        for hex_ in (a, b) for u in at(state, hex_)
    )


def under(state: OcsState, weather: str) -> OcsState:
    """The state as it would be under another ground condition, for the game's own prices."""
    if weather in ("", state.ground):
        return state
    found: OcsState | None = state.memo.get(("under", weather))
    if found is None:
        found = evolve(state, ground=weather)
        state.memo["under", weather] = found
    return found


@frozen
class Price:
    """What the charts ask for one step, whoever takes it, in eighths of an MP."""

    road: int | None
    """By the cheapest road, track or railroad, or None where none crosses the hexside."""
    field: int
    """Across country, without the water on the hexside."""
    whole: int
    """Across country and through the water."""
    plain: int
    """By the cheaper of both: nobody is bound to the road."""
    water: frozenset[str]
    volga: bool


def alike(world: World) -> tuple[int, ...]:
    """For each face of the board the first that the charts price as they do this one.

    The same words on the hexside and in the hex beyond it cost the same in all weathers;
    worked out once. NOWHERE where the board ends.
    """
    found: tuple[int, ...] | None = world.memo.get("alike faces")
    if found is None:
        hexes, sides = world.board.hexes, world.board.sides
        first: dict[tuple[frozenset[str], frozenset[str]], int] = {}
        found = world.memo["alike faces"] = tuple(
            first.setdefault((hexes[b].terrain, sides[face]), face) if b >= 0 else NOWHERE
            for face, b in enumerate(world.board.around)
        )
    return found


def prices(world: World, mobility: str, weather: str) -> Mapping[int, Price]:
    """The price of each face that is the first of its kind (see `alike`); worked out once."""
    found: dict[int, Price] | None = world.memo.get(("prices", mobility, weather))
    if found is None:
        board = world.board
        lines = {
            words: (road_cost(world, mobility, weather, words),
                    hexside_cost(world, mobility, weather, words))
            for words in frozenset(board.sides)
        }
        land = {board.hexes[b].terrain: b for b in range(len(board))}
        fields = {words: hex_cost(world, mobility, weather, b) for words, b in land.items()}
        found = world.memo["prices", mobility, weather] = {
            face: _price(fields[board.hexes[board.around[face]].terrain],
                         *lines[board.sides[face]], board.sides[face])
            for face in sorted(frozenset(alike(world)) - {NOWHERE})
        }
    return found


def _price(field: int, road: int | None, extra: int, words: frozenset[str]) -> Price:
    """The price of a step into a hex that costs `field`, over a hexside with these words."""
    whole, volga = _through(field, extra), "volga" in words
    plain = whole if road is None or volga else min(road, whole, key=_hardness)
    return Price(road, field, whole, plain, words & WATER, volga)


def _through(field: int, extra: int) -> int:
    """A hex and the water before it."""
    if field == PROHIBITED or extra in (PROHIBITED, ALL):
        return PROHIBITED if field == PROHIBITED else extra
    return field + extra


def step_cost(
    world: World, state: OcsState, side: str, mobility: str, a: int, b: int, *,
    roads: bool = True, weather: str = "", bridges: bool = True,
) -> int:
    """Eighths of an MP from `a` into adjacent `b`, or PROHIBITED or ALL (OCS 6.2).

    `roads=False` leaves roads and bridges out, as Overruns do (8.1c). Trainbusting Zones
    and reversibility are not in it.
    """
    now = weather or state.ground
    price = prices(world, mobility, now)[alike(world)[world.board.faces[a, b]]]
    if not price.water:
        return price.plain if roads else price.whole
    own = world.hooks.edge_cost(world, under(state, weather), side, mobility, a, b)
    if own is not None and (roads or own in (PROHIBITED, ALL)):
        return own
    if price.volga and own is not None:
        return PROHIBITED  # its bridges are left out, and nothing else crosses (TTW 1.4b)
    if not roads:
        return price.whole
    if not (bridges and bridging(world, state, side, a, b)):
        return price.plain
    eased = _through(price.field, _eased_cost(world, mobility, now, price.water))
    if price.road is None or price.volga:
        return eased
    return min(price.road, eased, key=_hardness)


def _eased_cost(world: World, mobility: str, weather: str, water: frozenset[str]) -> int:
    """Engineers make a Major River a Minor one and a Minor one nothing (OCS 13.8b).

    Volga-class water, lakes and the sea stay as they are (TTW 1.4b).
    """
    if any(RIVERS[word] == "minor_river" for word in water):
        return 0
    eased = frozenset("minor_river" if RIVERS[w] == "major_river" else w for w in water)
    return hexside_cost(world, mobility, weather, eased)


def move_cost(
    world: World, state: OcsState, side: str, mobility: str, a: int, b: int, *, roads: bool = True
) -> int:
    """A step of a moving unit: terrain, a Trainbusting Zone, and no way without a way back.

    6.1d: a step is legal only if the unit could also go from `b` to `a`; 14.8c: one MP more
    in an enemy's zone.
    """
    cost = step_cost(world, state, side, mobility, a, b, roads=roads)
    if cost == PROHIBITED:
        return PROHIBITED
    if step_cost(world, state, side, mobility, b, a, roads=roads) == PROHIBITED:
        return PROHIBITED
    if cost == ALL:
        return ALL
    return cost + (MP if in_bust_zone(world, state, side, mobility, b) else 0)


def path_cost(world: World, state: OcsState, side: str, mobility: str, a: int, b: int) -> int:
    """A step of a supply path: fair-weather costs, or today's where they are lower (12.3d)."""
    cost, *back = (
        cheaper(step_cost(world, state, side, mobility, a, b),
                step_cost(world, state, side, mobility, a, b, weather="dry")),
        step_cost(world, state, side, mobility, b, a),
        step_cost(world, state, side, mobility, b, a, weather="dry"),
    )
    return PROHIBITED if all(c == PROHIBITED for c in back) else cost


def cheaper(one: int, two: int) -> int:
    """The lower of two costs of a supply path, which cannot pay a whole allowance."""
    return min((c for c in (one, two) if c not in (PROHIBITED, ALL)), default=PROHIBITED)


def in_bust_zone(world: World, state: OcsState, side: str, mobility: str, hex_: int) -> bool:
    """Whether an enemy Trainbusting marker slows a mobility type here (OCS 14.8b)."""
    foe = other(side)
    if state.busts.get(hex_) == foe:
        return True
    if mobility == "leg" or not state.busts:
        return False
    return any(state.busts.get(n) == foe for n in world.board.neighbors(hex_))


def passable(world: World, state: OcsState, side: str, mobility: str, a: int, b: int) -> bool:
    """Whether a unit could ever go from `a` to `b`, and back, whatever it costs (9.1f, 12.8e)."""
    return move_cost(world, state, side, mobility, a, b) != PROHIBITED


def mobility_of(world: World, unit: Unit) -> str:
    """Mobility type of the side showing; river craft count as leg (OCS 3.1a)."""
    counter = world.counters[unit.id]
    found = (counter.combat if unit.front else counter.move).mobility
    return found if found in ("leg", "truck", "track") else "leg"
