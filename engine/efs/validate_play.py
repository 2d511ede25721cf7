"""Invariants of what is in hand: movement, attacks, a combat, air missions, decisions.

Each belongs to certain steps of the sequence of play, and is gone outside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from engine.core.board import NOWHERE
from engine.core.state import Decision
from engine.efs import stacking
from engine.efs.air_units import FIRING, MISSION, side_of
from engine.efs.allowance import MOVING_STEPS, factor
from engine.efs.commands import ADDITIONAL_RETREAT, NO_RETREAT
from engine.efs.decisions import (
    Advance,
    AttackOrder,
    Engage,
    Lose,
    Overstacked,
    Recover,
    Retreat,
    Roles,
    Suppress,
)
from engine.efs.pieces import AIR_BOXES, FOUGHT, READY, SIDES, SILENCED, STRATEGIC, Unit
from engine.efs.sequence import (
    CAS,
    CAS_ATTACKER,
    CAS_DEFENDER,
    COMBAT,
    DECLARE,
    INTERCEPT,
    INTERDICT,
    INTERDICTION,
    INTERPHASE,
    MOTORIZED,
    MOVE,
    ORDERS,
    REACT,
    SEQUENCE,
    SUPPORT,
    other,
    place,
    segment,
)
from engine.efs.state import Attack, EfsState
from engine.efs.steps import steps_left
from engine.efs.terrain import MP
from engine.efs.world import World
from engine.efs.zoc import holder

Check = Callable[[World, EfsState], Iterator[str]]

AIR_STEPS = frozenset({INTERDICT, INTERCEPT, INTERDICTION, CAS_ATTACKER, CAS_DEFENDER, CAS})
ATTACK_STEPS = frozenset({DECLARE, REACT, SUPPORT, ORDERS, CAS_ATTACKER, CAS_DEFENDER, CAS, COMBAT})
"""Steps of one segment in which Declared Attacks stand."""
GUN_STEPS = ATTACK_STEPS - {DECLARE, REACT}
OBLIGED_STEPS = frozenset({MOVE, MOTORIZED}) | ATTACK_STEPS
STAGES = ("order", "roll", "attacker", "defender", "attacker_retreat", "defender_retreat",
          "advance", "done")
ORDER_WORDS = ("", NO_RETREAT, ADDITIONAL_RETREAT)
ROLES = ("", MISSION, FIRING)
SURCHARGE = 16
"""No surcharge comes near this many half points (see `movement`)."""


def _key(state: EfsState) -> str:
    return SEQUENCE[state.step].key


def _leftover(state: EfsState, steps: Iterable[str], **fields: Any) -> Iterator[str]:
    """Fields that hold something in a step to which they do not belong."""
    if _key(state) not in steps:
        for name, value in fields.items():
            if value:
                yield f"{name} is left over in step {SEQUENCE[state.step].id}: {value}"


# ---------------------------------------------------------------- movement


def _movement(world: World, state: EfsState) -> Iterator[str]:
    """What units have spent, and who is on the move (BSR 10.5)."""
    yield from _leftover(state, MOVING_STEPS, moving=state.moving, split=state.split)
    for id_ in state.moving:
        unit = state.units[id_]
        if not unit.on_map or not unit.started:
            yield f"{world.name(id_)} is on the move and has not begun, or is not on the map"
    if not set(state.split) <= set(state.moving):
        yield "units split off that are not on the move"
    moving = _key(state) in MOVING_STEPS
    side = SEQUENCE[state.step].side
    for unit in state.units.values():
        if not (unit.started or unit.done or unit.spent or unit.surcharge):
            continue
        if not moving or world.counters[unit.id].side != side:
            yield f"{world.name(unit.id)} has moved in step {SEQUENCE[state.step].id}"
        elif unit.on_map:
            yield from _spent(world, state, unit)


def _spent(world: World, state: EfsState, unit: Unit) -> Iterator[str]:
    name, most = world.name(unit.id), _most(world, state, unit)
    if not 0 <= unit.spent <= most:
        yield f"{name} has spent {unit.spent} of {most} half movement points"
    if not 0 <= unit.surcharge < SURCHARGE:
        yield f"{name} owes {unit.surcharge} half movement points"
    if not unit.started:
        yield f"{name} has spent points and not begun to move"


def _most(world: World, state: EfsState, unit: Unit) -> int:
    """Half points of the best side that the unit may have had when it began."""
    counter = world.counters[unit.id]
    faces = [f for f in (counter.full, counter.reduced, counter.nonop) if f is not None]
    half = max(f.ma for f in faces) * factor(world, state, unit) * MP
    return int(half * 1.5) if STRATEGIC in unit.marks else int(half)


def _marks(world: World, state: EfsState) -> Iterator[str]:
    """Markers of one phase are gone after it (BSR 11.3, 13.24d, 15.23)."""
    key = _key(state)
    for unit in state.units.values():
        for mark, steps in ((FOUGHT, {COMBAT}), (SILENCED, GUN_STEPS), (STRATEGIC, {MOVE})):
            if mark in unit.marks and key not in steps:
                yield f"{world.name(unit.id)} is marked {mark} in step {SEQUENCE[state.step].id}"


# ---------------------------------------------------------------- attacks


def _attacks(world: World, state: EfsState) -> Iterator[str]:
    """Declared Attacks, and what both sides have committed to them (BSR 12, 14)."""
    yield from _leftover(state, ATTACK_STEPS, attacks=state.attacks)
    yield from _leftover(state, GUN_STEPS, support=state.support)
    yield from _leftover(state, GUN_STEPS - {SUPPORT}, orders=state.orders)
    yield from _leftover(state, {CAS, COMBAT}, cas=state.cas)
    yield from _leftover(state, OBLIGED_STEPS, obliged=state.obliged)
    side = segment(SEQUENCE[state.step])
    hexes = [h for attack in state.attacks for h in attack.hexes]
    units = [i for attack in state.attacks for i in attack.units]
    if len(set(hexes)) != len(hexes) or len(set(units)) != len(units):
        yield "a hex or a unit is in two Declared Attacks"
    for attack in state.attacks:
        yield from _attack(world, state, attack, side)
    guns = [id_ for id_, _ in state.support]
    if len(set(guns)) != len(guns):
        yield "a gun supports two combats"
    for id_ in guns:
        if world.counters[id_].side == side:
            yield f"{world.name(id_)} supports the defense of the enemy"
    for hex_, order in state.orders:
        if order not in ORDER_WORDS[1:]:
            yield f"there is no order '{order}' on {world.board.id(hex_)}"


def _attack(world: World, state: EfsState, attack: Attack, side: str) -> Iterator[str]:
    where = " ".join(world.board.id(h) for h in attack.hexes)
    if not attack.hexes or list(attack.hexes) != sorted(set(attack.hexes)):
        yield f"an attack on hexes '{where}'"
        return
    for id_ in attack.units:
        if world.counters[id_].side != side:
            yield f"{world.name(id_)} attacks {where} in the enemy's segment"
        unit = state.units[id_]
        if _key(state) == DECLARE and not all(
            unit.on_map and world.board.adjacent(unit.hex, h) for h in attack.hexes
        ):
            yield f"{world.name(id_)} attacks {where} from afar"
    held = [holder(world, state, h) == other(side) for h in attack.hexes]
    if _key(state) == DECLARE and not all(held):
        yield f"an attack on {where}, where no enemy is"
    if _key(state) == COMBAT and state.combat is None and not any(held):
        yield f"an attack on {where} stands, and every defender is gone"


def _combat(world: World, state: EfsState) -> Iterator[str]:
    """The combat in hand (BSR 15)."""
    fight = state.combat
    if fight is None:
        return
    yield from _leftover(state, {COMBAT}, combat=fight)
    if fight.stage not in STAGES:
        yield f"the combat is in a stage '{fight.stage}'"
    if fight.order not in ORDER_WORDS or fight.defender_order not in ORDER_WORDS:
        yield f"the combat has orders '{fight.order}' and '{fight.defender_order}'"
    if not fight.attack.hexes or not fight.units:
        yield "the combat has no attacker or no hex"
    if fight.odds and fight.odds not in (*world.charts.crt_columns, "below"):
        yield f"the combat is at odds '{fight.odds}'"
    side = SEQUENCE[state.step].side
    for id_ in (*fight.units, *fight.support):
        if world.counters[id_].side != side:
            yield f"{world.name(id_)} attacks in the enemy's phase"


def _overrun(world: World, state: EfsState) -> Iterator[str]:
    """The Overrun in hand (BSR 11.43)."""
    over = state.overrunning
    if over is None:
        return
    yield from _leftover(state, {MOVE, MOTORIZED}, overrunning=over)
    if over.stage not in ("retreat", "enter") or over.hex == NOWHERE or not over.units:
        yield f"the Overrun of {over.units} is in a stage '{over.stage}' or has no hex"
    if not len(over.units) == len(over.costs) == len(over.surcharges):
        yield "the Overrun has not one price for each unit"


# ---------------------------------------------------------------- in the air


def _air(world: World, state: EfsState) -> Iterator[str]:
    """Air units are in a box, or out on a mission hex of the step (BSR 17.1, 17.2)."""
    yield from _leftover(state, AIR_STEPS, missions=state.missions)
    yield from _leftover(state, {INTERDICTION, CAS}, air_round=state.air_round)
    if len(set(state.missions)) != len(state.missions):
        yield "a hex has two missions"
    first, last = place("A.6d"), next(i for i, s in enumerate(SEQUENCE) if s.key == INTERPHASE)
    if state.interdicted and not first <= state.step <= last:
        yield f"interdiction is left over in step {SEQUENCE[state.step].id}"
    out: dict[tuple[int, str], int] = {}
    for unit in state.air.values():
        name = world.name(unit.id)
        if unit.box not in AIR_BOXES:
            yield f"{name} is in a box '{unit.box}'"
        if unit.hex == NOWHERE:
            if unit.role or unit.revealed or unit.engaged:
                yield f"{name} is in its box and still {unit.role or 'face up'}"
            continue
        if unit.box != READY or unit.hex not in state.missions or not unit.used:
            yield f"{name} is out over {world.board.id(unit.hex)} on no mission"
        if unit.role not in ROLES:
            yield f"{name} has a role '{unit.role}'"
        side = side_of(world, unit.id)
        if unit.engaged and side_of(world, unit.engaged) == side:
            yield f"{name} fires at its own side"
        out[unit.hex, side] = out.get((unit.hex, side), 0) + 1
    limit = world.charts.air_missions["units_per_side_per_mission"]
    for (hex_, side), count in out.items():
        if count > limit:
            yield f"{count} air units of {side} fly over {world.board.id(hex_)}"


# ---------------------------------------------------------------- decisions


def _asks(world: World, state: EfsState) -> Iterator[str]:
    """Decisions concern what is there to decide about."""
    for decision in state.asks:
        if decision.side not in SIDES:
            yield f"'{decision.side}' has a decision"
    if state.asks:
        yield from _top(world, state, state.asks[-1])


def _top(world: World, state: EfsState, top: Decision) -> Iterator[str]:
    """The decision that is answered next."""
    name = type(top).__name__
    if isinstance(top, Lose | Retreat | Advance | Suppress):
        if not top.units:
            yield f"{name} concerns no unit"
        for id_ in top.units:
            unit = state.units.get(id_)
            if unit is None:
                yield f"{name} concerns {id_}, which is no ground unit"
                return  # what follows looks every unit up
            if not unit.on_map:
                yield f"{name} concerns {world.name(id_)}, which is not on the map"
    judge = _KINDS.get(type(top))
    if judge is None:
        yield f"nobody knows the decision {name}"
    elif not judge(world, state, top):
        yield f"{name} does not fit the position: {top}"


def _own(world: World, units: tuple[str, ...], side: str) -> bool:
    return all(world.counters[i].side == side for i in units)


def _fits_lose(world: World, state: EfsState, top: Lose) -> bool:
    left = sum(steps_left(world, state.units[i]) for i in top.units)
    named = set(top.first_from) | set(top.last)
    return (
        0 < top.steps < left and 0 <= top.first <= top.steps and named <= set(top.units)
        and _own(world, top.units, top.side) and _key(state) in (COMBAT, MOVE, MOTORIZED)
    )


def _fits_retreat(world: World, state: EfsState, top: Retreat) -> bool:
    fought = state.combat is not None or state.overrunning is not None
    return (
        fought and _own(world, top.units, top.owner) and 1 <= top.length <= 4
        and top.origin != NOWHERE
    )


def _fits_advance(world: World, state: EfsState, top: Advance) -> bool:
    free = all(holder(world, state, h) in ("", top.side) for h in top.hexes)
    fought = state.combat is not None
    return fought and bool(top.hexes) and free and _own(world, top.units, top.side)


def _fits_order(world: World, state: EfsState, top: AttackOrder) -> bool:
    return state.combat is not None and top.hex in state.combat.attack.hexes


def _fits_overstacked(world: World, state: EfsState, top: Overstacked) -> bool:
    return top.hex != NOWHERE and top.points == stacking.excess(world, state, top.hex) > 0


def _fits_recover(world: World, state: EfsState, top: Recover) -> bool:
    unit = state.units.get(top.unit)
    return unit is not None and unit.on_map and unit.nonop and _key(state) == INTERPHASE


def _fits_mission(world: World, state: EfsState, top: Roles | Engage) -> bool:
    units = top.units if isinstance(top, Roles) else ()
    return (
        top.hex in state.missions and bool(state.air_round)
        and all(state.air[i].hex == top.hex and not state.air[i].role for i in units)
    )


def _fits_suppress(world: World, state: EfsState, top: Suppress) -> bool:
    return 0 < top.count < len(top.units)


_KINDS: dict[type[Decision], Callable[[World, EfsState, Any], bool]] = {
    Lose: _fits_lose, Retreat: _fits_retreat, Advance: _fits_advance, AttackOrder: _fits_order,
    Overstacked: _fits_overstacked, Recover: _fits_recover, Roles: _fits_mission,
    Engage: _fits_mission, Suppress: _fits_suppress,
}

CHECKS: tuple[Check, ...] = (_movement, _marks, _attacks, _combat, _overrun, _air, _asks)
"""Every check of what is in hand."""
