"""Combat results and step losses (BSR 16.1-16.3): who loses what, and where it goes."""

from __future__ import annotations

from typing import Any

import pytest

from engine.efs import losses
from engine.efs.losses import Result
from engine.efs.pieces import Counter
from engine.efs.state import Fort
from engine.efs.steps import printed_steps
from engine.efs.world import Switches
from tests.efs.battle import Battle, Piece, battle, gun, on, outcome, red, steps, unit
from tests.efs.support import headquarters, make_board

VICTORY = Switches(general_supply=False, attack_supply=False, victory_points=True)


def clash(*more: Piece, **fields: Any) -> Battle:
    """A and B (four steps each) in 0403 against R and S (two steps each) in 0404."""
    pair = {"side": "soviet", "nationality": "soviet"}
    return battle(
        (steps("A", 4), "0403"), (steps("B", 4), "0403"), (steps("R", 2, **pair), "0404"),
        (steps("S", 2, **pair), "0404"), *more, **fields,
    )


# ---------------------------------------------------------------- reading a result (16.11)


@pytest.mark.rule("BSR 16.11a", "BSR 16.11b", "BSR 16.11c", "BSR 16.11d", "BSR 16.11e", "BSR 16.1")
@pytest.mark.parametrize(
    ("text", "result"),
    [("-", Result()), ("*", Result(asterisk=True)), ("1", Result(1)),
     ("2*", Result(2, False, True)), ("R", Result(0, True)), ("4R", Result(4, True)),
     ("1R*", Result(1, True, True)), ("e", Result(eliminated=True))],
)
def test_the_marks_of_a_result(text: str, result: Result) -> None:
    assert losses.read(text) == result


@pytest.mark.rule("BSR 16.1")
def test_the_upper_half_is_for_the_attacker_the_lower_for_the_defender() -> None:
    there = outcome(clash(), "A, B", "1", "-").do("lose A")
    assert there.lost("A", "B", "R", "S") == (1, 0, 0, 0)
    there = outcome(clash(), "A, B", "-", "1").do("lose R")
    assert there.lost("A", "B", "R", "S") == (0, 0, 1, 0)


@pytest.mark.rule("BSR 16.11a")
def test_a_dash_does_nothing() -> None:
    there = outcome(clash(), "A, B", "-", "-")
    assert there.ask is None
    assert there.lost("A", "B", "R", "S") == (0, 0, 0, 0)
    assert {there.where(n) for n in ("R", "S")} == {"0404"}


@pytest.mark.rule("BSR 16.11b", "BSR 16.21", "ESP B.4c.12")
@pytest.mark.parametrize("many", [1, 2, 3])
def test_a_number_is_the_steps_of_the_whole_force(many: int) -> None:
    there = outcome(clash(), "A, B", "-", str(many))
    assert there.ask is not None and there.ask.side == "soviet"
    there.finish()
    assert sum(there.lost("R", "S")) == many


@pytest.mark.rule("BSR 16.21")
@pytest.mark.parametrize(
    ("names", "rule"),
    [("A, A", ""), ("A, B", ""), ("B, B", ""), ("A", "BSR 16.21"), ("A, B, B", "BSR 16.21"),
     ("A, R", "BSR 16.21")],
)
def test_the_owner_chooses_the_steps(names: str, rule: str) -> None:
    assert outcome(clash(), "A, B", "2", "-").refused(f"lose {names}") == rule


@pytest.mark.rule("BSR 16.21")
def test_every_way_to_take_the_loss_is_on_offer() -> None:
    offers = outcome(clash(), "A, B", "2", "-").offers()
    assert offers == ["lose A, A", "lose A, B", "lose B, B"]


@pytest.mark.rule("BSR 16.11c", "BSR 16.24")
def test_an_e_eliminates_all_affected_units() -> None:
    there = outcome(clash(), "A, B", "-", "e")
    assert (there.where("R"), there.where("S")) == ("eliminated", "eliminated")
    there = outcome(clash(), "A", "e", "-")
    assert (there.where("A"), there.where("B")) == ("eliminated", "0403")


