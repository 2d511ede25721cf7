"""The staff officer of the Operational Combat Series. Same seed, same commands.

It looks at the same previews as a player and never at dice to come.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from attrs import evolve

from engine.core.commands import Command, End
from engine.core.errors import BadCommand, Refusal
from engine.game import Game
from engine.ocs import artillery, combat, overrun, preview
from engine.ocs.commands import Act, Attack, Barrage, Overrun
from engine.ocs.sequence import (
    AIR_BARRAGE,
    ARTILLERY,
    BREAKOUT,
    COMBAT,
    EXPLOIT,
    EXPLOIT_BARRAGE,
    EXPLOIT_COMBAT,
    MOVEMENT,
    REACT,
    REACT_BARRAGE,
    REFIT,
    REINFORCE,
    phasing,
)
from engine.players.ocs import airstaff, answers, haulage, pocket, reserves
from engine.players.ocs.chances import best_attack, of_attack, of_barrage
from engine.players.ocs.marches import Going, Plan, formations_to_fuel, kessel_goals
from engine.players.ocs.operations import (
    WORTHWHILE,
    Posture,
    close_ring,
    plan_attacks,
)
from engine.players.ocs.sense import Sense

SPENDING = (1.0, 1.0, 1.0, 0.8, 0.8)
"""Which part of its tokens it spends on the last turn, on the last but one, and so on: a pocket
is saved or lost early."""
NERVE = 0.8, 1.2
"""How much less, or more, than usual an attack must promise: each officer is his own man."""
SURE = 1.2
"""Least value of an Overrun."""


class StaffOfficer:
    """Gives one command at a time for either side."""

    def __init__(self, seed: int | str = 0) -> None:
        self._least = WORTHWHILE * Random(seed).uniform(*NERVE)
        self._place = (-1, -1)
        self._stage = 0
        self._ready: list[Command] = []
        self._goings: list[Going] = []
        self._turn = (-1, "")
        self._floor = 0

    def __call__(self, game: Game) -> Command:
        """The next command. Raises LookupError where nothing is legal."""
        ask = game.asks
        if ask is None:
            raise LookupError("the game is over")
        place = (game.state.turn, game.state.step)
        if place != self._place:
            self._place, self._stage, self._ready, self._goings = place, 0, [], []
        sense = self._sense(game, ask.side)
        if game.state.asks:
            return answers.answer(game, sense)
        handler = self._STEPS.get(ask.kind)
        command = handler(self, game, sense) if handler is not None else None
        return command if command is not None else _end(game)

    def _sense(self, game: Game, side: str) -> Sense:
        """How it sees the field; what may be spent is settled as a player turn begins."""
        turn = (game.state.turn, phasing(game.state))
        sense = Sense(game.world, game.state, side)
        if turn != self._turn:
            self._turn = turn
            part = SPENDING[min(sense.turns_left, len(SPENDING)) - 1]
            self._floor = round(sense.tokens() * (1 - part))
        return evolve(sense, floor=self._floor)

    # ------------------------------------------------------------ movement

    def _move(self, game: Game, sense: Sense) -> Command | None:
        """Go on with what is planned; when it is done, plan the next part."""
        command = self._next(game, sense)
        while command is None and self._stage < len(self._PARTS):
            self._stage += 1
            self._PARTS[self._stage - 1](self, game, sense)
            command = self._next(game, sense)
        return command

    def _next(self, game: Game, sense: Sense) -> Command | None:
        """The next planned command that is still allowed."""
        while self._ready or self._goings:
            if self._ready:
                command = self._ready.pop(0)
                if may(game, command):
                    return command
                continue
            self._ready = list(self._goings.pop(0).commands(sense))
        return None

    def _march(self, game: Game, sense: Sense) -> None:
        """The ring, the attacks, then everybody else."""
        plan = Plan(sense)
        close_ring(plan)
        plan_attacks(plan, self._least)
        acts = [c for c in game.world.hooks.offer_acts(game.world, game.state, "")
                if isinstance(c, Act)] if sense.cut_off() else []
        Posture(plan, kessel_goals(game.world, acts)).settle()
        self._ready = formations_to_fuel(sense, plan.goings)
        self._goings = plan.goings

    def _overrun(self, game: Game, sense: Sense) -> None:
        """An Overrun that is nearly sure, by a stack beside the enemy (OCS 8); then the next."""
        best: tuple[float, Command] | None = None
        for command in overrun.offer_overruns(game.world, game.state, ""):
            assert isinstance(command, Overrun)
            ids = tuple(map(game.world.unit_id, command.units))
            hex_ = game.world.board.at(command.hex)
            value = of_attack(sense, hex_, ids, sense.stake(hex_), overrun=True).worth
            if value > SURE and (best is None or value > best[0]):
                best = value, command
        if best is not None:
            self._ready = [best[1]]
            self._stage -= 1

    def _fly(self, game: Game, sense: Sense) -> None:
        """Supply flown to a pocket, one mission after the other."""
        command = airstaff.supply_pocket(game, sense)
        if command is not None:
            self._ready = [command]
            self._stage -= 1

    def _haul(self, game: Game, sense: Sense) -> None:
        self._ready = haulage.haul(sense)

    def _hold_back(self, game: Game, sense: Sense) -> None:
        self._ready = reserves.hold_back(sense)

    # ------------------------------------------------------------ fire and combat

    def _barrage(self, game: Game, sense: Sense) -> Command | None:
        """Guns where they help an attack most (OCS 10)."""
        best: tuple[float, Command] | None = None
        wishes = airstaff.wishes(sense)
        for hex_, ids in sorted(artillery.targets(game.world, game.state).items()):
            if hex_ not in wishes:
                continue
            for group in {tuple(ids), *((i,) for i in ids)}:
                command = Barrage(game.world.board.id(hex_), tuple(map(game.world.name, group)))
                if not may(game, command):
                    continue
                seen = preview.barrage_of(game.world, game.state, command)
                if isinstance(seen, Refusal):
                    continue
                value = of_barrage(sense, hex_, seen, wishes[hex_])
                if value > airstaff.WORTH and (best is None or (value, command.units) > (
                    best[0], getattr(best[1], "units", ())
                )):
                    best = value, command
        return best[1] if best is not None else None

    def _fight(self, game: Game, sense: Sense) -> Command | None:
        """The most promising attack first, with as many as it pays to use (OCS 9)."""
        world, state = game.world, game.state
        best: tuple[float, Command] | None = None
        for hex_ in sense.foe_hexes():
            if hex_ in state.attacked:
                continue
            ids = combat.able(world, state, hex_)
            value = best_attack(sense, hex_, ids, sense.stake(hex_)) if ids else None
            if value is None or value.worth < self._least:
                continue
            if value.seen.cost.total > sense.spare():
                continue
            command = Attack(world.board.id(hex_), tuple(map(world.name, value.units)))
            if (best is None or value.worth > best[0]) and may(game, command):
                best = value.worth, command
        return best[1] if best is not None else None

    def _bomb(self, game: Game, sense: Sense) -> Command | None:
        return airstaff.bomb(game, sense)

    def _arrive(self, game: Game, sense: Sense) -> Command | None:
        """Kessel HQs, then every arrival where it is wanted."""
        command = pocket.kessel(game, sense)
        return command if command is not None else reserves.arrival(game, sense)

    _PARTS: tuple[Callable[[StaffOfficer, Game, Sense], None], ...] = (
        _fly, _march, _overrun, _haul, _hold_back,
    )
    _STEPS: dict[str, Callable[[StaffOfficer, Game, Sense], Command | None]] = {
        REFIT: lambda self, game, sense: airstaff.refit(game, sense),
        REINFORCE: _arrive,
        BREAKOUT: lambda self, game, sense: pocket.break_out(game, sense),
        MOVEMENT: _move, EXPLOIT: _move,
        REACT: lambda self, game, sense: reserves.react(game, sense),
        AIR_BARRAGE: _bomb, REACT_BARRAGE: _barrage, ARTILLERY: _barrage, EXPLOIT_BARRAGE: _barrage,
        COMBAT: _fight, EXPLOIT_COMBAT: _fight,
    }


# ---------------------------------------------------------------- helpers


def may(game: Game, command: Command) -> bool:
    """Whether a planned command is allowed now."""
    try:
        return game.check(command) is None
    except BadCommand:
        return False


def _end(game: Game) -> Command:
    """Close the step, or do whatever lets it close."""
    if may(game, End()):
        return End()
    for command in game.legal():
        return command
    raise LookupError("no command is legal and the game is not over")
