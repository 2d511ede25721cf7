"""Zones of control (OCS 4.5): who has one, what it does, who cancels it."""

from __future__ import annotations

import pytest

from engine.ocs.pieces import (
    AXIS,
    DG,
    EXPLOIT,
    RESERVE,
    SOVIET,
    STRAT,
    TRUCK,
    Counter,
    Face,
)
from engine.ocs.sizes import attack_capable
from engine.ocs.zoc import has_zoc, in_ezoc, is_finished, negated, stopped, zone
from tests.ocs.yard import (
    battalion,
    change,
    go_to,
    headquarters,
    hexes_of,
    make_board,
    make_draft,
    make_world,
    offered,
    organic,
    play,
    refusal,
    regiment,
    trucks,
    unit_at,
)


def motorized(name: str, **fields: object) -> Counter:
    """Truck infantry: 12 MPs in either mode."""
    face = Face(5, True, 3, 12, TRUCK)
    return regiment(name, combat=face, move=face, **fields)


def gun(name: str, side: str = AXIS) -> Counter:
    return regiment(name, side, type="artillery", printed=False, range=3,
                    combat=Face(1, False, 0, 3, barrage=10), move=Face(1, False, 0, 6, barrage=5))


# ---------------------------------------------------------------- attack-capable (4.4)


@pytest.mark.rule("OCS 4.4", "OCS 3.2b", "OCS 3.2")
def test_a_printed_strength_without_parentheses_is_attack_capable_even_at_zero() -> None:
    zero = regiment("Zero", combat=Face(0, True, 0, 3), move=Face(0, True, 0, 6))
    fixed = regiment("Fixed", combat=Face(4, False, 2, 0), move=Face(1, False, 2, 5))
    world = make_world([regiment("A"), zero, fixed, headquarters("HQ"), gun("Gun"), trucks("T"),
                        regiment("Repl", type="replacement", combat=Face(0, True, 0, 0),
                                 move=Face(0, True, 0, 6))])
    able = {i: attack_capable(world, unit_at(world, i, "0203")) for i in world.counters}
    assert able == {"A": True, "Zero": True, "Fixed": False, "HQ": False, "Gun": False,
                    "T": False, "Repl": True}


@pytest.mark.rule("OCS 4.4")
@pytest.mark.parametrize(("marker", "able"), [
    ("", True), (DG, True), (EXPLOIT, True), (STRAT, False), (RESERVE, False),
])
def test_strat_and_reserve_take_the_ability_and_nothing_else_does(marker: str, able: bool) -> None:
    world = make_world([regiment("A")])
    unit = unit_at(world, "A", "0203", marker=marker, oos=True, stock=2)
    assert attack_capable(world, unit) is able


@pytest.mark.rule("OCS 4.4a")
def test_only_attack_capable_units_attack_and_overrun() -> None:
    world = make_world([regiment("A"), headquarters("HQ"), gun("Gun"), regiment("E", SOVIET)])
    draft = make_draft(world, {"A": "0203", "HQ": "0203", "Gun": "0203", "E": "0303"},
                       dumps={"0203": (AXIS, 9)}, step="F2")
    assert refusal(draft, "attack 0303 with A") == ""
    assert refusal(draft, "attack 0303 with A, HQ") == "OCS 4.4a"
    assert refusal(draft, "attack 0303 with Gun") == "OCS 4.4a"
    go_to(draft, "C2")
    assert refusal(draft, "overrun 0303 with A") == ""
    assert refusal(draft, "overrun 0303 with A, Gun") == "OCS 8.1"


