"""Coming home from a mission (OCS 14.1c): which bases, landing, and having none."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs import air, capture
from engine.ocs.capture import FLIGHT
from engine.ocs.commands import Land
from engine.ocs.decisions import Landing
from engine.ocs.pieces import MAP
from engine.ocs.state import Mission, OcsState
from engine.ocs.world import Draft, World


def homes(world: World, state: OcsState, id_: str, mission: Mission) -> tuple[int, ...]:
    """Bases that an air unit may land on after a mission (OCS 14.1c, 14.2d, 14.9e, 14.11).

    One that aborted over a friendly base goes to that base.
    """
    plane = world.aircraft[id_]
    under = state.bases.get(mission.hex)
    aborted = not state.air[id_].active and under is not None and under.owner == plane.side
    if mission.kind == air.TRANSFER or aborted:
        return (mission.hex,)
    far = air.distance(world, state, id_, mission.hex) > plane.range
    if mission.kind == air.TRANSPORT and (id_ in mission.stays or far):
        return (mission.hex,)
    limit = plane.range // 2 if mission.doubled and plane.capacity else plane.range
    return tuple(
        h for h, b in sorted(state.bases.items())
        if b.owner == plane.side and world.board.distance(h, mission.hex) <= limit
    )


def come_home(draft: Draft, mission: Mission) -> bool:
    """Land all aircraft that need no choice; True while one of them has one (OCS 14.1c)."""
    landed = dict(mission.bases)
    for id_ in mission.aircraft:
        if id_ in landed or draft.state.air[id_].box != MAP:
            continue
        own = draft.state.air[id_].hex
        bases = homes(draft.world, draft.state, id_, mission)
        if own == NOWHERE:  # an off-map box is left for good by no mission (TTW 1.3.3)
            land(draft, id_, NOWHERE)
        elif not bases:
            air.destroy(draft, id_, "OCS 14.1c")
        elif len(bases) == 1:
            land(draft, id_, bases[0])
        else:
            draft.ask(Landing(mission.side, id_, bases))
            return True
    return False


def land(draft: Draft, id_: str, hex_: int) -> None:
    """Put an aircraft on a base, Inactive; a Fighter's transfer in range stays Active (14.11)."""
    mission = draft.state.mission
    assert mission is not None
    unit = draft.state.air[id_]
    active = unit.active and stays_active(draft.world, draft.state, id_, mission.kind, hex_)
    air.put(draft, evolve(unit, hex=hex_, active=active))
    draft.update(mission=evolve(mission, bases=(*mission.bases, (id_, hex_))))


def stays_active(world: World, state: OcsState, id_: str, kind: str, hex_: int) -> bool:
    """Only a Fighter does that changes its base within its normal range (OCS 14.11)."""
    plane = world.aircraft[id_]
    return (
        kind == air.TRANSFER and plane.can("F")
        and air.distance(world, state, id_, hex_) <= plane.range
    )


def check_land(world: World, state: OcsState, command: Land) -> Refusal | None:
    """A friendly base in range (OCS 14.1c, 9.14f)."""
    decision = state.asks[-1]
    assert isinstance(decision, Landing)
    if world.air_id(command.air) != decision.aircraft:
        return Refusal(decision.rule, f"{world.name(decision.aircraft)} lands first")
    if world.board.at(command.at) not in decision.hexes:
        return Refusal(decision.rule, f"{command.at} is no base in range")
    return None


def do_land(draft: Draft, command: Land) -> None:
    """Land there: back from a mission, or driven from a captured base."""
    decision = draft.answered()
    assert isinstance(decision, Landing)
    id_, hex_ = draft.world.air_id(command.air), draft.world.board.at(command.at)
    draft.log("air", f"{draft.world.name(id_)} lands at {draft.world.board.label(hex_)}",
              hex=command.at, rule=decision.rule, side=decision.side)
    if decision.rule == FLIGHT:
        capture.settle(draft, id_, hex_)
    else:
        land(draft, id_, hex_)


def offer_landings(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Its own base first, then the others."""
    decision = state.asks[-1]
    assert isinstance(decision, Landing)
    own = state.air[decision.aircraft].hex
    for hex_ in sorted(decision.hexes, key=lambda h: (h != own, h)):
        yield Land(world.name(decision.aircraft), world.board.id(hex_))


HANDLERS = {Land: Handler(check_land, do_land, decisions=(Landing,))}
OFFERS = {Landing: offer_landings}
