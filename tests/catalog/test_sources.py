"""What the program can say about where its figures come from."""

from __future__ import annotations

import pytest

from engine import catalog
from engine.catalog.fields import SOURCES
from engine.catalog.provenance import totals
from engine.core.errors import DataError

ALL = catalog.sources("kiev_to_rostov")


def test_every_figure_has_one_of_the_three_sources() -> None:
    assert {item.source for item in ALL} <= set(SOURCES)
    assert {item.kind for item in ALL} == {
        "table", "counter", "aircraft", "hex", "place", "hexside", "scenario"
    }


def test_totals_count_each_thing_once() -> None:
    counts = totals(ALL)
    assert sum(counts["counter"].values()) == 532
    assert counts["counter"] == {"rulebook": 74, "published": 24, "reconstructed": 434}
    assert sum(counts["hex"].values()) == 180
    assert sum(counts["place"].values()) == 11
    assert len(ALL) == sum(sum(tally.values()) for tally in counts.values())


def test_the_combat_table_is_said_to_be_reconstructed() -> None:
    found = {item.name: item.source for item in ALL if item.kind == "table"}
    assert found["crt"] == "reconstructed" and found["zoc"] == "rulebook"
    assert found["combat_drm river_hexside"] == "rulebook"


def test_a_counter_tells_where_its_numbers_come_from() -> None:
    tank = next(item for item in ALL if item.name == "1 Tk Bde")
    assert (tank.source, tank.values) == ("rulebook", "derived")


def test_the_set_up_tells_which_hexes_the_tutorial_names() -> None:
    found = {item.name: item.source for item in ALL if item.kind == "scenario"}
    assert found["sumy setup su-131+160-5"] == "rulebook"
    assert found["sumy setup de-33-9pz"] == "reconstructed"
    assert found["sumy victory"] == "rulebook" and found["sumy control"] == "reconstructed"


def test_a_game_without_scenarios_has_no_sources() -> None:
    with pytest.raises(DataError, match="no such game"):
        catalog.sources("borodino")
