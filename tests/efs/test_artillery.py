"""Artillery support (BSR 14.2, 15.4, 15.55; PB 7.3, 11.3): which guns, how many, how strong."""

from __future__ import annotations

import pytest

from engine.efs import combat as chapter
from engine.efs.pieces import ACTIVATED, OUT_OF_SUPPLY, OVERRUN, SILENCED
from engine.efs.state import Fort
from tests.efs.battle import (
    Battle,
    Piece,
    battle,
    combat,
    gun,
    on,
    red,
    steps,
    unit,
)
from tests.efs.support import headquarters, make_board

RED = {"side": "soviet", "nationality": "soviet"}


def defended(*guns: Piece, step: str = "B.3b", **fields: object) -> Battle:
    """Germans in 0403 attack a division of defense 5 and a brigade of 2 in 0404."""
    return battle(
        (red("Div", defense=5), "0404"), (red("Bde", defense=2), "0404"), (unit("A"), "0403"),
        *guns, step=step, attacks={"0404": "A"}, board=make_board(12, 12), **fields,
    )


def attacking(*guns: Piece, **fields: object) -> Battle:
    """Germans of attack 8 in 0403 attack R of defense 4 in 0404, in the Combat Phase."""
    return battle(
        (red("R"), "0404"), (unit("A", 8), "0403"), *guns, attacks={"0404": "A"},
        board=make_board(12, 12), **fields,
    )


def weighed(there: Battle, units: str = "A", support: str = "", hexes: str = "0404") -> (
    tuple[float, float, float, float]
):
    """Attack, its support, defense, its support."""
    fight = combat(there, units, hexes, support)
    found = chapter.weigh(there.world, there.state, fight.attack, fight.units, fight.support)
    return found.attack, found.support, found.defense, found.defense_support


# ---------------------------------------------------------------- committing (14.21, 15.55a)


@pytest.mark.rule("BSR 14.21", "BSR 15.55a", "ESP B.3b")
def test_committed_guns_add_their_support_to_the_defense() -> None:
    there = defended((gun("G", 2, **RED), "0406"))
    assert weighed(there) == (4, 0, 7, 0)
    there.do("support 0404 with G")
    assert weighed(there) == (4, 0, 7, 2)


@pytest.mark.rule("BSR 14.21")
@pytest.mark.parametrize(
    ("text", "rule"),
    [("support 0404 with G", ""), ("support 0405 with G", "BSR 14.21"),
     ("support 0404 with Div", "BSR 14.21"), ("support 0404 with Theirs", "BSR 14.21")],
)
def test_only_ones_own_guns_and_only_under_a_declared_attack(text: str, rule: str) -> None:
    there = defended((gun("G", **RED), "0406"), (gun("Theirs"), "0402"))
    assert there.refused(text) == rule


@pytest.mark.rule("BSR 14.21.s1")
def test_a_commitment_is_final() -> None:
    there = battle(
        (red("Q"), "0404"), (red("R"), "0604"), (gun("G", **RED), "0505"),
        (gun("H", **RED), "0505"), (unit("A"), "0403"), (unit("B"), "0603"),
        step="B.3b", attacks={"0404": "A", "0604": "B"},
    )
    there.do("support 0404 with G")
    assert there.refused("support 0604 with G") == "BSR 14.21.s1"
    assert there.refused("support 0604 with H") == ""


@pytest.mark.rule("BSR 14.21.x1", "BSR 23.34b")
@pytest.mark.parametrize(("company", "rule"), [(False, "BSR 14.21.x1"), (True, "")])
def test_a_flotilla_that_defends_alone_gets_no_support(company: bool, rule: str) -> None:
    pieces: list[Piece] = [(red("Div"), "0404")] if company else []
    there = battle(
        (red("Boat", 1, 1, type="flotilla", ma_class="blue"), "0404"), *pieces,
        (gun("G", **RED), "0406"), (unit("A"), "0403"), step="B.3b", attacks={"0404": "A"},
    )
    assert there.refused("support 0404 with G") == rule


# ---------------------------------------------------------------- who qualifies (14.22)


@pytest.mark.rule("BSR 14.22")
@pytest.mark.parametrize(("where", "rule"), [("0407", ""), ("0408", "BSR 14.22")])
def test_the_gun_reaches_the_defender_hex(where: str, rule: str) -> None:
    """Range 3."""
    assert defended((gun("G", range_=3, **RED), where)).refused("support 0404 with G") == rule


