"""Choices by a word: who goes first, and what the game's own rules ask."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.commands import Command
from engine.core.state import Decision
from engine.ocs.commands import Choose
from engine.ocs.decisions import GameChoice, GoFirst
from engine.players.ocs.sense import Sense

PREFERRED = ("decline", "take", "carry", "none", "no")
"""Words that do no harm, the best first: no quiet turn, no Front regroups unasked."""


def choose(sense: Sense, decision: Decision, offers: Sequence[Command]) -> Command:
    """First, but on the last turn second: then the enemy has no answer."""
    words = {c.word: c for c in offers if isinstance(c, Choose)}
    if isinstance(decision, GoFirst):
        word = "second" if sense.turns_left <= 1 else "first"
        return words.get(word, offers[0])
    if isinstance(decision, GameChoice) and "offensive" in decision.topic:
        return offers[0]  # a Front that may attack does
    return next((words[w] for w in PREFERRED if w in words), offers[0])
