"""Zones of control (BSR 3.4), what they do to control (3.46) and to movement (10.6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.efs import control, movement, phases, retreat, strategic, supply, zoc
from engine.efs.decisions import Retreat
from engine.efs.pieces import AXIS, OVERRUN, SOVIET, Counter, Unit
from engine.efs.state import Attack
from engine.efs.world import Draft
from tests.efs.moves import (
    ARCTIC,
    DRY,
    FROST,
    LINGERING,
    MOTORIZED,
    MUD,
    ORANGE,
    SNOW,
    cost,
    foe,
    kind,
    left,
    reached,
    where,
)
from tests.efs.support import headquarters, make_board, make_draft, make_world, play, refusal

AROUND = {"0302", "0403", "0404", "0304", "0204", "0203"}
"""The six hexes around 0303."""


def zone(draft: Draft, side: str = SOVIET) -> set[str]:
    """Every hex in a side's ZOC."""
    return {draft.world.board.id(h) for h in zoc.sources(draft.world, draft.state, side)}


def one(
    *units: Counter, terrain: dict[str, str] | None = None,
    sides: dict[tuple[str, str], str] | None = None, weather: str = DRY, **state: Any,
) -> Draft:
    """Soviet units in 0303 and nothing else."""
    world = make_world(make_board(6, 6, terrain, sides), units)
    state.setdefault("frozen", weather in (SNOW, ARCTIC))
    if weather == LINGERING:
        weather, state["rolled"] = DRY, (MUD, DRY)
    return make_draft(world, {u.id: "0303" for u in units}, weather=weather, **state)


# ---------------------------------------------------------------- 3.4


@pytest.mark.rule("BSR 3.4")
def test_a_combat_unit_holds_its_hex_and_exerts_a_zoc_into_the_six_around_it() -> None:
    draft = one(foe())
    assert zone(draft) == AROUND
    assert zoc.holder(draft.world, draft.state, draft.world.board.at("0303")) == SOVIET


@pytest.mark.rule("BSR 3.4")
@pytest.mark.parametrize("type_", ["supply", "bridge"])
def test_units_that_are_no_combat_units_have_no_zoc_and_hold_nothing(type_: str) -> None:
    draft = one(foe(type=type_))
    assert zone(draft) == set()
    assert zoc.holder(draft.world, draft.state, draft.world.board.at("0303")) == ""


@pytest.mark.rule("BSR 3.41", "BSR 10.54")
def test_a_unit_without_a_zoc_still_controls_its_hex() -> None:
    world = make_world(counters=[kind("A"), foe(zoc=False)])
    draft = make_draft(world, {"A": "0301", "Foe": "0303"})
    hex_ = world.board.at("0303")
    assert zone(draft) == set()
    assert control.controlled(world, draft.state, hex_) == SOVIET
    assert refusal(draft, "move A to 0303", movement) == "BSR 10.54"
    assert refusal(draft, "move A via 0302 0403 0404", movement) == ""


@pytest.mark.rule("BSR 3.42")
def test_a_no_zoc_band_leaves_the_six_hexes_free() -> None:
    assert zone(one(foe(zoc=False))) == set()
    assert zone(one(foe(zoc=True))) == AROUND


@pytest.mark.rule("BSR 3.42.s1")
def test_one_unit_with_a_zoc_is_enough_for_its_hex() -> None:
    assert zone(one(foe("Gun", zoc=False), foe("Div"))) == AROUND


@pytest.mark.rule("BSR 3.42.s1", "BSR 3.43")
def test_in_mud_guns_on_foot_carry_the_zoc_of_a_motorized_regiment() -> None:
    """Alone the regiment reaches nothing off the roads; the guns alone have no ZOC to lend."""
    regiment = kind("M", MOTORIZED, side=SOVIET)
    guns = foe("Guns", zoc=False)
    assert zone(one(regiment, weather=MUD)) == set()
    assert zone(one(guns, weather=MUD)) == set()
    assert zone(one(regiment, guns, weather=MUD)) == AROUND


@pytest.mark.rule("BSR 3.42.n1")
def test_a_band_on_the_reduced_side_takes_the_zoc_away_when_it_is_turned() -> None:
    division = foe(reduced=(2, 2, 5), zoc_reduced=False)
    assert zone(one(division)) == AROUND
    world = make_world(counters=[division])
    at = world.board.at("0303")
    assert zone(make_draft(world, {"Foe": Unit("Foe", at, lost=1)})) == set()


