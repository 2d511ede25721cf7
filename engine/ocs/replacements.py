"""Replacements (OCS 13.5): what pays for a step, where it may be rebuilt, and spending it.

Pax and Eq are points in hand, not counters, as both games have it (13.5g): one word each in
the side's account. "eq 4" rebuilds units of Action Rating 4 or less; a word that ends in
"/2" is half of a point, left by a unit that is rebuilt two for one.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs import air
from engine.ocs.commands import Rebuild
from engine.ocs.losses import put
from engine.ocs.modes import turned
from engine.ocs.movement import take_control
from engine.ocs.pieces import (
    COMBAT,
    DEAD,
    DG,
    MAP,
    MOVE,
    ORGANIC,
    RESERVE,
    STRAT,
    TRACK,
    TRUCKS,
    VOLUNTARY,
    WAGONS,
    Unit,
)
from engine.ocs.sequence import REINFORCE, acting, other
from engine.ocs.sizes import holder
from engine.ocs.state import OcsState, Side
from engine.ocs.world import Draft, World
from engine.ocs.zoc import in_ezoc

PAX, EQ, AIR = "pax", "eq", "air"
HALF = "/2"
RADIUS = 2
"""Hexes from an HQ within which Repls rebuild (OCS 13.5a)."""


# ---------------------------------------------------------------- what pays (13.5, 13.5d, e)


def kinds(world: World, state: OcsState, id_: str) -> tuple[str, ...]:
    """Kinds of replacement that pay for a step, or for a truck point; the cheapest first.

    The game's rebuild table decides; else Eq for what has Track on either side, Pax for others.
    """
    if id_ in world.aircraft:
        return (AIR,)
    own = world.hooks.rebuild_kinds(world, state, id_)
    if own is not None:
        return own
    counter = world.counters[id_]
    if counter.type in (TRUCKS, ORGANIC):
        return (EQ,)  # 13.5e
    if counter.type == WAGONS or counter.type == "breakdown" or counter.no_rebuild:
        return ()
    return (EQ,) if TRACK in (counter.combat.mobility, counter.move.mobility) else (PAX,)


def count(world: World, id_: str) -> int:
    """Replacements for one step: one, or one a point for trucks (OCS 13.5e)."""
    return world.counters[id_].points if id_ in world.counters and world.counters[
        id_].transport else 1


def rating(world: World, id_: str) -> int:
    """The Action Rating that an Eq must reach: the better of the counter's two sides."""
    if id_ in world.aircraft:
        return 0
    counter = world.counters[id_]
    return max(counter.combat.ar, counter.move.ar)


def payment(world: World, state: OcsState, side: str, id_: str) -> tuple[str, ...]:
    """The replacements in hand that would be spent on a unit, or none."""
    hand = list(state.sides.get(side, Side()).repls)
    found: list[str] = []
    for _ in range(count(world, id_)):
        word = _fitting(world, state, hand, id_)
        if not word:
            return ()
        hand.remove(word)
        found.append(word)
    return tuple(found)


def _fitting(world: World, state: OcsState, hand: list[str], id_: str) -> str:
    """The least replacement in a hand that pays for a step of the unit, or empty."""
    for kind in kinds(world, state, id_):
        half = kind.endswith(HALF)
        name = kind.removesuffix(HALF)
        if half and kind in hand:
            return kind
        fits = [w for w in hand if w.split()[0] == name and _limit(w) >= rating(world, id_)]
        if fits:
            return min(fits, key=lambda w: (_limit(w), w))
    return ""


def _limit(word: str) -> int:
    """The highest Action Rating that a replacement rebuilds; no limit where none is named."""
    _, _, number = word.partition(" ")
    return int(number) if number else 99


def spend(draft: Draft, side: str, id_: str) -> str:
    """Take what pays for a unit out of the hand; gives it in words (OCS 13.5, 13.5d)."""
    paid = payment(draft.world, draft.state, side, id_)
    account = draft.state.sides.get(side, Side())
    hand = list(account.repls)
    for word in paid:
        hand.remove(word)
        if word + HALF in kinds(draft.world, draft.state, id_):
            hand.append(word + HALF)
    draft.update(sides={**draft.state.sides, side: evolve(account, repls=tuple(hand))})
    return ", ".join(paid)


def receive(draft: Draft, side: str, words: tuple[str, ...]) -> None:
    """Put replacements into the hand of a side (OCS 13.5)."""
    account = draft.state.sides.get(side, Side())
    draft.update(sides={
        **draft.state.sides, side: evolve(account, repls=(*account.repls, *words))
    })
    if words:
        draft.log("reinforcement", f"Replacements: {', '.join(words)}", rule="OCS 13.5", side=side)


