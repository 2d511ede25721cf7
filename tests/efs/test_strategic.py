"""Strategic Movement (BSR 11.3): half as far again, by road, well away from the enemy."""

from __future__ import annotations

from typing import Any

import pytest

from engine.efs.pieces import AXIS, EMERGENCY, OUT_OF_SUPPLY, SOVIET, Unit
from engine.efs.world import Draft
from tests.efs.moves import (
    ARCTIC,
    CAVALRY,
    DRY,
    FOOT,
    FROST,
    GREEN,
    LINGERING,
    MOTORIZED,
    MUD,
    ORANGE,
    SNOW,
    SOVIET_ARMOR,
    denied,
    foe,
    kind,
    left,
    order,
    where,
)
from tests.efs.support import counter, make_board, make_draft, make_world

LENGTH = 40


def road(
    of: str = FOOT, ma: int = 5, word: str = "road.main", ground: str = "clear",
    weather: str = DRY, enemy: str = "", step: str = "", **fields: Any,
) -> Draft:
    """A unit at the north end, 0101, of a straight road of forty hexes down column 1."""
    unit = kind("A", of, ma=ma, **fields)
    rows = range(1, LENGTH)
    sides = {(f"01{row:02}", f"01{row + 1:02}"): word for row in rows}
    terrain = {f"01{row:02}": ground for row in range(1, LENGTH + 1)}
    counters = [unit]
    spots: dict[str, str | Unit] = {"A": "0101"}
    if enemy:
        other = AXIS if unit.side == SOVIET else SOVIET
        counters.append(counter("Foe", side=other))
        spots["Foe"] = enemy
    world = make_world(make_board(6, LENGTH, terrain, sides), counters)
    state: dict[str, Any] = {"frozen": weather in (SNOW, ARCTIC)}
    if weather == LINGERING:
        weather, state["rolled"] = DRY, (MUD, DRY)
    return make_draft(world, spots, weather=weather,
                      step=step or ("B.1" if unit.side == AXIS else "C.5"), **state)


def farthest(draft: Draft, verb: str = "march") -> int:
    """How many hexes down the road the unit gets."""
    return max(
        (row - 1 for row in range(2, LENGTH + 1) if not denied(draft, f"{verb} A to 01{row:02}")),
        default=0,
    )


# ---------------------------------------------------------------- 11.31, 11.35


@pytest.mark.rule("BSR 11.31", "BSR 10.13c", "ESP B.1c.4", "ESP C.5b.2.5")
@pytest.mark.parametrize(
    ("of", "ma", "side", "hexes"),
    [
        (FOOT, 4, AXIS, 12), (FOOT, 5, AXIS, 15), (MOTORIZED, 7, AXIS, 21),
        (ORANGE, 6, AXIS, 18), (CAVALRY, 6, SOVIET, 18),
        (MOTORIZED, 8, SOVIET, 12),  # half of 8, and half of that again
        (MOTORIZED, 7, SOVIET, 10),  # 3 1/2 and 1 3/4 are 5 1/4: ten half points
        (MOTORIZED, 9, SOVIET, 13),  # 4 1/2 and 2 1/4 are 6 3/4
    ],
)
def test_a_march_has_half_as_many_points_again(of: str, ma: int, side: str, hexes: int) -> None:
    """Main road hexes at 1/2 each; the side's own Movement phase."""
    assert farthest(road(of, ma, side=side)) == hexes


@pytest.mark.rule("BSR 11.31")
@pytest.mark.parametrize(
    ("step", "side", "rule"),
    [("B.1", AXIS, ""), ("B.5", AXIS, "BSR 10.2"), ("C.5", SOVIET, ""),
     ("C.1", SOVIET, "BSR 10.2")],
)
def test_a_march_is_made_in_the_movement_phase_only(step: str, side: str, rule: str) -> None:
    assert denied(road(MOTORIZED, 8, side=side, step=step), "march A to 0102") == rule


