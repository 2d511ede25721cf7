"""Which driver the program gives to Textual: ours, or the library's own.

Ours stands on the library's public seam, `App(driver_class=...)`.
`RASPUTITSA_PLAIN_OUTPUT=1` turns it off.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.driver import Driver

PLAIN_OUTPUT = "RASPUTITSA_PLAIN_OUTPUT"


def driver_class(environ: Mapping[str, str] | None = None) -> type[Driver] | None:
    """The driver for `App`, or None for Textual's own (by choice, or where ours cannot run)."""
    environ = os.environ if environ is None else environ
    if environ.get(PLAIN_OUTPUT, "") not in ("", "0") or sys.platform == "win32":
        return None
    from tui.terminal.linux import ThriftyDriver

    return ThriftyDriver
