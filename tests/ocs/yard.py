"""Small boards and worlds for tests of single series rules, with the games' own charts.

    world = make_world([regiment("A"), regiment("B", SOVIET)], sources={AXIS: ("0101",)})
    draft = make_draft(world, {"A": "0203", "B": "0303"}, step="C2", dumps={"0102": (AXIS, 4)})
    play(draft, "fuel A as single")
    assert refusal(draft, "move A to 0903") == "OCS 6.1b"

Hexes are numbered column and row ("0203"), rows counted from the north, odd columns half
a hex further south. Counters and air units are called by their names; names are ids too.
Amounts read as in play: MPs and RE whole or fractional, supply in tokens (T).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve

from engine.core import board as core_board
from engine.core import hexes
from engine.core.board import Board, Hex
from engine.core.commands import End
from engine.core.dice import Dice
from engine.core.errors import Refusal
from engine.ocs import charts as charts_module
from engine.ocs import flow
from engine.ocs.charts import Charts
from engine.ocs.commands import GRAMMAR
from engine.ocs.pieces import (
    AXIS,
    LEG,
    ORGANIC,
    RE,
    SIDES,
    TRACK,
    TRUCK,
    TRUCKS,
    WAGONS,
    Aircraft,
    AirUnit,
    Base,
    Counter,
    Dump,
    Face,
    Hog,
    Unit,
)
from engine.ocs.sequence import place
from engine.ocs.state import OcsState, Side
from engine.ocs.world import Draft, Hooks, Options, Scenario, World

DATA = Path(__file__).resolve().parents[2] / "scenarios"
BOOKS = ("operational_combat_series", "third_winter")
TURNS = ("1944-02-01", "1944-02-05", "1944-02-08", "1944-02-12", "1944-02-15")


@cache
def charts() -> Charts:
    """The charts of the series and of The Third Winter, read from the program's data."""
    tables: dict[str, Any] = {}
    for book in BOOKS:
        tables.update(tomllib.loads((DATA / book / "charts.toml").read_text(encoding="utf-8")))
    return charts_module.build(tables)


# ---------------------------------------------------------------- boards


def make_board(
    columns: int = 12,
    rows: int = 6,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[tuple[str, str], str] | None = None,
    places: Mapping[str, str] | None = None,
) -> Board:
    """A board of open hexes from 0101, with other terrain ("hill village") and hexsides named."""
    terrain, places = terrain or {}, places or {}
    grid = []
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            number = f"{column:02}{row:02}"
            words = frozenset(terrain.get(number, "clear").split())
            edge = column in (1, columns) or row in (1, rows)
            grid.append((
                Hex(number, words, place=places.get(number, ""), edge=edge),
                hexes.doubled(column, row),
            ))
    return core_board.build(grid, {pair: text.split() for pair, text in (sides or {}).items()})


def along(row: int, first: int, last: int, word: str) -> dict[tuple[str, str], str]:
    """A road, railroad or river word on every hexside between the hexes of a row."""
    return {
        (f"{column:02}{row:02}", f"{column + 1:02}{row:02}"): word
        for column in range(first, last)
    }


# ---------------------------------------------------------------- pieces


