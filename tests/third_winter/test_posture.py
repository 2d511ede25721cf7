"""Postures of the Soviet Fronts: changing, and what Regrouping does (TTW 3.3c, d B-C, e)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ocs import odds, supply, trace
from engine.ocs.pieces import AXIS, SOVIET, Dump
from engine.ocs.world import Draft
from engine.third_winter import posture
from engine.third_winter.boundaries import zone
from engine.third_winter.state import OFFENSIVE, REGROUPING, change
from tests.ocs import yard
from tests.third_winter.steppe import (
    F1,
    F2,
    F3,
    F4,
    asked,
    drafted,
    front,
    gun,
    hq,
    line,
    now,
    open_phase,
    row_of,
    sheet,
    soviet,
    winter,
)

# ---------------------------------------------------------------- changing (3.3c-e)


def phase(turn: int, **fronts: tuple[str, int]) -> Draft:
    """A Soviet Reinforcement Phase, with each Front's posture and the turn of its last change."""
    world = winter([soviet("S")])
    names = {"f1": F1, "f2": F2, "f3": F3, "f4": F4}
    made = {
        names[k]: front(world, "", p, since=since, changed=since)
        for k, (p, since) in fronts.items()
    }
    draft = drafted(world, {"S": "D5.05"}, fronts=made, step="B", turn=turn)
    open_phase(draft)
    return draft


def choices(draft: Draft) -> set[str]:
    return {text.removeprefix("choose ") for text in yard.offered(draft)}


def posture_of(draft: Draft, name: str) -> str:
    return now(draft).fronts[name].posture


@pytest.mark.rule("TTW 3.3e.ex1", "TTW 3.3e.2", "TTW 3.3e", "TTW 3.3d", "TTW 3.3c")
def test_the_2nd_ukrainian_front_regroups_on_1_october_and_attacks_again_from_12_october() -> None:
    """Turn 3 is 1 October, turn 4 the 5th, turn 6 the 12th."""
    old = (REGROUPING, -9)
    draft = phase(3, f1=(OFFENSIVE, 0), f2=(OFFENSIVE, -2), f3=old, f4=old)
    assert asked(draft) == ""  # two attack already
    yard.play(draft, "end")
    yard.play(draft, f"choose {F2}", "choose none")
    assert posture_of(draft, F2) == REGROUPING
    assert now(draft).fronts[F2].since == 3
    for turn, fit in ((4, {F3, F4}), (5, {F3, F4}), (6, {F2, F3, F4})):
        later = phase(turn, f1=(OFFENSIVE, 0), f2=(REGROUPING, 3), f3=old, f4=old)
        assert choices(later) == fit | {"none"}


@pytest.mark.rule("TTW 3.3c")
def test_the_posture_is_chosen_at_the_start_of_the_phase_before_any_dice() -> None:
    """Then come the Supply Table, two dice, and the Replacements Table, two more (OCS 2.3-B)."""
    world = winter([soviet("S")], switches={"replacements": True, "supply_table": True})
    made = {F1: front(world, "", REGROUPING, since=-9)}
    draft = drafted(world, {"S": "D5.05"}, fronts=made, step="B", turn=5, rolls=(1, 1, 1, 1))
    open_phase(draft)
    assert choices(draft) == {F1, "none"}
    assert draft.state.dice.drawn == 0
    yard.play(draft, f"choose {F1}")
    assert posture_of(draft, F1) == OFFENSIVE
    told = [event.text for event in draft.events]
    supply = next(n for n, text in enumerate(told) if text.startswith("Soviet supply: "))
    flipped = told.index("1st Ukrainian Front goes to Offensive Posture")
    assert flipped < supply < told.index("Soviet replacements: 2")
    assert draft.state.dice.drawn >= 4


