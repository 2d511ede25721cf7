"""Air bases, air strips and refit (OCS 15)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from engine.core.dice import Dice
from engine.core.errors import BadCommand
from engine.ocs import bases, construction, hunger, trace
from engine.ocs.pieces import AXIS, SOVIET, Aircraft
from engine.ocs.sequence import place
from engine.ocs.world import Draft, Hooks
from tests.ocs.yard_fire import Yard, board, hq, infantry, plane

BASE = "0303"
STRIPS = Hooks(strips=lambda world, state, side: 1)


def field(
    *planes: Aircraft, level: int = 1, tokens: int = 10, dump: str = BASE, step: str = "A",
    **fields: Any,
) -> Yard:
    """An Axis base with Inactive aircraft, and a dump."""
    made = Yard.make(
        board(10, 6), fields.pop("counters", ()), planes, air={p.id: BASE for p in planes},
        bases=fields.pop("bases", {BASE: (AXIS, level)}), dumps={dump: (AXIS, tokens)}, step=step,
        **fields,
    )
    made.state = evolve(made.state, air={
        i: evolve(a, active=False) for i, a in made.state.air.items()
    })
    return made


def planes(count: int) -> tuple[Aircraft, ...]:
    return tuple(plane(f"P{i}") for i in range(1, count + 1))


def named(count: int) -> str:
    return ", ".join(p.name for p in planes(count))


# ---------------------------------------------------------------- refit (15.1)


@pytest.mark.rule("OCS 15.1", "OCS 15.0b", "OCS 14.1d", "OCS 15.0b.A", "OCS 15.2.B", "OCS 15.1.B")
@pytest.mark.parametrize(("level", "most"), [(1, 2), (2, 4), (3, 6), (0, 1)])
def test_a_base_refits_two_aircraft_a_level_and_a_strip_one(level: int, most: int) -> None:
    """For 1T whatever their number."""
    made = field(*planes(7), level=level)
    assert made.refused(f"refit {BASE} with {named(most + 1)}") == "OCS 15.1"
    made.do(f"refit {BASE} with {named(most)}")
    assert [made.air(p.id).active for p in planes(7)] == [i < most for i in range(7)]
    assert made.tokens(BASE) == 9


@pytest.mark.rule("OCS 15.1", "OCS 14.1b")
def test_reduced_aircraft_count_one_each_and_stay_reduced() -> None:
    """Refit mends nothing."""
    made = field(*planes(3))
    made.state = evolve(made.state, air={
        **made.state.air, "P1": evolve(made.air("P1"), lost=1),
    })
    assert made.refused(f"refit {BASE} with P1, P2, P3") == "OCS 15.1"
    made.do(f"refit {BASE} with P1, P2")
    assert (made.air("P1").active, made.air("P1").lost) == (True, 1)


@pytest.mark.rule("OCS 15.1", "OCS 2.3-A", "OCS 15.1.A")
def test_a_base_refits_once_in_a_phase() -> None:
    """The third aircraft waits for the next Refit Phase."""
    made = field(*planes(3))
    made.do(f"refit {BASE} with P1")
    assert made.refused(f"refit {BASE} with P2") == "OCS 15.1"
    fresh = {h: evolve(b, refitted=False) for h, b in made.state.bases.items()}
    made.state = evolve(made.state, bases=fresh)
    assert made.refused(f"refit {BASE} with P2") == ""


@pytest.mark.rule("OCS 15.1")
def test_only_inactive_aircraft_of_a_friendly_base_are_refitted() -> None:
    """Active ones, those elsewhere, the enemy's base, and a name that stands twice are not."""
    made = field(*planes(2), bases={BASE: (AXIS, 1), "0503": (SOVIET, 1), "0505": (AXIS, 1)})
    made.state = evolve(made.state, air={
        **made.state.air, "P2": evolve(made.air("P2"), active=True),
    })
    assert made.refused(f"refit {BASE} with P2") == "OCS 15.1"
    assert made.refused("refit 0505 with P1") == "OCS 15.1"
    assert made.refused("refit 0503 with P1") == "OCS 15.1"
    with pytest.raises(BadCommand):
        made.do(f"refit {BASE} with P1, P1")


