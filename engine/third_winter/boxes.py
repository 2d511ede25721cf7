"""Aircraft off the map: the Rumania Air Box, and bases beyond a scenario's area (TTW 1.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.ocs import air, cargo, dumps, flights
from engine.ocs.commands import Act
from engine.ocs.pieces import AXIS, MAP
from engine.ocs.sequence import MOVEMENT, MOVING, REFIT, acting, key
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter.abilities import Ability
from engine.third_winter.places import column_row, in_rumania
from engine.third_winter.state import change, own

AWAY = 10
"""Hexes from the box to each hex of the west edge of map C (TTW 1.3)."""
MOST = 4
"""Air units that it holds (TTW 1.3)."""
RULE = "TTW 1.3"


# ---------------------------------------------------------------- distances


def west_edge(world: World) -> tuple[int, ...]:
    """Hexes of the west edge of map C."""
    found: tuple[int, ...] | None = world.memo.get("ttw west edge c")
    if found is None:
        found = tuple(
            h for h in range(len(world.board)) if column_row(world, h)[:2] == ("C", 1)
        )
        world.memo["ttw west edge c"] = found
    return found


def from_box(world: World, hex_: int) -> int:
    """Hexes from the Rumania Air Box to a hex (TTW 1.3)."""
    edges = west_edge(world)
    return AWAY + min((world.board.distance(e, hex_) for e in edges), default=0)


def off_map(world: World) -> Mapping[str, Mapping[str, Any]]:
    """Air unit to the off-map base of the scenario that it starts at."""
    found: dict[str, Mapping[str, Any]] | None = world.memo.get("ttw off map")
    if found is None:
        rows = world.scenario.game_data.get("off_map_base", ())
        found = {id_: row for row in rows for id_ in row["air"]}
        world.memo["ttw off map"] = found
    return found


def base_distance(world: World, state: OcsState, id_: str, hex_: int) -> int | None:
    """Hexes to an aircraft that is based off the map (TTW 1.3)."""
    if id_ in own(state).rumania_box:
        return from_box(world, hex_)
    row = off_map(world).get(id_)
    if row is None:
        return None
    start = world.board.index.get(row["counts_as"], NOWHERE)
    return int(row["distance"]) + (world.board.distance(start, hex_) if start >= 0 else 0)


def step_begins(draft: Draft) -> None:
    """Off the map aircraft refit for free (TTW 1.3)."""
    if key(draft.state) != REFIT:
        return
    side = acting(draft.state)
    away = [
        a for a in draft.state.air.values()
        if a.box == MAP and a.hex == NOWHERE and not a.active
        and draft.world.aircraft[a.id].side == side
        and base_distance(draft.world, draft.state, a.id, 0) is not None
    ]
    if away:
        air.put(draft, *(evolve(a, active=True) for a in away))
        names = ", ".join(draft.world.name(a.id) for a in away)
        draft.log("air", f"{names} refit off the map", rule=RULE, side=side)


# ---------------------------------------------------------------- the Rumania Air Box


def mission_limit(
    world: World, state: OcsState, kind: str, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """From the box aircraft fly within Rumania only, and go nowhere else (TTW 1.3)."""
    for id_ in ids:
        if id_ in own(state).rumania_box and not in_rumania(world, hex_):
            return Refusal("TTW 1.3", f"{world.name(id_)} flies only within Rumania")
        far = air.distance(world, state, id_, hex_) > world.aircraft[id_].range
        if kind == air.TRANSPORT and id_ in own(state).rumania_box and far:
            return Refusal("TTW 1.3", f"{world.name(id_)} must return from within its range")
        if kind == air.TRANSFER and id_ in own(state).rumania_box:
            return Refusal("TTW 1.3", f"{world.name(id_)} stays in the Rumania Air Box")
    return None


def problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """An Axis aircraft changes its base to the box, by a west-edge hex of map C (TTW 1.3)."""
    id_ = _plane(world, command)
    unit, plane = state.air[id_], world.aircraft[id_]
    if plane.side != AXIS or unit.box != MAP or unit.hex == NOWHERE:
        return Refusal(RULE, f"{plane.name} is not on a base of yours")
    if not unit.active or unit.flown:
        return Refusal("OCS 14.1a", f"{plane.name} is not Active, or has flown")
    if full(state):
        return Refusal(RULE, f"the Rumania Air Box holds {MOST} air units")
    if not west_edge(world) or from_box(world, unit.hex) > 2 * plane.range:
        return Refusal("OCS 14.2d", f"the Rumania Air Box is out of the range of {plane.name}")
    return None


def full(state: OcsState) -> bool:
    """Whether the box holds as many air units as it may (TTW 1.3)."""
    return sum(state.air[i].box == MAP for i in own(state).rumania_box) >= MOST


def _plane(world: World, command: Act) -> str:
    if not command.word:
        raise Refusal(RULE, "name the air unit, by its id")
    return world.air_id(command.word)


def enter(draft: Draft, command: Act) -> None:
    """Going to Rumania is permanent; a Fighter stays Active, others do not (TTW 1.3, OCS 14.11)."""
    id_ = _plane(draft.world, command)
    unit, plane = draft.state.air[id_], draft.world.aircraft[id_]
    near = from_box(draft.world, unit.hex) <= plane.range
    air.put(draft, evolve(unit, hex=NOWHERE, flown=True, active=plane.can("F") and near))
    change(draft, rumania_box=own(draft.state).rumania_box | {id_})
    draft.log("air", f"{plane.name} to the Rumania Air Box", rule=RULE, side=AXIS)


def offer_entries(world: World, state: OcsState) -> Iterator[Act]:
    """Each Active aircraft on a base, by the nearest hex of the edge."""
    for hex_ in west_edge(world)[:1]:
        for unit in state.air.values():
            if unit.hex != NOWHERE and unit.active and not unit.flown:
                yield Act("rumania-box", world.board.id(hex_), (), unit.id)


# ---------------------------------------------------------------- supply in the box (1.3, 1.7c)

PER_TURN = 2
"""Tokens of the supply of a turn that the box takes, as any air base (TTW 1.7c)."""
SUPPLY = "rumania-supply"


def off_map_supply(world: World, state: OcsState, id_: str) -> int:
    """Tokens that a transport of the box may load (TTW 1.3, OCS 14.9)."""
    return own(state).rumania_tokens if id_ in own(state).rumania_box else 0


def spend_off_map(draft: Draft, ids: tuple[str, ...], tokens: int) -> None:
    """They leave the box."""
    change(draft, rumania_tokens=own(draft.state).rumania_tokens - tokens)


def store(draft: Draft, tokens: int) -> None:
    """Supply comes to the box, by the supply table or by air (TTW 1.7c)."""
    if tokens:
        change(draft, rumania_tokens=own(draft.state).rumania_tokens + tokens)
        draft.log("supply", f"{dumps.show(tokens)} to the Rumania Air Box", rule="TTW 1.7c",
                  side=AXIS)


def takes_supply(state: OcsState) -> bool:
    """Whether somebody is based there whom supply could serve."""
    return any(state.air[i].box == MAP for i in own(state).rumania_box)


def cargo_problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """A transport flies supply of its base to the box, no units (OCS 14.9; TTW 1.2a, 1.3)."""
    id_ = _plane(world, command)
    refused = flights.weather_problem(world, state) or flights.plane_problem(world, state, id_)
    if refused is not None:
        return refused
    unit, plane = state.air[id_], world.aircraft[id_]
    if unit.hex == NOWHERE or unit.hex != world.board.at(command.hex):
        return Refusal(RULE, f"{plane.name} is not based in {command.hex}")
    if not west_edge(world) or from_box(world, unit.hex) > 2 * plane.range:
        return Refusal("OCS 14.2d", f"the Rumania Air Box is out of the range of {plane.name}")
    if from_box(world, unit.hex) > plane.range and full(state):
        return Refusal(RULE, f"the Rumania Air Box holds {MOST} air units")
    if not _carried(world, state, id_):
        return Refusal("OCS 14.9", f"{plane.name} has nothing to carry")
    return None


def _carried(world: World, state: OcsState, id_: str) -> int:
    """As many tokens as it lifts, twice that within half its range (OCS 14.9a, e C)."""
    near = 2 * from_box(world, state.air[id_].hex) <= world.aircraft[id_].range
    lift = cargo.capacity(world, state, (id_,)) * (2 if near else 1)
    return min(cargo.stored(world, state, id_), int(lift / cargo.TOKEN))


def carry(draft: Draft, command: Act) -> None:
    """Within its range it comes home, beyond it stays in the box for good; Inactive (14.9e)."""
    world, id_ = draft.world, _plane(draft.world, command)
    unit, tokens = draft.state.air[id_], _carried(draft.world, draft.state, id_)
    dump = draft.state.dumps[unit.hex]
    dumps.set_ground(draft, unit.hex, dump.owner, dump.tokens - tokens)
    store(draft, tokens)
    stays = from_box(world, unit.hex) > world.aircraft[id_].range
    if stays:
        change(draft, rumania_box=own(draft.state).rumania_box | {id_})
    air.put(draft, evolve(unit, hex=NOWHERE if stays else unit.hex, active=False, flown=True))


def offer_cargo(world: World, state: OcsState) -> Iterator[Act]:
    """Each transport with supply at its base."""
    for unit in state.air.values():
        if unit.hex != NOWHERE and world.aircraft[unit.id].capacity:
            yield Act("rumania-cargo", world.board.id(unit.hex), (), unit.id)


ACTS = {
    "rumania-box": Ability(problem, enter, frozenset({MOVEMENT}), AXIS, RULE, offer_entries),
    "rumania-cargo": Ability(cargo_problem, carry, MOVING, AXIS, RULE, offer_cargo),
}
