"""Rule coverage: `@pytest.mark.rule("BSR 11.42c")`, and how many testable rules have a test.

A rule counts as tested when a test that carries its id has run and passed. At the end of
a whole run the suite prints, per area, the testable entries in scope and how many are
tested; a run of some tests prints one line. `--uncovered` lists the rules without a test,
`--rule-report FILE` writes everything as TOML. An id that the rules index does not know
fails its test. What cannot be tested stands in tests/uncovered.toml with its reason.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
import tomli_w
from attrs import define, field

from engine import rulebook
from tests.plugins import scope

EXCEPTIONS = Path(__file__).resolve().parents[1] / "uncovered.toml"
PROPERTY = "rules"
"""The report property that carries a test's rule ids, also from a worker process."""


@define
class Coverage:
    """What a run has proved so far."""

    tested: dict[str, list[str]] = field(factory=dict)
    """Rule id to the tests that passed with it."""
    excused: Mapping[str, str] = field(factory=dict)
    """Rule id to the reason why it has no test."""


KEY = pytest.StashKey[Coverage]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The two options."""
    group = parser.getgroup("rules")
    group.addoption("--uncovered", action="store_true", help="list testable rules without a test")
    group.addoption("--rule-report", metavar="FILE", help="write rule coverage to a TOML file")


def pytest_configure(config: pytest.Config) -> None:
    """Start with the rules that are excused from having a test."""
    reasons = tomllib.loads(EXCEPTIONS.read_text(encoding="utf-8"))["reasons"]
    in_scope = scope.testable()
    wrong = [id_ for id_, why in reasons.items() if id_ not in in_scope or not why]
    if wrong:
        raise pytest.UsageError(f"{EXCEPTIONS.name}: not a testable rule in scope: {wrong}")
    coverage = Coverage(excused=reasons)
    config.stash[KEY] = coverage
    config.pluginmanager.register(Collector(coverage), "rule-collector")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Read the marks; ids that the index has go into the test's report."""
    for item in items:
        known = sorted({rule.id for rule in map(rulebook.find, cited(item)) if rule is not None})
        if known:
            item.user_properties.append((PROPERTY, known))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test that cites a rule unknown to the index fails."""
    unknown = [id_ for id_ in cited(item) if not exact(id_)]
    if unknown:
        pytest.fail(f"not in the rules index: {', '.join(unknown)}", pytrace=False)


def exact(id_: str) -> bool:
    """True for an id written as the index has it, with BSR or EFS."""
    rule = rulebook.find(id_)
    return rule is not None and rule.id == id_.replace("BSR ", "EFS ", 1)


def cited(item: pytest.Item) -> list[str]:
    """The ids of a test's rule marks, as written."""
    return [str(id_) for mark in item.iter_markers("rule") for id_ in mark.args]


@define(eq=False)
class Collector:
    """Listens to the reports of all tests, those of worker processes included."""

    coverage: Coverage

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that passed proves its rules."""
        if report.when != "call" or not report.passed:
            return
        for name, ids in report.user_properties:
            if name == PROPERTY and isinstance(ids, list):
                for id_ in ids:
                    self.coverage.tested.setdefault(id_, []).append(report.nodeid)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the table, the list and the file that were asked for."""
    coverage = config.stash[KEY]
    in_scope = scope.testable()
    whole = not config.option.keyword and config.args_source is not pytest.Config.ArgsSource.ARGS
    terminalreporter.write_sep("=", "rule coverage")
    lines = table(in_scope, coverage) if whole else table(in_scope, coverage)[-1:]
    if config.option.uncovered:
        lines += missing(in_scope, coverage)
    for line in lines:
        terminalreporter.write_line(line)
    if config.option.rule_report:
        report = tomli_w.dumps(as_toml(in_scope, coverage))
        Path(config.option.rule_report).write_text(report, encoding="utf-8")


def table(in_scope: Mapping[str, rulebook.Rule], coverage: Coverage) -> list[str]:
    """A line per area and book, and the total."""
    lines = [f"{'area':<20} {'in scope':>8} {'tested':>7}"]
    groups: dict[str, list[str]] = {}
    for rule in in_scope.values():
        groups.setdefault(rule.area, []).append(rule.id)
    for area in sorted(groups):
        lines.append(_line(area, groups[area], coverage))
    lines.append("")
    for book in ("EFS", "ESP", "PB", "OCS", "TTW"):
        lines.append(_line(book, [i for i in in_scope if i.startswith(f"{book} ")], coverage))
    lines.append("")
    for name, sections in scope.parts().items():
        ids = [i for i in in_scope if any(scope.covers(section, i) for section in sections)]
        lines.append(_line(name, ids, coverage))
    excused = sum(id_ not in coverage.tested for id_ in coverage.excused)
    total = _line("all", list(in_scope), coverage)
    lines.append(total + (f"  ({excused} more excused in {EXCEPTIONS.name})" if excused else ""))
    return lines


def _line(name: str, ids: list[str], coverage: Coverage) -> str:
    tested = sum(id_ in coverage.tested for id_ in ids)
    return f"{name:<20} {len(ids):>8} {tested:>7}  {100 * tested / max(1, len(ids)):5.1f} %"


def missing(in_scope: Mapping[str, rulebook.Rule], coverage: Coverage) -> list[str]:
    """The rules in scope without a test, each with its title or the reason why it has none."""
    lines = []
    for rule in in_scope.values():
        if rule.id not in coverage.tested:
            reason = coverage.excused.get(rule.id)
            why = f"excused: {reason}" if reason else f"{rule.title}: {rule.says}"
            lines.append(f"{rule.id} [{rule.area}, {rule.kind}] {why}")
    return lines


def as_toml(in_scope: Mapping[str, rulebook.Rule], coverage: Coverage) -> dict[str, object]:
    """The whole coverage as a table."""
    tested = sorted(id_ for id_ in coverage.tested if id_ in in_scope)
    return {
        "in_scope": len(in_scope),
        "tested": len(tested),
        "excused": dict(coverage.excused),
        "missing": [
            id_ for id_ in in_scope if id_ not in coverage.tested and id_ not in coverage.excused
        ],
        "tests": {id_: sorted(set(tests)) for id_, tests in sorted(coverage.tested.items())},
    }
