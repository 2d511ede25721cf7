"""The game screen by keys, one behaviour a test."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from engine.players.random_player import RandomPlayer
from tests.saves.support import begin
from tests.tui.screens.support import app, desk, map_text, sumy, text
from tui.app import Rasputitsa, Request
from tui.panels.log import Entry, log_head, log_lines
from tui.screens.game import GameScreen
from tui.screens.listing import Listing

SIZE = (80, 24)
MOVEMENT = ("end",)
"""From the opening to the first movement phase."""


def goto(place: str) -> list[str]:
    return ["g", *place, "enter"]


async def test_space_selects_a_stack_and_enter_moves_it_to_the_cursor() -> None:
    running = app(sumy(*MOVEMENT))
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press(*goto("1208"), "space", *goto("1308"), "enter")
        board = desk(running).world.board
        assert {board.id(u.hex) for u in desk(running).units_at(board.at("1308"))} == {"1308"}
        assert len(desk(running).units_at(board.at("1308"))) == 2
        assert "1208 to 1308" in text(running, "log")


async def test_a_number_leaves_a_unit_of_the_stack_behind() -> None:
    running = app(sumy(*MOVEMENT))
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press(*goto("1208"), "space", "2", *goto("1308"), "enter")
        board = desk(running).world.board
        assert len(desk(running).units_at(board.at("1308"))) == 1
        assert len(desk(running).units_at(board.at("1208"))) == 1


async def test_the_reach_overlay_shows_what_would_be_left_in_each_hex() -> None:
    running = app(sumy(*MOVEMENT))
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press(*goto("1208"), "space")
        # 33/9Pz and 10/9Pz have 7 MP; 1308 beside them is clear: 6 are left.
        labels = desk(running).task.labels()
        assert labels[desk(running).world.board.at("1308")].text == "6"
        await pilot.press("r")
        assert desk(running).task.labels() == {}


async def test_a_refusal_names_its_rule_and_one_key_explains_it() -> None:
    running = app(sumy(*MOVEMENT))
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press(*goto("1510"), "space")
        assert "BSR" not in text(running, "log")  # Soviet units have no number for the Axis
        await pilot.press(*goto("1208"), "space", *goto("2204"), "enter")
        refused = desk(running).refused
        assert refused is not None
        assert f"! {refused.rule}" in text(running, "log")
        await pilot.press("exclamation_mark")
        assert isinstance(running.screen, Listing)
        assert refused.rule.removeprefix("BSR ") in text(running, "listing")
        await pilot.press("escape")
        assert isinstance(running.screen, GameScreen)


async def test_undo_and_redo_take_one_command_back_and_give_it_again() -> None:
    running = app(sumy(*MOVEMENT))
    async with running.run_test(size=SIZE) as pilot:
        before = desk(running).state
        await pilot.press("colon", *"move 619 Art to 1210", "enter")
        after = desk(running).state
        assert after != before
        await pilot.press("U")
        assert desk(running).state == before
        assert "undone" in text(running, "log")
        await pilot.press("R")
        assert desk(running).state == after


async def test_an_attack_shows_its_odds_and_rules_before_it_is_declared() -> None:
    moves = (
        "move 33/9Pz, 10/9Pz to 1408", "move 11/9Pz, 9/9Pz to 1408",
        "move 60/16M, 156/16M, 341/16M to 1409", "end",
    )  # fmt: skip
    running = app(sumy(*MOVEMENT, *moves))
    async with running.run_test(size=(120, 40)) as pilot:
        await pilot.press(*goto("1508"), "enter")
        shown = text(running, "inspector")
        # Rulebook PB 10.4: 18 to 3 is 6-1, with -3 from two division bonuses and combined arms.
        assert "odds 6-1" in shown and "18 to 3" in shown
        assert "net DRM -3" in shown
        assert "BSR 15.67" in shown and "BSR 15.68" in shown
        assert desk(running).state.attacks == ()
        await pilot.press("enter")
        assert len(desk(running).state.attacks) == 1
        assert "(3)!" in map_text(running)


async def test_ending_a_movement_phase_asks_once_where_units_could_still_move() -> None:
    running = app(sumy(*MOVEMENT))
    async with running.run_test(size=SIZE) as pilot:
        step = desk(running).state.step
        await pilot.press("E")
        assert desk(running).state.step == step
        assert "E again" in text(running, "log")
        await pilot.press("E")
        assert desk(running).state.step != step


async def test_a_terminal_too_small_says_so_and_recovers() -> None:
    running = app(sumy())
    async with running.run_test(size=SIZE) as pilot:
        await pilot.resize_terminal(40, 10)
        await pilot.pause()
        assert "40x10" in text(running, "small")
        await pilot.press("E")  # nothing is done blindly
        assert desk(running).ask is not None and desk(running).ask.kind == "interdict"
        await pilot.resize_terminal(*SIZE)
        await pilot.pause()
        assert "GT50" in text(running, "tracker")
        assert map_text(running).strip()


async def test_the_command_prompt_remembers_what_was_typed() -> None:
    running = app(sumy(*MOVEMENT))
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press("colon", *"move 619 Art to 1210", "enter")
        await pilot.press("colon", "up")
        assert text(running, "prompt").startswith(":move 619 Art to 1210")
        await pilot.press("escape")
        assert not text(running, "prompt").startswith(":")


async def test_the_palette_offers_what_applies_and_does_it() -> None:
    running = app(sumy(*MOVEMENT))
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press("ctrl+p", *"victory", "enter")
        assert isinstance(running.screen, GameScreen)
        assert desk(running).overlay == "victory"


async def test_the_log_jumps_to_the_hex_of_a_line() -> None:
    running = app(sumy(*MOVEMENT, "move 619 Art to 1210"))
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press(*goto("2204"), "L", "enter")
        assert desk(running).world.board.id(desk(running).cursor) == "1210"


async def test_the_end_of_the_game_is_told_with_its_reason() -> None:
    game = sumy()
    while game.asks is not None:
        legal = [game.render(c) for c in game.legal()]
        game.execute("end" if "end" in legal else "pass" if "pass" in legal else legal[0])
    running = app(game)
    async with running.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert game.outcome is not None
        # PB 10.45: the Axis never moved, so it cannot hold five stars.
        assert "Soviet victory" in text(running, "listing")
        assert game.outcome.rule in text(running, "listing")


async def test_undo_goes_back_past_the_programs_moves_to_the_players_own() -> None:
    running = app(sumy(*MOVEMENT, seed=4))
    async with running.run_test(size=SIZE) as pilot:
        screen = running.screen
        assert isinstance(screen, GameScreen)
        screen._bots = {"soviet": RandomPlayer(1)}
        while "Motorized" not in text(running, "tracker"):
            await pilot.press("E")
        mine = desk(running).state
        await pilot.press("E", "E")
        for _ in range(300):
            await pilot.pause(0.02)
            if desk(running).side == "axis":
                break
        # The Soviet player of the program has moved, and the Axis is asked again.
        assert desk(running).side == "axis" and desk(running).state is not mine
        await pilot.press("U")
        assert desk(running).state == mine


async def test_space_holds_the_programs_players_and_lets_them_go_on() -> None:
    running = app(sumy(seed=4))
    async with running.run_test(size=SIZE) as pilot:
        screen = running.screen
        assert isinstance(screen, GameScreen)
        screen._bots = {side: RandomPlayer(1) for side in ("axis", "soviet")}
        screen._go_on()
        await pilot.pause(0.1)
        await pilot.press("space")
        held = desk(running).state
        assert "paused" in text(running, "prompt")
        await pilot.pause(0.2)
        assert desk(running).state is held
        await pilot.press("space")
        await pilot.pause(0.2)
        assert desk(running).state is not held
        await pilot.press("space")


def test_the_log_counts_what_it_shows_whole_and_tells_of_the_rest() -> None:
    found = [Entry(f"event {n}", "") for n in range(1, 6)]
    rows, whole = log_lines(found, 40, 3)
    assert ["".join(t for t, _ in one) for one in rows] == ["event 3", "event 4", "event 5"]
    assert whole == 3
    long = [*found, Entry("a long event " * 4, "")] * 2  # two rows of 40
    assert log_lines(long, 40, 3)[1] == 2
    assert log_lines(long, 40, 1)[1] == 0
    for missing, told in ((0, False), (-2, False), (7, True)):
        head = "".join(t for t, _ in log_head(missing, 60, "-"))
        assert len(head) == 60
        assert ("7 more above: L shows the log" in head) == told


async def test_what_happened_since_the_last_key_is_pointed_at() -> None:
    running = app(sumy(*MOVEMENT))
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press("h")
        for number in ("1209", "1208", "1207", "1206"):  # as a player of the program does
            desk(running).execute(f"move 60/16M to {number}")
        screen = running.screen
        assert isinstance(screen, GameScreen)
        screen.sync()
        assert "1 more above: L shows the log" in text(running, "rule")
        await pilot.press("h")
        assert "more above" not in text(running, "rule")


async def test_leaving_a_game_that_the_disk_refuses_is_asked_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Rasputitsa(Request(ascii=True, saves=str(tmp_path)), begin(tmp_path, dummies="open"))

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async with running.run_test(size=SIZE) as pilot:
        with monkeypatch.context() as disk:
            disk.setattr("engine.saves.files.write", full)
            await pilot.press("E")
            assert "not saved: no space left on device" in text(running, "rule")
            await pilot.press("Q")
            assert isinstance(running.screen, GameScreen)
            assert "no space left on device; Q again leaves" in text(running, "log")
        await pilot.press("Q")  # there is room again: all is written, nothing is lost
    assert running.fault is None
    assert [path.suffix for path in tmp_path.iterdir()] == [".toml"]


async def test_what_could_not_be_saved_is_told_after_leaving_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Rasputitsa(Request(ascii=True, saves=str(tmp_path)), begin(tmp_path, dummies="open"))

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("engine.saves.files.write", full)
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press("E", "Q", "Q")
    assert "cannot be saved: no space left on device" in str(running.fault)


async def test_a_rule_can_be_looked_up_by_number_or_words() -> None:
    running = app(sumy())
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press("colon", *"rule 10.65", "enter")
        assert "EFS 10.65  Stop on entering ZOC" in text(running, "listing")
        await pilot.press("escape", "colon", *"rule zzz", "enter")
        assert "no rule is about zzz" in text(running, "listing")
        await pilot.press("escape", "colon", *"rule zone of control", "enter")
        assert "EFS 3.4  Zone of Control" in text(running, "listing")


async def test_ctrl_c_does_not_leave_and_says_what_does() -> None:
    running = app(sumy())
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press("ctrl+c")
        assert isinstance(running.screen, GameScreen)
        assert "Q leaves" in text(running, "log")


async def test_find_tells_where_an_air_unit_is_and_goes_to_its_mission() -> None:
    running = app(sumy())
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press("slash", *"He111", "enter")
        assert "He111 is in the Ready Box" in text(running, "log")
        await pilot.press("slash", *"MiG", "enter")
        assert "MiG-3 is to come" in text(running, "log")
        await pilot.press("colon", *"interdict 1510 with He111", "enter")
        await pilot.press("slash", *"He111", "enter")
        board = desk(running).world.board
        assert board.id(desk(running).cursor) == "1510"


async def test_the_victory_list_shows_how_many_stars_a_place_has() -> None:
    game = sumy()
    while game.asks is not None:
        game.execute("end" if game.asks.can_end else next(iter(game.legal())))
    running = app(game)
    async with running.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "Sumy**: " in text(running, "listing")  # PB 10.45: Sumy counts two


async def test_remarks_on_what_was_taken_back_do_not_return_among_later_events() -> None:
    running = app(sumy(*MOVEMENT))
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press("colon", *"move 619 Art to 1210", "enter", "f6")
        assert "victory hexes" in text(running, "log")
        await pilot.press("less_than_sign", "colon", *"move 20/10M to 1406", "enter")
        rows = text(running, "log").splitlines()
        assert rows[-1].startswith("20/10M: 1407 to 1406")
        assert "victory hexes" not in text(running, "log")
