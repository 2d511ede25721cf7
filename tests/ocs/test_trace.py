"""Trace supply, eating, attrition, Breakout and Extenders (OCS 12.6-12.8)."""

from __future__ import annotations

import pytest

from engine.core.draft import Draft
from engine.ocs import attrition, breakout, clean_up, hunger, trace
from engine.ocs.commands import Eat
from engine.ocs.decisions import Displace, Feed, Losses, Tracing
from engine.ocs.pieces import (
    AWAY,
    AXIS,
    DEAD,
    DG,
    LEG,
    MAP,
    POOL,
    RE,
    SOVIET,
    STRAT,
    Face,
    Unit,
)
from engine.ocs.sizes import printed_strength
from engine.ocs.state import OcsState, Side
from engine.ocs.world import Hooks, World
from engine.ocs.zoc import has_zoc
from tests.ocs.yard import (
    along,
    battalion,
    change,
    division,
    go_to,
    headquarters,
    hexes_of,
    make_board,
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

EDGE = {AXIS: ("0103",)}
ROW = make_board(40, 1)
FIRST = {AXIS: ("0101",)}
PASS = hunger.Pass()


def traces(draft: Draft[World, OcsState], id_: str) -> bool:
    return trace.traces(draft.world, draft.state, draft.state.units[id_])


def sources(draft: Draft[World, OcsState], side: str = AXIS) -> frozenset[int]:
    return trace.sources(draft.world, draft.state, side)


# ---------------------------------------------------------------- sources (12.6a, b, 13.3c)


@pytest.mark.rule("OCS 12.6", "OCS 12.6a")
def test_a_unit_traces_from_a_source_in_draw() -> None:
    world = make_world([regiment("In"), regiment("Out")], ROW, sources=FIRST)
    draft = make_draft(world, {"In": "0701", "Out": "0801"}, step="D")
    assert traces(draft, "In")
    assert not traces(draft, "Out")


@pytest.mark.rule("OCS 12.3b", "OCS 12.6")
def test_the_greatest_stretch_of_trace() -> None:
    """Five MPs and a hex to the HQ, a throw of five and a hex: the twelfth hex from the source."""
    world = make_world([headquarters("H"), regiment("In"), regiment("Out")], ROW, sources=FIRST)
    draft = make_draft(world, {"H": "0701", "In": "1301", "Out": "1401"}, step="D")
    assert traces(draft, "In")
    assert not traces(draft, "Out")


@pytest.mark.rule("OCS 12.6")
def test_an_hq_that_is_thrown_trace_does_not_throw_it_on() -> None:
    world = make_world([headquarters("H1"), headquarters("H2"), regiment("R")], ROW, sources=FIRST)
    draft = make_draft(world, {"H1": "0701", "H2": "1301", "R": "1501"}, step="D")
    assert traces(draft, "H2")
    assert not traces(draft, "R")


@pytest.mark.rule("OCS 12.6b", "OCS 4.5b")
def test_an_enemy_zoc_closes_a_source_unless_a_friend_stands_in_it() -> None:
    world = make_world([regiment("E", SOVIET), regiment("R"), regiment("Guard")], sources=EDGE)
    closed = make_draft(world, {"E": "0102", "R": "0403"}, step="D")
    negated = make_draft(world, {"E": "0102", "R": "0403", "Guard": "0103"}, step="D")
    assert sources(closed) == frozenset()
    assert not traces(closed, "R")
    assert sources(negated) == hexes_of(negated, "0103")
    assert traces(negated, "R")


@pytest.mark.rule("OCS 12.6a")
def test_an_enemy_unit_in_the_hex_closes_a_source() -> None:
    world = make_world([regiment("E", SOVIET)], sources=EDGE)
    assert sources(make_draft(world, {"E": "0103"}, step="D")) == frozenset()


def railway(**fields: object) -> Draft[World, OcsState]:
    """A railroad from the source 0103 east, with villages in 0703 and 1203."""
    board = make_board(
        12, 6, {"0703": "village", "1203": "village"}, along(3, 1, 12, "rail")
    )
    counters = [regiment("R"), regiment("E", SOVIET), headquarters("H"), regiment("G")]
    world = make_world(counters, board, sources=EDGE)
    gauge = {f"{c:02}03": AXIS for c in range(1, 13)}
    fields.setdefault("gauge", gauge)
    units = fields.pop("units", {})
    return make_draft(world, units, step="D", **fields)  # type: ignore[arg-type]


@pytest.mark.rule("OCS 12.6a", "OCS 13.3c")
def test_detrainable_hexes_are_sources() -> None:
    assert sources(railway()) == hexes_of(railway(), "0103", "0703", "1203")


@pytest.mark.rule("OCS 13.3c")
def test_an_engineer_capable_hq_makes_its_rail_hex_detrainable() -> None:
    draft = railway(units={"H": "0903"})
    assert hexes_of(draft, "0903") <= sources(draft)
    change(draft, "H", front=False)
    assert not hexes_of(draft, "0903") & sources(draft)


@pytest.mark.rule("OCS 13.3f")
def test_a_side_uses_railroads_of_its_own_gauge_only() -> None:
    gauge = {f"{c:02}03": AXIS if c < 9 else SOVIET for c in range(1, 13)}
    draft = railway(gauge=gauge)
    assert sources(draft) == hexes_of(draft, "0103", "0703")


@pytest.mark.rule("OCS 13.3h")
def test_trains_pass_only_detrainable_hexes_under_control() -> None:
    draft = railway(control={"0703": SOVIET})
    assert sources(draft) == hexes_of(draft, "0103")


@pytest.mark.rule("OCS 4.5a", "OCS 4.5b", "OCS 13.3c", "OCS 4.5a.D")
def test_an_enemy_zoc_on_the_line_blocks_trace_until_it_is_negated() -> None:
    blocked = railway(units={"E": "0904"})
    assert sources(blocked) == hexes_of(blocked, "0103", "0703")
    opened = railway(units={"E": "0904", "R": "0903", "G": "0804"})
    change(opened, "G", hex="1003")
    assert hexes_of(opened, "1203") <= sources(opened)


# ---------------------------------------------------------------- formations (12.6f)


@pytest.mark.rule("OCS 12.6f")
def test_a_formation_traces_through_one_source_and_the_rest_must_eat() -> None:
    """Each end draws from a source of its own; the larger part traces free."""
    world = make_world(
        [regiment("A", formation="57"), regiment("B", formation="57"),
         regiment("C", formation="57")],
        ROW, sources={AXIS: ("0101", "4001")},
    )
    draft = make_draft(world, {"A": "0201", "B": "0301", "C": "3801"}, step="D")
    found = trace.supplied_in_formations(world, draft.state, AXIS)
    assert set(found) == {"A", "B"}
    assert traces(draft, "C"), "alone it would trace"


@pytest.mark.rule("OCS 12.6f")
def test_one_hq_serves_a_whole_formation() -> None:
    world = make_world(
        [regiment("A", formation="57"), regiment("C", formation="57"), headquarters("H")],
        ROW, sources=FIRST,
    )
    draft = make_draft(world, {"A": "0301", "C": "1201", "H": "0701"}, step="D")
    assert trace.supplied_in_formations(world, draft.state, AXIS)["A"] == "H"
    assert set(trace.supplied_in_formations(world, draft.state, AXIS)) == {"A", "C", "H"}


@pytest.mark.rule("OCS 12.6f")
def test_units_outside_their_formation_by_a_rule_of_the_game_trace_alone() -> None:
    world = make_world(
        [regiment("A", formation="57"), regiment("C", formation="57")], ROW,
        sources={AXIS: ("0101", "4001")},
        hooks=Hooks(formation=lambda w, s, unit: "Kampfgruppe"),
    )
    draft = make_draft(world, {"A": "0201", "C": "3801"}, step="D")
    assert set(trace.supplied_in_formations(world, draft.state, AXIS)) == {"A", "C"}


# ---------------------------------------------------------------- eating (12.6c-e)


@pytest.mark.rule("OCS 12.6c")
@pytest.mark.parametrize(
    ("re", "cost"), [(6.5, 4), (4.5, 3), (2, 1), (0.25, 1), (2.25, 2), (10, 5)]
)
def test_a_token_feeds_two_re_and_fractions_round_up(re: float, cost: int) -> None:
    """OCS-Q22: 4.5 RE eat 3T."""
    assert hunger.eat_cost(int(re * RE)) == cost


@pytest.mark.rule("OCS 12.6c")
def test_six_and_a_half_re_in_one_hex_eat_four_tokens_together() -> None:
    """Appendix 1, Eat: two divisions of three RE and a battalion."""
    world = make_world([*(division(f"D{i}") for i in range(2)), battalion("B")])
    draft = make_draft(
        world, {"D0": "0203", "D1": "0203", "B": "0203"}, dumps={"0303": (AXIS, 9)}, step="D"
    )
    hunger.supply_phase(draft)
    assert draft.state.asks == (Feed(AXIS, ("D0", "D1", "B"), hungry=("D0", "D1", "B")),)
    hunger.do_eat(draft, Eat(("D0", "D1", "B")))
    assert tokens(draft, "0303") == 9 - 4
    assert not any(u.oos for u in draft.state.units.values())


@pytest.mark.rule("OCS 12.6c")
def test_units_in_trace_may_not_eat() -> None:
    world = make_world([regiment("In"), regiment("Out")], sources=EDGE)
    draft = make_draft(
        world, {"In": "0203", "Out": "1203"}, dumps={"0303": (AXIS, 4), "1103": (AXIS, 4)},
        step="D",
    )
    hunger.supply_phase(draft)
    assert draft.state.asks == (Feed(AXIS, ("Out",), hungry=("Out",)),)
    assert refusal(draft, "eat In") == "OCS 12.6b"
    assert refusal(draft, "eat Out") == ""


@pytest.mark.rule("OCS 12.6c", "OCS 12.6d")
def test_eating_is_not_compulsory_and_those_who_do_not_are_out_of_supply() -> None:
    world = make_world([regiment("A"), regiment("B")])
    draft = make_draft(
        world, {"A": "0203", "B": "0203"}, dumps={"0303": (AXIS, 4)}, step="D", rolls=(1, 1)
    )
    hunger.supply_phase(draft)
    hunger.do_eat(draft, Eat(("A",)))
    hunger.stop_eating(draft, PASS)
    assert (draft.state.units["A"].oos, draft.state.units["B"].oos) == (False, True)


@pytest.mark.rule("OCS 12.6c", "OCS 12.6d")
def test_who_ate_last_turn_must_eat_again() -> None:
    world = make_world([regiment("A")])
    draft = make_draft(
        world, {"A": unit_at(world, "A", "0203", fed=True)}, dumps={"0303": (AXIS, 1)}, step="D",
        rolls=(1, 1),
    )
    hunger.supply_phase(draft)
    hunger.stop_eating(draft, PASS)
    assert draft.state.units["A"].oos


@pytest.mark.rule("OCS 12.6c")
def test_supply_that_does_not_suffice_for_all_feeds_some() -> None:
    world = make_world([division("A"), division("B")])
    draft = make_draft(world, {"A": "0203", "B": "0203"}, dumps={"0303": (AXIS, 2)}, step="D")
    hunger.supply_phase(draft)
    assert refusal(draft, "eat A, B") == "OCS 12.6c"
    assert refusal(draft, "eat B") == ""
    assert offered(draft) == ["eat A", "eat B", "pass"]


@pytest.mark.rule("OCS 12.6c", "OCS 12.3a")
def test_one_unit_may_eat_from_two_dumps() -> None:
    world = make_world([division("A")])
    draft = make_draft(
        world, {"A": "0203"}, dumps={"0303": (AXIS, 1), "0403": (AXIS, 1)}, step="D"
    )
    hunger.supply_phase(draft)
    hunger.do_eat(draft, Eat(("A",)))
    assert (tokens(draft, "0303"), tokens(draft, "0403")) == (0, 0)


@pytest.mark.rule("OCS 12.6c", "OCS 13.2g")
def test_an_organic_truck_feeds_its_formation_and_nobody_with_it() -> None:
    world = make_world([regiment("M", formation="57"), regiment("I"), organic("O", "57")])
    draft = make_draft(
        world, {"M": "0203", "I": "0203", "O": unit_at(world, "O", "0203", load=4)}, step="D"
    )
    hunger.supply_phase(draft)
    assert draft.state.asks == (Feed(AXIS, ("M",), hungry=("M", "I")),)
    hunger.do_eat(draft, Eat(("M",)))
    assert draft.state.units["O"].load == 3


@pytest.mark.rule("OCS 12.6e", "OCS 5.8b")
def test_units_in_strat_mode_cannot_eat() -> None:
    world = make_world([regiment("S"), regiment("R")])
    draft = make_draft(
        world, {"S": unit_at(world, "S", "0203", front=False, marker=STRAT), "R": "0203"},
        dumps={"0303": (AXIS, 4)}, step="D",
    )
    hunger.supply_phase(draft)
    assert draft.state.asks == (Feed(AXIS, ("R",), hungry=("S", "R")),)


# ---------------------------------------------------------------- Out of Supply (12.8)


@pytest.mark.rule("OCS 12.8a", "OCS 12.6d")
def test_the_marker_comes_in_the_supply_phase_and_goes_when_trace_is_back() -> None:
    world = make_world([regiment("A")], sources=EDGE)
    draft = make_draft(world, {"A": "1203"}, step="D", rolls=(1, 1))
    hunger.supply_phase(draft)
    assert draft.state.units["A"].oos
    change(draft, "A", hex="0203")
    assert draft.state.units["A"].oos, "not before the next Supply Phase"
    draft.update(closing=False)
    hunger.supply_phase(draft)
    assert not draft.state.units["A"].oos


@pytest.mark.rule("OCS 12.8d")
def test_a_unit_out_of_supply_has_no_zoc() -> None:
    world = make_world([regiment("A")])
    assert has_zoc(world, unit_at(world, "A", "0203"))
    assert not has_zoc(world, unit_at(world, "A", "0203", oos=True))


@pytest.mark.rule("OCS 12.8d")
def test_its_printed_strength_is_what_it_was() -> None:
    world = make_world([regiment("A")])
    assert printed_strength(world, unit_at(world, "A", "0203", oos=True), attacking=True) == 8


@pytest.mark.rule("OCS 12.8b")
@pytest.mark.parametrize(
    ("rating", "roll", "lost"),
    [
        (5, 8, 0), (5, 9, 1), (5, 11, 2), (5, 12, 4), (5, 13, 99),
        (4, 7, 0), (4, 8, 1), (4, 10, 2), (4, 11, 4), (4, 12, 99),
        (3, 5, 0), (3, 7, 1), (3, 9, 2), (3, 11, 4), (3, 12, 99),
        (1, 2, 0), (1, 9, 99), (0, 2, 1), (0, 7, 4), (0, 8, 99), (-1, 3, 1),
    ],
)
def test_the_attrition_table(rating: int, roll: int, lost: int) -> None:
    assert attrition.steps_lost(make_world(), rating, roll) == lost


@pytest.mark.rule("OCS 12.8b")
def test_the_best_rating_in_the_hex_chooses_the_column() -> None:
    """AR 4 survives a 7, AR 1 alone would lose four steps."""
    world = make_world([regiment("Good", ar=4), regiment("Bad", ar=1)])
    draft = make_draft(world, {"Good": "0203", "Bad": "0203"}, step="D", rolls=(3, 4))
    hunger.supply_phase(draft)
    assert draft.state.asks == ()
    assert all(u.on_map for u in draft.state.units.values())


@pytest.mark.rule("OCS 12.8b")
def test_five_steps_out_of_supply_add_three() -> None:
    """A roll of 5 is no loss for AR 3; with five steps there it is an 8 and costs two."""
    few = make_world([division("A", steps=4)])
    many = make_world([division("A", steps=4), regiment("B")])
    draft = make_draft(few, {"A": "0203"}, step="D", rolls=(2, 3))
    hunger.supply_phase(draft)
    assert draft.state.units["A"].lost == 0
    draft = make_draft(many, {"A": "0203", "B": "0203"}, step="D", rolls=(2, 3))
    hunger.supply_phase(draft)
    (decision,) = draft.state.asks
    assert isinstance(decision, Losses)
    assert (decision.steps, decision.units, decision.how) == (2, ("A", "B"), "attrition")


@pytest.mark.rule("OCS 12.8b")
def test_steps_of_units_in_supply_in_the_hex_do_not_count() -> None:
    """A formation's second regiment traces; it neither adds steps nor loses any."""
    world = make_world([division("A", steps=4), regiment("In")],
                       hooks=Hooks(traces=lambda w, s, unit: unit.id == "In"))
    draft = make_draft(world, {"A": "0203", "In": "0203"}, step="D", rolls=(2, 3))
    hunger.supply_phase(draft)
    assert draft.state.units["A"].lost == 0
    assert not draft.state.units["In"].oos


@pytest.mark.rule("OCS 12.8b")
def test_the_owner_chooses_which_units_lose_the_steps() -> None:
    world = make_world([regiment("A"), regiment("B"), regiment("C")])
    draft = make_draft(world, dict.fromkeys(("A", "B", "C"), "0203"), step="D", rolls=(3, 3))
    hunger.supply_phase(draft)
    assert refusal(draft, "lose B") == ""
    assert refusal(draft, "lose C") == ""
    assert refusal(draft, "lose A, B") == "OCS 12.8b"


@pytest.mark.rule("OCS 12.8c")
def test_disorganization_does_not_lower_the_rating_and_strat_mode_makes_it_nothing() -> None:
    """A roll of 8 costs AR 4 one step, AR 3 two."""
    world = make_world([division("A", ar=4)])
    dg = make_draft(world, {"A": unit_at(world, "A", "0203", marker=DG)}, step="D", rolls=(4, 4))
    hunger.supply_phase(dg)
    assert dg.state.units["A"].lost == 1
    strat = unit_at(world, "A", "0203", front=False, marker=STRAT)
    draft = make_draft(world, {"A": strat}, step="D", rolls=(4, 4))
    hunger.supply_phase(draft)
    assert draft.state.units["A"].box == DEAD


@pytest.mark.rule("OCS 12.8a")
def test_every_hex_is_rolled_for_and_only_the_phasing_sides() -> None:
    world = make_world([regiment("A"), regiment("B"), regiment("E", SOVIET)])
    draft = make_draft(
        world, {"A": "0203", "B": "0903", "E": "1203"}, step="D", rolls=(1, 2, 6, 6)
    )
    hunger.supply_phase(draft)
    assert draft.state.units["A"].on_map
    assert draft.state.units["B"].box == DEAD
    assert draft.state.units["E"].on_map
    assert not draft.state.units["E"].oos


# ---------------------------------------------------------------- Breakout (12.8e)


def pocket(**unit: object) -> tuple[World, dict[str, str | Unit]]:
    """A regiment in 0603 with enemies all around it."""
    ring = ("0602", "0702", "0703", "0604", "0503", "0502")
    world = make_world(
        [regiment("A"), regiment("Friend"), trucks("T"),
         *(regiment(f"E{i}", SOVIET) for i in range(6))],
        sources=EDGE,
    )
    units: dict[str, str | Unit] = {f"E{i}": h for i, h in enumerate(ring)}
    units["A"] = unit_at(world, "A", "0603", **unit)
    return world, units


@pytest.mark.rule("OCS 12.8e", "OCS 12.8e.C")
@pytest.mark.parametrize(("roll", "out"), [(3, False), (4, True), (5, True)])
def test_on_the_first_turn_out_of_trace_the_roll_gets_one(roll: int, out: bool) -> None:
    """OCS-Q24, unit A: a 4 with the +1 is 5, and it returns 1d6 turns later."""
    world, units = pocket(unsupplied=1, lost=0)
    draft = make_draft(world, units, step="C1", rolls=(roll, 2))
    play(draft, "breakout A")
    unit = draft.state.units["A"]
    assert unit.box == (AWAY if out else DEAD)
    assert draft.state.returning == (((3, "A"),) if out else ())


@pytest.mark.rule("OCS 12.8e")
def test_who_has_eaten_needs_a_way_out_and_has_none() -> None:
    """OCS-Q24, unit B: surrounded like the other, but it ate; it may not try at all."""
    world, units = pocket(unsupplied=2, fed=True)
    draft = make_draft(world, units, step="C1")
    assert refusal(draft, "breakout A") == "OCS 12.8e"
    world, units = pocket(unsupplied=1, fed=True)
    assert refusal(make_draft(world, units, step="C1"), "breakout A") == "OCS 12.8e"
    world, units = pocket(unsupplied=1)
    assert refusal(make_draft(world, units, step="C1"), "breakout A") == ""


def open_ground(**unit: object) -> tuple[World, dict[str, str | Unit]]:
    """A regiment without trace in 1203 and friends that trace in 0203."""
    world = make_world([regiment("A"), regiment("Friend"), battalion("Pz")], sources=EDGE)
    return world, {"A": unit_at(world, "A", "1203", **unit), "Friend": "0203"}


@pytest.mark.rule("OCS 12.8e")
@pytest.mark.parametrize(("roll", "out"), [(4, False), (5, True), (6, True)])
def test_later_a_five_is_needed_and_a_way_to_friends_in_trace(roll: int, out: bool) -> None:
    world, units = open_ground(unsupplied=2)
    draft = make_draft(world, units, step="C1", rolls=(roll, 1))
    play(draft, "breakout A")
    assert (draft.state.units["A"].box == AWAY) is out


@pytest.mark.rule("OCS 12.8e", "OCS 12.8e.B")
def test_friends_in_trace_must_be_within_fifteen_hexes() -> None:
    world = make_world([regiment("A"), regiment("Friend")], ROW, sources=FIRST)
    near = {"A": unit_at(world, "A", "1701", unsupplied=2), "Friend": "0201"}
    far = {"A": unit_at(world, "A", "1801", unsupplied=2), "Friend": "0201"}
    assert refusal(make_draft(world, near, step="C1"), "breakout A") == ""
    assert refusal(make_draft(world, far, step="C1"), "breakout A") == "OCS 12.8e"


@pytest.mark.rule("OCS 12.8e", "OCS 12.8e.A")
def test_an_enemy_on_the_only_way_bars_a_later_breakout() -> None:
    world = make_world(
        [regiment("A"), regiment("Friend"), regiment("E", SOVIET)], ROW, sources=FIRST
    )
    units: dict[str, str | Unit] = {"A": unit_at(world, "A", "1201", unsupplied=2)}
    units |= {"Friend": "0201", "E": "0901"}
    assert refusal(make_draft(world, units, step="C1"), "breakout A") == "OCS 12.8e"


@pytest.mark.rule("OCS 12.8e", "OCS 4.5a", "OCS 12.8e.A")
def test_an_enemy_zoc_bars_the_way_for_truck_units_only() -> None:
    truck = regiment("M", move=Face(4, True, 3, 12, "truck"))
    world = make_world(
        [truck, regiment("L"), regiment("Friend"), regiment("E", SOVIET)],
        make_board(14, 2), sources={AXIS: ("0101",)},
    )
    units: dict[str, str | Unit] = {
        i: unit_at(world, i, "1301", unsupplied=2) for i in ("M", "L")
    }
    units |= {"Friend": "0201", "E": "0902"}
    draft = make_draft(world, units, step="C1")
    assert refusal(draft, "breakout M") == "OCS 12.8e"
    assert refusal(draft, "breakout L") == ""


@pytest.mark.rule("OCS 12.8e")
def test_units_in_trace_and_units_without_allowance_do_not_break_out() -> None:
    fort = regiment("Fort", combat=Face(8, True, 3, 0, LEG), move=Face(4, True, 3, 0, LEG))
    world = make_world([regiment("In"), fort, regiment("Out")], sources=EDGE)
    draft = make_draft(world, {"In": "0203", "Fort": "1203", "Out": "1203"}, step="C1")
    assert refusal(draft, "breakout In") == "OCS 12.8e"
    assert refusal(draft, "breakout Fort") == "OCS 12.8e"
    assert refusal(draft, "breakout Out") == ""


@pytest.mark.rule("OCS 12.8e", "OCS 12.8e.C")
def test_transport_breaks_out_on_the_first_turn_and_leaves_its_load() -> None:
    world = make_world([trucks("T"), regiment("Friend")], sources=EDGE)
    late = {"T": unit_at(world, "T", "1203", load=3, unsupplied=2), "Friend": "0203"}
    assert refusal(make_draft(world, late, step="C1"), "breakout T") == "OCS 12.8e"
    first = {"T": unit_at(world, "T", "1203", load=3, unsupplied=1), "Friend": "0203"}
    draft = make_draft(world, first, step="C1", rolls=(6, 1))
    play(draft, "breakout T")
    assert draft.state.units["T"].box == AWAY
    assert tokens(draft, "1203") == 3


@pytest.mark.rule("OCS 12.8e")
def test_supply_stays_behind_when_transport_is_lost_too() -> None:
    world = make_world([trucks("T"), regiment("Friend")], sources=EDGE)
    units = {"T": unit_at(world, "T", "1203", load=3, unsupplied=1), "Friend": "0203"}
    draft = make_draft(world, units, step="C1", rolls=(1,))
    play(draft, "breakout T")
    assert draft.state.units["T"].box == DEAD
    assert tokens(draft, "1203") == 3


@pytest.mark.rule("OCS 12.8e")
def test_it_keeps_step_losses_and_loses_all_other_markers() -> None:
    world = make_world([division("A")])
    marked = unit_at(world, "A", "0203", lost=1, marker=DG, oos=True, stock=1, unsupplied=1)
    draft = make_draft(world, {"A": marked}, step="C1", rolls=(6, 4))
    play(draft, "breakout A")
    unit = draft.state.units["A"]
    assert (unit.lost, unit.marker, unit.oos, unit.stock) == (1, "", False, 0)


@pytest.mark.rule("OCS 12.8e")
def test_turns_without_trace_are_counted_in_the_breakout_segment() -> None:
    world = make_world([regiment("A"), trucks("T"), regiment("In")], sources=EDGE)
    draft = make_draft(world, {"A": "1203", "T": "1203", "In": "0203"}, step="C1")
    assert breakout.open_breakout(draft)
    assert {i: u.unsupplied for i, u in draft.state.units.items()} == {"A": 1, "T": 1, "In": 0}
    assert breakout.open_breakout(draft)
    assert draft.state.units["A"].unsupplied == 2
    change(draft, "A", hex="0203")
    change(draft, "T", hex="0203")
    go_to(draft, "D")
    hunger.supply_phase(draft)
    go_to(draft, "C1")
    assert not breakout.open_breakout(draft), "nobody may break out"
    assert {i: u.unsupplied for i, u in draft.state.units.items()} == {"A": 0, "T": 0, "In": 0}


# ---------------------------------------------------------------- Extenders (12.7)


def extended(kind: str, hex_: str, **fields: object) -> Draft[World, OcsState]:
    world = make_world([regiment("R"), regiment("E", SOVIET)], ROW, sources=FIRST)
    return make_draft(world, {}, step="D", extenders={hex_: f"axis {kind}"}, **fields)  # type: ignore[arg-type]


@pytest.mark.rule("OCS 12.7a", "OCS 12.7b", "OCS 12.7g")
def test_a_truck_extender_reaches_back_twenty_mps_and_a_hex_more() -> None:
    near, far = extended("truck", "2201"), extended("truck", "2301")
    assert hexes_of(near, "2201") <= sources(near)
    assert not hexes_of(far, "2301") & sources(far)


@pytest.mark.rule("OCS 12.7b")
def test_a_wagon_extender_reaches_back_ten_leg_mps() -> None:
    near, far = extended("wagon", "1201"), extended("wagon", "1301")
    assert hexes_of(near, "1201") <= sources(near)
    assert not hexes_of(far, "1301") & sources(far)


@pytest.mark.rule("OCS 12.7c")
def test_extenders_may_be_chained() -> None:
    world = make_world([], ROW, sources=FIRST)
    draft = make_draft(
        world, {}, step="D", extenders={"2201": "axis truck", "3301": "axis wagon"}
    )
    assert sources(draft) == hexes_of(draft, "0101", "2201", "3301")


@pytest.mark.rule("OCS 12.7a")
def test_an_extender_joins_a_cut_off_railroad_for_trace() -> None:
    board = make_board(30, 1, {"3001": "village"}, along(1, 20, 30, "rail"))
    gauge = {f"{c}01": AXIS for c in range(20, 31)}
    world = make_world([], board, sources=FIRST)
    without = make_draft(world, {}, step="D", gauge=gauge)
    with_ = make_draft(world, {}, step="D", gauge=gauge, extenders={"1901": "axis truck"})
    assert sources(without) == hexes_of(without, "0101")
    assert sources(with_) == hexes_of(with_, "0101", "1901", "3001")


@pytest.mark.rule("OCS 12.7a")
def test_an_extender_gives_no_supply_points() -> None:
    draft = extended("truck", "2201", dumps={"0201": (AXIS, 9)})
    world = draft.world
    draft.update(units={"R": unit_at(world, "R", "2301")})
    assert traces(draft, "R")
    hunger.supply_phase(draft)
    assert draft.state.asks == ()


@pytest.mark.rule("OCS 12.7", "OCS 12.7d")
def test_five_points_of_one_kind_make_an_extender_at_half_their_allowance() -> None:
    world = make_world(
        [trucks("A", points=3), trucks("B", points=2), wagons("W", points=2)],
        sources=EDGE, extenders={"axis truck": 1},
    )
    draft = make_draft(world, dict.fromkeys(("A", "B", "W"), "0603"))
    assert refusal(draft, "extend 0603 wagon") == "OCS 12.7"
    play(draft, "extend 0603 truck")
    assert draft.state.extenders == {world.board.at("0603"): "axis truck"}
    assert {draft.state.units[i].box for i in ("A", "B")} == {POOL}
    assert draft.state.units["W"].on_map
    play(draft, "extend 0603 truck back")
    assert {draft.state.units[i].box for i in ("A", "B")} == {MAP}
    assert draft.state.units["A"].spent == 45 * 8, "half to form it, half to dissolve it"
    assert draft.state.extenders == {}


@pytest.mark.rule("OCS 12.7d")
def test_an_extender_is_formed_of_empty_points_with_half_their_mps() -> None:
    world = make_world(
        [trucks("A", points=3), trucks("B", points=2)], sources=EDGE, extenders={"axis truck": 1}
    )
    loaded = {"A": unit_at(world, "A", "0603", load=1), "B": "0603"}
    tired = {"A": unit_at(world, "A", "0603", spent=23 * 8), "B": "0603"}
    fresh = {"A": unit_at(world, "A", "0603", spent=22 * 8), "B": "0603"}
    assert refusal(make_draft(world, loaded), "extend 0603 truck") == "OCS 12.7d"
    assert refusal(make_draft(world, tired), "extend 0603 truck") == "OCS 12.7d"
    assert refusal(make_draft(world, fresh), "extend 0603 truck") == ""


@pytest.mark.rule("OCS 12.7d")
def test_an_extender_is_formed_only_where_it_can_be_linked_now() -> None:
    world = make_world([trucks("T", points=5)], ROW, sources=FIRST, extenders={"axis truck": 1})
    assert refusal(make_draft(world, {"T": "2201"}), "extend 2201 truck") == ""
    assert refusal(make_draft(world, {"T": "2301"}), "extend 2301 truck") == "OCS 12.7d"


@pytest.mark.rule("OCS 12.7", "OCS 13.2g.C")
def test_organic_trucks_form_no_extender() -> None:
    world = make_world([organic("O", "57", points=5), trucks("T", points=5)], sources=EDGE,
                       extenders={"axis truck": 1})
    assert refusal(make_draft(world, {"O": "0603"}), "extend 0603 truck") == "OCS 12.7d"
    assert refusal(make_draft(world, {"T": "0603"}), "extend 0603 truck") == ""


@pytest.mark.rule("OCS 12.7", "OCS 9.14d")
def test_an_extender_that_an_enemy_enters_turns_back_into_points_that_get_away() -> None:
    """It goes where trace is to be had: within ten hexes of the source, not to 0103."""
    world = make_world([trucks("T", SOVIET, points=5), regiment("R")],
                       sources={SOVIET: ("1203",)})
    draft = make_draft(
        world, {"R": "0203", "T": Unit("T", box=POOL, front=False)},
        extenders={"0303": "soviet truck"},
    )
    play(draft, "move R to 0303")
    assert draft.state.extenders == {}
    assert draft.state.asks == (Displace(SOVIET, ("T",), world.board.at("0303"), 20, "OCS 9.14d"),)
    assert refusal(draft, "displace T to 0103") == "OCS 9.14d"
    play(draft, "displace T to 1203")
    assert draft.state.units["T"].hex == world.board.at("1203")


@pytest.mark.rule("OCS 9.14d", "OCS 9.14c")
def test_an_extender_with_no_trace_in_range_is_transport_in_its_hex() -> None:
    """Trucks, roll 3: a quarter of five points is one; the counter of five gets away whole."""
    world = make_world([trucks("T", SOVIET, points=5), regiment("R")])
    draft = make_draft(
        world, {"R": "0203", "T": Unit("T", box=POOL, front=False)},
        extenders={"0303": "soviet truck"}, rolls=(3,),
    )
    play(draft, "move R to 0303")
    assert draft.state.asks == (Displace(SOVIET, ("T",), world.board.at("0303"), 10, "OCS 9.14c"),)


# ---------------------------------------------------------------- the owner's choice (12.6f)


@pytest.mark.rule("OCS 12.6f")
def test_the_owner_names_which_part_of_a_formation_traces_free() -> None:
    """A and B draw from the west source, C from the east one: one source serves one part."""
    world = make_world(
        [regiment(i, formation="57") for i in "ABC"], ROW, sources={AXIS: ("0101", "3001")}
    )
    places = {"A": "0201", "B": "0301", "C": "2901"}
    draft = make_draft(world, places, step="D", rolls=(1,) * 4)
    hunger.supply_phase(draft)
    assert draft.state.asks == (
        Tracing(AXIS, ("A", "B", "C"), "57", ("0101", "3001")),
    )
    assert offered(draft) == ["trace by 0101", "trace by 3001"]
    assert refusal(draft, "trace by 0201") == "OCS 12.6f"
    play(draft, "trace by 3001")
    assert [i for i in places if draft.state.units[i].oos] == ["A", "B"]


@pytest.mark.rule("OCS 12.6f")
def test_nobody_is_asked_where_one_group_holds_the_others() -> None:
    """H throws to A and B; A alone draws too. Two formations are asked in turn."""
    world = make_world(
        [regiment("A", formation="57"), regiment("B", formation="57"), headquarters("H")], ROW,
        sources=FIRST,
    )
    draft = make_draft(world, {"A": "0201", "B": "1101", "H": "0601"}, step="D")
    hunger.supply_phase(draft)
    assert not any(isinstance(ask, Tracing) for ask in draft.state.asks)
    assert not any(u.oos for u in draft.state.units.values())
    names = [regiment(f"{i}{n}", formation=n) for n in ("24", "57") for i in "AB"]
    world = make_world(names, ROW, sources={AXIS: ("0101", "3001")})
    draft = make_draft(
        world, {"A24": "0201", "B24": "2901", "A57": "0201", "B57": "2901"}, step="D",
        rolls=(1,) * 4,
    )
    hunger.supply_phase(draft)
    play(draft, "trace by 0101", "trace by 3001")
    assert [i for i, u in draft.state.units.items() if u.oos] == ["B24", "A57"]


# ---------------------------------------------------------------- dropped from the air (12.6h)


@pytest.mark.rule("OCS 12.6h")
def test_units_that_dropped_in_this_turn_need_no_trace() -> None:
    """P dropped, R walked: R is Out of Supply, P is not marked; next turn it is."""
    world = make_world([regiment("P", para=True), regiment("R")], ROW, sources=FIRST)
    draft = make_draft(
        world, {"P": "2901", "R": "2801"}, step="D", dropped=frozenset({"P"}), rolls=(1,) * 8
    )
    hunger.supply_phase(draft)
    assert {i: u.oos for i, u in draft.state.units.items()} == {"P": False, "R": True}
    clean_up.run(draft)
    assert draft.state.dropped == frozenset()
    draft.update(closing=False)
    hunger.supply_phase(draft)
    assert draft.state.units["P"].oos


# ---------------------------------------------------------------- more of Extenders (12.7d-h)


@pytest.mark.rule("OCS 12.7e")
def test_points_come_to_the_extender_from_different_hexes() -> None:
    """A drives 10 MPs, then B 4: both have half of their 45 left; a third, from afar, has not."""
    world = make_world(
        [trucks("A", points=3), trucks("B", points=2), trucks("C", points=2)],
        make_board(32, 1), sources=FIRST, extenders={"axis truck": 1},
    )
    draft = make_draft(world, {"A": "0101", "B": "0701", "C": "3201"})
    play(draft, "move A to 1101", "move B to 1101")
    assert draft.state.units["A"].finished
    assert "extend 1101 truck" in offered(draft)
    late = make_draft(world, {"A": "0101", "C": "3201"})
    play(late, "move A to 0801", "move C to 0801")
    assert refusal(late, "extend 0801 truck") == "OCS 12.7d", "C has spent 24 of 45"
    play(draft, "extend 1101 truck")
    assert draft.state.extenders == {world.board.at("1101"): "axis truck"}


@pytest.mark.rule("OCS 12.7e", "OCS 13.3e")
def test_points_that_came_by_rail_form_no_extender() -> None:
    board = make_board(12, 1, {"0101": "village", "0601": "village"}, along(1, 1, 12, "rail"))
    world = make_world([trucks("T", points=5)], board, sources=FIRST,
                       extenders={"axis truck": 1}, rail_capacity={AXIS: 40})
    draft = make_draft(
        world, {"T": "0101"}, gauge={f"{c:02}01": AXIS for c in range(1, 13)},
        sides={AXIS: Side(rail=40), SOVIET: Side()},
    )
    assert refusal(draft, "extend 0101 truck") == ""
    play(draft, "rail T to 0601")
    assert refusal(draft, "extend 0601 truck") == "OCS 12.7d"


@pytest.mark.rule("OCS 12.7f")
def test_after_it_is_dissolved_its_points_move_apart() -> None:
    """Half of 45 MPs is left: 22 hexes of open ground, not 23."""
    world = make_world(
        [trucks("A", points=3), trucks("B", points=2)], make_board(32, 1), sources=FIRST,
        extenders={"axis truck": 1},
    )
    pool = {i: Unit(i, box=POOL, front=False) for i in "AB"}
    draft = make_draft(world, pool, extenders={"0301": "axis truck"})
    play(draft, "extend 0301 truck back", "move A to 0101")
    assert refusal(draft, "move B to 2601") == "OCS 6.1b"
    play(draft, "move B to 2501")


@pytest.mark.rule("OCS 12.7h", "OCS 9.14d")
def test_an_extender_that_the_enemy_enters_collapses() -> None:
    world = make_world([trucks("T", SOVIET, points=5), regiment("R")],
                       sources={SOVIET: ("1203",)})
    draft = make_draft(
        world, {"R": "0203", "T": Unit("T", box=POOL, front=False)},
        extenders={"0303": "soviet truck"},
    )
    play(draft, "move R to 0303")
    assert draft.state.extenders == {}
    assert draft.state.units["T"].on_map


@pytest.mark.rule("OCS 12.7")
def test_an_extender_neither_moves_nor_carries() -> None:
    world = make_world([trucks("T", points=5)], sources=EDGE, extenders={"axis truck": 1})
    draft = make_draft(world, {"T": "0603"}, dumps={"0603": (AXIS, 8)})
    play(draft, "extend 0603 truck")
    assert refusal(draft, "move T to 0703") == "OCS 6.3a"
    assert refusal(draft, "load T tokens 1") == "OCS 6.3a"