@pytest.mark.rule("OCS 4.4c", "OCS 4.8c")
def test_only_attack_capable_units_enter_a_hex_of_enemy_supply_or_transport() -> None:
    """An HQ, a gun or transport never does, alone or in a stack; a Reserve neither."""
    world = make_world([regiment("A"), gun("Gun"), wagon("W"), trucks("T", SOVIET),
                        regiment("R")])
    units = {"A": "0203", "Gun": "0203", "W": "0203", "T": "0303",
             "R": unit_at(world, "R", "0203", marker=RESERVE)}
    draft = make_draft(world, units, dumps={"0204": (SOVIET, 4)}, rolls=(1,))
    for hex_ in ("0303", "0204"):
        assert refusal(draft, f"move A to {hex_}") == ""
        for name in ("Gun", "W", "R", "A, Gun"):
            assert refusal(draft, f"move {name} via {hex_}") == "OCS 4.4c"
    play(draft, "move A to 0204")
    assert refusal(draft, "move Gun to 0204") == ""


@pytest.mark.rule("OCS 4.4c")
def test_no_special_unit_is_needed_for_an_empty_enemy_town() -> None:
    world = make_world([gun("Gun")], make_board(terrain={"0303": "village"},
                                                places={"0303": "Town"}))
    draft = make_draft(world, {"Gun": "0203"}, control={"0303": SOVIET})
    play(draft, "move Gun to 0303")
    assert draft.state.control[world.board.at("0303")] == AXIS


def wagon(name: str) -> Counter:
    face = Face(0, False, 0, 10)
    return Counter(name, name, AXIS, "wagon points", face, face, re4=0, printed=False, points=1)


# ---------------------------------------------------------------- who has a zone (4.5)


@pytest.mark.rule("OCS 4.5", "OCS 4.4b", "OCS 5.5e")
def test_an_attack_capable_unit_in_combat_mode_has_a_zone_in_all_six_hexes() -> None:
    """River, mountain and sea do not stop it."""
    board = make_board(terrain={"0302": "mountain", "0202": "sea"},
                       sides={("0203", "0303"): "major_river"})
    world = make_world([regiment("A")], board)
    draft = make_draft(world, {"A": "0203"})
    assert zone(world, draft.state, AXIS) == hexes_of(
        draft, "0202", "0204", "0102", "0103", "0302", "0303"
    )
    assert zone(world, draft.state, SOVIET) == frozenset()


@pytest.mark.rule("OCS 4.5")
@pytest.mark.parametrize("fields", [
    {"marker": DG}, {"marker": RESERVE}, {"marker": STRAT, "front": False}, {"front": False},
    {"oos": True}, {"marker": EXPLOIT},
])
def test_other_modes_and_units_out_of_supply_have_none(fields: dict[str, object]) -> None:
    world = make_world([regiment("A"), headquarters("HQ"), gun("Gun")])
    assert has_zoc(world, unit_at(world, "A", "0203"))
    assert not has_zoc(world, unit_at(world, "A", "0203", **fields))
    assert not has_zoc(world, unit_at(world, "HQ", "0203"))
    assert not has_zoc(world, unit_at(world, "Gun", "0203"))


@pytest.mark.rule("OCS 4.5", "OCS 5.9c")
def test_an_exploiting_unit_keeps_the_zone_that_it_had() -> None:
    world = make_world([regiment("A")])
    unit = unit_at(world, "A", "0203", marker=EXPLOIT, had_zoc=True)
    assert has_zoc(world, unit)
    assert not has_zoc(world, unit_at(world, "A", "0203", marker=EXPLOIT, had_zoc=True, oos=True))


# ---------------------------------------------------------------- Truck movement (4.5a A)


@pytest.mark.rule("OCS 4.5a", "OCS 4.5a.A", "OCS 6.3b")
def test_trucks_stop_as_they_enter_a_zone_and_leg_and_track_do_not() -> None:
    world = make_world([motorized("T"), regiment("L"), battalion("K"), regiment("E", SOVIET)])
    units = {
        "T": unit_at(world, "T", "0203", fuel="turn"), "L": "0203",
        "K": unit_at(world, "K", "0203", fuel="turn"), "E": "0301",
    }
    for name in ("L", "K"):
        assert refusal(make_draft(world, units), f"move {name} via 0302 0402") == ""
    draft = make_draft(world, units)
    assert refusal(draft, "move T via 0302 0402") == "OCS 4.5a"
    play(draft, "move T via 0302")
    assert refusal(draft, "move T via 0303") == "OCS 4.5a"


