"""The line of every value of a TOML text, which the standard library's parser does not give.

The text has been parsed before, so it is well formed; this scanner only finds places.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from engine.catalog.faults import Key

_SPACE = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_KEY = re.compile(r"""[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+))[ \t]*""")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL
)
_BARE = re.compile(r"[^,\]}\n#]*")


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[Key, int] = {}
        self.starts = [0] + [m.end() for m in re.finditer("\n", text)]
        self.lengths: dict[Key, int] = {}

    def mark(self, key: Key) -> None:
        self.found.setdefault(key, bisect_right(self.starts, self.at))

    def space(self) -> None:
        match = _SPACE.match(self.text, self.at)
        assert match is not None
        self.at = match.end()

    def skip(self, mark: str) -> bool:
        """Step over a mark, if it is next."""
        if self.text.startswith(mark, self.at):
            self.at += len(mark)
            return True
        return False

    def dotted(self) -> tuple[str, ...]:
        parts = []
        while match := _KEY.match(self.text, self.at):
            self.at = match.end()
            parts.append(next(group for group in match.groups() if group is not None))
            if not self.skip("."):
                break
        return tuple(parts)

    def run(self) -> None:
        prefix: Key = ()
        while True:
            self.space()
            if self.at >= len(self.text):
                return
            if self.text[self.at] == "[":
                prefix = self.header()
            else:
                self.pair(prefix)

    def header(self) -> Key:
        start = self.at
        array = self.skip("[[")
        if not array:
            self.skip("[")
        path: Key = ()
        parts = self.dotted()
        for i, part in enumerate(parts):
            path += (part,)
            if array and i == len(parts) - 1:
                self.lengths[path] = self.lengths.get(path, 0) + 1
            if path in self.lengths:
                path += (self.lengths[path] - 1,)
        end, self.at = self.at, start
        self.mark(path)
        if array:
            self.mark(path[:-1])
        self.at = end + (2 if array else 1)
        return path

    def pair(self, prefix: Key) -> None:
        start = self.at
        path = prefix + self.dotted()
        if self.at == start or not self.skip("="):
            self.at = len(self.text)  # cannot happen in a text that parses
            return
        self.value(path)

    def value(self, path: Key) -> None:
        self.space()
        self.mark(path)
        if self.skip("["):
            self.items(path)
        elif self.skip("{"):
            self.space()
            while not self.skip("}") and self.at < len(self.text):
                self.pair(path)
                self.space()
                self.skip(",")
                self.space()
        else:
            match = _STRING.match(self.text, self.at) or _BARE.match(self.text, self.at)
            assert match is not None
            self.at = match.end()

    def items(self, path: Key) -> None:
        n = 0
        self.space()
        while not self.skip("]") and self.at < len(self.text):
            self.value((*path, n))
            n += 1
            self.space()
            self.skip(",")
            self.space()


def positions(text: str) -> dict[Key, int]:
    """Key path to line number, counted from 1."""
    scanner = _Scanner(text)
    scanner.run()
    return scanner.found


def line_of(found: dict[Key, int], key: Key) -> int:
    """The line of a value, or of the nearest thing that holds it; 0 if there is none."""
    while key:
        if key in found:
            return found[key]
        key = key[:-1]
    return 0
