"""Modes (OCS 5): changing them, releasing Reserves, and what each leaves of a unit's movement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs.commands import Mode, Release
from engine.ocs.losses import put
from engine.ocs.pieces import (
    COMBAT,
    DG,
    EXPLOIT,
    MOVE,
    MP,
    ORGANIC,
    RESERVE,
    STRAT,
    VOLUNTARY,
    Unit,
)
from engine.ocs.sequence import EXPLOIT as EXPLOITATION
from engine.ocs.sequence import MOVEMENT, REACT, acting, key
from engine.ocs.sizes import combat_units, face, mine
from engine.ocs.state import OcsState, at, occupied
from engine.ocs.world import Draft, World
from engine.ocs.zoc import has_zoc, in_ezoc


def allowance(world: World, state: OcsState, unit: Unit) -> int:
    """Eighths of an MP that the unit has in this phase (OCS 5.2b); never rounded (6.1h)."""
    whole = face(world, unit).ma * MP
    step = key(state)
    if step == MOVEMENT:
        factor = {RESERVE: (1, 4), STRAT: (2, 1), DG: (1, 2)}.get(unit.marker, (1, 1))
    elif unit.marker == DG:
        factor = (0, 1)
    elif step == REACT:
        factor = (1, 2) if unit.released else (0, 1)
    elif step == EXPLOITATION:
        factor = (1, 1) if unit.released else (1, 2) if unit.marker == EXPLOIT else (0, 1)
    else:
        factor = (0, 1)
    return whole * factor[0] // factor[1]


def left(world: World, state: OcsState, unit: Unit) -> int:
    """Eighths of an MP not yet spent."""
    return max(0, allowance(world, state, unit) - unit.spent)


# ---------------------------------------------------------------- changing mode (5.4)


def mode_problem(world: World, state: OcsState, unit: Unit, mode: str) -> Refusal | None:
    """Why a unit may not take this voluntary mode now (OCS 5.4, 5.5c, 5.7c, f, 5.8a-c).

    It changes at most once, as it begins to move (5.4, engine reading).
    """
    counter = world.counters[unit.id]
    name = counter.name
    if counter.side != acting(state) or not unit.on_map:
        return Refusal("OCS 5.4", f"{name} is not yours to order now")
    if mode not in VOLUNTARY:
        return Refusal("OCS 5.3", "combat, move, reserve and strat are chosen; others happen")
    if key(state) != MOVEMENT:
        return Refusal("OCS 5.4", "modes change in the owner's Movement Phase")
    if unit.moved or unit.working:
        return Refusal("OCS 5.4", f"{name} has begun to move: its mode is fixed")
    if unit.changed:
        return Refusal("OCS 5.4", f"{name} has changed its mode in this phase")
    if unit.marker == DG and mode not in (COMBAT, MOVE):
        return Refusal("OCS 5.4", f"{name} is Disorganized: it may only turn over")
    problem = face_problem(world, unit, mode)
    if problem is not None:
        return problem
    if mode == RESERVE and unit.marker != RESERVE and in_ezoc(world, state, counter.side, unit.hex):
        return Refusal("OCS 5.7c", f"{name} is in an enemy ZOC")
    if mode == STRAT and in_ezoc(world, state, counter.side, unit.hex):
        return Refusal("OCS 5.8a", f"{name} is in an enemy ZOC")
    return None


def face_problem(world: World, unit: Unit, mode: str = COMBAT) -> Refusal | None:
    """Why a unit of its type never has a voluntary mode (OCS 5.5c, 5.7f, 5.8c)."""
    counter = world.counters[unit.id]
    if counter.transport and mode != MOVE and not (counter.type == ORGANIC and mode == RESERVE):
        rule = "OCS 5.7f" if mode == RESERVE else "OCS 5.8c" if mode == STRAT else "OCS 5.5c"
        return Refusal(rule, "Transport Points are always in Move Mode")
    if counter.type == "replacement" and mode == COMBAT:
        return Refusal("OCS 5.5c", "Replacement units have no Combat Mode")
    return None


def check_mode(world: World, state: OcsState, command: Mode) -> Refusal | None:
    """Every unit may take the mode (OCS 5.4)."""
    for name in command.units:
        unit = state.units[world.unit_id(name)]
        problem = mode_problem(world, state, unit, command.mode)
        if problem is not None:
            return problem
        if turned(unit, command.mode, command.side) == unit:
            return Refusal("OCS 5.4", f"{name} is in that mode")
        if command.side == COMBAT and face_problem(world, unit) is not None:
            return Refusal("OCS 5.6b", f"{name} always shows its Move side")
    if command.side and (command.mode != RESERVE or command.side not in (COMBAT, MOVE)):
        return Refusal("OCS 5.7a", "a side is named for Reserve Mode only: combat or move")
    return None


def do_mode(draft: Draft, command: Mode) -> None:
    """Turn the units over or put markers on them (OCS 5.2a)."""
    for name in command.units:
        unit = draft.state.units[draft.world.unit_id(name)]
        put(draft, evolve(turned(unit, command.mode, command.side), changed=True))
    names = ", ".join(draft.world.name(draft.world.unit_id(n)) for n in command.units)
    draft.log("mode", f"{names}: {command.mode.capitalize()} Mode", rule="OCS 5.4",
              side=acting(draft.state))


def turned(unit: Unit, mode: str, side: str = "") -> Unit:
    """The unit in a voluntary mode; a DG unit keeps its marker and turns over (OCS 5.4)."""
    if mode in (COMBAT, MOVE):
        marker = DG if unit.marker == DG else ""
        return evolve(unit, front=mode == COMBAT, marker=marker)
    if mode == STRAT:
        return evolve(unit, front=False, marker=STRAT)
    front = side == COMBAT if side else unit.front
    return evolve(unit, front=front, marker=RESERVE)


# ---------------------------------------------------------------- Reserves (5.7)


def release_problem(world: World, state: OcsState, unit: Unit) -> Refusal | None:
    """Reserves are released in the owner's Reaction or Exploitation Phase (OCS 5.7b)."""
    counter = world.counters[unit.id]
    if key(state) not in (REACT, EXPLOITATION):
        return Refusal("OCS 5.7b", "Reserves are released in Reaction or Exploitation")
    if counter.side != acting(state) or not unit.on_map:
        return Refusal("OCS 5.7b", f"{counter.name} is not yours to release now")
    if unit.marker != RESERVE:
        return Refusal("OCS 5.7b", f"{counter.name} is not in Reserve Mode")
    return None