@pytest.mark.rule("BSR 3.47", "BSR 11.44a")
def test_an_overrun_marker_takes_the_zoc_away_but_not_the_hex() -> None:
    world = make_world(counters=[foe(), foe("Other")])
    at = world.board.at("0303")
    marked = Unit("Foe", at, marks=frozenset({OVERRUN}))
    draft = make_draft(world, {"Foe": marked})
    assert zone(draft) == set()
    assert zoc.holder(world, draft.state, at) == SOVIET
    assert zone(make_draft(world, {"Foe": "0303"})) == AROUND
    assert zone(make_draft(world, {"Foe": marked, "Other": "0303"})) == AROUND


# ---------------------------------------------------------------- 3.43, 3.44, 10.67 note


@pytest.mark.rule("BSR 3.43", "BSR 10.67.n1")
@pytest.mark.parametrize(
    ("ground", "side", "reaches"),
    [
        ("clear", "", False), ("hill", "", False), ("woods", "", False),
        ("clear", "road.minor", True), ("clear", "road.main", True),
        ("clear", "road.motorway", True), ("clear", "rail", True),
        ("clear", "bridge river", False),
        ("town", "", True), ("city", "", True), ("major_city", "road.main", False),
    ],
)
def test_in_mud_a_motorized_zoc_reaches_only_towns_cities_roads_and_rails(
    ground: str, side: str, reaches: bool
) -> None:
    regiment = kind("M", MOTORIZED, side=SOVIET)
    board: dict[str, Any] = {
        "terrain": {"0304": ground}, "sides": {("0303", "0304"): side} if side else None
    }
    assert ("0304" in zone(one(regiment, weather=MUD, **board))) is reaches
    assert ("0304" in zone(one(regiment, weather=DRY, **board))) is (ground != "major_city")
    assert ("0304" in zone(one(foe(), weather=MUD, **board))) is (ground != "major_city")


@pytest.mark.rule("BSR 3.43")
@pytest.mark.parametrize("weather", [DRY, FROST, SNOW, ARCTIC])
def test_only_mud_weakens_a_motorized_zoc(weather: str) -> None:
    assert zone(one(kind("M", MOTORIZED, side=SOVIET), weather=weather)) == AROUND


@pytest.mark.rule("BSR 3.43")
def test_guns_with_orange_ma_are_not_motorized_and_keep_their_zoc_in_mud() -> None:
    guns = kind("G", ORANGE, side=SOVIET, zoc=True)
    assert zone(one(guns, weather=MUD)) == AROUND


@pytest.mark.rule("BSR 3.43")
def test_lingering_mud_weakens_a_motorized_zoc_into_woods() -> None:
    regiment = kind("M", MOTORIZED, side=SOVIET)
    draft = one(regiment, weather=LINGERING, terrain={"0304": "clear woods"})
    assert zone(draft) == AROUND - {"0304"}
    assert zone(one(regiment, terrain={"0304": "clear woods"})) == AROUND


@pytest.mark.rule("BSR 3.44", "BSR 10.67.n1")
@pytest.mark.parametrize(
    ("side", "weather", "reaches"),
    [
        ("river", DRY, True), ("canal", DRY, True), ("fortified_line", DRY, True),
        ("major_river", DRY, False), ("major_river", MUD, False), ("major_river", FROST, False),
        ("major_river", SNOW, True), ("major_river", ARCTIC, True),
        ("major_river road.main", DRY, False), ("major_river rail", FROST, False),
        ("lake", DRY, False), ("lake", FROST, False), ("lake", SNOW, True), ("lake", ARCTIC, True),
        ("sea", DRY, False), ("sea", ARCTIC, False),
    ],
)
def test_a_zoc_crosses_hexsides_as_the_chart_says(side: str, weather: str, reaches: bool) -> None:
    draft = one(foe(), sides={("0303", "0304"): side}, weather=weather)
    assert zone(draft) == AROUND - (set() if reaches else {"0304"})


@pytest.mark.rule("BSR 3.44", "BSR 10.67.n1")
def test_a_major_river_that_is_frozen_for_good_lets_zocs_through_in_frost() -> None:
    sides = {("0303", "0304"): "major_river"}
    assert "0304" in zone(one(foe(), sides=sides, weather=FROST, frozen=True))


