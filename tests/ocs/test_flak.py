"""Flak, Patrol Zones and interception (OCS 14.4, 14.5)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from engine.ocs import flak
from engine.ocs.decisions import MayAbort
from engine.ocs.pieces import AXIS, COMBAT, DG, SOVIET, Aircraft, Counter
from engine.ocs.state import Mission
from engine.ocs.world import Draft, Hooks
from tests.ocs.yard_fire import Yard, board, hq, infantry, plane

HOME, TARGET, FOES = "0103", "0403", "0603"
"""An Axis base, the target of the missions, and a Soviet base within ten hexes of it."""


def yard(
    *planes: Aircraft, counters: tuple[Counter, ...] = (), fighter: bool = False,
    step: str = "C3", **fields: Any,
) -> Yard:
    """Axis aircraft at their base, Soviet units in the target hex, a Soviet Fighter if asked."""
    all_planes = [*planes]
    air = {p.id: HOME for p in planes}
    if fighter:
        all_planes.append(plane("Yak", "F", side=SOVIET, combat=2))
        air["Yak"] = FOES
    targets = counters or (infantry("Foe", side=SOVIET),)
    fields.setdefault("bases", {HOME: (AXIS, 3), FOES: (SOVIET, 1)})
    return Yard.make(
        board(8, 6), targets, all_planes, units={c.id: TARGET for c in targets}, air=air,
        step=step, **fields,
    )


def total(made: Yard, ids: tuple[str, ...], kind: str = "barrage") -> int:
    """The sum of the modifiers that a mission to the target meets."""
    mission = Mission(kind, AXIS, made.at(TARGET), ids)
    return sum(m.drm for m in flak.modifiers(made.world, made.state, mission, ids))


# ---------------------------------------------------------------- the roll (14.4e)


@pytest.mark.rule("OCS 14.4e")
def test_three_aircraft_with_a_fighter_in_a_patrol_zone_lose_a_step_on_ten() -> None:
    """Appendix 1, Flak 1: +1 for three, +1 in the zone with a Fighter: 12, a loss."""
    made = yard(plane("A"), plane("B"), plane("C", "F"), fighter=True)
    assert total(made, ("A", "B", "C")) == 2
    made.roll(5, 5, 3, 1, 1)
    made.do(f"fly barrage {TARGET} with A, B, C")
    made.do("pass")
    assert [made.air(i).lost for i in ("A", "B", "C")] == [0, 1, 0]


@pytest.mark.rule("OCS 14.4e")
@pytest.mark.parametrize(("dice", "lost"), [((5, 5), 0), ((5, 6), 1)])
def test_eleven_is_a_loss_and_ten_is_none(dice: tuple[int, int], lost: int) -> None:
    """One aircraft against a hex without anything that helps flak."""
    made = yard(plane("A"))
    made.roll(*dice, 1, 1)
    made.do(f"fly barrage {TARGET} with A")
    assert made.air("A").lost == lost


@pytest.mark.rule("OCS 14.4e")
def test_two_aircraft_bring_no_modifier_and_three_bring_one() -> None:
    """More than three bring no more."""
    made = yard(*(plane(n) for n in "ABCD"))
    assert [total(made, tuple("ABCD"[:n])) for n in (1, 2, 3, 4)] == [0, 0, 1, 1]


@pytest.mark.rule("OCS 14.4e")
def test_one_or_more_hqs_add_one_and_a_printed_value_stands_instead() -> None:
    """Two ordinary HQs +1; a Front HQ with +2 printed gives that (reading U42)."""
    plain = (hq("H1", side=SOVIET), hq("H2", side=SOVIET))
    assert total(yard(plane("A"), counters=plain), ("A",)) == 1
    front = (hq("Front", side=SOVIET, flak=2), hq("H2", side=SOVIET))
    assert total(yard(plane("A"), counters=front), ("A",)) == 2


@pytest.mark.rule("OCS 14.4e", "OCS 15.0b", "OCS 15.2", "OCS 15.0b.B", "OCS 15.2.F")
@pytest.mark.parametrize(("level", "drm"), [(0, 0), (1, 1), (3, 3)])
def test_an_enemy_base_adds_its_level_and_a_strip_nothing(level: int, drm: int) -> None:
    """At the base itself."""
    made = yard(plane("A"), bases={HOME: (AXIS, 3), TARGET: (SOVIET, level)})
    assert total(made, ("A",)) == drm


@pytest.mark.rule("OCS 14.4e")
def test_ones_own_base_and_hq_do_not_shoot_at_ones_own_mission() -> None:
    """A transport to a friendly base meets only the Patrol Zone over it."""
    made = yard(plane("A"), counters=(hq("Own"),), fighter=True,
                bases={HOME: (AXIS, 3), TARGET: (AXIS, 2), FOES: (SOVIET, 1)})
    assert total(made, ("A",), "transport") == 2


@pytest.mark.rule("TTW 1.6a", "OCS 14.4e")
def test_flak_units_count_in_combat_mode_and_only_the_best_of_them() -> None:
    """A battalion (+1) and a division (+2): +2; in Move Mode, or DG, they do not fire."""
    guns = (infantry("Bn", side=SOVIET, flak=1), infantry("Div", side=SOVIET, flak=2))
    made = yard(plane("A"), counters=guns)
    assert total(made, ("A",)) == 2
    made.change("Div", front=False)
    assert total(made, ("A",)) == 1
    made.change("Bn", marker=DG)
    assert total(made, ("A",)) == 0


@pytest.mark.rule("OCS 14.4e", "OCS 14.4c")
def test_a_patrol_zone_adds_two_to_a_mission_without_a_fighter() -> None:
    """One with a Fighter along; Trainbusting one more in either case, but only in a zone."""
    made = yard(plane("A"), plane("E", "F"), fighter=True)
    assert total(made, ("A",)) == 2
    assert total(made, ("A", "E")) == 1
    assert total(made, ("A",), "trainbust") == 3
    assert total(made, ("A", "E"), "trainbust") == 2
    assert total(yard(plane("A")), ("A",), "trainbust") == 0


@pytest.mark.rule("OCS 14.4e")
def test_the_game_may_add_to_flak() -> None:
    """A hook of the game counts beside the rest."""
    hooks = Hooks(flak=lambda world, state, hex_, side: 2)
    assert total(yard(plane("A"), hooks=hooks), ("A",)) == 2


# ---------------------------------------------------------------- which missions (14.4a, b, d)


@pytest.mark.rule("OCS 14.4a", "OCS 14.4b", "OCS 10.2a")
def test_flak_always_fires_at_bombers_for_nothing() -> None:
    """Also where no Fighter is near; no supply is spent."""
    made = yard(plane("A"))
    made.roll(6, 6, 1, 1)
    made.do(f"fly barrage {TARGET} with A")
    assert made.air("A").lost == 1


@pytest.mark.rule("OCS 14.4a")
@pytest.mark.parametrize("fighter", [False, True])
def test_a_transfer_meets_flak_in_a_patrol_zone_only(fighter: bool) -> None:
    """Twelve would be a loss; outside the zone nobody rolls."""
    made = yard(plane("A"), fighter=fighter, step="C2",
                bases={HOME: (AXIS, 3), "0405": (AXIS, 1), FOES: (SOVIET, 1)})
    made.roll(6, 6)
    made.do("fly transfer 0405 with A")
    if fighter:
        made.do("pass")
    assert made.air("A").lost == (1 if fighter else 0)


@pytest.mark.rule("OCS 14.4c")
@pytest.mark.parametrize(
    ("start", "active", "zone"),
    [("1103", True, True), ("1203", True, False), ("1103", False, False)],
)
def test_a_patrol_zone_reaches_ten_hexes_from_an_active_fighter(
    start: str, active: bool, zone: bool
) -> None:
    """From 0103: the tenth hex is 1103. An Inactive Fighter has no zone."""
    made = Yard.make(board(14, 6), [], [plane("Yak", "F", side=SOVIET)], air={"Yak": start})
    unit = evolve(made.air("Yak"), active=active)
    made.state = evolve(made.state, air={"Yak": unit})
    assert flak.in_patrol_zone(made.world, made.state, SOVIET, made.at("0103")) is zone


@pytest.mark.rule("OCS 14.4c", "OCS 14.1")
def test_only_fighters_have_a_patrol_zone_combination_types_among_them() -> None:
    """A bomber has none, an F/T has one."""
    for type_, zone in (("T", False), ("F/T", True)):
        made = Yard.make(board(), [], [plane("X", type_, side=SOVIET)], air={"X": "0101"})
        assert flak.in_patrol_zone(made.world, made.state, SOVIET, made.at("0301")) is zone


# ---------------------------------------------------------------- who is hit (14.4f)


@pytest.mark.rule("OCS 14.4f")
@pytest.mark.parametrize(
    ("count", "die", "hit"),
    [(2, 3, "A"), (2, 4, "B"), (3, 2, "A"), (3, 3, "B"), (3, 6, "C"), (4, 1, "A"), (4, 4, "D"),
     (4, 5, "C"), (4, 6, "B")],
)
def test_the_mission_loss_table_picks_the_aircraft(count: int, die: int, hit: str) -> None:
    """With four aircraft 5 takes the weakest (C) and 6 the strongest barrage value (B)."""
    values = {"A": 5, "B": 9, "C": 2, "D": 6}
    names = tuple("ABCD"[:count])
    made = yard(*(plane(n, barrage=values[n]) for n in names))
    made.roll(6, 6, die, 1, 1)
    made.do(f"fly barrage {TARGET} with {', '.join(names)}")
    assert [n for n in names if made.air(n).lost] == [hit]


@pytest.mark.rule("OCS 14.4f", "OCS 14.1b")
@pytest.mark.parametrize(("flak_roll", "mode"), [((5, 5), DG), ((5, 6), COMBAT)])
def test_the_loss_falls_before_the_mission_and_weakens_it(
    flak_roll: tuple[int, int], mode: str
) -> None:
    """Against 1 RE, spotted and at short range, 7 is DG for ten points and nothing for five."""
    made = yard(plane("A", barrage=10), counters=(infantry("Foe", side=SOVIET), infantry("Eyes")))
    made.change("Eyes", hex=made.at("0404"))
    made.roll(*flak_roll, 3, 4)
    made.do(f"fly barrage {TARGET} with A")
    assert made.unit("Foe").mode == mode


@pytest.mark.rule("OCS 14.1b")
def test_a_second_step_lost_destroys_the_aircraft_and_ends_the_mission() -> None:
    """Nothing is left that could roll for a barrage."""
    made = yard(plane("A", barrage=10))
    made.state = evolve(made.state, air={"A": evolve(made.air("A"), lost=1)})
    made.roll(6, 6, 6, 6)
    made.do(f"fly barrage {TARGET} with A")
    assert made.air("A").box == "dead"
    assert made.rolls_left() == (6, 6)
    assert made.state.mission is None


@pytest.mark.rule("TTW 2.2f")
def test_tank_busters_take_the_flak_loss_of_their_mission() -> None:
    """Whatever the escort's place in the stack; no die is needed for a single one."""
    made = yard(plane("Escort", "F"), plane("Buster", tank_buster=True))
    made.roll(6, 6, 1, 1)
    made.do(f"fly barrage {TARGET} with Escort, Buster")
    assert (made.air("Escort").lost, made.air("Buster").lost) == (0, 1)


