"""Axis Air Interdiction (BSR 13): missions, zones, and what a zone does to whom."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.state import Decision
from engine.efs.air import Mission, work_out
from engine.efs.air_units import (
    FIGHTER_GROUP,
    MISSION,
    check_send,
    named,
    out_of_range,
    picks_on_offer,
    ready,
    send,
    there,
)
from engine.efs.commands import Intercept, Interdict
from engine.efs.handlers import Handler, Offers, StepRule
from engine.efs.pieces import AXIS, SOVIET, Unit
from engine.efs.sequence import INTERCEPT, INTERDICT, INTERDICTION
from engine.efs.state import EfsState
from engine.efs.world import Draft, World

RAIL_TYPES = frozenset({"armored_train", "railroad_artillery"})


# ---------------------------------------------------------------- zones (13.15, 13.16)


def level_at(world: World, state: EfsState, hex_: int) -> int:
    """Interdiction Level in a hex: the sum of the zones over it, two at most (BSR 13.15)."""
    total = sum(
        level for centre, level in state.interdicted.items()
        if world.board.distance(centre, hex_) <= 1
    )
    return min(total, int(world.charts.interdiction["level_cap_per_hex"]))


def in_zone(world: World, state: EfsState, hex_: int) -> bool:
    """True for a hex in a Zone of Interdiction (BSR 13.15)."""
    return level_at(world, state, hex_) > 0


def zone(world: World, state: EfsState) -> frozenset[int]:
    """Every interdicted hex: the mission hexes and the six around each (BSR 13.15)."""
    return frozenset(
        hex_ for centre in state.interdicted for hex_ in (centre, *world.board.neighbors(centre))
    )


def clear(draft: Draft) -> None:
    """Take all Interdiction markers off, in the Game Turn Interphase (BSR 13.16)."""
    if draft.state.interdicted:
        draft.update(interdicted={})
        draft.log("air", "Interdiction markers are removed", rule="BSR 13.16")


# ---------------------------------------------------------------- effects (13.2)


def rail_cost(world: World, state: EfsState, hex_: int) -> int:
    """Railroad movement points to enter a hex; overlapping zones add nothing (BSR 13.21)."""
    if not in_zone(world, state, hex_):
        return 1
    return int(world.charts.interdiction["railroad_mp_per_hex"])


def flotilla_cost(world: World, state: EfsState, hex_: int) -> int:
    """Flotilla movement points to enter a hex; overlapping zones add nothing (BSR 13.22)."""
    if not in_zone(world, state, hex_):
        return 1
    return int(world.charts.interdiction["flotilla_mp_per_hex"])


def bars_rail_start(world: World, state: EfsState, unit: Unit) -> Refusal | None:
    """Only armored trains and railroad artillery begin rail movement in a zone (BSR 13.23)."""
    if world.counters[unit.id].type in RAIL_TYPES or not in_zone(world, state, unit.hex):
        return None
    return Refusal("BSR 13.23", f"{world.name(unit.id)} starts in an interdicted hex")


def bars_air_transport(world: World, state: EfsState, hex_: int) -> Refusal | None:
    """Air Transport neither begins nor ends in an interdicted hex (BSR 13.25)."""
    if in_zone(world, state, hex_):
        return Refusal("BSR 13.25", f"{world.board.label(hex_)} is interdicted")
    return None


# ---------------------------------------------------------------- allocating (13.1, 17.23)


def check_interdict(world: World, state: EfsState, command: Interdict) -> Refusal | None:
    """Axis air units go to any hex in range (BSR 13.11, 13.13)."""
    hex_ = world.board.at(command.hex)
    picks = named(world, command.air)
    if any(i in world.aircraft and world.aircraft[i].side != AXIS for i in picks):
        return Refusal("BSR 13.11", "only Axis air units interdict")
    return check_send(world, state, AXIS, hex_, picks)


def do_interdict(draft: Draft, command: Interdict) -> None:
    """Put the air units on the mission hex (BSR 13.12)."""
    send(draft, AXIS, draft.world.board.at(command.hex), named(draft.world, command.air))


def check_intercept(world: World, state: EfsState, command: Intercept) -> Refusal | None:
    """Soviet fighters oppose an Interdiction mission that is there (BSR 17.21c note, 17.23)."""
    hex_ = world.board.at(command.hex)
    picks = named(world, command.air)
    if hex_ not in state.missions:
        return Refusal("BSR 17.23", f"no Interdiction mission at {world.board.label(hex_)}")
    for pick in picks:
        if pick in world.aircraft:
            fighter = world.aircraft[pick].kind in ("F", "D")
        else:
            fighter = pick == FIGHTER_GROUP
        if not fighter:
            return Refusal("BSR 17.21c.n1", "only fighters oppose an Interdiction mission")
    return check_send(world, state, SOVIET, hex_, picks)


def do_intercept(draft: Draft, command: Intercept) -> None:
    """Put the fighters on the mission hex (BSR 17.23)."""
    send(draft, SOVIET, draft.world.board.at(command.hex), named(draft.world, command.air))


def can_interdict(draft: Draft) -> bool:
    """True while the Axis has an air unit to send (BSR 13.12)."""
    return bool(ready(draft.world, draft.state, AXIS))


def can_intercept(draft: Draft) -> bool:
    """True while a Soviet fighter can reach a mission (BSR 17.23)."""
    world, state = draft.world, draft.state
    return any(
        world.aircraft[id_].kind == "F" and out_of_range(world, state, id_, hex_) is None
        for hex_ in state.missions
        for id_ in ready(world, state, SOVIET)
    )


def offer_interdictions(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Every hex for every air unit, one unit a command: more may join the same mission."""
    for hex_ in range(len(world.board)):
        number = world.board.id(hex_)
        for _, name in picks_on_offer(world, state, AXIS):
            command = Interdict(number, (name,))
            wanted = actor in ("", name, number)
            if wanted and check_interdict(world, state, command) is None:
                yield command


