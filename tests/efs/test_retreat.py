"""Retreats (BSR 16.4): how far, which way, who chooses, and what cannot go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from engine.core.board import Board
from engine.efs.decisions import Lose, Retreat
from engine.efs.pieces import Counter
from engine.efs.state import Attack, Fort
from tests.efs.battle import (
    Battle,
    Piece,
    battle,
    dump,
    gun,
    msu,
    on,
    outcome,
    red,
    steps,
    supply,
    unit,
)
from tests.efs.support import headquarters, make_board

LAND = [f"{c:02}{r:02}" for c in range(1, 9) for r in range(1, 9)]


def routed(
    *defenders: Piece, more: tuple[Piece, ...] = (), result: str = "R", board: Board | None = None,
    order: str = "", rolls: tuple[int, ...] = (), **fields: Any,
) -> Battle:
    """A in 0403 has driven the defenders from 0404, or one rifle division R."""
    pieces = defenders or ((red("R"), "0404"),)
    there = battle((unit("A"), "0403"), *pieces, *more, board=board, rolls=rolls, **fields)
    return outcome(there, "A", "-", result, defender_order=order)


def lane(
    *hexes: str, terrain: dict[str, str] | None = None,
    sides: dict[tuple[str, str], str] | None = None,
) -> Board:
    """A board of sea with land in 0403, 0404 and the hexes named."""
    land = {"0403", "0404", *hexes}
    words = {h: "sea" for h in LAND if h not in land}
    return make_board(8, 8, {**words, **(terrain or {})}, sides=sides)


def ways(there: Battle) -> set[str]:
    """The ways on offer, without the names of units."""
    return {text.split(" via ")[1] for text in there.offers() if " via " in text}


def choosing(there: Battle) -> Retreat:
    """The retreat that waits."""
    assert isinstance(there.ask, Retreat)
    return there.ask


# ---------------------------------------------------------------- two hexes away (16.4)


@pytest.mark.rule("BSR 16.4", "BSR 16.11e")
@pytest.mark.parametrize(
    ("way", "rule"),
    [("0405 0406", ""), ("0405 0505", ""), ("0504 0604", ""), ("0405", "BSR 16.4"),
     ("0405 0504", "BSR 16.4"), ("0405 0406 0407", "BSR 16.4"), ("0406 0407", "BSR 16.4"),
     ("0403 0402", "BSR 10.54")],
)
def test_a_retreat_is_two_hexes_away_from_the_defender_hex(way: str, rule: str) -> None:
    """0505 lies two hexes from 0404, 0504 only one."""
    there = routed()
    if rule == "BSR 16.4" and way == "0405 0406 0407":
        assert way not in ways(there)
        return
    assert there.refused(f"retreat R via {way}") == rule


@pytest.mark.rule("BSR 16.4")
def test_the_owner_chooses_among_all_ways_and_units_may_part() -> None:
    there = routed((red("R"), "0404"), (red("S"), "0404"))
    assert choosing(there).side == "soviet"
    there.do("retreat R via 0405 0406", "retreat S via 0304 0204")
    assert (there.where("R"), there.where("S")) == ("0406", "0204")


@pytest.mark.rule("BSR 16.4")
def test_attackers_retreat_by_the_same_rule() -> None:
    there = outcome(battle((unit("A"), "0403"), (red("R"), "0404")), "A", "R", "-")
    assert choosing(there).side == "axis"
    assert there.refused("retreat A via 0402 0401") == ""
    assert there.refused("retreat A via 0303 0302") == "BSR 16.4"


@pytest.mark.rule("BSR 16.4", "BSR 15.26")
def test_after_a_two_hex_combat_units_leave_both_hexes_behind() -> None:
    """From 0404, 0504 is the other Defender Hex, and 0505 lies beside it."""
    there = battle((unit("A"), "0503"), (red("R"), "0404"), (red("S"), "0504"))
    outcome(there, "A", "-", "R", hexes="0404 0504")
    assert there.refused("retreat R via 0405 0406") == ""
    assert there.refused("retreat R via 0405 0505") == "BSR 16.4"
    assert there.refused("retreat S via 0505 0506") == ""
    assert there.refused("retreat S via 0405 0305") == ""


@pytest.mark.rule("BSR 16.4")
def test_a_single_way_is_taken_without_a_question() -> None:
    there = routed(board=lane("0405", "0406"))
    assert there.ask is None or not isinstance(there.ask, Retreat)
    assert there.where("R") == "0406"


# ---------------------------------------------------------------- No Retreat (16.41a)


def stand(
    defender: Counter, result: str, terrain: str = "clear", **fields: Any
) -> int:
    """Steps that a four-step defender in 0404 loses under No Retreat; it stays."""
    make = red if defender.side == "axis" else unit
    side = "C.4c" if defender.side == "axis" else "B.4c"
    there = battle(
        (make("F"), "0403"), (defender, "0404"), step=side,
        board=make_board(8, 8, {"0404": terrain}), **fields,
    )
    outcome(there, "F", "-", result, defender_order="no-retreat")
    assert there.where("D") == "0404"
    return there.lost("D")[0]


GERMAN = steps("D", 4)
SOVIET = steps("D", 4, side="soviet", nationality="soviet")
ITALIAN = steps("D", 4, nationality="italian")


@pytest.mark.rule("BSR 16.41a", "BSR 16.41a.1", "BSR 16.41a.2")
@pytest.mark.parametrize(
    ("defender", "terrain", "result", "lost"),
    [(GERMAN, "clear", "R", 1), (GERMAN, "clear", "1R", 2), (SOVIET, "clear", "R", 2),
     (SOVIET, "clear", "1R", 3), (SOVIET, "hill", "1R", 2), (ITALIAN, "clear", "1R", 3),
     (ITALIAN, "woods", "R", 1), (SOVIET, "clear", "1", 1), (GERMAN, "clear", "-", 0)],
)
def test_no_retreat_costs_steps_instead(
    defender: Counter, terrain: str, result: str, lost: int
) -> None:
    """One step for the R; a second unless all are German or all stand in good terrain."""
    assert stand(defender, result, terrain) == lost


@pytest.mark.rule("BSR 16.41a.2")
@pytest.mark.parametrize(
    ("terrain", "lost"),
    [("clear", 2), ("marsh", 2), ("swamp", 2), ("clear town", 2), ("city", 1), ("major_city", 1),
     ("hill", 1), ("mountain", 1), ("alpine", 1), ("woods", 1), ("hill woods", 1)],
)
def test_which_terrain_spares_the_second_step(terrain: str, lost: int) -> None:
    assert stand(SOVIET, "R", terrain) == lost


@pytest.mark.rule("BSR 16.41a.2", "BSR 18.13")
@pytest.mark.parametrize(
    ("fort", "lost"),
    [(Fort("soviet"), 1), (Fort("soviet", complete=False), 2), (Fort("axis"), 2)],
)
def test_and_which_fortification(fort: Fort, lost: int) -> None:
    assert stand(SOVIET, "R", forts={"0404": fort}) == lost


@pytest.mark.rule("BSR 16.41a.2")
@pytest.mark.parametrize(("second", "lost"), [("hill", 1), ("clear", 2)])
def test_all_defenders_must_stand_in_such_terrain(second: str, lost: int) -> None:
    """Two hexes in one combat, the first a hill."""
    there = battle(
        (unit("A"), "0503"), (SOVIET, "0404"), (red("S", 4, 4, reduced=(2, 2, 4)), "0504"),
        board=make_board(8, 8, {"0404": "hill", "0504": second}),
    )
    outcome(there, "A", "-", "R", hexes="0404 0504", defender_order="no-retreat").finish()
    assert sum(there.lost("D", "S")) == lost


@pytest.mark.rule("BSR 16.41a.1", "BSR 16.41a.2")
@pytest.mark.parametrize(
    ("nationality", "ss", "lost"),
    [("german", False, 1), ("german", True, 1), ("romanian", False, 2)],
)
def test_one_ally_among_germans_costs_the_second_step(
    nationality: str, ss: bool, lost: int
) -> None:
    there = battle(
        (red("F"), "0403"), (GERMAN, "0404"),
        (steps("X", 4, nationality=nationality, ss=ss), "0404"), step="C.4c",
    )
    outcome(there, "F", "-", "R", defender_order="no-retreat").finish()
    assert sum(there.lost("D", "X")) == lost


@pytest.mark.rule("BSR 16.41a", "BSR 16.41a.1", "BSR 16.41a.2")
@pytest.mark.parametrize(
    ("side", "terrain", "lost"),
    [("axis", "clear", 1), ("soviet", "clear", 2), ("soviet", "hill", 1), ("soviet", "marsh", 2)],
)
def test_attackers_may_stand_too(side: str, terrain: str, lost: int) -> None:
    """The rule spares either side the second step where the defenders stand in such terrain."""
    mine = {"side": side, "nationality": "german" if side == "axis" else "soviet"}
    make = red if side == "axis" else unit
    there = battle(
        (steps("A", 4, **mine), "0403"), (make("D"), "0404"),
        step="B.4c" if side == "axis" else "C.4c", board=make_board(8, 8, {"0404": terrain}),
    )
    outcome(there, "A", "R", "-", order="no-retreat")
    assert there.where("A") == "0403" and there.lost("A") == (lost,)


@pytest.mark.rule("BSR 16.41a.2")
def test_the_attackers_own_terrain_spares_them_nothing() -> None:
    there = battle(
        (steps("A", 4, side="soviet", nationality="soviet"), "0403"), (unit("D"), "0404"),
        step="C.4c", board=make_board(8, 8, {"0403": "hill"}),
    )
    outcome(there, "A", "R", "-", order="no-retreat")
    assert there.lost("A") == (2,)


@pytest.mark.rule("BSR 16.41a")
def test_the_marker_is_gone_after_the_combat() -> None:
    there = battle((unit("A"), "0403"), (SOVIET, "0404"))
    there.set(orders=((there.at("0404"), "no-retreat"), (there.at("0604"), "no-retreat")))
    outcome(there, "A", "-", "R", defender_order="no-retreat")
    assert there.state.orders == ((there.at("0604"), "no-retreat"),)


# ---------------------------------------------------------------- Additional Retreat (16.41b)


@pytest.mark.rule("BSR 16.41b", "BSR 16.41b.1")
def test_additional_retreat_is_three_hexes_and_the_enemy_chooses_the_way() -> None:
    there = routed(order="additional-retreat")
    assert choosing(there).side == "axis" and choosing(there).owner == "soviet"
    assert there.refused("retreat R via 0405 0406 0407") == ""
    assert there.refused("retreat R via 0405 0406") == "BSR 16.4"
    there.do("retreat R via 0304 0204 0104")
    assert there.where("R") == "0104"


@pytest.mark.rule("BSR 16.41b", "BSR 16.41b.1")
def test_for_attackers_as_well() -> None:
    there = battle((unit("A"), "0504"), (red("R"), "0404"))
    outcome(there, "A", "R", "-", order="additional-retreat")
    assert choosing(there).side == "soviet" and choosing(there).owner == "axis"
    assert there.refused("retreat A via 0604 0704 0804") == ""


@pytest.mark.rule("BSR 16.41b")
def test_without_an_r_the_order_does_nothing() -> None:
    there = routed((SOVIET, "0404"), result="1", order="additional-retreat")
    assert there.where("D") == "0404" and there.lost("D") == (1,)


@pytest.mark.rule("BSR 16.41b.1")
def test_the_enemy_may_take_any_safe_way_but_no_other() -> None:
    """South lie friends in the ZOC of 0507 and then a vacant hex in that ZOC."""
    land = ("0405", "0406", "0407", "0408", "0304", "0204", "0104", "0103", "0507")
    pieces: tuple[Piece, ...] = ((red("Friend"), "0407"), (unit("Z"), "0507"))
    there = routed(more=pieces, order="additional-retreat", board=lane(*land))
    assert ways(there) == {"0304 0204 0103", "0304 0204 0104"}
    assert there.refused("retreat R via 0405 0406 0407") == "BSR 16.41b.1"
    assert there.refused("retreat R via 0304 0204 0104") == ""


@pytest.mark.rule("BSR 16.41b.1", "BSR 16.44.s1")
def test_a_way_to_destruction_is_closed_to_the_enemy_while_another_is_safe() -> None:
    """Y in 0407 holds friends in Z's ZOC; the hex beyond, 0408, is in that ZOC too."""
    land = ("0405", "0406", "0407", "0408", "0304", "0204", "0104", "0507", "0508")
    pieces: tuple[Piece, ...] = ((red("Friend"), "0407"), (unit("Z"), "0507"))
    there = routed(more=pieces, order="additional-retreat", board=lane(*land))
    assert there.where("R") == "0104"
    there = routed(
        more=pieces, order="additional-retreat", board=lane("0405", "0406", "0407", "0408", "0507")
    )
    assert there.where("R") == "cadre"


