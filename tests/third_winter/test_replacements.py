"""Replacements, arrivals, withdrawals and Axis supply (TTW 1.7, 2.1b)."""

from __future__ import annotations

import pytest

from engine.ocs import dumps, replacements
from engine.ocs.pieces import (
    ARRIVING,
    AXIS,
    DEAD,
    GONE,
    LOW,
    RE,
    SOVIET,
    TRUCK,
    AirUnit,
    Counter,
    Face,
    Unit,
)
from engine.ocs.state import Side
from engine.ocs.world import Arrival, Draft
from engine.third_winter import axis_supply, replacement_tables, withdrawals
from tests.ocs.yard import change, division, go_to, play, refusal, tokens
from tests.third_winter.ground import board, counters, german, hq, in_box, soviet, tanks, where
from tests.third_winter.steppe import asked, drafted, gun, line, now, plane, winter

FIELD = board(columns=12, rows=8, sides=line("D", 2, 1, 12), terrain={"D1.02": "minor_city"})
GAUGE = {f"D{c}.02": AXIS for c in range(1, 13)}
ON = {"replacements": True, "supply_table": True}


def camp(*pieces: Counter, units: dict[str, object] | None = None, hand: tuple[str, ...] = (),
         side: str = AXIS, scenario: dict[str, object] | None = None, craft: tuple = (),  # type: ignore[type-arg]
         **fields: object) -> Draft:
    world = winter(pieces, FIELD, planes=craft, sources={AXIS: ("D1.02",), SOVIET: ("D12.08",)},
                   switches=ON, **(scenario or {}))  # type: ignore[arg-type]
    fields.setdefault("first", side)
    fields.setdefault("step", "B")
    fields.setdefault("sides", {AXIS: Side(), SOVIET: Side()} | {side: Side(repls=hand)})
    return drafted(world, units, gauge=GAUGE, **fields)  # type: ignore[arg-type]


def hand(draft: Draft, side: str = AXIS) -> tuple[str, ...]:
    return draft.state.sides[side].repls


# ---------------------------------------------------------------- the tables (1.7a, b)


@pytest.mark.rule("TTW 1.7a", "TTW 1.7b", "TTW EX.1")
def test_a_soviet_eleven_brings_three_pax_three_eq_two_air_and_a_special() -> None:
    draft = camp(side=SOVIET, rolls=(5, 6, 6))
    assert replacement_tables.reinforcement(draft)
    assert sorted(hand(draft, SOVIET)) == sorted(
        ("pax",) * 3 + ("eq 4", "eq 4", "eq 5", "air", "air", "assault"))
    assert not replacement_tables.reinforcement(draft)  # once a phase


@pytest.mark.rule("TTW 1.7a", "TTW 1.7b")
def test_the_axis_rolls_on_its_own_tables() -> None:
    draft = camp(rolls=(3, 3, 1))  # 6: 1 Pax, AR 4 Eq, 1 Air and a special: Arty and Tiger
    replacement_tables.reinforcement(draft)
    assert sorted(hand(draft)) == sorted(("pax", "eq 4", "air", "arty", "tiger"))
    draft = camp(rolls=(1, 1))  # 2: nothing, no special
    replacement_tables.reinforcement(draft)
    assert hand(draft) == ()


@pytest.mark.rule("TTW 1.7a.s1")
def test_pax_and_eq_are_no_units_on_the_map() -> None:
    draft = camp(hand=("pax", "eq 4"))
    assert not any(c.type in ("pax", "eq") for c in counters().values())
    assert draft.state.units == {}


@pytest.mark.rule("TTW 1.7a.1", "TTW 1.7c.1")
def test_axis_rebuilds_appear_at_hqs_of_their_nation_in_trace() -> None:
    pieces = [hq("Ger"), hq("Far"), hq("Rum HQ", nationality="Rumanian"), german("Dead"),
              german("Ro", nationality="Rumanian")]
    units = {"Ger": "D3.02", "Far": "D9.08", "Rum HQ": "D5.02", "Dead": in_box("Dead", DEAD),
             "Ro": in_box("Ro", DEAD)}
    draft = camp(*pieces, units=units, hand=("pax", "ally"))
    world, state = draft.world, draft.state
    assert replacement_tables.arrival_hexes(world, state, "Dead") == (FIELD.at("D3.02"),)
    assert replacement_tables.arrival_hexes(world, state, "Ro") == (FIELD.at("D5.02"),)
    assert refusal(draft, "rebuild Dead at D5.02") == "OCS 13.5a"
    play(draft, "rebuild Dead at D3.02", "rebuild Ro at D5.02")
    assert (where(draft, "Dead"), where(draft, "Ro"), hand(draft)) == ("D3.02", "D5.02", ())


