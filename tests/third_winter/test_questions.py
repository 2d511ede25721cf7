"""Questions that players got wrong, each on a small board with its whole answer.

Others are answered where their chapters are tested: TTW-Q07 and TFB-Q01 in `test_posture.py`,
TTW-Q09 in `test_barrage_markers.py`.
"""

from __future__ import annotations

import pytest

from engine.ocs import hunger, odds
from engine.ocs.pieces import AXIS, DG, LEG, RE, SOVIET, TRACK, Counter, Face
from engine.ocs.state import Fighting
from engine.ocs.world import Draft
from engine.third_winter import kampfgruppen, pontoons
from engine.third_winter.state import BLOWN, REPAIRED, Kampfgruppe, edge
from engine.third_winter.state import change as alter
from tests.ocs import yard
from tests.ocs.yard import change, go_to, offered, play, refusal, tokens
from tests.third_winter.ground import (
    board,
    german,
    kessel,
    pontoon,
    river,
    soviet,
    tanks,
    where,
)
from tests.third_winter.steppe import drafted, now, plane, winter

# ---------------------------------------------------------------- TTW-Q01

BEND = board(columns=6, rows=9, sides=river("D2.04-D3.05", "D2.05-D3.05", "D3.06-D3.05"))
"""Three hexes lie across the river from D3.05: D2.04, D2.05 and D3.06."""


def ferry(regiments: int, enemy: bool) -> Draft:
    names = [f"I{n}" for n in range(1, regiments + 1)]
    brigade = tanks("T", re4=RE)
    world = winter([pontoon("Pon"), brigade, german("G"), *map(soviet, names)], BEND)
    units = dict.fromkeys(("Pon", "T", *names), "D3.05") | {"G": "D3.06" if enemy else "D6.09"}
    draft = drafted(world, units)
    play(draft, "act ferry D3.05 with Pon")
    change(draft, "T", fuel="phase")
    return draft


@pytest.mark.rule("TTW 1.5a", "TTW 1.5a.2", "TTW 1.5a.3", "TTW 1.5.A")
def test_ttw_q01_three_re_cross_each_hexside_of_a_ferry() -> None:
    """TTW-Q01: 6 RE to two empty hexes; neither the tanks nor the Pontoon unit; 9 RE to three."""
    draft = ferry(8, enemy=True)
    for goal, names in (("D2.04", "I1 I2 I3"), ("D2.05", "I4 I5 I6")):
        for name in names.split():
            play(draft, f"move {name} via {goal}")
    assert refusal(draft, "move Pon via D2.04") == "OCS 6.1g"  # its work takes the whole phase
    change(draft, "Pon", finished=False, moved=False, working=False)
    for goal in ("D2.04", "D2.05"):
        assert refusal(draft, f"move I7 via {goal}") == "TTW 1.5a"
        assert refusal(draft, f"move T via {goal}") == "TTW 1.4b"
        assert refusal(draft, f"move Pon via {goal}") == "TTW 1.5a"
    assert refusal(draft, "move I7 via D3.06") != ""  # an enemy is there
    assert sum(now(draft).crossed.values()) == 6 * RE
    nine = ferry(9, enemy=False)
    for n, goal in enumerate(("D2.04", "D2.05", "D3.06")):
        for name in (f"I{3 * n + 1}", f"I{3 * n + 2}", f"I{3 * n + 3}"):
            play(nine, f"move {name} via {goal}")
    assert now(nine).crossed == dict.fromkeys(now(nine).crossed, 3 * RE)
    assert sum(now(nine).crossed.values()) == 9 * RE


# ---------------------------------------------------------------- TTW-Q03

BRIDGE_FIELD = board(columns=6, rows=9, sides=river("D2.05-D3.05 road"))
BRIDGE = edge(BRIDGE_FIELD.at("D2.05"), BRIDGE_FIELD.at("D3.05"))


