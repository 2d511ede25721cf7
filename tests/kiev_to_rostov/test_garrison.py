"""Axis garrisons of captured cities (PB 7.2), on a board with Kiev, Kharkov and two others."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import evolve

from engine.core import board as core_board
from engine.core.board import Board
from engine.efs.pieces import AXIS, SOVIET, Unit
from engine.efs.state import EfsState
from engine.efs.world import Location, Switches, World
from engine.kiev_to_rostov import garrison
from engine.kiev_to_rostov.garrison import City
from tests.efs.examples import Vector, vectors
from tests.efs.support import counter, make_board, make_state, make_world

PLACES = {"0302": "Kiev", "0303": "", "0602": "Kharkov", "0603": "", "0702": "", "0905": "Poltava"}
TERRAIN = {
    "0302": "major_city", "0303": "major_city",
    "0602": "major_city", "0603": "major_city", "0702": "major_city",
    "0905": "clear city",
}


def named_board() -> Board:
    """Kiev with two hexes, Kharkov with three, Poltava with one."""
    plain = make_board(10, 6, terrain=TERRAIN)
    cells = [
        (evolve(cell, place=PLACES.get(cell.id, "")), point)
        for cell, point in zip(plain.hexes, plain.xy, strict=True)
    ]
    return core_board.build(cells, {})


def make(switches: Switches | None = None) -> World:
    board = named_board()
    at = board.at
    return make_world(
        board,
        [
            counter("Division", 7, 8, 5, (4, 4, 5), steps=4),
            counter("Regiment", 2, 2, 5, (1, 1, 5)),
            counter("Battalion", 1, 1, 5),
            counter("Truck", 0, 0, 8, type="supply"),
            counter("Rifle", 2, 2, 5, side=SOVIET),
        ],
        switches=switches or Switches(),
        locations=(
            Location("Kiev", (at("0302"), at("0303")), ((46, 8), (70, 4))),
            Location("Kharkov", (at("0602"), at("0603"), at("0702")), ((60, 6), (70, 3))),
            Location("Poltava", (at("0905"),), ((70, 3),)),
        ),
    )


def position(
    world: World, turn: int, units: Mapping[str, str | Unit], *taken: str
) -> EfsState:
    """A state in which the Axis controls these hexes and the Soviets all others."""
    control = {cell.id: SOVIET for cell in world.board.hexes}
    control.update(dict.fromkeys(taken, AXIS))
    return make_state(world, units, turn=turn, control=control)


def city(world: World, name: str) -> City:
    return next(c for c in garrison.cities(world) if c.name == name)


def test_hexes_that_touch_make_one_city() -> None:
    found = {c.name: len(c.hexes) for c in garrison.cities(make())}
    assert found == {"Kiev": 2, "Kharkov": 3, "Poltava": 1}


@pytest.mark.rule("PB 7.21")
def test_each_captured_hex_needs_a_step_and_a_soviet_one_none() -> None:
    """One hex of Kiev taken: one step; both: two; none of Kharkov: none."""
    world = make()
    one = position(world, 45, {}, "0302")
    both = position(world, 45, {}, "0302", "0303")
    assert garrison.required(world, one, city(world, "Kiev")) == 1
    assert garrison.required(world, both, city(world, "Kiev")) == 2
    assert garrison.required(world, both, city(world, "Kharkov")) == 0
    assert garrison.satisfied(world, both, city(world, "Kharkov"))


@pytest.mark.rule("PB 7.21")
def test_the_steps_may_all_stand_in_one_hex_of_the_city() -> None:
    """Two steps of one regiment in one hex of Kiev do for both; a battalion's one step does not."""
    world = make()
    kiev = city(world, "Kiev")
    enough = position(world, 45, {"Regiment": "0303"}, "0302", "0303")
    short = position(world, 45, {"Battalion": "0303"}, "0302", "0303")
    assert garrison.garrison(world, enough, kiev) == 2
    assert garrison.satisfied(world, enough, kiev)
    assert garrison.garrison(world, short, kiev) == 1
    assert not garrison.satisfied(world, short, kiev)


