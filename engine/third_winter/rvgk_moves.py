"""Units into and out of the RVGK boxes (TTW 3.5c, 3.5d)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.ocs import fuel, modes, movement, replacements
from engine.ocs.commands import Act
from engine.ocs.losses import put
from engine.ocs.movement import ids_of, take_control
from engine.ocs.pieces import (
    AXIS,
    DEAD,
    MAP,
    PHASE_FUEL,
    POOL,
    RE,
    SOVIET,
    STRAT,
    Unit,
)
from engine.ocs.reach import reach
from engine.ocs.sequence import MOVEMENT, REINFORCE, acting, key, place
from engine.ocs.sizes import holder, re4
from engine.ocs.state import OcsState, at
from engine.ocs.world import Draft, World
from engine.third_winter import rvgk
from engine.third_winter.abilities import Ability, one_unit
from engine.third_winter.state import change, own

ENTER = 20
"""Hexes from a marker from which units enter its box (TTW 3.5c)."""
RELEASE = 5
"""Hexes from the marker to which units are released (TTW 3.5d B)."""
WITH_HQ = 5 * RE
"""Quarters of an RE of independent units released with each Tank Army HQ (TTW 3.5d B)."""
WATER = frozenset({"sea", "lake", "sea_or_lake"})


# ---------------------------------------------------------------- entering (3.5c)


def check_enter(world: World, state: OcsState, command: Act) -> Refusal | None:
    """Units on the map within 20 hexes that could reach the marker in Strat Mode (TTW 3.5c)."""
    marker = rvgk.marker_at(world, state, command.hex)
    ids = ids_of(world, command.units)
    if not ids:
        return Refusal("TTW 3.5c", "name the units that enter")
    for id_ in ids:
        problem = _enter_problem(world, state, id_, ids, marker)
        if problem is not None:
            return problem
    return None


def _enter_problem(
    world: World, state: OcsState, id_: str, ids: tuple[str, ...], marker: str
) -> Refusal | None:
    unit, counter = state.units[id_], world.counters[id_]
    if counter.side != SOVIET or not unit.on_map:
        return Refusal("TTW 3.5c", f"{counter.name} is not a Soviet unit on the map")
    for other in rvgk.living(world, state, id_):
        if other not in ids and rvgk.box_of(state, other) != marker:
            return Refusal("TTW 3.5c.2", f"{counter.formation} enters all together")
    if world.board.distance(unit.hex, rvgk.marker_hex(state, marker)) > ENTER:
        return Refusal("TTW 3.5c", f"{counter.name} is more than {ENTER} hexes away")
    if not reaches(world, state, unit, rvgk.marker_hex(state, marker)):
        return Refusal("TTW 3.5c", f"{counter.name} could not get there in Strat Mode")
    return None


def reaches(world: World, state: OcsState, unit: Unit, goal: int) -> bool:
    """Whether a Strat Mode move would take the unit to a hex now, fuel aside (OCS 5.8)."""
    step = place("C2" if state.first == SOVIET else "C2'")
    resting = evolve(unit, moved=False, finished=False, spent=0, working=False)
    trial = evolve(state, step=step, asks=(), moving=(), units={**state.units, unit.id: resting})
    if not world.counters[unit.id].transport:
        if modes.mode_problem(world, trial, resting, STRAT) is not None:
            return False
        resting = evolve(resting, front=False, marker=STRAT, fuel=PHASE_FUEL)
        trial = evolve(trial, units={**trial.units, unit.id: resting})
    if unit.hex == goal:
        return True
    who = movement.party(world, trial, (unit.id,))
    return not isinstance(who, Refusal) and goal in reach(world, trial, who).left


def do_enter(draft: Draft, command: Act) -> None:
    """Remove them to the box, at no fuel (TTW 3.5c)."""
    marker = rvgk.marker_at(draft.world, draft.state, command.hex)
    ids = ids_of(draft.world, command.units)
    rvgk.put_in(draft, ids, marker)
    turn = draft.state.turn
    entered = {**own(draft.state).rvgk_entered, **dict.fromkeys(ids, turn)}
    change(draft, rvgk_entered=entered)
    names = ", ".join(draft.world.name(i) for i in ids)
    draft.log("note", f"{names} enter {marker.upper()}", rule="TTW 3.5c", side=SOVIET)


def entries_there(world: World, state: OcsState, hex_: int) -> Iterator[Act]:
    """Whatever of a hex can enter either box, whole formations together (TTW 3.5c)."""
    seen: set[str] = set()
    for unit in at(state, hex_):
        if world.counters[unit.id].side == SOVIET and unit.id not in seen:
            ids = tuple(i for i in rvgk.living(world, state, unit.id) if state.units[i].on_map)
            seen.update(ids)
            for marker in rvgk.SHEETS:
                if rvgk.marker_hex(state, marker) != NOWHERE:
                    number = world.board.id(rvgk.marker_hex(state, marker))
                    yield Act("enter-rvgk", number, tuple(map(world.name, ids)))


def offer_entries(world: World, state: OcsState) -> Iterator[Act]:
    """Damaged formations and divisions near a marker, and kinds that the boxes lack."""
    short = rvgk.shortages(world, state)
    seen: set[str] = set()
    for marker in rvgk.SHEETS:
        hex_ = rvgk.marker_hex(state, marker)
        for unit in list(state.units.values()) if hex_ != NOWHERE else ():
            counter = world.counters[unit.id]
            if counter.side != SOVIET or not unit.on_map or unit.id in seen:
                continue
            if rvgk.whole(world, state, unit.id) and rvgk.kind_of(world, unit.id) not in short:
                continue
            ids = tuple(
                i for i in rvgk.living(world, state, unit.id) if state.units[i].on_map
            )
            seen.update(ids)
            names = tuple(world.name(i) for i in ids)
            yield Act("enter-rvgk", world.board.id(hex_), names)


# ---------------------------------------------------------------- rebuilding (3.1b, 3.5c)


def check_rebuild(world: World, state: OcsState, command: Act) -> Refusal | None:
    """A dead or damaged unit, paid for, in the box of its formation (TTW 3.1b, 3.5c)."""
    marker, id_ = rvgk.marker_at(world, state, command.hex), one_unit(world, command)
    unit, name = state.units[id_], world.name(id_)
    if world.counters[id_].side != SOVIET:
        return Refusal("TTW 3.1b.2", f"{name} is not Soviet")
    if unit.box != DEAD and not (rvgk.box_of(state, id_) == marker and unit.lost):
        return Refusal("TTW 3.1b.2", f"{name} has nothing to rebuild in {marker.upper()}")
    for other in rvgk.living(world, state, id_):
        if other != id_ and rvgk.box_of(state, other) != marker:
            return Refusal("TTW 3.5c.2", f"{world.counters[id_].formation} is not in that box")
    if not replacements.payment(world, state, SOVIET, id_):
        return Refusal("OCS 13.5", f"no replacement in hand pays for {name}")
    return None


def do_rebuild(draft: Draft, command: Act) -> None:
    """Pay; a unit of the Dead Pile comes into the box with one step (TTW 3.5c)."""
    id_ = one_unit(draft.world, command)
    marker = rvgk.marker_at(draft.world, draft.state, command.hex)
    paid = replacements.spend(draft, SOVIET, id_)
    unit = draft.state.units[id_]
    if unit.box == DEAD:
        transport = draft.world.counters[id_].transport
        steps = draft.world.counters[id_].steps
        put(draft, Unit(id_, NOWHERE, POOL, front=not transport, lost=steps - 1))
        change(draft, rvgk={**own(draft.state).rvgk, id_: marker})
    else:
        put(draft, evolve(unit, lost=unit.lost - 1))
    draft.log("reinforcement", f"{draft.world.name(id_)} is rebuilt in {marker.upper()}: {paid}",
              rule="TTW 3.1b.2", side=SOVIET)


def offer_rebuilds(world: World, state: OcsState) -> Iterator[Act]:
    """Every unit that can be rebuilt, in each box."""
    for marker in rvgk.SHEETS:
        hex_ = rvgk.marker_hex(state, marker)
        if hex_ == NOWHERE:
            continue
        for unit in state.units.values():
            if unit.box == DEAD or (unit.box == POOL and unit.lost):
                yield Act("rebuild-rvgk", world.board.id(hex_), (world.name(unit.id),))


# ---------------------------------------------------------------- release (3.5d B)


def check_release(world: World, state: OcsState, command: Act) -> Refusal | None:
    """Whole units that may be spared, within 5 hexes, before others move (TTW 3.5d B)."""
    marker, hex_ = command.word, world.board.at(command.hex)
    ids = ids_of(world, command.units)
    if marker not in rvgk.SHEETS or rvgk.marker_hex(state, marker) == NOWHERE or not ids:
        return Refusal("TTW 3.5d.B", "name units and their box: rvgk-1 or rvgk-2")
    if others_moved(world, state):
        return Refusal("TTW 3.5d.B", "units are released before others move")
    if not open_hex(world, state, hex_, rvgk.marker_hex(state, marker), RELEASE):
        return Refusal("TTW 3.5d.B1", f"{command.hex} is not a free hex within {RELEASE} of "
                       f"{marker.upper()}")
    for id_ in ids:
        problem = _release_problem(world, state, id_, marker)
        if problem is not None:
            return problem
    return _minimum_problem(world, state, ids) or _company_problem(world, state, ids, marker)


def others_moved(world: World, state: OcsState) -> bool:
    """Whether Soviet units have moved in this phase (TTW EX.3)."""
    return any(u.moved and world.counters[u.id].side == SOVIET for u in state.units.values())


def open_hex(world: World, state: OcsState, hex_: int, marker: int, radius: int) -> bool:
    """A land hex so near the marker, without Axis combat units."""
    return (
        world.board.distance(hex_, marker) <= radius
        and holder(world, state, hex_) != AXIS
        and not world.board.hexes[hex_].terrain & WATER
    )


def _release_problem(
    world: World, state: OcsState, id_: str, marker: str
) -> Refusal | None:
    name = world.name(id_)
    if rvgk.box_of(state, id_) != marker:
        return Refusal("TTW 3.5d.B", f"{name} is not in {marker.upper()}")
    for other in rvgk.living(world, state, id_):
        if own(state).rvgk_entered.get(other) == state.turn:
            return Refusal("TTW 3.5d.B6", f"{world.name(other)} has entered in this turn")
    if not rvgk.whole(world, state, id_):
        return Refusal("TTW 3.5d.B3", f"{name} or its corps is not at full strength")
    return None


def _minimum_problem(world: World, state: OcsState, ids: tuple[str, ...]) -> Refusal | None:
    """A release takes no kind below its minimum (TTW 3.5d B)."""
    before, after = rvgk.count(world, state), rvgk.count(world, state, ids)
    for kind, least in rvgk.MINIMUM.items():
        if after[kind] < least and after[kind] < before[kind]:
            return Refusal("TTW 3.5d.B2", f"the RVGK keeps {least} {kind}s")
    return None


def _company_problem(
    world: World, state: OcsState, ids: tuple[str, ...], marker: str
) -> Refusal | None:
    """Independent units leave with a Tank Army HQ, 5 RE with each (TTW 3.5d B)."""
    out = [*(i for i, m in own(state).rvgk_released.items() if m == marker), *ids]
    lone = [i for i in out if independent(world, i)]
    if not any(i in ids for i in lone):
        return None
    hqs = sum(rvgk.kind_of(world, i) == rvgk.TANK_HQ for i in out)
    if not hqs:
        return Refusal("TTW 3.5d.B4", "independent units leave with a Tank Army HQ")
    if sum(re4(world, state.units[i]) for i in lone) > hqs * WITH_HQ:
        return Refusal("TTW 3.5d.B4", "5 RE of independent units leave with each Tank Army HQ")
    return None


def independent(world: World, id_: str) -> bool:
    """Neither an HQ, nor in a formation, nor multi-step (OCS 3.2f)."""
    return world.counters[id_].independent and not world.counters[id_].hq


def do_release(draft: Draft, command: Act) -> None:
    """Put them on the map, fueled for this phase (OCS 12.5c); they move as they like (3.5d B)."""
    ids = ids_of(draft.world, command.units)
    hex_ = draft.world.board.at(command.hex)
    come_out(draft, ids, hex_)
    put(draft, *(
        evolve(draft.state.units[i], fuel=PHASE_FUEL) for i in ids
        if draft.world.counters[i].fighting and thirsty(draft.world, i)
    ))
    released = {**own(draft.state).rvgk_released, **dict.fromkeys(ids, command.word)}
    change(draft, rvgk_released=released)
    names = ", ".join(draft.world.name(i) for i in ids)
    draft.log("note", f"{names} leave {command.word.upper()} at {command.hex}", hex=command.hex,
              rule="TTW 3.5d.B", side=SOVIET)


def thirsty(world: World, id_: str) -> bool:
    """Whether a unit has a Truck or Track MA on either side (TTW 3.5d B)."""
    return any(fuel.needs(world, Unit(id_, front=front)) for front in (True, False))


def come_out(draft: Draft, ids: tuple[str, ...], hex_: int) -> None:
    """Units of a box stand in a hex."""
    world = draft.world
    put(draft, *(
        evolve(draft.state.units[i], hex=hex_, box=MAP, began=hex_,
               front=not world.counters[i].transport)
        for i in ids
    ))
    left = {i: m for i, m in own(draft.state).rvgk.items() if i not in ids}
    change(draft, rvgk=left)
    if any(world.counters[i].fighting for i in ids):
        take_control(draft, SOVIET, hex_)
    draft.world.hooks.hex_entered(draft, ids, hex_)


def offer_releases(world: World, state: OcsState) -> Iterator[Act]:
    """Each whole formation, division or Tank Army HQ to the marker's own hex."""
    for marker in rvgk.SHEETS:
        yield from _releases(world, state, rvgk.marker_hex(state, marker), marker)


