"""Where the program keeps its data: beside the packages, in a checkout and once installed."""

from __future__ import annotations

from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
"""The folder that holds `engine/` and `scenarios/`: the checkout, or site-packages."""

SCENARIOS = HOME / "scenarios"
"""Scenario files, counters, charts and the rules index."""

RULES = SCENARIOS / "rules"


def checkout() -> Path | None:
    """The checkout that the program runs from, or None for an installed copy."""
    return HOME if (HOME / "pyproject.toml").is_file() else None
