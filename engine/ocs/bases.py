"""Air bases and air strips (OCS 15): refit, building, reduction."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import BadCommand, Refusal
from engine.core.flow import Handler, StepRule
from engine.ocs import air, consolidation, drop_plans, dumps, supply
from engine.ocs.commands import Refit
from engine.ocs.pieces import SP, TRUCK, Base
from engine.ocs.sequence import REFIT, acting
from engine.ocs.state import OcsState
from engine.ocs.works import Task
from engine.ocs.world import Draft, World
from engine.ocs.zoc import stopped

REFITS = 2
"""Air units refitted for each level; an air strip refits one (OCS 15.0b A, 15.2 B)."""
REFIT_COST = 1
LEVEL_COST = SP
STRIP_COST = 1
UPGRADE_COST = 3
"""Tokens that turn an air strip into a base of level 1 (OCS 15.2 A)."""
HIGHEST = 3
BASE, STRIP = "base", "strip"


# ---------------------------------------------------------------- supply of a base (12.9c, 15.1)


def sources(world: World, state: OcsState, side: str, hex_: int) -> tuple[int, ...]:
    """Dump hexes that a base uses by draw, or by throw of an HQ; the nearest first (15.1 B)."""
    found = [
        h for h in dumps.places(world, state, side)
        if supply.draws(world, state, side, TRUCK, hex_, h)
    ]
    for hq in supply.throwers(world, state, side):
        if hex_ in supply.thrown_to(world, state, hq):
            found += supply.hq_dumps(world, state, hq)
    return tuple(sorted(dict.fromkeys(found), key=lambda h: (world.board.distance(hex_, h), h)))


# ---------------------------------------------------------------- refit (15.1, phase A)


def refit_terms(world: World, state: OcsState, side: str, hex_: int) -> tuple[int, int]:
    """Tokens that a refit costs and air units that it makes Active (OCS 15.1 B, 15.2 B)."""
    own = world.hooks.refit(world, state, side, hex_)
    if own is not None:
        return own
    return REFIT_COST, REFITS * state.bases[hex_].level or 1


def base_problem(world: World, state: OcsState, side: str, hex_: int) -> Refusal | None:
    """Why a base cannot refit now (OCS 15.1)."""
    base, number = state.bases.get(hex_), world.board.id(hex_)
    if base is None or base.owner != side:
        return Refusal("OCS 15.1", f"{number} has no friendly air base")
    if base.refitted:
        return Refusal("OCS 15.1", f"the base in {number} has refitted in this phase")
    if stopped(world, state, side, hex_):
        return Refusal("OCS 15.1", f"the base in {number} is in an enemy ZOC")
    return None


def check_refit(world: World, state: OcsState, command: Refit) -> Refusal | None:
    """Inactive air units of one base, room for them as Active ones, and supply (OCS 15.1)."""
    hex_, side = world.board.at(command.hex), acting(state)
    ids = [world.air_id(name) for name in command.air]
    if len(set(ids)) != len(ids):
        raise BadCommand("refit: an air unit is named twice")
    problem = base_problem(world, state, side, hex_)
    if problem is not None:
        return problem
    waiting = {u.id for u in air.on_base(world, state, side, hex_) if not u.active}
    for id_ in ids:
        if id_ not in waiting:
            return Refusal("OCS 15.1", f"{world.name(id_)} is not Inactive at that base")
    cost, most = refit_terms(world, state, side, hex_)
    if len(ids) > most:
        return Refusal("OCS 15.1", f"the base refits {most} air units, not {len(ids)}")
    if len(ids) > air.room(world, state, side, hex_):
        return Refusal("OCS 14.2a", "the base has no room for so many Active air units")
    there = sum(
        dumps.tokens_at(world, state, side, h) for h in sources(world, state, side, hex_)
    ) if cost else 0
    if there < cost:
        return Refusal("OCS 15.1", f"no supply for the base in {command.hex}")
    return None


def do_refit(draft: Draft, command: Refit) -> None:
    """Pay and turn them over (OCS 15.1, 14.1d)."""
    hex_, side = draft.world.board.at(command.hex), acting(draft.state)
    cost, _ = refit_terms(draft.world, draft.state, side, hex_)
    if cost:
        dumps.take_from(draft, side, sources(draft.world, draft.state, side, hex_), cost)
    base = draft.state.bases[hex_]
    draft.update(bases={**draft.state.bases, hex_: evolve(base, refitted=True)})
    wake(draft, tuple(draft.world.air_id(name) for name in command.air))
    draft.log("air", f"{', '.join(command.air)} refit, {dumps.show(cost)}", hex=command.hex,
              rule="OCS 15.1", side=side)


def wake(draft: Draft, ids: tuple[str, ...]) -> None:
    """Air units become Active (OCS 14.1d)."""
    air.put(draft, *(evolve(draft.state.air[i], active=True) for i in ids))


def offer_refits(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """At each base as many as it can, then single air units."""
    side = acting(state)
    for hex_, base in sorted(state.bases.items()):
        if base.owner != side or base_problem(world, state, side, hex_) is not None:
            continue
        names = tuple(
            world.name(u.id) for u in air.on_base(world, state, side, hex_) if not u.active
        )
        _, most = refit_terms(world, state, side, hex_)
        most = min(most, air.room(world, state, side, hex_))
        groups = [names[:most], *((name,) for name in names)]
        for group in dict.fromkeys(g for g in groups if g):
            command = Refit(world.board.id(hex_), group)
            if actor in ("", *group) and check_refit(world, state, command) is None:
                yield command


def open_refit(draft: Draft) -> bool:
    """The Aircraft Refit Phase; passed over where nothing can be refitted, planned or joined."""
    return any(True for _ in offers(draft.world, draft.state, "")) or any(
        True for _ in draft.world.hooks.offer_acts(draft.world, draft.state, "")
    )


def offers(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Refits, changes to Drop Plans, and reduced aircraft that may be joined (2.3-A, 13.9 4)."""
    yield from offer_refits(world, state, actor)
    yield from drop_plans.offer_plans(world, state, actor)
    yield from consolidation.offer_air(world, state, actor)