@pytest.mark.rule("OCS 15.1")
@pytest.mark.parametrize(
    ("dump", "tokens", "rule"),
    [(BASE, 1, ""), ("0903", 1, ""), ("1003", 1, "OCS 15.1"), (BASE, 0, "OCS 15.1")],
)
def test_the_token_comes_by_draw(dump: str, tokens: int, rule: str) -> None:
    """Five MPs and a hex beside: six hexes away is near enough, seven is not."""
    made = field(*planes(1), dump=dump, tokens=tokens)
    assert made.refused(f"refit {BASE} with P1") == rule


@pytest.mark.rule("OCS 15.1", "OCS 12.3b")
def test_the_token_may_be_thrown_by_an_hq() -> None:
    """The dump in 1003 is out of draw, but an HQ between throws it on."""
    made = field(*planes(1), dump="1003", counters=(hq("Staff"),), units={"Staff": "0603"})
    made.do(f"refit {BASE} with P1")
    assert made.tokens("1003") == 9


@pytest.mark.rule("OCS 15.1", "OCS 4.5b", "OCS 15.1.C", "OCS 4.5a.H")
def test_a_base_in_an_enemy_zoc_refits_only_beside_a_friendly_unit() -> None:
    """The ZOC stops it until a combat unit in the hex negates it."""
    counters = (infantry("Foe", side=SOVIET), infantry("Own"))
    made = field(*planes(1), counters=counters, units={"Foe": "0302", "Own": "0606"})
    assert made.refused(f"refit {BASE} with P1") == "OCS 15.1"
    made.change("Own", hex=made.at(BASE))
    assert made.refused(f"refit {BASE} with P1") == ""


@pytest.mark.rule("OCS 14.2a")
def test_no_more_become_active_than_the_base_holds() -> None:
    """Five on a level-1 base: with four Active there is room for one."""
    made = field(*planes(6))
    made.state = evolve(made.state, air={
        i: evolve(a, active=i not in ("P1", "P2")) for i, a in made.state.air.items()
    })
    assert made.refused(f"refit {BASE} with P1, P2") == "OCS 14.2a"
    assert made.refused(f"refit {BASE} with P1") == ""


@pytest.mark.rule("OCS 15.1", "OCS 14.1f", "OCS 17.0", "OCS 15.1.D", "OCS 17.0d")
def test_weather_never_forbids_refit() -> None:
    """Not even the worst."""
    assert field(*planes(1), flight="none", ground="thaw").refused(f"refit {BASE} with P1") == ""


@pytest.mark.rule("OCS 15.1")
def test_the_game_may_refit_for_free() -> None:
    """A hook names the tokens and the number."""
    hooks = Hooks(refit=lambda world, state, side, hex_: (0, 3))
    made = field(*planes(4), tokens=0, hooks=hooks)
    assert made.refused(f"refit {BASE} with {named(4)}") == "OCS 15.1"
    made.do(f"refit {BASE} with {named(3)}")
    assert made.air("P3").active


@pytest.mark.rule("OCS 2.3-A")
def test_what_is_offered_in_the_refit_phase() -> None:
    """As many as the base can, and each alone."""
    made = field(*planes(3))
    assert made.offered() == [
        f"refit {BASE} with P1, P2", f"refit {BASE} with P1", f"refit {BASE} with P2",
        f"refit {BASE} with P3", "end",
    ]


@pytest.mark.rule("OCS 15.0d")
def test_a_base_needs_no_trace_to_refit_nor_to_stay() -> None:
    """No source on the board: the unit beside it starves, the base refits and is whole."""
    made = field(*planes(1), level=2, counters=(infantry("Own"),), units={"Own": "0304"})
    assert not trace.traces(made.world, made.state, made.unit("Own"))
    made.do(f"refit {BASE} with P1")
    draft = Draft(made.world, evolve(made.state, step=place("D"), dumps={}))
    draft.state = evolve(draft.state, dice=Dice().name(6, 6, 6))
    hunger.supply_phase(draft)
    assert not draft.state.units["Own"].on_map
    assert draft.state.bases == made.state.bases


