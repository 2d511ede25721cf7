"""What a piece of field work takes (OCS 13.8d, 15.2-15.4, 16.0): the price and who may do it."""

from __future__ import annotations

from engine.core.values import frozen


@frozen
class Task:
    """One piece of work in a hex."""

    text: str
    """What is done, for the log."""
    tokens: int = 0
    by_hand: str = ""
    """The rule by which 1 RE of ordinary units in the hex may do it too, or empty."""
