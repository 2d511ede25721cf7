"""Reinforcements (BSR 8.1, 8.2): when and where they come, what entry costs, how it is delayed."""

from __future__ import annotations

from typing import Any

import pytest

from engine import catalog
from engine.core.board import NOWHERE
from engine.core.errors import Refusal
from engine.efs import (
    headquarters,
    infiltration,
    interphase,
    movement,
    readiness,
    reinforcements,
    strategic,
)
from engine.efs.pieces import (
    ARRIVED,
    DAMAGED,
    FLOWN,
    MAP,
    OUT_OF_SUPPLY,
    READY,
    REINFORCEMENT,
    SOVIET,
    AirUnit,
    Counter,
    Unit,
)
from engine.efs.world import Arrival, Draft, World
from tests.efs.support import (
    counter,
    go_to,
    make_board,
    make_draft,
    make_world,
    plane,
    play,
    refusal,
    rolls_made,
)
from tests.efs.support import headquarters as hq


def soviet(name: str, ma_class: str = "nonmot", **fields: Any) -> Counter:
    return counter(name, 2, 2, 6, side=SOVIET, ma_class=ma_class, **fields)


def off_map(*names: str) -> dict[str, str | Unit]:
    return {name: Unit(name, NOWHERE, REINFORCEMENT) for name in names}


def group(*names: str, turn: int = 50, **fields: Any) -> Arrival:
    return Arrival(turn, fields.pop("side", SOVIET), units=names,
                   hexes=fields.pop("hexes", ("0801",)), **fields)


def world_of(counters: list[Counter], *groups: Arrival, **board: Any) -> World:
    return make_world(make_board(8, 6, **board), counters, arrivals=groups)


def spent(draft: Draft, name: str) -> int:
    """Half points."""
    return draft.state.units[name].spent


# ---------------------------------------------------------------- arrival (8.11, 8.21)


@pytest.mark.rule("BSR 8.11", "BSR 8.11a", "BSR 8.21", "ESP C.5b.2.1")
def test_a_group_enters_on_its_turn_and_at_its_hex() -> None:
    """GT50 at 0801: not on GT49, not at 0802, not by a unit that is on the map."""
    world = world_of([soviet("Rifle"), soviet("Guard")], group("Rifle"))
    draft = make_draft(world, {**off_map("Rifle"), "Guard": "0401"}, step="C.5", turn=49)
    assert refusal(draft, "enter Rifle at 0801", reinforcements) == "BSR 8.21"
    draft.update(turn=50)
    assert refusal(draft, "enter Rifle at 0802", reinforcements) == "BSR 8.11a"
    assert refusal(draft, "enter Guard at 0801", reinforcements) == "BSR 8.11"
    play(draft, "enter Rifle at 0801", reinforcements)
    unit = draft.state.units["Rifle"]
    assert (unit.box, world.board.id(unit.hex)) == (MAP, "0801")


@pytest.mark.rule("BSR 8.11", "BSR 8.11a")
def test_the_sumy_card_gives_turn_and_hex_of_each_group() -> None:
    """GT50: four Guards units at 2202; GT51: 126+205 AA; a battle group may enter nowhere else."""
    world = catalog.load("sumy", overlays=())
    groups = {
        world.name(id_): (arrival.turn, arrival.hexes)
        for arrival in world.scenario.arrivals for id_ in arrival.units
    }
    assert groups == {
        "6/1GdM": (50, ("2202",)), "175/1GdM": (50, ("2202",)), "12/1GdM": (50, ("2202",)),
        "2/4 Gd Rocket": (50, ("2202",)), "126+205 AA": (51, ("2202",)),
    }


@pytest.mark.rule("BSR 8.13", "BSR 8.21")
def test_entry_may_be_delayed_to_any_later_turn() -> None:
    """The listed turn is the earliest: on GT53 the unit still may enter, and it never must."""
    world = world_of([soviet("Rifle")], group("Rifle"))
    draft = make_draft(world, off_map("Rifle"), step="C.5", turn=53)
    assert refusal(draft, "enter Rifle at 0801", reinforcements) == ""
    assert draft.state.units["Rifle"].box == REINFORCEMENT


