"""Facts of the East Front Series that a script may expect; see `facts`."""

from __future__ import annotations

import re

from engine.core.errors import BadCommand, Refusal
from engine.efs import control, interdiction, movement, orders, zoc
from engine.efs.allowance import MOVING_STEPS, left
from engine.efs.pieces import SIDES
from engine.efs.sequence import SEQUENCE
from engine.efs.steps import face, steps_left
from engine.efs.terrain import show
from engine.players.facts import (
    Fact,
    Find,
    Moment,
    Words,
    hex_of,
    last_line,
    listed,
    names_of,
    side_of,
    unit_of,
)

# ---------------------------------------------------------------- units


def _steps(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], str(steps_left(now.world, now.state.units[unit_of(now, words)]))


def _strength(now: Moment, words: Words) -> tuple[str, str]:
    side = face(now.world, now.state.units[unit_of(now, words)])
    return words["VALUES"], f"{side.attack}-{side.defense}-{side.ma}"


def _spent(now: Moment, words: Words) -> tuple[str, str]:
    return words["MPS"], show(now.state.units[unit_of(now, words)].spent)


def _left(now: Moment, words: Words) -> tuple[str, str]:
    if SEQUENCE[now.state.step].key not in MOVING_STEPS:
        raise BadCommand("a unit has MPs left only in a movement phase")
    return words["MPS"], show(left(now.world, now.state, now.state.units[unit_of(now, words)]))


def _has(now: Moment, words: Words) -> tuple[str, str]:
    marks = now.state.units[unit_of(now, words)].marks
    return words["MARK"], words["MARK"] if words["MARK"] in marks else listed(sorted(marks))


def _condition(word: str) -> Find:
    def find(now: Moment, words: Words) -> tuple[str, str]:
        unit = now.state.units[unit_of(now, words)]
        shown = {
            "nonop": "nonop" if unit.nonop else "operational",
            "operational": "nonop" if unit.nonop else "operational",
            "untried": "untried" if unit.untried else "tried",
            "finished": "finished" if unit.done else "free to go on",
        }
        return word, shown[word]

    return find


def _reach(now: Moment, words: Words) -> tuple[str, str]:
    ids = movement.ids_of(now.world, names_of(words["UNITS"]))
    target = hex_of(now, words["HEX"])
    who = movement.party(now.world, now.state, ids)
    if isinstance(who, Refusal):
        return words["MPS"], f"no move ({who})"
    found = movement.reach(now.world, now.state, who)
    return words["MPS"], show(found.left[target]) if target in found.left else "out of reach"


# ---------------------------------------------------------------- the map


def _control(now: Moment, words: Words) -> tuple[str, str]:
    return words["SIDE"], control.controlled(now.world, now.state, hex_of(now, words["HEX"]))


def _zoc(now: Moment, words: Words) -> tuple[str, str]:
    hex_ = hex_of(now, words["HEX"])
    sides = [side for side in SIDES if zoc.in_zoc(now.world, now.state, hex_, side)]
    return words["SIDES"], " and ".join(sides) or "nobody"


def _interdiction(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], str(interdiction.level_at(now.world, now.state, hex_of(now, words["HEX"])))


# ---------------------------------------------------------------- the score and the weather


def _stars(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], str(control.stars(now.world, now.state, side_of(words)))


def _lost(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], str(now.state.lost.get(side_of(words), 0))


def _vp(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], str(now.state.vp)


def _weather(now: Moment, words: Words) -> tuple[str, str]:
    return words["WORD"], now.state.weather


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


def _odds(now: Moment, words: Words) -> tuple[str, str]:
    return words["ODDS"], last_line(now, _BASIC, _COMBAT, _OVERRUN)["odds"]


def _strengths(now: Moment, words: Words) -> tuple[str, str]:
    return f"{words['ATTACK']} to {words['DEFENSE']}", last_line(now, _BASIC)["strength"]


def _drm(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], last_line(now, _COMBAT, _OVERRUN)["net"] or "+0"


def _drms(now: Moment, words: Words) -> tuple[str, str]:
    found = (last_line(now, _COMBAT, _OVERRUN)["list"] or "nothing").split(", ")
    return listed(sorted(names_of(words["LIST"]))), listed(sorted(_rejoined(found)))


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
    return words["N"], last_line(now, _COMBAT, _OVERRUN)["roll"]


def _result(now: Moment, words: Words) -> tuple[str, str]:
    found = last_line(now, _COMBAT)
    return f"{words['ATTACKER']} and {words['DEFENDER']}", (
        f"{found['attacker']} and {found['defender']}"
    )


def _overrun(now: Moment, words: Words) -> tuple[str, str]:
    return words["RESULT"], last_line(now, _OVERRUN)["result"]


def _attack(now: Moment, words: Words) -> tuple[str, str]:
    hex_ = hex_of(now, words["HEX"])
    found = next((a for a in now.state.attacks if hex_ in a.hexes), None)
    wanted = sorted(movement.ids_of(now.world, names_of(words["UNITS"])))
    name = now.world.name
    return listed(name(i) for i in wanted), (
        listed(name(i) for i in sorted(found.units)) if found else "no attack"
    )


def _order(now: Moment, words: Words) -> tuple[str, str]:
    hex_ = hex_of(now, words["HEX"])
    found = next((a for a in now.state.attacks if hex_ in a.hexes), None)
    return words["ORDER"], (orders.placed(now.state, found) if found else "") or "none"


def _cas(now: Moment, words: Words) -> tuple[str, str]:
    hex_ = hex_of(now, words["HEX"])
    return words["N"], f"{sum(net for h, net in now.state.cas if h == hex_):+d}"


FACTS: tuple[Fact, ...] = (
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
    Fact("attack on HEX with UNITS", "the units designated for a Declared Attack", _attack),
    Fact("order HEX ORDER", "the defender's order on a Declared Attack, or none", _order),
    Fact("cas HEX N", "net CAS points of the attacker, signed", _cas),
    Fact("reach UNITS to HEX left MPS", "a unit or stack can move there and has MPs left, "
         "such as 2 1/2; or: out of reach", _reach),
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
