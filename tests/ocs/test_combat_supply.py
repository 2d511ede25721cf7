"""Combat supply and internal stocks (OCS 9.5, 12.4, 12.10)."""

from __future__ import annotations

import pytest

from engine.ocs import combat_supply, dumps, hunger
from engine.ocs.combat_supply import attack_bill, defense_bill, defense_cost, recovery_cost
from engine.ocs.decisions import Recovery
from engine.ocs.pieces import AXIS, EXHAUSTED, FULL, LOW, RE, SOVIET
from engine.ocs.world import Hooks
from tests.ocs.yard import (
    battalion,
    division,
    headquarters,
    make_draft,
    make_world,
    organic,
    play,
    refusal,
    regiment,
    tokens,
    unit_at,
)

SOURCE = {AXIS: ("0101",)}

# ---------------------------------------------------------------- the price (12.4)


@pytest.mark.rule("OCS 12.4")
def test_three_regiments_pay_three_tokens_and_a_battalion_in_defense_one() -> None:
    world = make_world([*(regiment(f"R{i}") for i in range(3)), battalion("B", SOVIET)])
    draft = make_draft(
        world, {**{f"R{i}": "0203" for i in range(3)}, "B": "0303"},
        dumps={"0203": (AXIS, 9), "0403": (SOVIET, 9)},
    )
    assert attack_bill(world, draft.state, ("R0", "R1", "R2")).tokens == (
        (world.board.at("0203"), 3),
    )
    assert defense_bill(world, draft.state, ("B",)).total == 1


@pytest.mark.rule("OCS 12.4")
def test_a_regiment_and_a_company_pay_two_and_their_four_attackers_four() -> None:
    world = make_world([
        *(regiment(f"R{i}") for i in range(3)), battalion("Bn"),
        regiment("D", SOVIET), battalion("Co", SOVIET, re4=1),
    ])
    draft = make_draft(
        world, {**dict.fromkeys(("R0", "R1", "R2", "Bn"), "0203"), "D": "0303", "Co": "0303"},
        dumps={"0203": (AXIS, 9), "0403": (SOVIET, 9)},
    )
    assert attack_bill(world, draft.state, ("R0", "R1", "R2", "Bn")).total == 4
    assert defense_bill(world, draft.state, ("D", "Co")).total == 2


@pytest.mark.rule("OCS 12.4")
def test_a_division_pays_for_the_steps_that_it_still_has() -> None:
    world = make_world([division("D")])
    whole = make_draft(world, {"D": "0203"}, dumps={"0203": (AXIS, 9)})
    hurt = make_draft(world, {"D": unit_at(world, "D", "0203", lost=1)}, dumps={"0203": (AXIS, 9)})
    assert attack_bill(world, whole.state, ("D",)).total == 3
    assert attack_bill(world, hurt.state, ("D",)).total == 2


@pytest.mark.rule("OCS 12.4")
@pytest.mark.parametrize(("sizes", "cost"), [((4,), 1), ((2, 2), 1), ((4, 1), 2), ((4, 4, 4), 2)])
def test_defenders_pay_by_their_size_together(sizes: tuple[int, ...], cost: int) -> None:
    counters = [regiment(f"R{i}", re4=size) for i, size in enumerate(sizes)]
    world = make_world(counters)
    draft = make_draft(world, {c.id: "0203" for c in counters})
    assert defense_cost(world, draft.state, tuple(c.id for c in counters)) == cost


@pytest.mark.rule("OCS 12.4")
def test_hqs_count_in_the_size_of_defenders() -> None:
    world = make_world([regiment("R", re4=RE // 4), headquarters("H")])
    draft = make_draft(world, {"R": "0203", "H": "0203"})
    assert defense_cost(world, draft.state, ("R", "H")) == 2


@pytest.mark.rule("OCS 12.4")
def test_attackers_may_be_supplied_from_different_dumps() -> None:
    world = make_world([regiment("A"), regiment("B")])
    draft = make_draft(
        world, {"A": "0203", "B": "1103"}, dumps={"0103": (AXIS, 1), "1203": (AXIS, 1)}
    )
    bill = attack_bill(world, draft.state, ("A", "B"))
    assert (bill.total, bill.stocks, bill.unpaid) == (2, (), ())


@pytest.mark.rule("OCS 9.5")
def test_attackers_without_supply_or_stocks_cannot_attack() -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET)])
    spent = unit_at(world, "A", "0203", stock=EXHAUSTED)
    assert refusal(
        make_draft(world, {"A": spent, "E": "0303"}, step="F2"), "attack 0303 with A"
    ) == "OCS 9.5"
    low = unit_at(world, "A", "0203", stock=LOW)
    assert refusal(
        make_draft(world, {"A": low, "E": "0303"}, step="F2"), "attack 0303 with A"
    ) == ""


