"""What play has used, and what it could use."""

from __future__ import annotations

from engine.efs.commands import Activate, Cas, Fight, Move, Role
from engine.players.coverage import Coverage, possible, report, types_of, unit_types
from tests.players.support import small_game, small_world, sumy


def test_a_command_uses_the_types_of_the_units_that_it_names() -> None:
    """Units, guns, headquarters and air units alike; unknown names have no type."""
    world = small_world()
    assert unit_types(world, Move(("Panzer", "Grenadier"), "0303")) == (
        "axis armor", "axis motorized_infantry")
    assert unit_types(world, Activate("Rifle", "Army")) == ("soviet infantry", "soviet hq")
    assert unit_types(sumy(), Cas("1508", ("I-16", "He111"))) == ("air F", "air B")
    assert unit_types(sumy(), Role("I-16", "firing")) == ("air F",)
    assert unit_types(sumy(), Fight("1510", ("35/25M",), (sumy().name("de-art619"),))) == (
        "axis motorized_infantry", "axis artillery")
    assert types_of(world, ("fighter group",)) == ()


def test_a_combat_is_counted_by_odds_row_results_and_modifiers() -> None:
    """12 to 2 is 6-1; a 5 less 1 for combined arms is row 4: no loss, 2R."""
    game = small_game({"Panzer": "0403", "Grenadier": "0403", "Rifle": "0503"}, step="B.2")
    coverage = Coverage()
    for text in ("attack 0503 with Panzer, Grenadier", "end", "roll 5",
                 "fight 0503 with Panzer, Grenadier"):
        before, events = game.state, game.execute(text)
        if text != "roll 5":
            coverage.note(game.world, before, game.parse(text), events, game.state)
    assert coverage.seen["odds"] == {"6-1": 1}
    assert coverage.seen["rows"] == {"4": 1}
    assert coverage.seen["results"] == {"A -": 1, "D 2R": 1}
    assert coverage.seen["modifiers"] == {"combined arms": 1}
    assert coverage.seen["decisions"] == {"Advance": 1}
    assert coverage.seen["commands"] == {"Declare": 1, "End": 1, "Fight": 1}
    assert coverage.seen["rules"]["BSR 15.81"] == 1


def test_a_move_is_counted_by_the_terrain_it_ends_in() -> None:
    """And by the hexside of a single step."""
    game = small_game()
    coverage = Coverage()
    before, events = game.state, game.execute("move Panzer to 0303")
    coverage.note(game.world, before, game.parse("move Panzer to 0303"), events, game.state)
    assert coverage.seen["terrain"] == {"clear": 1}


def test_rarity_falls_with_use() -> None:
    """The rarest of several names counts."""
    coverage = Coverage()
    assert coverage.rarity("terrain", ["swamp"]) == 1.0
    coverage.seen["terrain"].update({"clear": 9, "hill": 1})
    assert coverage.rarity("terrain", ["clear"]) == 0.1
    assert coverage.rarity("terrain", ["clear", "hill"]) == 0.5
    assert coverage.rarity("terrain", []) == 0.0


def test_games_add_up_and_what_is_missing_is_named() -> None:
    """The report lists what occurred with its count, then what did not."""
    total, one = Coverage(), Coverage()
    one.seen["terrain"].update({"clear": 2})
    total += one
    total += one
    lines = list(report(sumy(), total))
    assert "terrain 1/5: clear 4" in lines
    assert "  not used: city, hill, town, woods" in lines
    assert possible(sumy())["terrain"] == {"city", "clear", "hill", "town", "woods"}
