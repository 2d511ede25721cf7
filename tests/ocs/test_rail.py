"""Railroads (OCS 13.3): entraining, Rail Capacity, what is open, conversion."""

from __future__ import annotations

import pytest

from engine.core.draft import Draft as CoreDraft
from engine.ocs import rail
from engine.ocs.pieces import AXIS, DG, LEG, RE, SOVIET, TRUCK, Face, Unit
from engine.ocs.sequence import place
from engine.ocs.sizes import cargo16
from engine.ocs.state import OcsState, Side
from engine.ocs.world import World
from tests.ocs.yard import (
    along,
    battalion,
    change,
    division,
    headquarters,
    make_board,
    make_draft,
    make_world,
    offered,
    play,
    refusal,
    regiment,
    tokens,
    trucks,
    unit_at,
)

Draft = CoreDraft[World, OcsState]

STATIONS = {"0203": "village", "0703": "village", "1103": "village"}
COUNTERS = (
    regiment("Foot"), regiment("Fast", move=Face(4, True, 3, 12, TRUCK)),
    regiment("Co", re4=1), battalion("Pz"), division("D"), trucks("T", points=2),
    headquarters("H"), regiment("RR", rail_repair=True, ma=6), regiment("E", SOVIET),
    regiment("G"),
)


def line(
    units: dict[str, str | Unit] | None = None, points: int = 40, word: str = "rail",
    **fields: object,
) -> Draft:
    """A railroad along row 03 from the source 0103, with villages in 0203, 0703 and 1103."""
    board = make_board(12, 6, STATIONS, along(3, 1, 12, word))
    world = make_world(COUNTERS, board, sources={AXIS: ("0103",)})
    fields.setdefault("gauge", {f"{c:02}03": AXIS for c in range(1, 13)})
    fields.setdefault("sides", {AXIS: Side(rail=points * RE), SOVIET: Side()})
    return make_draft(world, units or {}, **fields)  # type: ignore[arg-type]


def ready(draft: Draft, id_: str, where: str = "0203", **fields: object) -> None:
    """Put a unit on the map in Move Mode."""
    fields.setdefault("front", False)
    unit = unit_at(draft.world, id_, where, **fields)
    draft.update(units={**draft.state.units, id_: unit})


def used(draft: Draft) -> float:
    """Points of Rail Capacity spent."""
    return draft.state.sides[AXIS].railed / rail.POINT


# ---------------------------------------------------------------- the three steps (13.3e)


@pytest.mark.rule("OCS 13.3e", "OCS 13.3e.3")
def test_a_unit_in_move_mode_rides_between_detrainable_hexes_and_moves_no_more() -> None:
    draft = line()
    ready(draft, "Foot")
    assert refusal(draft, "rail Foot to 0803") == "OCS 13.3e", "no place to detrain"
    play(draft, "rail Foot to 1103")
    assert draft.state.units["Foot"].hex == draft.world.board.at("1103")
    assert refusal(draft, "move Foot to 1104") == "OCS 6.1g"


@pytest.mark.rule("OCS 13.3e", "OCS 13.3e.1")
def test_it_entrains_in_a_detrainable_hex() -> None:
    draft = line()
    ready(draft, "Foot", "0303")
    assert refusal(draft, "rail Foot to 0703") == "OCS 13.3e"
    ready(draft, "Foot", "0203")
    assert refusal(draft, "rail Foot to 0703") == ""


@pytest.mark.rule("OCS 13.3e", "OCS 5.5a", "OCS 5.6a", "OCS 5.10d")
@pytest.mark.parametrize(
    "field", [{"front": True}, {"marker": DG}, {"marker": "strat"}, {"marker": "reserve"}]
)
def test_only_move_mode_takes_the_train(field: dict[str, object]) -> None:
    draft = line()
    ready(draft, "Foot", **field)
    assert refusal(draft, "rail Foot to 0703") == "OCS 13.3e"


