"""Declaring an air mission (OCS 14.2): kinds, segments, weather, ranges, targets."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import BadCommand, Refusal
from engine.core.flow import Handler
from engine.ocs import (
    air,
    air_combat,
    barrage,
    cargo,
    cargo_offers,
    landing,
    missions,
    movement,
    rail,
    simulcast,
)
from engine.ocs.commands import Fly
from engine.ocs.sequence import (
    AIR_BARRAGE,
    EXPLOIT,
    EXPLOIT_BARRAGE,
    MOVEMENT,
    REACT,
    REACT_BARRAGE,
    acting,
    key,
    other,
)
from engine.ocs.sizes import held_by
from engine.ocs.state import Mission, OcsState
from engine.ocs.world import Draft, World

WEATHER_PART = {
    MOVEMENT: "movement", AIR_BARRAGE: "movement", REACT: "reaction",
    REACT_BARRAGE: "reaction", EXPLOIT: "exploitation", EXPLOIT_BARRAGE: "exploitation",
}


def planes(world: World, names: tuple[str, ...]) -> tuple[str, ...]:
    """Ids of air units named in a command. Raises BadCommand for an unknown name."""
    return tuple(world.air_id(name) for name in names)


# ---------------------------------------------------------------- who may fly at all


def weather_problem(world: World, state: OcsState) -> Refusal | None:
    """What the game's flight weather leaves of the phase (OCS 14.1f, 17.0)."""
    row = world.charts.weather["flight"].get(state.flight, {})
    part = WEATHER_PART.get(key(state), "")
    if part and not row.get(part, True):
        return Refusal("OCS 14.1f", f"{state.flight} flight weather allows no missions now")
    return None


def plane_problem(world: World, state: OcsState, id_: str) -> Refusal | None:
    """Why an air unit cannot fly now (OCS 14.1a, g, 14.2e)."""
    unit, plane = state.air[id_], world.aircraft[id_]
    if plane.side != acting(state):
        return Refusal("OCS 14.1g", f"{plane.name} is not yours to fly now")
    if unit.box != "map" or not unit.active:
        return Refusal("OCS 14.1a", f"{plane.name} is not Active")
    if unit.flown:
        return Refusal("OCS 14.2e", f"{plane.name} has flown in this phase")
    return None


def range_problem(
    world: World, state: OcsState, id_: str, kind: str, hex_: int
) -> Refusal | None:
    """Base to mission hex in a straight line (OCS 14.2d); twice as far to land there (14.9, 11)."""
    plane = world.aircraft[id_]
    far = 2 * plane.range if kind in (air.TRANSPORT, air.TRANSFER) else plane.range
    away = air.distance(world, state, id_, hex_)
    if away > far:
        return Refusal("OCS 14.2d", f"{plane.name} reaches {far} hexes, not {away}")
    return None


# ---------------------------------------------------------------- the mission


def check_fly(world: World, state: OcsState, command: Fly) -> Refusal | None:
    """The mission fits the segment, the aircraft, the range and its own rules (OCS 14.2)."""
    ids = planes(world, command.air)
    hex_ = world.board.at(command.hex)
    kind = command.mission
    if kind not in air.IN_MOVEMENT | air.IN_BARRAGE:
        raise BadCommand(f"fly: no mission is called '{kind}'")
    if len(set(ids)) != len(ids):
        raise BadCommand("fly: an air unit is named twice")
    if len(ids) > air.MOST:
        return Refusal("OCS 14.2a", "at most four air units fly a mission")
    problem = simulcast.mission_problem(world, state, kind, hex_, movement.ids_of(
        world, command.cargo))
    problem = problem or _segment_problem(state, kind) or weather_problem(world, state)
    for id_ in ids:
        problem = problem or plane_problem(world, state, id_)
        problem = problem or range_problem(world, state, id_, kind, hex_)
    problem = problem or world.hooks.mission_limit(world, state, kind, ids, hex_)
    return problem or _kind_problem(world, state, command, ids, hex_)


def _segment_problem(state: OcsState, kind: str) -> Refusal | None:
    """Barrage and Trainbusting in barrage segments, all else in movement segments (14.2e)."""
    fits = air.BOMBING_STEPS if kind in air.IN_BARRAGE else air.MOVING_STEPS
    if key(state) in fits:
        return None
    part = "barrage" if kind in air.IN_BARRAGE else "movement"
    return Refusal("OCS 14.2e", f"{kind} is flown in {part} segments")


