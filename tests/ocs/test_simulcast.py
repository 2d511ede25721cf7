"""Simulcast turns (OCS 2.4)."""

from __future__ import annotations

import pytest

from engine.ocs import simulcast
from engine.ocs.pieces import AXIS, SOVIET
from engine.ocs.sequence import SEQUENCE
from tests.ocs.yard import make_draft, make_world, regiment, trucks, unit_at


@pytest.mark.rule("OCS 2.4")
def test_reaction_combat_and_exploitation_are_left_out_and_the_rest_stays() -> None:
    draft = make_draft(make_world(), simulcast=True)
    left_out = {s.id for s in SEQUENCE if simulcast.left_out(draft.state, s.key)}
    once = {"C3", "E1", "E2", "F1", "F2", "G1", "G2", "G3"}
    assert left_out == once | {f"{id_}'" for id_ in once}
    usual = make_draft(make_world())
    assert not any(simulcast.left_out(usual.state, s.key) for s in SEQUENCE)


@pytest.mark.rule("OCS 2.4")
@pytest.mark.parametrize("mission", ["sweep", "barrage", "hip_shoot", "trainbust"])
def test_no_mission_goes_against_the_enemy(mission: str) -> None:
    draft = make_draft(make_world(), simulcast=True)
    assert simulcast.mission_problem(draft.state, mission) is not None
    assert simulcast.mission_problem(make_draft(make_world()).state, mission) is None


@pytest.mark.rule("OCS 2.4")
def test_transport_transfers_and_drops_of_supply_fly() -> None:
    state = make_draft(make_world(), simulcast=True).state
    assert simulcast.mission_problem(state, "transport") is None
    assert simulcast.mission_problem(state, "transfer") is None
    assert simulcast.mission_problem(state, "drop") is None
    assert simulcast.mission_problem(state, "drop", units=True) is not None


@pytest.mark.rule("OCS 2.4")
def test_no_hex_with_an_enemy_thing_is_entered() -> None:
    world = make_world([trucks("T", SOVIET)])
    draft = make_draft(world, {"T": "0303"}, dumps={"0403": (SOVIET, 4)}, simulcast=True)
    at = world.board.at
    assert simulcast.enter_problem(world, draft.state, AXIS, at("0303")) is not None
    assert simulcast.enter_problem(world, draft.state, AXIS, at("0403")) is not None
    assert simulcast.enter_problem(world, draft.state, AXIS, at("0503")) is None
    assert simulcast.enter_problem(world, draft.state, SOVIET, at("0403")) is None
    draft.update(simulcast=False)
    assert simulcast.enter_problem(world, draft.state, AXIS, at("0303")) is None


@pytest.mark.rule("OCS 2.4")
def test_nobody_ends_next_to_an_enemy_that_he_was_not_next_to() -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET), regiment("Friend")])
    at = world.board.at
    moved = unit_at(world, "A", "0503")
    draft = make_draft(world, {"A": moved, "E": "0603"}, simulcast=True)
    assert simulcast.stop_problem(world, draft.state, moved) is None, "it has not moved"
    near = unit_at(world, "A", "0503")
    from_afar = type(near)("A", at("0503"), began=at("0303"))
    draft = make_draft(world, {"A": from_afar, "E": "0603"}, simulcast=True)
    assert simulcast.stop_problem(world, draft.state, from_afar) is not None
    draft = make_draft(world, {"A": from_afar, "E": "0603", "Friend": "0503"}, simulcast=True)
    assert simulcast.stop_problem(world, draft.state, from_afar) is None, "a friend holds it"
