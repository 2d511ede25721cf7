"""The Dnepr as a Volga-Class River: bridges, ice, and what crosses where (TTW 1.4-1.4c)."""

from __future__ import annotations

from collections.abc import Collection

from engine.core.errors import Refusal
from engine.ocs.charts import ALL, PROHIBITED
from engine.ocs.decisions import GameChoice
from engine.ocs.pieces import AXIS, LEG, RE, SOVIET, Unit
from engine.ocs.sequence import MOVING, key
from engine.ocs.sizes import re4
from engine.ocs.state import OcsState
from engine.ocs.terrain import mobility_of, road_cost
from engine.ocs.world import Draft, World
from engine.third_winter.places import new_phase
from engine.third_winter.state import BLOWN, KEPT, Edge, change, edge, own

VOLGA = "volga"
"""The hexside word of the stretch from D32.33 to D11.02 (TTW 1.4)."""
CARRIES = frozenset({"road", "road.motorway", "road.main", "rail", "rail.double"})
"""What makes a bridge where it crosses (TTW 1.4a)."""
FERRY_MARK = "rail-ferry"
"""The board's mark of the two hexes of the Kherson Rail Ferry (TTW 1.4d)."""
BRIDGE, ICE, BLOWN_BRIDGE = "bridge", "ice", "blown bridge"
FERRY, RAIL_FERRY = "ferry", "rail ferry"
LEG_ONLY = frozenset({ICE, BLOWN_BRIDGE, FERRY, RAIL_FERRY})
LIMIT = 3 * RE
"""Quarters of an RE over a hexside in a phase: by ferry, and in advances (TTW 1.4c, 1.5a)."""
RUN = 3
"""Turns in a row that freeze or thaw the river (TTW 1.4b)."""
FREEZE = "freeze"
TOPIC = "bridge"


# ---------------------------------------------------------------- what there is


def is_volga(world: World, a: int, b: int) -> bool:
    """Whether the river between two hexes is Volga-Class (TTW 1.4)."""
    return VOLGA in world.board.side(a, b)


def volga_sides(world: World, hex_: int) -> tuple[int, ...]:
    """Neighbours across a Volga-Class hexside."""
    return tuple(n for n in world.board.neighbors(hex_) if is_volga(world, hex_, n))


def is_rail_ferry(world: World, a: int, b: int) -> bool:
    """Whether two hexes are the ends of the Kherson Rail Ferry (TTW 1.4d)."""
    ends = world.board.marks.get(FERRY_MARK, frozenset())
    return a in ends and b in ends


def has_bridge(world: World, a: int, b: int) -> bool:
    """Whether a Volga-Class Bridge is printed: a road or railroad crosses (TTW 1.4a)."""
    words = world.board.side(a, b)
    return VOLGA in words and bool(words & CARRIES) and not is_rail_ferry(world, a, b)


def standing(world: World, state: OcsState, a: int, b: int) -> bool:
    """Whether the Volga-Class Bridge there is intact or repaired."""
    return has_bridge(world, a, b) and own(state).bridges.get(edge(a, b)) != BLOWN


def crossing(world: World, state: OcsState, side: str, a: int, b: int) -> str:
    """How a side gets over a Volga-Class hexside now, or empty (TTW 1.4b, 1.5a)."""
    if standing(world, state, a, b):
        return BRIDGE
    game = own(state)
    if game.ice:
        return ICE
    if has_bridge(world, a, b):
        return BLOWN_BRIDGE
    if any(ferry_of(world, state, side, h) for h in (a, b)):
        return FERRY
    return RAIL_FERRY if is_rail_ferry(world, a, b) else ""


