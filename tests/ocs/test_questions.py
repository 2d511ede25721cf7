"""Questions about the series that players got wrong, each with its whole answer."""

from __future__ import annotations

import pytest

from engine.ocs import barrage, preview
from engine.ocs.commands import GRAMMAR
from engine.ocs.pieces import AXIS, DG, SOVIET, Counter, Face, Hog
from engine.ocs.preview import BarragePreview
from engine.ocs.world import Draft
from tests.ocs.yard import (
    battalion,
    headquarters,
    make_draft,
    make_world,
    play,
    refusal,
    regiment,
    tokens,
    trucks,
    unit_at,
)
from tests.ocs.yard_fire import Yard, board, hq, infantry, plane

# ---------------------------------------------------------------- barrage (10)


def gun(name: str, points: int) -> Counter:
    return regiment(name, type="artillery", printed=False, range=3,
                    combat=Face(1, False, 0, 3, barrage=points),
                    move=Face(1, False, 0, 6, barrage=points // 2))


def looked_at(draft: Draft, command: str) -> BarragePreview:
    """A barrage as the program shows it before the guns fire."""
    order = GRAMMAR.parse(command)
    found = preview.barrage_of(draft.world, draft.state, order)  # type: ignore[arg-type]
    assert isinstance(found, BarragePreview)
    return found


@pytest.mark.rule("OCS 10.0a.1", "OCS 10.1b", "OCS 4.6")
@pytest.mark.parametrize(("company", "density"), [(False, 1), (True, 2)])
def test_ocs_q16_five_re_of_a_formation_count_three_beside_independent_units(
    company: bool, density: int
) -> None:
    """OCS-Q16: with a brigade 4 RE, one right; with a company too 4 1/4 RE, two right; 3T in both.

    16 points are the 12-16 column, the sixth, from which the shifts go.
    """
    corps = [regiment(f"C{i}", SOVIET, formation="5 Tank Corps") for i in range(5)]
    others = [regiment("Bde", SOVIET)] + ([regiment("Coy", SOVIET, re4=1)] if company else [])
    world = make_world([gun("G", 16), regiment("Eyes"), *corps, *others])
    units = {c.id: "0303" for c in (*corps, *others)} | {"G": "0203", "Eyes": "0203"}
    draft = make_draft(world, units, step="F1", dumps={"0203": (AXIS, 9)}, rolls=(1, 1))
    shown = looked_at(draft, "barrage 0303 with G")
    assert shown.shifts == (barrage.Shift("density", density),)
    assert (shown.points, shown.cost, shown.column, shown.shifted) == (16, 3, 5, 5 + density)
    play(draft, "barrage 0303 with G")
    assert tokens(draft, "0203") == 9 - 3


@pytest.mark.rule("OCS 4.2", "OCS 10.0", "OCS 10.1b")
def test_ocs_q19_three_guns_of_which_two_are_halved_fire_eleven_points() -> None:
    """OCS-Q19: 3 1/2 + 3 1/2 + 4 is 11: the 8-11 column, the fifth, for 2T; nothing shifts it."""
    foes = [regiment("E", SOVIET), regiment("F", SOVIET)]  # 2 RE
    world = make_world([gun("A", 7), gun("B", 7), gun("C", 4), regiment("Eyes"), *foes])
    units = {"A": unit_at(world, "A", "0203", marker=DG), "C": "0203", "Eyes": "0203",
             "B": unit_at(world, "B", "0203", marker=DG), "E": "0303", "F": "0303"}
    draft = make_draft(world, units, step="F1", dumps={"0203": (AXIS, 9)}, rolls=(1, 1))
    shown = looked_at(draft, "barrage 0303 with A, B, C")
    assert (shown.points, shown.cost, shown.column, shown.shifted) == (11, 2, 4, 4)
    play(draft, "barrage 0303 with A, B, C")
    assert tokens(draft, "0203") == 9 - 2


# ---------------------------------------------------------------- engineers (13.8)


@pytest.mark.rule("OCS 13.8d", "OCS 16.0b")
def test_ocs_q32_a_hedgehog_two_hexes_off_through_close_terrain_rivers_and_enemy_zocs() -> None:
    """OCS-Q32: an HQ in Combat Mode raises a hedgehog two hexes away: yes.

    Both hexes of the way are hills in enemy ZOCs and a Minor River lies between them; only
    prohibited terrain or enemy units would stop it.
    """
    def staff(terrain: str, foe: str) -> Yard:
        return Yard.make(
            board(7, 5, terrain={f"{c:02}{r:02}": terrain for c in (3, 4) for r in range(1, 6)},
                  sides={("0303", "0403"): "river"}),
            [hq("Staff"), infantry("Foe", side=SOVIET)], units={"Staff": "0203", "Foe": foe},
            dumps={"0203": (AXIS, 8)}, step="C2",
        )

    made = staff("hill", "0404")  # its ZOC covers 0303 and 0403
    assert "build hog 0403 with Staff" in made.offered("Staff")
    made.do("build hog 0403 with Staff")
    assert made.state.hogs == {made.at("0403"): Hog(AXIS, 1, worked=True)}
    assert made.tokens("0203") == 0, "2 SP"
    assert staff("lake", "0404").refused("build hog 0403 with Staff") == "OCS 13.8d"
    assert staff("hill", "0403").refused("build hog 0403 with Staff") == "OCS 13.8d"


# ---------------------------------------------------------------- air power (14)


@pytest.mark.rule("OCS 14.5", "OCS 14.1c")
def test_ocs_q34_a_winning_interceptor_flies_again_and_a_loser_does_not() -> None:
    """OCS-Q34: after its victory the Fighter is Active at its base and may intercept again.

    Beaten over the second mission it is Inactive, and nobody meets the third.
    """
    targets = ("0203", "0303", "0403")
    bombers = [plane(f"Il-2 {n}", side=SOVIET) for n in (1, 2, 3)]
    made = Yard.make(
        board(8, 6), [infantry(f"Rgt {hex_}") for hex_ in targets],
        [*bombers, plane("Me", "F")], units={f"Rgt {hex_}": hex_ for hex_ in targets},
        air=dict.fromkeys((b.id for b in bombers), "0803") | {"Me": "0103"},
        bases={"0803": (SOVIET, 3), "0103": (AXIS, 1)}, step="C3'",
    )
    made.roll(6, 6, 1)
    made.do("fly barrage 0203 with Il-2 1")
    made.do("intercept Me")
    fighter = made.air("Me")
    assert (fighter.active, fighter.hex, fighter.lost) == (True, made.at("0103"), 0)
    assert made.rolls_left() == (), "driven off: neither flak nor barrage is rolled"
    made.roll(1, 1, 1, 1, 1, 1, 1)
    made.do("fly barrage 0303 with Il-2 2")
    assert made.offered() == ["intercept Me", "pass"]
    made.do("intercept Me")
    fighter = made.air("Me")
    assert (fighter.active, fighter.hex, fighter.lost) == (False, made.at("0103"), 0)
    made.do("pass")
    made.roll(1, 1, 1, 1)
    made.do("fly barrage 0403 with Il-2 3")
    assert made.asked == ""


# ---------------------------------------------------------------- transport (13.2)


@pytest.mark.rule("OCS 13.2a", "OCS 6.1g")
def test_ocs_q29_what_the_load_of_a_pausing_truck_pays_for() -> None:
    """OCS-Q29: fuel and construction, and the truck drives on; not an Overrun, a fight, a barrage.

    T stops beside the panzers Pz with 9T aboard: a token of fuel and 8T for a hedgehog level
    of the HQ, and it goes its way. An Overrun, which would use the load too, ends its move; an
    attack and a barrage are of later segments and cannot be paid for now.
    """
    world = make_world([
        trucks("T", points=4), battalion("Pz"), headquarters("H"), regiment("E", SOVIET),
        gun("Gun", 16),
    ])
    places = {
        "T": unit_at(world, "T", "0103", load=9), "Pz": unit_at(world, "Pz", "0903", stock=2),
        "H": "0803", "E": "1003", "Gun": "0803",
    }
    draft = make_draft(world, places)
    assert refusal(draft, "fuel Pz as single") == "OCS 12.5", "nothing is in reach before"
    play(draft, "move T to 0803", "fuel Pz as single", "build hog 0803 with H")
    assert draft.state.units["T"].load == 0
    assert refusal(draft, "move T to 0703") == ""
    over = make_draft(world, places, rolls=(3, 4, 1, 1, 1, 1))
    play(over, "move T to 0803", "fuel Pz as single", "overrun 1003 with Pz")
    assert over.state.units["T"].load == 7, "an Overrun by Pz costs a token"
    assert refusal(over, "move T to 0703") != ""
    assert over.state.units["T"].finished
    later = make_draft(world, places)
    play(later, "move T to 0803")
    assert refusal(later, "attack 1003 with Pz") != ""
    assert refusal(later, "barrage 1003 with Gun") != ""
    assert later.state.units["T"].load == 9
