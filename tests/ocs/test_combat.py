"""Ground combat (OCS 9.0-9.2, 9.5-9.9): who attacks, what is paid, who leads, the two rolls."""

from __future__ import annotations

import pytest

from engine.ocs.decisions import DefenderSupply, Lead
from engine.ocs.pieces import (
    AXIS,
    DG,
    EXPLOIT,
    RESERVE,
    SOVIET,
    STRAT,
    Counter,
    Face,
)
from engine.ocs.sequence import SEQUENCE
from engine.ocs.world import Draft
from tests.ocs.yard import (
    battalion,
    division,
    headquarters,
    make_draft,
    make_world,
    offered,
    play,
    refusal,
    regiment,
    tokens,
    unit_at,
)

DUMPS = {"0203": (AXIS, 20), "0403": (SOVIET, 20)}


def texts(draft: Draft, rule: str) -> list[str]:
    return [e.text for e in draft.events if e.rule == rule]


# ---------------------------------------------------------------- who attacks what (9.0, 9.1)


@pytest.mark.rule("OCS 9.0")
def test_attackers_are_adjacent_and_the_hex_holds_an_enemy_combat_unit() -> None:
    world = make_world([regiment("A"), regiment("Far"), regiment("E", SOVIET)])
    draft = make_draft(world, {"A": "0203", "Far": "0103", "E": "0303"}, step="F2",
                       dumps={**DUMPS, "0204": (SOVIET, 4)})
    assert refusal(draft, "attack 0303 with A") == ""
    assert refusal(draft, "attack 0303 with Far") == "OCS 9.0"
    assert refusal(draft, "attack 0204 with A") == "OCS 9.0"
    assert refusal(draft, "attack 0202 with A") == "OCS 9.0"


@pytest.mark.rule("OCS 9.1a")
def test_only_the_phasing_side_attacks() -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET)])
    draft = make_draft(world, {"A": "0203", "E": "0303"}, step="F2", dumps=DUMPS)
    assert refusal(draft, "attack 0203 with E") == "OCS 9.0"
    assert refusal(draft, "attack 0303 with E") == "OCS 9.1a"
    assert refusal(draft, "attack 0303 with A") == ""


@pytest.mark.rule("OCS 9.1b", "OCS 9.1c", "OCS 9.1c.1")
def test_part_of_a_stack_may_attack_each_unit_once_and_each_hex_once() -> None:
    """16 to 8 is 2:1, a 9: Ao1 Do1. Q stays out and may attack another hex."""
    world = make_world([regiment("A"), regiment("B"), regiment("Q"), regiment("E", SOVIET),
                        regiment("F", SOVIET)])
    units = {"A": "0303", "B": "0303", "Q": "0303", "E": "0403", "F": "0304"}
    draft = make_draft(world, units, step="F2", dumps=DUMPS, rolls=(3, 4, 5, 4))
    play(draft, "attack 0403 with A, B lead A", "pay E", "option 1", "option 1", "pass")
    assert refusal(draft, "attack 0304 with B") == "OCS 9.1c"
    assert refusal(draft, "attack 0304 with Q") == ""
    assert refusal(draft, "attack 0304 with Q, Q") == "OCS 9.1c"


@pytest.mark.rule("OCS 9.1c", "OCS 9.1c.2")
def test_a_hex_that_was_attacked_is_not_attacked_again_in_the_segment() -> None:
    world = make_world([regiment("A"), regiment("Q"), division("E", SOVIET)])
    units = {"A": "0303", "Q": "0303", "E": "0403"}
    draft = make_draft(world, units, step="F2", dumps=DUMPS, rolls=(3, 4, 1, 2))
    play(draft, "attack 0403 with A", "pay E")  # 8 to 14 is 1:2, AL2
    assert draft.state.fighting is None
    assert refusal(draft, "attack 0403 with Q") == "OCS 9.1c"
    draft.update(attacked=frozenset())
    assert refusal(draft, "attack 0403 with Q") == ""