def _faces(fields: dict[str, Any], strength: int, ar: int, ma: int, mobility: str) -> None:
    fields.setdefault("combat", Face(strength, True, ar, ma, mobility))
    fields.setdefault("move", Face((strength + 1) // 2, True, ar, ma * 2, mobility))


def regiment(name: str, side: str = AXIS, **fields: Any) -> Counter:
    """A one-step Leg regiment of 1 RE: strength 8, Action Rating 3, 3 MPs in Combat Mode."""
    fields.setdefault("type", "infantry")
    _faces(fields, 8, fields.pop("ar", 3), fields.pop("ma", 3), fields.pop("mobility", LEG))
    return Counter(name, name, side, **fields)


def battalion(name: str, side: str = AXIS, **fields: Any) -> Counter:
    """A Track battalion of 1/2 RE: strength 6, Action Rating 4, 6 MPs in Combat Mode."""
    fields.setdefault("type", "armor")
    fields.setdefault("symbol", "yellow")
    fields.setdefault("re4", RE // 2)
    _faces(fields, 6, fields.pop("ar", 4), fields.pop("ma", 6), fields.pop("mobility", TRACK))
    return Counter(name, name, side, **fields)


def division(name: str, side: str = AXIS, steps: int = 3, **fields: Any) -> Counter:
    """A multi-step Leg division: strength 14, Action Rating 3."""
    fields.setdefault("type", "infantry")
    _faces(fields, 14, fields.pop("ar", 3), fields.pop("ma", 3), fields.pop("mobility", LEG))
    return Counter(name, name, side, steps=steps, re4=steps * RE, **fields)


def headquarters(
    name: str, side: str = AXIS, throw: tuple[int, int] = (5, 3), mobility: str = TRUCK,
    **fields: Any,
) -> Counter:
    """An HQ with its throw ranges in Combat and Move Mode."""
    return Counter(
        name, name, side, "hq",
        combat=Face(5, False, 0, 0, mobility, throw=throw[0]),
        move=Face(1, False, 0, 8, mobility, throw=throw[1]),
        engineer=True, printed=False, **fields,
    )


def trucks(name: str, side: str = AXIS, points: int = 1, **fields: Any) -> Counter:
    """Truck Transport Points: 45 MPs."""
    face = Face(0, False, 0, 45, TRUCK)
    fields.setdefault("type", TRUCKS)
    return Counter(name, name, side, combat=face, move=face, re4=0, printed=False, points=points,
                   **fields)


def wagons(name: str, side: str = AXIS, points: int = 1) -> Counter:
    """Wagon Transport Points: 10 Leg MPs."""
    face = Face(0, False, 0, 10, LEG)
    return Counter(name, name, side, WAGONS, face, face, re4=0, printed=False, points=points)


def organic(name: str, formation: str, side: str = AXIS, points: int = 1) -> Counter:
    """The Organic Truck of a formation."""
    return trucks(name, side, points, type=ORGANIC, formation=formation)


# ---------------------------------------------------------------- worlds and states


def make_world(
    counters: Iterable[Counter] = (),
    board: Board | None = None,
    planes: Iterable[Aircraft] = (),
    hooks: Hooks | None = None,
    options: Options | None = None,
    **scenario: Any,
) -> World:
    """A world with the charts of the game. Further arguments are fields of the scenario.

    Without options of its own nobody proposes simulcast turns in it.
    """
    fields: dict[str, Any] = {
        "id": "test", "game": "third_winter", "title": "Test", "turns": TURNS,
        "reserve_markers": dict.fromkeys(SIDES, 9),
    }
    fields.update(scenario)
    return World(
        board or make_board(), {c.id: c for c in counters}, {p.id: p for p in planes}, charts(),
        Scenario(**fields), hooks or Hooks(), options or Options(simulcast=False),
    )


def make_state(
    world: World,
    units: Mapping[str, str | Unit] | None = None,
    *,
    step: str = "C2",
    first: str = AXIS,
    turn: int = 1,
    rolls: Iterable[int] = (),
    dumps: Mapping[str, tuple[str, int]] | None = None,
    bases: Mapping[str, tuple[str, int]] | None = None,
    hogs: Mapping[str, tuple[str, int]] | None = None,
    gauge: Mapping[str, str] | None = None,
    control: Mapping[str, str] | None = None,
    extenders: Mapping[str, str] | None = None,
    air: Mapping[str, str | AirUnit] | None = None,
    **fields: Any,
) -> OcsState:
    """A state with units on hexes ("0203"), dumps as (owner, tokens), bases as (owner, level).

    Transport is in Move Mode, all else in Combat Mode unless a `Unit` says otherwise.
    """
    at = world.board.at
    fields.setdefault("sides", {side: Side() for side in SIDES})
    return OcsState(
        turn=turn, step=place(step), first=first, dice=Dice().name(*rolls),
        units={
            id_: Unit(id_, at(where), front=not world.counters[id_].transport, began=at(where))
            if isinstance(where, str) else where
            for id_, where in (units or {}).items()
        },
        air={
            id_: AirUnit(id_, at(where)) if isinstance(where, str) else where
            for id_, where in (air or {}).items()
        },
        dumps={at(h): Dump(owner, tokens) for h, (owner, tokens) in (dumps or {}).items()},
        bases={at(h): Base(owner, level) for h, (owner, level) in (bases or {}).items()},
        hogs={at(h): Hog(owner, level) for h, (owner, level) in (hogs or {}).items()},
        gauge={at(h): side for h, side in (gauge or {}).items()},
        control={at(h): side for h, side in (control or {}).items()},
        extenders={at(h): word for h, word in (extenders or {}).items()},
        **fields,
    )


def make_draft(
    world: World, units: Mapping[str, str | Unit] | None = None, **fields: Any
) -> Draft:
    """A draft of `make_state` with the same arguments."""
    return Draft(world, make_state(world, units, **fields))


def unit_at(world: World, id_: str, where: str, **fields: Any) -> Unit:
    """A unit in a hex with fields of its own, such as `front=False` or `marker=DG`."""
    hex_ = world.board.at(where)
    fields.setdefault("front", not world.counters[id_].transport)
    return Unit(id_, hex_, began=hex_, **fields)


def change(draft: Draft, id_: str, **fields: Any) -> None:
    """Give a unit other fields; `hex` is a number as printed."""
    if "hex" in fields:
        fields["hex"] = draft.world.board.at(fields["hex"])
    unit = evolve(draft.state.units[id_], **fields)
    draft.update(units={**draft.state.units, id_: unit})


def go_to(draft: Draft, step: str) -> None:
    """Put the draft in another step of the sequence of play, by its id: "C2", "D", "E1'"."""
    draft.update(step=place(step))


# ---------------------------------------------------------------- playing


def play(draft: Draft, *commands: str) -> None:
    """Carry commands out as the program does, automatic steps after them included.

    Raises the Refusal if there is one.
    """
    for text in commands:
        command = End() if text == "end" else GRAMMAR.parse(text)
        state, events = flow.FLOW.execute(draft.world, draft.state, command)
        draft.state = state
        draft.events.extend(events)


def refusal(draft: Draft, text: str) -> str:
    """The rule by which a command is refused, or "" where it is allowed; nothing changes."""
    wrong: Refusal | None = flow.FLOW.judge(draft.world, draft.state, GRAMMAR.parse(text))
    return wrong.rule if wrong is not None else ""


def settle(draft: Draft) -> None:
    """Go on until a player must decide."""
    flow.FLOW.settle(draft)


def offered(draft: Draft, actor: str = "") -> list[str]:
    """Every command that the program offers now, or to a unit or in a hex, as text."""
    return [GRAMMAR.render(c) for c in flow.FLOW.legal(draft.world, draft.state, actor)]


def tokens(draft: Draft, where: str) -> int:
    """Tokens on the ground of a hex."""
    dump = draft.state.dumps.get(draft.world.board.at(where))
    return dump.tokens if dump is not None else 0


def hexes_of(draft: Draft, *numbers: str) -> frozenset[int]:
    """Hexes by their printed numbers."""
    return frozenset(draft.world.board.at(n) for n in numbers)
