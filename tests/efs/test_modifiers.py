"""Die roll modifiers of a combat (BSR 15.6, 15.7, 18.2, 18.3): each with and without."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.board import Board
from engine.efs.charts import Modifier
from engine.efs.modifiers import integrity, net
from engine.efs.pieces import OUT_OF_SUPPLY, OVERRUN, Counter
from engine.efs.state import Fort
from tests.efs.battle import Battle, Piece, battle, combat, gun, modifiers, red, total, unit
from tests.efs.support import make_board

RIVER = "BSR 15.61b"
LINE = {("0403", "0404"): "fortified_line"}
PANZER = {"type": "armor", "armor": True, "ma_class": "motorized", "formation": "9 Pz"}
DIVISION = {"type": "motorized_infantry", "ma_class": "motorized", "formation": "9 Pz"}
RECON = {"type": "recon", "ma_class": "motorized", "formation": "9 Pz"}


def attack(
    *more: Piece, terrain: str = "clear", sides: dict[tuple[str, str], str] | None = None,
    defender: Counter | None = None, **fields: Any,
) -> Battle:
    """A in 0403 and B in 0405 beside the defender in 0404."""
    board = make_board(8, 8, {"0404": terrain}, sides=sides)
    return battle(
        (defender or red("R"), "0404"), (unit("A"), "0403"), (unit("B"), "0405"), *more,
        board=fields.pop("board", board), **fields,
    )


# ---------------------------------------------------------------- terrain (15.61)


@pytest.mark.rule("BSR 15.61a")
@pytest.mark.parametrize(
    ("terrain", "drm"),
    [("clear", 0), ("marsh", 0), ("swamp", 0), ("hill", 1), ("woods", 1), ("city", 1),
     ("mountain", 2), ("alpine", 2), ("major_city", 2), ("hill woods", 1), ("mountain woods", 2),
     ("clear town", 0)],
)
def test_the_highest_terrain_of_the_hex_counts(terrain: str, drm: int) -> None:
    """Hill and woods do not add up; swamp gives nothing (15.52a)."""
    assert modifiers(attack(terrain=terrain), "A").get("BSR 15.61a", 0) == drm


@pytest.mark.rule("BSR 15.52a")
def test_swamp_gives_its_defender_no_drm() -> None:
    assert total(attack(terrain="swamp"), "A") == 0
    assert total(attack(terrain="hill"), "A") == 1


@pytest.mark.rule("BSR 15.61a")
@pytest.mark.parametrize(
    ("weather", "rolled", "terrain", "drm"),
    [("dry", (), "clear town", 0), ("mud", (), "clear town", 1), ("frost", (), "clear town", 0),
     ("snow", (), "clear town", 1), ("dry", ("mud", "dry"), "woods town", 1),
     ("dry", ("mud", "dry"), "clear town", 0)],
)
def test_a_town_shelters_in_bad_weather(
    weather: str, rolled: tuple[str, ...], terrain: str, drm: int
) -> None:
    """The chart's row for towns; a town in woods has Lingering Mud, and woods anyway."""
    there = attack(terrain=terrain, weather=weather, rolled=rolled)
    assert modifiers(there, "A").get("BSR 15.61a", 0) == drm


@pytest.mark.rule("BSR 15.61")
def test_the_attackers_hex_gives_nobody_a_drm() -> None:
    there = attack(board=make_board(8, 8, {"0403": "hill", "0405": "city"}))
    assert total(there, "A, B") == 0


@pytest.mark.rule("BSR 15.61b")
@pytest.mark.parametrize(
    ("units", "drm"), [("A", 1), ("B", 0), ("A, B", 0)]
)
def test_a_river_counts_if_every_attacker_attacks_across_it(units: str, drm: int) -> None:
    there = attack(sides={("0403", "0404"): "river"})
    assert modifiers(there, units).get(RIVER, 0) == drm


@pytest.mark.rule("BSR 15.61b")
@pytest.mark.parametrize(
    ("side", "frozen", "drm"),
    [("river", False, 1), ("river road.main", False, 1), ("river", True, 0),
     ("major_river", False, 0), ("canal", False, 1)],
)
def test_rivers_count_bridged_or_not_but_not_frozen(side: str, frozen: bool, drm: int) -> None:
    """A major river halves instead (15.52b)."""
    there = attack(sides={("0403", "0404"): side}, frozen=frozen)
    assert modifiers(there, "A").get(RIVER, 0) == drm


