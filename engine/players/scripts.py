"""Scripts: commands one a line, with facts that must hold and commands that must be refused.

    # comment                     also after two spaces behind a line
    move 33/9Pz to 1408           any command
    roll 6 5                      the next rolls
    undo                          take the last command back; `redo` does it again
    expect 33/9Pz at 1408         a fact: see `facts.FACTS`; `expect not ...` its opposite
    allow move 10/9Pz to 1408     the command is allowed; it is not carried out
    refuse BSR 10.65: move 33/9Pz to 1409 -- movement ends
                                  it is refused by this rule; the reason, where given, holds
                                  the words after the dashes
"""

from __future__ import annotations

import re

from engine.core.errors import BadCommand, Refusal
from engine.core.events import Event
from engine.core.values import frozen
from engine.game import Game
from engine.players.facts import Moment, check

_COMMENT = re.compile(r"(?:^|\s+)#.*$")
_REASON = " -- "


@frozen
class Report:
    """What came of a script."""

    log: tuple[str, ...]
    """Each line carried out, after "> ", and under it what happened."""
    failure: str | None = None
    """The first line that did not hold, with its number and why; None if all did."""


class _Stop(Exception):
    """A line does not hold."""


def run(text: str, game: Game) -> Report:
    """Play a script on a game, to its end or to the first line that does not hold."""
    log: list[str] = []
    events: tuple[Event, ...] = ()
    for number, written in enumerate(text.splitlines(), start=1):
        line = " ".join(_COMMENT.sub("", written).split())
        if not line:
            continue
        try:
            done = _line(game, line, events)
        except (_Stop, BadCommand, Refusal) as problem:
            return Report(tuple(log), f"line {number}: {line}: {problem}")
        log.append(f"> {line}")
        if done is not None:
            events = done
            log.extend(f"  {shown(event)}" for event in done)
    return Report(tuple(log))


def shown(event: Event) -> str:
    """A log line with its rule."""
    return f"{event.text} ({event.rule})" if event.rule else event.text


def _line(game: Game, line: str, events: tuple[Event, ...]) -> tuple[Event, ...] | None:
    """Carry out one line; the events of a command, None for a line that changes nothing."""
    verb, _, rest = line.partition(" ")
    if verb == "expect":
        problem = check(Moment(game, events), rest)
        if problem is not None:
            raise _Stop(problem)
        return None
    if verb == "refuse":
        _refuse(game, rest)
        return None
    if verb == "allow":
        wrong = game.check(rest)
        if wrong is not None:
            raise _Stop(f"expected to be allowed, refused by {wrong}")
        return None
    if line == "undo":
        game.undo()
        return tuple(game.log[-1:])
    if line == "redo":
        return _redo(game)
    return game.execute(line)


def _redo(game: Game) -> tuple[Event, ...]:
    """Do an undone command again; the note of the undo leaves the log."""
    kept = len(game.log) - bool(game.log and game.log[-1].kind == "undo")
    game.redo()
    return tuple(game.log[kept:])


def _refuse(game: Game, rest: str) -> None:
    """The command must be refused by the rule named, for the reason named, and change nothing."""
    rule, colon, told = rest.partition(":")
    if not colon:
        raise BadCommand("write refuse RULE: COMMAND")
    text, _, reason = told.strip().partition(_REASON)
    before = game.state
    try:
        game.execute(text)
    except Refusal as refusal:
        if refusal.rule != rule.strip():
            raise _Stop(f"expected a refusal by {rule.strip()}, refused by {refusal}") from None
        if reason.strip().lower() not in refusal.why.lower():
            raise _Stop(f"expected the reason '{reason.strip()}', found '{refusal.why}'") from None
    else:
        raise _Stop(f"expected a refusal by {rule.strip()}, found it allowed")
    if game.state is not before:
        raise _Stop("the refused command changed the game")
