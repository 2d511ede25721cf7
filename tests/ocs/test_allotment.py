"""Who gets what there is: order, shared dumps, Organic Trucks (OCS 12.3a, 12.10, 13.2g)."""

from __future__ import annotations

import pytest

from engine.ocs import combat_supply, hunger
from engine.ocs.combat_supply import attack_bill, defense_bill
from engine.ocs.commands import Recover
from engine.ocs.decisions import Recovery
from engine.ocs.pieces import AXIS, EXHAUSTED, FULL, LOW, SOVIET
from tests.ocs.yard import (
    division,
    headquarters,
    make_board,
    make_draft,
    make_world,
    offered,
    organic,
    play,
    refusal,
    regiment,
    tokens,
    unit_at,
)

ROW = make_board(16, 1)
SOURCE = {AXIS: ("0101",)}


# ---------------------------------------------------------------- who is served (12.3a, 12.10h)


@pytest.mark.rule("OCS 12.3a", "OCS 12.10a")
def test_units_share_dumps_so_that_all_are_served_who_can_be() -> None:
    """In a row, a draw spans six hexes. A in 0601 reaches both dumps, B in 0101 only the west
    one, C in 1201 only the east one: with two tokens west and one east all three are paid for,
    in whatever order they are named, though A lies nearest to the west dump."""
    world = make_world([regiment("A"), regiment("B"), regiment("C")], ROW)
    draft = make_draft(
        world, {"A": "0601", "B": "0101", "C": "1201"},
        dumps={"0401": (AXIS, 1), "1101": (AXIS, 2)},
    )
    for order in (("A", "B", "C"), ("C", "B", "A"), ("A", "C", "B")):
        bill = attack_bill(world, draft.state, order)
        assert (bill.stocks, bill.unpaid, bill.total) == ((), (), 3), order


@pytest.mark.rule("OCS 12.3a")
def test_an_hq_that_throws_the_same_dump_twice_makes_no_second_dump_of_it() -> None:
    """A hears of 0301 directly and from two HQs; B in 0901 reaches 0301 and 1401. One token each:
    A, named last, still gets the one that only it needs."""
    world = make_world(
        [regiment("A"), regiment("B"), headquarters("H"), headquarters("I")], ROW
    )
    draft = make_draft(
        world, {"A": "0201", "H": "0201", "I": "0201", "B": "0901"},
        dumps={"0301": (AXIS, 1), "1401": (AXIS, 1)},
    )
    assert attack_bill(world, draft.state, ("B", "A")).stocks == ()


@pytest.mark.rule("OCS 12.10", "OCS 12.10h")
def test_the_owner_names_first_who_gets_what_there_is() -> None:
    """One token for a regiment and another: the first named uses it."""
    world = make_world([regiment("A"), regiment("B")])
    draft = make_draft(world, {"A": "0203", "B": "0203"}, dumps={"0203": (AXIS, 1)})
    assert attack_bill(world, draft.state, ("A", "B")).stocks == ("B",)
    assert attack_bill(world, draft.state, ("B", "A")).stocks == ("A",)


@pytest.mark.rule("OCS 12.10h")
def test_only_what_others_leave_is_wasted_on_a_division() -> None:
    """Two tokens, a three-step division and two regiments: these use them, nothing is wasted."""
    world = make_world([division("D"), regiment("A"), regiment("B")])
    draft = make_draft(
        world, dict.fromkeys(("D", "A", "B"), "0203"), dumps={"0203": (AXIS, 2)}
    )
    bill = attack_bill(world, draft.state, ("D", "A", "B"))
    assert (bill.stocks, bill.total, bill.wasted) == (("D",), 2, 0)


