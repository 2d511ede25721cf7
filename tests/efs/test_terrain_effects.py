"""The Terrain Effects Chart in movement (BSR 10.7): every terrain, weather and class of unit."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.board import Board
from engine.efs import movement, one_hex, retreat, terrain
from engine.efs.pieces import AXIS, SOVIET
from engine.efs.world import Draft
from tests.efs.moves import (
    ARCTIC,
    CAVALRY,
    DRY,
    FOOT,
    FROST,
    GREEN,
    KINDS,
    LINGERING,
    MOTORIZED,
    MUD,
    ORANGE,
    SNOW,
    SOVIET_ARMOR,
    cost,
    foe,
    kind,
    left,
    lone,
    reached,
    where,
)
from tests.efs.support import make_board, make_draft, make_world, play, refusal

SIDE = ("0303", "0304")
"""The hexside that most tests cross, from 0303 southward."""


def southward(
    of: str, weather: str = DRY, ground: str = "clear", side: str = "", **more: Any
) -> float | str:
    """What a unit pays to go from 0303 into 0304, of this terrain, across this hexside."""
    terrain_of = {"0304": ground, **more.pop("terrain", {})}
    draft = lone(of, "0303", terrain_of, {SIDE: side} if side else None, weather, **more)
    return cost(draft, "A", "0304")


# ---------------------------------------------------------------- 10.71, 10.72

# The chart as printed in the data: MPs in Dry, Mud, Frost and Snow.
HEX_COSTS = {
    "clear": {FOOT: (1, 2, 1, 2), MOTORIZED: (1, 3, 1, 2), SOVIET_ARMOR: (1, 2, 1, 2)},
    "hill": {FOOT: (2, 3, 2, 3), MOTORIZED: (2, 3, 2, 3), SOVIET_ARMOR: (2, 3, 2, 3)},
    "marsh": {FOOT: (2, 3, 2, 3), MOTORIZED: (3, 4, 2, 3), SOVIET_ARMOR: (2, 3, 2, 3)},
    "mountain": {FOOT: (3, 4, 3, 4), MOTORIZED: (4, 5, 4, 5), SOVIET_ARMOR: (4, 5, 4, 5)},
    "city": {FOOT: (0.5,) * 4, MOTORIZED: (0.5,) * 4, SOVIET_ARMOR: (0.5,) * 4},
    "major_city": {FOOT: (0.5,) * 4, MOTORIZED: (0.5,) * 4, SOVIET_ARMOR: (0.5,) * 4},
    "clear town": {FOOT: (1, 2, 1, 2), MOTORIZED: (1, 3, 1, 2), SOVIET_ARMOR: (1, 2, 1, 2)},
    # woods are added on top: 1, 2, 1, 2 on foot, 2, 3, 2, 3 for others
    "clear woods": {FOOT: (2, 4, 2, 4), MOTORIZED: (3, 6, 3, 5), SOVIET_ARMOR: (3, 5, 3, 5)},
    "hill woods": {FOOT: (3, 5, 3, 5), MOTORIZED: (4, 6, 4, 6), SOVIET_ARMOR: (4, 6, 4, 6)},
    "marsh woods": {FOOT: (3, 5, 3, 5), MOTORIZED: (5, 7, 4, 6), SOVIET_ARMOR: (4, 6, 4, 6)},
}


@pytest.mark.rule("BSR 10.71", "BSR 10.72")
@pytest.mark.parametrize(
    ("ground", "of", "weather", "price"),
    [
        (ground, of, weather, price)
        for ground, row in HEX_COSTS.items()
        for of, prices in row.items()
        for weather, price in zip((DRY, MUD, FROST, SNOW, ARCTIC), (*prices, prices[-1]),
                                  strict=True)
    ],
)
def test_entering_a_hex_off_the_road_costs_its_terrain(
    ground: str, of: str, weather: str, price: float
) -> None:
    assert southward(of, weather, ground) == price


@pytest.mark.rule("BSR 10.71")
def test_nothing_is_paid_for_the_hex_that_is_left() -> None:
    """From hills with woods (4) into clear ground (1): 1 MP, as from clear ground."""
    assert southward(MOTORIZED, terrain={"0303": "hill woods"}) == 1
    assert southward(MOTORIZED) == 1


@pytest.mark.rule("BSR 10.72")
@pytest.mark.parametrize("of", [CAVALRY, FOOT])
def test_cavalry_pays_as_foot(of: str) -> None:
    assert southward(of, MUD, "clear woods") == 4


@pytest.mark.rule("BSR 10.72", "BSR 10.58")
def test_orange_units_pay_as_motorized() -> None:
    """Mud: 3 for clear ground and 3 more for woods, against 2 and 2 on foot."""
    assert southward(ORANGE, MUD, "clear woods") == 6
    assert southward(FOOT, MUD, "clear woods") == 4


@pytest.mark.rule("BSR 10.72")
@pytest.mark.parametrize("ground", ["woods", "town"])
def test_woods_or_a_town_alone_stand_on_clear_ground(ground: str) -> None:
    assert southward(FOOT, DRY, ground) == southward(FOOT, DRY, f"clear {ground}")


@pytest.mark.rule("BSR 10.72")
def test_alpine_hexes_are_open_to_foot_only() -> None:
    assert southward(FOOT, DRY, "alpine") == 4
    assert southward(MOTORIZED, DRY, "alpine") == "BSR 10.71"


@pytest.mark.rule("BSR 10.72.ex1", "BSR 10.72")
def test_hill_woods_and_a_river_add_up_to_five() -> None:
    """2 for the hill, 2 for the woods, 1 for the river, of an MA of 7."""
    assert southward(MOTORIZED, DRY, "hill woods", "river", fields={"ma": 7}) == 5


@pytest.mark.rule("BSR 10.72.ex2")
def test_clear_and_hill_together_cost_as_hill() -> None:
    """The highest of 1 and 2."""
    for of in (FOOT, MOTORIZED):
        assert southward(of, DRY, "clear hill") == 2


@pytest.mark.rule("BSR 10.72", "BSR 10.71")
@pytest.mark.parametrize("word", ["river", "canal"])
@pytest.mark.parametrize(
    ("weather", "price"), [(DRY, 2), (MUD, 4), (FROST, 2), (SNOW, 2), (ARCTIC, 2)]
)
def test_rivers_and_canals_add_their_cost_until_they_freeze(
    word: str, weather: str, price: float
) -> None:
    """On foot into clear ground: 1+1, 2+2, 1+1, then 2 over the ice."""
    assert southward(FOOT, weather, side=word) == price


@pytest.mark.rule("BSR 10.72")
def test_a_river_that_arctic_weather_froze_costs_nothing_in_a_later_frost() -> None:
    """Frost: clear ground 1; the river adds 1 only where it flows."""
    assert southward(FOOT, FROST, side="river", frozen=True) == 1
    assert southward(FOOT, FROST, side="river", frozen=False) == 2


@pytest.mark.rule("BSR 10.72")
def test_a_fortified_line_costs_the_axis_one_point_and_roads_do_not_help() -> None:
    """BSR 18.12: clear 1 + 1; by main road 1/2 + 1; the Soviets pay nothing for their own."""
    assert southward(FOOT, side="fortified_line") == 2
    assert southward(FOOT, side="fortified_line road.main") == 1.5
    assert southward(FOOT, side="fortified_line", fields={"side": SOVIET}) == 1


# ---------------------------------------------------------------- 10.73 railroads


@pytest.mark.rule("BSR 10.73b", "BSR 10.73b.1")
@pytest.mark.parametrize(
    ("of", "weather", "price"),
    [
        (FOOT, DRY, 1), (FOOT, MUD, 3), (FOOT, FROST, 1), (FOOT, SNOW, 3), (FOOT, LINGERING, 3),
        (MOTORIZED, DRY, 2), (MOTORIZED, MUD, 5), (MOTORIZED, FROST, 2), (MOTORIZED, SNOW, 4),
    ],
)
def test_a_railroad_takes_one_point_off_woods_in_every_weather(
    of: str, weather: str, price: float
) -> None:
    """Clear woods off the rails cost one more: foot 2, 4, 2, 4 and 4; motorized 3, 6, 3, 5."""
    assert southward(of, weather, "clear woods", "rail") == price
    assert southward(of, weather, "clear woods") == price + 1


@pytest.mark.rule("BSR 10.73b.2", "BSR 10.76b")
@pytest.mark.parametrize("word", ["river", "major_river"])
def test_a_railroad_bridges_rivers_and_only_the_terrain_beyond_is_paid(word: str) -> None:
    """Hill 2 in Dry, for a tank regiment too, which has no other way over a major river."""
    assert southward(MOTORIZED, DRY, "hill", f"{word} rail", fields={"armor": True}) == 2
    off = southward(MOTORIZED, DRY, "hill", word, fields={"armor": True})
    assert off == (3 if word == "river" else "BSR 10.76c.x1")


@pytest.mark.rule("BSR 10.73b.3", "BSR 10.78")
@pytest.mark.parametrize("of", [MOTORIZED, ORANGE, SOVIET_ARMOR])
def test_motorized_and_orange_units_enter_a_swamp_along_the_rails(of: str) -> None:
    """3 MPs in any weather."""
    assert southward(of, DRY, "swamp", "rail") == 3
    assert southward(of, DRY, "swamp") == "BSR 10.78"


@pytest.mark.rule("BSR 10.73b")
def test_rails_do_not_spare_the_rest_of_the_terrain() -> None:
    assert southward(FOOT, DRY, "hill", "rail") == southward(FOOT, DRY, "hill") == 2


# ---------------------------------------------------------------- 10.74 the example hex

EXAMPLE = {
    ("0303", "0302"): "river",  # A, north
    ("0303", "0403"): "river",  # B, north-east
    ("0303", "0404"): "road.main",  # C, south-east
    ("0303", "0304"): "road.minor",  # D, south
    # 0204 is E, south-west, with nothing on its hexside
    ("0303", "0203"): "road.main",  # F, north-west
    ("0203", "0204"): "road.main",  # and on from F to E
}
A, B, C, D, E, F, HERE = "0302", "0403", "0404", "0304", "0204", "0203", "0303"


def example(start: str, weather: str = DRY, of: str = MOTORIZED) -> Draft:
    """The example hex of BSR 10.74: hills with woods, rivers, main roads and a minor road."""
    ground = {HERE: "hill woods", D: "hill woods"}
    return lone(of, start, ground, EXAMPLE, weather)


@pytest.mark.rule("BSR 10.74.ex1", "BSR 10.74", "BSR 10.74.s1")
@pytest.mark.parametrize(("start", "price"), [(C, 0.5), (F, 0.5), (D, 1)])
def test_example_one_ending_in_the_hex_costs_the_road_that_leads_in(
    start: str, price: float
) -> None:
    """Main road 1/2; minor road 1, for the hex is not clear."""
    assert cost(example(start), "A", HERE) == price


@pytest.mark.rule("BSR 10.74.ex2")
def test_example_two_passing_through_on_the_main_road_costs_a_half_each() -> None:
    assert cost(example(C), "A", f"{HERE} {F}") == 1
    assert cost(example(F), "A", f"{HERE} {C}") == 1


@pytest.mark.rule("BSR 10.74.ex3")
@pytest.mark.parametrize("main", [C, F])
def test_example_three_changing_from_minor_to_main_road_costs_one_and_a_half(main: str) -> None:
    """In by D: 1, out by C or F: 1/2. The other way round 1/2 and 1, as D is not clear either."""
    assert cost(example(D), "A", f"{HERE} {main}") == 1.5
    assert cost(example(main), "A", f"{HERE} {D}") == 1.5


@pytest.mark.rule("BSR 10.74.ex4", "BSR 10.74.ex5")
def test_example_four_one_leaving_off_the_road_pays_the_terrain_of_the_hex() -> None:
    """In by road C, out by E: 4 for hills and woods, 1 for clear E."""
    assert cost(example(C), "A", f"{HERE} {E}") == 5


@pytest.mark.rule("BSR 10.74.ex4")
def test_the_price_of_leaving_off_the_road_is_the_same_in_two_moves() -> None:
    """1/2 to enter by C; later 3 1/2 more for the hex and 1 for E."""
    draft = example(C)
    play(draft, f"move A to {HERE}", movement)
    assert left(draft, "A") == 29.5
    play(draft, f"move A via {E}", movement)
    assert left(draft, "A") == 25


@pytest.mark.rule("BSR 10.74.ex6")
def test_example_four_note_the_long_way_by_road_costs_one_and_a_half() -> None:
    assert cost(example(C), "A", f"{HERE} {F} {E}") == 1.5
    draft = example(C)
    play(draft, f"move A to {E}", movement)
    assert left(draft, "A") == 28.5


@pytest.mark.rule("BSR 10.74.ex7")
def test_example_four_two_leaving_across_a_river_pays_for_hex_river_and_clear() -> None:
    """4 for the hex, 1 for clear A and 1 for its river."""
    assert cost(example(C), "A", f"{HERE} {A}") == 6
    assert cost(example(C), "A", f"{HERE} {B}") == 6


@pytest.mark.rule("BSR 10.74.x1")
def test_a_road_over_a_river_spares_the_river_even_to_those_who_leave_the_road() -> None:
    """A bridge in: 4 for the hex and 1 for clear E; without the road 1 more for the river."""
    sides = {**EXAMPLE, (HERE, C): "road.main river"}
    draft = lone(MOTORIZED, C, {HERE: "hill woods"}, sides)
    assert cost(draft, "A", f"{HERE} {E}") == 5
    bare = lone(MOTORIZED, C, {HERE: "hill woods"}, {(HERE, C): "river"})
    assert cost(bare, "A", f"{HERE} {E}") == 6


@pytest.mark.rule("BSR 10.74.ex4")
def test_a_clear_hex_entered_by_road_is_not_paid_again() -> None:
    """The tutorial moves a tank brigade 1406 1505 1605 for 1/2 by road and 2 over the river."""
    sides = {("0303", "0304"): "road.minor", ("0304", "0204"): "river"}
    assert cost(lone(SOVIET_ARMOR, "0303", None, sides), "A", "0304 0204") == 2.5


# ---------------------------------------------------------------- 10.75 roads and weather

ROADS = {
    # into clear ground
    ("road.motorway", "clear"): (0.5, 0.5, 0.5, 0.5, 0.5),
    ("road.main", "clear"): (0.5, 1, 0.5, 1, 1),
    ("road.minor", "clear"): (0.5, 2, 1, 2, 2),
    # into hills with woods: 1 in Dry by minor road; in Mud the hill's 3, woods ignored
    ("road.motorway", "hill woods"): (0.5, 0.5, 0.5, 0.5, 0.5),
    ("road.main", "hill woods"): (0.5, 1, 0.5, 1, 1),
    ("road.minor", "hill woods"): (1, 3, 1, 2, 2),
}
RULES = {
    "road.motorway": ("BSR 10.75a",), "road.main": ("BSR 10.75b",),
    "road.minor": ("BSR 10.75c.1a", "BSR 10.75c.1b", "BSR 10.75c.2"),
}


@pytest.mark.parametrize(
    ("road", "ground", "weather", "price"),
    [
        pytest.param(road, ground, weather, price, marks=pytest.mark.rule(*RULES[road]))
        for (road, ground), prices in ROADS.items()
        for weather, price in zip((DRY, MUD, FROST, SNOW, ARCTIC), prices, strict=True)
    ],
)
def test_each_road_has_its_price_in_each_weather(
    road: str, ground: str, weather: str, price: float
) -> None:
    assert southward(FOOT, weather, ground, road) == price


@pytest.mark.rule("BSR 10.74", "BSR 10.74.s1")
def test_a_road_counts_only_where_it_crosses_the_hexside() -> None:
    """The road of 0304 leads to 0404: coming from 0303 the hill costs its 2."""
    draft = lone(FOOT, "0303", {"0304": "hill"}, {("0304", "0404"): "road.main"})
    assert cost(draft, "A", "0304") == 2
    beside = lone(FOOT, "0404", {"0304": "hill"}, {("0304", "0404"): "road.main"})
    assert cost(beside, "A", "0304") == 0.5


@pytest.mark.rule("BSR 10.74")
def test_the_better_of_two_roads_and_the_open_ground_is_taken() -> None:
    """A minor road into a city hex in Dry would cost 1, the city itself 1/2."""
    assert southward(FOOT, MUD, "clear", "road.minor road.main") == 1
    assert southward(FOOT, DRY, "city", "road.minor") == 0.5


@pytest.mark.rule("BSR 10.75c.2.ex1", "BSR 10.75c.2")
@pytest.mark.parametrize(("start", "end"), [(D, HERE), (HERE, D)])
@pytest.mark.parametrize("of", [FOOT, MOTORIZED, ORANGE, SOVIET_ARMOR])
def test_mud_example_the_minor_road_between_wooded_hills_costs_three_both_ways(
    start: str, end: str, of: str
) -> None:
    assert cost(example(start, MUD, of), "A", end) == 3


@pytest.mark.parametrize(
    ("of", "price"),
    [
        pytest.param(FOOT, 2, marks=pytest.mark.rule("BSR 10.75c.2.1")),
        pytest.param(CAVALRY, 2, marks=pytest.mark.rule("BSR 10.75c.2.1")),
        pytest.param(SOVIET_ARMOR, 2, marks=pytest.mark.rule("BSR 10.75c.2.2")),
        (MOTORIZED, 3),
        (ORANGE, 3),
        (GREEN, "BSR 23.41"),
    ],
)
@pytest.mark.rule("BSR 10.75c.2.ex2", "BSR 10.75c.2")
def test_mud_example_a_clear_hex_by_minor_road_costs_two_or_three(
    of: str, price: float | str
) -> None:
    assert southward(of, MUD, "clear", "road.minor") == price


@pytest.mark.rule("BSR 10.75c.2.2", "BSR 10.75c.2")
def test_axis_armor_pays_three_where_soviet_armor_pays_two() -> None:
    axis = {"armor": True, "type": "armor"}
    assert southward(MOTORIZED, MUD, "clear", "road.minor", fields=axis) == 3
    other = {"side": SOVIET}
    assert southward(MOTORIZED, MUD, "clear", "road.minor", fields=other) == 3


@pytest.mark.rule("BSR 10.75c.2")
@pytest.mark.parametrize(
    ("of", "ground", "price"),
    [
        (FOOT, "clear woods", 2), (MOTORIZED, "clear woods", 3), (SOVIET_ARMOR, "clear woods", 2),
        (FOOT, "hill woods", 3), (MOTORIZED, "hill woods", 3),
        (FOOT, "clear", 0.5), (MOTORIZED, "hill", 1),  # no woods: an ordinary Dry turn
    ],
)
def test_lingering_mud_holds_on_minor_roads_in_woods_only(
    of: str, ground: str, price: float
) -> None:
    assert southward(of, LINGERING, ground, "road.minor") == price


@pytest.mark.rule("BSR 10.75c.2", "BSR 10.72")
@pytest.mark.parametrize(
    ("side", "dry", "lingering"),
    [("", 3, 6), ("river", 4, 8), ("road.main", 0.5, 1), ("road.motorway", 0.5, 0.5)],
)
def test_lingering_mud_gives_a_woods_hex_the_mud_column(
    side: str, dry: float, lingering: float
) -> None:
    """Motorized into clear woods: 1+2 or 3+3, the river +1 or +2, main roads 1/2 or 1."""
    assert southward(MOTORIZED, DRY, "clear woods", side) == dry
    assert southward(MOTORIZED, LINGERING, "clear woods", side) == lingering
    clear = southward(MOTORIZED, LINGERING, "clear", side)
    assert clear == southward(MOTORIZED, DRY, "clear", side)


@pytest.mark.rule("BSR 10.75a", "BSR 10.75b")
@pytest.mark.parametrize("road", ["road.main", "road.motorway"])
@pytest.mark.parametrize("weather", [DRY, MUD, FROST, SNOW, ARCTIC, LINGERING])
def test_super_heavy_artillery_pays_one_on_main_roads_in_all_weathers(
    road: str, weather: str
) -> None:
    """BSR 23.41b; off the road it has no way."""
    assert southward(GREEN, weather, "clear woods", road) == 1
    assert southward(GREEN, weather) == "BSR 23.41"


@pytest.mark.rule("BSR 10.75c.2.ex2")
@pytest.mark.parametrize(
    ("weather", "ground", "price"),
    [
        (DRY, "hill woods", 1), (MUD, "clear", "BSR 23.41"), (FROST, "clear", "BSR 23.41"),
        (SNOW, "clear", "BSR 23.41"), (LINGERING, "clear woods", "BSR 23.41"),
    ],
)
def test_super_heavy_artillery_uses_minor_roads_in_dry_weather_only(
    weather: str, ground: str, price: float | str
) -> None:
    """BSR 23.41c, and 5.14.x1 for the woods in which mud lingers."""
    assert southward(GREEN, weather, ground, "road.minor") == price


# ---------------------------------------------------------------- 10.76 major rivers

def between_rows(word: str, row: int = 3, columns: int = 6) -> dict[tuple[str, str], str]:
    """Hexsides of one kind from edge to edge of the board, south of a row of hexes."""
    sides = {}
    for column in range(1, columns + 1):
        north = f"{column:02}{row:02}"
        sides[north, f"{column:02}{row + 1:02}"] = word
        if column % 2:
            for beside in (column - 1, column + 1):
                if 1 <= beside <= columns:
                    sides[north, f"{beside:02}{row + 1:02}"] = word
    return sides


RIVER = between_rows("major_river")


@pytest.mark.rule("BSR 10.76a")
def test_a_road_bridge_over_a_major_river_costs_the_road() -> None:
    for of in (FOOT, MOTORIZED, ORANGE, SOVIET_ARMOR):
        assert southward(of, DRY, "hill", "major_river road.main") == 0.5


@pytest.mark.rule("BSR 10.76b")
def test_a_bridge_unit_carries_across_at_the_terrain_cost() -> None:
    """Hill 2, for armor too; without the bridge it does not cross."""
    draft = lone(MOTORIZED, "0303", {"0304": "hill"}, RIVER, fields={"armor": True})
    assert cost(draft, "A", "0304") == "BSR 10.76c.x1"
    at = draft.world.board.at
    draft.update(bridges=frozenset({tuple(sorted((at("0303"), at("0304"))))}))
    assert cost(draft, "A", "0304") == 2


CROSSERS: dict[str, tuple[dict[str, Any], bool]] = {
    "panzer regiment": (
        {"of": MOTORIZED, "type": "armor", "armor": True, "ma": 7}, False),
    "motorized infantry": ({"of": MOTORIZED, "ma": 7}, True),
    "motorized reconnaissance": ({"of": MOTORIZED, "type": "recon", "ma": 9}, True),
    "infantry division": ({"ma": 5}, True),
    "artillery": ({"of": ORANGE, "ma": 6}, False),
    "truck MSU": ({"type": "supply", "ma_class": "orange", "ma": 8, "attack": 0}, False),
    "wagon MSU": ({"type": "supply", "ma": 4, "attack": 0}, True),
}


@pytest.mark.rule("BSR 10.76c", "BSR 10.76c.x1")
@pytest.mark.parametrize("name", CROSSERS)
@pytest.mark.parametrize("weather", [DRY, MUD, FROST])
def test_who_crosses_an_unbridged_major_river_and_for_what(name: str, weather: str) -> None:
    """Question EFS-Q01: four of the seven, each for its whole MA; it moves no more."""
    fields, crosses = CROSSERS[name]
    draft = lone(fields.get("of", FOOT), "0303", None, RIVER, weather,
                 fields={k: v for k, v in fields.items() if k != "of"})
    assert refusal(draft, "move A to 0304", movement) == ("" if crosses else "BSR 10.76c.x1")
    if crosses:
        play(draft, "move A to 0304", movement)
        assert (where(draft, "A"), left(draft, "A")) == ("0304", 0)
        assert refusal(draft, "move A to 0305", movement) == "BSR 10.52"


@pytest.mark.rule("BSR 10.76c")
def test_a_major_river_is_crossed_only_from_its_bank() -> None:
    """A unit that has moved to the river waits there until its next Movement phase."""
    draft = lone(FOOT, "0302", None, RIVER)
    assert refusal(draft, "move A via 0303 0304", movement) == "BSR 10.76c"
    assert "0304" not in reached(draft, "A")
    play(draft, "move A to 0303", movement)
    assert refusal(draft, "move A to 0304", movement) == "BSR 10.76c"
    assert "0304" in reached(lone(FOOT, "0303", None, RIVER), "A")


@pytest.mark.rule("BSR 10.76c")
@pytest.mark.parametrize(
    ("step", "side", "allowed"),
    [("B.1", AXIS, True), ("B.5", AXIS, False), ("C.5", SOVIET, True), ("C.1", SOVIET, False)],
)
def test_a_major_river_is_crossed_only_in_the_movement_phase(
    step: str, side: str, allowed: bool
) -> None:
    draft = lone(MOTORIZED, "0303", None, RIVER, step=step, fields={"side": side})
    assert refusal(draft, "move A to 0304", movement) == ("" if allowed else "BSR 10.76c")
    assert refusal(draft, "step A to 0304", one_hex) == "BSR 10.76c"


@pytest.mark.rule("BSR 10.76c")
def test_crossing_a_major_river_into_an_enemy_zoc_takes_no_more_than_the_ma() -> None:
    """Infantry with MA 1; the defender's ZOC reaches the far bank."""
    world = make_world(make_board(6, 6, None, RIVER), [kind("A", ma=1), foe()])
    draft = make_draft(world, {"A": "0303", "Foe": "0305"})
    play(draft, "move A to 0304", movement)
    assert where(draft, "A") == "0304"


