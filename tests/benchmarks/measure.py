"""What a benchmark gives, and the statistics they share."""

from __future__ import annotations

import math
from collections.abc import Sequence

from attrs import frozen


@frozen
class Figure:
    """One measured figure with the limit it must keep."""

    name: str
    value: float
    unit: str
    limit: float
    at_least: bool = False
    """True where the figure must reach the limit instead of staying below it."""
    detail: str = ""

    @property
    def kept(self) -> bool:
        """True if the limit is kept."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit


def median(values: Sequence[float]) -> float:
    """The middle value."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of all do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
