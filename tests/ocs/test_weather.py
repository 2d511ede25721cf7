"""Weather (OCS 17), Clean Up (2.3-H) and Turn End (2.3-T)."""

from __future__ import annotations

import pytest

from engine.core.state import Outcome
from engine.ocs import clean_up, turn_end, weather
from engine.ocs.pieces import (
    AXIS,
    DG,
    EXPLOIT,
    MP,
    RESERVE,
    SOVIET,
    STRAT,
    TRUCK,
    Face,
)
from engine.ocs.state import Side
from engine.ocs.world import Draft, Hooks
from tests.ocs.yard import charts, make_draft, make_world, play, regiment, unit_at

TURNS = ("1943-10-01", "1943-10-08", "1944-01-15")


@pytest.mark.rule("OCS 17.0")
@pytest.mark.parametrize(
    ("turn", "roll", "ground"),
    [(1, 6, "dry"), (2, 3, "dry"), (2, 4, "mud"), (3, 5, "freeze"), (3, 6, "thaw")],
)
def test_a_die_on_the_row_of_the_date_gives_the_ground(turn: int, roll: int, ground: str) -> None:
    draft = make_draft(make_world(turns=TURNS), step="P1", turn=turn, rolls=(roll, 1, 1))
    weather.determine(draft)
    assert draft.state.ground == ground


@pytest.mark.rule("OCS 17.0")
@pytest.mark.parametrize(
    ("ground", "dice", "flight"),
    [
        (1, (4, 5), "normal"), (1, (4, 6), "limited"), (1, (6, 6), "none"),
        (6, (3, 4), "normal"), (6, (4, 4), "limited"), (6, (4, 6), "none"),
    ],
)
def test_two_dice_on_the_row_of_the_ground_give_the_flight(
    ground: int, dice: tuple[int, int], flight: str
) -> None:
    """8 October: a 1 is Dry, a 6 is Mud."""
    draft = make_draft(make_world(turns=TURNS), step="P1", turn=2, rolls=(ground, *dice))
    weather.determine(draft)
    assert draft.state.flight == flight


@pytest.mark.rule("OCS 17.0")
def test_every_roll_has_a_result_on_every_row() -> None:
    for row in charts().tables["weather_ground"]["rows"]:
        states = charts().tables["weather_ground"]["states"]
        assert sorted(roll for state in states for roll in row[state]) == [1, 2, 3, 4, 5, 6]
    world = make_world()
    for ground in charts().tables["weather_flight"]["rows"]:
        assert all(weather.flight_for(world, ground, roll) for roll in range(2, 13))


@pytest.mark.rule("OCS 2.3-P1")
def test_a_scenario_may_fix_the_weather_of_a_turn() -> None:
    world = make_world(weather={1: ("mud", "limited")})
    draft = make_draft(world, step="P1", turn=1)
    weather.determine(draft)
    assert (draft.state.ground, draft.state.flight) == ("mud", "limited")
    assert draft.state.dice.drawn == 0, "nothing is rolled"
    second = make_draft(world, step="P1", turn=2, rolls=(1, 1, 1))
    weather.determine(second)
    assert second.state.dice.drawn == 3


@pytest.mark.rule("OCS 2.3-P1")
def test_the_result_is_remembered_turn_by_turn_and_the_game_is_told() -> None:
    seen: list[str] = []

    def told(draft: Draft) -> None:
        seen.append(draft.state.ground)

    world = make_world(weather={1: ("mud", "none"), 2: ("freeze", "none")},
                       hooks=Hooks(turn_begins=told))
    draft = make_draft(world, step="P1", turn=1)
    weather.determine(draft)
    draft.update(turn=2)
    weather.determine(draft)
    assert draft.state.grounds == ("mud", "freeze")
    assert seen == ["mud", "freeze"]


