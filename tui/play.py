"""Between the command line and the screen: is there a terminal to play on, and what is asked."""

from __future__ import annotations

import gc
import os
import sys
from argparse import Namespace
from typing import Any

from tui.problem import Problem

SMALLEST = (60, 18)
"""Columns and rows below which the panes cannot stand side by side."""


LATEST = "latest"
"""The save that `resume` opens when none is named."""


def choose(args: Namespace) -> int:
    """Let the player choose a scenario or a saved game on the screen."""
    return _open(args)


def play(args: Namespace) -> int:
    """Play a scenario from its start."""
    players = {side: getattr(args, side) for side in ("axis", "soviet")}
    return _open(
        args, scenario=args.scenario, seed=args.seed, players=players, dummies=args.dummies,
        options=dict(args.option),
    )


def resume(args: Namespace) -> int:
    """Go on with a saved game."""
    return _open(args, save=args.save or LATEST)


def _open(args: Namespace, **request: Any) -> int:
    """Open what is asked for and play. A bad scenario or save raises DataError, no screen opens."""
    need_terminal()
    gc.disable()  # what is made while starting stays; the app enables it after its first frame
    from tui.choice import Request
    from tui.store import Store

    asked = Request(ascii=args.ascii or None, saves=args.saves, **request)
    store = Store(asked.saves)
    playing = store.first(asked)
    from tui.app import run  # after the game: the screen takes the room that its files leave

    return run(asked, playing, store)


def need_terminal() -> None:
    """Raise a Problem where the game cannot be drawn or keys cannot be read."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Problem("playing needs a terminal; `list`, `show`, `run` and `simulate` do not")
    term = os.environ.get("TERM", "")
    if term in ("", "dumb", "unknown"):
        raise Problem(f"playing needs a terminal that can place its cursor, but TERM is '{term}'")
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    if 0 < columns < SMALLEST[0] or 0 < rows < SMALLEST[1]:
        least = f"at least {SMALLEST[0]}x{SMALLEST[1]}"
        raise Problem(f"this terminal has {columns}x{rows} cells; playing needs {least}")