@pytest.mark.rule("OCS 9.1c")
def test_any_number_of_hexes_may_join_a_regular_attack() -> None:
    world = make_world([regiment(n) for n in "ABC"] + [regiment("E", SOVIET)])
    draft = make_draft(world, {"A": "0203", "B": "0302", "C": "0204", "E": "0303"}, step="F2",
                       dumps=DUMPS)
    assert refusal(draft, "attack 0303 with A, B, C") == ""


@pytest.mark.rule("OCS 9.1e", "OCS 5.2b")
@pytest.mark.parametrize(("fields", "rule"), [
    ({}, ""), ({"front": False}, ""), ({"marker": DG}, ""), ({"oos": True}, ""),
    ({"marker": RESERVE}, "OCS 4.4a"), ({"marker": STRAT, "front": False}, "OCS 4.4a"),
])
def test_modes_that_attack(fields: dict[str, object], rule: str) -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET)])
    draft = make_draft(world, {"A": unit_at(world, "A", "0203", **fields), "E": "0303"},
                       step="F2", dumps=DUMPS)
    assert refusal(draft, "attack 0303 with A") == rule


@pytest.mark.rule("OCS 11.0a", "OCS 11.0c")
@pytest.mark.parametrize(("fields", "rule"), [
    ({}, "OCS 11.0a"), ({"marker": EXPLOIT}, ""), ({"released": True}, ""),
    ({"marker": RESERVE}, "OCS 4.4a"),
])
def test_in_exploitation_only_its_units_and_released_reserves_attack(
    fields: dict[str, object], rule: str
) -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET)])
    draft = make_draft(world, {"A": unit_at(world, "A", "0203", **fields), "E": "0303"},
                       step="G3", dumps=DUMPS)
    assert refusal(draft, "attack 0303 with A") == rule


@pytest.mark.rule("OCS 11.0", "OCS 9.1c", "OCS 9.1c.2", "OCS 11.0e")
def test_a_hex_of_the_combat_phase_may_be_attacked_again_in_exploitation() -> None:
    world = make_world([regiment("A"), regiment("B"), division("E", SOVIET)],
                       sources={AXIS: ("0101",), SOVIET: ("1206",)})
    units = {"A": "0203", "B": unit_at(world, "B", "0203", marker=RESERVE), "E": "0303"}
    draft = make_draft(world, units, step="F2", dumps=DUMPS, rolls=(3, 4, 1, 2))
    play(draft, "attack 0303 with A", "pay E", "end", "release B", "end")
    assert SEQUENCE[draft.state.step].id == "G3"
    assert refusal(draft, "attack 0303 with B") == ""


# ---------------------------------------------------------------- supply (9.2, 9.5, 12.4)


@pytest.mark.rule("OCS 12.4", "OCS 4.6", "OCS 9.2", "OCS 9.2.2")
def test_question_ocs_q37_the_attacker_pays_four_tokens_first_and_the_defender_two() -> None:
    """OCS-Q37: three regiments and a battalion are four steps; 1 1/4 RE is more than one."""
    world = make_world([regiment(n) for n in "ABC"] + [
        battalion("P"), regiment("E", SOVIET), regiment("Coy", SOVIET, re4=1),
    ])
    units = dict.fromkeys(("A", "B", "C", "P"), "0303") | {"E": "0403", "Coy": "0403"}
    dumps = {"0303": (AXIS, 20), "0403": (SOVIET, 20)}
    draft = make_draft(world, units, step="F2", dumps=dumps)
    play(draft, "attack 0403 with A, B, C, P")
    assert (tokens(draft, "0303"), tokens(draft, "0403")) == (16, 20)
    assert draft.state.asks == (DefenderSupply(SOVIET, ("E", "Coy"), 2),)
    play(draft, "pay E, Coy")
    assert (tokens(draft, "0303"), tokens(draft, "0403")) == (16, 18)


@pytest.mark.rule("OCS 12.4")
def test_combat_supply_vector_three_regiments_against_half_an_re() -> None:
    """Appendix 1, Combat supply: 3T and 1T."""
    world = make_world([regiment(n) for n in "ABC"] + [battalion("E", SOVIET)])
    draft = make_draft(world, dict.fromkeys("ABC", "0303") | {"E": "0403"}, step="F2",
                       dumps={"0303": (AXIS, 5), "0403": (SOVIET, 5)})
    play(draft, "attack 0403 with A, B, C", "pay E")
    assert (tokens(draft, "0303"), tokens(draft, "0403")) == (2, 4)


