"""Transport Points and HQs (OCS 13.1, 13.2): what they are for, changing counters, pausing."""

from __future__ import annotations

import pytest

from engine.ocs import dumps, supply
from engine.ocs.pieces import ARRIVING, AWAY, AXIS, DEAD, MOVE, POOL, RE, SOVIET, STRAT, Unit
from engine.ocs.sizes import face, re4
from engine.ocs.state import Side
from engine.ocs.transport import capacity
from tests.ocs.yard import (
    along,
    battalion,
    headquarters,
    make_board,
    make_draft,
    make_world,
    offered,
    organic,
    play,
    refusal,
    regiment,
    tokens,
    trucks,
    unit_at,
    wagons,
)

# ---------------------------------------------------------------- HQs (13.1)


@pytest.mark.rule("OCS 13.1", "OCS 12.9b")
@pytest.mark.parametrize("size", ["corps", "army", "division"])
def test_every_hq_is_a_combat_unit_of_one_re(size: str) -> None:
    world = make_world([headquarters("H", size=size)])
    unit = unit_at(world, "H", "0203")
    assert world.counters["H"].fighting
    assert re4(world, unit) == RE


@pytest.mark.rule("OCS 12.9b")
def test_an_hq_needs_trace_fuel_and_combat_supply_itself() -> None:
    """Far from any source it goes hungry; in Move Mode it drives on fuel; it pays in defense."""
    world = make_world([headquarters("H"), regiment("E", SOVIET)], sources={AXIS: ("0101",)})
    draft = make_draft(world, {"H": "1203"}, step="C3")
    play(draft, "end")
    assert "H is Out of Supply" in [event.text for event in draft.events]
    driving = make_draft(world, {"H": unit_at(world, "H", "0203", front=False)})
    assert refusal(driving, "move H to 0303") == "OCS 12.5a"
    fight = make_draft(
        world, {"H": "0203", "E": "0303"}, step="F2'", dumps={"0303": (SOVIET, 1),
                                                              "0203": (AXIS, 1)}
    )
    play(fight, "attack 0203 with E")
    assert "pay H" in offered(fight)


@pytest.mark.rule("OCS 13.1b")
def test_an_hq_throws_and_builds_if_it_is_engineer_capable() -> None:
    """In Combat Mode it throws to R and builds a hedgehog; in Move Mode it only throws."""
    world = make_world([headquarters("H"), regiment("R")])
    still = make_draft(world, {"H": "0203", "R": "0403"}, dumps={"0203": (AXIS, 12)})
    assert supply.serves(world, still.state, still.state.units["H"], still.state.units["R"])
    assert refusal(still, "build hog 0203 with H") == ""
    moving = make_draft(
        world, {"H": unit_at(world, "H", "0203", front=False), "R": "0403"},
        dumps={"0203": (AXIS, 12)},
    )
    assert supply.serves(world, moving.state, moving.state.units["H"], moving.state.units["R"])
    assert refusal(moving, "build hog 0203 with H") == "OCS 16.0b"


@pytest.mark.rule("OCS 13.1d")
def test_a_divisional_hq_serves_its_division_and_independents_of_its_nation() -> None:
    world = make_world([
        headquarters("H", formation="57", nationality="Wehrmacht"),
        regiment("Own", formation="57", nationality="Wehrmacht"),
        regiment("Alone", nationality="Wehrmacht"), regiment("Ally", nationality="Rumanian"),
        regiment("Other", formation="24", nationality="Wehrmacht"),
    ])
    ids = ("Own", "Alone", "Ally", "Other")
    draft = make_draft(world, {"H": "0203", **dict.fromkeys(ids, "0303")})
    units = draft.state.units
    assert [i for i in ids if supply.serves(world, draft.state, units["H"], units[i])] == [
        "Own", "Alone",
    ]


# ---------------------------------------------------------------- draw and throw (12.0-12.3)