@pytest.mark.rule("BSR 10.76c", "BSR 10.66")
def test_crossing_a_major_river_from_zoc_to_zoc_stays_forbidden() -> None:
    """0303 is in the ZOC of 0203, 0304 in that of 0305."""
    world = make_world(make_board(6, 6, None, RIVER), [kind("A"), foe("F1"), foe("F2")])
    held = make_draft(world, {"A": "0303", "F1": "0203", "F2": "0305"})
    assert refusal(held, "move A to 0304", movement) == "BSR 10.66"
    free = make_draft(world, {"A": "0303", "F2": "0305"})
    assert refusal(free, "move A to 0304", movement) == ""


@pytest.mark.rule("BSR 10.76c", "BSR 10.53")
def test_a_stack_crosses_a_major_river_together_each_for_its_own_ma() -> None:
    world = make_world(make_board(6, 6, None, RIVER), [kind("A", ma=5), kind("M", MOTORIZED, ma=7)])
    draft = make_draft(world, {"A": "0303", "M": "0303"})
    play(draft, "move A, M to 0304", movement)
    assert [(where(draft, n), left(draft, n)) for n in "AM"] == [("0304", 0), ("0304", 0)]


@pytest.mark.rule("BSR 10.76d")
@pytest.mark.parametrize("weather", [SNOW, ARCTIC])
@pytest.mark.parametrize("of", [FOOT, MOTORIZED, ORANGE])
def test_a_frozen_major_river_adds_one_point_for_everybody(weather: str, of: str) -> None:
    """Clear ground in Snow 2, the ice 1; armor and guns too, in the course of a move."""
    draft = lone(of, "0302", None, RIVER, weather, fields={"armor": of == MOTORIZED})
    assert cost(draft, "A", "0303 0304") == 5
    bridged = lone(of, "0302", None, {SIDE: "major_river bridge"}, weather)
    assert cost(bridged, "A", "0303 0304") == 4


