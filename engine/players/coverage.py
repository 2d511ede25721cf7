"""What of a game's content play has used: unit types, terrain, tables, commands, decisions, rules.

The random player prefers what is rare here; simulations and long fuzz runs report it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

from engine.core.commands import Command
from engine.core.events import Event
from engine.core.series import AnyState, AnyWorld
from engine.game import series_of

KINDS = ("commands", "decisions", "unit types", "terrain", "hexsides")
"""What is counted in every series; `coverage` of its folder has KINDS of its own."""
LAST = ("rules", "refusals")


class Coverage:
    """Tallies by kind. Add games up with `+=`."""

    def __init__(self) -> None:
        self.seen: dict[str, Counter[str]] = defaultdict(Counter)

    def __iadd__(self, other: Coverage) -> Coverage:
        for kind, tally in other.seen.items():
            self.seen[kind].update(tally)
        return self

    def rarity(self, kind: str, names: Iterable[str]) -> float:
        """Near 1 for what has hardly been seen, near 0 for what is common; the rarest counts."""
        tally = self.seen[kind]
        return max((1 / (1 + tally[name]) for name in names), default=0.0)

    def note(
        self, world: AnyWorld, before: AnyState, command: Command, events: Iterable[Event],
        after: AnyState,
    ) -> None:
        """Record one command with what it set off."""
        self.seen["commands"][type(command).__name__] += 1
        self.seen["unit types"].update(unit_types(world, command))
        if after.asks and after.asks != before.asks:
            self.seen["decisions"][type(after.asks[-1]).__name__] += 1
        if after.units is not before.units:
            self._moves(world, before, after)
        for event in events:
            if event.rule:
                self.seen["rules"][event.rule] += 1
            _own(world).count(self.seen, event)

    def _moves(self, world: AnyWorld, before: AnyState, after: AnyState) -> None:
        board = world.board
        for id_, unit in after.units.items():
            old = before.units.get(id_, unit)  # truck points may come into being
            if unit is old or unit.hex == old.hex or unit.hex < 0:
                continue
            self.seen["terrain"].update(board.hexes[unit.hex].terrain)
            if old.hex >= 0:
                self.seen["hexsides"].update(board.side(old.hex, unit.hex))


def _own(world: AnyWorld) -> Any:
    """What its series counts besides: KINDS, `count` and `possible`."""
    return import_module(f"engine.players.{world.series}.coverage")


def unit_types(world: AnyWorld, command: Command) -> tuple[str, ...]:
    """Types of the units and air units that a command names."""
    names: list[str] = []
    for field in ("units", "support", "air"):
        value = getattr(command, field, ())
        names.extend((value,) if isinstance(value, str) else value)
    for field in ("unit", "by"):
        if getattr(command, field, ""):
            names.append(getattr(command, field))
    return types_of(world, names)


def types_of(world: AnyWorld, names: Iterable[str]) -> tuple[str, ...]:
    """Side and type of named units; of air units the kind. Groups of blind play have none."""
    found = []
    for name in names:
        id_ = world.names.get(name.lower(), "")
        if id_ in world.counters:
            found.append(_type(world, id_))
        elif id_ in world.aircraft:
            found.append(_air_type(world, id_))
    return tuple(found)


def _type(world: AnyWorld, id_: str) -> str:
    counter = world.counters[id_]
    return f"{counter.side} {counter.type}"


def _air_type(world: AnyWorld, id_: str) -> str:
    plane = world.aircraft[id_]  # each series has its own word for it
    return f"air {plane.kind if hasattr(plane, 'kind') else plane.type}"


def possible(world: AnyWorld) -> Mapping[str, frozenset[str]]:
    """What a scenario could use, for the kinds that have a closed list."""
    board, air, series = world.board, world.scenario.air, series_of(world)
    return {
        "commands": frozenset(form.cls.__name__ for form in series.grammar.forms),
        "decisions": frozenset(
            kind.__name__ for kind in series.flow.offers if isinstance(kind, type)),
        "unit types": frozenset(_type(world, i) for i in world.scenario.units)
        | frozenset(_air_type(world, i) for i in air),
        "terrain": frozenset(word for cell in board.hexes for word in cell.terrain),
        "hexsides": frozenset(word for side in board.sides for word in side),
        **_own(world).possible(world),
    }


def report(world: AnyWorld, coverage: Coverage) -> Iterator[str]:
    """The table in lines: for each kind what occurred with its count, then what did not."""
    whole = possible(world)
    for kind in (*KINDS, *_own(world).KINDS, *LAST):
        tally = coverage.seen[kind]
        missing = sorted(whole.get(kind, frozenset()) - set(tally))
        found = ", ".join(f"{name} {count}" for name, count in sorted(tally.items()))
        total = f"{len(tally)}/{len(tally) + len(missing)}" if kind in whole else str(len(tally))
        yield f"{kind} {total}: {found}"
        if missing:
            yield f"  not used: {', '.join(missing)}"
