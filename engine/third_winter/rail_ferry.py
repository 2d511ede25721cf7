"""The Kherson Rail Ferry: who may be carried over the Dnepr there (TTW 1.4d)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.errors import Refusal
from engine.ocs import dumps
from engine.ocs.commands import Act
from engine.ocs.losses import put
from engine.ocs.movement import begin, ids_of, step_into
from engine.ocs.pieces import MOVE, SP
from engine.ocs.sequence import MOVEMENT, acting, other
from engine.ocs.sizes import CARGO, cargo16, holder
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.ocs.zoc import in_ezoc
from engine.third_winter.abilities import Ability
from engine.third_winter.dnepr import FERRY_MARK
from engine.third_winter.state import change, own

RULE = "TTW 1.4d"
LIMIT = 3 * CARGO
"""Sixteenths of an RE that cross in a phase, both directions together."""


def ends(world: World) -> tuple[int, ...]:
    """The two hexes of the Rail Ferry, if they lie on the board in play."""
    found = tuple(sorted(world.board.marks.get(FERRY_MARK, frozenset())))
    return found if len(found) == 2 else ()


def open_to(world: World, state: OcsState, side: str) -> Refusal | None:
    """The river is Normal and neither end is in an enemy ZOC, or held by him (TTW 1.4d)."""
    if not ends(world):
        return Refusal(RULE, "the Rail Ferry is not on this map")
    if own(state).ice:
        return Refusal(RULE, "the Rail Ferry does not run on Ice")
    for hex_ in ends(world):
        if in_ezoc(world, state, side, hex_) or holder(world, state, hex_) == other(side):
            return Refusal(RULE, f"{world.board.id(hex_)} is in an enemy ZOC")
    return None


def problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """Units in Move Mode, or tokens, from one end to the other (TTW 1.4d)."""
    side = acting(state)
    shut = open_to(world, state, side)
    if shut is not None:
        return shut
    goal = world.board.at(command.hex)
    if goal not in ends(world):
        return Refusal(RULE, f"{command.hex} is no end of the Rail Ferry")
    start = next(h for h in ends(world) if h != goal)
    trouble = (
        _units_problem(world, state, side, ids_of(world, command.units), start)
        if command.units else _tokens_problem(state, side, command.word, start)
    )
    if trouble is not None:
        return trouble
    if own(state).rail_ferried + size16(world, state, command) > LIMIT:
        return Refusal(RULE, "3 RE in all cross in a phase, both directions together")
    return None


def size16(world: World, state: OcsState, command: Act) -> int:
    """Sixteenths of an RE that a command carries (OCS 4.7a, b)."""
    if command.units:
        units = [state.units[i] for i in ids_of(world, command.units)]
        return sum(cargo16(world, u) for u in units)
    return int(command.word) * CARGO // SP


def _units_problem(
    world: World, state: OcsState, side: str, ids: tuple[str, ...], start: int
) -> Refusal | None:
    for id_ in ids:
        unit = state.units[id_]
        if world.counters[id_].side != side or unit.hex != start or not unit.on_map:
            return Refusal(RULE, f"{world.name(id_)} is not at the other end")
        if unit.moved or unit.began != start:
            return Refusal(RULE, f"{world.name(id_)} did not begin the phase there, or has moved")
        if unit.mode != MOVE:
            return Refusal(RULE, f"{world.name(id_)} is not in Move Mode")
    return None


def _tokens_problem(state: OcsState, side: str, word: str, start: int) -> Refusal | None:
    if not word.isdigit() or int(word) < 1:
        return Refusal(RULE, "name units, or how many tokens cross")
    dump = state.dumps.get(start)
    if dump is None or dump.owner != side or dump.tokens - dump.moved < int(word):
        return Refusal(RULE, f"the other end has not {word} tokens that may move")
    return None


def carry(draft: Draft, command: Act) -> None:
    """Take them across; they move no more in this phase, at no Rail Capacity (TTW 1.4d)."""
    world, side = draft.world, acting(draft.state)
    goal = world.board.at(command.hex)
    start = next(h for h in ends(world) if h != goal)
    change(draft, rail_ferried=own(draft.state).rail_ferried + size16(world, draft.state, command))
    if command.units:
        ids = ids_of(world, command.units)
        begin(draft, ids)
        step_into(draft, ids, goal)
        put(draft, *(evolve(draft.state.units[i], finished=True) for i in ids))
        what = ", ".join(command.units)
    else:
        tokens = int(command.word)
        dumps.set_ground(draft, start, side, draft.state.dumps[start].tokens - tokens)
        dumps.add(draft, goal, side, tokens, moved=True)
        what = dumps.show(tokens)
    draft.log("rail", f"{what} by the Rail Ferry to {world.board.label(goal)}",
              hex=command.hex, rule=RULE, side=side)


def offers(world: World, state: OcsState) -> Iterator[Act]:
    """Single units at either end, and supply by the point and all that may still cross."""
    for goal in ends(world):
        start = next(h for h in ends(world) if h != goal)
        for unit in state.units.values():
            if unit.hex == start and unit.on_map and unit.mode == MOVE:
                yield Act("rail-ferry", world.board.id(goal), (world.name(unit.id),))
        dump = state.dumps.get(start)
        room = (LIMIT - own(state).rail_ferried) * SP // CARGO
        most = min(dump.tokens - dump.moved, room) if dump is not None else 0
        for tokens in sorted({1, SP, most} & set(range(1, most + 1))):
            yield Act("rail-ferry", world.board.id(goal), (), str(tokens))


ACTS = {
    "rail-ferry": Ability(problem, carry, frozenset({MOVEMENT}), "", RULE, offers),
}
