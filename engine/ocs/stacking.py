"""Stacking (OCS 4.8): ten RE a hex at the end of every segment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs import losses
from engine.ocs.commands import Remove
from engine.ocs.decisions import Overstacked
from engine.ocs.pieces import RE
from engine.ocs.sequence import REINFORCE, key
from engine.ocs.sizes import combat_units, hex_re4, re4
from engine.ocs.state import OcsState, occupied
from engine.ocs.world import Draft, World

LIMIT = 10 * RE
"""Quarters of an RE that a hex may hold (OCS 4.8)."""


def excess(world: World, state: OcsState, hex_: int) -> int:
    """Quarters of an RE above the limit, or 0."""
    return max(0, hex_re4(world, state, hex_) - LIMIT)


def enforce(draft: Draft) -> None:
    """At the end of a segment the owner reduces overstacked hexes (OCS 4.8a).

    Not in the Reinforcement Phase, nor before the movement that follows it (reading U3).
    """
    if key(draft.state) in (REINFORCE, "breakout"):
        return
    for hex_ in occupied(draft.state):
        over = excess(draft.world, draft.state, hex_)
        if over:
            side = draft.world.counters[combat_units(draft.world, draft.state, hex_)[0].id].side
            draft.ask(Overstacked(side, hex_, over))


def check_remove(world: World, state: OcsState, command: Remove) -> Refusal | None:
    """Enough of the units in the hex, none of them needlessly (OCS 4.8a)."""
    decision = state.asks[-1]
    assert isinstance(decision, Overstacked)
    ids = [world.unit_id(name) for name in command.units]
    here = {u.id for u in combat_units(world, state, decision.hex)}
    if len(set(ids)) != len(ids) or not set(ids) <= here:
        return Refusal("OCS 4.8a", f"choose among the units in {world.board.id(decision.hex)}")
    gone = sum(re4(world, state.units[i]) for i in ids)
    if gone < decision.excess:
        return Refusal("OCS 4.8a", f"{decision.excess / RE:g} RE must go, these are {gone / RE:g}")
    if any(gone - re4(world, state.units[i]) >= decision.excess for i in ids):
        return Refusal("OCS 4.8a", "one of these units may stay")
    return None


def do_remove(draft: Draft, command: Remove) -> None:
    """Eliminate the excess (OCS 4.8a)."""
    draft.answered()
    for name in command.units:
        losses.eliminate(draft, draft.world.unit_id(name), "stacking", "OCS 4.8a")


def offer_remove(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Single units that suffice, else the largest first until it suffices."""
    decision = state.asks[-1]
    assert isinstance(decision, Overstacked)
    units = sorted(
        combat_units(world, state, decision.hex), key=lambda u: (re4(world, u), u.id)
    )
    singles = [u for u in units if re4(world, u) >= decision.excess]
    if singles:
        for unit in singles:
            yield Remove((world.name(unit.id),))
        return
    yield Remove(tuple(world.name(i) for i in _enough(world, state, units, decision.excess)))


def _enough(world: World, state: OcsState, units: Iterable[object], goal: int) -> tuple[str, ...]:
    chosen: list[str] = []
    total = 0
    for unit in reversed(list(units)):
        id_: str = unit.id  # type: ignore[attr-defined]
        chosen.append(id_)
        total += re4(world, state.units[id_])
        if total >= goal:
            break
    for id_ in list(chosen):
        size = re4(world, state.units[id_])
        if total - size >= goal:
            chosen.remove(id_)
            total -= size
    return tuple(chosen)


HANDLERS = {Remove: Handler(check_remove, do_remove, decisions=(Overstacked,))}
OFFERS = {Overstacked: offer_remove}
