"""Which task belongs to which step or decision of the series."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from engine.ocs import combat_supply, decisions, losses
from engine.ocs.sequence import BARRAGING, FIGHTING, MOVING, REINFORCE, key
from tui.desk.desk import Desk
from tui.desk.task import Task
from tui.ocs.aftermath import LossTask, PayTask, RemoveTask
from tui.ocs.feeding import FeedTask, RecoverTask
from tui.ocs.menu import DecisionTask, OrdersTask, PriceTask
from tui.ocs.placing import DeliveryTask, DisplaceTask, LandingTask, PlacementTask
from tui.ocs.segment import (
    advance_task,
    arrival_task,
    attack_task,
    barrage_task,
    movement_task,
    retreat_task,
)

ASKED: dict[type, Callable[[Desk], Task]] = {
    decisions.Retreat: retreat_task, decisions.Advance: advance_task, decisions.Feed: FeedTask,
    decisions.Recovery: RecoverTask, decisions.Displace: DisplaceTask,
    decisions.Placement: PlacementTask, decisions.Landing: LandingTask,
    decisions.Delivery: DeliveryTask, decisions.Overstacked: RemoveTask,
    decisions.SetUp: OrdersTask,
}
"""Decisions about who and where; a list of answers serves every other."""
FEW = 9
"""Ways to take losses that stand in a list; more are put together step by step."""


def task_for(desk: Desk) -> Task:
    """The task for what is asked now."""
    state = desk.state
    if desk.ask is None:
        return Task(desk)
    if state.asks:
        return _asking(desk)(desk)
    step = key(state)
    if step in MOVING:
        return movement_task(desk)
    if step in FIGHTING:
        return attack_task(desk)
    if step == REINFORCE:
        return arrival_task(desk)
    return barrage_task(desk) if step in BARRAGING else OrdersTask(desk)


def _asking(desk: Desk) -> Callable[[Desk], Task]:
    """Losses and payments are put together only where they have many ways."""
    decision = desk.state.asks[-1]
    if isinstance(decision, decisions.Losses):
        ways = islice(losses.offers(desk.world, desk.state, decision), FEW + 1)
        return LossTask if len(list(ways)) > FEW else DecisionTask
    if isinstance(decision, decisions.DefenderSupply):
        bill = combat_supply.defense_bill(desk.world, desk.state, decision.units)
        return PayTask if bill.stocks or bill.unpaid else PriceTask
    return ASKED.get(type(decision), DecisionTask)
