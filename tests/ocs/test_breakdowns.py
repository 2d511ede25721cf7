"""Breakdowns (OCS 20)."""

from __future__ import annotations

import pytest

from engine.ocs import breakdowns
from engine.ocs.decisions import Absorption, Advance, Retreat
from engine.ocs.pieces import AXIS, DEAD, DG, POOL, SOVIET, Counter, Unit
from engine.ocs.sizes import re4
from engine.ocs.world import Hooks
from tests.ocs.yard import (
    division,
    make_draft,
    make_world,
    offered,
    play,
    refusal,
    regiment,
    unit_at,
)


def breakdown(name: str, side: str = AXIS, ar: int = 3, **fields: object) -> Counter:
    return regiment(name, side, type="breakdown", ar=ar, **fields)


def spare(*ids: str) -> dict[str, Unit]:
    return {i: Unit(i, box=POOL) for i in ids}


# ---------------------------------------------------------------- creating (20.0, 20.0a, b)


@pytest.mark.rule("OCS 20.0", "OCS 20.0f")
def test_a_division_detaches_a_step_as_a_regiment_of_one_re() -> None:
    world = make_world([division("D"), breakdown("B")])
    draft = make_draft(world, {"D": "0203", **spare("B")})
    play(draft, "detach D as B")
    parent, child = draft.state.units["D"], draft.state.units["B"]
    assert (parent.lost, child.hex, re4(world, child)) == (1, parent.hex, 4)
    assert world.counters["B"].independent


@pytest.mark.rule("OCS 20.0")
def test_the_last_step_is_never_detached() -> None:
    world = make_world([division("D"), breakdown("B")])
    two = make_draft(world, {"D": unit_at(world, "D", "0203", lost=1), **spare("B")})
    one = make_draft(world, {"D": unit_at(world, "D", "0203", lost=2), **spare("B")})
    assert refusal(two, "detach D as B") == ""
    assert refusal(one, "detach D as B") == "OCS 20.0"


@pytest.mark.rule("OCS 20.0")
@pytest.mark.parametrize(("symbol", "rule"), [("other", ""), ("red", "OCS 20.0"),
                                              ("yellow", "OCS 20.0")])
def test_only_units_of_the_other_category_split(symbol: str, rule: str) -> None:
    world = make_world([division("D", symbol=symbol), breakdown("B")])
    draft = make_draft(world, {"D": "0203", **spare("B")})
    assert refusal(draft, "detach D as B") == rule


@pytest.mark.rule("OCS 20.0")
def test_one_step_units_have_nothing_to_detach() -> None:
    world = make_world([regiment("R"), breakdown("B")])
    assert refusal(make_draft(world, {"R": "0203", **spare("B")}), "detach R as B") == "OCS 20.0"


@pytest.mark.rule("OCS 20.0a", "OCS 20.0e")
def test_it_is_created_as_the_unit_begins_to_move_and_may_move_itself() -> None:
    world = make_world([division("D"), breakdown("B"), breakdown("C")])
    draft = make_draft(world, {"D": "0203", **spare("B", "C")})
    play(draft, "detach D as B", "move B to 0303")
    play(draft, "move D to 0202")
    assert refusal(draft, "detach D as C") == "OCS 20.0a"


@pytest.mark.rule("OCS 20.0a")
def test_it_is_created_in_its_owners_movement_only() -> None:
    world = make_world([division("D"), breakdown("B")])
    draft = make_draft(world, {"D": "0203", **spare("B")}, step="C2'")
    assert refusal(draft, "detach D as B") == "OCS 6.3a"


@pytest.mark.rule("OCS 20.0a")
def test_it_is_created_as_the_unit_begins_to_retreat_and_retreats_with_it() -> None:
    world = make_world([division("D"), breakdown("B"), division("Other")])
    draft = make_draft(world, {"D": "0203", "Other": "0203", **spare("B")}, step="F2'")
    draft.ask(Retreat(AXIS, ("D",), 2, world.board.at("0203")))
    assert "detach D as B" in offered(draft)
    assert refusal(draft, "detach Other as B") == "OCS 20.0a"
    play(draft, "detach D as B")
    assert draft.state.asks == (Retreat(AXIS, ("D", "B"), 2, world.board.at("0203")),)


@pytest.mark.rule("OCS 20.0b")
@pytest.mark.parametrize(("ar", "rule"), [(2, ""), (3, ""), (4, "OCS 20.0b")])
def test_its_rating_is_not_above_the_parents(ar: int, rule: str) -> None:
    world = make_world([division("D", ar=3), breakdown("B", ar=ar)])
    assert refusal(make_draft(world, {"D": "0203", **spare("B")}), "detach D as B") == rule


@pytest.mark.rule("OCS 20.0c", "OCS 20.0h")
def test_it_takes_over_the_parents_mode_and_markers() -> None:
    world = make_world([division("D"), breakdown("B")])
    parent = unit_at(world, "D", "0203", front=False, marker=DG, stock=1, oos=True, fuel="turn")
    draft = make_draft(world, {"D": parent, **spare("B")})
    play(draft, "detach D as B")
    child = draft.state.units["B"]
    assert (child.front, child.marker, child.stock, child.oos, child.fuel) == (
        False, DG, 1, True, "turn"
    )


