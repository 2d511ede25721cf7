"""The Combat Phase (BSR 15): who takes part, Attack Supply, Untried units, the roll."""

from __future__ import annotations

from typing import Any

import pytest

from engine.efs import combat as chapter
from engine.efs.pieces import OUT_OF_SUPPLY
from engine.efs.sequence import SEQUENCE
from engine.efs.state import Attack
from engine.efs.world import Switches
from tests.efs.battle import (
    QUIET,
    Battle,
    Piece,
    battle,
    dump,
    gun,
    modifiers,
    msu,
    on,
    outcome,
    red,
    steps,
    unit,
)
from tests.efs.support import make_board, make_world

WORLD = make_world()
SUPPLY = Switches(general_supply=False, attack_supply=True)


def duel(*more: Piece, **fields: Any) -> Battle:
    """A of 8 in 0405 attacks R of 2 in 0404: 4-1."""
    values: dict[str, Any] = {"attacks": {"0404": "A"}, "board": make_board(8, 14)}
    return battle(
        (red("R", defense=2), "0404"), (unit("A", 8), "0405"), *more, **{**values, **fields}
    )


def two(**fields: Any) -> Battle:
    """A attacks R in 0404 and B attacks S in 0604; C in 0503 touches both."""
    return battle(
        (red("R"), "0404"), (red("S"), "0604"), (unit("A", 8), "0403"), (unit("B", 8), "0603"),
        (unit("C", 8), "0503"), attacks={"0404": "A", "0604": "B"}, **fields,
    )


# ---------------------------------------------------------------- order, once a phase (15.0-15.2)


@pytest.mark.rule("BSR 15.0", "BSR 15.2", "ESP B.4c")
@pytest.mark.parametrize("first", ["0404 with A", "0604 with B"])
def test_the_attacker_resolves_his_attacks_in_any_order(first: str) -> None:
    there = two().do(f"fight {first}").finish()
    assert len(there.state.attacks) == 1
    assert SEQUENCE[there.state.step].id == "B.4c"


@pytest.mark.rule("BSR 15.0", "BSR 12.36")
def test_each_declared_attack_must_be_made_before_the_phase_ends() -> None:
    there = two()
    assert there.refused("end") == "BSR 12.36"
    there.do("fight 0404 with A").finish()
    assert there.refused("end") == "BSR 12.36"
    there.do("fight 0604 with B").finish()
    assert there.refused("end") == ""


@pytest.mark.rule("BSR 15.2", "BSR 15.21.n1")
@pytest.mark.parametrize("units", ["A", "C", "A, C"])
def test_the_final_choice_of_units_is_made_as_the_attack_is_resolved(units: str) -> None:
    """C was not designated; it may join or even replace A."""
    assert two().refused(f"fight 0404 with {units}") == ""


@pytest.mark.rule("BSR 15.21.n1", "BSR 12.7")
def test_a_unit_whose_neighbour_is_left_alone_may_not_join() -> None:
    """C also stands in the ZOC of S, which nobody attacks."""
    there = two()
    there.set(attacks=there.state.attacks[:1])
    assert there.refused("fight 0404 with A, C") == "BSR 12.7"
    assert there.refused("fight 0404 with A") == ""


@pytest.mark.rule("BSR 15.21.n1", "BSR 12.36.s1")
@pytest.mark.parametrize(
    ("units", "support", "rule"),
    [("A", "", "BSR 12.36.s1"), ("A, B", "", ""), ("A", "support G", "")],
)
def test_below_one_to_four_whoever_can_raise_it_must_join(
    units: str, support: str, rule: str
) -> None:
    """A of 2 against 9: B of 1 makes 3 to 9, and so does a gun of 1."""
    pieces: list[Piece] = [(unit("B", 1), "0503")] if not support else [(gun("G", 1), "0402")]
    there = battle(
        (red("R", defense=9), "0404"), (unit("A", 2), "0403"), *pieces, attacks={"0404": "A"}
    )
    assert there.refused(f"fight 0404 with {units} {support}".strip()) == rule


