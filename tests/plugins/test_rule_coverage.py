"""The coverage that the suite prints counts what it should."""

from __future__ import annotations

import pytest

from tests.plugins import rule_coverage, scope
from tests.plugins.rule_coverage import Coverage


def test_only_exact_ids_are_accepted() -> None:
    """BSR and EFS are the same book; loose cites and unknown numbers are not accepted."""
    assert rule_coverage.exact("BSR 11.42c")
    assert rule_coverage.exact("EFS 11.42c")
    assert not rule_coverage.exact("11.42c")
    assert not rule_coverage.exact("BSR 11.42zz")


def test_the_table_counts_a_tested_rule_in_its_area_and_book() -> None:
    """One of the overrun rules tested shows as one in overrun, EFS and all."""
    in_scope = scope.testable()
    before = rule_coverage.table(in_scope, Coverage())
    after = rule_coverage.table(in_scope, Coverage(tested={"EFS 11.42c": ["test_x"]}))
    changed = [line.split()[0] for old, line in zip(before, after, strict=True) if old != line]
    assert changed == ["overrun", "EFS", "The", "all"]


def test_the_list_of_missing_rules_shrinks_with_a_test_and_tells_the_excused() -> None:
    """All without any test, one less with one; an excused one stays with its reason."""
    in_scope = scope.testable()
    assert len(rule_coverage.missing(in_scope, Coverage())) == len(in_scope)
    coverage = Coverage(tested={"EFS 11.42c": ["t"]}, excused={"EFS 10.65": "a reason"})
    lines = rule_coverage.missing(in_scope, coverage)
    assert len(lines) == len(in_scope) - 1
    assert [line for line in lines if "excused: a reason" in line][0].startswith("EFS 10.65 ")
    assert "EFS 10.65" not in rule_coverage.as_toml(in_scope, coverage)["missing"]


def test_marks_become_a_property_of_the_report(request: pytest.FixtureRequest) -> None:
    """This test carries no mark, so it proves nothing."""
    names = [name for name, _ in request.node.user_properties]
    assert rule_coverage.PROPERTY not in names
