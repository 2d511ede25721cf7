"""The examples of the rulebooks that name hexes hold on these boards."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.board import Board
from tests.boards.support import MAIN, RIVERS, ROADS, board, names

TTW = "third_winter"


def truck_open(here: Board, a: int, b: int) -> bool:
    """Whether a truck could go from a hex to the next in dry weather (TTW 3.3a E).

    Bog, mountains and water bar it but for roads; so does a great river without a bridge.
    """
    side = here.side(a, b)
    if side & (ROADS | {"rail"}):
        return True
    if here.hexes[b].terrain & {"swamp", "mountain", "sea", "lake"}:
        return False
    return not side & {"volga", "major_river", "sea", "lake"}


def steps(here: Board, start: int, opens: Callable[[Board, int, int], bool]) -> dict[int, int]:
    """The fewest hexes from a hex to each other."""
    far, edge = {start: 0}, [start]
    while edge:
        edge = [b for a in edge for b in here.neighbors(a)
                if opens(here, a, b) and far.setdefault(b, far[a] + 1) == far[a] + 1]  # fmt: skip
        edge = list(dict.fromkeys(edge))
    return far


@pytest.mark.rule("TTW 3.3a")
def test_the_front_headquarters_of_the_example_stands_on_a_railroad_hex() -> None:
    """Five, ten and eleven hexes from three armies: one hex alone is that, and trains reach it."""
    here = board(TTW)
    wanted = {"D43.24": 5, "D37.29": 10, "D36.30": 11, "D38.26": 9}
    spots = {here.at(id_): far for id_, far in wanted.items()}
    fit = [h for h in range(len(here))
           if all(here.distance(h, spot) == far for spot, far in spots.items())]  # fmt: skip
    assert [here.id(h) for h in fit] == ["D47.27"]
    assert any("rail" in here.side(fit[0], other) for other in here.neighbors(fit[0]))


@pytest.mark.rule("TTW 3.3a")
@pytest.mark.parametrize(
    ("army", "far"), [("D43.24", 5), ("D37.29", 10), ("D36.30", 11), ("D38.26", 9)]
)
def test_the_command_radius_of_the_example(army: str, far: int) -> None:
    """12th Army 5 hexes, 53rd 10, 27th 11 and so outside, 2nd Guards Tank 9: as a truck can go."""
    here = board(TTW)
    assert steps(here, here.at("D47.27"), truck_open)[here.at(army)] == far


@pytest.mark.rule("TTW 3.3a")
def test_the_second_guards_tank_army_is_reached_along_the_road() -> None:
    """The road goes by D41.26 and D40.26, where the example has enemy zones, to D38.26."""
    here = board(TTW)
    assert connected(here, "D41.26", "D40.26", MAIN) == 1
    assert connected(here, "D41.26", "D38.26", MAIN) == 3
    assert connected(here, "D41.26", "D44.24", MAIN) is not None


@pytest.mark.rule("TTW 3.3a")
def test_swamp_and_great_rivers_stop_the_command_radius() -> None:
    """One refused and one open: the Dnepr off and on its bridge."""
    here = board(TTW)
    assert not truck_open(here, here.at("D34.31"), here.at("D33.31"))
    assert truck_open(here, here.at("D45.26"), here.at("D44.25"))


@pytest.mark.rule("TTW 1.5", "TTW 1.5a")
def test_the_pontoon_example_crosses_the_volga_class_dnepr() -> None:
    """34.31 to 33.31 and 35.30 to 34.29 cross it; 34.32, 34.31 and 35.30 are on one bank."""
    here = board(TTW)
    left = [here.at(id_) for id_ in ("D34.32", "D34.31", "D35.30")]
    right = [here.at(id_) for id_ in ("D33.31", "D34.29")]

    def dry(over: Board, a: int, b: int) -> bool:
        return not over.side(a, b) & {"volga", "major_river"}

    for a, b in (("D34.31", "D33.31"), ("D35.30", "D34.29")):
        assert "volga" in here.side(here.at(a), here.at(b))
        assert not here.side(here.at(a), here.at(b)) & (ROADS | {"rail"})
    near = {h for h in range(len(here)) if here.distance(h, left[0]) <= 6}
    one = steps(here, left[0], lambda over, a, b: b in near and dry(over, a, b))
    assert all(h in one for h in left) and not any(h in one for h in right)
    assert any("hills" in here.hexes[h].terrain for h in right)


@pytest.mark.rule("TTW 1.4")
def test_the_dnepr_is_volga_class_from_d32_33_to_d11_02() -> None:
    """One unbroken river, great above and Volga-class below."""
    here = board(TTW)
    upper, lower, head = here.at("D32.33"), here.at("D11.02"), here.at("D31.34")
    assert any("volga" in here.side(upper, h) for h in here.neighbors(upper))
    assert any("volga" in here.side(lower, h) for h in here.neighbors(lower))
    assert any("major_river" in here.side(head, h) for h in here.neighbors(head))
    called = names(TTW)
    course = {pair for pair, words in called.items() if "Dnepr" in words}
    for a, b in course:
        south = here.xy[a][1] > here.xy[upper][1] + 6
        assert ("volga" in here.side(a, b)) or not south, (here.id(a), here.id(b))
    assert _unbroken(here, {pair for pair in course if "volga" in here.side(*pair)})


@pytest.mark.rule("TTW 2.3a")
@pytest.mark.parametrize(
    ("headquarters", "hex_", "within"),
    [("B13.07", "B12.05", True), ("B13.07", "B11.06", True), ("B13.07", "B12.04", False),
     ("B13.07", "B11.04", False), ("B12.05", "B11.04", True), ("B12.05", "B12.03", True)],
)  # fmt: skip
def test_the_kessel_headquarters_example(headquarters: str, hex_: str, within: bool) -> None:
    """Hexes within two of the headquarters are entered free, the others are not."""
    here = board(TTW)
    assert (here.distance(here.at(headquarters), here.at(hex_)) <= 2) == within


@pytest.mark.rule("TTW 2.3a")
def test_the_kessel_lies_between_korsun_and_smela_on_open_ground_and_roads() -> None:
    """All its hexes are land that leg units enter."""
    here = board(TTW)
    for id_ in ("B13.07", "B12.03", "B12.04", "B12.05", "B12.06", "B11.04", "B11.06", "B14.06"):
        assert not here.hexes[here.at(id_)].terrain & {"mountain", "sea", "lake"}
    assert here.distance(here.at("B13.07"), here.at("B14.05")) <= 3  # Smela


def _unbroken(here: Board, course: set[tuple[int, int]]) -> bool:
    """True where hexsides hang together corner by corner."""
    def corners(pair: tuple[int, int]) -> set[frozenset[int]]:
        common = set(here.neighbors(pair[0])) & set(here.neighbors(pair[1]))
        return {frozenset((*pair, third)) for third in common} | {frozenset((*pair, -1))}

    left = set(course)
    todo = [left.pop()]
    while todo:
        mine = corners(todo.pop())
        near = {pair for pair in left if corners(pair) & mine}
        left -= near
        todo.extend(near)
    return not left


def course(game: str, name: str) -> set[tuple[int, int]]:
    """The hexsides of a river."""
    return {pair for pair, words in names(game).items() if name in words}


@pytest.mark.rule("PB 10.24c")
def test_the_desna_and_the_seym_bound_the_soviet_entry() -> None:
    """One unbroken line of rivers from K1520 by K3306 to K4809."""
    here = board("kiev_to_rostov")
    line = course("kiev_to_rostov", "Desna") | course("kiev_to_rostov", "Seym")
    touched = {h for pair in line for h in pair}
    assert {here.at("K1520"), here.at("K3306"), here.at("K4809")} <= touched
    assert _unbroken(here, line)


@pytest.mark.rule("TFB 2.4i")
def test_the_flotilla_has_a_great_river_from_c34_20_to_d5_02() -> None:
    """The Pripet, unbroken, great all the way."""
    here = board("forgotten_battles")
    reach = {pair for pair in course("forgotten_battles", "Pripet")
             if "major_river" in here.side(*pair)}
    touched = {h for pair in reach for h in pair}
    assert {here.at("C34.20"), here.at("D5.02")} <= touched
    assert _unbroken(here, reach)


@pytest.mark.rule("TFB 2.5b")
def test_the_dnepr_bounds_the_hungarians_from_d11_27_to_d7_01() -> None:
    here = board("forgotten_battles")
    line = course("forgotten_battles", "Dnepr")
    touched = {h for pair in line for h in pair}
    assert {here.at("D11.27"), here.at("D7.01")} <= touched
    low = {pair for pair in line if here.xy[pair[0]][1] >= here.xy[here.at("D11.27")][1] - 2}
    assert _unbroken(here, low)


def test_the_dvina_line_runs_from_daugavpils_by_drissa_to_polotsk() -> None:
    """The hedgehogs of the Invasion Alert stand along one river."""
    here = board("forgotten_battles")
    line = course("forgotten_battles", "Western Dvina")
    touched = {h for pair in line for h in pair}
    assert {here.at("A51.35"), here.at("B1.31"), here.at("B7.26")} <= touched
    assert _unbroken(here, line)


def connected(here: Board, start: str, end: str, words: frozenset[str]) -> int | None:
    """The fewest hexes from one to the other along ways of this kind."""
    found = steps(here, here.at(start), lambda over, a, b: bool(over.side(a, b) & words))
    return found.get(here.at(end))


@pytest.mark.rule("PB 10.24b.5")
def test_main_roads_join_the_two_roadnet_markers() -> None:
    """K1324 and K3547 are on one net of main roads."""
    here = board("kiev_to_rostov")
    assert connected(here, "K1324", "K3547", MAIN) is not None


@pytest.mark.rule("PB 10.24c")
@pytest.mark.parametrize(("start", "end"), [("K1901", "K2713"), ("K2401", "K3610"),
                                            ("K1026", "K1421"), ("J1021", "J2428"),
                                            ("K2752", "K3943")])  # fmt: skip
def test_railroads_lead_from_the_railheads_into_the_map(start: str, end: str) -> None:
    """To Nezhin and Bakhmach, where extra conversion points end; to Kiev, Kherson, Znamenka."""
    here = board("kiev_to_rostov")
    assert connected(here, start, end, frozenset({"rail"})) is not None


@pytest.mark.rule("PB 7.64", "PB 10.54a")
def test_the_only_ways_to_the_crimea_are_perekop_and_chongar() -> None:
    """Of the south edge between the bays only those two are reached by land from the north."""
    here = board("kiev_to_rostov")
    land = steps(
        here, here.at("J3629"),
        lambda over, a, b: not over.hexes[b].terrain & {"sea", "shallow_sea", "lake"}
        and not over.side(a, b) & {"sea", "lake"},
    )
    south = [h for h, cell in enumerate(here.hexes)
             if cell.id.startswith("J") and cell.edge and 36 <= int(cell.id[1:3]) <= 48
             and int(cell.id[3:]) >= 33 and h in land]  # fmt: skip
    assert {here.id(h) for h in south} >= {"J3733", "J4634"}
    assert all(here.distance(h, here.at("J3733")) <= 1 or here.distance(h, here.at("J4634")) <= 2
               for h in south), [here.id(h) for h in south]  # fmt: skip


def test_rivers_of_every_class_are_on_the_boards() -> None:
    """The words of each series, and no others."""
    words = {"kiev_to_rostov": {"river", "major_river"},
             "third_winter": {"minor_river", "major_river", "volga"},
             "forgotten_battles": {"minor_river", "major_river"}}  # fmt: skip
    for game, wanted in words.items():
        found = {w for side in board(game).sides for w in side if w in RIVERS}
        assert found == wanted
