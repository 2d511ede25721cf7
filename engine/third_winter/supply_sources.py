"""Sources of supply by date, and the hexes that change gauge with them (TTW 2.1a, 3.1a, 1.2)."""

from __future__ import annotations

from datetime import date

from engine.core.values import frozen
from engine.ocs.gauge import on_rail
from engine.ocs.pieces import AXIS, SOVIET
from engine.ocs.state import OcsState
from engine.ocs.terrain import LINES
from engine.ocs.weather import day
from engine.ocs.world import Draft, World
from engine.third_winter.places import column_row, controls, named
from engine.third_winter.state import change, own

TOP = {"A": 35, "B": 35, "C": 34, "D": 34}
"""Rows along the north edges of the sheets."""
LAST = 62
"""The easternmost column of a sheet."""
START = date(1943, 9, 26)
END = date(1944, 4, 29)


@frozen
class Stretch:
    """A stretch of the map edge, or named hexes, that supplies a side for a while."""

    side: str
    since: date = START
    until: date = END
    """The first day on which it no longer does."""
    sheet: str = ""
    edge: str = ""
    """north, south, east or west."""
    first: int = 1
    last: int = LAST
    """Columns of a north or south edge."""
    hexes: tuple[str, ...] = ()
    gauge: bool = False
    """Its rail hexes take the side's gauge on the first day."""
    capture: str = ""
    """A hex whose capture ends it in 1944."""


KOROSTEN, ROVNO, SOUTH_D = date(1944, 1, 1), date(1944, 2, 5), date(1944, 1, 8)
STRETCHES = (
    Stretch(AXIS, until=ROVNO, sheet="A", edge="north", first=25, last=49),
    Stretch(AXIS, until=KOROSTEN, sheet="A", edge="north", first=50),
    Stretch(AXIS, sheet="A", edge="north", last=24),
    Stretch(AXIS, until=KOROSTEN, hexes=("A50.34",)),
    Stretch(AXIS, sheet="A", edge="west"),
    Stretch(AXIS, sheet="C", edge="west"),
    Stretch(AXIS, sheet="C", edge="south"),
    Stretch(AXIS, until=SOUTH_D, sheet="D", edge="south", capture="D17.01"),
    Stretch(AXIS, until=date(1943, 10, 1), hexes=("B2.35",)),
    Stretch(SOVIET, sheet="B", edge="east"),
    Stretch(SOVIET, sheet="D", edge="east"),
    Stretch(SOVIET, sheet="B", edge="north", first=16),
    Stretch(SOVIET, since=date(1943, 10, 8), hexes=("B2.35",), gauge=True),
    Stretch(SOVIET, since=KOROSTEN, hexes=("A50.34", "A50.35"), gauge=True),
    Stretch(SOVIET, since=SOUTH_D, sheet="D", edge="south", gauge=True),
    Stretch(SOVIET, since=ROVNO, hexes=("A25.35",), gauge=True),
    Stretch(SOVIET, since=ROVNO, hexes=("A38.35", "A42.35")),
)
"""Every source of the two lists, as the rules index reads them."""
IN_1944 = date(1944, 1, 1)


def on_edge(world: World, hex_: int, stretch: Stretch) -> bool:
    """Whether a hex lies on a named edge of a sheet, within its columns."""
    sheet, column, row = column_row(world, hex_)
    if sheet != stretch.sheet:
        return False
    if stretch.edge in ("north", "south"):
        return (
            row == (TOP[sheet] if stretch.edge == "north" else 1)
            and stretch.first <= column <= stretch.last
        )
    return column == (LAST if stretch.edge == "east" else 1)


def has_line(world: World, hex_: int) -> bool:
    """Whether any road, track or railroad runs through a hex (TTW 2.1a)."""
    return any(
        words & LINES.keys() for words in world.board.sides[6 * hex_ : 6 * hex_ + 6]
    )


