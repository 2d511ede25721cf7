"""What *The Third Winter* adds to the Operational Combat Series (its rulebook, TTW 1.0-5.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.errors import DataError
from engine.ocs.world import Hooks, Scenario
from engine.third_winter import joins, korsun, victory

_VICTORY: Mapping[str, Mapping[str, Any]] = {
    "campaign": {"victory": victory.outcome, "score": victory.score, "points": victory.total},
    "korsun": {"victory": korsun.outcome, "score": korsun.score, "points": korsun.total},
}


def hooks(scenario: Scenario) -> Hooks:
    """The game's part in a scenario. Raises DataError for one without a known victory rule."""
    rule = str(scenario.victory.get("rule", "campaign"))
    found = _VICTORY.get(rule)
    if found is None:
        raise DataError(scenario.id, f"the program has no victory rule '{rule}'")
    return joins.build(**found)
