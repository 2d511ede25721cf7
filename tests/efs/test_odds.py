"""Basic odds (BSR 15.24, 15.5): strengths, halving, and the odds column."""

from __future__ import annotations

import pytest

from engine.core.board import Board
from engine.efs import combat as chapter
from engine.efs.odds import BELOW, column_for
from tests.efs.battle import Battle, battle, combat, gun, red, unit
from tests.efs.support import make_board, make_world

WORLD = make_world()


def strengths(there: Battle, units: str, hexes: str = "0404", support: str = "") -> (
    tuple[float, float]
):
    """Attack with its support, defense with its support."""
    fight = combat(there, units, hexes, support)
    found = chapter.weigh(there.world, there.state, fight.attack, fight.units, fight.support)
    return found.for_attack, found.for_defense


# ---------------------------------------------------------------- the column (15.57)


@pytest.mark.rule("BSR 15.57", "ESP B.4c.6", "BSR 15.81a")
@pytest.mark.parametrize(
    ("attack", "defense", "column"),
    [(29, 10, "2-1"), (8, 2, "4-1"), (18, 3, "6-1"), (9, 6, "3-2"), (4, 4, "1-1"),
     (7, 4, "3-2"), (5, 4, "1-1"), (3, 4, "3-4"), (2, 3, "1-2"), (5, 12, "1-3"), (1, 4, "1-4"),
     (39, 10, "3-1"), (99, 10, "9-1")],
)
def test_odds_round_down_in_the_defenders_favour(
    attack: int, defense: int, column: str
) -> None:
    """7 to 4 is 1.75, which is 3-2; 5 to 12 is below 1-2; 2 to 3 is below 3-4."""
    assert column_for(WORLD, attack, defense) == column


@pytest.mark.rule("BSR 15.57.s2")
@pytest.mark.parametrize(("attack", "defense"), [(10, 1), (11, 1), (110, 10), (400, 3)])
def test_odds_above_ten_to_one_are_ten_to_one(attack: int, defense: int) -> None:
    assert column_for(WORLD, attack, defense) == "10-1"


@pytest.mark.rule("BSR 15.57.s1")
@pytest.mark.parametrize(
    ("attack", "defense", "below"), [(2, 9, True), (1, 5, True), (2, 8, False), (2.25, 9, False)]
)
def test_worse_than_one_to_four_has_no_column(
    attack: float, defense: float, below: bool
) -> None:
    assert (column_for(WORLD, attack, defense) == BELOW) == below


@pytest.mark.rule("BSR 15.57.s2")
def test_the_attacker_cannot_lower_the_odds() -> None:
    """8 against 2 is 4-1 whatever he would like: no part of the command says otherwise."""
    there = battle((red("R", defense=2), "0404"), (unit("A", 8), "0403"), attacks={"0404": "A"})
    there.do("fight 0404 with A")
    assert there.state.combat is not None and there.state.combat.odds == "4-1"


# ---------------------------------------------------------------- totals (15.24, 15.51, 15.54)


@pytest.mark.rule("BSR 15.24", "BSR 15.54", "BSR 15.51")
def test_every_unit_of_a_defender_hex_defends() -> None:
    """4 + 2 of the divisions, 1 of the HQ and 1 of a gun that does not support; not the MSU."""
    there = battle(
        (red("R", defense=4), "0404"), (red("S", defense=2), "0404"),
        (gun("G", side="soviet"), "0404"), (red("HQ", 0, 1, type="hq"), "0404"),
        (red("MSU", 0, 0, type="supply"), "0404"), (unit("A", 3), "0403"), (unit("B", 2), "0503"),
    )
    assert strengths(there, "A, B") == (5, 8)


@pytest.mark.rule("BSR 15.24", "BSR 15.26")
def test_two_defender_hexes_in_one_combat_add_up() -> None:
    there = battle(
        (red("R", defense=4), "0404"), (red("S", defense=3), "0504"), (unit("A", 9), "0503")
    )
    assert strengths(there, "A", "0404 0504") == (9, 7)


@pytest.mark.rule("BSR 16.23", "BSR 15.51")
def test_reduced_units_count_what_they_still_have() -> None:
    """7-8 with a marker is 5-6."""
    division = unit("A", 7, 8, reduced=(4, 4, 5), steps=4)
    there = battle((red("R", defense=4), "0404"), (division, "0403", {"lost": 1}))
    assert strengths(there, "A") == (5, 4)


@pytest.mark.rule("BSR 12.34", "BSR 15.54.s1")
def test_untried_defenders_count_nothing_before_they_are_turned_over() -> None:
    there = battle(
        (red("R", defense=2), "0404"), (red("U", 0, 6, untried=True), "0404"), (unit("A"), "0403")
    )
    assert strengths(there, "A") == (4, 2)


# ---------------------------------------------------------------- terrain (15.52)


def across(words: str, attacker: str = "0403") -> Board:
    """A board with features between 0404 and an attacker's hex."""
    return make_board(8, 8, sides={(attacker, "0404"): words})


@pytest.mark.rule("BSR 15.52a")
@pytest.mark.parametrize(
    ("of_attacker", "of_defender", "attack"),
    [("clear", "clear", 6), ("swamp", "clear", 3), ("clear", "swamp", 6), ("swamp", "swamp", 3),
     ("marsh", "clear", 6)],
)
def test_attacking_from_swamp_halves(of_attacker: str, of_defender: str, attack: float) -> None:
    there = battle(
        (red("R"), "0404"), (unit("A", 6), "0403"),
        board=make_board(8, 8, {"0403": of_attacker, "0404": of_defender}),
    )
    assert strengths(there, "A")[0] == attack


