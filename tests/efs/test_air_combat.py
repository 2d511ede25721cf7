"""Air combat (BSR 17.3): roles, initiative, matching, fire, local tactical advantage."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.commands import Command
from engine.efs import air, air_combat, air_units, cas, interdiction
from engine.efs.decisions import Engage, Roles
from engine.efs.pieces import AXIS, DAMAGED, DESTROYED, FLOWN, READY, SOVIET, AirUnit
from engine.efs.state import Attack
from engine.efs.world import Draft
from tests.efs.support import charts, make_draft, make_world, plane, play, refusal, rolls_made

HEX = "0303"


def named_planes(names: Iterable[str]) -> list[str]:
    """Names of air units; a type that comes twice is numbered as the game numbers it."""
    seen: dict[str, int] = {}
    full = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        full.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return full


def mission(*types: str, step: str = "B.4a.3", rolls: Iterable[int] = ()) -> Draft:
    """Air units of these types over one hex, face down, about to be worked out."""
    seen: dict[str, int] = {}
    planes = []
    for type_ in types:
        seen[type_] = seen.get(type_, 0) + 1
        planes.append(plane(type_, seen[type_]))
    world = make_world(planes=planes)
    hex_ = world.board.at(HEX)
    return make_draft(
        world, step=step, rolls=rolls, missions=(hex_,), attacks=(Attack((hex_,)),),
        air={p.id: AirUnit(p.id, READY, hex_, used=True) for p in planes},
    )


def run(draft: Draft) -> bool:
    """Carry the step on, interdiction or CAS by the step that the draft is in."""
    if draft.state.step < 10:
        return interdiction.run_missions(draft)
    return cas.run_missions(draft)


def answer(draft: Draft, text: str) -> None:
    """Answer a decision and carry on, as `flow` does."""
    play(draft, text, air)
    run(draft)


def box(draft: Draft, name: str) -> str:
    return draft.state.air[name].box


def asked(draft: Draft) -> Roles | Engage:
    top = draft.state.asks[-1]
    assert isinstance(top, (Roles, Engage))
    return top


# ---------------------------------------------------------------- 17.3, 17.31: who is there


@pytest.mark.rule("BSR 17.3", "BSR 17.31b.1", "BSR 17.31b.3")
def test_bombers_alone_make_no_air_combat() -> None:
    """Question EFS-Q60: two bombers a side, no initiative roll, all fly their mission."""
    draft = mission("He111", "Ju87", "SB", "SB")
    assert run(draft) is False
    assert rolls_made(draft) == []
    assert draft.state.cas == ((draft.world.board.at(HEX), 3 - 2),)


@pytest.mark.rule("BSR 17.3", "BSR 17.31b.3")
def test_a_fighter_among_them_makes_air_combat_possible() -> None:
    draft = mission("He111", "SB", "I-16", rolls=(6,))
    run(draft)
    assert rolls_made(draft) == [6]


@pytest.mark.rule("BSR 17.3", "BSR 17.33f")
def test_fighters_without_an_enemy_roll_nothing_and_go_to_the_flown_box() -> None:
    draft = mission("Bf109F", "He111")
    run(draft)
    assert rolls_made(draft) == []
    assert (box(draft, "Bf109F"), box(draft, "He111")) == (FLOWN, FLOWN)
    assert draft.state.cas == ((draft.world.board.at(HEX), 1),)


@pytest.mark.rule("BSR 17.31a", "ESP A.6d", "ESP B.4a.3")
def test_units_are_revealed_and_dummies_go_back_to_the_ready_box() -> None:
    """By the tutorial the Dummy goes to the Ready Box, where it stays used for this turn."""
    draft = mission("He111", "Axis Dummy", "Bf110", "SB")
    run(draft)
    assert isinstance(asked(draft), Roles)
    assert draft.state.air["Axis Dummy"] == AirUnit("Axis Dummy", READY, used=True)
    assert all(draft.state.air[n].revealed for n in ("He111", "Bf110", "SB"))


@pytest.mark.rule("BSR 17.31a")
def test_a_dummy_alone_is_no_enemy() -> None:
    draft = mission("Bf109F", "He111", "Soviet Dummy")
    run(draft)
    assert rolls_made(draft) == []


@pytest.mark.rule("BSR 17.31b", "BSR 17.31b.2")
@pytest.mark.parametrize(("step", "first"), [("B.4a.3", AXIS), ("C.4a.3", SOVIET)])
def test_in_cas_the_side_that_declared_the_attack_declares_first(step: str, first: str) -> None:
    draft = mission("Bf110", "I-153", step=step, rolls=(6,))
    run(draft)
    one = asked(draft)
    assert (type(one), one.side) == (Roles, first)
    name = {AXIS: "Bf110", SOVIET: "I-153"}
    answer(draft, f"role {name[first]} as mission")
    two = asked(draft)
    assert two.side != first
    answer(draft, f"role {name[two.side]} as firing")
    assert not draft.state.asks


@pytest.mark.rule("BSR 17.31b", "BSR 17.31b.2")
def test_in_interdiction_the_axis_declares_every_fighter_and_the_soviets_none() -> None:
    """The I-153 has a CAS rating, which is no use here: it fires without a question."""
    draft = mission("Bf109F", "Bf110", "I-153", step="A.6d", rolls=(6,))
    run(draft)
    assert asked(draft) == Roles(AXIS, draft.world.board.at(HEX), ("Bf109F", "Bf110"))
    answer(draft, "role Bf110 as mission")
    assert asked(draft) == Roles(AXIS, draft.world.board.at(HEX), ("Bf109F",))
    answer(draft, "role Bf109F as firing")
    assert not draft.state.asks
    assert draft.state.interdicted == {draft.world.board.at(HEX): 1}


@pytest.mark.rule("BSR 17.31b.2", "PB 11.1.ex2.1")
def test_a_fighter_without_a_cas_rating_fires_without_a_question() -> None:
    draft = mission("Bf109F", "SB", rolls=(6,))
    run(draft)
    assert not draft.state.asks
    assert box(draft, "Bf109F") == FLOWN


@pytest.mark.rule("BSR 17.31b.2", "PB 11.1.ex1.1")
def test_a_declaration_cannot_be_taken_back() -> None:
    draft = mission("Bf109F", "Bf110", "SB", step="A.6d")
    run(draft)
    answer(draft, "role Bf110 as mission")
    assert refusal(draft, "role Bf110 as firing", air) == "BSR 17.31b.2"
    assert refusal(draft, "role Bf109F as firing", air) == ""


@pytest.mark.rule("BSR 17.31b.1", "PB 11.1.ex1.1")
def test_a_bomber_has_no_choice() -> None:
    draft = mission("Bf110", "He111", "SB")
    run(draft)
    assert refusal(draft, "role He111 as firing", air) == "BSR 17.31b.1"
    assert refusal(draft, "role Bf110 as bomber", air) == "BSR 17.31b"


@pytest.mark.rule("BSR 17.31b.1")
def test_a_mission_unit_never_fires_though_it_is_a_fighter() -> None:
    """The Bf110 flies the mission; the I-16 fires at it on -1 with 9 and nobody fires back."""
    draft = mission("Bf110", "I-16", rolls=(5, 9))
    run(draft)
    answer(draft, "role Bf110 as mission")
    assert rolls_made(draft) == [5, 9]
    assert draft.state.cas == ((draft.world.board.at(HEX), 1),)


# ---------------------------------------------------------------- 17.32: initiative


@pytest.mark.rule("BSR 17.32b.1")
def test_the_initiative_table() -> None:
    """Rolls 1, 5, 6 and 7 stand in the playbook."""
    both = (AXIS, SOVIET)
    world = make_world()
    read = {roll: air_combat.read_initiative(world, roll, both) for roll in range(1, 11)}
    assert read[1] == air_combat.Initiative(AXIS, local=True)
    assert read[5] == air_combat.Initiative(AXIS)
    assert read[6] == read[7] == air_combat.Initiative()
    assert read[10] == air_combat.Initiative(SOVIET, local=True)


@pytest.mark.rule("BSR 17.32a")
@pytest.mark.parametrize(
    ("types", "step", "roller"),
    [
        (("He111", "I-16"), "B.4a.3", SOVIET),
        (("Bf109F", "SB"), "C.4a.3", AXIS),
        (("Bf109F", "I-16"), "B.4a.3", AXIS),
        (("Bf109F", "I-16"), "C.4a.3", SOVIET),
    ],
)
def test_who_has_firing_units_rolls_or_who_was_first_to_fly(
    types: tuple[str, ...], step: str, roller: str
) -> None:
    draft = mission(*types, step=step, rolls=(6,))
    run(draft)
    roll = next(e for e in draft.events if e.rule == "BSR 17.32")
    assert (roll.side, roll.roll) == (roller, 6)


@pytest.mark.rule("BSR 17.32a.s1", "PB 10.4.ex7")
@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 8, 9, 10])
def test_a_side_without_firing_units_never_has_the_initiative(roll: int) -> None:
    """Whatever the table says, the Soviets match; the advantage is theirs only on a 10."""
    found = air_combat.read_initiative(make_world(), roll, (SOVIET,))
    assert found == air_combat.Initiative(SOVIET, local=roll == 10)


@pytest.mark.rule("BSR 17.32a.s1", "BSR 17.32b.2", "PB 10.4.ex7")
@pytest.mark.parametrize("roll", [6, 7])
def test_the_only_side_with_fighters_still_rolls_and_may_get_no_combat(roll: int) -> None:
    draft = mission("He111", "I-16", rolls=(roll,))
    run(draft)
    assert rolls_made(draft) == [roll]
    assert box(draft, "I-16") == FLOWN
    assert draft.state.cas == ((draft.world.board.at(HEX), 1),)


@pytest.mark.rule("BSR 17.32b.2", "PB 11.1.ex2.2")
def test_no_combat_sends_firing_units_home_and_missions_go_on() -> None:
    draft = mission("Bf109F", "Ju87", "MiG-3", "MiG-3", "Su-2", rolls=(6,))
    run(draft)
    assert [box(draft, n) for n in ("Bf109F", "MiG-3", "MiG-3 2")] == [FLOWN] * 3
    assert rolls_made(draft) == [6]
    assert draft.state.cas == ((draft.world.board.at(HEX), 2 - 1),)


@pytest.mark.rule("BSR 17.32b.3")
def test_initiative_of_a_side_starts_air_combat() -> None:
    draft = mission("Bf109F", "I-16", rolls=(3, 10, 10))
    run(draft)
    assert rolls_made(draft) == [3, 10, 10]


# ---------------------------------------------------------------- 17.33a: matching


def options(draft: Draft, side: str) -> set[frozenset[tuple[str, str]]]:
    """Every matching of a side, order aside, once the roles are fixed."""
    hex_ = draft.world.board.at(HEX)
    return {frozenset(m) for m in air_combat.matchings(draft.world, draft.state, hex_, side)}


@pytest.mark.rule("BSR 17.33a", "PB 11.1.ex1.3")
def test_each_enemy_fighter_is_engaged_before_any_bomber() -> None:
    """Two Bf109F against a MiG-3 with a Su-2: one must take the MiG, the other is free."""
    draft = mission("Bf109F", "Bf109F", "MiG-3", "Su-2", rolls=(5,))
    run(draft)
    assert asked(draft) == Engage(AXIS, draft.world.board.at(HEX))
    assert options(draft, AXIS) == {
        frozenset({("Bf109F", "MiG-3"), ("Bf109F 2", "Su-2")}),
        frozenset({("Bf109F", "Su-2"), ("Bf109F 2", "MiG-3")}),
        frozenset({("Bf109F", "MiG-3"), ("Bf109F 2", "MiG-3")}),
    }
    wrong = "engage Bf109F at Su-2, Bf109F 2 at Su-2"
    assert refusal(draft, wrong, air) == "BSR 17.33a"
    assert refusal(draft, "engage Bf109F at MiG-3, Bf109F 2 at Su-2", air) == ""


@pytest.mark.rule("BSR 17.33a", "PB 11.1.ex1.3")
def test_the_side_with_initiative_says_which_bomber_a_spare_enemy_fighter_gets() -> None:
    """One Bf109F and two bombers against two MiG-3: the Axis spares the Ju87 or the Ju88."""
    draft = mission("Bf109F", "Ju87", "Ju88", "MiG-3", "MiG-3", rolls=(5,))
    run(draft)
    assert options(draft, AXIS) == {
        frozenset({("Bf109F", mig), (other, bomber)})
        for mig, other in (("MiG-3", "MiG-3 2"), ("MiG-3 2", "MiG-3"))
        for bomber in ("Ju87", "Ju88")
    }
    assert refusal(draft, "engage Bf109F at MiG-3, MiG-3 2 at Bf109F", air) == "BSR 17.33a"
    assert refusal(draft, "engage Bf109F at MiG-3, MiG-3 2 at Ju88", air) == ""


@pytest.mark.rule("PB 11.1.ex1.3", "BSR 17.33a")
def test_with_soviet_initiative_the_soviets_pick_the_weaker_bomber() -> None:
    draft = mission("Bf109F", "Ju87", "Ju88", "MiG-3", "MiG-3", rolls=(8,))
    run(draft)
    assert asked(draft).side == SOVIET
    assert refusal(draft, "engage MiG-3 at Bf109F, MiG-3 2 at Ju87", air) == ""
    assert refusal(draft, "engage MiG-3 at Ju87, MiG-3 2 at Ju88", air) == "BSR 17.33a"


@pytest.mark.rule("BSR 17.33a.s1")
def test_spare_fighters_may_gang_up_and_the_victim_answers_the_first() -> None:
    """Bf109F 2 is named first: the MiG-3 fires at it, not at the Bf109F.

    Rolls: initiative 5, Bf109F 2 fires 10, the MiG-3 answers 1 on -2 (aborted), Bf109F 10.
    """
    draft = mission("Bf109F", "Bf109F", "MiG-3", "Su-2", rolls=(5, 10, 1, 10))
    run(draft)
    answer(draft, "engage Bf109F 2 at MiG-3, Bf109F at MiG-3")
    shots = [e.text for e in draft.events if e.rule == "BSR 17.33c"]
    assert [s.split(" (")[0] for s in shots] == [
        "Bf109F 2 fires at MiG-3", "MiG-3 fires at Bf109F 2", "Bf109F fires at MiG-3",
    ]


@pytest.mark.rule("BSR 17.33a.s1")
def test_without_bombers_to_attack_spare_enemy_fighters_gang_up_too() -> None:
    """One Bf109F against two MiG-3: the second MiG has no other target, and gets no answer."""
    draft = mission("Bf109F", "MiG-3", "MiG-3", rolls=(5, 10, 10, 10))
    run(draft)
    answer(draft, "engage Bf109F at MiG-3")
    shots = [e.text.split(" (")[0] for e in draft.events if e.rule == "BSR 17.33c"]
    assert shots == [
        "Bf109F fires at MiG-3", "MiG-3 fires at Bf109F", "MiG-3 2 fires at Bf109F",
    ]


def test_the_only_matching_is_not_asked_for() -> None:
    draft = mission("He111", "I-16", rolls=(3, 9))
    run(draft)
    assert not draft.state.asks
    assert rolls_made(draft) == [3, 9]


def test_pairs_that_leave_the_rest_open_are_refused() -> None:
    draft = mission("Bf109F", "Ju87", "Ju88", "MiG-3", "MiG-3", rolls=(5,))
    run(draft)
    assert refusal(draft, "engage Bf109F at MiG-3", air) == "BSR 17.33a"


@pytest.mark.rule("BSR 17.31b.1", "BSR 17.33b")
def test_bombers_friends_absent_units_and_second_shots_are_refused() -> None:
    draft = mission("Bf109F", "Ju87", "MiG-3", "MiG-3", "Su-2", rolls=(5,))
    run(draft)
    assert refusal(draft, "engage Ju87 at MiG-3", air) == "BSR 17.31b.1"
    assert refusal(draft, "engage Bf109F at Ju87", air) == "BSR 17.33a"
    twice = "engage Bf109F at MiG-3, Bf109F at MiG-3 2"
    assert refusal(draft, twice, air) == "BSR 17.33b"
    air_units.send_home(draft, "MiG-3 2")
    assert refusal(draft, "engage Bf109F at MiG-3 2", air) == "BSR 17.33a"


FIGHTERS_AND_BOMBERS = st.lists(st.sampled_from(["F", "B"]), min_size=1, max_size=3)


@pytest.mark.rule("BSR 17.33a", "BSR 17.33a.s1")
@given(ours=FIGHTERS_AND_BOMBERS, theirs=FIGHTERS_AND_BOMBERS)
def test_every_matching_keeps_the_rule(ours: list[str], theirs: list[str]) -> None:
    """All our firing units are used, and theirs meet one each while ours last."""
    if "F" not in ours:
        ours[0] = "F"
    axis = ["Bf109F" if kind == "F" else "He111" for kind in ours]
    soviet = ["MiG-3" if kind == "F" else "SB" for kind in theirs]
    draft = mission(*axis, *soviet, rolls=(5,))
    run(draft)
    mine = {n for n in named_planes(axis) if n.startswith("Bf109F")}
    foes = {n for n in named_planes(soviet) if n.startswith("MiG-3")}
    if not draft.state.asks:
        return
    for command in air.OFFERS[Engage](draft.world, draft.state, ""):
        assert isinstance(command, Command)
        pairs = dict(command.pairs)
        assert mine <= set(pairs)
        met = {target for firer, target in pairs.items() if firer in mine and target in foes}
        assert len(met) == min(len(mine), len(foes))
        assert set(pairs) == mine | (foes - met)
        assert air.check_engage(draft.world, draft.state, command) is None


# ---------------------------------------------------------------- 17.33b-d: fire


@pytest.mark.rule("BSR 17.33", "BSR 17.33b")
def test_fire_is_simultaneous_both_may_fall() -> None:
    """Bf109F on +2 with 1 destroys the MiG-3; the MiG's 1 on -2 still aborts the Bf109F."""
    draft = mission("Bf109F", "MiG-3", rolls=(5, 1, 1))
    run(draft)
    assert (box(draft, "Bf109F"), box(draft, "MiG-3")) == (FLOWN, DESTROYED)
    assert rolls_made(draft) == [5, 1, 1]


