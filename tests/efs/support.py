"""Small boards and worlds for tests of single rules, with the game's own charts.

    world = make_world(make_board(5, 5), [infantry("A"), infantry("B", side=SOVIET)])
    draft = make_draft(world, {"A": "0203", "B": "0303"}, step="B.1", rolls=(6,))
    play(draft, "move A to 0204", movement)
    assert refusal(draft, "move A to 0205", movement) == "BSR 10.65"

Hexes are numbered column and row ("0203"), rows counted from the north, odd columns half
a hex further south. Counters and air units are called by their names; names are ids too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.core import board as core_board
from engine.core import hexes
from engine.core.board import Board, Hex
from engine.core.commands import Command, Pass
from engine.core.dice import Dice
from engine.core.errors import Refusal
from engine.efs import charts as charts_module
from engine.efs.charts import Charts
from engine.efs.commands import GRAMMAR
from engine.efs.handlers import Handler
from engine.efs.pieces import AXIS, READY, SOVIET, Aircraft, AirUnit, Counter, Face, Unit
from engine.efs.sequence import SEQUENCE, place
from engine.efs.state import EfsState
from engine.efs.world import Draft, Hooks, Options, Scenario, World

DATA = Path(__file__).resolve().parents[2] / "scenarios" / "kiev_to_rostov"


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


@cache
def charts() -> Charts:
    """The game's charts, read from its data."""
    tables: dict[str, Any] = {}
    for path in sorted(DATA.glob("charts-*.toml")):
        tables.update(_read(path.name))
    return charts_module.build(tables)


@cache
def aircraft_types() -> dict[str, dict[str, Any]]:
    """The air counters of the game's data, by their printed type."""
    return {row["name"]: row for row in _read("aircraft.toml")["aircraft"]}


# ---------------------------------------------------------------- boards


def make_board(
    columns: int = 6,
    rows: int = 6,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[tuple[str, str], str] | None = None,
    stars: Mapping[str, int] | None = None,
) -> Board:
    """A board of clear hexes from 0101, with other terrain ("hill woods") and hexsides named."""
    terrain, stars = terrain or {}, stars or {}
    grid = []
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            number = f"{column:02}{row:02}"
            words = frozenset(terrain.get(number, "clear").split())
            edge = column in (1, columns) or row in (1, rows)
            grid.append((
                Hex(number, words, stars=stars.get(number, 0), edge=edge),
                hexes.doubled(column, row),
            ))
    return core_board.build(grid, {pair: text.split() for pair, text in (sides or {}).items()})


# ---------------------------------------------------------------- pieces


def counter(
    name: str,
    attack: int = 4,
    defense: int = 4,
    ma: int = 6,
    reduced: tuple[int, int, int] | None = None,
    **fields: Any,
) -> Counter:
    """A counter; its id is its name. Axis infantry division unless told otherwise."""
    values: dict[str, Any] = {
        "side": AXIS, "type": "infantry", "size": "XX", "steps": 2 if reduced else 1,
    }
    values.update(fields)
    if values["side"] == SOVIET:
        values.setdefault("nationality", "soviet")
    back = Face(*reduced) if reduced else None
    return Counter(name, name, full=Face(attack, defense, ma), reduced=back, **values)


def headquarters(name: str = "HQ", command: int = 1, recovery: int = 5, **fields: Any) -> Counter:
    """A Soviet headquarters."""
    return counter(
        name, 0, 1, 6, side=SOVIET, type="hq", size="XXXX", command=command, recovery=recovery,
        nonop=Face(0, 1, 4), **fields,
    )


def plane(type_: str, number: int = 1) -> Aircraft:
    """An air unit of a printed type ("MiG-3"); from the second on its name carries a number."""
    row = {k: v for k, v in aircraft_types()[type_].items() if k in _AIR_FIELDS}
    name = type_ if number == 1 else f"{type_} {number}"
    return Aircraft(**{**row, "id": name, "name": name})


