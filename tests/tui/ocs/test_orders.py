"""Everything that a player of Korsun orders, by keys alone, with its price shown before it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.commands import End, Pass
from engine.folders import SCENARIOS
from engine.game import Game
from engine.ocs.sequence import key
from tests.tui.ocs.support import SIZE, at_step, go
from tests.tui.screens.support import app, desk, text
from tui.app import Rasputitsa
from tui.panels.pane import Pane


def told(running: Rasputitsa) -> str:
    """Prompt, log and everything that the inspector could show, in one line."""
    task = desk(running).task
    more = ("".join(part for part, _ in one) for one in task.lines(29))
    rows = (f"{row.text} {row.note}" for row in task.rows())
    keys = (f"{choice.key} {choice.label}" for choice in task.choices())
    shown = (text(running, "prompt"), text(running, "log"), *rows, *more, *keys)
    return " ".join(" ".join(shown).split())


def listing(running: Rasputitsa) -> str:
    """The rows of the list on the screen."""
    pane = running.screen.query_one("#listing", Pane)
    return "\n".join("".join(part for part, _ in one) for one in pane.lines)


async def test_a_headquarters_without_movement_changes_its_mode_by_keys() -> None:
    running = app(at_step("C2"))
    async with running.run_test(size=SIZE) as pilot:
        await go(pilot, "B15.09")
        await pilot.press("space", "t")
        assert "Reserve (0 of 5 out), Move side" in told(running)
        await pilot.press("1")
        here = desk(running)
        assert here.state.units[here.world.unit_id("52 Army HQ")].mode == "move"


async def test_fuel_tells_its_dump_and_whom_it_moves_before_it_is_bought() -> None:
    running = app(at_step("C2"))
    async with running.run_test(size=SIZE) as pilot:
        await go(pilot, "B1.07")
        await pilot.press("space")
        assert "singly: 3T for 3 units" in told(running)
        await pilot.press("f")
        assert "233 Tank Bde: 3T from B3.09" in told(running)  # the only token dump in draw
        assert "formation 5 Mech Corps: 1 SP from B3.09; moves 3 units" in told(running)


async def test_orders_of_the_hex_stand_by_kinds_beside_the_keys_until_one_is_opened() -> None:
    """27 Army HQ and its division at Karapyshi: the HQ may be Assigned to the other Front."""
    running = app(at_step("B"))
    async with running.run_test(size=SIZE) as pilot:
        await go(pilot, "B4.12")
        here, shown = desk(running), text(running, "inspector").splitlines()
        assert [row for row in shown if row.startswith(("1", "2"))][1] == "2 assign (1)"
        assert sum("trace: " in row for row in shown) == 1  # once for the stack
        before = here.state
        await pilot.press("2")
        assert here.state is before
        assert "assign to 2nd Ukrainian Front B4.12 Karapyshi: 27 Army HQ" in told(running)
        await pilot.press("escape", "enter", "enter")  # the only kind, then its only order
        assert here.game.journal[-1].text.startswith("act assign B4.12 with 27 Army HQ")


async def test_the_stack_stands_in_the_same_place_from_hex_to_hex() -> None:
    running = app(at_step("B"))
    async with running.run_test(size=(120, 40)) as pilot:
        places = set()
        for hex_ in ("B4.12", "B6.12", "B5.11"):  # an HQ, nothing but a brigade, a hedgehog
            await go(pilot, hex_)
            rows = text(running, "inspector").splitlines()
            places |= {y for y, row in enumerate(rows) if "STACK" in row}
        assert places == {5}


async def test_a_path_laid_by_hand_tells_what_it_leaves() -> None:
    running = app(at_step("C2"))
    async with running.run_test(size=SIZE) as pilot:
        await go(pilot, "B4.08")
        await pilot.press("space", "p", "l")
        assert "1 hexes, 2 MP left" in told(running)  # a division of 3 MPs in open ground
        await pilot.press("enter")
        here = desk(running)
        unit = here.state.units[here.world.unit_id("180 Inf Div")]
        assert here.world.board.id(unit.hex) == "B5.07" or here.world.board.adjacent(
            unit.hex, here.world.board.at("B4.08"))


async def test_supply_is_loaded_and_blown_up_in_any_amount() -> None:
    running = app(at_step("C2"))
    async with running.run_test(size=SIZE) as pilot:
        await go(pilot, "B14.05")
        await pilot.press("s")
        assert "blow up 1 SP: a die destroys" in told(running)
        await pilot.press("escape", "s", "1")
        assert any("Soviet wagon 1" in e.text or "blown up" in e.text
                   for e in desk(running).game.log)


async def test_supply_goes_by_rail_where_and_as_much_as_the_player_says() -> None:
    running = app(at_step("C2"))
    async with running.run_test(size=SIZE) as pilot:
        await go(pilot, "B14.05")
        await pilot.press("I", "enter", "3", "minus", "minus")
        here = desk(running)
        assert "supply: 1 SP 2T" in told(running)
        await pilot.press("tab")
        assert "of 2 rail points" in told(running)
        before = here.state.dumps[here.world.board.at("B14.05")].tokens
        end = here.cursor
        await pilot.press("enter")
        assert here.state.dumps[end].tokens == 6
        assert here.state.dumps[here.world.board.at("B14.05")].tokens == before - 6


async def test_guns_fire_a_part_of_their_strength_paid_by_whom_the_player_names() -> None:
    running = app(at_step("F1"))
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press("tab", "enter", "minus", "minus", "a")
        here = desk(running)
        shown = told(running)
        assert "factors 6 by " in shown
        for words in ("6 points", "costs 2T", "OCS 10.0a", "column ", "paid by "):
            assert words in shown
        await pilot.press("enter")
        assert any("fire 6 points" in event.text for event in here.game.log)


async def test_another_unit_leads_an_attack() -> None:
    running = app(at_step("F2"))
    async with running.run_test(size=SIZE) as pilot:
        here = desk(running)
        for _ in here.task.stops():
            await pilot.press("tab", "enter")
            if len(here.task.rows()) > 1:
                break
            await pilot.press("escape")
        first = next(c for c in here.task.choices() if c.label.startswith("lead: ")).label
        await pilot.press("f")
        second = next(c for c in here.task.choices() if c.label.startswith("lead: ")).label
        assert first != second
        await pilot.press("enter")
        name = second.removeprefix("lead: ").rpartition(",")[0]
        assert here.game.journal[-1].text.endswith(f" lead {name}")


async def test_aircraft_carry_supply_to_another_base() -> None:
    """Ju.52 no. 1 carries 2T from Uman, twice that within half its range; a token less by `-`."""
    running = app(at_step("C2'"))
    async with running.run_test(size=SIZE) as pilot:
        here = desk(running)
        await go(pilot, "B8.08")
        await pilot.press("F")
        while "transport" not in told(running):
            await pilot.press("f")
        await pilot.press("enter")
        at = [row.id for row in here.task.rows()].index(here.world.air_id("Ju.52 no. 1"))
        await pilot.press(str(at + 1))
        assert "4T of 4T aboard" in told(running)
        assert "1 SP from A58.01 Uman" in told(running)
        await pilot.press("minus", "enter")
        mission = [e.text for e in here.game.log if "fly transport" in e.text]
        assert mission == ["Ju.52 no. 1 fly transport to B8.08 Korsun"]
        assert "tokens 3" in here.game.journal[-1].text


async def test_a_drop_tells_its_chance() -> None:
    """6 or more of two dice into a friendly open hex is 26 of 36, 72%."""
    running = app(at_step("C2'"))
    async with running.run_test(size=SIZE) as pilot:
        here = desk(running)
        await pilot.press("F")
        while "mission: drop" not in told(running):
            await pilot.press("f")
        await go(pilot, "B9.07")
        await pilot.press("enter")
        at = [row.id for row in here.task.rows()].index(here.world.air_id("Ju.52 no. 1"))
        await pilot.press(str(at + 1))
        assert "each drop needs" in told(running)


async def test_hungry_units_are_fed_by_number_and_the_bill_is_shown() -> None:
    running = app(at_step("", asks="feed"))
    async with running.run_test(size=SIZE) as pilot:
        here = desk(running)
        hungry = here.state.asks[-1].units
        assert len(hungry) > 10
        assert "0 more (1/" in told(running)
        await pilot.press("escape", "1", "2")
        shown = told(running)
        assert f"{len(hungry) - 2} go Out of Supply and roll for attrition" in shown
        assert "they eat " in shown and " from B" in shown
        before = here.state
        await pilot.press("enter")
        assert here.state is not before
        assert set(here.state.asks[-1].units) == set(hungry[2:])
        await pilot.press("w")
        assert key(here.state) != "supply" or here.state.asks[-1].__class__.__name__ != "Feed"


async def test_the_air_card_shows_bases_aircraft_and_the_price_of_a_refit() -> None:
    running = app(at_step("C2"))
    async with running.run_test(size=(80, 30)) as pilot:
        await pilot.press("A")
        shown = listing(running)
        assert "A58.01 Uman, air base 2: 5 of 6 active, refits 4 for 1T" in shown
        assert "Ju.52 no. 1: Tpt" in shown


async def test_help_lists_the_keys_of_this_series_only() -> None:
    running = app(at_step("C2"))
    async with running.run_test(size=(80, 60)) as pilot:
        await pilot.press("question_mark")
        shown = listing(running)
        assert "air missions, and back" in shown
        assert "infiltrate" not in shown


async def test_arrivals_are_placed_on_the_map_in_a_mode_of_choice() -> None:
    """Turn 2 brings a formation to either side."""
    running = app(at_step("B", turn=2))
    async with running.run_test(size=SIZE) as pilot:
        here = desk(running)
        first, second, third = (row.id for row in list(here.task.rows())[:3])
        one, two = here.world.name(first), here.world.name(second)
        assert f"place {one} at " in told(running)
        await pilot.press("2", "f", "f")
        assert f"place {one}, {two} at " in told(running)
        assert "mode: move" in told(running)
        where = here.cursor
        assert where in here.task.labels()
        await pilot.press("enter")
        for id_ in (first, second):
            assert (here.state.units[id_].hex, here.state.units[id_].mode) == (where, "move")
        assert [row.id for row in here.task.rows() if row.taken] == [third]


@pytest.mark.rule("OCS 13.6", "TTW 2.1b")
async def test_aircraft_that_arrive_are_placed_at_bases_of_their_side(tmp_path: Path) -> None:
    """Of the Stukas at Uman one is made to arrive on turn 2 by the scenario file."""
    arrival = """
