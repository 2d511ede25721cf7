"""What screens and plain text read: units, hexes and the frame of play, in words and figures.

Nothing here decides a rule; it asks the chapters and puts their answers into lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from engine.core.values import frozen
from engine.ocs import dumps, fuel, modes, movement, simulcast, trace, zoc
from engine.ocs.combat_supply import WORDS
from engine.ocs.flow import FLOW
from engine.ocs.pieces import RE, SIDES, Face, Unit
from engine.ocs.sequence import SEQUENCE, actor
from engine.ocs.sizes import (
    action_rating,
    combat_units,
    face,
    hex_re4,
    printed_strength,
    re4,
    steps_left,
)
from engine.ocs.stacking import LIMIT
from engine.ocs.state import OcsState
from engine.ocs.world import World

# ---------------------------------------------------------------- units


def values(world: World, unit: Unit) -> str:
    """Strength-AR-MA of the side that shows; guns show their barrage, HQs their throw."""
    counter, now = world.counters[unit.id], face(world, unit)
    if counter.transport:
        return f"{now.ma} MA"
    if counter.hq:
        return f"throw {now.throw}, {now.ma} MA"
    if counter.artillery:
        return f"barrage {now.barrage} r{counter.range}, {now.ma} MA"
    return f"{_strength(now)}-{action_rating(world, unit)}-{now.ma}"


def _strength(now: Face) -> str:
    return str(now.strength) if now.attack else f"({now.strength})"


def condition(world: World, state: OcsState, unit: Unit) -> str:
    """Mode, steps, stocks, fuel, load and what else is marked, in a few words."""
    counter = world.counters[unit.id]
    words = [{"dg": "DG", "exploit": "Exploitation"}.get(unit.mode, unit.mode.capitalize())]
    if counter.multi_step:
        words.append(f"{steps_left(world, unit)}/{counter.steps} steps{_worn(world, unit)}")
    if unit.stock:
        words.append(WORDS[unit.stock])
    if unit.oos:
        words.append("OOS")
    if counter.transport:
        words.append(f"carries {dumps.show(unit.load)}" if unit.load else "empty")
    elif fuel.needs(world, unit):
        words.append("fueled" if fuel.fueled(world, state, unit) else "no fuel")
    return ", ".join(words)


def _worn(world: World, unit: Unit) -> str:
    """What step losses have left of the strength that is printed (OCS 9.11d, 21.2)."""
    if not unit.lost:
        return ""
    ours, theirs = (printed_strength(world, unit, attacking=a) for a in (True, False))
    if ours == theirs:
        return f", strength {float(ours):g}"
    return f", attacks {float(ours):g}, defends {float(theirs):g}"


def unit_line(world: World, state: OcsState, id_: str) -> str:
    """One unit in a line: name, values, condition."""
    unit = state.units[id_]
    return f"{world.name(id_)}  {values(world, unit)}  {condition(world, state, unit)}"


def belongs(world: World, state: OcsState, unit: Unit) -> str:
    """Formation and size, for the inspector."""
    name = world.hooks.formation(world, state, unit)
    size = f"{re4(world, unit) / RE:g} RE"
    return f"{name}, {size}" if name else size


def movement_line(world: World, state: OcsState, id_: str) -> str:
    """What a unit can still move in this segment, or why it cannot."""
    unit = state.units[id_]
    problem = movement.may_move(world, state, unit) or fuel.problem(world, state, unit)
    if problem is not None:
        return str(problem)
    rest, whole = modes.left(world, state, unit), modes.allowance(world, state, unit)
    return f"{movement.show(rest)} of {movement.show(whole)} MP left"


def supply_line(world: World, state: OcsState, id_: str) -> str:
    """How a unit traces, or why not."""
    return trace.trace_note(world, state, state.units[id_])


# ---------------------------------------------------------------- hexes


def hex_report(world: World, state: OcsState, hex_: int) -> list[str]:
    """A hex in words: number, place, terrain, control, ZOC, supply, works, stacking."""
    board, here = world.board, world.board.hexes[hex_]
    lines = [board.label(hex_), " ".join(sorted(here.terrain)).replace("_", " ")]
    owner = state.control.get(hex_, "")
    if owner:
        lines.append(f"controlled by {owner.capitalize()}")
    zones = [s.capitalize() for s in SIDES if hex_ in zoc.zone(world, state, s)]
    if zones:
        lines.append(f"ZOC: {' and '.join(zones)}")
    lines += markers(world, state, hex_)
    return lines


def markers(world: World, state: OcsState, hex_: int) -> Iterator[str]:
    """What lies in a hex, and how much of what may stack there does."""
    yield from works(state, hex_)
    if combat_units(world, state, hex_):
        yield f"{hex_re4(world, state, hex_) / RE:g} of {LIMIT // RE} RE"


def works(state: OcsState, hex_: int) -> Iterator[str]:
    """Dump, air base, hedgehog, rail, Extender and Trainbusting of a hex."""
    dump, base, hog = state.dumps.get(hex_), state.bases.get(hex_), state.hogs.get(hex_)
    if dump is not None:
        yield f"{dump.owner.capitalize()} dump: {dumps.show(dump.tokens)}"
    if base is not None:
        kind = f"air base {base.level}" if base.level else "air strip"
        yield f"{base.owner.capitalize()} {kind}"
    if hog is not None:
        yield f"{hog.owner.capitalize()} hedgehog {hog.level}"
    if hex_ in state.gauge:
        cut = state.rail_control.get(hex_)
        owner = f", in the hands of {cut.capitalize()}" if cut else ""  # by the front line, 13.3h
        yield f"{state.gauge[hex_].capitalize()} gauge{owner}"
    if hex_ in state.extenders:
        yield f"Extender: {state.extenders[hex_].capitalize()}"
    if hex_ in state.busts:
        yield f"Trainbusting by {state.busts[hex_].capitalize()}"


# ---------------------------------------------------------------- the frame


@frozen
class Summary:
    """The phase tracker in pieces."""

    turn: str
    date: str
    weather: str
    step: str
    """Title and printed id of the step."""
    decider: str
    score: str


def summary(world: World, state: OcsState) -> Summary:
    """Turn, date, weather, step, who decides, score."""
    that = date.fromisoformat(world.scenario.turns[state.turn - 1])
    step = SEQUENCE[state.step]
    ask = FLOW.asks(world, state)
    return Summary(
        f"T{state.turn}", f"{that.day} {that:%b} {that:%y}",
        f"{state.ground.capitalize()}, flight {state.flight}", f"{step.title} {step.id}",
        ask.side if ask else "", world.hooks.score(world, state),
    )


@frozen
class Line:
    """One step of the sequence of play, for the sequence viewer."""

    id: str
    title: str
    side: str
    state: str
    """done, now or next."""
    rule: str


def sequence(world: World, state: OcsState) -> tuple[Line, ...]:
    """The whole turn with what is done and what is left."""
    steps = simulcast.sequence(state)
    now = steps.index(SEQUENCE[state.step])
    return tuple(
        Line(step.id, step.title, actor(state, step),
             "now" if i == now else "done" if i < now else "next", step.rule)
        for i, step in enumerate(steps)
    )