@pytest.mark.rule("BSR 11.31", "BSR 11.34")
def test_a_marching_unit_goes_on_marching_within_its_points() -> None:
    draft = road(ma=4)
    order(draft, "march A to 0109")
    assert left(draft, "A") == 2
    assert draft.events[-1].text.endswith("4 MP by strategic movement")  # 8 road hexes at 1/2
    order(draft, "march A to 0113")
    assert (where(draft, "A"), left(draft, "A")) == ("0113", 0)


@pytest.mark.rule("BSR 11.35")
@pytest.mark.parametrize(
    ("word", "weather", "ground", "hexes"),
    [
        *[(word, weather, "hill woods", 15)
          for word in ("road.motorway", "road.main")
          for weather in (DRY, MUD, FROST, SNOW, ARCTIC, LINGERING)],
        ("road.minor", DRY, "clear", 15), ("road.minor", DRY, "hill", 7),
        ("road.minor", SNOW, "clear", 15), ("road.minor", FROST, "hill", 7),
        ("road.minor", MUD, "clear", 3), ("road.minor", MUD, "hill woods", 2),
    ],
)
def test_weather_spares_roads_but_mud_holds_on_minor_roads(
    word: str, weather: str, ground: str, hexes: int
) -> None:
    """7 1/2 MPs: 1/2 a hex is 15, 1 a hex 7; in Mud 2 a clear hex is 3, 3 a hill 2. With
    question EFS-Q48: fifteen main road hexes or three of a minor road in Mud."""
    assert farthest(road(FOOT, 5, word, ground, weather)) == hexes


@pytest.mark.rule("BSR 11.35", "BSR 10.75c.2.2")
@pytest.mark.parametrize(
    ("of", "hexes"), [(SOVIET_ARMOR, 2), (MOTORIZED, 1), (ORANGE, 3)]
)
def test_in_mud_each_class_pays_its_own_price_on_minor_roads(of: str, hexes: int) -> None:
    """Of MA 6, halved for Soviet motorized units: 4 1/2 at 2 or 3; guns have 9 at 3."""
    assert farthest(road(of, 6, "road.minor", weather=MUD, side=SOVIET)) == hexes


# ---------------------------------------------------------------- 11.32


@pytest.mark.rule("BSR 11.32a")
def test_a_unit_without_an_allowance_does_not_march() -> None:
    assert denied(road(ma=0), "march A to 0102") == "BSR 11.32a"
    assert denied(road(ma=1), "march A to 0102") == ""


@pytest.mark.rule("BSR 11.32b")
@pytest.mark.parametrize("word", ["road.minor", "road.main", "road.motorway"])
def test_a_march_starts_on_any_kind_of_road(word: str) -> None:
    assert denied(road(word=word), "march A to 0102") == ""
    assert denied(road(word="river"), "march A to 0102") == "BSR 11.32b"


@pytest.mark.rule("BSR 11.32b", "BSR 11.34")
def test_a_unit_that_walked_to_the_road_does_not_march_on() -> None:
    draft = road()
    at = draft.world.board.at("0202")
    draft.update(units={"A": Unit("A", at)})
    assert denied(draft, "march A to 0102") == "BSR 11.32b"
    order(draft, "move A to 0102")
    assert denied(draft, "march A to 0103") == "BSR 11.34"


@pytest.mark.rule("BSR 11.32c")
@pytest.mark.parametrize("mark", [OUT_OF_SUPPLY, EMERGENCY])
def test_a_march_needs_general_supply(mark: str) -> None:
    """Emergency Supply is not enough."""
    draft = road(MOTORIZED, 7)
    assert denied(draft, "march A to 0102") == ""
    draft.update(units={"A": Unit("A", draft.state.units["A"].hex, marks=frozenset({mark}))})
    assert denied(draft, "march A to 0102") == "BSR 11.32c"


@pytest.mark.rule("BSR 11.32d")
@pytest.mark.parametrize(("enemy", "rule"), [("0112", "BSR 11.32d"), ("0113", "")])
def test_a_march_begins_three_hexes_from_the_enemy(enemy: str, rule: str) -> None:
    """From 0110 away from him: two hexes lie between it and 0113, one between it and 0112."""
    draft = road(enemy=enemy)
    at = draft.world.board.at("0110")
    draft.update(units={**draft.state.units, "A": Unit("A", at)})
    assert denied(draft, "march A to 0109") == rule


