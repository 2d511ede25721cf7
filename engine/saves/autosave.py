"""The autosave journal: one line a command, on the disk before the next key is read.

It holds what happened since the save whose digest its first line names: commands with
their rolls, `undo` and `redo`. A line that was not finished when the process died is
dropped; everything before it is played again when the game is resumed.
"""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

from engine.core.values import frozen
from engine.saves import files
from engine.saves.faults import BadSave

UNDO, REDO = "undo", "redo"
LINE_LIMIT = 20_000
_HEAD = re.compile(rb"# Rasputitsa autosave 1, data (\d{1,9}): commands since ([0-9a-f]{32})")


def path_of(save: Path) -> Path:
    """The autosave journal of a save."""
    return save.with_suffix(".journal")


class Autosave:
    """An open journal."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor = descriptor

    @classmethod
    def begin(cls, save: Path, digest: str, data: int) -> Autosave:
        """An empty journal in the place of the one before. Raises OSError."""
        path = path_of(save)
        head = f"# Rasputitsa autosave 1, data {data}: commands since {digest}\n"
        files.write(path, head.encode(), keep=False, flush=False)
        flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
        return cls(path, os.open(path, flags | getattr(os, "O_CLOEXEC", 0)))

    def append(self, lines: list[str]) -> None:
        """Hand lines to the system at once; they survive the end of this process.

        Raises OSError, also where somebody has taken the file away.
        """
        if os.fstat(self._descriptor).st_nlink == 0:
            raise FileNotFoundError(2, "the autosave was removed", str(self.path))
        files.write_all(self._descriptor, "".join(f"{text}\n" for text in lines).encode())

    def close(self, *, remove: bool) -> None:
        """Close it, and remove it where the save holds everything."""
        with contextlib.suppress(OSError):
            os.close(self._descriptor)
            if remove:
                os.unlink(self.path)


@frozen
class Found:
    """A journal as it was found."""

    base: str = ""
    """Digest of the save that it goes on from."""
    data: int = 0
    lines: tuple[str, ...] = ()
    torn: bool = False
    """The last line was not finished and is left out."""
    fault: str = ""
    """Why the journal, or its rest after `lines`, cannot be read."""


def read(save: Path) -> Found | None:
    """The journal beside a save, or None where there is none. A broken one says so in itself."""
    path = path_of(save)
    if not os.path.lexists(path):
        return None
    try:
        *rows, rest = files.read(path).split(b"\n")
    except BadSave as error:
        return Found(fault=error.why)
    head = _HEAD.fullmatch(rows[0]) if rows else None
    if head is None:
        return Found(fault="does not begin as an autosave does")
    lines = []
    fault = ""
    for number, row in enumerate(rows[1:], 2):
        text = _line(row)
        if text is None:
            fault = f"line {number} cannot be read"
            break
        lines.append(text)
    return Found(head[2].decode(), int(head[1]), tuple(lines), bool(rest), fault)


def _line(row: bytes) -> str | None:
    """The text of one line, or None for bytes that are no command."""
    if len(row) > LINE_LIMIT or b"\0" in row:
        return None
    try:
        return row.decode().removesuffix("\r")
    except UnicodeDecodeError:
        return None
