"""The line at the top of the screen, at the narrowest sizes."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.efs.sequence import SEQUENCE
from tests.tui.screens.support import sumy
from tui.panels.tracker import tracker


@pytest.mark.parametrize("index", range(len(SEQUENCE)), ids=lambda i: SEQUENCE[i].id)
def test_the_stars_stand_beside_every_step_at_80_columns(index: int) -> None:
    game = sumy()
    state = evolve(game.state, step=index)
    for width in (80, 120):
        shown = "".join(t for t, _ in tracker(game.world, state, "soviet", width, "|"))
        assert len(shown) <= width
        assert "stars A1 S6" in shown
        assert SEQUENCE[index].title in shown


def test_the_title_never_takes_the_place_of_the_stars() -> None:
    game = sumy()
    for width in range(20, 130):
        shown = "".join(t for t, _ in tracker(game.world, game.state, "axis", width, "|"))
        assert len(shown) <= width
        assert "Battle of Sumy" not in shown or "Axis lost" in shown