@pytest.mark.rule("BSR 15.21.n1", "BSR 12.36.s1", "BSR 12.7")
@pytest.mark.parametrize(("attacks", "rule"), [(("0404",), ""), (("0404", "0604"), "BSR 12.36.s1")])
def test_who_may_not_join_need_not(attacks: tuple[str, ...], rule: str) -> None:
    """C could raise 2 against 9, but S in 0604 has it in its ZOC: only if S is attacked too."""
    there = battle(
        (red("R", defense=9), "0404"), (red("S"), "0604"), (unit("A", 2), "0403"),
        (unit("C", 2), "0503"), (unit("B", 8), "0603"),
        attacks={h: {"0404": "A", "0604": "B"}[h] for h in attacks},
    )
    assert there.refused("fight 0404 with A") == rule


@pytest.mark.rule("BSR 12.36", "BSR 15.57.s1", "BSR 15.21.n1")
def test_where_nobody_can_raise_it_the_attack_is_made_and_lost() -> None:
    """2 against 9: the attackers are eliminated without a roll, the defender suffers nothing."""
    there = battle(
        (red("R", defense=9), "0404"), (steps("A", 2), "0403"), (gun("Near", 0), "0503"),
        attacks={"0404": "A"},
    )
    there.do("fight 0404 with A")
    assert there.where("A") == "eliminated"
    assert there.where("R") == "0404" and there.lost("R") == (0,)
    assert there.rolls() == []
    assert there.said("BSR 15.57.s1")


@pytest.mark.rule("BSR 12.41", "BSR 15.21.n1")
@pytest.mark.parametrize(("mandated", "rule"), [(True, "BSR 12.41"), (False, "")])
def test_a_mandated_attack_keeps_its_units(mandated: bool, rule: str) -> None:
    there = battle(
        (unit("D"), "0404"), (red("P", 8), "0403"), (red("Q", 8), "0403"), step="C.4c",
        attacks={"0404": "P, Q"}, mandated=mandated,
    )
    assert there.refused("fight 0404 with P") == rule
    assert there.refused("fight 0404 with P, Q") == ""


@pytest.mark.rule("BSR 12.36")
def test_the_last_attacker_of_another_declared_attack_is_not_taken_away() -> None:
    """B alone can attack 0604; A is enough for 0404. Where C could replace B, B may go."""
    there = battle(
        (red("R"), "0404"), (red("S"), "0604"), (unit("A", 8), "0403"), (unit("B", 8), "0503"),
        attacks={"0404": "A", "0604": "B"},
    )
    assert there.refused("fight 0404 with A, B") == "BSR 12.36"
    assert there.refused("fight 0404 with A") == ""
    assert two().refused("fight 0604 with C") == ""


# ---------------------------------------------------------------- who takes part (15.21-15.26)


@pytest.mark.rule("BSR 15.21a")
@pytest.mark.parametrize(
    ("names", "rule"),
    [("A", ""), ("A, Far", "BSR 15.21a"), ("A, G", "BSR 15.21a"), ("R", "BSR 15.21")],
)
def test_attackers_are_ones_own_adjacent_non_artillery_units(names: str, rule: str) -> None:
    there = duel((unit("Far"), "0407"), (gun("G"), "0405"))
    assert there.refused(f"fight 0404 with {names}") == rule


@pytest.mark.rule("BSR 15.21b", "BSR 15.21c")
@pytest.mark.parametrize(
    ("zoc", "class_", "rule"),
    [(True, "motorized", ""), (False, "nonmot", ""), (False, "motorized", "BSR 15.21")],
)
def test_they_are_in_the_defenders_zoc_or_could_enter(
    zoc: bool, class_: str, rule: str
) -> None:
    """A dry swamp without a road: motorized units cannot enter it, foot can."""
    there = battle(
        (red("R", zoc=zoc), "0404"), (unit("A", 8, ma_class=class_), "0403"),
        (unit("B", 8), "0503"), attacks={"0404": "B"}, board=make_board(8, 8, {"0404": "swamp"}),
    )
    assert there.refused("fight 0404 with B, A") == rule


