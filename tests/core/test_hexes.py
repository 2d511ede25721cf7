"""Doubled coordinates against geometry worked out the slow way."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from engine.core import hexes
from engine.core.hexes import DIRECTIONS, STEPS, Point, distance, doubled, opposite

columns = st.integers(1, 70)
rows = st.integers(1, 40)


def center(point: Point) -> tuple[float, float]:
    """The middle of a hex whose neighbours are one unit away; y grows southward."""
    return point[0] * math.sqrt(3) / 2, point[1] / 2


@given(columns, rows)
def test_neighbours_lie_one_unit_away_and_clockwise_from_the_north(column: int, row: int) -> None:
    x, y = center(doubled(column, row))
    here = doubled(column, row)
    angles = []
    for dx, dy in STEPS:
        nx, ny = center((here[0] + dx, here[1] + dy))
        assert math.isclose(math.hypot(nx - x, ny - y), 1.0)
        angles.append(math.degrees(math.atan2(nx - x, y - ny)) % 360)
    assert [round(a) for a in angles] == [0, 60, 120, 180, 240, 300]
    assert DIRECTIONS == ("N", "NE", "SE", "S", "SW", "NW")


@given(columns, rows)
def test_even_columns_stand_half_a_hex_further_north(column: int, row: int) -> None:
    beside = doubled(column + 1, row)
    lift = 1 if column % 2 == 0 else -1  # south of here for an even column, north for an odd one
    assert beside[1] - doubled(column, row)[1] == lift
    assert doubled(column, row + 1)[1] - doubled(column, row)[1] == 2
    assert doubled(column, row + 1, from_north=False)[1] < doubled(column, row, from_north=False)[1]


def test_opposite_hexsides() -> None:
    for direction in range(6):
        there, back = STEPS[direction], STEPS[opposite(direction)]
        assert (there[0] + back[0], there[1] + back[1]) == (0, 0)


@given(columns, rows, st.lists(st.integers(0, 5), max_size=12))
def test_distance_is_never_more_than_the_steps_walked(
    column: int, row: int, walk: list[int]
) -> None:
    start = here = doubled(column, row)
    for direction in walk:
        here = here[0] + STEPS[direction][0], here[1] + STEPS[direction][1]
    assert distance(start, here) <= len(walk)


@given(columns, rows, columns, rows)
def test_distance_is_the_length_of_a_shortest_walk(a: int, b: int, c: int, d: int) -> None:
    here, goal = doubled(a, b), doubled(c, d)
    assert distance(here, goal) == distance(goal, here)
    steps = 0
    while here != goal:
        here = min(
            ((here[0] + dx, here[1] + dy) for dx, dy in STEPS),
            key=lambda p: math.dist(center(p), center(goal)),
        )
        steps += 1
    assert steps == distance(doubled(a, b), goal)


def test_the_distances_of_a_printed_map() -> None:
    """Sumy's map: 1808 to 1810 two hexes down a column; 1808 to 2007 two columns across."""
    assert hexes.distance(doubled(18, 8), doubled(18, 10)) == 2
    assert hexes.distance(doubled(18, 8), doubled(20, 7)) == 2
    assert hexes.distance(doubled(18, 8), doubled(20, 9)) == 2
    assert hexes.distance(doubled(18, 8), doubled(20, 10)) == 3
