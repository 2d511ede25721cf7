"""What does not change while a game is played: board, counters, charts, scenario, options."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import field

from engine.core import naming
from engine.core.agreement import switch
from engine.core.board import Board
from engine.core.commands import Command
from engine.core.draft import Draft as CoreDraft
from engine.core.errors import BadCommand, Refusal
from engine.core.state import Outcome
from engine.core.values import frozen
from engine.ocs.charts import Charts
from engine.ocs.commands import Act
from engine.ocs.pieces import Aircraft, AirUnit, Base, Counter, Dump, Hog, Unit
from engine.ocs.state import OcsState, Side

if TYPE_CHECKING:
    from engine.core.dumping import Field


@frozen
class Arrival:
    """A group of the arrival schedule (OCS 13.6)."""

    turn: int
    side: str
    units: tuple[str, ...] = ()
    air: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    """Where it may be placed; hexes of the map edge or around a place."""
    near: tuple[str, ...] = ()
    """HQs near which it may be placed instead."""
    within: int = 0
    """Radius around them."""
    tokens: int = 0
    """Supply that comes with it."""


@frozen
class Scenario:
    """One scenario as data."""

    id: str
    game: str
    title: str
    turns: tuple[str, ...]
    """Dates of the game turns, ISO, first to last; turn 1 is the first."""
    first_player: str = ""
    """The side that plays first on the first turn, or empty to roll."""
    always_first: bool = False
    """True where that order holds for the whole scenario."""
    weather: Mapping[int, tuple[str, str]] = field(factory=dict)
    """Turn to (ground, flight) where the scenario fixes it."""
    history: Mapping[int, tuple[str, str]] = field(factory=dict)
    """The same as it was in those days, for who plays by the option `historical_weather`."""
    grounds: tuple[str, ...] = ()
    """Ground conditions of the turns before the first, the oldest first."""
    units: Mapping[str, Unit] = field(factory=dict)
    air: Mapping[str, AirUnit] = field(factory=dict)
    dumps: Mapping[int, Dump] = field(factory=dict)
    bases: Mapping[int, Base] = field(factory=dict)
    hogs: Mapping[int, Hog] = field(factory=dict)
    gauge: Mapping[int, str] = field(factory=dict)
    control: Mapping[int, str] = field(factory=dict)
    sides: Mapping[str, Side] = field(factory=dict)
    rail_capacity: Mapping[str, int] = field(factory=dict)
    """Side to Rail Capacity a turn, in quarters."""
    reserve_markers: Mapping[str, int] = field(factory=dict)
    extenders: Mapping[str, int] = field(factory=dict)
    """"side kind", as "axis truck", to the Extender counters that exist (12.7)."""
    linked: Mapping[int, str] = field(factory=dict)
    """Extenders on the map when play opens: hex to "side kind" (12.7)."""
    arrivals: tuple[Arrival, ...] = ()
    sources: Mapping[str, tuple[str, ...]] = field(factory=dict)
    """Side to its supply source hexes on the map (12.6a)."""
    switches: Mapping[str, bool] = field(factory=dict)
    """Parts of the game that the scenario uses: events, replacements, supply_table, panzer_loss."""
    victory: Mapping[str, Any] = field(factory=dict)
    within: Mapping[str, int] = field(factory=dict)
    """Unit to the radius about its hex in which its owner may set it up (0.4)."""
    vp: int = 0
    """Victory Points scored before the first turn."""
    game_data: Mapping[str, Any] = field(factory=dict)
    """The game's own set-up: fronts, markers, pools."""
    table_sources: Mapping[str, str] = field(factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def last_turn(self) -> int:
        """How many turns it has."""
        return len(self.turns)


@frozen
class Options:
    """Optional rules in force (OCS 21, house rules); the games recommend the first and third.

    Supply Caches (OCS 21.10) have no switch: neither game uses them (TTW 4.5).
    """

    proportional_loss: bool = switch(
        True, "OCS 21.2", "a unit that has lost steps fights in proportion, not at half")
    reactive_artillery: bool = switch(
        False, "OCS 21.9", "artillery fires in its owner's Reaction Phase without being in Reserve")
    artillery_factors: bool = switch(
        True, "OCS HR-7", "artillery may fire a part of its strength")
    free_set_up: bool = switch(
        False, "OCS 0.4", "players choose the modes and loads with which their units begin")
    simulcast: bool = switch(
        True, "OCS 2.4", "the players may agree to a simulcast turn")
    fog_of_war: bool = switch(
        False, "OCS 4.9", "a side sees only what lies on top of enemy stacks")
    historical_weather: bool = switch(
        False, "TTW 1.8", "the weather of those days, where the scenario tells it, not the tables'")
    jansen_fuel: bool = switch(
        False, "TTW 4.2", "a formation moves for 1T away from the enemy, in Combat Mode")
    bridgehead: bool = switch(
        False, "TTW 4.3", "Soviet infantry may cross and attack over the Dnepr without bridges")
    mountain_units: bool = switch(
        False, "TTW 4.4", "mountain units gain a rating in mountains")
    panzer_corps_58: bool = switch(
        False, "TTW 4.1", "the 58th Panzer Corps may come from 12 April 1944 on, for 2 VP")


def _nothing(*args: Any) -> None:
    return None


def _zero(*args: Any) -> int:
    return 0


@frozen(eq=False)
class Hooks:
    """The named places where one game plugs into the series. Every hook has a neutral default."""

    state_class: type[Any] | None = None
    """The class of the game's own part of the state; its default is a game just begun."""
    state_fields: Callable[[], Mapping[str, Field]] = dict
    """How each field of it stands in a save."""
    victory: Callable[[World, OcsState], Outcome | None] = _nothing
    """The outcome at the end of a turn, or None."""
    score: Callable[[World, OcsState], str] = lambda world, state: ""
    points: Callable[[World, OcsState], int] = lambda world, state: state.vp
    """The score as one number, as it would be judged now."""
    called: Callable[[str], str] = lambda word: word
    """What a word of the game's own commands and choices is called, such as a Front."""
    topic: Callable[[str], str] = lambda word: word.replace("-", " ")
    """What an ability of the game's own does, in words that a marker, hex and units can follow."""
    opening: Callable[[World], object] = _nothing
    """The game's own part of the opening state."""
    pieces: Callable[[World], tuple[tuple[Unit, ...], tuple[AirUnit, ...]]] = lambda world: ((), ())
    """Units and air units that stand in the game's pools and boxes when play opens."""
    act_problem: Callable[[World, OcsState, Act], Refusal | None] = (
        lambda world, state, command: Refusal("OCS 1.0", "this game has no such ability")
    )
    """Why an ability of the game (`act`) cannot be used now, or None."""
    act: Callable[[Any, Act], None] = _nothing
    """(draft, command): uses it."""
    offer_acts: Callable[[World, OcsState, str], Iterator[Command]] = lambda w, s, actor: iter(())
    """Uses of abilities that are open now."""
    initiative: Callable[[World, OcsState], str] = lambda world, state: ""
    """The side that wins the roll for first player without rolling, or empty (2.3-P2)."""
    reinforcement: Callable[[Any], bool] = lambda draft: False
    """The next part of the game's work in the Reinforcement Phase; False when all is done (2.3-B).
    It may ask, and is called again once that is answered."""
    clean_up: Callable[[Any], None] = _nothing
    turn_begins: Callable[[Any], None] = _nothing
    """After the weather roll: ice, events, dated conversions."""
    may_move: Callable[[World, OcsState, Unit], Refusal | None] = _nothing
    """A Refusal where this game keeps the unit from moving."""
    may_enter: Callable[[World, OcsState, tuple[str, ...], int, int], Refusal | None] = _nothing
    """A Refusal where this game closes a step to a stack (fortress, borders, Volga river).

    Of a train it is asked once, from the hex where the units entrain to the one where they
    detrain (13.3e), and so of transport by air (14.9); of an attack, from the hex of the unit to
    the hex attacked (9.1f)."""
    guarded: Callable[[World, OcsState, tuple[str, ...]], Collection[tuple[int, int]]] = (
        lambda world, state, units: world.board.faces
    )
    """(units): the pairs of adjacent hexes, from and to, for which `may_enter` may refuse these
    units as they move now; their reach asks it of no other."""
    may_retreat: Callable[[World, OcsState, Unit, int, int], Refusal | None] = _nothing
    """A Refusal where this game closes a step to a retreat, beside `may_enter` (9.12)."""
    may_advance: Callable[[World, OcsState, tuple[str, ...], int], Refusal | None] = _nothing
    """(units, hex): a Refusal where so many may not advance after combat (9.12g)."""
    option_problem: Callable[[World, OcsState, tuple[str, ...], int, int], Refusal | None] = (
        _nothing
    )
    """(units, points, steps): a Refusal of a split between steps and retreat (9.10a)."""
    edge_cost: Callable[[World, OcsState, str, str, int, int], int | None] = _nothing
    """(side, mobility, a, b): the game's own price of a step over water in eighths, or None for
    the chart. Asked of hexsides with water only."""
    priced: Callable[[World, OcsState, str], Collection[tuple[int, int]]] = (
        lambda world, state, side: world.board.faces
    )
    """(side): the pairs of adjacent hexes, both ways, for which `edge_cost` may answer now."""
    cross: Callable[[World, OcsState, str, int, int], str | None] = _nothing
    """(side, a, b): name of a hexside terrain to use instead of the printed one, or None."""
    trace_sources: Callable[[World, OcsState, str], tuple[int, ...]] = lambda w, s, side: ()
    """More supply source hexes of a side (12.6a)."""
    traces: Callable[[World, OcsState, Unit], bool] = lambda w, s, unit: False
    """True for a unit that traces by a rule of the game, such as a Kessel HQ."""
    hq_draws: Callable[[World, OcsState, Unit, int], bool] = lambda w, s, hq, hex_: False
    """True where an HQ may draw from a hex by a rule of the game, such as Command Radius."""
    formation: Callable[[World, OcsState, Unit], str] = (
        lambda world, state, unit: world.counters[unit.id].formation
    )
    """The formation that a unit fuels and traces with, such as a Kampfgruppe (12.5c, 12.6f)."""
    may_supply: Callable[[World, OcsState, Unit, Unit], bool] = lambda w, s, hq, unit: True
    """Whether an HQ may throw to a unit (13.1d)."""
    unit_ar: Callable[[World, OcsState, str, int], int] = _zero
    """(unit, hex it attacks or defends, or NOWHERE): what the game adds to the unit's own Action
    Rating, as leader, for exploitation and in attrition (TTW 1.6c, 4.4)."""
    lead_ar: Callable[[World, OcsState, str, bool], int] = _zero
    """(lead unit, attacking): what the game adds to it because it leads (9.6, U13)."""
    combat_drm: Callable[[World, OcsState], tuple[tuple[str, int, str], ...]] = lambda w, s: ()
    """(name, DRM, rule) on the Combat roll only (9.9)."""
    free_defense: Callable[[World, OcsState, str], bool] = lambda w, s, unit: False
    """True for a defender that need not pay combat supply."""
    before_combat: Callable[[Any], None] = _nothing
    """After supply is paid (9.2 step 2)."""
    barrage_drm: Callable[[World, OcsState, tuple[str, ...], int], int] = _zero
    """(aircraft, hex): what the game adds to the Barrage roll (TTW 2.2f)."""
    barrage_code: Callable[[World, OcsState, tuple[str, ...], str], str] = (
        lambda world, state, aircraft, code: code
    )
    """The result as this game reads it for these aircraft (TTW 2.2f)."""
    barrage_first: Callable[[World, OcsState, tuple[str, ...], int], tuple[str, ...]] = (
        lambda world, state, aircraft, hex_: ()
    )
    """The units one of which must lose to these aircraft, or none (TTW 2.2f)."""
    barrage_points: Callable[[World, OcsState, tuple[str, ...]], int | None] = _nothing
    """Points of a mission where the game counts them otherwise, or None (TTW 2.2f)."""
    may_barrage: Callable[[World, OcsState, str], Refusal | None] = _nothing
    flak: Callable[[World, OcsState, int, str], int] = _zero
    """(hex, flying side): what the game adds to flak there (14.4e)."""
    base_distance: Callable[[World, OcsState, str, int], int | None] = _nothing
    """(air unit, hex): hexes from a base in an off-map box, or None (TTW 1.3.4)."""
    off_map_supply: Callable[[World, OcsState, str], int] = _zero
    """(air unit): tokens that a transport based off the map may load there (TTW 1.3, 1.7c)."""
    spend_off_map: Callable[[Any, tuple[str, ...], int], None] = _nothing
    """(draft, transports, tokens): takes them from there."""
    may_drop: Callable[[World, OcsState, str], Refusal | None] = _nothing
    """A Refusal where this game never drops a unit from the air (14.10a)."""
    refit: Callable[[World, OcsState, str, int], tuple[int, int] | None] = _nothing
    """(side, base hex): tokens and air units of a refit where they differ from 15.1, or None."""
    may_build: Callable[[World, OcsState, str, tuple[str, ...], int], Refusal | None] = _nothing
    """(what, workers, hex): a Refusal where this game forbids the work (13.8d)."""
    build_cost: Callable[[World, OcsState, str, tuple[str, ...], int], int] = (
        lambda world, state, what, units, tokens: tokens
    )
    """(what, workers, tokens): the price of a piece of work."""
    strips: Callable[[World, OcsState, str], int] = _zero
    """Air strips that a side may have on the map at once (15.2)."""
    mission_limit: Callable[[World, OcsState, str, tuple[str, ...], int], Refusal | None] = _nothing
    """(kind, aircraft, hex): a Refusal by the game's range and pairing rules."""
    problems: Callable[[World, OcsState], Iterator[str]] = lambda world, state: iter(())
    """What is unsound in the game's own part of a state, one sentence each."""
    chosen: Callable[[Any, Any, str], None] = _nothing
    """(draft, decision, word): carries out the answer to a GameChoice."""
    arrival_hexes: Callable[[World, OcsState, str], tuple[int, ...] | None] = _nothing
    """Where this game puts a unit that is rebuilt or comes back from a Breakout (12.8e, 13.5),
    or None for the series rule."""
    rebuild_kinds: Callable[[World, OcsState, str], tuple[str, ...] | None] = _nothing
    """Kinds of replacement that pay for a step of a unit, or None for the series rule (13.5a)."""
    breakdown_pool: Callable[[World, Counter], str] = lambda world, counter: counter.nationality
    """The pool of Breakdowns that a unit shares; equal for parent and Breakdown (20.0g)."""
    unit_lost: Callable[[Any, str, str], None] = _nothing
    """(draft, unit, how) after a combat unit has left the map: pools, remnants, Victory Points."""
    stepped: Callable[[Any, tuple[str, ...], int, int], None] = _nothing
    """(draft, units, from, to) after moving, retreating or advancing units took a step."""
    step_begins: Callable[[Any], None] = _nothing
    """As each step of the sequence of play begins."""
    may_rail: Callable[[World, OcsState, str, int, int, bool], bool] = (
        lambda world, state, side, a, b, cargo: True
    )
    """(side, a, b, cargo): False where this game keeps trains, or trace, from a stretch of rail."""
    rail_links: Callable[[World, OcsState, str, int], tuple[int, ...]] = lambda w, s, side, a: ()
    """(side, hex): rail hexes that cargo reaches from a hex by rails beyond the map (TTW 1.2a)."""
    station: Callable[[World, OcsState, str, int], bool] = lambda w, s, side, hex_: False
    """True for a rail hex that this game makes detrainable for a side (13.3c)."""
    closed: Callable[[World, OcsState, Unit, int], bool] = lambda w, s, hq, hex_: False
    """True where an HQ may neither draw supply from nor throw it to a hex; its trace may go there
    (TTW 3.3b E)."""
    may_carry: Callable[[World, OcsState, str, int, int], Refusal | None] = _nothing
    """(side, from, to): a Refusal where supply may not go by rail (TTW 3.3b E)."""
    attack_limit: Callable[[World, OcsState, tuple[str, ...], int], Refusal | None] = _nothing
    """(attackers paid for from the map, hex): a Refusal above a limit (TTW 3.3d B, 4.3)."""
    attack_paid: Callable[[Any, tuple[str, ...]], None] = _nothing
    """(draft, those attackers) once they have been paid for."""
    free_barrage: Callable[[World, OcsState, tuple[str, ...], int], Refusal | None] = (
        lambda world, state, ids, hex_: Refusal(
            "OCS 10.0e", "artillery does not fire in this segment")
    )
    """(guns, hex): None where artillery fires free in the Air Barrage Segment (TTW 3.4a)."""
    barrage_fired: Callable[[Any, tuple[str, ...], int], None] = _nothing
    """(draft, guns, hex) after such a barrage has been declared."""
    bombing_limit: Callable[[World, OcsState, str, tuple[str, ...], int], Refusal | None] = _nothing
    """(target, aircraft, hex): a Refusal of a barrage from the air (TTW 3.2d)."""
    may_close: Callable[[World, OcsState], Refusal | None] = _nothing
    """A Refusal while the game keeps the Reinforcement Phase open."""
    close_reinforcement: Callable[[Any], None] = _nothing
    """What the game does, or asks, at the end of the Reinforcement Phase."""
    arrival_place: Callable[[World, OcsState, str], tuple[int, ...] | None] = _nothing
    """Hexes of a place that an arrival names as near, where that is no HQ unit (TTW 3.1b)."""
    base_serves: Callable[[World, OcsState, str, int], bool] = lambda w, s, side, hex_: True
    """(side, hex): False for a base at which no aircraft arrive or are rebuilt (TTW 2.1b, 3.1b)."""
    may_extend: Callable[[World, OcsState, str, str, int], Refusal | None] = _nothing
    """(side, kind, hex): a Refusal where no Extender is formed or dissolved (TTW 3.6)."""
    least_cost: Callable[[World, OcsState, tuple[str, ...]], int] = _zero
    """Least eighths of an MP that these units pay for any hex (TTW 4.2)."""
    may_attack: Callable[[World, OcsState, str, int], Refusal | None] = _nothing
    """(unit, hex): a Refusal where this game keeps a unit from a regular attack (9.1)."""
    may_break_out: Callable[[World, OcsState, Unit], Refusal | None] = _nothing
    """A Refusal where this game keeps a unit from a Breakout (12.8e)."""
    unit_fell: Callable[[Any, Unit, str], None] = _nothing
    """(draft, the unit as it stood, how) after a combat unit has left the map, as `unit_lost`."""
    supply_aside: Callable[[World, OcsState], Mapping[str, int]] = lambda world, state: {}
    """Tokens of each side that are neither on the map nor lost, such as with a Front HQ."""
    hex_entered: Callable[[Any, tuple[str, ...], int], None] = _nothing
    """(draft, units, hex): bridges to blow, markers to displace."""


@frozen(eq=False)
class World:
    """The unchanging half of a game; every rule takes it beside the state."""

    series: ClassVar[str] = "ocs"
    board: Board
    counters: Mapping[str, Counter]
    aircraft: Mapping[str, Aircraft]
    charts: Charts
    scenario: Scenario
    hooks: Hooks = field(factory=Hooks)
    options: Options = field(factory=Options)
    memo: dict[Any, Any] = field(init=False, factory=dict, repr=False)
    """Tables derived from board and charts, worked out at most once."""
    names: Mapping[str, str] = field(init=False)
    """Name, in lower case, to the id of a unit or air unit; ids stand for themselves too."""

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

    def side(self, id_: str) -> str:
        """The side of a unit or air unit."""
        piece = self.counters.get(id_)
        return piece.side if piece is not None else self.aircraft[id_].side

    def _find(self, name: str) -> str:
        return naming.find(self.names, name, self.name)


Draft = CoreDraft[World, OcsState]
"""A state of this series in the making."""
