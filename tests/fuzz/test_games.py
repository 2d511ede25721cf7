"""Whole random games with every promise checked at every command.

A failure names the seed; `rasputitsa simulate` runs longer, and keeps the journal of a
game that breaks.
"""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.core.commands import End
from engine.core.errors import Refusal
from engine.efs.validate import validate
from engine.game import Game
from engine.players.checks import Broken, Checker
from engine.players.coverage import Coverage, possible
from engine.players.simulate import Plan, play
from tests.players.support import small_game, sumy

GAMES = {
    Plan("sumy", checked=True): range(8),
    Plan("sumy", dummies="seen", checked=True): range(100, 102),
    Plan("sumy", dummies="blind", checked=True): range(200, 202),
    Plan("sumy", axis="staff", soviet="staff", checked=True): range(300, 302),
}
CASES = [(plan, seed) for plan, seeds in GAMES.items() for seed in seeds]


@pytest.mark.rule("PB 10.45")
@pytest.mark.parametrize(
    ("plan", "seed"), CASES, ids=[f"{p.axis}-{p.dummies}-{seed}" for p, seed in CASES]
)
def test_a_game_keeps_every_promise_to_its_end(plan: Plan, seed: int) -> None:
    """Sound states, no dead ends, saves, undo, redo and replay to the last bit; it ends by rule."""
    played, game = play(plan, seed, check=validate, world=sumy(plan.dummies))
    assert not played.fault, f"seed {seed}: {played.fault}\n" + "\n".join(played.journal)
    assert game.outcome is not None and game.outcome.rule.startswith("PB 10.45")
    assert played.turn == 53


WEATHER = {
    "mud": ("mud", "mud storm", "dry", "mud"),
    "frost": ("frost", "frost storm", "frost", "mud"),
    "snow": ("snow", "snow storm", "frost", "arctic"),
}


@pytest.mark.parametrize("name", WEATHER)
def test_the_promises_hold_in_any_weather_and_with_rules_that_sumy_leaves_out(name: str) -> None:
    """Sumy as it never was: bad weather, Attack Supply, Mandated Attacks and Victory Points."""
    world = sumy()
    scenario = evolve(
        world.scenario, weather=dict(zip(range(50, 54), WEATHER[name], strict=True)),
        switches=evolve(world.scenario.switches, attack_supply=True, mandated_attacks=True,
                        victory_points=True),
    )
    for seed in (1, 2):
        played, _ = play(
            Plan("sumy", checked=True), seed, check=validate,
            world=evolve(world, scenario=scenario),
        )
        assert not played.fault, f"{name}, seed {seed}: {played.fault}"


def test_the_short_runs_together_use_the_scenario() -> None:
    """All unit types, terrain and hexsides of Sumy, and the common odds."""
    coverage = Coverage()
    for seed in range(6):
        play(Plan("sumy"), seed, coverage, world=sumy())
    whole = possible(sumy())
    assert whole["unit types"] <= set(coverage.seen["unit types"])
    assert whole["terrain"] <= set(coverage.seen["terrain"])
    assert whole["hexsides"] <= set(coverage.seen["hexsides"])
    assert {"1-2", "3-4", "1-1", "3-2", "2-1"} <= set(coverage.seen["odds"])


# ---------------------------------------------------------------- the checker itself


def test_the_checker_sees_an_unsound_state() -> None:
    """What `validate` finds is a broken promise."""
    with pytest.raises(Broken, match="not sound: the sun is green"):
        Checker(small_game(), lambda world, state: ["the sun is green"])


def test_the_checker_sees_an_offer_that_is_refused() -> None:
    """Offering and judging must agree."""
    game = small_game()
    with pytest.raises(Broken, match="was offered and is refused by BSR 10.54"):
        Checker(game).offered(game.parse("move Panzer to 0503"))


def test_the_checker_sees_a_rule_that_does_not_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal must name a rule of the index."""
    game = small_game()
    checker = Checker(game)
    monkeypatch.setattr(game, "check", lambda command: Refusal("BSR 99.9", "just so"))
    with pytest.raises(Broken, match="the rule BSR 99.9"):
        checker.attempted(End())


def test_the_checker_sees_a_dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Something must be legal as long as the game is not over."""
    game = small_game()
    monkeypatch.setattr(game, "legal", lambda actor="": iter(()))
    with pytest.raises(Broken, match="nothing is legal"):
        Checker(game)


def test_the_checker_sees_a_refused_command_that_changes_the_game() -> None:
    """A game whose door lets a refused command do something."""

    class Leaky(Game):
        def execute(self, command):  # type: ignore[no-untyped-def]
            try:
                return super().execute(command)
            except Refusal:
                super().execute("end")
                raise

    honest = small_game()
    game = Leaky(honest.world, honest.state, 0)
    with pytest.raises(Broken, match="was refused and changed the game"):
        Checker(game).attempted(game.parse("move Panzer to 0503"))


def test_the_checker_sees_undo_that_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first command is undone and redone at once."""
    game = small_game()
    checker, before = Checker(game), game.state
    events = game.execute("move Panzer to 0303")
    monkeypatch.setattr(game, "undo", lambda: None)
    with pytest.raises(Broken, match="undo does not give"):
        checker.done(before, events)
