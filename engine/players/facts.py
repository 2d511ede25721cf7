"""Facts that a script may expect of a game: a small vocabulary, kept as one table.

A form such as "UNIT at HEX" is the fact as it is written: words in small letters stand
for themselves, words in capitals for a name or a value. `not` before any fact turns it
round. `FACTS` is the whole list, in the order in which they are tried.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from attrs import field

from engine.core.errors import BadCommand, Refusal
from engine.core.events import Event
from engine.core.values import frozen
from engine.efs import control, interdiction, movement, orders, zoc
from engine.efs.allowance import MOVING_STEPS, left
from engine.efs.pieces import SIDES
from engine.efs.sequence import SEQUENCE
from engine.efs.state import EfsState
from engine.efs.steps import face, steps_left
from engine.efs.terrain import show
from engine.efs.world import World
from engine.game import Game

Words = dict[str, str]
"""What stands in a script for the capitals of a form."""


@frozen
class Moment:
    """What a fact is judged by: the game, and the events of the script's last command."""

    game: Game
    events: tuple[Event, ...] = ()

    @property
    def world(self) -> World:
        world: World = self.game.world
        return world

    @property
    def state(self) -> EfsState:
        state: EfsState = self.game.state
        return state


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


# ---------------------------------------------------------------- units


def _unit(now: Moment, words: Words) -> str:
    return now.world.unit_id(words["UNIT"])


def _hex(now: Moment, number: str) -> int:
    return now.world.board.at(number)


def _place(now: Moment, name: str) -> str:
    """Where a unit or an air unit is: a hex number, or its box."""
    id_ = _any_id(now.world, name)
    if id_ in now.state.air:
        air = now.state.air[id_]
        return now.world.board.id(air.hex) if air.hex >= 0 else air.box
    if id_ not in now.state.units:
        return "not in play"
    unit = now.state.units[id_]
    return now.world.board.id(unit.hex) if unit.on_map else unit.box


def _any_id(world: World, name: str) -> str:
    try:
        return world.unit_id(name)
    except BadCommand:
        return world.air_id(name)


def _at(now: Moment, words: Words) -> tuple[str, str]:
    _hex(now, words["HEX"])  # a wrong number is a fault of the script, not of the game
    return words["HEX"], _place(now, words["UNIT"])


def _in(now: Moment, words: Words) -> tuple[str, str]:
    return words["BOX"], _place(now, words["UNIT"])


def _steps(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], str(steps_left(now.world, now.state.units[_unit(now, words)]))


def _strength(now: Moment, words: Words) -> tuple[str, str]:
    side = face(now.world, now.state.units[_unit(now, words)])
    return words["VALUES"], f"{side.attack}-{side.defense}-{side.ma}"


def _spent(now: Moment, words: Words) -> tuple[str, str]:
    return words["MPS"], show(now.state.units[_unit(now, words)].spent)


def _left(now: Moment, words: Words) -> tuple[str, str]:
    if SEQUENCE[now.state.step].key not in MOVING_STEPS:
        raise BadCommand("a unit has MPs left only in a movement phase")
    return words["MPS"], show(left(now.world, now.state, now.state.units[_unit(now, words)]))


def _has(now: Moment, words: Words) -> tuple[str, str]:
    marks = now.state.units[_unit(now, words)].marks
    return words["MARK"], words["MARK"] if words["MARK"] in marks else _list(sorted(marks))


def _condition(word: str) -> Find:
    def find(now: Moment, words: Words) -> tuple[str, str]:
        unit = now.state.units[_unit(now, words)]
        shown = {
            "nonop": "nonop" if unit.nonop else "operational",
            "operational": "nonop" if unit.nonop else "operational",
            "untried": "untried" if unit.untried else "tried",
            "finished": "finished" if unit.done else "free to go on",
        }
        return word, shown[word]

    return find


def _reach(now: Moment, words: Words) -> tuple[str, str]:
    ids = movement.ids_of(now.world, _names(words["UNITS"]))
    target = _hex(now, words["HEX"])
    who = movement.party(now.world, now.state, ids)
    if isinstance(who, Refusal):
        return words["MPS"], f"no move ({who})"
    found = movement.reach(now.world, now.state, who)
    return words["MPS"], show(found.left[target]) if target in found.left else "out of reach"


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _list(words: Iterable[str]) -> str:
    return ", ".join(words) or "nothing"


# ---------------------------------------------------------------- the map


def _control(now: Moment, words: Words) -> tuple[str, str]:
    return words["SIDE"], control.controlled(now.world, now.state, _hex(now, words["HEX"]))


def _zoc(now: Moment, words: Words) -> tuple[str, str]:
    hex_ = _hex(now, words["HEX"])
    sides = [side for side in SIDES if zoc.in_zoc(now.world, now.state, hex_, side)]
    return words["SIDES"], " and ".join(sides) or "nobody"


def _interdiction(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], str(interdiction.level_at(now.world, now.state, _hex(now, words["HEX"])))


# ---------------------------------------------------------------- the score and the clock


def _stars(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], str(control.stars(now.world, now.state, _side(words)))


