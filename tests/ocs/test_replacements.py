"""Replacements (OCS 13.5)."""

from __future__ import annotations

import pytest

from engine.ocs import replacements
from engine.ocs.pieces import (
    ARRIVING,
    AXIS,
    DEAD,
    DG,
    GONE,
    MAP,
    SOVIET,
    Aircraft,
    AirUnit,
    Unit,
)
from engine.ocs.state import Side
from engine.ocs.world import Hooks
from tests.ocs.yard import (
    battalion,
    change,
    division,
    headquarters,
    make_draft,
    make_world,
    offered,
    organic,
    play,
    refusal,
    regiment,
    trucks,
    unit_at,
    wagons,
)


def hand(*words: str) -> dict[str, Side]:
    """The Axis player's replacements."""
    return {AXIS: Side(repls=words), SOVIET: Side()}


def dead(id_: str, lost: int = 1) -> Unit:
    return Unit(id_, box=DEAD, lost=lost)


# ---------------------------------------------------------------- from the Dead Pile (13.5a)


@pytest.mark.rule("OCS 13.5a", "OCS 13.5a.1")
def test_a_dead_unit_comes_back_within_two_hexes_of_an_hq_in_combat_mode() -> None:
    world = make_world([regiment("A"), headquarters("H")])
    draft = make_draft(world, {"A": dead("A"), "H": "0603"}, step="B", sides=hand("pax"))
    assert refusal(draft, "rebuild A at 0903") == "OCS 13.5a"
    play(draft, "rebuild A at 0803")
    unit = draft.state.units["A"]
    assert (unit.box, unit.hex, unit.lost) == (MAP, world.board.at("0803"), 0)
    assert draft.state.sides[AXIS].repls == ()


@pytest.mark.rule("OCS 13.5a")
def test_the_hq_is_in_combat_mode_or_dg_and_oriented_to_it() -> None:
    world = make_world([regiment("A"), headquarters("H")])
    draft = make_draft(world, {"A": dead("A"), "H": "0603"}, step="B", sides=hand("pax"))
    change(draft, "H", marker=DG)
    assert refusal(draft, "rebuild A at 0603") == ""
    change(draft, "H", front=False)
    assert refusal(draft, "rebuild A at 0603") == "OCS 13.5a"
    change(draft, "H", front=True, marker="reserve")
    assert refusal(draft, "rebuild A at 0603") == "OCS 13.5a"


@pytest.mark.rule("OCS 13.5a", "OCS 4.5a", "OCS 4.5a.K")
def test_nothing_is_rebuilt_in_an_enemy_zoc_even_with_a_friend_there() -> None:
    world = make_world([regiment("A"), headquarters("H"), regiment("E", SOVIET), regiment("G")])
    units = {"A": dead("A"), "H": "0503", "E": "0803", "G": "0703"}
    draft = make_draft(world, units, step="B", sides=hand("pax"))
    assert refusal(draft, "rebuild A at 0703") == "OCS 13.5a"
    assert refusal(draft, "rebuild A at 0603") == ""


@pytest.mark.rule("OCS 13.5b")
def test_a_multi_step_unit_comes_back_with_one_step_and_any_number_may_follow() -> None:
    world = make_world([division("D"), headquarters("H")])
    draft = make_draft(
        world, {"D": dead("D", 3), "H": "0603"}, step="B", sides=hand("pax", "pax", "pax", "pax")
    )
    play(draft, "rebuild D at 0703")
    assert draft.state.units["D"].lost == 2
    play(draft, "rebuild D at 0703", "rebuild D at 0703")
    assert draft.state.units["D"].lost == 0
    assert refusal(draft, "rebuild D at 0703") == "OCS 13.5a"


@pytest.mark.rule("OCS 13.5a", "OCS 13.5a.2")
def test_a_reduced_unit_is_rebuilt_where_it_stands_near_an_hq() -> None:
    world = make_world([division("D"), division("Far"), headquarters("H")])
    units = {"D": unit_at(world, "D", "0503", lost=1),
             "Far": unit_at(world, "Far", "0103", lost=1), "H": "0603"}
    draft = make_draft(world, units, step="B", sides=hand("pax"))
    assert refusal(draft, "rebuild D at 0603") == "OCS 13.5a"
    assert refusal(draft, "rebuild Far at 0103") == "OCS 13.5a"
    play(draft, "rebuild D at 0503")
    assert draft.state.units["D"].lost == 0


