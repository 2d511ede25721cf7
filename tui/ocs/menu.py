"""Questions and orders as numbered lists, in words; before an answer what hangs on it."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Sequence
from typing import Any

from engine.core.commands import Command, Pass
from engine.ocs import combat_supply, decisions, dumps, odds
from engine.ocs.commands import (
    Abort,
    Act,
    Choose,
    Fly,
    InterceptBy,
    LeadBy,
    Lose,
    Pay,
    Pick,
    PlaceSupply,
    Simulcast,
    TakeOption,
)
from engine.ocs.state import Fighting
from tui.desk.desk import Desk
from tui.desk.question import PAGE, QuestionTask
from tui.desk.task import Choice
from tui.ocs.odds import bill_lines
from tui.panels.lines import Line, line, spread, wrap

_PASS = {
    "defendersupply": "pay nothing: they defend at half",
    "optionchoice": "ignore the option",
    "advance": "no (further) advance",
    "feed": "nobody (else) eats: the rest go Out of Supply",
    "intercept": "no interception",
    "mayabort": "none aborts",
    "displace": "give them up",
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
    bill = combat_supply.defense_bill(desk.world, desk.state, ids)
    who = "all" if set(ids) == set(decision.units) else ", ".join(command.units)
    stocks = f", stocks of {len(bill.stocks)}" if bill.stocks else ""
    return f"pay for {who}: {dumps.show(bill.total)}{stocks}"


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
    ar = odds.rating(desk.world, desk.state, id_, attacking=attacking)
    return f"{command.unit}: Action Rating {ar}"


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
    return f"{command.topic.replace('-', ' ')}{word} {label}{units}"


def _choose(desk: Desk, command: Any) -> str:
    word = str(command.word)
    called = desk.world.hooks.called(word)
    return called if called != word else word.replace("-", " ")


_WORDS: dict[type[Command], Callable[[Desk, Any], str]] = {
    Pay: _pay, TakeOption: _option, Lose: _lose, LeadBy: _lead, Fly: _fly, Act: _act,
    Choose: _choose,
    InterceptBy: lambda desk, c: f"intercept with {c.air}",
    Abort: lambda desk, c: f"abort {', '.join(c.air)}",
    Pick: lambda desk, c: c.air,
    Simulcast: lambda desk, c: "propose a simulcast turn",
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


class DecisionTask(QuestionTask):
    """One of the engine's questions, with what hangs on the answer."""

    def words(self, command: Command) -> str:
        """See `words`."""
        return words(self.desk, command)

    def lines(self, width: int) -> Sequence[Line]:
        """The combat in hand, and what a payment would change in it."""
        asks = self.desk.state.asks
        if not asks:
            return ()
        fight = self.desk.state.fighting
        if isinstance(asks[-1], decisions.DefenderSupply) and fight is not None:
            return supply_lines(self.desk, fight, asks[-1], width)
        return fight_lines(self.desk, fight, width) if fight is not None else ()


def fight_lines(desk: Desk, fight: Fighting, width: int) -> list[Line]:
    """The combat being resolved: who, at which odds, with which result."""
    kind = "overrun of" if fight.overrun else "attack on"
    out = wrap(f"{kind} {desk.world.board.label(fight.hex)}", width, "bold")
    if fight.odds:
        shift = f", surprise {fight.surprise:+d}" if fight.surprise else ""
        out += wrap(f"odds {fight.odds}{shift}", width)
    if fight.result:
        out += wrap(f"result {fight.result}", width)
    return out


def supply_lines(
    desk: Desk, fight: Fighting, decision: decisions.DefenderSupply, width: int
) -> list[Line]:
    """The odds with and without payment, and where it would come from."""
    world, state = desk.world, desk.state
    out = fight_lines(desk, fight, width)
    bill = combat_supply.defense_bill(world, state, decision.units)
    paid = {i for i in decision.units if i not in bill.unpaid} | set(fight.paid)
    for label, ids in (("odds if paid", paid), ("odds if not", set(fight.paid))):
        weighed = odds.weigh(world, state, fight.hex, fight.units, frozenset(ids))
        out.append(spread(((label, ""),), ((weighed.text, "bold"),), width))
    return [*out, *bill_lines(desk, bill, "the price is", width)]


class OrdersTask(DecisionTask):
    """Free orders of a step: those of the hex under the cursor, or all with `e`."""

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.all = not self.stops()

    def _every(self) -> Sequence[Command]:
        return super().commands()

    def commands(self) -> Sequence[Command]:
        """Orders of this hex, or every one."""
        every = self._every()
        if self.all:
            return every
        return tuple(c for c in every if self.desk.cursor in place_of(self.desk, c))

    def stops(self) -> Sequence[int]:
        """Hexes with an order."""
        return sorted({h for c in self._every() for h in place_of(self.desk, c)})

    def moved(self) -> None:
        """Another hex, other orders."""
        self.page = 0

    def changed(self) -> None:
        """Other orders may be legal now."""
        super().changed()
        self.all = self.all and bool(self._every())

    def choices(self) -> Sequence[Choice]:
        """How to choose, and where."""
        out = list(super().choices()) if self.commands() else []
        if self.stops():
            out.append(Choice("Tab", "next hex with orders"))
            out.append(Choice("e", "orders of this hex" if self.all else "all orders"))
        return out

    def lines(self, width: int) -> Sequence[Line]:
        """How many there are."""
        every, here = len(self._every()), len(self.commands())
        most = " or more" if every >= 200 else ""
        text = f"{every}{most} orders" if self.all else f"{here} here of {every}{most} orders"
        return [line(text, "dim")]

    def act(self, action: str) -> bool:
        """Switch between this hex and all; Enter gives the only order of the hex."""
        if action == "enter":
            self.all, self.page = not self.all, 0
            return True
        if action == "accept" and self.all and len(self.commands()) > 1:
            return False
        return super().act(action)

    def page_of(self) -> Sequence[Command]:
        """The orders that are numbered now."""
        commands = self.commands()
        return commands[self.page * PAGE : (self.page + 1) * PAGE]
