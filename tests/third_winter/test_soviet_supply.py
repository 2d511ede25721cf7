"""Soviet supply and arrivals (TTW 3.1b)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import board as core_board
from engine.core import hexes
from engine.core.board import Board, Hex
from engine.ocs import reinforcements
from engine.ocs.pieces import ARRIVING, AWAY, AXIS, MAP, POOL, SOVIET, Unit
from engine.ocs.state import Side
from engine.ocs.world import Arrival, Draft
from engine.third_winter import rvgk, soviet_supply
from tests.ocs import yard
from tests.third_winter.steppe import (
    F1,
    F2,
    drafted,
    front,
    hq,
    line,
    now,
    open_phase,
    plane,
    row_of,
    soviet,
    winter,
)

PLACES = {
    "B59.10": "1943-09-26", "B5.24": "1943-09-26", "B16.35": "1943-09-26",
    "B2.35": "1943-10-08", "A50.34": "1944-01-01", "A25.35": "1944-02-05",
    "D7.01": "1944-01-08",
}
"""Each listed place and the day from which it takes supply."""
DAYS = ("1943-09-26", "1943-10-05", "1943-10-08", "1943-12-29", "1944-01-01", "1944-01-05",
        "1944-01-08", "1944-02-01", "1944-02-05")


def ground() -> Board:
    """The listed places, apart from each other, and a strip of sheet D with rails along row 10."""
    spots = [*PLACES, "A50.35"]
    grid = [(Hex(n, frozenset({"clear"})), hexes.doubled(200 + 4 * i, 0)) for i, n in
            enumerate(n for n in spots if not n.startswith("D"))]
    grid += [
        (Hex(f"D{c}.{r:02}", frozenset({"clear"})), hexes.doubled(c, r, from_north=False))
        for c in range(1, 31) for r in range(1, 16)
    ]
    sides = {**line("D", 10, 1, 30), ("D7.01", "D7.02"): ("rail"), ("D9.01", "D9.02"): "track"}
    return core_board.build(grid, {k: v.split() for k, v in sides.items()})


def arrivals(
    step: str = "B", turn: int = 1, held: tuple[str, ...] = tuple(PLACES), rolls: Any = (),
    bases: dict[str, tuple[str, int]] | None = None, units: dict[str, Any] | None = None,
    groups: tuple[Arrival, ...] = (), **fields: Any,
) -> Draft:
    """Two Front HQs at D10.10 and D22.10; places as held are the Soviets'."""
    world = winter(
        [soviet("S"), soviet("T"), hq("Army"), yard.regiment("G")], ground(), [plane("Il.2")],
        sources={SOVIET: ("D30.10",)}, switches={"supply_table": True}, turns=DAYS,
        arrivals=groups,
    )
    return drafted(
        world, units or {}, step=step, turn=turn, rolls=rolls, gauge=row_of("D", 10, 1, 30),
        control=dict.fromkeys(held, SOVIET) | dict.fromkeys(
            (p for p in PLACES if p not in held), AXIS),
        fronts={F1: front(world, "D10.10"), F2: front(world, "D22.10")}, bases=bases or {},
        **fields,
    )


def places(draft: Draft) -> set[str]:
    """Numbers of the hexes that take supply, the fronts' apart."""
    ids = {draft.world.board.id(h) for h in soviet_supply.listed(draft.world, draft.state)}
    return ids


@pytest.mark.rule("TTW 3.1b.3", "TTW 3.1b.3.1")
def test_two_sp_go_to_each_front_hq_and_the_rest_where_the_player_likes() -> None:
    """A roll of 7 in 1943 brings 18 SP: 4 are placed, 14 (56 tokens) are asked for."""
    draft = arrivals(rolls=(3, 4))
    open_phase(draft)
    yard.play(draft, "choose none")
    assert yard.tokens(draft, "D10.10") == yard.tokens(draft, "D22.10") == 8
    assert yard.refusal(draft, "place-supply 57 at D10.10") == "TTW 3.1b.3"
    yard.play(draft, "place-supply 40 at D10.10", "place-supply 16 at B59.10")
    assert yard.tokens(draft, "D10.10") == 48
    assert yard.tokens(draft, "B59.10") == 16


@pytest.mark.rule("TTW 3.1b.3")
def test_the_table_adds_one_from_1944() -> None:
    """2 + 1 is 14 SP either way; 3 is 14 SP in 1943 but, as 4, 16 SP in 1944."""
    for turn, total in ((4, 14), (5, 16)):
        draft = arrivals(turn=turn, rolls=(1, 2))
        open_phase(draft)
        yard.play(draft, "choose none")
        delivery = next(d for d in draft.state.asks if type(d).__name__ == "Delivery")
        assert delivery.tokens == (total - 4) * 4  # type: ignore[attr-defined]


@pytest.mark.rule("TTW 3.1b.3.2")
def test_kharkov_and_kiev_take_supply_while_they_are_soviet() -> None:
    assert {"B59.10", "B5.24"} <= places(arrivals())
    assert places(arrivals(held=("B59.10",))) == {"B59.10"}


@pytest.mark.rule("TTW 3.1b.3.3")
@pytest.mark.parametrize("place", [p for p in PLACES if p not in ("B59.10", "B5.24")])
def test_entry_hexes_take_supply_from_their_day_on_if_soviet(place: str) -> None:
    for turn, day in enumerate(DAYS, 1):
        assert (place in places(arrivals(turn=turn))) is (day >= PLACES[place])
    lost = tuple(p for p in PLACES if p != place)
    assert place not in places(arrivals(turn=9, held=lost))


