"""Railroads, the Kherson Rail Ferry and sources of supply by date (TTW 1.2, 1.4d, 2.1a, 3.1a)."""

from __future__ import annotations

from datetime import date

import pytest

from engine.catalog import boards
from engine.core.board import Board
from engine.ocs import rail, trace
from engine.ocs.gauge import on_rail
from engine.ocs.pieces import AXIS, MOVE, SOVIET
from engine.ocs.world import Draft
from engine.third_winter import railroads, supply_sources
from engine.third_winter.state import edge
from tests.ocs.yard import change, division, offered, play, refusal, tokens
from tests.third_winter.ground import board, german, kessel, river, soviet, tanks, where
from tests.third_winter.steppe import drafted, line, now, row_of, winter

# ---------------------------------------------------------------- gauge (1.2)

TRACK = board(columns=40, rows=3, sides=line("D", 2, 1, 40))


def behind(axis: str, **fields: object) -> Draft:
    """A Soviet network that ends in D15.02; German gauge lies beyond, to the west."""
    gauge = row_of("D", 2, 15, 40) | {f"D{c}.02": AXIS for c in range(1, 15)}
    draft = drafted(
        winter((german("G"),), TRACK, sources={SOVIET: ("D40.02",)}), {"G": axis},
        gauge=gauge, step="H", **fields,
    )
    return draft


@pytest.mark.rule("TTW 1.2")
def test_each_side_uses_its_own_gauge_only() -> None:
    draft = behind("D1.01")
    found = rail.network(draft.world, draft.state, SOVIET, cargo=True)
    at = draft.world.board.at
    assert at("D15.02") in found
    assert at("D14.02") not in found


@pytest.mark.rule("TTW 1.2.s2")
def test_rail_hexes_over_twenty_hexes_from_the_axis_turn_soviet() -> None:
    draft = behind("D1.02")
    found = railroads.convertible(draft.world, draft.state)
    assert found == ()  # D14.02 is 13 hexes away
    field = board(columns=40, rows=3, sides=line("D", 2, 1, 40))
    gauge = row_of("D", 2, 35, 40) | {f"D{c}.02": AXIS for c in range(1, 35)}
    draft = drafted(winter((german("G"),), field, sources={SOVIET: ("D40.02",)}),
                    {"G": "D1.02"}, gauge=gauge, step="H")
    railroads.clean_up(draft)
    at = field.at
    assert draft.state.gauge[at("D22.02")] == SOVIET  # 21 hexes away
    assert draft.state.gauge[at("D21.02")] == AXIS  # 20 hexes away


@pytest.mark.rule("TTW 1.2.s2")
def test_only_in_the_soviet_clean_up_and_only_what_is_joined_to_the_network() -> None:
    field = board(columns=40, rows=3, sides=line("D", 2, 30, 40))
    gauge = row_of("D", 2, 35, 40) | {f"D{c}.02": AXIS for c in range(30, 35)}
    world = winter((german("G"),), field, sources={SOVIET: ("D40.02",)})
    draft = drafted(world, {"G": "D1.02"}, gauge=gauge, step="H'")
    railroads.clean_up(draft)
    assert draft.state.gauge[field.at("D34.02")] == AXIS
    broken = {k: v for k, v in line("D", 2, 30, 40).items() if k[0] != "D33.02"}
    cut = board(columns=40, rows=3, sides=broken)
    draft = drafted(winter((german("G"),), cut, sources={SOVIET: ("D40.02",)}),
                    {"G": "D1.02"}, gauge=gauge, step="H")
    railroads.clean_up(draft)
    assert draft.state.gauge[cut.at("D34.02")] == SOVIET
    assert draft.state.gauge[cut.at("D32.02")] == AXIS


@pytest.mark.rule("TTW 1.2.s2", "TTW 2.3a.A")
def test_units_that_a_kessel_hq_supplies_are_ignored() -> None:
    field = board(columns=40, rows=3, sides=line("D", 2, 1, 40))
    gauge = row_of("D", 2, 35, 40) | {f"D{c}.02": AXIS for c in range(1, 35)}
    world = winter((german("G"), kessel()), field, sources={SOVIET: ("D40.02",)})
    draft = drafted(world, {"G": "D20.02", "Kessel": "D20.03"}, gauge=gauge, step="H")
    assert field.at("D30.02") in railroads.convertible(world, draft.state)
    draft = drafted(winter((german("G"),), field, sources={SOVIET: ("D40.02",)}),
                    {"G": "D20.02"}, gauge=gauge, step="H")
    assert field.at("D30.02") not in railroads.convertible(draft.world, draft.state)


