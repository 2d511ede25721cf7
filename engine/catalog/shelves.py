"""Counters and air counters by id, as their files have them, made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from engine.catalog.fields import Table

P = TypeVar("P")


class Entry(NamedTuple):
    """Where a file tells of a counter. A thousand of them lie there for a hundred that are made."""

    within: Table
    key: str
    place: int
    """The counter stands at this place in the list that the table `within` has under `key`."""
    own: dict[str, Any]
    shared: Mapping[str, Any]
    """Keys of its group that stand for all units of it."""

    def get(self, key: str) -> Any:
        """What is said under a key, or None."""
        return self.own[key] if key in self.own else self.shared.get(key)

    def table(self) -> Table:
        """All that is said, as one table."""
        within = self.within
        key = (*within.key, self.key, self.place)
        return Table(within.document, {**self.shared, **self.own}, key, within.faults)


class Shelf(Mapping[str, P]):
    """Counters by id, in the order of their files; each is made when it is first asked for."""

    def __init__(self, make: Callable[[Table], P]) -> None:
        self._make = make
        self._entries: dict[str, Entry] = {}
        self._made: dict[str, P] = {}

    def __getitem__(self, id_: str) -> P:
        if id_ not in self._made:
            self._made[id_] = self.make(self._entries[id_].table())
        return self._made[id_]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, id_: object) -> bool:
        return id_ in self._entries

    def row(self, id_: str) -> Table:
        """The table of a counter, its group's keys merged in."""
        return self._entries[id_].table()

    def add(self, id_: str, entry: Entry) -> None:
        """Add a counter that is yet to be made."""
        self._entries[id_] = entry

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
            id_: self[id_] for id_, entry in self._entries.items()
            if id_ in self._made or entry.get("pool")
        }


class Shelves:
    """Ground and air counters, with the names taken.

    `at_once` makes every counter, and tells its faults, as its file is read. Else only those
    that are asked for are made, which is all that a scenario of thirty units needs.
    """

    def __init__(
        self, counter_of: Callable[[Table], Any], aircraft_of: Callable[[Table], Any],
        at_once: bool,
    ) -> None:
        self.at_once = at_once
        self.counters: Shelf[Any] = Shelf(counter_of)
        self.aircraft: Shelf[Any] = Shelf(aircraft_of)
        self._taken: dict[str, str] = {}

    def enter(
        self, shelf: Shelf[Any], within: Table, key: str, shared: Mapping[str, Any]
    ) -> None:
        """Add the counters of a list in a table, but for those whose id or name is in use.

        One with a fault is added too, so that what names it is not a fault as well.
        """
        for place, own in within.rows(key):
            entry = Entry(within, key, place, own, shared)
            id_, name = entry.get("id"), entry.get("name")
            words = [word.lower() for word in (id_, name) if word and isinstance(word, str)]
            if not isinstance(id_, str) or not self._taken.keys().isdisjoint(words):
                self._refuse(shelf, entry.table(), words)
                continue
            self._taken.update(dict.fromkeys(words, id_))
            shelf.add(id_, entry)
            if self.at_once:
                shelf[id_]

    def _refuse(self, shelf: Shelf[Any], row: Table, words: list[str]) -> None:
        """Tell why a counter cannot be added, and what else is wrong with it."""
        shelf.make(row)
        for word in [word for word in words if word in self._taken][:1]:
            row.fault(f"'{word}' already names the counter {self._taken[word]}")