@pytest.mark.rule("TTW 3.3c", "TTW 3.3")
def test_one_or_two_fronts_go_to_offensive_posture_but_no_third() -> None:
    old = (REGROUPING, -9)
    draft = phase(4, f1=old, f2=old, f3=old)
    assert asked(draft) == posture.ATTACK_TOPIC
    yard.play(draft, f"choose {F1}", f"choose {F3}")
    assert asked(draft) == ""
    assert posture_of(draft, F1) == posture_of(draft, F3) == OFFENSIVE
    assert posture_of(draft, F2) == REGROUPING
    assert now(draft).fronts[F1].since == 4


@pytest.mark.rule("TTW 3.3e.1")
def test_offensive_posture_lasts_three_turns_at_least() -> None:
    early = phase(6, f1=(OFFENSIVE, 4))
    assert posture.regrouping_problem(early.state, F1) is not None
    ripe = phase(7, f1=(OFFENSIVE, 4))
    assert posture.regrouping_problem(ripe.state, F1) is None


@pytest.mark.rule("TTW 3.3e.1")
def test_after_nine_turns_a_front_must_regroup() -> None:
    draft = phase(12, f1=(OFFENSIVE, 4))
    yard.play(draft, "end", "choose none")
    assert posture_of(draft, F1) == OFFENSIVE
    draft = phase(13, f1=(OFFENSIVE, 4))
    yard.play(draft, "end")
    assert posture_of(draft, F1) == REGROUPING


@pytest.mark.rule("TTW 3.3d", "TTW 3.3c")
def test_a_front_does_not_change_twice_in_a_phase() -> None:
    draft = phase(5, f1=(REGROUPING, 1))
    yard.play(draft, f"choose {F1}", "end")
    assert asked(draft) == ""
    assert posture_of(draft, F1) == OFFENSIVE


@pytest.mark.rule("TTW 3.3e.3")
def test_a_dispute_forbids_offensive_posture() -> None:
    quarrel = phase(5, f1=(REGROUPING, 1))
    assert posture.offensive_problem(quarrel.state, F1) is None

    change(quarrel, no_offensive_until=6)
    problem = posture.offensive_problem(quarrel.state, F1)
    assert problem is not None and problem.rule == "TTW 3.3e.3"


@pytest.mark.rule("TTW 3.3e.3", "TTW RE.C15")
def test_a_turn_of_increased_tempo_does_not_count_among_three_of_regrouping() -> None:
    """Regrouping from turn 3 on it might attack in turn 6; with the tempo of turn 5, in turn 7."""
    world = winter()
    for turn, rule in ((6, "TTW 3.3e.2"), (7, "")):
        tempo = front(world, "", OFFENSIVE, since=3, changed=5, tempo=True)
        draft = drafted(world, step="B", turn=turn, fronts={F1: tempo})
        posture.end_tempo(draft)
        assert posture_of(draft, F1) == REGROUPING
        problem = posture.offensive_problem(draft.state, F1)
        assert (problem.rule if problem else "") == rule


@pytest.mark.rule("TTW 3.3e.4")
def test_the_axis_player_sees_every_posture() -> None:
    """A change is told to both sides: its line in the log stands for the open counter."""
    draft = phase(5, f1=(REGROUPING, 1))
    yard.play(draft, f"choose {F1}")
    assert any("Offensive Posture" in event.text for event in draft.events)


# ---------------------------------------------------------------- Regrouping (3.3d B)


def cover(
    step: str = "F2'", *, army: str = "D14.10", state: str = REGROUPING, rolls: Any = (),
    more: dict[str, str] | None = None, axis: dict[str, str] | None = None, source: str = "D1.10",
    riflemen: int = 0, **fields: Any,
) -> Draft:
    """Soviets in D18.10 before D19.10 and D19.11; the Front HQ at D10.10, an army in D14.10.

    The Axis player acts; in steps of the first player turn ("F2") the Soviets do.
    """
    counters = [
        hq("Army"), soviet("Lead", ar=2), soviet("Third", ar=3), gun("Gun"),
        yard.regiment("A"), yard.regiment("B"), yard.headquarters("Corps", AXIS),
    ]
    names = [f"R{n}" for n in range(riflemen)]
    counters += map(soviet, names)
    world = winter(
        counters, sheet("D", 30, 20, None, line("D", 10, 1, 10)),
        sources={SOVIET: ("D1.10", source), AXIS: ("D30.10",)},
    )
    units = {"Army": army, "Lead": "D18.10", **(axis or {"A": "D19.10", "B": "D19.11"}),
             **dict.fromkeys(names, "D18.10"), **(more or {})}
    return drafted(
        world, units, step=step, rolls=rolls, gauge=row_of("D", 10, 1, 10),
        fronts={F2: front(world, "D10.10", state, ("Army",))},
        dumps={"D20.10": (AXIS, 40), "D14.10": (SOVIET, 40)}, **fields,
    )


