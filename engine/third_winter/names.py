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


TOPICS: Mapping[str, str] = {
    "airlift": "fly in 1 SP, at a base 2, once a game:",
    "assign": "assign to",
    "barrage-marker": "artillery barrage marker",
    "boundary": "boundary of",
    "deploy-58": "bring in the 58th Panzer Corps",
    "deploy-extender": "set up a Special Truck Extender,",
    "disband": "disband a Kampfgruppe,",
    "enter-rvgk": "send off to the reserve of the Stavka,",
    "ferry": "set up a ferry,",
    "fortress": "declare a Fortress,",
    "group-supply": "throw supply from the Army Group HQ to",
    "hedgehog": "build a hedgehog with replacements,",
    "jansen": "fuel a formation to move in Combat Mode,",
    "kampfgruppe": "form a Kampfgruppe,",
    "kessel": "place a Kessel HQ in",
    "kessel-move": "free move by a Kessel HQ to",
    "kg-react": "react with a Kampfgruppe,",
    "leave-map": "leave the map,",
    "lift-extender": "pack up a Special Truck Extender,",
    "luftflotte": "move a Luftflotte HQ:",
    "move-air-army": "move an Air Army HQ:",
    "move-front": "move a Front HQ:",
    "move-rvgk": "move an RVGK marker:",
    "rail-ferry": "by the Kherson Rail Ferry to",
    "rebuild-rvgk": "rebuild in the reserve of the Stavka,",
    "release-rvgk": "release from the reserve of the Stavka,",
    "remnant": "rebuild from its remnant,",
    "remove-kessel": "take off a Kessel HQ in",
    "repair": "repair the bridge",
    "reserve": "arrive in",
    "rumania-box": "enter the Rumania Air Box,",
    "rumania-cargo": "fly supply from the Rumania Air Box to",
    "unferry": "remove the ferry,",
}
"""What the topics of the `act` command do, before the marker, hex and units that they name."""


def topic(word: str) -> str:
    """What a topic of the `act` command does, in words."""
    return TOPICS.get(word, word.replace("-", " "))


def army_hq(counters: Mapping[str, Counter], word: str) -> str:
    """The Army HQ that a scenario names by its id, or shortly as "4 Gd" or "6 Tank"; or empty."""
    for id_ in (word, f"hq-sov-{word.lower().replace(' ', '-')}"):
        if id_ in counters and counters[id_].hq:
            return id_
    full = f"{word} Army HQ"
    return next((c.id for c in counters.values() if c.name == full), "")
