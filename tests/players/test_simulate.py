"""Many games: statistics, faults with their journal, and the same with several processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.commands import Command
from engine.core.errors import DataError
from engine.game import Game
from engine.players import roster, scripts
from engine.players import simulate as module
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


def test_the_staff_officer_is_refused_outside_its_series() -> None:
    """In one line that names the side; the random player is not."""
    with pytest.raises(DataError, match="axis: the staff officer knows only the East Front Series"):
        simulate("korsun", 1, axis="staff")
    roster.check("axis", "random", "ocs")
    roster.check("axis", "staff", "efs")


def test_figures_that_a_series_does_not_have_are_not_told() -> None:
    """Neither stars nor steps where there are none, both where there are."""
    bare = Played(1, "axis", 2, 10, None, None)
    told = "\n".join(Statistics(Plan("korsun"), (bare,)).lines())
    assert "Axis won 1 (100%)" in told and "stars" not in told and "steps lost" not in told
    full = Played(1, "axis", 2, 10, 3, (4, 5))
    told = "\n".join(Statistics(Plan("sumy"), (full,)).lines())
    assert "Axis stars 3.0 on average (3: 1)" in told and "steps lost: Axis 4.0, Soviet 5.0" in told


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
    monkeypatch.setattr(module, "_player", lambda name, seed: Stubborn())
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
    monkeypatch.setattr(module, "_player", lambda name, seed: Stubborn())
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
