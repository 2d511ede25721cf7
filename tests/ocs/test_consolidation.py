"""Unit consolidation (OCS 13.9)."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.ocs.pieces import AXIS, DEAD, DG, SOVIET, Aircraft, AirUnit, Face, Unit
from tests.ocs.yard import (
    division,
    make_draft,
    make_world,
    offered,
    organic,
    play,
    refusal,
    regiment,
    trucks,
    unit_at,
)


def dead(id_: str, lost: int = 1) -> Unit:
    return Unit(id_, box=DEAD, lost=lost)


# ---------------------------------------------------------------- two multi-step units (1)


@pytest.mark.rule("OCS 13.9", "OCS 13.9.1")
def test_the_steps_of_two_alike_divisions_are_joined_and_the_excess_is_lost() -> None:
    world = make_world([division("A", steps=4), division("B", steps=4)])
    units = {"A": unit_at(world, "A", "0203", lost=3), "B": unit_at(world, "B", "0203", lost=2)}
    draft = make_draft(world, units, step="B")
    play(draft, "consolidate A with B")
    assert (draft.state.units["A"].lost, draft.state.units["B"].box) == (1, DEAD)
    units["A"] = unit_at(world, "A", "0203", lost=1)
    draft = make_draft(world, units, step="B")
    play(draft, "consolidate A with B")
    assert draft.state.units["A"].lost == 0


@pytest.mark.rule("OCS 13.9")
def test_they_stand_in_one_hex_and_are_the_same_on_both_sides() -> None:
    other = division("C", steps=4, move=Face(7, True, 3, 8))
    world = make_world([division("A", steps=4), division("B", steps=4), other])
    units = {
        "A": unit_at(world, "A", "0203", lost=2), "B": unit_at(world, "B", "0303", lost=2),
        "C": unit_at(world, "C", "0203", lost=2),
    }
    draft = make_draft(world, units, step="B")
    assert refusal(draft, "consolidate A with B") == "OCS 13.9"
    assert refusal(draft, "consolidate A with C") == "OCS 13.9"
    units["B"] = unit_at(world, "B", "0203", lost=2)
    assert refusal(make_draft(world, units, step="B"), "consolidate A with B") == ""


@pytest.mark.rule("OCS 13.9")
@pytest.mark.parametrize("field", [{"stock": 1}, {"stock": 2}, {"marker": DG}])
def test_neither_is_low_exhausted_or_disorganized(field: dict[str, object]) -> None:
    world = make_world([division("A"), division("B")])
    for bad in ("A", "B"):
        units = {
            i: unit_at(world, i, "0203", lost=1, **(field if i == bad else {})) for i in ("A", "B")
        }
        assert refusal(make_draft(world, units, step="B"), "consolidate A with B") == "OCS 13.9"
    plain = {i: unit_at(world, i, "0203", lost=1, oos=True) for i in ("A", "B")}
    assert refusal(make_draft(world, plain, step="B"), "consolidate A with B") == ""


@pytest.mark.rule("OCS 13.9")
def test_it_is_done_in_the_reinforcement_phase_even_beside_the_enemy() -> None:
    world = make_world([division("A"), division("B"), regiment("E", SOVIET)])
    units = {"A": unit_at(world, "A", "0203", lost=1), "B": "0203", "E": "0303"}
    assert refusal(make_draft(world, units, step="B"), "consolidate A with B") == ""
    assert refusal(make_draft(world, units, step="C2"), "consolidate A with B") == "OCS 13.9"
    assert refusal(make_draft(world, units, step="B'"), "consolidate A with B") == "OCS 13.9"


# ---------------------------------------------------------------- swaps with the Dead Pile (2, 3)


@pytest.mark.rule("OCS 13.9", "OCS 13.9.2")
def test_a_member_of_a_formation_takes_the_place_of_its_like_in_another() -> None:
    world = make_world([regiment("A", formation="57"), regiment("B", formation="11")])
    units = {"A": unit_at(world, "A", "0203", front=False, marker="reserve"), "B": dead("B")}
    draft = make_draft(world, units, step="B")
    play(draft, "consolidate A with B")
    new = draft.state.units["B"]
    assert (new.hex, new.front, new.marker) == (world.board.at("0203"), False, "reserve")
    assert (draft.state.units["A"].box, draft.state.units["A"].hex) == (DEAD, -1)


@pytest.mark.rule("OCS 13.9", "OCS 13.9.3")
def test_an_independent_unit_joins_a_formation_and_never_leaves_one_so() -> None:
    world = make_world([regiment("Ind"), regiment("M", formation="11"), regiment("Ind2")])
    join = make_draft(world, {"Ind": "0203", "M": dead("M")}, step="B")
    assert refusal(join, "consolidate Ind with M") == ""
    leave = make_draft(world, {"M": "0203", "Ind": dead("Ind")}, step="B")
    assert refusal(leave, "consolidate M with Ind") == "OCS 13.9"
    swap = make_draft(world, {"Ind": "0203", "Ind2": dead("Ind2")}, step="B")
    assert refusal(swap, "consolidate Ind with Ind2") == "OCS 13.9"


@pytest.mark.rule("OCS 13.9")
def test_members_of_one_formation_are_not_swapped() -> None:
    world = make_world([regiment("A", formation="57"), regiment("B", formation="57")])
    draft = make_draft(world, {"A": "0203", "B": dead("B")}, step="B")
    assert refusal(draft, "consolidate A with B") == "OCS 13.9"


@pytest.mark.rule("OCS 13.9", "OCS 13.2c")
def test_an_ordinary_truck_becomes_a_missing_organic_truck_with_its_load() -> None:
    world = make_world([trucks("T"), organic("O", "57")])
    units = {"T": unit_at(world, "T", "0203", load=3), "O": dead("O")}
    draft = make_draft(world, units, step="B")
    assert offered(draft) == ["consolidate T with O", "end"]
    play(draft, "consolidate T with O")
    assert (draft.state.units["O"].load, draft.state.units["T"].load) == (3, 0)
    back = make_draft(world, {"O": "0203", "T": dead("T")}, step="B")
    assert refusal(back, "consolidate O with T") == "OCS 13.9"


# ---------------------------------------------------------------- aircraft (4)


def squadron(name: str, combat: int = 4) -> Aircraft:
    return Aircraft(name, name, AXIS, "F", combat, range=20)


@pytest.mark.rule("OCS 13.9", "OCS 13.9.4")
def test_two_reduced_alike_air_units_at_one_base_become_one_in_any_phase() -> None:
    world = make_world([regiment("R")], planes=[squadron("A"), squadron("B")])
    at = world.board.at("0303")
    air = {"A": AirUnit("A", at, lost=1), "B": AirUnit("B", at, lost=1)}
    for step in ("B", "C2", "G1"):
        draft = make_draft(world, {"R": "0203"}, step=step, air=air, bases={"0303": (AXIS, 1)})
        assert refusal(draft, "consolidate A with B") == ""
        assert "consolidate A with B" in offered(draft)
    change_air = evolve(draft.state.air["B"], flown=True)
    draft.update(air={**draft.state.air, "B": change_air})
    play(draft, "consolidate A with B")
    assert (draft.state.air["A"].lost, draft.state.air["B"].box) == (0, DEAD)
    assert draft.state.air["A"].flown, "one of them has flown in this phase"


@pytest.mark.rule("OCS 13.9")
@pytest.mark.parametrize(
    "other",
    [{"lost": 0}, {"lost": 1, "active": False}, {"lost": 1, "hex": 0}],
    ids=["whole", "inactive", "elsewhere"],
)
def test_air_units_must_be_reduced_together_and_equally_ready(other: dict[str, int]) -> None:
    world = make_world(planes=[squadron("A"), squadron("B")])
    at = world.board.at("0303")
    second = AirUnit("B", **{"hex": at, **other})  # type: ignore[arg-type]
    draft = make_draft(world, {}, step="B", air={"A": AirUnit("A", at, lost=1), "B": second})
    assert refusal(draft, "consolidate A with B") == "OCS 13.9"


@pytest.mark.rule("OCS 13.9")
def test_air_units_of_other_values_are_not_joined() -> None:
    world = make_world(planes=[squadron("A"), squadron("B", combat=3)])
    at = world.board.at("0303")
    air = {"A": AirUnit("A", at, lost=1), "B": AirUnit("B", at, lost=1)}
    assert refusal(make_draft(world, {}, step="B", air=air), "consolidate A with B") == "OCS 13.9"