@pytest.mark.rule("BSR 14.22", "BSR 6.74")
@pytest.mark.parametrize(
    ("mark", "rule"),
    [("", ""), ("emergency", ""), (OUT_OF_SUPPLY, "BSR 6.74"), (OVERRUN, "BSR 11.44b")],
)
def test_out_of_supply_and_overrun_guns_are_silent_in_defense(mark: str, rule: str) -> None:
    there = defended((gun("G", **RED), "0406", {"marks": frozenset({mark} - {""})}))
    assert there.refused("support 0404 with G") == rule


@pytest.mark.rule("BSR 14.22")
def test_guns_marked_for_attack_support_no_defense() -> None:
    guns = ((gun("Nebel", attack_only=True), "0306"), (gun("G"), "0306"))
    there = battle(
        (unit("A"), "0404"), (red("R"), "0403"), *guns, step="C.3b", attacks={"0404": "R"}
    )
    assert there.refused("support 0404 with Nebel") == "BSR 14.22"
    assert there.refused("support 0404 with G") == ""
    ours = attacking((gun("Nebel", attack_only=True), "0402"))
    assert ours.refused("fight 0404 with A support Nebel") == ""


@pytest.mark.rule("BSR 14.22")
@pytest.mark.parametrize(("many", "rule"), [(4, ""), (5, "BSR 14.22")])
def test_four_axis_guns_support_one_combat(many: int, rule: str) -> None:
    names = [f"G{n}" for n in range(many)]
    there = battle(
        (unit("A", defense=20), "0404"), (red("R"), "0403"), *((gun(n), "0406") for n in names),
        step="C.3b", attacks={"0404": "R"},
    )
    assert there.refused(f"support 0404 with {', '.join(names)}") == rule


@pytest.mark.rule("BSR 14.22", "BSR 23.43c", "BSR 23.43d")
def test_axis_super_heavy_guns_fire_at_works_in_attack_only() -> None:
    heavy = gun("Karl", 4, 4, type="superheavy_artillery", ma=0)
    attack = attacking((heavy, "0402"))
    assert attack.refused("fight 0404 with A support Karl") == "BSR 23.43d"
    attack.set(forts={attack.at("0404"): Fort("soviet")})
    assert attack.refused("fight 0404 with A support Karl") == ""
    there = battle(
        (unit("A"), "0404"), (red("R"), "0403"), (heavy, "0406"), step="C.3b",
        attacks={"0404": "R"}, board=make_board(8, 8, {"0404": "city"}),
    )
    assert there.refused("support 0404 with Karl") == "BSR 23.43c"


@pytest.mark.rule("BSR 23.43d", "BSR 14.22")
def test_axis_super_heavy_guns_do_not_count_among_the_four() -> None:
    four = [f"G{n}" for n in range(4)]
    heavy = gun("Karl", 4, 4, type="superheavy_artillery", ma=0)
    there = attacking(*((gun(n), "0402") for n in four), (heavy, "0402"))
    there.set(forts={there.at("0404"): Fort("soviet")})
    assert there.refused(f"fight 0404 with A support {', '.join([*four, 'Karl'])}") == ""


@pytest.mark.rule("BSR 23.42b")
@pytest.mark.parametrize(
    ("type_", "marks", "rule"),
    [("superheavy_artillery", {ACTIVATED}, "BSR 23.42b"), ("superheavy_artillery", set(), ""),
     ("artillery", {ACTIVATED}, "")],
)
def test_activated_soviet_super_heavy_guns_are_silent(
    type_: str, marks: set[str], rule: str
) -> None:
    there = defended((gun("B-4", type=type_, **RED), "0406", {"marks": frozenset(marks)}))
    assert there.refused("support 0404 with B-4") == rule


# ---------------------------------------------------------------- in the combat (15.54, 15.55)


@pytest.mark.rule("BSR 15.54", "ESP B.4c.4")
def test_guns_in_the_defender_hex_that_do_not_support_defend() -> None:
    """5 + 2 and the gun's own 1; committed, it gives 2 in support instead."""
    there = defended((gun("G", 2, **RED), "0404"))
    assert weighed(there) == (4, 0, 8, 0)
    assert weighed(there.do("support 0404 with G")) == (4, 0, 7, 2)


