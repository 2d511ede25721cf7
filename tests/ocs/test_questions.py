"""Questions about the series that players got wrong, each with its whole answer."""

from __future__ import annotations

import pytest

from engine.ocs.pieces import AXIS, SOVIET, Hog
from tests.ocs.yard_fire import Yard, board, hq, infantry, plane

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
