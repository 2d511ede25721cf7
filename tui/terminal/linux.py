"""Textual's terminal driver, sending changed cells only."""

from __future__ import annotations

import os
import select
import signal
import termios
import time
from typing import Any

from textual.drivers.linux_driver import LinuxDriver

from tui.terminal.frames import Frames

_SPEEDS = {
    termios.B1200: 1200, termios.B2400: 2400, termios.B4800: 4800, termios.B9600: 9600,
    termios.B19200: 19200,
}  # fmt: skip
"""Speeds that a line really has; a terminal of today says 38400, whatever it takes."""


class ThriftyDriver(LinuxDriver):
    """Overrides `write`, `flush` and `run_input_thread`; the rest is the library's."""

    def __init__(self, app: Any, **options: Any) -> None:
        super().__init__(app, **options)
        self._frames = Frames()
        self._held = False
        """A frame waits for the line."""
        self._free_at = 0.0
        """When a line of known speed will have taken all that it was sent."""

    def write(self, data: str) -> None:
        self._frames.fit(*self._measure())
        self._send(self._frames.write(data))

    def flush(self) -> None:
        if self._line_is_full():
            self._hold()
            return
        self._frames.fit(*self._measure())
        self._send(self._frames.frame())
        super().flush()

    def _send(self, text: str) -> None:
        if not text:
            return
        speed = self._speed()
        if speed:
            seconds = len(text.encode()) * 10 / speed  # ten bits a byte
            self._free_at = max(self._free_at, time.monotonic()) + seconds
        super().write(text)

    def _speed(self) -> int:
        """Bits a second of a slow line, as `stty` tells it and ssh passes it on; else 0."""
        try:
            return _SPEEDS.get(termios.tcgetattr(self.fileno)[5], 0)
        except termios.error:
            return 0

    def _line_is_full(self) -> bool:
        """True while the terminal has not taken what it was sent, or cannot have by its speed.

        On a slow line frames would pile up behind a held key; the next one that is sent
        holds all that changed meanwhile.
        """
        if time.monotonic() < self._free_at - 0.1:
            return True
        writer = self._writer_thread
        if writer is None or not writer.is_alive():
            return False
        try:
            return not select.select([], [writer.fileno()], [], 0)[1]
        except (OSError, ValueError):
            return False

    def _hold(self) -> None:
        """Try again soon."""
        if not self._held and not self._loop.is_closed():
            self._held = True
            self._loop.call_soon_threadsafe(self._loop.call_later, 0.03, self._try_again)

    def _try_again(self) -> None:
        self._held = False
        self._settle()

    def run_input_thread(self) -> None:
        """Read keys; bytes that are none, as a line in another encoding sends, are passed over.

        The library reads strictly, and one such byte would end the program.
        """
        while True:
            try:
                return super().run_input_thread()
            except OSError:  # the terminal is gone
                raise
            except Exception:  # of the bytes just read: the next ones are read afresh
                continue

    def start_application_mode(self) -> None:
        self._frames.spoil()
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._watch_resizes()

    def repaint(self) -> None:
        """Send the whole screen again."""
        self._frames.spoil()
        self.flush()

    def _watch_resizes(self) -> None:
        """A resize may cut or fold rows: whatever Textual does, the next frame is whole."""
        handler = signal.getsignal(signal.SIGWINCH)
        loop = self._loop

        def resized(number: int, frame: Any) -> None:
            self._frames.spoil()
            if callable(handler):
                handler(number, frame)
            if not loop.is_closed():
                loop.call_soon_threadsafe(loop.call_later, 0.2, self._settle)

        signal.signal(signal.SIGWINCH, resized)

    def _settle(self) -> None:
        """The last frame once more, for a resize that Textual did not redraw after."""
        if self._writer_thread is not None and self._writer_thread.is_alive():
            self.flush()

    def _measure(self) -> tuple[int, int]:
        for number in (1, 2, 0):
            try:
                size = os.get_terminal_size(number)
            except (OSError, ValueError):
                continue
            if size.columns and size.lines:
                return size.columns, size.lines
        return self._app.size.width, self._app.size.height
