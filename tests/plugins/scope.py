"""Which rules are in scope: the testable entries that rule coverage counts (tests/scope.toml)."""

from __future__ import annotations

import tomllib
from pathlib import Path

from engine import rulebook

BOOKS = ("efs.toml", "ocs.toml", "third-winter.toml")
"""The rules indexes of what is built."""
FILE = Path(__file__).resolve().parents[1] / "scope.toml"


def covers(section: str, id_: str) -> bool:
    """True if an id belongs to a section: "EFS 2" holds 2.1 but not 22.1; "ESP" holds all ESP."""
    prefix, _, number = section.partition(" ")
    if not number:
        return id_.startswith(f"{prefix} ")
    return id_.startswith(section if "." in number else f"{section}.")


def sections() -> tuple[str, ...]:
    """Every section that some scope names."""
    return tuple(section for found in parts().values() for section in found)


def parts() -> dict[str, tuple[str, ...]]:
    """The name of each scope and its sections."""
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {scope["name"]: tuple(scope["rules"]) for scope in table["scope"]}


def testable() -> dict[str, rulebook.Rule]:
    """The testable rules in scope by id, in the order of the book."""
    wanted = sections()
    return {
        rule.id: rule
        for book in BOOKS
        for rule in rulebook.rules(book)
        if rule.testable and any(covers(section, rule.id) for section in wanted)
    }