@pytest.mark.rule("BSR 3.44")
@pytest.mark.parametrize(
    ("ground", "reaches"),
    [("hill", True), ("woods", True), ("marsh", True), ("swamp", True), ("mountain", True),
     ("town", True), ("city", True), ("major_city", False)],
)
def test_a_zoc_reaches_into_every_ground_but_a_major_city(ground: str, reaches: bool) -> None:
    draft = one(foe(), terrain={"0304": ground})
    assert zone(draft) == AROUND - (set() if reaches else {"0304"})


# ---------------------------------------------------------------- 3.45


@pytest.mark.rule("BSR 3.45")
def test_a_friend_in_the_hex_does_not_cancel_an_enemy_zoc_for_movement() -> None:
    """Clear 1 and the ZOC 1, and the mover stops, friend or no friend."""
    world = make_world(counters=[kind("A"), kind("B"), foe()])
    draft = make_draft(world, {"A": "0301", "B": "0302", "Foe": "0303"})
    assert cost(draft, "A", "0302") == 2
    assert cost(draft, "A", "0302 0202") == "BSR 10.65"


@pytest.mark.rule("BSR 3.45")
def test_a_friend_in_the_hex_cancels_an_enemy_zoc_for_supply_routes() -> None:
    world = make_world(counters=[kind("B"), foe()])
    a, b = world.board.at("0301"), world.board.at("0302")
    held = make_draft(world, {"B": "0302", "Foe": "0303"})
    empty = make_draft(world, {"Foe": "0303"})
    assert supply.may_trace(world, held.state, AXIS, a, b)
    assert not supply.may_trace(world, empty.state, AXIS, a, b)


@pytest.mark.rule("BSR 3.45")
def test_a_friendly_zoc_alone_cancels_no_enemy_zoc_in_a_retreat() -> None:
    """Question EFS-Q16: the way over vacant 0302 stays one through an enemy ZOC; a unit there
    makes it safe."""
    counters = [foe("Div"), foe("Near"), foe("There"), kind("Gun"), kind("Ax")]
    world = make_world(make_board(6, 6), counters)
    spots = {"Div": "0303", "Near": "0402", "Gun": "0304", "Ax": "0202"}
    decision = Retreat(SOVIET, SOVIET, ("Div",), 2, world.board.at("0303"))

    def fate(units: dict[str, str]) -> str:
        draft = make_draft(world, units, step="B.4c")
        ways = retreat.ways(world, draft.state, decision, ("Div",))
        through = [w for w in ways if world.board.id(w.hexes[0]) == "0302"]
        return min((w.fate for w in through), default="none")

    assert fate(spots) == retreat.RISK
    assert fate({**spots, "There": "0302"}) == retreat.SAFE


# ---------------------------------------------------------------- 3.46


@pytest.mark.rule("BSR 3.46")
def test_a_hex_in_one_sides_zoc_is_its_and_one_in_both_is_contested() -> None:
    """0302 and 0303 lie between the two units; 0203 is beside the Axis unit alone."""
    world = make_world(counters=[kind("A"), foe()])
    draft = make_draft(world, {"A": "0202", "Foe": "0403"}, control={"0302": SOVIET})
    at = world.board.at
    control.claim_all(draft)
    assert control.contested(world, draft.state, at("0302"))
    assert not control.contested(world, draft.state, at("0203"))
    assert control.controlled(world, draft.state, at("0302")) == SOVIET
    assert control.controlled(world, draft.state, at("0203")) == AXIS
    assert control.controlled(world, draft.state, at("0404")) == SOVIET


@pytest.mark.rule("BSR 3.46")
def test_a_mover_wins_hexes_that_only_its_zoc_reaches_as_it_passes() -> None:
    """It passes 0302: 0203 is its; 0303 is in the enemy's ZOC too and keeps its owner."""
    owned = dict.fromkeys(("0203", "0303"), SOVIET)
    world = make_world(counters=[kind("A"), foe()])
    draft = make_draft(world, {"A": "0301", "Foe": "0404"}, control=owned)
    play(draft, "move A via 0302 0202", movement)
    at = world.board.at
    assert control.controlled(world, draft.state, at("0203")) == AXIS
    assert control.controlled(world, draft.state, at("0303")) == SOVIET


