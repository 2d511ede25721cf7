"""What a scenario of the Operational Combat Series is read from, and what is left unread."""

from __future__ import annotations

import pytest

from engine import catalog
from engine.catalog import boards, ocs_loading
from engine.catalog.locating import locate
from engine.catalog.ocs_area import numbers, part
from engine.game import Game

KORSUN = locate("korsun")


def test_the_board_in_play_is_the_area_cut_out_of_the_whole_board() -> None:
    found = catalog.load("korsun").board
    cut = part(boards.load("third_winter"), found.index)
    assert found.hexes == cut.hexes
    assert found.around == cut.around
    assert found.sides == cut.sides
    assert {w: h for w, h in found.marks.items() if h} == {w: h for w, h in cut.marks.items() if h}


@pytest.mark.parametrize("parts", [["D28.24-D50.34", "B28.01-B50.08"], ["D1.01-D62.34"]])
def test_any_area_is_the_same_whether_it_is_read_alone_or_cut_out(parts: list[str]) -> None:
    whole = boards.load("third_winter")
    ids = {id_ for id_ in numbers(parts) if id_ in whole.index}
    found, cut = boards.join(boards.layout("third_winter", ids)), part(whole, ids)
    assert sorted(found.hexes, key=lambda cell: cell.id) == sorted(
        cut.hexes, key=lambda cell: cell.id)
    for a in cut.hexes:
        for b in cut.neighbors(cut.at(a.id)):
            assert found.side(found.at(a.id), found.at(cut.id(b))) == cut.side(cut.at(a.id), b)
    for word, hexes in cut.marks.items():
        assert {found.id(h) for h in found.marks.get(word, ())} == {cut.id(h) for h in hexes}


def test_sheets_without_a_hex_of_the_area_are_not_read() -> None:
    area = {"A56.01", "B1.01"}
    found = boards.layout("third_winter", area)
    assert [sheet.letters for sheet in found.sheets] == ["A", "B"]
    assert {id_ for sheet in found.sheets for id_ in sheet.hexes} == area
    assert {path.path.name for path in found.documents} == {"board.toml", "a.toml", "b.toml"}


def test_a_board_within_a_board_is_cut_by_the_numbers_of_the_whole() -> None:
    found = boards.layout("combined", {"TTW:A56.01"})
    assert [id_ for sheet in found.sheets for id_ in sheet.hexes] == ["TTW:A56.01"]


def test_play_knows_the_counters_that_it_may_need_and_no_others() -> None:
    world = catalog.load("korsun")
    units = Game.start(world).state.units
    spare = {id_ for id_ in world.counters if id_ not in units}
    assert set(units) <= set(world.counters)
    assert all("truck" in id_ or "wagon" in id_ for id_ in spare)
    pools = {c.pool for i, c in world.counters.items() if i not in {*world.scenario.units, *spare}}
    assert pools == {"alert", "breakdown", "fortress", "kessel", "remnant"}


def test_a_check_reads_every_counter_of_the_files() -> None:
    whole = ocs_loading.contents_of(KORSUN)
    assert len(whole.register.counters.in_play()) == len(whole.register.counters) > 1000