def _lost(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], str(now.state.lost.get(_side(words), 0))


def _side(words: Words) -> str:
    if words["SIDE"] not in SIDES:
        raise BadCommand(f"'{words['SIDE']}' should be {' or '.join(SIDES)}")
    return words["SIDE"]


def _vp(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], str(now.state.vp)


def _turn(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], str(now.state.turn)


def _step(now: Moment, words: Words) -> tuple[str, str]:
    if words["ID"] not in {step.id for step in SEQUENCE}:
        raise BadCommand(f"no step {words['ID']} in the sequence of play")
    return words["ID"], SEQUENCE[now.state.step].id


def _weather(now: Moment, words: Words) -> tuple[str, str]:
    return words["WORD"], now.state.weather


def _asks(now: Moment, words: Words) -> tuple[str, str]:
    ask = now.game.asks
    return f"{words['SIDE']} {words['KIND']}", f"{ask.side} {ask.kind}" if ask else "nobody"


def _asks_nobody(now: Moment, words: Words) -> tuple[str, str]:
    ask = now.game.asks
    return "nobody", f"{ask.side} {ask.kind}" if ask else "nobody"


def _winner(now: Moment, words: Words) -> tuple[str, str]:
    return words["WHO"], now.game.outcome.winner if now.game.outcome else "nobody yet"


# ---------------------------------------------------------------- combat, by its log lines

_BASIC = re.compile(r"attack on .+: (?P<strength>\S+ to \S+), (?P<odds>\S+|below 1-4)$")
_COMBAT = re.compile(
    r"(?P<odds>\S+), roll (?P<roll>\d+)(?: \((?P<list>.+); net (?P<net>[+-]\d+)\))? = -?\d+:"
    r" attacker (?P<attacker>\S+), defender (?P<defender>\S+)$"
)
_OVERRUN = re.compile(
    r".+ overrun .+ at (?P<odds>\S+): roll (?P<roll>\d+)"
    r"(?: \((?P<list>.+); net (?P<net>[+-]\d+)\))? = -?\d+, it (?P<result>succeeds|fails)$"
)


def _last(now: Moment, *patterns: re.Pattern[str]) -> re.Match[str]:
    """The last log line that fits one of these patterns. Raises BadCommand if there is none."""
    for event in reversed(now.game.log):
        for pattern in patterns:
            found = pattern.match(event.text)
            if found is not None:
                return found
    raise BadCommand("no combat has been rolled for yet")


def _odds(now: Moment, words: Words) -> tuple[str, str]:
    return words["ODDS"], _last(now, _BASIC, _COMBAT, _OVERRUN)["odds"]


def _strengths(now: Moment, words: Words) -> tuple[str, str]:
    return f"{words['ATTACK']} to {words['DEFENSE']}", _last(now, _BASIC)["strength"]


def _drm(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], _last(now, _COMBAT, _OVERRUN)["net"] or "+0"


def _drms(now: Moment, words: Words) -> tuple[str, str]:
    found = (_last(now, _COMBAT, _OVERRUN)["list"] or "nothing").split(", ")
    return _list(sorted(_names(words["LIST"]))), _list(sorted(_rejoined(found)))


def _rejoined(parts: list[str]) -> list[str]:
    """Names of DRMs may hold a comma: what does not begin with a number goes on from before."""
    whole: list[str] = []
    for part in parts:
        if whole and part[:1] not in "+-":
            whole[-1] += f" {part}"
        else:
            whole.append(part)
    return whole


def _roll(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], _last(now, _COMBAT, _OVERRUN)["roll"]


def _result(now: Moment, words: Words) -> tuple[str, str]:
    found = _last(now, _COMBAT)
    return f"{words['ATTACKER']} and {words['DEFENDER']}", (
        f"{found['attacker']} and {found['defender']}"
    )


def _overrun(now: Moment, words: Words) -> tuple[str, str]:
    return words["RESULT"], _last(now, _OVERRUN)["result"]


def _rolled(now: Moment, words: Words) -> tuple[str, str]:
    return words["NUMBERS"], " ".join(map(str, now.state.dice.record)) or "nothing"


def _to_come(now: Moment, words: Words) -> tuple[str, str]:
    return words["NUMBERS"], " ".join(map(str, now.state.dice.named)) or "nothing"


def _attack(now: Moment, words: Words) -> tuple[str, str]:
    hex_ = _hex(now, words["HEX"])
    found = next((a for a in now.state.attacks if hex_ in a.hexes), None)
    wanted = sorted(movement.ids_of(now.world, _names(words["UNITS"])))
    name = now.world.name
    return _list(name(i) for i in wanted), (
        _list(name(i) for i in sorted(found.units)) if found else "no attack"
    )


def _order(now: Moment, words: Words) -> tuple[str, str]:
    hex_ = _hex(now, words["HEX"])
    found = next((a for a in now.state.attacks if hex_ in a.hexes), None)
    return words["ORDER"], (orders.placed(now.state, found) if found else "") or "none"