@pytest.mark.rule("BSR 16.41b.2", "BSR 16.46")
@pytest.mark.parametrize(
    ("order", "where"), [("", "0406"), ("additional-retreat", "eliminated")]
)
def test_additional_retreat_passes_no_vacant_enemy_zoc(order: str, where: str) -> None:
    """Z in 0304 has its ZOC in 0405; otherwise the lane is free."""
    board = lane("0405", "0406", "0407", "0304")
    there = routed((SOVIET, "0404"), more=((unit("Z"), "0304"),), order=order, board=board,
                   rolls=(1,))
    assert there.where("D") == where


@pytest.mark.rule("BSR 16.41b.2", "BSR 16.44")
def test_through_friends_it_may_pass() -> None:
    board = lane("0405", "0406", "0407", "0304")
    there = routed(
        more=((unit("Z"), "0304"), (red("Friend"), "0405")), order="additional-retreat",
        board=board,
    )
    assert there.where("R") == "0407"


@pytest.mark.rule("BSR 16.41b.3")
@pytest.mark.parametrize(
    ("result", "lost"), [("R", 0), ("1R", 0), ("2R", 1), ("3R", 2), ("1", 1), ("2", 2)]
)
@pytest.mark.parametrize("order", ["additional-retreat", ""])
def test_number_and_r_cost_a_step_less_under_additional_retreat(
    result: str, lost: int, order: str
) -> None:
    printed = int("".join(c for c in result if c.isdigit()) or 0)
    there = routed((SOVIET, "0404"), result=result, order=order)
    assert there.lost("D") == (lost if order else printed,)