_AIR_FIELDS = frozenset(
    {"side", "kind", "acr", "cas", "interdiction", "aa_drm", "range_limited", "source"}
)


# ---------------------------------------------------------------- worlds and states


def plain_hooks() -> Hooks:
    """Hooks of a game that never ends and scores nothing."""
    return Hooks(
        victory=lambda world, state: None,
        score=lambda world, state: "",
        stars=lambda world, state: (),
    )


def make_world(
    board: Board | None = None,
    counters: Iterable[Counter] = (),
    planes: Iterable[Aircraft] = (),
    options: Options | None = None,
    hooks: Hooks | None = None,
    **scenario: Any,
) -> World:
    """A world with the game's charts. Further arguments are fields of the scenario."""
    fields: dict[str, Any] = {
        "id": "test", "game": "kiev_to_rostov", "title": "Test", "first_turn": 1, "last_turn": 99,
    }
    fields.update(scenario)
    return World(
        board or make_board(),
        {c.id: c for c in counters},
        {p.id: p for p in planes},
        charts(),
        Scenario(**fields),
        hooks or plain_hooks(),
        options or Options(dummies="seen"),
    )


def make_state(
    world: World,
    units: Mapping[str, str | Unit] | None = None,
    *,
    air: Mapping[str, str | AirUnit] | None = None,
    step: str = "B.1",
    turn: int = 50,
    rolls: Iterable[int] = (),
    control: Mapping[str, str] | None = None,
    **fields: Any,
) -> EfsState:
    """A state with units on hexes ("0203") and air units in boxes, all ready if none are named."""
    at = world.board.at
    boxes = dict.fromkeys(world.aircraft, READY) if air is None else air
    return EfsState(
        turn=turn,
        step=place(step),
        dice=Dice().name(*rolls),
        units={
            id_: Unit(id_, at(where)) if isinstance(where, str) else where
            for id_, where in (units or {}).items()
        },
        air={
            id_: AirUnit(id_, where) if isinstance(where, str) else where
            for id_, where in boxes.items()
        },
        control={at(number): side for number, side in (control or {}).items()},
        **fields,
    )


def make_draft(
    world: World, units: Mapping[str, str | Unit] | None = None, **fields: Any
) -> Draft:
    """A draft of `make_state` with the same arguments."""
    return Draft(world, make_state(world, units, **fields))


def go_to(draft: Draft, step: str) -> None:
    """Put the draft in another step of the sequence of play, by its printed number."""
    draft.update(step=place(step))


# ---------------------------------------------------------------- commands


def _handler(draft: Draft, command: Command, modules: tuple[ModuleType, ...]) -> Handler:
    asks = draft.state.asks
    if isinstance(command, Pass):
        return next(m.PASSES[type(asks[-1])] for m in modules if type(asks[-1]) in m.PASSES)
    handler = next(m.HANDLERS[type(command)] for m in modules if type(command) in m.HANDLERS)
    if asks:
        assert isinstance(asks[-1], handler.decisions), f"{command} does not answer {asks[-1]}"
    else:
        key = SEQUENCE[draft.state.step].key
        assert key in handler.steps, f"{command} has no place in {key}"
    return handler


def play(draft: Draft, text: str, *modules: ModuleType) -> None:
    """Carry a command out, by the handlers of these modules. Raises the Refusal if there is one."""
    command = GRAMMAR.parse(text)
    handler = _handler(draft, command, modules)
    wrong = handler.check(draft.world, draft.state, command)
    if wrong is not None:
        raise wrong
    handler.apply(draft, command)


def refusal(draft: Draft, text: str, *modules: ModuleType) -> str:
    """The rule by which a command is refused, or "" where it is allowed; nothing changes."""
    command = GRAMMAR.parse(text)
    wrong: Refusal | None = _handler(draft, command, modules).check(
        draft.world, draft.state, command
    )
    return wrong.rule if wrong is not None else ""


def rolls_made(draft: Draft) -> list[int]:
    """The die rolls of the draft's events, in order."""
    return [event.roll for event in draft.events if event.roll]
