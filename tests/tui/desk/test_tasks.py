"""What the tasks make of keys: the commands they build and the figures they show."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine import catalog
from engine.core.events import Event
from engine.efs.retreat import RISK, SAFE
from engine.efs.sequence import COMBAT, SEQUENCE
from engine.game import Game
from tui.desk.desk import Desk
from tui.desk.move import MoveTask, points
from tui.desk.picks import PickTask
from tui.desk.retreat import RetreatTask
from tui.panels.lines import Line, noted
from tui.panels.log import entry
from tui.panels.stack import inspector


def desk(*commands: str, seed: int = 1, **hexes: str) -> Desk:
    """A desk on Sumy after these commands, with some units put elsewhere first."""
    game = Game.start(catalog.load("sumy"), seed)
    if hexes:
        world, units = game.world, dict(game.state.units)
        for name, number in hexes.items():
            id_ = world.unit_id(name.replace("_", "/"))
            units[id_] = evolve(units[id_], hex=world.board.at(number))
        game = Game(world, evolve(game.state, units=units), 1)
    for command in commands:
        game.execute(command)
    return Desk(game)


def go(table: Desk, number: str) -> None:
    table.go(table.world.board.at(number))


def lines(table: Desk, width: int = 38) -> str:
    return "\n".join("".join(t for t, _ in one) for one in table.task.lines(width))


def test_half_points_are_written_in_three_characters() -> None:
    assert [points(n, "+") for n in (0, 1, 2, 5, 21)] == ["0", "0+", "1", "2+", "10+"]
    assert [points(n, "½") for n in (0, 1, 2, 5)] == ["0", "½", "1", "2½"]


def test_a_path_is_laid_hex_by_hex_and_taken_back_by_going_back() -> None:
    table = desk("end")
    go(table, "1208")
    task = table.task
    assert isinstance(task, MoveTask)
    task.act("pick")
    task.act("path")
    board = table.world.board
    for number in ("1307", "1408"):
        go(table, number)
    assert task.prompt() == "move 33/9Pz, 10/9Pz via 1307 1408"
    go(table, "1307")
    assert [board.id(h) for h in task.trail()] == ["1307"]
    go(table, "1408")
    task.act("accept")
    assert {board.id(table.state.units[i].hex) for i in ("de-33-9pz", "de-10-9pz")} == {"1408"}


def test_an_overrun_shows_its_odds_and_chances_before_it_is_made() -> None:
    # All of 9 Panzer, 12 attack factors, beside the 2 factors of 11+96/5 Cav at 1510: 6-1.
    table = desk(
        "end", **{"33_9Pz": "1410", "10_9Pz": "1410", "11_9Pz": "1410", "9_9Pz": "1410",
                  "131+160_5 Cav": "1708"},
    )  # fmt: skip
    go(table, "1410")
    table.task.act("pick")
    go(table, "1510")
    assert table.task.prompt().startswith("overrun 1510 with 33/9Pz")
    table.task.act("accept")
    shown = lines(table)
    assert "overrun 6-1" in shown and "12 to 2" in shown
    assert "needs 5-1" in shown
    assert "success" in shown and "%" in shown
    before = table.state
    table.task.act("back")
    assert table.state is before and lines(table) == ""


def test_the_attack_is_declared_with_the_units_left_in() -> None:
    table = desk(
        "end", "move 33/9Pz, 10/9Pz to 1408", "move 60/16M, 156/16M, 341/16M to 1409", "end"
    )
    go(table, "1508")
    task = table.task
    assert isinstance(task, PickTask)
    task.act("accept")
    assert len(task.rows()) == 5
    task.digit(0)
    assert task.prompt() == "attack 1508 with 10/9Pz, 60/16M, 156/16M, 341/16M"
    task.act("accept")
    assert [len(attack.units) for attack in table.state.attacks] == [4]
    task.act("cancel")
    assert table.state.attacks == ()


def test_a_second_hex_joins_the_attack_only_if_every_unit_borders_both() -> None:
    table = desk("end", "move 60/16M, 156/16M, 341/16M to 1409", "end",
                 **{"11+96_5 Cav": "1509"})  # fmt: skip
    go(table, "1508")
    task = table.task
    task.act("accept")
    go(table, "1509")
    task.act("join")
    # 1409 borders 1508 and 1509; 20/10M in 1407 borders neither.
    assert task.prompt().startswith("attack 1508 1509 with 60/16M")
    go(table, "1612")
    task.act("join")
    assert table.refused is not None  # no unit borders 1612


def test_reinforcements_stay_selected_when_they_have_come_on() -> None:
    table = desk(*["end"] * 6)
    assert table.ask is not None and table.side == "soviet"
    task = table.task
    assert isinstance(task, MoveTask)
    task.act("enter")
    assert table.world.board.id(table.cursor) == "2202"
    task.digit(1)
    task.act("accept")
    assert set(task.picked()) == {"su-6-1gdm", "su-175-1gdm"}


def test_undo_lets_go_of_what_was_in_hand() -> None:
    table = desk("end")
    go(table, "1208")
    table.task.act("pick")
    assert table.task.picked()
    assert table.undo()
    assert not table.task.picked()
    assert table.ask is not None and table.ask.kind == "interdict"
    assert not table.undo()


def test_what_cannot_be_read_changes_nothing_and_is_said() -> None:
    table = desk("end")
    before = table.state
    assert not table.execute("fly 33/9Pz to Moscow")
    assert table.state is before
    assert "fly" in table.notes[-1].text


def said(table: Desk) -> str:
    return table.notes[-1].text


@pytest.mark.parametrize("action", ["move", "path", "overrun", "infiltrate", "step", "march"])
def test_an_order_with_nothing_selected_says_what_to_do_first(action: str) -> None:
    table = desk("end")
    go(table, "1510")
    assert table.task.act(action)
    assert "select a stack first" in said(table)


def test_selecting_where_nobody_of_the_side_stands_is_answered() -> None:
    table = desk("end")
    go(table, "1510")
    table.task.act("pick")
    assert "no unit of yours stands here" in said(table)


def test_reinforcements_are_brought_on_only_with_one_taken() -> None:
    table = desk(*["end"] * 4)
    assert table.side == "soviet"
    task = table.task
    task.act("enter")
    assert isinstance(task, MoveTask)
    for index, row in enumerate(task.rows()):
        if row.taken:
            task.digit(index)
    task.act("accept")
    assert "take reinforcements by number" in said(table)
    assert not table.units_at(table.cursor)


def test_a_command_without_a_unit_is_not_given_and_says_so() -> None:
    table = desk()
    task = table.task
    assert isinstance(task, PickTask)
    task.act("accept")
    assert task.open
    assert not task.taken
    task.act("accept")
    assert "take at least one" in said(table)
    assert not any(u.hex >= 0 for u in table.state.air.values())


def test_an_attack_by_nobody_is_greyed_and_refused_with_its_rule() -> None:
    # 1508 has no Axis neighbour at the start; 20/10M stands in 1407 beside 1506.
    table = desk("end", "end")
    go(table, "1508")
    (enter,) = table.task.choices()
    assert enter.refusal is not None
    assert enter.refusal.rule == "BSR 15.21a"
    table.task.act("accept")
    assert table.refused is not None
    assert "adjacent" in said(table)
    go(table, "1506")
    (enter,) = table.task.choices()
    assert enter.refusal is None


def test_the_land_of_a_hex_is_told_whole_in_the_narrow_inspector() -> None:
    table = desk()
    table.game._state = evolve(table.state, interdicted={table.world.board.at("2004"): 1})
    go(table, "2004")
    shown, _ = inspector(table, 28, 15)
    text = ["".join(t for t, _ in one) for one in shown]
    assert "Interdiction Level 1" in text
    for hex_ in range(len(table.world.board.hexes)):
        table.go(hex_)
        shown, _ = inspector(table, 28, 15)
        assert not any("~" in t for one in shown for t, _ in one)


def test_a_roll_that_the_event_tells_is_not_told_twice() -> None:
    assert entry(Event("air", "roll 9 = 9, it fails", roll=9)).text == "roll 9 = 9, it fails"
    assert entry(Event("air", "no effect", roll=9)).text == "no effect (roll 9)"
    assert entry(Event("air", "roll 10 = 9", roll=1)).text == "roll 10 = 9 (roll 1)"


def test_a_retreat_tells_its_marks_and_asks_for_units_first() -> None:
    stack = "33/9Pz, 10/9Pz, 11/9Pz, 9/9Pz, 60/16M, 156/16M, 341/16M"
    table = desk(
        "end", "move 33/9Pz, 10/9Pz to 1408", "move 11/9Pz, 9/9Pz to 1408",
        "move 60/16M, 156/16M, 341/16M to 1409", "end", f"attack 1508 with {stack}",
        seed=3,
    )  # fmt: skip
    while SEQUENCE[table.state.step].key != COMBAT:
        table.execute("end")
    table.execute(f"fight 1508 with {stack}")
    while not isinstance(table.task, RetreatTask):  # a 9, which retreats the cavalry two hexes
        table.execute("pass")
    assert set(table.task.nexts().values()) == {SAFE, RISK}
    assert "? through an enemy ZOC" in lines(table, 28)
    table.task.digit(0)
    assert [choice.key for choice in table.task.choices()] == ["1-9"]
    table.task.act("accept")
    assert "by number first" in said(table)


def test_taking_a_phase_back_says_how_many_commands_that_were() -> None:
    table = desk("end", "move 33/9Pz to 1308", "move 10/9Pz to 1308", "move 619 Art to 1209")
    assert table.undo(phase=True)
    assert said(table) == "3 commands taken back"
    assert table.redo(phase=True)
    assert said(table) == "3 commands given again"
    assert [note.text for note in table.notes] == ["3 commands given again"]
    assert table.undo()
    assert table.notes == []  # one command is told by the log itself


def test_keys_without_room_give_way_to_those_that_can_be_used() -> None:
    table = desk("end")
    board = table.world.board
    table.go(board.at("1407"))
    table.task.act("pick")
    table.go(board.at("1507"))  # from ZOC to ZOC: no move, but infiltration or one hex
    whole, _ = inspector(table, 28, 18)
    assert [key for key in map(_first, whole) if key in "mis"] == ["m", "i", "s"]
    short, _ = inspector(table, 28, 8)
    assert [key for key in map(_first, short) if key in "mis?"] == ["i", "s", "m", "?"]


def test_a_remark_said_twice_over_stands_in_the_log_once() -> None:
    table = desk("end")
    for _ in range(3):
        assert not table.execute("move 619 Art to 2204")
    refused = table.notes[-1]
    assert [note for note in table.notes if note.text == refused.text] == [refused]
    assert table.execute("move 619 Art to 1209")
    assert not table.execute("move 619 Art to 2204")
    assert table.notes[-1].after > refused.after


def _first(row: Line) -> str:
    return row[0][0] if row else " "


def test_a_note_is_read_however_long_it_is() -> None:
    """The name gives way first; then the note has a line of its own."""
    left = (("1*", "key"), ("233 Tank Bde", ""))
    assert told(noted(left, "5-4-7", 27)) == ["1*233 Tank Bde        5-4-7"]
    assert told(noted(left, "5-4-7 no fuel", 27)) == ["1*233 Tank B~ 5-4-7 no fuel"]
    assert told(noted(left, "2-3-14 no fuel", 27)) == ["1*233 Tank ~ 2-3-14 no fuel"]
    assert told(noted(left, "needs one token of fuel", 27)) == [
        "1*233 Tank Bde", "  needs one token of fuel"]


def told(lines: list[Line]) -> list[str]:
    """The text of lines."""
    return ["".join(text for text, _ in one) for one in lines]


def test_beside_a_move_of_the_program_no_key_is_offered() -> None:
    """The player watches: what stands there is the hex, not what the program could order."""
    table = desk()
    go(table, "1506")
    table.task.act("pick")
    shown = [look for one in inspector(table, 28, 18)[0] for _, look in one]
    watched = [look for one in inspector(table, 28, 18, watched=True)[0] for _, look in one]
    assert "key" in shown and "key" not in watched
