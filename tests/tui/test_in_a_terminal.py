"""The program in a real terminal: a turn by keys, a kill, a resume, and the screen read back."""

from __future__ import annotations

import signal
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.support.terminal import PROGRAM, Terminal, encode

PLAY = (*PROGRAM, "play", "sumy", "--seed", "7")
RESUME = (*PROGRAM, "resume")


def tracker(term: Terminal) -> str:
    return term.lines[0]


def go(term: Terminal, place: str) -> None:
    term.press("g")
    term.type(place + "\r")


def play_on(term: Terminal, until: str, keys: int = 400) -> None:
    """Answer whatever is asked with the first answer, and end steps, until the tracker says so."""
    for _ in range(keys):
        if until in tracker(term):
            return
        shown = term.text
        if "1-9 choose" in shown:
            term.press("1")
        elif "Enter go here" in shown:
            term.press("tab", "enter")
        elif "no (further) advance" in shown:
            term.press("w")
        elif "resolve this attack" in shown or "Enter roll" in shown:
            term.press("enter")
        elif "declared attack shows its odds" in shown:
            term.press("tab")
        else:
            term.press("E")
    raise AssertionError(f"no {until} after {keys} keys:\n{term.text}")


@pytest.mark.slow
def test_a_turn_by_keys_survives_a_kill_and_goes_on(own_saves: Path) -> None:
    with Terminal(PLAY, size=(80, 24)) as term:
        term.wait_for("Axis Air Interdiction")
        term.press("E")
        term.wait_for("Axis Movement")
        for start, end in (("1208", "1408"), ("1209", "1408"), ("1211", "1411")):
            go(term, start)
            term.press("space")
            go(term, end)
            term.press("enter")
            assert f"{start} to {end}" in term.text
        term.press("E", "E")
        term.wait_for("Axis Attack Declaration")
        go(term, "1508")
        term.press("enter")
        assert "odds" in term.text and "attack 1508 with" in term.text
        term.press("enter")
        assert "attack declared on 1508" in term.text
        play_on(term, "Axis Motorized Movement")
        before = term.lines
        term.kill()
    with Terminal(RESUME, size=(80, 24)) as term:
        term.wait_for("Axis Motorized Movement")
        term.settle()
        # The same turn, forces and land; the cursor and the last lines of the log may differ.
        assert tracker(term) == before[0]
        assert [row[:51] for row in term.lines[1:19]] == [row[:51] for row in before[1:19]]
        term.press("U")
        assert "undone" in term.text
        term.press("R")
        assert tracker(term) == before[0]
        play_on(term, "GT51")
        term.press("Q")
        assert term.wait() == 0
    assert list(own_saves.glob("*.toml"))


@pytest.mark.slow
def test_the_screen_survives_any_resize_and_a_stop(own_saves: Path) -> None:
    import signal

    with Terminal(PLAY, size=(80, 24)) as term:
        term.wait_for("Axis Air Interdiction")
        term.settle()
        for columns, rows in ((120, 40), (200, 60), (59, 17), (40, 10), (60, 18), (80, 24)):
            term.resize(columns, rows)
            term.settle(quiet=0.5)
            if columns < 60:
                assert f"This terminal has {columns}x{rows} cells" in term.text
            else:
                assert tracker(term).startswith("GT50")
                assert "1208" in term.text
                assert "? help" in term.lines[rows - 1]
        whole = term.lines
        term.process.send_signal(signal.SIGTSTP)
        term.settle(quiet=0.5)
        term.process.send_signal(signal.SIGCONT)
        term.settle(quiet=0.8)
        assert term.lines == whole


def test_the_cursor_of_the_terminal_stands_on_the_hex(own_saves: Path) -> None:
    with Terminal((*PLAY, "--ascii"), size=(80, 24)) as term:
        term.wait_for("Axis Air Interdiction")
        term.settle()
        x, y = term.cursor
        assert term.cell(x, y).reverse
        term.press("right")
        assert term.cursor != (x, y)
        assert term.cell(*term.cursor).reverse
        assert not term.cell(x, y).reverse
        assert all(ord(char) < 128 for char in term.text)


@pytest.mark.parametrize("plain", [False, True])
def test_plain_output_shows_the_same_screen(own_saves: Path, plain: bool) -> None:
    env = {"RASPUTITSA_PLAIN_OUTPUT": "1" if plain else None}
    with Terminal(PLAY, size=(100, 30), env=env) as term:
        term.wait_for("Axis Air Interdiction")
        term.settle()
        term.press("right", "down", "z")
        assert tracker(term).startswith("GT50")
        assert "1309" in term.lines[1]
        received = term.press("left")
        assert received < 1500 or plain


