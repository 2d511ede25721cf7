"""Which task belongs to which step or decision of the series."""

from __future__ import annotations

from engine.ocs import decisions
from engine.ocs.sequence import BARRAGING, FIGHTING, MOVING, key
from tui.desk.desk import Desk
from tui.desk.task import Task
from tui.ocs.menu import DecisionTask, OrdersTask
from tui.ocs.move import MoveTask
from tui.ocs.retreat import RetreatTask
from tui.ocs.segment import attack_task, barrage_task


def task_for(desk: Desk) -> Task:
    """The task for what is asked now; a list of the legal commands serves every other question."""
    state = desk.state
    if desk.ask is None:
        return Task(desk)
    if state.asks:
        retreats = isinstance(state.asks[-1], decisions.Retreat)
        return RetreatTask(desk) if retreats else DecisionTask(desk)
    step = key(state)
    if step in MOVING:
        return MoveTask(desk)
    if step in FIGHTING:
        return attack_task(desk)
    return barrage_task(desk) if step in BARRAGING else OrdersTask(desk)
