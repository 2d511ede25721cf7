"""Ground movement (OCS 6): costs, roads, minimum moves, ways back, stacks on the move."""

from __future__ import annotations

import pytest

from engine.ocs.charts import ALL, PROHIBITED
from engine.ocs.pieces import AXIS, DG, LEG, MP, RESERVE, SOVIET, TRACK, TRUCK, Aircraft, Face
from engine.ocs.state import Side
from engine.ocs.terrain import move_cost, step_cost
from tests.ocs.yard import (
    along,
    battalion,
    change,
    go_to,
    headquarters,
    make_board,
    make_draft,
    make_state,
    make_world,
    offered,
    play,
    refusal,
    regiment,
    trucks,
    unit_at,
)

KINDS = (LEG, TRACK, TRUCK)


def price(
    terrain: str = "clear", side: str = "", weather: str = "dry", roads: bool = True,
    start: str = "clear",
) -> tuple[object, ...]:
    """MPs for Leg, Track and Truck from 0203 into 0303; "P" for never, "all" for everything."""
    board = make_board(
        terrain={"0203": start, "0303": terrain}, sides={("0203", "0303"): side} if side else {}
    )
    world = make_world(board=board)
    state = make_state(world, ground=weather)
    a, b = board.at("0203"), board.at("0303")
    words = {PROHIBITED: "P", ALL: "all"}
    costs = (move_cost(world, state, AXIS, kind, a, b, roads=roads) for kind in KINDS)
    return tuple(words.get(c, c / MP) for c in costs)


# ---------------------------------------------------------------- the chart (6.1a, 6.2)


@pytest.mark.rule("OCS 6.1a", "OCS 6.2", "OCS 17.0a")
@pytest.mark.parametrize(("terrain", "weather", "costs"), [
    ("clear", "dry", (1, 1, 1)), ("clear", "mud", (1, 2, 4)), ("woods", "dry", (1, 2, 2)),
    ("heavy_woods", "dry", (2, 4, 5)), ("hill", "mud", (1, 3, 5)),
    ("mountain", "dry", (3, "P", "P")),
    ("swamp", "dry", (3, "P", "P")), ("swamp", "freeze", (2, 2, 3)), ("clear", "thaw", (1, 2, 4)),
    ("sea", "freeze", ("P", "P", "P")), ("city", "mud", (1, 1, 1)),
])
def test_a_hex_costs_by_mobility_type_and_weather(
    terrain: str, weather: str, costs: tuple[object, ...]
) -> None:
    assert price(terrain, weather=weather) == costs


@pytest.mark.rule("OCS 6.2d")
@pytest.mark.parametrize(("terrain", "costs"), [
    ("clear woods heavy_woods", (2, 4, 5)), ("village woods", (1, 2, 2)), ("village", (1, 1, 1)),
    ("swamp hill", (3, "P", "P")), ("village clear", (1, 1, 1)),
])
def test_the_costliest_terrain_of_a_hex_counts_and_a_village_never(
    terrain: str, costs: tuple[object, ...]
) -> None:
    assert price(terrain) == costs


@pytest.mark.rule("OCS 6.2b")
@pytest.mark.parametrize(("side", "weather", "costs"), [
    ("river", "dry", (2, 3, 4)), ("river", "freeze", (2, 2, 2)),
    ("major_river", "dry", ("all", "P", "P")), ("major_river", "freeze", (2, 3, 4)),
    ("lake", "dry", ("P", "P", "P")),
])
def test_a_hexside_adds_its_cost_to_that_of_the_hex(
    side: str, weather: str, costs: tuple[object, ...]
) -> None:
    assert price(side=side, weather=weather) == costs


@pytest.mark.rule("OCS 6.2d")
def test_of_two_waters_on_a_hexside_the_cheaper_counts() -> None:
    assert price(side="river major_river") == (2, 3, 4)
    assert price(side="lake river") == (2, 3, 4)


