"""The three ways in which the engine says no."""

from __future__ import annotations

import re

_QUOTED = re.compile(r"'([^']{60})[^']{20,}'")
_MOST = 2000


def told(text: str) -> str:
    """A message as one line that a terminal may show, whatever it quotes: long quotes are cut."""
    if len(text) < 80 and text.isprintable():
        return text
    text = _QUOTED.sub(r"'\1...'", " ".join(text.split()))
    text = text if len(text) <= _MOST else f"{text[:_MOST]}..."
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


class Refusal(Exception):
    """A command that the rules forbid: which rule, and why in one clause.

    Rules return a Refusal where a caller wants the reason (a greyed menu
    entry, an enumeration) and raise it where a command must stop.
    """

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{rule}: {why}")
        self.rule = rule
        self.why = why


class BadCommand(ValueError):
    """A command that cannot be read: unknown verb, missing part, unknown or ambiguous name."""

    def __init__(self, why: str) -> None:
        super().__init__(told(why))


class DataError(ValueError):
    """A file (scenario, save, overlay) that cannot be used: names the place and the reason."""

    def __init__(self, place: str, why: str) -> None:
        self.place = place
        self.why = told(why)
        super().__init__(f"{place}: {self.why}")