def new_phase(draft: Draft) -> None:
    """Refits, reductions and what was unloaded count by phases (OCS 15.1, 15.4, 14.9f)."""
    draft.update(bases={
        h: evolve(b, refitted=False, unloaded=0, lowered=False)
        if b.refitted or b.unloaded or b.lowered else b
        for h, b in draft.state.bases.items()
    })


# ---------------------------------------------------------------- building (15.2-15.4)


def task(
    world: World, state: OcsState, side: str, what: str, hex_: int, *, down: bool
) -> Task | Refusal:
    """Build, improve or reduce the base of a hex by a level (OCS 15.2-15.4)."""
    base, number = state.bases.get(hex_), world.board.id(hex_)
    if base is not None and base.owner != side:
        return Refusal("OCS 15.3", f"the air base in {number} is not yours")
    if what == STRIP:
        return _strip_task(world, state, side, hex_, down=down)
    return _reduction(base, number) if down else _level_task(base, number)


def _strip_task(
    world: World, state: OcsState, side: str, hex_: int, *, down: bool
) -> Task | Refusal:
    """An air strip, where the game has them (OCS 15.2)."""
    if down:
        return Refusal("OCS 15.2", "air strips are never reduced")
    if hex_ in state.bases:
        return Refusal("OCS 15.0a", "one air base stands in a hex")
    built = sum(1 for b in state.bases.values() if b.owner == side and b.level == 0)
    if built >= world.hooks.strips(world, state, side):
        return Refusal("OCS 15.2", "no air strip is left to build")
    return Task("air strip", STRIP_COST)


def _level_task(base: Base | None, number: str) -> Task | Refusal:
    """One level more, once a turn: an SP, or 3T from an air strip (OCS 15.2 A, 15.3)."""
    if base is not None and base.raised:
        return Refusal("OCS 15.3", f"the air base in {number} has gained a level this turn")
    level = base.level if base is not None else 0
    if level >= HIGHEST:
        return Refusal("OCS 15.3", f"no air base is built above level {HIGHEST}")
    cost = UPGRADE_COST if base is not None and level == 0 else LEVEL_COST
    return Task(f"air base of level {level + 1}", cost)


def _reduction(base: Base | None, number: str) -> Task | Refusal:
    """One level less, once a phase and never below level 1 (OCS 15.4, 15.2 E)."""
    if base is not None and base.lowered:
        return Refusal("OCS 15.4", f"the air base in {number} has lost a level in this phase")
    if base is None or base.level <= 1:
        return Refusal("OCS 15.4", f"there is no level to take off in {number}")
    return Task(f"air base lowered to level {base.level - 1}", by_hand="OCS 15.4")


def carry_out(draft: Draft, side: str, what: str, hex_: int, *, down: bool) -> None:
    """The new level counts at once (OCS 13.8d)."""
    base = draft.state.bases.get(hex_)
    if base is None:
        new = Base(side, 0 if what == STRIP else 1, raised=True)
    elif down:
        new = evolve(base, level=base.level - 1, lowered=True)
    else:
        new = evolve(base, level=base.level + 1, raised=True)
    draft.update(bases={**draft.state.bases, hex_: new})


HANDLERS = {Refit: Handler(check_refit, do_refit, steps=frozenset({REFIT}))}
STEPS = {
    REFIT: StepRule(open_refit, False, prompt="Refit aircraft, 1T a base; plan drops; E ends")
}
OFFERS = {REFIT: offers}