@pytest.mark.rule("OCS 6.2a", "OCS 6.2c")
@pytest.mark.parametrize(("terrain", "side", "weather", "costs"), [
    ("swamp", "road", "dry", (0.5, 0.5, 0.5)),
    ("mountain", "rail", "dry", (1, 1, 1)),
    ("clear", "road major_river", "dry", (0.5, 0.5, 0.5)),
    ("heavy_woods", "track river", "mud", (1, 2, 2)),
    ("clear", "rail road", "dry", (0.5, 0.5, 0.5)),
    ("clear", "pontoon major_river", "dry", (1, 1, 1)),
])
def test_along_a_road_nothing_else_of_hex_and_hexside_counts(
    terrain: str, side: str, weather: str, costs: tuple[object, ...]
) -> None:
    assert price(terrain, side, weather, start=terrain) == costs


@pytest.mark.rule("OCS 6.2a")
def test_a_road_is_never_dearer_than_the_country_beside_it() -> None:
    """In Mud a track costs Truck units 2 MPs and the city around it 1."""
    assert price("city", "track", "mud") == (1, 1, 1)
    assert price("clear", "track", "mud") == (1, 2, 2)


@pytest.mark.rule("OCS 6.2a")
def test_all_roads_of_a_hex_are_linked() -> None:
    """In by rail, out by track, through a swamp closed to Track units."""
    board = make_board(terrain={"0303": "swamp"}, sides={
        ("0203", "0303"): "rail", ("0303", "0403"): "track",
    })
    world = make_world([battalion("K")], board)
    draft = make_draft(world, {"K": unit_at(world, "K", "0203", fuel="turn")})
    play(draft, "move K via 0303 0403")
    assert draft.state.units["K"].spent == 2 * MP


@pytest.mark.rule("OCS 6.2e", "OCS 14.8c")
def test_a_trainbusting_zone_adds_one_to_every_hex() -> None:
    board = make_board(sides=along(3, 2, 4, "road"))
    world = make_world(board=board)
    state = make_state(world, busts={board.at("0303"): SOVIET})
    a, b = board.at("0203"), board.at("0303")
    assert [move_cost(world, state, AXIS, k, a, b) / MP for k in KINDS] == [1.5, 1.5, 1.5]
    assert [step_cost(world, state, AXIS, k, a, b) / MP for k in KINDS] == [0.5, 0.5, 0.5]


# ---------------------------------------------------------------- there and back (6.1d, 6.2c)


@pytest.mark.rule("OCS 6.1d")
def test_no_step_is_made_that_could_not_be_made_back() -> None:
    """A unit on a mountain that it reached by road leaves it by the road only."""
    board = make_board(terrain={"0203": "mountain"}, sides={("0203", "0303"): "road"})
    world = make_world([battalion("K"), regiment("L")], board)
    draft = make_draft(world, {"K": unit_at(world, "K", "0203", fuel="turn"), "L": "0203"})
    assert refusal(draft, "move K via 0204") == "OCS 6.2c"
    assert refusal(draft, "move K via 0303") == ""
    assert refusal(draft, "move L via 0204") == ""


@pytest.mark.rule("OCS 6.2c")
def test_prohibited_terrain_is_entered_by_road_or_bridge_only() -> None:
    board = make_board(terrain={"0303": "swamp", "0302": "swamp"},
                       sides={("0203", "0303"): "road", ("0203", "0204"): "major_river road",
                              ("0203", "0202"): "major_river"})
    world = make_world([battalion("K")], board)
    draft = make_draft(world, {"K": unit_at(world, "K", "0203", fuel="turn")})
    assert [refusal(draft, f"move K via {h}") for h in ("0303", "0302", "0204", "0202")] == [
        "", "OCS 6.2c", "", "OCS 6.2c",
    ]


# ---------------------------------------------------------------- allowances (6.1b, c, e)


