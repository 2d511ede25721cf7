"""The optional rules (TTW 4.1-4.5)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from attrs import evolve

from engine.core import board as core_board
from engine.core import hexes
from engine.core.board import Board, Hex
from engine.ocs import commands, odds
from engine.ocs.pieces import AXIS, JANSEN_FUEL, ORGANIC, POOL, RE, SOVIET, SP, Face, Unit
from engine.ocs.state import Fighting
from engine.ocs.world import Draft, Options
from engine.third_winter import options
from engine.third_winter.state import OFFENSIVE, REGROUPING
from tests.ocs import yard
from tests.third_winter.steppe import (
    F3,
    drafted,
    front,
    hq,
    line,
    now,
    plane,
    row_of,
    sheet,
    soviet,
    winter,
)

# ---------------------------------------------------------------- 58th Panzer Corps (4.1)

APRIL = ("1944-04-08", "1944-04-12")


def lvov() -> Board:
    """The west edge of map A with Lvov in A4.20."""
    return core_board.build([
        (Hex(f"A{c}.{r:02}", frozenset({"clear"}), place="Lvov" if (c, r) == (4, 20) else ""),
         hexes.doubled(c, r, from_north=False))
        for c in range(1, 9) for r in range(1, 36)
    ], {})


def corps(turn: int = 2, on: bool = True, bases: Any = MappingProxyType({
    "A6.20": (AXIS, 1)})) -> Draft:
    counters = [
        yard.headquarters("58 Pz Corps HQ", AXIS),
        yard.battalion("II/Lehr Pz Bn", formation="Panzer Lehr Div"),
        yard.organic("Panzer Lehr Div Organic Truck", "Panzer Lehr Div"),
        yard.division("42 Jg Div"), yard.regiment("Other"),
        *(yard.trucks(f"Truck {i}") for i in (1, 2, 3)), soviet("S"),
    ]
    world = winter(counters, lvov(), [plane("He.177", "S", AXIS)], turns=APRIL,
                   options=Options(panzer_corps_58=on), sources={AXIS: ("A5.20",)})
    units = {c.id: Unit(c.id, box=POOL) for c in counters if c.side == AXIS}
    return drafted(world, units, step="B", first=AXIS, turn=turn, bases=bases,
                   air={"He.177": yard.AirUnit("He.177", box=POOL)})


def deploy(where: str = "A4.20", *names: str) -> str:
    return f"act deploy-58 {where} with {', '.join(names or ('58 Pz Corps HQ',))}"


@pytest.mark.rule("TTW 4.1")
def test_the_58th_panzer_corps_comes_on_12_april_for_two_points() -> None:
    assert yard.refusal(corps(turn=1), deploy()) == "TTW 4.1"
    assert yard.refusal(corps(on=False), deploy()) == "TTW 4.1"
    draft = corps()
    yard.play(draft, deploy("A4.20", "II/Lehr Pz Bn", "Panzer Lehr Div Organic Truck"))
    assert draft.state.vp == 2
    truck = draft.state.units["Panzer Lehr Div Organic Truck"]
    assert draft.world.counters[truck.id].type == ORGANIC
    assert truck.load == SP
    yard.play(draft, deploy("A1.20", "42 Jg Div"))
    assert draft.state.vp == 2  # once for any or all of it


@pytest.mark.rule("TTW 4.1")
def test_trucks_supply_and_the_bomber_come_with_it() -> None:
    draft = corps()
    yard.play(draft, deploy())
    assert yard.tokens(draft, "A4.20") == 3 * SP
    assert sum(draft.state.units[f"Truck {i}"].on_map for i in (1, 2, 3)) == 2
    assert draft.state.air["He.177"].hex == draft.world.board.at("A6.20")


@pytest.mark.rule("TTW 4.1", "TTW 2.1b")
def test_the_axis_player_says_at_which_base_the_bomber_arrives() -> None:
    draft = corps(bases={"A6.20": (AXIS, 1), "A6.22": (AXIS, 1)})
    yard.play(draft, deploy())
    assert yard.offered(draft) == ["choose A6.20", "choose A6.22"]
    yard.play(draft, "choose A6.22")
    assert draft.state.air["He.177"].hex == draft.world.board.at("A6.22")
    assert draft.state.air["He.177"].active


@pytest.mark.rule("TTW 4.1")
def test_it_is_offered_whole_and_by_formations_wherever_it_may_enter() -> None:
    draft = corps()
    at_lvov = [text for text in yard.offered(draft) if text.startswith("act deploy-58 A4.20")]
    assert at_lvov == [
        "act deploy-58 A4.20 with 58 Pz Corps HQ, II/Lehr Pz Bn, Panzer Lehr Div Organic Truck, "
        "42 Jg Div",
        "act deploy-58 A4.20 with 58 Pz Corps HQ",
        "act deploy-58 A4.20 with II/Lehr Pz Bn, Panzer Lehr Div Organic Truck",
        "act deploy-58 A4.20 with 42 Jg Div",
    ]
    assert "act deploy-58 A1.20 with 42 Jg Div" in yard.offered(draft, "A1.20")
    assert not [t for t in yard.offered(corps(turn=1)) if "deploy-58" in t]


@pytest.mark.rule("TTW 4.1")
def test_it_enters_at_lvov_or_within_ten_hexes_of_it_on_the_west_edge() -> None:
    """Lvov is three columns from the edge: A1.29 is ten hexes away, A1.30 more."""
    draft = corps()
    board = draft.world.board
    assert board.distance(board.at("A4.20"), board.at("A1.28")) <= 10
    assert yard.refusal(draft, deploy("A1.28")) == ""
    assert yard.refusal(draft, deploy("A1.34")) == "TTW 4.1"
    assert yard.refusal(draft, deploy("A3.20")) == "TTW 4.1"
    assert yard.refusal(draft, deploy("A4.20", "Other")) == "TTW 4.1"


# ---------------------------------------------------------------- Jansen fueling (4.2)


def march(
    step: str = "C2", on: bool = True, german: str = "D20.10", tokens: int = 1, **fields: Any,
) -> Draft:
    """A tank corps at D5.10 on a road along row 10, with 1T in D5.11."""
    counters = [
        yard.battalion("One", SOVIET, formation="1 Tank Corps"),
        yard.battalion("Two", SOVIET, formation="1 Tank Corps"),
        yard.battalion("Lone", SOVIET), yard.regiment("G"), yard.trucks("Truck", AXIS),
    ]
    world = winter(counters, sheet("D", 30, 20, None, line("D", 10, 1, 30, "road")),
                   options=Options(jansen_fuel=on))
    units = {"One": "D5.10", "Two": "D5.10", "Lone": "D5.10", "G": german}
    return drafted(world, units, step=step, dumps={"D5.11": (SOVIET, tokens)}, **fields)


JANSEN = "act jansen D5.11 with One, Two"


@pytest.mark.rule("TTW 4.2")
def test_a_formation_is_fueled_for_one_token_for_this_phase() -> None:
    assert yard.refusal(march(on=False), JANSEN) == "TTW 4.2"
    draft = march()
    yard.play(draft, JANSEN)
    assert yard.tokens(draft, "D5.11") == 0
    assert {draft.state.units[n].fuel for n in ("One", "Two")} == {JANSEN_FUEL}
    assert yard.refusal(draft, "move One to D8.10") == ""
    assert yard.refusal(march(), "act jansen D5.11 with One, Lone") == "TTW 4.2"


@pytest.mark.rule("TTW 4.2")
def test_not_in_the_exploitation_or_reaction_phase() -> None:
    assert yard.refusal(march("G1"), JANSEN) == "TTW 4.2"
    assert yard.refusal(march("E1'"), JANSEN) == "TTW 4.2"


@pytest.mark.rule("TTW 4.2.1")
def test_nobody_starts_moves_or_ends_next_to_an_enemy() -> None:
    """G in D11.10 keeps them out of D10.10; in D6.10 it keeps them from starting."""
    assert yard.refusal(march(german="D6.10"), JANSEN) == "TTW 4.2.1"
    draft = march(german="D11.12")
    yard.play(draft, JANSEN)
    assert yard.refusal(draft, "move One via D6.10 D7.10 D8.10 D9.10") == ""
    draft = march(german="D9.10")
    yard.play(draft, JANSEN)
    assert yard.refusal(draft, "move One via D6.10 D7.10 D8.10") == "TTW 4.2.1"


@pytest.mark.rule("TTW 4.2.1")
def test_not_even_a_dump_or_a_truck() -> None:
    draft = march(german="D30.01")
    yard.play(draft, JANSEN)
    draft.update(dumps={draft.world.board.at("D8.10"): yard.Dump(AXIS, 1)})
    assert yard.refusal(draft, "move One via D6.10 D7.10") == "TTW 4.2.1"
    draft.update(dumps={}, units={**draft.state.units, "Truck": yard.unit_at(
        draft.world, "Truck", "D8.10")})
    assert yard.refusal(draft, "move One via D6.10 D7.10") == "TTW 4.2.1"
    draft.update(units={**draft.state.units, "Truck": yard.unit_at(
        draft.world, "Truck", "D18.10")})
    assert yard.refusal(draft, "move One via D6.10 D7.10") == ""


@pytest.mark.rule("TTW 4.2.2")
def test_in_combat_mode_and_at_one_mp_a_hex_on_roads() -> None:
    """6 MPs on the road are 6 hexes, not 12; a unit in Move Mode is not fueled so."""
    draft = march()
    yard.play(draft, JANSEN)
    assert yard.refusal(draft, "move One to D11.10") == ""
    assert yard.refusal(draft, "move One to D12.10") == "OCS 6.1b"
    plain = march(tokens=8)
    yard.play(plain, "fuel One as single")
    assert yard.refusal(plain, "move One to D17.10") == ""
    turned = march()
    yard.change(turned, "One", front=False)
    assert yard.refusal(turned, JANSEN) == "TTW 4.2.2"
    yard.play(draft, "mode One as move")
    assert yard.refusal(draft, "move One to D6.10") == "TTW 4.2.2"


@pytest.mark.rule("TTW 4.2.3")
def test_others_of_the_formation_may_be_fueled_singly() -> None:
    draft = march(tokens=2)
    yard.play(draft, "act jansen D5.11 with One", "fuel Two as single")
    assert draft.state.units["One"].fuel == JANSEN_FUEL
    assert draft.state.units["Two"].fuel == "phase"
    assert yard.tokens(draft, "D5.11") == 0


# ---------------------------------------------------------------- Dnepr bridgeheads (4.3)


def river(
    step: str = "C2", on: bool = True, state: str = OFFENSIVE, **fields: Any,
) -> Draft:
    """Volga-Class hexsides between columns 12 and 13; the Front HQ at D5.10."""
    counters = [
        hq("Army", (10, 5)), yard.division("Div", SOVIET), yard.division("Second", SOVIET),
        soviet("Rgt"), yard.battalion("Tank", SOVIET), soviet("Eng", type="engineer"),
        soviet("Riders", move=Face(4, True, 3, 10, "truck")), yard.regiment("G"),
        yard.headquarters("Corps", AXIS),
    ]
    plain = sheet("D", 25, 20)
    sides = {**line("D", 10, 1, 6)}
    for a in range(len(plain)):
        for b in plain.neighbors(a):
            if plain.xy[a][0] == 12 and plain.xy[b][0] == 13:
                sides[plain.id(a), plain.id(b)] = "volga"
    world = winter(counters, sheet("D", 25, 20, None, sides), sources={SOVIET: ("D1.10",)},
                   options=Options(bridgehead=on))
    bank = dict.fromkeys(("Div", "Second", "Rgt", "Tank", "Eng", "Riders"), "D12.10")
    units = {"Army": "D8.10", **bank, **fields.pop("units", {})}
    return drafted(world, units, step=step, gauge=row_of("D", 10, 1, 6),
                   fronts={F3: front(world, "D5.10", state, ("Army",))},
                   dumps={"D11.10": (SOVIET, 40)}, **fields)


@pytest.mark.rule("TTW 4.3")
def test_infantry_of_an_offensive_front_crosses_the_bare_river_for_all_its_mps() -> None:
    assert yard.refusal(river(on=False), "move Div to D13.10") != ""
    assert yard.refusal(river(state=REGROUPING), "move Div to D13.10") == "TTW 4.3"
    draft = river()
    yard.play(draft, "move Div to D13.10")
    assert now(draft).bridgehead == 3 * RE
    assert yard.refusal(draft, "move Div to D14.10") == "OCS 6.1b"


@pytest.mark.rule("TTW 4.3.s1")
def test_infantry_type_is_infantry_or_parachute_that_walks_in_move_mode() -> None:
    draft = river()
    assert yard.refusal(draft, "move Rgt to D13.10") == ""
    assert yard.refusal(draft, "move Eng to D13.10") == "TTW 4.3"
    assert yard.refusal(draft, "move Riders to D13.10") == "TTW 4.3"
    para = evolve(draft.world.counters["Eng"], type="parachute")
    draft.world = evolve(draft.world, counters={**draft.world.counters, "Eng": para})
    draft.update(asks=())
    assert yard.refusal(draft, "move Eng to D13.10") == ""


@pytest.mark.rule("TTW 4.3.s2", "TTW 4.3")
def test_six_re_a_turn_in_all_its_phases() -> None:
    draft = river()
    yard.play(draft, "move Div to D13.10", "move Second to D13.11")
    assert yard.refusal(draft, "move Rgt to D13.10") == "TTW 4.3"
    draft.world.hooks.step_begins(draft)
    assert yard.refusal(draft, "move Rgt to D13.10") == "TTW 4.3"
    draft.world.hooks.turn_begins(draft)
    assert now(draft).bridgehead == 0
    assert yard.refusal(draft, "move Rgt to D13.10") == ""


@pytest.mark.rule("TTW 4.3")
def test_attacks_across_count_and_are_quartered() -> None:
    """A division of 14 attacks with 3.5; a second one makes 6 RE, a regiment more is too much."""
    draft = river("F2", units={"G": "D13.10"})
    board = draft.world.board
    assert yard.refusal(draft, "attack D13.10 with Div, Second, Rgt") == "TTW 4.3"
    assert yard.refusal(draft, "attack D13.10 with Div, Second") == ""
    weighed = odds.weigh(draft.world, draft.state, board.at("D13.10"), ("Div",), frozenset())
    assert float(weighed.attack) == 14 / 4
    draft.update(fighting=Fighting(board.at("D13.10"), ("Div",)))
    options.attack_paid(draft, ("Div",))
    assert now(draft).bridgehead == 3 * RE
    options.stepped(draft, ("Div",), board.at("D12.10"), board.at("D13.10"))
    assert now(draft).bridgehead == 3 * RE  # its advance is not counted again
    closed = river("F2", on=False, units={"G": "D13.10"})
    assert yard.refusal(closed, "attack D13.10 with Div") != ""


# ---------------------------------------------------------------- mountain units, series (4.4, 4.5)


def peak(on: bool = True, terrain: str = "mountain", type_: str = "mountain") -> Draft:
    world = winter([yard.regiment("Jg", type=type_), soviet("S")],
                   sheet("D", 10, 10, {"D5.05": terrain}), options=Options(mountain_units=on))
    return drafted(world, {"Jg": "D5.05", "S": "D6.05"}, step="F2")


@pytest.mark.rule("TTW 4.4")
def test_a_mountain_unit_has_one_more_in_or_into_mountains() -> None:
    draft = peak()
    assert odds.rating(draft.world, draft.state, "Jg", attacking=False) == 3 + 1
    for other in (peak(on=False), peak(terrain="hills"), peak(type_="infantry")):
        assert odds.rating(other.world, other.state, "Jg", attacking=False) == 3
    yard.change(draft, "Jg", hex="D5.06")
    assert odds.rating(draft.world, draft.state, "Jg", attacking=False) == 3
    draft.update(fighting=Fighting(draft.world.board.at("D5.05"), ("Jg",)))
    assert odds.rating(draft.world, draft.state, "Jg", attacking=True) == 3 + 1


@pytest.mark.rule("TTW 4.5")
def test_of_the_series_options_the_recommended_ones_are_in_force_and_caches_unknown() -> None:
    usual = Options()
    assert usual.proportional_loss and usual.artillery_factors
    assert not any("cache" in verb for verb in commands.GRAMMAR.verbs)
    assert not any((usual.jansen_fuel, usual.bridgehead, usual.mountain_units,
                    usual.panzer_corps_58))
