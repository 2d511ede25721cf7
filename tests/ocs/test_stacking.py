"""Sizes and stacking (OCS 3.2d, 4.6-4.8): ten RE a hex at the end of a segment."""

from __future__ import annotations

import pytest

from engine.ocs.decisions import Overstacked
from engine.ocs.pieces import AXIS, DEAD, LEG, RE, SOVIET, TRACK, TRUCK, Face
from engine.ocs.sequence import key
from engine.ocs.sizes import CARGO, cargo16, hex_re4, re4
from engine.ocs.validate import validate
from tests.ocs.yard import (
    battalion,
    division,
    headquarters,
    make_draft,
    make_world,
    offered,
    play,
    refusal,
    regiment,
    trucks,
    unit_at,
)

SOURCES = {AXIS: ("0101",), SOVIET: ("1206",)}


@pytest.mark.rule("OCS 4.6", "OCS 3.2d")
def test_sizes_and_a_multi_step_unit_shrinks_with_its_losses() -> None:
    world = make_world([
        regiment("Regt"), battalion("Btl"), regiment("Coy", re4=1), division("Div", steps=4),
        headquarters("HQ"), trucks("T", points=3), regiment("Div1", size="division"),
    ])
    sizes = {i: re4(world, unit_at(world, i, "0203")) / RE for i in world.counters}
    assert sizes == {"Regt": 1, "Btl": 0.5, "Coy": 0.25, "Div": 4, "HQ": 1, "T": 0, "Div1": 1}
    assert re4(world, unit_at(world, "Div", "0203", lost=3)) == RE


@pytest.mark.rule("OCS 4.7")
@pytest.mark.parametrize(("ma", "mobility", "size"), [
    (6, LEG, 0.5), (1, LEG, 0.5), (7, LEG, 1), (0, LEG, 1), (6, TRUCK, 1), (6, TRACK, 1),
])
def test_units_of_one_to_six_leg_points_travel_at_half_their_size(
    ma: int, mobility: str, size: float
) -> None:
    world = make_world([regiment("A", move=Face(4, True, 3, ma, mobility)), trucks("T", points=2)])
    assert cargo16(world, unit_at(world, "A", "0203")) / CARGO == size
    assert cargo16(world, unit_at(world, "T", "0203", load=8)) / CARGO == 2  # its load is free


@pytest.mark.rule("OCS 4.8")
def test_supply_and_transport_have_no_limit() -> None:
    world = make_world([division("D", steps=10), *(trucks(f"T{i}", points=5) for i in range(9))])
    draft = make_draft(world, dict.fromkeys(world.counters, "0203"), dumps={"0203": (AXIS, 400)})
    play(draft, "end")
    assert draft.state.units["D"].on_map
    assert validate(world, draft.state) == []


@pytest.mark.rule("OCS 4.8", "OCS 4.8a")
def test_a_hex_above_ten_re_loses_units_that_its_owner_chooses_as_the_segment_ends() -> None:
    """10 1/2 RE: the battalion suffices; nothing goes that may stay."""
    world = make_world([division("D", steps=9), regiment("A"), battalion("B"),
                        regiment("X", SOVIET)], sources=SOURCES)
    draft = make_draft(world, {**dict.fromkeys("DAB", "0203"), "X": "1106"})
    play(draft, "end")
    assert draft.state.asks == (Overstacked(AXIS, world.board.at("0203"), 2),)
    assert offered(draft) == ["remove B", "remove A", "remove D"]
    assert refusal(draft, "remove A, B") == "OCS 4.8a"
    assert refusal(draft, "remove A") == ""
    play(draft, "remove B")
    assert draft.state.units["B"].box == DEAD
    assert hex_re4(world, draft.state, world.board.at("0203")) == 10 * RE


@pytest.mark.rule("OCS 4.8a")
def test_a_hex_may_be_too_full_while_units_move_through() -> None:
    world = make_world([division("D", steps=10), regiment("A"), regiment("B")])
    draft = make_draft(world, {"D": "0303", "A": "0203", "B": "0203"})
    play(draft, "move A via 0303 0403", "move B to 0303")
    assert hex_re4(world, draft.state, world.board.at("0303")) == 11 * RE
    play(draft, "end")
    assert isinstance(draft.state.asks[-1], Overstacked)


@pytest.mark.rule("OCS 4.8a", "OCS 8.1h")
def test_an_overrun_is_not_made_from_a_hex_above_ten_re() -> None:
    world = make_world([division("D", steps=9), regiment("A"), regiment("B"),
                        regiment("E", SOVIET)])
    full = {"D": "0203", "A": "0203", "E": "0303"}
    dumps = {"0203": (AXIS, 40)}
    assert refusal(make_draft(world, full, dumps=dumps), "overrun 0303 with A") == ""
    more = full | {"B": "0203"}
    assert refusal(make_draft(world, more, dumps=dumps), "overrun 0303 with A") == "OCS 4.8a"


@pytest.mark.rule("OCS 4.8a")
def test_arrivals_may_stand_too_thick_until_they_have_moved() -> None:
    """The limit is enforced first at the end of the Movement Segment (reading U3)."""
    world = make_world([division("D", steps=10), regiment("A")], sources=SOURCES)
    draft = make_draft(world, {"D": "0203", "A": "0203"}, step="B")
    play(draft, "end")
    assert (draft.state.asks, key(draft.state)) == ((), "movement")
    play(draft, "end")
    assert isinstance(draft.state.asks[-1], Overstacked)


@pytest.mark.rule("OCS 4.8c")
def test_the_sides_never_share_a_hex_with_combat_units() -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET), headquarters("H", SOVIET)])
    draft = make_draft(world, {"A": "0203", "E": "0303", "H": "0204"})
    assert refusal(draft, "move A to 0303") == "OCS 4.8c"
    assert refusal(draft, "move A via 0204") == "OCS 4.8c"
    assert refusal(draft, "move A to 0302") == ""


@pytest.mark.rule("OCS 4.8a")
def test_after_an_advance_a_hex_may_be_too_full_until_the_combat_segment_ends() -> None:
    """Four divisions of three RE: sound within F2; as it ends two RE must go, a whole division."""
    world = make_world([division(f"D{n}") for n in range(4)] + [regiment("X", SOVIET)])
    draft = make_draft(world, {**{f"D{n}": "0503" for n in range(4)}, "X": "0603"}, step="F2",
                       dumps={"0503": (AXIS, 40)})
    assert validate(world, draft.state) == []
    play(draft, "end")
    assert draft.state.asks == (Overstacked(AXIS, world.board.at("0503"), 8),)
    play(draft, "remove D3")
    assert not draft.state.units["D3"].on_map