@pytest.mark.rule("BSR 8.21.s1", "ESP C.1b.2.1", "ESP C.5b.2.1")
@pytest.mark.parametrize(
    ("ma_class", "in_motorized"),
    [("nonmot", False), ("orange", False), ("green", False), ("motorized", True),
     ("cavalry", True)],
)
def test_soviet_units_enter_by_their_mobility(ma_class: str, in_motorized: bool) -> None:
    """All in the Movement phase, motorized units and cavalry in the Motorized phase as well."""
    world = world_of([soviet("Unit", ma_class)], group("Unit", road="main"))
    draft = make_draft(world, off_map("Unit"), step="C.5", turn=50)
    assert refusal(draft, "enter Unit at 0801", reinforcements) == ""
    go_to(draft, "C.1")
    allowed = refusal(draft, "enter Unit at 0801", reinforcements)
    assert allowed == ("" if in_motorized else "BSR 8.21.s1")


@pytest.mark.rule("BSR 8.21.s1", "ESP B.1c.1", "ESP B.5b.1")
@pytest.mark.parametrize(
    ("ma_class", "in_motorized"), [("nonmot", False), ("motorized", True), ("cavalry", True)]
)
def test_axis_units_enter_by_their_mobility(ma_class: str, in_motorized: bool) -> None:
    world = world_of(
        [counter("Unit", 2, 2, 6, ma_class=ma_class)], group("Unit", side="axis")
    )
    draft = make_draft(world, off_map("Unit"), step="B.1", turn=50)
    assert refusal(draft, "enter Unit at 0801", reinforcements) == ""
    go_to(draft, "B.5")
    allowed = refusal(draft, "enter Unit at 0801", reinforcements)
    assert allowed == ("" if in_motorized else "BSR 8.21.s1")


@pytest.mark.rule("BSR 8.21.s1")
def test_nobody_enters_in_the_enemys_phases_or_in_reaction() -> None:
    world = world_of([soviet("Tanks", "motorized")], group("Tanks"))
    draft = make_draft(world, off_map("Tanks"), step="B.1", turn=50)
    assert refusal(draft, "enter Tanks at 0801", reinforcements) == "BSR 8.21"
    assert list(reinforcements.waiting(world, draft.state)) == []
    go_to(draft, "C.1")
    assert [unit.id for unit in reinforcements.waiting(world, draft.state)] == ["Tanks"]


@pytest.mark.rule("BSR 8.21.s1", "BSR 8.12")
def test_each_side_has_its_full_allowance_in_its_own_phase() -> None:
    """Soviet tanks of MA 6 that enter a clear hex have 5 left in C.1 and 2 in C.5."""
    world = make_world(make_board(8, 8), [soviet("Tanks", "motorized")], arrivals=(group("Tanks"),))
    for step, far, farther in (("C.1", "0806", "0807"), ("C.5", "0803", "0804")):
        draft = make_draft(world, off_map("Tanks"), step=step, turn=50)
        play(draft, "enter Tanks at 0801", reinforcements)
        assert refusal(draft, f"move Tanks to {far}", movement) == ""
        assert refusal(draft, f"move Tanks to {farther}", movement) == "BSR 10.52"


# ---------------------------------------------------------------- what entry costs (8.12)


@pytest.mark.rule("BSR 8.12")
@pytest.mark.parametrize(
    ("terrain", "road", "half"),
    [("clear", "", 2), ("hill", "", 4), ("clear", "main", 1), ("hill woods", "main", 1),
     ("hill woods", "minor", 2), ("clear", "minor", 1)],
)
def test_entry_costs_the_terrain_of_the_hex_or_the_road_into_it(
    terrain: str, road: str, half: int
) -> None:
    """Motorized: 1 for clear and 2 for hill; 1/2 by main road; minor 1/2, non-clear 1."""
    world = world_of([soviet("Tanks", "motorized")], group("Tanks", road=road),
                     terrain={"0801": terrain})
    draft = make_draft(world, off_map("Tanks"), step="C.1", turn=50)
    play(draft, "enter Tanks at 0801", reinforcements)
    assert spent(draft, "Tanks") == half


