"""Questions and orders as numbered lists, in words; before an answer what hangs on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.board import NOWHERE
from engine.core.commands import Command, End
from engine.ocs import combat_supply, odds
from engine.ocs.state import Fighting, Mission
from tui.desk.desk import Desk
from tui.desk.question import QuestionTask
from tui.desk.task import Choice, Row
from tui.ocs.bills import bill_lines
from tui.ocs.units import plane_values
from tui.ocs.wording import by_kind, kind_of, kind_words, place_of, words
from tui.panels.lines import Line, line, spread, wrap


class DecisionTask(QuestionTask):
    """One of the engine's questions, with what hangs on the answer."""

    def words(self, command: Command) -> str:
        """See `words`."""
        return words(self.desk, command)

    def lines(self, width: int) -> Sequence[Line]:
        """The combat or the mission in hand."""
        state = self.desk.state
        if not state.asks:
            return ()
        if state.fighting is not None:
            return fight_lines(self.desk, state.fighting, width)
        return mission_lines(self.desk, state.mission, width) if state.mission is not None else ()


def mission_lines(desk: Desk, mission: Mission, width: int) -> list[Line]:
    """The aircraft that come, and what for: who intercepts or aborts must know (14.3, 14.5)."""
    world, state = desk.world, desk.state
    out = wrap(f"{mission.kind} to {world.board.label(mission.hex)}", width, "bold")
    for id_ in mission.aircraft:
        values = plane_values(world, state, id_)
        out.append(spread(((f" {world.name(id_)}", ""),), ((values, "dim"),), width))
    return out


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
        self._places: dict[int, list[Command]] | None = None
        self._own: dict[int, tuple[Command, ...]] = {}
        """Orders by hexes where the cursor has been."""
        self.all = not self.stops()

    def every(self) -> Sequence[Command]:
        """All orders of the step, those of a kind together."""
        if self._every is None:
            self._every = by_kind(
                c for c in self.desk.game.orders() if not isinstance(c, End))
        return self._every

    def here(self) -> Sequence[Command]:
        """Orders of the hex under the cursor, and those about no hex.

        While the cursor passes by, these stay the first.
        """
        anywhere = self._about().get(NOWHERE, ())
        return (*anywhere, *self.own()) if self.browsing else (*self.own(), *anywhere)

    def own(self) -> Sequence[Command]:
        """Orders about the hex under the cursor."""
        cursor = self.desk.cursor
        if cursor not in self._own:
            about = self._about().get(cursor, ())
            self._own[cursor] = tuple(dict.fromkeys((*about, *self.there())))
        return self._own[cursor]

    def _about(self) -> Mapping[int, Sequence[Command]]:
        """Orders by the hexes that they are about; by no hex those about none."""
        if self._places is None:
            self._places = {}
            for command in self.every():
                for hex_ in place_of(self.desk, command) or (NOWHERE,):
                    self._places.setdefault(hex_, []).append(command)
        return self._places

    def there(self) -> Sequence[Command]:
        """Orders that any hex would do for, in the one under the cursor."""
        number = self.desk.world.board.id(self.desk.cursor)
        return tuple(c for c in self.desk.game.legal(number) if not isinstance(c, End))

    @property
    def browsing(self) -> bool:
        """Until a list is opened, but not where the engine waits for an answer."""
        return not (self.all or self.kind or self.desk.state.asks)

    def within(self) -> Sequence[Command]:
        """All orders, or those of this hex."""
        return self.every() if self.all else self.here()

    def kinds(self) -> Mapping[tuple[str, ...], Sequence[Command]]:
        """The orders by kinds."""
        found: dict[tuple[str, ...], list[Command]] = {}
        for command in self.within():
            found.setdefault(kind_of(command), []).append(command)
        return found

    def listing(self) -> bool:
        """Whether kinds are listed rather than orders.

        So are those of all hexes where there are too many for a page, and those of the hex under
        the cursor: while it passes by, a line for each kind is enough.
        """
        if self.kind or not self.all:
            return self.browsing
        few = len(self.pages.of(self.every())) == len(self.every())
        return not few and len(self.kinds()) > 1

    def commands(self) -> Sequence[Command]:
        """Orders of this hex, of the kind chosen, or every one; or one of each kind."""
        if self.listing():
            return tuple(group[0] for group in self.kinds().values())
        return self.kinds().get(self.kind, ()) if self.kind else self.within()

    def rows(self) -> Sequence[Row]:
        """Orders in words, or kinds with how many there are of each."""
        if not self.listing():
            return super().rows()
        groups = self.pages.of(tuple(self.kinds().values()))
        return tuple(
            Row(str(i), kind_words(self.desk, group[0]), note=str(len(group))) if self.all else
            Row(str(i), f"{kind_words(self.desk, group[0])} ({len(group)})")
            for i, group in enumerate(groups)
        )

    def stops(self) -> Sequence[int]:
        """Hexes with an order."""
        return sorted(h for h in self._about() if h != NOWHERE)

    def moved(self) -> None:
        """Another hex, other orders."""
        if not self.all:
            self.kind = ()
        self.pages.first()

    def changed(self) -> None:
        """Other orders may be legal now."""
        super().changed()
        self._every = self._places = None
        self._own = {}
        self.all = self.all and bool(self.every())
        if self.kind not in self.kinds():
            self.kind = ()

    def choices(self) -> Sequence[Choice]:
        """How to choose, and where."""
        commands = self.commands()
        out = [Choice("1-9", "choose"), *self.pages.choice(commands)] if commands else []
        if self.stops():
            every = f"all {len(self.every())} orders"
            out.append(Choice("e", "orders of this hex" if self.all else every))
            out.append(Choice("Tab", "next hex with orders"))
        if self.kind:
            out.append(Choice("Esc", "back to the kinds"))
        if self.only() is not None:
            out.append(Choice("Enter", "the only one"))
        return out

    def only(self) -> Command | None:
        """The only order, once its words are on the screen."""
        commands = self.commands()
        return commands[0] if len(commands) == 1 and not self.listing() else None

    def lines(self, width: int) -> Sequence[Line]:
        """How many there are."""
        every, commands = len(self.every()), self.commands()
        if self.kind and commands:
            return [line(f"{len(commands)} {kind_words(self.desk, commands[0])}", "dim")]
        return [line(f"{every} orders", "dim")] if self.all else ()

    def digit(self, index: int) -> None:
        """Open a kind, or give an order."""
        if not self.listing():
            super().digit(index)
            return
        group = self.pages.take(tuple(self.kinds().values()), index)
        if group is not None:
            self.open(group[0])

    def open(self, command: Command) -> None:
        """List the orders of this kind."""
        self.kind = kind_of(command)
        self.pages.first()

    def act(self, action: str) -> bool:
        """Switch between this hex and all; Enter opens the only kind, and gives the only order."""
        if action == "enter":
            self.all, self.kind = not self.all, ()
            self.pages.first()
            return True
        if action == "back" and self.kind:
            self.kind = ()
            self.pages.first()
            return True
        if action != "accept":
            return super().act(action)
        only = self.only()
        if only is not None:
            self.desk.execute(only)
        elif self.browsing and len({kind_of(c) for c in self.own()}) == 1:
            self.open(self.own()[0])
        return only is not None or not self.all