# ---------------------------------------------------------------- unable to retreat (16.42)


@pytest.mark.rule("BSR 16.42a", "BSR 16.42a.s1")
@pytest.mark.parametrize(
    ("piece", "box"),
    [(red("X", ma=0), "eliminated"), (red("X", ma=0, rebuild="none"), "cannot_rebuild"),
     (gun("X", side="soviet", type="superheavy_artillery", ma=0), "cannot_rebuild"),
     (gun("X", side="soviet", type="railroad_artillery", ma=0), "cannot_rebuild"),
     (supply("X", side="soviet"), "set_aside"), (red("X", type="ur_mg", ma=0), "eliminated")],
)
def test_dumps_immobile_units_and_firing_guns_cannot_retreat(piece: Counter, box: str) -> None:
    there = routed((red("R"), "0404"), (piece, "0404"))
    assert there.where("X") == box
    assert there.refused("retreat R via 0405 0406") == ""


@pytest.mark.rule("BSR 16.42a", "BSR 6.82.s5")
def test_an_msu_retreats_and_a_dump_does_not() -> None:
    there = routed((red("R"), "0404"), msu("M", "0404", side="soviet"),
                   dump("D", "0404", side="soviet"))
    there.do("retreat R, M via 0405 0406")
    assert (there.where("M"), there.where("D")) == ("0406", "set_aside")


