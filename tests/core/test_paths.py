"""Floods against a slow search over all ways; the flood of a net against the general one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.board import NOWHERE
from engine.core.paths import CLOSED, flood, net, spread

nodes = st.integers(0, 7)
graphs = st.dictionaries(st.tuples(nodes, nodes), st.integers(0, 5), max_size=30)


def slowly(graph: dict[tuple[int, int], int], starts: dict[int, int], limit: int) -> dict[int, int]:
    """Least costs by going over every edge until nothing gets cheaper."""
    best = {n: c for n, c in starts.items() if c <= limit}
    changed = True
    while changed:
        changed = False
        for (a, b), cost in graph.items():
            total = best.get(a, limit + 1) + cost
            if total <= limit and total < best.get(b, limit + 1):
                best[b] = total
                changed = True
    return best


@given(graphs, st.dictionaries(nodes, st.integers(0, 6), min_size=1), st.integers(0, 12))
def test_a_flood_finds_the_least_cost_of_every_node(
    graph: dict[tuple[int, int], int], starts: dict[int, int], limit: int
) -> None:
    def edges(node: int, spent: int) -> Iterator[tuple[int, int]]:
        return ((b, cost) for (a, b), cost in graph.items() if a == node)

    found = flood(starts, edges, limit)
    assert dict(found.spent) == slowly(graph, starts, limit)
    for node, cost in found.spent.items():
        way = found.way(node)
        walked = sum(graph[a, b] for a, b in zip(way, way[1:], strict=False))
        assert way[0] in starts
        assert starts[way[0]] + walked == cost


def test_a_node_out_of_reach_has_no_way() -> None:
    with pytest.raises(KeyError):
        flood({0: 0}, lambda node, spent: (), 5).way(1)


@given(st.lists(st.integers(CLOSED, 4), min_size=36, max_size=36), st.integers(0, 10))
def test_the_flood_of_a_net_is_the_general_one(costs: list[int], limit: int) -> None:
    """Six nodes, each with a step to every other."""
    around = [(node + step) % 6 if step else NOWHERE for node in range(6) for step in range(6)]

    def edges(node: int, spent: int) -> Iterator[tuple[int, int]]:
        for face in range(6 * node, 6 * node + 6):
            if around[face] != NOWHERE and costs[face] != CLOSED:
                yield around[face], costs[face]

    slow, fast = flood({0: 0}, edges, limit), spread(net(around, costs), {0: 0}, limit)
    assert {n: c for n, c in enumerate(fast.spent) if c <= limit} == dict(slow.spent)
    for node in slow.spent:
        assert fast.way(node)[0] == 0
        assert fast.way(node)[-1] == node
    for node in set(range(6)) - set(slow.spent):
        with pytest.raises(KeyError):
            fast.way(node)