@pytest.mark.rule("BSR 8.12")
def test_a_unit_that_cannot_pay_for_the_hex_does_not_enter() -> None:
    """MA 2, one for each unit at half: hill costs 2 MPs and 1 is there; clear costs 1."""
    world = world_of([counter("Slow", 2, 2, 2, side=SOVIET, ma_class="motorized")],
                     group("Slow", hexes=("0801", "0806")), terrain={"0801": "hill"})
    draft = make_draft(world, off_map("Slow"), step="C.5", turn=50)
    assert refusal(draft, "enter Slow at 0801", reinforcements) == "BSR 8.12"
    assert refusal(draft, "enter Slow at 0806", reinforcements) == ""


@pytest.mark.rule("BSR 8.12")
def test_entering_a_zoc_costs_a_point_more_and_ends_the_move() -> None:
    world = world_of([soviet("Tanks", "motorized"), counter("Foe")], group("Tanks"))
    draft = make_draft(world, {**off_map("Tanks"), "Foe": "0701"}, step="C.1", turn=50)
    play(draft, "enter Tanks at 0801", reinforcements)
    assert spent(draft, "Tanks") == 4 and draft.state.units["Tanks"].done


@pytest.mark.rule("BSR 8.12", "BSR 11.34")
def test_entry_by_road_may_begin_strategic_movement() -> None:
    """MA 6 gives 9 on the march; entry took 1/2. Without a road at the hex there is no march."""
    road = {(f"08{n:02}", f"08{n + 1:02}"): "road.main" for n in range(1, 6)}
    world = world_of([soviet("Rifle"), soviet("Other")], group("Rifle", "Other", road="main"),
                     sides=road)
    draft = make_draft(world, off_map("Rifle", "Other"), step="C.5", turn=50)
    play(draft, "enter Rifle at 0801", reinforcements)
    play(draft, "march Rifle to 0806", strategic)
    assert spent(draft, "Rifle") == 6  # 1/2 and five times 1/2
    assert refusal(draft, "move Rifle to 0705", movement) == "BSR 11.34"
    play(draft, "enter Other at 0801", reinforcements)
    play(draft, "move Other via 0802", movement)
    assert refusal(draft, "march Other to 0806", strategic) == "BSR 11.34"


@pytest.mark.rule("BSR 8.12", "BSR 11.32d")
def test_a_march_from_the_map_edge_keeps_away_from_the_enemy() -> None:
    road = {("0801", "0802"): "road.main"}
    world = world_of([soviet("Rifle"), counter("Foe")], group("Rifle", road="main"), sides=road)
    for where, rule in (("0603", "BSR 11.32d"), ("0306", "")):
        draft = make_draft(world, {**off_map("Rifle"), "Foe": where}, step="C.5", turn=50)
        play(draft, "enter Rifle at 0801", reinforcements)
        assert refusal(draft, "march Rifle to 0802", strategic) == rule


# ---------------------------------------------------------------- delay (8.13)


def edge(*foes: str, **fields: Any) -> Draft:
    """Entry hexes 0801, 0802 and 0803, with Axis units in some of them."""
    world = world_of(
        [soviet("Unit", **fields), *(counter(f"Foe{n}") for n, _ in enumerate(foes))],
        group("Unit", hexes=("0801", "0802", "0803")),
    )
    units = {f"Foe{n}": where for n, where in enumerate(foes)}
    return make_draft(world, {**off_map("Unit"), **units}, step="C.5", turn=50)


@pytest.mark.rule("BSR 8.13")
def test_entry_is_delayed_while_the_enemy_holds_every_hex() -> None:
    draft = edge("0801", "0802", "0803")
    for number in ("0801", "0802", "0803"):
        assert refusal(draft, f"enter Unit at {number}", reinforcements) == "BSR 8.13"
    assert refusal(edge("0801", "0802"), "enter Unit at 0803", reinforcements) != ""


@pytest.mark.rule("BSR 8.13")
def test_entry_is_delayed_where_enemies_stand_about_an_empty_hex() -> None:
    """0801 and 0803 held, 0802 between them in their ZOC. One held hex with a free one: allowed."""
    assert refusal(edge("0801", "0803"), "enter Unit at 0802", reinforcements) == "BSR 8.13"
    assert refusal(edge("0801"), "enter Unit at 0803", reinforcements) == ""
    assert refusal(edge("0801"), "enter Unit at 0802", reinforcements) == ""
    assert refusal(edge("0801"), "enter Unit at 0801", reinforcements) == "BSR 8.13"