@pytest.mark.rule("TTW 1.2b")
def test_trains_stop_at_a_point_of_interest() -> None:
    field = board(columns=6, rows=3, sides=line("D", 2, 1, 6),
                  terrain={"D3.02": "open point_of_interest"})
    world = winter((), field, sources={SOVIET: ("D6.02",)})
    draft = drafted(world, gauge=row_of("D", 2, 1, 6))
    found = rail.detrainable(world, draft.state, SOVIET, cargo=True)
    assert found == {field.at("D3.02")}


@pytest.mark.rule("TTW 1.2.s2", "TTW 1.4d.2")
@pytest.mark.parametrize(("state", "marks", "west"), [
    ("kept", {}, SOVIET), ("blown", {}, AXIS), ("", {"rail-ferry": ("D33.02", "D34.02")}, AXIS),
])
def test_neither_a_blown_bridge_nor_the_rail_ferry_joins_railroads_to_the_network(
    state: str, marks: dict[str, tuple[str, str]], west: str
) -> None:
    sides = line("D", 2, 1, 40) | river("D33.02-D34.02 rail")
    field = board(columns=40, rows=3, sides=sides, marks=marks)
    gauge = row_of("D", 2, 35, 40) | {f"D{c}.02": AXIS for c in range(1, 35)}
    bridges = {edge(field.at("D33.02"), field.at("D34.02")): state} if state else {}
    draft = drafted(winter((german("G"),), field, sources={SOVIET: ("D40.02",)}),
                    {"G": "D1.02"}, gauge=gauge, step="H", game={"bridges": bridges})
    railroads.clean_up(draft)
    assert draft.state.gauge[field.at("D34.02")] == SOVIET
    assert draft.state.gauge[field.at("D33.02")] == west


# ---------------------------------------------------------------- the Rail Ferry (1.4d)

BANKS = {
    **river("D14.03-D15.03 rail road", "D14.03-D15.04"),
    **line("D", 3, 10, 14), **line("D", 3, 15, 20),
}
KHERSON = board(first=(10, 1), columns=12, rows=6, sides=BANKS, terrain={"D14.03": "minor_city"},
                places={"D14.03": "Kherson"},
                marks={"rail-ferry": ("D14.03", "D15.03"), "detrainable": ("D19.03",)})


def kherson(*counters: object, units: dict[str, object] | None = None, **fields: object) -> Draft:
    world = winter(counters, KHERSON, sources={AXIS: ("D10.03",)})  # type: ignore[arg-type]
    gauge = {f"D{c}.03": AXIS for c in range(10, 21)}
    fields.setdefault("first", AXIS)
    return drafted(world, units, gauge=gauge, **fields)  # type: ignore[arg-type]


@pytest.mark.rule("TTW 1.4d", "TTW 1.4d.1")
def test_units_in_move_mode_cross_by_the_rail_ferry_and_go_no_further() -> None:
    draft = kherson(german("G"), tanks("T", AXIS), units={"G": "D14.03", "T": "D14.03"})
    assert refusal(draft, "act rail-ferry D15.03 with G") == "TTW 1.4d"  # Combat Mode
    change(draft, "G", front=False)
    change(draft, "T", front=False)
    play(draft, "act rail-ferry D15.03 with G,T")
    assert (where(draft, "G"), where(draft, "T")) == ("D15.03", "D15.03")
    assert refusal(draft, "move G to D16.03") == "OCS 6.1g"
    assert draft.state.sides[AXIS].railed == 0


@pytest.mark.rule("TTW 1.4d", "OCS 4.7b")
def test_slow_companies_weigh_an_eighth_on_the_rail_ferry() -> None:
    """Half of a quarter RE: two sixteenths, and not nothing."""
    company = german("Co", re4=1)
    draft = kherson(company, units={"Co": "D14.03"})
    change(draft, "Co", front=False)
    assert 1 <= draft.world.counters["Co"].move.ma <= 6
    play(draft, "act rail-ferry D15.03 with Co")
    assert now(draft).rail_ferried == 2


@pytest.mark.rule("TTW 1.4d.1")
def test_the_rail_ferry_asks_for_a_normal_river_and_ends_outside_enemy_zones() -> None:
    draft = kherson(german("G"), units={"G": "D14.03"}, game={"ice": True})
    change(draft, "G", front=False)
    assert refusal(draft, "act rail-ferry D15.03 with G") == "TTW 1.4d"
    draft = kherson(german("G"), soviet("R"), units={"G": "D14.03", "R": "D16.03"})
    change(draft, "G", front=False)
    assert refusal(draft, "act rail-ferry D15.03 with G") == "TTW 1.4d"
    change(draft, "R", hex="D18.03")
    assert refusal(draft, "act rail-ferry D15.03 with G") == ""


