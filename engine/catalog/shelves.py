"""Counters and air counters by id, as their files have them, made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from engine.catalog.fields import Table

P = TypeVar("P")


class Shelf(Mapping[str, P]):
    """Counters by id, in the order of their files; each is made when it is first asked for."""

    def __init__(self, make: Callable[[Table], P]) -> None:
        self._make = make
        self._rows: dict[str, Table] = {}
        self._made: dict[str, P] = {}

    def __getitem__(self, id_: str) -> P:
        if id_ not in self._made:
            self._made[id_] = self.make(self._rows[id_])
        return self._made[id_]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, id_: object) -> bool:
        return id_ in self._rows

    def row(self, id_: str) -> Table:
        """The table of a counter, its group's keys merged in."""
        return self._rows[id_]

    def add(self, id_: str, row: Table) -> None:
        """Add a counter that is yet to be made."""
        self._rows[id_] = row

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
            id_: self[id_] for id_, row in self._rows.items()
            if id_ in self._made or row.data.get("pool")
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

    def enter(self, shelf: Shelf[Any], row: Table) -> None:
        """Add a counter, unless its id or name is in use.

        One with a fault is added too, so that what names it is not a fault as well.
        """
        id_ = row.data.get("id")
        names = (name for name in (id_, row.data.get("name")) if name and isinstance(name, str))
        words = tuple(name.lower() for name in names)
        taken = [word for word in words if word in self._taken]
        if taken or not isinstance(id_, str):
            shelf.make(row)
            for word in taken[:1]:
                row.fault(f"'{word}' already names the counter {self._taken[word]}")
            return
        self._taken.update(dict.fromkeys(words, id_))
        shelf.add(id_, row)
        if self.at_once:
            shelf[id_]