@pytest.mark.rule("BSR 15.61b", "BSR 15.61d")
@pytest.mark.parametrize(
    ("sides", "drm"),
    [({("0503", "0404"): "river", ("0503", "0504"): "river"}, 1),
     ({("0503", "0404"): "river"}, 0)],
)
def test_all_defenders_must_be_behind_it(sides: dict[tuple[str, str], str], drm: int) -> None:
    """C in 0503 attacks 0404 and 0504 together."""
    there = attack((red("S"), "0504"), (unit("C"), "0503"), sides=sides)
    assert modifiers(there, "C", "0404 0504").get(RIVER, 0) == drm


@pytest.mark.rule("BSR 15.61c")
def test_hill_behind_a_river_counts_twice() -> None:
    there = attack(terrain="hill", sides={("0403", "0404"): "river"})
    assert modifiers(there, "A") == {"BSR 15.61a": 1, RIVER: 1}
    assert total(there, "A") == 2


@pytest.mark.rule("BSR 15.61d")
@pytest.mark.parametrize(
    ("first", "second", "drm"), [("clear", "hill", 1), ("hill", "mountain", 2), ("city", "hill", 1)]
)
def test_of_two_hexes_the_highest_terrain_counts_once(
    first: str, second: str, drm: int
) -> None:
    board = make_board(8, 8, {"0404": first, "0504": second})
    there = attack((red("S"), "0504"), (unit("C"), "0503"), board=board)
    assert total(there, "C", "0404 0504") == drm


@pytest.mark.rule("BSR 15.61a")
def test_a_major_city_gives_axis_defenders_less() -> None:
    there = battle(
        (unit("G"), "0404"), (red("R"), "0403"), step="C.4c",
        board=make_board(8, 8, {"0404": "major_city"}),
    )
    assert total(there, "R") == 1


# ---------------------------------------------------------------- orders (15.62)


@pytest.mark.rule("BSR 15.62", "ESP B.4c.9")
@pytest.mark.parametrize(
    ("order", "drm"), [("no-retreat", 1), ("additional-retreat", 0), ("", 0)]
)
def test_a_defenders_no_retreat_order_counts(order: str, drm: int) -> None:
    assert total(attack(), "A", defender_order=order) == drm


@pytest.mark.rule("BSR 15.62")
def test_an_attackers_no_retreat_order_does_not() -> None:
    assert total(attack(), "A", order="no-retreat") == 0


# ---------------------------------------------------------------- engineers (15.63)


def engineers(**fields: Any) -> Battle:
    """As `attack`, with two engineers beside A."""
    return attack((unit("E", type="engineer"), "0403"), (unit("E2", type="engineer"), "0403"),
                  **fields)


@pytest.mark.rule("BSR 15.63")
@pytest.mark.parametrize(
    ("terrain", "side", "fort", "drm"),
    [("clear", "", False, 0), ("hill", "", False, 0), ("clear town", "", False, 0),
     ("city", "", False, -1), ("major_city", "", False, -1), ("clear", "river", False, -1),
     ("clear", "major_river", False, 0), ("clear", "fortified_line", False, -1),
     ("clear", "", True, -1)],
)
def test_declared_engineer_effects_help_against_works_and_rivers(
    terrain: str, side: str, fort: bool, drm: int
) -> None:
    forts = {"0404": Fort("soviet")} if fort else {}
    there = engineers(terrain=terrain, sides={("0403", "0404"): side}, forts=forts)
    assert modifiers(there, "A, E", engineers=True).get("BSR 15.63", 0) == drm


@pytest.mark.rule("BSR 15.63")
@pytest.mark.parametrize(
    ("units", "declared", "drm"),
    [("A, E", True, -1), ("A, E, E2", True, -1), ("A, E", False, 0), ("A", True, 0)],
)
def test_they_must_be_declared_and_two_engineers_do_no_more(
    units: str, declared: bool, drm: int
) -> None:
    there = engineers(terrain="city")
    assert modifiers(there, units, engineers=declared).get("BSR 15.63", 0) == drm


@pytest.mark.rule("BSR 15.63")
def test_motorized_engineers_are_engineers() -> None:
    there = attack((unit("E", type="motorized_engineer"), "0403"), terrain="city")
    assert modifiers(there, "E", engineers=True)["BSR 15.63"] == -1


