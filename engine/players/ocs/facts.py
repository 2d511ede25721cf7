"""Facts of the Operational Combat Series that a script may expect; see `facts`."""

from __future__ import annotations

import re

from engine.core.errors import BadCommand, Refusal
from engine.ocs import dumps, fuel, modes, movement, rail, trace, view, zoc
from engine.ocs.combat_supply import WORDS
from engine.ocs.pieces import SIDES, Unit
from engine.ocs.reach import reach
from engine.ocs.sequence import MOVING, key
from engine.ocs.sizes import steps_left
from engine.players.facts import (
    Fact,
    Find,
    Moment,
    Words,
    hex_of,
    last_line,
    names_of,
    side_of,
    unit_of,
)

# ---------------------------------------------------------------- units


def _of(now: Moment, words: Words) -> Unit:
    unit: Unit = now.state.units[unit_of(now, words)]
    return unit


def _steps(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], str(steps_left(now.world, _of(now, words)))


def _values(now: Moment, words: Words) -> tuple[str, str]:
    return words["VALUES"], view.values(now.world, _of(now, words))


def _mode(now: Moment, words: Words) -> tuple[str, str]:
    return words["MODE"], _of(now, words).mode


def _spent(now: Moment, words: Words) -> tuple[str, str]:
    return words["MPS"], movement.show(_of(now, words).spent)


def _left(now: Moment, words: Words) -> tuple[str, str]:
    if key(now.state) not in MOVING:
        raise BadCommand("a unit has MPs left only in a movement segment")
    return words["MPS"], movement.show(modes.left(now.world, now.state, _of(now, words)))


def _stocks(now: Moment, words: Words) -> tuple[str, str]:
    return words["STATE"], WORDS[_of(now, words).stock].lower() or "full"


def _load(now: Moment, words: Words) -> tuple[str, str]:
    return words["SUPPLY"], dumps.show(_of(now, words).load)


def _trace(now: Moment, words: Words) -> tuple[str, str]:
    ways = trace.trace_ways(now.world, now.state, _of(now, words))
    names = [now.world.name(way) if way in now.state.units else way for way in ways]
    return words["HOW"], words["HOW"] if words["HOW"] in names else ", ".join(names) or "nothing"


def _condition(word: str) -> Find:
    def find(now: Moment, words: Words) -> tuple[str, str]:
        unit, world, state = _of(now, words), now.world, now.state
        dry = fuel.problem(world, state, unit) is not None
        shown = {
            "oos": "oos" if unit.oos else "in supply",
            "fuelled": "out of fuel" if dry else "fuelled",
            "finished": "finished" if unit.finished else "free to go on",
            "released": "released" if unit.released else "not released",
        }
        return word, shown[word]

    return find


def _ready(word: str) -> Find:
    def find(now: Moment, words: Words) -> tuple[str, str]:
        plane = now.state.air[now.world.air_id(words["AIR"])]
        return word, "active" if plane.active else "inactive"

    return find


def _reach(now: Moment, words: Words) -> tuple[str, str]:
    ids = movement.ids_of(now.world, names_of(words["UNITS"]))
    target = hex_of(now, words["HEX"])
    who = movement.party(now.world, now.state, ids)
    if isinstance(who, Refusal):
        return words["MPS"], f"no move ({who})"
    found = reach(now.world, now.state, who)
    shown = movement.show(found.left[target]) if target in found.left else "out of reach"
    return words["MPS"], shown


# ---------------------------------------------------------------- the map and supply


def _control(now: Moment, words: Words) -> tuple[str, str]:
    return words["SIDE"], now.state.control.get(hex_of(now, words["HEX"]), "nobody")


def _zoc(now: Moment, words: Words) -> tuple[str, str]:
    hex_ = hex_of(now, words["HEX"])
    sides = [side for side in SIDES if hex_ in zoc.zone(now.world, now.state, side)]
    return words["SIDES"], " and ".join(sides) or "nobody"


def _dump(now: Moment, words: Words) -> tuple[str, str]:
    dump = now.state.dumps.get(hex_of(now, words["HEX"]))
    return words["SUPPLY"], f"{dumps.show(dump.tokens)} {dump.owner}" if dump else "nothing"


def _supply(now: Moment, words: Words) -> tuple[str, str]:
    return words["SUPPLY"], dumps.show(dumps.total(now.world, now.state, side_of(words)))


def _rail(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], rail.show(rail.capacity(now.state, side_of(words)))


def _hog(now: Moment, words: Words) -> tuple[str, str]:
    hog = now.state.hogs.get(hex_of(now, words["HEX"]))
    return words["N"], str(hog.level if hog else 0)


def _base(now: Moment, words: Words) -> tuple[str, str]:
    base = now.state.bases.get(hex_of(now, words["HEX"]))
    return words["N"], "no base" if base is None else str(base.level) if base.level else "strip"


# ---------------------------------------------------------------- the score and the weather


def _vp(now: Moment, words: Words) -> tuple[str, str]:
    return words["N"], str(now.world.hooks.points(now.world, now.state))


def _weather(now: Moment, words: Words) -> tuple[str, str]:
    return f"{words['GROUND']} flight {words['FLIGHT']}", (
        f"{now.state.ground} flight {now.state.flight}")


