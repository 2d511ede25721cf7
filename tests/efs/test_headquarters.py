"""Soviet headquarters, operational or not (BSR 22.1, 22.2), Guards and NKVD (22.4)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from engine.efs import headquarters as chapter
from engine.efs import setup, stacking
from engine.efs.pieces import ACTIVATED, Unit
from engine.efs.sequence import SEQUENCE, place
from tests.efs.battle import QUIET, Battle, Piece, battle, on, outcome, red, unit
from tests.efs.support import headquarters, make_board, make_world

BIG = make_board(14, 14)


def command(*more: Piece, value: int = 1, hq: str = "0606", **fields: Any) -> Battle:
    """The Soviet Motorized Movement Phase, with an HQ and a rifle division I four hexes away."""
    return battle(
        (headquarters(command=value), hq), (red("I"), "0610"), *more, step="C.1",
        **{"board": BIG, **fields},
    )


# ---------------------------------------------------------------- range and value (22.11-22.13)


@pytest.mark.rule("BSR 22.11", "BSR 22.12a")
@pytest.mark.parametrize(("where", "rule"), [("0606", ""), ("0610", ""), ("0611", "BSR 22.11")])
def test_command_range_is_four_hexes_not_counting_its_own(where: str, rule: str) -> None:
    there = command((red("J"), where))
    assert there.refused("activate J by HQ") == rule


@pytest.mark.rule("BSR 22.11")
def test_terrain_enemies_and_their_zocs_do_not_shorten_it() -> None:
    words = {f"06{row:02}": "sea" for row in (7, 8)}
    board = make_board(14, 14, {**words, "0609": "alpine"})
    there = command((unit("Z"), "0609"), board=board)
    assert there.refused("activate I by HQ") == ""


@pytest.mark.rule("BSR 22.12", "BSR 22.12a", "BSR 10.24c")
@pytest.mark.parametrize(("value", "many"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_it_activates_as_many_units_as_its_command_value(value: int, many: int) -> None:
    there = command(*((red(f"J{n}"), "0607") for n in range(3)), value=value)
    for n in range(many):
        there.do(f"activate J{n} by HQ")
        assert ACTIVATED in there.state.units[f"J{n}"].marks
    assert there.refused("activate I by HQ") == "BSR 22.12a"


@pytest.mark.rule("BSR 22.12a")
@pytest.mark.parametrize(
    ("fields", "rule"),
    [({}, ""), ({"ma_class": "orange", "type": "artillery"}, ""),
     ({"ma_class": "cavalry"}, "BSR 22.12a"), ({"ma_class": "motorized"}, "BSR 22.12a"),
     ({"type": "hq"}, "BSR 22.12a")],
)
def test_it_activates_non_motorized_units_only(fields: dict[str, Any], rule: str) -> None:
    """No cavalry, which moves anyway, and no headquarters, itself included."""
    assert command((red("J", **fields), "0607")).refused("activate J by HQ") == rule
    assert command().refused("activate HQ by HQ") == "BSR 22.12a"


@pytest.mark.rule("BSR 22.12a")
def test_before_any_movement_of_the_phase() -> None:
    there = command((red("C", ma_class="cavalry"), "0202"))
    assert there.refused("activate I by HQ") == ""
    there.do("move C to 0203")
    assert there.refused("activate I by HQ") == "BSR 22.12a"


@pytest.mark.rule("BSR 22.12a")
def test_an_activated_unit_moves_now_and_once() -> None:
    there = command().do("activate I by HQ")
    assert there.refused("activate I by HQ") == "BSR 22.12a"
    assert there.refused("move I to 0611") == ""
    assert command().refused("move I to 0611") == "BSR 10.21"


@pytest.mark.rule("BSR 22.13", "BSR 13.24a", "BSR 13.24")
@pytest.mark.parametrize(("level", "rule"), [(0, ""), (1, "BSR 22.12a")])
def test_air_units_interdict_command_value(level: int, rule: str) -> None:
    there = command()
    there.set(interdicted={there.at("0606"): level} if level else {})
    assert there.refused("activate I by HQ") == rule


@pytest.mark.rule("BSR 22.12", "BSR 22.12a")
def test_the_phase_waits_where_an_hq_could_activate_a_unit() -> None:
    """Nothing else could move in it."""
    there = command((unit("A", ma_class="motorized"), "1414")).set(step=place("B.5")).do("end")
    assert SEQUENCE[there.state.step].id == "C.1"
    there.do("activate I by HQ", "move I to 0611", "end")
    assert there.where("I") == "0611"


@pytest.mark.rule("BSR 22.13", "BSR 22.12")
@pytest.mark.parametrize("used", [True, False])
def test_command_value_is_not_saved_and_is_whole_again_next_turn(used: bool) -> None:
    there = command((red("J"), "0607"))
    if used:
        there.do("activate I by HQ")
    there.do("end", "end")
    assert (there.state.turn, SEQUENCE[there.state.step].id) == (51, "C.1")
    there.do("activate I by HQ")
    assert there.refused("activate J by HQ") == "BSR 22.12a"


@pytest.mark.rule("BSR 22.13")
def test_nor_lent_to_another_hq() -> None:
    """HQ 2 has two points and no unit near; HQ has one."""
    there = command((headquarters("HQ 2", command=2), "1414"), (red("J"), "0607"))
    there.do("activate I by HQ")
    assert there.refused("activate J by HQ") == "BSR 22.12a"
    assert there.refused("activate J by HQ 2") == "BSR 22.11"


# ---------------------------------------------------------------- Guards (22.41)


@pytest.mark.rule("BSR 22.41", "BSR 22.12a.s1")
@pytest.mark.parametrize(("value", "rifles"), [(0, 0), (1, 1), (2, 2)])
def test_one_guards_unit_is_activated_besides(value: int, rifles: int) -> None:
    guards = [(red(f"G{n}", guards=True), "0607") for n in (1, 2)]
    there = command(*guards, *((red(f"J{n}"), "0607") for n in range(3)), value=value)
    there.do("activate G1 by HQ", *(f"activate J{n} by HQ" for n in range(rifles)))
    assert there.refused("activate G2 by HQ") == "BSR 22.12a"
    assert there.refused("activate J2 by HQ") == "BSR 22.12a"


@pytest.mark.rule("BSR 22.41", "BSR 22.12a.s1")
def test_a_second_guards_unit_takes_a_command_point() -> None:
    guards = [(red(f"G{n}", guards=True), "0607") for n in (1, 2, 3)]
    there = command(*guards).do("activate G1 by HQ", "activate G2 by HQ")
    assert there.refused("activate G3 by HQ") == "BSR 22.12a"
    assert there.state.used == {"HQ/guards": 1, "HQ/activate": 1}


@pytest.mark.rule("BSR 22.41")
def test_each_hq_in_range_activates_one() -> None:
    guards = [(red(f"G{n}", guards=True), "0607") for n in (1, 2)]
    there = command((headquarters("HQ 2", command=0), "0707"), *guards, value=0)
    there.do("activate G1 by HQ", "activate G2 by HQ 2")
    far = command((headquarters("HQ 2", command=0), "1414"), *guards, value=0)
    assert far.refused("activate G1 by HQ 2") == "BSR 22.11"


@pytest.mark.rule("BSR 22.41", "BSR 13.24a")
def test_even_if_interdiction_leaves_no_command_value() -> None:
    there = command((red("G", guards=True), "0607"))
    there.set(interdicted={there.at("0606"): 2})
    assert there.refused("activate G by HQ") == ""
    assert there.refused("activate I by HQ") == "BSR 22.12a"


@pytest.mark.rule("BSR 22.41.n1", "BSR 22.24b")
def test_a_non_op_hq_activates_nobody_guards_included() -> None:
    there = on(command((red("G", guards=True), "0607")), "HQ", nonop=True)
    assert there.refused("activate G by HQ") == "BSR 22.24b"
    assert there.refused("activate I by HQ") == "BSR 22.24b"


# ---------------------------------------------------------------- Non-Op HQs (22.21-22.24)


@pytest.mark.rule("BSR 22.21")
def test_a_non_op_hq_has_no_command_value_but_keeps_its_range() -> None:
    there = on(command((headquarters("HQ 2"), "0608")), "HQ", nonop=True)
    hq = there.state.units["HQ"]
    assert chapter.command_value(there.world, there.state, hq) == 0
    assert [chapter.nonop_over(there.world, there.state, there.at(h)) is not None
            for h in ("0606", "0610", "0611")] == [True, True, False]


@pytest.mark.rule("BSR 22.21")
def test_it_is_one_step_and_stacks_free() -> None:
    there = battle((unit("A"), "0403"), (headquarters(), "0404", {"nonop": True}),
                   (red("F", stack=10), "0505"))
    assert stacking.room(there.world, there.state, there.at("0505"), ("HQ",))
    outcome(there, "A", "-", "1")
    assert there.where("HQ") == "cadre"


@pytest.mark.rule("BSR 22.22", "BSR 22.24b")
@pytest.mark.parametrize(("broken", "rule"), [("0614", "BSR 22.22"), ("1014", "")])
def test_where_ranges_overlap_the_non_op_hq_prevails(broken: str, rule: str) -> None:
    """I in 0610 is in the range of both: four hexes from 0606 and from 0614."""
    there = command((headquarters("Broken"), broken, {"nonop": True}))
    assert there.refused("activate I by HQ") == rule


@pytest.mark.rule("BSR 22.23a")
@pytest.mark.parametrize("nonop", [True, False])
def test_a_scenario_may_start_an_hq_non_operational(nonop: bool) -> None:
    world = make_world(
        counters=[headquarters()], switches=QUIET, units={"HQ": Unit("HQ", 8, nonop=nonop)}
    )
    assert setup.opening(world).units["HQ"].nonop is nonop


@pytest.mark.rule("BSR 22.23b", "BSR 11.44e")
def test_an_hq_with_an_overrun_marker_turns_non_operational() -> None:
    there = battle(
        (unit("A", 12, ma=12, ma_class="motorized"), "0603"), (red("R", 1, 1), "0604"),
        (headquarters(), "0604"), step="B.1", rolls=(5,), board=BIG,
    )
    there.do("overrun 0604 with A")
    assert there.state.units["HQ"].nonop
    assert "overrun" in there.state.units["HQ"].marks
    there.finish()
    assert there.state.units["HQ"].on_map


# ---------------------------------------------------------------- movement near one (22.25f, g)


def shaken(
    *more: Piece, recovery: int = 3, step: str = "C.5", hq: str = "0606", **fields: Any
) -> Battle:
    """A Non-Op HQ, and four units near it: two rifle divisions and two motorized ones."""
    return battle(
        (headquarters(recovery=recovery), hq, {"nonop": True}),
        (red("I1"), "0608"), (red("I2"), "0604"),
        (red("M1", ma_class="motorized"), "0806"), (red("M2", ma_class="motorized"), "0406"),
        *more, step=step, board=BIG, **fields,
    )


@pytest.mark.rule("BSR 22.25g", "BSR 22.25g.ex1")
@pytest.mark.parametrize(("recovery", "many"), [(1, 0), (2, 1), (3, 2), (5, 4)])
def test_one_less_than_its_recovery_value_may_begin_to_move(recovery: int, many: int) -> None:
    there = shaken(recovery=recovery)
    moves = ("move I1 to 0609", "move I2 to 0603", "move M1 to 0807", "move M2 to 0405")
    for text in moves[:many]:
        there.do(text)
    for text in moves[many:]:
        assert there.refused(text) == "BSR 22.25g"


@pytest.mark.rule("BSR 22.25g.ex1", "BSR 22.25g")
def test_the_limit_holds_in_each_movement_phase_anew() -> None:
    """Two in the Motorized Movement Phase, and two, the same or others, in the next."""
    first = shaken(step="C.1").do("move M1 to 0807", "move M2 to 0405", "end")
    assert SEQUENCE[first.state.step].id == "C.5"
    first.do("move M1 to 0808", "move I1 to 0609")
    assert first.refused("move I2 to 0603") == "BSR 22.25g"


@pytest.mark.rule("BSR 22.25g")
def test_a_stack_counts_every_unit_of_it() -> None:
    there = shaken((red("I3"), "0608"), (red("I4"), "0608"))
    assert there.refused("move I1, I3, I4 to 0609") == "BSR 22.25g"
    assert there.refused("move I1, I3 to 0609") == ""


@pytest.mark.rule("BSR 22.25g")
def test_the_non_op_hq_itself_always_moves_in_the_soviet_movement_phase() -> None:
    there = shaken().do("move I1 to 0609", "move I2 to 0603")
    assert there.refused("move HQ to 0607") == ""
    spared = shaken().do("move HQ to 0607", "move I1 to 0609")
    assert spared.refused("move I2 to 0603") == ""


@pytest.mark.rule("BSR 22.25g")
def test_axis_units_and_units_out_of_range_are_free() -> None:
    there = shaken((red("Far"), "0611"), recovery=1)
    assert there.refused("move Far to 0612") == ""
    assert there.refused("move I1 to 0609") == "BSR 22.25g"
    axis = shaken((unit("A"), "1002"), recovery=1, step="B.1")
    assert axis.refused("move A to 1003") == ""


@pytest.mark.rule("BSR 22.25f")
def test_a_unit_from_outside_enters_and_moves_freely_and_is_then_bound() -> None:
    """Far comes from 0611, five hexes off, to 0609; next phase it is one of those near."""
    there = shaken((red("Far"), "0611"), recovery=1)
    there.do("move Far to 0610")
    assert there.refused("move Far to 0609") == ""
    there.do("move Far to 0609")
    assert there.where("Far") == "0609"
    later = shaken((red("Far"), "0609"), recovery=1)
    assert later.refused("move Far to 0610") == "BSR 22.25g"


@pytest.mark.rule("BSR 22.25f", "BSR 22.25g")
def test_moving_the_hq_away_frees_who_it_leaves_behind() -> None:
    """HQ in 0606 binds I2 in 0604; in 0609 it is five hexes away."""
    there = shaken(recovery=1)
    assert there.refused("move I2 to 0603") == "BSR 22.25g"
    there.do("move HQ via 0607 0608 0609")
    assert there.world.board.distance(there.at("0609"), there.at("0604")) > 4
    assert there.refused("move I2 to 0603") == ""


# ---------------------------------------------------------------- recovery (22.26)


def interphase(*pieces: Piece, rolls: tuple[int, ...] = (), **fields: Any) -> Battle:
    """The end of the Soviet Movement Phase of a turn; `end` leads into the Interphase."""
    return battle(
        *pieces, (red("Mover", ma_class="cavalry"), "1414"), step="C.5", board=BIG, rolls=rolls,
        **fields,
    ).do("end")


def broken(name: str = "HQ", where: str = "0606", recovery: int = 3) -> Piece:
    """A Non-Op HQ."""
    return headquarters(name, recovery=recovery), where, {"nonop": True}


@pytest.mark.rule("BSR 22.26a", "ESP D.2")
@pytest.mark.parametrize(("roll", "nonop"), [(1, False), (3, False), (4, True), (10, True)])
def test_its_recovery_value_or_less_makes_it_operational(roll: int, nonop: bool) -> None:
    there = interphase(broken(), rolls=(roll,))
    assert there.ask is not None and there.ask.side == "soviet"
    there.do("pass")
    assert there.state.units["HQ"].nonop is nonop
    assert there.rolls()[0] == roll


@pytest.mark.rule("BSR 22.26a")
def test_each_non_op_hq_on_the_map_rolls_and_no_other() -> None:
    """Two of them; the working one and the one in a box do not."""
    there = interphase(
        broken("HQ 1"), broken("HQ 2", "0202"), (headquarters("HQ 3"), "0303"),
        (headquarters("HQ 4"), "cadre", {"nonop": True}), rolls=(4, 3),
    )
    there.do("pass", "pass")
    states = [there.state.units[f"HQ {n}"].nonop for n in (1, 2, 3, 4)]
    assert states == [True, False, False, True]


@pytest.mark.rule("BSR 22.26a.s1")
def test_recovery_value_is_neither_saved_nor_lent() -> None:
    """HQ 1 misses by one though HQ 2 made its roll by two, and again a turn later."""
    there = interphase(
        broken("HQ 1"), broken("HQ 2", "0202"), rolls=(4, 1),
    )
    there.do("pass", "pass")
    assert there.state.units["HQ 1"].nonop and not there.state.units["HQ 2"].nonop
    again = interphase(broken("HQ 1"), rolls=(4,), turn=51).do("pass")
    assert again.state.units["HQ 1"].nonop


@pytest.mark.rule("BSR 22.26b")
def test_instead_of_rolling_an_hq_may_be_disbanded_for_a_victory_point() -> None:
    scored = evolve(QUIET, victory_points=True)
    there = interphase(broken(), switches=scored).do("disband HQ")
    assert there.where("HQ") == "cadre"
    assert there.state.units["HQ"].nonop
    assert there.state.vp == 1


@pytest.mark.rule("BSR 22.26b")
def test_one_hq_a_turn_and_not_after_a_failed_roll() -> None:
    """HQ 1 rolls 4 against 3 and stays; then HQ 2 may be disbanded, and HQ 3 no more."""
    there = interphase(
        broken("HQ 1"), broken("HQ 2", "0202", recovery=2), broken("HQ 3", "0303"), rolls=(4, 4)
    )
    there.do("pass")
    assert there.refused("disband HQ 1") == "BSR 22.26b"
    there.do("disband HQ 2")
    assert there.where("HQ 2") == "cadre"
    assert there.refused("disband HQ 3") == "BSR 22.26b"
    there.do("pass")
    assert there.where("HQ 1") == "0606"


@pytest.mark.rule("BSR 22.26a", "BSR 22.26b")
def test_a_scenario_may_forbid_both() -> None:
    """Nobody is asked; the next turn has begun."""
    there = interphase(broken(), switches=evolve(QUIET, hq_recovery=False))
    assert there.state.units["HQ"].nonop
    assert there.ask is None and there.state.turn == 51


@pytest.mark.rule("BSR 22.26b", "BSR 22.26a")
def test_both_are_on_offer() -> None:
    assert interphase(broken()).offers() == ["pass", "disband HQ"]


# ---------------------------------------------------------------- NKVD in defense (22.42)


def nkvd(terrain: str = "clear town", *more: Piece) -> Battle:
    """NKVD regiments N1 and N2 and a two-step division R in 0404, attacked by A."""
    return battle(
        (unit("A"), "0403"), (red("N1", nkvd=True), "0404"), (red("N2", nkvd=True), "0404"),
        (red("R", reduced=(2, 2, 4)), "0404"), *more, board=make_board(9, 9, {"0404": terrain}),
    )


@pytest.mark.rule("BSR 22.42", "BSR 16.41a")
def test_in_a_town_they_stand_and_lose_steps_instead() -> None:
    """1R under their No Retreat is three steps in the open; an NKVD step is the last of four."""
    there = outcome(nkvd(), "A", "-", "1R", defender_order="no-retreat")
    assert there.refused("lose N1, N2, R") == "BSR 22.42"
    there.do("lose N1, R, R")
    assert (there.where("N2"), there.where("R")) == ("0404", "cadre")


@pytest.mark.rule("BSR 22.42")
@pytest.mark.parametrize(
    ("terrain", "names", "rule"),
    [("clear town", "N1, N2", "BSR 22.42"), ("city", "N1, N2", "BSR 22.42"),
     ("major_city", "N1, N2", "BSR 22.42"), ("clear", "N1, N2", ""),
     ("clear town", "N1, R", ""), ("clear town", "R, R", "")],
)
def test_one_nkvd_step_is_the_last_to_be_lost(terrain: str, names: str, rule: str) -> None:
    """Only in towns and cities; with two regiments one may go before."""
    assert outcome(nkvd(terrain), "A", "-", "2").refused(f"lose {names}") == rule


@pytest.mark.rule("BSR 22.42.n1", "BSR 22.25e")
def test_near_a_non_op_hq_the_owner_is_free() -> None:
    """One step of his choice, and the survivors retreat."""
    there = battle(
        (unit("A"), "0403"), (red("N", nkvd=True), "0404"),
        (red("R", 4, 6, reduced=(2, 3, 4), steps=3), "0404"),
        (headquarters("Broken"), "0606", {"nonop": True}), (headquarters(), "0506"),
        board=make_board(9, 9, {"0404": "clear town"}),
    )
    outcome(there, "A", "-", "1R")
    assert {there.refused(f"lose {n}") for n in ("N", "R")} == {""}
    there.do("lose N", "retreat R via 0304 0204")
    assert there.where("R") == "0204"


@pytest.mark.rule("BSR 22.42")
def test_the_whole_hex_may_still_fall() -> None:
    there = outcome(nkvd(), "A", "-", "4")
    assert {there.where(n) for n in ("N1", "N2", "R")} == {"cadre"}