def work(harass: str, hurt: str = "") -> tuple[str, dict[str, int]]:
    """Day on which the bridge is repaired, or empty; work done after each day from 1 October.

    On the day `harass` a German regiment stands beside the Pontoon unit during the phase; on
    `hurt` one enters the other end of the bridge.
    """
    world = winter([pontoon("Pon"), german("G")], BRIDGE_FIELD)
    draft = drafted(world, {"Pon": "D3.05", "G": "D6.09"}, game={"bridges": {BRIDGE: BLOWN}})
    done = {}
    for turn, day in enumerate(world.scenario.turns[2:9], 3):
        draft.update(turn=turn)
        change(draft, "Pon", moved=False, finished=False)
        change(draft, "G", hex="D4.05" if day == harass else "D6.09")
        alter(draft, repairing={}, repaired_now=frozenset())
        go_to(draft, "C2")
        pontoons.step_begins(draft)
        if now(draft).bridges[BRIDGE] == REPAIRED:
            return day, done
        if refusal(draft, "act repair D2.05 with Pon") == "":
            play(draft, "act repair D2.05 with Pon")
        if day == hurt:
            change(draft, "G", hex="D2.05")
            pontoons.hex_entered(draft, ("G",), BRIDGE_FIELD.at("D2.05"))
        done[day] = now(draft).repairs.get(BRIDGE, 0)
    return "", done


@pytest.mark.rule("TTW 1.5b", "TTW 1.5b.1", "TTW 1.5b.1.ex1", "TTW 1.5b.2", "TTW 1.5b.3")
def test_ttw_q03_an_enemy_nearby_costs_a_turn_one_at_the_bridge_all_work() -> None:
    """TTW-Q03: begun on 1 October, disturbed on the 5th: usable on the 19th; else all is lost."""
    ready, done = work("1943-10-05")
    assert ready == "1943-10-19"
    assert list(done.items())[:5] == [
        ("1943-10-01", 1), ("1943-10-05", 1), ("1943-10-08", 2), ("1943-10-12", 3),
        ("1943-10-15", 4)]
    _, lost = work("1943-10-05", hurt="1943-10-12")
    assert lost["1943-10-08"] == 2 and lost["1943-10-12"] == 0


# ---------------------------------------------------------------- TTW-Q05

TOWN = board(columns=9, rows=6, terrain={"D4.04": "minor_city"},
             sides=river("D3.02-D4.02", word="minor_river"))


@pytest.mark.rule("TTW 1.6c")
def test_ttw_q05_which_rating_a_special_assault_unit_has() -> None:
    """TTW-Q05: 4 into a city and over a river; 3 into the open, on defense and in attrition."""
    face = Face(5, True, 4, 3, LEG)
    piece = Counter("Eng", "Eng", SOVIET, "assault_engineer", combat=face, move=face,
                    special_assault=True, steps=3, re4=3 * RE)
    world = winter([piece, german("G")], TOWN)

    def leads(start: str, goal: str) -> int:
        draft = drafted(world, {"Eng": start, "G": goal})
        draft.update(fighting=Fighting(TOWN.at(goal), ("Eng",), lead="Eng"))
        return odds.rating(world, draft.state, "Eng", attacking=True)

    assert leads("D3.04", "D4.04") == 4  # a: a city
    assert leads("D3.02", "D4.02") == 4  # b: open ground over a Minor River
    assert leads("D6.02", "D7.02") == 3  # c: open ground, no river
    city = drafted(world, {"Eng": "D4.04"})
    assert odds.rating(world, city.state, "Eng", attacking=False) == 3  # d
    starving = drafted(world, {"Eng": "D4.04"}, rolls=(4, 5))
    change(starving, "Eng", oos=True)
    hunger.supply_phase(starving)
    assert starving.state.units["Eng"].lost == 2  # e: a 9 costs 2 at rating 3, but 1 at 4


# ---------------------------------------------------------------- TTW-Q11


@pytest.mark.rule("TTW 2.4e.8", "TTW 2.4e.8.s1")
def test_ttw_q11_two_of_four_kampfgruppen_react_on_a_five() -> None:
    """TTW-Q11: half of 5, rounded down; fueled free for the phase; 2T with one that moves."""
    field = board("B", 20, 12)
    face, back = Face(8, True, 4, 6, TRACK), Face(4, True, 4, 12, TRACK)
    names = ("P1", "P2", "P3", "P4")
    pieces = [Counter(n, n, AXIS, "armor", combat=face, move=back, re4=RE // 2,
                      nationality="Wehrmacht", symbol="yellow") for n in names]
    stands = {n: f"B5.0{2 * i}" for i, n in enumerate(names, 1)}
    groups = {f"kg-{i}": Kampfgruppe(field.at(stands[n]), (n,)) for i, n in enumerate(names, 1)}
    draft = drafted(winter([*pieces, soviet("R")], field), {**stands, "R": "B15.05"},
                    first=SOVIET, step="E1", rolls=(5,), game={"kampfgruppen": groups})
    kampfgruppen.step_begins(draft)
    assert {t for t in offered(draft) if "kg-react" in t} == {
        f"act kg-react {stands[n]} as kg-{i}" for i, n in enumerate(names, 1)}
    play(draft, "act kg-react B5.02 as kg-1", "act kg-react B5.04 as kg-2")
    assert refusal(draft, "act kg-react B5.06 as kg-3") == "TTW 2.4e"
    assert draft.state.dumps == {}
    play(draft, "move P1 to B7.02", "move P2 to B7.04")
    assert (where(draft, "P1"), where(draft, "P2")) == ("B7.02", "B7.04")
    assert refusal(draft, "move P3 to B7.06") != ""
    assert sum(d.tokens for d in draft.state.dumps.values()) == tokens(draft, "B5.02") == 2


