"""Step losses (OCS 9.11): who loses them, in what order, and what becomes of the unit."""

from __future__ import annotations

import pytest

from engine.ocs.decisions import Losses
from engine.ocs.losses import demand
from engine.ocs.pieces import AXIS, DEAD, GONE, SOVIET
from engine.ocs.world import Draft
from tests.ocs.yard import (
    division,
    make_draft,
    make_world,
    offered,
    play,
    refusal,
    regiment,
    unit_at,
)

DUMPS = {"0203": (AXIS, 20), "0403": (SOVIET, 20)}


def ask(draft: Draft, units: tuple[str, ...], steps: int, first: str = "", **more: object) -> None:
    demand(draft, Losses(AXIS, units, steps, first, **more))  # type: ignore[arg-type]


@pytest.mark.rule("OCS 9.11", "OCS 3.2d", "OCS 3.1d")
def test_a_single_step_unit_dies_and_a_division_with_its_last_step() -> None:
    world = make_world([regiment("A"), division("D"), regiment("G", no_rebuild=True)])
    draft = make_draft(world, dict.fromkeys("ADG", "0203"))
    ask(draft, ("A",), 1)
    ask(draft, ("D",), 2)
    ask(draft, ("G",), 1)
    found = {i: (u.box, u.lost) for i, u in draft.state.units.items()}
    assert found == {"A": (DEAD, 1), "D": ("map", 2), "G": (GONE, 1)}
    ask(draft, ("D",), 1)
    assert draft.state.units["D"].box == DEAD


@pytest.mark.rule("OCS 9.11a", "OCS 9.11c", "OCS 9.11c.1")
def test_the_owner_chooses_after_the_lead_unit_has_lost_the_first() -> None:
    world = make_world([regiment("A"), regiment("B"), regiment("C")])
    draft = make_draft(world, dict.fromkeys("ABC", "0203"))
    ask(draft, ("A", "B", "C"), 2, first="B")
    assert sorted(offered(draft)) == ["lose A, B", "lose B, C"]
    assert refusal(draft, "lose A, C") == "OCS 9.11c"
    play(draft, "lose A, B")
    assert [i for i, u in draft.state.units.items() if u.on_map] == ["C"]


@pytest.mark.rule("OCS 9.11c", "OCS 9.11c.2")
def test_every_unit_loses_one_before_any_loses_two() -> None:
    world = make_world([division("D", steps=4), division("E", steps=4), regiment("A")])
    units = dict.fromkeys("DEA", "0203")
    draft = make_draft(world, units)
    ask(draft, ("D", "E", "A"), 2, first="D")
    assert refusal(draft, "lose D, D") == "OCS 9.11c"
    assert refusal(draft, "lose D, E") == ""
    more = make_draft(world, units)
    ask(more, ("D", "E", "A"), 4, first="D")
    assert refusal(more, "lose D, D, E, A") == ""
    assert refusal(more, "lose D, D, D, A") == "OCS 9.11c"


@pytest.mark.rule("OCS 9.11c", "OCS 9.11a", "OCS 9.11c.3")
@pytest.mark.parametrize("how", ["barrage", "retreat", "attrition"])
def test_other_losses_are_free_to_choose(how: str) -> None:
    world = make_world([division("D", steps=4), regiment("A")])
    draft = make_draft(world, dict.fromkeys("DA", "0203"))
    ask(draft, ("D", "A"), 2, spread=False, how=how)
    assert refusal(draft, "lose D, D") == ""
    assert refusal(draft, "lose D, A") == ""


@pytest.mark.rule("OCS 9.11b")
def test_losses_beyond_what_a_side_has_are_ignored() -> None:
    world = make_world([regiment("A"), division("D", steps=2)])
    draft = make_draft(world, {"A": "0203", "D": unit_at(world, "D", "0203", lost=1)})
    ask(draft, ("A", "D"), 5)
    assert draft.state.asks == ()
    assert not any(u.on_map for u in draft.state.units.values())


@pytest.mark.rule("OCS 9.11c", "OCS 9.10a", "OCS 9.11c.2")
def test_the_steps_of_an_option_go_on_where_the_hard_losses_stopped() -> None:
    """The lead division loses the hard step, so A must give the next."""
    world = make_world([division("D"), regiment("A"), division("E", SOVIET)])
    units = {"D": "0303", "A": "0303", "E": "0403"}
    draft = make_draft(world, units, step="F2", dumps=DUMPS, rolls=(3, 4, 3, 2))
    play(draft, "attack 0403 with D, A lead D", "pay E")  # 22 to 14 is 2:1, a 5: AL1o1 Do1
    assert draft.state.units["D"].lost == 1
    play(draft, "option 1")
    assert not draft.state.units["A"].on_map
    assert draft.state.units["D"].lost == 1


@pytest.mark.rule("OCS 9.11b", "OCS 9.11c")
def test_both_steps_of_a_hard_loss_spread_over_the_attackers() -> None:
    """28 to 14 is 2:1, a 2: AL2."""
    world = make_world([division("D"), division("F"), division("E", SOVIET, steps=6)])
    units = {"D": "0303", "F": "0303", "E": "0403"}
    draft = make_draft(world, units, step="F2", dumps=DUMPS, rolls=(3, 4, 1, 1))
    play(draft, "attack 0403 with D, F lead F", "pay E")
    assert (draft.state.units["D"].lost, draft.state.units["F"].lost) == (1, 1)
