"""Sheets joined into boards: overlaps, aliases, marks, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from engine import catalog
from engine.catalog import boards
from engine.catalog.fields import Faults
from engine.catalog.files import Document, read
from engine.core.errors import DataError
from engine.folders import SCENARIOS
from tests.boards.support import GAMES, WATER, board, layout

SIZES = {"kiev_to_rostov": 6856, "third_winter": 62 * 69 * 2, "forgotten_battles": 62 * 69 * 2}


@pytest.mark.parametrize("game", GAMES)
def test_a_board_holds_every_hex_of_its_sheets_once(game: str) -> None:
    """Each number is a hex; hexes that two sheets show are counted once."""
    here = board(game)
    numbers = {id_ for sheet in layout(game).sheets for id_ in sheet.hexes}
    assert set(here.index) == numbers
    assert len(here) == SIZES[game] == len({here.xy[h] for h in here.index.values()})


@pytest.mark.rule("PB 2.22", "PB 2.22.2", "PB 2.22.3", "PB 2.22.4", "PB 2.23")
@pytest.mark.parametrize(
    ("upper", "lower"),
    [("K2845", "J1001"), ("KK1001", "K4408"), ("KK1038", "K4445"), ("KK1038", "J2601"),
     ("R1001", "KK5417"), ("R1022", "KK5438"), ("R1022", "J7001"), ("R1032", "J7011"),
     ("R1036", "J7015"), ("R1037", "J7016")],
)  # fmt: skip
def test_common_edges_overlap_and_the_later_map_gives_the_number(upper: str, lower: str) -> None:
    """K lies over J, KK over both, R over KK and J; the number below stays a name of the hex."""
    here = board("kiev_to_rostov")
    assert here.at(upper) == here.at(lower)
    assert here.id(here.at(lower)) == upper


@pytest.mark.rule("PB 2.22.1", "PB 2.22")
def test_a_hex_that_only_j_shows_keeps_its_number() -> None:
    """The first map is covered only where others lie."""
    here = board("kiev_to_rostov")
    assert here.id(here.at("J3733")) == "J3733"


@pytest.mark.rule("PB 2.23")
def test_sheets_show_the_same_country_where_they_overlap() -> None:
    """Terrain, places and hexsides of both are equal, so covering one loses nothing."""
    seen: dict[tuple[int, int], tuple[str, str]] = {}
    sheets = {sheet.letters: sheet for sheet in layout("kiev_to_rostov").sheets}
    shared = 0
    for letters, sheet in sheets.items():
        for id_, point in sheet.points.items():
            if point in seen:
                other, before = seen[point]
                one, two = sheet.hexes[id_], sheets[other].hexes[before]
                assert (one.terrain, one.place) == (two.terrain, two.place)
                shared += 1
            seen[point] = (letters, id_)
    assert shared == sum(len(s.hexes) for s in sheets.values()) - SIZES["kiev_to_rostov"]
    for letters, sheet in sheets.items():
        for other, there in sheets.items():
            if letters < other:
                common = [i for i, p in sheet.points.items() if p in there.here]
                for a in common:
                    for b in common:
                        if a < b and sheet.touches(a, b):
                            c, d = there.here[sheet.points[a]], there.here[sheet.points[b]]
                            assert sheet.features.get((a, b)) == there.features.get(
                                (min(c, d), max(c, d))
                            ), (a, b)


@pytest.mark.parametrize("game", [*GAMES, "combined"])
def test_a_hexside_is_the_same_from_both_hexes(game: str) -> None:
    """And a hex at the edge of the board, no other, lacks a neighbour."""
    here = board(game)
    for i, other in enumerate(here.around):
        hex_, direction = divmod(i, 6)
        if other >= 0:
            assert here.around[6 * other + (direction + 3) % 6] == hex_
            assert here.sides[i] == here.sides[6 * other + (direction + 3) % 6]
    for hex_, cell in enumerate(here.hexes):
        assert cell.edge == (len(here.neighbors(hex_)) < 6)


@pytest.mark.rule("TFB 4.1")
def test_the_third_winter_lies_over_the_forgotten_battles() -> None:
    """Row 35 of its maps A and B is row 01 of maps C and D; the Dnepr crosses there."""
    here = board("combined")
    for upper, lower in (("TTW:A1.35", "TFB:C1.01"), ("TTW:B62.35", "TFB:D62.01"),
                         ("TTW:B7.35", "TFB:D7.01")):  # fmt: skip
        assert here.at(upper) == here.at(lower)
        assert here.id(here.at(lower)) == upper
    assert len(here) == 2 * 62 * 69 * 2 - 2 * 62
    assert any("major_river" in here.side(here.at("TTW:B7.35"), h)
               for h in here.neighbors(here.at("TTW:B7.35")))  # fmt: skip


@pytest.mark.rule("TFB 4.1")
def test_roads_and_railroads_go_on_from_one_game_to_the_other() -> None:
    """Whatever enters the common row from the north leaves it to the south, or along it."""
    here = board("combined")
    crossing = 0
    for hex_, cell in enumerate(here.hexes):
        if not (cell.id.startswith("TTW:") and cell.id.endswith(".35")):
            continue
        for kind in ("rail", "road"):
            north = [h for h in here.neighbors(hex_) if here.id(h).startswith("TFB:")
                     and kind in here.side(hex_, h)]  # fmt: skip
            south = [h for h in here.neighbors(hex_) if here.id(h).startswith("TTW:")
                     and kind in here.side(hex_, h)]  # fmt: skip
            if north:
                crossing += 1
                assert south, (cell.id, kind)
    assert crossing > 15


def test_the_rostov_sheet_is_a_part_of_map_r_with_its_numbers() -> None:
    """PB 2.22.5: the same land under the same four digits."""
    faults = Faults()
    document = read(SCENARIOS / "kiev_to_rostov" / "sheets" / "rostov.toml")
    assert isinstance(document, Document)
    sheet = boards.read_map(document, faults)
    assert sheet is not None and not faults.found
    here = sheet.board()
    whole = board("kiev_to_rostov")
    for hex_, cell in enumerate(here.hexes):
        same = whole.at("R" + cell.id)
        assert whole.hexes[same].terrain == cell.terrain and whole.hexes[same].place == cell.place
        for other in here.neighbors(hex_):
            assert here.side(hex_, other) == whole.side(same, whole.at("R" + here.id(other)))
    assert {"4029", "3928", "3827", "3728", "4325", "3731"} <= set(here.index)


@pytest.mark.rule("TTW 2.5a", "TFB 2.5a")
def test_countries_that_rules_speak_of_are_marked() -> None:
    """Iasi lies in Rumania, Kishinev in Bessarabia, Vinnitsa in neither; Vilnius in Lithuania."""
    here, north = board("third_winter"), board("forgotten_battles")
    assert here.at("C25.20") in here.marks["rumania"]
    assert here.at("C38.15") in here.marks["bessarabia"]
    assert here.at("A41.12") not in here.marks["rumania"] | here.marks["bessarabia"]
    assert north.at("A35.22") in north.marks["lithuania"]
    assert north.at("A51.07") in north.marks["belorussia"]


@pytest.mark.rule("TTW 1.1c")
def test_ports_are_marked() -> None:
    """Odessa and Kherson are ports, Kiev is none."""
    here = board("third_winter")
    assert here.at("C56.04") in here.marks["port"] and here.at("D14.03") in here.marks["port"]
    assert here.at("B4.24") not in here.marks["port"]


@pytest.mark.parametrize("game", GAMES)
def test_no_place_is_under_water_and_every_town_can_be_reached(game: str) -> None:
    """From each place the land leads on."""
    here = board(game)
    for hex_, cell in enumerate(here.hexes):
        if cell.place:
            assert not cell.terrain & WATER
            assert any(not here.hexes[h].terrain & WATER and not here.side(hex_, h) & WATER
                       for h in here.neighbors(hex_)), cell.place  # fmt: skip


# ---------------------------------------------------------------- what is refused


def test_an_unknown_board_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(DataError, match="there are .*third_winter"):
        boards.load("typhoon")


def test_a_board_is_found_by_its_name_however_it_is_written() -> None:
    assert boards.locate("Kiev-to-Rostov") == boards.locate("kiev_to_rostov")
    assert boards.titles()["third_winter"] == "The Third Winter"


def broken(folder: Path, file: str, change: Callable[[str], str]) -> list[str]:
    """The faults of a copy of a game's board with one file changed."""
    copytree(SCENARIOS / "kiev_to_rostov" / "sheets", folder / "sheets")
    for name in dict.fromkeys((file, "board.toml")):
        source = folder / name if (folder / name).exists() else SCENARIOS / "kiev_to_rostov" / name
        text = source.read_text(encoding="utf-8")
        new = change(text) if name == file else text
        assert name != file or new != text
        (folder / name).write_text(new, encoding="utf-8")
    return [str(fault) for fault in catalog.check([folder / "board.toml"])]


def test_a_board_without_one_of_its_sheets_is_refused(tmp_path: Path) -> None:
    faults = broken(tmp_path, "board.toml", lambda text: text.replace("kk.toml", "kkk.toml"))
    assert any("board.toml:7: sheets[2]: there is no file sheets/kkk.toml" in f for f in faults)


def test_sheets_that_disagree_where_they_overlap_are_named(tmp_path: Path) -> None:
    """A town of K's north-west that R or KK shows under another name."""
    faults = broken(
        tmp_path, "sheets/j.toml", lambda text: text.replace('name = "Rozovka"', 'name = "Rosowka"')
    )
    assert any("hexes J7011 and R1032 are one, but the sheets differ on it" in f for f in faults)


def test_a_sheet_on_an_odd_column_is_refused(tmp_path: Path) -> None:
    """Its even columns would stand where odd ones do."""
    faults = broken(
        tmp_path, "sheets/r.toml", lambda text: text.replace("offset = [78", "offset = [77")
    )
    assert any("should be even" in f for f in faults)
