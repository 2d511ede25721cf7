"""Looks by name, for terminals with no colours, sixteen, or 256.

Nothing on the screen rests on colour alone: shape and words carry it, colour repeats it.
Backgrounds stay the terminal's own.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from rich.style import Style

from engine.core.values import frozen

_TABLE: dict[str, tuple[str, str, str]] = {
    # name: (no colour, 16 colours, 256 colours)
    "": ("", "", ""),
    "dim": ("dim", "dim", "color(245)"),
    "bold": ("bold", "bold", "bold"),
    "title": ("bold", "bold", "bold"),
    "rule": ("dim", "dim", "color(240)"),
    "key": ("bold", "bold yellow", "bold color(179)"),
    "refusal": ("bold", "bold red", "bold color(167)"),
    "good": ("", "green", "color(71)"),
    "bad": ("", "red", "color(167)"),
    "warn": ("", "yellow", "color(179)"),
    "prompt": ("bold", "bold", "bold"),
    "chosen": ("reverse", "reverse", "reverse"),
    "axis": ("", "cyan", "color(73)"),
    "soviet": ("", "red", "color(167)"),
    "axis.ready": ("bold", "bold cyan", "bold color(80)"),
    "soviet.ready": ("bold", "bold red", "bold color(203)"),
    "picked": ("bold underline", "bold yellow", "bold color(220)"),
    "mark": ("bold", "bold magenta", "bold color(213)"),
    "land": ("dim", "dim", "color(240)"),
    "woods": ("dim", "green", "color(65)"),
    "hill": ("dim", "yellow", "color(137)"),
    "wet": ("dim", "blue", "color(67)"),
    "city": ("", "", ""),
    "place": ("", "", "color(250)"),
    "star": ("bold", "bold yellow", "bold color(179)"),
    "road": ("", "yellow", "color(137)"),
    "rail": ("dim", "dim", "color(245)"),
    "river": ("", "blue", "color(68)"),
    "bridge": ("bold", "bold", "bold color(250)"),
    "fort": ("bold", "bold", "bold"),
    "reach": ("bold", "bold green", "bold color(71)"),
    "reach.last": ("", "green", "color(65)"),
    "trail": ("bold", "bold green", "bold color(71)"),
}


@frozen
class Theme:
    """The looks of one terminal."""

    depth: int
    """0, 16 or 256 colours."""
    unicode: bool
    """True where more than ASCII may be shown."""
    looks: Mapping[str, Style]

    def __getitem__(self, name: str) -> Style:
        return self.looks[name]

    @property
    def half(self) -> str:
        """Half a movement point after a whole number."""
        return "½" if self.unicode else "+"


def depth(environ: Mapping[str, str]) -> int:
    """How many colours the terminal has, as its environment tells."""
    if environ.get("NO_COLOR"):
        return 0
    term = environ.get("TERM", "")
    if "256" in term or environ.get("COLORTERM") or term in ("xterm-kitty", "alacritty", "foot"):
        return 256
    return 0 if term.startswith(("vt", "dumb")) or term.endswith("-m") or not term else 16


def speaks_unicode(environ: Mapping[str, str]) -> bool:
    """True where the locale says UTF-8 and the terminal is not the kernel's own."""
    if environ.get("TERM") == "linux":
        return False
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        value = environ.get(name, "")
        if value:
            return "utf-8" in value.lower() or "utf8" in value.lower()
    return False


def theme(environ: Mapping[str, str] | None = None, *, ascii: bool = False) -> Theme:
    """The looks for this terminal; `ascii` keeps to ASCII whatever it can show."""
    environ = os.environ if environ is None else environ
    colours = depth(environ)
    column = {0: 0, 16: 1, 256: 2}[colours]
    looks = {name: Style.parse(row[column]) for name, row in _TABLE.items()}
    return Theme(colours, speaks_unicode(environ) and not ascii, looks)
