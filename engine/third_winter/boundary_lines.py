"""The lines between Fronts: drawing them, and the usual ones (TTW 3.3b A)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.core.board import NOWHERE
from engine.core.errors import BadCommand, Refusal
from engine.core.memo import kept
from engine.ocs.commands import Act
from engine.ocs.pieces import AXIS, SOVIET
from engine.ocs.sequence import REINFORCE
from engine.ocs.state import OcsState
from engine.ocs.world import Draft, World
from engine.third_winter.abilities import Ability
from engine.third_winter.boundaries import in_order, side_of
from engine.third_winter.fronts import in_play, named
from engine.third_winter.names import name
from engine.third_winter.state import change, own

HALFWAY = 6
"""Hexes of the front line from which a boundary is usually drawn."""


def front_line(world: World, state: OcsState) -> frozenset[int]:
    """Hexes that touch the front line: Soviet ones beside Axis ones (TTW 3.3b A).

    Worked out once as long as nobody takes a hex.
    """
    def near(side: str) -> frozenset[int]:
        held = [h for h, holder in state.control.items() if holder == side]
        return frozenset(held).union(*(world.board.neighbors(h) for h in held))

    return kept(world.memo, "front line", (state.control,), lambda: near(AXIS) & near(SOVIET))


def check_line(world: World, state: OcsState, command: Act) -> Refusal | None:
    """A line between two Fronts from a hex at the front line, in any direction (TTW 3.3b A).

    The word reads LEFT/RIGHT/HEX: who is to the left of one who looks along the line, who to
    the right, and a hex that the line runs towards.
    """
    left, right, toward = _line(world, state, command)
    start = world.board.at(command.hex)
    if left == right or toward == start:
        return Refusal("TTW 3.3b.A", "a boundary parts two Fronts and runs to another hex")
    if drawn_now(state, left, right):
        return Refusal("TTW 3.3b.A", f"the boundary between {name(left)} and {name(right)} is "
                       "fixed until the next Reinforcement Phase")
    if start not in front_line(world, state):
        return Refusal("TTW 3.3b.A", f"{command.hex} is not at the front line")
    return None


def _line(world: World, state: OcsState, command: Act) -> tuple[str, str, int]:
    words = command.word.split("/")
    if len(words) != 3:
        raise BadCommand("boundary: name it as LEFT/RIGHT/HEX, two Fronts and a hex beyond")
    return (named(world, state, words[0]), named(world, state, words[1]),
            world.board.at(words[2]))


def drawn_now(state: OcsState, one: str, two: str) -> bool:
    """Whether the line between two Fronts has been placed in this turn (TTW 3.3b A)."""
    return any({b[0], b[1]} == {one, two} and b[4] == state.turn for b in own(state).boundaries)


def neighbours(world: World, state: OcsState) -> Iterator[tuple[str, str]]:
    """Pairs of Fronts whose HQs are next to each other from north-west to south-east."""
    found = sorted(
        (sum(world.board.xy[f.hex]), n) for n, f in in_play(state).items() if f.hex != NOWHERE
    )
    for (_, one), (_, two) in pairwise(found):
        if not drawn_now(state, one, two):
            yield one, two


def offer_lines(world: World, state: OcsState) -> Iterator[Act]:
    """For each two Fronts beside each other, lines from the front line about halfway."""
    fronts = in_play(state)
    for one, two in neighbours(world, state):
        ends = fronts[one].hex, fronts[two].hex
        starts = sorted(
            front_line(world, state), key=lambda h: (abs(_tilt(world, ends, h)), h)
        )
        for start in starts[:HALFWAY]:
            yield from _lines(world, state, start, one, two)


def lines_there(world: World, state: OcsState, hex_: int) -> Iterator[Act]:
    """Every direction from one hex, for each two Fronts beside each other."""
    for one, two in neighbours(world, state):
        yield from _lines(world, state, hex_, one, two)


def _tilt(world: World, ends: tuple[int, int], hex_: int) -> int:
    """How much nearer a hex is to one of two others."""
    return world.board.distance(ends[0], hex_) - world.board.distance(ends[1], hex_)


def _lines(
    world: World, state: OcsState, start: int, one: str, two: str
) -> Iterator[Act]:
    """Lines from a hex along each row of hexes that leave one HQ to the left, one to the right."""
    fronts = in_play(state)
    for toward in world.board.neighbors(start):
        a, b = (side_of(world, start, toward, fronts[f].hex) for f in (one, two))
        if a * b < 0:
            left, right = (one, two) if a > 0 else (two, one)
            yield Act("boundary", world.board.id(start), (),
                      f"{left}/{right}/{world.board.id(toward)}")


def do_line(draft: Draft, command: Act) -> None:
    """Draw the line instead of the old one between the two; fixed for the turn (TTW 3.3b A)."""
    left, right, toward = _line(draft.world, draft.state, command)
    start = draft.world.board.at(command.hex)
    others = [b for b in own(draft.state).boundaries if {b[0], b[1]} != {left, right}]
    line = (left, right, start, toward, draft.state.turn)
    change(draft, boundaries=in_order(in_play(draft.state), [*others, line]), zones={})
    draft.log("note", f"boundary between {name(left)} and {name(right)}", hex=command.hex,
              rule="TTW 3.3b.A", side=SOVIET)


ACTS = {
    "boundary": Ability(check_line, do_line, frozenset({REINFORCE}), SOVIET, "TTW 3.3b.A",
                        offer_lines, lines_there),
}
