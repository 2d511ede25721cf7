"""Sending air units on missions (BSR 17.1, 17.2): boxes, limits, range, blind play."""

from __future__ import annotations

import tomllib

import pytest

from engine.core.errors import BadCommand
from engine.efs import air_units, cas, interdiction
from engine.efs.pieces import (
    AXIS,
    DAMAGED,
    DESTROYED,
    FLOWN,
    READY,
    REINFORCEMENT,
    SOVIET,
    AirUnit,
)
from engine.efs.sequence import CAS_ATTACKER, CAS_DEFENDER, INTERCEPT, INTERDICT
from engine.efs.state import Attack
from engine.efs.world import Draft, Options, World
from tests.efs.support import (
    DATA,
    go_to,
    make_board,
    make_draft,
    make_world,
    plane,
    play,
    refusal,
    rolls_made,
)

AIR = ("Bf109F", "Ju87", "Ju88", "He111", "Axis Dummy", "I-16", "MiG-3", "SB", "Soviet Dummy")


def air_world(*names: str, dummies: str = "seen", **scenario: object) -> World:
    fields: dict[str, object] = {"unlimited_air_range": True, **scenario}
    planes = [plane(name) for name in names or AIR]
    return make_world(planes=planes, options=Options(dummies=dummies), **fields)


def interdict_step(*names: str, dummies: str = "seen", **fields: object) -> Draft:
    """The Axis is about to allocate Interdiction missions; every air unit is ready."""
    return make_draft(air_world(*names, dummies=dummies), step="A.6a", **fields)


def cas_step(step: str, *hexes: str, dummies: str = "seen", **fields: object) -> Draft:
    """A Combat Phase with Declared Attacks on these hexes."""
    world = air_world(dummies=dummies)
    attacks = tuple(Attack((world.board.at(number),)) for number in hexes)
    return make_draft(world, step=step, attacks=attacks, **fields)


# ---------------------------------------------------------------- 17.1


@pytest.mark.rule("BSR 17.11")
def test_air_units_are_fighters_bombers_or_dummies_and_no_ground_loss_can_name_one() -> None:
    """They have no steps: the names of ground units, which losses use, do not include them."""
    world = air_world()
    assert {world.aircraft[name].kind for name in AIR} == {"F", "B", "D"}
    assert not hasattr(world.aircraft["He111"], "steps")
    assert world.air_id("he111") == "He111"
    with pytest.raises(BadCommand, match="air unit"):
        world.unit_id("He111")


@pytest.mark.rule("BSR 17.11.s1")
def test_both_sides_have_dummies_that_fly_like_the_others() -> None:
    draft = interdict_step()
    play(draft, "interdict 0303 with Axis Dummy", interdiction)
    go_to(draft, "A.6c")
    play(draft, "intercept 0303 with Soviet Dummy", interdiction)
    assert [u.id for u in air_units.out(draft.state, draft.world.board.at("0303"))] == [
        "Axis Dummy", "Soviet Dummy",
    ]


@pytest.mark.rule("BSR 17.12")
def test_any_number_of_units_fits_in_a_box() -> None:
    draft = interdict_step()
    for name in AIR:
        air_units.send_home(draft, name, DAMAGED)
    assert {unit.box for unit in draft.state.air.values()} == {DAMAGED}
    assert all(unit.hex < 0 for unit in draft.state.air.values())


@pytest.mark.rule("BSR 17.13")
@pytest.mark.parametrize("box", [FLOWN, DAMAGED, DESTROYED, REINFORCEMENT])
def test_only_units_of_the_ready_box_fly(box: str) -> None:
    draft = interdict_step(air={"He111": box, "Ju88": READY})
    assert refusal(draft, "interdict 0303 with He111", interdiction) == "BSR 17.13"
    assert refusal(draft, "interdict 0303 with Ju88", interdiction) == ""


@pytest.mark.rule("BSR 17.13")
def test_all_ready_units_may_fly_in_one_turn() -> None:
    draft = interdict_step()
    play(draft, "interdict 0303 with Bf109F, Ju87, Ju88", interdiction)
    play(draft, "interdict 0505 with He111, Axis Dummy", interdiction)
    assert air_units.ready(draft.world, draft.state, AXIS) == ()


# ---------------------------------------------------------------- 17.21


