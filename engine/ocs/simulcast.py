"""Simulcast turns (OCS 2.4): both sides only build up, and act phase by phase together (U1).

The first player proposes one before he moves, his opponent agrees or declines. From then on
each phase is taken by both sides, the first player first; Reaction, Combat, Exploitation and
the Air Barrage Segment are left out, and so is everything that amounts to a raid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.commands import Command
from engine.core.errors import Refusal
from engine.core.flow import Handler
from engine.core.sequence import Step
from engine.ocs.capture import prizes
from engine.ocs.commands import Simulcast
from engine.ocs.decisions import Agreement
from engine.ocs.sequence import (
    BREAKOUT,
    MOVEMENT,
    REFIT,
    REINFORCE,
    SEQUENCE,
    acting,
    key,
    other,
    place,
)
from engine.ocs.sizes import holder
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World

SHARED = (("A",), ("B",), ("C1", "C2"), ("D",), ("H",))
"""The phases of a simulcast turn: C3, E, F and G are left out (2.4b)."""
MISSIONS = frozenset({"transport", "transfer"})
"""Missions that remain, beside drops of supply (2.4b)."""
PROPOSED_IN = frozenset({REFIT, REINFORCE, BREAKOUT, MOVEMENT})
AGREE, DECLINE = "agree", "decline"


# ---------------------------------------------------------------- the order of its steps (2.4b)


def order(agreed: str) -> tuple[str, ...]:
    """Ids of the steps of a simulcast turn to which both agreed in a step (OCS 2.4b).

    The phases that the first player has had by then are made good by the second; from there on
    each phase is taken by the one and then by the other.
    """
    had = next((i + 1 for i, phase in enumerate(SHARED) if agreed in phase), 0)
    early = [step for phase in SHARED[:had] for step in phase]
    steps = ["P1", "P2", *early, *_ticked(early)]
    for phase in SHARED[had:]:
        steps += [*phase, *_ticked(phase)]
    return (*steps, "T")


def _ticked(steps: Iterable[str]) -> list[str]:
    return [f"{step}'" for step in steps]


def sequence(state: OcsState) -> tuple[Step, ...]:
    """The steps of this turn in the order in which they are taken (OCS 2.2, 2.4b)."""
    if not state.simulcast:
        return SEQUENCE
    return tuple(SEQUENCE[place(id_)] for id_ in order(state.simulcast))


def following(state: OcsState) -> int:
    """The place in the printed sequence of the step after the one in hand (OCS 2.2, 2.4b)."""
    steps = sequence(state)
    after = steps.index(SEQUENCE[state.step]) + 1
    return SEQUENCE.index(steps[after]) if after < len(steps) else 0


# ---------------------------------------------------------------- agreeing to it (2.4a)


def check_propose(world: World, state: OcsState, command: Simulcast) -> Refusal | None:
    """The first player proposes it once a turn, before he moves or flies (OCS 2.4a)."""
    if not world.options.simulcast:
        return Refusal("OCS 2.4a", "this game is played without simulcast turns")
    if state.simulcast:
        return Refusal("OCS 2.4a", "this is a simulcast turn already")
    if state.declined:
        return Refusal("OCS 2.4a", "it has been declined for this turn")
    if SEQUENCE[state.step].id.endswith("'"):
        return Refusal("OCS 2.4a", "the first player has had his turn: it is too late")
    if any(u.moved or u.working for u in state.units.values()) or any(
        a.flown for a in state.air.values()
    ):
        return Refusal("OCS 2.4a", "movement has begun: it is too late")
    return None


def propose(draft: Draft, command: Simulcast) -> None:
    """Ask the opponent (OCS 2.4a)."""
    side = acting(draft.state)
    draft.log("phase", f"{side.capitalize()} proposes a simulcast turn", rule="OCS 2.4a", side=side)
    draft.ask(Agreement(other(side)))


def answer(draft: Draft, word: str) -> None:
    """It takes both players to declare one (OCS 2.4a)."""
    if word == AGREE:
        declare(draft)
    else:
        draft.update(declined=True)
        draft.log("phase", "The simulcast turn is declined", rule="OCS 2.4a")


def declare(draft: Draft) -> None:
    """This turn is a simulcast turn from here on: by agreement, or by a rule of the game."""
    draft.update(simulcast=SEQUENCE[draft.state.step].id)
    draft.log("phase", "This is a simulcast turn: no combat, no barrage, no raids",
              rule="OCS 2.4a")


def new_turn(draft: Draft) -> None:
    """The next turn is an ordinary one until both agree again (OCS 2.4a)."""
    draft.update(simulcast="", declined=False)


def offer_proposal(world: World, state: OcsState, actor: str) -> Iterator[Command]:
    """The proposal, while it can be made."""
    if not actor and key(state) in PROPOSED_IN:
        command = Simulcast()
        if check_propose(world, state, command) is None:
            yield command


# ---------------------------------------------------------------- what it forbids (2.4a, b)


def mission_problem(
    world: World, state: OcsState, mission: str, hex_: int, units: tuple[str, ...] = ()
) -> Refusal | None:
    """Only transport, transfers and drops of supply fly, and not to the enemy (OCS 2.4b)."""
    if not state.simulcast:
        return None
    if mission not in MISSIONS and (mission != "drop" or units):
        return Refusal("OCS 2.4b", "a simulcast turn has no missions against the enemy")
    side = acting(state)
    return enter_problem(world, state, side, hex_) or stop_problem(world, state, units, hex_)


def closed(world: World, state: OcsState, side: str) -> frozenset[int]:
    """Hexes that a side does not enter: those with an enemy unit of any kind (2.4b)."""
    if not state.simulcast:
        return frozenset()
    foe = other(side)
    return prizes(world, state, foe).union(
        u.hex for u in state.units.values() if u.on_map and world.counters[u.id].side == foe
    )


def enter_problem(world: World, state: OcsState, side: str, hex_: int) -> Refusal | None:
    """No hex with an enemy unit of any kind is entered (OCS 2.4b)."""
    if state.simulcast and hex_ in closed(world, state, side):
        return Refusal("OCS 2.4b", f"{world.board.id(hex_)} holds enemy units: no raids this turn")
    return None


def stop_problem(
    world: World, state: OcsState, ids: Iterable[str], hex_: int
) -> Refusal | None:
    """No ground unit ends a move next to an enemy that it was not next to (OCS 2.4b).

    It may where a friendly combat unit held the hex as the phase began.
    """
    if not state.simulcast:
        return None
    for id_ in ids:
        counter = world.counters[id_]
        foe, start = other(counter.side), _start(state, id_)
        new = [
            h for h in world.board.neighbors(hex_)
            if holder(world, state, h) == foe and h not in world.board.neighbors(start)
        ]
        if new and not _was_held(world, state, id_, hex_):
            return Refusal("OCS 2.4b", f"{counter.name} would end next to the enemy in "
                           f"{world.board.id(new[0])}")
    return None


def _start(state: OcsState, id_: str) -> int:
    unit = state.units[id_]
    return unit.began if unit.moved else unit.hex


def _was_held(world: World, state: OcsState, id_: str, hex_: int) -> bool:
    """Whether another combat unit of the side stood in a hex as the phase began."""
    side = world.counters[id_].side
    return any(
        u.id != id_ and world.counters[u.id].fighting and world.counters[u.id].side == side
        and (u.began if u.moved else u.hex) == hex_
        for u in state.units.values()
    )


HANDLERS = {Simulcast: Handler(check_propose, propose, steps=PROPOSED_IN)}
