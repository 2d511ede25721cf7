"""Fuel (OCS 12.5): who needs it, the three methods, how long each lasts."""

from __future__ import annotations

import pytest

from engine.ocs import clean_up, dumps, fuel
from engine.ocs.pieces import AXIS, LEG, RE, SOVIET, TRACK, TRUCK, Counter, Face
from engine.ocs.sequence import SEQUENCE
from tests.ocs.yard import (
    battalion,
    change,
    go_to,
    headquarters,
    make_board,
    make_draft,
    make_world,
    organic,
    play,
    refusal,
    regiment,
    tokens,
    trucks,
    unit_at,
)


def panzer(name: str) -> Counter:
    """A battalion of the 11th Panzer Division."""
    return battalion(name, formation="11 Pz")


# ---------------------------------------------------------------- who needs it (12.5a, b)


@pytest.mark.rule("OCS 12.5a")
def test_track_and_truck_units_need_fuel_and_leg_units_and_transport_do_not() -> None:
    world = make_world([
        battalion("Track"), battalion("Truck", mobility=TRUCK), regiment("Leg"), trucks("T"),
    ])
    draft = make_draft(world, dict.fromkeys(("Track", "Truck", "Leg", "T"), "0203"))
    assert refusal(draft, "move Track to 0303") == "OCS 12.5a"
    assert refusal(draft, "move Truck to 0303") == "OCS 12.5a"
    assert refusal(draft, "move Leg to 0303") == ""
    assert refusal(draft, "move T to 0303") == ""


@pytest.mark.rule("OCS 12.5a")
def test_the_side_that_shows_decides() -> None:
    motorized = regiment("M", combat=Face(8, True, 3, 3, LEG), move=Face(4, True, 3, 12, TRUCK))
    world = make_world([motorized])
    draft = make_draft(world, {"M": "0203"})
    assert refusal(draft, "move M to 0303") == ""
    change(draft, "M", front=False)
    assert refusal(draft, "move M to 0303") == "OCS 12.5a"


@pytest.mark.rule("OCS 12.5b", "OCS 8.1i")
def test_an_overrun_needs_fuel_and_an_attack_does_not() -> None:
    world = make_world([battalion("Pz"), regiment("E", SOVIET)])
    draft = make_draft(world, {"Pz": "0203", "E": "0303"}, dumps={"0103": (AXIS, 1)})
    assert refusal(draft, "overrun 0303 with Pz") == "OCS 8.1i"
    go_to(draft, "F2")
    assert refusal(draft, "attack 0303 with Pz") == ""


@pytest.mark.rule("OCS 12.5g")
def test_internal_stocks_are_no_fuel() -> None:
    world = make_world([battalion("Pz")])
    without = make_draft(world, {"Pz": "0203"})
    assert without.state.units["Pz"].stock == 0
    assert refusal(without, "fuel Pz as single") == "OCS 12.5"
    with_supply = make_draft(world, {"Pz": "0203"}, dumps={"0203": (AXIS, 1)})
    assert refusal(with_supply, "fuel Pz as single") == ""


# ---------------------------------------------------------------- the single-unit method (12.5c C)


@pytest.mark.rule("OCS 12.5c", "OCS 12.5c.C")
def test_one_token_fuels_one_unit_for_all_its_movement_of_the_phase() -> None:
    world = make_world([battalion("Pz")])
    draft = make_draft(world, {"Pz": "0203"}, dumps={"0203": (AXIS, 3)})
    play(draft, "fuel Pz as single")
    assert tokens(draft, "0203") == 2
    play(draft, "move Pz to 0303", "move Pz to 0503")
    assert refusal(draft, "fuel Pz as single") == "OCS 12.5c", "it is fueled already"


@pytest.mark.rule("OCS 12.5c", "OCS 12.5c.C")
def test_it_expires_with_the_phase() -> None:
    world = make_world([battalion("Pz"), regiment("Wait", SOVIET)])
    draft = make_draft(world, {"Pz": "0203", "Wait": "1203"}, dumps={"0203": (AXIS, 3)})
    play(draft, "fuel Pz as single")
    assert fuel.fueled(world, draft.state, draft.state.units["Pz"])
    play(draft, "end")
    assert SEQUENCE[draft.state.step].id != "C2"
    assert draft.state.units["Pz"].fuel == ""


