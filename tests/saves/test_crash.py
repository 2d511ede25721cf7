"""A process that plays is killed at any moment: every command that it was told done is there."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine import saves
from engine.core.errors import DataError
from tests.saves.support import sumy, written
from tests.support.terminal import ROOT

PLAYER = """
import random, sys
from pathlib import Path
from engine import catalog, saves
from engine.game import Game
import engine.saves.session as module
from tests.saves.support import choose

folder, seed, often = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
module.OFTEN = module.SELDOM = often
world = catalog.load("sumy", "seen", overlays=())
heads = saves.list_saves(folder)
if heads:
    session = saves.load(heads[0].path, world=world)
else:
    session = saves.new_session(world, Game.start(world, seed), folder)
hand = random.Random(f"{seed} {len(session.game.journal)}")
print("ready", len(session.game.journal), flush=True)
while session.game.outcome is None:
    if session.game.can_undo and hand.random() < 0.15:
        session.undo()
    elif session.game.can_redo and hand.random() < 0.3:
        session.redo()
    else:
        session.execute(choose(session.game, hand))
    assert session.trouble == ""
    print(len(session.game.journal), session.game.last.text if session.game.last else "",
          sep="\\t", flush=True)
session.close()
print("over", flush=True)
"""


def acknowledged(output: bytes) -> tuple[int, str] | None:
    """Length of the journal and last command after the last act that was told to be done."""
    last = None
    for row in output.split(b"\n")[:-1]:
        count, tab, text = row.decode().partition("\t")
        if tab:
            last = int(count), text
    return last


@pytest.mark.slow
@pytest.mark.parametrize("often", [1, 5, 64])
def test_kill_9_at_any_moment_loses_nothing_that_was_done(tmp_path: Path, often: int) -> None:
    """Killed again and again and resumed each time, with whole saves now rare, now constant."""
    folder = tmp_path / "saves"
    folder.mkdir()
    hand = random.Random(often)
    acts = 0
    for _ in range(6):
        with open(tmp_path / "out", "wb") as out:
            process = subprocess.Popen(
                [sys.executable, "-c", PLAYER, str(folder), "7", str(often)],
                cwd=ROOT, stdout=out, stderr=subprocess.PIPE,
            )
            _wait_for(tmp_path / "out", b"ready", process)
            time.sleep(hand.random() * 0.6)
            process.send_signal(signal.SIGKILL)
            _, errors = process.communicate()
        output = (tmp_path / "out").read_bytes()
        assert process.returncode in (-signal.SIGKILL, 0), errors.decode()
        known = acknowledged(output)
        if known is None:
            continue
        acts += output.count(b"\t")
        _holds(folder, known)
    assert acts > 0


def _wait_for(path: Path, word: bytes, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while word not in path.read_bytes():
        assert process.poll() is None, process.stderr.read().decode() if process.stderr else ""
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _holds(folder: Path, known: tuple[int, str]) -> None:
    """The save holds what was acknowledged, or one act more that was on its way."""
    (head,) = saves.list_saves(folder)
    assert head.fault == ""
    with saves.load(head.path, world=sumy()) as session:
        for note in session.notes:
            assert "taken from the autosave" in note or "not finished" in note
        game = session.game
        journal = [entry.text for entry in game.journal]
        count, text = known
        same = len(journal) == count and (not journal or journal[-1] == text)
        one_more = len(journal) == count + 1 and (count == 0 or journal[count - 1] == text)
        undone = len(journal) == count - 1 and bool(game.undone) and game.undone[-1].text == text
        assert same or one_more or undone
    leftovers = [name for name in os.listdir(folder) if name.endswith((".lock", ".new", ".old"))]
    assert not [name for name in leftovers if name.endswith(".lock")]


def test_a_signal_that_ends_the_program_loses_nothing(tmp_path: Path) -> None:
    """A dropped line sends SIGHUP; nothing is left to be tidied."""
    with open(tmp_path / "out", "wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(tmp_path / "saves"), "3", "64"],
            cwd=ROOT, stdout=out, stderr=subprocess.PIPE,
        )
        _wait_for(tmp_path / "out", b"\t", process)
        process.send_signal(signal.SIGHUP)
        process.communicate()
    known = acknowledged((tmp_path / "out").read_bytes())
    assert known is not None
    _holds(tmp_path / "saves", known)


FULL = """
import resource, sys
from pathlib import Path
from engine import saves
from tests.saves.support import play, reload

session = reload(Path(sys.argv[1]))
play(session, 2)
size = session.path.stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, size // 2))
count = 0
while not session.trouble:
    play(session, 1, seed=count)
    count += 1
print(session.trouble, len(session.game.journal), sep="\\t", flush=True)
try:
    session.close()
except ValueError as error:
    print(error, flush=True)
"""


def test_where_the_system_itself_refuses_to_write_the_last_good_save_stands(
    tmp_path: Path,
) -> None:
    """No file may grow beyond half a save: the autosave fills up, the whole save never fits."""
    path = written(tmp_path, 40)
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(path)], cwd=ROOT, capture_output=True, text=True,
        timeout=120,
    )
    trouble, message = done.stdout.splitlines()
    assert trouble.startswith("not saved: file too large"), done.stderr
    assert "file too large" in message and str(path) in message
    with saves.load(path, world=sumy()) as session:
        known = int(trouble.split("\t")[1])
        assert 42 < len(session.game.journal) < known
        assert any("not finished" in note for note in session.notes)


def test_nothing_is_found_where_nothing_was_played(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no saved game"):
        saves.find("latest", tmp_path)
