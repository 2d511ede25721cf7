"""Whole air phases by random hands: nothing is left in the air, and repeats are the same."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.commands import Command
from engine.core.dice import Dice
from engine.efs import air, cas, interdiction
from engine.efs.handlers import Handler
from engine.efs.pieces import DAMAGED, DESTROYED, FLOWN, READY, SOVIET
from engine.efs.sequence import SEQUENCE
from engine.efs.state import Attack, EfsState
from engine.efs.world import Draft, Options, World
from tests.efs.support import counter, go_to, headquarters, make_draft, make_world, plane

AXIS_AIR = ("Bf109F", "Bf110", "Ju87", "He111", "Axis Dummy")
SOVIET_AIR = ("I-16", "I-153", "MiG-3", "SB", "Il-2", "Soviet Dummy")
HANDLERS: dict[type[Command], Handler] = {
    **air.HANDLERS, **interdiction.HANDLERS, **cas.HANDLERS,
}


def air_world(dummies: str) -> World:
    return make_world(
        counters=[headquarters(), counter("Inf"), counter("Rifle", side=SOVIET)],
        planes=[plane(name) for name in AXIS_AIR + SOVIET_AIR],
        options=Options(dummies=dummies), unlimited_air_range=True,
    )


def choose(draft: Draft, hand: random.Random, offers: list[Command]) -> None:
    """Carry one offered command out; every offer passes its check."""
    command = hand.choice(offers)
    handler = HANDLERS[type(command)]
    assert handler.check(draft.world, draft.state, command) is None
    handler.apply(draft, command)


def answer_all(draft: Draft, hand: random.Random) -> None:
    """Work the missions out, answering every decision at random."""
    key = SEQUENCE[draft.state.step].key
    run = (interdiction.STEPS | cas.STEPS)[key].run
    while run(draft):
        choose(draft, hand, list(air.OFFERS[type(draft.state.asks[-1])](
            draft.world, draft.state, ""
        )))


def air_turn(dummies: str, seed: int) -> EfsState:
    """An Interdiction phase and an Axis Combat Phase in which both sides send at random."""
    world = air_world(dummies)
    at = world.board.at
    draft = make_draft(
        world, {"HQ": "0303", "Inf": "0404", "Rifle": "0304"},
        attacks=(Attack((at("0304"),)), Attack((at("0303"), at("0202")))),
    )
    draft.update(dice=Dice(seed))
    hand = random.Random(seed)
    for step in ("A.6a", "A.6c", "A.6d", "B.4a.1", "B.4a.2", "B.4a.3"):
        go_to(draft, step)
        key = SEQUENCE[draft.state.step].key
        offers = (interdiction.OFFERS | cas.OFFERS).get(key)
        for _ in range(hand.randint(0, 4) if offers else 0):
            assert offers is not None
            found = list(offers(world, draft.state, ""))
            if found:
                choose(draft, hand, found)
        if not offers:
            answer_all(draft, hand)
    return draft.state


@pytest.mark.rule("BSR 17.26", "BSR 17.31a")
@given(seed=st.integers(0, 10**6), dummies=st.sampled_from(["open", "seen", "blind"]))
def test_after_the_missions_every_unit_is_in_a_box(seed: int, dummies: str) -> None:
    """Those that flew are flown, damaged or destroyed; Dummies, and who stayed, are ready."""
    state = air_turn(dummies, seed)
    assert state.missions == () and state.air_round == "" and state.asks == ()
    for unit in state.air.values():
        assert unit.hex < 0 and not unit.role and not unit.engaged and not unit.revealed
        if unit.used and "Dummy" not in unit.id:
            assert unit.box in (FLOWN, DAMAGED, DESTROYED)
        else:
            assert unit.box == READY
    assert all(1 <= level <= 2 for level in state.interdicted.values())


@given(seed=st.integers(0, 10**6), dummies=st.sampled_from(["seen", "blind"]))
def test_the_same_seed_and_hands_give_the_same_state(seed: int, dummies: str) -> None:
    assert air_turn(dummies, seed) == air_turn(dummies, seed)