@pytest.mark.rule("BSR 11.32d")
def test_a_march_keeps_three_hexes_from_the_enemy_all_the_way() -> None:
    """An enemy in 0120: 0117 is three hexes from him, 0118 two."""
    draft = road(MOTORIZED, 20, enemy="0120")
    assert farthest(draft) == 16
    assert denied(draft, "march A to 0118") == "BSR 11.32d"
    order(draft, "march A to 0117")
    assert denied(draft, "march A to 0118") == "BSR 11.32d"


@pytest.mark.rule("BSR 11.32d")
def test_a_lone_enemy_supply_counter_is_no_combat_unit() -> None:
    world = make_world(road().world.board, [kind("A"), foe("MSU", type="supply")])
    draft = make_draft(world, {"A": "0101", "MSU": "0201"})
    assert denied(draft, "march A to 0103") == ""


@pytest.mark.rule("BSR 11.32e")
def test_a_march_neither_begins_in_nor_enters_a_zone_of_interdiction() -> None:
    draft = road()
    at = draft.world.board.at
    draft.update(interdicted={at("0101"): 1})
    assert denied(draft, "march A to 0102") == "BSR 11.32e"
    draft.update(interdicted={at("0110"): 1})  # with 0109 and 0111
    assert farthest(draft) == 7
    order(draft, "march A to 0108")
    assert denied(draft, "march A to 0109") == "BSR 11.32e"


# ---------------------------------------------------------------- 11.33, 11.34


@pytest.mark.rule("BSR 11.33")
@pytest.mark.parametrize(
    "fields",
    [
        {"type": "armored_train", "ma_class": "rail", "side": SOVIET},
        {"type": "railroad_artillery", "ma_class": "green", "attack": 0},
    ],
)
def test_trains_and_railroad_guns_do_not_march(fields: dict[str, Any]) -> None:
    assert denied(road(**fields), "march A to 0102") == "BSR 11.33"
    assert denied(road(), "march A to 0102") == ""


@pytest.mark.rule("BSR 11.33")
def test_flotillas_do_not_march() -> None:
    boat = {"type": "flotilla", "ma_class": "blue", "side": SOVIET}
    assert denied(road(**boat), "march A to 0102") == "BSR 11.33"


@pytest.mark.rule("BSR 11.34")
@pytest.mark.parametrize(
    ("word", "rule"), [("rail", "BSR 11.32b"), ("rail road.minor", "")]
)
def test_a_march_keeps_to_roads_and_never_follows_a_railroad(word: str, rule: str) -> None:
    assert denied(road(word=word), "march A to 0102") == rule
    draft = road(word=word)
    assert denied(draft, "march A to 0201") == (rule or "BSR 11.34")


@pytest.mark.rule("BSR 11.34")
def test_a_marching_unit_does_not_leave_the_road_by_ordinary_movement() -> None:
    draft = road()
    order(draft, "march A to 0103")
    assert denied(draft, "move A to 0203") == "BSR 11.34"
    assert denied(draft, "move A to 0104") == "BSR 11.34"


@pytest.mark.rule("BSR 11.34")
def test_a_unit_marches_once_a_turn() -> None:
    """Once somebody else has moved its march is over."""
    world = make_world(road().world.board, [kind("A"), kind("B")])
    draft = make_draft(world, {"A": "0101", "B": "0601"})
    order(draft, "march A to 0103", "move B to 0602")
    assert denied(draft, "march A to 0104") == "BSR 10.52"


@pytest.mark.rule("BSR 11.34", "BSR 11.35")
@pytest.mark.parametrize(
    ("word", "hexes"), [("road.main", 6), ("road.motorway", 6), ("road.minor", 0)]
)
def test_super_heavy_artillery_marches_on_main_roads_at_a_point_a_hex(
    word: str, hexes: int
) -> None:
    """BSR 23.41b, c: MA 4 and half of it are 6; not on minor roads."""
    assert farthest(road(GREEN, 4, word)) == hexes
