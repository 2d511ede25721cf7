"""Read one TOML file of the player's disk without trusting it."""

from __future__ import annotations

import errno
import os
import re
import stat
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.catalog.faults import Fault, Key, show
from engine.catalog.lines import line_of, positions
from engine.catalog.parsed import parse

SIZE_LIMIT = 2_000_000
"""Bytes. The largest file of the program is a twentieth of it."""
DEPTH_LIMIT = 12
_AT_LINE = re.compile(r" ?\(at (?:line (\d+), column (\d+)|end of document)\)$")


class Document:
    """A file that was read and parsed."""

    def __init__(self, path: Path, text: str, data: dict[str, Any]) -> None:
        self.path = path
        self.text = text
        self.data = data
        self.laid: dict[Key, tuple[Document, Key]] = {}
        """Values that another file has laid over those of this one, with their keys there."""
        self._lines: dict[Key, int] | None = None

    def fault(self, key: Key, why: str) -> Fault:
        """A fault at a value of this file, or of the file that the value is from."""
        if key in self.laid:
            other, there = self.laid[key]
            return other.fault(there, why)
        if self._lines is None:
            self._lines = positions(self.text)
        return Fault(self.path, line_of(self._lines, key), show(key), why)


def read(path: Path) -> Document | Fault:
    """The document of a file, or the reason why there is none.

    Documents are kept until the file changes or `forget`; nobody writes on them.
    """
    try:
        about = os.stat(path)
        if not stat.S_ISREG(about.st_mode):
            kind = "a folder" if stat.S_ISDIR(about.st_mode) else "not a regular file"
            return Fault(path, 0, "", f"cannot be read: it is {kind}")
        if about.st_size > SIZE_LIMIT:
            return Fault(path, 0, "", f"is larger than {SIZE_LIMIT // 1000} kB: not a data file")
        return _read(path, about.st_mtime_ns, about.st_size)
    except OSError as error:
        return Fault(path, 0, "", f"cannot be read: {_reason(error)}")
    except ValueError as error:  # a name with a null in it
        return Fault(path, 0, "", f"cannot be read: {error}")


def forget() -> None:
    """Keep no documents of those read so far."""
    _read.cache_clear()


def _reason(error: OSError) -> str:
    if error.errno == errno.ELOOP:
        return "its symbolic links run in a circle"
    return (error.strerror or type(error).__name__).lower()


@lru_cache(maxsize=64)
def _read(path: Path, _mtime: int, _size: int) -> Document | Fault:
    with open(path, "rb") as file:
        raw = file.read(SIZE_LIMIT + 1)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        return Fault(path, line, "", "is not UTF-8 text")
    text = text.replace("\r\n", "\n")
    try:
        data = parse(path, text)
    except tomllib.TOMLDecodeError as error:
        at = _AT_LINE.search(str(error))
        line = int(at[1]) if at and at[1] else text.count("\n") + 1
        return Fault(path, line, "", f"is not TOML: {_AT_LINE.sub('', str(error)).lower()}")
    except RecursionError:
        return Fault(path, 0, "", "is nested too deeply")
    except ValueError as error:
        return Fault(path, 0, "", f"is not TOML: {error}")
    document = Document(path, text, data)
    deep = _too_deep(data)
    return document.fault(deep, "is nested too deeply") if deep else document


def _too_deep(data: dict[str, Any]) -> Key:
    """The first few parts of a key path that goes too deep, or nothing."""
    level: list[Any] = [data]
    for _ in range(DEPTH_LIMIT):
        level = [
            inner
            for value in level
            for inner in (value.values() if type(value) is dict else value)
            if type(inner) is dict or type(inner) is list
        ]
    return _deep_key(data) if level else ()


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
