"""Derived facts that outlive one state: kept for as long as what they rest on stays the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


def kept(memo: dict[Any, Any], key: object, reason: object, make: Callable[[], T]) -> T:
    """The fact that was made last for an equal reason, or a new one in its place.

    `reason` is all that the fact rests on beside the world whose memo it is. States next to each
    other mostly share it, so one fact for each key is enough.
    """
    last: tuple[object, T] | None = memo.get(key)
    if last is None or last[0] != reason:
        last = memo[key] = reason, make()
    return last[1]