@pytest.mark.rule("TTW 1.7a.2")
def test_soviet_units_are_not_rebuilt_at_hqs() -> None:
    draft = camp(hq("Army", side=SOVIET, size="corps"), soviet("Dead"), side=SOVIET,
                 units={"Army": "D5.02", "Dead": in_box("Dead", DEAD)}, hand=("pax",))
    assert refusal(draft, "rebuild Dead at D5.02") == "OCS 13.5a"


@pytest.mark.rule("TTW 1.7a.3", "TTW 2.1b", "TTW EX.2.4")
def test_one_air_replacement_makes_one_air_unit_whole_and_active() -> None:
    craft = (plane("Ju.88", side=AXIS), plane("Bf.109", side=AXIS))
    air = {"Ju.88": AirUnit("Ju.88", FIELD.at("D3.02"), lost=1, active=False),
           "Bf.109": AirUnit("Bf.109", box=DEAD, lost=2, active=False)}
    draft = camp(craft=craft, air=air, hand=("air", "air"),
                 bases={"D3.02": (AXIS, 1), "D10.08": (AXIS, 1)})
    play(draft, "rebuild Ju.88 at D3.02")
    assert refusal(draft, "rebuild Bf.109 at D10.08") == "OCS 13.5f"  # no trace there
    play(draft, "rebuild Bf.109 at D3.02")
    assert all(a.active and not a.lost for a in draft.state.air.values())
    assert hand(draft) == ()


@pytest.mark.rule("TTW 1.7a.3", "TTW 1.7a.4", "TTW 1.7a.5", "TTW 1.7a.6", "TTW 1.7b.s1")
def test_pax_and_ally_pax_are_saved_and_nothing_else_but_tigers() -> None:
    words = ("pax", "ally", "eq 5", "air", "arty", "flak", "hq", "pontoon", "hh", "tiger")
    draft = camp(hand=words)
    replacements.expire(draft, AXIS)
    assert hand(draft) == ("pax", "ally", "tiger")
    draft = camp(hand=("pax", "aa", "assault"), side=SOVIET)
    replacements.expire(draft, SOVIET)
    assert hand(draft, SOVIET) == ("pax",)


def kinds(piece: Counter) -> tuple[str, ...]:
    draft = camp(piece)
    return replacements.kinds(draft.world, draft.state, piece.id)


@pytest.mark.rule("TTW 1.7a.4", "TTW 1.7a.s2")
def test_eq_rebuilds_up_to_its_rating_guns_of_a_formation_too_but_no_aircraft_or_tiger() -> None:
    assert kinds(tanks("T", AXIS)) == ("eq",)
    assert kinds(tanks("503 Tiger Bn", AXIS)) == ("tiger",)
    assert kinds(gun("Art", formation="5 Gd Tank Corps")) == ("eq", "arty")
    assert kinds(gun("Art")) == ("arty",)
    craft = camp(craft=(plane("Ju.88", side=AXIS),))
    assert replacements.kinds(craft.world, craft.state, "Ju.88") == ("air",)
    units = {"HQ": "D3.02", "T": in_box("T", DEAD)}
    weak = camp(hq("HQ"), tanks("T", AXIS, ar=5), units=units, hand=("eq 4",))
    assert refusal(weak, "rebuild T at D3.02") == "OCS 13.5"
    strong = camp(hq("HQ"), tanks("T", AXIS, ar=5), units=units, hand=("eq 5",))
    assert refusal(strong, "rebuild T at D3.02") == ""


@pytest.mark.rule("TTW 1.7a.6")
def test_ally_pax_rebuild_rumanians_and_hungarians_only_and_two_units_never_come_back() -> None:
    assert kinds(german("Ro", nationality="Rumanian")) == ("ally",)
    assert kinds(german("Hu", nationality="Hungarian")) == ("ally",)
    assert kinds(german("G")) == ("pax",)
    assert counters()["cos-1-cav"].no_rebuild and counters()["slk-1-div"].no_rebuild
    assert kinds(german("Slovak", nationality="Slovak", no_rebuild=True)) == ()


