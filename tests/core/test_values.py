"""Frozen values behave as those of the library that makes them."""

from __future__ import annotations

import attrs
import pytest
from attrs import field

from engine.core.values import frozen


@frozen
class Pair:
    a: int
    b: tuple[int, ...] = ()
    note: str = field(default="", eq=False)


@frozen
class Other:
    a: int
    b: tuple[int, ...] = ()


@frozen(eq=False)
class Identity:
    a: int


@frozen
class Child(Pair):
    c: int = 0


def test_equal_fields_make_equal_values_of_one_class() -> None:
    assert Pair(1, (2,)) == Pair(1, (2,), "told apart by nobody")
    assert hash(Pair(1, (2,))) == hash(Pair(1, (2,), "x"))
    assert Pair(1) != Pair(2)
    assert Pair(1) != Other(1)
    assert Child(1) != Pair(1)
    assert Child(1, c=2) == Child(1, c=2) != Child(1, c=3)
    assert len({Pair(1), Pair(1), Pair(2)}) == 2


def test_a_value_by_identity_is_only_itself() -> None:
    one = Identity(1)
    assert one == one
    assert one != Identity(1)


def test_nothing_can_be_changed() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Pair(1).a = 2  # type: ignore[misc]
    assert attrs.evolve(Pair(1), a=3) == Pair(3)


def test_a_value_shows_the_call_that_makes_it() -> None:
    assert repr(Pair(1, (2,))) == "Pair(a=1, b=(2,), note='')"
