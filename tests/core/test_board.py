"""Boards: neighbours, hexsides from both hexes, further numbers, marks, and what is refused."""

from __future__ import annotations

import pytest

from engine.core.board import NOWHERE, Board, Hex, build
from engine.core.errors import BadCommand
from engine.core.hexes import doubled


def grid(columns: int, rows: int) -> list[tuple[Hex, tuple[int, int]]]:
    return [
        (Hex(f"{c:02}{r:02}", frozenset({"clear"})), doubled(c, r))
        for c in range(1, columns + 1) for r in range(1, rows + 1)
    ]


@pytest.fixture
def board() -> Board:
    return build(
        grid(4, 4), {("0202", "0302"): ("river",), ("0302", "0202"): ("road.main",)},
        aliases={"9902": "0302"}, marks={"entry": ["0101", "0402"]},
    )


def test_neighbours_stand_clockwise_from_the_north(board: Board) -> None:
    # column 2 stands half a hex north: beside 0202 are 0301 and 0302 to the east
    names = [board.id(h) for h in board.neighbors(board.at("0202"))]
    assert names == ["0201", "0301", "0302", "0203", "0102", "0101"]
    assert [board.id(h) for h in board.neighbors(board.at("0101"))] == ["0201", "0202", "0102"]


def test_a_hexside_is_one_from_both_hexes(board: Board) -> None:
    a, b = board.at("0202"), board.at("0302")
    assert board.side(a, b) == board.side(b, a) == {"river", "road.main"}
    assert board.side(a, board.at("0404")) == frozenset()
    assert board.direction(a, b) == 2
    assert board.direction(b, a) == 5
    assert board.direction(a, board.at("0404")) is None


def test_every_neighbour_is_mutual(board: Board) -> None:
    for hex_ in range(len(board)):
        for direction in range(6):
            other = board.around[6 * hex_ + direction]
            if other != NOWHERE:
                assert board.around[6 * other + (direction + 3) % 6] == hex_
                assert board.distance(hex_, other) == 1


def test_further_numbers_and_marks(board: Board) -> None:
    assert board.at("9902") == board.at("0302")
    assert board.id(board.at("9902")) == "0302"
    assert {board.id(h) for h in board.marks["entry"]} == {"0101", "0402"}


def test_within_a_radius(board: Board) -> None:
    ids = {board.id(h) for h in board.within(board.at("0202"), 1)}
    assert ids == {"0202", "0201", "0301", "0302", "0203", "0102", "0101"}


def test_an_unknown_number_is_refused_by_name(board: Board) -> None:
    with pytest.raises(BadCommand, match="no hex 0505 on this map"):
        board.at("0505")


@pytest.mark.parametrize(
    ("cells", "features", "aliases", "why"),
    [
        ([*grid(1, 1), *grid(1, 1)], {}, {}, "stands twice"),
        (grid(4, 1), {("0101", "0401"): ("road",)}, {}, "do not touch"),
        (grid(1, 1), {("0101", "0909"): ("road",)}, {}, "no such hex"),
        (grid(1, 1), {}, {"0101": "0101"}, "cannot be another number"),
        (grid(1, 1), {}, {"0202": "0303"}, "cannot be another number"),
    ],
)
def test_a_broken_board_is_refused(cells, features, aliases, why: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=why):
        build(cells, features, aliases)