def _first(now: Moment, words: Words) -> tuple[str, str]:
    return side_of(words), now.state.first or "nobody yet"


# ---------------------------------------------------------------- combat, by its log lines

ODDS = re.compile(r"(?P<strength>\S+ to \S+), (?P<odds>\d+:\d+) \((?P<terrain>.+)\)$")
SURPRISE = re.compile(
    r"surprise roll (?P<roll>\d+)(?: \(.+\) = -?\d+)?: "
    r"(?:no surprise|(?P<who>\w+) surprise, (?P<columns>\d) columns? (?P<way>left|right))$")
COMBAT = re.compile(
    r"on the (?P<column>\S+) column, roll (?P<roll>\d+)"
    r"(?: \(.+\) = (?P<total>-?\d+))?: (?P<result>.+)$")
BARRAGE = re.compile(
    r"barrage of .+: roll (?P<roll>\d+)(?:[+-]\d+)?(?: \(.+\))?: "
    r"(?P<result>\S+)(?: \(no effect\))?$")


def _strengths(now: Moment, words: Words) -> tuple[str, str]:
    return f"{words['ATTACK']} to {words['DEFENSE']}", last_line(now, ODDS)["strength"]


def _odds(now: Moment, words: Words) -> tuple[str, str]:
    return words["ODDS"], last_line(now, ODDS)["odds"]


def _surprise(now: Moment, words: Words) -> tuple[str, str]:
    found = last_line(now, SURPRISE)
    sign = "+" if found["way"] == "right" else "-"
    return words["WHO"], f"{found['who']} {sign}{found['columns']}" if found["who"] else "nobody"


def _column(now: Moment, words: Words) -> tuple[str, str]:
    return words["ODDS"], last_line(now, COMBAT)["column"]


def _drm(now: Moment, words: Words) -> tuple[str, str]:
    found = last_line(now, COMBAT)
    return words["N"], f"{int(found['total'] or found['roll']) - int(found['roll']):+d}"


def _result(now: Moment, words: Words) -> tuple[str, str]:
    return words["CODE"], last_line(now, COMBAT)["result"]


def _barrage(now: Moment, words: Words) -> tuple[str, str]:
    return words["CODE"], last_line(now, BARRAGE)["result"]


FACTS: tuple[Fact, ...] = (
    Fact("first SIDE", "who plays first in this turn", _first),
    Fact("weather GROUND flight FLIGHT", "such as weather freeze flight limited", _weather),
    Fact("vp N", "Victory Points as the score shows them", _vp),
    Fact("control HEX SIDE", "who controls a hex, or nobody", _control),
    Fact("zoc HEX SIDES", "whose ZOC covers a hex: axis, soviet, axis and soviet, nobody", _zoc),
    Fact("dump HEX SUPPLY", "supply on the ground with its owner: 2 SP 1T axis; or nothing", _dump),
    Fact("supply SIDE SUPPLY", "all supply of a side on the map: 30 SP 2T", _supply),
    Fact("rail SIDE N", "points of Rail Capacity left in this turn", _rail),
    Fact("hog HEX N", "level of a hedgehog; 0 for none", _hog),
    Fact("base HEX N", "level of an air base; strip, or no base", _base),
    Fact("strengths ATTACK to DEFENSE", "totals of the last combat", _strengths),
    Fact("odds ODDS", "odds of the last combat before surprise: 3:1", _odds),
    Fact("surprise WHO", "attacker +3, defender -2 or nobody: the last combat", _surprise),
    Fact("column ODDS", "column on which the last combat was rolled", _column),
    Fact("drm N", "net DRM of the last Combat roll, signed: -2, +0, +1", _drm),
    Fact("result CODE", "result of the last combat, such as Ao1 DL1o1", _result),
    Fact("barrage CODE", "result of the last barrage against units: -, DG, [1/2], 1", _barrage),
    Fact("reach UNITS to HEX left MPS", "a unit or stack can move there and has MPs left, "
         "such as 2.5; or: out of reach", _reach),
    Fact("UNIT steps N", "steps that it has left", _steps),
    Fact("UNIT values VALUES", "strength-rating-MA of the side that it shows, as in the inspector",
         _values),
    Fact("UNIT mode MODE", "combat, move, reserve, strat, dg or exploit", _mode),
    Fact("UNIT spent MPS", "MPs used in this phase, such as 3.5", _spent),
    Fact("UNIT left MPS", "MPs left in this segment", _left),
    Fact("UNIT stocks STATE", "internal stocks: full, low or exhausted", _stocks),
    Fact("UNIT carries SUPPLY", "what a Transport Point has aboard: 1 SP 2T; or 0", _load),
    Fact("UNIT traces HOW", "draw, game, the name of an HQ that throws, or nothing", _trace),
    Fact("UNIT is oos", "Out of Supply", _condition("oos")),
    Fact("UNIT is fuelled", "it has fuel now, or needs none", _condition("fuelled")),
    Fact("UNIT is finished", "it can move no further in this phase", _condition("finished")),
    Fact("UNIT is released", "a Reserve released in this phase", _condition("released")),
    Fact("AIR is active", "an air unit ready to fly", _ready("active")),
    Fact("AIR is inactive", "an air unit that needs a refit", _ready("inactive")),
)
