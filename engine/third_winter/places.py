"""Where things are on the maps of *The Third Winter*: sheets, cities, countries (TTW 1.1, 2.4a)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.core.paths import flood
from engine.ocs.sequence import SEQUENCE, other
from engine.ocs.sizes import combat_units, holder
from engine.ocs.state import OcsState
from engine.ocs.world import World

CITY_WORDS = frozenset({"minor_city", "major_city", "city"})
VILLAGE = "village"
RUMANIA = "rumania"
"""The country's word on the board (TTW 1.3, 2.5a)."""
_NUMBER = re.compile(r"([A-D])(\d+)\.(\d+)")
OPENERS = frozenset({"P1", "P2", "A", "B", "C1", "D", "E1", "F1", "G1", "H", "T"})
"""Ids of the steps with which a phase begins (OCS 2.2)."""


def new_phase(state: OcsState) -> bool:
    """Whether the step in hand opens a phase."""
    return SEQUENCE[state.step].id.rstrip("'") in OPENERS


def sheet(world: World, hex_: int) -> str:
    """The map letter of a hex (TTW 1.1)."""
    return column_row(world, hex_)[0]


def column_row(world: World, hex_: int) -> tuple[str, int, int]:
    """Map letter, column and row of a hex; a board without letters counts as map A (TTW 1.1)."""
    found = _NUMBER.fullmatch(world.board.id(hex_))
    if found is None:
        return "A", world.board.xy[hex_][0], 0
    return found[1], int(found[2]), int(found[3])


def named(world: World, numbers: Iterable[str]) -> tuple[int, ...]:
    """Those of some hexes that lie on the board in play."""
    return tuple(world.board.index[n] for n in numbers if n in world.board.index)


def east_of(world: World, hex_: int, start: int) -> bool:
    """Whether a hex lies in a column further east than another (TTW 2.3a, 2.4d)."""
    return world.board.xy[hex_][0] > world.board.xy[start][0]


def in_rumania(world: World, hex_: int) -> bool:
    """Whether a hex lies within the borders of Rumania (TTW 2.5a)."""
    return hex_ in world.board.marks.get(RUMANIA, frozenset())


# ---------------------------------------------------------------- cities (2.4a)


def is_city(world: World, hex_: int) -> bool:
    """A hex of a major or minor city."""
    return bool(world.board.hexes[hex_].terrain & CITY_WORDS)


def cities(world: World) -> dict[str, tuple[int, ...]]:
    """City name to all its contiguous hexes (TTW 2.4a)."""
    found: dict[str, tuple[int, ...]] | None = world.memo.get("ttw cities")
    if found is None:
        found = {}
        seen: set[int] = set()
        for hex_ in range(len(world.board)):
            if hex_ not in seen and is_city(world, hex_):
                group = _contiguous(world, hex_)
                seen.update(group)
                found[_name(world, group)] = group
        world.memo["ttw cities"] = found
    return found


def _contiguous(world: World, start: int) -> tuple[int, ...]:
    steps = flood(
        {start: 0},
        lambda a, spent: ((b, 1) for b in world.board.neighbors(a) if is_city(world, b)),
        len(world.board),
    )
    return tuple(sorted(steps.spent))


def _name(world: World, group: tuple[int, ...]) -> str:
    names = [world.board.hexes[h].place for h in group if world.board.hexes[h].place]
    return names[0] if names else world.board.id(group[0])


def city_of(world: World, hex_: int) -> str:
    """The name of the city that a hex belongs to, or empty."""
    table: dict[int, str] | None = world.memo.get("ttw city of")
    if table is None:
        table = {h: name for name, group in cities(world).items() for h in group}
        world.memo["ttw city of"] = table
    return table.get(hex_, "")


def controls(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """Whether a side was the last to move a combat unit through a hex (TTW 5.0a)."""
    held = holder(world, state, hex_)
    return (held or state.control.get(hex_, "")) == side


# ---------------------------------------------------------------- near and far


def units_within(
    world: World, state: OcsState, side: str, hex_: int, radius: int
) -> tuple[str, ...]:
    """Combat units of a side at most `radius` hexes away."""
    return tuple(
        u.id for u in state.units.values()
        if u.on_map and world.counters[u.id].fighting and world.counters[u.id].side == side
        and world.board.distance(u.hex, hex_) <= radius
    )


def free_of(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """Whether no combat unit of the other side stands in a hex."""
    return holder(world, state, hex_) != other(side)


def friends_in(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """Whether a combat unit of the side stands in a hex."""
    return any(world.counters[u.id].side == side for u in combat_units(world, state, hex_))


# ---------------------------------------------------------------- the Dnepr as a line


RIVER = frozenset({"major_river", "volga"})
KIEV, DNEPROPETROVSK = "B4.24", "D44.24"
KHERSON = "D14.03"


def dnepr_sides(world: World) -> frozenset[tuple[int, int]]:
    """Hexsides of the Dnepr on the board: major river and Volga-Class water joined to it.

    The water is followed from its Volga-Class stretch and from Kiev upstream and down; other
    major rivers that flow into it belong to it as far as this goes.
    """
    found: frozenset[tuple[int, int]] | None = world.memo.get("ttw dnepr")
    if found is None:
        board = world.board
        kiev = board.index.get(KIEV, -1)
        starts = {
            (a, b) for a in range(len(board)) for b in board.neighbors(a)
            if a < b and ("volga" in board.side(a, b) or (
                kiev in (a, b) and board.side(a, b) & RIVER))
        }
        found = frozenset(_followed(world, starts))
        world.memo["ttw dnepr"] = found
    return found


def _followed(world: World, starts: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Every river hexside joined to some others, end to end."""
    found, waiting = set(starts), list(starts)
    while waiting:
        a, b = waiting.pop()
        both = set(world.board.neighbors(a)) & set(world.board.neighbors(b))
        for c in both:
            for x, y in ((min(a, c), max(a, c)), (min(b, c), max(b, c))):
                if (x, y) not in found and world.board.side(x, y) & RIVER:
                    found.add((x, y))
                    waiting.append((x, y))
    return found


def east_bank(world: World) -> frozenset[int]:
    """Hexes east of the Dnepr: those joined to the east edge without crossing it (TTW 2.4c)."""
    found: frozenset[int] | None = world.memo.get("ttw east")
    if found is None:
        board = world.board
        river = dnepr_sides(world)
        far = max(point[0] for point in board.xy)
        starts = {h: 0 for h, point in enumerate(board.xy) if point[0] == far}
        if not river:
            starts = {}

        def edges(a: int, spent: int) -> list[tuple[int, int]]:
            return [
                (b, 1) for b in board.neighbors(a)
                if (min(a, b), max(a, b)) not in river and "sea" not in board.hexes[b].terrain
            ]

        found = frozenset(flood(starts, edges, len(board)).spent)
        world.memo["ttw east"] = found
    return found
