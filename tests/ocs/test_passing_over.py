"""Segments in which nobody can act leave one line in the log (OCS 2.2)."""

from __future__ import annotations

import pytest

from engine.core.flow import PASSED
from engine.ocs.pieces import AXIS, SOVIET
from engine.ocs.sequence import SEQUENCE
from tests.ocs.yard import make_draft, make_world, play, regiment


@pytest.mark.rule("OCS 2.2")
def test_the_log_names_the_segments_passed_over_between_two_decisions() -> None:
    sources = {AXIS: ("0203",), SOVIET: ("0903",)}
    world = make_world([regiment("A"), regiment("B", SOVIET)], sources=sources)
    draft = make_draft(world, {"A": "0203", "B": "0903"}, step="C2", first=AXIS)
    play(draft, "end")
    # No aircraft and no enemy beside, nobody in reserve, no arrivals, and all in supply:
    # the next segment with a choice is the second player's movement. Each player turn is told
    # on its own.
    told = [event.text for event in draft.events if event.kind == PASSED]
    assert told == ["C3 to G3: nobody could act", "A' to C1': nobody could act"]
    assert SEQUENCE[draft.state.step].id == "C2'"