def expire(draft: Draft, side: str) -> None:
    """Halves, and kinds that the game does not let be saved, are lost (OCS 13.5, 13.5d)."""
    saved = draft.world.charts.tables.get("replacement_rules", {}).get("saved", {})
    account = draft.state.sides.get(side, Side())
    kept = tuple(
        w for w in account.repls if not w.endswith(HALF) and saved.get(w.split()[0], True)
    )
    if kept != account.repls:
        draft.update(sides={**draft.state.sides, side: evolve(account, repls=kept)})


# ---------------------------------------------------------------- where (13.5a)


def able_hq(world: World, unit: Unit, side: str) -> bool:
    """An HQ in Combat Mode, or DG and oriented to it (OCS 13.5a)."""
    counter = world.counters[unit.id]
    return (
        counter.hq and counter.side == side and unit.on_map and unit.front
        and unit.marker in ("", DG)
    )


def homes(world: World, state: OcsState, id_: str) -> tuple[int, ...]:
    """Hexes where a unit of the Dead Pile, or one that broke out, may appear (OCS 13.5a 1).

    As the game says; else within two hexes of an able HQ. Never in an enemy ZOC, nor with
    an enemy unit.
    """
    side = world.counters[id_].side
    own = world.hooks.arrival_hexes(world, state, id_)
    if own is None:
        own = tuple(sorted({
            h for u in state.units.values() if able_hq(world, u, side)
            for h in world.board.within(u.hex, RADIUS)
        }))
    return tuple(
        h for h in own
        if not in_ezoc(world, state, side, h) and holder(world, state, h) != other(side)
    )


def air_homes(world: World, state: OcsState, id_: str) -> tuple[int, ...]:
    """Air bases of the side: where dead aircraft come back (OCS 13.5f)."""
    side = world.aircraft[id_].side
    return bases_of(world, state, side)


def bases_of(world: World, state: OcsState, side: str) -> tuple[int, ...]:
    """Air bases of a side with room for Active arrivals, as its game lets them (13.5f, 13.6a)."""
    return tuple(
        h for h, base in sorted(state.bases.items())
        if base.owner == side and world.hooks.base_serves(world, state, side, h)
        and air.room(world, state, side, h)
    )


# ---------------------------------------------------------------- rebuilding (13.5a, b)


def find(world: World, name: str) -> str:
    """The id of a unit or air unit. Raises BadCommand for an unknown name."""
    found = world.names.get(name.lower(), "")
    return found if found in world.aircraft else world.unit_id(name)


def check_rebuild(world: World, state: OcsState, command: Rebuild) -> Refusal | None:
    """The unit has a step to rebuild, a replacement pays for it, and the place serves (13.5a)."""
    id_, hex_ = find(world, command.unit), world.board.at(command.at)
    if world.side(id_) != acting(state):
        return Refusal("OCS 13.5a", f"{world.name(id_)} is not yours")
    if id_ in world.aircraft:
        return _air_problem(world, state, id_, hex_)
    unit = state.units[id_]
    if unit.box != DEAD and not (unit.on_map and unit.lost):
        rule = "OCS 13.5c" if world.counters[id_].no_rebuild else "OCS 13.5a"
        return Refusal(rule, f"{world.name(id_)} has nothing to rebuild")
    if not payment(world, state, acting(state), id_):
        return _unpaid(world, state, id_)
    if unit.on_map and unit.hex != hex_:
        return Refusal("OCS 13.5a", f"{world.name(id_)} is rebuilt where it stands")
    if hex_ not in homes(world, state, id_):
        return Refusal("OCS 13.5a", f"{command.at} is not a place to rebuild it")
    if command.mode and unit.on_map:
        return Refusal("OCS 13.5b", "a mode is chosen for units that come back on the map")
    return arrival_mode_problem(world, state, unit.id, hex_, command.mode, "OCS 13.5b")


def _unpaid(world: World, state: OcsState, id_: str) -> Refusal:
    wanted = kinds(world, state, id_)
    if not wanted:
        return Refusal("OCS 13.5b", f"{world.name(id_)} is never rebuilt")
    return Refusal("OCS 13.5", f"{world.name(id_)} needs {' or '.join(wanted)}")


def arrival_mode_problem(
    world: World, state: OcsState, id_: str, hex_: int, mode: str, rule: str
) -> Refusal | None:
    """Why a unit may not be placed in a mode; none named is its usual one (OCS 13.5b, 13.6b).

    Any voluntary mode will do, but in an enemy ZOC neither Reserve nor Strat (4.5a).
    """
    counter = world.counters[id_]
    if not mode:
        return None
    if mode not in VOLUNTARY:
        return Refusal(rule, f"modes are {', '.join(VOLUNTARY)}")
    if counter.transport and mode != MOVE and not (counter.type == ORGANIC and mode == RESERVE):
        return Refusal("OCS 5.6b", "Transport Points are always in Move Mode")
    if counter.type == "replacement" and mode == COMBAT:
        return Refusal("OCS 5.5c", "Replacement units have no Combat Mode")
    if mode in (RESERVE, STRAT) and in_ezoc(world, state, counter.side, hex_):
        why = "OCS 5.7c" if mode == RESERVE else "OCS 5.8a"
        return Refusal(why, f"{world.board.id(hex_)} is in an enemy ZOC")
    return None


