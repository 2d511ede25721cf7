"""Supply Points on the map and their transport (OCS 12.1, 12.2, 12.11, 13.2)."""

from __future__ import annotations

import pytest

from engine.ocs import dumps, transport
from engine.ocs.pieces import AXIS, DEAD, SOVIET, SP, Unit
from tests.ocs.yard import (
    division,
    headquarters,
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

# ---------------------------------------------------------------- 12.1


@pytest.mark.rule("OCS 12.1a")
def test_a_supply_point_is_four_tokens() -> None:
    assert SP == 4
    assert dumps.show(9) == "2 SP 1T"
    assert dumps.show(8) == "2 SP"
    assert dumps.show(3) == "3T"


@pytest.mark.rule("OCS 12.1a")
def test_change_is_made_freely_when_less_than_a_supply_point_is_spent() -> None:
    world = make_world()
    draft = make_draft(world, dumps={"0203": (AXIS, 8)})
    assert dumps.take(draft, AXIS, world.board.at("0203"), 1) == 1
    assert tokens(draft, "0203") == 7


@pytest.mark.rule("OCS 12.1b")
def test_what_transport_carries_counts_as_part_of_the_dump() -> None:
    world = make_world([trucks("T", points=2)])
    draft = make_draft(
        world, {"T": unit_at(world, "T", "0203", load=5)}, dumps={"0203": (AXIS, 3)}
    )
    hex_ = world.board.at("0203")
    assert dumps.tokens_at(world, draft.state, AXIS, hex_) == 8
    assert dumps.take(draft, AXIS, hex_, 7) == 7
    assert tokens(draft, "0203") == 0
    assert draft.state.units["T"].load == 1


@pytest.mark.rule("OCS 12.1d")
def test_supply_belongs_to_its_owner_alone() -> None:
    world = make_world()
    draft = make_draft(world, dumps={"0203": (SOVIET, 8)})
    hex_ = world.board.at("0203")
    assert dumps.tokens_at(world, draft.state, AXIS, hex_) == 0
    assert dumps.tokens_at(world, draft.state, SOVIET, hex_) == 8


@pytest.mark.rule("OCS 13.2g", "OCS 13.2g.B")
def test_an_organic_truck_gives_to_its_own_formation_only() -> None:
    world = make_world([organic("O", "11 Pz")])
    draft = make_draft(world, {"O": unit_at(world, "O", "0203", load=4)})
    hex_ = world.board.at("0203")
    assert dumps.tokens_at(world, draft.state, AXIS, hex_, "11 Pz") == 4
    assert dumps.tokens_at(world, draft.state, AXIS, hex_, "24 Pz") == 0
    assert dumps.tokens_at(world, draft.state, AXIS, hex_) == 0
    assert dumps.tokens_at(world, draft.state, AXIS, hex_, "11 Pz", organic=False) == 0


# ---------------------------------------------------------------- 12.2, 13.2


@pytest.mark.rule("OCS 13.2f")
def test_loading_costs_a_tenth_of_the_allowance_rounded() -> None:
    """Appendix 1, Load: 45 MPs make 4.5, which is 5; 10 make 1."""
    world = make_world([trucks("T"), wagons("W")])
    draft = make_draft(world, {"T": "0203", "W": "0203"}, dumps={"0203": (AXIS, 8)})
    assert transport.handling(world, draft.state.units["T"]) == 5 * 8
    assert transport.handling(world, draft.state.units["W"]) == 1 * 8
    play(draft, "load T tokens 4")
    assert draft.state.units["T"].spent == 5 * 8
    assert draft.state.units["T"].load == 4
    assert tokens(draft, "0203") == 4


@pytest.mark.rule("OCS 13.2c")
def test_a_transport_point_carries_one_supply_point() -> None:
    world = make_world([trucks("T", points=2)])
    draft = make_draft(world, {"T": "0203"}, dumps={"0203": (AXIS, 20)})
    assert refusal(draft, "load T tokens 9") == "OCS 13.2c"
    assert refusal(draft, "load T tokens 8") == ""


@pytest.mark.rule("OCS 13.2f")
def test_transport_loads_only_in_the_dumps_own_hex() -> None:
    world = make_world([trucks("T")])
    draft = make_draft(world, {"T": "0203"}, dumps={"0303": (AXIS, 4)})
    assert refusal(draft, "load T tokens 1") == "OCS 13.2f"
    play(draft, "move T to 0303")
    assert refusal(draft, "load T tokens 1") == ""


@pytest.mark.rule("OCS 13.2f")
def test_supply_is_unloaded_where_somebody_is_there_to_take_it() -> None:
    world = make_world([trucks("T"), regiment("R"), trucks("T2")])
    draft = make_draft(world, {
        "T": unit_at(world, "T", "0203", load=4), "T2": unit_at(world, "T2", "0503", load=4),
        "R": "0303",
    })
    assert refusal(draft, "unload T tokens 4") == "OCS 13.2f"
    play(draft, "move T to 0303", "unload T tokens 4")
    assert tokens(draft, "0303") == 4
    assert refusal(draft, "unload T2 tokens 4") == "OCS 13.2f"


@pytest.mark.rule("OCS 13.2g", "OCS 13.2g.A")
def test_organic_trucks_never_unload() -> None:
    world = make_world([organic("O", "11 Pz"), trucks("T"), regiment("R")])
    draft = make_draft(world, {
        "O": unit_at(world, "O", "0203", load=4), "T": unit_at(world, "T", "0203", load=4),
        "R": "0203",
    })
    assert refusal(draft, "unload O tokens 4") == "OCS 13.2g"
    assert refusal(draft, "unload T tokens 4") == ""


@pytest.mark.rule("OCS 12.2a")
def test_supply_unloaded_in_a_phase_is_not_loaded_again_in_it() -> None:
    world = make_world([trucks("T"), trucks("T2"), regiment("R")])
    draft = make_draft(
        world, {"T": unit_at(world, "T", "0203", load=4), "T2": "0203", "R": "0203"},
        dumps={"0203": (AXIS, 1)},
    )
    play(draft, "unload T tokens 4")
    assert refusal(draft, "load T2 tokens 2") == "OCS 12.2a"
    assert refusal(draft, "load T2 tokens 1") == "", "what lay there before may go"


@pytest.mark.rule("OCS 12.2a")
def test_it_may_be_loaded_in_a_later_phase() -> None:
    world = make_world([trucks("T"), regiment("R")])
    draft = make_draft(world, {"T": unit_at(world, "T", "0203", load=4), "R": "0203"})
    play(draft, "unload T tokens 4")
    hex_ = world.board.at("0203")
    assert draft.state.dumps[hex_].moved == 4
    play(draft, "end")
    assert draft.state.dumps[hex_].moved == 0


@pytest.mark.rule("OCS 12.2b")
def test_supply_moved_in_a_phase_may_be_spent_in_it_and_goes_first() -> None:
    world = make_world([trucks("T"), regiment("R")])
    draft = make_draft(
        world, {"T": unit_at(world, "T", "0203", load=4), "R": "0203"}, dumps={"0203": (AXIS, 2)}
    )
    play(draft, "unload T tokens 4")
    hex_ = world.board.at("0203")
    assert dumps.take(draft, AXIS, hex_, 3) == 3
    assert (draft.state.dumps[hex_].tokens, draft.state.dumps[hex_].moved) == (3, 1)


@pytest.mark.rule("OCS 13.2b")
def test_transport_moves_without_fuel() -> None:
    world = make_world([trucks("T")])
    draft = make_draft(world, {"T": "0203"})
    assert refusal(draft, "move T to 0603") == ""


# ---------------------------------------------------------------- 12.11


@pytest.mark.rule("OCS 12.11a")
def test_three_supply_points_at_75_per_cent_lose_two_and_a_token() -> None:
    world = make_world()
    draft = make_draft(world, {}, dumps={"0203": (AXIS, 12)}, rolls=(4,))
    play(draft, "blow 0203 tokens 12")
    assert tokens(draft, "0203") == 12 - 9


@pytest.mark.rule("OCS 12.11a")
@pytest.mark.parametrize(
    ("roll", "lost"), [(1, 2), (2, 3), (3, 3), (4, 5), (5, 5), (6, 6)],
    ids=["25", "50", "50 again", "75", "75 again", "100"],
)
def test_the_loss_is_rounded_to_the_nearest_token(roll: int, lost: int) -> None:
    """Of six tokens: 1.5, 3, 3, 4.5, 4.5 and 6."""
    draft = make_draft(make_world(), {}, dumps={"0203": (AXIS, 10)}, rolls=(roll,))
    play(draft, "blow 0203 tokens 6")
    assert tokens(draft, "0203") == 10 - lost


@pytest.mark.rule("OCS 12.11a")
def test_a_dump_is_blown_once_a_phase() -> None:
    world = make_world([regiment("R")])
    draft = make_draft(
        world, {"R": "0103"}, dumps={"0203": (AXIS, 8), "0303": (AXIS, 8)}, rolls=(1,)
    )
    play(draft, "blow 0203 tokens 4")
    assert refusal(draft, "blow 0203 tokens 1") == "OCS 12.11a"
    assert refusal(draft, "blow 0303 tokens 1") == ""
    assert "blow 0303 tokens 8" in offered(draft)
    assert "blow 0203 tokens 7" not in offered(draft)


@pytest.mark.rule("OCS 12.11a")
def test_only_ones_own_supply_and_no_more_than_there_is() -> None:
    draft = make_draft(make_world(), {}, dumps={"0203": (AXIS, 8), "0303": (SOVIET, 8)})
    assert refusal(draft, "blow 0203 tokens 9") == "OCS 12.11a"
    assert refusal(draft, "blow 0303 tokens 1") == "OCS 12.11a"


@pytest.mark.rule("OCS 12.11a")
def test_loaded_supply_may_be_blown_and_the_transport_is_unharmed() -> None:
    world = make_world([trucks("T", points=2), organic("O", "11 Pz")])
    draft = make_draft(world, {
        "T": unit_at(world, "T", "0203", load=8), "O": unit_at(world, "O", "0203", load=4),
    }, rolls=(6,))
    play(draft, "blow 0203 tokens 12")
    assert draft.state.units["T"].load == 0
    assert draft.state.units["O"].load == 0
    assert draft.state.units["T"].on_map
    assert draft.state.units["O"].on_map


@pytest.mark.rule("OCS 12.11a")
@pytest.mark.parametrize(
    ("step", "rule"), [("C2", ""), ("E1'", ""), ("G1", ""), ("D", "OCS 2.3-D")]
)
def test_dumps_are_blown_in_the_owners_movement_segments(step: str, rule: str) -> None:
    """In E1' the Axis, second player's enemy, reacts."""
    draft = make_draft(make_world(), {}, dumps={"0203": (AXIS, 8)}, step=step)
    assert refusal(draft, "blow 0203 tokens 4") == rule


@pytest.mark.rule("OCS 12.11b", "OCS 9.14b")
def test_half_of_nine_supply_points_is_captured_on_a_five() -> None:
    world = make_world([regiment("R")])
    draft = make_draft(world, {"R": "0203"}, dumps={"0303": (SOVIET, 36)}, rolls=(5,))
    play(draft, "move R to 0303")
    dump = draft.state.dumps[world.board.at("0303")]
    assert (dump.owner, dump.tokens) == (AXIS, 18)


@pytest.mark.rule("OCS 9.14c")
def test_a_quarter_of_three_loaded_trucks_is_captured_on_a_three() -> None:
    """One truck and 3T change hands; two trucks with the other 9T get away."""
    mine = [trucks(f"T{i}", SOVIET) for i in (1, 2, 3)]
    world = make_world([regiment("R"), *mine, trucks("Spare")])
    units = {f"T{i}": unit_at(world, f"T{i}", "0303", load=4) for i in (1, 2, 3)}
    draft = make_draft(
        world, {"R": "0203", **units, "Spare": Unit("Spare", box=DEAD)}, rolls=(3,)
    )
    play(draft, "move R to 0303")
    gone = [i for i in ("T1", "T2", "T3") if not draft.state.units[i].on_map]
    assert len(gone) == 1
    assert draft.state.units["Spare"].hex == world.board.at("0303")
    assert tokens(draft, "0303") + draft.state.units["Spare"].load == 3
    left = [i for i in ("T1", "T2", "T3") if i not in gone]
    assert sum(draft.state.units[i].load for i in left) == 9
    play(draft, f"displace {', '.join(left)} to 0803")
    assert dumps.total(world, draft.state, SOVIET) == 9


@pytest.mark.rule("OCS 4.4c")
def test_an_hq_does_not_enter_a_hex_with_an_enemy_dump() -> None:
    world = make_world([headquarters("H"), division("D")])
    draft = make_draft(
        world, {"H": unit_at(world, "H", "0203", front=False, fuel="phase"), "D": "0203"},
        dumps={"0303": (SOVIET, 4)},
    )
    assert refusal(draft, "move H to 0303") == "OCS 4.4c"
    assert refusal(draft, "move D to 0303") == ""
