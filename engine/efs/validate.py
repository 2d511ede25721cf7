"""What must hold in every state that a command leaves: `validate` lists what does not.

Each check yields sentences. Nothing here raises, whatever stands in the state, so that a
hostile save is refused with words: names and hexes are judged first, and what follows
only where they are sound. What belongs to the step in hand is in `validate_play`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.core.board import NOWHERE
from engine.core.records import astray
from engine.core.soundness import off_board, unknown
from engine.efs import headquarters, stacking
from engine.efs.air_units import OPEN
from engine.efs.decisions import Engage, Roles
from engine.efs.dump import RECORDS
from engine.efs.flow import FLOW
from engine.efs.pieces import BOXES, MAP, MARKS, SIDES, AirUnit, Unit
from engine.efs.sequence import COMBAT, INTERPHASE, MOTORIZED, MOVE, REACT, SEQUENCE
from engine.efs.state import EfsState, at, occupied
from engine.efs.validate_play import CHECKS as PLAY
from engine.efs.world import World
from engine.efs.zoc import holder

WEATHERS = ("dry", "mud", "frost", "snow", "arctic")
CROWDED = frozenset({MOVE, MOTORIZED, REACT, COMBAT})
"""Steps within which a hex may hold too much for a while (BSR 3.32)."""


def validate(world: World, state: EfsState) -> list[str]:
    """Every broken invariant in one sentence; an empty list for a sound state."""
    problems = list(_references(world, state))
    if not problems:
        for check in (_frame, _units, _stacks, _control, _works, _points, _score, *PLAY):
            problems.extend(check(world, state))
    return problems


# ---------------------------------------------------------------- names and hexes


def _references(world: World, state: EfsState) -> Iterator[str]:
    """Every id names a piece in play, every hex is on the board, every step in the sequence."""
    if not 0 <= state.step < len(SEQUENCE):
        yield f"there is no step {state.step}"
    yield from _roster("unit", state.units, world.counters, world.scenario.units)
    yield from _roster("air unit", state.air, world.aircraft, _airborne(world))
    combat = state.combat
    values: list[Any] = [
        *state.units.values(), *state.air.values(), *state.attacks, *state.asks,
        *((combat, combat.attack) if combat else ()),
        *((state.overrunning,) if state.overrunning else ()),
    ]
    for value in values:
        yield from _refers(world, state, value)
    pairs = (*state.obliged, *state.support)
    yield from unknown((*state.moving, *state.split, *(i for i, _ in pairs)), state.units)
    yield from off_board((
        *state.control, *state.forts, *state.interdicted, *state.missions,
        *(h for line in (*state.lines_destroyed, *state.bridges) for h in line),
        *(h for _, h in pairs), *(h for h, _ in (*state.orders, *state.cas)),
    ), len(world.board))


def _airborne(world: World) -> Iterable[str]:
    """Air units of the scenario; Dummies are left out of open play (note after BSR 17.33)."""
    if world.options.dummies != OPEN:
        return world.scenario.air
    return [i for i in world.scenario.air if i in world.aircraft and not world.aircraft[i].dummy]


def _roster(
    what: str, pieces: Mapping[str, Unit] | Mapping[str, AirUnit], known: Mapping[str, Any],
    listed: Iterable[str],
) -> Iterator[str]:
    """The pieces are those of the scenario, in its order, which rules and choices follow."""
    for id_, piece in pieces.items():
        if id_ not in known:
            yield f"there is no {what} {id_} in this scenario"
        if piece.id != id_:
            yield f"the {what} {id_} calls itself {piece.id}"
    expected = list(listed)
    if expected and list(pieces) != expected:
        missing = [i for i in expected if i not in pieces]
        strange = [i for i in pieces if i not in expected]
        words = f"missing {', '.join(missing[:5])}" if missing else "in another order"
        yield f"the {what}s are not those of the scenario: " + (
            f"{', '.join(strange[:5])} too many" if strange else words
        )


def _refers(world: World, state: EfsState, value: Any) -> Iterator[str]:
    pieces = state.air if isinstance(value, AirUnit | Roles | Engage) else state.units
    yield from astray(RECORDS[type(value)], value, pieces, len(world.board))


# ---------------------------------------------------------------- the frame of play


def _frame(world: World, state: EfsState) -> Iterator[str]:
    """Turn, dice, and somebody who can act unless the game is over."""
    scenario, dice = world.scenario, state.dice
    if not scenario.first_turn <= state.turn <= scenario.last_turn:
        yield f"turn {state.turn} is not one of {scenario.first_turn} to {scenario.last_turn}"
    if dice.drawn < 0:
        yield "the dice have counted below zero"
    if any(not 1 <= roll <= 10 for roll in dice.named):
        yield "a named roll is not from 1 to 10"
    if state.weather not in WEATHERS or any(word not in WEATHERS for word in state.rolled):
        yield f"there is no weather '{state.weather}' or one of {state.rolled}"
    if state.over is not None:
        if state.over.winner not in (*SIDES, "draw"):
            yield f"the winner is '{state.over.winner}'"
        if state.asks:
            yield "the game is over and a decision waits"
    elif not state.asks:
        rule = FLOW.rule_of(state)
        if rule.automatic or SEQUENCE[state.step].side not in SIDES:
            yield f"nobody acts in the step {SEQUENCE[state.step].id}"
        if state.closing:
            yield "the step is closing and nothing waits"
        if state.combat is not None:
            yield "a combat is in hand and nothing waits"
        if state.overrunning is not None:
            yield "an Overrun is in hand and nothing waits"


# ---------------------------------------------------------------- units


def _units(world: World, state: EfsState) -> Iterator[str]:
    """Where each unit is, what it has lost, and its markers."""
    for unit in state.units.values():
        counter = world.counters[unit.id]
        name = counter.name
        if unit.box not in BOXES:
            yield f"{name} is in a box '{unit.box}'"
        if (unit.box == MAP) != (unit.hex != NOWHERE):
            yield f"{name} is in the box {unit.box} and in hex {_number(world, unit.hex)}"
        if not 0 <= unit.lost <= counter.steps:
            yield f"{name} has lost {unit.lost} of {counter.steps} steps"
        elif unit.on_map and unit.lost == counter.steps:
            yield f"{name} has no step left and is on the map"
        if not unit.marks <= set(MARKS):
            yield f"{name} carries unknown markers: {', '.join(sorted(unit.marks - set(MARKS)))}"
        if unit.nonop and counter.nonop is None:
            yield f"{name} is Non-Op and has no such side"
        if unit.untried and not counter.untried:
            yield f"{name} is untried and has no such side"


def _number(world: World, hex_: int) -> str:
    return "none" if hex_ == NOWHERE else world.board.id(hex_)


def _stacks(world: World, state: EfsState) -> Iterator[str]:
    """One side in a hex, and no more than fits outside the phases that may overstack (BSR 3.3)."""
    excused = CROWDED | {INTERPHASE}
    crowded = SEQUENCE[state.step].key in excused
    for hex_ in occupied(state):
        sides = {world.counters[u.id].side for u in at(state, hex_)}
        if len(sides) > 1:
            yield f"both sides are in {_number(world, hex_)}"
        over = 0 if crowded else stacking.excess(world, state, hex_)
        if over:
            yield f"{_number(world, hex_)} is {over} points over the stacking limit"


# ---------------------------------------------------------------- the map


def _control(world: World, state: EfsState) -> Iterator[str]:
    """Hexes belong to a side, and to who holds them (BSR 3.21)."""
    for hex_, side in state.control.items():
        if side not in SIDES:
            yield f"{_number(world, hex_)} is controlled by '{side}'"
    for hex_ in occupied(state):
        side = holder(world, state, hex_)
        owner = state.control.get(hex_, side)
        if side and owner != side:
            yield f"{_number(world, hex_)} is held by {side} and controlled by {owner}"


def _works(world: World, state: EfsState) -> Iterator[str]:
    """Strongpoints of a side, destroyed lines and bridges on hexsides, interdiction levels."""
    for hex_, fort in state.forts.items():
        if fort.side not in SIDES:
            yield f"the Strongpoint in {_number(world, hex_)} belongs to '{fort.side}'"
    for name, lines in (("line", state.lines_destroyed), ("bridge", state.bridges)):
        for a, b in lines:
            if a >= b or not world.board.adjacent(a, b):
                yield f"a {name} lies between {_number(world, a)} and {_number(world, b)}"
            elif name == "line" and "fortified_line" not in world.board.side(a, b):
                yield f"no line to destroy between {_number(world, a)} and {_number(world, b)}"
    for kind, count in state.strongpoints.items():
        if count < 0:
            yield f"{count} {kind} Strongpoints are left"
    cap = int(world.charts.interdiction["level_cap_per_hex"])
    for hex_, level in state.interdicted.items():
        if not 1 <= level <= cap:
            yield f"Interdiction Level {level} in {_number(world, hex_)}"


def _points(world: World, state: EfsState) -> Iterator[str]:
    """No HQ has used more command points than are printed on it (BSR 22.12, 22.25g, 22.41)."""
    for key, count in state.used.items():
        owner, slash, use = key.rpartition("/")
        if count < 1 or not slash or not use:
            yield f"{count} points are used for '{key}'"
            continue
        most = _printed(world, owner, use)
        if most is not None and count > most:
            yield f"{world.name(owner)} has used {count} of {most} points to {use}"
        elif owner and most is None and use in _PRINTED:
            yield f"'{owner}' is no HQ and has used points to {use}"


_PRINTED = frozenset(
    {headquarters.ACTIVATE, headquarters.REACT, headquarters.ORDER, headquarters.GUARDS,
     headquarters.NONOP}
)


def _printed(world: World, owner: str, use: str) -> int | None:
    """What an HQ may use for a function at most; None where it is none."""
    counter = world.counters.get(owner)
    if counter is None or not counter.hq or use not in _PRINTED:
        return None
    if use == headquarters.GUARDS:
        return 1
    return counter.recovery - 1 if use == headquarters.NONOP else counter.command


# ---------------------------------------------------------------- the score


def _score(world: World, state: EfsState) -> Iterator[str]:
    """Lost steps are those that the units have lost since the set-up (BSR 16.25)."""
    for name, counts in (("lost", state.lost), ("track", state.track)):
        for side, count in counts.items():
            if side not in SIDES or count < 0:
                yield f"{name}: {side} {count}"
    for side, count in state.track.items():
        if side in SIDES and count >= world.charts.loss_track[side]:
            yield f"the step loss track of {side} stands at {count}"
    set_up = world.scenario.units
    if set_up:
        for side in SIDES:
            found = sum(
                unit.lost - set_up[unit.id].lost for unit in state.units.values()
                if world.counters[unit.id].side == side and world.counters[unit.id].combat
            )
            if found != state.lost.get(side, 0):
                counted = state.lost.get(side, 0)
                yield f"{counted} steps of {side} count as lost, its units have lost {found}"
    if not world.scenario.switches.victory_points and state.vp != world.scenario.vp:
        yield f"{state.vp} Victory Points, where none are counted"
