"""Facts of the Operational Combat Series in scripts, on the opening of Korsun."""

from __future__ import annotations

from engine import catalog
from engine.core.errors import BadCommand
from engine.game import Game
from engine.players import scripts
from engine.players.coverage import Coverage, possible, report
from engine.players.facts import Moment, check
from tests.support.terminal import ROOT


def korsun() -> Game:
    """The opening with fixed dice."""
    return Game.start(catalog.load("korsun"), 3)


def failure(text: str) -> str | None:
    """Why a script stops."""
    return scripts.run(text, korsun()).failure


def test_the_opening_as_its_files_set_it_up() -> None:
    """Board, supply and counters as korsun.toml and counters.toml have them."""
    assert failure("""
    expect turn 1
    expect first soviet
    expect control B1.07 soviet
    expect control B9.07 axis
    expect dump B3.09 1 SP soviet
    expect dump B1.07 nothing
    expect hog B9.07 1
    expect hog B1.07 0
    expect base B8.08 1
    expect base B1.07 no base
    expect rail axis 2
    expect 2 Mech Bde at B1.07
    expect 2 Mech Bde mode combat
    expect 2 Mech Bde values 7-4-6
    expect 2 Mech Bde stocks full
    expect 2 Mech Bde traces 27 Army HQ
    expect not 2 Mech Bde is oos
    expect not 2 Mech Bde is fuelled
    expect 180 Inf Div is fuelled
    expect 180 Inf Div steps 3
    expect Yak-9 2 VA no. 1 at B1.12
    expect Yak-9 2 VA no. 1 is active
    """) is None


def test_fuel_modes_and_moves_can_be_told() -> None:
    """A token pays for one brigade; three hexes of a 3 MP allowance take it all."""
    assert failure("""
    end
    expect step C2
    mode 2 Mech Bde as move
    expect 2 Mech Bde values 3-3-14
    expect supply soviet 18 SP
    fuel 2 Mech Bde as single
    expect supply soviet 17 SP 3T
    expect 2 Mech Bde is fuelled
    expect reach 180 Inf Div to B7.08 left 0
    expect reach 180 Inf Div to B1.01 left out of reach
    move 180 Inf Div to B7.08
    expect 180 Inf Div spent 3
    expect 180 Inf Div left 0
    """) is None


def test_the_last_combat_can_be_told() -> None:
    """10 against 3 paid for is 3:1; a surprise roll of 7 and 1 for the ratings is none; the
    same roll is row 8 of the close 3:1 column: Ao1 Do1."""
    assert failure("""
    end
    end
    end
    end
    expect step F2
    roll 3 4 3 4
    attack B9.12 with 206 Inf Div
    pay 318 Sec Rgt
    expect strengths 10 to 3
    expect odds 3:1
    expect surprise nobody
    expect column 3:1
    expect drm +1
    expect result Ao1 Do1
    """) is None


def test_what_a_fact_finds_is_told() -> None:
    """With the value as a script would write it."""
    assert failure("expect dump B3.09 2 SP axis") == (
        "line 1: expect dump B3.09 2 SP axis: expected dump B3.09 2 SP axis, "
        "found 1 SP soviet")
    try:
        check(Moment(korsun()), "2 Mech Bde left 3")
    except BadCommand as error:
        assert "only in a movement segment" in str(error)
    else:
        raise AssertionError("no MPs are left outside movement")


def test_a_combat_is_counted_by_column_result_and_surprise() -> None:
    """The combat of above, in the tallies of a simulation."""
    game, coverage = korsun(), Coverage()
    for text in ("end", "end", "end", "end", "roll 3 4 3 4", "attack B9.12 with 206 Inf Div",
                 "pay 318 Sec Rgt"):
        before, events = game.state, game.execute(text)
        if not text.startswith("roll"):
            coverage.note(game.world, before, game.parse(text), events, game.state)
    assert coverage.seen["odds"] == {"3:1": 1}
    assert coverage.seen["results"] == {"Ao1 Do1": 1}
    assert coverage.seen["surprise"] == {"nobody": 1}
    assert coverage.seen["commands"] == {"End": 4, "Attack": 1, "Pay": 1}
    whole = possible(game.world)
    assert {"AL2", "Ao1 Do1", "Ae2 DL2o3DG"} <= whole["results"]
    assert {"Barrage", "Fuel", "Fly"} <= whole["commands"]
    assert "surprise 1/3: nobody 1" in list(report(game.world, coverage))


def test_the_script_of_the_readme_holds() -> None:
    """A newcomer's first script of Korsun must not be refused."""
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    script = page.partition("For `rasputitsa run korsun FILE`:\n\n```\n")[2].partition("```")[0]
    assert "fuel 2 Mech Bde as single" in script
    assert failure(script) is None
