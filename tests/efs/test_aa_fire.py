"""Anti-aircraft fire (BSR 17.4): eligibility, modifiers, results."""

from __future__ import annotations

from typing import Any

import pytest

from engine.efs import aa_fire, cas
from engine.efs.pieces import (
    AXIS,
    DAMAGED,
    DESTROYED,
    FLOWN,
    READY,
    SOVIET,
    AirUnit,
    Counter,
    Unit,
)
from engine.efs.state import Attack
from engine.efs.world import Draft
from tests.efs.support import (
    counter,
    headquarters,
    make_draft,
    make_world,
    plane,
    rolls_made,
)

HEX = "0303"
BESIDE = "0304"
TWO_AWAY = "0305"


def over(
    units: dict[Counter, str], *types: str, rolls: tuple[int, ...] = (), **fields: Any
) -> Draft:
    """Air units over 0303 with these ground units about."""
    world = make_world(None, units, [plane(t) for t in types])
    hex_ = world.board.at(HEX)
    return make_draft(
        world, {c.id: where for c, where in units.items()}, step="B.4a.3", rolls=rolls,
        missions=(hex_,), attacks=(Attack((hex_,)),),
        air={t: AirUnit(t, READY, hex_, used=True) for t in types}, **fields,
    )


def aa(name: str = "AA", side: str = SOVIET, **fields: Any) -> Counter:
    return counter(name, 1, 1, 3, side=side, type="antiair", size="III", zoc=False, **fields)


def soviet(name: str, **fields: Any) -> Counter:
    return counter(name, side=SOVIET, **fields)


# ---------------------------------------------------------------- 17.41


@pytest.mark.rule("BSR 17.41", "PB 11.1.ex1.7")
@pytest.mark.parametrize(("where", "fires"), [(HEX, True), (BESIDE, True), (TWO_AWAY, False)])
def test_guns_reach_the_mission_hex_and_the_six_around_it(where: str, fires: bool) -> None:
    draft = over({soviet("Rifle"): where}, "He111", rolls=(1,))
    cas.run_missions(draft)
    assert rolls_made(draft) == ([1] if fires else [])
    assert draft.state.cas == ((draft.world.board.at(HEX), 1),)


@pytest.mark.rule("BSR 17.41")
def test_aa_fire_comes_after_air_combat_at_the_mission_units_left() -> None:
    """Initiative 3, the I-16 destroys nobody but aborts the He111 (2 on -1): no AA roll."""
    draft = over({soviet("Rifle"): HEX}, "He111", "I-16", rolls=(3, 2))
    cas.run_missions(draft)
    assert rolls_made(draft) == [3, 2]
    draft = over({soviet("Rifle"): HEX}, "He111", "I-16", rolls=(3, 9, 9))
    cas.run_missions(draft)
    assert rolls_made(draft) == [3, 9, 9]
    assert draft.state.air["He111"].box == FLOWN
    assert draft.state.cas == ((draft.world.board.at(HEX), 0),)


@pytest.mark.rule("BSR 17.41", "BSR 17.31b.1")
def test_firing_units_face_no_aa_fire() -> None:
    draft = over({soviet("Rifle"): HEX}, "Bf109F")
    cas.run_missions(draft)
    assert rolls_made(draft) == []


# ---------------------------------------------------------------- 17.42

