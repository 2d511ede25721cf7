"""One process at a time: a second one is refused clearly, a dead one's lock is no obstacle."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine import saves
from engine.saves import lock as locks
from engine.saves.faults import BadSave
from engine.saves.lock import Lock
from tests.saves.support import begin, play, reload, written
from tests.support.terminal import ROOT

HOLD = """
import sys, time
from engine.saves.lock import Lock
from pathlib import Path
lock = Lock.take(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.readline()
lock.release()
"""
DEAD = 4_194_303
"""A process number that is hardly in use: the largest that Linux gives."""


@contextmanager
def another_process(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the lock of a save until it is told to let go, or killed."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], cwd=ROOT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )
    assert process.stdout is not None and process.stdout.readline() == "held\n"
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_save_that_another_process_plays_is_refused_and_free_afterwards(tmp_path: Path) -> None:
    path = written(tmp_path, 5)
    with another_process(path) as process:
        with pytest.raises(BadSave, match=f"is being played by process {process.pid}$") as caught:
            reload(path)
        assert str(path) in str(caught.value) and not caught.value.forcible
        process.communicate("go\n")
    reload(path).close()
    assert not path.with_name(path.name + ".lock").exists()


def test_force_does_not_break_a_lock(tmp_path: Path) -> None:
    path = written(tmp_path, 5)
    with another_process(path), pytest.raises(BadSave, match="is being played"):
        saves.load(path, force=True)


def test_the_lock_of_a_killed_process_is_no_obstacle(tmp_path: Path) -> None:
    path = written(tmp_path, 5)
    with another_process(path) as process:
        process.kill()
        process.wait()
        assert path.with_name(path.name + ".lock").exists()
        reload(path).close()


def test_the_same_process_is_refused_too(tmp_path: Path) -> None:
    path = written(tmp_path, 5)
    with reload(path) as session:
        with pytest.raises(BadSave, match="is being played by this program"):
            reload(path)
        play(session, 1)
        assert session.trouble == ""
    reload(path).close()


def test_a_refused_load_leaves_the_save_free(tmp_path: Path) -> None:
    """Whatever goes wrong after the lock was taken, it is given back."""
    path = written(tmp_path, 5)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\ndrawn = ", "\ndrawn = 1"), encoding="utf-8")
    for _ in range(2):
        with pytest.raises(BadSave, match="changed outside"):
            reload(path)
    assert not path.with_name(path.name + ".lock").exists()


def test_a_new_game_takes_the_next_free_name_beside_one_that_is_played(tmp_path: Path) -> None:
    first, second = begin(tmp_path), begin(tmp_path)
    assert first.path != second.path
    first.close()
    second.close()


def test_save_as_to_a_save_that_is_played_is_refused(tmp_path: Path) -> None:
    taken = written(tmp_path, 3)
    with another_process(taken), begin(tmp_path, 3) as session:
        with pytest.raises(BadSave, match="is being played"):
            session.save_as(taken.stem, overwrite=True)
        play(session, 1)
        assert session.trouble == "" and session.path != taken


# ---------------------------------------------------------------- where files cannot be locked


class NoLocks:
    """What stands for the system's locks on a file system that has none."""

    LOCK_EX, LOCK_NB = 2, 4

    @staticmethod
    def flock(descriptor: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")


@pytest.fixture(params=["no module", "not supported"])
def unlocked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A system, or a file system, that does not lock files."""
    monkeypatch.setattr(locks, "fcntl", None if request.param == "no module" else NoLocks)


def lock_file(path: Path, holder: str) -> Path:
    file = path.with_name(path.name + ".lock")
    file.write_text(holder, encoding="utf-8")
    return file


@pytest.mark.usefixtures("unlocked")
def test_without_system_locks_the_file_is_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    lock = Lock.take(path)
    with pytest.raises(BadSave, match="is being played by this program"):
        Lock.take(path)
    lock.release()
    lock.release()  # a second time does nothing
    assert os.listdir(tmp_path) == []
    Lock.take(path).release()


@pytest.mark.usefixtures("unlocked")
def test_without_system_locks_a_dead_process_is_seen_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    lock_file(path, f"{DEAD} {socket.gethostname()}\n")
    assert not locks.alive(DEAD)
    Lock.take(path).release()


@pytest.mark.usefixtures("unlocked")
@pytest.mark.parametrize(("holder", "who"), [
    (f"{os.getppid()} {socket.gethostname()}", f"process {os.getppid()} "),
    (f"{DEAD} elsewhere", f"process {DEAD} on elsewhere"),
    ("nonsense", "another process"), ("\0\0", "another process"),
    ("9" * 500, "another process"), ("-1 here", "another process"),
])
def test_without_system_locks_a_lock_that_may_be_held_is_kept(
    tmp_path: Path, holder: str, who: str
) -> None:
    """And the message says which file to remove."""
    path = tmp_path / "game.toml"
    file = lock_file(path, holder)
    with pytest.raises(BadSave) as caught:
        Lock.take(path)
    assert who in caught.value.why and file.name in caught.value.why
    assert file.read_text(encoding="utf-8") == holder


def test_a_lock_file_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_text("kept", encoding="utf-8")
    (tmp_path / "game.toml.lock").symlink_to(target)
    with pytest.raises(BadSave, match="cannot be written to"):
        Lock.take(tmp_path / "game.toml")
    assert target.read_text(encoding="utf-8") == "kept"


def test_many_processes_never_hold_a_lock_together(tmp_path: Path) -> None:
    """Each counts up a number while it holds the lock; none is lost."""
    code = """
import sys, time
from pathlib import Path
from engine.saves.lock import Lock
from engine.saves.faults import BadSave
path = Path(sys.argv[1])
done = 0
while done < 40:
    try:
        lock = Lock.take(path)
    except BadSave:
        continue
    number = int(path.read_text())
    time.sleep(0.0005)
    path.write_text(str(number + 1))
    lock.release()
    done += 1
"""
    path = tmp_path / "number"
    path.write_text("0", encoding="utf-8")
    processes = [
        subprocess.Popen([sys.executable, "-c", code, str(path)], cwd=ROOT) for _ in range(3)
    ]
    deadline = time.monotonic() + 60
    for process in processes:
        assert process.wait(timeout=max(1.0, deadline - time.monotonic())) == 0
    assert path.read_text(encoding="utf-8") == "120"
