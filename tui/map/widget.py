"""The map widget: draws lines of hexes from cached tiles and refreshes changed cells only."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region
from textual.strip import Strip

from engine.core.board import Board
from engine.core.hexes import Point
from tui.map.camera import Camera
from tui.map.glyphs import ASCII, UNICODE
from tui.map.view import MapView
from tui.map.zooms import NORMAL, ZOOMS, Zoom
from tui.panels.lined import Lined, sized
from tui.theme import Theme

_REVERSE = Style(reverse=True)
Rows = tuple[list[Segment], ...]
Cells = list[list[Segment]]


class MapPane(Lined):
    """A window on the board with a cursor hex. Holds a view, never the state."""

    def __init__(self, theme: Theme, view: MapView, cursor: int = 0, id: str = "map") -> None:
        super().__init__(id)
        self._theme = theme
        self._glyphs = UNICODE if theme.unicode else ASCII
        self._view = view
        self._points: dict[Point, int] = {}
        self._tiles: dict[int, Rows] = {}
        self._plain: dict[tuple[int, int], tuple[Cells, Strip]] = {}
        """Line and width to that line without the cursor."""
        self._cursor = cursor
        self._camera = Camera(NORMAL)
        self._board(view.board)

    # ------------------------------------------------------------------ what it shows

    @property
    def cursor(self) -> int:
        """The hex under the cursor."""
        return self._cursor

    @property
    def zoom(self) -> Zoom:
        """The zoom in use."""
        return self._camera.zoom

    def show(self, view: MapView) -> None:
        """Show another view: cells of hexes that look the same are left alone."""
        changed = self._view.changed(view)
        self._plain.clear()
        self._view = view
        if changed is None:
            self._board(view.board)
            self._tiles.clear()
            self._place(self._camera.centred(self._at(self._cursor)))
            self.refresh()
            return
        for hex_ in changed:
            self._tiles.pop(hex_, None)
        self._refresh_hexes(changed)

    def point_at(self, hex_: int) -> None:
        """Move the cursor to a hex; the window jumps when it comes to the edge."""
        if hex_ == self._cursor:
            return
        old, self._cursor = self._cursor, hex_
        camera = self._camera.following(self._at(hex_))
        if camera != self._camera:
            self._place(camera)
            self.refresh()
        else:
            self._refresh_hexes((old, hex_), self._reversed_rows())

    def centre(self) -> None:
        """Bring the cursor to the middle of the window."""
        self._place(self._camera.centred(self._at(self._cursor)))
        self.refresh()

    def set_zoom(self, zoom: Zoom) -> None:
        """Draw in another size, the cursor in the middle."""
        if zoom is self._camera.zoom:
            return
        self._tiles.clear()
        camera = evolve(self._camera, zoom=zoom).over(self._view.board.xy)
        self._place(camera.centred(self._at(self._cursor)))
        self.refresh()

    def zoom_by(self, steps: int) -> Zoom:
        """One zoom closer or further."""
        at = ZOOMS.index(self._camera.zoom) + steps
        self.set_zoom(ZOOMS[max(0, min(at, len(ZOOMS) - 1))])
        return self._camera.zoom

    def cursor_offset(self) -> Offset:
        """The cell of the widget where the terminal's own cursor belongs."""
        x, y = self._camera.cell(self._at(self._cursor))
        zoom = self._camera.zoom
        inset = 1 if zoom.width < 9 else 2
        x = max(0, min(x + min(inset, zoom.width - 1), self._camera.width - 1))
        y = max(0, min(y + zoom.height // 2, self._camera.height - 1))
        return Offset(x, y)

    # ------------------------------------------------------------------ drawing

    def render_line(self, y: int) -> Strip:
        """One line of the window."""
        width = self.outer_size.width
        found = self._plain.get((y, width))
        if found is None:
            cells = self._cells(y, width)
            found = self._plain[y, width] = cells, self._strip(cells, width)
        cells, plain = found
        zoom = self._camera.zoom
        x, top = self._camera.cell(self._at(self._cursor))
        column = (x + self._camera.left % zoom.width) // zoom.width
        if y - top not in self._reversed_rows() or not 0 <= column < len(cells):
            return plain
        cursor = _reversed(cells[column], zoom.width)
        return self._strip([*cells[:column], cursor, *cells[column + 1 :]], width)

    def _reversed_rows(self) -> range:
        """The lines of the cursor's hex that stand in reverse video."""
        height = self._camera.zoom.height
        return range(1, 3) if height > 2 else range(height)

    def _strip(self, cells: Cells, width: int) -> Strip:
        each = self._camera.zoom.width
        skip = self._camera.left % each
        segments = _merged(segment for cell in cells for segment in cell)
        return Strip(segments, each * len(cells)).crop(skip, skip + width)

    def _cells(self, y: int, width: int) -> Cells:
        camera, each = self._camera, self._camera.zoom.width
        columns = range(camera.left // each, -((-camera.left - width) // each))
        return [self._cell(column, camera.top + y) for column in columns]

    def _cell(self, column: int, line: int) -> list[Segment]:
        zoom = self._camera.zoom
        point, row = zoom.point(column, line)
        hex_ = self._points.get(point)
        if hex_ is None:
            return [Segment(" " * zoom.width)]
        rows = self._tiles.get(hex_)
        if rows is None:
            rows = self._tiles[hex_] = self._draw(hex_)
        return rows[row]

    def _draw(self, hex_: int) -> Rows:
        looks = self._theme
        lines = self._camera.zoom.tile(self._view, hex_, self._glyphs)
        return tuple(
            [Segment(text, looks[name] if name else None) for text, name in runs]
            for runs in lines
        )

    # ------------------------------------------------------------------ the window

    def fit(self, width: int, height: int) -> None:
        """Take this size, known before the library lays out, with the cursor in the middle."""
        if (width, height) == (self._camera.width, self._camera.height):
            return
        sized(self, width, height)
        camera = evolve(self._camera, width=width, height=height)
        self._place(camera.centred(self._at(self._cursor)))
        self.refresh()

    def _place(self, camera: Camera) -> None:
        self._camera = camera
        self._plain.clear()

    def _board(self, board: Board) -> None:
        self._plain.clear()
        self._points = {point: i for i, point in enumerate(board.xy)}
        self._cursor = min(self._cursor, len(board) - 1)
        self._camera = self._camera.over(board.xy)

    def _at(self, hex_: int) -> Point:
        return self._view.board.xy[hex_]

    def _refresh_hexes(self, hexes: Iterable[int], rows: range | None = None) -> None:
        """Draw hexes again, or some lines of each."""
        window = Region(0, 0, *self.outer_size)
        zoom = self._camera.zoom
        rows = range(zoom.height) if rows is None else rows
        regions = []
        for hex_ in hexes:
            x, y = self._camera.cell(self._at(hex_))
            region = Region(x, y + rows.start, zoom.width, len(rows)).intersection(window)
            if region:
                regions.append(region)
        if regions:
            self.refresh(*regions)


def _merged(segments: Iterable[Segment]) -> list[Segment]:
    """Neighbours of one look as one segment."""
    out: list[Segment] = []
    text, look = "", None
    for words, style, _ in segments:
        if style is look:
            text += words
            continue
        if text:
            out.append(Segment(text, look))
        text, look = words, style
    if text:
        out.append(Segment(text, look))
    return out


def _reversed(segments: list[Segment], width: int) -> list[Segment]:
    """A line of the cursor hex: all but the spare column in plain reverse video."""
    spare = 1 if width > 2 else 0
    text = "".join(segment.text for segment in segments)
    first = next(segment for segment in segments if segment.text)
    head = [Segment(text[:spare], first.style)] if spare else []
    return [*head, Segment(text[spare:], _REVERSE)]
