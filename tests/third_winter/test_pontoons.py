"""Pontoon units: track bridges, Ferries, bridge repair, and the example of play (TTW 1.5)."""

from __future__ import annotations

import pytest

from engine.catalog import boards
from engine.core.commands import End
from engine.ocs import flights
from engine.ocs.flow import FLOW
from engine.ocs.pieces import AXIS, DG, MP, RE, RESERVE, SOVIET, SP
from engine.ocs.sizes import engineer_capable
from engine.ocs.terrain import step_cost
from engine.ocs.world import Draft
from engine.third_winter import dnepr, pontoons
from engine.third_winter.state import BLOWN, KEPT, REPAIRED, edge
from engine.third_winter.state import change as alter
from tests.ocs.yard import change, division, go_to, play, refusal, unit_at, wagons
from tests.third_winter.ground import board, german, pontoon, river, soviet, tanks, where
from tests.third_winter.steppe import drafted, now, winter

BANK = river("D2.05-D3.05 road", "D2.05-D3.06", "D2.04-D3.05", "D2.06-D3.06", "D2.06-D3.07",
             "D2.07-D3.07", "D2.04-D3.04")
FIELD = board(columns=6, rows=9, sides=BANK)
BRIDGE = edge(FIELD.at("D2.05"), FIELD.at("D3.05"))
MINOR = board(columns=6, rows=9, terrain={"D2.05": "swamp", "D1.05": "swamp"},
              sides=river("D2.05-D3.05", "D2.05-D3.06", "D2.04-D3.05", word="major_river"))


def camp(*more: object, field: object = FIELD, **fields: object) -> Draft:
    """A Soviet Pontoon unit in D3.06, next to the west bank at D2.05 and D2.06."""
    units = {"Pon": "D3.06", **fields.pop("units", {})}  # type: ignore[dict-item]
    game = {"bridges": {BRIDGE: KEPT}, **fields.pop("game", {})}  # type: ignore[dict-item]
    return drafted(winter((pontoon("Pon"), *more), field), units, game=game, **fields)  # type: ignore[arg-type]


# ---------------------------------------------------------------- track bridges


@pytest.mark.rule("TTW 1.5", "TTW 1.5.s1", "TTW 1.5.D")
def test_a_pontoon_unit_bridges_every_river_hexside_of_its_hex_as_a_track() -> None:
    draft = drafted(winter((pontoon("Pon"), tanks("T")), MINOR),
                    {"Pon": "D3.05", "T": "D3.05"})
    at, state = draft.world.board.at, draft.state
    assert step_cost(draft.world, state, SOVIET, "track", at("D3.05"), at("D2.04")) == MP
    assert step_cost(draft.world, state, SOVIET, "track", at("D2.04"), at("D3.05")) == MP
    assert step_cost(draft.world, state, AXIS, "track", at("D3.05"), at("D2.04")) < 0
    away = drafted(winter((pontoon("Pon"), tanks("T")), MINOR), {"Pon": "D4.05", "T": "D3.05"})
    assert step_cost(away.world, away.state, SOVIET, "track", at("D3.05"), at("D2.04")) < 0


@pytest.mark.rule("TTW 1.5")
def test_dg_does_not_matter_but_orientation_to_combat_mode_does() -> None:
    draft = drafted(winter((pontoon("Pon"),), MINOR), {"Pon": "D3.05"})
    at = draft.world.board.at

    def bridged() -> bool:
        return pontoons.bridged(draft.world, draft.state, SOVIET, at("D3.05"), at("D2.04"))

    change(draft, "Pon", marker=DG)
    assert bridged()
    change(draft, "Pon", marker="", front=False)
    assert not bridged()


@pytest.mark.rule("TTW 1.5.n1")
def test_over_the_pontoons_into_a_swamp_vehicles_go_but_leave_it_by_a_track() -> None:
    field = board(columns=6, rows=9, terrain={"D2.05": "swamp"},
                  sides={**river("D2.05-D3.05", word="major_river"),
                         ("D2.05", "D1.05"): "track"})
    draft = drafted(winter((pontoon("Pon"), tanks("T")), field), {"Pon": "D3.05", "T": "D3.05"})
    change(draft, "T", fuel="phase")
    assert refusal(draft, "move T via D2.05") == ""
    assert refusal(draft, "move T via D2.05 D1.05") == ""
    assert refusal(draft, "move T via D2.05 D2.06") == "OCS 6.2c"


