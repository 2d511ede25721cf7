"""The screen as text, at the two sizes that matter, compared with what was looked at and kept.

After a change that is meant: RASPUTITSA_SNAPSHOTS=write pytest tests/tui/test_snapshots.py,
and look at the difference before it is committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.terminal import PROGRAM, Terminal

FOLDER = Path(__file__).parent / "snapshots"
PLAY = (*PROGRAM, "play", "sumy", "--seed", "1", "--ascii")
TUTORIAL = (
    "move 33/9Pz, 10/9Pz to 1408", "move 11/9Pz, 9/9Pz to 1408",
    "move 60/16M, 156/16M, 341/16M to 1409", "end",
)  # fmt: skip

SCENES = {
    "opening": (),
    "reach": ("E", "g", "=1208\r", "space"),
    "refusal": ("E", "g", "=1208\r", "space", "g", "=2204\r", "enter"),
    "attack": ("E", *(part for line in TUTORIAL for part in (":", f"={line}\r")),
               "g", "=1508\r", "enter"),
    "victory": ("E", "f6"),
    "close": ("E", "z"),
    "strategic": ("E", "Z"),
}  # fmt: skip


def screen(keys: tuple[str, ...], size: tuple[int, int]) -> str:
    with Terminal(PLAY, size=size) as term:
        term.wait_for("Axis Air Interdiction")
        term.settle()
        for key in keys:
            if key.startswith("="):
                term.type(key[1:])
            else:
                term.press(key)
        return term.text + "\n"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("scene", SCENES)
def test_the_screen_looks_as_it_did(own_saves: Path, scene: str, size: tuple[int, int]) -> None:
    path = FOLDER / f"{scene}-{size[0]}x{size[1]}.txt"
    shown = screen(SCENES[scene], size)
    assert all(len(row) <= size[0] for row in shown.splitlines())
    if os.environ.get("RASPUTITSA_SNAPSHOTS") == "write":
        path.write_text(shown)
    assert shown == path.read_text()
