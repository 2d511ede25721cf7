"""The RVGK (TTW 3.5), and its three examples of play."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from engine.core import board as core_board
from engine.core import hexes
from engine.core.board import NOWHERE, Board, Hex
from engine.core.commands import End
from engine.core.errors import Refusal
from engine.ocs import rail, replacements
from engine.ocs.commands import GRAMMAR
from engine.ocs.flow import FLOW
from engine.ocs.pieces import (
    AXIS,
    COMBAT,
    DEAD,
    MAP,
    PHASE_FUEL,
    POOL,
    RE,
    SOVIET,
    AirUnit,
    Counter,
    Unit,
)
from engine.ocs.state import Side
from engine.ocs.world import Draft, World
from engine.third_winter import rvgk, rvgk_alarm, rvgk_moves
from tests.ocs import yard
from tests.third_winter.steppe import (
    asked,
    drafted,
    guns_division,
    hq,
    line,
    now,
    open_phase,
    plane,
    row_of,
    soviet,
    winter,
)

ONE, TWO = "rvgk-1", "rvgk-2"
AT = {ONE: "D10.10", TWO: "B10.10"}
"""Hexes of the markers."""


def ground(sides: dict[tuple[str, str], str] | None = None) -> Board:
    """Sheet B north of sheet D, 40 columns and 15 rows each."""
    grid = [
        (Hex(f"{letter}{c}.{r:02}", frozenset({"village" if r == 10 and c % 10 == 0 else "clear"})),
         hexes.doubled(c, r + up, from_north=False))
        for letter, up in (("D", 0), ("B", 15)) for c in range(1, 41) for r in range(1, 16)
    ]
    return core_board.build(grid, {k: v.split() for k, v in (sides or {}).items()})


def corps(name: str, *members: str) -> list[Counter]:
    """A brigade that walks for each member, and the Organic Truck."""
    short = name.removesuffix(" Corps")
    units = [soviet(m, formation=name) for m in members or (f"{short} Bde",)]
    return [*units, yard.organic(f"{short} Truck", name, SOVIET)]


def tank(name: str, re: float = 0.5, ar: int = 4, **fields: Any) -> Counter:
    return yard.battalion(name, SOVIET, re4=int(re * RE), ar=ar, **fields)


TANKS = [
    tank("22 Gd Tank Bde", 1, 5, formation="5 Gd Tank Corps"),
    tank("1462 SU Bn", ar=3, formation="5 Gd Tank Corps"),
    soviet("454 Mort Rgt", ar=2, type="mortar", formation="5 Gd Tank Corps"),
    tank("20 Gd Tank Bde", 1, 4, formation="5 Gd Tank Corps"),
    yard.organic("5 Gd Tank Truck", "5 Gd Tank Corps", SOVIET),
]
OTHERS = ("3 Tank Corps", "16 Tank Corps", "29 Tank Corps", "5 Gd Mech Corps", "18 Tank Corps",
          "5 Mech Corps", "7 Mech Corps", "1 Gd Cav Corps")
"""The example counts eight Tank and Mech Corps and names seven; the 7 Mech stands for the other."""
DIVISIONS = ("38 Inf Div", "14 Gd Inf Div", "31 Inf Div", "4 Gd Abn Div", "163 Inf Div",
             "69 Gd Inf Div")
LONE = {"53 Gd Tank Bn": 0.5, "58 Gd Tank Bn": 0.5, "1 Gd MC Rgt": 1.0, "1889 SU Bn": 0.5,
        "33 Arty Bde": 1.0, "14 Assault Eng Bde": 1.0}
FIRST = ("20 Gd Tank Bde", "5 Gd Tank Truck", "3 Tank Bde", "3 Tank Truck", "38 Inf Div",
         "163 Inf Div")
DEADS = ("22 Gd Tank Bde", "1462 SU Bn", "454 Mort Rgt", "14 Assault Eng Bde", "139 UR Bde")


def pool_counters() -> list[Counter]:
    found = [*TANKS, *(c for name in OTHERS for c in corps(name))]
    found += [yard.division(name, SOVIET) for name in DIVISIONS]
    found += [guns_division("3 Gd Katy Div"), guns_division("16 Arty Div")]
    found += [hq("2 Tank Army HQ"), hq("5 Tank Army HQ"), hq("5 Shock Army HQ")]
    for name, re in LONE.items():
        assault = name == "14 Assault Eng Bde"
        found.append(
            tank(name, re) if "Bn" in name else
            soviet(name, re4=int(re * RE), special_assault=assault)
        )
    found += [soviet("139 UR Bde", type="fortified_region"), soviet("Guard"),
              yard.regiment("German"), yard.headquarters("Kessel HQ", AXIS, size="kessel")]
    return found


def situation(
    step: str = "B", more: dict[str, str | Unit] | None = None, without: tuple[str, ...] = (),
    rolls: Any = (), **fields: Any,
) -> Draft:
    """Example 1: the boxes at the start of the Soviet player turn."""
    counters = pool_counters()
    world = winter(
        counters, ground(line("D", 10, 1, 40) | line("B", 10, 1, 40)),
        [plane("Il.2"), plane("Yak.9")],
        sources={SOVIET: ("D40.10", "B40.10"), AXIS: ("D1.01",)}, switches={"replacements": True},
    )
    units: dict[str, str | Unit] = {}
    boxes: dict[str, str] = {}
    for counter in counters:
        id_ = counter.id
        if counter.side != SOVIET or id_ == "Guard" or id_ in without:
            continue
        if id_ in DEADS:
            units[id_] = Unit(id_, box=DEAD, lost=1)
            continue
        units[id_] = Unit(id_, box=POOL, front=not counter.transport)
        boxes[id_] = ONE if id_ in FIRST else TWO
    for id_, lost in (("14 Gd Inf Div", 2), ("163 Inf Div", 1), ("69 Gd Inf Div", 1),
                      ("5 Mech Bde", 0)):
        old = units[id_]
        assert isinstance(old, Unit)
        units[id_] = evolve(old, lost=lost)
    on_map = {"18 Tank Bde": "D12.09", "18 Tank Truck": "D12.09",
              "4 Gd Abn Div": yard.unit_at(world, "4 Gd Abn Div", "D8.09", lost=2)}
    for id_, where in {**on_map, **(more or {})}.items():
        if id_ not in without:
            units[id_] = where
            boxes.pop(id_, None)
    fields.setdefault("sides", {SOVIET: Side(rail=40), AXIS: Side()})
    at = world.board.at
    return drafted(
        world, units, step=step, rolls=rolls,
        gauge=row_of("D", 10, 1, 40) | row_of("B", 10, 1, 40),
        bases={"D20.10": (SOVIET, 1)}, dumps={"D20.10": (SOVIET, 8)},
        air={n: AirUnit(n, at("D20.10"), lost=1) for n in ("Il.2", "Yak.9")},
        game={"rvgk": boxes, "markers": {m: at(h) for m, h in AT.items()}}, **fields,
    )


def section(draft: Draft, id_: str) -> str:
    return f"{rvgk.box_of(draft.state, id_)} {rvgk.section(draft.world, draft.state, id_)}"


def hand(draft: Draft) -> list[str]:
    return sorted(draft.state.sides[SOVIET].repls)


def enter(*names: str, box: str = ONE) -> str:
    return f"act enter-rvgk {AT[box]} with {', '.join(names)}"


def rebuild(name: str, box: str = ONE) -> str:
    return f"act rebuild-rvgk {AT[box]} with {name}"


def release(where: str, *names: str, box: str = ONE) -> str:
    return f"act release-rvgk {where} with {', '.join(names)} as {box}"


# ---------------------------------------------------------------- example 1


@pytest.mark.rule("TTW EX.1")
def test_a_roll_of_11_and_a_special_of_6() -> None:
    """Three Pax, two Eq of AR 4, one of AR 5, two Air, and an Assault unit."""
    draft = situation(rolls=(5, 6, 6))
    open_phase(draft)
    assert hand(draft) == ["air", "air", "assault", "eq 4", "eq 4", "eq 5", "pax", "pax", "pax"]


@pytest.mark.rule("TTW EX.1.1", "TTW 3.5c.2")
def test_units_do_not_change_from_one_box_to_the_other() -> None:
    draft = situation()
    assert yard.refusal(draft, enter("38 Inf Div", box=TWO)) == "TTW 3.5c"


@pytest.mark.rule("TTW EX.1.2", "TTW 3.5d.B4", "TTW 3.5b.5")
def test_the_5th_shock_army_brings_no_independent_units() -> None:
    draft = situation("C2")
    assert yard.refusal(
        draft, release("B10.10", "5 Shock Army HQ", "33 Arty Bde", box=TWO)) == "TTW 3.5d.B4"
    assert yard.refusal(
        draft, release("B10.10", "5 Tank Army HQ", "33 Arty Bde", box=TWO)) == ""
    assert yard.refusal(draft, release("B10.10", "5 Shock Army HQ", box=TWO)) == ""
    assert rvgk.kind_of(draft.world, "5 Shock Army HQ") == ""


@pytest.mark.rule("TTW EX.1.3", "TTW 3.5d.B6")
def test_full_strength_units_may_enter_but_do_not_leave_in_the_same_turn() -> None:
    draft = situation(more={"31 Inf Div": "D9.09"})
    yard.play(draft, enter("31 Inf Div"))
    assert section(draft, "31 Inf Div") == "rvgk-1 ready"
    yard.go_to(draft, "C2")
    assert yard.refusal(draft, release("D10.10", "31 Inf Div")) == "TTW 3.5d.B6"
    draft.update(turn=2)
    assert yard.refusal(draft, release("D10.10", "31 Inf Div")) == ""


@pytest.mark.rule("TTW 3.5a.D")
def test_the_axis_player_does_not_see_what_is_in_a_box() -> None:
    draft = situation()
    assert rvgk.shown(draft.state, ONE, AXIS) is None
    assert "38 Inf Div" in (rvgk.shown(draft.state, ONE, SOVIET) or ())


# ---------------------------------------------------------------- example 2


def after_example_2() -> Draft:
    """The Reinforcement Phase of the second example, played out."""
    draft = situation(rolls=(5, 6, 6))
    open_phase(draft)
    yard.play(draft, enter("18 Tank Bde", "18 Tank Truck"), enter("4 Gd Abn Div"))
    yard.play(draft, rebuild("14 Gd Inf Div", TWO), rebuild("14 Gd Inf Div", TWO))
    for name in ("22 Gd Tank Bde", "1462 SU Bn", "454 Mort Rgt"):
        yard.play(draft, rebuild(name))
    yard.play(draft, rebuild("14 Assault Eng Bde", TWO))
    yard.play(draft, "rebuild Il.2 at D20.10", "rebuild Yak.9 at D20.10")
    return draft


@pytest.mark.rule("TTW EX.2", "TTW 3.5c", "TTW 3.5")
def test_the_battered_units_leave_the_map_for_the_rebuilding_box() -> None:
    draft = after_example_2()
    assert section(draft, "4 Gd Abn Div") == "rvgk-1 rebuilding"
    assert rvgk.box_of(draft.state, "18 Tank Bde") == ONE
    assert draft.state.units["18 Tank Bde"].hex == NOWHERE
    assert all(not u.fuel for u in draft.state.units.values())
    yard.go_to(draft, "C2")
    assert yard.refusal(draft, release("D10.10", "18 Tank Bde", "18 Tank Truck")) == "TTW 3.5d.B6"


@pytest.mark.rule("TTW EX.2.1", "TTW 3.5", "TTW 3.1b.2")
def test_two_pax_make_the_14th_guards_whole() -> None:
    draft = situation(rolls=(5, 6, 6))
    open_phase(draft)
    yard.play(draft, rebuild("14 Gd Inf Div", TWO))
    assert section(draft, "14 Gd Inf Div") == "rvgk-2 rebuilding"
    yard.play(draft, rebuild("14 Gd Inf Div", TWO))
    assert section(draft, "14 Gd Inf Div") == "rvgk-2 ready"
    assert hand(draft).count("pax") == 1


@pytest.mark.rule("TTW EX.2.2", "TTW 3.5c")
def test_three_eq_finish_the_5th_guards_tank_corps() -> None:
    """Two of them rebuild units of lower AR; the mortars of a corps take Eq as well."""
    draft = after_example_2()
    assert not [w for w in hand(draft) if w.startswith("eq")]
    assert section(draft, "20 Gd Tank Bde") == "rvgk-1 ready"
    lone = situation()
    lone.update(sides={SOVIET: Side(repls=("eq 5",)), AXIS: Side()})
    kinds = replacements.kinds(lone.world, lone.state, "454 Mort Rgt")
    assert "eq" in kinds
    free = evolve(lone.world.counters["454 Mort Rgt"], formation="")
    world = evolve(lone.world, counters={**lone.world.counters, "454 Mort Rgt": free})
    assert "eq" not in replacements.kinds(world, lone.state, "454 Mort Rgt")


@pytest.mark.rule("TTW EX.2.2", "TTW 3.5c.2")
def test_a_dead_unit_comes_back_in_the_box_of_its_corps() -> None:
    draft = situation(rolls=(5, 6, 6))
    open_phase(draft)
    assert yard.refusal(draft, rebuild("1462 SU Bn", TWO)) == "TTW 3.5c.2"
    assert yard.refusal(draft, rebuild("1462 SU Bn", ONE)) == ""


@pytest.mark.rule("TTW EX.2.3", "TTW 3.1b.2")
def test_the_special_rebuilds_the_assault_engineers_in_either_box() -> None:
    draft = situation(rolls=(5, 6, 6))
    open_phase(draft)
    assert yard.refusal(draft, rebuild("14 Assault Eng Bde", ONE)) == ""
    yard.play(draft, rebuild("14 Assault Eng Bde", TWO))
    assert section(draft, "14 Assault Eng Bde") == "rvgk-2 ready"
    assert "assault" not in hand(draft)


@pytest.mark.rule("TTW EX.2.4")
def test_the_two_air_replacements_bring_reduced_air_units_to_full_strength() -> None:
    draft = after_example_2()
    assert [draft.state.air[n].lost for n in ("Il.2", "Yak.9")] == [0, 0]
    assert "air" not in hand(draft)


@pytest.mark.rule("TTW EX.2.5")
def test_the_third_pax_may_rebuild_the_139th_or_be_saved() -> None:
    draft = after_example_2()
    assert yard.refusal(draft, rebuild("139 UR Bde", TWO)) == ""
    replacements.expire(draft, SOVIET)
    assert hand(draft) == ["pax"]


@pytest.mark.rule("TTW 3.1b.2", "TTW 3.5c")
def test_soviet_units_are_rebuilt_nowhere_else() -> None:
    draft = situation(more={"Guard": "D20.11", "5 Shock Army HQ": "D20.10"})
    draft.update(sides={SOVIET: Side(repls=("pax",)), AXIS: Side()})
    assert yard.refusal(draft, "rebuild 139 UR Bde at D20.11") == "OCS 13.5a"
    assert yard.refusal(draft, rebuild("139 UR Bde")) == ""


# ---------------------------------------------------------------- example 3


def example_3() -> Draft:
    draft = after_example_2()
    yard.go_to(draft, "C2")
    return draft


CORPS_5 = ("22 Gd Tank Bde", "1462 SU Bn", "454 Mort Rgt", "20 Gd Tank Bde", "5 Gd Tank Truck")


@pytest.mark.rule("TTW EX.3", "TTW EX.3.1", "TTW 3.5b.1", "TTW 3.5d.B2", "TTW 3.5d.B1")
def test_two_of_eight_corps_are_deployed_and_no_third() -> None:
    draft = example_3()
    assert rvgk.count(draft.world, draft.state)[rvgk.ARMOR] == 8
    yard.play(draft, release("D10.15", *CORPS_5))
    yard.play(draft, release("B12.12", "16 Tank Bde", "16 Tank Truck", box=TWO))
    assert rvgk.count(draft.world, draft.state)[rvgk.ARMOR] == 6
    assert yard.refusal(
        draft, release("B10.10", "29 Tank Bde", "29 Tank Truck", box=TWO)) == "TTW 3.5d.B2"
    far = example_3()
    assert yard.refusal(far, release("D10.04", *CORPS_5)) == "TTW 3.5d.B1"
    assert yard.refusal(far, release("D10.05", *CORPS_5)) == ""


@pytest.mark.rule("TTW EX.3.2", "TTW 3.5d.B4")
def test_the_5th_tank_army_takes_independents_along() -> None:
    """4.5 RE, in two hexes; a second helping of 1 RE would make 5.5."""
    draft = example_3()
    lone = tuple(LONE)
    assert sum(LONE.values()) == 4.5
    assert yard.refusal(draft, release("B10.10", *lone, box=TWO)) == "TTW 3.5d.B4"
    yard.play(draft, release("B10.10", "5 Tank Army HQ", *lone[:3], box=TWO))
    yard.play(draft, release("B11.11", *lone[3:], box=TWO))
    assert draft.state.units["33 Arty Bde"].hex == draft.world.board.at("B11.11")
    more = example_3()
    more.update(units={**more.state.units, "139 UR Bde": Unit("139 UR Bde", box=POOL)})
    boxes = {**now(more).rvgk, "139 UR Bde": TWO}
    more.update(game=evolve(now(more), rvgk=boxes))
    everyone = ("5 Tank Army HQ", *lone, "139 UR Bde")
    assert yard.refusal(more, release("B10.10", *everyone, box=TWO)) == "TTW 3.5d.B4"


@pytest.mark.rule("TTW EX.3.3", "TTW 3.5b.4", "TTW 3.5d.B2")
def test_of_six_infantry_divisions_three_must_stay() -> None:
    draft = example_3()
    assert rvgk.count(draft.world, draft.state)[rvgk.INFANTRY] == 6
    yard.play(draft, release("B10.10", "14 Gd Inf Div", box=TWO))
    yard.play(draft, release("B10.10", "31 Inf Div", box=TWO))
    assert rvgk.count(draft.world, draft.state)[rvgk.INFANTRY] == 4
    yard.play(draft, release("D10.10", "38 Inf Div"))
    yard.change(draft, "69 Gd Inf Div", lost=0)
    assert yard.refusal(draft, release("B10.10", "69 Gd Inf Div", box=TWO)) == "TTW 3.5d.B2"


@pytest.mark.rule("TTW EX.3.4", "TTW 3.5b.2", "TTW 3.5b.3", "TTW 3.5b.5", "TTW 3.5b")
def test_what_just_meets_a_minimum_stays() -> None:
    draft = example_3()
    for names in (("1 Gd Cav Bde", "1 Gd Cav Truck"), ("3 Gd Katy Div",), ("16 Arty Div",)):
        assert yard.refusal(draft, release("B10.10", *names, box=TWO)) == "TTW 3.5d.B2"
    yard.play(draft, release("B10.10", "5 Tank Army HQ", box=TWO))
    assert yard.refusal(draft, release("B10.10", "2 Tank Army HQ", box=TWO)) == "TTW 3.5d.B2"


@pytest.mark.rule("TTW EX.3.5", "TTW 3.5d.B5", "TTW 3.5d.s1")
def test_deployed_units_are_fueled_for_this_phase_and_move_on() -> None:
    draft = example_3()
    yard.play(draft, release("D10.10", *CORPS_5))
    assert draft.state.units["22 Gd Tank Bde"].fuel == PHASE_FUEL
    assert draft.state.units["454 Mort Rgt"].fuel == ""
    yard.play(draft, "move 22 Gd Tank Bde to D12.12")
    assert draft.state.units["22 Gd Tank Bde"].hex == draft.world.board.at("D12.12")


@pytest.mark.rule("TTW EX.3", "TTW 3.5d.B")
def test_units_leave_the_boxes_before_others_move() -> None:
    draft = example_3()
    draft.update(units={**draft.state.units, "Guard": yard.unit_at(draft.world, "Guard", "D20.05")})
    assert yard.refusal(draft, release("D10.10", *CORPS_5)) == ""
    yard.play(draft, "move Guard to D21.05")
    assert yard.refusal(draft, release("D10.10", *CORPS_5)) == "TTW 3.5d.B"


@pytest.mark.rule("TTW 3.5d.B3")
def test_corps_with_dead_units_and_divisions_with_losses_stay() -> None:
    draft = situation("C2")
    assert yard.refusal(draft, release("D10.10", "20 Gd Tank Bde", "5 Gd Tank Truck")) == (
        "TTW 3.5d.B3")
    assert yard.refusal(draft, release("D10.10", "163 Inf Div")) == "TTW 3.5d.B3"
    assert yard.refusal(draft, release("D10.10", "38 Inf Div")) == ""


@pytest.mark.rule("TTW 3.5d.n1")
def test_units_that_come_later_do_not_hold_their_corps_back() -> None:
    draft = example_3()
    late = Unit("1462 SU Bn", box="arriving")
    draft.update(units={**draft.state.units, "1462 SU Bn": late})
    rest = tuple(n for n in CORPS_5 if n != "1462 SU Bn")
    assert yard.refusal(draft, release("D10.10", *rest)) == ""


@pytest.mark.rule("TTW 3.5d.B")
def test_the_rest_of_a_corps_follows_to_the_marker() -> None:
    draft = example_3()
    yard.play(draft, release("D10.14", "22 Gd Tank Bde"))
    yard.go_to(draft, "C3")
    rvgk_moves.step_begins(draft)
    assert draft.state.units["5 Gd Tank Truck"].hex == draft.world.board.at("D10.10")
    assert now(draft).rvgk_released == {}


# ---------------------------------------------------------------- entering (3.5c)


@pytest.mark.rule("TTW 3.5c", "OCS 5.8e")
def test_units_enter_from_within_twenty_hexes_in_reach_of_strat_mode() -> None:
    """Strat Mode gives a Leg unit with a Move Mode MA of 6 twelve hexes of open ground."""
    near = situation(more={"31 Inf Div": "D22.10"})
    assert yard.refusal(near, enter("31 Inf Div")) == ""
    slow = situation(more={"31 Inf Div": "D23.05"})
    assert yard.refusal(slow, enter("31 Inf Div")) == "TTW 3.5c"
    far = situation(more={"Guard": "D31.10"})
    assert yard.refusal(far, enter("Guard")) == "TTW 3.5c"


@pytest.mark.rule("TTW 3.5c", "OCS 5.8e")
def test_not_from_an_enemy_zone_where_no_strat_mode_is_taken() -> None:
    draft = situation(more={"31 Inf Div": "D12.05", "German": "D12.04"})
    assert yard.refusal(draft, enter("31 Inf Div")) == "TTW 3.5c"


@pytest.mark.rule("TTW 3.5c.2")
def test_a_formation_enters_all_together() -> None:
    draft = situation()
    assert yard.refusal(draft, enter("18 Tank Bde")) == "TTW 3.5c.2"
    assert yard.refusal(draft, enter("18 Tank Bde", "18 Tank Truck")) == ""


@pytest.mark.rule("TTW 3.5c.3")
def test_organic_trucks_keep_their_load() -> None:
    draft = situation()
    yard.change(draft, "18 Tank Truck", load=3)
    yard.play(draft, enter("18 Tank Bde", "18 Tank Truck"))
    assert draft.state.units["18 Tank Truck"].load == 3


@pytest.mark.rule("TTW 3.5c.1")
def test_units_in_a_box_are_in_trace() -> None:
    draft = situation()
    yard.change(draft, "4 Gd Abn Div", oos=True, unsupplied=1)
    yard.play(draft, enter("4 Gd Abn Div"))
    assert rvgk.in_trace(draft.state, "4 Gd Abn Div")
    assert not draft.state.units["4 Gd Abn Div"].oos


@pytest.mark.rule("TTW 3.5c.s1")
def test_there_is_no_consolidation_in_a_box() -> None:
    draft = situation()
    assert yard.refusal(draft, "consolidate 163 Inf Div with 69 Gd Inf Div") == "OCS 13.9"


# ---------------------------------------------------------------- minimums (3.5b)


@pytest.mark.rule("TTW 3.5b.s1", "TTW 3.5b.s3")
def test_a_corps_counts_if_only_its_truck_is_there_and_nobody_on_the_map() -> None:
    draft = situation("C2")
    have = rvgk.count(draft.world, draft.state)[rvgk.ARMOR]
    yard.change(draft, "3 Tank Bde", box=DEAD)
    assert rvgk.count(draft.world, draft.state)[rvgk.ARMOR] == have
    yard.change(draft, "3 Tank Bde", box=MAP, hex="D20.05")
    assert rvgk.count(draft.world, draft.state)[rvgk.ARMOR] == have - 1
    assert have == 7  # above the minimum of six: there is no maximum


@pytest.mark.rule("TTW 3.5b.s2")
def test_what_is_missing_must_enter_at_the_first_opportunity() -> None:
    draft = situation(more={
        "3 Tank Bde": "D11.09", "3 Tank Truck": "D11.09", "29 Tank Bde": "B20.05",
        "29 Tank Truck": "B20.05",
    })
    assert rvgk.shortages(draft.world, draft.state) == {rvgk.ARMOR: 1}
    refused = FLOW.judge(draft.world, draft.state, End())
    assert refused is not None and refused.rule == "TTW 3.5b.s2"
    yard.play(draft, enter("3 Tank Bde", "3 Tank Truck"))
    assert FLOW.judge(draft.world, draft.state, End()) is None


# ---------------------------------------------------------------- markers (3.5a)


def go(number: str, box: str = ONE) -> str:
    return f"act move-rvgk {number} as {box}"


@pytest.mark.rule("TTW 3.5a.A")
def test_a_marker_goes_by_rail_to_a_detrainable_hex_for_5_re() -> None:
    draft = situation("C2", sides={SOVIET: Side(rail=20), AXIS: Side()})
    assert yard.refusal(draft, go("D15.10")) == "TTW 3.5a.A"
    yard.play(draft, go("D30.10"))
    assert rvgk.marker_hex(draft.state, ONE) == draft.world.board.at("D30.10")
    assert rail.capacity(draft.state, SOVIET) == 0
    poor = situation("C2", sides={SOVIET: Side(rail=19), AXIS: Side()})
    assert yard.refusal(poor, go("D30.10")) == "OCS 13.3b"


@pytest.mark.rule("TTW 3.5a")
def test_each_marker_keeps_to_its_maps() -> None:
    draft = situation("C2")
    assert yard.refusal(draft, go("B20.10", ONE)) == "TTW 3.5a"
    assert yard.refusal(draft, go("D20.10", TWO)) == "TTW 3.5a"
    assert yard.refusal(draft, go("B20.10", TWO)) == ""


@pytest.mark.rule("TTW 3.5a.B")
def test_not_into_or_through_hexes_within_ten_of_the_axis() -> None:
    """A German in D30.03 is 7 hexes from D30.10, and 9 from D25.10, on the way to D40.10."""
    draft = situation("C2", more={"German": "D30.03"})
    assert yard.refusal(draft, go("D30.10")) == "TTW 3.5a.B"
    assert yard.refusal(draft, go("D40.10")) == "OCS 13.3e"
    assert yard.refusal(draft, go("D20.10")) == ""
    pocket = situation("C2", more={"German": "D30.03", "Kessel HQ": "D30.02"})
    assert yard.refusal(pocket, go("D30.10")) == ""


@pytest.mark.rule("TTW 3.5a.C", "TTW 3.5a")
def test_a_marker_is_no_unit() -> None:
    draft = situation()
    assert ONE not in draft.state.units
    assert rvgk.marker_at(draft.world, draft.state, AT[ONE]) == ONE
    with pytest.raises(Refusal):
        rvgk.marker_at(draft.world, draft.state, "D11.10")


# ---------------------------------------------------------------- alarm (3.5d A)


def alarm(**more: str) -> Draft:
    draft = situation("C2'", more={"German": "D10.04", **more})
    yard.change(draft, "German", front=False)
    return draft


@pytest.mark.rule("TTW 3.5d.A")
def test_an_axis_unit_within_five_hexes_empties_the_box() -> None:
    draft = alarm()
    yard.play(draft, "move German to D10.05")
    count = len(rvgk.contents(draft.state, ONE))
    assert asked(draft) == f"{rvgk_alarm.TOPIC} {ONE}"
    assert count == len(FIRST)
    offers = yard.offered(draft)
    assert "choose D10.13" in offers and "choose D10.14" not in offers
    while asked(draft):
        yard.play(draft, "choose D10.12")
    assert rvgk.contents(draft.state, ONE) == ()
    assert rvgk.contents(draft.state, TWO) != ()
    assert draft.state.units["38 Inf Div"].hex == draft.world.board.at("D10.12")
    assert draft.state.units["163 Inf Div"].mode == COMBAT


@pytest.mark.rule("TTW 3.5d.A")
def test_not_at_six_hexes_nor_for_a_unit_that_lives_on_a_kessel_hq() -> None:
    draft = alarm()
    yard.play(draft, "move German to D9.04")
    assert asked(draft) == ""
    pocket = situation("C2'", more={"German": "D10.04", "Kessel HQ": "D10.03"})
    yard.change(pocket, "German", front=False)
    yard.play(pocket, "move German to D10.05")
    assert asked(pocket) == ""


@pytest.mark.rule("TTW 3.5")
def test_a_scenario_fills_the_boxes() -> None:
    world: World = winter(
        [soviet("S"), yard.division("D", SOVIET)],
        game_data={"rvgk": [{"marker": ONE, "units": ["D"]}]},
    )
    assert rvgk.opening(world) == {"D": ONE}
    assert GRAMMAR.parse(release("D1.01", "D")) is not None