@pytest.mark.rule("TTW 3.1b.3.3")
def test_the_south_edge_of_map_d_takes_it_by_road_or_rail() -> None:
    draft = arrivals(turn=9)
    draft.update(control={**draft.state.control, draft.world.board.at("D8.01"): SOVIET})
    assert "D7.01" in places(draft)
    assert "D8.01" not in places(draft)


@pytest.mark.rule("TTW 3.1b.3.4")
def test_air_bases_in_trace_take_one_or_two_tokens_each() -> None:
    draft = arrivals(bases={"D20.11": (SOVIET, 1), "D5.02": (SOVIET, 1), "D21.11": (AXIS, 1)})
    delivery = soviet_supply.delivery(draft.world, draft.state, 56)
    most = dict(zip(delivery.hexes, delivery.most, strict=True))
    at = draft.world.board.at
    assert most[at("D20.11")] == 2
    assert at("D5.02") not in most  # out of trace
    assert at("D21.11") not in most
    draft.ask(delivery)
    assert yard.refusal(draft, "place-supply 3 at D20.11") == "TTW 3.1b.3"
    assert yard.refusal(draft, "place-supply 2 at D20.11") == ""


@pytest.mark.rule("TTW 3.1b")
def test_rebuilt_or_new_aircraft_appear_active_at_bases_in_trace() -> None:
    groups = (Arrival(1, SOVIET, air=("Il.2",)),)
    draft = arrivals(
        bases={"D20.11": (SOVIET, 1), "D5.02": (SOVIET, 1)}, groups=groups,
        air={"Il.2": yard.AirUnit("Il.2", box=ARRIVING, active=False)},
    )
    assert yard.refusal(draft, "place Il.2 at D5.02") == "OCS 13.6"
    yard.play(draft, "place Il.2 at D20.11")
    assert draft.state.air["Il.2"].active
    assert draft.state.air["Il.2"].box == MAP


@pytest.mark.rule("TTW 3.1b")
def test_ground_units_arrive_at_front_hqs_or_in_an_rvgk_box() -> None:
    groups = (Arrival(1, SOVIET, ("S",), near=(F1,)), Arrival(1, SOVIET, ("T",), near=("rvgk-1",)))
    draft = arrivals(
        units={"S": Unit("S", box=ARRIVING), "T": Unit("T", box=ARRIVING)}, groups=groups,
    )
    assert yard.refusal(draft, "place S at D22.10") == "OCS 13.6"
    yard.play(draft, "place S at D10.10")
    assert yard.refusal(draft, "place T at D10.10") == "OCS 13.6"
    assert yard.refusal(draft, "act reserve D10.10 with T as rvgk-2") == "TTW 3.1b"
    assert "act reserve B59.10 with T as rvgk-1" in yard.offered(draft)  # no marker on the map
    assert yard.refusal(draft, "end") == "OCS 13.6"
    yard.play(draft, "act reserve D10.10 with T as rvgk-1")
    assert yard.refusal(draft, "end") == ""
    assert rvgk.box_of(draft.state, "T") == "rvgk-1"
    assert draft.state.units["T"].box == POOL
    assert now(draft).rvgk == {"T": "rvgk-1"}


@pytest.mark.rule("TTW 3.1b.1")
def test_breakout_returns_come_to_an_engineer_capable_hq_in_trace() -> None:
    draft = arrivals(units={"S": Unit("S", box=AWAY), "Army": "D20.11"}, returning=((1, "S"),))
    found = reinforcements.hexes_for(draft.world, draft.state, "S")
    assert found == (draft.world.board.at("D20.11"),)
    yard.change(draft, "Army", front=False)
    assert reinforcements.hexes_for(draft.world, draft.state, "S") == ()
    yard.change(draft, "Army", front=True, hex="D5.02")  # out of trace
    assert reinforcements.hexes_for(draft.world, draft.state, "S") == ()


@pytest.mark.rule("TTW 3.1b.s1")
def test_supply_from_events_comes_on_top() -> None:
    """10 SP of an event to a Front HQ leave the table's supply as it is."""
    draft = arrivals(rolls=(3, 4), dumps={"D10.10": (SOVIET, 40)})
    open_phase(draft)
    yard.play(draft, "choose none")
    delivery = next(d for d in draft.state.asks if type(d).__name__ == "Delivery")
    assert delivery.tokens == (18 - 4) * 4  # type: ignore[attr-defined]
    assert yard.tokens(draft, "D10.10") == 48


@pytest.mark.rule("TTW 3.1b.s2")
def test_reinforcements_entrain_where_they_arrive_on_soviet_rails() -> None:
    """S, just arrived in D12.10, may entrain there; another unit may not: no station."""
    draft = arrivals("C2", units={"S": "D12.10", "T": "D12.10"}, arrived=frozenset({"S"}),
                     sides={SOVIET: Side(rail=40), AXIS: Side()})
    for name in ("S", "T"):
        yard.change(draft, name, front=False)
    assert yard.refusal(draft, "rail S to D22.10") == ""
    assert yard.refusal(draft, "rail T to D22.10") == "OCS 13.3e"
    gauge = {h: s for h, s in draft.state.gauge.items() if h != draft.world.board.at("D12.10")}
    draft.update(gauge=gauge)
    assert yard.refusal(draft, "rail S to D22.10") != ""