@pytest.mark.rule("TTW 1.4d.1")
def test_units_begin_the_phase_at_the_rail_ferry() -> None:
    draft = kherson(german("G"), units={"G": "D13.03"})
    change(draft, "G", front=False)
    play(draft, "move G to D14.03")
    assert refusal(draft, "act rail-ferry D15.03 with G") == "TTW 1.4d"


@pytest.mark.rule("TTW 1.4d.1.s1")
def test_three_re_in_all_cross_in_a_phase_both_ways_together() -> None:
    trucks = [division("Div", AXIS, 2, mobility="truck"), tanks("T", AXIS), german("G"),
              german("H")]
    draft = kherson(*trucks, units={"Div": "D14.03", "T": "D15.03", "G": "D14.03",
                                    "H": "D15.03"})
    for name in ("Div", "T", "G", "H"):
        change(draft, name, front=False)
    play(draft, "act rail-ferry D15.03 with Div", "act rail-ferry D14.03 with T")  # 2.5 RE
    assert refusal(draft, "act rail-ferry D15.03 with G") == ""  # half of its RE by rail
    play(draft, "act rail-ferry D15.03 with G")
    assert refusal(draft, "act rail-ferry D14.03 with H") == "TTW 1.4d"


@pytest.mark.rule("TTW 1.4d.1", "TTW 1.4d.1.s1")
def test_supply_crosses_as_one_re_a_point() -> None:
    draft = kherson(dumps={"D14.03": (AXIS, 16)})
    assert [t for t in offered(draft) if "rail-ferry" in t] == [
        f"act rail-ferry D15.03 as {n}" for n in (1, 4, 12)]
    assert refusal(draft, "act rail-ferry D15.03 as 13") == "TTW 1.4d"
    play(draft, "act rail-ferry D15.03 as 12")
    assert not [t for t in offered(draft) if "rail-ferry" in t]
    assert (tokens(draft, "D14.03"), tokens(draft, "D15.03")) == (4, 12)


@pytest.mark.rule("TTW 1.4d.2")
def test_the_rail_ferry_joins_the_banks_for_trace_only() -> None:
    draft = kherson()
    trace_ = rail.detrainable(draft.world, draft.state, AXIS, cargo=False)
    cargo = rail.detrainable(draft.world, draft.state, AXIS, cargo=True)
    assert KHERSON.at("D19.03") in trace_
    assert KHERSON.at("D19.03") not in cargo
    assert KHERSON.at("D14.03") in cargo


@pytest.mark.rule("TTW 1.4d.3")
def test_the_rail_ferry_serves_both_players_and_is_never_blown() -> None:
    draft = kherson(soviet("R"), units={"R": "D16.03"}, first=SOVIET)
    play(draft, "move R to D15.03")
    assert draft.state.asks == ()
    change(draft, "R", hex="D15.03", began=KHERSON.at("D15.03"), moved=False, spent=0,
           front=False, finished=False)
    draft.update(moving=())
    assert refusal(draft, "act rail-ferry D14.03 with R") == ""
    assert draft.state.units["R"].mode == MOVE


# ---------------------------------------------------------------- sources by date (2.1a, 3.1a)


@pytest.fixture(scope="module")
def maps() -> Board:
    return boards.load("third_winter")


def sources(maps: Board, side: str, day: str, **game: object) -> set[str]:
    draft = drafted(winter((), maps, turns=(day,)), game=game)
    return {maps.id(h) for h in supply_sources.trace_sources(draft.world, draft.state, side)}


@pytest.mark.rule("TTW 2.1a", "TTW 2.1a.1", "TTW 2.1a.2", "TTW 2.1a.3")
def test_the_axis_edges_at_the_start(maps: Board) -> None:
    found = sources(maps, AXIS, "1943-09-26")
    assert {"A50.34", "A25.35"} <= found
    assert any(n.startswith("A1.") for n in found)
    assert any(n.startswith("C1.") for n in found)
    assert any(n.startswith("C") and n.endswith(".01") for n in found)
    assert not any(n.startswith("B") and n != "B2.35" for n in found)
    plain = next(h for h in range(len(maps)) if maps.id(h).startswith("A1.")
                 and not supply_sources.has_line(winter((), maps), h))
    assert maps.id(plain) not in found