@pytest.mark.rule("BSR 15.63")
@pytest.mark.parametrize(("terrain", "rule"), [("city", ""), ("clear", "BSR 15.63")])
def test_they_cannot_be_declared_in_vain(terrain: str, rule: str) -> None:
    there = engineers(terrain=terrain, attacks={"0404": "A, E"})
    assert there.refused("fight 0404 with A, E engineers") == rule


# ---------------------------------------------------------------- super-heavy artillery (15.64)


def heavy(many: int = 1, **fields: Any) -> Battle:
    """As `attack`, with an engineer and this many super-heavy guns."""
    guns = [(gun(f"H{n}", 2, 4, type="superheavy_artillery", ma=0), "0402") for n in range(many)]
    return attack((unit("E", type="engineer"), "0403"), *guns, **fields)


@pytest.mark.rule("BSR 15.64")
@pytest.mark.parametrize(
    ("terrain", "side", "fort", "drm"),
    [("clear", "", False, 0), ("hill", "", False, 0), ("city", "", False, -1),
     ("major_city", "", False, -1), ("clear", "fortified_line", False, -1),
     ("clear", "river", False, 0), ("clear", "", True, -1)],
)
def test_a_super_heavy_gun_offsets_city_line_and_strongpoint(
    terrain: str, side: str, fort: bool, drm: int
) -> None:
    forts = {"0404": Fort("soviet")} if fort else {}
    there = heavy(terrain=terrain, sides={("0403", "0404"): side}, forts=forts)
    assert modifiers(there, "A", support="H0").get("BSR 15.64", 0) == drm


@pytest.mark.rule("BSR 15.64")
def test_only_in_attack_supply() -> None:
    there = heavy(terrain="city")
    assert "BSR 15.64" not in modifiers(there, "A", support="H0", supplied=False)
    assert modifiers(there, "A", support="H0", supplied=True)["BSR 15.64"] == -1


@pytest.mark.rule("BSR 15.64")
def test_ordinary_and_soviet_super_heavy_guns_give_no_drm() -> None:
    there = attack((gun("G"), "0402"), terrain="city")
    assert "BSR 15.64" not in modifiers(there, "A", support="G")
    soviets = battle(
        (unit("D"), "0404"), (red("R"), "0403"),
        (gun("B-4", 2, 4, type="superheavy_artillery", side="soviet"), "0402"), step="C.4c",
        board=make_board(8, 8, {"0404": "city"}),
    )
    assert "BSR 15.64" not in modifiers(soviets, "R", support="B-4")


@pytest.mark.rule("BSR 15.64.s1", "BSR 23.43e")
@pytest.mark.parametrize(
    ("terrain", "guns", "with_engineers", "drm"),
    [("city", "H0, H1", False, -1), ("city", "H0", True, 0),
     ("major_city", "H0, H1, H2", False, -2), ("major_city", "H0, H1", True, -1),
     ("major_city", "H0", False, -1)],
)
def test_with_engineers_they_never_exceed_what_they_offset(
    terrain: str, guns: str, with_engineers: bool, drm: int
) -> None:
    """A city gives +1, a major city +2; the engineers' own -1 counts against it."""
    there = heavy(3, terrain=terrain)
    found = modifiers(there, "A, E", support=guns, engineers=with_engineers)
    assert found.get("BSR 15.64", 0) == drm
    assert found.get("BSR 15.63", 0) == (-1 if with_engineers else 0)


@pytest.mark.rule("BSR 15.64", "BSR 15.64.s1", "BSR 15.61d")
@pytest.mark.parametrize(("second", "drm"), [("clear", -1), ("mountain", 0)])
def test_a_city_drm_that_another_hex_outbids_is_not_received(second: str, drm: int) -> None:
    """0404 is a city of +1; with a mountain of +2 in the combat the city's DRM does not apply."""
    there = battle(
        (red("R"), "0404"), (red("S"), "0504"), (unit("A"), "0503"),
        (gun("H", 2, 4, type="superheavy_artillery", ma=0), "0402"),
        board=make_board(8, 8, {"0404": "city", "0504": second}),
    )
    found = modifiers(there, "A", "0404 0504", support="H")
    assert found.get("BSR 15.64", 0) == drm