# ---------------------------------------------------------------- internal stocks (12.10)


@pytest.mark.rule("OCS 12.10h", "OCS 12.10g")
def test_of_three_units_with_one_token_one_uses_it_and_two_go_low() -> None:
    """Appendix 1, Internals."""
    world = make_world([regiment(f"R{i}") for i in range(3)])
    draft = make_draft(world, {f"R{i}": "0203" for i in range(3)}, dumps={"0203": (AXIS, 1)})
    bill = attack_bill(world, draft.state, ("R0", "R1", "R2"))
    assert (bill.total, len(bill.stocks), bill.wasted) == (1, 2, 0)
    combat_supply.pay(draft, bill, AXIS)
    assert sorted(u.stock for u in draft.state.units.values()) == [FULL, LOW, LOW]
    assert tokens(draft, "0203") == 0


@pytest.mark.rule("OCS 12.10h")
def test_a_division_with_one_token_goes_low_and_the_token_is_lost() -> None:
    """Appendix 1, Internals 2."""
    world = make_world([division("D")])
    draft = make_draft(world, {"D": "0203"}, dumps={"0203": (AXIS, 1)})
    bill = attack_bill(world, draft.state, ("D",))
    assert (bill.total, bill.stocks, bill.wasted) == (1, ("D",), 1)
    combat_supply.pay(draft, bill, AXIS)
    assert draft.state.units["D"].stock == LOW
    assert tokens(draft, "0203") == 0


@pytest.mark.rule("OCS 12.10a", "OCS 9.5.C")
def test_stocks_are_not_used_where_supply_can_be_had() -> None:
    world = make_world([regiment("A")])
    near = make_draft(world, {"A": "0203"}, dumps={"0803": (AXIS, 4)})
    far = make_draft(world, {"A": "0203"}, dumps={"0903": (AXIS, 4)})
    assert attack_bill(world, near.state, ("A",)).stocks == ()
    assert attack_bill(world, far.state, ("A",)).stocks == ("A",)


@pytest.mark.rule("OCS 12.10a", "OCS 13.2g")
def test_the_supply_of_another_formations_organic_truck_does_not_count() -> None:
    world = make_world([regiment("A"), regiment("M", formation="11 Pz"), organic("O", "11 Pz")])
    draft = make_draft(
        world, {"A": "0203", "M": "0203", "O": unit_at(world, "O", "0203", load=1)}
    )
    bill = attack_bill(world, draft.state, ("A", "M"))
    assert (bill.total, bill.stocks) == (1, ("A",))
    combat_supply.pay(draft, bill, AXIS)
    assert draft.state.units["O"].load == 0


@pytest.mark.rule("OCS 13.2g")
def test_each_formation_is_supplied_from_its_own_organic_trucks() -> None:
    world = make_world([
        regiment("A", formation="11 Pz"), organic("OA", "11 Pz"),
        regiment("B", formation="24 Pz"), organic("OB", "24 Pz"),
    ])
    draft = make_draft(world, {
        "A": "0203", "B": "0203", "OA": unit_at(world, "OA", "0203", load=4),
        "OB": unit_at(world, "OB", "0203", load=4),
    }, dumps={"0203": (AXIS, 1)})
    combat_supply.pay(draft, attack_bill(world, draft.state, ("B",)), AXIS)
    assert tokens(draft, "0203") == 0, "the ground first"
    combat_supply.pay(draft, attack_bill(world, draft.state, ("B",)), AXIS)
    assert (draft.state.units["OA"].load, draft.state.units["OB"].load) == (4, 3)


@pytest.mark.rule("OCS 12.10h", "OCS 13.2g")
def test_a_division_on_its_stocks_wastes_nothing_of_an_organic_truck() -> None:
    world = make_world([division("D", formation="11 Pz"), organic("O", "11 Pz")])
    draft = make_draft(
        world, {"D": "0203", "O": unit_at(world, "O", "0203", load=1)}, dumps={"0303": (AXIS, 1)}
    )
    bill = attack_bill(world, draft.state, ("D",))
    assert (bill.total, bill.stocks) == (1, ("D",))
    combat_supply.pay(draft, bill, AXIS)
    assert draft.state.units["O"].load == 1
    assert tokens(draft, "0303") == 0


