"""How the staff officer answers what the rules ask: losses, options, retreats, advances, meals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from engine.core.commands import Command, Pass
from engine.core.state import Decision
from engine.game import Game
from engine.ocs import movement
from engine.ocs.commands import (
    AdvanceTo,
    Detach,
    Eat,
    InterceptBy,
    Lose,
    Pay,
    Pick,
    Place,
    Recover,
    Remove,
    RetreatVia,
    TakeOption,
)
from engine.ocs.decisions import Advance, Agreement, GameChoice, GoFirst, OptionChoice
from engine.ocs.sizes import combat_units, hex_re4, re4, steps_left
from engine.ocs.stacking import LIMIT
from engine.ocs.zoc import in_ezoc
from engine.players.ocs import choices
from engine.players.ocs.sense import Sense

MOST = 200
"""Answers that are looked at."""
WHOLE = -99.0
"""What it is worth to break up a division that retreats or advances."""


def answer(game: Game, sense: Sense) -> Command:
    """The best of the answers offered. Raises LookupError if none is legal."""
    decision = game.state.asks[-1]
    offers = list(islice(game.legal(), MOST))
    if not offers:
        raise LookupError("no answer is legal")
    if isinstance(decision, GoFirst | GameChoice | Agreement):
        return choices.choose(sense, decision, offers)
    if isinstance(decision, OptionChoice):
        return option(sense, decision, offers)
    return max(
        enumerate(offers), key=lambda one: (liking(sense, decision, one[1]), -one[0])
    )[1]


def liking(sense: Sense, decision: Decision, command: Command) -> float:
    """How much an answer pleases; what is not known here is answered as it is offered."""
    if isinstance(command, Lose | Remove):
        return -loss(sense, command)
    if isinstance(command, RetreatVia):
        return retreat(sense, command)
    if isinstance(command, Detach):
        return WHOLE
    if isinstance(command, AdvanceTo):
        assert isinstance(decision, Advance)
        return advance(sense, command)
    if isinstance(command, Pay | Eat):
        return 1.0 + sum(_keep(sense, command.units))
    if isinstance(command, Recover):
        first = sense.state.units[sense.world.unit_id(command.units[0])]
        return sense.strength(first, attacking=True)
    if isinstance(command, Place):
        return place(sense, command)
    if isinstance(command, InterceptBy | Pick):
        plane = sense.world.aircraft[sense.world.air_id(command.air)]
        whole = plane.side != sense.side or not sense.state.air[plane.id].lost
        return plane.combat - 2.5 * isinstance(command, InterceptBy) + 0.5 * whole
    return 0.0


def _keep(sense: Sense, names: tuple[str, ...]) -> list[float]:
    units = (sense.state.units[i] for i in movement.ids_of(sense.world, names))
    return [sense.worth(u) * steps_left(sense.world, u) for u in units]


def loss(sense: Sense, command: Lose | Remove) -> float:
    """What goes: the worth of the steps, and more where a whole unit goes."""
    total = 0.0
    for id_, count in Counter(movement.ids_of(sense.world, command.units)).items():
        unit = sense.state.units[id_]
        left = steps_left(sense.world, unit)
        gone = left if isinstance(command, Remove) else count
        total += sense.worth(unit) * gone
        if gone >= left:
            total += 0.5 + 3.0 * sense.marked().get(id_, 0.0)
    return total


def option(sense: Sense, decision: OptionChoice, offers: Sequence[Command]) -> Command:
    """Steps where the hex matters and they can be spared, else hexes (OCS 9.10a)."""
    if decision.may_ignore and any(isinstance(c, Pass) for c in offers):
        return Pass()
    units = [sense.state.units[i] for i in decision.units]
    there = sum(steps_left(sense.world, u) for u in units)
    cost = min(sense.worth(u) for u in units)
    fight = sense.state.fighting
    assert fight is not None
    if decision.attacking:
        gain = 0.5 * sense.stake(fight.hex)
    else:
        gain = 0.3 + 0.7 * hold(sense, fight.hex)

    def value(command: Command) -> float:
        if not isinstance(command, TakeOption):
            return 0.0
        steps = int(command.steps)
        if steps == decision.points:
            return gain - steps * cost - (5.0 if steps >= there else 0.0)
        return -steps * cost - (5.0 if steps >= there else 0.0)

    return max(enumerate(offers), key=lambda one: (value(one[1]), -one[0]))[1]


def hold(sense: Sense, hex_: int) -> float:
    """What keeping a hex is worth: a town, the ring of a pocket, a way back that is shut."""
    total = sense.towns().get(hex_, 0.0)
    if sense.enemy().cut_off():
        total += 3.0 / (1 + sense.enemy().corridor().get(hex_, 60) / 4)
    board = sense.world.board
    held = set(sense.foe_hexes())
    ways = [
        h for h in board.neighbors(hex_)
        if h not in held and not in_ezoc(sense.world, sense.state, sense.side, h)
    ]
    return total + (0.0 if ways else 1.5)


def retreat(sense: Sense, command: RetreatVia) -> float:
    """How well off the units are at the end of a way (OCS 9.12)."""
    world, state = sense.world, sense.state
    ids = movement.ids_of(world, command.units)
    path = [world.board.at(h) for h in command.via]
    end = path[-1]
    total = -2.5 * sum(in_ezoc(world, state, sense.side, h) for h in path)
    total += 0.3 * min(3, sense.gap(end)) + 0.3 * bool(combat_units(world, state, end))
    total -= 0.15 * sense.way_home().get(end, 20)
    size = sum(re4(world, state.units[i]) for i in ids)
    if hex_re4(world, state, end) + size > LIMIT:
        total -= 4.0
    return total + 0.3 * len(ids)


def advance(sense: Sense, command: AdvanceTo) -> float:
    """Go in where the hex is worth it and can be held (OCS 9.12g)."""
    world, state = sense.world, sense.state
    hex_ = world.board.at(command.to)
    units = [state.units[i] for i in movement.ids_of(world, command.units)]
    mine = sense.guard(hex_) + sum(sense.strength(u) for u in units)
    risk = min(5.0, sense.threat().get(hex_, 0.0) / max(1.0, mine))
    total = 1.5 * sense.towns().get(hex_, 0.0) + 0.2 - 0.6 * max(0.0, risk - 1.0)
    cut = {u.id for u in sense.cut_off()}
    if cut:
        barred = sense.corridor().get(hex_, 60)
        total += 3.0 / (1 + barred / 4)
    if any(u.id in cut for u in units):
        here = min(sense.way_home().get(u.hex, 60) for u in units)
        total += 0.4 * (here - sense.way_home().get(hex_, 60))
    if sense.enemy().cut_off():
        total += 0.5
    if hex_re4(world, state, hex_) + sum(re4(world, u) for u in units) > LIMIT:
        total -= 5.0
    return total + 0.02 * len(units)


def place(sense: Sense, command: Place) -> float:
    """Arrivals come on where they are wanted: near the pocket, not in reach of the enemy."""
    world = sense.world
    hex_ = world.board.at(command.at)
    ids = [i for name in command.units if (i := world.names.get(name.lower(), "")) in
           world.counters]
    if not ids:
        return 0.0
    size = sum(re4(world, sense.state.units[i]) for i in ids)
    total = -5.0 if hex_re4(world, sense.state, hex_) + size > LIMIT else 0.0
    near = sense.cut_off() or sense.enemy().cut_off()
    if near:
        total -= 0.3 * min(world.board.distance(hex_, u.hex) for u in near)
    total -= 1.0 if sense.gap(hex_) <= 1 else 0.0
    return total - 3.0 * (hex_ not in sense.home())