[[arrival]]
source = "reconstructed"
turn = 2
side = "axis"
air = ["ax-ju87g"]

"""
    text_ = (SCENARIOS / "third_winter" / "korsun.toml").read_text(encoding="utf-8")
    assert text_.count('"ax-ju87g", ') == 1
    head, mark, tail = text_.replace('"ax-ju87g", ', "").partition("[[arrival]]")
    copy = tmp_path / "korsun.toml"
    copy.write_text(f"{head}{arrival}{mark}{tail}", encoding="utf-8")
    running = app(_axis_arrivals(copy))
    async with running.run_test(size=SIZE) as pilot:
        here = desk(running)
        numbers = {row.id: n for n, row in enumerate(here.task.rows(), 1)}
        for row in here.task.rows():
            if row.taken:
                await pilot.press(str(numbers[row.id]))
        await pilot.press(str(numbers["ax-ju87g"]))
        uman = here.world.board.at("A58.01")
        assert list(here.task.labels()) == [uman], "B8.08, in the pocket, has no trace supply"
        await pilot.press("tab")
        assert f"place {here.world.name('ax-ju87g')} at A58.01" in told(running)
        await pilot.press("enter")
        assert here.state.air["ax-ju87g"].hex == uman


def _axis_arrivals(scenario: Path) -> Game:
    """The Reinforcement Phase of the Axis on turn 2."""
    game = at_step("B", turn=2, scenario=scenario)
    while game.asks is not None and game.asks.side != "axis":
        command = Pass() if game.state.asks else End()
        game.execute(command if game.check(command) is None else next(iter(game.legal())))
    return game


async def test_orders_of_a_step_are_listed_by_kinds_and_none_is_left_out() -> None:
    running = app(at_step("C3"))
    async with running.run_test(size=SIZE) as pilot:
        here = desk(running)
        every = sum(1 for _ in here.game.legal()) - 1  # but for the end of the step
        await pilot.press("e", "e")
        rows = {row.text: int(row.note) for row in here.task.rows()}
        assert sum(rows.values()) == every
        assert rows["fly trainbust"] > 10
        await pilot.press(str(list(rows).index("fly trainbust") + 1))
        assert f"0 more (1/{(rows['fly trainbust'] - 1) // 9 + 1})" in told(running)
        await pilot.press("escape")
        assert {row.text for row in here.task.rows()} == set(rows)


async def test_an_overrun_shows_its_odds_and_its_lead_before_it_is_made() -> None:
    running = app(at_step("C2"))
    async with running.run_test(size=SIZE) as pilot:
        here = desk(running)
        overruns = [c for c in here.game.legal() if type(c).__name__ == "Overrun"]
        assert overruns, "some Soviet stack can overrun at once"
        command = overruns[0]
        units = [here.world.unit_id(name) for name in command.units]
        here.cursor = here.state.units[units[0]].hex
        await pilot.press("space")
        for row in list(here.task.rows()):  # exactly the units of the engine's offer
            if (row.id in units) != bool(row.taken):
                await pilot.press(str([r.id for r in here.task.rows()].index(row.id) + 1))
        await go(pilot, command.hex)
        await pilot.press("o")
        shown = told(running)
        for words in ("odds ", "surprise: you", "you pay", "lead: "):
            assert words in shown
        await pilot.press("enter")
        assert any(" overrun " in event.text for event in here.game.log)


async def test_the_winners_advance_by_number_and_the_stack_to_be_is_told() -> None:
    """An attack of three to one and more that ends with the hex empty: seeds until it does."""
    for seed in range(3, 12):
        game = at_step("F2", seed)
        for command in list(game.legal())[:6]:
            if type(command).__name__ == "Attack" and game.check(command) is None:
                game.execute(command)
                while game.state.asks and game.asks is not None and game.asks.kind != "advance":
                    game.execute(next(iter(game.legal())))
                if game.state.asks:
                    break
        if game.state.asks:
            break
    running = app(game)
    async with running.run_test(size=SIZE) as pilot:
        here = desk(running)
        decision = here.state.asks[-1]
        assert "no MPs, no fuel" in told(running)
        assert "of 10 RE there" in told(running)
        assert "w no (further) advance" in told(running)
        await pilot.press("escape", "1", "enter")
        assert here.state.units[decision.units[0]].hex == decision.hex


async def test_more_units_than_digits_are_paged() -> None:
    """0 turns the page where there are more than ten to choose from."""
    running = app(at_step("", asks="feed"))
    async with running.run_test(size=SIZE) as pilot:
        here = desk(running)
        first = [row.id for row in here.task.rows()]
        await pilot.press("0")
        second = [row.id for row in here.task.rows()]
        assert len(first) == 9 and not set(first) & set(second)
        await pilot.press("1")
        assert here.task.rows()[0].id == second[0]


async def test_an_aircraft_cannot_be_let_go_before_it_has_landed() -> None:
    """It flew from Tarashcha; Esc, Space and digits leave it in hand, and the log says where."""
    game = at_step("C3")
    game.execute("fly barrage B5.11 with Il-2 2 VA no. 1")
    running = app(game)
    async with running.run_test(size=SIZE) as pilot:
        here = desk(running)
        assert here.ask is not None
        assert here.ask.kind == "landing"
        await pilot.press("escape", "space", "1", "tab")
        assert "land Il-2 2 VA no. 1 at" in told(running)
        assert "E end" not in text(running, "prompt"), "a decision does not end with E"
        await pilot.press("enter")
        assert "Il-2 2 VA no. 1 lands at" in told(running)


async def test_space_takes_every_arrival_where_one_is_named() -> None:
    running = app(at_step("B'", turn=2))
    async with running.run_test(size=SIZE) as pilot:
        rows = desk(running).task.rows()
        assert [row.taken for row in rows][:2] == [1, 0]
        await pilot.press("space")
        assert all(row.taken for row in desk(running).task.rows())
        await pilot.press("space")
        assert not any(row.taken for row in desk(running).task.rows())


async def test_a_breakout_tells_its_chance_before_the_die() -> None:
    """The pocket is past its first turn: a 5 or 6."""
    running = app(at_step("C1'"))
    async with running.run_test(size=SIZE) as pilot:
        await go(pilot, "B8.08")
        await pilot.press("1")  # the kind, of which this hex has three
        assert "break out 417 Sec Rgt: 33% get away, else destroyed" in told(running)


async def test_one_token_each_for_those_of_a_stack_that_lack_fuel() -> None:
    """Cavalry needs none: a tank and an assault gun battalion are offered together."""
    running = app(at_step("C2"))
    async with running.run_test(size=SIZE) as pilot:
        await go(pilot, "B6.06")
        await pilot.press("space", "f")
        assert "60 Tank Bn, 1896 SU Bn: 2T from B8.03" in told(running)


async def test_why_nobody_flies_a_mission_is_told_and_f_passes_it_over() -> None:
    """Soviets fly no Hip Shoots; over an own stack there is nothing to sweep or to bomb either."""
    running = app(at_step("C2"))
    async with running.run_test(size=SIZE) as pilot:
        await pilot.press("F")
        await go(pilot, "B10.05")
        await pilot.press("enter")
        assert "TTW 3.2a: Soviet aircraft fly no Hip Shoots" in told(running)
        await pilot.press("f")
        assert "mission: transport" in told(running)  # past the Sweep over a hex without aircraft


async def test_who_intercepts_sees_the_mission() -> None:
    """A transport from Uman over the Soviet Yaks of Tarashcha."""
    game = at_step("C2'")
    game.execute("fly transport B8.08 with Ju.52 no. 1 tokens 2")
    running = app(game)
    async with running.run_test(size=SIZE):
        here = desk(running)
        assert here.ask is not None
        assert (here.side, here.ask.kind) == ("soviet", "intercept")
        assert "transport to B8.08 Korsun" in told(running)
        assert "Ju.52 no. 1" in told(running)
        assert "Tpt 0-0 2T" in told(running)