@pytest.mark.rule("OCS 12.10d")
def test_no_unit_lends_its_stocks_to_another() -> None:
    """A is Exhausted, B beside it full: without supply on the map A does not attack."""
    world = make_world([regiment("A"), regiment("B"), regiment("E", SOVIET)])
    draft = make_draft(
        world, {"A": unit_at(world, "A", "0203", stock=EXHAUSTED), "B": "0203", "E": "0303"},
        step="F2",
    )
    bill = attack_bill(world, draft.state, ("A", "B"))
    assert (bill.stocks, bill.unpaid) == (("B",), ("A",))
    assert refusal(draft, "attack 0303 with A, B") == "OCS 9.5"
    assert refusal(draft, "attack 0303 with B") == ""


# ---------------------------------------------------------------- defenders (12.4, U25)


@pytest.mark.rule("OCS 12.4")
def test_the_whole_price_covers_everybody_whom_it_reaches() -> None:
    """A division and a regiment, 2T in one dump: the price of the hex is paid, no stocks are."""
    world = make_world([division("D"), regiment("R")])
    draft = make_draft(world, {"D": "0203", "R": "0203"}, dumps={"0203": (AXIS, 2)})
    bill = defense_bill(world, draft.state, ("D", "R"))
    assert (bill.total, bill.stocks, bill.unpaid) == (2, (), ())


@pytest.mark.rule("OCS 12.4", "OCS 13.2g")
def test_defenders_use_the_ground_before_their_organic_truck() -> None:
    """2T lie two hexes off; the loaded Organic Truck in the hex keeps its own."""
    world = make_world([regiment("M", formation="57"), regiment("I"), organic("O", "57")])
    draft = make_draft(
        world, {"M": "0203", "I": "0203", "O": unit_at(world, "O", "0203", load=4)},
        dumps={"0403": (AXIS, 2)},
    )
    bill = defense_bill(world, draft.state, ("M", "I"))
    assert (bill.total, bill.organic, bill.stocks) == (2, (), ())


# ---------------------------------------------------------------- what trucks keep (13.2g G)


@pytest.mark.rule("OCS 13.2g", "OCS 12.10a", "OCS 13.2g.G")
def test_an_attacker_may_spare_his_organic_truck_and_use_stocks() -> None:
    world = make_world([
        regiment("M", formation="57"), organic("O", "57"), regiment("E", SOVIET),
    ])
    units = {"M": "0203", "O": unit_at(world, "O", "0203", load=4), "E": "0303"}
    draft = make_draft(world, units, step="F2")
    assert {"attack 0303 with M", "attack 0303 with M sparing"} <= set(offered(draft))
    play(draft, "attack 0303 with M sparing")
    assert draft.state.units["O"].load == 4
    assert draft.state.units["M"].stock == LOW
    paying = make_draft(world, units, step="F2")
    play(paying, "attack 0303 with M")
    assert paying.state.units["O"].load == 3
    assert paying.state.units["M"].stock == FULL


@pytest.mark.rule("OCS 13.2g", "OCS 12.10a")
def test_what_lies_on_the_ground_is_not_spared() -> None:
    world = make_world([
        regiment("M", formation="57"), organic("O", "57"), regiment("E", SOVIET),
    ])
    draft = make_draft(
        world, {"M": "0203", "O": unit_at(world, "O", "0203", load=4), "E": "0303"}, step="F2",
        dumps={"0203": (AXIS, 1)},
    )
    assert "attack 0303 with M sparing" not in offered(draft)
    play(draft, "attack 0303 with M sparing")
    assert (tokens(draft, "0203"), draft.state.units["M"].stock) == (0, FULL)


@pytest.mark.rule("OCS 13.2g", "OCS 12.10c")
def test_an_exhausted_unit_needs_its_truck() -> None:
    world = make_world([
        regiment("M", formation="57"), organic("O", "57"), regiment("E", SOVIET),
    ])
    draft = make_draft(world, {
        "M": unit_at(world, "M", "0203", stock=EXHAUSTED),
        "O": unit_at(world, "O", "0203", load=4), "E": "0303",
    }, step="F2")
    assert refusal(draft, "attack 0303 with M sparing") == "OCS 9.5"
    assert refusal(draft, "attack 0303 with M") == ""