@pytest.mark.rule("OCS 14.4g", "OCS 14.9b")
def test_cargo_above_the_reduced_capacity_is_lost_and_halves_survive() -> None:
    """3T on an aircraft that then carries 1 1/2T: 2T arrive, one is lost."""
    made = yard(
        plane("Ju 52", "Tpt", capacity=6), fighter=True, step="C2",
        bases={HOME: (AXIS, 3), "0405": (AXIS, 2), FOES: (SOVIET, 1)}, dumps={HOME: (AXIS, 10)},
    )
    made.roll(6, 6)
    made.do("fly transport 0405 with Ju 52 tokens 3")
    made.do("pass")
    made.do("land Ju 52 at 0103")
    assert (made.tokens(HOME), made.tokens("0405")) == (7, 2)


@pytest.mark.rule("OCS 14.4d", "OCS 14.5")
def test_friends_based_in_the_hex_are_not_hit_by_flak_but_fight() -> None:
    """Roll 12 at a transfer to a base with another of ours: the newcomer loses the step.

    An interceptor may be met by the one that is based there.
    """
    where = {HOME: (AXIS, 3), "0405": (AXIS, 2), FOES: (SOVIET, 1)}
    made = yard(plane("New"), plane("Old"), fighter=True, step="C2", bases=where)
    made.state = evolve(made.state, air={
        **made.state.air, "Old": evolve(made.air("Old"), hex=made.at("0405")),
    })
    started = made.state
    made.roll(6, 6)
    made.do("fly transfer 0405 with New")
    made.do("pass")
    assert (made.air("New").lost, made.air("Old").lost) == (1, 0)
    made.state = started
    made.do("fly transfer 0405 with New")
    made.do("intercept Yak")
    asked = made.state.asks[-1]
    assert isinstance(asked, MayAbort)
    assert set(asked.aircraft) == {"New", "Old"}