@pytest.mark.rule("BSR 15.22")
def test_any_number_of_units_attacks_from_all_six_hexes() -> None:
    ring = ("0403", "0503", "0504", "0405", "0304", "0303")
    pieces: list[Piece] = [(unit(f"U{i}{n}", 1), h) for i, h in enumerate(ring) for n in (1, 2, 3)]
    names = ", ".join(p[0].name for p in pieces)
    there = battle((red("R", defense=2), "0404"), *pieces, attacks={"0404": names})
    there.do(f"fight 0404 with {names}")
    assert there.state.combat is None or len(there.state.combat.units) == 18
    assert there.said("BSR 15.57") == ["attack on 0404: 18 to 2, 9-1"]


@pytest.mark.rule("BSR 15.23")
def test_no_unit_attacks_twice_in_a_phase() -> None:
    there = two().do("fight 0404 with C").finish()
    assert there.refused("fight 0604 with C") == "BSR 15.23"
    assert there.refused("fight 0604 with B") == ""


@pytest.mark.rule("BSR 15.23")
def test_no_hex_is_attacked_twice() -> None:
    there = two().do("fight 0404 with A").finish()
    assert there.refused("fight 0404 with C") == "BSR 15.2"


@pytest.mark.rule("BSR 15.23")
def test_the_next_phase_is_a_new_one() -> None:
    there = duel(rolls=(5,)).do("fight 0404 with A").finish().do("end")
    assert there.state.units["A"].marks == frozenset()


@pytest.mark.rule("BSR 15.23.n1")
def test_an_overrun_is_no_attack() -> None:
    """The stack overruns P in the Movement Phase and attacks R in the Combat Phase."""
    there = battle(
        (red("P", 1, 1), "0405"), (red("R"), "0404", {"hex": -1}),
        (unit("A", 12, ma=10, ma_class="motorized"), "0406"), (unit("Wait", 8), "0808"),
        step="B.1", rolls=(5,),
    )
    there.do("overrun 0405 with A").finish()
    assert there.where("A") == "0405"
    there = on(there, "R", hex=there.at("0404"))
    there.do("end", "attack 0404 with A", "end")
    assert there.refused("fight 0404 with A") == ""


@pytest.mark.rule("BSR 15.25")
def test_a_strength_is_not_divided() -> None:
    assert two().refused("fight 0404 with A, A") == "BSR 15.25"
    declaring = two(step="B.2")
    declaring.set(attacks=())
    declaring.do("attack 0404 with C")
    assert declaring.refused("attack 0604 with C") == "BSR 15.25"
    assert declaring.refused("attack 0604 with B") == ""


@pytest.mark.rule("BSR 15.26")
@pytest.mark.parametrize(("names", "rule"), [("C", ""), ("C, D", ""), ("C, A", "BSR 15.26")])
def test_all_attackers_of_a_two_hex_combat_touch_both_hexes(names: str, rule: str) -> None:
    """0503 touches 0404 and 0504; 0403 touches 0404 alone."""
    there = battle(
        (red("R", defense=2), "0404"), (red("S", defense=2), "0504"), (unit("C", 8), "0503"),
        (unit("D", 8), "0503"), (unit("A", 8), "0403"), attacks={"0404 0504": "C"},
    )
    assert there.refused(f"fight 0404 with {names}") == rule


@pytest.mark.rule("BSR 15.26")
def test_a_two_hex_attack_is_one_combat_with_one_roll() -> None:
    """8 against 2 + 2 is 2-1; naming either hex opens it."""
    there = battle(
        (red("R", defense=2), "0404"), (red("S", defense=2), "0504"), (unit("C", 8), "0503"),
        attacks={"0404 0504": "C"}, rolls=(5,),
    )
    assert there.refused("fight 0504 with C") == ""
    there.do("fight 0404 with C")
    assert there.said("BSR 15.57") == ["attack on 0404 and 0504: 8 to 4, 2-1"]
    there.do("pass")
    assert there.rolls() == [5] and there.state.attacks == ()


