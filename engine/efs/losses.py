"""Step losses after combat (BSR 16.1-16.3): how many, who must take the first, who chooses."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.values import frozen
from engine.efs import gauntlet
from engine.efs.commands import LoseSteps
from engine.efs.decisions import Lose
from engine.efs.handlers import Handler
from engine.efs.pieces import ELIMINATED
from engine.efs.removal import lose_step, remove
from engine.efs.state import EfsState
from engine.efs.steps import steps_left
from engine.efs.world import Draft, World


@frozen
class Result:
    """One half of a box of the Combat Results Table (BSR 16.11)."""

    steps: int = 0
    retreat: bool = False
    asterisk: bool = False
    eliminated: bool = False


def read(text: str) -> Result:
    """The meaning of a printed result such as "-", "2R", "1*" or "e" (BSR 16.11)."""
    digits = "".join(c for c in text if c.isdigit())
    return Result(int(digits or 0), "R" in text, "*" in text, text == "e")


def demand(draft: Draft, decision: Lose) -> None:
    """Ask for step losses, or take them at once where there is nothing to choose (BSR 16.21)."""
    world, state = draft.world, draft.state
    if decision.steps <= 0 or not decision.units:
        return
    total = sum(steps_left(world, state.units[i]) for i in decision.units)
    if decision.steps >= total:
        for id_ in decision.units:
            remove(draft, id_, decision.box, "is lost with all its steps", decision.rule)
        return
    ways = list(_ways(world, state, decision, 2))
    if len(ways) == 1:
        _take(draft, decision, ways[0])
        return
    draft.ask(decision)


def eliminate(draft: Draft, units: tuple[str, ...], rule: str) -> None:
    """An "e" result: all affected units go to the Eliminated Box (BSR 16.11c, 16.24)."""
    for id_ in units:
        remove(draft, id_, ELIMINATED, "is eliminated", rule)


def _ways(
    world: World, state: EfsState, decision: Lose, most: int = 1000
) -> Iterator[tuple[str, ...]]:
    """Different ways to take the losses, each as one id a step, in set-up order."""
    left = {i: steps_left(world, state.units[i]) for i in decision.units}
    count = 0

    def spread(ids: tuple[str, ...], steps: int) -> Iterator[tuple[str, ...]]:
        if not ids:
            if steps == 0:
                yield ()
            return
        for take in range(min(left[ids[0]], steps), -1, -1):
            for rest in spread(ids[1:], steps - take):
                yield (ids[0],) * take + rest

    for way in spread(decision.units, decision.steps):
        if _problem(world, state, decision, way) is None:
            yield way
            count += 1
            if count >= most:
                return


def _problem(
    world: World, state: EfsState, decision: Lose, way: tuple[str, ...]
) -> Refusal | None:
    """Why these losses do not satisfy the result, or None."""
    if len(way) != decision.steps:
        return Refusal(decision.rule, f"{decision.steps} steps must be lost, {len(way)} are named")
    taken = Tally(way)
    for id_, count in taken.items():
        if id_ not in decision.units:
            return Refusal(decision.rule, f"{world.name(id_)} is not among the affected units")
        if count > steps_left(world, state.units[id_]):
            left = steps_left(world, state.units[id_])
            return Refusal("BSR 16.22", f"{world.name(id_)} has only {left} steps")
    first = sum(taken[i] for i in decision.first_from)
    able = sum(steps_left(world, state.units[i]) for i in decision.first_from)
    if first < min(decision.first, able):
        names = ", ".join(world.name(i) for i in decision.first_from)
        return Refusal(decision.rule, f"the first step must come from {names}")
    return _last_problem(world, state, decision, taken)


def _last_problem(
    world: World, state: EfsState, decision: Lose, taken: Tally[str]
) -> Refusal | None:
    """The last step left must be one of the units that hold out to the end (BSR 22.42)."""
    if not decision.last:
        return None
    gone = all(taken[i] >= steps_left(world, state.units[i]) for i in decision.last)
    others_left = any(
        taken[i] < steps_left(world, state.units[i])
        for i in decision.units if i not in decision.last
    )
    if gone and others_left:
        return Refusal("BSR 22.42", "an NKVD step is the last to be lost here")
    return None


def check_lose(world: World, state: EfsState, command: LoseSteps) -> Refusal | None:
    """The named losses are what the result demands (BSR 16.21)."""
    decision = state.asks[-1]
    assert isinstance(decision, Lose)
    way = tuple(world.unit_id(name) for name in command.units)
    return _problem(world, state, decision, way)


def do_lose(draft: Draft, command: LoseSteps) -> None:
    """Take the named losses (BSR 16.23)."""
    decision = draft.answered()
    assert isinstance(decision, Lose)
    _take(draft, decision, tuple(draft.world.unit_id(name) for name in command.units))


def _take(draft: Draft, decision: Lose, way: tuple[str, ...]) -> None:
    for id_ in way:
        lose_step(draft, id_, decision.box, decision.rule)
    if decision.gauntlet:
        gauntlet.run(draft, decision.gauntlet, decision.side)


def offer_losses(world: World, state: EfsState, actor: str) -> Iterator[Command]:
    """Every way to take the losses."""
    decision = state.asks[-1]
    assert isinstance(decision, Lose)
    for way in _ways(world, state, decision):
        names = tuple(world.name(i) for i in way)
        if not actor or actor in names:
            yield LoseSteps(names)


HANDLERS = {LoseSteps: Handler(check_lose, do_lose, decisions=(Lose,))}
OFFERS = {Lose: offer_losses}
