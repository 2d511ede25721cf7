"""What the staff officer does in the air."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from engine.core.commands import Command
from engine.efs import air
from engine.efs.air_units import FIRING, GROUPS, there
from engine.efs.commands import Cas, EngageAt, Intercept, Interdict, Role
from engine.efs.headquarters import headquarters
from engine.efs.pieces import SOVIET
from engine.efs.state import Attack
from engine.game import Game
from engine.players.efs.sense import Sense

MOST = 2
"""Air units that it sends on one mission."""
HELPS = 0.1
"""Least that a point of support must bring."""
HITS = {"A": 1.0, "D": 2.0, "X": 3.0}


def interdict(game: Game, sense: Sense) -> Command | None:
    """Air units better at interdiction than at support go over the enemy's headquarters."""
    if game.state.missions or sense.foe != SOVIET:
        return None
    for hq in headquarters(game.world, game.state):
        for command in game.legal(game.world.board.id(hq.hex)):
            if isinstance(command, Interdict) and _interdicts(game, command):
                return command
    return None


def _interdicts(game: Game, command: Interdict) -> bool:
    if command.air[0] in GROUPS:
        return False
    aircraft = game.world.aircraft[game.world.air_id(command.air[0])]
    return aircraft.interdiction > aircraft.cas and not aircraft.dummy


def intercept(game: Game, sense: Sense) -> Command | None:
    """One fighter against each mission."""
    for command in game.legal():
        if isinstance(command, Intercept):
            hex_ = game.world.board.at(command.hex)
            if not there(game.world, game.state, hex_, sense.side):
                return command
    return None


def support(game: Game, sense: Sense) -> Command | None:
    """The attacker's air units, each where its point of support helps most (BSR 15.12)."""
    return _send(game, sense, sense, 1)


def oppose(game: Game, sense: Sense) -> Command | None:
    """The defender's: the same for him, and fighters against what is there (BSR 17.24)."""
    return _send(game, sense, Sense(game.world, game.state, sense.foe), -1)


def _send(game: Game, sense: Sense, attacker: Sense, sign: int) -> Command | None:
    gains = {
        hex_: gain for attack in game.state.attacks for hex_ in attack.hexes
        if (gain := _gain(attacker, attack, hex_, sign)) is not None
    }
    best: tuple[float, Command] | None = None
    for command in game.legal():
        if not isinstance(command, Cas):
            continue
        hex_ = game.world.board.at(command.hex)
        mine = there(game.world, game.state, hex_, sense.side)
        if len(mine) >= MOST:
            continue
        value = _value(sense, command, hex_, gains) - 0.2 * len(mine)
        if value > HELPS and (best is None or value > best[0]):
            best = (value, command)
    return best[1] if best is not None else None


def _gain(attacker: Sense, attack: Attack, hex_: int, sign: int) -> float:
    """What one more point of support changes for the side that sends it."""
    guns = attacker.guns_for(attack.hexes)
    now = attacker.value(attack.hexes, attacker.outlook(attack.hexes, attack.units, guns))
    state = evolve(attacker.state, cas=(*attacker.state.cas, (hex_, sign)))
    then = Sense(attacker.world, state, attacker.side)
    return sign * (then.value(attack.hexes, then.outlook(attack.hexes, attack.units, guns)) - now)


def _value(sense: Sense, command: Cas, hex_: int, gains: Mapping[int, float]) -> float:
    name = command.air[0]
    if name in GROUPS:
        return gains.get(hex_, 0.0)
    aircraft = sense.world.aircraft[sense.world.air_id(name)]
    enemies = there(sense.world, sense.state, hex_, sense.foe)
    if aircraft.dummy:
        return 0.0
    value = aircraft.cas * gains.get(hex_, 0.0)
    return value + 0.3 * len(enemies) if aircraft.kind == "F" else value


def role(sense: Sense, command: Role) -> float:
    """A fighter fires where there is an enemy to fire at, else it flies the mission."""
    id_ = sense.world.air_id(command.air)
    enemies = there(sense.world, sense.state, sense.state.air[id_].hex, sense.foe)
    return float((command.role == FIRING) == bool(enemies))


def engagement(sense: Sense, command: EngageAt) -> float:
    """What the fire of the side's own units may do."""
    total = 0.0
    for firer, target in command.pairs:
        ids = sense.world.air_id(firer), sense.world.air_id(target)
        hit = sum(HITS.get(word, 0.0) * n for word, n in air.chances(sense.world, *ids).items())
        total += hit if sense.world.aircraft[ids[0]].side == sense.side else -hit
    return total
