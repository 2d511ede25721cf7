"""Reinforcements and the Reinforcement Phase (OCS 2.3-B, 13.6)."""

from __future__ import annotations

import pytest

from engine.core.draft import Draft as CoreDraft
from engine.core.errors import Refusal
from engine.ocs import reinforcements
from engine.ocs.decisions import Delivery, Placement
from engine.ocs.pieces import (
    ARRIVING,
    AWAY,
    AXIS,
    COMBAT,
    MAP,
    MOVE,
    SOVIET,
    TRACK,
    Aircraft,
    AirUnit,
    Unit,
)
from engine.ocs.state import OcsState, Side
from engine.ocs.world import Arrival, Hooks, World
from tests.ocs.yard import (
    along,
    battalion,
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
    trucks,
)

Draft = CoreDraft[World, OcsState]


def waiting(*ids: str) -> dict[str, Unit]:
    return {i: Unit(i, box=ARRIVING) for i in ids}


def arrivals(*names: str, turn: int = 1, **fields: object) -> tuple[Arrival, ...]:
    fields.setdefault("hexes", ("0103",))
    return (Arrival(turn, AXIS, tuple(names), **fields),)  # type: ignore[arg-type]


# ---------------------------------------------------------------- when and where (13.6)


@pytest.mark.rule("OCS 13.6")
def test_units_are_placed_at_their_entry_location_in_their_owners_phase() -> None:
    world = make_world([regiment("A")], arrivals=arrivals("A"))
    draft = make_draft(world, waiting("A"), step="B")
    assert refusal(draft, "place A at 0203") == "OCS 13.6"
    play(draft, "place A at 0103")
    unit = draft.state.units["A"]
    assert (unit.box, unit.hex, unit.mode) == (MAP, world.board.at("0103"), COMBAT)


@pytest.mark.rule("OCS 13.6")
def test_they_do_not_come_before_their_turn_nor_in_the_enemys() -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET)], arrivals=arrivals("A", turn=2))
    early = make_draft(world, waiting("A"), step="B", turn=1)
    assert refusal(early, "place A at 0103") == "OCS 13.6"
    assert refusal(make_draft(world, waiting("A"), step="B", turn=2), "place A at 0103") == ""
    foreign = make_draft(world, waiting("A"), step="B'", turn=2)
    assert refusal(foreign, "place A at 0103") == "OCS 13.6"


@pytest.mark.rule("OCS 13.6")
def test_arrival_cannot_be_delayed() -> None:
    world = make_world([regiment("A")], arrivals=arrivals("A"))
    draft = make_draft(world, waiting("A"), step="B")
    assert "end" not in offered(draft)
    with pytest.raises(Refusal, match=r"OCS 13\.6"):
        play(draft, "end")
    play(draft, "place A at 0103")
    assert "end" in offered(draft)


@pytest.mark.rule("OCS 13.6")
def test_some_arrive_near_an_hq() -> None:
    world = make_world(
        [regiment("A"), headquarters("H")], arrivals=arrivals("A", hexes=(), near=("H",), within=1)
    )
    draft = make_draft(world, {"H": "0603", **waiting("A")}, step="B")
    assert refusal(draft, "place A at 0703") == ""
    assert refusal(draft, "place A at 0803") == "OCS 13.6"


@pytest.mark.rule("OCS 13.6b")
def test_enemies_in_an_edge_hex_send_arrivals_to_the_nearest_open_one() -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET)], arrivals=arrivals("A"))
    draft = make_draft(world, {"E": "0103", **waiting("A")}, step="B")
    assert refusal(draft, "place A at 0103") == "OCS 13.6"
    assert refusal(draft, "place A at 0102") == ""
    assert refusal(draft, "place A at 0101") == "OCS 13.6", "further off"


@pytest.mark.rule("OCS 13.6a")
def test_arrivals_may_overstack_a_hex() -> None:
    world = make_world(
        [*(division(f"D{i}") for i in range(3)), division("A")], arrivals=arrivals("A")
    )
    draft = make_draft(world, {**dict.fromkeys(("D0", "D1", "D2"), "0103"), **waiting("A")},
                       step="B")
    play(draft, "place A at 0103", "end")
    assert draft.state.units["A"].on_map
    assert draft.state.asks == ()


@pytest.mark.rule("OCS 13.6b")
def test_arrivals_may_stand_in_an_enemy_zoc_but_not_in_strat_or_reserve_there() -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET)], arrivals=arrivals("A"))
    draft = make_draft(world, {"E": "0203", **waiting("A")}, step="B")
    assert refusal(draft, "place A at 0103 as move") == ""
    assert refusal(draft, "place A at 0103 as strat") == "OCS 5.8a"
    assert refusal(draft, "place A at 0103 as reserve") == "OCS 5.7c"
    alone = make_draft(world, {"E": "0903", **waiting("A")}, step="B")
    for mode in ("combat", "move", "strat", "reserve"):
        assert refusal(alone, f"place A at 0103 as {mode}") == ""
    assert refusal(alone, "place A at 0103 as dg") == "OCS 13.6b"