@pytest.mark.rule("TTW 1.7b.1", "TTW 1.7b.2", "TTW 1.7b.3", "TTW 1.7b.4", "TTW 1.7b.6",
                  "TTW 1.7b.7")
def test_special_replacements_rebuild_what_they_are_called_after() -> None:
    flak = Counter("F", "F", AXIS, "antiair", combat=Face(4, False, 2, 3, TRUCK),
                   move=Face(2, False, 1, 12, TRUCK))
    assert kinds(flak) == ("flak",)
    assert kinds(Counter("A", "A", SOVIET, "antiair", flak.combat, flak.move)) == ("aa",)
    assert kinds(soviet("AE", special_assault=True, type="assault_engineer")) == ("assault",)
    assert kinds(soviet("P", type="pontoon")) == ("pontoon",)
    assert kinds(hq("XI")) == ("hq",)
    draft = camp()
    assert replacement_tables.special_words(draft.world, SOVIET, 2) == ("arty",)
    assert replacement_tables.special_words(draft.world, SOVIET, 6) == ("assault",)


@pytest.mark.rule("TTW 1.7b.1")
def test_arty_rebuilds_one_step_of_a_division_not_all_of_it() -> None:
    art = Counter("Art Div", "Art Div", AXIS, "artillery", combat=Face(1, False, 0, 3, barrage=60),
                  move=Face(1, False, 0, 10, TRUCK), steps=3, re4=3 * RE, printed=False,
                  nationality="Wehrmacht")
    draft = camp(hq("HQ"), art, units={"HQ": "D3.02", "Art Div": in_box("Art Div", DEAD)},
                 hand=("arty",))
    play(draft, "rebuild Art Div at D3.02")
    assert (draft.state.units["Art Div"].lost, hand(draft)) == (2, ())


@pytest.mark.rule("TTW 1.7b.5")
def test_hh_puts_a_new_level_1_hedgehog_in_a_hex_in_trace() -> None:
    draft = camp(hq("HQ"), units={"HQ": "D3.02"}, hand=("hh",), hogs={"D2.02": (AXIS, 1)},
                 control={f"D{c}.{r:02}": AXIS for c in range(1, 13) for r in range(1, 9)})
    assert refusal(draft, "act hedgehog D2.02") == "TTW 1.7b"  # cannot be raised
    assert refusal(draft, "act hedgehog D12.08") == "TTW 1.7b"
    play(draft, "act hedgehog D3.03")
    assert draft.state.hogs[FIELD.at("D3.03")].level == 1
    assert refusal(draft, "act hedgehog D4.02") == "TTW 1.7b"  # used up


@pytest.mark.rule("TTW 1.7b.9")
def test_a_tiger_replacement_is_kept_only_while_no_tiger_is_dead() -> None:
    tiger = tanks("503 Tiger Bn", AXIS)
    draft = camp(tiger, units={"503 Tiger Bn": "D3.02"}, hand=("tiger",), step="H")
    replacement_tables.clean_up(draft)
    assert hand(draft) == ("tiger",)
    draft = camp(tiger, units={"503 Tiger Bn": in_box("503 Tiger Bn", DEAD)}, hand=("tiger",),
                 step="H")
    replacement_tables.clean_up(draft)
    assert hand(draft) == ()


# ---------------------------------------------------------------- arrivals (1.7c, 2.1b)


@pytest.mark.rule("TTW 1.7c", "TTW 1.7c.s1", "TTW 2.1b", "TTW 1.7c.4")
def test_reinforcements_appear_at_entry_hexes_or_hqs_on_their_turn_and_may_entrain() -> None:
    group = Arrival(2, AXIS, ("New",), hexes=("D1.02",), near=("8 Army",))
    army = hq("8 Army", "army")
    draft = camp(german("New"), army, scenario={"arrivals": (group,)},
                 units={"New": Unit("New", box=ARRIVING), "8 Army": "D6.02"}, turn=1)
    assert refusal(draft, "place New at D1.02") == "OCS 13.6"
    draft.update(turn=2)
    assert refusal(draft, "place New at D7.02") == "OCS 13.6"
    assert refusal(draft, "place New at D6.02") == ""
    play(draft, "place New at D1.02 as move")
    draft.update(sides={AXIS: Side(rail=8), SOVIET: Side()})
    go_to(draft, "C2")
    assert refusal(draft, "rail New to D6.02") == ""


