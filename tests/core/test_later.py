"""Functions of modules that wait until they are called."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.core.later import later

START = """
import sys
from engine import catalog
from engine.game import Game
import engine.saves.beginning
Game.start(catalog.load({name!r}), 1)
loaded = {{"engine.core.dumping", "engine.core.plain", "engine.core.records",
           "engine.saves.text", "engine.saves.opening", "engine.{series}.validate"}}
print(*sorted(loaded & set(sys.modules)))
"""


def test_the_function_is_found_when_it_is_called() -> None:
    assert later("math", "hypot")(3, 4) == 5
    missing = later("engine.core.later", "nothing")
    with pytest.raises(AttributeError):
        missing()


@pytest.mark.parametrize(("name", "series"), [("sumy", "efs"), ("korsun", "ocs")])
def test_a_game_starts_without_the_modules_of_saves_and_checks(name: str, series: str) -> None:
    """They take a tenth of the engine's imports, and no player needs them before a command."""
    done = subprocess.run(
        [sys.executable, "-c", START.format(name=name, series=series)],
        capture_output=True, text=True, check=False,
    )
    assert (done.stdout.strip(), done.stderr) == ("", "")