@pytest.mark.rule("BSR 16.11e")
def test_an_r_makes_all_survivors_retreat() -> None:
    there = outcome(clash(), "A", "-", "2R").do("lose R, R", "retreat S via 0405 0406")
    assert (there.where("R"), there.where("S")) == ("cadre", "0406")


# ---------------------------------------------------------------- artillery (16.12, 16.13)


@pytest.mark.rule("BSR 16.12", "BSR 16.13")
@pytest.mark.parametrize(("where", "box"), [("0403", "eliminated"), ("0402", "0402")])
def test_attacking_guns_suffer_only_beside_the_defender_hex(where: str, box: str) -> None:
    there = outcome(clash((gun("G"), where)), "A, B", "e", "-", support="G")
    assert there.where("G") == box


@pytest.mark.rule("BSR 16.12", "BSR 16.13")
@pytest.mark.parametrize(("where", "box"), [("0404", "eliminated"), ("0405", "0405")])
def test_defending_guns_suffer_only_in_the_defender_hex(where: str, box: str) -> None:
    there = clash((gun("G", side="soviet"), where))
    there.set(support=(("G", there.at("0404")),))
    assert outcome(there, "A, B", "-", "e").where("G") == box


@pytest.mark.rule("BSR 16.13")
def test_guns_may_take_the_loss_and_must_retreat() -> None:
    there = clash((gun("G", side="soviet"), "0404"))
    assert outcome(there, "A", "-", "1R").refused("lose G") == ""
    there = clash((gun("G"), "0303"))
    outcome(there, "A", "R", "-", support="G")
    there.do("retreat A via 0402 0401", "retreat G via 0203 0202")
    assert there.where("G") == "0202"


# ---------------------------------------------------------------- steps (16.22, 16.23)


@pytest.mark.rule("BSR 16.22")
@pytest.mark.parametrize(
    ("defense", "two_sided", "many"),
    [(9, True, 4), (8, True, 4), (7, True, 3), (5, True, 3), (4, True, 2), (1, True, 2),
     (4, False, 1), (1, False, 1)],
)
def test_steps_by_the_printed_defense(defense: int, two_sided: bool, many: int) -> None:
    assert printed_steps(defense, two_sided) == many


@pytest.mark.rule("BSR 16.22.x1")
@pytest.mark.parametrize("type_", ["hq", "ur_mg", "superheavy_artillery"])
def test_some_two_sided_counters_have_one_step(type_: str) -> None:
    """Their other side is another state, not a reduced strength: one loss removes them."""
    one = {"hq": headquarters("X"), "ur_mg": red("X", type="ur_mg", untried=True)}.get(
        type_, gun("X", type=type_, side="soviet")
    )
    there = battle((unit("A"), "0403"), (one, "0404"))
    outcome(there, "A", "-", "1")
    assert there.state.units["X"].box != "map"


@pytest.mark.rule("BSR 16.23", "BSR 16.22")
@pytest.mark.parametrize(
    ("lost", "strength"), [(0, (7, 8)), (1, (5, 6)), (2, (4, 4)), (3, (2, 2))]
)
def test_a_four_step_division_loses_strength_by_marker_and_side(
    lost: int, strength: tuple[int, int]
) -> None:
    """7-8 with 4-4 behind: -2/-2, turned over, -2/-2."""
    there = battle((steps("A", 4), "0403", {"lost": lost}))
    assert there.strength("A") == strength


@pytest.mark.rule("BSR 16.23", "BSR 16.24")
def test_and_the_fourth_loss_removes_it() -> None:
    there = battle((steps("A", 4), "0403", {"lost": 3}), (red("R"), "0404"))
    outcome(there, "A", "1", "-")
    assert there.where("A") == "cadre"


@pytest.mark.rule("BSR 16.23")
@pytest.mark.parametrize(("lost", "strength"), [(0, (2, 4)), (1, (1, 2))])
def test_a_two_step_unit_turns_over(lost: int, strength: tuple[int, int]) -> None:
    assert battle((steps("A", 2), "0403", {"lost": lost})).strength("A") == strength


