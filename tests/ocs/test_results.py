"""Combat results (OCS 9.10, 9.12g, 9.13): options, ignoring them, exploitation and advance."""

from __future__ import annotations

import pytest

from engine.ocs.decisions import Advance, OptionChoice
from engine.ocs.pieces import AXIS, DG, EXPLOIT, SOVIET, TRACK, Counter, Face
from engine.ocs.sequence import SEQUENCE
from engine.ocs.world import Draft
from tests.ocs.yard import (
    battalion,
    charts,
    division,
    make_draft,
    make_world,
    offered,
    play,
    refusal,
    regiment,
    unit_at,
)

DUMPS = {"0303": (AXIS, 20), "0503": (SOVIET, 20)}


def fight(
    attackers: list[Counter], defenders: list[Counter], roll: tuple[int, int],
    where: dict[str, str] | None = None, step: str = "F2", **fields: dict[str, object],
) -> Draft:
    """Attack 0403 from 0303 at even ratings without surprise, the first of each side leading."""
    world = make_world([*attackers, *defenders])
    at = {c.id: "0303" for c in attackers} | {c.id: "0403" for c in defenders} | (where or {})
    units = {i: unit_at(world, i, h, **fields.get(i, {})) for i, h in at.items()}
    draft = make_draft(world, units, step=step, dumps=DUMPS, rolls=(3, 4, *roll))
    names = ", ".join(c.id for c in attackers)
    play(draft, f"attack 0403 with {names} lead {attackers[0].id}",
         "pay " + ", ".join(c.id for c in defenders))
    if len(defenders) > 1:
        play(draft, f"lead {defenders[0].id}")
    return draft


def alive(draft: Draft) -> set[str]:
    return {i for i, u in draft.state.units.items() if u.on_map}


# Open: 16 to 8 is 2:1 (sixth column), 24 to 8 is 3:1 (seventh), 32 to 8 is 4:1 (eighth)


@pytest.mark.rule("OCS 9.10")
@pytest.mark.parametrize(("code", "parts"), [
    ("AL2", (2, 0, 0, 0, 0, False)), ("AL1o1", (1, 1, 0, 0, 0, False)),
    ("AL1 Do1", (1, 0, 0, 1, 0, False)), ("Ao1 DL1o1", (0, 1, 1, 1, 0, False)),
    ("Ao1 e4 DL1o2", (0, 1, 1, 2, 4, False)), ("Ae4 DL1o2", (0, 0, 1, 2, 4, False)),
    ("Ae3 DL2o2DG", (0, 0, 2, 2, 3, True)), ("Ae2 DL2o3DG", (0, 0, 2, 3, 2, True)),
])
def test_codes_read_as_losses_options_exploitation_and_dg(
    code: str, parts: tuple[object, ...]
) -> None:
    found = charts().results[code]
    assert (found.a_loss, found.a_opt, found.d_loss, found.d_opt, found.exploit,
            found.dg) == parts


@pytest.mark.rule("OCS 9.10a")
def test_an_option_is_split_between_steps_and_hexes_in_any_way() -> None:
    """56 to 14 is 4:1, a 12: Ae4 DL1o2 against a division of four steps: one lost, three left."""
    draft = fight([regiment(n) for n in "ABCDEFG"], [division("X", SOVIET, 4)], (6, 6))
    assert draft.state.units["X"].lost == 1
    assert isinstance(draft.state.asks[-1], OptionChoice)
    assert offered(draft) == ["option 0", "option 1", "option 2"]
    assert refusal(draft, "option 3") == "OCS 9.10a"
    assert refusal(draft, "pass") == "OCS 9.10c"
    play(draft, "option 1", "retreat X via 0503")
    assert (draft.state.units["X"].lost, draft.state.units["X"].marker) == (2, "")


