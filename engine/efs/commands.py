"""The commands of the East Front Series and how they read (README.md lists them with examples)."""

from __future__ import annotations

from engine.core.commands import Command, End, Form, Grammar, Part, Pass
from engine.core.values import frozen


@frozen
class Move(Command):
    """Move units together to a hex by the cheapest way (BSR 10.4)."""

    units: tuple[str, ...]
    to: str


@frozen
class MoveVia(Command):
    """Move units together hex by hex (BSR 10.4)."""

    units: tuple[str, ...]
    via: tuple[str, ...]


@frozen
class March(Command):
    """Move by strategic movement (BSR 11.3)."""

    units: tuple[str, ...]
    to: str


@frozen
class Enter(Command):
    """Bring a reinforcement on at an entry hex (BSR 8.12)."""

    units: tuple[str, ...]
    at: str


@frozen
class Place(Command):
    """Put a reinforcement straight on its hex (BSR 8.14)."""

    units: tuple[str, ...]
    at: str


@frozen
class Infiltrate(Command):
    """Move one hex from enemy ZOC to enemy ZOC (BSR 11.5)."""

    units: tuple[str, ...]
    to: str


@frozen
class OneHex(Command):
    """Move one hex with too few movement points (BSR 11.9)."""

    units: tuple[str, ...]
    to: str


@frozen
class Overrun(Command):
    """Overrun an adjacent hex (BSR 11.4)."""

    hex: str
    units: tuple[str, ...]


@frozen
class Activate(Command):
    """Let an HQ activate a non-motorized unit (BSR 10.24c)."""

    unit: str
    by: str


@frozen
class Declare(Command):
    """Declare an attack on one or more hexes (BSR 12)."""

    hexes: tuple[str, ...]
    units: tuple[str, ...]
    mandated: bool = False


@frozen
class Cancel(Command):
    """Take a declaration back before the step closes."""

    hex: str


@frozen
class Support(Command):
    """Commit defending artillery to a Declared Attack (BSR 14.2)."""

    hex: str
    units: tuple[str, ...]


@frozen
class Order(Command):
    """Give a retreat order: no-retreat, additional-retreat, or none (BSR 14.3, 15.58)."""

    order: str
    hex: str
    by: str = ""


@frozen
class Cas(Command):
    """Send air units to support a combat (BSR 15.1)."""

    hex: str
    air: tuple[str, ...]


@frozen
class Interdict(Command):
    """Send Axis air units to interdict a hex (BSR 13.1)."""

    hex: str
    air: tuple[str, ...]


@frozen
class Intercept(Command):
    """Send Soviet fighters against an interdiction mission (BSR 17.23)."""

    hex: str
    air: tuple[str, ...]


@frozen
class Role(Command):
    """Declare an air unit a mission or a firing unit (BSR 17.31b)."""

    air: str
    role: str


@frozen
class EngageAt(Command):
    """Match firing units with targets (BSR 17.33a)."""

    pairs: tuple[tuple[str, str], ...]


@frozen
class Fight(Command):
    """Resolve a Declared Attack (BSR 15.2-15.5)."""

    hex: str
    units: tuple[str, ...]
    support: tuple[str, ...] = ()
    supplied: tuple[str, ...] = ()
    engineers: bool = False


@frozen
class LoseSteps(Command):
    """Take step losses, one name a step (BSR 16.21)."""

    units: tuple[str, ...]


@frozen
class RetreatVia(Command):
    """Retreat units along hexes (BSR 16.4)."""

    units: tuple[str, ...]
    via: tuple[str, ...]


@frozen
class Abandon(Command):
    """Give up retreating units instead of moving them: no way is left, or by choice (BSR 16.46)."""

    units: tuple[str, ...]


@frozen
class AdvanceTo(Command):
    """Advance after combat (BSR 16.5)."""

    units: tuple[str, ...]
    to: str


@frozen
class Remove(Command):
    """Remove units from an overstacked hex (BSR 3.32)."""

    units: tuple[str, ...]


