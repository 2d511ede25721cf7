"""Tiny boards for tests of barrage, air power, bases and field works.

    yard = Yard.make(board(), [gun("Gun"), infantry("Foe", side=SOVIET)],
                     units={"Gun": "0303", "Foe": "0403"}, dumps={"0303": (AXIS, 8)})
    yard.roll(4, 4)
    yard.do("barrage 0403 with Gun")
    assert yard.refused("barrage 0403 with Gun") == "OCS 10.0e"

Hexes are numbered column and row, rows from the north. Names are ids. The yard plays by the
common frame with the chapters named in it, so decisions wait and procedures go on as in play.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from attrs import define, evolve

from engine.core import board as core_board
from engine.core import hexes
from engine.core.board import Board, Hex
from engine.core.dice import Dice
from engine.core.events import Event
from engine.core.flow import Flow, gather
from engine.ocs import (
    air_combat,
    artillery,
    barrage,
    barrage_segments,
    bases,
    capture,
    consolidation,
    construction,
    drop_plans,
    flights,
    landing,
    losses,
    missions,
    modes,
    movement,
    phases,
    stacking,
)
from engine.ocs import charts as charts_module
from engine.ocs.charts import Charts
from engine.ocs.commands import GRAMMAR
from engine.ocs.pieces import (
    AXIS,
    LEG,
    RE,
    TRUCK,
    Aircraft,
    AirUnit,
    Base,
    Counter,
    Dump,
    Face,
    Hog,
    Unit,
)
from engine.ocs.sequence import MOVING, SEQUENCE, actor, place
from engine.ocs.state import OcsState
from engine.ocs.world import Hooks, Options, Scenario, World

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
CHARTS = ("operational_combat_series/charts.toml", "third_winter/charts.toml")
CHAPTERS = (
    air_combat, artillery, barrage_segments, bases, capture, consolidation, construction,
    drop_plans, flights, landing, losses, missions, modes, movement, phases, stacking,
)
FLOW = Flow(
    sequence=SEQUENCE,
    handlers=gather(CHAPTERS, "HANDLERS"),
    passes=gather(CHAPTERS, "PASSES"),
    steps=gather(CHAPTERS, "STEPS"),
    offers=gather(CHAPTERS, "OFFERS") | dict.fromkeys(MOVING, phases.offers),
    procedures=(barrage.proceed, missions.proceed),
    describe=lambda world, state, decision: type(decision).__name__,
    rule_for=lambda decision: "",
    entering=phases.entering,
    side_of=actor,
)


@cache
def charts() -> Charts:
    """The charts of the series and of The Third Winter."""
    tables: dict[str, Any] = {}
    for name in CHARTS:
        tables.update(tomllib.loads((SCENARIOS / name).read_text(encoding="utf-8")))
    return charts_module.build(tables)


def board(
    columns: int = 6, rows: int = 6, terrain: Mapping[str, str] | None = None,
    sides: Mapping[tuple[str, str], str] | None = None,
) -> Board:
    """Clear hexes from 0101, with other terrain ("hill woods") and hexsides where named."""
    grid = []
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            number = f"{column:02}{row:02}"
            words = frozenset((terrain or {}).get(number, "clear").split())
            grid.append((Hex(number, words), hexes.doubled(column, row)))
    return core_board.build(grid, {pair: text.split() for pair, text in (sides or {}).items()})


# ---------------------------------------------------------------- pieces


def infantry(name: str, **fields: Any) -> Counter:
    """A regiment of 1 RE, an Axis one unless told otherwise."""
    values: dict[str, Any] = {
        "side": AXIS, "type": "infantry", "combat": Face(5, ar=3, ma=4, mobility=LEG),
        "move": Face(3, ar=3, ma=6, mobility=LEG),
    }
    return Counter(name, name, **{**values, **fields})


def gun(name: str, points: int = 8, reach: int = 3, **fields: Any) -> Counter:
    """An artillery unit of 1 RE; the Move side has half the points."""
    values: dict[str, Any] = {
        "side": AXIS, "type": "artillery", "printed": False, "range": reach,
        "combat": Face(1, attack=False, ma=2, mobility=TRUCK, barrage=points),
        "move": Face(1, attack=False, ma=12, mobility=TRUCK, barrage=points // 2),
    }
    return Counter(name, name, **{**values, **fields})


def hq(name: str, throw: int = 5, **fields: Any) -> Counter:
    """A headquarters with engineer functions."""
    values: dict[str, Any] = {
        "side": AXIS, "type": "hq", "printed": False, "engineer": True,
        "combat": Face(5, attack=False, ma=2, mobility=TRUCK, throw=throw),
        "move": Face(1, attack=False, ma=12, mobility=TRUCK, throw=throw),
    }
    return Counter(name, name, **{**values, **fields})


def division(name: str, steps: int, **fields: Any) -> Counter:
    """A multi-step unit with a step for each RE."""
    return infantry(name, steps=steps, re4=steps * RE, **fields)


def plane(name: str, type_: str = "T", **fields: Any) -> Aircraft:
    """An air unit: rating 2, 10 barrage points, range 40 unless told otherwise."""
    values: dict[str, Any] = {"side": AXIS, "combat": 2, "barrage": 10, "range": 40}
    return Aircraft(name, name, type=type_, **{**values, **fields})


# ---------------------------------------------------------------- the yard


@define
class Yard:
    """A world and the state of play in it."""

    world: World
    state: OcsState
    events: list[Event]

    @classmethod
    def make(
        cls, where: Board, counters: Iterable[Counter] = (), planes: Iterable[Aircraft] = (), *,
        units: Mapping[str, str | Unit] | None = None,
        air: Mapping[str, str | AirUnit] | None = None,
        dumps: Mapping[str, tuple[str, int]] | None = None,
        bases: Mapping[str, tuple[str, int]] | None = None,
        hogs: Mapping[str, tuple[str, int]] | None = None,
        step: str = "F1", options: Options | None = None, hooks: Hooks | None = None,
        **state: Any,
    ) -> Yard:
        """A position; the Axis plays first, so "F1" is its artillery segment and "E2" the foe's."""
        at = where.at
        world = World(
            where, {c.id: c for c in counters}, {p.id: p for p in planes}, charts(),
            Scenario("test", "third_winter", "Test", ("1943-10-01",)), hooks or Hooks(),
            options or Options(),
        )
        begin = OcsState(
            turn=1, step=place(step), first=AXIS,
            units={
                id_: Unit(id_, at(w), began=at(w)) if isinstance(w, str) else w
                for id_, w in (units or {}).items()
            },
            air={
                id_: AirUnit(id_, at(w)) if isinstance(w, str) else w
                for id_, w in (air or {}).items()
            },
            dumps={at(h): Dump(*d) for h, d in (dumps or {}).items()},
            bases={at(h): Base(*b) for h, b in (bases or {}).items()},
            hogs={at(h): Hog(*g) for h, g in (hogs or {}).items()},
            **state,
        )
        return cls(world, begin, [])

    def roll(self, *dice: int) -> None:
        """Fix the next dice."""
        self.state = evolve(self.state, dice=Dice().name(*dice))

    def do(self, text: str) -> None:
        """Carry out a command. Raises the Refusal where it is not allowed."""
        self.state, events = FLOW.execute(self.world, self.state, GRAMMAR.parse(text))
        self.events += events

    def refused(self, text: str) -> str:
        """The rule by which a command is refused, or "" where it is allowed."""
        found = FLOW.judge(self.world, self.state, GRAMMAR.parse(text))
        return found.rule if found is not None else ""

    def go_to(self, step: str) -> None:
        """Put the yard in another step of the sequence of play."""
        self.state = evolve(self.state, step=place(step))

    def change(self, id_: str, **fields: Any) -> None:
        """Change a unit."""
        unit = evolve(self.state.units[id_], **fields)
        self.state = evolve(self.state, units={**self.state.units, id_: unit})

    def unit(self, id_: str) -> Unit:
        """A unit as it stands."""
        return self.state.units[id_]

    def air(self, id_: str) -> AirUnit:
        """An air unit as it stands."""
        return self.state.air[id_]

    def at(self, number: str) -> int:
        """The hex of a number."""
        return self.world.board.at(number)

    def tokens(self, number: str) -> int:
        """Tokens on the ground of a hex."""
        dump = self.state.dumps.get(self.at(number))
        return dump.tokens if dump is not None else 0

    def rolls_left(self) -> tuple[int, ...]:
        """Fixed dice that nobody has rolled yet."""
        return self.state.dice.named

    @property
    def asked(self) -> str:
        """The kind of decision that waits, or empty."""
        return type(self.state.asks[-1]).__name__ if self.state.asks else ""

    def offered(self, actor_: str = "") -> list[str]:
        """The commands that are offered, as text."""
        return [GRAMMAR.render(c) for c in FLOW.legal(self.world, self.state, actor_)]

    def said(self, part: str) -> bool:
        """Whether the log holds a text."""
        return any(part in event.text for event in self.events)