@pytest.mark.rule("BSR 15.53c", "BSR 23.34a")
@pytest.mark.parametrize(("storm", "rule"), [(False, ""), (True, "BSR 15.53c")])
def test_flotillas_do_not_attack_in_a_storm(storm: bool, rule: str) -> None:
    there = duel((unit("Boat", 1, 1, type="flotilla"), "0403"), storm=storm, weather="mud")
    assert there.refused("fight 0404 with A, Boat") == rule


# ---------------------------------------------------------------- Attack Supply (15.3, 15.56)


def supplied(*more: Piece, **fields: Any) -> Battle:
    """The duel with Attack Supply in force."""
    return duel(*more, switches=SUPPLY, **fields)


@pytest.mark.rule("BSR 15.31", "BSR 15.66b", "BSR 15.32a", "ESP B.4b")
@pytest.mark.parametrize(("text", "drm"), [("", "+2 no Attack Supply"), (" supplied MSU", "")])
def test_the_attacker_declares_attack_supply_as_he_attacks(text: str, drm: str) -> None:
    there = supplied(msu("MSU", "0408"), rolls=(5,)).do(f"fight 0404 with A{text}").finish()
    assert ("no Attack Supply" in there.said("BSR 15.81")[0]) == bool(drm)
    assert there.where("MSU") == ("0408" if drm else "set_aside")


@pytest.mark.rule("BSR 15.31.s1", "BSR 6.22")
@pytest.mark.parametrize(
    ("weather", "where", "rule"),
    [("dry", "0412", ""), ("dry", "0413", "BSR 15.31.s1"), ("mud", "0410", ""),
     ("mud", "0411", "BSR 15.31.s1")],
)
def test_the_line_to_the_supply_point_is_seven_hexes_or_five(
    weather: str, where: str, rule: str
) -> None:
    """From 0405: 0412 is seven hexes away, 0410 five."""
    there = supplied(msu("MSU", where), weather=weather)
    assert there.refused("fight 0404 with A supplied MSU") == rule


@pytest.mark.rule("BSR 15.31.s1")
def test_every_attacking_unit_and_gun_traces_a_line() -> None:
    """B in 0403 stands on the far side of R, nine hexes round; the gun stands with the MSU."""
    there = supplied(msu("MSU", "0410"), (unit("B", 8), "0403"), (gun("G"), "0407"))
    assert there.refused("fight 0404 with A supplied MSU") == ""
    assert there.refused("fight 0404 with A, B supplied MSU") == "BSR 15.31.s1"
    assert there.refused("fight 0404 with A support G supplied MSU") == ""
    far = supplied(msu("MSU", "0410"), (gun("G"), "0402"))
    assert far.refused("fight 0404 with A support G supplied MSU") == "BSR 15.31.s1"


@pytest.mark.rule("BSR 15.31.s1", "BSR 15.4")
def test_only_guns_with_a_line_of_their_own_are_offered() -> None:
    """Near and Far both reach 0404, but Far stands on the other side of R."""
    there = supplied(msu("MSU", "0410"), (gun("Near", 1), "0407"), (gun("Far", 3), "0402"))
    offers = there.offers()
    assert "fight 0404 with A support Near supplied MSU" in offers
    assert not any("Far" in text for text in offers)


@pytest.mark.rule("BSR 15.31.s2", "BSR 15.31.s1")
def test_two_counters_may_supply_one_attack_together() -> None:
    """Each attacker traces a line to one of them."""
    there = supplied(
        msu("MSU", "0410"), msu("MSU 2", "0401"), (unit("B", 8), "0403"), rolls=(5,)
    )
    there.do("fight 0404 with A, B supplied MSU, MSU 2").finish()
    assert (there.where("MSU"), there.where("MSU 2")) == ("set_aside", "set_aside")
    assert "no Attack Supply" not in there.said("BSR 15.81")[0]