@pytest.mark.rule("BSR 17.33c", "BSR 17.33c.ex1")
@pytest.mark.parametrize(
    ("firer", "target", "column"),
    [(4, 2, 2), (2, 4, -2), (1, 2, -1), (2, 3, -1), (4, 0, 3), (1, 6, -3)],
)
def test_the_column_is_the_firers_rating_less_the_targets(
    firer: int, target: int, column: int
) -> None:
    """Ratings 4 against 2 use +2, the return fire -2; the end columns hold what is beyond."""
    assert air_combat.difference(make_world(), firer, target) == column


@pytest.mark.rule("BSR 17.33c", "PB 10.4.ex7", "PB 10.4.ex29", "PB 11.1.ex1.4", "PB 11.1.ex1.5")
@pytest.mark.parametrize(
    ("firer", "target", "roll", "result"),
    [
        (1, 2, 9, "-"), (4, 2, 2, "X"), (2, 4, 10, "-"), (1, 2, 2, "A"),
        (2, 3, 6, "-"), (4, 2, 5, "D"), (2, 4, 3, "-"), (4, 2, 3, "X"),
    ],
)
def test_the_results_that_the_playbook_prints(
    firer: int, target: int, roll: int, result: str
) -> None:
    assert air_combat.read_fire(make_world(), firer, target, roll) == result


