"""The Reaction Phase (OCS 7), and what belongs to which segment (OCS 2.3-C, E, F, G)."""

from __future__ import annotations

import pytest

from engine.ocs.decisions import DefenderSupply
from engine.ocs.pieces import AXIS, EXPLOIT, RESERVE, SOVIET, Aircraft, AirUnit, Face
from engine.ocs.sequence import SEQUENCE, acting
from engine.ocs.state import Side
from engine.ocs.world import Draft
from tests.ocs.yard import (
    along,
    battalion,
    change,
    go_to,
    headquarters,
    make_board,
    make_draft,
    make_world,
    offered,
    play,
    refusal,
    regiment,
    tokens,
    trucks,
    unit_at,
)

GUN = regiment("Gun", type="artillery", printed=False, range=3,
               combat=Face(1, False, 0, 3, barrage=10), move=Face(1, False, 0, 6, barrage=5))
PLANES = (
    Aircraft("P", "P", AXIS, "T", 2, True, 9, 20, hip_shoot=True),
    Aircraft("Q", "Q", AXIS, "T", 2, True, 9, 20, hip_shoot=True),
)


def front(step: str, **fields: object) -> Draft:
    """An Axis stack with a gun, an HQ and trucks on a dump and rails, next to a Soviet regiment.

    The Axis are the first player; in "E1'" and "E2'" they react in the Soviet player turn.
    """
    board = make_board(terrain={"0403": "village", "0203": "village"},
                       sides=along(3, 1, 6, "rail"))
    world = make_world(
        [regiment("A", ma=6), GUN, headquarters("H"), trucks("T"), regiment("X", SOVIET),
         battalion("R"), regiment("Rail")],
        board, planes=PLANES, sources={AXIS: ("0103",)}, rail_capacity={AXIS: 40},
    )
    units = {
        "A": "0503", "Gun": "0503", "H": "0503", "T": "0503", "X": "0603",
        "R": unit_at(world, "R", "0503", marker=RESERVE),
        "Rail": unit_at(world, "Rail", "0203", front=False),
    }
    return make_draft(
        world, units, step=step, dumps={"0503": (AXIS, 80), "0603": (SOVIET, 40)},
        bases={"0402": (AXIS, 2)}, air={"P": "0402", "Q": "0402"},
        gauge={f"{c:02}03": AXIS for c in range(1, 7)},
        sides={AXIS: Side(rail=40), SOVIET: Side()}, **fields,  # type: ignore[arg-type]
    )


ORDERS = {
    "move": "move A to 0504", "overrun": "overrun 0603 with A", "attack": "attack 0603 with A",
    "barrage": "barrage 0603 with Gun", "bomb": "fly barrage 0603 with P",
    "hip-shoot": "fly hip-shoot 0603 with P", "build": "build hog 0503 with H",
    "load": "load T tokens 2", "blow": "blow 0503 tokens 4", "release": "release R",
}


def allowed(draft: Draft) -> set[str]:
    """Which of the orders may be given now."""
    return {name for name, text in ORDERS.items() if not refusal(draft, text)}


@pytest.mark.rule("OCS 2.3-C", "OCS 2.3-E", "OCS 2.3-F", "OCS 2.3-G", "OCS 2.2")
@pytest.mark.parametrize(("step", "may"), [
    ("C1", set()),
    ("C2", {"move", "overrun", "hip-shoot", "build", "load", "blow"}),
    ("C3", {"bomb"}),
    ("E1'", {"hip-shoot", "blow", "release"}),
    ("E2'", {"bomb"}),
    ("F1", {"barrage"}),
    ("F2", {"attack"}),
    ("G1", {"hip-shoot", "blow", "release"}),
    ("G2", {"bomb"}),
    ("G3", set()),
])
def test_each_segment_allows_what_is_its_own(step: str, may: set[str]) -> None:
    """Artillery is silent in C3 and without release in E2 and G2; nothing is built in E and G.

    In E and G only Reserves released now and Exploitation units act: the regiment does neither.
    """
    draft = front(step)
    assert acting(draft.state) == AXIS
    assert allowed(draft) == may


@pytest.mark.rule("OCS 2.3-E", "OCS 2.3-G")
@pytest.mark.parametrize("step", ["E1'", "G1"])
def test_no_train_runs_in_reaction_and_exploitation(step: str) -> None:
    draft = front("C2")
    assert refusal(draft, "rail Rail to 0403") == ""
    go_to(draft, step)
    assert refusal(draft, "rail Rail to 0403") == SEQUENCE[draft.state.step].rule
    assert not any(o.startswith("rail") for o in offered(draft))