@pytest.mark.rule("OCS 13.3e", "OCS 4.7d")
@pytest.mark.parametrize(("spent", "rule"), [(24, ""), (25, "OCS 13.3e")])
def test_up_to_half_the_allowance_may_have_been_spent_before(spent: int, rule: str) -> None:
    """Six MPs in Move Mode are 48 eighths."""
    draft = line()
    ready(draft, "Foot", spent=spent)
    assert refusal(draft, "rail Foot to 0703") == rule


@pytest.mark.rule("OCS 13.3e", "OCS 13.3e.2", "OCS 4.5a", "OCS 4.5a.C")
def test_enemy_zocs_close_the_line_and_cannot_be_negated() -> None:
    """The enemy in 0504 covers 0503, where a friend stands."""
    draft = line({"E": "0504", "G": "0503"})
    ready(draft, "Foot")
    assert refusal(draft, "rail Foot to 0703") == "OCS 13.3e"
    change(draft, "E", hex="0506")
    assert refusal(draft, "rail Foot to 0703") == ""


@pytest.mark.rule("OCS 13.3e", "OCS 4.5a", "OCS 4.5a.C")
def test_nobody_entrains_in_an_enemy_zoc() -> None:
    draft = line({"E": "0304"})
    ready(draft, "RR", "0303")
    assert refusal(draft, "rail RR to 0703") == "OCS 4.5a"
    change(draft, "E", hex="0306")
    assert refusal(draft, "rail RR to 0703") == ""


@pytest.mark.rule("OCS 13.3f", "OCS 13.3d")
def test_the_gauge_must_be_ones_own() -> None:
    draft = line(gauge={f"{c:02}03": AXIS if c < 9 else SOVIET for c in range(1, 13)})
    ready(draft, "Foot")
    assert refusal(draft, "rail Foot to 1103") == "OCS 13.3e"
    assert refusal(draft, "rail Foot to 0703") == ""


@pytest.mark.rule("OCS 13.3h")
def test_trains_do_not_pass_a_detrainable_hex_that_the_enemy_controls() -> None:
    draft = line(control={"0703": SOVIET})
    ready(draft, "Foot")
    assert refusal(draft, "rail Foot to 1103") == "OCS 13.3e"
    plain = line(control={"0803": SOVIET})
    ready(plain, "Foot")
    assert refusal(plain, "rail Foot to 1103") == "", "control concerns detrainable hexes only"


@pytest.mark.rule("OCS 13.3b")
def test_the_railroad_runs_in_the_movement_phase_only() -> None:
    for step, rule in (("C2", ""), ("E1'", "OCS 7.0"), ("G1", "OCS 11.0")):
        draft = line(step=step)
        ready(draft, "Foot")
        assert refusal(draft, "rail Foot to 0703") == rule


# ---------------------------------------------------------------- Rail Capacity (13.3a, b, 4.7)


@pytest.mark.rule("OCS 13.3a", "OCS 4.7a", "OCS 4.7b")
@pytest.mark.parametrize(
    ("name", "points"),
    [("Fast", 1), ("Foot", 0.5), ("Co", 0.125), ("D", 1.5), ("T", 2), ("H", 1), ("Pz", 0.5)],
)
def test_a_point_moves_one_re_and_slow_leg_units_count_half(name: str, points: float) -> None:
    """Six Leg MPs in Move Mode are slow; Trucks and Tracks never are."""
    draft = line()
    ready(draft, name)
    play(draft, f"rail {name} to 0703")
    assert used(draft) == points


@pytest.mark.rule("OCS 13.3a", "OCS 4.7a")
def test_a_point_moves_one_supply_point() -> None:
    draft = line(dumps={"0203": (AXIS, 6)})
    play(draft, "rail-supply 6 from 0203 to 0703")
    assert used(draft) == 1.5
    assert tokens(draft, "0703") == 6


@pytest.mark.rule("OCS 13.3a")
def test_multi_track_all_the_way_halves_the_cost() -> None:
    double = line(word="rail.double")
    ready(double, "Fast")
    play(double, "rail Fast to 0703")
    assert used(double) == 0.5