@pytest.mark.rule("BSR 17.33d", "BSR 17.33d.1", "BSR 17.33d.2", "BSR 17.33d.3", "BSR 17.26")
@pytest.mark.parametrize(("roll", "result_box"), [(6, FLOWN), (5, DAMAGED), (3, DESTROYED)])
def test_a_result_sends_the_target_to_its_box(roll: int, result_box: str) -> None:
    """Bf109F (ACR 4) at a MiG-3 (ACR 2): on +2 a 6 aborts, a 5 damages, a 3 destroys.

    The MiG's return fire, a 10, does nothing.
    """
    draft = mission("Bf109F", "MiG-3", rolls=(5, roll, 10))
    run(draft)
    assert box(draft, "MiG-3") == result_box
    assert draft.state.air["MiG-3"].hex < 0


@pytest.mark.rule("BSR 17.33d")
def test_the_worst_of_two_hits_counts() -> None:
    """Two Bf109F on a Su-2 and no fighter: +3 column, a 7 aborts and a 5 damages it."""
    draft = mission("Bf109F", "Bf109F", "Su-2", rolls=(5, 7, 5))
    run(draft)
    assert box(draft, "Su-2") == DAMAGED
    draft = mission("Bf109F", "Bf109F", "Su-2", rolls=(5, 5, 7))
    run(draft)
    assert box(draft, "Su-2") == DAMAGED


