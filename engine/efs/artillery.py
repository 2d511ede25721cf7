"""Artillery support (BSR 14.2, 15.4, 15.55): which guns may add their strength to a combat.

The chart card's qualifiers are rebuilt from the rules (see charts-combat, artillery_support
and soviet_artillery_suppression).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.efs import headquarters
from engine.efs.commands import Silence, Support
from engine.efs.decisions import Suppress
from engine.efs.declaration import attack_on, clear_marks
from engine.efs.handlers import Handler, StepRule
from engine.efs.interdiction import level_at
from engine.efs.movement import ids_of
from engine.efs.pieces import (
    ACTIVATED,
    AXIS,
    OVERRUN,
    SILENCED,
    SOVIET,
    SUPER_HEAVY_TYPES,
    Unit,
    marked,
)
from engine.efs.removal import put
from engine.efs.sequence import SEQUENCE, SUPPORT, other, segment
from engine.efs.state import EfsState, at
from engine.efs.supply import out_of_supply
from engine.efs.works import lined, standing
from engine.efs.world import Draft, World
from engine.efs.zoc import combat_units, in_zoc

NAVAL_TYPES = frozenset({"naval", "flotilla"})
"""Naval guns do not count among a side's artillery units (BSR 22.25d.x1)."""


def gun_problem(
    world: World, state: EfsState, unit: Unit, hexes: tuple[int, ...], *, attacking: bool,
    supplied: bool = True,
) -> Refusal | None:
    """Why one gun may not support a combat on these hexes, or None (BSR 14.22, 15.4)."""
    counter = world.counters[unit.id]
    if counter.support <= 0 or not unit.on_map:
        return Refusal("BSR 14.21", f"{counter.name} has no support strength")
    if OVERRUN in unit.marks:
        return Refusal("BSR 11.44b", f"{counter.name} has an Overrun marker")
    if counter.attack_only and not attacking:
        return Refusal("BSR 14.22", f"{counter.name} supports attacks only")
    if counter.type in SUPER_HEAVY_TYPES:
        problem = _heavy_problem(world, state, unit, hexes, attacking=attacking)
        if problem is not None:
            return problem
    far = min(world.board.distance(unit.hex, h) for h in hexes)
    if far > counter.range:
        return Refusal("BSR 14.22", f"{counter.name} reaches {counter.range} hexes, not {far}")
    if out_of_supply(unit) and not (attacking and supplied):
        return Refusal("BSR 6.74", f"{counter.name} is Out of Supply")
    outside = not attacking and unit.hex not in hexes
    if outside and in_zoc(world, state, unit.hex, other(counter.side)):
        return Refusal("BSR 15.55a.n1", f"{counter.name} is in an enemy ZOC")
    return None


def _heavy_problem(
    world: World, state: EfsState, unit: Unit, hexes: tuple[int, ...], *, attacking: bool
) -> Refusal | None:
    """What super-heavy artillery needs besides: a target worth it, or rest (BSR 23.42, 23.43)."""
    counter = world.counters[unit.id]
    if counter.side == SOVIET:
        if ACTIVATED in unit.marks:
            return Refusal("BSR 23.42b", f"{counter.name} was activated and does not support")
        return None
    if not attacking:
        return Refusal("BSR 23.43c", f"{counter.name} never supports a defense")
    if not any(_worth_it(world, state, h) for h in hexes):
        return Refusal("BSR 23.43d", f"{counter.name} fires at cities and fortifications only")
    return None


def _worth_it(world: World, state: EfsState, hex_: int) -> bool:
    """A city, major city, fortified line or enemy Strongpoint: a super-heavy target (23.43d)."""
    if world.board.hexes[hex_].terrain & {"city", "major_city"}:
        return True
    return standing(state, hex_, SOVIET) or lined(world, state, hex_)


def group_problem(
    world: World, state: EfsState, ids: tuple[str, ...], hexes: tuple[int, ...], *,
    attacking: bool,
) -> Refusal | None:
    """Why these guns may not all support one combat (BSR 13.24d, 22.14, 22.25d; PB 7.3, 11.3)."""
    if len(ids) <= 1:
        return None  # one supplied, in-range unit always may (note to 13.24)
    limits = world.charts.support_limit
    if world.counters[ids[0]].side == AXIS:
        heavy = [i for i in ids if world.counters[i].type in SUPER_HEAVY_TYPES]
        romanian = [i for i in ids if world.counters[i].nationality == "romanian"]
        if len(ids) - len(heavy) > limits["axis"]:
            return Refusal("BSR 14.22", f"at most {limits['axis']} artillery units support")
        if len(romanian) > limits["romanian"]:
            return Refusal("PB 7.3", f"at most {limits['romanian']} Romanian units support")
        return None
    return _soviet_problem(world, state, ids, hexes, attacking=attacking)


