"""Read one TOML file of the player's disk without trusting it."""

from __future__ import annotations

import errno
import os
import re
import stat
from codecs import BOM_UTF8
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.catalog.faults import Fault, Key, show
from engine.catalog.parsed import TooDeep, parse

SIZE_LIMIT = 2_000_000
"""Bytes. The largest file of the program is a twentieth of it."""
_AT_LINE = re.compile(r" ?\(at (?:line (\d+), column (\d+)|end of document)\)$")


class Document:
    """A file that was read and parsed."""

    def __init__(self, path: Path, text: bytes, data: dict[str, Any]) -> None:
        self.path = path
        self.text = text
        """In UTF-8, lines ended by a newline alone."""
        self.data = data
        self.laid: dict[Key, tuple[Document, Key]] = {}
        """Values that another file has laid over those of this one, with their keys there."""
        self._lines: dict[Key, int] | None = None

    def fault(self, key: Key, why: str) -> Fault:
        """A fault at a value of this file, or of the file that the value is from."""
        if key in self.laid:
            other, there = self.laid[key]
            return other.fault(there, why)
        from engine.catalog.lines import line_of, positions

        if self._lines is None:
            self._lines = positions(self.text.decode())
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
    text = raw.removeprefix(BOM_UTF8).replace(b"\r\n", b"\n")
    try:
        return Document(path, text, parse(path, text))
    except UnicodeDecodeError as error:
        return Fault(path, _line_at(text, error.start), "", "is not UTF-8 text")
    except TooDeep as deep:
        return Document(path, text, {}).fault(deep.key, "is nested too deeply")
    except RecursionError:
        return Fault(path, 0, "", "is nested too deeply")
    except ValueError as error:
        return _no_toml(path, text, str(error))


def _line_at(text: bytes, place: int | None = None) -> int:
    return text.count(b"\n", 0, place) + 1


def _no_toml(path: Path, text: bytes, why: str) -> Fault:
    """The fault of a text that the parser refuses; it tells the line of all but some numbers."""
    at = _AT_LINE.search(why)
    if at is None:
        return Fault(path, 0, "", f"is not TOML: {why}")
    line = int(at[1]) if at[1] else _line_at(text)
    return Fault(path, line, "", f"is not TOML: {_AT_LINE.sub('', why).lower()}")
