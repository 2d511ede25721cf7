"""Overrun (OCS 8): combat in the middle of a move."""

from __future__ import annotations

import pytest

from engine.ocs.pieces import (
    AXIS,
    DG,
    EXPLOIT,
    LEG,
    MP,
    RESERVE,
    SOVIET,
    STRAT,
    Counter,
    Face,
)
from tests.ocs.yard import (
    battalion,
    change,
    go_to,
    headquarters,
    make_board,
    make_draft,
    make_world,
    offered,
    play,
    refusal,
    regiment,
    tokens,
    trucks,
    unit_at,
)

WIN = (3, 2, 6, 6)
"""No surprise in an Overrun at +3 (5 + 3 = 8), then 12 + 3 on the Combat Table."""


def company(name: str = "E", side: str = SOVIET) -> Counter:
    """A company of strength 1 and Action Rating 0: 10:1 against a regiment of 5, unsupplied."""
    return regiment(name, side, combat=Face(1, True, 0, 3), re4=1)


def fast(name: str, side: str = AXIS, ar: int = 3, strength: int = 5) -> Counter:
    """Leg units of 9 MPs."""
    return regiment(name, side, combat=Face(strength, True, ar, 9), move=Face(2, True, ar, 12))


DUMP = {"0203": (AXIS, 20)}


@pytest.mark.rule("OCS 8.0", "OCS 8.1a")
def test_overrun_mp_vector_two_overruns_of_a_one_mp_hex_the_second_won_cost_six() -> None:
    """Appendix 1, Overrun MP.

    10 to 10 and a 9: Ao1 Do1, a step each. Then 5 to 5 with surprise by 6 columns and a 12.
    """
    world = make_world([fast("A"), fast("B"), fast("E", SOVIET), fast("F", SOVIET)])
    units = {"A": "0203", "B": "0203", "E": "0303", "F": "0303"}
    draft = make_draft(world, units, dumps=DUMP, rolls=(3, 4, 5, 4, 5, 4, 6, 6, 6))
    play(draft, "overrun 0303 with A, B lead A", "pay E, F", "lead E", "option 1", "option 1")
    play(draft, "overrun 0303 with B", "pay F")
    unit = draft.state.units["B"]
    assert (unit.hex, unit.spent) == (world.board.at("0303"), 6 * MP)


@pytest.mark.rule("OCS 8.0")
def test_a_hex_with_combat_units_is_overrun_and_others_are_entered() -> None:
    world = make_world([fast("A"), company(), trucks("T", SOVIET)])
    draft = make_draft(world, {"A": "0203", "E": "0303", "T": "0204"}, dumps=DUMP)
    assert refusal(draft, "overrun 0303 with A") == ""
    assert refusal(draft, "overrun 0204 with A") == "OCS 8.0"
    assert refusal(draft, "overrun 0302 with A") == "OCS 8.0"
    assert refusal(draft, "move A to 0204") == ""


@pytest.mark.rule("OCS 8.0", "OCS 9.12g", "OCS 9.12g.D")
def test_the_winners_must_enter_at_no_more_cost_and_may_go_on() -> None:
    world = make_world([fast("A"), company(), company("F")])
    draft = make_draft(world, {"A": "0203", "E": "0303", "F": "0403"}, dumps=DUMP,
                       rolls=WIN + WIN)
    play(draft, "overrun 0303 with A", "pass")
    unit = draft.state.units["A"]
    assert (unit.hex, unit.spent) == (world.board.at("0303"), 3 * MP)
    play(draft, "overrun 0403 with A", "pass")
    unit = draft.state.units["A"]
    assert (unit.hex, unit.spent) == (world.board.at("0403"), 6 * MP)
    assert refusal(draft, "move A to 0503") == ""


@pytest.mark.rule("OCS 8.1a", "OCS 6.1c")
def test_three_points_must_be_left_and_the_minimum_move_does_not_help() -> None:
    world = make_world([regiment("A"), regiment("B", ma=2), company()])
    draft = make_draft(world, {"A": "0203", "B": "0203", "E": "0303"}, dumps=DUMP)
    assert refusal(draft, "overrun 0303 with A") == ""
    assert refusal(draft, "overrun 0303 with B") == "OCS 8.1a"
    play(draft, "move A to 0302")
    assert refusal(draft, "overrun 0303 with A") == "OCS 8.1a"


@pytest.mark.rule("OCS 8.1")
@pytest.mark.parametrize(("fields", "step", "rule"), [
    ({}, "C2", ""), ({"front": False}, "C2", ""), ({"marker": DG}, "C2", "OCS 8.1"),
    ({"marker": RESERVE}, "C2", "OCS 8.1"), ({"marker": STRAT, "front": False}, "C2", "OCS 8.1"),
    ({"marker": EXPLOIT}, "G1", ""), ({"released": True}, "G1", ""), ({}, "G1", "OCS 11.0a"),
    ({"released": True}, "E1'", ""),
])
def test_combat_move_and_exploitation_mode_overrun(
    fields: dict[str, object], step: str, rule: str
) -> None:
    world = make_world([fast("A"), company()])
    draft = make_draft(world, {"A": unit_at(world, "A", "0203", **fields), "E": "0303"},
                       step=step, dumps=DUMP)
    assert refusal(draft, "overrun 0303 with A") == rule


