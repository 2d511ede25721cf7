"""The grids laid on the country: worked points, control points, bends that do not tear."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest

from engine.cartography import atlas, named
from engine.cartography.drawing import registered
from engine.cartography.games import GAMES, KTR, Style
from engine.cartography.grid import centre, hex_at
from engine.cartography.registration import Bend, Registration
from engine.core.hexes import distance

ROWS = {row["id"]: row for row in atlas.toml("registration.toml")["game"]}
STYLES = [pytest.param(style, id=style.short) for style in GAMES.values()]


def plain(style: Style) -> Registration:
    return Registration.read(ROWS[style.atlas])


@pytest.mark.parametrize("style", STYLES)
def test_the_worked_points_of_the_atlas_come_out(style: Style) -> None:
    """Longitude and latitude to the plane, corrected and not, and the hex."""
    grid = plain(style)
    for row in ROWS[style.atlas]["example"]:
        at = row["lon"], row["lat"]
        assert grid.flat(at) == pytest.approx((row["u"], row["v"]), abs=2e-3)
        corrected = row["u_corrected"], row["v_corrected"]
        assert grid.corrected(at) == pytest.approx(corrected, abs=1e-3)
        assert row["hex"] in grid.labels(hex_at(*grid.corrected(at)))


@pytest.mark.parametrize("style", STYLES)
def test_there_and_back(style: Style) -> None:
    """The inverse undoes bends, correction, transform and projection."""
    _, grid = registered(style, atlas.read())
    for frame in grid.sheets:
        for hex_ in frame.hexes()[::97]:
            uv = centre(hex_)
            assert grid.uv(grid.lonlat(uv)) == pytest.approx(uv, abs=2e-3)


@pytest.mark.parametrize("style", STYLES)
def test_every_control_point_falls_on_its_hex(style: Style) -> None:
    """After the correction a fitted point is in a hex that its rulebook names."""
    grid = plain(style)
    for row in ROWS[style.atlas]["control"]:
        if row["use"] != "fit":
            continue
        here = hex_at(*grid.corrected((row["lon"], row["lat"])))
        wanted = [grid.hex(label) for label in row["hexes"] if label != "KK2303"]
        assert min(distance(here, hex_) for hex_ in wanted) <= 1, row["name"]


@pytest.mark.parametrize("style", STYLES)
def test_bends_bring_features_nearer_and_none_farther_than_a_hex(style: Style) -> None:
    """All together: the largest distance, and the middle one, do not grow.

    What is left is the road at K2152, which shares its hex with a railroad; roads and railroads
    are led through their hexes whatever is left.
    """
    source = atlas.read()
    before, after = registered(style, source)
    found = [r for r in named.residuals(named.read(style.atlas, before), source, before, after)
             if r.label not in style.unbent]  # fmt: skip
    assert max(r.after for r in found) <= min(1.15, max(r.before for r in found) + 1e-9)
    ordered = sorted(r.after for r in found)
    assert ordered[len(ordered) // 2] <= sorted(r.before for r in found)[len(found) // 2] + 0.01


@pytest.mark.parametrize("style", STYLES)
def test_no_bend_folds_the_country(style: Style) -> None:
    """Nowhere on a sheet does the plane shrink to less than a quarter of itself, or turn over.

    The least is at K2152, where rules bring a road and a railroad together that lie apart.
    """
    _, grid = registered(style, atlas.read())
    e = 0.1

    def bent(u: float, v: float) -> tuple[float, float]:
        du, dv = grid._bent((u, v))
        return u + du, v + dv

    spots = {centre(hex_) for bend in grid.bends for frame in grid.sheets
             for hex_ in frame.hexes()
             if hypot(centre(hex_)[0] - bend.start[0], centre(hex_)[1] - bend.start[1]) < 4}
    for u, v in spots:
        a, b, c, d = bent(u + e, v), bent(u - e, v), bent(u, v + e), bent(u, v - e)
        area = ((a[0] - b[0]) * (c[1] - d[1]) - (a[1] - b[1]) * (c[0] - d[0])) / (4 * e * e)
        assert area > 1 / 4, (grid.labels(hex_at(u, v)), area)


def test_bends_are_met_exactly_and_felt_only_near_by() -> None:
    """Two that overlap are both met; ten hexes away nothing moves."""
    grid = plain(KTR)
    start = centre((40, 60))
    other = start[0] + 2.0, start[1] + 1.0
    bends = [
        Bend("a", start, (start[0] + 0.6, start[1])), Bend("b", other, (other[0], other[1] - 0.4))
    ]
    bent = grid.bent(bends)
    for bend in bends:
        du, dv = bent._bent(bend.start)
        assert (bend.start[0] + du, bend.start[1] + dv) == pytest.approx(bend.end)
    assert bent._bent((start[0] - 7, start[1] - 7)) == (0.0, 0.0)


def test_a_hex_has_a_number_on_every_sheet_that_shows_it() -> None:
    """Numbers to hexes and back, rows from the north and from the south."""
    for style in GAMES.values():
        grid = plain(style)
        for frame in grid.sheets:
            for hex_ in frame.hexes()[::53]:
                number = frame.number(hex_)
                assert number is not None and grid.hex(frame.label(*number)) == hex_


def test_a_bend_for_a_named_hex_names_it() -> None:
    """So that the report tells what was bent."""
    rows: list[dict[str, Any]] = atlas.toml("hexrefs.toml")["hex"]
    known = {row["id"] for row in rows}
    _, grid = registered(KTR, atlas.read())
    assert all(bend.name.split()[0] in known for bend in grid.bends)
