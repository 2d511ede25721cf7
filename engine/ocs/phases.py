"""The movement segments, and what a new phase begins with (OCS 2.2, 2.3-C, E, G)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import StepRule
from engine.core.sequence import Step
from engine.ocs import (
    bases,
    blowing,
    breakdowns,
    consolidation,
    construction,
    drop_plans,
    exchange,
    extenders,
    flights,
    fuel,
    modes,
    movement,
    overrun,
    rail,
    simulcast,
    stacking,
    trace,
    transport,
)
from engine.ocs.losses import put
from engine.ocs.pieces import MOVE, RESERVE, STRAT, Unit, fresh
from engine.ocs.reach import reach
from engine.ocs.sequence import EXPLOIT, MOVEMENT, PHASE_OF, REACT, TURN_END, acting, key
from engine.ocs.state import OcsState, at
from engine.ocs.world import Draft, World


def entering(draft: Draft, ended: Step, step: Step) -> None:
    """A new step, with what the game does as it begins (OCS 2.2)."""
    draft.update(moving=())
    if _phase(ended) != _phase(step):
        breakdowns.absorb_all(draft)
        _new_phase(draft, step)
    draft.world.hooks.step_begins(draft)


def _new_phase(draft: Draft, step: Step) -> None:
    """Every unit has its MPs, barrages and engineer work anew (OCS 2.2, 13.8d)."""
    state = draft.state
    put(draft, *(new for unit in state.units.values() if (new := fresh(unit)) is not unit))
    draft.update(
        barraged=frozenset(), attacked=frozenset(), converted=frozenset(), blown=frozenset(),
        dumps={h: evolve(d, moved=0) for h, d in state.dumps.items()},
        air={i: evolve(a, flown=False) if a.flown else a for i, a in state.air.items()},
    )
    fuel.new_phase(draft)
    bases.new_phase(draft)
    if step.key == TURN_END:
        construction.new_turn(draft)
        drop_plans.expire(draft)


def _phase(step: Step) -> str:
    """A phase by letter and player turn: "C", "C'"."""
    letter = PHASE_OF.get(step.key, "")
    return f"{letter}'" if step.id.endswith("'") else letter


# ---------------------------------------------------------------- the end of a segment


def misplaced(world: World, state: OcsState) -> Iterator[tuple[Unit, str, str]]:
    """Units that may not end the segment as they are: unit, rule and reason (OCS 5.4a, 5.7g, 5.8b).

    Of the hexes above the number of Reserve markers, those that come last count.
    """
    side = acting(state)
    hexes = [h for h in modes.reserve_hexes(world, state, side) if h not in state.hogs]
    most = world.scenario.reserve_markers.get(side, 0)
    for hex_ in modes.reserve_hexes(world, state, side):
        reason = ("OCS 5.7g", "a Reserve in a hedgehog") if hex_ in state.hogs else (
            "OCS 5.4a", f"there are {most} Reserve markers")
        if hex_ in state.hogs or hex_ in hexes[most:]:
            for unit in at(state, hex_):
                if unit.marker == RESERVE and world.counters[unit.id].side == side:
                    yield unit, *reason
    if key(state) == MOVEMENT:
        for unit in trace.combatants(world, state, side):
            if unit.marker == STRAT and unit.moved and not trace.traces(world, state, unit):
                yield unit, "OCS 5.8b", "it ends its Strat move where trace cannot be had"


def can_mend(world: World, state: OcsState, unit: Unit) -> bool:
    """Whether its owner can still change the unit's mode, or move it."""
    if modes.mode_problem(world, state, unit, MOVE) is None:
        return True
    who = movement.party(world, state, (unit.id,))
    return not isinstance(who, Refusal) and bool(reach(world, state, who).left)


def may_end(world: World, state: OcsState) -> Refusal | None:
    """While its owner can mend it, a misplaced unit keeps the segment open."""
    for unit, rule, reason in misplaced(world, state):
        if can_mend(world, state, unit):
            return Refusal(rule, f"{world.name(unit.id)}: {reason}")
    return None


def close(draft: Draft) -> None:
    """A marker that is not allowed and cannot be mended comes off (U5); stacking (OCS 4.8a)."""
    for unit, rule, reason in tuple(misplaced(draft.world, draft.state)):
        put(draft, evolve(unit, marker=""))
        name = draft.world.name(unit.id)
        draft.log("mode", f"{name} loses its {unit.marker} marker: {reason}", rule=rule,
                  side=acting(draft.state))
    draft.update(moving=())
    stacking.enforce(draft)


# ---------------------------------------------------------------- what can be done


def offers(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Everything that can be done in a movement segment, the game's own abilities aside."""
    return chain(
        modes.offer_modes(world, state, actor) if key(state) == MOVEMENT else (),
        modes.offer_releases(world, state, actor) if key(state) != MOVEMENT else (),
        fuel.offer_fuel(world, state, actor),
        movement.offer_moves(world, state, actor),
        movement.offer_halts(world, state, actor),
        overrun.offer_overruns(world, state, actor),
        _works(world, state, actor),
    )


def _works(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """What can be done besides moving: rail, supply, building, aircraft."""
    return chain(
        rail.offer_rail(world, state, actor) if key(state) == MOVEMENT else (),
        transport.offer_handling(world, state, actor),
        exchange.offer_exchanges(world, state, actor) if key(state) == MOVEMENT else (),
        extenders.offer_extends(world, state, actor) if key(state) == MOVEMENT else (),
        blowing.offer_blows(world, state, actor),
        breakdowns.offer_detaches(world, state, actor),
        construction.offer_builds(world, state, actor) if key(state) == MOVEMENT else (),
        flights.offer_flights(world, state, actor),
        consolidation.offer_air(world, state, actor),
    )


def orders(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """Every order of a movement segment that does not move a unit over the map."""
    return chain(
        _works(world, state, actor), world.hooks.offer_acts(world, state, actor),
        simulcast.offer_proposal(world, state, actor),
    )


def actors(world: World, state: OcsState) -> tuple[str, ...]:
    """Names of units that can move, or be released to move, in a movement segment."""
    names = dict.fromkeys(world.name(u.id) for u in movement.movers(world, state))
    for hex_ in modes.reserve_hexes(world, state, acting(state)):
        for unit in at(state, hex_):
            if modes.release_problem(world, state, unit) is None:
                names.setdefault(world.name(unit.id))
    return tuple(names)


def _open(draft: Draft) -> bool:
    """A movement segment; passed over where nothing can move or fly (OCS 7.0a, 11.0a)."""
    world, state = draft.world, draft.state
    return bool(actors(world, state)) or any(
        True for _ in flights.offer_flights(world, state, "")
    ) or any(True for _ in world.hooks.offer_acts(world, state, ""))


STEPS = {
    MOVEMENT: StepRule(_open, False, may_end, close,
                       "Change modes, fuel, move, overrun, rail, haul supply; E ends"),
    REACT: StepRule(_open, False, may_end, close, "Release Reserves and move them; E ends"),
    EXPLOIT: StepRule(_open, False, may_end, close,
                      "Move Exploitation units and released Reserves; E ends"),
}
