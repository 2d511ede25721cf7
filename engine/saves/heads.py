"""The list of saves: only the head of each file is read."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

HEAD_BYTES = 8192
"""Head, options and players fit into this."""
TAIL_BYTES = 16
JOURNAL_LIMIT = 1_000_000


class SaveHeader(NamedTuple):
    """What a list shows of one save."""

    path: Path
    modified: float
    """When save or autosave were last written, in seconds since the epoch."""
    scenario: str = ""
    title: str = ""
    turn: int = 0
    step: str = ""
    commands: int = 0
    autosaved: int = 0
    """Lines in the autosave beyond the save, roughly."""
    written: str = ""
    over: str = ""
    players: Mapping[str, str] = {}
    fault: str = ""
    """Why it cannot be opened, as far as its head tells."""

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self.path.stem


def list_saves(folder: Path) -> list[SaveHeader]:
    """Every save in a folder, newest first. Broken ones carry their fault; nothing is raised."""
    found = []
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return []
    for entry in entries:
        if entry.name.endswith(".toml") and not entry.name.startswith("."):
            found.append(_header(Path(entry.path)))
    return sorted(found, key=lambda head: (-head.modified, head.path))


def _header(path: Path) -> SaveHeader:
    from engine.saves.faults import BadSave, reason

    modified = 0.0
    try:
        about = os.lstat(path)
        modified = about.st_mtime
        values = _read_head(*_ends(path, about))
    except BadSave as error:
        return SaveHeader(path, modified, fault=error.why)
    except OSError as error:
        return SaveHeader(path, modified, fault=f"cannot be read: {reason(error)}")
    except ValueError as error:
        return SaveHeader(path, modified, fault=str(error))
    lines, later = _autosaved(path, values.pop("digest"))
    return SaveHeader(path, max(modified, later), autosaved=lines, **values)


def _ends(path: Path, about: os.stat_result) -> tuple[bytes, bytes]:
    if not stat.S_ISREG(about.st_mode):
        from engine.saves.files import read

        read(path)  # raises, saying what it is instead
    with open(path, "rb") as file:
        head = file.read(HEAD_BYTES)
        file.seek(max(0, about.st_size - TAIL_BYTES))
        return head, file.read(TAIL_BYTES)


def _autosaved(path: Path, digest: str) -> tuple[int, float]:
    """Lines that the autosave holds beyond this save, and when it was written."""
    journal = path.with_suffix(".journal")
    try:
        about = os.lstat(journal)
        if not stat.S_ISREG(about.st_mode) or about.st_size > JOURNAL_LIMIT:
            return 0, 0.0
        with open(journal, "rb") as file:
            first, _, rest = file.read().partition(b"\n")
    except OSError:
        return 0, 0.0
    if not first.endswith(digest.encode()) or not rest:
        return 0, 0.0
    return rest.count(b"\n"), about.st_mtime


def _read_head(head: bytes, tail: bytes) -> dict[str, Any]:
    """The values of a head. Raises ValueError saying what is wrong with it."""
    import tomllib

    if not head.lstrip(b"\xef\xbb\xbf").startswith((b"# A saved game", b"format = ")):
        raise ValueError("is not a saved game")
    part = head.partition(b"\n[state]")[0] + b"\n"
    try:
        data = tomllib.loads(part.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise ValueError("its head is broken") from None
    if data.get("format") != 1:
        newer = data.get("format")
        raise ValueError(f"is a save of another format ({str(newer)[:20]})")
    if not tail.rstrip().endswith(b"# end"):
        raise ValueError("is cut off")
    values = {
        key: _typed(data.get(key, default), default)
        for key, default in SaveHeader._field_defaults.items()
        if key in ("scenario", "title", "turn", "step", "commands", "written", "over")
    }
    values["digest"] = _typed(data.get("digest"), "")
    players = _typed(data.get("players", {}), {})
    values["players"] = {str(k): str(v) for k, v in players.items()}
    return values


def _typed(value: Any, like: Any) -> Any:
    if type(value) is not type(like):
        raise ValueError("its head is broken")
    return value
