"""The order of work in a Reinforcement Phase (OCS 2.3-B, TTW 3.3c).

Each part may ask; the next one waits for the answers, so that no die falls before what is
decided ahead of it.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.ocs.sequence import REINFORCE, key
from engine.ocs.world import Draft
from engine.third_winter import (
    airlift,
    allies,
    army_hqs,
    axis_supply,
    event_effects,
    fronts,
    panzer_loss,
    posture,
    replacement_tables,
    soviet_supply,
    withdrawals,
)
from engine.third_winter.state import change, own

PARTS: tuple[Callable[[Draft], object], ...] = (
    fronts.phase_opens, posture.phase_opens,
    panzer_loss.reinforcement, event_effects.reinforcement, withdrawals.reinforcement,
    army_hqs.reinforcement, allies.reinforcement,
    airlift.reinforcement, axis_supply.reinforcement, soviet_supply.reinforcement,
    replacement_tables.reinforcement,
)
"""Postures at the start; what leaves and what comes back; supply; replacements last."""


def step_begins(draft: Draft) -> None:
    """Each Reinforcement Phase begins with all of its work to do."""
    if key(draft.state) == REINFORCE:
        change(draft, phase_left=len(PARTS))


def reinforcement(draft: Draft) -> bool:
    """Do the next parts, up to one that asks; whether there was anything left to do."""
    worked = False
    while own(draft.state).phase_left and not draft.state.asks:
        left = own(draft.state).phase_left
        change(draft, phase_left=left - 1)
        PARTS[-left](draft)
        worked = True
    return worked
