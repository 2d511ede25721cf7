"""Many games: statistics, faults with their journal, and the same with several processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.commands import Command
from engine.core.errors import DataError
from engine.game import Game
from engine.players import roster, scripts
from engine.players import simulate as module
from engine.players.kits import Figures
from engine.players.simulate import Plan, Played, Statistics, play, simulate, write_fault
from tests.players.support import sumy


def test_the_statistics_count_every_game() -> None:
    """Winners, stars, steps and lengths of two games, told in words."""
    found = simulate("sumy", 2, seed=7)
    assert [game.seed for game in found.games] == [7, 8]
    assert found.wins("axis") + found.wins("soviet") == 2
    assert not found.faults
    lines = list(found.lines())
    assert lines[0] == "2 games of sumy: Axis random, Soviet random"
    assert f"Axis won {found.wins('axis')}" in lines[1]
    assert lines[-1] == "faults 0"
    assert found.coverage.seen["commands"]["End"] > 40


def test_games_are_repeatable_and_processes_change_nothing() -> None:
    """The same seeds, one process or two."""
    assert simulate("sumy", 3, seed=1, jobs=2).games == simulate("sumy", 3, seed=1).games


def test_a_scenario_that_is_none_is_told_at_once() -> None:
    """Not by a worker, in its own words."""
    with pytest.raises(DataError):
        simulate("nowhere", 1)


def test_a_player_that_there_is_not_is_told_at_once() -> None:
    """In one line that names the side and those that there are, for any series."""
    for scenario in ("sumy", "korsun"):
        with pytest.raises(DataError, match="axis: no player 'wizard'; there are random, staff"):
            simulate(scenario, 1, axis="wizard")


def test_each_series_has_a_staff_officer_of_its_own() -> None:
    """Found by the name of the series that a world bears."""
    officers = {type(roster.player("staff", series, 1)).__module__ for series in ("efs", "ocs")}
    assert officers == {"engine.players.efs.staff", "engine.players.ocs.staff"}


def test_figures_that_a_series_does_not_have_are_not_told() -> None:
    """Stars and steps where they are counted, Victory Points where those are."""
    bare = Played(1, "axis", 2, 10, Figures(points=7))
    told = "\n".join(Statistics(Plan("korsun"), (bare,)).lines())
    assert "Axis won 1 (100%)" in told and "stars" not in told and "steps lost" not in told
    assert "Victory Points 7.0 on average (7: 1)" in told
    full = Played(1, "axis", 2, 10, Figures(3, lost=(4, 5)))
    told = "\n".join(Statistics(Plan("sumy"), (full,)).lines())
    assert "Axis stars 3.0 on average (3: 1)" in told and "steps lost: Axis 4.0, Soviet 5.0" in told
    assert "Victory Points" not in told


class Stubborn:
    """Plays five commands by `end`, then something impossible."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, game: Game) -> Command:
        self.count += 1
        return game.parse("end" if self.count < 3 else "move 33/9Pz to 2204")


def test_a_fault_keeps_the_journal_of_its_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As a script that plays to the same state, with the seed and the reason as comments."""
    monkeypatch.setattr(module, "_player", lambda name, series, seed: Stubborn())
    plan = Plan("sumy")
    played, game = play(plan, 9, world=sumy())
    assert "Refusal: BSR" in played.fault and played.winner == ""
    path = write_fault(tmp_path / "faults", plan, played)
    text = path.read_text(encoding="utf-8")
    assert path.name == "sumy-9.script" and text.startswith("# sumy, seed 9,")
    again = Game.start(sumy(), 9)
    assert scripts.run(text, again).failure is None
    assert again.state == game.state


def test_faults_are_listed_with_their_seed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And their journals written to the folder asked for."""
    monkeypatch.setattr(module, "_player", lambda name, series, seed: Stubborn())
    heard: list[int] = []
    found = simulate("sumy", 2, seed=4, faults=tmp_path, progress=lambda p: heard.append(p.seed))
    assert len(found.faults) == 2 and heard == [4, 5]
    assert [path.name for path in sorted(tmp_path.iterdir())] == [
        "sumy-4.script", "sumy-5.script"]
    assert any("seed 4, command " in line for line in found.lines())


def test_a_game_without_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """After more commands than any game takes."""
    monkeypatch.setattr(module, "LIMIT", 10)
    played, _ = play(Plan("sumy"), 1, world=sumy())
    assert "no end after 10 commands" in played.fault
