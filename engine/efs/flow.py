"""How the chapters fit together: which step comes next, which command answers what.

The only module that knows every chapter. It holds tables and walks through them; the
rules themselves are in the chapters.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from engine.core.commands import Command
from engine.core.flow import Flow, gather
from engine.core.sequence import Step
from engine.core.state import Decision
from engine.efs import (
    advance,
    air,
    allowance,
    artillery,
    cas,
    combat,
    declaration,
    fortifications,
    headquarters,
    infiltration,
    interdiction,
    interphase,
    losses,
    movement,
    one_hex,
    orders,
    overrun,
    phases,
    readiness,
    reinforcements,
    results,
    retreat,
    stacking,
    strategic,
    weather,
)
from engine.efs.sequence import MOTORIZED, MOVE, REACT, SEQUENCE, segment
from engine.efs.state import EfsState
from engine.efs.world import Draft, World

_CHAPTERS = (
    advance, air, artillery, cas, combat, declaration, fortifications, headquarters, infiltration,
    interdiction, interphase, losses, movement, one_hex, orders, overrun, phases, readiness,
    reinforcements, retreat, stacking, strategic, weather,
)


def _movement_offers(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Everything that can be done in a movement phase."""
    key = SEQUENCE[state.step].key
    if key == MOTORIZED:
        yield from headquarters.offer_activations(world, state, actor)
    yield from reinforcements.offer_entries(world, state, actor)
    yield from movement.offer_moves(world, state, actor)
    yield from overrun.offer_overruns(world, state, actor)
    if key in (MOVE, MOTORIZED):
        yield from infiltration.offer_infiltrations(world, state, actor)
    yield from one_hex.offer_one_hex(world, state, actor)
    if key == MOVE:
        yield from strategic.offer_marches(world, state, actor)


_RULES = {
    "Lose": "BSR 16.21", "Retreat": "BSR 16.4", "Advance": "BSR 16.5", "AttackOrder": "BSR 15.58",
    "Overstacked": "BSR 3.32", "Recover": "BSR 22.26", "Roles": "BSR 17.31b",
    "Engage": "BSR 17.33a", "Suppress": "BSR 13.24d",
}


def rule_for(decision: Decision) -> str:
    """The rule that a decision comes from."""
    own = getattr(decision, "rule", "")
    return own or _RULES[type(decision).__name__]


def describe(world: World, state: EfsState, decision: Decision) -> str:
    """A decision in one sentence."""
    names = ", ".join(world.name(i) for i in getattr(decision, "units", ()))
    place = getattr(decision, "hex", -1)
    where = world.board.label(place) if place >= 0 else ""
    name = type(decision).__name__
    if name == "Lose":
        count = getattr(decision, "steps", 0)
        return f"Lose {count} step{'s' * (count != 1)} among {names}"
    if name == "Retreat":
        return f"Retreat {names} {getattr(decision, 'length', 2)} hexes"
    if name == "Advance":
        hexes = " or ".join(world.board.label(h) for h in getattr(decision, "hexes", ()))
        return f"Advance into {hexes}? {names}"
    if name == "AttackOrder":
        return f"Give the attackers of {where} a retreat order, or roll"
    if name == "Overstacked":
        return f"Remove {getattr(decision, 'points', 0)} stacking points from {where}"
    if name == "Recover":
        unit = world.name(getattr(decision, "unit", ""))
        return f"{unit} is Non-Op: roll for recovery, or disband it"
    if name == "Roles":
        return f"Over {where}: does each fly the mission or fire? {names}"
    if name == "Engage":
        return f"Over {where}: match your fighters with targets"
    return f"Choose {getattr(decision, 'count', 0)} of {names}"


def _fight_on(draft: Draft) -> bool:
    """The next stage of a combat in hand."""
    if draft.state.combat is None:
        return False
    results.proceed(draft)
    return True


def _overrun_on(draft: Draft) -> bool:
    """The next stage of an Overrun in hand."""
    if draft.state.overrunning is None:
        return False
    overrun.proceed(draft)
    return True


def _entering(draft: Draft, ended: Step, step: Step) -> None:
    """A new player segment: order points are whole again (BSR 22.12c)."""
    if segment(step) != segment(ended):
        used = headquarters.without(draft.state.used, headquarters.ORDER)
        draft.update(used=used)


FLOW = Flow(
    sequence=SEQUENCE,
    handlers=gather(_CHAPTERS, "HANDLERS"),
    passes=gather(_CHAPTERS, "PASSES"),
    steps=gather(_CHAPTERS, "STEPS"),
    offers=gather(_CHAPTERS, "OFFERS") | dict.fromkeys((MOVE, MOTORIZED, REACT), _movement_offers),
    procedures=(_fight_on, _overrun_on),
    describe=describe,
    rule_for=rule_for,
    entering=_entering,
)
HANDLERS, PASSES, STEPS, OFFERS = FLOW.handlers, FLOW.passes, FLOW.steps, FLOW.offers
asks, judge, execute, settle, legal = FLOW.asks, FLOW.judge, FLOW.execute, FLOW.settle, FLOW.legal
rule_of, opened = FLOW.rule_of, FLOW.open


# ---------------------------------------------------------------- what is possible


def actors(world: World, state: EfsState) -> tuple[str, ...]:
    """Names of units that have something to do in this step (none while a decision waits)."""
    if state.over is not None or state.asks:
        return ()
    key = SEQUENCE[state.step].key
    if key in (MOVE, MOTORIZED, REACT):
        names = [world.name(u.id) for u in allowance.movers(world, state)]
        names += [world.name(u.id) for u in reinforcements.waiting(world, state)]
        if key == MOTORIZED:
            for command in headquarters.offer_activations(world, state, ""):
                name = getattr(command, "unit", "")
                if name not in names:
                    names.append(name)
        return tuple(names)
    found: dict[str, None] = {}
    for command in legal(world, state):
        for name in getattr(command, "units", ()) or getattr(command, "air", ()):
            found.setdefault(name)
    return tuple(found)


# ---------------------------------------------------------------- the calendar


def dates(world: World, turn: int) -> tuple[date, date]:
    """The two days of a game-turn."""
    first = date.fromisoformat(world.scenario.date) + timedelta(days=2 * (turn - 1))
    return first, first + timedelta(days=1)
