"""Fortifications (BSR 18): construction, destruction, and the Engineering Phases (ESP B.6, C.6)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.efs import headquarters, supply
from engine.efs.commands import Build
from engine.efs.control import controlled
from engine.efs.declaration import clear_marks
from engine.efs.handlers import Handler, StepRule
from engine.efs.modifiers import is_whole_motorized, is_whole_panzer
from engine.efs.pieces import (
    AXIS,
    BUSY,
    ENGINEER_TYPES,
    OVERRUN,
    REPLACEMENTS,
    SOVIET,
    Unit,
    unmarked,
)
from engine.efs.removal import put
from engine.efs.sequence import ENGINEERING, SEQUENCE, other
from engine.efs.state import Attack, Combat, EfsState, Fort, at
from engine.efs.terrain import fortified_line
from engine.efs.works import FORTIFIED_HEX
from engine.efs.world import Draft, World
from engine.efs.zoc import holder

NEAR_MAJOR_CITY = 4
"""Hexes from a friendly major city in which an emergency Strongpoint may stand (BSR 7.21)."""
REGULAR, EMERGENCY = "regular", "emergency"
BUILT = "build"
"""Suffix in `used` of a hex where construction began this turn: it is not completed at once."""


# ---------------------------------------------------------------- construction (18.3)


def engineers_at(
    world: World, state: EfsState, hex_: int, side: str, *, free: bool = False
) -> tuple[Unit, ...]:
    """Engineers of a side in a hex; free ones neither fought nor marched (BSR 23.11, 23.12)."""
    return tuple(
        u for u in at(state, hex_)
        if world.counters[u.id].side == side and world.counters[u.id].type in ENGINEER_TYPES
        and not (free and BUSY in u.marks)
    )


def site_problem(world: World, state: EfsState, side: str, hex_: int) -> Refusal | None:
    """Why neither player could build in this hex now, or None (BSR 18.31, note to 18.35).

    Enemy ZOCs are no hindrance.
    """
    number = world.board.id(hex_)
    if not world.scenario.switches.strongpoints:
        return Refusal("BSR 18.31", "this scenario has no Strongpoint construction")
    if hex_ in state.forts:
        return Refusal("BSR 18.31", f"{number} has a Strongpoint already")
    if holder(world, state, hex_) == other(side):
        return Refusal("BSR 18.31", f"{number} is enemy-held")
    if not supply.in_general_supply(world, state, side, hex_):
        return Refusal("BSR 18.31", f"{number} is not in General Supply")
    if state.arctic and not engineers_at(world, state, hex_, side):
        return Refusal("BSR 18.35.n1", "since Arctic weather only engineers build")
    return None


def check_build(world: World, state: EfsState, command: Build) -> Refusal | None:
    """The hex is fit, and the side has a Strongpoint to place there (BSR 18.3, 7.21)."""
    side = SEQUENCE[state.step].side
    hex_ = world.board.at(command.hex)
    problem = site_problem(world, state, side, hex_)
    if problem is not None:
        return problem
    if side == AXIS:
        return _axis_problem(world, state, hex_, command)
    return _soviet_problem(world, state, hex_, command)


def _axis_problem(
    world: World, state: EfsState, hex_: int, command: Build
) -> Refusal | None:
    """The scenario allows it and an engineer is there, who did nothing else (18.34, 23.12)."""
    if not world.scenario.switches.axis_strongpoints or command.emergency:
        return Refusal("BSR 18.34", "this scenario gives the Axis player no such Strongpoint")
    if not engineers_at(world, state, hex_, AXIS):
        return Refusal("BSR 18.34", f"no engineer stands in {command.hex}")
    if not engineers_at(world, state, hex_, AXIS, free=True):
        return Refusal("BSR 23.12", "the engineer fought or marched in this segment")
    return None


def _soviet_problem(
    world: World, state: EfsState, hex_: int, command: Build
) -> Refusal | None:
    """The turn's results allow it, and no Non-Op HQ is near a regular one (18.33, 18.38, 7.21)."""
    kind = EMERGENCY if command.emergency else REGULAR
    if state.strongpoints.get(kind, 0) <= 0:
        return Refusal("BSR 18.33", f"no {kind} Strongpoint is left to begin this turn")
    if command.emergency:
        if _is_emergency_site(world, state, hex_):
            return None
        return Refusal("BSR 7.21", "an emergency Strongpoint goes to a city or near a major city")
    over = headquarters.nonop_over(world, state, hex_)
    if over is None:
        return None
    return Refusal("BSR 18.38", f"Non-Op {world.name(over.id)} is in range: no regular Strongpoint")


def _is_emergency_site(world: World, state: EfsState, hex_: int) -> bool:
    """A friendly city, or within four hexes of a friendly major city (BSR 7.21)."""
    if "city" in world.board.hexes[hex_].terrain and controlled(world, state, hex_) == SOVIET:
        return True
    return any(
        "major_city" in world.board.hexes[h].terrain and controlled(world, state, h) == SOVIET
        for h in world.board.within(hex_, NEAR_MAJOR_CITY)
    )


def do_build(draft: Draft, command: Build) -> None:
    """Begin a Strongpoint; a free Soviet engineer completes it at once (BSR 18.35, 23.11)."""
    world, state = draft.world, draft.state
    side = SEQUENCE[state.step].side
    hex_ = world.board.at(command.hex)
    quick = side == SOVIET and bool(engineers_at(world, state, hex_, side, free=True))
    left = dict(state.strongpoints)
    if side == SOVIET:
        left[EMERGENCY if command.emergency else REGULAR] -= 1
    draft.update(
        forts={**state.forts, hex_: Fort(side, complete=quick)},
        strongpoints=left,
        used={**state.used, f"{command.hex}/{BUILT}": 1},
    )
    done = "built by engineers" if quick else "begun"
    draft.log("fort", f"a Strongpoint is {done} in {command.hex}", hex=command.hex,
              rule="BSR 23.11" if quick else "BSR 18.35", side=side)


