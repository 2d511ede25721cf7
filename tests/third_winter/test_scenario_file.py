"""A scenario file sets every state that the rules of the game know, and its faults are told."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from engine import catalog
from engine.core.commands import Command, End
from engine.game import Game
from engine.ocs import weather
from engine.ocs.pieces import ARRIVING, DEAD, GONE, POOL, RE
from engine.ocs.validate import validate
from engine.ocs.world import Draft, World
from engine.third_winter import rvgk
from engine.third_winter.state import BLOWN, MOVING, TOTTERING, Kampfgruppe, edge, own
from engine.third_winter.truck_extenders import MARK
from tests.catalog.support import line_with
from tests.ocs import yard

FILE = Path(__file__).with_name("campaign.toml")


@cache
def bend() -> World:
    world = catalog.load(FILE)
    assert isinstance(world, World)
    return world


def at(number: str) -> int:
    return bend().board.at(number)


def fresh(seed: int = 1) -> Game:
    return Game.start(bend(), seed)


def test_it_has_no_fault_and_its_opening_is_sound_and_saved_whole() -> None:
    assert catalog.check([FILE]) == []
    game = fresh()
    assert validate(bend(), game.state) == []
    dumper = game.series.dumper()
    text = dumper.text(bend(), game.state)
    assert dumper.load(bend(), tomllib.loads(text)) == game.state


def play_to(game: Game, turn: int, seed: int = 1) -> None:
    """Random legal commands until a turn begins, the state sound after each."""
    dice, commands = Random(seed), 0
    while game.outcome is None and game.state.turn < turn:
        if dice.random() < 0.4 and game.check(End()) is None:
            command: Command = End()
        else:
            command = dice.choice(list(islice(game.legal(), 80)))
        game.execute(command)
        commands += 1
        assert validate(game.world, game.state) == [], game.render(command)
        assert commands < 4000, "no end"


@pytest.mark.rule("TTW 1.4a", "TTW 1.5b", "TTW 1.5a")
def test_bridges_repairs_and_ferries() -> None:
    game = own(fresh().state)
    bridge = edge(at("D45.26"), at("D44.25"))
    assert (game.bridges[bridge], game.repairs[bridge], game.repairers[bridge]) == (
        BLOWN, 2, "soviet")
    assert game.ferries == {at("D38.27"): "sov-pon-3"}


@pytest.mark.rule("TTW 1.4b", "TTW 1.8.1")
def test_the_weather_before_the_first_turn_counts_for_the_ice_of_the_dnepr() -> None:
    """Thaw, Freeze, Freeze before a first turn of Freeze: Ice from the second turn on."""
    game = fresh()
    assert game.state.grounds == ("thaw", "freeze", "freeze", "freeze")
    assert (game.state.ground, game.state.flight) == ("freeze", "limited")
    assert not own(game.state).ice
    play_to(game, 2)
    assert own(game.state).ice


@pytest.mark.rule("TTW 1.8.1", "TTW 1.8")
def test_the_weather_of_the_first_turn_is_given_and_that_of_the_others_rolled() -> None:
    """Turn 2 is 5 March: its ground and flight bring three dice of their own."""
    assert bend().scenario.weather == {1: ("freeze", "limited")}
    rolled = [yard.make_draft(bend(), turn=turn, step="P1") for turn in (1, 2)]
    for draft in rolled:
        weather.determine(draft)
    told = [[e.roll for e in d.events if e.kind == "weather"] for d in rolled]
    assert told[0] == [0, 0]
    assert all(told[1])


@pytest.mark.rule("TTW 3.3", "TTW 3.3b.A", "TTW 3.4b", "TTW 2.2b.4")
def test_fronts_boundaries_and_markers() -> None:
    """Turn 1 is 1 March: 26 February was turn 0, 5 February, six turns before it, turn -6."""
    game = own(fresh().state)
    first, second = game.fronts["front-1-ukr"], game.fronts["front-2-ukr"]
    assert (first.posture, first.since, first.barrage_ready) == ("regrouping", -6, 3)
    assert first.armies == ("hq-sov-4-gd", "hq-sov-38")
    assert (second.posture, second.since, second.hex) == ("offensive", 0, at("D48.29"))
    assert game.boundaries == (
        ("front-1-ukr", "front-2-ukr", at("D37.28"), at("D30.28"), 0),)
    assert game.airlifted == {"luftflotte-4"}


@pytest.mark.rule("TTW 3.5", "TTW 3.5d.B", "TTW 3.6")
def test_the_rvgk_and_the_truck_extenders() -> None:
    state = fresh().state
    assert rvgk.contents(state, "rvgk-1") == ("3-tank-corps-50-tank-bde", "sov-136-rd")
    assert rvgk.section(bend(), state, "sov-136-rd") == rvgk.REBUILDING
    assert own(state).truck_extenders == (MOVING, at("D48.30"))
    assert state.extenders[at("D48.30")] == MARK


@pytest.mark.rule("OCS 12.7", "OCS 12.7d")
def test_an_extender_that_stands_at_the_start_becomes_five_trucks_when_it_is_dissolved() -> None:
    state = fresh().state
    assert state.extenders[at("D29.25")] == "axis truck"
    made = [i for i, u in bend().scenario.units.items() if u.began == at("D29.25")]
    assert all(state.units[i].box == POOL for i in made)
    assert len(made) == 5 and not {"axis-truck-1", "axis-truck-2"} & set(made)
    draft = Draft(bend(), state)
    yard.go_to(draft, "C2")
    draft.update(first="axis", asks=())
    yard.play(draft, "extend D29.25 truck back")
    assert sum(u.hex == at("D29.25") for u in draft.state.units.values()) == 5
    assert at("D29.25") not in draft.state.extenders


@pytest.mark.rule("TTW 2.3a", "TTW 2.3b.E", "TTW 2.4a", "TTW 2.4e")
def test_hqs_on_their_way_back_fortresses_and_kampfgruppen() -> None:
    game = own(fresh().state)
    assert game.kessel_back == {"hq-kessel-1": 3}
    assert game.rebuilt == ((0, "hq-iii-pz"),)
    assert game.fortresses == {"Kremenchug"}
    assert game.kampfgruppen == {"kg-2": Kampfgruppe(at("D30.25"), ("1-pz-div-1-pg-rgt",))}
    assert game.withdrawn == ((3, ("1-pz-div-113-pg-rgt",)),)


@pytest.mark.rule("TTW 2.5b", "TTW 2.5c", "TTW 1.3", "TTW 2.1a", "TTW 1.9", "TTW 5.0a")
def test_allies_events_debts_and_points_of_the_turns_before() -> None:
    world = bend()
    game = world.hooks.opening(world)
    assert (game.rumania, game.rumania_exits) == (TOTTERING, 2 * RE)
    assert (game.rumania_box, game.rumania_tokens) == ({"ax-he111-2"}, 5)
    assert game.hungary_free
    assert game.lost_sources == {"D44.24"}
    assert game.happened == {"dispute", "crisis_off_map"}
    assert (game.no_offensive_until, game.last_first, game.initiative_next) == (2, "axis", True)
    assert game.owed == {"axis": 6}
    assert game.awarded == {"poltava": -1, "axis_army_hq": 2}
    assert world.scenario.vp == 1
    assert world.scenario.switches == dict.fromkeys(
        ("events", "replacements", "supply_table", "panzer_loss"), True)


@pytest.mark.rule("TTW 1.7a", "TTW 1.7b", "TTW 1.7c", "TTW 1.2")
def test_pieces_replacements_and_gauge() -> None:
    world, scenario = bend(), bend().scenario
    boxes = {i: u.box for i, u in scenario.units.items() if not u.on_map}
    assert boxes["de-57-div"] == DEAD
    assert boxes["sov-202-rd"] == ARRIVING
    assert boxes["sov-136-rd"] == POOL
    assert scenario.air["ax-ju87d-1"].box == DEAD
    assert scenario.air["ax-he111-1"].box == ARRIVING
    assert scenario.air["ax-bf109g-1"].lost == 1
    assert scenario.units["1-pz-div-truck"].load == 0
    assert not scenario.units["1-pz-div-1-pg-rgt"].front
    assert "axis-truck-2" in world.counters and boxes["axis-truck-2"] == POOL
    assert scenario.sides["axis"].repls == ("pax", "tiger")
    assert scenario.gauge[at("D40.26")] == "axis" and scenario.gauge[at("D41.26")] == "soviet"
    assert scenario.extenders["axis truck"] == 2
    assert fresh().state.drop_plans == (("sov-1-gabnb", 3, at("D30.28")),)


@pytest.mark.rule("TTW 1.7c.s2")
def test_withdrawals_take_units_and_aircraft_on_their_turn() -> None:
    game = fresh()
    play_to(game, 3)
    alike = ("de-88-div", "de-57-div")  # the dead one has the same factors: the owner's choice
    assert [game.state.units[i].box for i in alike].count(GONE) == 1
    assert game.state.air["ax-bf109g-1"].box == GONE


@pytest.mark.parametrize("seed", [2, 3])
def test_random_players_get_through_it_by_what_is_offered(seed: int) -> None:
    game = fresh(seed)
    play_to(game, 4, seed)
    assert game.outcome is not None or game.state.turn == 4


@pytest.mark.parametrize(("old", "new", "why"), [
    ('state = "blown"', 'state = "blwon"', "'blwon' should be one of blown, kept, repaired"),
    ('sides = ["D45.26", "D44.25"]', 'sides = ["D45.26", "D40.25"]', "share a hexside"),
    ('events = true', 'evnts = true', "unknown key; did you mean events?"),
    ('turns = [["freeze", "limited"]]', 'turns = [["frost", "limited"]]',
     "'frost' should be one of dry, mud, freeze, thaw"),
    ('turns = [["freeze", "limited"]]', 'turns = [["freeze", "limitd"]]', "did you mean limited?"),
    ('turns = [["freeze", "limited"]]', 'turns = [["freeze"]]', "should be a pair"),
    ('turns = [["freeze", "limited"]]', 'turns = "freeze"', "at most 4 pairs"),
    ('before = ["thaw", ', 'before = ["thew", ', "did you mean thaw?"),
    ('kind = "truck"\nhex = "D29.25"', 'kind = "wagon"\nhex = "D29.25"', "there are 0 counters"),
    ('kind = "truck"\nhex = "D29.25"', 'kind = "lorry"\nhex = "D29.25"',
     "'lorry' should be one of truck, wagon"),
    ('side = "axis"\nkind = "truck"\nhex = "D29.25"',
     'side = "soviet"\nkind = "truck"\nhex = "D29.25"', "Special Truck Extenders"),
    ('units = ["de-88-div"]\nair', 'units = ["de-87-div"]\nair', "no counter 'de-87-div'"),
    ('air = ["ax-bf109g-1"]\n\n', 'air = ["ax-bf109g-77"]\n\n', "no such aircraft"),
    ('marker = "rvgk-1"\nunits', 'marker = "rvgk-3"\nunits', "'rvgk-3' should be one of"),
    ('unit = "hq-kessel-1"', 'unit = "hq-iii-pz"', "'hq-iii-pz' is no Kessel HQ"),
    ('unit = "sov-1-gabnb"', 'unit = "sov-240-rd"', "'sov-240-rd' is no unit that drops"),
    ('cities = ["Kremenchug"]', 'cities = ["Kremenchuk"]', "did you mean Kremenchug?"),
    ('places = ["moving", "D48.30"]', 'places = ["moving"]', "should name 2 places"),
    ('happened = ["dispute", "', 'happened = ["disput", "', "did you mean dispute?"),
    ('armies = ["4 Gd", "38"]', 'armies = ["4 Gd", "388"]', "no Soviet Army HQ '388'"),
    ('since = "1944-02-05"', 'since = "5 February"', "'5 February' is no day"),
    ('near = ["front-1-ukr", "rvgk-1"]', 'near = ["front-5-ukr"]', "'front-5-ukr' is no HQ"),
    ('rule = "campaign"', 'rule = "campain"', "did you mean campaign?"),
    ('awarded = { poltava', 'awarded = { poltawa', "unknown key; did you mean poltava?"),
    ('standing = "tottering"', 'standing = "shaky"', "'shaky' should be one of loyal"),
    ('axis = ["D40.26", "D39.26"]', 'axis = ["D40.28"]', "D40.28 has no railroad"),
    ('lost = { sov-136-rd = 1 }', 'lost = { sov-137-rd = 1 }', "is not one of these units"),
    ('mode = "move"', 'mode = "march"', "'march' should be one of combat, move"),
    ('axis = ["pax", "tiger"]', 'axis = ["eq"]', "'eq' should be one of pax, ally, tiger"),
])
def test_a_fault_is_told_with_its_line(tmp_path: Path, old: str, new: str, why: str) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / "campaign.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    faults = catalog.check([path])
    assert [f for f in faults if why in f.why], [str(f) for f in faults]
    lines = {f.line for f in faults if why in f.why}
    first = line_with(path, new.splitlines()[0])
    assert any(first - 6 <= line <= first + 1 for line in lines), (lines, first)
