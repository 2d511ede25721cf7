"""Air missions (OCS 14.1-14.3, 14.6-14.11)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from engine.core.errors import BadCommand, Refusal
from engine.ocs import cargo, clean_up, drops, phases
from engine.ocs.pieces import (
    AXIS,
    DG,
    LEG,
    SOVIET,
    TRUCK,
    Aircraft,
    Counter,
    Face,
)
from engine.ocs.sequence import SEQUENCE, place
from engine.ocs.terrain import move_cost
from engine.ocs.world import Draft, Hooks
from tests.ocs.yard_fire import Yard, board, division, infantry, plane

HOME, OTHER, ENEMY = "0103", "0503", "0803"


def yard(
    *planes: Aircraft, counters: tuple[Counter, ...] = (), units: dict[str, str] | None = None,
    step: str = "C2", foes: tuple[Aircraft, ...] = (), columns: int = 10, **fields: Any,
) -> Yard:
    """Axis aircraft at 0103, Soviet ones at 0803; a second Axis base stands in 0503."""
    fields.setdefault("bases", {HOME: (AXIS, 2), OTHER: (AXIS, 1), ENEMY: (SOVIET, 1)})
    air = {p.id: HOME for p in planes} | {p.id: ENEMY for p in foes}
    air |= fields.pop("air", {})
    return Yard.make(
        board(columns, 6, terrain=fields.pop("terrain", None)), counters, [*planes, *foes],
        units=units or {}, air=air, step=step, **fields,
    )


def fighter(name: str, **fields: Any) -> Aircraft:
    """A Soviet Fighter unless told otherwise."""
    return plane(name, "F", **{"side": SOVIET, **fields})


# ---------------------------------------------------------------- who flies, and when (14.1, 14.2)


@pytest.mark.rule("OCS 14.1a", "OCS 14.2e", "OCS 14.1g")
def test_only_ones_own_active_aircraft_fly_and_once_in_a_phase() -> None:
    """Inactive, flown, or of the other side: refused."""
    made = yard(plane("A"), foes=(fighter("Yak"),))
    assert made.refused(f"fly transfer {OTHER} with A") == ""
    assert made.refused(f"fly transfer {OTHER} with Yak") == "OCS 14.1g"
    start = made.state
    made.state = evolve(start, air={**start.air, "A": evolve(made.air("A"), active=False)})
    assert made.refused(f"fly transfer {OTHER} with A") == "OCS 14.1a"
    made.state = evolve(start, air={**start.air, "A": evolve(start.air["A"], flown=True)})
    assert made.refused(f"fly transfer {OTHER} with A") == "OCS 14.2e"


@pytest.mark.rule("OCS 14.2e", "OCS 14.7b")
@pytest.mark.parametrize(
    ("step", "barrage", "transfer"), [("C2", "OCS 14.2e", ""), ("C3", "", "OCS 14.2e")]
)
def test_bombing_and_the_other_missions_have_segments_of_their_own(
    step: str, barrage: str, transfer: str
) -> None:
    """Barrage in C3, a transfer in C2."""
    made = yard(plane("A"), counters=(infantry("Foe", side=SOVIET),), units={"Foe": "0303"},
                step=step)
    assert made.refused("fly barrage 0303 with A") == barrage
    assert made.refused(f"fly transfer {OTHER} with A") == transfer


@pytest.mark.rule("OCS 14.2a")
def test_at_most_four_air_units_fly_a_mission() -> None:
    """Five are too many; no name stands twice, and the mission must exist."""
    made = yard(*(plane(n) for n in "ABCDE"), counters=(infantry("Foe", side=SOVIET),),
                units={"Foe": "0303"}, step="C3")
    assert made.refused("fly barrage 0303 with A, B, C, D") == ""
    assert made.refused("fly barrage 0303 with A, B, C, D, E") == "OCS 14.2a"
    for text in ("fly barrage 0303 with A, A", "fly picnic 0303 with A"):
        with pytest.raises(BadCommand):
            made.do(text)


@pytest.mark.rule("OCS 14.2d")
@pytest.mark.parametrize(("reach", "rule"), [(2, ""), (1, "OCS 14.2d")])
def test_range_is_a_straight_line_from_base_to_mission_hex(reach: int, rule: str) -> None:
    """Two hexes from 0103 to 0303."""
    made = yard(plane("A", range=reach), counters=(infantry("Foe", side=SOVIET),),
                units={"Foe": "0303"}, step="C3")
    assert made.refused("fly barrage 0303 with A") == rule


@pytest.mark.rule("OCS 14.1f", "OCS 17.0", "OCS 11.0d", "OCS 17.0a")
@pytest.mark.parametrize(
    ("flight", "step", "rule"),
    [("normal", "G1", ""), ("limited", "C2", ""), ("limited", "G1", "OCS 14.1f"),
     ("none", "C2", "OCS 14.1f")],
)
def test_flight_weather_limits_missions(flight: str, step: str, rule: str) -> None:
    """Limited: in one's own Movement Phase only; none: not at all."""
    made = yard(plane("A"), step=step, flight=flight)
    assert made.refused(f"fly transfer {OTHER} with A") == rule


@pytest.mark.rule("OCS 14.1c")
def test_after_a_mission_aircraft_land_inactive_on_a_base_in_range() -> None:
    """Either of two bases; a base out of range, or the enemy's, is refused."""
    made = yard(plane("A", range=4), counters=(infantry("Foe", side=SOVIET),),
                units={"Foe": "0303"}, step="C3",
                bases={HOME: (AXIS, 2), OTHER: (AXIS, 1), ENEMY: (SOVIET, 1), "0903": (AXIS, 1)})
    made.roll(1, 1, 1, 1)
    made.do("fly barrage 0303 with A")
    assert made.asked == "Landing"
    assert made.refused("land A at 0903") == "OCS 14.1c"
    assert made.refused(f"land A at {ENEMY}") == "OCS 14.1c"
    made.do(f"land A at {OTHER}")
    assert (made.air("A").hex, made.air("A").active) == (made.at(OTHER), False)
    assert made.state.mission is None


