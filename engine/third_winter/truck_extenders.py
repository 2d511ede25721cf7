"""The two Special Truck Extenders of the Soviet player (TTW 3.6)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.errors import Refusal
from engine.ocs.commands import Act
from engine.ocs.pieces import AXIS, SOVIET
from engine.ocs.sequence import MOVEMENT, phasing
from engine.ocs.sizes import held_by, holder
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter.abilities import Ability
from engine.third_winter.state import MOVING, READY, change, own

COUNT = 2
MARK = "soviet truck special"
"""How it stands among the Extenders of the series: with the range and links of one made of trucks
(OCS 12.7), and yet made of none (TTW 3.6)."""
WATER = frozenset({"sea", "lake", "sea_or_lake"})


SECTIONS = {"ready": READY, "moving": MOVING}
"""What a scenario calls the sections of their box."""


def opening(world: World) -> tuple[int, ...]:
    """Both begin in the Ready section unless a scenario says otherwise."""
    table = world.scenario.game_data.get("truck_extenders", {})
    places = table.get("places", ("ready",) * COUNT)
    return tuple(SECTIONS[p] if p in SECTIONS else world.board.at(p) for p in places)


def may_extend(
    world: World, state: OcsState, side: str, kind: str, hex_: int
) -> Refusal | None:
    """Soviet truck points form no Extenders, and an STE becomes no truck points (TTW 3.6)."""
    if side != SOVIET or kind != "truck":
        return None
    return Refusal("TTW 3.6", "the Soviets use Special Truck Extenders: act deploy-extender HEX")


def check_deploy(world: World, state: OcsState, command: Act) -> Refusal | None:
    """A Ready one goes wherever the player likes, on land without enemies (TTW 3.6)."""
    hex_ = world.board.at(command.hex)
    if READY not in own(state).truck_extenders:
        return Refusal("TTW 3.6.s1", "no Special Truck Extender is Ready")
    if holder(world, state, hex_) == AXIS or world.board.hexes[hex_].terrain & WATER:
        return Refusal("TTW 3.6.s1", f"it cannot stand in {command.hex}")
    if hex_ in state.extenders:
        return Refusal("TTW 3.6.s1", f"{command.hex} has an Extender")
    return None


def do_deploy(draft: Draft, command: Act) -> None:
    """Put it on the map (TTW 3.6)."""
    hex_ = draft.world.board.at(command.hex)
    _swap(draft, READY, hex_)
    draft.update(extenders={**draft.state.extenders, hex_: MARK})
    draft.log("supply", f"Special Truck Extender in {command.hex}", hex=command.hex,
              rule="TTW 3.6.s1", side=SOVIET)


def check_lift(world: World, state: OcsState, command: Act) -> Refusal | None:
    """It moves only by being taken off the map (TTW 3.6)."""
    if world.board.at(command.hex) in own(state).truck_extenders:
        return None
    return Refusal("TTW 3.6.s1", f"{command.hex} has no Special Truck Extender")


def do_lift(draft: Draft, command: Act) -> None:
    """Into the Moving section of its box (TTW 3.6)."""
    lift(draft, draft.world.board.at(command.hex))


def lift(draft: Draft, hex_: int) -> None:
    """Take one off the map (TTW 3.6)."""
    _swap(draft, hex_, MOVING)
    draft.update(extenders={h: e for h, e in draft.state.extenders.items() if h != hex_})
    number = draft.world.board.id(hex_)
    draft.log("supply", f"Special Truck Extender leaves {number}", hex=number, rule="TTW 3.6.s1",
              side=SOVIET)


def _swap(draft: Draft, old: int, new: int) -> None:
    places = list(own(draft.state).truck_extenders)
    places[places.index(old)] = new
    change(draft, truck_extenders=tuple(places))


def stepped(draft: Draft, ids: tuple[str, ...], a: int, b: int) -> None:
    """Axis combat units that enter its hex send it to the Moving section (TTW 3.6).

    Before they take what else is there: it does not collapse into trucks (OCS 9.14d).
    """
    world = draft.world
    if b in own(draft.state).truck_extenders and any(
        world.counters[i].side == AXIS and world.counters[i].fighting for i in ids
    ):
        lift(draft, b)


def clean_up(draft: Draft) -> None:
    """In the Soviet Clean Up Phase those that move become Ready (TTW 3.6)."""
    places = own(draft.state).truck_extenders
    if phasing(draft.state) == SOVIET and MOVING in places:
        change(draft, truck_extenders=tuple(READY if p == MOVING else p for p in places))


def offer_deploys(world: World, state: OcsState) -> Iterator[Act]:
    """Hexes with Soviet combat units, as the usual places."""
    if READY in own(state).truck_extenders:
        for hex_ in held_by(world, state, SOVIET):
            yield Act("deploy-extender", world.board.id(hex_))


def deploys_there(world: World, state: OcsState, hex_: int) -> Iterator[Act]:
    """One of them to one hex."""
    yield Act("deploy-extender", world.board.id(hex_))


def offer_lifts(world: World, state: OcsState) -> Iterator[Act]:
    """Those on the map."""
    for hex_ in own(state).truck_extenders:
        if hex_ >= 0:
            yield Act("lift-extender", world.board.id(hex_))


_STEP = frozenset({MOVEMENT})
ACTS = {
    "deploy-extender": Ability(check_deploy, do_deploy, _STEP, SOVIET, "TTW 3.6", offer_deploys,
                               deploys_there),
    "lift-extender": Ability(check_lift, do_lift, _STEP, SOVIET, "TTW 3.6", offer_lifts),
}
