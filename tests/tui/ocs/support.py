"""Korsun on the screen, in the test's own process."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from engine import catalog
from engine.core.commands import End, Pass
from engine.game import Game
from tests.tui.screens.support import desk, text
from tui.app import Rasputitsa
from tui.ocs.who import WhoTask

SIZE = (80, 24)


def korsun(*commands: str, seed: int = 3, scenario: str | Path = "korsun") -> Game:
    """A game of Korsun, or of a scenario file like it, after these commands."""
    game = Game.start(catalog.load(scenario), seed)
    for command in commands:
        game.execute(command)
    return game


async def go(pilot: Pilot[int], place: str) -> None:
    """Bring the cursor to a hex or place by typing it."""
    await pilot.press("g", *("full_stop" if c == "." else c for c in place), "enter")


async def end_until(pilot: Pilot[int], running: Rasputitsa, step: str) -> None:
    """End steps, and answer what is asked with the first answer, until a step is reached."""
    for _ in range(200):
        if step in text(running, "tracker"):
            return
        await answer(pilot, running)
    raise AssertionError(f"no {step}: {text(running, 'tracker')}")


async def answer(pilot: Pilot[int], running: Rasputitsa) -> None:
    """The first answer to what is asked, or the end of the step."""
    ask, task = desk(running).ask, desk(running).task
    assert ask is not None
    if ask.kind == "retreat":
        await pilot.press("tab", "enter")
    elif isinstance(getattr(task, "part", task), WhoTask):
        before = desk(running).state
        await pilot.press("enter")
        if desk(running).state is before:
            await pilot.press("w")
    elif desk(running).state.asks:
        await pilot.press("1")
    elif desk(running).game.check("end") is None:
        await pilot.press("E")
    else:  # the first order of the step, or its kind, until it may end
        await pilot.press("1" if task.rows() else "e")


def at_step(
    step: str, seed: int = 3, asks: str = "", turn: int = 1, scenario: str | Path = "korsun"
) -> Game:
    """A game of Korsun in which nobody did anything until a step of a turn, or a decision."""
    game = korsun(seed=seed, scenario=scenario)
    for _ in range(400):
        ask = game.asks
        assert ask is not None
        here = game.series.flow.sequence[game.state.step].id
        there = here == step and not game.state.asks and game.state.turn == turn
        if ask.kind == asks or there:
            return game
        command = Pass() if game.state.asks else End()
        game.execute(command if game.check(command) is None else next(iter(game.legal())))
    raise AssertionError(f"the game does not come to {step}")