@pytest.mark.rule("OCS 9.10b", "OCS 9.10c", "OCS 9.10c.2")
def test_question_ocs_q06_the_attacker_owes_his_option_though_the_defender_is_to_die() -> None:
    """OCS-Q06: 2:1 and a 12, Ao1 DL1o1: he resolves first, by a step or a hex."""
    draft = fight([regiment("A"), regiment("B")], [regiment("X", SOVIET)], (6, 6))
    top = draft.state.asks[-1]
    assert isinstance(top, OptionChoice) and top.attacking
    assert "X" in alive(draft)
    assert refusal(draft, "pass") == "OCS 9.10c"
    play(draft, "option 1")
    assert alive(draft) == {"B"}
    retreating = fight([regiment("A"), regiment("B")], [regiment("X", SOVIET)], (6, 6))
    play(retreating, "option 0", "retreat A, B via 0203")
    assert alive(retreating) == {"A", "B"}


@pytest.mark.rule("OCS 9.10c")
def test_the_defender_ignores_his_options_where_the_attacker_retreats() -> None:
    """24 to 16 is 2:1, a 12: Ao1 DL1o1. Only the L1 is suffered."""
    draft = fight([regiment(n) for n in "ABC"], [regiment("X", SOVIET), regiment("Y", SOVIET)],
                  (6, 6))
    play(draft, "option 0", "retreat A, B, C via 0203")
    assert alive(draft) == {"A", "B", "C", "Y"}
    assert refusal(draft, "pass") == ""
    assert refusal(draft, "option 0") == ""  # he may execute them all the same
    play(draft, "pass")
    assert draft.state.units["Y"].hex == draft.world.board.at("0403")
    stands = fight([regiment(n) for n in "ABC"], [regiment("X", SOVIET), regiment("Y", SOVIET)],
                   (6, 6))
    play(stands, "option 1")
    assert refusal(stands, "pass") == "OCS 9.10c"


@pytest.mark.rule("OCS 9.10c", "OCS 9.10c.1")
def test_the_defender_ignores_his_options_where_no_attacker_is_left_to_take_his() -> None:
    """1:1 and a 6, AL1o1 Do1: the sole attacking step dies to the hard loss."""
    draft = fight([regiment("A")], [regiment("X", SOVIET)], (3, 3))
    assert alive(draft) == {"X"}
    assert refusal(draft, "pass") == ""


@pytest.mark.rule("OCS 9.10c", "OCS 9.10c.1")
def test_an_attacker_who_dies_of_the_steps_that_he_chose_has_taken_his_option() -> None:
    """Reading U14: 1:1 and a 9, Ao1 Do1; A gives its only step; the defender must comply."""
    draft = fight([regiment("A")], [regiment("X", SOVIET)], (5, 4))
    play(draft, "option 1")
    assert alive(draft) == {"X"}
    assert refusal(draft, "pass") == "OCS 9.10c"
    assert refusal(draft, "option 0") == ""


@pytest.mark.rule("OCS 9.10b", "OCS 9.10c.3")
def test_hard_losses_are_never_ignored() -> None:
    """AL1 Do1 (1:1 and an 8): the attacker loses a step, the defender does his option."""
    draft = fight([division("A")], [division("X", SOVIET)], (4, 4))
    assert draft.state.units["A"].lost == 1
    assert offered(draft)[:2] == ["option 0", "option 1"]
    assert refusal(draft, "pass") == "OCS 9.10c"


@pytest.mark.rule("OCS 9.10", "OCS 9.12a")
def test_dg_comes_before_the_losses_and_the_retreat() -> None:
    """On a 12, 56 to 14 is Ae4 DL1o2 (4:1), and 72 to 14 Ae3 DL2o2DG (5:1)."""
    draft = fight([regiment(n) for n in "ABCDEFG"], [division("X", SOVIET, 4)], (6, 6))
    assert draft.state.units["X"].marker == ""
    more = fight([regiment(n) for n in "ABCDEFGHI"], [division("X", SOVIET, 4)], (6, 6))
    assert (more.state.units["X"].marker, more.state.units["X"].lost) == (DG, 2)


# ---------------------------------------------------------------- exploitation (9.10d, 9.13)


def winners(ratings: dict[str, int]) -> list[Counter]:
    return [regiment(n, ar=ar) for n, ar in ratings.items()]


