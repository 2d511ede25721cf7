"""Simulcast turns (OCS 2.4): agreed to by both, taken phase by phase together, without raids."""

from __future__ import annotations

import pytest

from engine.ocs import simulcast
from engine.ocs.decisions import Agreement
from engine.ocs.pieces import AXIS, SOVIET, Aircraft, AirUnit
from engine.ocs.sequence import SEQUENCE, acting
from engine.ocs.state import Side
from engine.ocs.validate import validate
from engine.ocs.view import sequence
from engine.ocs.world import Draft, Options, World
from tests.ocs.yard import (
    along,
    change,
    make_board,
    make_draft,
    make_world,
    offered,
    play,
    refusal,
    regiment,
    settle,
    trucks,
    unit_at,
)

SOURCES = {AXIS: ("0101",), SOVIET: ("1206",)}


def step_of(draft: Draft) -> str:
    return SEQUENCE[draft.state.step].id


def two_sides(**fields: object) -> Draft:
    """One regiment a side, far apart, the Axis first, in its Movement Segment."""
    world = make_world([regiment("A"), regiment("X", SOVIET)], sources=SOURCES,
                       options=Options())
    return make_draft(world, {"A": "0203", "X": "0903"}, **fields)  # type: ignore[arg-type]


# ---------------------------------------------------------------- agreeing (2.4a)


@pytest.mark.rule("OCS 2.4a")
def test_the_first_player_proposes_and_the_other_agrees() -> None:
    draft = two_sides()
    assert "simulcast" in offered(draft)
    play(draft, "simulcast")
    assert draft.state.asks == (Agreement(SOVIET),)
    assert offered(draft) == ["choose agree", "choose decline"]
    assert not draft.state.simulcast, "one player alone declares nothing"
    play(draft, "choose agree")
    assert draft.state.simulcast == "C2"
    assert refusal(draft, "simulcast") == "OCS 2.4a"


@pytest.mark.rule("OCS 2.4a")
def test_a_turn_that_is_declined_stays_an_ordinary_one_and_is_not_asked_for_again() -> None:
    draft = two_sides()
    play(draft, "simulcast", "choose decline")
    assert (draft.state.simulcast, draft.state.declined) == ("", True)
    assert refusal(draft, "simulcast") == "OCS 2.4a"
    assert "simulcast" not in offered(draft)
    play(draft, "end")
    assert (step_of(draft), refusal(draft, "simulcast")) == ("C2'", "OCS 2.4a")


@pytest.mark.rule("OCS 2.4a")
def test_it_is_too_late_once_the_first_player_has_moved_or_flown() -> None:
    draft = two_sides()
    play(draft, "move A to 0204")
    assert refusal(draft, "simulcast") == "OCS 2.4a"
    world = make_world([regiment("A"), regiment("X", SOVIET)],
                       planes=[Aircraft("P", "P", AXIS, "F", 3, True, 0, 20)], options=Options())
    flown = make_draft(world, {"A": "0203", "X": "0903"}, bases={"0203": (AXIS, 1)},
                       air={"P": AirUnit("P", world.board.at("0203"), flown=True)})
    assert refusal(flown, "simulcast") == "OCS 2.4a"


@pytest.mark.rule("OCS 2.4a")
def test_a_game_may_be_played_without_them() -> None:
    world = make_world([regiment("A"), regiment("X", SOVIET)], sources=SOURCES,
                       options=Options(simulcast=False))
    draft = make_draft(world, {"A": "0203", "X": "0903"})
    assert refusal(draft, "simulcast") == "OCS 2.4a"
    assert "simulcast" not in offered(draft)


@pytest.mark.rule("OCS 2.4a")
def test_the_turn_after_it_is_an_ordinary_one() -> None:
    draft = two_sides(step="H'", simulcast="A")
    settle(draft)
    assert (draft.state.turn, draft.state.simulcast, draft.state.declined) == (2, "", False)


# ---------------------------------------------------------------- the sequence (2.4b)


@pytest.mark.rule("OCS 2.4b", "OCS 2.4a")
@pytest.mark.parametrize(("agreed", "steps"), [
    ("P2", "P1 P2 A A' B B' C1 C2 C1' C2' D D' H H' T"),
    ("A", "P1 P2 A A' B B' C1 C2 C1' C2' D D' H H' T"),
    ("B", "P1 P2 A B A' B' C1 C2 C1' C2' D D' H H' T"),
    ("C1", "P1 P2 A B C1 C2 A' B' C1' C2' D D' H H' T"),
    ("C2", "P1 P2 A B C1 C2 A' B' C1' C2' D D' H H' T"),
])
def test_each_phase_is_taken_once_by_either_side_the_first_player_first(
    agreed: str, steps: str
) -> None:
    """C3, E, F and G are left out; what the first player had before is made good at once."""
    assert " ".join(simulcast.order(agreed)) == steps