@pytest.mark.rule("BSR 16.23.s1")
def test_a_unit_that_loses_more_than_it_has_is_removed() -> None:
    there = outcome(battle((steps("A", 2), "0403"), (red("R"), "0404")), "A", "-", "3")
    assert there.where("R") == "cadre"
    assert there.lost("R") == (1,)


@pytest.mark.rule("BSR 16.23.s1")
def test_no_unit_is_named_for_more_steps_than_it_has() -> None:
    assert outcome(clash(), "A", "-", "3").refused("lose R, R, R") == "BSR 16.22"


# ---------------------------------------------------------------- boxes (16.21, 16.24)


def lose_last(counter: Counter, result: str) -> str:
    """The box of a one-step unit on the Soviet side after a result."""
    return outcome(battle((unit("A"), "0403"), (counter, "0404")), "A", "-", result).where("X")


@pytest.mark.rule("BSR 16.24")
@pytest.mark.parametrize(("result", "box"), [("1", "cadre"), ("e", "eliminated")])
def test_lost_by_steps_to_the_cadre_box_by_e_to_the_eliminated_box(result: str, box: str) -> None:
    assert lose_last(red("X"), result) == box


@pytest.mark.rule("BSR 16.24.x1")
@pytest.mark.parametrize("type_", ["armored_train", "zap"])
@pytest.mark.parametrize("result", ["1", "e"])
def test_armored_trains_and_zaps_always_go_to_the_cadre_box(type_: str, result: str) -> None:
    assert lose_last(red("X", type=type_), result) == "cadre"


@pytest.mark.rule("BSR 16.24.x2")
@pytest.mark.parametrize("result", ["1", "e"])
def test_substitute_counters_are_set_aside(result: str) -> None:
    assert lose_last(red("X", type="rsc"), result) == "set_aside"


@pytest.mark.rule("BSR 16.24.x3", "BSR 16.21.n2", "BSR 16.11c")
@pytest.mark.parametrize("result", ["1", "e"])
def test_what_cannot_be_rebuilt_has_a_box_of_its_own(result: str) -> None:
    assert lose_last(red("X", rebuild="none"), result) == "cannot_rebuild"


# ---------------------------------------------------------------- step loss tracks (16.25)


def count(type_: dict[str, Any], side: str, many: int, **fields: Any) -> Battle:
    """Steps of such units lost one by one, with Victory Points counted."""
    make = red if side == "soviet" else unit
    pieces: list[Piece] = [(make(f"X{n}", **type_), "0404") for n in range(many)]
    foe = (unit if side == "soviet" else red)("F")
    there = battle(
        (foe, "0403"), *pieces, switches=VICTORY, step="B.4c" if side == "soviet" else "C.4c",
        **fields,
    )
    return outcome(there, "F", "-", "e")


ARMOR = {"type": "armor", "armor": True}
GUN = {"type": "artillery", "support": 2, "range": 3}


@pytest.mark.rule("BSR 16.25", "ESP B.4c.13")
@pytest.mark.parametrize(
    ("type_", "place"), [(ARMOR, 1), (GUN, 1), ({"type": "infantry"}, 0), ({"type": "antiair"}, 0)]
)
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_armor_and_artillery_steps_move_the_loss_marker(
    type_: dict[str, Any], place: int, side: str
) -> None:
    assert count(type_, side, 1).state.track.get(side, 0) == place


@pytest.mark.rule("BSR 16.25")
@pytest.mark.parametrize(("side", "gain"), [("soviet", 1), ("axis", -1)])
def test_at_the_last_box_it_returns_to_zero_and_a_victory_point_moves(
    side: str, gain: int
) -> None:
    length = battle().world.charts.loss_track[side]
    short = count(ARMOR, side, length - 1)
    assert (short.state.track[side], short.state.vp) == (length - 1, 0)
    full = count(ARMOR, side, length)
    assert (full.state.track[side], full.state.vp) == (0, gain)
    over = count(ARMOR, side, 2 * length + 1)
    assert (over.state.track[side], over.state.vp) == (1, 2 * gain)


