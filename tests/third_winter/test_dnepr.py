"""The Volga-Class Dnepr: ice, crossings, bridges, combat (TTW 1.4)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.ocs import combat, odds, reinforcements, results
from engine.ocs.decisions import Advance
from engine.ocs.pieces import ARRIVING, AXIS, RE, SOVIET
from engine.ocs.state import Fighting
from engine.ocs.world import Draft
from engine.third_winter import dnepr, rvgk_moves
from engine.third_winter.state import BLOWN, KEPT, REPAIRED, edge
from tests.ocs.yard import change, division, make_draft, play, refusal
from tests.third_winter.ground import board, german, in_box, river, soviet, tanks, where
from tests.third_winter.steppe import asked, drafted, now, winter

# Column 2 is the west bank, column 3 the east bank: D2.05 touches D3.05 and D3.06. The bridge is
# D2.05-D3.05; the river runs along the rows 4 to 7.
BANK = river("D2.05-D3.05 road", "D2.05-D3.06", "D2.04-D3.05", "D2.06-D3.06", "D2.06-D3.07",
             "D2.04-D3.04")
FIELD = board(columns=6, rows=9, sides=BANK)


def world(*counters: object, **scenario: object):  # type: ignore[no-untyped-def]
    return winter(counters, FIELD, **scenario)  # type: ignore[arg-type]


def pair(draft: Draft, a: str, b: str) -> tuple[int, int]:
    return edge(draft.world.board.at(a), draft.world.board.at(b))


def with_bridge(draft: Draft, state: str) -> Draft:
    from engine.third_winter.state import change as alter

    alter(draft, bridges={pair(draft, "D2.05", "D3.05"): state})
    return draft


# ---------------------------------------------------------------- ice (1.4b)


@pytest.mark.rule("TTW 1.4b.1")
def test_three_freeze_turns_in_a_row_make_ice_and_three_others_undo_it() -> None:
    assert not dnepr.ice_after(("freeze", "freeze"), False)
    assert not dnepr.ice_after(("freeze", "dry", "freeze"), False)
    assert dnepr.ice_after(("freeze", "freeze", "freeze"), False)
    assert dnepr.ice_after(("freeze", "mud", "thaw"), True)
    assert dnepr.ice_after(("mud", "freeze", "dry"), True)
    assert not dnepr.ice_after(("mud", "thaw", "dry"), True)


@pytest.mark.rule("TTW 1.4b.1.ex1", "TTW 1.4b.1")
def test_freeze_on_29_nov_1_dec_and_5_dec_makes_ice_on_8_dec_whatever_its_weather() -> None:
    turns = ("1943-11-29", "1943-12-01", "1943-12-05", "1943-12-08")
    draft = drafted(world(turns=turns), turn=3, grounds=("freeze", "freeze", "freeze"))
    dnepr.turn_begins(draft)
    assert not now(draft).ice  # 5 December itself is the third Freeze turn
    draft = drafted(world(turns=turns), turn=4, grounds=("freeze", "freeze", "freeze", "dry"))
    dnepr.turn_begins(draft)
    assert now(draft).ice


@pytest.mark.rule("TTW 1.5a.4")
def test_ferries_are_removed_when_the_river_becomes_ice() -> None:
    crew = soviet("Pon", type="pontoon")
    draft = drafted(world(crew), {"Pon": "D3.06"}, turn=4,
                    grounds=("freeze", "freeze", "freeze", "freeze"),
                    game={"ferries": {FIELD.at("D3.06"): "Pon"}})
    dnepr.turn_begins(draft)
    assert now(draft).ferries == {}


# ---------------------------------------------------------------- crossing (1.4, 1.4b)


@pytest.mark.rule("TTW 1.4b", "TTW 1.4")
def test_without_bridge_ferry_or_ice_nobody_crosses() -> None:
    draft = drafted(world(soviet("R")), {"R": "D3.07"})
    assert refusal(draft, "move R via D2.06") == "TTW 1.4b"
    draft = drafted(world(soviet("R")), {"R": "D3.07"}, game={"ice": True})
    assert refusal(draft, "move R via D2.06") == ""


@pytest.mark.rule("TTW 1.4b")
def test_only_leg_units_cross_by_a_blown_bridge_and_all_by_an_intact_one() -> None:
    draft = with_bridge(drafted(
        world(soviet("R"), tanks("T")), {"R": "D3.05", "T": "D3.05"}), BLOWN)
    change(draft, "T", fuel="phase")
    assert refusal(draft, "move R via D2.05") == ""
    assert refusal(draft, "move T via D2.05") == "TTW 1.4b"
    with_bridge(draft, KEPT)
    assert refusal(draft, "move T via D2.05") == ""


@pytest.mark.rule("TTW 1.4b")
def test_a_crossing_by_a_blown_bridge_takes_the_whole_allowance() -> None:
    draft = with_bridge(drafted(world(soviet("R")), {"R": "D3.05"}), BLOWN)
    assert refusal(draft, "move R via D2.05 D2.04") == "OCS 6.1b"
    play(draft, "move R via D2.05")
    assert where(draft, "R") == "D2.05"


@pytest.mark.rule("TTW 1.4b.2")
def test_headquarters_and_engineers_bridge_no_volga_class_hexside() -> None:
    sapper = soviet("Sapper", engineer=True)
    draft = drafted(world(soviet("R"), sapper), {"R": "D3.07", "Sapper": "D3.07"})
    assert refusal(draft, "move R via D2.06") == "TTW 1.4b"
    minor = board(columns=6, rows=9, sides=river("D2.06-D3.07", word="major_river"))
    draft = drafted(winter((soviet("R", ma=4), sapper), minor), {"R": "D3.07", "Sapper": "D3.07"})
    assert refusal(draft, "move R via D2.06 D2.05") == ""  # eased to a minor river: 1 + 1 + 1


# ---------------------------------------------------------------- bridges blown (1.4a)


@pytest.mark.rule("TTW 1.4a")
def test_the_axis_may_blow_a_bridge_as_the_first_soviet_unit_stands_at_its_end() -> None:
    draft = drafted(world(soviet("R")), {"R": "D4.05"})
    play(draft, "move R to D3.05")
    assert asked(draft) == "bridge D2.05"
    assert draft.state.asks[-1].side == AXIS
    play(draft, "choose blow")
    assert now(draft).bridges == {pair(draft, "D2.05", "D3.05"): BLOWN}


@pytest.mark.rule("TTW 1.4a")
def test_each_bridge_of_a_hex_is_decided_on_its_own() -> None:
    """Two bridges lead out of D3.05, as out of D43.16 on the map."""
    two = board(columns=6, rows=9, sides=river("D2.05-D3.05 road", "D2.04-D3.05 rail"))
    draft = drafted(winter((soviet("R"),), two), {"R": "D4.05"})
    play(draft, "move R to D3.05")
    assert [asked(draft)] == ["bridge D2.05"] and len(draft.state.asks) == 2
    play(draft, "choose blow")
    assert asked(draft) == "bridge D2.04"
    play(draft, "choose keep")
    assert now(draft).bridges == {pair(draft, "D2.05", "D3.05"): BLOWN,
                                  pair(draft, "D2.04", "D3.05"): KEPT}
    assert draft.state.asks == ()


@pytest.mark.rule("TTW 1.4a")
def test_units_that_arrive_at_a_bridge_bring_the_choice_too() -> None:
    waits = in_box("R", ARRIVING)
    draft = drafted(world(soviet("R")), {"R": waits}, step="B")
    reinforcements.arrive(draft, "R", FIELD.at("D3.05"))
    assert asked(draft) == "bridge D2.05"
    draft = drafted(world(soviet("R")), {"R": in_box("R")}, game={"rvgk": {"R": "rvgk-1"}})
    rvgk_moves.come_out(draft, ("R",), FIELD.at("D3.05"))
    assert asked(draft) == "bridge D2.05"


@pytest.mark.rule("TTW 1.4a.s1")
def test_a_bridge_left_standing_can_never_be_destroyed() -> None:
    draft = drafted(world(soviet("R"), soviet("S")), {"R": "D4.05", "S": "D4.04"})
    play(draft, "move R to D3.05", "choose keep")
    assert now(draft).bridges == {pair(draft, "D2.05", "D3.05"): KEPT}
    play(draft, "move S to D3.05")
    assert asked(draft) == ""
    assert refusal(draft, "move S via D2.05") == ""


@pytest.mark.rule("TTW 1.4a")
def test_axis_units_at_a_bridge_bring_no_choice() -> None:
    draft = drafted(world(german("G")), {"G": "D4.05"}, first=AXIS)
    play(draft, "move G to D3.05")
    assert asked(draft) == ""


@pytest.mark.rule("TTW 1.4a.s2")
def test_a_bridge_over_another_river_is_never_blown() -> None:
    plain = board(columns=6, rows=9, sides=river("D2.05-D3.05 road", word="major_river"))
    draft = drafted(winter((soviet("R"),), plain), {"R": "D4.05"})
    play(draft, "move R to D3.05")
    assert asked(draft) == ""


@pytest.mark.rule("TTW 1.4a")
def test_a_bridge_with_a_soviet_unit_at_its_end_from_the_start_stands() -> None:
    from engine.ocs.pieces import Unit

    at_start = {"R": Unit("R", FIELD.at("D3.05"))}
    found = dnepr.settled_at_start(world(soviet("R"), units=at_start))
    assert found == {edge(FIELD.at("D2.05"), FIELD.at("D3.05")): KEPT}


# ---------------------------------------------------------------- combat (1.4c)


def battle(kind: str = "", **game: object) -> Draft:
    """A Soviet Leg regiment and a tank battalion on the east bank before a German one."""
    draft = drafted(
        world(soviet("R"), tanks("T"), german("G")),
        {"R": "D3.05", "T": "D3.05", "G": "D2.05"}, step="F2", game=game,
        dumps={"D3.05": (SOVIET, 40)},
    )
    return with_bridge(draft, kind) if kind else draft


@pytest.mark.rule("TTW 1.4c.1")
def test_without_crossing_only_leg_units_attack_and_only_over_ice() -> None:
    draft = drafted(world(soviet("R"), german("G")), {"R": "D3.07", "G": "D2.06"}, step="F2",
                    dumps={"D3.07": (SOVIET, 40)})
    assert refusal(draft, "attack D2.06 with R") == "OCS 9.1f"
    draft = drafted(world(soviet("R"), tanks("T"), german("G")),
                    {"R": "D3.07", "T": "D3.07", "G": "D2.06"}, step="F2",
                    dumps={"D3.07": (SOVIET, 40)}, game={"ice": True})
    assert refusal(draft, "attack D2.06 with R") == ""
    assert refusal(draft, "attack D2.06 with T") == "OCS 9.1f"


@pytest.mark.rule("TTW 1.4c.2")
def test_over_a_standing_bridge_any_unit_attacks_at_reduced_strength() -> None:
    draft = battle(KEPT)
    assert refusal(draft, "attack D2.05 with R,T") == ""
    west, east = draft.world.board.at("D2.05"), draft.world.board.at("D3.05")
    name, row = odds.hexside_terrain(draft.world, draft.state, SOVIET, east, west) or ("", None)
    assert name == "volga_bridge" and row is not None
    assert row.attack == (Fraction(1, 4), Fraction(1, 3), Fraction(1, 2))


@pytest.mark.rule("TTW 1.4c.3", "TTW EX.5.2")
def test_over_a_blown_bridge_or_ferry_only_leg_units_attack_at_a_quarter() -> None:
    draft = battle(BLOWN)
    assert refusal(draft, "attack D2.05 with R") == ""
    assert refusal(draft, "attack D2.05 with T") == "OCS 9.1f"
    west, east = draft.world.board.at("D2.05"), draft.world.board.at("D3.05")
    weighed = odds.weigh(draft.world, draft.state, west, ("R",), frozenset())
    assert weighed.attack == 2  # 8 x 1/4
    assert dnepr.cross(draft.world, draft.state, SOVIET, east, west) == "volga_ferry"


@pytest.mark.rule("TTW 1.4c.4", "TTW EX.5.2")
def test_no_more_than_three_re_advance_over_a_volga_class_hexside_in_a_phase() -> None:
    corps = [division("Big", SOVIET, 3), soviet("R")]
    draft = with_bridge(drafted(world(*corps), {"Big": "D3.05", "R": "D3.05"}, step="F2"), KEPT)
    west = draft.world.board.at("D2.05")
    draft.update(fighting=Fighting(west, ("Big", "R")))
    draft.ask(Advance(SOVIET, ("Big", "R"), west))
    assert refusal(draft, "advance Big,R to D2.05") == "TTW 1.4c"
    results.enter(draft, ("Big",), west)
    assert now(draft).advanced == {pair(draft, "D2.05", "D3.05"): 3 * RE}
    draft.answered()
    draft.ask(Advance(SOVIET, ("R",), west))
    assert refusal(draft, "advance R to D2.05") == "TTW 1.4c"


@pytest.mark.rule("TTW 1.4c.4", "TTW 1.5a.3")
@pytest.mark.parametrize(("how", "rule"), [("bridge", ""), ("ferry", "TTW 1.5a")])
def test_what_moved_over_before_counts_against_the_advance_by_a_ferry_only(
    how: str, rule: str
) -> None:
    """3 RE went over in the movement of the Exploitation Phase; then one would advance."""
    start, game = ("D3.05", {}) if how == "bridge" else ("D3.06", {
        "ferries": {FIELD.at("D3.06"): "Pon"}})
    there = edge(FIELD.at("D2.05"), FIELD.at(start))
    draft = with_bridge(drafted(
        world(soviet("R"), soviet("Pon", type="pontoon")), {"R": start, "Pon": start}, step="G3",
        game={"crossed": {there: 3 * RE}, **game}), KEPT)
    draft.update(fighting=Fighting(FIELD.at("D2.05"), ("R",)))
    draft.ask(Advance(SOVIET, ("R",), FIELD.at("D2.05")))
    assert refusal(draft, "advance R to D2.05") == rule


@pytest.mark.rule("TTW 1.4c.5")
def test_retreat_goes_by_standing_bridges_over_ice_for_leg_and_never_by_ferry() -> None:
    draft = with_bridge(drafted(
        world(soviet("R"), tanks("T")), {"R": "D2.05", "T": "D2.05"}), REPAIRED)
    at, units = draft.world.board.at, draft.state.units

    def may(name: str, goal: str) -> str:
        found = dnepr.may_retreat(
            draft.world, draft.state, units[name], at("D2.05"), at(goal)
        ) or dnepr.may_enter(draft.world, draft.state, (name,), at("D2.05"), at(goal))
        return found.rule if found else ""

    assert may("T", "D3.05") == ""
    assert may("R", "D3.06") == "TTW 1.4c"
    with_bridge(draft, BLOWN)
    assert may("R", "D3.05") == "TTW 1.4c"
    draft = drafted(world(soviet("R"), tanks("T"), soviet("P")),
                    {"R": "D2.05", "T": "D2.05", "P": "D3.06"}, game={"ice": True})
    units = draft.state.units
    assert may("R", "D3.06") == ""
    assert may("T", "D3.06") == "TTW 1.4b"
    draft = drafted(world(soviet("R"), soviet("P")), {"R": "D2.05", "P": "D3.06"},
                    game={"ferries": {at("D3.06"): "P"}})
    units = draft.state.units
    assert may("R", "D3.06") == "TTW 1.4c"


@pytest.mark.rule("TTW 1.4c.4")
def test_what_has_crossed_is_forgotten_in_the_next_phase() -> None:
    draft = drafted(world(), step="G1", game={"crossed": {(1, 2): 12}})
    dnepr.step_begins(draft)
    assert now(draft).crossed == {}
    draft = drafted(world(), step="G3", game={"crossed": {(1, 2): 12}})
    dnepr.step_begins(draft)
    assert now(draft).crossed == {(1, 2): 12}


def test_rails_are_cut_by_a_blown_bridge() -> None:
    draft = make_draft(world())
    at = draft.world.board.at
    assert dnepr.may_rail(draft.world, draft.state, AXIS, at("D2.05"), at("D3.05"), True)
    with_bridge(draft, BLOWN)
    assert not dnepr.may_rail(draft.world, draft.state, AXIS, at("D2.05"), at("D3.05"), True)
    assert combat.able(draft.world, draft.state, at("D2.05")) == ()
