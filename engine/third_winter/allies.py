"""Rumanians and Hungarians: where they may be, whom they supply, collapse (TTW 2.5, 2.3e)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.ocs.air import TRANSFER
from engine.ocs.commands import Act
from engine.ocs.losses import put
from engine.ocs.movement import may_move as free_to_move
from engine.ocs.pieces import AXIS, GONE, RE, SOVIET, Unit
from engine.ocs.sequence import EXPLOIT, MOVEMENT, REACT, TURN_END, acting, key, phasing
from engine.ocs.sizes import re4
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter.abilities import Ability
from engine.third_winter.places import column_row, controls, in_rumania, named
from engine.third_winter.state import LOYAL, SURRENDERED, TOTTERING, change, own
from engine.third_winter.victory_points import award

RUMANIAN, HUNGARIAN = "Rumanian", "Hungarian"
GERMAN = frozenset({"Wehrmacht", "Waffen-SS", "Kriegsmarine", "Luftwaffe"})
"""Who is German (TTW 1.10)."""
SOUTH = frozenset({"C", "D"})
WEST_COLUMNS = 10
"""The ten western hex columns of map A (TTW 2.5c)."""
IASI = ("C25.20", "C26.20")
EXIT_FIRST, EXIT_LAST = 13, 19
"""Columns C13.01 to C19.01 (TTW 2.5b, 5.0a)."""
EXIT_SIZE = 3 * RE
SURRENDER = 3
"""Highest roll of a collapse (TTW 2.5b)."""


def german(world: World, id_: str) -> bool:
    """Whether a unit is German (TTW 1.10)."""
    counter = world.counters[id_]
    return counter.side == AXIS and counter.nationality in GERMAN


# ---------------------------------------------------------------- limits (2.5a, 2.5c)


def may_enter(
    world: World, state: OcsState, ids: tuple[str, ...], a: int, b: int
) -> Refusal | None:
    """Where Rumanian and Hungarian units may not go, even in retreat (TTW 2.5a, 2.5c)."""
    for id_ in ids:
        nation = world.counters[id_].nationality
        if nation == RUMANIAN:
            problem = _rumanian(world, a, b)
        elif nation == HUNGARIAN and not own(state).hungary_free:
            problem = _hungarian(world, a, b)
        else:
            continue
        if problem is not None:
            return problem
    return None


def guarded(
    world: World, state: OcsState, ids: tuple[str, ...]
) -> Collection[tuple[int, int]]:
    """Every step of Rumanian and Hungarian units (TTW 2.5a, 2.5c)."""
    limited = any(world.counters[i].nationality in (RUMANIAN, HUNGARIAN) for i in ids)
    return world.board.faces if limited else ()


def _rumanian(world: World, a: int, b: int) -> Refusal | None:
    if in_rumania(world, a) and not in_rumania(world, b):
        return Refusal("TTW 2.5a", "Rumanian units do not leave Rumania")
    if not in_rumania(world, b) and column_row(world, b)[0] not in SOUTH:
        return Refusal("TTW 2.5a", "Rumanian units stay on maps C and D")
    return None


def _hungarian(world: World, a: int, b: int) -> Refusal | None:
    if column_row(world, b)[0] != "A":
        return Refusal("TTW 2.5c", "Hungarian units stay on map A")
    if in_west(world, a) and not in_west(world, b):
        return Refusal("TTW 2.5c", "Hungarian units in the west of map A stay there")
    return None


def in_west(world: World, hex_: int) -> bool:
    """Whether a hex lies in the ten western columns of map A (TTW 2.5c)."""
    sheet, column, _ = column_row(world, hex_)
    return sheet == "A" and column <= WEST_COLUMNS


def may_supply(world: World, state: OcsState, hq: Unit, unit: Unit) -> bool:
    """Rumanian and Hungarian HQs supply only their own; German ones all (TTW 2.3e, 2.5a, c)."""
    nation = world.counters[hq.id].nationality
    if nation in (RUMANIAN, HUNGARIAN):
        return world.counters[unit.id].nationality == nation
    return True


def may_move(world: World, state: OcsState, unit: Unit) -> Refusal | None:
    """In the turn of a sudden surrender Rumanians only defend (event 16-21)."""
    if own(state).rumania_leaves and world.counters[unit.id].nationality == RUMANIAN:
        return Refusal("TTW RE.R16-21", "Rumania has surrendered: its units only defend")
    return None


def may_barrage(world: World, state: OcsState, id_: str) -> Refusal | None:
    """See `may_move`."""
    return may_move(world, state, state.units[id_])


def may_attack(world: World, state: OcsState, id_: str, hex_: int) -> Refusal | None:
    """See `may_move`."""
    return may_move(world, state, state.units[id_])


def mission_limit(
    world: World, state: OcsState, kind: str, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """Rumanian aircraft are based on maps C and D, and inside Rumania for good (TTW 2.5a)."""
    if kind != TRANSFER:
        return None
    for id_ in ids:
        if not rumanian_plane(world, id_):
            continue
        home = state.air[id_].hex
        if home >= 0 and in_rumania(world, home) and not in_rumania(world, hex_):
            return Refusal("TTW 2.5a", f"{world.name(id_)} does not leave Rumania")
        if not in_rumania(world, hex_) and column_row(world, hex_)[0] not in SOUTH:
            return Refusal("TTW 2.5a", f"{world.name(id_)} stays on maps C and D")
    return None


# ---------------------------------------------------------------- collapse (2.5b)


def triggered(world: World, state: OcsState) -> bool:
    """Both hexes of Iasi are Soviet, or 3 RE have left the map in the south (TTW 2.5b)."""
    iasi = named(world, IASI)
    lost = len(iasi) == len(IASI) and all(controls(world, state, SOVIET, h) for h in iasi)
    return lost or own(state).rumania_exits >= EXIT_SIZE


def reinforcement(draft: Draft) -> bool:
    """One die each Axis Reinforcement Phase once a trigger has happened (TTW 2.5b)."""
    game = own(draft.state)
    if acting(draft.state) != AXIS or game.rumania == SURRENDERED:
        return False
    due = game.rumania == TOTTERING and triggered(draft.world, draft.state)
    if not due:
        return False
    roll = draft.roll(6)
    falls = roll <= SURRENDER
    draft.log("roll", f"Rumanian collapse: {roll}, " + ("surrender" if falls else "Rumania holds"),
              rule="TTW 2.5b", roll=roll, side=AXIS)
    if falls:
        surrender(draft)
    return True


def turn_begins(draft: Draft) -> None:
    """Collapse is rolled for in every turn after the one in which it was triggered (TTW 2.5b)."""
    game = own(draft.state)
    if game.rumania in (LOYAL, TOTTERING):
        now = TOTTERING if triggered(draft.world, draft.state) else LOYAL
        if now != game.rumania:
            change(draft, rumania=now)


def surrender(draft: Draft, *, ground: bool = True) -> None:
    """Rumania leaves the war: its units are withdrawn, and the Soviets score (TTW 2.5b, 5.0a)."""
    change(draft, rumania=SURRENDERED)
    draft.update(air={
        i: evolve(a, hex=NOWHERE, box=GONE, active=False)
        if rumanian_plane(draft.world, i) else a
        for i, a in draft.state.air.items()
    })
    draft.log("note", "Rumania surrenders", rule="TTW 2.5b", side=SOVIET)
    award(draft, "rumania", 2, "Rumania surrenders")
    if ground:
        withdraw(draft)
    else:
        change(draft, rumania_leaves=True)


def rumanian_plane(world: World, id_: str) -> bool:
    """Whether an air unit is Rumanian; the counter file calls them so."""
    return world.aircraft[id_].name.startswith("Rum ")


def withdraw(draft: Draft) -> None:
    """Every Rumanian ground unit leaves the game (TTW 2.5b)."""
    gone = [
        u for u in draft.state.units.values()
        if draft.world.counters[u.id].nationality == RUMANIAN and u.box != GONE
    ]
    put(draft, *(Unit(u.id, NOWHERE, GONE) for u in gone))
    change(draft, rumania_leaves=False)
    if gone:
        draft.log("note", f"{len(gone)} Rumanian units leave the game", rule="TTW 2.5b")


def step_begins(draft: Draft) -> None:
    """After a sudden surrender the ground units go at the end of the turn (event 16-21)."""
    if key(draft.state) == TURN_END and own(draft.state).rumania_leaves:
        withdraw(draft)


# ---------------------------------------------------------------- leaving by the south edge


def on_exit(world: World, hex_: int) -> bool:
    """Whether a hex lies between C13.01 and C19.01 (TTW 2.5b)."""
    sheet, column, row = column_row(world, hex_)
    return sheet == "C" and row == 1 and EXIT_FIRST <= column <= EXIT_LAST


def exit_problem(world: World, state: OcsState, command: Act) -> Refusal | None:
    """Soviet combat units in the exit hexes, that may still move (TTW 2.5b)."""
    for name in command.units:
        unit = state.units[world.unit_id(name)]
        if not world.counters[unit.id].fighting or unit.hex < 0 or not on_exit(world, unit.hex):
            return Refusal("TTW 2.5b", f"{name} is no combat unit on C13.01-C19.01")
        problem = free_to_move(world, state, unit)
        if problem is not None:
            return problem
    return None if command.units else Refusal("TTW 2.5b", "name the units that leave")


def leave(draft: Draft, command: Act) -> None:
    """They leave the map for good; 3 RE start the collapse (TTW 2.5b)."""
    ids = [draft.world.unit_id(n) for n in command.units]
    size = sum(re4(draft.world, draft.state.units[i]) for i in ids)
    put(draft, *(Unit(i, NOWHERE, GONE) for i in ids))
    draft.update(moving=tuple(i for i in draft.state.moving if i not in ids))
    change(draft, rumania_exits=own(draft.state).rumania_exits + size)
    draft.log("move", f"{', '.join(command.units)} leave the map toward Ploesti",
              rule="TTW 2.5b", side=phasing(draft.state))


def offer_exits(world: World, state: OcsState) -> Iterator[Act]:
    """Each Soviet combat unit on one of those hexes."""
    for unit in state.units.values():
        counter = world.counters[unit.id]
        if unit.on_map and counter.side == SOVIET and counter.fighting and on_exit(
            world, unit.hex
        ):
            yield Act("leave-map", world.board.id(unit.hex), (counter.name,))


_STEPS = frozenset({MOVEMENT, REACT, EXPLOIT})
ACTS = {"leave-map": Ability(exit_problem, leave, _STEPS, SOVIET, "TTW 2.5b", offer_exits)}
