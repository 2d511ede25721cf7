"""Scripts: what their lines do, what they find, and how they name the first line that fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.errors import BadCommand
from engine.game import Game
from engine.players import facts, scripts
from engine.players.facts import Moment, facts_of
from tests.players.support import small_game, sumy


def failure(text: str, game: Game | None = None) -> str | None:
    """Why a script stops, on the small game."""
    return scripts.run(text, game or small_game()).failure


def test_a_script_plays_its_lines_and_logs_what_happened() -> None:
    """Comments and blank lines are passed over; each line carried out stands in the log."""
    game = small_game()
    report = scripts.run("# to the river\n\nmove Panzer to 0303  # one hex\nend\n", game)
    assert report.failure is None
    assert report.log[0] == "> move Panzer to 0303"
    assert report.log[1].startswith("  Panzer: 0203 to 0303")
    assert [entry.text for entry in game.journal] == ["move Panzer to 0303", "end"]


def test_an_unreadable_line_is_named_with_its_number() -> None:
    """The line as written, and what the grammar says of it."""
    found = failure("\nmove Panzer to 0303\nmarsch Panzer")
    assert found is not None and found.startswith("line 3: marsch Panzer: no command 'marsch'")


def test_a_refused_command_stops_the_script() -> None:
    """With the rule; the lines before it have been carried out, those after it not."""
    game = small_game()
    found = failure("move Panzer to 0303\nmove Rifle to 0603\nend", game)
    assert found is not None and found.startswith("line 2: move Rifle to 0603: BSR 10.0:")
    assert len(game.journal) == 1


def test_an_expected_refusal_changes_nothing() -> None:
    """The command is refused by the rule named, for the reason named."""
    game = small_game()
    before = game.state
    assert failure("refuse BSR 10.54: move Panzer to 0503", game) is None
    assert failure("refuse BSR 10.54: move Panzer to 0503 -- enemy combat unit", game) is None
    assert game.state is before


def test_a_wrong_refusal_is_told_with_the_right_one() -> None:
    """Another rule, another reason, or none."""
    found = failure("refuse BSR 10.65: move Panzer to 0503")
    assert found == (
        "line 1: refuse BSR 10.65: move Panzer to 0503: expected a refusal by BSR 10.65,"
        " refused by BSR 10.54: 0503 holds an enemy combat unit"
    )
    found = failure("refuse BSR 10.54: move Panzer to 0503 -- swamp")
    assert found is not None and "expected the reason 'swamp'" in found
    found = failure("refuse BSR 10.54: move Panzer to 0303")
    assert found is not None and "expected a refusal by BSR 10.54, found it allowed" in found


def test_allow_asks_without_doing() -> None:
    """The command is judged and not carried out."""
    game = small_game()
    assert failure("allow move Panzer to 0303\nexpect Panzer at 0203", game) is None
    found = failure("allow move Panzer to 0503", game)
    assert found is not None and "refused by BSR 10.54" in found


def test_undo_and_redo_are_lines_of_a_script() -> None:
    """They change the game as the keys do."""
    text = """
    move Panzer to 0303
    undo
    expect Panzer at 0203
    redo
    expect Panzer at 0303
    expect log Panzer
    """
    assert failure(text) is None


def test_named_rolls_are_used_in_order() -> None:
    """What is left over can be asked for."""
    text = "roll 5 9\nexpect rolls to come 5 9\nexpect not rolls to come nothing"
    assert failure(text) is None


@pytest.mark.parametrize(
    ("fact", "found"),
    [
        ("Panzer at 0303", "0203"),
        ("Panzer in cadre", "0203"),
        ("Grenadier steps 1", "2"),
        ("Grenadier strength 2-2-8", "4-4-8"),
        ("Panzer spent 1", "0"),
        ("Panzer left 7 1/2", "8"),
        ("Panzer has overrun", "nothing"),
        ("Army is nonop", "operational"),
        ("Rifle is untried", "tried"),
        ("Panzer is finished", "free to go on"),
        ("reach Panzer, Grenadier to 0303 left 6", "7"),
        ("reach Panzer to 0503 left 1", "out of reach"),
        ("reach Rifle to 0603 left 1", "no move (BSR 10.0: Rifle does not move in the Axis "
         "Movement phase)"),
        ("control 0203 soviet", "axis"),
        ("zoc 0403 nobody", "soviet"),
        ("interdiction 0303 1", "0"),
        ("asks soviet move", "axis move"),
        ("asks nobody", "axis move"),
        ("winner axis", "nobody yet"),
        ("turn 51", "50"),
        ("step B.2", "B.1"),
        ("weather mud", "dry"),
        ("stars axis 1", "0"),
        ("lost soviet 1", "0"),
        ("vp 3", "0"),
        ("attack on 0503 with Panzer", "no attack"),
        ("order 0503 no-retreat", "none"),
        ("cas 0503 +1", "+0"),
        ("rolled 4", "nothing"),
        ("log falls back", "nothing"),
        ("cited BSR 10.65", "nothing"),
        ("offered move Panzer to 0503", "other commands"),
    ],
)
def test_a_fact_that_fails_says_what_was_found(fact: str, found: str) -> None:
    """And its opposite holds."""
    game = small_game(control={"0203": "axis"})
    shown = failure(f"expect {fact}", game)
    assert shown is not None
    assert shown.startswith(f"line 1: expect {fact}: expected {fact}, found ")
    assert shown.endswith(found)
    assert failure(f"expect not {fact}", game) is None


def test_facts_of_a_combat_are_those_of_the_last_one() -> None:
    """Panzer and Grenadier, 12, attack Rifle, 2, in the clear: 6-1; 5, less 1, gives 2R."""
    game = small_game({"Panzer": "0403", "Grenadier": "0403", "Rifle": "0503"}, step="B.2")
    text = """
    attack 0503 with Panzer, Grenadier
    expect attack on 0503 with Grenadier, Panzer
    expect order 0503 none
    end
    roll 5
    fight 0503 with Panzer, Grenadier
    expect odds 6-1
    expect strengths 12 to 2
    expect drms -1 combined arms
    expect result - and 2R
    expect drm -1
    expect roll 5
    expect rolled 5
    expect Rifle in cadre
    expect lost soviet 1
    expect cited BSR 15.81
    expect log attacker
    expect asks axis advance
    pass
    expect rolled nothing
    """
    assert failure(text, game) is None
    assert failure("expect overrun fails", game) is not None


def test_facts_of_an_overrun() -> None:
    """Grenadier and Panzer, 12, over Rifle, 2: 6-1 is enough for Germans; a 1 succeeds."""
    game = small_game({"Panzer": "0403", "Grenadier": "0403", "Rifle": "0503"})
    text = """
    roll 1
    overrun 0503 with Panzer, Grenadier
    expect odds 6-1
    expect roll 1
    expect overrun succeeds
    expect not overrun fails
    """
    assert failure(text, game) is None


def test_a_fact_in_words_unknown_lists_the_forms() -> None:
    """A script writer sees what may be said."""
    found = failure("expect Panzer flies")
    assert found is not None and "no fact reads 'Panzer flies'" in found
    assert "UNIT at HEX" in found


@pytest.mark.parametrize(
    "fact", ["Panzer at 9999", "Pz at 0203", "stars german 1", "step Z.9", "odds 3-1", "turn"]
)
def test_a_fact_with_a_wrong_name_is_a_fault_of_the_script(fact: str) -> None:
    """It fails even under `not`, which would otherwise hide a slip of the pen."""
    with pytest.raises(BadCommand):
        facts.check(Moment(small_game()), f"not {fact}")


@pytest.mark.parametrize("series", ["efs", "ocs"])
def test_every_form_reads_itself(series: str) -> None:
    """No form is hidden by one before it in the list."""
    for fact in facts_of(series):
        text = " ".join(f"{word}x" if word.isupper() else word for word in fact.form.split())
        first = next(f for f in facts_of(series) if f.pattern.fullmatch(text))
        assert first is fact, fact.form


def test_the_tutorial_scenario_can_be_scripted() -> None:
    """A line of the printed tutorial on the real board."""
    game = Game.start(sumy(), 1)
    text = """
    expect turn 50
    expect 33/9Pz at 1208
    expect I-16 in ready
    expect asks axis interdict
    end
    expect step B.1
    expect stars axis 1
    """
    assert failure(text, game) is None


def test_the_page_for_writers_lists_every_fact() -> None:
    """With the same words as the program."""
    page = (Path(facts.__file__).parent / "README.md").read_text(encoding="utf-8")
    every = (*facts_of("efs"), *facts_of("ocs"))
    missing = [fact.form for fact in every if f"| `{fact.form}` | {fact.help} |" not in page]
    assert missing == []


def test_the_script_of_the_readme_holds() -> None:
    """A newcomer's first script of Sumy must not be refused."""
    page = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
    script = page.partition("**A scenario test**")[2].partition("```\n")[2].partition("```")[0]
    assert "activate 227 Rifle by 40 Army HQ" in script
    assert failure(script, Game.start(sumy(), 0)) is None
