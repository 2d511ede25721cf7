"""Fortifications (BSR 18): completion, destruction, and the Engineering Phases (ESP B.6, C.6)."""

from __future__ import annotations

from attrs import evolve

from engine.efs.declaration import clear_marks
from engine.efs.handlers import StepRule
from engine.efs.modifiers import is_whole_motorized, is_whole_panzer
from engine.efs.pieces import (
    ENGINEER_TYPES,
    OVERRUN,
    REPLACEMENTS,
    SOVIET,
    Unit,
    unmarked,
)
from engine.efs.removal import put
from engine.efs.sequence import ENGINEERING, SEQUENCE, other
from engine.efs.state import Attack, Combat, EfsState, at
from engine.efs.terrain import fortified_line
from engine.efs.world import Draft, World

FORTIFIED_HEX = "fortified"
"""Terrain word of the hex whose sides a fortified line protects; it falls from inside (18.13)."""


def can_destroy(world: World, state: EfsState, hex_: int, side: str) -> bool:
    """Whether units in a hex destroy its fortification: a division or an engineer (BSR 18.13).

    German panzer and motorized divisions must have enough of themselves there for Division
    Integrity (note to 18.13).
    """
    units = [u for u in at(state, hex_) if world.counters[u.id].side == side]
    if any(world.counters[u.id].type in ENGINEER_TYPES for u in units):
        return True
    if any(world.counters[u.id].division for u in units):
        return True
    formations: dict[str, list[Unit]] = {}
    for unit in units:
        counter = world.counters[unit.id]
        if counter.nationality == "german" and counter.formation:
            formations.setdefault(counter.formation, []).append(unit)
    supplied = Combat(Attack((hex_,)), supplied=True)
    return any(
        is_whole_panzer(world, supplied, us) or is_whole_motorized(world, supplied, us)
        for us in formations.values()
    )


def engineer(draft: Draft) -> bool:
    """The Engineering Phase of a side: strongpoints, destruction, markers (ESP B.6, C.6)."""
    side = SEQUENCE[draft.state.step].side
    _complete(draft, side)
    _destroy(draft, side)
    _clear(draft, side)
    return False


def _complete(draft: Draft, side: str) -> None:
    """Strongpoints under construction are completed (BSR 18.35); in a Non-Op range too (22.25a)."""
    forts = dict(draft.state.forts)
    for hex_, fort in forts.items():
        if fort.side == side and not fort.complete:
            forts[hex_] = evolve(fort, complete=True)
            number = draft.world.board.id(hex_)
            draft.log("fort", f"the Strongpoint in {number} is completed", hex=number,
                      rule="BSR 18.35", side=side)
    if forts != draft.state.forts:
        draft.update(forts=forts)


def _destroy(draft: Draft, side: str) -> None:
    """Enemy fortifications under the right units are destroyed (BSR 18.13, 18.24)."""
    world = draft.world
    forts = dict(draft.state.forts)
    lines = set(draft.state.lines_destroyed)
    for hex_ in range(len(world.board)):
        if not at(draft.state, hex_) or not can_destroy(world, draft.state, hex_, side):
            continue
        number = world.board.id(hex_)
        fort = forts.get(hex_)
        if fort is not None and fort.side == other(side):
            del forts[hex_]
            draft.log("fort", f"the Strongpoint in {number} is destroyed", hex=number,
                      rule="BSR 18.13", side=side)
        if side == SOVIET or FORTIFIED_HEX not in world.board.hexes[hex_].terrain:
            continue
        for end in world.board.neighbors(hex_):
            if fortified_line(draft.state, world.board.side(hex_, end), hex_, end):
                lines.add((min(hex_, end), max(hex_, end)))
    if forts != draft.state.forts:
        draft.update(forts=forts)
    if lines != draft.state.lines_destroyed:
        draft.update(lines_destroyed=frozenset(lines))
        draft.log("fort", "fortified line hexsides are destroyed", rule="BSR 18.24", side=side)


def _clear(draft: Draft, side: str) -> None:
    """Overrun markers of the other side and replacements of this one come off (11.44, B.6d-e)."""
    foe = other(side)
    if any(
        OVERRUN in u.marks and draft.world.counters[u.id].side == foe
        for u in draft.state.units.values()
    ):
        put(draft, *(
            unmarked(u, OVERRUN) for u in draft.state.units.values()
            if draft.world.counters[u.id].side == foe and OVERRUN in u.marks
        ))
    if any(REPLACEMENTS in u.marks for u in draft.state.units.values()):
        clear_marks(draft, REPLACEMENTS)


STEPS = {ENGINEERING: StepRule(run=engineer)}
