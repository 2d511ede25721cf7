"""A small drawing surface for one hex: characters with the name of their look."""

from __future__ import annotations

Run = tuple[str, str]
"""Text and the name of its look."""
Lines = tuple[tuple[Run, ...], ...]


class Tile:
    """A block of cells, all blank at first."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.chars = [[" "] * width for _ in range(height)]
        self.looks = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, look: str) -> None:
        """Write text, cut at the right edge."""
        for i, char in enumerate(text[: self.width - x], x):
            self.chars[y][i] = char
            self.looks[y][i] = look

    def fill(self, start: int, stop: int, y: int, char: str, look: str) -> None:
        """Write a character into the blank cells of a stretch."""
        for x in range(start, stop):
            if self.chars[y][x] == " ":
                self.chars[y][x] = char
                self.looks[y][x] = look

    def blank(self, start: int, stop: int, y: int) -> bool:
        """True where nothing is written in a stretch."""
        return all(char == " " for char in self.chars[y][start:stop])

    def lines(self) -> Lines:
        """The rows as runs of one look each."""
        rows = []
        for chars, looks in zip(self.chars, self.looks, strict=True):
            runs: list[Run] = []
            for char, look in zip(chars, looks, strict=True):
                if runs and runs[-1][1] == look:
                    runs[-1] = (runs[-1][0] + char, look)
                else:
                    runs.append((char, look))
            rows.append(tuple(runs))
        return tuple(rows)