def offer_intercepts(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Every mission for every fighter, one unit a command."""
    for hex_ in state.missions:
        number = world.board.id(hex_)
        for _, name in picks_on_offer(world, state, SOVIET):
            command = Intercept(number, (name,))
            wanted = actor in ("", name, number)
            if wanted and check_intercept(world, state, command) is None:
                yield command


# ---------------------------------------------------------------- carrying out (13.14)


def may_serve(world: World, state: EfsState, id_: str) -> bool:
    """Axis fighters with an Interdiction rating may fly the mission themselves (17.31b.2)."""
    aircraft = world.aircraft[id_]
    return aircraft.side == AXIS and aircraft.interdiction > 0


def mark(draft: Draft, hex_: int) -> None:
    """Place the marker by the ratings of the mission units that are left (BSR 13.14).

    Air combat and AA fire both come first (see notes on EFS 13.14).
    """
    world = draft.world
    rating = sum(
        world.aircraft[id_].interdiction
        for id_ in there(world, draft.state, hex_, AXIS, MISSION)
    )
    level = min(rating, int(world.charts.interdiction["level_cap_per_hex"]))
    if level:
        draft.update(interdicted={**draft.state.interdicted, hex_: level})
    words = f"Interdiction Level {level}" if level else "no interdiction"
    draft.log(
        "air", f"{world.board.label(hex_)}: {words}",
        hex=world.board.id(hex_), rule="BSR 13.14", side=AXIS,
    )


KIND = Mission(first=lambda state: AXIS, may_serve=may_serve, effect=mark)


def run_missions(draft: Draft) -> bool:
    """Carry out the Interdiction missions (BSR 13.14, ESP A.6d, ESP A.6g)."""
    return work_out(draft, KIND)


HANDLERS: dict[type[Command], Handler] = {
    Interdict: Handler(check_interdict, do_interdict, steps=frozenset({INTERDICT})),
    Intercept: Handler(check_intercept, do_intercept, steps=frozenset({INTERCEPT})),
}
PASSES: dict[type[Decision], Handler] = {}
STEPS: dict[str, StepRule] = {
    INTERDICT: StepRule(
        run=can_interdict, automatic=False, prompt="Send air units to interdict, then end"
    ),
    INTERCEPT: StepRule(
        run=can_intercept, automatic=False, prompt="Send fighters against the missions, then end"
    ),
    INTERDICTION: StepRule(run=run_missions),
}
OFFERS: dict[str | type[Decision], Offers] = {
    INTERDICT: offer_interdictions,
    INTERCEPT: offer_intercepts,
}