@pytest.mark.rule("OCS 13.3a")
def test_one_single_track_hexside_spoils_it() -> None:
    board = make_board(
        12, 6, STATIONS, {**along(3, 1, 12, "rail.double"), ("0503", "0603"): "rail"}
    )
    world = make_world(COUNTERS, board, sources={AXIS: ("0103",)})
    draft = make_draft(world, {}, gauge={f"{c:02}03": AXIS for c in range(1, 13)},
                       sides={AXIS: Side(rail=8), SOVIET: Side()})
    ready(draft, "Fast")
    play(draft, "rail Fast to 0703")
    assert used(draft) == 1


@pytest.mark.rule("OCS 13.3a", "OCS 14.8c")
def test_trainbusting_zones_double_the_cost_once() -> None:
    draft = line()
    at = draft.world.board.at
    draft.update(busts={at("0404"): SOVIET, at("0604"): SOVIET})
    ready(draft, "Fast")
    play(draft, "rail Fast to 0703")
    assert used(draft) == 2
    own = line()
    own.update(busts={at("0404"): AXIS})
    ready(own, "Fast")
    play(own, "rail Fast to 0703")
    assert used(own) == 1


@pytest.mark.rule("OCS 13.3a")
def test_both_together_give_the_usual_cost() -> None:
    draft = line(word="rail.double")
    draft.update(busts={draft.world.board.at("0404"): SOVIET})
    ready(draft, "Fast")
    play(draft, "rail Fast to 0703")
    assert used(draft) == 1


@pytest.mark.rule("OCS 13.3b")
def test_no_more_rides_than_there_is_capacity() -> None:
    draft = line(points=1)
    ready(draft, "Fast")
    ready(draft, "Foot")
    assert refusal(draft, "rail Fast, Foot to 0703") == "OCS 13.3b"
    play(draft, "rail Fast to 0703")
    assert refusal(draft, "rail Foot to 0703") == "OCS 13.3b"


@pytest.mark.rule("OCS 4.7c")
def test_what_is_loaded_rides_free() -> None:
    draft = line()
    ready(draft, "T", load=8)
    play(draft, "rail T to 0703")
    assert used(draft) == 2
    assert draft.state.units["T"].load == 8


@pytest.mark.rule("OCS 12.2a")
def test_supply_that_came_by_rail_goes_no_further_in_the_phase() -> None:
    draft = line(dumps={"0203": (AXIS, 4)})
    ready(draft, "T", "0703")
    play(draft, "rail-supply 4 from 0203 to 0703")
    assert refusal(draft, "rail-supply 4 from 0703 to 1103") == "OCS 12.2a"
    assert refusal(draft, "load T tokens 4") == "OCS 12.2a"


@pytest.mark.rule("OCS 13.3e")
def test_what_can_ride_is_offered() -> None:
    draft = line(dumps={"0203": (AXIS, 4)})
    ready(draft, "Foot")
    found = offered(draft)
    assert "rail Foot to 0703" in found
    assert "rail-supply 4 from 0203 to 1103" in found
    assert "rail Foot to 0203" not in found


# ---------------------------------------------------------------- HQs, Rail Repair (13.3g, 13.8c)


@pytest.mark.rule("OCS 13.8c")
def test_an_hq_entrains_where_it_makes_the_hex_detrainable_and_turns_to_move_mode() -> None:
    """In Combat Mode only, and not off the network: 1203 is beyond a gap."""
    draft = line()
    ready(draft, "H", "0403", front=True)
    assert "rail H to 0703" in offered(draft)
    assert refusal(draft, "rail H to 0803") == "OCS 13.3e", "no place to detrain"
    play(draft, "rail H to 0703")
    unit = draft.state.units["H"]
    assert (unit.hex, unit.mode) == (draft.world.board.at("0703"), "move")
    assert refusal(draft, "move H to 0704") == "OCS 6.1g"
    for fields in ({"front": False}, {"front": True, "marker": DG}):
        draft = line()
        ready(draft, "H", "0403", **fields)
        assert refusal(draft, "rail H to 0703") == "OCS 13.3e"
    gauge = {f"{c:02}03": AXIS if c != 11 else SOVIET for c in range(1, 13)}
    cut = line(gauge=gauge)
    ready(cut, "H", "1203", front=True)
    assert refusal(cut, "rail H to 0703") == "OCS 13.3e"