@pytest.mark.rule("BSR 16.42a", "BSR 16.42a.s1")
def test_a_bridge_unit_stays_and_is_set_aside_when_the_enemy_comes() -> None:
    there = routed((red("R"), "0404"), (red("B", 0, 0, type="bridge"), "0404"))
    there.do("retreat R via 0405 0406")
    assert there.where("B") == "0404"
    there.do("advance A to 0404")
    assert there.where("B") == "set_aside"


@pytest.mark.rule("BSR 16.42b", "BSR 16.24")
@pytest.mark.parametrize(("rebuild", "box"), [("I1", "eliminated"), ("none", "cannot_rebuild")])
def test_units_wholly_surrounded_are_eliminated(rebuild: str, box: str) -> None:
    """Enemies in three of the six hexes, water in the others; none at the map's edge."""
    ring: Iterable[Piece] = ((unit(f"Z{h}", zoc=False), h) for h in ("0405", "0504"))
    there = routed(
        (red("R", rebuild=rebuild), "0404"), more=tuple(ring), board=lane("0405", "0504")
    )
    assert there.where("R") == box


@pytest.mark.rule("BSR 16.42b")
def test_with_one_way_out_they_are_not() -> None:
    there = routed(more=((unit("Z", zoc=False), "0504"),), board=lane("0405", "0406", "0504"))
    assert there.where("R") == "0406"


@pytest.mark.rule("BSR 16.42c")
@pytest.mark.parametrize(("rebuild", "box"), [("I1", "cadre"), ("none", "cannot_rebuild")])
def test_units_driven_off_the_map_are_not_eliminated(rebuild: str, box: str) -> None:
    """0408 is the last hex before the edge, with water to both sides."""
    words = {h: "lake" for h in LAND if h not in ("0407", "0408")}
    there = battle(
        (unit("A"), "0407"), (red("R", rebuild=rebuild), "0408"), board=make_board(8, 8, words)
    )
    outcome(there, "A", "-", "R", hexes="0408")
    assert there.where("R") == box


# ---------------------------------------------------------------- restricted ways (16.43)


