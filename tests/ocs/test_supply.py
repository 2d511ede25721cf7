"""Draw and throw (OCS 12.3). Boards of one row leave a path no way round."""

from __future__ import annotations

import pytest

from engine.core.board import Board
from engine.core.draft import Draft
from engine.ocs import supply
from engine.ocs.pieces import AXIS, DG, LEG, SOVIET, STRAT, TRUCK
from engine.ocs.state import OcsState
from engine.ocs.world import Hooks, World
from tests.ocs.yard import (
    headquarters,
    hexes_of,
    make_board,
    make_draft,
    make_world,
    regiment,
    trucks,
    unit_at,
)

HERE = "0101"


def row(terrain: dict[str, str] | None = None, sides: dict[tuple[str, str], str] | None = None,
        columns: int = 16) -> Board:
    """A board one hex high: numbers 0101 to 1601."""
    return make_board(columns, 1, terrain, sides)


def draws(
    draft: Draft[World, OcsState], target: str, mobility: str = TRUCK, start: str = HERE
) -> bool:
    """Whether an Axis unit in a hex draws from another."""
    at = draft.world.board.at
    return supply.draws(draft.world, draft.state, AXIS, mobility, at(start), at(target))


def served(draft: Draft[World, OcsState], hq: str, unit: str) -> bool:
    """Whether an HQ throws to a unit."""
    units = draft.state.units
    return supply.serves(draft.world, draft.state, units[hq], units[unit])


# ---------------------------------------------------------------- draw (12.3a)


@pytest.mark.rule("OCS 12.3a", "OCS 12.3c")
def test_a_unit_draws_over_five_truck_mps_and_one_hex_more() -> None:
    draft = make_draft(make_world(board=row()))
    assert draws(draft, "0701")
    assert not draws(draft, "0801")


@pytest.mark.rule("OCS 12.3a")
def test_the_path_is_counted_from_the_unit_towards_the_dump() -> None:
    """Entering Hills costs Truck 2: the unit's own hex is free, the hex before the dump is not."""
    near = make_draft(make_world(board=row({"0101": "hills"})))
    far = make_draft(make_world(board=row({"0601": "hills"})))
    assert draws(near, "0701")
    assert not draws(far, "0701")


@pytest.mark.rule("OCS 12.3a")
def test_an_hq_with_a_leg_throw_range_counts_leg_mps() -> None:
    """Swamp is closed to Trucks and costs Leg 3."""
    world = make_world(
        [headquarters("L", mobility=LEG), headquarters("T"), regiment("R")],
        row({"0201": "swamp"}),
    )
    draft = make_draft(world, {"L": HERE, "T": HERE, "R": HERE}, dumps={"0301": (AXIS, 4)})
    taps = {i: supply.taps(world, draft.state, draft.state.units[i]) for i in ("L", "T", "R")}
    assert [t.hex for t in taps["L"]] == [world.board.at("0301")]
    assert [t.hq for t in taps["T"]] == ["L"], "another HQ throws it for its own use"
    assert [t.hq for t in taps["R"]] == ["L"], "a unit draws in Truck MPs whatever its own are"


@pytest.mark.rule("OCS 12.3a")
def test_several_dumps_add_up() -> None:
    world = make_world([regiment("R")], row())
    draft = make_draft(
        world, {"R": "0401"}, dumps={"0201": (AXIS, 3), "0601": (AXIS, 4), "1301": (AXIS, 8)}
    )
    assert supply.reachable_tokens(world, draft.state, draft.state.units["R"]) == 7


# ---------------------------------------------------------------- adjacent is close enough (12.3c)


@pytest.mark.rule("OCS 12.3c")
def test_a_dump_beside_the_unit_is_in_reach_whatever_lies_between() -> None:
    draft = make_draft(make_world(board=row(sides={("0101", "0201"): "lake"})))
    assert draws(draft, "0201")
    assert not draws(draft, "0301"), "a counted hex must be entered"


