"""Floods and routes: the cheapest way to every node within a budget, in small integers.

A *node* is any int; a series packs into it what its costs depend on (the hex, and
how it was entered). Costs are whole numbers (half movement points), so a queue of
buckets serves and ties are broken by node, the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from engine.core.values import frozen

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


def flood(
    starts: Mapping[int, int], edges: Edges, limit: int, closed: Container[int] = frozenset()
) -> Reach:
    """Cheapest ways from the start nodes (with what they have already spent) up to `limit`.

    Nodes that are `closed` are not entered.
    """
    spent: dict[int, int] = {}
    before: dict[int, int] = {}
    far = limit + 1
    buckets: list[list[int]] = [[] for _ in range(far)]
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
                if total < spent.get(other, far) and other not in closed:
                    spent[other] = total
                    before[other] = node
                    buckets[total].append(other)
    return Reach(spent, before)


# ---------------------------------------------------------------- over a whole board

Net = tuple[tuple[tuple[int, int], ...], ...]
"""For each hex the hexes that a mode of movement can enter from it, and what each costs."""
CLOSED = -1
"""The cost of a step that is not possible."""


def net(around: Sequence[int], costs: Sequence[int]) -> Net:
    """The net of a mode: `costs[6 * hex + direction]` for each step of `around`, or CLOSED.

    Worth building once a mode and weather; equal steps are one object.
    """
    known: dict[tuple[int, int], tuple[int, int]] = {}
    steps = [
        known.setdefault(step, step) if step[0] >= 0 <= step[1] else None
        for step in zip(around, costs, strict=True)
    ]
    return tuple(tuple(filter(None, steps[i : i + 6])) for i in range(0, len(steps), 6))


@frozen(eq=False)
class Spread:
    """The result of a flood over a net."""

    spent: list[int]
    """Hex to the least that reaching it costs; `limit + 1` for a hex out of reach."""
    before: list[int]
    """Hex to the hex before it on that way; -1 for starts and hexes out of reach."""
    limit: int

    def way(self, hex_: int) -> list[int]:
        """The hexes from the start to this one. Raises KeyError if it is out of reach."""
        if self.spent[hex_] > self.limit:
            raise KeyError(hex_)
        way = [hex_]
        while self.before[way[-1]] >= 0:
            way.append(self.before[way[-1]])
        way.reverse()
        return way


def spread(over: Net, starts: Mapping[int, int], limit: int) -> Spread:
    """Cheapest ways over a net from the start hexes (with what they have spent) up to `limit`.

    The same as `flood` where costs depend on nothing but the step, and some ten times as fast.
    """
    far = limit + 1
    spent = [far] * len(over)
    before = [-1] * len(over)
    buckets: list[list[int]] = [[] for _ in range(far)]
    for hex_, cost in starts.items():
        if cost <= limit:
            spent[hex_] = cost
            buckets[cost].append(hex_)
    for cost, bucket in enumerate(buckets):
        for hex_ in bucket:  # grows while we read it: steps that cost nothing
            if spent[hex_] != cost:
                continue
            for other, step in over[hex_]:
                total = cost + step
                if total < spent[other]:
                    spent[other] = total
                    before[other] = hex_
                    buckets[total].append(other)
    return Spread(spent, before, limit)