@pytest.mark.rule("OCS 2.4a", "OCS 2.4b")
def test_a_turn_played_through_alternates_and_ends_with_both_clean_ups() -> None:
    """Enemies adjacent with supply: an ordinary turn would stop in F2, this one does not."""
    world = make_world([regiment("A"), regiment("X", SOVIET)], sources=SOURCES,
                       options=Options())
    draft = make_draft(world, {"A": "0503", "X": "0603"},
                       dumps={"0503": (AXIS, 9), "0603": (SOVIET, 9)})
    play(draft, "simulcast", "choose agree", "end")
    assert (step_of(draft), acting(draft.state)) == ("C2'", SOVIET)
    assert validate(world, draft.state) == []
    play(draft, "end")
    titles = [e.text for e in draft.events]
    assert draft.state.turn == 2
    assert not any("Combat (" in t for t in titles)


@pytest.mark.rule("OCS 2.4b")
def test_the_sequence_viewer_shows_the_steps_of_the_turn_as_they_are_taken() -> None:
    draft = two_sides(simulcast="A", step="C2'")
    lines = sequence(draft.world, draft.state)
    assert [x.id for x in lines] == list(simulcast.order("A"))
    assert [x.id for x in lines if x.state == "now"] == ["C2'"]
    assert [x.id for x in lines if x.state == "next"] == ["D", "D'", "H", "H'", "T"]


# ---------------------------------------------------------------- no raids (2.4a, b)


@pytest.mark.rule("OCS 2.4a", "OCS 2.4b")
@pytest.mark.parametrize("mission", ["sweep", "barrage", "hip-shoot", "trainbust"])
def test_no_mission_goes_against_the_enemy(mission: str) -> None:
    world = make_world([regiment("X", SOVIET)],
                       planes=[Aircraft("P", "P", AXIS, "F/T", 3, True, 6, 20, hip_shoot=True)])
    draft = make_draft(world, {"X": "0903"}, bases={"0203": (AXIS, 1)}, air={"P": "0203"},
                       simulcast="A")
    assert refusal(draft, f"fly {mission} 0903 with P") == "OCS 2.4b"
    draft.update(simulcast="")
    assert refusal(draft, f"fly {mission} 0903 with P") != "OCS 2.4b"


@pytest.mark.rule("OCS 2.4b")
def test_transport_transfers_and_drops_of_supply_fly() -> None:
    world = make_world([regiment("F"), regiment("X", SOVIET)],
                       planes=[Aircraft("P", "P", AXIS, "Tpt", 1, False, 0, 20, capacity=8)])
    draft = make_draft(
        world, {"F": "0303", "X": "0903"}, simulcast="A", air={"P": "0203"},
        bases={"0203": (AXIS, 1), "0403": (AXIS, 1), "1003": (SOVIET, 1)},
        dumps={"0203": (AXIS, 4)},
    )
    assert refusal(draft, "fly transport 0403 with P tokens 2 from 0203") == ""
    assert refusal(draft, "fly transfer 0403 with P") == ""
    assert refusal(draft, "fly drop 0303 with P tokens 2 from 0203") == ""
    assert refusal(draft, "fly drop 0303 with P carrying F from 0203") == "OCS 2.4b"
    assert refusal(draft, "fly drop 1003 with P tokens 2 from 0203") == "OCS 2.4b", "enemy base"


@pytest.mark.rule("OCS 2.4a")
def test_no_fighter_intercepts() -> None:
    """A drop within a Patrol Zone: on an ordinary turn the enemy is asked first."""
    world = make_world([regiment("F"), regiment("X", SOVIET)], planes=[
        Aircraft("P", "P", AXIS, "Tpt", 1, False, 0, 20, capacity=8),
        Aircraft("Q", "Q", SOVIET, "F", 3, True, 0, 20),
    ])
    fields = {
        "bases": {"0203": (AXIS, 1), "1003": (SOVIET, 1)}, "dumps": {"0203": (AXIS, 4)},
        "air": {"P": "0203", "Q": "1003"}, "rolls": (6, 6, 6, 6, 6, 6),
    }
    usual = make_draft(world, {"F": "0303", "X": "0903"}, **fields)  # type: ignore[arg-type]
    play(usual, "fly drop 0303 with P tokens 2 from 0203")
    assert type(usual.state.asks[-1]).__name__ == "Intercept"
    quiet = make_draft(
        world, {"F": "0303", "X": "0903"}, simulcast="A", **fields,  # type: ignore[arg-type]
    )
    play(quiet, "fly drop 0303 with P tokens 2 from 0203")
    assert not any(type(d).__name__ == "Intercept" for d in quiet.state.asks)


