"""The RVGK boxes: what is in them, what they must hold, and their markers (TTW 3.5-3.5b)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.ocs import rail
from engine.ocs.commands import Act
from engine.ocs.losses import put
from engine.ocs.pieces import ARRIVING, AXIS, DEAD, GONE, POOL, SOVIET
from engine.ocs.sequence import MOVEMENT
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter import places
from engine.third_winter.abilities import Ability
from engine.third_winter.boundaries import corps_kind
from engine.third_winter.fronts import RAIL_COST, fare_problem, rail_way, threatened
from engine.third_winter.names import name
from engine.third_winter.state import change, own

SHEETS = {"rvgk-1": "CD", "rvgk-2": "AB"}
"""Where each marker ends its moves (TTW 3.5a)."""
CLEAR = 10
"""Hexes from an Axis combat unit into which no marker is railed (TTW 3.5a B)."""
ARMOR, CAVALRY, GUNS, INFANTRY, TANK_HQ = (
    "tank or mech corps", "cavalry corps", "artillery or Katy division", "infantry division",
    "Tank Army HQ",
)
MINIMUM = {ARMOR: 6, CAVALRY: 1, GUNS: 2, INFANTRY: 3, TANK_HQ: 1}
"""What the two boxes hold together at the least (TTW 3.5b)."""
_CORPS = {"tank": ARMOR, "mech": ARMOR, "cav": CAVALRY, "guns": GUNS}
REBUILDING, READY = "rebuilding", "ready"


# ---------------------------------------------------------------- opening and reading


def opening(world: World) -> dict[str, str]:
    """Unit to its box, as a scenario fills them."""
    rows = world.scenario.game_data.get("rvgk", ())
    return {world.unit_id(i): row["marker"] for row in rows for i in row["units"]}


def box_of(state: OcsState, id_: str) -> str:
    """The RVGK marker in whose box a unit is, or empty."""
    return own(state).rvgk.get(id_, "") if state.units[id_].box == POOL else ""


def contents(state: OcsState, marker: str) -> tuple[str, ...]:
    """Units in a box, in set-up order."""
    return tuple(i for i in state.units if box_of(state, i) == marker)


def shown(state: OcsState, marker: str, viewer: str) -> tuple[str, ...] | None:
    """What a player sees of a box: None for the Axis player (TTW 3.5a D)."""
    return contents(state, marker) if viewer == SOVIET else None


def in_trace(state: OcsState, id_: str) -> bool:
    """Units in a box are in trace supply (TTW 3.5c)."""
    return bool(box_of(state, id_))


def marker_hex(state: OcsState, marker: str) -> int:
    """The hex of a marker, or NOWHERE."""
    return own(state).markers.get(marker, NOWHERE)


def marker_at(world: World, state: OcsState, number: str) -> str:
    """The marker in a hex. Raises Refusal where there is none."""
    hex_ = world.board.at(number)
    for marker in SHEETS:
        if marker_hex(state, marker) == hex_:
            return marker
    raise Refusal("TTW 3.5", f"no RVGK marker is in {number}")


# ---------------------------------------------------------------- groups and sections (3.5)


def members(world: World, state: OcsState, id_: str) -> tuple[str, ...]:
    """A unit with all of its formation that is in the game; a unit by itself otherwise."""
    formation = world.counters[id_].formation
    if not formation:
        return (id_,)
    return tuple(
        i for i in state.units
        if world.counters[i].formation == formation and world.counters[i].side == SOVIET
    )


def living(world: World, state: OcsState, id_: str) -> tuple[str, ...]:
    """Those on the map or in a box: neither dead nor still to come (TTW 3.5c, 3.5d)."""
    return tuple(
        i for i in members(world, state, id_)
        if state.units[i].box not in (DEAD, GONE, ARRIVING)
    )


def whole(world: World, state: OcsState, id_: str) -> bool:
    """Full strength: no step missing, nobody dead; late arrivals do not count (TTW 3.5d B)."""
    return all(
        state.units[i].box not in (DEAD, GONE) and not state.units[i].lost
        for i in members(world, state, id_) if state.units[i].box != ARRIVING
    )


def section(world: World, state: OcsState, id_: str) -> str:
    """The section of its box in which a unit is (TTW 3.5)."""
    return READY if whole(world, state, id_) else REBUILDING


# ---------------------------------------------------------------- minimums (3.5b)


def kind_of(world: World, id_: str) -> str:
    """What a unit or its formation counts as toward the minimums, or empty (TTW 3.5b)."""
    counter = world.counters[id_]
    if counter.side != SOVIET:
        return ""
    if counter.hq:
        return TANK_HQ if counter.name.endswith("Tank Army HQ") else ""
    if counter.multi_step and counter.type == "infantry":
        return INFANTRY
    return _CORPS.get(corps_kind(world, id_), "")


def count(world: World, state: OcsState, without: Iterable[str] = ()) -> Tally[str]:
    """Formations of each kind in both boxes, as if some units had left them (TTW 3.5b)."""
    gone = frozenset(without)
    found: dict[str, str] = {}
    for id_ in state.units:
        kind = kind_of(world, id_) if box_of(state, id_) and id_ not in gone else ""
        if kind and not any(
            state.units[i].on_map or i in gone for i in members(world, state, id_)
        ):
            found[world.counters[id_].formation or id_] = kind
    return Tally(found.values())


def shortages(world: World, state: OcsState, without: Iterable[str] = ()) -> dict[str, int]:
    """How many formations of each kind are missing (TTW 3.5b)."""
    have = count(world, state, without)
    return {kind: least - have[kind] for kind, least in MINIMUM.items() if have[kind] < least}


# ---------------------------------------------------------------- markers (3.5a)


def check_move(world: World, state: OcsState, command: Act) -> Refusal | None:
    """By rail to a detrainable hex of its maps, away from the Axis (TTW 3.5a)."""
    marker, end = command.word, world.board.at(command.hex)
    start = marker_hex(state, marker)
    if marker not in SHEETS or start == NOWHERE:
        return Refusal("TTW 3.5a", "name an RVGK marker in play: rvgk-1 or rvgk-2")
    if places.sheet(world, end) not in SHEETS[marker]:
        maps = " or ".join(SHEETS[marker])
        return Refusal("TTW 3.5a", f"{name(marker)} ends its move on map {maps}")
    if start == end or end not in rail.detrainable(world, state, SOVIET, cargo=True):
        return Refusal("TTW 3.5a.A", f"{command.hex} is no other detrainable hex")
    if near_axis(world, state, end):
        return Refusal("TTW 3.5a.B", f"{command.hex} is within {CLEAR} hexes of the enemy")
    return fare_problem(world, state, _way(world, state, start, end))


def near_axis(world: World, state: OcsState, hex_: int) -> bool:
    """Within 10 hexes of an Axis combat unit that does not live on a Kessel HQ (TTW 3.5a B)."""
    return threatened(world, state, hex_, CLEAR, in_trace=False)


def _way(world: World, state: OcsState, start: int, end: int) -> tuple[int, ...]:
    return rail_way(world, state, start, end, lambda h: near_axis(world, state, h))


def do_move(draft: Draft, command: Act) -> None:
    """Pay and move the marker (TTW 3.5a A)."""
    world, end = draft.world, draft.world.board.at(command.hex)
    way = _way(world, draft.state, marker_hex(draft.state, command.word), end)
    rail.spend(draft, SOVIET, rail.rail_cost(world, draft.state, SOVIET, way, RAIL_COST))
    change(draft, markers={**own(draft.state).markers, command.word: end})
    draft.log("rail", f"{name(command.word)} moves to {world.board.label(end)}",
              hex=command.hex, rule="TTW 3.5a.A", side=SOVIET)


def offer_moves(world: World, state: OcsState) -> Iterator[Act]:
    """Every station for every marker."""
    for marker in SHEETS:
        if marker_hex(state, marker) != NOWHERE:
            for hex_ in sorted(rail.detrainable(world, state, SOVIET, cargo=True)):
                yield Act("move-rvgk", world.board.id(hex_), (), marker)


# ---------------------------------------------------------------- into a box


def put_in(draft: Draft, ids: Iterable[str], marker: str) -> None:
    """Take units off the map into a box; trucks keep their load (TTW 3.5c)."""
    ids = tuple(ids)
    put(draft, *(
        evolve(draft.state.units[i], hex=NOWHERE, box=POOL, marker="", oos=False, unsupplied=0,
               fed=False, fuel="", spent=0, moved=False, finished=False)
        for i in ids
    ))
    change(draft, rvgk={**own(draft.state).rvgk, **dict.fromkeys(ids, marker)})


def near_enemy(world: World, ids: Iterable[str]) -> bool:
    """Whether units that enter a hex are Axis combat units."""
    return any(world.counters[i].side == AXIS and world.counters[i].fighting for i in ids)


ACTS = {
    "move-rvgk": Ability(check_move, do_move, frozenset({MOVEMENT}), SOVIET, "TTW 3.5a.A",
                         offer_moves),
}
