"""Properties that hold for anything: geometry, the text of commands, undo, replay."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import hexes
from engine.core.commands import Command, Part
from engine.core.dice import Dice
from engine.core.errors import BadCommand
from engine.core.hexes import STEPS, Point, distance, opposite
from engine.efs.commands import GRAMMAR
from engine.game import Game
from engine.players.random_player import RandomPlayer
from tests.players.support import sumy

# ---------------------------------------------------------------- geometry

points = st.builds(
    lambda column, row: hexes.doubled(column, row), st.integers(-40, 40), st.integers(-40, 40)
)


@given(points, points, points)
def test_distance_is_a_distance(a: Point, b: Point, c: Point) -> None:
    """Zero only to itself, the same both ways, never shorter by a detour."""
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(points, st.integers(0, 5))
def test_a_step_is_one_hex_and_the_opposite_leads_back(a: Point, direction: int) -> None:
    """And the two hexes share the hexside."""
    dx, dy = STEPS[direction]
    b = (a[0] + dx, a[1] + dy)
    back = STEPS[opposite(direction)]
    assert distance(a, b) == 1
    assert (b[0] + back[0], b[1] + back[1]) == a


@given(points, points)
def test_some_step_always_leads_nearer(a: Point, b: Point) -> None:
    """By exactly one hex, so that distance counts the hexes of a straight way."""
    if a != b:
        nearest = min(distance((a[0] + dx, a[1] + dy), b) for dx, dy in STEPS)
        assert nearest == distance(a, b) - 1


@given(st.integers(1, 60), st.integers(1, 60), st.booleans())
def test_no_two_printed_numbers_are_one_hex(column: int, row: int, north: bool) -> None:
    """Whether the rows are counted from the north or from the south; columns are straight."""
    here = hexes.doubled(column, row, from_north=north)
    below = hexes.doubled(column, row + 1, from_north=north)
    assert here[0] == column and distance(here, below) == 1


@given(st.data())
def test_the_board_agrees_with_the_geometry(data: st.DataObject) -> None:
    """Neighbours, hexsides from both sides, and distances on the Sumy sheet."""
    board = sumy().board
    a = data.draw(st.integers(0, len(board) - 1))
    for b in board.neighbors(a):
        assert board.adjacent(a, b) and a in board.neighbors(b)
        way, back = board.direction(a, b), board.direction(b, a)
        assert way is not None and back == opposite(way)
        assert board.side(a, b) == board.side(b, a)
    far = data.draw(st.integers(0, len(board) - 1))
    assert (board.direction(a, far) is not None) == (far in board.neighbors(a))


# ---------------------------------------------------------------- the text of commands

names = st.sampled_from(sorted(c.name for c in sumy().counters.values()))
numbers = st.sampled_from([cell.id for cell in sumy().board.hexes])
words = st.sampled_from(["no-retreat", "additional-retreat", "none", "mission", "firing"])
VALUES: dict[str, st.SearchStrategy[object]] = {
    "names": st.lists(names, min_size=1, max_size=5, unique=True).map(tuple),
    "name": names,
    "hexes": st.lists(numbers, min_size=1, max_size=6).map(tuple),
    "hex": numbers,
    "word": words,
    "flag": st.booleans(),
    "pairs": st.lists(st.tuples(names, names), min_size=1, max_size=3).map(tuple),
}
EMPTY: dict[str, object] = {"names": (), "name": "", "hexes": (), "hex": "", "word": ""}


def part_values(part: Part) -> st.SearchStrategy[object]:
    """Values of one part of a command; an optional one may be empty."""
    values = VALUES[part.kind]
    if part.optional and part.kind != "flag":
        return st.one_of(st.just(EMPTY[part.kind]), values)
    return values


@pytest.mark.parametrize("form", GRAMMAR.forms, ids=lambda form: form.cls.__name__)
@given(data=st.data())
def test_every_command_reads_back_as_itself(form, data) -> None:  # type: ignore[no-untyped-def]
    """For every class of commands, with any names and hexes of the game."""
    values = {part.field: data.draw(part_values(part), part.field) for part in form.parts}
    command: Command = form.cls(**values)
    assert GRAMMAR.parse(GRAMMAR.render(command)) == command


def reads_or_says_why(text: str) -> bool:
    """True where a text is a command that reads back as itself or cannot be read at all."""
    try:
        command = GRAMMAR.parse(text)
    except BadCommand:
        return True
    return GRAMMAR.parse(GRAMMAR.render(command)) == command


@given(st.text(max_size=60))
def test_any_text_is_a_command_or_cannot_be_read(text: str) -> None:
    """Nothing else comes of it, whatever is typed; what can be read is written the same way."""
    assert reads_or_says_why(text)


@given(st.sampled_from(GRAMMAR.verbs), st.lists(st.sampled_from(
    ["with", "to", "via", "at", "by", "as", "support", "1408", "33/9Pz", ",", "mandated"]),
    max_size=8))
def test_words_in_any_order_are_a_command_or_cannot_be_read(verb: str, rest: list[str]) -> None:
    """The same, nearer to what is meant."""
    assert reads_or_says_why(" ".join([verb, *rest]))


# ---------------------------------------------------------------- dice


@given(st.integers(0, 10**12), st.integers(1, 40))
def test_rolls_depend_on_seed_and_number_alone(seed: int, count: int) -> None:
    """Whatever was named or forgotten in between; every roll is on the die."""
    straight, broken = Dice(seed), Dice(seed)
    for _ in range(count):
        value, straight = straight.roll()
        again, broken = broken.fresh().roll()
        assert value == again and 1 <= value <= 10


# ---------------------------------------------------------------- undo, redo, replay


@cache
def played(seed: int) -> Game:
    """A random game, once for all examples."""
    game, chooser = Game.start(sumy(), seed), RandomPlayer(seed)
    while game.outcome is None:
        game.execute(chooser(game))
    return game


def copy_of(game: Game, length: int) -> Game:
    """The game replayed to its first `length` commands."""
    again = Game.start(game.world, game.seed)
    for entry in game.journal[:length]:
        again.execute(entry.text)
    return again


@settings(max_examples=12)
@given(st.integers(0, 3), st.data())
def test_undo_and_redo_walk_through_the_same_states(seed: int, data: st.DataObject) -> None:
    """Any number of steps back is the game replayed to there; as many forward, the same game."""
    game = played(seed)
    state, log, length = game.state, list(game.log), len(game.journal)
    back = data.draw(st.integers(1, min(length, 60)))
    for _ in range(back):
        game.undo()
    try:
        assert game.state == copy_of(game, length - back).state
    finally:
        for _ in range(back):
            game.redo()
    assert game.state == state and game.log == log


@settings(max_examples=8)
@given(st.integers(0, 3), st.data())
def test_replay_gives_the_same_rolls_and_the_same_log(seed: int, data: st.DataObject) -> None:
    """Up to any command."""
    game = played(seed)
    length = data.draw(st.integers(1, len(game.journal)))
    again = copy_of(game, length)
    assert again.journal == game.journal[:length]
    assert again.log == game.log[: len(again.log)]
