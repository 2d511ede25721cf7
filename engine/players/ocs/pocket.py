"""What the staff officer does for units that are cut off: Kessel HQs (TTW 2.3a), Breakouts."""

from __future__ import annotations

from engine.core.commands import Command
from engine.game import Game
from engine.ocs.breakout import first_time
from engine.ocs.commands import Act, BreakOut
from engine.ocs.pieces import LEG, Unit
from engine.players.ocs.sense import HELD, KESSEL, Sense

RADIUS = 3
"""Hexes from a Kessel HQ within which a unit is counted as helped by it."""
LEAST = 3.0
"""Units, those that Victory Points depend on counted more, that one HQ must help."""
REMOVE = "remove-kessel"


def kessel(game: Game, sense: Sense) -> Command | None:
    """Place a Kessel HQ where it helps many, or take it away where they must break out."""
    if not sense.cut_off():
        return None
    best: tuple[float, Command] | None = None
    for command in game.legal():
        if not isinstance(command, Act):
            continue
        value = 0.0
        if command.topic == KESSEL:
            value = _helped(sense, sense.world.board.at(command.hex)) - LEAST
        elif command.topic == REMOVE and sense.turns_left <= 1:
            value = _stuck(sense, sense.world.board.at(command.hex))
        if value > 0 and (best is None or value > best[0]):
            best = value, command
    return best[1] if best is not None else None


def _is_kessel(sense: Sense, unit: Unit) -> bool:
    return sense.world.counters[unit.id].pool == KESSEL


def _helped(sense: Sense, hex_: int) -> float:
    """Units on foot near a hex that no Kessel HQ serves yet."""
    board = sense.world.board
    there = [u.hex for u in sense.units() if _is_kessel(sense, u)]
    return sum(
        1.0 + sense.marked().get(u.id, 0.0) for u in sense.cut_off()
        if board.distance(u.hex, hex_) <= RADIUS - 1
        and all(board.distance(u.hex, h) > RADIUS for h in there)
    )


def _stuck(sense: Sense, hex_: int) -> float:
    """Units near a Kessel HQ that cannot walk home in this turn, less those that can."""
    board = sense.world.board
    near = [u for u in sense.cut_off() if board.distance(u.hex, hex_) <= RADIUS
            and u.id in sense.marked()]
    return sum(-1.0 if walks_home(sense, u) else 1.0 for u in near)


def walks_home(sense: Sense, unit: Unit) -> bool:
    """Whether a unit can be expected to be in trace by the end of its move."""
    move = sense.world.counters[unit.id].move
    way = sense.way_home().get(unit.hex, 999)
    hexes = move.ma if move.mobility == LEG else move.ma // 3
    return way < HELD and way <= 2 * hexes or way <= 2 * hexes and not _barred(sense, unit)


def _barred(sense: Sense, unit: Unit) -> bool:
    """Whether enemies stand on every short way home."""
    return sense.way_home().get(unit.hex, 999) >= 2 * HELD


def break_out(game: Game, sense: Sense) -> Command | None:
    """A unit that has nothing better to hope for rolls (OCS 12.8e).

    On the last turn all that cannot walk home; before, those whose first turn gives them even
    odds and whose way is long.
    """
    for command in game.legal():
        if not isinstance(command, BreakOut):
            continue
        unit = sense.state.units[sense.world.unit_id(command.units[0])]
        if unit.id not in sense.marked() or walks_home(sense, unit):
            continue
        if sense.turns_left <= 1 or first_time(unit):
            return command
    return None