@pytest.mark.rule("OCS 12.3", "OCS 12.3b.A", "OCS 12.0")
def test_what_is_thrown_is_used_at_once_and_the_dump_stays_where_it_is() -> None:
    """Fuel, thrown by an HQ that has none of its own, comes straight out of the far dump."""
    world = make_world([headquarters("H"), battalion("Pz")])
    draft = make_draft(
        world, {"H": unit_at(world, "H", "0403", front=False), "Pz": "0703"},
        dumps={"0203": (AXIS, 3)},
    )
    play(draft, "fuel Pz as single")
    assert {draft.world.board.id(h): d.tokens for h, d in draft.state.dumps.items()} == {"0203": 2}
    assert draft.state.units["H"].fuel == ""


@pytest.mark.rule("OCS 12.0")
def test_trace_pays_for_nothing() -> None:
    """A unit beside a source and without supply on the map buys no fuel."""
    world = make_world([battalion("Pz")], sources={AXIS: ("0203",)})
    assert refusal(make_draft(world, {"Pz": "0203"}), "fuel Pz as single") == "OCS 12.5"


@pytest.mark.rule("OCS 12.3e")
def test_boxes_off_the_map_and_the_map_give_nothing_to_each_other() -> None:
    """A loaded truck that waits off the map feeds nobody; a unit there draws from no dump."""
    world = make_world([trucks("T"), battalion("Pz"), headquarters("H"), battalion("Far")])
    draft = make_draft(
        world,
        {"T": Unit("T", box=ARRIVING, front=False, load=4), "Pz": "0203",
         "H": Unit("H", box=POOL), "Far": Unit("Far", box=ARRIVING)},
        dumps={"1203": (AXIS, 4)},
    )
    units = draft.state.units
    assert supply.taps(world, draft.state, units["Pz"]) == ()
    assert supply.taps(world, draft.state, units["Far"]) == ()
    assert supply.throwers(world, draft.state, AXIS) == ()
    assert dumps.total(world, draft.state, AXIS) == 4


@pytest.mark.rule("OCS 12.2", "OCS 13.2")
def test_supply_moves_aboard_transport_and_not_by_itself() -> None:
    world = make_world([trucks("T"), regiment("R")])
    draft = make_draft(world, {"T": "0203", "R": "0603"}, dumps={"0203": (AXIS, 4)})
    assert not [o for o in offered(draft) if "0203" in o and o.startswith("rail")]
    play(draft, "load T tokens 4", "move T to 0603", "unload T tokens 4")
    assert (tokens(draft, "0203"), tokens(draft, "0603")) == (0, 4)


@pytest.mark.rule("OCS 12.9a", "OCS 13.2b")
def test_transport_far_from_every_source_is_never_out_of_supply() -> None:
    world = make_world([trucks("T"), regiment("R")], sources={AXIS: ("0101",)})
    draft = make_draft(world, {"T": "1203", "R": "0203"}, step="C3")
    play(draft, "end")
    assert not draft.state.units["T"].oos
    assert draft.state.units["T"].on_map


@pytest.mark.rule("OCS 12.9c", "OCS 15.1")
def test_an_air_base_asks_for_supply_only_to_refit() -> None:
    """No trace, no supply: the base stands through its Supply Phase."""
    world = make_world([regiment("R")], sources={AXIS: ("0101",)})
    draft = make_draft(world, {"R": "0203"}, step="C3", bases={"1203": (AXIS, 1)})
    play(draft, "end")
    assert draft.state.bases[world.board.at("1203")].level == 1


# ---------------------------------------------------------------- combining, dividing (13.2c)


def mix() -> tuple[object, ...]:
    return (
        trucks("Big", points=5), trucks("A"), trucks("B"), trucks("C", points=3), wagons("W"),
        organic("O", "57"), trucks("Five", points=5), trucks("Two", points=2),
    )


POOLED = {i: Unit(i, box=POOL, front=False) for i in ("A", "B", "C", "Five", "Two")}


