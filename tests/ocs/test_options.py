"""Optional rules (OCS 21, house rules): what each changes, with it and without."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.catalog import agreed
from engine.core.errors import DataError
from engine.ocs.pieces import AXIS, DG, RESERVE, SOVIET, Counter, Face
from engine.ocs.sizes import barrage_points, printed_strength
from engine.ocs.world import Options, World
from tests.ocs.yard import (
    division,
    make_draft,
    make_world,
    play,
    refusal,
    regiment,
    tokens,
    unit_at,
)


def gun(name: str = "G", side: str = AXIS, steps: int = 1, points: int = 16) -> Counter:
    return regiment(name, side, type="artillery", printed=False, range=3, steps=steps,
                    re4=4 * steps, combat=Face(1, False, 0, 3, barrage=points),
                    move=Face(1, False, 0, 6, barrage=points // 2))


def strengths(world: World, lost: int) -> tuple[Fraction, Fraction]:
    unit = unit_at(world, "D", "0203", lost=lost)
    return (printed_strength(world, unit, attacking=True),
            printed_strength(world, unit, attacking=False))


# ---------------------------------------------------------------- 21.2


@pytest.mark.rule("OCS 21.2")
@pytest.mark.parametrize(("steps", "strength", "lost", "value"), [
    (3, 11, 1, 7), (3, 11, 2, 4), (3, 14, 1, 9), (4, 10, 1, 8), (4, 10, 2, 5), (4, 10, 3, 3),
])
def test_strength_falls_with_the_steps_and_is_rounded_at_once(
    steps: int, strength: int, lost: int, value: int
) -> None:
    """7 1/3, 3 2/3, 9 1/3, 7 1/2, 5, 2 1/2; the same for attack and defense."""
    d = division("D", steps=steps, combat=Face(strength, True, 3, 3))
    assert strengths(make_world([d]), lost) == (value, value)


@pytest.mark.rule("OCS 21.2", "OCS 9.11d")
def test_step_vector_three_an_eleven_with_one_loss_of_three() -> None:
    """Appendix 1, Step 3: 7 both with the option; 5 1/2 and 11 without."""
    d = division("D", combat=Face(11, True, 3, 3))
    assert strengths(make_world([d]), 1) == (7, 7)
    without = make_world([d], options=Options(proportional_loss=False))
    assert strengths(without, 1) == (Fraction(11, 2), 11)


@pytest.mark.rule("OCS 21.2", "OCS 9.11d")
def test_barrage_share_vector_an_artillery_division_of_84_with_one_loss_of_three() -> None:
    """Appendix 1, Barrage share: it defends at two RE and barrages at 56, in any case."""
    for option in (True, False):
        world = make_world([gun("D", steps=3, points=84)],
                           options=Options(proportional_loss=option))
        assert strengths(world, 1)[1] == 2
        assert barrage_points(world, unit_at(world, "D", "0203", lost=1)) == 56


# ---------------------------------------------------------------- 21.9


@pytest.mark.rule("OCS 21.9")
@pytest.mark.parametrize(("option", "fields", "allowed"), [
    (True, {}, True), (True, {"front": False}, True), (True, {"marker": DG}, False),
    (True, {"marker": RESERVE}, False), (False, {}, False), (False, {"released": True}, True),
    (True, {"released": True}, True),
])
def test_artillery_fires_in_its_owners_reaction_phase(
    option: bool, fields: dict[str, object], allowed: bool
) -> None:
    world = make_world([gun(), regiment("S"), regiment("E", SOVIET)],
                       options=Options(reactive_artillery=option))
    units = {"G": unit_at(world, "G", "0203", **fields), "S": "0203", "E": "0303"}
    draft = make_draft(world, units, step="E2'", dumps={"0203": (AXIS, 9)})
    assert (refusal(draft, "barrage 0303 with G") == "") is allowed


@pytest.mark.rule("OCS 21.9", "OCS 21.9.b")
def test_it_gives_nothing_in_the_exploitation_phase_and_no_movement() -> None:
    world = make_world([gun(), regiment("S"), regiment("E", SOVIET)],
                       options=Options(reactive_artillery=True))
    units = {"G": "0203", "S": "0203", "E": "0303"}
    exploiting = make_draft(world, units, step="G2", dumps={"0203": (AXIS, 9)})
    assert refusal(exploiting, "barrage 0303 with G") != ""
    reacting = make_draft(world, units, step="E1'", dumps={"0203": (AXIS, 9)})
    assert refusal(reacting, "move G to 0202") == "OCS 7.0a"
    firing = make_draft(world, units, step="E2'", dumps={"0203": (AXIS, 9)})
    assert refusal(firing, "barrage 0303 with G") == ""


@pytest.mark.rule("OCS 21.9.c", "OCS 21.9", "OCS 5.7g")
def test_artillery_in_a_hedgehog_fires_where_no_reserve_may_be() -> None:
    for option, allowed in ((True, True), (False, False)):
        world = make_world([gun(), regiment("S"), regiment("E", SOVIET)],
                           options=Options(reactive_artillery=option))
        draft = make_draft(world, {"G": "0203", "S": "0203", "E": "0303"}, step="E2'",
                           dumps={"0203": (AXIS, 9)}, hogs={"0203": (AXIS, 1)})
        assert (refusal(draft, "barrage 0303 with G") == "") is allowed


# ---------------------------------------------------------------- HR-7


@pytest.mark.rule("OCS HR-7", "OCS 10.1b")
def test_artillery_may_fire_part_of_its_factors_on_a_cheaper_column() -> None:
    """16 points cost 3T, 7 of them 2T (5-7), 1 of them 1T."""
    world = make_world([gun(), regiment("S"), regiment("E", SOVIET)])
    units = {"G": "0203", "S": "0203", "E": "0303"}
    for factors, cost in (("", 3), (" factors 7", 2), (" factors 1", 1)):
        draft = make_draft(world, units, step="F1", dumps={"0203": (AXIS, 9)}, rolls=(1, 1))
        play(draft, f"barrage 0303 with G{factors}")
        assert tokens(draft, "0203") == 9 - cost
        assert refusal(draft, "barrage 0303 with G") != ""  # what is left is lost


@pytest.mark.rule("OCS HR-7")
def test_without_the_house_rule_it_fires_all() -> None:
    world = make_world([gun(), regiment("S"), regiment("E", SOVIET)],
                       options=Options(artillery_factors=False))
    draft = make_draft(world, {"G": "0203", "S": "0203", "E": "0303"}, step="F1",
                       dumps={"0203": (AXIS, 9)})
    assert refusal(draft, "barrage 0303 with G factors 7") != ""
    assert refusal(draft, "barrage 0303 with G") == ""


@pytest.mark.rule("OCS HR-7")
@pytest.mark.parametrize(("factors", "allowed"), [("16", True), ("17", False), ("0", False)])
def test_factors_run_from_one_to_all(factors: str, allowed: bool) -> None:
    world = make_world([gun(), regiment("S"), regiment("E", SOVIET)])
    draft = make_draft(world, {"G": "0203", "S": "0203", "E": "0303"}, step="F1",
                       dumps={"0203": (AXIS, 9)})
    assert (refusal(draft, f"barrage 0303 with G factors {factors}") == "") is allowed


# ---------------------------------------------------------------- what there is


@pytest.mark.rule("OCS 21.2", "OCS 21.9", "OCS 21.10", "OCS HR-7", "TTW 4.5")
def test_the_recommended_options_have_a_switch_and_supply_caches_none() -> None:
    """Used as the games advise; Reactive Artillery is for The Forgotten Battles to recommend."""
    switches = {option.rule: option.default for option in agreed.offered("ocs")}
    assert (switches["OCS 21.2"], switches["OCS HR-7"], switches["OCS 21.9"]) == ("on", "on", "off")
    assert "OCS 21.10" not in switches
    with pytest.raises(DataError, match="supply_caches"):
        agreed.under(make_world([regiment("A")]), {"supply_caches": "on"})
