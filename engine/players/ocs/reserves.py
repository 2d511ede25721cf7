"""Arrivals and Reserves: where units come on, who is held back, who reacts (OCS 5.7, 7, 13.6)."""

from __future__ import annotations

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import BadCommand
from engine.game import Game
from engine.ocs import fuel, modes, movement, supply
from engine.ocs.commands import Fuel, Mode, Move, Place, Release
from engine.ocs.pieces import PHASE_FUEL, RESERVE, Unit
from engine.ocs.reach import Party, reach
from engine.ocs.sequence import MOVEMENT, key
from engine.ocs.sizes import hex_re4, re4
from engine.ocs.stacking import LIMIT
from engine.players.ocs.answers import place
from engine.players.ocs.sense import Sense

NEAR, FAR = 2, 6
"""Hexes from the enemy between which a Reserve is of use."""
WEAK = 1.3
"""Threat against defense from which a hex wants help."""


def arrival(game: Game, sense: Sense) -> Command | None:
    """The next unit due, in the hex that suits it best."""
    best: tuple[float, Command] | None = None
    for command in game.legal():
        if isinstance(command, Place):
            value = place(sense, command)
            if best is None or value > best[0]:
                best = value, command
    return best[1] if best is not None else None


def hold_back(sense: Sense) -> list[Command]:
    """Mobile units that neither fight nor hold anything become Reserves (OCS 5.7)."""
    world, state = sense.world, sense.state
    if key(state) != MOVEMENT:
        return []
    used = set(modes.reserve_hexes(world, state, sense.side))
    most = world.scenario.reserve_markers.get(sense.side, 0)
    found: list[Command] = []
    for unit in sense.units():
        if unit.hex in state.hogs or not _spare(sense, unit):
            continue
        if unit.hex in used or len(used) < most:
            used.add(unit.hex)
            found.append(Mode((world.name(unit.id),), RESERVE, "combat"))
    return found


def _spare(sense: Sense, unit: Unit) -> bool:
    counter = sense.world.counters[unit.id]
    if unit.mode == RESERVE or not sense.mobile(unit) or counter.hq or counter.artillery:
        return False
    return sense.strength(unit) >= 3 and NEAR <= sense.gap(unit.hex) <= FAR and (
        unit.hex in sense.home())


def react(game: Game, sense: Sense) -> Command | None:
    """Bring a Reserve into a threatened hex that it can reach (OCS 7)."""
    world, state = game.world, game.state
    threat = sense.threat()
    for unit in sense.units():
        released = modes.release_problem(world, state, unit) is None
        if not released and not (unit.released and not unit.moved):
            continue
        new = evolve(unit, marker="", released=True)
        if fuel.needs(world, new) and not fuel.fueled(world, state, new):
            if not supply.reachable_tokens(world, state, unit):
                continue
            new = evolve(new, fuel=PHASE_FUEL)
        goal = _goal(sense.imagined([new]), new, dict(threat))
        if goal is None:
            continue
        name = (world.name(unit.id),)
        for command in (Release(name), Fuel(name, fuel.SINGLE), Move(name, world.board.id(goal))):
            try:
                if game.check(command) is None and not (
                    isinstance(command, Fuel) and not fuel.needs(world, unit)
                ):
                    return command
            except BadCommand:
                continue
    return None


def _goal(field: Sense, unit: Unit, threat: dict[int, float]) -> int | None:
    """The hex in reach that wants help most."""
    who = movement.party(field.world, field.state, (unit.id,))
    if not isinstance(who, Party):
        return None
    best: tuple[float, int] | None = None
    for hex_ in sorted(reach(field.world, field.state, who).left):
        guard = field.guard(hex_)
        if not guard or hex_re4(field.world, field.state, hex_) + re4(field.world, unit) > LIMIT:
            continue
        lack = threat.get(hex_, 0.0) / guard
        after = threat.get(hex_, 0.0) / (guard + field.strength(unit))
        if field.gap(hex_) <= 1 and lack > WEAK and lack - after > 0.2 and after < 3.0 and (
            best is None or lack - after > best[0]
        ):
            best = lack - after, hex_
    return best[1] if best is not None else None
