"""Which task belongs to which step or decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.efs import decisions
from engine.efs.sequence import (
    CAS_ATTACKER,
    CAS_DEFENDER,
    COMBAT,
    DECLARE,
    INTERCEPT,
    INTERDICT,
    MOTORIZED,
    MOVE,
    ORDERS,
    REACT,
    SEQUENCE,
    SUPPORT,
)
from tui.desk import advance, air, attack, guns, menu, move, retreat
from tui.desk.task import Task

if TYPE_CHECKING:
    from tui.desk.desk import Desk

_STEPS: dict[str, type[Task]] = {
    MOVE: move.MoveTask,
    MOTORIZED: move.MoveTask,
    REACT: move.MoveTask,
    DECLARE: attack.DeclareTask,
    SUPPORT: guns.SupportTask,
    ORDERS: menu.OrdersTask,
    CAS_ATTACKER: air.CasTask,
    CAS_DEFENDER: air.CasTask,
    INTERDICT: air.InterdictTask,
    INTERCEPT: air.InterceptTask,
    COMBAT: attack.CombatTask,
}
_DECISIONS: dict[type, type[Task]] = {
    decisions.Retreat: retreat.RetreatTask,
    decisions.Advance: advance.AdvanceTask,
}


def task_for(desk: Desk) -> Task:
    """The task for what is asked now; a list of the legal commands serves every other question."""
    state = desk.state
    if desk.ask is None:
        return Task(desk)
    if state.asks:
        return _DECISIONS.get(type(state.asks[-1]), menu.MenuTask)(desk)
    return _STEPS.get(SEQUENCE[state.step].key, menu.MenuTask)(desk)
