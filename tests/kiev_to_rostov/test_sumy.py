"""Scenario 4, the Battle of Sumy, as it is played (PB 10.41-10.45)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from attrs import evolve

from engine import catalog
from engine.core.errors import Refusal
from engine.efs import interphase, readiness
from engine.efs.commands import Interdict
from engine.efs.pieces import AXIS, SOVIET
from engine.efs.sequence import place
from engine.efs.state import EfsState
from engine.efs.world import Draft, World
from engine.game import Game
from engine.kiev_to_rostov import sumy
from tests.efs.support import make_state
from tests.tutorial import replay

STARS = {"2204": 2, "2009": 1, "1306": 1, "1806": 1, "1703": 1, "1404": 1}


@pytest.fixture(scope="module")
def world() -> World:
    return catalog.load("sumy", dummies="seen", overlays=())


def final(world: World, axis: Iterable[str], lost: int = 0, turn: int = 53) -> EfsState:
    """The end of a turn, with the Axis in control of these star hexes and nobody on the map."""
    control = dict.fromkeys(STARS, SOVIET) | dict.fromkeys(axis, AXIS)
    return make_state(
        world, {}, air={}, step="D", turn=turn, control=control, lost={AXIS: lost, SOVIET: 9}
    )


def finished(world: World, state: EfsState) -> EfsState:
    """The state after the Interphase."""
    draft = Draft(world, state)
    interphase.run(draft)
    return draft.state


def pass_through(world: World) -> Game:
    """A game in which both sides end every step, to its end."""
    game = Game.start(world, 1)
    for _ in range(200):
        ask = game.asks
        if ask is None:
            return game
        game.execute("end" if ask.can_end else next(game.legal()))
    raise AssertionError("the game does not end")


@pytest.mark.rule("PB 10.41", "ESP A.1")
def test_four_dry_turns_without_a_weather_roll(world: World) -> None:
    game = pass_through(world)
    weather = [e for e in game.log if e.rule == "BSR 5.13a"]
    assert [e.text for e in weather] == ["Weather: Dry"] * 4
    assert [e.roll for e in weather] == [0] * 4
    assert not game.state.storm
    assert game.outcome is not None and game.state.turn == 53


@pytest.mark.rule("PB 10.43b")
def test_the_first_turn_has_no_air_readiness_and_the_others_have(world: World) -> None:
    """An air unit in the Flown Box stays there on GT50 and rolls on GT51."""
    start = Game.start(world, 1)
    flown = evolve(start.state.air["ax-he111"], box="flown")
    for turn, rolls in ((50, ()), (51, (7,))):
        state = evolve(
            start.state, turn=turn, step=place("A.4"), closing=True,
            air={**start.state.air, "ax-he111": flown},
            dice=start.state.dice.name(7) if rolls else start.state.dice,
        )
        draft = Draft(world, evolve(state, step=place("A.5")))
        readiness.run(draft)
        assert draft.state.dice.record == rolls
        assert draft.state.air["ax-he111"].box == ("ready" if rolls else "flown")


@pytest.mark.rule("PB 10.44a", "PB 10.44b", "PB 10.44c", "PB 10.44d", "PB 10.44e")
def test_no_step_ever_asks_for_what_the_scenario_leaves_out(world: World) -> None:
    """No supply, replacements, surrender, rail movement, building or air transport in a game."""
    game = Game.start(world, 1)
    kinds = set()
    verbs = set()
    for _ in range(200):
        ask = game.asks
        if ask is None:
            break
        kinds.add(ask.kind)
        verbs |= {game.render(c).split()[0] for c in game.legal()}
        game.execute("end" if ask.can_end else next(game.legal()))
    assert not kinds & {"supply", "replacements", "surrender", "engineering"}
    assert verbs <= {
        "end", "interdict", "move", "march", "attack", "cas", "fight", "activate", "enter",
        "step", "infiltrate", "overrun", "order", "support", "intercept", "pass", "cancel",
    }


@pytest.mark.rule("PB 10.44a")
def test_attacks_need_no_attack_supply_and_none_can_be_named(world: World) -> None:
    """Guns support without it and there is no DRM for want of it; naming a counter is refused."""
    game = replay.before("1510: 6 and 2 of support")
    with pytest.raises(Refusal) as refused:
        game.execute("fight 1510 with 35/25M, 119/25M support 619 Art supplied 33/9Pz")
    assert refused.value.rule == "PB 10.44a"
    game.execute("roll 6")
    game.execute("fight 1510 with 35/25M, 119/25M support 619 Art")
    game.execute("pass")
    assert not any("Attack Supply" in e.text for e in game.log)


@pytest.mark.rule("PB 10.44f", "BSR 17.22")
def test_the_farthest_hex_is_in_range_of_every_air_unit(world: World) -> None:
    """No hex of the map is closed to an interdiction mission of the He111."""
    game = Game.start(world, 1)
    numbers = [cell.id for cell in world.board.hexes]
    offered = {c.hex for c in game.legal() if isinstance(c, Interdict) and c.air == ("He111",)}
    assert offered == set(numbers)


# ---------------------------------------------------------------- victory


@pytest.mark.rule("PB 10.45a", "PB 10.45b.n1", "BSR 25.0")
@pytest.mark.parametrize(
    ("axis", "stars", "winner"),
    [
        (("2204", "2009", "1306", "1806"), 5, AXIS),
        (("2204", "2009", "1306"), 4, SOVIET),
        (("2009", "1306", "1806", "1703", "1404"), 5, AXIS),
        (tuple(STARS), 7, AXIS),
    ],
)
def test_five_of_seven_stars_win_and_sumy_counts_two(
    world: World, axis: tuple[str, ...], stars: int, winner: str
) -> None:
    state = final(world, axis)
    assert sumy.stars(world, state, AXIS) == stars
    assert sumy.stars(world, state, SOVIET) == 7 - stars
    outcome = finished(world, state).over
    assert outcome is not None and outcome.winner == winner


@pytest.mark.rule("PB 10.45b", "PB 10.45b.1")
def test_the_soviets_win_when_the_axis_is_a_star_short(world: World) -> None:
    outcome = finished(world, final(world, ("2204", "2009", "1306"))).over
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == (SOVIET, "PB 10.45b.1")


@pytest.mark.rule("PB 10.45b", "PB 10.45b.2")
@pytest.mark.parametrize(("lost", "winner"), [(5, AXIS), (6, SOVIET), (7, SOVIET)])
def test_six_lost_axis_steps_outweigh_every_star(world: World, lost: int, winner: str) -> None:
    outcome = finished(world, final(world, tuple(STARS), lost)).over
    assert outcome is not None and outcome.winner == winner
    assert outcome.rule == ("PB 10.45a" if winner == AXIS else "PB 10.45b.2")


@pytest.mark.rule("PB 10.45a")
def test_nothing_is_judged_before_the_last_turn(world: World) -> None:
    """All stars and six lost steps on GT52: the game goes on to GT53."""
    state = finished(world, final(world, tuple(STARS), 6, turn=52))
    assert state.over is None and state.turn == 53


@pytest.mark.rule("PB 10.45a", "BSR 3.13")
def test_a_star_is_friendly_without_a_unit_in_it(world: World) -> None:
    """No garrison is asked for: the last side that held the hex has it (see PB 7.21)."""
    state = final(world, ("2204",))
    assert not any(u.on_map for u in state.units.values())
    assert sumy.stars(world, state, AXIS) == 2


@pytest.mark.rule("PB 10.45b.2", "BSR 25.13")
def test_steps_missing_at_the_start_are_no_losses_of_the_scenario(world: World) -> None:
    """Four Axis units begin reduced (33/9Pz, 60, 156 and 119): none of that counts."""
    game = Game.start(world, 1)
    reduced = [u.id for u in game.state.units.values() if u.lost and u.id.startswith("de-")]
    assert len(reduced) == 4
    assert game.state.lost == {AXIS: 0, SOVIET: 0}


@pytest.mark.rule("PB 10.45b.n1")
def test_the_score_tells_stars_and_losses(world: World) -> None:
    state = final(world, ("2204", "1306"), 2)
    assert sumy.score(world, state) == "stars A3 S4  Axis lost 2/6"
