"""Shapes of tables: what a value of a file should look like, and where it does not.

A shape is a function from a value to its faults, each the keys that lead to it and a reason.
It trusts nothing: any TOML value may come.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from datetime import date
from typing import Any

from engine.catalog.faults import Key
from engine.catalog.fields import kind_of

Found = Iterator[tuple[Key, str]]
Shape = Callable[[Any], Found]


def whole(low: int, high: int) -> Shape:
    """A whole number within bounds."""
    def check(value: Any) -> Found:
        if type(value) is not int:
            yield (), f"should be a whole number, not {kind_of(value)}"
        elif not low <= value <= high:
            yield (), f"should be from {low} to {high}"

    return check


def measure(low: float, high: float, *words: str) -> Shape:
    """A number within bounds, whole or not, or one of some words."""
    def check(value: Any) -> Found:
        if isinstance(value, str) and value in words:
            return
        if type(value) not in (int, float) or not low <= value <= high:
            others = f" or {', '.join(words)}" if words else ""
            yield (), f"should be a number from {low:g} to {high:g}{others}"

    return check


def flag(value: Any) -> Found:
    """True or false."""
    if type(value) is not bool:
        yield (), f"should be true or false, not {kind_of(value)}"


def day(value: Any) -> Found:
    """A date."""
    if type(value) is not date:
        yield (), f"should be a date, not {kind_of(value)}"


def text(value: Any) -> Found:
    """A text that says something."""
    if not isinstance(value, str) or not value.strip():
        yield (), "should be a text"


def one_of(words: Collection[str]) -> Shape:
    """One of these words."""
    def check(value: Any) -> Found:
        if not isinstance(value, str) or value not in words:
            shown = f"'{value}'" if isinstance(value, str) else kind_of(value)
            yield (), f"{shown} should be one of {', '.join(words)}"

    return check


def same(fixed: Any) -> Shape:
    """Just this value: the program reads no other."""
    def check(value: Any) -> Found:
        if value != fixed:
            yield (), f"should be {fixed}"

    return check


def like(pattern: str, example: str) -> Shape:
    """A text that matches a pattern."""
    def check(value: Any) -> Found:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            yield (), f"should read as '{example}'"

    return check


def many(item: Shape, low: int = 0, high: int = 999) -> Shape:
    """A list of so many values of a shape."""
    def check(value: Any) -> Found:
        if not isinstance(value, list):
            yield (), f"should be a list, not {kind_of(value)}"
            return
        if not low <= len(value) <= high:
            count = str(low) if low == high else f"{low} to {high}"
            yield (), f"should be a list of {count}, not of {len(value)}"
        for n, entry in enumerate(value):
            for keys, why in item(entry):
                yield (n, *keys), why

    return check


def exactly(count: int, item: Shape) -> Shape:
    """A list of just so many values of a shape."""
    return many(item, count, count)


def keys(**shapes: Shape) -> Shape:
    """A table with at least these keys; others only inform a reader."""
    return each_of(shapes)


def each_of(shapes: dict[str, Shape]) -> Shape:
    """As `keys`, for keys that are no names."""
    def check(value: Any) -> Found:
        if not isinstance(value, dict):
            yield (), f"should be a table, not {kind_of(value)}"
            return
        for key, shape in shapes.items():
            if key not in value:
                yield (), f"{key} is missing"
                continue
            for inner, why in shape(value[key]):
                yield (key, *inner), why

    return check


def optional(key: str, shape: Shape) -> Shape:
    """A table in which a key may be left out."""
    def check(value: Any) -> Found:
        if isinstance(value, dict) and key in value:
            for inner, why in shape(value[key]):
                yield (key, *inner), why

    return check


def values(shape: Shape) -> Shape:
    """A table whose values all have one shape."""
    def check(value: Any) -> Found:
        if not isinstance(value, dict):
            yield (), f"should be a table, not {kind_of(value)}"
            return
        for key, entry in value.items():
            for inner, why in shape(entry):
                yield (key, *inner), why

    return check


def both(*shapes: Shape) -> Shape:
    """Every one of these shapes; the later ones only where the earlier hold."""
    def check(value: Any) -> Found:
        for shape in shapes:
            found = list(shape(value))
            yield from found
            if found:
                return

    return check


def named(key: str, ids: Collection[str]) -> Shape:
    """Rows that name each of these once by a key."""
    def check(value: Any) -> Found:
        seen: set[str] = set()
        for n, row in enumerate(value):
            if row[key] in seen:
                yield (n, key), f"'{row[key]}' stands twice"
            seen.add(row[key])
        for id_ in ids:
            if id_ not in seen:
                yield (), f"no row is for {id_}"

    return check


def rising(value: Any) -> Found:
    """Numbers that grow from each to the next."""
    for n in range(1, len(value)):
        if value[n] <= value[n - 1]:
            yield (n,), f"should be more than {value[n - 1]}"


def covering(low: int, high: int) -> Shape:
    """Rows whose `min` and `max` follow one another over every roll between two."""
    def check(value: Any) -> Found:
        due = low
        for n, row in enumerate(value):
            if row["min"] != due or row["max"] < due:
                yield (n,), f"should begin with the roll {due}"
                return
            due = row["max"] + 1
        if due != high + 1:
            yield (), f"should reach to the roll {high}"

    return check