@pytest.mark.rule("BSR 8.13.x1")
def test_infiltrators_enter_between_enemies() -> None:
    """Yellow MA of 7 and motorized; the same unit without yellow MA waits."""
    able = counter("Unit", 2, 2, 7, side=SOVIET, ma_class="motorized", yellow=True)
    unable = counter("Unit", 2, 2, 7, side=SOVIET, ma_class="motorized")
    for unit, rule in ((able, ""), (unable, "BSR 8.13")):
        world = world_of([unit, counter("A"), counter("B")],
                         group("Unit", hexes=("0801", "0802", "0803")))
        draft = make_draft(world, {**off_map("Unit"), "A": "0801", "B": "0803"}, step="C.1",
                           turn=50)
        assert infiltration.may_ever_infiltrate(world, Unit("Unit")) is (rule == "")
        assert refusal(draft, "enter Unit at 0802", reinforcements) == rule


# ---------------------------------------------------------------- placement (8.14)


def placing(terrain: str = "clear town", owner: str = SOVIET, foe: str = "0106") -> Draft:
    """A unit to be placed straight into 0403."""
    world = world_of(
        [soviet("Militia"), counter("Foe")],
        group("Militia", hexes=("0403",), placed=True), terrain={"0403": terrain},
    )
    return make_draft(world, {**off_map("Militia"), "Foe": foe}, step="C.5", turn=50,
                      control={"0403": owner})


@pytest.mark.rule("BSR 8.14")
def test_a_unit_is_placed_in_a_friendly_hex_out_of_enemy_zocs() -> None:
    draft = placing()
    play(draft, "place Militia at 0403", reinforcements)
    assert draft.state.units["Militia"].hex == draft.world.board.at("0403")
    assert refusal(draft, "move Militia to 0404", movement) == ""  # it may move in this phase


@pytest.mark.rule("BSR 8.14")
def test_placement_waits_for_a_hex_that_is_not_friendly_or_in_a_zoc() -> None:
    assert refusal(placing(owner="axis"), "place Militia at 0403", reinforcements) == "BSR 8.14"
    assert refusal(placing(foe="0404"), "place Militia at 0403", reinforcements) == "BSR 8.14"
    assert refusal(placing(), "place Militia at 0404", reinforcements) == "BSR 8.14"
    assert refusal(placing(), "enter Militia at 0403", reinforcements) == "BSR 8.14"


@pytest.mark.rule("BSR 8.14")
def test_enemy_zocs_do_not_matter_in_a_major_city() -> None:
    draft = placing("major_city", foe="0404")
    assert refusal(draft, "place Militia at 0403", reinforcements) == ""


# ---------------------------------------------------------------- on the turn of entry (8.15, 8.16)


@pytest.mark.rule("BSR 8.15")
def test_a_reinforcement_is_in_general_supply_on_its_first_turn() -> None:
    """No supply source is near, yet it carries no marker and marches; the mark is for one turn."""
    road = {("0801", "0802"): "road.main"}
    world = world_of([soviet("Rifle")], group("Rifle", road="main"), sides=road)
    draft = make_draft(world, off_map("Rifle"), step="C.5", turn=50)
    play(draft, "enter Rifle at 0801", reinforcements)
    unit = draft.state.units["Rifle"]
    assert OUT_OF_SUPPLY not in unit.marks and ARRIVED in unit.marks
    assert refusal(draft, "march Rifle to 0802", strategic) == ""
    go_to(draft, "D")
    interphase.run(draft)
    assert ARRIVED not in draft.state.units["Rifle"].marks


@pytest.mark.rule("BSR 8.16")
def test_an_hq_does_nothing_before_it_enters() -> None:
    """Off the map it activates nobody; once it stands near a unit, it does."""
    world = world_of([hq("Army"), soviet("Rifle")], group("Army", road="main"))
    draft = make_draft(world, {**off_map("Army"), "Rifle": "0701"}, step="C.1", turn=50)
    assert refusal(draft, "activate Rifle by Army", headquarters) == "BSR 22.12a"
    assert headquarters.headquarters(world, draft.state) == ()
    entered = make_draft(world, {"Army": "0801", "Rifle": "0701"}, step="C.1", turn=50)
    assert refusal(entered, "activate Rifle by Army", headquarters) == ""


