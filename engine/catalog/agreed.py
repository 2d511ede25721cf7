"""Optional rules that players agree on before a game: what there is, and a world under them.

A series lists its optional rules in the class `Options` of its `world` module: a switch is a
field made by `switch`, whose rule and words stand beside its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from attrs import asdict, evolve

from engine.catalog.locating import FINGERPRINT, SOURCE
from engine.core.agreement import RULE, SAYS
from engine.core.errors import DataError
from engine.core.series import AnyWorld
from engine.core.values import fields, frozen

SWITCH = ("off", "on")
"""How a rule that is left out or used is written."""


@frozen
class Option:
    """An optional rule."""

    name: str
    """As it is written in saves and after `--option`: proportional_loss."""
    default: str
    rule: str
    says: str


def offered(series: str) -> tuple[Option, ...]:
    """The optional rules of a series that are left out or used."""
    options = import_module(f"engine.{series}.world").Options
    return tuple(
        Option(field.name, SWITCH[field.default], field.metadata[RULE], field.metadata[SAYS])
        for field in fields(options) if RULE in field.metadata
    )


def words_of(world: AnyWorld) -> dict[str, str]:
    """The options of a world as a save writes them."""
    return {
        name: SWITCH[value] if type(value) is bool else str(value)
        for name, value in asdict(world.options).items()
    }


def under(world: AnyWorld, words: Mapping[str, str]) -> AnyWorld:
    """The world under the options named; ways of playing that are no switches stay as they are.

    Raises DataError, with the name of the option, for one that is unknown, or neither on nor off.
    """
    known, changes = asdict(world.options), {}
    for name, word in sorted(words.items()):
        if name not in known:
            rules = sorted(key for key, value in known.items() if type(value) is bool)
            there = f"; there is {', '.join(rules)}" if rules else ""
            raise DataError(name, f"is not known here{there}")
        if type(known[name]) is bool:
            if word not in SWITCH:
                raise DataError(name, f"'{word[:40]}' should be {' or '.join(SWITCH)}")
            changes[name] = word == SWITCH[True]
        elif word != known[name]:
            raise DataError(name, f"is no rule that is {' or '.join(SWITCH)}")
    if all(known[name] == value for name, value in changes.items()):
        return world
    other = evolve(world, options=evolve(world.options, **changes))
    other.memo.update({key: world.memo[key] for key in (FINGERPRINT, SOURCE) if key in world.memo})
    return other
