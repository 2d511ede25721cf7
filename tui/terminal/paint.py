"""Turns the difference between two grids into the fewest bytes that a terminal understands."""

from __future__ import annotations

from tui.terminal.grid import TAIL, Grid
from tui.terminal.style import PLAIN, Style, blank, change

_GAP = 4
"""Unchanged cells up to this many are sent again: a cursor move would cost as much."""
_ERASE = 5
"""A blank end of a row this long is erased rather than written."""
_STRETCH = 12
"""Cells compared at once."""


class Painter:
    """Brings `shown` (what the terminal shows) to a wanted grid. Keeps its cursor and pen."""

    def __init__(self, width: int = 0, height: int = 0) -> None:
        self.shown = Grid(width, height)
        self.x: int | None = None
        self.y: int | None = None
        self.look: Style | None = None
        self._out: list[str] = []

    def reset(self, width: int, height: int) -> str:
        """Forget everything: the sequence that clears the terminal, and a blank model of it."""
        self.shown.resize(width, height)
        self.shown.clear()
        self.x, self.y, self.look = 0, 0, PLAIN
        return "\x1b[m\x1b[2J\x1b[H"

    def lost(self) -> None:
        """Cursor and pen are no longer known: something else wrote to the terminal."""
        self.x = self.y = self.look = None

    def paint(self, wanted: Grid) -> str:
        """The bytes that make the terminal show `wanted`, as far as both grids reach."""
        self._out = []
        height = min(wanted.height, self.shown.height)
        for y in sorted(wanted.touched):
            if y < height:
                self._row(wanted, y)
        wanted.touched.clear()
        return "".join(self._out)

    def cursor(self, x: int, y: int) -> str:
        """The bytes that bring the cursor to a cell."""
        x = max(0, min(x, self.shown.width - 1))
        y = max(0, min(y, self.shown.height - 1))
        self._out = []
        self._move(x, y)
        return "".join(self._out)

    # ------------------------------------------------------------------ one row

    def _row(self, wanted: Grid, y: int) -> None:
        want, looks = wanted.chars[y], wanted.styles[y]
        have, had = self.shown.chars[y], self.shown.styles[y]
        if want == have and looks == had:
            return
        width = min(len(want), len(have))
        if len(want) > width and want[width] == TAIL:  # the edge cuts a wide character
            want = [*want[: width - 1], " "]
        changed = [
            x
            for at in range(0, width, _STRETCH)
            if want[at : at + _STRETCH] != have[at : at + _STRETCH]
            or looks[at : at + _STRETCH] != had[at : at + _STRETCH]
            for x in range(at, min(at + _STRETCH, width))
            if want[x] != have[x] or (
                looks[x] is not had[x] and self._differs(want[x], looks[x], had[x]))
        ]
        if not changed:
            return
        tail = []
        if len(changed) >= _ERASE and want[changed[-_ERASE]] == " ":
            end = self._blank_from(want, looks, width)
            tail = [x for x in changed if x >= end]
        if len(tail) >= _ERASE:
            changed = changed[: len(changed) - len(tail)]
        else:
            tail = []
        for start, stop in self._runs(changed, want, have, width):
            self._write(y, start, stop, want, looks)
        if tail:
            at = tail[0]
            if self.x is not None and end <= self.x < at:  # blank from there anyway
                at = self.x
            self._erase(y, at)
        have[:width] = want[:width]
        had[:width] = looks[:width]

    @staticmethod
    def _differs(char: str, look: Style, had: Style) -> bool:
        """Whether the same character looks another in this style."""
        return char != " " or blank(look) is not blank(had)

    @staticmethod
    def _blank_from(want: list[str], looks: list[Style], width: int) -> int:
        """The first column from which the row is blank in the terminal's own colours."""
        end = width
        while end and want[end - 1] == " " and blank(looks[end - 1]) is PLAIN:
            end -= 1
        return end

    @staticmethod
    def _runs(
        changed: list[int], want: list[str], have: list[str], width: int
    ) -> list[tuple[int, int]]:
        """Stretches to write, whole wide characters only, near ones joined."""
        if not changed:
            return []
        if TAIL in want or TAIL in have:
            changed = _whole(changed, want, have, width)
        gaps = [i for i in range(1, len(changed)) if changed[i] - changed[i - 1] > _GAP + 1]
        starts, ends = [0, *gaps], [*gaps, len(changed)]
        return [(changed[i], changed[j - 1] + 1) for i, j in zip(starts, ends, strict=True)]

    def _write(self, y: int, start: int, stop: int, want: list[str], looks: list[Style]) -> None:
        self._move(start, y)
        sure, x = True, start
        while x < stop:
            if want[x] != TAIL:
                self._pen(want[x], looks[x])
            end = x + 1
            while end < stop and looks[end] is self.look:
                end += 1
            text = "".join(want[x:end])  # a TAIL is no character
            self._out.append(text)
            sure = sure and text.isascii()
            x = end
        last = stop >= self.shown.width
        # Terminals differ in the width of some characters and in where the cursor waits
        # after the last column: there the next move does not count on the column.
        self.x = stop if sure and not last else None

    def _pen(self, char: str, look: Style) -> None:
        if look is self.look:
            return
        if char == " " and self.look is not None:
            if blank(look) is blank(self.look):
                return
            look = blank(look)
        self._out.append(change(self.look, look))
        self.look = look

    def _erase(self, y: int, start: int) -> None:
        self._move(start, y)
        if self.look is not PLAIN:  # some terminals erase with the pen's attributes
            self._out.append(change(self.look, PLAIN))
            self.look = PLAIN
        self._out.append("\x1b[K")

    # ------------------------------------------------------------------ the cursor

    def _move(self, x: int, y: int) -> None:
        if (x, y) == (self.x, self.y):
            return
        self._out.append(self._way(x, y))
        self.x, self.y = x, y

    def _way(self, x: int, y: int) -> str:
        best = _position(x, y)
        if self.y == y:
            ways = [f"\x1b[{x + 1}G", _return_to(x)]
            if self.x is not None:
                ways.append(_across(x - self.x))
            return min([best, *ways], key=len)
        if self.x == x and self.y is not None:
            return min(best, _along(y - self.y), key=len)
        return best


def _whole(changed: list[int], want: list[str], have: list[str], width: int) -> list[int]:
    """These cells and the other cells of wide characters that stand or stood in them."""
    out: set[int] = set()
    for x in changed:
        start, stop = x, x + 1
        while start and (want[start] == TAIL or have[start] == TAIL):
            start -= 1
        while stop < width and (want[stop] == TAIL or have[stop] == TAIL):
            stop += 1
        out.update(range(start, stop))
    return sorted(out)


def _number(n: int) -> str:
    return "" if n == 1 else str(n)


def _position(x: int, y: int) -> str:
    return f"\x1b[{_number(y + 1)}H" if x == 0 else f"\x1b[{_number(y + 1)};{x + 1}H"


def _return_to(x: int) -> str:
    return "\r" + (f"\x1b[{_number(x)}C" if x else "")


def _across(n: int) -> str:
    if n >= 0:
        return f"\x1b[{_number(n)}C" if n else ""
    return "\b" * -n if n >= -3 else f"\x1b[{-n}D"


def _along(n: int) -> str:
    return f"\x1b[{_number(abs(n))}{'B' if n > 0 else 'A'}"
