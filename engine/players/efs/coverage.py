"""What simulations of the East Front Series count besides; see `coverage`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from engine.core.events import Event
from engine.efs.charts import ROWS
from engine.efs.world import World

KINDS = ("odds", "rows", "results", "modifiers")
_COMBAT = re.compile(
    r"(?P<odds>\d+-\d+), roll \d+(?: \((?P<list>.+); net [+-]\d+\))? = (?P<row>-?\d+):"
    r" attacker (?P<attacker>\S+), defender (?P<defender>\S+)$"
)
_BELOW = "odds below 1-4"
_MODIFIER = re.compile(r"[+-]\d+ ([^,;:]+)")


def count(seen: Mapping[str, Counter[str]], event: Event) -> None:
    """Record a combat by its log line."""
    if event.kind != "combat":
        return
    found = _COMBAT.match(event.text)
    if found is None:
        if event.text.startswith(_BELOW):
            seen["odds"]["below 1-4"] += 1
        return
    seen["odds"][found["odds"]] += 1
    seen["rows"][str(max(ROWS[0], min(ROWS[-1], int(found["row"]))))] += 1
    seen["results"].update((f"A {found['attacker']}", f"D {found['defender']}"))
    seen["modifiers"].update(_MODIFIER.findall(found["list"] or ""))


def possible(world: World) -> Mapping[str, frozenset[str]]:
    """Odds and rows of the table."""
    return {
        "odds": frozenset({*world.charts.crt_columns, "below 1-4"}),
        "rows": frozenset(str(row) for row in ROWS),
    }
