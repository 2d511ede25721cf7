"""Find scenario files by their heads: the keys before the first table.

This must be cheap (`rasputitsa list`), so it reads no more of a file and imports no other part
of the engine.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from engine.folders import SCENARIOS

HEAD_BYTES = 4096
"""A head must fit into this."""
FIRST_SERIES = "efs"
"""The series of a scenario that names none."""


class Header(NamedTuple):
    """What the chooser shows of a scenario."""

    id: str
    title: str
    game: str
    number: int
    first_turn: int
    last_turn: int
    dates: str
    summary: str
    path: Path
    series: str = FIRST_SERIES

    @property
    def turns(self) -> int:
        """How many turns it lasts."""
        return self.last_turn - self.first_turn + 1


def user_folder() -> Path:
    """The user's own folder for scenarios and overlays (not created)."""
    home = Path(os.path.expanduser("~"))  # which, unlike Path.home, never raises
    if os.environ.get("XDG_DATA_HOME"):
        return Path(os.environ["XDG_DATA_HOME"]) / "rasputitsa"
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", str(home))) / "rasputitsa"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "rasputitsa"
    return home / ".local" / "share" / "rasputitsa"


def folders() -> tuple[Path, ...]:
    """Where scenarios are looked for: those of the program, then the user's."""
    return SCENARIOS, user_folder() / "scenarios"


def find(where: Iterable[Path] | None = None) -> list[Header]:
    """The heads of all scenarios, by game and number; files with a broken head are left out.

    The first of two scenarios with one id wins, so a user's file never hides one of ours.
    """
    found: dict[str, Header] = {}
    for path, text in scenario_files(folders() if where is None else where):
        head = _head(path, text)
        if head is not None:
            found.setdefault(head.id, head)
    return sorted(found.values(), key=lambda head: (head.game, head.number, head.id))


def scenario_files(where: Iterable[Path]) -> Iterator[tuple[Path, bytes]]:
    """The scenario files of some folders, each with the bytes that hold its head."""
    for folder in where:
        for file in toml_files(folder):
            text = _scenario_text(file)
            if text:
                yield Path(file), text


def toml_files(folder: Path) -> Iterator[str]:
    """TOML files in a folder and one level below it, in name order."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        try:
            if entry.is_dir(follow_symlinks=False):
                inside = sorted(os.scandir(entry.path), key=lambda inner: inner.name)
            else:
                inside = [entry]
            yield from (e.path for e in inside if e.name.endswith(".toml") and e.is_file())
        except OSError:
            continue


def read_head(path: Path) -> Header | None:
    """The head of a scenario file; None for a file that is none, or whose head is broken."""
    text = _scenario_text(path)
    return _head(path, text) if text else None


def _scenario_text(path: str | Path) -> bytes:
    """The bytes that hold the head of a scenario file; nothing for a file that is none."""
    try:
        with open(path, "rb", buffering=0) as file:
            text = file.read(HEAD_BYTES)
    except OSError:
        return b""
    return text if _starts_scenario(text) else b""


def _head(path: Path, text: bytes) -> Header | None:
    import tomllib

    head = text.partition(b"\n[")[0] + b"\n"
    try:
        data = tomllib.loads(head.decode("utf-8-sig"))
        return Header(
            str(data["scenario"]), str(data["title"]), str(data["game"]),
            int(data.get("number", 0)), int(data["first_turn"]), int(data["last_turn"]),
            str(data.get("dates", "")), str(data.get("summary", "")), path,
            str(data.get("series", FIRST_SERIES)),
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _starts_scenario(text: bytes) -> bool:
    """True where the first key of a file is `scenario`."""
    for line in text.removeprefix(b"\xef\xbb\xbf").splitlines():
        word = line.strip()
        if word and not word.startswith(b"#"):
            return word.startswith(b"scenario") and word[8:].lstrip().startswith(b"=")
    return False