@pytest.mark.rule("BSR 17.21")
def test_a_unit_flies_interdiction_or_cas() -> None:
    draft = interdict_step()
    play(draft, "interdict 0303 with Ju87", interdiction)
    assert draft.world.board.id(draft.state.air["Ju87"].hex) == "0303"
    draft = cas_step("B.4a.1", "0404")
    play(draft, "cas 0404 with Ju87", cas)
    assert draft.world.board.id(draft.state.air["Ju87"].hex) == "0404"


@pytest.mark.rule("BSR 17.21a")
def test_a_unit_flies_one_mission_a_turn() -> None:
    draft = interdict_step()
    play(draft, "interdict 0303 with Ju87", interdiction)
    assert refusal(draft, "interdict 0505 with Ju87", interdiction) == "BSR 17.21a"
    assert refusal(draft, "interdict 0505 with Ju88", interdiction) == ""


@pytest.mark.rule("BSR 17.21a")
def test_a_dummy_back_in_the_ready_box_does_not_fly_again_this_turn() -> None:
    draft = cas_step(
        "B.4a.1", "0404", air={"Axis Dummy": AirUnit("Axis Dummy", used=True), "He111": READY}
    )
    assert refusal(draft, "cas 0404 with Axis Dummy", cas) == "BSR 17.21a"
    air_units.new_turn(draft)
    assert refusal(draft, "cas 0404 with Axis Dummy", cas) == ""


@pytest.mark.rule("BSR 17.21b")
def test_three_units_of_a_side_fly_a_mission_and_a_dummy_counts() -> None:
    """Question EFS-Q58: two bombers, a fighter and a Dummy are one too many."""
    draft = interdict_step()
    four = "interdict 0303 with Bf109F, Ju87, Ju88, Axis Dummy"
    assert refusal(draft, four, interdiction) == "BSR 17.21b"
    play(draft, "interdict 0303 with Bf109F, Ju87, Ju88", interdiction)
    assert refusal(draft, "interdict 0303 with Axis Dummy", interdiction) == "BSR 17.21b"
    assert refusal(draft, "interdict 0404 with Axis Dummy", interdiction) == ""


@pytest.mark.rule("BSR 17.21b")
def test_the_limit_is_each_sides_own() -> None:
    draft = interdict_step()
    play(draft, "interdict 0303 with Bf109F, Ju87, Ju88", interdiction)
    go_to(draft, "A.6c")
    assert refusal(draft, "intercept 0303 with I-16, MiG-3, Soviet Dummy", interdiction) == ""


@pytest.mark.rule("BSR 17.21c")
def test_a_unit_is_put_straight_on_its_mission_hex() -> None:
    """Across a board of hexes that no ground unit could cross, from its box in one command."""
    draft = interdict_step()
    play(draft, "interdict 0606 with He111", interdiction)
    assert draft.state.air["He111"] == AirUnit("He111", READY, draft.world.board.at("0606"),
                                               used=True)


@pytest.mark.rule("BSR 17.21c.n1")
def test_soviet_fighters_intercept_and_bombers_do_not() -> None:
    draft = interdict_step()
    play(draft, "interdict 0303 with He111", interdiction)
    go_to(draft, "A.6c")
    assert refusal(draft, "intercept 0303 with SB", interdiction) == "BSR 17.21c.n1"
    assert refusal(draft, "intercept 0303 with I-16", interdiction) == ""


def test_naming_a_unit_twice_or_the_enemys_is_refused() -> None:
    draft = cas_step("B.4a.1", "0303")
    assert refusal(draft, "cas 0303 with He111, He111", cas) == "BSR 17.21a"
    assert refusal(draft, "cas 0303 with SB", cas) == "BSR 17.13"


# ---------------------------------------------------------------- 17.22


def long_board(*, control: dict[str, str], **scenario: object) -> Draft:
    """A strip of 40 columns with a town at the west end, a city near the middle."""
    board = make_board(40, 1, terrain={"0101": "clear town", "1201": "city"})
    world = make_world(
        board, planes=[plane(n) for n in ("Bf109F", "Ju87", "He111", "I-16", "SB", "TB-3", "DB-3")],
        **scenario,
    )
    attacks = tuple(Attack((i,)) for i in range(len(board)))
    return make_draft(world, step="B.4a.1", control=control, attacks=attacks)