@pytest.mark.rule("TTW 1.5.s2")
def test_a_printed_road_bridge_stays_as_cheap_as_it_is() -> None:
    field = board(columns=6, rows=9, sides=river("D2.05-D3.05 road", word="major_river"))
    draft = drafted(winter((pontoon("Pon"),), field), {"Pon": "D3.05"})
    at = draft.world.board.at
    assert step_cost(draft.world, draft.state, SOVIET, "truck", at("D3.05"), at("D2.05")) == MP // 2


# ---------------------------------------------------------------- Ferries


@pytest.mark.rule("TTW 1.5.A", "TTW 1.5.s3", "TTW 1.5a")
def test_a_ferry_costs_nothing_and_serves_leg_units_at_once_on_every_hexside() -> None:
    draft = camp(soviet("R"), soviet("S"), tanks("T"),
                 units={"R": "D3.06", "S": "D3.06", "T": "D3.06"})
    assert refusal(draft, "move R via D2.05") == "TTW 1.4b"
    play(draft, "act ferry D3.06 with Pon", "move R via D2.05", "move S via D2.06")
    assert (where(draft, "R"), where(draft, "S")) == ("D2.05", "D2.06")
    change(draft, "T", fuel="phase")
    assert refusal(draft, "move T via D2.05") == "TTW 1.4b"
    assert draft.state.dumps == {}


@pytest.mark.rule("TTW 1.5.A", "TTW 1.5.s3")
def test_only_a_unit_that_spends_the_whole_phase_there_in_combat_mode_deploys_one() -> None:
    draft = camp()
    change(draft, "Pon", front=False)
    assert refusal(draft, "act ferry D3.06 with Pon") == "TTW 1.5"
    draft = camp()
    change(draft, "Pon", fuel="phase", hex="D4.06", began=draft.world.board.at("D4.06"))
    play(draft, "move Pon to D3.06")
    assert refusal(draft, "act ferry D3.06 with Pon") == "TTW 1.5"
    draft = camp(units={"Pon": "D5.06"})
    assert refusal(draft, "act ferry D5.06 with Pon") == "TTW 1.5"


@pytest.mark.rule("TTW 1.5a")
def test_no_ferry_runs_while_the_river_is_ice() -> None:
    draft = camp(game={"ice": True})
    assert refusal(draft, "act ferry D3.06 with Pon") == "TTW 1.5a"


@pytest.mark.rule("TTW 1.5a.2", "TTW 1.5.B")
def test_its_ferry_holds_a_pontoon_unit_until_it_is_removed_and_then_nobody_crosses() -> None:
    draft = camp(soviet("R"), units={"R": "D3.06"})
    ferry = {draft.world.board.at("D3.06"): "Pon"}
    alter(draft, ferries=ferry)
    change(draft, "Pon", fuel="phase")
    assert refusal(draft, "move Pon to D4.06") == "TTW 1.5a"
    assert refusal(draft, "move R via D2.05") == ""
    play(draft, "act unferry D3.06 with Pon")
    assert now(draft).ferries == {}
    assert refusal(draft, "move R via D2.05") == "TTW 1.4b"
    assert refusal(draft, "act ferry D3.06 with Pon") == "TTW 1.5a"


@pytest.mark.rule("TTW 1.5.B")
def test_a_ferry_by_which_units_crossed_in_this_phase_stays() -> None:
    draft = camp(soviet("R"), units={"R": "D3.06"},
                 game={"ferries": {FIELD.at("D3.06"): "Pon"}})
    play(draft, "move R via D2.05")
    assert refusal(draft, "act unferry D3.06 with Pon") == "TTW 1.5"


