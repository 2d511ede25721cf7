"""A sequence of play as data: the steps of a turn in order, each with its number."""

from __future__ import annotations

from engine.core.values import frozen


@frozen
class Step:
    """One step of a turn."""

    id: str
    """Its number in the printed sequence, such as "B.1c"."""
    key: str
    """What is done in it; steps of both sides share a key."""
    title: str
    side: str = ""
    """The side whose step it is, or empty where no player acts."""
    rule: str = ""
    part: str = ""
    """The player turn that it belongs to, in a series that has two of them in a game turn."""
