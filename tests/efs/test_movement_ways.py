"""The floods of `routes` find exactly the ways that can be walked step by step (BSR 10.4)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import Refusal
from engine.efs import movement, zoc
from engine.efs.world import Draft
from tests.efs.moves import DRY, FOOT, FROST, MOTORIZED, MUD, ORANGE, SNOW, foe, kind
from tests.efs.support import make_board, make_draft, make_world

SIZE = 4
NUMBERS = [f"{c:02}{r:02}" for c in range(1, SIZE + 1) for r in range(1, SIZE + 1)]
GROUND = st.sampled_from(("clear", "clear", "hill", "woods", "hill woods", "marsh", "swamp",
                          "lake", "city", "major_city", "clear town"))
WORDS = st.sampled_from(("", "", "", "river", "major_river", "lake", "road.minor", "road.main",
                         "rail", "river road.minor", "major_river rail", "fortified_line"))
BARE = make_board(SIZE, SIZE)
NEXT_TO = [
    (BARE.id(a), BARE.id(b)) for a in range(len(BARE)) for b in BARE.neighbors(a) if a < b
]


@st.composite
def situations(draw: st.DrawFn) -> tuple[Draft, tuple[str, ...]]:
    """A small board of any terrain, a stack of one or two classes and an enemy somewhere."""
    terrain = {n: draw(GROUND) for n in NUMBERS}
    sides = {pair: word for pair in NEXT_TO if (word := draw(WORDS))}
    classes = draw(st.lists(st.sampled_from((FOOT, MOTORIZED, ORANGE)), min_size=1, max_size=2))
    units = [kind(name, of, ma=draw(st.sampled_from((2, 3))))
             for name, of in zip("AB", classes, strict=False)]
    start, enemy = draw(st.permutations(NUMBERS))[:2]
    weather = draw(st.sampled_from((DRY, MUD, FROST, SNOW)))
    world = make_world(make_board(SIZE, SIZE, terrain, sides), [*units, foe()])
    spots = {**{u.id: start for u in units}, "Foe": enemy}
    draft = make_draft(world, spots, weather=weather, frozen=weather == SNOW)
    return draft, tuple(u.id for u in units)


def walks(
    draft: Draft, who: movement.Party, way: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way that can be paid, with what the slowest unit has left at its end."""
    here = way[-1] if way else who.hex
    for end in draft.world.board.neighbors(here):
        if end == who.hex or end in way:
            continue
        longer = (*way, end)
        bill = movement.cost_of_way(draft.world, draft.state, who, longer)
        if isinstance(bill, Refusal):
            continue
        yield longer, min(n - cost for n, (cost, _) in zip(who.left, bill, strict=True))
        yield from walks(draft, who, longer)


@pytest.mark.rule("BSR 10.4", "BSR 10.53")
@settings(max_examples=40)
@given(situation=situations())
def test_a_stack_reaches_what_it_can_walk_to_and_by_the_best_way(
    situation: tuple[Draft, tuple[str, ...]],
) -> None:
    draft, ids = situation
    who = movement.party(draft.world, draft.state, ids)
    assert isinstance(who, movement.Party)
    best: dict[int, int] = {}
    for way, rest in walks(draft, who):
        best[way[-1]] = max(rest, best.get(way[-1], 0))
    found = movement.reach(draft.world, draft.state, who)
    assert dict(found.left) == best
    for end, way in found.ways.items():
        bill = movement.cost_of_way(draft.world, draft.state, who, way)
        assert way[-1] == end
        assert not isinstance(bill, Refusal)


@pytest.mark.rule("BSR 10.65", "BSR 10.66")
@settings(max_examples=40)
@given(situation=situations())
def test_no_way_leads_on_from_an_enemy_zoc_or_from_one_to_another(
    situation: tuple[Draft, tuple[str, ...]],
) -> None:
    draft, ids = situation
    who = movement.party(draft.world, draft.state, ids)
    assert isinstance(who, movement.Party)
    covered = set(zoc.sources(draft.world, draft.state, "soviet"))
    held = set(zoc.held_by(draft.world, draft.state, "soviet"))
    for way in movement.reach(draft.world, draft.state, who).ways.values():
        assert held.isdisjoint(way)
        assert covered.isdisjoint(way[:-1])
        assert not (who.hex in covered and way[0] in covered)