# ---------------------------------------------------------------- 10.6


def facing(*more: Counter, step: str = "B.1", **state: Any) -> Draft:
    """Axis "A" in 0301; a Soviet unit in 0303, whose ZOC reaches 0302, 0203 and 0204."""
    world = make_world(counters=[kind("A", MOTORIZED, ma=7), foe(), *more])
    return make_draft(world, {"A": "0301", "Foe": "0303"}, step=step, **state)


@pytest.mark.rule("BSR 3.4.s1", "BSR 10.65")
def test_a_unit_that_enters_an_enemy_zoc_stops() -> None:
    draft = facing()
    assert refusal(draft, "move A via 0302 0402", movement) == "BSR 10.65"
    assert refusal(draft, "move A via 0401 0402", movement) == ""
    play(draft, "move A via 0302", movement)
    assert refusal(draft, "move A to 0301", movement) == "BSR 10.65"


@pytest.mark.rule("BSR 10.65")
def test_no_way_leads_through_an_enemy_zoc() -> None:
    """0304 is 4 MPs away by 0302, 0203 and 0204, all in the ZOC; the way round takes 6 and 1."""
    spots = {"A": "0301", "Foe": "0303"}
    barred = make_draft(make_world(counters=[kind("A", ma=6), foe()]), spots)
    assert "0302" in reached(barred, "A")
    assert "0304" not in reached(barred, "A")
    free = make_draft(make_world(counters=[kind("A", ma=4), foe(zoc=False)]), spots)
    assert "0304" in reached(free, "A")


@pytest.mark.rule("BSR 10.61")
def test_friendly_zocs_cost_nothing_and_stop_nobody() -> None:
    world = make_world(counters=[kind("A"), kind("B")])
    draft = make_draft(world, {"A": "0301", "B": "0303"})
    assert cost(draft, "A", "0302 0203 0204") == 3


@pytest.mark.rule("BSR 10.54")
def test_friendly_units_and_hexes_cost_nothing_extra_outside_enemy_zocs() -> None:
    """Through the friend in 0302 to 0303: 2 MPs."""
    world = make_world(counters=[kind("A"), kind("B"), foe()])
    draft = make_draft(world, {"A": "0301", "B": "0302", "Foe": "0305"})
    assert cost(draft, "A", "0302 0303") == 2
    assert refusal(draft, "move A to 0305", movement) == "BSR 10.54"


@pytest.mark.rule("BSR 10.64")
@pytest.mark.parametrize(
    ("ground", "side", "price"),
    [("clear", "", 2), ("hill", "", 3), ("clear", "river", 3), ("clear", "road.main", 1.5)],
)
def test_entering_an_enemy_zoc_costs_one_point_more(ground: str, side: str, price: float) -> None:
    """On top of 1, 2, 1+1 and 1/2; without the enemy just that."""
    board = make_board(6, 6, {"0302": ground}, {("0301", "0302"): side} if side else None)
    world = make_world(board, [kind("A"), foe()])
    assert cost(make_draft(world, {"A": "0301", "Foe": "0303"}), "A", "0302") == price
    assert cost(make_draft(world, {"A": "0301"}), "A", "0302") == price - 1


@pytest.mark.rule("BSR 10.64")
def test_two_enemy_zocs_in_a_hex_cost_no_more_than_one() -> None:
    world = make_world(counters=[kind("A"), foe(), foe("Foe 2")])
    draft = make_draft(world, {"A": "0301", "Foe": "0303", "Foe 2": "0403"})
    assert cost(draft, "A", "0302") == 2


@pytest.mark.rule("BSR 10.66")
def test_no_unit_moves_straight_from_one_enemy_zoc_to_another() -> None:
    """0302 and 0203 both touch 0303; 0202 does not."""
    world = make_world(counters=[kind("A"), foe()])
    draft = make_draft(world, {"A": "0302", "Foe": "0303"})
    assert refusal(draft, "move A via 0203", movement) == "BSR 10.66"
    assert refusal(draft, "move A via 0202", movement) == ""


@pytest.mark.rule("BSR 10.66")
def test_the_zocs_of_two_different_enemies_bar_the_way_as_one_does() -> None:
    """0302 is in the ZOC of 0402 alone, 0203 in that of 0204 alone."""
    world = make_world(counters=[kind("A"), foe("F1"), foe("F2")])
    draft = make_draft(world, {"A": "0302", "F1": "0402", "F2": "0204"})
    assert refusal(draft, "move A via 0203", movement) == "BSR 10.66"


