"""The commands of the Operational Combat Series and how they read."""

from __future__ import annotations

from engine.core.commands import Command, End, Form, Grammar, Part, Pass
from engine.core.values import frozen


@frozen
class Units(Command):
    """A command that names units and nothing else."""

    units: tuple[str, ...]


@frozen
class UnitsTo(Command):
    """A command that names units and a hex."""

    units: tuple[str, ...]
    to: str


@frozen
class UnitsVia(Command):
    """A command that names units and a way."""

    units: tuple[str, ...]
    via: tuple[str, ...]


@frozen
class OneUnit(Command):
    """A command that names a unit and nothing else."""

    unit: str


@frozen
class OneAircraft(Command):
    """A command that names an aircraft and nothing else."""

    air: str


@frozen
class Assault(Command):
    """A command that fights for a hex; `lead` names the Action Rating unit beforehand."""

    hex: str
    units: tuple[str, ...]
    lead: str = ""
    sparing: bool = False
    """Organic Trucks withhold what they carry (13.2g G)."""


@frozen
class Cargo(Command):
    """A command that names a unit and the tokens it takes or gives, as a number."""

    unit: str
    tokens: str


@frozen
class Parting(Command):
    """A command that names a multi-step unit and one of its Breakdowns."""

    unit: str
    breakdown: str


@frozen
class Mode(Command):
    """Change the mode of units as they begin to move (5.4): combat, move, reserve or strat."""

    units: tuple[str, ...]
    mode: str
    side: str = ""
    """For reserve: the side to show, combat or move (5.7a)."""


@frozen
class Begin(Command):
    """Choose how units begin the game (0.4): a mode, or loaded or empty for transport."""

    units: tuple[str, ...]
    how: str
    side: str = ""
    """For reserve: the side to show, combat or move (5.7a)."""


class SpreadTo(UnitsTo):
    """Set units of a group up in another hex of its radius (0.4)."""


class Simulcast(Command):
    """Propose to make this a simulcast turn (2.4a); the opponent agrees or declines."""


class Release(Units):
    """Release Reserves (5.7b)."""


class Move(UnitsTo):
    """Move units together by the cheapest way (6.1)."""


class MoveVia(UnitsVia):
    """Move units together hex by hex (6.1)."""


class Halt(Units):
    """End the move of units where they stand: they negate enemy ZOCs there (4.5b)."""


@frozen
class Fuel(Command):
    """Buy fuel: single, formation or hq (12.5c); `by` names the HQ or dump hex that gives it."""

    units: tuple[str, ...]
    method: str
    by: str = ""


class Overrun(Assault):
    """Overrun an adjacent hex (8.0)."""


class Attack(Assault):
    """Attack a hex (9.0)."""


@frozen
class Pay(Command):
    """Pay combat supply for these defenders (9.5)."""

    units: tuple[str, ...]
    sparing: bool = False
    """Organic Trucks withhold what they carry (13.2g G)."""


class LeadBy(OneUnit):
    """Name the Action Rating unit of a combat (9.6)."""


class Lose(Units):
    """Take step losses, one name a step (9.11)."""


@frozen
class TakeOption(Command):
    """Take so many points of an option as steps, the rest as hexes of retreat (9.10a)."""

    steps: str


class RetreatVia(UnitsVia):
    """Retreat units along hexes (9.12)."""


class AdvanceTo(UnitsTo):
    """Advance into a hex that was won (9.12g)."""


class Surrender(Units):
    """Give up captured Transport Points (9.14c)."""


class DisplaceTo(UnitsTo):
    """Move displaced transport or aircraft away (9.14)."""


class Remove(Units):
    """Eliminate units of an overstacked hex (4.8a)."""


@frozen
class Barrage(Command):
    """Fire artillery at a hex (10.1).

    `factors` says how much each unit fires: points under HR-7, or shares of an artillery
    division such as "1re" (TTW 1.6d).
    """

    hex: str
    units: tuple[str, ...]
    target: str = ""
    """units (empty) or base."""
    factors: tuple[str, ...] = ()
    by: str = ""
    """The HQ or dump hex that pays."""


@frozen
class Fly(Command):
    """Fly a mission: sweep, barrage, hip-shoot, trainbust, transport, drop or transfer (14.2e)."""

    mission: str
    hex: str
    air: tuple[str, ...]
    target: str = ""
    cargo: tuple[str, ...] = ()
    tokens: str = ""
    """Tokens carried, as a number."""
    source: str = ""
    """Base where a transport mission loads."""


class InterceptBy(OneAircraft):
    """Intercept with a Fighter (14.5)."""


