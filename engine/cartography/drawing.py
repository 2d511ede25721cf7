"""Draw one game: from the atlas to terrain, rivers, ways and places on its grid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, field

from engine.cartography import atlas as data
from engine.cartography import handmade, named, tracks, ways
from engine.cartography.atlas import Atlas, Line
from engine.cartography.cover import LAKE, LAND, MARGIN, Ground, lay
from engine.cartography.games import Style
from engine.cartography.grid import UV, Side, around, centre, corner_uv, disc, ends_of, side
from engine.cartography.handmade import Handmade
from engine.cartography.named import Named
from engine.cartography.registration import Bend, Registration
from engine.cartography.rivers import Bank, Courses, River, Wish, banks_of
from engine.cartography.settlements import Settlement, Settlements, settle
from engine.cartography.ways import Network, Way
from engine.core.hexes import Point
from engine.core.values import frozen

RIVER_WORDS = {
    "efs": {"minor": "river", "major": "major_river", "volga": "major_river"},
    "ocs": {"minor": "minor_river", "major": "major_river", "volga": "volga"},
}
_RANK = {"minor": 1, "major": 2, "volga": 3}
_LAND_KINDS = {
    "road", "rail", "edge", "city", "town", "village", "exit", "rail-ferry", "river-class",
    "river-bank", "river-end", "river", "example",
}


@frozen
class Drawing:
    """A game drawn on its grid."""

    style: Style
    grid: Registration
    terrain: Mapping[Point, frozenset[str]]
    places: Mapping[Point, Settlement]
    rivers: tuple[River, ...]
    ways: tuple[Way, ...]
    water: Mapping[Side, str]
    """Hexsides under water between two land hexes: sea or lake."""
    named: tuple[Named, ...]
    countries: Mapping[str, frozenset[Point]]
    firm: frozenset[Point]
    """Hexes whose terrain a rulebook states."""
    stars: Mapping[Point, int] = field(factory=dict)
    firm_sides: Mapping[Side, str] = field(factory=dict)

    def river_sides(self) -> dict[Side, str]:
        """The greatest river on each hexside, by rank."""
        out: dict[Side, str] = {}
        for river in self.rivers:
            for one in river.sides:
                if _RANK[river.rank] > _RANK.get(out.get(one, ""), 0):
                    out[one] = river.rank
        return out


def registered(
    style: Style, source: Atlas, seam: Sequence[Bend] = ()
) -> tuple[Registration, Registration]:
    """The grid of a game before and after its bends."""
    row = next(g for g in data.toml("registration.toml")["game"] if g["id"] == style.atlas)
    plain = Registration.read(row, data.toml("additions.toml").get("control", []))
    wanted = named.bends(
        named.read(style.atlas, plain), source, plain, tuple(style.unbent)
    )
    return plain, plain.bent([*wanted, *seam])


def draw(
    style: Style, source: Atlas, seam: Sequence[Bend] = (),
    through: Mapping[str, Sequence[Point]] | None = None,
) -> Drawing:  # fmt: skip
    """The drawing of a game, without the corrections by hand.

    `seam` are further bends, and `through` further hexes that lines must pass (`rail:ID` and
    `road:ID`): where the board of another game joins on.
    """
    _, grid = registered(style, source, seam)
    source = source.near(grid.window(MARGIN + 2))
    hexes = named.read(style.atlas, grid)
    by_hand = handmade.sumy(grid) if style.short == "ktr" else handmade.NOTHING
    more = _more_hexes(style)
    places = handmade.joined_places(settle(source, grid, style, more), by_hand)
    dry = frozenset(s.hex for s in places.at.values() if s.rank > 1 or s.named) | frozenset(
        one.hex for one in hexes if set(one.kinds) & _LAND_KINDS
    )
    ground = lay(source, grid, style, dry)
    terrain = {**ground.terrain, **by_hand.terrain}
    ground = evolve(ground, terrain=terrain)
    rivers = handmade.joined_rivers(
        Courses(ground, tuple(_banks(source, grid, places)), _wishes(hexes, style, grid)).draw(
            source, grid
        ),
        by_hand,
    )
    ranks = _ranks(rivers)
    network = Network(
        ground, ranks, by_hand.hexes, by_hand.rails, frozenset(by_hand.roads), _bridges(style, grid)
    )
    passing: dict[str, list[Point]] = {name: list(spots) for name, spots in (through or {}).items()}
    for one in hexes:
        for anchor in one.anchors:
            passing.setdefault(anchor, []).append(one.hex)
    lines = _led(source, grid, places, passing, network, style, by_hand)
    dry_places = {h: s for h, s in places.at.items() if not ground.is_water(h)}
    return Drawing(
        style, grid, terrain, dry_places, tuple(rivers), tuple(lines),
        _water_sides(ground, grid, {s for way in lines for s in way.sides} | set(ranks)),
        tuple(hexes), _countries(source, ground, grid), frozenset(), by_hand.stars,
    )


def _more_hexes(style: Style) -> dict[str, list[str]]:
    """Hexes of cities beside those that a rulebook names, from the additions."""
    rows = data.toml("additions.toml").get("city", [])
    return {row["name"]: row["hexes"] for row in rows if row["game"] == style.atlas}


def _bridges(style: Style, grid: Registration) -> frozenset[Side]:
    """Hexsides of known bridges, from the additions."""
    return frozenset(
        side(*(grid.hex(label) for label in pair.split("-")))
        for row in data.toml("additions.toml").get("bridge", []) if row["game"] == style.atlas
        for pair in row["sides"]
    )  # fmt: skip


# ---------------------------------------------------------------- rivers


def _banks(source: Atlas, grid: Registration, places: Settlements) -> list[Bank]:
    """Where towns stand by their rivers; what is told beats what the map shows."""
    homes: dict[str, list[Point]] = {}
    for hex_, settlement in places.at.items():
        homes.setdefault(settlement.name, []).append(hex_)
    told = [
        Bank(grid.hex(label), row["river"], bank == "left")
        for row in source.banks if row.get("game") == grid.game
        for bank in ("left", "right") for label in row.get(f"{bank}_hexes", ())
    ]  # fmt: skip
    known = {(bank.hex, bank.river) for bank in told}
    for row in source.banks:
        for bank in ("left", "right"):
            for name in row.get(bank, ()):
                told += [
                    Bank(hex_, row["river"], bank == "left") for hex_ in homes.get(name, ())
                    if (hex_, row["river"]) not in known
                ]  # fmt: skip
    return banks_of(source, grid, places.towns(), told)


def _wishes(hexes: Iterable[Named], style: Style, grid: Registration) -> tuple[Wish, ...]:
    out = []
    for row in named.sides(style.atlas, grid):
        if row["kind"].startswith("volga"):
            out.append(Wish("Dnepr", row["a"], row["b"]))
    for one in hexes:
        for anchor in one.anchors:
            kind, _, name = anchor.partition(":")
            if kind == "river":
                out.append(Wish(name.replace("-", " "), one.hex))
    return tuple(out)


def _ranks(rivers: Iterable[River]) -> dict[Side, str]:
    out: dict[Side, str] = {}
    for river in rivers:
        for one in river.sides:
            if _RANK[river.rank] > _RANK.get(out.get(one, ""), 0):
                out[one] = river.rank
    return out


# ---------------------------------------------------------------- ways


def _led(
    source: Atlas, grid: Registration, places: Settlements, passing: Mapping[str, list[Point]],
    network: Network, style: Style, by_hand: Handmade,
) -> list[Way]:  # fmt: skip
    """Railroads, main roads, minor roads, and the minor roads between towns."""
    rails = [line for line in source.railways if line.kind != "narrow"]
    rails.sort(key=lambda line: (line.kind != "main", -line.tracks, line.id))
    roads = sorted(source.roads, key=lambda line: (line.kind != "main", line.id))
    out = _lead_all(rails, "rail", grid, places, passing, network, style, by_hand)
    out += _lead_all(roads, "road", grid, places, passing, network, style, by_hand)
    for word in ("rail", style.main_road):
        out += _through_cities(places, network, out, word)
    laid = {s: way.kind for way in out if way.kind != "rail" for s in way.sides}
    return out + tracks.joined(list(places.at.values()), network, laid, style)


def _through_cities(
    places: Settlements, network: Network, ways: Sequence[Way], word: str
) -> list[Way]:
    """Links within each city of several hexes, so that its stations and streets are one net.

    A great river is crossed there only at a known bridge.
    """
    laid = {s for way in ways if way.kind == word for s in way.sides}
    out = []
    cities: dict[str, list[Point]] = {}
    for hex_, settlement in sorted(places.at.items()):
        if settlement.rank > 2:
            cities.setdefault(settlement.name, []).append(hex_)
    for name, hexes in cities.items():
        pairs = [
            (a, b) for a in hexes for b in hexes if a < b and b in around(a)
            and (network.rivers.get((a, b)) not in ("major", "volga") or (a, b) in network.bridges)
        ]  # fmt: skip
        pairs.sort(key=lambda pair: (pair not in laid, pair not in network.bridges, pair))
        group = {hex_: hex_ for hex_ in hexes}
        for a, b in pairs:
            if _root(group, a) != _root(group, b):
                group[_root(group, a)] = _root(group, b)
                if (a, b) not in laid:
                    out.append(Way(f"through {name}", f"through {name}", word, (a, b)))
    return out


def _root(group: Mapping[Point, Point], hex_: Point) -> Point:
    while group[hex_] != hex_:
        hex_ = group[hex_]
    return hex_


def _lead_all(
    lines: Sequence[Line], kind: str, grid: Registration, places: Settlements,
    passing: Mapping[str, list[Point]], network: Network, style: Style, by_hand: Handmade,
) -> list[Way]:  # fmt: skip
    left, bottom, right, top = grid.extent
    inside = (left - 3.5, bottom - 3.5, right + 3.5, top + 3.5)
    laid: dict[Side, str] = {}
    out = _by_hand(kind, by_hand)
    laid.update((s, way.kind) for way in out for s in way.sides)
    for line in lines:
        through = passing.get(f"{kind}:{line.id}", [])
        word = "rail" if kind == "rail" else (
            style.main_road if line.kind == "main" else style.minor_road
        )
        shape = Line(line.id, line.name, kind, line.points, line.stops, line.tracks, line.source)
        for stops, course in ways.stops_of(shape, grid, places, through, inside):
            chain = network.lead(shape, stops, course, laid)
            for run in _outside(chain, by_hand):
                way = Way(line.id, line.name, word, tuple(run), line.tracks, "reconstructed")
                out.append(way)
                for one in way.sides:
                    laid.setdefault(one, word)
    return out


def _outside(chain: Sequence[Point], by_hand: Handmade) -> list[list[Point]]:
    """A chain without what runs inside a hand-drawn sheet, which has its own ways."""
    runs: list[list[Point]] = [[]]
    for a, b in zip(chain, chain[1:], strict=False):
        if by_hand.inside(side(a, b)):
            if runs[-1]:
                runs.append([])
            continue
        if not runs[-1]:
            runs[-1].append(a)
        runs[-1].append(b)
    return [run for run in runs if len(run) > 1]


def _by_hand(kind: str, sheet: Handmade) -> list[Way]:
    """The ways of the hand-drawn sheet, hexside by hexside."""
    return [
        Way("sumy", "as on the Sumy sheet", word, one, 1, "reconstructed")
        for one, word in sorted(
            dict.fromkeys(sheet.rails, "rail").items() if kind == "rail" else sheet.roads.items()
        )
    ]


# ---------------------------------------------------------------- water and countries


def _water_sides(ground: Ground, grid: Registration, crossed: set[Side]) -> dict[Side, str]:
    """Hexsides that lie under water between two land hexes."""
    out = {}
    raster = ground.raster
    for hex_ in sorted(ground.terrain):
        if ground.is_water(hex_):
            continue
        for other in around(hex_):
            one = side(hex_, other)
            if other not in ground.terrain or ground.is_water(other) or one in crossed:
                continue
            if hex_ > other:
                continue
            values = [raster.at(ground.water, p) for p in _along(one)]
            wet = [v for v in values if v not in (0, LAND)]
            if len(wet) >= 0.72 * len(values):
                out[one] = "lake" if wet.count(LAKE) * 2 > len(wet) else "sea"
    return out


def _along(one: Side) -> list[UV]:
    """Points on a hexside and a little to both sides of it."""
    (au, av), (bu, bv) = (corner_uv(c) for c in ends_of(one))
    (cu, cv), (du, dv) = centre(one[0]), centre(one[1])
    out = []
    for t in (0.1, 0.3, 0.5, 0.7, 0.9):
        u, v = au + (bu - au) * t, av + (bv - av) * t
        out += [(u + (du - cu) * s, v + (dv - cv) * s) for s in (-0.12, 0.0, 0.12)]
    return out


def _countries(
    source: Atlas, ground: Ground, grid: Registration
) -> dict[str, frozenset[Point]]:
    """The hexes of each country or region of which the greater part lies in it."""
    out = {}
    for region in source.countries:
        layer = ground.raster.layer()
        ground.raster.fill(layer, [grid.line(ring) for ring in region.rings], 1)
        shares = ground.raster.shares(layer)
        held = frozenset(h for h, s in shares.items() if s.get(1, 0) >= 0.5)
        if held:
            out[region.name] = held
    return out


__all__ = ["Drawing", "RIVER_WORDS", "disc", "draw", "registered"]