@pytest.mark.rule("BSR 15.31.s2", "BSR 15.33")
def test_a_point_supplies_one_attack_and_no_more_are_supplied_than_there_are_points() -> None:
    there = battle(
        (red("R"), "0404"), (red("S"), "0604"), (unit("A", 8), "0403"), (unit("B", 8), "0603"),
        msu("MSU", "0402"), attacks={"0404": "A", "0604": "B"}, switches=SUPPLY,
    )
    there.do("fight 0404 with A supplied MSU").finish()
    assert there.refused("fight 0604 with B supplied MSU") == "BSR 15.31"
    assert there.refused("fight 0604 with B") == ""
    assert there.refused("fight 0604 with B supplied B") == "BSR 15.31"


@pytest.mark.rule("BSR 15.33")
def test_a_dump_supplies_two_attacks() -> None:
    there = battle(
        (red("R"), "0404"), (red("S"), "0604"), (unit("A", 8), "0403"), (unit("B", 8), "0603"),
        dump("Dump", "0402"), attacks={"0404": "A", "0604": "B"}, switches=SUPPLY,
    )
    there.do("fight 0404 with A supplied Dump").finish()
    assert there.refused("fight 0604 with B supplied Dump") == ""
    assert there.refused("fight 0604 with B supplied Dump, Dump") == "BSR 15.33"


@pytest.mark.rule("BSR 15.56", "ESP B.4c.5", "BSR 6.82.s1")
@pytest.mark.parametrize(
    ("piece", "named", "where", "left"),
    [(dump("S", "0408"), "S", "0408", 1), (dump("S", "0408"), "S, S", "set_aside", 0),
     (msu("S", "0408"), "S", "set_aside", 0)],
)
def test_supply_is_expended_when_the_odds_are_found(
    piece: Piece, named: str, where: str, left: int
) -> None:
    """A Dump turns to its MSU side; what is used up is set aside for later turns."""
    there = supplied(piece).do(f"fight 0404 with A supplied {named}")
    assert there.where("S") == where
    assert 2 - there.lost("S")[0] == left


@pytest.mark.rule("BSR 15.32c", "BSR 15.4")
@pytest.mark.parametrize(("text", "rule"), [("", "BSR 15.32c"), (" supplied MSU", "")])
def test_without_attack_supply_no_artillery_supports(text: str, rule: str) -> None:
    there = supplied(msu("MSU", "0408"), (gun("G"), "0406"))
    assert there.refused(f"fight 0404 with A support G{text}") == rule


@pytest.mark.rule("BSR 15.32d", "BSR 16.31a", "BSR 6.8.s1")
@pytest.mark.parametrize(("in_supply", "lost"), [(True, 0), (False, 1)])
def test_without_attack_supply_an_asterisk_costs_a_step(in_supply: bool, lost: int) -> None:
    there = duel((steps("B", 4), "0405"))
    outcome(there, "B", "*", "-", supplied=in_supply)
    assert there.lost("B") == (lost,)


@pytest.mark.rule("BSR 15.31.n1", "BSR 15.68c.1", "BSR 6.73", "BSR 6.74")
def test_attack_supply_makes_out_of_supply_units_fit_for_the_attack_alone() -> None:
    """A panzer division Out of Supply keeps Integrity, its gun fires, and the markers stay."""
    marks = {"marks": frozenset({OUT_OF_SUPPLY})}
    kind = {"type": "motorized_infantry", "formation": "9 Pz"}
    there = battle(
        (red("R", defense=2, type="antitank"), "0404"),
        (unit("Pz", type="armor", armor=True, formation="9 Pz"), "0405", marks),
        (unit("M1", **kind), "0405", marks), (unit("M2", **kind), "0405", marks),
        (gun("G"), "0406", marks), msu("MSU", "0411"), switches=SUPPLY,
        attacks={"0404": "Pz, M1, M2"}, board=make_board(8, 14), rolls=(9,),
    )
    assert there.refused("fight 0404 with Pz, M1, M2 support G") == "BSR 15.32c"
    there.do("fight 0404 with Pz, M1, M2 support G supplied MSU").finish()
    assert "division integrity" in there.said("BSR 15.81")[0]
    assert all(OUT_OF_SUPPLY in there.state.units[n].marks for n in ("Pz", "M1", "M2", "G"))
    assert "BSR 15.68" not in modifiers(there, "Pz, M1, M2", supplied=False)


