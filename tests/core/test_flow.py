"""The walk through a sequence of play, on a game of two steps made up for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve

from engine.core.commands import Command, End, Pass
from engine.core.dice import Dice
from engine.core.draft import Draft
from engine.core.errors import Refusal
from engine.core.flow import PASSED, Flow, Handler, StepRule, gather
from engine.core.sequence import Step
from engine.core.state import Decision, Outcome, State
from engine.core.values import frozen


@frozen
class Coins(State):
    heap: int = 9


@frozen
class Take(Command):
    count: int


@frozen
class Pay(Decision):
    """The other side may pay one coin back."""


def check_take(world: Any, state: Coins, command: Take) -> Refusal | None:
    return None if 1 <= command.count <= min(3, state.heap) else Refusal("R 1", "one to three")


def do_take(draft: Draft[Any, Coins], command: Take) -> None:
    draft.update(heap=draft.state.heap - command.count)
    draft.log("take", f"{command.count} taken")
    if command.count == 3:
        draft.ask(Pay("b"))
    if draft.state.heap == 0:
        draft.update(over=Outcome("a", "nothing is left", "R 3"))


def pay_back(draft: Draft[Any, Coins], command: Pass) -> None:
    draft.answered()
    draft.update(heap=draft.state.heap + 1)


def grow(draft: Draft[Any, Coins]) -> bool:
    draft.update(heap=draft.state.heap + draft.roll(6) * 0 + 1, turn=draft.state.turn + 1)
    return False


def rain(draft: Draft[Any, Coins]) -> bool:
    draft.log("weather", "it rains")
    return False


def offers(world: Any, state: Coins, actor: str) -> Iterator[Command]:
    yield from (Take(n) for n in range(1, min(3, state.heap) + 1))


FLOW = Flow(
    sequence=(Step("1", "take", "Take", "a", "R 1"), Step("2", "never", "Never", "b", "R 2"),
              Step("3", "grow", "Grow")),
    handlers={Take: Handler(check_take, do_take, steps=frozenset({"take"}))},
    passes={Pay: Handler(lambda w, s, c: None, pay_back, decisions=(Pay,))},
    steps={"take": StepRule(lambda draft: True, False, prompt="take coins"),
           "never": StepRule(lambda draft: False, False), "grow": StepRule(grow),
           "rain": StepRule(rain)},
    offers={"take": offers, Pay: lambda world, state, actor: iter((Pass(),))},
    procedures=(),
    describe=lambda world, state, decision: "pay one back",
    rule_for=lambda decision: "R 2",
)


def test_a_step_stays_open_until_it_is_ended() -> None:
    state, events = FLOW.execute(None, Coins(), Take(1))
    assert (state.heap, state.step, events[0].text) == (8, 0, "1 taken")
    ask = FLOW.asks(None, state)
    assert ask is not None
    assert (ask.side, ask.kind, ask.prompt, ask.can_end) == ("a", "take", "take coins", True)


def test_a_step_in_which_nobody_can_act_passes_with_one_line() -> None:
    state, events = FLOW.execute(None, Coins(), End())
    assert (state.step, state.turn, state.heap) == (0, 1, 10)  # by way of never and grow
    assert [e.text for e in events] == ["Never (2): nobody could act", "Take (1)"]
    assert events[0].kind == PASSED
    assert state.dice.drawn == 1


def test_steps_passed_in_a_row_share_a_line_until_something_happens() -> None:
    take = FLOW.sequence[0]
    more = tuple(Step(id_, "never", "Never", "b") for id_ in ("2a", "2b", "2c"))
    late = Step("4", "never", "Late", "b")

    def told(*between: Step) -> list[str]:
        flow = evolve(FLOW, sequence=(take, *between))
        return [e.text for e in flow.execute(None, Coins(), End())[1]]

    quiet = Step("3", "quiet", "Quiet")
    assert told(*more) == ["2a to 2c: nobody could act", "Take (1)"]
    assert told(*more, quiet, late) == ["2a to 4: nobody could act", "Take (1)"]
    assert told(*more, Step("3", "rain", "Rain"), late) == [
        "2a to 2c: nobody could act", "it rains", "Late (4): nobody could act", "Take (1)",
    ]


def test_a_waiting_decision_stops_everything_else() -> None:
    state, _ = FLOW.execute(None, Coins(), Take(3))
    ask = FLOW.asks(None, state)
    assert ask is not None
    assert (ask.side, ask.kind, ask.rule, ask.can_end) == ("b", "pay", "R 2", False)
    for command in (Take(1), End()):
        with pytest.raises(Refusal, match="R 2"):
            FLOW.execute(None, state, command)
    assert list(FLOW.legal(None, state)) == [Pass()]
    after, _ = FLOW.execute(None, state, Pass())
    assert (after.heap, after.asks) == (7, ())


def test_judging_changes_nothing_and_agrees_with_doing() -> None:
    state = Coins(heap=2)
    assert [FLOW.judge(None, state, c) for c in FLOW.legal(None, state)] == [None, None, None]
    refusal = FLOW.judge(None, state, Take(3))
    assert refusal is not None
    assert str(refusal) == "R 1: one to three"
    with pytest.raises(Refusal, match="one to three"):
        FLOW.execute(None, state, Take(3))
    assert state == Coins(heap=2)


def test_nothing_is_allowed_once_the_game_is_over() -> None:
    state, _ = FLOW.execute(None, Coins(heap=2), Take(2))
    assert FLOW.asks(None, state) is None
    assert list(FLOW.legal(None, state)) == []
    with pytest.raises(Refusal, match="R 3: the game is over"):
        FLOW.execute(None, state, End())


def test_the_record_of_dice_is_that_of_the_last_command() -> None:
    state, _ = FLOW.execute(None, Coins(dice=Dice(1)), End())
    assert len(state.dice.record) == 1
    after, _ = FLOW.execute(None, state, Take(1))
    assert after.dice.record == ()


def test_two_chapters_cannot_claim_one_command() -> None:
    class One:
        __name__ = "one"
        HANDLERS = {Take: "x"}

    class Two:
        __name__ = "two"
        HANDLERS = {Take: "y"}

    assert gather((One,), "HANDLERS") == {Take: "x"}
    with pytest.raises(ValueError, match="claims"):
        gather((One, Two), "HANDLERS")
