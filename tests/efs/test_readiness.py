"""Air Readiness (BSR 9): storms, readiness rolls, Dummies."""

from __future__ import annotations

import pytest

from engine.efs import readiness
from engine.efs.pieces import AXIS, DAMAGED, DESTROYED, FLOWN, READY, SOVIET, AirUnit
from engine.efs.sequence import INTERDICT, READINESS, SEQUENCE
from engine.efs.world import Draft
from tests.efs.support import make_draft, make_world, plane, rolls_made

PLANES = ("SB", "I-16", "He111", "Ju87", "Axis Dummy", "Soviet Dummy")


def ready_phase(boxes: dict[str, str | AirUnit], *rolls: int, **fields: object) -> Draft:
    """Run the Air Readiness Phase for these units with these rolls."""
    world = make_world(planes=[plane(name) for name in PLANES])
    draft = make_draft(world, air=boxes, step="A.5", rolls=rolls, **fields)
    assert readiness.STEPS[READINESS].run(draft) is False
    return draft


def boxes(draft: Draft) -> dict[str, str]:
    return {id_: unit.box for id_, unit in draft.state.air.items()}


@pytest.mark.rule("BSR 9.11", "ESP A.5a")
@pytest.mark.parametrize(
    ("name", "roll", "box"),
    [("SB", 8, READY), ("SB", 9, FLOWN), ("He111", 9, READY), ("He111", 10, FLOWN)],
)
def test_a_flown_unit_is_ready_on_a_roll_within_its_sides_range(
    name: str, roll: int, box: str
) -> None:
    """Soviet 1 to 8 by the tutorial, Axis 1 to 9 by the chart."""
    draft = ready_phase({name: FLOWN}, roll)
    assert boxes(draft) == {name: box}
    assert rolls_made(draft) == [roll]


@pytest.mark.rule("BSR 9.11")
def test_weather_modifiers_add_up_for_the_flown_box() -> None:
    """Soviet in a Mud Storm: mud 1 and storm 2, so a 5 becomes 8 and passes, a 6 fails."""
    dry = ready_phase({"SB": FLOWN}, 8)
    assert boxes(dry) == {"SB": READY}
    assert boxes(ready_phase({"SB": FLOWN}, 5, weather="mud", storm=True)) == {"SB": READY}
    assert boxes(ready_phase({"SB": FLOWN}, 6, weather="mud", storm=True)) == {"SB": FLOWN}
    assert boxes(ready_phase({"SB": FLOWN}, 7, weather="mud")) == {"SB": READY}


@pytest.mark.rule("BSR 9.11")
def test_a_modifier_of_one_side_leaves_the_other_alone() -> None:
    """Snow: Soviet +1, Axis +2 on the chart."""
    world = make_world()
    draft = make_draft(world, weather="snow")
    values = {
        side: [m.value for m in readiness.modifiers(world, draft.state, side)]
        for side in (AXIS, SOVIET)
    }
    assert values == {AXIS: [2], SOVIET: [1]}


@pytest.mark.rule("BSR 9.11.s1")
def test_a_dummy_is_ready_at_the_end_of_the_phase_without_a_roll() -> None:
    draft = ready_phase({"Axis Dummy": FLOWN, "Soviet Dummy": FLOWN})
    assert boxes(draft) == {"Axis Dummy": READY, "Soviet Dummy": READY}
    assert rolls_made(draft) == []


@pytest.mark.rule("BSR 9.11.s2", "ESP A.5b")
@pytest.mark.parametrize(
    ("name", "roll", "box"),
    [("SB", 4, FLOWN), ("SB", 5, DAMAGED), ("He111", 5, FLOWN), ("He111", 6, DAMAGED)],
)
def test_a_damaged_unit_moves_up_to_the_flown_box(name: str, roll: int, box: str) -> None:
    """Soviet 1 to 4 (published for the series), Axis 1 to 5 by the chart."""
    assert boxes(ready_phase({name: DAMAGED}, roll)) == {name: box}


