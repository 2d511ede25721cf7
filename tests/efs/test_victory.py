"""Victory (BSR 25): who holds Victory Points, what places score and when, totals below zero."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from engine import catalog
from engine.core.state import Outcome
from engine.efs import control, headquarters, interphase, movement, removal, setup, victory
from engine.efs.decisions import Recover
from engine.efs.pieces import AXIS, CADRE, SOVIET, Unit
from engine.efs.state import EfsState
from engine.efs.world import Hooks, Location, Switches, World
from tests.catalog.support import HOOKS, edited, only, scenario_faults
from tests.efs.support import (
    counter,
    go_to,
    make_board,
    make_draft,
    make_world,
    plain_hooks,
    play,
)
from tests.efs.support import (
    headquarters as hq,
)

OFF = {"general_supply": False, "railroads": False, "surrender": False, "replacements": False,
       "strongpoints": False, "air_transport": False}


def scoring_world(**scenario: object) -> World:
    """0303 is worth 6 VPs through turn 60 and 3 after it; 0403 next to it is worth 1."""
    board = make_board(8, 6)
    at = board.at
    return make_world(
        board,
        [
            counter("Panzer", 4, 4, 7, type="armor", armor=True, ma_class="motorized", zoc=False),
            counter("Infantry", 4, 4, 6),
            counter("Rifle", 4, 4, 6, side=SOVIET, zoc=False),
            counter("Guards Guns", 0, 1, 6, side=SOVIET, type="artillery", guards=True, support=2,
                    range=2),
            counter("Tanks", 2, 2, 6, (1, 1, 6), side=SOVIET, type="armor", armor=True),
            hq("Army"),
        ],
        locations=(
            Location("Kharkov", (at("0303"),), ((60, 6), (85, 3))),
            Location("Lozovaya", (at("0403"),), ((85, 1),)),
        ),
        **scenario,
    )


def held_by_soviets(world: World) -> dict[str, str]:
    return {cell.id: SOVIET for cell in world.board.hexes}


# ---------------------------------------------------------------- the total (25.1)


@pytest.mark.rule("BSR 25.1", "BSR 25.12")
def test_entering_a_location_adds_its_vps_at_once() -> None:
    """6 VPs during the move itself; a hex that is no location adds nothing."""
    world = scoring_world()
    draft = make_draft(world, {"Panzer": "0301"}, control=held_by_soviets(world), vp=8, turn=55)
    play(draft, "move Panzer via 0302", movement)
    assert draft.state.vp == 8
    play(draft, "move Panzer via 0303", movement)
    assert draft.state.vp == 14
    assert [e.text for e in draft.events if e.rule == "BSR 25.12"] == [
        "0303: +6 Axis VPs, 14 in all"
    ]


@pytest.mark.rule("BSR 25.12")
def test_a_location_in_an_uncontested_axis_zoc_scores_unentered() -> None:
    """Infantry at 0302 projects into 0303 and 0403: 6 and 1; a unit without ZOC scores nothing."""
    world = scoring_world()
    with_zoc = make_draft(world, {"Infantry": "0202"}, control=held_by_soviets(world), turn=55)
    play(with_zoc, "move Infantry via 0302", movement)
    assert with_zoc.state.vp == 7
    without = make_draft(world, {"Panzer": "0202"}, control=held_by_soviets(world), turn=55)
    play(without, "move Panzer via 0302", movement)
    assert without.state.vp == 0


@pytest.mark.rule("BSR 25.12")
@pytest.mark.parametrize(("turn", "vps"), [(60, 6), (61, 3), (85, 3), (86, 0)])
def test_the_turn_of_capture_decides_the_value(turn: int, vps: int) -> None:
    world = scoring_world()
    draft = make_draft(world, {"Panzer": "0302"}, control=held_by_soviets(world), turn=turn)
    play(draft, "move Panzer via 0303", movement)
    assert draft.state.vp == vps


@pytest.mark.rule("BSR 25.12", "BSR 25.1.s1", "ESP C.5d")
def test_a_recapture_takes_away_the_value_of_the_day() -> None:
    """Captured on GT60 for 6 and retaken on GT61, when it is worth 3: 3 remain."""
    world = scoring_world()
    draft = make_draft(
        world, {"Panzer": "0302", "Rifle": "0305"}, control=held_by_soviets(world), turn=60
    )
    play(draft, "move Panzer via 0303 0203", movement)
    assert draft.state.vp == 6
    draft.update(turn=61, moving=())
    go_to(draft, "C.5")
    play(draft, "move Rifle via 0304 0303", movement)
    assert draft.state.vp == 3


@pytest.mark.rule("BSR 25.12")
def test_soviets_who_enter_their_own_location_take_nothing() -> None:
    world = scoring_world()
    draft = make_draft(world, {"Rifle": "0304"}, control=held_by_soviets(world), step="C.5", vp=8)
    play(draft, "move Rifle via 0303", movement)
    assert draft.state.vp == 8


@pytest.mark.rule("BSR 25.12", "ESP B.1e", "ESP B.5c", "ESP C.1c")
@pytest.mark.parametrize(
    ("step", "unit", "owner", "vps"),
    [("B.1", "Panzer", SOVIET, 6), ("B.5", "Panzer", SOVIET, 6), ("C.1", "Tanks", AXIS, -6)],
)
def test_every_movement_phase_scores(step: str, unit: str, owner: str, vps: int) -> None:
    """Axis captures in both its phases; what the Soviets regain in their Motorized phase."""
    world = scoring_world()
    control_map = dict.fromkeys(held_by_soviets(world), owner)
    tanks = world.counters["Tanks"]
    counters = {**world.counters, "Tanks": evolve(tanks, ma_class="motorized", zoc=False,
                                                  zoc_reduced=False)}
    world = evolve(world, counters=counters)
    draft = make_draft(world, {unit: "0302"}, control=control_map, step=step, turn=55)
    play(draft, f"move {unit} via 0303", movement)
    assert draft.state.vp == vps


@pytest.mark.rule("BSR 25.14")
def test_the_total_may_fall_below_zero() -> None:
    """A location retaken with no VPs in hand: minus 6."""
    world = scoring_world()
    draft = make_draft(
        world, {"Rifle": "0304"}, control={**held_by_soviets(world), "0303": AXIS}, step="C.5",
        turn=55,
    )
    play(draft, "move Rifle via 0303", movement)
    assert draft.state.vp == -6


@pytest.mark.rule("BSR 25.1", "BSR 25.1.s1")
def test_losses_add_to_the_one_total_or_take_from_it() -> None:
    """A Guards gun step is a VP; enough Axis armor steps take one away."""
    world = scoring_world()
    draft = make_draft(world, {"Guards Guns": "0101", "Panzer": "0801"}, vp=8)
    removal.lose_step(draft, "Guards Guns", CADRE, "BSR 16.21")
    assert draft.state.vp == 9
    draft.update(track={AXIS: world.charts.loss_track[AXIS] - 1, SOVIET: 0})
    removal.lose_step(draft, "Panzer", CADRE, "BSR 16.21")
    assert draft.state.vp == 8


@pytest.mark.rule("BSR 25.1")
def test_a_disbanded_hq_is_an_action_that_scores() -> None:
    world = scoring_world()
    draft = make_draft(world, {"Army": Unit("Army", world.board.at("0101"), nonop=True)}, step="D")
    draft.ask(Recover(SOVIET, "Army"))
    play(draft, "disband Army", headquarters)
    assert draft.state.vp == 1


@pytest.mark.rule("BSR 25.13")
def test_steps_missing_at_the_start_do_not_count() -> None:
    """Tanks that begin reduced: nothing is counted until their last step goes."""
    world = scoring_world()
    draft = make_draft(world, {"Tanks": Unit("Tanks", world.board.at("0101"), lost=1)})
    assert draft.state.lost.get(SOVIET, 0) == 0 and draft.state.track.get(SOVIET, 0) == 0
    removal.lose_step(draft, "Tanks", CADRE, "BSR 16.21")
    assert draft.state.lost[SOVIET] == 1 and draft.state.track[SOVIET] == 1


# ---------------------------------------------------------------- scenarios


def test_a_scenario_that_counts_no_vps_scores_nothing() -> None:
    world = scoring_world(switches=Switches(victory_points=False))
    draft = make_draft(world, {"Panzer": "0302"}, control=held_by_soviets(world), turn=55)
    play(draft, "move Panzer via 0303", movement)
    victory.gain(draft, 5)
    assert draft.state.vp == 0
    assert victory.worth(world, draft.state, world.board.at("0303")) == 0


def test_what_the_axis_holds_at_the_start_is_in_the_marker_already() -> None:
    """A unit on a location when play begins: the marker stays where the scenario puts it."""
    board = make_board(8, 6)
    world = evolve(scoring_world(switches=Switches(**OFF), vp=58))
    scenario = evolve(
        world.scenario, units={"Panzer": Unit("Panzer", board.at("0303"))},
        control=dict.fromkeys(range(len(world.board)), SOVIET),
    )
    state = setup.opening(evolve(world, scenario=scenario))
    assert control.controlled(world, state, world.board.at("0303")) == AXIS
    assert state.vp == 58


def by_points(needed: int) -> Hooks:
    """A game won by the Axis with so many VPs at the end of its last turn."""

    def judge(world: World, state: EfsState) -> Outcome | None:
        if state.turn < world.scenario.last_turn:
            return None
        return Outcome(AXIS if state.vp >= needed else SOVIET, f"{state.vp} VPs", "BSR 25.0")

    return evolve(plain_hooks(), victory=judge)


@pytest.mark.rule("BSR 25.0")
@pytest.mark.parametrize(("vp", "winner"), [(10, AXIS), (9, SOVIET)])
def test_the_axis_wins_with_the_points_it_needs_and_the_soviets_by_denying_them(
    vp: int, winner: str
) -> None:
    world = make_world(hooks=by_points(10), last_turn=50)
    draft = make_draft(world, step="D", turn=50, vp=vp)
    interphase.run(draft)
    assert draft.state.over is not None and draft.state.over.winner == winner
    earlier = make_draft(world, step="D", turn=49, vp=vp)
    interphase.run(earlier)
    assert earlier.state.over is None


LOCATION = """
[[location]]
name = "Lebedin"
hexes = ["2009"]
values = [{ to = 51, vp = 2 }, { to = 53, vp = 1 }]
source = "reconstructed"

[[setup]]
side = "axis"
"""


@pytest.mark.rule("BSR 25.1")
def test_a_scenario_file_lists_its_locations(tmp_path: Path) -> None:
    path = edited(tmp_path, "sumy.toml", '\n[[setup]]\nside = "axis"\n', LOCATION)
    world = catalog.load(path, hooks=HOOKS, overlays=())
    place = victory.location_at(world, world.board.at("2009"))
    assert place is not None and place.name == "Lebedin"
    assert [victory.value(place, turn) for turn in (50, 51, 52, 53)] == [2, 2, 1, 1]
    assert world.scenario.sources["location Lebedin"] == "reconstructed"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('["2009"]', '["9999"]', "hex 9999 is not on the map"),
        ("to = 51", "to = 53", "should go from turn to later turn"),
        ("to = 53", "to = 52", "should reach turn 53"),
    ],
)
def test_faults_of_a_location_are_told(tmp_path: Path, old: str, new: str, why: str) -> None:
    wrong = LOCATION.replace(old, new)
    edited(tmp_path, "sumy.toml", '\n[[setup]]\nside = "axis"\n', wrong)
    assert why in only(scenario_faults(tmp_path)).why