@pytest.mark.rule("OCS 4.5a", "OCS 4.5b", "OCS 4.5a.A")
def test_a_zone_does_not_hold_trucks_that_begin_in_it() -> None:
    world = make_world([motorized("T"), regiment("E", SOVIET)])
    draft = make_draft(world, {"T": unit_at(world, "T", "0302", fuel="turn"), "E": "0301"})
    assert refusal(draft, "move T via 0303 0304") == ""


@pytest.mark.rule("OCS 4.5a", "OCS 13.2g")
def test_transport_is_held_by_zones_as_well() -> None:
    world = make_world([trucks("T"), organic("O", "57"), regiment("E", SOVIET), regiment("F")])
    draft = make_draft(world, {"T": "0203", "O": "0203", "E": "0301"})
    assert refusal(draft, "move T via 0302 0402") == "OCS 4.5a"
    assert refusal(draft, "move O via 0302 0402") == "OCS 4.5a"
    friend = make_draft(world, {"T": "0203", "E": "0301", "F": "0302"})
    play(friend, "halt F")
    assert refusal(friend, "move T via 0302 0402") == ""
    assert refusal(friend, "move T via 0302 0402 0403") == "OCS 4.5a"  # 0402 is the next zone


@pytest.mark.rule("OCS 4.5b")
def test_a_friend_that_moves_no_more_cancels_the_zone_in_its_hex() -> None:
    """It needs neither a ZOC nor a mode; one that may still move does not serve."""
    world = make_world([motorized("T"), gun("F"), regiment("E", SOVIET)])
    units = {"T": unit_at(world, "T", "0203", fuel="turn"), "E": "0301",
             "F": unit_at(world, "F", "0302", front=False, marker=DG)}
    draft = make_draft(world, units)
    hex_ = world.board.at("0302")
    assert stopped(world, draft.state, AXIS, hex_)
    assert refusal(draft, "move T via 0302 0303") == "OCS 4.5a"
    play(draft, "halt F")
    assert negated(world, draft.state, AXIS, hex_)
    assert in_ezoc(world, draft.state, AXIS, hex_)
    assert refusal(draft, "move T via 0302 0303") == ""
    assert refusal(draft, "move F to 0303") == "OCS 6.1g"


@pytest.mark.rule("OCS 4.5b")
def test_outside_its_own_movement_every_unit_moves_no_more() -> None:
    """In Reaction and Exploitation those that may not move at all do not either."""
    world = make_world([regiment("A"), regiment("R"), regiment("X"), regiment("G")])
    units = {
        "A": "0203", "R": unit_at(world, "R", "0203", marker=RESERVE),
        "X": unit_at(world, "X", "0203", marker=EXPLOIT),
        "G": unit_at(world, "G", "0203", released=True),
    }
    done = {}
    for step in ("C2", "D", "E1'", "F2", "G1", "C2'"):
        state = make_draft(world, units, step=step).state
        done[step] = {i for i, u in units.items() if is_finished(state, world, state.units[i])}
    everyone = set(units)
    assert done["C2"] == set()
    assert done["D"] == done["F2"] == done["C2'"] == everyone
    assert done["E1'"] == {"A", "X"}  # the Axis react in the Soviet player turn
    assert done["G1"] == {"A"}


@pytest.mark.rule("OCS 4.5b")
def test_a_unit_without_a_movement_allowance_moves_no_more_from_the_start() -> None:
    """A fort has none on either side; an HQ in Combat Mode may still turn to its Move side, but
    not in Exploitation, where a mode is not changed (5.4)."""
    world = make_world([regiment("Fort", ma=0, move=Face(8)), headquarters("HQ")])
    units = {"Fort": "0203", "HQ": unit_at(world, "HQ", "0203", marker=RESERVE)}
    moving = make_draft(world, units, step="C2").state
    assert {i: is_finished(moving, world, moving.units[i]) for i in units} == {
        "Fort": True, "HQ": False}
    later = make_draft(world, units, step="G1").state
    assert all(is_finished(later, world, later.units[i]) for i in units)