def _kind_problem(
    world: World, state: OcsState, command: Fly, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    kind = command.mission
    if kind == air.SWEEP:
        return _sweep_problem(world, state, ids, hex_)
    if kind in air.BOMBING:
        return _bombing_problem(world, state, command, ids, hex_)
    if kind == air.TRANSFER:
        return _transfer_problem(world, state, ids, hex_)
    return cargo.flight_problem(world, state, command, ids, hex_)


def _sweep_problem(
    world: World, state: OcsState, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """A Fighter against Active enemy aircraft (OCS 14.6)."""
    if not any(world.aircraft[i].can("F") for i in ids):
        return Refusal("OCS 14.6", "a Sweep is flown by a Fighter")
    if not air_combat.present(world, state, other(acting(state)), hex_):
        return Refusal("OCS 14.6", "no Active enemy aircraft are there")
    return None


def _bombing_problem(
    world: World, state: OcsState, command: Fly, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """Points, target and, for Hip Shoots, their own conditions (OCS 10.0, 14.7, 14.8)."""
    side, kind = acting(state), command.mission
    target = command.target or barrage.UNITS
    if kind == air.TRAIN:
        target = barrage.TRAIN
    elif target == barrage.TRAIN:
        return Refusal("OCS 14.8", "Trainbusting is a mission of its own")
    if kind == air.HIP:
        problem = hip_shoot_problem(world, state, ids, hex_)
        if problem is not None:
            return problem
    if missions.points_of(world, state, ids) < 1:
        return Refusal("OCS 10.0", "these aircraft have no barrage strength")
    limit = world.hooks.bombing_limit(world, state, target, ids, hex_)
    return limit or barrage.target_problem(
        world, state, side, hex_, target, counted=kind != air.HIP
    )


def hip_shoot_problem(
    world: World, state: OcsState, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """One aircraft of a type that the game allows, not Strategic, and a spotter (14.7d, 14.1e)."""
    if len(ids) != 1 or not world.aircraft[ids[0]].hip_shoot or world.aircraft[ids[0]].can("S"):
        return Refusal("OCS 14.7d", "a Hip Shoot is flown by one aircraft of the right type")
    if not barrage.spotted(world, state, acting(state), hex_):
        return Refusal("OCS 14.7d", "a Hip Shoot needs a spotter")
    return None


def _transfer_problem(
    world: World, state: OcsState, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """To another friendly base; those who stay Active need room there (OCS 14.11, 14.2a)."""
    side, number = acting(state), world.board.id(hex_)
    base = state.bases.get(hex_)
    if base is None or base.owner != side or any(state.air[i].hex == hex_ for i in ids):
        return Refusal("OCS 14.11", f"{number} is no other friendly base")
    active = sum(landing.stays_active(world, state, i, air.TRANSFER, hex_) for i in ids)
    if active > air.room(world, state, side, hex_):
        return Refusal("OCS 14.2a", f"{number} holds as many Active aircraft as it may")
    return None


def do_fly(draft: Draft, command: Fly) -> None:
    """Fly the aircraft out; the mission goes on stage by stage (OCS 14.2f)."""
    world, side = draft.world, acting(draft.state)
    ids = planes(world, command.air)
    hex_ = world.board.at(command.hex)
    loaded = cargo.load(draft, command, ids, hex_)
    if loaded is None or not loaded.cargo:
        movement.pause(draft)
    if command.mission in air.IN_BARRAGE:
        draft.update(barraged=draft.state.barraged | {hex_})
    air.put(draft, *(evolve(draft.state.air[i], flown=True) for i in ids))
    target = command.target or barrage.UNITS
    draft.update(mission=loaded or Mission(command.mission, side, hex_, ids, target=target))
    names = ", ".join(world.name(i) for i in ids)
    draft.log("air", f"{names} fly {command.mission} to {world.board.label(hex_)}",
              hex=command.hex, rule="OCS 14.2f", side=side)


# ---------------------------------------------------------------- enumeration


def offer_flights(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Single aircraft on every kind of mission at sensible targets."""
    if key(state) not in WEATHER_PART or weather_problem(world, state) is not None:
        return
    for id_ in state.air:
        name = world.name(id_)
        if actor not in ("", name) or plane_problem(world, state, id_) is not None:
            continue
        for command in _ideas(world, state, id_):
            if check_fly(world, state, command) is None:
                yield command


def _ideas(world: World, state: OcsState, id_: str) -> Iterator[Fly]:
    """Missions that an aircraft might fly in this segment, nearest the text of 14.2e."""
    board, names, foe = world.board, (world.name(id_),), other(acting(state))
    bases = [(board.id(h), b.owner == foe) for h, b in sorted(state.bases.items())]
    if key(state) in air.BOMBING_STEPS:
        for hex_ in held_by(world, state, foe):
            yield Fly(air.BARRAGE, board.id(hex_), names)
        for number, hostile in bases:
            if hostile:
                yield Fly(air.BARRAGE, number, names, barrage.BASE)
        for hex_ in rail_places(world, state, foe):
            yield Fly(air.TRAIN, board.id(hex_), names)
        return
    if world.aircraft[id_].hip_shoot:
        for hex_ in held_by(world, state, foe):
            yield Fly(air.HIP, board.id(hex_), names)
        yield from (Fly(air.HIP, n, names, barrage.BASE) for n, hostile in bases if hostile)
    for number, hostile in bases:
        yield Fly(air.SWEEP if hostile else air.TRANSFER, number, names)
    yield from cargo_offers.offers(world, state, id_)


def rail_places(world: World, state: OcsState, side: str) -> tuple[int, ...]:
    """Stations on a side's railroads: the usual hexes for Trainbusting (OCS 14.8)."""
    return tuple(
        h for h, owner in sorted(state.gauge.items())
        if owner == side and rail.station(world, state, side, h)
    )


HANDLERS = {Fly: Handler(check_fly, do_fly, steps=air.MOVING_STEPS | air.BOMBING_STEPS)}