@pytest.mark.rule("TTW 1.5a.3")
def test_three_re_cross_each_hexside_of_a_ferry_in_a_phase() -> None:
    draft = camp(division("Div", SOVIET, 3), soviet("R"), units={"Div": "D3.06", "R": "D3.06"},
                 game={"ferries": {FIELD.at("D3.06"): "Pon"}})
    play(draft, "move Div via D2.05")
    assert now(draft).crossed == {edge(FIELD.at("D2.05"), FIELD.at("D3.06")): 3 * RE}
    assert refusal(draft, "move R via D2.05") == "TTW 1.5a"
    assert refusal(draft, "move R via D2.06") == ""


@pytest.mark.rule("TTW 1.5a.5")
def test_a_ferry_serves_its_own_side_and_goes_with_its_pontoon_unit() -> None:
    draft = camp(german("G"), units={"G": "D2.05"}, first=AXIS,
                 game={"ferries": {FIELD.at("D3.06"): "Pon"}})
    at = draft.world.board.at
    assert dnepr.crossing(draft.world, draft.state, AXIS, at("D2.05"), at("D3.06")) == ""
    assert dnepr.crossing(draft.world, draft.state, SOVIET, at("D2.05"), at("D3.06")) == "ferry"
    pontoons.stepped(draft, ("Pon",), at("D3.06"), at("D4.06"))  # a retreat
    assert now(draft).ferries == {}
    alter(draft, ferries={at("D3.06"): "Pon"})
    pontoons.unit_lost(draft, "Pon", "combat")
    assert now(draft).ferries == {}


@pytest.mark.rule("TTW 1.5a.1")
def test_the_state_shows_every_ferry_with_its_hex_to_both_sides() -> None:
    draft = camp()
    play(draft, "act ferry D3.06 with Pon")
    assert now(draft).ferries == {FIELD.at("D3.06"): "Pon"}
    assert any("Ferry" in event.text and event.hex == "D3.06" for event in draft.events)


# ---------------------------------------------------------------- bridge repair


def works(turn: int = 1, **fields: object) -> Draft:
    """A Pontoon unit in D3.05 at the east end of a blown bridge."""
    bridge = edge(FIELD.at("D2.05"), FIELD.at("D3.05"))
    game = {"bridges": {bridge: BLOWN}, **fields.pop("game", {})}  # type: ignore[dict-item]
    units = {"Pon": "D3.05", **fields.pop("units", {})}  # type: ignore[dict-item]
    more = fields.pop("more", ())
    return drafted(winter((pontoon("Pon"), pontoon("Two"), *more), FIELD), units, turn=turn,  # type: ignore[misc]
                   game=game, **fields)


@pytest.mark.rule("TTW 1.5.C", "TTW 1.5b", "TTW 1.5b.1")
def test_four_turns_of_work_repair_a_bridge_at_the_start_of_the_fifth_movement_phase() -> None:
    draft = works()
    for turn in range(1, 5):
        draft.update(turn=turn)
        change(draft, "Pon", moved=False, finished=False)
        alter(draft, repairing={}, repaired_now=frozenset())
        go_to(draft, "C2")
        pontoons.step_begins(draft)
        assert now(draft).bridges == {BRIDGE: BLOWN}
        play(draft, "act repair D2.05 with Pon")
        assert now(draft).repairs == {BRIDGE: turn}
    go_to(draft, "C2'")  # the enemy's Movement Phase brings nothing
    pontoons.step_begins(draft)
    assert now(draft).bridges == {BRIDGE: BLOWN}
    go_to(draft, "C2")
    pontoons.step_begins(draft)
    assert now(draft).bridges == {BRIDGE: REPAIRED}


@pytest.mark.rule("TTW 1.5b.1.ex1")
def test_work_begun_on_1_october_is_done_as_the_movement_phase_of_15_october_starts() -> None:
    draft = works()
    dates = draft.world.scenario.turns  # 26, 29 Sep, 1, 5, 8, 12, 15 Oct
    turn = dates.index("1943-10-01") + 1
    while now(draft).bridges[BRIDGE] == BLOWN:
        draft.update(turn=turn)
        change(draft, "Pon", moved=False, finished=False)
        alter(draft, repairing={}, repaired_now=frozenset())
        go_to(draft, "C2")
        pontoons.step_begins(draft)
        if now(draft).bridges[BRIDGE] == BLOWN:
            play(draft, "act repair D2.05 with Pon")
            turn += 1
    assert dates[turn - 1] == "1943-10-15"