@pytest.mark.rule("OCS 14.1c")
def test_an_aircraft_without_a_base_in_range_is_lost() -> None:
    """Its only base has fallen while it was out."""
    made = yard(fighter("A", side=AXIS, combat=2), foes=(fighter("Yak"), fighter("La")))
    made.do(f"fly sweep {ENEMY} with A")
    made.state = evolve(made.state, bases={made.at(ENEMY): made.state.bases[made.at(ENEMY)]})
    made.roll(1, 1, 1)
    made.do("pass")
    made.do("pick Yak")
    assert made.air("A").box == "dead"


@pytest.mark.rule("OCS 14.0", "OCS 14.2f", "OCS 14.4", "OCS 2.3-C")
def test_a_mission_goes_from_its_bases_through_combat_interception_and_flak_and_home() -> None:
    """Two bases send a Fighter and a bomber; a Fighter is at the target, another in reach.

    Dice: 12 beats the one; 12 of the interceptor beats the bomber, his 2 loses to the Fighter;
    2 of flak is nothing; the barrage is last. No Reserve markers are needed for any of it.
    """
    made = yard(
        fighter("E", side=AXIS, barrage=8), plane("B", barrage=8), step="C3",
        foes=(fighter("Yak"), fighter("La")),
        counters=(infantry("Foe", side=SOVIET),), units={"Foe": ENEMY},
        air={"B": OTHER, "La": "0903"},
        bases={HOME: (AXIS, 2), OTHER: (AXIS, 1), ENEMY: (SOVIET, 1), "0903": (SOVIET, 1)},
    )
    made.roll(6, 6, 1, 6, 6, 1, 1, 1, 1, 1, 1, 3, 4)
    for command in (f"fly barrage {ENEMY} with E, B", "pass", "pick E", "pass", "intercept La",
                    "pass", "pick B", "pass", f"land E at {HOME}", f"land B at {OTHER}"):
        made.do(command)
    assert made.rolls_left() == ()
    order = ("fly barrage", "E against Yak: roll", "La intercepts", "La against B: roll",
             "La against E: roll", "flak over", "barrage of")
    texts = [event.text for event in made.events]
    found = [next(i for i, text in enumerate(texts) if part in text) for part in order]
    assert found == sorted(found)
    assert [made.air(i).active for i in ("E", "B", "Yak", "La")] == [False] * 4
    assert [made.air(i).hex for i in ("E", "B")] == [made.at(HOME), made.at(OTHER)]


@pytest.mark.rule("OCS 14.2c", "OCS 14.1a")
def test_aircraft_move_by_missions_only_and_stay_active_while_they_do_not_fly() -> None:
    """No order of ground units takes them; phases in which they do not fly change nothing."""
    made = yard(plane("A"))
    for text in (f"move A to {OTHER}", "mode A as move", "halt A"):
        with pytest.raises(BadCommand):
            made.do(text)
    draft = Draft(made.world, made.state)
    for step, after in (("H", "A'"), ("H'", "T"), ("P2", "A")):
        draft.update(step=place(step))
        clean_up.run(draft)
        phases.entering(draft, SEQUENCE[place(step)], SEQUENCE[place(after)])
        assert draft.state.air["A"] == made.air("A")


# ---------------------------------------------------------------- Air Combat (14.3)


@pytest.mark.rule("OCS 14.3b")
@pytest.mark.parametrize("lost", [0, 1])
def test_nothing_but_the_ratings_modifies_an_air_combat(lost: int) -> None:
    """Three reduced Fighters over an enemy base: 7 between equals still makes both abort."""
    made = yard(*(fighter(n, side=AXIS) for n in "ABC"), foes=(fighter("Yak"),))
    made.state = evolve(made.state, air={
        i: evolve(a, lost=lost) for i, a in made.state.air.items()
    })
    made.roll(3, 4, 1)
    made.do(f"fly sweep {ENEMY} with A, B, C")
    made.do("pass")
    made.do("pick A")
    assert made.said("roll 7 +0: A and Yak abort")


@pytest.mark.rule("OCS 14.3e")
@pytest.mark.parametrize(
    ("dice", "losers", "active"),
    [((3, 3), "A aborts", True), ((3, 4), "A and Yak abort", False),
     ((4, 4), "Yak aborts", False)],
)
def test_six_aborts_the_attacker_seven_both_eight_the_defender(
    dice: tuple[int, int], losers: str, active: bool
) -> None:
    """Equal ratings; a loss die of 4 costs nothing."""
    made = yard(fighter("A", side=AXIS), foes=(fighter("Yak"),))
    made.roll(*dice, 4)
    made.do(f"fly sweep {ENEMY} with A")
    assert made.said(f": {losers}, loss die 4")
    assert made.air("Yak").active is active
    assert made.air("A").lost == made.air("Yak").lost == 0


@pytest.mark.rule("OCS 14.3e")
def test_the_difference_of_the_ratings_counts_and_five_on_the_loss_die_costs_a_step() -> None:
    """Roll 6 with 4 against 2 is 8: the defender aborts and loses a step; with 2 he would not."""
    made = yard(fighter("A", side=AXIS, combat=4), foes=(fighter("Yak", combat=2),))
    made.roll(3, 3, 5)
    made.do(f"fly sweep {ENEMY} with A")
    assert (made.air("Yak").active, made.air("Yak").lost) == (False, 1)
    assert made.air("A").lost == 0


