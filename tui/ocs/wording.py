"""Answers and orders of the series in words, with their price where they have one."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine.core.board import NOWHERE
from engine.core.commands import Command, Pass
from engine.ocs import breakout, combat_supply, construction, dumps, odds, rail
from engine.ocs.commands import (
    Abort,
    Act,
    Begin,
    BreakOut,
    Build,
    Choose,
    Fly,
    InterceptBy,
    LeadBy,
    Lose,
    Pay,
    Pick,
    PlaceSupply,
    Rail,
    RailSupply,
    Simulcast,
    TakeOption,
)
from engine.ocs.pieces import SP
from engine.ocs.sizes import steps_left
from engine.ocs.works import Task as Work

if TYPE_CHECKING:
    from tui.desk.desk import Desk

_PASS = {
    "defendersupply": "pay nothing: they defend at half",
    "optionchoice": "ignore the option",
    "advance": "no (further) advance",
    "feed": "nobody (else) eats: the rest go Out of Supply",
    "intercept": "no interception",
    "mayabort": "none aborts",
    "displace": "give them up",
    "setup": "done: all begin so",
}


def words(desk: Desk, command: Command) -> str:
    """An answer or order as a player would say it; its command where that says it best."""
    if isinstance(command, Pass):
        return _PASS.get(desk.ask.kind if desk.ask is not None else "", "pass: go on")
    told = _WORDS.get(type(command))
    return told(desk, command) if told is not None else desk.game.render(command)


def _pay(desk: Desk, command: Any) -> str:
    decision = desk.state.asks[-1]
    ids = tuple(map(desk.world.unit_id, command.units))
    bill = combat_supply.defense_bill(desk.world, desk.state, ids, sparing=command.sparing)
    spared = ", sparing Organic Trucks" if command.sparing else ""
    who = "all" if set(ids) == set(decision.units) else ", ".join(command.units)
    stocks = f", stocks of {len(bill.stocks)}" if bill.stocks else ""
    return f"pay for {who}: {dumps.show(bill.total)}{stocks}{spared}"


def _option(desk: Desk, command: Any) -> str:
    steps, points = int(command.steps), desk.state.asks[-1].points
    back = points - steps
    parts = [f"lose {steps} step{'s' * (steps != 1)}"] if steps else []
    parts += [f"retreat {back} hex{'es' * (back != 1)}"] if back else []
    return ", ".join(parts) or "nothing"


def _lose(desk: Desk, command: Any) -> str:
    parts = [name + (f" ({n} steps)" if n > 1 else "") for name, n in Tally(command.units).items()]
    return f"lose {', '.join(parts)}"


def _lead(desk: Desk, command: Any) -> str:
    id_ = desk.world.unit_id(command.unit)
    attacking = bool(getattr(desk.state.asks[-1], "attacking", False))
    hex_ = desk.state.fighting.hex if attacking else NOWHERE
    ar = odds.rating(desk.world, desk.state, id_, attacking=attacking, hex_=hex_)
    steps = steps_left(desk.world, desk.state.units[id_])
    return f"{command.unit}: AR {ar}; it takes the first loss, {steps} step{'s' * (steps != 1)}"


def _fly(desk: Desk, command: Any) -> str:
    label = desk.world.board.label(desk.world.board.at(command.hex))
    target = f", its {command.target}" if command.target else ""
    cargo = f", {', '.join(command.cargo)}" if command.cargo else ""
    load = f", {dumps.show(int(command.tokens))}" if command.tokens else ""
    return f"{command.mission} {label}{target}: {', '.join(command.air)}{cargo}{load}"


def _act(desk: Desk, command: Any) -> str:
    label = desk.world.board.label(desk.world.board.at(command.hex))
    units = f": {', '.join(command.units)}" if command.units else ""
    word = f" {desk.world.hooks.called(command.word)}" if command.word else ""
    return f"{desk.world.hooks.topic(command.topic)}{word} {label}{units}"


def _break_out(desk: Desk, command: Any) -> str:
    """Who tries it, and the chance: a failure destroys the unit (OCS 12.8e)."""
    state, ids = desk.state, [desk.world.unit_id(name) for name in command.units]
    least = {breakout.least(state.units[i]) for i in ids}
    odds_ = " or ".join(odds.percent(Fraction(7 - n, 6)) for n in sorted(least, reverse=True))
    return f"break out {', '.join(command.units)}: {odds_} get away, else destroyed"


def _choose(desk: Desk, command: Any) -> str:
    word = str(command.word)
    called = desk.world.hooks.called(word)
    return called if called != word else word.replace("-", " ")


def _build(desk: Desk, command: Any) -> str:
    world, state = desk.world, desk.state
    hex_ = world.board.at(command.hex)
    task = construction.task_of(world, state, command.what, hex_, down=command.down)
    text = task.text if isinstance(task, Work) else f"{command.what} {command.down}"
    cost = construction.price(world, state, command, task) if isinstance(task, Work) else 0
    paid = f", {dumps.show(cost)}" if cost else ""
    return f"{text} {world.board.label(hex_)}: {', '.join(command.units)}{paid}"


def _rail(desk: Desk, command: Any) -> str:
    world, state = desk.world, desk.state
    end = world.board.at(command.to)
    cost = sum(rail.price(world, state, state.units[world.unit_id(n)], end) for n in command.units)
    return f"by rail to {world.board.label(end)}: {', '.join(command.units)}, {_points(desk, cost)}"


def _rail_supply(desk: Desk, command: Any) -> str:
    world, state, tokens = desk.world, desk.state, int(command.tokens)
    start, end = world.board.at(command.source), world.board.at(command.to)
    way = rail.route(world, state, desk.side, start, end)
    cost = rail.rail_cost(world, state, desk.side, way, tokens * rail.POINT // SP)
    to = world.board.label(end)
    return f"{dumps.show(tokens)} by rail from {command.source} to {to}, {_points(desk, cost)}"


def _points(desk: Desk, sixteenths: int) -> str:
    """Rail Capacity that is used, of what is left."""
    left = rail.show(rail.capacity(desk.state, desk.side))
    return f"{rail.show(sixteenths)} of {left} rail points"


def _begin(desk: Desk, command: Any) -> str:
    side = f", {command.side} side up" if command.side else ""
    return f"{', '.join(command.units)}: {command.how}{side}"


_WORDS: dict[type[Command], Callable[[Desk, Any], str]] = {
    Build: _build, Rail: _rail, RailSupply: _rail_supply,
    Pay: _pay, TakeOption: _option, Lose: _lose, LeadBy: _lead, Fly: _fly, Act: _act,
    Choose: _choose, BreakOut: _break_out,
    InterceptBy: lambda desk, c: f"intercept with {c.air}",
    Abort: lambda desk, c: f"abort {', '.join(c.air)}",
    Pick: lambda desk, c: c.air,
    Simulcast: lambda desk, c: "propose a simulcast turn",
    Begin: _begin,
    PlaceSupply: lambda desk, c: (
        f"{dumps.show(int(c.tokens))} at {desk.world.board.label(desk.world.board.at(c.at))}"
    ),
}


def place_of(desk: Desk, command: Command) -> set[int]:
    """The hexes that an order is about: those it names, and where its units stand."""
    world, found = desk.world, set()
    for name in ("hex", "at", "to", "source"):
        number = getattr(command, name, "")
        if number and number in world.board.index:
            found.add(world.board.index[number])
    names = [*getattr(command, "units", ()), getattr(command, "unit", "")]
    for name in names:
        id_ = world.names.get(name.lower(), "") if name else ""
        if id_ in desk.state.units and desk.state.units[id_].on_map:
            found.add(desk.state.units[id_].hex)
    return found


def about(desk: Desk, command: Command, hex_: int) -> bool:
    """Whether an order is about a hex, or about none: then it is always listed."""
    places = place_of(desk, command)
    return not places or hex_ in places


def by_kind(commands: Iterable[Command]) -> tuple[Command, ...]:
    """Orders of a kind together, the kinds in the order in which they come first."""
    kinds: dict[tuple[str, ...], list[Command]] = {}
    for command in commands:
        kinds.setdefault(kind_of(command), []).append(command)
    return tuple(command for group in kinds.values() for command in group)


def kind_of(command: Command) -> tuple[str, ...]:
    """What sort of order it is: its command, and the word that tells it from others of that."""
    for name in ("topic", "mission", "what"):
        word = getattr(command, name, "")
        if word:
            return type(command).__name__, word
    return (type(command).__name__,)


def kind_words(desk: Desk, command: Command) -> str:
    """The name of a kind of orders."""
    name, *word = kind_of(command)
    if name == "Act":
        told = desk.world.hooks.topic(word[0])
        return re.sub(r"( in| to| of)?[,:]?$", "", told)
    plain = "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()
    return " ".join((plain, *word))