@pytest.mark.rule("BSR 10.76d", "BSR 10.76c")
def test_a_river_frozen_for_good_is_crossed_over_the_ice_in_frost() -> None:
    """Frost: clear 1 and the ice 1 (see the notes on 5.15b.2)."""
    assert southward(FOOT, FROST, side="major_river", frozen=True) == 2


# ---------------------------------------------------------------- 10.77 lakes and seas


@pytest.mark.rule("BSR 10.77a")
@pytest.mark.parametrize(
    ("weather", "hexside", "lake"),
    [(DRY, "BSR 10.77a", "BSR 10.77a"), (MUD, "BSR 10.77a", "BSR 10.77a"),
     (FROST, "BSR 10.77a", "BSR 10.77a"), (SNOW, 3, 2), (ARCTIC, 3, 2)],
)
def test_a_lake_is_a_barrier_until_it_freezes(
    weather: str, hexside: float | str, lake: float | str
) -> None:
    """Across a frozen lake hexside: clear 2 and 1 more; onto the ice of a lake hex: 2."""
    assert southward(FOOT, weather, side="lake") == hexside
    assert southward(MOTORIZED, weather, "lake") == lake


@pytest.mark.rule("BSR 10.77a")
def test_a_lake_that_arctic_weather_froze_stays_open() -> None:
    assert southward(FOOT, MUD, "lake", frozen=True) == 2
    assert southward(FOOT, MUD, "lake", frozen=False) == "BSR 10.77a"


