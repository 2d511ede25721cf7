"""What a hex looks like in each zoom, without colour."""

from __future__ import annotations

import pytest

from engine.core.board import Board, Hex, build
from engine.core.hexes import doubled
from tui.map.glyphs import ASCII, force_text
from tui.map.view import Force, HexLook, Label, MapView
from tui.map.zooms import CLOSE, NORMAL, STRATEGIC, ZOOMS, Zoom


def board(**terrain: str) -> Board:
    """Three columns of three hexes; 0202 is the middle one. Keywords are h0202="hill woods"."""
    grid = []
    for column in (1, 2, 3):
        for row in (1, 2, 3):
            number = f"{column:02}{row:02}"
            words = terrain.get(f"h{number}", "clear").split()
            grid.append((Hex(number, frozenset(words)), doubled(column, row)))
    return build(grid, {})


def sided(features: dict[tuple[str, str], list[str]]) -> Board:
    plain = board()
    return build(list(zip(plain.hexes, plain.xy, strict=True)), features)


def rows(zoom: Zoom, land: Board, number: str, look: HexLook | None = None) -> list[str]:
    hex_ = land.at(number)
    view = MapView(land, {hex_: look} if look else {})
    return ["".join(text for text, _ in row) for row in zoom.tile(view, hex_, ASCII)]


@pytest.mark.parametrize(
    ("words", "sign"),
    [("clear", "."), ("woods", "ww"), ("hill", "^^"), ("hill woods", "^w"), ("marsh", "::"),
     ("swamp", ";;"), ("city", "##"), ("mountain", "MM")],
)  # fmt: skip
def test_each_cover_has_its_sign(words: str, sign: str) -> None:
    assert sign in rows(NORMAL, board(h0202=words), "0202")[0]
    assert sign[0] in rows(STRATEGIC, board(h0202=words), "0202")[0]


def test_the_sides_differ_by_shape() -> None:
    axis = HexLook(Force("axis", "18"))
    soviet = HexLook(Force("soviet", "3"))
    assert rows(NORMAL, board(), "0202", axis)[1] == " [18]"
    assert rows(NORMAL, board(), "0202", soviet)[1] == " (3) "
    assert rows(STRATEGIC, board(), "0202", axis)[0].endswith("A")
    assert rows(STRATEGIC, board(), "0202", soviet)[0].endswith("S")


def test_a_mark_stands_beside_a_force_or_takes_its_closing_bracket() -> None:
    assert force_text("soviet", "3", "!", False, 4) == "(3)!"
    assert force_text("axis", "18", "!", False, 4) == "[18!"
    assert force_text("axis", "7", "", True, 4) == ">7]"
    assert force_text("axis", "123", "", False, 4) == "[99]"


def test_rivers_run_on_the_left_edges_and_along_the_foot() -> None:
    land = sided({
        ("0202", "0101"): ["river"], ("0202", "0102"): ["river"], ("0202", "0203"): ["river"],
    })  # fmt: skip
    upper, lower = rows(NORMAL, land, "0202")
    assert upper[0] == "/"
    assert lower == "\\____"


def test_a_road_breaks_the_river_that_it_crosses() -> None:
    land = sided({("0202", "0102"): ["river", "road.minor"]})
    lower = rows(NORMAL, land, "0202")[1]
    assert lower.startswith("---")


def test_roads_run_to_the_middle_main_ones_double() -> None:
    minor = sided({("0202", "0101"): ["road.minor"]})
    main = sided({("0202", "0101"): ["road.main"]})
    rail = sided({("0202", "0101"): ["rail"]})
    assert rows(NORMAL, minor, "0202")[0].startswith("---")
    assert rows(NORMAL, main, "0202")[0].startswith("===")
    assert rows(NORMAL, rail, "0202")[0].startswith("+++")


def test_a_place_is_cut_to_its_first_letters_and_keeps_its_stars() -> None:
    plain = board()
    grid = [
        (Hex("0202", frozenset({"city"}), "Sumy", 2) if h.id == "0202" else h, p)
        for h, p in zip(plain.hexes, plain.xy, strict=True)
    ]
    land = build(grid, {})
    assert rows(NORMAL, land, "0202")[0] == " Su**"
    assert "Sumy**" in rows(CLOSE, land, "0202")[1]
    assert "*" in rows(STRATEGIC, land, "0202")[0]


def test_the_close_zoom_shows_the_number_and_units_by_name() -> None:
    look = HexLook(Force("axis", "7", names=("33/9Pz", "10/9Pz")))
    shown = rows(CLOSE, board(), "0202", look)
    assert "0202" in shown[0]
    assert "[33/9Pz]" in shown[1]
    assert "[10/9Pz]" in shown[2]


def test_an_overlay_writes_below_in_an_empty_hex_and_above_a_force() -> None:
    label = Label("2+", "reach")
    assert rows(NORMAL, board(), "0202", HexLook(label=label))[1].endswith("2+")
    above, below = rows(NORMAL, board(), "0202", HexLook(Force("axis", "7"), label))
    assert above.endswith("2+")
    assert "[7]" in below


@pytest.mark.parametrize("zoom", ZOOMS, ids=lambda z: z.name)
def test_every_line_of_the_map_belongs_to_exactly_one_hex_of_a_column(zoom: Zoom) -> None:
    land = board()
    owners: dict[tuple[int, int], int] = {}
    points = {point: i for i, point in enumerate(land.xy)}
    for column in (1, 2, 3):
        for line in range(-2, 40):
            point, _ = zoom.point(column, line)
            if point in points:
                key = (column, points[point])
                owners[key] = owners.get(key, 0) + 1
    assert set(owners.values()) == {zoom.height}
    assert len(owners) == len(land)
