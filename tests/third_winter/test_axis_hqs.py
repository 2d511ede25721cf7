"""Army, Army Group and Corps HQs; who supplies whom (TTW 2.3b-2.3e)."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.ocs import rail, retreat, supply
from engine.ocs.decisions import Retreat
from engine.ocs.pieces import AXIS, DEAD, SOVIET, Counter, Dump, Face
from engine.ocs.state import Fighting
from engine.ocs.world import Draft
from engine.third_winter import allies, army_hqs, axis_supply
from tests.ocs.yard import change, go_to, play, refusal, settle, tokens
from tests.third_winter.ground import board, counters, german, hq, in_box, soviet, where
from tests.third_winter.steppe import asked, drafted, line, now, winter

FIELD = board(columns=14, rows=8, sides=line("D", 2, 1, 14),
              terrain={"D1.02": "minor_city", "D8.02": "minor_city", "D12.02": "village"})
GAUGE = {f"D{c}.02": AXIS for c in range(1, 15)}


def group() -> Counter:
    return hq("AG South", "army group", throw=(3, 0))


def army(name: str = "8 Army") -> Counter:
    return hq(name, "army", throw=(3, 2))


def staff(*counters_: Counter, units: dict[str, object], **fields: object) -> Draft:
    world = winter(counters_, FIELD, sources={AXIS: ("D1.02",)}, **fields.pop("scenario", {}))  # type: ignore[arg-type]
    fields.setdefault("first", AXIS)
    return drafted(world, units, gauge=GAUGE, **fields)  # type: ignore[arg-type]


# ---------------------------------------------------------------- Army HQs (2.3b)


@pytest.mark.rule("TTW 2.3b.A")
def test_an_army_hq_moves_by_rail_alone_as_one_re_from_and_to_any_rail_hex() -> None:
    draft = staff(army(), units={"8 Army": "D3.02"})
    change(draft, "8 Army", front=False)
    assert refusal(draft, "move 8 Army to D3.03") == "TTW 1.6b"
    assert refusal(draft, "rail 8 Army to D5.02") == "OCS 13.3b"  # no Rail Capacity
    unit = draft.state.units["8 Army"]
    assert rail.price(draft.world, draft.state, unit, FIELD.at("D5.02")) == rail.POINT
    sides = draft.state.sides
    draft.update(sides={**sides, AXIS: evolve(sides[AXIS], rail=4)})
    play(draft, "rail 8 Army to D5.02")
    assert where(draft, "8 Army") == "D5.02"


@pytest.mark.rule("TTW 2.3b.B", "TTW 2.3c.B", "TTW 1.7c.2")
def test_three_sp_at_most_with_an_army_hq_2t_at_a_base_and_the_rest_with_the_army_group() -> None:
    draft = staff(army(), group(), units={"8 Army": "D5.02", "AG South": "D8.02"},
                  bases={"D12.02": (AXIS, 1)}, step="B")
    axis_supply.place(draft, 40)
    assert refusal(draft, "place-supply 13 at D5.02") == "TTW 2.3b"
    assert refusal(draft, "place-supply 3 at D12.02") == "TTW 2.3b"
    play(draft, "place-supply 12 at D5.02", "place-supply 2 at D12.02")
    assert refusal(draft, "place-supply 1 at D5.02") == "TTW 2.3b"
    play(draft, "place-supply 26 at D8.02")
    assert (tokens(draft, "D5.02"), tokens(draft, "D12.02"), tokens(draft, "D8.02")) == (12, 2, 26)
    assert draft.state.sides[AXIS].railed == 0


@pytest.mark.rule("TTW 2.3b.C", "TTW 2.3c.C")
def test_army_hqs_throw_and_engineer_army_group_hqs_throw_only() -> None:
    found = counters()
    one, two = found["hq-army-8"], found["hq-ags"]
    assert one.engineer and one.combat.throw and one.flak == 1
    assert not two.engineer and two.combat.throw and two.flak == 1
    assert two.move.throw == 0


@pytest.mark.rule("TTW 2.3b.D", "TTW 2.3c.F")
def test_both_are_destroyed_if_forced_to_retreat() -> None:
    pieces = [
        Counter(n, n, AXIS, "hq", combat=Face(5, False, 0, 0, "truck", throw=3),
                move=Face(1, False, 0, 0, "truck", throw=3), size=s, printed=False, rail_only=True,
                nationality="Wehrmacht")
        for n, s in (("A", "army"), ("B", "army group"))
    ]
    draft = staff(*pieces, soviet("R"), units={"A": "D8.02", "B": "D8.02", "R": "D9.02"})
    draft.update(fighting=Fighting(FIELD.at("D8.02"), ("R",)))
    draft.ask(Retreat(AXIS, ("A", "B"), 1))
    retreat.refresh(draft)
    assert (where(draft, "A"), where(draft, "B")) == (DEAD, DEAD)


@pytest.mark.rule("TTW 2.3b.E", "TTW 5.0a.10")
def test_a_destroyed_army_hq_comes_back_at_another_and_brings_a_point_each_time() -> None:
    draft = staff(army(), army("6 Army"), units={"8 Army": "D5.02", "6 Army": "D8.02"}, step="B")
    for points in (1, 2):
        draft.update(units={**draft.state.units, "8 Army": in_box("8 Army", DEAD)})
        army_hqs.unit_lost(draft, "8 Army", "combat")
        assert draft.state.vp == points
        assert army_hqs.reinforcement(draft)
        assert refusal(draft, "place 8 Army at D5.02") == "OCS 13.6"
        play(draft, "place 8 Army at D8.02")
        assert where(draft, "8 Army") == "D8.02"


# ---------------------------------------------------------------- Army Group HQs (2.3c)


@pytest.mark.rule("TTW 2.3c.A")
def test_an_army_group_hq_goes_by_rail_to_cities_only() -> None:
    draft = staff(group(), units={"AG South": "D8.02"})
    change(draft, "AG South", front=False)
    sides = draft.state.sides
    draft.update(sides={**sides, AXIS: evolve(sides[AXIS], rail=8)})
    assert refusal(draft, "move AG South to D8.03") == "TTW 1.6b"
    assert refusal(draft, "rail AG South to D12.02") == "TTW 2.3c"
    assert refusal(draft, "rail AG South to D1.02") == ""


@pytest.mark.rule("TTW 2.3c.D")
def test_it_may_carry_one_sp_along() -> None:
    draft = staff(group(), units={"AG South": "D8.02"}, dumps={"D8.02": (AXIS, 9)})
    change(draft, "AG South", front=False)
    sides = draft.state.sides
    draft.update(sides={**sides, AXIS: evolve(sides[AXIS], rail=8)})
    play(draft, "rail AG South to D1.02", "choose carry")
    assert (tokens(draft, "D8.02"), tokens(draft, "D1.02")) == (5, 4)


@pytest.mark.rule("TTW 2.3c.D", "TTW 2.3c.D.s1")
def test_once_a_turn_it_places_one_sp_in_a_hex_of_its_throw_range() -> None:
    draft = staff(group(), german("G"), units={"AG South": "D8.02", "G": "D10.04"},
                  dumps={"D8.02": (AXIS, 12)})
    assert refusal(draft, "act group-supply D14.08 with AG South") == "TTW 2.3c"
    change(draft, "AG South", front=False)
    assert refusal(draft, "act group-supply D10.04 with AG South") == "TTW 2.3c"
    change(draft, "AG South", front=True)
    play(draft, "act group-supply D10.04 with AG South")
    assert (tokens(draft, "D8.02"), tokens(draft, "D10.04")) == (8, 4)
    assert draft.state.dumps[FIELD.at("D10.04")].moved == 4  # unloaded (OCS 12.2a)
    assert refusal(draft, "act group-supply D9.03 with AG South") == "TTW 2.3c"
    army_hqs.turn_begins(draft)
    assert refusal(draft, "act group-supply D9.03 with AG South") == ""


@pytest.mark.rule("TTW 2.3c.D")
def test_supply_that_came_in_this_phase_is_not_placed() -> None:
    draft = staff(group(), units={"AG South": "D8.02"})
    draft.update(dumps={FIELD.at("D8.02"): Dump(AXIS, 8, moved=8)})
    assert refusal(draft, "act group-supply D9.03 with AG South") == "TTW 2.3c"


def fight(goal: str = "D9.03", start: str = "D10.04", attacker: str = SOVIET) -> Draft:
    pieces = [german("G"), soviet("R")]
    units = {"AG South": "D8.02"}
    units |= {"G": goal, "R": start} if attacker == SOVIET else {"R": goal, "G": start}
    draft = staff(group(), *pieces, units=units, step="F2'" if attacker == SOVIET else "F2",
                  dumps={"D8.02": (AXIS, 8), start: (attacker, 8)})
    draft.update(fighting=Fighting(FIELD.at(goal), ("R" if attacker == SOVIET else "G",)))
    return draft


@pytest.mark.rule("TTW 2.3c.E")
def test_once_a_turn_it_changes_a_combat_roll_said_before_the_dice() -> None:
    draft = fight()
    army_hqs.before_combat(draft)
    assert asked(draft) == "group-drm AG South"
    play_choice(draft, "-1")
    assert army_hqs.combat_drm(draft.world, draft.state) == (("Army Group HQ", -1, "TTW 2.3c"),)
    army_hqs.before_combat(draft)
    assert asked(draft) == ""
    assert army_hqs.combat_drm(draft.world, draft.state) == ()


def play_choice(draft: Draft, word: str) -> None:
    decision = draft.answered()
    draft.world.hooks.chosen(draft, decision, word)


@pytest.mark.rule("TTW 2.3c.E")
def test_only_where_an_axis_unit_of_the_combat_is_in_its_throw_range() -> None:
    draft = fight("D13.06", "D13.07")
    army_hqs.before_combat(draft)
    assert asked(draft) == ""


@pytest.mark.rule("TTW 2.3c.G", "TTW 2.3c.G.s1", "TTW 5.0a.11")
def test_its_destruction_costs_two_points_and_a_modifier_until_it_is_replaced() -> None:
    draft = fight()
    draft.update(units={**draft.state.units, "AG South": in_box("AG South", DEAD)})
    army_hqs.unit_lost(draft, "AG South", "combat")
    assert draft.state.vp == 2
    assert [d for _, d, _ in army_hqs.combat_drm(draft.world, draft.state)] == [1]
    draft.update(fighting=Fighting(FIELD.at("D10.04"), ("G",)))
    assert [d for _, d, _ in army_hqs.combat_drm(draft.world, draft.state)] == [-1]
    draft.update(fighting=None)
    go_to(draft, "B")
    assert army_hqs.reinforcement(draft)
    assert refusal(draft, "place AG South at D12.02") == "OCS 13.6"  # a village
    play(draft, "place AG South at D1.02")
    assert now(draft).group_hq_gone == frozenset()
    army_hqs.unit_lost(draft, "AG South", "combat")
    assert draft.state.vp == 4


# ---------------------------------------------------------------- Corps HQs (2.3d, e)


@pytest.mark.rule("TTW 2.3d")
@pytest.mark.parametrize("roll", [1, 3, 4, 6])
def test_a_corps_hq_comes_back_on_a_roll_of_three_or_less(roll: int) -> None:
    draft = staff(army(), hq("XI"), units={"8 Army": "D8.02", "XI": in_box("XI", DEAD)},
                  step="B", rolls=(roll,))
    army_hqs.unit_lost(draft, "XI", "combat")
    assert army_hqs.reinforcement(draft) == (roll <= 3)
    if roll <= 3:
        settle(draft)
        play(draft, "place XI at D8.02")
    assert where(draft, "XI") == ("D8.02" if roll <= 3 else DEAD)


@pytest.mark.rule("TTW 2.3d")
def test_a_rumanian_corps_hq_is_not_rolled_for() -> None:
    draft = staff(hq("I Rum", nationality="Rumanian"), units={"I Rum": in_box("I Rum", DEAD)})
    army_hqs.unit_lost(draft, "I Rum", "combat")
    assert now(draft).rebuilt == ()


@pytest.mark.rule("TTW 2.3e", "TTW 2.5a.3", "TTW 2.5c.2")
def test_german_hqs_supply_any_axis_unit_and_allies_their_own() -> None:
    pieces = [hq("Ger"), hq("Rum HQ", nationality="Rumanian"),
              hq("Hun HQ", nationality="Hungarian"), german("G"),
              german("Ro", nationality="Rumanian"), german("Hu", nationality="Hungarian")]
    units = {c.id: "D8.02" for c in pieces}
    draft = staff(*pieces, units=units)

    def serves(giver: str, taker: str) -> bool:
        state = draft.state
        return supply.serves(draft.world, state, state.units[giver], state.units[taker])

    assert [serves("Ger", x) for x in ("G", "Ro", "Hu")] == [True, True, True]
    assert [serves("Rum HQ", x) for x in ("G", "Ro", "Hu")] == [False, True, False]
    assert [serves("Hun HQ", x) for x in ("G", "Ro", "Hu")] == [False, False, True]
    assert allies.german(draft.world, "Ger") and not allies.german(draft.world, "Ro")