@pytest.mark.rule("OCS 5.6b", "OCS 13.6b")
def test_transport_arrives_in_move_mode() -> None:
    world = make_world([trucks("T")], arrivals=arrivals("T"))
    draft = make_draft(world, waiting("T"), step="B")
    assert refusal(draft, "place T at 0103 as combat") == "OCS 5.6b"
    play(draft, "place T at 0103")
    assert draft.state.units["T"].mode == MOVE


@pytest.mark.rule("OCS 12.5f")
def test_placing_needs_no_fuel_and_moving_on_does() -> None:
    world = make_world([battalion("Pz", mobility=TRACK)], arrivals=arrivals("Pz"),
                       sources={AXIS: ("0103",)})
    draft = make_draft(world, waiting("Pz"), step="B")
    play(draft, "place Pz at 0103", "end")
    assert refusal(draft, "move Pz to 0203") == "OCS 12.5a"


@pytest.mark.rule("OCS 13.6")
def test_aircraft_arrive_active_at_any_friendly_base() -> None:
    plane = Aircraft("Me", "Me", AXIS, "F", 4, range=20)
    world = make_world([], planes=[plane], arrivals=(Arrival(1, AXIS, air=("Me",)),))
    draft = make_draft(
        world, {}, step="B", air={"Me": AirUnit("Me", box=ARRIVING, active=False)},
        bases={"0303": (AXIS, 1), "0503": (SOVIET, 1)},
    )
    assert refusal(draft, "place Me at 0503") == "OCS 13.6"
    play(draft, "place Me at 0303")
    air = draft.state.air["Me"]
    assert (air.hex, air.box, air.active) == (world.board.at("0303"), MAP, True)


@pytest.mark.rule("OCS 13.6a", "OCS 14.2a")
def test_aircraft_arrive_only_where_a_base_has_room_for_active_ones() -> None:
    """Level 1 holds five: with four there one more comes, not two; full, the place is none."""
    new, there = ("N1", "N2"), tuple(f"F{i}" for i in range(4))
    planes = [Aircraft(n, n, AXIS, "F", 4, range=20) for n in (*new, *there)]
    world = make_world([], planes=planes, arrivals=(Arrival(1, AXIS, air=new),))
    home = world.board.at("0303")
    draft = make_draft(
        world, {}, step="B", bases={"0303": (AXIS, 1)},
        air={n: AirUnit(n, box=ARRIVING, active=False) for n in new}
        | {n: AirUnit(n, home) for n in there},
    )
    assert refusal(draft, "place N1, N2 at 0303") == "OCS 13.6a"
    play(draft, "place N1 at 0303")
    assert refusal(draft, "place N2 at 0303") == "OCS 13.6"
    play(draft, "end")  # it waits: no base takes it
    assert draft.state.air["N2"].box == ARRIVING


@pytest.mark.rule("OCS 13.6b", "OCS 13.6c")
def test_every_mode_and_a_load_are_offered() -> None:
    world = make_world([trucks("T"), organic("O", "57")], arrivals=arrivals("T", "O"))
    draft = make_draft(world, waiting("T", "O"), step="B")
    assert offered(draft) == [
        "place T at 0103", "place O at 0103", "place O at 0103 as reserve"]
    reinforcements.deliver(draft, Delivery(AXIS, 4, (world.board.at("0103"),)))
    assert "place T at 0103 as loaded" in offered(draft)
    assert "place O at 0103 as loaded" not in offered(draft)


# ---------------------------------------------------------------- supply and loads (2.3-B, 13.6c)


@pytest.mark.rule("OCS 2.3-B", "OCS 13.6")
def test_supply_that_comes_with_arrivals_lies_at_their_entry() -> None:
    world = make_world([regiment("A")], arrivals=arrivals("A", tokens=6))
    draft = make_draft(world, waiting("A"), step="B")
    reinforcements.open_phase(draft)
    assert tokens(draft, "0103") == 6


@pytest.mark.rule("OCS 2.3-B")
def test_the_player_shares_out_supply_among_several_places() -> None:
    world = make_world([regiment("A")])
    draft = make_draft(world, {"A": "0603"}, step="B")
    at = world.board.at
    reinforcements.deliver(draft, Delivery(AXIS, 10, (at("0103"), at("0203")), (4, 99)))
    assert refusal(draft, "place-supply 5 at 0103") == "OCS 2.3-B"
    assert refusal(draft, "place-supply 1 at 0303") == "OCS 2.3-B"
    play(draft, "place-supply 4 at 0103")
    assert draft.state.asks == (Delivery(AXIS, 6, (at("0203"),), (99,)),)
    play(draft, "place-supply 6 at 0203")
    assert (tokens(draft, "0103"), tokens(draft, "0203")) == (4, 6)
    assert draft.state.asks == ()


@pytest.mark.rule("OCS 13.6c")
def test_organic_trucks_arrive_loaded() -> None:
    world = make_world([organic("O", "57", points=2)], arrivals=arrivals("O"))
    draft = make_draft(world, waiting("O"), step="B")
    play(draft, "place O at 0103")
    assert draft.state.units["O"].load == 8