@pytest.mark.rule("OCS 20.0g")
def test_units_of_a_nationality_share_a_pool_unless_the_game_says_otherwise() -> None:
    guards = breakdown("G", SOVIET, nationality="Guards")
    army = breakdown("R", SOVIET, nationality="Red Army")
    parent = division("D", SOVIET, nationality="Guards")
    world = make_world([parent, guards, army])
    units = {"D": "0203", **spare("G", "R")}
    draft = make_draft(world, units, first=SOVIET)
    assert refusal(draft, "detach D as R") == "OCS 20.0g"
    assert refusal(draft, "detach D as G") == ""
    one = make_world([parent, guards, army], hooks=Hooks(breakdown_pool=lambda w, c: "all"))
    assert refusal(make_draft(one, units, first=SOVIET), "detach D as R") == ""


@pytest.mark.rule("OCS 20.0h")
def test_no_breakdown_without_a_counter_to_spare() -> None:
    world = make_world([division("D"), breakdown("B"), breakdown("C")])
    draft = make_draft(world, {"D": "0203", "B": "0903", "C": Unit("C", box=DEAD)})
    assert refusal(draft, "detach D as B") == "OCS 20.0h"
    assert refusal(draft, "detach D as C") == "", "one that was destroyed serves again"


# ---------------------------------------------------------------- absorbing (20.0b-d)


@pytest.mark.rule("OCS 20.0d")
def test_a_reduced_unit_takes_a_breakdown_back_at_the_end_of_a_phase() -> None:
    world = make_world([division("D"), breakdown("B"), breakdown("Away")])
    draft = make_draft(
        world, {"D": unit_at(world, "D", "0203", lost=2), "B": "0203", "Away": "0303"}
    )
    breakdowns.absorb_all(draft)
    assert draft.state.units["D"].lost == 1
    assert draft.state.units["B"].box == POOL
    assert draft.state.units["Away"].on_map


@pytest.mark.rule("OCS 20.0d")
def test_it_happens_by_itself_as_a_phase_ends_and_not_before() -> None:
    world = make_world([division("D"), breakdown("B")], sources={AXIS: ("0103",)})
    draft = make_draft(world, {"D": "0203", **spare("B")})
    play(draft, "detach D as B", "move B to 0303", "move D to 0303")
    assert draft.state.units["B"].on_map
    play(draft, "end")
    assert (draft.state.units["B"].box, draft.state.units["D"].lost) == (POOL, 0)


@pytest.mark.rule("OCS 20.0d")
def test_a_unit_at_full_strength_takes_none() -> None:
    world = make_world([division("D"), breakdown("B")])
    draft = make_draft(world, {"D": "0203", "B": "0203"})
    breakdowns.absorb_all(draft)
    assert draft.state.units["B"].on_map


@pytest.mark.rule("OCS 20.0b")
@pytest.mark.parametrize(("ar", "taken"), [(2, False), (3, True), (4, True)])
def test_only_breakdowns_of_no_lower_rating_are_absorbed(ar: int, taken: bool) -> None:
    world = make_world([division("D", ar=3), breakdown("B", ar=ar)])
    draft = make_draft(world, {"D": unit_at(world, "D", "0203", lost=1), "B": "0203"})
    breakdowns.absorb_all(draft)
    assert draft.state.units["B"].on_map is not taken


@pytest.mark.rule("OCS 20.0c")
@pytest.mark.parametrize("field", [{"marker": DG}, {"stock": 1}, {"oos": True}, {"front": False}])
def test_modes_and_markers_must_be_the_same(field: dict[str, object]) -> None:
    world = make_world([division("D"), breakdown("B")])
    units = {"D": unit_at(world, "D", "0203", lost=1), "B": unit_at(world, "B", "0203", **field)}
    draft = make_draft(world, units)
    breakdowns.absorb_all(draft)
    assert draft.state.units["B"].on_map
    units["D"] = unit_at(world, "D", "0203", lost=1, **field)
    draft = make_draft(world, units)
    breakdowns.absorb_all(draft)
    assert draft.state.units["B"].box == POOL


@pytest.mark.rule("OCS 20.0d", "OCS 20.0h")
def test_the_owner_chooses_where_two_units_could_take_it() -> None:
    world = make_world([division("D1"), division("D2"), breakdown("B")])
    draft = make_draft(
        world, {i: unit_at(world, i, "0203", lost=1) for i in ("D1", "D2")} | {"B": "0203"}
    )
    breakdowns.absorb_all(draft)
    assert draft.state.asks == (Absorption(AXIS, world.board.at("0203")),)
    assert offered(draft) == ["absorb D1 with B", "absorb D2 with B"]
    play(draft, "absorb D2 with B")
    assert (draft.state.units["D1"].lost, draft.state.units["D2"].lost) == (1, 0)
    assert draft.state.asks == ()


@pytest.mark.rule("OCS 20.0c", "OCS 20.0h")
def test_a_step_that_has_attacked_does_not_attack_again_as_a_breakdown() -> None:
    """Detached as its division advances, next to another enemy: its attack is spent (9.1c)."""
    world = make_world([division("D"), breakdown("B"), regiment("X", SOVIET)])
    attacked = unit_at(world, "D", "0203", attacked=True)
    draft = make_draft(world, {"D": attacked, **spare("B"), "X": "0204"}, step="F2",
                       dumps={"0203": (AXIS, 9)})
    draft.ask(Advance(AXIS, ("D",), world.board.at("0303")))
    play(draft, "detach D as B", "pass")
    assert refusal(draft, "attack 0204 with B") == refusal(draft, "attack 0204 with D") != ""