@frozen
class Abort(Command):
    """Abort aircraft before or after an Air Combat (14.3d)."""

    air: tuple[str, ...]


class Pick(OneAircraft):
    """Pick an aircraft for a round of Air Combat (14.3e)."""


@frozen
class Land(Command):
    """Return an aircraft to a base (14.1c)."""

    air: str
    at: str


@frozen
class Refit(Command):
    """Refit aircraft at a base (15.1)."""

    hex: str
    air: tuple[str, ...]


@frozen
class PlanDrop(Command):
    """Plan to drop a unit on a hex in a turn to come (14.10b)."""

    unit: str
    at: str
    turn: str


class DelayDrop(OneUnit):
    """Put a unit's drop off by a turn (14.10c)."""


class CancelDrop(OneUnit):
    """Give up a unit's Drop Plan (14.10c)."""


class Rail(UnitsTo):
    """Move units, or tokens of a dump, by rail (13.3)."""


@frozen
class RailSupply(Command):
    """Move supply by rail (13.3a)."""

    tokens: str
    source: str
    to: str


class Load(Cargo):
    """Load tokens of the dump in the hex onto Transport Points (13.2f)."""


class Unload(Cargo):
    """Unload tokens onto the ground (13.2f)."""


@frozen
class Exchange(Command):
    """Combine or divide Transport Points: other counters of as many points (13.2c)."""

    units: tuple[str, ...]
    into: tuple[str, ...]


@frozen
class Build(Command):
    """Build, improve or reduce: hog, base, strip (13.8d, 15.3-15.4, 16.0)."""

    what: str
    hex: str
    units: tuple[str, ...]
    down: bool = False


@frozen
class Blow(Command):
    """Destroy supply in a hex (12.11a)."""

    hex: str
    tokens: str


class BreakOut(Units):
    """Break out of a pocket (12.8e)."""


class Eat(Units):
    """Eat off the map (12.6c)."""


class Recover(Units):
    """Recover internal stocks in this order (12.10e)."""


@frozen
class TraceBy(Command):
    """Name the HQ, source hex or `game` through which a formation traces free (12.6f)."""

    by: str


@frozen
class Extend(Command):
    """Form or dissolve an Extender (12.7): `extend HEX truck|wagon [back]`."""

    hex: str
    kind: str
    back: bool = False


class Detach(Parting):
    """Detach a Breakdown from a multi-step unit (20.0)."""


class Absorb(Parting):
    """Take a Breakdown back (20.0d)."""


@frozen
class Place(Command):
    """Place arriving or rebuilt units (13.5, 13.6)."""

    units: tuple[str, ...]
    at: str
    mode: str = ""


@frozen
class PlaceSupply(Command):
    """Place tokens of the supply table (2.3-B)."""

    tokens: str
    at: str


@frozen
class Rebuild(Command):
    """Rebuild a unit, or a step of it, with replacements (13.5); aircraft at a base."""

    unit: str
    at: str
    mode: str = ""


@frozen
class Consolidate(Command):
    """Make one of two alike units, or swap one for its like in a formation (13.9)."""

    unit: str
    other: str


@frozen
class Choose(Command):
    """Answer a choice of the game's own rules."""

    word: str


@frozen
class Act(Command):
    """Use an ability of the game's own rules: the game reads topic, hex and units."""

    topic: str
    hex: str
    units: tuple[str, ...] = ()
    word: str = ""


_UNITS = Part("units", "names")
_TO = Part("to", "hex", "to")
_VIA = Part("via", "hexes", "via")
_WITH = Part("units", "names", "with")
_SPARING = Part("sparing", "flag", "sparing", True)

