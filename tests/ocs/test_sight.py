"""Fog of war (OCS 4.8b, 4.9): what lies on top of a stack, and what combat must reveal."""

from __future__ import annotations

import pytest

from engine.ocs import sight
from engine.ocs.pieces import (
    AXIS,
    DG,
    EXHAUSTED,
    LEG,
    RESERVE,
    SOVIET,
    STRAT,
    Aircraft,
    AirUnit,
    Counter,
    Face,
)
from engine.ocs.sight import Glimpse
from engine.ocs.state import Mission
from engine.ocs.world import Draft, Options, World
from tests.ocs.yard import (
    battalion,
    division,
    headquarters,
    make_draft,
    make_world,
    play,
    regiment,
    settle,
    trucks,
    unit_at,
)

FOG = Options(fog_of_war=True, simulcast=False)


def stack(*counters: Counter, **states: object) -> tuple[World, Draft]:
    """Soviet counters in 0603; `states` gives their fields by name, such as A={"front": False}."""
    world = make_world(counters, options=FOG)
    units = {
        c.id: unit_at(world, c.id, "0603", **states.get(c.id, {}))  # type: ignore[attr-defined]
        for c in counters
    }
    return world, make_draft(world, units)


def seen(world: World, draft: Draft) -> Glimpse:
    return sight.glimpse(world, draft.state, world.board.at("0603"))


# ---------------------------------------------------------------- the order of a stack (4.8b)


@pytest.mark.rule("OCS 4.8b", "OCS 4.9a")
def test_a_unit_with_a_zoc_lies_on_top_of_stronger_ones_without() -> None:
    """The division is stronger, but in Reserve; the battalion in Combat Mode has the ZOC."""
    world, draft = stack(division("D", SOVIET), battalion("B", SOVIET), D={"marker": RESERVE})
    assert seen(world, draft) == Glimpse("B", zoc=True)


@pytest.mark.rule("OCS 4.8b")
def test_an_hq_lies_on_top_only_away_from_enemy_ground_units() -> None:
    """Next to the enemy the Replacement in Move Mode covers it; alone it is shown all the same."""
    hq, soft = headquarters("H", SOVIET), regiment("R", SOVIET, type="replacement")
    world = make_world([hq, soft, regiment("A")], options=FOG)
    moving = unit_at(world, "R", "0603", front=False)
    near = make_draft(world, {"H": "0603", "R": moving, "A": "0503"})
    assert seen(world, near) == Glimpse("R")
    alone = make_draft(world, {"H": "0603", "A": "0503"})
    assert seen(world, alone) == Glimpse("H")


@pytest.mark.rule("OCS 4.8b", "OCS 4.9a")
def test_a_fighter_lies_on_top_of_the_active_aircraft_and_inactive_ones_are_hidden() -> None:
    planes = [Aircraft("T", "T", SOVIET, "T", 1, True, 9, 20),
              Aircraft("F", "F", SOVIET, "F", 3, True, 0, 20)]
    world = make_world([regiment("R", SOVIET)], planes=planes, options=FOG)
    fields = {"bases": {"0603": (SOVIET, 2)}}
    both = make_draft(world, {"R": "0603"}, air={"T": "0603", "F": "0603"}, **fields)
    assert seen(world, both).air == "F"
    assert not seen(world, both).base, "the regiment lies on it"
    resting = AirUnit("F", world.board.at("0603"), active=False)
    grounded = make_draft(world, {"R": "0603"}, air={"T": "0603", "F": resting}, **fields)
    assert seen(world, grounded).air == "T"


@pytest.mark.rule("OCS 4.8b", "OCS 4.9a")
def test_a_hedgehog_is_always_seen_and_supply_only_where_nothing_lies_on_it() -> None:
    world = make_world([regiment("R", SOVIET)], options=FOG)
    covered = make_draft(world, {"R": "0603"}, hogs={"0603": (SOVIET, 2)},
                         dumps={"0603": (SOVIET, 9)})
    assert seen(world, covered) == Glimpse("R", zoc=True, hog=2)
    bare = make_draft(world, {}, dumps={"0603": (SOVIET, 9)}, bases={"0603": (SOVIET, 1)})
    assert seen(world, bare) == Glimpse(base=True, dump=True)


# ---------------------------------------------------------------- enemy stacks (4.9a)


@pytest.mark.rule("OCS 4.9a")
@pytest.mark.parametrize(("marker", "shown"), [
    (STRAT, "strat"), (DG, "dg"), (RESERVE, ""), ("", ""),
])
def test_of_the_top_unit_strat_dg_and_oos_are_seen(marker: str, shown: str) -> None:
    world, draft = stack(
        regiment("A", SOVIET), A={"marker": marker, "oos": True, "stock": EXHAUSTED, "front": False}
    )
    assert seen(world, draft) == Glimpse("A", shown, oos=True)


