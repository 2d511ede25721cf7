"""What simulations of the Operational Combat Series count besides; see `coverage`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from engine.core.events import Event
from engine.ocs import air, odds
from engine.ocs.world import World
from engine.players.ocs.facts import BARRAGE, COMBAT, SURPRISE

KINDS = ("odds", "results", "surprise", "barrages", "missions")
_FLOWN = re.compile(r".+ fly (?P<kind>\S+) to ")


def count(seen: Mapping[str, Counter[str]], event: Event) -> None:
    """Record combats, barrages and missions by their log lines."""
    if event.kind == "combat":
        if (found := COMBAT.match(event.text)) is not None:
            seen["odds"][found["column"]] += 1
            seen["results"][found["result"]] += 1
        elif (found := SURPRISE.match(event.text)) is not None:
            seen["surprise"][found["who"] or "nobody"] += 1
    elif event.kind == "barrage" and (found := BARRAGE.match(event.text)) is not None:
        seen["barrages"][found["result"]] += 1
    elif event.kind == "air" and (found := _FLOWN.match(event.text)) is not None:
        seen["missions"][found["kind"]] += 1


def possible(world: World) -> Mapping[str, frozenset[str]]:
    """Columns and boxes of the tables, and kinds of missions."""
    charts = world.charts
    return {
        "odds": frozenset(
            odds.heading(world, category, column)
            for category, ratios in charts.combat_odds.items() for column in range(len(ratios))
        ),
        "results": frozenset(code for row in charts.combat_rows for code in row),
        "surprise": frozenset({"attacker", "defender", "nobody"}),
        "barrages": frozenset(code for row in charts.barrage_rows for code in row),
        "missions": air.IN_MOVEMENT | air.IN_BARRAGE,
    }