@pytest.mark.rule("OCS 6.1b")
def test_no_more_is_spent_than_the_allowance() -> None:
    world = make_world([regiment("A")])
    draft = make_draft(world, {"A": "0203"})
    assert refusal(draft, "move A to 0503") == ""
    assert refusal(draft, "move A to 0603") == "OCS 6.1b"
    play(draft, "move A to 0403")
    assert refusal(draft, "move A to 0503") == ""
    assert refusal(draft, "move A to 0603") == "OCS 6.1b"


@pytest.mark.rule("OCS 6.1c")
def test_a_unit_may_always_move_one_hex_and_spends_all_for_it() -> None:
    """3 MPs; heavy woods and a river in Mud cost a Track unit 7."""
    board = make_board(terrain={"0303": "heavy_woods"}, sides={("0203", "0303"): "river"})
    world = make_world([battalion("K", ma=3)], board)
    draft = make_draft(world, {"K": unit_at(world, "K", "0203", fuel="turn")}, ground="mud")
    play(draft, "move K to 0303")
    assert draft.state.units["K"].spent == 3 * MP
    assert refusal(draft, "move K to 0403") == "OCS 6.1b"
    later = make_draft(world, {"K": unit_at(world, "K", "0202", fuel="turn")}, ground="mud")
    assert refusal(later, "move K via 0203 0303") == "OCS 6.1b"


@pytest.mark.rule("OCS 6.1c")
def test_there_is_no_minimum_move_without_allowance_or_into_prohibited_terrain() -> None:
    fixed = regiment("F", combat=Face(5, True, 2, 0), move=Face(2, True, 2, 5))
    world = make_world([fixed, battalion("K", ma=1)], make_board(terrain={"0303": "swamp"}))
    draft = make_draft(world, {"F": "0203", "K": unit_at(world, "K", "0203", fuel="turn")})
    assert refusal(draft, "move F to 0204") == "OCS 6.1b"
    assert refusal(draft, "move K to 0303") == "OCS 6.2c"
    play(draft, "mode F as move")
    assert refusal(draft, "move F to 0204") == ""


@pytest.mark.rule("OCS 6.1c")
def test_a_cost_of_all_asks_for_the_whole_allowance_unspent() -> None:
    board = make_board(sides={("0303", "0403"): "major_river"})
    world = make_world([regiment("A"), regiment("B")], board)
    draft = make_draft(world, {"A": "0303", "B": "0203"})
    play(draft, "move A via 0403")
    assert draft.state.units["A"].spent == 3 * MP
    assert refusal(draft, "move A to 0503") == "OCS 6.1b"
    assert refusal(draft, "move B via 0303 0403") == "OCS 6.1c"
    play(draft, "move B to 0303")
    assert refusal(draft, "move B via 0403") == "OCS 6.1c"


@pytest.mark.rule("OCS 6.1e", "OCS 6.1")
def test_each_unit_of_a_stack_pays_its_own_price() -> None:
    """In woods Leg pays 1 MP and Track 2; the poorer of them limits the stack."""
    board = make_board(terrain={"0303": "woods", "0403": "woods", "0503": "woods", "0603": "woods"})
    world = make_world([regiment("L"), battalion("K")], board)
    draft = make_draft(world, {"L": "0203", "K": unit_at(world, "K", "0203", fuel="turn")})
    play(draft, "move L, K to 0303")
    assert (draft.state.units["L"].spent, draft.state.units["K"].spent) == (MP, 2 * MP)
    play(draft, "move L, K via 0403 0503")
    assert (draft.state.units["L"].spent, draft.state.units["K"].spent) == (3 * MP, 6 * MP)
    assert refusal(draft, "move K to 0603") == "OCS 6.1b"