@pytest.mark.rule("OCS 9.13", "OCS 5.9b")
def test_each_attacker_qualifies_by_its_own_rating_and_gets_the_marker() -> None:
    """On a 12, 40 to 8 is Ae3 DL2o2DG (5:1): 3 and more; 32 to 8 Ae4 DL1o2 (4:1): 4 and more."""
    force = {"A": 3, "B": 5, "C": 2, "D": 4}
    four = fight(winners(force), [regiment("X", SOVIET)], (6, 6))
    assert {i for i, u in four.state.units.items() if u.marker == EXPLOIT} == {"B", "D"}
    five = fight(winners({**force, "E": 0}), [regiment("X", SOVIET)], (6, 6))
    assert {i for i, u in five.state.units.items() if u.marker == EXPLOIT} == {"A", "B", "D"}


@pytest.mark.rule("OCS 9.13b", "OCS 9.13b.A")
def test_dg_units_earn_no_exploitation_and_the_others_keep_theirs() -> None:
    """Three whole at 8 and one at 4 are 28 to 8, 4:1 (3.5): Ae4 DL1o2 on a 12."""
    draft = fight(winners({"A": 3, "B": 4, "C": 3, "D": 5}), [regiment("X", SOVIET)], (6, 6),
                  D={"marker": DG})
    marked = {i for i, u in draft.state.units.items() if u.marker == EXPLOIT}
    assert marked == {"B"}
    assert draft.state.units["D"].marker == DG


@pytest.mark.rule("OCS 9.13b", "OCS 11.0c", "OCS 9.13b.B")
def test_nothing_is_earned_in_the_exploitation_phase() -> None:
    force = {"A": 3, "B": 4, "C": 4, "D": 4}
    fields = {n: {"released": True} for n in force}
    there = fight(winners(force), [regiment("X", SOVIET)], (6, 6), step="G3", **fields)
    assert not any(u.marker == EXPLOIT for u in there.state.units.values())
    combat = fight(winners(force), [regiment("X", SOVIET)], (6, 6))
    assert {i for i, u in combat.state.units.items() if u.marker == EXPLOIT} == {"B", "C", "D"}


@pytest.mark.rule("OCS 9.13b", "OCS 9.13b.C")
@pytest.mark.parametrize(("hexes", "earned"), [
    (("0303", "0303", "0303", "0303"), True), (("0303", "0303", "0302", "0302"), True),
    (("0303", "0303", "0402", "0402"), False), (("0303", "0302", "0302", "0402"), False),
])
def test_attacks_from_one_hex_or_two_adjacent_ones_exploit(
    hexes: tuple[str, ...], earned: bool
) -> None:
    """0302 lies beside both 0303 and 0402, which do not touch; three hexes are too many."""
    where = dict(zip("ABCD", hexes, strict=True))
    draft = fight(winners(dict.fromkeys("ABCD", 4)), [regiment("X", SOVIET, ar=4)], (6, 6), where)
    assert any(u.marker == EXPLOIT for u in draft.state.units.values()) is earned


@pytest.mark.rule("OCS 9.10d")
def test_exploitation_stands_where_the_option_is_taken_as_losses_only() -> None:
    """24 to 8 is 3:1, a 12: Ao1 e4 DL1o2. The lead gives the step; the others exploit."""
    force = dict.fromkeys("ABC", 4)
    steps = fight(winners(force), [division("X", SOVIET, 3, ar=4, combat=Face(8, True, 4, 3))],
                  (6, 6))
    play(steps, "option 1")
    play(steps, "option 2")
    assert {i for i, u in steps.state.units.items() if u.marker == EXPLOIT} == {"B", "C"}
    back = fight(winners(force), [division("X", SOVIET, 3, ar=4, combat=Face(8, True, 4, 3))],
                 (6, 6))
    play(back, "option 0", "retreat A, B, C via 0203", "pass")
    assert not any(u.marker == EXPLOIT for u in back.state.units.values())


@pytest.mark.rule("OCS 9.13", "OCS 5.9c")
def test_an_exploiting_unit_in_move_mode_gets_no_zone() -> None:
    draft = fight(winners(dict.fromkeys("ABCD", 4)), [regiment("X", SOVIET, ar=4)], (6, 6),
                  B={"front": False})
    # 8 + 4 + 8 + 8 to 8 is 4:1 (3.5)
    assert draft.state.units["A"].had_zoc
    assert draft.state.units["B"].marker == EXPLOIT
    assert not draft.state.units["B"].had_zoc


# ---------------------------------------------------------------- advance (9.12g)


