"""What the terminal shows equals what the program wanted, whatever the frames."""

from __future__ import annotations

import pyte
from hypothesis import given, settings
from hypothesis import strategies as st

from tui.terminal.frames import Frames
from tui.terminal.grid import TAIL
from tui.terminal.style import apply, change, style

ALT = "\x1b[?1049h"
TEXT = st.text(st.sampled_from("ab .#/\\_[]é★世界"), min_size=1, max_size=12)
SGR = st.sampled_from(
    ["", "0", "1", "2", "7", "1;7", "31", "38;5;24", "31;44", "4", "38;5;24;48;5;17", "48;5;17",
     "1;2", "38;2;1;2;3", "91;107"]
)


class Terminal:
    """A real terminal's model, fed with bytes, beside one fed with the plain text."""

    def __init__(self, width: int, height: int) -> None:
        self.frames = Frames()
        self.thrifty = pyte.Screen(width, height)
        self.plain = pyte.Screen(width, height)
        self.streams = pyte.Stream(self.thrifty), pyte.Stream(self.plain)
        for screen in (self.thrifty, self.plain):
            screen.reset_mode(pyte.modes.DECAWM)
        self.resize(width, height)
        self.send(ALT)

    def resize(self, width: int, height: int) -> None:
        for screen in (self.thrifty, self.plain):
            screen.resize(height, width)
        self.frames.fit(width, height)

    def send(self, text: str) -> int:
        """One frame; gives the number of bytes that crossed the line."""
        out = self.frames.write(text) + self.frames.frame()
        self.streams[0].feed(out)
        self.streams[1].feed(text.replace(ALT, ""))
        return len(out.encode())


def visible(screen: pyte.Screen) -> list[list[tuple]]:
    """Every cell as the eye sees it: on a blank only the background and lines count."""
    rows = []
    for y in range(screen.lines):
        row = []
        for x in range(screen.columns):
            cell = screen.buffer[y][x]
            seen = (cell.bg, cell.reverse, cell.underscore, cell.strikethrough)
            if cell.data == " " and not (cell.reverse or cell.underscore):
                row.append((" ", *seen))
            elif cell.data == " ":
                row.append((" ", cell.fg, *seen))
            else:
                row.append((cell.data, cell.fg, cell.bold, cell.italics, *seen))
        rows.append(row)
    return rows


@st.composite
def frame(draw, width: int = 30, height: int = 8) -> str:
    parts = []
    for _ in range(draw(st.integers(0, 8))):
        x, y = draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))
        sgr, text = draw(SGR), draw(TEXT)
        # As the library does: a wide character is never cut by the next piece of text.
        cut = []
        room = width - x
        for char in text:
            room -= 2 if char in "世界" else 1
            if room < 0:
                break
            cut.append(char)
        body = "".join(cut)
        parts.append(f"\x1b[{y + 1};{x + 1}H" + (f"\x1b[{sgr}m{body}\x1b[0m" if sgr else body))
    x, y = draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))
    return "".join(parts) + f"\x1b[{y + 1};{x + 1}H"


@settings(max_examples=150, deadline=None)
@given(st.lists(frame(), min_size=1, max_size=5))
def test_the_terminal_shows_what_was_wanted_under_random_frames(texts: list[str]) -> None:
    terminal = Terminal(30, 8)
    for text in texts:
        terminal.send(text)
        wanted = terminal.frames._wanted
        rows = ["".join(c for c in row if c != TAIL) for row in wanted.chars]
        assert [row.rstrip() for row in rows] == [
            _joined(terminal.thrifty, y).rstrip() for y in range(8)
        ]
        cursor = terminal.thrifty.cursor
        stream = terminal.frames._stream
        assert (cursor.x, cursor.y) == (stream.x, stream.y)


ASCII_TEXT = st.text(st.sampled_from("ab .#/\\_[]"), min_size=1, max_size=12)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_colours_and_attributes_arrive_under_random_frames(data: st.DataObject) -> None:
    terminal = Terminal(30, 8)
    for _ in range(data.draw(st.integers(1, 5))):
        parts = []
        for _ in range(data.draw(st.integers(0, 6))):
            x, y = data.draw(st.integers(0, 29)), data.draw(st.integers(0, 7))
            sgr, text = data.draw(SGR), data.draw(ASCII_TEXT)[: 30 - x]
            parts.append(f"\x1b[{y + 1};{x + 1}H\x1b[{sgr}m{text}\x1b[0m")
        terminal.send("".join(parts) + "\x1b[1;1H")
        assert visible(terminal.thrifty) == visible(terminal.plain)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(frame(40, 12), st.integers(3, 40), st.integers(2, 12)), min_size=2,
             max_size=6)
)
def test_after_any_resizes_a_full_frame_shows_whole(steps: list[tuple[str, int, int]]) -> None:
    terminal = Terminal(40, 12)
    for text, width, height in steps:
        terminal.send(text)
        terminal.resize(width, height)
    width, height = steps[-1][1:]
    full = "".join(f"\x1b[{y + 1};1H" + chr(97 + y) * width for y in range(height))
    terminal.send(full + "\x1b[1;1H")
    assert terminal.thrifty.display == [chr(97 + y) * width for y in range(height)]


