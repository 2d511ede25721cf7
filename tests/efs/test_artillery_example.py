"""The Soviet artillery examples of the playbook (PB 11.3), support by support.

Hex A 0404 defends, attacked from 0403. B 0505 lies in range, C 0306 is where an HQ may stand.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.efs import artillery
from engine.efs.decisions import Suppress
from engine.efs.odds import strengths
from engine.efs.pieces import AXIS, SILENCED, SOVIET, Counter, Unit
from engine.efs.state import Attack
from engine.efs.world import Draft
from tests.efs.support import (
    counter,
    headquarters,
    make_board,
    make_draft,
    make_world,
    play,
    refusal,
)

A, B, C = "0404", "0505", "0306"


def gun(name: str) -> Counter:
    return counter(name, 0, 1, 4, side=SOVIET, type="artillery", support=2, range=4, zoc=False)


def position(
    in_a: int = 0, in_b: int = 0, in_c: int = 0, *, hq: str = "", nonop: str = "", level: int = 0
) -> Draft:
    """So many guns in each hex; an operational HQ or a Non-Op one in the hexes named."""
    names = [f"A{n + 1}" for n in range(in_a)] + [f"B{n + 1}" for n in range(in_b)]
    names += [f"C{n + 1}" for n in range(in_c)]
    where = {"A": A, "B": B, "C": C}
    pieces = [gun(name) for name in names]
    pieces += [counter("Division", 4, 5, side=SOVIET), counter("Attacker", 6, 6),
               counter("Tanks", 2, 2, side=SOVIET, type="armor", armor=True)]
    pieces += [headquarters("Army")] * bool(hq) + [headquarters("Wreck")] * bool(nonop)
    world = make_world(make_board(8, 9), pieces)
    units: dict[str, str | Unit] = {name: where[name[0]] for name in names}
    units |= {"Division": A, "Tanks": A, "Attacker": "0403"}
    if hq:
        units["Army"] = hq
    if nonop:
        units["Wreck"] = Unit("Wreck", world.board.at(nonop), nonop=True)
    zone = {world.board.at(C): level} if level else {}
    return make_draft(
        world, units, step="B.3b", attacks=(Attack((world.board.at(A),)),), interdicted=zone
    )


def problem(draft: Draft, names: str) -> str:
    """The rule that forbids these guns to support A together, or ""."""
    return refusal(draft, f"support {A} with {names}", artillery)


def total(draft: Draft, *guns: str) -> float:
    """Defense and support of A with these guns firing; the others in A use their defense."""
    found = strengths(draft.world, draft.state, ("Attacker",), (),
                      (draft.world.board.at(A),), guns)
    return found.for_defense


@pytest.mark.rule("PB 11.3.ex1")
def test_of_one_gun_in_a_and_one_in_b_either_supports_and_not_both() -> None:
    draft = position(1, 1)
    assert problem(draft, "A1") == ""
    assert problem(draft, "B1") == ""
    assert problem(draft, "A1, B1") == "BSR 22.14"
    play(draft, f"support {A} with A1", artillery)
    assert problem(draft, "B1") == "BSR 22.14"  # one at a time comes to the same


@pytest.mark.rule("PB 11.3.ex1")
def test_the_gun_in_b_supporting_gives_most() -> None:
    """5 + 2 and the gun in A: 1 of defense and 2 of support from B are 10; A supporting, 9."""
    draft = position(1, 1)
    assert total(draft, "B1") == 5 + 2 + 1 + 2
    assert total(draft, "A1") == 5 + 2 + 2
    assert total(draft) == 5 + 2 + 1


@pytest.mark.rule("PB 11.3.ex2")
def test_two_guns_in_the_defender_hex_may_both_support() -> None:
    """Both, or one while the other defends; B only if neither of them does."""
    draft = position(2, 1)
    assert problem(draft, "A1, A2") == ""
    assert problem(draft, "A1") == ""
    assert problem(draft, "B1") == ""
    for names in ("A1, B1", "A2, B1", "A1, A2, B1"):
        assert problem(draft, names) == "BSR 22.14"
    assert total(draft, "A1", "A2") == 7 + 4
    assert total(draft, "A1") == 7 + 2 + 1
    assert total(draft, "B1") == 7 + 1 + 1 + 2


@pytest.mark.rule("PB 11.3.ex2.n1", "BSR 22.25d")
def test_near_a_non_op_hq_only_one_gun_supports() -> None:
    """The HQ stands four hexes from A; five hexes away it has no such effect."""
    near, far = position(2, 1, nonop="0408"), position(2, 1, nonop="0409")
    board = near.world.board
    assert board.distance(board.at(A), board.at("0408")) == 4
    assert problem(near, "A1, A2") == "BSR 22.25d"
    assert [problem(near, name) for name in ("A1", "A2", "B1")] == ["", "", ""]
    assert problem(far, "A1, A2") == ""


@pytest.mark.rule("PB 11.3.ex3", "BSR 22.14")
def test_guns_stacked_with_an_hq_in_range_support_beside_those_in_the_hex() -> None:
    """Two in A and two in C make four; the one in B supports only alone."""
    draft = position(2, 1, 2, hq=C)
    assert problem(draft, "A1, A2, C1, C2") == ""
    assert problem(draft, "C1, C2") == ""
    assert problem(draft, "B1") == ""
    for names in ("A1, B1", "C1, B1", "A1, A2, C1, B1"):
        assert problem(draft, names) == "BSR 22.14"


@pytest.mark.rule("PB 11.3.ex3")
def test_without_the_hq_the_guns_in_c_support_only_alone() -> None:
    """An HQ elsewhere is no help: it must be stacked with them."""
    for draft in (position(0, 0, 2), position(0, 0, 2, hq=B)):
        assert problem(draft, "C1") == ""
        assert problem(draft, "C1, C2") == "BSR 22.14"


@pytest.mark.rule("PB 11.3.ex3", "BSR 14.22")
def test_four_guns_are_the_most_even_with_an_hq() -> None:
    draft = position(0, 0, 5, hq=C)
    assert problem(draft, "C1, C2, C3, C4") == ""
    assert problem(draft, "C1, C2, C3, C4, C5") == "BSR 14.22"


@pytest.mark.rule("PB 11.3.ex3", "BSR 15.4")
def test_the_same_holds_for_an_attack() -> None:
    """Guns with the HQ support an attack of their side together; others one at a time."""
    draft = position(0, 1, 4, hq=C)
    hexes = (draft.world.board.at("0403"),)

    def allowed(*ids: str) -> bool:
        found = artillery.group_problem(draft.world, draft.state, ids, hexes, attacking=True)
        return found is None

    assert allowed("C1", "C2", "C3", "C4")
    assert allowed("B1")
    assert not allowed("B1", "C1")


@pytest.mark.rule("PB 11.3.ex3.n1", "BSR 22.25d")
def test_a_non_op_hq_near_a_leaves_one_of_five() -> None:
    """It outranks the operational HQ in C."""
    draft = position(2, 1, 2, hq=C, nonop="0408")
    guns = ("A1", "A2", "B1", "C1", "C2")
    assert all(problem(draft, name) == "" for name in guns)
    assert all(problem(draft, ", ".join(pair)) != "" for pair in combinations(guns, 2))


@pytest.mark.rule("PB 11.3.ex3.n2", "BSR 13.24d")
def test_interdiction_of_c_silences_one_gun_a_level() -> None:
    """Level One: the Axis chooses which of the two; the other still supports. Level Two: both."""
    one = position(2, 1, 2, hq=C, level=1)
    artillery.open_support(one)
    asked = one.state.asks[-1]
    assert isinstance(asked, Suppress)
    assert (asked.side, asked.count, asked.units) == (AXIS, 1, ("C1", "C2"))
    play(one, "silence C2", artillery)
    assert problem(one, "A1, A2, C1") == ""
    assert problem(one, "A1, A2, C2") == "BSR 13.24d"
    two = position(2, 1, 2, hq=C, level=2)
    artillery.open_support(two)
    assert not two.state.asks
    assert all(SILENCED in two.state.units[name].marks for name in ("C1", "C2"))
    assert problem(two, "A1, A2") == ""
    assert problem(two, "A1, C1") == "BSR 13.24d"


@pytest.mark.rule("PB 11.3.ex3.n3", "BSR 15.55b")
def test_support_beyond_the_defense_is_wasted() -> None:
    """8 behind a defense of 7 counts as 7; with three guns firing 6 behind 8. Both make 14."""
    draft = position(2, 1, 2, hq=C)
    hexes = (draft.world.board.at(A),)
    four = strengths(draft.world, draft.state, ("Attacker",), (), hexes, ("A1", "A2", "C1", "C2"))
    assert (four.defense, four.defense_support) == (7, 7)
    three = strengths(draft.world, draft.state, ("Attacker",), (), hexes, ("A1", "C1", "C2"))
    assert (three.defense, three.defense_support) == (8, 6)
    assert four.for_defense == three.for_defense == 14
