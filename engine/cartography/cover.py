"""Land, water and cover of each hex, by the share that each takes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.cartography.atlas import Atlas, Region
from engine.cartography.games import DENSITY, SCATTERED, Style
from engine.cartography.noise import pattern
from engine.cartography.raster import Raster
from engine.cartography.registration import Registration
from engine.core.hexes import Point
from engine.core.values import frozen

MARGIN = 5.0
"""Hexes drawn around the sheets, so that nothing ends at an edge that does not."""
WATER = 0.62
"""From this share of water on, a hex is no land hex."""
LAKE_HEX = 0.45
"""From this share on, a lake takes a hex."""
COVERED = 0.5
"""From this share on, a hex counts as covered."""
HEART = 0.36
"""The wettest part of a bog, which is swamp where a game has marsh beside it."""
FRINGE = 5
"""Cells by which the border of a region wanders in and out: the atlas draws it straight."""

LAND, SEA, LAKE, SHALLOW = 1, 2, 3, 4
LIGHT, HEAVY = 1, 2
MARSH, SWAMP = 1, 2
HILLS, MOUNTAIN = 1, 2
_SEED = {"woods": 1, "marsh": 11, "hills": 21}


@frozen
class Ground:
    """The country under the grid of a game."""

    raster: Raster
    water: bytearray
    """LAND, SEA, LAKE or SHALLOW for each cell."""
    terrain: Mapping[Point, frozenset[str]]
    """Terrain words of every hex."""

    def wet(self, uv: tuple[float, float]) -> bool:
        """True for a point on water."""
        return self.raster.at(self.water, uv) != LAND

    def is_water(self, hex_: Point) -> bool:
        """True for a hex that no land unit may enter."""
        return bool(self.terrain.get(hex_, frozenset()) & {"sea", "lake", "shallow_sea"})


def lay(source: Atlas, grid: Registration, style: Style, dry: frozenset[Point]) -> Ground:
    """The ground of a game. Hexes of `dry` are land, whatever their share of water."""
    raster = Raster(grid.extent, MARGIN)
    water = _water(source, grid, raster)
    fringe = _fringe(raster)
    layers = {kind: _layer(source, grid, raster, kind, style.series, fringe) for kind in _SEED}
    _scatter(layers["woods"], grid, raster)
    wet = raster.shares(water)
    shares = {kind: raster.shares(layer) for kind, layer in layers.items()}
    terrain = {
        hex_: _words(wet.get(hex_, {}), {k: s.get(hex_, {}) for k, s in shares.items()},
                     style, hex_ in dry)
        for hex_ in sorted(set(raster.hexes))
    }  # fmt: skip
    return Ground(raster, water, terrain)


def _rings(region: Region, grid: Registration) -> list[list[tuple[float, float]]]:
    return [grid.line(ring) for ring in region.rings]


def _water(source: Atlas, grid: Registration, raster: Raster) -> bytearray:
    layer = bytearray([SEA]) * len(raster.hexes)
    for region in source.land:
        raster.fill(layer, _rings(region, grid), LAND)
    for region in source.lakes:
        value = SHALLOW if region.name == "Sivash" else SEA if region.kind == "liman" else LAKE
        raster.fill(layer, _rings(region, grid), value)
    return layer


def _fringe(raster: Raster) -> list[int]:
    """For each cell the cell that it looks at in place of its own, a little aside."""
    block = 3
    out = []
    for row in range(raster.height):
        line: list[int] = []
        for column in range(0, raster.width, block):
            u, v = raster.middle(column, row - row % block)
            right = round((pattern(u / 2, v / 2, 41) - 0.5) * 2 * FRINGE)
            up = round((pattern(u / 2, v / 2, 51) - 0.5) * 2 * FRINGE)
            line += [up * raster.width + right] * block
        out += line[: raster.width]
    return [
        at if 0 <= (at := i + shift) < len(out) else i for i, shift in enumerate(out)
    ]


def _layer(
    source: Atlas, grid: Registration, raster: Raster, kind: str, series: str,
    fringe: Sequence[int],
) -> bytearray:  # fmt: skip
    """Cells that are really covered: those of the regions in which the pattern is low."""
    layer = raster.layer()
    for region in source.cover:
        if region.kind != kind or (kind, region.density) not in DENSITY:
            continue
        density = DENSITY[kind, region.density]
        plain = raster.layer()
        raster.fill(plain, _rings(region, grid), 1)
        if not any(plain):
            continue
        one = bytearray(map(plain.__getitem__, fringe))
        at = one.find(1)
        while at >= 0:
            u, v = raster.middle(at % raster.width, at // raster.width)
            here = pattern(u, v, _SEED[kind])
            if here < density:
                layer[at] = max(layer[at], _value(region, here, series))
            at = one.find(1, at + 1)
    return layer


def _scatter(layer: bytearray, grid: Registration, raster: Raster) -> None:
    """Small woods outside the regions, more of them towards the north."""
    for row in range(raster.height):
        parts = [
            _scattered(grid.lonlat(raster.middle(column, row))[1])
            for column in range(0, raster.width, 40)
        ]
        for column in range(raster.width):
            at = row * raster.width + column
            if layer[at]:
                continue
            u, v = raster.middle(column, row)
            if pattern(u, v, _SEED["woods"] + 30) < parts[column // 40]:
                layer[at] = LIGHT


def _scattered(lat: float) -> float:
    """The part of the open country under woods at a latitude."""
    below = (0.0, SCATTERED[0][1])
    for edge, part in SCATTERED:
        if lat <= edge:
            share = (lat - below[0]) / (edge - below[0]) if below[0] else 1.0
            return below[1] + (part - below[1]) * share
        below = (edge, part)
    return SCATTERED[-1][1]


def _value(region: Region, here: float, series: str) -> int:
    if region.kind == "woods":
        return HEAVY if region.density == "heavy" and here < 0.55 else LIGHT
    if region.kind == "hills":
        return MOUNTAIN if region.density == "mountain" else HILLS
    if series == "efs":
        return SWAMP if region.density == "swamp" and here < HEART else MARSH
    return SWAMP


def _words(
    wet: Mapping[int, float], shares: Mapping[str, Mapping[int, float]], style: Style, dry: bool
) -> frozenset[str]:
    """Terrain words of a hex. Water comes first, then mountains, bog, and woods on what is left."""
    water = {value: share for value, share in wet.items() if value != LAND}
    if not dry and (sum(water.values()) >= WATER or water.get(LAKE, 0) >= LAKE_HEX):
        return frozenset({_water_word(water, style)})
    woods, marsh, hills = shares["woods"], shares["marsh"], shares["hills"]
    words: set[str] = set()
    if sum(hills.values()) >= COVERED:
        words.add("mountain" if hills.get(MOUNTAIN, 0) >= hills.get(HILLS, 0) else style.hill)
    elif sum(marsh.values()) >= COVERED:
        words.add("swamp" if marsh.get(SWAMP, 0) >= marsh.get(MARSH, 0) else "marsh")
    if sum(woods.values()) >= COVERED:
        heavy = woods.get(HEAVY, 0) >= woods.get(LIGHT, 0)
        words |= _woods(words, heavy, style)
    return frozenset(words or {style.clear})


def _woods(under: set[str], heavy: bool, style: Style) -> set[str]:
    """Words for woods that stand on this ground."""
    if style.series == "efs":
        return set() if under & {"marsh", "swamp"} else {"woods"} | ({"clear"} - under if not under
                                                                     else set())  # fmt: skip
    if "swamp" in under:
        return {"light_woods"}
    return {"heavy_woods"} if heavy or "mountain" in under else {"light_woods"}


def _water_word(water: Mapping[int, float], style: Style) -> str:
    value = max(sorted(water), key=lambda kind: water[kind])
    if value == SHALLOW:
        return "shallow_sea" if style.series == "efs" else "sea"
    return "lake" if value == LAKE else "sea"