@pytest.mark.rule("BSR 9.11", "BSR 9.11.s2", "ESP A.5b")
def test_damaged_units_roll_after_the_flown_and_climb_one_box_a_phase() -> None:
    """Question EFS-Q62: every roll succeeds, and the damaged unit ends in the Flown Box."""
    draft = ready_phase({"I-16": DAMAGED, "SB": FLOWN}, 3, 1)
    assert boxes(draft) == {"I-16": FLOWN, "SB": READY}
    assert rolls_made(draft) == [3, 1]
    assert draft.events[0].text.startswith("SB")


@pytest.mark.rule("BSR 9.11.s3")
def test_a_ready_unit_stays_ready_without_a_roll() -> None:
    draft = ready_phase({"SB": READY})
    assert boxes(draft) == {"SB": READY}
    assert rolls_made(draft) == []


@pytest.mark.rule("BSR 9.12", "BSR 9.11.s3", "BSR 8.23")
def test_a_storm_grounds_ready_units_of_both_sides_and_they_must_roll() -> None:
    """Storm adds 2: the Soviet 6 is 8 and passes, the Axis 8 is 10 and fails (range 9)."""
    draft = ready_phase({"SB": READY, "He111": READY}, 6, 8, storm=True)
    assert boxes(draft) == {"SB": READY, "He111": FLOWN}
    assert rolls_made(draft) == [6, 8]
    assert draft.events[0].rule == "BSR 9.12"


@pytest.mark.rule("BSR 8.23")
def test_air_reinforcements_check_in_the_flown_box_but_not_in_the_ready_box() -> None:
    draft = ready_phase({"SB": READY, "I-16": FLOWN}, 9)
    assert boxes(draft) == {"SB": READY, "I-16": FLOWN}
    assert rolls_made(draft) == [9]


@pytest.mark.rule("BSR 9.13")
def test_a_destroyed_unit_makes_no_check() -> None:
    draft = ready_phase({"SB": DESTROYED, "I-16": FLOWN}, 1)
    assert boxes(draft) == {"SB": DESTROYED, "I-16": READY}
    assert rolls_made(draft) == [1]


@pytest.mark.rule("EFS 4.2A.5")
def test_readiness_comes_just_before_interdiction() -> None:
    keys = [step.key for step in SEQUENCE]
    assert keys.index(READINESS) + 1 == keys.index(INTERDICT)


@pytest.mark.rule("BSR 17.21a")
def test_a_new_turn_lets_every_unit_fly_again() -> None:
    draft = ready_phase({"Axis Dummy": AirUnit("Axis Dummy", used=True)})
    assert draft.state.air["Axis Dummy"].used is False


@pytest.mark.rule("PB 10.4.ex27")
def test_the_readiness_rolls_of_the_tutorial() -> None:
    """GT51: SB 6 and I-16 3 on the Soviet 1 to 8, He111 7: all three are ready."""
    draft = ready_phase({"SB": FLOWN, "I-16": FLOWN, "He111": FLOWN}, 6, 3, 7, turn=51)
    assert boxes(draft) == {"SB": READY, "I-16": READY, "He111": READY}
    assert rolls_made(draft) == [6, 3, 7]


@pytest.mark.rule("BSR 9.11")
def test_a_scenario_may_begin_readiness_on_a_later_turn() -> None:
    """PB 10.43b: readiness from GT51; on GT50 nobody rolls."""
    world = make_world(planes=[plane("SB")], readiness_from=51)
    early = make_draft(world, air={"SB": FLOWN}, step="A.5", turn=50, rolls=(1,))
    readiness.run(early)
    assert early.state.air["SB"].box == FLOWN
    later = make_draft(world, air={"SB": FLOWN}, step="A.5", turn=51, rolls=(1,))
    readiness.run(later)
    assert later.state.air["SB"].box == READY
