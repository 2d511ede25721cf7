"""The rules index as help, and the scope that rule coverage counts."""

from __future__ import annotations

import tomllib

import pytest

from engine import rulebook
from engine.folders import RULES
from tests.plugins import scope


@pytest.mark.parametrize("file", sorted(set(rulebook.BOOKS.values())))
def test_scanning_finds_every_entry_that_parsing_finds(file: str) -> None:
    """The quick scan and the TOML parser agree on every field of every entry."""
    table = tomllib.loads((RULES / file).read_text(encoding="utf-8"))
    shelf = rulebook.book(file)
    assert len(table["rule"]) == table["index"]["rules"]
    assert list(shelf.spans) == [row["id"] for row in table["rule"]]
    for row, rule in zip(table["rule"], rulebook.rules(file), strict=True):
        assert rulebook.find(row["id"]) == rule
        assert rule.says == row["says"]


@pytest.mark.parametrize(
    ("cited", "id_"),
    [
        ("BSR 11.42c", "EFS 11.42c"),
        ("bsr  10.65", "EFS 10.65"),
        ("10.65", "EFS 10.65"),
        ("15.68.c.1", "EFS 15.68c.1"),
        ("7.4.1", "EFS 7.41"),
        ("BSR 7.26a2", "EFS 7.26a.2"),
        ("BSR 11", "EFS 11.0"),
        ("ESP B.1c", "ESP B.1c"),
        ("PB 10.4.ex9", "PB 10.4.ex9"),
        ("TTW RE.R26", "TTW RE.R26"),
        ("11.42C", "EFS 11.42c"),
    ],
)
def test_an_id_is_found_however_it_is_cited(cited: str, id_: str) -> None:
    """BSR is EFS; loose cites of the book are put right."""
    found = rulebook.find(cited)
    assert found is not None
    assert found.id == id_


@pytest.mark.parametrize("cited", ["", "EFS", "EFS 99.1", "nonsense", "OCS 12.5z", "XYZ 1.1"])
def test_an_unknown_id_is_not_found(cited: str) -> None:
    """No entry, no guess."""
    assert rulebook.find(cited) is None


def test_an_unknown_id_has_a_nearest_entry_in_its_own_chapter() -> None:
    """The entry above it, never one of another chapter."""
    nearest = rulebook.nearest("BSR 11.42zz")
    assert nearest is not None
    assert nearest.id == "EFS 11.42"
    assert rulebook.nearest("EFS 99.1") is None


def test_a_rule_knows_what_stands_above_and_below_it() -> None:
    """Parents nearest first; children in the order of the book."""
    rule = rulebook.find("BSR 11.42c")
    assert rule is not None
    assert [above.id for above in rulebook.parents(rule)] == ["EFS 11.42", "EFS 11.4", "EFS 11.0"]
    assert rule in rulebook.children(rulebook.parents(rule)[0])


def test_a_rule_with_a_contradiction_carries_the_reading_followed() -> None:
    """notes.toml speaks of the Arctic freeze at 5.15b.2."""
    rule = rulebook.find("EFS 5.15b.2")
    assert rule is not None
    assert "frozen" in rulebook.notes(rule)[0].suggested
    other = rulebook.find("EFS 10.65")
    assert other is not None
    assert rulebook.notes(other) == ()


def test_search_finds_words_in_titles_first() -> None:
    """Overrun terrain limits is the title of 11.42c."""
    assert rulebook.search("overrun terrain limits")[0].id == "EFS 11.42c"
    assert rulebook.search("xyzzy") == ()
    assert rulebook.search("") == ()


def test_a_missing_index_is_a_clear_error(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    """It names the file."""
    monkeypatch.setattr(rulebook, "RULES", tmp_path)
    with pytest.raises(rulebook.DataError, match="efs.toml: the rules index cannot be read"):
        rulebook.book.__wrapped__("efs.toml")


def test_the_scope_is_the_one_agreed() -> None:
    """Sumy 825: series 611, sequence 138, playbook 76; then the OCS; The Third Winter 384."""
    ids = list(scope.testable())
    counts = {b: sum(i.startswith(f"{b} ") for i in ids) for b in ("EFS", "ESP", "PB", "TTW")}
    assert counts == {"EFS": 611, "ESP": 138, "PB": 76, "TTW": 384}
    table = tomllib.loads(scope.FILE.read_text(encoding="utf-8"))
    series = sum(i.startswith("OCS ") for i in ids)
    assert [part["testable"] for part in table["scope"]] == [825, series, 384]
    assert len(ids) == 825 + series + 384


@pytest.mark.parametrize(
    ("section", "inside", "outside"),
    [
        ("EFS 2", "EFS 2.33a", "EFS 22.1"),
        ("EFS 11.4", "EFS 11.42c", "EFS 11.5"),
        ("ESP", "ESP B.1c", "PB 6.1"),
    ],
)
def test_a_section_holds_what_is_below_it(section: str, inside: str, outside: str) -> None:
    """Numbers are read digit by digit, chapters whole."""
    assert scope.covers(section, inside)
    assert not scope.covers(section, outside)
