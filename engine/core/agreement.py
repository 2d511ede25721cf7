"""Optional rules as fields of a series' options: a switch with its rule and what it says."""

from __future__ import annotations

from attrs import field

RULE, SAYS = "rule", "says"
"""Keys of the field's metadata."""


def switch(default: bool, rule: str, says: str) -> bool:
    """A field for an optional rule that is used or left out."""
    made: bool = field(default=default, metadata={RULE: rule, SAYS: says})
    return made
