"""One process plays a save at a time.

The lock file holds the process that plays. Where the system locks files, its lock decides,
and it ends with the process; elsewhere the file itself does, and a dead process is seen by
its number.
"""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import sys
from pathlib import Path

from engine.saves.faults import BadSave, reason

try:
    import fcntl
except ImportError:  # not on this system
    fcntl = None  # type: ignore[assignment]

_FLAGS = (
    os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
)
_HELD = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)
_TRIES = 5


class Lock:
    """Held from `take` to `release`."""

    def __init__(self, save: Path, path: Path, descriptor: int) -> None:
        self.save = save
        self.path = path
        self._descriptor = descriptor

    @classmethod
    def take(cls, save: Path) -> Lock:
        """The lock of a save. Raises BadSave where another process holds it, or none can be."""
        path = save.with_name(save.name + ".lock")
        try:
            return cls(save, path, _locked(save, path))
        except OSError as error:
            raise BadSave(path, f"the folder cannot be written to: {reason(error)}") from None

    def release(self) -> None:
        """Let others in. The file goes before the lock does, so that nobody takes a lost one."""
        if self._descriptor < 0:
            return
        with contextlib.suppress(OSError):
            if sys.platform == "win32":  # an open file stays there
                os.close(self._descriptor)
                os.unlink(self.path)
            else:
                os.unlink(self.path)
                os.close(self._descriptor)
        self._descriptor = -1


class _NoLocks(Exception):
    """The file system does not lock files."""


def _locked(save: Path, path: Path) -> int:
    """The locked file, open. Raises BadSave where another holds it, OSError where none can be."""
    take = _by_system if fcntl is not None else _by_file
    for _ in range(_TRIES):
        try:
            descriptor = take(save, path)
        except _NoLocks:
            take = _by_file
            continue
        if descriptor is not None:
            _sign(descriptor)
            return descriptor
    raise _busy(save, path)


def _by_system(save: Path, path: Path) -> int | None:
    """A lock of the system; None where the holder before us removed the file under our hands."""
    descriptor = os.open(path, _FLAGS, 0o666)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if _still_there(path, descriptor):
            return descriptor
    except OSError as error:
        empty = os.fstat(descriptor).st_size == 0
        os.close(descriptor)
        if error.errno in _HELD:
            raise _busy(save, path) from None
        if empty:
            os.unlink(path)  # ours, made a moment ago
        raise _NoLocks from None
    os.close(descriptor)
    return None


def _still_there(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _by_file(save: Path, path: Path) -> int | None:
    """The file itself as lock; None after the file of a dead process was removed."""
    try:
        return os.open(path, _FLAGS | os.O_EXCL, 0o666)
    except FileExistsError:
        pid, host = _holder(path)
        if not pid or host != socket.gethostname() or alive(pid):
            hint = f" (if that cannot be, remove {path.name})"
            raise _busy(save, path, hint) from None
    os.unlink(path)
    return None


def _sign(descriptor: int) -> None:
    os.ftruncate(descriptor, 0)
    os.write(descriptor, f"{os.getpid()} {socket.gethostname()}\n".encode())


def _holder(path: Path) -> tuple[int, str]:
    """Process and machine that a lock file names; (0, "") for one that names none."""
    try:
        with open(path, "rb") as file:
            pid, _, host = file.read(300).decode("utf-8", "replace").strip().partition(" ")
        return (int(pid), host) if len(pid) < 10 and pid.isdigit() else (0, "")
    except OSError:
        return 0, ""


def alive(pid: int) -> bool:
    """True unless this machine surely has no such process."""
    if sys.platform == "win32":
        return True  # asking would end it; the player is told which file to remove
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _busy(save: Path, path: Path, hint: str = "") -> BadSave:
    pid, host = _holder(path)
    who = "this program" if pid == os.getpid() else f"process {pid}" if pid else "another process"
    where = f" on {host}" if host and host != socket.gethostname() else ""
    return BadSave(save, f"is being played by {who}{where}{hint}")
