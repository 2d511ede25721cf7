"""Choices by a word: who goes first (OCS 2.3-P2), a simulcast turn (2.4a), and the game's own."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs import simulcast
from engine.ocs.commands import Choose
from engine.ocs.decisions import Agreement, GameChoice, GoFirst
from engine.ocs.initiative import FIRST_OR_SECOND, decide
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World


def words(state: OcsState) -> tuple[str, ...]:
    """The words that answer the decision in hand."""
    decision = state.asks[-1]
    if isinstance(decision, Agreement):
        return simulcast.AGREE, simulcast.DECLINE
    return decision.choices if isinstance(decision, GameChoice) else FIRST_OR_SECOND


def check_choose(world: World, state: OcsState, command: Choose) -> Refusal | None:
    """The word is one of those offered."""
    decision = state.asks[-1]
    own = {GoFirst: "OCS 2.3-P2", Agreement: "OCS 2.4a"}
    rule = decision.rule if isinstance(decision, GameChoice) else own[type(decision)]
    if command.word not in words(state):
        return Refusal(rule, f"choose {' or '.join(words(state))}")
    return None


def do_choose(draft: Draft, command: Choose) -> None:
    """Take the decision away and carry it out."""
    decision = draft.answered()
    if isinstance(decision, GameChoice):
        draft.world.hooks.chosen(draft, decision, command.word)
    elif isinstance(decision, Agreement):
        simulcast.answer(draft, command.word)
    else:
        decide(draft, decision.side, command.word)


def offer_words(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Every word."""
    if not actor:
        yield from map(Choose, words(state))


HANDLERS = {Choose: Handler(check_choose, do_choose, decisions=(GoFirst, Agreement, GameChoice))}
OFFERS = dict.fromkeys((GoFirst, Agreement, GameChoice), offer_words)
