"""The tutorial's script in sections: a heading, the rules it proves, and its lines."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from attrs import frozen

from engine import catalog
from engine.efs.world import World
from engine.game import Game
from engine.players import scripts

SCRIPT = Path(__file__).with_name("sumy.txt")
_HEADING = re.compile(r"^# == (?P<title>.+) \[(?P<rules>[^]]+)\]$", re.MULTILINE)


@frozen
class Section:
    """One heading of the script and what stands under it."""

    title: str
    rules: tuple[str, ...]
    text: str


@cache
def sections() -> tuple[Section, ...]:
    """The sections of the script, in order; what comes before the first heading is comment."""
    text = SCRIPT.read_text(encoding="utf-8")
    heads = list(_HEADING.finditer(text))
    stops = [head.start() for head in heads[1:]] + [len(text)]
    return tuple(
        Section(head["title"], tuple(head["rules"].split(", ")), text[head.end() : stop])
        for head, stop in zip(heads, stops, strict=True)
    )


@cache
def world() -> World:
    """Sumy with Dummies, which the tutorial uses."""
    return catalog.load("sumy", dummies="seen", overlays=())


def after(title: str) -> Game:
    """A game played to the end of the section whose title begins so."""
    game = Game.start(world())
    for section in sections():
        problem = scripts.run(section.text, game).failure
        assert problem is None, f"{section.title}: {problem}"
        if section.title.startswith(title):
            return game
    raise AssertionError(f"the script has no section '{title}'")


def before(title: str) -> Game:
    """A game played to the start of that section."""
    game = Game.start(world())
    for section in sections():
        if section.title.startswith(title):
            return game
        problem = scripts.run(section.text, game).failure
        assert problem is None, f"{section.title}: {problem}"
    raise AssertionError(f"the script has no section '{title}'")
