"""The playbook's air missions, replayed: the tutorial of PB 10.4 and the examples of PB 11.1."""

from __future__ import annotations

import pytest

from engine.efs import air, cas, interdiction
from engine.efs.decisions import Engage, Roles
from engine.efs.pieces import (
    AXIS,
    DAMAGED,
    DESTROYED,
    FLOWN,
    READY,
    SOVIET,
    Counter,
)
from engine.efs.state import Attack
from engine.efs.world import Draft
from tests.efs.support import (
    counter,
    go_to,
    headquarters,
    make_board,
    make_draft,
    make_world,
    plane,
    play,
    rolls_made,
)


def boxes(draft: Draft, *names: str) -> list[str]:
    return [draft.state.air[name].box for name in names]


# ---------------------------------------------------------------- PB 10.4


def regiment(name: str) -> Counter:
    return counter(name, 4, 4, 7, (2, 2, 7), type="motorized_infantry", size="III",
                   ma_class="motorized")


def cavalry(name: str) -> Counter:
    return counter(name, 2, 3, 6, side=SOVIET, type="cavalry", ma_class="cavalry")


def gt50() -> Draft:
    """The hexes 1508 and 1510 of the tutorial, with the units around them."""
    board = make_board(20, 14)
    world = make_world(
        board,
        [regiment("35/25M"), regiment("119/25M"), cavalry("131+160/5"), cavalry("11+96/5"),
         headquarters("40 Army HQ")],
        [plane("He111"), plane("Axis Dummy"), plane("I-16"), plane("SB")],
        unlimited_air_range=True,
    )
    at = board.at
    return make_draft(
        world,
        {"35/25M": "1411", "119/25M": "1411", "131+160/5": "1508", "11+96/5": "1510",
         "40 Army HQ": "1904"},
        step="B.4a.1", turn=50,
        attacks=(Attack((at("1508"),)), Attack((at("1510"),))),
    )


def allocate_gt50(draft: Draft) -> None:
    play(draft, "cas 1508 with Axis Dummy", cas)
    play(draft, "cas 1510 with He111", cas)
    go_to(draft, "B.4a.2")
    play(draft, "cas 1510 with I-16, SB", cas)
    go_to(draft, "B.4a.3")


@pytest.mark.rule("PB 10.4.ex6")
def test_gt50_all_are_revealed_and_the_dummy_returns_to_the_ready_box() -> None:
    draft = gt50()
    allocate_gt50(draft)
    draft.update(dice=draft.state.dice.name(3, 9, 9))
    cas.run_missions(draft)
    assert draft.state.air["Axis Dummy"].box == READY
    shown = [e.text for e in draft.events if e.rule == "BSR 17.31a"]
    assert shown == ["Over 1508: Axis Dummy", "Over 1510: He111, I-16, SB"]


@pytest.mark.rule("PB 10.4.ex7", "BSR 17.32a.s1")
def test_gt50_the_soviet_fighter_rolls_3_and_misses_with_9() -> None:
    """Column -1, a 9: no effect; the He111 does not answer, the I-16 goes to the Flown Box."""
    draft = gt50()
    allocate_gt50(draft)
    draft.update(dice=draft.state.dice.name(3, 9, 9))
    cas.run_missions(draft)
    combat = [(e.roll, e.side) for e in draft.events if e.rule in ("BSR 17.32", "BSR 17.33c")]
    assert combat == [(3, SOVIET), (9, SOVIET)]
    assert boxes(draft, "I-16") == [FLOWN]


@pytest.mark.rule("PB 10.4.ex8")
def test_gt50_only_the_axis_has_guns_and_a_9_aborts_the_sb() -> None:
    """Cavalry cannot fire. The He111 gives -1 to the attack, the SB nothing; both are flown."""
    draft = gt50()
    allocate_gt50(draft)
    draft.update(dice=draft.state.dice.name(3, 9, 9))
    cas.run_missions(draft)
    assert rolls_made(draft) == [3, 9, 9]
    shots = [(e.side, e.roll) for e in draft.events if "AA fire" in e.text]
    assert shots == [(AXIS, 9)]
    assert boxes(draft, "He111", "SB") == [FLOWN, FLOWN]
    far, near = draft.state.attacks
    found = cas.modifier(draft.state, near)
    assert found is not None and found.value == -1
    assert cas.modifier(draft.state, far) is None


