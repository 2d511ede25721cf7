"""Small boards with lettered hexes, and worlds of The Third Winter, for tests of its own rules.

    world = winter([regiment("A"), hq("4 Gd Army HQ")], board=sheet("D", 20, 12), fronts=[...])

Hexes are "D10.05": sheet, column, row; rows count from the south, as on the maps. The rest is
as in `tests.ocs.yard`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import evolve

from engine.core import board as core_board
from engine.core import hexes
from engine.core.board import NOWHERE, Board, Hex
from engine.ocs.pieces import RE, SOVIET, Aircraft, Counter, Face
from engine.ocs.world import Draft, Options, World
from engine.third_winter import joins
from engine.third_winter.state import REGROUPING, Front, TtwState, own
from tests.ocs import yard

TURNS = (
    "1943-09-26", "1943-09-29", "1943-10-01", "1943-10-05", "1943-10-08", "1943-10-12",
    "1943-10-15", "1943-10-19", "1943-10-22", "1943-10-26", "1943-10-29", "1943-11-01",
    "1943-11-05", "1943-11-08", "1943-11-12", "1943-11-15", "1943-11-19", "1943-11-22",
)
"""The first turns of the campaign."""
F1, F2, F3, F4 = "front-1-ukr", "front-2-ukr", "front-3-ukr", "front-4-ukr"


def sheet(
    letter: str = "D", columns: int = 30, rows: int = 20,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[tuple[str, str], str] | None = None,
    *, first_column: int = 1, first_row: int = 1,
) -> Board:
    """A board of open hexes of one sheet."""
    terrain = terrain or {}
    grid = []
    for column in range(first_column, first_column + columns):
        for row in range(first_row, first_row + rows):
            number = f"{letter}{column}.{row:02}"
            words = frozenset(terrain.get(number, "clear").split())
            edge = column in (first_column, first_column + columns - 1)
            grid.append((
                Hex(number, words, edge=edge), hexes.doubled(column, row, from_north=False),
            ))
    return core_board.build(grid, {pair: text.split() for pair, text in (sides or {}).items()})


def line(letter: str, row: int, first: int, last: int, word: str = "rail") -> dict[
    tuple[str, str], str
]:
    """A railroad, road or river word on the hexsides between the hexes of a row."""
    return {
        (f"{letter}{c}.{row:02}", f"{letter}{c + 1}.{row:02}"): word for c in range(first, last)
    }


def row_of(letter: str, row: int, first: int, last: int) -> dict[str, str]:
    """Soviet gauge on the hexes of a row."""
    return {f"{letter}{c}.{row:02}": SOVIET for c in range(first, last + 1)}


def hq(name: str, throw: tuple[int, int] = (5, 3), **fields: Any) -> Counter:
    """A Soviet Army HQ."""
    return yard.headquarters(name, SOVIET, throw, **fields)


def soviet(name: str, **fields: Any) -> Counter:
    """A Soviet regiment of 1 RE."""
    return yard.regiment(name, SOVIET, **fields)


def gun(name: str, points: int = 12, reach: int = 3, **fields: Any) -> Counter:
    """A Soviet artillery unit."""
    fields.setdefault("type", "artillery")
    face = Face(1, False, 2, 2, barrage=points)
    return Counter(name, name, SOVIET, combat=face, move=Face(1, False, 2, 10, "truck"),
                   printed=False, range=reach, **fields)


def guns_division(name: str, points: int = 84, steps: int = 3) -> Counter:
    """A Soviet artillery division."""
    return gun(name, points, steps=steps, re4=steps * RE)


def plane(name: str, type_: str = "T", side: str = SOVIET, **fields: Any) -> Aircraft:
    """An air unit of 20 points."""
    fields.setdefault("barrage", 20)
    fields.setdefault("range", 60)
    return Aircraft(name, name, side, type_, **fields)


def winter(
    counters: Iterable[Counter] = (), board: Board | None = None,
    planes: Iterable[Aircraft] = (), options: Options | None = None, **scenario: Any,
) -> World:
    """A world of the game with all its hooks."""
    scenario.setdefault("turns", TURNS)
    return yard.make_world(
        counters, board or sheet(), planes, joins.build(), options, **scenario
    )


def front(
    world: World, where: str = "", posture: str = REGROUPING, armies: Iterable[str] = (),
    since: int = -99, **fields: Any,
) -> Front:
    """A Front with its HQ in a hex."""
    hex_ = world.board.at(where) if where else NOWHERE
    return Front(hex_, posture, since, tuple(armies), **fields)


def drafted(
    world: World, units: Mapping[str, Any] | None = None, *,
    fronts: Mapping[str, Front] | None = None, game: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Draft:
    """A draft with Fronts and further fields of the game's own state; the Soviets go first."""
    fields.setdefault("first", SOVIET)
    own_part = evolve(TtwState(), fronts=dict(fronts or {}), **(game or {}))
    return yard.make_draft(world, units, game=own_part, **fields)


def open_phase(draft: Draft) -> None:
    """The Reinforcement Phase in hand begins: the game's work up to its first question."""
    draft.world.hooks.step_begins(draft)
    draft.world.hooks.reinforcement(draft)


def now(draft: Draft) -> TtwState:
    """The game's own part of the state."""
    return own(draft.state)


def asked(draft: Draft) -> str:
    """The topic, or the kind, of the decision on top; empty for none."""
    if not draft.state.asks:
        return ""
    top = draft.state.asks[-1]
    return getattr(top, "topic", "") or type(top).__name__
