"""Strengths, odds, columns and rolls of ground combat (OCS 4.1-4.3, 9.3-9.9, 9.14a)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.ocs import odds
from engine.ocs.pieces import (
    AXIS,
    DG,
    LEG,
    RESERVE,
    SOVIET,
    STRAT,
    TRACK,
    TRUCK,
    Counter,
    Face,
    Unit,
)
from engine.ocs.sizes import printed_strength, round_half_up
from engine.ocs.world import Draft, Options, World
from tests.ocs.yard import (
    charts,
    division,
    headquarters,
    make_board,
    make_draft,
    make_world,
    refusal,
    regiment,
    unit_at,
)


def fighter(
    name: str, strength: int, symbol: str = "other", at: str = "none", side: str = AXIS,
    ar: int = 3, mobility: str = LEG,
) -> Counter:
    face = Face(strength, True, ar, 6, mobility)
    return regiment(name, side, combat=face, move=face, symbol=symbol, at_level=at)


def weigh(
    attackers: dict[Counter, str], defenders: list[Counter], terrain: str = "clear",
    sides: dict[tuple[str, str], str] | None = None, fields: dict[str, dict[str, object]] | None
    = None, hog: int = 0, paid: bool = True, **state: object,
) -> odds.Odds:
    """The combat of counters around 0303 against those in it."""
    board = make_board(terrain={"0303": terrain}, sides=sides)
    world = make_world([*attackers, *defenders], board)
    fields = fields or {}
    units: dict[str, str | Unit] = {
        c.id: unit_at(world, c.id, where, **fields.get(c.id, {}))
        for c, where in attackers.items()
    }
    units |= {c.id: unit_at(world, c.id, "0303", **fields.get(c.id, {})) for c in defenders}
    hogs = {"0303": (defenders[0].side, hog)} if hog else None
    draft = make_draft(world, units, step="F2", hogs=hogs, **state)
    return odds.weigh(
        world, draft.state, world.board.at("0303"), tuple(c.id for c in attackers),
        frozenset(c.id for c in defenders) if paid else frozenset(),
    )


# ---------------------------------------------------------------- rounding and odds (4.1, 9.7)


@pytest.mark.rule("OCS 4.1")
@pytest.mark.parametrize(("value", "whole"), [
    ("5/2", 3), ("2.49", 2), ("1/2", 1), ("0.49", 0), ("7", 7), ("1.5", 2),
])
def test_a_half_or_more_goes_up(value: str, whole: int) -> None:
    assert round_half_up(Fraction(value)) == whole


@pytest.mark.rule("OCS 4.1", "OCS 4.2", "OCS 9.7", "OCS 9.7a")
@pytest.mark.parametrize(("attack", "defense", "text", "heading"), [
    ("4", "6", "1:2", "1:2"),
    ("1", "1", "1:1", "1:1"), ("6", "4", "2:1", "2:1"), ("1", "12", "1:12", "1:5"),
    ("99", "1", "99:1", "13:1"),
])
def test_odds_on_the_open_line(
    attack: str, defense: str, text: str, heading: str
) -> None:
    world = make_world()
    found, column = odds.column_for(world, Fraction(attack), Fraction(defense), "open")
    assert (found, odds.heading(world, "open", column)) == (text, heading)


@pytest.mark.rule("OCS 4.1", "OCS 4.2", "OCS 9.7", "OCS 9.7a")
def test_question_ocs_q14_three_odds_on_the_open_line() -> None:
    """OCS-Q14: 4 to 6 is 1:2, 15 to 6 is 3:1, 21 to 3 1/2 stands on the 5:1 column."""
    world = make_world()
    headings = []
    for attack, defense in (("4", "6"), ("15", "6"), ("21", "7/2")):
        _, column = odds.column_for(world, Fraction(attack), Fraction(defense), "open")
        headings.append(odds.heading(world, "open", column))
    assert headings == ["1:2", "3:1", "5:1"]


@pytest.mark.rule("OCS 9.3", "OCS 9.7a", "OCS 9.7b")
@pytest.mark.parametrize(("category", "attack", "heading"), [
    ("close", 5, "4:1"), ("very_close", 5, "4:1"), ("extremely_close", 7, "4:1"),
    ("close", 100, "18:1"), ("extremely_close", 100, "52:1"),
])
def test_each_category_has_its_own_line(category: str, attack: int, heading: str) -> None:
    world = make_world()
    _, column = odds.column_for(world, Fraction(attack), Fraction(1), category)
    assert odds.heading(world, category, column) == heading


@pytest.mark.rule("OCS 9.1g", "OCS 9.7b", "OCS 9.8")
@pytest.mark.parametrize(("start", "columns", "end"), [
    ((4, 1), 6, "13:1"), ((1, 4), -6, "1:5"), ((99, 1), -1, "11:1"),
])
def test_shifts_count_from_the_end_column_and_stop_at_the_ends(
    start: tuple[int, int], columns: int, end: str
) -> None:
    world = make_world()
    _, column = odds.column_for(world, Fraction(start[0]), Fraction(start[1]), "open")
    assert odds.heading(world, "open", odds.shift(column, columns)) == end


@pytest.mark.rule("OCS 9.14a")
def test_zero_strengths_start_at_the_ends_and_two_of_them_at_even_odds() -> None:
    world = make_world()
    zero, some = Fraction(0), Fraction(5)
    assert odds.column_for(world, some, zero, "open")[1] == 12
    assert odds.column_for(world, zero, some, "open")[1] == 0
    assert odds.heading(world, "open", odds.column_for(world, zero, zero, "open")[1]) == "1:1"


# ---------------------------------------------------------------- the tables (9.8, 9.9)


@pytest.mark.rule("OCS 9.9", "OCS 9.10")
@pytest.mark.parametrize(("heading", "roll", "drm", "code"), [
    ("13:1", 12, 5, "Ae2 DL2o3DG"), ("1:5", 2, -5, "AL2"),
])
def test_rolls_beyond_the_rows_use_the_last(heading: str, roll: int, drm: int, code: str) -> None:
    world = make_world()
    left, right = map(int, heading.split(":"))
    column = charts().combat_odds["open"].index(Fraction(left, right))
    assert odds.result(world, column, roll + drm) == code


@pytest.mark.rule("OCS 9.8")
@pytest.mark.parametrize(("kind", "roll", "drm", "who"), [
    ("regular", 6, 3, ""), ("regular", 6, 0, ""), ("overrun", 6, 0, "defender"),
    ("regular", 5, 0, "defender"), ("regular", 10, 0, "attacker"), ("overrun", 7, 0, ""),
])
def test_who_surprises_whom(kind: str, roll: int, drm: int, who: str) -> None:
    assert odds.surprise(make_world(), kind, roll + drm) == who


# ---------------------------------------------------------------- anti-tank (9.4e)


@pytest.mark.rule("OCS 9.4e", "OCS 3.2a", "OCS 9.4a", "OCS 9.4e.1")
@pytest.mark.parametrize(("defense_at", "total"), [
    ("heavy", Fraction(21)),   # AT 1: 9 + 12
    ("light", Fraction(24)),   # AT 2: 12 + 12
    ("none", Fraction(28)),    # 12 + 16
])
def test_at_vectors_yellow_6_and_red_infantry_8_into_the_open(
    defense_at: str, total: Fraction
) -> None:
    """Appendix 1, AT 1: 9 + 12 against Heavy. Appendix 1, AT 2: 12 + 12 against Light."""
    attackers = {
        fighter("Y", 6, "yellow", "heavy"): "0203", fighter("R", 8, "red", "light"): "0203",
    }
    found = weigh(attackers, [fighter("D", 5, "red", defense_at, SOVIET)])
    assert found.attack == total


@pytest.mark.rule("OCS 9.4e", "OCS 16.0e", "OCS 9.4e.2")
def test_a_hedgehog_counts_as_heavy_anti_tank() -> None:
    attackers = {fighter("Y", 6, "yellow", "heavy"): "0203"}
    defenders = [fighter("D", 5, side=SOVIET)]
    assert weigh(attackers, defenders).attack == 12
    assert weigh(attackers, defenders, hog=1).attack == 9


@pytest.mark.rule("OCS 9.4e", "OCS 9.4e.1")
@pytest.mark.parametrize("fields", [{"marker": DG}, {"marker": STRAT}, {"oos": True}])
def test_anti_tank_units_of_any_mode_or_supply_count(fields: dict[str, object]) -> None:
    defenders = [fighter("D", 5, side=SOVIET), fighter("G", 1, "other", "heavy", SOVIET)]
    attackers = {fighter("Y", 6, "yellow", "heavy"): "0203"}
    assert weigh(attackers, defenders, fields={"G": fields}).attack == 9


@pytest.mark.rule("OCS 9.4e", "OCS 9.4e.3")
def test_only_a_doubling_is_reduced() -> None:
    """In woods Armor has x1, with or without anti-tank."""
    attackers = {fighter("Y", 6, "yellow", "heavy"): "0203"}
    assert weigh(attackers, [fighter("D", 5, "red", "heavy", SOVIET)], "woods").attack == 6


@pytest.mark.rule("OCS 9.4", "OCS 9.4b", "OCS 9.4e", "OCS 9.5a")
def test_strength_vector_river_recon_and_tanks_against_a_dg_stack() -> None:
    """Appendix 1, Strength 1.

    8 over the river 4, recon 4, 6 at x1 1/2 is 9; 7 + 6 + 7 at half is 10.
    """
    attackers = {
        fighter("R", 8, "red", "light"): "0203", fighter("Rec", 4): "0302",
        fighter("Y", 6, "yellow", "heavy"): "0302",
    }
    defenders = [fighter(f"D{n}", s, "red", "heavy", SOVIET) for n, s in enumerate((7, 6, 7))]
    found = weigh(attackers, defenders, sides={("0203", "0303"): "river"},
                  fields={f"D{n}": {"marker": DG} for n in range(3)})
    assert (found.attack, found.defense, found.text) == (17, 10, "2:1")


# ---------------------------------------------------------------- terrain (9.3, 9.4)


@pytest.mark.rule("OCS 9.3", "OCS 9.3c")
@pytest.mark.parametrize(("terrain", "category"), [
    ("clear", "open"), ("woods", "close"), ("city", "very_close"),
    ("major_city", "extremely_close"), ("village", "close"), ("mountain", "very_close"),
])
def test_the_terrain_of_the_defender_sets_the_line(terrain: str, category: str) -> None:
    found = weigh({fighter("A", 8): "0203"}, [fighter("D", 8, side=SOVIET)], terrain)
    assert found.category == category


@pytest.mark.rule("OCS 9.3b")
def test_of_several_terrains_the_defender_takes_the_best_for_him() -> None:
    """8 to 4 is 2:1: the sixth column in the open, the fifth in a village, the third in a city."""
    attack = {fighter("A", 8): "0203"}
    defense = [fighter("D", 4, side=SOVIET)]
    assert weigh(attack, defense, "clear village").category == "close"
    assert weigh(attack, defense, "clear village").column == 4
    assert weigh(attack, defense, "clear city").category == "very_close"
    assert weigh(attack, defense, "clear").column == 5


@pytest.mark.rule("OCS 9.4b", "OCS 9.4a")
def test_for_each_attacking_hex_the_defender_chooses_hex_or_hexside_not_both() -> None:
    """Armor at 6 into a village over a river: x1/2 for the river or x1, never x1/4 or x2."""
    sides = {("0203", "0303"): "river"}
    yellow = fighter("Y", 6, "yellow", "heavy")
    defense = [fighter("D", 4, side=SOVIET)]
    assert weigh({yellow: "0203"}, defense, "village", sides).attack == 3
    assert weigh({yellow: "0302"}, defense, "village", sides).attack == 6
    both = weigh({yellow: "0203", fighter("Z", 6, "yellow", "heavy"): "0302"}, defense, "clear",
                 sides)
    assert both.attack == 3 + 12


@pytest.mark.rule("OCS 9.4b")
def test_terrain_in_the_attackers_hex_is_irrelevant() -> None:
    board = make_board(terrain={"0203": "major_city"})
    world = make_world([fighter("A", 8), fighter("D", 8, side=SOVIET)], board)
    draft = make_draft(world, {"A": "0203", "D": "0303"}, step="F2")
    found = odds.weigh(world, draft.state, board.at("0303"), ("A",), frozenset("D"))
    assert (found.attack, found.category) == (8, "open")


@pytest.mark.rule("OCS 9.4c", "OCS 9.3", "OCS 9.4d")
def test_a_hexside_neither_sets_the_line_nor_helps_the_defenders_own_strength() -> None:
    found = weigh({fighter("A", 8): "0203"}, [fighter("D", 8, side=SOVIET)], "clear",
                  {("0203", "0303"): "river"})
    assert (found.category, found.attack, found.defense) == ("open", 4, 8)


@pytest.mark.rule("OCS 9.4c")
def test_the_defenders_own_terrain_may_reduce_his_armor() -> None:
    """Armor defends a city at half, Other units whole."""
    yellow = fighter("D", 8, "yellow", "heavy", SOVIET)
    attack = {fighter("A", 8): "0203"}
    assert weigh(attack, [yellow], "city").defense == 4
    assert weigh(attack, [fighter("D", 8, side=SOVIET)], "city").defense == 8


@pytest.mark.rule("OCS 9.4")
@pytest.mark.parametrize(("ground", "attack"), [("dry", 12), ("freeze", 12), ("mud", 6),
                                                ("thaw", 6)])
def test_mud_takes_the_doubling_in_the_open(ground: str, attack: int) -> None:
    found = weigh({fighter("Y", 6, "yellow", "heavy"): "0203"}, [fighter("D", 5, side=SOVIET)],
                  ground=ground)
    assert found.attack == attack


# ---------------------------------------------------------------- supply and mode (9.5, 4.3)


@pytest.mark.rule("OCS 9.5", "OCS 9.5a", "OCS 4.3")
@pytest.mark.parametrize(("fields", "paid", "strength"), [
    ({}, True, 8), ({}, False, 4), ({"oos": True}, True, 4), ({"oos": True}, False, 2),
    ({"oos": True, "marker": DG}, False, 1), ({"marker": RESERVE}, False, 2),
    ({"marker": STRAT}, True, 0),
])
def test_what_defenders_lack_multiplies(
    fields: dict[str, object], paid: bool, strength: int
) -> None:
    found = weigh({fighter("A", 8): "0203"}, [fighter("D", 8, side=SOVIET)],
                  fields={"D": fields}, paid=paid)
    assert found.defense == strength


@pytest.mark.rule("OCS 9.5a", "OCS 4.3")
def test_attackers_out_of_supply_and_dg_fight_at_a_quarter() -> None:
    for fields, strength in (({}, 8), ({"oos": True}, 4), ({"oos": True, "marker": DG}, 2)):
        found = weigh({fighter("A", 8): "0203"}, [fighter("D", 8, side=SOVIET)],
                      fields={"A": fields})
        assert found.attack == strength


@pytest.mark.rule("OCS 9.1d", "OCS 13.1c")
def test_all_combat_units_of_the_hex_defend_hqs_among_them() -> None:
    """An HQ gives 5 in Combat and 1 in Move Mode."""
    hq = headquarters("H", SOVIET)
    attack = {fighter("A", 8): "0203"}
    defense = [fighter("D", 8, side=SOVIET), hq]
    assert weigh(attack, defense).defense == 13
    assert weigh(attack, defense, fields={"H": {"front": False}}).defense == 9


# ---------------------------------------------------------------- ratings (9.6), losses (9.11d)


@pytest.mark.rule("OCS 9.6", "OCS 9.6a", "OCS 3.2c")
@pytest.mark.parametrize(("marker", "rating"), [("", 4), (DG, 3), (STRAT, 0)])
def test_the_rating_of_a_lead_unit(marker: str, rating: int) -> None:
    world = make_world([fighter("A", 8, ar=4)])
    state = make_draft(world, {"A": unit_at(world, "A", "0203", marker=marker)}).state
    assert odds.rating(world, state, "A", attacking=True) == rating


def strength_of(world: World, lost: int, *, attacking: bool) -> Fraction:
    return printed_strength(world, unit_at(world, "D", "0203", lost=lost), attacking=attacking)


@pytest.mark.rule("OCS 9.11d", "OCS 3.2d")
@pytest.mark.parametrize(("lost", "attack", "defense"), [(0, 14, 14), (1, 7, 14), (2, 7, 7)])
def test_step_vectors_without_proportional_loss(lost: int, attack: int, defense: int) -> None:
    """Appendix 1, Step 1 and Appendix 1, Step 2: 14 and three steps, one lost or two."""
    world = make_world([division("D")], options=Options(proportional_loss=False))
    assert strength_of(world, lost, attacking=True) == attack
    assert strength_of(world, lost, attacking=False) == defense


# ---------------------------------------------------------------- entering (9.1f)


def entering(draft: Draft, name: str) -> str:
    return refusal(draft, f"attack 0303 with {name}")


@pytest.mark.rule("OCS 9.1f", "OCS 9.3a", "OCS 9.1f.1")
def test_no_unit_attacks_a_hex_that_it_could_not_enter_and_a_bridge_makes_it_possible() -> None:
    track = fighter("K", 8, "yellow", "heavy", mobility=TRACK)
    truck = fighter("T", 8, "red", "light", mobility=TRUCK)
    for sides, rule in (("major_river", "OCS 9.1f"), ("major_river road", "")):
        board = make_board(sides={("0203", "0303"): sides})
        world = make_world([track, truck, fighter("L", 8), fighter("D", 5, side=SOVIET)], board)
        units = {"K": "0203", "T": "0203", "L": "0203", "D": "0303"}
        draft = make_draft(world, units, step="F2", dumps={"0203": (AXIS, 9)})
        assert entering(draft, "L") == ""
        assert entering(draft, "K") == rule
        assert entering(draft, "T") == rule


@pytest.mark.rule("OCS 9.1f", "OCS 9.1f.2")
def test_the_price_of_the_hex_does_not_matter_to_a_regular_attack() -> None:
    board = make_board(terrain={"0303": "heavy_woods"}, sides={("0203", "0303"): "river"})
    world = make_world([fighter("K", 8, "yellow", "heavy", mobility=TRACK),
                        fighter("D", 5, side=SOVIET)], board)
    units = {"K": unit_at(world, "K", "0203", spent=48), "D": "0303"}
    draft = make_draft(world, units, step="F2", dumps={"0203": (AXIS, 9)})
    assert entering(draft, "K") == ""