@pytest.mark.rule("OCS 13.5b")
def test_supply_and_mode_do_not_matter() -> None:
    world = make_world([division("D"), headquarters("H")])
    sad = unit_at(world, "D", "0603", lost=1, marker=DG, oos=True, stock=2)
    draft = make_draft(world, {"D": sad, "H": "0603"}, step="B", sides=hand("pax"))
    play(draft, "rebuild D at 0603")
    unit = draft.state.units["D"]
    assert (unit.lost, unit.marker, unit.oos, unit.stock) == (0, DG, True, 2)


@pytest.mark.rule("OCS 13.5b")
def test_a_rebuilt_unit_takes_any_voluntary_mode() -> None:
    world = make_world([regiment("A"), headquarters("H")])
    draft = make_draft(world, {"A": dead("A"), "H": "0603"}, step="B", sides=hand("pax"))
    assert refusal(draft, "rebuild A at 0603 as exploit") == "OCS 13.5b"
    play(draft, "rebuild A at 0603 as strat")
    assert draft.state.units["A"].mode == "strat"


# ---------------------------------------------------------------- what pays (13.5, 13.5c-e)


@pytest.mark.rule("OCS 13.5")
def test_eq_rebuilds_what_has_tracks_and_pax_the_others() -> None:
    world = make_world([regiment("A"), battalion("Pz"), headquarters("H")])
    units = {"A": dead("A"), "Pz": dead("Pz"), "H": "0603"}
    pax = make_draft(world, units, step="B", sides=hand("pax"))
    assert refusal(pax, "rebuild A at 0603") == ""
    assert refusal(pax, "rebuild Pz at 0603") == "OCS 13.5"
    eq = make_draft(world, units, step="B", sides=hand("eq"))
    assert refusal(eq, "rebuild A at 0603") == "OCS 13.5"
    assert refusal(eq, "rebuild Pz at 0603") == ""


@pytest.mark.rule("OCS 13.5g")
def test_an_eq_of_a_rating_rebuilds_units_up_to_it_and_the_least_that_fits_is_spent() -> None:
    world = make_world([battalion("Pz", ar=4), battalion("Old", ar=2), headquarters("H")])
    units = {"Pz": dead("Pz"), "Old": dead("Old"), "H": "0603"}
    poor = make_draft(world, units, step="B", sides=hand("eq 3"))
    assert refusal(poor, "rebuild Pz at 0603") == "OCS 13.5"
    assert refusal(poor, "rebuild Old at 0603") == ""
    rich = make_draft(world, units, step="B", sides=hand("eq 5", "eq 4", "eq 2"))
    play(rich, "rebuild Old at 0603")
    assert rich.state.sides[AXIS].repls == ("eq 5", "eq 4")
    play(rich, "rebuild Pz at 0603")
    assert rich.state.sides[AXIS].repls == ("eq 5",)


@pytest.mark.rule("OCS 13.5c")
def test_units_with_the_yellow_dot_never_come_back() -> None:
    world = make_world([regiment("A", no_rebuild=True), headquarters("H")])
    draft = make_draft(
        world, {"A": Unit("A", box=GONE, lost=1), "H": "0603"}, step="B", sides=hand("pax")
    )
    assert refusal(draft, "rebuild A at 0603") == "OCS 13.5c"


@pytest.mark.rule("OCS 13.5b")
def test_breakdowns_are_not_rebuilt() -> None:
    world = make_world([regiment("B", type="breakdown"), headquarters("H")])
    draft = make_draft(world, {"B": dead("B"), "H": "0603"}, step="B", sides=hand("pax"))
    assert refusal(draft, "rebuild B at 0603") == "OCS 13.5b"


@pytest.mark.rule("OCS 13.5d")
def test_two_very_small_units_come_for_one_replacement_and_one_alone_for_a_whole_one() -> None:
    hooks = Hooks(rebuild_kinds=lambda w, s, id_: ("pax/2",))
    world = make_world([regiment("A"), regiment("B"), regiment("C"), headquarters("H")],
                       hooks=hooks)
    units = {i: dead(i) for i in ("A", "B", "C")}
    draft = make_draft(world, {**units, "H": "0603"}, step="B", sides=hand("pax"))
    play(draft, "rebuild A at 0603")
    assert draft.state.sides[AXIS].repls == ("pax/2",)
    play(draft, "rebuild B at 0603")
    assert draft.state.sides[AXIS].repls == ()
    assert refusal(draft, "rebuild C at 0603") == "OCS 13.5"


@pytest.mark.rule("OCS 13.5d", "OCS 13.5")
def test_a_half_is_lost_with_the_phase_and_pax_may_be_saved() -> None:
    """The Third Winter lets Pax be saved, and neither Eq nor air."""
    world = make_world()
    draft = make_draft(world, {}, step="B", sides=hand("pax", "pax/2", "eq 4", "air", "ally"))
    replacements.expire(draft, AXIS)
    assert draft.state.sides[AXIS].repls == ("pax", "ally")