def hexes_of(world: World, number: int) -> tuple[int, ...]:
    """The hexes of a stretch that lie on the board in play; worked out once."""
    memo_key = ("ttw source", number)
    found: tuple[int, ...] | None = world.memo.get(memo_key)
    if found is None:
        stretch = STRETCHES[number]
        found = named(world, stretch.hexes) if stretch.hexes else tuple(
            h for h in range(len(world.board))
            if on_edge(world, h, stretch) and has_line(world, h)
        )
        world.memo[memo_key] = found
    return found


def in_force(world: World, state: OcsState, stretch: Stretch) -> bool:
    """Whether a stretch supplies its side on the day of this turn (TTW 2.1a, 3.1a)."""
    today = day(world, state.turn)
    if not stretch.since <= today < stretch.until:
        return False
    return not (
        stretch.capture and today >= IN_1944 and stretch.capture in own(state).lost_sources
    )


def trace_sources(world: World, state: OcsState, side: str) -> tuple[int, ...]:
    """Supply source hexes of a side today; a scenario may name its own instead."""
    if world.scenario.sources.get(side):
        return ()
    return tuple(dict.fromkeys(
        h for n, stretch in enumerate(STRETCHES)
        if stretch.side == side and in_force(world, state, stretch)
        for h in hexes_of(world, n)
    ))


def beyond(world: World, state: OcsState, side: str) -> frozenset[int]:
    """Rail hexes of a side's map edges joined off the map, the Crimea left out (TTW 1.2a)."""
    return frozenset(
        h for n, stretch in enumerate(STRETCHES)
        if stretch.side == side and in_force(world, state, stretch) and not _crimean(stretch)
        for h in hexes_of(world, n) if on_rail(world, h)
    )


def _crimean(stretch: Stretch) -> bool:
    """The south edge of map D: no rails lead from it to other edges but over the Black Sea."""
    return stretch.sheet == "D" and stretch.edge == "south"


def rail_links(world: World, state: OcsState, side: str, hex_: int) -> tuple[int, ...]:
    """Cargo goes off one's own map edges and back on at any other of their rail hexes (1.2a)."""
    if world.scenario.sources.get(side):
        return ()  # a scenario on a part of the maps has no map edges
    memo_key = ("ttw beyond", side)
    found: frozenset[int] | None = state.memo.get(memo_key)
    if found is None:
        found = state.memo[memo_key] = beyond(world, state, side)
    return tuple(sorted(found - {hex_})) if hex_ in found else ()


def done_before(world: World) -> frozenset[str]:
    """Dated conversions that lie before the first turn, where a scenario gives the gauge itself."""
    return frozenset(
        f"gauge {n}" for n, stretch in enumerate(STRETCHES)
        if stretch.gauge and stretch.since < day(world, 1)
    )


def hex_entered(draft: Draft, ids: tuple[str, ...], hex_: int) -> None:
    """The capture of D17.01 counts from then on (TTW 2.1a)."""
    lost = own(draft.state).lost_sources
    for stretch in STRETCHES:
        if not stretch.capture or stretch.capture in lost:
            continue
        here = draft.world.board.index.get(stretch.capture) == hex_
        if here and controls(draft.world, draft.state, SOVIET, hex_):
            change(draft, lost_sources=lost | {stretch.capture})


def turn_begins(draft: Draft) -> None:
    """Entry hexes take the Soviet gauge on their day (TTW 3.1a, 1.2)."""
    today = day(draft.world, draft.state.turn)
    for number, stretch in enumerate(STRETCHES):
        tag = f"gauge {number}"
        if not stretch.gauge or today < stretch.since or tag in own(draft.state).dated:
            continue
        hexes = [h for h in hexes_of(draft.world, number) if on_rail(draft.world, h)]
        change(draft, dated=own(draft.state).dated | {tag})
        if hexes:
            gauge = {**draft.state.gauge, **dict.fromkeys(hexes, stretch.side)}
            draft.update(gauge=gauge)
            shown = ", ".join(draft.world.board.id(h) for h in hexes)
            draft.log("rail", f"{shown} take the {stretch.side.capitalize()} gauge",
                      rule="TTW 3.1a", side=stretch.side)