def special(
    piece: Counter, side: str, **fields: Any
) -> str:
    """Where such a unit ends that may only go south, across these hexsides."""
    sides = {("0404", "0405"): side, ("0405", "0406"): side}
    return routed((piece, "0404"), board=lane("0405", "0406", sides=sides), **fields).where("X")


HEAVY = gun("X", side="soviet", type="superheavy_artillery", ma=3, ma_class="green")
TRAIN = red("X", type="armored_train", ma_class="rail", ma=48)
RAIL_GUN = gun("X", side="soviet", type="railroad_artillery", ma_class="rail", ma=48)
BOAT = red("X", 1, 1, type="flotilla", ma_class="blue", ma=16)


@pytest.mark.rule("BSR 16.43a", "BSR 16.43")
@pytest.mark.parametrize(
    ("side", "weather", "where"),
    [("road.main", "dry", "0406"), ("road.motorway", "mud", "0406"), ("road.main", "mud", "0406"),
     ("road.minor", "dry", "0406"), ("road.minor", "mud", "cannot_rebuild"),
     ("road.minor", "frost", "cannot_rebuild"), ("", "dry", "cannot_rebuild"),
     ("rail", "dry", "cannot_rebuild")],
)
def test_mobile_super_heavy_guns_keep_to_roads(side: str, weather: str, where: str) -> None:
    assert special(HEAVY, side, weather=weather) == where


@pytest.mark.rule("BSR 16.43a")
@pytest.mark.parametrize(("rolled", "where"), [((), "0406"), (("mud", "dry"), "cannot_rebuild")])
def test_and_off_minor_roads_while_mud_lingers(rolled: tuple[str, ...], where: str) -> None:
    assert special(HEAVY, "road.minor", rolled=rolled) == where


@pytest.mark.rule("BSR 16.43b", "BSR 16.43")
@pytest.mark.parametrize(
    ("piece", "side", "where"),
    [(TRAIN, "rail", "0406"), (TRAIN, "road.main", "cadre"), (RAIL_GUN, "rail", "0406"),
     (RAIL_GUN, "", "cannot_rebuild")],
)
def test_rail_units_keep_to_the_railroad(piece: Counter, side: str, where: str) -> None:
    assert special(piece, side) == where


@pytest.mark.rule("BSR 16.43c", "BSR 16.43")
@pytest.mark.parametrize(
    ("side", "where"),
    [("major_river", "0406"), ("canal", "0406"), ("lake", "0406"), ("sea", "0406"),
     ("river", "eliminated"), ("", "eliminated")],
)
def test_flotillas_keep_to_the_water(side: str, where: str) -> None:
    assert special(BOAT, side) == where


@pytest.mark.rule("BSR 16.43c", "BSR 23.34c")
@pytest.mark.parametrize(
    ("rolled", "where"), [(("frost",), "0406"), (("snow", "frost", "frost"), "eliminated"),
                          (("arctic", "frost"), "eliminated")]
)
def test_since_the_first_snow_they_have_no_retreat(rolled: tuple[str, ...], where: str) -> None:
    assert special(BOAT, "major_river", rolled=rolled) == where


@pytest.mark.rule("BSR 16.43d")
@pytest.mark.parametrize(
    ("side", "frozen", "where"),
    [("river", False, "0406"), ("major_river", False, "eliminated"), ("major_river", True, "0406"),
     ("major_river road.main", False, "0406"), ("major_river rail", False, "0406"),
     ("major_river bridge", False, "0406"), ("lake", False, "eliminated"), ("lake", True, "0406"),
     ("sea", False, "eliminated")],
)
def test_no_retreat_over_open_water(side: str, frozen: bool, where: str) -> None:
    assert special(red("X"), side, frozen=frozen) == where


# ---------------------------------------------------------------- enemy ZOCs (16.44-16.46)


def beside(
    *, y_zoc: bool, z_zoc: bool, more: tuple[Piece, ...] = (), rolls: tuple[int, ...] = (),
    **fields: Any,
) -> Battle:
    """The only way is X 0405, Y 0406, Z 0407; an Axis unit in 0306 minds Y and Z as told."""
    sides = {}
    if not z_zoc:
        sides[("0306", "0407")] = "major_river"
    if not y_zoc:
        sides[("0306", "0406")] = "major_river"
    board = lane("0405", "0406", "0407", "0306", sides=sides)
    return routed((SOVIET, "0404"), more=((unit("Z"), "0306"), *more), board=board, rolls=rolls,
                  **fields)


@pytest.mark.rule("BSR 16.44")
def test_a_retreat_does_not_end_in_a_vacant_enemy_zoc() -> None:
    assert beside(y_zoc=True, z_zoc=True).where("D") == "eliminated"
    assert beside(y_zoc=False, z_zoc=True).where("D") == "0406"


