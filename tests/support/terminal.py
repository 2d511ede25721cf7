"""A real terminal for tests: a program in a pty, its keys, its screen and its bytes.

    with Terminal(["rasputitsa", "play", "sumy"], size=(80, 24)) as term:
        term.wait_for("Axis")
        term.press("l", "enter")
        assert "1208" in term.text
        term.kill()

The screen is what pyte makes of the bytes. Reads are bounded by a timeout, so that a
program that hangs fails the test instead of holding it up.
"""

from __future__ import annotations

import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = (sys.executable, "-m", "tui")
"""The program as tests start it: the code of this checkout, by this interpreter."""

KEYS = {
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "home": "\x1b[H", "end": "\x1b[F", "pageup": "\x1b[5~", "pagedown": "\x1b[6~",
    "insert": "\x1b[2~", "delete": "\x1b[3~", "enter": "\r", "escape": "\x1b", "tab": "\t",
    "shift+tab": "\x1b[Z", "backspace": "\x7f", "space": " ",
    "f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR", "f4": "\x1bOS", "f5": "\x1b[15~",
    "f6": "\x1b[17~", "f7": "\x1b[18~", "f8": "\x1b[19~", "f9": "\x1b[20~", "f10": "\x1b[21~",
}  # fmt: skip

# pyte shows the tail of sequences that it does not know: private CSI of the keyboard
# protocols, and DCS or APC strings. They draw nothing, so they are taken out first.
_UNKNOWN = re.compile(rb"\x1b\[[<=>][0-9;:]*[a-zA-Z]|\x1b[P_^X][^\x1b]*\x1b\\|\x1b\[\?[0-9;]*\$p")
_UNFINISHED = re.compile(rb"\x1b(\[[0-9;:<=>?$ ]*|[P_^X\]][^\x1b\x07]*\x1b?)?$")


_NOT_THE_PLAYERS = (
    "NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "TERM_PROGRAM",
    "PYTHONDONTWRITEBYTECODE",
)  # fmt: skip
"""What the tests' own environment may have, but not the terminal of a player."""


def encode(key: str) -> bytes:
    """The bytes that a terminal sends for a key: a name of KEYS, "ctrl+x", or characters."""
    if key in KEYS:
        return KEYS[key].encode()
    if key.startswith("ctrl+") and len(key) == 6:
        return bytes([ord(key[5].upper()) & 0x1F])
    return key.encode()


def environment(extra: Mapping[str, str | None] | None = None) -> dict[str, str]:
    """The environment of a 256-colour xterm over SSH; `extra` adds, or removes with None."""
    env = dict(os.environ)
    for name in _NOT_THE_PLAYERS:
        env.pop(name, None)
    env.update(TERM="xterm-256color", LANG="C.UTF-8", LC_ALL="C.UTF-8")
    for name, value in (extra or {}).items():
        if value is None:
            env.pop(name, None)
        else:
            env[name] = value
    return env


class Timeout(AssertionError):
    """Something did not appear in time; the message holds the screen."""


