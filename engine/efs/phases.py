"""The movement phases as steps of the turn (BSR 10.1-10.3): how they open, end and close."""

from __future__ import annotations

from attrs import evolve

from engine.core.errors import Refusal
from engine.efs import headquarters
from engine.efs.allowance import movers
from engine.efs.handlers import StepRule
from engine.efs.pieces import STRATEGIC
from engine.efs.reinforcements import waiting
from engine.efs.removal import put
from engine.efs.sequence import MOTORIZED, MOVE, REACT, SEQUENCE
from engine.efs.stacking import enforce
from engine.efs.state import EfsState
from engine.efs.world import Draft, World


def open_phase(draft: Draft) -> bool:
    """A movement phase begins; it is passed over if the side has nothing to move or bring on.

    Units that an HQ could activate count (BSR 22.12a).
    """
    world, state = draft.world, draft.state
    if any(True for _ in movers(world, state)) or awaits_entry(world, state):
        return True
    motorized = SEQUENCE[state.step].key == MOTORIZED
    return motorized and any(True for _ in headquarters.offer_activations(world, state, ""))


def awaits_entry(world: World, state: EfsState) -> bool:
    """True while reinforcements of the moving side wait off the map (BSR 8.13)."""
    return any(True for _ in waiting(world, state))


def close_phase(draft: Draft) -> None:
    """Forget what was spent, and enforce stacking (BSR 10.52, 3.32)."""
    put(draft, *(
        evolve(u, started=False, done=False, spent=0, surcharge=0, marks=u.marks - {STRATEGIC})
        for u in draft.state.units.values()
        if u.started or u.spent or u.surcharge or u.done or STRATEGIC in u.marks
    ))
    used = headquarters.without(draft.state.used, headquarters.NONOP)
    draft.update(moving=(), split=(), used=used)
    enforce(draft)


def may_end(world: World, state: EfsState) -> Refusal | None:
    """Units must not stand where their game forbids them to end a movement phase (PB 7.5)."""
    for unit in state.units.values():
        if unit.started and unit.on_map:
            problem = world.hooks.may_stop(world, state, unit, unit.hex)
            if isinstance(problem, Refusal):
                return problem
    return None


_PROMPTS = {
    MOVE: "Move units, enter reinforcements, overrun; E ends the phase",
    MOTORIZED: "Move motorized units and cavalry; E ends the phase",
    REACT: "Move motorized units near declared attacks, half MA; E ends",
}
STEPS = {
    key: StepRule(open_phase, False, may_end, close_phase, prompt)
    for key, prompt in _PROMPTS.items()
}
