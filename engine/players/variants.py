"""Commands near an offered one: other groups of units, other hexes, other ways.

What is offered are representatives; a player may name any group and any way. Variants
find the rest, allowed or not: what the rules refuse must be refused by name.
"""

from __future__ import annotations

from random import Random
from typing import Any

from attrs import evolve

from engine.core.board import Board
from engine.core.commands import Command
from engine.core.values import fields
from engine.efs.commands import (
    ADDITIONAL_RETREAT,
    NO_RETREAT,
    NONE,
    Fight,
    Move,
    MoveVia,
    Order,
    RetreatVia,
)
from engine.game import Game

WORDS = {"order": (NO_RETREAT, ADDITIONAL_RETREAT, NONE), "role": ("mission", "firing")}
LONGEST = 8


class Variants:
    """Makes variants with its own chance."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def of(self, game: Game, command: Command) -> Command:
        """The command with one or two of its fields changed, or a way instead of a goal."""
        if isinstance(command, Move) and self.random.random() < 0.4:
            return MoveVia(command.units, self._walk(game, command.units[0]))
        if isinstance(command, RetreatVia) and self.random.random() < 0.5:
            return evolve(command, via=self._walk(game, command.units[0]))
        names = [field.name for field in fields(type(command))]
        for name in self.random.sample(names, min(len(names), self.random.choice((1, 1, 2)))):
            value = self._changed(game, command, name, getattr(command, name))
            command = evolve(command, **{name: value})
        return command

    def _changed(self, game: Game, command: Command, name: str, value: Any) -> Any:
        if name in ("units", "support", "supplied", "air"):
            return self._group(game, command, name, value)
        if name in ("hexes", "via"):
            return self._hexes(game, value)
        if name in ("to", "at", "hex"):
            return self._near(game, value)
        if name in WORDS:
            return self.random.choice(WORDS[name])
        if isinstance(value, bool):
            return not value
        if name == "pairs":
            return self._pairs(value)
        if name in ("unit", "by") and not (isinstance(command, Order) and not value):
            return self._anyone(game)
        return value

    # ------------------------------------------------------------ names

    def _group(self, game: Game, command: Command, name: str, value: Any) -> Any:
        """One name less, one more, another order, or one named twice."""
        if isinstance(value, str):  # the air unit of a role
            return self.random.choice([game.world.name(i) for i in game.state.air] or [value])
        members = list(value)
        act = self.random.random()
        if act < 0.4 and (len(members) > 1 or (members and isinstance(command, Fight))):
            members.remove(self.random.choice(members))
        elif act < 0.8:
            members.append(self._flyer(game) if name == "air" else self._comrade(game, members))
        elif act < 0.9:
            self.random.shuffle(members)
        elif members:
            members.append(self.random.choice(members))
        least = 0 if name in ("support", "supplied") else 1
        return tuple(members) if len(members) >= least else value

    def _flyer(self, game: Game) -> str:
        return str(game.world.name(self.random.choice(list(game.state.air))))

    def _anyone(self, game: Game) -> str:
        return str(game.world.name(self.random.choice(list(game.state.units))))

    def _comrade(self, game: Game, members: list[str]) -> str:
        """Often a unit that stands near the first one named."""
        if members and self.random.random() < 0.8:
            id_ = game.world.names.get(members[0].lower(), "")
            unit = game.state.units.get(id_)
            if unit is not None and unit.on_map:
                board = game.world.board
                near = [
                    u.id for u in game.state.units.values()
                    if u.on_map and board.distance(u.hex, unit.hex) <= 2
                ]
                return str(game.world.name(self.random.choice(near)))
        return self._anyone(game)

    def _pairs(self, value: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        pairs = list(value)
        if len(pairs) > 1:
            i = self.random.randrange(len(pairs))
            pairs[i] = (pairs[i][0], self.random.choice(pairs)[1])
        return tuple(pairs)

    # ------------------------------------------------------------ hexes

    def _near(self, game: Game, number: str) -> str:
        board: Board = game.world.board
        if self.random.random() < 0.2:
            return self.random.choice(board.hexes).id
        return board.id(self.random.choice(board.neighbors(board.at(number))))

    def _hexes(self, game: Game, value: tuple[str, ...]) -> tuple[str, ...]:
        """One hex more beside the last, or one less."""
        if len(value) > 1 and self.random.random() < 0.4:
            return value[:-1]
        return (*value, self._near(game, value[-1])) if value else value

    def _walk(self, game: Game, name: str) -> tuple[str, ...]:
        """A stroll from where a unit stands, straight on more often than not."""
        board = game.world.board
        here = game.state.units[game.world.unit_id(name)].hex
        direction = self.random.randrange(6)
        found: list[str] = []
        for _ in range(self.random.randint(1, LONGEST)):
            direction = (direction + self.random.choice((0, 0, 0, 1, 5))) % 6
            here = board.around[6 * here + direction]
            if here < 0:
                break
            found.append(board.id(here))
        return tuple(found) or (board.id(board.neighbors(
            game.state.units[game.world.unit_id(name)].hex)[0]),)
