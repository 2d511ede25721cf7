"""Which character stands for what: cover, roads, water, sides."""

from __future__ import annotations

from functools import cache

from engine.core.values import frozen

N, NE, SE, S, SW, NW = range(6)

MAIN_ROADS = ("road.motorway", "road.main", "road")
MINOR_ROADS = ("road.minor", "track", "trail")
BIG_WATER = ("major_river", "volga", "lake", "sea", "shallow_sea")
SMALL_WATER = ("river", "minor_river", "canal")


@frozen
class Glyphs:
    """The characters of one kind of terminal."""

    dot: str = "."
    minor: str = "-"
    main: str = "="
    rail: str = "+"
    minor_up: str = "|"
    main_up: str = "H"
    rail_up: str = "+"

    def along(self, road: str) -> str:
        """A road that runs across."""
        return {"main": self.main, "minor": self.minor, "rail": self.rail}[road]

    def upward(self, road: str) -> str:
        """A road that runs up and down."""
        return {"main": self.main_up, "minor": self.minor_up, "rail": self.rail_up}[road]


ASCII = Glyphs()
UNICODE = Glyphs("·", "─", "═", "+", "│", "║", "+")

_COVER = (
    ("major_city", "##", "city"), ("city", "##", "city"), ("minor_city", "##", "city"),
    ("alpine", "AA", "hill"), ("mountain", "MM", "hill"), ("swamp", ";;", "wet"),
    ("marsh", "::", "wet"),
    ("lake", "~~", "river"), ("sea", "~~", "river"), ("shallow_sea", "~~", "river"),
)

WORDS = {
    "ww": "woods", "WW": "heavy woods", "^^": "hill", "^w": "wooded hill", "##": "city",
    "AA": "alpine",
    "MM": "mountain", ";;": "swamp", "::": "marsh", "~~": "lake or sea",
}
"""What the cover signs mean, for the help."""


def cover(terrain: frozenset[str]) -> tuple[str, str]:
    """Two characters and a look for the land of a hex; empty for clear land."""
    for word, text, look in _COVER:
        if word in terrain:
            return text, look
    hill = "hill" in terrain or "hills" in terrain
    woods = "woods" in terrain or "light_woods" in terrain
    heavy = "heavy_woods" in terrain
    if hill:
        return ("^w", "hill") if woods or heavy else ("^^", "hill")
    return ("WW", "woods") if heavy else ("ww", "woods") if woods else ("", "")


@cache  # a board has a few dozen kinds of hexsides
def road(side: frozenset[str]) -> str:
    """The best way across a hexside: main, minor, rail or empty."""
    if any(word in side for word in MAIN_ROADS):
        return "main"
    if any(word in side for word in MINOR_ROADS):
        return "minor"
    return "rail" if "rail" in side else ""


def road_look(kind: str) -> str:
    """The look of a road or railroad."""
    return "rail" if kind == "rail" else "road"


@cache
def water(side: frozenset[str]) -> str:
    """big, small or empty."""
    if any(word in side for word in BIG_WATER):
        return "big"
    return "small" if any(word in side for word in SMALL_WATER) else ""


def edge(side: frozenset[str], slash: str, glyphs: Glyphs, bridged: bool) -> tuple[str, str]:
    """The character and look of a slanted hexside; ("", "") where nothing is on it.

    A road breaks the river: its own sign stands in the gap.
    """
    way, wet = road(side), water(side)
    if "fortified_line" in side:
        return "#", "fort"
    if wet and way:
        return glyphs.along(way), "bridge"
    if wet and (bridged or "bridge" in side):
        return "x", "bridge"
    if wet:
        return ("~" if wet == "big" else slash), "river"
    return (glyphs.along(way), road_look(way)) if way else ("", "")


OPEN = {"axis": "[", "soviet": "("}
CLOSE = {"axis": "]", "soviet": ")"}
LETTER = {"axis": "A", "soviet": "S"}


def force_text(side: str, text: str, mark: str, picked: bool, room: int) -> str:
    """A stack in at most `room` characters: the brackets tell the side, the mark stands beside.

    A selected stack opens with `>`; where room is short the mark takes the closing bracket's place.
    """
    shown = text if len(text) <= room - 2 else "9" * (room - 2)
    body = (">" if picked else OPEN[side]) + shown
    if not mark:
        return body + CLOSE[side]
    return body + CLOSE[side] + mark if len(body) + 2 <= room else body + mark