@pytest.mark.rule("OCS 14.4f", "OCS 14.1b")
def test_the_weakest_and_the_strongest_are_told_by_their_present_values() -> None:
    """A of 14 points is reduced to 7, below C with 8; D with 10 is the strongest, not A."""
    made = yard(*(plane(n, barrage=b) for n, b in zip("ABCD", (14, 9, 8, 10), strict=True)))
    made.state = evolve(made.state, air={
        **made.state.air, "A": evolve(made.air("A"), lost=1),
    })
    hit = {}
    for die in range(1, 7):
        made.roll(die)
        hit[made.world.charts.mission_loss[4][die - 1]] = flak.victim(
            Draft(made.world, made.state), tuple("ABCD"))
    assert (hit["W"], hit["S"]) == ("A", "D")


# ---------------------------------------------------------------- interception (14.5)


@pytest.mark.rule("OCS 14.5")
def test_a_winning_interceptor_ends_the_mission_and_stays_active() -> None:
    """Roll 12 against an equal: the bomber aborts; the barrage is not rolled."""
    made = yard(plane("A", combat=2), fighter=True)
    made.roll(6, 6, 1, 6, 6)
    made.do(f"fly barrage {TARGET} with A")
    assert made.asked == "Intercept"
    made.do("intercept Yak")
    assert made.air("Yak").active
    assert made.air("Yak").hex == made.at(FOES)
    assert not made.air("A").active
    assert made.air("A").hex == made.at(HOME)
    assert made.rolls_left() == (6, 6)
    assert made.at(TARGET) in made.state.barraged


