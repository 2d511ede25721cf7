"""Advance after combat (BSR 16.5): who, where, when, and who may not."""

from __future__ import annotations

from typing import Any

import pytest

from engine.efs.decisions import Advance
from engine.efs.state import Fort
from tests.efs.battle import Battle, Piece, battle, gun, msu, on, outcome, red, unit
from tests.efs.support import make_board


def won(*more: Piece, units: str = "A, B", result: str = "-", **fields: Any) -> Battle:
    """A and B in 0403 have eliminated R in 0404."""
    support, order = fields.pop("support", ""), fields.pop("order", "")
    there = battle((unit("A"), "0403"), (unit("B"), "0403"), (red("R"), "0404"), *more, **fields)
    return outcome(there, units, result, "e", support=support, order=order)


# ---------------------------------------------------------------- 16.5, 16.51


@pytest.mark.rule("BSR 16.5", "ESP B.4c.14")
def test_attackers_may_enter_a_vacated_hex() -> None:
    there = won()
    assert isinstance(there.ask, Advance) and there.ask.side == "axis"
    there.do("advance A, B to 0404")
    assert (there.where("A"), there.where("B")) == ("0404", "0404")
    assert there.ask is None


@pytest.mark.rule("BSR 16.5", "BSR 16.4")
def test_also_where_the_defenders_retreated_but_not_where_they_stand() -> None:
    there = battle((unit("A"), "0403"), (red("R"), "0404"))
    outcome(there, "A", "-", "R").do("retreat R via 0405 0406")
    assert there.refused("advance A to 0404") == ""
    stood = battle((unit("A"), "0403"), (red("R", reduced=(2, 2, 4)), "0404"))
    outcome(stood, "A", "-", "1")
    assert stood.ask is None


@pytest.mark.rule("BSR 16.51")
def test_nobody_is_forced_to_advance_and_a_part_may() -> None:
    assert won().do("pass").where("A") == "0403"
    there = won().do("advance A to 0404")
    assert there.refused("pass") == ""
    there.do("pass")
    assert (there.where("A"), there.where("B")) == ("0404", "0403")


def two() -> Battle:
    """A has won in 0404; S in 0504 is still to be attacked by C, or anyone near."""
    there = battle(
        (unit("A", 8), "0403"), (red("R", zoc=False), "0404"), (red("S"), "0504"),
        (unit("C", 8), "0604"), attacks={"0404": "A", "0504": "C"},
    )
    return outcome(there, "A", "-", "e")


@pytest.mark.rule("BSR 16.51")
def test_the_advance_comes_before_any_other_combat() -> None:
    there = two()
    assert there.refused("fight 0504 with C") == "BSR 16.5"
    there.do("advance A to 0404")
    assert there.refused("fight 0504 with C") == ""


@pytest.mark.rule("BSR 16.51", "BSR 15.23")
def test_a_unit_that_advanced_attacks_no_more_in_the_phase() -> None:
    """Played from the roll on, so that the markers are in place: 8 against 1 wipes R out."""
    there = battle(
        (unit("A", 8), "0403"), (red("R", defense=1, zoc=False), "0404"), (red("S"), "0504"),
        (unit("C", 8), "0604"), attacks={"0404": "A", "0504": "C"}, rolls=(1,),
    )
    there.do("fight 0404 with A").finish()
    on(there, "A", hex=there.at("0404"))
    assert there.refused("fight 0504 with C, A") == "BSR 15.23"
    assert there.refused("fight 0504 with C") == ""


# ---------------------------------------------------------------- 16.52


@pytest.mark.rule("BSR 16.52")
@pytest.mark.parametrize("name", ["G", "Idle"])
def test_only_non_artillery_units_that_took_part_advance(name: str) -> None:
    there = won((gun("G"), "0403"), (unit("Idle"), "0403"), support="G")
    assert there.refused(f"advance {name} to 0404") == "BSR 16.52"
    assert there.refused("advance A to 0404") == ""


@pytest.mark.rule("BSR 16.52", "BSR 16.11e")
@pytest.mark.parametrize(
    ("result", "order", "asked"),
    [("-", "", True), ("R", "", False), ("R", "no-retreat", True)],
)
def test_the_advancing_units_are_victorious(result: str, order: str, asked: bool) -> None:
    """Attackers who must retreat are not; those who stand their ground are."""
    there = battle(
        (unit("A", reduced=(2, 2, 5)), "0403"), (red("R"), "0404"),
    )
    outcome(there, "A", result, "e", order=order)
    while there.ask is not None and not isinstance(there.ask, Advance):
        there.do(there.offers()[0])
    assert isinstance(there.ask, Advance) == asked


