"""Close Air Support (BSR 15.1): mission hexes, netting, the DRM; Non-Op HQs (22.25c)."""

from __future__ import annotations

import pytest

from engine.efs import air, cas
from engine.efs.charts import Modifier
from engine.efs.pieces import AXIS, FLOWN, READY, SOVIET, AirUnit, Unit
from engine.efs.sequence import CAS, SEQUENCE, place
from engine.efs.state import Attack
from engine.efs.world import Draft
from tests.efs.support import (
    go_to,
    headquarters,
    make_board,
    make_draft,
    make_world,
    plane,
    play,
    refusal,
)

PLANES = ("Bf110", "Ju87", "He111", "I-153", "I-16", "SB", "Il-2")


def phase(step: str, *attacks: tuple[str, ...], units: dict[str, Unit] | None = None) -> Draft:
    """A Combat Phase with these Declared Attacks, each of one hex or more."""
    world = make_world(
        make_board(8, 8), [headquarters()], [plane(n) for n in PLANES], unlimited_air_range=True
    )
    at = world.board.at
    return make_draft(
        world, units, step=step,
        attacks=tuple(Attack(tuple(at(number) for number in hexes)) for hexes in attacks),
    )


def resolved(attacker: str, defender: str, *, step: str = "B") -> Draft:
    """A mission over 0404 with these units of each side, worked out; no ground unit about."""
    draft = phase(f"{step}.4a.1", ("0404",))
    if attacker:
        play(draft, f"cas 0404 with {attacker}", cas)
    go_to(draft, f"{step}.4a.2")
    if defender:
        play(draft, f"cas 0404 with {defender}", cas)
    go_to(draft, f"{step}.4a.3")
    cas.STEPS[CAS].run(draft)
    return draft


# ---------------------------------------------------------------- 15.11, 15.12


@pytest.mark.rule("BSR 15.11")
def test_both_sides_fly_cas_in_the_combat_phases() -> None:
    """In each segment the attacker's step comes first, then the defender's, then the missions."""
    sides = [SEQUENCE[place(f"{s}.4a.{n}")].side for s in "BC" for n in (1, 2)]
    assert sides == [AXIS, SOVIET, SOVIET, AXIS]
    both = resolved("He111", "SB").state
    assert both.air["He111"].box == both.air["SB"].box == FLOWN


@pytest.mark.rule("BSR 15.12", "BSR 17.24")
def test_cas_goes_to_hexes_under_a_declared_attack_only() -> None:
    draft = phase("B.4a.1", ("0404",), ("0606", "0607"))
    assert refusal(draft, "cas 0405 with He111", cas) == "BSR 15.12"
    for number in ("0404", "0606", "0607"):
        assert refusal(draft, f"cas {number} with He111", cas) == ""


@pytest.mark.rule("BSR 15.12")
def test_a_hex_sees_one_mission_a_combat_phase_and_units_sent_later_join_it() -> None:
    draft = phase("B.4a.1", ("0404",))
    play(draft, "cas 0404 with He111", cas)
    play(draft, "cas 0404 with Ju87", cas)
    assert draft.state.missions == (draft.world.board.at("0404"),)
    go_to(draft, "B.4a.3")
    assert cas.run_missions(draft) is False
    assert draft.state.cas == ((draft.world.board.at("0404"), 3),)
    assert draft.state.missions == ()


# ---------------------------------------------------------------- 15.13, 15.65


@pytest.mark.rule("BSR 15.13", "ESP B.4a.6")
@pytest.mark.parametrize(
    ("attacker", "defender", "net"),
    [("He111", "", 1), ("Ju87, He111", "", 3), ("", "SB", -1), ("Ju87", "SB", 1),
     ("He111", "Il-2", -1), ("He111", "SB", 0)],
)
def test_cas_ratings_are_totalled_and_netted(attacker: str, defender: str, net: int) -> None:
    """He111 and SB rate 1, Ju87 and Il-2 rate 2."""
    draft = resolved(attacker, defender)
    assert draft.state.cas == ((draft.world.board.at("0404"), net),)


@pytest.mark.rule("BSR 15.13")
def test_the_net_is_in_the_attackers_favour_whoever_attacks() -> None:
    assert resolved("Il-2", "He111", step="C").state.cas[0][1] == 1


@pytest.mark.rule("BSR 15.65", "PB 11.1.ex2.4")
@pytest.mark.parametrize(
    ("attacker", "defender", "drm"),
    [("He111", "", -1), ("Ju87", "", -2), ("", "SB", 1), ("Ju87", "SB", -1)],
)
def test_each_net_point_is_one_drm(attacker: str, defender: str, drm: int) -> None:
    draft = resolved(attacker, defender)
    attack = draft.state.attacks[0]
    assert cas.modifier(draft.state, attack) == Modifier("close air support", drm, "BSR 15.65")