@pytest.mark.rule("BSR 15.64.s1", "BSR 18.37")
def test_the_double_drm_of_works_near_a_city_may_be_offset_whole() -> None:
    board = make_board(8, 8, {"0406": "city"}, sides=LINE)
    there = heavy(3, board=board, forts={"0404": Fort("soviet")})
    there.set(control={there.at("0406"): "soviet"})
    assert modifiers(there, "A", support="H0, H1, H2") == {"BSR 18.37": 2, "BSR 15.64": -2}


# ---------------------------------------------------------------- air and supply (15.65, 15.66)


@pytest.mark.rule("BSR 15.65")
@pytest.mark.parametrize(("points", "drm"), [(2, -2), (1, -1), (0, 0), (-1, 1)])
def test_each_net_cas_point_is_a_drm(points: int, drm: int) -> None:
    there = attack()
    there.set(cas=((there.at("0404"), points), (there.at("0606"), 3)))
    assert modifiers(there, "A").get("BSR 15.65", 0) == drm


@pytest.mark.rule("BSR 15.66a", "BSR 6.75")
@pytest.mark.parametrize(
    ("marks", "drm"),
    [(("", ""), 0), ((OUT_OF_SUPPLY, ""), -1), ((OUT_OF_SUPPLY, OUT_OF_SUPPLY), -1),
     (("emergency", ""), 0)],
)
def test_a_defender_out_of_supply_helps_the_attacker_once(
    marks: tuple[str, str], drm: int
) -> None:
    first, second = ({"marks": frozenset({m} - {""})} for m in marks)
    there = battle(
        (red("R"), "0404", first), (red("S"), "0404", second), (unit("A"), "0403")
    )
    assert total(there, "A") == drm


@pytest.mark.rule("BSR 15.66b", "BSR 15.32a", "BSR 6.8")
@pytest.mark.parametrize(("supplied", "drm"), [(True, 0), (False, 2)])
def test_no_attack_supply_costs_two(supplied: bool, drm: int) -> None:
    assert total(attack(), "A", supplied=supplied) == drm


@pytest.mark.rule("BSR 11.44d")
@pytest.mark.parametrize(("mark", "drm"), [("", 0), (OVERRUN, -1)])
def test_a_defender_with_an_overrun_marker_is_shaken(mark: str, drm: int) -> None:
    there = battle(
        (red("R"), "0404", {"marks": frozenset({mark} - {""})}), (unit("A"), "0403")
    )
    assert total(there, "A") == drm


# ---------------------------------------------------------------- combined arms (15.67)


def arms(
    partner: str = "motorized_infantry", defender: Counter | None = None, **fields: Any
) -> Battle:
    """A panzer regiment Pz and a partner P attack 0404 from 0403."""
    return attack(
        (unit("Pz", type="armor", armor=True), "0403"), (unit("P", type=partner), "0403"),
        defender=defender, **fields,
    )


def bonus(there: Battle, units: str = "Pz, P", hexes: str = "0404", **fields: Any) -> bool:
    """Whether the Combined Arms Bonus applies."""
    return modifiers(there, units, hexes, **fields).get("BSR 15.67", 0) == -1


@pytest.mark.rule("BSR 15.67a")
@pytest.mark.parametrize(
    ("partner", "applies"),
    [("motorized_infantry", True), ("recon", True), ("motorcycle", True), ("engineer", True),
     ("motorized_engineer", True), ("infantry", False), ("cavalry", False), ("armor", False),
     ("motorized_antitank", False)],
)
def test_armor_with_a_fitting_partner_has_the_bonus(partner: str, applies: bool) -> None:
    assert bonus(arms(partner)) == applies


@pytest.mark.rule("BSR 15.67a", "BSR 15.67c.n1")
def test_one_counter_is_not_its_own_partner() -> None:
    """Armored reconnaissance is armor and reconnaissance in one; two such counters combine."""
    both = {"type": "recon", "armor": True}
    there = attack((unit("AC", **both), "0403"), (unit("AC2", **both), "0403"))
    assert not bonus(there, "AC") and bonus(there, "AC, AC2")


@pytest.mark.rule("BSR 15.67a")
@pytest.mark.parametrize("units", ["Pz", "P", "P, A"])
def test_both_must_attack(units: str) -> None:
    assert bonus(arms()) and not bonus(arms(), units)


@pytest.mark.rule("BSR 15.67a")
@pytest.mark.parametrize(
    ("fields", "applies"),
    [({}, True), ({"armor": True, "type": "armor"}, False), ({"type": "antitank"}, False),
     ({"type": "motorized_antitank"}, False), ({"type": "antiair"}, False),
     ({"type": "motorized_antiair"}, False), ({"type": "cavalry"}, True)],
)
def test_armor_antitank_and_antiair_deny_it(fields: dict[str, Any], applies: bool) -> None:
    assert bonus(arms(defender=red("R", **fields))) == applies


