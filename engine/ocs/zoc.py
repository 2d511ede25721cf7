"""Zones of control (OCS 4.5): who has one, where it reaches, and who cancels it."""

from __future__ import annotations

from engine.ocs.pieces import COMBAT, EXPLOIT, RESERVE, Unit
from engine.ocs.sequence import EXPLOIT as EXPLOITATION
from engine.ocs.sequence import MOVEMENT, MOVING, acting, key, other
from engine.ocs.sizes import attack_capable, combat_units, face, held_by
from engine.ocs.state import OcsState, at
from engine.ocs.world import World


def has_zoc(world: World, unit: Unit) -> bool:
    """Attack-Capable, in Combat Mode and not OOS; Exploitation keeps one it had (OCS 4.5, 5.9c)."""
    if unit.oos or not attack_capable(world, unit):
        return False
    return unit.mode == COMBAT or (unit.marker == EXPLOIT and unit.had_zoc)


def zone(world: World, state: OcsState, side: str) -> frozenset[int]:
    """Every hex in the ZOC of the side; terrain never blocks it (OCS 4.5)."""
    memo_key = ("zone", side)
    found: frozenset[int] | None = state.memo.get(memo_key)
    if found is None:
        found = frozenset(
            n
            for hex_ in held_by(world, state, side)
            if any(has_zoc(world, u) for u in at(state, hex_))
            for n in world.board.neighbors(hex_)
        )
        state.memo[memo_key] = found
    return found


def is_finished(state: OcsState, world: World, unit: Unit) -> bool:
    """Whether a unit will spend no more MPs in this phase (OCS 4.5b, engine reading).

    True outside its side's movement segments; within one, once its move has ended or it
    has given its word by `halt`, or where it is not allowed to move at all.
    """
    step = key(state)
    if step not in MOVING or acting(state) != world.counters[unit.id].side:
        return True
    if unit.finished or unit.working or _rooted(world, unit, step):
        return True
    if step == MOVEMENT or unit.released or unit.marker == RESERVE:
        return False
    return not (step == EXPLOITATION and unit.marker == EXPLOIT)


def _rooted(world: World, unit: Unit, step: str) -> bool:
    """No MPs to spend: on neither side in its Movement Phase, else on the one that shows."""
    counter = world.counters[unit.id]
    faces = (counter.combat, counter.move) if step == MOVEMENT else (face(world, unit),)
    return counter.rail_only or not any(f.ma for f in faces)


def negated(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """Whether a friendly combat unit that moves no more cancels EZOC effects here (OCS 4.5b)."""
    return any(
        world.counters[u.id].side == side and is_finished(state, world, u)
        for u in combat_units(world, state, hex_)
    )


def in_ezoc(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """In an enemy ZOC, negated or not: for effects that nothing cancels (OCS 4.5a)."""
    return hex_ in zone(world, state, other(side))


def stopping(world: World, state: OcsState, side: str) -> frozenset[int]:
    """Hexes in an enemy ZOC that no friendly unit negates (OCS 4.5a, b)."""
    memo_key = ("stopping", side)
    found: frozenset[int] | None = state.memo.get(memo_key)
    if found is None:
        found = frozenset(
            h for h in zone(world, state, other(side)) if not negated(world, state, side, h)
        )
        state.memo[memo_key] = found
    return found


def stopped(world: World, state: OcsState, side: str, hex_: int) -> bool:
    """In an enemy ZOC that no friendly unit negates: for effects that can be cancelled (4.5a)."""
    return hex_ in stopping(world, state, side)