@pytest.mark.rule("OCS 14.5", "OCS 10.0e")
def test_the_mission_goes_on_when_the_interceptor_aborts() -> None:
    """Roll 2: he breaks off, Inactive at his own base; flak and barrage follow."""
    made = yard(plane("A", combat=2), fighter=True)
    made.roll(1, 1, 1, 1, 1, 6, 6, 4)
    made.do(f"fly barrage {TARGET} with A")
    made.do("intercept Yak")
    assert not made.air("Yak").active
    assert made.air("Yak").hex == made.at(FOES)
    assert made.asked == "MayAbort"
    made.do("pass")
    assert not made.unit("Foe").on_map


@pytest.mark.rule("OCS 14.5")
def test_only_a_fighter_whose_own_zone_covers_the_hex_intercepts() -> None:
    """A bomber beside it cannot be sent."""
    made = yard(plane("A"), fighter=True)
    made.world = evolve(made.world, aircraft={
        **made.world.aircraft, "Pe": plane("Pe", side=SOVIET),
    })
    other = evolve(made.air("Yak"), id="Pe")
    made.state = evolve(made.state, air={**made.state.air, "Pe": other})
    made.do(f"fly barrage {TARGET} with A")
    assert made.refused("intercept Pe") == "OCS 14.5"
    assert made.refused("intercept Yak") == ""


@pytest.mark.rule("OCS 14.5", "OCS 14.1f")
def test_weather_does_not_keep_an_interceptor_down() -> None:
    """In Limited flight weather the Axis flies in its own Movement Phase and may be met."""
    made = yard(plane("A"), fighter=True, flight="limited")
    made.do(f"fly barrage {TARGET} with A")
    assert made.asked == "Intercept"


@pytest.mark.rule("OCS 14.5", "OCS 14.6")
def test_nobody_intercepts_outside_a_zone_nor_a_sweep() -> None:
    """The Sweep over the Soviet base is an Air Combat, and nothing after it."""
    made = yard(plane("A"))
    made.roll(1, 1, 1, 1)
    made.do(f"fly barrage {TARGET} with A")
    assert made.asked == ""
    made = yard(plane("F", "F", combat=2), fighter=True, step="C2")
    made.roll(6, 6, 1)
    made.do(f"fly sweep {FOES} with F")
    assert made.asked == ""
    assert not made.air("Yak").active
    assert made.rolls_left() == ()
