"""Counters and air counters by id, as their files have them, made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from engine.catalog.fields import Table

P = TypeVar("P")


class Group(NamedTuple):
    """A list of counters in a file: a thousand may lie there for a hundred that are made."""

    within: Table
    """The table that has the list."""
    key: str
    shared: Mapping[str, Any]
    """What stands for all counters of the list."""

    def get(self, place: int, key: str) -> Any:
        """What is said of a counter under a key, or None."""
        own = self.within.data[self.key][place]
        return own[key] if key in own else self.shared.get(key)

    def table(self, place: int) -> Table:
        """All that is said of a counter, as one table."""
        within = self.within
        data = {**self.shared, **within.data[self.key][place]}
        return Table(within.document, data, (*within.key, self.key, place), within.faults)


class Shelf(Mapping[str, P]):
    """Counters by id, in the order of their files; each is made when it is first asked for."""

    def __init__(self, make: Callable[[Table], P], taken: dict[str, str]) -> None:
        self._make = make
        self._taken = taken
        """Ids and names of the counters that were made, in lower case, to the id of each."""
        self._entries: dict[str, tuple[Group, int]] = {}
        self._made: dict[str, P] = {}

    def __getitem__(self, id_: str) -> P:
        if id_ not in self._made:
            row = self.row(id_)
            self._made[id_] = self.make(row)
            self._name(id_, row)
        return self._made[id_]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, id_: object) -> bool:
        return id_ in self._entries

    def row(self, id_: str) -> Table:
        """The table of a counter, its group's keys merged in."""
        group, place = self._entries[id_]
        return group.table(place)

    def add(self, group: Group) -> Iterator[str]:
        """Add the counters of a list, which are yet to be made; the id of each.

        One whose id another has is a fault and left out.
        """
        for place, own in group.within.rows(group.key):
            id_ = own["id"] if "id" in own else group.shared.get("id")
            if isinstance(id_, str) and id_ not in self._entries:
                self._entries[id_] = group, place
                yield id_
                continue
            row = group.table(place)
            self.make(row)
            if isinstance(id_, str):
                row.fault(f"'{id_.lower()}' already names the counter {id_}")

    def _name(self, id_: str, row: Table) -> None:
        """Take the names of a counter; that another has one is a fault."""
        for word in (id_, row.data.get("name")):
            if word and isinstance(word, str) and self._taken.setdefault(word.lower(), id_) != id_:
                row.fault(f"'{word.lower()}' already names the counter {self._taken[word.lower()]}")
                return

    def make(self, row: Table) -> P:
        """The counter of a row; its faults are told."""
        piece = self._make(row)
        row.close()
        return piece

    def put(self, id_: str, piece: P) -> None:
        """Put a counter in the place of the one with its id."""
        self._made[id_] = piece

    def in_play(self) -> dict[str, P]:
        """Those that were asked for, and those that wait in a pool for what play brings."""
        return {
            id_: self[id_] for id_, (group, place) in self._entries.items()
            if id_ in self._made or group.get(place, "pool")
        }


class Shelves:
    """Ground and air counters.

    `at_once` makes every counter, and tells its faults, as its file is read. Else only those
    that are asked for are made, which is all that a scenario of thirty units needs.
    """

    def __init__(
        self, counter_of: Callable[[Table], Any], aircraft_of: Callable[[Table], Any],
        at_once: bool,
    ) -> None:
        self.at_once = at_once
        taken: dict[str, str] = {}
        self.counters: Shelf[Any] = Shelf(counter_of, taken)
        self.aircraft: Shelf[Any] = Shelf(aircraft_of, taken)

    def enter(
        self, shelf: Shelf[Any], within: Table, key: str, shared: Mapping[str, Any]
    ) -> None:
        """Add the counters of a list in a table.

        One with a fault is added too, so that what names it is not a fault as well.
        """
        for id_ in shelf.add(Group(within, key, shared)):
            if self.at_once:
                shelf[id_]
