"""The worked examples of the series rulebook: every row of the list has its test."""

from __future__ import annotations

import ast
import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine.ocs import odds
from tests.ocs.yard import charts, make_world

HERE = Path(__file__).parent
VECTORS: dict[str, Any] = tomllib.loads(
    (HERE.parent / "data" / "ocs_vectors.toml").read_text(encoding="utf-8")
)
RUN_HERE = ("odds", "shift", "combat", "surprise")


def rows(kind: str) -> list[Any]:
    """The rows of a kind, each under its name in the list."""
    return [pytest.param(row, id=row["row"]) for row in VECTORS[kind]]


def ratio(text: str) -> Fraction:
    """Odds as they are written: "1:12"."""
    left, _, right = text.partition(":")
    return Fraction(int(left), int(right))


@pytest.mark.rule("OCS 4.1", "OCS 4.2", "OCS 9.7", "OCS 9.7a")
@pytest.mark.parametrize("row", rows("odds"))
def test_odds(row: dict[str, Any]) -> None:
    """Strengths stay fractions until the odds are formed; the column is the one below."""
    world = make_world()
    attack = sum(map(Fraction, row["attack"]), Fraction(0))
    text, column = odds.column_for(world, attack, Fraction(row["defense"]), "open")
    assert (text, odds.heading(world, "open", column)) == (row["odds"], row["column"])


@pytest.mark.rule("OCS 9.1g", "OCS 9.7b", "OCS 9.8")
@pytest.mark.parametrize("row", rows("shift"))
def test_shift(row: dict[str, Any]) -> None:
    """Surprise counts from the column, or from the end of the line."""
    world, start = make_world(), ratio(row["odds"])
    _, column = odds.column_for(world, Fraction(start.numerator), Fraction(start.denominator),
                                "open")
    assert odds.heading(world, "open", odds.shift(column, row["shift"])) == row["column"]


@pytest.mark.rule("OCS 9.9", "OCS 9.10")
@pytest.mark.parametrize("row", rows("combat"))
def test_combat(row: dict[str, Any]) -> None:
    """The modified roll on the column."""
    column = charts().combat_odds["open"].index(ratio(row["column"]))
    assert odds.result(make_world(), column, row["roll"] + row["drm"]) == row["result"]


@pytest.mark.rule("OCS 9.8")
@pytest.mark.parametrize("row", rows("surprise"))
def test_surprise(row: dict[str, Any]) -> None:
    """Overruns surprise more easily than regular attacks."""
    found = odds.surprise(make_world(), row["kind"], row["roll"] + row["drm"])
    assert found == row["surprises"]


# ---------------------------------------------------------------- nothing is left out


def test_every_row_stands_in_one_place() -> None:
    """Run here, or played by a test that is named."""
    found = [row["row"] for kind in RUN_HERE for row in VECTORS[kind]] + list(VECTORS["played"])
    assert sorted(found) == sorted(VECTORS["rows"])
    assert len(set(found)) == len(found) == 38


@pytest.mark.parametrize("row", VECTORS["played"])
def test_the_test_named_for_a_row_is_there_and_says_which_row_it_plays(row: str) -> None:
    """A renamed or dropped test fails here, and one that is about something else."""
    file, _, name = VECTORS["played"][row].partition("::")
    tree = ast.parse((HERE / file).read_text(encoding="utf-8"))
    found = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name]
    assert len(found) == 1
    said = " ".join((ast.get_docstring(found[0]) or "").split())
    assert re.search(rf"Appendix 1, {row}(?! \d)\b", said)