def covered(draft: Draft, name: str = "Lead") -> str:
    return posture.covering(draft.world, draft.state, draft.state.units[name])


@pytest.mark.rule("TTW 3.3d.B", "TTW 3.3d.B1", "TTW 3.3d.B2", "TTW 3.3d.B3")
def test_ttw_q07_an_attack_on_a_regrouping_front() -> None:
    """TTW-Q07 (a), (b): two barrages on 12-16 after supply is paid; at AR 3 nothing is paid.

    6 on that column is DG, 5 nothing. A, Disorganized, attacks with 4, B with 8, against two
    regiments of 8 that fight at full strength although nothing was paid for them.
    """
    draft = cover(rolls=(3, 3, 2, 3, 3, 4, 3, 4), more={"Third": "D18.10"})
    yard.play(draft, "attack D18.10 with A, B lead B")
    assert yard.tokens(draft, "D20.10") == 40 - 2
    assert asked(draft) == "Lead"
    assert draft.state.units["A"].dg
    assert not draft.state.units["B"].dg
    shots = [event for event in draft.events if event.kind == "barrage"]
    assert [e.text.split(":")[0] for e in shots] == [
        f"barrage of {n}, 12 points" for n in ("D19.10", "D19.11")]
    assert [e.roll for e in shots] == [6, 5]
    paid = next(n for n, e in enumerate(draft.events) if e.kind == "supply")
    assert paid < draft.events.index(shots[0])
    assert odds.rating(draft.world, draft.state, "Lead", attacking=False) == 2 + 1
    yard.play(draft, "lead Lead")
    assert any("12 to 16" in event.text for event in draft.events)
    assert yard.tokens(draft, "D14.10") == 40


@pytest.mark.rule("TTW 3.3d.B", "TTW 3.3d.B1", "TTW 3.3d.B6")
def test_in_offensive_posture_there_is_no_bonus() -> None:
    draft = cover(state=OFFENSIVE)
    assert odds.rating(draft.world, draft.state, "Lead", attacking=False) == 2
    assert not draft.world.hooks.free_defense(draft.world, draft.state, "Lead")
    assert cover().world.hooks.free_defense(cover().world, cover().state, "Lead")


@pytest.mark.rule("TTW 3.3d.B", "TTW 3.3d.B6")
def test_tfb_q01_an_army_outside_the_command_radius_gives_no_benefits() -> None:
    """TFB-Q01: as this game has it no AR 3, no free defense and no barrages.

    The army is inside the boundary, traces, and throws to the stack, 14 hexes from its Front HQ.
    """
    far = {"more": {"Lead": "D18.16"}, "axis": {"A": "D19.16", "B": "D19.17"}}
    draft = cover(army="D18.20", source="D18.20", rolls=(3, 4, 3, 4), **far)  # type: ignore[arg-type]
    world, state, board = draft.world, draft.state, draft.world.board
    army, lead = state.units["Army"], state.units["Lead"]
    assert board.distance(army.hex, board.at("D10.10")) == 14
    assert zone(world, state, army.hex) == zone(world, state, lead.hex) == F2
    assert army in trace.tracing_hqs(world, state, SOVIET)
    assert supply.serves(world, state, army, lead)
    assert covered(draft) == ""
    draft.update(dumps={board.at("D18.19"): Dump(SOVIET, 8), board.at("D20.16"): Dump(AXIS, 8)})
    yard.play(draft, "attack D18.16 with A, B", "pay Lead")
    assert odds.rating(world, draft.state, "Lead", attacking=False) == 2
    assert not any(event.kind == "barrage" for event in draft.events)
    assert yard.tokens(draft, "D18.19") == 8 - 1
    near = cover(army="D18.14", source="D18.14", more={"Lead": "D18.16"})
    assert board.distance(board.at("D18.14"), board.at("D10.10")) == 8
    assert covered(near) == F2