@pytest.mark.rule("BSR 15.65")
def test_no_mission_or_an_even_one_gives_no_drm() -> None:
    flown = resolved("He111", "SB")
    assert cas.modifier(flown.state, flown.state.attacks[0]) is None
    none = phase("B.4a.3", ("0404",))
    assert cas.modifier(none.state, none.state.attacks[0]) is None


@pytest.mark.rule("BSR 15.13")
def test_a_mission_helps_the_combat_of_its_own_hex() -> None:
    """0606 and 0607 are one attack, 0404 another."""
    draft = phase("B.4a.1", ("0404",), ("0606", "0607"))
    play(draft, "cas 0606 with He111", cas)
    play(draft, "cas 0607 with Ju87", cas)
    go_to(draft, "B.4a.3")
    cas.run_missions(draft)
    single, double = draft.state.attacks
    assert (cas.points(draft.state, single), cas.points(draft.state, double)) == (0, 3)


@pytest.mark.rule("BSR 15.13", "BSR 17.31b.2")
@pytest.mark.parametrize(("role", "net"), [("mission", 1), ("firing", 0)])
def test_a_dual_purpose_fighter_counts_only_as_a_mission_unit(role: str, net: int) -> None:
    draft = resolved("Bf110", "")
    play(draft, f"role Bf110 as {role}", air)
    cas.run_missions(draft)
    assert draft.state.cas == ((draft.world.board.at("0404"), net),)


# ---------------------------------------------------------------- 22.25c


def near_nonop(step: str) -> Draft:
    """A Non-Op HQ on 0404: the attack on 0406 is two hexes away, that on 0809 seven."""
    world = make_world(
        make_board(8, 9), [headquarters()], [plane(n) for n in PLANES], unlimited_air_range=True
    )
    at = world.board.at
    return make_draft(
        world, {"HQ": Unit("HQ", at("0404"), nonop=True)}, step=step,
        attacks=(Attack((at("0406"),)), Attack((at("0809"),))),
    )


@pytest.mark.rule("BSR 22.25c")
def test_no_soviet_cas_near_a_non_op_headquarters() -> None:
    """0809 lies seven hexes from 0404, 0406 two."""
    for step in ("B.4a.2", "C.4a.1"):
        draft = near_nonop(step)
        assert refusal(draft, "cas 0406 with SB", cas) == "BSR 22.25c"
        assert refusal(draft, "cas 0809 with SB", cas) == ""
    axis = near_nonop("B.4a.1")
    assert refusal(axis, "cas 0406 with He111", cas) == ""


@pytest.mark.rule("BSR 22.25c")
def test_an_operational_headquarters_does_not_hinder_cas() -> None:
    world = make_world(counters=[headquarters()], planes=[plane("SB")], unlimited_air_range=True)
    hex_ = world.board.at("0304")
    draft = make_draft(world, {"HQ": "0303"}, step="B.4a.2", attacks=(Attack((hex_,)),))
    assert refusal(draft, "cas 0304 with SB", cas) == ""


@pytest.mark.rule("BSR 22.25c", "BSR 17.31b.3")
def test_soviet_fighters_still_oppose_there_but_only_by_firing() -> None:
    """The I-153 has a CAS rating; near the Non-Op HQ it fires without a question."""
    draft = near_nonop("B.4a.1")
    play(draft, "cas 0406 with He111", cas)
    go_to(draft, "B.4a.2")
    play(draft, "cas 0406 with I-153", cas)
    go_to(draft, "B.4a.3")
    draft.update(dice=draft.state.dice.name(6, 3))  # no air combat; the HQ's AA fire misses
    cas.run_missions(draft)
    assert not draft.state.asks
    assert draft.state.air["I-153"].box == FLOWN
    assert draft.state.cas[0][1] == 1


@pytest.mark.rule("BSR 22.25c")
def test_a_defender_with_bombers_alone_is_passed_over_there() -> None:
    draft = near_nonop("B.4a.2")
    draft.update(
        attacks=draft.state.attacks[:1],
        air={n: AirUnit(n, READY if n == "SB" else FLOWN) for n in PLANES},
    )
    assert cas.can_support(draft) is False
    draft.update(air={**draft.state.air, "I-16": AirUnit("I-16")})
    assert cas.can_support(draft) is True
