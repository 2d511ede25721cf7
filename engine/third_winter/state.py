"""What *The Third Winter* keeps in the state of a game, beside what the series keeps.

One frozen value stands in `OcsState.game`. Hexes are board indices, amounts tokens (four to
an SP) and quarters of an RE, as everywhere in the series.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, field

from engine.core.board import NOWHERE
from engine.core.values import frozen
from engine.ocs.state import OcsState
from engine.ocs.world import Draft

OFFENSIVE, REGROUPING = "offensive", "regrouping"
"""Postures of a Front (TTW 3.3c, d)."""

BLOWN, KEPT, REPAIRED = "blown", "kept", "repaired"
"""Volga-Class Bridges: destroyed, left standing for good, repaired for good (TTW 1.4a, 1.5b)."""

READY, MOVING = -1, -2
"""Sections of the Special Truck Extenders Holding Box, where a hex would stand (TTW 3.6)."""

LOYAL, TOTTERING, SURRENDERED = "loyal", "tottering", "surrendered"
"""Rumania: an Axis ally; rolling for collapse each turn; out of the war (TTW 2.5b)."""

Edge = tuple[int, int]
"""A hexside as its two hexes, the lower index first."""


Line = tuple[str, str, int, int, int]
"""A boundary: Front to the left, to the right, hex at the front line, the hex towards which the
line runs, and the turn in which it was drawn (TTW 3.3b A)."""


def edge(a: int, b: int) -> Edge:
    """The hexside between two adjacent hexes."""
    return (a, b) if a < b else (b, a)


@frozen
class Front:
    """A Soviet Front HQ and what belongs to it (TTW 3.3, 3.4)."""

    hex: int = NOWHERE
    posture: str = REGROUPING
    since: int = -99
    """Game turn of its last change of posture; turns before the scenario count down from 0."""
    armies: tuple[str, ...] = ()
    """HQ units assigned to it (3.3b B)."""
    barrage_ready: int = 0
    """Game turn from which its Artillery Barrage Marker is Ready (3.4b)."""
    target: int = NOWHERE
    """Hex in which the marker lies in this segment (3.4a)."""
    attack_supply: int = 0
    """Tokens of attack supply spent this turn while Regrouping (3.3d B)."""
    tempo: bool = False
    """Offensive for this turn only, by event 15: the change limits do not count it."""
    withdrawn: bool = False
    linked: bool = False
    """Has had its line of Soviet gauge rails: one that stands for a place off the board has none,
    and is not displaced for want of it (3.3a A, D)."""
    changed: int = -99
    """Game turn in which its posture last changed, by event 15 too: once in a phase (3.3d)."""
    cargo: int = 0
    """Tokens that it takes along while it waits for its new hex (3.3a D)."""
    shots: tuple[int, ...] = ()
    """Hexes fired at with its Artillery Barrage Marker in this segment (3.4a)."""
    guns: frozenset[int] = frozenset()
    """Hexes of the artillery that fired there (3.4a)."""


@frozen
class Kampfgruppe:
    """A marker with the units stacked under it (TTW 2.4e)."""

    hex: int
    units: tuple[str, ...] = ()
    turn: int = 0
    """Turn in which the marker was placed: it goes back to the pool in a later one."""


@frozen
class TtwState:
    """Everything that changes by the rules of the game itself."""

    # ---- the Dnepr (1.4, 1.5)
    ice: bool = False
    """The Volga-Class Dnepr is Ice (1.4b)."""
    bridges: Mapping[Edge, str] = field(factory=dict)
    """Volga-Class Bridges that are no longer as printed: BLOWN, KEPT or REPAIRED."""
    repairs: Mapping[Edge, int] = field(factory=dict)
    """Turns of repair done on a blown bridge (1.5b)."""
    repairing: Mapping[str, Edge] = field(factory=dict)
    """Pontoon unit to the bridge that it works on in this Movement Phase."""
    ferries: Mapping[int, str] = field(factory=dict)
    """Hex of a Ferry marker to its Pontoon unit (1.5a)."""
    closing_ferries: frozenset[int] = frozenset()
    """Hexes whose Ferry was removed in this phase: nobody crosses there in it (1.5 B)."""
    crossed: Mapping[Edge, int] = field(factory=dict)
    """Quarters of an RE over a Volga-Class hexside in this phase, as a Ferry counts (1.5a)."""
    advanced: Mapping[Edge, int] = field(factory=dict)
    """Those of them that advanced after combat (1.4c)."""
    repairers: Mapping[Edge, str] = field(factory=dict)
    """Side that repairs a bridge: its enemy in an end hex undoes the work (1.5b)."""
    repaired_now: frozenset[Edge] = frozenset()
    """Bridges worked on in this Movement Phase: a second unit adds nothing (1.5b)."""
    rail_ferried: int = 0
    """Sixteenths of an RE over the Kherson Rail Ferry in this phase (1.4d)."""
    bridgehead: int = 0
    """Quarters of an RE that crossed or attacked by option 4.3 this turn."""
    # ---- markers
    markers: Mapping[str, int] = field(factory=dict)
    """Luftflotte HQs (2.2b), Air Army HQs (3.2b) and RVGK markers (3.5a) to their hexes."""
    airlifted: frozenset[str] = frozenset()
    """Luftflotte HQs that have placed their SP (2.2b)."""
    # ---- Axis HQs (2.3)
    kessel_back: Mapping[str, int] = field(factory=dict)
    """Kessel HQ off the map to the turn from which it may be placed (2.3a)."""
    kessel_moves: Mapping[str, str] = field(factory=dict)
    """Unit to the Kessel HQ that moved it this turn (2.3a B)."""
    rebuilt: tuple[tuple[int, str], ...] = ()
    """(turn, unit) of HQs that come back at no cost (2.3b E, 2.3c G, 2.3d)."""
    group_hq_gone: frozenset[str] = frozenset()
    """Army Group HQs destroyed and not yet replaced (2.3c G)."""
    group_supply: frozenset[str] = frozenset()
    """Army Group HQs that have thrown a dump this turn (2.3c D)."""
    group_drm: int = 0
    """DRM announced for the combat that is about to be rolled (2.3c E)."""
    group_drm_used: frozenset[str] = frozenset()
    """Army Group HQs that have used it this turn."""
    # ---- Axis miscellany (2.4)
    fortresses: frozenset[str] = frozenset()
    """Cities declared Fortress, by name (2.4a)."""
    fortress_asked: frozenset[str] = frozenset()
    """City and how near the enemy was, as "Kiev 2", when the Axis was asked in this phase."""
    kampfgruppen: Mapping[str, Kampfgruppe] = field(factory=dict)
    kampfgruppe_react: int = 0
    """Kampfgruppen that may still be activated in this Reaction Phase (2.4e)."""
    kampfgruppe_rolled: bool = False
    kampfgruppe_active: frozenset[str] = frozenset()
    """Kampfgruppen activated in this Reaction Phase."""
    kampfgruppe_fed: bool = False
    """2T have been placed with one of them in this Reaction Phase."""
    panzer_checks: tuple[int, ...] = ()
    """Turns of panzer loss checks made (2.4c)."""
    withdrawn: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """(turn of return, units) of formations taken away by an event."""
    owed: Mapping[str, int] = field(factory=dict)
    """Side to tokens kept back from its next supply, for stocks of units withdrawn (1.7c)."""
    gone: frozenset[int] = frozenset()
    """Places in the scenario's list of withdrawals that have been carried out (1.7c)."""
    rumania_box: frozenset[str] = frozenset()
    """Air units based in the Rumania Air Box (1.3)."""
    rumania_tokens: int = 0
    """Tokens of supply there (1.7c)."""
    # ---- allies (2.5)
    rumania: str = LOYAL
    rumania_exits: int = 0
    """Quarters of an RE of Soviets that left between C13.01 and C19.01 (2.5b)."""
    rumania_leaves: bool = False
    """Its ground units are removed at the end of this turn, and only defend until then."""
    hungary_free: bool = False
    """Event 14: the limits of 2.5c are lifted."""
    # ---- sources of supply (2.1a, 3.1a)
    lost_sources: frozenset[str] = frozenset()
    """Ids of hexes whose capture ended an Axis source, such as D17.01."""
    dated: frozenset[str] = frozenset()
    """Dated conversions that have been carried out."""
    # ---- Soviet command (3)
    fronts: Mapping[str, Front] = field(factory=dict)
    """Front HQ marker to its state."""
    zones: Mapping[int, str] = field(factory=dict)
    """Hex to the Front inside whose boundary it lies (3.3b); hexes of nobody are left out."""
    boundaries: tuple[Line, ...] = ()
    """Boundary lines in order (3.3b A)."""
    rvgk: Mapping[str, str] = field(factory=dict)
    """Unit to the RVGK marker in whose box it is (3.5)."""
    rvgk_entered: Mapping[str, int] = field(factory=dict)
    """Unit to the turn in which it entered its box: it may not leave in the same (3.5d)."""
    rvgk_released: Mapping[str, str] = field(factory=dict)
    """Unit released in this Movement Phase to the RVGK marker of its box (3.5d B)."""
    truck_extenders: tuple[int, ...] = ()
    """Each Special Truck Extender: its hex, READY or MOVING (3.6)."""
    reinforced_58: bool = False
    """The supply and trucks of the optional 58th Panzer Corps have come (4.1)."""
    # ---- events (1.9) and replacements (1.7)
    happened: frozenset[str] = frozenset()
    """One-time events that have occurred, by id."""
    no_offensive_until: int = 0
    """Last turn in which no Front may go to Offensive Posture (event 12-13)."""
    initiative: str = ""
    """Side that wins this turn's initiative by an event."""
    initiative_next: bool = False
    """This turn's first player wins next turn's initiative (event 21)."""
    last_first: str = ""
    """First player of the last turn."""
    partisans: int = 0
    """Soviet combat rolls of this turn that may still have +1 (event 22)."""
    partisan_drm: int = 0
    """+1 announced for the combat that is about to be rolled."""
    pending: tuple[tuple[str, str, int], ...] = ()
    """(side, item, count) that an event brings in the coming Reinforcement Phase."""
    rolled: frozenset[str] = frozenset()
    """What has been rolled for in this turn or phase: "repl axis", "supply soviet" ..."""
    phase_left: int = 0
    """Parts of the work of this Reinforcement Phase that are still to be done (OCS 2.3-B)."""
    # ---- victory (5)
    awarded: Mapping[str, int] = field(factory=dict)
    """Line of the victory schedule to the points that it has brought so far."""
    airlift_turn: int = 0
    """Last turn in which a scenario's airlift placed its supply."""


def own(state: OcsState) -> TtwState:
    """The game's own part of a state."""
    game = state.game
    return game if isinstance(game, TtwState) else TtwState()


def change(draft: Draft, **changes: Any) -> None:
    """Replace fields of the game's own part."""
    draft.update(game=evolve(own(draft.state), **changes))