@pytest.mark.rule("OCS 13.8c", "OCS 13.3c")
def test_others_entrain_and_detrain_where_an_hq_can_work_until_it_turns_over() -> None:
    draft = line({"H": "0403"})
    ready(draft, "Foot", "0403")
    ready(draft, "Fast", "0203")
    assert refusal(draft, "rail Foot to 0703") == ""
    assert refusal(draft, "rail Fast to 0403") == ""
    play(draft, "mode H as move")
    assert refusal(draft, "rail Foot to 0703") == "OCS 13.3e"
    assert refusal(draft, "rail Fast to 0403") == "OCS 13.3e"


@pytest.mark.rule("OCS 13.3g", "OCS 13.3g.B", "OCS 13.3g.C")
def test_rail_repair_units_ride_in_combat_mode_between_any_rail_hexes_and_go_on() -> None:
    draft = line()
    ready(draft, "RR", "0303", front=True)
    play(draft, "rail RR to 0803", "move RR to 0804")
    assert draft.state.units["RR"].hex == draft.world.board.at("0804")


@pytest.mark.rule("OCS 13.3f", "OCS 13.3g")
def test_a_rail_repair_unit_converts_four_hexes_by_moving_into_them() -> None:
    draft = line(gauge={f"{c:02}03": AXIS if c < 5 else SOVIET for c in range(1, 13)})
    ready(draft, "RR", "0403", front=True)
    play(draft, "move RR via 0503 0603 0703 0803 0903")
    gauge = {draft.world.board.id(h): side for h, side in draft.state.gauge.items()}
    assert [gauge[f"{c:02}03"] for c in range(5, 10)] == [AXIS] * 4 + [SOVIET]


@pytest.mark.rule("OCS 13.3g.D", "OCS 13.3g")
@pytest.mark.parametrize(("marker", "hexes"), [("", 4), (DG, 3)])
def test_it_converts_no_more_hexes_than_it_has_whole_mps(marker: str, hexes: int) -> None:
    """Seven MPs, three and a half when DG: three hexes (U35), though a road takes it further."""
    board = make_board(12, 6, STATIONS, along(3, 1, 12, "rail road"))
    counter = regiment("RR", rail_repair=True, ma=7)
    world = make_world([counter], board, sources={AXIS: ("0103",)})
    draft = make_draft(world, {"RR": unit_at(world, "RR", "0403", marker=marker)},
                       gauge={f"{c:02}03": AXIS if c < 5 else SOVIET for c in range(1, 13)})
    play(draft, "move RR via 0503 0603 0703 0803 0903")
    turned = [h for h, side in draft.state.gauge.items() if side == AXIS]
    assert len(turned) == 4 + hexes


@pytest.mark.rule("OCS 13.3g")
@pytest.mark.parametrize(
    ("field", "turns"), [({"front": False}, SOVIET), ({"front": True, "marker": DG}, AXIS)]
)
def test_it_works_in_combat_mode_or_dg_oriented_to_it(
    field: dict[str, object], turns: str
) -> None:
    draft = line(gauge={f"{c:02}03": AXIS if c < 5 else SOVIET for c in range(1, 13)})
    ready(draft, "RR", "0403", **field)
    play(draft, "move RR to 0503")
    assert draft.state.gauge[draft.world.board.at("0503")] == turns


@pytest.mark.rule("OCS 13.3f", "OCS 4.5a", "OCS 4.5a.E")
def test_nothing_is_converted_in_an_enemy_zoc() -> None:
    draft = line({"E": "0504"}, gauge={f"{c:02}03": AXIS if c < 5 else SOVIET
                                      for c in range(1, 13)})
    ready(draft, "RR", "0403", front=True)
    play(draft, "move RR to 0503")
    assert draft.state.gauge[draft.world.board.at("0503")] == SOVIET


