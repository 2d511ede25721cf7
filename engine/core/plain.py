"""Plain text forms: words and lines that survive a text file, and TOML written from a dict.

Long lists are written as TOML literal blocks, one item a line: pleasant to read, and a
parser passes over them at the speed of a copy.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence


class Block(str):
    """Lines made by `line` or of words, each ended by a line feed; written as a literal block."""

    __slots__ = ()


Value = str | int | bool | Sequence[str] | Sequence[int]
"""What a table of ours may hold."""

_IN_WORD = re.compile("[\x00-\x20\x7f\\\\,='\ud800-\udfff]")
_IN_LINE = re.compile("[\x00-\x1f\x7f\\\\\ud800-\udfff]|'(?='')")
_IN_TEXT = re.compile('[\x00-\x1f\x7f\\\\"\ud800-\udfff]')
_ESCAPED = re.compile(r"\\(?:u([0-9a-f]{4})|(.?))")
_SHORT = {"\\": "\\\\", " ": "\\_", "\n": "\\n", "\t": "\\t"}
_LONG = {"\\": "\\", "_": " ", "n": "\n", "t": "\t", "e": ""}


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    return _SHORT.get(char) or f"\\u{ord(char):04x}"


def _escape_toml(match: re.Match[str]) -> str:
    char = match[0]
    if "\ud800" <= char <= "\udfff":  # half a character, as of a file name that is no text
        char = "\ufffd"
    return f"\\{char}" if char in '\\"' else f"\\u{ord(char):04x}"


def _unescape(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    found = _LONG.get(match[2])
    if found is None:
        raise ValueError(f"'\\{match[2]}' means nothing")
    return found


def word(text: str) -> str:
    """A text as one word: without blanks, commas or equals signs, never empty."""
    return _IN_WORD.sub(_escape, text) if text else "\\e"


def line(text: str) -> str:
    """A text as one line of a block, without line feeds, tabs or the end of a block."""
    if text.isprintable() and "\\" not in text and "''" not in text:
        return text  # nearly all are; a pattern takes longer to say so
    return _IN_LINE.sub(_escape, text)


def plain(text: str) -> str:
    """What `word` or `line` was given. Raises ValueError for an escape that means nothing."""
    if "\\" not in text:
        return text
    return _ESCAPED.sub(_unescape, text)


def toml(table: Mapping[str, Value]) -> str:
    """The keys of one table as TOML, in order."""
    return "".join(f"{key} = {_value(value)}\n" for key, value in table.items())


def _value(value: Value) -> str:
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Block):
        return f"'''\n{value}'''"
    if isinstance(value, str):
        return f'"{_IN_TEXT.sub(_escape_toml, value)}"'
    return f"[{', '.join(_value(item) for item in value)}]"
