"""The board of a game to look at: it scrolls, jumps to a hex or place, and has an overview."""

from __future__ import annotations

from collections.abc import Callable

from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widget import Widget

from engine.catalog import gazetteer
from engine.core.board import NOWHERE, Board
from engine.core.hexes import DIRECTIONS
from tui.atlas import ATTRIBUTION, side_words
from tui.keys import EAST, MOVES, WEST
from tui.map.glyphs import ASCII, UNICODE, Glyphs
from tui.map.overview import Overview
from tui.map.view import MapView
from tui.map.widget import MapPane
from tui.panels.editor import Editor
from tui.panels.lined import Stage
from tui.panels.lines import Line, cut, line, spread
from tui.panels.pane import Pane
from tui.theme import Theme

KEYS = "arrows move  g go to  Tab next found  z Z zoom  o overview  Esc back"


class OverviewPane(Widget, inherit_css=False):
    """The whole board, many hexes to a character, with a cursor."""

    DEFAULT_CSS = "OverviewPane { width: 100%; }"

    def __init__(self, theme: Theme, view: MapView) -> None:
        super().__init__(id="overview")
        self._theme = theme
        self._glyphs: Glyphs = UNICODE if theme.unicode else ASCII
        self._view = view
        self.scaled = Overview(view.board, 1, 1)
        self.at = (0, 0)
        self._strips: list[Strip] = []

    def fit(self, width: int, height: int) -> None:
        """Draw for this size."""
        self.styles.width, self.styles.height = width, height
        self.scaled = Overview(self._view.board, width, height)
        looks = self._theme
        self._strips = [
            Strip([Segment(text, looks[look] if look else None) for text, look in runs])
            for runs in self.scaled.lines(self._view, self._glyphs)
        ]
        self.refresh()

    def point_at(self, hex_: int) -> None:
        """Put the cursor over a hex."""
        self._to(self.scaled.cell(self._view.board.xy[hex_]))

    def _to(self, at: tuple[int, int]) -> None:
        old, self.at = self.at, at
        self.refresh(Region(*old, 1, 1), Region(*at, 1, 1))

    def move(self, across: int, down: int) -> int | None:
        """Move the cursor by characters; gives the hex under it, None where there is none."""
        column = max(0, min(self.at[0] + across, self.scaled.width - 1))
        row = max(0, min(self.at[1] + down, self.scaled.height - 1))
        hex_ = self.scaled.hex_at(column, row)
        if hex_ is not None:
            self._to((column, row))
        return hex_

    def render_line(self, y: int) -> Strip:
        """One line, the character under the cursor reversed."""
        if y >= len(self._strips):
            return Strip.blank(self.size.width)
        strip = self._strips[y]
        if y == self.at[1]:
            x = self.at[0]
            here = strip.crop(x, x + 1)
            marked = Strip([Segment(part.text, self._theme["chosen"]) for part in here])
            strip = Strip.join([strip.crop(0, x), marked, strip.crop(x + 1)])
        return strip.adjust_cell_length(self.size.width)


