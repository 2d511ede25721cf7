"""Kampfgruppen (TTW 2.4e)."""

from __future__ import annotations

import pytest

from engine.ocs import barrage, fuel
from engine.ocs.pieces import (
    AXIS,
    LEG,
    PHASE_FUEL,
    RE,
    RESERVE,
    SOVIET,
    TRACK,
    TRUCK,
    Counter,
    Face,
)
from engine.ocs.trace import supplied_in_formations
from engine.ocs.world import Draft
from engine.third_winter import kampfgruppen
from engine.third_winter.state import Kampfgruppe
from engine.third_winter.state import change as alter
from tests.ocs.yard import change, go_to, play, refusal, tokens
from tests.third_winter.ground import board, german, hq, soviet, where
from tests.third_winter.steppe import drafted, now, winter

FIELD = board("B", 20, 12)


def mobile(name: str, re4: int = RE, **fields: object) -> Counter:
    """A German motorised regiment: Leg in Combat Mode, Truck in Move Mode."""
    fields.setdefault("nationality", "Wehrmacht")
    return Counter(name, name, AXIS, "motorized_infantry", combat=Face(6, True, 4, 3, LEG),
                   move=Face(3, True, 4, 14, TRUCK), re4=re4, **fields)  # type: ignore[arg-type]


def panzer(name: str, **fields: object) -> Counter:
    return Counter(name, name, AXIS, "armor", combat=Face(8, True, 4, 6, TRACK),
                   move=Face(4, True, 4, 12, TRACK), re4=RE // 2, nationality="Wehrmacht",
                   symbol="yellow", **fields)  # type: ignore[arg-type]


def group(*counters: Counter, units: dict[str, str], members: tuple[str, ...] = (),
          **fields: object) -> Draft:
    fields.setdefault("first", AXIS)
    draft = drafted(winter(counters, FIELD, sources={AXIS: ("B1.06",)}), units, **fields)  # type: ignore[arg-type]
    if members:
        hex_ = draft.state.units[members[0]].hex
        alter(draft, kampfgruppen={"kg-1": Kampfgruppe(hex_, members)})
    return draft


@pytest.mark.rule("TTW 2.4e", "TTW 2.4e.1", "TTW 2.4e.2", "TTW 2.4e.4")
def test_a_marker_goes_on_german_units_with_truck_or_track_in_move_mode() -> None:
    draft = group(mobile("M"), german("G"), mobile("Ro", nationality="Rumanian"), panzer("P"),
                  units={"M": "B5.05", "G": "B5.05", "Ro": "B5.05", "P": "B6.05"})
    assert refusal(draft, "act kampfgruppe B5.05 with M,G as kg-1") == "TTW 2.4e"
    assert refusal(draft, "act kampfgruppe B5.05 with Ro as kg-1") == "TTW 2.4e"
    assert refusal(draft, "act kampfgruppe B5.05 with M,P as kg-1") == "TTW 2.4e"  # not stacked
    play(draft, "act kampfgruppe B5.05 with M as kg-1")
    assert kampfgruppen.members(draft.state) == {"M": "kg-1"}
    go_to(draft, "E1'")
    assert refusal(draft, "act kampfgruppe B6.05 with P as kg-2") == "TTW 2.4e"


