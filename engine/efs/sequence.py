"""The Extended Sequence of Play (ESP; BSR 4.2) as a list of steps.

Step ids are those of the printed list; steps in which nobody can act in this game are
passed over by `flow`. `B.2` and `C.2`, the declaration phases, stand on their own as the
Extended Sequence has them (see notes on EFS 4.2B).
"""

from __future__ import annotations

from engine.core.sequence import Step
from engine.efs.pieces import AXIS, SOVIET

WEATHER = "weather"
SUPPLY = "supply"
REPLACEMENTS = "replacements"
REINFORCEMENTS = "reinforcements"
READINESS = "readiness"
INTERDICT = "interdict"
INTERCEPT = "intercept"
INTERDICTION = "interdiction"
MOVE = "move"
DECLARE = "declare"
REACT = "react"
SUPPORT = "support"
ORDERS = "orders"
CAS_ATTACKER = "cas_attacker"
CAS_DEFENDER = "cas_defender"
CAS = "cas"
COMBAT = "combat"
MOTORIZED = "motorized"
ENGINEERING = "engineering"
SURRENDER = "surrender"
INTERPHASE = "interphase"


def _segment(letter: str, side: str, other: str) -> list[Step]:
    """The steps of one player segment up to its combat phase; they are alike for both sides."""
    n = {"B": (1, 2, 3, 4), "C": (1, 2, 3, 4)}[letter]
    mover = "Axis" if side == AXIS else "Soviet"
    reactor = "Soviet" if side == AXIS else "Axis"
    return [
        Step(f"{letter}.{n[1]}", DECLARE, f"{mover} Attack Declaration", side, "BSR 12.0"),
        Step(f"{letter}.{n[2]}a", REACT, f"{reactor} Reaction: movement", other, "BSR 14.1"),
        Step(f"{letter}.{n[2]}b", SUPPORT, f"{reactor} Reaction: artillery", other, "BSR 14.2"),
        Step(f"{letter}.{n[2]}c", ORDERS, f"{reactor} Reaction: orders", other, "BSR 14.3"),
        Step(f"{letter}.{n[3]}a.1", CAS_ATTACKER, f"{mover} Combat: air support", side, "BSR 15.1"),
        Step(f"{letter}.{n[3]}a.2", CAS_DEFENDER, f"{reactor} air support", other, "BSR 17.24"),
        Step(f"{letter}.{n[3]}a.3", CAS, "Air missions", "", "BSR 17.3"),
        Step(f"{letter}.{n[3]}c", COMBAT, f"{mover} Combat", side, "BSR 15.2"),
    ]


SEQUENCE: tuple[Step, ...] = (
    Step("A.1", WEATHER, "Weather Determination", "", "BSR 5.1"),
    Step("A.2", SUPPLY, "Supply Determination", "", "BSR 6.1"),
    Step("A.3", REPLACEMENTS, "Replacements", "", "BSR 7.0"),
    Step("A.4", REINFORCEMENTS, "Reinforcements and Withdrawals", "", "BSR 8.0"),
    Step("A.5", READINESS, "Air Readiness", "", "BSR 9.1"),
    Step("A.6a", INTERDICT, "Axis Air Interdiction", AXIS, "BSR 13.1"),
    Step("A.6c", INTERCEPT, "Soviet fighters against interdiction", SOVIET, "BSR 17.23"),
    Step("A.6d", INTERDICTION, "Interdiction missions", "", "BSR 13.14"),
    Step("B.1", MOVE, "Axis Movement", AXIS, "BSR 10.1"),
    *_segment("B", AXIS, SOVIET),
    Step("B.5", MOTORIZED, "Axis Motorized Movement", AXIS, "BSR 10.2"),
    Step("B.6", ENGINEERING, "Axis Engineering", AXIS, "ESP B.6"),
    Step("C.1", MOTORIZED, "Soviet Motorized Movement", SOVIET, "BSR 10.2"),
    *_segment("C", SOVIET, AXIS),
    Step("C.5", MOVE, "Soviet Movement", SOVIET, "BSR 10.1"),
    Step("C.6", ENGINEERING, "Soviet Engineering", SOVIET, "ESP C.6"),
    Step("C.7", SURRENDER, "Soviet Surrender", "", "BSR 21.0"),
    Step("D", INTERPHASE, "Game Turn Interphase", "", "ESP D"),
)

FIRST_STEP = {"strategic": "A.1", "axis": "B.1", "soviet": "C.1"}


def place(id_: str) -> int:
    """The index of a step by its printed id."""
    return next(i for i, step in enumerate(SEQUENCE) if step.id == id_)


def segment(step: Step) -> str:
    """The side whose segment a step belongs to; empty in the Strategic Segment and Interphase."""
    return {"B": AXIS, "C": SOVIET}.get(step.id[0], "")


def other(side: str) -> str:
    """The opposing side."""
    return SOVIET if side == AXIS else AXIS
