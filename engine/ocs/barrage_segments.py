"""The Barrage Segments (OCS 2.2: C3, E2, F1, G2): artillery and aircraft in turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from engine.core.commands import Command
from engine.core.flow import StepRule
from engine.ocs import artillery, flights
from engine.ocs.sequence import AIR_BARRAGE, ARTILLERY, EXPLOIT_BARRAGE, REACT_BARRAGE
from engine.ocs.stacking import enforce
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World

PROMPTS = {
    AIR_BARRAGE: "Fly barrage and Trainbusting missions; E ends",
    REACT_BARRAGE: "Barrage with released artillery, and by air; E ends",
    ARTILLERY: "Barrage with artillery; E ends",
    EXPLOIT_BARRAGE: "Barrage with artillery that may act, and by air; E ends",
}


def offers(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Every barrage and flight of the segment in hand (OCS 10.0e C-E)."""
    return chain(
        artillery.offer_barrages(world, state, actor), flights.offer_flights(world, state, actor)
    )


def open_segment(draft: Draft) -> bool:
    """A Barrage Segment; passed over where nothing can fire or fly (OCS 2.2)."""
    return any(True for _ in offers(draft.world, draft.state, ""))


STEPS = {
    step: StepRule(open_segment, False, close=enforce, prompt=prompt)
    for step, prompt in PROMPTS.items()
}
OFFERS = dict.fromkeys(PROMPTS, offers)
