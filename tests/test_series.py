"""A game finds its series through its world."""

from __future__ import annotations

import pytest

from engine import catalog
from engine.game import Game, series_of


def test_sumy_is_played_by_the_east_front_series() -> None:
    assert series_of(catalog.load("sumy")).id == "efs"


def test_a_world_of_no_series_is_refused() -> None:
    class Nowhere:
        series = "chess"

    with pytest.raises(ModuleNotFoundError):
        Game.start(Nowhere())
