"""Moves at no cost near a Kessel HQ (TTW 2.3a B)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.errors import Refusal
from engine.core.paths import flood
from engine.ocs import movement
from engine.ocs.capture import holds_prizes
from engine.ocs.charts import ALL, PROHIBITED
from engine.ocs.commands import Act
from engine.ocs.losses import put
from engine.ocs.pieces import AXIS, LEG, SOVIET, Unit
from engine.ocs.sequence import MOVEMENT
from engine.ocs.sizes import attack_capable, holder
from engine.ocs.state import OcsState
from engine.ocs.terrain import mobility_of, move_cost
from engine.ocs.world import Draft, World
from engine.ocs.zoc import stopped
from engine.third_winter import dnepr
from engine.third_winter.abilities import Ability
from engine.third_winter.kessel import kessel_hqs
from engine.third_winter.places import east_of
from engine.third_winter.state import change, own

RADIUS = 2
"""Hexes from the HQ within which entering a hex costs nothing."""
LIMIT = 4
"""Hexes of the longest such move."""
RULE = "TTW 2.3a"


def mover_problem(world: World, state: OcsState, unit: Unit) -> Refusal | None:
    """A Leg unit in Combat or Move Mode that has not moved, nor been moved so this turn."""
    name = world.name(unit.id)
    problem = movement.may_move(world, state, unit)
    if problem is not None:
        return problem
    if world.counters[unit.id].side != AXIS:
        return Refusal(RULE, f"{name} is not an Axis unit")
    if unit.marker:
        return Refusal(RULE, f"{name} is neither in Combat nor in Move Mode")
    if mobility_of(world, unit) != LEG:
        return Refusal(RULE, f"{name} does not move on foot")
    if unit.moved or unit.spent:
        return Refusal(RULE, f"{name} has moved: free and other movement do not mix")
    if unit.id in own(state).kessel_moves:
        return Refusal(RULE, f"{name} has been moved by a Kessel HQ in this turn")
    return None


# ---------------------------------------------------------------- where (2.3a B)


def enters(world: World, state: OcsState, unit: Unit, hq: Unit, a: int, b: int) -> bool:
    """Whether a unit may enter a hex in such a move, what it would cost aside."""
    if world.board.distance(b, hq.hex) > RADIUS or holder(world, state, b) == SOVIET:
        return False
    if holds_prizes(world, state, b, SOVIET) and not attack_capable(world, unit):
        return False
    if dnepr.is_volga(world, a, b) and not (
        own(state).ice and dnepr.standing(world, state, a, b)
    ):
        return False
    return world.hooks.may_enter(world, state, (unit.id,), a, b) is None


def ways(world: World, state: OcsState, unit: Unit, hq: Unit) -> dict[int, tuple[int, ...]]:
    """Hexes that an HQ lets a unit enter at no cost, and the way to each.

    The move stops at a cost of All and in an EZOC that nobody negates (OCS 4.5b), and ends no
    further east than it began.
    """
    start = unit.hex
    last: dict[int, int] = {}

    def edges(a: int, spent: int) -> Iterator[tuple[int, int]]:
        if a != start and stopped(world, state, AXIS, a):
            return
        for b in world.board.neighbors(a):
            cost = move_cost(world, state, AXIS, LEG, a, b)
            if cost == PROHIBITED or not enters(world, state, unit, hq, a, b):
                continue
            if cost == ALL:
                if spent < LIMIT:
                    last.setdefault(b, a)
            else:
                yield b, 1

    found = flood({start: 0}, edges, LIMIT)
    reached = {h: tuple(found.way(h)[1:]) for h in found.spent if h != start}
    for b, a in last.items():
        if b != start:
            reached.setdefault(b, (*found.way(a)[1:], b))
    return {h: way for h, way in reached.items() if not east_of(world, h, start)}


def helper(world: World, state: OcsState, unit: Unit, goal: int) -> Unit | None:
    """The Kessel HQ that lets a unit move freely to a hex; one only, never itself."""
    for hq in kessel_hqs(world, state):
        if hq.id != unit.id and goal in ways(world, state, unit, hq):
            return hq
    return None


# ---------------------------------------------------------------- the ability


def problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """Each unit may be moved so, and one HQ opens the way to the hex."""
    goal = world.board.at(command.hex)
    for name in command.units:
        unit = state.units[world.unit_id(name)]
        found = mover_problem(world, state, unit)
        if found is not None:
            return found
        if helper(world, state, unit, goal) is None:
            return _why_not(world, state, unit, goal)
    return None if command.units else Refusal(RULE, "name the units that move")


def _why_not(world: World, state: OcsState, unit: Unit, goal: int) -> Refusal:
    number = world.board.id(goal)
    if east_of(world, goal, unit.hex):
        return Refusal(RULE, f"{number} lies further east than where it begins")
    if not any(world.board.distance(goal, hq.hex) <= RADIUS for hq in kessel_hqs(world, state)):
        return Refusal(RULE, f"{number} is not within two hexes of a Kessel HQ")
    return Refusal(RULE, f"no free way of four hexes leads to {number}")


def march(draft: Draft, command: Act) -> None:
    """Move the units one by one; they pay nothing and move no more."""
    world = draft.world
    goal = world.board.at(command.hex)
    for name in command.units:
        unit = draft.state.units[world.unit_id(name)]
        hq = helper(world, draft.state, unit, goal)
        if hq is None:
            continue
        way = ways(world, draft.state, unit, hq)[goal]
        movement.begin(draft, (unit.id,))
        for hex_ in way:
            movement.step_into(draft, (unit.id,), hex_)
        put(draft, evolve(draft.state.units[unit.id], finished=True))
        change(draft, kessel_moves={**own(draft.state).kessel_moves, unit.id: hq.id})
    draft.log("move", f"{', '.join(command.units)} to {world.board.label(goal)} by a Kessel HQ",
              hex=command.hex, rule=RULE, side=AXIS)


def offers(world: World, state: OcsState) -> Iterator[Act]:
    """Every free move of every unit."""
    hqs = kessel_hqs(world, state)
    if not hqs:
        return
    for unit in state.units.values():
        if not unit.on_map or mover_problem(world, state, unit) is not None:
            continue
        goals = {h for hq in hqs if hq.id != unit.id for h in ways(world, state, unit, hq)}
        for goal in sorted(goals):
            yield Act("kessel-move", world.board.id(goal), (world.name(unit.id),))


def turn_begins(draft: Draft) -> None:
    """A unit may be moved by a Kessel HQ once in a turn."""
    if own(draft.state).kessel_moves:
        change(draft, kessel_moves={})


ACTS = {
    "kessel-move": Ability(problem, march, frozenset({MOVEMENT}), AXIS, RULE, offers),
}
