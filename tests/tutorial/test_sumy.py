"""The Battle of Sumy tutorial (PB 10.4): every section of the script, and what no command shows."""

from __future__ import annotations

import pytest

from engine.core.errors import Refusal
from engine.efs import headquarters, movement, orders, reaction, zoc
from engine.efs.allowance import left
from engine.efs.modifiers import integrity
from engine.efs.pieces import AXIS
from engine.efs.state import Attack, Combat
from engine.efs.terrain import MP
from engine.game import Game
from engine.players import scripts
from tests.tutorial import replay
from tests.tutorial.replay import Section
from tui import cli


@pytest.mark.parametrize(
    "section",
    [
        pytest.param(section, id=section.title, marks=pytest.mark.rule(*section.rules))
        for section in replay.sections()
    ],
)
def test_the_narrative_holds_line_by_line(section: Section) -> None:
    """Each command is accepted and each figure of the text comes out."""
    game = replay.before(section.title)
    report = scripts.run(section.text, game)
    assert report.failure is None, "\n".join((*report.log[-8:], report.failure or ""))


def test_the_command_line_runs_the_script(capsys: pytest.CaptureFixture[str]) -> None:
    """As its first lines say; without Dummies it stops where the first is expected."""
    assert cli.main(["run", "sumy", str(replay.SCRIPT), "--dummies", "seen"]) == 0
    assert "> expect interdiction 1904 0" in capsys.readouterr().out
    assert cli.main(["run", "sumy", str(replay.SCRIPT)]) == 1
    assert "no unit is called 'Axis Dummy'" in capsys.readouterr().err


def test_no_line_of_the_script_stands_outside_a_section() -> None:
    """What the sections hold is all that the file would play."""
    inside = sum(len(section.text.splitlines()) for section in replay.sections())
    whole = replay.SCRIPT.read_text(encoding="utf-8").splitlines()
    first = next(n for n, line in enumerate(whole) if line.startswith("# == "))
    assert all(not line or line.startswith("#") for line in whole[:first])
    assert inside == len(whole) - first


def test_a_wrong_figure_would_be_found() -> None:
    """The recon spends 4 1/2 MPs to Lebedin, not 4."""
    section = next(s for s in replay.sections() if s.title.startswith("9th Panzer: 2 to 1609"))
    wrong = section.text.replace("expect 9/9Pz spent 4 1/2", "expect 9/9Pz spent 4")
    assert wrong != section.text
    failure = scripts.run(wrong, replay.before(section.title)).failure
    assert failure is not None and "expected 9/9Pz spent 4, found 4 1/2" in failure


def test_the_whole_script_leaves_no_named_roll_unused() -> None:
    """3, 9, 9, 6, 5, 5 on GT50 and 3, 6, 7, 5, 2, 10, 2 on GT51: thirteen, and no other."""
    game = replay.after("Bf109 2 at +2")
    assert game.state.dice.named == ()
    named = sum(len(e.text.split()) - 1 for e in game.journal if e.text.startswith("roll "))
    assert game.state.dice.drawn == named == 13


# ---------------------------------------------------------------- what no command shows


def distance(game: Game, a: str, b: str) -> int:
    board = game.world.board
    return board.distance(board.at(a), board.at(b))


def hex_of(game: Game, name: str) -> str:
    return game.world.board.id(game.state.units[game.world.unit_id(name)].hex)


@pytest.mark.rule("PB 10.4.ex5", "BSR 14.34", "BSR 22.11")
def test_the_hq_with_its_one_command_point_is_too_far_from_both_defenders() -> None:
    """Command 1, range 4; 1508 and 1510 are farther than that from 1904."""
    game = replay.after("Both attacks are declared")
    world, state = game.world, game.state
    hq = state.units[world.unit_id("40 Army HQ")]
    assert headquarters.command_value(world, state, hq) == 1
    assert headquarters.RANGE == 4
    assert hex_of(game, "40 Army HQ") == "1904"
    for target in ("1508", "1510"):
        assert distance(game, "1904", target) > 4
        _, problem = orders.soviet_hq(world, state, (world.board.at(target),), "")
        assert problem is not None and problem.rule == "BSR 14.34"


@pytest.mark.rule("PB 10.4.ex5", "BSR 14.11")
def test_1_tank_is_in_command_but_four_hexes_from_the_attack() -> None:
    """Within 4 hexes of the HQ; 4 hexes from 1508, where 3 is the limit."""
    game = replay.after("Both attacks are declared")
    tank = game.state.units[game.world.unit_id("1 Tk Bde")]
    assert distance(game, hex_of(game, "1 Tk Bde"), "1904") <= 4
    assert distance(game, hex_of(game, "1 Tk Bde"), "1508") == 4
    problem = reaction.eligible(game.world, game.state, tank)
    assert isinstance(problem, Refusal) and problem.rule == "BSR 14.11"


