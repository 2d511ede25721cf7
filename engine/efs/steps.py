"""Steps and strengths (BSR 16.22, 16.23): what a unit is worth after its losses."""

from __future__ import annotations

from engine.efs.pieces import Counter, Face, Unit
from engine.efs.state import EfsState
from engine.efs.world import World

MARKER = 2
"""What a Step Loss marker takes off attack and off defense (BSR 16.23)."""


def printed_steps(defense: int, two_sided: bool) -> int:
    """Steps by the printed defense of the full side (BSR 16.22).

    Units that the rule excepts (HQs, UR/MG, bases, super-heavy artillery) are one-step
    whatever is printed; their counters say so.
    """
    if defense >= 8:
        return 4
    if defense >= 5:
        return 3
    return 2 if two_sided else 1


def on_reduced_side(world: World, counter: Counter, lost: int) -> bool:
    """True once the counter has been turned over (BSR 16.23).

    A four-step unit turns over at its second loss. A three-step unit, which the rule does
    not describe, turns over at its first (see notes on EFS 16.23); the chart may say otherwise.
    """
    if counter.reduced is None or lost == 0:
        return False
    if counter.steps == 4 or (counter.steps == 3 and not world.charts.three_step_flips_first):
        return lost >= 2
    return True


def has_marker(world: World, counter: Counter, lost: int) -> bool:
    """True while a Step Loss marker lies on the unit (BSR 16.23)."""
    if counter.steps == 4:
        return lost in (1, 3)
    if counter.steps == 3:
        return lost == (2 if world.charts.three_step_flips_first else 1)
    return False


def face(world: World, unit: Unit) -> Face:
    """The unit's attack, defense and movement allowance now (BSR 16.23, 22.21)."""
    counter = world.counters[unit.id]
    if unit.nonop and counter.nonop is not None:
        return counter.nonop
    side = counter.full
    if on_reduced_side(world, counter, unit.lost) and counter.reduced is not None:
        side = counter.reduced
    if has_marker(world, counter, unit.lost):
        return Face(max(0, side.attack - MARKER), max(0, side.defense - MARKER), side.ma)
    return side


def steps_left(world: World, unit: Unit) -> int:
    """Steps the unit still has."""
    return world.counters[unit.id].steps - unit.lost


def total_attack(world: World, state: EfsState, ids: tuple[str, ...]) -> int:
    """Sum of attack strengths."""
    return sum(face(world, state.units[i]).attack for i in ids)