@frozen
class Disband(Command):
    """Disband a Non-Op HQ instead of rolling for it (BSR 22.26b)."""

    unit: str


@frozen
class Build(Command):
    """Begin a Strongpoint, a regular one or an emergency one (BSR 18.35, 7.21)."""

    hex: str
    emergency: bool = False


@frozen
class Silence(Command):
    """Choose the Soviet artillery that interdiction silences (BSR 13.24d)."""

    units: tuple[str, ...]


NO_RETREAT = "no-retreat"
ADDITIONAL_RETREAT = "additional-retreat"
NONE = "none"

_UNITS = Part("units", "names")

GRAMMAR = Grammar(
    (
        Form("move", Move, (_UNITS, Part("to", "hex", "to")), "by the cheapest way"),
        Form("move", MoveVia, (_UNITS, Part("via", "hexes", "via")), "hex by hex"),
        Form("march", March, (_UNITS, Part("to", "hex", "to")), "strategic movement"),
        Form("enter", Enter, (_UNITS, Part("at", "hex", "at")), "reinforcements at the map edge"),
        Form("place", Place, (_UNITS, Part("at", "hex", "at")), "reinforcements on a hex"),
        Form("infiltrate", Infiltrate, (_UNITS, Part("to", "hex", "to")), "ZOC to ZOC, whole MA"),
        Form("step", OneHex, (_UNITS, Part("to", "hex", "to")), "one-hex movement, whole MA"),
        Form("overrun", Overrun, (Part("hex", "hex"), Part("units", "names", "with")), ""),
        Form("activate", Activate, (Part("unit", "name"), Part("by", "name", "by")), "by an HQ"),
        Form(
            "attack", Declare,
            (Part("hexes", "hexes"), Part("units", "names", "with"),
             Part("mandated", "flag", "mandated", True)),
            "declare an attack; several hexes make one combat",
        ),
        Form("cancel", Cancel, (Part("hex", "hex"),), "take a declaration back"),
        Form("support", Support, (Part("hex", "hex"), Part("units", "names", "with")),
             "defending artillery"),
        Form("order", Order,
             (Part("order", "word"), Part("hex", "hex"), Part("by", "name", "by", True)),
             "no-retreat, additional-retreat or none"),
        Form("cas", Cas, (Part("hex", "hex"), Part("air", "names", "with")), "close air support"),
        Form("interdict", Interdict, (Part("hex", "hex"), Part("air", "names", "with")), ""),
        Form("intercept", Intercept, (Part("hex", "hex"), Part("air", "names", "with")), ""),
        Form("role", Role, (Part("air", "name"), Part("role", "word", "as")),
             "mission or firing"),
        Form("engage", EngageAt, (Part("pairs", "pairs"),), "match fighters with targets"),
        Form(
            "fight", Fight,
            (Part("hex", "hex"), Part("units", "names", "with"),
             Part("support", "names", "support", True),
             Part("supplied", "names", "supplied", True),
             Part("engineers", "flag", "engineers", True)),
            "resolve a declared attack",
        ),
        Form("lose", LoseSteps, (_UNITS,), "one name for each step"),
        Form("retreat", RetreatVia, (_UNITS, Part("via", "hexes", "via")), ""),
        Form("abandon", Abandon, (_UNITS,), "give up units that retreat"),
        Form("advance", AdvanceTo, (_UNITS, Part("to", "hex", "to")), "after combat"),
        Form("remove", Remove, (_UNITS,), "from an overstacked hex"),
        Form("disband", Disband, (Part("unit", "name"),), "a Non-Op HQ"),
        Form("build", Build, (Part("hex", "hex"), Part("emergency", "flag", "emergency", True)),
             "a Strongpoint"),
        Form("silence", Silence, (_UNITS,), "Soviet artillery under interdiction"),
        Form("pass", Pass, (), "decline, or go on"),
        Form("end", End, (), "end the step"),
    )
)
"""Every command of the series. `GRAMMAR.parse(GRAMMAR.render(c)) == c`."""