@pytest.mark.rule("BSR 15.54")
def test_a_gun_in_the_defender_hex_not_qualified_defends_instead() -> None:
    there = defended((gun("G", 2, **RED), "0404"))
    there.do("support 0404 with G")
    spoiled = on(there, "G", marks=frozenset({OVERRUN}))
    assert weighed(spoiled) == (4, 0, 8, 0)


@pytest.mark.rule("BSR 15.55a.n1")
@pytest.mark.parametrize(("where", "support"), [("0406", 0), ("0404", 2)])
def test_a_committed_gun_now_in_an_enemy_zoc_is_lost_unless_in_the_defender_hex(
    where: str, support: int
) -> None:
    """Germans have come to 0407 since; no other gun may take its place."""
    there = defended((gun("G", 2, **RED), where), (gun("H", 2, **RED), "0505"))
    assert weighed(there.do("support 0404 with G"))[3] == 2
    arrived = battle(
        (red("Div", defense=5), "0404"), (red("Bde", defense=2), "0404"), (unit("A"), "0403"),
        (gun("G", 2, **RED), where), (gun("H", 2, **RED), "0505"), (unit("B"), "0407"),
        attacks={"0404": "A"},
    )
    arrived.set(support=(("G", arrived.at("0404")),))
    assert weighed(arrived)[3] == support
    assert arrived.refused("support 0404 with H") != ""


@pytest.mark.rule("BSR 15.55b", "PB 11.3.ex3.n3")
def test_defending_support_is_capped_at_the_defense_it_supports() -> None:
    """Four guns of 2 behind a defense of 7: 7 count. Or three, and the fourth defends: 8 + 6."""
    pieces: list[Piece] = [
        (gun("A1", 2, **RED), "0404"), (gun("A2", 2, **RED), "0404"),
        (gun("C1", 2, **RED), "0406"), (gun("C2", 2, **RED), "0406"), (headquarters(), "0406"),
    ]
    all_four = defended(*pieces).do("support 0404 with A1, A2, C1, C2")
    assert weighed(all_four) == (4, 0, 7, 7)
    three = defended(*pieces).do("support 0404 with A1, C1, C2")
    assert weighed(three) == (4, 0, 8, 6)


@pytest.mark.rule("BSR 15.55b", "BSR 15.53a")
def test_the_cap_comes_before_mud_halves_the_support() -> None:
    """8 capped at 7, then halved: 3 1/2 (not 8 halved to 4)."""
    pieces = [(gun(f"A{n}", 2, **RED), "0404") for n in range(4)]
    there = defended(*pieces, weather="mud")
    there.do("support 0404 with A0, A1, A2, A3")
    assert weighed(there)[2:] == (7, 3.5)


# ---------------------------------------------------------------- the attacker's guns (15.4)


@pytest.mark.rule("BSR 15.4", "BSR 15.51", "ESP B.4c.1", "ESP B.4c.2")
def test_the_attacker_adds_guns_as_the_attack_is_resolved() -> None:
    there = attacking((gun("G", 2), "0401"))
    assert weighed(there, support="G") == (8, 2, 4, 0)
    assert there.refused("fight 0404 with A support G") == ""


@pytest.mark.rule("BSR 15.4")
@pytest.mark.parametrize(("where", "rule"), [("0401", ""), ("0201", "BSR 14.22")])
def test_the_attackers_gun_reaches_the_defender_hex(where: str, rule: str) -> None:
    """Range 3: 0401 is three hexes from 0404, 0201 is four."""
    assert attacking((gun("G"), where)).refused("fight 0404 with A support G") == rule


@pytest.mark.rule("BSR 15.4")
def test_a_gun_in_an_enemy_zoc_supports_an_attack_all_the_same() -> None:
    assert attacking((gun("G"), "0503")).refused("fight 0404 with A support G") == ""


@pytest.mark.rule("BSR 15.4", "BSR 15.23", "BSR 15.25")
def test_a_gun_supports_one_attack_a_phase() -> None:
    there = battle(
        (red("R"), "0404"), (red("S"), "0604"), (unit("A", 8), "0403"), (unit("B", 8), "0603"),
        (gun("G", 2), "0502"), (gun("H", 2), "0502"), attacks={"0404": "A", "0604": "B"},
    )
    there.do("fight 0404 with A support G").finish()
    assert there.refused("fight 0604 with B support G") == "BSR 15.23"
    assert there.refused("fight 0604 with B support H") == ""
    assert there.refused("fight 0604 with B support H, H") == "BSR 15.25"


