"""Questions that players have answered wrongly, each asked of the engine on a small board.

Those that have a test beside their rule (EFS-Q01, 16, 19, 22, 42, 45, 48, 58, 60, 62) are not
repeated. EFS-Q29, 50, 65 and 73 belong to General Supply, railroads, replacements and bridges.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest

from engine.core.draft import Draft as CoreDraft
from engine.efs import combat as chapter
from engine.efs import flow, fortifications, supply, weather
from engine.efs.decisions import Lose, Retreat
from engine.efs.pieces import OUT_OF_SUPPLY, Counter
from engine.efs.sequence import place
from engine.efs.state import Fort
from engine.efs.supply import loc_length
from engine.efs.weather import lingers_in
from engine.efs.world import Switches
from engine.kiev_to_rostov import sumy
from tests.efs.battle import (
    Battle,
    Piece,
    battle,
    gun,
    modifiers,
    msu,
    outcome,
    red,
    steps,
    unit,
)
from tests.efs.support import (
    charts,
    headquarters,
    make_board,
    make_draft,
    make_state,
    make_world,
)

RED = {"side": "soviet", "nationality": "soviet"}
ATTACK_SUPPLY = Switches(general_supply=False, surrender=False, railroads=False,
                         replacements=False, air_transport=False, mandated_attacks=True)


def odds(there: Battle, text: str) -> str:
    """What the log says of the odds once the combat is opened."""
    there.do(text)
    return there.said("BSR 15.57")[0]


def panzer(formation: str, at: str, **marks: frozenset[str]) -> list[Piece]:
    """A whole panzer division: its panzer regiment and both motorized regiments."""
    kinds = {"Pz": {"type": "armor", "armor": True}, "M1": {"type": "motorized_infantry"},
             "M2": {"type": "motorized_infantry"}}
    return [(unit(f"{n} {formation}", 4, formation=formation, ma_class="motorized", **kind), at,
             dict(marks)) for n, kind in kinds.items()]


# ---------------------------------------------------------------- strengths (15.4, 15.5)


@pytest.mark.rule("BSR 15.4.s1", "BSR 15.51", "BSR 15.52b", "BSR 15.52b.x2")
def test_q03_support_is_capped_before_the_river_halves_the_attack() -> None:
    """9 of support capped at 7, the attack halved to 3.5: 10.5 to 4."""
    there = battle(
        (unit("A", 7), "0403"), (gun("G", 9), "0402"), (red("R"), "0404"), attacks={"0404": "A"},
        board=make_board(8, 8, sides={("0403", "0404"): "major_river"}), rolls=(5,),
    )
    assert odds(there, "fight 0404 with A support G").endswith("10.5 to 4, 2-1")


@pytest.mark.rule("BSR 15.52b", "BSR 15.61b")
def test_q04_a_bridge_halves_all_the_same_and_one_on_the_own_bank_denies_the_river() -> None:
    """P attacks over the bridged river with 3 of 6, Q beside the defender with 6: 9 to 4."""
    there = battle(
        (unit("P", 6), "0403"), (unit("Q", 6), "0503"), (red("R"), "0404"),
        attacks={"0404": "P, Q"}, rolls=(5,),
        board=make_board(8, 8, sides={("0403", "0404"): "major_river road.main"}),
    )
    assert modifiers(there, "P, Q") == {}
    assert odds(there, "fight 0404 with P, Q").endswith("9 to 4, 2-1")


# ---------------------------------------------------------------- losses (16.2, 16.3)


TANKS = unit("Pz", type="armor", armor=True, ma_class="motorized", reduced=(2, 2, 7))
FOOT = tuple(unit(f"M{n}", type="motorized_infantry", reduced=(2, 2, 7)) for n in (1, 2))


@pytest.mark.rule("BSR 16.32c.1", "BSR 16.32c.2", "BSR 16.32c.3", "BSR 16.32c.4", "BSR 16.32c.s1",
                  "BSR 16.32c.n1")
@pytest.mark.parametrize(
    ("result", "attacker", "defender"),
    [("1*", {"Pz"}, {"AT"}), ("*", set(), {"Div", "AT"}),
     ("1", {"Pz", "M1", "M2"}, {"Div", "AT"})],
)
def test_q07_who_may_lose_the_step(result: str, attacker: set[str], defender: set[str]) -> None:
    there = battle(
        (TANKS, "0403"), *((one, "0403") for one in FOOT),
        (steps("Div", 3, **RED), "0404"), (red("AT", type="antitank", reduced=(1, 1, 6)), "0404"),
    )
    outcome(there, "Pz, M1, M2", result, "1R")

    def able(names: Iterable[str]) -> set[str]:
        return {n for n in names if there.refused(f"lose {n}") == ""}

    if len(attacker) == 1:  # no choice: taken at once
        assert there.lost("Pz", "M1", "M2") == (1, 0, 0)
    elif attacker:
        assert able(("Pz", "M1", "M2")) == attacker
        there.do("lose M1")
        assert sum(there.lost("Pz", "M1", "M2")) == 1
    else:
        assert there.lost("Pz", "M1", "M2") == (0, 0, 0)
    if len(defender) == 1:
        assert there.lost("AT", "Div") == (1, 0)
    else:
        assert able(("Div", "AT")) == defender
        there.do("lose Div")
    assert isinstance(there.ask, Retreat) and set(there.ask.units) == {"Div", "AT"}


@pytest.mark.rule("BSR 22.22", "BSR 22.25e", "BSR 22.42.n1", "BSR 14.34b")
def test_q09_a_non_op_hq_outranks_the_nkvd_and_the_other_hq() -> None:
    board = make_board(9, 9, {"0404": "clear town"})
    pieces: tuple[Piece, ...] = (
        (unit("A"), "0403"), (red("N", nkvd=True), "0404"), (steps("Div", 3, **RED), "0404"),
        (headquarters("Broken"), "0606", {"nonop": True}), (headquarters(command=3), "0506"),
    )
    ordering = battle(*pieces, attacks={"0404": "A"}, step="B.3c", board=board)
    assert ordering.refused("order no-retreat 0404") == "BSR 14.34b"
    there = battle(*pieces, attacks={"0404": "A"}, board=board, rolls=(5,))
    assert modifiers(there, "A") == {}
    outcome(there, "A", "-", "1R")
    assert isinstance(there.ask, Lose) and there.ask.steps == 1
    assert {there.refused(f"lose {n}") for n in ("N", "Div")} == {""}
    there.do("lose N")
    assert isinstance(there.ask, Retreat) and there.ask.length == 2


@pytest.mark.rule("BSR 16.22", "BSR 16.23")
@pytest.mark.parametrize(("lost", "strength"), [(1, (5, 6)), (2, (4, 4)), (3, (2, 2))])
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_q68_a_seven_eight_loses_strength(lost: int, strength: tuple[int, int], side: str) -> None:
    there = battle((steps("Div", 4, side=side), "0404", {"lost": lost}))
    assert there.strength("Div") == strength


@pytest.mark.rule("BSR 16.31a", "BSR 16.31b", "BSR 16.31c", "BSR 16.31c.ex1")
def test_q78_four_steps_for_one_and_an_asterisk() -> None:
    there = battle(
        (steps("A", 4, **RED), "0403"), (steps("B", 4, **RED), "0403"), (unit("D"), "0404"),
        step="C.4c", board=make_board(8, 8, {"0404": "clear woods"}),
        forts={"0404": Fort("axis")}, switches=ATTACK_SUPPLY,
    )
    outcome(there, "A, B", "1*", "-", supplied=False, mandated=True)
    assert isinstance(there.ask, Lose) and there.ask.steps == 4


# ---------------------------------------------------------------- retreats (16.4)


@pytest.mark.rule("BSR 16.44", "BSR 16.44.s1")
@pytest.mark.parametrize(("watched", "where"), [(False, "0407"), (True, "cadre")])
def test_q12_one_hex_on_where_friends_stand_in_an_enemy_zoc(watched: bool, where: str) -> None:
    """X is 0405, Y 0406 with a friend, Z 0407. The enemy in 0306 sees Y, and Z unless a lake
    lies between."""
    land = {"0403", "0404", "0405", "0406", "0407", "0306"}
    sea = {f"{c:02}{r:02}": "sea" for c in range(1, 9) for r in range(1, 10)}
    there = battle(
        (unit("A"), "0403"), (red("R"), "0404"), (red("Friend"), "0406"), (unit("E"), "0306"),
        board=make_board(8, 9, {h: w for h, w in sea.items() if h not in land},
                         sides={("0306", "0407"): "" if watched else "lake"}),
    )
    outcome(there, "A", "-", "R").finish()
    assert (there.where("R"), there.rolls()) == (where, [])


# ---------------------------------------------------------------- weather (5)


@pytest.mark.rule("BSR 5.14", "BSR 6.22", "BSR 6.32")
def test_q25_frost_after_mud_lingers_nowhere() -> None:
    world = make_world(make_board(4, 4, {"0202": "clear woods"}))
    draft = make_draft(world, {})
    for condition in ("mud", "frost"):
        weather.apply_result(draft, condition, False)
    assert draft.state.weather == "frost"
    assert not lingers_in(world, draft.state, world.board.at("0202"))
    assert loc_length(world, draft.state) == 7
    assert world.charts.effects["road_net_hexes"]["frost"] == 21


@pytest.mark.rule("PB 3.12", "BSR 5.14")
def test_q28_a_third_mud_in_a_dry_climate_is_dry_and_lingers() -> None:
    track = charts().turn_track
    dry = next(turn for turn, (climate, _) in track.items() if climate == "Dry")
    board = make_board(4, 4, {"0202": "clear woods"})
    world = make_world(board, weather={dry: "mud storm"})
    draft = make_draft(world, {}, turn=dry, step="A.1", rolled=("mud", "mud"))
    weather.determine(draft)
    assert (draft.state.weather, draft.state.storm) == ("dry", False)
    assert lingers_in(world, draft.state, world.board.at("0202"))
    assert not lingers_in(world, draft.state, world.board.at("0101"))


# ---------------------------------------------------------------- supply, command, guns


@pytest.mark.rule("BSR 15.31.n1", "BSR 15.68c.1", "BSR 6.73", "BSR 6.74")
def test_q33_attack_supply_gives_back_integrity_and_guns_but_no_marker_comes_off() -> None:
    out = frozenset({OUT_OF_SUPPLY})
    there = battle(
        *panzer("9 Pz", "0403", marks=out), (gun("G", 3), "0402", {"marks": out}),
        msu("M", "0101"), (red("R"), "0404"), attacks={"0404": "Pz 9 Pz, M1 9 Pz, M2 9 Pz"},
        switches=ATTACK_SUPPLY, rolls=(5,),
    )
    names = "Pz 9 Pz, M1 9 Pz, M2 9 Pz"
    assert there.refused(f"fight 0404 with {names} support G supplied M") == ""
    assert modifiers(there, names, supplied=True)["BSR 15.68"] == -1
    assert "BSR 15.68" not in modifiers(there, names, supplied=False)
    there.do(f"fight 0404 with {names} support G supplied M")
    assert all(OUT_OF_SUPPLY in there.state.units[n].marks for n in (*names.split(", "), "G"))
    assert supply.out_of_supply(there.state.units["G"])


@pytest.mark.rule("BSR 22.12", "BSR 22.12a", "BSR 22.12b", "BSR 22.12c", "BSR 22.12c.ex1")
def test_q36_one_point_is_one_activation_one_reaction_and_an_order_in_each_segment() -> None:
    """Two of everything in range of an HQ of command value 1, through a whole turn."""
    pieces: tuple[Piece, ...] = (
        (headquarters(command=1), "0506"),
        (red("Foot 1"), "0606"), (red("Foot 2"), "0606"),
        (red("Tank 1", type="armor", armor=True, ma_class="motorized"), "0406"),
        (red("Tank 2", type="armor", armor=True, ma_class="motorized"), "0406"),
        (red("D1", 2), "0304"), (red("D2", 2), "0704"),
        (unit("A1", 6), "0303"), (unit("A2", 6), "0703"),
    )
    there = battle(
        *pieces, attacks={"0304": "A1", "0704": "A2"}, step="B.3a", board=make_board(9, 9),
    )
    assert there.refused("move Tank 1, Tank 2 to 0506") == "BSR 14.11c.1"
    there.do("move Tank 1 to 0405")
    assert there.refused("move Tank 2 to 0405") == "BSR 14.11c.1"
    there.do("end", "order no-retreat 0304")
    assert there.refused("order no-retreat 0704") == "BSR 14.34"
    later = there.set(step=place("C.1"), attacks=(), orders=(), used={})
    later.do("activate Foot 1 by HQ")
    assert later.refused("activate Foot 2 by HQ") == "BSR 22.12a"


@pytest.mark.rule("PB 7.3", "PB 7.3.s1", "PB 7.3.ex1")
def test_q40_the_most_that_two_romanian_and_three_german_guns_give_a_defense() -> None:
    """Of every four or fewer of them: three German and one Romanian, 9 and 2."""
    guns = {"Ro1": 5, "Ro2": 5, "De1": 3, "De2": 3, "De3": 3}
    best = 0
    for size in range(1, 6):
        for names in combinations(guns, size):
            there = battle(
                (unit("Wall", defense=20), "0404"), (red("R"), "0403"),
                *((gun(n, p, nationality="romanian" if n[0] == "R" else "german"), "0406")
                  for n, p in guns.items()),
                step="C.3b", attacks={"0404": "R"},
            )
            if there.refused(f"support 0404 with {', '.join(names)}"):
                continue
            there.do(f"support 0404 with {', '.join(names)}")
            (attack,) = there.state.attacks
            found = chapter.weigh(there.world, there.state, attack, ("R",), ())
            best = max(best, int(found.defense_support))
    assert best == 11


# ---------------------------------------------------------------- works, divisions, the score


@pytest.mark.rule("BSR 18.13", "BSR 18.13.n1", "BSR 15.68c.2")
@pytest.mark.parametrize(
    ("names", "falls"),
    [(("Pz",), False), (("Eng",), True), (("Inf",), True), (("Pz", "M1", "Rec"), True)],
)
def test_q52_who_destroys_a_strongpoint(names: tuple[str, ...], falls: bool) -> None:
    part = {"formation": "9 Pz", "ma_class": "motorized", "size": "III"}
    counters: dict[str, Counter] = {
        "Pz": unit("Pz", type="armor", armor=True, **part),
        "M1": unit("M1", type="motorized_infantry", **part),
        "Rec": unit("Rec", type="recon", **part),
        "Eng": unit("Eng", type="engineer", size="II"), "Inf": unit("Inf"),
    }
    there = battle(
        *((counters[n], "0404") for n in names), step="B.6", forts={"0404": Fort("soviet")}
    )
    hex_ = there.at("0404")
    assert fortifications.can_destroy(there.world, there.state, hex_, "axis") == falls
    there.do("end")
    assert (hex_ not in there.state.forts) == falls


@pytest.mark.rule("BSR 15.68a", "BSR 15.68b", "BSR 15.67a")
def test_q54_one_panzer_and_two_motorized_divisions() -> None:
    """-2 of Integrity, the second motorized division has no partner; anti-tank guns, no bonus."""
    pieces = panzer("9 Pz", "0403")
    for formation, at in (("16 M", "0503"), ("25 M", "0303")):
        kinds = ("motorized_infantry", "motorized_infantry", "recon")
        pieces += [
            (unit(f"{n} {formation}", type=kind, formation=formation, ma_class="motorized"), at)
            for n, kind in zip("abc", kinds, strict=True)
        ]
    there = battle(*pieces, (red("R"), "0404"), (red("AT", type="antitank"), "0404"))
    found = modifiers(there, ", ".join(p[0].name for p in pieces))
    assert found == {"BSR 15.68": -2}


@pytest.mark.rule("PB 10.45a", "PB 10.45b.1", "PB 10.45b.2", "PB 10.45b.n1")
def test_q70_six_lost_steps_outweigh_five_stars() -> None:
    """Sumy counts two; with three other stars that is five of seven."""
    board = make_board(4, 4, stars={"0101": 2, "0102": 1, "0103": 1, "0201": 1, "0202": 1,
                                    "0203": 1})
    world = make_world(board, victory={"axis_stars": 5, "axis_steps_lost": 6}, last_turn=53)
    held = {"0101": "axis", "0102": "axis", "0103": "axis", "0201": "axis"}
    ends = {
        lost: sumy.victory(world, make_state(world, turn=53, control=held, lost={"axis": lost}))
        for lost in (5, 6)
    }
    assert {lost: end.winner for lost, end in ends.items() if end} == {5: "axis", 6: "soviet"}


@pytest.mark.rule("BSR 22.26a", "BSR 22.26b")
def test_q71_disbanding_is_instead_of_the_roll() -> None:
    """HQ 1 rolls 4 against 3; then HQ 2 is disbanded for one Victory Point."""
    scored = Switches(general_supply=False, attack_supply=False, surrender=False, railroads=False,
                      replacements=False, strongpoints=False, air_transport=False)
    there = battle(
        (headquarters("HQ 1", recovery=3), "0404", {"nonop": True}),
        (headquarters("HQ 2", recovery=2), "0606", {"nonop": True}),
        step="C.7", switches=scored, rolls=(4,), board=make_board(8, 8),
    )
    there.set(step=place("D"))
    draft = CoreDraft(there.world, there.state)
    flow.settle(draft)
    there.state = draft.state
    there.do("pass")
    assert there.refused("disband HQ 1") == "BSR 22.26b"
    there.do("disband HQ 2")
    assert (there.where("HQ 1"), there.where("HQ 2"), there.state.vp) == ("0404", "cadre", 1)
    assert there.state.units["HQ 1"].nonop and there.state.units["HQ 2"].nonop
