"""A unit in a few characters."""

from __future__ import annotations

from engine.efs.pieces import Unit
from engine.efs.steps import face, steps_left
from engine.efs.world import World


def strengths(world: World, unit: Unit) -> str:
    """Attack, defence and movement as they are now; support for artillery."""
    counter = world.counters[unit.id]
    if unit.untried:
        return "untried"
    now = face(world, unit)
    attack = f"({counter.support})" if counter.support else str(now.attack)
    return f"{attack}-{now.defense}-{now.ma}"


def short(world: World, unit: Unit) -> str:
    """Name and strengths."""
    return f"{world.name(unit.id)} {strengths(world, unit)}"


def condition(world: World, unit: Unit) -> str:
    """What is wrong or special with it, in words."""
    counter = world.counters[unit.id]
    words = []
    if unit.nonop:
        words.append(f"Non-Op, recovery {counter.recovery}")
    elif counter.hq:
        words.append(f"command {counter.command}")
    if counter.steps > 1:
        words.append(f"{steps_left(world, unit)}/{counter.steps} steps")
    words += [mark.replace("_", " ") for mark in sorted(unit.marks) if mark != "counted"]
    return ", ".join(words)