@pytest.mark.rule("BSR 10.77b")
@pytest.mark.parametrize("weather", [DRY, SNOW, ARCTIC])
@pytest.mark.parametrize(("ground", "side"), [("sea", ""), ("shallow_sea", ""), ("clear", "sea")])
def test_ground_units_never_enter_the_sea_frozen_or_not(
    weather: str, ground: str, side: str
) -> None:
    assert southward(FOOT, weather, ground, side) == "BSR 10.77b"
    assert southward(FOOT, weather) in (1, 2)


# ---------------------------------------------------------------- 10.78 swamps


@pytest.mark.rule("BSR 10.78", "BSR 10.78.s1")
@pytest.mark.parametrize(
    ("of", "weather", "price"),
    [
        (FOOT, DRY, 3), (FOOT, MUD, 4), (FOOT, FROST, 2), (FOOT, SNOW, 3),
        (MOTORIZED, DRY, "BSR 10.78"), (MOTORIZED, MUD, "BSR 10.78"), (MOTORIZED, FROST, 3),
        (MOTORIZED, SNOW, 3), (MOTORIZED, ARCTIC, 3),
        (ORANGE, DRY, "BSR 10.78"), (ORANGE, FROST, 3), (SOVIET_ARMOR, MUD, "BSR 10.78"),
    ],
)
def test_only_foot_enters_an_unfrozen_swamp_off_the_road(
    of: str, weather: str, price: float | str
) -> None:
    assert southward(of, weather, "swamp") == price