# ---------------------------------------------------------------- the Formation Method (12.5c A)


@pytest.mark.rule("OCS 12.5c", "OCS 12.5c.A")
def test_one_supply_point_fuels_a_formation_to_its_next_clean_up() -> None:
    world = make_world([panzer("P1"), panzer("P2"), headquarters("H")])
    draft = make_draft(
        world, {"P1": "0403", "P2": "0603", "H": "0303"}, dumps={"0203": (AXIS, 5)}
    )
    play(draft, "fuel P1 as formation")
    assert tokens(draft, "0203") == 1
    assert draft.state.fueled == {"11 Pz"}
    assert {draft.state.units[i].fuel for i in ("P1", "P2")} == {fuel.TURN_FUEL}
    assert refusal(draft, "fuel P2 as formation") == "OCS 12.5c", "one payment at most"
    go_to(draft, "G1")
    fuel.new_phase(draft)
    assert fuel.problem(world, draft.state, draft.state.units["P2"]) is None


@pytest.mark.rule("OCS 12.5c", "OCS 12.5c.A")
def test_units_that_the_common_source_does_not_reach_are_left_out() -> None:
    """The HQ throws five hexes and one more: from 0303 to 0903, not to 1003."""
    world = make_world([panzer("P1"), panzer("Far"), headquarters("H")])
    draft = make_draft(
        world, {"P1": "0903", "Far": "1003", "H": "0303"}, dumps={"0203": (AXIS, 8)}
    )
    play(draft, "fuel P1 as formation by H")
    assert draft.state.units["P1"].fuel == fuel.TURN_FUEL
    assert draft.state.units["Far"].fuel == ""
    assert refusal(draft, "fuel Far as single") == "OCS 12.5"


@pytest.mark.rule("OCS 12.5c")
def test_the_source_is_one_hq_or_one_dump_for_all() -> None:
    """Each unit draws from a dump of its own; two half-full dumps pay for nobody together."""
    world = make_world([panzer("P1"), panzer("P2")], make_board(16, 1))
    units = {"P1": "0201", "P2": "1501"}
    draft = make_draft(world, units, dumps={"0101": (AXIS, 4), "1601": (AXIS, 4)})
    play(draft, "fuel P1 as formation by 0101")
    assert draft.state.units["P1"].fuel == fuel.TURN_FUEL
    assert draft.state.units["P2"].fuel == ""
    poor = make_draft(world, units, dumps={"0101": (AXIS, 2), "1601": (AXIS, 2)})
    assert refusal(poor, "fuel P1 as formation") == "OCS 12.5c"
    beside = make_draft(world, units, dumps={"0101": (AXIS, 2), "0301": (AXIS, 2)})
    assert refusal(beside, "fuel P1 as formation") == "OCS 12.5c", "one dump, not two"


@pytest.mark.rule("OCS 12.5c")
def test_an_independent_unit_has_no_formation_to_fuel() -> None:
    world = make_world([battalion("Tiger"), panzer("P1")])
    draft = make_draft(world, {"Tiger": "0203", "P1": "0203"}, dumps={"0203": (AXIS, 8)})
    assert refusal(draft, "fuel Tiger as formation") == "OCS 12.5c"
    assert refusal(draft, "fuel P1 as formation") == ""


# ---------------------------------------------------------------- the HQ Method (12.5c B, 12.5e)


@pytest.mark.rule("OCS 12.5c", "OCS 12.5e", "OCS 12.5c.B")
def test_a_fueled_hq_fuels_every_independent_unit_in_its_throw_range() -> None:
    world = make_world([
        headquarters("H"), battalion("I1"), battalion("I2"), battalion("Far"), panzer("P1"),
    ])
    draft = make_draft(
        world, {"H": "0203", "I1": "0403", "I2": "0803", "Far": "0903", "P1": "0403"},
        dumps={"0203": (AXIS, 4)},
    )
    play(draft, "fuel H as hq")
    assert tokens(draft, "0203") == 0
    units = draft.state.units
    assert fuel.fueled(world, draft.state, units["I1"])
    assert fuel.fueled(world, draft.state, units["I2"])
    assert fuel.fueled(world, draft.state, units["H"])
    assert not fuel.fueled(world, draft.state, units["Far"]), "out of range"
    assert not fuel.fueled(world, draft.state, units["P1"]), "not independent"


