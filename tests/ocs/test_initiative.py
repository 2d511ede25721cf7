"""First player (OCS 2.3-P2)."""

from __future__ import annotations

import pytest

from engine.ocs import initiative
from engine.ocs.decisions import GameChoice, GoFirst
from engine.ocs.pieces import AXIS, SOVIET
from engine.ocs.sequence import SEQUENCE, phasing
from engine.ocs.world import Draft, Hooks
from tests.ocs.yard import make_draft, make_world, offered, play, refusal, regiment


@pytest.mark.rule("OCS 2.3-P2")
@pytest.mark.parametrize(
    ("rolls", "winner"), [((4, 4, 3, 4), AXIS), ((1, 1, 1, 2), SOVIET)], ids=["8-7", "2-3"]
)
def test_the_higher_roll_chooses(rolls: tuple[int, ...], winner: str) -> None:
    draft = make_draft(make_world(), step="P2", rolls=rolls)
    initiative.determine(draft)
    assert draft.state.asks == (GoFirst(winner),)
    assert offered(draft) == ["choose first", "choose second"]


@pytest.mark.rule("OCS 2.3-P2")
def test_ties_are_rolled_again() -> None:
    draft = make_draft(make_world(), step="P2", rolls=(3, 3, 2, 4, 1, 2, 6, 6))
    initiative.determine(draft)
    assert draft.state.asks == (GoFirst(SOVIET),)
    assert draft.state.dice.drawn == 8


@pytest.mark.rule("OCS 2.3-P2")
@pytest.mark.parametrize(("word", "first"), [("first", AXIS), ("second", SOVIET)])
def test_the_winner_may_be_first_or_second(word: str, first: str) -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET)], sources={AXIS: ("0203",)})
    draft = make_draft(world, {"A": "0203", "E": "0903"}, step="P2", rolls=(6, 6, 1, 1), first="")
    initiative.determine(draft)
    assert refusal(draft, "choose third") == "OCS 2.3-P2"
    play(draft, f"choose {word}")
    assert draft.state.first == first
    assert phasing(draft.state) == first
    assert SEQUENCE[draft.state.step].id in ("C1", "C2"), "on to the first player's own turn"


@pytest.mark.rule("OCS 2.3-P2")
def test_a_scenario_may_fix_the_first_turn_or_all_of_them() -> None:
    once = make_world(first_player=SOVIET)
    draft = make_draft(once, step="P2", turn=1, first="")
    initiative.determine(draft)
    assert (draft.state.first, draft.state.asks) == (SOVIET, ())
    later = make_draft(once, step="P2", turn=2, rolls=(6, 6, 1, 1))
    initiative.determine(later)
    assert later.state.asks == (GoFirst(AXIS),)
    always = make_world(first_player=SOVIET, always_first=True)
    later = make_draft(always, step="P2", turn=2)
    initiative.determine(later)
    assert (later.state.first, later.state.asks) == (SOVIET, ())


@pytest.mark.rule("OCS 2.3-P2")
def test_a_game_may_name_the_winner_without_a_roll() -> None:
    world = make_world(hooks=Hooks(initiative=lambda w, s: SOVIET))
    draft = make_draft(world, step="P2")
    initiative.determine(draft)
    assert draft.state.asks == (GoFirst(SOVIET),)
    assert draft.state.dice.drawn == 0


@pytest.mark.rule("OCS 2.1")
def test_a_side_may_play_twice_in_a_row_across_a_turn() -> None:
    """The second player of one turn that goes first in the next has two turns running."""
    draft = make_draft(make_world(), step="H'", first=AXIS)
    assert phasing(draft.state) == SOVIET
    draft.update(step=0, turn=2)
    initiative.decide(draft, SOVIET, "first")
    draft.update(step=next(i for i, s in enumerate(SEQUENCE) if s.id == "A"))
    assert phasing(draft.state) == SOVIET


def test_choices_of_a_game_go_back_to_the_game() -> None:
    taken: list[str] = []

    def chosen(draft: Draft, decision: GameChoice, word: str) -> None:
        taken.append(f"{decision.topic} {word}")

    world = make_world([regiment("A")], hooks=Hooks(chosen=chosen))
    draft = make_draft(world, {"A": "0203"})
    draft.ask(GameChoice(AXIS, "bridge", ("blow", "keep"), "Blow the bridge?", "TTW 1.4a"))
    assert refusal(draft, "choose burn") == "TTW 1.4a"
    play(draft, "choose blow")
    assert taken == ["bridge blow"]
    assert draft.state.asks == ()