@pytest.mark.rule("OCS 2.4b")
@pytest.mark.parametrize(("target", "rule"), [
    ("0303", "OCS 2.4b"), ("0302", "OCS 2.4b"), ("0202", "OCS 2.4b"), ("0204", ""),
])
def test_no_hex_with_an_enemy_thing_is_entered(target: str, rule: str) -> None:
    """Transport in 0303, a dump in 0302, an air base in 0202; 0204 is empty."""
    world = make_world([regiment("A"), trucks("T", SOVIET)])
    draft = make_draft(world, {"A": "0203", "T": "0303"}, dumps={"0302": (SOVIET, 4)},
                       bases={"0202": (SOVIET, 1)}, simulcast="A")
    assert refusal(draft, f"move A to {target}") == rule
    draft.update(simulcast="")
    assert refusal(draft, f"move A to {target}") == ""


@pytest.mark.rule("OCS 2.4b")
def test_no_overrun_is_made() -> None:
    world = make_world([regiment("A"), regiment("X", SOVIET)])
    draft = make_draft(world, {"A": "0203", "X": "0303"}, dumps={"0203": (AXIS, 9)},
                       simulcast="A")
    assert refusal(draft, "overrun 0303 with A") == "OCS 2.4b"
    draft.update(simulcast="")
    assert refusal(draft, "overrun 0303 with A") == ""


def near_the_enemy(extra: dict[str, str], **fields: object) -> tuple[World, Draft]:
    """The enemy in 0603; A two hexes from him in 0403, another hex of his zone is 0503."""
    world = make_world([regiment("A"), regiment("B"), regiment("E", SOVIET)])
    return world, make_draft(
        world, {"A": "0403", "E": "0603", **extra}, simulcast="A", **fields)  # type: ignore[arg-type]


@pytest.mark.rule("OCS 2.4b")
def test_nobody_ends_next_to_an_enemy_that_he_was_not_next_to() -> None:
    """He may go on from there within one order, and a stack that begins there may stay."""
    world, draft = near_the_enemy({"B": "0502"})
    assert world.board.adjacent(world.board.at("0502"), world.board.at("0603"))
    assert world.board.adjacent(world.board.at("0503"), world.board.at("0603"))
    assert refusal(draft, "move A to 0503") == "OCS 2.4b"
    assert refusal(draft, "move A via 0503") == "OCS 2.4b"
    assert "move A to 0503" not in offered(draft)
    assert refusal(draft, "move A via 0503 0504") == ""
    assert refusal(draft, "move B to 0503") == "", "it was next to him before"


@pytest.mark.rule("OCS 2.4b")
def test_a_hex_that_friends_hold_is_taken_over_next_to_the_enemy() -> None:
    """Before the friends leave it and after; not one that they only passed through."""
    _, draft = near_the_enemy({"B": "0503"})
    assert refusal(draft, "move A to 0503") == ""
    play(draft, "move B to 0504", "move A to 0503")
    _, draft = near_the_enemy({"B": "0402"})
    assert refusal(draft, "move B to 0503") == "OCS 2.4b"


@pytest.mark.rule("OCS 2.4b")
def test_trains_do_not_bring_units_next_to_the_enemy() -> None:
    board = make_board(terrain={"0503": "village", "0203": "village"},
                       sides=along(3, 1, 8, "rail"))
    world = make_world([regiment("A"), regiment("Far"), regiment("E", SOVIET)], board,
                       sources={AXIS: ("0103",)})
    state = {"A": unit_at(world, "A", "0203", front=False),
             "E": unit_at(world, "E", "0603", front=False),
             "Far": unit_at(world, "Far", "0503")}
    gauge = {f"{c:02}03": AXIS for c in range(1, 9)}
    draft = make_draft(world, state, simulcast="A", gauge=gauge,
                       sides={AXIS: Side(rail=40), SOVIET: Side()})
    assert refusal(draft, "rail A to 0503") == "", "a friend holds it"
    change(draft, "Far", hex="0101")
    quiet = refusal(draft, "rail A to 0503")
    draft.update(simulcast="")
    assert (quiet, refusal(draft, "rail A to 0503")) == ("OCS 2.4b", "")