@pytest.mark.rule("OCS 13.5e")
def test_an_eq_rebuilds_a_truck_point_organic_or_not_but_no_wagons() -> None:
    world = make_world([trucks("T", points=2), organic("O", "57"), wagons("W"), headquarters("H")])
    units = {"T": dead("T"), "O": dead("O"), "W": dead("W"), "H": "0603"}
    draft = make_draft(world, units, step="B", sides=hand("eq 3"))
    assert refusal(draft, "rebuild T at 0603") == "OCS 13.5", "two points take two Eq"
    assert refusal(draft, "rebuild W at 0603") == "OCS 13.5b"
    play(draft, "rebuild O at 0603")
    assert draft.state.units["O"].on_map
    rich = make_draft(world, units, step="B", sides=hand("eq 3", "eq 4"))
    play(rich, "rebuild T at 0603")
    assert rich.state.units["T"].mode == "move"
    assert rich.state.sides[AXIS].repls == ()


@pytest.mark.rule("OCS 13.5f")
def test_aircraft_are_rebuilt_at_a_base_and_come_back_active() -> None:
    plane = Aircraft("Me", "Me", AXIS, "F", 4, range=20)
    other = Aircraft("Ju", "Ju", AXIS, "T", 2, range=20)
    world = make_world(planes=[plane, other])
    air = {"Me": AirUnit("Me", box=DEAD, lost=2, active=False),
           "Ju": AirUnit("Ju", world.board.at("0303"), lost=1, active=False)}
    draft = make_draft(world, {}, step="B", air=air, bases={"0303": (AXIS, 1)},
                       sides=hand("air", "air"))
    assert refusal(draft, "rebuild Me at 0403") == "OCS 13.5f"
    play(draft, "rebuild Me at 0303", "rebuild Ju at 0303")
    assert [(a.lost, a.active, a.box) for a in draft.state.air.values()] == [(0, True, MAP)] * 2
    assert draft.state.sides[AXIS].repls == ()


@pytest.mark.rule("OCS 13.5f", "OCS 14.2a")
def test_a_full_base_takes_no_rebuilt_aircraft_and_wakes_none() -> None:
    """Level 1 holds five Active ones; one reduced there is made whole and stays Inactive."""
    planes = [Aircraft(n, n, AXIS, "F", 4, range=20)
              for n in ("Dead", "Hurt", *(f"F{i}" for i in range(5)))]
    world = make_world(planes=planes)
    home = world.board.at("0303")
    air = {f"F{i}": AirUnit(f"F{i}", home) for i in range(5)} | {
        "Dead": AirUnit("Dead", box=DEAD, lost=2, active=False),
        "Hurt": AirUnit("Hurt", home, lost=1, active=False),
    }
    draft = make_draft(world, {}, step="B", air=air, bases={"0303": (AXIS, 1)},
                       sides=hand("air"))
    assert refusal(draft, "rebuild Dead at 0303") == "OCS 13.5f"
    play(draft, "rebuild Hurt at 0303")
    assert (draft.state.air["Hurt"].lost, draft.state.air["Hurt"].active) == (0, False)


@pytest.mark.rule("OCS 13.5a", "OCS 13.5g")
def test_a_game_names_its_own_places() -> None:
    hooks = Hooks(arrival_hexes=lambda w, s, id_: (w.board.at("1103"),))
    world = make_world([regiment("A"), headquarters("H")], hooks=hooks)
    draft = make_draft(world, {"A": dead("A"), "H": "0603"}, step="B", sides=hand("pax"))
    assert offered(draft) == [
        "rebuild A at 1103", *(f"rebuild A at 1103 as {m}" for m in ("move", "reserve", "strat")),
        "end",
    ]


@pytest.mark.rule("OCS 13.5")
def test_units_that_are_not_dead_or_not_ones_own_are_not_rebuilt() -> None:
    world = make_world([regiment("A"), regiment("B"), regiment("E", SOVIET), headquarters("H")])
    units = {"A": Unit("A", box=ARRIVING), "B": "0603", "E": dead("E"), "H": "0603"}
    draft = make_draft(world, units, step="B", sides=hand("pax"))
    for name in ("A", "B", "E"):
        assert refusal(draft, f"rebuild {name} at 0603") == "OCS 13.5a"


@pytest.mark.rule("OCS 13.5")
def test_what_is_received_is_added_to_what_was_saved() -> None:
    draft = make_draft(make_world(), {}, sides=hand("pax"))
    replacements.receive(draft, AXIS, ("eq 4", "pax"))
    assert draft.state.sides[AXIS].repls == ("pax", "eq 4", "pax")
