"""Aircraft (OCS 14.1, 14.2): kinds of missions, steps, where air units are, ranges, bases."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve

from engine.core.board import NOWHERE
from engine.ocs.pieces import DEAD, MAP, AirUnit
from engine.ocs.sequence import AIR_BARRAGE, EXPLOIT_BARRAGE, MOVING, REACT_BARRAGE
from engine.ocs.state import Mission, OcsState
from engine.ocs.world import Draft, World

SWEEP, BARRAGE, HIP, TRAIN = "sweep", "barrage", "hip-shoot", "trainbust"
TRANSPORT, DROP, TRANSFER = "transport", "drop", "transfer"
IN_MOVEMENT = frozenset({SWEEP, HIP, TRANSPORT, DROP, TRANSFER})
IN_BARRAGE = frozenset({BARRAGE, TRAIN})
BOMBING = frozenset({BARRAGE, HIP, TRAIN})
CARRYING = frozenset({TRANSPORT, DROP})
MOVING_STEPS = MOVING
BOMBING_STEPS = frozenset({AIR_BARRAGE, REACT_BARRAGE, EXPLOIT_BARRAGE})
MOST = 4
"""Air units in a mission (OCS 14.2a)."""
ACTIVE = 4
"""Active air units that a base holds, beside its level (OCS 14.2a)."""
STEPS = 2
"""Steps of an air unit (OCS 14.1b)."""


def put(draft: Draft, *units: AirUnit) -> None:
    """Replace air units in the state."""
    draft.update(air={**draft.state.air, **{u.id: u for u in units}})


def lose_step(draft: Draft, id_: str, rule: str, *, roll: int = 0) -> None:
    """One of two steps; the second one sends it to the Dead Pile (OCS 14.1b)."""
    unit, plane = draft.state.air[id_], draft.world.aircraft[id_]
    lost = unit.lost + 1
    if lost >= STEPS:
        destroy(draft, id_, rule, roll=roll)
        return
    put(draft, evolve(unit, lost=lost))
    draft.log("air", f"{plane.name} loses a step", roll=roll, rule=rule, side=plane.side)


def destroy(draft: Draft, id_: str, rule: str, *, roll: int = 0) -> None:
    """An air unit goes to the Dead Pile (OCS 14.1b)."""
    unit, plane = draft.state.air[id_], draft.world.aircraft[id_]
    put(draft, evolve(unit, hex=NOWHERE, box=DEAD, active=False, lost=STEPS))
    draft.log("air", f"{plane.name} is destroyed", roll=roll, rule=rule, side=plane.side)


def abort(draft: Draft, id_: str) -> None:
    """An aircraft breaks off: Inactive, at its base or on the way to one (OCS 14.1c)."""
    put(draft, evolve(draft.state.air[id_], active=False))


def on_base(world: World, state: OcsState, side: str, hex_: int) -> tuple[AirUnit, ...]:
    """Air units of a side on a base, Active or not; those out on the mission in hand are not."""
    out = state.mission.aircraft if state.mission is not None else ()
    return tuple(
        unit for unit in state.air.values()
        if unit.hex == hex_ and hex_ != NOWHERE and unit.box == MAP and unit.id not in out
        and world.aircraft[unit.id].side == side
    )


def active_on(world: World, state: OcsState, side: str, hex_: int) -> tuple[str, ...]:
    """Active air units of a side on a base, in the order of the set-up (OCS 14.1a)."""
    return tuple(unit.id for unit in on_base(world, state, side, hex_) if unit.active)


def room(world: World, state: OcsState, side: str, hex_: int) -> int:
    """Active air units that a friendly base still takes: four and its level (14.2a, 15.2 D)."""
    base = state.bases.get(hex_)
    if base is None or base.owner != side:
        return 0
    return max(0, ACTIVE + base.level - len(active_on(world, state, side, hex_)))


def distance(world: World, state: OcsState, id_: str, hex_: int) -> int:
    """Hexes from an air unit's base to a hex, in a straight line (OCS 14.2d)."""
    home = state.air[id_].hex
    if home != NOWHERE:
        return world.board.distance(home, hex_)
    return world.hooks.base_distance(world, state, id_, hex_) or 0


def barrage_value(world: World, state: OcsState, id_: str) -> Fraction:
    """Barrage points of an air unit; a reduced one has half (OCS 14.1b, 10.0 step 3)."""
    return Fraction(world.aircraft[id_].barrage, 2 if state.air[id_].lost else 1)


def flying(state: OcsState, mission: Mission) -> tuple[str, ...]:
    """Mission aircraft that have neither aborted nor been lost."""
    return tuple(i for i in mission.aircraft if state.air[i].active and state.air[i].box == MAP)