@pytest.mark.rule("BSR 10.78")
@pytest.mark.parametrize(
    ("road", "weather", "price"),
    [
        ("road.main", DRY, 0.5), ("road.main", MUD, 1), ("road.motorway", MUD, 0.5),
        ("road.minor", DRY, 1), ("road.minor", MUD, 3),
    ],
)
def test_a_road_leads_motorized_units_into_a_swamp(
    road: str, weather: str, price: float
) -> None:
    """In Mud the minor road asks the 3 MPs that the path through a swamp costs."""
    assert southward(MOTORIZED, weather, "swamp", road) == price


@pytest.mark.rule("BSR 10.78")
@pytest.mark.parametrize(
    ("of", "weather", "side", "price"),
    [
        (MOTORIZED, DRY, "", "BSR 10.78"), (ORANGE, MUD, "", "BSR 10.78"),
        (MOTORIZED, DRY, "road.minor", 0.5), (MOTORIZED, DRY, "rail", 1),
        (FOOT, DRY, "", 1), (MOTORIZED, FROST, "", 1),
    ],
)
def test_motorized_units_leave_an_unfrozen_swamp_only_by_road_or_rail(
    of: str, weather: str, side: str, price: float | str
) -> None:
    assert southward(of, weather, "clear", side, terrain={"0303": "swamp"}) == price