@pytest.mark.rule("BSR 16.41b.4")
@pytest.mark.parametrize(
    ("order", "asked"), [("additional-retreat", False), ("no-retreat", True), ("", True)]
)
def test_attackers_under_additional_retreat_do_not_advance(order: str, asked: bool) -> None:
    """Even where the result would allow it."""
    assert isinstance(won(order=order).ask, Advance) == asked


# ---------------------------------------------------------------- 16.53, terrain


@pytest.mark.rule("BSR 16.53")
@pytest.mark.parametrize(("to", "rule"), [("0404", ""), ("0503", "BSR 16.53")])
def test_only_the_attacked_hex_is_entered(to: str, rule: str) -> None:
    assert won().refused(f"advance A to {to}") == rule


@pytest.mark.rule("BSR 16.53", "BSR 10.66")
def test_enemy_zocs_are_ignored() -> None:
    """S in 0304 has its ZOC in 0403's neighbour 0404, and A stands in the ZOC of T in 0303."""
    there = won((red("S"), "0304"), (red("T"), "0303")).do("advance A to 0404")
    assert there.where("A") == "0404"


@pytest.mark.rule("BSR 16.5")
@pytest.mark.parametrize(
    ("terrain", "side", "class_", "asked"),
    [("clear", "", "motorized", True), ("swamp", "", "motorized", False),
     ("swamp", "", "nonmot", True), ("swamp", "road.minor", "motorized", True),
     ("clear", "lake", "nonmot", False), ("alpine", "", "motorized", False)],
)
def test_terrain_must_let_the_units_in(
    terrain: str, side: str, class_: str, asked: bool
) -> None:
    there = battle(
        (unit("A", ma_class=class_), "0403"), (red("R"), "0404"),
        board=make_board(8, 8, {"0404": terrain}, sides={("0403", "0404"): side}),
    )
    assert isinstance(outcome(there, "A", "-", "e").ask, Advance) == asked


@pytest.mark.rule("BSR 16.5", "BSR 12.52", "BSR 22.31")
@pytest.mark.parametrize(("side", "asked"), [("rail", True), ("road.main", False), ("", False)])
def test_an_armored_train_advances_along_a_railroad_only(side: str, asked: bool) -> None:
    there = battle(
        (red("A", type="armored_train", ma_class="rail", ma=48), "0403"), (unit("R"), "0404"),
        board=make_board(8, 8, sides={("0403", "0404"): side}), step="C.4c",
    )
    assert isinstance(outcome(there, "A", "-", "e").ask, Advance) == asked


WATERS: list[tuple[dict[tuple[str, str], str], dict[str, str], bool]] = [
    ({}, {}, False),
    ({("0403", "0404"): "river"}, {}, False),
    ({("0403", "0404"): "major_river"}, {}, True),
    ({("0403", "0404"): "canal"}, {}, False),
    ({("0403", "0503"): "canal", ("0404", "0503"): "major_river"}, {}, True),
    ({("0403", "0503"): "major_river", ("0404", "0503"): "major_river"}, {}, True),
    ({("0403", "0503"): "major_river"}, {}, False),
    ({}, {"0503": "sea"}, True),
]
"""Across the water, though not a canal, and along a bank or shore: 0503 lies beside both."""


@pytest.mark.rule("BSR 16.5", "BSR 12.52", "BSR 11.21", "BSR 11.23", "BSR 11.24", "BSR 11.25")
@pytest.mark.parametrize(("sides", "terrain", "asked"), WATERS)
@pytest.mark.parametrize("weather", ["dry", "snow"])
def test_a_flotilla_advances_by_water_only_and_never_over_ice(
    sides: dict[tuple[str, str], str], terrain: dict[str, str], asked: bool, weather: str
) -> None:
    there = battle(
        (red("A", type="flotilla", ma_class="blue", ma=16), "0403"), (unit("R"), "0404"),
        board=make_board(8, 8, terrain, sides=sides), step="C.4c", weather=weather,
        frozen=weather == "snow",
    )
    found = isinstance(outcome(there, "A", "-", "e").ask, Advance)
    assert found == (asked and weather == "dry")