def offer_build(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Every Strongpoint in every hex that may have one, where the side stands or by number."""
    if not world.scenario.switches.strongpoints:
        return
    for hex_ in range(len(world.board)):
        number = world.board.id(hex_)
        for emergency in (False, True):
            command = Build(number, emergency)
            if actor in ("", number) and check_build(world, state, command) is None:
                yield command


def open_step(draft: Draft) -> bool:
    """The Engineering Phase waits only where something can be built."""
    return any(True for _ in offer_build(draft.world, draft.state, ""))


# ---------------------------------------------------------------- destruction (18.13)


def can_destroy(world: World, state: EfsState, hex_: int, side: str) -> bool:
    """Whether units in a hex destroy its fortification: a division or an engineer (BSR 18.13).

    German panzer and motorized divisions must have enough of themselves there for Division
    Integrity (note to 18.13).
    """
    units = [u for u in at(state, hex_) if world.counters[u.id].side == side]
    if any(world.counters[u.id].type in ENGINEER_TYPES for u in units):
        return True
    if any(world.counters[u.id].division for u in units):
        return True
    formations: dict[str, list[Unit]] = {}
    for unit in units:
        counter = world.counters[unit.id]
        if counter.nationality == "german" and counter.formation:
            formations.setdefault(counter.formation, []).append(unit)
    supplied = Combat(Attack((hex_,)), supplied=True)
    return any(
        is_whole_panzer(world, supplied, us) or is_whole_motorized(world, supplied, us)
        for us in formations.values()
    )


def close_step(draft: Draft) -> None:
    """The work of an Engineering Phase: strongpoints, destruction, markers (ESP B.6, C.6)."""
    side = SEQUENCE[draft.state.step].side
    _complete(draft, side)
    _destroy(draft, side)
    _clear(draft, side)
    if side == SOVIET and draft.state.strongpoints:
        draft.update(strongpoints={})  # 18.33: they are not accumulated


def _complete(draft: Draft, side: str) -> None:
    """Strongpoints begun on an earlier turn are completed (BSR 18.35).

    Near a Non-Op HQ too (22.25a). An Axis one needs its engineer still (23.12), and after
    Arctic weather every one does.
    """
    world, forts = draft.world, dict(draft.state.forts)
    for hex_, fort in forts.items():
        number = world.board.id(hex_)
        fresh = f"{number}/{BUILT}" in draft.state.used
        if fort.side != side or fort.complete or fresh:
            continue
        needs = side == AXIS or draft.state.arctic
        if needs and not engineers_at(world, draft.state, hex_, side):
            continue
        if supply.in_general_supply(world, draft.state, side, hex_):
            forts[hex_] = evolve(fort, complete=True)
            draft.log("fort", f"the Strongpoint in {number} is completed", hex=number,
                      rule="BSR 18.35", side=side)
    if forts != draft.state.forts:
        draft.update(forts=forts)


def _destroy(draft: Draft, side: str) -> None:
    """Enemy fortifications under the right units are destroyed (BSR 18.13, 18.24)."""
    world = draft.world
    forts = dict(draft.state.forts)
    lines = set(draft.state.lines_destroyed)
    for hex_ in range(len(world.board)):
        if not at(draft.state, hex_) or not can_destroy(world, draft.state, hex_, side):
            continue
        number = world.board.id(hex_)
        fort = forts.get(hex_)
        if fort is not None and fort.side == other(side):
            del forts[hex_]
            draft.log("fort", f"the Strongpoint in {number} is destroyed", hex=number,
                      rule="BSR 18.13", side=side)
        if side == SOVIET or FORTIFIED_HEX not in world.board.hexes[hex_].terrain:
            continue
        for end in world.board.neighbors(hex_):
            if fortified_line(draft.state, world.board.side(hex_, end), hex_, end):
                lines.add((min(hex_, end), max(hex_, end)))
    if forts != draft.state.forts:
        draft.update(forts=forts)
    if lines != draft.state.lines_destroyed:
        draft.update(lines_destroyed=frozenset(lines))
        draft.log("fort", "fortified line hexsides are destroyed", rule="BSR 18.24", side=side)


def _clear(draft: Draft, side: str) -> None:
    """Overrun markers of the other side come off, and what this one no longer needs (11.44.n1)."""
    foe = other(side)
    if any(
        OVERRUN in u.marks and draft.world.counters[u.id].side == foe
        for u in draft.state.units.values()
    ):
        put(draft, *(
            unmarked(u, OVERRUN) for u in draft.state.units.values()
            if draft.world.counters[u.id].side == foe and OVERRUN in u.marks
        ))
    if any(REPLACEMENTS in u.marks for u in draft.state.units.values()):
        clear_marks(draft, REPLACEMENTS)
    if any(BUSY in u.marks for u in draft.state.units.values()):
        clear_marks(draft, BUSY)


HANDLERS = {Build: Handler(check_build, do_build, steps=frozenset({ENGINEERING}))}
STEPS = {
    ENGINEERING: StepRule(
        open_step, False, close=close_step, prompt="Build Strongpoints; E ends the phase"
    )
}
OFFERS = {ENGINEERING: offer_build}
