"""Textual's terminal driver, sending changed cells only."""

from __future__ import annotations

import os
import signal
from typing import Any

from textual.drivers.linux_driver import LinuxDriver

from tui.terminal.frames import Frames


class ThriftyDriver(LinuxDriver):
    """Overrides `write`, `flush` and `run_input_thread`; the rest is the library's."""

    def __init__(self, app: Any, **options: Any) -> None:
        super().__init__(app, **options)
        self._frames = Frames()

    def write(self, data: str) -> None:
        self._frames.fit(*self._measure())
        sent = self._frames.write(data)
        if sent:
            super().write(sent)

    def flush(self) -> None:
        self._frames.fit(*self._measure())
        sent = self._frames.frame()
        if sent:
            super().write(sent)
        super().flush()

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
        super().start_application_mode()
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
