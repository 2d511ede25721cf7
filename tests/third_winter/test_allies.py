"""Rumanians and Hungarians: limits and collapse (TTW 2.5)."""

from __future__ import annotations

import pytest

from engine.core.board import Board
from engine.ocs.pieces import AXIS, GONE, RE, SOVIET, AirUnit
from engine.ocs.world import Draft
from engine.third_winter import allies
from engine.third_winter.state import LOYAL, SURRENDERED, TOTTERING
from tests.ocs.yard import go_to, offered, play, refusal
from tests.third_winter.ground import board, german, soviet, where
from tests.third_winter.steppe import drafted, now, plane, winter

BORDER = board("C", 10, 6, marks={"rumania": tuple(f"C{c}.{r:02}" for c in range(1, 4)
                                                   for r in range(1, 7))})
HUNGARY = board("A", 16, 6)


def rum(name: str = "Ro"):  # type: ignore[no-untyped-def]
    return german(name, nationality="Rumanian")


def hun(name: str = "Hu"):  # type: ignore[no-untyped-def]
    return german(name, nationality="Hungarian")


@pytest.mark.rule("TTW 2.5a.1")
def test_a_rumanian_unit_in_rumania_does_not_leave_it() -> None:
    draft = drafted(winter((rum(), german("G")), BORDER), {"Ro": "C3.03", "G": "C3.03"}, first=AXIS)
    assert refusal(draft, "move Ro to C4.03") == "TTW 2.5a"
    assert refusal(draft, "move Ro to C2.03") == ""
    assert refusal(draft, "move G to C4.03") == ""


@pytest.mark.rule("TTW 2.5a.2")
def test_outside_rumania_they_stay_on_maps_c_and_d() -> None:
    draft = drafted(winter((rum(),), BORDER), {"Ro": "C6.03"}, first=AXIS)
    assert refusal(draft, "move Ro to C7.03") == ""
    draft = drafted(winter((rum(),), board("B", 6, 6)), {"Ro": "B3.03"}, first=AXIS)
    assert refusal(draft, "move Ro to B4.03") == "TTW 2.5a"


@pytest.mark.rule("TTW 2.5a.1", "TTW 2.5a.2")
def test_rumanian_aircraft_are_based_on_maps_c_and_d_and_inside_rumania_for_good() -> None:
    planes = (plane("Rum Ju.87D", side=AXIS), plane("Ju.87D", side=AXIS))

    def may(field: Board, start: str, goal: str, name: str = "Rum Ju.87D") -> str:
        draft = drafted(winter((), field, planes), first=AXIS, air={name: start},
                        bases={start: (AXIS, 1), goal: (AXIS, 1)})
        return refusal(draft, f"fly transfer {goal} with {name}")

    assert may(BORDER, "C3.03", "C6.03") == "TTW 2.5a"
    assert may(BORDER, "C3.03", "C2.03") == may(BORDER, "C6.03", "C8.03") == ""
    assert may(BORDER, "C3.03", "C6.03", "Ju.87D") == ""
    north = board("B", 6, 6)
    assert may(north, "B2.02", "B4.03") == "TTW 2.5a"
    assert may(north, "B2.02", "B4.03", "Ju.87D") == ""


@pytest.mark.rule("TTW 2.5c.1", "TTW RE.C14")
def test_hungarians_stay_on_map_a_and_in_its_west_once_there_until_they_are_released() -> None:
    draft = drafted(winter((hun(), hun("Hu 2")), HUNGARY), {"Hu": "A10.03", "Hu 2": "A11.03"},
                    first=AXIS)
    assert refusal(draft, "move Hu to A11.03") == "TTW 2.5c"
    assert refusal(draft, "move Hu to A9.03") == ""
    assert refusal(draft, "move Hu 2 to A10.03") == ""
    off = drafted(winter((hun(),), board("B", 6, 6)), {"Hu": "B3.03"}, first=AXIS)
    assert refusal(off, "move Hu to B4.03") == "TTW 2.5c"
    at = HUNGARY.at
    found = allies.may_enter(draft.world, draft.state, ("Hu",), at("A10.03"), at("A11.03"))
    assert found is not None  # asked of retreats too
    free = drafted(winter((hun(),), HUNGARY), {"Hu": "A10.03"}, first=AXIS,
                   game={"hungary_free": True})
    assert refusal(free, "move Hu to A11.03") == ""


# ---------------------------------------------------------------- collapse (2.5b)