# ---------------------------------------------------------------- TTW-Q13


@pytest.mark.rule("TTW 2.2f", "TTW 2.2f.A4", "TTW 2.2f.B1", "TTW 2.2f.B2", "TTW 2.2f.B3",
                  "TTW 2.2f.D")
def test_ttw_q13_a_tank_buster_with_an_escort() -> None:
    """TTW-Q13: only the Hs.129 counts and takes the flak loss; [1/2] is one step, of the tanks.

    Flak 12 hits; half of 16 points is 8, two columns to the right 17-24, where 8 + 1 is [1/2].
    """
    field = board("D", 12, 4)
    craft = [plane("Hs.129", side=AXIS, tank_buster=True, barrage=16),
             plane("Ju.87D", side=AXIS, barrage=14)]
    pieces = [german("Spy"), tanks("Tank"), yard.division("Rifle", SOVIET)]
    draft = drafted(
        winter(pieces, field, craft), {"Spy": "D8.02", "Tank": "D9.02", "Rifle": "D9.02"},
        first=AXIS, step="C3", rolls=(6, 6, 4, 4), bases={"D5.02": (AXIS, 2)},
        air={"Hs.129": "D5.02", "Ju.87D": "D5.02"},
    )
    play(draft, "fly barrage D9.02 with Hs.129, Ju.87D")
    assert (draft.state.air["Hs.129"].lost, draft.state.air["Ju.87D"].lost) == (1, 0)
    told = next(e.text for e in draft.events if e.text.startswith("barrage of"))
    assert told.startswith("barrage of D9.02, 8 points: roll 8+1") and told.endswith(": 1")
    assert where(draft, "Tank") == "dead"
    assert (draft.state.units["Rifle"].marker, draft.state.units["Rifle"].lost) == (DG, 0)


# ---------------------------------------------------------------- TTW-Q15


@pytest.mark.rule("TTW 2.3a.B", "TTW 2.3a.B1", "TTW 2.3a.B6", "TTW 2.3a.ex1.1",
                  "TTW 2.3a.ex1.5", "TTW 2.3a.ex1.7")
def test_ttw_q15_who_uses_the_free_move_of_a_kessel_hq() -> None:
    """TTW-Q15: only Leg units on hexes within 2 of it, ending no further east; it may have moved.

    K has gone to B6.06 in Move Mode: A stands 2 away, P 1, C 1 and D 2.
    """
    field = board("B", 12, 12)
    pieces = [kessel("K"), tanks("P", AXIS), *(german(n, ma=1) for n in ("A", "C", "D"))]
    units = {"K": "B6.07", "A": "B6.08", "P": "B6.05", "C": "B5.07", "D": "B4.06"}
    draft = drafted(winter(pieces, field), units, first=AXIS)
    change(draft, "K", front=False)
    play(draft, "move K to B6.06", "halt K")
    assert draft.state.units["K"].moved
    play(draft, "act kessel-move B6.04 with A")  # four hexes
    assert (where(draft, "A"), draft.state.units["A"].spent) == ("B6.04", 0)
    assert refusal(draft, "act kessel-move B6.04 with P") == "TTW 2.3a"
    assert refusal(draft, "act kessel-move B3.06 with C") == "TTW 2.3a"  # three from K
    for goal in ("B5.06", "B5.07"):  # one column further east
        assert refusal(draft, f"act kessel-move {goal} with D") == "TTW 2.3a"
    assert refusal(draft, "act kessel-move B4.07 with D") == ""  # its own column


def test_the_board_of_q15_has_the_distances_that_it_names() -> None:
    field = board("B", 12, 12)
    away = {n: field.distance(field.at(n), field.at("B6.06"))
            for n in ("B6.08", "B6.05", "B5.07", "B4.06", "B3.06", "B4.07")}
    assert away == {"B6.08": 2, "B6.05": 1, "B5.07": 1, "B4.06": 2, "B3.06": 3, "B4.07": 2}