def test_the_chooser_begins_a_game(own_saves: Path) -> None:
    with Terminal(PROGRAM, size=(80, 24)) as term:
        term.wait_for("Battle of Sumy")
        term.settle()
        term.press("enter", quiet=0.5)
        term.wait_for("Axis Air Interdiction")
        term.press("Q")
        assert term.wait() == 0


def test_no_colour_means_no_colour(own_saves: Path) -> None:
    with Terminal(PLAY, size=(80, 24), env={"NO_COLOR": "1"}) as term:
        term.wait_for("Axis Air Interdiction")
        term.settle()
        colours = {(c.fg, c.bg) for row in term.display.buffer.values() for c in row.values()}
        assert colours == {("default", "default")}


def test_the_program_plays_both_sides_to_the_end(own_saves: Path) -> None:
    argv = (sys.executable, "-m", "tui", "play", "sumy", "--seed", "3", "--axis", "random",
            "--soviet", "random")  # fmt: skip
    with Terminal(argv, size=(80, 24)) as term:
        term.wait_for("The end", timeout=90)
        assert "victory" in term.text
        term.press("escape", quiet=0.3)
        assert tracker(term).startswith("GT53")


@pytest.mark.slow
@pytest.mark.parametrize(
    "noise",
    [b"\xff\xfe\xc3(", "äöü".encode("latin-1"), b"\x00\x1b[9999999999R", b"\x1b[<\xe2\x28\xa1M"],
)
def test_bytes_that_are_no_keys_leave_the_game_in_play(own_saves: Path, noise: bytes) -> None:
    with Terminal(PLAY, size=(80, 24)) as term:
        term.wait_for("Axis Air Interdiction")
        term.send(noise)
        term.settle()
        term.press("escape", "escape")
        term.press("E")
        term.wait_for("B.1 Axis Movement")
        term.press("Q")
        assert term.wait() == 0


@pytest.mark.slow
def test_a_program_told_to_stop_leaves_the_terminal_in_order(own_saves: Path) -> None:
    with Terminal(PLAY, size=(80, 24)) as term:
        term.wait_for("Axis Air Interdiction")
        term.press("E")
        term.wait_for("B.1 Axis Movement")
        assert term.kill(signal.SIGTERM) == 128 + signal.SIGTERM
        # The shell's screen is back, and nothing was drawn on it.
        assert term.raw.rfind(b"\x1b[?1049l") > term.raw.rfind(b"Axis")
    assert [path.suffix for path in own_saves.iterdir()] == [".toml"]  # closed, no lock left


@pytest.mark.slow
def test_on_a_line_that_stands_still_frames_do_not_pile_up(own_saves: Path) -> None:
    with Terminal(PLAY, size=(80, 24)) as term:
        term.wait_for("Axis Air Interdiction")
        term.press("?")
        page = term.press("pagedown")
        before = term.received
        for _ in range(60):  # nothing is read meanwhile: the terminal's buffer fills up
            term.send(encode("pageup"))
            term.send(encode("pagedown"))
            time.sleep(0.02)
        term.press("end")
        assert " of " in term.lines[-1]
        assert page > 800  # a page of help is most of a screen
        assert term.received - before < 18 * page
        term.press("escape")
        term.wait_for("Axis Air Interdiction")


@pytest.mark.slow
def test_a_line_of_9600_baud_is_sent_no_frame_before_it_can_take_it(own_saves: Path) -> None:
    with Terminal(PLAY, size=(80, 24)) as term:
        term.wait_for("Axis Air Interdiction")
        term.press("?")
        page = term.press("pagedown")
        mode = termios.tcgetattr(term.master)
        mode[4] = mode[5] = termios.B9600
        termios.tcsetattr(term.master, termios.TCSANOW, mode)
        before = term.received
        start = time.perf_counter()
        for _ in range(20):
            term.send(encode("pageup"))
            term.send(encode("pagedown"))
            term.settle(quiet=0.03)
        term.settle(quiet=1.0)
        seconds = term.last_byte - start
        assert term.received - before < 960 * seconds + 2 * page
        term.press("escape", quiet=1.0)
        assert "Axis Air Interdiction" in term.text
