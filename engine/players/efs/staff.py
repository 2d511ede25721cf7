"""The staff officer: a fair opponent by simple sense of the field. Same seed, same commands.

It looks at the same previews as a player and never at dice to come or hidden counters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from random import Random

from attrs import evolve

from engine.core.commands import Command, End, Pass
from engine.core.dice import Dice
from engine.core.errors import BadCommand, Refusal
from engine.efs import flow, movement, overrun, preview, reinforcements
from engine.efs.commands import (
    Activate,
    AdvanceTo,
    Cancel,
    Declare,
    Enter,
    Fight,
    Move,
    Order,
    Overrun,
    Place,
    Support,
)
from engine.efs.decisions import Advance, AttackOrder, Retreat
from engine.efs.sequence import MOTORIZED, MOVE, REACT, SEQUENCE
from engine.efs.state import EfsState
from engine.efs.zoc import holder
from engine.game import Game
from engine.players.efs import aftermath, airstaff
from engine.players.efs.operations import AttackPlanner, options, postures, standing
from engine.players.efs.sense import Sense

SURE = 70
"""Per cent of success that an Overrun must have."""
BETTER = 0.15
"""What a reaction, an order or a gun must change for the defender to use it."""


class StaffOfficer:
    """Gives one command at a time for either side."""

    def __init__(self, seed: int | str = 0) -> None:
        self.random = Random(seed)
        self._place = (-1, -1)
        self._plan: list[Command] = []
        self._planned = False

    def __call__(self, game: Game) -> Command:
        """The next command. Raises LookupError where nothing is legal."""
        ask = game.asks
        if ask is None:
            raise LookupError("the game is over")
        place = (game.state.turn, game.state.step)
        if place != self._place:
            self._place, self._plan, self._planned = place, [], False
        sense = Sense(game.world, game.state, ask.side)
        if game.state.asks:
            return self._decide(game, sense)
        handler = self._STEPS.get(ask.kind)
        command = handler(self, game, sense) if handler is not None else None
        return command if command is not None else self._end(game)

    def _end(self, game: Game) -> Command:
        """Close the step, or do whatever lets it close."""
        if may(game, End()):
            return End()
        for command in game.legal():
            if isinstance(command, Cancel):
                return command
        return first(game.legal())

    def _next(self, game: Game) -> Command | None:
        """The next planned command that is still allowed."""
        while self._plan:
            command = self._plan.pop(0)
            if may(game, command):
                return command
        return None

    # ------------------------------------------------------------ movement

    def _move(self, game: Game, sense: Sense) -> Command | None:
        """Come on, activate, overrun, then move by plan."""
        entry = self._entry(game)
        if entry is not None:
            self._planned = False
            return entry
        if not self._planned and SEQUENCE[game.state.step].key == MOTORIZED:
            activation = self._activation(game, sense)
            if activation is not None:
                return activation
        attack = self._overrun(game, sense)
        if attack is not None:
            self._planned = False
            return attack
        if not self._planned:
            self._planned = True
            self._plan = self._moves(game, sense)
        return self._next(game)

    def _entry(self, game: Game) -> Command | None:
        """The largest group that can come on."""
        entries = [
            c for c in reinforcements.offer_entries(game.world, game.state, "")
            if isinstance(c, Enter | Place)
        ]
        return max(entries, key=lambda c: len(c.units), default=None)

    def _activation(self, game: Game, sense: Sense) -> Command | None:
        """The unit nearest to the enemy that an HQ may activate and that can get at him."""
        best: tuple[int, Command] | None = None
        for command in game.legal():
            if not isinstance(command, Activate):
                break
            unit = game.state.units[game.world.unit_id(command.unit)]
            gap = sense.near_foe(unit.hex)
            if gap <= 4 and (best is None or gap < best[0]):
                best = (gap, command)
        return best[1] if best is not None else None

    def _overrun(self, game: Game, sense: Sense) -> Command | None:
        """An Overrun that is nearly sure, by a whole stack beside the enemy."""
        for ids in movement.stacks(game.world, game.state):
            if any(overrun.unit_problem(game.world, game.state, i) for i in ids):
                continue
            here = game.state.units[ids[0]].hex
            for target in game.world.board.neighbors(here):
                if holder(game.world, game.state, target) != sense.foe:
                    continue
                seen = preview.overrun_of(game.world, game.state, ids, target)
                if isinstance(seen, Refusal) or seen.success < SURE:
                    continue
                names = tuple(game.world.name(i) for i in ids)
                command = Overrun(game.world.board.id(target), names)
                if may(game, command):
                    return command
        return None

    def _moves(self, game: Game, sense: Sense) -> list[Command]:
        """All moves of this phase: first those of attacks to come, then the others."""
        open_ = options(sense)
        places: dict[str, int] = {}
        if attacks_follow(game.state):
            planner = AttackPlanner(sense, open_)
            planner.operations()
            places = planner.places
        going = [(i, hex_) for i, hex_ in places.items() if hex_ != game.state.units[i].hex]
        going += postures(sense, open_, places)
        going.sort(key=lambda one: not game.state.units[one[0]].started)
        name, number = game.world.name, game.world.board.id
        return [Move((name(i),), number(hex_)) for i, hex_ in going]

    def _react(self, game: Game, sense: Sense) -> Command | None:
        """Move a reserve into a Defender Hex where that spoils the attack (BSR 14.1)."""
        enemy = Sense(game.world, game.state, sense.foe)
        best: tuple[float, Command] | None = None
        for id_, hexes in options(sense).items():
            for attack in game.state.attacks:
                for hex_ in attack.hexes:
                    if hex_ not in hexes or hexes[hex_] == 0 or not sense.room(hex_, (id_,)):
                        continue
                    gain = spoiled(enemy, attack.hexes, attack.units, {id_: hex_})
                    if gain > BETTER and (best is None or gain > best[0]):
                        move = Move((game.world.name(id_),), game.world.board.id(hex_))
                        if may(game, move):
                            best = (gain, move)
        return best[1] if best is not None else None

    # ------------------------------------------------------------ attacks

    def _declare(self, game: Game, sense: Sense) -> Command | None:
        """Declare the attacks that are worth it and that may stand together (BSR 12.7)."""
        if not self._planned:
            self._planned = True
            self._plan = self._declarations(game, sense)
        return self._next(game)

    def _declarations(self, game: Game, sense: Sense) -> list[Command]:
        planner = AttackPlanner(sense, standing(sense))
        name, number = game.world.name, game.world.board.id
        state = blind(game.state)
        plan: list[Command] = []
        for operation in planner.operations():
            commands: list[Command] = [
                Declare((number(hex_),), tuple(name(i) for i in ids))
                for hex_, ids in operation.attacks
            ]
            after = tried(game, state, commands)
            if after is not None and flow.judge(game.world, after, End()) is None:
                state = after
                plan += commands
        if not plan and flow.judge(game.world, state, End()) is not None:
            plan = self._obliged(game, state)
        return plan

    def _obliged(self, game: Game, state: EfsState) -> list[Command]:
        """An attack that a cancelled Overrun demands: with everything there is."""
        found: list[Command] = [
            c for c in flow.legal(game.world, state) if isinstance(c, Declare)
        ]
        return found[:1]

    def _support(self, game: Game, sense: Sense) -> Command | None:
        """The gun that spoils an attack most."""
        enemy = Sense(game.world, game.state, sense.foe)
        best: tuple[float, Command] | None = None
        for command in game.legal():
            if not isinstance(command, Support):
                continue
            after = tried(game, blind(game.state), [command])
            attack = next(
                a for a in game.state.attacks if game.world.board.at(command.hex) in a.hexes
            )
            if after is None:
                continue
            then = Sense(game.world, after, sense.foe)
            gain = worth(enemy, attack.hexes, attack.units) - worth(
                then, attack.hexes, attack.units)
            if best is None or gain > best[0]:
                best = (gain, command)
        return best[1] if best is not None and best[0] > 0.0 else None

    def _orders(self, game: Game, sense: Sense) -> Command | None:
        """The order that helps the defender most, where one does (BSR 14.3)."""
        enemy = Sense(game.world, game.state, sense.foe)
        best: tuple[float, Command] | None = None
        for command in game.legal():
            if not isinstance(command, Order):
                continue
            hex_ = game.world.board.at(command.hex)
            attack = next(a for a in game.state.attacks if hex_ in a.hexes)
            plain = aftermath.for_defender(sense, enemy, attack, "")
            given = aftermath.for_defender(sense, enemy, attack, command.order)
            if given - plain > BETTER and (best is None or given - plain > best[0]):
                best = (given - plain, command)
        return best[1] if best is not None else None

    def _fight(self, game: Game, sense: Sense) -> Command | None:
        """The most promising combat first, as strong as it pays."""
        best: tuple[float, Command] | None = None
        for command in game.legal():
            if not isinstance(command, Fight):
                continue
            value = aftermath.of_fight(sense, command)
            if best is None or value > best[0]:
                best = (value, command)
        return best[1] if best is not None else None

    # ------------------------------------------------------------ decisions

    def _decide(self, game: Game, sense: Sense) -> Command:
        """Answer what the rules ask."""
        decision = game.state.asks[-1]
        offers = list(islice(game.legal(), 400))
        if not offers:
            raise LookupError("no answer is legal")
        if isinstance(decision, AttackOrder):
            return aftermath.attack_order(sense, offers)
        if isinstance(decision, Advance):
            return aftermath.advance(
                sense, [c for c in offers if isinstance(c, AdvanceTo)]) or Pass()
        if isinstance(decision, Retreat):
            return aftermath.retreat(sense, decision, offers)
        return aftermath.answer(sense, decision, offers)

    _STEPS: dict[str, Callable[[StaffOfficer, Game, Sense], Command | None]] = {
        MOVE: _move, MOTORIZED: _move, REACT: _react, "declare": _declare, "support": _support,
        "orders": _orders, "combat": _fight,
        "interdict": lambda self, game, sense: airstaff.interdict(game, sense),
        "intercept": lambda self, game, sense: airstaff.intercept(game, sense),
        "cas_attacker": lambda self, game, sense: airstaff.support(game, sense),
        "cas_defender": lambda self, game, sense: airstaff.oppose(game, sense),
    }


# ---------------------------------------------------------------- helpers


def may(game: Game, command: Command) -> bool:
    """Whether a planned command is allowed now."""
    try:
        return game.check(command) is None
    except BadCommand:
        return False


def first(commands: Iterable[Command]) -> Command:
    """The first command offered. Raises LookupError if there is none."""
    for command in commands:
        return command
    raise LookupError("no command is legal and the game is not over")


def attacks_follow(state: EfsState) -> bool:
    """True in the movement step that comes before the side's attacks."""
    step = SEQUENCE[state.step]
    after = SEQUENCE[(state.step + 1) % len(SEQUENCE)]
    return after.key == "declare" and after.side == step.side


def blind(state: EfsState) -> EfsState:
    """The state with other dice: nobody plans with the rolls that will come."""
    return evolve(state, dice=Dice())


def tried(game: Game, state: EfsState, commands: Iterable[Command]) -> EfsState | None:
    """The state after commands that roll nothing, or None if one is refused."""
    for command in commands:
        try:
            state, _ = flow.execute(game.world, state, command)
        except (Refusal, BadCommand):
            return None
    return state


def worth(sense: Sense, hexes: tuple[int, ...], ids: tuple[str, ...]) -> float:
    """What a declared attack is worth to the attacker as things stand, with his best guns."""
    return sense.value(hexes, sense.outlook(hexes, ids, sense.guns_for(hexes)))


def spoiled(
    enemy: Sense, hexes: tuple[int, ...], ids: tuple[str, ...], places: dict[str, int]
) -> float:
    """What an attack loses in worth when defenders come into its hexes."""
    return worth(enemy, hexes, ids) - worth(enemy.imagined(places), hexes, ids)
