"""Which task belongs to which step or decision of the series."""

from __future__ import annotations

from itertools import islice

from engine.core.state import Decision
from engine.ocs import combat_supply, decisions, losses
from engine.ocs.sequence import BARRAGING, FIGHTING, MOVING, REINFORCE, key
from tui.desk.desk import Desk
from tui.desk.task import Task
from tui.ocs.segment import (
    ALL,
    advance_task,
    arrival_task,
    attack_task,
    barrage_task,
    movement_task,
    retreat_task,
    task_at,
)

ASKED: dict[type, str] = {
    decisions.Feed: "feeding.FeedTask", decisions.Recovery: "feeding.RecoverTask",
    decisions.Displace: "placing.DisplaceTask", decisions.Placement: "placing.PlacementTask",
    decisions.Landing: "placing.LandingTask", decisions.Delivery: "placing.DeliveryTask",
    decisions.Overstacked: "aftermath.RemoveTask", decisions.SetUp: "menu.OrdersTask",
}
"""Decisions about who and where; a list of answers serves every other."""
LIST = "menu.DecisionTask"
FEW = 9
"""Ways to take losses that stand in a list; more are put together step by step."""


def task_for(desk: Desk) -> Task:
    """The task for what is asked now."""
    state = desk.state
    if desk.ask is None:
        return Task(desk)
    if state.asks:
        return _asking(desk, state.asks[-1])
    step = key(state)
    if step in MOVING:
        return movement_task(desk)
    if step in FIGHTING:
        return attack_task(desk)
    if step == REINFORCE:
        return arrival_task(desk)
    return barrage_task(desk) if step in BARRAGING else ALL.opened(desk)


def _asking(desk: Desk, decision: Decision) -> Task:
    if isinstance(decision, decisions.Retreat):
        return retreat_task(desk)
    if isinstance(decision, decisions.Advance):
        return advance_task(desk)
    return task_at(_answered(desk, decision), desk)


def _answered(desk: Desk, decision: Decision) -> str:
    """Losses and payments are put together only where they have many ways."""
    if isinstance(decision, decisions.Losses):
        ways = islice(losses.offers(desk.world, desk.state, decision), FEW + 1)
        return "aftermath.LossTask" if len(list(ways)) > FEW else LIST
    if isinstance(decision, decisions.DefenderSupply):
        bill = combat_supply.defense_bill(desk.world, desk.state, decision.units)
        return "aftermath.PayTask" if bill.stocks or bill.unpaid else "menu.PriceTask"
    return ASKED.get(type(decision), LIST)
