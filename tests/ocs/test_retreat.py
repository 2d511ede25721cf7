"""Retreats (OCS 9.12): distance, ways, enemy zones, those who come along and those who cannot."""

from __future__ import annotations

import pytest

from engine.core.board import Board
from engine.ocs import retreat
from engine.ocs.decisions import Retreat
from engine.ocs.flow import prune
from engine.ocs.pieces import AXIS, DG, SOVIET, STRAT, TRACK, Counter, Face
from engine.ocs.state import Fighting
from engine.ocs.world import Draft
from tests.ocs.yard import (
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
    settle,
    trucks,
    unit_at,
)


def beaten(
    units: dict[str, str], counters: list[Counter], length: int, board: Board | None = None,
    attackers: tuple[str, ...] = ("0303",), losers: tuple[str, ...] = ("X",),
    more: dict[str, dict[str, object]] | None = None, **state: object,
) -> Draft:
    """The Soviet `losers`, attacked from these hexes, must go back so far."""
    world = make_world(counters, board)
    more = more or {}
    placed = {i: unit_at(world, i, h, **more.get(i, {})) for i, h in units.items()}
    draft = make_draft(world, placed, step="F2", **state)
    at = world.board.at
    first = placed[losers[0]].hex
    enemies = tuple(sorted({u.hex for i, u in placed.items()
                            if world.counters[i].side == AXIS and world.counters[i].fighting}))
    draft.update(fighting=Fighting(
        first, ("A",), attacker_hexes=tuple(at(h) for h in attackers), enemy_hexes=enemies,
        stage="done", result="Ae4 DL1o2",
    ))
    draft.ask(Retreat(SOVIET, losers, length))
    prune(draft)
    settle(draft)
    return draft


def toll(draft: Draft, *via: str) -> int:
    """Steps that a way is said to cost X."""
    world = draft.world
    return retreat.toll(world, draft.state, SOVIET, ("X",), tuple(map(world.board.at, via)))


A, X = regiment("A"), regiment("X", SOVIET)


@pytest.mark.rule("OCS 9.12", "OCS 9.12c", "OCS 9.12.1")
def test_a_retreat_ends_at_its_exact_distance_away_from_the_enemy() -> None:
    """From 0403, attacked from 0303: every other neighbour lies no nearer to the attacker."""
    draft = beaten({"A": "0303", "X": "0403"}, [A, X], 1)
    assert {c.split()[-1] for c in offered(draft)} == {"0302", "0402", "0404", "0502", "0503"}
    assert refusal(draft, "retreat X via 0303") == "OCS 9.12"
    assert refusal(draft, "retreat X via 0503 0603") == "OCS 9.12"
    assert refusal(draft, "retreat X via 0603") == "OCS 9.12"
    play(draft, "retreat X via 0503")
    assert draft.state.units["X"].mode == "combat"


@pytest.mark.rule("OCS 9.12", "OCS 9.12.1")
def test_the_way_may_bend_and_be_longer_than_the_distance() -> None:
    """The lake on three hexsides leaves 0402 only: two hexes away by three."""
    lakes = {("0403", n): "lake" for n in ("0302", "0404", "0502", "0503")}
    draft = beaten({"A": "0203", "X": "0403"}, [A, X], 2, make_board(sides=lakes),
                   attackers=("0203",))
    assert refusal(draft, "retreat X via 0402 0502 0602") == ""
    assert refusal(draft, "retreat X via 0402 0502") == "OCS 9.12"
    assert refusal(draft, "retreat X via 0502 0602") == "OCS 9.12"


@pytest.mark.rule("OCS 9.12", "OCS 9.12.2")
def test_units_die_only_where_no_way_is_open_however_long_it_is() -> None:
    """Of all hexes two away only 0604 is land; lakes leave 0302 as the first step, A shuts 0303:

    round by 0402, 0502 and 0503, five hexes to get two away.
    """
    lakes = {("0403", n): "lake" for n in ("0402", "0404", "0502", "0503")}
    ring = ("0202", "0203", "0204", "0301", "0304", "0401", "0405", "0501", "0504", "0602", "0603")
    board = make_board(terrain=dict.fromkeys(ring, "sea"), sides=lakes)
    draft = beaten({"A": "0303", "X": "0403"}, [A, X], 2, board)
    assert offered(draft) == ["retreat X via 0302 0402 0502 0503 0604"]
    play(draft, "retreat X via 0302 0402 0502 0503 0604")
    assert draft.state.units["X"].hex == draft.world.board.at("0604")
    board = make_board(terrain=dict.fromkeys((*ring, "0604"), "sea"), sides=lakes)
    shut = beaten({"A": "0303", "X": "0403"}, [A, X], 2, board)
    assert not shut.state.units["X"].on_map


