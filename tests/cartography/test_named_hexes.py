"""Every hex that a rulebook names is what it says it is, on the board that is played on."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from engine.cartography.atlas import FOLDER
from tests.boards.support import MAIN, RIVERS, ROADS, WATER, board, names

GAME = {
    "third-winter": "third_winter", "forgotten-battles": "forgotten_battles",
    "kiev-to-rostov": "kiev_to_rostov",
}  # fmt: skip
ROWS: dict[str, Any] = tomllib.loads((FOLDER / "hexrefs.toml").read_text(encoding="utf-8"))
LINES: dict[str, str] = {
    f"{kind}:{row['id']}": row["name"]
    for file, key, kind in (("railways", "railway", "rail"), ("roads", "road", "road"),
                            ("additions", "railway", "rail"), ("additions", "road", "road"))
    for row in tomllib.loads((FOLDER / f"{file}.toml").read_text(encoding="utf-8"))[key]
}  # fmt: skip
NOT_OURS = "AGS"
"""Hexes on a sheet of another game (PB 3.5h)."""


def _id(row: dict[str, Any]) -> str:
    return f"{row['game']} {row.get('id') or '-'.join(row['hexes'])}"


HEXES = [pytest.param(row, id=_id(row)) for row in ROWS["hex"]
         if not row["id"].startswith(NOT_OURS) and "xx" not in row["id"]]  # fmt: skip


def test_all_entries_are_tested() -> None:
    """203 entries: all but seven on another game's sheet and seven that name a row or column."""
    assert len(ROWS["hex"]) == 203
    assert len(HEXES) == 203 - 7 - 7


@pytest.mark.parametrize("row", HEXES)
def test_the_hex_is_what_the_rule_says(row: dict[str, Any]) -> None:
    """Place, edge, road, railroad, river: each word of its kind."""
    here = board(GAME[row["game"]])
    hex_ = here.at(row["id"])
    cell = here.hexes[hex_]
    kinds = set(row["kind"])
    assert not cell.terrain & WATER, "under water"
    for other in row.get("same_as", ()):
        assert here.at(other) == hex_, f"{other} is the same hex"
    if kinds & {"city", "town", "village"}:
        _place(row, cell.place)
    if kinds == {"city"} or "city" in kinds:
        assert cell.terrain & {"city", "major_city", "minor_city"}
    sides = [(other, here.side(hex_, other)) for other in here.neighbors(hex_)]
    wanted = {anchor.partition(":")[0] for anchor in row.get("anchors", ())}
    if "rail" in wanted and kinds & {"rail", "city", "rail-bridge"} or kinds == {"rail"}:
        assert any("rail" in words for _, words in sides), "no railroad"
    if "road" in wanted and kinds & {"road", "minor-road", "main-road"} or kinds == {"road"}:
        assert any(words & ROADS for _, words in sides), "no road"
    if "main-road" in kinds:
        assert any(words & MAIN for _, words in sides), "no main road"
    if "minor-road" in kinds:
        assert any(words & ROADS for _, words in sides), "no road"
    if kinds & {"river", "river-bank", "river-class", "river-end"}:
        assert any(words & RIVERS for _, words in sides), "no river"
    if kinds & {"bridge", "rail-bridge"}:
        need = {"rail"} if "rail-bridge" in kinds else {"rail", *ROADS}
        assert any(words & RIVERS and words & need for _, words in sides), "no bridge"
    if "edge" in kinds and row.get("sheet") != "K" or kinds & {"exit"}:
        assert cell.edge or row.get("same_as"), "not at the edge"
    if "woods" in kinds:
        assert cell.terrain & {"woods", "light_woods"}
    if "clear" in kinds:
        assert "clear" in cell.terrain and "woods" not in cell.terrain
    if "hill-hexside" in kinds:
        assert "hill" in cell.terrain


def _place(row: dict[str, Any], found: str) -> None:
    wanted = row["place"].split(" (")[0].split(",")[0]
    if wanted == "Gorodok":
        assert found in ("Gorodok", "David-Gorodok")
        return
    known = {"Sumy sheet": "", "Iasi": "Iasi (Jassy)"}.get(wanted, wanted)
    assert found == known


@pytest.mark.parametrize("row", HEXES)
def test_the_feature_that_it_is_named_for_runs_there(row: dict[str, Any]) -> None:
    """Each anchor of the atlas passes through its hex: that road, that railroad, that river.

    The railroad of the Crimea ends at Armyansk, beyond J3733: the rules speak of no railroad there.
    """
    game = GAME[row["game"]]
    here, called = board(game), names(game)
    hex_ = here.at(row["id"])
    beside = {name for other in here.neighbors(hex_)
              for name in called.get((min(hex_, other), max(hex_, other)), ())}  # fmt: skip
    for anchor in row.get("anchors", ()):
        kind, _, name = anchor.partition(":")
        if kind == "river":
            assert name.replace("-", " ") in beside
            continue
        if row["id"] == "J3733" and kind == "rail":
            continue
        words = ROADS if kind == "road" else frozenset({"rail"})
        ways = [here.side(hex_, other) & words for other in here.neighbors(hex_)]
        assert any(ways) or "city" in row["kind"], f"nothing of {LINES[anchor]}"


@pytest.mark.parametrize("row", [pytest.param(row, id=_id(row)) for row in ROWS["hexside"]])
def test_the_hexside_is_what_the_rule_says(row: dict[str, Any]) -> None:
    """Rivers, roads, the rail ferry and the hill of the examples of play."""
    here = board(GAME[row["game"]])
    a, b = (here.at(id_) for id_ in row["hexes"])
    words = here.side(a, b)
    assert here.adjacent(a, b)
    if "volga" in row["kind"]:
        assert "volga" in words
    if "ferry" in row["kind"]:
        assert "rail_ferry" in words
    if "minor river" in row["kind"]:
        assert "river" in words
    if "minor road" in row["kind"]:
        assert "road.minor" in words
    if "hill" in row["kind"]:
        assert "hill" in here.hexes[b].terrain
