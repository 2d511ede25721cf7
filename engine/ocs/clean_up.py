"""The Clean Up Phase (OCS 2.3-H): what the phasing player takes off."""

from __future__ import annotations

from attrs import evolve

from engine.core.flow import StepRule
from engine.ocs import dumps, fuel, rail_front
from engine.ocs.losses import put
from engine.ocs.pieces import DG, EXPLOIT
from engine.ocs.sequence import CLEAN_UP, phasing
from engine.ocs.world import Draft


def run(draft: Draft) -> bool:
    """DG and Exploitation, fuel, the enemy's Trainbusting markers; Reserve and Strat stay."""
    side = phasing(draft.state)
    recover_units(draft, side)
    fuel.clean_up(draft, side)
    clear_busts(draft, side)
    rail_front.settle(draft)
    draft.update(arrived=frozenset(), dropped=frozenset())
    dumps.settle_arrivals(draft)
    draft.update(closing=True)  # what the game asks now must not bring a second Clean Up
    draft.world.hooks.clean_up(draft)
    return False


def recover_units(draft: Draft, side: str) -> None:
    """DG and Exploitation markers of the phasing player come off (OCS 5.9, 5.10)."""
    found = [
        unit for unit in draft.state.units.values()
        if unit.marker in (DG, EXPLOIT) and draft.world.counters[unit.id].side == side
    ]
    put(draft, *(evolve(unit, marker="", had_zoc=False) for unit in found))


def clear_busts(draft: Draft, side: str) -> None:
    """Trainbusting markers of the other side come off (OCS 14.8d)."""
    if any(owner != side for owner in draft.state.busts.values()):
        draft.update(busts={h: o for h, o in draft.state.busts.items() if o == side})


STEPS = {CLEAN_UP: StepRule(run=run)}