def ferry_of(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """Whether a side has a Ferry in the hex that is not being taken up (TTW 1.5a, 1.5 B)."""
    game = own(state)
    unit = game.ferries.get(hex_)
    return (
        unit is not None and hex_ not in game.closing_ferries
        and world.counters[unit].side == side
    )


# ---------------------------------------------------------------- ice (1.4b)


def ice_after(grounds: tuple[str, ...], ice: bool) -> bool:
    """Whether the river is Ice at the start of a turn, after those turns (TTW 1.4b)."""
    last = [ground == FREEZE for ground in grounds[-RUN:]]
    if len(last) < RUN:
        return ice
    return all(last) or (ice and any(last))


def turn_begins(draft: Draft) -> None:
    """Ice sets in or breaks up at the start of a turn, whatever its own weather is (TTW 1.4b)."""
    game = own(draft.state)
    ice = ice_after(draft.state.grounds[:-1], game.ice)
    if ice == game.ice:
        return
    change(draft, ice=ice)
    draft.log("weather", f"the Volga-Class Dnepr is {'Ice' if ice else 'open water'}",
              rule="TTW 1.4b")
    if ice and game.ferries:
        change(draft, ferries={})
        draft.log("note", "all Ferries are removed", rule="TTW 1.5a")


# ---------------------------------------------------------------- movement and combat


def price(
    world: World, state: OcsState, side: str, mobility: str, a: int, b: int
) -> int | None:
    """The price of a Volga-Class hexside in eighths of an MP (TTW 1.4b, 1.5a)."""
    if not is_volga(world, a, b):
        return None
    how = crossing(world, state, side, a, b)
    if how == BRIDGE:
        return road_cost(world, mobility, state.ground, world.board.side(a, b))
    eager = not how and world.options.bridgehead and side == SOVIET  # TTW 4.3
    return ALL if (how in LEG_ONLY or eager) and mobility == LEG else PROHIBITED


def cross(world: World, state: OcsState, side: str, a: int, b: int) -> str | None:
    """The line of the combat chart for an attack over the river (TTW 1.4c)."""
    if not is_volga(world, a, b):
        return None
    return {BRIDGE: "volga_bridge", ICE: "volga_ice"}.get(
        crossing(world, state, side, a, b), "volga_ferry"
    )


def may_enter(
    world: World, state: OcsState, ids: tuple[str, ...], a: int, b: int
) -> Refusal | None:
    """Who moves, attacks or retreats over a Volga-Class hexside (TTW 1.4b, 1.4c, 1.5a)."""
    if not is_volga(world, a, b):
        return None
    side = world.counters[ids[0]].side
    how = crossing(world, state, side, a, b)
    if how == BRIDGE:
        return _undecided(world, state, ids, a, b)
    if not how:
        if world.options.bridgehead:
            return None  # TTW 4.3 says who may
        return Refusal("TTW 1.4b", "nothing crosses the Dnepr here")
    if any(mobility_of(world, state.units[i]) != LEG for i in ids):
        return Refusal("TTW 1.4b", f"only Leg units cross here, by {how}")
    if how == RAIL_FERRY and key(state) in MOVING:
        return Refusal("TTW 1.4d", "the Kherson Rail Ferry is used by act rail-ferry")
    if how == FERRY and key(state) in MOVING and over(world, state, ids, a, b):
        return Refusal("TTW 1.5a", "a Ferry carries 3 RE over a hexside in a phase")
    return None


def guarded(
    world: World, state: OcsState, ids: tuple[str, ...]
) -> Collection[tuple[int, int]]:
    """Volga-Class hexsides, whoever moves (TTW 1.4b)."""
    found: frozenset[tuple[int, int]] | None = world.memo.get("ttw volga faces")
    if found is None:
        found = frozenset(pair for pair in world.board.faces if is_volga(world, *pair))
        world.memo["ttw volga faces"] = found
    return found


def _undecided(
    world: World, state: OcsState, ids: tuple[str, ...], a: int, b: int
) -> Refusal | None:
    """Soviets halt at a bridge until the Axis has said whether it is blown (TTW 1.4a)."""
    first = any(
        world.counters[i].side == SOVIET and world.counters[i].fighting for i in ids
    )
    if first and undecided(world, state, a, b):
        return Refusal("TTW 1.4a", "the Axis player first says whether he blows this bridge")
    return None


def over(world: World, state: OcsState, ids: tuple[str, ...], a: int, b: int) -> bool:
    """Whether these units are more than a Ferry still carries over a hexside (TTW 1.5a)."""
    size = sum(re4(world, state.units[i]) for i in ids)
    return own(state).crossed.get(edge(a, b), 0) + size > LIMIT


def may_retreat(
    world: World, state: OcsState, unit: Unit, a: int, b: int
) -> Refusal | None:
    """Retreat by a standing bridge, or for Leg units over Ice; never by a Ferry (TTW 1.4c)."""
    if not is_volga(world, a, b):
        return None
    how = crossing(world, state, world.counters[unit.id].side, a, b)
    if how in (BRIDGE, ICE):
        return None
    return Refusal("TTW 1.4c", "no retreat over the Dnepr here")


def may_advance(
    world: World, state: OcsState, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """At most 3 RE advance over a Volga-Class hexside in a phase (TTW 1.4c).

    What went over it in the movement of the phase counts for a Ferry only (TTW 1.5a).
    """
    side = world.counters[ids[0]].side if ids else ""
    for start in {state.units[i].hex for i in ids}:
        if not is_volga(world, start, hex_):
            continue
        group = tuple(i for i in ids if state.units[i].hex == start)
        size = sum(re4(world, state.units[i]) for i in group)
        if own(state).advanced.get(edge(start, hex_), 0) + size > LIMIT:
            return Refusal("TTW 1.4c", "at most 3 RE advance over a Volga-Class hexside")
        by_ferry = crossing(world, state, side, start, hex_) == FERRY
        if by_ferry and over(world, state, group, start, hex_):
            return Refusal("TTW 1.5a", "a Ferry carries 3 RE over a hexside in a phase")
    return None


def stepped(draft: Draft, ids: tuple[str, ...], a: int, b: int) -> None:
    """Count what goes over a Volga-Class hexside (TTW 1.4c, 1.5a)."""
    if a == b or not is_volga(draft.world, a, b):
        return
    size = sum(re4(draft.world, draft.state.units[i]) for i in ids)
    game, here, fight = own(draft.state), edge(a, b), draft.state.fighting
    change(draft, crossed={**game.crossed, here: game.crossed.get(here, 0) + size})
    if fight is not None and fight.hex == b:
        change(draft, advanced={**game.advanced, here: game.advanced.get(here, 0) + size})


def step_begins(draft: Draft) -> None:
    """What was counted in a phase is forgotten in the next (TTW 1.4c)."""
    game = own(draft.state)
    if not new_phase(draft.state):
        return
    if game.crossed or game.rail_ferried or game.closing_ferries or game.repaired_now:
        change(draft, crossed={}, advanced={}, rail_ferried=0, closing_ferries=frozenset(),
               repaired_now=frozenset(), repairing={})


# ---------------------------------------------------------------- bridges blown (1.4a)


def undecided(world: World, state: OcsState, a: int, b: int) -> bool:
    """Whether a bridge stands of which the Axis has not decided yet (TTW 1.4a)."""
    return has_bridge(world, a, b) and edge(a, b) not in own(state).bridges


def settled_at_start(world: World) -> dict[Edge, str]:
    """Bridges with a Soviet combat unit in an end hex when play opens: never blown (TTW 1.4a)."""
    found: dict[Edge, str] = {}
    for unit in world.scenario.units.values():
        counter = world.counters[unit.id]
        if unit.hex < 0 or counter.side != SOVIET or not counter.fighting:
            continue
        for other in world.board.neighbors(unit.hex):
            if has_bridge(world, unit.hex, other):
                found[edge(unit.hex, other)] = KEPT
    return found


def hex_entered(draft: Draft, ids: tuple[str, ...], hex_: int) -> None:
    """The instant the first Soviet combat unit stands at a bridge, the Axis may blow it (1.4a)."""
    world = draft.world
    if not any(world.counters[i].side == SOVIET and world.counters[i].fighting for i in ids):
        return
    for other in volga_sides(world, hex_):
        if undecided(world, draft.state, hex_, other) and not _asked(
            world, draft.state, hex_, other
        ):
            draft.ask(GameChoice(
                AXIS, f"{TOPIC} {world.board.id(other)}", ("blow", "keep"),
                f"Blow the bridge between {world.board.label(hex_)} and "
                f"{world.board.label(other)}? It can never be destroyed later",
                "TTW 1.4a", hex_,
            ))


def _asked(world: World, state: OcsState, a: int, b: int) -> bool:
    """Whether the Axis is being asked about the bridge between two hexes."""
    topics = {(f"{TOPIC} {world.board.id(far)}", near) for near, far in ((a, b), (b, a))}
    return any(isinstance(d, GameChoice) and (d.topic, d.hex) in topics for d in state.asks)


def decide(draft: Draft, decision: GameChoice, word: str) -> None:
    """Blown for now, or kept for good (TTW 1.4a)."""
    board = draft.world.board
    other = board.at(decision.topic.partition(" ")[2])
    blown = word == "blow"
    bridges = own(draft.state).bridges
    change(draft, bridges={**bridges, edge(decision.hex, other): BLOWN if blown else KEPT})
    draft.log("note", f"the bridge {board.label(decision.hex)} - {board.label(other)} is "
              + ("blown" if blown else "left standing"), hex=board.id(decision.hex),
              rule="TTW 1.4a", side=AXIS)


def may_rail(
    world: World, state: OcsState, side: str, a: int, b: int, cargo: bool
) -> bool:
    """A blown bridge carries no rails; the Rail Ferry joins them for trace only (TTW 1.4d)."""
    if not is_volga(world, a, b):
        return True
    if is_rail_ferry(world, a, b):
        return not cargo
    return standing(world, state, a, b)


CHOICES = {TOPIC: decide}