@pytest.mark.rule("OCS 9.12", "OCS 9.12e")
def test_a_way_round_enemy_zones_is_found_and_a_hex_beyond_them_stays_open() -> None:
    """C's zone covers 0503 and 0603, B's 0603: by 0502 only one is entered; at 0501 none is."""
    draft = beaten({"A": "0303", "B": "0703", "C": "0604", "X": "0403"},
                   [A, X, regiment("B"), regiment("C")], 2)
    decision = draft.state.asks[-1]
    assert isinstance(decision, Retreat)
    at = draft.world.board.id
    zones = {at(w.hexes[-1]): w.zocs for w in retreat.ways(draft.world, draft.state, decision,
                                                           ("X",))}
    assert (zones["0501"], zones["0603"]) == (0, 1)


@pytest.mark.rule("OCS 9.12")
def test_the_owner_takes_any_open_way_to_the_hex_that_he_chooses() -> None:
    draft = beaten({"A": "0203", "X": "0403"}, [A, X], 2, attackers=("0303",))
    for way in ("0503 0603", "0502 0603"):
        assert refusal(draft, f"retreat X via {way}") == ""


@pytest.mark.rule("OCS 9.12", "OCS 9.12.2")
def test_units_with_no_way_but_through_the_enemy_or_closed_terrain_are_destroyed() -> None:
    """Three neighbours are held, the others are sea."""
    seas = dict.fromkeys(("0402", "0502", "0503"), "sea")
    others = [regiment("B"), regiment("C")]
    draft = beaten({"A": "0303", "B": "0302", "C": "0404", "X": "0403"}, [A, X, *others], 1,
                   make_board(terrain=seas))
    assert not draft.state.units["X"].on_map
    assert draft.state.asks == ()


@pytest.mark.rule("OCS 9.12f")
def test_hexes_that_the_enemy_held_when_the_combat_began_stay_closed() -> None:
    """B stood in 0502 and is gone; the way there is shut all the same."""
    gone = regiment("B")
    draft = beaten({"A": "0303", "B": "0502", "X": "0403"}, [A, X, gone], 1)
    assert refusal(draft, "retreat X via 0502") == "OCS 9.12"
    units = {i: u for i, u in draft.state.units.items() if i != "B"}
    draft.update(units=units)
    assert refusal(draft, "retreat X via 0502") == "OCS 9.12"
    assert refusal(draft, "retreat X via 0503") == ""


@pytest.mark.rule("OCS 9.12f", "OCS 4.8c", "OCS 9.12f.1")
def test_attack_capable_units_retreat_over_enemy_transport_and_capture_it() -> None:
    hq = headquarters("H", SOVIET)
    draft = beaten({"A": "0303", "T": "0503", "X": "0403", "H": "0403"},
                   [A, X, hq, trucks("T")], 1, losers=("X", "H"), rolls=(6,))
    assert refusal(draft, "retreat H via 0503") == "OCS 9.12"
    assert refusal(draft, "retreat H via 0502") == ""
    play(draft, "retreat X via 0503")  # a 6 takes three quarters of one point: the whole
    assert draft.state.units["X"].hex == draft.world.board.at("0503")
    assert not draft.state.units["T"].on_map


@pytest.mark.rule("OCS 9.12a", "OCS 5.10a")
@pytest.mark.parametrize(("way", "marker"), [("0503", ""), ("0503 0603", DG)])
def test_the_second_hex_of_a_retreat_disorganizes(way: str, marker: str) -> None:
    """And everybody who stands in it."""
    draft = beaten({"A": "0203", "X": "0403", "Y": "0603"}, [A, X, regiment("Y", SOVIET)],
                   len(way.split()), attackers=("0303",))
    play(draft, f"retreat X via {way}")
    assert draft.state.units["X"].marker == marker
    assert draft.state.units["Y"].marker == marker


@pytest.mark.rule("OCS 9.12b", "OCS 13.1c")
def test_units_turn_to_their_move_side_where_they_must() -> None:
    fixed = regiment("F", SOVIET, combat=Face(5, True, 2, 0), move=Face(2, True, 2, 5))
    rooted = regiment("R", SOVIET, combat=Face(5, True, 2, 0), move=Face(2, True, 2, 0))
    draft = beaten({"A": "0303", "X": "0403", "F": "0403", "R": "0403", "H": "0403"},
                   [A, X, fixed, rooted, headquarters("H", SOVIET)], 1,
                   losers=("X", "F", "R", "H"))
    assert not draft.state.units["R"].on_map  # no allowance on either side
    play(draft, "retreat X, F, H via 0503")
    assert {i: u.front for i, u in draft.state.units.items() if u.on_map and i != "A"} == {
        "X": True, "F": False, "H": False,
    }


