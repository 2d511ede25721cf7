"""What happened, for the log and the screen. No rule reads an event."""

from __future__ import annotations

from engine.core.values import frozen


@frozen(slots=True)
class Event:
    """One line of the log."""

    kind: str
    """move, combat, loss, retreat, air, phase, roll, order, supply, victory, note ..."""
    text: str
    """One sentence in the words of the game."""
    hex: str = ""
    """Printed number of the hex concerned, or empty."""
    rule: str = ""
    """The rule that made it happen, where one is worth naming."""
    roll: int = 0
    """The die roll behind it, or 0."""
    side: str = ""
    """The side concerned, or empty."""
