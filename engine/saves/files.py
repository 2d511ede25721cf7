"""Read a save without trusting it, and write one so that no crash leaves half of it.

Written to a new file, flushed to the disk, renamed over the old one; the old one is kept
beside it with `.bak` at the end of its name.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from engine.saves.faults import BadSave, reason

SIZE_LIMIT = 16_000_000
"""Bytes. A long campaign comes to a fiftieth of it."""
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_CLOSED = getattr(os, "O_CLOEXEC", 0)


def backup(path: Path) -> Path:
    """Where the save before this one is kept."""
    return path.with_name(path.name + ".bak")


def read(path: Path, limit: int = SIZE_LIMIT) -> bytes:
    """The bytes of a regular file. Raises BadSave, and never waits for a pipe or a device."""
    try:
        kind = os.lstat(path).st_mode
        if stat.S_ISLNK(kind):
            raise BadSave(path, "is a symbolic link: name the file that it leads to")
        if not stat.S_ISREG(kind):
            what = "a folder" if stat.S_ISDIR(kind) else "not a regular file"
            raise BadSave(path, f"cannot be read: it is {what}")
        descriptor = os.open(path, os.O_RDONLY | _NO_LINK | _NO_WAIT | _BINARY | _CLOSED)
    except BadSave:  # which is a ValueError too
        raise
    except FileNotFoundError:
        raise BadSave(path, "there is no such file") from None
    except OSError as error:
        raise BadSave(path, f"cannot be read: {reason(error)}") from None
    except ValueError as error:  # a name with a null in it
        raise BadSave(path, f"cannot be read: {error}") from None
    with os.fdopen(descriptor, "rb") as file:
        try:
            size = os.fstat(descriptor).st_size
            if size > limit:
                raise BadSave(path, f"is larger than {limit // 1_000_000} MB: not a saved game")
            return file.read(limit)
        except OSError as error:
            raise BadSave(path, f"cannot be read: {reason(error)}") from None


def write(path: Path, data: bytes, *, keep: bool = True, flush: bool = True) -> None:
    """Put a file in place whole or not at all. Raises OSError; the old file then stands.

    `keep` leaves the previous content beside it as `.bak`. `flush` waits until the disk has
    it, so that it survives a power cut and not only the end of this process.
    """
    new = path.with_name(path.name + ".new")
    with contextlib.suppress(FileNotFoundError):
        os.unlink(new)  # of a process that was killed while it wrote; we hold the lock
    try:
        _write_new(new, data, flush)
        if keep:
            _keep(path)
        os.replace(new, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise
    if flush:
        _sync_folder(path.parent)


def _write_new(path: Path, data: bytes, flush: bool) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _BINARY | _CLOSED
    descriptor = os.open(path, flags, 0o666)
    try:
        write_all(descriptor, data)
        if flush:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_all(descriptor: int, data: bytes) -> None:
    """Write until nothing is left. Raises OSError."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _keep(path: Path) -> None:
    """Make the present file the backup without ever taking it away."""
    if not path.is_file():
        return
    aside = path.with_name(path.name + ".old")
    with contextlib.suppress(FileNotFoundError):
        os.unlink(aside)
    try:
        os.link(path, aside, follow_symlinks=False)
    except (OSError, NotImplementedError):  # no hard links here
        _write_new(aside, path.read_bytes(), True)
    os.replace(aside, backup(path))


def _sync_folder(folder: Path) -> None:
    """Make the renaming itself last, where the system lets us."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | _CLOSED)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
