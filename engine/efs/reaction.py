"""Reaction Movement (BSR 14.1): the defender's motorized units answer Declared Attacks."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.efs import headquarters
from engine.efs.pieces import OUT_OF_SUPPLY, OVERRUN, SOVIET, Unit
from engine.efs.sequence import other
from engine.efs.state import EfsState
from engine.efs.world import Draft, World
from engine.efs.zoc import holder, holds_zoc, in_zoc

RANGE = 3
"""Hexes from a Defender Hex within which units may react (BSR 14.11)."""


def defender_hexes(state: EfsState) -> tuple[int, ...]:
    """Every hex under a Declared Attack."""
    return tuple(h for attack in state.attacks for h in attack.hexes)


def eligible(world: World, state: EfsState, unit: Unit) -> Refusal | None:
    """Why a motorized unit may not react, or None (BSR 14.1, 14.11).

    A unit that has begun is judged by where it began.
    """
    if unit.started:
        return None
    counter = world.counters[unit.id]
    targets = defender_hexes(state)
    if not targets:
        return Refusal("BSR 14.1", "no attack is declared, so there is no reaction")
    if not counter.motorized:
        return Refusal("BSR 10.3", f"{counter.name} is not motorized")
    near = min(world.board.distance(unit.hex, t) for t in targets)
    if near > RANGE:
        return Refusal("BSR 14.11", f"{counter.name} is {near} hexes from any Defender Hex")
    if in_zoc(world, state, unit.hex, other(counter.side)):
        return Refusal("BSR 14.11a", f"{counter.name} begins in an enemy ZOC")
    if unit.hex in targets:
        return Refusal("BSR 14.11a", f"{counter.name} stands in a Defender Hex")
    if OVERRUN in unit.marks:
        return Refusal("BSR 14.11b", f"{counter.name} has an Overrun marker")
    if OUT_OF_SUPPLY in unit.marks:
        return Refusal("BSR 14.11b", f"{counter.name} is Out of Supply")
    if counter.side == SOVIET:
        return _soviet(world, state, unit)
    return None


def _soviet(world: World, state: EfsState, unit: Unit) -> Refusal | None:
    """What a Soviet unit needs besides: an HQ with a point, and no Non-Op HQ near (BSR 14.11c)."""
    counter = world.counters[unit.id]
    if counter.nkvd:
        return Refusal("BSR 14.11c.x1", f"{counter.name} is NKVD and does not react")
    nonop = headquarters.nonop_over(world, state, unit.hex)
    if nonop is not None:
        return Refusal("BSR 14.11c.2", f"{world.name(nonop.id)} is Non-Op and within four hexes")
    if next(headquarters.who_can(world, state, unit.hex, headquarters.REACT), None) is None:
        return Refusal("BSR 14.11c.1", f"no HQ in range has a command point for {counter.name}")
    return None


def stack_problem(world: World, state: EfsState, units: list[Unit]) -> Refusal | None:
    """Soviet units that react together each need a command point (BSR 14.11c.1, 22.12b)."""
    if world.counters[units[0].id].side != SOVIET:
        return None
    points = sum(
        headquarters.points_left(world, state, hq, headquarters.REACT)
        for hq in headquarters.who_can(world, state, units[0].hex, headquarters.REACT)
    )
    if points < len(units):
        return Refusal("BSR 14.11c.1", f"{points} command points for {len(units)} units")
    return None


def pay(draft: Draft, unit: Unit) -> None:
    """A Soviet unit that reacts uses a command point of an HQ in range (BSR 22.12b)."""
    if draft.world.counters[unit.id].side != SOVIET:
        return
    able = headquarters.who_can(draft.world, draft.state, unit.hex, headquarters.REACT)
    hq = min(able, key=lambda one: _others_in_range(draft.world, draft.state, one))
    headquarters.spend(draft, hq.id, headquarters.REACT)


def _others_in_range(world: World, state: EfsState, hq: Unit) -> int:
    """Motorized units that might need this HQ yet: the one fewest need pays first."""
    return sum(
        1 for u in state.units.values()
        if u.on_map and not u.started and world.counters[u.id].side == SOVIET
        and world.counters[u.id].motorized and headquarters.in_range(world, hq, u.hex)
    )


def may_come_near(
    world: World, state: EfsState, ids: tuple[str, ...], hex_: int
) -> Refusal | None:
    """Reacting units move next to an enemy only to a friend, and those with a ZOC only to a
    Defender Hex, lest they force attackers into new attacks (BSR 10.63c, 14.13)."""
    side = world.counters[ids[0]].side
    foe = other(side)
    zoc = in_zoc(world, state, hex_, foe)
    if not zoc and all(holder(world, state, n) != foe for n in world.board.neighbors(hex_)):
        return None
    if holder(world, state, hex_) != side:
        if zoc:
            return Refusal(
                "BSR 10.63c", "a reacting unit enters an enemy ZOC only where a friend is"
            )
        return Refusal("BSR 14.13b", "a reacting unit moves next to an enemy only to a friend")
    projecting = any(holds_zoc(world, state.units[i]) for i in ids)
    if projecting and hex_ not in defender_hexes(state):
        return Refusal("BSR 14.13.x1", "next to an enemy it may react only into a Defender Hex")
    return None