@pytest.mark.rule("OCS 9.5", "OCS 12.10", "OCS 9.5.A")
def test_without_combat_supply_there_is_no_attack() -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET)])
    for stock, rule in ((2, "OCS 9.5"), (1, ""), (0, "")):
        units = {"A": unit_at(world, "A", "0203", stock=stock), "E": "0303"}
        draft = make_draft(world, units, step="F2")
        assert refusal(draft, "attack 0303 with A") == rule


@pytest.mark.rule("OCS 9.5", "OCS 9.5b", "OCS 9.5.B")
def test_the_defender_may_refuse_and_fights_at_half() -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET)])
    for answer, odds_text in (("pass", "8 to 4, 2:1 (open)"), ("pay E", "8 to 8, 1:1 (open)")):
        draft = make_draft(world, {"A": "0203", "E": "0303"}, step="F2", dumps=DUMPS)
        play(draft, "attack 0303 with A", answer)
        assert texts(draft, "OCS 9.7") == [odds_text]


@pytest.mark.rule("OCS 12.4")
def test_the_price_of_a_hex_covers_all_defenders_and_is_not_paid_for_one() -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET), regiment("F", SOVIET)])
    draft = make_draft(world, {"A": "0203", "E": "0303", "F": "0303"}, step="F2", dumps=DUMPS)
    play(draft, "attack 0303 with A")
    assert refusal(draft, "pay E") == "OCS 12.4"
    assert refusal(draft, "pay E, F") == ""


@pytest.mark.rule("OCS 12.10", "OCS 9.5")
def test_without_a_dump_each_defender_uses_stocks_or_not_as_its_owner_likes() -> None:
    world = make_world([regiment("A"), regiment("E", SOVIET), regiment("F", SOVIET)])
    draft = make_draft(world, {"A": "0203", "E": "0303", "F": "0303"}, step="F2",
                       dumps={"0203": (AXIS, 4)})
    play(draft, "attack 0303 with A", "pay E", "lead E")
    assert (draft.state.units["E"].stock, draft.state.units["F"].stock) == (1, 0)
    assert texts(draft, "OCS 9.7") == ["8 to 12, 1:2 (open)"]


# ---------------------------------------------------------------- leads (9.6)


@pytest.mark.rule("OCS 9.6", "OCS 9.2.3")
def test_each_side_names_a_unit_that_takes_part_the_attacker_first() -> None:
    """Even an HQ may lead the defense."""
    world = make_world([regiment("A"), regiment("B", ar=5), regiment("E", SOVIET),
                        headquarters("H", SOVIET)])
    units = {"A": "0203", "B": "0203", "E": "0303", "H": "0303"}
    draft = make_draft(world, units, step="F2", dumps=DUMPS)
    assert refusal(draft, "attack 0303 with A lead B") == "OCS 9.6"
    play(draft, "attack 0303 with A, B", "pay E, H")
    assert draft.state.asks == (Lead(AXIS, ("A", "B"), attacking=True),)
    assert offered(draft) == ["lead B", "lead A"]
    assert refusal(draft, "lead E") == "OCS 9.6"
    play(draft, "lead A")
    assert draft.state.asks == (Lead(SOVIET, ("E", "H")),)
    assert offered(draft) == ["lead E", "lead H"]
    assert refusal(draft, "lead B") == "OCS 9.6"
    play(draft, "lead H")
    assert texts(draft, "OCS 9.6") == ["A leads the attack", "H leads the defense"]


@pytest.mark.rule("OCS 9.6", "OCS 9.2")
def test_the_attacker_may_name_his_leader_in_the_order_and_a_lone_unit_leads() -> None:
    world = make_world([regiment("A"), regiment("B", ar=5), regiment("E", SOVIET)])
    units = {"A": "0203", "B": "0203", "E": "0303"}
    for order in ("attack 0303 with A, B lead A", "attack 0303 with A"):
        draft = make_draft(world, units, step="F2", dumps=DUMPS)
        play(draft, order, "pay E")
        assert texts(draft, "OCS 9.6") == ["A leads the attack", "E leads the defense"]


