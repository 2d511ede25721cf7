"""Floods and routes: the cheapest way to every node within a budget, in small integers.

A *node* is any int; a series packs into it what its costs depend on (the hex, and
how it was entered). Costs are whole numbers (half movement points), so a queue of
buckets serves and ties are broken by node, the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import frozen

Edges = Callable[[int, int], Iterable[tuple[int, int]]]
"""Given a node and what was spent to reach it: the nodes next to it and what each step costs."""


@frozen
class Reach:
    """The result of a flood."""

    spent: Mapping[int, int]
    """Node to the least that reaching it costs."""
    before: Mapping[int, int]
    """Node to the node before it on that way; start nodes are missing."""

    def way(self, node: int) -> list[int]:
        """The nodes from the start to `node`, both included. Raises KeyError if not reached."""
        if node not in self.spent:
            raise KeyError(node)
        nodes = [node]
        while nodes[-1] in self.before:
            nodes.append(self.before[nodes[-1]])
        nodes.reverse()
        return nodes


def flood(starts: Mapping[int, int], edges: Edges, limit: int) -> Reach:
    """Cheapest ways from the start nodes (with what they have already spent) up to `limit`."""
    spent: dict[int, int] = {}
    before: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(limit + 1)]
    for node, cost in starts.items():
        if cost <= limit:
            spent[node] = cost
            buckets[cost].append(node)
    for cost, bucket in enumerate(buckets):
        for node in bucket:  # grows while we read it: steps that cost nothing
            if spent[node] != cost:
                continue
            for other, step in edges(node, cost):
                total = cost + step
                if total <= limit and total < spent.get(other, limit + 1):
                    spent[other] = total
                    before[other] = node
                    buckets[total].append(other)
    return Reach(spent, before)