@pytest.mark.rule("PB 7.21")
def test_only_the_steps_left_to_combat_units_of_the_axis_count() -> None:
    """A four-step division that has lost three is one step; trucks and neighbours are none."""
    world = make()
    kiev = city(world, "Kiev")
    at = world.board.at
    worn = position(world, 45, {"Division": Unit("Division", at("0302"), lost=3)}, "0302")
    truck = position(world, 45, {"Truck": "0302"}, "0302")
    beside = position(world, 45, {"Division": "0402"}, "0302")
    assert garrison.garrison(world, worn, kiev) == 1
    assert garrison.garrison(world, truck, kiev) == 0
    assert garrison.garrison(world, beside, kiev) == 0


@pytest.mark.rule("PB 7.21")
def test_a_city_without_its_garrison_costs_its_vps_at_the_rate_of_the_turn() -> None:
    """Kiev, both hexes: 16 VPs through GT46 and 8 after it; with two steps in it, nothing."""
    world = make()
    kiev = city(world, "Kiev")
    early = position(world, 46, {"Battalion": "0302"}, "0302", "0303")
    late = position(world, 47, {"Battalion": "0302"}, "0302", "0303")
    manned = position(world, 46, {"Battalion": "0302", "Regiment": "0303"}, "0302", "0303")
    assert garrison.forfeit(world, early) == ((kiev, 16),)
    assert garrison.forfeit(world, late) == ((kiev, 8),)
    assert garrison.forfeit(world, manned) == ()


@pytest.mark.parametrize("vector", vectors("garrison"))
def test_the_playbooks_figures(vector: Vector) -> None:
    """Kiev 2 steps on GT58 and 3 on GT59, Kharkov 4."""
    world = make()
    state = position(world, vector["turn"], {}, *PLACES)
    assert garrison.required(world, state, city(world, vector["city"])) == vector["steps"]


@pytest.mark.rule("PB 7.22")
@pytest.mark.parametrize(
    ("name", "turn", "steps"),
    [("Kiev", 58, 2), ("Kiev", 59, 3), ("Kharkov", 58, 3), ("Kharkov", 59, 4), ("Poltava", 59, 1)],
)
def test_from_turn_59_kiev_and_kharkov_need_a_step_more(name: str, turn: int, steps: int) -> None:
    world = make()
    state = position(world, turn, {}, *PLACES)
    assert garrison.required(world, state, city(world, name)) == steps


@pytest.mark.rule("PB 7.22")
def test_the_extra_step_is_for_the_whole_city_while_one_hex_of_it_is_friendly() -> None:
    """One of Kharkov's three hexes: one step and one more, in any hex; with none of them, none."""
    world = make()
    kharkov = city(world, "Kharkov")
    one = position(world, 59, {"Regiment": "0702"}, "0702")
    assert garrison.required(world, one, kharkov) == 2
    assert garrison.satisfied(world, one, kharkov)
    assert garrison.required(world, position(world, 59, {}), kharkov) == 0


@pytest.mark.rule("PB 7.22")
def test_the_extra_step_is_not_required_once_the_city_scores_nothing() -> None:
    """The schedule of this board ends with GT70."""
    world = make()
    kiev = city(world, "Kiev")
    assert garrison.required(world, position(world, 70, {}, "0302", "0303"), kiev) == 3
    assert garrison.required(world, position(world, 71, {}, "0302", "0303"), kiev) == 2


@pytest.mark.rule("PB 7.21")
def test_a_scenario_without_victory_points_loses_nothing_for_want_of_a_garrison() -> None:
    """Sumy counts stars that are friendly at the end, garrisoned or not (see test_sumy)."""
    world = make(Switches(victory_points=False))
    empty = position(world, 46, {}, "0302", "0303")
    assert garrison.forfeit(world, empty) == ()
    assert garrison.forfeit(make(), empty) == ((city(make(), "Kiev"), 16),)