@pytest.mark.rule("OCS 9.6", "OCS 9.8", "OCS 9.9")
def test_the_difference_of_ratings_counts_on_both_rolls() -> None:
    """AR 5 to 2 is +3: a 7 is surprise, a 4 on the table a 7."""
    world = make_world([regiment("A", ar=5), regiment("E", SOVIET, ar=2)])
    draft = make_draft(world, {"A": "0203", "E": "0303"}, step="F2", dumps=DUMPS,
                       rolls=(3, 4, 2, 2, 2))
    play(draft, "attack 0303 with A", "pay E")
    assert texts(draft, "OCS 9.8") == [
        "surprise roll 7 (+3 rating) = 10: attacker surprise, 2 columns right"]
    # 1:1 and two columns right is 3:1; a 7 there is Ao1 Do1
    assert texts(draft, "OCS 9.9") == [
        "on the 3:1 column, roll 4 (+3 rating) = 7: Ao1 Do1"]


@pytest.mark.rule("OCS 9.8", "OCS 9.9", "OCS 16.0")
def test_a_hedgehog_is_one_on_surprise_and_its_level_on_the_table() -> None:
    """A 10 is 9 and surprises nobody; an 8 becomes a 5."""
    world = make_world([regiment("A"), regiment("E", SOVIET)])
    rolls = (5, 5, 4, 4)
    draft = make_draft(world, {"A": "0203", "E": "0303"}, step="F2", dumps=DUMPS,
                       hogs={"0303": (SOVIET, 3)}, rolls=rolls)
    play(draft, "attack 0303 with A", "pay E")
    assert texts(draft, "OCS 9.8") == ["surprise roll 10 (-1 hedgehog) = 9: no surprise"]
    assert texts(draft, "OCS 9.9") == [
        "on the 1:1 column, roll 8 (-3 hedgehog) = 5: AL1o1 Do1"]
    plain = make_draft(world, {"A": "0203", "E": "0303"}, step="F2", dumps=DUMPS,
                       rolls=(5, 5, 1, 4, 4))
    play(plain, "attack 0303 with A", "pay E")
    assert texts(plain, "OCS 9.8") == ["surprise roll 10: attacker surprise, 1 column right"]


@pytest.mark.rule("OCS 9.8")
def test_surprise_by_the_defender_shifts_to_the_left() -> None:
    """16 to 8 is 2:1; a 5, and a 2 for the columns, make it 1:2."""
    world = make_world([regiment("A"), regiment("B"), regiment("E", SOVIET)])
    draft = make_draft(world, {"A": "0203", "B": "0203", "E": "0303"}, step="F2", dumps=DUMPS,
                       rolls=(2, 3, 2, 4, 4))
    play(draft, "attack 0303 with A, B lead A", "pay E")
    assert texts(draft, "OCS 9.9") == ["on the 1:2 column, roll 8: AL1o1 Do1"]


@pytest.mark.rule("OCS 9.14a")
def test_zero_strength_attacks_and_defends_at_the_ends_of_the_table() -> None:
    def zero(name: str, side: str) -> Counter:
        return regiment(name, side, combat=Face(0, True, 3, 3), move=Face(0, True, 3, 6))

    world = make_world([zero("Z", AXIS), regiment("A"), zero("E", SOVIET), regiment("F", SOVIET)])
    for attacker, defender, column in (("Z", "F", "1:5"), ("A", "E", "13:1"), ("Z", "E", "1:1")):
        draft = make_draft(world, {attacker: "0203", defender: "0303"}, step="F2", dumps=DUMPS,
                           rolls=(3, 4, 3, 4))
        play(draft, f"attack 0303 with {attacker}", f"pay {defender}")
        assert texts(draft, "OCS 9.9")[0].startswith(f"on the {column} column")
        assert tokens(draft, "0203") == 19  # supply is paid as usual
