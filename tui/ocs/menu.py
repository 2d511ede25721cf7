"""Questions and orders as numbered lists, in words; before an answer what hangs on it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.commands import Command, End
from engine.ocs import combat_supply, odds
from engine.ocs.state import Fighting
from tui.desk.desk import Desk
from tui.desk.question import QuestionTask
from tui.desk.task import Choice, Row
from tui.ocs.odds import bill_lines
from tui.ocs.wording import about, by_kind, kind_of, kind_words, place_of, words
from tui.panels.lines import Line, line, spread, wrap


class DecisionTask(QuestionTask):
    """One of the engine's questions, with what hangs on the answer."""

    def words(self, command: Command) -> str:
        """See `words`."""
        return words(self.desk, command)

    def lines(self, width: int) -> Sequence[Line]:
        """The combat in hand."""
        fight = self.desk.state.fighting
        if not self.desk.state.asks or fight is None:
            return ()
        return fight_lines(self.desk, fight, width)


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
    desk: Desk, fight: Fighting, units: tuple[str, ...], width: int
) -> list[Line]:
    """The odds with and without payment for these defenders, and where it would come from."""
    world, state = desk.world, desk.state
    out = fight_lines(desk, fight, width)
    bill = combat_supply.defense_bill(world, state, units)
    paid = {i for i in units if i not in bill.unpaid} | set(fight.paid)
    for label, ids in (("odds if paid", paid), ("odds if not", set(fight.paid))):
        weighed = odds.weigh(world, state, fight.hex, fight.units, frozenset(ids))
        out.append(spread(((label, ""),), ((weighed.text, "bold"),), width))
    return [*out, *bill_lines(desk, bill, "the price is", width)]


class PriceTask(DecisionTask):
    """Combat supply for all defenders or for none (12.4)."""

    def lines(self, width: int) -> Sequence[Line]:
        """What a payment would change in the combat, and where it would come from."""
        fight = self.desk.state.fighting
        assert fight is not None
        return supply_lines(self.desk, fight, self.desk.state.asks[-1].units, width)


class OrdersTask(DecisionTask):
    """Free orders of a step: those of the hex under the cursor, or all by kinds with `e`."""

    def __init__(self, desk) -> None:  # type: ignore[no-untyped-def]
        super().__init__(desk)
        self.kind: tuple[str, ...] = ()
        """The kind whose orders are listed; empty where the kinds themselves are."""
        self._every: tuple[Command, ...] | None = None
        self._here: tuple[int, tuple[Command, ...]] | None = None
        """A hex and its orders."""
        self.all = not self.stops()

    def every(self) -> Sequence[Command]:
        """All orders of the step, those of a kind together."""
        if self._every is None:
            self._every = by_kind(
                c for c in self.desk.game.legal() if not isinstance(c, End))
        return self._every

    def here(self) -> Sequence[Command]:
        """Orders of the hex under the cursor."""
        cursor = self.desk.cursor
        if self._here is None or self._here[0] != cursor:
            own = [c for c in self.every() if about(self.desk, c, cursor)]
            self._here = cursor, tuple(dict.fromkeys((*own, *self.there())))
        return self._here[1]

    def there(self) -> Sequence[Command]:
        """Orders that any hex would do for, in the one under the cursor."""
        number = self.desk.world.board.id(self.desk.cursor)
        return tuple(c for c in self.desk.game.legal(number) if not isinstance(c, End))

    def kinds(self) -> Sequence[Command]:
        """The first order of each kind."""
        found: dict[tuple[str, ...], Command] = {}
        for command in self.every():
            found.setdefault(kind_of(command), command)
        return tuple(found.values())

    def listing(self) -> bool:
        """Whether kinds are listed rather than orders: where there are too many for a page."""
        few = len(self.pages.of(self.every())) == len(self.every())
        return self.all and not self.kind and not few and len(self.kinds()) > 1

    def commands(self) -> Sequence[Command]:
        """Orders of this hex, of the kind chosen, or every one; or one of each kind."""
        if self.listing():
            return self.kinds()
        if not self.all:
            return self.here()
        return tuple(c for c in self.every() if not self.kind or kind_of(c) == self.kind)

    def rows(self) -> Sequence[Row]:
        """Orders in words, or kinds with how many there are of each."""
        if not self.listing():
            return super().rows()
        return tuple(
            Row(str(i), kind_words(c),
                note=str(sum(kind_of(o) == kind_of(c) for o in self.every())))
            for i, c in enumerate(self.pages.of(self.kinds()))
        )

    def stops(self) -> Sequence[int]:
        """Hexes with an order."""
        return sorted({h for c in self.every() for h in place_of(self.desk, c)})

    def moved(self) -> None:
        """Another hex, other orders."""
        self.pages.first()

    def changed(self) -> None:
        """Other orders may be legal now."""
        super().changed()
        self._every = self._here = None
        self.all = self.all and bool(self.every())
        if self.kind not in map(kind_of, self.every()):
            self.kind = ()

    def choices(self) -> Sequence[Choice]:
        """How to choose, and where."""
        out = list(super().choices()) if self.commands() else []
        if self.stops():
            out.append(Choice("Tab", "next hex with orders"))
            out.append(Choice("e", "orders of this hex" if self.all else "all orders"))
        if self.kind:
            out.append(Choice("Esc", "back to the kinds"))
        return out

    def lines(self, width: int) -> Sequence[Line]:
        """How many there are."""
        every, here = len(self.every()), len(self.commands())
        if self.all:
            what = kind_words(self.commands()[0]) if self.kind and self.commands() else "orders"
            return [line(f"{here if self.kind else every} {what}", "dim")]
        return [line(f"{here} here of {every} orders", "dim")]

    def digit(self, index: int) -> None:
        """Open a kind, or give an order."""
        if not self.listing():
            super().digit(index)
            return
        first = self.pages.take(self.kinds(), index)
        if first is not None:
            self.kind = kind_of(first)
            self.pages.first()

    def act(self, action: str) -> bool:
        """Switch between this hex and all; Enter gives the only order of the hex."""
        if action == "enter":
            self.all, self.kind = not self.all, ()
            self.pages.first()
            return True
        if action == "back" and self.kind:
            self.kind = ()
            self.pages.first()
            return True
        if action == "accept" and self.all and len(self.commands()) > 1:
            return False
        return super().act(action)