@pytest.mark.rule("OCS 14.3e")
def test_one_loss_die_serves_both_that_abort() -> None:
    """Seven between equals, six on the die: a step each (reading U40)."""
    made = yard(fighter("A", side=AXIS), foes=(fighter("Yak"),))
    made.roll(3, 4, 6)
    made.do(f"fly sweep {ENEMY} with A")
    assert made.air("A").lost == made.air("Yak").lost == 1
    assert made.rolls_left() == ()


@pytest.mark.rule("OCS 14.3", "OCS 14.3e")
def test_rounds_go_on_until_one_side_has_nobody_left() -> None:
    """One against two: the defender picks; the victor of the first round meets the second."""
    made = yard(fighter("A", side=AXIS), foes=(fighter("Yak"), fighter("La")))
    made.roll(6, 6, 1, 1, 1, 1)
    made.do(f"fly sweep {ENEMY} with A")
    assert made.asked == "MayAbort"
    made.do("pass")
    assert made.asked == "Dogfight"
    assert made.refused("pick A") == "OCS 14.3e"
    made.do("pick La")
    assert (made.air("La").active, made.air("Yak").active) == (False, True)
    assert not made.air("A").active


@pytest.mark.rule("OCS 14.3a", "OCS 14.3c")
def test_aircraft_with_parentheses_do_not_attack() -> None:
    """A bomber over a base with a Fighter: the roles switch, and its 12 hits the bomber."""
    bomber = plane("A", combat=2, offensive=False)
    made = yard(bomber, foes=(fighter("Yak"),), step="C3")
    made.roll(6, 6, 1)
    made.do(f"fly barrage {ENEMY} with A target base")
    assert made.said("Yak against A")
    assert made.air("Yak").active
    assert not made.air("A").active


@pytest.mark.rule("OCS 14.3a", "OCS 14.3")
def test_sides_with_nothing_but_parentheses_ignore_each_other() -> None:
    """The barrage goes straight to flak: +1 for the base, 3 is no hit; then its own die."""
    bomber = plane("A", combat=2, offensive=False)
    made = yard(bomber, foes=(plane("Il", side=SOVIET, offensive=False),), step="C3")
    made.roll(1, 1, 1)
    made.do(f"fly barrage {ENEMY} with A target base")
    assert not made.said("against")
    assert made.rolls_left() == ()


@pytest.mark.rule("OCS 14.3")
def test_inactive_aircraft_take_no_part() -> None:
    """A Sweep against them has no aim."""
    made = yard(fighter("A", side=AXIS), foes=(fighter("Yak"),))
    assert made.refused(f"fly sweep {ENEMY} with A") == ""
    made.state = evolve(made.state, air={
        **made.state.air, "Yak": evolve(made.air("Yak"), active=False),
    })
    assert made.refused(f"fly sweep {ENEMY} with A") == "OCS 14.6"


@pytest.mark.rule("OCS 14.2b", "OCS 14.3d")
def test_some_may_abort_before_a_combat_but_never_all() -> None:
    """The bomber leaves, the escort fights; afterwards the survivor may leave too."""
    made = yard(fighter("E", side=AXIS), plane("B", offensive=False), foes=(fighter("Yak"),),
                step="C3")
    made.do(f"fly barrage {ENEMY} with E, B target base")
    assert made.asked == "MayAbort"
    assert made.refused("abort E, B") == "OCS 14.3d"
    made.roll(6, 6, 1, 1, 1, 1)
    made.do("abort B")
    assert not made.air("Yak").active
    assert made.asked == "MayAbort"
    made.do("abort E")
    assert made.state.mission is None or made.asked == "Landing"
    assert not made.said("flak")


@pytest.mark.rule("OCS 14.3d")
def test_after_a_combat_all_survivors_may_stay() -> None:
    """Then the mission goes on to flak."""
    made = yard(fighter("E", side=AXIS), foes=(fighter("Yak"),), step="C3")
    made.roll(6, 6, 1, 1, 1, 1)
    made.do(f"fly barrage {ENEMY} with E target base")
    made.do("pass")
    assert made.said("flak")


# ---------------------------------------------------------------- Sweep (14.6)


@pytest.mark.rule("OCS 14.6")
def test_a_sweep_needs_a_fighter_and_returns_inactive() -> None:
    """A bomber alone may not; the victor of a Sweep is Inactive at its base."""
    made = yard(plane("T"), fighter("A", side=AXIS, range=7), foes=(fighter("Yak"),))
    assert made.refused(f"fly sweep {ENEMY} with T") == "OCS 14.6"
    assert made.refused(f"fly sweep {ENEMY} with A, T") == ""
    made.roll(6, 6, 1)
    made.do(f"fly sweep {ENEMY} with A")
    made.do(f"land A at {HOME}")
    assert (made.air("A").active, made.air("A").hex) == (False, made.at(HOME))


# ---------------------------------------------------------------- Barrage and Hip Shoots (14.7)


def bombing(step: str, *planes: Aircraft, spotter: bool = True) -> Yard:
    """A Soviet regiment in 0303 with, or without, an Axis one beside it."""
    counters = (infantry("Foe", side=SOVIET), infantry("Eyes"))
    where = {"Foe": "0303", "Eyes": "0302" if spotter else "0106"}
    return yard(*planes, counters=counters, units=where, step=step)


@pytest.mark.rule("OCS 10.0e", "OCS 14.7a", "OCS 14.7d.A")
def test_air_barrages_are_one_a_hex_and_phase_and_hip_shoots_do_not_count() -> None:
    """The second mission is refused in C3; in C2 the same hex takes two Hip Shoots."""
    made = bombing("C3", plane("A", range=3), plane("B", range=3))
    made.roll(1, 1, 1, 1)
    made.do("fly barrage 0303 with A")
    made.do(f"land A at {HOME}")
    assert made.refused("fly barrage 0303 with B") == "OCS 10.0e"
    made = bombing("C2", plane("A", range=3, hip_shoot=True), plane("B", range=3, hip_shoot=True))
    made.roll(1, 1, 1, 1)
    made.do("fly hip-shoot 0303 with A")
    made.do(f"land A at {HOME}")
    assert made.refused("fly hip-shoot 0303 with B") == ""
    assert made.state.barraged == frozenset()


