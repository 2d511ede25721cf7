"""What combat supply costs, and which dumps, stocks and trucks pay for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ocs import combat_supply, dumps
from engine.ocs.combat_supply import WORDS, Bill
from tui.desk.task import Choice
from tui.panels.lines import Line, wrap

if TYPE_CHECKING:
    from tui.desk.desk import Desk


def trucks_choice(desk: Desk, units: tuple[str, ...], sparing: bool) -> list[Choice]:
    """Whether Organic Trucks pay for an attack: asked where they would (13.2g G)."""
    bill = combat_supply.attack_bill(desk.world, desk.state, units)
    if not bill.organic:
        return []
    return [Choice("s", "let Organic Trucks pay" if sparing else "spare Organic Trucks")]


def bill_lines(desk: Desk, bill: Bill, who: str, width: int) -> list[Line]:
    """A price and the dumps that it comes from."""
    world = desk.world
    if len(bill.tokens) == 1:
        only = world.board.id(bill.tokens[0][0])
        out = wrap(f"{who} {dumps.show(bill.total)} from {only}", width)
    else:
        head = f"{who} {dumps.show(bill.total)}" if bill.total else f"{who} nothing from dumps"
        out = wrap(head, width)
        for hex_, tokens in bill.tokens:
            out += wrap(f"  {dumps.show(tokens)} from {world.board.label(hex_)}", width, "dim")
    if bill.wasted:
        out += wrap(f"  {dumps.show(bill.wasted)} of it in vain (OCS 12.10h)", width, "warn")
    aboard = sum(tokens for _, _, tokens in bill.organic)
    if aboard:
        out += wrap(f"  {dumps.show(aboard)} of it aboard Organic Trucks", width, "dim")
    if bill.stocks:
        names = ", ".join(_stocked(desk, i) for i in bill.stocks)
        out += wrap(f"  internal stocks: {names}", width, "warn")
    if bill.unpaid:
        names = ", ".join(world.name(i) for i in bill.unpaid)
        out += wrap(f"  not supplied: {names}", width, "bad")
    return out


def _stocked(desk: Desk, id_: str) -> str:
    """A unit with the state that its stocks would come to."""
    then = WORDS.get(desk.state.units[id_].stock + 1, "")
    return f"{desk.world.name(id_)} to {then}" if then else str(desk.world.name(id_))
