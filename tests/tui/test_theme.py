"""Colours and characters follow what the terminal says of itself."""

from __future__ import annotations

import pytest

from tui.theme import depth, speaks_unicode, theme


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({"TERM": "xterm-256color"}, 256),
        ({"TERM": "tmux-256color"}, 256),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, 256),
        ({"TERM": "xterm"}, 16),
        ({"TERM": "linux"}, 16),
        ({"TERM": "screen"}, 16),
        ({"TERM": "vt220"}, 0),
        ({"TERM": "xterm-mono-m"}, 0),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, 0),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, 256),
    ],
)
def test_colours(environ: dict[str, str], colours: int) -> None:
    assert depth(environ) == colours


def test_without_colours_no_look_has_one() -> None:
    looks = theme({"TERM": "xterm-256color", "NO_COLOR": "1"}).looks.values()
    assert all(look.color is None and look.bgcolor is None for look in looks)


@pytest.mark.parametrize(
    ("environ", "speaks"),
    [
        ({"LANG": "C.UTF-8"}, True),
        ({"LANG": "de_DE.utf8"}, True),
        ({"LANG": "C"}, False),
        ({}, False),
        ({"LANG": "C.UTF-8", "LC_ALL": "POSIX"}, False),
        ({"LANG": "C.UTF-8", "TERM": "linux"}, False),
    ],
)
def test_more_than_ascii_only_where_the_locale_says_so(
    environ: dict[str, str], speaks: bool
) -> None:
    assert speaks_unicode(environ) is speaks


def test_ascii_can_be_asked_for() -> None:
    assert theme({"LANG": "C.UTF-8", "TERM": "xterm"}, ascii=True).unicode is False
