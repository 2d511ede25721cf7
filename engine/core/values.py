"""Frozen values: classes of attrs that are equal when all their fields are equal.

`frozen` is `attrs.frozen`, except that it does no more for a class than its use asks for. The
program has two hundred such classes and its first screen needs a third of them; to make them
all at import was a tenth of the time until it stands.

- attrs makes a class when its first value is made, or when its `fields` are asked for. Slots
  cannot be added so late: with `slots=True`, for values that are kept by the hundred, the class
  is made at once.
- Comparing, hashing and showing are not written out for each class but shared.
"""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import attrs

__all__ = ["fields", "frozen"]

if TYPE_CHECKING:
    from attrs import fields, frozen
else:

    def frozen(cls: type | None = None, *, eq: bool = True, **options: Any) -> Any:
        """As `attrs.frozen`, without slots unless they are asked for."""
        if cls is None:
            return partial(frozen, eq=eq, **options)
        made = partial(attrs.frozen, eq=False, repr=False, **{"slots": False, **options})
        if options.get("slots"):
            _make(cls)  # those that it is derived from
            cls = made(cls)
        else:
            _make_later(cls, made)
        cls.__repr__ = _shown
        if eq:
            cls.__eq__, cls.__hash__ = _comparing(cls)
        return cls

    def fields(cls: type) -> Any:
        """As `attrs.fields`, of a class that may have no value yet."""
        _make(cls)
        return attrs.fields(cls)


def _make_later(cls: Any, made: Any) -> None:
    """Have a class made by `made` when its first value is, or one is read that was pickled."""

    def first(self: Any, *args: Any, **named: Any) -> None:
        _make(cls)
        cls.__init__(self, *args, **named)

    def make() -> None:
        del cls.__init__
        made(cls)

    first.make = make  # type: ignore[attr-defined]
    cls.__init__ = first
    cls.__setstate__ = _unpickled


def _make(cls: type) -> None:
    """Make a class and those that it is derived from, as far as they wait for it."""
    for base in reversed(cls.__mro__):
        make = getattr(base.__dict__.get("__init__"), "make", None)
        if make is not None:
            make()


def _unpickled(value: Any, state: dict[str, Any]) -> None:
    """A value of another process, of a class that may have none in this one."""
    _make(type(value))
    value.__dict__.update(state)


def _comparing(cls: Any) -> tuple[Any, Any]:
    """Equality and hash by the fields of a class that take part in comparing."""
    values: Any = None

    def found() -> Any:
        nonlocal values
        names = [field.name for field in fields(cls) if field.eq]
        values = attrgetter(*names) if names else type
        return values

    def equal(self: Any, other: Any) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        get = values or found()
        return get(self) == get(other)

    def hashed(self: Any) -> int:
        return hash((values or found())(self))

    return equal, hashed


def _shown(value: Any) -> str:
    """A value as the call that makes it."""
    names = [field.name for field in fields(type(value)) if field.repr]
    parts = ", ".join(f"{name}={getattr(value, name)!r}" for name in names)
    return f"{type(value).__qualname__}({parts})"
