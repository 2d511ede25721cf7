"""Axis Army, Army Group and Corps HQs: special powers, and coming back (TTW 2.3b to 2.3d)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.ocs import dumps, rail, supply
from engine.ocs.commands import Act
from engine.ocs.decisions import GameChoice, Placement
from engine.ocs.losses import put
from engine.ocs.pieces import ARRIVING, AXIS, COMBAT, SP, Unit
from engine.ocs.sequence import MOVEMENT, acting
from engine.ocs.sizes import combat_units, holder
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter.abilities import Ability, one_unit
from engine.third_winter.allies import german
from engine.third_winter.places import is_city
from engine.third_winter.state import change, own
from engine.third_winter.victory_points import award

ARMY, GROUP, CORPS = "army", "army group", "corps"
RECOVERS = 3
"""Highest die with which a Corps HQ comes back (TTW 2.3d)."""
DRM, CARRY = "group-drm", "group-carry"


def size_of(world: World, id_: str) -> str:
    """The size of an Axis HQ, or empty for any other unit."""
    counter = world.counters[id_]
    return counter.size if counter.hq and counter.side == AXIS else ""


def on_map(world: World, state: OcsState, *sizes: str) -> tuple[Unit, ...]:
    """Axis HQs of some sizes on the map."""
    return tuple(
        u for u in state.units.values() if u.on_map and size_of(world, u.id) in sizes
    )


# ---------------------------------------------------------------- where they go (2.3c A)


def may_enter(
    world: World, state: OcsState, ids: tuple[str, ...], a: int, b: int
) -> Refusal | None:
    """An Army Group HQ stands in a major or minor city (TTW 2.3c A)."""
    if any(size_of(world, i) == GROUP for i in ids) and not is_city(world, b):
        return Refusal("TTW 2.3c", f"{world.board.id(b)} is no city")
    return None


def guarded(
    world: World, state: OcsState, ids: tuple[str, ...]
) -> Collection[tuple[int, int]]:
    """Every step of an Army Group HQ (TTW 2.3c A)."""
    return world.board.faces if any(size_of(world, i) == GROUP for i in ids) else ()


# ---------------------------------------------------------------- destroyed (2.3b E, c G, d)


def unit_lost(draft: Draft, id_: str, how: str) -> None:
    """Points for the Soviets, and whether the HQ comes back (TTW 2.3b E, 2.3c G, 2.3d)."""
    size = size_of(draft.world, id_)
    name = draft.world.name(id_)
    if size == ARMY:
        award(draft, "axis_army_hq", 1, f"{name} is eliminated", again=True)
        _queue(draft, id_)
    elif size == GROUP:
        award(draft, "army_group_south_hq", 2, f"{name} is destroyed", again=True)
        change(draft, group_hq_gone=own(draft.state).group_hq_gone | {id_})
        _queue(draft, id_)
    elif size == CORPS and german(draft.world, id_):
        roll = draft.roll(6)
        back = roll <= RECOVERS
        draft.log("roll", f"{name}: {roll}, " + ("it comes back" if back else "to the Dead Pile"),
                  rule="TTW 2.3d", roll=roll, side=AXIS)
        if back:
            _queue(draft, id_)


def _queue(draft: Draft, id_: str) -> None:
    change(draft, rebuilt=(*own(draft.state).rebuilt, (draft.state.turn, id_)))


def homes(world: World, state: OcsState, id_: str) -> tuple[int, ...]:
    """Where a destroyed HQ comes back (TTW 2.3b E, 2.3c G, 2.3d)."""
    size = size_of(world, id_)
    if size == GROUP:
        return tuple(sorted(
            h for h in rail.detrainable(world, state, AXIS, cargo=True)
            if is_city(world, h) and holder(world, state, h) in ("", AXIS)
        ))
    wanted = (ARMY,) if size == ARMY else (ARMY, GROUP)
    return tuple(dict.fromkeys(u.hex for u in on_map(world, state, *wanted)))


def reinforcement(draft: Draft) -> bool:
    """HQs that come back at no cost are placed (TTW 2.3b E, 2.3c G, 2.3d)."""
    if acting(draft.state) != AXIS:
        return False
    asked = False
    waiting = []
    for turn, id_ in own(draft.state).rebuilt:
        hexes = homes(draft.world, draft.state, id_)
        if not hexes:
            waiting.append((turn, id_))
            continue
        put(draft, Unit(id_, NOWHERE, ARRIVING))
        rule = {ARMY: "TTW 2.3b", GROUP: "TTW 2.3c"}.get(size_of(draft.world, id_), "TTW 2.3d")
        draft.ask(Placement(AXIS, (id_,), hexes, rule))
        asked = True
        change(draft, group_hq_gone=own(draft.state).group_hq_gone - {id_})
    change(draft, rebuilt=tuple(waiting))
    return asked


# ---------------------------------------------------------------- supply (2.3c D)


def throw_problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """1 SP stacked with it from the start, to a hex in its throw range (TTW 2.3c D)."""
    rule = "TTW 2.3c"
    id_ = one_unit(world, command)
    unit = state.units[id_]
    if size_of(world, id_) != GROUP or not unit.on_map:
        return Refusal(rule, f"{world.name(id_)} is no Army Group HQ on the map")
    if unit.mode != COMBAT:
        return Refusal(rule, "it places supply in Combat Mode only")
    if id_ in own(state).group_supply:
        return Refusal(rule, "it has placed supply in this turn")
    dump = state.dumps.get(unit.hex)
    if dump is None or dump.owner != AXIS or dump.tokens - dump.moved < SP:
        return Refusal(rule, "no SP was stacked with it at the start of the phase")
    goal = world.board.at(command.hex)
    if goal == unit.hex or goal not in supply.thrown_to(world, state, unit):
        return Refusal(rule, f"{command.hex} is not within its throw range")
    return None


def throw(draft: Draft, command: Act) -> None:
    """Put 1 SP down there; it counts as unloading (TTW 2.3c D, OCS 12.2a)."""
    id_ = one_unit(draft.world, command)
    hex_, goal = draft.state.units[id_].hex, draft.world.board.at(command.hex)
    dumps.set_ground(draft, hex_, AXIS, draft.state.dumps[hex_].tokens - SP)
    dumps.add(draft, goal, AXIS, SP, moved=True)
    change(draft, group_supply=own(draft.state).group_supply | {id_})
    draft.log("supply", f"{draft.world.name(id_)} places {dumps.show(SP)} in {command.hex}",
              hex=command.hex, rule="TTW 2.3c", side=AXIS)


def offer_throws(world: World, state: OcsState) -> Iterator[Act]:
    """Every hex in its range that holds Axis units."""
    for hq in on_map(world, state, GROUP):
        for hex_ in sorted(supply.thrown_to(world, state, hq)):
            if combat_units(world, state, hex_) and holder(world, state, hex_) == AXIS:
                yield Act("group-supply", world.board.id(hex_), (world.name(hq.id),))


def stepped(draft: Draft, ids: tuple[str, ...], a: int, b: int) -> None:
    """As it goes by rail it may carry 1 SP with it (TTW 2.3c D)."""
    dump = draft.state.dumps.get(a)
    if a == b or dump is None or dump.owner != AXIS or dump.tokens - dump.moved < SP:
        return
    if any(size_of(draft.world, i) == GROUP for i in ids):
        board = draft.world.board
        draft.ask(GameChoice(AXIS, f"{CARRY} {board.id(a)}", ("carry", "leave"),
                             "Does the Army Group HQ carry 1 SP along?", "TTW 2.3c", b))


def carry(draft: Draft, decision: GameChoice, word: str) -> None:
    """Move the SP with the HQ."""
    if word == "carry":
        start = draft.world.board.at(decision.topic.partition(" ")[2])
        dumps.set_ground(draft, start, AXIS, draft.state.dumps[start].tokens - SP)
        dumps.add(draft, decision.hex, AXIS, SP, moved=True)


# ---------------------------------------------------------------- the combat roll (2.3c E, G)


def involved(world: World, state: OcsState, hq: Unit) -> bool:
    """Whether an Axis unit of the combat in hand is within throw range (TTW 2.3c E)."""
    fight = state.fighting
    if fight is None:
        return False
    units = [state.units[i] for i in fight.units] + list(combat_units(world, state, fight.hex))
    reach = supply.thrown_to(world, state, hq)
    return any(u.hex in reach and world.counters[u.id].side == AXIS for u in units)


def before_combat(draft: Draft) -> None:
    """Once a turn it adds +1 or -1 to a Combat roll, said before the dice (TTW 2.3c E)."""
    if own(draft.state).group_drm:
        change(draft, group_drm=0)
    for hq in on_map(draft.world, draft.state, GROUP):
        used = hq.id in own(draft.state).group_drm_used
        if not used and supply.may_throw(draft.world, hq) and involved(
            draft.world, draft.state, hq
        ):
            draft.ask(GameChoice(AXIS, f"{DRM} {hq.id}", ("none", "+1", "-1"),
                                 f"Does {draft.world.name(hq.id)} change this Combat roll?",
                                 "TTW 2.3c"))


def announce(draft: Draft, decision: GameChoice, word: str) -> None:
    """The modifier counts for this combat."""
    if word == "none":
        return
    used = own(draft.state).group_drm_used | {decision.topic.partition(" ")[2]}
    change(draft, group_drm=int(word), group_drm_used=used)
    draft.log("combat", f"Army Group HQ: {word} to the Combat roll", rule="TTW 2.3c", side=AXIS)


def combat_drm(world: World, state: OcsState) -> tuple[tuple[str, int, str], ...]:
    """The announced modifier, and the loss of an Army Group HQ (TTW 2.3c E, G)."""
    game, fight = own(state), state.fighting
    found = []
    if game.group_drm:
        found.append(("Army Group HQ", game.group_drm, "TTW 2.3c"))
    if game.group_hq_gone and fight is not None:
        attacking = world.counters[fight.units[0]].side == AXIS
        found.append(("Army Group HQ destroyed", -1 if attacking else 1, "TTW 2.3c"))
    return tuple(found)


def turn_begins(draft: Draft) -> None:
    """Once a turn means once a game turn (TTW 2.3c D, E)."""
    change(draft, group_drm=0, group_drm_used=frozenset(), group_supply=frozenset())


CHOICES = {DRM: announce, CARRY: carry}
ACTS = {
    "group-supply": Ability(
        throw_problem, throw, frozenset({MOVEMENT}), AXIS, "TTW 2.3c", offer_throws
    ),
}