@pytest.mark.rule("TTW 2.4e.3")
def test_it_holds_three_re_and_one_company() -> None:
    company = mobile("Co", RE // 4, size="company")
    other = mobile("Co 2", RE // 4, size="company")
    draft = group(mobile("A"), mobile("B"), mobile("C"), company, other,
                  units=dict.fromkeys(("A", "B", "C", "Co", "Co 2"), "B5.05"))
    assert refusal(draft, "act kampfgruppe B5.05 with A,B,C,Co,Co 2 as kg-1") == "TTW 2.4e"
    assert refusal(draft, "act kampfgruppe B5.05 with A,B,C,Co as kg-1") == ""


@pytest.mark.rule("TTW 2.4e.3")
def test_it_counts_as_three_re_at_most_for_density() -> None:
    company = mobile("Co", RE // 4, size="company")
    names = ("A", "B", "C", "Co")
    units = dict.fromkeys(names, "B5.05")
    pieces = [*(mobile(n) for n in names[:3]), company]
    hex_ = FIELD.at("B5.05")
    loose = group(*pieces, units=units)
    assert barrage.density4(loose.world, loose.state, hex_) == 3 * RE + 1
    formed = group(*pieces, units=units, members=names)
    assert barrage.density4(formed.world, formed.state, hex_) == 3 * RE
    small = group(*pieces, units=units, members=names[:1])
    assert barrage.density4(small.world, small.state, hex_) == 3 * RE + 1


@pytest.mark.rule("TTW 2.4e.4", "TTW 2.4e.5")
def test_units_leave_and_join_freely_while_one_stays_and_the_marker_may_be_returned() -> None:
    draft = group(panzer("P"), panzer("Q"), units={"P": "B5.05", "Q": "B5.05"},
                  members=("P", "Q"))
    change(draft, "P", fuel=PHASE_FUEL)
    play(draft, "move P to B6.05")
    assert kampfgruppen.members(draft.state) == {"Q": "kg-1"}
    change(draft, "Q", fuel=PHASE_FUEL)
    play(draft, "move Q to B6.05")  # the last one takes the marker along
    assert now(draft).kampfgruppen["kg-1"].hex == FIELD.at("B6.05")
    play(draft, "act kampfgruppe B6.05 with P,Q as kg-1")
    assert set(kampfgruppen.members(draft.state)) == {"P", "Q"}
    play(draft, "act disband B6.05 as kg-1")  # placed in an earlier turn
    assert now(draft).kampfgruppen == {}


@pytest.mark.rule("TTW 2.4e.5")
def test_the_marker_goes_back_in_a_later_movement_phase_than_its_first() -> None:
    draft = group(panzer("P"), units={"P": "B5.05"})
    play(draft, "act kampfgruppe B5.05 with P as kg-1")
    assert refusal(draft, "act disband B5.05 as kg-1") == "TTW 2.4e"
    draft.update(turn=2)
    play(draft, "act kampfgruppe B5.05 with P as kg-1")  # put on its units anew
    assert refusal(draft, "act disband B5.05 as kg-1") == ""


@pytest.mark.rule("TTW 2.4e.5")
def test_the_marker_returns_when_its_last_unit_is_eliminated() -> None:
    draft = group(panzer("P"), panzer("Q"), units={"P": "B5.05", "Q": "B5.05"},
                  members=("P", "Q"))
    kampfgruppen.unit_lost(draft, "P", "combat")
    assert kampfgruppen.members(draft.state) == {"Q": "kg-1"}
    kampfgruppen.unit_lost(draft, "Q", "combat")
    assert now(draft).kampfgruppen == {}


@pytest.mark.rule("TTW 2.4e.6")
def test_its_units_trace_apart_from_their_formation() -> None:
    pieces = [panzer("P", formation="1 Pz Div"), panzer("Q", formation="1 Pz Div"), hq("One"),
              hq("Two")]
    units = {"P": "B5.02", "Q": "B5.11", "One": "B3.03", "Two": "B3.10"}
    scenario = {"sources": {AXIS: ("B1.03", "B1.10")}}
    world = winter(pieces, FIELD, **scenario)
    apart = drafted(world, units, first=AXIS)
    one = set(supplied_in_formations(world, apart.state, AXIS))
    joined = drafted(world, units, first=AXIS,
                     game={"kampfgruppen": {"kg-1": Kampfgruppe(FIELD.at("B5.02"), ("P",))}})
    both = set(supplied_in_formations(world, joined.state, AXIS))
    assert {"P", "Q"} <= both
    assert len({"P", "Q"} & one) == 1  # a formation traces through one source (OCS 12.6f)


@pytest.mark.rule("TTW 2.4e.7")
def test_it_fuels_by_the_formation_method() -> None:
    units = {"P": "B5.05", "Q": "B5.05"}
    loose = group(panzer("P"), panzer("Q"), units=units, dumps={"B5.04": (AXIS, 8)})
    assert refusal(loose, "fuel P as formation") == "OCS 12.5c"
    draft = group(panzer("P"), panzer("Q"), units=units, members=("P", "Q"),
                  dumps={"B5.04": (AXIS, 8)})
    play(draft, "fuel P as formation")
    assert tokens(draft, "B5.04") == 4
    assert all(fuel.fueled(draft.world, draft.state, draft.state.units[i]) for i in units)


@pytest.mark.rule("TTW 2.4e.8")
@pytest.mark.parametrize(("roll", "groups"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_half_the_die_rounded_down_is_the_number_that_may_react(roll: int, groups: int) -> None:
    draft = group(panzer("P"), units={"P": "B5.05"}, members=("P",), rolls=(roll,), first=SOVIET,
                  step="E1")
    kampfgruppen.step_begins(draft)
    assert now(draft).kampfgruppe_react == groups


def reacting(roll: int = 2, **fields: object) -> Draft:
    units = {"P": "B5.05", "Q": "B5.05", "R": "B15.05"}
    draft = group(panzer("P"), panzer("Q"), soviet("R"), units=units, members=("P", "Q"),
                  rolls=(roll,), first=SOVIET, step="E1", **fields)
    kampfgruppen.step_begins(draft)
    return draft


@pytest.mark.rule("TTW 2.4e.8", "TTW 2.4e.8.s1")
def test_one_that_reacts_moves_as_released_reserves_fueled_and_receives_2t() -> None:
    draft = reacting()
    assert refusal(draft, "move P to B6.05") == "OCS 7.0a"
    play(draft, "act kg-react B5.05 as kg-1")
    assert refusal(draft, "act kg-react B5.05 as kg-1") == "TTW 2.4e"
    assert draft.state.dumps == {}  # none has moved yet
    play(draft, "move P to B8.05")  # three hexes: half of 6 MPs
    assert where(draft, "P") == "B8.05"
    assert tokens(draft, "B5.05") == 2
    play(draft, "move Q to B6.05")
    assert tokens(draft, "B5.05") == 2  # with one Kampfgruppe once
    assert refusal(draft, "move Q to B10.05") != ""


@pytest.mark.rule("TTW 2.4e.8")
def test_a_roll_of_one_lets_none_react_nor_do_units_in_other_modes() -> None:
    draft = reacting(1)
    assert refusal(draft, "act kg-react B5.05 as kg-1") == "TTW 2.4e"
    draft = reacting(2)
    change(draft, "Q", marker="strat")
    assert refusal(draft, "act kg-react B5.05 as kg-1") == "TTW 2.4e"


@pytest.mark.rule("TTW 2.4e.9")
def test_its_units_use_reserve_markers_like_any_others() -> None:
    draft = group(panzer("P"), units={"P": "B5.05"}, members=("P",))
    play(draft, "mode P as reserve")
    assert draft.state.units["P"].marker == RESERVE
    go_to(draft, "G1")
    change(draft, "P", moved=False)
    play(draft, "release P")
    assert draft.state.units["P"].released