def _soviet_problem(
    world: World, state: EfsState, ids: tuple[str, ...], hexes: tuple[int, ...], *,
    attacking: bool,
) -> Refusal | None:
    """More than one Soviet gun: only from the Defender Hex or stacked with a fit HQ."""
    ids = tuple(i for i in ids if world.counters[i].type not in NAVAL_TYPES)
    if len(ids) <= 1:
        return None
    if any(headquarters.nonop_over(world, state, h) is not None for h in hexes):
        return Refusal("BSR 22.25d", "near a Non-Op HQ only one Soviet artillery unit supports")
    if len(ids) > world.charts.support_limit["soviet_maximum"]:
        return Refusal("BSR 14.22", "at most four Soviet artillery units support")
    for id_ in ids:
        unit = state.units[id_]
        if not attacking and unit.hex in hexes:
            continue
        if SILENCED in unit.marks:
            return Refusal("BSR 13.24d", f"{world.name(id_)} is silenced by interdiction")
        if hq_with(world, state, unit.hex, hexes) is None:
            return Refusal(
                "BSR 22.14", f"{world.name(id_)} supports alone: it is not stacked with an HQ"
            )
    return None


def hq_with(world: World, state: EfsState, hex_: int, hexes: tuple[int, ...]) -> Unit | None:
    """An operational HQ in this hex with the combat in its Command Range (BSR 22.14)."""
    for unit in at(state, hex_):
        fit = world.counters[unit.id].hq and not unit.nonop
        if fit and any(headquarters.in_range(world, unit, h) for h in hexes):
            return unit
    return None


def committed(state: EfsState, hexes: tuple[int, ...]) -> tuple[str, ...]:
    """Guns that the defender has committed to these hexes, in order (BSR 14.21)."""
    return tuple(i for i, h in state.support if h in hexes)


def defender_guns(
    world: World, state: EfsState, committed: tuple[str, ...], hexes: tuple[int, ...]
) -> tuple[str, ...]:
    """Committed guns that may still fire: outside the hex, not in an enemy ZOC (BSR 15.55a.n1)."""
    return tuple(
        i for i in committed
        if gun_problem(world, state, state.units[i], hexes, attacking=False) is None
    )


# ---------------------------------------------------------------- the defender commits (14.2)


def check_support(world: World, state: EfsState, command: Support) -> Refusal | None:
    """Defending guns qualify, alone and together, and are in no other combat (BSR 14.2)."""
    hex_ = world.board.at(command.hex)
    attack = attack_on(state, hex_)
    if attack is None:
        return Refusal("BSR 14.21", f"no attack is declared on {command.hex}")
    ids = ids_of(world, command.units)
    side = SEQUENCE[state.step].side
    taken = {i for i, _ in state.support}
    for id_ in ids:
        if world.counters[id_].side != side:
            return Refusal("BSR 14.21", f"{world.name(id_)} is not yours")
        if id_ in taken:
            return Refusal("BSR 14.21.s1", f"{world.name(id_)} is already committed")
        problem = gun_problem(world, state, state.units[id_], attack.hexes, attacking=False)
        if problem is not None:
            return problem
    if len(set(ids)) != len(ids):
        return Refusal("BSR 14.21.s1", "a unit is named twice")
    alone = [u for h in attack.hexes for u in combat_units(world, state, h)]
    if all(world.counters[u.id].type == "flotilla" for u in alone):
        return Refusal("BSR 14.21.x1", "flotillas that defend alone receive no support")
    together = (*committed(state, attack.hexes), *ids)
    return group_problem(world, state, together, attack.hexes, attacking=False)


def do_support(draft: Draft, command: Support) -> None:
    """Commit the guns (BSR 14.21)."""
    world = draft.world
    attack = attack_on(draft.state, world.board.at(command.hex))
    assert attack is not None
    ids = ids_of(world, command.units)
    draft.update(support=(*draft.state.support, *((i, attack.hexes[0]) for i in ids)))
    names = ", ".join(world.name(i) for i in ids)
    draft.log("support", f"{names} will support {command.hex}", hex=command.hex, rule="BSR 14.21",
              side=SEQUENCE[draft.state.step].side)


