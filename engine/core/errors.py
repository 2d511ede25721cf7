"""The three ways in which the engine says no."""

from __future__ import annotations


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


class DataError(ValueError):
    """A file (scenario, save, overlay) that cannot be used: names the place and the reason."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}")
        self.place = place
        self.why = why