class AtlasScreen(Stage[None]):
    """A head line, the map or its overview, the hex under the cursor in words, and a hint."""

    def __init__(
        self, theme: Theme, board: Board, title: str, left: Callable[[], None], at: str = ""
    ) -> None:
        super().__init__()
        self._theme = theme
        self._board = board
        self._title = title
        self._left = left
        self._found: list[int] = []
        self._said = ATTRIBUTION
        self._editor: Editor | None = None
        self._typed: tuple[str, ...] = ()
        view = MapView(board)
        start = self._start(at)
        self._head = Pane(theme, "head")
        self.map = MapPane(theme, view, start)
        self.overview = OverviewPane(theme, view)
        self._words = Pane(theme, "words")
        self._prompt = Pane(theme, "prompt")
        self._wide = False

    def _start(self, at: str) -> int:
        """Where to begin: at a place that was asked for, else at the middle of the board."""
        found = gazetteer.find(self._board, at) if at else []
        if found:
            return found[0]
        xs, ys = [x for x, _ in self._board.xy], [y for _, y in self._board.xy]
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        return min(
            range(len(self._board)),
            key=lambda h: (self._board.xy[h][0] - middle[0]) ** 2
            + (self._board.xy[h][1] - middle[1]) ** 2 / 4,
        )

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield self._head
        yield self.map
        yield self.overview
        yield self._words
        yield self._prompt

    def on_mount(self) -> None:
        """Show it."""
        self._lay_out()

    def on_resize(self) -> None:
        """Fit the new size."""
        self.call_after_refresh(self._lay_out)

    def _lay_out(self) -> None:
        width, height = self.size.width, self.size.height
        for pane, rows in ((self._head, 1), (self._words, 1), (self._prompt, 1)):
            pane.fit(width, rows)
        self.map.fit(width, max(1, height - 3))
        self.overview.fit(width, max(1, height - 3))
        self._show()

    # ---------------------------------------------------------------- keys

    def on_key(self, event: events.Key) -> None:
        """Cursor keys, zoom, go to, overview."""
        event.stop()
        event.prevent_default()
        if self._editor is not None:
            self._type(event)
        elif event.key in ("escape", "q", "Q", "ctrl+q"):
            if self._wide and event.key == "escape":
                self._toggle()
            else:
                self._left()
                return
        elif event.key in MOVES:
            self._move(MOVES[event.key])
        elif event.key == "enter" and self._wide or event.key == "o":
            self._toggle()
        elif event.key in ("z", "Z"):
            self.map.zoom_by(1 if event.key == "z" else -1)
        elif event.key == "c":
            self.map.centre()
        elif event.key in ("g", "slash"):
            self._editor = Editor.opened("go to hex or place: ", "", self._typed)
        elif event.key == "tab" or event.key == "N":
            self._next()
        self._show()

    def _type(self, event: events.Key) -> None:
        assert self._editor is not None
        if event.key == "escape":
            self._editor = None
        elif event.key == "enter":
            text, self._editor = self._editor.text, None
            self._typed = (*self._typed, text)
            self._go(text)
        else:
            self._editor = self._editor.key(event.key, event.character) or self._editor

    def _go(self, text: str) -> None:
        self._found = gazetteer.find(self._board, text)
        if not self._found:
            self._said = f"no hex and no place '{text}'"
            return
        others = len(self._found) - 1
        self._said = f"{others} more like it: Tab" if others else ""
        self._point(self._found[0])

    def _next(self) -> None:
        """The next of the places that were found."""
        if self._found:
            self._found = [*self._found[1:], self._found[0]]
            self._point(self._found[0])

    def _point(self, hex_: int) -> None:
        self.map.point_at(hex_)
        if self._wide:
            self.overview.point_at(hex_)

    def _move(self, way: int) -> None:
        if self._wide:
            across = {WEST: -1, EAST: 1}.get(way, 0)
            down = {0: -1, 1: -1, 5: -1, 2: 1, 3: 1, 4: 1}.get(way, 0)
            across += {1: 1, 2: 1, 4: -1, 5: -1}.get(way, 0)
            hex_ = self.overview.move(across, down)
        else:
            hex_ = self._beside(way)
        if hex_ is not None:
            self.map.point_at(hex_)

    def _beside(self, way: int) -> int | None:
        """The hex next to the cursor; sideways keeps to the printed row."""
        here = self.map.cursor
        if way in (WEST, EAST):
            odd = self._board.xy[here][0] & 1
            way = (1 if odd else 2) if way == EAST else (5 if odd else 4)
        other = self._board.around[6 * here + way]
        return other if other != NOWHERE else None

    def _toggle(self) -> None:
        self._wide = not self._wide
        self.overview.point_at(self.map.cursor)

    # ---------------------------------------------------------------- drawing

    def _show(self) -> None:
        width = self.size.width
        self.map.display = not self._wide
        self.overview.display = self._wide
        zoom = "overview" if self._wide else f"{self.map.zoom.name} zoom"
        self._head.show([spread(line(self._title, "title"), line(zoom, "dim"), width)])
        self._words.show(self._in_words(width))
        self._prompt.show([self._asking(width)])
        self.app.cursor_position = self._cursor()

    def _in_words(self, width: int) -> list[Line]:
        """The hex under the cursor: name, land, what a rule says of it, its hexsides."""
        board, hex_ = self._board, self.map.cursor
        cell = board.hexes[hex_]
        text = board.label(hex_) + (f" (now {cell.modern})" if cell.modern else "")
        text += f"  {', '.join(sorted(cell.terrain)).replace('_', ' ')}"
        marks = sorted(word for word, held in board.marks.items() if hex_ in held)
        if marks:
            text += f" [{', '.join(marks)}]"
        sides = [
            f"{name} {side_words(board, hex_, d)}" for d, name in enumerate(DIRECTIONS)
            if board.sides[6 * hex_ + d]
        ]
        return [cut(line("; ".join([text, *sides])), width)]

    def _asking(self, width: int) -> Line:
        if self._editor is not None:
            return cut(((self._editor.label, "dim"), (self._editor.text, "prompt")), width)
        if self._said:
            said, self._said = self._said, ""
            return cut(line(said), width)
        return spread(line(KEYS, "dim"), line("places: GeoNames, CC BY 4.0", "dim"), width)

    def _cursor(self) -> Offset:
        """The terminal's own cursor: in the prompt while typing, else on the hex."""
        if self._editor is not None:
            return Offset(len(self._editor.label) + self._editor.at, self.size.height - 1)
        if self._wide:
            return Offset(self.overview.at[0], 1 + self.overview.at[1])
        return self.map.cursor_offset() + Offset(0, 1)