@pytest.mark.rule("BSR 6.74", "BSR 15.31.n1")
def test_an_out_of_supply_gun_does_not_support_without_attack_supply() -> None:
    marks = {"marks": frozenset({OUT_OF_SUPPLY})}
    there = supplied(msu("MSU", "0408"), (gun("G"), "0406", marks))
    assert there.refused("fight 0404 with A support G supplied MSU") == ""
    assert there.refused("fight 0404 with A support G") == "BSR 15.32c"


@pytest.mark.rule("BSR 15.31")
def test_a_scenario_may_disregard_attack_supply() -> None:
    there = duel(msu("MSU", "0408"), switches=QUIET)
    assert there.refused("fight 0404 with A supplied MSU") == "PB 10.44a"
    assert "BSR 15.66b" not in modifiers(there, "A")


# ---------------------------------------------------------------- Untried units (15.54)


@pytest.mark.rule("BSR 15.54.s1", "ESP B.4c.3")
def test_untried_defenders_are_turned_over_and_the_weak_removed() -> None:
    """3 joins the 2 of R: 8 against 5. The unit of 0 is gone."""
    there = duel(
        (red("U", 1, 3, untried=True), "0404"), (red("V", 0, 0, untried=True), "0404"), rolls=(5,)
    )
    there.do("fight 0404 with A")
    assert there.said("BSR 15.57") == ["attack on 0404: 8 to 5, 3-2"]
    assert not there.state.units["U"].untried
    assert there.where("V") == "cadre"


@pytest.mark.rule("BSR 15.54.s1")
def test_removed_militia_is_not_rebuilt() -> None:
    there = duel((red("V", 0, 0, untried=True, militia=True), "0404")).do("fight 0404 with A")
    assert there.where("V") == "cannot_rebuild"


def hollow(*more: Piece, **fields: Any) -> Battle:
    """A and B attack 0404, where every defender proves to have no strength."""
    return battle(
        (red("U", 0, 0, untried=True), "0404"), (red("V", 0, 0, untried=True), "0404"),
        (unit("A", 8, stack=4), "0405"), (unit("B", 8, stack=7), "0405"), *more,
        attacks={"0404": "A, B"}, board=make_board(8, 14), **fields,
    )


@pytest.mark.rule("BSR 15.54.n1")
def test_without_any_strength_the_attack_is_cancelled_and_the_attackers_go_in() -> None:
    there = hollow(msu("MSU", "0408"), switches=SUPPLY)
    there.do("fight 0404 with A, B supplied MSU")
    assert there.rolls() == []
    assert (there.where("U"), there.where("V")) == ("cadre", "cadre")
    assert there.where("MSU") == "0408"
    assert there.refused("pass") == "BSR 15.54.n1"
    there.do("advance A to 0404")
    assert there.where("A") == "0404"
    assert there.state.attacks == ()


@pytest.mark.rule("BSR 15.54.n1")
def test_they_go_in_up_to_the_stacking_limit() -> None:
    """A of 4 points and B of 7 do not fit together; with A inside, B may stay."""
    there = hollow().do("fight 0404 with A, B")
    assert there.refused("advance A, B to 0404") == "BSR 16.54"
    there.do("advance A to 0404")
    assert (there.where("A"), there.where("B")) == ("0404", "0405")


