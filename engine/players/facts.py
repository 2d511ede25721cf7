"""Facts that a script may expect of a game: a small vocabulary, kept as tables.

A form such as "UNIT at HEX" is the fact as it is written: words in small letters stand
for themselves, words in capitals for a name or a value. `not` before any fact turns it
round. Here are the facts of every series; `facts` in the folder of a series adds its own, and
`facts_of` gives the whole list in the order in which they are tried.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from attrs import field

from engine.core.errors import BadCommand
from engine.core.events import Event
from engine.core.values import frozen
from engine.game import Game

Words = dict[str, str]
"""What stands in a script for the capitals of a form."""
SIDES = ("axis", "soviet")


@frozen
class Moment:
    """What a fact is judged by: the game, and the events of the script's last command."""

    game: Game
    events: tuple[Event, ...] = ()

    @property
    def world(self) -> Any:
        return self.game.world

    @property
    def state(self) -> Any:
        return self.game.state


Find = Callable[[Moment, Words], tuple[str, str]]
"""The value expected and the value found, both as a script would write them."""


@frozen
class Fact:
    """One form with what it means."""

    form: str
    help: str
    find: Find = field(eq=False)

    @property
    def pattern(self) -> re.Pattern[str]:
        """The form as a pattern with a named group for each word in capitals."""
        parts = [
            f"(?P<{word}>.+?)" if word.isupper() else re.escape(word)
            for word in self.form.split()
        ]
        return re.compile(" ".join(parts))


# ---------------------------------------------------------------- names and places


def unit_of(now: Moment, words: Words) -> str:
    """The id of the unit that a fact is about. Raises BadCommand for an unknown name."""
    id_: str = now.world.unit_id(words["UNIT"])
    return id_


def hex_of(now: Moment, number: str) -> int:
    """A hex by its number. Raises BadCommand for a wrong one."""
    hex_: int = now.world.board.at(number)
    return hex_


def side_of(words: Words) -> str:
    """The side that a fact names. Raises BadCommand for a word that is none."""
    if words["SIDE"] not in SIDES:
        raise BadCommand(f"'{words['SIDE']}' should be {' or '.join(SIDES)}")
    return words["SIDE"]


def names_of(text: str) -> tuple[str, ...]:
    """Names between commas."""
    return tuple(name.strip() for name in text.split(","))


def listed(words: Iterable[str]) -> str:
    """Several values as a script writes them."""
    return ", ".join(words) or "nothing"


def _place(now: Moment, name: str) -> str:
    """Where a unit or an air unit is: a hex number, or its box."""
    id_ = _any_id(now.world, name)
    piece = now.state.air.get(id_) or now.state.units.get(id_)
    if piece is None:
        return "not in play"
    there = piece.hex >= 0 and getattr(piece, "on_map", True)
    return str(now.world.board.id(piece.hex) if there else piece.box)


def _any_id(world: Any, name: str) -> str:
    try:
        return str(world.unit_id(name))
    except BadCommand:
        return str(world.air_id(name))


def _at(now: Moment, words: Words) -> tuple[str, str]:
    hex_of(now, words["HEX"])  # a wrong number is a fault of the script, not of the game
    return words["HEX"], _place(now, words["UNIT"])


def _in(now: Moment, words: Words) -> tuple[str, str]:
    return words["BOX"], _place(now, words["UNIT"])


# ---------------------------------------------------------------- the clock and who decides


def _turn(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], str(now.state.turn)


def _step(now: Moment, words: Words) -> tuple[str, str]:
    sequence = now.game.series.flow.sequence
    if words["ID"] not in {step.id for step in sequence}:
        raise BadCommand(f"no step {words['ID']} in the sequence of play")
    return words["ID"], sequence[now.state.step].id


def _asks(now: Moment, words: Words) -> tuple[str, str]:
    ask = now.game.asks
    return f"{words['SIDE']} {words['KIND']}", f"{ask.side} {ask.kind}" if ask else "nobody"