@pytest.mark.rule("BSR 15.4.s1", "BSR 15.51")
@pytest.mark.parametrize(("attack", "support"), [(3, 3), (4, 4), (8, 5)])
def test_attacking_support_is_capped_at_the_attack(attack: int, support: int) -> None:
    """A gun of 5 behind an attack of 3, 4 or 8."""
    there = battle((red("R"), "0404"), (unit("A", attack), "0403"), (gun("G", 5), "0402"))
    assert weighed(there, support="G")[:2] == (attack, support)


@pytest.mark.rule("BSR 15.4.s1", "BSR 15.52b", "BSR 15.52b.x2")
def test_the_cap_is_the_attack_before_halving() -> None:
    """Across a major river: attack 7 with support 9. Capped at 7, then 3.5 + 7 against 4."""
    board = make_board(8, 8, sides={("0403", "0404"): "major_river"})
    there = battle(
        (red("R", defense=4), "0404"), (unit("A", 7), "0403"), (gun("G", 9), "0402"), board=board,
        attacks={"0404": "A"}, rolls=(5,),
    )
    assert weighed(there, support="G") == (3.5, 7, 4, 0)
    there.do("fight 0404 with A support G")
    assert there.state.combat is not None and there.state.combat.odds == "2-1"


@pytest.mark.rule("BSR 15.53a", "ESP B.4c.2")
@pytest.mark.parametrize(("weather", "ours", "theirs"), [("dry", 3, 2), ("mud", 1.5, 1)])
def test_mud_halves_support_on_both_sides_and_keeps_fractions(
    weather: str, ours: float, theirs: float
) -> None:
    there = defended((gun("G", 2, **RED), "0404"), (gun("H", 3), "0402"), weather=weather)
    there.do("support 0404 with G")
    found = weighed(there, support="H")
    assert found == (4, ours, 7, theirs)


@pytest.mark.rule("BSR 15.53b")
@pytest.mark.parametrize(("target", "support"), [("woods", 1.5), ("clear", 3)])
def test_lingering_mud_halves_support_into_woods(target: str, support: float) -> None:
    """Dry after Mud: Mud lingers in woods hexes."""
    there = battle(
        (red("R"), "0404"), (unit("A"), "0403"), (gun("G", 3), "0402"),
        board=make_board(8, 8, {"0404": target}), rolled=("mud", "dry"),
    )
    assert weighed(there, support="G")[1] == support


@pytest.mark.rule("BSR 15.53b")
def test_lingering_mud_halves_the_defenders_support_too() -> None:
    there = battle(
        (red("R"), "0404"), (unit("A"), "0403"), (gun("G", 3, **RED), "0404"), step="B.3b",
        board=make_board(8, 8, {"0404": "woods"}), rolled=("mud", "dry"), attacks={"0404": "A"},
    )
    assert weighed(there.do("support 0404 with G"))[3] == 1.5


@pytest.mark.rule("BSR 15.52a.s1")
@pytest.mark.parametrize(("of_gun", "of_target", "support"), [
    ("clear", "clear", 2), ("swamp", "clear", 2), ("clear", "swamp", 1), ("swamp", "swamp", 1),
])
def test_support_is_halved_into_swamp_not_from_it(
    of_gun: str, of_target: str, support: float
) -> None:
    there = battle(
        (red("R"), "0404"), (unit("A"), "0403"), (gun("G", 2), "0402"),
        board=make_board(8, 8, {"0402": of_gun, "0404": of_target}),
    )
    assert weighed(there, support="G")[1] == support


@pytest.mark.rule("BSR 15.51.n1", "BSR 15.52a.s1", "BSR 15.53a")
def test_halving_of_support_is_cumulative() -> None:
    """Into a swamp in Mud: a quarter of 2."""
    there = battle(
        (red("R"), "0404"), (unit("A"), "0403"), (gun("G", 2), "0402"), weather="mud",
        board=make_board(8, 8, {"0404": "swamp"}),
    )
    assert weighed(there, support="G")[1] == 0.5


# ---------------------------------------------------------------- Soviet groups (22.14, PB 11.3)