@pytest.mark.rule("BSR 17.33f", "BSR 17.26", "BSR 17.44")
def test_after_the_combat_fighters_go_to_flown_and_bombers_fly_on() -> None:
    """I-16 misses the He111 (9 on -1); the He111 gives its CAS point and then is flown too."""
    draft = mission("He111", "I-16", rolls=(3, 9))
    run(draft)
    assert (box(draft, "I-16"), box(draft, "He111")) == (FLOWN, FLOWN)
    assert draft.state.cas == ((draft.world.board.at(HEX), 1),)
    assert draft.state.missions == ()
    assert draft.state.air_round == ""


# ---------------------------------------------------------------- 17.33e: a second round


@pytest.mark.rule("BSR 17.33e", "PB 11.1.ex1.6")
def test_an_unengaged_fighter_picks_a_new_target_that_cannot_answer() -> None:
    """Initiative 1. Bf109F destroys the I-16 (3 on +3), then chooses among what is left."""
    draft = mission("Bf109F", "I-16", "SB", "Su-2", rolls=(1, 3, 10, 4))
    run(draft)
    assert asked(draft) == Engage(AXIS, draft.world.board.at(HEX), local=True)
    assert refusal(draft, "engage Bf109F at I-16", air) != ""
    answer(draft, "engage Bf109F at Su-2")
    assert rolls_made(draft) == [1, 3, 10, 4]
    assert box(draft, "Su-2") == DESTROYED
    assert draft.state.cas == ((draft.world.board.at(HEX), -1),)