@pytest.mark.rule("PB 10.4.ex2")
def test_who_qualifies_for_division_integrity() -> None:
    """9th Panzer with two of its others, then 16th Motorized beside it; 25th and 10th never do."""
    game = replay.after("Both attacks are declared")
    world = game.world

    def bonus(*names: str) -> tuple[str, ...]:
        ids = tuple(world.unit_id(name) for name in names)
        return integrity(world, game.state, Combat(Attack((world.board.at("1508"),)), ids))

    motorized = ("60/16M", "156/16M", "341/16M")
    assert bonus("33/9Pz", "10/9Pz", "11/9Pz") == ("9 Pz",)
    assert bonus("33/9Pz", "10/9Pz", "9/9Pz") == ("9 Pz",)
    assert bonus("33/9Pz", "10/9Pz") == ()
    assert bonus("33/9Pz", "10/9Pz", "11/9Pz", *motorized) == ("9 Pz", "16 M")
    assert bonus("33/9Pz", "10/9Pz", "11/9Pz", *motorized[:2]) == ("9 Pz",)
    assert bonus(*motorized) == ()
    assert bonus("35/25M", "119/25M", "20/10M") == ()
    assert bonus("33/9Pz", "10/9Pz", "11/9Pz", "35/25M", "119/25M", "20/10M") == ("9 Pz",)


@pytest.mark.rule("PB 10.4.ex17")
def test_129_tank_and_72_108_cannot_reach_a_zoc_of_16th_motorized() -> None:
    """They lack the MPs to cross the unbridged river; 1306, held by 20/10M, is another matter."""
    game = replay.before("The HQ activates 227 Rifle")
    world, state = game.world, game.state
    board = world.board
    near = {
        board.id(n)
        for name in ("60/16M", "341/16M")
        for n in board.neighbors(board.at(hex_of(game, name)))
        if zoc.projects(world, state, board.at(hex_of(game, name)), n)
    }
    assert {"1407", "1506", "1508", "1607"} <= near
    for name in ("129 Tk Bde", "72+108/9 Cav"):
        who = movement.party(world, state, (world.unit_id(name),))
        assert isinstance(who, movement.Party)
        reached = {board.id(h) for h in movement.reach(world, state, who).ways}
        assert not reached & near
    who = movement.party(world, state, (world.unit_id("129 Tk Bde"),))
    assert isinstance(who, movement.Party)
    assert board.at("1305") in movement.reach(world, state, who).ways


@pytest.mark.rule("PB 10.4.ex19", "PB 10.4.ex20")
def test_only_341_16m_can_react() -> None:
    """The regiments of 16th Motorized stand in the cavalry's ZOC; the others are too far."""
    game = replay.before("Only the recon of 16th Motorized reacts")
    assert game.actors() == ("341/16M",)
    world, state = game.world, game.state
    assert distance(game, hex_of(game, "341/16M"), "1306") == 3
    assert left(world, state, state.units[world.unit_id("341/16M")]) == 4 * MP + 1
    assert zoc.in_zoc(world, state, world.board.at("1507"), "soviet")


@pytest.mark.rule("PB 10.4.ex21", "BSR 15.58")
def test_the_soviet_attackers_are_out_of_command() -> None:
    """1305 and 1406 lie more than 4 hexes from 1904: no order for the attack on 1306."""
    game = replay.before("9 against 6 is 3-2")
    world, state = game.world, game.state
    for start in ("1305", "1406"):
        assert distance(game, "1904", start) > 4
    hexes = tuple(world.board.at(h) for h in ("1305", "1406"))
    assert orders.soviet_hq(world, state, hexes, "")[1] is not None


@pytest.mark.rule("PB 10.4.ex22")
def test_only_1_tank_attacks_without_a_river_between() -> None:
    """1305-1306 is a river hexside and 1406-1306 is not, so the defenders have no river DRM."""
    board = replay.world().board
    assert "river" in board.side(board.at("1305"), board.at("1306"))
    assert "river" not in board.side(board.at("1406"), board.at("1306"))


@pytest.mark.rule("PB 10.4.ex24", "BSR 16.41b")
def test_1007_is_three_hexes_from_1306_and_a_safe_way_had_to_be_taken() -> None:
    game = replay.before("The Soviet player leads both units")
    assert distance(game, "1306", "1007") == 3
    ways = [c.via for c in game.legal() if hasattr(c, "via") and len(c.units) == 2]
    assert ("1207", "1107", "1007") in ways
    assert all(len(way) == 3 for way in ways)
    soviet = zoc.sources(game.world, game.state, "soviet")
    assert all(game.world.board.at(h) not in soviet for way in ways for h in way)


@pytest.mark.rule("PB 10.4.ex29", "BSR 13.24", "BSR 22.12")
def test_the_hq_keeps_its_order_its_activation_and_its_reaction() -> None:
    """1904 is not interdicted: one point for each of the three."""
    game = replay.after("Bf109 2 at +2")
    world, state = game.world, game.state
    hq = state.units[world.unit_id("40 Army HQ")]
    uses = (headquarters.ORDER, headquarters.ACTIVATE, headquarters.REACT)
    assert [headquarters.points_left(world, state, hq, use) for use in uses] == [1, 1, 1]


def test_the_stars_after_the_first_turn() -> None:
    """Lebedin was taken and Nedrigaylov lost to the ZOCs of its attackers (BSR 3.21a)."""
    game = replay.after("The Activated marker goes")
    board = game.world.board
    assert game.state.control[board.at("2009")] == AXIS
    assert game.state.control[board.at("1306")] == "soviet"
    assert "A1 S6" in game.world.hooks.score(game.world, game.state)
