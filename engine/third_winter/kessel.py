"""Kessel HQs (TTW 2.3a): placing and removing them, and the trace that they give."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.ocs import supply, trace
from engine.ocs.commands import Act
from engine.ocs.losses import put
from engine.ocs.pieces import AXIS, MAP, POOL, Unit
from engine.ocs.sequence import REINFORCE
from engine.ocs.sizes import combat_units
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter.abilities import Ability, one_unit
from engine.third_winter.places import friends_in
from engine.third_winter.state import change, own

SIZE = "kessel"
AWAY_TURNS = 3
"""Turns after which one may return (TTW 2.3a)."""
RULE = "TTW 2.3a"


def is_kessel(world: World, id_: str) -> bool:
    """Whether a unit is a Kessel HQ."""
    return world.counters[id_].size == SIZE and world.counters[id_].hq


def kessel_hqs(world: World, state: OcsState) -> tuple[Unit, ...]:
    """Kessel HQs on the map."""
    found: tuple[Unit, ...] | None = state.memo.get("kessel hqs")
    if found is None:
        found = tuple(u for u in state.units.values() if u.on_map and is_kessel(world, u.id))
        state.memo["kessel hqs"] = found
    return found


# ---------------------------------------------------------------- trace (2.3a A)


def traces(world: World, state: OcsState, unit: Unit) -> bool:
    """Axis combat units within throw range of a Kessel HQ trace through it (TTW 2.3a A)."""
    counter = world.counters[unit.id]
    if counter.side != AXIS or not counter.fighting or not unit.on_map:
        return False
    return any(
        hq.id == unit.id or unit.hex in supply.thrown_to(world, state, hq)
        for hq in kessel_hqs(world, state)
    )


def only_by_kessel(world: World, state: OcsState, unit: Unit) -> bool:
    """Whether a unit is supplied by a Kessel HQ: rules of distance ignore it (TTW 1.2, 3.3d)."""
    ways = trace.trace_ways(world, state, unit)
    return bool(ways) and all(w == trace.GAME or _kessel_throws(world, w) for w in ways)


def _kessel_throws(world: World, way: str) -> bool:
    return way in world.counters and is_kessel(world, way)


def flak(world: World, state: OcsState, hex_: int, flying: str) -> int:
    """Its Flak DRM is 0: it takes back what the series gives any HQ (TTW 2.3a, OCS 14.4e)."""
    hqs = [u for u in combat_units(world, state, hex_) if world.counters[u.id].hq]
    alone = bool(hqs) and all(is_kessel(world, u.id) for u in hqs)
    return -1 if alone and flying != AXIS else 0


# ---------------------------------------------------------------- placing, removing


def place_problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """Off the map, and with a friendly combat unit wherever that is (TTW 2.3a)."""
    id_ = one_unit(world, command)
    name = world.name(id_)
    if not is_kessel(world, id_):
        return Refusal(RULE, f"{name} is no Kessel HQ")
    if state.units[id_].on_map:
        return Refusal(RULE, f"{name} is on the map")
    back = own(state).kessel_back.get(id_, 0)
    if state.turn < back:
        return Refusal(RULE, f"{name} may return on turn {back}")
    if not friends_in(world, state, AXIS, world.board.at(command.hex)):
        return Refusal(RULE, f"{command.hex} holds no Axis combat unit")
    return None


def place(draft: Draft, command: Act) -> None:
    """Put the HQ on the map in Combat Mode (TTW 2.3a)."""
    id_ = one_unit(draft.world, command)
    hex_ = draft.world.board.at(command.hex)
    put(draft, Unit(id_, hex_, MAP, began=hex_))
    draft.log("reinforcement", f"{draft.world.name(id_)} in {draft.world.board.label(hex_)}",
              hex=command.hex, rule=RULE, side=AXIS)


def remove_problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """A Kessel HQ on the map."""
    id_ = one_unit(world, command)
    if not is_kessel(world, id_) or not state.units[id_].on_map:
        return Refusal(RULE, f"{world.name(id_)} is no Kessel HQ on the map")
    return None


def remove(draft: Draft, command: Act) -> None:
    """Take it off; it may return three turns later (TTW 2.3a)."""
    id_ = one_unit(draft.world, command)
    draft.log("note", f"{draft.world.name(id_)} leaves the map", rule=RULE, side=AXIS,
              hex=draft.world.board.id(draft.state.units[id_].hex))
    to_pool(draft, id_)


def to_pool(draft: Draft, id_: str) -> None:
    """Off the map for three turns (TTW 2.3a)."""
    put(draft, Unit(id_, NOWHERE, POOL))
    back = own(draft.state).kessel_back
    change(draft, kessel_back={**back, id_: draft.state.turn + AWAY_TURNS})


def unit_lost(draft: Draft, id_: str, how: str) -> None:
    """A destroyed Kessel HQ may return three turns later (TTW 2.3a)."""
    if is_kessel(draft.world, id_):
        to_pool(draft, id_)


def offer_places(world: World, state: OcsState) -> Iterator[Act]:
    """Each Kessel HQ off the map with each Axis stack that has no trace."""
    stacks = sorted({
        u.hex for u in state.units.values()
        if u.on_map and world.counters[u.id].side == AXIS and world.counters[u.id].fighting
    })
    cut = [h for h in stacks if not any(
        trace.traces(world, state, u) for u in state.units.values() if u.hex == h
    )]
    for id_, counter in world.counters.items():
        if counter.size == SIZE and id_ in state.units and not state.units[id_].on_map:
            for hex_ in cut:
                yield Act("kessel", world.board.id(hex_), (counter.name,))


def places_there(world: World, state: OcsState, hex_: int) -> Iterator[Act]:
    """Each Kessel HQ off the map, in one hex."""
    for id_, counter in world.counters.items():
        if counter.size == SIZE and id_ in state.units and not state.units[id_].on_map:
            yield Act("kessel", world.board.id(hex_), (counter.name,))


def offer_removals(world: World, state: OcsState) -> Iterator[Act]:
    """Each Kessel HQ on the map."""
    for hq in kessel_hqs(world, state):
        yield Act("remove-kessel", world.board.id(hq.hex), (world.name(hq.id),))


_STEPS = frozenset({REINFORCE})
ACTS = {
    "kessel": Ability(place_problem, place, _STEPS, AXIS, RULE, offer_places, places_there),
    "remove-kessel": Ability(remove_problem, remove, _STEPS, AXIS, RULE, offer_removals),
}
