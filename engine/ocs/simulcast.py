"""Simulcast turns (OCS 2.4): what two players who only build up leave out (reading U1)."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.ocs.pieces import Unit
from engine.ocs.sequence import (
    AIR_BARRAGE,
    ARTILLERY,
    COMBAT,
    EXPLOIT,
    EXPLOIT_BARRAGE,
    EXPLOIT_COMBAT,
    REACT,
    REACT_BARRAGE,
    other,
)
from engine.ocs.sizes import combat_units, holder
from engine.ocs.state import OcsState, at
from engine.ocs.world import World

SKIPPED = frozenset({
    AIR_BARRAGE, REACT, REACT_BARRAGE, ARTILLERY, COMBAT, EXPLOIT, EXPLOIT_BARRAGE, EXPLOIT_COMBAT,
})
"""Steps that a simulcast turn does not have: C3, E, F and G (2.4b)."""
MISSIONS = frozenset({"transport", "transfer"})
"""Missions that remain, beside drops of supply (2.4b)."""


def left_out(state: OcsState, step: str) -> bool:
    """Whether this turn leaves a step out (OCS 2.4a)."""
    return state.simulcast and step in SKIPPED


def mission_problem(state: OcsState, mission: str, *, units: bool = False) -> Refusal | None:
    """Raids from the air are barred: only transport, transfers and drops of supply fly (2.4b)."""
    if not state.simulcast or mission in MISSIONS or (mission == "drop" and not units):
        return None
    return Refusal("OCS 2.4", "a simulcast turn has no missions against the enemy")


def enter_problem(world: World, state: OcsState, side: str, hex_: int) -> Refusal | None:
    """No hex with an enemy unit of any kind is entered (2.4b)."""
    if not state.simulcast:
        return None
    foe = other(side)
    things = (state.dumps.get(hex_), state.bases.get(hex_), state.hogs.get(hex_))
    here = any(world.counters[u.id].side == foe for u in at(state, hex_))
    if here or any(x is not None and x.owner == foe for x in things):
        return Refusal("OCS 2.4", f"{world.board.id(hex_)} holds enemy units: no raids this turn")
    return None


def stop_problem(world: World, state: OcsState, unit: Unit) -> Refusal | None:
    """A unit does not end next to an enemy that it was not next to (2.4b).

    It may where a friendly unit holds the hex already.
    """
    counter = world.counters[unit.id]
    foe = other(counter.side)
    if not state.simulcast or unit.began < 0 or unit.hex == unit.began:
        return None
    if any(u.id != unit.id and u.began == unit.hex for u in combat_units(world, state, unit.hex)):
        return None
    before = set(world.board.neighbors(unit.began))
    new = [
        h for h in world.board.neighbors(unit.hex)
        if holder(world, state, h) == foe and h not in before
    ]
    if new:
        return Refusal("OCS 2.4", f"{counter.name} ends next to the enemy in "
                       f"{world.board.id(new[0])}")
    return None