@pytest.mark.rule("BSR 17.33e")
def test_without_the_advantage_there_is_no_second_round() -> None:
    draft = mission("Bf109F", "I-16", "SB", "Su-2", rolls=(5, 3, 10))
    run(draft)
    assert not draft.state.asks
    assert rolls_made(draft) == [5, 3, 10]


@pytest.mark.rule("BSR 17.33e")
def test_a_fighter_whose_opponent_holds_on_is_still_engaged() -> None:
    draft = mission("Bf109F", "I-16", "SB", "Su-2", rolls=(1, 10, 10))
    run(draft)
    assert not draft.state.asks
    assert rolls_made(draft) == [1, 10, 10]
    assert box(draft, "Bf109F") == FLOWN


@pytest.mark.rule("BSR 17.33e")
def test_a_fighter_that_was_driven_off_itself_has_no_second_round() -> None:
    """Bf109F destroys the MiG-3 but a 1 on -2 aborts it in the same round."""
    draft = mission("Bf109F", "MiG-3", "SB", "Su-2", rolls=(1, 1, 1))
    run(draft)
    assert not draft.state.asks
    assert box(draft, "Bf109F") == FLOWN


@pytest.mark.rule("BSR 17.33e")
def test_the_advantage_of_the_other_side_helps_it_alone() -> None:
    """Initiative 10: the MiG-3 aborts the Bf109F (1 on -2), then fires at the He111 (-: 10)."""
    draft = mission("Bf109F", "He111", "MiG-3", rolls=(10, 1, 10, 10))
    run(draft)
    assert rolls_made(draft) == [10, 1, 10, 10]
    last = [e for e in draft.events if e.rule == "BSR 17.33e"]
    assert [e.text.split(" (")[0] for e in last] == ["MiG-3 fires at He111"]


