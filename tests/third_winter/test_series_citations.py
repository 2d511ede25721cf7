"""Every case of the series that the rulebook cites: who uses it, and that tests prove both sides.

The rulebook leans on the series by number; a row of `CITED` says which of its rules does so,
which case it names, and the module that brings the two together.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from engine import rulebook

ROOT = Path(__file__).resolve().parents[2]
CITED = (
    ("TTW 2.2f.A2", "OCS 3.2a", "third_winter/tank_busters.py"),
    ("TTW 3.5d.B4", "OCS 3.2f", "third_winter/rvgk_moves.py"),
    ("TTW 2.3a.B4", "OCS 4.5b", "third_winter/kessel_moves.py"),
    ("TTW 3.5c", "OCS 5.8", "third_winter/rvgk_moves.py"),
    ("TTW 1.5.n1", "OCS 6.1d", "third_winter/pontoons.py"),
    ("TTW 1.5", "OCS 6.2a", "third_winter/pontoons.py"),
    ("TTW EX.5", "OCS 9.1f", "ocs/world.py"),
    ("TTW 3.3d.B4", "OCS 9.2", "third_winter/posture.py"),
    ("TTW 2.3c.D", "OCS 12.2a", "third_winter/army_hqs.py"),
    ("TTW 3.3a.E3", "OCS 12.3a", "third_winter/command_radius.py"),
    ("TTW 4.2", "OCS 12.5c", "ocs/fuel.py"),
    ("TTW 2.4e.7", "OCS 12.5c", "third_winter/kampfgruppen.py"),
    ("TTW 1.6d.n1", "OCS 12.5c", "ocs/fuel.py"),
    ("TTW 3.5d.B5", "OCS 12.5c", "third_winter/rvgk_moves.py"),
    ("TTW 2.4e.6", "OCS 12.6f", "third_winter/kampfgruppen.py"),
    ("TTW 3.6", "OCS 12.7", "third_winter/truck_extenders.py"),
    ("TTW 3.1b.1", "OCS 12.8e", "ocs/reinforcements.py"),
    ("TTW 1.2", "OCS 13.3f", "ocs/gauge.py"),
    ("TTW 1.7a", "OCS 13.5", "ocs/replacements.py"),
    ("TTW 1.7c.4", "OCS 13.6b", "ocs/reinforcements.py"),
    ("TTW 3.1b.1", "OCS 13.8a", "third_winter/soviet_supply.py"),
    ("TTW 3.5c.s1", "OCS 13.9", "ocs/consolidation.py"),
    ("TTW 3.2e", "OCS 14.10b", "ocs/drop_plans.py"),
    ("TTW 2.2h", "OCS 15.2", "third_winter/luftflotte.py"),
    ("TTW 4.5", "OCS 21.2", "ocs/world.py"),
)


@cache
def marked() -> frozenset[str]:
    """Every rule id in quotes in the tests of the two packages."""
    found: set[str] = set()
    for folder in ("ocs", "third_winter"):
        for path in (ROOT / "tests" / folder).glob("test_*.py"):
            if path.name != Path(__file__).name:
                found |= set(re.findall(r'"((?:OCS|TTW) [^"]+)"', path.read_text("utf-8")))
    return frozenset(found)


def proved(id_: str) -> bool:
    """Whether a test carries the rule or one below it."""
    return any(m == id_ or m.startswith(f"{id_}.") for m in marked())


@pytest.mark.parametrize(("own", "series", "module"), CITED)
def test_a_cited_case_is_used_and_proved(own: str, series: str, module: str) -> None:
    text = (ROOT / "engine" / module).read_text("utf-8")
    assert re.search(rf"\b{re.escape(series.removeprefix('OCS '))}\b", text), "not cited there"
    assert rulebook.find(own) is not None and rulebook.find(series) is not None
    assert proved(own) and proved(series)
