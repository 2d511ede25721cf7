"""What the tests of boards share: boards that are loaded once, and the names of their features."""

from __future__ import annotations

from functools import cache

from engine.catalog import boards
from engine.core.board import Board

GAMES = ("kiev_to_rostov", "third_winter", "forgotten_battles")
RIVERS = frozenset({"river", "minor_river", "major_river", "volga"})
ROADS = frozenset({"road.main", "road.minor", "road", "track"})
MAIN = frozenset({"road.main", "road"})
WATER = frozenset({"sea", "lake", "shallow_sea"})


@cache
def layout(game: str) -> boards.Layout:
    """The sheets of a game."""
    return boards.layout(game)


@cache
def board(game: str) -> Board:
    """The whole board of a game."""
    return boards.join(layout(game))


@cache
def names(game: str) -> dict[tuple[int, int], frozenset[str]]:
    """The names of the features on each hexside, the lower hex first."""
    here = board(game)
    out: dict[tuple[int, int], set[str]] = {}
    found = layout(game)
    for document in found.documents:
        letters = str(document.data.get("map", {}).get("prefix", ""))
        for row in document.data.get("feature", []):
            for a, b in _pairs(row):
                i, j = here.at(_full(letters, a)), here.at(_full(letters, b))
                out.setdefault((min(i, j), max(i, j)), set()).add(row.get("name", ""))
    return {pair: frozenset(words) for pair, words in out.items()}


def _full(letters: str, id_: str) -> str:
    return letters + id_ if id_[0].isdigit() else id_


def _pairs(row: dict[str, list[str]]) -> list[tuple[str, str]]:
    out = []
    for line in row.get("sides", []):
        out += [(pair.split("-")[0], pair.split("-")[1]) for pair in line.split()]
    for chain in row.get("path", []):
        ids = chain.split()
        out += list(zip(ids, ids[1:], strict=False))
    return out


def hexes_of(game: str, name: str) -> list[int]:
    """The hexes of a place, by its wartime name."""
    return [i for i, cell in enumerate(board(game).hexes) if cell.place == name]


def along(game: str, start: str, end: str, words: frozenset[str]) -> int | None:
    """The fewest hexes from one place to another along hexsides with one of these words."""
    here = board(game)
    goals, seen = set(hexes_of(game, end)), set(hexes_of(game, start))
    assert goals and seen, (start, end)
    edge, far = set(seen), 0
    cities = {"city", "major_city", "minor_city"}
    while edge:
        if edge & goals:
            return far
        nexts = set()
        for hex_ in edge:
            for other in here.neighbors(hex_):
                both = here.hexes[hex_].terrain & cities and here.hexes[other].terrain & cities
                same = both and here.hexes[hex_].place == here.hexes[other].place
                if other not in seen and (same or here.side(hex_, other) & words):
                    nexts.add(other)
        seen |= nexts
        edge, far = nexts, far + 1
    return None