@pytest.mark.rule("OCS 12.3c")
def test_the_last_hop_is_not_blocked_by_enemies() -> None:
    """The enemy's ZOC covers the unit's hex, and the unit has yet to move."""
    world = make_world([regiment("E", SOVIET), regiment("R")], make_board(6, 2))
    draft = make_draft(world, {"E": "0302", "R": "0301"})
    assert draws(draft, "0401", start="0301")
    assert not draws(draft, "0501", start="0301")


# ---------------------------------------------------------------- counting paths (12.3d)


@pytest.mark.rule("OCS 12.3d")
def test_an_enemy_combat_unit_blocks_and_enemy_transport_does_not() -> None:
    world = make_world([regiment("E", SOVIET), trucks("T", SOVIET)], row())
    blocked = make_draft(world, {"E": "0301"})
    free = make_draft(world, {"T": "0301"})
    assert not draws(blocked, "0601", LEG)
    assert draws(free, "0601", LEG)


@pytest.mark.rule("OCS 12.3d", "OCS 4.5a", "OCS 4.5a.B")
def test_an_enemy_zoc_blocks_truck_paths_but_not_leg_ones() -> None:
    world = make_world([regiment("E", SOVIET)], make_board(8, 2))
    draft = make_draft(world, {"E": "0302"}, step="D")
    assert not draws(draft, "0601")
    assert draws(draft, "0601", LEG)


@pytest.mark.rule("OCS 12.3d", "OCS 4.5b")
def test_a_friend_in_the_hex_opens_it_again() -> None:
    world = make_world([regiment("E", SOVIET), regiment("R")], make_board(8, 2))
    draft = make_draft(world, {"E": "0302", "R": "0301"}, step="D")
    assert draws(draft, "0601")


@pytest.mark.rule("OCS 12.3d", "OCS 17.0c")
def test_weather_that_costs_more_is_ignored() -> None:
    """In Mud a Truck pays 4 for an Open hex."""
    draft = make_draft(make_world(board=row()), ground="mud")
    assert draws(draft, "0701")


@pytest.mark.rule("OCS 12.3d")
def test_a_frozen_river_may_be_used() -> None:
    """A Major River stops Trucks in Dry and costs 3 more in Freeze: 1 and then 4 are five MPs."""
    world = make_world(board=row(sides={("0201", "0301"): "major_river"}))
    assert not draws(make_draft(world), "0401")
    assert draws(make_draft(world, ground="freeze"), "0401")
    assert not draws(make_draft(world, ground="freeze"), "0501")


@pytest.mark.rule("OCS 12.3d")
def test_trainbusting_does_not_lengthen_a_path() -> None:
    world = make_world(board=row())
    busts = {world.board.at("0301"): SOVIET}
    assert draws(make_draft(world, busts=busts), "0701")


@pytest.mark.rule("OCS 12.3d", "OCS 6.1d")
def test_a_path_goes_no_way_that_has_no_way_back() -> None:
    """By road into a Swamp; from there only by road, for a Truck could not come back in."""
    swamp = {"0201": "swamp"}
    half = make_board(8, 1, swamp, {("0101", "0201"): "road"})
    whole = make_board(8, 1, swamp, {("0101", "0201"): "road", ("0201", "0301"): "road"})
    assert not draws(make_draft(make_world(board=half)), "0401")
    assert draws(make_draft(make_world(board=whole)), "0401")


@pytest.mark.rule("OCS 12.3d")
def test_the_minimum_move_stretches_no_path() -> None:
    """Hills cost a Truck 2: two of them leave 1 MP, too little for a third."""
    board = row({"0201": "hills", "0301": "hills", "0401": "hills"})
    draft = make_draft(make_world(board=board))
    assert draws(draft, "0401")
    assert not draws(draft, "0501")


# ---------------------------------------------------------------- throw (12.3b)


@pytest.mark.rule("OCS 12.3b", "OCS 12.3c")
def test_an_hq_throws_its_range_and_one_hex_more() -> None:
    world = make_world([headquarters("H", throw=(3, 1)), regiment("A"), regiment("B")], row())
    draft = make_draft(world, {"H": "0501", "A": "0901", "B": "1001"})
    assert served(draft, "H", "A")
    assert not served(draft, "H", "B")