@pytest.mark.rule("BSR 16.44")
def test_friends_in_a_hex_take_the_enemy_zoc_out_of_it() -> None:
    """Through 0405, held by friends beside an enemy in 0304: no loss, no roll."""
    there = routed(
        (SOVIET, "0404"), more=((unit("Z"), "0304"), (red("Friend"), "0405")),
        board=lane("0405", "0406", "0304"),
    )
    assert there.where("D") == "0406"
    assert there.rolls() == [] and there.lost("D") == (0,)


@pytest.mark.rule("BSR 16.44", "BSR 3.45", "BSR 16.46")
def test_a_friendly_zoc_does_not() -> None:
    """0405 is vacant, in the ZOC of an enemy in 0304 and of a friend in 0505."""
    there = routed(
        (SOVIET, "0404"), more=((unit("Z"), "0304"), (red("Friend"), "0505")),
        board=lane("0405", "0406", "0304", "0505"), rolls=(3,),
    ).do("retreat D via 0405 0406")
    assert there.where("D") == "0406"
    assert there.rolls() == [3] and there.lost("D") == (1,)


@pytest.mark.rule("BSR 16.44.s1")
@pytest.mark.parametrize(("z_zoc", "where"), [(False, "0407"), (True, "cadre")])
def test_ending_with_friends_in_an_enemy_zoc_it_goes_one_hex_on(z_zoc: bool, where: str) -> None:
    """Friends hold Y in the ZOC of 0306; in Z it is safe, or lost; no roll in either case."""
    there = beside(y_zoc=True, z_zoc=z_zoc, more=((red("Friend"), "0406"),))
    assert there.where("D") == where
    assert there.rolls() == []
    if where == "0407":
        assert there.lost("D") == (0,)


@pytest.mark.rule("BSR 16.44.s1", "BSR 16.11e")
@pytest.mark.parametrize(
    ("marked", "where"), [((), "0406"), (("0406",), "0407"), (("0406", "0407"), "cadre")]
)
def test_so_too_in_a_hex_under_a_declared_attack(marked: tuple[str, ...], where: str) -> None:
    friends: tuple[Piece, ...] = ((red("F6"), "0406"), (red("F7"), "0407"))
    there = battle(
        (unit("A"), "0403"), (SOVIET, "0404"), *friends, (unit("Far"), "0808"),
        board=lane("0405", "0406", "0407", "0808"),
    )
    there.set(attacks=tuple(Attack((there.at(h),), ("Far",)) for h in marked))
    outcome(there, "A", "-", "R")
    assert there.where("D") == where


@pytest.mark.rule("BSR 16.45")
@pytest.mark.parametrize(("enemy", "where"), [("0304", "0406"), ("0305", "eliminated")])
def test_two_vacant_enemy_zoc_hexes_in_a_row_are_the_end(enemy: str, where: str) -> None:
    """0304 minds the first hex of the lane, 0305 the first two.

    The second hex holds friends of the wrong kind: an MSU takes no ZOC out of it.
    """
    there = routed(
        (SOVIET, "0404"), more=((unit("Z"), enemy), msu("M", "0406", side="soviet")),
        board=lane("0405", "0406", enemy), rolls=(1,),
    )
    assert there.where("D") == where


@pytest.mark.rule("BSR 16.46", "BSR 16.46.1", "BSR 16.46.2", "BSR 16.46.3")
@pytest.mark.parametrize(
    ("roll", "where", "lost"), [(1, "0406", 1), (3, "0406", 1), (4, "cadre", 4)]
)
def test_through_one_vacant_enemy_zoc_hex_at_a_price(roll: int, where: str, lost: int) -> None:
    """A step is lost, and 3 or less saves the rest."""
    there = routed(
        (SOVIET, "0404"), more=((unit("Z"), "0304"),), board=lane("0405", "0406", "0304"),
        rolls=(roll,),
    )
    assert there.rolls() == [roll]
    assert (there.where("D"), there.lost("D")) == (where, (lost,))


@pytest.mark.rule("BSR 16.46.1")
def test_a_stack_loses_one_step_together() -> None:
    there = routed(
        (SOVIET, "0404"), (steps("E", 2, side="soviet"), "0404"), more=((unit("Z"), "0304"),),
        board=lane("0405", "0406", "0304"), rolls=(2,),
    )
    there.do("retreat D, E via 0405 0406", "lose E")
    assert there.lost("D", "E") == (0, 1) and there.rolls() == [2]