@pytest.mark.rule("OCS 13.2g", "OCS 13.2g.G")
def test_a_defender_may_spare_his_organic_truck() -> None:
    world = make_world([
        regiment("M", SOVIET, formation="57"), organic("O", "57", SOVIET), regiment("A"),
    ])
    units = {"A": "0203", "M": "0303", "O": unit_at(world, "O", "0303", load=4)}
    draft = make_draft(world, units, step="F2", dumps={"0203": (AXIS, 4)})
    play(draft, "attack 0303 with A")
    assert offered(draft) == ["pay M", "pay M sparing", "pass"]
    play(draft, "pay M sparing")
    assert (draft.state.units["O"].load, draft.state.units["M"].stock) == (4, LOW)


@pytest.mark.rule("OCS 13.2g", "OCS 12.10e", "OCS 12.10e.B", "OCS 13.2g.G")
def test_recovery_from_an_organic_truck_is_its_owners_choice() -> None:
    """Two Low regiments and 4T aboard: 2T each if he wants."""
    world = make_world(
        [regiment("M", formation="57"), regiment("N", formation="57"), organic("O", "57")],
        sources=SOURCE,
    )
    low = {i: unit_at(world, i, "0203", stock=LOW) for i in ("M", "N")}
    truck = unit_at(world, "O", "0203", load=4)
    draft = make_draft(world, {**low, "O": truck}, step="D")
    hunger.supply_phase(draft)
    assert draft.state.asks == (Recovery(AXIS, ("M", "N"), aboard=True),)
    assert offered(draft) == ["recover M", "recover N", "recover M, N", "pass"]
    kept = make_draft(world, {**low, "O": truck}, step="D")
    hunger.supply_phase(kept)
    play(kept, "pass")
    assert (kept.state.units["O"].load, kept.state.units["M"].stock) == (4, LOW)
    play(draft, "recover N")
    assert draft.state.units["O"].load == 2
    assert {i: draft.state.units[i].stock for i in ("M", "N")} == {"M": LOW, "N": FULL}
    half = make_draft(
        world, {**low, "O": unit_at(world, "O", "0203", load=3)}, step="D"
    )
    hunger.supply_phase(half)
    assert refusal(half, "recover M, N") == "OCS 13.2g"


@pytest.mark.rule("OCS 12.10e", "OCS 12.10e.A", "OCS 12.10e.C")
def test_nobody_passes_over_recovery_from_the_ground() -> None:
    world = make_world([regiment("M"), regiment("N")], sources=SOURCE)
    draft = make_draft(
        world, {i: unit_at(world, i, "0203", stock=LOW) for i in ("M", "N")}, step="D",
        dumps={"0203": (AXIS, 3)},
    )
    hunger.supply_phase(draft)
    assert refusal(draft, "pass") == "OCS 12.10e"
    hunger.do_recover(draft, Recover(("N", "M")))
    assert {i: draft.state.units[i].stock for i in ("M", "N")} == {"M": LOW, "N": FULL}
    assert tokens(draft, "0203") == 0, "the third token is wasted"


@pytest.mark.rule("OCS 12.10e")
def test_recovery_shares_dumps_too() -> None:
    """M in 0601 reaches both dumps, N in 0101 the west one only: nobody need be asked."""
    world = make_world([regiment("M"), regiment("N")], ROW, sources=SOURCE)
    draft = make_draft(
        world, {"M": unit_at(world, "M", "0601", stock=LOW),
                "N": unit_at(world, "N", "0101", stock=LOW)}, step="D",
        dumps={"0401": (AXIS, 2), "1101": (AXIS, 2)},
    )
    assert combat_supply.suffices(world, draft.state, AXIS)
    hunger.supply_phase(draft)
    assert {u.stock for u in draft.state.units.values()} == {FULL}
    assert (tokens(draft, "0401"), tokens(draft, "1101")) == (0, 0)