IASI = board("C", 4, 4, first=(24, 18))
SOUTH = board("C", 10, 4, first=(12, 1))


def falling(rolls: tuple[int, ...] = (), **fields: object) -> Draft:
    world = winter((rum(), soviet("R")), IASI, planes=(plane("Rum Ju.87D", side=AXIS),))
    fields.setdefault("control", {"C25.20": SOVIET, "C26.20": SOVIET})
    return drafted(world, {"Ro": "C24.18", "R": "C27.21"}, first=AXIS, step="B", rolls=rolls,
                   air={"Rum Ju.87D": AirUnit("Rum Ju.87D", IASI.at("C24.18"))}, **fields)  # type: ignore[arg-type]


@pytest.mark.rule("TTW 2.5b", "TTW 2.5b.1", "TTW 2.5b.s1")
def test_both_hexes_of_iasi_start_a_roll_in_every_later_axis_reinforcement_phase() -> None:
    draft = falling((4,))
    assert not allies.reinforcement(draft)  # not in the turn in which it happened
    allies.turn_begins(draft)
    assert now(draft).rumania == TOTTERING
    assert allies.reinforcement(draft)
    half = falling(control={"C25.20": SOVIET})
    allies.turn_begins(half)
    assert now(half).rumania == LOYAL


@pytest.mark.rule("TTW 2.5b.2")
def test_three_re_that_leave_by_the_south_edge_start_it_once_and_for_all() -> None:
    three = [soviet(n) for n in ("R", "S", "T")]
    draft = drafted(winter(three, SOUTH), {"R": "C13.01", "S": "C19.01", "T": "C20.01"})
    assert refusal(draft, "act leave-map C20.01 with T") == "TTW 2.5b"
    assert [t for t in offered(draft) if "leave-map" in t] == [
        "act leave-map C13.01 with R", "act leave-map C19.01 with S"]
    play(draft, "act leave-map C13.01 with R", "act leave-map C19.01 with S")
    assert where(draft, "R") == GONE
    assert now(draft).rumania_exits == 2 * RE
    assert not allies.triggered(draft.world, draft.state)
    play(draft, "move T to C19.01", "act leave-map C19.01 with T")
    assert allies.triggered(draft.world, draft.state)


@pytest.mark.rule("TTW 2.5b.3", "TTW 5.0a.9")
@pytest.mark.parametrize("roll", [1, 3])
def test_on_a_roll_of_three_or_less_rumania_surrenders_and_its_units_go(roll: int) -> None:
    draft = falling((roll,), game={"rumania": TOTTERING})
    allies.reinforcement(draft)
    assert now(draft).rumania == SURRENDERED
    assert where(draft, "Ro") == GONE and draft.state.air["Rum Ju.87D"].box == GONE
    assert draft.state.vp == 2


@pytest.mark.rule("TTW 2.5b.4")
def test_on_four_or_more_it_holds_and_is_rolled_for_again_while_the_conditions_last() -> None:
    draft = falling((4, 5), game={"rumania": TOTTERING})
    allies.reinforcement(draft)
    assert (now(draft).rumania, where(draft, "Ro")) == (TOTTERING, "C24.18")
    assert allies.reinforcement(draft)
    draft.update(control={})
    allies.turn_begins(draft)
    assert now(draft).rumania == LOYAL
    assert not allies.reinforcement(draft)


@pytest.mark.rule("TTW RE.R16-21")
def test_after_a_sudden_surrender_the_units_only_defend_and_go_at_the_end_of_the_turn() -> None:
    draft = falling()
    allies.surrender(draft, ground=False)
    assert draft.state.air["Rum Ju.87D"].box == GONE
    assert draft.state.vp == 2
    go_to(draft, "C2")
    assert refusal(draft, "move Ro to C25.19") == "TTW RE.R16-21"
    found = allies.may_attack(draft.world, draft.state, "Ro", 0)
    gun = allies.may_barrage(draft.world, draft.state, "Ro")
    assert found is not None and gun is not None
    go_to(draft, "T")
    allies.step_begins(draft)
    assert where(draft, "Ro") == GONE


@pytest.mark.rule("TTW 1.10.3")
def test_german_means_wehrmacht_waffen_ss_kriegsmarine_and_luftwaffe() -> None:
    nations = ("Wehrmacht", "Waffen-SS", "Kriegsmarine", "Luftwaffe", "Rumanian", "Slovak")
    world = winter([german(n, nationality=n) for n in nations], IASI)
    assert [allies.german(world, n) for n in nations] == [True] * 4 + [False] * 2
