"""What must hold in every state that a command leaves: `validate` lists what does not.

Names and hexes are judged first, what follows only where they are sound; nothing raises.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.board import NOWHERE
from engine.core.records import astray
from engine.core.soundness import off_board, unknown
from engine.ocs import missions, simulcast, stacking
from engine.ocs.air_combat import ATTACKER, DEFENDER, ROUND
from engine.ocs.charts import WEATHERS
from engine.ocs.decisions import Displace, GameChoice, Landing, Overstacked, Placement
from engine.ocs.dump import RECORDS
from engine.ocs.extender_points import KINDS
from engine.ocs.flow import FLOW
from engine.ocs.pieces import BOXES, DG, EXPLOIT, MAP, RESERVE, SIDES, SP, STRAT, AirUnit
from engine.ocs.results import STAGES
from engine.ocs.sequence import BREAKOUT, FIGHTING, MOVING, REINFORCE, SEQUENCE, key
from engine.ocs.sizes import combat_units, holder
from engine.ocs.state import OcsState, occupied
from engine.ocs.world import World

MARKERS = ("", DG, EXPLOIT, RESERVE, STRAT)
FIGHT_STAGES = (ATTACKER, DEFENDER, ROUND)
EITHER = (GameChoice, Placement, Displace)
"""Decisions that may name aircraft among their units."""
CROWDED = MOVING | FIGHTING | {REINFORCE, BREAKOUT}
"""Steps within which a hex may hold too much for a while: by moves, retreats, advances (4.8a)."""


def validate(world: World, state: OcsState) -> list[str]:
    """Every broken invariant in one sentence; an empty list for a sound state."""
    problems = list(_references(world, state))
    if not problems:
        for check in (_frame, _in_hand, _units, _aircraft, _stacks, _map, _supply):
            problems.extend(check(world, state))
        problems.extend(world.hooks.problems(world, state))
    return problems


# ---------------------------------------------------------------- names and hexes


def _references(world: World, state: OcsState) -> Iterator[str]:
    """Every id names a piece, every hex is on the board, the step is in the sequence."""
    if not 0 <= state.step < len(SEQUENCE):
        yield f"there is no step {state.step}"
    yield from _roster("unit", state.units, world.counters)
    yield from _roster("air unit", state.air, world.aircraft)
    in_hand = (state.fighting, state.bombardment, state.mission, state.dogfight)
    for value in (*state.units.values(), *state.air.values(), *state.asks,
                  *(v for v in in_hand if v is not None)):
        yield from _refers(world, state, value)
    yield from unknown(state.moving, state.units)
    for ids in (
        state.hq_fuel, state.arrived, state.dropped, (plan[0] for plan in state.drop_plans),
        (id_ for _, id_ in state.returning),
    ):
        yield from unknown(ids, state.units)
    yield from off_board((
        *state.control, *state.rail_control, *state.dumps, *state.bases, *state.hogs,
        *state.gauge, *state.busts, *state.extenders,
        *state.barraged, *state.attacked, *state.converted,
        *(plan[2] for plan in state.drop_plans),
    ), len(world.board))


def _roster(what: str, pieces: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[str]:
    for id_, piece in pieces.items():
        if id_ not in known:
            yield f"there is no {what} {id_} in this game"
        if piece.id != id_:
            yield f"the {what} {id_} calls itself {piece.id}"


def _refers(world: World, state: OcsState, value: Any) -> Iterator[str]:
    """Pieces and hexes of a decision or of what is in hand; aircraft are no units."""
    pieces: Mapping[str, Any] = {**state.units, **state.air}
    yield from astray(RECORDS[type(value)], value, pieces, len(world.board))
    flying = getattr(value, "aircraft", ())
    yield from unknown((flying,) if isinstance(flying, str) else flying, state.air)
    if not isinstance(value, EITHER):
        yield from unknown(getattr(value, "units", ()), state.units)


# ---------------------------------------------------------------- the frame of play


def _frame(world: World, state: OcsState) -> Iterator[str]:
    """Turn, dice, weather, and somebody who can act unless the game is over."""
    if not 1 <= state.turn <= len(world.scenario.turns):
        yield f"turn {state.turn} is not one of the scenario's"
    if state.dice.drawn < 0:
        yield "the dice have counted below zero"
    if not {state.ground, *state.grounds} <= set(WEATHERS):
        yield f"the ground is '{state.ground}' after {', '.join(state.grounds)}"
    if not isinstance(world.charts.weather["flight"].get(state.flight), Mapping):
        yield f"the flight weather is '{state.flight}'"
    if state.first not in ("", *SIDES):
        yield f"the first player is '{state.first}'"
    if state.simulcast and SEQUENCE[state.step].id not in simulcast.order(state.simulcast):
        yield f"a simulcast turn has no step {SEQUENCE[state.step].id}"
    if state.over is not None:
        if state.over.winner not in (*SIDES, "draw"):
            yield f"the winner is '{state.over.winner}'"
        if state.asks:
            yield "the game is over and a decision waits"
        return
    if state.asks:
        return
    rule = FLOW.rule_of(state)
    if rule.automatic or FLOW.side_of(state, FLOW.step(state)) not in SIDES:
        yield f"nobody acts in the step {SEQUENCE[state.step].id}"
    if state.closing:
        yield "the step is closing and nothing waits"
    for name in ("fighting", "bombardment", "mission", "dogfight"):
        if getattr(state, name) is not None:
            yield f"a {name} is in hand and nothing waits"


def _in_hand(world: World, state: OcsState) -> Iterator[str]:
    """Stages of combat and of flight are known, and who fights in the air is there."""
    for name, value, stages in (
        ("combat", state.fighting, STAGES), ("mission", state.mission, missions.STAGES),
        ("air combat", state.dogfight, FIGHT_STAGES),
    ):
        if value is not None and value.stage not in stages:
            yield f"a {name} is in the stage '{value.stage}'"
    fight, mission = state.dogfight, state.mission
    for id_ in (
        *((fight.picked, fight.target) if fight is not None else ()),
        *((mission.interceptor,) if mission is not None else ()),
    ):
        if id_ and id_ not in state.air:
            yield f"{id_} fights in the air and is no air unit"
    if mission is not None:
        yield from unknown(mission.cargo, state.units)
    for what, owner in (
        ("mission", mission.side if mission is not None else ""),
        ("air combat", fight.attacker if fight is not None else ""),
    ):
        if owner not in ("", *SIDES):
            yield f"the {what} is of '{owner}'"
    for decision in state.asks:
        if decision.side not in SIDES:
            yield f"a decision waits for '{decision.side}'"


# ---------------------------------------------------------------- pieces


def _units(world: World, state: OcsState) -> Iterator[str]:
    """Where each unit is, what it has lost and spent, its markers and its load."""
    fleeing = {i for d in state.asks if isinstance(d, Displace) for i in d.units}
    for unit in state.units.values():
        counter = world.counters[unit.id]
        name = counter.name
        if unit.box not in BOXES:
            yield f"{name} is in a box '{unit.box}'"
        if (unit.box == MAP) != (unit.hex != NOWHERE):
            yield f"{name} is in the box {unit.box} and in hex {_number(world, unit.hex)}"
        if counter.fighting and not 0 <= unit.lost <= counter.steps:
            yield f"{name} has lost {unit.lost} of {counter.steps} steps"
        elif counter.fighting and unit.on_map and unit.lost == counter.steps:
            yield f"{name} has no step left and is on the map"
        if unit.marker not in MARKERS:
            yield f"{name} carries an unknown marker '{unit.marker}'"
        if not 0 <= unit.stock <= 2:
            yield f"{name} has internal stocks {unit.stock}"
        if unit.carried not in ("", "rail", "air"):
            yield f"{name} has been carried by '{unit.carried}'"
        if unit.spent < 0:
            yield f"{name} has spent {unit.spent} eighths of an MP"
        if not 0 <= unit.load <= counter.points * SP and unit.id not in fleeing:
            yield f"{name} carries {unit.load} tokens and has room for {counter.points * SP}"


def _aircraft(world: World, state: OcsState) -> Iterator[str]:
    """Air units stand on a base of their side, fly or flee, or are off the map (OCS 14.2)."""
    flying = set(state.mission.aircraft) if state.mission is not None else set()
    if state.mission is not None and state.mission.interceptor:
        flying.add(state.mission.interceptor)
    flying |= {d.aircraft for d in state.asks if isinstance(d, Landing)}
    for plane in state.air.values():
        if plane.box not in BOXES or not 0 <= plane.lost <= 2:
            yield f"{world.name(plane.id)} is in the box '{plane.box}' with {plane.lost} lost"
        if plane.hex != NOWHERE and plane.id not in flying:
            yield from _based(world, state, plane)


def _based(world: World, state: OcsState, plane: AirUnit) -> Iterator[str]:
    base = state.bases.get(plane.hex)
    if base is None or base.owner != world.aircraft[plane.id].side:
        yield f"{world.name(plane.id)} stands in {_number(world, plane.hex)}, no base of its side"


def _number(world: World, hex_: int) -> str:
    return "none" if hex_ == NOWHERE else world.board.id(hex_)


def _stacks(world: World, state: OcsState) -> Iterator[str]:
    """One side in a hex, ten RE at most outside movement (OCS 4.8)."""
    pending = {d.hex for d in state.asks if isinstance(d, Overstacked)}
    crowded = key(state) in CROWDED or state.fighting is not None
    for hex_ in occupied(state):
        sides = {world.counters[u.id].side for u in combat_units(world, state, hex_)}
        if len(sides) > 1:
            yield f"both sides are in {_number(world, hex_)}"
        over = 0 if crowded or hex_ in pending else stacking.excess(world, state, hex_)
        if over and not state.asks:
            yield f"{_number(world, hex_)} is {over} quarters of an RE over the stacking limit"


# ---------------------------------------------------------------- the map


def _map(world: World, state: OcsState) -> Iterator[str]:
    """Control, bases and hedgehogs belong to sides and do not stand under the enemy."""
    for name, owners in (
        ("hex", state.control), ("station", state.rail_control), ("rail hex", state.gauge),
        ("Trainbusting marker", state.busts),
    ):
        for hex_, side in owners.items():
            if side not in SIDES:
                yield f"{name} {_number(world, hex_)} belongs to '{side}'"
    for hex_ in occupied(state):
        side = holder(world, state, hex_)
        if side and state.control.get(hex_, side) != side:
            yield f"{_number(world, hex_)} is held by {side} and controlled by the other"
    for hex_, word in state.extenders.items():
        side, kind, *_ = (*word.split(" "), "")  # a game may add a word of its own
        if side not in SIDES or kind not in KINDS:
            yield f"the Extender in {_number(world, hex_)} is '{word}'"
    for hex_, base in state.bases.items():
        if base.owner not in SIDES or not 0 <= base.level <= 3:
            yield f"the air base in {_number(world, hex_)} is {base.owner}, level {base.level}"
    for hex_, hog in state.hogs.items():
        if hog.owner not in SIDES or not 1 <= hog.level <= 4:
            yield f"the hedgehog in {_number(world, hex_)} is {hog.owner}, level {hog.level}"


def _supply(world: World, state: OcsState) -> Iterator[str]:
    """Dumps belong to a side and hold something (OCS 12.1)."""
    for hex_, dump in state.dumps.items():
        if dump.owner not in SIDES or dump.tokens < 1:
            yield f"the dump in {_number(world, hex_)} is {dump.owner}, {dump.tokens} tokens"
        if not 0 <= dump.moved <= dump.tokens:
            yield f"{dump.moved} of {dump.tokens} tokens in {_number(world, hex_)} have moved"
    for side, own in state.sides.items():
        if side not in SIDES or own.railed < 0:
            yield f"{side} has used {own.railed} rail"
