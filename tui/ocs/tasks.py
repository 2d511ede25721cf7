"""Which task belongs to which step or decision of the series."""

from __future__ import annotations

from engine.ocs import decisions
from engine.ocs.sequence import BARRAGING, FIGHTING, MOVING, key
from tui.desk.desk import Desk
from tui.desk.task import Task
from tui.ocs.attack import AttackTask
from tui.ocs.barrage import BarrageTask
from tui.ocs.menu import DecisionTask, OrdersTask
from tui.ocs.move import MoveTask
from tui.ocs.retreat import RetreatTask


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
        return AttackTask(desk)
    return BarrageTask(desk) if step in BARRAGING else OrdersTask(desk)