@pytest.mark.rule("OCS 4.2", "OCS 6.1h")
def test_fractions_of_an_allowance_are_never_rounded() -> None:
    """DG halves 3 MPs to 1 1/2: three hexes of road at 1/2, not four."""
    world = make_world([regiment("A")], make_board(sides=along(3, 2, 8, "road")))
    draft = make_draft(world, {"A": unit_at(world, "A", "0203", marker=DG)})
    assert refusal(draft, "move A via 0303 0403 0503") == ""
    assert refusal(draft, "move A via 0303 0403 0503 0603") == "OCS 6.1b"


# ---------------------------------------------------------------- stacks (6.1, 6.1f, g)


@pytest.mark.rule("OCS 6.1f")
def test_a_stack_drops_units_and_these_move_no_more() -> None:
    world = make_world([regiment("A"), regiment("B")])
    draft = make_draft(world, {"A": "0203", "B": "0203"})
    play(draft, "move A, B to 0303", "move A to 0403")
    assert draft.state.units["B"].finished
    assert refusal(draft, "move B to 0403") == "OCS 6.1g"
    assert refusal(draft, "move A to 0503") == ""


@pytest.mark.rule("OCS 6.1f")
def test_a_moving_stack_picks_nobody_up() -> None:
    world = make_world([regiment("A"), regiment("B")])
    draft = make_draft(world, {"A": "0203", "B": "0303"})
    play(draft, "move A to 0303")
    assert refusal(draft, "move A, B to 0403") == "OCS 6.1g"
    assert refusal(draft, "move A to 0403") == ""


@pytest.mark.rule("OCS 6.1g")
def test_a_move_is_finished_before_another_begins() -> None:
    world = make_world([regiment("A"), regiment("B")])
    draft = make_draft(world, {"A": "0203", "B": "0203"})
    play(draft, "move A to 0303")
    assert refusal(draft, "move A to 0403") == ""
    play(draft, "move B to 0204")
    assert refusal(draft, "move A to 0403") == "OCS 6.1g"


@pytest.mark.rule("OCS 6.1g")
def test_no_mission_is_flown_in_the_middle_of_a_move() -> None:
    world = make_world([regiment("A")], planes=[Aircraft("P", "P", AXIS, "F", 2, True, 2, 20)])
    draft = make_draft(world, {"A": "0203"}, bases={"0101": (AXIS, 1), "0106": (AXIS, 1)},
                       air={"P": "0101"})
    play(draft, "move A to 0303", "fly transfer 0106 with P")
    assert refusal(draft, "move A to 0403") == "OCS 6.1g"


@pytest.mark.rule("OCS 6.1")
def test_a_stack_begins_in_one_hex_and_moves_by_adjacent_hexes() -> None:
    world = make_world([regiment("A"), regiment("B")])
    draft = make_draft(world, {"A": "0203", "B": "0204"})
    assert refusal(draft, "move A, B to 0303") == "OCS 6.1"
    assert refusal(draft, "move A, A to 0303") == "OCS 6.1"
    assert refusal(draft, "move A via 0403") == "OCS 6.1"
    assert refusal(draft, "move A to 0203") == "OCS 6.1"


@pytest.mark.rule("OCS 6.3a", "OCS 7.0a", "OCS 11.0a")
def test_only_the_side_of_the_segment_moves_and_of_it_those_that_its_rule_names() -> None:
    world = make_world([regiment("A"), regiment("R"), regiment("X"), regiment("E", SOVIET)])
    units = {"A": "0203", "R": unit_at(world, "R", "0203", marker=RESERVE),
             "X": unit_at(world, "X", "0203", marker="exploit"), "E": "0903"}
    draft = make_draft(world, units)
    assert refusal(draft, "move E to 0803") == "OCS 6.3a"
    assert refusal(draft, "move A to 0303") == ""
    go_to(draft, "E1'")
    assert refusal(draft, "move A to 0303") == "OCS 7.0a"
    assert refusal(draft, "move X to 0303") == "OCS 7.0a"
    assert refusal(draft, "move R to 0303") == "OCS 7.0a"
    play(draft, "release R")
    assert refusal(draft, "move R to 0303") == ""
    go_to(draft, "G1")
    assert refusal(draft, "move A to 0303") == "OCS 11.0a"
    assert refusal(draft, "move X to 0303") == ""


