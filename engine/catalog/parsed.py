"""Parse TOML; of the program's own files, keep what came out in the user's cache.

Parsing was half of what loading a scenario takes. An entry is written as Python writes the
modules that it compiled (`marshal`), which is read a hundred times as fast; nothing in it is run.
It counts only for the very text that it was made of, and whole. Whatever is wrong with an entry
or the folder, the file is parsed as ever: the cache may be removed at any time.
"""

from __future__ import annotations

import contextlib
import marshal
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

FORM = "3"
"""How entries are written; one of another form, by another version of the program, is no entry."""
MARSHAL = 4
"""The version of `marshal` that every Python since 3.4 reads."""


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
    entry = folder / f"{'-'.join(path.relative_to(SCENARIOS).parts)}.kept"
    kept = _kept(entry, text)
    if kept is not None:
        return kept
    data = _parsed(text)
    _keep(entry, text, data)
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


def _heading(text: bytes, body: bytes) -> bytes:
    """The first line of an entry that holds a body for a text."""
    return f"{FORM} {sha256(text).hexdigest()} {sha256(body).hexdigest()}\n".encode()


def _kept(entry: Path, text: bytes) -> dict[str, Any] | None:
    """What an entry holds for a text, or None."""
    try:
        with open(entry, "rb") as file:
            heading, body = file.readline(), file.read()
    except OSError:
        return None
    return _unpacked(body) if heading == _heading(text, body) else None


def _keep(entry: Path, text: bytes, data: dict[str, Any]) -> None:
    """Make an entry, whole or not at all; without one nothing is lost but time."""
    aside = entry.with_name(f"{entry.name}.{os.getpid()}")
    with contextlib.suppress(OSError, ValueError):  # as for a time of day
        body = _packed(data)
        entry.parent.mkdir(parents=True, exist_ok=True)
        aside.write_bytes(_heading(text, body) + body)
        os.replace(aside, entry)


def _packed(data: dict[str, Any]) -> bytes:
    """Tables as bytes. Raises ValueError for a time of day, which no file of the program has."""
    dates: list[tuple[Key, str]] = []
    plain = _plain(data, (), dates, {})
    return marshal.dumps((plain, dates), MARSHAL)


def _plain(value: Any, key: Key, dates: list[tuple[Key, str]], words: dict[str, str]) -> Any:
    """A value in which equal texts are one, and without its dates, which `marshal` has not."""
    if type(value) is dict:
        return {words.setdefault(name, name): _plain(inner, (*key, name), dates, words)
                for name, inner in value.items()}
    if type(value) is list:
        return [_plain(inner, (*key, n), dates, words) for n, inner in enumerate(value)]
    if type(value) is str:
        return words.setdefault(value, value)
    if type(value) is date:
        dates.append((key, value.isoformat()))
        return None
    return value


def _unpacked(body: bytes) -> dict[str, Any]:
    """The tables that were packed."""
    data: dict[str, Any]
    data, dates = marshal.loads(body)
    for key, day in dates:
        holder: Any = data
        for part in key[:-1]:
            holder = holder[part]
        holder[key[-1]] = date.fromisoformat(day)
    return data
