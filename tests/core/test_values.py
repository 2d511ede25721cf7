"""Frozen values compare, hash and show as attrs classes do, whenever attrs makes the class."""

from __future__ import annotations

import copyreg
import pickle
from typing import Any

import attrs
import pytest

from engine.core.values import fields, frozen


@frozen
class Point:
    x: int
    y: int = 0
    memo: dict[str, int] = attrs.field(factory=dict, eq=False, repr=False)


@frozen
class Place(Point):
    name: str = ""


class Town(Place):
    """A place with no field of its own."""


@frozen(slots=True)
class Kept(Point):
    note: str = ""


@frozen
class Here:
    """No fields."""


@frozen
class There:
    """No fields either."""


@frozen(eq=False)
class Board:
    size: int


def fresh() -> Any:
    """A class of two fields, derived from another, of which no value was made."""

    @frozen
    class Below:
        a: int

    @frozen
    class Above(Below):
        b: tuple[int, ...] = ()

    return Above


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
    assert Town(1, name="Sumy") == Town(1, name="Sumy") != Place(1, name="Sumy")
    assert Kept(1, note="a") == Kept(1, note="a") != Kept(1)
    assert Here() != There()
    assert Point(1, 2) != (1, 2)


def test_a_field_left_out_of_comparing_and_showing_plays_no_part() -> None:
    assert Point(1, memo={"a": 1}) == Point(1)
    assert hash(Point(1, memo={"a": 1})) == hash(Point(1))
    assert repr(Place(1, memo={"a": 1}, name="Sumy")) == "Place(x=1, y=0, name='Sumy')"
    assert repr(Kept(1)) == "Kept(x=1, y=0, note='')"


def test_without_eq_a_value_is_equal_only_to_itself() -> None:
    board = Board(9)
    assert board in [board]
    assert board != Board(9)


@pytest.mark.parametrize("value", [Point(1), Place(1), Town(1), Kept(1), fresh()(1)])
def test_nothing_can_be_changed(value: Any) -> None:
    for name in ("x", "a", "new"):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(value, name, 2)


def test_values_evolve_and_travel_between_processes() -> None:
    assert attrs.evolve(Point(1, 2), y=3) == Point(1, 3)
    for value in (Place(1, name="Sumy"), Town(1), Kept(2, note="a"), Here()):
        assert pickle.loads(pickle.dumps(value)) == value


def test_only_what_is_kept_by_the_hundred_has_slots() -> None:
    assert hasattr(Point(1), "__dict__")
    assert "__slots__" in vars(Kept)


# ---------------------------------------------------------------- before the first value


def test_the_fields_of_a_class_without_values_are_known() -> None:
    assert [field.name for field in fields(fresh())] == ["a", "b"]


def test_the_first_value_may_be_one_of_another_process() -> None:
    """Pickle makes it without calling the class."""
    cls = fresh()
    value = copyreg.__newobj__(cls)  # type: ignore[attr-defined]
    value.__setstate__({"a": 1, "b": (2,)})
    assert value == cls(1, (2,))
    assert attrs.evolve(value, a=3) == cls(3, (2,))


def test_the_first_value_is_as_any_other() -> None:
    cls = fresh()
    first = cls(1, b=(2,))
    assert first == cls(1, (2,)) and hash(first) == hash(cls(1, (2,)))
    assert cls(4).b == ()


def test_a_wrong_call_is_refused_the_first_time_too() -> None:
    cls = fresh()
    with pytest.raises(TypeError, match="unexpected keyword argument 'c'"):
        cls(1, c=2)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'a'"):
        fresh()()