@pytest.mark.rule("OCS 9.12c")
def test_units_go_back_together_or_apart() -> None:
    draft = beaten({"A": "0303", "X": "0403", "Y": "0403"}, [A, X, regiment("Y", SOVIET)], 1,
                   losers=("X", "Y"))
    assert refusal(draft, "retreat X, Y via 0503") == ""
    play(draft, "retreat X via 0503", "retreat Y via 0502")
    assert draft.state.asks == ()
    assert draft.state.units["Y"].hex == draft.world.board.at("0502")


@pytest.mark.rule("OCS 9.12d", "OCS 13.2g.E")
def test_organic_trucks_come_along_and_ordinary_transport_stays() -> None:
    draft = beaten({"A": "0303", "X": "0403", "O": "0403", "T": "0403"},
                   [A, X, organic("O", "57", SOVIET), trucks("T", SOVIET)], 1)
    assert refusal(draft, "retreat O via 0503") == "OCS 9.12d"
    assert refusal(draft, "retreat X, T via 0503") == "OCS 9.12"
    assert "retreat X via 0503" in offered(draft)
    assert "retreat X, O via 0503" in offered(draft)
    play(draft, "retreat X, O via 0503")
    assert draft.state.units["O"].hex == draft.world.board.at("0503")
    assert draft.state.units["T"].hex == draft.world.board.at("0403")


@pytest.mark.rule("OCS 9.12d", "OCS 8.1h")
def test_bystanders_of_beaten_attackers_may_come_along() -> None:
    """16 to 8 is 2:1, an 8: Ao1 Do1. Q took no part; it stays or goes with them."""
    world = make_world([regiment("A"), regiment("B"), regiment("Q"), regiment("X", SOVIET)])
    units = {"A": "0303", "B": "0303", "Q": "0303", "X": "0403"}
    draft = make_draft(world, units, step="F2", dumps={"0303": (AXIS, 9)}, rolls=(3, 4, 4, 4))
    play(draft, "attack 0403 with A, B lead A", "pay X", "option 0")
    assert refusal(draft, "retreat Q via 0203") == "OCS 9.12d"
    assert "retreat A, B, Q via 0203" in offered(draft)
    play(draft, "retreat A, B, Q via 0203")
    assert {draft.state.units[i].hex for i in "ABQ"} == {world.board.at("0203")}


# ---------------------------------------------------------------- enemy zones (9.12e)


@pytest.mark.rule("OCS 9.12e", "OCS 5.10a")
def test_a_zone_disorganizes_those_who_retreat_into_it_and_all_who_stand_there() -> None:
    """B in 0603 reaches 0503; a friend there does not negate."""
    draft = beaten({"A": "0303", "B": "0603", "X": "0403", "Y": "0503"},
                   [A, X, regiment("B"), regiment("Y", SOVIET)], 1)
    play(draft, "retreat X via 0503")
    assert (draft.state.units["X"].marker, draft.state.units["Y"].marker) == (DG, DG)
    free = beaten({"A": "0203", "X": "0403"}, [A, X], 1)
    play(free, "retreat X via 0503")
    assert free.state.units["X"].marker == ""


@pytest.mark.rule("OCS 9.12e", "OCS 9.11c", "OCS 9.12e.1")
def test_units_that_were_dg_before_lose_a_step_of_their_owners_choice() -> None:
    draft = beaten({"A": "0303", "B": "0603", "X": "0403", "Y": "0403", "Z": "0503"},
                   [A, X, regiment("B"), division("Y", SOVIET), division("Z", SOVIET)], 1,
                   losers=("X", "Y"), more={"X": {"marker": DG}, "Y": {"marker": DG}})
    play(draft, "retreat X, Y via 0503")
    assert offered(draft) == ["lose X", "lose Y"]
    play(draft, "lose Y")
    assert (draft.state.units["Y"].lost, draft.state.units["Z"].lost) == (1, 0)
    assert draft.state.units["X"].on_map