@pytest.mark.rule("TTW 1.7c.3")
def test_replacements_and_supply_from_events_come_on_top() -> None:
    draft = camp(rolls=(1, 1), game={"pending": ((AXIS, "pax", 5), (SOVIET, "pax", 1))})
    replacement_tables.reinforcement(draft)
    assert hand(draft) == ("pax",) * 5
    assert now(draft).pending == ((SOVIET, "pax", 1),)
    dumps.add(draft, FIELD.at("D3.02"), AXIS, 4, arrived=True)
    assert tokens(draft, "D3.02") == 4


@pytest.mark.rule("TTW 1.7c.2", "TTW 2.3c.B")
def test_the_axis_supply_table_and_where_its_supply_goes() -> None:
    assert [axis_supply.rolled(camp().world, roll) for roll in (2, 5, 8, 10, 12)] == [
        8, 9, 10, 11, 12]
    group = hq("AG South", "army group")
    draft = camp(group, units={"AG South": "D1.02"}, rolls=(1, 1))
    axis_supply.reinforcement(draft)
    # 8 SP for the HQs, and 5 for cities that this board does not have
    assert draft.state.asks[-1].tokens == 13 * 4
    assert not axis_supply.reinforcement(draft)


# ---------------------------------------------------------------- withdrawals (1.7c)


def leaving(unit: str, *pieces: Counter, units: dict[str, object], **fields: object) -> Draft:
    rows = {"withdrawal": ({"turn": 2, "side": AXIS, "units": [unit]},)}
    return camp(*pieces, units=units, scenario={"game_data": rows}, turn=2, **fields)


@pytest.mark.rule("TTW 1.7c.s2")
def test_a_unit_or_its_like_is_withdrawn_whatever_its_situation() -> None:
    twins = [german("A"), german("B"), german("C", ar=4)]
    draft = leaving("A", *twins, units={"A": in_box("A", DEAD), "B": "D5.05", "C": "D5.05"})
    assert withdrawals.reinforcement(draft)
    assert set(draft.state.asks[-1].choices) == {"A", "B"}
    withdrawals.answer(draft, draft.answered(), "A")
    assert where(draft, "A") == GONE
    assert not withdrawals.reinforcement(draft)
    one = leaving("C", *twins, units={"A": "D1.01", "B": "D5.05", "C": "D5.05"})
    change(one, "C", oos=True)
    withdrawals.reinforcement(one)
    assert (where(one, "C"), asked(one)) == (GONE, "")


@pytest.mark.rule("TTW 1.7c.s3")
def test_hqs_and_units_of_formations_go_themselves() -> None:
    twins = [tanks("A", AXIS, formation="1 Pz Div"), tanks("B", AXIS, formation="2 Pz Div"),
             hq("X"), hq("Y")]
    units = {"A": "D5.05", "B": "D5.05", "X": "D6.05", "Y": "D6.06"}
    draft = leaving("A", *twins, units=units)
    withdrawals.reinforcement(draft)
    assert (where(draft, "A"), where(draft, "B"), asked(draft)) == (GONE, "D5.05", "")
    draft = leaving("X", *twins, units=units)
    withdrawals.reinforcement(draft)
    assert (where(draft, "X"), where(draft, "Y"), asked(draft)) == (GONE, "D6.06", "")


@pytest.mark.rule("TTW 1.7c.s4")
def test_its_stocks_are_made_good_from_the_next_supply_and_it_needs_no_fuel() -> None:
    group = hq("AG South", "army group")
    draft = leaving("A", division("A", AXIS, 3), group, units={"A": "D5.05", "AG South": "D1.02"},
                    rolls=(1, 1))
    change(draft, "A", stock=LOW)
    withdrawals.reinforcement(draft)
    assert now(draft).owed == {AXIS: 6}  # 2T for each of 3 RE (OCS 12.10e)
    axis_supply.reinforcement(draft)
    assert draft.state.asks[-1].tokens == 13 * 4 - 6
    assert now(draft).owed == {AXIS: 0}
