"""Breakout (OCS 12.8e): units without trace try to get away on their own."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler, StepRule
from engine.core.paths import flood
from engine.ocs import dumps, exchange
from engine.ocs.commands import BreakOut
from engine.ocs.losses import eliminate, put
from engine.ocs.movement import ids_of
from engine.ocs.nets import ways
from engine.ocs.pieces import AWAY, Unit
from engine.ocs.sequence import BREAKOUT, acting
from engine.ocs.state import OcsState
from engine.ocs.supply import shut
from engine.ocs.trace import combatants, traces
from engine.ocs.world import Draft, World

RANGE = 15
"""Hexes to a friendly combat unit in trace (12.8e B)."""
SUCCESS = 5

def breakout_problem(world: World, state: OcsState, unit: Unit) -> Refusal | None:
    """Why a unit may not try to break out (OCS 12.8e)."""
    counter = world.counters[unit.id]
    name = counter.name
    if counter.side != acting(state) or not unit.on_map:
        return Refusal("OCS 12.8e", f"{name} is not yours to order now")
    if counter.move.ma < 1 and counter.combat.ma < 1:
        return Refusal("OCS 12.8e", f"{name} has no Movement Allowance")
    if traces(world, state, unit):
        return Refusal("OCS 12.8e", f"{name} is in trace supply")
    own = world.hooks.may_break_out(world, state, unit)
    if own is not None:
        return own
    if first_time(unit):
        return None
    if not counter.fighting:
        return Refusal("OCS 12.8e", f"{name} breaks out on the first turn only")
    friends = [
        u for u in combatants(world, state, counter.side) if traces(world, state, u)
    ]
    if not any(world.board.distance(unit.hex, f.hex) <= RANGE for f in friends):
        return Refusal("OCS 12.8e", "no friend in trace supply is within 15 hexes")
    if not _joined(world, state, unit, {f.hex for f in friends}):
        return Refusal("OCS 12.8e", "no way to a friend in trace supply is open")
    return None


def first_time(unit: Unit) -> bool:
    """The first turn out of trace, without a substitute for it since (OCS 12.8e, U31)."""
    return unit.unsupplied <= 1 and not unit.fed


def least(unit: Unit) -> int:
    """The lowest roll with which a unit gets away (OCS 12.8e)."""
    return SUCCESS - (1 if first_time(unit) else 0)


def _joined(world: World, state: OcsState, unit: Unit, goals: set[int]) -> bool:
    """A path of any length without enemies or terrain closed to its Move Mode (12.8e A)."""
    counter = world.counters[unit.id]
    side, kind = counter.side, counter.move.mobility
    steps = ways(world, state, side, kind).passable
    found = flood(
        {unit.hex: 0}, lambda a, _: ((b, 0) for b in steps[a]), 0, shut(world, state, side, kind)
    )
    return not goals.isdisjoint(found.spent)


def check_breakout(world: World, state: OcsState, command: BreakOut) -> Refusal | None:
    """Every unit may try, once (OCS 12.8e)."""
    ids = ids_of(world, command.units)
    if len(set(ids)) != len(ids):
        return Refusal("OCS 12.8e", "a unit is named twice")
    for id_ in ids:
        problem = breakout_problem(world, state, state.units[id_])
        if problem is not None:
            return problem
    return None


def do_breakout(draft: Draft, command: BreakOut) -> None:
    """Roll for each unit: it is destroyed, or comes back in one to six turns (OCS 12.8e)."""
    for id_ in ids_of(draft.world, command.units):
        _break_out(draft, id_)


def _break_out(draft: Draft, id_: str) -> None:
    unit = draft.state.units[id_]
    if draft.world.counters[id_].points > 1:
        _points_break_out(draft, unit)
        return
    roll = draft.roll(6)
    success = roll >= least(unit)
    name, side = draft.world.name(id_), draft.world.side(id_)
    draft.log("breakout", f"{name} breaks out on {least(unit)} or more: roll {roll}, "
              + ("out" if success else "lost"), rule="OCS 12.8e", roll=roll, side=side)
    _leave_load(draft, unit)
    if success:
        _get_away(draft, draft.state.units[id_])
    else:
        eliminate(draft, id_, "breakout", "OCS 12.8e")


def _leave_load(draft: Draft, unit: Unit) -> None:
    """What transport carries stays behind (U31)."""
    if unit.load:
        put(draft, evolve(unit, load=0))
        dumps.add(draft, unit.hex, draft.world.side(unit.id), unit.load)


def _get_away(draft: Draft, unit: Unit) -> None:
    delay = draft.roll(6)
    put(draft, Unit(unit.id, NOWHERE, AWAY, front=unit.front, lost=unit.lost))
    draft.update(returning=(*draft.state.returning, (draft.state.turn + delay, unit.id)))
    name = draft.world.name(unit.id)
    draft.log("breakout", f"{name} comes back in {delay} turn{'s' * (delay != 1)}",
              rule="OCS 12.8e", roll=delay, side=draft.world.side(unit.id))


def _points_break_out(draft: Draft, unit: Unit) -> None:
    """One roll a Transport Point, each on its first turn; those that fail are lost (12.8e).

    Where some get out they are other counters of the mix (13.2c).
    """
    world, name, side = draft.world, draft.world.name(unit.id), draft.world.side(unit.id)
    out = 0
    for _ in range(world.counters[unit.id].points):
        roll = draft.roll(6)
        success = roll >= least(unit)
        out += success
        draft.log("breakout", f"a point of {name} breaks out on {least(unit)} or more: "
                  f"roll {roll}, " + ("out" if success else "lost"),
                  rule="OCS 12.8e", roll=roll, side=side)
    _leave_load(draft, unit)
    if out == world.counters[unit.id].points:
        _get_away(draft, draft.state.units[unit.id])
        return
    saved, lost = exchange.parted(world, draft.state, unit, out)
    if not saved:
        eliminate(draft, unit.id, "breakout", "OCS 12.8e")
        return
    exchange.change(draft, [draft.state.units[unit.id]], (*saved, *lost))
    for id_ in lost:
        eliminate(draft, id_, "breakout", "OCS 12.8e")
    for id_ in saved:
        _get_away(draft, draft.state.units[id_])


def open_breakout(draft: Draft) -> bool:
    """Count turns without trace; passed over where nobody may break out (OCS 12.8e)."""
    world, side = draft.world, acting(draft.state)
    changed = []
    for unit in draft.state.units.values():
        counter = world.counters[unit.id]
        if not unit.on_map or counter.side != side:
            continue
        if not traces(world, draft.state, unit):
            changed.append(evolve(unit, unsupplied=unit.unsupplied + 1))
        elif counter.transport and unit.unsupplied:
            changed.append(evolve(unit, unsupplied=0))  # nobody checks it in the Supply Phase
    put(draft, *changed)
    return any(True for _ in offer_breakouts(world, draft.state, ""))


def offer_breakouts(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Every unit that may try."""
    for unit in state.units.values():
        name = world.name(unit.id)
        if unit.on_map and actor in ("", name) and breakout_problem(world, state, unit) is None:
            yield BreakOut((name,))


HANDLERS = {BreakOut: Handler(check_breakout, do_breakout, steps=frozenset({BREAKOUT}))}
STEPS = {
    BREAKOUT: StepRule(open_breakout, False, prompt="Units without trace may break out; E ends"),
}
OFFERS = {BREAKOUT: offer_breakouts}
