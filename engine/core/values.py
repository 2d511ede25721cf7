"""Frozen values: classes of attrs that are equal when all their fields are equal.

`frozen` is `attrs.frozen`, except that comparing, hashing and showing are not written out as
source text and compiled for each class, which is about half of what making a class costs.
The program makes more than a hundred before its first screen. For the same reason slots are
made only on demand: `slots=True` is for values that are kept by the hundred.
"""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import attrs

__all__ = ["frozen"]

if TYPE_CHECKING:
    from attrs import frozen
else:

    def frozen(cls: type | None = None, *, eq: bool = True, **options: Any) -> Any:
        """As `attrs.frozen`, without slots."""
        if cls is None:
            return partial(frozen, eq=eq, **options)
        cls.__repr__ = _shown
        options.setdefault("slots", False)
        return _comparable(cls, **options) if eq else attrs.frozen(cls, eq=False, **options)


def _comparable(cls: Any, **options: Any) -> Any:
    """The frozen class whose values are equal, with the same hash, when their fields are."""
    values: Any = None

    def equal(self: Any, other: Any) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    def hashed(self: Any) -> int:
        return hash(values(self))

    cls.__eq__, cls.__hash__ = equal, hashed
    made: Any = attrs.frozen(cls, **options)
    names = [field.name for field in attrs.fields(made) if field.eq]
    values = attrgetter(*names) if names else type
    return made


def _shown(value: Any) -> str:
    """A value as the call that makes it."""
    names = [field.name for field in attrs.fields(type(value)) if field.repr]
    parts = ", ".join(f"{name}={getattr(value, name)!r}" for name in names)
    return f"{type(value).__qualname__}({parts})"