def gt51() -> Draft:
    """The interdiction of 40 Army's HQ at 1904."""
    world = make_world(
        make_board(20, 14), [headquarters("40 Army HQ")],
        [plane("He111"), plane("Bf109F"), plane("I-16"), plane("MiG-3")],
        unlimited_air_range=True,
    )
    draft = make_draft(world, {"40 Army HQ": "1904"}, step="A.6a", turn=51, rolls=(5, 2, 10, 2))
    play(draft, "interdict 1904 with Bf109F, He111", interdiction)
    go_to(draft, "A.6c")
    play(draft, "intercept 1904 with MiG-3, I-16", interdiction)
    go_to(draft, "A.6d")
    assert interdiction.run_missions(draft) is True
    return draft


@pytest.mark.rule("PB 10.4.ex28")
def test_gt51_the_bf109_fires_and_leaves_the_i16_at_the_bomber() -> None:
    draft = gt51()
    hex_ = draft.world.board.at("1904")
    assert draft.state.asks == (Roles(AXIS, hex_, ("Bf109F",)),)
    play(draft, "role Bf109F as firing", air)
    interdiction.run_missions(draft)
    assert rolls_made(draft) == [5]
    assert draft.state.asks == (Engage(AXIS, hex_),)
    play(draft, "engage Bf109F at MiG-3", air)
    shots = [e.text.split(" (")[0] for e in draft.events if e.rule == "BSR 17.33c"]
    assert shots == [
        "Bf109F fires at MiG-3", "MiG-3 fires at Bf109F", "I-16 fires at He111",
    ]


@pytest.mark.rule("PB 10.4.ex29")
def test_gt51_the_mig_is_destroyed_the_he111_aborted_and_nothing_interdicted() -> None:
    draft = gt51()
    play(draft, "role Bf109F as firing", air)
    interdiction.run_missions(draft)
    play(draft, "engage Bf109F at MiG-3", air)
    interdiction.run_missions(draft)
    assert rolls_made(draft) == [5, 2, 10, 2]
    assert boxes(draft, "MiG-3", "Bf109F", "He111", "I-16") == [DESTROYED, FLOWN, FLOWN, FLOWN]
    hex_ = draft.world.board.at("1904")
    assert interdiction.level_at(draft.world, draft.state, hex_) == 0


# ---------------------------------------------------------------- PB 11.1 example 1


def example_one() -> Draft:
    """Bf109F, Ju88 and Ju87 against a Soviet HQ, opposed by two MiG-3."""
    world = make_world(
        make_board(8, 8), [headquarters()],
        [plane("Bf109F"), plane("Ju88"), plane("Ju87"), plane("MiG-3"), plane("MiG-3", 2)],
        unlimited_air_range=True,
    )
    draft = make_draft(world, {"HQ": "0404"}, step="A.6a", rolls=(1, 6, 5, 3, 3, 8, 5))
    play(draft, "interdict 0404 with Bf109F, Ju87, Ju88", interdiction)
    go_to(draft, "A.6c")
    play(draft, "intercept 0404 with MiG-3, MiG-3 2", interdiction)
    go_to(draft, "A.6d")
    interdiction.run_missions(draft)
    return draft


def play_example_one() -> Draft:
    draft = example_one()
    play(draft, "role Bf109F as firing", air)
    interdiction.run_missions(draft)
    play(draft, "engage MiG-3 2 at Ju88, Bf109F at MiG-3", air)
    interdiction.run_missions(draft)
    return draft


@pytest.mark.rule("PB 11.1.ex1", "PB 11.1.ex1.1")
def test_example_one_three_axis_units_and_two_fighters_meet() -> None:
    """The fighter alone is to be declared; the bombers are mission units."""
    draft = example_one()
    hex_ = draft.world.board.at("0404")
    assert draft.state.asks == (Roles(AXIS, hex_, ("Bf109F",)),)
    assert [draft.state.air[n].role for n in ("Ju87", "Ju88")] == ["mission", "mission"]


@pytest.mark.rule("PB 11.1.ex1.2")
def test_example_one_a_1_gives_the_axis_initiative_and_local_advantage() -> None:
    draft = example_one()
    play(draft, "role Bf109F as firing", air)
    interdiction.run_missions(draft)
    roll = draft.events[-1]
    assert (roll.roll, roll.rule) == (1, "BSR 17.32")
    assert roll.text.endswith("Axis with Local Tactical Advantage")


@pytest.mark.rule("PB 11.1.ex1.3")
def test_example_one_the_axis_may_put_either_bomber_before_the_second_mig() -> None:
    draft = example_one()
    play(draft, "role Bf109F as firing", air)
    interdiction.run_missions(draft)
    offered = {frozenset(c.pairs) for c in air.OFFERS[Engage](draft.world, draft.state, "")}
    assert frozenset({("Bf109F", "MiG-3"), ("MiG-3 2", "Ju88")}) in offered
    assert frozenset({("Bf109F", "MiG-3"), ("MiG-3 2", "Ju87")}) in offered
    assert len(offered) == 4