@pytest.mark.rule("BSR 15.67b", "BSR 18.22")
@pytest.mark.parametrize(
    ("terrain", "side", "applies"),
    [("clear", "", True), ("hill woods", "", True), ("marsh", "", True), ("clear town", "", True),
     ("swamp", "", False), ("city", "", False), ("major_city", "", False), ("mountain", "", False),
     ("alpine", "", False), ("clear", "river", False), ("clear", "major_river", False),
     ("clear", "fortified_line", False)],
)
def test_shelter_denies_it(terrain: str, side: str, applies: bool) -> None:
    assert bonus(arms(terrain=terrain, sides={("0403", "0404"): side})) == applies


@pytest.mark.rule("BSR 15.67b", "BSR 18.22")
@pytest.mark.parametrize("side", ["river", "major_river", "fortified_line"])
def test_one_attacker_on_the_near_bank_restores_it(side: str) -> None:
    there = arms(sides={("0403", "0404"): side})
    assert not bonus(there, "Pz, P") and bonus(there, "Pz, P, B")


@pytest.mark.rule("BSR 15.67b")
@pytest.mark.parametrize("side", ["river", "major_river"])
def test_frozen_water_is_no_shelter(side: str) -> None:
    frost = {"weather": "frost", "frozen": True}
    assert bonus(arms(sides={("0403", "0404"): side}, **frost))
    assert not bonus(arms(sides={("0403", "0404"): side}))


@pytest.mark.rule("BSR 15.67b")
@pytest.mark.parametrize(
    ("first", "second", "applies"),
    [("city", "swamp", False), ("city", "clear", True), ("clear", "clear", True)],
)
def test_every_defender_must_be_sheltered(first: str, second: str, applies: bool) -> None:
    """Two hexes in one combat, attacked from 0503."""
    board = make_board(8, 8, {"0404": first, "0504": second})
    there = battle(
        (red("R"), "0404"), (red("S"), "0504"), (unit("Pz", type="armor", armor=True), "0503"),
        (unit("P", type="recon"), "0503"), board=board,
    )
    assert bonus(there, hexes="0404 0504") == applies


@pytest.mark.rule("BSR 15.67c")
@pytest.mark.parametrize(
    ("weather", "applies"),
    [("dry", True), ("frost", True), ("mud", False), ("snow", False), ("arctic", False)],
)
def test_bad_weather_denies_it(weather: str, applies: bool) -> None:
    assert bonus(arms(weather=weather)) == applies


@pytest.mark.rule("BSR 15.67c", "BSR 5.14")
@pytest.mark.parametrize(("terrain", "applies"), [("woods", False), ("clear", True)])
def test_lingering_mud_denies_it_in_woods(terrain: str, applies: bool) -> None:
    assert bonus(arms(terrain=terrain, rolled=("mud", "dry"))) == applies


@pytest.mark.rule("BSR 15.67c.n1")
def test_a_soviet_tank_division_alone_has_none() -> None:
    """One counter, whatever it holds, is not two."""
    tanks = {"type": "armor", "armor": True}
    there = battle(
        (unit("D"), "0404"), (red("Tk", **tanks), "0403"), (red("Tk2", **tanks), "0403"),
        (red("Mot", type="motorized_infantry"), "0403"), step="C.4c",
    )
    assert not bonus(there, "Tk") and not bonus(there, "Tk, Tk2")
    assert bonus(there, "Tk, Mot")


# ---------------------------------------------------------------- division integrity (15.68)


def panzer(*names: str, formation: str = "9 Pz", at: str = "0403", **fields: Any) -> list[Piece]:
    """Components of a panzer division: Pz, M1, M2, Rec."""
    kinds = {"Pz": PANZER, "M1": DIVISION, "M2": DIVISION, "Rec": RECON}
    return [
        (unit(f"{n}{formation[:-3]}", **{**kinds[n], "formation": formation}), at, dict(fields))
        for n in names
    ]


