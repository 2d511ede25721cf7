"""How the staff officer answers what combat asks: orders, losses, retreats, advances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.core.commands import Command, Pass
from engine.core.state import Decision
from engine.efs import movement
from engine.efs import retreat as retreats
from engine.efs.commands import (
    Abandon,
    AdvanceTo,
    EngageAt,
    Fight,
    LoseSteps,
    Order,
    Remove,
    RetreatVia,
    Role,
    Silence,
)
from engine.efs.decisions import Retreat
from engine.efs.state import Attack
from engine.efs.steps import face, steps_left
from engine.players.efs import airstaff
from engine.players.efs.sense import Sense

# ---------------------------------------------------------------- fights and orders


def of_fight(sense: Sense, command: Fight) -> float:
    """What a combat as named is worth; a unit kept out of it is worth a little."""
    world = sense.world
    attack = next(a for a in sense.state.attacks if world.board.at(command.hex) in a.hexes)
    ids = movement.ids_of(world, command.units)
    guns = movement.ids_of(world, command.support)
    seen = sense.outlook(
        attack.hexes, ids, guns, engineers=command.engineers,
        supply=movement.ids_of(world, command.supplied),
    )
    return sense.value(attack.hexes, seen) - 0.02 * len(ids) - 0.01 * len(guns)


def for_defender(sense: Sense, enemy: Sense, attack: Attack, order: str) -> float:
    """What an attack is worth to the defender under an order of his."""
    seen = enemy.outlook(
        attack.hexes, attack.units, enemy.guns_for(attack.hexes), defender_order=order
    )
    return -enemy.value(attack.hexes, seen) - 0.2 * (sense.own_step() - 1) * sum(
        f.defender_steps for f in seen.faces) / len(seen.faces)


def attack_order(sense: Sense, offers: Sequence[Command]) -> Command:
    """The attacker's retreat order before his roll, or none (BSR 15.58)."""
    fight = sense.state.combat
    assert fight is not None
    best: tuple[float, Command] = (float("-inf"), Pass())
    for command in offers:
        order = command.order if isinstance(command, Order) else ""
        seen = sense.outlook(
            fight.attack.hexes, fight.units, fight.support, order, engineers=fight.engineers
        )
        value = sense.value(fight.attack.hexes, seen)
        if order == "additional-retreat":
            value -= 1.5 + sum(sense.worth(h) for h in fight.attack.hexes) * seen.chance(
                "defender_gone") / 100  # no advance, and the enemy leads the way
        if value > best[0] + 0.05:
            best = (value, command)
    return best[1]


# ---------------------------------------------------------------- advance


def advance(sense: Sense, offers: Sequence[AdvanceTo]) -> Command | None:
    """Go in where the hex is worth it and can be held; the more the better."""
    best: tuple[float, Command] | None = None
    for command in offers:
        hex_ = sense.world.board.at(command.to)
        ids = movement.ids_of(sense.world, command.units)
        mine = sense.defense_at(hex_) + sum(
            face(sense.world, sense.state.units[i]).defense for i in ids
        )
        risk = sense.threat(hex_) / max(1.0, mine * (1 + 0.25 * sense.shelter(hex_)))
        value = sense.worth(hex_) - 0.4 * sense.own_step() * max(0.0, risk - 1.5) + 0.01 * mine
        value -= sum(sense.stake(i) for i in ids)
        if value > 0.25 and (best is None or value > best[0]):
            best = (value, command)
    return best[1] if best is not None else None


# ---------------------------------------------------------------- retreat


def retreat(sense: Sense, decision: Retreat, offers: Sequence[Command]) -> Command:
    """The way back that leaves the owner best off, or worst off if the enemy leads him."""
    mine = decision.owner == sense.side
    owner = sense if mine else Sense(sense.world, sense.state, decision.owner)
    best: tuple[float, Command] | None = None
    for command in offers:
        if isinstance(command, RetreatVia):
            value = _way(owner, decision, command)
            value = value if mine else -value
        elif isinstance(command, Abandon):
            value = -4.0
        else:
            value = 0.0
        if best is None or value > best[0]:
            best = (value, command)
    assert best is not None
    return best[1]


def _way(owner: Sense, decision: Retreat, command: RetreatVia) -> float:
    """How well off its owner is at the end of a retreat."""
    world, board = owner.world, owner.world.board
    ids = movement.ids_of(world, command.units)
    path = tuple(board.at(h) for h in command.via)
    way = next(
        w for w in retreats.ways(world, owner.state, decision, ids) if w.hexes == path
    )
    total = {retreats.SAFE: 0.0, retreats.RISK: -3.0, retreats.LOST: -6.0}[way.fate]
    end = path[-1]
    total += 0.4 * min(3, owner.near_foe(end)) + 0.2 * owner.friends_beside(end)
    total += 0.3 * owner.shelter(end) + 0.3 * bool(owner.defense_at(end))
    for star, (weight, side) in owner.stars().items():
        gap = board.distance(end, star)
        if side == owner.side:
            total += weight * (2.0 if gap == 0 else 0.6 / gap)
    return total + 0.05 * len(ids)


# ---------------------------------------------------------------- losses and the rest


def answer(sense: Sense, decision: Decision, offers: Sequence[Command]) -> Command:
    """Losses, overstacking, guns to silence, air units; else the first answer."""
    return max(enumerate(offers), key=lambda one: (_liking(sense, one[1]), -one[0]))[1]


def _liking(sense: Sense, command: Command) -> float:
    if isinstance(command, LoseSteps | Remove):
        return -_loss(sense, command)
    if isinstance(command, Silence):
        return float(sum(sense.world.counters[i].support for i in movement.ids_of(
            sense.world, command.units)))
    if isinstance(command, Role):
        return airstaff.role(sense, command)
    if isinstance(command, EngageAt):
        return airstaff.engagement(sense, command)
    return 0.0


def _loss(sense: Sense, command: LoseSteps | Remove) -> float:
    """What goes: strength lost, and dearer where a whole unit goes."""
    world, state = sense.world, sense.state
    total = 0.0
    for id_, count in Counter(movement.ids_of(world, command.units)).items():
        unit = state.units[id_]
        left = steps_left(world, unit)
        gone = left if isinstance(command, Remove) else count
        now = face(world, unit)
        total += (now.attack + now.defense + world.counters[id_].support) * gone / max(1, left)
        total += 1.5 if gone >= left else 0.0
    return total
