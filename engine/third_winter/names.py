"""What the Fronts and markers of the game are called; commands know them by shorter words."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ocs.pieces import Counter

FIRST, SECOND, THIRD, FOURTH = "front-1-ukr", "front-2-ukr", "front-3-ukr", "front-4-ukr"
FRONTS = (FIRST, SECOND, THIRD, FOURTH)
RVGK = ("rvgk-1", "rvgk-2")
_ORDINALS = {"1": "1st", "2": "2nd", "3": "3rd", "4": "4th"}
BETWEEN = "/"
"""Stands between the two Fronts of a boundary."""


def name(word: str) -> str:
    """How a Front or marker is called; any other word as it is (TTW 2.2b, 3.2b, 3.3, 3.5)."""
    if BETWEEN in word:
        return " and ".join(name(part) for part in word.split(BETWEEN))
    kind, _, rest = word.partition("-")
    number = rest.removesuffix("-ukr")
    if kind in ("front", "va") and rest != number and number in _ORDINALS:
        front = f"{_ORDINALS[number]} Ukrainian Front"
        return front if kind == "front" else f"Air Army HQ of {front}"
    if kind == "luftflotte" and rest.isdigit():
        return f"Luftflotte {rest}"
    return word.upper() if kind == "rvgk" and rest.isdigit() else word


def army_hq(counters: Mapping[str, Counter], word: str) -> str:
    """The Army HQ that a scenario names by its id, or shortly as "4 Gd" or "6 Tank"; or empty."""
    for id_ in (word, f"hq-sov-{word.lower().replace(' ', '-')}"):
        if id_ in counters and counters[id_].hq:
            return id_
    full = f"{word} Army HQ"
    return next((c.id for c in counters.values() if c.name == full), "")