@pytest.mark.rule("OCS 13.6c")
def test_other_transport_arrives_loaded_only_with_supply_that_arrives_there() -> None:
    world = make_world([trucks("T", points=2), trucks("U")], arrivals=arrivals("T", "U"))
    draft = make_draft(world, waiting("T", "U"), step="B", dumps={"0103": (AXIS, 9)})
    assert refusal(draft, "place T at 0103 as loaded") == "OCS 13.6c"
    at = world.board.at("0103")
    reinforcements.deliver(draft, Delivery(AXIS, 5, (at,)))
    play(draft, "place T at 0103 as loaded", "place U at 0103")
    assert draft.state.units["T"].load == 5, "what arrives, not what lay there"
    assert draft.state.units["U"].load == 0
    assert tokens(draft, "0103") == 9


# ---------------------------------------------------------------- entraining at once (13.6b)


@pytest.mark.rule("OCS 13.6b", "OCS 13.3e")
def test_arrivals_entrain_where_they_arrive_on_any_railroad_of_their_gauge() -> None:
    board = make_board(12, 6, {"0703": "village"}, along(3, 1, 8, "rail"))
    gauge = {f"{c:02}03": AXIS for c in range(1, 9)}
    world = make_world(
        [regiment("A"), regiment("Old")], board, arrivals=arrivals("A", hexes=("0203",)),
        sources={AXIS: ("0103",)}, rail_capacity={AXIS: 40},
    )
    draft = make_draft(world, {"Old": Unit("Old", board.at("0203"), front=False), **waiting("A")},
                       step="B", gauge=gauge, sides={AXIS: Side(rail=40), SOVIET: Side()})
    play(draft, "place A at 0203 as move", "end")
    assert refusal(draft, "rail A to 0703") == ""
    assert refusal(draft, "rail Old to 0703") == "OCS 13.3e"


@pytest.mark.rule("OCS 13.6b", "OCS 13.3e")
def test_new_supply_entrains_where_it_arrives_and_old_supply_does_not() -> None:
    board = make_board(12, 6, {"0703": "village"}, along(3, 1, 8, "rail"))
    gauge = {f"{c:02}03": AXIS for c in range(1, 9)}
    world = make_world([regiment("A")], board, arrivals=arrivals("A", hexes=("0203",), tokens=4),
                       sources={AXIS: ("0103",)})
    draft = make_draft(world, waiting("A"), step="B", gauge=gauge, dumps={"0203": (AXIS, 8)},
                       sides={AXIS: Side(rail=40), SOVIET: Side()})
    reinforcements.open_phase(draft)
    play(draft, "place A at 0203", "end")
    assert refusal(draft, "rail-supply 5 from 0203 to 0703") == "OCS 13.3e"
    play(draft, "rail-supply 4 from 0203 to 0703")
    assert (tokens(draft, "0203"), tokens(draft, "0703")) == (8, 4)
    assert refusal(draft, "rail-supply 1 from 0203 to 0703") == "OCS 13.3e"


# ---------------------------------------------------------------- returns from a Breakout (12.8e)


@pytest.mark.rule("OCS 12.8e", "OCS 13.6")
def test_units_that_broke_out_come_back_as_the_dice_said() -> None:
    hooks = Hooks(arrival_hexes=lambda w, s, id_: (w.board.at("0303"),))
    world = make_world([division("A")], hooks=hooks)
    away = {"A": Unit("A", box=AWAY, lost=1)}
    early = make_draft(world, away, step="B", turn=2, returning=((3, "A"),))
    assert refusal(early, "place A at 0303") == "OCS 13.6"
    draft = make_draft(world, away, step="B", turn=3, returning=((3, "A"),))
    assert refusal(draft, "place A at 0403") == "OCS 13.6"
    play(draft, "place A at 0303")
    assert draft.state.units["A"].lost == 1
    assert draft.state.returning == ()


@pytest.mark.rule("OCS 13.6")
def test_a_game_may_ask_for_a_unit_to_be_placed() -> None:
    world = make_world([regiment("A"), regiment("B")])
    draft = make_draft(world, waiting("A", "B"), step="B")
    at = world.board.at
    draft.ask(Placement(AXIS, ("A",), (at("0403"), at("0503")), "TTW 1.7b"))
    modes = ("move", "reserve", "strat")
    assert offered(draft) == [
        "place A at 0403", "place A at 0503",
        *(f"place A at {hex_} as {mode}" for hex_ in ("0403", "0503") for mode in modes),
    ]
    assert refusal(draft, "place B at 0403") == "TTW 1.7b"
    play(draft, "place A at 0503")
    assert draft.state.asks == ()


@pytest.mark.rule("OCS 2.3-B")
def test_the_game_does_its_own_work_first_and_may_ask() -> None:
    def work(draft: Draft) -> bool:
        draft.ask(Delivery(AXIS, 8, (draft.world.board.at("0303"), draft.world.board.at("0403"))))
        return True

    world = make_world(hooks=Hooks(reinforcement=work))
    draft = make_draft(world, {}, step="B")
    assert reinforcements.open_phase(draft)
    assert offered(draft) == ["place-supply 8 at 0303", "place-supply 8 at 0403"]