@pytest.mark.rule("OCS 13.2c", "OCS 6.1f")
def test_points_divide_and_combine_free_of_mps_within_the_counter_mix() -> None:
    """Big, loaded with 9T, becomes C, A and B: 12, 4 and 4 fit, and each may go its way."""
    world = make_world(mix())  # type: ignore[arg-type]
    draft = make_draft(world, {**POOLED, "Big": unit_at(world, "Big", "0203", load=13)})
    assert "exchange Big for A, B, C" in offered(draft)
    play(draft, "exchange Big for C, A, B")
    assert {i: draft.state.units[i].load for i in ("C", "A", "B")} == {"C": 12, "A": 1, "B": 0}
    assert draft.state.units["Big"].box == POOL
    play(draft, "move A to 0603", "move C to 0803")
    assert refusal(draft, "exchange A, B for Two") == "OCS 13.2c", "they stand apart"
    play(draft, "move B to 0603", "exchange A, B for Two")
    two = draft.state.units["Two"]
    assert (two.hex, two.load) == (world.board.at("0603"), 1)
    assert refusal(draft, "move Two to 0703") == "OCS 6.1g", "A had finished its move"


@pytest.mark.rule("OCS 13.2c")
def test_a_part_goes_on_with_the_mps_of_the_whole() -> None:
    """Big has driven 40 of 45 MPs: of its parts A drives 5 more, the others stay (6.1f)."""
    world = make_world(mix(), make_board(50, 1))  # type: ignore[arg-type]
    draft = make_draft(world, {**POOLED, "Big": unit_at(world, "Big", "0101")})
    play(draft, "move Big to 4101", "exchange Big for A, B, C", "move A to 4601")
    assert draft.state.units["B"].finished
    assert refusal(draft, "move B to 4201") == "OCS 6.1g"


@pytest.mark.rule("OCS 13.2c")
@pytest.mark.parametrize(("text", "rule"), [
    ("exchange Big for A, C", "OCS 13.2c"),
    ("exchange Big for Five", ""),
    ("exchange Big, W for Five", "OCS 13.2c"),
    ("exchange O for A", "OCS 13.2c"),
    ("exchange Big for A, A, C", "OCS 13.2c"),
], ids=["too few", "one for one", "another kind", "organic", "twice"])
def test_what_is_changed_must_be_of_one_kind_and_as_many(text: str, rule: str) -> None:
    world = make_world(mix())  # type: ignore[arg-type]
    draft = make_draft(world, {**POOLED, "Big": "0203", "W": "0203", "O": "0203"})
    assert refusal(draft, text) == rule


@pytest.mark.rule("OCS 13.2c")
def test_a_counter_in_play_is_not_in_the_mix() -> None:
    world = make_world(mix())  # type: ignore[arg-type]
    draft = make_draft(world, {"Big": "0203", "Five": "0603"})
    assert refusal(draft, "exchange Big for Five") == "OCS 13.2c"
    aside = {"Big": "0203", "Five": POOLED["Five"]}
    extended = make_draft(world, aside, extenders={"0603": "axis truck"})  # type: ignore[arg-type]
    assert refusal(extended, "exchange Big for Five") == "OCS 13.2c", "an Extender is made of it"


@pytest.mark.rule("OCS 12.8e", "OCS 12.8e.C")
def test_each_transport_point_breaks_out_for_itself() -> None:
    """First turn, +1: 4, 3, 5, 1 and 2 save two points of five; one roll brings them back."""
    world = make_world(mix())  # type: ignore[arg-type]
    big = unit_at(world, "Big", "0203", load=6, unsupplied=1)
    draft = make_draft(world, {**POOLED, "Big": big}, step="C1", rolls=(4, 3, 5, 1, 2, 3, 3))
    play(draft, "breakout Big")
    boxes = {i: u.box for i, u in draft.state.units.items()}
    saved = [i for i, box in boxes.items() if box == AWAY]
    assert sum(world.counters[i].points for i in saved) == 2
    assert sum(world.counters[i].points for i, b in boxes.items() if b == DEAD) == 3
    assert boxes["Big"] == POOL
    assert tokens(draft, "0203") == 6


# ---------------------------------------------------------------- modes, rail, air (13.2d, e)


