"""What *Kiev to Rostov* adds to the East Front Series (playbook): victory, garrisons, air rules."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.errors import DataError
from engine.efs.world import Hooks, Scenario
from engine.kiev_to_rostov import sumy

_SCENARIOS: Mapping[str, Hooks] = {"sumy": sumy.HOOKS}


def hooks(scenario: Scenario) -> Hooks:
    """The game's part in a scenario. Raises DataError for a scenario without victory rules."""
    found = _SCENARIOS.get(str(scenario.victory.get("rule", scenario.id)))
    if found is None:
        raise DataError(scenario.id, "the program has no victory rule for this scenario")
    return found