@pytest.mark.rule("OCS 12.5c")
def test_a_panzer_battalion_and_five_independents_take_five_tokens() -> None:
    """Appendix 1, Fuel: a token for the battalion, an SP for the HQ and all the others."""
    others = [battalion(f"I{i}") for i in range(5)]
    world = make_world([panzer("P1"), headquarters("H"), *others])
    draft = make_draft(
        world, {"P1": "0303", "H": "0203", **{f"I{i}": "0403" for i in range(5)}},
        dumps={"0203": (AXIS, 8)},
    )
    play(draft, "fuel P1 as single", "fuel H as hq")
    assert tokens(draft, "0203") == 8 - 5
    assert all(fuel.problem(world, draft.state, u) is None for u in draft.state.units.values())


@pytest.mark.rule("OCS 12.5c")
def test_the_supply_point_may_be_thrown_to_the_hq() -> None:
    world = make_world([headquarters("H1"), headquarters("H2"), regiment("R")])
    draft = make_draft(
        world, {"H1": "0203", "H2": "0803", "R": "0203"}, dumps={"0103": (AXIS, 4)}
    )
    assert refusal(draft, "fuel R as hq") == "OCS 12.5c"
    play(draft, "fuel H2 as hq by H1")
    assert "H2" in draft.state.hq_fuel


@pytest.mark.rule("OCS 12.5e")
def test_range_is_measured_as_the_unit_begins_to_move() -> None:
    world = make_world([headquarters("H"), battalion("I", ma=12)])
    draft = make_draft(world, {"H": "0203", "I": "0803"}, dumps={"0203": (AXIS, 4)})
    play(draft, "fuel H as hq", "move I to 1003")
    assert refusal(draft, "move I to 1203") == "", "it began in range"


@pytest.mark.rule("OCS 12.5e")
def test_an_hq_that_has_thrown_fuel_throws_from_no_second_hex_in_the_phase() -> None:
    """A moves on fuel from 0203; the HQ then moves to 0803, from where B would be in range."""
    world = make_world([headquarters("H", mobility=LEG), battalion("A"), battalion("B")])
    draft = make_draft(world, {"H": "0203", "A": "0303", "B": "1103"}, dumps={"0203": (AXIS, 4)})
    change(draft, "H", front=False)
    play(draft, "fuel H as hq", "move A to 0403", "move H to 0803")
    assert refusal(draft, "move B to 1203") == "OCS 12.5a"
    fuel.new_phase(draft)
    assert fuel.problem(world, draft.state, draft.state.units["B"]) is None


@pytest.mark.rule("OCS 12.5e")
def test_an_hq_that_has_not_thrown_yet_may_throw_from_where_it_ends() -> None:
    world = make_world([headquarters("H", mobility=LEG), battalion("A"), battalion("B")])
    draft = make_draft(world, {"H": "0203", "A": "0303", "B": "1103"}, dumps={"0203": (AXIS, 4)})
    change(draft, "H", front=False)
    play(draft, "fuel H as hq", "move H to 0803")
    assert refusal(draft, "move B to 1203") == ""
    assert refusal(draft, "move A to 0403") == "OCS 12.5a", "now it is A that is out of range"


# ---------------------------------------------------------------- how long it lasts (12.5d)


@pytest.mark.rule("OCS 12.5d")
def test_only_its_owners_clean_up_takes_fuel_away() -> None:
    world = make_world([panzer("P1"), headquarters("H")])
    draft = make_draft(world, {"P1": "0303", "H": "0203"}, dumps={"0203": (AXIS, 8)}, step="E1'")
    play(draft, "fuel P1 as formation", "fuel H as hq")
    fuel.clean_up(draft, SOVIET)
    assert draft.state.fueled == {"11 Pz"}
    assert draft.state.units["P1"].fuel == fuel.TURN_FUEL
    assert set(draft.state.hq_fuel) == {"H"}
    go_to(draft, "H")
    clean_up.run(draft)
    assert draft.state.fueled == frozenset()
    assert draft.state.units["P1"].fuel == ""
    assert not draft.state.hq_fuel


# ---------------------------------------------------------------- what pays (12.3, 13.2a, g)