@pytest.mark.rule("OCS 9.12e", "OCS 9.12a", "OCS 9.12e.1")
def test_two_zones_in_one_retreat_are_dg_in_the_first_and_a_step_in_the_second() -> None:
    """Reading U17: B reaches 0503 and 0603 from 0604."""
    draft = beaten({"A": "0303", "B": "0604", "X": "0403"}, [A, regiment("B"),
                   division("X", SOVIET)], 2)
    assert toll(draft, "0503", "0603") == 1
    play(draft, "retreat X via 0503 0603")
    assert (draft.state.units["X"].marker, draft.state.units["X"].lost) == (DG, 1)


@pytest.mark.rule("OCS 9.12e", "OCS 9.12a")
def test_a_zone_in_the_second_hex_only_costs_no_step() -> None:
    """They are DG by that hex, not before it."""
    draft = beaten({"A": "0303", "B": "0704", "X": "0403"}, [A, regiment("B"),
                   division("X", SOVIET)], 2)
    assert toll(draft, "0503", "0604") == 0
    play(draft, "retreat X via 0503 0604")
    assert (draft.state.units["X"].marker, draft.state.units["X"].lost) == (DG, 0)


@pytest.mark.rule("OCS 9.12a", "OCS 9.12e", "OCS 5.10a")
def test_question_ocs_q08_one_of_four_reaches_the_second_hex() -> None:
    """OCS-Q08: DL2o2DG kills two; DG units lose one more in the zone of K; K becomes DG.

    72 to 16 (four regiments at half) is 5:1 (4.5), a 12: Ae3 DL2o2DG.
    """
    defenders = [regiment(f"D{n}", SOVIET, combat=Face(4, True, 3, 3)) for n in range(4)]
    friends = [regiment(f"K{n}", SOVIET) for n in range(2)]
    force = [regiment(f"A{n}") for n in range(9)]
    world = make_world([*defenders, *friends, *force, regiment("B")])
    units = {c.id: "0403" for c in defenders} | {c.id: "0503" for c in friends}
    units |= {c.id: "0303" for c in force} | {"B": "0504"}
    draft = make_draft(world, units, step="F2",
                       dumps={"0303": (AXIS, 20), "0402": (SOVIET, 20)}, rolls=(3, 4, 6, 6))
    names = ", ".join(c.id for c in force)
    play(draft, f"attack 0403 with {names}", "pay D0, D1, D2, D3", "lead A0",
         "lead D0")
    play(draft, "lose D0, D1", "option 0", "retreat D2, D3 via 0503 0603", "lose D2")
    left = [i for i in ("D0", "D1", "D2", "D3") if draft.state.units[i].on_map]
    assert left == ["D3"]
    assert draft.state.units["D3"].hex == world.board.at("0603")
    assert {draft.state.units[c.id].marker for c in friends} == {DG}


@pytest.mark.rule("OCS 5.8a")
def test_a_strat_unit_that_must_enter_a_zone_is_eliminated() -> None:
    """The sea leaves 0503 only, in the zone of B."""
    seas = dict.fromkeys(("0402", "0302", "0404", "0502"), "sea")
    for b, on_map in (("0603", False), ("0803", True)):
        draft = beaten({"A": "0303", "B": b, "X": "0403"}, [A, X, regiment("B")], 1,
                       make_board(terrain=seas), more={"X": {"front": False, "marker": STRAT}})
        assert draft.state.units["X"].on_map is on_map


@pytest.mark.rule("OCS 9.12", "OCS 6.1d", "OCS 9.12.3")
def test_a_retreat_needs_no_way_back() -> None:
    """Tanks may leave a swamp across country, though they could not return."""
    board = make_board(terrain={"0403": "swamp"})
    tanks = regiment("X", SOVIET, combat=Face(6, True, 3, 6, TRACK))
    draft = beaten({"A": "0303", "X": "0403"}, [A, tanks], 1, board)
    assert refusal(draft, "retreat X via 0503") == ""


@pytest.mark.rule("OCS 9.12c")
def test_beaten_attackers_go_away_from_the_hex_that_they_attacked() -> None:
    world = make_world([regiment("A"), regiment("B"), regiment("X", SOVIET)])
    draft = make_draft(world, {"A": "0303", "B": "0303", "X": "0403"}, step="F2",
                       dumps={"0303": (AXIS, 9)}, rolls=(3, 4, 4, 4))  # 2:1, an 8: Ao1 Do1
    play(draft, "attack 0403 with A, B lead A", "pay X", "option 0")
    assert {c.split()[-1] for c in offered(draft)} == {"0203", "0204", "0302", "0304", "0404"}
    assert refusal(draft, "retreat A via 0403") == "OCS 9.12"