@pytest.mark.rule("OCS 14.7d", "OCS 10.0b", "OCS 14.1e", "OCS 14.7d.B", "OCS 14.7d.C")
def test_a_hip_shoot_is_one_aircraft_of_the_right_type_with_a_spotter() -> None:
    """Two aircraft, another type, a Strategic Bomber or no spotter: refused."""
    ju87, hs129 = plane("Ju 87", hip_shoot=True), plane("Hs 129", hip_shoot=True)
    made = bombing("C2", ju87, hs129, plane("Ju 88"), plane("He 177", "S", hip_shoot=True))
    assert made.refused("fly hip-shoot 0303 with Ju 87") == ""
    assert made.refused("fly hip-shoot 0303 with Ju 87, Hs 129") == "OCS 14.7d"
    assert made.refused("fly hip-shoot 0303 with Ju 88") == "OCS 14.7d"
    assert made.refused("fly hip-shoot 0303 with He 177") == "OCS 14.7d"
    assert bombing("C2", ju87, spotter=False).refused("fly hip-shoot 0303 with Ju 87") == (
        "OCS 14.7d")


@pytest.mark.rule("OCS 14.1e", "OCS 10.0a", "OCS 14.7", "OCS 14.7c")
@pytest.mark.parametrize(("type_", "mode"), [("T", DG), ("S", "combat")])
def test_a_strategic_bomber_is_never_spotted_nor_at_short_range(type_: str, mode: str) -> None:
    """17 points on 1 RE: left 1; a T bomber near its base ends on 17-24, an S on 5-7 (left 4).

    Roll 7 is DG from the column of 8-11 on, and nothing on 3-7.
    """
    made = bombing("C3", plane("A", type_, barrage=17, range=3))
    made.roll(1, 1, 3, 4)
    made.do("fly barrage 0303 with A")
    assert made.unit("Foe").mode == mode


@pytest.mark.rule("OCS 10.2b", "OCS 14.7", "OCS 14.7c")
@pytest.mark.parametrize(("start", "mode"), [("0303", DG), ("0203", "combat")])
def test_within_ten_hexes_of_its_base_a_bomber_shifts_one_column(start: str, mode: str) -> None:
    """Eight points on 2 RE: column 8-11, at short range 12-16, where 6 is DG."""
    foes = (infantry("F1", side=SOVIET), infantry("F2", side=SOVIET), infantry("Eyes"))
    made = yard(
        plane("A", barrage=8), counters=foes, columns=16, step="C3",
        units={"F1": "1303", "F2": "1303", "Eyes": "1302"}, air={"A": start},
        bases={start: (AXIS, 1)},
    )
    made.roll(1, 1, 3, 3)
    made.do("fly barrage 1303 with A")
    assert made.unit("F1").mode == mode


@pytest.mark.rule("OCS 14.7d.D", "OCS 14.8")
def test_a_hip_shoot_has_any_target_but_trains_and_all_are_offered() -> None:
    """A regiment, or the air base in its hex."""
    made = bombing("C2", plane("Ju 87", hip_shoot=True))
    made.state = evolve(made.state, bases={
        **made.state.bases, made.at("0303"): evolve(made.state.bases[made.at(ENEMY)], level=2),
    })
    shots = [text for text in made.offered() if text.startswith("fly hip-shoot")]
    assert shots == ["fly hip-shoot 0303 with Ju 87", "fly hip-shoot 0303 with Ju 87 target base"]
    assert made.refused("fly hip-shoot 0303 with Ju 87 target train") == "OCS 14.8"
    made.roll(1, 1, 6)
    made.do("fly hip-shoot 0303 with Ju 87 target base")
    assert made.state.bases[made.at("0303")].level == 1


# ---------------------------------------------------------------- Trainbusting (14.8)


@pytest.mark.rule("OCS 14.8b", "OCS 14.8c")
def test_the_zone_is_seven_hexes_and_for_leg_one() -> None:
    """Trucks and Tracks pay an MP more in each, Leg units in the marker's; the enemy only."""
    made = yard(columns=9)
    marker, beside, off = made.at("0403"), made.at("0503"), made.at("0603")
    made.state = evolve(made.state, busts={marker: SOVIET})

    def price(side: str, kind: str, hex_: int) -> int:
        start = next(iter(made.world.board.neighbors(hex_)))
        return move_cost(made.world, made.state, side, kind, start, hex_) // 8

    assert [price(AXIS, "truck", h) for h in (marker, beside, off)] == [2, 2, 1]
    assert [price(AXIS, "track", h) for h in (marker, beside, off)] == [2, 2, 1]
    assert [price(AXIS, "leg", h) for h in (marker, beside, off)] == [2, 1, 1]
    assert [price(SOVIET, "truck", h) for h in (marker, beside, off)] == [1, 1, 1]
    made.state = evolve(made.state, busts={marker: SOVIET, made.at("0404"): SOVIET})
    assert price(AXIS, "truck", beside) == 2, "zones do not add up"


@pytest.mark.rule("OCS 14.8e", "OCS 14.8d")
def test_a_marker_lasts_to_the_next_clean_up_of_the_enemy() -> None:
    """An Axis one: not its own Clean Up takes it off but the Soviets', whenever it was placed."""
    made = yard()
    draft = Draft(made.world, evolve(made.state, busts={made.at("0303"): AXIS}))
    for step, left in (("H", 1), ("E2'", 1), ("H'", 0)):
        draft.update(step=place(step))
        if step.startswith("H"):
            clean_up.run(draft)
        assert len(draft.state.busts) == left


