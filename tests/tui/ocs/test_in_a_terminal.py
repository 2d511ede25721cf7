"""Korsun in a real terminal: some orders by keys, a kill, a resume; the screen as text.

After a change that is meant: RASPUTITSA_SNAPSHOTS=write, and look at the difference.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import pytest

from tests.support.terminal import PROGRAM, Terminal, Timeout

PLAY = (*PROGRAM, "play", "korsun", "--seed", "3", "--ascii")
RESUME = (*PROGRAM, "resume", "--ascii")
FOLDER = Path(__file__).parent / "snapshots"
MOVE = ("E", "g", "=B1.07\r", "space", "t", "1", "f", "1")

SCENES = {
    "opening": (),
    "fuel": (*MOVE[:-1],),
    "reach": MOVE,
    "attack": ("E",) * 5 + ("tab", "enter"),
    "supply": ("E", "f4"),
}  # fmt: skip


def keys(term: Terminal, *pressed: str) -> None:
    """Keys, and texts that begin with an equals sign typed letter by letter."""
    for key in pressed:
        if key.startswith("="):
            term.type(key[1:])
        else:
            term.press(key)
    term.settle(quiet=1.0)  # fuel, reach and trace take longer than the pause between two keys


@pytest.mark.slow
def test_a_game_of_korsun_survives_a_kill_and_goes_on(own_saves: Path) -> None:
    with Terminal(PLAY, size=(80, 24)) as term:
        term.wait_for("Reinforcement B")
        keys(term, *MOVE, "g", "=A62.08\r", "enter")
        assert "A62.08" in term.text
        before = term.lines
        term.kill()
    with Terminal(RESUME, size=(80, 24)) as term:
        term.wait_for("Movement C2")
        term.settle()
        assert term.lines[0] == before[0]
        keys(term, "g", "=A62.08\r")
        assert "233 Tank Bde" in term.text
        term.press("U")
        assert "undone: move 2 Mech Bde" in term.text
        keys(term, "R", "Q")
        assert term.wait() == 0
    assert list(own_saves.glob("korsun-*.toml"))


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_the_screen_looks_as_it_did(own_saves: Path, scene: str) -> None:
    path = FOLDER / f"{scene}-80x24.txt"
    with Terminal(PLAY, size=(80, 24)) as term:
        term.wait_for("Reinforcement B")
        term.settle()
        keys(term, *SCENES[scene])
        if path.exists() and os.environ.get("RASPUTITSA_SNAPSHOTS") != "write":
            with contextlib.suppress(Timeout):  # a slow machine may still be drawing
                term.wait_for(lambda t: t.text + "\n" == path.read_text(), 5)
        shown = term.text + "\n"
    assert all(len(row) <= 80 for row in shown.splitlines())
    if os.environ.get("RASPUTITSA_SNAPSHOTS") == "write":
        path.write_text(shown)
    assert shown == path.read_text()
