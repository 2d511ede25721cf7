"""Frozen values compare, hash and show as attrs classes do."""

from __future__ import annotations

import pickle

import attrs
import pytest

from engine.core.values import frozen


@frozen
class Point:
    x: int
    y: int = 0
    memo: dict[str, int] = attrs.field(factory=dict, eq=False, repr=False)


@frozen
class Place(Point):
    name: str = ""


@frozen
class Here:
    """No fields."""


@frozen
class There:
    """No fields either."""


@frozen(eq=False)
class Board:
    size: int


def test_equal_fields_make_equal_values_with_one_hash() -> None:
    assert Point(1, 2) == Point(1, 2)
    assert hash(Point(1, 2)) == hash(Point(1, 2))
    assert Here() == Here()
    assert hash(Here()) == hash(Here())
    assert len({Point(1), Point(1, 0), Point(2)}) == 2


def test_any_other_field_or_class_makes_them_different() -> None:
    assert Point(1, 2) != Point(1, 3)
    assert Point(1, 2) != Place(1, 2)
    assert Place(1, 2, name="Sumy") != Place(1, 2)
    assert Here() != There()
    assert Point(1, 2) != (1, 2)


def test_a_field_left_out_of_comparing_and_showing_plays_no_part() -> None:
    assert Point(1, memo={"a": 1}) == Point(1)
    assert hash(Point(1, memo={"a": 1})) == hash(Point(1))
    assert repr(Place(1, memo={"a": 1}, name="Sumy")) == "Place(x=1, y=0, name='Sumy')"


def test_without_eq_a_value_is_equal_only_to_itself() -> None:
    board = Board(9)
    assert board in [board]
    assert board != Board(9)


def test_values_are_frozen_evolve_and_travel_between_processes() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Point(1).x = 2  # type: ignore[misc]
    assert attrs.evolve(Point(1, 2), y=3) == Point(1, 3)
    assert pickle.loads(pickle.dumps(Place(1, name="Sumy"))) == Place(1, name="Sumy")
