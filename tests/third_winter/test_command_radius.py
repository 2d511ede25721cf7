"""The Command Radius of a Front HQ (TTW 3.3a E), by the example of play at Dnepropetrovsk.

The example gives five distances from the Front HQ. Only D47.27 has the first four on the map; the
4th Guards Army is 8 hexes away from there, not the nine of the example: within ten all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.board import Board
from engine.ocs import supply, trace
from engine.ocs.pieces import SOVIET
from engine.ocs.world import Draft
from engine.ocs.zoc import stopped
from engine.third_winter import command_radius
from tests.ocs import yard
from tests.third_winter.steppe import (
    F3,
    drafted,
    front,
    hq,
    line,
    row_of,
    sheet,
    soviet,
    winter,
)

FRONT = "D47.27"
ARMIES = {
    "12 Army HQ": "D43.24", "53 Army HQ": "D37.29", "27 Army HQ": "D36.30",
    "2 Gd Tank Army HQ": "D38.26", "4 Gd Army HQ": "D44.20",
}


def ground(more: Mapping[tuple[str, str], str]) -> Board:
    """Swamps in column 40 but for the road to D38.26 and the north; the Dnepr below row 22.

    One bridge, far to the west, joins the banks.
    """
    swamps = {f"D40.{r:02}": "swamp" for r in range(17, 34) if r < 29 and r != 26}
    swamps["D41.27"] = "swamp"
    sides = {**line("D", 27, 47, 50), **line("D", 22, 38, 43, "road")}
    sides |= line("D", 21, 38, 43, "road")
    board = sheet("D", 18, 17, first_column=33, first_row=17)
    for number in board.index:
        here = board.index[number]
        for other in board.neighbors(here):
            if int(number[-2:]) >= 22 > int(board.id(other)[-2:]):
                sides[number, board.id(other)] = "major_river"
    sides["D38.22", "D38.21"] = "major_river road"
    return sheet("D", 18, 17, swamps, {**sides, **more}, first_column=33, first_row=17)


def pocket(
    *more: str, ground_: str = "dry", sides: Mapping[tuple[str, str], str] | None = None,
    **changes: Any,
) -> Draft:
    """The five armies of the 3rd Ukrainian Front, and a German in D40.25."""
    counters = [hq(name, (10, 5)) for name in ARMIES]
    counters += [soviet(f"S{i}") for i, _ in enumerate(more)] + [yard.regiment("German")]
    world = winter(counters, ground(sides or {}), sources={SOVIET: ("D50.27",)})
    units: dict[str, Any] = {**ARMIES, "German": "D40.25"}
    units |= {f"S{i}": yard.unit_at(world, f"S{i}", h, finished=True) for i, h in enumerate(more)}
    return drafted(
        world, units, fronts={F3: front(world, FRONT, armies=ARMIES)},
        gauge=row_of("D", 27, 47, 50), ground=ground_, dumps={FRONT: (SOVIET, 8)}, **changes,
    )


def within(draft: Draft, name: str) -> bool:
    return command_radius.within(draft.world, draft.state, draft.state.units[name])


@pytest.mark.rule("TTW EX.4", "TTW EX.4.1", "TTW EX.4.2", "TTW EX.4.3", "TTW EX.4.4", "TTW EX.4.5")
def test_the_five_distances_of_the_example_and_who_is_within() -> None:
    draft = pocket()
    board = draft.world.board
    away = {n: board.distance(board.at(FRONT), board.at(h)) for n, h in ARMIES.items()}
    assert away == {"12 Army HQ": 5, "53 Army HQ": 10, "27 Army HQ": 11, "2 Gd Tank Army HQ": 9,
                    "4 Gd Army HQ": 8}
    assert [name for name in ARMIES if within(draft, name)] == ["12 Army HQ", "53 Army HQ"]
    zones = {n for n in ("D40.26", "D41.26") if stopped(draft.world, draft.state, SOVIET,
                                                       board.at(n))}
    assert zones == {"D40.26", "D41.26"}


@pytest.mark.rule("TTW EX.4.1", "TTW 3.3a.E1")
def test_the_12th_army_five_hexes_away_is_within() -> None:
    draft = pocket()
    board = draft.world.board
    assert board.distance(board.at(FRONT), board.at("D43.24")) == 5
    assert within(draft, "12 Army HQ")


@pytest.mark.rule("TTW EX.4.2", "TTW 3.3a.E1")
def test_the_53rd_army_is_ten_hexes_away_over_a_minor_river_and_by_a_road() -> None:
    """Neither counts: with both or without it is within, and the 27th behind it is not."""
    pairs = [(f"D38.{r:02}", f"D37.{s:02}") for r in range(27, 33) for s in (r, r + 1)]
    river = dict.fromkeys(pairs, "minor_river")
    for sides in ({}, river, {**river, **line("D", 29, 36, 47, "road")}):
        draft = pocket(sides=sides)
        assert within(draft, "53 Army HQ")
        assert not within(draft, "27 Army HQ")


@pytest.mark.rule("TTW EX.4.3", "TTW 3.3a.E1", "TTW 3.3a.E4")
def test_next_to_the_radius_is_not_good_enough() -> None:
    """D36.30 is 11 hexes away and beside D37.30; the HQ works on, but does not draw there."""
    draft = pocket()
    board = draft.world.board
    assert board.adjacent(board.at("D36.30"), board.at("D37.30"))
    assert board.at("D37.30") in command_radius.radius(draft.world, draft.state, F3)
    assert not within(draft, "27 Army HQ")
    hq_ = draft.state.units["27 Army HQ"]
    assert not command_radius.hq_draws(draft.world, draft.state, hq_, board.at(FRONT))
    assert board.at("D36.29") in supply.thrown_to(draft.world, draft.state, hq_)


@pytest.mark.rule("TTW EX.4.4", "TTW 3.3a.E2")
def test_zones_of_control_on_the_road_block_it_until_soviet_units_negate_them() -> None:
    assert not within(pocket(), "2 Gd Tank Army HQ")
    assert not within(pocket("D40.26"), "2 Gd Tank Army HQ")
    assert within(pocket("D40.26", "D41.26"), "2 Gd Tank Army HQ")


@pytest.mark.rule("TTW EX.4.5", "TTW 3.3a.E2", "TTW 3.3a.E4")
def test_the_4th_guards_beyond_the_dnepr_are_cut_off_but_thrown_trace_by_the_12th() -> None:
    draft = pocket()
    assert not within(draft, "4 Gd Army HQ")
    twelfth, fourth = (draft.state.units[n] for n in ("12 Army HQ", "4 Gd Army HQ"))
    assert twelfth in trace.tracing_hqs(draft.world, draft.state, SOVIET)
    assert supply.serves(draft.world, draft.state, twelfth, fourth)
    assert trace.traces(draft.world, draft.state, fourth)


@pytest.mark.rule("TTW EX.4.n1", "TTW 3.3a.E2")
def test_in_freeze_it_goes_over_swamps_and_major_rivers() -> None:
    draft = pocket(ground_="freeze")
    assert within(draft, "4 Gd Army HQ")
    assert within(draft, "2 Gd Tank Army HQ")  # over D40.28, frozen, in ten hexes
    assert not within(draft, "27 Army HQ")


@pytest.mark.rule("TTW 3.3a.E2")
def test_it_does_not_extend_into_hexes_with_enemy_combat_units() -> None:
    draft = pocket()
    yard.change(draft, "German", hex="D45.26")
    found = command_radius.radius(draft.world, draft.state, F3)
    assert draft.world.board.at("D45.26") not in found
    assert draft.world.board.at("D46.26") not in found  # its ZOC
    assert draft.world.board.at("D47.26") in found


@pytest.mark.rule("TTW EX.4.n2", "TTW 3.3a.E3")
def test_an_assigned_army_within_draws_supply_and_trace_from_the_front_hq() -> None:
    draft = pocket()
    state, world = draft.state, draft.world
    army, here = state.units["53 Army HQ"], world.board.at(FRONT)
    kind = supply.draw_mobility(world, army)
    assert not supply.draws(world, state, SOVIET, kind, army.hex, here)  # ten hexes away
    assert here in supply.hq_dumps(world, state, army)
    assert trace.traces(world, state, army)


@pytest.mark.rule("TTW 3.3a.E3")
def test_neither_other_units_nor_unassigned_armies_draw_from_the_front_hq() -> None:
    draft = pocket("D40.30")
    far, army = draft.state.units["S0"], draft.state.units["53 Army HQ"]
    here = draft.world.board.at(FRONT)
    assert here in supply.hq_dumps(draft.world, draft.state, army)
    assert not command_radius.hq_draws(draft.world, draft.state, far, here)
    stranger = pocket().world
    other = drafted(
        stranger, ARMIES, fronts={F3: front(stranger, FRONT, armies=("12 Army HQ",))},
        gauge=row_of("D", 27, 47, 50), dumps={FRONT: (SOVIET, 8)},
    )
    army = other.state.units["53 Army HQ"]
    assert here not in supply.hq_dumps(other.world, other.state, army)


@pytest.mark.rule("TTW EX.4.n2", "TTW 3.3a.E4")
def test_an_army_outside_the_radius_works_as_any_other() -> None:
    """It draws from a dump of its own and throws on, the Front HQ's hex apart."""
    draft = pocket("D36.29")
    draft.update(dumps={**draft.state.dumps, draft.world.board.at("D36.31"):
                        draft.state.dumps[draft.world.board.at(FRONT)]})
    unit = draft.state.units["S0"]
    taps = supply.taps(draft.world, draft.state, unit)
    assert any(t.hq == "27 Army HQ" and t.hex == draft.world.board.at("D36.31") for t in taps)