@pytest.mark.rule("OCS 15.2.D", "OCS 14.2a")
def test_an_air_strip_holds_four_active_aircraft() -> None:
    """The fifth is not refitted there."""
    made = field(*planes(5), level=0)
    made.state = evolve(made.state, air={
        i: evolve(a, active=i != "P5") for i, a in made.state.air.items()
    })
    assert made.refused(f"refit {BASE} with P5") == "OCS 14.2a"
    made.state = evolve(made.state, air={
        **made.state.air, "P4": evolve(made.air("P4"), active=False),
    })
    assert made.refused(f"refit {BASE} with P5") == ""


# ---------------------------------------------------------------- building (15.3)


def site(level: int | None = None, **fields: Any) -> Yard:
    """An Axis HQ beside a hex with a base of a level, or none, and 10T."""
    return Yard.make(
        board(), [hq("Staff")], units={"Staff": "0304"},
        bases={} if level is None else {BASE: (AXIS, level)}, dumps={"0304": (AXIS, 10)},
        step="C2", **fields,
    )


@pytest.mark.rule("OCS 15.3", "OCS 13.8d", "OCS 15.0a")
@pytest.mark.parametrize(("before", "after"), [(None, 1), (1, 2), (2, 3)])
def test_an_sp_builds_a_base_or_one_level_more(before: int | None, after: int) -> None:
    """4T a level, at once in use."""
    made = site(before)
    made.do(f"build base {BASE} with Staff")
    assert made.state.bases[made.at(BASE)].level == after
    assert made.tokens("0304") == 6


@pytest.mark.rule("OCS 15.3")
def test_no_base_is_built_above_level_three_nor_two_levels_in_a_turn() -> None:
    """A second engineer may not go on where one has worked."""
    assert site(3).refused(f"build base {BASE} with Staff") == "OCS 15.3"
    made = site(1)
    raised = {h: evolve(b, raised=True) for h, b in made.state.bases.items()}
    made.state = evolve(made.state, bases=raised)
    assert made.refused(f"build base {BASE} with Staff") == "OCS 15.3"


@pytest.mark.rule("OCS 15.3", "OCS 15.4", "OCS 2.3-T")
def test_levels_come_once_a_turn_and_go_once_a_phase() -> None:
    """Reduced once in C2 it cannot be again, but it may gain a level; the next phase is new."""
    made = Yard.make(
        board(), [hq("Staff"), hq("Other"), hq("Third")],
        units={"Staff": "0304", "Other": "0304", "Third": "0304"},
        bases={BASE: (AXIS, 3)}, dumps={"0304": (AXIS, 10)}, step="C2",
    )
    made.do(f"build base {BASE} with Staff down")
    assert made.refused(f"build base {BASE} with Other down") == "OCS 15.4"
    made.do(f"build base {BASE} with Other")
    assert made.refused(f"build base {BASE} with Third") == "OCS 15.3"
    base = made.state.bases[made.at(BASE)]
    assert (base.level, base.raised, base.lowered) == (3, True, True)
    bases.new_phase(draft := Draft(made.world, made.state))
    assert not draft.state.bases[made.at(BASE)].lowered
    assert draft.state.bases[made.at(BASE)].raised
    construction.new_turn(draft)
    assert not draft.state.bases[made.at(BASE)].raised


@pytest.mark.rule("OCS 15.3")
def test_without_an_sp_nothing_is_built() -> None:
    """Three tokens are too few."""
    made = site(1)
    made.state = evolve(made.state, dumps={
        h: evolve(d, tokens=3) for h, d in made.state.dumps.items()
    })
    assert made.refused(f"build base {BASE} with Staff") == "OCS 13.8d"


