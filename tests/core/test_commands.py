"""The text form of commands: what is written reads back, and what cannot be read says why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.commands import Command, End, Form, Grammar, Part
from engine.core.errors import BadCommand
from engine.core.values import frozen
from engine.efs.commands import GRAMMAR as EFS
from engine.ocs.commands import GRAMMAR as OCS


@frozen
class March(Command):
    units: tuple[str, ...]
    to: str
    by: str = ""
    night: bool = False


@frozen
class Swap(Command):
    pairs: tuple[tuple[str, str], ...]


GRAMMAR = Grammar((
    Form("march", March, (Part("units", "names"), Part("to", "hex", "to"),
                          Part("by", "name", "by", True), Part("night", "flag", "night", True))),
    Form("swap", Swap, (Part("pairs", "pairs"),)),
    Form("end", End),
))
words = st.text("abcXYZ019/-()", min_size=1, max_size=8)
names = st.lists(words, min_size=1, max_size=3).map(" ".join)


@given(st.lists(names, min_size=1, max_size=4), words, st.one_of(st.just(""), names), st.booleans())
def test_what_is_written_reads_back(units: list[str], to: str, by: str, night: bool) -> None:
    command = March(tuple(units), to, by, night)
    assert GRAMMAR.parse(GRAMMAR.render(command)) == command


@given(st.lists(st.tuples(names, names), min_size=1, max_size=3))
def test_pairs_read_back(pairs: list[tuple[str, str]]) -> None:
    assert GRAMMAR.parse(GRAMMAR.render(Swap(tuple(pairs)))) == Swap(tuple(pairs))


def test_the_form_of_a_command_as_help_shows_it() -> None:
    assert GRAMMAR.forms[0].syntax() == "march UNITS to HEX [by UNIT] [night]"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "an empty command"),
        ("dance", "no command 'dance'; commands are march, swap, end"),
        ("march A", "expected march UNITS to HEX"),
        ("march A to", "something is missing"),
        ("march A,,B to X", "an empty name"),
        ("march A to X Y", "should be one word"),
        ("march A to X night now", "expected march"),
        ("swap A B", "write A at B"),
        ("end now", "cannot read 'end now'; expected end"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, why: str) -> None:
    with pytest.raises(BadCommand, match=why.replace("(", r"\(")):
        GRAMMAR.parse(text)


@pytest.mark.parametrize("grammar", [EFS, OCS], ids=["efs", "ocs"])
def test_every_form_of_a_series_has_fields_and_reads_its_own_syntax(grammar: Grammar) -> None:
    for form in grammar.forms:
        fields = {part.field for part in form.parts}
        assert fields <= set(form.cls.__annotations__) | set(
            form.cls.__mro__[1].__annotations__
        ), form.verb
        text = form.syntax().replace("[", "").replace("]", "")
        for shown, value in (("A at B, ...", "Q at R"), ("UNITS", "P, Q"), ("UNIT", "P"),
                             ("HEXES", "0101 0102"), ("HEX", "0101"), ("WORD", "word")):
            text = text.replace(shown, value)
        parsed = grammar.parse(text)
        assert grammar.parse(grammar.render(parsed)) == parsed
