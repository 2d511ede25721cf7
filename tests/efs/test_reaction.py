"""Reaction Movement (BSR 14.1), and what Soviet units need for it (22.12b, 22.24c, 22.44)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.efs.pieces import OUT_OF_SUPPLY, OVERRUN
from engine.efs.sequence import SEQUENCE, place
from engine.efs.state import Attack
from tests.efs.battle import Battle, Piece, battle, gun, on, red, unit
from tests.efs.support import headquarters, make_board

MOTORIZED = {"ma_class": "motorized", "type": "motorized_infantry"}


def axis_reacts(*more: Piece, where: str = "0407", **fields: Any) -> Battle:
    """The Soviets attack G in 0404 from 0403; the motorized M stands three hexes from 0404."""
    return battle(
        (unit("G"), "0404"), (unit("M", ma=6, **MOTORIZED), where), (red("R"), "0403"), *more,
        step="C.3a", attacks={"0404": "R"}, board=make_board(12, 12), **fields,
    )


def soviets_react(*more: Piece, hq: str = "0607", command: int = 1, **fields: Any) -> Battle:
    """The Germans attack R in 0404 from 0403; the tank brigade T stands three hexes from 0404."""
    brigade = red("T", ma=6, ma_class="motorized", type="armor", armor=True)
    return battle(
        (red("R"), "0404"), (brigade, "0407"), (headquarters(command=command), hq),
        (unit("A"), "0403"), *more,
        step="B.3a", attacks={"0404": "A"}, board=make_board(14, 14), **fields,
    )


# ---------------------------------------------------------------- 14.0, 14.1, 14.11


@pytest.mark.rule("BSR 14.0", "ESP B.3a", "ESP C.3")
def test_the_defender_reacts_between_declaration_and_combat() -> None:
    """In each segment the other side has three steps: movement, artillery, orders."""
    for letter, reactor in (("B", "soviet"), ("C", "axis")):
        first = place(f"{letter}.2")
        steps = SEQUENCE[first + 1 : first + 4]
        assert [s.key for s in steps] == ["react", "support", "orders"]
        assert {s.side for s in steps} == {reactor}
        assert SEQUENCE[first + 4].id == f"{letter}.4a.1"


@pytest.mark.rule("BSR 14.1")
def test_without_a_declared_attack_nobody_reacts() -> None:
    assert axis_reacts().refused("move M to 0408") == ""
    assert axis_reacts().set(attacks=()).refused("move M to 0408") == "BSR 14.1"
    assert soviets_react().set(attacks=()).refused("move T to 0408") == "BSR 14.1"


@pytest.mark.rule("BSR 14.11", "ESP B.3a")
@pytest.mark.parametrize(
    ("hexes", "rule"), [("0408 0409 0410", ""), ("0408 0409 0410 0411", "BSR 10.52")]
)
def test_reaction_takes_half_the_movement_allowance(hexes: str, rule: str) -> None:
    """MA 6, half is 3: three clear hexes, not four."""
    assert axis_reacts().refused(f"move M via {hexes}") == rule


@pytest.mark.rule("BSR 14.11")
@pytest.mark.parametrize(("where", "rule"), [("0407", ""), ("0408", "BSR 14.11")])
def test_only_units_within_three_hexes_of_a_defender_hex_react(where: str, rule: str) -> None:
    assert axis_reacts(where=where).refused("move M to 0409") == rule


@pytest.mark.rule("BSR 14.11")
def test_only_motorized_units_react() -> None:
    there = axis_reacts((unit("Foot"), "0407"), (unit("Horse", ma_class="cavalry"), "0407"))
    assert there.refused("move M to 0408") == ""
    assert there.refused("move Foot to 0408") == "BSR 10.3"
    assert there.refused("move Horse to 0408") == "BSR 10.3"


@pytest.mark.rule("BSR 14.11")
def test_a_unit_that_goes_on_is_judged_by_where_it_began() -> None:
    """It leaves the three hexes with its first step and may still take the second."""
    there = axis_reacts().do("move M to 0408")
    assert there.refused("move M to 0409") == ""


@pytest.mark.rule("BSR 14.11a")
@pytest.mark.parametrize(("enemy", "rule"), [("0408", "BSR 14.11a"), ("0409", "")])
def test_a_unit_that_begins_in_an_enemy_zoc_does_not_react(enemy: str, rule: str) -> None:
    there = axis_reacts((red("Z"), enemy))
    assert there.refused("move M to 0306") == rule


@pytest.mark.rule("BSR 14.11a")
@pytest.mark.parametrize(("declared", "rule"), [("0407", "BSR 14.11a"), ("0404", "")])
def test_a_unit_in_a_defender_hex_does_not_react(declared: str, rule: str) -> None:
    """No enemy ZOC reaches 0407: the attackers of M have a No ZOC band."""
    there = axis_reacts((red("Q", zoc=False), "0408"))
    hex_ = there.at(declared)
    there.set(attacks=(Attack((hex_,), ("Q",)),))
    assert there.refused("move M to 0306") == rule


@pytest.mark.rule("BSR 14.11b", "BSR 6.72", "BSR 11.44c")
@pytest.mark.parametrize("mark", [OVERRUN, OUT_OF_SUPPLY])
def test_overrun_and_out_of_supply_markers_bar_reaction(mark: str) -> None:
    assert axis_reacts().refused("move M to 0408") == ""
    marked = on(axis_reacts(), "M", marks=frozenset({mark}))
    assert marked.refused("move M to 0408") == "BSR 14.11b"


# ---------------------------------------------------------------- the Soviet conditions (14.11c)


@pytest.mark.rule("BSR 14.11c.1", "BSR 22.12b", "BSR 22.11")
@pytest.mark.parametrize(
    ("hq", "command", "rule"),
    [("0411", 1, ""), ("0412", 1, "BSR 14.11c.1"), ("0411", 0, "BSR 14.11c.1")],
)
def test_a_soviet_unit_reacts_on_a_command_point_in_range(
    hq: str, command: int, rule: str
) -> None:
    """0411 is four hexes from 0407, 0412 five."""
    assert soviets_react(hq=hq, command=command).refused("move T to 0408") == rule


@pytest.mark.rule("BSR 14.11c.1", "BSR 22.12b")
def test_each_reacting_unit_uses_a_point_and_none_is_left_for_one_too_many() -> None:
    second = red("U", ma=6, ma_class="motorized", type="armor")
    there = soviets_react((second, "0407"))
    assert there.refused("move T, U to 0408") == "BSR 14.11c.1"
    there.do("move T to 0408")
    assert there.refused("move U to 0408") == "BSR 14.11c.1"
    assert soviets_react((second, "0407"), command=2).refused("move T, U to 0408") == ""


@pytest.mark.rule("BSR 14.11c.1", "BSR 22.12b")
def test_the_point_comes_from_the_hq_that_fewest_others_need() -> None:
    """HQ reaches T and U, HQ 2 reaches T alone: T leaves the point that only U can use."""
    second = red("U", ma=6, ma_class="motorized", type="armor")
    there = soviets_react((second, "0305"), (headquarters("HQ 2"), "0807"), hq="0307")
    distance = there.world.board.distance
    assert distance(there.at("0807"), there.at("0407")) == 4
    assert distance(there.at("0807"), there.at("0305")) == 5
    there.do("move T to 0408")
    assert there.refused("move U to 0205") == ""


@pytest.mark.rule("BSR 14.11c.1", "BSR 13.24b", "BSR 22.13")
@pytest.mark.parametrize(("level", "rule"), [(0, ""), (1, "BSR 14.11c.1")])
def test_interdiction_takes_the_point(level: int, rule: str) -> None:
    there = soviets_react()
    there.set(interdicted={there.at("0607"): level} if level else {})
    assert there.refused("move T to 0408") == rule


@pytest.mark.rule("BSR 14.11c.2", "BSR 22.24c", "BSR 22.22")
@pytest.mark.parametrize(("other", "rule"), [("0411", "BSR 14.11c.2"), ("0412", "")])
def test_a_non_op_hq_in_range_bars_reaction_whatever_other_hqs_say(other: str, rule: str) -> None:
    there = soviets_react((headquarters("Broken"), other, {"nonop": True}))
    assert there.refused("move T to 0408") == rule


@pytest.mark.rule("BSR 14.11c.2", "BSR 22.24c")
def test_a_non_op_hq_lets_nobody_react_itself() -> None:
    there = on(soviets_react(), "HQ", nonop=True)
    assert there.refused("move T to 0408") == "BSR 14.11c.2"


@pytest.mark.rule("BSR 14.11c.x1", "BSR 22.44")
@pytest.mark.parametrize(("nkvd", "rule"), [(False, ""), (True, "BSR 14.11c.x1")])
def test_nkvd_units_do_not_react(nkvd: bool, rule: str) -> None:
    there = soviets_react((red("N", ma_class="motorized", nkvd=nkvd), "0407"))
    assert there.refused("move N to 0408") == rule


@pytest.mark.rule("BSR 14.11c.1")
def test_axis_units_need_no_headquarters() -> None:
    assert axis_reacts().refused("move M to 0408") == ""


# ---------------------------------------------------------------- where to (14.12, 14.13)


@pytest.mark.rule("BSR 14.12")
def test_reaction_may_lead_away_from_every_combat() -> None:
    there = axis_reacts().do("move M to 0409")
    assert there.where("M") == "0409"


@pytest.mark.rule("BSR 14.13", "BSR 14.13b", "BSR 10.63c")
@pytest.mark.parametrize(("friend", "rule"), [(True, ""), (False, "BSR 10.63c")])
def test_a_reacting_unit_enters_an_enemy_zoc_only_to_a_friend(friend: bool, rule: str) -> None:
    """From 0406 into 0405 beside R; with G there it is a Defender Hex, else a vacant ZOC hex."""
    there = axis_reacts(where="0406")
    there = on(there, "R", hex=there.at("0404"))
    there = on(there, "G", hex=there.at("0405" if friend else "0303"))
    there.set(attacks=(Attack((there.at("0405" if friend else "0303"),), ("R",)),))
    assert there.refused("move M to 0405") == rule


@pytest.mark.rule("BSR 14.13", "BSR 14.13b")
@pytest.mark.parametrize(("gun_at", "rule"), [("0608", "BSR 14.13b"), ("0609", "")])
def test_it_moves_next_to_an_enemy_without_zoc_only_to_a_friend_too(
    gun_at: str, rule: str
) -> None:
    """0507 touches 0608 and not 0609; the gun has a No ZOC band."""
    there = axis_reacts((gun("Q", side="soviet"), gun_at))
    assert there.world.board.adjacent(there.at("0507"), there.at("0608"))
    assert not there.world.board.adjacent(there.at("0507"), there.at("0609"))
    assert there.refused("move M to 0507") == rule


@pytest.mark.rule("BSR 14.13b", "BSR 10.64.x1")
def test_into_the_defender_hex_it_pays_no_zoc_cost_and_stops() -> None:
    """0407 to 0404 is three clear hexes, half of MA 6 is three: nothing is left for a ZOC."""
    there = axis_reacts().do("move M via 0406 0405 0404")
    assert there.where("M") == "0404"
    assert there.state.units["M"].done
    assert there.refused("move M to 0405") == "BSR 10.65"


@pytest.mark.rule("BSR 14.13a")
@pytest.mark.parametrize(("ma", "rule"), [(6, ""), (4, "BSR 10.52")])
def test_it_needs_the_movement_points(ma: int, rule: str) -> None:
    """Half of 4 is 2, and 0404 is three hexes away."""
    there = axis_reacts((unit("N", ma=ma, **MOTORIZED), "0407"))
    assert there.refused("move N via 0406 0405 0404") == rule


@pytest.mark.rule("BSR 14.13a", "BSR 14.13")
def test_or_one_hex_movement_takes_it_in() -> None:
    """Half of MA 1 is a half point; into the adjacent Defender Hex one-hex movement will do."""
    there = axis_reacts((unit("Slow", ma=1, **MOTORIZED), "0405"))
    assert there.refused("move Slow to 0404") == "BSR 10.52"
    assert there.do("step Slow to 0404").where("Slow") == "0404"


@pytest.mark.rule("BSR 14.13.x1")
@pytest.mark.parametrize(("zoc", "rule"), [(True, "BSR 14.13.x1"), (False, "")])
def test_a_unit_with_a_zoc_reacts_next_to_an_enemy_only_into_a_defender_hex(
    zoc: bool, rule: str
) -> None:
    """A friend stands in 0503 beside R, which attacks 0404 only."""
    there = axis_reacts(
        (unit("Friend"), "0503"), (unit("N", ma=8, zoc=zoc, **MOTORIZED), "0605"),
    )
    assert there.refused("move N via 0604 0503") == rule
    assert there.refused("move M to 0404") == ""
