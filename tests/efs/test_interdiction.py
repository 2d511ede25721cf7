"""Axis Air Interdiction (BSR 13): missions, levels, zones and their effects."""

from __future__ import annotations

import pytest

from engine.efs import headquarters as hq_rules
from engine.efs import interdiction
from engine.efs.pieces import AXIS, FLOWN, SOVIET, Unit
from engine.efs.sequence import INTERDICT, INTERDICTION, SEQUENCE, place
from engine.efs.world import Draft
from tests.efs.support import (
    counter,
    go_to,
    headquarters,
    make_board,
    make_draft,
    make_world,
    plane,
    play,
    refusal,
)

BOMBERS = ("Ju88", "Ju87", "He111", "SM-79", "Bf109F", "I-16")


def interdicted(*levels: tuple[str, int]) -> Draft:
    """Interdiction markers of these levels on these hexes of a board 8 by 8."""
    world = make_world(make_board(8, 8))
    at = world.board.at
    return make_draft(world, interdicted={at(number): level for number, level in levels})


def flown(*names: str, hex_: str = "0404") -> Draft:
    """An Interdiction mission of these units, worked out against no opposition."""
    world = make_world(make_board(8, 8), planes=[plane(n) for n in BOMBERS],
                       unlimited_air_range=True)
    draft = make_draft(world, step="A.6a")
    play(draft, f"interdict {hex_} with {', '.join(names)}", interdiction)
    go_to(draft, "A.6d")
    interdiction.run_missions(draft)
    return draft


# ---------------------------------------------------------------- 13.1


@pytest.mark.rule("BSR 13.11")
def test_only_axis_units_interdict() -> None:
    world = make_world(planes=[plane("He111"), plane("SB")], unlimited_air_range=True)
    draft = make_draft(world, step="A.6a")
    assert refusal(draft, "interdict 0303 with SB", interdiction) == "BSR 13.11"
    assert refusal(draft, "interdict 0303 with He111", interdiction) == ""
    assert plane("SB").interdiction == 0


@pytest.mark.rule("BSR 13.12", "EFS 4.2A.6", "ESP A.6a")
def test_missions_are_flown_in_the_axis_interdiction_phase() -> None:
    """It is the last phase of the Strategic Segment and belongs to the Axis."""
    step = SEQUENCE[place("A.6a")]
    assert (step.key, step.side) == (INTERDICT, AXIS)
    assert interdiction.HANDLERS.keys() and all(
        handler.steps <= {INTERDICT, "intercept"} for handler in interdiction.HANDLERS.values()
    )
    assert SEQUENCE[place("A.6d")].key == INTERDICTION
    assert SEQUENCE[place("A.6d") + 1].id == "B.1"


@pytest.mark.rule("BSR 13.13")
def test_any_hex_may_be_the_mission_hex() -> None:
    """Empty, at the edge, with or without units: range alone limits it."""
    world = make_world(planes=[plane("He111")])
    draft = make_draft(world, step="A.6a")
    for cell in world.board.hexes:
        assert refusal(draft, f"interdict {cell.id} with He111", interdiction) == ""


@pytest.mark.rule("BSR 13.14", "ESP A.6g", "BSR 17.44")
@pytest.mark.parametrize(
    ("names", "level"),
    [(("He111",), 1), (("Ju87",), 2), (("He111", "Ju88"), 2), (("Ju87", "He111", "Ju88"), 2)],
)
def test_the_level_is_the_total_rating_and_two_at_most(names: tuple[str, ...], level: int) -> None:
    """He111 and Ju88 rate 1, the Ju87 2."""
    draft = flown(*names)
    assert draft.state.interdicted == {draft.world.board.at("0404"): level}
    assert all(draft.state.air[name].box == FLOWN for name in names)


@pytest.mark.rule("BSR 13.14")
def test_no_rating_left_means_no_marker() -> None:
    assert flown("SM-79").state.interdicted == {}


@pytest.mark.rule("BSR 13.14", "ESP A.6f")
@pytest.mark.parametrize(("roll", "level"), [(8, 0), (5, 1)])
def test_aa_fire_comes_before_the_marker(roll: int, level: int) -> None:
    """A headquarters adds 1: an 8 aborts the He111, a 5 does nothing."""
    world = make_world(counters=[headquarters()], planes=[plane("He111")])
    draft = make_draft(world, {"HQ": "0303"}, step="A.6a", rolls=(roll,))
    play(draft, "interdict 0303 with He111", interdiction)
    go_to(draft, "A.6d")
    interdiction.STEPS[INTERDICTION].run(draft)
    assert interdiction.level_at(world, draft.state, world.board.at("0303")) == level


@pytest.mark.rule("BSR 13.15")
def test_the_zone_is_the_mission_hex_and_its_neighbours() -> None:
    draft = interdicted(("0404", 1))
    board = draft.world.board
    inside = {cell.id for i, cell in enumerate(board.hexes)
              if interdiction.in_zone(draft.world, draft.state, i)}
    assert inside == {"0404", "0403", "0405", "0303", "0304", "0503", "0504"}
    assert interdiction.zone(draft.world, draft.state) == {board.at(n) for n in inside}