@pytest.mark.rule("OCS 14.8", "OCS 14.8a", "OCS 10.0c")
@pytest.mark.parametrize(("die", "marked"), [(5, True), (3, False)])
def test_trainbusting_places_a_marker_on_the_marked_result(die: int, marked: bool) -> None:
    """Ten points: roll 5 is 1*(5), roll 3 nothing; Inactive at home in either case."""
    made = yard(plane("A", barrage=10, range=3), step="C3")
    made.roll(1, 1, die)
    made.do("fly trainbust 0303 with A")
    made.do(f"land A at {HOME}")
    assert made.state.busts == ({made.at("0303"): AXIS} if marked else {})
    assert not made.air("A").active


@pytest.mark.rule("OCS 14.8")
def test_one_trainbusting_mission_and_one_marker_for_a_hex() -> None:
    """It also uses up the barrage of the hex (U21), and is no target of a barrage mission."""
    made = yard(plane("A", range=3), plane("B", range=3), step="C3")
    made.roll(1, 1, 6)
    made.do("fly trainbust 0303 with A")
    made.do(f"land A at {HOME}")
    assert made.refused("fly trainbust 0303 with B") == "OCS 10.0e"
    made.state = evolve(made.state, barraged=frozenset())
    assert made.refused("fly trainbust 0303 with B") == "OCS 14.8"
    assert made.refused("fly trainbust 0304 with B") == ""
    assert made.refused("fly barrage 0304 with B target train") == "OCS 14.8"


# ---------------------------------------------------------------- Air Transport (14.9)


@pytest.mark.rule("OCS 14.9", "OCS 14.9a", "OCS 12.2a")
def test_transport_carries_supply_between_friendly_bases() -> None:
    """2T of 10 go; at the other base they may not be loaded again in this phase."""
    made = yard(plane("Ju 52", "Tpt", capacity=4, range=4), dumps={HOME: (AXIS, 10)})
    made.do(f"fly transport {OTHER} with Ju 52 tokens 2")
    made.do(f"land Ju 52 at {HOME}")
    assert (made.tokens(HOME), made.tokens(OTHER)) == (8, 2)
    assert made.state.dumps[made.at(OTHER)].moved == 2
    assert not made.air("Ju 52").active


@pytest.mark.rule("OCS 14.9")
def test_transport_goes_only_to_another_friendly_base_with_something_to_carry() -> None:
    """Not to a field, not to the enemy, not home, not empty, not more than lies there."""
    made = yard(plane("Ju 52", "Tpt", capacity=4), dumps={HOME: (AXIS, 1)})
    fly = "fly transport {} with Ju 52 tokens {}"
    assert made.refused(fly.format(OTHER, 1)) == ""
    for hex_ in ("0404", ENEMY, HOME):
        assert made.refused(fly.format(hex_, 1)) == "OCS 14.9"
    assert made.refused(f"fly transport {OTHER} with Ju 52") == "OCS 14.9"
    assert made.refused(fly.format(OTHER, 2)) == "OCS 12.2a"


@pytest.mark.rule("OCS 14.9a", "OCS 14.9b")
def test_transports_of_one_base_pool_their_capacity() -> None:
    """Two of 1 1/2T carry 3T together; from two bases they do not; a half alone carries nothing."""
    pair = (plane("One", "Tpt", capacity=3, range=6), plane("Two", "Tpt", capacity=3, range=6))
    made = yard(*pair, dumps={HOME: (AXIS, 10)})
    assert made.refused(f"fly transport {OTHER} with One, Two tokens 3") == ""
    assert made.refused(f"fly transport {OTHER} with One tokens 2") == "OCS 14.9a"
    apart = yard(*pair, dumps={HOME: (AXIS, 10)}, air={"Two": "0505"},
                 bases={HOME: (AXIS, 2), OTHER: (AXIS, 1), "0505": (AXIS, 1)})
    assert apart.refused(f"fly transport {OTHER} with One, Two tokens 3") == "OCS 14.9a"
    assert made.refused(f"fly transport {OTHER} with One tokens 1") == ""


@pytest.mark.rule("OCS 14.9e", "OCS 14.9e.A", "OCS 14.9e.B")
@pytest.mark.parametrize(
    ("reach", "tokens", "rule", "lands"),
    [(1, 2, "OCS 14.2d", ()), (2, 2, "", (OTHER,)), (3, 2, "", (OTHER,)),
     (4, 2, "", (HOME, OTHER)), (4, 3, "OCS 14.9a", ()), (8, 4, "", (HOME, OTHER)),
     (8, 5, "OCS 14.9e", ())],
)
def test_transport_ranges(reach: int, tokens: int, rule: str, lands: tuple[str, ...]) -> None:
    """Four hexes: twice the range lands there, once returns anywhere, half doubles 2T to 4T."""
    made = yard(plane("Ju 52", "Tpt", capacity=4, range=reach), dumps={HOME: (AXIS, 10)},
                bases={HOME: (AXIS, 2), OTHER: (AXIS, 3)})
    command = f"fly transport {OTHER} with Ju 52 tokens {tokens}"
    assert made.refused(command) == rule
    if rule:
        return
    made.do(command)
    assert made.tokens(OTHER) == tokens
    if len(lands) > 1:
        assert made.offered() == [f"land Ju 52 at {h}" for h in lands]
    else:
        assert made.air("Ju 52").hex == made.at(lands[0])