@pytest.mark.rule("TTW 1.5b.1", "TTW 1.5b.5")
def test_a_pause_halts_the_work_without_losing_it_and_two_units_are_no_faster() -> None:
    draft = works(units={"Two": "D2.05"}, game={"repairs": {BRIDGE: 2},
                                                "repairers": {BRIDGE: SOVIET}})
    pontoons.step_begins(draft)
    assert now(draft).repairs == {BRIDGE: 2}
    play(draft, "act repair D2.05 with Pon", "act repair D3.05 with Two")
    assert now(draft).repairs == {BRIDGE: 3}
    assert refusal(draft, "act repair D2.05 with Pon") == "TTW 1.5b"


@pytest.mark.rule("TTW 1.5b.1")
def test_ice_does_not_stop_the_work() -> None:
    draft = works(game={"ice": True})
    assert refusal(draft, "act repair D2.05 with Pon") == ""


@pytest.mark.rule("TTW 1.5b.2")
def test_an_enemy_next_to_the_unit_stops_the_work() -> None:
    draft = works(more=(german("G"),), units={"G": "D4.05"})
    assert refusal(draft, "act repair D2.05 with Pon") == "TTW 1.5b"
    draft = works(more=(german("G"),), units={"G": "D5.05"})
    assert refusal(draft, "act repair D2.05 with Pon") == ""


@pytest.mark.rule("TTW 1.5b.3")
def test_an_enemy_attack_capable_unit_in_an_end_hex_undoes_the_work() -> None:
    game = {"repairs": {BRIDGE: 3}, "repairers": {BRIDGE: SOVIET}}
    at = FIELD.at
    draft = works(more=(german("G"),), units={"G": "D2.05"}, game=game)
    pontoons.hex_entered(draft, ("G",), at("D2.05"))
    assert now(draft).repairs == {}
    draft = works(more=(german("G"),), game=game)
    draft.update(units={**draft.state.units,
                        "G": unit_at(draft.world, "G", "D2.05", marker="strat")})
    pontoons.hex_entered(draft, ("G",), at("D2.05"))
    assert now(draft).repairs == {BRIDGE: 3}


@pytest.mark.rule("TTW 1.5b.3")
def test_one_that_came_in_strat_mode_undoes_it_when_it_is_attack_capable() -> None:
    game = {"repairs": {BRIDGE: 4}, "repairers": {BRIDGE: SOVIET}}
    draft = works(more=(german("G"),), game=game)
    draft.update(units={**draft.state.units,
                        "G": unit_at(draft.world, "G", "D2.05", marker="strat")})
    pontoons.hex_entered(draft, ("G",), FIELD.at("D2.05"))
    change(draft, "G", marker="")
    pontoons.step_begins(draft)
    assert now(draft).repairs == {}
    assert now(draft).bridges == {BRIDGE: BLOWN}


@pytest.mark.rule("TTW 1.5b")
def test_a_repaired_bridge_is_never_blown_again() -> None:
    draft = works(more=(soviet("R"),), units={"R": "D4.04"})
    alter(draft, bridges={BRIDGE: REPAIRED})
    play(draft, "move R to D3.05")
    assert draft.state.asks == ()


@pytest.mark.rule("TTW 1.5b.6")
def test_the_rail_ferry_does_not_become_a_bridge() -> None:
    kherson = board(columns=6, rows=9, sides=river("D2.05-D3.05 rail"),
                    marks={"rail-ferry": ("D2.05", "D3.05")})
    draft = drafted(winter((pontoon("Pon"),), kherson), {"Pon": "D3.05"},
                    game={"bridges": {BRIDGE: BLOWN}})
    assert refusal(draft, "act repair D2.05 with Pon") == "TTW 1.5b"


@pytest.mark.rule("TTW 1.5.E")
def test_a_unit_repairs_and_deploys_a_ferry_in_the_same_phase() -> None:
    draft = works()
    play(draft, "act ferry D3.05 with Pon", "act repair D2.05 with Pon")
    assert now(draft).repairs == {BRIDGE: 1}
    assert now(draft).ferries == {FIELD.at("D3.05"): "Pon"}