@pytest.mark.rule("OCS 13.3b")
def test_rail_capacity_is_whole_each_turn_and_never_saved() -> None:
    world = make_world(weather={1: ("dry", "normal")}, rail_capacity={AXIS: 40})
    draft = make_draft(world, step="P1", sides={AXIS: Side(rail=12, railed=32), SOVIET: Side()})
    weather.determine(draft)
    assert (draft.state.sides[AXIS].rail, draft.state.sides[AXIS].railed) == (40, 0)
    assert draft.state.sides[SOVIET].rail == 0


@pytest.mark.rule("OCS 17.0b", "OCS 2.3-P1")
@pytest.mark.parametrize(("side", "where"), [(AXIS, "0203"), (SOVIET, "0903")])
def test_one_roll_holds_for_both_sides_and_both_player_turns(side: str, where: str) -> None:
    """Mud makes an open hex cost a Truck unit 4 MPs, whoever moves it and in either turn."""
    trucks_ = regiment("T", side, combat=Face(5, True, 3, 12, TRUCK),
                       move=Face(5, True, 3, 12, TRUCK))
    world = make_world([trucks_])
    for first in (AXIS, SOVIET):
        step = "C2" if first == side else "C2'"
        unit = unit_at(world, "T", where, fuel="turn")
        draft = make_draft(world, {"T": unit}, step=step, first=first, ground="mud")
        play(draft, f"move T to {where[:2]}04")
        assert draft.state.units["T"].spent == 4 * MP


# ---------------------------------------------------------------- Clean Up (2.3-H)


@pytest.mark.rule("OCS 2.3-H", "OCS 5.9", "OCS 5.10")
def test_the_phasing_players_dg_and_exploitation_come_off() -> None:
    world = make_world([regiment("A"), regiment("B"), regiment("E", SOVIET)])
    draft = make_draft(world, {
        "A": unit_at(world, "A", "0203", marker=DG),
        "B": unit_at(world, "B", "0203", marker=EXPLOIT, had_zoc=True),
        "E": unit_at(world, "E", "0903", marker=DG),
    }, step="H")
    clean_up.run(draft)
    markers = {i: u.marker for i, u in draft.state.units.items()}
    assert markers == {"A": "", "B": "", "E": DG}
    assert not draft.state.units["B"].had_zoc


@pytest.mark.rule("OCS 2.3-H")
def test_reserve_and_strat_markers_stocks_and_losses_stay() -> None:
    world = make_world([regiment("R"), regiment("S")])
    draft = make_draft(world, {
        "R": unit_at(world, "R", "0203", marker=RESERVE, stock=1, oos=True),
        "S": unit_at(world, "S", "0203", front=False, marker=STRAT),
    }, step="H")
    before = draft.state.units
    clean_up.run(draft)
    assert draft.state.units == before


@pytest.mark.rule("OCS 14.8d", "OCS 2.3-H")
def test_the_other_sides_trainbusting_markers_come_off() -> None:
    world = make_world()
    hexes = world.board.at("0203"), world.board.at("0303")
    draft = make_draft(world, step="H", busts={hexes[0]: AXIS, hexes[1]: SOVIET})
    clean_up.run(draft)
    assert draft.state.busts == {hexes[0]: AXIS}


# ---------------------------------------------------------------- Turn End (2.3-T)


@pytest.mark.rule("OCS 2.3-T")
def test_the_turn_marker_advances() -> None:
    draft = make_draft(make_world(), step="T", turn=1)
    turn_end.run(draft)
    assert draft.state.turn == 2
    assert draft.state.over is None


@pytest.mark.rule("OCS 2.3-T")
def test_the_game_ends_after_the_last_turn_or_when_it_is_won() -> None:
    last = make_draft(make_world(), step="T", turn=5)
    turn_end.run(last)
    assert last.state.over is not None
    won = Outcome(AXIS, "Korsun is held", "TTW 5.0")
    draft = make_draft(make_world(hooks=Hooks(victory=lambda w, s: won)), step="T", turn=1)
    turn_end.run(draft)
    assert draft.state.over == won
    assert draft.state.turn == 1