@pytest.mark.rule("OCS 12.10b")
def test_each_use_takes_one_state() -> None:
    world = make_world([regiment("A")])
    draft = make_draft(world, {"A": "0203"})
    combat_supply.pay(draft, attack_bill(world, draft.state, ("A",)), AXIS)
    assert draft.state.units["A"].stock == LOW
    bill = attack_bill(world, draft.state, ("A",))
    assert bill.unpaid == (), "the use that exhausts it still supplies it"
    combat_supply.pay(draft, bill, AXIS)
    assert draft.state.units["A"].stock == EXHAUSTED
    assert attack_bill(world, draft.state, ("A",)).unpaid == ("A",)


@pytest.mark.rule("OCS 12.10c")
@pytest.mark.parametrize("stock", [LOW, EXHAUSTED])
def test_low_and_exhausted_units_use_supply_normally(stock: int) -> None:
    world = make_world([regiment("A")])
    draft = make_draft(
        world, {"A": unit_at(world, "A", "0203", stock=stock)}, dumps={"0203": (AXIS, 1)}
    )
    bill = attack_bill(world, draft.state, ("A",))
    assert (bill.total, bill.stocks, bill.unpaid) == (1, (), ())


@pytest.mark.rule("OCS 12.10c")
def test_an_exhausted_defender_without_supply_is_unpaid() -> None:
    world = make_world([regiment("A"), regiment("B")])
    draft = make_draft(world, {"A": unit_at(world, "A", "0203", stock=EXHAUSTED), "B": "0203"})
    bill = defense_bill(world, draft.state, ("A", "B"))
    assert (bill.stocks, bill.unpaid) == (("B",), ("A",))


@pytest.mark.rule("OCS 12.10g", "OCS 12.4")
def test_a_token_that_is_not_enough_covers_one_re_of_defenders() -> None:
    world = make_world([regiment("A"), regiment("B")])
    draft = make_draft(world, {"A": "0203", "B": "0203"}, dumps={"0203": (AXIS, 1)})
    bill = defense_bill(world, draft.state, ("A", "B"))
    assert (bill.total, bill.stocks) == (1, ("B",))


@pytest.mark.rule("OCS 12.4")
def test_a_division_alone_in_reach_pays_no_more_than_the_price_of_the_hex() -> None:
    """The dump serves the division by a rule of its own; three RE still cost two tokens."""
    def own(world: object, state: object, hq: object, unit: object) -> bool:
        return getattr(unit, "id", "") == "D"

    world = make_world(
        [division("D"), regiment("R"), headquarters("H")], hooks=Hooks(may_supply=own)
    )
    draft = make_draft(world, {"D": "1203", "R": "1203", "H": "0603"}, dumps={"0103": (AXIS, 9)})
    bill = defense_bill(world, draft.state, ("D", "R"))
    assert (bill.total, bill.stocks) == (2, ("R",))


@pytest.mark.rule("OCS 12.4")
def test_a_game_may_spare_defenders_the_price() -> None:
    world = make_world([regiment("A")], hooks=Hooks(free_defense=lambda w, s, unit: True))
    draft = make_draft(world, {"A": "0203"}, dumps={"0203": (AXIS, 4)})
    assert defense_bill(world, draft.state, ("A",)).total == 0


# ---------------------------------------------------------------- recovery (12.10e)


@pytest.mark.rule("OCS 12.10e")
@pytest.mark.parametrize(
    ("steps", "lost", "stock", "cost"),
    [(1, 0, LOW, 2), (1, 0, EXHAUSTED, 4), (3, 0, LOW, 6), (3, 1, EXHAUSTED, 8), (3, 0, FULL, 0)],
)
def test_the_price_of_recovery(steps: int, lost: int, stock: int, cost: int) -> None:
    world = make_world([division("D", steps=steps)])
    assert recovery_cost(world, unit_at(world, "D", "0203", lost=lost, stock=stock)) == cost


@pytest.mark.rule("OCS 12.10e", "OCS 2.3-D")
def test_units_recover_in_their_own_supply_phase_whether_they_want_or_not() -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET)], sources=SOURCE)
    draft = make_draft(
        world,
        {"A": unit_at(world, "A", "0203", stock=LOW), "E": unit_at(world, "E", "0903", stock=LOW)},
        dumps={"0303": (AXIS, 5), "0903": (SOVIET, 5)}, step="D",
    )
    hunger.supply_phase(draft)
    assert draft.state.units["A"].stock == FULL
    assert tokens(draft, "0303") == 3
    assert draft.state.units["E"].stock == LOW, "it is not its phase"


