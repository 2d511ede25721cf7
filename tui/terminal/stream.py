"""Reads the text that is on its way to a terminal and draws it on a grid instead.

Only what a full-screen program sends is understood: moves, colours, text, erasing.
What is not understood is handed back, to be passed on as it is.
"""

from __future__ import annotations

import re

from tui.terminal.grid import Grid
from tui.terminal.style import PLAIN, apply

_TOKEN = re.compile(
    r"\x1b\[(?P<pen>[0-9;:]*)m(?P<styled>[^\x00-\x1f\x7f]+)\x1b\[0m"
    r"|(?P<text>[^\x00-\x1f\x7f]+)"
    r"|\x1b\[(?P<args>[0-9;:]*)(?P<final>[A-DGHJKdfm])"
    r"|\x1b\[(?P<private>[<=>?])(?P<flags>[0-9;]*)(?P<kind>[ -/]*[@-~])"
    r"|(?P<csi>\x1b\[[0-9;:]*[ -/]*[@-~])"
    r"|\x1b\](?P<osc>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|(?P<escape>\x1b[^\[\]])"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])"
)

ALT_ON, ALT_OFF = "\x1b[?1049h", "\x1b[?1049l"
_DROPPED_MODES = frozenset(
    {"25", "1000", "1002", "1003", "1004", "1006", "1015", "1016", "2026", "2048"}
)
"""Cursor hiding (the real cursor stands where the player is), mouse, focus, synchronised
frames and in-band resize: chatter that a frame of a few bytes does not need."""


class Stream:
    """What a program writes, drawn on `grid`; `x`, `y` and `look` are its cursor and pen."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.x = 0
        self.y = 0
        self.look = PLAIN
        self.unsure = False
        """True once something passed by that may have changed the screen unseen."""
        self._rest = ""

    def feed(self, data: str) -> str:
        """Draw what is understood; give back what must go to the terminal as it is."""
        data = self._rest + data
        self._rest = ""
        passed: list[str] = []
        at = 0
        while at < len(data):
            found = _TOKEN.match(data, at)
            if found is None:
                if len(data) - at > 4096:  # not a sequence at all: let it go
                    passed.append(data[at:])
                    self.unsure = True
                else:
                    self._rest = data[at:]
                break
            at = found.end()
            kind = found.lastgroup
            if kind == "styled":  # as a library writes it: its look, and then none
                look = apply(self.look, found["pen"])
                self.x = self.grid.put(self.x, self.y, found["styled"], look)
                self.look = PLAIN
            elif kind == "text":
                self.x = self.grid.put(self.x, self.y, found["text"], self.look)
            elif kind == "final":
                self._draw(found["final"], found["args"])
            elif kind == "control":
                passed.append(self._control(found["control"]))
            elif kind == "kind":
                passed.append(self._mode(found[0], found["private"], found["flags"], found["kind"]))
            elif kind == "osc":
                passed.append(self._osc(found[0], found["osc"]))
            else:
                self.unsure = True
                passed.append(found[0])
        return "".join(passed)

    def _draw(self, final: str, args: str) -> None:
        if final == "m":
            self.look = apply(self.look, args)
            return
        numbers = [int(n) if n.isdigit() else 0 for n in args.split(";")]
        n = numbers[0] or 1
        if final in "Hf":
            self.y, self.x = n - 1, (numbers[1] if len(numbers) > 1 and numbers[1] else 1) - 1
        elif final == "A":
            self.y -= n
        elif final == "B":
            self.y += n
        elif final == "C":
            self.x += n
        elif final == "D":
            self.x -= n
        elif final == "G":
            self.x = n - 1
        elif final == "d":
            self.y = n - 1
        elif final == "K":
            self._erase_line(self.y, numbers[0])
        elif final == "J":
            self._erase_screen(numbers[0])
        self.x, self.y = max(0, self.x), max(0, self.y)

    def _erase_line(self, y: int, how: int) -> None:
        if 0 <= y < self.grid.height:
            x = min(self.x, self.grid.width - 1)
            start, stop = (x, self.grid.width) if how == 0 else (0, x + 1 if how == 1 else None)
            look = apply(PLAIN, self.look.bg) if self.look.bg else PLAIN
            self.grid.erase(y, start, self.grid.width if stop is None else stop, look)

    def _erase_screen(self, how: int) -> None:
        if how < 2:
            self._erase_line(self.y, how)
        rows = {0: range(self.y + 1, self.grid.height), 1: range(self.y)}
        for y in rows.get(how, range(self.grid.height)):
            self._erase_line(y, 2)

    def _control(self, char: str) -> str:
        if char == "\n":  # output processing is on: a line feed also returns
            self.x, self.y = 0, self.y + 1
        elif char == "\r":
            self.x = 0
        elif char == "\b":
            self.x = max(0, self.x - 1)
        elif char == "\a":
            return char
        return ""

    def _mode(self, whole: str, private: str, flags: str, kind: str) -> str:
        if private != "?":
            return ""  # the keyboard protocols of some terminals: ordinary keys are enough
        if kind == "$p" or flags in _DROPPED_MODES:
            return ""
        return whole

    def _osc(self, whole: str, body: str) -> str:
        return "" if body.startswith(("8;", "22;")) else whole