def motorized(
    *names: str, formation: str = "16 M", at: str = "0403", ss: bool = False, **fields: Any
) -> list[Piece]:
    """Components of a motorized division: m1, m2, m3, rec."""
    return [
        (unit(f"{n} {formation}", **{
            **(RECON if n == "rec" else DIVISION), "formation": formation, "ss": ss,
        }), at, dict(fields))
        for n in names
    ]


def whole(*pieces: Piece, supplied: bool = True, anti: bool = True) -> tuple[str, ...]:
    """The divisions with the bonus when all these pieces attack 0404."""
    kind = "antitank" if anti else "infantry"
    there = battle((red("R", type=kind), "0404"), *pieces)
    names = ", ".join(p[0].name for p in pieces)
    return integrity(there.world, there.state, combat(there, names, supplied=supplied))


ALL = ("Pz", "M1", "M2", "Rec")


@pytest.mark.rule("BSR 15.68c.2", "BSR 15.68a")
@pytest.mark.parametrize(
    ("names", "qualifies"),
    [(ALL, True), (("Pz", "M1", "M2"), True), (("Pz", "M1", "Rec"), True), (("Pz", "M1"), False),
     (("Pz", "Rec"), False), (("M1", "M2", "Rec"), False), (("Pz", "M2", "Rec"), True)],
)
def test_a_panzer_division_needs_its_regiment_and_two_more(
    names: tuple[str, ...], qualifies: bool
) -> None:
    assert whole(*panzer(*names)) == (("9 Pz",) if qualifies else ())


@pytest.mark.rule("BSR 15.68a")
def test_from_different_hexes_and_reduced_it_still_qualifies() -> None:
    pieces = [*panzer("Pz"), *panzer("M1", at="0503"), *panzer("Rec", at="0405", lost=0)]
    assert whole(*pieces) == ("9 Pz",)


@pytest.mark.rule("BSR 15.68a")
def test_each_qualifying_division_is_a_drm() -> None:
    two = [*panzer("Pz", "M1", "M2"), *panzer("Pz", "M1", "M2", formation="16 Pz")]
    there = battle((red("R", type="antitank"), "0404"), *two)
    names = ", ".join(p[0].name for p in two)
    assert modifiers(there, names) == {"BSR 15.68": -2}


@pytest.mark.rule("BSR 15.68b", "BSR 15.68a")
@pytest.mark.parametrize(
    ("panzers", "motorizeds", "drm"), [(1, 1, -2), (1, 2, -2), (2, 2, -4), (0, 1, 0)]
)
def test_each_motorized_division_needs_a_panzer_division(
    panzers: int, motorizeds: int, drm: int
) -> None:
    """One panzer and two motorized divisions: -2, nothing for the third."""
    pieces: list[Piece] = []
    for n in range(panzers):
        pieces += panzer("Pz", "M1", "M2", formation=f"{n} Pz")
    for n in range(motorizeds):
        pieces += motorized("m1", "m2", "rec", formation=f"{n} M")
    there = battle((red("R", type="antitank"), "0404"), *pieces)
    names = ", ".join(p[0].name for p in pieces)
    assert modifiers(there, names).get("BSR 15.68", 0) == drm


@pytest.mark.rule("BSR 15.68c.3")
@pytest.mark.parametrize(
    ("names", "qualifies"),
    [(("m1", "m2", "rec"), True), (("m1", "m2"), False), (("m1", "rec"), False)],
)
def test_a_motorized_division_needs_all_three(names: tuple[str, ...], qualifies: bool) -> None:
    found = whole(*panzer("Pz", "M1", "M2"), *motorized(*names))
    assert ("16 M" in found) == qualifies


@pytest.mark.rule("BSR 15.68c.x1")
@pytest.mark.parametrize(
    ("formation", "names", "qualifies"),
    [("SSW", ("m1", "m2", "m3"), True), ("SSW", ("m1", "m2", "rec"), True),
     ("SSW", ("m1", "m2"), False), ("SS LAH", ("m1", "rec"), True), ("SS LAH", ("m1",), False)],
)
def test_ss_divisions_need_three_of_four_and_lah_its_two(
    formation: str, names: tuple[str, ...], qualifies: bool
) -> None:
    found = whole(
        *panzer("Pz", "M1", "M2"), *motorized(*names, formation=formation, ss=True)
    )
    assert (formation in found) == qualifies


