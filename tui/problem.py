"""What the user asked for cannot be done, in one line."""

from __future__ import annotations

PROGRAM = "rasputitsa"


class Problem(Exception):
    """A request that cannot be carried out; the message is for the user and ends the program."""
