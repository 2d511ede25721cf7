"""Retreat orders (BSR 14.3, 15.58, 15.59): who gives them, on what terms, and NKVD (14.35)."""

from __future__ import annotations

import pytest

from engine.core.dice import Dice
from engine.efs import orders
from engine.efs.commands import ADDITIONAL_RETREAT, NO_RETREAT
from engine.efs.sequence import SEQUENCE, place
from engine.efs.state import Attack
from tests.efs.battle import Battle, Piece, battle, modifiers, on, red, unit
from tests.efs.support import headquarters, make_board

TOWN = {"0404": "clear town"}


def soviets(*more: Piece, hq: str = "0406", command: int = 1, **fields: object) -> Battle:
    """Germans have declared attacks on R in 0404 and S in 0604; the Soviets give orders."""
    values: dict[str, object] = {
        "step": "B.3c", "attacks": {"0404": "A", "0604": "B"}, "board": make_board(12, 12),
    }
    return battle(
        (red("R"), "0404"), (red("S"), "0604"), (unit("A"), "0403"), (unit("B"), "0603"),
        (headquarters(command=command), hq), *more, **{**values, **fields},
    )


def germans(attacks: dict[str, str] | None = None) -> Battle:
    """Soviets attack four German hexes; the Axis player gives orders."""
    there = attacks or {"0404": "R", "0604": "S", "0804": "T"}
    return battle(
        *((unit(f"G{h}"), h) for hexes in there for h in hexes.split()),
        (red("R"), "0403"), (red("S"), "0603"), (red("T"), "0803"),
        step="C.3c", attacks=there, board=make_board(12, 12),
    )


# ---------------------------------------------------------------- the defender (14.31-14.34)


@pytest.mark.rule("BSR 14.31", "ESP B.3c")
@pytest.mark.parametrize(
    ("text", "rule"),
    [("order no-retreat 0404", ""), ("order additional-retreat 0404", ""),
     ("order stand 0404", "BSR 14.31"), ("order none 0404", "BSR 14.31"),
     ("order no-retreat 0405", "BSR 14.31")],
)
def test_two_orders_for_hexes_under_a_declared_attack(text: str, rule: str) -> None:
    assert soviets().refused(text) == rule


@pytest.mark.rule("BSR 14.31")
@pytest.mark.parametrize("hex_", ["0404", "0504"])
def test_an_order_on_one_hex_of_a_combat_holds_for_all(hex_: str) -> None:
    """0404 and 0504 are attacked together from 0403's neighbour 0503."""
    there = germans({"0404 0504": "R"}).do(f"order no-retreat {hex_}")
    assert orders.placed(there.state, there.state.attacks[0]) == NO_RETREAT
    assert {there.refused(f"order no-retreat {h}") for h in ("0404", "0504")} == {"BSR 14.31"}


@pytest.mark.rule("BSR 14.32", "BSR 15.59", "ESP B.4c.8")
def test_the_order_lies_face_down_until_the_combat() -> None:
    """No event names it before the attacker has done all he does before the roll."""
    there = soviets().do("order no-retreat 0404", "end")
    assert not any("no-retreat" in e.text for e in there.events)
    assert there.said("BSR 14.32") == ["a retreat order is placed face down on 0404"]
    there.do("fight 0404 with A")
    assert not any("no-retreat" in e.text for e in there.events)
    there.do("pass")
    assert there.said("BSR 15.59") == ["the defender's order is No Retreat"]
    placed = [e.rule for e in there.events]
    assert placed.index("BSR 15.59") < placed.index("BSR 15.81")


@pytest.mark.rule("BSR 14.33")
def test_any_number_of_axis_hexes_gets_orders() -> None:
    there = germans()
    there.do("order no-retreat 0404", "order additional-retreat 0604", "order no-retreat 0804")
    assert len(there.state.orders) == 3


@pytest.mark.rule("BSR 14.34", "BSR 14.34a", "BSR 22.12c")
@pytest.mark.parametrize(
    ("hq", "command", "rule"),
    [("0408", 1, ""), ("0409", 1, "BSR 14.34"), ("0408", 0, "BSR 14.34")],
)
def test_a_soviet_order_needs_an_hq_in_range_with_a_point(
    hq: str, command: int, rule: str
) -> None:
    """0408 is four hexes from 0404, 0409 five."""
    assert soviets(hq=hq, command=command).refused("order no-retreat 0404") == rule


