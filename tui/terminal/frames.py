"""Text in, the fewest bytes out: what a program writes is drawn on a grid, compared, and sent."""

from __future__ import annotations

from tui.terminal.grid import Grid
from tui.terminal.paint import Painter
from tui.terminal.stream import ALT_OFF, ALT_ON, Stream

_BIG = 1500
"""Frames longer than this hide the cursor while they are drawn."""
_MAX_CELLS = 1 << 20
"""A terminal that reports more cells than this is not believed."""


class Frames:
    """The terminal's side of the program. Knows no library.

    Works between entering and leaving the alternate screen; before and after, text passes
    through. The wanted grid only grows: a terminal that shrinks and grows again, faster than
    the program redraws, gets its old cells back.
    """

    def __init__(self) -> None:
        self._wanted = Grid()
        self._stream = Stream(self._wanted)
        self._painter = Painter()
        self._size = (0, 0)
        self._active = False
        self._stale = True

    def spoil(self) -> None:
        """What the terminal shows is no longer known: the next frame is sent whole."""
        self._stale = True

    def fit(self, width: int, height: int) -> None:
        """The terminal has this size now."""
        if (width, height) == self._size or not 0 < width * height <= _MAX_CELLS:
            return
        self._size = (width, height)
        self._stale = True
        wanted = self._wanted
        if width > wanted.width or height > wanted.height:
            wanted.resize(max(width, wanted.width), max(height, wanted.height))

    def write(self, data: str) -> str:
        """Take text that was meant for the terminal; give what must be sent at once."""
        out = []
        while data:
            mark = ALT_OFF if self._active else ALT_ON
            before, found, data = data.partition(mark)
            out.append(self._stream.feed(before) if self._active else before)
            if self._stream.unsure:
                self._stream.unsure = False
                self._stale = True
            if found:
                if self._active:
                    out.append(self._left())
                out.append(found)
                self._active = not self._active
                self._stale = True
        sent = "".join(out)
        if sent:
            self._painter.lost()
        return sent

    def _left(self) -> str:
        """Plain text from the last row on: a terminal may have no other screen to go back to."""
        return f"\x1b[m\x1b[{max(1, self._size[1])};1H\x1b[K"

    def frame(self) -> str:
        """What brings the terminal to the frame drawn so far, cursor included."""
        if not self._active or self._size == (0, 0):
            return ""
        start = ""
        if self._stale:
            start = self._painter.reset(*self._size)
            self._wanted.touched = set(range(self._wanted.height))
            self._stale = False
        text = start + self._painter.paint(self._wanted)
        text += self._painter.cursor(self._stream.x, self._stream.y)
        return f"\x1b[?25l{text}\x1b[?25h" if len(text) > _BIG else text