@pytest.mark.rule("OCS 9.12g", "OCS 9.12g.D")
def test_after_a_regular_attack_each_unit_may_advance_or_stay() -> None:
    draft = fight(winners(dict.fromkeys("ABCD", 4)), [regiment("X", SOVIET, ar=4)], (6, 6))
    assert draft.state.asks == (Advance(AXIS, ("A", "B", "C", "D"), draft.world.board.at("0403")),)
    assert refusal(draft, "advance A to 0304") == "OCS 9.12g"
    assert refusal(draft, "advance X to 0403") == "OCS 9.12g"
    play(draft, "advance A, C to 0403", "pass")
    at = {i for i, u in draft.state.units.items() if u.hex == draft.world.board.at("0403")}
    assert at == {"A", "C"}
    assert draft.state.units["A"].spent == 0
    assert draft.state.control[draft.world.board.at("0403")] == AXIS


@pytest.mark.rule("OCS 9.12g", "OCS 9.12g.B")
def test_who_retreated_does_not_advance_and_nobody_where_defenders_stay() -> None:
    """2:1 and a 12, Ao1 DL1o1 against one step: the attackers retreat, the defender dies."""
    draft = fight([regiment("A"), regiment("B")], [regiment("X", SOVIET)], (6, 6))
    play(draft, "option 0", "retreat A, B via 0203")
    assert alive(draft) == {"A", "B"}
    assert draft.state.asks == ()
    stays = fight([regiment("A"), regiment("B")], [division("X", SOVIET, 3,
                  combat=Face(8, True, 3, 3))], (6, 6))
    play(stays, "option 1", "option 1")
    assert stays.state.asks == ()


@pytest.mark.rule("OCS 9.12g.A", "OCS 9.14a")
def test_attackers_that_were_paid_for_advance_one_of_zero_strength_too_and_nobody_else() -> None:
    """32 to 8 is 4:1, a 12: Ae4 DL1o2. Q stood by; Z attacked with nothing."""
    none = Face(0, True, 3, 3)
    force = [*winners(dict.fromkeys("ABCD", 4)), regiment("Z", combat=none, move=none)]
    idle, lone = regiment("Q"), regiment("X", SOVIET, ar=4)
    world = make_world([*force, idle, lone])
    units = {c.id: "0303" for c in (*force, idle)} | {"X": "0403"}
    draft = make_draft(world, units, step="F2", dumps=DUMPS, rolls=(3, 4, 6, 6))
    play(draft, "attack 0403 with A, B, C, D, Z lead A", "pay X")
    assert refusal(draft, "advance Q to 0403") == "OCS 9.12g"
    assert refusal(draft, "advance Z to 0403") == ""


@pytest.mark.rule("OCS 9.13a", "OCS 11.0a", "OCS 11.0e", "OCS 5.9")
def test_marked_units_act_in_the_exploitation_phase_that_follows() -> None:
    """Of four winners at AR 4 or 3 those of 4 go on, at half their 3 MPs; Track units need fuel."""
    tank = battalion("T", symbol="other", combat=Face(8, True, 4, 6, TRACK))
    force = [*winners({"A": 4, "B": 3, "C": 3}), tank]
    draft = fight(force, [regiment("X", SOVIET, ar=4)], (6, 6))
    play(draft, "pass", "end")
    assert SEQUENCE[draft.state.step].id == "G1"
    assert refusal(draft, "move A to 0403") == ""
    assert refusal(draft, "move A to 0503") == "OCS 6.1b"
    assert refusal(draft, "move B to 0403") == "OCS 11.0a"
    assert refusal(draft, "move T to 0403") == "OCS 12.5a"
    play(draft, "fuel T as single")
    assert refusal(draft, "move T to 0503") == ""


@pytest.mark.rule("OCS 9.12g", "OCS 9.12b")
def test_a_unit_without_allowance_on_either_side_never_advances() -> None:
    fixed = Face(8, True, 4, 0)
    force = winners(dict.fromkeys("ABC", 4)) + [regiment("F", combat=fixed, move=fixed)]
    draft = fight(force, [regiment("X", SOVIET, ar=4)], (6, 6))
    assert refusal(draft, "advance F to 0403") == "OCS 9.12g"
    assert refusal(draft, "advance A to 0403") == ""
