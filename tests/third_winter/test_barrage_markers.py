"""Artillery Barrage Markers (TTW 3.4)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from engine.ocs import sequence
from engine.ocs.pieces import MOVE, SOVIET
from engine.ocs.world import Draft
from engine.third_winter import barrage_markers
from engine.third_winter.state import OFFENSIVE, REGROUPING
from tests.ocs import yard
from tests.third_winter.steppe import (
    F1,
    F2,
    drafted,
    front,
    gun,
    guns_division,
    hq,
    line,
    now,
    row_of,
    sheet,
    soviet,
    winter,
)

TARGET = "D19.10"
"""D19.09, D19.11 and D20.10 are next to it, and so is D18.10, where a Soviet unit stands."""


def battery(
    step: str = "C3", state: str = OFFENSIVE, turn: int = 4, army: str = "D14.10",
    guns: dict[str, Any] | None = None, tokens: int = 0, rolls: Any = (), ready: int = 0,
) -> Draft:
    """The 1st Ukrainian Front before a German line; guns in D17.10, D17.11 and D14.05."""
    counters = [
        hq("Army", (10, 5)), soviet("Spotter"), gun("Gun"), gun("Second"), gun("Far", reach=9),
        guns_division("Division"), *(yard.regiment(f"G{i}") for i in range(5)),
    ]
    world = winter(
        counters, sheet("D", 30, 20, None, line("D", 10, 1, 10)), sources={SOVIET: ("D1.10",)}
    )
    units: dict[str, Any] = {
        "Army": army, "Spotter": "D18.10", "Gun": "D17.10", "Second": "D17.11", "Far": "D14.05",
        "Division": "D17.10", "G0": TARGET, "G1": "D19.09", "G2": "D19.11", "G3": "D20.10",
        "G4": "D22.10", **(guns or {}),
    }
    return drafted(
        world, units, step=step, turn=turn, rolls=rolls, gauge=row_of("D", 10, 1, 10),
        fronts={F1: front(world, "D10.10", state, ("Army",), barrage_ready=ready)},
        dumps={"D16.10": (SOVIET, tokens)} if tokens else {},
    )


def place(where: str = TARGET) -> str:
    return f"act barrage-marker {where} as {F1}"


@pytest.mark.rule("TTW 3.4", "TTW 3.4a", "TTW 3.3c.B", "TTW 3.3d.C")
def test_only_an_offensive_front_uses_its_marker() -> None:
    assert yard.refusal(battery(), place()) == ""
    assert yard.refusal(battery(state=REGROUPING), place()) == "TTW 3.3c.B"


@pytest.mark.rule("TTW 3.4a", "TTW 3.4b")
def test_the_marker_must_be_ready() -> None:
    assert yard.refusal(battery(turn=12, ready=13), place()) == "TTW 3.4b"
    assert yard.refusal(battery(turn=13, ready=13), place()) == ""


@pytest.mark.rule("TTW 3.4a.1", "TTW 3.4a.2", "TTW 3.4a.3", "TTW 3.4b")
def test_ttw_q09_a_marker_of_5_october() -> None:
    """TTW-Q09: ready again on 5 November; contiguous guns in Combat Mode fire free, each at one
    hex, at the target and two hexes beside it, and again in the Combat Phase at normal cost."""
    draft = battery(rolls=(1, 1) * 5, tokens=8, guns={"Division": "D17.12"})
    day = draft.world.scenario.turns.index
    assert (day("1943-10-05") + 1, day("1943-11-05") + 1) == (4, 13)
    yard.play(draft, place())
    yard.change(draft, "Second", front=False)
    assert yard.refusal(draft, "barrage D19.09 with Second") != ""  # in Move Mode
    yard.change(draft, "Second", front=True)
    assert yard.refusal(draft, f"barrage {TARGET} with Gun, Division") == "TTW 3.4a.2"
    yard.play(draft, f"barrage {TARGET} with Gun", "barrage D19.09 with Second")
    assert yard.refusal(draft, "barrage D19.11 with Far") == "TTW 3.4a.2"
    assert yard.refusal(draft, "barrage D19.11 with Gun") == "OCS 10.0e"
    yard.play(draft, "barrage D19.11 with Division factors 1re")
    assert yard.refusal(draft, "barrage D20.10 with Division factors 1re") == "TTW 3.4a.2"
    assert yard.tokens(draft, "D16.10") == 8
    yard.play(draft, "end")
    while draft.state.step < sequence.place("F1"):
        yard.play(draft, "end")
    yard.play(draft, f"barrage {TARGET} with Gun")
    assert yard.tokens(draft, "D16.10") == 8 - 3  # the price of 12 points
    assert now(draft).fronts[F1].barrage_ready == 13
    for turn, rule in ((12, "TTW 3.4b"), (13, "")):
        later = battery(turn=turn, ready=now(draft).fronts[F1].barrage_ready)
        assert yard.refusal(later, place()) == rule


@pytest.mark.rule("TTW 3.4a")
def test_it_is_spent_in_the_air_barrage_segment_only() -> None:
    assert yard.refusal(battery("F1"), place()) != ""
    assert yard.refusal(battery("C2"), place()) != ""


@pytest.mark.rule("TTW 3.4a.1")
def test_the_target_is_next_to_a_soviet_combat_unit() -> None:
    assert yard.refusal(battery(), place("D22.10")) == "TTW 3.4a.1"
    near = battery(guns={"Spotter": "D21.10"})
    assert yard.refusal(near, place("D22.10")) == ""


@pytest.mark.rule("TTW 3.4a.1")
def test_an_assigned_hq_within_the_command_radius_throws_to_the_target() -> None:
    """The army throws 10 hexes here; D21.05 is 11 hexes from the Front HQ."""
    assert yard.refusal(battery(army="D21.05"), place()) == "TTW 3.4a.1"
    stranger = battery()
    fronts = {F1: front(stranger.world, "D10.10", OFFENSIVE),
              F2: front(stranger.world, "D9.10", OFFENSIVE, ("Army",))}
    stranger.update(game=evolve(now(stranger), fronts=fronts))
    assert yard.refusal(stranger, place()) == "TTW 3.4a.1"


@pytest.mark.rule("TTW 3.4a.2")
def test_artillery_fires_free_at_the_marker_and_two_hexes_beside_it() -> None:
    """12 points at 1 RE in the open: the 12-16 column, one to the left; 2 is nothing on it."""
    draft = battery(rolls=(1, 1) * 3)
    assert yard.refusal(draft, f"barrage {TARGET} with Gun") == "TTW 3.4a"
    yard.play(draft, place(), f"barrage {TARGET} with Gun", "barrage D19.09 with Second")
    yard.play(draft, "barrage D19.11 with Division factors 1re")
    assert yard.refusal(draft, "barrage D20.10 with Division factors 1re") == "TTW 3.4a.2"
    assert draft.state.dumps == {}


@pytest.mark.rule("TTW 3.4a.2")
def test_hexes_that_are_not_beside_the_marker_are_safe() -> None:
    draft = battery()
    yard.play(draft, place("D19.11"))
    assert yard.refusal(draft, f"barrage {TARGET} with Gun") == ""
    assert yard.refusal(draft, "barrage D19.09 with Gun") == "TTW 3.4a.2"


@pytest.mark.rule("TTW 3.4a.2")
def test_the_guns_are_in_combat_mode() -> None:
    draft = battery()
    yard.change(draft, "Division", front=False)
    yard.play(draft, place())
    assert draft.state.units["Division"].mode == MOVE
    assert yard.refusal(draft, f"barrage {TARGET} with Division") == "OCS 13.4"
    yard.change(draft, "Division", front=True, marker="dg")
    assert yard.refusal(draft, f"barrage {TARGET} with Division") == "TTW 3.4a.2"


@pytest.mark.rule("TTW 3.4a.2")
def test_the_guns_are_in_the_same_or_contiguous_hexes() -> None:
    draft = battery(rolls=(1, 1))
    yard.play(draft, place())
    assert yard.refusal(draft, f"barrage {TARGET} with Gun, Second") == ""
    assert yard.refusal(draft, f"barrage {TARGET} with Gun, Far") == "TTW 3.4a.2"
    yard.play(draft, f"barrage {TARGET} with Gun")
    assert yard.refusal(draft, "barrage D19.11 with Far") == "TTW 3.4a.2"


@pytest.mark.rule("TTW 3.4a.2")
def test_each_unit_fires_at_one_hex_but_a_division_by_its_res() -> None:
    draft = battery(rolls=(1, 1) * 3)
    yard.play(draft, place(), f"barrage {TARGET} with Gun")
    assert yard.refusal(draft, "barrage D19.09 with Gun") == "OCS 10.0e"
    yard.play(draft, "barrage D19.09 with Division factors 2re")
    assert yard.refusal(draft, "barrage D19.11 with Division factors 2re") == "TTW 1.6d"
    yard.play(draft, "barrage D19.11 with Division factors 1re")


@pytest.mark.rule("TTW 3.4a.3")
def test_the_same_guns_fire_again_in_the_combat_phase_and_pay() -> None:
    """12 points are on the 12-16 column, which costs 3T."""
    draft = battery(rolls=(1, 1) * 2, tokens=8)
    yard.play(draft, place(), f"barrage {TARGET} with Gun", "end")
    while draft.state.step < 9 or yard.refusal(draft, f"barrage {TARGET} with Gun"):
        yard.play(draft, "end")
    before = yard.tokens(draft, "D16.10")
    yard.play(draft, f"barrage {TARGET} with Gun")
    assert before - yard.tokens(draft, "D16.10") == draft.world.charts.barrage_cost[5] == 3


@pytest.mark.rule("TTW 3.4a")
def test_markers_are_offered() -> None:
    found = yard.offered(battery())
    assert place() in found
    assert place("D22.10") not in found


def test_hexes_hang_together() -> None:
    world = battery().world
    at = world.board.at
    assert barrage_markers.contiguous(world, {at("D17.10"), at("D17.11"), at("D17.12")})
    assert not barrage_markers.contiguous(world, {at("D17.10"), at("D17.12")})
