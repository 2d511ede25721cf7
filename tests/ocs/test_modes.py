"""Modes (OCS 5): choosing them, Reserves, Strat, Exploitation and Disorganized."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.ocs import modes
from engine.ocs.modes import allowance, disorganize, exploit
from engine.ocs.pieces import (
    AXIS,
    COMBAT,
    DG,
    EXPLOIT,
    MOVE,
    MP,
    RESERVE,
    SOVIET,
    STRAT,
    Aircraft,
    Hog,
    fresh,
)
from engine.ocs.sizes import action_rating, mode_factor
from engine.ocs.state import Side
from tests.ocs.yard import (
    along,
    battalion,
    change,
    go_to,
    headquarters,
    make_board,
    make_draft,
    make_state,
    make_world,
    offered,
    organic,
    play,
    refusal,
    regiment,
    trucks,
    unit_at,
)

SOURCES = {AXIS: ("0101",), SOVIET: ("1206",)}


# ---------------------------------------------------------------- what each leaves (5.2b)


@pytest.mark.rule("OCS 5.2b", "OCS 7.0a", "OCS 11.0a", "OCS 6.1h", "OCS 11.0b")
@pytest.mark.parametrize(("fields", "movement", "reaction", "exploitation"), [
    ({}, 5, 0, 0),
    ({"front": False}, 10, 0, 0),
    ({"marker": RESERVE}, 1.25, 0, 0),
    ({"marker": RESERVE, "front": False}, 2.5, 0, 0),
    ({"marker": STRAT, "front": False}, 20, 0, 0),
    ({"marker": DG}, 2.5, 0, 0),
    ({"marker": DG, "released": True}, 2.5, 0, 0),
    ({"released": True}, 5, 2.5, 5),
    ({"marker": EXPLOIT}, 5, 0, 2.5),
])
def test_movement_allowances(
    fields: dict[str, object], movement: float, reaction: float, exploitation: float
) -> None:
    """A regiment of 5 MPs in Combat and 10 in Move Mode; nothing is rounded."""
    world = make_world([regiment("A", ma=5)])
    unit = unit_at(world, "A", "0203", **fields)
    found = [
        allowance(world, make_state(world, {"A": unit}, step=step), unit) / MP
        for step in ("C2", "E1'", "G1")
    ]
    assert found == [movement, reaction, exploitation]


@pytest.mark.rule("OCS 5.2b", "OCS 5.8", "OCS 5.10b", "OCS 9.6a")
@pytest.mark.parametrize(("marker", "attack", "defense", "ar"), [
    ("", 1, 1, 3), (RESERVE, 0, Fraction(1, 2), 3), (STRAT, 0, 0, 0), (EXPLOIT, 1, 1, 3),
    (DG, Fraction(1, 2), Fraction(1, 2), 2),
])
def test_strengths_and_action_ratings(
    marker: str, attack: Fraction, defense: Fraction, ar: int
) -> None:
    world = make_world([regiment("A"), regiment("Poor", ar=0)])
    unit = unit_at(world, "A", "0203", marker=marker)
    assert mode_factor(unit, attacking=True) == attack
    assert mode_factor(unit, attacking=False) == defense
    assert action_rating(world, unit) == ar
    poor = unit_at(world, "Poor", "0203", marker=marker)
    assert action_rating(world, poor) == (-1 if marker == DG else 0)


# ---------------------------------------------------------------- changing (5.3, 5.4)


@pytest.mark.rule("OCS 5.3", "OCS 5.4")
@pytest.mark.parametrize("mode", ["combat", "move", "reserve", "strat"])
def test_any_voluntary_mode_gives_way_to_any_other_at_no_cost(mode: str) -> None:
    world = make_world([battalion("A")])
    for start in (COMBAT, MOVE, RESERVE, STRAT):
        unit = modes.turned(unit_at(world, "A", "0203"), start)
        if modes.turned(unit, mode) == unit:
            continue
        draft = make_draft(world, {"A": unit})
        play(draft, f"mode A as {mode}")
        found = draft.state.units["A"]
        assert (found.mode, found.spent, found.moved) == (mode, 0, False)


@pytest.mark.rule("OCS 5.3")
@pytest.mark.parametrize("mode", ["dg", "exploit"])
def test_dg_and_exploitation_are_never_chosen(mode: str) -> None:
    draft = make_draft(make_world([regiment("A")]), {"A": "0203"})
    assert refusal(draft, f"mode A as {mode}") == "OCS 5.3"
    assert refusal(draft, "mode A as move") == ""


@pytest.mark.rule("OCS 5.4")
def test_a_mode_changes_once_as_the_unit_begins_to_move_and_not_after() -> None:
    world = make_world([regiment("A"), regiment("B")])
    draft = make_draft(world, {"A": "0203", "B": "0203"})
    play(draft, "mode A as move")
    assert refusal(draft, "mode A as strat") == "OCS 5.4"
    assert refusal(draft, "mode B as combat") == "OCS 5.4"  # it is in that mode
    play(draft, "move B to 0204")
    assert refusal(draft, "mode B as move") == "OCS 5.4"
    assert refusal(draft, "move A to 0204") == ""


@pytest.mark.rule("OCS 5.4")
@pytest.mark.parametrize("step", ["E1'", "F2", "G1"])
def test_modes_change_in_the_movement_phase_only(step: str) -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET)])
    draft = make_draft(world, {"A": "0203", "E": "0303"}, step=step)
    assert refusal(draft, "mode A as move") != ""
    go_to(draft, "C2")
    assert refusal(draft, "mode A as move") == ""
    assert refusal(draft, "mode E as move") == "OCS 5.4"


@pytest.mark.rule("OCS 5.4", "OCS 5.2a")
def test_a_disorganized_unit_turns_over_and_stays_so() -> None:
    world = make_world([regiment("A")])
    draft = make_draft(world, {"A": unit_at(world, "A", "0203", marker=DG)})
    for mode in ("reserve", "strat"):
        assert refusal(draft, f"mode A as {mode}") == "OCS 5.4"
    play(draft, "mode A as move")
    unit = draft.state.units["A"]
    assert (unit.front, unit.mode) == (False, DG)
    assert allowance(world, draft.state, unit) == 3 * MP  # half of six


@pytest.mark.rule("OCS 5.5c", "OCS 5.6b", "OCS 5.7f", "OCS 5.8c")
def test_transport_stays_in_move_mode_but_organic_trucks_may_be_in_reserve() -> None:
    world = make_world([trucks("T"), organic("O", "57"), regiment("Repl", type="replacement")])
    units = {"T": "0203", "O": "0203", "Repl": unit_at(world, "Repl", "0203", front=False)}
    draft = make_draft(world, units)
    assert refusal(draft, "mode T as combat") == "OCS 5.5c"
    assert refusal(draft, "mode T as reserve") == "OCS 5.7f"
    assert refusal(draft, "mode T as strat") == "OCS 5.8c"
    assert refusal(draft, "mode O as strat") == "OCS 5.8c"
    assert refusal(draft, "mode O as reserve showing combat") == "OCS 5.6b"
    assert refusal(draft, "mode O as reserve") == ""
    assert refusal(draft, "mode Repl as combat") == "OCS 5.5c"
    assert refusal(draft, "mode Repl as reserve showing combat") == "OCS 5.6b"
    assert refusal(draft, "mode Repl as strat") == ""


# ---------------------------------------------------------------- Reserve (5.7)


@pytest.mark.rule("OCS 5.7a")
@pytest.mark.parametrize("side", ["combat", "move"])
def test_a_reserve_shows_either_side_and_is_released_to_that_mode(side: str) -> None:
    world = make_world([regiment("A")])
    draft = make_draft(world, {"A": "0203"})
    play(draft, f"mode A as reserve showing {side}")
    go_to(draft, "G1")
    play(draft, "release A")
    assert draft.state.units["A"].mode == side
    assert allowance(world, draft.state, draft.state.units["A"]) == {
        "combat": 3 * MP, "move": 6 * MP
    }[side]


@pytest.mark.rule("OCS 5.7a", "OCS 5.7")
def test_both_sides_of_a_reserve_are_offered_and_the_only_one_of_transport() -> None:
    """In Reserve it may turn over in the next Movement Phase, as its orientation is fixed."""
    world = make_world([regiment("A"), organic("O", "57")])
    draft = make_draft(world, {"A": "0203", "O": "0203"})
    assert [o for o in offered(draft) if o.startswith("mode")] == [
        "mode A as move", "mode A as reserve showing combat", "mode A as reserve showing move",
        "mode A as strat", "mode O as reserve",
    ]
    change(draft, "A", marker=RESERVE)
    assert [o for o in offered(draft) if o.startswith("mode A as reserve")] == [
        "mode A as reserve showing move"
    ]


@pytest.mark.rule("OCS 5.7", "OCS 5.7b", "OCS 11.0a")
def test_an_unreleased_reserve_neither_attacks_nor_overruns() -> None:
    world = make_world([regiment("A", ma=8), regiment("E", SOVIET)])
    units = {"A": unit_at(world, "A", "0203", marker=RESERVE), "E": "0303"}
    dumps = {"0203": (AXIS, 8)}
    assert refusal(make_draft(world, units, step="F2", dumps=dumps),
                   "attack 0303 with A") == "OCS 4.4a"
    draft = make_draft(world, units, step="G1", dumps=dumps)
    assert refusal(draft, "overrun 0303 with A") != ""
    play(draft, "release A")
    assert refusal(draft, "overrun 0303 with A") == ""
    go_to(draft, "G3")
    assert refusal(draft, "attack 0303 with A") == ""


@pytest.mark.rule("OCS 5.7b", "OCS 11.0b")
def test_reserves_are_released_in_groups_in_their_owners_reaction_or_exploitation() -> None:
    world = make_world([regiment("A"), regiment("B"), regiment("C")])
    units = {i: unit_at(world, i, "0203", marker=RESERVE) for i in "AB"} | {"C": "0203"}
    draft = make_draft(world, units, step="C2")
    assert refusal(draft, "release A") == "OCS 2.3-C"
    go_to(draft, "E1'")
    assert refusal(draft, "release A, B") == ""
    assert refusal(draft, "release C") == "OCS 5.7b"
    play(draft, "release A", "move A to 0204", "release B")
    assert draft.state.units["B"].mode == COMBAT
    go_to(draft, "E1")
    change(draft, "B", marker=RESERVE)
    assert refusal(draft, "release B") == "OCS 5.7b"  # the Soviets react


@pytest.mark.rule("OCS 5.7c", "OCS 5.7")
def test_a_reserve_moves_in_and_out_of_zones_a_quarter_of_its_allowance() -> None:
    """1/4 of 3 MPs is 3/4: only the minimum move of one hex."""
    world = make_world([regiment("A"), regiment("E", SOVIET)])
    units = {"A": unit_at(world, "A", "0203", marker=RESERVE), "E": "0303"}
    draft = make_draft(world, units)
    assert refusal(draft, "move A to 0204") == ""
    assert refusal(draft, "move A via 0204 0205") == "OCS 6.1b"
    play(draft, "move A to 0302")
    assert draft.state.units["A"].marker == RESERVE


@pytest.mark.rule("OCS 5.4a")
def test_a_marker_covers_a_hex_and_their_number_is_limited() -> None:
    """Two hexes, one marker: the segment ends without the second."""
    world = make_world(
        [regiment("A"), regiment("B"), regiment("C"), regiment("X", SOVIET)], sources=SOURCES,
        reserve_markers={AXIS: 1, SOVIET: 1},
    )
    units = {"A": "0203", "B": "0203", "C": "0204", "X": "1106"}
    fits = make_draft(world, units)
    play(fits, "mode A as reserve", "mode B as reserve", "end")
    assert fits.state.units["B"].marker == RESERVE
    over = make_draft(world, units)
    play(over, "mode A as reserve", "mode C as reserve")
    assert refusal(over, "end") == "OCS 5.4a"
    play(over, "move C to 0203")
    assert refusal(over, "end") == ""
    moved = make_draft(world, units)
    play(moved, "mode A as reserve", "mode C as reserve", "move C to 0205", "end")
    assert (moved.state.units["A"].marker, moved.state.units["C"].marker) == (RESERVE, "")


@pytest.mark.rule("OCS 5.7g", "OCS 16.0f")
def test_reserves_and_a_hedgehog_do_not_share_a_hex_as_the_segment_ends() -> None:
    world = make_world([regiment("A"), regiment("X", SOVIET)], sources=SOURCES)
    units = {"A": unit_at(world, "A", "0203", marker=RESERVE), "X": "1106"}
    draft = make_draft(world, units, hogs={"0203": (AXIS, 1)})
    assert refusal(draft, "end") == "OCS 5.7g"
    stays = make_draft(world, units, hogs={"0203": (AXIS, 1)})
    change(stays, "A", moved=True, finished=True)
    play(stays, "end")
    assert stays.state.units["A"].marker == ""
    play(draft, "move A to 0204", "end")
    assert draft.state.units["A"].marker == RESERVE
    assert draft.state.hogs == {world.board.at("0203"): Hog(AXIS, 1)}


# ---------------------------------------------------------------- Strat (5.8)


@pytest.mark.rule("OCS 5.8", "OCS 5.8a")
def test_strat_doubles_the_move_side_and_keeps_out_of_zones() -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET)])
    draft = make_draft(world, {"A": "0203", "E": "0603"})
    play(draft, "mode A as strat")
    unit = draft.state.units["A"]
    assert (unit.front, allowance(world, draft.state, unit)) == (False, 12 * MP)
    assert refusal(draft, "move A via 0303 0403 0503") == "OCS 5.8a"
    assert refusal(draft, "move A via 0303 0403") == ""


@pytest.mark.rule("OCS 5.8a")
def test_an_enemy_that_comes_near_a_strat_unit_changes_nothing() -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET)])
    units = {"A": unit_at(world, "A", "0203", front=False, marker=STRAT), "E": "0403"}
    draft = make_draft(world, units, step="C2'")
    play(draft, "move E to 0303")
    assert draft.state.units["A"].marker == STRAT


@pytest.mark.rule("OCS 5.8b")
def test_a_strat_unit_finishes_its_move_where_trace_can_be_had() -> None:
    """Six hexes from the source is in draw; from the far end of the board it is not."""
    world = make_world([regiment("A"), regiment("X", SOVIET)], sources=SOURCES)
    units = {"A": unit_at(world, "A", "0203", front=False, marker=STRAT), "X": "1201"}
    near = make_draft(world, units)
    play(near, "move A to 0603", "end")
    assert near.state.units["A"].marker == STRAT
    far = make_draft(world, units)
    play(far, "move A to 1106")
    assert refusal(far, "end") == "OCS 5.8b"
    play(far, "halt A", "end")
    assert far.state.units["A"].marker == ""
    still = make_draft(world, units | {"A": unit_at(world, "A", "1106", front=False,
                                                    marker=STRAT)})
    assert refusal(still, "end") == ""  # it did not move


# ---------------------------------------------------------------- Exploitation, DG (5.9, 5.10)


@pytest.mark.rule("OCS 5.9", "OCS 5.9c")
def test_exploitation_keeps_the_orientation_and_the_zone_of_before() -> None:
    world = make_world([regiment("A"), regiment("B")])
    units = {"A": "0203", "B": unit_at(world, "B", "0203", front=False)}
    draft = make_draft(world, units, step="F2")
    exploit(draft, ("A", "B"))
    a, b = draft.state.units["A"], draft.state.units["B"]
    assert (a.mode, a.front, a.had_zoc) == (EXPLOIT, True, True)
    assert (b.mode, b.front, b.had_zoc) == (EXPLOIT, False, False)


@pytest.mark.rule("OCS 5.10", "OCS 5.10a", "OCS 5.10c")
def test_every_combat_unit_of_a_hex_becomes_dg_and_transport_does_not() -> None:
    world = make_world([regiment("A"), headquarters("H"), organic("O", "57"), trucks("T"),
                        regiment("R"), regiment("S"), regiment("Far")])
    units = {
        "A": "0203", "H": "0203", "T": "0203", "Far": "0204",
        "O": unit_at(world, "O", "0203", marker=RESERVE),
        "R": unit_at(world, "R", "0203", marker=RESERVE),
        "S": unit_at(world, "S", "0203", front=False, marker=STRAT),
    }
    draft = make_draft(world, units, step="F2")
    disorganize(draft, world.board.at("0203"), "OCS 5.10a")
    found = {i: u.marker for i, u in draft.state.units.items()}
    assert found == {"A": DG, "H": DG, "R": DG, "S": DG, "O": "", "T": "", "Far": ""}
    assert draft.state.units["S"].front is False


@pytest.mark.rule("OCS 5.10b")
def test_a_dg_unit_attacks_but_makes_no_overrun() -> None:
    world = make_world([regiment("A", ma=8), regiment("E", SOVIET)])
    dumps = {"0203": (AXIS, 4)}
    for marker, rule in ((DG, "OCS 8.1"), ("", "")):
        units = {"A": unit_at(world, "A", "0203", marker=marker), "E": "0303"}
        draft = make_draft(world, units, dumps=dumps)
        assert refusal(draft, "overrun 0303 with A") == rule
        go_to(draft, "F2")
        assert refusal(draft, "attack 0303 with A") == ""


@pytest.mark.rule("OCS 5.7d", "OCS 5.10")
def test_question_ocs_q11_any_result_takes_the_reserve_marker_off() -> None:
    """OCS-Q11: 8 to 4 (half of 8) is 2:1 Open; 3+3 surprises nobody; 2 is AL2, 4 AL1o1 Do1.

    The attacker's only step dies to the L1, so the defender may ignore his option and does.
    """
    world = make_world([regiment("A"), regiment("R", SOVIET)])
    units = {"A": "0303", "R": unit_at(world, "R", "0403", marker=RESERVE)}
    for dice, after in (((3, 3, 1, 1), RESERVE), ((3, 3, 1, 3), "")):
        draft = make_draft(world, units, step="F2", dumps={"0303": (AXIS, 4)}, rolls=dice)
        play(draft, "attack 0403 with A", "pay R")
        if after == "":
            assert not draft.state.units["A"].on_map
            play(draft, "pass")
        assert draft.state.fighting is None
        assert draft.state.units["R"].mode == (after or COMBAT)
    barraged = make_draft(world, units, step="F1")
    disorganize(barraged, world.board.at("0403"), "OCS 10.0a")
    assert barraged.state.units["R"].marker == DG


@pytest.mark.rule("OCS 5.7d", "OCS 9.12")
def test_a_reserve_that_retreats_leaves_its_marker_behind() -> None:
    """On an 8, Ao1 Do1: the attacker gives his step, the defender goes back one hex."""
    world = make_world([regiment("A"), regiment("A2"), regiment("R", SOVIET)])
    units = {"A": "0303", "A2": "0303", "R": unit_at(world, "R", "0403", marker=RESERVE)}
    draft = make_draft(world, units, step="F2", dumps={"0303": (AXIS, 4)}, rolls=(3, 3, 4, 4))
    play(draft, "attack 0403 with A", "pay R", "option 1", "option 0", "retreat R via 0503")
    assert draft.state.units["R"].hex == world.board.at("0503")
    assert draft.state.units["R"].marker == ""


# ---------------------------------------------------------------- work and transport (5.5-5.10)


@pytest.mark.rule("OCS 5.5b", "OCS 5.10e")
@pytest.mark.parametrize(("fields", "works"), [
    ({}, True), ({"front": False}, False), ({"marker": DG}, True),
    ({"marker": DG, "front": False}, False), ({"marker": RESERVE}, False),
    ({"marker": STRAT, "front": False}, False), ({"marker": EXPLOIT}, False),
])
def test_engineers_work_in_combat_mode_or_dg_with_that_side_up(
    fields: dict[str, object], works: bool
) -> None:
    """An HQ builds an air strip in its own hex; ordinary units in DG raise no hedgehog."""
    world = make_world([regiment("Eng", engineer=True), regiment("Inf")])
    units = {"Eng": unit_at(world, "Eng", "0203", **fields),
             "Inf": unit_at(world, "Inf", "0303", **fields)}
    draft = make_draft(world, units, dumps={"0203": (AXIS, 40), "0303": (AXIS, 40)})
    assert (refusal(draft, "build hog 0203 with Eng") == "") is works
    by_hand = works and fields.get("marker") != DG
    assert (refusal(draft, "build hog 0303 with Inf") == "") is by_hand


@pytest.mark.rule("OCS 5.7e", "OCS 5.8d", "OCS 5.10d", "OCS 5.5a", "OCS 5.6a", "OCS 5.2a")
@pytest.mark.parametrize(("marker", "front", "rides"), [
    ("", False, True), ("", True, False), (RESERVE, False, False), (STRAT, False, False),
    (DG, False, False),
])
def test_only_plain_move_mode_rides_and_flies(marker: str, front: bool, rides: bool) -> None:
    """By rail from one village to another, by air from base to base."""
    board = make_board(terrain={"0203": "village", "0703": "village"},
                       sides=along(3, 1, 8, "rail"))
    world = make_world([regiment("A")], board, sources={AXIS: ("0103",)},
                       planes=[Aircraft("P", "P", AXIS, "Tpt", 0, False, 0, 30, capacity=40)])
    draft = make_draft(
        world, {"A": unit_at(world, "A", "0203", front=front, marker=marker)},
        gauge={f"{c:02}03": AXIS for c in range(1, 9)}, air={"P": "0203"},
        bases={"0203": (AXIS, 1), "0903": (AXIS, 3)}, sides={AXIS: Side(rail=40), SOVIET: Side()},
    )
    assert (refusal(draft, "rail A to 0703") == "") is rides
    assert (refusal(draft, "fly transport 0903 with P carrying A from 0203") == "") is rides


@pytest.mark.rule("OCS 4.7d")
def test_a_unit_is_carried_in_one_way_in_a_phase() -> None:
    """Flown to a station it does not ride on; railed to a base it does not fly on."""
    board = make_board(terrain={"0203": "village", "0703": "village"},
                       sides=along(3, 1, 8, "rail"))
    world = make_world(
        [regiment("A"), regiment("RR", rail_repair=True)], board, sources={AXIS: ("0103",)},
        planes=[Aircraft(i, i, AXIS, "Tpt", 0, False, 0, 30, capacity=40) for i in "PQ"],
    )
    units = {"A": unit_at(world, "A", "0902", front=False),
             "RR": unit_at(world, "RR", "0203", front=False)}
    draft = make_draft(
        world, units, gauge={f"{c:02}03": AXIS for c in range(1, 9)},
        air={"P": "0902", "Q": "0703"}, sides={AXIS: Side(rail=40), SOVIET: Side()},
        bases={"0902": (AXIS, 3), "0203": (AXIS, 3), "0703": (AXIS, 3)},
    )
    play(draft, "fly transport 0203 with P carrying A from 0902")
    while draft.state.asks:
        play(draft, offered(draft)[0])
    assert refusal(draft, "rail A to 0703") == "OCS 4.7d"
    play(draft, "rail RR to 0703")
    assert refusal(draft, "fly transport 0203 with Q carrying RR from 0703") == "OCS 4.7d"
    assert fresh(draft.state.units["A"]).carried == "", "another phase, another transport"