@pytest.mark.rule("PB 11.3.ex1", "BSR 14.22")
def test_one_soviet_gun_supports_a_combat() -> None:
    """A in the Defender Hex or B beside it; at most with B firing and A defending."""
    pieces: list[Piece] = [(gun("A1", 2, **RED), "0404"), (gun("B1", 2, **RED), "0405")]
    assert defended(*pieces).refused("support 0404 with A1") == ""
    assert defended(*pieces).refused("support 0404 with B1") == ""
    assert defended(*pieces).refused("support 0404 with A1, B1") == "BSR 22.14"
    assert weighed(defended(*pieces).do("support 0404 with B1"))[2:] == (8, 2)
    assert weighed(defended(*pieces).do("support 0404 with A1"))[2:] == (7, 2)


@pytest.mark.rule("PB 11.3.ex2")
@pytest.mark.parametrize(
    ("names", "defense", "support"), [("A1, A2", 7, 4), ("A1", 8, 2), ("B1", 9, 2)]
)
def test_soviet_guns_in_the_defender_hex_all_support(
    names: str, defense: int, support: int
) -> None:
    pieces: list[Piece] = [
        (gun("A1", 2, **RED), "0404"), (gun("A2", 2, **RED), "0404"), (gun("B1", 2, **RED), "0405"),
    ]
    assert weighed(defended(*pieces).do(f"support 0404 with {names}"))[2:] == (defense, support)


@pytest.mark.rule("PB 11.3.ex2")
@pytest.mark.parametrize("first", ["A1", "A1, A2"])
def test_and_then_none_elsewhere_supports_beside_them(first: str) -> None:
    pieces: list[Piece] = [
        (gun("A1", 2, **RED), "0404"), (gun("A2", 2, **RED), "0404"), (gun("B1", 2, **RED), "0405"),
    ]
    there = defended(*pieces).do(f"support 0404 with {first}")
    assert there.refused("support 0404 with B1") == "BSR 22.14"


def example_three(*, nonop: bool = False, interdiction: int = 0, far: bool = False) -> Battle:
    """A1, A2 in the Defender Hex, B1 beside it, C1 and C2 with an HQ two hexes off (PB 11.3)."""
    hq_hex = "0409" if far else "0406"
    there = defended(
        (gun("A1", 2, **RED), "0404"), (gun("A2", 2, **RED), "0404"), (gun("B1", 2, **RED), "0405"),
        (gun("C1", 2, 5, **RED), hq_hex), (gun("C2", 2, 5, **RED), hq_hex),
        (headquarters(), hq_hex),
        *([(headquarters("Broken"), "0705", {"nonop": True})] if nonop else []),
    )
    if interdiction:
        there.set(interdicted={there.at(hq_hex): interdiction})
    return there


@pytest.mark.rule("PB 11.3.ex3", "BSR 22.14")
def test_guns_stacked_with_an_hq_join_those_in_the_defender_hex() -> None:
    assert example_three().refused("support 0404 with A1, A2, C1, C2") == ""
    assert example_three().refused("support 0404 with A1, B1, C1") == "BSR 22.14"


@pytest.mark.rule("BSR 22.14", "PB 11.3.ex3")
def test_the_hq_must_have_the_combat_in_its_range() -> None:
    """0409 is five hexes from 0404; the guns reach it."""
    assert example_three(far=True).refused("support 0404 with C1, C2") == "BSR 22.14"
    assert example_three().refused("support 0404 with C1, C2") == ""


@pytest.mark.rule("PB 11.3.ex3", "BSR 14.22")
@pytest.mark.parametrize(("many", "rule"), [(4, ""), (5, "BSR 14.22")])
def test_four_soviet_guns_at_most(many: int, rule: str) -> None:
    names = [f"C{n}" for n in range(many)]
    there = defended(*((gun(n, 1, **RED), "0406") for n in names), (headquarters(), "0406"))
    assert there.refused(f"support 0404 with {', '.join(names)}") == rule


@pytest.mark.rule("BSR 22.25d", "PB 11.3.ex2.n1", "PB 11.3.ex3.n1")
def test_near_a_non_op_hq_one_gun_supports() -> None:
    """0705 is three hexes from the Defender Hex: one gun of the five, whichever."""
    there = example_three(nonop=True)
    assert there.refused("support 0404 with A1, A2") == "BSR 22.25d"
    assert there.refused("support 0404 with C1, C2") == "BSR 22.25d"
    assert {there.refused(f"support 0404 with {n}") for n in ("A1", "B1", "C1")} == {""}
    assert example_three().refused("support 0404 with A1, A2") == ""


