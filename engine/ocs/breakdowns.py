"""Breakdowns (OCS 20): regiments detached from multi-step units, and taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler, Offers
from engine.ocs import movement
from engine.ocs.commands import Absorb, Detach
from engine.ocs.decisions import Absorption, Advance, Retreat, SetUp
from engine.ocs.losses import put
from engine.ocs.pieces import MAP, POOL, Counter, Unit
from engine.ocs.sequence import MOVING
from engine.ocs.sizes import face, steps_left
from engine.ocs.state import OcsState, at, occupied
from engine.ocs.world import Draft, World

BREAKDOWN = "breakdown"


def may_split(counter: Counter) -> bool:
    """Multi-step units of the Other category create and absorb Breakdowns (OCS 20.0)."""
    return counter.multi_step and counter.category == "other"


def kin(world: World, parent: Counter, child: Counter) -> bool:
    """Whether a Breakdown belongs to the pool of a unit (OCS 20.0g)."""
    pool = world.hooks.breakdown_pool
    return (
        child.type == BREAKDOWN and child.side == parent.side
        and pool(world, parent) == pool(world, child)
    )


# ---------------------------------------------------------------- creating (20.0, 20.0a, b)


def check_detach(world: World, state: OcsState, command: Detach) -> Refusal | None:
    """The unit is about to move, retreat or advance, and the Breakdown fits (OCS 20.0)."""
    unit = state.units[world.unit_id(command.unit)]
    child = state.units[world.unit_id(command.breakdown)]
    return _moment_problem(world, state, unit) or detach_problem(world, unit, child)


def _moment_problem(world: World, state: OcsState, unit: Unit) -> Refusal | None:
    """As it begins to move, or to retreat or advance after combat (OCS 20.0a)."""
    name = world.name(unit.id)
    if state.asks:
        decision = state.asks[-1]
        if isinstance(decision, SetUp):
            return setup_problem(world, unit, decision.side)
        assert isinstance(decision, Retreat | Advance)
        if unit.id not in decision.units:
            return Refusal("OCS 20.0a", f"{name} neither retreats nor advances")
        return None
    if unit.moved:
        return Refusal("OCS 20.0a", f"{name} has begun to move")
    return movement.may_move(world, state, unit)


def setup_problem(world: World, unit: Unit, side: str) -> Refusal | None:
    """Groups listed within a radius may begin with Breakdowns (OCS 0.4)."""
    if world.side(unit.id) != side or unit.id not in world.scenario.within:
        return Refusal("OCS 0.4.5", f"{world.name(unit.id)} is not set up within a radius")
    return None


def detach_problem(world: World, unit: Unit, child: Unit) -> Refusal | None:
    """Why a unit cannot detach this Breakdown (OCS 20.0, 20.0b, g, h)."""
    counter, other = world.counters[unit.id], world.counters[child.id]
    if not may_split(counter):
        return Refusal("OCS 20.0", f"{counter.name} is not a multi-step unit of the Other kind")
    if steps_left(world, unit) < 2:
        return Refusal("OCS 20.0", f"the last step of {counter.name} is never detached")
    if not kin(world, counter, other):
        return Refusal("OCS 20.0g", f"{other.name} is not of the same pool")
    if child.on_map:
        return Refusal("OCS 20.0h", f"{other.name} is on the map already")
    front = other.combat if unit.front else other.move
    if front.ar > face(world, unit).ar:
        return Refusal("OCS 20.0b", f"{other.name} has a better Action Rating")
    return None


def do_detach(draft: Draft, command: Detach) -> None:
    """A step becomes a unit in the same hex, in the same mode and state (OCS 20.0, 20.0c)."""
    parent = draft.state.units[draft.world.unit_id(command.unit)]
    id_ = draft.world.unit_id(command.breakdown)
    child = evolve(parent, id=id_, box=MAP, lost=0, load=0)  # what the step has done it has done
    put(draft, evolve(parent, lost=parent.lost + 1), child)
    if draft.state.asks and not isinstance(draft.state.asks[-1], SetUp):
        decision = draft.answered()
        assert isinstance(decision, Retreat | Advance)
        draft.ask(evolve(decision, units=(*decision.units, id_)))
    draft.log("mode", f"{command.unit} detaches {draft.world.name(id_)}", rule="OCS 20.0",
              hex=draft.world.board.id(parent.hex), side=draft.world.side(id_))


def offer_detaches(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """For each unit that may split, one Breakdown of each Action Rating that it can make."""
    spare = [
        u for u in state.units.values()
        if world.counters[u.id].type == BREAKDOWN and not u.on_map
    ]
    if not spare:
        return
    for unit in state.units.values():
        name = world.name(unit.id)
        if not unit.on_map or actor not in ("", name) or not may_split(world.counters[unit.id]):
            continue
        if _moment_problem(world, state, unit) is not None:
            continue
        seen: set[int] = set()
        for child in spare:
            ar = world.counters[child.id].combat.ar
            if ar not in seen and detach_problem(world, unit, child) is None:
                seen.add(ar)
                yield Detach(name, world.name(child.id))


# ---------------------------------------------------------------- absorbing (20.0b-d)


def absorb_problem(world: World, parent: Unit, child: Unit) -> Refusal | None:
    """Why a unit does not take this Breakdown back (OCS 20.0b, c, d)."""
    counter, other = world.counters[parent.id], world.counters[child.id]
    if not may_split(counter) or not parent.lost:
        return Refusal("OCS 20.0d", f"{counter.name} has no step to fill")
    if not kin(world, counter, other) or parent.hex != child.hex:
        return Refusal("OCS 20.0g", f"{other.name} is not of its pool, or not with it")
    if _state_of(parent) != _state_of(child):
        return Refusal("OCS 20.0c", "their modes or markers differ")
    if face(world, child).ar < face(world, parent).ar:
        return Refusal("OCS 20.0b", f"{other.name} has a worse Action Rating")
    return None


def _state_of(unit: Unit) -> tuple[object, ...]:
    return unit.front, unit.marker, unit.stock, unit.oos


def pairs(world: World, state: OcsState, hex_: int) -> tuple[tuple[str, str], ...]:
    """(parent, Breakdown) in a hex that absorb now, in set-up order."""
    here = at(state, hex_)
    children = [u for u in here if world.counters[u.id].type == BREAKDOWN]
    if not children:
        return ()
    return tuple(
        (u.id, c.id) for u in here for c in children
        if u.lost and absorb_problem(world, u, c) is None
    )


def absorb_all(draft: Draft) -> None:
    """At the end of any phase reduced units take Breakdowns back; it is not optional (20.0d).

    The owner chooses where more than one way is open.
    """
    for hex_ in occupied(draft.state):
        _absorb_in(draft, hex_)


def _absorb_in(draft: Draft, hex_: int) -> None:
    world = draft.world
    while found := pairs(world, draft.state, hex_):
        if not _plain(world, draft.state, found):
            draft.ask(Absorption(world.side(found[0][0]), hex_))
            return
        _take(draft, *found[0])


def _plain(world: World, state: OcsState, found: tuple[tuple[str, str], ...]) -> bool:
    """Whether the order cannot matter: one parent with room for all, or equal Breakdowns."""
    parents = {p for p, _ in found}
    children = {c for _, c in found}
    if len(parents) > 1:
        return False
    room = state.units[found[0][0]].lost
    return len(children) <= room or len({world.counters[c].combat for c in children}) == 1


def _take(draft: Draft, parent: str, child: str) -> None:
    unit, gone = draft.state.units[parent], draft.state.units[child]
    put(draft, evolve(unit, lost=unit.lost - 1), Unit(gone.id, NOWHERE, POOL))
    draft.log("mode", f"{draft.world.name(parent)} absorbs {draft.world.name(child)}",
              rule="OCS 20.0d", hex=draft.world.board.id(unit.hex), side=draft.world.side(parent))


def check_absorb(world: World, state: OcsState, command: Absorb) -> Refusal | None:
    """The pair is one of those in the hex (OCS 20.0d)."""
    decision = state.asks[-1]
    assert isinstance(decision, Absorption)
    parent = state.units[world.unit_id(command.unit)]
    child = state.units[world.unit_id(command.breakdown)]
    if parent.hex != decision.hex:
        return Refusal("OCS 20.0d", f"{command.unit} is not in {world.board.id(decision.hex)}")
    return absorb_problem(world, parent, child)


def do_absorb(draft: Draft, command: Absorb) -> None:
    """Take the Breakdown back, and go on in the hex (OCS 20.0d)."""
    decision = draft.answered()
    assert isinstance(decision, Absorption)
    _take(draft, draft.world.unit_id(command.unit), draft.world.unit_id(command.breakdown))
    _absorb_in(draft, decision.hex)


def offer_absorb(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Every pair in the hex."""
    decision = state.asks[-1]
    assert isinstance(decision, Absorption)
    for parent, child in pairs(world, state, decision.hex):
        if actor in ("", world.name(parent)):
            yield Absorb(world.name(parent), world.name(child))


def added(table: Mapping[Any, Offers]) -> dict[Any, Offers]:
    """A table of offers in which retreats and advances offer Breakdowns too (OCS 20.0a)."""
    found = dict(table)
    for decision in (Retreat, Advance):
        found[decision] = _with_detaches(table[decision])
    return found


def _with_detaches(offers: Offers) -> Offers:
    return lambda world, state, actor: chain(
        offers(world, state, actor), offer_detaches(world, state, actor)
    )


HANDLERS = {
    Detach: Handler(check_detach, do_detach, steps=MOVING, decisions=(Retreat, Advance, SetUp)),
    Absorb: Handler(check_absorb, do_absorb, decisions=(Absorption,)),
}
OFFERS = {Absorption: offer_absorb}