@pytest.mark.rule("OCS 8.1", "OCS 8.1d")
def test_overrunning_units_began_the_phase_in_one_hex_and_attack_from_one() -> None:
    world = make_world([fast("A"), fast("B"), company()])
    dumps = {"0202": (AXIS, 20)}
    apart = make_draft(world, {"A": "0203", "B": "0202", "E": "0303"}, dumps=dumps)
    assert refusal(apart, "overrun 0303 with A, B") == "OCS 8.1d"
    play(apart, "move B to 0203")
    assert refusal(apart, "overrun 0303 with A, B") == "OCS 8.1"
    assert refusal(apart, "overrun 0303 with B") == ""
    together = make_draft(world, {"A": "0202", "B": "0202", "E": "0303"}, dumps=dumps)
    play(together, "move A, B to 0203")
    assert refusal(together, "overrun 0303 with A, B") == ""
    assert refusal(together, "overrun 0303 with A") == ""


@pytest.mark.rule("OCS 8.1b")
@pytest.mark.parametrize(("terrain", "side", "busts", "rule"), [
    ("clear", "", False, ""), ("heavy_woods", "", False, ""), ("swamp", "", False, ""),
    ("swamp", "", True, "OCS 8.1b"), ("swamp", "river", False, "OCS 8.1b"),
    ("heavy_woods", "river", False, ""), ("clear", "major_river", False, "OCS 8.1c"),
])
def test_the_hex_may_cost_each_unit_three_points_at_most(
    terrain: str, side: str, busts: bool, rule: str
) -> None:
    """Leg: swamp 3, heavy woods 2, a minor river +1, a Trainbusting Zone +1, a major river All."""
    board = make_board(terrain={"0303": terrain}, sides={("0203", "0303"): side} if side else {})
    world = make_world([fast("A"), company()], board)
    draft = make_draft(world, {"A": "0203", "E": "0303"}, dumps=DUMP)
    if busts:
        draft.update(busts={board.at("0303"): SOVIET})
    assert refusal(draft, "overrun 0303 with A") == rule


@pytest.mark.rule("OCS 8.1c")
def test_roads_bridges_and_bridging_do_not_help_an_overrun() -> None:
    board = make_board(sides={("0203", "0303"): "major_river road"})
    world = make_world([fast("A"), headquarters("H"), company()], board)
    draft = make_draft(world, {"A": "0203", "H": "0203", "E": "0303"}, dumps=DUMP)
    assert refusal(draft, "overrun 0303 with A") == "OCS 8.1c"
    change(draft, "E", hex="0602")
    assert refusal(draft, "move A to 0303") == ""


@pytest.mark.rule("OCS 6.1d", "OCS 8.1c", "OCS 9.1f")
def test_question_ocs_q02_out_of_a_swamp_by_road_only_leg_overruns_and_both_attack() -> None:
    """OCS-Q02: the panzers came by road; without it they could not go back into the swamp."""
    board = make_board(terrain={"0203": "swamp"}, sides={("0203", "0303"): "road"})
    panzers = battalion("P", re4=4, ma=9, at_level="heavy")
    infantry = regiment("I", combat=Face(10, True, 3, 6, LEG), move=Face(5, True, 3, 12, LEG))
    world = make_world([panzers, infantry, company()], board)
    units = {"P": unit_at(world, "P", "0203", front=False, fuel="turn"),
             "I": unit_at(world, "I", "0203", front=False), "E": "0303"}
    draft = make_draft(world, units, dumps=DUMP)
    assert refusal(draft, "overrun 0303 with P") == "OCS 8.1c"
    assert refusal(draft, "overrun 0303 with I") == ""
    go_to(draft, "F2")
    assert refusal(draft, "attack 0303 with P, I") == ""


@pytest.mark.rule("OCS 8.1e", "OCS 9.13b", "OCS 9.13b.B")
def test_no_exploitation_comes_of_an_overrun() -> None:
    world = make_world([fast("A"), company()])
    draft = make_draft(world, {"A": "0203", "E": "0303"}, dumps=DUMP, rolls=WIN)
    play(draft, "overrun 0303 with A", "pass")  # Ae2 DL2o3DG on the 9:1 column
    assert draft.state.units["A"].marker == ""


@pytest.mark.rule("OCS 8.1f")
def test_a_retreat_ends_the_movement_of_the_overrunning_units() -> None:
    """5 to 5 is 1:1 Open; 3 to 3: 7 surprises nobody; 9 is Ao1 Do1, taken as a hex."""
    world = make_world([fast("A"), fast("E", SOVIET)])
    draft = make_draft(world, {"A": "0203", "E": "0303"}, dumps=DUMP, rolls=(3, 4, 5, 4))
    play(draft, "overrun 0303 with A", "pay E", "option 0", "retreat A via 0103")
    assert draft.state.units["A"].hex == world.board.at("0103")
    play(draft, "pass")  # the defender ignores his option
    assert refusal(draft, "move A to 0102") == "OCS 6.1g"
    change(draft, "E", hex="0204")
    assert refusal(draft, "overrun 0204 with A") == "OCS 6.1g"