def offer_support(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Each gun for each Declared Attack that it may support."""
    side = SEQUENCE[state.step].side
    for attack in state.attacks:
        for unit in state.units.values():
            counter = world.counters[unit.id]
            if counter.side != side or counter.support <= 0 or actor not in ("", counter.name):
                continue
            command = Support(world.board.id(attack.hexes[0]), (counter.name,))
            if check_support(world, state, command) is None:
                yield command


def open_support(draft: Draft) -> bool:
    """The defender's artillery step; the Axis first silences interdicted guns (BSR 13.24d)."""
    if SEQUENCE[draft.state.step].side == SOVIET:
        demand_silence(draft)
    return bool(draft.state.asks) or any(
        True for _ in offer_support(draft.world, draft.state, "")
    )


# ---------------------------------------------------------------- the attacker allocates (15.4)


def attack_guns(
    world: World, state: EfsState, side: str, hexes: tuple[int, ...], *, supplied: bool
) -> tuple[str, ...]:
    """Every gun that could support an attack on these hexes (BSR 15.4)."""
    if not supplied:
        return ()  # 15.32c
    return tuple(
        u.id for u in state.units.values()
        if world.counters[u.id].side == side
        and "fought" not in u.marks
        and gun_problem(world, state, u, hexes, attacking=True, supplied=supplied) is None
    )


def best_group(
    world: World, state: EfsState, ids: tuple[str, ...], hexes: tuple[int, ...], *,
    attacking: bool,
) -> tuple[str, ...]:
    """The strongest allowed group of these guns, first in order among equals."""
    best: tuple[str, ...] = ()
    for size in range(min(4, len(ids)), 0, -1):
        for group in combinations(ids, size):
            if _strength(world, group) <= _strength(world, best):
                continue
            if group_problem(world, state, group, hexes, attacking=attacking) is None:
                best = group
    return best


def _strength(world: World, ids: tuple[str, ...]) -> int:
    return sum(world.counters[i].support for i in ids)


# ---------------------------------------------------------------- interdiction (13.24d)


def demand_silence(draft: Draft) -> None:
    """Let the Axis silence one gun a level stacked with an interdicted HQ (BSR 13.24d)."""
    for hq in headquarters.headquarters(draft.world, draft.state):
        level = level_at(draft.world, draft.state, hq.hex)
        guns = tuple(
            u.id for u in at(draft.state, hq.hex)
            if draft.world.counters[u.id].support > 0 and SILENCED not in u.marks
        )
        already = sum(SILENCED in u.marks for u in at(draft.state, hq.hex))
        count = min(level - already, len(guns))
        if hq.nonop or count <= 0:
            continue
        if count == len(guns):
            _silence(draft, guns)
        else:
            draft.ask(Suppress(AXIS, guns, count))


def _silence(draft: Draft, ids: tuple[str, ...]) -> None:
    put(draft, *(marked(draft.state.units[i], SILENCED) for i in ids))
    names = ", ".join(draft.world.name(i) for i in ids)
    draft.log("support", f"interdiction silences {names}", rule="BSR 13.24d", side=SOVIET)


def check_silence(world: World, state: EfsState, command: Silence) -> Refusal | None:
    """As many guns as there are levels, from those stacked with the HQ (BSR 13.24d)."""
    decision = state.asks[-1]
    assert isinstance(decision, Suppress)
    ids = ids_of(world, command.units)
    if len(set(ids)) != decision.count or not set(ids) <= set(decision.units):
        return Refusal("BSR 13.24d", f"name {decision.count} of the guns stacked with the HQ")
    return None


def do_silence(draft: Draft, command: Silence) -> None:
    """Silence the guns for this segment."""
    draft.answered()
    _silence(draft, ids_of(draft.world, command.units))


def offer_silence(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Every choice of guns to silence."""
    decision = state.asks[-1]
    assert isinstance(decision, Suppress)
    for group in combinations(decision.units, decision.count):
        yield Silence(tuple(world.name(i) for i in group))


def end_silence(draft: Draft) -> None:
    """Guns speak again when the segment's combat is over."""
    clear_marks(draft, SILENCED)


def attacker(state: EfsState) -> str:
    """The side whose segment it is."""
    return segment(SEQUENCE[state.step])


HANDLERS = {
    Support: Handler(check_support, do_support, steps=frozenset({SUPPORT})),
    Silence: Handler(check_silence, do_silence, decisions=(Suppress,)),
}
STEPS = {
    SUPPORT: StepRule(
        open_support, False, prompt="Commit defending artillery to Declared Attacks; E ends"
    )
}
OFFERS = {SUPPORT: offer_support, Suppress: offer_silence}