@pytest.mark.rule("OCS 14.9e", "OCS 14.9e.C")
def test_a_doubled_load_comes_home_within_half_the_range() -> None:
    """Range 8, base 0903 is four hexes from 0503 and 1003 five: only within four counts."""
    made = yard(plane("Ju 52", "Tpt", capacity=4, range=8), dumps={HOME: (AXIS, 10)},
                bases={HOME: (AXIS, 2), OTHER: (AXIS, 3), "0903": (AXIS, 1), "1003": (AXIS, 1)})
    made.do(f"fly transport {OTHER} with Ju 52 tokens 4")
    assert made.refused("land Ju 52 at 1003") == "OCS 14.1c"
    assert made.refused("land Ju 52 at 0903") == ""


@pytest.mark.rule("OCS 14.9f", "OCS 15.0b", "OCS 15.0b.C")
def test_a_base_takes_in_two_tokens_a_level_unless_the_transports_stay() -> None:
    """Level 1: 2T come and the transport may return; the next one must stay, Inactive."""
    made = yard(*(plane(n, "Tpt", capacity=4, range=6) for n in ("One", "Two")),
                dumps={HOME: (AXIS, 10)})
    made.do(f"fly transport {OTHER} with One tokens 2")
    made.do(f"land One at {HOME}")
    made.do(f"fly transport {OTHER} with Two tokens 1")
    assert made.air("Two").hex == made.at(OTHER)
    assert not made.air("Two").active
    assert made.tokens(OTHER) == 3


@pytest.mark.rule("OCS 14.9f")
def test_only_the_transports_of_the_excess_stay() -> None:
    """3T of three transports to a base that takes in 2T: the last named lands there, two go home.

    The base has then taken in all that it can: one more token must stay too.
    """
    made = yard(*(plane(n, "Tpt", capacity=2, range=6) for n in ("One", "Two", "Six", "Ten")),
                dumps={HOME: (AXIS, 10)})
    made.do(f"fly transport {OTHER} with One, Two, Six tokens 3")
    made.do(f"land One at {HOME}")
    made.do(f"land Two at {HOME}")
    assert [made.air(n).hex for n in ("One", "Two", "Six")] == [
        made.at(HOME), made.at(HOME), made.at(OTHER)]
    assert made.tokens(OTHER) == 3
    made.do(f"fly transport {OTHER} with Ten tokens 1")
    assert made.air("Ten").hex == made.at(OTHER)


@pytest.mark.rule("OCS 15.2", "OCS 14.9f", "OCS 15.2.C")
def test_an_air_strip_takes_in_two_tokens() -> None:
    """As a base of level 1 does."""
    made = yard(bases={HOME: (AXIS, 0), OTHER: (AXIS, 1), ENEMY: (SOVIET, 3)})
    taken = [cargo.takes_in(made.state.bases[made.at(h)]) for h in (HOME, OTHER, ENEMY)]
    assert taken == [2, 2, 6]


def passengers(step: str = "C2", **changes: Any) -> Yard:
    """A light regiment in Move Mode at the base of a transport of 4T."""
    made = yard(plane("Ju 52", "Tpt", capacity=8, range=6), counters=(infantry("Rgt"),),
                units={"Rgt": HOME}, step=step)
    made.change("Rgt", front=False, **changes)
    return made


@pytest.mark.rule("OCS 14.9c")
def test_leg_units_in_move_mode_with_ten_or_less_fly() -> None:
    """Not in Combat Mode, nor under a marker, nor by truck or with an MA above ten."""
    fly = f"fly transport {OTHER} with Ju 52 carrying Rgt"
    assert passengers().refused(fly) == ""
    for changes in ({"front": True}, {"marker": "exploit"}, {"marker": "reserve"}):
        made = passengers()
        made.change("Rgt", **changes)
        assert made.refused(fly) == "OCS 14.9c"
    for kind, ma, rule in ((TRUCK, 10, "OCS 14.9c"), (LEG, 11, "OCS 14.9c"), (LEG, 10, "")):
        made = passengers()
        counter = infantry("Rgt", move=Face(3, ar=3, ma=ma, mobility=kind))
        made.world = evolve(made.world, counters={"Rgt": counter})
        assert made.refused(fly) == rule


@pytest.mark.rule("OCS 4.7b", "OCS 4.7a")
@pytest.mark.parametrize(("ma", "half_tokens"), [(6, 4), (7, 8), (0, 8)])
def test_slow_leg_units_weigh_half_their_re(ma: int, half_tokens: int) -> None:
    """1 RE is 4T, eight half tokens; with a Leg MA of 1 to 6 it is 2T."""
    counter = infantry("Rgt", move=Face(3, ar=3, ma=ma, mobility=LEG))
    made = Yard.make(board(), [counter], units={"Rgt": HOME})
    assert cargo.weight(made.world, made.unit("Rgt")) == half_tokens


@pytest.mark.rule("OCS 14.9d")
def test_a_carried_unit_keeps_half_its_allowance_less_what_it_spent() -> None:
    """MA 6: after the flight 3 MPs; having spent 1 before, 2. More than half spent: no flight."""
    made = passengers()
    made.do(f"fly transport {OTHER} with Ju 52 carrying Rgt")
    made.do(f"land Ju 52 at {HOME}")
    assert made.unit("Rgt").hex == made.at(OTHER)
    assert made.refused("move Rgt to 0805") == ""
    assert made.refused("move Rgt to 0905") == "OCS 6.1b"
    assert 6 * 8 - made.unit("Rgt").spent == 3 * 8
    before = passengers(spent=8)
    before.do(f"fly transport {OTHER} with Ju 52 carrying Rgt")
    assert 6 * 8 - before.unit("Rgt").spent == 2 * 8
    assert passengers(spent=25).refused(
        f"fly transport {OTHER} with Ju 52 carrying Rgt") == "OCS 14.9d"