# ---------------------------------------------------------------- the example of play


DIVISIONS = ("66 Gd", "1 Gd Abn", "7 Gd Abn", "A", "B", "Other", "Next")
"""Those of the example; A and B are the six RE, and Next is one more that would like to cross."""


@pytest.mark.rule("TTW EX.5", "TTW EX.5.1", "TTW EX.5.3")
def test_the_pontoon_example_between_kremenchug_and_dneprodzerzhinsk() -> None:
    """The two Ferries and who crosses; then who gathers behind them, and that nobody flies."""
    field = boards.load("third_winter")
    crew = (pontoon("P1"), pontoon("P2"), tanks("SU 1"), tanks("SU 2"), wagons("Wagon", SOVIET),
            *(division(n, SOVIET, 3) for n in DIVISIONS))
    axis = [german(f"G{n}") for n in range(8)]
    world = winter((*crew, *axis), field)
    at = field.at
    over = {"D34.31": "D33.31", "D35.30": "D34.29"}
    free = {at(h) for h in over.values()}
    held = sorted({
        n for start in over for n in dnepr.volga_sides(world, at(start)) if n not in free
    })
    assert [field.id(h) for h in held] == ["D34.30", "D35.29"]
    units = {"P1": "D34.31", "66 Gd": "D34.31", "Next": "D34.31", "SU 1": "D34.31",
             "P2": "D35.30", "1 Gd Abn": "D35.30", "SU 2": "D35.30", "A": "D35.32", "B": "D35.32",
             "Other": "D34.32", "7 Gd Abn": "D36.30",
             "Wagon": unit_at(world, "Wagon", "D36.30", load=SP)}
    units |= {f"G{n}": field.id(h) for n, h in enumerate(held[:8])}
    draft = drafted(world, units, flight="limited")
    for name in ("P1", "P2"):
        change(draft, name, front=False)
        assert not engineer_capable(world, draft.state.units[name])
    play(draft, "mode P1,P2 as combat", "act ferry D34.31 with P1", "act ferry D35.30 with P2")
    assert all(engineer_capable(world, draft.state.units[n]) for n in ("P1", "P2"))
    assert set(now(draft).ferries) == {at("D34.31"), at("D35.30")}
    play(draft, "move 66 Gd via D33.31", "move 1 Gd Abn via D34.29")
    assert (where(draft, "66 Gd"), where(draft, "1 Gd Abn")) == ("D33.31", "D34.29")
    for name in ("66 Gd", "1 Gd Abn"):
        assert draft.state.units[name].spent == 3 * MP  # All: they go no further
    assert now(draft).crossed == {edge(at(a), at(b)): 3 * RE for a, b in over.items()}
    assert refusal(draft, "move 66 Gd via D33.30") == "OCS 6.1g"
    assert refusal(draft, "move Next via D33.31") == "TTW 1.5a"
    assert refusal(draft, "move Next via D34.30") != ""  # an Axis unit is there
    for name in ("SU 1", "SU 2"):
        change(draft, name, fuel="phase")
    assert refusal(draft, "move SU 1 via D33.31") == "TTW 1.4b"
    assert refusal(draft, "mode Wagon as reserve") == "OCS 5.7f"
    play(draft, "move Next to D35.31", "mode A,B,7 Gd Abn,Other as reserve")
    play(draft, "move A,B to D34.31", "move 7 Gd Abn to D35.30", "move Wagon to D35.30",
         "move SU 1 to D35.31", "move SU 2 to D35.31")
    gathered = {"A": "D34.31", "B": "D34.31", "7 Gd Abn": "D35.30", "Other": "D34.32",
                "Wagon": "D35.30", "SU 1": "D35.31", "SU 2": "D35.31"}
    assert {n: where(draft, n) for n in gathered} == gathered
    assert all(draft.state.units[n].marker == RESERVE for n in ("A", "B", "7 Gd Abn", "Other"))
    assert FLOW.judge(world, draft.state, End()) is None
    go_to(draft, "E1")  # Limited Flight: the Luftwaffe does not react
    assert flights.weather_problem(world, draft.state) is not None
