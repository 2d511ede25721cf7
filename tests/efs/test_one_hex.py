"""One-Hex Movement (BSR 11.9): one hex for the whole MA, whatever it costs."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.commands import Command
from engine.efs import one_hex
from engine.efs.commands import OneHex
from engine.efs.pieces import AXIS, OUT_OF_SUPPLY, SOVIET, Unit
from engine.efs.state import Attack
from engine.efs.world import Draft
from tests.efs.moves import (
    CAVALRY,
    FOOT,
    MOTORIZED,
    ORANGE,
    SNOW,
    cost,
    denied,
    foe,
    kind,
    left,
    lone,
    order,
    where,
)
from tests.efs.support import counter, make_board, make_draft, make_world

HILLS = {"0304": "hill woods"}
GO = "step A to 0304"


def poor(of: str = MOTORIZED, ma: int = 2, step: str = "B.1", **more: Any) -> Draft:
    """A unit with fewer points than the wooded hills of 0304 ask for: 4, or 3 on foot."""
    terrain = {**HILLS, **more.pop("terrain", {})}
    return lone(of, "0303", terrain, more.pop("sides", None), step=step,
                fields={"ma": ma, **more.pop("fields", {})}, **more)


@pytest.mark.rule("BSR 11.9", "BSR 10.13f", "BSR 10.52", "BSR 10.64.x2")
def test_a_unit_short_of_points_moves_one_hex_for_all_it_has() -> None:
    draft = poor()
    assert cost(draft, "A", "0304") == "BSR 10.52"
    order(draft, GO)
    assert (where(draft, "A"), left(draft, "A")) == ("0304", 0)
    assert denied(draft, "move A to 0305") == "BSR 10.52"


@pytest.mark.rule("BSR 11.9", "ESP B.1c.2", "ESP B.5b.3", "ESP C.1b.2.2", "ESP C.5b.2.3")
@pytest.mark.parametrize(
    ("step", "side"), [("B.1", AXIS), ("B.5", AXIS), ("C.1", SOVIET), ("C.5", SOVIET)]
)
def test_every_movement_phase_allows_it(step: str, side: str) -> None:
    assert denied(poor(step=step, fields={"side": side}), GO) == ""


@pytest.mark.rule("BSR 11.95", "BSR 10.13f")
@pytest.mark.parametrize(
    ("of", "fields"),
    [(FOOT, {}), (MOTORIZED, {}), (CAVALRY, {}), (ORANGE, {}),
     (FOOT, {"type": "supply", "attack": 0})],
)
def test_any_unit_that_may_move_may_use_it(of: str, fields: dict[str, Any]) -> None:
    draft = poor(of, fields=fields)
    order(draft, GO)
    assert where(draft, "A") == "0304"


@pytest.mark.rule("BSR 11.95")
def test_a_unit_that_has_no_part_in_the_phase_does_not_use_it() -> None:
    assert denied(poor(FOOT, step="B.5"), GO) == "BSR 10.21"
    assert denied(poor(FOOT, ma=0), GO) == "BSR 10.52"


@pytest.mark.rule("BSR 11.91")
@pytest.mark.parametrize(
    ("ground", "side", "rule"),
    [
        ("hill woods", "river", ""), ("swamp", "", "BSR 10.78"), ("alpine", "", "BSR 10.71"),
        ("hill", "major_river", "BSR 10.76c"), ("hill", "lake", "BSR 10.77a"),
        ("sea", "", "BSR 10.77b"), ("hill", "major_river road.main", ""),
    ],
)
def test_it_opens_no_hex_or_hexside_that_is_prohibited(ground: str, side: str, rule: str) -> None:
    draft = poor(terrain={"0304": ground}, sides={("0303", "0304"): side} if side else None)
    assert denied(draft, GO) == rule


@pytest.mark.rule("BSR 11.91")
def test_it_leads_to_an_adjacent_hex_only() -> None:
    assert denied(poor(), "step A to 0305") == "BSR 11.91"


@pytest.mark.rule("BSR 11.91")
def test_a_unit_that_has_spent_points_has_no_one_hex_move_left() -> None:
    draft = poor()
    order(draft, "move A to 0204")
    assert denied(draft, GO) == "BSR 11.91"
    assert denied(poor(), GO) == ""


def between_zocs(*fields: dict[str, Any], weather: str = "dry", step: str = "B.1") -> Draft:
    """Units in wooded 0303; an enemy in 0404 covers it and the wooded hills of 0304."""
    units = [kind(name, MOTORIZED, **{"ma": 7, **more})
             for name, more in zip("AB", fields, strict=False)]
    world = make_world(
        make_board(6, 6, {**HILLS, "0303": "woods", "0302": "alpine"}), [*units, foe()]
    )
    return make_draft(world, {**{u.id: "0303" for u in units}, "Foe": "0404"},
                      weather=weather, step=step)


@pytest.mark.rule("BSR 11.92")
@pytest.mark.parametrize(
    ("fields", "step", "rule"),
    [
        ({}, "B.1", "BSR 11.92"), ({"yellow": True}, "B.1", ""),
        ({"yellow": True, "ma": 6}, "B.1", "BSR 11.92"),
        ({"yellow": True}, "B.5", "BSR 11.92"),
    ],
)
def test_from_zoc_to_zoc_it_takes_a_unit_that_may_infiltrate_now(
    fields: dict[str, Any], step: str, rule: str
) -> None:
    assert denied(between_zocs(fields, step=step), GO) == rule


@pytest.mark.rule("BSR 11.92")
def test_a_one_hex_move_out_of_or_into_a_single_zoc_is_free_to_all() -> None:
    draft = between_zocs({"ma": 1})
    assert denied(draft, "step A to 0203") == ""
    into = make_draft(draft.world, {"A": "0303", "Foe": "0305"})
    assert denied(into, GO) == ""


@pytest.mark.rule("BSR 11.92")
def test_every_unit_of_a_stack_must_qualify_from_zoc_to_zoc() -> None:
    assert denied(between_zocs({"yellow": True}, {}), "step A, B to 0304") == "BSR 11.92"
    both = between_zocs({"yellow": True}, {"yellow": True})
    assert denied(both, "step A, B to 0304") == ""


@pytest.mark.rule("BSR 11.93")
def test_it_does_not_lead_into_an_enemy_hex() -> None:
    world = make_world(make_board(6, 6, HILLS), [kind("A", MOTORIZED, ma=2, attack=40), foe()])
    draft = make_draft(world, {"A": "0303", "Foe": "0304"})
    assert denied(draft, GO) == "BSR 10.54"
    assert denied(draft, "overrun 0304 with A") == "BSR 11.43b"


@pytest.mark.rule("BSR 11.94")
@pytest.mark.parametrize(
    ("of", "rule"), [(MOTORIZED, "BSR 11.94"), (FOOT, ""), (CAVALRY, ""), (ORANGE, "")]
)
def test_an_out_of_supply_motorized_unit_does_not_use_it(of: str, rule: str) -> None:
    """MA 4 leaves 2 to those that are Out of Supply."""
    draft = poor(of, ma=4)
    assert denied(draft, GO) == ""
    hex_ = draft.state.units["A"].hex
    draft.update(units={"A": Unit("A", hex_, marks=frozenset({OUT_OF_SUPPLY}))})
    assert denied(draft, GO) == rule


@pytest.mark.rule("BSR 11.95", "BSR 10.63c")
def test_a_reacting_unit_uses_it_to_reach_a_friend_beside_the_enemy() -> None:
    """BSR 14.13a. Half of 2 is 1, too little for the wooded hills where the defender stands."""
    world = make_world(make_board(8, 8, HILLS),
                       [kind("A", MOTORIZED, ma=2), counter("D"), foe()])
    target = world.board.at("0304")
    draft = make_draft(world, {"A": "0303", "D": "0304", "Foe": "0305"}, step="C.3a",
                       attacks=(Attack((target,), ("Foe",)),))
    assert denied(draft, "move A to 0304") == "BSR 10.52"
    assert denied(draft, GO) == ""
    assert denied(draft, "step A to 0404") == ""
    empty = make_draft(world, {"A": "0304", "D": "0303", "Foe": "0206"}, step="C.3a",
                       attacks=(Attack((world.board.at("0303"),), ("Foe",)),))
    assert denied(empty, "step A to 0205") == "BSR 10.63c"


@pytest.mark.rule("BSR 11.9")
def test_it_is_offered_where_the_unit_cannot_afford_the_hex() -> None:
    draft = poor(weather=SNOW)
    offers: list[Command] = list(one_hex.offer_one_hex(draft.world, draft.state, ""))
    assert OneHex(("A",), "0304") in offers
    assert OneHex(("A",), "0303") not in offers
    rich = poor(ma=20)
    assert list(one_hex.offer_one_hex(rich.world, rich.state, "")) == []


@pytest.mark.rule("BSR 10.0.n1", "BSR 11.9", "BSR 11.95", "BSR 6.71")
@pytest.mark.parametrize(("ma", "marks", "rule"), [
    (2, {OUT_OF_SUPPLY}, ""), (2, set(), ""), (0, {OUT_OF_SUPPLY}, "BSR 10.52"),
])
def test_out_of_supply_slows_units_on_foot_but_never_stops_them(
    ma: int, marks: set[str], rule: str
) -> None:
    """An MA of 2 less 2 buys nothing; the one hex is still theirs."""
    world = make_world(counters=[kind("A", ma=ma)])
    draft = make_draft(world, {"A": Unit("A", world.board.at("0303"), marks=frozenset(marks))})
    assert denied(draft, "step A to 0304") == rule
    if not rule:
        assert (denied(draft, "move A to 0304") == "") == (not marks)
