"""Numbered rows in pages: 1 to 9 take one, 0 turns the page where there are more than ten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tui.desk.task import Choice

PAGE = 9
KEYS = 10
"""Digits of the keyboard: so many rows need no page."""
Any_ = TypeVar("Any_")


class Pages:
    """Which page of a list is shown."""

    def __init__(self) -> None:
        self.at = 0

    def first(self) -> None:
        """Back to the first page."""
        self.at = 0

    def of(self, items: Sequence[Any_]) -> Sequence[Any_]:
        """The items that have a number now."""
        if len(items) <= KEYS:
            return items
        return items[self._page(items) * PAGE : (self._page(items) + 1) * PAGE]

    def _page(self, items: Sequence[object]) -> int:
        """The page shown; the list may have become shorter."""
        return min(self.at, (len(items) - 1) // PAGE)

    def take(self, items: Sequence[Any_], index: int) -> Any_ | None:
        """The item of a digit key (0 for the first); the tenth key turns the page."""
        if len(items) > KEYS and index == PAGE:
            self.at = (self._page(items) + 1) % ((len(items) - 1) // PAGE + 1)
            return None
        shown = self.of(items)
        return shown[index] if index < len(shown) else None

    def choice(self, items: Sequence[object]) -> list[Choice]:
        """The key that turns the page, where there is more than one."""
        if len(items) <= KEYS:
            return []
        pages = (len(items) - 1) // PAGE + 1
        return [Choice("0", f"more ({self._page(items) + 1}/{pages})")]
