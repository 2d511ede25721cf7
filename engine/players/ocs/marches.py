"""Where units can go in each mode if they are fuelled, and the commands that take them there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import evolve

from engine.core.commands import Command
from engine.core.values import frozen
from engine.ocs import fuel, modes, movement, supply
from engine.ocs.commands import Act, Fuel, Mode, MoveVia, Release
from engine.ocs.pieces import COMBAT, LEG, MOVE, PHASE_FUEL, RESERVE, Unit
from engine.ocs.reach import Party, reach
from engine.ocs.sequence import MOVEMENT, key
from engine.ocs.sizes import attack_capable, face, re4
from engine.ocs.stacking import LIMIT
from engine.ocs.terrain import mobility_of
from engine.ocs.world import World
from engine.players.ocs.sense import Sense

KESSEL_MOVE = "kessel-move"
"""The topic of free moves near a Kessel HQ (TTW 2.3a)."""


@frozen(eq=False)
class Reach:
    """Where one unit can go."""

    hexes: frozenset[int]
    way: Callable[[int], tuple[int, ...]]
    """The cheapest way to one of them."""


Reaches = Mapping[str, Reach]
NOWHERE_TO_GO = Reach(frozenset(), lambda hex_: ())


def reaches(sense: Sense, modes_: tuple[str, ...]) -> dict[str, Reaches]:
    """For each mode, and each unit that can move in it, where it can go.

    An empty mode is the one that a unit has. Units that drive or walk alike from one hex share
    one flood, that of the one with most MPs.
    """
    ready = {mode: {u.id: new for u in sense.units() if (new := _ready(sense, u, mode))}
             for mode in modes_}
    groups: dict[tuple[int, str, bool], list[tuple[int, str, Unit]]] = {}
    for mode, units in ready.items():
        for unit in units.values():
            kind = unit.hex, mobility_of(sense.world, unit), attack_capable(sense.world, unit)
            limit = modes.left(sense.world, sense.state, unit)
            groups.setdefault(kind, []).append((limit, mode, unit))
    fields = {mode: sense.imagined(units.values()) for mode, units in ready.items()}
    found: dict[str, dict[str, Reach]] = {mode: {} for mode in modes_}
    for group in groups.values():
        most, mode, leader = max(group, key=lambda entry: entry[0])
        who = movement.party(sense.world, fields[mode].state, (leader.id,))
        if isinstance(who, Party):
            flood = reach(sense.world, fields[mode].state, who)
            for limit, its_mode, unit in group:
                near = frozenset(h for h, rest in flood.left.items() if rest >= most - limit)
                found[its_mode][unit.id] = Reach(near, flood.way)
    return dict(found)


def _ready(sense: Sense, unit: Unit, mode: str) -> Unit | None:
    """The unit as it would set out, or None if it cannot.

    Fuel is taken for granted where a token is in reach, and Reserves may be released.
    """
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
    way: tuple[int, ...] = ()
    free: bool = False
    """By a Kessel HQ, at no cost (TTW 2.3a)."""

    def commands(self, sense: Sense) -> Iterator[Command]:
        """Mode, fuel and move, as far as each is needed; none where fuel has run out."""
        world, state = sense.world, sense.state
        unit, name = state.units[self.unit], (world.name(self.unit),)
        if self.free:
            yield Act(KESSEL_MOVE, world.board.id(self.hex), name)
            return
        new, first = self._turned(sense, unit)
        moves = self.hex != unit.hex
        thirsty = moves and fuel.needs(world, new) and not fuel.fueled(world, state, new)
        if thirsty and not supply.reachable_tokens(world, state, unit):
            return
        yield from first
        if thirsty:
            yield Fuel(name, fuel.SINGLE)
        if moves:
            yield MoveVia(name, tuple(map(world.board.id, self.way)))

    def _turned(self, sense: Sense, unit: Unit) -> tuple[Unit, list[Command]]:
        """The unit in its mode, and the command that it takes."""
        name = (sense.world.name(unit.id),)
        moving = key(sense.state) == MOVEMENT
        if self.mode and unit.mode != self.mode and moving:
            return modes.turned(unit, self.mode), [Mode(name, self.mode)]
        if unit.marker == RESERVE and not moving:
            return evolve(unit, marker="", released=True), [Release(name)]
        return unit, []


class Plan:
    """Who will stand where: each choice counts for the next."""

    def __init__(self, sense: Sense) -> None:
        self.sense = sense
        moving = key(sense.state) == MOVEMENT
        found = reaches(sense, (COMBAT, MOVE) if moving else ("",))
        self._combat, self._march = found[COMBAT if moving else ""], found.get(MOVE, {})
        self.places: dict[str, int] = {u.id: u.hex for u in sense.units()}
        self.goings: list[Going] = []
        self.busy: set[str] = set()
        self.budget = sense.spare()
        """Tokens that are left for what is not planned yet."""
        self._load: dict[int, int] = {}
        self._guard: dict[int, float] = {}
        for unit in sense.units():
            self._count(unit, unit.hex, 1)

    def combat(self, id_: str) -> Reach:
        """Where a unit gets to and can fight."""
        return self._combat.get(id_, NOWHERE_TO_GO)

    def march(self, id_: str) -> Reach:
        """Where it gets to in Move Mode."""
        return self._march.get(id_, NOWHERE_TO_GO)

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

    def going(self, id_: str, hex_: int, mode: str) -> Going:
        """A unit's way to a hex in a mode; what is DG keeps the side that it shows."""
        unit = self.unit(id_)
        keeps = unit.dg and mode == COMBAT and unit.front
        found = (self.march if mode == MOVE else self.combat)(id_)
        way = found.way(hex_) if hex_ in found.hexes else ()
        return Going(id_, hex_, "" if keeps else mode, way)

    def thirsty(self, id_: str, hex_: int, mode: str) -> bool:
        """Whether going to a hex in a mode takes fuel that a unit does not have."""
        unit, world = self.unit(id_), self.sense.world
        if hex_ == unit.hex:
            return False
        counter = world.counters[id_]
        face_ = counter.move if mode == MOVE else counter.combat
        return face_.mobility != LEG and not fuel.fueled(world, self.sense.state, unit)

    def send(self, going: Going) -> None:
        """Give a unit its place; one that stays as it is only becomes busy."""
        unit = self.unit(going.unit)
        self.budget -= going.mode != "" and self.thirsty(unit.id, going.hex, going.mode)
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
