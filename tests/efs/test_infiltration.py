"""Infiltration Movement (BSR 11.5): straight from enemy ZOC to enemy ZOC for the whole MA."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.efs.pieces import AXIS, OUT_OF_SUPPLY, SOVIET, Counter, Unit
from engine.efs.state import Fort
from engine.efs.world import Draft
from tests.efs.moves import (
    ARCTIC,
    CAVALRY,
    DRY,
    FOOT,
    FROST,
    LINGERING,
    MOTORIZED,
    MUD,
    SNOW,
    denied,
    kind,
    left,
    order,
    where,
)
from tests.efs.support import counter, make_board, make_draft, make_world

WILD = {"0303": "woods", "0304": "hill"}
"""Start and goal, both unclear, so that cavalry may infiltrate too."""
GO = "infiltrate A to 0304"


def raider(of: str = MOTORIZED, side: str = AXIS, ma: int = 7, **fields: Any) -> Counter:
    """A unit with a yellow MA."""
    return kind("A", of, **{"side": side, "ma": ma, "yellow": True, **fields})


def scene(
    *units: Counter, weather: str = DRY, step: str = "", terrain: Mapping[str, str] | None = None,
    side: str = "", foe_at: str = "0404", zoc: bool = True, **state: Any,
) -> Draft:
    """Units in 0303 and an enemy in 0404, whose ZOC covers 0303 and 0304."""
    units = units or (raider(),)
    owner = units[0].side
    enemy = counter("Foe", side=SOVIET if owner == AXIS else AXIS, zoc=zoc)
    sides = {("0303", "0304"): side} if side else None
    world = make_world(
        make_board(6, 6, WILD if terrain is None else terrain, sides), [*units, enemy]
    )
    state.setdefault("frozen", weather in (SNOW, ARCTIC))
    if weather == LINGERING:
        weather, state["rolled"] = DRY, (MUD, DRY)
    spots = {**{u.id: "0303" for u in units}, "Foe": foe_at}
    return make_draft(
        world, spots, weather=weather, step=step or ("B.1" if owner == AXIS else "C.5"), **state
    )


# ---------------------------------------------------------------- 11.51, 11.54


@pytest.mark.rule("BSR 11.51", "BSR 10.66", "BSR 10.13e", "ESP B.1c.6")
def test_a_qualified_unit_goes_straight_from_zoc_to_zoc() -> None:
    draft = scene()
    assert denied(draft, "move A via 0304") == "BSR 10.66"
    order(draft, GO)
    assert where(draft, "A") == "0304"
    assert denied(scene(raider(yellow=False)), GO) == "BSR 11.52"


@pytest.mark.rule("BSR 11.51")
def test_infiltration_goes_to_an_adjacent_hex_in_an_enemy_zoc() -> None:
    """0302 is in no enemy ZOC: an ordinary move leads there; 0305 is two hexes away."""
    draft = scene()
    assert denied(draft, "infiltrate A to 0302") == "BSR 11.51"
    assert denied(draft, "infiltrate A to 0305") == "BSR 11.51"
    assert denied(draft, "infiltrate A to 0404") == "BSR 10.54"


@pytest.mark.rule("BSR 11.54", "BSR 10.64.x2")
def test_infiltration_costs_the_whole_ma_and_no_more() -> None:
    """Whatever terrain and ZOC would cost: MA 7 into mountains for 4 and 1, or wooded hills."""
    for ground in ("hill", "mountain", "hill woods"):
        draft = scene(terrain={"0303": "woods", "0304": ground})
        order(draft, GO)
        assert left(draft, "A") == 0
        assert denied(draft, "move A to 0305") == "BSR 10.65"


@pytest.mark.rule("BSR 11.54")
def test_nothing_is_left_for_an_overrun_after_infiltration() -> None:
    strong = raider(attack=40)
    draft = scene(strong)
    assert denied(draft, "overrun 0404 with A") == ""
    order(draft, GO)
    assert denied(draft, "overrun 0404 with A") == "BSR 11.43b"


@pytest.mark.rule("BSR 11.54")
def test_an_out_of_supply_unit_does_not_infiltrate() -> None:
    draft = scene()
    hex_ = draft.state.units["A"].hex
    draft.update(units={**draft.state.units,
                        "A": Unit("A", hex_, marks=frozenset({OUT_OF_SUPPLY}))})
    assert denied(draft, GO) == "BSR 11.54"
    assert denied(scene(), GO) == ""


@pytest.mark.rule("BSR 11.54", "BSR 11.55")
def test_a_unit_that_has_moved_has_no_whole_ma_to_infiltrate() -> None:
    """It leaves the enemy, comes up to him again and stops."""
    draft = scene()
    order(draft, "move A to 0302")
    assert denied(draft, "infiltrate A to 0303") == "BSR 11.54"
    order(draft, "move A to 0303")
    assert denied(draft, GO) == "BSR 10.65"
    assert denied(scene(), GO) == ""


# ---------------------------------------------------------------- 11.52


@pytest.mark.rule("BSR 11.52")
@pytest.mark.parametrize("of", [FOOT, MOTORIZED, CAVALRY])
@pytest.mark.parametrize(("yellow", "rule"), [(True, ""), (False, "BSR 11.52")])
def test_only_a_yellow_ma_qualifies(of: str, yellow: bool, rule: str) -> None:
    assert denied(scene(raider(of, yellow=yellow)), GO) == rule


@pytest.mark.rule("BSR 11.52a", "BSR 10.13e")
@pytest.mark.parametrize(("ma", "rule"), [(6, "BSR 11.52a"), (7, ""), (9, "")])
def test_a_motorized_unit_needs_an_ma_of_seven(ma: int, rule: str) -> None:
    assert denied(scene(raider(ma=ma)), GO) == rule


@pytest.mark.rule("BSR 11.52a")
def test_it_is_the_ma_of_the_present_side_that_counts() -> None:
    draft = scene(raider(reduced=(2, 2, 6)))
    assert denied(draft, GO) == ""
    hex_ = draft.state.units["A"].hex
    draft.update(units={**draft.state.units, "A": Unit("A", hex_, lost=1)})
    assert denied(draft, GO) == "BSR 11.52a"


@pytest.mark.rule("BSR 11.52b", "BSR 10.13e.s1")
@pytest.mark.parametrize("side", [AXIS, SOVIET])
@pytest.mark.parametrize("ma", [5, 6])
def test_cavalry_with_a_yellow_ma_infiltrates_whatever_its_ma(side: str, ma: int) -> None:
    draft = scene(raider(CAVALRY, side, ma))
    order(draft, GO)
    assert where(draft, "A") == "0304"


@pytest.mark.rule("BSR 11.52b")
@pytest.mark.parametrize(
    ("start", "end", "side", "rule"),
    [
        ("woods", "hill", "", ""), ("marsh", "swamp", "", ""), ("city", "major_city", "", ""),
        ("clear", "hill", "", "BSR 11.52b"), ("hill", "clear", "", "BSR 11.52b"),
        ("clear town", "clear town", "", "BSR 11.52b"),
        ("clear", "clear", "road.main", "BSR 11.52b"), ("clear", "clear", "rail", "BSR 11.52b"),
        ("clear fortified", "clear fortified", "", "BSR 11.52b"),
        ("clear coast", "clear coast", "border", "BSR 11.52b"),
    ],
)
def test_cavalry_infiltrates_only_between_unclear_hexes(
    start: str, end: str, side: str, rule: str
) -> None:
    """Towns, roads, rails, fortified lines, coasts and borders leave a hex clear. A major city
    is in no ZOC, so one simply moves there."""
    draft = scene(raider(CAVALRY), terrain={"0303": start, "0304": end}, side=side)
    if end == "major_city":
        assert denied(draft, "move A via 0304") == ""
        return
    assert denied(draft, GO) == rule
    motorized = scene(raider(), terrain={"0303": start, "0304": end.replace("swamp", "hill")},
                      side=side)
    assert denied(motorized, GO) == ""


@pytest.mark.rule("BSR 11.52b")
def test_a_strongpoint_of_ones_own_leaves_a_hex_clear() -> None:
    draft = scene(raider(CAVALRY), terrain={})
    at = draft.world.board.at
    draft.update(forts={at("0303"): Fort(AXIS), at("0304"): Fort(AXIS)})
    assert denied(draft, GO) == "BSR 11.52b"


@pytest.mark.rule("BSR 11.52c", "BSR 11.53c")
@pytest.mark.parametrize(
    ("weather", "step", "rule"),
    [
        (SNOW, "C.5", ""), (ARCTIC, "C.5", ""), (DRY, "C.5", "BSR 11.53c"),
        (FROST, "C.5", "BSR 11.53c"), (MUD, "C.5", "BSR 11.53c"),
    ],
)
def test_ski_units_infiltrate_in_their_movement_phase_in_snow(
    weather: str, step: str, rule: str
) -> None:
    """Over clear ground too."""
    ski = raider(FOOT, SOVIET, 5, ski=True)
    assert denied(scene(ski, weather=weather, step=step, terrain={}), GO) == rule


# ---------------------------------------------------------------- 11.53


@pytest.mark.parametrize(
    ("of", "side", "step", "rule"),
    [
        pytest.param(MOTORIZED, AXIS, "B.1", "", marks=pytest.mark.rule("BSR 11.53a")),
        pytest.param(MOTORIZED, AXIS, "B.5", "BSR 11.53a",
                     marks=pytest.mark.rule("BSR 11.53a", "BSR 10.24a")),
        pytest.param(CAVALRY, AXIS, "B.1", "", marks=pytest.mark.rule("BSR 11.53a")),
        pytest.param(CAVALRY, AXIS, "B.5", "BSR 11.53a", marks=pytest.mark.rule("BSR 11.53a")),
        pytest.param(CAVALRY, SOVIET, "C.5", "",
                     marks=pytest.mark.rule("BSR 11.53a", "ESP C.5b.2.7")),
        pytest.param(CAVALRY, SOVIET, "C.1", "BSR 11.53a", marks=pytest.mark.rule("BSR 11.53a")),
        pytest.param(MOTORIZED, SOVIET, "C.1", "",
                     marks=pytest.mark.rule("BSR 11.53b", "BSR 10.24a", "ESP C.1b.2.5")),
        pytest.param(MOTORIZED, SOVIET, "C.5", "BSR 11.53b",
                     marks=pytest.mark.rule("BSR 11.53b", "BSR 10.13e")),
    ],
)
@pytest.mark.rule("BSR 11.53")
def test_each_kind_infiltrates_only_in_the_phase_of_its_full_ma(
    of: str, side: str, step: str, rule: str
) -> None:
    assert denied(scene(raider(of, side), step=step), GO) == rule


# ---------------------------------------------------------------- 11.55, 11.56


@pytest.mark.rule("BSR 11.55")
@pytest.mark.parametrize(
    ("foe_at", "zoc", "rule"),
    [("0404", True, ""), ("0404", False, "BSR 11.55"), ("0305", True, "BSR 11.55")],
)
def test_infiltration_begins_beside_an_enemy_and_in_his_zoc(
    foe_at: str, zoc: bool, rule: str
) -> None:
    """A unit in 0305 covers 0304 but not 0303."""
    assert denied(scene(foe_at=foe_at, zoc=zoc), GO) == rule


@pytest.mark.rule("BSR 11.56.1")
@pytest.mark.parametrize(
    ("weather", "ground", "rule"),
    [
        (DRY, "hill", ""), (FROST, "hill", ""), (SNOW, "hill", ""), (ARCTIC, "hill", ""),
        (MUD, "hill", "BSR 11.56.1"), (LINGERING, "hill woods", "BSR 11.56.1"),
        (LINGERING, "hill", ""),
    ],
)
def test_nobody_infiltrates_in_mud(weather: str, ground: str, rule: str) -> None:
    """Nor into the woods in which it lingers (5.14)."""
    draft = scene(weather=weather, terrain={"0303": "hill", "0304": ground})
    assert denied(draft, GO) == rule


@pytest.mark.rule("BSR 11.56.2")
@pytest.mark.parametrize(
    ("fort", "rule"),
    [(Fort(SOVIET), "BSR 11.56.2"), (Fort(SOVIET, complete=False), ""), (Fort(AXIS), "")],
)
def test_an_intact_enemy_strongpoint_bars_infiltration(fort: Fort, rule: str) -> None:
    draft = scene()
    draft.update(forts={draft.world.board.at("0304"): fort})
    assert denied(draft, GO) == rule


@pytest.mark.rule("BSR 11.56.3")
@pytest.mark.parametrize(("destroyed", "rule"), [(False, "BSR 11.56.3"), (True, "")])
def test_an_intact_fortified_line_bars_axis_infiltration(destroyed: bool, rule: str) -> None:
    draft = scene(side="fortified_line")
    a, b = sorted(draft.world.board.at(n) for n in ("0303", "0304"))
    draft.update(lines_destroyed=frozenset({(a, b)}) if destroyed else frozenset())
    assert denied(draft, GO) == rule
    soviet = scene(raider(side=SOVIET), side="fortified_line", step="C.1")
    assert denied(soviet, GO) == ""


@pytest.mark.rule("BSR 11.54", "BSR 10.78", "BSR 10.77a")
@pytest.mark.parametrize(
    ("ground", "side", "rule"),
    [("swamp", "", "BSR 10.78"), ("hill", "lake", "BSR 10.77a"), ("swamp", "rail", "")],
)
def test_infiltration_opens_no_ground_that_is_closed(ground: str, side: str, rule: str) -> None:
    """0304 is in the ZOC of 0404 whatever lies on the hexside to 0303."""
    draft = scene(terrain={"0303": "hill", "0304": ground}, side=side)
    assert denied(draft, GO) == rule


@pytest.mark.rule("BSR 11.51", "BSR 10.76c")
@pytest.mark.parametrize(("armor", "rule"), [(False, ""), (True, "BSR 10.76c.x1")])
def test_a_unit_that_may_cross_a_major_river_infiltrates_over_it(armor: bool, rule: str) -> None:
    assert denied(scene(raider(armor=armor), side="major_river"), GO) == rule


@pytest.mark.rule("BSR 11.51", "BSR 11.52")
def test_a_stack_infiltrates_if_all_of_it_qualifies() -> None:
    plain = kind("B", MOTORIZED, ma=7)
    yellow = kind("B", MOTORIZED, ma=7, yellow=True)
    assert denied(scene(raider(), plain), "infiltrate A, B to 0304") == "BSR 11.52"
    draft = scene(raider(), yellow)
    order(draft, "infiltrate A, B to 0304")
    assert (where(draft, "A"), where(draft, "B")) == ("0304", "0304")