@pytest.mark.rule("OCS 6.1a")
def test_the_program_finds_the_cheapest_way_round() -> None:
    """Two hexes by either way: through the heavy woods 2 + 1 MPs, past them 1 + 1."""
    board = make_board(terrain={"0303": "heavy_woods"})
    world = make_world([regiment("A")], board)
    draft = make_draft(world, {"A": "0203"})
    assert "move A to 0503" in offered(draft)  # by the woods it would be 4 of 3 MPs
    play(draft, "move A to 0403")
    assert draft.state.units["A"].spent == 2 * MP


@pytest.mark.rule("OCS 13.8b", "OCS 6.2b")
def test_an_engineer_makes_a_major_river_minor_and_a_minor_one_nothing() -> None:
    board = make_board(sides={("0203", "0303"): "major_river", ("0203", "0204"): "river"})
    world = make_world([regiment("A"), headquarters("H")], board)
    draft = make_draft(world, {"A": "0203", "H": "0203"})
    a = board.at("0203")
    for hex_, eased, plain in (("0303", 2, ALL), ("0204", 1, 2)):
        b = board.at(hex_)
        assert step_cost(world, draft.state, AXIS, LEG, a, b) == eased * MP
        change(draft, "H", front=False)
        found = step_cost(world, draft.state, AXIS, LEG, a, b)
        assert found == (plain if plain == ALL else plain * MP)
        change(draft, "H", front=True)


@pytest.mark.rule("OCS 4.x")
def test_the_last_combat_unit_to_come_through_controls_a_hex() -> None:
    world = make_world([regiment("A"), trucks("T")])
    draft = make_draft(world, {"A": "0203", "T": "0203"}, control={"0303": SOVIET, "0304": SOVIET})
    play(draft, "move T to 0304")
    assert draft.state.control[world.board.at("0304")] == SOVIET
    play(draft, "move A via 0303 0403")
    assert draft.state.control[world.board.at("0303")] == AXIS


# ---------------------------------------------------------------- the segment (6.0, 6.3c)


@pytest.mark.rule("OCS 6.0", "OCS 6.3a")
def test_any_or_all_of_the_units_of_a_side_move_in_any_order() -> None:
    """The last first, one not at all; the segment may end with units that could still move."""
    world = make_world([regiment("A"), regiment("B"), regiment("C"), regiment("X", SOVIET)])
    draft = make_draft(world, {"A": "0203", "B": "0203", "C": "0205", "X": "1106"})
    play(draft, "move C to 0204", "move A to 0202")
    assert refusal(draft, "move B to 0302") == ""
    assert refusal(draft, "end") == ""
    assert refusal(draft, "move X to 1105") == "OCS 6.3a"


@pytest.mark.rule("OCS 6.3c", "OCS 0.2")
def test_a_train_spends_no_movement_points_and_no_unit_steps_off_the_map() -> None:
    """Five hexes by rail with no more than 3 MPs left: the ride is not paid for in MPs."""
    board = make_board(terrain={"0203": "village", "0703": "village"},
                       sides=along(3, 1, 8, "rail"))
    world = make_world([regiment("A")], board, sources={AXIS: ("0103",)})
    tired = unit_at(world, "A", "0203", front=False, moved=True, spent=3 * MP)
    draft = make_draft(world, {"A": tired}, moving=("A",),
                       gauge={f"{c:02}03": AXIS for c in range(1, 9)},
                       sides={AXIS: Side(rail=40), SOVIET: Side()})
    assert refusal(draft, "move A to 0703") == "OCS 6.1b"
    assert refusal(draft, "rail A to 0703") == ""
    assert all(o.split()[-1] in world.board.index for o in offered(draft) if "move" in o)