def check_release(world: World, state: OcsState, command: Release) -> Refusal | None:
    """Every unit may be released (OCS 5.7b)."""
    for name in command.units:
        problem = release_problem(world, state, state.units[world.unit_id(name)])
        if problem is not None:
            return problem
    return None


def do_release(draft: Draft, command: Release) -> None:
    """Take the Reserve markers off; the units take the mode they are oriented to (OCS 5.7b)."""
    for name in command.units:
        unit = draft.state.units[draft.world.unit_id(name)]
        put(draft, evolve(unit, marker="", released=True))
    names = ", ".join(draft.world.name(draft.world.unit_id(n)) for n in command.units)
    draft.log("mode", f"{names} released from Reserve", rule="OCS 5.7b", side=acting(draft.state))


def reserve_hexes(world: World, state: OcsState, side: str) -> tuple[int, ...]:
    """Hexes that need a Reserve marker of the side (OCS 5.4a, reading U4)."""
    return tuple(
        h for h in occupied(state)
        if any(u.marker == RESERVE and world.counters[u.id].side == side for u in at(state, h))
    )


# ---------------------------------------------------------------- involuntary modes (5.9, 5.10)


def disorganize(draft: Draft, hex_: int, rule: str) -> None:
    """All combat units in a hex become DG (OCS 5.10a); organic trucks leave Reserve (5.10c)."""
    changed = []
    for unit in at(draft.state, hex_):
        counter = draft.world.counters[unit.id]
        if counter.fighting and unit.marker != DG:
            changed.append(evolve(unit, marker=DG))
        elif counter.transport and unit.marker == RESERVE:
            changed.append(evolve(unit, marker=""))
    if changed:
        put(draft, *changed)
        draft.log("mode", f"units in {draft.world.board.id(hex_)} are Disorganized",
                  hex=draft.world.board.id(hex_), rule=rule)


def exploit(draft: Draft, ids: tuple[str, ...]) -> None:
    """Mark units Exploitation; they keep a ZOC that they had (OCS 5.9, 5.9c)."""
    for id_ in ids:
        unit = draft.state.units[id_]
        put(draft, evolve(unit, had_zoc=has_zoc(draft.world, unit), marker=EXPLOIT))


def strip_reserve(draft: Draft, hex_: int) -> None:
    """Contact takes the Reserve markers off defenders (OCS 5.7d)."""
    found = [u for u in at(draft.state, hex_) if u.marker == RESERVE]
    if found:
        put(draft, *(evolve(u, marker="") for u in found))


def voluntary(world: World, units: Iterable[Unit]) -> Iterator[tuple[str, str]]:
    """Voluntary modes with the side to show: in Reserve either, unless one has no other (5.7a)."""
    bound = any(face_problem(world, unit) is not None for unit in units)
    for mode in VOLUNTARY:
        if mode == RESERVE and not bound:
            yield from ((mode, side) for side in (COMBAT, MOVE))
        else:
            yield mode, ""


def offer_modes(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Other voluntary modes of single units."""
    for unit in mine(world, state, actor):
        name = world.name(unit.id)
        for mode, side in voluntary(world, (unit,)):
            if turned(unit, mode, side) != unit and mode_problem(world, state, unit, mode) is None:
                yield Mode((name,), mode, side)


def offer_releases(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Single Reserve units, then all of a hex."""
    for hex_ in reserve_hexes(world, state, acting(state)):
        ids = [u.id for u in at(state, hex_) if release_problem(world, state, u) is None]
        names = tuple(world.name(i) for i in ids)
        for name in names:
            if not actor or actor == name:
                yield Release((name,))
        if len(names) > 1 and (not actor or actor in names):
            yield Release(names)


def all_dg(world: World, state: OcsState, hex_: int) -> bool:
    """True where every combat unit of the hex is DG."""
    return all(u.marker == DG for u in combat_units(world, state, hex_))


HANDLERS = {
    Mode: Handler(check_mode, do_mode, steps=frozenset({MOVEMENT})),
    Release: Handler(check_release, do_release, steps=frozenset({REACT, EXPLOITATION})),
}
