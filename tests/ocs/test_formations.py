"""Multi-unit formations (OCS 3.1c, 13.7)."""

from __future__ import annotations

import pytest

from engine.ocs import formations
from engine.ocs.pieces import AXIS, DG, Unit
from tests.ocs.yard import (
    battalion,
    headquarters,
    make_board,
    make_draft,
    make_world,
    organic,
    play,
    regiment,
    unit_at,
)

PANZERS = (battalion("P1", formation="11 Pz"), battalion("P2", formation="11 Pz"))


@pytest.mark.rule("OCS 3.1c")
def test_a_formation_is_all_units_of_one_designation_wherever_they_are() -> None:
    world = make_world([*PANZERS, organic("O", "11 Pz"), battalion("Tiger")])
    assert formations.members(world, "11 Pz", AXIS) == ("P1", "P2", "O")
    draft = make_draft(world, {"P1": "0203", "P2": Unit("P2", box="dead"), "O": "0303",
                               "Tiger": "0203"})
    (found,) = formations.formations(world, draft.state, AXIS)
    assert (found.name, found.units) == ("11 Pz", ("P1", "O"))


@pytest.mark.rule("OCS 13.7", "OCS 13.7.A")
def test_its_marker_stands_where_one_of_its_units_is() -> None:
    world = make_world(PANZERS)
    draft = make_draft(world, {"P1": "0203", "P2": "0503"})
    (found,) = formations.formations(world, draft.state, AXIS)
    assert set(found.hexes) == {world.board.at("0203"), world.board.at("0503")}


@pytest.mark.rule("OCS 13.7.B", "OCS 13.7.C")
def test_units_of_the_formation_come_and_go_without_mps_and_keep_their_own_state() -> None:
    """A stranger in the hex is none of them; one moves away, one is DG."""
    world = make_world([*PANZERS, regiment("R")])
    draft = make_draft(world, {
        "P1": unit_at(world, "P1", "0203", fuel="turn"), "P2": unit_at(world, "P2", "0203",
                                                                      marker=DG),
        "R": "0203"})
    (found,) = formations.formations(world, draft.state, AXIS)
    assert (found.units, len(found.hexes)) == (("P1", "P2"), 1)
    play(draft, "move P1 to 0303")
    assert draft.state.units["P1"].spent == 8, "the hex, nothing for leaving the stack"
    (found,) = formations.formations(world, draft.state, AXIS)
    assert found.hexes == tuple(world.board.at(h) for h in ("0303", "0203"))
    assert draft.state.units["P2"].marker == DG


@pytest.mark.rule("OCS 13.7", "OCS 12.5c", "OCS 13.7.D")
def test_its_fueled_side_shows_which_units_have_formation_fuel() -> None:
    world = make_world([*PANZERS, headquarters("H")])
    draft = make_draft(world, {"P1": "0303", "P2": "1103", "H": "0203"},
                       dumps={"0203": (AXIS, 8)})
    play(draft, "fuel P1 as formation by H")
    (found,) = formations.formations(world, draft.state, AXIS)
    assert found.fueled == ("P1",)


@pytest.mark.rule("OCS 13.7a", "OCS 12.6f")
def test_the_units_beyond_the_common_source_must_eat() -> None:
    world = make_world(
        [regiment("A", formation="57"), regiment("B", formation="57"), headquarters("H")],
        make_board(24, 1), sources={AXIS: ("0101",)},
    )
    draft = make_draft(world, {"A": "0301", "B": "2001", "H": "0701"}, step="D")
    assert formations.supplied(world, draft.state, "57", AXIS) == {"A": "H"}