@pytest.mark.rule("BSR 16.25.n1")
@pytest.mark.parametrize(("guards", "vp", "place"), [(True, 2, 0), (False, 0, 2)])
def test_soviet_guards_artillery_counts_at_once(guards: bool, vp: int, place: int) -> None:
    there = count({**GUN, "guards": guards}, "soviet", 2)
    assert (there.state.vp, there.state.track.get("soviet", 0)) == (vp, place)


@pytest.mark.rule("BSR 16.25")
def test_a_unit_removed_whole_counts_every_step_it_still_had() -> None:
    tanks = {"side": "soviet", "type": "armor", "armor": True}
    there = battle((unit("A"), "0403"), (steps("T", 2, **tanks), "0404"), switches=VICTORY)
    assert outcome(there, "A", "-", "e").state.track["soviet"] == 2


# ---------------------------------------------------------------- asterisks (16.31)


def strongpoint(side: str = "soviet", **fields: Any) -> Battle:
    """As `clash`, with the defenders in a Strongpoint."""
    return clash(forts={"0404": Fort(side)}, **fields)


def attackers_lost(there: Battle, result: str, **fields: Any) -> int:
    """Steps that A and B lose to a result."""
    outcome(there, "A, B", result, "-", **fields).finish()
    return sum(there.lost("A", "B"))


@pytest.mark.rule("BSR 16.31", "BSR 16.11d")
@pytest.mark.parametrize(("result", "lost"), [("*", 0), ("1*", 1), ("2*", 2)])
def test_an_asterisk_alone_costs_nothing(result: str, lost: int) -> None:
    """Supplied, not mandated, no fortification."""
    assert attackers_lost(clash(), result) == lost


@pytest.mark.rule("BSR 16.31a")
@pytest.mark.parametrize(
    ("supplied", "result", "lost"), [(True, "1*", 1), (False, "1*", 2), (False, "1", 1)]
)
def test_without_attack_supply_it_costs_a_step(supplied: bool, result: str, lost: int) -> None:
    assert attackers_lost(clash(), result, supplied=supplied) == lost


@pytest.mark.rule("BSR 16.31a")
def test_whatever_the_units_own_supply() -> None:
    there = on(on(clash(), "A", marks=frozenset({"out_of_supply"})), "B")
    assert attackers_lost(there, "1*", supplied=True) == 1


@pytest.mark.rule("BSR 16.31b")
@pytest.mark.parametrize(("mandated", "lost"), [(True, 2), (False, 1)])
def test_a_mandated_attack_costs_a_step(mandated: bool, lost: int) -> None:
    assert attackers_lost(clash(), "1*", mandated=mandated) == lost


@pytest.mark.rule("BSR 16.31c", "BSR 18.13")
@pytest.mark.parametrize(
    ("fort", "lost"),
    [(Fort("soviet"), 2), (Fort("soviet", complete=False), 1), (Fort("axis"), 1), (None, 1)],
)
def test_a_strongpoint_costs_a_step(fort: Fort | None, lost: int) -> None:
    there = clash(forts={"0404": fort} if fort else {})
    assert attackers_lost(there, "1*") == lost


@pytest.mark.rule("BSR 16.31c")
@pytest.mark.parametrize(("second", "lost"), [("0403", 2), ("0503", 1)])
def test_a_fortified_line_costs_a_step_if_all_attack_across_it(second: str, lost: int) -> None:
    there = clash(board=make_board(8, 8, sides={("0403", "0404"): "fortified_line"}))
    on(there, "B", hex=there.at(second))
    assert attackers_lost(there, "1*") == lost


@pytest.mark.rule("BSR 16.31c.ex1", "BSR 16.31")
def test_mandated_unsupplied_against_a_strongpoint_is_three_steps_more() -> None:
    """In woods or not: 1* is four steps."""
    there = battle(
        (red("P", 8, 8, reduced=(4, 4, 4), steps=4), "0403"),
        (red("Q", 8, 8, reduced=(4, 4, 4), steps=4), "0403"), (unit("D"), "0404"), step="C.4c",
        forts={"0404": Fort("axis")}, board=make_board(8, 8, {"0404": "woods"}),
    )
    outcome(there, "P, Q", "1*", "-", supplied=False, mandated=True).finish()
    assert sum(there.lost("P", "Q")) == 4


