"""The maps of The Third Winter, and rails beyond them (TTW 1.1, 1.2a)."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.catalog import boards
from engine.core.board import Board
from engine.ocs import capture, odds, rail
from engine.ocs.gauge import on_rail
from engine.ocs.pieces import AXIS, MP, RE, SOVIET, Counter, Face
from engine.ocs.terrain import move_cost
from engine.ocs.world import Draft
from engine.third_winter import places, supply_sources
from tests.ocs.yard import make_board, play
from tests.third_winter.ground import board, soviet
from tests.third_winter.steppe import drafted, winter


@pytest.fixture(scope="module")
def maps() -> Board:
    return boards.load("third_winter")


@pytest.mark.rule("TTW 1.1")
def test_hexes_are_named_by_map_letter_and_number_and_b6010_is_kharkov(maps: Board) -> None:
    hex_ = maps.at("B60.10")
    assert (maps.hexes[hex_].place, places.is_city(winter((), maps), hex_)) == ("Kharkov", True)
    assert {maps.id(h)[0] for h in range(len(maps))} == {"A", "B", "C", "D"}
    assert places.column_row(winter((), maps), hex_) == ("B", 60, 10)


@pytest.mark.rule("TTW 1.1a")
def test_movement_and_combat_follow_the_terrain_effects_chart() -> None:
    field = board(columns=6, rows=6, terrain={"D3.03": "hills", "D4.03": "swamp"})
    draft = drafted(winter((), field), ground="dry")
    at = field.at

    def cost(kind: str, goal: str) -> int:
        return move_cost(draft.world, draft.state, SOVIET, kind, at("D3.02"), at(goal))

    assert (cost("leg", "D3.03"), cost("track", "D3.03")) == (MP, 2 * MP)
    assert odds.hex_terrains(draft.world, draft.state, at("D3.03"))["hills"].category == "close"
    assert odds.hex_terrains(draft.world, draft.state, at("D4.03"))["swamp"].category == (
        "very_close")


@pytest.mark.rule("TTW EX.5.4")
def test_the_bridgehead_of_the_pontoon_example_lies_in_close_hills(maps: Board) -> None:
    draft = drafted(winter((), maps))
    for number in ("D33.31", "D34.29"):
        found = odds.hex_terrains(draft.world, draft.state, maps.at(number))
        assert found["hills"].category == "close"


@pytest.mark.rule("TTW 1.1b.s1")
def test_a_captured_hedgehog_loses_a_level() -> None:
    field = make_board()
    draft = drafted(winter((soviet("R"),), field), {"R": "0203"}, hogs={"0303": (AXIS, 2)})
    play(draft, "move R to 0303")
    hog = draft.state.hogs[field.at("0303")]
    assert (hog.owner, hog.level) == (SOVIET, 1)
    weak = drafted(winter((soviet("R"),), field), {"R": "0203"}, hogs={"0303": (AXIS, 1)})
    play(weak, "move R to 0303")
    assert weak.state.hogs == {}
    assert capture.HOG_DROP == 1


@pytest.mark.rule("TTW 1.1c")
def test_ports_give_neither_trace_nor_transport(maps: Board) -> None:
    world = winter((), maps)
    draft = drafted(world)
    ports = {maps.id(h) for h in maps.marks["port"]} - {"C50.01"}  # which lies on the map edge
    assert {"D14.03", "C55.04"} <= ports
    for side in (AXIS, SOVIET):
        found = {maps.id(h) for h in world.hooks.trace_sources(world, draft.state, side)}
        assert not ports & found


# ---------------------------------------------------------------- off-map rail (1.2a)


def trains(maps: Board, start: str, *, rail_points: int = 8) -> Draft:
    face = Face(4, True, 3, 3)
    unit = Counter("G", "G", AXIS, "infantry", face, evolve(face, ma=7), nationality="Wehrmacht",
                   re4=RE)
    gauge = {maps.id(h): AXIS for h in range(len(maps))}
    draft = drafted(winter((unit,), maps), {"G": start}, first=AXIS, gauge=gauge)
    sides = draft.state.sides
    draft.update(
        sides={**sides, AXIS: evolve(sides[AXIS], rail=rail_points)},
        units={"G": evolve(draft.state.units["G"], front=False)},
        arrived=frozenset({"G"}),
    )
    return draft


def rails(maps: Board, edge: str) -> list[str]:
    world = winter((), maps)
    sheet, side = edge.split()
    number = next(n for n, s in enumerate(supply_sources.STRETCHES)
                  if (s.side, s.sheet, s.edge) == (AXIS, sheet, side))
    return [maps.id(h) for h in supply_sources.hexes_of(world, number) if on_rail(world, h)]


@pytest.mark.rule("TTW 1.2a", "TTW 1.2a.s1")
def test_cargo_goes_off_ones_own_map_edge_and_back_on_at_another(maps: Board) -> None:
    start, end = rails(maps, "A west")[0], rails(maps, "C south")[0]
    draft = trains(maps, start)
    way = rail.route(draft.world, draft.state, AXIS, maps.at(start), maps.at(end))
    assert way == (maps.at(start), maps.at(end))
    # In the first case the unit is in the end hex of the map: none is ever left off the map.
    assert all(0 <= h < len(maps) for h in rail.ways(
        draft.world, draft.state, AXIS, maps.at(start)).spent)
    assert draft.state.units["G"].on_map


@pytest.mark.rule("TTW 1.2a")
def test_never_over_the_black_sea_and_only_where_normal_rail_movement_is_possible(
    maps: Board,
) -> None:
    start = rails(maps, "A west")[0]
    draft = trains(maps, start)
    world = draft.world
    south = rails(maps, "D south")
    links = world.hooks.rail_links(world, draft.state, AXIS, maps.at(start))
    assert links and not {maps.at(n) for n in south} & set(links)
    goal = maps.id(links[0])
    draft.update(gauge={**draft.state.gauge, links[0]: SOVIET})
    found = rail.ways(world, draft.state, AXIS, maps.at(start))
    assert goal not in {maps.id(h) for h in found.spent if found.way(h)[-2:-1] == [maps.at(start)]}
    inland = next(h for h in range(len(maps)) if maps.id(h) == "A30.20")
    assert world.hooks.rail_links(world, draft.state, AXIS, inland) == ()