@pytest.mark.rule("OCS 15.3")
def test_bases_are_built_in_the_movement_phase_only() -> None:
    """Not in Exploitation."""
    made = site(1)
    made.go_to("G1")
    assert made.refused(f"build base {BASE} with Staff") == "OCS 11.0"
    made.go_to("C2")
    assert made.refused(f"build base {BASE} with Staff") == ""


# ---------------------------------------------------------------- air strips (15.2)


@pytest.mark.rule("OCS 15.2", "TTW 2.2h")
def test_air_strips_are_built_where_the_game_has_them_for_a_token() -> None:
    """As many as there are counters."""
    assert site().refused(f"build strip {BASE} with Staff") == "OCS 15.2"
    made = site(hooks=STRIPS)
    made.do(f"build strip {BASE} with Staff")
    assert made.state.bases[made.at(BASE)].level == 0
    assert made.tokens("0304") == 9
    full = site(hooks=STRIPS)
    full.state = evolve(full.state, bases={full.at("0101"): made.state.bases[made.at(BASE)]})
    assert full.refused(f"build strip {BASE} with Staff") == "OCS 15.2"


@pytest.mark.rule("OCS 15.2", "OCS 15.0a", "OCS 15.2.A", "OCS 15.2.E")
def test_a_strip_becomes_a_base_for_three_tokens_and_one_stands_in_a_hex() -> None:
    """It is no second base, and it is never reduced."""
    made = site(0, hooks=STRIPS)
    assert made.refused(f"build strip {BASE} with Staff") == "OCS 15.0a"
    assert made.refused(f"build base {BASE} with Staff down") == "OCS 15.4"
    assert made.refused(f"build strip {BASE} with Staff down") == "OCS 15.2"
    made.do(f"build base {BASE} with Staff")
    assert made.state.bases[made.at(BASE)].level == 1
    assert made.tokens("0304") == 7


# ---------------------------------------------------------------- reduction (15.4)


@pytest.mark.rule("OCS 15.4")
def test_a_base_is_reduced_by_a_level_for_nothing_never_below_one() -> None:
    """By an engineer two hexes away at most."""
    assert site(1).refused(f"build base {BASE} with Staff down") == "OCS 15.4"
    assert site(None).refused(f"build base {BASE} with Staff down") == "OCS 15.4"
    made = site(3)
    made.do(f"build base {BASE} with Staff down")
    assert made.state.bases[made.at(BASE)].level == 2
    assert made.tokens("0304") == 10


@pytest.mark.rule("OCS 15.4")
def test_one_re_in_combat_mode_in_the_hex_reduces_a_base_but_does_not_build_it() -> None:
    """Half an RE does not; building is for engineers."""
    made = Yard.make(
        board(), [infantry("Rgt"), infantry("Bn", re4=2)], units={"Rgt": BASE, "Bn": BASE},
        bases={BASE: (AXIS, 2)}, dumps={BASE: (AXIS, 10)}, step="C2",
    )
    assert made.refused(f"build base {BASE} with Rgt") == "OCS 13.8d"
    assert made.refused(f"build base {BASE} with Bn down") == "OCS 15.4"
    made.do(f"build base {BASE} with Rgt down")
    assert made.state.bases[made.at(BASE)].level == 1


@pytest.mark.rule("OCS 15.0")
def test_only_attack_capable_enemies_enter_the_hex_of_a_base() -> None:
    """An HQ may not walk in, a regiment takes the base."""
    counters = (hq("Staff", side=SOVIET), infantry("Rgt", side=SOVIET))
    made = Yard.make(
        board(), counters, units={"Staff": "0304", "Rgt": "0304"}, bases={BASE: (AXIS, 2)},
        step="C2'",
    )
    made.change("Staff", front=False, fuel="phase")
    assert made.refused(f"move Staff to {BASE}") == "OCS 4.4c"
    made.do(f"move Rgt to {BASE}")
    assert made.state.bases[made.at(BASE)].owner == SOVIET