def _cas(now: Moment, words: Words) -> tuple[str, str]:
    hex_ = _hex(now, words["HEX"])
    return words["N"], f"{sum(net for h, net in now.state.cas if h == hex_):+d}"


# ---------------------------------------------------------------- the log, and what is offered


def _log(now: Moment, words: Words) -> tuple[str, str]:
    text = words["TEXT"]
    hit = any(text.lower() in event.text.lower() for event in now.events)
    return text, text if hit else " / ".join(event.text for event in now.events) or "nothing"


def _cited(now: Moment, words: Words) -> tuple[str, str]:
    rules = {event.rule for event in now.events if event.rule}
    return words["ID"], words["ID"] if words["ID"] in rules else _list(sorted(rules))


def _offered(now: Moment, words: Words) -> tuple[str, str]:
    wanted = now.game.render(now.game.parse(words["COMMAND"]))
    texts = [now.game.render(command) for command in now.game.legal()]
    return wanted, wanted if wanted in texts else f"{len(texts)} other commands"


FACTS: tuple[Fact, ...] = (
    Fact("asks nobody", "the game is over", _asks_nobody),
    Fact("asks SIDE KIND", "who must decide what: a step key or a decision, in small letters",
         _asks),
    Fact("winner WHO", "axis, soviet or draw", _winner),
    Fact("turn N", "the game-turn", _turn),
    Fact("step ID", "the step by its printed number, such as B.1", _step),
    Fact("weather WORD", "dry, mud, frost, snow or arctic", _weather),
    Fact("stars SIDE N", "victory stars that a side controls", _stars),
    Fact("lost SIDE N", "steps that a side has lost", _lost),
    Fact("vp N", "Axis Victory Points", _vp),
    Fact("control HEX SIDE", "who controls a hex", _control),
    Fact("zoc HEX SIDES", "whose ZOC covers a hex: axis, soviet, axis and soviet, nobody", _zoc),
    Fact("interdiction HEX N", "Interdiction Level of a hex", _interdiction),
    Fact("strengths ATTACK to DEFENSE", "totals of the last combat", _strengths),
    Fact("odds ODDS", "column of the last combat, or odds of the last Overrun", _odds),
    Fact("drm N", "net DRM of the last combat or Overrun, signed: -2, +0, +1", _drm),
    Fact("drms LIST", "every DRM of it, such as -1 combined arms, +1 terrain: town; or nothing",
         _drms),
    Fact("roll N", "its die roll", _roll),
    Fact("result ATTACKER and DEFENDER", "results of the last combat, such as 1* and 2R", _result),
    Fact("overrun RESULT", "the last Overrun: succeeds or fails", _overrun),
    Fact("rolled NUMBERS", "every roll of the last command, in order, or nothing", _rolled),
    Fact("rolls to come NUMBERS", "rolls named and not yet used, or nothing", _to_come),
    Fact("attack on HEX with UNITS", "the units designated for a Declared Attack", _attack),
    Fact("order HEX ORDER", "the defender's order on a Declared Attack, or none", _order),
    Fact("cas HEX N", "net CAS points of the attacker, signed", _cas),
    Fact("log TEXT", "a log line of the last command contains the text", _log),
    Fact("cited ID", "a log line of the last command names the rule", _cited),
    Fact("offered COMMAND", "the game lists this command among those it offers", _offered),
    Fact("reach UNITS to HEX left MPS", "a unit or stack can move there and has MPs left, "
         "such as 2 1/2; or: out of reach", _reach),
    Fact("UNIT at HEX", "a unit stands there, or an air unit is out on that mission", _at),
    Fact("UNIT in BOX", "a unit or air unit is in a box: cadre, eliminated, ready, flown ...", _in),
    Fact("UNIT steps N", "steps that it has left", _steps),
    Fact("UNIT strength VALUES", "attack-defense-movement as it stands now", _strength),
    Fact("UNIT spent MPS", "MPs used in this phase, such as 3 1/2", _spent),
    Fact("UNIT left MPS", "MPs left in this phase", _left),
    Fact("UNIT has MARK", "a marker: activated, overrun, fought, arrived, silenced ...", _has),
    Fact("UNIT is nonop", "an HQ on its Non-Op side", _condition("nonop")),
    Fact("UNIT is operational", "an HQ on its front side", _condition("operational")),
    Fact("UNIT is untried", "its strength is still hidden", _condition("untried")),
    Fact("UNIT is finished", "it can move no further in this phase", _condition("finished")),
)


def check(now: Moment, text: str) -> str | None:
    """Why a fact does not hold, in words, or None where it does.

    Raises BadCommand for a fact that is none, and for unknown names in it.
    """
    negated = text.startswith("not ")
    body = text.removeprefix("not ").strip()
    for fact in FACTS:
        words = fact.pattern.fullmatch(body)
        if words is not None:
            wanted, found = fact.find(now, words.groupdict())
            if (wanted.lower() == found.lower()) != negated:
                return None
            if negated:
                return f"expected not {body}, and found it so"
            return f"expected {body}, found {found}"
    forms = "; ".join(fact.form for fact in FACTS)
    raise BadCommand(f"no fact reads '{body}'; facts are {forms}")
