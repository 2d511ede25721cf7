"""Any text survives as a word, as a line of a block and as a TOML value."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.core.plain import Block, line, plain, toml, word

AWKWARD = st.text(alphabet=st.sampled_from("a\\ \t\n\r,='\"_enu0\x00\x7f\x85\u2028\ud800é"))
TEXTS = st.text() | AWKWARD


@given(text=TEXTS)
@example("")
@example("'''")
def test_a_word_has_no_blank_comma_or_equals_sign_and_reads_back(text: str) -> None:
    found = word(text)
    assert found and not set(found) & set(" ,=\n\t'")
    assert plain(found) == text


@given(texts=st.lists(TEXTS, max_size=6))
def test_lines_of_a_block_read_back_through_toml(texts: list[str]) -> None:
    """Whatever stands in them: the end of the block, line feeds of any kind, nulls."""
    block = Block("".join(f"{line(text)}\n" for text in texts))
    written = toml({"x": block, "y": 1}).encode()
    read = tomllib.loads(written.decode())
    assert read["y"] == 1
    assert [plain(row) for row in read["x"].split("\n")[:-1]] == texts


@given(text=st.text() | AWKWARD.filter(lambda text: "\ud800" not in text))
@example("two\nlines")
@example('"""')
def test_a_text_reads_back_through_toml(text: str) -> None:
    assert tomllib.loads(toml({"x": text, "y": [text, text]})) == {"x": text, "y": [text, text]}


def test_half_a_character_becomes_the_sign_for_one_that_is_lost() -> None:
    """A file name that is no text must not make a save that cannot be read."""
    assert tomllib.loads(toml({"x": "a\ud800b"})) == {"x": "a\ufffdb"}


@given(number=st.integers(-(10**18), 10**18), flag=st.booleans())
def test_numbers_and_switches_read_back(number: int, flag: bool) -> None:
    assert tomllib.loads(toml({"n": number, "f": flag, "l": [number]})) == {
        "n": number, "f": flag, "l": [number]
    }


@pytest.mark.parametrize("text", ["\\", "\\q", "\\u12", "a\\"])
def test_an_escape_that_means_nothing_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="means nothing"):
        plain(text)