def releases_there(world: World, state: OcsState, hex_: int) -> Iterator[Act]:
    """The same to one hex, from each box; formations also unit by unit."""
    for marker in rvgk.SHEETS:
        yield from _releases(world, state, hex_, marker)
        for id_ in rvgk.contents(state, marker):
            if world.counters[id_].formation:
                yield Act("release-rvgk", world.board.id(hex_), (world.name(id_),), marker)


def _releases(world: World, state: OcsState, hex_: int, marker: str) -> Iterator[Act]:
    seen: set[str] = set()
    for id_ in rvgk.contents(state, marker):
        if id_ not in seen:
            ids = rvgk.living(world, state, id_)
            seen.update(ids)
            yield Act("release-rvgk", world.board.id(hex_), tuple(map(world.name, ids)), marker)


def step_begins(draft: Draft) -> None:
    """After the Movement segment what is left of a corps in its box follows to the marker."""
    released = own(draft.state).rvgk_released
    if not released or key(draft.state) == MOVEMENT:
        return
    for id_, marker in released.items():
        rest = tuple(
            i for i in rvgk.living(draft.world, draft.state, id_)
            if rvgk.box_of(draft.state, i) == marker
        )
        if rest:
            come_out(draft, rest, rvgk.marker_hex(draft.state, marker))
    change(draft, rvgk_released={})