@pytest.mark.rule("BSR 22.25d.x1")
def test_naval_guns_are_exempt_from_that_limit() -> None:
    pieces: list[Piece] = [
        (gun("A1", 2, **RED), "0404"), (gun("A2", 2, **RED), "0404"),
        (gun("Ship", 2, type="naval", **RED), "0405"),
        (headquarters("Broken"), "0705", {"nonop": True}),
    ]
    assert defended(*pieces).refused("support 0404 with A1, Ship") == ""
    assert defended(*pieces).refused("support 0404 with A1, A2") == "BSR 22.25d"


@pytest.mark.rule("PB 11.3.ex3.n2", "BSR 13.24d")
@pytest.mark.parametrize(("level", "left"), [(1, 1), (2, 0)])
def test_each_interdiction_level_silences_a_gun_stacked_with_the_hq(level: int, left: int) -> None:
    """The step before ends; the Axis player chooses where there is a choice."""
    there = example_three(interdiction=level)
    there.set(step=there.state.step - 1)
    there.do("end")
    if level == 1:
        assert there.ask is not None and there.ask.side == "axis"
        there.do("silence C1")
    heard = [n for n in ("C1", "C2") if SILENCED not in there.state.units[n].marks]
    assert len(heard) == left
    assert there.refused("support 0404 with A1, A2, C1") == "BSR 13.24d"
    if heard:
        assert there.refused("support 0404 with A1, A2, C2") == ""


@pytest.mark.rule("BSR 13.24d.n1")
def test_one_gun_may_always_support() -> None:
    """Even where interdiction silences every gun."""
    there = defended(
        (gun("C1", 2, **RED), "0406", {"marks": frozenset({SILENCED})}), (headquarters(), "0406")
    )
    assert there.refused("support 0404 with C1") == ""


@pytest.mark.rule("BSR 22.14", "BSR 15.4")
@pytest.mark.parametrize(("hq", "rule"), [("0405", ""), ("0505", "BSR 22.14")])
def test_attacking_soviet_guns_combine_only_where_the_hq_is(hq: str, rule: str) -> None:
    """Here the guns stand in 0405; an HQ beside them is no help."""
    there = battle(
        (unit("G"), "0404"), (red("R", 8), "0403"), (gun("S1", **RED), "0405"),
        (gun("S2", **RED), "0405"), (headquarters(), hq), step="C.4c", attacks={"0404": "R"},
    )
    assert there.refused("fight 0404 with R support S1, S2") == rule
    assert there.refused("fight 0404 with R support S1") == ""


# ---------------------------------------------------------------- Romanian guns (PB 7.3)


def romanian(step: str = "C.3b") -> Battle:
    """Two Romanian guns of 5 and three German of 3 behind a defense of 20."""
    guns = [(gun(f"Ro{n}", 5, nationality="romanian"), "0406") for n in (1, 2, 3)]
    guns += [(gun(f"De{n}", 3), "0406") for n in (1, 2, 3)]
    return battle(
        (steps("A", 4), "0404"), (unit("Wall", defense=12), "0404"), (red("R"), "0403"), *guns,
        step=step, attacks={"0404": "R"},
    )


@pytest.mark.rule("PB 7.3", "PB 7.3.s1", "PB 7.3.ex1")
@pytest.mark.parametrize(
    ("names", "support"),
    [("De1, De2, De3, Ro1", 11), ("Ro1, Ro2, De1, De2", 10), ("Ro1", 2), ("De1", 3)],
)
def test_romanian_guns_outside_the_hex_give_half(names: str, support: int) -> None:
    """5 halved is 2, the fraction is dropped; the best four are three German and one Romanian."""
    there = romanian().do(f"support 0404 with {names}")
    assert weighed(there, "R")[3] == support


@pytest.mark.rule("PB 7.3", "PB 7.3.ex1")
@pytest.mark.parametrize(
    ("names", "rule"),
    [("Ro1, Ro2, De1, De2", ""), ("Ro1, Ro2, De1, De2, De3", "BSR 14.22"),
     ("Ro1, Ro2, Ro3", "PB 7.3")],
)
def test_two_romanian_guns_and_four_in_all(names: str, rule: str) -> None:
    assert romanian().refused(f"support 0404 with {names}") == rule


@pytest.mark.rule("PB 7.3")
def test_in_the_defender_hex_a_romanian_gun_gives_its_all() -> None:
    there = romanian()
    on(there, "Ro1", hex=there.at("0404"))
    assert weighed(there.do("support 0404 with Ro1"), "R")[3] == 5
