"""Figures of the Operational Combat Series, on the board of Korsun as it is set up.

Trace and reach are held against one flood over the same board, a truck with movement points
for every hex, so that a busy or a slow machine slows both. Each is worked out from a state of
which nothing is known yet, as after a command that has changed where the enemy stands.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from attrs import evolve

from engine import catalog
from engine.core.errors import Refusal
from engine.core.paths import spread
from engine.game import Game
from engine.ocs import artillery, combat, movement, preview, trace
from engine.ocs.commands import Barrage
from engine.ocs.nets import lines
from engine.ocs.pieces import MP, SIDES, TRUCK
from engine.ocs.reach import Party, reach
from engine.ocs.sequence import ARTILLERY, COMBAT, MOVEMENT, SEQUENCE
from engine.ocs.sizes import combat_units
from engine.ocs.state import OcsState, occupied
from engine.ocs.world import World
from tests.benchmarks.measure import Figure, median

ALL = 1000 * MP
"""Eighths of an MP: enough to reach every hex."""
START = "B5.09"
"""In the middle of the board."""


def _milliseconds(do: Callable[[], object], rounds: int) -> float:
    """The least time of the processor; what the machine does beside it only adds."""
    return min(_taken(do) for _ in range(rounds))


def _taken(do: Callable[[], object]) -> float:
    began = time.process_time()
    do()
    return 1000 * (time.process_time() - began)


def _against(base: Callable[[], object], do: Callable[[], object], rounds: int) -> float:
    """How many times as long as the base something takes, by the least times, taking turns."""
    both = [(_taken(base), _taken(do)) for _ in range(rounds)]
    return min(each[1] for each in both) / min(each[0] for each in both)


def _unknown(world: World, state: OcsState) -> OcsState:
    """The same state without what has been worked out of it and of those before."""
    for key in [key for key in world.memo if isinstance(key, tuple) and key[0] == "paths"]:
        del world.memo[key]
    return evolve(state)


def _in_step(state: OcsState, key: str) -> Iterator[OcsState]:
    """The set-up as it would be in a step of each player turn."""
    for n, step in enumerate(SEQUENCE):
        if step.key == key:
            yield evolve(state, step=n, asks=())


def figures(rounds: int) -> list[Figure]:
    """Trace of every unit, reach of one, and the odds of an attack and a barrage."""
    world = catalog.load("korsun")
    state = Game.start(world, 1).state
    over, start = lines(world, state, SIDES[0], TRUCK).draw, world.board.at(START)

    def flood() -> object:
        return spread(over, {start: 0}, ALL)

    return [
        _trace(world, state, flood, rounds),
        *_reaches(world, state, flood, rounds),
        _preview("korsun: odds of an attack", _attacks(world, state), rounds),
        _preview("korsun: odds of a barrage", _barrages(world, state), rounds),
    ]


def _trace(world: World, state: OcsState, flood: Callable[[], object], rounds: int) -> Figure:
    def all_units() -> None:
        fresh = _unknown(world, state)
        for side in SIDES:
            trace.supplied_in_formations(world, fresh, side)

    share = _against(flood, all_units, 4 * rounds)
    units = sum(1 for side in SIDES for _ in trace.combatants(world, state, side))
    taken = _milliseconds(flood, 4 * rounds)
    return Figure("korsun: trace of all units", share, "floods", 8.0,
                  detail=f"{units} units; a flood of {len(world.board)} hexes takes {taken:.2f} ms")


def _reaches(
    world: World, state: OcsState, flood: Callable[[], object], rounds: int
) -> Iterator[Figure]:
    found: list[tuple[float, str, int]] = []
    for now in _in_step(state, MOVEMENT):
        for unit in state.units.values():
            who = movement.party(world, now, (unit.id,)) if unit.on_map else None
            if not isinstance(who, Party):
                continue
            share = _against(flood, lambda: reach(world, _unknown(world, now), who), rounds)  # noqa: B023
            hexes = len(reach(world, now, who).left)
            found.append((share, world.name(unit.id), hexes))
    share, name, hexes = max(found)
    yield Figure("korsun: reach of a unit", median([each[0] for each in found]), "floods", 0.5,
                 detail=f"median of {len(found)}; most {share:.2f}: {name}, {hexes} hexes")


def _attacks(world: World, state: OcsState) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every hex that can be attacked, by all who can."""
    for now in _in_step(state, COMBAT):
        for hex_ in occupied(now):
            units = combat.able(world, now, hex_) if combat_units(world, now, hex_) else ()
            if units:
                yield f"{world.board.id(hex_)} by {len(units)} units", (
                    lambda now=now, hex_=hex_, units=units:  # type: ignore[misc]
                    preview.attack(world, _unknown(world, now), hex_, units)
                )


def _barrages(world: World, state: OcsState) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every hex that guns reach, by all of them."""
    for now in _in_step(state, ARTILLERY):
        for hex_, guns in artillery.targets(world, now).items():
            command = Barrage(world.board.id(hex_), tuple(world.name(i) for i in guns))
            assert not isinstance(preview.barrage_of(world, now, command), Refusal)
            yield f"{command.hex} by {len(guns)} units", (
                lambda now=now, command=command:  # type: ignore[misc]
                preview.barrage_of(world, _unknown(world, now), command)
            )


def _preview(
    name: str, cases: Iterator[tuple[str, Callable[[], object]]], rounds: int
) -> Figure:
    taken = [(_milliseconds(do, rounds), what) for what, do in cases]
    most, what = max(taken)
    return Figure(name, most, "ms", 50.0,
                  detail=f"the worst of {len(taken)}: {what}; median "
                         f"{median([each[0] for each in taken]):.1f} ms")
