"""`rasputitsa show` of a board: plain text, a picture, and what it says of a hex."""

from __future__ import annotations

import os
import re
from argparse import Namespace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.boards.support import board
from tests.test_cli import rasputitsa, refused
from tui import atlas
from tui.map.glyphs import ASCII
from tui.map.overview import Overview
from tui.map.view import Force, HexLook, MapView
from tui.map.zooms import ZOOMS
from tui.svg import BORDER, picture

FOLDER = Path(__file__).parent / "snapshots"
SCENES = {
    "kiev_to_rostov": ("Kiev", "Perekop"),
    "third_winter": ("Dnepropetrovsk", "Odessa"),
    "forgotten_battles": ("Pinsk", "Vitebsk"),
}
SIZES = {"strategic": (34, 18), "normal": (12, 9), "close": (6, 4)}
VIEWS = [(game, place, zoom) for game, places in SCENES.items()
         for place in places for zoom in SIZES]  # fmt: skip
VIEWS += [(game, "", "overview") for game in SCENES]


def view(game: str, place: str, zoom: str) -> str:
    """A view as plain text without colour, at most 80 columns."""
    here = board(game)
    if zoom == "overview":
        lines = ["".join(text for text, _ in line).rstrip()
                 for line in Overview(here, 80, 22).lines(MapView(here), ASCII)]  # fmt: skip
    else:
        hexes = atlas.around(here, atlas.place(here, place), *SIZES[zoom])
        lines = list(atlas.drawn(here, hexes, next(z for z in ZOOMS if z.name == zoom)))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("game", "place", "zoom"), VIEWS)
def test_the_view_looks_as_it_did(game: str, place: str, zoom: str) -> None:
    """After a change that is meant: RASPUTITSA_SNAPSHOTS=write, and look at the difference."""
    name = f"{game}-{zoom}" if zoom == "overview" else f"{game}-{place.lower()}-{zoom}"
    path = FOLDER / f"{name}.txt"
    shown = view(game, place, zoom)
    assert shown.isascii() and all(len(row) <= 80 for row in shown.splitlines())
    if os.environ.get("RASPUTITSA_SNAPSHOTS") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")


def test_an_overview_of_each_board_fits_the_smallest_screen() -> None:
    """80 columns and 21 lines, every hex under one character of it."""
    for game in (*SCENES, "combined"):
        here = board(game)
        scaled = Overview(here, 80, 21)
        assert scaled.width <= 80 and scaled.height <= 21
        for hex_ in range(0, len(here), 37):
            column, line = scaled.cell(here.xy[hex_])
            assert 0 <= column < scaled.width and 0 <= line < scaled.height
            assert scaled.hex_at(column, line) is not None


def test_the_front_can_be_seen_on_the_overview() -> None:
    """Forces stand over the land, by letter."""
    here = board("kiev_to_rostov")
    looks = {here.at("K1421"): HexLook(force=Force("soviet", "3")),
             here.at("K1422"): HexLook(force=Force("soviet", "3")),
             here.at("KK3914"): HexLook(force=Force("axis", "9"))}  # fmt: skip
    scaled = Overview(here, 80, 21)
    lines = ["".join(t for t, _ in line) for line in scaled.lines(MapView(here, looks), ASCII)]
    for id_, letter in (("K1421", "S"), ("KK3914", "A")):
        column, line = scaled.cell(here.xy[here.at(id_)])
        assert lines[line][column] == letter


# ---------------------------------------------------------------- the command


def test_show_prints_a_board_and_where_its_data_are_from() -> None:
    """The overview, with legend and attribution, and nothing wider than the terminal."""
    done = rasputitsa("show", "kiev-to-rostov", "--zoom", "overview")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Kiev to Rostov"
    assert "Contains place data from GeoNames (geonames.org), CC BY 4.0." in done.stdout
    assert "great river" in done.stdout and all(len(line) <= 80 for line in lines)


def test_show_prints_a_sheet_and_a_part() -> None:
    """By its letter, and about a place."""
    sheet = rasputitsa("show", "third_winter", "--sheet", "d").stdout
    assert sheet.startswith("The Third Winter, map D\n") and "D1.34" in sheet
    part = rasputitsa("show", "third_winter", "--at", "Kharkiv", "--zoom", "normal").stdout
    assert "about B59.10 Kharkov" in part and "Khar" in part


def test_show_tells_a_hex_of_a_board_in_words() -> None:
    """Names, other numbers, terrain, what rules say, hexsides."""
    words = rasputitsa("show", "kiev-to-rostov", "--hex", "K4408").stdout
    assert words.startswith("KK1001") and "also K4408" in words
    ferry = rasputitsa("show", "third-winter", "--hex", "Kherson").stdout
    assert "D14.03 Kherson" in ferry and "Volga-class river" in ferry and "rail ferry" in ferry


def test_show_refuses_what_is_not_there() -> None:
    refused(rasputitsa("show", "kiev-to-rostov", "--sheet", "Q"), "no sheet Q", "J, K, KK, R")
    refused(rasputitsa("show", "kiev-to-rostov", "--at", "Atlantis"), "no place 'Atlantis'")


def test_show_draws_a_picture_with_hexes(tmp_path: Path) -> None:
    """A hexagon and a number for each hex, names, the attribution, and nothing from elsewhere."""
    file = tmp_path / "r.svg"
    args = Namespace(scenario="kiev_to_rostov", sheet="R", at="", hex="", svg=str(file), zoom="")
    assert atlas.show(args) == 0
    text = file.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    mark = "{http://www.w3.org/2000/svg}"
    ground = next(g for g in root.iter(f"{mark}g") if g.get("stroke"))
    assert len(ground.findall(f"{mark}polygon")) == 1502
    assert "Voroshilovgrad" in text and "R4029" in text and "GeoNames" in text
    assert not re.search(r"(?:href|src)=|url\((?!#)", text)
    again = tmp_path / "again.svg"
    assert atlas.show(Namespace(**{**vars(args), "svg": str(again)})) == 0
    assert again.read_bytes() == file.read_bytes()


def test_a_picture_shows_the_borders_between_countries(tmp_path: Path) -> None:
    """Two hexes on either side of the upper Prut, and none where nothing is known of countries."""
    here = board("third_winter")
    west = next(
        h for h in sorted(here.marks["rumania"])
        if any(n in here.marks["bessarabia"] for n in here.neighbors(h))
    )  # fmt: skip
    east = next(n for n in here.neighbors(west) if n in here.marks["bessarabia"])
    with_border = picture(here, [west, east], "", (), ("rumania", "bessarabia"))
    assert with_border.count(f'stroke="{BORDER}" stroke-width="5"') == 1
    alike = picture(here, [west, east], "", (), ())
    assert BORDER not in alike


def test_show_says_in_which_country_a_hex_lies() -> None:
    """Countries apart from what rules say of the hex."""
    said = rasputitsa("show", "third-winter", "--hex", "Jassy").stdout
    assert "in Rumania" in said and "marked: city" in said
