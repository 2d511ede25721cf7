"""Faults in data files: where each is, and why it is one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from engine.core.errors import DataError, told

Key = tuple[str | int, ...]
"""The way to a value in a file: table names, keys and places in arrays."""


class Fault(NamedTuple):
    """One thing that is wrong."""

    file: Path
    line: int
    """0 where no line is known."""
    key: str
    why: str

    def __str__(self) -> str:
        return f"{self.place}: {told(self.why)}"

    @property
    def place(self) -> str:
        """File, line and key, as a reader looks for them."""
        line = f":{self.line}" if self.line else ""
        key = f": {told(self.key)}" if self.key else ""
        return f"{self.file}{line}{key}"


class BadFiles(DataError):
    """A scenario that cannot be used; it carries every fault that was found."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        first = self.faults[0]
        more = len(self.faults) - 1
        rest = f" (and {more} more fault{'s' * (more > 1)})" if more else ""
        super().__init__(first.place, first.why + rest)


def show(key: Key) -> str:
    """A key path as text: `setup[0].units[3].hex`."""
    text = ""
    for part in key:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text
