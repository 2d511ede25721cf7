"""Tokens of several dumps shared out among units that reach some of them (OCS 12.3a, 12.10e)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ocs import dumps, supply
from engine.ocs.pieces import Unit
from engine.ocs.state import OcsState
from engine.ocs.world import World

Store = tuple[int, str]
"""A dump hex, and the formation whose Organic Trucks in it give, or empty (13.2g B)."""


class Purse:
    """The dumps of a side while a bill is worked out.

    Units are served in the order in which they ask. Who has been served is never left short
    afterwards, but may be served from another dump, so that what there is goes as far as it can:
    each token takes a shortest augmenting path from the unit to a store with something left.
    """

    def __init__(self, world: World, state: OcsState, side: str) -> None:
        self.world, self.state, self.side = world, state, side
        self._there: dict[Store, int] = {}
        self._reach: dict[str, tuple[Store, ...]] = {}
        self._given: dict[str, dict[Store, int]] = {}

    def serve(self, unit: Unit, tokens: int, *, organic: bool = True, most: bool = False) -> int:
        """Reserve tokens for a unit: all of them, or nothing unless `most`; gives how many."""
        self._reach[unit.id] = tuple(self._stores(unit, organic=organic))
        found = 0
        while found < tokens and self._one(unit.id):
            found += 1
        if found == tokens or most:
            return found
        self._given.pop(unit.id, None)
        return 0

    def left(self, unit: Unit, *, organic: bool = True) -> int:
        """Tokens that could still be reserved for a unit that has none yet."""
        kept = {user: dict(given) for user, given in self._given.items()}
        found = self.serve(unit, self.everything(unit), organic=organic, most=True)
        self._given = kept
        return found

    def everything(self, unit: Unit, *, organic: bool = True) -> int:
        """Tokens in reach of a unit, whoever has reserved them."""
        return sum(self._size(store) for store in self._stores(unit, organic=organic))

    def tally(self) -> dict[Store, int]:
        """What has been reserved, by store."""
        found: dict[Store, int] = {}
        for given in self._given.values():
            for store, tokens in given.items():
                found[store] = found.get(store, 0) + tokens
        return {store: tokens for store, tokens in found.items() if tokens}

    def share(self, id_: str) -> dict[Store, int]:
        """What has been reserved for one unit, by store."""
        return {s: n for s, n in self._given.get(id_, {}).items() if n}

    # ------------------------------------------------------------ stores

    def _stores(self, unit: Unit, *, organic: bool) -> Iterator[Store]:
        """What a unit can use, the nearest first; Organic Trucks of its formation last."""
        hexes = supply.dump_hexes(self.world, self.state, unit)
        yield from ((h, "") for h in hexes)
        formation = self.world.counters[unit.id].formation
        if organic and formation:
            yield from ((h, formation) for h in hexes)

    def _size(self, store: Store) -> int:
        if store not in self._there:
            hex_, formation = store
            found = dumps.tokens_at(self.world, self.state, self.side, hex_, formation)
            if formation:
                found -= dumps.tokens_at(self.world, self.state, self.side, hex_)
            self._there[store] = found
        return self._there[store]

    def _free(self, store: Store) -> bool:
        return sum(g.get(store, 0) for g in self._given.values()) < self._size(store)

    # ------------------------------------------------------------ one token more

    def _one(self, id_: str) -> bool:
        """One token more for a unit, others moving over to other stores where they must."""
        came: dict[Store, tuple[str, Store | None]] = {}
        queue: list[Store] = []
        for store in self._reach[id_]:
            came[store] = (id_, None)
            queue.append(store)
        for store in queue:  # grows while we read it
            if self._free(store):
                self._shift(store, came)
                return True
            for user, given in self._given.items():
                if given.get(store, 0):
                    for next_ in self._reach[user]:
                        if next_ not in came:
                            came[next_] = (user, store)
                            queue.append(next_)
        return False

    def _shift(self, store: Store, came: dict[Store, tuple[str, Store | None]]) -> None:
        at: Store | None = store
        while at is not None:
            user, before = came[at]
            given = self._given.setdefault(user, {})
            given[at] = given.get(at, 0) + 1
            if before is not None:
                given[before] -= 1
            at = before