@pytest.mark.rule("OCS 12.10e", "OCS 12.10e.A")
def test_recovery_comes_before_eating() -> None:
    """Two tokens: the recovery takes both, and the unit without trace has nothing to eat."""
    world = make_world([regiment("A")])
    draft = make_draft(
        world, {"A": unit_at(world, "A", "0203", stock=LOW)}, dumps={"0303": (AXIS, 2)}, step="D",
        rolls=(1, 1),
    )
    hunger.supply_phase(draft)
    assert draft.state.asks == ()
    assert draft.state.units["A"].stock == FULL
    assert draft.state.units["A"].oos


@pytest.mark.rule("OCS 12.10e", "OCS 13.2g", "OCS 12.10e.B")
def test_organic_trucks_are_exempt_from_recovery() -> None:
    world = make_world([regiment("M", formation="11 Pz"), organic("O", "11 Pz")], sources=SOURCE)
    draft = make_draft(
        world, {"M": unit_at(world, "M", "0203", stock=LOW),
                "O": unit_at(world, "O", "0203", load=4)}, step="D",
    )
    hunger.supply_phase(draft)
    assert draft.state.units["M"].stock == LOW
    assert draft.state.units["O"].load == 4


@pytest.mark.rule("OCS 12.10e", "OCS 12.10e.C")
@pytest.mark.parametrize(
    ("stock", "there", "left"),
    [(LOW, 1, LOW), (EXHAUSTED, 1, EXHAUSTED), (EXHAUSTED, 2, LOW), (EXHAUSTED, 3, LOW)],
)
def test_too_little_supply_is_spent_all_the_same(stock: int, there: int, left: int) -> None:
    world = make_world([regiment("A")], sources=SOURCE)
    draft = make_draft(
        world, {"A": unit_at(world, "A", "0203", stock=stock)}, dumps={"0303": (AXIS, there)},
        step="D",
    )
    hunger.supply_phase(draft)
    assert draft.state.units["A"].stock == left
    assert tokens(draft, "0303") == 0


@pytest.mark.rule("OCS 12.10e")
def test_the_owner_sets_the_order_where_supply_is_scarce() -> None:
    world = make_world([regiment("A"), regiment("B")], sources=SOURCE)
    draft = make_draft(
        world, {i: unit_at(world, i, "0203", stock=LOW) for i in ("A", "B")},
        dumps={"0303": (AXIS, 3)}, step="D",
    )
    hunger.supply_phase(draft)
    assert draft.state.asks == (Recovery(AXIS, ("A", "B")),)
    assert refusal(draft, "recover B") == "OCS 12.10e"
    hunger.do_recover(draft, hunger.Recover(("B", "A")))
    assert (draft.state.units["B"].stock, draft.state.units["A"].stock) == (FULL, LOW)
    assert dumps.total(world, draft.state, AXIS) == 0, "the last token is wasted"


@pytest.mark.rule("OCS 12.10e")
def test_nobody_is_asked_where_supply_suffices() -> None:
    world = make_world([regiment("A"), regiment("B")], sources=SOURCE)
    draft = make_draft(
        world, {i: unit_at(world, i, "0203", stock=LOW) for i in ("A", "B")},
        dumps={"0303": (AXIS, 4)}, step="D",
    )
    hunger.supply_phase(draft)
    assert draft.state.asks == ()
    assert {u.stock for u in draft.state.units.values()} == {FULL}


@pytest.mark.rule("OCS 12.10f")
def test_stocks_and_trace_have_nothing_to_do_with_each_other() -> None:
    """A unit without trace recovers; one in trace that no supply reaches does not."""
    world = make_world([regiment("Cut"), regiment("In")], sources=SOURCE)
    draft = make_draft(
        world, {"Cut": unit_at(world, "Cut", "1203", stock=LOW, oos=True),
                "In": unit_at(world, "In", "0203", stock=LOW)},
        dumps={"1103": (AXIS, 2)}, step="D", rolls=(1, 1),
    )
    hunger.supply_phase(draft)
    assert draft.state.units["Cut"].stock == FULL
    assert draft.state.units["In"].stock == LOW


@pytest.mark.rule("OCS 12.10")
def test_an_attack_without_supply_on_the_map_uses_the_stocks() -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET)])
    draft = make_draft(
        world, {"A": "0203", "E": "0303"}, step="F2", rolls=(3, 4, 3, 4, 1, 1, 1, 1)
    )
    play(draft, "attack 0303 with A")
    assert draft.state.units["A"].stock == LOW