@pytest.mark.rule("BSR 16.46.1", "BSR 16.46.2")
def test_the_step_is_lost_before_the_roll_for_the_rest() -> None:
    there = routed(
        (SOVIET, "0404"), (steps("E", 2, side="soviet"), "0404"), more=((unit("Z"), "0304"),),
        board=lane("0405", "0406", "0304"), rolls=(4,),
    )
    there.do("retreat D, E via 0405 0406")
    assert isinstance(there.ask, Lose) and there.rolls() == []
    there.do("lose D")
    assert there.rolls() == [4]
    assert (there.where("D"), there.where("E")) == ("cadre", "cadre")


@pytest.mark.rule("BSR 16.46.1", "BSR 16.46.2")
@pytest.mark.parametrize(("name", "where"), [("G", "0406"), ("D", "cadre")])
def test_a_gun_that_was_the_step_lost_is_no_burden_on_the_roll(name: str, where: str) -> None:
    """A 3 saves the division alone; with the gun beside it the roll counts three more."""
    there = routed(
        (SOVIET, "0404"), (gun("G", side="soviet"), "0404"), more=((unit("Z"), "0304"),),
        board=lane("0405", "0406", "0304"), rolls=(3,),
    )
    there.do("retreat D, G via 0405 0406", f"lose {name}")
    assert (there.where("D"), there.where("G")) == (where, "cadre")


@pytest.mark.rule("BSR 16.46.1", "BSR 16.22")
def test_a_supply_counter_is_no_step_that_the_retreat_may_cost() -> None:
    there = routed(
        (SOVIET, "0404"), msu("M", "0404", side="soviet"), more=((unit("Z"), "0304"),),
        board=lane("0405", "0406", "0304"), rolls=(3,),
    )
    there.do("retreat D, M via 0405 0406")
    assert (there.where("D"), there.lost("D"), there.where("M")) == ("0406", (1,), "0406")


@pytest.mark.rule("BSR 16.46.3")
def test_a_failed_roll_takes_the_whole_stack() -> None:
    there = routed(
        (SOVIET, "0404"), (steps("E", 2, side="soviet"), "0404"), more=((unit("Z"), "0304"),),
        board=lane("0405", "0406", "0304"), rolls=(4,),
    )
    there.do("retreat D, E via 0405 0406", "lose D")
    assert (there.where("D"), there.where("E")) == ("cadre", "cadre")


@pytest.mark.rule("BSR 16.46.1")
def test_a_last_step_is_lost_without_a_roll() -> None:
    there = routed(more=((unit("Z"), "0304"),), board=lane("0405", "0406", "0304"))
    assert there.where("R") == "cadre" and there.rolls() == []


@pytest.mark.rule("BSR 16.46.1", "BSR 22.23c")
@pytest.mark.parametrize(("enemy", "nonop"), [(True, True), (False, False)])
def test_an_hq_that_comes_through_is_non_operational(enemy: bool, nonop: bool) -> None:
    more: tuple[Piece, ...] = ((unit("Z"), "0304"),) if enemy else ()
    there = routed(
        (SOVIET, "0404"), (headquarters(), "0404"), more=more, rolls=(1,),
        board=lane("0405", "0406", "0304"),
    )
    there.do("retreat D, HQ via 0405 0406")
    if enemy:
        there.do("lose D")
    assert there.where("HQ") == "0406"
    assert there.state.units["HQ"].nonop is nonop


@pytest.mark.rule("BSR 16.46.2")
@pytest.mark.parametrize(
    ("kind", "weather", "roll", "saved"),
    [({}, "dry", 3, True), ({"type": "artillery", "support": 2}, "dry", 3, False),
     ({"type": "artillery", "support": 2}, "dry", 1, False),
     ({"ma_class": "motorized"}, "dry", 5, True), ({"ma_class": "cavalry"}, "dry", 5, True),
     ({"ma_class": "motorized"}, "dry", 6, False), ({}, "mud", 3, False), ({}, "mud", 2, True)],
)
def test_the_retreat_table_counts_guns_wheels_and_mud(
    kind: dict[str, Any], weather: str, roll: int, saved: bool
) -> None:
    """The chart's DRMs: artillery +3, all motorized or cavalry -2, Mud +1."""
    there = routed(
        (steps("D", 4, side="soviet", **kind), "0404"), more=((unit("Z"), "0304"),),
        board=lane("0405", "0406", "0304"), rolls=(roll,), weather=weather,
    )
    if there.ask is not None and isinstance(there.ask, Retreat):
        there.do("retreat D via 0405 0406")
    assert (there.where("D") == "0406") == saved