@pytest.mark.rule("BSR 17.22a", "BSR 13.13", "BSR 15.12")
def test_axis_single_engine_units_reach_25_hexes_from_a_friendly_town() -> None:
    """From 0101 the hex 2601 is 25 away and 2701 26; the bomber without limit goes anywhere."""
    draft = long_board(control={"0101": AXIS})
    for name in ("Bf109F", "Ju87"):
        assert refusal(draft, f"cas 2601 with {name}", cas) == ""
        assert refusal(draft, f"cas 2701 with {name}", cas) == "BSR 17.22a"
    assert refusal(draft, "cas 4001 with He111", cas) == ""
    go_to(draft, "A.6a")
    assert refusal(draft, "interdict 2601 with Ju87", interdiction) == ""
    assert refusal(draft, "interdict 2701 with Ju87", interdiction) == "BSR 17.22a"


@pytest.mark.rule("BSR 17.22a")
def test_range_counts_from_any_friendly_city_or_supply_source_but_no_enemy_town() -> None:
    near = long_board(control={"0101": AXIS, "1201": SOVIET})
    assert refusal(near, "cas 3001 with Ju87", cas) == "BSR 17.22a"
    both = long_board(control={"0101": AXIS, "1201": AXIS})
    assert refusal(both, "cas 3001 with Ju87", cas) == ""
    source = long_board(control={}, supply_sources={AXIS: ("4001",)})
    assert refusal(source, "cas 1501 with Ju87", cas) == ""
    assert refusal(source, "cas 1401 with Ju87", cas) == "BSR 17.22a"
    lost = long_board(control={"4001": SOVIET}, supply_sources={AXIS: ("4001",)})
    assert refusal(lost, "cas 1501 with Ju87", cas) == "BSR 17.22a"


@pytest.mark.rule("BSR 17.22c")
def test_soviet_units_reach_25_hexes_but_long_range_bombers_go_anywhere() -> None:
    draft = long_board(control={"0101": SOVIET})
    go_to(draft, "B.4a.2")
    for name in ("I-16", "SB"):
        assert refusal(draft, f"cas 2601 with {name}", cas) == ""
        assert refusal(draft, f"cas 2701 with {name}", cas) == "BSR 17.22c"
    for name in ("TB-3", "DB-3"):
        assert refusal(draft, f"cas 4001 with {name}", cas) == ""


@pytest.mark.rule("BSR 17.22b", "BSR 17.22c")
def test_the_types_with_limited_range_are_those_of_the_rule() -> None:
    rows = tomllib.loads((DATA / "aircraft.toml").read_text(encoding="utf-8"))["aircraft"]
    limited = {r["name"] for r in rows if r["side"] == AXIS and r["range_limited"]}
    assert limited == {"Bf109E", "Bf109F", "Ju87", "B534", "Cr42", "IAR-80", "PZL"}
    free = {r["name"] for r in rows if r["side"] == SOVIET and not r["range_limited"]}
    assert free == {"TB-3", "DB-3", "Soviet Dummy"}


def test_a_scenario_may_put_every_hex_in_range() -> None:
    """PB 10.44f: at Sumy all map hexes are in range."""
    draft = long_board(control={"0101": AXIS}, unlimited_air_range=True)
    assert refusal(draft, "cas 4001 with Ju87", cas) == ""


# ---------------------------------------------------------------- 17.23, 17.24, 17.25


@pytest.mark.rule("BSR 17.23", "ESP A.6a", "ESP A.6b", "ESP A.6c")
def test_interdiction_missions_come_first_and_fighters_go_only_to_them() -> None:
    draft = interdict_step()
    assert draft.state.missions == ()
    play(draft, "interdict 0303 with He111", interdiction)
    play(draft, "interdict 0505 with Ju87", interdiction)
    assert [draft.world.board.id(h) for h in draft.state.missions] == ["0303", "0505"]
    go_to(draft, "A.6c")
    assert refusal(draft, "intercept 0404 with I-16", interdiction) == "BSR 17.23"
    play(draft, "intercept 0505 with I-16", interdiction)
    assert draft.world.board.id(draft.state.air["I-16"].hex) == "0505"


