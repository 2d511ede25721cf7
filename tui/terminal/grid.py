"""The cells of a terminal: one character and one style each, as the program wants or knows them."""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len

from tui.terminal.style import PLAIN, Style

TAIL = ""
"""The character of the right half of a wide cell."""


@lru_cache(maxsize=1024)
def _plain(text: str) -> bool:
    """Whether each character takes a cell of its own."""
    return all(cell_len(char) == 1 and not "\x7f" <= char < "\xa0" for char in text)


class Grid:
    """A rectangle of cells. Rows are plain lists, so that equal rows compare fast."""

    def __init__(self, width: int = 0, height: int = 0) -> None:
        self.width = 0
        self.height = 0
        self.chars: list[list[str]] = []
        self.styles: list[list[Style]] = []
        self.touched: set[int] = set()
        """Rows written since the last frame."""
        self._wide = False
        """A wide character has ever been written: one may be cut in two."""
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        """Cut or grow, keeping what stays; new cells are blank."""
        for row, styles in zip(self.chars, self.styles, strict=True):
            if width < len(row):
                if row[width] == TAIL and width:
                    row[width - 1] = " "
                del row[width:], styles[width:]
            else:
                more = width - len(row)
                row += [" "] * more
                styles += [PLAIN] * more
        del self.chars[height:], self.styles[height:]
        while len(self.chars) < height:
            self.chars.append([" "] * width)
            self.styles.append([PLAIN] * width)
        self.width, self.height = width, height
        self.touched = set(range(height))

    def clear(self) -> None:
        """Make every cell blank."""
        self.chars = [[" "] * self.width for _ in range(self.height)]
        self.styles = [[PLAIN] * self.width for _ in range(self.height)]
        self.touched = set(range(self.height))

    def erase(self, y: int, start: int, stop: int, look: Style) -> None:
        """Blank a part of one row."""
        self._split(y, start)
        self._split(y, stop)
        self.chars[y][start:stop] = [" "] * (stop - start)
        self.styles[y][start:stop] = [look] * (stop - start)
        self.touched.add(y)

    def put(self, x: int, y: int, text: str, look: Style) -> int:
        """Write text in one row from column x, cut at the right edge; gives the next column."""
        if not 0 <= y < self.height or x >= self.width:
            return x
        if text.isascii() or _plain(text):
            cells = list(text[: self.width - x])
        else:
            cells = self._cells(text, x, y)
            self._wide = self._wide or TAIL in cells
        end = x + len(cells)
        if self._wide:
            self._split(y, x)
            self._split(y, end)
        self.chars[y][x:end] = cells
        self.styles[y][x:end] = [look] * len(cells)
        self.touched.add(y)
        return end

    def _cells(self, text: str, x: int, y: int) -> list[str]:
        """Characters as cells: a wide one takes two, a combining one joins the one before it."""
        room = self.width - x
        cells: list[str] = []
        for char in text:
            width = cell_len(char)
            if "\x7f" <= char < "\xa0":
                continue  # a terminal may take these for control sequences
            if width == 0:
                at = len(cells) - 1
                while at >= 0 and cells[at] == TAIL:
                    at -= 1
                if at >= 0:
                    cells[at] += char
                continue
            if len(cells) + width > room:
                cells += [" "] * (room - len(cells))
                break
            cells += [char, TAIL] if width == 2 else [char]
        return cells

    def _split(self, y: int, x: int) -> None:
        """Blank a wide character that column x would cut in two."""
        if 0 < x < self.width and self.chars[y][x] == TAIL:
            self.chars[y][x - 1] = " "
            self.chars[y][x] = " "
