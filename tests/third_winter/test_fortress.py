"""Fortresses, Alert units, panzer loss, remnants (TTW 2.4a-2.4d)."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.catalog import boards
from engine.ocs.decisions import Advance, OptionChoice, Retreat
from engine.ocs.losses import eliminate
from engine.ocs.pieces import AXIS, DEAD, DG, LEG, POOL, SOVIET, Counter, Face
from engine.ocs.state import Fighting, Side
from engine.ocs.world import Draft
from engine.third_winter import alert_units, fortress, panzer_loss, remnants
from tests.ocs.yard import change, division, go_to, offered, play, refusal, settle
from tests.third_winter.ground import (
    board,
    german,
    hq,
    in_box,
    kessel,
    pool_unit,
    river,
    soviet,
    tanks,
    where,
)
from tests.third_winter.steppe import asked, drafted, now, winter

TOWN = board("B", 10, 10, terrain={"B4.05": "major_city", "B4.06": "major_city"},
             places={"B4.05": "Kiev", "B4.06": "Kiev"})


def fort(name: str = "Fort", **fields: object) -> Counter:
    return pool_unit(name, "fortress", "fortress", **fields)


def town(*counters: Counter, units: dict[str, object] | None = None, **fields: object) -> Draft:
    """Kiev, two Fortress units in the pool, the Axis in control."""
    world = winter((fort("Fort 1"), fort("Fort 2"), *counters), TOWN)
    stand = {"Fort 1": in_box("Fort 1"), "Fort 2": in_box("Fort 2"), **(units or {})}
    fields.setdefault("control", {"B4.05": AXIS, "B4.06": AXIS})
    return drafted(world, stand, **fields)  # type: ignore[arg-type]


# ---------------------------------------------------------------- declaring (2.4a)


@pytest.mark.rule("TTW 2.4a", "TTW 2.4a.1")
def test_the_axis_declares_a_city_in_the_middle_of_a_soviet_move() -> None:
    draft = town(soviet("R"), units={"R": "B4.01"})
    play(draft, "move R to B4.02")  # three hexes away
    assert asked(draft) == ""
    play(draft, "move R to B4.03")
    assert asked(draft) == "fortress"
    play(draft, "choose B4.05")
    assert now(draft).fortresses == {"Kiev"}
    assert where(draft, "Fort 1") == "B4.05"
    assert draft.state.hogs[TOWN.at("B4.05")].level == 1


@pytest.mark.rule("TTW 2.4a.1", "TTW 2.4a.ex1")
def test_in_kiev_a_second_unit_may_go_to_another_hex_without_a_hedgehog() -> None:
    draft = town(soviet("R"), units={"R": "B4.02"})
    play(draft, "move R to B4.03", "choose B4.05")
    assert asked(draft) == "fortress-second"
    play(draft, "choose B4.06")
    assert where(draft, "Fort 2") == "B4.06"
    assert TOWN.at("B4.06") not in draft.state.hogs


@pytest.mark.rule("TTW 2.4a")
def test_who_waits_is_asked_again_as_the_enemy_stands_at_the_city_but_no_more() -> None:
    starts = {"R": "B4.02", "S": "B5.02", "T": "B4.01", "U": "B3.03"}
    draft = town(*map(soviet, starts), units={**starts})
    play(draft, "move R via B4.03")
    assert asked(draft) == "fortress"
    play(draft, "choose wait", "move S via B5.03")
    assert asked(draft) == ""  # no nearer than R
    play(draft, "move T via B4.02 B4.03 B4.04")
    assert asked(draft) == "fortress"
    assert TOWN.distance(TOWN.at("B3.05"), TOWN.at("B4.05")) == 1
    play(draft, "choose wait", "move U via B3.04 B3.05")
    assert asked(draft) == ""


@pytest.mark.rule("TTW 2.4a")
@pytest.mark.parametrize("step", ["B", "C2", "F2", "G1", "E1'"])
def test_the_axis_declares_in_its_own_steps_too(step: str) -> None:
    draft = town(soviet("R"), units={"R": "B4.03"}, first=AXIS, step=step)
    assert "act fortress B4.05" in offered(draft)
    play(draft, "act fortress B4.05", "choose none")
    assert where(draft, "Fort 1") == "B4.05"


@pytest.mark.rule("TTW 2.4a")
def test_it_asks_for_an_enemy_near_control_and_a_unit_of_the_pool() -> None:
    draft = town(soviet("R"), units={"R": "B4.02"}, first=AXIS)
    assert refusal(draft, "act fortress B4.05") == "TTW 2.4a"
    change(draft, "R", hex="B4.03")
    assert refusal(draft, "act fortress B4.05") == ""
    assert refusal(draft, "act fortress B5.05") == "TTW 2.4a"
    draft.update(control={})
    assert refusal(draft, "act fortress B4.05") == "TTW 2.4a"
    draft = town(soviet("R"), units={"R": "B4.03", "Fort 1": in_box("Fort 1", DEAD),
                                     "Fort 2": in_box("Fort 2", DEAD)}, first=AXIS)
    assert refusal(draft, "act fortress B4.05") == "TTW 2.4a"


@pytest.mark.rule("TTW 2.4a.s1")
def test_the_rumanian_unit_stays_in_rumania_and_lost_units_return_to_the_pool() -> None:
    world = winter((fort("F"), fort("Ro", nationality="Rumanian")),
                   board("B", 10, 10, terrain={"B4.05": "minor_city", "B8.08": "minor_city"},
                         marks={"rumania": ("B8.08",)}))
    draft = drafted(world, {"F": in_box("F"), "Ro": in_box("Ro")})
    at = world.board.at
    assert fortress.pool(world, draft.state, at("B4.05")) == ("F",)
    assert fortress.pool(world, draft.state, at("B8.08")) == ("Ro", "F")
    draft.update(units={**draft.state.units, "F": in_box("F", DEAD)})
    fortress.unit_lost(draft, "F", "combat")
    assert where(draft, "F") == POOL


@pytest.mark.rule("TTW 2.4a.s1")
def test_the_status_lasts_until_every_hex_is_soviet() -> None:
    draft = town(soviet("R"), soviet("S"), units={"R": "B4.07", "S": "B4.04"},
                 game={"fortresses": frozenset({"Kiev"})})
    play(draft, "move R to B4.06")
    assert now(draft).fortresses == {"Kiev"}
    play(draft, "move S to B4.05")
    assert now(draft).fortresses == frozenset()


# ---------------------------------------------------------------- nobody leaves (2.4a.2)


def held(*counters: Counter, units: dict[str, object], **fields: object) -> Draft:
    return town(*counters, units=units, game={"fortresses": frozenset({"Kiev"})}, **fields)


@pytest.mark.rule("TTW 2.4a.2", "TTW 2.4a.ex1")
def test_axis_units_move_between_hexes_of_the_city_and_not_out_of_it() -> None:
    draft = held(german("G"), german("H"), units={"G": "B4.05", "H": "B5.05"}, first=AXIS)
    assert refusal(draft, "move G to B4.04") == "TTW 2.4a"
    assert refusal(draft, "move G to B4.06") == ""
    play(draft, "move H to B4.05")  # one that comes later stays too
    assert refusal(draft, "move H to B4.04") == "TTW 2.4a"


@pytest.mark.rule("TTW 2.4a.2")
def test_they_attack_out_of_the_city_but_do_not_advance() -> None:
    draft = held(german("G"), soviet("R"), units={"G": "B4.05", "R": "B4.04"}, first=AXIS,
                 step="F2", dumps={"B4.05": (AXIS, 8)})
    assert refusal(draft, "attack B4.04 with G") == ""
    draft.update(fighting=Fighting(TOWN.at("B4.04"), ("G",)))
    draft.ask(Advance(AXIS, ("G",), TOWN.at("B4.04")))
    assert refusal(draft, "advance G to B4.04") == "TTW 2.4a"


@pytest.mark.rule("TTW 2.4a.2")
def test_options_are_losses_where_no_retreat_inside_the_city_is_possible() -> None:
    draft = held(division("Div", AXIS, 3), soviet("R"), units={"Div": "B4.05", "R": "B4.04"},
                 step="F2")
    draft.update(fighting=Fighting(TOWN.at("B4.05"), ("R",), defender_lead="Div",
                                   attacker_hexes=(TOWN.at("B4.04"),),
                                   enemy_hexes=(TOWN.at("B4.04"),), result="Ao1 Do1"))
    draft.ask(OptionChoice(AXIS, ("Div",), 2))
    assert refusal(draft, "option 0") == "TTW 2.4a"  # two hexes back leave Kiev
    assert refusal(draft, "option 1") == ""  # one hex: to B4.06
    assert refusal(draft, "option 2") == ""
    back = Retreat(AXIS, ("Div",), 1)
    draft.answered()
    draft.ask(back)
    assert refusal(draft, "retreat Div via B5.06") == "OCS 9.12"
    assert refusal(draft, "retreat Div via B4.06") == ""


@pytest.mark.rule("TTW 2.4a.2")
def test_a_breakout_is_not_tried_from_a_fortress() -> None:
    draft = held(german("G"), units={"G": "B4.05"}, first=AXIS, step="C1")
    assert refusal(draft, "breakout G") == "TTW 2.4a"
    draft = town(german("G"), units={"G": "B4.05"}, first=AXIS, step="C1")
    assert refusal(draft, "breakout G") != "TTW 2.4a"


@pytest.mark.rule("TTW 2.4a.ex1")
def test_the_kiev_example() -> None:
    maps = boards.load("third_winter")
    kiev = ("B3.24", "B4.23", "B4.24", "B4.25", "B5.24")
    world = winter((fort("F1"), fort("F2"), soviet("R"), german("G")), maps)
    draft = drafted(
        world, {"F1": in_box("F1"), "F2": in_box("F2"), "R": "B7.23", "G": "B4.23"},
        control=dict.fromkeys(kiev, AXIS), step="F2",
    )
    away = {h: [maps.distance(maps.at(h), maps.at(r)) for r in ("B7.23", "B6.23")] for h in kiev}
    assert away["B4.23"] == [3, 2] and away["B3.24"][0] > 2
    draft.update(fighting=None)
    draft.ask(Advance(SOVIET, ("R",), maps.at("B6.23")))
    play(draft, "advance R to B6.23")
    assert asked(draft) == "fortress"
    play(draft, "choose B4.23", "choose B4.24")
    assert (where(draft, "F1"), where(draft, "F2")) == ("B4.23", "B4.24")
    assert list(draft.state.hogs) == [maps.at("B4.23")]
    go_to(draft, "C2'")
    change(draft, "G", finished=False)
    assert refusal(draft, "move G to B3.24") == ""
    assert refusal(draft, "move G to B3.23") == "TTW 2.4a"


# ---------------------------------------------------------------- Alert units (2.4b)


@pytest.mark.rule("TTW 2.4b", "TTW 1.7b.8", "TTW 1.7a.1", "TTW 1.7c.1")
def test_an_alert_unit_is_drawn_at_random_and_placed_at_german_or_kessel_hqs() -> None:
    pieces = [pool_unit("Alert A", "alert"), pool_unit("Alert B", "alert"), kessel(), hq("Corps"),
              hq("Rum", nationality="Rumanian")]
    world = winter(pieces, TOWN, sources={AXIS: ("B9.09",)})
    units = {"Alert A": in_box("Alert A"), "Alert B": in_box("Alert B"), "Kessel": "B2.02",
             "Corps": "B9.08", "Rum": "B9.09"}
    draft = drafted(world, units, step="B", first=AXIS, rolls=(2,))
    alert_units.draw(draft)
    assert refusal(draft, "place Alert A at B2.02") == "TTW 2.4b"
    assert refusal(draft, "place Alert B at B9.09") == "OCS 13.6"
    assert refusal(draft, "place Alert B at B9.08") == ""
    play(draft, "place Alert B at B2.02")
    assert where(draft, "Alert B") == "B2.02"
    draft.update(units={**draft.state.units, "Alert B": in_box("Alert B", DEAD)})
    alert_units.unit_lost(draft, "Alert B", "combat")
    assert where(draft, "Alert B") == POOL


@pytest.mark.rule("TTW 1.7b.8")
def test_with_an_empty_pool_nothing_comes() -> None:
    draft = drafted(winter((hq("Corps"),), TOWN), {"Corps": "B9.08"}, first=AXIS)
    alert_units.draw(draft)
    assert draft.state.asks == ()


# ---------------------------------------------------------------- panzer loss (2.4c)

BANKS = board("B", 6, 6, sides=river("B2.01-B3.01", "B2.01-B3.02", "B2.02-B3.02", "B2.02-B3.03",
                                     "B2.03-B3.03", "B2.03-B3.04", "B2.04-B3.04", "B2.04-B3.05",
                                     "B2.05-B3.05", "B2.05-B3.06", "B2.06-B3.06"))


def panzers(rolls: tuple[int, ...], units: dict[str, object], turn: int = 1) -> Draft:
    pieces = [tanks("East", AXIS), tanks("West", AXIS), tanks("Far East", AXIS), german("G")]
    world = winter(pieces, BANKS, switches={"panzer_loss": True})
    return drafted(world, units, first=AXIS, step="B", rolls=rolls, turn=turn)  # type: ignore[arg-type]


@pytest.mark.rule("TTW 2.4c")
@pytest.mark.parametrize(("rolls", "lost"), [((1, 5), False), ((1, 6), True), ((6, 6), True)])
def test_seven_or_more_sends_a_yellow_symbol_unit_to_the_dead_pile(
    rolls: tuple[int, int], lost: bool
) -> None:
    draft = panzers(rolls, {"West": "B1.01", "G": "B1.01"})
    panzer_loss.reinforcement(draft)
    assert (where(draft, "West") == DEAD) == lost
    assert where(draft, "G") == "B1.01"


@pytest.mark.rule("TTW 2.4c.s1")
def test_a_unit_east_of_the_dnepr_goes_first_and_else_the_axis_chooses() -> None:
    draft = panzers((6, 6), {"West": "B1.01", "East": "B4.04", "Far East": "B6.06"})
    panzer_loss.reinforcement(draft)
    assert set(draft.state.asks[-1].choices) == {"East", "Far East"}
    draft = panzers((6, 6), {"West": "B1.01", "East": "B1.02"})
    panzer_loss.reinforcement(draft)
    assert set(draft.state.asks[-1].choices) == {"East", "West"}
    decision = draft.answered()
    panzer_loss.answer(draft, decision, "East")
    assert where(draft, "East") == DEAD


@pytest.mark.rule("TTW 2.4c")
def test_the_check_is_made_once_in_each_of_the_first_three_turns() -> None:
    draft = panzers((1, 1), {"West": "B1.01"}, turn=3)  # 1 October 1943
    assert panzer_loss.reinforcement(draft)
    assert not panzer_loss.reinforcement(draft)
    assert not panzer_loss.reinforcement(panzers((), {"West": "B1.01"}, turn=4))


# ---------------------------------------------------------------- remnants (2.4d)

PLAIN = board("B", 10, 10)


def infantry(name: str = "9 Inf", strength: int = 16) -> Counter:
    face = Face(strength, True, 4, 3, LEG)
    return Counter(name, name, AXIS, "infantry", combat=face, move=Face(8, True, 3, 8, LEG),
                   nationality="Wehrmacht", steps=4, re4=16)


def dying(how: str = "combat", *more: Counter, strength: int = 16, spare: bool = True,
          units: dict[str, object] | None = None) -> Draft:
    pieces = [infantry(strength=strength), pool_unit("Rem", "remnant"), *more]
    stand = {"9 Inf": "B5.05", "Rem": in_box("Rem", POOL if spare else DEAD), **(units or {})}
    draft = drafted(winter(pieces, PLAIN), stand)  # type: ignore[arg-type]
    change(draft, "9 Inf", marker=DG, front=False)
    eliminate(draft, "9 Inf", how, "OCS 9.11")
    settle(draft)
    return draft


@pytest.mark.rule("TTW 2.4d", "TTW 2.4d.3")
def test_a_16_4_3_lost_in_combat_leaves_a_remnant_two_hexes_west_in_its_mode() -> None:
    draft = dying()
    choices = draft.state.asks[-1].choices
    assert set(choices) == {"B3.04", "B3.05", "B3.06", "B4.03", "B4.06"}
    for number in choices:
        hex_ = PLAIN.at(number)
        assert PLAIN.distance(hex_, PLAIN.at("B5.05")) == 2
        assert PLAIN.xy[hex_][0] < PLAIN.xy[PLAIN.at("B5.05")][0]
    play(draft, "choose B3.05")
    unit = draft.state.units["Rem"]
    assert (where(draft, "Rem"), unit.marker, unit.front) == ("B3.05", DG, False)


@pytest.mark.rule("TTW 2.4d", "TTW 2.4d.1")
def test_no_remnant_by_attrition_breakout_of_other_divisions_or_from_an_empty_pool() -> None:
    for draft in (dying("attrition"), dying("breakout"), dying(strength=14), dying(spare=False)):
        assert draft.state.asks == ()
        assert not draft.state.units["Rem"].on_map


@pytest.mark.rule("TTW 2.4d.2")
def test_its_way_is_free_of_enemy_zones_that_nobody_negates() -> None:
    foes = (soviet("R"), soviet("S"), soviet("T"))
    ring = {"R": "B3.05", "S": "B4.03", "T": "B4.07"}  # ZOCs in B4.04, B4.05 and B4.06
    shut = dying("combat", *foes, units=ring)
    assert shut.state.asks == () and where(shut, "Rem") == POOL
    helped = dying("combat", *foes, german("G"), units={**ring, "G": "B4.06"})
    assert where(helped, "Rem") == "B4.06"


@pytest.mark.rule("TTW 2.4d.s1")
def test_a_remnant_with_a_corps_or_army_hq_and_a_pax_become_a_division_of_one_step() -> None:
    pieces = [infantry(), pool_unit("Rem", "remnant"), hq("Corps")]
    draft = drafted(winter([evolve(pieces[0], id="de-9"), *pieces[1:]], PLAIN),
                    {"de-9": in_box("de-9", DEAD), "Rem": "B5.05", "Corps": "B5.06"},
                    first=AXIS, step="B")
    command = "act remnant B5.05 with Rem as de-9"
    assert refusal(draft, command) == "TTW 2.4d"  # not stacked
    change(draft, "Corps", hex="B5.05")
    assert refusal(draft, command) == "TTW 2.4d"  # no Pax
    draft.update(sides={**draft.state.sides, AXIS: Side(repls=("pax", "eq 4"))})
    play(draft, command)
    unit = draft.state.units["de-9"]
    assert (where(draft, "de-9"), unit.lost, where(draft, "Rem")) == ("B5.05", 3, POOL)
    assert draft.state.sides[AXIS].repls == ("eq 4",)
    draft.update(units={**draft.state.units, "Rem": in_box("Rem", DEAD)})
    remnants.unit_lost(draft, "Rem", "combat")
    assert where(draft, "Rem") == POOL