@pytest.mark.rule("BSR 17.23")
def test_interceptors_too_have_their_range() -> None:
    draft = long_board(control={"0101": SOVIET})
    go_to(draft, "A.6a")
    play(draft, "interdict 3001 with He111", interdiction)
    go_to(draft, "A.6c")
    assert refusal(draft, "intercept 3001 with I-16", interdiction) == "BSR 17.22c"
    assert interdiction.STEPS[INTERCEPT].run(draft) is False


@pytest.mark.rule("BSR 17.24", "ESP B.4a.1", "ESP B.4a.2", "ESP C.4")
def test_the_attacker_allocates_cas_first_and_the_defender_next() -> None:
    """Only the side of the step names its units, first in one segment, second in the other."""
    order = [
        ("B.4a.1", "He111", "SB"), ("B.4a.2", "SB", "He111"),
        ("C.4a.1", "SB", "He111"), ("C.4a.2", "He111", "SB"),
    ]
    for step, allowed, refused in order:
        draft = cas_step(step, "0303")
        assert refusal(draft, f"cas 0303 with {allowed}", cas) == ""
        assert refusal(draft, f"cas 0303 with {refused}", cas) == "BSR 17.13"


@pytest.mark.rule("BSR 17.24.n1")
def test_the_defender_may_fly_where_the_attacker_has_no_air_unit() -> None:
    draft = cas_step("B.4a.1", "0303", "0505")
    play(draft, "cas 0303 with He111", cas)
    go_to(draft, "B.4a.2")
    play(draft, "cas 0505 with SB", cas)
    assert [draft.world.board.id(h) for h in draft.state.missions] == ["0303", "0505"]


@pytest.mark.rule("BSR 17.25", "ESP A.6b")
def test_units_lie_face_down_and_their_owner_alone_knows_them() -> None:
    draft = interdict_step()
    play(draft, "interdict 0303 with He111", interdiction)
    unit = draft.state.air["He111"]
    assert not unit.revealed
    assert air_units.known_to(draft.world, draft.state, "He111", AXIS)
    assert not air_units.known_to(draft.world, draft.state, "He111", SOVIET)
    assert "He111" not in draft.events[-1].text
    interdiction.run_missions(draft)
    assert "He111" in draft.events[0].text + draft.events[1].text


# ---------------------------------------------------------------- alone: the note after 17.33


@pytest.mark.rule("BSR 17.33f.n1", "BSR 17.33f.n1.1")
def test_open_play_leaves_dummies_out_and_all_units_face_up() -> None:
    draft = interdict_step(dummies="open")
    assert refusal(draft, "interdict 0303 with Axis Dummy", interdiction) == "BSR 17.33f.n1.1"
    play(draft, "interdict 0303 with He111", interdiction)
    assert draft.state.air["He111"].revealed
    assert air_units.known_to(draft.world, draft.state, "He111", SOVIET)


@pytest.mark.rule("BSR 17.33f.n1.2")
def test_blind_play_makes_two_groups_with_a_dummy_each() -> None:
    """The first Dummy hides among the mission units, the second among the fighters."""
    names = ("Bf109F", "He111", "Ju87", "Axis Dummy")
    world = make_world(
        planes=[*map(plane, names), plane("Axis Dummy", 2), plane("Axis Dummy", 3)],
        options=Options(dummies="blind"), unlimited_air_range=True,
    )
    state = make_draft(world, step="A.6a").state
    groups = {
        group: air_units.pool(world, state, AXIS, group, 0) for group in air_units.GROUPS
    }
    assert groups == {
        "fighter group": ("Bf109F", "Axis Dummy 2"),
        "mission group": ("He111", "Ju87", "Axis Dummy"),
    }


@pytest.mark.rule("BSR 17.33f.n1.2")
def test_blind_play_names_groups_and_the_dice_draw_the_units() -> None:
    """Mission group He111, Ju87, Ju88, Dummy: a 2 draws the Ju87, then a 2 the Ju88."""
    names = ("Bf109F", "He111", "Ju87", "Ju88", "Axis Dummy")
    draft = interdict_step(*names, dummies="blind", rolls=(2, 2))
    assert refusal(draft, "interdict 0303 with Ju87", interdiction) == "BSR 17.33f.n1.2"
    play(draft, "interdict 0303 with mission group, mission group", interdiction)
    flying = [u.id for u in air_units.out(draft.state, draft.world.board.at("0303"))]
    assert flying == ["Ju87", "Ju88"]
    assert draft.state.dice.drawn == 2
    assert not air_units.known_to(draft.world, draft.state, "Ju87", AXIS)
    assert not any(name in draft.events[-1].text for name in names)
    assert rolls_made(draft) == []


