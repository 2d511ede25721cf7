"""The Sumy sheet: what the tutorial of PB 10.4 prints of prices, paths, places and rivers."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.board import Board
from tests.catalog.support import edited, line_with, only, scenario_faults, sumy

BOARD: Board = sumy().board

FOOT, WHEELS = "foot", "wheels"


def off_road(kind: str, hex_: str) -> float:
    """Dry price of a hex off the road: clear 1, hill 2, woods 2 more for motorized units."""
    terrain = BOARD.hexes[BOARD.at(hex_)].terrain
    price = 2 if "hill" in terrain else 1
    return price + (2 if kind == WHEELS else 1) * ("woods" in terrain)


def price(kind: str, path: str) -> float:
    """Dry price of a path without zones: main road 1/2, minor 1/2 or 1, a river 1 more."""
    total = 0.0
    for a, b in zip(path.split(), path.split()[1:], strict=False):
        start, end = BOARD.at(a), BOARD.at(b)
        assert BOARD.adjacent(start, end), f"{a} and {b}"
        side = BOARD.side(start, end)
        bare = not BOARD.hexes[end].terrain & {"hill", "woods", "city", "marsh", "swamp"}
        if "road.main" in side:
            total += 0.5
        elif "road.minor" in side:
            total += 0.5 if bare or "city" in BOARD.hexes[end].terrain else 1
        else:
            total += off_road(kind, b) + ("river" in side)
    return total


def side(a: str, b: str) -> frozenset[str]:
    return BOARD.side(BOARD.at(a), BOARD.at(b))


def terrain(hex_: str) -> frozenset[str]:
    return BOARD.hexes[BOARD.at(hex_)].terrain


def test_the_sheet_has_fifteen_columns_and_twelve_rows() -> None:
    assert len(BOARD) == 15 * 12
    numbers = {f"{column}{row:02d}" for column in range(10, 25) for row in range(2, 14)}
    assert {h.id for h in BOARD.hexes} == numbers


@pytest.mark.rule("BSR 2.1.s1")
def test_every_hex_is_found_by_its_four_digits() -> None:
    assert all(BOARD.id(BOARD.at(h.id)) == h.id and len(h.id) == 4 for h in BOARD.hexes)


@pytest.mark.parametrize(
    ("a", "b"),
    [("1408", "1508"), ("1409", "1508"), ("1411", "1510"), ("1505", "1605"), ("1609", "1708"),
     ("1908", "2009"), ("1404", "1304"), ("1304", "1305"), ("2204", "2304"), ("1506", "1507")],
)
def test_hexes_that_the_tutorial_calls_adjacent_are(a: str, b: str) -> None:
    assert BOARD.adjacent(BOARD.at(a), BOARD.at(b))


@pytest.mark.rule("PB 10.4.ex4", "PB 10.4.ex5")
def test_distances_that_the_tutorial_tells() -> None:
    def far(a: str, b: str) -> int:
        return BOARD.distance(BOARD.at(a), BOARD.at(b))

    assert far("1309", "1510") == 2 and far("1310", "1510") == 2  # 619 Artillery in range
    assert far("1806", "1508") == 4 and far("1806", "1904") <= 4  # 1 Tank: command, no reaction
    assert far("1508", "1904") > 4 and far("1510", "1904") > 4  # no order for the cavalry
    assert far("1503", "1904") <= 4  # 227 Rifle can be activated
    assert far("1409", "1306") == 3 and far("1306", "1007") == 3  # reaction and retreat


MOVES = [
    pytest.param(WHEELS, "1510 1511", 1, marks=pytest.mark.rule("PB 10.4.ex12")),
    pytest.param(WHEELS, "1510 1610", 2, marks=pytest.mark.rule("PB 10.4.ex12")),
    pytest.param(WHEELS, "1610 1709", 1, marks=pytest.mark.rule("PB 10.4.ex12")),
    pytest.param(WHEELS, "1508 1609 1708", 2.5, marks=pytest.mark.rule("PB 10.4.ex13")),
    pytest.param(WHEELS, "1708 1809 1908 2009", 2, marks=pytest.mark.rule("PB 10.4.ex13")),
    pytest.param(WHEELS, "1708 1808", 0.5, marks=pytest.mark.rule("PB 10.4.ex13")),
    pytest.param(WHEELS, "1409 1408 1507", 2, marks=pytest.mark.rule("PB 10.4.ex14")),
    pytest.param(FOOT, "1503 1404 1304 1305", 1.5, marks=pytest.mark.rule("PB 10.4.ex16")),
    pytest.param(
        WHEELS, "1703 1603 1503 1404 1304 1305", 2.5, marks=pytest.mark.rule("PB 10.4.ex17")
    ),
    pytest.param(WHEELS, "1806 1706 1606 1505 1406", 2, marks=pytest.mark.rule("PB 10.4.ex17")),
    pytest.param(WHEELS, "2202 2203 2204", 1, marks=pytest.mark.rule("PB 10.4.ex18")),
    pytest.param(
        WHEELS, "2204 2304 2205 2105 2106 2007 2107", 4, marks=pytest.mark.rule("PB 10.4.ex18")
    ),
    pytest.param(WHEELS, "2204 2304 2205 2105 2005", 2.5, marks=pytest.mark.rule("PB 10.4.ex18")),
    pytest.param(WHEELS, "2005 1905", 0.5, marks=pytest.mark.rule("PB 10.4.ex18")),
    pytest.param(WHEELS, "2005 1904", 1, marks=pytest.mark.rule("PB 10.4.ex18")),
    pytest.param(FOOT, "1605 1606 1706 1806", 3, marks=pytest.mark.rule("PB 10.4.ex19")),
    pytest.param(WHEELS, "1409 1308 1307 1306", 3, marks=pytest.mark.rule("PB 10.4.ex20")),
    pytest.param(FOOT, "1806 1906 2007 2107", 4.5, marks=pytest.mark.rule("PB 10.4.ex25")),
    pytest.param(FOOT, "1506 1505 1605", 3, marks=pytest.mark.rule("PB 10.4.ex25")),
    pytest.param(WHEELS, "1904 1804 1703", 2, marks=pytest.mark.rule("PB 10.4.ex25")),
    pytest.param(WHEELS, "1703 1603", 0.5, marks=pytest.mark.rule("PB 10.4.ex25")),
    pytest.param(WHEELS, "1905 1906", 2, marks=pytest.mark.rule("PB 10.4.ex25")),
    pytest.param(WHEELS, "1406 1505", 0.5, marks=pytest.mark.rule("PB 10.4.ex25")),
    pytest.param(WHEELS, "1505 1605", 2, marks=pytest.mark.rule("PB 10.4.ex25")),
]
"""Printed moves with their prices, the point for entering a zone of control taken off."""


@pytest.mark.parametrize(("kind", "path", "points"), MOVES)
def test_the_map_charges_what_the_tutorial_prints(kind: str, path: str, points: float) -> None:
    assert price(kind, path) == points


@pytest.mark.rule("PB 10.4.ex22")
def test_1306_is_attacked_across_the_river_from_1305_but_not_from_1406() -> None:
    assert "river" in side("1305", "1306")
    assert "river" not in side("1406", "1306")


@pytest.mark.rule("PB 10.4.ex4")
def test_the_axis_approach_lies_in_clear_terrain() -> None:
    for hex_ in ("1408", "1409", "1411", "1309", "1310"):
        assert terrain(hex_) == {"clear"}


def test_the_hills_and_woods_that_the_tutorial_names() -> None:
    assert "hill" in terrain("2007") and "woods" in terrain("1908")
    assert "clear" in terrain("1908")  # woods stand on something (BSR 10.72)


@pytest.mark.rule("PB 10.45b.n1", "PB 10.42")
def test_seven_stars_in_six_places_two_of_them_at_sumy() -> None:
    stars = {h.place: h.stars for h in BOARD.hexes if h.stars}
    assert stars == {
        "Sumy": 2, "Lebedin": 1, "Nedrigaylov": 1, "Shtepovka": 1, "Viry": 1, "Terny": 1
    }
    assert sum(stars.values()) == 7


def test_places_stand_where_the_tutorial_says() -> None:
    where = {h.place: h.id for h in BOARD.hexes if h.place}
    assert where["Lebedin"] == "2009" and where["Nedrigaylov"] == "1306"
    assert where["Sumy"] == "2204"


def test_sumy_is_a_city_and_the_others_are_towns_in_clear_terrain() -> None:
    for cell in BOARD.hexes:
        if cell.place:
            assert cell.terrain == {"clear", "city" if cell.place == "Sumy" else "town"}


def test_the_edge_runs_around_the_whole_sheet() -> None:
    for cell in BOARD.hexes:
        column, row = int(cell.id[:2]), int(cell.id[2:])
        assert cell.edge == (column in (10, 24) or row in (2, 13)), cell.id


def test_entry_hex_2202_is_at_the_northern_edge_on_the_main_road() -> None:
    assert BOARD.hexes[BOARD.at("2202")].edge
    assert "road.main" in side("2202", "2203")


def test_a_hexside_is_the_same_from_both_hexes() -> None:
    for h in range(len(BOARD)):
        for other in BOARD.neighbors(h):
            assert BOARD.side(h, other) == BOARD.side(other, h)


def test_each_river_is_one_unbroken_chain_of_hexsides() -> None:
    rivers = [
        frozenset((h, o)) for h in range(len(BOARD)) for o in BOARD.neighbors(h)
        if h < o and "river" in BOARD.side(h, o)
    ]

    def ends(pair: frozenset[int]) -> set[frozenset[int]]:
        """The corners of a hexside: it and a hex that touches both of its hexes."""
        a, b = sorted(pair)
        return {pair | {c} for c in set(BOARD.neighbors(a)) & set(BOARD.neighbors(b))}

    left, courses = set(rivers), 0
    while left:
        courses += 1
        todo = [left.pop()]
        while todo:
            here = todo.pop()
            near = {pair for pair in left if ends(pair) & ends(here)}
            left -= near
            todo.extend(near)
    assert courses == 2  # the Sula; the Psel with the Grun that flows into it


def test_what_the_tutorial_prices_is_marked_rulebook_and_the_rest_is_not() -> None:
    firm = {h.id for h in BOARD.hexes if h.source == "rulebook"}
    assert {"1908", "2007", "1609", "1306"} <= firm
    assert not firm & {"1906", "2205", "1807", "2410", "2003", "2204"}


# ---------------------------------------------------------------- maps with something wrong
BAD_MAPS = [
    ('"02:  .', '"02:  ?', "terrain.rows[0]", "column 10: no letter '?' in the legend"),
    ('"02:  .  .', '"02:  .', "terrain.rows[0]", "has 14 letters for 15 columns"),
    ('"02:  .', '"03:  .', "terrain.rows[1]", "row 03 is drawn twice"),
    ('"02:  .', '"2:  .', "terrain.rows[0]", "should begin with the number of a row"),
    ('"02:  .', '"14:  .', "terrain.rows[0]", "should begin with the number of a row"),
    ('h = "hill"', 'h = "hil"', "terrain.legend.h", "no terrain 'hil'; did you mean hill?"),
    ('h = "hill"', 'hh = "hill"', "terrain.legend.hh", "should be one letter"),
    ('h = "hill"', 'h = ""', "terrain.legend.h", "names no terrain"),
    ('"1304", "1305"', '"0904", "1305"', "terrain.rulebook", "hex 0904 is not on the map"),
    ('hex = "2204"', 'hex = "2514"', "place[0].hex", "hex 2514 is not on the map"),
    ('hex = "2204"', 'hex = "Sumy"', "place[0].hex", "hex Sumy is no hex number"),
    ('hex = "2009"', 'hex = "2204"', "place[1].hex", "already holds Sumy"),
    ('name = "Lebedin"', 'name = "Sumy"', "place[1].name", "two places called Sumy"),
    ('kind = "city"', 'kind = "village"', "place[0].kind", "town, city, major_city"),
    ("stars = 2", "stars = -2", "place[0].stars", "should be from 0 to 9"),
    ("stars = 2", "stars = 2.5", "place[0].stars", "should be a whole number, not a number"),
    ('kind = "road.main"', 'kind = "rode"', "feature[0].kind", "should be one of"),
    ('"2202 2203 2204"', '"2202 2204"', "feature[0].path[0]", "2202 and 2204 do not touch"),
    ('"2202 2203 2204"', '"2202 2203 2203"', "feature[0].path[0]", "do not touch"),
    ('"2202 2203 2204"', '"2202 2203 2202"', "feature[0].path[0]", "already has road.main"),
    ('"2202 2203 2204"', '"2202"', "feature[0].path[0]", "two hexes or more"),
    ('"2202 2203 2204"', "2202", "feature[0].path[0]", "should be text"),
    ('path = ["2202', 'paths = ["2202', "feature[0].paths", "unknown key; did you mean path?"),
    ('"1305-1306"', '"1305-1307"', "sides[0]", "1305 and 1307 do not touch"),
    ('"1305-1306"', '"1305-1399"', "sides[0]", "hex 1399 is not on the map"),
    ('"1305-1306"', '"1305 1306"', "sides[0]", "should be two hexes with a dash"),
    ("columns = [10, 24]", "columns = [24, 10]", "map", "the first and the last number"),
    ('[map]\nid = "sumy"', "[map]", "map", "id is missing"),
    ("[terrain]", "[terrian]", "", "terrain is missing"),
    ('source = "reconstructed"\ncolumns', "columns", "map", "source is missing"),
]


@pytest.mark.parametrize(
    ("old", "new", "key", "why"), BAD_MAPS
)
def test_a_fault_of_a_map_is_named_with_its_key_and_line(
    old: str, new: str, key: str, why: str, tmp_path: Path
) -> None:
    path = edited(tmp_path, "sumy-map.toml", old, new)
    faults = [f for f in scenario_faults(tmp_path) if f.file == path]
    assert any(key in f.key and why in f.why for f in faults), [str(f) for f in faults]


def test_a_fault_of_a_map_has_the_line_of_its_value(tmp_path: Path) -> None:
    path = edited(tmp_path, "sumy-map.toml", '"1505-1605"', '\n "1505-1905"')
    fault = only(scenario_faults(tmp_path))
    assert fault.key == "feature[4].sides[1]"
    assert fault.line == line_with(path, "1505-1905")
    assert str(fault).startswith(f"{path}:{fault.line}: feature[4].sides[1]: hexes 1505 and 1905")


def test_a_row_that_is_not_drawn_is_missed(tmp_path: Path) -> None:
    row = '  "02:  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .",\n'
    edited(tmp_path, "sumy-map.toml", row, "")
    assert any(fault.why == "row 02 is not drawn" for fault in scenario_faults(tmp_path))


def test_a_dash_leaves_a_hex_out_of_the_map(tmp_path: Path) -> None:
    from engine import catalog
    from tests.catalog.support import HOOKS

    edited(tmp_path, "sumy-map.toml", '"13:  .', '"13:  -')
    edited(tmp_path, "sumy.toml", 'axis = ["1006-1013"', 'axis = ["1006-1012"')
    world = catalog.load(tmp_path / "sumy.toml", hooks=HOOKS, overlays=())
    assert "1013" not in world.board.index and len(world.board) == 179
    assert world.board.hexes[world.board.at("1112")].edge  # a neighbour of the missing hex