@pytest.mark.rule("BSR 13.15")
def test_overlapping_zones_add_up_to_two_at_most() -> None:
    """0404 and 0405 touch: both lie in both zones; 0504 is in both too, 0403 in the first."""
    draft = interdicted(("0404", 1), ("0405", 1))
    at, level = draft.world.board.at, interdiction.level_at
    assert level(draft.world, draft.state, at("0504")) == 2
    assert level(draft.world, draft.state, at("0403")) == 1
    assert level(draft.world, draft.state, at("0707")) == 0
    draft = interdicted(("0404", 2), ("0405", 2))
    assert level(draft.world, draft.state, at("0504")) == 2


@pytest.mark.rule("BSR 13.16", "PB 11.1.ex1.8")
def test_markers_come_off_in_the_interphase() -> None:
    draft = interdicted(("0404", 2))
    interdiction.clear(draft)
    assert draft.state.interdicted == {}
    assert draft.events[-1].rule == "BSR 13.16"


# ---------------------------------------------------------------- 13.2


@pytest.mark.rule("BSR 13.21")
def test_rail_movement_pays_twelve_for_an_interdicted_hex_whatever_the_level() -> None:
    draft = interdicted(("0404", 2), ("0405", 1))
    at = draft.world.board.at
    for number, cost in (("0404", 12), ("0504", 12), ("0403", 12), ("0707", 1)):
        assert interdiction.rail_cost(draft.world, draft.state, at(number)) == cost


@pytest.mark.rule("BSR 13.22")
def test_a_flotilla_pays_four_for_an_interdicted_hex_whatever_the_level() -> None:
    draft = interdicted(("0404", 2), ("0405", 1))
    at = draft.world.board.at
    for number, cost in (("0404", 4), ("0504", 4), ("0403", 4), ("0707", 1)):
        assert interdiction.flotilla_cost(draft.world, draft.state, at(number)) == cost


@pytest.mark.rule("BSR 13.23")
def test_strategic_movement_shuns_the_zone_but_trains_may_start_in_it() -> None:
    world = make_world(counters=[
        counter("Rifle", side=SOVIET), counter("Train", side=SOVIET, type="armored_train"),
        counter("Gun", side=SOVIET, type="railroad_artillery"),
    ])
    at = world.board.at
    draft = make_draft(world, {}, interdicted={at("0303"): 1})
    inside, outside = at("0304"), at("0606")
    barred = interdiction.bars_strategic(world, draft.state, inside)
    assert barred is not None and barred.rule == "BSR 13.23"
    assert interdiction.bars_strategic(world, draft.state, outside) is None
    start = interdiction.bars_rail_start
    refused = start(world, draft.state, Unit("Rifle", inside))
    assert refused is not None and refused.rule == "BSR 13.23"
    assert start(world, draft.state, Unit("Rifle", outside)) is None
    assert start(world, draft.state, Unit("Train", inside)) is None
    assert start(world, draft.state, Unit("Gun", inside)) is None


@pytest.mark.rule("BSR 13.25")
def test_air_transport_shuns_the_zone() -> None:
    draft = interdicted(("0404", 1))
    at, bars = draft.world.board.at, interdiction.bars_air_transport
    barred = bars(draft.world, draft.state, at("0403"))
    assert barred is not None and barred.rule == "BSR 13.25"
    assert bars(draft.world, draft.state, at("0707")) is None


@pytest.mark.rule("BSR 13.24")
@pytest.mark.parametrize(
    ("command", "levels", "left"),
    [
        (1, (), 1), (1, (1,), 0), (2, (2,), 0), (3, (2,), 1), (3, (1, 1), 1),
        (3, (2, 2), 1), (1, (2,), 0),
    ],
)
def test_a_headquarters_loses_command_value_by_the_level_on_its_hex(
    command: int, levels: tuple[int, ...], left: int
) -> None:
    """Zones add up, two at most are lost, and nothing goes below 0."""
    world = make_world(counters=[headquarters(command=command)])
    centres = [world.board.at(n) for n in ("0303", "0304")]
    draft = make_draft(
        world, {"HQ": "0303"}, interdicted=dict(zip(centres, levels, strict=False))
    )
    assert hq_rules.command_value(world, draft.state, draft.state.units["HQ"]) == left


@pytest.mark.rule("BSR 13.24a")
def test_an_interdicted_headquarters_activates_guards_and_nobody_else() -> None:
    world = make_world(counters=[
        headquarters(), counter("Rifle", side=SOVIET), counter("Guards", side=SOVIET, guards=True),
    ])
    units = {"HQ": "0303", "Rifle": "0304", "Guards": "0403"}
    free = make_draft(world, units, step="C.1")
    assert refusal(free, "activate Rifle by HQ", hq_rules) == ""
    hit = make_draft(world, units, step="C.1", interdicted={world.board.at("0303"): 1})
    assert refusal(hit, "activate Rifle by HQ", hq_rules) == "BSR 22.12a"
    assert refusal(hit, "activate Guards by HQ", hq_rules) == ""