@pytest.mark.rule("BSR 16.31c.ex2", "BSR 16.31")
def test_unsupplied_against_a_fortification_is_two_steps_more() -> None:
    assert attackers_lost(strongpoint(), "1*", supplied=False) == 3


# ---------------------------------------------------------------- engineers (16.32a, b)


def engineers(result: str, declared: bool = True, many: int = 1, **fields: Any) -> Battle:
    """A and an engineer E attack a Strongpoint, in Attack Supply."""
    pieces: list[Piece] = [(steps("E", 2, type="engineer"), "0403")] if many else []
    there = battle(
        (steps("A", 4), "0403"), *pieces, (red("R"), "0404"), forts={"0404": Fort("soviet")}
    )
    names = "A, E" if many else "A"
    return outcome(there, names, result, "-", engineers=declared, **fields)


@pytest.mark.rule("BSR 16.32b.ex1", "BSR 16.32b.1", "BSR 16.32a.1", "BSR 16.32a.2")
def test_an_asterisk_alone_takes_the_engineer() -> None:
    there = engineers("*")
    assert there.lost("A", "E") == (0, 1)
    assert there.ask is None


@pytest.mark.rule("BSR 16.32b.ex2", "BSR 16.32b.2")
@pytest.mark.parametrize(
    ("names", "rule"), [("A, E", ""), ("E, A", ""), ("A, A", "BSR 16.32b.2")]
)
def test_number_and_asterisk_take_the_engineer_first(names: str, rule: str) -> None:
    """1* against a Strongpoint is two steps, one of them the engineer's."""
    assert engineers("1*").refused(f"lose {names}") == rule


@pytest.mark.rule("BSR 16.32b.ex3", "BSR 16.32b.2")
@pytest.mark.parametrize("name", ["A", "E"])
def test_without_an_asterisk_the_owner_chooses(name: str) -> None:
    assert engineers("1").refused(f"lose {name}") == ""


@pytest.mark.rule("BSR 16.32b.ex4", "BSR 16.32a.2")
@pytest.mark.parametrize("name", ["A", "E"])
def test_if_their_effects_were_not_declared_the_owner_chooses(name: str) -> None:
    assert engineers("*", declared=False).refused(f"lose {name}") == ""


@pytest.mark.rule("BSR 16.32a.1")
def test_without_an_engineer_step_nobody_takes_its_place() -> None:
    there = engineers("*", declared=False, many=0)
    assert there.lost("A") == (1,)


@pytest.mark.rule("BSR 16.32b.2")
def test_the_engineer_takes_the_first_step_even_where_the_asterisk_adds_none() -> None:
    """Against a city, supplied: 1* is one step, and the engineer's."""
    there = battle(
        (steps("A", 4), "0403"), (unit("E", type="engineer"), "0403"), (red("R"), "0404"),
        board=make_board(8, 8, {"0404": "city"}),
    )
    assert outcome(there, "A, E", "1*", "-", engineers=True).lost("A", "E") == (0, 1)


# ---------------------------------------------------------------- armor attrition (16.32c)


def tanks(
    attacker: str = "1*", defender: str = "1R", *, armor: bool = True, anti: str = "antitank",
    more: tuple[Piece, ...] = (), units: str = "", **fields: Any,
) -> Battle:
    """A panzer regiment T and infantry M, N attack rifles R and an anti-tank regiment AT."""
    there = battle(
        (steps("T", 2, type="armor", armor=armor), "0403"), (steps("M", 2), "0403"),
        (steps("N", 2), "0403"), *more,
        (red("R", 4, 4, reduced=(2, 2, 4), steps=2), "0404"), (red("AT", type=anti), "0404"),
    )
    return outcome(there, units or "T, M, N", attacker, defender, **fields)


