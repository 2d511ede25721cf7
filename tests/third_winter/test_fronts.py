"""Front HQs: where they stand, displacement, moves, withdrawal (TTW 3.3, 3.3a A-D, 3.3d A)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from engine.core.board import NOWHERE
from engine.ocs import flak, rail, trace
from engine.ocs.pieces import AXIS, SOVIET
from engine.ocs.state import Mission, Side
from engine.ocs.world import Draft
from engine.third_winter import fronts
from engine.third_winter.state import OFFENSIVE, REGROUPING
from engine.third_winter.state import change as alter
from tests.ocs import yard
from tests.third_winter.steppe import (
    F1,
    F2,
    F3,
    F4,
    TURNS,
    asked,
    drafted,
    front,
    line,
    now,
    row_of,
    sheet,
    soviet,
    winter,
)

TRACK = line("D", 10, 1, 50)
GAUGE = row_of("D", 10, 1, 50)


def rails(
    step: str = "C2", where: str = "D10.10", state: str = REGROUPING, letter: str = "D",
    units: dict[str, Any] | None = None, more: dict[str, Any] | None = None, cap: int = 40,
    name: str = F3, **fields: Any,
) -> Draft:
    """A railroad along row 10 from the east edge at D50.10, and one Front HQ on it."""
    world = winter(
        [soviet("S"), yard.regiment("G"), yard.regiment("H"), yard.headquarters("Kessel HQ", AXIS,
         size="kessel")],
        sheet(letter, 50, 20, None, line(letter, 10, 1, 50)),
        sources={SOVIET: (f"{letter}50.10",), AXIS: (f"{letter}1.18",)},
        turns=fields.pop("turns", TURNS),
    )
    made = {name: front(world, where.replace("D", letter), state)}
    for other, hex_ in (more or {}).items():
        made[other] = front(world, hex_)
    return drafted(
        world, units or {}, step=step, fronts=made, gauge=row_of(letter, 10, 1, 50),
        sides={SOVIET: Side(rail=cap), AXIS: Side()}, **fields,
    )


def go(number: str, name: str = F3) -> str:
    return f"act move-front {number} as {name}"


@pytest.mark.rule("TTW 3.3a.A", "TTW 3.3d.A1")
def test_a_front_hq_stands_on_a_soviet_railroad_to_a_source() -> None:
    draft = rails()
    assert yard.refusal(draft, go("D30.10")) == ""
    assert yard.refusal(draft, go("D30.11")) == "TTW 3.3a"
    gap = {h: s for h, s in draft.state.gauge.items() if h != draft.world.board.at("D40.10")}
    draft.update(gauge=gap)
    assert yard.refusal(draft, go("D30.10")) == "TTW 3.3a"


@pytest.mark.rule("TTW 3.3a.B")
def test_its_hex_is_detrainable() -> None:
    draft = rails()
    stations = rail.detrainable(draft.world, draft.state, SOVIET, cargo=True)
    at = draft.world.board.at
    assert at("D10.10") in stations
    assert at("D12.10") not in stations


@pytest.mark.rule("TTW 3.3a.C")
def test_it_has_a_flak_drm_of_two_and_no_more_with_an_army_hq() -> None:
    draft = rails()
    at = draft.world.board.at

    def drm(number: str) -> int:
        mission = Mission("barrage", AXIS, at(number), ("x",))
        return sum(m.drm for m in flak.modifiers(draft.world, draft.state, mission, ("x",)))

    assert drm("D10.10") == 2
    assert drm("D11.10") == 0
    assert fronts.flak(draft.world, draft.state, at("D10.10"), SOVIET) == 0


@pytest.mark.rule("TTW 3.3c.A")
def test_an_offensive_front_hq_does_not_move() -> None:
    assert yard.refusal(rails(state=OFFENSIVE), go("D30.10")) == "TTW 3.3c.A"


@pytest.mark.rule("TTW 3.3d.A", "TTW 3.3d.A1")
def test_a_regrouping_one_moves_by_rail_for_5_re() -> None:
    """5 points of Rail Capacity: 20 quarters; 19 do not suffice."""
    draft = rails(cap=20)
    yard.play(draft, go("D30.10"))
    assert now(draft).fronts[F3].hex == draft.world.board.at("D30.10")
    assert rail.capacity(draft.state, SOVIET) == 0
    assert yard.refusal(rails(cap=19), go("D30.10")) == "OCS 13.3b"


@pytest.mark.rule("TTW 3.3d.A1")
def test_a_trainbusting_zone_doubles_the_cost() -> None:
    draft = rails(cap=20)
    draft.update(busts={draft.world.board.at("D20.10"): AXIS})
    assert yard.refusal(draft, go("D30.10")) == "OCS 13.3b"
    dear = rails(cap=40)
    dear.update(busts={dear.world.board.at("D20.10"): AXIS})
    assert yard.refusal(dear, go("D30.10")) == ""


@pytest.mark.rule("TTW 3.3d.A1")
def test_multi_track_lines_halve_it() -> None:
    draft = rails(cap=10)
    assert yard.refusal(draft, go("D30.10")) == "OCS 13.3b"
    double = sheet("D", 50, 20, None, line("D", 10, 1, 50, "rail.double"))
    draft.world = evolve(draft.world, board=double)
    assert yard.refusal(draft, go("D30.10")) == ""


@pytest.mark.rule("TTW 3.3d.A1")
def test_supply_in_its_hex_goes_along_free_or_stays() -> None:
    for word, taken in (("take", 12), ("leave", 0)):
        draft = rails(cap=20, dumps={"D10.10": (SOVIET, 12)})
        yard.play(draft, go("D30.10"), f"choose {word}")
        assert yard.tokens(draft, "D30.10") == taken
        assert yard.tokens(draft, "D10.10") == 12 - taken


@pytest.mark.rule("TTW 3.3d.A2")
def test_it_ends_more_than_20_hexes_from_other_front_hqs() -> None:
    draft = rails(more={F4: "D40.10"})
    assert yard.refusal(draft, go("D20.10")) == "TTW 3.3d"
    assert yard.refusal(draft, go("D19.10")) == ""


@pytest.mark.rule("TTW 3.3d.A2")
def test_it_ends_more_than_5_hexes_from_axis_units_in_trace() -> None:
    """The German in D25.15 is five hexes north of D25.10 and seven from D31.10."""
    near = rails(units={"G": "D25.15"})
    assert yard.refusal(near, go("D25.10")) == ""  # out of trace
    supplied = rails(units={"G": "D25.15"})
    supplied.world = evolve(supplied.world, scenario=evolve(
        supplied.world.scenario, sources={SOVIET: ("D50.10",), AXIS: ("D25.18",)}))
    assert yard.refusal(supplied, go("D25.10")) == "TTW 3.3d"
    assert yard.refusal(supplied, go("D31.10")) == ""


@pytest.mark.rule("TTW 3.3d.A2")
def test_units_supplied_by_a_kessel_hq_do_not_count() -> None:
    draft = rails(units={"G": "D25.15", "Kessel HQ": "D25.16"})
    assert trace.traces(draft.world, draft.state, draft.state.units["G"])
    assert yard.refusal(draft, go("D25.10")) == ""


@pytest.mark.rule("TTW 3.3d.A3")
@pytest.mark.parametrize(("name", "number", "far"), [
    (F1, "D5.24", True), (F1, "D5.25", False), (F2, "C5.24", True), (F3, "B5.06", True),
    (F3, "B5.05", False), (F4, "A5.06", True), (F4, "D5.06", False), (F1, "A5.06", False),
])
def test_the_fronts_have_their_halves_of_the_map(name: str, number: str, far: bool) -> None:
    world = winter(board=sheet(number[0], 8, 30))
    draft = drafted(world)
    assert fronts.outside(world, draft.state, name, world.board.at(number)) is far


@pytest.mark.rule("TTW 3.3d.A3")
def test_from_april_1944_the_2nd_ukrainian_goes_as_far_south_as_row_20() -> None:
    world = winter(board=sheet("C", 8, 30), turns=("1944-03-29", "1944-04-01"))
    at = world.board.at
    march, april = drafted(world, turn=1).state, drafted(world, turn=2).state
    assert fronts.outside(world, march, F2, at("C5.20"))
    assert not fronts.outside(world, april, F2, at("C5.20"))
    assert fronts.outside(world, april, F2, at("C5.19"))
    assert fronts.outside(world, april, F1, at("C5.20"))


# ---------------------------------------------------------------- displacement


@pytest.mark.rule("TTW 3.3a.D")
def test_an_enemy_in_its_hex_displaces_it_five_hexes_with_its_supply() -> None:
    draft = rails("C2'", units={"G": "D10.12"}, dumps={"D10.10": (SOVIET, 12)})
    yard.change(draft, "G", front=False)
    yard.play(draft, "move G via D10.11 D10.10")
    assert asked(draft) == f"{fronts.DISPLACE} {F3}"
    found = yard.offered(draft)
    assert "choose D15.10" in found and "choose D14.10" not in found
    yard.play(draft, "choose D20.10")
    assert now(draft).fronts[F3].hex == draft.world.board.at("D20.10")
    assert yard.tokens(draft, "D20.10") == 12
    assert yard.tokens(draft, "D10.10") == 0


@pytest.mark.rule("TTW 3.3a.D")
def test_supply_moves_along_when_it_has_lost_its_railroad() -> None:
    draft = rails("C2'", units={"G": "D30.12"}, dumps={"D10.10": (SOVIET, 12)})
    yard.change(draft, "G", front=False)
    fronts.put(draft, F3, linked=True)
    yard.play(draft, "move G via D30.11 D30.10")
    assert asked(draft) == f"{fronts.DISPLACE} {F3}"
    yard.play(draft, "choose D40.10")
    assert yard.tokens(draft, "D40.10") == 12
    assert yard.tokens(draft, "D10.10") == 0


@pytest.mark.rule("TTW 3.3a.D")
def test_one_that_stands_for_a_place_off_the_board_is_not_displaced_for_want_of_rails() -> None:
    draft = rails("C2'", where="D10.15", units={"G": "D30.12"})
    yard.change(draft, "G", front=False)
    yard.play(draft, "move G via D30.11 D30.10")
    assert asked(draft) == ""
    assert now(draft).fronts[F3].hex == draft.world.board.at("D10.15")


@pytest.mark.rule("TTW 3.3a.D")
def test_without_any_railroad_left_it_goes_off_the_map_and_comes_back() -> None:
    draft = rails("C2'", units={"G": "D10.12"})
    yard.change(draft, "G", front=False)
    draft.update(gauge={})
    yard.play(draft, "move G via D10.11 D10.10")
    assert now(draft).fronts[F3].hex == NOWHERE
    draft.update(gauge={draft.world.board.at(h): s for h, s in GAUGE.items()}, asks=())
    yard.change(draft, "G", hex="D1.18")
    fronts.look_to_rails(draft)
    yard.play(draft, "choose D30.10")
    assert now(draft).fronts[F3].hex == draft.world.board.at("D30.10")


@pytest.mark.rule("TTW 3.3a.D")
def test_dg_trainbusting_and_losses_do_not_touch_it() -> None:
    """It is no unit: nothing that a barrage does finds it."""
    draft = rails()
    assert F3 not in draft.state.units
    draft.update(busts={draft.world.board.at("D10.10"): AXIS})
    fronts.displace(draft)
    assert asked(draft) == ""


@pytest.mark.rule("TTW 3.3")
def test_the_4th_ukrainian_front_is_withdrawn_on_1_april_1944() -> None:
    draft = rails(name=F4, turns=("1944-03-29", "1944-04-01"), turn=1, more={F3: "D40.10"})
    alter(draft, markers={"va-4-ukr": 5, "va-3-ukr": 6})
    fronts.turn_begins(draft)
    assert set(fronts.in_play(draft.state)) == {F3, F4}
    draft.update(turn=2)
    fronts.turn_begins(draft)
    assert set(fronts.in_play(draft.state)) == {F3}
    assert now(draft).fronts[F4].hex == NOWHERE
    assert now(draft).markers == {"va-3-ukr": 6}  # its Air Army HQ goes with it


@pytest.mark.rule("TTW 3.3")
def test_a_scenario_sets_postures_and_armies_up() -> None:
    rows = [{
        "marker": F2, "posture": "offensive", "since": "1943-09-29", "hq": "D10.10",
        "armies": ["4 Gd"], "barrage_ready": "1943-10-05",
    }]
    world = winter([yard.headquarters("4 Gd Army HQ", SOVIET)], game_data={"front": rows})
    made = fronts.opening(world)[F2]
    assert (made.posture, made.since, made.armies) == (OFFENSIVE, 2, ("4 Gd Army HQ",))
    assert (made.hex, made.barrage_ready) == (world.board.at("D10.10"), 4)