class Terminal:
    """A program running in a pseudo-terminal of a given size."""

    def __init__(
        self,
        argv: Sequence[str],
        *,
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str | None] | None = None,
        cwd: Path | str = ROOT,
    ) -> None:
        self.columns, self.rows = size
        self.display = pyte.Screen(self.columns, self.rows)
        self.stream = pyte.ByteStream(self.display)
        self.received = 0
        """Bytes the program has sent so far."""
        self.raw = bytearray()
        """All those bytes."""
        self.last_byte = 0.0
        """When the latest of them arrived (time.perf_counter)."""
        self._held = b""
        self._closed = False
        self.master, slave = pty.openpty()
        self._set_size(slave)
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            list(argv),
            stdin=slave, stdout=slave, stderr=slave,
            cwd=cwd, env=environment(env), start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(slave)
        os.set_blocking(self.master, False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.close()

    # ---- what the player does

    def press(self, *keys: str, quiet: float = 0.08, timeout: float = 10.0) -> int:
        """Send keys one at a time, reading until quiet after each. Returns the bytes they cost."""
        before = self.received
        for key in keys:
            self.send(encode(key))
            self.settle(quiet=quiet, timeout=timeout)
        return self.received - before

    def type(self, text: str, **settle: float) -> int:
        """Send a text at once and read until quiet. Returns the bytes it cost."""
        before = self.received
        self.send(text.encode())
        self.settle(**settle)
        return self.received - before

    def send(self, data: bytes) -> None:
        """Send bytes without waiting for an answer."""
        os.write(self.master, data)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the terminal; the program gets SIGWINCH."""
        self.columns, self.rows = columns, rows
        self.display.resize(rows, columns)
        self._set_size(self.master)

    def kill(self, with_signal: int = signal.SIGKILL) -> int:
        """End the program by a signal and wait. Returns its exit code."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, with_signal)
        return self.wait()

    def wait(self, timeout: float = 10.0) -> int:
        """Read until the program ends by itself. Returns its exit code."""
        limit = time.perf_counter() + timeout
        while self.process.poll() is None:
            if time.perf_counter() > limit:
                raise Timeout(f"still running after {timeout:.0f} s; the screen:\n{self.text}")
            self._read(0.02)
        while self._read(0.0):
            pass
        return self.process.returncode

    def close(self) -> None:
        """End the program if it runs, and give the pty back."""
        if self._closed:
            return
        self._closed = True
        try:
            if self.process.poll() is None:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait(5)
        finally:
            os.close(self.master)

    # ---- what the player sees

    def settle(self, *, quiet: float = 0.08, timeout: float = 10.0) -> None:
        """Read until nothing has come for `quiet` seconds, or the program has ended."""
        limit = time.perf_counter() + timeout
        heard = time.perf_counter()
        while time.perf_counter() < limit:
            if self._read(min(quiet, 0.02)):
                heard = time.perf_counter()
            elif time.perf_counter() - heard >= quiet or self.process.poll() is not None:
                return
        raise Timeout(f"never quiet within {timeout:.0f} s; the screen:\n{self.text}")

    def wait_for(self, what: str | Callable[[Terminal], bool], timeout: float = 15.0) -> None:
        """Read until a text stands on the screen, or a condition holds."""
        holds = (lambda term: what in term.text) if isinstance(what, str) else what
        limit = time.perf_counter() + timeout
        while not holds(self):
            ended = self.process.poll() is not None
            if not self._read(0.02) and (ended or time.perf_counter() > limit):
                if holds(self):
                    return
                why = "the program ended" if ended else f"not within {timeout:.0f} s"
                raise Timeout(f"waiting for {what!r}: {why}; the screen:\n{self.text}")

    @property
    def lines(self) -> list[str]:
        """The screen, line by line, without trailing blanks."""
        return [line.rstrip() for line in self.display.display]

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines)

    @property
    def cursor(self) -> tuple[int, int]:
        """Column and row of the terminal's own cursor, from 0."""
        return self.display.cursor.x, self.display.cursor.y

    def cell(self, x: int, y: int) -> pyte.screens.Char:
        """One cell: its character and its colours."""
        return self.display.buffer[y][x]

    def resident(self) -> int:
        """Resident memory of the program, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1]) * 1024

    # ---- inside

    def _set_size(self, descriptor: int) -> None:
        size = struct.pack("HHHH", self.rows, self.columns, 0, 0)
        fcntl.ioctl(descriptor, termios.TIOCSWINSZ, size)

    def _read(self, seconds: float) -> bool:
        """Feed what arrives within `seconds` to the screen. True if something did."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.master, 1 << 16)
        except BlockingIOError:
            return False
        except OSError as error:
            if error.errno == errno.EIO:  # the program's end of the pty is closed
                time.sleep(seconds)
                return False
            raise
        if not data:
            return False
        self.last_byte = time.perf_counter()
        self.received += len(data)
        self.raw += data
        self._show(data)
        return True

    def _show(self, data: bytes) -> None:
        data = self._held + data
        unfinished = _UNFINISHED.search(data)
        cut = unfinished.start() if unfinished else len(data)
        self._held = data[cut:]
        self.stream.feed(_UNKNOWN.sub(b"", data[:cut]))