@pytest.mark.rule("TTW 3.3d.B", "TTW 3.3d.B6")
def test_a_unit_outside_the_boundary_is_not_covered() -> None:
    draft = cover()
    board = draft.world.board

    change(draft, zones={board.at("D18.10"): F1})
    assert covered(draft) == ""


@pytest.mark.rule("TTW 3.3d.B3")
def test_losses_by_that_barrage_come_before_the_odds() -> None:
    """A 12 on the column is a step: A alone is destroyed and the attack is off."""
    draft = cover(rolls=(6, 6), axis={"A": "D19.10"})
    yard.play(draft, "attack D18.10 with A")
    assert not draft.state.units["A"].on_map
    assert draft.state.fighting is None


@pytest.mark.rule("TTW 3.3d.B3")
def test_an_overrun_meets_the_barrage_too() -> None:
    draft = cover("C2'", rolls=(2, 3, 3, 4, 3, 4), axis={"A": "D19.10"})
    yard.change(draft, "A", front=False)
    yard.play(draft, "overrun D18.10 with A")
    assert sum(e.kind == "barrage" for e in draft.events) == 1
    other = cover("C2'", rolls=(3, 4, 3, 4), axis={"A": "D19.10"}, state=OFFENSIVE)
    yard.change(other, "A", front=False)
    yard.play(other, "overrun D18.10 with A")
    assert not any(e.kind == "barrage" for e in other.events)


@pytest.mark.rule("TTW 3.3d.B3")
def test_covered_artillery_does_not_fire() -> None:
    draft = cover("F1", more={"Gun": "D17.10"})
    assert yard.refusal(draft, "barrage D19.10 with Gun") == "TTW 3.3d.B3"
    draft = cover("F1", more={"Gun": "D17.10"}, state=OFFENSIVE)
    assert yard.refusal(draft, "barrage D19.10 with Gun") == ""


@pytest.mark.rule("TTW 3.3d.B4", "TTW 3.3d.B5")
def test_ttw_q07_an_attack_by_a_regrouping_front() -> None:
    """TTW-Q07 (c): a printed 3 leads with 1; all attacks of a turn use 2 SP, one token a step."""
    draft = cover("F2", rolls=(3, 4, 1, 2), riflemen=8, more={"Third": "D18.10"})
    eight = ", ".join(f"R{n}" for n in range(7)) + ", Third"
    assert odds.rating(draft.world, draft.state, "Third", attacking=True) == 3 - 2
    assert yard.refusal(draft, f"attack D19.10 with {eight}, R7") == "TTW 3.3d.B5"
    yard.play(draft, f"attack D19.10 with {eight} lead Third")
    assert now(draft).fronts[F2].attack_supply == 40 - yard.tokens(draft, "D14.10") == 8
    draft.update(asks=(), fighting=None)
    assert yard.refusal(draft, "attack D19.11 with R7") == "TTW 3.3d.B5"
    draft.world.hooks.turn_begins(draft)
    assert now(draft).fronts[F2].attack_supply == 0
    assert yard.refusal(draft, "attack D19.11 with R7") == ""
    ready = cover("F2", more={"Third": "D18.10"}, state=OFFENSIVE)
    assert odds.rating(ready.world, ready.state, "Third", attacking=True) == 3


@pytest.mark.rule("TTW 3.3d.B5")
def test_an_offensive_front_has_no_such_limit() -> None:
    draft = cover("F2", more={"Third": "D18.10"}, state=OFFENSIVE)
    posture.put(draft, F2, attack_supply=8)
    assert yard.refusal(draft, "attack D19.10 with Lead, Third") == ""
