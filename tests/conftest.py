"""What every test shares: no test reads or writes the player's own saves, and runs repeat."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest

pytest_plugins = ["tests.plugins.rule_coverage"]

hypothesis.settings.register_profile("local", deadline=None, max_examples=60, database=None)
hypothesis.settings.register_profile(
    "ci", deadline=None, max_examples=60, database=None, derandomize=True, print_blob=True
)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(autouse=True)
def own_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A saves folder of the test's own, for this process and those it starts."""
    saves = tmp_path / "saves"
    monkeypatch.setenv("RASPUTITSA_SAVES", str(saves))
    return saves
