"""Parse TOML; of the program's own files, keep what came out as JSON in the user's cache.

Parsing was half of what loading a scenario takes, and JSON is read thirty times as fast. An
entry counts only for the very text that it was made of. Whatever is wrong with an entry or
the folder, the file is parsed as ever: the cache may be removed at any time.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine.catalog.faults import Key
from engine.folders import SCENARIOS

DEPTH_LIMIT = 12
"""How many tables and lists may lie in each other."""

FORM = "2"
"""How entries are written; one of another form, by another version of the program, is no entry."""
DATE = "\0date"
"""The key under which an entry keeps a date; no file of the program has such a key."""


class TooDeep(Exception):
    """Tables or lists of a text lie deeper in each other than any file of the program needs."""

    def __init__(self, key: Key) -> None:
        super().__init__(key)
        self.key = key
        """The first few parts of a key path that goes too deep."""


def cache_folder() -> Path:
    """Where the user's system keeps what programs can make again (not created)."""
    home = Path(os.path.expanduser("~"))
    if os.environ.get("XDG_CACHE_HOME"):
        return Path(os.environ["XDG_CACHE_HOME"]) / "rasputitsa"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(home))) / "rasputitsa" / "cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "rasputitsa"
    return home / ".cache" / "rasputitsa"


def parse(path: Path, text: bytes) -> dict[str, Any]:
    """The tables of a TOML text that a file holds.

    Raises UnicodeDecodeError, as `tomllib.loads` does, and TooDeep.
    """
    folder = cache_folder()
    if SCENARIOS not in path.parents or not folder.is_absolute():  # as for a user without a home
        return _parsed(text)
    entry = folder / f"{'-'.join(path.relative_to(SCENARIOS).parts)}.json"
    digest = sha256(text).hexdigest()
    kept = _kept(entry, digest)
    if kept is not None:
        return kept
    data = _parsed(text)
    _keep(entry, digest, data)
    return data


def _parsed(text: bytes) -> dict[str, Any]:
    """The tables of a text, none of them too deep."""
    import tomllib  # not to play: what the program ships is kept

    data = tomllib.loads(text.decode())
    if _too_deep(data):
        raise TooDeep(_deep_key(data))
    return data


def _too_deep(data: dict[str, Any]) -> bool:
    level: list[Any] = [data]
    for _ in range(DEPTH_LIMIT):
        level = [
            inner
            for value in level
            for inner in (value.values() if type(value) is dict else value)
            if type(inner) is dict or type(inner) is list
        ]
    return bool(level)


def _deep_key(data: dict[str, Any]) -> Key:
    todo: list[tuple[Any, Key]] = [(data, ())]
    while todo:
        value, key = todo.pop()
        if len(key) > DEPTH_LIMIT:
            return key[:4]
        if isinstance(value, dict):
            todo.extend((inner, (*key, name)) for name, inner in value.items())
        elif isinstance(value, list):
            todo.extend((inner, (*key, n)) for n, inner in enumerate(value))
    return ()


def _heading(digest: str) -> str:
    """The first line of an entry for a text of this digest."""
    return f"{FORM} {digest}\n"


def _kept(entry: Path, digest: str) -> dict[str, Any] | None:
    """What an entry holds for a text of this digest, or None."""
    try:
        with open(entry, "rb") as file:
            if file.readline() != _heading(digest).encode():
                return None
            body = file.read()
        dated = json.dumps(DATE).encode() in body
        data = json.loads(body, object_hook=_table if dated else None)
    except (OSError, TypeError, ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _keep(entry: Path, digest: str, data: dict[str, Any]) -> None:
    """Make an entry, whole or not at all; without one nothing is lost but time."""
    aside = entry.with_name(f"{entry.name}.{os.getpid()}")
    with contextlib.suppress(OSError, TypeError, ValueError):  # as for a time of day
        content = f"{_heading(digest)}{json.dumps(data, separators=(',', ':'), default=_plain)}"
        entry.parent.mkdir(parents=True, exist_ok=True)
        aside.write_text(content, encoding="utf-8")
        os.replace(aside, entry)


def _plain(value: Any) -> dict[str, str]:
    """A date, which JSON has not. Raises TypeError for whatever else it has not."""
    if type(value) is not date:
        raise TypeError(value)
    return {DATE: value.isoformat()}


def _table(table: dict[str, Any]) -> Any:
    """A table as it was, or the date that one stands for."""
    return date.fromisoformat(table[DATE]) if DATE in table else table