AXIS_CASES: list[tuple[str, dict[str, Any], bool]] = [
    ("infantry regiment", {"size": "III"}, True),
    ("artillery with a ZOC", {"type": "artillery", "size": "III"}, True),
    ("cavalry division", {"type": "cavalry", "ma_class": "cavalry"}, False),
    ("unit with a No ZOC band", {"type": "engineer", "size": "II", "zoc": False}, False),
    ("anti-aircraft with a band", {"type": "motorized_antiair", "zoc": False}, True),
    ("flotilla with a band", {"type": "flotilla", "ma_class": "blue", "zoc": False}, True),
    ("naval unit with a band", {"type": "naval", "zoc": False}, True),
    ("supply", {"type": "supply"}, False),
]
SOVIET_CASES: list[tuple[str, dict[str, Any], bool]] = [
    ("rifle division", {}, True),
    ("tank division", {"type": "armor", "armor": True}, True),
    ("division with a No ZOC band", {"zoc": False}, True),
    ("cavalry division", {"type": "cavalry", "ma_class": "cavalry"}, False),
    ("tank brigade", {"type": "armor", "size": "X"}, False),
    ("artillery regiment", {"type": "artillery", "size": "III"}, False),
    ("anti-aircraft regiment", {"type": "antiair", "size": "III", "zoc": False}, True),
    ("naval unit", {"type": "naval", "size": "II"}, True),
    ("flotilla", {"type": "flotilla", "ma_class": "blue", "size": "-"}, False),
]


@pytest.mark.rule("BSR 17.42a")
@pytest.mark.parametrize(("what", "fields", "fires"), AXIS_CASES, ids=[c[0] for c in AXIS_CASES])
def test_axis_units_that_can_fire(what: str, fields: dict[str, Any], fires: bool) -> None:
    world = make_world(counters=[counter("U", **fields)])
    assert aa_fire.may_fire(world, Unit("U")) is fires


@pytest.mark.rule("BSR 17.42a")
def test_a_band_on_the_reduced_side_counts_once_the_unit_is_turned_over() -> None:
    world = make_world(counters=[counter("U", reduced=(2, 2, 6), zoc_reduced=False)])
    assert aa_fire.may_fire(world, Unit("U"))
    assert not aa_fire.may_fire(world, Unit("U", lost=1))


@pytest.mark.rule("BSR 17.42b")
@pytest.mark.parametrize(
    ("what", "fields", "fires"), SOVIET_CASES, ids=[c[0] for c in SOVIET_CASES]
)
def test_soviet_units_that_can_fire(what: str, fields: dict[str, Any], fires: bool) -> None:
    world = make_world(counters=[soviet("U", **fields)])
    assert aa_fire.may_fire(world, Unit("U")) is fires


@pytest.mark.rule("BSR 17.42b")
def test_headquarters_can_fire() -> None:
    world = make_world(counters=[headquarters()])
    assert aa_fire.may_fire(world, Unit("HQ"))
    assert aa_fire.may_fire(world, Unit("HQ", nonop=True))


# ---------------------------------------------------------------- 17.43


@pytest.mark.rule("BSR 17.43")
def test_each_mission_unit_is_fired_at_once_however_many_guns_there_are() -> None:
    """Three divisions, two bombers: two rolls."""
    guns = {soviet("A"): HEX, soviet("B"): HEX, soviet("C"): BESIDE}
    draft = over(guns, "He111", "Ju88", rolls=(3, 3))
    cas.run_missions(draft)
    assert rolls_made(draft) == [3, 3]


@pytest.mark.rule("BSR 17.43", "ESP B.4a.5", "PB 11.1.ex2.3")
def test_both_sides_fire_at_each_others_mission_units() -> None:
    guns = {counter("Axis"): BESIDE, soviet("Rifle"): HEX}
    draft = over(guns, "He111", "SB", rolls=(3, 9))
    cas.run_missions(draft)
    shots = [(e.side, e.roll) for e in draft.events if e.roll]
    assert shots == [(AXIS, 3), (SOVIET, 9)]
    assert draft.state.air["He111"].box == FLOWN
    assert draft.state.cas == ((draft.world.board.at(HEX), -1),)


@pytest.mark.rule("BSR 17.43", "BSR 17.26")
@pytest.mark.parametrize(
    ("roll", "box", "points"),
    [(7, FLOWN, 1), (8, FLOWN, 0), (10, FLOWN, 0)],
)
def test_an_aborted_unit_gives_nothing(roll: int, box: str, points: int) -> None:
    """Without modifiers 8 to 10 abort; with 7 the bomber flies its mission."""
    draft = over({soviet("Rifle"): HEX}, "He111", rolls=(roll,))
    cas.run_missions(draft)
    assert draft.state.air["He111"].box == box
    assert draft.state.cas[0][1] == points


