"""Hedgehogs (OCS 16)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from engine.ocs import barrage, odds, stacking
from engine.ocs.pieces import AXIS, DG, RESERVE, SOVIET
from engine.ocs.state import Bombardment
from engine.ocs.world import Draft
from tests.ocs.yard_fire import Yard, board, hq, infantry

HERE = "0303"


def yard(level: int = 0, owner: str = AXIS, tokens: int = 20, **fields: Any) -> Yard:
    """Two battalions and a regiment in 0303, an HQ two hexes off, a dump, and a hedgehog."""
    counters = [infantry("Rgt"), infantry("Bn 1", re4=2), infantry("Bn 2", re4=2), hq("Staff")]
    units = dict.fromkeys(("Rgt", "Bn 1", "Bn 2"), HERE) | {"Staff": "0305"}
    return Yard.make(
        board(), counters, units=units, hogs={HERE: (owner, level)} if level else {},
        dumps={HERE: (AXIS, tokens)}, step="C2", **fields,
    )


def level(made: Yard) -> int:
    """Level of the hedgehog, or 0."""
    hog = made.state.hogs.get(made.at(HERE))
    return hog.level if hog is not None else 0


@pytest.mark.rule("OCS 16.0b", "OCS 16.0", "OCS 16.0g")
@pytest.mark.parametrize("before", [0, 1])
def test_one_re_raises_the_hedgehog_of_its_hex_for_two_sp(before: int) -> None:
    """8T a level; the workers do not move in this phase."""
    made = yard(before)
    made.do(f"build hog {HERE} with Rgt")
    assert level(made) == before + 1
    assert made.tokens(HERE) == 12
    assert made.refused("move Rgt to 0302") == "OCS 6.1g"
    assert made.refused("mode Rgt as move") == "OCS 5.4"


@pytest.mark.rule("OCS 16.0b")
def test_two_battalions_are_an_re_and_one_is_not() -> None:
    """The RE of the workers are added up (reading U44)."""
    assert yard().refused(f"build hog {HERE} with Bn 1") == "OCS 16.0b"
    made = yard()
    made.do(f"build hog {HERE} with Bn 1, Bn 2")
    assert level(made) == 1


@pytest.mark.rule("OCS 16.0b", "OCS 5.10")
@pytest.mark.parametrize(
    ("changes", "rule"),
    [({}, ""), ({"front": False}, "OCS 16.0b"), ({"marker": DG}, "OCS 16.0b"),
     ({"marker": RESERVE}, "OCS 16.0b"), ({"moved": True, "spent": 8}, "OCS 13.8d")],
)
def test_workers_are_in_combat_mode_and_spend_no_mps(changes: dict[str, Any], rule: str) -> None:
    """Move Mode, DG, Reserve, or an MP spent: refused."""
    made = yard()
    made.change("Rgt", **changes)
    assert made.refused(f"build hog {HERE} with Rgt") == rule


@pytest.mark.rule("OCS 16.0b")
def test_ordinary_units_work_in_their_own_hex_only() -> None:
    """The next hex is for engineers."""
    made = yard()
    assert made.refused("build hog 0304 with Rgt") == "OCS 16.0b"
    assert made.refused("build hog 0304 with Staff") == ""


@pytest.mark.rule("OCS 16.0b", "OCS 13.8d")
def test_an_engineer_builds_within_two_hexes() -> None:
    """The HQ in 0305 reaches 0303."""
    made = yard()
    made.do(f"build hog {HERE} with Staff")
    assert level(made) == 1
    assert made.tokens(HERE) == 12


@pytest.mark.rule("OCS 16.0b", "OCS 16.0c")
def test_one_level_a_hex_and_turn() -> None:
    """Nobody goes on, up or down, until the next turn."""
    made = yard(1)
    made.do(f"build hog {HERE} with Rgt")
    assert made.refused(f"build hog {HERE} with Staff") == "OCS 16.0b"
    assert made.refused(f"build hog {HERE} with Staff down") == "OCS 16.0b"
    hogs = {h: evolve(g, worked=False) for h, g in made.state.hogs.items()}
    made.state = evolve(made.state, hogs=hogs)
    assert made.refused(f"build hog {HERE} with Staff down") == ""


@pytest.mark.rule("TTW 1.1b", "OCS 16.0a")
def test_no_hedgehog_is_built_above_level_two() -> None:
    """Higher ones stand where the scenario put them, and may be lowered."""
    assert yard(2).refused(f"build hog {HERE} with Rgt") == "TTW 1.1b"
    made = yard(3)
    made.do(f"build hog {HERE} with Rgt down")
    assert level(made) == 2


@pytest.mark.rule("OCS 16.0b")
def test_seven_tokens_build_nothing() -> None:
    """Two SP are eight."""
    assert yard(tokens=7).refused(f"build hog {HERE} with Rgt") == "OCS 13.8d"
    assert yard(tokens=8).refused(f"build hog {HERE} with Rgt") == ""


@pytest.mark.rule("OCS 16.0c")
def test_reduction_is_free_and_removes_the_last_level() -> None:
    """By the same workers; where there is none, there is nothing to lower."""
    made = yard(1, tokens=0)
    made.do(f"build hog {HERE} with Rgt down")
    assert level(made) == 0
    assert made.state.hogs == {}
    assert yard(0).refused(f"build hog {HERE} with Rgt down") == "OCS 16.0c"


@pytest.mark.rule("OCS 16.0c", "OCS 3.3c")
def test_only_ones_own_hedgehogs_are_worked_on() -> None:
    """An enemy hedgehog is an enemy unit in the hex."""
    made = yard(1, owner=SOVIET)
    made.change("Rgt", hex=made.at("0304"))
    assert made.refused(f"build hog {HERE} with Staff down") == "OCS 13.8d"


@pytest.mark.rule("OCS 16.0e", "OCS 9.4")
def test_a_hedgehog_gives_heavy_at_to_the_units_in_it() -> None:
    """None without it, and none to an empty hex."""
    made, empty = yard(1), yard(1)
    assert odds.at_level(made.world, made.state, made.at(HERE)) == "heavy"
    assert odds.at_level(made.world, yard(0).state, made.at(HERE)) == "none"
    for name in ("Rgt", "Bn 1", "Bn 2"):
        empty.change(name, hex=empty.at("0101"))
    assert odds.at_level(empty.world, empty.state, empty.at(HERE)) == "none"


@pytest.mark.rule("OCS 16.0")
def test_a_hedgehog_does_not_count_for_stacking() -> None:
    """Ten RE stand in it."""
    names = [f"R{i}" for i in range(10)]
    made = Yard.make(board(), [infantry(n) for n in names], units=dict.fromkeys(names, HERE),
                     hogs={HERE: (AXIS, 2)})
    assert stacking.excess(made.world, made.state, made.at(HERE)) == 0


@pytest.mark.rule("OCS 16.0h", "OCS 10.0d", "OCS 3.3c")
def test_a_barrage_never_reduces_a_hedgehog() -> None:
    """Neither the level nor the owner changes under a result of 3."""
    made = yard(2)
    draft: Draft = Draft(made.world, made.state)
    barrage.apply_code(draft, SOVIET, Bombardment(made.at(HERE), guns=("Gun",)), "3",
                       unspotted=False)
    assert draft.state.hogs == made.state.hogs
    assert not draft.state.units["Rgt"].on_map