@pytest.mark.rule("BSR 15.54.n1")
def test_and_they_join_no_other_attack() -> None:
    there = hollow((red("S", defense=2), "0406"), (unit("C", 8), "0506"))
    there.set(attacks=(*there.state.attacks, Attack((there.at("0406"),), ("C",))))
    there.do("fight 0404 with A").finish()
    assert there.refused("fight 0406 with B") == ""
    assert there.refused("fight 0406 with A") != ""
    stayed = on(there, "A", hex=there.at("0405"))
    assert stayed.refused("fight 0406 with A") == "BSR 15.23"


# ---------------------------------------------------------------- the roll (15.81)


@pytest.mark.rule("BSR 15.81a", "BSR 15.81c", "BSR 15.81d", "BSR 16.1")
@pytest.mark.parametrize(
    ("odds", "roll", "attacker", "defender"),
    [("4-1", 5, "-", "1"), ("6-1", 2, "-", "3R"), ("3-2", 5, "1*", "R")],
)
def test_row_and_column_give_one_result_for_each_side(
    odds: str, roll: int, attacker: str, defender: str
) -> None:
    """The three boxes that the rulebook prints."""
    assert chapter.lookup(WORLD, odds, roll, 0) == (attacker, defender)


@pytest.mark.rule("BSR 15.81e")
@pytest.mark.parametrize(("roll", "drm"), [(5, 0), (4, 1), (3, 2), (2, 3)])
def test_a_plus_moves_down_the_column(roll: int, drm: int) -> None:
    """To row 5 of 3-2."""
    assert chapter.lookup(WORLD, "3-2", roll, drm) == ("1*", "R")


@pytest.mark.rule("BSR 15.81f")
@pytest.mark.parametrize(("roll", "drm"), [(2, 0), (3, -1), (4, -2), (5, -3)])
def test_a_minus_moves_up_the_column(roll: int, drm: int) -> None:
    """To row 2 of 6-1."""
    assert chapter.lookup(WORLD, "6-1", roll, drm) == ("-", "3R")


@pytest.mark.rule("BSR 15.81g")
@pytest.mark.parametrize(
    ("roll", "drm", "row"), [(1, -1, 0), (1, -3, 0), (2, -3, 0), (10, 1, 11), (10, 3, 11)]
)
def test_what_goes_beyond_the_column_is_lost(roll: int, drm: int, row: int) -> None:
    charts = WORLD.charts
    for odds in charts.crt_columns:
        box = charts.crt_attacker[odds][row], charts.crt_defender[odds][row]
        assert chapter.lookup(WORLD, odds, roll, drm) == box


@pytest.mark.rule("BSR 15.81b", "ESP B.4c.10")
def test_one_die_is_rolled() -> None:
    """4-1, roll 6 with an air unit's -1: row 5, the defender loses a step."""
    there = duel(rolls=(6,))
    there.set(cas=((there.at("0404"), 1),))
    there.do("fight 0404 with A")
    if there.ask is not None and there.rolls() == []:
        there.do("pass")
    assert there.rolls() == [6]
    assert there.where("R") == "cadre"
    assert there.said("BSR 15.81") == [
        "4-1, roll 6 (-1 close air support; net -1) = 5: attacker -, defender 1"
    ]


@pytest.mark.rule("BSR 15.81h", "ESP B.4c.11")
def test_markers_are_gone_before_the_result_is_applied() -> None:
    """While the defender still chooses his loss, hex and combat bear no marker any more."""
    there = duel((red("S", defense=0), "0404"), rolls=(6,))
    there.set(cas=((there.at("0404"), 1),))
    there.do("fight 0404 with A")
    if there.rolls() == []:
        there.do("pass")
    assert there.ask is not None and there.ask.side == "soviet"
    assert there.state.attacks == () and there.state.cas == ()
    there.finish()
    assert there.state.support == () and there.state.orders == ()


