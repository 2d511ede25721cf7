"""Weather (BSR 5): the roll, storms, lingering mud and snow, freezing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest
from attrs import evolve

from engine.efs import (
    control,
    declaration,
    movement,
    overrun,
    readiness,
    setup,
    terrain,
    weather,
)
from engine.efs.allowance import allowance
from engine.efs.pieces import AXIS, FLOWN, READY, REINFORCEMENT, SOVIET, AirUnit, Unit
from engine.efs.reinforcements import receive
from engine.efs.state import EfsState
from engine.efs.supply import loc_length
from engine.efs.terrain import FOOT, GREEN, MOTORIZED, MP
from engine.efs.world import Arrival, Draft, Switches, World
from tests.efs.support import (
    charts,
    counter,
    go_to,
    make_board,
    make_draft,
    make_state,
    make_world,
    plane,
    play,
    refusal,
    rolls_made,
)


def climates(world: World, table: Mapping[str, Iterable[str]], **turns: tuple[str, int]) -> World:
    """The world with other columns of the Weather Table, and turns ("t50") of the track."""
    changed = evolve(
        world.charts,
        weather_table={**world.charts.weather_table, **{k: tuple(v) for k, v in table.items()}},
        turn_track={**world.charts.turn_track, **{int(t[1:]): row for t, row in turns.items()}},
    )
    return evolve(world, charts=changed)


TEN = {
    "Dry": ["Dry", "Dry storm", "Mud", "Mud storm", "Frost", "Snow", "Snow storm", "Arctic",
            "Arctic storm", "Dry", "Mud", "Snow"],
    "Mud": ["Mud"] * 12, "Frost": ["Frost"] * 12, "Snow": ["Snow"] * 12,
}
"""A Dry column with one of everything, so that each roll shows where it was read."""


def turns(draft: Draft, *results: str, first: int = 50) -> list[tuple[str, bool]]:
    """Weather and Storm of consecutive turns with these results of the table."""
    found = []
    for turn, result in enumerate(results, first):
        condition, _, storm = result.partition(" ")
        draft.update(turn=turn)
        weather.apply_result(draft, condition, storm == "storm")
        found.append((draft.state.weather, draft.state.storm))
    return found


def after(world: World, *results: str) -> EfsState:
    """The state once these results have come in this order."""
    draft = make_draft(world)
    turns(draft, *results)
    return draft.state


# ---------------------------------------------------------------- determination (5.0-5.13)


@pytest.mark.rule("BSR 5.0")
def test_without_a_word_about_weather_it_is_dry() -> None:
    """A clear hex costs a motorized unit one MP in Dry and more in Mud, for both sides."""
    world = make_world()
    a, b = world.board.at("0203"), world.board.at("0303")
    assert make_state(world).weather == "dry"
    dry, = terrain.prices(world, make_state(world), MOTORIZED, a, b)
    mud, = terrain.prices(world, after(world, "mud"), MOTORIZED, a, b)
    assert dry.cost == MP < mud.cost


@pytest.mark.rule("BSR 5.11", "BSR 5.11a", "ESP A.1", "EFS 4.2A.1")
@pytest.mark.parametrize(
    ("climate", "condition"), [("Dry", "dry"), ("Mud", "mud"), ("Frost", "frost"), ("Snow", "snow")]
)
def test_the_climate_of_the_turn_names_the_column(climate: str, condition: str) -> None:
    """A 1 in each climate: the Dry column begins with Dry, the others hold one condition only."""
    world = climates(make_world(), TEN, t50=(climate, 0))
    draft = make_draft(world, step="A.1", turn=50, rolls=(1,))
    assert weather.determine(draft) is False
    assert draft.state.weather == condition
    assert rolls_made(draft) == [1]


@pytest.mark.rule("BSR 5.11b")
@pytest.mark.parametrize(
    ("drm", "roll", "condition"),
    [(0, 2, "dry"), (1, 2, "mud"), (1, 4, "frost"), (2, 4, "snow"), (0, 10, "dry"),
     (1, 10, "mud"), (2, 10, "snow")],
)
def test_the_turn_box_modifies_the_roll(drm: int, roll: int, condition: str) -> None:
    """+1 and +2 read one and two rows further, up to row 12."""
    world = climates(make_world(), TEN, t50=("Dry", drm))
    draft = make_draft(world, step="A.1", turn=50, rolls=(roll,))
    weather.determine(draft)
    assert draft.state.weather == condition


@pytest.mark.rule("BSR 5.11b")
def test_the_modifier_is_of_that_turn_only() -> None:
    """A 4 is Frost with +1 on GT50 and Mud with Storm without it on GT51."""
    world = climates(make_world(), TEN, t50=("Dry", 1), t51=("Dry", 0))
    draft = make_draft(world, step="A.1", turn=50, rolls=(4, 4))
    weather.determine(draft)
    assert (draft.state.weather, draft.state.storm) == ("frost", False)
    draft.update(turn=51)
    weather.determine(draft)
    assert (draft.state.rolled[-1], draft.state.storm) == ("mud", True)


@pytest.mark.rule("BSR 5.12a")
def test_the_table_has_four_columns_and_each_turn_names_one_of_them() -> None:
    assert set(charts().weather_table) == {"Dry", "Mud", "Frost", "Snow"}
    assert {climate for climate, _ in charts().turn_track.values()} <= set(charts().weather_table)


@pytest.mark.rule("BSR 5.12b")
@pytest.mark.parametrize("climate", ["Dry", "Mud", "Frost", "Snow"])
def test_the_condition_that_names_a_climate_comes_most_often_in_it(climate: str) -> None:
    """Among the rows of an unmodified die; all rows hold one of five conditions."""
    rows = [row.split()[0] for row in charts().weather_table[climate]]
    assert set(rows) <= {"Dry", "Mud", "Frost", "Snow", "Arctic"}
    counts = {name: rows[:10].count(name) for name in rows}
    assert max(counts, key=lambda name: counts[name]) == climate
    assert list(counts.values()).count(counts[climate]) == 1


@pytest.mark.rule("BSR 5.13a")
def test_the_roll_holds_for_the_whole_turn() -> None:
    """A 6 is Snow; it stays Snow in every step until the next Weather Phase."""
    world = climates(make_world(), TEN, t50=("Dry", 0), t51=("Dry", 0))
    draft = make_draft(world, step="A.1", turn=50, rolls=(6, 1))
    weather.determine(draft)
    for step in ("B.1", "C.5", "D"):
        go_to(draft, step)
        assert draft.state.weather == "snow"
    draft.update(turn=51)
    weather.determine(draft)
    assert draft.state.weather == "dry"


@pytest.mark.rule("BSR 5.13b")
def test_the_weather_is_the_same_on_the_whole_map() -> None:
    world = make_world(make_board(6, 6, terrain={"0303": "clear woods", "0404": "hill"}))
    state = after(world, "frost")
    assert {weather.column_at(world, state, h) for h in range(len(world.board))} == {"frost"}


@pytest.mark.rule("BSR 5.13c")
def test_a_storm_comes_on_top_of_the_weather_for_one_turn() -> None:
    """Snow with Storm is Snow: movement costs do not change; the next turn the Storm is over."""
    world = make_world()
    draft = make_draft(world)
    assert turns(draft, "snow storm", "snow") == [("snow", True), ("snow", False)]
    a, b = world.board.at("0203"), world.board.at("0303")
    stormy, calm = after(world, "snow storm"), after(world, "snow")
    assert terrain.prices(world, stormy, FOOT, a, b) == terrain.prices(world, calm, FOOT, a, b)


@pytest.mark.rule("BSR 5.13c", "ESP A.1.s1")
@pytest.mark.parametrize(("result", "box"), [("dry storm", FLOWN), ("dry", READY)])
def test_a_storm_grounds_ready_and_arriving_air_units(result: str, box: str) -> None:
    """The roll of 10 then leaves each in the Flown Box; without Storm nobody rolls."""
    planes = [plane("I-16"), plane("SB")]
    arrivals = (Arrival(50, SOVIET, air=("SB",)),)
    world = make_world(planes=planes, arrivals=arrivals)
    draft = make_draft(
        world, step="A.4", turn=50, rolls=(10, 10),
        air={"I-16": AirUnit("I-16", READY), "SB": AirUnit("SB", REINFORCEMENT)},
    )
    turns(draft, result)
    receive(draft)
    assert draft.state.air["SB"].box == READY
    go_to(draft, "A.5")
    readiness.run(draft)
    assert {unit.box for unit in draft.state.air.values()} == {box}


@pytest.mark.rule("BSR 5.13c")
def test_a_storm_keeps_flotillas_from_attacking() -> None:
    boat = counter("Boat", 2, 2, 16, side=SOVIET, type="flotilla", ma_class="blue")
    world = make_world(counters=[boat])
    for result, rule in (("dry storm", "BSR 15.53c"), ("dry", "")):
        state = after(world, result)
        found = declaration.attacker_problem(world, state, Unit("Boat", world.board.at("0303")))
        assert (found.rule if found else "") == rule


# ---------------------------------------------------------------- lingering mud (5.14)

WOODS = {"0303": "clear woods", "0403": "clear"}


def muddy_world() -> World:
    return make_world(
        make_board(6, 6, terrain=WOODS, sides={("0203", "0303"): "road.minor"}),
        [
            counter("Panzer", 8, 4, 7, type="armor", armor=True, ma_class="motorized"),
            counter("Rifle", 1, 1, 6, side=SOVIET),
            counter("Mortar", 0, 1, 4, type="superheavy_artillery", ma_class="green", support=5,
                    range=4),
        ],
    )


@pytest.mark.rule("BSR 5.14")
def test_mud_lingers_in_woods_on_the_dry_turn_after_mud() -> None:
    """Woods cost what they cost in Mud, clear hexes what they cost in Dry."""
    world = muddy_world()
    at = world.board.at
    lingering, mud, dry = after(world, "mud", "dry"), after(world, "mud"), after(world, "dry")
    steps = (at("0304"), at("0303"))
    for kind in (FOOT, MOTORIZED):
        wet = terrain.prices(world, mud, kind, *steps)
        assert terrain.prices(world, lingering, kind, *steps) == wet
        assert terrain.prices(world, dry, kind, *steps) != wet
    clear = (at("0304"), at("0305"))
    assert terrain.prices(world, lingering, MOTORIZED, *clear) == terrain.prices(
        world, dry, MOTORIZED, *clear
    )


@pytest.mark.rule("BSR 5.14")
def test_mud_lingers_for_one_dry_turn_only_and_after_mud_only() -> None:
    world = muddy_world()
    woods = world.board.at("0303")
    assert weather.lingers_in(world, after(world, "mud", "dry"), woods)
    assert not weather.lingers_in(world, after(world, "mud", "dry", "dry"), woods)
    assert not weather.lingers_in(world, after(world, "snow", "dry"), woods)
    assert not weather.lingers_in(world, after(world, "mud", "frost"), woods)


@pytest.mark.rule("BSR 5.14", "BSR 11.42b")
def test_no_overrun_into_woods_while_mud_lingers_there() -> None:
    world = muddy_world()
    for results, rule in ((("mud", "dry"), "BSR 11.42b"), (("dry", "dry"), "")):
        draft = make_draft(world, {"Panzer": "0304", "Rifle": "0303"})
        turns(draft, *results)
        assert refusal(draft, "overrun 0303 with Panzer", overrun) == rule


@pytest.mark.rule("BSR 5.14.x1")
def test_super_heavy_artillery_uses_no_minor_road_in_lingering_mud() -> None:
    """Over the same minor road it goes into the woods on an ordinary Dry turn."""
    world = muddy_world()
    at = world.board.at
    steps = (at("0203"), at("0303"))
    assert terrain.prices(world, after(world, "mud", "dry"), GREEN, *steps) == ()
    assert terrain.prices(world, after(world, "dry", "dry"), GREEN, *steps) != ()


# ---------------------------------------------------------------- lingering snow, ice (5.15)


@pytest.mark.rule("BSR 5.15a", "BSR 5.15a.ex1")
def test_two_frosts_in_a_row_turn_snow_to_frost() -> None:
    """GT79 Snow, GT80 Snow with Storm, GT81 Frost that is still Snow, GT82 Frost."""
    draft = make_draft(make_world())
    found = turns(draft, "snow", "snow storm", "frost", "frost", first=79)
    assert found == [("snow", False), ("snow", True), ("snow", False), ("frost", False)]


@pytest.mark.rule("BSR 5.15a")
def test_frost_that_follows_no_snow_is_frost_at_once() -> None:
    """After Dry it is Frost; a Mud turn between breaks the lingering."""
    draft = make_draft(make_world())
    assert turns(draft, "dry", "frost")[-1] == ("frost", False)
    draft = make_draft(make_world())
    assert turns(draft, "snow", "mud", "frost")[-1] == ("frost", False)


@pytest.mark.rule("BSR 5.15a")
def test_lingering_snow_has_the_effects_of_snow() -> None:
    """A Line of Communications is five hexes, not the seven of Frost."""
    world = make_world()
    assert loc_length(world, after(world, "snow", "frost")) == 5
    assert loc_length(world, after(world, "snow", "frost", "frost")) == 7


def river_world() -> World:
    return make_world(
        make_board(6, 6, sides={("0303", "0403"): "river", ("0304", "0404"): "major_river",
                                ("0302", "0402"): "lake"}),
        [counter("Foot", 4, 4, 6), counter("Rifle", 4, 4, 6, side=SOVIET)],
    )


def crossed(world: World, *results: str) -> tuple[int, int]:
    """MPs to cross the river, and how many of major river and lake can be crossed on the march."""
    state = after(world, *results)
    at = world.board.at
    price, = terrain.prices(world, state, FOOT, at("0303"), at("0403"))
    plain, = terrain.prices(world, state, FOOT, at("0303"), at("0304"))
    wide = [terrain.prices(world, state, FOOT, at(a), at(b))
            for a, b in (("0304", "0404"), ("0302", "0402"))]
    return (price.cost - plain.cost) // MP, sum(bool(w) for w in wide)


@pytest.mark.rule("BSR 5.15b.1")
def test_snow_freezes_rivers_and_lakes_until_mud_or_a_second_frost() -> None:
    """Dry: the river costs 1 and the others are closed. Frozen: nothing, and they are open."""
    world = river_world()
    open_water, ice = (1, 0), (0, 2)
    assert crossed(world, "dry") == open_water
    assert crossed(world, "snow") == ice
    assert crossed(world, "snow", "frost") == ice
    assert crossed(world, "snow", "frost", "frost")[1] == 0
    assert crossed(world, "snow", "mud")[1] == 0
    assert crossed(world, "snow", "dry")[1] == 2  # neither of the two thaws


@pytest.mark.rule("BSR 5.15b.1")
def test_a_frost_that_is_not_the_second_in_a_row_thaws_nothing() -> None:
    """Frost, Snow, Frost: the second Frost is the first in its row."""
    world = river_world()
    assert after(world, "frost", "snow", "frost").frozen
    assert not after(world, "frost", "frost").frozen
    assert not after(world, "snow", "frost", "frost").frozen


@pytest.mark.rule("BSR 5.15b.2")
def test_arctic_weather_freezes_water_for_good() -> None:
    world = river_world()
    for later in (("mud",), ("frost", "frost"), ("dry", "mud", "dry"), ("snow", "mud")):
        assert after(world, "arctic", *later).frozen
        assert not after(world, "snow", *later, "mud").frozen


@pytest.mark.rule("BSR 5.15b.2")
def test_arctic_is_read_in_the_snow_column() -> None:
    world = river_world()
    at = world.board.at
    steps = (at("0303"), at("0304"))
    assert terrain.prices(world, after(world, "arctic"), FOOT, *steps) == terrain.prices(
        world, after(world, "snow"), FOOT, *steps
    )


@pytest.mark.rule("BSR 5.15b.1", "BSR 3.43")
def test_a_zoc_crosses_a_major_river_only_while_it_is_frozen() -> None:
    world = river_world()
    hex_ = world.board.at("0404")
    for result, owner in (("dry", SOVIET), ("snow", AXIS)):
        draft = make_draft(world, {"Foot": "0304"}, control={"0404": SOVIET})
        turns(draft, result)
        control.claim_all(draft)
        assert control.controlled(world, draft.state, hex_) == owner


# ---------------------------------------------------------------- limited mud (PB 3.12)


@pytest.mark.rule("PB 3.12", "BSR 5.14")
def test_a_third_mud_in_a_row_is_dry_without_storm_in_a_dry_climate() -> None:
    """Mud, Mud, Mud with Storm: the third is Dry, and mud lingers in the woods."""
    world = climates(muddy_world(), TEN, t50=("Dry", 0), t51=("Dry", 0), t52=("Dry", 0),
                     t53=("Dry", 0))
    draft = make_draft(world, step="A.1", rolls=(3, 3, 4, 3))
    found = []
    for turn in (50, 51, 52, 53):
        draft.update(turn=turn)
        weather.determine(draft)
        found.append((draft.state.weather, draft.state.storm))
    assert found == [("mud", False), ("mud", False), ("dry", False), ("mud", False)]
    assert draft.state.rolled == ("mud", "mud", "dry", "mud")


@pytest.mark.rule("PB 3.12")
def test_a_mud_climate_has_no_such_limit() -> None:
    world = climates(make_world(), TEN, t50=("Mud", 0), t51=("Mud", 0), t52=("Mud", 0))
    draft = make_draft(world, step="A.1", rolls=(1, 1, 1))
    for turn in (50, 51, 52):
        draft.update(turn=turn)
        weather.determine(draft)
    assert draft.state.rolled == ("mud", "mud", "mud")


# ---------------------------------------------------------------- the start, and who is slowed

OFF = Switches(general_supply=False, railroads=False, surrender=False, replacements=False,
               strongpoints=False, air_transport=False)


def test_a_scenario_that_begins_in_a_players_segment_has_its_first_weather() -> None:
    """Snow with Storm on the first turn: frozen, stormy, and it lingers on the second."""
    world = make_world(switches=OFF, first_turn=80, first_segment="soviet",
                       weather={80: "snow storm"})
    state = setup.opening(world)
    assert (state.weather, state.storm, state.frozen) == ("snow", True, True)
    draft = Draft(world, state)
    weather.apply_result(draft, "frost", False)
    assert draft.state.weather == "snow"


def test_weather_changes_prices_and_not_allowances() -> None:
    world = muddy_world()
    for result in ("dry", "mud", "frost", "snow"):
        draft = make_draft(world, {"Panzer": "0304"})
        turns(draft, result)
        assert allowance(world, draft.state, draft.state.units["Panzer"]) == 7 * MP
        play(draft, "move Panzer to 0305", movement)
