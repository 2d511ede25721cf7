"""Opening games: who plays them, and saves whose players the program does not have."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from engine import catalog, saves
from engine.core.errors import DataError
from engine.game import Game
from tui.choice import Choice
from tui.store import Store


def saved(folder: Path, scenario: str, players: Mapping[str, str]) -> Path:
    """A game with one command, on the disk."""
    world = catalog.load(scenario)
    with saves.new_session(world, Game.start(world, 1), folder, players) as session:
        session.execute("end")
        return session.path


def test_a_save_with_a_player_that_there_is_not_is_refused_and_left_alone(tmp_path: Path) -> None:
    """One clear line that names the side; nothing keeps the save locked."""
    path = saved(tmp_path, "korsun", {"axis": "human", "soviet": "wizard"})
    before = path.read_bytes()
    store = Store(str(tmp_path))
    for _ in range(2):
        with pytest.raises(DataError, match=r"^soviet: no player 'wizard'; there are human, "):
            store.open(Choice(save=str(path)))
    assert path.read_bytes() == before


@pytest.mark.parametrize("scenario", ["sumy", "korsun"])
def test_the_staff_officer_of_its_series_plays_a_side(tmp_path: Path, scenario: str) -> None:
    """A new game or a save of either series: its robot gives a legal command."""
    path = saved(tmp_path, scenario, {"axis": "staff", "soviet": "staff"})
    store = Store(str(tmp_path))
    session = store.open(Choice(save=str(path)))
    with session:
        robots = store.robots(session)
        assert set(robots) == {"axis", "soviet"}
        game = session.game
        assert game.asks is not None
        assert game.check(robots[game.asks.side](game)) is None