@pytest.mark.rule("BSR 16.32c", "BSR 16.32c.1", "BSR 16.32c.2", "BSR 16.32c.s1", "BSR 16.32c.n1")
def test_number_and_asterisk_take_armor_first_and_its_match_on_the_other_side() -> None:
    """(a) 1* and 1R: one armor step, one anti-tank step, no step more."""
    there = tanks()
    assert there.lost("T", "M", "N") == (1, 0, 0)
    assert there.where("AT") == "cadre" and there.lost("R") == (0,)


@pytest.mark.rule("BSR 16.32c.4", "BSR 16.32c.n1")
def test_an_asterisk_alone_costs_no_armor() -> None:
    """(b) * and 1R: the attacker loses nothing, the defender chooses."""
    there = tanks("*")
    assert there.lost("T", "M", "N") == (0, 0, 0)
    assert {there.refused(f"lose {n}") for n in ("R", "AT")} == {""}


@pytest.mark.rule("BSR 16.32c.4")
def test_nor_does_a_number_alone() -> None:
    """(c) 1 and 1R: each side chooses its step."""
    there = tanks("1")
    assert {there.refused(f"lose {n}") for n in ("T", "M", "N")} == {""}
    there.do("lose M")
    assert {there.refused(f"lose {n}") for n in ("R", "AT")} == {""}


@pytest.mark.rule("BSR 16.32c.1")
def test_it_needs_armor_in_the_attack() -> None:
    there = tanks(armor=False)
    assert {there.refused(f"lose {n}") for n in ("T", "M", "N")} == {""}


@pytest.mark.rule("BSR 16.32c.2")
@pytest.mark.parametrize(
    ("kind", "forced"),
    [("antitank", True), ("motorized_antitank", True), ("antiair", True),
     ("motorized_antiair", True), ("infantry", False), ("artillery", False)],
)
def test_it_needs_something_against_armor_in_the_defense(kind: str, forced: bool) -> None:
    there = tanks(anti=kind)
    if forced:
        assert there.lost("T", "M", "N") == (1, 0, 0)
    else:
        assert there.refused("lose M") == ""


@pytest.mark.rule("BSR 16.32c.2")
def test_defending_armor_will_do() -> None:
    there = battle(
        (steps("T", 2, type="armor", armor=True), "0403"), (steps("M", 2), "0403"),
        (red("Tk", type="armor", armor=True), "0404"),
    )
    assert outcome(there, "T, M", "1*", "-").lost("T", "M") == (1, 0)


@pytest.mark.rule("BSR 16.32c.3")
def test_declared_engineer_effects_come_first() -> None:
    """The engineer takes the step, and the defender is free to choose."""
    there = tanks(more=((unit("E", type="engineer"), "0403"),), units="T, M, E", engineers=True)
    assert there.where("E") == "cadre" and there.lost("T", "M") == (0, 0)
    assert {there.refused(f"lose {n}") for n in ("R", "AT")} == {""}


@pytest.mark.rule("BSR 16.32c.s1", "BSR 16.31")
def test_further_steps_may_come_from_any_unit() -> None:
    """2* is two steps: the first armor, the second free."""
    there = tanks("2*")
    assert there.refused("lose M, N") == "BSR 16.32c"
    assert {there.refused(f"lose {n}") for n in ("T, M", "T, T", "N, T")} == {""}


@pytest.mark.rule("BSR 16.32c.n1")
def test_without_a_numerical_loss_the_defender_loses_nothing() -> None:
    there = tanks("1*", "R")
    assert there.where("AT") != "cadre" and there.lost("R") == (0,)


@pytest.mark.rule("BSR 16.32c.n1", "BSR 16.41b.3")
def test_where_an_order_spares_the_attackers_step_the_defender_is_free() -> None:
    """1R* under Additional Retreat is no step, so no armor is lost."""
    there = tanks("1R*", "1", order="additional-retreat")
    assert there.lost("T", "M", "N") == (0, 0, 0)
    assert {there.refused(f"lose {n}") for n in ("R", "AT")} == {""}
