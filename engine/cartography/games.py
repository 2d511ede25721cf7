"""What differs between the games: words, letters, how much of a region is covered, sheet files."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.values import frozen

EFS_LETTERS = {
    ".": "clear", "h": "hill", "w": "clear woods", "H": "hill woods", "m": "marsh", "s": "swamp",
    "l": "lake", "~": "sea", "=": "shallow_sea",
}  # fmt: skip
OCS_LETTERS = {
    ".": "open", "h": "hills", "w": "light_woods", "W": "heavy_woods", "H": "hills light_woods",
    "K": "hills heavy_woods", "s": "swamp", "S": "swamp light_woods", "M": "mountain",
    "F": "mountain heavy_woods", "l": "lake", "~": "sea",
}  # fmt: skip
"""Letters of the drawing of a sheet; the same on every sheet of a series."""

DENSITY = {
    ("woods", "light"): 0.52, ("woods", "heavy"): 0.74, ("marsh", "swamp"): 0.76,
    ("marsh", "salt"): 0.6, ("hills", "hills"): 0.42, ("hills", "mountain"): 0.97,
    ("hills", "sand"): 0.0,
}  # fmt: skip
"""The part of a region that is really covered: the atlas draws them broadly, as likelihoods."""


SCATTERED = ((49.0, 0.02), (50.0, 0.10), (51.0, 0.17), (52.0, 0.24), (58.0, 0.30))
"""Woods outside the regions of the atlas: up to this latitude, this part of the country."""


@frozen(eq=False)
class Style:
    """How one game is drawn."""

    game: str
    """The folder of the game."""
    atlas: str
    """Its id in the atlas."""
    short: str
    series: str
    title: str
    letters: Mapping[str, str]
    clear: str
    hill: str
    main_road: str
    minor_road: str
    river: str
    town: str
    city: str
    """Words of the series for these things."""
    farthest_link: float
    """Hexes between two towns that a minor road of our own joins at most."""
    sheets: tuple[str, ...]
    unbent: Mapping[str, str]
    """Named hexes that bend nothing, with the reason."""


KTR = Style(
    "kiev_to_rostov", "kiev-to-rostov", "ktr", "efs", "Kiev to Rostov", EFS_LETTERS,
    clear="clear", hill="hill", main_road="road.main", minor_road="road.minor", river="river",
    town="town", city="city", farthest_link=7.0, sheets=("J", "K", "KK", "R"),
    unbent={"K2151": "the design note gives K2151, the rule K2152 for the same railhead"},
)  # fmt: skip
TTW = Style(
    "third_winter", "third-winter", "ttw", "ocs", "The Third Winter", OCS_LETTERS,
    clear="open", hill="hills", main_road="road", minor_road="track", river="minor_river",
    town="village", city="minor_city", farthest_link=5.0, sheets=("A", "B", "C", "D"), unbent={},
)  # fmt: skip
TFB = Style(
    "forgotten_battles", "forgotten-battles", "tfb", "ocs", "The Forgotten Battles", OCS_LETTERS,
    clear="open", hill="hills", main_road="road", minor_road="track", river="minor_river",
    town="village", city="minor_city", farthest_link=8.0, sheets=("A", "B", "C", "D"),
    unbent={"A51.07": "the western one of four city hexes: the city lies in the middle of them"},
)  # fmt: skip

GAMES = {style.game: style for style in (KTR, TTW, TFB)}