@pytest.mark.rule("BSR 16.5")
def test_of_two_units_only_the_one_that_can_enter_advances() -> None:
    there = battle(
        (unit("A", ma_class="motorized"), "0403"), (unit("B"), "0403"), (red("R"), "0404"),
        board=make_board(8, 8, {"0404": "swamp"}),
    )
    outcome(there, "A, B", "-", "e")
    assert there.refused("advance A to 0404") == "BSR 16.52"
    assert there.refused("advance B to 0404") == ""


@pytest.mark.rule("BSR 16.5", "BSR 6.82.s2", "BSR 18.14")
def test_the_advance_removes_lone_supply_and_unfinished_works() -> None:
    there = won(msu("M", "0404", side="soviet"), forts={"0404": Fort("soviet", complete=False)})
    there.do("advance A to 0404")
    assert there.where("M") == "set_aside" and there.state.forts == {}


# ---------------------------------------------------------------- 16.54, 16.55


@pytest.mark.rule("BSR 16.54")
@pytest.mark.parametrize(
    ("names", "rule"), [("A, B", ""), ("A, C", "BSR 16.54"), ("B, C", ""), ("C", "")]
)
def test_the_hex_is_not_overstacked(names: str, rule: str) -> None:
    """A has 5 stacking points, B 4, C 6; the limit is 10."""
    there = battle(
        (unit("A", stack=5), "0403"), (unit("B", stack=4), "0403"), (unit("C", stack=6), "0503"),
        (red("R"), "0404"),
    )
    outcome(there, "A, B, C", "-", "e")
    assert there.refused(f"advance {names} to 0404") == rule


@pytest.mark.rule("BSR 16.54")
def test_what_entered_before_counts() -> None:
    there = battle(
        (unit("A", stack=5), "0403"), (unit("C", stack=6), "0503"), (unit("D", stack=5), "0503"),
        (red("R"), "0404"),
    )
    outcome(there, "A, C, D", "-", "e").do("advance A to 0404")
    assert there.refused("advance C to 0404") != ""
    assert there.refused("advance D to 0404") == ""


@pytest.mark.rule("BSR 16.55")
@pytest.mark.parametrize(
    ("text", "rule"),
    [("advance C to 0404", ""), ("advance C to 0504", ""), ("advance D to 0504", ""),
     ("advance D to 0404", "BSR 16.5")],
)
def test_after_a_two_hex_combat_each_enters_any_adjacent_defender_hex(
    text: str, rule: str
) -> None:
    """0503 touches both hexes; D has come from 0604, which touches 0504 alone."""
    there = battle(
        (unit("C"), "0503"), (unit("D"), "0604"), (red("R"), "0404"), (red("S"), "0504")
    )
    outcome(there, "C, D", "-", "e", hexes="0404 0504")
    assert there.refused(text) == rule


@pytest.mark.rule("BSR 16.55")
def test_one_to_each_hex() -> None:
    there = battle(
        (unit("C"), "0503"), (unit("D"), "0503"), (red("R"), "0404"), (red("S"), "0504")
    )
    outcome(there, "C, D", "-", "e", hexes="0404 0504")
    there.do("advance C to 0404", "advance D to 0504")
    assert (there.where("C"), there.where("D")) == ("0404", "0504")


@pytest.mark.rule("BSR 16.5", "BSR 16.51")
@pytest.mark.parametrize(
    ("answer", "where"), [("pass", "0506"), ("advance A to 0505", "eliminated")]
)
def test_an_advance_cuts_off_who_is_still_to_retreat(answer: str, where: str) -> None:
    """The only way of S leads from 0504 through 0505, which A may enter first."""
    words = {f"{c:02}{r:02}": "sea" for c in range(1, 9) for r in range(1, 9)}
    words.update(dict.fromkeys(("0405", "0503", "0504", "0505", "0506"), "clear"))
    there = battle(
        (unit("A", zoc=False), "0405"), (unit("C"), "0503"), (red("R"), "0505"),
        (red("S"), "0504"), board=make_board(8, 8, words),
    )
    outcome(there, "A", "-", "e", hexes="0505").do(answer)
    outcome(there, "C", "-", "R", hexes="0504")
    assert there.where("S") == where