# ---------------------------------------------------------------- several missions, previews


@pytest.mark.rule("ESP B.4a.4", "ESP A.6e", "ESP B.4a.5")
def test_missions_are_declared_first_then_fought_in_the_order_of_their_allocation() -> None:
    """0505 was allocated before 0303: its combat comes first, after both have declared roles."""
    world = make_world(planes=[plane("Bf110"), plane("Bf109F"), plane("I-16"), plane("I-16", 2)])
    one, two = world.board.at("0505"), world.board.at("0303")
    draft = make_draft(
        world, step="B.4a.3", missions=(one, two), rolls=(6, 7),
        air={
            "Bf110": AirUnit("Bf110", READY, two), "Bf109F": AirUnit("Bf109F", READY, one),
            "I-16": AirUnit("I-16", READY, two), "I-16 2": AirUnit("I-16 2", READY, one),
        },
    )
    assert run(draft) is True
    assert rolls_made(draft) == []
    answer(draft, "role Bf110 as firing")
    fought = [(e.hex, e.roll) for e in draft.events if e.roll]
    assert fought == [("0505", 6), ("0303", 7)]


def test_the_odds_of_fire_add_up_to_ten_tenths() -> None:
    """Bf109F at a MiG-3 on +2: destroyed 1-3, damaged 4-5, aborted 6-7."""
    world = make_world(planes=[plane("Bf109F"), plane("MiG-3")])
    assert air.chances(world, "Bf109F", "MiG-3") == {"X": 3, "D": 2, "A": 2, "-": 3}
    assert air.chances(world, "MiG-3", "Bf109F") == {"X": 0, "D": 0, "A": 2, "-": 8}


def test_the_table_is_no_kinder_to_the_target_on_a_higher_column() -> None:
    """Whatever a roll does, it does at least as much to a weaker target."""
    rows = [charts().air_combat[c] for c in sorted(charts().air_combat)]
    order = air_combat.SEVERITY
    for low, high in zip(rows, rows[1:], strict=False):
        assert all(order.index(a) <= order.index(b) for a, b in zip(low, high, strict=True))