@pytest.mark.rule("PB 11.1.ex1.4", "PB 11.1.ex1.5", "PB 11.1.ex1.6")
def test_example_one_two_rounds_of_air_combat() -> None:
    """6 misses the Ju88; 5 damages a MiG and its 3 misses; the second round's 3 destroys."""
    draft = play_example_one()
    shots = [
        (e.text.split(" (")[0], e.roll) for e in draft.events
        if e.rule in ("BSR 17.33c", "BSR 17.33e")
    ]
    assert shots == [
        ("MiG-3 2 fires at Ju88", 6), ("Bf109F fires at MiG-3", 5), ("MiG-3 fires at Bf109F", 3),
        ("Bf109F fires at MiG-3 2", 3),
    ]
    assert boxes(draft, "MiG-3", "MiG-3 2", "Bf109F") == [DAMAGED, DESTROYED, FLOWN]


@pytest.mark.rule("PB 11.1.ex1.7")
def test_example_one_the_headquarters_fires_at_both_bombers() -> None:
    """8 with +1 aborts the Ju88; 5 with +1 and the Ju87's -1 stays 5: no effect."""
    draft = play_example_one()
    shots = [e.text.removeprefix("Soviet AA fire at ") for e in draft.events if "AA fire" in e.text]
    assert shots == ["Ju88: 8+1 is 9, aborted", "Ju87: 5+0 is 5, no effect"]


@pytest.mark.rule("PB 11.1.ex1.8")
def test_example_one_the_ju87_places_a_level_two_marker_until_the_interphase() -> None:
    draft = play_example_one()
    hex_ = draft.world.board.at("0404")
    assert draft.state.interdicted == {hex_: 2}
    assert boxes(draft, "Ju87", "Ju88") == [FLOWN, FLOWN]
    assert interdiction.level_at(draft.world, draft.state, draft.world.board.at("0405")) == 2
    interdiction.clear(draft)
    assert interdiction.level_at(draft.world, draft.state, hex_) == 0


# ---------------------------------------------------------------- PB 11.1 example 2


def example_two() -> Draft:
    """Bf109F and Ju87 support an attack on two Soviet AA units; two MiG-3 and a Su-2 answer."""
    def aa(name: str) -> Counter:
        return counter(name, 1, 1, 3, side=SOVIET, type="antiair", size="III", zoc=False)

    world = make_world(
        make_board(8, 8), [counter("Inf"), aa("AA1"), aa("AA2")],
        [plane("Bf109F"), plane("Ju87"), plane("MiG-3"), plane("MiG-3", 2), plane("Su-2")],
        unlimited_air_range=True,
    )
    draft = make_draft(
        world, {"Inf": "0405", "AA1": "0404", "AA2": "0404"}, step="B.4a.1", rolls=(6, 3, 10),
        attacks=(Attack((world.board.at("0404"),), ("Inf",)),),
    )
    play(draft, "cas 0404 with Bf109F, Ju87", cas)
    go_to(draft, "B.4a.2")
    play(draft, "cas 0404 with MiG-3, MiG-3 2, Su-2", cas)
    go_to(draft, "B.4a.3")
    assert cas.run_missions(draft) is False
    return draft


@pytest.mark.rule("PB 11.1.ex2", "PB 11.1.ex2.1", "PB 11.1.ex2.2")
def test_example_two_a_6_ends_the_air_combat_before_it_begins() -> None:
    """The Bf109F fires without being asked; the Axis rolls; all three fighters go home."""
    draft = example_two()
    roll = next(e for e in draft.events if e.rule == "BSR 17.32")
    assert (roll.side, roll.roll) == (AXIS, 6)
    assert boxes(draft, "Bf109F", "MiG-3", "MiG-3 2") == [FLOWN] * 3
    assert not [e for e in draft.events if e.rule == "BSR 17.33c"]


@pytest.mark.rule("PB 11.1.ex2.3")
def test_example_two_both_sides_fire_and_the_ju87_is_damaged() -> None:
    """Axis 3 misses the Su-2; the Soviet 10 with +2 and -1 is 11."""
    draft = example_two()
    shots = [e.text for e in draft.events if "AA fire" in e.text]
    assert shots == [
        "Axis AA fire at Su-2: 3+0 is 3, no effect",
        "Soviet AA fire at Ju87: 10+1 is 11, damaged",
    ]
    assert boxes(draft, "Ju87") == [DAMAGED]


@pytest.mark.rule("PB 11.1.ex2.4")
def test_example_two_the_su2_gives_the_defender_one_drm() -> None:
    draft = example_two()
    found = cas.modifier(draft.state, draft.state.attacks[0])
    assert found is not None and found.value == 1
    assert boxes(draft, "Su-2") == [FLOWN]
