"""The rulebooks' examples as test vectors (tests/data/efs_examples.toml)."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.rulebook import CITED
from tests.plugins.rule_coverage import exact

FILE = Path(__file__).resolve().parents[1] / "data" / "efs_examples.toml"
TUTORIAL = "PB 10.4"
"""How vectors cite the tutorial; its own replay proves the narrative's rules."""

Vector = dict[str, Any]


@cache
def tables() -> dict[str, list[Vector]]:
    """Every table of vectors by its name."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def vectors(name: str) -> list[Any]:
    """The vectors of one table as parameters, each marked with the rules that it cites exactly."""
    found = []
    for n, vector in enumerate(tables()[name]):
        cited = [id_ for id_ in CITED.findall(vector["rule"]) if exact(id_) and id_ != TUTORIAL]
        marks = [pytest.mark.rule(*cited)] if cited else []
        label = str(vector.get("id") or vector.get("case") or vector.get("unit") or n)
        found.append(pytest.param(vector, id=label, marks=marks))
    return found