@pytest.mark.rule("BSR 10.78.n1", "BSR 11.91")
def test_a_unit_stuck_in_a_thawed_swamp_steps_out_of_it_by_one_hex_movement() -> None:
    """Into a hex that is no swamp, not into the next swamp; and not by ordinary movement."""
    draft = lone(MOTORIZED, "0303", {"0303": "swamp", "0204": "swamp"})
    assert refusal(draft, "move A to 0304", movement) == "BSR 10.78"
    assert refusal(draft, "step A to 0204", one_hex) == "BSR 10.78"
    play(draft, "step A to 0304", one_hex)
    assert (where(draft, "A"), left(draft, "A")) == ("0304", 0)


@pytest.mark.rule("BSR 10.78.n1")
def test_a_unit_stuck_in_a_thawed_swamp_cannot_retreat_until_it_freezes() -> None:
    draft = lone(MOTORIZED, "0303", {"0303": "swamp"})
    a, at = draft.world.counters["A"], draft.world.board.at
    assert not retreat.passable(draft.world, draft.state, a, at("0303"), at("0304"))
    draft.update(weather=FROST)
    assert retreat.passable(draft.world, draft.state, a, at("0303"), at("0304"))


@pytest.mark.rule("BSR 10.76c", "BSR 10.78")
def test_a_motorized_unit_does_not_swim_out_of_a_swamp() -> None:
    swamp = lone(MOTORIZED, "0303", {"0303": "swamp"}, RIVER)
    assert refusal(swamp, "move A to 0304", movement) == "BSR 10.78"
    assert refusal(lone(MOTORIZED, "0303", None, RIVER), "move A to 0304", movement) == ""
    foot = lone(FOOT, "0303", {"0303": "swamp"}, RIVER)
    assert refusal(foot, "move A to 0304", movement) == ""


