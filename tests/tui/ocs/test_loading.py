"""Playing one series does not load the other."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.terminal import ROOT

CODE = """
import sys
from engine import catalog
from engine.game import Game
from tui.app import Rasputitsa, Request
from tui.desk.desk import Desk
desk = Desk(Game.start(catalog.load({scenario!r}), 1))
desk.task.rows()
print(sorted(name for name in sys.modules if name.startswith({other!r})))
"""


@pytest.mark.parametrize(("scenario", "other"), [("sumy", "engine.ocs"), ("korsun", "engine.efs")])
def test_a_game_loads_only_its_own_series(scenario: str, other: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(scenario=scenario, other=other)], cwd=ROOT,
        capture_output=True, text=True, timeout=60,
    )
    assert done.stdout.strip() == "[]", done.stderr
