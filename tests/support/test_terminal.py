"""The pty harness shows what a program draws and ends what it started."""

from __future__ import annotations

import signal
import sys

from tests.support.terminal import Terminal, encode

ECHO = "import sys\nfor line in sys.stdin: print('got', line.strip(), flush=True)"


def test_shows_what_is_typed_and_answered() -> None:
    """What goes in comes out, on a screen of the size asked for."""
    with Terminal([sys.executable, "-c", ECHO], size=(40, 10)) as term:
        term.type("hello\r")
        term.wait_for("got hello")
        assert len(term.lines) == 10


def test_counts_the_bytes_of_a_key() -> None:
    """The minimal app repaints one cell for a key: fewer than forty bytes."""
    argv = [sys.executable, "-m", "tests.benchmarks.minimal"]
    with Terminal(argv, size=(80, 24)) as term:
        term.wait_for("0....")
        term.settle()
        assert 0 < term.press("a") < 40
        assert term.lines[5].startswith("1....")
        term.resize(60, 20)
        term.settle()
        assert term.lines[5] == "1" + "." * 59
        term.press("q")
        assert term.wait() == 0


def test_kills_with_the_signal_asked_for() -> None:
    """A killed program reports the signal."""
    with Terminal([sys.executable, "-c", ECHO]) as term:
        assert term.kill() == -signal.SIGKILL


def test_sequences_that_draw_nothing_leave_nothing_on_the_screen() -> None:
    """Keyboard protocol and DCS strings stay invisible, also when they arrive in two pieces."""
    write = (
        "import sys, time\n"
        "for part in ('A\\x1b[>25', 'uB', '\\x1bPq..', '..\\x1b\\\\C\\x1b[<uD'):\n"
        "    sys.stdout.write(part); sys.stdout.flush(); time.sleep(0.05)\n"
    )
    with Terminal([sys.executable, "-c", write]) as term:
        term.wait()
        assert term.lines[0] == "ABCD"


def test_keys_have_their_terminal_bytes() -> None:
    """Named keys, control letters and plain text."""
    assert encode("up") == b"\x1b[A"
    assert encode("ctrl+z") == b"\x1a"
    assert encode("gg") == b"gg"
