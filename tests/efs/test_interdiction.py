"""Axis Air Interdiction (BSR 13): missions, levels, zones and their effects."""

from __future__ import annotations

import pytest

from engine.efs import artillery, interdiction, orders, reaction, strategic, supply, terrain
from engine.efs import headquarters as hq_rules
from engine.efs.decisions import Suppress
from engine.efs.pieces import AXIS, FLOWN, SOVIET, Unit
from engine.efs.sequence import INTERDICT, INTERDICTION, SEQUENCE, place
from engine.efs.state import Attack
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
def test_strategic_movement_neither_begins_in_the_zone_nor_enters_it() -> None:
    """A road along column 4 from 0401 to 0408; the zone of 0404 holds 0403 to 0405."""
    road = {(f"04{r:02}", f"04{r + 1:02}"): "road.main" for r in range(1, 8)}
    world = make_world(make_board(8, 8, sides=road), [counter("Pz"), counter("Inf")])
    at = world.board.at
    units = {"Pz": "0405", "Inf": "0407"}
    hit = make_draft(world, units, interdicted={at("0404"): 1}).state
    free = make_draft(world, units).state
    start = strategic.may_begin(world, hit, ("Pz",))
    assert start is not None and "Interdiction" in start.why
    assert strategic.may_begin(world, hit, ("Inf",)) is None
    assert strategic.may_begin(world, free, ("Pz",)) is None
    step = strategic.step_problem(world, hit, AXIS, at("0406"), at("0405"))
    assert step is not None and "Interdiction" in step.why
    assert strategic.step_problem(world, hit, AXIS, at("0407"), at("0406")) is None
    assert strategic.step_problem(world, free, AXIS, at("0406"), at("0405")) is None


@pytest.mark.rule("BSR 13.23")
def test_trains_and_railroad_guns_alone_begin_rail_movement_in_the_zone() -> None:
    world = make_world(counters=[
        counter("Rifle", side=SOVIET), counter("Train", side=SOVIET, type="armored_train"),
        counter("Gun", side=SOVIET, type="railroad_artillery"),
    ])
    at = world.board.at
    state = make_draft(world, {}, interdicted={at("0303"): 1}).state
    inside, outside = at("0304"), at("0606")
    start = interdiction.bars_rail_start
    refused = start(world, state, Unit("Rifle", inside))
    assert refused is not None and refused.rule == "BSR 13.23"
    assert start(world, state, Unit("Rifle", outside)) is None
    assert start(world, state, Unit("Train", inside)) is None
    assert start(world, state, Unit("Gun", inside)) is None


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


@pytest.mark.rule("BSR 13.24b")
def test_an_interdicted_headquarters_lets_no_motorized_unit_react() -> None:
    """Command 1: with a Level One marker beside it no point is left for the tank brigade."""
    tank = counter("Tank", side=SOVIET, type="armor", size="X", ma_class="motorized")
    world = make_world(make_board(8, 8), [headquarters(), tank, counter("Rifle", side=SOVIET)])
    at = world.board.at
    units = {"HQ": "0404", "Tank": "0405", "Rifle": "0407"}
    attacks = (Attack((at("0407"),)),)
    free = make_draft(world, units, step="B.3a", attacks=attacks).state
    assert reaction.eligible(world, free, free.units["Tank"]) is None
    hit = make_draft(
        world, units, step="B.3a", attacks=attacks, interdicted={at("0403"): 1}
    ).state
    refused = reaction.eligible(world, hit, hit.units["Tank"])
    assert refused is not None and refused.rule == "BSR 14.11c.1"


@pytest.mark.rule("BSR 13.24c")
def test_an_interdicted_headquarters_gives_no_retreat_order() -> None:
    world = make_world(make_board(8, 8), [headquarters(), counter("Rifle", side=SOVIET)])
    at = world.board.at
    units = {"HQ": "0404", "Rifle": "0406"}
    attacks = (Attack((at("0406"),)),)
    free = make_draft(world, units, step="B.3c", attacks=attacks)
    assert refusal(free, "order no-retreat 0406", orders) == ""
    hit = make_draft(world, units, step="B.3c", attacks=attacks, interdicted={at("0404"): 1})
    assert refusal(hit, "order no-retreat 0406", orders) == "BSR 14.34"


def battery(level: int) -> Draft:
    """An HQ with two guns of range 3, a third gun elsewhere, and an attack two hexes away."""
    guns = [
        counter(name, 0, 1, 6, side=SOVIET, type="artillery", size="III", support=2, range=3)
        for name in ("G1", "G2", "G3")
    ]
    world = make_world(
        make_board(8, 8), [headquarters(command=2), counter("Rifle", side=SOVIET), *guns]
    )
    at = world.board.at
    units = {"HQ": "0404", "G1": "0404", "G2": "0404", "G3": "0506", "Rifle": "0406"}
    zones = {at("0404"): level} if level else {}
    draft = make_draft(
        world, units, step="B.3b", attacks=(Attack((at("0406"),)),), interdicted=zones
    )
    artillery.open_support(draft)
    return draft


@pytest.mark.rule("BSR 13.24d")
def test_the_axis_chooses_which_stacked_gun_a_level_one_zone_silences() -> None:
    """Without interdiction both guns stacked with the HQ support; with Level One only one does."""
    both = "support 0406 with G1, G2"
    assert refusal(battery(0), both, artillery) == ""
    draft = battery(1)
    assert draft.state.asks == (Suppress(AXIS, ("G1", "G2"), 1),)
    assert refusal(draft, "silence G3", artillery) == "BSR 13.24d"
    play(draft, "silence G2", artillery)
    assert refusal(draft, both, artillery) == "BSR 13.24d"
    assert refusal(draft, "support 0406 with G1", artillery) == ""


@pytest.mark.rule("BSR 13.24d", "BSR 13.24d.n1")
def test_one_gun_supports_though_every_stacked_gun_is_silenced() -> None:
    """Level Two silences both without a choice; either may still support alone."""
    draft = battery(2)
    assert not draft.state.asks
    assert refusal(draft, "support 0406 with G1, G2", artillery) == "BSR 13.24d"
    assert refusal(draft, "support 0406 with G1", artillery) == ""
    assert refusal(draft, "support 0406 with G3", artillery) == ""


@pytest.mark.rule("BSR 13.26")
def test_normal_movement_pays_nothing_for_interdiction() -> None:
    """Every step between adjacent hexes of a small board costs the same with and without."""
    world = make_world(make_board(5, 5, terrain={"0302": "clear woods", "0304": "hill"}))
    at = world.board.at
    free = make_draft(world).state
    hit = make_draft(world, interdicted={at("0303"): 2}).state
    for kind in ("foot", "motorized"):
        for start in range(len(world.board)):
            for end in world.board.neighbors(start):
                prices = terrain.prices(world, free, kind, start, end)
                assert prices
                assert terrain.prices(world, hit, kind, start, end) == prices


@pytest.mark.rule("BSR 13.26")
def test_supply_routes_run_through_a_zone() -> None:
    """A line of communications along the second column, with the zone in its middle."""
    world = make_world(make_board(5, 5))
    at = world.board.at
    hit = make_draft(world, interdicted={at("0203"): 2}).state
    assert supply.loc_reaches(world, hit, AXIS, at("0201"), at("0205"))