GRAMMAR = Grammar(
    (
        Form("mode", Mode,
             (_UNITS, Part("mode", "word", "as"), Part("side", "word", "showing", True)),
             "combat, move, reserve or strat"),
        Form("release", Release, (_UNITS,), "Reserves"),
        Form("move", Move, (_UNITS, _TO), "by the cheapest way"),
        Form("move", MoveVia, (_UNITS, _VIA), "hex by hex"),
        Form("halt", Halt, (_UNITS,), "end their move, and negate ZOCs"),
        Form("fuel", Fuel, (_UNITS, Part("method", "word", "as"), Part("by", "name", "by", True)),
             "single, formation or hq"),
        Form("overrun", Overrun,
             (Part("hex", "hex"), _WITH, Part("lead", "name", "lead", True), _SPARING)),
        Form("attack", Attack,
             (Part("hex", "hex"), _WITH, Part("lead", "name", "lead", True), _SPARING)),
        Form("pay", Pay, (_UNITS, _SPARING), "combat supply for defenders"),
        Form("lead", LeadBy, (Part("unit", "name"),), "the Action Rating unit"),
        Form("lose", Lose, (_UNITS,), "one name for each step"),
        Form("option", TakeOption, (Part("steps", "word"),), "steps lost, the rest is retreat"),
        Form("retreat", RetreatVia, (_UNITS, _VIA)),
        Form("advance", AdvanceTo, (_UNITS, _TO), "after combat"),
        Form("surrender", Surrender, (_UNITS,), "captured Transport Points"),
        Form("displace", DisplaceTo, (_UNITS, _TO)),
        Form("remove", Remove, (_UNITS,), "from an overstacked hex"),
        Form("barrage", Barrage,
             (Part("hex", "hex"), _WITH, Part("target", "word", "target", True),
              Part("factors", "names", "factors", True), Part("by", "name", "by", True)),
             "artillery"),
        Form("fly", Fly,
             (Part("mission", "word"), Part("hex", "hex"), Part("air", "names", "with"),
              Part("target", "word", "target", True), Part("cargo", "names", "carrying", True),
              Part("tokens", "word", "tokens", True), Part("source", "hex", "from", True)),
             "an air mission"),
        Form("intercept", InterceptBy, (Part("air", "name"),)),
        Form("abort", Abort, (Part("air", "names"),), "before or after Air Combat"),
        Form("pick", Pick, (Part("air", "name"),), "for Air Combat"),
        Form("land", Land, (Part("air", "name"), Part("at", "hex", "at"))),
        Form("refit", Refit, (Part("hex", "hex"), Part("air", "names", "with"))),
        Form("plan-drop", PlanDrop,
             (Part("unit", "name"), Part("at", "hex", "at"), Part("turn", "word", "turn")),
             "two turns ahead or more"),
        Form("delay-drop", DelayDrop, (Part("unit", "name"),), "by a turn"),
        Form("cancel-drop", CancelDrop, (Part("unit", "name"),)),
        Form("rail", Rail, (_UNITS, _TO)),
        Form("rail-supply", RailSupply,
             (Part("tokens", "word"), Part("source", "hex", "from"), _TO)),
        Form("load", Load, (Part("unit", "name"), Part("tokens", "word", "tokens"))),
        Form("unload", Unload, (Part("unit", "name"), Part("tokens", "word", "tokens"))),
        Form("exchange", Exchange, (_UNITS, Part("into", "names", "for")),
             "transport points, as many in other counters"),
        Form("build", Build,
             (Part("what", "word"), Part("hex", "hex"), _WITH, Part("down", "flag", "down", True)),
             "hog, base or strip; down reduces"),
        Form("blow", Blow, (Part("hex", "hex"), Part("tokens", "word", "tokens")), "a dump"),
        Form("breakout", BreakOut, (_UNITS,)),
        Form("eat", Eat, (_UNITS,)),
        Form("recover", Recover, (_UNITS,)),
        Form("trace", TraceBy, (Part("by", "name", "by"),), "a formation: an HQ or source hex"),
        Form("extend", Extend,
             (Part("hex", "hex"), Part("kind", "word"), Part("back", "flag", "back", True))),
        Form("detach", Detach, (Part("unit", "name"), Part("breakdown", "name", "as"))),
        Form("absorb", Absorb, (Part("unit", "name"), Part("breakdown", "name", "with"))),
        Form("place", Place, (_UNITS, Part("at", "hex", "at"), Part("mode", "word", "as", True))),
        Form("place-supply", PlaceSupply, (Part("tokens", "word"), Part("at", "hex", "at"))),
        Form("rebuild", Rebuild,
             (Part("unit", "name"), Part("at", "hex", "at"), Part("mode", "word", "as", True))),
        Form("consolidate", Consolidate, (Part("unit", "name"), Part("other", "name", "with"))),
        Form("choose", Choose, (Part("word", "word"),)),
        Form("act", Act,
             (Part("topic", "word"), Part("hex", "hex"), Part("units", "names", "with", True),
              Part("word", "word", "as", True))),
        Form("begin", Begin,
             (_UNITS, Part("how", "word", "as"), Part("side", "word", "showing", True)),
             "at set-up: a mode, loaded or empty"),
        Form("spread", SpreadTo, (_UNITS, _TO), "at set-up: within the radius of the group"),
        Form("simulcast", Simulcast, (), "propose a simulcast turn"),
        Form("pass", Pass, (), "decline, or go on"),
        Form("end", End, (), "end the step"),
    )
)
"""Every command of the series. `GRAMMAR.parse(GRAMMAR.render(c)) == c`."""