def _asks_nobody(now: Moment, words: Words) -> tuple[str, str]:
    ask = now.game.asks
    return "nobody", f"{ask.side} {ask.kind}" if ask else "nobody"


def _winner(now: Moment, words: Words) -> tuple[str, str]:
    return words["WHO"], now.game.outcome.winner if now.game.outcome else "nobody yet"


def _rolled(now: Moment, words: Words) -> tuple[str, str]:
    return words["NUMBERS"], " ".join(map(str, now.state.dice.record)) or "nothing"


def _to_come(now: Moment, words: Words) -> tuple[str, str]:
    return words["NUMBERS"], " ".join(map(str, now.state.dice.named)) or "nothing"


def last_line(now: Moment, *patterns: re.Pattern[str]) -> re.Match[str]:
    """The last log line that fits one of these patterns. Raises BadCommand if there is none."""
    for event in reversed(now.game.log):
        for pattern in patterns:
            found = pattern.match(event.text)
            if found is not None:
                return found
    raise BadCommand("no combat has been rolled for yet")


# ---------------------------------------------------------------- the log, and what is offered


def _log(now: Moment, words: Words) -> tuple[str, str]:
    text = words["TEXT"]
    hit = any(text.lower() in event.text.lower() for event in now.events)
    return text, text if hit else " / ".join(event.text for event in now.events) or "nothing"


def _cited(now: Moment, words: Words) -> tuple[str, str]:
    rules = {event.rule for event in now.events if event.rule}
    return words["ID"], words["ID"] if words["ID"] in rules else listed(sorted(rules))


def _offered(now: Moment, words: Words) -> tuple[str, str]:
    wanted = now.game.render(now.game.parse(words["COMMAND"]))
    texts = [now.game.render(command) for command in now.game.legal()]
    return wanted, wanted if wanted in texts else f"{len(texts)} other commands"


COMMON: tuple[Fact, ...] = (
    Fact("asks nobody", "the game is over", _asks_nobody),
    Fact("asks SIDE KIND", "who must decide what: a step key or a decision, in small letters",
         _asks),
    Fact("winner WHO", "axis, soviet or draw", _winner),
    Fact("turn N", "the game-turn", _turn),
    Fact("step ID", "the step by its printed number, such as B.1 or C2", _step),
    Fact("rolled NUMBERS", "every roll of the last command, in order, or nothing", _rolled),
    Fact("rolls to come NUMBERS", "rolls named and not yet used, or nothing", _to_come),
    Fact("log TEXT", "a log line of the last command contains the text", _log),
    Fact("cited ID", "a log line of the last command names the rule", _cited),
    Fact("offered COMMAND", "the game lists this command among those it offers", _offered),
)
"""Facts of every series, tried first."""
PLACES: tuple[Fact, ...] = (
    Fact("UNIT at HEX", "where a unit stands, or an air unit is: its mission, or in OCS its base",
         _at),
    Fact("UNIT in BOX", "a unit or air unit is in a box: cadre, eliminated, ready, dead ...", _in),
)
"""Facts of every series that begin with a name, tried last."""


def facts_of(series: str) -> tuple[Fact, ...]:
    """Every fact that a script of a series may expect, in the order in which they are tried."""
    own: tuple[Fact, ...] = import_module(f"engine.players.{series}.facts").FACTS
    return (*COMMON, *own, *PLACES)


def check(now: Moment, text: str) -> str | None:
    """Why a fact does not hold, in words, or None where it does.

    Raises BadCommand for a fact that is none, and for unknown names in it.
    """
    negated = text.startswith("not ")
    body = text.removeprefix("not ").strip()
    facts = facts_of(now.game.series.id)
    for fact in facts:
        words = fact.pattern.fullmatch(body)
        if words is not None:
            wanted, found = fact.find(now, words.groupdict())
            if (wanted.lower() == found.lower()) != negated:
                return None
            if negated:
                return f"expected not {body}, and found it so"
            return f"expected {body}, found {found}"
    forms = "; ".join(fact.form for fact in facts)
    raise BadCommand(f"no fact reads '{body}'; facts are {forms}")