@pytest.mark.rule("BSR 17.43")
@pytest.mark.parametrize(("guns", "box"), [(1, DAMAGED), (2, DESTROYED)])
def test_modified_eleven_damages_and_twelve_destroys(guns: int, box: str) -> None:
    """A 10 with one AA unit is 11, with two 12."""
    units = {aa(f"AA{i}"): HEX for i in range(guns)}
    draft = over(units, "He111", rolls=(10,))
    cas.run_missions(draft)
    assert draft.state.air["He111"].box == box


@pytest.mark.rule("BSR 17.43")
def test_axis_anti_aircraft_adds_to_the_axis_roll() -> None:
    plain = over({counter("Axis"): HEX}, "SB")
    flak = over({counter("Axis"): HEX, aa("Flak", side=AXIS): BESIDE}, "SB")
    hexes = plain.world.board.at(HEX)
    assert aa_fire.drm(plain.world, plain.state, hexes, AXIS, "SB") == 0
    assert aa_fire.drm(flak.world, flak.state, hexes, AXIS, "SB") == 1


@pytest.mark.rule("BSR 17.43.n1", "BSR 17.43.ex1")
def test_the_guns_modifiers_are_held_to_two_before_the_aircrafts_is_taken_off() -> None:
    """A headquarters and two AA units are +3, held to +2; the Ju87's -1 leaves +1."""
    units = {headquarters(): HEX, aa("AA1"): HEX, aa("AA2"): BESIDE}
    draft = over(units, "Ju87", "He111")
    world, hex_ = draft.world, draft.world.board.at(HEX)
    found = aa_fire.gun_modifiers(world, draft.state, hex_, SOVIET)
    assert sum(m.value for m in found) == 3
    assert aa_fire.drm(world, draft.state, hex_, SOVIET, "Ju87") == 1
    assert aa_fire.drm(world, draft.state, hex_, SOVIET, "He111") == 2


@pytest.mark.rule("BSR 17.43.n1")
def test_one_headquarters_and_one_aa_unit_are_not_cut() -> None:
    draft = over({headquarters(): HEX, aa(): HEX}, "Ju87")
    hex_ = draft.world.board.at(HEX)
    assert aa_fire.drm(draft.world, draft.state, hex_, SOVIET, "Ju87") == 1


@pytest.mark.rule("BSR 17.43", "PB 10.4.ex8", "PB 11.1.ex1.7", "PB 11.1.ex2.3")
@pytest.mark.parametrize(("modified", "result"), [(3, "-"), (5, "-"), (9, "A"), (11, "D")])
def test_the_results_that_the_playbook_prints(modified: int, result: str) -> None:
    assert aa_fire.result(make_world(), modified) == result


@pytest.mark.rule("BSR 17.44", "BSR 17.26")
def test_a_unit_that_survives_flies_its_mission_and_goes_to_the_flown_box() -> None:
    draft = over({soviet("Rifle"): HEX}, "Ju87", rolls=(7,))
    cas.run_missions(draft)
    assert draft.state.cas == ((draft.world.board.at(HEX), 2),)
    assert draft.state.air["Ju87"] == AirUnit("Ju87", FLOWN, used=True)


def test_the_odds_of_aa_fire_in_tenths() -> None:
    """With +1: 1-6 nothing, 7-9 abort, 10 damages."""
    assert aa_fire.chances(make_world(), 1) == {"-": 6, "A": 3, "D": 1, "X": 0}


def test_the_sides_with_guns_are_known_before_the_mission() -> None:
    draft = over({soviet("Rifle"): HEX, counter("Cav", type="cavalry"): BESIDE}, "He111")
    hex_ = draft.world.board.at(HEX)
    assert list(aa_fire.sides_with_guns(draft.world, draft.state, hex_)) == [SOVIET]
