"""Special Truck Extenders (TTW 3.6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ocs import exchange, trace
from engine.ocs.pieces import POOL, SOVIET, Unit
from engine.ocs.world import Draft
from engine.third_winter import truck_extenders
from engine.third_winter.state import MOVING, READY
from tests.ocs import yard
from tests.third_winter.steppe import drafted, now, sheet, soviet, winter


def depot(
    step: str = "C2", places: tuple[int, ...] = (READY, READY), units: dict[str, Any] | None = None,
    **fields: Any,
) -> Draft:
    """A supply source at D1.10, and units on an open plain 40 columns wide."""
    world = winter(
        [soviet("S"), yard.regiment("G"), yard.trucks("Truck", SOVIET),
         *(yard.trucks(f"T{i}", SOVIET) for i in range(5))],
        sheet("D", 40, 20), sources={SOVIET: ("D1.10",)}, extenders={"soviet truck": 2},
    )
    return drafted(world, units or {"S": "D20.10"}, step=step, game={"truck_extenders": places},
                   **fields)


@pytest.mark.rule("TTW 3.6")
def test_the_soviets_form_no_truck_extenders_of_truck_points() -> None:
    draft = depot(units={f"T{i}": "D8.10" for i in range(5)})
    assert yard.refusal(draft, "extend D8.10 truck") == "TTW 3.6"
    assert yard.refusal(draft, "extend D8.10 wagon") != "TTW 3.6"
    assert not any(text.startswith("extend") for text in yard.offered(draft))


@pytest.mark.rule("TTW 3.6", "TTW 3.6.s1")
def test_a_ready_one_extends_trace_supply_as_a_truck_extender() -> None:
    """S in D20.10 is far from the source; from D15.10 the Extender reaches back 20 MPs."""
    draft = depot()
    assert not trace.traces(draft.world, draft.state, draft.state.units["S"])
    yard.play(draft, "act deploy-extender D15.10")
    assert trace.traces(draft.world, draft.state, draft.state.units["S"])
    assert now(draft).truck_extenders == (draft.world.board.at("D15.10"), READY)


@pytest.mark.rule("TTW 3.6")
def test_there_are_two() -> None:
    draft = depot()
    assert truck_extenders.opening(draft.world) == (READY, READY)
    yard.play(draft, "act deploy-extender D15.10")
    assert yard.refusal(draft, "act deploy-extender D15.10") == "TTW 3.6.s1"
    yard.play(draft, "act deploy-extender D30.03")
    assert yard.refusal(draft, "act deploy-extender D31.03") == "TTW 3.6.s1"


@pytest.mark.rule("TTW 3.6.s1")
def test_it_moves_only_by_way_of_the_box_and_is_ready_after_the_soviet_clean_up() -> None:
    draft = depot()
    yard.play(draft, "act deploy-extender D15.10", "act lift-extender D15.10")
    assert now(draft).truck_extenders == (MOVING, READY)
    assert draft.state.extenders == {}
    yard.go_to(draft, "H'")
    draft.world.hooks.clean_up(draft)
    assert now(draft).truck_extenders == (MOVING, READY)  # the Axis Clean Up Phase
    yard.go_to(draft, "H")
    draft.world.hooks.clean_up(draft)
    assert now(draft).truck_extenders == (READY, READY)


@pytest.mark.rule("TTW 3.6.s1")
def test_one_in_the_moving_section_is_not_deployed() -> None:
    assert yard.refusal(depot(places=(MOVING, MOVING)), "act deploy-extender D15.10") == (
        "TTW 3.6.s1")
    assert yard.refusal(depot(places=(MOVING, READY)), "act deploy-extender D15.10") == ""


@pytest.mark.rule("TTW 3.6.s1")
def test_not_onto_enemies_nor_outside_the_soviet_movement_phase() -> None:
    draft = depot(units={"G": "D15.10"})
    assert yard.refusal(draft, "act deploy-extender D15.10") == "TTW 3.6.s1"
    assert yard.refusal(depot("C2'"), "act deploy-extender D15.10") == "TTW 3.6"


@pytest.mark.rule("TTW 3.6.s2")
def test_an_axis_unit_in_its_hex_sends_it_to_the_moving_section() -> None:
    draft = depot(units={"G": "D15.12"})
    yard.play(draft, "act deploy-extender D15.10")
    yard.go_to(draft, "C2'")
    yard.play(draft, "move G via D15.11 D15.10")
    assert now(draft).truck_extenders == (MOVING, READY)
    assert draft.state.extenders == {}


@pytest.mark.rule("TTW 3.6.s2", "OCS 9.14d")
def test_it_brings_no_trucks_when_it_is_driven_off_nor_holds_any_back() -> None:
    spare = {f"T{i}": Unit(f"T{i}", box=POOL, front=False) for i in range(5)}
    draft = depot(units={"G": "D15.12", "Truck": "D20.10", **spare})
    yard.play(draft, "act deploy-extender D15.10")
    assert len(exchange.spare(draft.world, draft.state, "Truck")) == 5
    yard.go_to(draft, "C2'")
    yard.play(draft, "move G via D15.11 D15.10")
    assert all(draft.state.units[i].box == POOL for i in spare)
    assert draft.state.asks == ()


@pytest.mark.rule("TTW 3.6.s2")
def test_it_never_becomes_truck_points() -> None:
    draft = depot()
    yard.play(draft, "act deploy-extender D15.10")
    assert yard.refusal(draft, "extend D15.10 truck back") == "TTW 3.6"