def _joined(screen: pyte.Screen, y: int) -> str:
    return "".join(screen.buffer[y][x].data for x in range(screen.columns))


def test_an_equal_frame_costs_nothing() -> None:
    terminal = Terminal(80, 24)
    text = "\x1b[3;4Hreports\x1b[1;1H"
    terminal.send(text)
    assert terminal.send(text) == 0


def test_one_changed_cell_in_a_full_frame_costs_a_few_bytes() -> None:
    terminal = Terminal(120, 40)
    rows = [f"\x1b[{y + 1};1H\x1b[38;5;24m{'x' * 120}\x1b[0m" for y in range(40)]
    terminal.send("".join(rows) + "\x1b[1;1H")
    rows[20] = f"\x1b[21;1H\x1b[38;5;24m{'x' * 60}o{'x' * 59}\x1b[0m"
    assert terminal.send("".join(rows) + "\x1b[1;1H") <= 25


def test_a_blank_end_of_a_row_is_erased() -> None:
    terminal = Terminal(120, 2)
    terminal.send("\x1b[1;1H" + "x" * 120 + "\x1b[1;1H")
    assert terminal.send("\x1b[1;1H" + "x" * 20 + " " * 100 + "\x1b[1;1H") <= 15
    assert terminal.thrifty.display[0] == "x" * 20 + " " * 100


def test_blank_ends_below_each_other_are_erased_without_a_step_aside() -> None:
    terminal = Terminal(120, 3)
    terminal.send("\x1b[1;81H" + "x" * 40 + "\x1b[2;83H" + "x" * 38 + "\x1b[1;1H")
    gone = "\x1b[1;81H" + " " * 40 + "\x1b[2;81H" + " " * 40 + "\x1b[1;1H"
    assert terminal.send(gone) == len("\x1b[K\x1b[B\x1b[K\x1b[H")
    assert not "".join(terminal.thrifty.display).strip()


def test_after_a_resize_the_whole_frame_is_sent_again() -> None:
    terminal = Terminal(40, 5)
    terminal.send("\x1b[1;1Hreports\x1b[1;1H")
    terminal.resize(30, 5)
    assert terminal.send("\x1b[1;1H") >= len("reports")
    assert terminal.thrifty.display[0].rstrip() == "reports"


def test_a_terminal_that_shrinks_and_grows_back_gets_its_cells_again() -> None:
    terminal = Terminal(40, 5)
    terminal.send("\x1b[5;35Hend\x1b[1;1H")
    terminal.resize(10, 2)
    terminal.send("\x1b[1;1H")
    terminal.resize(40, 5)
    terminal.send("\x1b[1;1H")
    assert terminal.thrifty.display[4].rstrip().endswith("end")


def test_leaving_and_entering_the_alternate_screen_sends_the_frame_again() -> None:
    terminal = Terminal(40, 5)
    terminal.send("\x1b[1;1Hreports\x1b[1;1H")
    terminal.send("\x1b[?1049l")
    assert terminal.frames.write("plain text") == "plain text"
    assert "reports" in terminal.frames.write(ALT) + terminal.frames.frame()


def test_mouse_focus_and_keyboard_protocols_are_never_asked_for() -> None:
    frames = Frames()
    frames.fit(80, 24)
    frames.write(ALT)
    chatter = "\x1b[?1003h\x1b[?1006h\x1b[?1004h\x1b[>25u\x1b[?2026$p\x1b[?2048$p\x1b]22;text\x07"
    assert frames.write(chatter) == ""
    assert frames.write("\x1b[?2004h\x1b[?7l\x07") == "\x1b[?2004h\x1b[?7l\x07"


def test_an_unknown_sequence_passes_and_the_next_frame_is_whole() -> None:
    terminal = Terminal(40, 5)
    terminal.send("\x1b[1;1Hreports\x1b[1;1H")
    assert terminal.frames.write("\x1b[5S") == "\x1b[5S"
    assert "reports" in terminal.frames.frame()


def test_a_sequence_cut_between_two_writes_is_put_together() -> None:
    terminal = Terminal(40, 5)
    terminal.send("\x1b[1;3")
    terminal.send("8Hab\x1b[1;1H")
    assert terminal.thrifty.display[0][37:39] == "ab"


@given(SGR, SGR, SGR)
def test_a_change_of_style_gives_the_new_style(first: str, second: str, third: str) -> None:
    old = apply(apply(style(), first), second)
    new = apply(style(), third)
    assert apply(old, change(old, new)[2:-1]) is new if old is not new else not change(old, new)
    assert apply(old, change(None, new)[2:-1]) is new


def test_what_follows_the_game_is_plain_text_below_it() -> None:
    """pyte, like some terminals, has no other screen to go back to."""
    terminal = Terminal(40, 5)
    terminal.send("\x1b[2;3H\x1b[7mcursor\x1b[1;1H")
    terminal.send("\x1b[?1049l")
    terminal.streams[0].feed("HELLO")
    last = terminal.thrifty.buffer[4]
    assert "".join(last[x].data for x in range(5)) == "HELLO"
    assert not any(last[x].reverse for x in range(5))
