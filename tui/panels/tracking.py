"""Parts of a tracker in one line."""

from __future__ import annotations

from tui.panels.lines import Line, length


def joined(parts: list[tuple[str, str]], between: str, width: int) -> Line:
    """Parts with bars between, as many as fit."""
    runs: Line = ()
    for text, name in parts:
        part: Line = ((between, "rule"), (text, name)) if runs else ((text, name),)
        if length((*runs, *part)) > width:
            break
        if text:
            runs = (*runs, *part)
    return runs
