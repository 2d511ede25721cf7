"""The books of supply: each token of a side accounted for by what the log says (OCS 12.1).

No rule reads this; random play and long simulations compare both at every command, so that a
token that is lost, doubled or handed over in silence breaks the game at once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from engine.core.events import Event
from engine.ocs import dumps
from engine.ocs.pieces import SIDES, SP
from engine.ocs.sequence import other
from engine.ocs.state import OcsState
from engine.ocs.world import World

MOVED = frozenset({"OCS 13.2c", "OCS 13.2f", "OCS 13.3a", "OCS 14.9"})
"""Transport: the tokens only change their place."""
ARRIVAL = re.compile(r"\b(arrive|arrives|flown into|flies|with Kampfgruppe)\b")
_AMOUNT = re.compile(r"\b(?:(\d+) SP(?: (\d+)T\b)?|(\d+)T\b)")


def amounts(text: str) -> list[int]:
    """Amounts of supply named in a sentence, in tokens: "2 SP 1T", "3T", "1 SP"."""
    return [
        int(sp or 0) * SP + int(t or alone or 0) for sp, t, alone in _AMOUNT.findall(text)
    ]


def entries(event: Event) -> Mapping[str, int]:
    """What an event does to the tokens of each side; of "" where it names none."""
    found = amounts(event.text)
    if not found or event.rule in MOVED:
        return {}
    part = found[0] if len(found) == 2 else 0  # "0 of 2 SP" names one amount
    if event.rule == "OCS 9.14b":  # so much captured of so much
        return {event.side: part, other(event.side): -found[-1]}
    if event.rule == "OCS 9.14c" and "captured aboard" in event.text:
        return {event.side: found[0], other(event.side): -found[0]}
    if event.rule == "OCS 9.14c" and "is captured" in event.text:
        return {}  # where it is, of what has just been told
    if event.rule == "OCS 12.11a":  # so much destroyed of so much
        return {event.side: -part}
    return {event.side: found[0] if ARRIVAL.search(event.text) else -found[0]}


def holdings(world: World, state: OcsState) -> Mapping[str, int]:
    """Tokens of each side: on the map, and where its game puts them aside.

    What a mission carries stays in its dump until it lands.
    """
    aside = world.hooks.supply_aside(world, state)
    return {side: dumps.total(world, state, side) + aside.get(side, 0) for side in SIDES}


def audit(
    world: World, before: OcsState, after: OcsState, events: Iterable[Event]
) -> list[str]:
    """Where the log does not account for what a command did to the supply of a side."""
    had, has = holdings(world, before), holdings(world, after)
    said: Counter[str] = Counter()
    for event in events:
        said.update(entries(event))
    problems = []
    for side in SIDES:
        change = has[side] - had[side]
        if change != said[side]:
            problems.append(f"the supply of {side} changed by {change}T, "
                            f"the log tells of {said[side]}T")
    if said[""]:
        problems.append(f"the log tells of {said['']}T of no side")
    return problems
