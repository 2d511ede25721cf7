"""The drawing of the sheets: the same every time, rivers on their banks, corrections kept."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cartography import atlas, corrections
from engine.cartography.corrections import apply
from engine.cartography.draft import drawing, files
from engine.cartography.games import GAMES, KTR, TTW, Style
from engine.cartography.grid import (
    centre,
    corner_steps,
    corner_uv,
    corners_of,
    ends_of,
    hex_at,
    hexes_of,
    nearest_on,
    sampled,
    side,
    side_between,
)
from engine.cartography.noise import pattern
from engine.cartography.raster import CELL, Raster
from engine.cartography.rivers import _straightened, _untangled
from engine.core.errors import DataError
from engine.core.hexes import STEPS
from engine.folders import SCENARIOS

STYLES = [pytest.param(style, id=style.short) for style in GAMES.values()]


@pytest.mark.parametrize("style", STYLES)
def test_drawing_again_gives_the_same_files_byte_for_byte(style: Style) -> None:
    """What lies under scenarios/ is what the atlas and the corrections give."""
    for path, text in files(style):
        assert path.read_text(encoding="utf-8") == text, path.relative_to(SCENARIOS)


@pytest.mark.parametrize("style", STYLES)
def test_towns_stand_on_the_bank_where_they_stood(style: Style) -> None:
    """Each town of the list, if the drawn river touches its hex, has it on the right side."""
    drawn = drawing(style)
    homes: dict[str, list[tuple[int, int]]] = {}
    for hex_, place in drawn.places.items():
        homes.setdefault(place.name, []).append(hex_)
    around: dict[tuple[str, tuple[int, int]], list[Any]] = {}
    for river in drawn.rivers:
        for a, b in zip(river.chain, river.chain[1:], strict=False):
            for hex_ in side_between(a, b):
                around.setdefault((river.name, hex_), []).append((a, b))
    checked = 0
    for row in atlas.toml("additions.toml")["bank"]:
        if row.get("game", style.atlas) != style.atlas:
            continue
        for bank in ("left", "right"):
            hexes = [h for name in row.get(bank, ()) for h in homes.get(name, ())]
            hexes += [drawn.grid.hex(label) for label in row.get(f"{bank}_hexes", ())]
            other = "right" if bank == "left" else "left"
            elsewhere = {drawn.grid.hex(label) for more in atlas.toml("additions.toml")["bank"]
                         if more.get("game") == style.atlas
                         for label in more.get(f"{other}_hexes", ())}
            for hex_ in set(hexes) - elsewhere:
                for a, b in around.get((row["river"], hex_), ()):
                    (au, av), (bu, bv) = corner_uv(a), corner_uv(b)
                    u, v = centre(hex_)
                    turn = (bu - au) * (v - av) - (bv - av) * (u - au)
                    assert (turn > 0) == (bank == "left"), (row["river"], hex_)
                    checked += 1
    assert checked > 15


def test_the_sumy_sheet_is_the_north_west_corner_of_map_kk() -> None:
    """Terrain, places and features as on the scenario's sheet, but for ways that lead out of it."""
    from engine.cartography import handmade

    drawn = drawing(KTR)
    sumy = handmade.sumy(drawn.grid)
    assert len(sumy.terrain) == 180
    assert {h: drawn.terrain[h] for h in sumy.terrain} == dict(sumy.terrain)
    assert {h: p.name for h, p in drawn.places.items() if h in sumy.terrain} == {
        h: p.name for h, p in sumy.places.items()
    }
    rivers = {one for one in drawn.river_sides() if sumy.inside(one)}
    assert rivers == set(sumy.rivers)
    ways = sorted(drawn.ways, key=lambda way: way.kind, reverse=True)  # the main road counts
    roads = {one: way.kind for way in ways if way.kind != "rail"
             for one in way.sides if sumy.inside(one)}  # fmt: skip
    assert roads == dict(sumy.roads)
    rails = {one for way in drawn.ways if way.kind == "rail"
             for one in way.sides if sumy.inside(one)}  # fmt: skip
    assert rails == set(sumy.rails)


# ---------------------------------------------------------------- corrections


def test_every_correction_has_a_reason_and_a_sheet() -> None:
    """The files that are there are sound and each correction says why."""
    for style in GAMES.values():
        for path in sorted((SCENARIOS / style.game / "sheets").glob("*-corrections.toml")):
            rows = tomllib.loads(path.read_text(encoding="utf-8"))["correction"]
            assert rows and all(row["reason"] for row in rows)


def correct(folder: Path, style: Style, sheet: str, text: str) -> corrections.Drawing:
    """The drawing of a game with one correction more."""
    (folder / f"{sheet}-corrections.toml").write_text(
        f'corrections = "{sheet.upper()}"\n[[correction]]\nreason = "a test"\n{text}\n',
        encoding="utf-8",
    )
    return apply(drawing(style), folder)