@pytest.mark.rule("OCS 14.9d", "OCS 4.7d")
def test_half_the_allowance_may_be_spent_before_and_after_the_flight_together() -> None:
    """Six MPs: one by foot into the base, then the flight, then two more; not three."""
    made = passengers()
    made.change("Rgt", hex=made.at("0104"), began=made.at("0104"))
    made.do(f"move Rgt to {HOME}")
    made.do(f"fly transport {OTHER} with Ju 52 carrying Rgt")
    made.do(f"land Ju 52 at {HOME}")
    assert made.refused("move Rgt to 0803") == "OCS 6.1b"
    made.do("move Rgt to 0703")
    assert made.unit("Rgt").spent == 6 * 8


@pytest.mark.rule("OCS 14.9", "OCS 14.9c")
def test_what_the_game_does_not_let_move_or_go_there_does_not_fly() -> None:
    """A unit that may not move, or may not enter the hex of the other base."""
    fly = f"fly transport {OTHER} with Ju 52 carrying Rgt"
    for hooks in (
        Hooks(may_move=lambda world, state, unit: Refusal("TTW 1.5a", "it stays")),
        Hooks(may_enter=lambda world, state, ids, a, b: Refusal("TTW 2.5a", "not there")),
    ):
        made = passengers()
        made.world = evolve(made.world, hooks=hooks)
        assert made.refused(fly) in ("TTW 1.5a", "TTW 2.5a")


@pytest.mark.rule("OCS 14.9", "OCS 14.9a")
def test_units_are_offered_to_as_few_transports_as_carry_them() -> None:
    """1 RE at half weight is 2T; two transports of 1T each lift it together, one does not.

    Range 6 to a base four hexes off: no double load.
    """
    made = yard(*(plane(n, "Tpt", capacity=2, range=6) for n in ("One", "Two")),
                counters=(infantry("Rgt"),), units={"Rgt": HOME}, dumps={HOME: (AXIS, 9)})
    made.change("Rgt", front=False)
    loads = [text for text in made.offered() if text.startswith("fly transport")]
    assert set(loads) == {
        f"fly transport {OTHER} with One tokens 1", f"fly transport {OTHER} with Two tokens 1",
        f"fly transport {OTHER} with One, Two tokens 2",
        f"fly transport {OTHER} with One, Two carrying Rgt",
        f"fly transport {OTHER} with Two, One carrying Rgt",
    }
    assert all(made.refused(text) == "" for text in loads)


@pytest.mark.rule("OCS 14.9d")
def test_units_that_are_not_released_are_cargo_only_in_exploitation() -> None:
    """They are carried, and have no MPs to spend."""
    made = passengers(step="G1")
    made.do(f"fly transport {OTHER} with Ju 52 carrying Rgt")
    assert made.unit("Rgt").hex == made.at(OTHER)
    made.do(f"land Ju 52 at {HOME}")
    assert made.refused("move Rgt to 0504") == "OCS 11.0a"


@pytest.mark.rule("OCS 14.9a")
def test_a_division_too_heavy_for_the_transport_stays() -> None:
    """3 RE at half weight are 6T; 4T is the capacity, and 6 hexes of range are no short range."""
    made = yard(plane("Ju 52", "Tpt", capacity=8, range=6), counters=(division("Div", 3),),
                units={"Div": HOME})
    made.change("Div", front=False)
    assert made.refused(f"fly transport {OTHER} with Ju 52 carrying Div") == "OCS 14.9a"


# ---------------------------------------------------------------- Air Drop (14.10)


def dropping(
    terrain: str = "clear", friend: bool = True, side: str = AXIS, step: str = "C2",
    planned: bool = False,
) -> Yard:
    """A transport with supply and paratroops in Move Mode at its base, and a hex to drop on."""
    counters = [infantry("Jgr", side=side, para=True), infantry("Rgt", side=side)]
    units = {"Jgr": HOME, "Rgt": "0303" if friend else HOME}
    made = Yard.make(
        board(10, 6, terrain={"0303": terrain}), counters,
        [plane("Ju 52", "Tpt", side=side, capacity=8)], units=units, air={"Ju 52": HOME},
        bases={HOME: (side, 2)}, dumps={HOME: (side, 10)},
        step=step if side == AXIS else f"{step}'",
    )
    made.change("Jgr", front=False)
    if planned:
        made.state = evolve(made.state, drop_plans=(("Jgr", 1, made.at("0303")),))
    return made


@pytest.mark.rule("OCS 14.10d")
@pytest.mark.parametrize(
    ("terrain", "friend", "side", "least"),
    [("clear", True, AXIS, 5), ("woods", True, AXIS, 6), ("clear", False, AXIS, 6),
     ("woods", False, AXIS, 7), ("village woods", True, AXIS, 5), ("clear", True, SOVIET, 6),
     ("woods", False, SOVIET, 8)],
)
def test_the_roll_that_a_drop_needs(terrain: str, friend: bool, side: str, least: int) -> None:
    """By friendly or enemy hex, clear or closed ground; one more for the Soviets."""
    made = dropping(terrain, friend, side)
    assert drops.success_at(made.world, made.state, side, made.at("0303")) == least


@pytest.mark.rule("OCS 14.10d", "OCS 14.10")
def test_each_token_is_rolled_for_and_what_fails_is_destroyed() -> None:
    """Friendly clear hex: 5 lands, 4 does not."""
    made = dropping()
    made.roll(2, 3, 2, 2)
    made.do("fly drop 0303 with Ju 52 tokens 2")
    assert (made.tokens(HOME), made.tokens("0303")) == (8, 1)
    assert made.rolls_left() == ()


@pytest.mark.rule("OCS 14.10b")
def test_supply_drops_need_no_plan_and_have_no_phase() -> None:
    """In Movement and in Exploitation."""
    assert dropping().refused("fly drop 0303 with Ju 52 tokens 1") == ""
    assert dropping(step="G1").refused("fly drop 0303 with Ju 52 tokens 1") == ""