@pytest.mark.rule("BSR 8.16")
def test_an_hq_on_the_map_does_nothing_for_units_still_off_it() -> None:
    """It cannot activate one that waits, and a Non-Op HQ does not count its entry as a move."""
    world = world_of([hq("Army", recovery=2), soviet("Rifle"), soviet("Tanks", "motorized"),
                      soviet("More", "motorized")],
                     group("Rifle", "Tanks", "More"))
    draft = make_draft(world, {"Army": "0801", **off_map("Rifle", "Tanks", "More")}, step="C.1",
                       turn=50)
    assert refusal(draft, "activate Rifle by Army", headquarters) == "BSR 22.12a"
    nonop = make_draft(
        world,
        {"Army": Unit("Army", world.board.at("0801"), nonop=True), **off_map("Tanks", "More")},
        step="C.1", turn=50,
    )
    play(nonop, "enter Tanks at 0801", reinforcements)  # recovery 2 lets one unit begin to move
    play(nonop, "enter More at 0801", reinforcements)
    assert all(nonop.state.units[i].on_map for i in ("Tanks", "More"))


# ---------------------------------------------------------------- no VPs (8.22), air (8.23)


@pytest.mark.rule("BSR 8.22", "ESP A.4b")
def test_scheduled_reinforcements_cost_no_vps() -> None:
    world = make_world(
        make_board(8, 6), [soviet("Rifle")], [plane("I-16")],
        arrivals=(group("Rifle"), Arrival(50, SOVIET, air=("I-16",))),
    )
    draft = make_draft(world, off_map("Rifle"), step="A.4", turn=50, vp=8,
                       air={"I-16": AirUnit("I-16", REINFORCEMENT)})
    reinforcements.receive(draft)
    go_to(draft, "C.5")
    play(draft, "enter Rifle at 0801", reinforcements)
    assert draft.state.vp == 8


@pytest.mark.rule("BSR 8.23", "ESP A.4b", "EFS 4.2A.4")
@pytest.mark.parametrize(
    ("box", "storm", "rolls", "ends"),
    [
        (READY, False, [], READY),
        (READY, True, [10], FLOWN),
        (READY, True, [1], READY),
        (FLOWN, False, [1], READY),
        (FLOWN, False, [10], FLOWN),
        (DAMAGED, False, [1], FLOWN),
    ],
)
def test_air_units_arrive_in_their_box_and_roll_only_where_they_must(
    box: str, storm: bool, rolls: list[int], ends: str
) -> None:
    """Ready without a roll, but on a Storm turn; those for the other boxes do roll."""
    world = make_world(planes=[plane("I-16")],
                       arrivals=(Arrival(50, SOVIET, air=("I-16",), box=box),))
    draft = make_draft(world, step="A.4", turn=50, storm=storm, rolls=rolls,
                       air={"I-16": AirUnit("I-16", REINFORCEMENT)})
    reinforcements.receive(draft)
    assert draft.state.air["I-16"].box == box
    go_to(draft, "A.5")
    readiness.run(draft)
    assert rolls_made(draft) == rolls
    assert draft.state.air["I-16"].box == ends


@pytest.mark.rule("BSR 8.23", "BSR 8.21")
def test_air_units_do_not_come_before_their_turn() -> None:
    world = make_world(planes=[plane("I-16")], arrivals=(Arrival(51, SOVIET, air=("I-16",)),))
    draft = make_draft(world, step="A.4", turn=50, air={"I-16": AirUnit("I-16", REINFORCEMENT)})
    reinforcements.receive(draft)
    assert draft.state.air["I-16"].box == REINFORCEMENT


def test_groups_and_single_units_are_offered() -> None:
    """What the screen lists: each unit that may enter, and all of them together."""
    world = world_of([soviet("Rifle"), soviet("Guard")], group("Rifle", "Guard"))
    draft = make_draft(world, off_map("Rifle", "Guard"), step="C.5", turn=50)
    offered = [c.units for c in reinforcements.offer_entries(world, draft.state, "")
               if hasattr(c, "units")]
    assert offered == [("Rifle",), ("Guard",), ("Rifle", "Guard")]
    assert isinstance(
        reinforcements.phase_problem(world, draft.state, Unit("Rifle", 0)), Refusal
    )