@pytest.mark.rule("OCS 4.5a", "OCS 4.5b", "OCS 6.1f")
def test_question_ocs_q01_dropping_a_unit_in_each_zone_lets_the_last_pass() -> None:
    """OCS-Q01: a stack of three drops one in A and one in B; the third reaches C for 3 MPs."""
    world = make_world([motorized("M1"), motorized("M2"), motorized("M3"),
                        regiment("E1", SOVIET), regiment("E2", SOVIET)])
    units = {i: unit_at(world, i, "0203", fuel="turn") for i in ("M1", "M2", "M3")}
    units |= {"E1": "0301", "E2": "0501"}  # 0302 and 0402 lie beside E1 or E2, 0403 does not
    draft = make_draft(world, units)
    assert [in_ezoc(world, draft.state, AXIS, world.board.at(h))
            for h in ("0203", "0302", "0402", "0403")] == [False, True, True, False]
    play(draft, "move M1, M2, M3 via 0302")
    assert refusal(draft, "move M1, M2, M3 via 0402") == "OCS 4.5a"
    play(draft, "halt M1", "move M2, M3 via 0402", "halt M2", "move M3 via 0403")
    assert draft.state.units["M3"].spent == 3 * 8
    assert refusal(draft, "move M3 via 0404") == ""
    assert refusal(draft, "move M1 via 0303") == "OCS 6.1g"


@pytest.mark.rule("OCS 4.5a", "OCS 8.0", "OCS 4.5a.A")
def test_after_an_overrun_trucks_go_on_even_into_another_zone() -> None:
    """AR 3 to 0: 3+2+3 surprises nobody; 5 to 1/2 on the 9:1 column, 12+3: the defender dies."""
    weak = regiment("W", SOVIET, combat=Face(1, True, 0, 3), re4=1)
    world = make_world([motorized("T"), weak, regiment("E", SOVIET)])
    units = {"T": unit_at(world, "T", "0203", fuel="turn"), "W": "0402", "E": "0502"}
    draft = make_draft(world, units, dumps={"0203": (AXIS, 4)}, rolls=(3, 2, 6, 6))
    play(draft, "move T via 0302")
    assert refusal(draft, "move T via 0303") == "OCS 4.5a"
    play(draft, "overrun 0402 with T", "pass")
    assert draft.state.units["T"].hex == world.board.at("0402")  # in the zone of E
    assert stopped(world, draft.state, AXIS, world.board.at("0402"))
    assert refusal(draft, "move T via 0403") == ""
    play(draft, "move T via 0403")
    assert refusal(draft, "move T via 0303") == "OCS 4.5a"


@pytest.mark.rule("OCS 4.5a", "OCS 5.7c", "OCS 5.8a", "OCS 4.5a.I", "OCS 4.5a.J")
@pytest.mark.parametrize(("mode", "rule"), [("reserve", "OCS 5.7c"), ("strat", "OCS 5.8a")])
def test_reserve_and_strat_are_not_entered_in_a_zone_negated_or_not(mode: str, rule: str) -> None:
    world = make_world([regiment("A"), regiment("F"), regiment("E", SOVIET)])
    draft = make_draft(world, {"A": "0203", "F": "0203", "E": "0303"})
    play(draft, "halt F")
    assert refusal(draft, f"mode A as {mode}") == rule
    change(draft, "E", hex="0603")
    assert refusal(draft, f"mode A as {mode}") == ""


@pytest.mark.rule("OCS 4.5b")
def test_the_word_to_move_no_more_is_offered_to_those_in_a_zone() -> None:
    """A in the zone of E may give it; B is outside, and transport negates nothing."""
    world = make_world([regiment("A"), regiment("B"), trucks("T"), regiment("E", SOVIET)])
    draft = make_draft(world, {"A": "0302", "T": "0302", "B": "0204", "E": "0301"})
    assert [o for o in offered(draft) if o.startswith("halt")] == ["halt A"]
    play(draft, "halt A")
    assert not any(o.startswith("halt") for o in offered(draft))
