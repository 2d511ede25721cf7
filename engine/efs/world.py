"""What does not change while a game is played: board, counters, charts, scenario, options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from attrs import field

from engine.core import naming
from engine.core.board import Board
from engine.core.draft import Draft as CoreDraft
from engine.core.errors import BadCommand
from engine.core.state import Outcome
from engine.core.values import frozen
from engine.efs.charts import Charts
from engine.efs.pieces import Aircraft, AirUnit, Counter, Unit
from engine.efs.state import EfsState


@frozen
class Switches:
    """Rules that a scenario may switch off. Everything is on unless the scenario says so."""

    general_supply: bool = True
    attack_supply: bool = True
    surrender: bool = True
    railroads: bool = True
    replacements: bool = True
    strongpoints: bool = True
    axis_strongpoints: bool = False
    """Off unless the scenario lets the Axis player build too (BSR 18.34)."""
    air_transport: bool = True
    mandated_attacks: bool = True
    hq_recovery: bool = True
    """Non-Op HQs recover or are disbanded in the Interphase (BSR 22.26)."""
    victory_points: bool = True
    """False where the scenario counts no Victory Points."""


@frozen
class Arrival:
    """A reinforcement group (BSR 8.2)."""

    turn: int
    side: str
    units: tuple[str, ...] = ()
    air: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    """Entry hexes at the map edge, or the placement hex (8.14)."""
    road: str = ""
    """The road by which it may enter: main, minor, motorway or empty."""
    placed: bool = False
    """True where units are put straight on the hex."""
    box: str = "ready"
    """Box of air units."""


@frozen
class Location:
    """A place of the Victory Point Schedule (BSR 25.1)."""

    name: str
    hexes: tuple[int, ...]
    """Each of them scores by itself."""
    values: tuple[tuple[int, int], ...]
    """(last turn, VPs of a hex), earliest first."""


@frozen
class Scenario:
    """One scenario as data."""

    id: str
    game: str
    title: str
    first_turn: int
    last_turn: int
    first_segment: str = "strategic"
    """strategic, axis or soviet: where the first turn begins."""
    date: str = "1941-06-22"
    """First day of turn 1; each turn is two days."""
    weather: Mapping[int, str] = field(factory=dict)
    """Turns whose weather the scenario fixes, such as "dry" or "mud storm"."""
    switches: Switches = field(factory=Switches)
    readiness_from: int = 0
    """First turn with an Air Readiness Phase."""
    unlimited_air_range: bool = False
    units: Mapping[str, Unit] = field(factory=dict)
    """Set-up, in order; reinforcements stand in their box."""
    air: Mapping[str, AirUnit] = field(factory=dict)
    arrivals: tuple[Arrival, ...] = ()
    control: Mapping[int, str] = field(factory=dict)
    forts: Mapping[int, Any] = field(factory=dict)
    supply_sources: Mapping[str, tuple[str, ...]] = field(factory=dict)
    victory: Mapping[str, Any] = field(factory=dict)
    """What the game's victory rule needs, such as stars and step limits."""
    locations: tuple[Location, ...] = ()
    """Places that score Victory Points."""
    vp: int = 0
    """Where the VP marker starts."""
    sources: Mapping[str, str] = field(factory=dict)
    notes: tuple[str, ...] = ()


@frozen
class Options:
    """What players agree on before play. Part of a save."""

    dummies: str = "open"
    """Air units in solitaire play (note after BSR 17.33): "open" face up without dummies,
    "seen" with dummies known to their owner, "blind" drawn at random from two groups."""


@frozen(eq=False)
class Hooks:
    """The named places where one game plugs into the series."""

    victory: Callable[[World, EfsState], Outcome | None]
    """The outcome at the end of a turn, or None while the game goes on (BSR 25)."""
    score: Callable[[World, EfsState], str]
    """The score in a few words, for the phase tracker."""
    stars: Callable[[World, EfsState], tuple[tuple[int, str], ...]]
    """(hex, controlling side) of every victory hex."""
    may_stop: Callable[[World, EfsState, Unit, int], Any] = lambda world, state, unit, hex_: None
    """A Refusal where this game forbids the unit to end its movement in the hex, else None."""


@frozen(eq=False)
class World:
    """The unchanging half of a game; every rule takes it beside the state."""

    series: ClassVar[str] = "efs"
    board: Board
    counters: Mapping[str, Counter]
    aircraft: Mapping[str, Aircraft]
    charts: Charts
    scenario: Scenario
    hooks: Hooks
    options: Options = field(factory=Options)
    names: Mapping[str, str] = field(init=False)
    """Name, in lower case, to the id of a unit or air unit; ids stand for themselves too."""

    memo: dict[Any, Any] = field(init=False, factory=dict, repr=False)
    """Tables derived from board and charts, worked out at most once."""

    @names.default
    def _names(self) -> Mapping[str, str]:
        return naming.by_name([*self.counters.values(), *self.aircraft.values()])

    def unit_id(self, name: str) -> str:
        """The id of a unit named in a command. Raises BadCommand if none fits, or several."""
        found = self._find(name)
        if found not in self.counters:
            raise BadCommand(f"{name} is an air unit")
        return found

    def air_id(self, name: str) -> str:
        """The id of an air unit named in a command. Raises BadCommand as `unit_id` does."""
        found = self._find(name)
        if found not in self.aircraft:
            raise BadCommand(f"{name} is not an air unit")
        return found

    def name(self, id_: str) -> str:
        """The name of a unit or air unit."""
        if id_ in self.counters:
            return self.counters[id_].name
        return self.aircraft[id_].name

    def _find(self, name: str) -> str:
        return naming.find(self.names, name, self.name)


Draft = CoreDraft[World, EfsState]
"""A state of this series in the making."""
