"""Take the keys of a TOML table by type, and remember which are left over."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, TypeVar

from engine.catalog.faults import Fault, Key
from engine.catalog.files import Document

T = TypeVar("T")

SOURCES = ("rulebook", "published", "reconstructed")
"""How firm a figure is."""

_KINDS = {str: "text", int: "a whole number", bool: "true or false", float: "a number",
          list: "a list", dict: "a table"}


def kind_of(value: Any) -> str:
    """What a TOML value is, in words."""
    return _KINDS.get(type(value), "a date or time")


def like(word: str, known: Iterable[str]) -> str:
    """A hint at the word that was probably meant, or nothing."""
    near = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


class Faults:
    """Collects what is wrong, so that one reading tells all of it."""

    def __init__(self) -> None:
        self._found: dict[Fault, None] = {}

    @property
    def found(self) -> list[Fault]:
        """Every fault so far, each once."""
        return list(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def add(self, fault: Fault) -> None:
        """Note a fault."""
        self._found.setdefault(fault)


class Table:
    """One table of a file. Every taken key is known; `close` reports the others."""

    __slots__ = ("_known", "data", "document", "faults", "key", "sound")

    def __init__(self, document: Document, data: dict[str, Any], key: Key, faults: Faults) -> None:
        self.document = document
        self.data = data
        self.key = key
        self.faults = faults
        self.sound = True
        """False once a fault of it was reported: what it says then need not be judged further."""
        self._known: set[str] = set()

    def fault(self, why: str, *keys: str | int) -> None:
        """Report a fault of this table, or of a value in it."""
        self.sound = False
        self.faults.add(self.document.fault((*self.key, *keys), why))

    def has(self, key: str) -> bool:
        """True if the table has the key."""
        return key in self.data

    def _take(self, key: str, kind: type[T], default: T | None) -> T | None:
        self._known.add(key)
        value = self.data.get(key, default)
        if type(value) is kind:
            return value
        if key in self.data:
            self.fault(f"should be {_KINDS[kind]}, not {kind_of(value)}", key)
        elif default is None:
            self.fault(f"{key} is missing")
        return default

    def text(self, key: str, default: str | None = None, among: Collection[str] = ()) -> str:
        """A text, one of `among` where those are given; empty only where that is the default."""
        value = self._take(key, str, default)
        if value is None or value == default:
            return value or ""
        if among and value not in among:
            self.fault(f"'{value}' should be one of {', '.join(among)}{like(value, among)}", key)
            return default or ""
        if not value.strip() and default is None:
            self.fault("should not be empty", key)
        return value

    def number(
        self, key: str, default: int | None = None, low: int = 0, high: int = 9999
    ) -> int:
        """A whole number within bounds."""
        value = self._take(key, int, default)
        if value is None:
            return low
        if not low <= value <= high and key in self.data:
            self.fault(f"should be from {low} to {high}", key)
            return low if default is None else default
        return value

    def decimal(self, key: str, low: float = 0.0, high: float = 99.0) -> float:
        """A number within bounds, whole or not."""
        self._known.add(key)
        value = self.data.get(key)
        if type(value) not in (int, float):
            why = f"should be a number, not {kind_of(value)}"
            self.fault(why if self.has(key) else f"{key} is missing", key)
            return low
        number = float(value)  # type: ignore[arg-type]
        if not low <= number <= high:
            self.fault(f"should be from {low:g} to {high:g}", key)
            return low
        return number

    def flag(self, key: str, default: bool = False) -> bool:
        """True or false."""
        return bool(self._take(key, bool, default))

    def texts(self, key: str, default: tuple[str, ...] | None = ()) -> tuple[str, ...]:
        """A list of texts."""
        value = self._take(key, list, None if default is None else list(default))
        good = []
        for n, item in enumerate(value or ()):
            if isinstance(item, str):
                good.append(item)
            else:
                self.fault(f"should be text, not {kind_of(item)}", key, n)
        return tuple(good)

    def numbers(
        self, key: str, count: int, high: int = 99, low: int = 0
    ) -> tuple[int, ...] | None:
        """A list of so many whole numbers; None where there is none, or a broken one."""
        self._known.add(key)
        value = self.data.get(key)
        if key not in self.data:
            return None
        if (
            not isinstance(value, list) or len(value) != count
            or any(type(n) is not int or not low <= n <= high for n in value)
        ):
            self.fault(f"should be {count} whole numbers from {low} to {high}", key)
            return None
        return tuple(value)

    def table(self, key: str, required: bool = True) -> Table | None:
        """A table within this one."""
        value = self._take(key, dict, None if required else {})
        if value is None or key not in self.data:
            return None
        return Table(self.document, value, (*self.key, key), self.faults)

    def rows(self, key: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The tables of an array as they are, with their places in it."""
        for n, item in enumerate(self._take(key, list, []) or ()):
            if isinstance(item, dict):
                yield n, item
            else:
                self.fault(f"should be a table, not {kind_of(item)}", key, n)

    def tables(
        self, key: str, wanted: Callable[[dict[str, Any]], bool] | None = None
    ) -> Iterator[Table]:
        """The tables of an array, or those of them that are wanted."""
        for n, item in self.rows(key):
            if wanted is None or wanted(item):
                yield Table(self.document, item, (*self.key, key, n), self.faults)

    def source(self) -> str:
        """The obligatory source of what the table holds."""
        return self.text("source", among=SOURCES) or "reconstructed"

    def allow(self, keys: Iterable[str]) -> None:
        """Keys that it may have: a misspelt one is told from them."""
        self._known.update(keys)

    def remarks(self) -> None:
        """Accept the keys that only inform a reader."""
        self._known |= {"note", "notes", "rule", "name"}

    def close(self) -> None:
        """Report every key that nobody took."""
        for key in self.data:
            if key not in self._known:
                self.fault(f"unknown key{like(key, self._known)}", key)