# ---------------------------------------------------------------- restoring (3.5b)


def may_close(world: World, state: OcsState) -> Refusal | None:
    """While a formation of a kind that is missing can enter, it must (TTW 3.5b)."""
    if acting(state) != SOVIET or all(
        rvgk.marker_hex(state, m) == NOWHERE for m in rvgk.SHEETS
    ):
        return None
    short = rvgk.shortages(world, state)
    for command in offer_entries(world, state) if short else ():
        kind = rvgk.kind_of(world, world.unit_id(command.units[0]))
        if kind in short and check_enter(world, state, command) is None:
            return Refusal("TTW 3.5b.s2", f"the RVGK lacks {short[kind]} {kind}s: "
                           f"{', '.join(command.units)} must enter")
    return None


_BEFORE, _MOVES = frozenset({REINFORCE}), frozenset({MOVEMENT})
ACTS = {
    "enter-rvgk": Ability(check_enter, do_enter, _BEFORE, SOVIET, "TTW 3.5c", offer_entries,
                          entries_there),
    "rebuild-rvgk": Ability(check_rebuild, do_rebuild, _BEFORE, SOVIET, "TTW 3.5c",
                            offer_rebuilds),
    "release-rvgk": Ability(check_release, do_release, _MOVES, SOVIET, "TTW 3.5d.B",
                            offer_releases, releases_there),
}