@pytest.mark.rule("BSR 17.33f.n1.2")
def test_blind_play_draws_no_more_than_a_group_has() -> None:
    draft = interdict_step("Bf109F", "He111", dummies="blind")
    too_many = "interdict 0303 with fighter group, fighter group"
    assert refusal(draft, too_many, interdiction) == "BSR 17.13"
    assert refusal(draft, "interdict 0303 with fighter group", interdiction) == ""


@pytest.mark.rule("BSR 17.33f.n1.2", "BSR 17.21c.n1")
def test_blind_interceptors_come_from_the_fighter_group() -> None:
    draft = interdict_step(dummies="blind", rolls=(1, 1))
    play(draft, "interdict 0303 with mission group", interdiction)
    go_to(draft, "A.6c")
    assert refusal(draft, "intercept 0303 with mission group", interdiction) == "BSR 17.21c.n1"
    play(draft, "intercept 0303 with fighter group", interdiction)
    assert draft.state.air["I-16"].used


# ---------------------------------------------------------------- what is offered


def test_offers_are_the_commands_that_pass_the_check() -> None:
    draft = cas_step("B.4a.1", "0303", "0505", air={"He111": READY, "Ju87": FLOWN, "SB": READY})
    offered = [
        (c.hex, c.air) for c in cas.OFFERS[CAS_ATTACKER](draft.world, draft.state, "")
    ]
    assert offered == [("0303", ("He111",)), ("0505", ("He111",))]
    one = list(cas.OFFERS[CAS_ATTACKER](draft.world, draft.state, "0505"))
    assert [c.hex for c in one] == ["0505"]
    go_to(draft, "B.4a.2")
    soviet = list(cas.OFFERS[CAS_DEFENDER](draft.world, draft.state, "SB"))
    assert [c.air for c in soviet] == [("SB",), ("SB",)]


def test_offers_of_interdiction_cover_the_board_and_of_interception_the_missions() -> None:
    draft = interdict_step(air={"He111": READY, "I-16": READY, "SB": READY})
    assert len(list(interdiction.OFFERS[INTERDICT](draft.world, draft.state, ""))) == 36
    play(draft, "interdict 0303 with He111", interdiction)
    go_to(draft, "A.6c")
    answers = list(interdiction.OFFERS[INTERCEPT](draft.world, draft.state, ""))
    assert [(c.hex, c.air) for c in answers] == [("0303", ("I-16",))]


def test_a_step_is_passed_over_where_the_side_has_nothing_to_send() -> None:
    draft = interdict_step(air={"He111": FLOWN, "I-16": READY})
    assert interdiction.STEPS[INTERDICT].run(draft) is False
    assert interdiction.STEPS[INTERCEPT].run(draft) is False
    draft = cas_step("B.4a.1", air={"He111": READY})
    assert cas.STEPS[CAS_ATTACKER].run(draft) is False
    draft = cas_step("B.4a.1", "0303", air={"He111": READY, "Soviet Dummy": READY})
    assert cas.STEPS[CAS_ATTACKER].run(draft) is True
    go_to(draft, "B.4a.2")
    assert cas.STEPS[CAS_DEFENDER].run(draft) is False


@pytest.mark.rule("BSR 17.33f.n1")
@pytest.mark.parametrize("dummies", ["blind", "seen"])
def test_what_stays_ready_does_not_betray_what_was_drawn_blind(dummies: str) -> None:
    draft = interdict_step(dummies=dummies)
    sent = "mission group" if dummies == "blind" else "Ju87"
    play(draft, f"interdict 0303 with {sent}", interdiction)
    world, state = draft.world, draft.state
    hidden = {
        world.name(id_) for id_ in state.air if air_units.concealed(world, state, id_, AXIS)
    }
    mission_group = {"Ju87", "Ju88", "He111", "Axis Dummy"}  # one is out, three are Ready
    assert hidden == (mission_group if dummies == "blind" else set())
    from_afar = {
        world.name(id_) for id_ in state.air if air_units.concealed(world, state, id_, SOVIET)
    }
    assert from_afar == (mission_group if dummies == "blind" else {"Ju87"})
