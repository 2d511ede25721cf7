"""The random player: any legal command, with a taste for content that has hardly been used.

It is a client like any other. It narrows what it asks for by one random actor, so that
it never lists everything that a side could do.
"""

from __future__ import annotations

from random import Random

from engine.core.commands import Command, End, Pass
from engine.core.errors import BadCommand
from engine.core.values import frozen
from engine.efs.commands import Cancel
from engine.efs.sequence import INTERDICT, MOTORIZED, MOVE, REACT
from engine.game import Game
from engine.players.coverage import Coverage, types_of, unit_types
from engine.players.kits import kit_of
from engine.players.variants import Variants

MOVING = frozenset({MOVE, MOTORIZED, REACT, "movement", "react", "exploit"})
"""Steps of either series in which units move one by one."""
TRIES = 2


def may(game: Game, command: Command) -> bool:
    """Whether a command, perhaps an impossible one, is allowed."""
    try:
        return game.check(command) is None
    except BadCommand:
        return False


@frozen
class Temper:
    """How restless the player is, as chances of one command."""

    end_moving: float = 0.04
    end_other: float = 0.2
    """Closes a step although more could be done."""
    contact: float = 0.5
    """Looks first at moves that end next to the enemy."""
    patience: int = 12
    """Commands in a step other than movement; after them it only winds up."""
    wild: float = 0.3
    """Tries a variant of what is offered: another group, another way."""
    samples: int = 3
    """Candidates of which the least used is taken."""


def some_temper(random: Random) -> Temper:
    """A temper of its own for a game, so that many games reach far corners."""
    return Temper(
        end_moving=random.choice((0.01, 0.03, 0.1)), end_other=random.choice((0.05, 0.2, 0.5)),
        contact=random.choice((0.0, 0.3, 0.7, 0.9)), wild=random.choice((0.0, 0.2, 0.5)),
    )


class RandomPlayer:
    """Gives one command at a time. Same seed, same game: same commands."""

    def __init__(
        self, seed: int | str = 0, coverage: Coverage | None = None, temper: Temper | None = None
    ) -> None:
        self.random = Random(seed)
        self.coverage = coverage if coverage is not None else Coverage()
        self.temper = temper if temper is not None else Temper()
        self.variants = Variants(self.random)
        self._place = (0, 0)
        self._spent = 0

    def __call__(self, game: Game) -> Command:
        """A legal command for the side that must decide. Raises LookupError if there is none."""
        ask = game.asks
        if ask is None:
            raise LookupError("the game is over")
        if game.state.asks:
            return self._vary(game, self._pick(game, list(game.legal())))
        if ask.kind in MOVING:
            return self._vary(game, self._move(game))
        return self._vary(game, self._step(game, ask.kind))

    def _vary(self, game: Game, command: Command) -> Command:
        """Sometimes a variant of the command instead, if it is allowed."""
        if self.random.random() < self.temper.wild and not isinstance(command, End | Pass):
            for _ in range(TRIES):
                variant = self.variants.of(game, command)
                if may(game, variant):
                    return variant
        return command

    # ------------------------------------------------------------ steps

    def _move(self, game: Game) -> Command:
        """One unit's choices in a movement phase, or its end."""
        actors = game.actors()
        if actors and self.random.random() >= self.temper.end_moving:
            for name in self._actors(game, actors):
                commands = list(game.legal(name))
                if commands:
                    return self._pick(game, self._near_enemy(game, commands))
        return self._end(game)

    def _actors(self, game: Game, actors: tuple[str, ...]) -> list[str]:
        """All actors, one of the least used types among a few at random first."""
        order = self.random.sample(actors, len(actors))
        few = order[: self.temper.samples]
        first = max(few, key=lambda name: self.coverage.rarity(
            "unit types", types_of(game.world, (name,))))
        order.remove(first)
        return [first, *order]

    def _near_enemy(self, game: Game, commands: list[Command]) -> list[Command]:
        """Often only those commands that lead next to the enemy, where there are any."""
        if self.random.random() >= self.temper.contact:
            return commands
        ask = game.asks
        assert ask is not None
        foe = "axis" if ask.side == "soviet" else "soviet"
        zoc = kit_of(game.series.id).zones(game.world, game.state, foe)
        at = game.world.board.at
        goals = [(c, getattr(c, "to", "")) for c in commands]
        near = [c for c, goal in goals if not goal or at(goal) in zoc]
        return near or commands

    def _step(self, game: Game, kind: str) -> Command:
        """A free choice in another step, or its end."""
        actor = ""
        if kind == INTERDICT:  # every hex for every air unit: one hex is enough
            cells = game.world.board.hexes
            actor = cells[self.random.randrange(len(cells))].id
        commands = [c for c in game.legal(actor) if not isinstance(c, End)]
        cancels: list[Command] = [c for c in commands if isinstance(c, Cancel)]
        others = [c for c in commands if not isinstance(c, Cancel)]
        tired = self._tired(game)
        if tired or not others or self.random.random() < self.temper.end_other:
            return self._end(game, cancels if tired and cancels else commands)
        return self._pick(game, others)

    def _tired(self, game: Game) -> bool:
        """True after many commands in one step: declarations could go on and on."""
        place = (game.state.turn, game.state.step)
        self._spent = self._spent + 1 if place == self._place else 0
        self._place = place
        return self._spent > self.temper.patience

    def _end(self, game: Game, otherwise: list[Command] | None = None) -> Command:
        """Close the step if that is allowed, else go on with something that is."""
        if may(game, End()):
            return End()
        commands = otherwise or [c for c in game.legal() if not isinstance(c, End)]
        return self._pick(game, commands)

    # ------------------------------------------------------------ choosing

    def _pick(self, game: Game, commands: list[Command]) -> Command:
        """First a kind of command, the rare ones more often, then one of the least used."""
        if not commands:
            raise LookupError("no command is legal and the game is not over")
        kinds: dict[str, list[Command]] = {}
        for command in commands:
            kinds.setdefault(type(command).__name__, []).append(command)
        names = list(kinds)
        weights = [0.2 + self.coverage.rarity("commands", (name,)) for name in names]
        chosen = kinds[self.random.choices(names, weights)[0]] if len(names) > 1 else commands
        few = [self.random.choice(chosen) for _ in range(min(self.temper.samples, len(chosen)))]
        return max(few, key=lambda command: self._rarity(game, command))

    def _rarity(self, game: Game, command: Command) -> float:
        """How little the content of a command has been used."""
        if isinstance(command, End | Pass):
            return 0.0
        rarity = self.coverage.rarity("unit types", unit_types(game.world, command))
        target = getattr(command, "to", "")
        if target:
            cell = game.world.board.hexes[game.world.board.at(target)]
            rarity += self.coverage.rarity("terrain", cell.terrain)
        return rarity
