"""Step losses and units leaving play (OCS 9.11): combat, barrage, retreat, attrition."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from attrs import evolve

from engine.core.board import NOWHERE
from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.ocs.commands import Lose
from engine.ocs.decisions import Losses
from engine.ocs.pieces import DEAD, GONE, Unit
from engine.ocs.sizes import steps_left
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World


def put(draft: Draft, *units: Unit) -> None:
    """Replace units in the state."""
    draft.update(units={**draft.state.units, **{u.id: u for u in units}})


def eliminate(draft: Draft, id_: str, how: str, rule: str) -> None:
    """Take a unit off the map to the Dead Pile, or for good if it has the yellow dot (13.5c).

    `how` is combat, barrage, retreat, attrition, stacking or breakout: games ask (TTW 2.4d).
    """
    unit, counter = draft.state.units[id_], draft.world.counters[id_]
    hex_ = draft.world.board.id(unit.hex) if unit.hex >= 0 else ""
    box = GONE if counter.no_rebuild else DEAD
    aboard = f" with {unit.load}T aboard" if unit.load else ""
    draft.log("loss", f"{counter.name} is destroyed{aboard}", hex=hex_, rule=rule,
              side=counter.side)
    put(draft, evolve(unit, hex=NOWHERE, box=box, lost=counter.steps, marker="", load=0,
                      oos=False, stock=0, fuel=""))
    draft.update(moving=tuple(i for i in draft.state.moving if i != id_))
    draft.world.hooks.unit_lost(draft, id_, how)
    draft.world.hooks.unit_fell(draft, unit, how)


def lose_step(draft: Draft, id_: str, how: str, rule: str) -> None:
    """One step; the last one destroys the unit (OCS 9.11)."""
    unit = draft.state.units[id_]
    if steps_left(draft.world, unit) <= 1:
        eliminate(draft, id_, how, rule)
        return
    put(draft, evolve(unit, lost=unit.lost + 1))
    counter = draft.world.counters[id_]
    left = steps_left(draft.world, draft.state.units[id_])
    draft.log("loss", f"{counter.name} loses a step, {left} left", rule=rule, side=counter.side,
              hex=draft.world.board.id(unit.hex))


def demand(draft: Draft, decision: Losses) -> None:
    """Ask for step losses, or take them at once where there is nothing to choose (9.11a, b)."""
    units = tuple(i for i in decision.units if draft.state.units[i].on_map)
    total = sum(steps_left(draft.world, draft.state.units[i]) for i in units)
    steps = min(decision.steps, total)  # 9.11b: the excess is ignored
    if steps <= 0:
        return
    decision = evolve(decision, units=units, steps=steps)
    if steps == total:
        for id_ in units:
            eliminate(draft, id_, decision.how, decision.rule)
        return
    ways = []
    for way in offers(draft.world, draft.state, decision):
        ways.append(way)
        if len(ways) > 1:
            draft.ask(decision)
            return
    _take(draft, decision, ways[0])


def offers(world: World, state: OcsState, decision: Losses) -> Iterator[tuple[str, ...]]:
    """Different ways to take the losses, one id a step, in set-up order."""
    left = {i: steps_left(world, state.units[i]) for i in decision.units}

    def spread(ids: tuple[str, ...], steps: int) -> Iterator[tuple[str, ...]]:
        if not ids:
            if steps == 0:
                yield ()
            return
        for take in range(min(left[ids[0]], steps), -1, -1):
            for rest in spread(ids[1:], steps - take):
                yield (ids[0],) * take + rest

    for way in spread(decision.units, decision.steps):
        if problem(world, state, decision, way) is None:
            yield way


def problem(
    world: World, state: OcsState, decision: Losses, way: tuple[str, ...]
) -> Refusal | None:
    """Why these losses do not satisfy the decision, or None (OCS 9.11a, b, c)."""
    if len(way) != decision.steps:
        return Refusal(decision.rule, f"{decision.steps} steps must be lost, {len(way)} are named")
    taken = Tally(way)
    for id_, count in taken.items():
        if id_ not in decision.units:
            return Refusal(decision.rule, f"{world.name(id_)} is not affected")
        if count > steps_left(world, state.units[id_]):
            return Refusal("OCS 9.11", f"{world.name(id_)} has not so many steps")
    if decision.first in decision.units and not taken[decision.first]:
        return Refusal("OCS 9.11c", f"the first step comes from {world.name(decision.first)}")
    if decision.spread and any(c > 1 or i in decision.hurt for i, c in taken.items()):
        for id_ in decision.units:
            if not taken[id_] and id_ not in decision.hurt:
                return Refusal("OCS 9.11c", f"{world.name(id_)} loses one before any loses two")
    return None


def check_lose(world: World, state: OcsState, command: Lose) -> Refusal | None:
    """The named losses are what is demanded (OCS 9.11)."""
    decision = state.asks[-1]
    assert isinstance(decision, Losses)
    return problem(world, state, decision, tuple(world.unit_id(n) for n in command.units))


def do_lose(draft: Draft, command: Lose) -> None:
    """Take the named losses."""
    decision = draft.answered()
    assert isinstance(decision, Losses)
    _take(draft, decision, tuple(draft.world.unit_id(n) for n in command.units))


def _take(draft: Draft, decision: Losses, way: tuple[str, ...]) -> None:
    for id_ in way:
        lose_step(draft, id_, decision.how, decision.rule)
    fight = draft.state.fighting
    if fight is not None and decision.spread:
        draft.update(fighting=evolve(fight, hurt=(*fight.hurt, *dict.fromkeys(way))))


def offer_losses(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Every way to take the losses."""
    decision = state.asks[-1]
    assert isinstance(decision, Losses)
    for way in offers(world, state, decision):
        names = tuple(world.name(i) for i in way)
        if not actor or actor in names:
            yield Lose(names)


HANDLERS = {Lose: Handler(check_lose, do_lose, decisions=(Losses,))}
OFFERS = {Losses: offer_losses}