@pytest.mark.rule("BSR 15.81h")
def test_the_markers_of_other_combats_stay() -> None:
    there = two(rolls=(5,))
    there.set(cas=((there.at("0404"), 1), (there.at("0604"), 1)))
    there.do("fight 0404 with A").finish()
    assert there.state.cas == ((there.at("0604"), 1),)
    assert [a.hexes for a in there.state.attacks] == [(there.at("0604"),)]


# ---------------------------------------------------------------- Mandated Attacks (12.41)


@pytest.mark.rule("BSR 12.41", "BSR 15.21.n1")
@pytest.mark.parametrize(("mandated", "rule"), [(True, "BSR 12.41"), (False, "")])
def test_a_unit_of_a_mandated_attack_is_lent_to_no_other(mandated: bool, rule: str) -> None:
    """A and B stand together before two hexes; either attack can be made with one of them."""
    there = battle(
        (red("A", 6), "0404"), (red("B", 6), "0404"), (unit("X", 2, 2), "0403"),
        (unit("Y", 2, 2), "0503"), step="C.4c", rolls=(5, 5),
    )
    at = there.at
    there.set(attacks=(Attack((at("0403"),), ("A",), mandated), Attack((at("0503"),), ("B",))))
    assert there.refused("fight 0503 with A") == rule
    there.do("fight 0503 with B").finish()
    assert there.refused("fight 0403 with A") == ""


# ---------------------------------------------------------------- a hex that proves empty (15.54)


@pytest.mark.rule("BSR 15.54.s1", "BSR 15.61a", "BSR 15.61d")
@pytest.mark.parametrize(("defense", "drm"), [(0, ""), (1, " (+1 terrain: hill; net +1)")])
def test_the_terrain_of_a_hex_that_proves_empty_helps_nobody(defense: int, drm: str) -> None:
    """Of two attacked hexes the hill holds an Untried unit. Without strength it is gone."""
    there = battle(
        (unit("A", 8), "0403"), (red("R", defense=3), "0303"),
        (red("U", defense=defense, untried=True, type="militia", militia=True), "0404"),
        attacks={"0303 0404": "A"}, board=make_board(8, 8, {"0404": "hill"}), rolls=(5,),
    )
    there.do("fight 0303 with A").finish()
    assert there.said("BSR 15.81")[0].startswith(f"2-1, roll 5{drm} = ")


@pytest.mark.rule("BSR 15.54.s1", "BSR 16.41a.2")
@pytest.mark.parametrize(("terrain", "lost"), [("hill", 1), ("clear", 2)])
def test_nor_does_it_take_their_shelter_from_the_others(terrain: str, lost: int) -> None:
    """The defenders under No Retreat all stand in 0303; 0404 has nobody left."""
    there = battle(
        (unit("A", 8), "0403"), (red("R", 4, 4, reduced=(2, 2, 4)), "0303"),
        (red("S", 4, 4, reduced=(2, 2, 4)), "0303"),
        attacks=(), board=make_board(8, 8, {"0303": terrain, "0404": "clear"}),
    )
    outcome(there, "A", "-", "R", hexes="0303 0404", defender_order="no-retreat").finish()
    assert sum(there.lost("R", "S")) == lost


@pytest.mark.rule("BSR 15.54.s1", "BSR 15.63", "BSR 16.32a.2")
@pytest.mark.parametrize(("defense", "declared"), [(0, False), (1, True)])
def test_engineers_have_nothing_to_do_at_a_city_that_proves_empty(
    defense: int, declared: bool
) -> None:
    there = battle(
        (unit("E", 8, type="engineer"), "0403"), (red("R", defense=3), "0303"),
        (red("U", defense=defense, untried=True, type="militia", militia=True), "0404"),
        attacks={"0303 0404": "E"}, board=make_board(8, 8, {"0404": "city"}), rolls=(5,),
    )
    there.do("fight 0303 with E engineers")
    assert there.state.combat is not None and there.state.combat.engineers is declared