@pytest.mark.rule("OCS 13.2d", "OCS 13.2g", "OCS 13.2g.D")
def test_transport_is_in_move_mode_and_organic_trucks_may_be_in_reserve() -> None:
    """A Disorganized hex takes the Reserve marker off the truck in it."""
    world = make_world([trucks("T"), organic("O", "57")])
    draft = make_draft(world, {"T": "0203", "O": "0203"})
    assert refusal(draft, "mode T as combat") == "OCS 5.5c"
    assert refusal(draft, "mode T as reserve") == "OCS 5.7f"
    assert refusal(draft, "mode O as strat") == "OCS 5.8c"
    play(draft, "mode O as reserve")
    assert draft.state.units["O"].marker == "reserve"


@pytest.mark.rule("OCS 13.2e", "OCS 4.7c")
def test_transport_rides_for_its_size_and_its_load_rides_free() -> None:
    """Two points cost two of Rail Capacity, loaded with 8T or empty."""
    board = make_board(12, 1, {"0101": "village", "0601": "village"}, along(1, 1, 12, "rail"))
    world = make_world([trucks("T", points=2)], board, sources={AXIS: ("0101",)})
    for load, rail, rule in ((8, 2, ""), (0, 2, ""), (0, 1, "OCS 13.3b")):
        draft = make_draft(
            world, {"T": unit_at(world, "T", "0101", load=load)},
            gauge={f"{c:02}01": AXIS for c in range(1, 13)},
            sides={AXIS: Side(rail=rail * RE), SOVIET: Side()},
        )
        assert refusal(draft, "rail T to 0601") == rule
    play(draft := make_draft(
        world, {"T": unit_at(world, "T", "0101", load=8)},
        gauge={f"{c:02}01": AXIS for c in range(1, 13)},
        sides={AXIS: Side(rail=2 * RE), SOVIET: Side()},
    ), "rail T to 0601")
    assert (draft.state.units["T"].load, draft.state.sides[AXIS].railed) == (8, 2 * 16)


# ---------------------------------------------------------------- Organic Trucks (13.2g)


@pytest.mark.rule("OCS 13.2g.B")
def test_an_hq_throws_from_an_organic_truck_to_its_formation_only() -> None:
    world = make_world([
        headquarters("H"), organic("O", "57"), battalion("M", formation="57"), battalion("I"),
    ])
    draft = make_draft(world, {
        "H": "0303", "O": unit_at(world, "O", "0203", load=4), "M": "0803", "I": "0803",
    }, )
    assert refusal(draft, "fuel M as single by H") == ""
    assert refusal(draft, "fuel I as single by H") == "OCS 12.5"


@pytest.mark.rule("OCS 13.2g")
def test_an_organic_truck_holds_what_other_trucks_of_its_size_hold() -> None:
    world = make_world([organic("O", "57")])
    draft = make_draft(world, {"O": "0203"}, dumps={"0203": (AXIS, 9)})
    assert capacity(world, draft.state.units["O"]) == 4
    play(draft, "load O tokens 4")
    assert refusal(draft, "load O tokens 1") == "OCS 13.2c"
    assert face(world, draft.state.units["O"]).ma == 45
    assert draft.state.units["O"].mode == MOVE != STRAT


@pytest.mark.rule("OCS 13.2i", "OCS 9.14c", "OCS 13.2c")
def test_captured_points_come_out_of_the_captors_counter_mix() -> None:
    """On a 6 three quarters of one truck are one: Spare, never in play so far, stands for it."""
    world = make_world([regiment("R"), trucks("T", SOVIET), trucks("Spare")])
    draft = make_draft(
        world, {"R": "0203", "T": unit_at(world, "T", "0303", load=4)}, rolls=(6,)
    )
    play(draft, "move R to 0303")
    taken = draft.state.units["Spare"]
    assert (taken.hex, taken.load) == (world.board.at("0303"), 3)
    assert refusal(draft, "move Spare to 0603") == "", "taken in a movement segment"
