"""How the staff officer closes a pocket: the fewest hexes through which every way out leads."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.players.ocs.sense import Sense

WIDE = 10_000
"""The price of a hex that nobody can close."""


def ring(sense: Sense, prices: Mapping[int, int], inside: Collection[int]) -> frozenset[int]:
    """The cheapest hexes that part the hexes inside from those where the enemy has trace.

    `prices` says what closing a hex costs; those that it leaves out cannot be closed. A
    smallest cut of the board, each hex split into a way in and a way out. Empty where there
    is no such ring.
    """
    goal = sense.enemy().home() - frozenset(inside)
    if not inside or not goal:
        return frozenset()
    flow = _Flow(sense, prices, frozenset(inside), goal)
    while flow.augment():
        if flow.total >= WIDE:
            return frozenset()
    return flow.cut()


class _Flow:
    """A largest flow from the pocket to the enemy's lines; node 2h is a hex entered, 2h+1 left."""

    def __init__(
        self, sense: Sense, prices: Mapping[int, int], inside: frozenset[int],
        goal: frozenset[int],
    ) -> None:
        board = sense.world.board
        self.inside, self.goal = sorted(inside), goal
        self.total = 0
        self.room: dict[int, dict[int, int]] = {}
        for hex_ in range(len(board)):
            price = WIDE if hex_ in inside or hex_ in goal else prices.get(hex_, WIDE)
            self._edge(2 * hex_, 2 * hex_ + 1, price)
            for near in board.neighbors(hex_):
                self._edge(2 * hex_ + 1, 2 * near, WIDE)

    def _edge(self, a: int, b: int, price: int) -> None:
        self.room.setdefault(a, {})[b] = price
        self.room.setdefault(b, {}).setdefault(a, 0)

    def _search(self) -> tuple[dict[int, int], int]:
        """Nodes reached with room left, and the first of the goal among them, or -1."""
        before = {2 * h: -1 for h in self.inside}
        waiting = list(before)
        for node in waiting:
            if node % 2 == 0 and node // 2 in self.goal:
                return before, node
            for next_, room in self.room[node].items():
                if room > 0 and next_ not in before:
                    before[next_] = node
                    waiting.append(next_)
        return before, -1

    def augment(self) -> bool:
        """One more way out, if there is one."""
        before, node = self._search()
        if node < 0:
            return False
        way = [node]
        while before[way[-1]] >= 0:
            way.append(before[way[-1]])
        steps = list(zip(way[1:], way, strict=False))
        most = min(self.room[a][b] for a, b in steps)
        for a, b in steps:
            self.room[a][b] -= most
            self.room[b][a] += most
        self.total += most
        return True

    def cut(self) -> frozenset[int]:
        """The hexes that are entered and not left by what is still reached."""
        reached, _ = self._search()
        return frozenset(
            n // 2 for n in reached if n % 2 == 0 and n + 1 not in reached
        )
