"""The text of the commands of the Operational Combat Series, whatever is typed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.commands import Command, Part
from engine.core.errors import BadCommand, Refusal
from engine.game import Game
from engine.ocs.commands import GRAMMAR
from tests.fuzz.test_korsun import korsun

names = st.sampled_from(sorted(
    [c.name for c in korsun().counters.values()] + [a.name for a in korsun().aircraft.values()]
))
numbers = st.sampled_from([cell.id for cell in korsun().board.hexes])
words = st.sampled_from(["combat", "move", "reserve", "strat", "3", "pax", "units", "base"])
VALUES: dict[str, st.SearchStrategy[object]] = {
    "names": st.lists(names, min_size=1, max_size=5, unique=True).map(tuple),
    "name": names,
    "hexes": st.lists(numbers, min_size=1, max_size=6).map(tuple),
    "hex": numbers,
    "word": words,
    "flag": st.booleans(),
    "pairs": st.lists(st.tuples(names, numbers), min_size=1, max_size=3).map(tuple),
}
EMPTY: dict[str, object] = {
    "names": (), "name": "", "hexes": (), "hex": "", "word": "", "pairs": (),
}
MOST = 2000
"""Characters of the longest answer to a line."""


def part_values(part: Part) -> st.SearchStrategy[object]:
    """Values of one part of a command; an optional one may be empty."""
    values = VALUES[part.kind]
    if part.optional and part.kind != "flag":
        return st.one_of(st.just(EMPTY[part.kind]), values)
    return values


@pytest.mark.parametrize("form", GRAMMAR.forms, ids=lambda form: form.cls.__name__)
@settings(max_examples=25)
@given(data=st.data())
def test_every_command_reads_back_as_itself(form, data) -> None:  # type: ignore[no-untyped-def]
    """For every class of commands, with any names and hexes of the game."""
    values = {part.field: data.draw(part_values(part), part.field) for part in form.parts}
    command: Command = form.cls(**values)
    assert GRAMMAR.parse(GRAMMAR.render(command)) == command


@pytest.fixture(scope="module")
def game() -> Game:
    """A game in which nothing is ever done."""
    return Game.start(korsun(), 3)


def answered(game: Game, text: str) -> None:
    """A line is carried out and taken back, or refused in one line that changes nothing."""
    before = game.state
    try:
        game.execute(text)
    except (BadCommand, Refusal) as error:
        answer = str(error)
        assert answer.isprintable() and 0 < len(answer) <= MOST + 3, answer
    else:
        game.undo()
    assert game.state == before


@settings(max_examples=150)
@given(st.text(max_size=60))
def test_any_text_is_a_command_or_refused_in_one_line(game: Game, text: str) -> None:
    answered(game, text)


@settings(max_examples=300)
@given(
    st.sampled_from(GRAMMAR.verbs),
    st.lists(st.one_of(
        names, numbers,
        st.sampled_from(["to", "via", "at", "as", "with", "for", "from", "on", "by", ",", "kessel",
                         "-1", "0", "99999999999", "\u0663", "\u00b2", "9" * 5000, "Z1.01",
                         "a" * 20000, "\u202e", "\x1b[2J", "combat", "units", "axis"]),
    ), max_size=7),
)
def test_words_in_any_order_are_a_command_or_refused_in_one_line(
    game: Game, verb: str, rest: list[str]
) -> None:
    answered(game, " ".join([verb, *rest]))
