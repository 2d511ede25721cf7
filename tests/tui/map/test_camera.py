"""The window on the board: still while the cursor is inside, a jump at its edge."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.core.hexes import doubled
from tui.map.camera import Camera
from tui.map.zooms import NORMAL, ZOOMS

POINTS = [doubled(column, row) for column in range(40) for row in range(30)]


def camera(width: int = 53, height: int = 18) -> Camera:
    return Camera(NORMAL, width, height).over(POINTS)


def test_the_window_stays_while_the_cursor_is_well_inside() -> None:
    start = camera().centred(doubled(20, 15))
    assert start.following(doubled(21, 15)) == start


def test_at_the_edge_it_jumps_by_more_than_half_its_width() -> None:
    start = camera().centred(doubled(20, 15))
    column = 20
    while start.following(doubled(column, 15)) == start:
        column += 1
    moved = start.following(doubled(column, 15))
    assert moved.left - start.left > start.width // 2
    assert moved.top == start.top


def test_a_jump_puts_hexes_on_hexes() -> None:
    start = camera().centred(doubled(20, 15))
    moved = start.following(doubled(39, 29))
    assert (moved.left - start.left) % (2 * NORMAL.width) == 0
    assert (moved.top - start.top) % NORMAL.height == 0


def test_a_board_that_fits_stands_in_the_middle() -> None:
    small = Camera(NORMAL, 100, 40).over([doubled(c, r) for c in range(4) for r in range(3)])
    placed = small.centred(doubled(0, 0))
    left, _ = placed.cell(doubled(0, 0))
    right, _ = placed.cell(doubled(3, 0))
    assert abs(left - (100 - right - NORMAL.width)) <= 1


@given(
    st.sampled_from(ZOOMS), st.integers(10, 150), st.integers(4, 50),
    st.lists(st.sampled_from(POINTS), min_size=1, max_size=30),
)  # fmt: skip
def test_the_cursor_is_always_in_sight(zoom, width, height, walk) -> None:
    window = Camera(zoom, width, height).over(POINTS).centred(walk[0])
    for point in walk:
        window = window.following(point)
        assert window.shows(point)