@pytest.mark.rule("OCS 14.10a", "OCS 14.10b", "OCS 4.7d")
def test_units_drop_by_plan_in_the_movement_phase_with_parachutes_and_all_their_mps() -> None:
    """Each of the four is needed, and the plan must name this hex and turn."""
    fly = "fly drop 0303 with Ju 52 carrying Jgr"
    assert dropping(planned=True).refused(fly) == ""
    assert dropping().refused(fly) == "OCS 14.10b"
    assert dropping(planned=True).refused(fly.replace("0303", "0304")) == "OCS 14.10b"
    late = dropping(planned=True)
    late.state = evolve(late.state, turn=2)
    assert late.refused(fly) == "OCS 14.10b"
    assert dropping(planned=True, step="G1").refused(fly) == "OCS 14.10b"
    made = dropping(planned=True)
    made.change("Jgr", spent=8)
    assert made.refused(fly) == "OCS 4.7d"
    made = dropping(planned=True, friend=False)
    made.change("Rgt", front=False)
    assert made.refused("fly drop 0303 with Ju 52 carrying Rgt") == "OCS 14.10a"


@pytest.mark.rule("OCS 14.10d", "OCS 12.6h")
@pytest.mark.parametrize(("dice", "alive"), [((2, 3), True), ((2, 2), False)])
def test_a_dropped_unit_lands_and_moves_no_more_or_is_destroyed(
    dice: tuple[int, int], alive: bool
) -> None:
    """5 lands on a friendly clear hex."""
    made = dropping(planned=True)
    made.roll(*dice)
    made.do("fly drop 0303 with Ju 52 carrying Jgr")
    assert made.unit("Jgr").on_map is alive
    assert made.state.drop_plans == (), "the plan is carried out"
    if alive:
        assert made.unit("Jgr").hex == made.at("0303")
        assert made.refused("move Jgr to 0304") == "OCS 6.1g"
        assert made.state.dropped == {"Jgr"}


@pytest.mark.rule("OCS 14.10d")
def test_landing_on_an_enemy_combat_unit_destroys_the_drop() -> None:
    """Whatever the roll."""
    made = dropping(friend=False)
    foe = infantry("Foe", side=SOVIET)
    unit = Yard.make(made.world.board, [foe], units={"Foe": "0303"}).unit("Foe")
    made.world = evolve(made.world, counters={**made.world.counters, "Foe": foe})
    made.state = evolve(made.state, units={**made.state.units, "Foe": unit})
    made.roll(6, 6)
    made.do("fly drop 0303 with Ju 52 tokens 1")
    assert (made.tokens(HOME), made.tokens("0303")) == (9, 0)


# ---------------------------------------------------------------- Base Transfer (14.11)


@pytest.mark.rule("OCS 14.11")
@pytest.mark.parametrize(
    ("type_", "reach", "rule", "active"),
    [("F", 4, "", True), ("F", 3, "", False), ("F", 1, "OCS 14.2d", False), ("T", 8, "", False)],
)
def test_a_fighter_within_its_range_stays_active(
    type_: str, reach: int, rule: str, active: bool
) -> None:
    """Four hexes: at up to twice the range everything else becomes Inactive."""
    made = yard(plane("A", type_, range=reach))
    assert made.refused(f"fly transfer {OTHER} with A") == rule
    if not rule:
        made.do(f"fly transfer {OTHER} with A")
        assert (made.air("A").hex, made.air("A").active) == (made.at(OTHER), active)


@pytest.mark.rule("OCS 14.2a", "OCS 14.11", "OCS 15.0b.D")
def test_a_base_holds_four_active_air_units_and_its_level() -> None:
    """Five on a level-1 base: a sixth Fighter is refused, a bomber comes in Inactive."""
    there = {f"F{i}": OTHER for i in range(5)}
    made = yard(plane("New", "F"), plane("Bomber"), *(plane(n, "F") for n in there), air=there)
    assert made.refused(f"fly transfer {OTHER} with New") == "OCS 14.2a"
    assert made.refused(f"fly transfer {OTHER} with Bomber") == ""
    made.state = evolve(made.state, air={
        **made.state.air, "F0": evolve(made.air("F0"), active=False),
    })
    assert made.refused(f"fly transfer {OTHER} with New") == ""


@pytest.mark.rule("OCS 14.11")
def test_a_transfer_goes_to_another_friendly_base() -> None:
    """Not to the enemy's, not to a field, not to where it is."""
    made = yard(plane("A"))
    for hex_ in (ENEMY, "0404", HOME):
        assert made.refused(f"fly transfer {hex_} with A") == "OCS 14.11"


@pytest.mark.rule("OCS 14.2")
def test_what_is_offered_may_be_done() -> None:
    """Sweeps, transfers, transport and drops in a movement segment; bombing in the other.

    The transport lifts 2T, and at short range all 3T that are there.
    """
    made = yard(fighter("A", side=AXIS), plane("Ju 52", "Tpt", capacity=4, barrage=0),
                foes=(fighter("Yak"),), dumps={HOME: (AXIS, 3)},
                counters=(infantry("Own"),), units={"Own": "0304"})
    offered = [text for text in made.offered() if text.startswith("fly")]
    assert set(offered) == {
        f"fly sweep {ENEMY} with A", f"fly transfer {OTHER} with A",
        f"fly transfer {OTHER} with Ju 52", f"fly transport {OTHER} with Ju 52 tokens 2",
        f"fly transport {OTHER} with Ju 52 tokens 3", "fly drop 0304 with Ju 52 tokens 2",
        "fly drop 0304 with Ju 52 tokens 3",
    }
    assert all(made.refused(text) == "" for text in offered)