@pytest.mark.rule("BSR 15.52a")
def test_frost_makes_no_difference_to_that() -> None:
    there = battle(
        (red("R"), "0404"), (unit("A", 6), "0403"), weather="snow", frozen=True,
        board=make_board(8, 8, {"0403": "swamp"}),
    )
    assert strengths(there, "A")[0] == 3


@pytest.mark.rule("BSR 15.52b")
@pytest.mark.parametrize(
    ("side", "attack"),
    [("", 12), ("river", 12), ("major_river", 9), ("major_river road.main", 9),
     ("major_river bridge", 9)],
)
def test_attacking_across_a_major_river_halves_bridge_or_not(side: str, attack: float) -> None:
    """P of 6 attacks across it, R of 6 from the defender's own bank."""
    there = battle(
        (red("D", defense=4), "0404"), (unit("P", 6), "0403"), (unit("R", 6), "0405"),
        board=across(side),
    )
    assert strengths(there, "P, R")[0] == attack


@pytest.mark.rule("BSR 15.52b", "BSR 15.61b")
def test_half_of_the_attack_across_a_major_river_is_two_to_one() -> None:
    """9 to 4, and no river DRM."""
    there = battle(
        (red("D", defense=4), "0404"), (unit("P", 6), "0403"), (unit("R", 6), "0405"),
        board=across("major_river road.main"), attacks={"0404": "P, R"}, rolls=(5,),
    )
    there.do("fight 0404 with P, R")
    assert there.state.combat is not None and there.state.combat.odds == "2-1"
    there.do("pass")
    assert "river" not in there.said("BSR 15.81")[0]


@pytest.mark.rule("BSR 15.52b.x1")
@pytest.mark.parametrize(("frozen", "attack"), [(False, 3), (True, 6)])
def test_a_frozen_major_river_does_not_halve(frozen: bool, attack: float) -> None:
    there = battle(
        (red("D"), "0404"), (unit("P", 6), "0403"), board=across("major_river"), frozen=frozen
    )
    assert strengths(there, "P")[0] == attack


@pytest.mark.rule("BSR 15.52b.x2")
def test_support_across_a_major_river_is_not_halved() -> None:
    there = battle(
        (red("D"), "0404"), (unit("P", 6), "0403"), (gun("G", 2), "0403"),
        board=across("major_river"),
    )
    assert strengths(there, "P", support="G")[0] == 5


@pytest.mark.rule("BSR 15.52c")
@pytest.mark.parametrize(
    ("terrain", "attack"),
    [("clear", 10), ("clear town", 10), ("city", 7), ("major_city", 7)],
)
def test_armor_is_halved_into_cities(terrain: str, attack: float) -> None:
    """A panzer regiment of 6 and infantry of 4."""
    there = battle(
        (red("D"), "0404"), (unit("Pz", 6, type="armor", armor=True), "0403"),
        (unit("Inf", 4), "0403"), board=make_board(8, 8, {"0404": terrain}),
    )
    assert strengths(there, "Pz, Inf")[0] == attack


@pytest.mark.rule("BSR 15.52c")
def test_armor_in_a_city_attacks_out_of_it_in_full() -> None:
    there = battle(
        (red("D"), "0404"), (unit("Pz", 6, type="armor", armor=True), "0403"),
        board=make_board(8, 8, {"0403": "city"}),
    )
    assert strengths(there, "Pz")[0] == 6


@pytest.mark.rule("BSR 15.51.n1")
def test_halvings_add_up_and_fractions_stay() -> None:
    """7 from a swamp across a major river: 1.75."""
    there = battle(
        (red("D"), "0404"), (unit("P", 7), "0403"),
        board=make_board(
            8, 8, {"0403": "swamp"}, sides={("0403", "0404"): "major_river"}
        ),
    )
    assert strengths(there, "P")[0] == 1.75


@pytest.mark.rule("BSR 15.51.n1")
@pytest.mark.parametrize(("power", "attack"), [(1, 1), (2, 1), (3, 1), (5, 1.25)])
def test_a_group_is_never_reduced_below_one(power: int, attack: float) -> None:
    """A quarter of 1, 2, 3 and 5."""
    there = battle(
        (red("D"), "0404"), (unit("P", power), "0403"),
        board=make_board(
            8, 8, {"0403": "swamp"}, sides={("0403", "0404"): "major_river"}
        ),
    )
    assert strengths(there, "P")[0] == attack


@pytest.mark.rule("BSR 15.51.n1")
def test_the_floor_is_for_the_group_not_for_each_unit() -> None:
    """Two units of 1 halved are one together."""
    there = battle(
        (red("D"), "0404"), (unit("P", 1), "0403"), (unit("Q", 1), "0403"),
        board=across("major_river"),
    )
    assert strengths(there, "P, Q")[0] == 1


@pytest.mark.rule("BSR 15.52")
def test_defense_is_not_halved_by_terrain() -> None:
    there = battle(
        (red("D", defense=4), "0404"), (unit("P", 6), "0403"),
        board=make_board(8, 8, {"0404": "swamp"}, sides={("0403", "0404"): "major_river"}),
    )
    assert strengths(there, "P") == (3, 4)
