"""Chance: a function of seed and count, fair, named rolls first, and given back by undo."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.dice import Dice


def rolls(dice: Dice, count: int, sides: int = 10) -> tuple[list[int], Dice]:
    found = []
    for _ in range(count):
        value, dice = dice.roll(sides)
        found.append(value)
    return found, dice


@given(st.integers(), st.integers(2, 20))
def test_a_roll_is_on_the_die_and_the_same_again(seed: int, sides: int) -> None:
    first, after = Dice(seed).roll(sides)
    assert 1 <= first <= sides
    assert Dice(seed).roll(sides) == (first, after)
    assert (after.drawn, after.record) == (1, (first,))


@pytest.mark.parametrize("sides", [6, 10])
def test_a_die_is_fair(sides: int) -> None:
    """Chi-squared over 6,000 rolls, below the value that chance passes once in a thousand."""
    found, _ = rolls(Dice(7), 6000, sides)
    expected = 6000 / sides
    tally = Counter(found)
    chi = sum((tally[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    assert set(tally) == set(range(1, sides + 1))
    assert chi < {6: 20.5, 10: 27.9}[sides]


def test_seeds_differ() -> None:
    assert len({tuple(rolls(Dice(seed), 12)[0]) for seed in range(50)}) == 50


def test_named_rolls_come_first_and_count_as_drawn() -> None:
    dice = Dice(3).name(4, 9)
    found, dice = rolls(dice, 3)
    assert found[:2] == [4, 9]
    third = rolls(Dice(3), 3)[0][2]
    assert found[2] == third  # the third roll of the seed, as if the others had been rolled
    assert dice.named == ()
    assert dice.record == tuple(found)
    assert dice.fresh().record == ()


def test_a_named_roll_that_the_die_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="7 on a die with 6 sides"):
        Dice().name(7).roll(6)
