"""`validate` finds each broken invariant, and nothing in positions that play leads to."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import catalog
from engine.core.board import NOWHERE
from engine.core.dice import Dice
from engine.core.state import Outcome
from engine.efs.decisions import (
    Advance,
    AttackOrder,
    Engage,
    Lose,
    Overstacked,
    Recover,
    Retreat,
    Roles,
    Suppress,
)
from engine.efs.pieces import (
    AXIS,
    CADRE,
    FLOWN,
    FOUGHT,
    READY,
    SILENCED,
    SOVIET,
    STRATEGIC,
    AirUnit,
    Unit,
)
from engine.efs.sequence import place
from engine.efs.state import Attack, Combat, EfsState, Fort, Overrunning
from engine.efs.validate import validate
from engine.efs.world import World
from engine.game import Game
from tests.efs.support import (
    counter,
    headquarters,
    make_board,
    make_state,
    make_world,
    plane,
)


def small_world(**scenario: Any) -> World:
    """Two Axis units, two Soviet ones with their HQ, and air units of both sides."""
    return make_world(
        make_board(6, 6, sides={("0303", "0304"): "fortified_line"}),
        [
            counter("A", reduced=(2, 2, 6), stack=6, ma_class="motorized"),
            counter("B", stack=6), counter("S", side=SOVIET, reduced=(2, 2, 4), stack=3),
            counter("T", side=SOVIET), headquarters(command=2, recovery=5),
        ],
        [plane("He111"), plane("Bf109F"), plane("SB"), plane("I-16"), plane("MiG-3"),
         plane("Il-2"), plane("Pe-2")],
        **scenario,
    )


WORLD = small_world()
AT = WORLD.board.at
PLACES = {"A": "0204", "B": "0203", "S": "0303", "T": "0404", "HQ": "0505"}


def sound(step: str = "B.1", **fields: Any) -> EfsState:
    """A sound state in a step, with fields replaced."""
    units: Mapping[str, str | Unit] = PLACES | fields.pop("units", {})
    return make_state(WORLD, units, step=step, **fields)


def unit(id_: str, hex_: str = "", **fields: Any) -> dict[str, Unit]:
    """A unit on its place, or another, with fields replaced."""
    return {id_: Unit(id_, AT(hex_ or PLACES[id_]), **fields)}


def broken(state: EfsState, *words: str) -> None:
    """One of the sentences holds all these words."""
    found = validate(WORLD, state)
    assert any(all(word in line for word in words) for line in found), found


STEPS = ("B.1", "B.2", "B.4c", "B.5", "C.1", "C.5")


@pytest.mark.parametrize("step", STEPS)
def test_the_state_that_the_tests_break_is_sound(step: str) -> None:
    assert validate(WORLD, sound(step)) == []


def test_a_new_game_is_sound() -> None:
    for dummies in ("open", "seen", "blind"):
        game = Game.start(catalog.load("sumy", dummies, overlays=()), 1)
        assert validate(game.world, game.state) == []


@settings(max_examples=12)
@given(seed=st.integers(0, 10**6), dummies=st.sampled_from(["open", "seen", "blind"]))
def test_every_position_of_random_play_is_sound(seed: int, dummies: str) -> None:
    game = Game.start(catalog.load("sumy", dummies, overlays=()), seed)
    hand = random.Random(seed)
    for _ in range(120):
        if game.outcome is not None:
            break
        game.execute(hand.choice(list(game.legal())))
        assert validate(game.world, game.state) == []


# ---------------------------------------------------------------- names and hexes


def test_unknown_pieces_and_hexes_are_named_before_anything_else() -> None:
    state = sound()
    far = len(WORLD.board)
    ghost = {**state.units, "Z": Unit("Z", AT("0101"))}
    broken(evolve(state, units=ghost), "no unit Z")
    broken(evolve(state, air={"Yak": AirUnit("Yak")}), "no air unit Yak")
    broken(evolve(state, units={**state.units, "A": Unit("B", AT("0204"))}), "A calls itself B")
    broken(evolve(state, units={**state.units, "A": Unit("A", far)}), f"hex {far}")
    broken(evolve(state, moving=("Z",)), "Z is named")
    broken(evolve(state, support=(("Z", AT("0303")),)), "Z is named")
    broken(evolve(state, obliged=(("A", far),)), f"hex {far}")
    broken(evolve(state, attacks=(Attack((AT("0303"),), ("Z",)),)), "Z is named")
    broken(evolve(state, attacks=(Attack((NOWHERE,)),)), "hex -1")
    broken(evolve(state, combat=Combat(Attack((far,)), ("A",))), f"hex {far}")
    broken(evolve(state, overrunning=Overrunning(far, ("A",), (1,), (0,))), f"hex {far}")
    broken(evolve(state, asks=(Lose(AXIS, ("He111",), 1),)), "He111 is named")
    broken(evolve(state, asks=(Roles(AXIS, AT("0303"), ("A",)),)), "A is named")
    broken(evolve(state, asks=(Recover(SOVIET, "Z"),)), "Z is named")
    broken(evolve(state, missions=(far,)), f"hex {far}")
    broken(evolve(state, control={far: AXIS}), f"hex {far}")
    broken(evolve(state, forts={far: Fort(SOVIET)}), f"hex {far}")
    broken(evolve(state, bridges=frozenset({(0, far)})), f"hex {far}")
    broken(evolve(state, step=99), "no step 99")


def test_the_pieces_are_those_of_the_scenario_in_its_order() -> None:
    """The order of the set-up decides the order of choices, so it is part of the state."""
    game = Game.start(catalog.load("sumy", "seen", overlays=()), 1)
    state = game.state
    first, *rest = state.units.items()
    for units, words in (
        (dict(rest), "missing"), (dict([*rest, first]), "another order"),
    ):
        found = validate(game.world, evolve(state, units=units))
        assert any(words in line for line in found)
    air = dict(list(state.air.items())[1:])
    assert any("missing" in line for line in validate(game.world, evolve(state, air=air)))


# ---------------------------------------------------------------- the frame


def test_the_frame_of_play() -> None:
    broken(sound(turn=0), "turn 0")
    broken(sound(turn=100), "turn 100")
    broken(evolve(sound(), dice=Dice(1, -1)), "below zero")
    broken(evolve(sound(), dice=Dice(1, 0, (11,))), "named roll")
    broken(sound(weather="rain"), "rain")
    broken(sound(rolled=("rain",)), "rain")
    broken(sound(closing=True), "closing")
    broken(sound("A.3"), "nobody acts", "A.3")
    broken(sound("B.4a.3"), "nobody acts")
    broken(sound(over=Outcome("finland", "", "")), "finland")
    overs = Outcome(AXIS, "", "")
    broken(sound(over=overs, asks=(AttackOrder(AXIS, AT("0303")),)), "game is over")
    assert validate(WORLD, sound("D", over=overs, closing=True)) == []


def test_a_combat_or_an_overrun_in_hand_waits_for_a_decision() -> None:
    fight = Combat(Attack((AT("0303"),), ("A",)), ("A",))
    broken(sound("B.4c", combat=fight), "combat", "nothing waits")
    order = (AttackOrder(AXIS, AT("0303")),)
    assert validate(WORLD, sound("B.4c", combat=fight, asks=order)) == []
    over = Overrunning(AT("0303"), ("A",), (4,), (0,))
    broken(sound(overrunning=over), "Overrun", "nothing waits")


# ---------------------------------------------------------------- units


def test_units_are_on_the_board_or_in_a_box() -> None:
    broken(sound(units=unit("A", box="pocket")), "box 'pocket'")
    broken(sound(units=unit("A", box=CADRE)), "A is in the box cadre and in hex 0204")
    broken(sound(units={"A": Unit("A", NOWHERE)}), "A is in the box map and in hex none")
    assert validate(WORLD, sound(units={"A": Unit("A", NOWHERE, CADRE)})) == []


@pytest.mark.rule("BSR 16.22")
def test_steps_lost_are_within_the_units_steps_and_one_is_left_on_the_map() -> None:
    broken(sound(units=unit("A", lost=3)), "A has lost 3 of 2")
    broken(sound(units=unit("A", lost=-1)), "A has lost -1")
    broken(sound(units=unit("A", lost=2)), "A has no step left")
    assert validate(WORLD, sound(units=unit("A", lost=1))) == []


def test_markers_and_sides_are_those_that_there_are() -> None:
    broken(sound(units=unit("A", marks=frozenset({"brave"}))), "brave")
    broken(sound(units=unit("A", nonop=True)), "A is Non-Op")
    broken(sound(units=unit("A", untried=True)), "A is untried")
    assert validate(WORLD, sound(units=unit("HQ", nonop=True))) == []


def test_markers_of_a_phase_are_gone_after_it() -> None:
    for mark, there, gone in (
        (FOUGHT, "B.4c", "B.5"), (SILENCED, "B.4c", "B.5"), (STRATEGIC, "C.5", "C.1"),
    ):
        marked = unit("S", marks=frozenset({mark}))
        assert validate(WORLD, sound(there, units=marked)) == []
        broken(sound(gone, units=marked), f"S is marked {mark}")


@pytest.mark.rule("BSR 3.32")
def test_a_hex_holds_too_much_only_within_a_phase() -> None:
    """Two times six points: fine while units move, not once attacks are declared."""
    crowd = {"A": "0203"}
    broken(sound("B.2", units=crowd), "0203 is 2 points over")
    assert validate(WORLD, sound("B.1", units=crowd)) == []
    assert validate(WORLD, sound("B.4c", units=crowd)) == []


def test_both_sides_never_share_a_hex() -> None:
    broken(sound(units={"A": "0303"}), "both sides are in 0303")


# ---------------------------------------------------------------- movement


@pytest.mark.rule("BSR 10.52")
def test_no_unit_spends_more_than_its_allowance() -> None:
    """MA 6 is twelve half points in the Movement phase."""
    broken(sound(units=unit("A", started=True, spent=13)), "A has spent 13 of 12")
    broken(sound(units=unit("A", started=True, spent=-1)), "A has spent -1")
    assert validate(WORLD, sound(units=unit("A", started=True, spent=12))) == []


def test_strategic_movement_goes_half_as_far_again() -> None:
    marks = frozenset({STRATEGIC})
    broken(sound(units=unit("A", started=True, spent=19, marks=marks)), "19 of 18")
    assert validate(WORLD, sound(units=unit("A", started=True, spent=18, marks=marks))) == []


def test_only_the_moving_side_moves_and_only_in_its_phases() -> None:
    moved = unit("A", started=True, spent=2)
    broken(sound("B.2", units=moved), "A has moved in step B.2")
    broken(sound("C.5", units=moved), "A has moved in step C.5")
    broken(sound(units=unit("A", spent=2)), "not begun to move")
    broken(sound(units=unit("A", started=True, surcharge=40)), "owes 40")
    broken(sound("B.2", moving=("A",)), "moving is left over")
    broken(sound(moving=("A",)), "has not begun")
    broken(sound(units=moved, moving=("A",), split=("B",)), "split off")
    assert validate(WORLD, sound(units=moved, moving=("A",), split=("A",))) == []


# ---------------------------------------------------------------- the map


@pytest.mark.rule("BSR 3.21a")
def test_control_agrees_with_who_holds_a_hex() -> None:
    broken(sound(control={"0204": SOVIET}), "0204 is held by axis and controlled by soviet")
    broken(sound(control={"0101": "finland"}), "controlled by 'finland'")
    assert validate(WORLD, sound(control={"0204": AXIS, "0101": SOVIET})) == []


def test_works_stand_where_they_can() -> None:
    broken(sound(forts={AT("0101"): Fort("finland")}), "belongs to 'finland'")
    broken(sound(bridges=frozenset({(AT("0101"), AT("0606"))})), "a bridge lies between")
    broken(sound(bridges=frozenset({(AT("0102"), AT("0101"))})), "a bridge lies between")
    broken(sound(lines_destroyed=frozenset({(AT("0101"), AT("0102"))})), "no line to destroy")
    broken(sound(strongpoints={"regular": -1}), "-1 regular")
    pair = (AT("0303"), AT("0304"))
    assert validate(WORLD, sound(lines_destroyed=frozenset({pair}))) == []


@pytest.mark.rule("BSR 13.16")
def test_interdiction_lasts_from_its_phase_to_the_end_of_the_turn() -> None:
    zone = {AT("0303"): 1}
    broken(sound("A.6a", interdicted=zone), "interdiction is left over")
    broken(sound(interdicted={AT("0303"): 3}), "Interdiction Level 3")
    broken(sound(interdicted={AT("0303"): 0}), "Interdiction Level 0")
    assert validate(WORLD, sound("C.5", interdicted=zone)) == []


@pytest.mark.rule("BSR 22.12")
def test_no_hq_uses_more_points_than_it_has() -> None:
    """Command value 2; one Guards unit; recovery 5 lets four move nearby."""
    for use, most in (("activate", 2), ("react", 2), ("order", 2), ("guards", 1), ("nonop", 4)):
        broken(sound(used={f"HQ/{use}": most + 1}), f"used {most + 1} of {most} points to {use}")
        assert validate(WORLD, sound(used={f"HQ/{use}": most})) == []
    broken(sound(used={"A/activate": 1}), "is no HQ")
    broken(sound(used={"HQ/activate": 0}), "0 points")
    broken(sound(used={"HQ": 1}), "'HQ'")


# ---------------------------------------------------------------- attacks and combat


def test_attacks_are_declared_on_enemies_by_neighbours_once() -> None:
    at_s, at_t = AT("0303"), AT("0404")
    good = Attack((at_s,), ("A", "B"))
    assert validate(WORLD, sound("B.2", attacks=(good,))) == []
    broken(sound("B.2", attacks=(Attack((AT("0101"),), ("A",)),)), "where no enemy is")
    broken(sound("B.2", attacks=(Attack((at_t,), ("A",)),)), "from afar")
    broken(sound("B.2", attacks=(good, Attack((at_t,), ("B",)))), "two Declared Attacks")
    broken(sound("B.2", attacks=(Attack((at_s,), ("S",)),)), "S attacks 0303 in the enemy's")
    broken(sound("B.2", attacks=(Attack((),),)), "an attack on hexes ''")
    broken(sound("B.2", attacks=(Attack((at_t, at_s), ("B",)),)), "an attack on hexes")
    broken(sound("B.5", attacks=(good,)), "attacks is left over")
    broken(sound("B.4c", attacks=(Attack((AT("0101"),), ("A",)),)), "every defender is gone")


def test_what_is_committed_to_attacks_goes_with_them() -> None:
    at_s = AT("0303")
    attack = (Attack((at_s,), ("A",)),)
    fine: dict[str, Any] = {
        "support": (("T", at_s),), "orders": ((at_s, "no-retreat"),), "cas": ((at_s, 1),),
    }
    assert validate(WORLD, sound("B.4c", attacks=attack, **fine)) == []
    for name, value in fine.items():
        broken(sound("B.5", **{name: value}), f"{name} is left over")
    broken(sound("B.2", attacks=attack, cas=fine["cas"]), "cas is left over")
    broken(sound("B.4c", attacks=attack, support=(("T", at_s),) * 2), "supports two combats")
    broken(sound("B.4c", attacks=attack, support=(("A", at_s),)), "defense of the enemy")
    broken(sound("B.4c", attacks=attack, orders=((at_s, "charge"),)), "no order 'charge'")
    broken(sound("B.6", obliged=(("A", at_s),)), "obliged is left over")
    for step in ("B.1", "B.2", "B.4c"):  # the attack is still to be made
        assert validate(WORLD, sound(step, obliged=(("A", at_s),))) == []


def test_a_combat_in_hand_has_its_parts() -> None:
    fight = Combat(Attack((AT("0303"),), ("A",)), ("A",))
    order = (AttackOrder(AXIS, AT("0303")),)

    def with_(**changes: Any) -> EfsState:
        return sound("B.4c", combat=evolve(fight, **changes), asks=order)

    broken(with_(stage="lunch"), "stage 'lunch'")
    broken(with_(order="charge"), "orders 'charge'")
    broken(with_(odds="99-1"), "odds '99-1'")
    broken(with_(units=()), "no attacker")
    broken(with_(support=("T",)), "T attacks in the enemy's phase")
    broken(sound("B.5", combat=fight, asks=order), "combat is left over")
    assert validate(WORLD, with_(odds="3-1", order="no-retreat")) == []


def test_an_overrun_in_hand_has_its_parts() -> None:
    over = Overrunning(AT("0303"), ("A",), (4,), (0,))
    ask = (Retreat(AXIS, SOVIET, ("S",), 2, AT("0303"), overrun=True),)
    assert validate(WORLD, sound(overrunning=over, asks=ask)) == []
    broken(sound(overrunning=evolve(over, stage="lunch"), asks=ask), "stage 'lunch'")
    broken(sound(overrunning=evolve(over, costs=()), asks=ask), "one price for each")
    broken(sound("B.4c", overrunning=over, asks=ask), "overrunning is left over")


# ---------------------------------------------------------------- in the air


def flying(**units: AirUnit) -> dict[str, AirUnit]:
    """All air units in their boxes but those given; names are written with an underscore."""
    named = {name.replace("_", "-"): one for name, one in units.items()}
    return {id_: named.get(id_, AirUnit(id_, READY)) for id_ in WORLD.aircraft}


def test_air_units_are_in_a_box_or_on_a_mission_of_the_step() -> None:
    over = AT("0303")
    out = AirUnit("He111", hex=over, used=True)
    fine = sound("B.4a.1", air=flying(He111=out), missions=(over,))
    assert validate(WORLD, fine) == []
    broken(evolve(fine, missions=()), "on no mission")
    broken(evolve(fine, air=flying(He111=evolve(out, box=FLOWN))), "on no mission")
    broken(evolve(fine, air=flying(He111=evolve(out, used=False))), "on no mission")
    broken(evolve(fine, air=flying(He111=evolve(out, role="cook"))), "role 'cook'")
    broken(evolve(fine, air=flying(He111=evolve(out, engaged="Bf109F"))), "its own side")
    broken(evolve(fine, air=flying(He111=AirUnit("He111", "hangar"))), "box 'hangar'")
    broken(evolve(fine, air=flying(He111=AirUnit("He111", revealed=True))), "still")
    broken(evolve(fine, missions=(over, over)), "two missions")
    broken(evolve(fine, step=place("B.5")), "missions is left over")
    broken(evolve(fine, air_round="combat 0"), "air_round is left over")


@pytest.mark.rule("BSR 17.21b")
def test_no_more_air_units_of_a_side_than_three_fly_one_mission() -> None:
    over = AT("0303")
    names = ["SB", "I-16", "MiG-3", "Il-2"]
    out = {name: AirUnit(name, hex=over, used=True) for name in names}
    state = sound("B.4a.2", missions=(over,))
    broken(evolve(state, air={**state.air, **out}), "4 air units of soviet")
    del out["Il-2"]
    assert validate(WORLD, evolve(state, air={**state.air, **out})) == []


# ---------------------------------------------------------------- decisions


FIGHT = Combat(Attack((AT("0303"),), ("A", "B")), ("A", "B"), stage="attacker")
HERE = AT("0303")


def deciding(*asks: Any, step: str = "B.4c", **fields: Any) -> EfsState:
    fields.setdefault("combat", FIGHT if step == "B.4c" else None)
    return sound(step, asks=asks, **fields)


SOUND_DECISIONS = {
    "lose": deciding(Lose(AXIS, ("A", "B"), 1)),
    "retreat": deciding(Retreat(SOVIET, SOVIET, ("S",), 2, HERE)),
    "advance": deciding(Advance(AXIS, ("A",), (AT("0304"),))),
    "order": deciding(AttackOrder(AXIS, HERE)),
    "overstacked": deciding(
        Overstacked(AXIS, AT("0203"), 2), step="B.1", units={"A": "0203"}
    ),
    "recover": deciding(Recover(SOVIET, "HQ"), step="D", units=unit("HQ", nonop=True)),
    "suppress": deciding(Suppress(AXIS, ("S", "T"), 1), step="B.3b"),
    "roles": deciding(
        Roles(AXIS, HERE, ("Bf109F",)), step="B.4a.3", missions=(HERE,), air_round="roles",
        air=flying(Bf109F=AirUnit("Bf109F", hex=HERE, used=True)),
    ),
    "engage": deciding(Engage(AXIS, HERE), step="B.4a.3", missions=(HERE,), air_round="engage 0"),
}
BROKEN_DECISIONS = {
    "a side that is none": (deciding(Lose("finland", ("A", "B"), 1)), "'finland'"),
    "losses of nobody": (deciding(Lose(AXIS, (), 1)), "concerns no unit"),
    "no losses": (deciding(Lose(AXIS, ("A", "B"), 0)), "Lose does not fit"),
    "losses without a choice": (deciding(Lose(AXIS, ("A", "B"), 3)), "Lose does not fit"),
    "losses of the other side": (deciding(Lose(AXIS, ("S",), 1)), "Lose does not fit"),
    "first losses from elsewhere": (
        deciding(Lose(AXIS, ("A", "B"), 1, 1, ("S",))), "Lose does not fit"),
    "losses while attacks are declared": (
        deciding(Lose(AXIS, ("A", "B"), 1), step="B.2"), "Lose does not fit"),
    "losses of a unit that is gone": (
        deciding(Lose(AXIS, ("A", "B"), 1), units={"B": Unit("B", NOWHERE, CADRE)}),
        "B, which is not on the map"),
    "a retreat of the other side": (
        deciding(Retreat(SOVIET, SOVIET, ("A",), 2, HERE)), "Retreat does not fit"),
    "a retreat from nowhere": (
        deciding(Retreat(SOVIET, SOVIET, ("S",), 2, NOWHERE)), "Retreat does not fit"),
    "a retreat without a fight": (
        deciding(Retreat(SOVIET, SOVIET, ("S",), 2, HERE), combat=None), "Retreat does not fit"),
    "an advance onto the enemy": (deciding(Advance(AXIS, ("A",), (HERE,))), "Advance does not"),
    "an advance to nowhere": (deciding(Advance(AXIS, ("A",))), "Advance does not"),
    "an order for another combat": (deciding(AttackOrder(AXIS, AT("0404"))), "AttackOrder does"),
    "a hex that is not overstacked": (
        deciding(Overstacked(AXIS, AT("0203"), 2), step="B.1"), "Overstacked does not"),
    "recovery of an HQ that is well": (
        deciding(Recover(SOVIET, "HQ"), step="D"), "Recover does not"),
    "recovery in another step": (
        deciding(Recover(SOVIET, "HQ"), step="B.1", units=unit("HQ", nonop=True)), "Recover does"),
    "all guns to choose": (deciding(Suppress(AXIS, ("S", "T"), 2), step="B.3b"), "Suppress does"),
    "roles over an empty hex": (
        deciding(Roles(AXIS, HERE, ("Bf109F",)), step="B.4a.3", missions=(HERE,),
                 air_round="roles"), "Roles does not"),
    "an air combat over no mission": (
        deciding(Engage(AXIS, HERE), step="B.4a.3", air_round="engage 0"), "Engage does not"),
}


@pytest.mark.parametrize("name", SOUND_DECISIONS)
def test_a_decision_that_fits_is_sound(name: str) -> None:
    assert validate(WORLD, SOUND_DECISIONS[name]) == []


@pytest.mark.parametrize("name", BROKEN_DECISIONS)
def test_a_decision_that_does_not_fit_is_found(name: str) -> None:
    state, words = BROKEN_DECISIONS[name]
    broken(state, words)


# ---------------------------------------------------------------- the score


@pytest.mark.rule("BSR 16.25")
def test_lost_steps_agree_with_the_units() -> None:
    """The units lost since the set-up; steps that the scenario takes away do not count."""
    set_up = {id_: Unit(id_, AT(hex_)) for id_, hex_ in PLACES.items()}
    set_up["S"] = Unit("S", AT("0303"), lost=1)
    world = small_world(units=set_up)
    state = make_state(world, set_up, lost={AXIS: 0, SOVIET: 0})
    assert validate(world, state) == []
    hit = evolve(state, units={**set_up, "A": Unit("A", AT("0204"), lost=1)})
    (line,) = validate(world, hit)
    assert line == "0 steps of axis count as lost, its units have lost 1"
    assert validate(world, evolve(hit, lost={AXIS: 1, SOVIET: 0})) == []


def test_counts_belong_to_a_side_and_the_tracks_have_an_end() -> None:
    broken(sound(lost={"finland": 1}), "finland 1")
    broken(sound(lost={AXIS: -1}), "axis -1")
    end = WORLD.charts.loss_track[AXIS]
    broken(sound(track={AXIS: end}), f"track of axis stands at {end}")
    assert validate(WORLD, sound(track={AXIS: end - 1})) == []


def test_no_victory_points_where_none_are_counted() -> None:
    game = Game.start(catalog.load("sumy", "seen", overlays=()), 1)
    (line,) = validate(game.world, evolve(game.state, vp=3))
    assert "3 Victory Points" in line
