"""How supply gets forward: Transport Points between full dumps and hungry HQs (OCS 13.2)."""

from __future__ import annotations

from engine.core.commands import Command
from engine.ocs import dumps, movement
from engine.ocs.commands import Load, Move, Unload
from engine.ocs.pieces import ORGANIC, SP, Unit
from engine.ocs.reach import Party, reach
from engine.ocs.sequence import MOVEMENT, key
from engine.players.ocs.sense import Sense

CLOSE = 1
"""Hexes from an HQ at which it is served."""
RICH = 2 * SP
"""Tokens of a dump from which some are carried forward."""


def haul(sense: Sense) -> list[Command]:
    """What every truck and wagon does in this phase."""
    if key(sense.state) != MOVEMENT:
        return []
    wants = _wants(sense)
    found: list[Command] = []
    for unit in sense.state.units.values():
        counter = sense.world.counters[unit.id]
        if (
            counter.transport and counter.type != ORGANIC and counter.side == sense.side
            and unit.on_map and not unit.moved and wants
        ):
            found += (_deliver if unit.load else _fetch)(sense, unit, wants)
    return found


def _wants(sense: Sense) -> dict[int, float]:
    """Hexes of HQs to how much they want supply: the fewer tokens near, the nearer the enemy."""
    world, board = sense.world, sense.world.board
    found: dict[int, float] = {}
    for unit in sense.units():
        if world.counters[unit.id].hq and unit.hex in sense.home() and sense.gap(unit.hex) > 1:
            near = sum(dumps.tokens_at(world, sense.state, sense.side, h)
                       for h in board.within(unit.hex, 2))
            found[unit.hex] = 8.0 - near - 0.8 * sense.gap(unit.hex)
    return found


def _deliver(sense: Sense, unit: Unit, wants: dict[int, float]) -> list[Command]:
    """Drive to the HQ that wants it most and is in reach, and put the load down."""
    board, name = sense.world.board, sense.world.name(unit.id)

    def value(hex_: int) -> float:
        return max(float(w - 1.5 * board.distance(h, hex_)) for h, w in wants.items())

    goal = max(sorted({*_reach(sense, unit), unit.hex}), key=lambda h: (value(h), h == unit.hex))
    goal = goal if value(goal) > value(unit.hex) + 1 else unit.hex
    found: list[Command] = [Move((name,), board.id(goal))] if goal != unit.hex else []
    if min(board.distance(h, goal) for h in wants) <= CLOSE:
        found.append(Unload(name, str(unit.load)))
    return found


def _fetch(sense: Sense, unit: Unit, wants: dict[int, float]) -> list[Command]:
    """Load at a rich dump away from the front, driving to it first; then wait for the next turn."""
    world, board, name = sense.world, sense.world.board, sense.world.name(unit.id)
    rich = [
        h for h, d in sorted(sense.state.dumps.items())
        if d.owner == sense.side and d.tokens >= RICH
        and min(board.distance(h, w) for w in wants) > 2
    ]
    if unit.hex not in rich:
        safe = _reach(sense, unit)
        goals = [h for h in rich if h in safe]
        if not goals:
            return []
        goal = min(goals, key=lambda h: (board.distance(h, unit.hex), h))
        return [Move((name,), board.id(goal))]
    tokens = min(world.counters[unit.id].points * SP, sense.state.dumps[unit.hex].tokens)
    return [Load(name, str(tokens)), *_deliver(sense, unit, wants)]


def _reach(sense: Sense, unit: Unit) -> list[int]:
    """Safe hexes in reach."""
    who = movement.party(sense.world, sense.state, (unit.id,))
    if not isinstance(who, Party):
        return []
    found = reach(sense.world, sense.state, who).left
    return [h for h in found if h in sense.home() and not sense.threat().get(h)]
