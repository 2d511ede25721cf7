"""Front boundaries: lines, assignment, minimums, and supply that does not cross (TTW 3.3b)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from engine.core.commands import End
from engine.core.errors import BadCommand
from engine.ocs import supply, trace
from engine.ocs.flow import FLOW
from engine.ocs.pieces import AXIS, SOVIET
from engine.ocs.world import Draft
from engine.third_winter import boundaries
from tests.ocs import yard
from tests.third_winter.steppe import (
    F1,
    F2,
    drafted,
    front,
    gun,
    hq,
    line,
    now,
    row_of,
    sheet,
    soviet,
    winter,
)

FORCES = {
    "T": "1 Tank Corps", "M": "1 Mech Corps", "C": "1 Gd Cav Corps",
}
"""A unit of each kind of corps."""


def border(step: str = "B", more: dict[str, Any] | None = None, **fields: Any) -> Draft:
    """Two Fronts on sheet D: the 1st around D8.10, the 2nd around D22.10; line of D15.

    The front line runs along row 14: Germans hold row 15 and north of it.
    """
    counters = [hq(f"Army {i}") for i in range(1, 9)]
    counters += [soviet(n, formation=f) for n, f in FORCES.items()]
    counters += [gun("Guns", steps=3), soviet("S"), yard.regiment("G"),
                 yard.trucks("Truck", SOVIET), yard.organic("Organic", "1 Tank Corps", SOVIET)]
    world = winter(
        counters, sheet("D", 30, 20, None, line("D", 10, 1, 30)), sources={SOVIET: ("D1.10",)},
        rail_capacity={SOVIET: 400},
    )
    board = world.board
    control = {
        number: AXIS if int(number.split(".")[1]) > 14 else SOVIET for number in board.index
    }
    units = {"Army 1": "D9.10", "Army 5": "D21.10", "S": "D15.13", "G": "D15.16", **(more or {})}
    fronts = {
        F1: front(world, "D8.10", armies=("Army 1", "Army 2", "Army 3", "Army 4")),
        F2: front(world, "D22.10", armies=("Army 5",)),
    }
    fields.setdefault("control", control)
    fields.setdefault("sides", {side: evolve(yard.Side(), rail=400) for side in (AXIS, SOVIET)})
    draft = drafted(
        world, units, step=step, gauge=row_of("D", 10, 1, 30), fronts=fronts,
        dumps={"D9.10": (SOVIET, 8), "D20.10": (SOVIET, 8)}, **fields,
    )
    return draft


def zone(draft: Draft, number: str) -> str:
    return boundaries.zone(draft.world, draft.state, draft.world.board.at(number))


LINE = f"act boundary D15.14 as {F1}/{F2}/D15.16"
"""Looking north along column 15: the 1st Front to the left, west, the 2nd to the right."""


@pytest.mark.rule("TTW 3.3b.A")
def test_a_line_from_the_front_line_gives_every_hex_to_one_front() -> None:
    draft = border()
    yard.play(draft, LINE)
    for hex_ in range(len(draft.world.board)):
        number = draft.world.board.id(hex_)
        column = int(number[1:].split(".")[0])
        assert zone(draft, number) == (F1 if column <= 15 else F2)


@pytest.mark.rule("TTW 3.3b.A")
def test_it_may_run_in_any_direction() -> None:
    """From D15.14 south-east to D19.12: D19.14 lies north of it, to the left."""
    draft = border()
    yard.play(draft, f"act boundary D15.14 as {F2}/{F1}/D19.12")
    assert zone(draft, "D19.14") == F2
    assert zone(draft, "D15.12") == F1


@pytest.mark.rule("TTW 3.3b.A")
def test_a_boundary_begins_at_the_front_line() -> None:
    assert yard.refusal(border(), f"act boundary D15.08 as {F1}/{F2}/D15.16") == "TTW 3.3b.A"
    assert yard.refusal(border(), LINE) == ""


@pytest.mark.rule("TTW 3.3b.A")
def test_it_is_fixed_until_the_next_reinforcement_phase() -> None:
    assert yard.refusal(border("C2"), LINE) != ""
    assert yard.refusal(border("B"), LINE) == ""
    draft = border()
    other = f"act boundary D17.14 as {F1}/{F2}/D17.16"
    yard.play(draft, LINE)
    assert yard.refusal(draft, other) == "TTW 3.3b.A"
    draft.update(turn=2)
    yard.play(draft, other)
    assert zone(draft, "D16.14") == F1  # the new line instead of the old one


@pytest.mark.rule("TTW 3.3b.A")
def test_lines_are_offered_between_the_two_hqs_at_the_front_line_and_in_any_hex_of_it() -> None:
    """HQs at D8.10 and D22.10, the front along rows 14 and 15: halfway lies column 15."""
    draft = border()
    lines = [text for text in yard.offered(draft) if text.startswith("act boundary")]
    assert LINE.replace("D15.16", "D15.15") in lines
    assert {text.split()[2].split(".")[0] for text in lines} <= {"D14", "D15", "D16"}
    for text in lines:
        assert yard.refusal(draft, text) == ""
    assert any(text.startswith("act boundary D20.14") for text in yard.offered(draft, "D20.14"))
    assert not any("boundary" in text for text in yard.offered(draft, "D20.12"))
    yard.play(draft, LINE)
    assert not any("boundary" in text for text in yard.offered(draft))


@pytest.mark.rule("TTW 3.3b.C")
def test_a_front_short_of_armies_takes_those_in_its_boundary_that_others_can_spare() -> None:
    """Army 5 and 6 of the 2nd Front stand west of the line, where the 1st has but two."""
    more = {"Army 2": "D7.10", "Army 3": "D7.11", "Army 5": "D9.12"}
    east = {f"Army {n}": "D25.12" for n in (4, 6, 7, 8)}
    draft = border(more={**more, **east})
    draft.update(asks=())
    yard.play(draft, LINE, f"act assign D25.12 with Army 6, Army 7, Army 8 as {F2}")
    refused = FLOW.judge(draft.world, draft.state, End())
    assert refused is not None and refused.rule == "TTW 3.3b.C"
    yard.play(draft, f"act assign D9.12 with Army 5 as {F1}")
    assert yard.refusal(draft, "end") == "TTW 3.3b.C"  # now the 2nd has three in its boundary
    yard.play(draft, f"act assign D25.12 with Army 4 as {F2}")
    assert FLOW.judge(draft.world, draft.state, End()) is None


@pytest.mark.rule("TTW 3.3b.B")
def test_every_army_hq_on_the_map_is_assigned_before_the_phase_ends() -> None:
    draft = border(more={"Army 6": "D25.12"})
    draft.update(asks=())
    assert yard.refusal(draft, f"act assign D25.12 with S as {F2}") == "TTW 3.3b.B"

    refused = FLOW.judge(draft.world, draft.state, End())
    assert refused is not None and refused.rule == "TTW 3.3b.B"
    yard.play(draft, f"act assign D25.12 with Army 6 as {F2}")
    assert FLOW.judge(draft.world, draft.state, End()) is None


@pytest.mark.rule("TTW 3.3b.B")
def test_armies_are_reassigned_wherever_they_stand_but_only_then() -> None:
    draft = border()
    yard.play(draft, f"act assign D9.10 with Army 1 as {F2}")
    assert now(draft).fronts[F1].armies == ("Army 2", "Army 3", "Army 4")
    assert now(draft).fronts[F2].armies == ("Army 5", "Army 1")
    assert yard.refusal(border("C2"), f"act assign D9.10 with Army 1 as {F2}") != ""


@pytest.mark.rule("TTW 3.3b.B")
def test_an_army_hq_named_twice_is_not_assigned_twice() -> None:
    with pytest.raises(BadCommand, match="act assign: a unit is named twice"):
        yard.play(border(), f"act assign D9.10 with Army 1, Army 1 as {F2}")


ALL_FOUR = {"Army 1": "D9.10", "Army 2": "D10.10", "Army 3": "D11.10", "Army 4": "D12.10"}
FULL = {**ALL_FOUR, "T": "D10.11", "M": "D11.11", "Guns": "D12.11"}


def short(draft: Draft) -> tuple[str, ...]:
    return boundaries.shortages(draft.world, draft.state, F1)


@pytest.mark.rule("TTW 3.3b.C")
def test_what_a_front_needs_within_its_boundary_and_its_armies_reach() -> None:
    assert short(border(more=FULL)) == ()
    assert short(border(more={**FULL, "Army 4": "D25.10"})) == ("1 Army HQs",)
    assert short(border(more={**FULL, "M": "D28.03"})) == (boundaries.NEEDS[1],)
    cavalry = {k: v for k, v in FULL.items() if k != "M"} | {"C": "D11.11"}
    assert short(border(more=cavalry)) == ()
    assert short(border(more=ALL_FOUR)) == boundaries.NEEDS


@pytest.mark.rule("TTW 3.3b.C", "TTW 3.3b.D")
def test_units_cross_a_boundary_while_the_minimums_hold() -> None:
    """The 15th column is the 1st Front's; D16.11 the 2nd's. The tank corps is the only one."""
    draft = border("C2", more={**FULL, "T": "D15.11", "Army 4": "D13.10", "S": "D15.11"})
    assert short(draft) == ()
    assert yard.refusal(draft, "move S to D16.11") == ""
    # still in reach of its armies there, so that the minimum holds
    assert yard.refusal(draft, "move T to D16.11") == ""
    far = border("C2", more={**FULL, "Army 4": "D15.10"})
    yard.change(far, "Army 4", front=False, fuel="phase")
    assert yard.refusal(far, "move Army 4 via D16.10") == "TTW 3.3b.C"
    more = {"Army 6": "D14.10"}
    spare = border("C2", more={**FULL, "Army 4": "D15.10", **more})
    boundaries.put(spare, F1, armies=(*now(spare).fronts[F1].armies, "Army 6"))
    yard.change(spare, "Army 4", front=False, fuel="phase")
    assert yard.refusal(spare, "move Army 4 via D16.10") == ""


@pytest.mark.rule("TTW 3.3b.E")
def test_supply_of_a_command_radius_does_not_leave_the_boundary_by_truck() -> None:
    draft = border("C2", more={"Truck": yard.Unit("Truck")})
    world = draft.world
    yard.change(draft, "Truck", hex="D14.10", front=False, load=4)
    assert yard.refusal(draft, "move Truck to D15.10") == ""
    assert yard.refusal(draft, "move Truck to D17.10") != ""
    assert yard.refusal(draft, "move Truck via D15.10 D16.10") == "TTW 3.3b.E"
    yard.change(draft, "Truck", load=0)
    assert yard.refusal(draft, "move Truck via D15.10 D16.10") == ""
    assert world.board.distance(world.board.at("D8.10"), world.board.at("D14.10")) <= 10


@pytest.mark.rule("TTW 3.3b.E.x1")
def test_an_organic_truck_takes_an_sp_along_with_its_formation() -> None:
    draft = border("C2", more={"T": "D15.10"})
    draft.update(units={**draft.state.units, "Organic": yard.unit_at(
        draft.world, "Organic", "D15.10", load=4)})
    a, b = (draft.world.board.at(h) for h in ("D15.10", "D16.10"))
    world, state = draft.world, draft.state
    assert boundaries.load_problem(world, state, ("T", "Organic"), a, b) is None
    alone = boundaries.load_problem(world, state, ("Organic",), a, b)
    assert alone is not None and alone.rule == "TTW 3.3b.E"


@pytest.mark.rule("TTW 3.3b.E")
def test_nor_by_rail() -> None:
    terrain = {"D9.10": "village", "D13.10": "village", "D20.10": "village"}
    draft = border("C2")
    world = evolve(
        draft.world, board=sheet("D", 30, 20, terrain, line("D", 10, 1, 30)))
    draft.world = world
    assert yard.refusal(draft, "rail-supply 4 from D9.10 to D20.10") == "TTW 3.3b.E"
    assert yard.refusal(draft, "rail-supply 4 from D9.10 to D13.10") == ""


@pytest.mark.rule("TTW 3.3b.E")
def test_assigned_hqs_neither_draw_nor_throw_supply_across_but_trace_they_do() -> None:
    """Army 5 of the 2nd Front in D18.12 throws 5 MPs: D14.12 lies in the 1st Front's boundary."""
    draft = border("D", more={"Army 5": "D18.12", "S": "D14.12", "C": "D19.12"})
    yard.change(draft, "S", hex="D14.12")
    world, state = draft.world, draft.state
    army, ours, across = (state.units[n] for n in ("Army 5", "C", "S"))
    assert supply.serves(world, state, army, across)
    assert not supply.gives(world, state, army, across)
    assert supply.gives(world, state, army, ours)
    assert trace.traces(world, state, army)
    assert "Army 5" in trace.trace_ways(world, state, across)
    assert not any(tap.hq == "Army 5" for tap in supply.taps(world, state, across))
    draft.update(dumps={world.board.at("D14.10"): state.dumps[world.board.at("D9.10")]})
    yard.change(draft, "Army 5", hex="D17.10")
    assert supply.hq_dumps(world, draft.state, draft.state.units["Army 5"]) == ()
    yard.change(draft, "Army 1", hex="D13.10")
    assert supply.hq_dumps(world, draft.state, draft.state.units["Army 1"]) != ()
