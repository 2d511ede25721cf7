"""Where units can go in each mode if they are fuelled, and the commands that take them there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from engine.core.commands import Command
from engine.core.values import frozen
from engine.ocs import fuel, modes, movement, supply
from engine.ocs.commands import Act, Fuel, Mode, Move, Release
from engine.ocs.pieces import COMBAT, MOVE, PHASE_FUEL, RESERVE, Unit
from engine.ocs.sequence import MOVEMENT, key
from engine.ocs.sizes import face, re4
from engine.ocs.stacking import LIMIT
from engine.ocs.world import World
from engine.players.ocs.sense import Sense

Reaches = Mapping[str, Mapping[int, int]]
"""Unit to every hex that it can reach, with what it would have left in eighths of an MP."""
KESSEL_MOVE = "kessel-move"
"""The topic of free moves near a Kessel HQ (TTW 2.3a)."""


def reaches(sense: Sense, mode: str = "") -> Reaches:
    """For each unit that may move where it can go: in a mode, or in the one that it has.

    Fuel is taken for granted where a token is in reach, and Reserves may be released.
    """
    changed = [new for u in sense.units() if (new := _ready(sense, u, mode)) is not None]
    field = sense.imagined(changed)
    found: dict[str, Mapping[int, int]] = {}
    for unit in changed:
        who = movement.party(sense.world, field.state, (unit.id,))
        if isinstance(who, movement.Party):
            found[unit.id] = movement.reach(sense.world, field.state, who).left
    return found


def _ready(sense: Sense, unit: Unit, mode: str) -> Unit | None:
    """The unit as it would set out, or None if it cannot."""
    world, state = sense.world, sense.state
    new = unit
    if key(state) != MOVEMENT:
        if modes.release_problem(world, state, unit) is None:
            new = evolve(unit, marker="", released=True)
    elif mode and unit.mode != mode:
        if modes.mode_problem(world, state, unit, mode) is not None:
            return None
        new = modes.turned(unit, mode)
    if unit.finished or not (face(world, new).ma and modes.allowance(world, state, new)):
        return None
    if fuel.needs(world, new) and not fuel.fueled(world, state, new):
        if not supply.reachable_tokens(world, state, unit):
            return None
        new = evolve(new, fuel=PHASE_FUEL)
    return new


@frozen
class Going:
    """One unit's part of the plan: where it goes, and in which mode."""

    unit: str
    hex: int
    mode: str = ""
    """combat, move or reserve; empty for the one that it has."""
    free: bool = False
    """By a Kessel HQ, at no cost (TTW 2.3a)."""

    def commands(self, sense: Sense) -> Iterator[Command]:
        """Mode, fuel and move, as far as each is needed."""
        world, state = sense.world, sense.state
        unit, name = state.units[self.unit], (world.name(self.unit),)
        goal = world.board.id(self.hex)
        if self.free:
            yield Act(KESSEL_MOVE, goal, name)
            return
        new = unit
        if self.mode and unit.mode != self.mode and key(state) == MOVEMENT:
            yield Mode(name, self.mode)
            new = modes.turned(unit, self.mode)
        elif unit.marker == RESERVE and key(state) != MOVEMENT:
            yield Release(name)
            new = evolve(unit, marker="", released=True)
        if self.hex == unit.hex:
            return
        if fuel.needs(world, new) and not fuel.fueled(world, state, new):
            yield Fuel(name, fuel.SINGLE)
        yield Move(name, goal)


class Plan:
    """Who will stand where: each choice counts for the next."""

    def __init__(self, sense: Sense) -> None:
        self.sense = sense
        moving = key(sense.state) == MOVEMENT
        self.combat = reaches(sense, COMBAT if moving else "")
        self.march = reaches(sense, MOVE) if moving else {}
        self.places: dict[str, int] = {u.id: u.hex for u in sense.units()}
        self.goings: list[Going] = []
        self.busy: set[str] = set()
        self._load: dict[int, int] = {}
        self._guard: dict[int, float] = {}
        for unit in sense.units():
            self._count(unit, unit.hex, 1)

    def _count(self, unit: Unit, hex_: int, sign: int) -> None:
        self._load[hex_] = self._load.get(hex_, 0) + sign * re4(self.sense.world, unit)
        self._guard[hex_] = self._guard.get(hex_, 0.0) + sign * self.sense.strength(unit)

    def unit(self, id_: str) -> Unit:
        """A unit as it stands."""
        return self.sense.state.units[id_]

    def fits(self, id_: str, hex_: int) -> bool:
        """Whether the hex has room for a unit at the end."""
        if self.places[id_] == hex_:
            return True
        return self._load.get(hex_, 0) + re4(self.sense.world, self.unit(id_)) <= LIMIT

    def guard(self, hex_: int, without: str = "") -> float:
        """Defense strength that will stand in a hex."""
        found = self._guard.get(hex_, 0.0)
        if without and self.places.get(without) == hex_:
            found -= self.sense.strength(self.unit(without))
        return found

    def free(self, id_: str) -> bool:
        """Whether a unit has no part in the plan yet."""
        return id_ not in self.busy

    def send(self, going: Going) -> None:
        """Give a unit its place; one that stays as it is only becomes busy."""
        unit = self.unit(going.unit)
        self.busy.add(unit.id)
        if going.hex != self.places[unit.id]:
            self._count(unit, self.places[unit.id], -1)
            self._count(unit, going.hex, 1)
            self.places[unit.id] = going.hex
        if going.hex != unit.hex or (going.mode and going.mode != unit.mode):
            self.goings.append(going)


def formations_to_fuel(sense: Sense, goings: list[Going]) -> list[Command]:
    """Formations of which so many units are to drive that fuel for all is cheaper (OCS 12.5c)."""
    world, state = sense.world, sense.state
    thirsty: dict[str, list[str]] = {}
    for going in goings:
        unit = state.units[going.unit]
        new = modes.turned(unit, going.mode) if going.mode in (COMBAT, MOVE) else unit
        name = world.hooks.formation(world, state, unit)
        if name and not going.free and going.hex != unit.hex and fuel.needs(
            world, new
        ) and not fuel.fueled(world, state, new):
            thirsty.setdefault(name, []).append(going.unit)
    return [
        Fuel((world.name(ids[0]),), fuel.FORMATION)
        for ids in thirsty.values() if len(ids) >= fuel.COST[fuel.FORMATION]
    ]


def kessel_goals(world: World, acts: list[Act]) -> dict[str, list[int]]:
    """Unit to the hexes that a Kessel HQ lets it enter at no cost (TTW 2.3a)."""
    found: dict[str, list[int]] = {}
    for act in acts:
        if act.topic == KESSEL_MOVE:
            found.setdefault(world.unit_id(act.units[0]), []).append(world.board.at(act.hex))
    return found