@pytest.mark.rule("TTW 2.1a.1")
def test_korosten_and_rovno_and_what_lies_east_of_them_are_lost_in_time(maps: Board) -> None:
    before, after = (sources(maps, AXIS, d) for d in ("1943-12-29", "1944-01-01"))
    assert "A50.34" in before and "A50.34" not in after
    assert "A25.35" in after
    assert "A25.35" not in sources(maps, AXIS, "1944-02-05")
    assert {"A50.34", "A50.35"} <= sources(maps, SOVIET, "1944-01-01")
    assert {"A25.35", "A38.35", "A42.35"} <= sources(maps, SOVIET, "1944-02-05")


@pytest.mark.rule("TTW 2.1a.4")
def test_the_south_of_map_d_is_axis_till_d1701_falls_in_1944_and_soviet_from_8_january(
    maps: Board,
) -> None:
    def south(side: str, day: str, **game: object) -> bool:
        return any(n.startswith("D") and n.endswith(".01") and n != "D62.01"  # the east edge
                   for n in sources(maps, side, day, **game))

    lost = {"lost_sources": frozenset({"D17.01"})}
    assert south(AXIS, "1943-12-29", **lost)
    assert south(AXIS, "1944-01-05")
    assert not south(AXIS, "1944-01-05", **lost)
    assert not south(AXIS, "1944-01-08")
    assert south(SOVIET, "1944-01-08") and not south(SOVIET, "1944-01-05")


@pytest.mark.rule("TTW 2.1a.4")
def test_the_capture_of_d1701_is_noted(maps: Board) -> None:
    draft = drafted(winter((soviet("R"),), maps), {"R": "D17.01"})
    supply_sources.hex_entered(draft, ("R",), maps.at("D17.01"))
    assert now(draft).lost_sources == {"D17.01"}


@pytest.mark.rule("TTW 2.1a.5", "TTW 3.1a.3")
def test_b235_is_axis_in_september_nobodys_on_1_october_and_soviet_from_the_8th(
    maps: Board,
) -> None:
    assert "B2.35" in sources(maps, AXIS, "1943-09-29")
    assert "B2.35" not in sources(maps, AXIS, "1943-10-01")
    assert "B2.35" not in sources(maps, SOVIET, "1943-10-05")
    assert "B2.35" in sources(maps, SOVIET, "1943-10-08")


@pytest.mark.rule("TTW 3.1a", "TTW 3.1a.1", "TTW 3.1a.2")
def test_the_soviet_edges(maps: Board) -> None:
    found = sources(maps, SOVIET, "1943-09-26")
    assert "B16.35" in found
    assert any(n.startswith("B62.") for n in found) and any(n.startswith("D62.") for n in found)
    north = [int(n[1:].split(".")[0]) for n in found if n.startswith("B") and n.endswith(".35")]
    assert min(north) == 16


@pytest.mark.rule("TTW 1.2.s1", "TTW 3.1a.3", "TTW 3.1a.4", "TTW 3.1a.5", "TTW 3.1a.6")
def test_entry_hexes_take_the_soviet_gauge_on_their_day(maps: Board) -> None:
    def gauge(day: str, number: str) -> str:
        draft = drafted(winter((), maps, turns=(day,)))
        draft.update(gauge={maps.at(number): AXIS})
        supply_sources.turn_begins(draft)
        return draft.state.gauge[maps.at(number)]

    assert gauge("1943-10-05", "B2.35") == AXIS
    assert gauge("1943-10-08", "B2.35") == SOVIET
    assert gauge("1944-01-01", "A50.34") == gauge("1944-01-01", "A50.35") == SOVIET
    south = next(maps.id(h) for h in supply_sources.hexes_of(winter((), maps), 14)
                 if on_rail(winter((), maps), h))
    assert (gauge("1944-01-05", south), gauge("1944-01-08", south)) == (AXIS, SOVIET)
    assert gauge("1944-02-01", "A25.35") == AXIS
    assert gauge("1944-02-05", "A25.35") == SOVIET


def test_a_scenario_that_names_its_sources_has_no_others(maps: Board) -> None:
    world = winter((), maps, sources={AXIS: ("A10.10",)})
    draft = drafted(world)
    assert supply_sources.trace_sources(world, draft.state, AXIS) == ()
    assert maps.at("A10.10") in trace.edge_sources(world, draft.state, AXIS)
    assert date(1943, 9, 26) == supply_sources.START