def test_corrections_change_terrain_places_and_hexsides(tmp_path: Path) -> None:
    """One of each kind, on the hex that is named."""
    grid = drawing(KTR).grid
    lubny, beside = grid.hex("K3921"), grid.hex("K3922")
    hilly = correct(tmp_path, KTR, "k", 'terrain = "hill woods"\nhexes = ["3921"]')
    assert hilly.terrain[lubny] == {"hill", "woods"}
    named = correct(tmp_path, KTR, "k", 'place = "Testovo"\nhex = "3921"\nkind = "town"\nstars = 1')
    assert named.places[lubny].name == "Testovo" and named.stars[lubny] == 1
    bare = correct(tmp_path, KTR, "k", 'remove_place = true\nhex = "1421"')
    assert grid.hex("K1421") not in bare.places
    wet = correct(tmp_path, KTR, "k", 'add = "river"\nsides = ["3921-3922"]')
    assert wet.river_sides()[side(lubny, beside)] == "minor"
    dry = correct(tmp_path, KTR, "k", 'remove = "major_river"\nsides = ["1421-1521"]')
    assert side(grid.hex("K1421"), grid.hex("K1521")) not in dry.river_sides()
    road = correct(tmp_path, KTR, "k", 'add = "road.main"\npath = ["3921 3922"]')
    assert any(way.hexes in ((lubny, beside), (beside, lubny)) for way in road.ways)
    cut = correct(tmp_path, KTR, "k", 'remove = "rail"\nsides = ["1421-1521"]')
    assert not any(side(grid.hex("K1421"), grid.hex("K1521")) in way.sides
                   for way in cut.ways if way.kind == "rail")  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ['terrain = "hill"\nhexes = ["9999"]', 'add = "river"\nsides = ["1421-1425"]',
     'add = "river"', 'terrain = "hill"\nadd = "river"\nhexes = ["1421"]', "hexes = []"],
)  # fmt: skip
def test_a_broken_correction_is_refused_with_its_file(tmp_path: Path, text: str) -> None:
    """Nothing is drawn from it."""
    with pytest.raises(DataError, match="k-corrections.toml"):
        correct(tmp_path, KTR, "k", text)


def test_the_kherson_ferry_takes_the_place_of_a_bridge() -> None:
    """TTW 1.4d: a rail ferry, no road and no railroad over the river."""
    drawn = drawing(TTW)
    one = side(drawn.grid.hex("D14.03"), drawn.grid.hex("D15.03"))
    assert {way.kind for way in drawn.ways if one in way.sides} == {"rail_ferry"}
    assert drawn.river_sides()[one] == "volga"


# ---------------------------------------------------------------- the plane

HEXES = st.tuples(st.integers(-60, 120), st.integers(-90, 90)).map(
    lambda h: (h[0], 2 * h[1] + (h[0] & 1))
)


@given(HEXES)
def test_a_hex_is_nearest_to_its_own_middle(hex_: tuple[int, int]) -> None:
    assert hex_at(*centre(hex_)) == hex_
    u, v = centre(hex_)
    assert hex_at(u + 0.3, v) == hex_ == hex_at(u, v - 0.4)


@given(HEXES)
def test_six_corners_six_sides(hex_: tuple[int, int]) -> None:
    """A corner is shared by three hexes, a side by two, and the two ends of a side are joined."""
    corners = corners_of(hex_)
    assert len(set(corners)) == 6
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        assert hex_ in hexes_of(a) and len(set(hexes_of(a))) == 3
        assert b in corner_steps(a) and a in corner_steps(b)
        one = side_between(a, b)
        assert hex_ in one and set(ends_of(one)) == {a, b}
    for dx, dy in STEPS:
        other = (hex_[0] + dx, hex_[1] + dy)
        assert len(set(corners_of(other)) & set(corners)) == 2


def test_points_along_a_line() -> None:
    """Even steps, both ends kept; the nearest point of a line, and how far along."""
    line = [(0.0, 0.0), (3.0, 0.0), (3.0, 2.0)]
    points = sampled(line, 1.0)
    assert points == [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (3.0, 1.0), (3.0, 2.0)]
    assert nearest_on(line, (2.0, 1.0)) == (1.0, (2.0, 0.0), 2.0)
    assert nearest_on(line, (4.0, 1.5)) == (1.0, (3.0, 1.5), 4.5)


def test_the_raster_measures_the_share_of_a_hex() -> None:
    """A square half a hex wide, a hole in it, and a point outside."""
    raster = Raster((0.0, 0.0, 10.0, 10.0), 1.0)
    layer = raster.layer()
    raster.fill(layer, [[(2, 2), (6, 2), (6, 6), (2, 6)], [(3, 3), (5, 3), (5, 5), (3, 5)]], 1)
    assert sum(layer) * CELL * CELL == pytest.approx(12, abs=0.5)
    assert raster.at(layer, (2.5, 2.5)) == 1 and raster.at(layer, (4, 4)) == 0
    shares = raster.shares(layer)
    assert shares[hex_at(2.6, 4.0)][1] > 0.5 and hex_at(8.0, 8.0) not in shares


def test_the_pattern_of_woods_is_even_and_always_the_same() -> None:
    """A threshold of a third covers about a third; three values are pinned."""
    values = [pattern(i * 0.9, j * 0.9, 1) for i in range(60) for j in range(60)]
    assert 0.25 < sum(v < 1 / 3 for v in values) / len(values) < 0.42
    assert len({round(v, 6) for v in values}) > 1000
    assert pattern(3.1, 4.1, 1) == pattern(3.1, 4.1, 1) != pattern(3.1, 4.1, 2)


def test_a_chain_of_hexsides_has_no_spurs_and_no_loops() -> None:
    """Pauses and ways back fall away; five sides around a hex become one, unless it keeps them."""
    ring = corners_of((4, 4))
    assert _untangled([ring[0], ring[0], ring[1], ring[2], ring[1], ring[2]]) == ring[:3]
    assert _straightened(ring, set()) == [ring[0], ring[5]]
    assert _straightened(ring, {(4, 4)}) == ring