@pytest.mark.rule("OCS 13.3g", "OCS 13.3g.A")
def test_trains_do_not_use_track_that_was_converted_in_this_phase() -> None:
    draft = line(gauge={f"{c:02}03": AXIS if c != 5 else SOVIET for c in range(1, 13)})
    ready(draft, "RR", "0403", front=True)
    ready(draft, "Foot")
    play(draft, "move RR to 0503")
    assert draft.state.gauge[draft.world.board.at("0503")] == AXIS
    assert refusal(draft, "rail Foot to 0703") == "OCS 13.3e"
    draft.update(converted=frozenset())
    assert refusal(draft, "rail Foot to 0703") == ""


@pytest.mark.rule("OCS 4.7b")
def test_a_leg_unit_of_seven_mps_is_not_slow() -> None:
    draft = line()
    world = draft.world
    quick = regiment("Quick", move=Face(4, True, 3, 7, LEG))
    still = regiment("Still", move=Face(4, True, 3, 0, LEG))
    for counter in (quick, still):
        made = make_world([counter], world.board)
        assert cargo16(made, Unit(counter.id)) == rail.POINT


# ---------------------------------------------------------------- the front line (13.3h)


def front(**units: str) -> Draft:
    """The Axis' source in 0103, the Soviets' in 1203; stations in 0203, 0703 and 1103."""
    world = make_world(
        [regiment("G"), *(regiment(f"E{n}", SOVIET) for n in range(1, 7))],
        make_board(12, 6, STATIONS, along(3, 1, 12, "rail")),
        sources={AXIS: ("0103",), SOVIET: ("1203",)},
    )
    control = {f"{c:02}{r:02}": AXIS if c < 9 else SOVIET for c in range(1, 13)
               for r in range(1, 7)}
    return make_draft(world, units, step="G3'", control=control,
                      gauge={f"{c:02}03": AXIS for c in range(1, 13)})


WALL = {f"E{r}": f"05{r:02}" for r in range(1, 7)}


@pytest.mark.rule("OCS 13.3h", "OCS 13.3h.1")
def test_a_station_that_only_the_enemy_still_reaches_is_his_for_railroads() -> None:
    """Enemies in all of column 05: 0703 lies behind their front, 0203 does not.

    Who holds it otherwise stays as it was.
    """
    draft = front(**WALL)
    at = draft.world.board.at
    play(draft, "end")
    assert draft.state.rail_control == {at("0703"): SOVIET}
    assert draft.state.control[at("0703")] == AXIS
    assert not rail.controlled(draft.state, AXIS, at("0703"))
    assert rail.controlled(draft.state, SOVIET, at("0703"))
    assert any(e.rule == "OCS 13.3h" and "0703" in e.text for e in draft.events)


@pytest.mark.rule("OCS 13.3h.1")
@pytest.mark.parametrize("units", [
    {**WALL, "E3": "1203"}, {**WALL, "G": "0703"}, {**WALL, "E6": "0506", "G": "1203"},
])
def test_with_a_gap_a_garrison_or_no_way_of_the_enemy_control_stays(
    units: dict[str, str]
) -> None:
    """In doubt it does not change: a hole in the wall, a unit in it, the enemy cut off too."""
    draft = front(**units)
    play(draft, "end")
    assert draft.state.rail_control == {}


@pytest.mark.rule("OCS 13.3h", "OCS 13.3h.1")
def test_a_combat_unit_that_enters_takes_it_back() -> None:
    draft = front(**{**WALL, "E6": "1203"}, G="0704")
    at = draft.world.board.at
    draft.update(rail_control={at("0703"): SOVIET}, step=place("C2"), first=AXIS)
    play(draft, "move G to 0703")
    assert draft.state.rail_control == {}
    assert rail.controlled(draft.state, AXIS, at("0703"))