@pytest.mark.rule("OCS 2.3-G", "OCS 5.7b.A")
def test_a_reserve_released_in_exploitation_moves_in_full_overruns_and_attacks() -> None:
    """The battalion has 6 MPs; an Exploitation unit of 6 has 3."""
    draft = front("G1")
    play(draft, "release R")
    assert draft.state.units["R"].released
    assert refusal(draft, "overrun 0603 with R") == "OCS 8.1i", "it wants fuel"
    play(draft, "fuel R as single")
    assert refusal(draft, "overrun 0603 with R") == ""
    assert refusal(draft, "move R via 0502 0501 0401 0301") == ""
    go_to(draft, "G3")
    assert refusal(draft, "attack 0603 with R") == ""
    assert refusal(draft, "attack 0603 with A") != "", "it was not released, nor exploits"


@pytest.mark.rule("OCS 2.3-G")
def test_exploitation_units_move_half_and_attack_again() -> None:
    draft = front("G1")
    change(draft, "A", marker=EXPLOIT)
    assert refusal(draft, "overrun 0603 with A") == "", "3 of 6 MPs are left: one Overrun"
    assert refusal(draft, "move A via 0502 0501 0401 0301") == "OCS 6.1b"
    go_to(draft, "G3")
    assert refusal(draft, "attack 0603 with A") == ""


# ---------------------------------------------------------------- the Reaction Phase (7.0)


@pytest.mark.rule("OCS 7.0", "OCS 2.3-E")
def test_the_other_side_reacts_between_supply_and_combat_and_has_no_combat_segment() -> None:
    """After the Soviet Supply Phase come E1' and E2', both of the Axis, then Soviet barrages."""
    ids = [step.id for step in SEQUENCE]
    after = ids[ids.index("D'") + 1 : ids.index("F1'") + 1]
    assert after == ["E1'", "E2'", "F1'"]
    assert [acting(front(i).state) for i in after] == [AXIS, AXIS, SOVIET]
    for step in ("E1'", "E2'"):
        assert refusal(front(step), "attack 0603 with A") == "OCS 7.0"


@pytest.mark.rule("OCS 7.0a", "OCS 5.7b.B", "OCS 5.7b")
def test_only_released_reserves_move_half_in_reaction() -> None:
    """Half of 6 MPs are 3: three hexes or one Overrun, at full strength."""
    draft = front("E1'")
    assert refusal(draft, "move A to 0504") == "OCS 7.0a"
    play(draft, "release R", "fuel R as single")
    assert refusal(draft, "move R via 0502 0501 0401") == ""
    assert refusal(draft, "move R via 0502 0501 0401 0301") == "OCS 6.1b"
    assert refusal(draft, "overrun 0603 with R") == ""


@pytest.mark.rule("OCS 7.0b")
def test_he_attacks_by_overrun_and_pays_and_the_phasing_side_defends() -> None:
    """1T for half an RE of attackers; the Soviets are asked to pay for their defence."""
    draft = front("E1'", rolls=(3, 4, 3, 4))
    play(draft, "release R", "fuel R as single")
    before = tokens(draft, "0503")
    play(draft, "overrun 0603 with R")
    assert before - tokens(draft, "0503") == 1
    assert isinstance(draft.state.asks[-1], DefenderSupply)
    assert draft.state.asks[-1].side == SOVIET


@pytest.mark.rule("OCS 7.0a", "OCS 5.7b.B")
def test_released_artillery_barrages_and_other_artillery_does_not() -> None:
    draft = front("E2'")
    assert refusal(draft, "barrage 0603 with Gun") != ""
    change(draft, "Gun", released=True)
    assert refusal(draft, "barrage 0603 with Gun") == ""


@pytest.mark.rule("OCS 7.0c")
def test_all_his_active_aircraft_may_fly() -> None:
    for step, mission in (("E1'", "hip-shoot"), ("E2'", "barrage")):
        draft = front(step)
        resting = AirUnit("Q", draft.world.board.at("0402"), active=False)
        draft.update(air={**draft.state.air, "Q": resting})
        assert refusal(draft, f"fly {mission} 0603 with P") == ""
        assert refusal(draft, f"fly {mission} 0603 with Q") == "OCS 14.1a"


@pytest.mark.rule("OCS 7.0d")
def test_his_barrages_are_one_a_hex_for_the_whole_phase() -> None:
    """A barrage of E2 that follows another of the phase on the hex is refused (10.0e A)."""
    draft = front("E2'", rolls=(3, 4, 5, 5, 1, 1))
    play(draft, "fly barrage 0603 with P")
    while draft.state.asks:
        play(draft, offered(draft)[0])
    assert refusal(draft, "fly barrage 0603 with Q") == "OCS 10.0e"


@pytest.mark.rule("OCS 7.0d")
def test_units_that_he_overruns_suffer_and_lose_their_attack() -> None:
    """12 to 8 is 2:1; surprise by 3 columns and a 13 on the Combat Table: it is gone or beaten."""
    draft = front("E1'", rolls=(6, 6, 3, 6, 6))
    play(draft, "release R", "fuel R as single", "overrun 0603 with R")
    for _ in range(9):
        if not draft.state.asks:
            break
        play(draft, offered(draft)[-1])
    go_to(draft, "F2'")
    assert not draft.state.units["X"].on_map
    assert not any(o.startswith("attack") for o in offered(draft))
