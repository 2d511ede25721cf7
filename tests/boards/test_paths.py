"""Floods over a whole board: as right as the general flood, and no slower than promised."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.hexes import doubled
from engine.core.paths import CLOSED, Net, flood, net, spread

COLUMNS, ROWS = 9, 7
POINTS = {doubled(c, r): c * ROWS + r for c in range(COLUMNS) for r in range(ROWS)}
STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
AROUND = [POINTS.get((x + dx, y + dy), -1) for x, y in POINTS for dx, dy in STEPS]


def grid(costs: list[int]) -> Net:
    """A small board with these costs, repeated as need be."""
    return net(AROUND, [costs[i % len(costs)] for i in range(len(AROUND))])


@given(
    costs=st.lists(st.integers(CLOSED, 5), min_size=5, max_size=80),
    start=st.integers(0, COLUMNS * ROWS - 1),
    limit=st.integers(0, 40),
)
def test_the_fast_flood_spends_what_the_general_one_does(
    costs: list[int], start: int, limit: int
) -> None:
    """Free steps and closed ones included."""
    over = grid(costs)
    fast = spread(over, {start: 0}, limit)
    slow = flood({start: 0}, lambda node, spent: over[node], limit)
    reached = {hex_: spent for hex_, spent in enumerate(fast.spent) if spent <= limit}
    assert reached == slow.spent
    for hex_ in reached:
        assert fast.way(hex_) == slow.way(hex_)


def test_a_way_costs_what_its_steps_cost() -> None:
    """The sum over the hexes of a way is what the flood says."""
    over = grid([2, 1, 3, CLOSED, 2])
    found = spread(over, {0: 0}, 60)
    for hex_, spent in enumerate(found.spent):
        if spent <= 60:
            way = found.way(hex_)
            assert sum(dict(over[a])[b] for a, b in zip(way, way[1:], strict=False)) == spent


def test_starts_may_have_spent_something() -> None:
    """The nearer start in cost wins, not the nearer in hexes."""
    over = grid([1])
    one = spread(over, {0: 5, 30: 0}, 20)
    assert one.spent[0] == min(5, spread(over, {30: 0}, 20).spent[0])


def test_a_hex_out_of_reach_has_no_way() -> None:
    """Nothing is reached over closed steps, nor beyond the limit."""
    shut = spread(grid([CLOSED]), {3: 0}, 9)
    assert [hex_ for hex_, spent in enumerate(shut.spent) if spent <= 9] == [3]
    with pytest.raises(KeyError):
        shut.way(4)
    assert spread(grid([1]), {3: 10}, 9).spent[3] > 9