def default_mode(world: World, id_: str) -> str:
    """Combat Mode, or Move Mode for what has no other (OCS 5.5c, 5.6b)."""
    counter = world.counters[id_]
    return MOVE if counter.transport or counter.type == "replacement" else COMBAT


def other_modes(world: World, state: OcsState, id_: str, hex_: int) -> tuple[str, ...]:
    """Modes besides the usual one that a unit may be placed in (OCS 13.5b, 13.6b)."""
    return tuple(
        mode for mode in VOLUNTARY
        if mode != default_mode(world, id_)
        and arrival_mode_problem(world, state, id_, hex_, mode, "OCS 13.6b") is None
    )


def _air_problem(world: World, state: OcsState, id_: str, hex_: int) -> Refusal | None:
    plane = state.air[id_]
    if plane.box != DEAD and not plane.lost:
        return Refusal("OCS 13.5f", f"{world.name(id_)} has nothing to rebuild")
    if not payment(world, state, acting(state), id_):
        return Refusal("OCS 13.5f", f"{world.name(id_)} needs air")
    if plane.box == DEAD and hex_ not in air_homes(world, state, id_):
        return Refusal("OCS 13.5f", f"{world.board.id(hex_)} is no air base of yours with room")
    if plane.box != DEAD and plane.hex != hex_:
        return Refusal("OCS 13.5f", f"{world.name(id_)} is rebuilt at its base")
    return None


def do_rebuild(draft: Draft, command: Rebuild) -> None:
    """Pay, and give the unit a step, or bring it back with one (OCS 13.5a, b).

    Aircraft are made whole and Active; one that was Inactive on a full base stays so (14.2a).
    """
    world = draft.world
    id_, hex_ = find(world, command.unit), world.board.at(command.at)
    side = world.side(id_)
    paid = spend(draft, side, id_)
    if id_ in world.aircraft:
        now = draft.state.air[id_]
        active = now.active or air.room(world, draft.state, side, hex_) > 0
        air.put(draft, evolve(now, hex=hex_, box=MAP, lost=0, active=active))
    elif draft.state.units[id_].on_map:
        unit = draft.state.units[id_]
        put(draft, evolve(unit, lost=unit.lost - 1))
    else:
        revive(draft, id_, hex_, command.mode)
    draft.log("reinforcement", f"{world.name(id_)} is rebuilt in {world.board.label(hex_)}: {paid}",
              hex=command.at, rule="OCS 13.5", side=side)


def revive(draft: Draft, id_: str, hex_: int, mode: str = "") -> None:
    """A unit of the Dead Pile comes back with one step, or whole if it has but one (OCS 13.5a)."""
    counter = draft.world.counters[id_]
    new = Unit(id_, hex_, lost=counter.steps - 1, began=hex_)
    put(draft, turned(new, mode or default_mode(draft.world, id_)))
    draft.update(arrived=draft.state.arrived | {id_})
    if counter.fighting:
        take_control(draft, counter.side, hex_)


def offer_rebuilds(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Each unit that can be paid for, in each of its places and modes."""
    side = acting(state)
    if not state.sides.get(side, Side()).repls:
        return
    for unit in state.units.values():
        if world.counters[unit.id].side != side or actor not in ("", world.name(unit.id)):
            continue
        if unit.box != DEAD and not (unit.on_map and unit.lost):
            continue
        if not payment(world, state, side, unit.id):
            continue
        hexes = homes(world, state, unit.id)
        for hex_ in hexes if unit.box == DEAD else (unit.hex,):
            command = Rebuild(world.name(unit.id), world.board.id(hex_))
            if check_rebuild(world, state, command) is not None:
                continue
            yield command
            if unit.box == DEAD:
                yield from (evolve(command, mode=mode)
                            for mode in other_modes(world, state, unit.id, hex_))
    yield from _offer_air(world, state, actor)


def _offer_air(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    side = acting(state)
    for plane in state.air.values():
        name = world.name(plane.id)
        if world.aircraft[plane.id].side != side or actor not in ("", name):
            continue
        hexes = air_homes(world, state, plane.id) if plane.box == DEAD else (plane.hex,)
        for hex_ in hexes:
            if hex_ != NOWHERE and _air_problem(world, state, plane.id, hex_) is None:
                yield Rebuild(name, world.board.id(hex_))


HANDLERS = {Rebuild: Handler(check_rebuild, do_rebuild, steps=frozenset({REINFORCE}))}