# ---------------------------------------------------------------- 10.79 major cities


def city_board() -> Board:
    """E1 is 0203, the major city 0303, E2 0404: E1 and E2 do not touch."""
    return make_board(6, 6, {"0303": "major_city"})


@pytest.mark.rule("BSR 10.79a", "BSR 10.79b", "BSR 10.64", "BSR 10.67")
def test_a_division_goes_from_zoc_to_zoc_through_a_vacant_major_city() -> None:
    """Question EFS-Q45: no ZOC reaches into the city. 1/2 for it, 1 and +1 for E2: 2 1/2 of 5."""
    counters = [kind("A", ma=5), foe("F1"), foe("F2")]
    spots = {"A": "0203", "F1": "0202", "F2": "0304"}
    draft = make_draft(make_world(city_board(), counters), spots)
    assert cost(draft, "A", "0303 0404") == 2.5
    play(draft, "move A to 0404", movement)
    assert left(draft, "A") == 2.5
    assert refusal(draft, "move A to 0504", movement) == "BSR 10.65"
    clear = make_draft(make_world(make_board(6, 6), counters), spots)
    assert cost(clear, "A", "0303 0404") == "BSR 10.66"


@pytest.mark.rule("BSR 10.79a")
def test_a_unit_leaves_a_major_city_straight_into_an_enemy_zoc_and_stops() -> None:
    """An enemy beside the city puts no ZOC on it, so this is no move from ZOC to ZOC."""
    counters = [kind("A"), foe()]
    spots = {"A": "0303", "Foe": "0304"}
    city = make_draft(make_world(city_board(), counters), spots)
    assert refusal(city, "move A via 0404", movement) == ""
    assert refusal(city, "move A via 0404 0504", movement) == "BSR 10.65"
    clear = make_draft(make_world(make_board(6, 6), counters), spots)
    assert refusal(clear, "move A via 0404", movement) == "BSR 10.66"


