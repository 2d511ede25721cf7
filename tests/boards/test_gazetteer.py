"""Finding a hex by its number or by a name, spelled as one pleases."""

from __future__ import annotations

import pytest

from engine.catalog.gazetteer import find, fold
from tests.boards.support import board


@pytest.mark.parametrize(
    ("game", "text", "hex_"),
    [
        ("third_winter", "Kharkov", "B59.10"), ("third_winter", "Kharkiv", "B59.10"),
        ("third_winter", "dnepropetrovsk", "D44.24"), ("third_winter", "Dnipro", "D44.24"),
        ("third_winter", "Dnepropetrowsk", "D44.24"), ("third_winter", "jassy", "C25.20"),
        ("third_winter", "Iași", "C25.20"), ("third_winter", "iasi", "C25.20"),
        ("third_winter", "khmelnytskyi", "A28.17"), ("third_winter", "Stanislau", "A3.16"),
        ("third_winter", "zaporizhzhia", "D43.16"), ("third_winter", "mykolaiv", "D8.08"),
        ("kiev_to_rostov", "kiev", "K1421"), ("kiev_to_rostov", "Kyiv", "K1421"),
        ("kiev_to_rostov", "luhansk", "R3012"), ("kiev_to_rostov", "Voroshilov", "R3012"),
        ("kiev_to_rostov", "rostov on don", "R3928"), ("kiev_to_rostov", "Perekop", "J3733"),
        ("forgotten_battles", "homel", "D16.15"), ("forgotten_battles", "Daugavpils", "A51.35"),
        ("forgotten_battles", "brest", "C9.26"), ("forgotten_battles", "Smolensk", "B33.11"),
    ],
)  # fmt: skip
def test_a_place_is_found_in_wartime_and_present_spelling(
    game: str, text: str, hex_: str
) -> None:
    """Accents optional, a slip of the finger forgiven, a beginning enough."""
    here = board(game)
    found = find(here, text)
    place = here.hexes[here.at(hex_)].place
    if place:
        assert here.hexes[found[0]].place == place
    else:
        assert here.distance(found[0], here.at(hex_)) <= 2


@pytest.mark.parametrize(
    ("game", "text", "hex_"),
    [("third_winter", "b4.23", "B4.23"), ("third_winter", "B 4.23", "B4.23"),
     ("third_winter", "D4.3", "D4.03"), ("kiev_to_rostov", "j3733", "J3733"),
     ("kiev_to_rostov", "K4408", "KK1001"), ("combined", "tfb:D7.01", "TTW:B7.35")],
)  # fmt: skip
def test_a_number_is_one_hex_whatever_sheet_it_is_of(game: str, text: str, hex_: str) -> None:
    """Small letters, blanks, a missing zero, a number of a sheet below."""
    here = board(game)
    assert [here.id(h) for h in find(here, text)] == [hex_]


def test_of_several_the_exact_and_the_greater_come_first() -> None:
    """A city once, though it has several hexes; places that only hold the word after it."""
    here = board("third_winter")
    found = [here.hexes[h].place for h in find(here, "mirgorod")]
    assert found[0] == "Mirgorod" and "Novomirgorod" in found
    assert [here.hexes[h].place for h in find(here, "Kiev")].count("Kiev") == 1


def test_nonsense_finds_nothing() -> None:
    here = board("kiev_to_rostov")
    assert find(here, "xyzzyqw") == find(here, "") == find(here, "  ") == find(here, "K9999") == []


def test_folding() -> None:
    assert fold("Târgu-Frumoş") == "targu frumos" and fold("L’govskiy") == "lgovskiy"
    assert fold("Łuków") == "lukow"