@pytest.mark.rule("BSR 10.67")
def test_a_unit_leaves_an_enemy_zoc_and_enters_one_again_where_it_stops() -> None:
    """1 for 0202 outside, 1 and 1 more for 0203: 3 MPs; with 2 it may not."""
    spots = {"A": "0302", "Foe": "0303"}
    draft = make_draft(make_world(counters=[kind("A", ma=3), foe()]), spots)
    assert cost(draft, "A", "0202 0203") == 3
    assert cost(draft, "A", "0202 0203 0103") == "BSR 10.65"
    poor = make_draft(make_world(counters=[kind("A", ma=2), foe()]), spots)
    assert cost(poor, "A", "0202 0203") == "BSR 10.52"


# ---------------------------------------------------------------- 10.63


@pytest.mark.rule("BSR 10.63", "BSR 10.63a")
def test_strategic_movement_enters_no_enemy_zoc_but_ordinary_movement_does() -> None:
    """A march never comes so near (11.32d); asked for the step alone, 10.63a bars it too."""
    sides = {("0301", "0302"): "road.main"}
    world = make_world(make_board(6, 6, None, sides), [kind("A"), foe()])
    draft = make_draft(world, {"A": "0301", "Foe": "0303"})
    who = movement.party(world, draft.state, ("A",), strategic.WAYS)
    assert isinstance(who, movement.Party)
    at = world.board.at
    problem = movement.step_problem(world, draft.state, who, at("0301"), at("0302"))
    assert problem is not None and problem.rule == "BSR 10.63a"
    assert refusal(draft, "move A to 0302", movement) == ""


def reacting(at: str = "0101", ma: int = 4, **fields: Any) -> Draft:
    """A Soviet attack on Axis "D" in 0303; Axis "A" at half of its MA may react."""
    a = kind("A", MOTORIZED, ma=ma, **fields)
    world = make_world(make_board(8, 8), [a, kind("D"), foe(), headquarters()])
    target = world.board.at("0303")
    return make_draft(
        world, {"A": at, "D": "0303", "Foe": "0304"}, step="C.3a",
        attacks=(Attack((target,), ("Foe",)),),
    )


@pytest.mark.rule("BSR 10.63c", "BSR 10.63")
def test_a_reacting_unit_enters_an_enemy_zoc_only_where_a_friend_is() -> None:
    """0203 is free; 0303, beside the enemy, holds the defender; 0204 beside him is vacant."""
    draft = reacting("0203")
    assert refusal(draft, "move A to 0204", movement) == "BSR 10.63c"
    assert refusal(draft, "move A to 0303", movement) == ""


@pytest.mark.rule("BSR 10.63c")
def test_a_reacting_unit_needs_the_points_for_the_hex() -> None:
    """Half of MA 4 is 2: 0302 and 0303 cost 1 each. Half of 3 is not enough."""
    assert refusal(reacting("0301", 4), "move A via 0302 0303", movement) == ""
    assert refusal(reacting("0301", 3), "move A via 0302 0303", movement) == "BSR 10.52"


@pytest.mark.rule("BSR 10.64.x1")
def test_a_reacting_unit_pays_no_extra_point_for_the_zoc_but_stops_there() -> None:
    draft = reacting("0302")
    assert cost(draft, "A", "0303") == 1
    play(draft, "move A to 0303", movement)
    assert (left(draft, "A"), where(draft, "A")) == (1, "0303")
    assert refusal(draft, "move A to 0302", movement) == "BSR 10.65"


@pytest.mark.rule("BSR 10.63c")
def test_no_vacant_hex_in_an_enemy_zoc_is_on_offer_in_reaction() -> None:
    draft = reacting("0203")
    offered = reached(draft, "A")
    assert "0303" in offered
    assert offered.isdisjoint({"0204", "0404"})


@pytest.mark.rule("BSR 10.65")
def test_a_stopped_unit_is_free_again_in_the_next_phase() -> None:
    draft = facing()
    play(draft, "move A via 0302", movement)
    phases.close_phase(draft)
    assert not draft.state.units["A"].done
    assert refusal(draft, "move A via 0301", movement) == ""