@pytest.mark.rule("OCS 13.2g", "OCS 12.5c")
def test_an_organic_truck_fuels_its_own_formation_only() -> None:
    world = make_world([panzer("P1"), battalion("I"), organic("O", "11 Pz")])
    draft = make_draft(
        world, {"P1": "0203", "I": "0203", "O": unit_at(world, "O", "0203", load=4)}
    )
    assert refusal(draft, "fuel I as single") == "OCS 12.5"
    play(draft, "fuel P1 as formation")
    assert draft.state.units["O"].load == 0


@pytest.mark.rule("OCS 13.2a")
def test_the_load_of_a_truck_on_the_move_pays_for_fuel_and_the_truck_drives_on() -> None:
    world = make_world([battalion("Pz"), trucks("T")])
    draft = make_draft(world, {"Pz": "1103", "T": unit_at(world, "T", "0203", load=4)})
    assert refusal(draft, "fuel Pz as single") == "OCS 12.5"
    play(draft, "move T to 1003", "fuel Pz as single")
    assert draft.state.units["T"].load == 3
    assert refusal(draft, "move T to 1001") == ""


@pytest.mark.rule("OCS 12.5")
def test_tokens_are_neither_made_nor_lost_but_for_the_price() -> None:
    world = make_world([battalion(f"I{i}", re4=RE) for i in range(3)])
    draft = make_draft(
        world, {f"I{i}": "0203" for i in range(3)}, dumps={"0203": (AXIS, 1), "0303": (AXIS, 4)}
    )
    before = dumps.total(world, draft.state, AXIS)
    play(draft, "fuel I0, I1, I2 as single")
    assert dumps.total(world, draft.state, AXIS) == before - 3


@pytest.mark.rule("OCS 12.5c")
def test_a_payment_that_two_units_share_is_refused_where_it_does_not_suffice() -> None:
    world = make_world([battalion("A"), battalion("B")])
    draft = make_draft(world, {"A": "0203", "B": "0203"}, dumps={"0203": (AXIS, 1)})
    assert refusal(draft, "fuel A, B as single") == "OCS 12.5"
    assert refusal(draft, "fuel A as single") == ""
    assert refusal(draft, "fuel A, A as single") == "OCS 12.5c", "a unit is fueled once"


@pytest.mark.rule("OCS 12.5a")
def test_a_supply_path_needs_no_fuel_of_the_hq_that_throws() -> None:
    world = make_world([headquarters("H", mobility=TRACK), battalion("Pz")])
    draft = make_draft(world, {"H": "0203", "Pz": "0803"}, dumps={"0103": (AXIS, 1)})
    play(draft, "fuel Pz as single")
    assert draft.state.units["Pz"].fuel == fuel.PHASE_FUEL


@pytest.mark.rule("OCS 13.2a", "OCS 6.1g")
def test_a_truck_whose_load_pays_for_an_overrun_has_ended_its_move() -> None:
    """It cannot pay for the fight of another unit and then drive on."""
    world = make_world([regiment("R", ma=6), trucks("T"), regiment("E", SOVIET)])
    draft = make_draft(
        world, {"R": "1003", "T": unit_at(world, "T", "0203", load=4), "E": "1103"},
        rolls=(3, 4, 3, 4, 1, 1, 1, 1),
    )
    change(draft, "R", stock=2)
    assert refusal(draft, "overrun 1103 with R") == "OCS 9.5"
    play(draft, "move T to 0903")
    assert refusal(draft, "overrun 1103 with R") == ""
    play(draft, "overrun 1103 with R")
    assert draft.state.units["T"].load == 3
    assert draft.state.units["T"].finished


@pytest.mark.rule("OCS 12.5c", "OCS 12.5a")
def test_a_formations_fuel_serves_units_that_turn_over_afterwards() -> None:
    """M walks in Combat Mode and drives in Move Mode: it was in reach as the formation paid."""
    drives = Face(4, True, 3, 14, TRUCK)
    foot = regiment("M", formation="11 Pz", move=drives)
    world = make_world([panzer("P1"), foot, regiment("L", formation="11 Pz")])
    draft = make_draft(
        world, dict.fromkeys(("P1", "M", "L"), "0403"), dumps={"0203": (AXIS, 4)}
    )
    play(draft, "fuel P1 as formation")
    assert {i: u.fuel for i, u in draft.state.units.items()} == {
        "P1": fuel.TURN_FUEL, "M": fuel.TURN_FUEL, "L": "",
    }
    play(draft, "mode M as move")
    assert refusal(draft, "move M to 0903") == ""