@pytest.mark.rule("BSR 15.68c.1", "BSR 15.32b", "BSR 6.73")
@pytest.mark.parametrize(("supplied", "qualifies"), [(True, True), (False, False)])
def test_out_of_supply_units_count_only_in_attack_supply(supplied: bool, qualifies: bool) -> None:
    pieces = panzer("Pz", "M1", "M2", marks=frozenset({OUT_OF_SUPPLY}))
    assert whole(*pieces, supplied=supplied) == (("9 Pz",) if qualifies else ())


@pytest.mark.rule("BSR 15.68c.1", "BSR 15.32b")
@pytest.mark.parametrize(("names", "qualifies"), [(("M2",), True), (("Pz",), False)])
def test_only_the_necessary_components_must_be_in_supply(
    names: tuple[str, ...], qualifies: bool
) -> None:
    """All four attack: without M2 enough are left, without the panzer regiment not."""
    marks = frozenset({OUT_OF_SUPPLY})
    fit = panzer(*(n for n in ALL if n not in names))
    found = whole(*fit, *panzer(*names, marks=marks), supplied=False)
    assert found == (("9 Pz",) if qualifies else ())


@pytest.mark.rule("BSR 15.68a")
def test_other_nationalities_have_no_such_bonus() -> None:
    soviet = [
        (red("T", type="armor", armor=True, formation="1 GdM"), "0403"),
        (red("I", type="motorized_infantry", formation="1 GdM"), "0403"),
        (red("J", type="motorized_infantry", formation="1 GdM"), "0403"),
    ]
    there = battle((unit("D", type="antitank"), "0404"), *soviet, step="C.4c")
    assert modifiers(there, "T, I, J") == {}


@pytest.mark.rule("BSR 15.68a", "BSR 15.68b", "BSR 15.67a")
def test_a_panzer_and_two_motorized_divisions_against_antitank_are_minus_two() -> None:
    pieces = [
        *panzer("Pz", "M1", "M2"), *motorized("m1", "m2", "rec", formation="16 M", at="0503"),
        *motorized("m1", "m2", "rec", formation="25 M", at="0405"),
    ]
    there = battle((red("R"), "0404"), (red("AT", type="antitank"), "0404"), *pieces)
    assert total(there, ", ".join(p[0].name for p in pieces)) == -2


# ---------------------------------------------------------------- fortifications (18.2, 18.3)


@pytest.mark.rule("BSR 18.21", "BSR 18.13")
@pytest.mark.parametrize(("units", "drm"), [("A", 1), ("A, B", 0), ("B", 0)])
def test_a_fortified_line_counts_if_all_attack_across_it(units: str, drm: int) -> None:
    assert modifiers(attack(sides=LINE), units).get("BSR 18.21", 0) == drm


@pytest.mark.rule("BSR 18.21")
def test_it_adds_to_other_terrain() -> None:
    assert total(attack(sides=LINE, terrain="hill"), "A") == 2


@pytest.mark.rule("BSR 18.2", "BSR 18.13")
def test_it_serves_soviets_only_and_only_while_it_stands() -> None:
    axis = battle(
        (unit("D"), "0404"), (red("R"), "0403"), step="C.4c", board=make_board(8, 8, sides=LINE)
    )
    assert total(axis, "R") == 0
    there = attack(sides=LINE)
    a, b = sorted((there.at("0403"), there.at("0404")))
    assert total(there, "A") == 1
    assert total(there.set(lines_destroyed=frozenset({(a, b)})), "A") == 0


def strong(fort: Fort | None = None, board: Board | None = None, **fields: Any) -> Battle:
    """As `attack`, with a Strongpoint in 0404."""
    values = {"board": board} if board else {}
    return attack(forts={"0404": fort or Fort("soviet")}, **values, **fields)


@pytest.mark.rule("BSR 18.36", "BSR 18.13", "BSR 18.31")
@pytest.mark.parametrize(
    ("fort", "drm"),
    [(Fort("soviet"), 1), (Fort("soviet", complete=False), 0), (Fort("axis"), 0)],
)
def test_a_complete_strongpoint_of_the_defenders_own_counts(fort: Fort, drm: int) -> None:
    """An unfinished one has no effect; the enemy's is of no use to who sits in it."""
    assert total(strong(fort), "A") == drm


@pytest.mark.rule("BSR 18.36", "BSR 18.3")
@pytest.mark.parametrize("units", ["A", "B", "A, B"])
def test_from_any_direction(units: str) -> None:
    assert modifiers(strong(), units) == {"BSR 18.36": 1}


