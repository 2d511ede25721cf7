"""How the chapters fit together: which step comes next, which command answers what.

The only module that knows every chapter. It holds tables and walks through them; the
rules themselves are in the chapters.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from engine.core.commands import Command, End, Pass
from engine.core.errors import Refusal
from engine.core.events import Event
from engine.core.state import Ask, Decision
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
from engine.efs.handlers import Handler, Offers, StepRule
from engine.efs.sequence import MOTORIZED, MOVE, REACT, SEQUENCE, segment
from engine.efs.state import EfsState
from engine.efs.world import Draft, World

_CHAPTERS = (
    advance, air, artillery, cas, combat, declaration, fortifications, headquarters, infiltration,
    interdiction, interphase, losses, movement, one_hex, orders, overrun, phases, readiness,
    reinforcements, retreat, stacking, strategic, weather,
)


def _gather(name: str) -> dict[object, object]:
    table: dict[object, object] = {}
    for chapter in _CHAPTERS:
        table.update(getattr(chapter, name, {}))
    return table


HANDLERS: dict[type[Command], Handler] = _gather("HANDLERS")  # type: ignore[assignment]
PASSES: dict[type[Decision], Handler] = _gather("PASSES")  # type: ignore[assignment]
STEPS: dict[str, StepRule] = _gather("STEPS")  # type: ignore[assignment]
OFFERS: dict[str | type[Decision], Offers] = _gather("OFFERS")  # type: ignore[assignment]


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


for _key in (MOVE, MOTORIZED, REACT):
    OFFERS[_key] = _movement_offers

IDLE = StepRule()
"""A step in which nothing happens in the games so far (supply, replacements, surrender)."""


# ---------------------------------------------------------------- who decides


def rule_of(state: EfsState) -> StepRule:
    """The rule of the step in hand."""
    return STEPS.get(SEQUENCE[state.step].key, IDLE)


def asks(world: World, state: EfsState) -> Ask | None:
    """Who must decide what now; None once the game is over."""
    if state.over is not None:
        return None
    if state.asks:
        top = state.asks[-1]
        return Ask(top.side, type(top).__name__.lower(), describe(world, state, top),
                   rule_for(top), type(top) in PASSES)
    step = SEQUENCE[state.step]
    return Ask(step.side, step.key, rule_of(state).prompt, step.rule, True)


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


# ---------------------------------------------------------------- judging and doing


def judge(world: World, state: EfsState, command: Command) -> Refusal | None:
    """Why a command is not allowed now, or None. Raises BadCommand for unknown names."""
    if state.over is not None:
        return Refusal("BSR 25.0", "the game is over")
    if isinstance(command, End):
        return _judge_end(world, state)
    handler = _handler(state, command)
    if handler is None:
        ask = asks(world, state)
        assert ask is not None
        waits = ask.prompt or SEQUENCE[state.step].title
        return Refusal(ask.rule, f"not now: {waits}")
    return handler.check(world, state, command)


def _handler(state: EfsState, command: Command) -> Handler | None:
    """What carries a command out in the present situation, if anything does."""
    top = type(state.asks[-1]) if state.asks else None
    if isinstance(command, Pass):
        return PASSES.get(top) if top is not None else None
    handler = HANDLERS.get(type(command))
    if handler is None:
        return None
    if top is not None:
        return handler if top in handler.decisions else None
    return handler if SEQUENCE[state.step].key in handler.steps else None


def _judge_end(world: World, state: EfsState) -> Refusal | None:
    if state.asks:
        top = state.asks[-1]
        return Refusal(rule_for(top), f"first decide: {describe(world, state, top)}")
    if rule_of(state).automatic:
        return Refusal("ESP", "this step ends by itself")
    return rule_of(state).may_end(world, state)


def execute(
    world: World, state: EfsState, command: Command
) -> tuple[EfsState, tuple[Event, ...]]:
    """The state and events after a command. Raises Refusal, or BadCommand for unknown names."""
    problem = judge(world, state, command)
    if problem is not None:
        raise problem
    draft = Draft(world, state)
    if state.dice.record:  # else the state itself serves, with all that is known of it
        draft.update(dice=state.dice.fresh())
    if isinstance(command, End):
        rule_of(state).close(draft)
        draft.update(closing=True)
    else:
        handler = _handler(state, command)
        assert handler is not None
        handler.apply(draft, command)
    settle(draft)
    return draft.state, tuple(draft.events)


def settle(draft: Draft) -> None:
    """Go on by itself until a player must decide or the game is over."""
    while draft.state.over is None and not draft.state.asks:
        if draft.state.combat is not None:
            results.proceed(draft)
        elif draft.state.overrunning is not None:
            overrun.proceed(draft)
        elif draft.state.closing:
            draft.update(closing=False)
            if _next_step(draft):
                return
        elif rule_of(draft.state).automatic:
            if rule_of(draft.state).run(draft) or draft.state.asks:
                return
            draft.update(closing=True)
        else:
            return


def _next_step(draft: Draft) -> bool:
    """Enter the next step; True if a player acts in it."""
    ended = SEQUENCE[draft.state.step]
    draft.update(step=(draft.state.step + 1) % len(SEQUENCE))
    step = SEQUENCE[draft.state.step]
    if segment(step) != segment(ended):
        _new_segment(draft)
    rule = rule_of(draft.state)
    if rule.automatic:
        return False
    marker = len(draft.events)
    draft.log("phase", f"{step.title} ({step.id})", rule=step.rule, side=step.side)
    if rule.run(draft) or draft.state.asks:
        return True
    del draft.events[marker:]  # nobody can act here: passed over without a word
    rule.close(draft)
    draft.update(closing=True)
    return bool(draft.state.asks)


def _new_segment(draft: Draft) -> None:
    """A new player segment: order points are whole again (BSR 22.12c)."""
    draft.update(used=headquarters.without(draft.state.used, headquarters.ORDER))


# ---------------------------------------------------------------- what is possible


def legal(world: World, state: EfsState, actor: str = "") -> Iterator[Command]:
    """Legal commands in a stable order; `actor` narrows them to one unit's name.

    Choices without number (free routes, any group of units) are offered by their usual
    representatives; `judge` decides on every other.
    """
    if state.over is not None:
        return
    if state.asks:
        top = state.asks[-1]
        offers = OFFERS.get(type(top))
        if offers is not None:
            yield from offers(world, state, actor)
        return
    offers = OFFERS.get(SEQUENCE[state.step].key)
    if offers is not None:
        yield from offers(world, state, actor)
    if not actor and judge(world, state, End()) is None:
        yield End()


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


def opened(world: World, state: EfsState) -> tuple[EfsState, tuple[Event, ...]]:
    """A freshly set-up state taken to its first decision, and what happened on the way."""
    draft = Draft(world, state)
    settle(draft)
    return draft.state, tuple(draft.events)
