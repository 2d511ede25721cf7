"""What a state may not name: `unknown` pieces and hexes that are `off_board`, told in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def unknown(ids: Iterable[str], pieces: Mapping[str, Any]) -> Iterator[str]:
    """Ids of nobody in play."""
    for id_ in ids:
        if id_ not in pieces:
            yield f"{id_} is named and not in play"


def off_board(hexes: Iterable[int], count: int) -> Iterator[str]:
    """Hexes that a board of so many does not have."""
    for hex_ in hexes:
        if not 0 <= hex_ < count:
            yield f"hex {hex_} is not on the board"