@pytest.mark.rule("BSR 18.36")
def test_axis_strongpoints_shelter_axis_defenders() -> None:
    there = battle(
        (unit("D"), "0404"), (red("R"), "0403"), step="C.4c", forts={"0404": Fort("axis")}
    )
    assert total(there, "R") == 1


@pytest.mark.rule("BSR 18.36", "BSR 15.67b")
def test_a_strongpoint_denies_combined_arms() -> None:
    assert not bonus(arms(forts={"0404": Fort("soviet")}))
    assert bonus(arms(forts={"0404": Fort("soviet", complete=False)}))


@pytest.mark.rule("BSR 18.36.s1")
@pytest.mark.parametrize("units", ["A", "B", "A, B"])
def test_in_a_fortified_line_hex_it_is_still_one(units: str) -> None:
    assert total(strong(sides=LINE), units) == 1


@pytest.mark.rule("BSR 18.37")
@pytest.mark.parametrize(
    ("city", "owner", "units", "drm"),
    [("0408", "soviet", "A", 2), ("0408", "soviet", "A, B", 1), ("0408", "axis", "A", 1),
     ("0409", "soviet", "A", 1)],
)
def test_near_a_friendly_city_a_strongpoint_on_a_line_counts_twice(
    city: str, owner: str, units: str, drm: int
) -> None:
    """0408 is four hexes from 0404, 0409 five; all must attack across the line."""
    there = strong(board=make_board(9, 9, {city: "city"}, sides=LINE))
    there.set(control={there.at(city): owner})
    assert total(there, units) == drm


@pytest.mark.rule("BSR 18.37")
def test_a_major_city_serves_as_well_and_without_a_strongpoint_neither_does() -> None:
    board = make_board(9, 9, {"0408": "major_city"}, sides=LINE)
    there = strong(board=board)
    there.set(control={there.at("0408"): "soviet"})
    assert total(there, "A") == 2
    assert total(there.set(forts={}), "A") == 1


@pytest.mark.rule("BSR 23.34d")
def test_flotillas_alone_gain_nothing_from_a_fortification() -> None:
    boat = red("Boat", 1, 1, type="flotilla", ma_class="blue")
    assert total(strong(defender=boat), "A") == 0
    there = attack((red("S"), "0404"), defender=boat, forts={"0404": Fort("soviet")})
    assert total(there, "A") == 1


# ---------------------------------------------------------------- netting (15.6, 15.7)


@pytest.mark.rule("BSR 15.7", "BSR 15.6", "ESP B.4c.9")
@pytest.mark.parametrize(
    ("values", "final"), [((2, -1), 1), ((1, -1), 0), ((), 0), ((-1, -1, 1), -1), ((2, 1), 3)]
)
def test_plus_and_minus_offset_each_other(values: tuple[int, ...], final: int) -> None:
    there = attack()
    assert net(there.world, tuple(Modifier("x", v, "BSR 15.6") for v in values)) == final


@pytest.mark.rule("BSR 15.7.n1")
@pytest.mark.parametrize(
    ("values", "final"), [((2, 1, 1), 3), ((-1, -1, -1, -1), -3), ((3, 3, -2), 3), ((3, 2, -4), 1)]
)
def test_the_final_drm_is_three_at_most(values: tuple[int, ...], final: int) -> None:
    """The limit is for what remains: +5 and -4 are +1."""
    there = attack()
    assert net(there.world, tuple(Modifier("x", v, "BSR 15.6") for v in values)) == final


@pytest.mark.rule("BSR 15.6")
def test_every_kind_of_modifier_meets_in_one_combat() -> None:
    """Hill +1, river +1, No Retreat +1, engineers -1, air -2, Out of Supply -1: -1 in all."""
    there = battle(
        (red("R"), "0404", {"marks": frozenset({OUT_OF_SUPPLY})}), (unit("A"), "0403"),
        (unit("E", type="engineer"), "0403"),
        board=make_board(8, 8, {"0404": "hill"}, sides={("0403", "0404"): "river"}),
    )
    there.set(cas=((there.at("0404"), 2),))
    found = modifiers(there, "A, E", engineers=True, defender_order="no-retreat")
    assert found == {
        "BSR 15.61a": 1, "BSR 15.61b": 1, "BSR 15.62": 1, "BSR 15.63": -1, "BSR 15.65": -2,
        "BSR 15.66a": -1,
    }
    assert total(there, "A, E", engineers=True, defender_order="no-retreat") == -1
