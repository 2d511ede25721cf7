"""Drop Plans (OCS 14.10b, c): where and when a combat unit is dropped, written turns ahead."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import NOWHERE
from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs.commands import CancelDrop, DelayDrop, PlanDrop
from engine.ocs.pieces import DEAD, GONE, MAP
from engine.ocs.sequence import REFIT, acting
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World

AHEAD = 2
"""Turns ahead that a drop is planned at least (OCS 14.10b, U43)."""


def plan_of(state: OcsState, id_: str) -> tuple[int, int] | None:
    """Turn and hex of a unit's plan, or None (OCS 14.10b)."""
    return next(((turn, hex_) for i, turn, hex_ in state.drop_plans if i == id_), None)


# ---------------------------------------------------------------- who may, and where


def unit_problem(world: World, state: OcsState, id_: str) -> Refusal | None:
    """Why a unit is never dropped: only the Para symbol is, as its game lets it (14.10a)."""
    counter = world.counters[id_]
    if counter.side != acting(state):
        return Refusal("OCS 14.10b", f"{counter.name} is not yours to order now")
    if not counter.para:
        return Refusal("OCS 14.10a", f"{counter.name} has no parachutes")
    return world.hooks.may_drop(world, state, id_)


def drop_problem(world: World, state: OcsState, id_: str, hex_: int) -> Refusal | None:
    """Why a unit may not be dropped on a hex in this turn (OCS 14.10a, b)."""
    problem = unit_problem(world, state, id_)
    if problem is None and plan_of(state, id_) != (state.turn, hex_):
        number = world.board.id(hex_)
        return Refusal("OCS 14.10b", f"no Drop Plan brings {world.name(id_)} to {number} this turn")
    return problem


# ---------------------------------------------------------------- writing them (14.10b, c)


def check_plan(world: World, state: OcsState, command: PlanDrop) -> Refusal | None:
    """Two turns ahead or more, and one plan a unit (OCS 14.10b)."""
    id_ = world.unit_id(command.unit)
    world.board.at(command.at)
    problem = unit_problem(world, state, id_)
    if problem is not None:
        return problem
    if state.units[id_].box in (DEAD, GONE):
        return Refusal("OCS 14.10b", f"{world.name(id_)} is not in play")
    if plan_of(state, id_) is not None:
        return Refusal("OCS 14.10b", f"{world.name(id_)} has a plan: delay or cancel it")
    last = world.scenario.last_turn
    if not command.turn.isdigit() or not state.turn + AHEAD <= int(command.turn) <= last:
        return Refusal("OCS 14.10b", f"a drop is planned {AHEAD} turns ahead or more: turn "
                       f"{state.turn + AHEAD} to {last}")
    return None


def do_plan(draft: Draft, command: PlanDrop) -> None:
    """Write it down; the enemy does not hear of it."""
    id_ = draft.world.unit_id(command.unit)
    _write(draft, id_, int(command.turn), draft.world.board.at(command.at))


def check_change(
    world: World, state: OcsState, command: DelayDrop | CancelDrop
) -> Refusal | None:
    """There is a plan, and its turn is not the last (OCS 14.10c)."""
    id_ = world.unit_id(command.unit)
    plan = plan_of(state, id_)
    if world.side(id_) != acting(state) or plan is None:
        return Refusal("OCS 14.10c", f"{command.unit} has no Drop Plan of yours")
    if isinstance(command, DelayDrop) and plan[0] >= world.scenario.last_turn:
        return Refusal("OCS 14.10c", "there is no later turn")
    return None


def do_delay(draft: Draft, command: DelayDrop) -> None:
    """The same drop, one turn later (OCS 14.10c)."""
    id_ = draft.world.unit_id(command.unit)
    plan = plan_of(draft.state, id_)
    assert plan is not None
    _write(draft, id_, plan[0] + 1, plan[1])


def do_cancel(draft: Draft, command: CancelDrop) -> None:
    """It is gone (OCS 14.10c)."""
    done(draft, draft.world.unit_id(command.unit))


def _write(draft: Draft, id_: str, turn: int, hex_: int) -> None:
    done(draft, id_)
    draft.update(drop_plans=(*draft.state.drop_plans, (id_, turn, hex_)))


def done(draft: Draft, id_: str) -> None:
    """A unit's plan has been carried out, or is changed."""
    left = tuple(plan for plan in draft.state.drop_plans if plan[0] != id_)
    if left != draft.state.drop_plans:
        draft.update(drop_plans=left)


def expire(draft: Draft) -> None:
    """At the end of its turn a plan that was not carried out is gone: its turn was exact."""
    left = tuple(plan for plan in draft.state.drop_plans if plan[1] > draft.state.turn)
    if left != draft.state.drop_plans:
        draft.update(drop_plans=left)


# ---------------------------------------------------------------- enumeration


def offer_plans(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Changes to plans; new ones for the first turn that may be, where transports reach."""
    for id_, counter in world.counters.items():
        if not counter.para or actor not in ("", counter.name) or id_ not in state.units:
            continue
        for change in (DelayDrop(counter.name), CancelDrop(counter.name)):
            if check_change(world, state, change) is None:
                yield change
        turn = str(state.turn + AHEAD)
        for hex_ in within_range(world, state, counter.side):
            command = PlanDrop(counter.name, world.board.id(hex_), turn)
            if check_plan(world, state, command) is not None:
                break  # the reason is the unit's or the turn's: it is the same for every hex
            yield command


def within_range(world: World, state: OcsState, side: str) -> Iterator[int]:
    """Hexes that some transport aircraft of a side reaches from its base."""
    starts = {
        (unit.hex, world.aircraft[unit.id].range) for unit in state.air.values()
        if unit.box == MAP and unit.hex != NOWHERE and world.aircraft[unit.id].capacity
        and world.aircraft[unit.id].side == side
    }
    for hex_ in range(len(world.board)):
        if any(world.board.distance(start, hex_) <= reach for start, reach in starts):
            yield hex_


HANDLERS = {
    PlanDrop: Handler(check_plan, do_plan, steps=frozenset({REFIT})),
    DelayDrop: Handler(check_change, do_delay, steps=frozenset({REFIT})),
    CancelDrop: Handler(check_change, do_cancel, steps=frozenset({REFIT})),
}