@pytest.mark.rule("BSR 16.46.2.n1", "BSR 16.46.2")
def test_artillery_may_be_given_up_before_a_dangerous_retreat() -> None:
    """With the gun the stack would need a 0; without it a 3 is enough."""
    pieces: tuple[Piece, ...] = ((SOVIET, "0404"), (gun("G", side="soviet"), "0404"))
    board = lane("0405", "0406", "0304")
    there = routed(*pieces, more=((unit("Z"), "0304"),), board=board, rolls=(3,))
    assert there.refused("abandon D") == "BSR 16.46.2.n1"
    there.do("abandon G")
    assert there.where("G") == "eliminated"
    assert there.where("D") == "0406" and there.lost("D") == (1,)
    together = routed(*pieces, more=((unit("Z"), "0304"),), board=board, rolls=(3,))
    together.do("retreat D, G via 0405 0406", "lose D")
    assert (together.where("D"), together.where("G")) == ("cadre", "cadre")


@pytest.mark.rule("BSR 16.46.2.n1")
@pytest.mark.parametrize(("enemy", "rule"), [("0304", ""), ("0808", "BSR 16.46.2.n1")])
def test_it_is_given_up_only_before_a_dangerous_retreat(enemy: str, rule: str) -> None:
    there = routed(
        (SOVIET, "0404"), (gun("G", side="soviet"), "0404"), more=((unit("Z"), enemy),),
        board=lane("0405", "0406", "0304", "0808"),
    )
    assert there.refused("abandon G") == rule


@pytest.mark.rule("BSR 6.82.s3", "BSR 16.46")
@pytest.mark.parametrize(("names", "where"), [("D, M", "0406"), ("D", "set_aside")])
def test_supply_passes_an_enemy_zoc_only_with_a_combat_unit(names: str, where: str) -> None:
    there = routed(
        (SOVIET, "0404"), msu("M", "0404", side="soviet"), more=((unit("Z"), "0304"),),
        board=lane("0405", "0406", "0304"), rolls=(3,),
    )
    assert there.refused("retreat M via 0405 0406") == "BSR 6.82.s3"
    there.do(f"retreat {names} via 0405 0406")
    assert (there.where("D"), there.where("M")) == ("0406", where)


# ---------------------------------------------------------------- stacking (16.47)


def crowd(where: str, points: int) -> Piece:
    """Friends of so many stacking points."""
    return red(f"F{where}", stack=points), where


@pytest.mark.rule("BSR 16.47")
def test_a_retreat_passes_through_a_full_hex() -> None:
    there = routed(
        (red("R", stack=3), "0404"), more=(crowd("0405", 10),), board=lane("0405", "0406")
    )
    assert there.where("R") == "0406"


@pytest.mark.rule("BSR 16.47", "BSR 16.47.s1")
@pytest.mark.parametrize(
    ("second", "third", "where"), [(7, 0, "0406"), (8, 7, "0407"), (8, 8, "cadre")]
)
def test_it_does_not_end_overstacked(second: int, third: int, where: str) -> None:
    """R has 3 points: one hex farther where the second is full, lost where the third is too."""
    more = (crowd("0406", second), *((crowd("0407", third),) if third else ()))
    there = routed(
        (red("R", stack=3), "0404"), more=more, board=lane("0405", "0406", "0407")
    )
    assert there.where("R") == where


@pytest.mark.rule("BSR 16.47.s1")
def test_only_where_there_is_no_other_way() -> None:
    there = routed(
        (red("R", stack=3), "0404"), more=(crowd("0406", 8),),
        board=lane("0405", "0406", "0407", "0304", "0204"),
    )
    assert there.where("R") == "0204"


@pytest.mark.rule("BSR 16.42b", "BSR 18.14")
def test_a_retreat_over_an_unfinished_enemy_strongpoint_ruins_it() -> None:
    there = routed(
        forts={"0405": Fort("axis", complete=False)}, board=lane("0405", "0406"),
    )
    assert there.where("R") == "0406" and there.state.forts == {}


@pytest.mark.rule("BSR 16.4")
def test_units_that_go_together_stand_together() -> None:
    there = battle((unit("A"), "0503"), (red("R"), "0404"), (red("S"), "0504"))
    outcome(there, "A", "-", "R", hexes="0404 0504")
    assert there.refused("retreat R, S via 0405 0406") == "BSR 16.4"
    assert there.refused("retreat A via 0502 0501") == "BSR 16.4"
    assert on(there, "R").refused("retreat R, R via 0405 0406") == "BSR 16.4"