@pytest.mark.rule("OCS 8.1f", "OCS 8.0")
def test_an_attacker_who_holds_his_ground_goes_on_though_the_defender_stays() -> None:
    """Two of them; the option is taken as a step, the defender takes his as well."""
    world = make_world([fast("A"), fast("B"), fast("E", SOVIET), fast("F", SOVIET)])
    units = {"A": "0203", "B": "0203", "E": "0303", "F": "0303"}
    draft = make_draft(world, units, dumps=DUMP, rolls=(3, 4, 5, 4))
    play(draft, "overrun 0303 with A, B lead A", "pay E, F", "lead E", "option 1", "option 1")
    assert not draft.state.units["A"].on_map
    assert not draft.state.units["E"].on_map
    assert draft.state.units["B"].hex == world.board.at("0203")
    assert refusal(draft, "overrun 0303 with B") == ""
    assert refusal(draft, "move B to 0103") == ""


@pytest.mark.rule("OCS 8.1g", "OCS 8.1j", "OCS 6.1f")
def test_others_of_the_stack_are_dropped_and_do_not_follow() -> None:
    world = make_world([fast("A"), fast("B"), company()])
    draft = make_draft(world, {"A": "0202", "B": "0202", "E": "0303"},
                       dumps={"0202": (AXIS, 20)}, rolls=WIN)
    play(draft, "move A, B to 0203", "overrun 0303 with A", "pass")
    assert draft.state.units["B"].hex == world.board.at("0203")
    assert refusal(draft, "move B to 0202") == "OCS 6.1g"


@pytest.mark.rule("OCS 8.1i", "OCS 12.5b", "OCS 9.1e")
def test_question_ocs_q26_of_four_things_only_the_overrun_needs_fuel() -> None:
    """OCS-Q26: attack, retreat and advance need none; combat supply is there."""
    world = make_world([battalion("P", at_level="heavy"), company()])
    draft = make_draft(world, {"P": "0203", "E": "0303"}, dumps=DUMP)
    assert refusal(draft, "overrun 0303 with P") == "OCS 8.1i"
    go_to(draft, "F2")
    draft.update(dice=draft.state.dice.name(1, 2, 6, 6))
    play(draft, "attack 0303 with P", "pass", "advance P to 0303")  # 1 + 2 + 4 surprises nobody
    assert draft.state.units["P"].hex == world.board.at("0303")
    strong = make_world([battalion("P", at_level="heavy"), regiment("E", SOVIET)])
    beaten = make_draft(strong, {"P": "0203", "E": "0303"}, dumps=DUMP, step="F2",
                        rolls=(3, 3, 3, 4))  # 12 to 8 is 2:1, 7 + 1: Ao1 Do1
    play(beaten, "attack 0303 with P", "pay E", "option 0", "retreat P via 0103")
    assert beaten.state.units["P"].hex == world.board.at("0103")
    assert tokens(beaten, "0203") == 19


@pytest.mark.rule("OCS 8.1i", "OCS 12.4")
def test_both_sides_pay_combat_supply_for_each_overrun() -> None:
    world = make_world([fast("A"), fast("B"), fast("E", SOVIET)])
    draft = make_draft(world, {"A": "0203", "B": "0203", "E": "0303"},
                       dumps={"0203": (AXIS, 3), "0402": (SOVIET, 1)}, rolls=(3, 4, 5, 4))
    play(draft, "overrun 0303 with A, B lead A", "pay E")
    assert (tokens(draft, "0203"), tokens(draft, "0402")) == (1, 0)
    for name in "AB":
        change(draft, name, stock=2)
    draft.update(asks=(), fighting=None)
    assert refusal(draft, "overrun 0303 with A, B") == "OCS 9.5"
    assert refusal(draft, "overrun 0303 with A") == ""


@pytest.mark.rule("OCS 8.1", "OCS 8.1j")
def test_of_a_mixed_stack_those_that_can_overrun_are_offered_together() -> None:
    """One is Disorganized, one has spent too much; the other two, and each of them alone."""
    world = make_world([fast("A"), fast("B"), fast("Dg"), fast("Late"), fast("E", SOVIET)])
    units = {"A": "0203", "B": "0203", "Dg": unit_at(world, "Dg", "0203", marker=DG),
             "Late": unit_at(world, "Late", "0203", spent=7 * MP), "E": "0303"}
    draft = make_draft(world, units, dumps=DUMP)
    assert [o for o in offered(draft) if o.startswith("overrun")] == [
        "overrun 0303 with A, B", "overrun 0303 with A", "overrun 0303 with B",
    ]
