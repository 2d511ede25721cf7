"""Stacking (BSR 3.3): ten points a hex at the end of a phase."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.errors import Refusal
from engine.efs import removal
from engine.efs.commands import Remove
from engine.efs.decisions import Overstacked
from engine.efs.handlers import Handler
from engine.efs.pieces import CADRE
from engine.efs.state import EfsState, at, occupied
from engine.efs.world import Draft, World

LIMIT = 10
"""Stacking points that a hex may hold (BSR 3.32)."""


def points(world: World, ids: Iterable[str]) -> int:
    """Stacking points of units; HQs and non-combat units count nothing (BSR 3.31, 3.33)."""
    return sum(world.counters[i].stack for i in ids)


def excess(world: World, state: EfsState, hex_: int) -> int:
    """Points in a hex above the limit, or 0 (BSR 3.32)."""
    return max(0, points(world, (u.id for u in at(state, hex_))) - LIMIT)


def room(world: World, state: EfsState, hex_: int, ids: Iterable[str]) -> bool:
    """Whether these units fit on top of those already there."""
    there = {u.id for u in at(state, hex_)}
    return points(world, there | set(ids)) <= LIMIT


def enforce(draft: Draft) -> None:
    """At the end of a phase: the owner of an overstacked hex must remove the excess (BSR 3.32)."""
    for hex_ in occupied(draft.state):
        over = excess(draft.world, draft.state, hex_)
        if over:
            side = draft.world.counters[at(draft.state, hex_)[0].id].side
            draft.log(
                "stacking", f"{draft.world.board.id(hex_)}: {over} points over the stacking limit",
                hex=draft.world.board.id(hex_), rule="BSR 3.32", side=side,
            )
            draft.ask(Overstacked(side, hex_, over))


def check_remove(world: World, state: EfsState, command: Remove) -> Refusal | None:
    """The units must stand in the hex and cover the excess, none of them needlessly (BSR 3.32)."""
    decision = state.asks[-1]
    assert isinstance(decision, Overstacked)
    here = {u.id for u in at(state, decision.hex)}
    ids = [world.unit_id(name) for name in command.units]
    if len(set(ids)) != len(ids) or not set(ids) <= here:
        return Refusal("BSR 3.32", f"choose among the units in {world.board.id(decision.hex)}")
    gone = points(world, ids)
    if gone < decision.points:
        return Refusal("BSR 3.32", f"{decision.points} stacking points must go, these are {gone}")
    if any(gone - world.counters[i].stack >= decision.points for i in ids):
        return Refusal("BSR 3.32", "only the excess is removed, one of these units may stay")
    return None


def do_remove(draft: Draft, command: Remove) -> None:
    """Put the excess into the Cadre Box (BSR 3.32)."""
    draft.answered()
    for name in command.units:
        id_ = draft.world.unit_id(name)
        removal.remove(draft, id_, CADRE, "removed from an overstacked hex", "BSR 3.32")


def offer_remove(world: World, state: EfsState, actor: str) -> Iterable[Remove]:
    """Single units that cover the excess, else the smallest sufficient group by set-up order."""
    decision = state.asks[-1]
    assert isinstance(decision, Overstacked)
    units = [u.id for u in at(state, decision.hex) if world.counters[u.id].stack]
    singles = [i for i in units if world.counters[i].stack >= decision.points]
    if singles:
        for id_ in singles:
            yield Remove((world.name(id_),))
        return
    chosen: list[str] = []
    for id_ in sorted(units, key=lambda i: -world.counters[i].stack):
        chosen.append(id_)
        if points(world, chosen) >= decision.points:
            break
    yield Remove(tuple(world.name(i) for i in chosen))


HANDLERS = {Remove: Handler(check_remove, do_remove, decisions=(Overstacked,))}
OFFERS = {Overstacked: offer_remove}