@pytest.mark.rule("OCS 4.9a")
def test_stocks_lost_steps_and_what_lies_beneath_are_not_told() -> None:
    """A full division on a battalion and trucks looks as a worn one alone does."""
    full, draft = stack(division("D", SOVIET), battalion("B", SOVIET, ar=1), trucks("T", SOVIET))
    worn, other = stack(division("D", SOVIET), D={"lost": 2, "stock": EXHAUSTED})
    assert seen(full, draft) == seen(worn, other) == Glimpse("D", zoc=True)
    hex_ = full.board.at("0603")
    assert sight.words(full, draft.state, hex_) == sight.words(worn, other.state, hex_)


@pytest.mark.rule("OCS 4.9f", "OCS 4.9a")
def test_each_side_reads_its_own_units_and_the_top_of_the_others() -> None:
    world, draft = stack(division("D", SOVIET), battalion("B", SOVIET))
    for id_, axis in (("D", True), ("B", False)):
        assert sight.may_look(world, draft.state, AXIS, id_) is axis
        assert sight.may_look(world, draft.state, SOVIET, id_)
    hex_ = world.board.at("0603")
    assert sight.hidden(world, draft.state, AXIS, hex_)
    assert not sight.hidden(world, draft.state, SOVIET, hex_)


@pytest.mark.rule("OCS 4.9f")
def test_without_fog_of_war_everything_lies_open() -> None:
    world = make_world([division("D", SOVIET), battalion("B", SOVIET)])
    draft = make_draft(world, {"D": "0603", "B": "0603"})
    assert sight.may_look(world, draft.state, AXIS, "B")
    assert not sight.hidden(world, draft.state, AXIS, world.board.at("0603"))


@pytest.mark.rule("OCS 4.9f")
def test_what_is_off_the_map_lies_open() -> None:
    world = make_world([regiment("R", SOVIET)], options=FOG)
    waiting = unit_at(world, "R", "0603")
    draft = make_draft(world, {"R": type(waiting)("R", box="arriving")})
    assert sight.may_look(world, draft.state, AXIS, "R")


# ---------------------------------------------------------------- what is revealed (4.9b-e)


def told(draft: Draft, rule: str) -> list[str]:
    return [e.text for e in draft.events if e.rule == rule]


@pytest.mark.rule("OCS 4.9b", "OCS 4.9e")
def test_combat_reveals_ratings_anti_tank_level_strength_and_every_roll() -> None:
    """8 with AR 3 against 8 with AR 2 in the open, where the defender has light anti-tank guns.

    Surprise 7 is none; Combat 7 with a DRM of +1 is 8.
    """
    world = make_world([regiment("A"), regiment("X", SOVIET, ar=2, at_level="light")])
    draft = make_draft(
        world, {"A": "0503", "X": "0603"}, step="F2", rolls=(3, 4, 3, 4),
        dumps={"0503": (AXIS, 8), "0603": (SOVIET, 8)},
    )
    play(draft, "attack 0603 with A")
    while draft.state.fighting is not None and not told(draft, "OCS 9.9"):
        play(draft, "pay X" if type(draft.state.asks[-1]).__name__ == "DefenderSupply" else
             "lead A")
    assert told(draft, "OCS 4.9b") == ["Action Rating 3 against 2, light anti-tank effect"]
    assert told(draft, "OCS 9.7")[0].startswith("8 to 8, 1:1")
    assert [e.roll for e in draft.events if e.rule in ("OCS 9.8", "OCS 9.9")] == [7, 7]
    assert "roll 7 (+1 rating) = 8" in told(draft, "OCS 9.9")[0]


@pytest.mark.rule("OCS 4.9c", "OCS 4.9e")
def test_a_barrage_reveals_points_and_shifts() -> None:
    """Two RE in the open in sight of an Axis unit: the density shift is -1 below three RE."""
    gun = regiment("G", printed=False, range=3, combat=Face(1, False, 0, 2, LEG, 9),
                   move=Face(1, False, 0, 6, LEG, 4))
    world = make_world([gun, regiment("A"), regiment("X", SOVIET)])
    draft = make_draft(world, {"G": "0503", "A": "0503", "X": "0603"}, step="F1", rolls=(3, 4),
                       dumps={"0503": (AXIS, 40)})
    play(draft, "barrage 0603 with G")
    line = next(t for t in told(draft, "OCS 10.0a") if "barrage of" in t)
    assert "9 points: roll 7" in line
    assert "(" in line, "the shifts that apply are named"


@pytest.mark.rule("OCS 4.9d")
def test_air_combat_names_all_aircraft_that_are_there() -> None:
    planes = [Aircraft("P", "P", AXIS, "F", 3, True, 0, 20),
              Aircraft("Q", "Q", SOVIET, "F", 3, True, 0, 20),
              Aircraft("R", "R", SOVIET, "T", 1, False, 5, 20)]
    world = make_world([], planes=planes)
    hex_ = world.board.at("0603")
    draft = make_draft(
        world, {}, bases={"0603": (SOVIET, 2), "0203": (AXIS, 1)},
        air={"P": "0203", "Q": "0603", "R": "0603"}, mission=Mission("sweep", AXIS, hex_, ("P",)),
    )
    settle(draft)
    assert told(draft, "OCS 4.9d") == ["over 0603: P against Q, R"]
