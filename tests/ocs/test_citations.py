"""Every series rule that the two game rulebooks cite is in the index, in code and in a test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine import rulebook

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("third-winter.toml", "forgotten-battles.toml")
CODE = ("engine/ocs", "engine/third_winter")
TESTS = ("tests/ocs", "tests/third_winter")


def citations() -> list[str]:
    """The series rules on which rules of the two games depend, as their indexes list them."""
    return sorted(
        {
            id_
            for file in GAMES
            for rule in rulebook.rules(file)
            for id_ in rule.depends
            if id_.startswith("OCS ")
        }
    )


def sources(folders: tuple[str, ...]) -> Iterator[str]:
    """The text of every Python file below the folders."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.read_text(encoding="utf-8")


@cache
def cited_in_code() -> frozenset[str]:
    """The ids that code names, `OCS 12.5c` or a further number of a list: `OCS 9.2, 9.3`."""
    listed = re.compile(r"\bOCS ((?:HR-)?\d[\w.-]*(?:(?:, | and )(?:HR-)?\d+\.\d[\w.-]*)*)")
    return frozenset(
        f"OCS {number.rstrip('.-')}"
        for text in sources(CODE)
        for found in listed.findall(text)
        for number in re.split(r", | and ", found)
    )


@cache
def marked_in_tests() -> frozenset[str]:
    """The ids that stand in the rule marks of tests."""
    return frozenset(
        word.value
        for text in sources(TESTS)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"
        for word in node.args
        if isinstance(word, ast.Constant) and isinstance(word.value, str)
    )


def below(cited: str, ids: frozenset[str]) -> bool:
    """True if the rule cited, or a case or item of it, is among the ids."""
    return any(re.match(rf"{re.escape(cited)}(?![\d])", id_) for id_ in ids)


def test_the_list_is_that_of_the_rulebooks() -> None:
    """Twenty-nine numbers, from the Simulcast turn to the house rule on artillery."""
    found = citations()
    assert len(found) == 29
    assert {"OCS 2.4", "OCS 12.5c", "OCS 14.10b", "OCS 21.9", "OCS HR-7"} < set(found)


@pytest.mark.parametrize("cited", citations())
def test_a_citation_resolves(cited: str) -> None:
    """To the index, to code that names the rule, and to a test that proves it."""
    rule = rulebook.find(cited)
    assert rule is not None
    assert rule.says
    assert below(cited, cited_in_code())
    assert below(cited, marked_in_tests())