@pytest.mark.rule("BSR 22.12c.ex1", "BSR 22.12c", "BSR 14.34a")
@pytest.mark.parametrize(("command", "rule"), [(1, "BSR 14.34"), (2, "")])
def test_two_combats_and_one_command_point(command: int, rule: str) -> None:
    there = soviets(command=command).do("order no-retreat 0404")
    assert there.refused("order additional-retreat 0604") == rule


@pytest.mark.rule("BSR 14.34a", "BSR 13.24c", "BSR 22.13")
@pytest.mark.parametrize(("level", "rule"), [(0, ""), (1, "BSR 14.34")])
def test_interdiction_takes_the_point(level: int, rule: str) -> None:
    there = soviets()
    there.set(interdicted={there.at("0406"): level} if level else {})
    assert there.refused("order no-retreat 0404") == rule


@pytest.mark.rule("BSR 14.34b", "BSR 22.24a", "BSR 22.22", "BSR 14.34")
@pytest.mark.parametrize(("broken", "rule"), [("0408", "BSR 14.34b"), ("0409", "")])
def test_a_non_op_hq_in_range_bars_orders(broken: str, rule: str) -> None:
    """0408 is four hexes from 0404, 0409 five; the working HQ in 0406 makes no difference."""
    there = soviets((headquarters("Broken"), broken, {"nonop": True}))
    assert there.refused("order no-retreat 0404") == rule


@pytest.mark.rule("BSR 22.24a", "BSR 14.34b")
def test_a_non_op_hq_gives_no_orders() -> None:
    assert on(soviets(), "HQ", nonop=True).refused("order no-retreat 0404") == "BSR 14.34b"


@pytest.mark.rule("BSR 14.34a", "BSR 22.12c")
def test_the_player_may_name_the_hq_that_pays() -> None:
    there = soviets((headquarters("HQ 2"), "0505"))
    there.do("order no-retreat 0404 by HQ 2")
    assert there.state.used == {"HQ 2/order": 1}


# ---------------------------------------------------------------- NKVD (14.35, 22.42)


def nkvd(terrain: str = "clear town", *more: Piece, step: str = "B.3c", **fields: object) -> Battle:
    """An NKVD regiment and a rifle division in 0404 under attack."""
    return battle(
        (red("N", nkvd=True), "0404"), (red("R"), "0404"), (unit("A"), "0403"), *more,
        (headquarters(), "0406"), step=step, attacks={"0404": "A"},
        board=make_board(12, 12, {"0404": terrain}), **fields,
    )


def in_force(there: Battle) -> str:
    """The defender's order as the combat would reveal it."""
    return orders.in_force(there.world, there.state, there.state.attacks[0])


@pytest.mark.rule("BSR 14.35", "BSR 22.42")
@pytest.mark.parametrize(
    ("terrain", "order"),
    [("clear town", NO_RETREAT), ("city", NO_RETREAT), ("major_city", NO_RETREAT),
     ("clear", ""), ("hill woods", "")],
)
def test_nkvd_in_towns_and_cities_means_no_retreat(terrain: str, order: str) -> None:
    assert in_force(nkvd(terrain)) == order


@pytest.mark.rule("BSR 14.35", "BSR 22.42")
def test_it_uses_no_command_point_and_no_marker_is_placed() -> None:
    there = nkvd()
    assert there.refused("order no-retreat 0404") == "BSR 14.35"
    assert there.refused("order additional-retreat 0404") == "BSR 14.35"
    assert nkvd("clear").refused("order additional-retreat 0404") == ""


@pytest.mark.rule("BSR 14.35", "BSR 15.62")
@pytest.mark.parametrize(("terrain", "drm"), [("clear town", 1), ("clear", None)])
def test_its_no_retreat_counts_in_the_combat(terrain: str, drm: int | None) -> None:
    there = nkvd(terrain, step="B.4c", rolls=(5,)).do("fight 0404 with A", "pass")
    found = [e.text for e in there.events if e.rule == "BSR 15.81"]
    assert ("defender has No Retreat" in found[0]) == (drm is not None)


