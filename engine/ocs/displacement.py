"""Displacement (OCS 9.14c, d): transport that was not captured, and collapsed Extenders, flee."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command, Pass
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs import dumps, supply, trace, transport_capture
from engine.ocs.capture import holds_prizes
from engine.ocs.commands import DisplaceTo
from engine.ocs.decisions import Displace
from engine.ocs.losses import eliminate, put
from engine.ocs.pieces import SP, TRUCK
from engine.ocs.sequence import other
from engine.ocs.sizes import holder
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World

EXTENDER = "OCS 9.14d"


def places(world: World, state: OcsState, decision: Displace) -> tuple[int, ...]:
    """Hexes that displaced transport may go to: in range, enemy-free, away from here (U19).

    A collapsed Extender goes where trace supply is to be had (9.14d).
    """
    foe = other(decision.side)
    found = tuple(
        h for h in world.board.within(decision.origin, decision.radius)
        if h != decision.origin and holder(world, state, h) != foe
        and not holds_prizes(world, state, h, foe)
        and "sea" not in world.board.hexes[h].terrain
    )
    if decision.rule != EXTENDER or not found:
        return found
    traced = in_trace(world, state, decision.side)
    return tuple(h for h in found if h in traced)


def in_trace(world: World, state: OcsState, side: str) -> frozenset[int]:
    """Hexes in which a unit could trace supply: by direct draw, or thrown by an HQ (12.6)."""
    found = set(trace.drawn_field(world, state, side, TRUCK))
    for hq in trace.tracing_hqs(world, state, side):
        found |= supply.thrown_to(world, state, hq)
    return frozenset(found)


def refresh(draft: Draft) -> None:
    """An Extender with nowhere to go is transport like any other in its hex (OCS 9.14d)."""
    asks = draft.state.asks
    if not asks or not isinstance(asks[-1], Displace) or asks[-1].rule != EXTENDER:
        return
    decision = asks[-1]
    if not places(draft.world, draft.state, decision):
        draft.answered()
        _stand(draft, decision)


def _stand(draft: Draft, decision: Displace) -> None:
    """The points of a collapsed Extender stay where they are and are rolled for (OCS 9.14c, d)."""
    captor = other(decision.side)
    for fate in transport_capture.rolled(draft, captor, decision.origin, decision.units):
        transport_capture.settle(draft, fate)


def check_displace(world: World, state: OcsState, command: DisplaceTo) -> Refusal | None:
    """The transport goes to an enemy-free hex in range (OCS 9.14c)."""
    decision = state.asks[-1]
    assert isinstance(decision, Displace)
    ids = [world.unit_id(n) for n in command.units]
    if len(set(ids)) != len(ids) or not set(ids) <= set(decision.units):
        return Refusal(decision.rule, "name units that are displaced")
    if world.board.at(command.to) not in places(world, state, decision):
        return Refusal(decision.rule, f"{command.to} is not an enemy-free hex within "
                       f"{decision.radius}")
    return None


def do_displace(draft: Draft, command: DisplaceTo) -> None:
    """Move the transport away."""
    decision = draft.answered()
    assert isinstance(decision, Displace)
    ids = tuple(draft.world.unit_id(n) for n in command.units)
    target = draft.world.board.at(command.to)
    for id_ in ids:
        unit, room = draft.state.units[id_], draft.world.counters[id_].points * SP
        put(draft, evolve(unit, hex=target, load=min(unit.load, room)))
        if unit.load > room:  # what is saved of captured trucks' loads has no room aboard
            dumps.add(draft, target, decision.side, unit.load - room)
    names = ", ".join(draft.world.name(i) for i in ids)
    draft.log("capture", f"{names} displaced to {command.to}", hex=command.to, rule=decision.rule,
              side=decision.side)
    left = tuple(i for i in decision.units if i not in ids)
    if left:
        draft.ask(evolve(decision, units=left))


def give_up(draft: Draft, command: Pass) -> None:
    """Displaced transport with nowhere to go is lost; a collapsed Extender stays (OCS 9.14d)."""
    decision = draft.answered()
    assert isinstance(decision, Displace)
    if decision.rule == EXTENDER:
        _stand(draft, decision)
        return
    for id_ in decision.units:
        eliminate(draft, id_, "capture", decision.rule)


def check_give_up(world: World, state: OcsState, command: Pass) -> Refusal | None:
    """Only where no hex is open; an Extender may collapse where it is all the same (9.14d)."""
    decision = state.asks[-1]
    assert isinstance(decision, Displace)
    if decision.rule != EXTENDER and places(world, state, decision):
        return Refusal(decision.rule, "there are hexes to displace to")
    return None


def offer_displace(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """The nearest open hexes for all displaced units together."""
    decision = state.asks[-1]
    assert isinstance(decision, Displace)
    names = tuple(world.name(i) for i in decision.units)
    found = sorted(
        places(world, state, decision),
        key=lambda h: (world.board.distance(h, decision.origin), h),
    )
    for hex_ in found[:12]:
        yield DisplaceTo(names, world.board.id(hex_))
    if not found or decision.rule == EXTENDER:
        yield Pass()


HANDLERS = {DisplaceTo: Handler(check_displace, do_displace, decisions=(Displace,))}
PASSES = {Displace: Handler(check_give_up, give_up, decisions=(Displace,))}
OFFERS = {Displace: offer_displace}
