"""How supply gets forward: Transport Points between full dumps and hungry HQs (OCS 13.2)."""

from __future__ import annotations

from engine.core.commands import Command
from engine.game import Game
from engine.ocs import dumps, movement
from engine.ocs.commands import Load, Move, Unload
from engine.ocs.pieces import ORGANIC, SP, Unit
from engine.ocs.sequence import MOVEMENT, key
from engine.players.ocs.sense import Sense

CLOSE = 1
"""Hexes from an HQ at which it is served."""
RICH = 2 * SP
"""Tokens of a dump from which some are carried forward."""


def haul(game: Game, sense: Sense) -> Command | None:
    """The next thing that a truck or wagon does."""
    if key(game.state) != MOVEMENT:
        return None
    wants = _wants(sense)
    for unit in game.state.units.values():
        counter = game.world.counters[unit.id]
        if (
            counter.transport and counter.type != ORGANIC and counter.side == sense.side
            and unit.on_map and wants
        ):
            command = _deliver(game, sense, unit, wants) if unit.load else _fetch(
                game, sense, unit, wants)
            if command is not None and game.check(command) is None:
                return command
    return None


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


def _deliver(
    game: Game, sense: Sense, unit: Unit, wants: dict[int, float]
) -> Command | None:
    """Drive to the HQ that wants it most and is in reach, and put the load down."""
    board, name = game.world.board, game.world.name(unit.id)
    reach = _reach(sense, unit)

    def value(hex_: int) -> float:
        return max(float(w - 1.5 * board.distance(h, hex_)) for h, w in wants.items())

    goal = max(sorted({*reach, unit.hex}), key=lambda h: (value(h), h == unit.hex))
    if goal != unit.hex and value(goal) > value(unit.hex) + 1:
        return Move((name,), board.id(goal))
    if min(board.distance(h, unit.hex) for h in wants) <= CLOSE:
        return Unload(name, str(unit.load))
    return None


def _fetch(
    game: Game, sense: Sense, unit: Unit, wants: dict[int, float]
) -> Command | None:
    """Load at a rich dump away from the front, or drive to one."""
    world, board, name = game.world, game.world.board, game.world.name(unit.id)
    rich = [
        h for h, d in sorted(game.state.dumps.items())
        if d.owner == sense.side and d.tokens >= RICH
        and min(board.distance(h, w) for w in wants) > 2
    ]
    if unit.hex in rich and not unit.spent:
        tokens = min(world.counters[unit.id].points * SP, game.state.dumps[unit.hex].tokens)
        return Load(name, str(tokens))
    reach = _reach(sense, unit)
    goals = [h for h in rich if h in reach]
    if not goals or unit.hex in rich:
        return None
    return Move((name,), board.id(min(goals, key=lambda h: (board.distance(h, unit.hex), h))))


def _reach(sense: Sense, unit: Unit) -> list[int]:
    """Safe hexes in reach."""
    who = movement.party(sense.world, sense.state, (unit.id,))
    if not isinstance(who, movement.Party):
        return []
    found = movement.reach(sense.world, sense.state, who).left
    return [h for h in found if h in sense.home() and not sense.threat().get(h)]
