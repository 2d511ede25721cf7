"""Counters of every movement class, and what a move costs, for the tests of BSR 10 to 12."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.errors import Refusal
from engine.efs import movement
from engine.efs.commands import GRAMMAR
from engine.efs.decisions import Retreat
from engine.efs.flow import FLOW
from engine.efs.pieces import AXIS, SOVIET, Counter
from engine.efs.world import Draft
from tests.efs.support import counter, make_board, make_draft, make_world

FOOT, MOTORIZED, ORANGE, GREEN, SOVIET_ARMOR, CAVALRY = (
    "foot", "motorized", "orange", "green", "soviet armor", "cavalry"
)
KINDS = (FOOT, MOTORIZED, ORANGE, GREEN, SOVIET_ARMOR, CAVALRY)
STEP = {AXIS: "B.1", SOVIET: "C.5"}
"""The Movement phase of each side."""
DRY, MUD, FROST, SNOW, ARCTIC = "dry", "mud", "frost", "snow", "arctic"


def kind(name: str, of: str = FOOT, **fields: Any) -> Counter:
    """A counter of a movement class, with an allowance that no single step exhausts."""
    values: dict[str, Any] = {"ma": 30}
    if of == MOTORIZED:
        values.update(type="motorized_infantry", ma_class="motorized", size="III")
    elif of == ORANGE:
        values.update(type="artillery", ma_class="orange", attack=0, support=4, range=3)
    elif of == GREEN:
        values.update(type="superheavy_artillery", ma_class="green", attack=0, defense=1)
    elif of == SOVIET_ARMOR:
        values.update(type="armor", ma_class="motorized", side=SOVIET, armor=True, size="III")
    elif of == CAVALRY:
        values.update(type="cavalry", ma_class="cavalry")
    values.update(fields)
    return counter(name, **values)


def foe(name: str = "Foe", **fields: Any) -> Counter:
    """An infantry division of the Soviets, unless told otherwise."""
    values: dict[str, Any] = {"side": SOVIET}
    values.update(fields)
    return counter(name, **values)


def lone(
    of: str = FOOT,
    at: str = "0303",
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[tuple[str, str], str] | None = None,
    weather: str = DRY,
    step: str = "",
    fields: Mapping[str, Any] | None = None,
    **state: Any,
) -> Draft:
    """One unit "A" of a class on a small board, in the Movement phase of its side.

    Snow and Arctic weather find the rivers frozen, as they do in play (BSR 5.15b).
    """
    a = kind("A", of, **(fields or {}))
    world = make_world(make_board(6, 6, terrain, sides), [a])
    state.setdefault("frozen", weather in (SNOW, ARCTIC))
    if weather == LINGERING:
        weather, state["rolled"] = DRY, (MUD, DRY)
    return make_draft(world, {"A": at}, step=step or STEP[a.side], weather=weather, **state)


LINGERING = "lingering"
"""A Dry turn straight after a Mud turn (BSR 5.14)."""


def cost(draft: Draft, names: str, via: str) -> float | str:
    """The MPs that the dearest of these units pays hex by hex, or the rule that refuses."""
    ids = tuple(draft.world.unit_id(name) for name in names.split(", "))
    who = movement.party(draft.world, draft.state, ids)
    if isinstance(who, Refusal):
        return who.rule
    way = tuple(draft.world.board.at(number) for number in via.split())
    bill = movement.cost_of_way(draft.world, draft.state, who, way)
    if isinstance(bill, Refusal):
        return bill.rule
    return max(half for half, _ in bill) / 2


def where(draft: Draft, name: str) -> str:
    """The hex number of a unit, or the box that it is in."""
    unit = draft.state.units[draft.world.unit_id(name)]
    return draft.world.board.id(unit.hex) if unit.on_map else unit.box


def left(draft: Draft, name: str) -> float:
    """MPs that a unit has left in this phase."""
    unit = draft.state.units[draft.world.unit_id(name)]
    return movement.left(draft.world, draft.state, unit) / 2


def reached(draft: Draft, *names: str) -> set[str]:
    """Every hex that these units can move to together."""
    ids = tuple(draft.world.unit_id(name) for name in names)
    who = movement.party(draft.world, draft.state, ids)
    assert isinstance(who, movement.Party), who
    return {draft.world.board.id(h) for h in movement.reach(draft.world, draft.state, who).left}


# ---------------------------------------------------------------- through the whole engine


def order(draft: Draft, *texts: str) -> None:
    """Carry commands out as a game does, with all that follows by itself."""
    for text in texts:
        draft.state, events = FLOW.execute(draft.world, draft.state, GRAMMAR.parse(text))
        draft.events.extend(events)


def finish(draft: Draft) -> None:
    """Answer every retreat that is waiting with the first way on offer."""
    while draft.state.asks:
        assert isinstance(draft.state.asks[-1], Retreat)
        order(draft, GRAMMAR.render(next(FLOW.legal(draft.world, draft.state))))


def denied(draft: Draft, text: str) -> str:
    """The rule by which the engine refuses a command now, or "" where it allows it."""
    wrong = FLOW.judge(draft.world, draft.state, GRAMMAR.parse(text))
    return wrong.rule if wrong is not None else ""