@pytest.mark.rule("OCS 12.3b")
def test_the_greatest_stretch_from_dump_to_unit() -> None:
    """A free hex, five MPs, the HQ, a throw of five, a free hex: twelve hexes."""
    world = make_world([headquarters("H", throw=(5, 3)), regiment("A"), regiment("B")], row())
    draft = make_draft(world, {"H": "0701", "A": "1301", "B": "1401"}, dumps={"0101": (AXIS, 4)})
    units = draft.state.units
    assert supply.taps(world, draft.state, units["A"])
    assert not supply.taps(world, draft.state, units["B"])


@pytest.mark.rule("OCS 13.1a", "OCS 12.3b")
def test_the_range_is_that_of_the_side_showing() -> None:
    world = make_world([headquarters("H", throw=(5, 2)), regiment("A")], row())
    combat = make_draft(world, {"H": "0101", "A": "0701"})
    move = make_draft(world, {"H": unit_at(world, "H", "0101", front=False), "A": "0701"})
    assert served(combat, "H", "A")
    assert not served(move, "H", "A")


@pytest.mark.rule("OCS 12.3b", "OCS 13.1a", "OCS 12.3b.C")
def test_a_strat_hq_cannot_throw_and_a_disorganized_one_can() -> None:
    world = make_world([headquarters("H"), regiment("A")], row())
    strat = unit_at(world, "H", "0101", front=False, marker=STRAT)
    dg = unit_at(world, "H", "0101", marker=DG)
    assert supply.throwers(world, make_draft(world, {"H": strat, "A": "0201"}).state, AXIS) == ()
    assert supply.throwers(world, make_draft(world, {"H": dg, "A": "0201"}).state, AXIS) == (dg,)


@pytest.mark.rule("OCS 12.3b", "OCS 12.3b.B")
def test_an_hq_throws_to_any_number_of_units() -> None:
    world = make_world([headquarters("H"), *(regiment(f"R{i}") for i in range(9))], row())
    draft = make_draft(world, {"H": "0201", **{f"R{i}": "0401" for i in range(9)}})
    assert all(served(draft, "H", f"R{i}") for i in range(9))


@pytest.mark.rule("OCS 12.3b", "OCS 12.3b.D")
def test_what_is_thrown_to_an_hq_is_not_thrown_on() -> None:
    world = make_world([headquarters("H1"), headquarters("H2"), regiment("R")], row())
    draft = make_draft(world, {"H1": "0201", "H2": "0801", "R": "1401"}, dumps={"0101": (AXIS, 4)})
    units = draft.state.units
    assert [t.hq for t in supply.taps(world, draft.state, units["H2"])] == ["H1"]
    assert served(draft, "H2", "R")
    assert supply.taps(world, draft.state, units["R"]) == ()


@pytest.mark.rule("OCS 13.1d")
def test_a_game_may_limit_whom_an_hq_supplies() -> None:
    def own(world: World, state: OcsState, hq: object, unit: object) -> bool:
        return getattr(unit, "id", "") == "A"

    world = make_world(
        [headquarters("H"), regiment("A"), regiment("B")], row(), hooks=Hooks(may_supply=own)
    )
    draft = make_draft(world, {"H": "0201", "A": "0301", "B": "0301"})
    assert served(draft, "H", "A")
    assert not served(draft, "H", "B")


@pytest.mark.rule("OCS 12.3d")
def test_a_truck_throw_stops_before_an_enemy_zoc_and_hops_into_it() -> None:
    """The enemy in 0502 covers 0402, 0501 and 0602; the free hex reaches into the zone."""
    world = make_world([headquarters("H"), regiment("E", SOVIET)], make_board(8, 2))
    draft = make_draft(world, {"H": "0101", "E": "0502"}, step="C2")
    thrown = supply.thrown_to(world, draft.state, draft.state.units["H"])
    assert hexes_of(draft, "0401", "0501") <= thrown
    assert not hexes_of(draft, "0601") & thrown
