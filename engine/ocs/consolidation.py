"""Unit consolidation (OCS 13.9): one unit of two, or a swap into a formation."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from itertools import combinations

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs.commands import Consolidate
from engine.ocs.losses import put
from engine.ocs.pieces import DEAD, DG, ORGANIC, TRUCKS, Counter, Unit
from engine.ocs.replacements import find
from engine.ocs.sequence import REINFORCE, SEQUENCE, acting, key
from engine.ocs.sizes import steps_left
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World


def signature(counter: Counter) -> tuple[Hashable, ...]:
    """Both sides of a counter (OCS 13.9); an ordinary truck is like an Organic one."""
    kind = TRUCKS if counter.type == ORGANIC else counter.type
    return (
        counter.side, kind, counter.nationality, counter.combat, counter.move, counter.re4,
        counter.steps, counter.symbol, counter.at_level, counter.points, counter.printed,
    )


def alike(one: Counter, two: Counter) -> bool:
    """Whether two units may be consolidated at all (OCS 13.9)."""
    return signature(one) == signature(two)


def families(world: World) -> Mapping[str, tuple[str, ...]]:
    """Each unit to those that are alike, itself among them; worked out once a world."""
    found: dict[str, tuple[str, ...]] | None = world.memo.get("families")
    if found is None:
        groups: dict[tuple[Hashable, ...], list[str]] = {}
        for counter in world.counters.values():
            groups.setdefault(signature(counter), []).append(counter.id)
        found = {id_: like for like in map(tuple, groups.values()) for id_ in like}
        world.memo["families"] = found
    return found


def check_consolidate(world: World, state: OcsState, command: Consolidate) -> Refusal | None:
    """One of the four kinds of consolidation fits (OCS 13.9)."""
    one, two = find(world, command.unit), find(world, command.other)
    if world.side(one) != acting(state) or world.side(two) != acting(state):
        return Refusal("OCS 13.9", "both units must be yours, in your own part of the turn")
    if one == two or (one in world.aircraft) != (two in world.aircraft):
        return Refusal("OCS 13.9", "two different units of one kind are consolidated")
    if one in world.aircraft:
        return _air_problem(world, state, one, two)
    if key(state) != REINFORCE:
        return Refusal("OCS 13.9", "ground units are consolidated in the Reinforcement Phase")
    if not alike(world.counters[one], world.counters[two]):
        return Refusal("OCS 13.9", f"{world.name(one)} and {world.name(two)} are not the same")
    return _ground_problem(world, state.units[one], state.units[two])


def _ground_problem(world: World, unit: Unit, like: Unit) -> Refusal | None:
    """Why two units that are alike are not consolidated as they stand."""
    if not unit.on_map:
        return Refusal("OCS 13.9", f"{world.name(unit.id)} is not on the map")
    for each in (unit, like):
        if each.stock or each.marker == DG:
            return Refusal("OCS 13.9", f"{world.name(each.id)} is Low, Exhausted or Disorganized")
    if like.on_map:
        return _merge_problem(world, unit, like)
    if like.box != DEAD:
        return Refusal("OCS 13.9", f"{world.name(like.id)} is not in the Dead Pile")
    return _swap_problem(world, unit, like)


def _merge_problem(world: World, unit: Unit, like: Unit) -> Refusal | None:
    """Two multi-step units in one hex (OCS 13.9 1)."""
    if not world.counters[unit.id].multi_step:
        return Refusal("OCS 13.9", "only multi-step units join their steps")
    if unit.hex != like.hex:
        return Refusal("OCS 13.9", "the two units stand in different hexes")
    if not unit.lost:
        return Refusal("OCS 13.9", f"{world.name(unit.id)} is at full strength")
    return None


def _swap_problem(world: World, unit: Unit, like: Unit) -> Refusal | None:
    """A member of a formation, or an independent unit, becomes one of another (13.9 2, 3)."""
    new = world.counters[like.id].formation
    if not new:
        return Refusal("OCS 13.9", f"{world.name(like.id)} belongs to no formation")
    if new == world.counters[unit.id].formation:
        return Refusal("OCS 13.9", "they belong to the same formation")
    return None


def _air_problem(world: World, state: OcsState, one: str, two: str) -> Refusal | None:
    """Two reduced air units alike and based together, in any phase (OCS 13.9 4)."""
    a, b = state.air[one], state.air[two]
    first, second = world.aircraft[one], world.aircraft[two]
    if a.lost != 1 or b.lost != 1:
        return Refusal("OCS 13.9", "both air units must be reduced")
    if (a.hex, a.box, a.active) != (b.hex, b.box, b.active):
        return Refusal("OCS 13.9", "they are not based together, or not alike in readiness")
    same = ("type", "combat", "offensive", "barrage", "range", "capacity", "tank_buster")
    if any(getattr(first, f) != getattr(second, f) for f in same):
        return Refusal("OCS 13.9", "their types or values differ")
    return None


def do_consolidate(draft: Draft, command: Consolidate) -> None:
    """Join the steps, or swap the counters (OCS 13.9)."""
    world = draft.world
    one, two = find(world, command.unit), find(world, command.other)
    if one in world.aircraft:
        _join_air(draft, one, two)
    elif draft.state.units[two].on_map:
        _merge(draft, one, two)
    else:
        _swap(draft, one, two)
    draft.log("reinforcement", f"{world.name(one)} and {world.name(two)} are consolidated",
              rule="OCS 13.9", side=world.side(one))


def _join_air(draft: Draft, one: str, two: str) -> None:
    air = dict(draft.state.air)
    air[one] = evolve(air[one], lost=0, flown=air[one].flown or air[two].flown)
    air[two] = evolve(air[two], hex=NOWHERE, box=DEAD, lost=2, active=False)
    draft.update(air=air)


def _merge(draft: Draft, one: str, two: str) -> None:
    """The second's steps go to the first; the excess is lost (OCS 13.9 1)."""
    unit, gone = draft.state.units[one], draft.state.units[two]
    gained = steps_left(draft.world, gone)
    put(draft, evolve(unit, lost=max(0, unit.lost - gained)), _dead(draft, gone))


def _swap(draft: Draft, one: str, two: str) -> None:
    """The other counter takes the unit's place with its mode, markers and load (OCS 13.9 2, 3)."""
    unit = draft.state.units[one]
    put(draft, evolve(unit, id=two), _dead(draft, unit))


def _dead(draft: Draft, unit: Unit) -> Unit:
    return Unit(unit.id, NOWHERE, DEAD, lost=draft.world.counters[unit.id].steps)


def offer_consolidations(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Every pair that fits: steps on the map, swaps with the Dead Pile."""
    side = acting(state)
    for unit in state.units.values():
        counter = world.counters[unit.id]
        if not unit.on_map or counter.side != side or actor not in ("", counter.name):
            continue
        for id_ in families(world)[unit.id]:
            like = state.units.get(id_)
            if like is None or id_ == unit.id or _ground_problem(world, unit, like):
                continue
            yield Consolidate(counter.name, world.name(id_))
    yield from offer_air(world, state, actor)


def offer_air(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Pairs of reduced aircraft that are alike and based together (OCS 13.9 4)."""
    hurt = [
        unit.id for unit in state.air.values()
        if unit.lost == 1 and world.side(unit.id) == acting(state)
    ]
    for one, two in combinations(hurt, 2):
        names = world.name(one), world.name(two)
        if actor in ("", *names) and _air_problem(world, state, one, two) is None:
            yield Consolidate(*names)


HANDLERS = {
    Consolidate: Handler(check_consolidate, do_consolidate,
                         steps=frozenset(step.key for step in SEQUENCE)),
}