@pytest.mark.rule("BSR 22.25e", "BSR 22.42.n1", "BSR 14.35", "BSR 22.22", "BSR 14.34b")
def test_a_non_op_hq_near_cancels_the_nkvd_effect() -> None:
    """A working HQ in range is no help: no order, no DRM, an ordinary loss and retreat."""
    broken: Piece = (headquarters("Broken"), "0606", {"nonop": True})
    there = nkvd("clear town", broken)
    assert in_force(there) == ""
    assert there.refused("order no-retreat 0404") == "BSR 14.34b"
    assert "BSR 15.62" not in modifiers(there, "A", defender_order=in_force(there))


# ---------------------------------------------------------------- the attacker (15.58)


def attack(side: str = "axis", *more: Piece, **fields: object) -> Battle:
    """A attacks D in 0404 from 0403, at odds where an attacker may have to retreat."""
    ours, theirs = (unit, red) if side == "axis" else (red, unit)
    return battle(
        (ours("A", 4), "0403"), (theirs("D", 4), "0404"), *more,
        step="B.4c" if side == "axis" else "C.4c", attacks={"0404": "A"},
        board=make_board(12, 12), rolls=(5,), **fields,
    )


@pytest.mark.rule("BSR 15.58", "ESP B.4c.7")
@pytest.mark.parametrize("word", [NO_RETREAT, ADDITIONAL_RETREAT])
def test_the_attacker_may_order_openly_before_the_roll(word: str) -> None:
    there = attack().do("fight 0404 with A")
    assert there.ask is not None and there.ask.side == "axis"
    assert there.state.combat is not None and there.rolls() == []
    there.do(f"order {word} 0404")
    assert there.rolls() == [5]
    assert f"order {word} 0404" in attack().do("fight 0404 with A").offers()


@pytest.mark.rule("BSR 15.58")
def test_or_give_none() -> None:
    for text in ("pass", "order none 0404"):
        assert attack().do("fight 0404 with A", text).rolls() == [5]
    assert attack().do("fight 0404 with A").refused("order stand 0404") == "BSR 15.58"


@pytest.mark.rule("BSR 15.58", "BSR 22.12c")
@pytest.mark.parametrize(
    ("hq", "command", "asked"), [("0407", 1, True), ("0408", 1, False), ("0407", 0, False)]
)
def test_a_soviet_attacker_needs_an_hq_in_range_with_a_point(
    hq: str, command: int, asked: bool
) -> None:
    """Range is counted to the attackers' hex: 0407 is four from 0403, 0408 five."""
    there = attack("soviet", (headquarters(command=command), hq)).do("fight 0404 with A")
    assert (there.rolls() == []) == asked
    if asked:
        there.do("order no-retreat 0404")
        assert there.state.used == {"HQ/order": 1}


@pytest.mark.rule("BSR 15.58", "BSR 22.24a", "BSR 22.22")
def test_a_non_op_hq_over_the_attackers_bars_their_orders() -> None:
    broken: Piece = (headquarters("Broken"), "0303", {"nonop": True})
    there = attack("soviet", (headquarters(), "0402"), broken).do("fight 0404 with A")
    assert there.rolls() == [5]


@pytest.mark.rule("BSR 22.12", "BSR 22.12a", "BSR 22.12b", "BSR 22.12c")
def test_one_command_value_serves_three_functions_and_two_orders_a_turn() -> None:
    """Command 1: one activation, one reaction, and an order in each player segment."""
    there = soviets(
        (red("Foot"), "0407"), (red("T", ma_class="motorized"), "0407"), hq="0407", step="B.3a",
    )
    there.do("move T to 0408", "end", "order no-retreat 0404", "end")
    assert there.state.used == {"HQ/react": 1, "HQ/order": 1}
    there.set(attacks=(), orders=()).do("end")
    assert SEQUENCE[there.state.step].id == "C.1"
    assert there.state.used == {"HQ/react": 1}  # a new segment: orders are open again
    there.do("activate Foot by HQ")
    assert there.state.used == {"HQ/react": 1, "HQ/activate": 1}
    there.set(step=place("C.4c"), attacks=(Attack((there.at("0403"),), ("R",)),), dice=Dice())
    there.do("fight 0403 with R", "order no-retreat 0403")
    assert there.state.used["HQ/order"] == 1