@pytest.mark.rule("BSR 10.79b")
def test_a_vacant_major_city_beside_the_enemy_is_entered_at_its_cost_and_left_again() -> None:
    world = make_world(city_board(), [kind("A", ma=2), foe()])
    draft = make_draft(world, {"A": "0302", "Foe": "0304"})
    assert cost(draft, "A", "0303") == 0.5
    assert cost(draft, "A", "0303 0203") == 1.5
    poor = make_draft(
        make_world(city_board(), [kind("A", ma=1), foe()]), {"A": "0302", "Foe": "0304"}
    )
    assert cost(poor, "A", "0303 0203") == "BSR 10.52"


# ---------------------------------------------------------------- odds and ends


@pytest.mark.rule("BSR 10.72")
def test_half_points_read_as_players_write_them() -> None:
    assert [terrain.show(n) for n in (0, 1, 2, 5)] == ["0", "1/2", "1", "2 1/2"]


@pytest.mark.rule("BSR 10.72", "BSR 10.74")
@pytest.mark.parametrize("of", KINDS)
@pytest.mark.parametrize("weather", [DRY, MUD, FROST, SNOW, LINGERING])
def test_a_road_never_costs_more_than_the_country_it_runs_through(of: str, weather: str) -> None:
    """Over every ground, except that Frost and Snow give a minor road a price of its own."""
    for ground in ("clear", "hill", "marsh", "clear woods", "hill woods"):
        by_road = southward(of, weather, ground, "road.main")
        beside = southward(of, weather, ground)
        assert isinstance(by_road, float | int)
        assert isinstance(beside, str) or by_road <= beside


@pytest.mark.rule("BSR 10.72")
def test_a_counter_of_another_class_changes_nothing_for_its_stack() -> None:
    """Each unit of a stack pays its own price: in Mud 2 on foot and 3 on wheels."""
    world = make_world(make_board(6, 6), [kind("A"), kind("M", MOTORIZED)])
    draft = make_draft(world, {"A": "0303", "M": "0303"}, weather=MUD)
    play(draft, "move A, M to 0304", movement)
    assert (left(draft, "A"), left(draft, "M")) == (28, 27)
