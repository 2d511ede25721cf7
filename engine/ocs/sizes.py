"""Sizes and strengths (OCS 4.4, 4.6, 4.7, 5.2, 9.6a, 9.11d): what a unit counts for."""

from __future__ import annotations

from fractions import Fraction

from engine.core.board import NOWHERE
from engine.ocs.pieces import (
    COMBAT,
    DG,
    EXPLOIT,
    LEG,
    RE,
    RESERVE,
    STRAT,
    Face,
    Unit,
)
from engine.ocs.sequence import acting
from engine.ocs.state import OcsState, at
from engine.ocs.world import World

HALF = Fraction(1, 2)
CARGO = 16
"""An RE, an SP or a point of Rail Capacity in the sixteenths that cargo is weighed in (4.7a)."""
SLOW = 6
"""Leg units of so many MPs or fewer in Move Mode travel at half their size (OCS 4.7b)."""


def face(world: World, unit: Unit) -> Face:
    """The side of the counter that shows (OCS 5.2a)."""
    counter = world.counters[unit.id]
    return counter.combat if unit.front else counter.move


def steps_left(world: World, unit: Unit) -> int:
    """Steps the unit still has."""
    return world.counters[unit.id].steps - unit.lost


def re4(world: World, unit: Unit) -> int:
    """Size in quarters of an RE; a multi-step unit has one RE a step (OCS 4.6, 3.2d)."""
    counter = world.counters[unit.id]
    if not counter.fighting:
        return 0
    return steps_left(world, unit) * RE if counter.multi_step else counter.re4


def hex_re4(world: World, state: OcsState, hex_: int) -> int:
    """Quarters of an RE of all combat units in a hex (OCS 4.8)."""
    return sum(re4(world, u) for u in at(state, hex_))


def cargo16(world: World, unit: Unit) -> int:
    """Size as cargo in sixteenths of an RE, or of an SP, which weighs as much (OCS 4.7a, b, c).

    Slow Leg units count half: a slow company is two sixteenths. Transport Points count their
    size; what is loaded on them counts nothing.
    """
    counter = world.counters[unit.id]
    if counter.transport:
        return counter.points * CARGO
    size = re4(world, unit) * CARGO // RE
    slow = counter.move.mobility == LEG and 1 <= counter.move.ma <= SLOW
    return size // 2 if slow else size


def mine(world: World, state: OcsState, actor: str = "") -> tuple[Unit, ...]:
    """Units of the acting side on the map in set-up order, or the one with an actor's name."""
    found: tuple[Unit, ...] | None = state.memo.get("mine")
    if found is None:
        side = acting(state)
        found = tuple(
            u for u in state.units.values() if u.on_map and world.counters[u.id].side == side
        )
        state.memo["mine"] = found
    return tuple(u for u in found if world.name(u.id) == actor) if actor else found


def combat_units(world: World, state: OcsState, hex_: int) -> tuple[Unit, ...]:
    """The combat units in a hex (OCS 3.2)."""
    return tuple(u for u in at(state, hex_) if world.counters[u.id].fighting)


def holder(world: World, state: OcsState, hex_: int) -> str:
    """The side with a combat unit in the hex, or empty."""
    held: dict[int, str] | None = state.memo.get("holders")
    if held is None:
        held = {}
        for unit in state.units.values():
            if unit.hex != NOWHERE and world.counters[unit.id].fighting:
                held[unit.hex] = world.counters[unit.id].side
        state.memo["holders"] = held
    return held.get(hex_, "")


def held_by(world: World, state: OcsState, side: str) -> tuple[int, ...]:
    """Every hex with a combat unit of the side, ascending."""
    holder(world, state, NOWHERE)
    return tuple(sorted(h for h, s in state.memo["holders"].items() if s == side))


def attack_capable(world: World, unit: Unit) -> bool:
    """Printed strength, no parentheses, neither Strat nor unreleased Reserve (OCS 4.4)."""
    counter = world.counters[unit.id]
    if not counter.fighting or not counter.printed or unit.marker in (STRAT, RESERVE):
        return False
    return face(world, unit).attack


def engineer_capable(world: World, unit: Unit) -> bool:
    """An engineer or HQ in Combat Mode, or DG with its Combat side showing (OCS 13.8a)."""
    return world.counters[unit.id].engineer and unit.front and unit.marker in ("", DG)


def printed_strength(world: World, unit: Unit, *, attacking: bool) -> Fraction:
    """Strength of the side showing after step losses (OCS 9.11d, 21.2; TTW 1.6d).

    With 21.2 it is reduced in proportion and rounded at once; without, a unit with losses
    attacks at half, and one that has lost half of its steps defends at half.
    """
    counter = world.counters[unit.id]
    value = face(world, unit).strength
    if counter.artillery and counter.multi_step:
        return Fraction(steps_left(world, unit))  # TTW 1.6d: its current RE
    if not unit.lost or not counter.multi_step:
        return Fraction(value)
    if world.options.proportional_loss:
        return Fraction(round_half_up(Fraction(value * steps_left(world, unit), counter.steps)))
    if attacking or 2 * unit.lost >= counter.steps:
        return Fraction(value, 2)
    return Fraction(value)


def mode_factor(unit: Unit, *, attacking: bool) -> Fraction:
    """What the mode leaves of a strength (OCS 5.2b)."""
    if unit.marker == STRAT:
        return Fraction(0)
    if unit.marker == DG:
        return HALF
    if unit.marker == RESERVE:
        return Fraction(0) if attacking else HALF
    return Fraction(1)


def action_rating(world: World, unit: Unit) -> int:
    """Action Rating after the mode: Strat makes it 0, DG takes one (OCS 9.6a)."""
    if unit.marker == STRAT:
        return 0
    return face(world, unit).ar - (1 if unit.marker == DG else 0)


def barrage_points(world: World, unit: Unit) -> Fraction:
    """Barrage strength showing; DG halves it, losses in proportion (10.1c, TTW 1.6d)."""
    counter = world.counters[unit.id]
    value = Fraction(face(world, unit).barrage)
    if counter.multi_step:
        value = value * steps_left(world, unit) / counter.steps
    return value * HALF if unit.marker == DG else value


def round_half_up(value: Fraction) -> int:
    """The rounding rule: a half or more goes up (OCS 4.1)."""
    return int(value + HALF) if value >= 0 else -int(-value + HALF)


def in_combat_mode(unit: Unit) -> bool:
    """Plain Combat Mode (OCS 5.5)."""
    return unit.mode == COMBAT


def may_fight_on(unit: Unit) -> bool:
    """Modes in which a unit overruns (OCS 8.1): Combat, Move, Exploitation."""
    return unit.marker in ("", EXPLOIT)
